"""How a game goes on: dealer, counters and deposits of the next round, and its end.

A result is a draw kind of :mod:`mjlog.codes` or :data:`RESULT_WIN`. A round that a chombo ends
is played again where ``chombo_replay`` says so, a wrong break found in time is dealt again: then
dealer, wind and counters stay, and points and sticks are those of its start.

The *stage* of a round is how many winds were played before it: 0 East, 1 South, 2 West, 3 North,
4 the returning East (返り東) and so on, while its round wind is ``stage % 4``.
"""

from __future__ import annotations

from typing import Any, Final

from ..codes import CHOMBO_DRAW, EXHAUSTIVE, NAGASHI, RESTART
from ..rules.columns import (
    ABORT_RENCHAN,
    AGARI_YAME,
    CHOMBO_ENDS_GAME,
    CHOMBO_HONBA_UNCHANGED,
    CHOMBO_REPLAY,
    CHOMBO_RETURNS_DEPOSITS,
    EXTENSION,
    EXTENSION_CMP,
    EXTENSION_RENCHAN_PRIORITY,
    EXTENSION_THRESHOLD,
    EXTENSION_WINDS,
    LENGTH,
    NAGASHI_COLLECTS,
    NAGASHI_RENCHAN,
    PLAYERS,
    RENCHAN,
    TENPAI_YAME,
    TOBI,
    UPPER_CAP,
)
from ..rules.columns import NAGASHI as NAGASHI_RULE
from .jit import lean_kernel

__all__ = [
    "END_REASONS",
    "RESULT_WIN",
    "dealer_repeats",
    "game_end",
    "leader",
    "next_deposits",
    "next_honba",
    "returns_deposits",
]

RESULT_WIN: Final = -1
NO: Final = 0
YES: Final = 1
NOT_KNOWN: Final = 2

GO_ON: Final = 0
END_TOBI: Final = 1
END_CAP: Final = 2
END_LENGTH: Final = 3
END_THRESHOLD: Final = 4
END_LIMIT: Final = 5
END_YAME: Final = 6
END_CHOMBO: Final = 7

#: Reason codes of :func:`game_end` in words.
END_REASONS: Final = (
    "the game goes on",
    "a player is out of points",
    "a player reached the upper limit",
    "the last round was played",
    "a player has reached the points needed in the extension",
    "the extension is over",
    "the dealer keeps the deal as the leader of the last round",
    "a chombo ends the game",
)

_LENGTH_ONE_HAND: Final = 2
_EXTENSION_NONE: Final = 0
_EXTENSION_FULL_WIND: Final = 2
_RENCHAN_TENPAI: Final = 2
_RENCHAN_NOTEN: Final = 3
_RETURNS_ALL: Final = 1
_RETURNS_NONE: Final = 2


@lean_kernel
def is_replayed(result: int, row: Any) -> bool:
    """Tell whether the round is played again: after a wrong break, or a chombo if so ruled."""
    return result == RESTART or (result == CHOMBO_DRAW and int(row[CHOMBO_REPLAY]) == 1)


@lean_kernel
def dealer_repeats(
    result: int, dealer_wins: int, dealer_tenpai: int, dealer_nagashi: int, row: Any
) -> int:
    """Tell whether the dealer keeps the deal: 0 no, 1 yes, 2 the record does not tell.

    Args:
        result: Draw kind, or RESULT_WIN.
        dealer_wins: 1 when the dealer is among the winners, 2 not known; with
            ``double_ron_renchan`` head the caller passes 1 only if the dealer is the head winner.
        dealer_tenpai: 0, 1 or 2 (not known).
        dealer_nagashi: 1 when the dealer has nagashi mangan.
        row: Ruleset.
    """
    renchan = int(row[RENCHAN])
    if is_replayed(result, row):
        return YES
    if result == RESULT_WIN:
        return dealer_wins if renchan > 0 else NO
    if result == NAGASHI and int(row[NAGASHI_RENCHAN]) > 0:
        return dealer_nagashi if int(row[NAGASHI_RENCHAN]) == 1 else NO
    if result in (EXHAUSTIVE, NAGASHI):
        if renchan == _RENCHAN_NOTEN:
            return YES
        return dealer_tenpai if renchan == _RENCHAN_TENPAI else NO
    return YES if int(row[ABORT_RENCHAN]) == 0 else NO


@lean_kernel
def counts_as_win(result: int, row: Any) -> bool:
    """Tell whether the round ended by a win; nagashi mangan is one under ``nagashi`` win."""
    return result == RESULT_WIN or (result == NAGASHI and int(row[NAGASHI_RULE]) == 2)


@lean_kernel
def next_honba(result: int, repeats: int, honba: int, row: Any) -> int:
    """Return the counters of the next round: one more on a repeat or a draw, else 0.

    A replay adds none after a wrong break, and after a chombo only where the rules say so.
    """
    if is_replayed(result, row) and (result == RESTART or int(row[CHOMBO_HONBA_UNCHANGED]) == 1):
        return honba
    return 0 if counts_as_win(result, row) and repeats == NO else honba + 1


@lean_kernel
def returns_deposits(result: int, row: Any) -> bool:
    """Tell whether the riichi deposits paid in the round go back to their players."""
    if result == CHOMBO_DRAW:
        return int(row[CHOMBO_RETURNS_DEPOSITS]) != _RETURNS_NONE
    return result == RESTART


@lean_kernel
def next_deposits(result: int, start: int, deposits: int, row: Any) -> int:
    """Return the sticks of the next round.

    Args:
        result: Draw kind, or RESULT_WIN.
        start: Sticks at the start of the round.
        deposits: Sticks on the table before the result.
        row: Ruleset.
    """
    if returns_deposits(result, row):
        older_too = result == CHOMBO_DRAW and int(row[CHOMBO_RETURNS_DEPOSITS]) == _RETURNS_ALL
        return 0 if older_too else start
    collected = result == RESULT_WIN or (result == NAGASHI and int(row[NAGASHI_COLLECTS]) == 1)
    return 0 if collected else deposits


@lean_kernel
def leader(scores: Any, players: int) -> int:
    """Return the seat with the most points; of equal players the earlier seat."""
    best = 0
    for seat in range(1, players):
        if int(scores[seat]) > int(scores[best]):
            best = seat
    return best


@lean_kernel
def enough(points: int, row: Any) -> bool:
    """Tell whether ``points`` end a game that may be extended."""
    threshold = int(row[EXTENSION_THRESHOLD])
    return points > threshold if int(row[EXTENSION_CMP]) == 1 else points >= threshold


@lean_kernel
def is_busted(points: int, row: Any) -> bool:
    """Tell whether a player with so many points ends the game."""
    return (points < 0 and int(row[TOBI]) > 0) or (points == 0 and int(row[TOBI]) == 2)


@lean_kernel
def before_last_round(stage: int, dealer: int, row: Any) -> bool:
    """Tell whether a round stands before the last regular one (see :func:`game_end`)."""
    last_wind = int(row[LENGTH])
    if last_wind == _LENGTH_ONE_HAND:
        return False
    return stage < last_wind or (stage == last_wind and dealer < int(row[PLAYERS]) - 1)


@lean_kernel
def game_end(scores: Any, stage: int, dealer: int, result: int, repeats: int, row: Any) -> int:
    """Tell whether the game is over after a round.

    Args:
        scores: Points by seat after the round, deposits on the table left out.
        stage: Winds played before this one (see the module).
        dealer: Seat of the round's dealer.
        result: Draw kind, or RESULT_WIN.
        repeats: 1 when the dealer keeps the deal, else 0.
        row: Ruleset.

    Returns:
        0: it must go on; a reason > 0: it must end; a reason < 0: the dealer may end it.
    """
    players = int(row[PLAYERS])
    top = leader(scores, players)
    if result == RESTART:
        return GO_ON
    if result == CHOMBO_DRAW and int(row[CHOMBO_ENDS_GAME]) == 1:
        return END_CHOMBO
    for seat in range(players):
        if is_busted(int(scores[seat]), row):
            return END_TOBI
    if 0 < int(row[UPPER_CAP]) <= int(scores[top]):
        return END_CAP
    if is_replayed(result, row):
        return GO_ON
    if int(row[LENGTH]) == _LENGTH_ONE_HAND:
        return END_LENGTH
    if before_last_round(stage, dealer, row):
        return GO_ON
    last_wind = int(row[LENGTH])
    extension = int(row[EXTENSION])
    reached = enough(int(scores[top]), row)
    # In a full extra wind only its last hand is a last round; in sudden death every hand is.
    if stage > last_wind and extension == _EXTENSION_FULL_WIND and dealer < players - 1:
        return GO_ON
    if repeats == YES:
        if top == dealer and (reached or extension == _EXTENSION_NONE):
            option = NO
            if counts_as_win(result, row):
                option = int(row[AGARI_YAME])
            elif result in (EXHAUSTIVE, NAGASHI):
                option = int(row[TENPAI_YAME])
            if option > 0:
                return END_YAME if option == 1 else -END_YAME
        if stage > last_wind and reached and int(row[EXTENSION_RENCHAN_PRIORITY]) == 0:
            return END_THRESHOLD
        return GO_ON
    if extension == _EXTENSION_NONE:
        return END_LENGTH
    if reached:
        return END_LENGTH if stage == last_wind else END_THRESHOLD
    if stage >= last_wind + int(row[EXTENSION_WINDS]) and dealer == players - 1:
        return END_LIMIT
    return GO_ON
