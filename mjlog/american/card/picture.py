"""Cards and concrete hands as SVG, HTML and text.

Groups are coloured as printed cards have them: the suits a, b and c in three colours that say
only that suits differ, everything without a suit in ink.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ...render.american import tiles_svg
from ...render.canvas import Canvas, Svg
from ...render.columns import Ruler
from ...render.escape import escape_markup, escape_terminal
from .model import Card, ConcreteHand, Group, Line

__all__ = ["card_html", "card_svg", "card_text", "concrete_svg", "line_html", "line_svg"]

_COLOURS: Final = {"a": "#14743c", "b": "#c3202b", "c": "#1f4f8f", "?": "#7a4fa0"}
_INK: Final = "#1f2328"
_QUIET: Final = "#6b7280"
_PAPER: Final = "#fffdf5"
#: Width of a sheet, and places of its columns.
_WIDTH: Final = 1100
_ID, _GROUPS, _VALUE, _VARS = 30, 130, 730, 850
_ROW: Final = 34
_CELL: Final = 'style="text-align:left;padding:.15em .6em"'


def concrete_svg(hand: ConcreteHand, *, missing: Mapping[int, int] | None = None) -> Svg:
    """Return the tiles of a concrete hand, missing ones faded."""
    return tiles_svg(hand.groups, missing=missing)


# --- text -------------------------------------------------------------------------------------
def card_text(card: Card, *, ruler: Ruler | None = None) -> str:
    """Return a card as text: sections, and a line of the card a line."""
    ruler = ruler or Ruler()
    head = f"{card.name}: {len(card.lines)} lines, {len(card.table):,} concrete hands"
    rows = [escape_terminal(head), escape_terminal(f"sha256 {card.sha256}")]
    for section in card.sections:
        rows += ["", escape_terminal(section.name) + _flags(section.no_bonus, section.no_joker)]
        cells = [
            (line.id, line.text, f"{line.kind} {line.value}", line.vars_text)
            for line in section.lines
        ]
        rows.append(ruler.table(cells, indent="  "))
    return "\n".join(rows) + "\n"


def _flags(no_bonus: bool, no_joker: bool) -> str:
    words = ["no jokerless bonus"] * no_bonus + ["no jokers"] * no_joker
    return f" ({', '.join(words)})" if words else ""


# --- SVG --------------------------------------------------------------------------------------
def card_svg(card: Card, *, scale: float = 0.8) -> Svg:
    """Return a card as a sheet."""
    sheet = Canvas()
    y = 50.0
    sheet.text(card.name, _ID, y, size=30, bold=True, colour=_INK)
    for section in card.sections:
        y += 56
        title = section.name + _flags(section.no_bonus, section.no_joker)
        sheet.text(title, _ID, y, size=22, bold=True, colour=_QUIET)
        for line in section.lines:
            for i in range(len(line.alternatives)):
                y += _ROW
                _draw_line(sheet, line, y, i)
    return sheet.svg(_WIDTH, y + 30, scale=scale, label=f"card {card.name}", background=_PAPER)


def line_svg(line: Line, *, scale: float = 0.8) -> Svg:
    """Return one line of a card."""
    sheet = Canvas()
    for i in range(len(line.alternatives)):
        _draw_line(sheet, line, _ROW * (i + 1), i)
    height = _ROW * len(line.alternatives) + 16
    return sheet.svg(_WIDTH, height, scale=scale, label=str(line), background=_PAPER)


def _draw_line(sheet: Canvas, line: Line, y: float, alternative: int) -> None:
    groups = "&#160; ".join(_spans(line, alternative))
    room = _VALUE - _GROUPS - 20
    # about 13 units a character, and two spaces between groups
    long = 13 * sum(len(str(item)) + 2 for item in line.alternatives[alternative].items) > room
    squeezed = f' textLength="{room}" lengthAdjust="spacingAndGlyphs"' if long else ""
    sheet.raw(
        f'<text x="{_GROUPS}" y="{y:g}" font-size="22" font-weight="700"{squeezed}>{groups}</text>'
    )
    if alternative:
        sheet.text("or", _ID, y, size=20, colour=_QUIET)
        return
    sheet.text(line.id, _ID, y, size=20, colour=_QUIET)
    sheet.text(f"{line.kind} {line.value}", _VALUE, y, size=22, bold=True, colour=_INK)
    sheet.text(line.vars_text, _VARS, y, size=18, colour=_QUIET)


def _spans(line: Line, alternative: int) -> Iterator[str]:
    for item in line.alternatives[alternative].items:
        colour, text = _coloured(item)
        yield f'<tspan fill="{colour}">{escape_markup(text)}</tspan>'


def _coloured(item: Group | str) -> tuple[str, str]:
    """Return colour and text of a group; the colour stands beside the suit letter."""
    if isinstance(item, str):
        return _QUIET, item
    return _COLOURS.get(item.suit, _INK), item.text


# --- HTML -------------------------------------------------------------------------------------
def card_html(card: Card) -> str:
    """Return a card as an HTML table, for Jupyter."""
    rows = []
    for section in card.sections:
        title = escape_markup(section.name + _flags(section.no_bonus, section.no_joker))
        rows.append(f'<tr><th colspan="4" {_CELL}>{title}</th></tr>')
        rows += [line_html(line) for line in section.lines]
    caption = f"{card.name}: {len(card.lines)} lines, {len(card.table):,} concrete hands"
    return f"<table><caption>{escape_markup(caption)}</caption>{''.join(rows)}</table>"


def line_html(line: Line) -> str:
    """Return one line as a row of an HTML table."""
    readings = []
    for alternative in line.alternatives:
        parts = [_coloured(item) for item in alternative.items]
        readings.append(
            " ".join(
                f'<b style="color:{colour}">{escape_markup(text)}</b>' for colour, text in parts
            )
        )
    groups = "<br/>or ".join(readings)
    cells = (line.id, groups, f"{line.kind}&#160;{line.value}", escape_markup(line.vars_text))
    return "<tr>" + "".join(f"<td {_CELL}>{cell}</td>" for cell in cells) + "</tr>"
