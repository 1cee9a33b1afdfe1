"""The card: its language, its concrete hands, and matching against them.

A card is read from an ``.amc`` file (:func:`load_card`), expanded to the concrete hands that
its lines stand for (``card.table``), and hands are matched against all of them at once.

>>> card = load_card("sample-original-1")
>>> card.distance("FF 22B 44B 688B J N 5C 9D")
(4, 0)
"""

from __future__ import annotations

from .dead import DeadTest, dead_test, visible_counts
from .hands import as_counts, parse_exposures, parse_hand
from .json_twin import card_from_json, card_to_json
from .language import format_card, parse_card
from .loader import card_for, check_card, load_card, packaged_cards
from .matching import (
    FAR,
    Match,
    Near,
    accepting,
    distance,
    distances,
    group_allowed,
    measure,
    nearest,
    waits,
    wins,
)
from .model import (
    Alternative,
    Card,
    CardError,
    ConcreteHand,
    Exposure,
    Fault,
    Group,
    Line,
    Section,
)
from .table import CardTable, Remainder

__all__ = [
    "FAR",
    "Alternative",
    "Card",
    "CardError",
    "CardTable",
    "ConcreteHand",
    "DeadTest",
    "Exposure",
    "Fault",
    "Group",
    "Line",
    "Match",
    "Near",
    "Remainder",
    "Section",
    "accepting",
    "as_counts",
    "card_for",
    "card_from_json",
    "card_to_json",
    "check_card",
    "dead_test",
    "distance",
    "distances",
    "format_card",
    "group_allowed",
    "load_card",
    "measure",
    "nearest",
    "packaged_cards",
    "parse_card",
    "parse_exposures",
    "parse_hand",
    "visible_counts",
    "waits",
    "wins",
]
