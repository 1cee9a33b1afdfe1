"""The result of a round as tenhou.net/6 writes it."""

from __future__ import annotations

from typing import Any, Final

from mjlog.codes import (
    EXHAUSTIVE,
    LIMITS,
    NAGASHI,
    UNKNOWN,
    UNKNOWN_POINTS,
    YAKU,
    YAKUMAN,
)
from mjlog.rows import RoundRows, Row

from ..losses import Losses, refuse_unknown_payer
from .results import paid_for_tenpai, parse_value
from .words import ALL_NOTEN, ALL_TENPAI, DRAW_WORDS, YAKU_WORDS

__all__ = ["Due", "result_of", "value_text"]

_LIMITS: Final = ("", "満貫", "跳満", "倍満", "三倍満", "役満")
assert len(_LIMITS) == len(LIMITS)
_DRAWS: Final = {kind: word for word, kind in reversed(DRAW_WORDS.items())}
#: (points, limit) that follow from fu and han of a win, -1 and 255 for nothing.
Due = tuple[int, int]


def result_of(part: RoundRows, players: int, due: list[Due], losses: Losses) -> list[Any]:
    """Return the result of a round, [] for none.

    Args:
        part: The round.
        players: 3 or 4.
        due: What follows from fu and han, for each win of the round.
        losses: Takes what the form does not hold.
    """
    if part.wins:
        result: list[Any] = ["和了"]
        for win, follows in zip(part.wins, due, strict=True):
            deltas = _deltas(win["deltas"], players, losses)
            result += [deltas, _details(win, part, players, follows, losses)]
        return result
    if not part.draws:
        return []
    return _draw(part.draws[-1], players, losses)


def _deltas(values: list[int], players: int, losses: Losses) -> list[int]:
    if any(value == UNKNOWN_POINTS for value in values[:players]):
        losses.add("deltas", "a change of points that is not known is written as 0")
    return [0 if v == UNKNOWN_POINTS else v for v in values]


def _draw(draw: Row, players: int, losses: Losses) -> list[Any]:
    kind, shown, deltas = draw["kind"], draw["shown"][:players], draw["deltas"]
    word = _DRAWS.get(kind)
    if word is None:
        losses.add("draw", "a void hand has no word in the form; the round has no result")
        return []
    known = all(d != UNKNOWN_POINTS for d in deltas[:players])
    paid = known and any(deltas[:players])
    if kind == EXHAUSTIVE and not paid and set(shown) in ({0}, {1}):
        return [ALL_TENPAI if shown[0] else ALL_NOTEN]
    told = paid_for_tenpai(deltas[:players]) if kind == EXHAUSTIVE and known else []
    if any(s != UNKNOWN for s in shown) and shown != told:
        losses.add("shown", "whose hands were shown at a draw")
    if not known and kind == EXHAUSTIVE:
        return [word]
    if kind in (EXHAUSTIVE, NAGASHI) or paid:
        return [word, _deltas(deltas, players, losses)]
    return [word]


def _details(win: Row, part: RoundRows, players: int, due: Due, losses: Losses) -> list[Any]:
    seat, payer, liable = win["seat"], win["from_seat"], win["pao_seat"]
    refuse_unknown_payer(payer, "a Tenhou JSON record")
    details: list[Any] = [seat, payer, seat if liable == UNKNOWN else liable]
    text = _value(win, part, players, due, losses)
    names = _yaku(win, losses)
    if text is None:
        if names:
            losses.add("yaku", "the yaku of a win whose value is not known")
        return details
    return [*details, text, *names]


def _value(win: Row, part: RoundRows, players: int, due: Due, losses: Losses) -> str | None:
    """Return the text of a win's value, None for one that is not known."""
    points, limit = win["points"], win["limit"]
    if points == UNKNOWN_POINTS:
        if due[0] < 0:
            losses.add("points", "the value of a win is not known")
            return None
        losses.add("points", "the value of a win is not recorded; by fu and han")
        points = due[0]
    if limit == UNKNOWN:
        limit = YAKUMAN if win["yakuman"] > 0 else (0 if due[1] == UNKNOWN else due[1])
    if limit and win["fu"] >= 0:
        losses.add("fu", f"the fu of a {LIMITS[limit]}, which stand nowhere")
    return value_text(
        points,
        fu=win["fu"],
        han=win["han"],
        limit=limit,
        tsumo=win["seat"] == win["from_seat"],
        dealer=win["seat"] == part.start["dealer"],
        players=players,
    )


def value_text(
    points: int, *, fu: int, han: int, limit: int, tsumo: bool, dealer: bool, players: int
) -> str:
    """Return the text of a win's value.

    >>> value_text(8000, fu=-1, han=5, limit=1, tsumo=True, dealer=False, players=4)
    '満貫2000-4000点'
    >>> value_text(7700, fu=30, han=4, limit=0, tsumo=False, dealer=False, players=4)
    '30符4飜7700点'
    """
    if 0 < limit < len(_LIMITS):
        start = _LIMITS[limit]
    else:
        start = (f"{fu}符" if fu >= 0 else "") + (f"{han}飜" if han >= 0 else "")
    payers = players - 1
    if tsumo and dealer:
        text = f"{start}{points // payers}点∀"
    elif tsumo:
        other = -(-points // (payers + 1)) // 100 * 100
        other += 100 * (other * (payers + 1) < points)
        text = f"{start}{other}-{points - other * (payers - 1)}点"
    else:
        text = f"{start}{points}点"
    fits = points >= 0 and "--" not in text and parse_value(text, payers=payers).points == points
    return text if fits else f"{start}{max(points, 0)}点"


def _yaku(win: Row, losses: Losses) -> list[str]:
    names = []
    for number, han in zip(win["yaku"], win["yaku_han"], strict=True):
        if number == UNKNOWN:
            continue
        if han == 0 and number >= len(YAKU):
            losses.add("yaku", "an entry of no han, which the site itself leaves out")
            continue
        word = YAKU_WORDS[number]
        if number < len(YAKU) and YAKU[number].yakuman and win["yakuman"] != 0:
            times = {2: "ダブル役満"}.get(han, f"{han}倍役満") if han > 1 else "役満"
            names.append(f"{word}({times})")
        else:
            names.append(f"{word}({han}飜)" if han >= 0 else f"{word}()")
    return names
