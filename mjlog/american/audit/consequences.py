"""What follows from a breach at the table, by the profile in force."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..rules import AmericanRules

__all__ = ["consequence"]

_DEAD: Final = "the hand is dead once it is challenged"
_RECORD: Final = "the record is wrong, nothing follows at the table"
_UNDONE: Final = "not allowed, it is undone"


def consequence(code: str, rules: AmericanRules) -> str:
    """Return what follows from a breach, "" where nothing does.

    >>> consequence("DH-02", AmericanRules(challenge_points=25))
    'who was wrong pays the other 25'
    """
    entry = _CONSEQUENCES.get(code, "")
    return entry if isinstance(entry, str) else entry(rules)


def _out_of_turn(rules: AmericanRules) -> str:
    factor = rules.out_of_turn_multiplier
    return f"{_DEAD}; mahjong on the discard costs the offender {factor} times the value"


def _wrong_end(rules: AmericanRules) -> str:
    pays = "pays for the table" if rules.wrong_end == "table" else "pays as any discarder"
    return f"{_DEAD}; if the discard is claimed for mahjong the offender {pays}"


def _counts(rules: AmericanRules) -> str:
    if rules.two_wrong_counts == "void":
        return "the hand is thrown in"
    return "two such hands are dead, with a third the hand is thrown in"


def _misname(rules: AmericanRules) -> str:
    dead = rules.misname_exposure == "dead_claimant"
    exposed = "kills the claimant's hand" if dead else "has no penalty"
    return (
        f"it is put right; an exposure on the wrong name {exposed}, mahjong on it costs the "
        f"misnamer {rules.misname_multiplier} times the value"
    )


def _challenge(rules: AmericanRules) -> str:
    return f"who was wrong pays the other {rules.challenge_points}"


def _error(rules: AmericanRules) -> str:
    factor = rules.mahjong_in_error_multiplier
    pays = "dead and pays the winner" if rules.dead_hand_pays else "dead"
    return (
        f"mahjong in error: with the others intact the declarer is {pays}, with one intact hand "
        f"left that one is paid {factor} times the attempted value"
    )


def _bonus(rules: AmericanRules) -> str:
    if rules.jokerless_must_be_claimed:
        return "the points are recomputed; a bonus that was not announced is lost"
    return "the points are recomputed"


def _exchange_win(rules: AmericanRules) -> str:
    return "no win at this table" if rules.exchange_win == "forbid" else ""


_CONSEQUENCES: Final[dict[str, str | Callable[[AmericanRules], str]]] = {
    "SET-01": _RECORD,
    "SET-02": _RECORD,
    "SET-03": _RECORD,
    "DEAL-01": "before East's first discard the hand is dealt anew, later it is dead",
    "CH-01": "the joker is given back for another tile",
    "CH-02": "the count is put right, or the hand is dealt anew",
    "CH-03": _RECORD,
    "CH-04": "the pass is made as it is due, or the hand is dealt anew",
    "CH-05": _UNDONE,
    "CH-06": _UNDONE,
    "CH-07": _UNDONE,
    "CH-08": "it must be completed",
    "TURN-01": _out_of_turn,
    "TURN-02": _DEAD,
    "TURN-03": _wrong_end,
    "TURN-04": "the discard is taken back; after a draw the hand is dealt anew",
    "TURN-05": "what was done is undone",
    "CNT-01": _DEAD,
    "CNT-02": _counts,
    "DISC-01": _RECORD,
    "DISC-02": _misname,
    "DISC-03": _UNDONE,
    "CLM-01": _UNDONE,
    "CLM-02": _UNDONE,
    "CLM-03": _DEAD,
    "CLM-04": _DEAD,
    "CLM-05": _RECORD,
    "CLM-06": "the tile goes to the other",
    "CLM-07": _DEAD,
    "CLM-08": _UNDONE,
    "CLM-09": _DEAD,
    "CLM-10": _DEAD,
    "CLM-11": _DEAD,
    "CLM-12": "the claim is said again",
    "JX-01": _DEAD,
    "JX-02": _UNDONE,
    "JX-03": "the owner of the exposure is dead, the giver plays on",
    "JX-04": _UNDONE,
    "JX-05": _UNDONE,
    "JX-06": _UNDONE,
    "JOK-01": _error,
    "MJ-01": _error,
    "MJ-02": "the value announced stands only where its line matches",
    "MJ-03": "the value is put right; one below the card's stands as announced",
    "MJ-05": _bonus,
    "MJ-06": _error,
    "MJ-07": "no win",
    "MJ-08": "no win",
    "MJ-09": _exchange_win,
    "DH-01": "it decides nothing, and nobody pays for it",
    "DH-02": _challenge,
    "DH-03": "jokers are out of reach that should not be, or the other way round",
}
