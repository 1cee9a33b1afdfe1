"""Who has the better right to a discard that several want for mahjong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model import Claim

if TYPE_CHECKING:
    from ..replay import HandReplay
    from ..state import Live

__all__ = ["check_mahjong"]


def check_mahjong(replay: HandReplay, person: str, *, misnamed: bool, live: Live) -> None:
    """Report a declaration on a tile that belongs to another claimant for mahjong."""
    state = replay.state
    rivals = [
        p for p, what in live.asked
        if p != person and what == "mahjong" and not state.players[p].dead
        and not state.players[p].disturbed
    ]  # fmt: skip
    if not rivals:
        return
    due = min([*rivals, person], key=lambda p: state.distance(live.p, p))
    if live.named is not None:
        # one wants the tile that was named, another what lies there
        real = {p for p in rivals if not _by_name(replay, p, live)}
        wanted = real if replay.rules.misname_two_mahjongs == "actual" else set(rivals) - real
        mine = misnamed == (replay.rules.misname_two_mahjongs == "named")
        if mine and not wanted:
            return
        if not mine and wanted:
            due = min(wanted, key=lambda p: state.distance(live.p, p))
    if due != person:
        replay.fault(
            "CLM-06", person, f"mahjong although {due} has the claim", recorded=person, expected=due
        )


def _by_name(replay: HandReplay, person: str, live: Live) -> bool:
    claim = replay.claim_faults.get(person)
    said = replay.events[claim[0]] if claim is not None else None
    return isinstance(said, Claim) and said.tile == live.named
