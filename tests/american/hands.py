"""Short hands for the tests of the rulings: lines as people type them, findings by code.

``play("A -5C", "B +5D -W")`` is a public record in which racks are unknown; ``deal`` lines or
``racks`` make tiles known. Seats are A=E, B=S, C=W, D=N unless said otherwise.
"""

from __future__ import annotations

from mjlog.parsers.american import parse_text

from mjlog.american.audit import AmericanAudit, check_american
from mjlog.american.card import Card, load_card
from mjlog.american.model import AmericanGame
from mjlog.american.rules import AmericanRules, load_american_rules
from mjlog.findings import Finding

__all__ = ["Played", "card", "play"]

HEAD = """#AMN 1
[Ruleset "{rules}"]
[Card "sample-original-1"]
[Players "{players}"]
[Level "{level}"]
[Hand "1"]
[East "A"]
[Seats "{seats}"]
"""


def card() -> Card:
    """Return the card of the vectors."""
    return load_card("sample-original-1")


class Played:
    """A hand that was audited: what was found, and the replay."""

    def __init__(self, audit: AmericanAudit, game: AmericanGame) -> None:
        self.audit, self.game = audit, game
        self.replay = audit.replays[-1]
        self.state = self.replay.state
        self.result = self.replay.result

    @property
    def findings(self) -> list[Finding]:
        """All findings."""
        return self.audit.findings

    @property
    def codes(self) -> list[str]:
        """Codes of errors without ``A-``, in order."""
        return [f.code[2:] for f in self.findings if f.severity != "note"]

    @property
    def notes(self) -> list[str]:
        """Codes of notes without ``A-``, in order."""
        return [f.code[2:] for f in self.findings if f.severity == "note"]

    def finding(self, code: str) -> Finding:
        """Return the one finding of a code."""
        (found,) = [f for f in self.findings if f.code == f"A-{code}"]
        return found

    def skipped(self, check: str) -> bool:
        """Whether a check was counted as not made."""
        return any(name == check for name, _ in self.audit.not_checked)


def play(
    *lines: str,
    rules: str | AmericanRules = "nmjl-2024",
    level: str = "public",
    with_card: bool = True,
    players: int = 4,
) -> Played:
    """Audit one hand that is written as typed lines."""
    seats = " ".join(f"{p}={w}" for p, w in zip("ABCD"[:players], "ESWN", strict=False))
    names = " ".join(f"{p}=?" for p in "ABCD"[:players])
    name = rules if isinstance(rules, str) else rules.name
    text = HEAD.format(rules=name, level=level, players=names, seats=seats)
    if not with_card:
        text = text.replace('[Card "sample-original-1"]\n', "")
    # statements of one line may be parted by semicolons
    body = "\n".join(part.strip() for line in lines for part in line.split("\n"))
    (game,) = parse_text(text + body + "\n")
    profile = load_american_rules(rules) if isinstance(rules, str) else rules
    return Played(check_american(game, rules=profile), game)
