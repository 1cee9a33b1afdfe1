"""Ids of Tenhou records, as they stand in file names, links and databases."""

from __future__ import annotations

import datetime
import re
from typing import Final, NamedTuple

from mjlog.errors import ParseError

__all__ = ["LogName", "find_log_name", "parse_log_name"]

# The parts are split at "-": the date has eight digits (2006) or ten, the lobby four or five,
# and the number grows or becomes an "x" number.
_ID: Final = re.compile(
    r"(?<![0-9])(?P<date>[0-9]{8}(?:[0-9]{2})?)gm-(?P<type>[0-9a-fA-F]{4})"
    r"-(?P<lobby>[0-9]{4,5})-(?P<number>x?[0-9a-fA-F]+)"
)
_SEAT: Final = re.compile(r"(?:[&?;_-]|%26)tw(?:[=_]|%3[Dd])([0-3])(?![0-9])")
_ROUND: Final = re.compile(r"(?:[&?;_-]|%26)ts(?:[=_]|%3[Dd])([0-9]{1,3})(?![0-9])")


class LogName(NamedTuple):
    """The parts of a record's id.

    Attributes:
        id: The id itself, without seat and round.
        date: ``YYYY-MM-DD``.
        hour: 0–23, None in the oldest ids.
        type: Table type, the number of GO ``type``.
        lobby: Lobby digits.
        number: Last part.
        seat: Seat from whose side the record was saved (``tw``), or None.
        round: Round that a link points at (``ts``), or None.
    """

    id: str
    date: str
    hour: int | None
    type: int
    lobby: str
    number: str
    seat: int | None = None
    round: int | None = None

    @property
    def start_time(self) -> str:
        """ISO 8601 local time (Japan), to the hour where it is known."""
        return self.date if self.hour is None else f"{self.date}T{self.hour:02d}"


def find_log_name(text: str) -> LogName | None:
    """Return the record id in the last part of ``text`` (a path, link or key), or None."""
    if "gm-" not in text:
        return None
    part = text[max(map(text.rfind, "/\\!")) + 1 :]
    match = _ID.search(part)
    if match is None:
        return None
    digits, type_digits, lobby, number = match.groups()
    date = f"{digits[:4]}-{digits[4:6]}-{digits[6:8]}"
    hour = int(digits[8:]) if len(digits) == 10 else None
    try:
        datetime.date.fromisoformat(date)
    except ValueError:
        return None
    if hour is not None and hour > 23:
        return None
    tail = part[match.end() :]
    seat, turn = _SEAT.search(tail), _ROUND.search(tail)
    return LogName(
        id=match[0],
        date=date,
        hour=hour,
        type=int(type_digits, 16),
        lobby=lobby,
        number=number,
        seat=int(seat[1]) if seat else None,
        round=int(turn[1]) if turn else None,
    )


def parse_log_name(text: str) -> LogName:
    """Return the parts of a record id, file name or link.

    >>> parse_log_name("2010091009gm-00a9-0000-83af2648&tw=2.mjlog").seat
    2

    Raises:
        ParseError: There is no id in it.
    """
    name = find_log_name(text)
    if name is None:
        raise ParseError(
            f"{text!r} holds no record id, expected one such as "
            "'2018040923gm-00a9-0000-1833afca' (date and hour, gm, type, lobby, number)"
        )
    return name
