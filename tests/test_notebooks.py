"""The notebooks run from top to bottom, and show what they showed when they were committed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).resolve().parent.parent / "notebooks").glob("*.ipynb"))


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def shown(notebook: Any) -> list[tuple[int, tuple[str, ...]]]:
    """Return which cells show what kinds of results."""
    return [
        (number, tuple(sorted(output["data"])))
        for number, cell in enumerate(notebook.cells)
        for output in cell.get("outputs", [])
        if "data" in output
    ]


@pytest.mark.filterwarnings("ignore:Kernel is running over TCP")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs_and_shows_what_is_committed(
    path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(root), os.environ.get("PYTHONPATH", "")]))
    committed = read(path)
    notebook = read(path)
    NotebookClient(
        notebook, timeout=600, resources={"metadata": {"path": str(path.parent)}}
    ).execute()  # raises when a cell does
    assert shown(notebook) == shown(committed)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_is_short_and_committed_with_outputs(path: Path) -> None:
    cells = read(path).cells
    assert len(cells) <= 15
    assert cells[0].cell_type == "markdown"
    assert all(cell.outputs for cell in cells if cell.cell_type == "code")
    assert not any(o.output_type == "error" for cell in cells for o in cell.get("outputs", []))
    assert path.stat().st_size < 400_000


def test_the_notebooks_are_here() -> None:
    names = {path.stem for path in NOTEBOOKS}
    assert names >= {"01_import_and_replay", "02_player_statistics", "08_american_mahjong"}
