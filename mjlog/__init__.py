"""mjlog: replay, audit and statistics for mahjong game records (牌譜).

>>> import mjlog
>>> int(mjlog.shanten("123m067p55s11222z"))
0
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module as _import_module
from os import PathLike
from pathlib import Path as _Path
from typing import TYPE_CHECKING, Any, BinaryIO, SupportsIndex, overload

# ``parsers`` and ``analysis`` lie beside this package in a checkout and inside it when installed.
if not _Path(__path__[0], "parsers").is_dir():
    __path__.append(str(_Path(__path__[0]).parent))

if TYPE_CHECKING:
    from .american.batch import AmericanBatch
    from .american.card import Card
    from .american.model import AmericanGame
    from .american.rules import AmericanRules
    from .analysis.dataset import Summary
    from .analysis.review import Review
    from .calculator.score import Score, score
    from .errors import MjlogError, ParseError
    from .findings import Finding
    from .hand import shanten, ukeire, waits
    from .model import GameBatch
    from .rules import Rules, load_rules
    from .views import Game, Round, State

__all__ = [
    "AmericanBatch",
    "AmericanGame",
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
    "load_american_rules",
    "load_card",
    "load_rules",
    "read",
    "review",
    "score",
    "shanten",
    "simulate",
    "ukeire",
    "waits",
]

#: Names that are loaded when they are first used, so that ``import mjlog`` stays light.
_LAZY = {
    "AmericanBatch": "american.batch",
    "AmericanGame": "american.model",
    "Finding": "findings",
    "Game": "views",
    "GameBatch": "model",
    "MjlogError": "errors",
    "ParseError": "errors",
    "Round": "views",
    "Rules": "rules",
    "Score": "calculator",
    "State": "views",
    "load_american_rules": "american.rules",
    "load_card": "american.card",
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
    source: str | _Path | bytes | bytearray | memoryview | BinaryIO | Iterable[str | _Path],
    *,
    rules: Rules | str | PathLike[str] | None = None,
    format: str | None = None,
) -> list[Any]:
    """Read all games of a file, folder, archive or database, or of a record given as bytes.

    Args:
        source: A path, several paths, ``-`` for standard input, or the bytes of one record
            (bytes, what is like bytes, or a file opened with ``"rb"``).
        rules: Rules (or the name of a preset, or a TOML file) of riichi games instead of those
            that the records name.
        format: Name of the format, instead of looking at the content.

    Returns:
        One :class:`Game` a riichi game, in order, then one :class:`AmericanGame` a game of
        American mahjong. What could not be read in a folder or archive is in
        ``game.batch.problems`` of the riichi games (:func:`iter_batches`).

    Raises:
        ParseError: Nothing in ``source`` could be read.
        OSError: A path that is not there.
        RulesError: ``rules`` are for another number of players than a game has.
        TypeError: ``source`` or ``rules`` is something else.
    """
    from .errors import ParseError
    from .given import check_table_sizes, riichi_rules_given
    from .model import GameBatch, concatenate
    from .parsers import iter_records, records_in
    from .views import games_of

    chosen = riichi_rules_given(rules)
    found: list[GameBatch | AmericanBatch]
    source = _in_memory(source)
    if isinstance(source, str | _Path) and "://" not in str(source) and str(source) != "-":
        _Path(source).stat()  # a missing file is an OSError, as everywhere in Python
    if isinstance(source, bytes):
        found = list(records_in(source, rules=chosen, format=format))
    else:
        found = list(iter_records(source, rules=chosen, format=format))
    batch = concatenate([b for b in found if isinstance(b, GameBatch)])
    if chosen is not None:
        check_table_sizes(batch, chosen)
    american = [game for b in found if not isinstance(b, GameBatch) for game in b.games]
    problems = [problem for b in found for problem in b.problems]
    if not len(batch) and not american and problems:
        raise ParseError(problems[0].message, source=problems[0].source, place=problems[0].place)
    return [*games_of(batch), *american] if len(batch) else list(american)


def iter_batches(
    paths: str | _Path | Iterable[str | _Path],
    *,
    games: int = 500,
    rules: Rules | str | PathLike[str] | None = None,
    format: str | None = None,
) -> Iterator[GameBatch]:
    """Yield the riichi games of any number of records as columns, ``games`` at a time.

    Memory holds one batch. Inputs that cannot be read are in ``batch.problems``, and so are
    American games, which :func:`read` returns.

    Raises:
        RulesError: ``rules`` are for another number of players than a game has.
        TypeError: ``rules`` is neither rules, nor a name, nor a path.
    """
    from .given import riichi_rules_given
    from .parsers import iter_batches as batches

    chosen = riichi_rules_given(rules)
    found: Iterator[GameBatch] = batches(paths, games=games, rules=chosen, format=format)
    return found if chosen is None else _of_that_size(found, chosen)


def _of_that_size(batches: Iterator[GameBatch], rules: Rules) -> Iterator[GameBatch]:
    """Yield the batches; a game of another number of players than the rules is an error."""
    from .given import check_table_sizes

    for batch in batches:
        check_table_sizes(batch, rules)
        yield batch


def _in_memory(source: Any) -> Any:
    """Return the bytes of what is like bytes, or of an open file; paths stay what they are."""
    if isinstance(source, bytearray | memoryview):
        return bytes(source)
    if hasattr(source, "read"):
        data = source.read()
        if not isinstance(data, bytes):
            raise TypeError(
                f"a file that gives {type(data).__name__}: expected one opened for bytes, "
                "open(path, 'rb'), or its path"
            )
        return data
    if not isinstance(source, str | bytes | PathLike | Iterable):
        raise TypeError(
            f"a record is read from a path, several paths, bytes or a file opened with 'rb', "
            f"not from {type(source).__name__}"
        )
    return source


def audit(
    game: Game | AmericanGame | GameBatch | AmericanBatch | Sequence[Game | AmericanGame],
    *,
    rules: Rules | AmericanRules | str | PathLike[str] | None = None,
    card: Card | str | PathLike[str] | None = None,
) -> list[Finding]:
    """Check games against the rules and return what is wrong, in game order.

    Args:
        game: A game, several games, or a batch; of riichi, American mahjong, or both.
        rules: Judge by these rules instead of those that the records name; a ruleset judges
            the games of its own kind.
        card: Card of the American games, its name or file, instead of the one each names.

    Raises:
        TypeError: ``game`` holds something else, such as the path of a record; ``rules`` or
            ``card`` is neither one, nor a name, nor a path.
    """
    from .american.batch import AmericanBatch
    from .american.model import AmericanGame
    from .american.rules import AmericanRules
    from .auditing import audit_batch
    from .given import card_given, ruleset_given
    from .model import GameBatch, concatenate
    from .rules import Rules
    from .views import Game

    chosen, given = ruleset_given(rules), card_given(card)
    riichi = chosen if isinstance(chosen, Rules) else None
    american_rules = chosen if isinstance(chosen, AmericanRules) else None
    if isinstance(game, GameBatch):
        return audit_batch(game, rules=riichi).findings
    if isinstance(game, AmericanBatch):
        return _audit_american(game.games, american_rules, given)
    games: list[Any] = [game] if isinstance(game, Game | AmericanGame) else list(game)
    if odd := [one for one in games if not isinstance(one, Game | AmericanGame)]:
        raise TypeError(
            f"audit takes games, as mjlog.read returns them, not {type(odd[0]).__name__}"
        )
    batches = [g.batch for g in games if isinstance(g, Game)]
    found = audit_batch(concatenate(batches), rules=riichi).findings if batches else []
    american = [g for g in games if isinstance(g, AmericanGame)]
    return found + _audit_american(american, american_rules, given) if american else found


def _audit_american(
    games: list[AmericanGame], rules: AmericanRules | None, card: Card | None
) -> list[Finding]:
    from .american.audit import audit_american

    return [f for game in games for f in audit_american(game, rules=rules, card=card)]


def review(
    game: Game | AmericanGame,
    seat: SupportsIndex | str | None = None,
    *,
    rules: Rules | AmericanRules | str | PathLike[str] | None = None,
    card: Card | str | PathLike[str] | None = None,
    lang: str = "en",
) -> Review:
    """Return a game as one player lived it: each choice, what else was there, what it gave away.

    A notebook shows it as a page; ``review.save("review.html")`` writes that page,
    ``review.to_frame()`` has a row a decision.

    Args:
        game: A game of :func:`read`, riichi or American.
        seat: 0 to 3 (0 the first dealer; of an American game A to D), a wind of the first hand,
            a player's name, of an American game a letter. None: the seat that the record was
            saved from.
        rules: Judge by these rules instead of those that the record names.
        card: Card of an American game, its name or file, instead of the one it names.
        lang: ``en`` or ``ja``.

    Raises:
        SeatError: No seat is given, and the record tells none.
        UnknownNameError: There is no such seat, ruleset, card or language.
        RulesError: ``rules`` are for another number of players.
        TypeError: ``game`` is no game, or ``seat`` neither a number nor text.
    """
    from .analysis.review.making import review_game
    from .given import card_given, ruleset_given

    chosen = ruleset_given(rules)
    return review_game(game, seat, rules=chosen, card=card_given(card), lang=lang)


def export(
    paths: str | _Path | Iterable[str | _Path],
    out: str | _Path,
    *,
    jobs: int = 1,
    tables: Sequence[str] | None = None,
    rules: Rules | AmericanRules | str | PathLike[str] | None = None,
    card: Card | str | PathLike[str] | None = None,
    format: str = "parquet",
    players: str | _Path | dict[str, str] | None = None,
    anonymise: bool | str = False,
    progress: Callable[[Summary], None] | None = None,
) -> Summary:
    """Replay and audit records and write a dataset of Parquet tables.

    ``docs/tables.md`` describes those of riichi games, ``docs/american_tables.md`` those of
    American games.

    Args:
        paths: Files, folders, archives, databases.
        out: Folder of the dataset; new games are added to one that is there.
        jobs: Processes.
        tables: Names of the tables to write; default all but ``decisions``.
        rules: Judge by these rules instead of those that the records name; a ruleset judges
            the games of its own kind.
        card: Card of the American games, its name or file, instead of the one each names.
        format: ``parquet`` or ``csv``.
        players: File, or mapping account → person, that merges accounts of a person.
        anonymise: Write stable aliases instead of names (a text is the key they depend on).
        progress: Called after every part with the summary so far.
    """
    from .analysis.dataset import export as export_dataset
    from .given import card_given, ruleset_given

    return export_dataset(
        paths,
        out,
        jobs=jobs,
        tables=tables,
        rules=ruleset_given(rules),
        card=card_given(card),
        format=format,
        players=players,
        anonymise=anonymise,
        progress=progress,
    )


@overload
def simulate(
    n: int = 1, *, seed: int = 1, rules: Rules | str | PathLike[str] = "tenhou"
) -> list[Game]: ...
@overload
def simulate(n: int = 1, *, seed: int = 1, rules: AmericanRules) -> list[AmericanGame]: ...
def simulate(
    n: int = 1, *, seed: int = 1, rules: Rules | AmericanRules | str | PathLike[str] = "tenhou"
) -> list[Game] | list[AmericanGame]:
    """Play ``n`` games with bots and return them; the same seed gives the same games.

    Under a profile of American mahjong (``"nmjl-2024"``) they are American games, see
    :func:`mjlog.american.simulator.play_american`.
    """
    from .american.rules import AmericanRules
    from .given import ruleset_given

    chosen = ruleset_given(rules)
    if isinstance(chosen, AmericanRules):
        from .american.simulator import play_american

        return play_american(n, seed=seed, rules=chosen)
    from .simulator import play_games
    from .views import games_of

    if chosen is None:
        raise TypeError("rules=None: expected the ruleset to play by, such as 'tenhou'")
    return games_of(play_games(n, seed=seed, rules=chosen))
