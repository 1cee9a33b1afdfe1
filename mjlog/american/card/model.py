"""A card as it is written: sections, lines, groups; and the concrete hands a line stands for.

Nothing here knows how a card file is spelt (:mod:`.language`) or how hands are matched
(:mod:`.matching`); :class:`Card` only offers both as methods.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from ...errors import MjlogError, UnknownNameError
from ..tiles import JOKER, format_tile, format_tiles

if TYPE_CHECKING:
    from ...render.canvas import Svg
    from .dead import DeadTest
    from .expand import Expansion
    from .hands import ExposedLike, TilesLike
    from .matching import Match, Near
    from .table import CardTable

__all__ = [
    "DECORATION",
    "Alternative",
    "Card",
    "CardError",
    "ConcreteHand",
    "Difference",
    "Domain",
    "Exposure",
    "Fault",
    "Group",
    "Line",
    "Section",
    "compact_tiles",
]

#: Signs between groups that mean nothing.
DECORATION: Final = ("+", "=", "x")
#: Tiles of a whole hand.
HAND_SIZE: Final = 14
#: Smallest group that may be exposed, and that a joker may stand in.
CLAIMABLE: Final = 3

_KINDS: Final = (
    ("year", re.compile(r"\{year\}")),
    ("flower", re.compile(r"F+")),
    ("soap", re.compile(r"0+")),
    ("dragon", re.compile(r"R+|G+")),
    ("wind", re.compile(r"[NEWS]+")),
    ("wind variable", re.compile(r"V+")),
    ("suit dragon", re.compile(r"D+")),
    ("number", re.compile(r"[0-9]+")),
    ("variable", re.compile(r"[XYZ]+")),
)


class Fault(NamedTuple):
    """Something wrong in a card file, at a 1-based line and column (0: no place)."""

    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


class CardError(MjlogError, ValueError):
    """A card that cannot be used.

    Attributes:
        source: Name or path of the card.
        faults: What is wrong, in the order of the file.
    """

    def __init__(self, source: str, faults: Sequence[Fault]) -> None:
        self.source = source
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{source}: {fault}" for fault in faults))


class Exposure(NamedTuple):
    """An exposed group: the natural tile it stands for, and its tiles with jokers.

    >>> Exposure(26, (26, 26, 38))
    Exposure(9B: 9B 9B J)
    """

    kind: int
    tiles: tuple[int, ...]

    @property
    def size(self) -> int:
        """Number of tiles: 3 pung, 4 kong, 5 quint, 6 sextet."""
        return len(self.tiles)

    @property
    def jokers(self) -> int:
        """Number of jokers in it."""
        return self.tiles.count(JOKER)

    @property
    def text(self) -> str:
        """The tiles as records write them; the kind in front where no tile shows it."""
        tiles = format_tiles(self.tiles)
        return tiles if self.kind in self.tiles else f"{format_tile(self.kind)}: {tiles}"

    def __repr__(self) -> str:
        return f"Exposure({format_tile(self.kind)}: {format_tiles(self.tiles)})"


@dataclass(frozen=True, slots=True)
class Group:
    """A group as printed: ``XXX+2a`` has tiles ``XXX``, plus 2, suit ``a``.

    Attributes:
        tiles: Letters and digits of the tiles, or ``{year}``.
        plus: Number added to a variable.
        suit: ``a``, ``b``, ``c``, ``?`` or empty.
        mark: ``!`` no jokers here, ``~`` flowers may stand in, or empty.
    """

    tiles: str
    plus: int = 0
    suit: str = ""
    mark: str = ""

    @property
    def kind(self) -> str:
        """``flower``, ``soap``, ``dragon``, ``wind``, ``wind variable``, ``suit dragon``,
        ``number``, ``variable``, ``year``, or empty for tiles that are no group."""
        return next((name for name, form in _KINDS if form.fullmatch(self.tiles)), "")

    @property
    def size(self) -> int:
        """Number of tiles."""
        return 4 if self.tiles == "{year}" else len(self.tiles)

    @property
    def claimable(self) -> bool:
        """Three or more identical tiles: may be exposed, and takes jokers unless marked."""
        return self.size >= CLAIMABLE and len(set(self.tiles)) == 1

    @property
    def text(self) -> str:
        """The group as the language writes it."""
        plus = f"+{self.plus}" if self.plus else ""
        return f"{self.tiles}{plus}{self.suit}{self.mark}"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Alternative:
    """One reading of a line: groups, and decoration (``+``, ``=``, ``x``) between them."""

    items: tuple[Group | str, ...]

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups alone."""
        return tuple(item for item in self.items if isinstance(item, Group))

    @property
    def text(self) -> str:
        """The alternative as the language writes it."""
        return " ".join(map(str, self.items))

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Domain:
    """What a variable may be: numbers of X, Y, Z, tile codes of winds for V."""

    name: str
    values: tuple[int, ...]

    @property
    def text(self) -> str:
        """``X=1..9``, ``X=1,3,5`` or ``V=E,S``."""
        if self.name == "V":
            return "V=" + ",".join(map(format_tile, self.values))
        first, last = self.values[0], self.values[-1]
        if len(self.values) > 2 and self.values == tuple(range(first, last + 1)):
            return f"{self.name}={first}..{last}"
        return f"{self.name}=" + ",".join(map(str, self.values))


@dataclass(frozen=True, slots=True)
class Difference:
    """Two variables that must differ: ``Y!=X``."""

    left: str
    right: str

    @property
    def text(self) -> str:
        """The condition as the language writes it."""
        return f"{self.left}!={self.right}"


@dataclass(frozen=True)
class Line:
    """A line of the card.

    Attributes:
        id: Id, unique on the card. section: Name of its section.
        alternatives: Readings, one of which has to fit.
        concealed: C, the hand may not be exposed before the win; else X.
        value: Points. no_bonus: No doubling for a hand without jokers.
        no_joker: No group of it takes jokers.
        conditions: Domains and differences of its variables, in the order of the file.
        note: Text behind ``#``. comments: Lines of comment above it.
        source_line: 1-based line of the file, 0 where it was not read from one.
    """

    id: str
    section: str
    alternatives: tuple[Alternative, ...]
    concealed: bool
    value: int
    no_bonus: bool = False
    no_joker: bool = False
    conditions: tuple[Domain | Difference, ...] = ()
    note: str = ""
    comments: tuple[str, ...] = ()
    source_line: int = field(default=0, compare=False)

    @property
    def text(self) -> str:
        """The groups as the language writes them."""
        return " || ".join(map(str, self.alternatives))

    @property
    def vars_text(self) -> str:
        """The conditions on its variables as the language writes them."""
        words: list[str] = []
        before: Domain | Difference | None = None
        for condition in self.conditions:
            if (
                isinstance(before, Difference)
                and isinstance(condition, Difference)
                and before.left == condition.left
            ):
                words[-1] += f",{condition.right}"  # Z!=X Z!=Y is written Z!=X,Y
            else:
                words.append(condition.text)
            before = condition
        return " ".join(words)

    @property
    def kind(self) -> str:
        """``X`` (may be exposed) or ``C`` (concealed)."""
        return "C" if self.concealed else "X"

    def __str__(self) -> str:
        tail = f" | {self.vars_text}" if self.conditions else ""
        return f"{self.id} | {self.text} | {self.kind} {self.value}{tail}"

    def __repr__(self) -> str:
        return f"Line({self})"

    def _repr_svg_(self) -> Svg:
        from .picture import line_svg

        return line_svg(self)


@dataclass(frozen=True)
class Section:
    """A section of the card and its flags ``nobonus`` and ``nojoker``."""

    name: str
    lines: tuple[Line, ...]
    no_bonus: bool = False
    no_joker: bool = False
    comments: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Section({self.name!r}, {len(self.lines)} lines)"


@dataclass(frozen=True)
class ConcreteHand:
    """Fourteen tiles that a line stands for, in its printed grouping.

    Attributes:
        index: Row of the card's table. line: The line.
        groups: Tile codes of each group, in the order of the line.
    """

    index: int
    line: Line
    groups: tuple[tuple[int, ...], ...]

    @property
    def tiles(self) -> tuple[int, ...]:
        """All fourteen codes."""
        return tuple(code for group in self.groups for code in group)

    @property
    def text(self) -> str:
        """``FF 222B 4444C``: suited tiles of a group share their suit letter."""
        return " ".join(compact_tiles(group) for group in self.groups)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"ConcreteHand({self.line.id}: {self.text})"

    def _repr_svg_(self) -> Svg:
        from .picture import concrete_svg

        return concrete_svg(self)


@dataclass(frozen=True)
class Card:
    """A card: what hands win, and for how much.

    Attributes:
        name: Its name, which is also the id that records give.
        sections: In order.
        year: Four digits that ``{year}`` stands for, None without.
        flowers, jokers: Number of them in the set.
        lowest: Lowest value, which a wrecker of the wall pays.
        concealed_bonus: Points for winning an X line without an exposure.
        natural_flowers: A table rule: no joker stands for a flower.
        sha256: Of the bytes of the file (of the text for a card that is none).
        comments: Lines of comment at the end. head: Lines of comment above the first section.
    """

    name: str
    sections: tuple[Section, ...]
    year: int | None = None
    flowers: int = 8
    jokers: int = 8
    lowest: int = 0
    concealed_bonus: int = 0
    head: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    natural_flowers: bool = False
    sha256: str = field(default="", compare=False)

    @property
    def id(self) -> str:
        """The name by which records refer to it."""
        return self.name

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All lines in order."""
        return tuple(line for section in self.sections for line in section.lines)

    @cached_property
    def strict_flowers(self) -> Card:
        """The same card at a table where no joker stands for a flower."""
        return self if self.natural_flowers else replace(self, natural_flowers=True)

    @cached_property
    def expansions(self) -> tuple[Expansion, ...]:
        """The concrete hands of each line."""
        from .expand import expand_line

        return tuple(expand_line(line, self) for line in self.lines)

    @cached_property
    def table(self) -> CardTable:
        """The concrete hands as arrays."""
        from .table import CardTable

        return CardTable(self)

    def line(self, id: str) -> Line:
        """Return the line of an id.

        Raises:
            UnknownNameError: There is none; lists near matches.
        """
        for line in self.lines:
            if line.id == id:
                return line
        for line in self.lines:
            if line.id.lower() == id.lower():
                return line
        raise UnknownNameError("line", id, [line.id for line in self.lines])

    def __len__(self) -> int:
        return len(self.lines)

    def __repr__(self) -> str:
        return f"Card({self.name!r}, {len(self.sections)} sections, {len(self.lines)} lines)"

    def _repr_html_(self) -> str:
        from .picture import card_html

        return card_html(self)

    # --- matching (:mod:`.matching`, :mod:`.dead`)

    def wins(self, tiles: TilesLike, exposed: ExposedLike = ()) -> list[Match]:
        """Return the lines that a hand of 14 tiles wins with, dearest first.

        >>> from mjlog.american.card import load_card
        >>> load_card("sample-original-1").wins("FF 22B 444B 666B", exposed="8888B")
        [Match(EV1 25 jokerless: 22B 444B 666B 8888B FF)]
        """
        from .matching import wins

        return wins(self, tiles, exposed)

    def waits(self, tiles: TilesLike, exposed: ExposedLike = ()) -> dict[int, list[Match]]:
        """Return the tiles that complete a hand of 13, and the lines they win with."""
        from .matching import waits

        return waits(self, tiles, exposed)

    def distance(self, tiles: TilesLike, exposed: ExposedLike = ()) -> tuple[int, int]:
        """Return tiles away of the best line, and how many of them must be natural."""
        from .matching import distance

        return distance(self, tiles, exposed)

    def nearest(
        self,
        tiles: TilesLike,
        exposed: ExposedLike = (),
        *,
        seen: TilesLike | None = None,
        limit: int = 5,
    ) -> list[Near]:
        """Return the lines nearest to a hand (see :func:`~mjlog.american.card.nearest`)."""
        from .matching import nearest

        return nearest(self, tiles, exposed, seen=seen, limit=limit)

    def dead_test(self, exposed: ExposedLike, visible: TilesLike) -> DeadTest:
        """Return whether exposures are dead by what the table shows."""
        from .dead import dead_test

        return dead_test(self, exposed, visible)


def compact_tiles(group: Sequence[int]) -> str:
    """Return the tiles of a group without spaces, suited ones of a suit sharing its letter.

    >>> compact_tiles([19, 19, 21]), compact_tiles([0, 31]), compact_tiles([37, 37])
    ('224B', '1C0', 'FF')
    """
    texts = [format_tile(code) for code in group]
    suits = [text[1:] for text in texts]
    return "".join(
        text[0] if suits[i : i + 2] == [suits[i]] * 2 and suits[i] else text
        for i, text in enumerate(texts)
    )
