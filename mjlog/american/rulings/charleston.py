"""Both Charlestons: passes, blind passes, IOU, courtesy, stop."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ..model import LEGS, Courtesy, Event, Mahjong, Pass, SecondCharleston
from ..tiles import JOKER, UNKNOWN, counted, format_tile, format_tiles
from . import dealing

if TYPE_CHECKING:
    from ..replay import HandReplay

__all__ = ["Passing", "close", "courtesy", "leg_order", "pass_tiles", "second", "stop"]

PASSED: Final = 3
#: Places to the right of the player who gets a pass, by the first letter of the leg.
PLACES: Final = {"R": 1, "O": 2, "L": 3}
DIRECTIONS: Final = {"R": "right", "O": "across", "L": "left"}


@dataclass(slots=True)
class Passing:
    """The leg on its way, and what was found so far.

    Attributes:
        leg: Name of the leg, None between legs. passes: (event index, pass) of it.
        moved: Whether its tiles have changed hands. owed: Tiles still owed by player (IOU).
        found: Codes that are reported once a hand. courtesies: Pairs that have passed.
        agreed: Whether a second Charleston was announced.
        returned: Jokers given back to a player who passed them in this leg.
        empty: (event index, player) of last passes without a tile.
    """

    leg: str | None = None
    passes: list[tuple[int, Pass]] = field(default_factory=list)
    moved: bool = False
    owed: dict[str, int] = field(default_factory=dict)
    found: set[str] = field(default_factory=set)
    courtesies: list[frozenset[str]] = field(default_factory=list)
    agreed: bool = False
    returned: dict[str, int] = field(default_factory=dict)
    empty: list[tuple[int, str]] = field(default_factory=list)


def leg_order(rule: str) -> tuple[str, ...]:
    """Return the legs in the order that the rules want, () where none is played."""
    if rule == "none":
        return ()
    return ("O1", "R1", *LEGS[2:]) if rule == "across_first" else LEGS


def _legs(replay: HandReplay) -> tuple[str, ...]:
    """Return the legs of this table: three players play none unless the wall is the fourth."""
    if len(replay.state.order) < 4 and replay.rules.charleston != "with_wall":
        return ()
    return leg_order(replay.rules.charleston)


# --- passes


def pass_tiles(replay: HandReplay, event: Pass) -> None:
    """Take note of a pass; the tiles of a leg change hands together."""
    dealing.close_deal(replay)
    passing = replay.passing
    if replay.state.phase == "play":
        _once(replay, "CH-04", event.p, f"pass {event.leg} during the play")
        return
    if event.leg != passing.leg:
        _end_leg(replay)
        _open_leg(replay, event)
    if passing.moved and passing.owed.get(event.p):
        _repay(replay, event)
        return
    if passing.moved and _gives_back(replay, event):
        return
    if event.p in {before.p for _, before in passing.passes}:
        replay.fault("CH-02", event.p, f"a second pass in leg {event.leg}", expected=PASSED)
        return
    _check_pass(replay, event)
    passing.passes.append((replay.index, event))
    if event.iou:
        passing.owed[event.p] = passing.owed.get(event.p, 0) + event.iou
    if len({p.p for _, p in passing.passes}) == len(replay.state.order):
        _move(replay)


def _open_leg(replay: HandReplay, event: Pass) -> None:
    """Check that the leg is the next one."""
    passing, state, legs = replay.passing, replay.state, _legs(replay)
    passing.leg, passing.moved = event.leg, False
    if replay.rules.charleston == "with_wall":
        replay.skip("A-CH-04", "a Charleston with the wall is not followed")
    elif not legs:
        _once(replay, "CH-04", event.p, "no Charleston is played at this table")
    elif event.leg in LEGS[3:] and state.stopped_by is not None:
        _once(
            replay, "CH-05", event.p, f"pass {event.leg} although {state.stopped_by} stopped it",
            recorded=event.leg,
        )  # fmt: skip
    elif "CH-04" not in passing.found:
        done = [leg for leg in legs if leg in state.legs]
        due = legs[len(done)] if len(done) < len(legs) else None
        if event.leg != due:
            _once(
                replay, "CH-04", event.p, f"pass {event.leg}, {due or 'no pass'} is due",
                recorded=event.leg, expected=due,
            )  # fmt: skip
    state.legs.append(event.leg)


def _once(
    replay: HandReplay,
    code: str,
    player: str | None,
    detail: str,
    *,
    recorded: object = None,
    expected: object = None,
) -> None:
    if code not in replay.passing.found:
        replay.passing.found.add(code)
        replay.fault(code, player, detail, recorded=recorded, expected=expected)


def _check_pass(replay: HandReplay, event: Pass) -> None:
    state = replay.state
    places = PLACES.get(event.leg[:1], 0)
    if len(state.order) == 4 and places and event.to != state.right(event.p, places):
        to = state.right(event.p, places)
        replay.fault(
            "CH-04", event.p, f"pass {event.leg} to {event.to}, {to} sits "
            f"{DIRECTIONS[event.leg[0]]}", recorded=event.to, expected=to,
        )  # fmt: skip
        replay.unsure = True  # the tiles may have gone the right way
    legs = _legs(replay)
    last = event.leg in (legs[2:3] + legs[5:6])
    if event.blind and (not last or event.blind > PASSED):
        what = f"{event.blind} tiles passed blind" if last else f"a blind pass in leg {event.leg}"
        replay.fault("CH-06", event.p, what, recorded=event.blind, expected=PASSED if last else 0)
    if JOKER in event.tiles:
        replay.fault("CH-01", event.p, f"leg {event.leg}", recorded=format_tiles(event.tiles))
    number = len(event.tiles) + event.iou
    if not number and last and replay.level == "full":
        replay.passing.empty.append((replay.index, event.p))  # perhaps nobody has a tile to pass
        return
    unknown = replay.level != "full" and not event.tiles
    if number != PASSED and not unknown:
        replay.fault("CH-02", event.p, f"leg {event.leg}", recorded=number, expected=PASSED)
        replay.unsure = True  # a tile may be missing in the record only


def _tiles(replay: HandReplay, event: Pass) -> list[int]:
    """Return the tiles of a pass; a public record may leave them out."""
    if event.tiles or replay.level == "full" or event.iou:
        return list(event.tiles)
    return [UNKNOWN] * PASSED


def _move(replay: HandReplay) -> None:
    """Let the tiles of the leg change hands: first all own tiles go, then all arrive."""
    passing, state = replay.passing, replay.state
    passing.moved = True
    incoming: dict[str, list[int]] = {p: [] for p in state.order}
    for index, event in passing.passes:
        tiles = _tiles(replay, event)
        own = tiles[: max(len(tiles) - event.blind, 0)]
        player = state.players[event.p]
        for tile in own:
            if not player.lose(tile):
                _not_held(replay, event, tile, index)
        if event.to in incoming:
            incoming[event.to] += tiles
    for index, event in passing.passes:
        tiles = _tiles(replay, event)
        for tile in tiles[max(len(tiles) - event.blind, 0) :]:
            arrived = incoming[event.p]
            if tile in arrived or UNKNOWN in arrived or (tile == UNKNOWN and arrived):
                arrived.remove(tile if tile in arrived else arrived[-1])
            elif not state.players[event.p].lose(tile):
                _not_held(replay, event, tile, index)
    for person, tiles in incoming.items():
        for tile in tiles:
            state.players[person].gain(tile)
    _count(replay)


def _not_held(replay: HandReplay, event: Pass | Courtesy, tile: int, index: int) -> None:
    if tile == JOKER:
        replay.unsure = True  # that a joker is passed is told already
        return
    person = event.p if isinstance(event, Pass) else None
    where = f"leg {event.leg}" if isinstance(event, Pass) else f"courtesy {event.pair}"
    if replay.missing("CH-03", person or "", f"{format_tile(tile)} in {where}"):
        replay.breaches[-1].event = index
        replay.breaches[-1].player = person


def _count(replay: HandReplay) -> None:
    """Hold a wrong number of tiles as explained by what was reported in the leg."""
    for person, player in replay.state.players.items():
        if person not in replay.dealing.wrong:
            player.excess = player.size - dealing.dealt(replay, person)


def _repay(replay: HandReplay, event: Pass) -> None:
    """Let a player pay a debt of the leg (IOU)."""
    passing = replay.passing
    if JOKER in event.tiles:
        replay.fault("CH-01", event.p, f"leg {event.leg}", recorded=format_tiles(event.tiles))
    if len(event.tiles) > passing.owed[event.p]:
        replay.fault(
            "CH-02", event.p, f"leg {event.leg}: more tiles than were owed",
            recorded=len(event.tiles), expected=passing.owed[event.p],
        )  # fmt: skip
    passing.owed[event.p] -= len(event.tiles)
    for tile in event.tiles:
        if not replay.player(event.p).lose(tile):
            _not_held(replay, event, tile, replay.index)
        replay.player(event.to).gain(tile)
    _count(replay)


def _gives_back(replay: HandReplay, event: Pass) -> bool:
    """Move a joker back to who passed it, or the tile that is given for it; whether it is that."""
    passing, jokers = replay.passing, len(event.tiles)
    passed = next((p for _, p in passing.passes if (p.p, p.to) == (event.to, event.p)), None)
    if passed is not None and event.tiles and set(event.tiles) == {JOKER}:
        if passed.tiles.count(JOKER) < jokers + passing.returned.get(event.to, 0):
            return False
        passing.returned[event.to] = passing.returned.get(event.to, 0) + jokers
        for breach in replay.breaches:
            at = replay.events[breach.event]
            if breach.code == "CH-01" and at is passed and not breach.note:
                breach.note = True
                breach.detail += ", given back"
    elif event.tiles and JOKER not in event.tiles and passing.returned.get(event.p, 0) >= jokers:
        passing.returned[event.p] -= jokers
    else:
        return False
    for tile in event.tiles:
        if not replay.player(event.p).lose(tile):
            _not_held(replay, event, tile, replay.index)
        replay.player(event.to).gain(tile)
    _count(replay)
    return True


def _end_leg(replay: HandReplay) -> None:
    """Close a leg: everybody has passed and debts are paid."""
    passing, state = replay.passing, replay.state
    if passing.leg is None:
        return
    if not passing.moved:
        gave = {event.p for _, event in passing.passes}
        for person in state.order:
            if person not in gave:
                replay.fault("CH-04", person, f"no pass in leg {passing.leg}", expected=passing.leg)
                replay.unsure = True
        _move(replay)
    nobody = all(not event.tiles for _, event in passing.passes)
    for index, person in passing.empty if not nobody else ():
        replay.fault(
            "CH-02", person, f"leg {passing.leg}", recorded=0, expected=PASSED, event=index
        )
        replay.unsure = True
    for person, owed in passing.returned.items():
        if owed:
            replay.fault(
                "CH-02", person, f"leg {passing.leg}: no tile for a joker that was given back",
                recorded=PASSED - owed, expected=PASSED,
            )  # fmt: skip
    for person, owed in passing.owed.items():
        if owed > 0 and not nobody:
            replay.fault(
                "CH-02", person, f"leg {passing.leg}: {owed} owed, not passed",
                recorded=PASSED - owed, expected=PASSED,
            )  # fmt: skip
    passing.leg, passing.passes, passing.owed = None, [], {}
    passing.returned, passing.empty = {}, []


def second(replay: HandReplay, event: SecondCharleston) -> None:
    """Note whether the second Charleston is played."""
    dealing.close_deal(replay)
    _end_leg(replay)
    state = replay.state
    state.second = True
    replay.passing.agreed = event.stop_by is None
    if event.stop_by is None:
        return
    state.stopped_by = event.stop_by
    if any(leg in state.legs for leg in LEGS[3:]):
        _once(
            replay, "CH-08", event.stop_by, f"stopped after {state.legs[-1]}",
            recorded=state.legs[-1],
        )  # fmt: skip


def courtesy(replay: HandReplay, event: Courtesy) -> None:
    """Let two opposite players exchange up to three tiles."""
    dealing.close_deal(replay)
    _end_leg(replay)
    _check_missing(replay, None)
    state, passing = replay.state, replay.passing
    pair = [p for p in event.pair if p in state.players]
    fault = _courtesy_fault(replay, event, pair)
    if fault:
        replay.fault("CH-07", None, fault, recorded=event.n)
    if frozenset(pair) in passing.courtesies:
        return
    passing.courtesies.append(frozenset(pair))
    given: dict[str, list[int]] = {}
    for person in pair:
        tiles = event.tiles.get(person)
        given[person] = list(tiles) if tiles is not None else [UNKNOWN] * (event.n or 0)
        if JOKER in given[person]:
            replay.fault("CH-01", person, "courtesy", recorded=format_tiles(given[person]))
        for tile in given[person]:
            if not state.players[person].lose(tile):
                _not_held(replay, event, tile, replay.index)
    if len(pair) == 2:
        for person, other in (pair, pair[::-1]):
            for tile in given[person]:
                state.players[other].gain(tile)
    _count(replay)


def _courtesy_fault(replay: HandReplay, event: Courtesy, pair: list[str]) -> str:
    state = replay.state
    if state.phase in ("play", "over"):
        return "during the play"
    if len(pair) != 2 or len(set(pair)) != 2 or state.right(pair[0], 2) != pair[1]:
        return f"{event.pair} do not sit opposite"
    if frozenset(pair) in replay.passing.courtesies:
        return f"{event.pair} pass twice"
    numbers = {len(tiles) for tiles in event.tiles.values()}
    if len(numbers) > 1 or (numbers and event.n is not None and numbers != {event.n}):
        return f"{' and '.join(str(len(t)) for t in event.tiles.values())} tiles"
    n = event.n if event.n is not None else next(iter(numbers), 0)
    if n > PASSED:
        return f"{n} tiles, three at most"
    if len(event.wish) == 2 and n != min(event.wish.values()):
        return f"{counted(n, 'tile')} with the smaller wish {min(event.wish.values())}"
    return ""


# --- the end


def _check_missing(replay: HandReplay, event: Event | None) -> None:
    """Report legs that are missing; ``event`` is what opens the play."""
    state, passing, legs = replay.state, replay.passing, _legs(replay)
    if not legs or passing.found & {"CH-04", "CH-05", "CH-08"}:
        return
    if replay.level == "result":
        return
    nothing = not state.legs
    if nothing and not state.second and isinstance(event, Mahjong) and event.p == state.east:
        return  # a Heavenly Hand waives the Charleston
    if nothing and replay.level != "full":
        replay.skip("A-CH-04", "the record holds no Charleston")
        return
    first = [leg for leg in legs[:3] if leg not in state.legs]
    begun = [leg for leg in legs[3:] if leg in state.legs]
    rest = [leg for leg in legs[3:] if leg not in state.legs]
    if first:
        _once(replay, "CH-04", None, f"{', '.join(first)} missing", expected=first[0])
    elif begun and rest:
        _once(replay, "CH-08", None, f"{', '.join(rest)} missing", expected=rest[0])
    elif passing.agreed and rest:
        _once(replay, "CH-04", None, "nobody stopped the second Charleston", expected=rest[0])


def close(replay: HandReplay, event: Event) -> None:
    """Close deal and Charleston before the first event of the play."""
    dealing.close_deal(replay)
    _end_leg(replay)
    _check_missing(replay, event)


def stop(replay: HandReplay) -> None:
    """Close a hand that ends before the play."""
    dealing.close_deal(replay)
    _end_leg(replay)
