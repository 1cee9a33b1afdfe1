"""Fixtures shared by all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """Folder of the real logs and cases; the test is skipped where it is absent.

    A folder that ``MJLOG_SHARED`` names must be there.
    """
    named = os.environ.get("MJLOG_SHARED")
    folder = Path(named or ROOT.parent / "shared")
    if not (folder / "logs").is_dir():
        assert named is None, f"MJLOG_SHARED names {folder}, which has no folder logs"
        pytest.skip(f"the real logs are not here ({folder})")
    return folder


@pytest.fixture(scope="session")
def root() -> Path:
    """Folder of the checkout."""
    return ROOT
