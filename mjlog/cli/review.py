"""``mjlog review``: a game from one seat: each choice, and what else was there.

Of a riichi game shanten, the tiles that help and are not seen, what is safe, calls and wins let
go; of an American game how far each discard, pass and exposure leaves the hand from the card.
What was given away is marked; nothing is said that the player could not see. Findings of the
audit stand at their moments. With ``-o`` a page that loads nothing, else text. Exit status: 0
(findings are part of the review), 2 wrong usage or an output that cannot be written, 3 a record
that cannot be read.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from .american import given_card, rules_of_both, say_unused
from .output import (
    CLEAN,
    UNREADABLE,
    USAGE,
    chosen_game,
    description_of,
    print_markup,
    say,
    write_output,
)

if TYPE_CHECKING:
    from ..analysis.review import Review
    from ..render.columns import Ruler

__all__ = ["add_parser", "run"]


def add_parser(subparsers: Any) -> None:
    """Add ``review`` to the command line."""
    parser = subparsers.add_parser(
        "review",
        help="a game from one seat: each choice and what else was there",
        description=description_of(__doc__),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    parser.add_argument(
        "--seat",
        metavar="SEAT",
        help="whose decisions: 0 to 3 (0 = first dealer), a wind of the hand (without -r of the "
        "first) or a player; of an American game a letter (A), a wind or a player (default: the "
        "seat the record was saved from)",
    )
    parser.add_argument(
        "-r", "--round", metavar="ROUND", help="one hand only: E2.1, of an American game 'hand 3'"
    )
    parser.add_argument(
        "-o", "--out", metavar="FILE", help="write a page (default -: text to standard output)"
    )
    parser.add_argument(
        "--format",
        choices=("html", "text", "json"),
        help="page, text or JSON (default html with -o FILE, else text)",
    )
    parser.add_argument(
        "--all", action="store_true", help="text: show the decisions that are not marked too"
    )
    parser.add_argument(
        "--game", metavar="ID", help="which game of a file of several: its id, or its number from 0"
    )
    parser.add_argument("--rules", metavar="NAME|FILE", help="read the record under these rules")
    parser.add_argument(
        "--card",
        metavar="NAME|FILE",
        help="card of an American game (default: the one that the record names)",
    )
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Write the review and return the exit status."""
    import mjlog

    from ..analysis.review.making import review_game
    from ..given import check_table_sizes
    from ..views import Game
    from .output import ruler_of

    to_file = args.out not in (None, "-")
    form = args.format or ("html" if to_file else "text")
    if args.all and form != "text":
        say(f"mjlog: --all is for text, a {form} review holds all decisions")
        return USAGE
    rules, american = rules_of_both(args.rules)
    card = given_card(args.card)
    games = mjlog.read(args.file, rules=rules)
    if not games:
        say(f"mjlog: {args.file}: no game in it")
        return UNREADABLE
    ids = [game.id for game in games]
    if args.game is None and len(games) > 1:
        some = ", ".join(ids[:5]) + (" …" if len(games) > 5 else "")
        say(f"mjlog: {args.file} holds {len(games)} games; choose one with --game ({some})")
        return USAGE
    game = games[0 if args.game is None else chosen_game(args.game, ids)]
    riichi = isinstance(game, Game)
    say_unused(args, american, riichi=int(riichi), american=int(not riichi))
    if isinstance(game, Game):
        if rules is not None:
            check_table_sizes(game.batch, rules)
        for problem in game.batch.problems:
            say(f"mjlog: {problem.source}: {problem.place}: {problem.message}")
    review = review_game(
        game, args.seat, hand=args.round, rules=american, card=card, lang=args.lang
    )
    if not to_file:
        text = _formed(review, form, every=args.all, ruler=ruler_of())
        if form == "html":
            print_markup(text)
        else:
            print(text, end="")
        return CLEAN
    text = _formed(review, form, every=args.all, ruler=None)
    write_output(args.out, text)
    return CLEAN


def _formed(review: Review, form: str, *, every: bool, ruler: Ruler | None) -> str:
    """Return a review as a page, text or JSON."""
    if form == "html":
        from ..analysis.review.page import review_page

        page: str = review_page(review)
        return page
    if form == "json":
        import json

        from ..analysis.review.values import review_values

        ascii_only = ruler is not None and not ruler.encoding.replace("-", "").startswith("utf")
        return json.dumps(review_values(review), ensure_ascii=ascii_only, indent=2) + "\n"
    from ..analysis.review.text import review_text

    text: str = review_text(review, every=every, ruler=ruler)
    return text
