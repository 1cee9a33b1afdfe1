"""Results of a round as records: ``RecordHule``, ``RecordNoTile``, ``RecordLiuJu``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mjlog.codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    EXHAUSTIVE,
    KAKAN,
    NAGASHI,
    PON,
    UNKNOWN,
    UNKNOWN_POINTS,
)
from mjlog.engine.payments import tsumo_shares
from mjlog.engine.points import base_points, limit_of
from mjlog.errors import MjlogError
from mjlog.rules.columns import rules_row
from mjlog.tiles import KIND

from ..losses import refuse_unknown_payer, refuse_void
from .tables import DRAWS
from .words import fan_of_yaku, tile_text, tile_texts

if TYPE_CHECKING:
    from .writer import _RoundWriter

__all__ = ["draw_record", "win_record"]

_MELD_WORDS: Final = {
    CHI: "shunzi", PON: "kezi", DAIMINKAN: "minggang", KAKAN: "minggang", ANKAN: "angang",
}  # fmt: skip
_DRAW_TYPES: Final = {kind: number for number, kind in DRAWS.items()}


def win_record(writer: _RoundWriter) -> dict[str, Any]:
    """Return the fields of ``RecordHule`` for the wins of a round."""
    wins, players = writer.part.wins, writer.players
    fields: dict[str, Any] = {"hules": [_hule(writer, row) for row in wins]}
    scores = wins[0]["scores"][:players]
    changes = [row["deltas"][:players] for row in wins]
    if not any(UNKNOWN_POINTS in row for row in changes):
        deltas = [sum(column) for column in zip(*changes, strict=True)]
        fields["delta_scores"] = deltas
        if UNKNOWN_POINTS not in scores:
            fields["old_scores"] = scores
            fields["scores"] = [a + b for a, b in zip(scores, deltas, strict=True)]
    return fields


def _hule(writer: _RoundWriter, row: dict[str, Any]) -> dict[str, Any]:
    seat, tsumo = row["seat"], row["from_seat"] == row["seat"]
    refuse_unknown_payer(row["from_seat"], "a Mahjong Soul record")
    dealer = seat == writer.part.start["dealer"]
    hule: dict[str, Any] = {
        "hu_tile": tile_text(row["tile"]), "seat": seat, "zimo": tsumo, "qinjia": dealer,
        "liqi": writer.in_riichi[seat],
    }  # fmt: skip
    hand = [code for code in row["hand"] if code != UNKNOWN]
    if hand:
        if row["tile"] in hand:
            hand.reverse()
            hand.remove(row["tile"])
            hand.reverse()
        hule["hand"] = tile_texts(hand)
        hule["ming"] = [
            f"{_MELD_WORDS[kind]}({','.join(tile_texts(tiles))})"
            for kind, tiles in writer.melds[seat]
        ]
    for key, column in (("doras", "indicators"), ("li_doras", "ura")):
        tiles = [code for code in row[column] if code != UNKNOWN]
        if tiles:
            hule[key] = tile_texts(tiles)
    hule |= _value(writer, row, hand, tsumo=tsumo, dealer=dealer)
    if row["pao_seat"] < writer.players:
        hule["baopai"] = row["pao_seat"] + 1
    return hule


def _value(
    writer: _RoundWriter, row: dict[str, Any], hand: list[int], *, tsumo: bool, dealer: bool
) -> dict[str, Any]:
    yakuman = max(row["yakuman"], 0)
    suit = int(KIND[hand[0]]) // 9 if hand else 3
    fans = []
    for yaku, han in zip(row["yaku"], row["yaku_han"], strict=True):
        if yaku == UNKNOWN:
            continue
        fan = fan_of_yaku(yaku, yakuman=yakuman > 0, suit=suit)
        if fan is None:
            writer.losses.add("yaku", f"yaku {yaku} has no id, left out")
        else:
            fans.append({"id": fan, "val": max(han, 0)})
    if not fans:
        writer.losses.add("yaku", "a win without a list of yaku is written without its value")
        return {}
    value: dict[str, Any] = {
        "fans": fans, "fu": max(row["fu"], 0), "yiman": yakuman > 0,
        "count": yakuman or max(row["han"], 0),
    }  # fmt: skip
    limit = row["limit"] if row["limit"] != UNKNOWN else _limit(writer, row)
    value["title_id"] = limit
    for key in ("han", "fu"):
        if row[key] < 0 and not yakuman:
            writer.losses.add(key, f"the {key} of a win are not known; the record says 0")
    points = row["points"]
    if points == UNKNOWN_POINTS:
        return value
    if not tsumo:
        return value | {"point_rong": points, "point_sum": points}
    child, top = tsumo_shares(points, dealer, rules_row(writer.rules))
    if writer.rules.players == 3 and writer.rules.tsumo_loss == "split_north":
        child, top = _without_north(points, child, top, dealer=dealer)
    value |= {"point_zimo_xian": int(child), "point_sum": points}
    return value if dealer else value | {"point_zimo_qin": int(top)}


def _limit(writer: _RoundWriter, row: dict[str, Any]) -> int:
    """Return the limit that han and fu stand for: a record without one means that there is none."""
    writer.losses.add("limit", "the limit of a win is not recorded; written as han and fu say")
    han, fu, yakuman = (max(row[key], 0) for key in ("han", "fu", "yakuman"))
    return limit_of(base_points(han, fu, yakuman, rules_row(writer.rules)))


def _without_north(points: int, child: int, top: int, *, dealer: bool) -> tuple[int, int]:
    """Return the shares without what each pays of the absent North's.

    Half of a child's payment, rounded up to a hundred, was added to both.
    """
    for own in range(100, child + 1, 100):
        extra = (own // 2 + 99) // 100 * 100
        if own + extra == child:
            return own, 0 if dealer else top - extra
    raise MjlogError(f"a tsumo of {points} points is no hand of these rules")


def draw_record(
    writer: _RoundWriter, row: dict[str, Any], declarer: int
) -> tuple[str, dict[str, Any]]:
    """Return name and fields of the record of a round without a win.

    Raises:
        MjlogError: The round is void, which the format cannot say.
    """
    players = writer.players
    hands = [[code for code in hand if code != UNKNOWN] for hand in row["hands"][:players]]
    if row["kind"] in (EXHAUSTIVE, NAGASHI):
        shown = [
            {"tingpai": row["shown"][s] == 1, "hand": tile_texts(hands[s])} for s in range(players)
        ]
        scores: dict[str, Any] = {}
        if UNKNOWN_POINTS not in row["scores"][:players]:
            scores["old_scores"] = row["scores"][:players]
        deltas = row["deltas"][:players]
        if UNKNOWN_POINTS not in deltas and any(deltas):
            scores["delta_scores"] = deltas
        fields = {"liujumanguan": row["kind"] == NAGASHI, "players": shown, "scores": [scores]}
        return "RecordNoTile", fields
    refuse_void(row["kind"], "a Mahjong Soul record")
    fields = {"type": _DRAW_TYPES[row["kind"]]}
    if declarer < players:
        fields |= {"seat": declarer, "tiles": tile_texts(hands[declarer])}
    elif any(hands):
        fields["allplayertiles"] = ["|".join(tile_texts(hand)) for hand in hands]
    if writer.liqi is not None:
        fields["liqi"] = writer.liqi
    return "RecordLiuJu", fields
