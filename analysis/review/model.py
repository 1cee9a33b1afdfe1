"""What a review holds, the same for riichi and American games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from mjlog.files import write_file

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Choice", "Decision", "Review", "ReviewedHand", "Weight"]

#: How much a choice gave away: ``none``; ``some`` (fewer tiles that help); ``much`` (the hand
#: went back, or a win or a claim that counts was let go); ``rule``: a finding of the audit.
Weight = Literal["none", "some", "much", "rule"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that the player could do.

    Attributes:
        name: In the game's words (``discard 3p``, ``pass``, ``pon``, ``exchange N for joker``).
        tiles: Codes of the tiles it is about, in the encoding of the game.
        facts: (what, value) pairs, each for a column of the page, the same ones in one decision
            (``shanten`` 1, ``tiles that help`` 2s 5s, ``copies`` 7, ``safe against`` W …).
        taken: Whether it was done.
    """

    name: str
    tiles: tuple[int, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """One moment of choice.

    Attributes:
        event: Event of the hand before which it stands (``mjlog show --step`` takes it).
        label: Where it is in the hand, in a few words (``turn 7``, ``first across``).
        kind: ``turn``, ``call``, ``pass`` (a Charleston pass), ``exchange`` …
        rack: Tiles in the hand, the one just drawn last; may hold unknown ones.
        drawn: The last tile of ``rack`` was just drawn or taken.
        melds: Melds or exposures as tile codes each.
        choices: What could be done, the best by the facts first; the taken one is among them.
        weight: See :data:`Weight`.
        remark: What was given away, in one sentence; ``""`` if nothing.
        notes: Other facts: furiten, who is in riichi, which lines are dead, findings.
    """

    event: int
    label: str
    kind: str
    rack: tuple[int, ...]
    drawn: bool = False
    melds: tuple[tuple[int, ...], ...] = ()
    choices: tuple[Choice, ...] = ()
    weight: Weight = "none"
    remark: str = ""
    notes: tuple[str, ...] = ()

    def with_findings(self, findings: Sequence[str], *, rule: bool) -> Decision:
        """Return the decision with findings of the audit among its notes.

        Args:
            findings: Their messages. rule: Whether one of them is more than a note: the weight
                is ``rule`` then, and the first message the remark where there is none.
        """
        if not findings:
            return self
        notes = (*self.notes, *findings)
        if not rule:
            return replace(self, notes=notes)
        return replace(self, notes=notes, weight="rule", remark=self.remark or findings[0])

    @property
    def taken(self) -> Choice | None:
        """The choice that was made, None if it is not known."""
        return next((choice for choice in self.choices if choice.taken), None)


@dataclass(frozen=True, slots=True)
class ReviewedHand:
    """One hand (局).

    Attributes:
        label: ``E2.1``, ``hand 3``.
        title: Label for a heading, in the language of the review.
        outcome: Result and what the player got by it, in words.
        points: Change of the player's points, None if not known.
        decisions: In order.
        notes: What concerns the hand as a whole.
    """

    label: str
    title: str
    outcome: str
    points: int | None = None
    decisions: tuple[Decision, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Review:
    """A game from one seat.

    Attributes:
        game: ``riichi`` or ``american``: which tiles are drawn.
        game_id, player: Whose review of what.
        title: Heading.
        facts: (what, value) pairs for the head: rules, card, result.
        hands: In order of play.
        summary: (what, value) pairs: how often each weight occurred, and other counts.
        lang: ``en`` or ``ja``.
    """

    game: Literal["riichi", "american"]
    game_id: str
    player: str
    title: str
    facts: tuple[tuple[str, str], ...] = ()
    hands: tuple[ReviewedHand, ...] = ()
    summary: tuple[tuple[str, str], ...] = ()
    lang: str = "en"

    def decisions(self) -> list[tuple[ReviewedHand, Decision]]:
        """Return every decision with its hand."""
        return [(hand, decision) for hand in self.hands for decision in hand.decisions]

    def only(self, label: str) -> Review:
        """Return the review of one hand (``E2.1``, ``hand 3``); the summary counts it alone."""
        from .words import MARKS, word

        hands = tuple(hand for hand in self.hands if hand.label == label)
        found = [decision.weight for hand in hands for decision in hand.decisions]
        counts = [(word("decisions", self.lang), str(len(found)))]
        counts += [(word(w, self.lang), str(found.count(w))) for w in MARKS]
        return replace(self, hands=hands, summary=tuple(counts))

    def to_frame(self) -> pd.DataFrame:
        """Return a row a decision, see :func:`.values.review_frame`."""
        from .values import review_frame

        return review_frame(self)

    def save(self, path: str | Path) -> None:
        """Write the page, which loads nothing, to ``path`` (UTF-8)."""
        from .page import review_page

        write_file(path, review_page(self))

    def _repr_html_(self) -> str:
        from .page import review_fragment

        return review_fragment(self)

    def __repr__(self) -> str:
        count = len(self.decisions())
        return f"<Review {self.game_id}: {self.player}; {len(self.hands)} hands, {count} decisions>"
