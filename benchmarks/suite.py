"""The measurements of :mod:`benchmarks.run`; each returns rows of (what, value, goal)."""

from __future__ import annotations

import argparse
import datetime
import gc
import gzip
import importlib.metadata
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from .importers import NOTES, importer_sets
from .limit import limit_seconds

PEERS = ("riichienv", "jansou", "mahjong")
HANDS = 100_000
#: Wins and games that the slow peers get: their time grows evenly with the number.
PEER_WINS = 400
PEER_GAMES = 40


class Row(NamedTuple):
    """One line of the result."""

    what: str
    ours: str
    other: str
    ratio: str
    goal: str


def best(run: Callable[[], Any], runs: int = 5) -> float:
    """Return the CPU seconds of the fastest of ``runs`` calls."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


def pair(ours: Callable[[], Any], theirs: Callable[[], Any], runs: int = 20) -> tuple[float, float]:
    """Time two things in turns, so that a busy machine slows both alike.

    So many times that both meet quiet moments: a machine shared with others may be slowed by half
    for seconds. The garbage collector passes over what is there before, or each would pay for the
    modules and objects of the other.
    """
    a = b = float("inf")
    gc.collect()
    gc.freeze()
    for _ in range(runs):
        a, b = min(a, best(ours, 1)), min(b, best(theirs, 1))
    gc.unfreeze()
    return a, b


def row(what: str, ours: float, other: float, goal: str, peer: str) -> Row:
    """Return a line from seconds of one unit of work."""
    return Row(what, _time(ours), f"{peer} {_time(other)}", f"{other / ours:.1f}×", goal)


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


# --- input -----------------------------------------------------------------------------------
def records(logs: str | None, games: int) -> list[tuple[str, bytes]]:
    """Return (name, text) of records: real ones, or games played by the bots."""
    if logs:
        from mjlog.parsers import detect_format
        from mjlog.parsers.sources import open_sources

        found = []
        for name, data in open_sources(logs):
            if (entry := detect_format(data)) is not None and entry.name == "mjlog":
                found.append((name.rpartition("!")[2].rpartition("/")[2], data))
            if len(found) == games:
                break
        return found
    from mjlog.parsers.tenhou.writer import write_mjlog

    from mjlog.simulator import play_games

    batch = play_games(games, seed=1)
    return [(f"{batch.info[g].id}.mjlog", write_mjlog(batch, g)) for g in range(len(batch))]


# --- measurements ------------------------------------------------------------------------------
def shanten_rows() -> list[Row]:
    """Shanten of random hands of 14 tiles, one call a batch against one call a hand."""
    import riichienv

    from mjlog.engine.shape import shanten_counts

    random = np.random.default_rng(1)
    ids = np.argsort(random.random((HANDS, 136)), axis=1)[:, :14]
    counts = np.zeros((HANDS, 34), np.uint8)
    np.add.at(counts, (np.arange(HANDS)[:, None], ids // 4), 1)
    hands = ids.tolist()

    def theirs() -> list[int]:
        return [riichienv.calculate_shanten(hand) for hand in hands]

    if shanten_counts(counts, compiled=True).tolist() != theirs():
        raise SystemExit("shanten differs between mjlog and riichienv")
    a, b = pair(lambda: shanten_counts(counts, compiled=True), theirs)
    return [row("shanten of a hand", a / HANDS, b / HANDS, "≥ 15×", "riichienv")]


def scoring_rows(batch: Any, played: Any) -> list[Row]:
    """Score the closed wins of a batch, inputs ready."""
    from riichienv import _riichienv  # its compiled core, without the Python around it

    from mjlog.engine.furiten import C_ROUND, C_WIN
    from mjlog.engine.jit import compiled
    from mjlog.engine.scoring import score_wins
    from mjlog.engine.win import CASE_MELD, CASE_RULES, OUT_HAN, OUT_YAKUMAN, new_results
    from mjlog.rules.columns import rules_matrix

    won = played.chances[:, C_WIN]
    four = batch.players[batch.rounds.game[played.chances[:, C_ROUND]]] == 4
    chosen = np.flatnonzero((won >= 0) & (played.cases[:, CASE_MELD] < 0) & four)
    cases = played.cases[chosen]
    rules, out = rules_matrix(batch.rules), new_results(len(cases))
    assert cases[:, CASE_RULES].max(initial=0) < len(rules)
    run = compiled(score_wins)
    run(cases, rules, out)
    wins = [_peer_win(batch, int(won[i])) for i in chosen[:PEER_WINS]]
    hands = [(_riichienv.HandEvaluator(ids), last, dora, ura, when(_riichienv))
             for ids, last, dora, ura, when, _ in wins]  # fmt: skip

    def theirs() -> list[Any]:
        return [hand.calc(last, dora, ura, when) for hand, last, dora, ura, when in hands]

    agreed = sum(
        t.yakuman or t.han == int(o[OUT_HAN])
        for t, o in zip(theirs(), out[: len(wins)], strict=True)
        if not int(o[OUT_YAKUMAN])
    )
    ordinary = int((out[: len(wins), OUT_YAKUMAN] == 0).sum())
    print(f"scoring: riichienv gives the same han in {agreed} of {ordinary} wins")
    a, b = pair(lambda: run(cases, rules, out), theirs)
    _, c = pair(lambda: None, lambda: [_mahjong_score(win) for win in wins], 2)
    a, b, c = a / len(cases), b / len(wins), c / len(wins)
    return [
        row("score of a closed win", a, b, "≥ 4×", "riichienv"),
        row("score of a closed win", a, c, "", "mahjong"),
    ]


def _peer_win(batch: Any, w: int) -> tuple[Any, ...]:
    """Return what the peers want to know of a recorded win."""
    from mjlog.codes import YAKU

    wins, r = batch.wins, int(batch.wins.round[w])
    ids = [int(t) for t in wins.hand_ids[w] if t != 255]
    last = int(wins.tile_id[w])
    if len(ids) == 13:
        ids.append(last)
    names = {yaku.name for yaku in YAKU if yaku.id in wins.yaku[w]}
    tsumo = bool(wins.seat[w] == wins.from_seat[w])
    count = int(batch.players[batch.rounds.game[r]])
    seat_wind = (int(wins.seat[w]) - int(batch.rounds.dealer[r])) % count
    round_wind = int(batch.rounds.wind[r])
    flags = {
        "tsumo": tsumo, "riichi": bool({"riichi", "double_riichi"} & names),
        "double_riichi": "double_riichi" in names, "ippatsu": "ippatsu" in names,
        "haitei": "haitei" in names, "houtei": "houtei" in names,
        "rinshan": "rinshan" in names, "chankan": "chankan" in names,
    }  # fmt: skip
    dora = [int(t) for t in wins.indicator_ids[w] if t != 255]
    ura = [int(t) for t in wins.ura_ids[w] if t != 255]

    def when(core: Any) -> Any:
        winds = (core.Wind.East, core.Wind.South, core.Wind.West, core.Wind.North)
        return core.Conditions(**flags, player_wind=winds[seat_wind], round_wind=winds[round_wind])

    return ids, last, dora, ura, when, (flags, seat_wind, round_wind)


def _mahjong_score(win: tuple[Any, ...]) -> Any:
    from mahjong.constants import EAST
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules

    ids, last, dora, ura, _, (flags, seat_wind, round_wind) = win
    config = HandConfig(
        is_tsumo=flags["tsumo"], is_riichi=flags["riichi"] and not flags["double_riichi"],
        is_daburu_riichi=flags["double_riichi"], is_ippatsu=flags["ippatsu"],
        is_haitei=flags["haitei"], is_houtei=flags["houtei"], is_rinshan=flags["rinshan"],
        is_chankan=flags["chankan"], player_wind=EAST + seat_wind, round_wind=EAST + round_wind,
        options=OptionalRules(has_aka_dora=True, has_open_tanyao=True),
    )  # fmt: skip
    return HandCalculator.estimate_hand_value(ids, last, dora_indicators=dora + ura, config=config)


def replay_rows(items: list[tuple[str, bytes]]) -> list[Row]:
    """Text in memory → every state, shanten, waits, furiten and every win rescored."""
    from jansou.io.mjlog import parse_mjlog
    from jansou.validation.check import check_paifu
    from mjlog.parsers.tenhou import reader

    from mjlog.engine.checks import rescore
    from mjlog.replay import replay

    def ours() -> None:
        for first in range(0, len(items), 500):  # as many as in a part of an export
            batch = reader.read_batch(items[first : first + 500])
            rescore(batch, replay(batch))

    few = [data for _, data in items[:PEER_GAMES]]
    a, b = pair(ours, lambda: [check_paifu(parse_mjlog(data)) for data in few], 30)
    a, b = a / len(items), b / len(few)
    return [row("replay and rescoring of a game in memory", a, b, "≥ 60×", "jansou")]


def importer_rows(items: list[tuple[str, bytes]]) -> list[Row]:
    """Files of other formats → columns: against the readers of the peers."""
    rows = []
    with TemporaryDirectory(prefix="mjlog-benchmark-") as folder:
        for one in importer_sets(items, Path(folder)):
            one.ours()
            a, b = pair(one.ours, one.theirs)
            rows.append(row(one.what, a / one.games, b / one.games, "≥ 2×", one.peer))
    return rows


def export_rows(items: list[tuple[str, bytes]], folder: Path) -> list[Row]:
    """Export of gzip files into all tables but decisions: against jansou and the limit."""
    import shutil

    from jansou.validation.cli import check_file

    import mjlog

    logs = folder / "logs"
    logs.mkdir()
    for name, data in items:
        (logs / f"{Path(name).stem}.mjlog").write_bytes(gzip.compress(data, 6))
    paths = sorted(logs.iterdir())
    out = folder / "dataset"

    def ours() -> None:
        shutil.rmtree(out, ignore_errors=True)
        mjlog.export(logs, out)

    few = [str(path) for path in paths[:PEER_GAMES]]
    ours()
    a, b = pair(ours, lambda: [check_file(path) for path in few], 20)
    a, b = a / len(items), b / len(few)
    limit = limit_seconds([path.read_bytes() for path in paths], out)
    c = sum(limit.values()) / len(items)
    stages = ", ".join(f"{name} {_time(t / len(items))}" for name, t in limit.items())
    return [
        row("export of a game, all tables but decisions", a, b, "≥ 15×", "jansou-validate"),
        Row("the same, of the measured limit", _time(a), f"{stages}: {_time(c)}",
            f"{100 * c / a:.0f} %", "≥ 50 %"),
    ]  # fmt: skip


def process_rows(items: list[tuple[str, bytes]], folder: Path) -> list[Row]:
    """Whole processes: one record from a cold start, first compilation, memory of an export."""
    cache = os.environ.get("MJLOG_CACHE_DIR")
    log = folder / "one.mjlog"
    log.write_bytes(items[0][1])
    rows = []
    for command in (["show", str(log)], ["audit", str(log)]):
        cpu, seconds, _ = min(_process(command) for _ in range(3))
        text = f"{_time(cpu)} CPU"
        rows.append(Row(f"mjlog {command[0]}, cold start", _time(seconds), text, "", "< 1.0 s"))
    os.environ["MJLOG_CACHE_DIR"] = str(folder / "cache")
    cpu, seconds, _ = _process(["warmup"])
    os.environ.pop("MJLOG_CACHE_DIR")
    if cache is not None:
        os.environ["MJLOG_CACHE_DIR"] = cache
    text = f"{_time(cpu)} CPU in the first process"
    rows.append(Row("first compilation, two processors", _time(seconds), text, "", "≤ 20 s"))
    memory = _process(["export", str(folder / "logs"), "-o", str(folder / "again")])[2]
    what = f"peak memory of an export of {len(items)} games"
    return [*rows, Row(what, f"{memory:.0f} MB", "", "", "< 600 MB")]


def _process(command: list[str]) -> tuple[float, float, float]:
    """Run ``mjlog`` and return CPU seconds, seconds, and its peak memory in MB."""
    code = (
        "import sys; from benchmarks.process import used; from mjlog.cli import main; "
        "main(sys.argv[1:]); print(*used(), file=sys.stderr)"
    )
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code, *command], capture_output=True, text=True, check=True
    )
    seconds = time.perf_counter() - start
    cpu, memory = done.stderr.split()[-2:]
    return float(cpu), seconds, float(memory)


# --- result ------------------------------------------------------------------------------------
def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "not known"


def table(rows: list[Row], header: list[str]) -> str:
    """Return the rows as a Markdown table below the lines that say how they were measured."""
    lines = ["| what | mjlog | compared with | ratio | goal |", "|---|---|---|---|---|"]
    lines += [f"| {' | '.join(r)} |" for r in rows]
    return "\n".join([*header, "", *lines])


def main() -> int:
    """Measure everything and print the table."""
    parser = argparse.ArgumentParser(prog="benchmarks")
    parser.add_argument("--logs")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    os.environ["MJLOG_JIT"] = "1"
    items = records(args.logs, args.games)
    from mjlog.parsers.tenhou import reader

    from mjlog.replay import replay

    batch = reader.read_batch(items)
    played = replay(batch)
    rows = shanten_rows() + scoring_rows(batch, played) + replay_rows(items)
    rows += importer_rows(items)
    with TemporaryDirectory(prefix="mjlog-benchmark-") as folder:
        rows += export_rows(items, Path(folder))
        del os.environ["MJLOG_JIT"]
        rows += process_rows(items, Path(folder))
    rows += import_module("benchmarks.american").card_rows()
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PEERS)
    kind = "real Tenhou games" if args.logs else "games of the simulator"
    header = [
        f"Measured {datetime.date.today()} on {os.cpu_count()} processors of a "
        f"{platform.machine()} machine with Python {platform.python_version()}: "
        f"{len(batch)} {kind}, {len(batch.rounds):,} rounds, {len(batch.events):,} events, "
        f"{len(batch.wins):,} wins. Peers: {versions}.",
        "CPU time of one thread, the best of several runs taken in turns with the peer; times of",
        f"whole processes by the clock (load of the machine at the end: {_load()}).",
    ]
    text = "\n\n".join([table(rows, header), "Readers, from files to columns; nothing is "
                        "replayed:", "\n".join(f"- {note}" for note in NOTES)])  # fmt: skip
    print(text)
    if args.write:
        path = Path(__file__).parents[1] / "docs" / "performance.md"
        command = "`python benchmarks/run.py --write` makes this page anew."
        path.write_text(f"# Performance\n\n{command}\n\n{text}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
