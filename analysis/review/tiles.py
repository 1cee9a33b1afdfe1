"""Tiles of a review, of riichi or American games: as text, and as symbols of a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from mjlog.american import tiles as american
from mjlog.render.american import AmericanCanvas
from mjlog.render.canvas import HEIGHT, WIDTH, Canvas, face_id
from mjlog.render.escape import escape_markup
from mjlog.tiles import format_tile, format_tiles

from .model import Decision

__all__ = ["codes_text", "rack_text", "symbol_id", "symbols", "tile_names"]

#: Height of a tile with its lower edge.
_WHOLE: Final = HEIGHT + 4


def tile_names(game: str, codes: Iterable[int]) -> list[str]:
    """Return the name of each tile as records write it."""
    name = american.format_tile if game == "american" else format_tile
    return [name(code) for code in codes]


def codes_text(game: str, codes: Sequence[int]) -> str:
    """Return tiles in the notation of the game."""
    return american.format_tiles(codes) if game == "american" else format_tiles(codes)


def rack_text(game: str, decision: Decision) -> str:
    """Return the tiles in the hand, the one just drawn apart."""
    if not decision.drawn or len(decision.rack) < 2:
        return codes_text(game, decision.rack)
    apart = " + " if game == "american" else " "
    return f"{codes_text(game, decision.rack[:-1])}{apart}{codes_text(game, decision.rack[-1:])}"


def symbol_id(game: str, code: int) -> str:
    """Return the id of a tile among the symbols of a page."""
    return f"{game[0]}{code}"


def symbols(game: str, codes: Iterable[int]) -> str:
    """Return markup that draws nothing and defines each of the tiles once."""
    canvas = AmericanCanvas() if game == "american" else Canvas()
    used = sorted(set(codes))
    faces = {code: canvas.face_of(code) for code in used}
    defined = "".join(canvas.definition(face) for face in sorted({"body", *faces.values()}))
    tiles = "".join(
        f'<symbol id="{symbol_id(game, code)}" viewBox="0 0 {WIDTH} {_WHOLE}">'
        f"<title>{escape_markup(canvas.name_of(code))}</title>"
        f'<use href="#{face_id("body")}"/><use href="#{face_id(face)}"/></symbol>'
        for code, face in faces.items()
    )
    return (
        '<svg width="0" height="0" style="position:absolute" aria-hidden="true">'
        f"<defs>{defined}{tiles}</defs></svg>"
    )
