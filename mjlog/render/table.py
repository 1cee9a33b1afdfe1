"""The whole table as one picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .. import codes
from .canvas import ACCENT, ALERT, HEIGHT, INK, WIDTH, Canvas, Svg
from .pieces import draw_hand, draw_river, meld_head
from .text import hand_status
from .words import round_name, wind_name, word

if TYPE_CHECKING:
    from ..views import State

__all__ = ["draw_table"]

SIDE: Final = 1330  # side of the table
HALF: Final = SIDE / 2
BOX: Final = 200  # half of the box in the middle
ROW_LIMIT: Final = 1100  # longest row of hand and melds before it is made smaller
HAND_TOP: Final = 556  # upper edge of a hand, from the centre
FELT: Final = "#23614d"
FELT_DARK: Final = "#1a4a3b"
QUIET: Final = "#a9c9ba"


def draw_table(state: State, *, seat: int | None, viewer: int, lang: str, scale: float) -> Svg:
    """Return the table with ``viewer`` at the bottom; see :func:`mjlog.render.svg.table_svg`."""
    board = Canvas()
    _centre(board, state, lang)
    for s in range(state.players):
        side = (s - viewer) % 4
        part = Canvas()
        _score(part, state, s, lang, turned=side == 2)
        _player(part, state, s, lang, open_hand=seat is None or s == seat, turned=side == 2)
        board.place(part, f"translate({HALF:g} {HALF:g}) rotate({-90 * side})")
    label = f"{state.round.name}, before event {state.index}"
    return board.svg(SIDE, SIDE, scale=scale, label=label, background=FELT)


def _centre(board: Canvas, state: State, lang: str) -> None:
    """Round, counters, wall and indicators, always upright."""
    r = state.round
    board.rect(HALF - BOX, HALF - BOX, 2 * BOX, 2 * BOX, FELT_DARK, radius=18)
    title = round_name(r.wind, r.dealer, 0, lang)
    board.text(title, HALF, HALF - 64, size=46, anchor="middle", bold=True)
    detail = (
        f"{word('honba', lang)} {state.honba} · {word('deposits', lang)} {state.deposits}"
        if lang == "en"
        else f"{state.honba}{word('honba', lang)}　{word('deposits', lang)}{state.deposits}"
    )
    board.text(detail, HALF, HALF - 26, size=25, anchor="middle", colour=QUIET)
    small = Canvas()
    turned = list(state.dora_indicators)
    for i in range(5):
        known = i < len(turned)
        small.tile(turned[i] if known else 0, i * (WIDTH + 3), 0, face_down=not known)
    width = 5 * WIDTH + 12
    board.place(small, f"translate({HALF - width * 0.36:.1f} {HALF - 4:g}) scale(.72)")
    text = f"{word('live_wall', lang)} {state.live_wall}"
    board.text(text, HALF, HALF + 88, size=25, anchor="middle", colour=QUIET)


def _score(part: Canvas, state: State, seat: int, lang: str, *, turned: bool) -> None:
    """A seat's side of the box in the middle: wind, points, riichi stick."""
    y = BOX - 26
    points = state.scores[seat]
    wind = wind_name(state.wind(seat), lang)
    text = f"{wind} {points:,}" if points is not None else wind
    colour = ACCENT if state.wind(seat) == 0 else INK
    part.text(text, 0, y, size=29, anchor="middle", bold=True, colour=colour, turned=turned)
    if state.riichi[seat]:
        opacity = "1" if state.accepted[seat] else ".45"
        part.raw(
            f'<g opacity="{opacity}"><rect x="-90" y="{BOX - 14}" width="180" height="11" rx="5" '
            f'fill="#fbf8ec"/><circle cx="0" cy="{BOX - 8.5}" r="3.6" fill="#c3202b"/></g>'
        )


def _player(
    part: Canvas, state: State, seat: int, lang: str, *, open_hand: bool, turned: bool
) -> None:
    river = Canvas()
    last = state.last_event
    newest = last is not None and last.kind == codes.DISCARD and last.seat == seat
    draw_river(river, state.discards[seat], newest=newest)
    part.place(river, f"translate({-3 * WIDTH:g} {BOX + 18:g})")

    tiles, drawn = list(state.hands[seat]), state.drawn[seat]
    if drawn is not None and tiles:
        tiles.pop()
    melds, kita = state.melds[seat], state.kita[seat]
    row = Canvas()
    width = draw_hand(row, tiles, drawn=drawn, melds=melds, kita=kita, face_down=not open_hand)
    shrink = min(1.0, ROW_LIMIT / width) if width else 1.0
    top = HAND_TOP + HEIGHT * (1 - shrink)
    part.place(row, f"translate({-width * shrink / 2:.1f} {top:.1f}) scale({shrink:.3f})")
    y: float = HAND_TOP - 16
    if meld_head(melds):
        y = min(y, top - meld_head(melds) * shrink - 8)
    _caption(part, state, seat, lang, y, open_hand=open_hand, turned=turned)


def _caption(
    part: Canvas, state: State, seat: int, lang: str, y: float, *, open_hand: bool, turned: bool
) -> None:
    """The line above a hand: who, and how the hand stands."""
    name = state.round.game.names[seat]
    x = -ROW_LIMIT / 2 + 30
    part.text(_shortened(name), x, y, size=26, bold=True, turned=turned)
    if not open_hand:
        return
    status, alert = hand_status(state, seat, lang)
    colour = ALERT if alert else QUIET
    part.text(status, -x, y, size=24, anchor="end", colour=colour, turned=turned)


def _shortened(name: str, limit: int = 22) -> str:
    return name if len(name) <= limit else name[: limit - 1] + "…"
