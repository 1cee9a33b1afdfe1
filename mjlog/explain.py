"""Which single rule, changed alone, makes a mismatch disappear."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import numpy as np

from .engine.furiten import C_WIN
from .engine.scoring import score_wins
from .engine.win import CASE_RULES, OUT_FU, OUT_STATUS, OUT_YAKU, WINS, new_results
from .findings import Finding
from .model import GameBatch
from .replay import Replay
from .rules import Rules
from .rules.columns import rules_matrix
from .rules.model import PARAMETERS, SET_DOMAINS, domain

__all__ = ["alternatives", "explain_play", "explain_score"]

#: Numbers that are tried in place of a parameter's own.
OTHER_NUMBERS: Final[dict[str, tuple[int, ...]]] = {
    "min_han": (1, 2),
    "riichi_min_points": (0, 1000, 1100),
    "riichi_min_wall": (0, 3, 4),
    "max_ron": (1, 2, 3),
}

#: Rule parameters that change the value of a hand.
SCORE_PARAMETERS: Final = (
    "aka", "atozuke", "chankan_ankan_kokushi", "chiitoi", "chuuren_suits", "daisharin_suits",
    "dora", "double_riichi", "double_wind_pair_fu", "double_yakuman", "ippatsu", "kan_dora",
    "kan_ura", "kazoe", "kiriage", "kuitan", "local_yaku", "multi_yakuman", "open_pinfu_fu",
    "pinfu_tsumo", "renhou", "rinshan_tsumo_fu", "ryuuiisou_needs_hatsu", "tsumo_loss", "ura",
)  # fmt: skip


def alternatives(rules: Rules, parameters: tuple[str, ...]) -> Iterator[tuple[str, Rules]]:
    """Yield (parameter, rules with only that parameter changed), every other value of each."""
    for name in parameters:
        value: Any = getattr(rules, name)
        if isinstance(value, bool):
            others: list[Any] = [not value]
        elif name in SET_DOMAINS:
            others = [value ^ {item} for item in SET_DOMAINS[name]]
            others += [frozenset(), frozenset(SET_DOMAINS[name])]
        elif name == "aka":
            others = [(0, 0, 0), (1, 1, 1)]
        elif (values := domain(name)) is not None:
            others = list(values)
        elif name == "double_riichi":
            others = [0, 1, 2]
        else:
            others = list(OTHER_NUMBERS.get(name, ()))
        for other in others:
            if other != value:
                yield name, replace(rules, **{name: other})


def explain_score(batch: GameBatch, replay: Replay, finding: Finding, r: int, e: int) -> list[str]:
    """Return the parameters under which the recorded win at event ``e`` would be right.

    Args:
        batch, replay: The audited games.
        finding: A finding of family S (or ``L151``) about that win.
        r, e: Rows of its round and event.
    """
    from .engine.checks import expected_points
    from .score_audit import recorded_masks

    wins = batch.wins
    found = np.flatnonzero(wins.event == e)
    if not len(found):
        return []
    w = int(found[0])
    game = int(batch.rounds.game[r])
    rules = batch.rules[int(batch.rules_index[game])]
    case = replay.cases[replay.chances[:, C_WIN] == w].copy()
    case[:, CASE_RULES] = 0
    mask = int(recorded_masks(batch)[0][w])
    names: list[str] = []
    for name, other in alternatives(rules, SCORE_PARAMETERS):
        if name in names:
            continue
        if finding.code in ("S104", "S105"):
            own = replace(batch, rules=[other], rules_index=np.zeros(len(batch), np.int32))
            points, limits = expected_points(own)
            if finding.code == "S104":
                fits = int(limits[w]) == int(wins.limit[w])
            else:
                fits = int(points[w]) == int(wins.points[w])
        else:
            result = new_results(1)
            score_wins(case, rules_matrix([other]), result)
            fits = (
                int(result[0, OUT_STATUS]) == WINS
                and int(result[0, OUT_YAKU]) == mask
                and (wins.fu[w] < 0 or int(result[0, OUT_FU]) == int(wins.fu[w]))
            )
        if fits:
            names.append(name)
    return names


def explain_play(batch: GameBatch, finding: Finding, r: int, e: int) -> list[str]:
    """Return the parameters under which a finding of family L or F disappears.

    The game is replayed under every other value of each parameter that the code names.

    Args:
        batch: The audited games. finding: The finding. r, e: Rows of its round and event.
    """
    from .engine.checks import run_checks
    from .engine.report import R_CODE, R_EVENT, code_text
    from .replay import replay

    game = int(batch.rounds.game[r])
    own = batch.select(game)
    rules = own.rules[0]
    event = e - int(batch.rounds.first_event[int(batch.first_round[game])])
    parameters = tuple(n for n in finding.rule.split(", ") if n in PARAMETERS)
    names: list[str] = []
    for name, other in alternatives(rules, parameters):
        if name in names:
            continue
        own.rules = [other]
        rows = run_checks(own, replay(own))
        if not any(
            int(row[R_EVENT]) == event and code_text(int(row[R_CODE])) == finding.code
            for row in rows
        ):
            names.append(name)
    return names
