"""What is told about a finding code of American mahjong."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from ..finding_table import FindingCode, Severity

__all__ = ["BOOK", "LEVELS", "AmericanCode", "Level"]

Level = Literal["full", "public", "result"]

#: What a record must hold for a check, in words.
LEVELS: Final[dict[Level, str]] = {
    "full": "a full record (all tiles)",
    "public": "a public record (all that was said or shown)",
    "result": "a record of results",
}
#: The rule book that most rules are taken from.
BOOK: Final = "Mah Jongg Made Easy 2024"


class AmericanCode(NamedTuple):
    """One kind of violation.

    Attributes:
        code: ``A-`` and the code of the subject, ``A-PAY-01``.
        name: Kebab name. severity: ``error`` or ``note``.
        level: The least that a record must hold for the check.
        card: Whether the check needs the card.
        summary: What is wrong, one sentence. explanation: What is compared with what.
        consequence: What follows at the table under the League's rules.
        seed: What the seed text says where it differs or is the source; "" where it is silent.
        source: Where the rule stands.
        rule: Parameters of :class:`~mjlog.american.rules.AmericanRules` that decide.
        ja: Japanese title.
    """

    code: str
    name: str
    severity: Severity
    level: Level
    card: bool
    summary: str
    explanation: str
    consequence: str
    seed: str
    source: str
    rule: str
    ja: str

    def finding_code(self) -> FindingCode:
        """Return the entry in the form that all families share."""
        needs = f"Needs {LEVELS[self.level]}{' and the card' if self.card else ''}."
        parts = [self.explanation, needs, f"Consequence: {self.consequence}"]
        if self.seed:
            parts.append(f"Seed text: {self.seed}")
        parts.append(f"Source: {self.source}.")
        return FindingCode(
            self.code,
            self.name,
            self.severity,
            self.summary,
            " ".join(parts),
            self.rule or "rule book of the League",
        )
