"""Draw the tile faces and write them to ``mjlog/render/tiles.json``.

    python scripts/make_tile_svg.py [FONT.ttc]

Circles, bamboo, the bird, the flower, the frames and the corner indices of American tiles are
drawn here; without the font only they are drawn anew. The characters are outlines of Noto Serif
CJK (Debian package ``fonts-noto-cjk``, SIL Open Font License 1.1), converted to paths with
fontTools (``pip install fonttools``), so that no reader of a picture needs the font.

A face is a piece of SVG in a box of 60 × 80 units, without the body of the tile.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

from fontTools.misc.transform import Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection

FONT = Path("/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc")
OUT = Path(__file__).resolve().parent.parent / "mjlog" / "render" / "tiles.json"

WIDTH, HEIGHT = 60, 80
INK, RED, GREEN, BLUE = "#1f2328", "#c3202b", "#14743c", "#1f4f8f"
PALE = "#fffdf5"
LICENSE = (
    "Drawings: mjlog (MIT). Characters: outlines of Noto Serif CJK JP Bold, Copyright 2017-2022 "
    "Adobe (http://www.adobe.com/), SIL Open Font License 1.1 (https://openfontlicense.org)."
)


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


class Characters:
    """Outlines of one font as SVG paths."""

    def __init__(self, path: Path) -> None:
        fonts = TTCollection(path).fonts
        self.font = next((f for f in fonts if "JP" in str(f["name"].getDebugName(1))), fonts[0])
        self.glyphs = self.font.getGlyphSet()
        self.names = self.font.getBestCmap()

    def bounds(self, char: str) -> tuple[float, float, float, float]:
        pen = BoundsPen(self.glyphs)
        self.glyphs[self.names[ord(char)]].draw(pen)
        assert pen.bounds is not None
        bounds: tuple[float, float, float, float] = pen.bounds
        return bounds

    def path(self, char: str, box: tuple[float, float, float, float], stretch: float = 1) -> str:
        """Return path data of ``char`` centred in ``box`` (x, y, width, height).

        The outline is scaled to fit; it may be up to ``stretch`` times taller than the
        font has it, as engraved tiles are.
        """
        x0, y0, x1, y1 = self.bounds(char)
        x, y, width, height = box
        scale_x = width / (x1 - x0)
        scale_y = height / (y1 - y0)
        scale_x, scale_y = min(scale_x, scale_y * stretch), min(scale_y, scale_x * stretch)
        move = Transform(
            scale_x, 0, 0, -scale_y,
            x + width / 2 - scale_x * (x0 + x1) / 2,
            y + height / 2 + scale_y * (y0 + y1) / 2,
        )  # fmt: skip
        pen = SVGPathPen(self.glyphs, ntos=number)
        self.glyphs[self.names[ord(char)]].draw(TransformPen(pen, move))
        return str(pen.getCommands())


def filled(path: str, colour: str) -> str:
    return f'<path fill="{colour}" d="{path}"/>'


def group(parts: list[str], transform: str) -> str:
    return f'<g transform="{transform}">{"".join(parts)}</g>'


# --- manzu and honours ----------------------------------------------------------------------
def manzu(font: Characters, numeral: str, colour: str = INK, suit: str = RED) -> str:
    # 一 and 二 are flat: their box is lower so that the strokes do not grow out of measure.
    height = {"一": 7, "二": 22, "三": 26}.get(numeral, 28)
    top = font.path(numeral, (12, 8 + (28 - height) / 2, 36, height), 1.1)
    return filled(top, colour) + filled(font.path("萬", (11, 40, 38, 34), 1.1), suit)


def honour(font: Characters, char: str, colour: str) -> str:
    return filled(font.path(char, (7, 9, 46, 62), 1.25), colour)


def haku() -> str:
    return (
        f'<g fill="none" stroke="{BLUE}"><rect x="9" y="10" width="42" height="60" rx="3" '
        f'stroke-width="2.6"/><rect x="13.5" y="14.5" width="33" height="51" rx="1.5" '
        'stroke-width="1"/></g>'
    )


# --- pinzu ----------------------------------------------------------------------------------
def disc(x: float, y: float, radius: float, colour: str) -> str:
    """A coin: rim, white ring, core with four petals."""
    petals = "".join(
        f'<circle cx="{number(x + 0.36 * radius * math.cos(a))}" '
        f'cy="{number(y + 0.36 * radius * math.sin(a))}" r="{number(radius * 0.17)}"/>'
        for a in (math.pi / 4, 3 * math.pi / 4, 5 * math.pi / 4, 7 * math.pi / 4)
    )
    cx, cy = number(x), number(y)
    return (
        f'<circle cx="{cx}" cy="{cy}" r="{number(radius)}" fill="{colour}"/>'
        f'<circle cx="{cx}" cy="{cy}" r="{number(radius * 0.78)}" fill="none" '
        f'stroke="{PALE}" stroke-width="{number(radius * 0.16)}"/>'
        f'<g fill="{PALE}">{petals}</g>'
    )


def one_pin() -> str:
    ring = "".join(
        f'<circle cx="{number(30 + 15.2 * math.cos(i * math.pi / 6))}" '
        f'cy="{number(40 + 15.2 * math.sin(i * math.pi / 6))}" r="2.5"/>'
        for i in range(12)
    )
    petals = "".join(
        f'<ellipse cx="30" cy="33.6" rx="2.3" ry="4.4" transform="rotate({i * 60} 30 40)"/>'
        for i in range(6)
    )
    return (
        f'<circle cx="30" cy="40" r="22" fill="{GREEN}"/>'
        f'<circle cx="30" cy="40" r="19.4" fill="{PALE}"/>'
        f'<g fill="{BLUE}">{ring}</g>'
        f'<circle cx="30" cy="40" r="10.8" fill="{RED}"/>'
        f'<g fill="{PALE}">{petals}<circle cx="30" cy="40" r="2"/></g>'
    )


L, C, R = 17.5, 30.0, 42.5
PIN_PLACES: dict[int, list[tuple[float, float, str]]] = {
    2: [(C, 22, GREEN), (C, 58, BLUE)],
    3: [(15.5, 17.5, BLUE), (C, 40, RED), (44.5, 62.5, GREEN)],
    4: [(L, 22, BLUE), (R, 22, GREEN), (L, 58, GREEN), (R, 58, BLUE)],
    5: [(L - 1, 19, BLUE), (R + 1, 19, GREEN), (C, 40, RED), (L - 1, 61, GREEN), (R + 1, 61, BLUE)],
    6: [(x, y, GREEN if y < 20 else RED) for y in (18, 43, 63) for x in (L, R)],
    7: [
        (13.5, 13.5, GREEN), (C, 20.5, GREEN), (46.5, 27.5, GREEN),
        *((x, y, RED) for y in (46, 65) for x in (L, R)),
    ],
    8: [(x, y, BLUE) for y in (14, 31.3, 48.7, 66) for x in (L + 1, R - 1)],
    9: [(x, y, c) for y, c in ((17, GREEN), (40, RED), (63, BLUE)) for x in (12.5, C, 47.5)],
}  # fmt: skip
PIN_RADIUS = {2: 12.5, 3: 11, 4: 10.5, 5: 9.8, 6: 9, 7: 7.8, 8: 7.8, 9: 8}


def pinzu(count: int, red: bool = False) -> str:
    if count == 1:
        return one_pin()
    radius = PIN_RADIUS[count]
    return "".join(disc(x, y, radius, RED if red else c) for x, y, c in PIN_PLACES[count])


# --- souzu ----------------------------------------------------------------------------------
def stick(x: float, y: float, length: float, colour: str, turn: float = 0) -> str:
    """A bamboo stick with knots at both ends and in the middle."""
    half = length / 2
    knots = "".join(
        f'<rect x="{number(x - 4.1)}" y="{number(k - 1.7)}" width="8.2" height="3.4" rx="1.7"/>'
        for k in (y - half + 1.7, y, y + half - 1.7)
    )
    body = (
        f'<rect x="{number(x - 2.7)}" y="{number(y - half + 1)}" width="5.4" '
        f'height="{number(length - 2)}"/>'
    )
    shine = "".join(
        f'<path stroke="{PALE}" stroke-width="1.1" d="M{number(x)} {number(a)}V{number(b)}"/>'
        for a, b in ((y - half + 5, y - 3), (y + 3, y + half - 5))
    )
    attribute = f' transform="rotate({number(turn)} {number(x)} {number(y)})"' if turn else ""
    return f'<g fill="{colour}"{attribute}>{body}{knots}{shine}</g>'


def bird() -> str:
    """A peacock on a twig: our own drawing of the one of bamboo."""
    feathers = "".join(
        f'<g transform="rotate({angle} 24 50)"><path fill="{GREEN}" d="M24 50C20 38 20.5 24 24 18'
        f'C27.5 24 28 38 24 50Z"/><circle cx="24" cy="24.5" r="2.3" fill="{PALE}"/>'
        f'<circle cx="24" cy="24.5" r="1.2" fill="{RED}"/></g>'
        for angle in (-34, -13, 8, 29)
    )
    return (
        feathers
        + f'<path fill="{BLUE}" d="M20 55C20 46 27 43 33 42C37 41 38 36 37 31C36 25 41 21 46 23'
        "C50 25 50 30 47 33C45 36 47 42 46 48C45 57 38 63 30 63C24 63 20 60 20 55Z"
        '"/>'
        + f'<path fill="{RED}" d="M48 25.5L55 28.5L48.5 31Z"/>'
        + f'<path fill="none" stroke="{RED}" stroke-width="1.6" stroke-linecap="round" '
        'd="M43 22C42 19 42 17 43 14.5M45 22.5C46 19 47 17.5 49 15.5'
        'M41 23C39 20.5 38 19 37.5 16.5"/>'
        + f'<circle cx="44.6" cy="27" r="1.7" fill="{PALE}"/>'
        + f'<circle cx="44.8" cy="27" r=".8" fill="{INK}"/>'
        + f'<path fill="none" stroke="{PALE}" stroke-width="1.4" stroke-linecap="round" '
        'd="M26 52C30 56 36 55 40 49M27 57.5C32 60 37.5 58 41 53.5"/>'
        + f'<path fill="none" stroke="{INK}" stroke-width="1.8" stroke-linecap="round" '
        'd="M28 63V70M34 62.5V70"/>'
        + f'<path stroke="{GREEN}" stroke-width="3.4" stroke-linecap="round" d="M11 71.5H49"/>'
    )


SOU_PLACES: dict[int, list[tuple[float, float, str]]] = {
    2: [(C, 23, GREEN), (C, 57, GREEN)],
    3: [(C, 23, GREEN), (19, 57, GREEN), (41, 57, GREEN)],
    4: [(x, y, GREEN) for y in (23, 57) for x in (19, 41)],
    5: [(15, 23, GREEN), (45, 23, GREEN), (C, 40, RED), (15, 57, GREEN), (45, 57, GREEN)],
    6: [(x, y, GREEN) for y in (23, 57) for x in (15, C, 45)],
    7: [(C, 16, RED), *((x, y, GREEN) for y in (40, 63.5) for x in (15, C, 45))],
    9: [(x, y, RED if x == C else GREEN) for y in (16.5, 40, 63.5) for x in (15, C, 45)],
}


def souzu(count: int, red: bool = False) -> str:
    if count == 1:
        return bird()
    if count == 8:
        return eight_sticks()
    length = 21 if count in (7, 9) else 28
    return "".join(stick(x, y, length, RED if red else c) for x, y, c in SOU_PLACES[count])


def eight_sticks() -> str:
    """Two upright sticks and a roof above, the same upside down below."""
    upper = [
        stick(12, 23.5, 28, GREEN), stick(48, 23.5, 28, GREEN),
        stick(23.4, 24, 22, GREEN, 38), stick(36.6, 24, 22, GREEN, -38),
    ]  # fmt: skip
    return "".join(upper) + group(upper, "matrix(1 0 0 -1 0 80)")


# --- American tiles -------------------------------------------------------------------------
def flower() -> str:
    petals = "".join(
        f'<ellipse cx="30" cy="21" rx="7" ry="10" fill="{RED}" stroke="{PALE}" '
        f'transform="rotate({i * 72} 30 34)"/>'
        for i in range(5)
    )
    return (
        f'<path fill="none" stroke="{GREEN}" stroke-width="3" stroke-linecap="round" '
        'd="M30 40C31 52 28 62 30 71"/>'
        f'<path fill="{GREEN}" d="M30 62C36 52 44 52 48 54C45 62 38 65 30 62Z'
        'M29.500 66C23 58 16 58 12 60C15 67 22 69 29.500 66Z"/>'
        + petals
        + '<circle cx="30" cy="34" r="5" fill="#e3a71b"/>'
    )


def joker(font: Characters) -> str:
    points = []
    for i in range(10):
        radius = 20 if i % 2 == 0 else 8.5
        angle = -math.pi / 2 + i * math.pi / 5
        points.append(
            f"{number(30 + radius * math.cos(angle))} {number(31 + radius * math.sin(angle))}"
        )
    word, x = "", 11.0
    for char in "JOKER":
        x0, _, x1, _ = font.bounds(char)
        width = (x1 - x0) / 95
        word += font.path(char, (x, 59, width, 10))
        x += width + 0.8
    star = f'<path fill="{BLUE}" d="M{"L".join(points)}Z"/>'
    star += f'<circle cx="30" cy="31" r="5" fill="{PALE}"/>'
    return star + group([filled(word, RED)], f"translate({number((60 - x - 10.2) / 2)} 0)")


#: Strokes of the corner indices, in boxes of 10 × 14.
INDICES: dict[str, str] = {
    "1": "M2.6 3.8 5.6 1.5V12.5",
    "2": "M1.5 4C1.5 .7 8.5 .7 8.5 4 8.5 6.5 4 8.5 1.5 12.5H8.5",
    "3": "M1.8 2.6C4 .5 8.3 1.2 8.3 4 8.3 6 6.5 6.8 4.5 6.8 7 6.8 8.8 7.8 8.8 9.6"
    "C8.8 12.8 3.5 13.5 1.3 11.3",
    "4": "M7 12.5V1.5L1.2 9H9",
    "5": "M8 1.5H2.6L2 6.5C4.5 5 8.6 5.6 8.6 9 8.6 12.8 3.5 13.3 1.4 11.4",
    "6": "M7.8 1.8C4 2 1.6 5.5 1.6 9 1.6 13.6 8.6 13.6 8.6 9.2 8.6 5.4 3 5.2 1.8 8.6",
    "7": "M1.4 1.5H8.6L4 12.5",
    "8": "M5 6.6C1 6.2 1.4 1.5 5 1.5S9 6.2 5 6.6C.4 7 .6 12.6 5 12.6S9.6 7 5 6.6Z",
    "9": "M2.2 12.2C6 12 8.4 8.5 8.4 5 8.4 .4 1.4 .4 1.4 4.8 1.4 8.6 7 8.8 8.2 5.4",
    "0": "M5 1.5C.4 1.5 .4 12.5 5 12.5S9.6 1.5 5 1.5Z",
    "N": "M1.5 12.5V1.5L8.5 12.5V1.5",
    "E": "M8 1.5H2V12.5H8M2 6.8H7",
    "W": "M.8 1.5 3 12.5 5 4 7 12.5 9.2 1.5",
    "S": "M8.4 3.2C7.6 .9 1.8 .7 1.8 4.2 1.8 7.6 8.6 6.2 8.6 9.8 8.6 13.4 2 13.2 1.3 10.6",
    "R": "M2 12.5V1.5H5.5C9.4 1.5 9.4 7 5.5 7H2M5.5 7 8.6 12.5",
    "G": "M8.6 3.4C7 .6 1.4 .8 1.4 7S7.4 13.4 8.6 10.6V7.4H5.6",
    "F": "M2.2 12.5V1.5H8.4M2.2 6.8H7.2",
    "J": "M7.6 1.5V9.4C7.6 13.4 2 13.4 1.8 9.6",
}


def index(strokes: str) -> str:
    """An index for the upper left corner of a tile."""
    return (
        f'<path fill="none" stroke="{INK}" stroke-width="1.9" stroke-linecap="round" '
        f'stroke-linejoin="round" transform="translate(4 4.5)" d="{strokes}"/>'
    )


def own_faces() -> dict[str, str]:
    """Faces that need no font."""
    out = {f"{n}p": pinzu(n) for n in range(1, 10)}
    out |= {f"{n}s": souzu(n) for n in range(1, 10)}
    out["5z"] = haku()
    out |= {"0p": pinzu(5, red=True), "0s": souzu(5, red=True), "F": flower()}
    return out | {f"index-{name}": index(strokes) for name, strokes in INDICES.items()}


def faces(font: Characters) -> dict[str, str]:
    out = {f"{i + 1}m": manzu(font, char) for i, char in enumerate("一二三四五六七八九")}
    out |= own_faces()
    colours = (INK, INK, INK, INK, "", GREEN, RED)
    for i, char in enumerate("東南西北白發中"):
        if char != "白":
            out[f"{i + 1}z"] = honour(font, char, colours[i])
    out["0m"] = manzu(font, "五", RED)
    out["J"] = joker(font)
    out["?"] = filled(font.path("?", (20, 24, 20, 32)), "#8a8f98")
    return out


def main() -> None:
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else FONT
    if path.exists():
        drawn = faces(Characters(path))
    else:
        print(f"{path} is not here: characters stay as they are", file=sys.stderr)
        drawn = json.loads(OUT.read_text(encoding="utf-8"))["faces"] | own_faces()
    data = {"license": LICENSE, "width": WIDTH, "height": HEIGHT, "faces": drawn}
    OUT.write_text(json.dumps(data, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    print(f"{OUT}: {len(drawn)} faces, {OUT.stat().st_size} bytes")


if __name__ == "__main__":
    main()
