"""The rows of one hand: the hand itself, what each person did in it, the win."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from mjlog.american.model import (
    AmericanGame,
    AmericanHand,
    Challenge,
    Claim,
    Discard,
    Draw,
    Pass,
    SecondCharleston,
)
from mjlog.american.tiles import JOKER, UNKNOWN, format_tile, format_tiles
from mjlog.errors import UnknownNameError

from .follow import tile_texts

if TYPE_CHECKING:
    from mjlog.american.card import Line
    from mjlog.american.replay import HandReplay, HandResult
    from mjlog.american.rulings.dead_hands import Dispute
    from mjlog.american.settlement.payments import Payment

    from .aim import Aim
    from .follow import Followed, Person
    from .rows import Row

__all__ = ["Hand", "hand_row", "seat_rows", "win_rows"]

#: Results in which somebody is paid for mahjong.
WON: Final = ("win", "misname", "out_of_turn", "wrong_end")


@dataclass(frozen=True)
class Hand:
    """A hand and all that its rows need.

    Attributes:
        game, recorded, index: The hand in its game, from 0.
        found: The hand followed. players: Letter → person.
        paid: Result, all transfers, and the result with the transfers that belong to it; None
            where nothing is recorded.
        payment: What the rules pay, None where that cannot be said.
    """

    game: AmericanGame
    recorded: AmericanHand
    index: int
    found: Followed
    players: dict[str, str]
    paid: tuple[dict[str, int], dict[str, int], dict[str, int]] | None
    payment: Payment | None

    @property
    def replay(self) -> HandReplay:
        """The finished replay."""
        return self.found.replay

    @property
    def result(self) -> HandResult:
        """How the hand ended."""
        return self.found.replay.result

    @property
    def played(self) -> bool:
        """Whether the record holds the play, not only the result."""
        return self.game.level != "result"

    @property
    def winner(self) -> str | None:
        """Who is paid for mahjong."""
        return self.result.winner if self.result.kind in WON else None

    def points(self) -> dict[str, int] | None:
        """Return the points of each person, transfers included."""
        if self.paid is None:
            return None
        pay, transfers, _ = self.paid
        return {p: pay.get(p, 0) + transfers.get(p, 0) for p in {**pay, **transfers}}

    def agrees(self) -> bool | None:
        """Return whether the result is paid as the rules say; None where that is not known."""
        if self.paid is None or self.payment is None:
            return None
        return self.paid[2] == self.payment.pay

    def wall_left(self) -> int | None:
        """Return the tiles left in the wall; None where draws are not recorded."""
        drawn = any(isinstance(event, Draw) for event in self.recorded.events)
        left = self.replay.state.wall_left
        opening = self.played and not self.found.discards and self.winner is not None
        return max(left, 0) if drawn or opening else None

    def second_charleston(self) -> bool | None:
        """Return whether a second Charleston was played; None where that is not recorded."""
        legs = self.replay.state.legs
        return any(leg.endswith("2") for leg in legs) if self.charleston() else None

    def charleston(self) -> bool:
        """Whether the record tells of the Charlestons."""
        if self.game.level == "full":
            return True
        return any(isinstance(e, (Pass, SecondCharleston)) for e in self.recorded.events)


def _count(hand: Hand, kind: type) -> int:
    return sum(isinstance(event, kind) for event in hand.recorded.events)


def hand_row(hand: Hand) -> Row:
    """Return the row of ``american_hands``, without its key."""
    recorded, result, replay = hand.recorded, hand.result, hand.replay
    state = replay.state
    played, charleston = hand.played, hand.charleston()
    people = replay.state.players.values()
    letters = sorted(hand.players)
    pay, transfers, _ = hand.paid or (None, None, None)

    def if_played(value: int) -> int | None:
        return value if played else None

    return {
        "number": recorded.number,
        "round": recorded.round,
        "east": recorded.east,
        "seats": list(state.order),
        "dice": recorded.dice,
        "events": len(recorded),
        "result": None if result.kind == "unknown" else result.kind,
        "winner": hand.winner,
        "how": result.how if hand.winner else None,
        "discarder": result.off if hand.winner else None,
        "line": result.line if hand.winner else None,
        "line_value": result.value if hand.winner else None,
        "legs": len(state.legs) if charleston else None,
        "second_charleston": hand.second_charleston(),
        "stopped_by": state.stopped_by,
        "blind": sum(row["blind"] for row in hand.found.passes) if charleston else None,
        "discards": if_played(len(hand.found.discards)),
        "turns": if_played(max((player.discards for player in people), default=0)),
        "wall_left": hand.wall_left(),
        "exposures": if_played(len(hand.found.exposures)),
        "exchanges": if_played(len(hand.found.exchanges)),
        "dead": if_played(sum(player.dead is not None for player in people)),
        "errors": if_played(len(replay.errors.declared)),
        "challenges": if_played(_count(hand, Challenge)),
        "pay": None if pay is None else [pay.get(p, 0) for p in letters],
        "transfers": None if transfers is None else [transfers.get(p, 0) for p in letters],
        "expected": None if hand.payment is None else [hand.payment.pay.get(p, 0) for p in letters],
        "reason": None if hand.payment is None else hand.payment.reason,
        "agrees": hand.agrees(),
    }


# --- a person's hand


def _result(hand: Hand, person: str) -> str | None:
    """Return how the hand ended for a person."""
    result = hand.result
    if result.kind == "unknown":
        return None
    if result.kind in ("wall", "void"):
        return str(result.kind)
    if result.kind == "three_dead":
        return "void"
    if person == result.winner:
        return result.how or "discard"
    if result.kind == "win":
        return "threw" if person == result.off else "paid"
    if person == result.payer:
        return "paid_error"
    return "got_error" if person in result.receivers else "error"


def seat_rows(hand: Hand) -> list[Row]:
    """Return the rows of ``american_seats``, without their key."""
    return [_seat_row(hand, letter) for letter in sorted(hand.replay.state.order)]


def _seat_row(hand: Hand, letter: str) -> Row:
    person, player = hand.found.people[letter], hand.replay.state.players[letter]
    played = hand.played
    points = hand.points()
    dealt = person.deal is not None and UNKNOWN not in person.deal
    disputes = hand.replay.challenges
    flaw, since = _flaw(hand, letter)
    won = hand.winner

    def if_played(value: int) -> int | None:
        return value if played else None

    return {
        "person": letter,
        "player": hand.players[letter],
        "wind": hand.recorded.seats[letter],
        "east": letter == hand.recorded.east,
        "result": _result(hand, letter),
        "points": None if points is None else points.get(letter, 0),
        "transfers": None if hand.paid is None else hand.paid[1].get(letter, 0),
        "deal": format_tiles(sorted(person.deal)) if person.deal is not None else None,
        "dealt_jokers": person.deal.count(JOKER) if dealt and person.deal is not None else None,
        **_aim("deal", person.deal_aim, line=True),
        **_aim("start", person.start_aim, line=True),
        "turns": if_played(player.discards),
        **_curve(person),
        "set_turn": person.set_turn,
        **_aim("end", person.now if player.dead is None else None),
        "exposures": if_played(len(player.exposures)),
        "commit_turn": person.commit_turn,
        "commit_line": person.commit_aim and person.commit_aim.line,
        "exposed_jokers": if_played(person.exposed_jokers),
        "jokers_taken": if_played(person.taken),
        "jokers_own": if_played(person.own),
        "jokers_given": if_played(person.given),
        **_missed(person),
        "dead_cause": player.dead,
        "dead_turn": person.dead_turn,
        "flaw": flaw,
        "undiscovered": since,
        "errors": if_played(sum(d.p == letter for d in hand.replay.errors.declared)),
        "challenges": if_played(
            sum(isinstance(e, Challenge) and e.p == letter for e in hand.recorded.events)
        ),
        "challenges_right": if_played(sum(_right(d) is True for d in disputes if d.p == letter)),
        "challenges_wrong": if_played(sum(_right(d) is False for d in disputes if d.p == letter)),
        "challenged": if_played(
            sum(isinstance(e, Challenge) and e.of == letter for e in hand.recorded.events)
        ),
        "shown_to": _shown_to(hand, letter) if won and letter == hand.result.off else None,
        "second_charleston": hand.second_charleston(),
        "stopped": hand.replay.state.stopped_by == letter if hand.charleston() else None,
        "blind": sum(row["blind"] for row in hand.found.passes if row["person"] == letter)
        if hand.charleston()
        else None,
    }


def _aim(name: str, aim: Aim | None, *, line: bool = False) -> Row:
    row: Row = {
        f"{name}_away": None if aim is None else aim.away,
        f"{name}_natural": None if aim is None else aim.natural,
    }
    return {**row, f"{name}_line": None if aim is None else aim.line} if line else row


def _curve(person: Person) -> Row:
    """Return the columns that follow a hand from discard to discard."""
    curve = [aim for aim in person.curve if aim is not None]
    if len(curve) != len(person.curve) or person.start_aim is None:
        names = ("away", "naturals", "outs", "lines", "switches")
        return dict.fromkeys(names)
    lines = [aim.line for aim in curve]
    return {
        "away": [aim.away for aim in curve],
        "naturals": [aim.natural for aim in curve],
        "outs": [aim.outs for aim in curve],
        "lines": lines,
        "switches": sum(a != b for a, b in pairwise(lines)),
    }


def _missed(person: Person) -> Row:
    known = person.start_aim is not None
    return {
        f"missed_{what}": person.missed[what] if known else None
        for what in ("claims", "exchanges", "wins")
    }


def _right(dispute: Dispute) -> bool | None:
    """Whether a challenge was right, as accepted or by the facts."""
    return True if dispute.answer == "accept" else dispute.verdict.dead


def _flaw(hand: Hand, letter: str) -> tuple[str | None, int | None]:
    """Return the first reason to call a hand dead, and for how many discards nobody did."""
    replay, person = hand.replay, hand.found.people[letter]
    reasons = [(flaw.event, flaw.code) for flaw in replay.state.players[letter].flaws]
    reasons += [
        (b.event, b.code) for b in replay.breaches if (b.code, b.player) == ("DH-04", letter)
    ]
    if not reasons:
        return None, None
    event, code = min(reasons)
    end = len(hand.recorded.events) if person.dead_event is None else person.dead_event
    return f"A-{code}", sum(event < discard <= end for discard in hand.found.discards)


def _shown_to(hand: Hand, letter: str) -> int | None:
    """Return how many exposures the winner showed to the one who threw the winning tile."""
    declared = hand.found.declared.get(hand.result.event if hand.result.event is not None else -1)
    return declared.exposures if declared is not None and hand.played else None


# --- the win


def win_rows(hand: Hand) -> list[Row]:
    """Return the row of ``american_wins``, without its key; none where nobody won."""
    result, winner = hand.result, hand.winner
    if winner is None or result.event is None:
        return []
    declared = hand.found.declared.get(result.event)
    said = hand.recorded.events[result.event]
    person, played = hand.found.people[winner], hand.played
    line = _line(hand)
    tiles = None if declared is None or not played else declared.tiles
    known = tiles is not None and len(tiles) == 14 and UNKNOWN not in tiles
    tile = declared.tile if declared is not None and known else _claimed(hand)
    best = None if declared is None else declared.best

    def of(value: int | None) -> int | None:
        return value if played else None

    return [{
        "event": result.event,
        "person": winner,
        "player": hand.players[winner],
        "wind": hand.recorded.seats[winner],
        "kind": result.kind,
        "how": result.how or "discard",
        "how_recorded": getattr(said, "how", None),
        "discarder": result.off,
        "discarder_player": None if result.off is None else hand.players[result.off],
        "tile": None if tile is None else format_tile(tile),
        "line": result.line,
        "section": None if line is None else line.section,
        "concealed": None if line is None else line.kind,
        "line_value": result.value,
        "best_line": None if best is None else best[0],
        "best_value": None if best is None else best[1],
        "tiles": tile_texts(tiles) if known and tiles is not None else None,
        "jokers": tiles.count(JOKER) if known and tiles is not None else None,
        "jokerless": result.jokerless,
        "jokerless_true": None if declared is None else declared.jokerless,
        "exposures": of(None if declared is None else declared.exposures),
        "jokers_taken": of(None if declared is None else declared.taken),
        "jokers_given": of(None if declared is None else declared.given),
        "turns": of(None if declared is None else declared.turns),
        "wall_left": hand.wall_left(),
        "income": None if hand.paid is None else hand.paid[2].get(winner),
        "expected": None if hand.payment is None else hand.payment.pay.get(winner),
        "agrees": hand.agrees(),
        "fault": None if result.wrong is None else f"A-{result.wrong}",
        "deal_away": None if person.deal_aim is None else person.deal_aim.away,
        "deal_line": None if person.deal_aim is None else person.deal_aim.line,
        "start_away": None if person.start_aim is None else person.start_aim.away,
        "start_line": None if person.start_aim is None else person.start_aim.line,
        "commit_line": None if person.commit_aim is None else person.commit_aim.line,
    }]  # fmt: skip


def _line(hand: Hand) -> Line | None:
    """Return the line announced, None without a card."""
    card, name = hand.replay.card, hand.result.line
    if card is None or name is None:
        return None
    try:
        return card.line(name)
    except UnknownNameError:
        return None


def _claimed(hand: Hand) -> int | None:
    """Return the tile that was claimed for mahjong where the hand is not known."""
    event, off = hand.result.event, hand.result.off
    if event is None or off is None:
        return None
    for earlier in reversed(hand.recorded.events[:event]):
        if isinstance(earlier, (Claim, Discard)) and earlier.tile != UNKNOWN:
            return earlier.tile
    return None
