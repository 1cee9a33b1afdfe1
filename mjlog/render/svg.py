"""Hands, melds, rivers and whole tables as SVG.

A picture is a :class:`Svg`, a ``str`` that shows itself in Jupyter and can be written to a
file. Tile faces are our own drawings (``scripts/make_tile_svg.py``), nothing is looked up
in a font.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..tiles import format_tiles
from .canvas import HEIGHT, Canvas, Svg
from .pieces import draw_hand, draw_river, meld_head
from .table import draw_table

if TYPE_CHECKING:
    from ..views import State
    from ..views.tabletop import Discard, Meld

__all__ = ["Svg", "hand_svg", "meld_svg", "river_svg", "table_svg", "tile_svg"]

MARGIN = 6
SCALE = 0.6  # pixels a tile unit


def tile_svg(code: int, *, scale: float = SCALE) -> Svg:
    """Return one tile."""
    return hand_svg([code], scale=scale)


def hand_svg(
    tiles: Sequence[int],
    *,
    drawn: int | None = None,
    melds: Sequence[Meld] = (),
    scale: float = SCALE,
) -> Svg:
    """Return a hand: concealed ``tiles``, the ``drawn`` tile a little apart, then ``melds``."""
    canvas = Canvas()
    width = draw_hand(canvas, tiles, drawn=drawn, melds=melds)
    head = meld_head(melds)
    board = Canvas()
    board.place(canvas, f"translate({MARGIN} {MARGIN + head})")
    label = " ".join(
        [format_tiles(tiles), *([] if drawn is None else [format_tiles([drawn])]), *map(str, melds)]
    )
    return board.svg(width + 2 * MARGIN, HEIGHT + 2 * MARGIN + 4 + head, scale=scale, label=label)


def meld_svg(meld: Meld, *, scale: float = SCALE) -> Svg:
    """Return one meld, the called tile turned towards the player it came from."""
    return hand_svg([], melds=[meld], scale=scale)


def river_svg(discards: Sequence[Discard], *, scale: float = SCALE) -> Svg:
    """Return a river in rows of six.

    The riichi tile lies sideways, a tile that was called away is faded, a tsumogiri is
    darker, a ronned tile has a red frame.
    """
    canvas = Canvas()
    width, height = draw_river(canvas, discards, rows=None)
    board = Canvas()
    board.place(canvas, f"translate({MARGIN} {MARGIN})")
    label = format_tiles([d.tile for d in discards])
    return board.svg(width + 2 * MARGIN, height + 2 * MARGIN, scale=scale, label=label)


def table_svg(
    state: State, *, seat: int | None = None, viewer: int | None = None, lang: str = "en",
    scale: float = 0.55,
) -> Svg:  # fmt: skip
    """Return the whole table.

    Args:
        state: The moment to show.
        seat: Open only this seat's hand; None opens all.
        viewer: Who sits at the bottom (default: ``seat``, else seat 0).
        lang: ``en`` or ``ja``.
        scale: Pixels a tile unit (a tile is 60 units wide).
    """
    bottom = viewer if viewer is not None else (seat or 0)
    return draw_table(state, seat=seat, viewer=bottom, lang=lang, scale=scale)
