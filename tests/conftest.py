"""Fixtures shared by all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """Folder of the real logs and cases; the test is skipped where it is absent."""
    folder = Path(os.environ.get("MJLOG_SHARED", ROOT.parent / "shared"))
    if not (folder / "logs").is_dir():
        pytest.skip(f"the real logs are not here ({folder})")
    return folder


@pytest.fixture(scope="session")
def root() -> Path:
    """Folder of the checkout."""
    return ROOT
