"""From the result of a hand to what is paid for it: home play and tournaments alike."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from ...errors import UnknownNameError
from ..rules.model import AmericanRules
from ..rulings.claims import LAST_WALL
from ..rulings.judging import judge
from ..tiles import UNKNOWN
from .payments import (
    SELF_PICKS,
    Payment,
    all_disturbed,
    bonus_counts,
    no_payment,
    payable_value,
    payments,
    sole_survivor,
    wall_game,
    with_pie,
    wrecked_wall,
)
from .tournament import error_points, scheme_of, wall_points, win_points

if TYPE_CHECKING:
    from ..card import Card, Line
    from ..replay import HandReplay, HandResult

__all__ = ["Table", "hand_payment", "possible_payments", "table_of"]

#: So many of the winning tile in sight make a last wall safe.
HOT_TILES: Final = 3


@dataclass(frozen=True)
class Table:
    """What a payment depends on beside the result of the hand.

    Attributes:
        order: Persons in turn order, East first.
        rules: The profile in force.
        card: The card, None where unknown.
        kitty: Points in the kitty before the hand.
        totals: Points of each person before the hand, for the pie.
        exposures_known: Whether the record shows exposures.
        best: Value of the dearest line that the winning hand fits, None where unknown.
        hot: Whether the winning tile was thrown from the last wall with fewer than three of it
            in sight (house rule ``hot_wall``); None where that cannot be seen.
    """

    order: Sequence[str]
    rules: AmericanRules
    card: Card | None = None
    kitty: int = 0
    totals: Mapping[str, int] | None = None
    exposures_known: bool = True
    best: int | None = None
    hot: bool | None = None

    def line(self, name: str | None) -> Line | None:
        """Return a line of the card by its id, None where it is not known."""
        if self.card is None or name is None:
            return None
        try:
            return self.card.line(name)
        except UnknownNameError:
            return None


def table_of(
    replay: HandReplay, *, kitty: int = 0, totals: Mapping[str, int] | None = None
) -> Table:
    """Return what the payment of a replayed hand depends on.

    Args:
        replay: The finished replay.
        kitty: Points in the kitty before the hand.
        totals: Points of each person before the hand.
    """
    known = replay.level != "result"
    return Table(
        replay.state.order,
        replay.rules,
        replay.card,
        kitty,
        totals,
        known,
        _best(replay) if known else None,
        _hot(replay) if known else None,
    )


def _best(replay: HandReplay) -> int | None:
    """Return the value of the dearest line of the winning hand, None where it is unknown."""
    winner = replay.result.winner
    if winner is None or replay.rules.ambiguous_hand != "highest":
        return None
    player = replay.player(winner)
    found = judge(replay.card, player.rack, player.shown, replay.rules)
    return found.matches[0].line.value if found.matches else None


def _hot(replay: HandReplay) -> bool | None:
    live = replay.state.live
    if live is None or live.tile == UNKNOWN:
        return None
    in_sight = int(replay.state.visible()[live.tile])
    return replay.state.wall_left < LAST_WALL and in_sight < HOT_TILES


def hand_payment(result: HandResult, table: Table) -> Payment | None:
    """Return what the rules pay for a hand.

    Returns:
        The payment, or the points of the tournament scheme; None where the record does not tell
        enough (the value of the win, the lowest value of the card).
    """
    return next(possible_payments(result, table), None)


def possible_payments(result: HandResult, table: Table) -> Iterator[Payment]:
    """Yield what may be paid for a hand: what the rules say first.

    What follows is paid where another fault, which has a finding of its own, is taken as it
    stands: a value or a bonus announced wrongly, a bonus paid that was not announced; and what
    exposures that the record does not show may change.
    """
    seen: list[dict[str, int]] = []
    for payment in _payments(result, table):
        limited = with_pie(payment, table.totals or {}, table.rules)
        if limited.pay not in seen:
            seen.append(limited.pay)
            yield limited


def _payments(result: HandResult, table: Table) -> Iterator[Payment]:
    order, rules = table.order, table.rules
    points = scheme_of(rules) is not None
    kind = result.kind
    if kind == "wall":
        yield wall_points(order, rules, dead=result.dead) if points else wall_game(order, rules)
    elif kind in ("void", "three_dead", "mahjong_in_error", "wrecked_wall") and points:
        intact = result.receivers if kind == "mahjong_in_error" else ()
        yield error_points(order, intact, rules)
    elif kind == "void":
        yield no_payment(order, "the hand is thrown in")
    elif kind == "three_dead":
        yield no_payment(order, "three hands are dead")
    elif kind in ("mahjong_in_error", "wrecked_wall"):
        yield from _after_error(result, table)
    elif kind != "unknown" and result.winner is not None:
        yield from _of_win(result, table)


def _after_error(result: HandResult, table: Table) -> Iterator[Payment]:
    lowest = None if table.card is None else table.card.lowest
    if result.payer is None:
        return
    if result.kind == "wrecked_wall":
        if lowest is not None or table.rules.wrecked_wall == "none":
            yield wrecked_wall(
                table.order, result.payer, result.receivers, lowest or 0, table.rules
            )
    elif not result.receivers:
        if lowest is not None or table.rules.all_disturbed == "nobody_pays":
            yield all_disturbed(table.order, result.payer, lowest, table.rules)
    elif result.value is not None:
        yield sole_survivor(
            table.order, result.payer, result.receivers[0], result.value, table.rules
        )


def _of_win(result: HandResult, table: Table) -> Iterator[Payment]:
    for told in _told(result, table):
        yield from _of_known_win(told, table)


def _told(result: HandResult, table: Table) -> Iterator[HandResult]:
    """Yield the result with every way in which it can have been won, where none is recorded."""
    others = [p for p in table.order if p != result.winner]
    if result.winner not in table.order or (result.off and result.off not in others):
        return
    if result.how is None and result.off is None:
        yield replace(result, how="self_pick")
    if result.how in (None, "discard") and result.off is None:
        for person in others:
            yield replace(result, how="discard", off=person)
    else:
        yield result


def _of_known_win(result: HandResult, table: Table) -> Iterator[Payment]:
    for value, bonus in _values(result, table):
        for jokerless in _bonuses(result, table.rules):
            for how in _ways(result, table):
                if scheme_of(table.rules) is not None:
                    yield from _points(result, table, value + bonus, jokerless, how)
                else:
                    yield _win(result, table, value, bonus, jokerless, how)


def _win(
    result: HandResult, table: Table, value: int, bonus: int, jokerless: bool, how: str
) -> Payment:
    assert result.winner is not None
    return payments(
        table.order,
        result.winner,
        how,
        None if how in SELF_PICKS else result.off,
        value,
        jokerless,
        table.rules,
        east=table.order[0],
        dead=result.dead,
        bonus=bonus,
        kitty=table.kitty,
    )


def _points(
    result: HandResult, table: Table, value: int, jokerless: bool, how: str
) -> Iterator[Payment]:
    assert result.winner is not None
    known = table.exposures_known
    shown = [result.exposures.get(result.winner, 0)] if known else [0, 1, 2, 3]
    line = table.line(result.line)
    quints = [_has_quint(line)] if line is not None else [False, True]
    for exposures in shown:
        for quint in quints:
            yield win_points(
                table.order,
                result.winner,
                None if how in SELF_PICKS else result.off,
                value,
                table.rules,
                self_pick=how in SELF_PICKS,
                jokerless=jokerless,
                exposures=exposures,
                quints=quint,
                misnamed=how in ("misname", "misnamed_joker"),
            )


def _has_quint(line: Line) -> bool:
    groups = [group for alternative in line.alternatives for group in alternative.groups]
    return any(group.claimable and group.size == 5 for group in groups)


def _ways(result: HandResult, table: Table) -> Iterator[str]:
    """Yield how the hand was won, in the words of the settlement.

    Whether a hand could be read by everybody (``obvious_hand``), the table alone can say.
    """
    if result.kind == "misname":
        yield "misnamed_joker" if result.misnamed_joker else "misname"
    elif result.kind in ("out_of_turn", "wrong_end"):
        yield result.kind
    else:
        how = result.how or "discard"
        by_discard = how not in SELF_PICKS
        hot = by_discard and table.rules.hot_wall == "table" and table.hot is not False
        if not (hot and table.hot):
            yield how
        if hot:
            yield "hot_wall"
        if by_discard and table.rules.obvious_hand == "table":
            yield "obvious_hand"


def _values(result: HandResult, table: Table) -> Iterator[tuple[int, int]]:
    """Yield value and concealed bonus: what counts, then what was announced."""
    line = table.line(result.line)
    extra = 0
    if line is not None and not line.concealed and table.card is not None:
        extra = table.card.concealed_bonus + table.rules.concealed_bonus
    shown = result.exposures.get(result.winner or "", 0)
    bonuses: Collection[int] = (extra, 0) if not table.exposures_known else (0 if shown else extra,)
    announced = result.value
    for bonus in dict.fromkeys(bonuses):
        worth = None if line is None else line.value + bonus
        if table.best is not None:
            yield table.best, bonus
        counts = payable_value(announced, worth)
        if counts is not None:
            # what was announced holds the bonus already
            yield counts - min(bonus, counts), min(bonus, counts)
    if announced is not None:
        yield announced, 0
        if line is not None and not table.exposures_known and announced == line.value:
            yield announced, extra


def _bonuses(result: HandResult, rules: AmericanRules) -> Iterator[bool]:
    """Yield whether the jokerless bonus is paid: as it is due, then as announced, then as true."""
    due = bonus_counts(result.jokerless_true, result.jokerless, result.no_bonus, rules)
    yield due
    if result.jokerless is not None:
        yield result.jokerless
    if result.jokerless_true is not None and not result.no_bonus:
        yield result.jokerless_true
    if result.jokerless is None and result.jokerless_true is None and not result.no_bonus:
        yield True
