"""A riichi game from one seat: every choice with what it left, and what was given away.

What is said of a choice is a function of what its player could see: the own tiles and those
that lie open. Nothing is said of rounds and moments in which the own hand is not known.

Marks (:data:`~analysis.review.model.Weight`):

- ``much``: a win that was legal and not taken; a step back from 2-shanten or nearer.
- ``some``: a step back from farther away; a twentieth or more fewer copies of the tiles that
  help than another discard of the same shanten leaves (one that leaves furiten is no better
  than one that does not). Where a player in riichi or with three open melds is to be feared,
  neither is marked, only a step back for which a nearer discard was as safe: genbutsu, suji or
  neither. With the last discard of a hand only tenpai counts.
- ``rule``: an error or a warning of the audit.

A call that was let pass is no mistake by itself, nor is a riichi that was not declared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mjlog.codes import (
    ANKAN,
    CHI,
    CHOMBO,
    DAIMINKAN,
    DEAD_HAND,
    DISCARD,
    DORA,
    INCIDENT_KINDS,
    KAKAN,
    KITA,
    PON,
    RIICHI_ACCEPTED,
    RON_BAN,
    UNKNOWN,
    WIN,
)
from mjlog.errors import UnknownNameError
from mjlog.finding_text import finding_text, seat_text
from mjlog.render.columns import Ruler
from mjlog.render.text import incident_text, outcome_texts, player_name
from mjlog.render.words import LANGUAGES, round_name, wind_name, word
from mjlog.tiles import KIND
from mjlog.unplayed import unplayed_rounds

from .model import Decision, Review, ReviewedHand
from .riichi_call import call_moment, why_no_win
from .riichi_moments import Moment, dealt_in_text
from .riichi_turn import is_own_turn, turn_moment
from .riichi_words import Speech

if TYPE_CHECKING:
    from mjlog.auditing import Audit
    from mjlog.findings import Finding
    from mjlog.views import Game, Round, State, Win

__all__ = ["review_riichi"]

#: Events whose tile others may take or win on.
SHOWING: Final = (DISCARD, KAKAN, ANKAN, KITA)
CLAIMS: Final = (CHI, PON, DAIMINKAN, WIN)
_BLIND: Final = tuple(INCIDENT_KINDS[kind] for kind in (DEAD_HAND, CHOMBO))
_RON_BAN: Final = INCIDENT_KINDS[RON_BAN]
_MARKS: Final = ("much", "some", "rule")


def review_riichi(game: Game, seat: int, *, lang: str = "en", audit: Audit | None = None) -> Review:
    """Return the review of a riichi game from one seat.

    Args:
        game: A game of three or four players from any record.
        seat: Whose decisions, 0 the first dealer.
        lang: ``en`` or ``ja``.
        audit: An audit of a batch that holds the game; made here if not given, without the
            notes on readings of open points of the rules.

    Raises:
        UnknownNameError: No such seat or language.
    """
    if not 0 <= seat < game.players:
        raise UnknownNameError("seat", str(seat), [str(s) for s in range(game.players)])
    if lang not in LANGUAGES:
        raise UnknownNameError("language", lang, LANGUAGES)
    if audit is None:
        from mjlog.auditing import audit_batch

        audit = audit_batch(game.batch, explain=False, readings=False)
    findings = [f for f in audit.findings if f.game_id == game.id]
    speech, counts = Speech(lang), _Counts()
    unplayed = unplayed_rounds(game.batch)
    hands = []
    for r in game.rounds:
        here = [f for f in findings if f.round_index == r.index]
        hands.append(_Hand(r, seat, speech, here, counts).reviewed(bool(unplayed[r.index])))
    player = player_name(game, seat, Ruler())
    return Review(
        game="riichi",
        game_id=game.id,
        player=player,
        title=speech.say("title", player=player),
        facts=_head(game, findings, speech),
        hands=tuple(hands),
        summary=counts.summary(hands, speech),
        lang=lang,
    )


def _head(game: Game, findings: list[Finding], speech: Speech) -> tuple[tuple[str, str], ...]:
    ruler = Ruler()
    names = ", ".join(player_name(game, s, ruler) for s in range(game.players))
    facts = [(speech.say("players"), names), (speech.say("rules"), speech.name(game.rules.name))]
    if game.info.start_time:
        facts.append((speech.say("date"), speech.name(game.info.start_time)))
    places = [
        speech.say("place", place=p.place, name=player_name(game, p.seat, ruler), score=p.score)
        + ("" if p.points is None else f" {p.points:+.1f}")
        for p in game.result
    ]
    facts += [
        (speech.say("finding"), _finding_note(f, speech.lang))
        for f in findings
        if f.round_index is None and f.severity != "note"
    ]
    facts.append((speech.say("result"), ", ".join(places) or speech.say("no_result")))
    return tuple(facts)


class _Counts:
    """What is counted over the whole game."""

    def __init__(self) -> None:
        self.judged = self.widest = self.passed = self.dealt_in = self.furiten = 0

    def add(self, moment: Moment) -> None:
        self.judged += moment.seen.judged
        self.widest += moment.seen.widest
        self.passed += moment.seen.passed

    def summary(self, hands: Iterable[ReviewedHand], speech: Speech) -> tuple[tuple[str, str], ...]:
        decisions = [decision for hand in hands for decision in hand.decisions]
        weights = [decision.weight for decision in decisions]
        rows = [("decisions", str(len(decisions)))]
        rows += [(mark, str(weights.count(mark))) for mark in _MARKS]
        rows += [
            ("widest", speech.say("of", n=self.widest, m=self.judged)),
            ("deal_ins", str(self.dealt_in)),
            ("furiten_turns", str(self.furiten)),
            ("wins_passed", str(self.passed)),
        ]
        return tuple((speech.say(key), value) for key, value in rows)


class _Hand:
    """One round from one seat.

    Args:
        r: The round. seat: Whose. speech: The language.
        findings: The findings of the audit in this round.
        counts: To which the counts of the round are added.
    """

    def __init__(
        self, r: Round, seat: int, speech: Speech, findings: list[Finding], counts: _Counts
    ) -> None:
        self.r, self.seat, self.speech, self.counts = r, seat, speech, counts
        self.left = list(findings)
        self.dealt_in = _deal_ins(r, seat)
        self.notes: list[str] = []
        self._unknown = 0

    def reviewed(self, only_result: bool) -> ReviewedHand:
        """Return the hand; one of which only the result is recorded has no decisions."""
        r, speech = self.r, self.speech
        decisions: tuple[Decision, ...] = ()
        if only_result:
            self.notes.append(speech.say("only_result"))
        elif all(code == UNKNOWN for code in r.state(0).hands[self.seat]):
            self.notes.append(speech.say("hand_unknown"))
        else:
            decisions = tuple(self._decisions())
            if self._unknown:
                self.notes.append(speech.say("partly_unknown", count=self._unknown))
        self.counts.dealt_in += len(self.dealt_in)
        wind = wind_name((self.seat - r.dealer) % r.game.players, speech.lang)
        return ReviewedHand(
            label=r.name,
            title=speech.say(
                "hand_title", round=round_name(r.wind, r.dealer, r.honba, speech.lang), wind=wind
            ),
            outcome="; ".join(outcome_texts(r, speech.lang)) or word("no_end", speech.lang),
            points=self._points(),
            decisions=decisions,
            notes=(*self.notes, *self._incidents(), *self._findings_left()),
        )

    # --- the moments
    def _decisions(self) -> Iterator[Decision]:
        blind_from, blind = self._blind_from(), False
        for state in self.r.states():
            self._count_furiten(state)
            own = is_own_turn(state, self.seat)
            if state.index >= blind_from:
                blind = blind or own
                continue
            if not own and not self._may_claim(state):
                continue
            if not self._is_known(state, own):
                self._unknown += 1
                continue
            moment = self._moment(state, own)
            if moment is not None:
                yield from self._finished(state, moment)
        if blind:
            self.notes.append(self.speech.say("hand_is_dead"))

    def _moment(self, state: State, own: bool) -> Moment | None:
        if own:
            return turn_moment(state, self.seat, self.speech)
        moment = call_moment(state, self.seat, self.speech, banned=self._is_banned(state))
        if moment is None:
            turn = self.speech.say("turn", turn=len(state.discards[self.seat]) + 1)
            for text in why_no_win(state, self.seat, self.speech):
                self.notes.append(self.speech.say("moment", label=turn, text=text))
        return moment

    def _finished(self, state: State, moment: Moment) -> Iterator[Decision]:
        """Add what follows from the choice; what was forced and led to nothing is left out."""
        decision = moment.decision
        notes = list(decision.notes)
        for event in moment.events:
            wins = self.dealt_in.get(event, [])
            notes += [dealt_in_text(state, win, self.speech) for win in wins]
        found = [
            f for f in self.left
            if f.event_index in moment.events and f.seat in (None, self.seat)
        ]  # fmt: skip
        self.left = [f for f in self.left if f not in found]
        notes += [_finding_note(f, self.speech.lang) for f in found]
        if moment.forced and len(notes) == len(decision.notes):
            return
        weight = decision.weight
        if any(f.severity != "note" for f in found):
            weight = "rule"
        self.counts.add(moment)
        yield replace(decision, weight=weight, notes=tuple(notes))

    def _may_claim(self, state: State) -> bool:
        """Tell whether a tile of another player was just shown that the hand has a use for."""
        last = state.last_event
        if last is None or last.kind not in SHOWING or last.seat in (None, self.seat):
            return False
        if self._claimed(state):
            return True
        hand = state.hands[self.seat]
        if last.tile >= 37 or UNKNOWN in hand:
            return False
        tile = int(KIND[last.tile])
        if tile in state.waits(self.seat):
            return True
        if last.kind != DISCARD or state.riichi[self.seat] or state.live_wall == 0:
            return False
        held = [int(KIND[code]) for code in hand]
        if held.count(tile) >= 2:
            return True
        is_next = last.seat == (self.seat - 1) % state.players
        return self.r.game.rules.chi and is_next and _fits_a_run(tile, set(held))

    def _claimed(self, state: State) -> bool:
        """Tell whether the seat took the tile that was just shown."""
        for event in self.r.events[state.index :]:
            if event.seat == self.seat and event.kind in CLAIMS:
                return event.kind != WIN or event.from_seat != self.seat
            if event.kind not in (WIN, DORA, RIICHI_ACCEPTED):
                return False
        return False

    def _is_known(self, state: State, own: bool) -> bool:
        hand, melds = state.hands[self.seat], state.melds[self.seat]
        return UNKNOWN not in hand and len(hand) + 3 * len(melds) == (14 if own else 13)

    def _is_banned(self, state: State) -> bool:
        """Tell whether a ruling forbids to win on the tile that was just shown."""
        last = state.last_event
        return last is not None and any(
            incident.kind == _RON_BAN
            and incident.event <= state.index
            and KIND[last.tile] in [KIND[code] for code in incident.tiles]
            for incident in self.r.incidents
        )

    def _blind_from(self) -> int:
        """Return the first event at which the hand is dead, one behind the end if never."""
        own = [i for i in self.r.incidents if i.seat == self.seat and i.kind in _BLIND]
        return min((i.event for i in own), default=len(self.r) + 1)

    def _count_furiten(self, state: State) -> None:
        last = state.last_event
        if last is not None and last.kind == DISCARD and last.seat == self.seat:
            self.counts.furiten += state.furiten(self.seat) != "none"

    # --- the hand as a whole
    def _points(self) -> int | None:
        before = self.r.scores[self.seat]
        after = self.r.state(len(self.r)).scores[self.seat]
        return None if before is None or after is None else after - before

    def _incidents(self) -> list[str]:
        lang = self.speech.lang
        return [incident_text(self.r, i, lang) for i in self.r.incidents if i.kind != "dice"]

    def _findings_left(self) -> list[str]:
        """Return the faults that stand at no decision: of others, of points, of the result."""
        lang = self.speech.lang
        return [_finding_note(f, lang, place=True) for f in self.left if f.severity != "note"]


def _finding_note(finding: Finding, lang: str, *, place: bool = False) -> str:
    text = finding.message if lang == "en" else finding_text(finding, finding.message, lang)
    where = (
        f" {seat_text(finding, finding.seat, lang)}:" if place and finding.seat is not None else ""
    )
    return f"{finding.code}{where} {text}"


def _deal_ins(r: Round, seat: int) -> dict[int, list[Win]]:
    """Return the wins on tiles of ``seat`` by the event that showed the tile."""
    found: dict[int, list[Win]] = {}
    for win in r.wins:
        if win.tsumo or win.from_seat != seat:
            continue
        shown = [e for e in r.events[: win.event] if e.seat == seat and e.kind in SHOWING]
        if shown:
            found.setdefault(shown[-1].index, []).append(win)
    return found


def _fits_a_run(tile: int, held: set[int]) -> bool:
    """Tell whether two of the kinds held make a run with a tile."""
    if tile >= 27:
        return False
    first, number = tile - tile % 9, tile % 9
    return any(
        {first + n for n in range(low, low + 3)} - {tile} <= held
        for low in range(max(number - 2, 0), min(number, 6) + 1)
    )
