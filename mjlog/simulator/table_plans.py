"""How each error at the table, and each wrong consequence, is put into a hand.

A plan writes an incident into a hand that was played, and what followed from it: what the rules
demand (``right``), or something else. It returns False where the hand has no place for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..codes import (
    CHI,
    CORRECTION,
    DAIMINKAN,
    DEAD_HAND,
    DISCARD,
    EMPTY_CALL,
    EXHAUSTIVE,
    FALSE_ACCUSATION,
    FALSE_WIN,
    HAND_DESTROYED,
    HAND_SHOWN,
    LATE_CALL,
    NOTEN_RIICHI,
    OUT_OF_TURN_DRAW,
    PEEK,
    PEEK_URA,
    PON,
    RESTART,
    RIICHI,
    RIICHI_ACCEPTED,
    RIICHI_INCOMPLETE,
    RIICHI_WITHDRAWN,
    RON_BAN,
    RULING,
    SHOWN_TILES,
    SWAP_CALL,
    TOO_FEW_TILES,
    TOO_MANY_TILES,
    TOUCHED,
    UNPLAYABLE,
    WIN,
    WRONG_BREAK,
    WRONG_CALL,
    WRONG_INDICATOR,
    WRONG_MELD_PLACE,
    WRONG_RIICHI,
)
from ..engine.incident_payments import chombo_payment
from ..tiles import KIND
from .table_hand import Hand

__all__ = ["PLANS", "Plan"]

Plan = Callable[[Hand, bool], bool]

_CALLS: Final = (CHI, PON, DAIMINKAN)


def _plain(
    kind: int, *, flag: int = -1, tiles: tuple[int, ...] = (), after_riichi: bool = False
) -> Plan:
    """An error in the middle of a hand, named by another player."""

    def plan(hand: Hand, right: bool) -> bool:
        declared = hand.at(RIICHI_ACCEPTED)
        for event in hand.quiet():
            if after_riichi and not (declared and declared[0] < event):
                continue
            for seat in hand.idle(event):
                hand.incident(
                    kind, event, seat, by=hand.other(seat), flag=flag, tiles=tiles
                )  # fmt: skip
                return hand.settle(right)
        return False

    return plan


# --- errors with places of their own --------------------------------------------------------------


def _wrong_break(hand: Hand, right: bool) -> bool:
    """Noticed after the dealer's first draw: the hand is dealt again, or not."""
    hand.incident(WRONG_BREAK, 1, hand.start.dealer, flag=0)
    if (hand.due().kind == "redeal") == right:
        hand.void(1, RESTART)
    return True


def _wrong_indicator(hand: Hand, right: bool) -> bool:
    """Noticed before the first discard: the proper tile is turned, or the wrong one stays."""
    if hand.rules.wrong_indicator == "dealer_chombo":
        hand.incident(WRONG_INDICATOR, 1, hand.start.dealer, flag=0)
        return hand.settle(right)
    now = int(hand.part.start["indicator"])
    other = (int(KIND[now]) + 9) % 27
    tiles = (other, now) if right else (now, other)
    hand.incident(WRONG_INDICATOR, 1, hand.start.dealer, flag=0, tiles=tiles)
    return True


def _hand_destroyed(hand: Hand, right: bool) -> bool:
    """The winner breaks up his hand before the others have seen it."""
    if len(hand.part.wins) != 1:
        return False
    demanded = hand.rules.break_before_confirmation != "none"
    event = hand.at(WIN)[0] if demanded and right else len(hand.part.events)
    hand.incident(HAND_DESTROYED, event, hand.winners()[0], by=hand.other(*hand.winners()), flag=0)
    return hand.settle(right)


def _touched(hand: Hand, right: bool) -> bool:
    """A tile touches the river, another one is left there."""
    for event in hand.at(DISCARD)[_LATE:]:
        row = hand.part.events[event]
        before = hand.part.events[event - 1]
        if before["kind"] == RIICHI or row["aux"] == 1:
            continue
        drawn = before["tile"]
        tile = row["tile"] if right else drawn
        if right or KIND[drawn] != KIND[row["tile"]]:
            hand.incident(TOUCHED, event, row["seat"], by=hand.other(row["seat"]), tiles=(tile,))
            return True
    return False


_LATE: Final = 12


def _late_call(hand: Hand, right: bool) -> bool:
    """A call clearly later than another one is carried out, or is not."""
    for event in hand.at(*_CALLS):
        caller, owner = hand.seat(event), hand.part.events[event]["from_seat"]
        seat = hand.other(caller, owner) if right else caller
        hand.incident(LATE_CALL, event, seat, flag=1)
        return True
    return False


def _call_priority(hand: Hand, right: bool) -> bool:
    """Two say a call at once: the chi is carried out, or the pon."""
    for event in hand.at(PON if right else CHI):
        caller, owner = hand.seat(event), hand.part.events[event]["from_seat"]
        next_seat = (owner + 1) % hand.rules.players
        seat = next_seat if right else hand.other(caller, owner)
        if seat != caller:
            hand.incident(LATE_CALL, event, seat, flag=0)
            return True
    return False


def _riichi_incomplete(hand: Hand, right: bool) -> bool:
    """Only the word was said: it counts as riichi, or it does not."""
    declared = hand.at(RIICHI)
    events = [e for e in hand.at(DISCARD)[_LATE:] if e - 1 not in declared] if right else declared
    if not events:
        return False
    seat = hand.seat(events[0])
    hand.incident(RIICHI_INCOMPLETE, events[0], seat, by=hand.other(seat))
    return True


def _riichi_withdrawn(hand: Hand, right: bool) -> bool:
    """A riichi is taken back, or stands although its player wanted it back."""
    seats = {hand.seat(e) for e in hand.at(RIICHI_ACCEPTED)}
    for event in hand.at(DISCARD)[_LATE:]:
        seat = hand.seat(event)
        if (seat in seats) == right and (not right or hand.at(RIICHI_ACCEPTED)[0] < event):
            hand.incident(RIICHI_WITHDRAWN, event, seat, by=hand.other(seat))
            return True
    return False


def _noten_riichi(hand: Hand, right: bool) -> bool:
    """At the draw a hand in riichi is no tenpai (the hand was played with that fault)."""
    if not hand.part.draws or hand.part.draws[0]["kind"] != EXHAUSTIVE:
        return False
    shown = hand.part.draws[0]["shown"]
    seats = [hand.seat(e) for e in hand.at(RIICHI_ACCEPTED) if not shown[hand.seat(e)]]
    if len(seats) != 1:
        return False
    hand.incident(NOTEN_RIICHI, len(hand.part.events) - 1, seats[0], by=hand.other(*seats))
    return hand.settle(right)


def _wrong_riichi(hand: Hand, right: bool) -> bool:
    """A riichi with too few points is named before the dice of the next hand."""
    for event in hand.at(RIICHI_ACCEPTED):
        seat = hand.seat(event)
        if hand.start.scores[seat] < 1000 and seat in hand.idle(event + 1):
            hand.incident(WRONG_RIICHI, event + 1, seat, by=hand.other(seat))
            return hand.settle(right)
    return False


def _riichi_stands(hand: Hand, right: bool) -> bool:
    """A riichi with too few points that nobody names."""
    poor = [hand.start.scores[hand.seat(e)] < 1000 for e in hand.at(RIICHI)]
    return bool(poor) and any(poor) != right


def _correction(hand: Hand, right: bool) -> bool:
    """Points are given back after the hands were broken up, or in time."""
    if len(hand.part.wins) != 1:
        return False
    win = hand.part.wins[0]
    if win["seat"] == win["from_seat"]:
        return False
    change = [0] * hand.rules.players
    change[win["seat"]], change[win["from_seat"]] = 1000, -1000
    if right:  # paid too little at first
        win["deltas"] = [a - b for a, b in zip(win["deltas"], [*change, 0, 0, 0], strict=False)]
    else:
        hand.move(change)
    flag = 0 if right else 1
    hand.incident(CORRECTION, len(hand.part.events), win["seat"], flag=flag, deltas=change)
    return True


def _order_of_showing(hand: Hand, right: bool) -> bool:
    """Hands are shown at a draw, from the dealer on or the other way round."""
    dealer, players = hand.start.dealer, hand.rules.players
    turns = [t for t in range(players) if hand.shows((dealer + t) % players)]
    if not hand.part.draws or hand.part.draws[0]["kind"] != EXHAUSTIVE or len(turns) < 2:
        return False
    for turn in turns if right else turns[::-1]:
        hand.incident(HAND_SHOWN, len(hand.part.events) - 1, (dealer + turn) % players)
    return True


# --- what dead hands do ---------------------------------------------------------------------------


def _dead(hand: Hand, kind: int, seats: list[int], right: bool) -> bool:
    """Record a dead hand of one of ``seats``, of an idle player if ``right``."""
    for event in hand.quiet():
        for seat in hand.idle(event) if right else seats:
            if not right and hand.calls(seat, event) != (kind == TOO_FEW_TILES):
                continue
            hand.incident(kind, event, seat, by=hand.other(seat))
            hand.incident(DEAD_HAND, event, seat)
            return True
    return False


def _dead_hand_win(hand: Hand, right: bool) -> bool:
    return bool(hand.part.wins) and _dead(hand, EMPTY_CALL, hand.winners(), right)


def _dead_hand_call(hand: Hand, right: bool) -> bool:
    players = range(hand.rules.players)
    seats = [s for s in players if s not in hand.winners() and not hand.shows(s)]
    return _dead(hand, TOO_FEW_TILES, seats, right)


def _dead_hand_tenpai(hand: Hand, right: bool) -> bool:
    seats = [s for s in range(hand.rules.players) if hand.shows(s)]
    return bool(seats) and _dead(hand, EMPTY_CALL, seats, right)


def _ron_on_shown_tile(hand: Hand, right: bool) -> bool:
    """A player rons the tile that he had shown by accident, or another one."""
    for win in hand.part.wins:
        seat, tile = win["seat"], int(KIND[win["tile"]])
        if seat != win["from_seat"] and hand.quiet():
            shown = (tile + 9) % 27 if right else tile
            event = hand.quiet()[0]
            hand.incident(SHOWN_TILES, event, seat, by=hand.other(seat), flag=0, tiles=(shown,))
            hand.incident(RON_BAN, event, seat, tiles=(shown,))
            return True
    return False


# --- how a consequence is carried out -------------------------------------------------------------


def _unplayable(hand: Hand, *, after_riichi: bool = False) -> tuple[int, int]:
    """Record that somebody made the play impossible; return (event, seat), or (-1, -1)."""
    declared = hand.at(RIICHI_ACCEPTED)
    for event in hand.quiet():
        if bool(declared and declared[0] < event) == after_riichi:
            seat = hand.seat(event)
            hand.incident(UNPLAYABLE, event, seat, by=hand.other(seat))
            return event, seat
    return -1, -1


def _chombo_payment(hand: Hand, right: bool) -> bool:
    event, seat = _unplayable(hand)
    if event < 0:
        return False
    due = chombo_payment(seat, hand.start.dealer, hand.rules)
    wrong = [2000] * hand.rules.players
    wrong[seat] -= sum(wrong)
    if tuple(wrong) == due:
        wrong = [2 * change for change in wrong]
    hand.chombo(event, seat, deltas=() if right else wrong)
    return True


def _chombo_deposits(hand: Hand, right: bool) -> bool:
    """Riichi deposits of the void hand stay on the table."""
    event, seat = _unplayable(hand, after_riichi=True)
    if event < 0:
        return False
    paid = [hand.seat(e) for e in hand.at(RIICHI_ACCEPTED) if e < event]
    hand.chombo(event, seat)
    if not right:
        for other in paid:
            hand.following.scores[other] -= hand.rules.riichi_bet
            hand.following.deposits += 1
    return True


def _chombo_counts(hand: Hand, right: bool) -> bool:
    """The hand goes on after the chombo and its result counts."""
    event, seat = _unplayable(hand)
    if event < 0:
        return False
    hand.chombo(event, seat, is_void=right)
    return True


def _chombo_without_cause(hand: Hand, right: bool) -> bool:
    event, seat = _unplayable(hand)
    if event < 0:
        return False
    if not right:
        hand.part.incidents.clear()
    hand.chombo(event, seat)
    return True


def _dead_without_cause(hand: Hand, right: bool) -> bool:
    for event in hand.quiet():
        for seat in hand.idle(event):
            if right:
                hand.incident(EMPTY_CALL, event, seat, by=hand.other(seat))
            hand.incident(DEAD_HAND, event, seat)
            return True
    return False


def _ban_without_cause(hand: Hand, right: bool) -> bool:
    """A ban on a tile that its player never ronned."""
    if not hand.quiet():
        return False
    event = hand.quiet()[0]
    seat = next((s for s in range(hand.rules.players) if s not in hand.winners()), 0)
    if right and hand.rules.shown_tile_ron_ban:
        hand.incident(SHOWN_TILES, event, seat, by=hand.other(seat), flag=0, tiles=(4,))
    elif right:
        hand.incident(RULING, event, 255, text="no ron on this tile")
    hand.incident(RON_BAN, event, seat, tiles=(4,))
    return True


def _restart_without_cause(hand: Hand, right: bool) -> bool:
    if right:
        hand.incident(WRONG_BREAK, 1, hand.start.dealer, flag=0)
    hand.void(1, RESTART)
    return True


def _chombo_points(hand: Hand, right: bool) -> bool:
    """The penalty is missing in the final points."""
    event, seat = _unplayable(hand)
    if event < 0:
        return False
    hand.chombo(event, seat)
    if not right:
        hand.penalties[seat] = 0
    return True


def _replayed_hand(hand: Hand, right: bool) -> bool:
    """A counter is added although the hand is the same again."""
    event, seat = _unplayable(hand)
    if event < 0:
        return False
    hand.chombo(event, seat)
    hand.following.honba += 0 if right else 1
    return True


#: Finding → how it is planted.
PLANS: Final[dict[str, Plan]] = {
    "E101": _plain(WRONG_CALL, tiles=(2, 5)),
    "E102": _plain(EMPTY_CALL),
    "E103": _plain(WRONG_MELD_PLACE, flag=1),
    "E104": _plain(SHOWN_TILES, flag=1, tiles=(13,)),
    "E105": _plain(FALSE_ACCUSATION),
    "E106": _plain(OUT_OF_TURN_DRAW, flag=0),
    "E107": _wrong_break,
    "E108": _plain(PEEK, flag=0),
    "E109": _plain(PEEK_URA, flag=0, after_riichi=True),
    "E110": _plain(TOO_MANY_TILES),
    "E111": _plain(TOO_FEW_TILES),
    "E112": _plain(UNPLAYABLE),
    "E113": _wrong_indicator,
    "E114": _hand_destroyed,
    "E115": _plain(FALSE_WIN),
    "E116": _touched,
    "E117": _late_call,
    "E118": _riichi_incomplete,
    "E119": _riichi_withdrawn,
    "E120": _noten_riichi,
    "E121": _wrong_riichi,
    "E122": _correction,
    "E123": _riichi_stands,
    "E124": _call_priority,
    "E125": _order_of_showing,
    "E126": _plain(SWAP_CALL),
    "E201": _dead_hand_win,
    "E202": _dead_hand_call,
    "E203": _dead_hand_tenpai,
    "E204": _ron_on_shown_tile,
    "E211": _chombo_payment,
    "E212": _chombo_deposits,
    "E213": _chombo_counts,
    "E214": _chombo_without_cause,
    "E215": _dead_without_cause,
    "E216": _ban_without_cause,
    "E217": _restart_without_cause,
    "E218": _chombo_points,
    "E219": _replayed_hand,
}
