"""``mjlog show``: a game, one round turn by turn, or the table at one moment.

Without ``-r`` a summary of the game; with ``-r E2.1`` that round, turn by turn (the number
at the left is the first event of the turn); with ``--step N`` the table before event N of
the round, with hands, melds, rivers, shanten, waits and furiten. A hand of American mahjong is
chosen by its number, ``-r "hand 3"``. A file of several games is listed; ``--game`` chooses one
of them and ``--all`` shows all.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..seats import seat_called
from .american import rules_of_both, say_unused
from .output import (
    CLEAN,
    UNREADABLE,
    USAGE,
    chosen_game,
    description_of,
    print_markup,
    print_table,
    ruler_of,
    say,
)

if TYPE_CHECKING:
    from ..american.model import AmericanGame
    from ..american.rules import AmericanRules
    from ..render.columns import Ruler
    from ..views import Game, Round

__all__ = ["add_parser", "run"]


def add_parser(subparsers: Any) -> None:
    """Add ``show`` to the command line."""
    parser = subparsers.add_parser(
        "show",
        help="a game, a round or the table at one moment",
        description=description_of(__doc__),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    parser.add_argument(
        "-r",
        "--round",
        metavar="ROUND",
        help="the round to show: E2.1, E2 if there is one only, 'east 2', 東二局一本場; E2.1#2 if "
        "it was played again; of an American game 'hand 3'",
    )
    parser.add_argument("--step", type=int, metavar="N", help="show the table before event N")
    parser.add_argument(
        "--seat",
        metavar="SEAT",
        help="open only this hand: 0 to 3 (0 = first dealer), a wind (south, 南) or a player; "
        "of an American game a letter (A), a wind or a player",
    )
    parser.add_argument(
        "--as",
        dest="form",
        choices=("text", "svg", "html"),
        default="text",
        help="text, a picture, or a page (default text)",
    )
    games = parser.add_mutually_exclusive_group()
    games.add_argument(
        "--game", metavar="ID", help="which game of a file of several: its id, or its number from 0"
    )
    games.add_argument("--all", action="store_true", help="show all games of a file of several")
    parser.add_argument("--rules", metavar="NAME|FILE", help="read the record under these rules")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print what was asked for and return the exit status."""
    import mjlog

    from ..given import check_table_sizes
    from ..views import Game

    rules, american = rules_of_both(args.rules)
    fault = _contradiction(args)
    if fault:
        say(f"mjlog: {fault}")
        return USAGE
    games = mjlog.read(args.file, rules=rules)
    if not games:
        say(f"mjlog: {args.file}: no game in it")
        return UNREADABLE
    for game in games:
        if not isinstance(game, Game):
            continue
        if rules is not None:
            check_table_sizes(game.batch, rules)
        for problem in game.batch.problems:
            say(f"mjlog: {problem.source}: {problem.place}: {problem.message}")
    if args.game is not None:
        games = [games[chosen_game(args.game, [game.id for game in games])]]
    riichi = sum(isinstance(game, Game) for game in games)
    say_unused(args, american, riichi=riichi, american=len(games) - riichi)
    if len(games) > 1 and not args.all:
        return _list_games(games, args)
    if args.round is None:
        _show_games(games, args, american)
        return CLEAN
    if isinstance(games[0], Game):
        return _show_round(games[0].round(args.round), args)
    return _show_american(games[0], args, american)


def _show_american(
    game: AmericanGame, args: argparse.Namespace, rules: AmericanRules | None
) -> int:
    from ..american.audit import rules_in_force
    from ..american.usual_seats import seated
    from .show_american import show_hand

    if rules is not None:  # they say who sits where in hands that do not
        game = seated(game, rules_in_force(game, rules)[0])
    hand = game.hand(args.round)
    if args.step is not None and not 0 <= args.step <= len(hand):
        say(f"mjlog: --step {args.step}: hand {hand.number} has steps 0 to {len(hand)}")
        return USAGE
    shown = show_hand(game, hand, args, rules=rules)
    if args.form == "text":
        print(shown, end="")
    else:
        print_markup(shown)
    return CLEAN


def _contradiction(args: argparse.Namespace) -> str:
    """Say which options do not go together, or return an empty string."""
    if args.round is not None:
        return "--all shows whole games, -r one round of one: give --game" if args.all else ""
    for option, given in (
        ("--step", args.step is not None),
        ("--seat", args.seat is not None),
        ("--as svg", args.form == "svg"),
    ):
        if given:
            example = "for example -r E1.0, of an American game -r 'hand 1'"
            return f"{option} needs a round, {example}"
    return ""


def _columns_of(game: Game | AmericanGame, ruler: Ruler) -> tuple[str, str, str]:
    """Return rules, number of rounds, and players of a game in a list."""
    from ..render.text import player_name
    from ..views import Game

    if isinstance(game, Game):
        names = (player_name(game, seat, ruler) for seat in range(game.players))
        return game.rules.name, f"{len(game)}", ", ".join(names)
    names = (name or person for person, name in game.players.items())
    return game.ruleset or "", f"{len(game)}", ", ".join(names)


def _list_games(games: list[Game | AmericanGame], args: argparse.Namespace) -> int:
    """List the games of a file, to choose one of them."""
    if args.round is not None:
        ids = ", ".join(game.id for game in games[:5]) + (" …" if len(games) > 5 else "")
        say(f"mjlog: {args.file} holds {len(games)} games; choose one with --game ({ids})")
        return USAGE
    from ..render.words import word

    ruler = ruler_of()
    rows = [
        (
            str(number),
            ruler.clean(game.id),
            *_columns_of(game, ruler),
        )
        for number, game in enumerate(games)
    ]
    header = ("", *(word(key, args.lang) for key in ("game", "rules", "rounds", "players")))
    print_table(rows, header, align="><<><")
    say(f"mjlog: {len(games)} games; --game ID (or its number) shows one, --all shows all")
    return CLEAN


def _show_games(
    games: list[Game | AmericanGame], args: argparse.Namespace, american: AmericanRules | None
) -> None:
    if args.form == "html":
        from ..render.html import page

        body = "\n".join(_fragment(game, args.lang, american) for game in games)
        print_markup(page(games[0].id, body, lang=args.lang))
        return
    ruler = ruler_of()
    print("\n".join(_text(game, args.lang, ruler, american) for game in games), end="")


def _fragment(game: Game | AmericanGame, lang: str, american: AmericanRules | None) -> str:
    """Return a game as a piece of HTML."""
    from ..render.columns import Ruler
    from ..render.escape import escape_markup
    from ..render.html import game_fragment
    from ..views import Game

    if isinstance(game, Game):
        return game_fragment(game, lang=lang)
    return f"<pre>{escape_markup(_text(game, lang, Ruler(), american))}</pre>"


def _text(
    game: Game | AmericanGame, lang: str, ruler: Ruler, american: AmericanRules | None
) -> str:
    """Return a game as text."""
    from ..views import Game

    if isinstance(game, Game):
        from ..render.text import game_text

        return game_text(game, lang=lang, ruler=ruler)
    from .show_american import game_text as american_text

    return american_text(game, lang=lang, ruler=ruler, rules=american)


def _show_round(r: Round, args: argparse.Namespace) -> int:
    if args.step is not None and not 0 <= args.step <= len(r):
        say(f"mjlog: --step {args.step}: {r.name} has steps 0 to {len(r)}")
        return USAGE
    seat = None if args.seat is None else seat_called(r, args.seat)
    state = r.state(len(r) if args.step is None else args.step)
    if args.form == "svg":
        from ..render.svg import table_svg

        print_markup(f"{table_svg(state, seat=seat, lang=args.lang)}\n")
    elif args.form == "html":
        from ..render.html import state_page

        print_markup(state_page(state, lang=args.lang, seat=seat))
    else:
        from ..render.text import round_text, state_text

        options = {"lang": args.lang, "seat": seat, "ruler": ruler_of()}
        text = round_text(r, **options) if args.step is None else state_text(state, **options)
        print(text, end="")
    return CLEAN
