"""Hands, melds and rivers drawn on a :class:`~mjlog.render.canvas.Canvas`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..codes import UNKNOWN
from .canvas import ACCENT, ALERT, HEIGHT, WIDTH, Canvas

if TYPE_CHECKING:
    from ..views.tabletop import Discard, Meld

__all__ = ["draw_hand", "draw_meld", "draw_river", "hand_width", "meld_head"]

GAP: Final = 24  # before the drawn tile and before each meld
PER_ROW: Final = 6
ROW_HEIGHT: Final = 87
#: What an added tile, turned and lying on a turned tile, stands out above an upright one.
ADDED_HEAD: Final = 2 * WIDTH - HEIGHT


def meld_head(melds: Sequence[Meld]) -> int:
    """Return the room that added kans need above the row."""
    return ADDED_HEAD if any(m.added is not None for m in melds) else 0


def hand_width(
    tiles: Sequence[int], drawn: int | None, melds: Sequence[Meld], kita: Sequence[int] = ()
) -> float:
    """Return how long the row of :func:`draw_hand` gets."""
    return draw_hand(Canvas(), tiles, drawn=drawn, melds=melds, kita=kita)


def draw_hand(
    canvas: Canvas,
    tiles: Sequence[int],
    *,
    drawn: int | None = None,
    melds: Sequence[Meld] = (),
    kita: Sequence[int] = (),
    face_down: bool = False,
) -> float:
    """Draw a row with its upper left corner at 0, 0 and return its width.

    Order: concealed tiles, drawn tile, north tiles set aside, melds (the newest first, as
    they are pushed to the right edge of a table).
    """
    x = 0.0
    for code in tiles:
        canvas.tile(code, x, 0, face_down=face_down)
        x += WIDTH
    if drawn is not None:
        x += GAP * 0.6 if tiles else 0
        canvas.tile(drawn, x, 0, face_down=face_down)
        x += WIDTH
    if kita:
        x += GAP
        for code in kita:
            canvas.tile(code, x, 0)
            x += WIDTH
    for meld in reversed(melds):
        x += GAP if x else 0
        x += draw_meld(canvas, meld, x)
    return x


def draw_meld(canvas: Canvas, meld: Meld, left: float) -> float:
    """Draw a meld from ``left`` on and return its width."""
    x = left
    for slot in meld.slots():
        if not slot.sideways:
            canvas.tile(slot.code, x, 0, face_down=slot.face_down)
            x += WIDTH
            continue
        if slot.on_top != UNKNOWN:
            canvas.tile(slot.on_top, x, HEIGHT - 2 * WIDTH, sideways=True)
        canvas.tile(slot.code, x, HEIGHT - WIDTH, sideways=True)
        x += HEIGHT
    return x - left


def draw_river(
    canvas: Canvas, discards: Sequence[Discard], *, rows: int | None = 3, newest: bool = False
) -> tuple[float, float]:
    """Draw a river from 0, 0 and return its width and height.

    With ``rows`` the last row takes whatever is left, as on a table; ``newest`` frames the
    last tile.
    """
    x = width = 0.0
    row = 0
    for i, discard in enumerate(discards):
        if i and i % PER_ROW == 0 and (rows is None or row < rows - 1):
            x, row = 0.0, row + 1
        frame = ALERT if discard.ronned else ""
        if newest and i == len(discards) - 1 and not frame and discard.called_by is None:
            frame = ACCENT
        canvas.tile(
            discard.tile,
            x,
            row * ROW_HEIGHT + (HEIGHT - WIDTH if discard.sideways else 0),
            sideways=discard.sideways,
            dim=discard.called_by is not None,
            shade=discard.tsumogiri is True,
            frame=frame,
        )
        x += HEIGHT if discard.sideways else WIDTH
        width = max(width, x)
    return width, row * ROW_HEIGHT + HEIGHT + 4
