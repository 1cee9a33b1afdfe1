"""Every payment of American mahjong, in one place.

A payment is a list of flows from one person to another, each with its chain in words
(``25 × discarder 2 × jokerless 2``); the points that each person won or lost follow from them.
Flows into or out of :data:`KITTY` are the only ones that are not zero-sum among the players.
Points of tournaments are another matter, see :mod:`.tournament`.

>>> from ..rules import AmericanRules
>>> payment = payments("ABCD", "C", "discard", "B", 25, True, AmericanRules())
>>> payment.pay
{'A': -50, 'B': -100, 'C': 200, 'D': -50}
>>> payment.chain("B")
'25 × discarder 2 × jokerless 2 = 100'
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from ..model import Transfer
from ..rules.model import AmericanRules

__all__ = [
    "KITTY",
    "SCHEME",
    "SELF_PICKS",
    "Flow",
    "Payment",
    "all_disturbed",
    "bonus_counts",
    "challenge_transfer",
    "no_payment",
    "payable_value",
    "payments",
    "sole_survivor",
    "wall_game",
    "with_bettor",
    "with_pie",
    "wrecked_wall",
]

#: Who holds the kitty.
KITTY: Final = "kitty"
#: Who pays the points of a tournament.
SCHEME: Final = "scheme"
#: Ways to win in which everybody pays double.
SELF_PICKS: Final = ("self_pick", "heavenly", "earthly", "exchange")
#: Ways to win for which one person pays what the whole table would.
_FOR_TABLE: Final = ("wrong_end", "misnamed_joker", "hot_wall", "obvious_hand")
_WAYS: Final = ("discard", *SELF_PICKS, "misname", "out_of_turn", *_FOR_TABLE)

_WORDS: Final = {
    "self_pick": "self-pick", "exchange": "self-pick (joker exchange)",
    "heavenly": "self-pick (Heavenly Hand)", "earthly": "self-pick (Earthly Hand)",
    "wrong_end": "wrong end of the wall", "misnamed_joker": "misnamed joker",
    "hot_wall": "hot wall", "obvious_hand": "obvious hand",
}  # fmt: skip


class Flow(NamedTuple):
    """Points that go from one to another.

    Attributes:
        source: Who pays. to: Who is paid. amount: Points, never below 0.
        reason: The chain in words, without its result.
    """

    source: str
    to: str
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class Payment:
    """What follows from the result of a hand.

    Attributes:
        players: The persons at the table.
        flows: Who pays whom, and why.
        why: What is said where nothing flows.
    """

    players: tuple[str, ...]
    flows: tuple[Flow, ...] = ()
    why: str = ""

    @property
    def pay(self) -> dict[str, int]:
        """Person → points won (positive) or lost."""
        points = dict.fromkeys(self.players, 0)
        for flow in self.flows:
            if flow.source in points:
                points[flow.source] -= flow.amount
            if flow.to in points:
                points[flow.to] += flow.amount
        return points

    def chain(self, person: str) -> str:
        """Return how a person's points came about, ``25 × discarder 2 = 50``."""
        paid = [flow for flow in self.flows if flow.source == person]
        got = [flow for flow in self.flows if flow.to == person]
        if not paid and not got:
            return self.why or "pays nothing"
        if not paid:
            if len(got) == 1:
                return _result(got[0])
            outside = (SCHEME, KITTY)
            parts = [f.reason if f.source in outside else str(f.amount) for f in got]
            return f"{' + '.join(parts)} = {sum(flow.amount for flow in got)}"
        return ", ".join(_result(flow) for flow in paid)

    @property
    def reason(self) -> str:
        """The chains of all who pay, equal ones together."""
        groups: dict[tuple[str, int], list[str]] = {}
        for flow in self.flows:
            groups.setdefault((flow.reason, flow.amount), []).append(_payer(flow))
        parts = [
            f"{', '.join(names)}: {reason}" + ("" if reason == str(amount) else f" = {amount}")
            for (reason, amount), names in groups.items()
        ]
        return "; ".join(parts) or self.why


def _payer(flow: Flow) -> str:
    return flow.to if flow.source in (SCHEME, KITTY) else flow.source


def _result(flow: Flow) -> str:
    text = str(flow.amount)
    return flow.reason if flow.reason == text else f"{flow.reason} = {text}"


def payments(
    players: Iterable[str],
    winner: str,
    how: str,
    off: str | None,
    value: int,
    jokerless: bool,
    rules: AmericanRules,
    *,
    east: str | None = None,
    dead: Collection[str] = (),
    bonus: int = 0,
    kitty: int = 0,
) -> Payment:
    """Return what is paid for a win.

    Args:
        players: The persons at the table.
        winner: Who is paid.
        how: ``discard``, ``self_pick``, ``heavenly``, ``earthly``, ``exchange``; or the error
            that one person alone pays for: ``misname``, ``misnamed_joker``, ``out_of_turn``,
            ``wrong_end``, ``hot_wall``, ``obvious_hand``.
        off: Who discarded; None on a self-pick.
        value: Points of the line as they count (see :func:`payable_value`).
        jokerless: Whether the bonus counts (see :func:`bonus_counts`).
        rules: The profile in force.
        east: Who is East, for ``dealer_multiplier``.
        dead: Persons with dead hands; they pay like the others unless the rules say otherwise.
        bonus: Points added to the value before the factors (concealed bonus).
        kitty: Points in the kitty; the winner takes them.

    Raises:
        ValueError: An unknown way to win, or a winner or discarder who cannot be one.

    Source: Mah Jongg Made Easy 2024; seed text SD-19.
    """
    table = tuple(players)
    _check(table, winner, how, off)
    dealer = rules.dealer_multiplier if winner == east else 1
    worth = _Worth(_Chain(value).plus("concealed", bonus), rules, jokerless, dealer)
    payers = [p for p in table if p != winner]
    if not rules.dead_hand_pays:
        payers = [p for p in payers if p not in dead or p == off]
    flows = _flows(payers, winner, how, off, worth)
    if kitty:
        flows.append(Flow(KITTY, winner, kitty, "kitty"))
    return Payment(table, tuple(flows))


def _check(table: tuple[str, ...], winner: str, how: str, off: str | None) -> None:
    if how not in _WAYS:
        raise ValueError(f"{how!r} is no way to win, expected one of {', '.join(_WAYS)}")
    if winner not in table:
        raise ValueError(f"winner {winner!r} is not at the table {', '.join(table)}")
    needs = how not in SELF_PICKS
    if needs and (off not in table or off == winner):
        raise ValueError(f"{how}: {off!r} cannot have discarded the tile {winner} won on")
    if not needs and off is not None:
        raise ValueError(f"{how}: nobody discards on a self-pick, read {off!r}")


def _flows(
    payers: Sequence[str], winner: str, how: str, off: str | None, worth: _Worth
) -> list[Flow]:
    rules = worth.rules
    if how == "misnamed_joker" and rules.misnamed_joker == "multiplier":
        how = "misname"
    if how == "wrong_end" and rules.wrong_end == "none":
        how = "discard"
    if off is None:
        chain = worth.times(_WORDS[how], rules.self_pick_multiplier)
        return [chain.flow(p, winner) for p in payers]
    if how == "misname":
        return [worth.alone("misnamed", rules.misname_multiplier).flow(off, winner)]
    if how == "out_of_turn":
        return [worth.alone("out of turn", rules.out_of_turn_multiplier).flow(off, winner)]
    first = worth.times("discarder", rules.discarder_multiplier)
    other = worth.times("others", rules.others_multiplier)
    if how in _FOR_TABLE:
        amounts = [first.amount if p == off else other.amount for p in payers]
        reason = f"{_WORDS[how]}, for the table: {' + '.join(map(str, amounts))}"
        return [Flow(off, winner, sum(amounts), reason)]
    return [(first if p == off else other).flow(p, winner) for p in payers]


class _Worth(NamedTuple):
    """What a winning hand is worth before it is known who pays."""

    value: _Chain
    rules: AmericanRules
    jokerless: bool
    dealer: int

    def times(self, word: str, factor: int) -> _Chain:
        """Return what a person pays with that factor."""
        return self._chain(word, factor, self.jokerless)

    def alone(self, word: str, factor: int) -> _Chain:
        """Return what an offender pays who pays alone by a factor."""
        return self._chain(word, factor, self.jokerless and self.rules.misname_jokerless)

    def _chain(self, word: str, factor: int, bonus: bool) -> _Chain:
        chain = self.value.times(word, factor)
        chain = chain.times("jokerless", self.rules.jokerless_multiplier if bonus else 1)
        return chain.times("East", self.dealer)


class _Chain(NamedTuple):
    """A value on its way through its factors."""

    amount: int
    text: str = ""

    def plus(self, word: str, points: int) -> _Chain:
        if not points:
            return self
        return _Chain(self.amount + points, f"({self} + {word} {points})")

    def times(self, word: str, factor: int) -> _Chain:
        if factor == 1:
            return self
        return _Chain(self.amount * factor, f"{self} × {word} {factor}")

    def flow(self, source: str, to: str) -> Flow:
        return Flow(source, to, self.amount, str(self))

    def __str__(self) -> str:
        return self.text or str(self.amount)


def bonus_counts(
    true: bool | None, announced: bool | None, no_bonus: bool | None, rules: AmericanRules
) -> bool:
    """Tell whether the jokerless bonus is paid.

    Args:
        true: Whether the 14 tiles hold no joker; None where unknown (then the word counts).
        announced: Whether it was announced; None where unknown.
        no_bonus: Whether the line stands in a section without the bonus; None without a card.
        rules: The profile in force.

    >>> bonus_counts(True, False, False, AmericanRules())
    False
    """
    if no_bonus:
        return False
    if true is None:
        return bool(announced)
    said = announced or not rules.jokerless_must_be_claimed
    return true and bool(said)


def payable_value(announced: int | None, card: int | None) -> int | None:
    """Return the value that counts: what was announced, but no more than the card gives.

    >>> payable_value(25, 30), payable_value(30, 25), payable_value(None, 25)
    (25, 25, 25)
    """
    if announced is None:
        return card
    return announced if card is None else min(announced, card)


def no_payment(players: Iterable[str], why: str) -> Payment:
    """Return that nobody pays: a hand thrown in, three dead hands."""
    return Payment(tuple(players), why=why)


def wall_game(players: Iterable[str], rules: AmericanRules) -> Payment:
    """Return what a wall game costs: nothing, or everybody's points for the kitty (house)."""
    table = tuple(players)
    points = rules.wall_game_points
    if not points:
        return Payment(table, why="wall game, nobody pays")
    flows = tuple(Flow(p, KITTY, points, f"kitty {points}") for p in table)
    return Payment(table, flows, "wall game")


def sole_survivor(
    players: Iterable[str], declarer: str, survivor: str, value: int, rules: AmericanRules
) -> Payment:
    """Return what the last declarer in error pays the one intact player.

    Args:
        players: The persons at the table.
        declarer: The last who declared in error. survivor: Who is intact.
        value: Points of the line that the declarer attempted.
        rules: The profile in force.

    Source: Mah Jongg Made Easy 2024; Sloper 415; seed text SD-23-3.
    """
    chain = _Chain(value).times("mahjong in error", rules.mahjong_in_error_multiplier)
    return Payment(tuple(players), (chain.flow(declarer, survivor),))


def wrecked_wall(
    players: Iterable[str],
    wrecker: str,
    intact: Iterable[str],
    lowest: int,
    rules: AmericanRules,
) -> Payment:
    """Return what a person pays who wrecks the wall: the lowest value to each intact player."""
    table = tuple(players)
    if rules.wrecked_wall == "none":
        return Payment(table, why="the wall is wrecked, nobody pays")
    reason = f"lowest value of the card {lowest}"
    flows = [Flow(wrecker, p, lowest, reason) for p in intact if p != wrecker]
    return Payment(table, tuple(flows), "the wall is wrecked, nobody is intact")


def all_disturbed(
    players: Iterable[str], declarer: str, lowest: int | None, rules: AmericanRules
) -> Payment:
    """Return what is paid when no hand is intact after a mahjong in error (open point O11)."""
    table = tuple(players)
    if rules.all_disturbed == "nobody_pays" or lowest is None:
        return Payment(table, why="no hand is intact, nobody pays")
    reason = f"no hand is intact, lowest value of the card {lowest}"
    return Payment(table, tuple(Flow(declarer, p, lowest, reason) for p in table if p != declarer))


def challenge_transfer(
    challenger: str, challenged: str, dead: bool, rules: AmericanRules
) -> Transfer | None:
    """Return what the loser of a dispute on a dead hand pays the other.

    Args:
        challenger: Who called the hand dead. challenged: Whose hand it is; it denied.
        dead: Whether the hand was dead.
        rules: The profile in force; None is returned where nothing is paid.

    Source: Mah Jongg Made Easy 2024 (50); seed text SD-21 (25).
    """
    points = rules.challenge_points
    if not points:
        return None
    loser, other = (challenged, challenger) if dead else (challenger, challenged)
    word = "dead" if dead else "alive"
    return Transfer(loser, other, points, f"challenge: the hand of {challenged} was {word}")


def with_pie(payment: Payment, totals: Mapping[str, int], rules: AmericanRules) -> Payment:
    """Return the payment with no person losing more than the pie in the whole game (house).

    Args:
        payment: The payment without a limit.
        totals: Points of each person before the hand.
        rules: The profile in force.
    """
    if not rules.pie:
        return payment
    left = {p: max(0, rules.pie + totals.get(p, 0)) for p in payment.players}
    flows = []
    for flow in payment.flows:
        if flow.source not in left:
            flows.append(flow)
            continue
        amount = min(flow.amount, left[flow.source])
        left[flow.source] -= amount
        cut = amount < flow.amount
        reason = f"{flow.reason} = {flow.amount}, cut to the pie" if cut else flow.reason
        flows.append(Flow(flow.source, flow.to, amount, reason))
    return Payment(payment.players, tuple(flows), payment.why)


def with_bettor(
    payment: Payment,
    bettor: str,
    bet: str | None,
    rules: AmericanRules,
    *,
    lowest: int | None = None,
    spoke: bool = False,
) -> Payment:
    """Return the payment with a fifth person who bet on a player, or on a wall game.

    The bettor pays and receives what the player does, from and to the same persons. A bet on a
    wall game wins the lowest value of the card from each player, and pays nothing otherwise: the
    rule book names no loss. Who speaks loses the bet.

    Args:
        payment: What is paid among the players.
        bettor: The fifth person.
        bet: A person at the table, or None for a wall game.
        rules: The profile in force.
        lowest: Lowest value of the card, for a bet on a wall game.
        spoke: Whether the bettor spoke, which cancels the bet.

    Raises:
        ValueError: The rules have no bettor, the bet is on nobody at the table, or the lowest
            value is missing.
    """
    if not rules.bettor:
        raise ValueError(f"{rules.name} has no bettor")
    if bet is not None and bet not in payment.players:
        raise ValueError(f"a bet on {bet!r}, who is not at the table")
    table = (*payment.players, bettor)
    if spoke:
        return Payment(table, payment.flows, payment.why)
    extra: list[Flow] = []
    if bet is not None:
        reason = f"bet on {bet}"
        for flow in payment.flows:
            if flow.to == bet and flow.source in payment.players:
                extra.append(Flow(flow.source, bettor, flow.amount, f"{reason}: {flow.reason}"))
            if flow.source == bet and flow.to in payment.players:
                extra.append(Flow(bettor, flow.to, flow.amount, f"{reason}: {flow.reason}"))
    elif payment.why.startswith("wall game"):
        if lowest is None:
            raise ValueError("a bet on a wall game needs the lowest value of the card")
        reason = f"bet on a wall game: lowest value {lowest}"
        extra = [Flow(p, bettor, lowest, reason) for p in payment.players]
    return Payment(table, (*payment.flows, *extra), payment.why)
