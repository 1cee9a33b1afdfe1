"""Which other rule would make a recorded value right."""

from __future__ import annotations

import copy

import mjlog


def test_a_wrong_limit_is_not_explained_by_rules_that_change_nothing() -> None:
    (game,) = mjlog.simulate(1, seed=7, rules="tenhou-east")
    assert mjlog.audit(game) == []
    batch = copy.deepcopy(game.batch)
    small = next(i for i in range(len(batch.wins)) if batch.wins.points[i] < 4000)
    batch.wins.limit[small] = 1  # mangan
    (finding,) = mjlog.audit(batch)
    assert (finding.code, finding.recorded, finding.expected) == ("S104", "mangan", "none")
    assert finding.explained_by == []
