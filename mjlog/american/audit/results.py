"""Audit of results: payments, transfers, totals, points of tournaments.

What is recorded of a hand is compared with what its result is worth. A fault that has a finding
of its own (a value announced wrongly, a bonus paid that was not announced) is taken as it
stands, so that one fault gives one finding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ...findings import Finding
from ..card import Card
from ..model import AmericanGame, AmericanHand, Mahjong, Settle, Transfer
from ..replay import HandReplay, HandResult, ResultKind
from ..rotation import order_of
from ..rules.model import AmericanRules
from ..settlement.hands import possible_payments, table_of
from ..settlement.payments import Payment, payments
from ..settlement.tournament import scheme_of
from .codes import new_finding
from .points import Points, plays_at_home
from .seats import audit_seats, seats_known

__all__ = ["ResultAudit", "audit_results"]

#: Results that one person alone pays for, so that a wrong amount is a wrong penalty.
_PENALTIES = (
    "misname", "out_of_turn", "wrong_end", "mahjong_in_error", "wrecked_wall",
)  # fmt: skip
_PAY_RULES = {
    "win": ("self_pick_multiplier", "discarder_multiplier", "others_multiplier"),
    "wall": ("wall_game_points",),
    "misname": ("misname_multiplier", "misnamed_joker", "misname_jokerless"),
    "out_of_turn": ("out_of_turn_multiplier", "misname_jokerless"),
    "wrong_end": ("wrong_end",),
    "mahjong_in_error": ("mahjong_in_error_multiplier", "all_disturbed"),
    "wrecked_wall": ("wrecked_wall",),
}


def audit_results(
    game: AmericanGame,
    rules: AmericanRules,
    replays: Sequence[HandReplay],
    card: Card | None = None,
) -> ResultAudit:
    """Compare results with what is paid for them.

    Args:
        game: The game.
        rules: The profile in force.
        replays: The finished replay of each hand.
        card: The card, None where unknown.
    """
    audit = _Audit(game, rules, card)
    for hand, replay in zip(game.hands, replays, strict=True):
        audit.hand(hand, replay)
    audit.totals()
    audit.findings += audit_seats(game, rules, [replay.result for replay in replays])
    return ResultAudit(audit.findings, audit.not_checked, audit.due)


@dataclass(slots=True)
class ResultAudit:
    """What the audit of results found.

    Attributes:
        findings: On payments, totals, seats.
        not_checked: (check, reason) → how often it could not be made.
        due: What is due for each hand: the payment recorded, where the rules allow it, with its
            chain; None where it cannot be said.
    """

    findings: list[Finding]
    not_checked: Counter[tuple[str, str]]
    due: list[Payment | None]


@dataclass
class _Audit:
    """The findings of a game on its way from hand to hand."""

    game: AmericanGame
    rules: AmericanRules
    card: Card | None
    findings: list[Finding] = field(default_factory=list)
    not_checked: Counter[tuple[str, str]] = field(default_factory=Counter)
    due: list[Payment | None] = field(default_factory=list)
    running: Counter[str] = field(default_factory=Counter)
    points: Points = field(default_factory=Points)
    complete: bool = True
    kitty: int = 0

    def __post_init__(self) -> None:
        # the rules that the points of hands follow: those of the tournament, or play at home
        # beside which the tournament counts
        self.scored = replace(self.rules, tournament="none") if plays_at_home(self.game) else None
        self.paying = self.scored or self.rules

    def hand(self, hand: AmericanHand, replay: HandReplay) -> None:
        """Compare one hand, and carry its points on."""
        settle, result = replay.settle, _as_told(replay)
        known = seats_known(hand)
        table = table_of(replay, kitty=self.kitty, totals=dict(self.running))
        right = known and not result.wrong
        scheme = list(possible_payments(result, table)) if right else []
        allowed = scheme
        if right and self.scored is not None:
            allowed = list(possible_payments(result, replace(table, rules=self.scored)))
        self.due.append(allowed[0] if allowed else None)
        if settle is None or not (settle.pay or settle.transfers):
            self.points.add_due(scheme, result.kind)
            if result.kind not in ("void", "unknown"):
                self.complete = False
                self.not_checked["A-PAY-01", "no settlement is recorded"] += 1
            return
        if not known:
            self.complete = False
            self.not_checked["A-PAY-01", "the seats are not recorded"] += 1
            return
        paid, disputes = _split(settle, replay)
        order = order_of(hand.seats)
        if len(paid) < len(order) and not sum(paid.values()) and scheme_of(self.paying) is None:
            paid = {p: paid.get(p, 0) for p in order}  # they balance: the others have nothing
        self.due[-1] = next((due for due in allowed if _agrees(due, paid)), self.due[-1])
        _Hand(self, hand, result, paid, _dead(replay)).check(allowed)
        self._check_disputes(hand, replay, disputes)
        due = self.due[-1]
        self.complete &= len(paid) >= len(order) or due is not None
        here = {p: paid.get(p, due.pay[p] if due is not None else 0) for p in order}
        self.running.update(here)
        if self.scored is not None:
            self.points.add_due(scheme, result.kind)
        else:
            self.points.add(here)
        for transfer in disputes:
            self.running[transfer.source] -= transfer.amount
            self.running[transfer.to] += transfer.amount
        if self.rules.wall_game_points:
            self.kitty = max(0, -sum(self.running.values()))

    def add(self, code: str, hand: AmericanHand | None, **values: object) -> None:
        """Add a finding."""
        finding = new_finding(self.game, code, hand, rules=self.rules, **values)  # type: ignore[arg-type]
        self.findings.append(finding)

    def _check_disputes(
        self, hand: AmericanHand, replay: HandReplay, found: list[Transfer]
    ) -> None:
        """Compare what was paid for disputes on dead hands."""
        points = self.rules.challenge_points
        left = list(found)
        event = _settle_index(hand)
        for dispute in replay.challenges:
            if dispute.answer != "deny":
                continue
            pair = {dispute.p, dispute.of}
            paid = next((t for t in left if {t.source, t.to} == pair), None)
            if paid is not None:
                left.remove(paid)
            dead = dispute.verdict.dead
            loser = None if dead is None else dispute.of if dead else dispute.p
            if paid is None and points:
                self.add(
                    "A-PAY-04", hand, event=event, player=loser or dispute.p,
                    detail=f"nothing paid for the challenge of {dispute.of} by {dispute.p}, "
                    f"{points} due",
                    recorded=0, expected=points, parameters=("challenge_points",),
                )  # fmt: skip
            elif paid is not None and loser not in (None, paid.source):
                self.add(
                    "A-DH-02", hand, event=event, player=dispute.of,
                    detail=f"{paid.source} pays, but {dispute.verdict.text}",
                    recorded=paid.source, expected=loser,
                )  # fmt: skip
            elif paid is not None and paid.amount != points:
                self._wrong_amount(hand, event, paid, points)
        for paid in left:
            if replay.level != "result" and not any(d.answer is None for d in replay.challenges):
                self.add(
                    "A-PAY-04", hand, event=event, player=paid.source,
                    detail=f"{paid.amount} to {paid.to} for a challenge, none that counts was "
                    "denied",
                    recorded=paid.amount, expected=0, parameters=("challenge_points",),
                )  # fmt: skip
            elif paid.amount != points:
                self._wrong_amount(hand, event, paid, points)

    def _wrong_amount(
        self, hand: AmericanHand, event: int | None, paid: Transfer, points: int
    ) -> None:
        self.add(
            "A-PAY-04", hand, event=event, player=paid.source,
            detail=f"{paid.amount} to {paid.to} for a challenge, {points} due",
            recorded=paid.amount, expected=points, parameters=("challenge_points",),
        )  # fmt: skip

    def totals(self) -> None:
        """Compare the totals at the end of the game with the sums of its hands."""
        if self.game.totals is not None:
            if self.complete:
                self._total("A-PAY-05", self.game.totals, self.running)
            else:
                self.not_checked["A-PAY-05", "a hand has no settlement"] += 1
        if self.game.tournament is not None and scheme_of(self.rules) is not None:
            known = {p: n for p, n in self.game.tournament.items() if p not in self.points.unsure}
            if self.points.complete and known:
                self._total("A-TRN-01", known, self.points.known)
            else:
                self.not_checked["A-TRN-01", "the points of a hand are not known"] += 1

    def _total(self, code: str, recorded: dict[str, int], sums: Mapping[str, int]) -> None:
        wrong = {p: n for p, n in recorded.items() if n != sums.get(p, 0)}
        if not wrong:
            return
        texts = [f"{p} {n:+}, the hands make {sums.get(p, 0):+}" for p, n in wrong.items()]
        person = next(iter(wrong)) if len(wrong) == 1 else None
        self.add(
            code, None, player=person, detail="; ".join(texts), recorded=dict(recorded),
            expected={p: sums.get(p, 0) for p in recorded}, parameters=(),
        )  # fmt: skip


@dataclass
class _Hand:
    """The payments of one hand against what they may be."""

    audit: _Audit
    game_hand: AmericanHand
    result: HandResult
    paid: dict[str, int]
    dead: tuple[str, ...]

    def check(self, allowed: list[Payment]) -> None:
        result = self.result
        if result.wrong is not None:
            # no win at all: that has its finding, and nobody can say what is due
            self._check_sum()
            return
        if any(_agrees(payment, self.paid) for payment in allowed):
            return
        if not allowed:
            self.audit.not_checked["A-PAY-01", self._missing()] += 1
            self._check_sum()
            return
        due = min(allowed, key=lambda payment: len(self._wrong(payment)))
        due = allowed[0] if len(self._wrong(allowed[0])) == len(self._wrong(due)) else due
        self._report(self._code(due, result), due)

    def _missing(self) -> str:
        """Return why nobody can say what is due."""
        result = self.result
        if result.kind == "unknown":
            return "the result of the hand is not recorded"
        if result.kind == "wrecked_wall":
            return "no card"
        return "the value of the hand is not recorded"

    def _wrong(self, due: Payment) -> list[str]:
        return [p for p, points in due.pay.items() if self.paid.get(p, points) != points]

    def _code(self, due: Payment, result: HandResult) -> str:
        """Return which fault it is."""
        rules, wrong, pay = self.audit.paying, self._wrong(due), due.pay
        if scheme_of(rules) is not None:
            return "A-TRN-01"
        unpaid = [p for p in self.dead if pay.get(p, 0) < 0 and self.paid.get(p) == 0]
        if unpaid and set(wrong) <= {*unpaid, result.winner}:
            return "A-PAY-03"
        if result.how == "exchange" and self._paid_as_discard(due, result):
            return "A-PAY-06"
        if len(wrong) == 1 and self.paid.keys() >= pay.keys() and not self._into_kitty(due):
            return "A-PAY-02"
        return "A-PAY-04" if result.kind in _PENALTIES else "A-PAY-01"

    def _into_kitty(self, due: Payment) -> bool:
        """Whether the points of the hand need not cancel."""
        return sum(due.pay.values()) != 0

    def _paid_as_discard(self, due: Payment, result: HandResult) -> bool:
        """Whether a self-pick was paid like a win on somebody's discard."""
        value = result.value
        if result.winner is None or value is None:
            return False
        for off in due.players:
            for jokerless in (False, True):
                if off == result.winner:
                    continue
                other = payments(
                    due.players, result.winner, "discard", off, value, jokerless, self.audit.paying
                )
                if other.pay == self.paid:
                    return True
        return False

    def _report(self, code: str, due: Payment) -> None:
        wrong, result = self._wrong(due), self.result
        names = _PAY_RULES.get(result.kind, ())
        if result.kind == "win" and result.how not in (None, "discard"):
            names = names[:1]
        elif result.kind == "win":
            names = names[1:]
        if "jokerless" in due.reason:
            names = (*names, "jokerless_multiplier")
        if code == "A-TRN-01":
            names = ("tournament",)
        elif code == "A-PAY-03":
            names = ("dead_hand_pays", *names)
        self.audit.add(
            code, self.game_hand, event=_settle_index(self.game_hand),
            player=wrong[0] if len(wrong) == 1 else None,
            detail=self._chains(due, wrong), recorded=dict(self.paid), expected=due.pay,
            parameters=names,
        )  # fmt: skip

    def _chains(self, due: Payment, wrong: list[str]) -> str:
        """Return what was paid and what is due; those who owe the same have one chain."""
        groups: dict[tuple[int, str], list[str]] = {}
        for p in wrong:
            groups.setdefault((due.pay[p], due.chain(p)), []).append(f"{p} {self.paid[p]:+}")
        return "; ".join(
            f"{', '.join(paid)}, due {points:+}{' each' if len(paid) > 1 else ''} ({chain})"
            for (points, chain), paid in groups.items()
        )

    def _check_sum(self) -> None:
        """Points that cannot be worked out must still cancel."""
        rules = self.audit.paying
        total = sum(self.paid.values())
        if len(self.paid) < len(order_of(self.game_hand.seats)):
            return  # what the others won or lost is not recorded
        if total and scheme_of(rules) is None and not rules.wall_game_points:
            self.audit.add(
                "A-PAY-02", self.game_hand, event=_settle_index(self.game_hand),
                detail=f"the points add up to {total:+}", recorded=dict(self.paid),
                parameters=(),
            )  # fmt: skip


def _agrees(due: Payment, paid: Mapping[str, int]) -> bool:
    """Whether everybody whose points are recorded has what is due."""
    return all(due.pay.get(person) == points for person, points in paid.items())


def _dead(replay: HandReplay) -> tuple[str, ...]:
    """Return whose hands are dead at the end, or were when they were challenged."""
    lost = [d.of for d in replay.challenges if d.verdict.dead and d.of not in replay.result.dead]
    return (*replay.result.dead, *dict.fromkeys(lost))


def _split(settle: Settle, replay: HandReplay) -> tuple[dict[str, int], list[Transfer]]:
    """Return the points of the hand, and the transfers that are about challenges.

    Other transfers (a misnamed discard, an error) belong to the result, however they are
    written down.
    """
    paid = dict(settle.pay)
    disputes = []
    pairs = [{d.p, d.of} for d in replay.challenges]
    for transfer in settle.transfers:
        why = (transfer.why or "").lower()
        named = "challenge" in why or "dispute" in why
        if named or (not why and {transfer.source, transfer.to} in pairs):
            disputes.append(transfer)
            continue
        paid[transfer.source] = paid.get(transfer.source, 0) - transfer.amount
        paid[transfer.to] = paid.get(transfer.to, 0) + transfer.amount
    return paid, disputes


#: Words in the reason of a transfer → the result they tell, in records of results.
_TOLD: Final[tuple[tuple[str, ResultKind], ...]] = (
    ("misnam", "misname"),
    ("out of turn", "out_of_turn"),
    ("wrong end", "wrong_end"),
)


def _as_told(replay: HandReplay) -> HandResult:
    """Return the result; in a record of results the reasons of transfers tell of errors."""
    result = replay.result
    if replay.level != "result" or result.kind != "win" or replay.settle is None:
        return result
    said = [event for event in replay.events if isinstance(event, Mahjong)][-1]
    result = replace(result, how=said.how, off=said.off)
    for transfer in replay.settle.transfers:
        why = (transfer.why or "").lower().replace("_", " ")
        for word, kind in _TOLD:
            if word in why and transfer.source == result.off:
                return replace(result, kind=kind, payer=result.off, misnamed_joker="joker" in why)
    return result


def _settle_index(hand: AmericanHand) -> int | None:
    found = [i for i, event in enumerate(hand.events) if isinstance(event, Settle)]
    return found[-1] if found else None
