"""One kernel source, two ways to run it.

A kernel is a plain function over numpy arrays and integers, marked with
:func:`kernel`. Called as it is, it runs uncompiled: right for a few games, a debugger
or coverage. :func:`compiled` returns the same function compiled by numba, together with
every kernel that it calls; numba is imported at that moment and not before.

Rules for kernel code, so that both ways give the same result:

* Wrap array reads that enter arithmetic in ``int(...)``: a ``uint8`` scalar overflows
  when uncompiled and a plain ``int`` is much faster.
* Masks are ``int64`` (bits 0–62), never ``uint64``.
* Module constants are plain integers or numpy arrays that never change.
* Kernels call kernels by their module-level name (``from .shape import shanten``).
* Kernels do not raise and allocate little; they write into arrays that they are given.
* Indices are never negative: compiled, ``a[-1]`` is not the last element but lies before
  the first. ``NUMBA_BOUNDSCHECK=1`` finds those that are.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import subprocess
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from .compiling import prepare_numba, with_fewer_collections
from .notice import tell_compiling

__all__ = [
    "compiled",
    "help_compiling",
    "is_kernel",
    "kernel",
    "lean_kernel",
    "noting_calls",
    "select",
    "use_compiled",
    "was_compiled",
]

F = TypeVar("F", bound=Callable[..., Any])

_KERNELS: set[types.FunctionType] = set()
_LEAN: set[types.FunctionType] = set()
_COMPILED: dict[types.FunctionType, Any] = {}
_HELPERS: dict[types.FunctionType, Any] = {}
_NAMESPACES: dict[str, _Namespace] = {}
_FOLDERS: dict[str, str] = {}
_CALLS: list[tuple[Any, tuple[Any, ...]]] | None = None
_HELPED = False
#: Set in the environment of the process that compiles from the end backwards.
_BACKWARDS = "MJLOG_COMPILES_BACKWARDS"

#: From how many games on a batch is worth loading numba for (measured: docs/performance.md).
COMPILE_FROM_GAMES = 20


def kernel(function: F) -> F:
    """Mark ``function`` as a kernel and return it unchanged."""
    assert isinstance(function, types.FunctionType)
    _KERNELS.add(function)
    return function


def lean_kernel(function: F) -> F:
    """Mark a kernel that makes no arrays; return it unchanged.

    It is compiled without counting references to the arrays that it gets. Counting costs two
    locked instructions for each array of each call, more than a short kernel itself.
    """
    _LEAN.add(cast("types.FunctionType", function))
    return kernel(function)


def is_kernel(value: object) -> bool:
    """Tell whether ``value`` is a function marked by :func:`kernel`."""
    return isinstance(value, types.FunctionType) and value in _KERNELS


def cache_dir(module_name: str = "") -> Path:
    """Return the folder of compiled kernels, or that of one module's kernels.

    numba only looks at the file of the outermost function when it decides whether a cached
    kernel is stale. So each module has a folder of its own, named after a hash of everything
    that goes into its kernels: see :func:`_stamp`.
    """
    base = os.environ.get("MJLOG_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    root = (Path(base) if base else Path.home() / ".cache") / "mjlog"
    return root / f"{module_name.rpartition('.')[2]}-{_stamp(module_name)}" if module_name else root


def _stamp(module_name: str) -> str:
    """Return a hash of a module, of the kernel modules it calls, and of their constants."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    digest.update(Path(str(sys.modules[prepare_numba.__module__].__file__)).read_bytes())
    waiting, seen = [module_name], {module_name}
    while waiting:
        module = sys.modules[waiting.pop()]
        digest.update(Path(str(module.__file__)).read_bytes())
        for name, value in sorted(vars(module).items()):
            if is_kernel(value) and value.__module__ not in seen:
                seen.add(value.__module__)
                waiting.append(value.__module__)
            elif isinstance(value, int):
                digest.update(f"{name}={value}".encode())
            elif isinstance(value, np.ndarray):
                digest.update(name.encode() + value.tobytes())
    return digest.hexdigest()[:16]


def was_compiled(function: Callable[..., Any]) -> bool:
    """Tell whether this machine has compiled the kernels of that module before."""
    return cache_dir(function.__module__).exists()


def compiled(function: F) -> F:
    """Return ``function`` compiled by numba (compiled on its first call, then cached)."""
    assert isinstance(function, types.FunctionType)
    if _CALLS is not None:
        noted: F = _noted(function, _CALLS)
        return noted
    if function not in _COMPILED:
        _keep_freed_memory()
        _COMPILED[function] = _compile(function)
    result: F = _COMPILED[function]
    return result


@cache
def _keep_freed_memory() -> None:
    """Let the C library keep what one batch frees for the next.

    The columns of a batch are some megabytes each. The GNU C library gives such blocks back to
    the system at once, and asking for every page anew takes a tenth of a replay; it stops doing
    so for blocks as large as one that it has seen freed, 32 MB at most. Elsewhere nothing happens.
    """
    np.empty((32 << 20) - (1 << 13), np.uint8)


@contextmanager
def noting_calls() -> Iterator[list[tuple[Any, tuple[Any, ...]]]]:
    """Run uncompiled what would run compiled, and note (kernel, numba's types of its arguments).

    Each call that is new to numba stands once in the list, in the order of the first calls.
    """
    global _CALLS
    _CALLS = []
    try:
        yield _CALLS
    finally:
        _CALLS = None


def _noted(function: Any, calls: list[tuple[Any, tuple[Any, ...]]]) -> Any:
    import numba

    typeof: Any = numba.typeof

    def run(*args: Any) -> Any:
        call = (function, tuple(map(typeof, args)))
        if call not in calls:
            calls.append(call)
        return function(*args)

    return run


def help_compiling(*, quiet: bool = False) -> None:
    """Let a second process compile the engine too, from its last kernel backwards.

    The two meet in the middle: what the other has compiled is found in the cache. Does nothing
    on one processor, nor in that process itself; the process ends with this one.
    """
    global _HELPED
    if _HELPED or os.environ.get(_BACKWARDS):
        return
    _HELPED = True
    if not quiet:
        tell_compiling()
    if (os.cpu_count() or 1) < 2 or not sys.executable:
        return
    package = str(Path(__file__).parents[2])
    python_path = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))
    code = "from mjlog.cli.warmup import compile_engine; list(compile_engine(backwards=True))"
    with suppress(OSError):  # then this process compiles everything itself
        process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {_BACKWARDS: "1", "PYTHONPATH": python_path},
        )
        atexit.register(_end, process)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait()


def _helper(function: types.FunctionType) -> Any:
    """Return ``function`` compiled for kernels only: what Python would call it by is left out.

    Compiling those wrappers takes as long as a small kernel itself. numba keeps no flags in its
    cache, hence a folder of its own.
    """
    if function not in _HELPERS:
        fast = _compile(function, "-parts", no_cpython_wrapper=True, no_cfunc_wrapper=True)
        _take_int64(fast)
        _HELPERS[function] = fast
    return _HELPERS[function]


def _compile(function: types.FunctionType, suffix: str = "", **options: Any) -> Any:
    import numba

    prepare_numba()
    if function.__module__ not in _NAMESPACES:
        _NAMESPACES[function.__module__] = _Namespace(function.__module__)
    if function.__module__ not in _FOLDERS:
        _FOLDERS[function.__module__] = str(cache_dir(function.__module__))
    folder = _FOLDERS[function.__module__] + suffix
    if not suffix and not Path(folder).exists():
        help_compiling()
    config: Any = numba.config
    config.CACHE_DIR = folder  # read when the twin is made
    twin = types.FunctionType(
        function.__code__,
        _NAMESPACES[function.__module__],
        function.__name__,
        function.__defaults__,
    )
    twin.__module__ = function.__module__
    twin.__qualname__ = function.__qualname__
    twin.__kwdefaults__ = function.__kwdefaults__
    if function in _LEAN:
        options["_nrt"] = False
    options["no_rewrites"] = True  # kernels have none of what these passes look for
    dispatcher: Any = numba.njit(cache=True, nogil=True, error_model="numpy", **options)(twin)
    dispatcher.compile = with_fewer_collections(dispatcher.compile)
    return dispatcher


def _take_int64(dispatcher: Any) -> None:
    """Let kernels that call this one pass every integer as int64.

    numba would compile it anew for each literal (``f(x, 0)``, ``f(x, 1)``) and each width of
    an argument, and an int64 that meets a uint64 (``int(a[i])`` of a uint8 array is one)
    would become a float.
    """
    import numba

    types: Any = numba.types
    find = dispatcher.get_call_template

    def wide(kind: Any) -> Any:
        return types.int64 if isinstance(kind, types.Integer) else types.unliteral(kind)

    def find_wide(args: Any, kws: dict[str, Any]) -> Any:
        return find(tuple(map(wide, args)), {name: wide(kind) for name, kind in kws.items()})

    dispatcher.get_call_template = find_wide


class _Namespace(dict[str, Any]):
    """A module's globals with each kernel replaced by its compiled twin.

    The twins are made when numba asks for them, which it does only to compile: a kernel that
    comes from the cache needs none. ``int(x)`` becomes a plain cast to int64: the same value,
    and a third less to compile than numba's own ``int``.
    """

    def __init__(self, module_name: str) -> None:
        import numba

        names = vars(sys.modules[module_name])
        self._kernels = {name: value for name, value in names.items() if is_kernel(value)}
        super().__init__({n: value for n, value in names.items() if n not in self._kernels})
        self["int"] = numba.int64

    def __missing__(self, name: str) -> Any:
        self[name] = twin = _helper(self._kernels[name])
        return twin


def use_compiled(games: int) -> bool:
    """Tell whether a batch of ``games`` should run compiled.

    ``MJLOG_JIT=0`` never compiles, ``MJLOG_JIT=1`` always.
    """
    forced = os.environ.get("MJLOG_JIT", "")
    if forced in ("0", "1"):
        return forced == "1"
    return games >= COMPILE_FROM_GAMES


def select(function: F, games: int) -> F:
    """Return ``function``, compiled when a batch of ``games`` is worth it."""
    return compiled(function) if use_compiled(games) else function
