"""A review as JSON values and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from .model import Choice, Decision, Review, ReviewedHand
from .tiles import codes_text, rack_text, tile_names

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["COLUMNS", "review_frame", "review_values"]

#: Columns of the table that every review has; one for each fact of the choice taken follows.
COLUMNS: Final = (
    "game_id", "player", "hand", "event", "label", "kind", "rack", "drawn", "melds", "taken",
    "best", "choices", "weight", "remark", "notes",
)  # fmt: skip


def review_values(review: Review) -> dict[str, Any]:
    """Return a review as one JSON object; tiles are named as records write them."""
    return {
        "schema": 1,
        "game": review.game,
        "game_id": review.game_id,
        "player": review.player,
        "title": review.title,
        "lang": review.lang,
        "facts": _texts(review.facts),
        "summary": _texts(review.summary),
        "hands": [_hand(review.game, hand) for hand in review.hands],
    }


def _texts(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return pairs by name; what has several texts (findings of the game) has them all."""
    found: dict[str, str] = {}
    for name, text in pairs:
        found[name] = f"{found[name]}; {text}" if name in found else text
    return found


def _hand(game: str, hand: ReviewedHand) -> dict[str, Any]:
    return {
        "label": hand.label,
        "title": hand.title,
        "outcome": hand.outcome,
        "points": hand.points,
        "notes": list(hand.notes),
        "decisions": [_decision(game, decision) for decision in hand.decisions],
    }


def _decision(game: str, decision: Decision) -> dict[str, Any]:
    return {
        "event": decision.event,
        "label": decision.label,
        "kind": decision.kind,
        "rack": tile_names(game, decision.rack),
        "drawn": decision.drawn,
        "melds": [tile_names(game, meld) for meld in decision.melds],
        "choices": [_choice(game, choice) for choice in decision.choices],
        "weight": decision.weight,
        "remark": decision.remark,
        "notes": list(decision.notes),
    }


def _choice(game: str, choice: Choice) -> dict[str, Any]:
    return {
        "name": choice.name,
        "tiles": tile_names(game, choice.tiles),
        "facts": dict(choice.facts),
        "taken": choice.taken,
    }


def review_frame(review: Review) -> pd.DataFrame:
    """Return a row a decision: :data:`COLUMNS`, then ``taken: …`` for its facts.

    ``event`` and ``choices`` are whole numbers, ``drawn`` is a flag, everything else text;
    ``taken`` is missing where the record does not tell what was done.
    """
    import pandas as pd

    rows = [_row(review, hand, decision) for hand, decision in review.decisions()]
    more = list(dict.fromkeys(name for row in rows for name in row if name not in COLUMNS))
    return pd.DataFrame(rows, columns=[*COLUMNS, *more])


def _row(review: Review, hand: ReviewedHand, decision: Decision) -> dict[str, Any]:
    taken = decision.taken
    facts: Sequence[tuple[str, str]] = () if taken is None else taken.facts
    return {
        "game_id": review.game_id,
        "player": review.player,
        "hand": hand.label,
        "event": decision.event,
        "label": decision.label,
        "kind": decision.kind,
        "rack": rack_text(review.game, decision),
        "drawn": decision.drawn,
        "melds": " ".join(f"[{codes_text(review.game, meld)}]" for meld in decision.melds),
        "taken": None if taken is None else taken.name,
        "best": decision.choices[0].name if decision.choices else None,
        "choices": len(decision.choices),
        "weight": decision.weight,
        "remark": decision.remark,
        "notes": "; ".join(decision.notes),
    } | {f"taken: {what}": value for what, value in facts}
