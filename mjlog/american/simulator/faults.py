"""American games with one planted fault: everything else in them is right.

A fault is planted where it arises: a player breaks a rule once, or the recorder writes one
wrong value. The game goes on from there, so that what follows is honest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ...errors import MjlogError
from ..audit import check_american
from ..card import Card, load_card
from ..codes import AMERICAN_CODES
from ..levels import at_level
from ..model import AmericanGame, Level
from ..rules import AmericanRules, load_american_rules
from . import DEFAULT_CARD
from .fault_ends import DEAD_HANDS, MAHJONG, PAYMENTS, SEATS, wrong_totals
from .fault_plans import CHARLESTON, SET_AND_DEAL, TURNS
from .fault_scenes import CLAIMS, EXCHANGES, unwelcome
from .game import play_game
from .passing import plays_charleston
from .plan import Plan

__all__ = [
    "ALONGSIDE",
    "FAULTS",
    "Fault",
    "expected_codes",
    "fault_named",
    "mutated_game",
    "why_impossible",
]

#: How many games are tried until one has a place for the fault.
ATTEMPTS: Final = 400

#: Codes that cannot come alone → what comes with them, and why.
ALONGSIDE: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "A-CNT-02": (
        ("A-CNT-01",),
        "the wrong number of the first player is a fault before the second one has any",
    ),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """How one kind of fault is planted.

    Attributes:
        code: Code of the finding.
        make_plan: Makes the plan of a hand; None for faults of the whole game.
    """

    code: str
    make_plan: Callable[[], Plan] | None = None


_PLANS: Final = {
    **SET_AND_DEAL, **CHARLESTON, **TURNS, **CLAIMS, **EXCHANGES, **MAHJONG, **DEAD_HANDS,
    **PAYMENTS,
}  # fmt: skip

#: Every code that a fault is planted for, in the order of the table of codes.
FAULTS: Final[tuple[Fault, ...]] = tuple(
    Fault(entry.code, _PLANS.get(entry.code)) for entry in AMERICAN_CODES
)


def fault_named(text: str) -> Fault | None:
    """Return the fault of a finding code or name (``A-CH-01``, ``joker-passed``), None if none."""
    wanted = text.strip().lower()
    for entry, fault in zip(AMERICAN_CODES, FAULTS, strict=True):
        if wanted in (entry.code.lower(), entry.name):
            return fault
    return None


def expected_codes(fault: Fault) -> list[str]:
    """Return the codes that an audit finds in a game with this fault, and no others."""
    return sorted({fault.code, *ALONGSIDE.get(fault.code, ((), ""))[0]})


def why_impossible(
    fault: Fault, rules: AmericanRules, card: Card | None = None, level: Level = "full"
) -> str:
    """Return why the rules, the card or the level leave no room for a fault, ``""`` if they do.

    >>> from mjlog.american.rules import load_american_rules
    >>> why_impossible(fault_named("A-TRN-01"), load_american_rules("nmjl-2024"))
    "tournament = 'none'"
    """
    code = fault.code
    for codes, names, impossible in _IMPOSSIBLE:
        if code in codes and impossible(rules):
            return ", ".join(f"{name} = {getattr(rules, name)!r}" for name in names)
    by_card = code in ("A-CLM-09", "A-CLM-10", "A-CLM-11")
    if card is not None and by_card and not unwelcome(card, code):
        return f"the card {card.name} has no such exposure"
    entry = next(entry for entry in AMERICAN_CODES if entry.code == code)
    order = ("result", "public", "full")
    if order.index(level) < order.index(entry.level):
        return f"a record of level {level} does not hold what shows it"
    return ""


def _in_tournament(rules: AmericanRules) -> bool:
    return rules.tournament != "none"


_Impossible = tuple[tuple[str, ...], tuple[str, ...], Callable[[AmericanRules], bool]]
#: Codes → parameters → whether they leave no room for it.
_IMPOSSIBLE: Final[tuple[_Impossible, ...]] = (
    (
        ("A-PAY-01", "A-PAY-02", "A-PAY-03", "A-PAY-04", "A-PAY-05", "A-PAY-06"),
        ("tournament",),
        _in_tournament,
    ),
    (("A-TRN-01",), ("tournament",), lambda r: not _in_tournament(r)),
    (("A-MJ-09",), ("exchange_win",), lambda r: r.exchange_win == "allow"),
    (("A-CLM-12",), ("claim_names_size",), lambda r: not r.claim_names_size),
    (("A-PAY-06",), ("exchange_win",), lambda r: r.exchange_win == "forbid"),
    (("A-ROT-02",), ("rotation",), lambda r: r.rotation == "free"),
    (("A-DH-02", "A-DH-03", "A-DH-04", "A-PAY-04"), ("challenges",), lambda r: not r.challenges),
    (("A-PAY-04",), ("challenge_points",), lambda r: not r.challenge_points),
    (("A-PAY-03",), ("dead_hand_pays",), lambda r: not r.dead_hand_pays),
    (
        tuple(f"A-CH-0{n}" for n in (1, 2, 3, 5, 6, 7, 8)),
        ("charleston",),
        lambda r: not plays_charleston(r),
    ),
)


def mutated_game(
    fault: Fault,
    *,
    seed: int = 0,
    number: int = 0,
    rules: str | AmericanRules = "nmjl-2024",
    card: str | Card = DEFAULT_CARD,
    hands: int = 0,
    level: Level = "full",
) -> AmericanGame:
    """Return one game with one fault; game ``number`` of ``seed`` is always the same.

    A game in which an audit would find something else as well is not taken.

    Args:
        fault: What is planted.
        seed, number: Which game.
        rules: Profile. card: What is played to.
        hands: After how many hands the game is broken off, 0 plays it to its end.
        level: How much the record holds.

    Raises:
        MjlogError: The rules, the card or the level leave no room for it, or no game had a place.
    """
    profile = rules if isinstance(rules, AmericanRules) else load_american_rules(rules)
    played_to = card if isinstance(card, Card) else load_card(card)
    if reason := why_impossible(fault, profile, played_to, level):
        raise MjlogError(f"{fault.code}: {profile.name!r} leaves no room for this fault: {reason}")
    expected = expected_codes(fault)
    attempts = ATTEMPTS if level == "full" else ATTEMPTS // 8
    for attempt in range(attempts):
        game = _game(fault, profile, played_to, seed, number + 100_000 * attempt, hands)
        if game is None:
            continue
        game = at_level(game, level, rules=profile)
        found = check_american(game, rules=profile, card=played_to).findings
        if sorted({finding.code for finding in found}) == expected:
            return game
    raise MjlogError(f"{fault.code}: no game of {attempts} had a place for this fault")


def _game(
    fault: Fault, rules: AmericanRules, card: Card, seed: int, number: int, hands: int
) -> AmericanGame | None:
    """Return a game in which the fault was planted, None where it had no place."""
    plans: list[Plan] = []

    def plan_of(index: int) -> Plan | None:
        if fault.make_plan is None or any(plan.done for plan in plans):
            return None
        plans.append(fault.make_plan())
        return plans[-1]

    seating_of = SEATS.get(fault.code)
    if seating_of is not None and hands:
        hands = max(hands, 2)
    played = play_game(
        rules, card, seed, number, incidents=False, hands=hands, make_plan=plan_of,
        seating_of=seating_of,
    )  # fmt: skip
    if fault.code == "A-PAY-05":
        wrong_totals(played.game)
        return played.game
    return played.game if played.planned or seating_of is not None else None
