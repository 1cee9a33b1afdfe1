"""Every rule parameter decides something, or its meaning says that it is only stated."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mjlog.rules.meanings import MEANINGS
from mjlog.rules.model import PARAMETERS, domain


@pytest.fixture(scope="module")
def program(root: Path) -> str:
    """The source of everything that may read a ruleset."""
    folders = (root / "mjlog", root / "parsers", root / "analysis")
    files = [path for folder in folders for path in folder.rglob("*.py")]
    files = [path for path in files if "american" not in path.parts]
    return "\n".join(p.read_text("utf-8") for p in files if "rules" not in p.parent.parts[-1:])


@pytest.mark.parametrize("name", PARAMETERS)
def test_a_parameter_is_read_or_stated(name: str, program: str) -> None:
    column = rf"\[(?:[^\]\n]*, )?{name.upper()}\]"
    field = rf"\b(?:rules?|r|self)\.{name}\b|\"{name}\""
    used = re.search(column, program) or re.search(rf"= {name.upper()}$", program, re.MULTILINE)
    stated = "; stated," in MEANINGS[name]
    assert bool(used or re.search(field, program)) is not stated
    if stated:
        allowed = domain(name)
        assert allowed is not None and (len(allowed) == 1 or name == "disputes")
