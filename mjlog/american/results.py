"""How hands of American mahjong ended, in words and in points, as their records tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .model import AmericanGame, AmericanHand, Settle

if TYPE_CHECKING:
    from .replay import HandResult

__all__ = ["paid_points", "result_text", "total_points"]


def paid_points(hand: AmericanHand) -> dict[str, int]:
    """Return the points of a hand as recorded, transfers included."""
    paid: dict[str, int] = {}
    for settle in (event for event in hand.events if isinstance(event, Settle)):
        for person, points in settle.pay.items():
            paid[person] = paid.get(person, 0) + points
        for transfer in settle.transfers:
            paid[transfer.source] = paid.get(transfer.source, 0) - transfer.amount
            paid[transfer.to] = paid.get(transfer.to, 0) + transfer.amount
    return paid


def total_points(game: AmericanGame, results: list[HandResult]) -> dict[str, int]:
    """Return the sums over all hands of the persons whose points are known in each."""
    sums = dict.fromkeys(game.players, 0) if game.hands else {}
    for hand, result in zip(game.hands, results, strict=True):
        pay = paid_points(hand)
        if sum(pay.values()) == 0 and (pay or result.kind in ("wall", "void")):
            pay = dict.fromkeys(game.players, 0) | pay  # who is left out won and lost nothing
        sums = {p: points + pay[p] for p, points in sums.items() if p in pay}
    return sums


def result_text(result: HandResult) -> str:
    """Return how a hand ended in a few words, ``win B 25 off D``."""
    parts = ["wall game" if result.kind == "wall" else result.kind.replace("_", " ")]
    if result.winner is not None:
        parts.append(result.winner)
    if result.line is not None:
        parts.append(result.line)
    if result.value is not None:
        parts.append(str(result.value))
    if result.jokerless:
        parts.append("jokerless")
    if result.off is not None:
        parts.append(f"off {result.off}")
    elif result.how is not None:
        parts.append(result.how.replace("_", "-"))
    return " ".join(parts)
