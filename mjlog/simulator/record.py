"""From a round that was played to the columns of a record, and from round to round.

An honest recorder: each value follows from the one before it (yaku → han and fu → points →
changes → scores → next round → final points). A fault is planted by changing one of them on
its way (``edit``), so that everything downstream is right again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DORA,
    EXHAUSTIVE,
    KAKAN,
    KITA,
    NAGASHI,
    PON,
    RIICHI_ACCEPTED,
    WIN,
    YAKU,
    YAKU_AKA,
    YAKU_DORA,
    YAKU_URA,
)
from ..engine import win as layout
from ..engine.liability import find_liable, liability, nagashi_seats
from ..engine.payments import add_nagashi, add_noten, add_win, paid_honba, win_points
from ..engine.points import base_points, limit_of
from ..engine.wall_check import ura_place
from ..engine.yaku import han_of, yakuman_of
from ..rules.columns import DAIMINKAN_RINSHAN_PAO, KAN_URA, NOTEN_DECLARE_OPTIONAL, URA
from ..rules.columns import NAGASHI as NAGASHI_RULE
from . import table as t

__all__ = ["Edit", "RoundRecord", "Start", "honest_points", "record_draw", "record_wins"]

#: Changes a value on its way into the record: (stage, values).
Edit = Callable[[str, Any], None]

_FIRST_YAKU: Final = (1, 21, 2, 0)  # riichi, double riichi, ippatsu, tsumo stand first
_PAO_YAKU: Final = (39, 49, 51)


@dataclass(slots=True)
class Start:
    """How a round starts; seats that are absent have 0 points.

    ``stage`` counts the winds played before (:mod:`mjlog.engine.flow`); ``shift`` is how far the
    recorded wind is off.
    """

    scores: list[int]
    dealer: int
    stage: int
    honba: int
    deposits: int
    shift: int = 0

    @property
    def wind(self) -> int:
        """The round wind that is recorded and played with."""
        return (self.stage + self.shift) % 4


@dataclass(slots=True)
class RoundRecord:
    """A round as it goes into the columns.

    Attributes:
        start: Its start. events: int64[E_ROWS, events], as in :mod:`.table`.
        wins, draws: Rows of the result columns; ``event`` counts inside the round.
        hands: uint8[4, 13], physical tiles dealt. indicator: physical tile. dice.
        seats: int64[4, S_COLUMNS] at the end. g: int64[G_COLUMNS] at the end.
        scores: Points after the result. result: RESULT_WIN or a draw kind.
        table: Sticks before the result.
    """

    start: Start
    events: NDArray[np.int64]
    hands: NDArray[np.uint8]
    indicator: int
    dice: tuple[int, int]
    seats: NDArray[np.int64]
    g: NDArray[np.int64]
    wins: list[dict[str, Any]] = field(default_factory=list)
    draws: list[dict[str, Any]] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    result: int = EXHAUSTIVE
    table: int = 0


def sorted_hand(seats: NDArray[np.int64], s: int) -> list[int]:
    """Return a player's concealed physical tiles."""
    return sorted(seats[s, t.TILE : t.TILE + int(seats[s, t.HELD])].tolist())


def before_result(record: RoundRecord, rule: NDArray[np.int64], bet: int) -> list[int]:
    """Return the points before the result, deposits paid, and count the sticks."""
    scores = list(record.start.scores)
    kinds, seats = record.events[t.E_KIND], record.events[t.E_SEAT]
    record.table = record.start.deposits
    for s in seats[kinds == RIICHI_ACCEPTED].tolist():
        scores[s] -= bet
        record.table += 1
    return scores


# --- wins -----------------------------------------------------------------------------------------


def record_wins(
    record: RoundRecord,
    cases: NDArray[np.int64],
    results: NDArray[np.int64],
    rule: NDArray[np.int64],
    bet: int,
    edit: Edit,
) -> None:
    """Fill the wins of a round and the scores after it."""
    players = int(record.g[t.PLAYERS])
    scores = before_result(record, rule, bet)
    kinds = record.events[t.E_KIND]
    for w, e in enumerate(np.flatnonzero(kinds == WIN).tolist()):
        seat, payer = int(record.events[t.E_SEAT, e]), int(record.events[t.E_FROM, e])
        row = _value(record, cases[w], results[w], rule, seat)
        row |= {
            "event": e, "seat": seat, "from_seat": payer,
            "tile_id": int(record.events[t.E_ID, e]), "pao_seat": 255, "head": w == 0,
            "honba": record.start.honba, "deposits": record.table if w == 0 else 0,
            "rule": rule, "dealer": record.start.dealer, "record": record,
            "reds": bool((record.g[t.CODE : t.CODE + 136] > 33).any()),
        }  # fmt: skip
        row["hand"] = sorted_hand(record.seats, seat)
        if seat != payer:
            row["hand"] = sorted([*row["hand"], row["tile_id"]])
        row["melds"] = meld_codes(record.events[:, :e], seat)
        row["indicators"] = [
            record.indicator,
            *record.events[t.E_ID, :e][kinds[:e] == DORA].tolist(),
        ]
        row["ura"] = _ura(record, seat, rule)
        edit("value", row)
        if "han" not in row:
            row["han"] = 0 if row["yakuman"] else sum(h for _, h in row["yaku"])
        row["points"], row["limit"] = honest_points(row)
        edit("points", row)
        row["liable"] = _liable(record, row, e, rule, players)
        edit("pao", row)
        row["scores"] = list(scores)
        edit("scores", row)
        out = np.zeros(4, np.int64)
        liable, part = row["liable"]
        paid = part if part > 0 and row["yakuman"] <= 0 else row["points"]
        add_win(
            out, paid, part, liable, seat, payer, record.start.dealer,
            int(paid_honba(record.start.honba, w == 0, rule)), record.table if w == 0 else 0, rule,
        )  # fmt: skip
        row["deltas"] = out.tolist()
        edit("deltas", row)
        if w == 0:
            edit("printed", row)
        scores = [a + b for a, b in zip(row["scores"], row["deltas"], strict=True)]
        record.wins.append(row)
    record.scores = scores


def honest_points(row: dict[str, Any]) -> tuple[int, int]:
    """Return points and limit that follow from the han, fu and yakuman of a win."""
    rule = row["rule"]
    base = base_points(row["han"], row["fu"], row["yakuman"], rule)
    tsumo = row["seat"] == row["from_seat"]
    points = win_points(base, row["seat"] == row["dealer"], tsumo, rule)
    return int(points), int(limit_of(base))


def _value(
    record: RoundRecord,
    case: NDArray[np.int64],
    result: NDArray[np.int64],
    rule: NDArray[np.int64],
    seat: int,
) -> dict[str, Any]:
    """Return yaku with their han, fu and yakuman of a scored win."""
    status = int(result[layout.OUT_STATUS])
    if status != layout.WINS:
        return _claimed_value(case, status)
    row = rule.astype(np.int32)
    yakuman = int(result[layout.OUT_YAKUMAN])
    mask = int(result[layout.OUT_YAKU])
    closed = int(record.seats[seat, t.OPEN] == 0)
    order = [*_FIRST_YAKU, *(y.id for y in YAKU if y.id not in _FIRST_YAKU)]
    yaku: list[tuple[int, int]] = []
    named = 0
    for number in order:
        bit = 1 << number
        if mask & bit:
            worth = yakuman_of(bit, row)
            if not yakuman:  # what it adds: a double wind may be one han in all
                worth = han_of(named | bit, closed, row) - han_of(named, closed, row)
            named |= bit
            yaku.append((number, int(worth)))
    if not yakuman:
        missing = int(result[layout.OUT_YAKU_HAN]) - sum(han for _, han in yaku)
        if missing:  # han of a declaration that is no yaku of its own
            yaku[0] = (yaku[0][0], yaku[0][1] + missing)
        yaku += _dora(record, case, seat, rule)
    return {"yaku": yaku, "fu": int(result[layout.OUT_FU]), "yakuman": yakuman}


def _dora(
    record: RoundRecord, case: NDArray[np.int64], seat: int, rule: NDArray[np.int64]
) -> list[tuple[int, int]]:
    dora = int(case[layout.CASE_DORA]) + int(case[layout.CASE_KITA])
    found = [(YAKU_DORA, dora)] if dora else []
    if red := int(case[layout.CASE_AKA]):
        found.append((YAKU_AKA, red))
    if record.seats[seat, t.RIICHI_] and rule[URA]:
        found.append((YAKU_URA, int(case[layout.CASE_URA])))
    return found


def _claimed_value(case: NDArray[np.int64], status: int) -> dict[str, Any]:
    """Return what a player claims whose hand is not complete, or has no yaku."""
    if status == layout.NOT_COMPLETE:
        return {"yaku": [(0, 1)], "fu": 30, "yakuman": 0}
    return {"yaku": [(YAKU_DORA, int(case[layout.CASE_DORA]))], "fu": 30, "yakuman": 0}


def _ura(record: RoundRecord, seat: int, rule: NDArray[np.int64]) -> list[int]:
    if not record.seats[seat, t.RIICHI_] or not rule[URA]:
        return []
    count = int(record.g[t.TURNED]) if rule[KAN_URA] else 1
    size = int(record.g[t.WALL_TILES])
    return [int(record.g[t.WALL + ura_place(min(k, 4), size, 1)]) for k in range(count)]


def _liable(
    record: RoundRecord, row: dict[str, Any], e: int, rule: NDArray[np.int64], players: int
) -> tuple[int, int]:
    if row["yakuman"] <= 0 and not rule[DAIMINKAN_RINSHAN_PAO]:
        return -1, 0
    fed = np.zeros(4, np.int64)
    ev = record.events
    columns = (ev[t.E_KIND], ev[t.E_SEAT], ev[t.E_TILE], ev[t.E_FROM])
    find_liable(*columns, 0, e, row["seat"], rule, fed)
    worth = dict(row["yaku"])
    multiples = np.array([worth.get(y, 0) for y in _PAO_YAKU], np.int64)
    tsumo = row["seat"] == row["from_seat"]
    dealer_wins = row["seat"] == row["dealer"]
    liable, part = liability(
        fed, multiples, row["yakuman"], row["points"], tsumo, dealer_wins, rule
    )
    if liable >= 0:
        row["pao_seat"] = int(liable)
    return int(liable), int(part)


# --- draws ----------------------------------------------------------------------------------------


def _shows_tenpai(record: RoundRecord, s: int, rule: NDArray[np.int64]) -> int:
    """Return 1 for a hand shown as tenpai; who may call himself noten does so now and then."""
    hides = rule[NOTEN_DECLARE_OPTIONAL] and not record.seats[s, t.RIICHI_]
    if hides and (int(record.g[t.RANDOM]) >> (3 * s)) & 7 == 0:
        return 0
    return int(record.seats[s, t.WAITS] != 0)


def record_draw(record: RoundRecord, rule: NDArray[np.int64], bet: int, edit: Edit) -> None:
    """Fill the draw of a round and the scores after it."""
    players = int(record.g[t.PLAYERS])
    scores = before_result(record, rule, bet)
    kind, ev = int(record.g[t.RESULT]), record.events
    last = ev.shape[1] - 1
    out = np.zeros(4, np.int64)
    shown = [0] * players + [255] * (4 - players)
    seats = 0
    if kind == EXHAUSTIVE:
        shown[:players] = [_shows_tenpai(record, s, rule) for s in range(players)]
        if rule[NAGASHI_RULE]:
            columns = (ev[t.E_KIND], ev[t.E_SEAT], ev[t.E_FROM], ev[t.E_TILE])
            seats = int(nagashi_seats(*columns, 0, last, rule))
    elif kind == 1:
        shown[int(record.g[t.DECLARER])] = 1
    row: dict[str, Any] = {
        "event": last, "kind": NAGASHI if seats else kind, "shown": shown, "nagashi": seats,
        "honba": record.start.honba, "deposits": record.table, "scores": scores,
        "record": record, "rule": rule,
    }  # fmt: skip
    edit("draw", row)
    if row["kind"] == NAGASHI:
        add_nagashi(
            out, row["nagashi"], record.start.dealer, record.start.honba, record.table, rule
        )
    elif row["kind"] == EXHAUSTIVE:
        add_noten(out, sum(1 << s for s in range(players) if row["shown"][s] == 1), rule)
    row["hands"] = [sorted_hand(record.seats, s) if row["shown"][s] == 1 else [] for s in range(4)]
    edit("shown", row)
    row["deltas"] = out.tolist()
    edit("deltas", row)
    edit("printed", row)
    record.scores = [a + b for a, b in zip(row["scores"], row["deltas"], strict=True)]
    record.result = row["kind"]
    record.draws.append(row)


# --- melds as Tenhou codes ------------------------------------------------------------------------


def meld_codes(ev: NDArray[np.int64], seat: int) -> list[int]:
    """Return a player's melds as call codes, newest first (see the columns of wins)."""
    codes: list[int] = []
    pons: dict[int, tuple[int, int]] = {}
    calls = (CHI, PON, DAIMINKAN, KAKAN, ANKAN, KITA)
    for e in np.flatnonzero((ev[t.E_SEAT] == seat) & np.isin(ev[t.E_KIND], calls)).tolist():
        kind, tile = int(ev[t.E_KIND, e]), int(ev[t.E_ID, e])
        packed, fed = int(ev[t.E_USED_IDS, e]), int(ev[t.E_FROM, e])
        used = [packed >> 8 * i & 255 for i in range(4) if packed >> 8 * i & 255 != 255]
        source = (fed - seat) & 3 if fed < 4 else 0
        if kind == CHI:
            ids = sorted([tile, *used])
            low = ids[0] // 4
            code = (low // 9 * 7 + low % 9) * 3 + ids.index(tile)
            codes.append(
                code << 10 | sum((i & 3) << 3 + 2 * n for n, i in enumerate(ids)) | 4 | source
            )
        elif kind == PON:
            pons[tile // 4] = (len(codes), tile)
            codes.append(_triplet(sorted([tile, *used]), tile) | 8 | source)
        elif kind == KAKAN:
            if tile // 4 in pons:
                place, taken = pons[tile // 4]
                rest = [i for i in range(tile // 4 * 4, tile // 4 * 4 + 4) if i != tile]
                codes[place] = _triplet(rest, taken) | 16 | source
        elif kind == KITA:
            codes.append(tile << 8 | 32)
        else:
            codes.append((min(used) if kind == ANKAN else tile) << 8 | source)
    return codes[::-1]


def _triplet(ids: list[int], taken: int) -> int:
    left = next(i for i in range(4) if i not in [x & 3 for x in ids])
    return (ids[0] // 4 * 3 + ids.index(taken)) << 9 | left << 5
