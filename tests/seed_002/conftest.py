"""Records of the rows of seed 002: rounds written by hand, and what their audit says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

import mjlog
from mjlog import Rules
from mjlog.findings import Finding
from mjlog.views.handmade import game_of

#: Four hands that are far from everything; a test replaces the ones it speaks of.
#: Seats are those of the checklist: in an East 1, E S W N are 0 1 2 3.
JUNK = ("147m258p369s1234z", "258m369p147s2345z", "369m147p258s3456z", "148m259p367s4567z")

TITLE = "E1.0 dora 9p"


def game_text(
    script: str,
    hands: dict[int, str],
    title: str = TITLE,
    scores: Sequence[int] = (),
    unknown: bool = False,
) -> str:
    usual = ("13 unknown",) * 4 if unknown else JUNK
    dealt = [hands.get(seat, usual[seat]) for seat in range(4)]
    if scores:
        title += " scores " + " ".join(map(str, scores))
    return "\n".join([title, *(f"hand {hand}" for hand in dealt), script])


@pytest.fixture
def play() -> Callable[..., Any]:
    """``play(script, rules, hands={}, title="…", scores=[…])``: a game of one round, or of
    several where ``script`` is a sequence of (title, script), whose hands are then unknown.
    ``kept=True``: a person wrote it at the table."""

    def game(
        script: str | Sequence[tuple[str, str]],
        rules: Rules,
        hands: dict[int, str] | None = None,
        **more: Any,
    ) -> Any:
        options = {k: more.pop(k) for k in ("complete", "final_scores", "names") if k in more}
        kept = more.pop("kept", False)
        more.setdefault("unknown", not isinstance(script, str))
        rounds = [(more.pop("title", TITLE), script)] if isinstance(script, str) else script
        text = "\n\n".join(game_text(s, hands or {}, title, **more) for title, s in rounds)
        start = (rules.start_points,) * 4
        record = game_of(text, rules=rules, scores=start, **options)
        if kept:
            record.batch.info[0].format = "table"
        return record

    return game


@pytest.fixture
def found(play: Callable[..., Any]) -> Callable[..., list[Finding]]:
    """The findings of such a game, notes left out."""

    def findings(*args: Any, **more: Any) -> list[Finding]:
        return [f for f in mjlog.audit(play(*args, **more)) if f.severity != "note"]

    return findings


@pytest.fixture
def faults(found: Callable[..., list[Finding]]) -> Callable[..., list[str]]:
    """The codes of its findings."""

    def codes(*args: Any, **more: Any) -> list[str]:
        return [f.code for f in found(*args, **more)]

    return codes


@pytest.fixture
def readings(play: Callable[..., Any]) -> Callable[..., set[str]]:
    """The open points that the audit says its outcome depends on: ``{"A18"}``."""

    def numbers(*args: Any, **more: Any) -> set[str]:
        notes = [f for f in mjlog.audit(play(*args, **more)) if f.code in ("G190", "S190")]
        return {note.rule_source.split(":")[0] for note in notes}

    return numbers


@pytest.fixture
def menu(play: Callable[..., Any]) -> Callable[..., list[str]]:
    """What a seat may do after the script, discards left out: ``["ron 3m (1000)", "pass"]``."""

    def actions(script: str, rules: Rules, seat: int, **more: Any) -> list[str]:
        (round_,) = play(script, rules, **more).rounds
        return [str(a) for a in round_.state(len(round_)).legal(seat) if a.kind != "discard"]

    return actions


class Results:
    """Rounds of which only the result is known, dealt by ``dealer``."""

    def __init__(self, dealer: int) -> None:
        self.dealer = dealer

    def ron(self, seat: int, payer: int, worth: int, deltas: str) -> str:
        """A win off the first discard of ``payer``, worth so much without counters."""
        turns = (payer - self.dealer) % 4 + 1
        return f"turns {turns}\n{seat} ron {turns}m from {payer} worth {worth} : {deltas}"

    def tsumo(self, seat: int, worth: int, deltas: str) -> str:
        """A win by the first draw of ``seat``."""
        turns = (seat - self.dealer) % 4
        return f"turns {turns}\n{seat} draw 9m\n{seat} tsumo 9m worth {worth} : {deltas}"

    def drawn(self, tenpai: str, deltas: str) -> str:
        """An exhaustive draw; ``tenpai`` lists seats or says ``nobody``."""
        return f"turns 70\ndraw exhaustive tenpai {tenpai} : {deltas}"


@pytest.fixture
def dealt_by() -> type[Results]:
    """Results of a round by its dealer: ``dealt_by(3).ron(…)``."""
    return Results
