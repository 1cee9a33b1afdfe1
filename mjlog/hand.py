"""A hand typed by a user: shanten, ukeire (受け入れ) and waits.

A hand is mpsz text (``123m067p55s``, 0 is a red five) or a sequence of tile codes, the
concealed tiles only. Melds are texts: ``chi:123m``, ``pon:777z``, ``daiminkan:5550p``,
``kakan:2222s``, ``ankan:1111z``. Where melds are not named, as many are taken as the number
of concealed tiles says: 10 or 11 tiles are a hand with one meld.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np

from .errors import TileError, UnknownNameError
from .tiles import KIND, format_tile, format_tiles, parse_tiles

__all__ = [
    "DiscardChoice",
    "HandTiles",
    "MeldText",
    "Shanten",
    "Ukeire",
    "check_copies",
    "parse_hand",
    "parse_meld",
    "shanten",
    "ukeire",
    "waits",
]

MELD_KINDS: Final = ("chi", "pon", "daiminkan", "kakan", "ankan")
FIFTH_TILE: Final = ("allow", "deny_own_hand", "deny_hand_and_melds", "deny_visible")

Tiles = str | Iterable[int]


class MeldText(NamedTuple):
    """A meld as it was typed.

    Attributes:
        kind: One of ``chi pon daiminkan kakan ankan``.
        codes: Its tile codes.
    """

    kind: str
    codes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandTiles:
    """The tiles of a typed hand, checked.

    Attributes:
        text: The hand as it was given, for messages.
        codes: Concealed tile codes.
        melds: The melds that were named.
        meld_count: Melds of the hand, those that were not named too.
        seen: Codes of other tiles in sight.
        kinds: Mask of the kinds that exist.
    """

    text: str
    codes: tuple[int, ...]
    melds: tuple[MeldText, ...]
    meld_count: int
    seen: tuple[int, ...]
    kinds: int

    @property
    def to_discard(self) -> bool:
        """Whether the hand has 14 tiles, a meld counted as three."""
        return len(self.codes) % 3 == 2

    def packed(self) -> tuple[int, int]:
        """Return (hand_lo, hand_hi), see :mod:`mjlog.engine.layout`."""
        from .engine.hands import pack_codes

        return pack_codes(self.codes, melds=self.meld_count)

    def live(self) -> list[int]:
        """Return for each kind how many copies are not in sight."""
        left = [4] * 34
        for code in (*self.codes, *(c for m in self.melds for c in m.codes), *self.seen):
            if KIND[code] < 34:
                left[int(KIND[code])] -= 1
        return left

    def gone(self) -> int:
        """Return the mask of kinds of which the hand and its melds hold all four."""
        held = [0] * 34
        for code in (*self.codes, *(c for m in self.melds for c in m.codes)):
            held[int(KIND[code])] += 1
        return sum(1 << kind for kind in range(34) if held[kind] == 4)


def parse_hand(
    hand: Tiles,
    *,
    melds: str | Sequence[str] = (),
    seen: Tiles | Sequence[str] = (),
    players: int = 4,
) -> HandTiles:
    """Return the tiles of a typed hand.

    Args:
        hand: Concealed tiles, 13 or 14 with every meld counted as three.
        melds: Texts such as ``pon:777z`` (one text may name several, parted by spaces).
        seen: Other tiles in sight: rivers, open melds of others, indicators.
        players: 3 if there is no 2m–8m.

    Raises:
        TileError: Text that means nothing, a wrong number of tiles, a meld that is none,
            more than four copies of a tile, a tile that does not exist with ``players``, which
            are neither 3 nor 4.
    """
    from .engine.hands import KINDS_3P, KINDS_4P

    if players not in (3, 4):
        raise TileError(f"players={players!r}: expected 3 or 4")
    codes = _codes(hand)
    text = hand if isinstance(hand, str) else format_tiles(codes)
    named = tuple(parse_meld(m) for m in (melds.split() if isinstance(melds, str) else melds))
    if any(KIND[c] > 33 for c in codes):
        odd = next(c for c in codes if KIND[c] > 33)
        raise TileError(f"{text!r}: {format_tile(odd)!r} is no tile of a hand that is all known")
    others = _codes(seen)
    everything = [*codes, *(c for m in named for c in m.codes), *others]
    check_copies(everything, text)
    count = max(0, 14 - len(codes)) // 3
    if len(codes) % 3 == 0 or len(codes) > 14 or count < len(named):
        raise TileError(
            f"{text!r}: {len(codes)} concealed tiles, melds named: {len(named)}; "
            "a hand has 13 or 14 tiles, a meld counted as three"
        )
    result = HandTiles(text, codes, named, count, others, KINDS_3P if players == 3 else KINDS_4P)
    for code in everything:
        if KIND[code] < 34 and not result.kinds >> int(KIND[code]) & 1:
            raise TileError(f"{text!r}: three-player mahjong has no {format_tile(code)}")
    return result


def parse_meld(text: str) -> MeldText:
    """Return the meld that ``text`` names.

    >>> parse_meld("chi:340m")
    MeldText(kind='chi', codes=(2, 3, 34))

    Raises:
        TileError: Not ``kind:tiles``, or tiles that are no such meld.
        UnknownNameError: A kind of meld that does not exist.
    """
    kind, colon, tiles = text.partition(":")
    kind = kind.strip().lower()
    if not colon:
        raise TileError(f"{text!r}: expected a meld such as chi:123m, pon:777z or ankan:1111z")
    if kind not in MELD_KINDS:
        raise UnknownNameError("meld", kind, MELD_KINDS)
    codes = tuple(parse_tiles(tiles))
    kinds = sorted(int(KIND[c]) for c in codes)
    if kind == "chi":
        right = (
            len(kinds) == 3
            and kinds[2] < 27
            and kinds[0] // 9 == kinds[2] // 9
            and kinds == list(range(kinds[0], kinds[0] + 3))
        )
        expected = "three tiles in a row of one suit"
    else:
        size = 3 if kind == "pon" else 4
        right = len(kinds) == size and kinds[0] == kinds[-1] < 34
        expected = f"{'three' if size == 3 else 'four'} tiles of one kind"
    if not right:
        raise TileError(f"{text!r}: {kind} is {expected}, found {format_tiles(codes)!r}")
    return MeldText(kind, codes)


def check_copies(codes: Iterable[int], text: str) -> None:
    """Check that no tile is there five times (unknown tiles do not count).

    Raises:
        TileError: ``more than four copies of 2m: …``.
    """
    count = [0] * 34
    for code in codes:
        kind = int(KIND[code])
        if kind < 34:
            count[kind] += 1
            if count[kind] == 5:
                raise TileError(
                    f"more than four copies of {format_tile(kind)}: {text!r} "
                    "(hand, melds and tiles in sight counted together)"
                )


def _codes(tiles: Tiles | Sequence[str]) -> tuple[int, ...]:
    if isinstance(tiles, str):
        return tuple(parse_tiles(tiles))
    codes: list[int] = []
    for item in tiles:
        if isinstance(item, str):
            codes += parse_tiles(item)
        elif 0 <= int(item) < 256:
            codes.append(int(item))
        else:
            raise TileError(f"{item!r} is no tile code (0–36, 255 unknown)")
    return tuple(codes)


class Shanten(int):
    """How far a hand is from tenpai: −1 complete, 0 tenpai; the least of its three forms.

    Attributes:
        standard: Four sets and a head.
        chiitoitsu: Seven pairs; None with melds.
        kokushi: Thirteen orphans; None with melds.
    """

    standard: int
    chiitoitsu: int | None
    kokushi: int | None

    def __new__(
        cls, standard: int, chiitoitsu: int | None = None, kokushi: int | None = None
    ) -> Shanten:
        """Take the shanten of each form; a form that is None is out of reach."""
        forms = [f for f in (standard, chiitoitsu, kokushi) if f is not None]
        self = super().__new__(cls, min(forms))
        self.standard, self.chiitoitsu, self.kokushi = standard, chiitoitsu, kokushi
        return self

    def __reduce__(self) -> tuple[type[Shanten], tuple[int, int | None, int | None]]:
        return type(self), (self.standard, self.chiitoitsu, self.kokushi)

    def __repr__(self) -> str:
        return (
            f"Shanten({int(self)}: standard={self.standard}, "
            f"chiitoitsu={self.chiitoitsu}, kokushi={self.kokushi})"
        )

    def __str__(self) -> str:
        return str(int(self))


def shanten(hand: Tiles, *, melds: str | Sequence[str] = (), players: int = 4) -> Shanten:
    """Return how far ``hand`` is from tenpai: −1 complete, 0 tenpai.

    >>> shanten("123m406p789s1122z")
    Shanten(0: standard=0, chiitoitsu=4, kokushi=8)
    >>> int(shanten("19m19p19s12345z", melds=["pon:777p"]))
    6

    Args:
        hand: 13 or 14 tiles, see the module.
        melds: Its melds.
        players: 3 if there is no 2m–8m.

    Raises:
        TileError: As :func:`parse_hand`.
    """
    from .engine.shape import shanten_forms
    from .engine.tables import shape_tables

    tiles = parse_hand(hand, melds=melds, players=players)
    lo, hi = tiles.packed()
    standard, pairs, orphans = shanten_forms(lo, hi, tiles.kinds, shape_tables())
    if tiles.meld_count:
        return Shanten(standard)
    return Shanten(standard, pairs, orphans)


@dataclass(frozen=True, slots=True)
class DiscardChoice:
    """What one discard leaves.

    Attributes:
        discard: The tile.
        shanten: After it.
        tiles: Kinds that then bring the hand nearer, with the copies not in sight.
    """

    discard: str
    shanten: int
    tiles: dict[str, int]

    @property
    def total(self) -> int:
        """Live copies of all these kinds."""
        return sum(self.tiles.values())

    def __str__(self) -> str:
        return f"{self.discard}: {_described(self.shanten, self.tiles)}"


@dataclass(frozen=True, slots=True)
class Ukeire:
    """The tiles that bring a hand nearer.

    Attributes:
        shanten: Of the hand.
        tiles: Kind → copies not in sight (0 when all are). For a hand that is to discard:
            those after the best discard.
        discards: For a hand that is to discard, every choice, best first; else empty.
    """

    shanten: int
    tiles: dict[str, int]
    discards: tuple[DiscardChoice, ...] = field(default=())

    @property
    def total(self) -> int:
        """Live copies of all these kinds."""
        return sum(self.tiles.values())

    def __str__(self) -> str:
        if self.discards:
            return "\n".join(map(str, self.discards))
        return _described(self.shanten, self.tiles)


def ukeire(
    hand: Tiles,
    *,
    melds: str | Sequence[str] = (),
    seen: Tiles | Sequence[str] = (),
    players: int = 4,
) -> Ukeire:
    """Return the tiles that bring ``hand`` nearer, with the copies that may still come.

    >>> print(ukeire("234678p3405577s"))
    tenpai, 7 tiles: 2s×4 5s×1 7s×2
    >>> print(ukeire("123m456p78s112z", melds="pon:777z", seen="9s").discards[0])
    2z: tenpai, 7 tiles: 6s×4 9s×3

    Args:
        hand: 13 or 14 tiles, see the module.
        melds: Its melds.
        seen: Other tiles in sight: rivers, open melds of others, indicators.
        players: 3 if there is no 2m–8m.

    Raises:
        TileError: As :func:`parse_hand`.
    """
    from .engine.shape import discard_choices, shanten_of, shape_of
    from .engine.tables import shape_tables

    tiles = parse_hand(hand, melds=melds, seen=seen, players=players)
    lo, hi = tiles.packed()
    table, live, gone = shape_tables(), tiles.live(), tiles.gone()
    if not tiles.to_discard:
        number, mask = shape_of(lo, hi, gone, tiles.kinds, table)
        return Ukeire(number, _with_copies(mask, live))
    after, masks = np.zeros(34, np.int8), np.zeros(34, np.int64)
    held = discard_choices(lo, hi, gone, tiles.kinds, table, after, masks)
    choices = [
        DiscardChoice(
            _name_in(kind, tiles.codes), int(after[kind]), _with_copies(int(masks[kind]), live)
        )
        for kind in range(34)
        if held >> kind & 1
    ]
    choices.sort(key=lambda choice: (choice.shanten, -choice.total))
    return Ukeire(shanten_of(lo, hi, tiles.kinds, table), choices[0].tiles, tuple(choices))


def waits(
    hand: Tiles,
    *,
    melds: str | Sequence[str] = (),
    seen: Tiles | Sequence[str] = (),
    fifth_tile: str = "deny_hand_and_melds",
    players: int = 4,
) -> tuple[str, ...]:
    """Return the tiles that complete a hand of 13, none when it is not tenpai.

    >>> waits("234678p4055677s")
    ('5s', '7s')
    >>> waits("123456789m1111s"), waits("123456789m1111s", fifth_tile="allow")
    ((), ('1s',))

    Args:
        hand: 13 tiles, see the module.
        melds: Its melds.
        seen: Other tiles in sight; only ``deny_visible`` looks at them.
        fifth_tile: Rule parameter ``fifth_tile_tenpai``: whether a wait counts of which
            all four are held (``allow``); not when they are in the concealed hand
            (``deny_own_hand``), in hand and melds (``deny_hand_and_melds``). With
            ``deny_visible`` a hand all of whose waits are in sight is noten.
        players: 3 if there is no 2m–8m.

    Raises:
        TileError: As :func:`parse_hand`, and for a hand of 14 tiles.
        UnknownNameError: ``fifth_tile`` is no value of that parameter.
    """
    from .engine.shape import waits_of
    from .engine.tables import shape_tables

    if fifth_tile not in FIFTH_TILE:
        raise UnknownNameError("value of fifth_tile_tenpai", fifth_tile, FIFTH_TILE)
    tiles = parse_hand(hand, melds=melds, seen=seen, players=players)
    if tiles.to_discard:
        raise TileError(
            f"{tiles.text!r}: {len(tiles.codes)} concealed tiles, one must be discarded first "
            "(13 tiles have waits, a meld counted as three)"
        )
    lo, hi = tiles.packed()
    gone = 0 if fifth_tile in ("allow", "deny_own_hand") else tiles.gone()
    mask = waits_of(lo, hi, gone, int(fifth_tile == "allow"), tiles.kinds, shape_tables())
    found = _with_copies(mask, tiles.live())
    if fifth_tile == "deny_visible" and not any(found.values()):
        return ()
    return tuple(found)


def _with_copies(mask: int, live: list[int]) -> dict[str, int]:
    return {format_tile(k): max(live[k], 0) for k in range(34) if mask >> k & 1}


def _name_in(kind: int, codes: tuple[int, ...]) -> str:
    """The name of a kind in this hand: a lone red five is ``0m``, not ``5m``."""
    return format_tile(kind if kind in codes else next(c for c in codes if KIND[c] == kind))


def _described(number: int, tiles: dict[str, int]) -> str:
    form = {-1: "complete", 0: "tenpai"}.get(number, f"{number}-shanten")
    copies = " ".join(f"{tile}×{count}" for tile, count in tiles.items())
    return f"{form}, {sum(tiles.values())} tiles: {copies}" if copies else f"{form}, 0 tiles"
