"""The schema of the JSON Lines form: what each object holds, and how values are written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from mjlog import codes
from mjlog.codes import DRAW_KINDS, INCIDENT_KINDS, UNKNOWN, UNKNOWN_POINTS
from mjlog.tiles import format_tiles, parse_tiles

from .flow import ended, packed, unpacked
from .words import LEVELS, YAKU_IDS

__all__ = ["EACH", "HEADER_KEYS", "OBJECTS", "Codec", "Key"]

MAX_TEXT: Final = 1000
_LIMITS: Final = ("none", *codes.LIMITS[1:])


class Codec(NamedTuple):
    """How values of one kind stand in JSON.

    Attributes:
        form: For people: what is written.
        write: Column value → JSON value, None when it is unknown.
        read: JSON value → column value; raises ValueError, TypeError or KeyError.
    """

    form: str
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


class Key(NamedTuple):
    """One key of an object: its column, its kind, its meaning."""

    name: str
    column: str
    codec: Codec
    meaning: str


def _integer(low: int, high: int, unknown: int, form: str) -> Codec:
    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError
        return value

    return Codec(form, lambda value: None if value == unknown else value, read)


def _choice(names: tuple[str, ...], unknown: int = UNKNOWN) -> Codec:
    return Codec(
        f"one of {', '.join(names)}",
        lambda value: None if value == unknown else names[value],
        names.index,
    )


def _read_tiles(most: int, least: int = 0) -> Callable[[Any], list[int]]:
    def read(value: Any) -> list[int]:
        tiles = parse_tiles(value) if isinstance(value, str) and len(value) <= 80 else None
        if tiles is None or not least <= len(tiles) <= most:
            raise ValueError
        return tiles

    return read


def _write_tiles(tiles: list[int]) -> str | None:
    known = [n for n, code in enumerate(tiles) if code != UNKNOWN]
    return format_tiles(tiles[: known[-1] + 1]) if known else None


def _tiles(most: int) -> Codec:
    return Codec(f"text, up to {most} tiles", _write_tiles, _read_tiles(most))


#: A hand as dealt: a tile that is left out by mistake is not taken for an unknown one.
DEALT_HAND: Final = Codec(
    "text of 13 tiles, ? for an unknown one",
    lambda tiles: format_tiles(tiles) if any(code != UNKNOWN for code in tiles) else None,
    _read_tiles(13, 13),
)
#: The concealed tiles of a hand that was shown.
SHOWN_HAND: Final = Codec(
    "text, up to 14 tiles", _write_tiles, lambda value: ended(_read_tiles(14)(value))
)


def _listed(codec: Codec, form: str, least: int, most: int, unknown: Any) -> Codec:
    """Return the codec of a list whose unknown entries are null."""

    def write(values: list[Any]) -> Any:
        found = [codec.write(value) for value in values]
        while len(found) > least and found[-1] is None:
            found.pop()
        return None if all(value is None for value in found) else found

    def read(value: Any) -> list[Any]:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise ValueError
        return [unknown if item is None else codec.read(item) for item in value]

    return Codec(form, write, read)


def _read_flag(value: Any) -> int:
    if not isinstance(value, bool):
        raise TypeError
    return int(value)


def _write_text(value: str) -> str | None:
    return value or None


def _read_text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise ValueError
    return value


def _read_yaku(value: Any) -> list[tuple[int, int]]:
    if not isinstance(value, list) or len(value) > 20:
        raise ValueError
    found = []
    for name, han in value:
        if han is not None and (type(han) is not int or not 0 <= han <= 99):
            raise ValueError
        found.append((YAKU_IDS[name], -1 if han is None else han))
    return found


SEAT: Final = _integer(0, 3, UNKNOWN, "0 to 3")
TILE: Final = Codec(
    "text, one tile",
    lambda code: None if code == UNKNOWN else format_tiles([code]),
    lambda value: _read_tiles(1, 1)(value)[0],
)
OWN: Final = Codec(
    "text, up to 4 tiles",
    lambda used: _write_tiles(unpacked(used)),
    lambda value: packed(_read_tiles(4)(value)),
)
COUNT: Final = _integer(0, 1000, -1, "number")
POINTS: Final = _integer(-100_000_000, 100_000_000, UNKNOWN_POINTS, "points")
EACH: Final = _listed(POINTS, "list of points, one a player, null unknown", 3, 4, UNKNOWN_POINTS)
FLAG: Final = Codec("true or false", lambda v: None if v < 0 else bool(v), _read_flag)
SHOWN: Final = Codec("", lambda v: None if v == UNKNOWN else bool(v), _read_flag)
DIE: Final = _integer(1, 6, UNKNOWN, "1 to 6")
TEXT: Final = Codec("text", _write_text, _read_text)
YAKU_LIST: Final = Codec("list of [name, han or null]", lambda value: value or None, _read_yaku)

_SEAT: Final = Key("seat", "seat", SEAT, "who acts")
_FROM: Final = Key("from", "from_seat", SEAT, "whose tile it was")
_OWN: Final = Key("own", "used", OWN, "own tiles that go into the meld")
_PRINTED: Final = (
    Key("honba", "honba", COUNT, "counters printed with the result"),
    Key("deposits", "deposits", COUNT, "riichi sticks printed with the result"),
    Key("scores", "scores", EACH, "points before the result"),
    Key("deltas", "deltas", EACH, "change of points"),
)


def _tile_key(meaning: str) -> Key:
    return Key("tile", "tile", TILE, meaning)


#: Type of an object → its keys besides ``type``.
OBJECTS: Final[dict[str, tuple[Key, ...]]] = {
    "round": (
        Key("round", "", Codec("text such as E2.1, E2.? counters unknown", str, str), "which hand"),
        Key("dora", "indicator", TILE, "first dora indicator"),
        Key("dice", "dice", _listed(DIE, "list of two dice", 2, 2, UNKNOWN), "dice"),
        Key("deposits", "deposits", COUNT, "riichi sticks at the start"),
        Key("scores", "scores", EACH, "points at the start"),
        Key(
            "hands", "hands",
            _listed(DEALT_HAND, "list of texts of 13 tiles, one a seat, null unknown", 0, 4, []),
            "hands as dealt, ? for an unknown tile",
        ),
    ),
    "draw": (_SEAT, _tile_key("the tile drawn")),
    "discard": (
        _SEAT, _tile_key("the tile discarded"),
        Key("tsumogiri", "aux", FLAG, "whether it is the tile just drawn"),
    ),
    "chi": (_SEAT, _tile_key("the tile taken"), _FROM, _OWN),
    "pon": (_SEAT, _tile_key("the tile taken"), _FROM, _OWN),
    "daiminkan": (_SEAT, _tile_key("the tile taken"), _FROM, _OWN),
    "kakan": (_SEAT, _tile_key("the tile added"), _FROM, _OWN),
    "ankan": (_SEAT, _tile_key("the kind"), _FROM, _OWN),
    "kita": (_SEAT, _tile_key("the tile set aside"), _FROM, _OWN),
    "riichi": (_SEAT,),
    "riichi_accepted": (_SEAT,),
    "dora": (_tile_key("the new indicator"),),
    "win": (
        _SEAT, _FROM, _tile_key("the winning tile"),
        Key("han", "han", COUNT, "han in all, 0 for a yakuman"),
        Key("fu", "fu", COUNT, "fu"),
        Key("yakuman", "yakuman", _integer(0, 20, -1, "number"), "how many yakuman"),
        Key("limit", "limit", _choice(_LIMITS), "limit"),
        Key("points", "points", POINTS, "value without counters and sticks"),
        Key("yaku", "yaku", YAKU_LIST, "yaku, and dora, ura_dora, red_dora, kita"),
        Key("hand", "hand", SHOWN_HAND, "concealed tiles shown, winning tile included"),
        Key("indicators", "indicators", _tiles(10), "dora indicators shown"),
        Key("ura", "ura", _tiles(10), "ura indicators"),
        Key("pao", "pao_seat", SEAT, "liable player"),
        *_PRINTED,
    ),
    "ryuukyoku": (
        _SEAT,
        Key("draw", "kind", _choice(DRAW_KINDS), "kind of draw"),
        Key(
            "shown", "shown",
            _listed(SHOWN, "list of true, false, null, one a seat", 0, 4, UNKNOWN),
            "who showed a hand in tenpai",
        ),
        Key(
            "hands", "hands",
            _listed(SHOWN_HAND, "list of texts, one a seat, null unknown", 0, 4, []),
            "hands shown",
        ),
        *_PRINTED,
    ),
    "disconnect": (_SEAT,),
    "reconnect": (_SEAT,),
    "incident": (
        Key("incident", "kind", _choice(INCIDENT_KINDS), "what happened"),
        Key("seat", "seat", SEAT, "who erred, or bears the consequence"),
        Key("by", "by_seat", SEAT, "who pointed it out, or ruled"),
        Key("tiles", "tiles", OWN, "the tiles it is about"),
        Key("flag", "flag", FLAG, "see the list of incidents"),
        Key("deltas", "deltas", EACH, "points that changed hands"),
        Key("text", "text", TEXT, "words of a ruling or a remark"),
    ),
    "end": (
        Key("complete", "", FLAG, "whether the game was played to its end"),
        Key("scores", "", EACH, "final points"),
        Key("points", "", EACH, "placement points, uma and oka included"),
    ),
}  # fmt: skip

#: Keys of the first object, which names the format.
HEADER_KEYS: Final[dict[str, tuple[Codec, str]]] = {
    "format": (TEXT, "`table`"),
    "version": (COUNT, "1"),
    "id": (TEXT, "id of the game; a hash of its lines where it is left out"),
    "rules": (TEXT, "name of a ruleset"),
    "players": (_listed(TEXT, "list of names", 3, 4, ""), "names from the first dealer on"),
    "date": (TEXT, "date, with the time if known"),
    "place": (TEXT, "where"),
    "level": (_choice(LEVELS), "how much is recorded"),
    "viewer": (SEAT, "seat of the writer"),
    "notes": (_listed(TEXT, "list of texts", 0, 100, ""), "remarks"),
}
