"""Baselines of ``mjlog audit``: reports of findings that are known already."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..errors import ConfigError

if TYPE_CHECKING:
    from ..findings import Finding

__all__ = ["MAX_BASELINE_BYTES", "SCHEMA", "Baseline"]

MAX_BASELINE_BYTES: Final = 256 << 20
#: Version of the reports that ``audit`` writes.
SCHEMA: Final = 1
_PLACES: Final = ("round_index", "event_index", "seat")
_VALUES: Final = ("recorded", "expected")
_FIELDS: Final = ("game_id", "code", *_PLACES, *_VALUES)


class Baseline:
    """The findings of a report; without one, none.

    Raises:
        ConfigError: The file cannot be read, or is no JSON report of findings.
    """

    def __init__(self, path: str | None = None) -> None:
        self._rows = [] if path is None else _read(Path(path))
        self._keys = {_key(row) for row in self._rows}

    def new(self, findings: Iterable[Finding]) -> list[Finding]:
        """Return the findings that are not in the report."""
        if not self._keys:
            return list(findings)
        return [finding for finding in findings if _key(finding.as_dict()) not in self._keys]

    def with_new(self, findings: Iterable[Finding]) -> list[dict[str, Any]]:
        """Return the findings of the report, and behind them those that are new."""
        return [*self._rows, *(finding.as_dict() for finding in findings)]


def _key(finding: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what makes a finding the same one in two reports.

    Two records may have one id, so what was recorded and what was expected belong to it; the
    file does not, which may be moved.
    """
    values = json.dumps([finding[name] for name in _VALUES], sort_keys=True)
    return (finding["game_id"], finding["code"], *(finding[name] for name in _PLACES), values)


def _read(path: Path) -> list[dict[str, Any]]:
    from ..findings import BY_CODE

    try:
        if path.stat().st_size > MAX_BASELINE_BYTES:
            raise ConfigError(f"{path}: larger than {MAX_BASELINE_BYTES} bytes")
        report = json.loads(path.read_bytes())
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{path}: no JSON: {error}") from error
    findings = report.get("findings") if isinstance(report, dict) else None
    if not isinstance(findings, list):
        raise ConfigError(
            f"{path}: expected a report as `mjlog audit --format json` prints it, "
            "with a list of findings"
        )
    if (schema := report.get("schema", SCHEMA)) != SCHEMA:
        raise ConfigError(f"{path}: a report of schema {schema!r}; this version reads {SCHEMA}")
    for number, finding in enumerate(findings):
        if fault := _fault(finding, BY_CODE):
            snippet = json.dumps(finding)[:80]
            raise ConfigError(f"{path}: findings[{number}] is no finding: {snippet} ({fault})")
    return findings


def _fault(value: object, codes: Container[str]) -> str:
    """Return what a JSON value lacks to be known again as a finding, "" for nothing."""
    if not isinstance(value, dict):
        return "no object"
    missing = [name for name in _FIELDS if name not in value]
    if missing:
        return f"without {', '.join(missing)}"
    if not isinstance(value["game_id"], str):
        return "game_id is no text"
    if not isinstance(value["code"], str) or value["code"] not in codes:
        return f"code {value['code']!r} is not known"
    wrong = [name for name in _PLACES if value[name] is not None and type(value[name]) is not int]
    return f"{wrong[0]} is no number" if wrong else ""
