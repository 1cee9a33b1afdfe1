"""Findings: faults in a record, with stable codes, like those of a linter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from .american.codes import AMERICAN_CODES
from .codes import DRAW_KINDS, LIMITS, UNKNOWN_POINTS, YAKU
from .engine.incident_codes import INCIDENT_CODES
from .engine.settlement_codes import SETTLEMENT_CODES
from .engine.wall_codes import WALL_CODES
from .errors import UnknownNameError
from .finding_table import FLOW, FURITEN, LEGALITY, SCORING, TILES, FindingCode, Severity
from .given import names_given
from .tiles import format_tile

__all__ = [
    "CODES",
    "Finding",
    "FindingCode",
    "code_named",
    "decode_value",
    "selected",
]

_SEVERITIES: Final = ("note", "warning", "error")
_NO_VALUES: Final = ("players", "names", "hand", "scores", "detail", "game")
_WINDS: Final = ("East", "South", "West", "North")


@dataclass(slots=True)
class Finding:
    """One fault found in one game; the fields are the same in JSON, Python and Parquet.

    Attributes:
        code, name, severity: See :data:`CODES`.
        game_id, source: Which game, and the file it came from.
        round: ``"E2.1"`` (``"E2.1#2"`` if played again), American ``"hand 3"``; None when the
            finding is about the whole game.
        round_index, event_index: 0-based; the event counts inside its round.
        turn: The seat's turn (its discards so far, this one included).
        seat: 0–3, or None; American: the person, A = 0.
        message: One line for people.
        recorded, expected: JSON values.
        rule: Rule parameters behind the finding. rule_source: Where their value comes from.
        explained_by: Rule parameters that, changed alone, make the mismatch disappear.
    """

    code: str
    name: str
    severity: Severity
    game_id: str
    source: str
    round: str | None
    round_index: int | None
    event_index: int | None
    turn: int | None
    seat: int | None
    message: str
    recorded: Any = None
    expected: Any = None
    rule: str = ""
    rule_source: str = ""
    explained_by: list[str] = field(default_factory=list)
    # only for words, no fields of JSON: size of the table, names by seat, concealed hand
    players: int = field(default=4, repr=False, compare=False)
    names: tuple[str, ...] = field(default=(), repr=False, compare=False)
    hand: str = field(default="", repr=False, compare=False)
    # points by seat after the hand as they should be, where payments are wrong
    scores: tuple[int, ...] = field(default=(), repr=False, compare=False)
    # American: what the message tells after the summary of the code
    detail: str = field(default="", repr=False, compare=False)
    # row of the game in the batch: two records may have one id
    game: int = field(default=-1, repr=False, compare=False)

    @property
    def place(self) -> str:
        """Where in the game, ``E2.1 turn 7, West``."""
        if self.round is None:
            return "game"
        parts = [f"{self.round} turn {self.turn}" if self.turn else self.round]
        if self.seat is not None:
            parts.append(self.wind)
        return ", ".join(parts)

    @property
    def wind(self) -> str:
        """The seat's wind in that round (``West``), or ``seat N`` outside a round.

        American mahjong names the person, ``C (Cy)``.
        """
        if self.seat is None:
            return ""
        if self.is_american:
            return self.person(self.seat)
        wind = self.wind_of(self.seat)
        return f"seat {self.seat}" if wind is None else _WINDS[wind]

    @property
    def is_american(self) -> bool:
        """Whether the finding is about a game of American mahjong."""
        return self.code.startswith("A-")

    def person(self, seat: int) -> str:
        """Return a person of American mahjong with the name, ``C (Cy)``."""
        name = self.names[seat] if seat < len(self.names) else ""
        return f"{'ABCD'[seat]} ({name})" if name else "ABCD"[seat]

    def wind_of(self, seat: int) -> int | None:
        """Return a seat's wind 0–3 in the round; None outside a round."""
        if self.round is None or not self.round[1:2].isdigit():
            return None
        return (seat - int(self.round[1]) + 1) % self.players

    def as_dict(self) -> dict[str, Any]:
        """Return the fields as JSON values, without those that only help to word or place it."""
        values = asdict(self)
        for name in _NO_VALUES:
            del values[name]
        return values


#: Every code, in family order T L F S P G W E A.
CODES: Final[tuple[FindingCode, ...]] = (
    *TILES,
    *LEGALITY,
    *FURITEN,
    *SCORING,
    *(FindingCode(*entry) for entry in SETTLEMENT_CODES),
    *FLOW,
    *(FindingCode(*entry) for entry in WALL_CODES),
    *(FindingCode(*entry) for entry in INCIDENT_CODES),
    *(entry.finding_code() for entry in AMERICAN_CODES),
)
BY_CODE: Final[dict[str, FindingCode]] = {entry.code: entry for entry in CODES}


def code_named(text: str) -> FindingCode:
    """Return the finding with that code (``F101``) or name (``ron-in-furiten``).

    Raises:
        UnknownNameError: Neither a code nor a name.
    """
    for entry in CODES:
        if text.upper() == entry.code or text.lower() == entry.name:
            return entry
    raise _unknown_code("finding", text)


def _unknown_code(kind: str, text: str) -> UnknownNameError:
    """Return the error for what is no code, with the nearest codes of the same family."""
    error = UnknownNameError(kind, text, [c.name for c in CODES])
    family = [c.code for c in CODES if c.code[0] == text[:1].upper()]
    if family and text[1:].isdigit():
        number = int(text[1:].ljust(3, "0")[:6])
        near = sorted(family, key=lambda code: abs(int(code[1:]) - number))[:3]
        error = UnknownNameError(kind, text, [], near=near)
    if text[:2].upper() == "A-":
        error = UnknownNameError(kind, text.upper(), family)
    if not error.near:
        error = UnknownNameError(kind, text, list(dict.fromkeys(c.code[0] for c in CODES)))
    return error


def _matches(finding: Finding, prefixes: Iterable[str]) -> bool:
    return any(finding.code.startswith(p.upper()) or finding.name == p.lower() for p in prefixes)


def selected(
    findings: Sequence[Finding],
    *,
    select: str | Sequence[str] = (),
    ignore: str | Sequence[str] = (),
) -> list[Finding]:
    """Return the findings that match a prefix of ``select`` (all if empty) and none of ``ignore``.

    Raises:
        UnknownNameError: A prefix that no code and no name has.
    """
    select, ignore = names_given(select), names_given(ignore)
    for prefix in (*select, *ignore):
        if not any(c.code.startswith(prefix.upper()) or c.name == prefix.lower() for c in CODES):
            raise _unknown_code("finding code or prefix", prefix)
    return [f for f in findings if (not select or _matches(f, select)) and not _matches(f, ignore)]


def worst(findings: Sequence[Finding]) -> Severity | None:
    """Return the gravest severity, or None without findings."""
    if not findings:
        return None
    return max((f.severity for f in findings), key=_SEVERITIES.index)


def _kinds(mask: int) -> list[str]:
    return [format_tile(kind) for kind in range(34) if mask >> kind & 1]


def decode_value(values: str, number: int, *, expected: bool = False) -> Any:
    """Turn the integer of a reported row into a JSON value.

    Args:
        values: The ``values`` of the finding's code.
        number: The integer.
        expected: It is the expected value; some codes hold another kind of value there.
    """
    first, _, second = values.partition("-")
    kind = second if expected and second else first
    if kind == "tile":
        return None if number == 255 else format_tile(number)
    if kind == "kinds":
        return _kinds(number)
    if kind == "banned":
        return f"any tile but {' '.join(_kinds(number))}"
    if kind == "waits":
        return f"waits kept as {' '.join(_kinds(number)) or 'nothing'}"
    if kind == "seat":
        return None if not 0 <= number <= 3 else number
    if kind == "win":  # winner, payer (who wins by tsumo is his own)
        payer = number >> 2
        return [number & 3, payer if payer <= 3 else None]
    if kind == "draw":
        return DRAW_KINDS[number] if 0 <= number < len(DRAW_KINDS) else None
    if kind == "seats":
        return [s for s in range(4) if number >> s & 1] if number != 255 else None
    if kind == "flag":
        return bool(number)
    if kind == "limit":
        return (LIMITS[number] or "none") if 0 <= number < len(LIMITS) else None
    if kind == "yaku":
        return [y.name for y in YAKU if number >> y.id & 1]
    if kind == "tenths":
        return None if number == UNKNOWN_POINTS else number / 10
    if kind in ("count", "points"):
        return None if number == UNKNOWN_POINTS else number
    return None
