"""``mjlog score HAND``: what a hand is worth, with the reading, each yaku, fu and payment."""

from __future__ import annotations

import argparse
from typing import Any

from .output import CLEAN, FINDINGS, description_of, print_json, ruler_of

__all__ = ["add_parser", "run"]

_FLAGS = (
    ("riichi", "riichi was declared"),
    ("double-riichi", "double riichi"),
    ("open-riichi", "the riichi was declared open"),
    ("ippatsu", "within one go-around of the riichi"),
    ("haitei", "tsumo of the last tile"),
    ("houtei", "ron of the last discard"),
    ("rinshan", "tsumo of a replacement tile"),
    ("chankan", "ron of a kan"),
    ("first-turn", "first uninterrupted go-around: tenhou, chiihou, renhou"),
    ("tsubame-gaeshi", "ron of a riichi declaration tile"),
    ("kanburi", "ron of a discard after a kan"),
    ("unmarked", "the tile of the tsumo was not shown"),
)


def add_parser(subparsers: Any) -> None:
    """Add ``score`` to the command line."""
    parser = subparsers.add_parser(
        "score",
        help="score a hand, with itemised yaku and fu",
        description=description_of(__doc__),
        epilog="Example: mjlog score 123m067p55s23s --meld pon:777z --tsumo 4s --seat S --dora 3m",
    )
    parser.add_argument(
        "hand", nargs="+", metavar="HAND",
        help="concealed tiles without the winning tile: 123m067p55s (0 = red five)",
    )  # fmt: skip
    way = parser.add_mutually_exclusive_group(required=True)
    way.add_argument("--tsumo", metavar="TILE", help="the winning tile, drawn")
    way.add_argument("--ron", metavar="TILE", help="the winning tile, discarded by another")
    parser.add_argument(
        "--meld", action="append", nargs="+", default=[], metavar="MELD",
        help="chi:123m, pon:777z, daiminkan:5550p, kakan:2222s, ankan:1111z",
    )  # fmt: skip
    parser.add_argument("--seat", default="S", metavar="WIND", help="E S W N (default S)")
    parser.add_argument("--round", default="E", metavar="WIND", help="E S W N (default E)")
    parser.add_argument("--dora", nargs="+", default=[], metavar="TILES", help="indicators")
    parser.add_argument("--ura", nargs="+", default=[], metavar="TILES", help="ura indicators")
    for name, text in _FLAGS:
        parser.add_argument(f"--{name}", action="store_true", help=text)
    parser.add_argument("--kita", type=int, default=0, metavar="N", help="North taken out")
    parser.add_argument("--honba", type=int, default=0, metavar="N", help="counters")
    parser.add_argument("--deposits", type=int, default=0, metavar="N", help="riichi sticks")
    parser.add_argument("--discarder", metavar="WIND", help="seat that pays the ron")
    parser.add_argument("--pao", metavar="WIND", help="seat that is liable")
    parser.add_argument("--rules", metavar="NAME|FILE", help="ruleset (default tenhou)")
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="how to print (default text)"
    )
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Score the hand; 1 when it is no win."""
    from ..calculator.score import score
    from ..config import load_config
    from ..render.score import score_text

    result = score(
        "".join(args.hand),
        melds=[meld for group in args.meld for meld in group],
        ron=args.ron,
        tsumo=args.tsumo,
        seat=args.seat,
        round=args.round,
        dora=args.dora,
        ura=args.ura,
        kita=args.kita,
        honba=args.honba,
        deposits=args.deposits,
        discarder=args.discarder,
        pao=args.pao,
        rules=args.rules or load_config().rules or "tenhou",
        **{name.replace("-", "_"): getattr(args, name.replace("-", "_")) for name, _ in _FLAGS},
    )
    if args.format == "json":
        print_json({"schema": 1, **result.as_dict()})
    else:
        print(score_text(result, args.lang or "en", ruler_of()))
    return CLEAN if result.wins else FINDINGS
