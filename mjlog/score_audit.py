"""Recorded wins against recomputed ones: the S family, and wins without a hand or a yaku."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .codes import UNKNOWN_POINTS, YAKU_AKA, YAKU_DORA, YAKU_KITA, YAKU_URA
from .engine.report import L, S
from .engine.win import NOT_COMPLETE, WINS
from .model import GameBatch

__all__ = ["WinScores", "check_scores", "hidden_dora"]

#: The most fu of a hand that is no yakuman, see :func:`_no_fu`.
MOST_FU: Final = 140

Row = tuple[int, int, int, int, int, int]  # code, round, event, seat, recorded, expected


@dataclass(slots=True)
class WinScores:
    """Recomputed columns of the wins (length W), beside the recorded ones.

    Attributes:
        status: int8, 2 a win, 1 complete without a yaku, 0 not complete, -1 not checked
            (the hand could not be followed).
        yaku: int64 mask of yaku ids. yaku_han: int16, their han without dora.
        han: int16 with dora (0 for a yakuman). fu: int16, rounded.
        yakuman: int8. limit: uint8. points: int32, collected for the hand.
        dora, ura, aka, kita: int8, counted tiles (ura and aka only where they count).
        dora_known, ura_known: bool, whether every indicator that they hang on is recorded.
        partial: bool, what the record leaves out is not known (else it was not there).
        furiten: int8, furiten of the winner at that moment (mjlog.codes.FURITEN).
    """

    status: NDArray[np.int8]
    yaku: NDArray[np.int64]
    yaku_han: NDArray[np.int16]
    han: NDArray[np.int16]
    fu: NDArray[np.int16]
    yakuman: NDArray[np.int8]
    limit: NDArray[np.uint8]
    points: NDArray[np.int32]
    dora: NDArray[np.int8]
    ura: NDArray[np.int8]
    aka: NDArray[np.int8]
    kita: NDArray[np.int8]
    dora_known: NDArray[np.bool_]
    ura_known: NDArray[np.bool_]
    partial: NDArray[np.bool_]
    furiten: NDArray[np.int8]


@dataclass(slots=True)
class _Entries:
    """The entries that recorded wins name, yaku and dora: of twenty places most are empty.

    Attributes:
        wins: How many wins there are.
        win: Row of the win of each entry. yaku, han: What it names, and its han.
    """

    wins: int
    win: NDArray[np.intp]
    yaku: NDArray[np.uint8]
    han: NDArray[np.int8]

    @classmethod
    def of(cls, batch: GameBatch) -> _Entries:
        wins = batch.wins
        named = np.flatnonzero(wins.yaku != 255)
        yaku, han = wins.yaku.reshape(-1)[named], wins.yaku_han.reshape(-1)[named]
        return cls(len(wins), named // wins.yaku.shape[1], yaku, han)

    def han_of(self, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return int64[W], the recorded han of the chosen entries (0 when there are none)."""
        return np.bincount(self.win[chosen], self.han[chosen], self.wins).astype(np.int64)

    def without_han(self, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return bool[W], whether one of the chosen entries is named without its han."""
        return self._are_among(self.win[chosen & (self.han < 0)])

    def named(self) -> NDArray[np.bool_]:
        """Return bool[W], which wins name anything."""
        return self._are_among(self.win)

    def _are_among(self, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
        among = np.zeros(self.wins, np.bool_)
        among[rows] = True
        return among

    def masks(self) -> NDArray[np.int64]:
        """Return int64[W], the named yaku as masks."""
        masks = np.zeros(self.wins, np.int64)
        chosen = self.yaku < 63
        bits = np.int64(1) << self.yaku[chosen].astype(np.int64)
        np.bitwise_or.at(masks, self.win[chosen], bits)
        return masks


def recorded_masks(batch: GameBatch) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the recorded yaku as masks (int64[W]) and which wins name their yaku (bool[W])."""
    entries = _Entries.of(batch)
    return entries.masks(), entries.named()


def hidden_dora(scores: WinScores) -> NDArray[np.bool_]:
    """Tell which wins hang on indicators that the record does not show (bool[W])."""
    hidden = ~(scores.dora_known & scores.ura_known) & (scores.yakuman == 0)
    return np.asarray(hidden, np.bool_)


def _no_fu(fu: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Tell which recorded fu no hand can have: there are 25 and the tens from 20 to 140.

    Three concealed kans of terminals or honours (96), a triplet (4), a doubled pair (4), a closed
    ron (10) and the base (20) are 134; more sets of that kind are a yakuman.
    """
    odd: NDArray[np.bool_] = (fu > MOST_FU) | ((fu % 10 > 0) & (fu != 25)) | (fu == 10)
    return odd & (fu > 0)


def check_scores(
    batch: GameBatch,
    scores: WinScores,
    points_due: NDArray[np.int32],
    limit_due: NDArray[np.uint8],
    han: NDArray[np.int16],
) -> list[Row]:
    """Compare recorded and recomputed wins, each value with what follows from the one before.

    Args:
        batch: The recorded games.
        scores: The recomputed wins.
        points_due: int32[W], points that follow from the *recorded* han, fu, yakuman (-1:
            these are not recorded, and the recorded points are compared with the hand).
        limit_due: uint8[W], the limit that follows from them.
        han: int16[W], the recorded han without 場ゾロ.
    """
    wins = batch.wins
    rows: list[Row] = []

    def report(mask: NDArray[np.bool_], code: int, recorded: object, expected: object) -> None:
        values = np.asarray(recorded), np.asarray(expected)
        rows.extend(
            (code, int(wins.round[w]), int(wins.event[w]), int(wins.seat[w]),
             int(values[0][w]), int(values[1][w]))
            for w in np.flatnonzero(mask)
        )  # fmt: skip

    checked = scores.status >= 0
    nothing = np.zeros(len(wins), np.int64)
    report(scores.status == NOT_COMPLETE, L + 150, nothing, nothing)
    report(scores.status == 1, L + 151, wins.points, nothing)
    valid = checked & (scores.status == WINS)
    entries = _Entries.of(batch)
    masks, named = entries.masks(), entries.named()
    yaku_differ = valid & named & (masks != scores.yaku)
    report(yaku_differ, S + 101, masks, scores.yaku)
    same = valid & named & ~yaku_differ
    ordinary = same & (scores.yakuman == 0)
    are_yaku = entries.yaku < 63
    yaku_han = entries.han_of(are_yaku)
    with_han = ordinary & ~entries.without_han(are_yaku)
    report(with_han & (yaku_han != scores.yaku_han), S + 102, yaku_han, scores.yaku_han)
    known_fu = valid & (wins.fu >= 0) & (scores.yakuman == 0) & ~yaku_differ
    report(known_fu & (wins.fu != scores.fu), S + 103, wins.fu, scores.fu)
    hidden = hidden_dora(scores)
    # Of a hand that was not recorded; wins that nothing is expected of are left out.
    no_hand = ~checked & (points_due >= 0) & (wins.yakuman <= 0)
    report(no_hand & _no_fu(wins.fu), S + 103, wins.fu, nothing + UNKNOWN_POINTS)
    unnamed = valid & ~named & (wins.han >= 0)
    more = hidden & scores.partial & (han > scores.han)  # indicators that are not told bring more
    report(unnamed & (han != scores.han) & ~more, S + 111, wins.han, scores.han + (wins.han - han))
    # Where han or fu are not recorded the points follow from the hand itself.
    by_hand = valid & (points_due < 0) & ~hidden
    points_due = np.where(by_hand, scores.points, points_due)
    known_points = (wins.points != UNKNOWN_POINTS) & (points_due >= 0)
    points_differ = known_points & (wins.points != points_due)
    report(points_differ, S + 105, wins.points, points_due)
    # A limit that was named without han and fu is that of the hand.
    by_hand = valid & (wins.han < 0) & (scores.yakuman == 0) & ~hidden
    limit_due = np.where(by_hand, scores.limit, limit_due)
    limit_known = (wins.limit != 255) & (limit_due != 255) & ~points_differ
    report(limit_known & _limit_differ(batch, limit_due, han), S + 104, wins.limit, limit_due)
    always = np.ones(len(wins), np.bool_)
    ura_known = scores.ura_known | ~scores.partial
    dora_entries = (
        (YAKU_DORA, S + 106, scores.dora, scores.dora_known),
        (YAKU_URA, S + 107, scores.ura, ura_known),
        (YAKU_AKA, S + 108, scores.aka, always),
        (YAKU_KITA, S + 109, scores.kita, always),
    )
    kita = entries.han_of(entries.yaku == YAKU_KITA)
    for entry, code, computed, known in dora_entries:
        recorded = entries.han_of(entries.yaku == entry)
        expected = computed.astype(np.int64)
        if entry == YAKU_DORA:  # Tenhou counts kita among the dora
            expected = expected + np.where(kita == 0, scores.kita, 0)
        elif entry == YAKU_KITA:
            expected = np.where(recorded == 0, 0, expected)
        told = ordinary & known & ~entries.without_han(entries.yaku == entry)
        report(told & (recorded != expected), code, recorded, expected)
    return rows


def _limit_differ(
    batch: GameBatch, expected: NDArray[np.uint8], han: NDArray[np.int16]
) -> NDArray[np.bool_]:
    """Return where the limits differ; a rounded-up mangan may be recorded without its name."""
    wins = batch.wins
    rounded_up = (expected == 1) & (wins.limit == 0) & np.isin(han, (3, 4)) & (wins.fu < 70)
    differ: NDArray[np.bool_] = (wins.limit != expected) & ~rounded_up
    return differ
