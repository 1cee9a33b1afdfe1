"""Declarations of mahjong: right ones, and wrong ones until the record says what came of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..model import Challenge, Claim, Discard, Event, Mahjong, Retract
from ..tiles import JOKER, UNKNOWN, format_tiles
from . import announced, claims, mahjong_error, priority
from .exposures import FATAL
from .judging import Judgement, judge

if TYPE_CHECKING:
    from ..replay import HandReplay, ResultKind
    from ..state import Live

__all__ = ["Declaration", "before", "close", "declare"]


@dataclass(slots=True)
class Declaration:
    """A declaration whose outcome is not yet known.

    Attributes:
        event: Its index. p: Who declared. said: The event itself.
        how: ``discard``, ``self_pick``, ``exchange``, ``heavenly`` or ``earthly`` as it was.
        off: The discarder. tile: The tile it was declared on, None on a self-pick.
        took: Whether that tile went from the floor to the rack.
        misnamed: Whether it was declared on the wrong name of the live discard.
        offence: What was wrong with the discard itself (see :class:`~.state.Live`).
        fault: Code and words of what forbids it, whatever the tiles are.
        judgement: What the card says.
        disputed: Codes already reported at the claim.
    """

    event: int
    p: str
    said: Mahjong
    how: str
    off: str | None
    tile: int | None
    took: bool
    misnamed: bool
    misnamed_joker: bool
    offence: str | None
    fault: tuple[str, str] | None
    judgement: Judgement
    reported: bool


def declare(replay: HandReplay, event: Mahjong) -> None:
    """Note a declaration; the next event or the settlement says whether it stood."""
    if replay.level == "result":
        _as_told(replay, event)
        return
    opening = not replay.state.discards and not replay.state.legs
    replay.begin_play(event)
    state, player = replay.state, replay.player(event.p)
    in_turn = state.turn == event.p and state.taken
    claimed = event.how is None or event.p in replay.claim_faults
    on_discard = event.how == "discard" or (claimed and not in_turn)
    fault: tuple[str, str] | None = None
    reported = False
    live = state.live
    tile: int | None = None
    off: str | None = None
    misnamed = took = False
    if on_discard and in_turn and state.exchanged == event.p:
        on_discard = False  # a joker exchange was the last move: a self-pick, whatever was said
    if on_discard:
        off = event.off or (live.p if live is not None else None)
        tile, reported, misnamed = _claimed(replay, event.p, live)
        if not reported:
            fault = claims.window_fault(replay, event.p, off, tile, "mahjong")
        if fault is None and not reported and live is not None:
            priority.check_mahjong(replay, event.p, misnamed=misnamed, live=live)
        took = _take(replay, event.p, off, tile, misnamed=misnamed)
    elif not in_turn:
        fault = ("MJ-08", f"declares without a fourteenth tile, {state.turn} has the turn")
    how = _how(replay, event, on_discard=on_discard, opening=opening)
    if how == "exchange" and replay.rules.exchange_win == "forbid":
        fault = fault or ("MJ-09", "won by a joker exchange")
    if player.dead is not None:
        fault, reported = ("MJ-07", f"the hand is dead: {player.dead}"), False
    judgement = _judge(replay, event, tile if misnamed else None)
    if took and judgement.right is False and live is not None and live.named is not None:
        by_name = _judge(replay, event, live.named, but=live.tile)
        if by_name.right:  # the tile that was named is meant, whichever the record calls it
            _give_back(replay, event.p, live)
            judgement, misnamed, took = by_name, True, False
    replay.declared = Declaration(
        replay.index, event.p, event, how, off, tile, took, misnamed,
        misnamed and live is not None and live.tile == JOKER,
        live.offence if live is not None and on_discard else None,
        fault, judgement, reported,
    )  # fmt: skip


def _as_told(replay: HandReplay, event: Mahjong) -> None:
    """Take a declaration of a record of results for what it says.

    Of the play such a record holds at most a wrong discard that was won on.
    """
    how = event.how or ("discard" if event.off is not None else "self_pick")
    live = replay.state.live if how == "discard" else None
    misnamed = live is not None and live.named not in (None, live.tile)
    judgement = Judgement(None, detail="a record of results holds no tiles")
    if event.tiles:
        judgement.jokerless = JOKER not in event.tiles
    fault: tuple[str, str] | None = None
    if event.off == event.p:
        fault = ("DISC-03", "wins on the own discard")
    elif how in ("heavenly", "earthly") and event.p != replay.state.east:
        fault = ("MJ-08", f"{how}, and only East is dealt a fourteenth tile")
    elif replay.player(event.p).dead is not None:
        fault = ("MJ-07", f"the hand is dead: {replay.player(event.p).dead}")
    replay.declared = Declaration(
        replay.index, event.p, event, how, event.off, None, False, misnamed,
        misnamed and live is not None and live.tile == JOKER,
        live.offence if live is not None else None, fault, judgement, False,
    )  # fmt: skip


def _claimed(replay: HandReplay, person: str, live: Live | None) -> tuple[int, bool, bool]:
    """Return the tile that is claimed, whether a fault was reported, whether by a wrong name."""
    claim = replay.claim_faults.pop(person, None)
    if claim is not None:
        index, faulty = claim
        said = replay.events[index]
        tile = said.tile if isinstance(said, Claim) else UNKNOWN
    elif live is not None:
        tile, faulty = live.tile if live.named is None else live.named, False
    else:
        return UNKNOWN, False, False
    misnamed = (
        live is not None and live.named is not None and tile == live.named and tile != live.tile
    )
    return tile, faulty, misnamed


def _take(replay: HandReplay, person: str, off: str | None, tile: int, *, misnamed: bool) -> bool:
    """Move the tile to the declarer's rack; return whether it came from the floor."""
    state = replay.state
    live = state.live
    if misnamed:
        return False
    if live is not None and live.holder not in (None, person):
        claims.undo(replay)
    if live is not None and live.error_by is not None:
        # it lies with the hand that declared on it in error
        if replay.player(live.error_by).lose(live.tile):
            replay.player(person).gain(live.tile)
        return False
    for place in range(len(state.floor) - 1, -1, -1):
        who, what = state.floor[place]
        if who == off and (what == tile or UNKNOWN in (what, tile)):
            state.floor.pop(place)
            replay.player(person).gain(what if what != UNKNOWN else tile)
            return True
    replay.unsure = True
    return False


def _how(replay: HandReplay, event: Mahjong, *, on_discard: bool, opening: bool) -> str:
    """Return how the hand was won as the record shows it."""
    state = replay.state
    if on_discard:
        return "discard"
    if state.exchanged == event.p:
        return "exchange"
    if not state.discards and event.p == state.east:
        return "heavenly" if opening or event.how == "heavenly" else "earthly"
    return "self_pick"


def _judge(
    replay: HandReplay, event: Mahjong, named: int | None, *, but: int | None = None
) -> Judgement:
    """Match the hand; shown tiles go before the rack where the rack is not known.

    Args:
        named: The tile of a wrong name that counts beside the rack.
        but: The tile of the rack that does not count.
    """
    player = replay.player(event.p)
    rack = list(player.rack)
    if but in rack:
        rack.remove(but)
    if named is not None:
        rack.append(named)
    known = UNKNOWN not in rack and not player.owed
    if event.tiles and event.shown != "group":
        if known and not replay.unsure and Counter(event.tiles) != Counter(rack):
            odd = Counter(event.tiles) - Counter(rack)
            replay.missing(
                "SET-03", event.p, f"shows {format_tiles(odd.elements())} that are not on the rack",
                recorded=format_tiles(event.tiles),
            )  # fmt: skip
        rack = list(event.tiles)
    elif replay.unsure and known:
        found = judge(replay.card, rack, player.shown, replay.rules)
        if found.right is False:
            return Judgement(None, detail="an earlier tile of this hand is not as recorded")
        found.jokerless, found.detail = None, "an earlier tile of this hand is not as recorded"
        return found
    elif player.owed:
        return Judgement(None, detail="the winning hand is not known for certain")
    found = judge(replay.card, rack, player.shown, replay.rules)
    if player.excess and found.right is False:
        return Judgement(None, detail="the number of tiles was found wrong before")
    return found


# --- what came of it


def before(replay: HandReplay, event: Event) -> None:
    """See from the next event whether an open declaration was taken for an error."""
    open_ = replay.declared
    if open_ is None or isinstance(event, Challenge):
        return
    if isinstance(event, Claim) and event.p != open_.p and event.purpose == "mahjong":
        return
    replay.declared = None
    other = isinstance(event, Mahjong) and event.p != open_.p
    if isinstance(event, Retract) and event.p == open_.p and event.what == "mahjong":
        taken_back(replay, open_)
    elif (
        isinstance(event, Claim)
        and event.p == open_.p
        and (open_.said.shown == "none" or _may_become_exposure(replay, open_))
    ):
        taken_back(replay, open_)  # becomes an exposure
    elif isinstance(event, Discard) and event.p == open_.p and _stays_exposed(replay, open_):
        pass
    elif other and replay.level == "result":
        mahjong_error.in_error(replay, open_)  # of two declarations the last one ends the hand
    elif other and open_.judgement.right is not False and not open_.fault:
        put_back(replay, open_)  # another has the better claim
    elif open_.said.shown == "none":
        _in_words_only(replay, open_, event)
    else:
        mahjong_error.in_error(replay, open_)


def _may_become_exposure(replay: HandReplay, declaration: Declaration) -> bool:
    """Whether the group shown may stay as an exposure."""
    return declaration.said.shown == "group" and replay.rules.error_becomes_exposure


def _stays_exposed(replay: HandReplay, declaration: Declaration) -> bool:
    """Let the group shown with the claimed tile stay as an exposure: the declarer discards."""
    live, state = replay.state.live, replay.state
    if live is None or declaration.misnamed or not _may_become_exposure(replay, declaration):
        return False
    if live.holder == declaration.p:
        return True  # it was laid down with a claim
    if not declaration.took or declaration.off is None:
        return False
    tiles = declaration.said.tiles
    if tiles is not None and live.tile in tiles:
        put_back(replay, declaration)
        group = Claim(
            declaration.p, live.tile, declaration.off, "expose", len(tiles), list(tiles)
        )  # fmt: skip
        claims.claim(replay, group)
        return True
    replay.skip("A-CLM-10", "the group that was shown is not recorded")
    live.holder = declaration.p
    state.turn, state.taken, state.also = declaration.p, True, set()
    return True


def _in_words_only(replay: HandReplay, declaration: Declaration, event: Event) -> None:
    """Nothing was shown: play goes on unless others reacted or a judge ruled."""
    if type(event).__name__ in ("ThrowIn", "Dead"):
        mahjong_error.in_error(replay, declaration)
    else:
        put_back(replay, declaration)


def taken_back(replay: HandReplay, declaration: Declaration) -> None:
    """Take a declaration back; after the whole hand was shown that is an error."""
    if declaration.said.shown == "all":
        mahjong_error.in_error(replay, declaration)
        return
    put_back(replay, declaration)


def _give_back(replay: HandReplay, person: str, live: Live) -> None:
    if replay.player(person).lose(live.tile):
        replay.state.floor.append((live.p, live.tile))


def put_back(replay: HandReplay, declaration: Declaration) -> None:
    """Put the claimed tile back where it lay; it is live again."""
    live = replay.state.live
    if declaration.took and live is not None and declaration.tile is not None:
        _give_back(replay, declaration.p, live)
        live.asked = [(p, what) for p, what in live.asked if p != declaration.p]


def close(replay: HandReplay) -> None:
    """Settle what an open declaration comes to when the hand ends with it."""
    open_ = replay.declared
    if open_ is None:
        return
    replay.declared = None
    if open_.judgement.right is not True or open_.fault:
        pay = replay.settle.pay if replay.settle is not None else {}
        lost = bool(pay) and pay.get(open_.p, 0) <= 0 and any(pay.values())
        if lost and open_.said.shown != "none":
            mahjong_error.in_error(replay, open_)
            return
    _win(replay, open_)


def _win(replay: HandReplay, open_: Declaration) -> None:
    """The record takes the declaration for a win: check it, and note the result."""
    from ..replay import HandResult

    if replay.result.kind in ("mahjong_in_error", "wrecked_wall"):
        return  # the hand was over before
    wrong = _report(replay, open_)
    if wrong is None:
        announced.check(replay, open_)
    kind: ResultKind = "win"
    if open_.misnamed:
        kind = "misname"
    elif open_.offence == "out_of_turn":
        kind = "out_of_turn"
    elif open_.offence == "wrong_end":
        kind = "wrong_end"
    line = announced.line_of(replay, open_)
    replay.state.phase = "over"
    replay.result = HandResult(
        kind=kind,
        winner=open_.p,
        how=open_.how,
        off=open_.off if open_.off != open_.p else None,
        line=open_.said.line_id,
        value=announced.value_of(replay, open_),
        jokerless=open_.said.jokerless,
        jokerless_true=open_.judgement.jokerless,
        no_bonus=None if line is None else line.no_bonus,
        payer=open_.off if kind != "win" else None,
        misnamed_joker=open_.misnamed_joker,
        event=open_.event,
        wrong=wrong,
    )


def _report(replay: HandReplay, open_: Declaration) -> str | None:
    """Report why the declaration is no win; return the code, None for a right one."""
    fault = why_not(replay, open_)
    if fault is None:
        if open_.judgement.right is None:
            replay.skip("A-MJ-01", open_.judgement.detail)
        return "claim" if open_.reported else None
    replay.fault(fault[0], open_.p, fault[1], recorded=open_.said.line_id, event=open_.event)
    return fault[0]


def why_not(replay: HandReplay, open_: Declaration) -> tuple[str, str] | None:
    """Return code and words of why a declaration is no win, None if it is one (or unknown)."""
    if open_.fault is not None:
        return open_.fault
    if open_.judgement.right:
        return None
    fatal = [flaw for flaw in replay.player(open_.p).flaws if flaw.code in FATAL]
    if fatal:
        return "MJ-07", f"an exposure is wrong ({fatal[0].code}) and nobody saw it"
    if open_.reported or open_.judgement.right is None:
        return None
    return open_.judgement.code, open_.judgement.detail
