"""American tiles, hands and tables: as SVG with the tiles' corner indices, and as text.

The faces are those of all other pictures, a little smaller, with an index in the corner as
American sets have it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ..american.tiles import FLOWER, JOKER, UNKNOWN, format_tile, format_tiles, tile_name
from ..tiles import format_tile as mpsz
from .canvas import ACCENT, HEIGHT, INK, WIDTH, Canvas, Svg, face_id, tile_art
from .escape import escape_terminal

if TYPE_CHECKING:
    from ..american.card import Exposure
    from ..american.state import PlayerState, State

__all__ = [
    "AmericanCanvas", "hand_svg", "hand_text", "state_svg", "state_text", "tile_svg", "tiles_svg",
]  # fmt: skip

MARGIN: Final = 6
SCALE: Final = 0.6  # pixels a tile unit
GAP: Final = 22  # between the rack and each exposure, and between groups

SIDE: Final = 980  # side of a table
FELT: Final = "#23614d"
QUIET: Final = "#a9c9ba"
PER_ROW: Final = 14
_FLOOR: Final = 0.56  # sizes of tiles on the table
_SHOWN: Final = 0.6
_RACK: Final = 0.8
_SEATS: Final = ("East", "South", "West", "North")


class AmericanCanvas(Canvas):
    """A canvas whose tiles have American names and a corner index."""

    def face_of(self, code: int) -> str:
        """Return the name of a face, apart from those without an index."""
        return f"american-{format_tile(code)}"

    def name_of(self, code: int) -> str:
        """Return what is spoken at the table."""
        return tile_name(code)

    def definition(self, face: str) -> str:
        """Return the definition of a face with its index."""
        if not face.startswith("american-"):
            return super().definition(face)
        name = face.removeprefix("american-")
        art: Mapping[str, str] = tile_art()["faces"]
        if name == "?":
            return f'<g id="{face_id(face)}">{art["?"]}</g>'
        picture = f'<g transform="translate(9 11) scale(.82)">{art[_MPSZ[name]]}</g>'
        return f'<g id="{face_id(face)}">{picture}{art[f"index-{name[0]}"]}</g>'


_MPSZ: Final = {format_tile(code): mpsz(code) for code in (*range(34), FLOWER, JOKER)}


# --- hands ------------------------------------------------------------------------------------
def tile_svg(code: int, *, scale: float = SCALE) -> Svg:
    """Return one tile."""
    return tiles_svg([[code]], scale=scale)


def tiles_svg(
    groups: Sequence[Sequence[int]],
    *,
    missing: Mapping[int, int] | None = None,
    scale: float = SCALE,
) -> Svg:
    """Return groups of tiles in a row; of each ``missing`` tile the last so many are faded."""
    canvas = AmericanCanvas()
    faded = _faded(groups, missing or {})
    x = float(MARGIN)
    for g, group in enumerate(groups):
        x += GAP if g else 0
        for i, code in enumerate(group):
            canvas.tile(code, x, MARGIN, dim=(g, i) in faded)
            x += WIDTH
    label = " ".join("".join(format_tiles(group, between=" ")) for group in groups)
    return canvas.svg(x + MARGIN, HEIGHT + 4 + 2 * MARGIN, scale=scale, label=label)


def hand_svg(
    tiles: Sequence[int], exposures: Sequence[Exposure] = (), *, scale: float = SCALE
) -> Svg:
    """Return a hand: the rack, then each exposure a little apart."""
    groups = [list(tiles), *(exposure.tiles for exposure in exposures)]
    return tiles_svg([group for group in groups if group], scale=scale)


def hand_text(tiles: Sequence[int], exposures: Sequence[Exposure] = ()) -> str:
    """Return a hand as text, exposures in brackets.

    >>> from mjlog.american.card import Exposure
    >>> hand_text([37, 37, 21], [Exposure(25, (25, 25, 38))])
    'F F 4B [8B 8B J]'
    """
    shown = [f"[{format_tiles(exposure.tiles)}]" for exposure in exposures]
    return " ".join(filter(None, [format_tiles(tiles), *shown]))


def _faded(groups: Sequence[Sequence[int]], missing: Mapping[int, int]) -> set[tuple[int, int]]:
    """Places of the missing tiles: the last ones of each kind."""
    left = dict(missing)
    faded = set()
    for g in range(len(groups) - 1, -1, -1):
        for i in range(len(groups[g]) - 1, -1, -1):
            if left.get(groups[g][i], 0) > 0:
                left[groups[g][i]] -= 1
                faded.add((g, i))
    return faded


# --- tables -----------------------------------------------------------------------------------
def state_text(state: State, *, names: Mapping[str, str] | None = None) -> str:
    """Return the table as text: each player's rack and exposures, the floor, the wall."""
    lines = [f"{state.phase}  wall {state.wall_left}  {_turn(state, names)}".rstrip()]
    for wind, person in zip(_SEATS, state.order, strict=False):
        player = state.players[person]
        lines += ["", f"{wind}  {_name(person, names)}{_dead(player)}"]
        lines.append(f"  {hand_text(_sorted(player), player.shown)}")
    lines += ["", "floor  " + " ".join(f"{format_tile(tile)}" for _, tile in state.floor)]
    if state.live is not None and state.live.open:
        named = "" if state.live.named is None else f", named {format_tile(state.live.named)}"
        lines.append(f"live   {format_tile(state.live.tile)} of {state.live.p}{named}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def state_svg(
    state: State,
    *,
    names: Mapping[str, str] | None = None,
    viewer: str | None = None,
    only: str | None = None,
    scale: float = SCALE,
) -> Svg:
    """Return the table as a picture.

    Args:
        state: The table.
        names: Person → name.
        viewer: The person who sits at the bottom; default East.
        only: The person whose rack is shown; default everybody's.
        scale: Pixels a tile unit.
    """
    board = AmericanCanvas()
    first = state.order.index(viewer) if viewer is not None else 0
    half = SIDE / 2
    board.place(_floor(state), f"translate({half:g} {half:g})")
    for i, person in enumerate(state.order):
        side = (i - first) % 4
        part = AmericanCanvas()
        _player(part, state, person, names, face_down=only not in (None, person), turned=side == 2)
        board.place(part, f"translate({half:g} {half:g}) rotate({-90 * side})")
    label = f"{state.phase}, {len(state.floor)} tiles on the floor, {state.wall_left} in the wall"
    return board.svg(SIDE, SIDE, scale=scale, label=label, background=FELT)


def _floor(state: State) -> Canvas:
    canvas, inner = AmericanCanvas(), AmericanCanvas()
    rows = max(-(-len(state.floor) // PER_ROW), 1)
    for i, (_, tile) in enumerate(state.floor):
        is_live = i == len(state.floor) - 1 and state.live is not None and state.live.open
        x, y = i % PER_ROW * WIDTH, i // PER_ROW * (HEIGHT + 7)
        inner.tile(tile, x, y, frame=ACCENT if is_live else "")
    top = -rows * (HEIGHT + 7) * _FLOOR / 2
    canvas.place(inner, f"translate({-PER_ROW * WIDTH * _FLOOR / 2:g} {top:g}) scale({_FLOOR})")
    canvas.text(f"wall {state.wall_left}", 0, top - 12, size=24, anchor="middle", colour=QUIET)
    return canvas


def _player(
    part: Canvas,
    state: State,
    person: str,
    names: Mapping[str, str] | None,
    *,
    face_down: bool,
    turned: bool,
) -> None:
    player = state.players[person]
    shown, x = AmericanCanvas(), 0.0
    for exposure in player.shown:
        x += GAP if x else 0
        for code in exposure.tiles:
            shown.tile(code, x, 0)
            x += WIDTH
    part.place(shown, f"translate({-x * _SHOWN / 2:g} 290) scale({_SHOWN})")
    rack = AmericanCanvas()
    tiles = _sorted(player)
    for i, code in enumerate(tiles):
        rack.tile(code, i * WIDTH, 0, face_down=face_down)
    part.place(rack, f"translate({-len(tiles) * WIDTH * _RACK / 2:g} 350) scale({_RACK})")
    wind = _SEATS[state.order.index(person)]
    text = f"{wind} · {_name(person, names)}{_dead(player)}"
    colour = ACCENT if state.turn == person else INK
    part.text(text, 0, 450, size=26, anchor="middle", bold=True, colour=colour, turned=turned)


def _sorted(player: PlayerState) -> list[int]:
    """The rack in order of kinds, jokers and unknown tiles last."""
    return sorted(player.rack, key=lambda code: (code == UNKNOWN, code))


def _name(person: str, names: Mapping[str, str] | None) -> str:
    name = escape_terminal((names or {}).get(person, ""))
    name = name if len(name) <= 22 else name[:21] + "…"
    return f"{person} {name}" if name and name != person else person


def _dead(player: PlayerState) -> str:
    return f"  (dead: {escape_terminal(player.dead)})" if player.dead is not None else ""


def _turn(state: State, names: Mapping[str, str] | None) -> str:
    return f"turn {_name(state.turn, names)}" if state.turn is not None else ""
