"""From a result of the scorer to what a player reads: yaku, fu items, reading, payments."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..bazoro import bazoro_text
from ..codes import DORA_NAMES, LIMITS, YAKU, YAKU_AKA, YAKU_DORA, YAKU_KITA, YAKU_URA
from ..engine import win as layout
from ..engine.payments import add_win, ron_points
from ..engine.scoring import score_wins
from ..engine.value import fu_kinds, pair_fu, set_fu
from ..engine.yaku import (
    Y_DAISANGEN,
    Y_DAISUUSHI,
    Y_DOUBLE_RIICHI,
    Y_PINFU,
    Y_RIICHI,
    Y_RINSHAN,
    Y_SUUKANTSU,
    han_of,
    yakuman_of,
)
from ..hand import shanten
from ..rules.columns import rules_row
from ..tiles import YAOCHUU, format_tile, format_tiles
from .given import WINDS, ScoreInput, SituationError
from .score import FuItem, Reading, Score, ScoredYaku

__all__ = ["score_input"]

_SHAPES = ("", "standard", "seven pairs", "thirteen orphans")
_PAO_YAKU = {"daisangen": Y_DAISANGEN, "daisuushi": Y_DAISUUSHI, "suukantsu": Y_SUUKANTSU}
#: First in the list, as they are called out; the others follow by id.
_FIRST = (21, 1, 2, 0)


def score_input(win: ScoreInput) -> Score:
    """Score a checked win and itemise it."""
    row = rules_row(win.rules)
    results = layout.new_results()
    score_wins(win.case[None, :], row[None, :], results)
    out = results[0]
    status = int(out[layout.OUT_STATUS])
    melds = tuple(f"{m.kind}:{format_tiles(m.codes)}" for m in win.tiles.melds)
    given = Score(
        hand=format_tiles(win.tiles.codes[:-1]),
        winning_tile=format_tile(win.tiles.codes[-1]),
        tsumo=win.tsumo,
        seat=WINDS[win.seat],
        round=WINDS[win.round],
        rules=win.rules.name,
        melds=melds,
    )
    if status == layout.NOT_COMPLETE:
        left = int(shanten(win.tiles.codes, melds=melds, players=win.rules.players))
        away = "tenpai" if left == 0 else f"{left}-shanten"
        return replace(given, message=f"not a winning hand: {away}", shanten=left)
    read = replace(
        given,
        han=int(out[layout.OUT_HAN]),
        fu=int(out[layout.OUT_FU]),
        raw_fu=int(out[layout.OUT_RAW_FU]),
        yaku=tuple(_yaku(win, row, out)),
        fu_items=tuple(_fu_items(win, row, out)),
        reading=_reading(win, out),
    )
    if status == layout.NO_YAKU:
        return replace(read, message=_why_not(win, out))
    limit = LIMITS[int(out[layout.OUT_LIMIT])]
    bazoro = win.rules.bazoro_display and not int(out[layout.OUT_YAKUMAN])
    return replace(
        read,
        points=int(out[layout.OUT_POINTS]),
        limit=limit,
        bazoro=bazoro_text(read.han, read.fu, limit) if bazoro else "",
        yakuman=int(out[layout.OUT_YAKUMAN]),
        payments=_payments(win, row, out),
    )


def _why_not(win: ScoreInput, out: NDArray[np.int64]) -> str:
    han = int(out[layout.OUT_YAKU_HAN])
    if int(out[layout.OUT_YAKU]) == 0:
        return "no yaku"
    if han >= max(1, win.rules.min_han) and not win.rules.atozuke:
        return "no yaku that was certain before the winning tile"
    return f"too few han: {han} without dora"


def _yaku(win: ScoreInput, row: NDArray[np.int32], out: NDArray[np.int64]) -> list[ScoredYaku]:
    mask = int(out[layout.OUT_YAKU])
    yakuman = int(out[layout.OUT_YAKUMAN])
    lines = []
    order = sorted(YAKU, key=lambda y: (_FIRST.index(y.id) if y.id in _FIRST else 9, y.id))
    closed = 1 if _is_closed(win) else 0
    named = 0
    for yaku in order:
        bit = 1 << yaku.id
        if mask & bit:
            if yakuman:
                lines.append(ScoredYaku(yaku.name, yaku.ja, 0, yakuman_of(bit, row)))
                continue
            # What it adds: a renhou that is no yakuman is five han, alone or beside others.
            han = han_of(named | bit, closed, row) - han_of(named, closed, row)
            named |= bit
            if bit & (Y_RIICHI | Y_DOUBLE_RIICHI) and win.rules.open_riichi:
                han += int(win.case[layout.CASE_OPEN_RIICHI])
            if han:  # the second wind of a double wind that is one han in all
                lines.append(ScoredYaku(yaku.name, yaku.ja, han))
    extra = int(out[layout.OUT_HAN]) - int(out[layout.OUT_YAKU_HAN])
    if yakuman or extra == 0:
        return lines
    rules = win.rules
    for code, column, counts in (
        (YAKU_DORA, layout.CASE_DORA, rules.dora),
        (YAKU_URA, layout.CASE_URA, rules.ura),
        (YAKU_AKA, layout.CASE_AKA, True),
        (YAKU_KITA, layout.CASE_KITA, True),
    ):
        if counts and int(win.case[column]):
            lines.append(ScoredYaku(*DORA_NAMES[code], int(win.case[column])))
    return lines


def _is_closed(win: ScoreInput) -> bool:
    return all(meld.kind == "ankan" for meld in win.tiles.melds)


def _fu_items(win: ScoreInput, row: NDArray[np.int32], out: NDArray[np.int64]) -> list[FuItem]:
    raw = int(out[layout.OUT_RAW_FU])
    if int(out[layout.OUT_SHAPE]) != layout.STANDARD:
        return [FuItem("seven pairs", "", raw)] if raw else []
    ordinary = int(out[layout.OUT_ORDINARY])
    items = [FuItem("base", "", 20)]
    if not win.tsumo and _is_closed(win):
        items.append(FuItem("closed ron", "", 10))
    pinfu = ordinary & Y_PINFU
    if win.tsumo and not pinfu:
        kept = win.rules.rinshan_closed_keeps_fu and _is_closed(win)
        fu: int = win.rules.rinshan_tsumo_fu if ordinary & Y_RINSHAN and not kept else 2
        items.append(FuItem("tsumo", "", fu))
    wait = int(out[layout.OUT_WAIT])
    doubled, without = fu_kinds(win.case, row)
    for place in range(4):
        packed = int(out[layout.OUT_SET + place])
        ronned = not win.tsumo and wait == layout.SHANPON and place == int(out[layout.OUT_WAIT_SET])
        if ronned:
            packed |= 1 << layout.FORM_SHIFT
        if packed >> layout.FORM_SHIFT >= layout.TRIPLET:
            fu = set_fu(packed, doubled, without)
            items.append(FuItem(_set_name(packed, ronned), _set_text(packed), fu))
    pair = int(out[layout.OUT_PAIR])
    items.append(FuItem("value pair", format_tiles([pair] * 2), pair_fu(pair, win.case, row)))
    if wait in (layout.TANKI, layout.KANCHAN, layout.PENCHAN):
        items.append(FuItem(layout.WAITS[wait], "", 2))
    missing = raw - sum(item.fu for item in items)
    if missing:
        items.append(FuItem("open hand without fu", "", missing))
    return [item for item in items if item.fu]


def _set_name(packed: int, ronned: bool) -> str:
    kind, form = packed & layout.KIND_MASK, packed >> layout.FORM_SHIFT
    tiles = "honour" if kind >= 27 else "terminal" if YAOCHUU[kind] else "simple"
    size = "kan" if form >= layout.CLOSED_KAN else "triplet"
    return f"{'ronned' if ronned else 'open' if form & 1 else 'concealed'} {tiles} {size}"


def _set_text(packed: int) -> str:
    kind, form = packed & layout.KIND_MASK, packed >> layout.FORM_SHIFT
    if form < layout.TRIPLET:
        return format_tiles([kind, kind + 1, kind + 2])
    return format_tiles([kind] * (4 if form >= layout.CLOSED_KAN else 3))


def _reading(win: ScoreInput, out: NDArray[np.int64]) -> Reading:
    shape = _SHAPES[int(out[layout.OUT_SHAPE])]
    wait = layout.WAITS[int(out[layout.OUT_WAIT])]
    tile = format_tile(int(win.case[layout.CASE_WIN]))
    if shape != "standard":
        return Reading(shape, wait=wait, completed="" if wait == "thirteen-sided" else tile)
    melds = win.tiles.melds
    packed = [int(out[layout.OUT_SET + i]) for i in range(4)]
    sets = [_set_text(p) for p in packed]
    pair = format_tiles([int(out[layout.OUT_PAIR])] * 2)
    place = int(out[layout.OUT_WAIT_SET])
    completed = "" if not wait else sets[place] if place >= 0 else pair
    named = [f"{meld.kind}:{format_tiles(meld.codes)}" for meld in melds]
    concealed = sorted(packed[len(melds) :], key=lambda p: p & layout.KIND_MASK)
    return Reading(shape, (*named, *map(_set_text, concealed)), pair, wait, completed)


def _payments(win: ScoreInput, row: NDArray[np.int32], out: NDArray[np.int64]) -> dict[str, int]:
    """Return points by seat wind; an unnamed payer of a ron is called ``discarder``."""
    points = int(out[layout.OUT_POINTS])
    players = win.rules.players
    liable = _liable_points(win, row, out) if win.pao >= 0 else 0
    if liable and not int(out[layout.OUT_YAKUMAN]):  # a rinshan is paid as what its feeder owes
        points = liable
    payer = win.seat if win.tsumo else win.discarder
    unnamed = payer < 0
    if unnamed:
        payer = next(s for s in range(players) if s not in (win.seat, win.pao))
    deltas = np.zeros(4, np.int64)
    add_win(deltas, points, liable, win.pao, win.seat, payer, 0, win.honba, win.deposits, row)
    if unnamed:
        paid = {WINDS[win.seat]: int(deltas[win.seat]), "discarder": int(deltas[payer])}
        return paid if win.pao < 0 else {**paid, WINDS[win.pao]: int(deltas[win.pao])}
    return {WINDS[seat]: int(deltas[seat]) for seat in range(players)}


def _fed_by_kan(win: ScoreInput) -> bool:
    """Tell whether an open (or added) kan of the hand may make its feeder liable."""
    kans = {meld.kind for meld in win.tiles.melds}
    rules = win.rules
    if not rules.daiminkan_rinshan_pao:
        return False
    return "daiminkan" in kans or ("kakan" in kans and rules.kakan_rinshan_pao)


def _liable_points(win: ScoreInput, row: NDArray[np.int32], out: NDArray[np.int64]) -> int:
    """Return the part of the points that the liable player answers for.

    Raises:
        SituationError: Nobody can be liable for this hand under the rules.
    """
    rules = win.rules
    points, yakuman = int(out[layout.OUT_POINTS]), int(out[layout.OUT_YAKUMAN])
    mask = int(out[layout.OUT_YAKU]) if yakuman else 0
    mask &= sum(_PAO_YAKU[name] for name in rules.pao_yaku)
    if mask:
        if rules.pao_scope == "whole_hand":
            return points
        return points // yakuman * min(yakuman, yakuman_of(mask, row))
    if win.tsumo and _fed_by_kan(win) and int(out[layout.OUT_ORDINARY]) & Y_RINSHAN:
        by_ron = rules.daiminkan_rinshan_pao_amount == "ron"
        return int(ron_points(points, win.seat == 0, row)) if by_ron else points
    raise SituationError(
        f"pao: the ruleset {rules.name!r} makes nobody liable for this hand "
        f"(yakuman with liability: {', '.join(sorted(rules.pao_yaku)) or 'none'})"
    )
