"""The lists of draws and discards of a round, from its events."""

from __future__ import annotations

from typing import Any, Final

from mjlog.codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DORA,
    DRAW,
    KAKAN,
    KITA,
    PON,
    RIICHI,
    UNKNOWN,
)
from mjlog.errors import MjlogError
from mjlog.rows import Row
from mjlog.tiles import KIND, RED_BIT

from .notation import NO_DISCARD, NUMBERS, TSUMOGIRI

__all__ = ["Seat", "play_of", "tiles_of"]

_LETTERS: Final = {CHI: "c", PON: "p", DAIMINKAN: "m"}
#: Seats after the caller's → tiles that stand before the letter, of a pon and of an open kan.
_PLACES: Final = {3: (0, 0), 2: (1, 1), 1: (2, 3)}


def number_of(code: int) -> int:
    """Return the number of a tile.

    Raises:
        MjlogError: It is a tile that the form has no number for.
    """
    number = NUMBERS.get(code)
    if number is None:
        raise MjlogError(f"tile code {code}: Tenhou JSON has no number for it")
    return number


def tiles_of(codes: list[int]) -> list[int]:
    """Return the numbers of a hand; [] for one of which no tile is known."""
    return [number_of(code) for code in codes] if any(c != UNKNOWN for c in codes) else []


def _used(event: Row) -> list[int]:
    """Return own tiles of a call in the order of the form: a red five behind the plain ones."""
    codes = [code for code in int(event["used"]).to_bytes(4, "little") if code != UNKNOWN]
    return sorted(codes, key=lambda code: (int(KIND[code]), bool(RED_BIT[code])))


class Seat:
    """The lists of one player.

    Attributes:
        draws, discards: What is written.
        drawn: Tile of the last step when that was a draw, else None.
    """

    def __init__(self) -> None:
        self.draws: list[Any] = []
        self.discards: list[Any] = []
        self.drawn: int | None = None
        self.riichi = False
        self.pons: dict[int, tuple[int, int, list[int]]] = {}

    def draw(self, tile: int) -> None:
        """Write a draw."""
        self.draws.append(number_of(tile))
        self.drawn = tile

    def discard(self, tile: int, aux: int) -> None:
        """Write a discard."""
        drawn = aux == 1 and self.drawn == tile
        number = TSUMOGIRI if drawn else number_of(tile)
        self.discards.append(f"r{number}" if self.riichi else number)
        self.riichi, self.drawn = False, None

    def claim(self, kind: int, tile: int, source: int, used: list[int]) -> None:
        """Write a call of another's discard."""
        before = 0 if kind == CHI else _PLACES[source][kind == DAIMINKAN]
        numbers = [str(number_of(code)) for code in used]
        numbers.insert(before, f"{_LETTERS[kind]}{number_of(tile)}")
        self.draws.append("".join(numbers))
        if kind == PON:
            self.pons[int(KIND[tile])] = (tile, source, used)
        if kind == DAIMINKAN:
            self.discards.append(NO_DISCARD)
        self.drawn = None

    def own(self, kind: int, tile: int, source: int, used: list[int]) -> None:
        """Write an added or a closed kan, or a North set aside."""
        if kind == KITA:
            self.discards.append(f"f{number_of(tile)}")
        elif kind == ANKAN:
            numbers = [str(number_of(code)) for code in used or [tile] * 4]
            self.discards.append("".join([*numbers[:3], "a", numbers[3]]))
        else:
            plain = int(KIND[tile])
            called, source, own = self.pons.get(plain, (plain, source, [plain, plain]))
            numbers = [str(number_of(code)) for code in own]
            before = _PLACES[source][0]
            numbers.insert(before, f"k{number_of(tile)}{number_of(called)}")
            self.discards.append("".join(numbers))
        self.drawn = None


def play_of(events: list[Row], players: int) -> tuple[list[Seat], list[int]]:
    """Return the lists of each player, and the indicators turned during the round.

    Args:
        events: Events of a round.
        players: 3 or 4.

    Raises:
        MjlogError: Something of the play has no place in the form.
    """
    seats = [Seat() for _ in range(players)]
    indicators: list[int] = []
    for event in events:
        kind, who, tile = event["kind"], event["seat"], event["tile"]
        if kind == DORA:
            indicators.append(number_of(tile))
        if kind > RIICHI:
            continue
        if who >= players:
            raise MjlogError("it is not known who acts, which Tenhou JSON cannot hold")
        seat = seats[who]
        if kind == DRAW:
            seat.draw(tile)
        elif kind == RIICHI:
            seat.riichi = True
        elif kind == DISCARD:
            seat.discard(tile, event["aux"])
        elif kind in _LETTERS:
            used = _used(event)
            source = _source(who, event["from_seat"], kind)
            size = 3 if kind == DAIMINKAN else 2
            if len(used) != size or UNKNOWN in (tile, *used):
                raise MjlogError("a call of unknown tiles, which Tenhou JSON cannot hold")
            seat.claim(kind, tile, source, used)
        else:
            if tile == UNKNOWN:
                raise MjlogError("a kan of unknown tiles, which Tenhou JSON cannot hold")
            source = _source(who, event["from_seat"], kind) if kind == KAKAN else 0
            seat.own(kind, tile, source, _used(event))
    return seats, indicators


def _source(who: int, from_seat: int, kind: int) -> int:
    """Return how many seats after the caller's a tile comes from."""
    source = (from_seat - who) % 4 if from_seat < 4 else 0
    if source == 0 and kind == KAKAN:
        return 3
    if source == 0 or (kind == CHI and source != 3):
        raise MjlogError("a call whose discarder is not known, or is not the player before")
    return source
