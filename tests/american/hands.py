"""Short hands for the tests of the rulings: lines as people type them, findings by code.

``play("A -5C", "B +5D -W")`` is a public record in which racks are unknown; ``deal`` lines make
tiles known. A is East, B South, C West, D North.
"""

from __future__ import annotations

from mjlog.parsers.american import parse_text

from mjlog.american.audit import AmericanAudit, check_american
from mjlog.american.card import Card, load_card, parse_card
from mjlog.american.model import AmericanGame
from mjlog.american.rules import AmericanRules, load_american_rules
from mjlog.findings import Finding

__all__ = ["FIRST", "SECOND", "Played", "card", "play", "turns"]

#: Both Charlestons of a public record, tiles unknown.
FIRST = ("R1 A>B | B>C | C>D | D>A", "O1 A>C | B>D | C>A | D>B", "L1 A>D | B>A | C>B | D>C")
SECOND = (
    "go", "L2 A>D | B>A | C>B | D>C", "O2 A>C | B>D | C>A | D>B", "R2 A>B | B>C | C>D | D>A",
)  # fmt: skip

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
    card: str | None = None,
    players: int = 4,
) -> Played:
    """Audit one hand that is written as typed lines.

    Args:
        lines: Statements, the hand's first line first.
        rules: Name of a profile, or a profile. level: How much the record holds.
        with_card: Whether there is a card. card: Lines of one made for the test.
        players: Number of players.
    """
    seats = " ".join(f"{p}={w}" for p, w in zip("ABCD"[:players], "ESWN", strict=False))
    names = " ".join(f"{p}=?" for p in "ABCD"[:players])
    name = rules if isinstance(rules, str) else rules.name
    text = HEAD.format(rules=name, level=level, players=names, seats=seats)
    if not with_card:
        text = text.replace('[Card "sample-original-1"]\n', "")
    (game,) = parse_text(text + "\n".join(lines) + "\n")
    profile = load_american_rules(rules) if isinstance(rules, str) else rules
    own = None if card is None else parse_card(f"amc 1\nname test\nlowest 25\n{card}\n")
    return Played(check_american(game, rules=profile, card=own), game)


def turns(number: int, first: str = "B") -> list[str]:
    """Return turns in which a player draws and discards unknown tiles, ``first`` begins."""
    start = "ABCD".index(first)
    return [f"{'ABCD'[(start + i) % 4]} +? -?" for i in range(number)]
