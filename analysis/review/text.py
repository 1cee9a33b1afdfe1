"""A review for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.render.columns import Ruler

from .model import Choice, Decision, Review, ReviewedHand
from .page import columns_of, first_choices
from .tiles import codes_text, rack_text
from .words import weight_word, word

__all__ = ["review_text"]

_INDENT = "    "


def review_text(review: Review, *, every: bool = False, ruler: Ruler | None = None) -> str:
    """Return a review as text.

    Args:
        review: The review.
        every: Show the decisions that are not marked too, and all choices.
        ruler: How wide signs are.
    """
    ruler = ruler or Ruler()
    lines = [
        ruler.clean(review.title),
        ruler.table([*review.facts, *review.summary], indent="  "),
        "",
    ]
    rows = [
        (
            hand.label,
            hand.outcome,
            "" if hand.points is None else f"{hand.points:+,}",
            f"{_marked(hand)} / {len(hand.decisions)}" if hand.decisions else "",
        )
        for hand in review.hands
    ]
    header = [word(key, review.lang) for key in ("hand", "outcome", "points", "marked")]
    lines.append(ruler.table(rows, header, align="<<>>"))
    hidden = False
    for hand in review.hands:
        shown = [d for d in hand.decisions if every or d.weight != "none"]
        hidden = hidden or len(shown) < len(hand.decisions)
        if not shown and not hand.notes:
            continue
        label = "" if hand.label in hand.title else f"{hand.label}  "
        lines += ["", ruler.clean(f"{label}{hand.title}")]
        lines += [f"  {ruler.clean(note)}" for note in hand.notes]
        for decision in shown:
            lines += ["", *_decision(review, decision, every, ruler)]
    if hidden:
        lines += ["", f"({word('all_told', review.lang)})"]
    cleaned = (ruler.clean(line) for part in lines for line in part.split("\n"))
    return "\n".join(line.rstrip() for line in cleaned) + "\n"


def _marked(hand: ReviewedHand) -> int:
    return sum(decision.weight != "none" for decision in hand.decisions)


def _decision(review: Review, decision: Decision, every: bool, ruler: Ruler) -> list[str]:
    lang = review.lang
    event = word("event", lang).format(decision.event)
    weight = f"  {weight_word(decision.weight, lang)}" if decision.weight != "none" else ""
    remark = f": {decision.remark}" if decision.remark else ""
    lines = [ruler.clean(f"  {decision.label}  ({event}){weight}{remark}")]
    rows = [(word("rack", lang), rack_text(review.game, decision))]
    if decision.melds:
        shown = " ".join(f"[{codes_text(review.game, meld)}]" for meld in decision.melds)
        melds = "exposures" if review.game == "american" else "melds"
        rows.append((word(melds, lang), shown))
    lines.append(ruler.table(rows, indent=_INDENT))
    choices = list(decision.choices) if every else first_choices(decision)[0]
    if choices:
        lines.append(_choices(choices, ruler))
    lines += [
        f"{_INDENT}- {ruler.clean(note)}" for note in decision.notes if note != decision.remark
    ]
    return lines


def _choices(choices: Sequence[Choice], ruler: Ruler) -> str:
    """Return choices in columns, each fact with its name in the first line."""
    columns = columns_of(choices)
    rows = []
    for choice in choices:
        facts = dict(choice.facts)
        mark = ">" if choice.taken else ""
        rows.append((mark, choice.name, *(facts.get(column, "") for column in columns)))
    return ruler.table([("", "", *columns), *rows], indent=_INDENT)
