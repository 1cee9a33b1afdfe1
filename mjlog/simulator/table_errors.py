"""Games of a real table with one error: family E of the findings.

The first hand is played, somebody errs in it (:mod:`.table_plans`), and the rest of the game is
played from where that hand leaves it.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Final

from ..codes import UNKNOWN_POINTS
from ..engine.report import L
from ..errors import MjlogError
from ..model import GameBatch
from ..rows import GameRows, batch_of_rows, rows_of
from ..rules import Rules, load_rules
from .fault_limits import why_impossible
from .game import GameRecord, Player, batch_of, play_game
from .record import Start
from .table_hand import Hand
from .table_plans import PLANS

__all__ = ["TABLE_ERRORS", "TableError", "table_error_named", "table_game"]

_ATTEMPTS: Final = 400


@dataclass(frozen=True, slots=True)
class TableError:
    """An error at the table, or a wrong consequence of one.

    Attributes:
        code: Code of the finding.
        fault: Number of the finding that a player causes in the hand, 0 none.
        poor: The hand starts with a player who cannot pay a deposit.
        expected: What an audit finds.
        why: Why it finds more than one thing, "" for one.
    """

    code: str
    fault: int = 0
    poor: bool = False
    expected: tuple[str, ...] = ()
    why: str = ""

    def codes(self) -> list[str]:
        """Return the codes that an audit finds."""
        return sorted(self.expected or (self.code,))


_SPECIAL: Final = {
    "E120": TableError("E120", fault=L + 121),
    "E121": TableError("E121", poor=True, fault=L + 122),
    "E123": TableError("E123", poor=True, fault=L + 122),
    "E212": TableError(
        "E212",
        expected=("E212", "E212"),
        why="the points of the player and the stick on the table are told apart",
    ),
}
TABLE_ERRORS: Final = tuple(_SPECIAL.get(code, TableError(code)) for code in PLANS)


def table_error_named(text: str) -> TableError | None:
    """Return the error of a finding code or name, None for a code of another family.

    Raises:
        UnknownNameError: There is no such finding.
    """
    from ..findings import code_named

    code = code_named(text).code
    return next((error for error in TABLE_ERRORS if error.code == code), None)


def table_game(
    error: TableError, *, seed: int = 0, number: int = 0, rules: str | Rules = "jpml-2005",
    right: bool = False, hands: int = 200,
) -> GameBatch:  # fmt: skip
    """Return one game of a table with one error in its first hand.

    Args:
        error: What happens.
        seed, number: Which game; the same every time.
        rules: Ruleset.
        right: The consequence is the one that the rules demand: nothing is to be found.
        hands: After how many hands the record breaks off.

    Raises:
        MjlogError: The rules leave no room for it, or no hand had a place for it.
    """
    ruleset = rules if isinstance(rules, Rules) else load_rules(rules)
    if reason := why_impossible(error.code, ruleset):
        raise MjlogError(f"{error.code}: {ruleset.name!r} leaves no room for this fault: {reason}")
    player = Player(ruleset, 1)
    for attempt in range(_ATTEMPTS):
        game = _played(player, error, seed, number + 100_000 * attempt, right, hands)
        if game is not None:
            return batch_of_rows([game])
    raise MjlogError(f"{error.code}: no hand of {_ATTEMPTS} had a place for this fault")


def _first_start(error: TableError, rules: Rules) -> Start | None:
    """Return how the first hand starts where it is not the first of the game."""
    if not error.poor:
        return None
    rest = rules.start_points * rules.players - 800
    scores = [rest // (rules.players - 1) // 100 * 100] * rules.players
    scores[1] = 800
    scores[0] += rules.start_points * rules.players - sum(scores)
    return Start(scores + [0] * (4 - rules.players), 2, 0, 0, 0)


def _played(
    player: Player, error: TableError, seed: int, number: int, right: bool, hands: int
) -> GameRows | None:
    rules = player.rules
    start = _first_start(error, rules)
    planted = error.fault if not error.poor or rules.riichi_min_points > 800 else 0
    planted = 0 if right and error.code == "E123" else planted
    opening = play_game(player, seed, number, fault=planted, first=start, most=1)
    if (opening.complete and not error.poor) or (planted and not opening.planted):
        return None
    record = opening.rounds[0]
    game = _rows(player, opening)
    hand = Hand(
        rules=rules,
        part=game.rounds[0],
        start=record.start,
        following=deepcopy(player.next_start(record)),
    )
    if not PLANS[error.code](hand, right):
        return None
    if not opening.complete:  # a deposit of the last points may end the game
        rest = play_game(player, seed, number + 50_000, first=hand.following, most=hands - 1)
        game = _rows(player, rest)
        game.rounds.insert(0, hand.part)
    game_id = f"{game.info.id}-{error.code}{'-settled' if right else ''}"
    game.info = replace(game.info, id=game_id, format="table", seed=None, seed_kind=None)
    if game.complete and game.final_points[0] != UNKNOWN_POINTS:
        off = 10 * rules.chombo_points * (rules.chombo == "points")
        game.final_points = [
            points - off * penalty if points != UNKNOWN_POINTS else points
            for points, penalty in zip(game.final_points, hand.penalties, strict=True)
        ]
    return game


def _rows(player: Player, game: GameRecord) -> GameRows:
    return rows_of(batch_of([game], player.codes), 0)
