"""What a player may do now: the questions that bots ask and an auditor may ask as well.

All answers are about the state as it stands; nothing is changed. Events that these helpers
allow give no finding when the replay applies them, apart from the strategy of it: a claim may
still lead to a hand that is dead by the card where no card was given.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .card import Exposure, Match, dead_test, group_allowed, wins
from .model import Exchange
from .rulings.claims import window_fault
from .rulings.dead_hands import Verdict, verdict
from .rulings.judging import counts_of
from .state import State
from .tiles import FLOWER, JOKER, UNKNOWN

if TYPE_CHECKING:
    from .replay import HandReplay

__all__ = [
    "claim_groups",
    "discards",
    "exchanges",
    "may_challenge",
    "may_claim_mahjong",
    "may_draw",
    "may_expose",
    "may_stop",
    "passes",
    "winning_claim",
    "winning_hand",
]

SMALLEST, LARGEST = 3, 6


def passes(state: State, person: str) -> list[int]:
    """Return the tiles of a rack that may be passed in the Charleston: no jokers."""
    return [tile for tile in state.players[person].rack if tile not in (JOKER, UNKNOWN)]


def may_stop(replay: HandReplay) -> bool:
    """Whether the second Charleston may still be stopped: none of its passes was made."""
    state = replay.state
    done = {"R1", "O1", "L1"} <= set(state.legs)
    return done and not state.second and len(state.legs) == SMALLEST


def may_draw(replay: HandReplay, person: str) -> bool:
    """Whether a player may take the next tile of the wall."""
    state = replay.state
    ready = state.phase == "play" and bool(state.discards) and not state.taken
    return ready and state.turn == person and state.wall_left > 0


def discards(replay: HandReplay, person: str) -> list[int]:
    """Return the tiles that a player may discard now: one of each kind on the rack."""
    state = replay.state
    if state.players[person].dead is not None:
        return []
    opening = state.phase in ("deal", "charleston") and person == state.east
    if not opening and not (state.turn == person and state.taken):
        return []
    return sorted(set(state.players[person].rack))


def may_claim_mahjong(replay: HandReplay, person: str) -> bool:
    """Whether a player may declare mahjong on the live discard, whatever the tiles are."""
    live = replay.state.live
    if live is None or live.p == person or replay.state.players[person].dead is not None:
        return False
    return window_fault(replay, person, live.p, live.tile, "mahjong") is None


def winning_claim(replay: HandReplay, person: str) -> list[Match]:
    """Return the lines that a player wins with on the live discard, dearest first."""
    live = replay.state.live
    if replay.card is None or live is None or not may_claim_mahjong(replay, person):
        return []
    player = replay.state.players[person]
    return wins(replay.card, counts_of([*player.rack, live.tile]), player.shown)


def winning_hand(replay: HandReplay, person: str) -> list[Match]:
    """Return the lines that a player wins with on the own turn, dearest first."""
    state, player = replay.state, replay.state.players[person]
    opening = state.phase in ("deal", "charleston") and person == state.east
    if replay.card is None or player.dead is not None:
        return []
    if not opening and not (state.turn == person and state.taken):
        return []
    if state.exchanged == person and replay.rules.exchange_win == "forbid":
        return []
    return wins(replay.card, counts_of(player.rack), player.shown)


def claim_groups(replay: HandReplay, person: str) -> list[tuple[int, ...]]:
    """Return the groups that a player may lay down with the live discard.

    Each holds the claimed tile, naturals as far as they go in every possible number, and jokers.
    With a card only groups that some line accepts beside the exposures there are, and that is
    not dead by what lies on the table.
    """
    state, live = replay.state, replay.state.live
    player = state.players[person]
    if live is None or player.dead is not None or live.tile in (JOKER, UNKNOWN):
        return []
    if window_fault(replay, person, live.p, live.tile, "expose") is not None:
        return []
    rack = Counter(player.rack)
    jokers = rack[JOKER]
    if not replay.rules.flower_jokers and live.tile == FLOWER:
        jokers = 0
    groups = []
    for size in range(SMALLEST, LARGEST + 1):
        for naturals in range(min(rack[live.tile], size - 1), -1, -1):
            wild = size - 1 - naturals
            if wild > jokers:
                break
            group = (live.tile,) * (naturals + 1) + (JOKER,) * wild
            if _accepted(replay, person, group):
                groups.append(group)
    return groups


def may_expose(replay: HandReplay, person: str, group: tuple[int, ...]) -> bool:
    """Whether a player may lay down that group with the live discard, the tiles held or not."""
    live, player = replay.state.live, replay.state.players[person]
    if live is None or player.dead is not None or live.tile in (JOKER, UNKNOWN):
        return False
    if window_fault(replay, person, live.p, live.tile, "expose") is not None:
        return False
    return group[0] == live.tile and _accepted(replay, person, group)


def _accepted(replay: HandReplay, person: str, group: tuple[int, ...]) -> bool:
    card = replay.card
    if card is None:
        return True
    shown = replay.state.players[person].shown
    jokers = group.count(JOKER)
    if not group_allowed(card, shown, group[0], len(group), jokers=jokers):
        return False
    # the claimed tile lies on the floor already; those of the rack become visible
    visible = replay.state.visible()
    visible[group[0]] += len(group) - jokers - 1
    return not dead_test(card, [*shown, Exposure(group[0], group)], visible).dead


def exchanges(replay: HandReplay, person: str) -> list[Exchange]:
    """Return the joker exchanges that a player may make now."""
    state, player = replay.state, replay.state.players[person]
    if player.dead is not None or not (state.turn == person and state.taken):
        return []
    found = []
    for owner in state.order:
        other = state.players[owner]
        for i, exposure in enumerate(other.exposures):
            there = i not in other.returned and JOKER in exposure.tiles
            if there and exposure.kind != UNKNOWN and exposure.kind in player.rack:
                found.append(Exchange(person, owner, i, exposure.kind))
    return found


def may_challenge(replay: HandReplay, person: str, of: str) -> Verdict | None:
    """Return what a challenge would find, None where the player may not challenge."""
    state = replay.state
    allowed = replay.rules.challenges and person != of
    if not allowed or state.players[person].dead is not None or state.players[of].dead is not None:
        return None
    return verdict(replay, of)
