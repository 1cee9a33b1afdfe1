"""``mjlog card``: cards of American mahjong: list, check, show, and match hands against them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..errors import MjlogError, TileError
from .output import CLEAN, FINDINGS, USAGE, description_of, print_json, print_table, ruler_of, say

if TYPE_CHECKING:
    from ..american.card import Card, Exposure, Match, Near

__all__ = ["add_parser", "run"]

_CARD: Final = "name of a packaged card, or an .amc file (or its JSON twin)"
_HAND: Final = "tiles, as in 'FF 22B 444C NEWS 0 J'"
_EXPOSED: Final = "exposed groups, parted by semicolons, as in '888B J; 5D: JJJ'"
_ACTIONS: Final = (
    ("list", "names of the packaged cards"),
    ("check", "faults of a card file, with line and column"),
    ("show", "a card, as text, picture, document or card file"),
    ("match", "what 14 tiles win with, or what 13 tiles wait for"),
    ("distance", "how far the nearest lines are away"),
    ("dead", "whether exposures are dead by what the table shows"),
)


def add_parser(subparsers: Any) -> None:
    """Add ``card`` and its actions to the command line."""
    parser = subparsers.add_parser(
        "card",
        help="list, check, show and match cards of American mahjong",
        description=description_of(__doc__),
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    for name, text in _ACTIONS:
        action = actions.add_parser(name, help=text, description=text)
        _add_operands(action, name)
        if name != "show":
            action.add_argument(
                "--format",
                choices=("text", "json"),
                default="text",
                help="how to print (default text)",
            )
        action.set_defaults(func=run)
    parser.set_defaults(func=run, action="list", format="text")


def _add_operands(action: argparse.ArgumentParser, name: str) -> None:
    if name == "check":
        action.add_argument("file", metavar="FILE", help=_CARD)
    elif name != "list":
        action.add_argument("card", metavar="CARD", help=_CARD)
    if name == "show":
        action.add_argument(
            "--as",
            dest="form",
            choices=("text", "svg", "json", "amc"),
            default="text",
            help="how to show it (default text)",
        )
    elif name in ("match", "distance"):
        action.add_argument("hand", metavar="HAND", nargs="+", help=_HAND)
        action.add_argument("--exposed", metavar="GROUPS", help=_EXPOSED)
    elif name == "dead":
        action.add_argument("exposed", metavar="EXPOSED", help=_EXPOSED)
        action.add_argument(
            "--visible",
            metavar="TILES",
            help="other tiles that everybody sees (the exposures count by themselves)",
        )
    if name == "distance":
        action.add_argument(
            "--seen",
            metavar="TILES",
            help="tiles seen elsewhere: discards, others' exposures",
        )
        action.add_argument(
            "--limit", metavar="N", type=int, default=5, help="number of lines (default 5)"
        )


def run(args: argparse.Namespace) -> int:
    """Carry out one action; returns the exit status."""
    as_json = getattr(args, "format", "text") == "json"
    try:
        if args.action == "list":
            _list(as_json)
        elif args.action == "check":
            return _check(args.file, as_json)
        elif args.action == "show":
            _show(args.card, args.form)
        elif args.action == "match":
            return _match(args, as_json)
        elif args.action == "distance":
            return _distance(args, as_json)
        else:
            return _dead(args, as_json)
    except MjlogError as error:
        say(f"mjlog: {error}")  # one line a fault
        return USAGE
    return CLEAN


def _list(as_json: bool) -> None:
    from ..american.card import load_card, packaged_cards

    cards = [load_card(name) for name in packaged_cards()]
    if as_json:
        print_json(
            [
                {
                    "name": card.name,
                    "sections": len(card.sections),
                    "lines": len(card.lines),
                    "hands": len(card.table),
                    "sha256": card.sha256,
                }
                for card in cards
            ]
        )
        return
    print_table(
        [
            (card.name, f"{len(card.lines)} lines", f"{len(card.table):,} concrete hands")
            for card in cards
        ]
    )


def _check(file: str, as_json: bool) -> int:
    from ..american.card import check_card, load_card, packaged_cards

    faults = [] if file in packaged_cards() else check_card(Path(file))
    if as_json:
        print_json(
            {
                "file": file,
                "problems": [
                    {
                        "line": fault.line or None,
                        "column": fault.column or None,
                        "message": fault[2],
                    }
                    for fault in faults
                ],
            }
        )
    else:
        for fault in faults:
            print(ruler_of().clean(f"{file}:{fault.line}:{fault.column}: {fault.message}"))
    if faults:
        return FINDINGS
    if not as_json:
        card = load_card(file if file in packaged_cards() else Path(file))
        say(f"{card.name}: {len(card.lines)} lines, {len(card.table):,} concrete hands")
    return CLEAN


def _show(name: str, form: str) -> None:
    from ..american.card import card_to_json, format_card, load_card
    from ..american.card.picture import card_svg, card_text

    card = load_card(name)
    if form == "json":
        print_json(card_to_json(card))
    elif form == "svg":
        print(card_svg(card))
    elif form == "amc":
        print(format_card(card), end="")
    else:
        print(card_text(card, ruler=ruler_of()), end="")


def _match(args: argparse.Namespace, as_json: bool) -> int:
    from ..american.card import load_card, parse_exposures, parse_hand

    card, tiles = load_card(args.card), parse_hand(" ".join(args.hand))
    exposures = parse_exposures(args.exposed or "")
    size = len(tiles) + sum(exposure.size for exposure in exposures)
    if size == 13:
        return _waits(card, tiles, exposures, as_json)
    if size != 14:
        raise TileError(f"a hand of {size} tiles, expected 14 to win with, or 13 to wait with")
    matches = card.wins(tiles, exposures)
    if as_json:
        print_json({"wins": [_match_json(match) for match in matches]})
    elif matches:
        print_table([_match_row(match) for match in matches])
    else:
        d, m = card.distance(tiles, exposures)
        print("no win" if d > 14 else f"no win: {_away(d, m)} from the nearest line")
    return CLEAN if matches else FINDINGS


def _waits(card: Card, tiles: list[int], exposures: Sequence[Exposure], as_json: bool) -> int:
    from ..american.tiles import format_tile

    waits = card.waits(tiles, exposures)
    if as_json:
        print_json(
            {"waits": {format_tile(k): [_match_json(m) for m in v] for k, v in waits.items()}}
        )
    elif waits:
        print_table(
            [
                (format_tile(tile) if not i else "", *_match_row(match))
                for tile, matches in waits.items()
                for i, match in enumerate(matches)
            ]
        )
    else:
        d, m = card.distance(tiles, exposures)
        print("waits for nothing" + (f": {_away(d, m)} from the nearest line" if d < 14 else ""))
    return CLEAN if waits else FINDINGS


def _away(d: int, m: int) -> str:
    return f"{d} {'tile' if d == 1 else 'tiles'} away, {m} of them natural,"


def _match_row(match: Match) -> tuple[str, ...]:
    notes = "jokerless" if match.bonus else ""
    return match.line.id, f"{match.line.kind} {match.value}", match.hand.text, notes


def _match_json(match: Match) -> dict[str, Any]:
    return {
        "line": match.line.id,
        "section": match.line.section,
        "value": match.value,
        "concealed": match.line.concealed,
        "jokerless": match.jokerless,
        "bonus": match.bonus,
        "hand": match.hand.text,
    }


def _distance(args: argparse.Namespace, as_json: bool) -> int:
    from ..american.card import load_card

    card = load_card(args.card)
    if args.limit < 1:
        raise TileError(f"--limit {args.limit}: expected 1 or more")
    near = card.nearest(" ".join(args.hand), args.exposed or "", seen=args.seen, limit=args.limit)
    if as_json:
        print_json([_near_json(n) for n in near])
    elif near:
        print_table(
            [_near_row(n) for n in near],
            header=("line", "value", "away", "natural", "hand", "missing (live)", ""),
        )
    else:
        print("no line accepts the exposures")
    return CLEAN if near else FINDINGS


def _near_row(near: Near) -> tuple[str, ...]:
    from ..american.tiles import format_tile

    missing = " ".join(
        f"{format_tile(tile)}×{count} ({near.live[tile]})"
        if tile in near.live
        else f"{format_tile(tile)}×{count}"
        for tile, count in near.missing.items()
    )
    possible = "" if near.possible else "impossible"
    value = f"{near.line.kind} {near.value}"
    return near.line.id, value, str(near.d), str(near.m), near.hand.text, missing, possible


def _near_json(near: Near) -> dict[str, Any]:
    from ..american.tiles import format_tile

    return {
        "line": near.line.id,
        "section": near.line.section,
        "value": near.value,
        "concealed": near.line.concealed,
        "away": near.d,
        "natural": near.m,
        "hand": near.hand.text,
        "missing": {format_tile(tile): count for tile, count in near.missing.items()},
        "live": {format_tile(tile): count for tile, count in near.live.items()},
        "possible": near.possible,
    }


def _dead(args: argparse.Namespace, as_json: bool) -> int:
    from ..american.card import load_card, parse_exposures, parse_hand
    from ..american.tiles import format_tile, is_natural

    card, exposures = load_card(args.card), parse_exposures(args.exposed)
    shown = [tile for exposure in exposures for tile in exposure.tiles if is_natural(tile)]
    test = card.dead_test(exposures, [*shown, *parse_hand(args.visible or "")])
    if as_json:
        print_json(
            {
                "dead": test.dead,
                "ground": test.ground,
                "surviving": [line.id for line in test.surviving],
                "fitting": [line.id for line in test.fitting],
                "tile": None if test.tile is None else format_tile(test.tile),
            }
        )
    else:
        print(ruler_of().clean(test.text))
    return FINDINGS if test.dead else CLEAN
