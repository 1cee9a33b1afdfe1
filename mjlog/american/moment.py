"""The table of a recorded game at one moment, by the rules and the card that it is judged by."""

from __future__ import annotations

from os import PathLike

from .audit import rules_in_force
from .audit.house import as_known
from .card import Card, card_for, load_card
from .model import AmericanGame, AmericanHand
from .replay import HandReplay
from .rules import AmericanRules, load_american_rules
from .state import State
from .usual_seats import seated

__all__ = ["state_of"]


def state_of(
    game: AmericanGame,
    hand: AmericanHand,
    index: int,
    *,
    rules: AmericanRules | str | PathLike[str] | None = None,
    card: Card | str | PathLike[str] | None = None,
) -> State:
    """Return the table before event ``index`` of a hand; ``len(hand)`` is the end.

    Args:
        game: The game. hand: One of its hands.
        index: Number of the event from 0.
        rules, card: Instead of those that the record names; names, files or loaded ones.

    Raises:
        IndexError: ``index`` is below 0 or above the number of events.
        MjlogError: No such rules, no such card.
    """
    if not 0 <= index <= len(hand):
        raise IndexError(f"hand {hand.number} has states 0–{len(hand)}, asked for {index}")
    if rules is not None and not isinstance(rules, AmericanRules):
        rules = load_american_rules(rules)
    if card is not None and not isinstance(card, Card):
        card = load_card(card)
    profile, _ = rules_in_force(game, rules)
    place = next(i for i, other in enumerate(game.hands) if other is hand)
    known, level = as_known(seated(game, profile).hands[place], game.level, profile)
    replay = HandReplay(known, profile, card_for(game, given=card), level=level)
    for event in known.events[:index]:
        replay.apply(event)
    return replay.state
