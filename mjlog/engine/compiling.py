"""What makes numba compile faster, or compile faster code, and changes nothing else.

Each function here takes the place of one inside numba where numba has it. Where it has not
(another version), kernels are as right, and compiling takes longer.
"""

from __future__ import annotations

import gc
import types
from collections.abc import Callable
from functools import cache
from typing import Any, Final

__all__ = ["prepare_numba", "with_fewer_collections"]

#: How many objects more wake the garbage collector while numba compiles.
_OBJECTS_MADE: Final = 20_000
#: How numba's name of a compiled function of this package begins.
_OWN_CODE: Final = "_ZN5mjlog"
#: Types whose values hold no variables.
_PLAIN: Final = frozenset({
    str, int, bool, float, type(None), types.FunctionType, types.BuiltinFunctionType,
})  # fmt: skip


@cache
def prepare_numba() -> None:
    """Put the faster functions in place, once in a process."""
    _take_indices_as_they_are()
    _compare_flags_by_what_is_set()
    _list_variables_without_detours()


def _take_indices_as_they_are() -> None:
    """Let numba leave out of our kernels what makes ``a[-1]`` the last element.

    It costs three instructions at each place of an array that is read or written, a tenth of a
    replay, and lengthens the compilation. Functions of others keep it.
    """
    import numba
    from numba.np import arrayobj

    wrapping: Any = getattr(arrayobj, "fix_integer_index", None)
    if wrapping is None:
        return
    index: Any = numba.types.intp

    def fix_integer_index(context: Any, builder: Any, kind: Any, value: Any, size: Any) -> Any:
        if builder.function.name.startswith(_OWN_CODE):
            return context.cast(builder, value, kind, index)
        return wrapping(context, builder, kind, value, size)

    arrayobj.fix_integer_index = fix_integer_index


def _compare_flags_by_what_is_set() -> None:
    """Let numba compare two sets of compiler flags without reading all flags of both.

    It does so for each operation that it finds the types of, and hashes them each time, from the
    names of all flags alone: a tenth of the whole compilation.
    """
    from numba.core import compiler, targetconfig

    flags: Any = getattr(targetconfig, "TargetConfig", None)
    usual_flags: Any = compiler.Flags
    if flags is None or not hasattr(usual_flags(), "_values"):
        return
    usual_equal, usual_hash = flags.__eq__, flags.__hash__
    hashes: dict[type, int] = {}

    def equal(self: Any, other: Any) -> Any:
        if type(self) is not type(other):
            return usual_equal(self, other)
        mine, others = self._values, other._values
        return mine == others or all(
            getattr(self, name) == getattr(other, name) for name in mine.keys() | others.keys()
        )

    def hash_once(self: Any) -> int:
        kind = type(self)
        if kind not in hashes:
            hashes[kind] = usual_hash(self)
        return hashes[kind]

    # where numba's own hash is that of the names alone, all objects of a class have one
    if hash(usual_flags()) == hash(tuple(sorted(usual_flags.options))):
        flags.__hash__ = hash_once
    flags.__eq__ = equal


def _list_variables_without_detours() -> None:
    """Let numba gather the variables of an instruction without a call for each text and number."""
    from numba.core import ir

    instruction: Any = ir.Inst
    usual: Any = getattr(instruction, "_rec_list_vars", None)
    if usual is None:
        return
    variable: Any = ir.Var

    def list_variables(self: Any, value: Any) -> Any:
        if type(value) is dict:
            value = value.values()
        elif type(value) is not list and type(value) is not tuple:
            return usual(self, value)
        found = []
        for part in value:
            if type(part) is variable:
                found.append(part)
            elif type(part) not in _PLAIN:
                found += usual(self, part)
        return found

    instruction._rec_list_vars = list_variables


def with_fewer_collections(compile_: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Let the garbage collector look less often while numba compiles.

    The compiler makes a hundred objects for each one that it drops: a tenth of its time went
    into looking through them.
    """

    def compile_one(signature: Any) -> Any:
        usual = gc.get_threshold()
        gc.set_threshold(max(_OBJECTS_MADE, usual[0]) if usual[0] else 0, *usual[1:])
        try:
            return compile_(signature)
        finally:
            gc.set_threshold(*usual)

    return compile_one
