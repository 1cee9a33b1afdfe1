"""Games with one planted fault: everything else in them is right.

A fault is planted where it arises: a player breaks a rule once (the table lets it), or the
recorder writes one wrong value. The game goes on from there, so that what follows is honest.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Final

from ..errors import MjlogError
from ..findings import CODES
from ..model import GameBatch
from ..rules import Rules, load_rules
from . import tamper
from .fault_limits import why_impossible
from .game import GameRecord, Player, batch_of, play_game
from .record import Start

__all__ = ["FAULTS", "Fault", "expected_codes", "fault_named", "mutated_game"]

Change = Callable[[Any], bool]

#: How many games are tried until one has a place for the fault: of the usual, of rare ones.
ATTEMPTS: Final = (400, 4000)


@dataclass(frozen=True, slots=True)
class Fault:
    """How one kind of fault is planted.

    Attributes:
        code: Code of the finding.
        stage: Stage of the recorder at which ``change`` is called, ``""`` none.
        change: Changes one value; True when it did.
        deal: Lays out the wall of the first round (see also :func:`_deal_of`).
        players: 3 or 4 if the fault needs that, else 0.
        rare: Many games are needed until one fits (they are played compiled).
        rules: Rule parameters that the fault needs.
        instead: What an audit finds where it leaves the code to another command.
        in_file: False when the Tenhou format cannot hold it.
    """

    code: str
    stage: str = ""
    change: Change | None = None
    deal: Change | None = None
    players: int = 0
    rare: bool = False
    rules: tuple[tuple[str, Any], ...] = ()
    instead: tuple[str, ...] = ()
    in_file: bool = True

    @property
    def number(self) -> int:
        """Number of the finding as the kernels know it."""
        return "?TLFSPGW".index(self.code[0]) * 1000 + int(self.code[1:])


_PLAYED: Final = [
    "L101",
    "L102",
    "L103",
    "L106",
    "L107",
    "L108",
    "L110",
    "L112",
    "L115",
    "L120",
    "L121",
    "L123",
    "L124",
    "L126",
    "L130",
    "L131",
    "L132",
    "L133",
    "L134",
    "L136",
    "L137",
    "L140",
    "L141",
    "L142",
    "L150",
    "L152",
    "L153",
    "F201",
    "P109",
    "T101",
    "T102",
]

FAULTS: Final[tuple[Fault, ...]] = (
    *(Fault(code) for code in _PLAYED),
    Fault("L104", players=4),
    Fault("L105", players=3),
    Fault("L109", rare=True, players=4),
    Fault("L111", rare=True),
    Fault("L113", deal=tamper.five_quads, players=4),
    Fault("L116", deal=tamper.kan_that_changes_waits, players=4, rare=True),
    Fault("L117", players=4),
    *(Fault(code, rare=True) for code in ("L114", "L122", "L151", "F101")),
    Fault("L125", rules=(("furiten_riichi", False),), in_file=False),
    Fault("L135"),
    Fault("L138", "draw", tamper.nagashi_claimed),
    Fault("L139", "draw", tamper.nagashi_forgotten, tamper.outer_river, players=4),
    Fault("L154", deal=tamper.three_wait_for_one, players=4),
    Fault("L155", deal=tamper.quad_in_a_wait, players=4),
    Fault("L156", "results", tamper.won_twice),
    Fault("L157", "results", tamper.won_by_two),
    Fault("L158", "results", tamper.won_and_drawn),
    Fault("L160", "draw", tamper.noten_shown),
    Fault("L161", "draw", tamper.tenpai_hidden),
    Fault("F102", rare=True),
    Fault("F103", rare=True),
    Fault("T103", "value", tamper.shown_hand),
    Fault("T104", "value", tamper.shown_melds),
    Fault("S101", "value", tamper.yaku_left_out),
    Fault("S102", "value", tamper.yaku_han),
    Fault("S103", "value", tamper.fu),
    Fault("S104", "points", tamper.limit),
    Fault("S105", "points", tamper.points),
    Fault("S106", "value", tamper.dora),
    Fault("S107", "value", tamper.ura),
    Fault("S108", "value", tamper.red),
    Fault("S109", "value", tamper.kita, players=3, in_file=False),
    Fault("S110", "value", tamper.indicator),
    Fault("S111", "value", tamper.unnamed_han, in_file=False),
    Fault("P101", "deltas", tamper.win_change),
    Fault("P102", "deltas", tamper.honba_forgotten),
    Fault("P103", "deltas", tamper.deposits_forgotten),
    Fault("P104", "pao", tamper.liable),
    Fault("P105", "deltas", tamper.noten_payment),
    Fault("P106", "deltas", tamper.nagashi_payment, tamper.outer_river, players=4),
    Fault("P107", "deltas", tamper.abort_payment),
    Fault("P108", "scores", tamper.scores_before),
    Fault("P110", "printed", tamper.printed),
    *(Fault(code, "start") for code in ("G101", "G102", "G103", "G104", "G105", "G110")),
    *(Fault(code, "end") for code in ("G106", "G107")),
    Fault("G108", "final scores", tamper.final_scores),
    Fault("G109", "final points", tamper.final_points),
    *(Fault(code, "whole") for code in ("G120", "G121")),
    Fault("W101", deal=tamper.wrong_deal),
    Fault("W102", deal=tamper.wrong_draw),
    Fault("W103", deal=tamper.wrong_indicator),
    Fault("W104", deal=tamper.wrong_ura),
    Fault("W105", "record", tamper.dice),
    Fault("W106", instead=("L136",)),
)


def fault_named(text: str) -> Fault:
    """Return the fault of a finding code or name.

    Raises:
        UnknownNameError: There is no such finding.
        MjlogError: It cannot be planted.
    """
    from ..findings import code_named

    entry = code_named(text)
    for fault in FAULTS:
        if fault.code == entry.code:
            return fault
    raise MjlogError(f"{entry.code} {entry.name}: this fault cannot be planted")


def expected_codes(fault: Fault) -> list[str]:
    """Return the codes that an audit finds in a game with this fault, notes left out.

    A fault that is itself a note is its only finding.
    """
    return sorted(fault.instead or {fault.code})


def _deal_of(fault: Fault, rules: Rules) -> Change | None:
    """Return the deal that makes a fault likely under these rules."""
    if fault.code == "P107" and rules.abort_kyuushu:
        return tamper.nine_orphans
    if fault.code in ("L135", "P107"):
        return tamper.four_norths if rules.abort_suufon else tamper.four_quads
    return fault.deal


class _Planter:
    """Watches a game being played and plants the fault once."""

    def __init__(self, fault: Fault, rules: Rules) -> None:
        self.fault = fault
        self.deal = _deal_of(fault, rules)
        self.done = False
        self.rounds = 0
        self.start: Start | None = None

    def __call__(self, stage: str, values: Any) -> None:
        if stage == "deal":
            self.rounds += 1
            if self.deal is not None and self._deal_round() and self.deal(values):
                # a rare deal is only the chance for the fault, see planted()
                self.done = self.done or self.fault.code[0] == "W"
        elif stage == "value" and self.fault.code == "W104" and self.rounds == 2:
            self.seen_ura = bool(values["ura"])
        if stage == "start":
            before = self.start
            if self.fault.stage == "start" and not self.done:
                self.done = self._start(values, before)
            self.start = copy(values)
        elif self.done or stage != self.fault.stage:
            return
        elif stage == "end":
            self.done = self._end(values)
        elif self.fault.change is not None:
            self.done = self.fault.change(values)

    seen_ura = False

    def _deal_round(self) -> bool:
        return self.rounds == (2 if self.fault.code[0] == "W" else 1)

    def _start(self, start: Start, before: Start | None) -> bool:
        code = self.fault.code
        if code == "G110":
            start.deposits = 1
            return True
        if before is None:
            return False
        if code == "G101":
            start.scores[0] += 1000
        elif code == "G102":
            if before.dealer == start.dealer:
                return False
            start.dealer, start.stage, start.honba = before.dealer, before.stage, before.honba + 1
        elif code == "G103":
            start.honba += 1
        elif code == "G104":
            start.deposits += 1
        else:
            if start.stage != before.stage:
                return False
            start.shift = 1
        return True

    def _end(self, end: dict[str, int]) -> bool:
        if self.fault.code == "G106" and end["reason"] > 0:
            end["reason"] = 0
            return True
        if self.fault.code == "G107" and not end["reason"] and end["round"] >= 2:
            end["reason"] = 99
            return True
        return False


def _cut(game: GameRecord, code: str) -> bool:
    """Cut the record: its end (G120) or its beginning (G121)."""
    if len(game.rounds) < 4:
        return False
    if code == "G121":
        game.rounds = game.rounds[2:]
        start = game.rounds[0].start
        return bool(start.stage or start.dealer or start.honba)
    game.rounds = game.rounds[:-2]
    game.complete = False
    game.final_scores = game.final_points = [-(2**31)] * 4
    return True


def rules_for(fault: Fault, rules: Rules) -> Rules:
    """Return the ruleset that a fault is planted under.

    Raises:
        MjlogError: The fault needs another number of players, or a rule that is not played.
    """
    if fault.players and fault.players != rules.players:
        raise MjlogError(
            f"{fault.code}: this fault needs {fault.players} players, {rules.name!r} has "
            f"{rules.players}"
        )
    changed = replace(rules, **dict(fault.rules)) if fault.rules else rules
    if reason := why_impossible(fault.code, changed):
        raise MjlogError(f"{fault.code}: {rules.name!r} leaves no room for this fault: {reason}")
    return changed


def mutated_game(
    fault: Fault, *, seed: int = 0, number: int = 0, rules: str | Rules = "tenhou",
    hands: int = 200,
) -> GameBatch:  # fmt: skip
    """Return one game with one fault; game ``number`` of ``seed`` is always the same.

    The seed of the wall is kept for faults of family W only.

    Args:
        fault: What is planted.
        seed, number: Which game.
        rules: Ruleset.
        hands: After how many hands the game is broken off.

    Raises:
        MjlogError: The fault needs other rules, or no game had a place for it.
    """
    ruleset = rules_for(fault, rules if isinstance(rules, Rules) else load_rules(rules))
    player = Player(ruleset, 1000 if fault.rare else 1)
    played = 0 if fault.stage or fault.code[0] == "W" else fault.number
    if fault.code == "W106":
        played = 2136  # an exhaustive draw before the end of the wall
    attempts = ATTEMPTS[fault.rare]
    for attempt in range(attempts):
        planter = _Planter(fault, ruleset)
        game = play_game(player, seed, number + 100_000 * attempt, edit=planter, fault=played,
                         most=hands)  # fmt: skip
        done = game.planted if played else planter.done
        if fault.code == "W104":
            done = planter.seen_ura
        if fault.stage == "whole":
            done = _cut(game, fault.code)
        if done:
            game.info.id += f"-{fault.code}"
            if fault.code[0] != "W":
                game.info.seed = game.info.seed_kind = None
            return batch_of([game], player.codes)
    raise MjlogError(f"{fault.code}: no game of {attempts} had a place for this fault")


#: Notes on readings are no faults; hashes of walls stand in records of sites that publish them.
_NOT_PLANTED: Final = frozenset({"S190", "G190", "W107"})


def missing_faults() -> list[str]:
    """Return the codes that no fault is planted for."""
    from .table_errors import TABLE_ERRORS

    planted = {fault.code for fault in FAULTS} | {error.code for error in TABLE_ERRORS}
    # American mahjong has a simulator of its own
    riichi = {entry.code for entry in CODES if not entry.code.startswith("A-")}
    return sorted(riichi - planted - _NOT_PLANTED)
