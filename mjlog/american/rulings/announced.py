"""What a winner announces: line, value, jokerless bonus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import UnknownNameError
from ..card import Line, accepting
from ..settlement.payments import payments
from ..state import as_naturals
from ..tiles import UNKNOWN

if TYPE_CHECKING:
    from ..replay import HandReplay
    from .mahjong import Declaration

__all__ = ["check", "check_attempt", "line_of", "value_of"]


def line_of(replay: HandReplay, declaration: Declaration) -> Line | None:
    """Return the line announced, None where none was or the card has none of that name."""
    if replay.card is None or declaration.said.line_id is None:
        return None
    try:
        return replay.card.line(declaration.said.line_id)
    except UnknownNameError:
        return None


def _worth(replay: HandReplay, declaration: Declaration, line: Line) -> int:
    """Return the value of a line with the points for a fully concealed hand."""
    if replay.level == "result" or replay.player(declaration.p).shown:
        return line.value
    return line.value + _concealed_bonus(replay, line)


def _concealed_bonus(replay: HandReplay, line: Line) -> int:
    """Return the points that a line may bring more when nothing was exposed."""
    if line.concealed or replay.card is None:
        return 0
    return replay.card.concealed_bonus + replay.rules.concealed_bonus


def value_of(replay: HandReplay, declaration: Declaration) -> int | None:
    """Return the value announced, else the one of the line announced, else of the best line."""
    if declaration.said.value is not None:
        return declaration.said.value
    line = line_of(replay, declaration)
    matches = declaration.judgement.matches
    if line is None and matches:
        line = matches[0].line
    return None if line is None else _worth(replay, declaration, line)


def check(replay: HandReplay, declaration: Declaration) -> None:
    """Compare what was announced with the hand and the card."""
    line = line_of(replay, declaration)
    wrong_line = _check_line(replay, declaration, line)
    if not wrong_line:
        _check_value(replay, declaration, line)
        _check_dearer(replay, declaration, line)
    _check_jokerless(replay, declaration, line)


def check_attempt(replay: HandReplay, declaration: Declaration) -> None:
    """Compare the value of a hand attempted in error with its line: the penalty rests on it."""
    line = line_of(replay, declaration)
    if line is not None:
        _check_value(replay, declaration, line)


def _check_line(replay: HandReplay, declaration: Declaration, line: Line | None) -> bool:
    """Report a line that the hand does not match (MJ-02), or cannot match (MJ-06)."""
    said, judgement = declaration.said, declaration.judgement
    if judgement.right and not judgement.matches:
        return False  # seven pairs, where the table plays them
    if said.line_id is None or replay.card is None:
        if said.line_id is not None:
            replay.skip("A-MJ-02", "no card")
        return False
    shown = replay.player(declaration.p).shown
    if judgement.matches:
        fits = [match.line.id for match in judgement.matches]
        if line is not None and line.id in fits:
            return False
        if line is not None and line.concealed and shown:
            replay.fault(
                "MJ-06", declaration.p, f"{line.id} must be concealed",
                recorded=said.line_id, expected=fits, event=declaration.event,
            )  # fmt: skip
            return True
    elif line is not None:
        if line.concealed and shown:
            replay.fault(
                "MJ-06", declaration.p, f"{line.id} must be concealed",
                recorded=said.line_id, event=declaration.event,
            )  # fmt: skip
            return True
        unknown = any(e.kind == UNKNOWN for e in shown)
        seen = as_naturals(shown)
        fits = [] if unknown else [other.id for other in accepting(replay.card, seen)]
        if unknown or line.id in fits or not shown:
            replay.skip("A-MJ-02", "the winning hand is unknown")
            return False
    else:
        fits = [other.id for other in replay.card.lines]
    replay.fault(
        "MJ-02", declaration.p, f"{said.line_id} announced, the hand fits {', '.join(fits)}"
        if line is not None else f"the card has no line {said.line_id}",
        recorded=said.line_id, expected=fits, event=declaration.event,
    )  # fmt: skip
    return True


def _check_value(replay: HandReplay, declaration: Declaration, line: Line | None) -> None:
    said = declaration.said
    if said.value is None:
        return
    if declaration.judgement.right and not declaration.judgement.matches:
        due = replay.rules.atomic_value
    elif line is None:
        if replay.card is None:
            replay.skip("A-MJ-03", "no card")
            return
        if said.line_id is not None or not declaration.judgement.matches:
            return
        values = [_worth(replay, declaration, m.line) for m in declaration.judgement.matches]
        if said.value in values:
            return
        due = values[0]
    else:
        due = _worth(replay, declaration, line)
        if replay.level == "result" and said.value == due + _concealed_bonus(replay, line):
            return  # no exposure is recorded, whether there was none or not
    if said.value != due:
        what = line.id if line is not None else "the hand"
        replay.fault(
            "MJ-03", declaration.p, f"{said.value} announced, {what} is worth {due}",
            recorded=said.value, expected=due, event=declaration.event,
        )  # fmt: skip


def _check_dearer(replay: HandReplay, declaration: Declaration, line: Line | None) -> None:
    """Note a dearer line (MJ-04): the value stays as announced."""
    matches = declaration.judgement.matches
    if line is None or not matches or matches[0].line.value <= line.value:
        return
    best = matches[0].line
    replay.fault(
        "MJ-04", declaration.p, f"the hand also fits {best.id} ({best.value})",
        recorded=line.value, expected=best.value, event=declaration.event, note=True,
    )  # fmt: skip


def _check_jokerless(replay: HandReplay, declaration: Declaration, line: Line | None) -> None:
    """Compare the bonus announced with the 14 tiles (MJ-05)."""
    said, truth = declaration.said, declaration.judgement.jokerless
    if line is None and declaration.judgement.matches and said.line_id is None:
        line = declaration.judgement.matches[0].line
    if said.jokerless is None:
        return
    if said.jokerless and line is not None and line.no_bonus:
        detail = f"{line.id} has no bonus"
    elif truth is None:
        replay.skip("A-MJ-05", declaration.judgement.detail or "the winning hand is unknown")
        return
    elif said.jokerless and not truth:
        detail = "announced with a joker among the 14 tiles"
    elif truth and not said.jokerless and line is not None and not line.no_bonus:
        _not_announced(replay, declaration)
        return
    else:
        return
    replay.fault(
        "MJ-05", declaration.p, detail, recorded=said.jokerless, expected=not said.jokerless,
        event=declaration.event,
    )  # fmt: skip


def _not_announced(replay: HandReplay, declaration: Declaration) -> None:
    """A bonus that was due and not announced: lost, unless it was paid all the same."""
    if not replay.rules.jokerless_must_be_claimed:
        return
    paid = _bonus_paid(replay, declaration)
    replay.fault(
        "MJ-05", declaration.p,
        "no bonus announced though no joker is among the 14 tiles"
        + (", and it was paid" if paid else "; it is lost"),
        recorded=False, expected=True, event=declaration.event, note=not paid,
    )  # fmt: skip


def _bonus_paid(replay: HandReplay, declaration: Declaration) -> bool:
    """Whether the points recorded are those with the jokerless bonus, and not those without."""
    value = value_of(replay, declaration)
    if replay.settle is None or value is None:
        return False
    off = declaration.off if declaration.how == "discard" else None
    pays = [
        payments(
            replay.state.order, declaration.p, declaration.how, off, value, jokerless,
            replay.rules, east=replay.state.east,
        ).pay
        for jokerless in (True, False)
    ]  # fmt: skip
    return replay.settle.pay == pays[0] != pays[1]
