"""What the rules demand for an error at the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from ..codes import (
    CHOMBO,
    DEAD_HAND,
    DICE,
    DISCARD,
    DRAW,
    EMPTY_CALL,
    FALSE_ACCUSATION,
    FALSE_WIN,
    HAND_DESTROYED,
    NOTEN_RIICHI,
    OUT_OF_TURN_DRAW,
    PEEK,
    PEEK_URA,
    RIICHI,
    RON_BAN,
    RULING,
    SHOWN_TILES,
    SWAP_CALL,
    TOO_FEW_TILES,
    TOO_MANY_TILES,
    UNPLAYABLE,
    WRONG_BREAK,
    WRONG_CALL,
    WRONG_INDICATOR,
    WRONG_MELD_PLACE,
    WRONG_RIICHI,
)
from ..tiles import KIND
from .incident_record import CALLS, NOBODY, Entry, RoundFacts

__all__ = ["CONSEQUENCE_KINDS", "Due", "verdict"]

Consequence = Literal["nothing", "dead_hand", "chombo", "ron_ban", "redeal"]

#: Kind of a recorded consequence → its name.
CONSEQUENCE_KINDS: Final[dict[int, Consequence]] = {
    DEAD_HAND: "dead_hand", CHOMBO: "chombo", RON_BAN: "ron_ban",
}  # fmt: skip

#: Errors whose verdict is a parameter of the rules and depends on nothing else.
_PLAIN: Final[dict[int, str]] = {
    WRONG_CALL: "wrong_call", EMPTY_CALL: "empty_call", FALSE_ACCUSATION: "false_accusation",
    TOO_MANY_TILES: "too_many_tiles", TOO_FEW_TILES: "too_few_tiles", UNPLAYABLE: "unplayable",
    SWAP_CALL: "kuikae_verdict",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Due:
    """A consequence that the rules demand.

    Attributes:
        error: What it follows from.
        kind: What it is.
        seat: Who bears it.
        is_void: A chombo ends the hand; False where only the penalty is taken.
        tiles: Kinds of tiles that may not be ronned.
        code: The finding when it is missing, "" for that of the error's kind.
    """

    error: Entry
    kind: Consequence
    seat: int
    is_void: bool = True
    tiles: frozenset[int] = frozenset()
    code: str = ""


def verdict(facts: RoundFacts, error: Entry) -> Due:
    """Return what an error of a round leads to.

    An error of somebody unknown leads to nothing: nobody can bear a consequence. Where the
    record does not say which of two forms an error had (its flag), and nothing else tells it,
    the consequence that was recorded tells it if one of the forms leads to it.
    """
    due = _verdict(facts, error)
    if error.flag >= 0 or not _is_open(facts, error):
        return due
    recorded = {CONSEQUENCE_KINDS[e.kind] for e in facts.of(*CONSEQUENCE_KINDS)
                if e.seat == error.seat}  # fmt: skip
    if not recorded or due.kind in recorded:
        return due
    forms = (_verdict(facts, replace(error, flag=flag)) for flag in (0, 1))
    return next((replace(form, error=error) for form in forms if form.kind in recorded), due)


def _is_open(facts: RoundFacts, error: Entry) -> bool:
    """Tell whether only its flag says which form an error had."""
    if error.kind == OUT_OF_TURN_DRAW:
        return not any(facts.kind(e) in (DISCARD, *CALLS) for e in facts.events(error.event))
    return error.kind in (SHOWN_TILES, PEEK, PEEK_URA, HAND_DESTROYED)


def _verdict(facts: RoundFacts, error: Entry) -> Due:
    rules, kind = facts.rules, error.kind
    name = "nothing"
    seat = error.seat
    if kind in _PLAIN:
        name = getattr(rules, _PLAIN[kind])
    elif kind == WRONG_MELD_PLACE:
        ruled = any(entry.kind == RULING for entry in facts.entries)
        name = "nothing" if error.flag == 0 or ruled else rules.wrong_meld_place
    elif kind == SHOWN_TILES:
        return _shown_tiles(facts, error)
    elif kind == OUT_OF_TURN_DRAW:
        after = error.flag == 1 or (error.flag < 0 and _discards_next(facts, error))
        name = rules.out_of_turn_discard if after else rules.out_of_turn_draw
    elif kind == WRONG_BREAK:
        in_time = error.flag == 0 or (error.flag < 0 and not facts.is_begun(error.event))
        redealt = in_time and rules.wrong_break == "redeal"
        return Due(error, "redeal" if redealt else "nothing", seat)
    elif kind in (PEEK, PEEK_URA):
        name = rules.peek_first_time if error.flag == 1 else rules.peek
    elif kind == HAND_DESTROYED:
        confirmed = error.flag == 1
        name = rules.break_before_settlement if confirmed else rules.break_before_confirmation
    elif kind == FALSE_WIN:
        name = rules.false_ron_beside_win if _beside_win(facts, error) else rules.false_win
    elif kind == NOTEN_RIICHI and not facts.wins:
        name = rules.noten_riichi
    elif kind == WRONG_RIICHI and not _after_dice(facts, error):
        name = rules.wrong_riichi
    elif kind == WRONG_INDICATOR and rules.wrong_indicator == "dealer_chombo":
        name, seat = "chombo", facts.dealer
    return _due(error, name, seat)


def _due(error: Entry, name: str, seat: int) -> Due:
    if seat == NOBODY or name in ("none", "nothing"):
        return Due(error, "nothing", seat)
    if name == "dead_hand":
        return Due(error, "dead_hand", seat)
    return Due(error, "chombo", seat, is_void=name != "penalty")


def _shown_tiles(facts: RoundFacts, error: Entry) -> Due:
    """By accident it matters only when an opponent named it and the rules know the ban.

    Where the record does not say who named it, or which tiles were seen, a recorded ban does.
    """
    if error.flag == 1:
        return _due(error, facts.rules.shown_tiles, error.seat)
    if error.seat == NOBODY or not facts.rules.shown_tile_ron_ban:
        return Due(error, "nothing", error.seat)
    ban = next((e for e in facts.of(RON_BAN) if e.seat in (error.seat, NOBODY)), None)
    # who named it, or which tiles it were, may not be recorded: a ban tells that somebody did
    named = error.by_seat not in (NOBODY, error.seat) or (error.by_seat == NOBODY and ban)
    shown = error.tiles or (ban.tiles if ban else ())
    if named and shown:
        tiles = frozenset(int(KIND[t]) for t in shown)
        return Due(error, "ron_ban", error.seat, tiles=tiles)
    return Due(error, "nothing", error.seat)


def _discards_next(facts: RoundFacts, error: Entry) -> bool:
    """Tell whether the seat goes on to discard before anybody else acts."""
    for e in facts.events(error.event):
        if facts.kind(e) == DRAW and facts.seat(e) == error.seat:
            continue  # the draw itself
        if facts.kind(e) in (DRAW, DISCARD, *CALLS):
            return facts.kind(e) == DISCARD and facts.seat(e) == error.seat
    return False


def _beside_win(facts: RoundFacts, error: Entry) -> bool:
    """Tell whether somebody else really wins on the same tile."""
    others = [event for _, event, winner, *_ in facts.wins if winner != error.seat]
    between = range(error.event, others[0]) if others else ()
    return bool(others) and not any(
        facts.kind(e) in (DRAW, DISCARD, *CALLS) for e in facts.events(facts.first) if e in between
    )


def _after_dice(facts: RoundFacts, error: Entry) -> bool:
    """Tell whether the dice of the next hand were thrown before the error was named."""
    declared = (facts.kind(e) == RIICHI and facts.seat(e) == error.seat for e in facts.events(0))
    if not any(declared):
        return True  # named in a later round
    for entry in facts.entries:
        if entry is error:
            return False
        if entry.kind == DICE and entry.event >= facts.last:
            return True
    return False
