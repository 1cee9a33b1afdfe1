"""``mjlog show``: a game, one round turn by turn, or the table at one moment.

Without ``-r`` a summary of the game; with ``-r E2.1`` that round, turn by turn (the number
at the left is the first event of the turn); with ``--step N`` the table before event N of
the round, with hands, melds, rivers, shanten, waits and furiten.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..errors import UnknownNameError
from .output import CLEAN, UNREADABLE, USAGE, ruler_of, say

if TYPE_CHECKING:
    from ..views import Game, Round

__all__ = ["add_parser", "run"]


def add_parser(subparsers: Any) -> None:
    """Add ``show`` to the command line."""
    parser = subparsers.add_parser(
        "show",
        help="a game, a round or the table at one moment",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    parser.add_argument("-r", "--round", metavar="E2.1", help="the round to show")
    parser.add_argument("--step", type=int, metavar="N", help="show the table before event N")
    parser.add_argument(
        "--seat", type=int, metavar="N", help="open only this seat's hand (0 = first dealer)"
    )
    parser.add_argument("--as", dest="form", choices=("text", "svg", "html"), default="text")
    parser.add_argument("--game", metavar="ID", help="which game, in a file of several")
    parser.add_argument("--rules", metavar="NAME|FILE", help="read the record under these rules")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print what was asked for and return the exit status."""
    import mjlog

    rules = None
    if args.rules is not None:
        from ..rules import load_rules

        rules = load_rules(args.rules)
    games = mjlog.read(args.file, rules=rules)
    if not games:
        say(f"mjlog: {args.file}: no game in it")
        return UNREADABLE
    if args.game is not None:
        games = [_chosen(games, args.game)]
    fault = _fault(args, games)
    if fault:
        say(f"mjlog: {fault}")
        return USAGE
    for game in games:
        for problem in game.batch.problems:
            say(f"mjlog: {problem.source}: {problem.place}: {problem.message}")
    if args.round is not None:
        return _show_round(games[0].round(args.round), args)
    _show_games(games, args)
    return CLEAN


def _chosen(games: list[Game], name: str) -> Game:
    for i, game in enumerate(games):
        if name in (game.id, str(i)):
            return game
    raise UnknownNameError("game", name, [game.id for game in games])


def _fault(args: argparse.Namespace, games: list[Game]) -> str:
    """Say what is wrong with the options, or return an empty string."""
    if args.round is None and args.step is not None:
        return "--step needs a round, for example -r E1.0"
    if args.round is None and args.form == "svg":
        return "--as svg needs a round, for example -r E1.0"
    if args.round is not None and len(games) > 1:
        ids = ", ".join(game.id for game in games[:5])
        return f"{args.file} holds {len(games)} games; choose one with --game ({ids} …)"
    players = games[0].players
    if args.seat is not None and not 0 <= args.seat < players:
        return f"--seat {args.seat}: there are seats 0 to {players - 1}"
    return ""


def _show_games(games: list[Game], args: argparse.Namespace) -> None:
    if args.form == "html":
        from ..render.html import game_fragment, page

        body = "\n".join(game_fragment(game, lang=args.lang) for game in games)
        print(page(games[0].id, body, lang=args.lang), end="")
        return
    from ..render.text import game_text

    ruler = ruler_of()
    print("\n".join(game_text(game, lang=args.lang, ruler=ruler) for game in games), end="")


def _show_round(r: Round, args: argparse.Namespace) -> int:
    if args.step is not None and not 0 <= args.step <= len(r):
        say(f"mjlog: --step {args.step}: {r.label} has steps 0 to {len(r)}")
        return USAGE
    state = r.state(len(r) if args.step is None else args.step)
    if args.form == "svg":
        from ..render.svg import table_svg

        print(table_svg(state, seat=args.seat, lang=args.lang))
    elif args.form == "html":
        from ..render.html import state_page

        print(state_page(state, lang=args.lang, seat=args.seat), end="")
    else:
        from ..render.text import round_text, state_text

        options = {"lang": args.lang, "seat": args.seat, "ruler": ruler_of()}
        text = round_text(r, **options) if args.step is None else state_text(state, **options)
        print(text, end="")
    return CLEAN
