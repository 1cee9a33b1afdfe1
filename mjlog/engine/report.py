"""The buffer that kernels report findings into.

A row is int64[REPORT_COLUMNS]: code number, round, event, seat, recorded, expected. The code
number is ``FAMILY * 1000 + digits`` (``L108`` = 2108); what recorded and expected mean is told
by the code's ``values`` in :mod:`mjlog.findings`. Kernels pass the number of rows along and
get the new one back; a number above the buffer's length says that it was too small.
"""

from __future__ import annotations

from typing import Any, Final

from .jit import lean_kernel

__all__ = ["FAMILIES", "REPORT_COLUMNS", "code_text", "report"]

R_CODE: Final = 0
R_ROUND: Final = 1
R_EVENT: Final = 2
R_SEAT: Final = 3
R_RECORDED: Final = 4
R_EXPECTED: Final = 5
REPORT_COLUMNS: Final = 6

T: Final = 1000
L: Final = 2000
F: Final = 3000
S: Final = 4000
P: Final = 5000
G: Final = 6000
W: Final = 7000
E: Final = 8000
FAMILIES: Final = "?TLFSPGWE"


def code_text(number: int) -> str:
    """Return the code of a code number: 2108 → ``L108``."""
    return f"{FAMILIES[number // 1000]}{number % 1000:03d}"


@lean_kernel
def report(
    rows: Any, n: int, code: int, r: int, e: int, seat: int, recorded: int, expected: int
) -> int:
    """Append a finding and return the new count; a full buffer keeps counting only."""
    if n < len(rows):
        rows[n, 0] = code
        rows[n, 1] = r
        rows[n, 2] = e
        rows[n, 3] = seat
        rows[n, 4] = recorded
        rows[n, 5] = expected
    return n + 1
