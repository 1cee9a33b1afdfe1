"""Compiled kernels and their cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_PROGRAM = """
import numpy as np
from mjlog.engine import jit
from mjlog.parsers.tenhou import numbers

text, out = b'12,-3,456"' + bytes(8), np.zeros(5, np.int64)
found = jit.compiled(numbers.read_list)(np.frombuffer(text, np.uint8), 0, out)
assert found == numbers.read_list(text, 0, np.zeros(5, np.int64)) == (3, 10)
print(*out, *(helper.__name__ for helper in jit._HELPERS))
"""


def test_a_kernel_from_the_cache_makes_no_helpers(tmp_path: Path) -> None:
    environ = os.environ | {"MJLOG_CACHE_DIR": str(tmp_path), "MJLOG_COMPILES_BACKWARDS": "1"}
    lines = [
        subprocess.run(
            [sys.executable, "-c", _PROGRAM],
            env=environ,
            check=True,
            capture_output=True,
            text=True,
        ).stdout.split()
        for _ in range(2)
    ]
    numbers = ["12", "-3", "456", "0", "0"]
    assert lines == [[*numbers, "read_number"], numbers]


_INDICES = """
import numba
import numpy as np
from mjlog.engine import jit
from mjlog.parsers.tenhou import numbers

@numba.njit
def last(values):
    return values[-1]

name = jit.compiled(numbers.read_name)
assert name(np.frombuffer(b'a"', np.uint8), 1) == (0, 1)
try:
    name(np.frombuffer(b'a"', np.uint8), -1)
except IndexError as error:
    print(error)
print(last(np.arange(3)))
"""


def test_kernels_take_indices_as_they_are_and_other_functions_do_not(tmp_path: Path) -> None:
    environ = os.environ | {
        "MJLOG_CACHE_DIR": str(tmp_path), "MJLOG_COMPILES_BACKWARDS": "1", "NUMBA_BOUNDSCHECK": "1",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", _INDICES], env=environ, check=True, capture_output=True, text=True
    )
    assert done.stdout.splitlines() == ["index is out of bounds", "2"]
