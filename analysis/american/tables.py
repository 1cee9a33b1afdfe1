"""American games → the rows of their tables."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any, Final

from mjlog.american.audit import AmericanAudit, check_american
from mjlog.american.card import Card
from mjlog.american.model import AmericanGame
from mjlog.american.rules import AmericanRules
from mjlog.american.rules.model import PARAMETERS
from mjlog.american.settlement.hands import hand_payment, possible_payments
from mjlog.american.settlement.hands import table_of as hand_payment_table
from mjlog.american.settlement.payments import Payment
from mjlog.findings import Finding

from ..people import People
from .digest import content_digest, play_digest
from .follow import Followed, follow
from .hand_rows import Hand, hand_row, seat_rows, win_rows
from .rows import Row

__all__ = ["GameRows", "game_rows"]

Rows = dict[str, list[Row]]
_DEFAULTS: Final = AmericanRules()


class GameRows:
    """The rows of one game, and what its audit could not check."""

    def __init__(self, rows: Rows, audit: AmericanAudit) -> None:
        self.rows, self.audit = rows, audit


def game_rows(
    game: AmericanGame,
    people: People,
    *,
    rules: AmericanRules | None = None,
    card: Card | None = None,
) -> GameRows:
    """Replay and audit a game and return its rows, table by table (without the prefix).

    Args:
        game: The game. people: Who is who.
        rules: The profile to judge by; default the one of the record, else the League's.
        card: The card; default the one of the record, where it is found.
    """
    audit = check_american(game, rules=rules, card=card)
    known = audit.card
    if known is not None and not audit.rules.flower_jokers and not known.natural_flowers:
        known = replace(known, natural_flowers=True)  # here, not in the replay of every hand
    players = _players(game, people)
    rows: Rows = {"games": [_game_row(game, audit)], "players": [], "findings": []}
    totals: Counter[str] = Counter()
    complete, kitty = bool(game.hands), 0
    for index, recorded in enumerate(game.hands):
        found = follow(recorded, audit.rules, known, level=game.level)
        paid = _paid(found)
        payment = _payment(found, kitty, totals, paid and paid[2])
        hand = Hand(game, recorded, index, found, players, paid, payment)
        for name, more in _hand_tables(hand).items():
            rows.setdefault(name, []).extend(more)
        points = hand.points()
        complete = complete and points is not None
        totals.update(points or {})
        kitty = max(0, -sum(totals.values())) if audit.rules.wall_game_points else 0
    rows["players"] = [
        _player_row(game, letter, players, people, totals if complete else None)
        for letter in game.players
    ]
    rows["findings"] = [_finding_row(game, finding, players) for finding in audit.findings]
    return GameRows(rows, audit)


def _hand_tables(hand: Hand) -> Rows:
    key = {"game_id": hand.game.id, "hand": hand.index}
    found, players = hand.found, hand.players
    won_by = found.replay.result.winner if found.replay.result.how == "exchange" else None
    last = next((r for r in reversed(found.exchanges) if r["person"] == won_by), None)
    if last is not None:
        last["won"] = True
    return {
        "hands": [key | hand_row(hand)],
        "seats": [key | row for row in seat_rows(hand)],
        "passes": [key | row | _who(row, players) for row in found.passes],
        "exposures": [key | row | _who(row, players) for row in found.exposures],
        "exchanges": [
            key | row | _who(row, players) | {"of_player": players[row["of"]]}
            for row in found.exchanges
        ],
        "wins": [key | row for row in win_rows(hand)],
    }


def _who(row: Row, players: dict[str, str]) -> Row:
    return {"player": players[row["person"]]}


def _players(game: AmericanGame, people: People) -> dict[str, str]:
    """Return letter → person; one without a name is a person of this game only."""
    return {
        letter: people.player(name) if name else f"{letter}@{game.id}"
        for letter, name in game.players.items()
    }


# --- games and players


def _game_row(game: AmericanGame, audit: AmericanAudit) -> Row:
    values = {
        name: _plain(getattr(audit.rules, name))
        for name in PARAMETERS
        if getattr(audit.rules, name) != getattr(_DEFAULTS, name)
    }
    return {
        "game_id": game.id,
        "source": game.source,
        "format": game.format,
        "start_time": game.ts,
        "players": len(game.players),
        "level": game.level,
        "rules": audit.rules.name,
        "rules_recorded": game.ruleset,
        "rule_values": json.dumps(values, sort_keys=True),
        "card": game.card.id,
        "card_sha256": game.card.sha256,
        "card_known": audit.card is not None,
        "stake": game.stake,
        "table_rules": game.table_rules,
        "hands": len(game.hands),
        "events": sum(len(hand) for hand in game.hands),
        "complete": game.ended,
        "content": content_digest(game),
        "play": play_digest(game),
    }


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset) else value


def _player_row(
    game: AmericanGame,
    letter: str,
    players: dict[str, str],
    people: People,
    totals: Counter[str] | None,
) -> Row:
    def of(recorded: dict[str, int] | None) -> int | None:
        return None if recorded is None else recorded.get(letter)

    return {
        "game_id": game.id,
        "person": letter,
        "player": players[letter],
        "name": people.name(game.players[letter]),
        "points": None if totals is None else totals[letter],
        "total": of(game.totals),
        "tournament": of(game.tournament),
    }


# --- payments


def _paid(found: Followed) -> tuple[dict[str, int], dict[str, int], dict[str, int]] | None:
    """Return result, all transfers, and result with the transfers that belong to it.

    Transfers for challenges come on top; others (a misnamed discard, an error) are part of
    the result, however they are written down.
    """
    settle = found.replay.settle
    if settle is None:
        return None
    order = found.replay.state.order
    pay = {p: settle.pay.get(p, 0) for p in order}
    transfers = dict.fromkeys(order, 0)
    whole = dict(pay)
    pairs = [{d.p, d.of} for d in found.replay.challenges]
    for transfer in settle.transfers:
        why = (transfer.why or "").lower()
        dispute = "challenge" in why or "dispute" in why
        dispute = dispute or (not why and {transfer.source, transfer.to} in pairs)
        for person, amount in ((transfer.source, -transfer.amount), (transfer.to, transfer.amount)):
            transfers[person] = transfers.get(person, 0) + amount
            if not dispute:
                whole[person] = whole.get(person, 0) + amount
    return pay, transfers, whole


def _payment(
    found: Followed, kitty: int, totals: Counter[str], paid: dict[str, int] | None
) -> Payment | None:
    """Return what the rules pay; where exposures are not recorded, what was paid if it may be."""
    replay = found.replay
    if replay.result.wrong is not None:
        return None
    table = hand_payment_table(replay, kitty=kitty, totals=dict(totals))
    if table.exposures_known:
        return hand_payment(replay.result, table)
    possible = list(possible_payments(replay.result, table))
    fitting = [payment for payment in possible if payment.pay == paid]
    return next(iter([*fitting, *possible]), None)


# --- findings


def _finding_row(game: AmericanGame, finding: Finding, players: dict[str, str]) -> Row:
    index = finding.round_index
    person = None if finding.seat is None else "ABCD"[finding.seat]
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "game_id": game.id,
        "source": game.source,
        "hand": index,
        "number": None if index is None else game.hands[index].number,
        "event": finding.event_index,
        "turn": finding.turn,
        "person": person,
        "player": None if person is None else players.get(person),
        "message": finding.message,
        "recorded": _json(finding.recorded),
        "expected": _json(finding.expected),
        "rule": finding.rule,
        "rule_source": finding.rule_source,
    }


def _json(value: Any) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False)
