"""Claims of the live discard: the window, priority, exposures and their amendment."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from ..card import Exposure
from ..model import Amend, Challenge, Claim, Event, Exchange, Mahjong, Retract, Settle
from ..state import Flaw, natural_kind
from ..tiles import JOKER, UNKNOWN, format_tile, format_tiles, tile_name
from . import exchanges, exposures, slips, turns

if TYPE_CHECKING:
    from ..replay import HandReplay

__all__ = ["Placed", "amend", "before", "claim", "close", "undo"]

#: Tiles of the last of the four walls.
LAST_WALL: Final = 38
#: How words begin that are no claim yet, in English, Japanese and Chinese.
HOLDS: Final = ("hold", "wait", "one moment", "just a moment", "待", "ちょっと", "等", "稍")
#: Words that make one of them a claim all the same.
CLAIMS: Final = (
    "call", "take", "want", "pung", "pong", "kong", "quint", "sext", "mahj", "ポン", "カン", "碰",
    "杠", "昆",
)  # fmt: skip


@dataclass(slots=True)
class Placed:
    """An exposure that was laid down with the live discard and may still change.

    Attributes:
        p: Claimant. of: Discarder. exposure: Its index. tile: The tile claimed.
        own: Tiles that came from the rack. event: Index of the claim.
        turn, taken, also: What they were before.
        wrong_form: Whether the group is none, so that tiles missing for it follow from that.
        misnamed: Whether it was laid down on the wrong name of the discard.
        jokers: Jokers that the claimant has exchanged since: they do not pay for the claim.
    """

    p: str
    of: str
    exposure: int
    tile: int
    own: list[int]
    event: int
    turn: str | None
    taken: bool
    also: set[str]
    wrong_form: bool = False
    misnamed: bool = False
    jokers: int = 0


def window_fault(
    replay: HandReplay, person: str, of: str | None, tile: int, purpose: str
) -> tuple[str, str] | None:
    """Return the code and the words of what forbids a claim, None if nothing does."""
    state, rules = replay.state, replay.rules
    live = state.live
    late = "CLM-01" if purpose == "expose" else "MJ-08"
    if person == of:
        return "DISC-03", f"claims the own {tile_name(tile)}"
    closed = live is not None and not live.open and live.closed_by != person
    if live is None or live.p != of or (closed and live.error_by is None):
        return late, f"{tile_name(tile)} of {of} is not the live discard"
    if live.tile == JOKER and live.named is None:
        return "CLM-02", "the live discard is a joker"
    if UNKNOWN not in (tile, live.tile) and tile not in (live.tile, live.named):
        if live.doubtful:
            replay.skip(f"A-{late}", "the discard cannot have been the one recorded")
            return None
        return late, f"{tile_name(tile)} claimed, {tile_name(live.tile)} is the live discard"
    undone = live.offence == "out_of_turn" and rules.out_of_turn_exposure == "undone"
    if purpose == "expose" and undone:
        return late, f"{tile_name(tile)} was discarded out of turn and goes back at this table"
    if purpose == "expose" and live.error_by is not None:
        return late, f"the tile stays with the dead hand of {live.error_by}"
    return _table_rule(state.wall_left, rules.cold_wall, rules.last_discard_exposure, purpose)


def _table_rule(left: int, cold: str, last: str, purpose: str) -> tuple[str, str] | None:
    if left < LAST_WALL and cold != "none":
        if purpose == "expose":
            return "CLM-01", "no exposures in the last wall at this table"
        if cold != "mahjong_only":
            return "MJ-08", "no claims in the last wall at this table"
    if purpose == "expose" and not left and last == "forbid":
        return "CLM-01", "no exposure of the last discard at this table"
    return None


def claim(replay: HandReplay, event: Claim) -> None:
    """Note a claim; lay the exposure down where tiles are named."""
    replay.begin_play(event)
    event = _as_named(replay, event)
    state = replay.state
    dead = replay.player(event.p).dead is not None
    if dead and event.purpose == "expose":
        turns.report_dead(replay, event.p, "claim")
    fault = None
    slips.before_claim(replay, event.of)
    laid = event.tiles is not None or event.size is not None
    discarded = None
    if laid and event.purpose == "expose":
        discarded = slips.behind_its_discard(replay, event.p, event.of, event.tile)
    if not dead:
        replay.acting_dead = None
        fault = window_fault(replay, event.p, event.of, event.tile, event.purpose)
    if fault:
        replay.fault(fault[0], event.p, fault[1], recorded=format_tile(event.tile))
    # "hold" or "wait" reserves nothing unless the table says so
    only_hold = _is_hold(event.said) and not laid
    asks = replay.rules.hold_gives_priority or not only_hold
    if state.live is not None and not fault and asks:
        state.live.asked.append((event.p, event.purpose))
    if event.purpose == "mahjong":
        replay.claim_faults[event.p] = (replay.index, bool(fault))
    elif laid:
        if not fault and not dead:
            _check_priority(replay, event)
        _place(replay, event, faulty=bool(fault))
        if discarded is not None:
            _fix(replay, event.p)
            slips.after_own_discard(replay, discarded)


def _is_hold(said: str | None) -> bool:
    """Whether words only ask the others to wait.

    >>> [_is_hold(said) for said in ("Hold!", "wait a moment", "hold on, I'll take it", "call")]
    [True, True, False, False]
    """
    words = (said or "").lower().strip()
    return words.startswith(HOLDS) and not any(word in words for word in CLAIMS)


def _as_named(replay: HandReplay, event: Claim) -> Claim:
    """Return a claim by the name that its exposure was laid down for, where that was wrong."""
    live = replay.state.live
    if live is None or live.named is None or event.tile != live.tile or not event.tiles:
        return event
    if live.tile in event.tiles or live.named not in event.tiles:
        return event
    return replace(event, tile=live.named)


def _check_priority(replay: HandReplay, event: Claim) -> None:
    """Report an exposure laid down although the tile belonged to another claimant."""
    state = replay.state
    live = state.live
    assert live is not None
    others = [(p, what) for p, what in live.asked if p != event.p and not replay.player(p).dead]
    for_mahjong = [p for p, what in others if what == "mahjong"]
    mine = state.distance(live.p, event.p)
    nearer = [p for p, _ in others if state.distance(live.p, p) < mine]
    due = None
    if for_mahjong:
        due = for_mahjong[0]
    elif live.holder not in (None, event.p):
        keeps = replay.rules.priority_shown == "keeps"
        holder = str(live.holder)
        due = holder if keeps or state.distance(live.p, holder) < mine else None
    elif nearer and live.holder is None:
        due = min(nearer, key=lambda p: state.distance(live.p, p))
    if due is not None:
        replay.fault(
            "CLM-06", event.p, f"exposes although {due} has the claim",
            recorded=event.p, expected=due,
        )  # fmt: skip


def _place(replay: HandReplay, event: Claim, *, faulty: bool) -> None:
    """Lay the group on the table and give the claimant the turn."""
    state, player = replay.state, replay.player(event.p)
    live = state.live
    if live is not None and live.holder is not None and replay.claimed is not None:
        undo(replay)  # another's, or the own one that is laid down anew
    replay.slips.misread = None
    tile = _take_from_floor(replay, event)
    # of an exposure that is known by its size the claimed tile alone is known
    tiles = list(event.tiles or [event.tile] + [UNKNOWN] * ((event.size or 1) - 1))
    named = tile if _slip_of_the_tile(replay, event) else event.tile
    own = _own(tiles, tile, named)
    form = exposures.form_fault(tiles, named, replay.rules)
    misnamed = live is not None and live.named is not None and event.tile == live.named
    if misnamed and live is not None:
        # laid down on the wrong name: what lies there is the tile itself
        if event.tile in tiles:
            tiles[tiles.index(event.tile)] = tile
        if replay.rules.misname_exposure == "dead_claimant":
            player.flaws.append(Flaw(replay.index, "misname", len(player.exposures)))
    replay.claimed = Placed(
        event.p, event.of, len(player.exposures), tile, own, replay.index,
        state.turn, state.taken, set(state.also), form is not None, misnamed,
    )  # fmt: skip
    if form is not None and form[0] == "CLM-05":
        replay.unsure = True  # whether the claimed tile or another one lies there
    _lay(replay, event.p, own, faulty or form is not None)
    kind = named if named not in (JOKER, UNKNOWN) else natural_kind(tiles)
    player.exposures.append(Exposure(kind, tuple(tiles)))
    state.unlocked = (event.p, len(player.exposures) - 1, replay.index)
    # what a dead hand does is undone, or the play goes on behind it
    also = {state.turn} if player.dead is not None and state.turn is not None else set()
    state.turn, state.taken, state.also = event.p, True, also
    state.exchanged = None
    if live is not None:
        live.holder = event.p


def _slip_of_the_tile(replay: HandReplay, event: Claim) -> bool:
    """Whether the group holds the live discard though the claim names another tile."""
    live = replay.state.live
    return (
        live is not None
        and live.p == event.of
        and event.tile not in (live.tile, live.named, UNKNOWN)
        and live.tile in (event.tiles or ())
        and event.tile not in (event.tiles or ())
    )


def _take_from_floor(replay: HandReplay, event: Claim) -> int:
    """Take the claimed tile off the floor; return which it is."""
    state = replay.state
    live = state.live
    same = live is not None and event.tile in (live.tile, live.named, UNKNOWN)
    same = same or _slip_of_the_tile(replay, event)
    if live is not None and live.p == event.of and same:
        if live.error_by is not None:
            replay.player(live.error_by).lose(live.tile)  # it lies with that hand
        elif state.floor and state.floor[-1] == (live.p, live.tile):
            state.floor.pop()
        return live.tile
    for place in range(len(state.floor) - 1, -1, -1):
        if state.floor[place] == (event.of, event.tile):
            state.floor.pop(place)
            return event.tile
    if slips.discard_is_missing(replay, event.of, event.tile):
        return event.tile
    replay.unsure = True  # the tile comes from nowhere, which the claim's own fault says
    return event.tile


def _own(tiles: list[int], tile: int, said: int) -> list[int]:
    """Return the tiles of a group that came from the rack: all but the claimed one."""
    own = list(tiles)
    for claimed in (tile, said, UNKNOWN):
        if claimed in own:
            own.remove(claimed)
            return own
    return own[:-1]


def _lay(replay: HandReplay, person: str, own: list[int], wrong_form: bool) -> None:
    """Take the claimant's tiles off the rack; report those that are not there."""
    player = replay.player(person)
    missing = [tile for tile in own if not player.lose(tile)]
    if not missing:
        return
    if wrong_form or replay.unsure:
        replay.unsure = True
        replay.skip("A-CLM-07", "the exposure or an earlier tile is not as recorded")
        return
    replay.fault(
        "CLM-07", person, f"{format_tiles(missing)} not held when claiming",
        recorded=format_tiles(own),
    )  # fmt: skip
    player.flaws.append(Flaw(replay.index, "CLM-07", len(player.exposures)))


def undo(replay: HandReplay) -> None:
    """Take an exposure back that another claim beats, or that is withdrawn."""
    placed, state = replay.claimed, replay.state
    if placed is None:
        return
    player = replay.player(placed.p)
    player.exposures.pop(placed.exposure)
    for flaw in player.flaws:
        if flaw.code == "misname" and flaw.exposure == placed.exposure:
            flaw.exposure = None  # the tiles were shown, wherever they are now
    player.flaws = [f for f in player.flaws if f.exposure != placed.exposure]
    for tile in placed.own:
        player.gain(tile)
    state.floor.append((placed.of, placed.tile))
    state.turn, state.taken, state.also = placed.turn, placed.taken, placed.also
    state.unlocked = replay.claimed = None
    if state.live is not None:
        state.live.holder = None
        state.live.asked = [(p, what) for p, what in state.live.asked if p != placed.p]


# --- amendment and the lock


def amend(replay: HandReplay, event: Amend) -> None:
    """Change an exposure; after it is fixed that is a fault."""
    state, player = replay.state, replay.player(event.p)
    if not 0 <= event.i < len(player.exposures) or event.i in player.returned:
        replay.fault("CLM-08", event.p, f"there is no exposure {event.i + 1}", recorded=event.i)
        return
    before_ = player.exposures[event.i]
    added = Counter(event.tiles) - Counter(before_.tiles)
    removed = Counter(before_.tiles) - Counter(event.tiles)
    if exchanges.put_right(replay, event, list(added.elements()), list(removed.elements())):
        return
    unlocked = state.unlocked is not None and state.unlocked[:2] == (event.p, event.i)
    if not unlocked:
        replay.fault(
            "CLM-08", event.p, f"exposure {event.i + 1} changed to {format_tiles(event.tiles)}",
            recorded=format_tiles(event.tiles), expected=format_tiles(before_.tiles),
        )  # fmt: skip
    if unlocked:
        _check_price(replay, event.p, added[JOKER])
    for tile in removed.elements():
        player.gain(tile)
    _lay(replay, event.p, list(added.elements()), wrong_form=not unlocked)
    if unlocked and replay.claimed is not None:
        replay.claimed.own = _own(event.tiles, replay.claimed.tile, replay.claimed.tile)
    player.exposures[event.i] = Exposure(before_.kind, tuple(event.tiles))


def _check_price(replay: HandReplay, person: str, jokers: int) -> None:
    """Report jokers that were exchanged after the claim and complete its group (CLM-07)."""
    placed, rack = replay.claimed, replay.player(person).rack
    if placed is None or not jokers or UNKNOWN in rack or replay.unsure:
        return
    if jokers > rack.count(JOKER) - placed.jokers:
        replay.fault(
            "CLM-07", person, "a joker that was exchanged after the claim completes the group",
            recorded=format_tile(JOKER),
        )  # fmt: skip
        replay.player(person).flaws.append(Flaw(replay.index, "CLM-07", placed.exposure))


def before(replay: HandReplay, event: Event) -> None:
    """Fix an exposure once what comes next says that it stands."""
    unlocked = replay.state.unlocked
    if unlocked is None:
        return
    person, mine = unlocked[0], getattr(event, "p", None) == unlocked[0]
    if isinstance(event, (Amend, Retract)) and mine:
        return
    if isinstance(event, (Claim, Settle)) and not mine:
        return  # another claim may beat it
    live = replay.state.live
    if isinstance(event, Claim) and live is not None and live.holder == person == event.p:
        return  # laid down anew
    if isinstance(event, Mahjong) and not mine and event.how in ("discard", None):
        return
    if isinstance(event, Exchange) and mine and replay.rules.exposure_lock == "discard":
        return
    if isinstance(event, Challenge):
        return
    _fix(replay, person)


def close(replay: HandReplay) -> None:
    """Fix what is still open at the end of the record."""
    if replay.state.unlocked is not None:
        _fix(replay, replay.state.unlocked[0])


def _fix(replay: HandReplay, person: str) -> None:
    assert replay.state.unlocked is not None
    _, index, event = replay.state.unlocked
    player = replay.player(person)
    placed = replay.claimed
    tile = placed.tile if placed is not None else UNKNOWN
    replay.state.unlocked = replay.claimed = None
    if placed is not None and placed.misnamed:
        return  # the discard was misnamed, which has its own finding
    exposures.check(replay, person, index, tile, event)
    said = replay.events[event]
    if isinstance(said, Claim) and index < len(player.exposures):
        size = len(player.exposures[index].tiles)
        if exposures.SMALLEST <= size <= exposures.LARGEST:
            exposures.check_words(replay, person, said.said, size, event)
