"""mjlog: replay, audit and statistics for mahjong game records (牌譜).

>>> import mjlog
>>> int(mjlog.shanten("123m067p55s11222z"))
0
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module as _import_module
from pathlib import Path as _Path
from typing import TYPE_CHECKING, Any

# ``parsers`` and ``analysis`` lie beside this package in a checkout and inside it when installed.
if not _Path(__path__[0], "parsers").is_dir():
    __path__.append(str(_Path(__path__[0]).parent))

if TYPE_CHECKING:
    from .analysis.dataset import Summary
    from .calculator.score import Score, score
    from .errors import MjlogError, ParseError
    from .findings import Finding
    from .hand import shanten, ukeire, waits
    from .model import GameBatch
    from .rules import Rules, load_rules
    from .views import Game, Round, State

__all__ = [
    "Finding",
    "Game",
    "GameBatch",
    "MjlogError",
    "ParseError",
    "Round",
    "Rules",
    "Score",
    "State",
    "__version__",
    "audit",
    "export",
    "iter_batches",
    "load_rules",
    "read",
    "score",
    "shanten",
    "simulate",
    "ukeire",
    "waits",
]

#: Names that are loaded when they are first used, so that ``import mjlog`` stays light.
_LAZY = {
    "Finding": "findings",
    "Game": "views",
    "GameBatch": "model",
    "MjlogError": "errors",
    "ParseError": "errors",
    "Round": "views",
    "Rules": "rules",
    "Score": "calculator",
    "State": "views",
    "load_rules": "rules",
    "score": "calculator",
    "shanten": "hand",
    "ukeire": "hand",
    "waits": "hand",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from .cli import version

        return version()
    if name in _LAZY:
        value = getattr(_import_module(f".{_LAZY[name]}", __name__), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def read(
    source: str | _Path | bytes | Iterable[str | _Path],
    *,
    rules: Rules | str | None = None,
    format: str | None = None,
) -> list[Game]:
    """Read all games of a file, folder, archive or database, or of a record given as bytes.

    Args:
        source: A path, several paths, ``-`` for standard input, or the bytes of one record.
        rules: Rules (or the name of a preset) instead of those that the records name.
        format: Name of the format, instead of looking at the content.

    Returns:
        One :class:`Game` a game, in order. What could not be read in a folder or archive is in
        ``game.batch.problems``.

    Raises:
        ParseError: Nothing in ``source`` could be read.
        OSError: A path that is not there.
    """
    from .errors import ParseError
    from .model import concatenate
    from .parsers import iter_batches, read_bytes
    from .views import games_of

    chosen = _rules(rules)
    if isinstance(source, str | _Path) and "://" not in str(source) and str(source) != "-":
        _Path(source).stat()  # a missing file is an OSError, as everywhere in Python
    if isinstance(source, bytes):
        batch = read_bytes(source, rules=chosen, format=format)
    else:
        batch = concatenate(list(iter_batches(source, rules=chosen, format=format)))
    if not len(batch) and batch.problems:
        first = batch.problems[0]
        raise ParseError(first.message, source=first.source, place=first.place)
    return games_of(batch)


def iter_batches(
    paths: str | _Path | Iterable[str | _Path],
    *,
    games: int = 500,
    rules: Rules | str | None = None,
    format: str | None = None,
) -> Iterator[GameBatch]:
    """Yield the games of any number of records as columns, ``games`` at a time.

    Memory holds one batch. Inputs that cannot be read are in ``batch.problems``.
    """
    from .parsers import iter_batches as batches

    found: Iterator[GameBatch] = batches(paths, games=games, rules=_rules(rules), format=format)
    return found


def audit(
    game: Game | GameBatch | Sequence[Game], *, rules: Rules | str | None = None
) -> list[Finding]:
    """Check games against the rules and return what is wrong, in game order.

    Args:
        game: A game, several games, or a batch.
        rules: Judge by these rules instead of those that the records name.
    """
    from .auditing import audit_batch
    from .model import GameBatch, concatenate
    from .views import Game

    if isinstance(game, Game):
        batch = game.batch
    elif isinstance(game, GameBatch):
        batch = game
    else:
        batch = concatenate([g.batch for g in game])
    return audit_batch(batch, rules=_rules(rules)).findings


def export(
    paths: str | _Path | Iterable[str | _Path],
    out: str | _Path,
    *,
    jobs: int = 1,
    tables: Sequence[str] | None = None,
    rules: Rules | str | None = None,
    format: str = "parquet",
    players: str | _Path | dict[str, str] | None = None,
    anonymise: bool | str = False,
    progress: Callable[[Summary], None] | None = None,
) -> Summary:
    """Replay and audit records and write a dataset of Parquet tables (``docs/tables.md``).

    Args:
        paths: Files, folders, archives, databases.
        out: Folder of the dataset; new games are added to one that is there.
        jobs: Processes.
        tables: Names of the tables to write; default all but ``decisions``.
        rules: Judge by these rules instead of those that the records name.
        format: ``parquet`` or ``csv``.
        players: File, or mapping account → person, that merges accounts of a person.
        anonymise: Write stable aliases instead of names (a text is the key they depend on).
        progress: Called after every part with the summary so far.
    """
    from .analysis.dataset import export as export_dataset

    return export_dataset(
        paths,
        out,
        jobs=jobs,
        tables=tables,
        rules=_rules(rules),
        format=format,
        players=players,
        anonymise=anonymise,
        progress=progress,
    )


def simulate(n: int = 1, *, seed: int = 1, rules: Rules | str = "tenhou") -> list[Game]:
    """Play ``n`` games with bots and return them; the same seed gives the same games."""
    from .simulator import play_games
    from .views import games_of

    chosen = _rules(rules)
    assert chosen is not None
    return games_of(play_games(n, seed=seed, rules=chosen))


def _rules(rules: Rules | str | None) -> Rules | None:
    if isinstance(rules, str):
        from .rules import load_rules

        return load_rules(rules)
    return rules
