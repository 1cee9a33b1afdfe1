"""A game of American mahjong from one seat: passes, discards, claims, jokers, by the card."""

from __future__ import annotations

from collections import Counter

from mjlog.american.audit import AmericanAudit, check_american
from mjlog.american.audit.house import hidden_swaps
from mjlog.american.card import Card
from mjlog.american.model import AmericanGame, AmericanHand
from mjlog.american.replay import HandReplay
from mjlog.american.results import paid_points, result_text, total_points
from mjlog.american.rules import AmericanRules
from mjlog.american.settlement.payments import Payment
from mjlog.american.state import WINDS
from mjlog.errors import UnknownNameError
from mjlog.finding_text import finding_text
from mjlog.findings import Finding
from mjlog.render.words import wind_name

from .american_hand import HandWalk
from .american_seat import Seat
from .american_words import say
from .model import Decision, Review, ReviewedHand
from .words import MARKS

__all__ = ["review_american"]

Pairs = tuple[tuple[str, str], ...]


def review_american(
    game: AmericanGame,
    person: str,
    *,
    card: Card | None = None,
    rules: AmericanRules | None = None,
    lang: str = "en",
) -> Review:
    """Return a game as one player lived it: each choice, and what else was there.

    Args:
        game: The game.
        person: Letter of the player.
        card: The card; default the one of the record, where it is found.
        rules: The profile in force; default the one of the record, else the League's.
        lang: ``en`` or ``ja``.

    Raises:
        UnknownNameError: There is no such player.
    """
    if person not in game.players:
        raise UnknownNameError("player", person, [*game.players])
    audit = check_american(game, rules=rules, card=card)
    counts: Counter[str] = Counter()
    hands = tuple(
        _hand(game, index, person, audit, counts, lang) for index in range(len(game.hands))
    )
    player = _name(game, person)
    return Review(
        game="american",
        game_id=game.id,
        player=player,
        title=say("title", lang, player),
        facts=_facts(game, audit, lang),
        hands=hands,
        summary=_summary(hands, counts, lang),
        lang=lang,
    )


def _name(game: AmericanGame, person: str) -> str:
    return f"{person} {game.players.get(person, '')}".rstrip()


def _facts(game: AmericanGame, audit: AmericanAudit, lang: str) -> Pairs:
    results = [replay.result for replay in audit.replays]
    totals = game.totals if game.totals is not None else total_points(game, results)
    card = audit.card.name if audit.card is not None else game.card.id
    found = {
        "game": game.id,
        "players": ", ".join(_name(game, person) for person in game.players),
        "rules": audit.rules.name,
        "card": card or say("unknown", lang),
        "level": game.level,
        "total": ", ".join(f"{p} {totals[p]:+,}" for p in game.players if p in totals),
    }
    return tuple((say(what, lang), value) for what, value in found.items() if value)


def _summary(hands: tuple[ReviewedHand, ...], counts: Counter[str], lang: str) -> Pairs:
    weights = Counter(decision.weight for hand in hands for decision in hand.decisions)
    found = [("decisions", str(weights.total()))]
    found += [(weight, str(weights[weight])) for weight in MARKS]
    for good, whole in (("good_passes", "passes"), ("good_discards", "discards")):
        if counts[whole]:
            found.append((good, say("of", lang, counts[good], counts[whole])))
    more = ("wins_missed", "jokers_left", "exposures", "dead_hands")
    found += [(what, str(counts[what])) for what in more if counts[what]]
    return tuple((say(what, lang), value) for what, value in found)


# --- a hand


def _hand(
    game: AmericanGame,
    index: int,
    person: str,
    audit: AmericanAudit,
    counts: Counter[str],
    lang: str,
) -> ReviewedHand:
    hand, replay = game.hands[index], audit.replays[index]
    findings = [
        finding
        for finding in audit.findings
        if finding.round_index == index and finding.seat in (None, "ABCD".index(person))
    ]
    notes: list[str] = []
    decisions: list[Decision] = []
    reason = _unseen(game, audit, replay, person, lang)
    if reason:
        notes.append(reason)
    else:
        seat = _followed(audit, replay, person, notes, lang)
        counts.update(seat.counts)
        decisions, findings = _with_findings(seat, findings, lang)
    notes += [_message(finding, lang) for finding in findings]
    return ReviewedHand(
        label=f"hand {hand.number}",
        title=_title(game, hand, person, lang),
        outcome=_outcome(replay, audit.due[index]),
        points=paid_points(hand).get(person),
        decisions=tuple(decisions),
        notes=tuple(notes),
    )


def _unseen(
    game: AmericanGame, audit: AmericanAudit, replay: HandReplay, person: str, lang: str
) -> str:
    """Return why nothing can be said of the decisions of a hand, "" if something can."""
    if game.level == "result":
        return say("results", lang)
    if audit.card is None:
        return say("no_card", lang)
    if person not in replay.state.order:
        return say("away_from_table", lang, person)
    swaps = hidden_swaps(audit.rules)
    return say("swaps", lang, swaps) if swaps else ""


def _followed(
    audit: AmericanAudit, replay: HandReplay, person: str, notes: list[str], lang: str
) -> Seat:
    """Return the seat after the whole hand; adds what concerns the hand to ``notes``."""
    fresh = HandReplay(replay.hand, audit.rules, audit.card, level=replay.level)
    assert fresh.card is not None
    seat = Seat(fresh, person, fresh.card, lang)
    walk = HandWalk(seat)
    walk.walk()
    if walk.skipped:
        whole = not seat.decisions
        notes.append(say("tiles", lang) if whole else say("some_tiles", lang, walk.skipped))
    if walk.dead is not None:
        seat.counts["dead_hands"] += 1
        notes.append(say("dead", lang, *walk.dead))
    return seat


def _title(game: AmericanGame, hand: AmericanHand, person: str, lang: str) -> str:
    wind = hand.seats.get(person, "")
    name = wind_name(WINDS.index(wind), lang) if wind and wind in WINDS else "?"
    title = say("hand", lang, hand.number, name)
    return (
        title if person == hand.east else f"{title} ({say('east', lang, _name(game, hand.east))})"
    )


def _outcome(replay: HandReplay, due: Payment | None) -> str:
    """Return the result with the chain of what is due, as ``mjlog show`` prints it."""
    chain = "" if due is None else due.reason
    return "; ".join(filter(None, (result_text(replay.result), chain)))


# --- findings


def _message(finding: Finding, lang: str) -> str:
    text = finding.message if lang == "en" else finding_text(finding, finding.message, lang)
    return f"{finding.code} {text}"


def _with_findings(
    seat: Seat, findings: list[Finding], lang: str
) -> tuple[list[Decision], list[Finding]]:
    """Return the decisions with the findings at their events, and the findings that are left."""
    at: dict[int, list[Finding]] = {}
    left = []
    for finding in findings:
        place = seat.acted.get(-1 if finding.event_index is None else finding.event_index)
        if place is None or finding.seat is None:
            left.append(finding)
        else:
            at.setdefault(place, []).append(finding)
    decisions = [
        decision.with_findings(
            [_message(finding, lang) for finding in at.get(place, ())],
            rule=any(finding.severity != "note" for finding in at.get(place, ())),
        )
        for place, decision in enumerate(seat.decisions)
    ]
    return decisions, left
