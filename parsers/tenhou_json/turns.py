"""One player's lists of a round, draws and discards, as the turns that they make up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from mjlog.codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DRAW,
    KAKAN,
    KITA,
    PON,
    RIICHI,
    UNKNOWN,
)
from mjlog.errors import ParseError

from ..json_values import at, wrong
from .notation import CODES, NO_DISCARD, TSUMOGIRI, Call, parse_call, parse_tile

__all__ = ["Step", "Turn", "turns_of"]

#: A player has at most some 30 turns in a round.
MAX_ITEMS: Final = 80
_CLAIMS: Final = (CHI, PON, DAIMINKAN)
_OWN_KANS: Final = (ANKAN, KAKAN, KITA)

Note = Callable[[str, str], None]


class Step(NamedTuple):
    """One thing that a player does: kind, tile, source, used and aux of an event.

    ``source`` counts seats after the player's own, 0 for none.
    """

    kind: int
    tile: int
    source: int = 0
    used: tuple[int, ...] = ()
    aux: int = 0


class Turn(NamedTuple):
    """What a player does from a draw or call up to the discard.

    Attributes:
        steps: At least the draw or call; the last turn of a round may have no discard.
        item: Place of its first item in the list of draws.
    """

    steps: tuple[Step, ...]
    item: int

    @property
    def claim(self) -> Step | None:
        """The call that the turn begins with, None for a draw."""
        return self.steps[0] if self.steps[0].kind in _CLAIMS else None

    @property
    def last(self) -> Step:
        """The last step."""
        return self.steps[-1]


#: By tile: drawn, discarded as drawn, discarded from the hand.
_DRAWS: Final = {code: Step(DRAW, code) for code in CODES.values()}
_DRAWN: Final = {code: Step(DISCARD, code, aux=1) for code in CODES.values()}
_OWN: Final = {code: Step(DISCARD, code) for code in CODES.values()}


class _Lists:
    """Reads the two lists of a player side by side."""

    def __init__(
        self, draws: list[Any], discards: list[Any], places: tuple[str, str], marks: bool
    ) -> None:
        self.draws = draws
        self.discards = discards
        self.places = places
        self.marks = marks
        self.taken = 0
        self.put = 0

    def next_draw(self) -> tuple[Any, str]:
        self.taken += 1
        return self.draws[self.taken - 1], at(self.places[0], self.taken - 1)

    def next_discard(self) -> tuple[Any, str]:
        self.put += 1
        return self.discards[self.put - 1], at(self.places[1], self.put - 1)


def turns_of(
    hand: list[int],
    draws: list[Any],
    discards: list[Any],
    places: tuple[str, str],
    *,
    marks: bool,
    note: Note,
) -> list[Turn]:
    """Return the turns of one player.

    Args:
        hand: Dealt tiles.
        draws, discards: The lists, as parsed.
        places: Their paths.
        marks: The record marks discards of the drawn tile (60) somewhere, so that a tile that
            is named came from the hand.
        note: Told of what is odd: path and message.

    Raises:
        ParseError: An item means nothing where it stands, or the lists do not fit together.
    """
    for items, place in ((draws, places[0]), (discards, places[1])):
        if len(items) > MAX_ITEMS:
            raise wrong(items, f"at most {MAX_ITEMS} items", place)
    lists = _Lists(draws, discards, places, marks)
    held = Counter(hand)
    turns: list[Turn] = []
    while lists.taken < len(draws):
        if (turn := _plain_turn(lists, held)) is not None:
            turns.append(turn)
            continue
        if turns and turns[-1].last.kind != DISCARD:
            raise wrong(
                draws[lists.taken],
                "nothing more: the turn before it has no discard",
                at(places[0], lists.taken),
            )
        turns.append(_turn(lists, held, note))
    if lists.put < len(discards):
        raise wrong(
            discards[lists.put],
            "nothing more: there are more discards than draws and calls",
            at(places[1], lists.put),
        )
    return turns


def _plain_turn(lists: _Lists, held: Counter[int]) -> Turn | None:
    """Return the next turn when it is a tile drawn and one discarded, as nearly all are."""
    n, k = lists.taken, lists.put
    if k >= len(lists.discards):
        return None
    drawn, item = lists.draws[n], lists.discards[k]
    if type(drawn) is not int or type(item) is not int or drawn not in CODES:
        return None
    tile = CODES[drawn]
    if item == TSUMOGIRI:
        turn = Turn((_DRAWS[tile], _DRAWN[tile]), n)
    elif item in CODES and item != drawn:
        put = CODES[item]
        held[tile] += 1
        held[put] -= 1
        turn = Turn((_DRAWS[tile], _OWN[put]), n)
    else:
        return None
    lists.taken, lists.put = n + 1, k + 1
    return turn


def _turn(lists: _Lists, held: Counter[int], note: Note) -> Turn:
    first = lists.taken
    item, place = lists.next_draw()
    steps = [_drawn(item, place, held, claims=True)]
    while True:
        if steps[-1].kind in (DAIMINKAN, *_OWN_KANS):  # the replacement
            if steps[-1].kind == DAIMINKAN and _next_is(lists, NO_DISCARD):
                lists.next_discard()
            if lists.taken == len(lists.draws):
                break
            steps.append(_drawn(*lists.next_draw(), held, claims=False))
        if lists.put == len(lists.discards):
            break
        steps += _put(lists, steps[-1], held, note)
        if steps[-1].kind == DISCARD:
            break
    return Turn(tuple(steps), first)


def _next_is(lists: _Lists, value: int) -> bool:
    return lists.put < len(lists.discards) and lists.discards[lists.put] == value


def _drawn(item: object, place: str, held: Counter[int], *, claims: bool) -> Step:
    """Return the step of an item in the list of draws."""
    if isinstance(item, str) and claims:
        call = _call(item, place, _CLAIMS)
        held.subtract(call.used)
        return Step(call.kind, call.tile, call.source, call.used)
    if isinstance(item, str):
        raise wrong(item, "the tile drawn after a kan", place)
    tile = _tile(item, place)
    held[tile] += 1
    return Step(DRAW, tile)


def _put(lists: _Lists, before: Step, held: Counter[int], note: Note) -> list[Step]:
    """Return the steps of an item in the list of discards."""
    item, place = lists.next_discard()
    if item == NO_DISCARD and type(item) is int and before.kind == DRAW:
        held[30] -= 1
        return [Step(KITA, 30, 0, (30,))]  # so one converter writes a North set aside
    riichi = isinstance(item, str) and item.startswith("r")
    if isinstance(item, str) and not riichi:
        call = _call(item, place, _OWN_KANS)
        held.subtract(call.used)
        return [Step(call.kind, call.tile, call.source, call.used)]
    if isinstance(item, str):
        if not (item[1:].isascii() and item[1:].isdecimal() and len(item) == 3):
            raise wrong(item, "a riichi, such as 'r35' or 'r60'", place)
        item = int(item[1:])
    drawn = before.tile if before.kind == DRAW else None
    if item == TSUMOGIRI:
        if drawn is None:
            note(place, "60, the drawn tile, is discarded after a call; the tile is unknown")
        tile, aux = (UNKNOWN, -1) if drawn is None else (drawn, 1)
    else:
        tile = _tile(item, place)
        aux = _from_hand(tile, drawn, held, lists.marks)
    held[tile] -= 1
    declared = [Step(RIICHI, UNKNOWN)] if riichi else []
    return [*declared, Step(DISCARD, tile, aux=aux)]


def _from_hand(tile: int, drawn: int | None, held: Counter[int], marks: bool) -> int:
    """Return whether a tile that is named is the drawn one: 1, 0, or -1 for not recorded."""
    if tile != drawn:
        return 0
    if held[tile] == 1 and not held[UNKNOWN]:
        return 1  # no other copy in the hand
    return 0 if marks and tile != UNKNOWN else -1


def _tile(item: object, place: str) -> int:
    try:
        return parse_tile(item)
    except ParseError as error:
        raise ParseError(error.message, place=place, snippet=error.snippet) from error


def _call(text: str, place: str, kinds: tuple[int, ...]) -> Call:
    try:
        call = parse_call(text)
    except ParseError as error:
        raise ParseError(error.message, place=place, snippet=error.snippet) from error
    if call.kind not in kinds:
        where = "a call of another's discard" if kinds == _CLAIMS else "an own kan or kita"
        raise wrong(text, where, place)
    return call
