"""The drawing board under :mod:`mjlog.render.svg`: tiles, texts and their definitions.

Lengths are in tile units: an upright tile is 60 wide and 80 high, a turned one 80 by 60.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from ..codes import UNKNOWN
from ..files import write_file
from ..tiles import format_tile
from .escape import escape_markup

__all__ = ["HEIGHT", "WIDTH", "Canvas", "Svg", "tile_art"]

WIDTH: Final = 60
HEIGHT: Final = 80

INK: Final = "#f4f1e4"
ACCENT: Final = "#e8b339"
ALERT: Final = "#ff6b5e"
FONT: Final = (
    "system-ui,'Noto Sans CJK JP','Hiragino Sans','Yu Gothic',Meiryo,'Noto Sans JP',sans-serif"
)

_BODY: Final = (
    '<rect x=".5" y="{edge_y}" width="{w}" height="{h}" rx="7" fill="{edge}"/>'
    '<rect x=".5" y=".5" width="{w}" height="{h}" rx="7" fill="{fill}" stroke="{line}" '
    'stroke-width="1"/>'
)


class Svg(str):
    """An SVG picture: a ``str`` that shows itself in Jupyter."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: str | Path) -> None:
        """Write the picture to ``path`` (UTF-8)."""
        write_file(path, str(self))


@cache
def tile_art() -> dict[str, Any]:
    """Return the tile faces: ``faces`` by mpsz name, ``license``, ``width``, ``height``."""
    text = Path(__file__).with_name("tiles.json").read_text(encoding="utf-8")
    art: dict[str, Any] = json.loads(text)
    return art


class Canvas:
    """Collects drawing commands and the definitions that they use."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._faces: set[str] = set()

    def tile(
        self,
        code: int,
        x: float,
        y: float,
        *,
        sideways: bool = False,
        face_down: bool = False,
        dim: bool = False,
        shade: bool = False,
        frame: str = "",
    ) -> None:
        """Put a tile with its upper left corner at ``x, y``.

        ``dim`` fades a tile that is no longer there, ``shade`` darkens it (tsumogiri),
        ``frame`` is the colour of a frame around it.
        """
        name = "back" if face_down else self.face_of(code)
        body = "side" if sideways else "body"
        self._faces |= {name, body}
        wide, high = (HEIGHT, WIDTH) if sideways else (WIDTH, HEIGHT)
        turn = f"translate(0 {WIDTH}) rotate(-90)" if sideways else ""
        inner = _use(body)
        inner += f'<g transform="{turn}">{_use(name)}</g>' if turn else _use(name)
        if shade:
            inner += f'<rect width="{wide}" height="{high}" rx="7" fill="#000" opacity=".17"/>'
        if frame:
            inner += (
                f'<rect x="1" y="1" width="{wide - 2}" height="{high - 2}" rx="6" fill="none" '
                f'stroke="{frame}" stroke-width="5"/>'
            )
        opacity = ' opacity=".38"' if dim else ""
        title = "" if face_down or code == UNKNOWN else f"<title>{self.name_of(code)}</title>"
        self._parts.append(f'<g transform="translate({_n(x)} {_n(y)})"{opacity}>{title}{inner}</g>')

    def text(
        self,
        text: str,
        x: float,
        y: float,
        *,
        size: float = 26,
        colour: str = INK,
        anchor: str = "start",
        bold: bool = False,
        turned: bool = False,
    ) -> None:
        """Write ``text`` (escaped here) with its baseline at ``y``; ``turned`` upside down."""
        around = f' transform="rotate(180 {_n(x)} {_n(y - size * 0.36)})"' if turned else ""
        if turned:
            anchor = {"start": "end", "end": "start"}.get(anchor, anchor)
        weight = ' font-weight="700"' if bold else ""
        self._parts.append(
            f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" fill="{colour}" '
            f'text-anchor="{anchor}"{weight}{around}>{escape_markup(text)}</text>'
        )

    def rect(
        self, x: float, y: float, width: float, height: float, fill: str, *, radius: float = 0
    ) -> None:
        """Fill a rectangle."""
        self._parts.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" '
            f'rx="{_n(radius)}" fill="{fill}"/>'
        )

    def face_of(self, code: int) -> str:
        """Return the name under which the face of a tile is defined."""
        return format_tile(code)

    def name_of(self, code: int) -> str:
        """Return what a reader of the picture is told that a tile is."""
        return format_tile(code)

    def definition(self, face: str) -> str:
        """Return the definition of a face, or of a tile's body."""
        return definition_of(face)

    def raw(self, markup: str) -> None:
        """Add markup as it is."""
        self._parts.append(markup)

    def place(self, other: Canvas, transform: str) -> None:
        """Put everything of ``other`` under ``transform``."""
        self._faces |= other._faces
        self._parts.append(f'<g transform="{transform}">{"".join(other._parts)}</g>')

    def svg(
        self, width: float, height: float, *, scale: float, label: str, background: str = ""
    ) -> Svg:
        """Return the finished picture; ``label`` is read out by screen readers."""
        back = (
            f'<rect width="{_n(width)}" height="{_n(height)}" rx="14" fill="{background}"/>'
            if background
            else ""
        )
        return Svg(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(width * scale)}" '
            f'height="{_n(height * scale)}" viewBox="0 0 {_n(width)} {_n(height)}" role="img" '
            f'aria-label="{escape_markup(label)}" font-family="{FONT}">'
            f"<defs>{''.join(self.definition(f) for f in sorted(self._faces))}</defs>"
            f"{back}{''.join(self._parts)}</svg>"
        )


def _use(name: str) -> str:
    return f'<use href="#{face_id(name)}"/>'


def face_id(name: str) -> str:
    """Return the id of a definition in the picture."""
    return "mjlog-" + name.replace("?", "unknown")


def definition_of(name: str) -> str:
    """Return the definition of a face of :func:`tile_art`, of ``body``, ``side`` or ``back``."""
    if name in ("body", "side"):
        wide, high = (WIDTH, HEIGHT) if name == "body" else (HEIGHT, WIDTH)
        content = _BODY.format(
            w=wide - 1, h=high - 1, edge_y=4, edge="#b9a56f", fill="#fffdf5", line="#8d8263"
        )
    elif name == "back":
        content = (
            f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="7" '
            'fill="#d08a2e" stroke="#8d5a17"/><rect x="6" y="6" width="48" height="68" rx="4" '
            'fill="none" stroke="#f0bd6d" stroke-width="2"/>'
        )
    else:
        content = tile_art()["faces"][name]
    return f'<g id="{face_id(name)}">{content}</g>'


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
