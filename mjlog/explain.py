"""Which single rule, changed alone, makes a mismatch disappear."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from .engine.furiten import C_WIN
from .engine.scoring import score_wins
from .engine.win import CASE_RULES, OUT_FU, OUT_POINTS, OUT_STATUS, OUT_YAKU, WINS, new_results
from .errors import UnknownNameError
from .findings import BY_CODE, Finding
from .model import GameBatch
from .replay import Replay
from .rules import Rules
from .rules.columns import rules_matrix
from .rules.model import PARAMETERS, SET_DOMAINS, domain

__all__ = [
    "alternatives",
    "explain_incident",
    "explain_play",
    "explain_score",
    "explain_settlement",
]

if TYPE_CHECKING:
    from .engine.incident_audit import Fault

#: Values that are tried for a parameter that is neither a bool nor one of a few words.
OTHER_VALUES: Final[dict[str, tuple[Any, ...]]] = {
    "aka": ((0, 0, 0), (1, 1, 1)),
    "double_riichi": (0, 1, 2),
    "extension_threshold": (25000, 30000, 30100, 40000),
    "extension_winds": (0, 1, 2, 4),
    "honba_total": (0, 200, 300, 600, 1500),
    "min_han": (1, 2),
    "noten_pool": (0, 1000, 1500, 2000, 3000, 4000),
    "return_points": (25000, 30000, 35000, 40000),
    "riichi_bet": (1000, 5000),
    "riichi_min_points": (0, 1000, 1100),
    "riichi_min_wall": (0, 3, 4),
    "start_points": (25000, 30000, 35000),
    "uma": (
        (20, 10, -10, -20), (30, 10, -10, -30), (10, 5, -5, -10), (15, 5, -5, -15),
        (12, 4, -4, -12), (0, 0, 0, 0), (20, 0, -20), (15, 0, -15), (0, 0, 0), (10, 0, -10),
        (20, -20, 0), (30, 0, -30),
    ),
    "upper_cap": (0, 50000, 60000),
}  # fmt: skip

#: Rule parameters that change the value of a hand.
SCORE_PARAMETERS: Final = (
    "aka", "atozuke", "bazoro_display", "chankan_ankan_kokushi", "chiitoi", "chuuren_suits",
    "daisharin_suits", "dora", "double_riichi", "double_wind_pair_fu", "double_yakuman",
    "guest_wind_set_fu", "ippatsu", "kan_dora", "kan_ura", "kazoe", "kiriage", "kuitan",
    "limit_table", "local_yaku", "multi_yakuman", "open_pinfu_fu", "pinfu_tsumo",
    "renfonpai_triplet_han", "renhou", "renhou_or_larger", "rinshan_closed_keeps_fu",
    "rinshan_tsumo_fu", "ryuuiisou_needs_hatsu", "tsumo_loss", "tsumo_mark_required",
    "unmarked_double_yakuman", "ura",
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
        else:
            others = list(OTHER_VALUES.get(name) or domain(name) or ())
            if name == "uma":
                others = [uma for uma in others if len(uma) == rules.players]
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
    if finding.code == "S110":  # what is shown of the indicators changes no value
        return names
    valued = _is_valued(batch, w)
    if finding.code not in ("S104", "S105") and _scores_as_recorded(case, rules, batch, w, mask):
        return (
            names  # yaku and fu are right as it is: the fault lies in what is counted beside them
        )
    for name, other in alternatives(rules, SCORE_PARAMETERS):
        if name in names:
            continue
        if finding.code in ("S104", "S105") and valued:
            own = replace(batch, rules=[other], rules_index=np.zeros(len(batch), np.int32))
            points, limits = expected_points(own)
            if finding.code == "S104":
                fits = int(limits[w]) == int(wins.limit[w])
            else:
                fits = int(points[w]) == int(wins.points[w])
        else:
            fits = _scores_as_recorded(case, other, batch, w, mask)
        if fits:
            names.append(name)
    return names


def _is_valued(batch: GameBatch, w: int) -> bool:
    """Tell whether han or yakuman of a win are recorded; else only its points are."""
    return bool(batch.wins.han[w] >= 0 or batch.wins.yakuman[w] > 0)


def _scores_as_recorded(
    case: NDArray[np.int64], rules: Rules, batch: GameBatch, w: int, mask: int
) -> bool:
    """Tell whether win ``w`` has its recorded yaku (``mask``) and fu under ``rules``."""
    wins = batch.wins
    result = new_results(1)
    score_wins(case, rules_matrix([rules]), result)
    return (
        int(result[0, OUT_STATUS]) == WINS
        and (mask == 0 or int(result[0, OUT_YAKU]) == mask)
        and (wins.fu[w] < 0 or int(result[0, OUT_FU]) == int(wins.fu[w]))
        and (_is_valued(batch, w) or int(result[0, OUT_POINTS]) == int(wins.points[w]))
    )


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
    parameters = tuple(n for n in BY_CODE[finding.code].rule.split(", ") if n in PARAMETERS)
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


def _row_of_game(batch: GameBatch, finding: Finding) -> int:
    ids = [info.id for info in batch.info]
    if 0 <= finding.game < len(ids):
        return finding.game
    if finding.game_id not in ids:
        raise UnknownNameError("game", finding.game_id, ids)
    return ids.index(finding.game_id)


def explain_settlement(batch: GameBatch, finding: Finding) -> list[str]:
    """Return the rule parameters under which a payment or flow finding disappears.

    Each parameter that the code names is changed alone; it explains the finding when the game
    then shows fewer findings and this one no more.

    Args:
        batch: Batch that holds the game.
        finding: A finding of family P or G. One made by hand, without a row of the batch
            (``game``), is about the first game with its id.

    Raises:
        UnknownNameError: The batch holds no such game.
    """
    from .engine.settlement_audit import audit_settlement, settle_columns

    game = batch.select(_row_of_game(batch, finding))
    before = len(audit_settlement(game).findings)
    parameters = tuple(n for n in BY_CODE[finding.code].rule.split(", ") if n in PARAMETERS)
    keys: list[str] = []
    for name, rules in alternatives(game.rules[0], parameters):
        if name in keys:
            continue
        game.rules = [rules]
        after = settle_columns(game)
        if len(after.findings) < before and not any(
            _same(game, row, finding) for row in after.findings
        ):
            keys.append(name)
    return keys


def explain_incident(batch: GameBatch, fault: Fault) -> list[str]:
    """Return the rule parameters under which a finding of family E disappears.

    Args:
        batch: The audited games. fault: The finding before it knows its words.
    """
    from .engine.checks import run_checks
    from .engine.incident_codes import RULE_OF_CODE
    from .engine.settlement_audit import settle_columns
    from .incidents import audit_incidents
    from .replay import replay

    game = int(batch.rounds.game[fault.r])
    own = batch.select(game)
    place = fault.code, fault.r - int(batch.first_round[game]), fault.seat
    played = replay(own)
    rule = fault.rule or RULE_OF_CODE[fault.code]
    parameters = tuple(n for n in rule.split(", ") if n in PARAMETERS and n != "chombo")
    names: list[str] = []
    for name, other in alternatives(own.rules[0], parameters):
        if name in names:
            continue
        own.rules = [other]
        rows = [tuple(row) for row in run_checks(own, played).tolist()]
        settlement = settle_columns(own)
        rows += [tuple(row) for row in settlement.findings.tolist()]
        faults = audit_incidents(own, settlement, rows).faults
        if place not in [(f.code, f.r, f.seat) for f in faults]:
            names.append(name)
    return names


def _same(game: GameBatch, row: NDArray[np.int64], finding: Finding) -> bool:
    """Tell whether a row of a one-game audit stands at the place of ``finding``."""
    from .engine.report import code_text

    event = None
    if row[2] >= 0:
        event = int(row[2]) - int(game.rounds.first_event[int(row[1])])
    return (
        code_text(int(row[0])) == finding.code
        and finding.round_index in (None, int(row[1]))
        and finding.event_index in (None, event)
    )
