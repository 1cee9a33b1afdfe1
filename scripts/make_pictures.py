"""Draw the pictures of README.md into docs/images: a table and figures of player statistics."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import matplotlib as mpl

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "images"
GAMES = 200


def draw_table() -> None:
    """Draw the table before the largest win of the first sample game."""
    import mjlog

    game = mjlog.read(ROOT / "sample_logs" / "tenhou" / "tenhou-0.mjlog")[0]
    wins = [(win.points or 0, r.index, win.event) for r in game.rounds for win in r.wins]
    _, number, event = max(wins)
    game.rounds[number].state(event).svg().save(TARGET / "table.svg")


def draw_players() -> None:
    """Draw statistics of simulated games."""
    import matplotlib.pyplot as plt
    import pandas as pd
    from mjlog.analysis import plots
    from mjlog.analysis.statistics import statistics

    import mjlog
    from mjlog.cli import main as command

    with tempfile.TemporaryDirectory() as name:
        logs, dataset = Path(name, "logs"), Path(name, "dataset")
        command(["simulate", "-n", str(GAMES), "--seed", "3", "-o", str(logs)])
        mjlog.export(logs, dataset)
        table = statistics(dataset)
        wins = pd.read_parquet(dataset / "wins")
    figure, axes = plt.subplots(2, 2, figsize=(11, 8), layout="constrained")
    plots.plot_places(axes[0, 0], table)
    plots.plot_win_against_deal_in(axes[0, 1], table)
    plots.plot_rates(axes[1, 0], table, ["riichi_rate", "call_rate"])
    plots.plot_win_points(axes[1, 1], wins)
    figure.savefig(TARGET / "players.png", dpi=80, metadata={"Software": None})


def main() -> int:
    """Draw both."""
    sys.path.insert(0, str(ROOT))
    mpl.use("agg")
    TARGET.mkdir(parents=True, exist_ok=True)
    draw_table()
    draw_players()
    return 0


if __name__ == "__main__":
    sys.exit(main())
