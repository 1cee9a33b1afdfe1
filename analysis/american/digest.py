"""Fingerprints of American games: tell whether two records hold the same play."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from mjlog.american.identity import content_text
from mjlog.american.model import AmericanGame, Claim, Discard

__all__ = ["content_digest", "play_digest"]


def content_digest(game: AmericanGame) -> str:
    """Return 16 hex digits of the whole record, the same for both of its forms."""
    return blake2b(content_text(game).encode(), digest_size=8).hexdigest()


def play_digest(game: AmericanGame) -> str | None:
    """Return 16 hex digits of discards and claims; None where a hand has no discard.

    Records of one game at two levels, or in two forms, have the same.
    """
    pieces: list[Any] = []
    for hand in game.hands:
        seats = sorted(hand.seats.items(), key=lambda seat: "ESWN".index(seat[1]))
        pieces.append(("hand", hand.number, seats))
        play = [_play(event) for event in hand.events if isinstance(event, (Discard, Claim))]
        if not play:
            return None
        pieces += play
    return blake2b(repr(pieces).encode(), digest_size=8).hexdigest() if pieces else None


def _play(event: Discard | Claim) -> tuple[str, str, int]:
    return (type(event).__name__, event.p, event.tile)
