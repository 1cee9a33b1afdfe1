"""Compiled kernels and their cache."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from mjlog.engine.compiling import prepare_numba

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


def test_what_makes_numba_faster_gives_what_numba_gives() -> None:
    ir: Any = import_module("numba.core.ir")
    flags: Any = import_module("numba.core.compiler").Flags
    prepare_numba()
    kinds = [flags() for _ in range(4)]
    kinds[1].nrt = True
    kinds[2].nrt = False  # the default, set
    kinds[3].fastmath = True
    for one, other in itertools.product(kinds, repeat=2):
        assert (one == other) == (one.values() == other.values())
        assert one != other or hash(one) == hash(other)
    assert kinds[0] == kinds[2] != kinds[1] != "flags"
    where = ir.unknown_loc
    a, b, c = (ir.Var(None, name, where) for name in "abc")
    inner = ir.Expr("call", where, func=a, args=(b, [c, 1], {"x": a}), kws=(("y", b),), n=None)
    assert inner.list_vars() == [a, b, c, a, b]
    assert ir.Assign(inner, c, where).list_vars() == [a, b, c, a, b, c]
