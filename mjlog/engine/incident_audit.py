"""Errors at the table: the consequence that the rules demand against the recorded one.

Families of checks, in the order of :func:`audit_round`: what each error leads to, what players
did in spite of it, how chombo and void hands were carried out, and errors that need no
consequence of their own (:mod:`mjlog.engine.incident_play`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

from ..codes import (
    CHOMBO,
    CHOMBO_DRAW,
    DEAD_HAND,
    DRAW_KINDS,
    EXHAUSTIVE,
    RESTART,
    RON_BAN,
    RULING,
    TOO_FEW_TILES,
    TOO_MANY_TILES,
    UNKNOWN,
    UNKNOWN_POINTS,
    WRONG_BREAK,
)
from ..tiles import KIND, format_tiles
from .incident_codes import CODE_OF_ERROR, RULE_OF_CODE, SEED_ROWS
from .incident_payments import chombo_payment
from .incident_record import CALLS, NOBODY, Entry, RoundFacts
from .incident_verdicts import CONSEQUENCE_KINDS, Due, verdict

__all__ = ["Fault", "RoundAudit"]

Value = dict[str, Any]

NOTHING: Final[Value] = {"consequence": "nothing"}
_WITHOUT_CAUSE: Final = {"chombo": "E214", "dead_hand": "E215", "ron_ban": "E216"}


@dataclass(slots=True)
class Fault:
    """A finding of family E before it knows its words.

    Attributes:
        code: Code. r: Row of the round. event: Row in events, NOBODY for none.
        seat: Who is concerned, or NOBODY.
        recorded, expected: JSON values with ``consequence`` and what belongs to it; ``scores``
            are the points by seat after the hand.
        row: Row of the seed that says so.
        rule: Rule parameters where they are not those of the code.
        turn: The seat's turn, 0 unknown.
    """

    code: str
    r: int
    event: int
    seat: int
    recorded: Value
    expected: Value
    row: str = ""
    rule: str = ""
    turn: int = 0


@dataclass(slots=True)
class RoundAudit:
    """The audit of one round.

    Attributes:
        facts: The round, errors found from the tiles among its entries.
        running: Points before the result, deposits paid; None when not known.
        returned: Deposits that go back when the hand is void; None when not known.
        after: Points with which the game went on, or ended; None when not recorded.
        draw_deltas: Recorded change of a drawn round, None when not recorded.
        shown: Hands shown at a draw by seat, None when not recorded.
        faults: What was found.
    """

    facts: RoundFacts
    running: tuple[int, ...] | None = None
    returned: tuple[int, ...] | None = None
    after: tuple[int, ...] | None = None
    draw_deltas: tuple[int, ...] | None = None
    shown: tuple[bool, ...] | None = None
    faults: list[Fault] = field(default_factory=list)
    _acted: set[tuple[str, int]] = field(default_factory=set)
    _possible: dict[tuple[str, int], Due] = field(default_factory=dict)

    def run(self) -> list[Fault]:
        """Return the faults of the round."""
        from .incident_play import check_play

        errors = [entry for entry in self.facts.entries if entry.kind in CODE_OF_ERROR]
        dues = [verdict(self.facts, error) for error in errors]
        self._possible = self._of_somebody(errors)
        dues += self._calls_of_dead_hands(dues)
        self._wins_of_dead_hands(dues)
        self._tenpai_of_dead_hands(dues)
        self._rons_on_shown_tiles(dues)
        excess = self._compare(dues)
        self._restart(dues)
        self._carried_out(dues, excess)
        self.faults += check_play(self.facts)
        for fault in self.faults:
            fault.event = min(fault.event, self.facts.last - 1)
            if fault.event >= 0 and fault.seat >= 0:
                fault.turn = self.facts.turn(fault.seat, fault.event)
        return self.faults

    # --- consequences: due and recorded
    def _of_somebody(self, errors: list[Entry]) -> dict[tuple[str, int], Due]:
        """Return what errors of an unknown player would lead to for each who may have made it."""
        open_ = [replace(e, seat=s) for e in errors if e.seat == NOBODY
                 for s in range(self.facts.players)]  # fmt: skip
        dues = [verdict(self.facts, error) for error in open_]
        return {(due.kind, due.seat): due for due in dues}

    def _recorded(self) -> dict[tuple[str, int], Entry]:
        found: dict[tuple[str, int], Entry] = {}
        for entry in self.facts.of(*CONSEQUENCE_KINDS):
            found.setdefault((CONSEQUENCE_KINDS[entry.kind], entry.seat), entry)
        return found

    def _compare(self, dues: list[Due]) -> set[tuple[str, int]]:
        """Report missing and excessive consequences; return what has no cause."""
        recorded = self._recorded()
        wanted: dict[tuple[str, int], Due] = {}
        for due in dues:
            if due.kind in ("dead_hand", "chombo", "ron_ban"):
                wanted.setdefault((due.kind, due.seat), due)
        open_ = {kind for kind, seat in recorded if seat == NOBODY}  # it is not known whose
        excess = {
            key: entry for key, entry in recorded.items()
            if key not in wanted and key[1] != NOBODY and key not in self._possible
        }  # fmt: skip
        # One word says it: who has made a chombo need not be called dead as well.
        chombo_seats = {seat for kind, seat in (*wanted, *recorded) if kind == "chombo"}
        for key, due in wanted.items():
            kind, seat = key
            if key in recorded:
                self._banned_tiles(due, recorded[key])
                continue
            if kind in open_:
                continue
            if key in self._acted or (kind == "dead_hand" and seat in chombo_seats):
                if kind == "dead_hand" and ("chombo", seat) in excess:
                    del excess["chombo", seat]
                    self._differs(due, {"consequence": "chombo"})
                continue
            other = next((k for k in excess if k[1] == seat), None)
            have: Value = dict(NOTHING)
            if other is not None:
                have = self._words_of(excess.pop(other))
            elif kind == "chombo" and self.facts.draw_kind == CHOMBO_DRAW:
                have = {"consequence": "void"}
            self._differs(due, have)
        self._without_cause(dues, excess)
        return set(excess)

    def _differs(self, due: Due, recorded: Value) -> None:
        code = due.code or CODE_OF_ERROR[due.error.kind]
        self._add(code, due.error.event, due.seat, recorded, self._demand(due), due)

    def _without_cause(self, dues: list[Due], excess: dict[tuple[str, int], Entry]) -> None:
        ruled = bool(self.facts.of(RULING))
        for (kind, seat), entry in excess.items():
            cause = next((d for d in dues if d.seat == seat and d.kind == "nothing"), None)
            if cause is not None:
                expected: Value = dict(NOTHING)
                code = CODE_OF_ERROR[cause.error.kind]
                self._add(code, entry.event, seat, self._words_of(entry), expected, cause)
            elif not ruled:
                have = self._words_of(entry)
                self._add(_WITHOUT_CAUSE[kind], entry.event, seat, have, dict(NOTHING))
        draw = self.facts.draw_kind
        chombo = any(due.kind == "chombo" for due in dues) or self.facts.of(CHOMBO)
        if draw == CHOMBO_DRAW and not chombo and not ruled:
            self._add("E214", self.facts.last - 1, NOBODY, {"consequence": "void"}, dict(NOTHING))

    def _banned_tiles(self, due: Due, entry: Entry) -> None:
        banned = frozenset(int(KIND[t]) for t in entry.tiles)
        if due.kind == "ron_ban" and banned and banned != due.tiles:
            self._differs(due, self._words_of(entry))

    def _words_of(self, entry: Entry) -> Value:
        """Return a recorded consequence as a value."""
        value: Value = {"consequence": CONSEQUENCE_KINDS[entry.kind]}
        if entry.kind == RON_BAN:
            value["tiles"] = format_tiles(entry.tiles)
        if entry.kind == CHOMBO and entry.deltas is not None:
            value["deltas"] = list(entry.deltas[: self.facts.players])
        return value

    def _demand(self, due: Due) -> Value:
        """Return a consequence that is due as a value, with the scores that follow."""
        if due.kind == "ron_ban":
            return {"consequence": "ron_ban", "tiles": format_tiles(sorted(due.tiles))}
        if due.kind != "chombo":
            return {"consequence": due.kind}
        rules = self.facts.rules
        void = due.is_void and rules.chombo_replay
        value: Value = {"consequence": "chombo", "void": void}
        if rules.chombo == "points":
            value["points"] = -float(rules.chombo_points)
        else:
            value["deltas"] = list(chombo_payment(due.seat, self.facts.dealer, rules))
        if void:
            value["scores"] = self._void_scores([due.seat])
        return value

    def _void_scores(self, seats: list[int]) -> list[int] | None:
        """Return the points after a void hand in which ``seats`` pay a chombo, None unknown."""
        if self.running is None or self.returned is None or NOBODY in seats:
            return None
        scores = [a + b for a, b in zip(self.running, self.returned, strict=True)]
        for seat in seats:
            payment = chombo_payment(seat, self.facts.dealer, self.facts.rules)
            scores = [a + b for a, b in zip(scores, payment, strict=True)]
        return scores

    def _restart(self, dues: list[Due]) -> None:
        """Compare a wrong break with whether the hand was dealt again."""
        if self.facts.draw_kind == UNKNOWN:
            return
        restarted = self.facts.draw_kind == RESTART
        breaks = [due for due in dues if due.error.kind == WRONG_BREAK]
        redeal = any(due.kind == "redeal" for due in breaks)
        names = {True: {"consequence": "redeal"}, False: {"consequence": "play_on"}}
        if breaks and redeal != restarted:
            due = breaks[0]
            self._add(
                "E107", due.error.event, due.seat, dict(names[restarted]), dict(names[redeal]), due
            )
        elif restarted and not breaks and not self.facts.of(RULING):
            event = self.facts.last - 1
            self._add("E217", event, NOBODY, dict(names[True]), dict(names[False]))

    # --- what players did in spite of it
    def _dead(self, dues: list[Due]) -> list[tuple[Due, int]]:
        """Return what made a hand dead and the event from which on it is."""
        found = [(d, d.error.event) for d in dues if d.kind == "dead_hand" and not d.error.found]
        if self.facts.of(RULING):
            caused = {d.seat for d, _ in found}
            found += [
                (Due(entry, "dead_hand", entry.seat), entry.event)
                for entry in self.facts.of(DEAD_HAND)
                if entry.seat not in caused
            ]
        return found

    def _calls_of_dead_hands(self, dues: list[Due]) -> list[Due]:
        """Report calls that dead hands may not make; return the chombo that they lead to."""
        facts, rules, more = self.facts, self.facts.rules, []
        for due, event in self._dead(dues):
            called = next(
                (e for e in facts.events(event)
                 if facts.kind(e) in CALLS and facts.seat(e) == due.seat),
                NOBODY,
            )  # fmt: skip
            if called == NOBODY:
                continue
            counted = due.error.kind in (TOO_MANY_TILES, TOO_FEW_TILES)
            allowed = rules.tile_count_call if counted else _allow(rules.dead_hand_may_call)
            if allowed == "chombo":
                error = replace(due.error, event=called)
                more.append(Due(error, "chombo", due.seat, code="E202"))
            elif allowed == "deny":
                self._act(due, called, "E202", {"consequence": "call"}, {"consequence": "no_call"})
            if allowed != "allow":
                self._acted.add(("dead_hand", due.seat))
        return more

    def _wins_of_dead_hands(self, dues: list[Due]) -> None:
        for due, event in self._dead(dues):
            for _, e, seat, _, _ in self.facts.wins:
                if seat == due.seat and e >= event:
                    self._act(due, e, "E201", self._counted("win"), self._no_win())

    def _tenpai_of_dead_hands(self, dues: list[Due]) -> None:
        facts, shown = self.facts, self.shown
        if facts.draw_kind != EXHAUSTIVE or shown is None or facts.rules.dead_hand_tenpai:
            return
        dead = {due.seat for due, _ in self._dead(dues)}
        tenpai = [s for s in range(facts.players) if shown[s] and s not in dead]
        for due, _ in self._dead(dues):
            if shown[due.seat]:
                expected: Value = {"consequence": "noten"}
                if self.running is not None:
                    rules = facts.rules
                    due_points = rules.noten_pool
                    if rules.noten_payment == "each":
                        due_points *= len(tenpai)
                    pool = _noten(tenpai, facts.players, due_points)
                    expected["scores"] = [a + b for a, b in zip(self.running, pool, strict=True)]
                self._act(due, facts.last - 1, "E203", self._counted("tenpai"), expected)

    def _rons_on_shown_tiles(self, dues: list[Due]) -> None:
        for due in dues:
            if due.kind != "ron_ban":
                continue
            for _, e, seat, payer, tile in self.facts.wins:
                banned = tile <= 36 and int(KIND[tile]) in due.tiles
                if seat == due.seat != payer and e >= due.error.event and banned:
                    self._act(due, e, "E204", self._counted("win"), self._no_win())

    def _act(self, due: Due, event: int, code: str, recorded: Value, expected: Value) -> None:
        self._acted.add((due.kind, due.seat))
        self._add(code, event, due.seat, recorded, expected, due)

    def _counted(self, what: str) -> Value:
        value: Value = {"consequence": what}
        if self.after is not None:
            value["scores"] = list(self.after)
        return value

    def _no_win(self) -> Value:
        value: Value = {"consequence": "no_win"}
        if self.running is not None:
            value["scores"] = list(self.running)
        return value

    # --- how a chombo was carried out
    def _carried_out(self, dues: list[Due], excess: set[tuple[str, int]]) -> None:
        facts = self.facts
        entries = {(e.seat): e for e in facts.of(CHOMBO) if ("chombo", e.seat) not in excess}
        if not entries:
            return
        first = next(iter(entries.values()))
        causes = [
            due for due in (*dues, *self._possible.values())
            if due.kind == "chombo" and (due.seat in entries or NOBODY in entries)
        ]  # fmt: skip
        void = facts.rules.chombo_replay and (not causes or any(due.is_void for due in causes))
        is_void = facts.draw_kind == CHOMBO_DRAW
        told = facts.draw_kind != UNKNOWN and (causes or NOBODY not in entries)
        if told and void != is_void:
            have = {"consequence": "void"} if is_void else self._counted(self._ending())
            want: Value = {"consequence": "void" if void else "counts"}
            if void:
                want["scores"] = self._void_scores(list(entries))
            self._add("E213", facts.last - 1, first.seat, have, want)
        self._payment(entries)

    def _ending(self) -> str:
        if self.facts.wins:
            return "win"
        known = 0 <= self.facts.draw_kind < len(DRAW_KINDS)
        return DRAW_KINDS[self.facts.draw_kind] if known else "nothing"

    def _payment(self, entries: dict[int, Entry]) -> None:
        facts = self.facts
        scores = self._void_scores(list(entries)) if facts.draw_kind == CHOMBO_DRAW else None
        for seat, entry in entries.items():
            if seat == NOBODY:
                continue
            due = list(chombo_payment(seat, facts.dealer, facts.rules))
            if entry.deltas is not None and list(entry.deltas[: facts.players]) != due:
                have: Value = {"consequence": "paid", "deltas": list(entry.deltas[: facts.players])}
                want: Value = {"consequence": "paid", "deltas": due, "scores": scores}
                self._add("E211", entry.event, seat, have, want)
        recorded, back = self.draw_deltas, self.returned
        if recorded is None or back is None or NOBODY in entries or facts.draw_kind != CHOMBO_DRAW:
            return
        open_ = [seat for seat, entry in entries.items() if entry.deltas is None]
        pays = [0] * facts.players
        for seat in open_:
            payment = chombo_payment(seat, facts.dealer, facts.rules)
            pays = [a + b for a, b in zip(pays, payment, strict=True)]
        total = [a + b for a, b in zip(pays, back, strict=True)]
        if list(recorded) in (total, pays):  # sticks that go back need not be written down
            return
        without = [a - b for a, b in zip(recorded, back, strict=True)]
        if open_ and sum(recorded) in (0, sum(back)):
            seat = open_[0]
            have = {"consequence": "paid", "deltas": list(recorded) if not any(back) else without}
            want = {"consequence": "paid", "deltas": pays, "scores": scores}
            self._add("E211", facts.last - 1, seat, have, want)
        else:
            seat = next(s for s in range(facts.players) if recorded[s] != total[s])
            have = {"consequence": "changed", "deltas": list(recorded)}
            want = {"consequence": "changed", "deltas": total, "scores": scores}
            self._add("E212", facts.last - 1, seat, have, want)

    def _add(
        self, code: str, event: int, seat: int, recorded: Value, expected: Value,
        due: Due | None = None,
    ) -> None:  # fmt: skip
        row, rule = SEED_ROWS.get(code, ""), ""
        if due is not None and due.error.kind in CODE_OF_ERROR:
            cause = CODE_OF_ERROR[due.error.kind]
            row = SEED_ROWS[cause] if code in ("E201", "E202", "E203") else row
            if code == "E201":
                rule = RULE_OF_CODE[cause]
            if code == "E114" and due.error.flag == 1:
                row = "10.4"
            if code == "E115" and due.kind == "nothing":
                row = "1.17"
        self.faults.append(
            Fault(code, self.facts.r, event, seat, recorded, expected, row=row, rule=rule)
        )


def _allow(may_call: bool) -> str:
    return "allow" if may_call else "deny"


def _noten(tenpai: list[int], players: int, pool: int) -> list[int]:
    """Return the noten payments of a draw."""
    if len(tenpai) in (0, players):
        return [0] * players
    gain, loss = pool // len(tenpai), pool // (players - len(tenpai))
    return [gain if s in tenpai else -loss for s in range(players)]


def known_points(values: Any, players: int) -> tuple[int, ...] | None:
    """Return points by seat, None when one is not recorded."""
    row = tuple(int(v) for v in values[:players])
    return None if UNKNOWN_POINTS in row else row
