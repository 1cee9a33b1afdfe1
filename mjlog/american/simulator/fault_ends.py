"""Faults of declarations, dead hands, payments, seats: what is announced or written down wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from .. import legal
from ..card import Card, Match, measure
from ..model import AmericanGame, Challenge, Dead, Discard, Draw, Event, Mahjong, Settle
from ..rotation import Seating
from ..rulings.judging import counts_of, judge
from ..settlement.payments import SELF_PICKS
from ..tiles import JOKER
from .arranged import complete_hand
from .fault_plans import ON, TOOK, once, others_of
from .fault_scenes import Dying
from .plan import Plan, arrange

if TYPE_CHECKING:
    from .table import HandPlay

__all__ = ["DEAD_HANDS", "MAHJONG", "PAYMENTS", "SEATS", "wrong_totals"]


# --- declarations


def _one_away(play: HandPlay, person: str) -> str | None:
    """A player who is one tile away declares after a draw."""
    player = play.state.players[person]
    if not isinstance(play.hand.events[-1], Draw) or play.look(person).away != 1:
        return None
    nearest = play.card.nearest(player.rack, player.shown, limit=1)[0]
    if judge(play.card, player.rack, player.shown, play.rules).code != "MJ-01":
        return None  # it wins after all, or lacks a natural only
    value = nearest.line.value + (0 if player.shown else play.rules.concealed_bonus)
    play.declare(Mahjong(person, "self_pick", None, nearest.line.id, value, False))
    return TOOK


class JokerInPair(Plan):
    """East is dealt a complete hand but for one tile of a pair, for which there is a joker."""

    def wall(self, play: HandPlay, wall: list[int]) -> None:
        """Arrange East's tiles."""
        table = play.card.table
        for _ in range(200):
            row = play.rng.randrange(len(table))
            single = [k for k in range(JOKER) if table.nat[row][k]]
            tiles = [int(tile) for tile in table.tiles[row]]
            if not single or max(tiles.count(k) for k in set(tiles)) > 4:
                continue
            tiles[tiles.index(play.rng.choice(single))] = JOKER
            if not play.card.wins(tiles):
                arrange(wall, len(play.state.order), {0: tiles})
                self._line = table.line_of(row)
                return

    def dealt(self, play: HandPlay) -> bool:
        """Declare it."""
        line, east = self._line, play.state.east
        value = line.value + (0 if line.concealed else play.card.concealed_bonus)
        value += 0 if line.concealed else play.rules.concealed_bonus
        play.declare(Mahjong(east, "heavenly", None, line.id, value, False))
        self.done = True
        return True


def _wins(play: HandPlay, event: Mahjong) -> list[Match]:
    """Return the lines that a declared hand wins with."""
    player, live = play.state.players[event.p], play.state.live
    rack = list(player.rack)
    if event.how == "discard" and live is not None:
        rack.append(live.tile)
    return play.card.wins(rack, player.shown)


def _wrong_line(play: HandPlay, event: Mahjong) -> str | None:
    fits = {match.line.id for match in _wins(play, event)}
    mine = play.card.line(event.line_id or "")
    others = [
        line for line in play.card.lines
        if line.id not in fits and line.value == mine.value and line.no_bonus == mine.no_bonus
        and not line.concealed and not mine.concealed
    ]  # fmt: skip
    if not others:
        return None
    event.line_id = play.rng.choice(others).id
    return ON


def _wrong_value(play: HandPlay, event: Mahjong) -> str:
    assert event.value is not None
    event.value += 5
    return ON


@lru_cache(maxsize=8)
def _ambiguous(card: Card) -> tuple[tuple[int, ...], ...]:
    """Return hands of the card that win with lines of different values, jokers in one group.

    A group of jokers only may be that of another line.
    """
    table, found = card.table, []
    whole = table.after(())
    for row in range(len(table)):
        groups = table.hand(row).groups
        for i, wild in enumerate(groups):
            if len(wild) < 3 or len(set(wild)) > 1:
                continue
            tiles = [JOKER] * len(wild)
            for j, group in enumerate(groups):
                if j != i:
                    same = len(group) > 3 and len(set(group)) == 1
                    tiles += [*group[:3], *[JOKER] * (len(group) - 3)] if same else group
            away, _ = measure(counts_of(tiles), whole)
            values = table.value[whole.rows[away == 0]]
            if tiles.count(JOKER) <= card.jokers and len(values) and np.ptp(values):
                found.append(tuple(tiles))
    return tuple(found)


class CheaperLine(Plan):
    """East is dealt a hand of two lines and announces the cheaper one."""

    def wall(self, play: HandPlay, wall: list[int]) -> None:
        """Arrange East's tiles."""
        hands = _ambiguous(play.card)
        tiles = list(play.rng.choice(hands)) if hands else complete_hand(play)
        arrange(wall, len(play.state.order), {0: tiles})

    def mahjong(self, play: HandPlay, event: Mahjong) -> None:
        """Announce the cheapest line."""
        matches = _wins(play, event)
        cheap = matches[-1]
        if not self.done and cheap.line.value < matches[0].line.value:
            how = event.how
            cheaper = play.announcement(event.p, how, cheap, event.off)
            event.line_id, event.value = cheaper.line_id, cheaper.value
            event.jokerless = cheaper.jokerless
            self.done = True


def _false_bonus(play: HandPlay, event: Mahjong) -> str | None:
    player = play.state.players[event.p]
    jokers = JOKER in player.rack or any(exposure.jokers for exposure in player.shown)
    if not jokers or play.card.line(event.line_id or "").no_bonus:
        return None
    event.jokerless = True
    return ON


def _concealed_line(play: HandPlay, event: Mahjong) -> str | None:
    lines = [line for line in play.card.lines if line.concealed and not line.no_bonus]
    if not lines or not play.state.players[event.p].shown:
        return None
    event.line_id = play.rng.choice(lines).id
    return ON


class DeadWins(Dying):
    """A dead hand declares mahjong on a discard."""

    def discarded(self, play: HandPlay) -> bool:
        """Declare."""
        if super().discarded(play):
            return True
        live = play.state.live
        dead = [p for p in play.state.order if not play.alive(p)]
        if self.done or not dead or live is None or live.tile == JOKER or live.p in dead:
            return False
        person = dead[0]
        near = play.card.nearest(play.rack(person), play.state.players[person].shown, limit=1)
        line = near[0].line if near else play.card.lines[0]
        play.declare(Mahjong(person, "discard", live.p, line.id, line.value, False))
        self.done = True
        return True


class Asleep(Plan):
    """A player who could win on a discard declares after the next one has drawn."""

    def __init__(self) -> None:
        self._missed: tuple[str, int] | None = None

    def sleeps(self, play: HandPlay, person: str) -> bool:
        """Miss it."""
        live = play.state.live
        if self.done or live is None or not play.state.wall_left:
            return False
        self._missed = (person, live.event)
        return True

    def turn(self, play: HandPlay, person: str) -> bool:
        """Declare too late."""
        live, missed = play.state.live, self._missed
        drew = isinstance(play.hand.events[-1], Draw)
        if self.done or live is None or missed is None or not drew:
            return False
        late, event = missed
        if live.event != event or late == person:
            return False
        matches = play.card.wins([*play.rack(late), live.tile], play.state.players[late].shown)
        play.declare(play.announcement(late, "discard", matches[0], live.p))
        self.done = True
        return True


def _forbidden_exchange(play: HandPlay, person: str) -> str | None:
    """Win by a joker exchange where that is forbidden."""
    for event in legal.exchanges(play.replay, person):
        matches = play.completed_by(person, event)
        if matches:
            play.do(event)
            play.declare(play.announcement(person, "exchange", matches[0]))
            return TOOK
    return None


MAHJONG: Final[dict[str, Callable[[], Plan]]] = {
    "A-JOK-01": JokerInPair,
    "A-MJ-01": once("turn", _one_away),
    "A-MJ-02": once("mahjong", _wrong_line),
    "A-MJ-03": once("mahjong", _wrong_value),
    "A-MJ-04": CheaperLine,
    "A-MJ-05": once("mahjong", _false_bonus),
    "A-MJ-06": once("mahjong", _concealed_line),
    "A-MJ-07": DeadWins,
    "A-MJ-08": Asleep,
    "A-MJ-09": once("turn", _forbidden_exchange),
}


# --- dead hands


def _exposed_alive(play: HandPlay) -> tuple[str, str] | None:
    """Return a challenger and an exposed hand that is alive by what the table shows."""
    for of in play.state.order:
        others = others_of(play, of)
        if not play.state.players[of].shown or not play.alive(of) or play.bots[of].denied:
            continue
        found = legal.may_challenge(play.replay, others[0], of) if len(others) > 1 else None
        if found is not None and found.dead is False:
            return play.rng.choice(others), of
    return None


def _own_challenge(play: HandPlay) -> str | None:
    found = _exposed_alive(play)
    if found is None:
        return None
    play.do(Challenge(found[1], found[1], "a", "is my hand dead?"))
    return ON


def _killed_alive(play: HandPlay) -> str | None:
    found = _exposed_alive(play)
    if found is None:
        return None
    person, of = found
    play.do(Challenge(person, of, "c"))
    play.do(Dead(of, "too few tiles are left", [], person))
    return ON


class DeadActs(Dying):
    """A dead hand draws and discards."""

    def draw(self, play: HandPlay, person: str) -> bool:
        """Let the dead hand come before the player whose turn it is."""
        dead = [p for p in play.state.order if not play.alive(p)]
        if self.done or not dead:
            return False
        play.do(play.next_draw(dead[0]))
        play.do(Discard(dead[0], play.bots[dead[0]].discard(play.rack(dead[0]))))
        self.done = True
        return True


class WrongReturned(Dying):
    """A right exposure goes back to the rack."""

    def dead(self, play: HandPlay, events: list[Event]) -> None:
        """Name the first exposure, which was right."""
        last = events[-1]
        if not self.done and isinstance(last, Dead) and len(play.state.players[last.p].shown) > 1:
            last.returned = [0]
            self.done = True


class NobodyNotices(Dying):
    """A hand that is dead by what the table shows plays on."""

    def dead(self, play: HandPlay, events: list[Event]) -> None:
        """Challenge nobody."""
        events.clear()
        self.done = True


DEAD_HANDS: Final[dict[str, Callable[[], Plan]]] = {
    "A-TURN-05": DeadActs,
    "A-DH-01": once("discarded", _own_challenge),
    "A-DH-02": once("discarded", _killed_alive),
    "A-DH-03": WrongReturned,
    "A-DH-04": NobodyNotices,
}


# --- payments


def _won(play: HandPlay) -> str | None:
    """Return the winner of a hand that was won by the usual rules."""
    result = play.replay.result
    return result.winner if result.kind == "win" else None


def _swapped(play: HandPlay, event: Settle) -> str | None:
    """The discarder and another pay each other's part."""
    off, winner = play.replay.result.off, _won(play)
    others = [p for p in event.pay if p not in (off, winner)]
    if winner is None or off is None or event.pay[others[0]] == event.pay[off]:
        return None
    event.pay[off], event.pay[others[0]] = event.pay[others[0]], event.pay[off]
    return ON


def _one_off(play: HandPlay, event: Settle) -> str | None:
    winner = _won(play)
    if winner is None:
        return None
    event.pay[winner] += 5
    return ON


class DeadPaysNothing(Dying):
    """A dead hand does not pay the winner."""

    def settle(self, play: HandPlay, event: Settle) -> None:
        """Leave it out."""
        winner, dead = _won(play), play.replay.result.dead
        unpaid = [p for p in dead if event.pay.get(p, 0) < 0]
        if self.done or winner is None or not unpaid:
            return
        for person in unpaid:
            event.pay[winner] += event.pay[person]
            event.pay[person] = 0
        self.done = True


class WrongTransfer(Plan):
    """Who loses a dispute on a dead hand pays too much."""

    def discarded(self, play: HandPlay) -> bool:
        """Let a hand be challenged that is alive."""
        found = None if play.disputes else _exposed_alive(play)
        if found is not None:
            play.challenge_denied(*found, "c", dead=False)
        return False

    def settle(self, play: HandPlay, event: Settle) -> None:
        """Write the wrong amount."""
        if not self.done and event.transfers:
            first = event.transfers[0]
            event.transfers[0] = replace(first, amount=first.amount + 25)
            self.done = True


def _paid_as_discard(play: HandPlay, event: Settle) -> str | None:
    winner, live = _won(play), play.state.live
    if winner is None or play.replay.result.how != "exchange" or live is None:
        return None
    off = live.p if live.p != winner else next(p for p in event.pay if p != winner)
    for person in event.pay:
        if person not in (off, winner):
            event.pay[person] //= 2
    event.pay[winner] = -sum(n for p, n in event.pay.items() if p != winner)
    return ON


def _wrong_points(play: HandPlay, event: Settle) -> str | None:
    winner = _won(play)
    if winner is None:
        return None
    event.pay[winner] += 10 if play.replay.result.how in SELF_PICKS else 5
    return ON


def wrong_totals(game: AmericanGame) -> None:
    """Carry one player's points wrongly to the end of the game."""
    totals = dict.fromkeys(game.players, 0)
    for hand in game.hands:
        for event in hand.events:
            if isinstance(event, Settle):
                for person, points in event.pay.items():
                    totals[person] += points
                for transfer in event.transfers:
                    totals[transfer.source] -= transfer.amount
                    totals[transfer.to] += transfer.amount
    totals["A"] += 10
    game.ended, game.totals = True, totals


PAYMENTS: Final[dict[str, Callable[[], Plan]]] = {
    "A-PAY-01": once("settle", _swapped),
    "A-PAY-02": once("settle", _one_off),
    "A-PAY-03": DeadPaysNothing,
    "A-PAY-04": WrongTransfer,
    "A-PAY-06": once("settle", _paid_as_discard),
    "A-TRN-01": once("settle", _wrong_points),
}


# --- seats


def _same_east(index: int, seating: Seating) -> Seating:
    """In the second hand East is who was East in the first."""
    return seating.with_order(seating.order[-1:] + seating.order[:-1]) if index == 1 else seating


def _wrong_neighbours(index: int, seating: Seating) -> Seating:
    """In the second hand two others have changed places."""
    if index != 1:
        return seating
    east, *others = seating.order
    return seating.with_order((east, *others[::-1]))


SEATS: Final[dict[str, Callable[[int, Seating], Seating]]] = {
    "A-ROT-01": _same_east,
    "A-ROT-02": _wrong_neighbours,
}
