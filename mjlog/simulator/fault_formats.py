"""What an audit finds of a planted fault in a record of each format.

In a record that people keep at a table an impossible move is an error of a player, with a
consequence (family E); a result sheet holds results only.
"""

from __future__ import annotations

from typing import Final

from ..errors import MjlogError
from ..rules import Rules
from .faults import Fault, expected_codes
from .table_errors import TableError

__all__ = ["expected_in", "found_beside"]

#: Fault of the play → what it is at a table where the rules name consequences.
_AT_TABLE: Final = {
    "L101": ("E106",), "L102": ("E111",), "L103": ("E110", "L103"), "L106": ("E101",),
}  # fmt: skip
#: Why there are more than one.
_WHY: Final = {"L103": "the player before had drawn already and holds a tile too many"}
#: Faults that a table record does not show: the riichi as long as nobody shows the hand, melds
#: beside a winning hand, and walls.
_NOT_AT_TABLE: Final = frozenset({"L121", "T104"})
#: Faults that a result sheet shows, beside those of family G.
_IN_SHEET: Final = frozenset(
    {"S104", "S105", "P101", "P102", "P103", "P104", "P105", "P106", "P107", "P108", "P110"}
)
#: Errors at the table that need the play around them.
_NOT_IN_SHEET: Final = frozenset({"E115", "E116", "E118", "E123", "E124", "E201", "E202", "E204"})


def expected_in(fault: Fault | TableError, format_name: str, rules: Rules) -> tuple[list[str], str]:
    """Return the codes that an audit of a record finds, and why there are several.

    Notes on readings of open points, which the game has without the fault too, are left out.

    Raises:
        MjlogError: Records of that format cannot show the fault.
    """
    if not _can_show(fault, format_name):
        raise MjlogError(f"{fault.code}: a record in the format {format_name!r} cannot show it")
    if isinstance(fault, TableError):
        return fault.codes(), fault.why
    if format_name.startswith("table") and rules.chombo != "none":
        if fault.code == "L122" and rules.wrong_riichi != "none":
            return ["E123"], ""
        if fault.code == "L108" and rules.kuikae_verdict != "none":
            return ["E126"], ""
        if fault.code in _AT_TABLE:
            return sorted(_AT_TABLE[fault.code]), _WHY.get(fault.code, "")
    return expected_codes(fault), ""


def _can_show(fault: Fault | TableError, format_name: str) -> bool:
    sheet, table = format_name == "table-csv", format_name.startswith("table")
    if isinstance(fault, TableError):
        return table and not (sheet and fault.code in _NOT_IN_SHEET)
    if sheet:
        return fault.code in _IN_SHEET or fault.code[0] == "G"
    if table:
        walls = fault.code[0] == "W" and fault.code != "W106"
        return not (walls or fault.rules or fault.code in _NOT_AT_TABLE)
    return fault.in_file


def found_beside(codes: list[str], severities: list[str], expected: list[str]) -> list[str]:
    """Return, sorted, the codes found that count: those above a note, and those expected."""
    pairs = zip(codes, severities, strict=True)
    return sorted(code for code, severity in pairs if severity != "note" or code in expected)
