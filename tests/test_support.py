"""The support matrix: complete, and what it says of written files is what they hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest
from mjlog.parsers import FORMATS, read_bytes
from mjlog.parsers.losses import Losses
from mjlog.parsers.support import READ, SUPPORT, WRITTEN, support_table
from mjlog.parsers.writers import WRITERS

from mjlog import codes
from mjlog.codes import UNKNOWN, UNKNOWN_POINTS
from mjlog.model import GameBatch
from mjlog.simulator import play_games

SITE_ID: Final = "2024010112gm-00a9-0000-12345678"
CALLS: Final = (codes.CHI, codes.PON, codes.DAIMINKAN, codes.KAKAN, codes.ANKAN)
Value = Callable[[GameBatch], Any]


def info(name: str) -> Value:
    return lambda batch: getattr(batch.info[0], name)


def column(table: str, name: str) -> Value:
    return lambda batch: getattr(getattr(batch, table), name).tolist()


def of_events(name: str, *kinds: int) -> Value:
    def value(batch: GameBatch) -> Any:
        chosen = np.isin(batch.events.kind, kinds)
        return getattr(batch.events, name)[chosen].tolist()

    return value


def yaku_of(batch: GameBatch) -> list[list[tuple[int, int]]]:
    """Return the yaku and han of each win; Tenhou prints ura dora of no han too."""
    pairs = zip(batch.wins.yaku.tolist(), batch.wins.yaku_han.tolist(), strict=True)
    return [sorted(p for p in zip(*row, strict=True) if p[1] > 0) for row in pairs]


#: Field → its value in a batch of one game. The others have no counterpart in simulated games,
#: or mean the same in other words in every format (dates, rules).
VALUES: Final[dict[str, Value]] = {
    "games.names": info("names"),
    "games.level": info("level"),
    "games.rating": info("rating"),
    "games.seed": info("seed"),
    "games.final_scores": lambda batch: batch.final_scores.tolist(),
    "games.final_points": lambda batch: batch.final_points.tolist(),
    "rounds.scores": column("rounds", "scores"),
    "rounds.honba": column("rounds", "honba"),
    "rounds.deposits": column("rounds", "deposits"),
    "rounds.dice": column("rounds", "dice"),
    "rounds.indicator": column("rounds", "indicator"),
    "rounds.hands": lambda batch: np.sort(batch.rounds.hands, axis=2).tolist(),
    "events.tile": of_events("tile", codes.DRAW, codes.DISCARD),
    "events.tile_id": of_events("tile_id", codes.DRAW, codes.DISCARD),
    "events.tsumogiri": of_events("aux", codes.DISCARD),
    "events.used": of_events("used", *CALLS),
    "events.dora": of_events("tile", codes.DORA, codes.DISCARD),
    "wins.yaku": yaku_of,
    "wins.fu": column("wins", "fu"),
    "wins.han": column("wins", "han"),
    "wins.points": column("wins", "points"),
    "wins.deltas": column("wins", "deltas"),
    "wins.ura": column("wins", "ura"),
    "draws.kind": column("draws", "kind"),
}


def played() -> GameBatch:
    batch = play_games(1, seed=3, rules="tenhou")
    one = batch.info[0]
    one.id, one.names = SITE_ID, ("A", "B", "C", "D")
    one.level, one.rating = ("初段", "二段", "三段", "四段"), (1500.0, 1600.0, 1700.0, 1800.0)
    return batch


def test_every_format_has_its_column() -> None:
    assert set(READ) == {entry.name for entry in FORMATS}
    assert set(WRITTEN) == {writer.name for writer in WRITERS}
    names = [row.name for row in SUPPORT]
    assert len(set(names)) == len(names)
    for exceptions in (*READ.values(), *WRITTEN.values()):
        assert set(exceptions) <= set(names)
    for written in (False, True):
        assert support_table(written=written).count("\n") == len(SUPPORT) + 2


@pytest.mark.parametrize("name", [w.name for w in WRITERS if w.name != "tenhou6-link"])
def test_a_written_file_holds_what_the_matrix_says(name: str) -> None:
    batch = played()
    writer = next(writer for writer in WRITERS if writer.name == name)
    data = writer.write(batch, 0, losses=Losses())
    back = read_bytes(data, name=SITE_ID + writer.suffix)
    support = {row.name: row.written[name] for row in SUPPORT}
    for field, value in VALUES.items():
        same = value(back) == value(batch)
        assert same == (support[field] != "absent"), (field, support[field])


@pytest.mark.parametrize("name", [w.name for w in WRITERS if w.name != "tenhou6-link"])
def test_what_is_absent_is_read_back_as_unknown(name: str) -> None:
    writer = next(writer for writer in WRITERS if writer.name == name)
    back = read_bytes(writer.write(played(), 0, losses=Losses()), name=SITE_ID + writer.suffix)
    nothing = {None, -1, UNKNOWN, UNKNOWN_POINTS}
    for row in SUPPORT:
        if row.written[name] == "absent" and row.name in VALUES:
            found = np.array(VALUES[row.name](back), object).reshape(-1)
            assert set(found.tolist()) <= nothing, row.name
