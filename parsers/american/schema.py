"""The schema of the JSON Lines form: the keys of each object, and how values are written.

:data:`OBJECTS` drives the reader, the writer and ``docs/american_record.md``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from mjlog.american.model import DRAW_SOURCES, LEGS, LEVELS, PERSONS, RETRACTED, WAYS, CardRef
from mjlog.american.tiles import UNKNOWN, format_tile, format_tiles, parse_tile, parse_tiles

__all__ = [
    "MAX_LIST",
    "MAX_POINTS",
    "MAX_TEXT",
    "MAX_TILES",
    "OBJECTS",
    "REQUIRED",
    "SPOKEN",
    "TRANSFER",
    "TRANSFERS",
    "WINDS",
    "Codec",
    "Key",
    "checked_text",
]

#: Longest text (name, remark, reason) in characters, and longest list of house rules.
MAX_TEXT: Final = 500
MAX_LIST: Final = 20
#: Most tiles of a list: a set with more jokers and blanks than usual.
MAX_TILES: Final = 200
MAX_POINTS: Final = 100_000_000
MAX_COUNT: Final = 10_000
WINDS: Final = ("E", "S", "W", "N")
#: Words that may be spoken instead of a tile.
SPOKEN: Final = ("same", "joker")
_PAIR: Final = 2
#: Default of a key that must be there.
REQUIRED: Final = object()


class Codec(NamedTuple):
    """How values of one kind stand in JSON.

    Attributes:
        form: For people: what is written.
        read: JSON value → value of the model; raises ValueError, with a text where ``form``
            does not say enough.
        write: Value of the model → JSON value.
    """

    form: str
    read: Callable[[Any], Any]
    write: Callable[[Any], Any]


class Key(NamedTuple):
    """One key of an object.

    Attributes:
        name: In JSON. attribute: In the model. codec: Kind of value.
        default: Value of a key that is left out or null, dict and list for an empty one;
            :data:`REQUIRED`: it must be there.
        always: Written even where it is the default.
    """

    name: str
    attribute: str
    codec: Codec
    meaning: str
    default: Any = REQUIRED
    always: bool = False

    def default_value(self) -> Any:
        """Return the value of a key that is left out."""
        return self.default() if isinstance(self.default, type) else self.default


def _same(value: Any) -> Any:
    return value


def checked_text(value: Any) -> str:
    """Return a text that every file can hold.

    Raises:
        ValueError: It is none, too long, or holds half a character.
    """
    if not isinstance(value, str):
        raise ValueError
    if len(value) > MAX_TEXT:
        raise ValueError(f"{len(value)} characters")
    value.encode()
    return value


def _read_text(value: Any) -> str | None:
    text = checked_text(value)
    return None if text == "?" else text


def _integer(low: int, high: int) -> Codec:
    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError
        return value

    return Codec(f"a whole number from {low} to {high}", read, _same)


def _choice(names: tuple[str, ...], form: str = "") -> Codec:
    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in names:
            raise ValueError
        return value

    return Codec(form or f"one of {', '.join(names)}", read, _same)


def _boolean(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _read_tile(value: Any) -> int:
    if not isinstance(value, str):
        raise ValueError
    return parse_tile(value)


def _read_tiles(value: Any) -> list[int]:
    if not isinstance(value, str) or len(value) > 4 * MAX_TILES:
        raise ValueError
    tiles = parse_tiles(value)
    if len(tiles) > MAX_TILES:
        raise ValueError(f"{len(tiles)} tiles")
    return tiles


def _read_wall(value: Any) -> list[int] | None:
    return None if value == "?" else _read_tiles(value)


def _read_spoken(value: Any) -> int | str | None:
    if value == "?":
        return None
    if isinstance(value, str) and value in SPOKEN:
        return value
    return _read_tile(value)


def _read_index(value: Any) -> int:
    return int(INDEX.read(value))


def _listed(codec: Codec, form: str, most: int) -> Codec:
    def read(value: Any) -> list[Any]:
        if not isinstance(value, list) or len(value) > most:
            raise ValueError
        return [codec.read(item) for item in value]

    return Codec(form, read, lambda items: [codec.write(item) for item in items])


def _by_person(codec: Codec, form: str, *, keep_null: bool = False) -> Codec:
    """Return the codec of an object with letters of persons as keys; null is left out."""

    def read(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise ValueError
        found = {}
        for person, item in value.items():
            if person not in PERSONS:
                raise ValueError(f"{person[:20]!r} is no player")
            if item is not None or keep_null:
                found[person] = codec.read(item)
        return found

    return Codec(form, read, lambda value: {p: codec.write(item) for p, item in value.items()})


def _read_name(value: Any) -> str:
    return "" if value is None else _read_text(value) or ""


def _read_pair(value: Any) -> str:
    if not isinstance(value, str) or len(value) != _PAIR or value[0] == value[1]:
        raise ValueError
    for person in value:
        PERSON.read(person)
    return value


def _read_card(value: Any) -> CardRef:
    if not isinstance(value, dict) or not set(value) <= {"id", "sha256"}:
        raise ValueError
    texts = [None if value.get(k) is None else _read_text(value[k]) for k in ("id", "sha256")]
    return CardRef(*texts)


PERSON: Final = _choice(PERSONS, "a player, A to D")
WIND: Final = _choice(WINDS, "a wind, E S W N")
TEXT: Final = Codec(f"a text of at most {MAX_TEXT} characters", _read_text, _same)
PLAIN_TEXT: Final = Codec(TEXT.form, checked_text, _same)
BOOLEAN: Final = Codec("true or false", _boolean, _same)
TILE: Final = Codec(
    "a tile", _read_tile, lambda code: None if code == UNKNOWN else format_tile(code)
)
SPOKEN_NAME: Final = Codec(
    f"a tile, or {' or '.join(SPOKEN)}",
    _read_spoken,
    lambda value: value if isinstance(value, str) else format_tile(value),
)
GIVEN: Final = Codec("a tile, ? where unknown", _read_tile, format_tile)
TILES: Final = Codec("tiles in one text, parted by spaces", _read_tiles, format_tiles)
WALL: Final = Codec(TILES.form, _read_wall, format_tiles)
NUMBER: Final = _integer(1, MAX_COUNT)
COUNT: Final = _integer(0, 99)
NUMBER_OF_TILES: Final = _integer(1, 99)
INDEX: Final = _integer(0, 99)
VALUE: Final = _integer(0, MAX_COUNT)
POINTS: Final = _integer(-MAX_POINTS, MAX_POINTS)
INDEXES: Final = _listed(Codec("", _read_index, _same), "a list of exposures, from 0", MAX_LIST)
TEXTS: Final = _listed(PLAIN_TEXT, f"a list of at most {MAX_LIST} texts", MAX_LIST)
EACH_POINTS: Final = _by_person(POINTS, "an object: player → points")
EACH_COUNT: Final = _by_person(COUNT, "an object: player → number")
EACH_TILES: Final = _by_person(TILES, "an object: player → tiles in one text")
EACH_WIND: Final = _by_person(WIND, "an object: player → wind")
NAMES: Final = _by_person(
    Codec("", _read_name, lambda name: name or None),
    "an object: player → name, null where unknown",
    keep_null=True,
)
PAIR: Final = Codec("two players, such as AC", _read_pair, _same)
CARD: Final = Codec(
    'an object with "id" and "sha256"',
    _read_card,
    lambda card: {"id": card.id, "sha256": card.sha256},
)

TRANSFER: Final[tuple[Key, ...]] = (
    Key("from", "source", PERSON, "who pays"),
    Key("to", "to", PERSON, "who is paid"),
    Key("amount", "amount", POINTS, "points"),
    Key("why", "why", TEXT, "reason in words", None, always=True),
    Key("ts", "ts", TEXT, "time", None),
)
#: The reader and the writer know these objects by :data:`TRANSFER`.
TRANSFERS: Final = Codec(f"a list of at most {MAX_LIST} transfers", _same, _same)

_P: Final = Key("p", "p", PERSON, "the player")
_TILE: Final = Key("tile", "tile", TILE, "the tile", UNKNOWN, always=True)
_OF: Final = Key("of", "of", PERSON, "the other player")
_TS: Final = Key("ts", "ts", TEXT, "time, in the words of the record", None)

#: Type of object → its keys in the order in which they are written.
OBJECTS: Final[dict[str, tuple[Key, ...]]] = {
    "start_game": (
        Key("id", "id", TEXT, "id of the game; without it a hash of the content", None),
        Key("ruleset", "ruleset", TEXT, "name of the profile (`mjlog rules list`)", None, True),
        Key("card", "card", CARD, "the card: its id and the SHA-256 of its file", None, True),
        Key("players", "players", NAMES, "the persons and their names", dict, True),
        Key("level", "level", _choice(LEVELS), "how much is recorded", None, True),
        Key("stake", "stake", TEXT, "money a point", None, True),
        Key("table_rules", "table_rules", TEXTS, "house rules in words", list, True),
        _TS,
    ),
    "start_hand": (
        Key("hand", "number", NUMBER, "number of the hand in the game"),
        Key("round", "round", NUMBER, "number of the round", None, True),
        Key("east", "east", PERSON, "who is East"),
        Key("seats", "seats", EACH_WIND, "who sits where; left out: as the rotation demands",
            dict, True),
        Key("dice", "dice", TEXT, "dice as recorded", None, True),
        Key("wall", "wall", WALL, "the whole wall in the order of the deal", None),
        Key("seed", "seed", TEXT, "seed of the wall", None),
        _TS,
    ),
    "deal": (_P, Key("tiles", "tiles", TILES, "the tiles dealt")),
    "pass": (
        Key("leg", "leg", _choice(LEGS), "right, across, left; left, across, right"),
        _P,
        Key("to", "to", PERSON, "who gets them"),
        Key("tiles", "tiles", TILES, "all tiles handed on, those forwarded unseen last"),
        Key("blind", "blind", COUNT, "how many of them were forwarded unseen", 0, True),
        Key("iou", "iou", COUNT, "how many tiles are owed", 0, True),
    ),
    "charleston2": (
        Key("stop_by", "stop_by", PERSON, "who stopped it; null: it is played", None, True),
    ),
    "courtesy": (
        Key("pair", "pair", PAIR, "the two players"),
        Key("wish", "wish", EACH_COUNT, "how many tiles each would pass", dict, True),
        Key("n", "n", COUNT, "how many were agreed", None, True),
        Key("tiles", "tiles", EACH_TILES, "the tiles of both; left out: not recorded", dict, True),
    ),
    "draw": (
        _P,
        _TILE,
        Key("from", "source", _choice(DRAW_SOURCES), "where from", "front", True),
    ),
    "discard": (
        _P,
        _TILE,
        Key("named", "named", SPOKEN_NAME, "what was said, where it was something else", None),
        Key("corrected", "corrected", BOOLEAN, "whether the name was put right", False),
    ),
    "claim": (
        _P,
        Key("tile", "tile", TILE, "the discard", UNKNOWN, always=True),
        Key("of", "of", PERSON, "the discarder"),
        Key("as", "purpose", _choice(("expose", "mahjong")), "what for"),
        Key("size", "size", NUMBER_OF_TILES, "tiles of the exposure", None),
        Key("tiles", "tiles", TILES, "the exposure, with the discard; only with expose", None),
        Key("said", "said", TEXT, "what was said", None),
    ),
    "amend": (
        _P,
        Key("i", "i", INDEX, "which exposure, from 0"),
        Key("tiles", "tiles", TILES, "the exposure afterwards"),
    ),
    "retract": (_P, Key("what", "what", _choice(RETRACTED), "what is taken back")),
    "exchange": (
        _P,
        Key("of", "of", PERSON, "whose exposure"),
        Key("i", "i", INDEX, "which one, from 0"),
        Key("tile", "tile", TILE, "the natural that the joker stands for", UNKNOWN, always=True),
        Key("gave", "gave", GIVEN, "the tile really given, where it was another", None),
    ),
    "mahjong": (
        _P,
        Key("how", "how", _choice(WAYS), "how it was completed", None, True),
        Key("off", "off", PERSON, "the discarder; only with how discard", None, True),
        Key("line", "line_id", TEXT, "line of the card that was announced", None, True),
        Key("value", "value", VALUE, "value that was announced, in points", None, True),
        Key("jokerless", "jokerless", BOOLEAN, "whether jokerless was announced", None, True),
        Key("shown", "shown", _choice(("none", "group", "all")), "what was shown", "all", True),
        Key("tiles", "tiles", TILES, "concealed tiles shown, with the winning one", None),
    ),
    "throw_in": (
        _P,
        Key("wrecked_wall", "wrecked_wall", BOOLEAN, "whether the wall was disturbed", False, True),
    ),
    "challenge": (
        _P,
        _OF._replace(meaning="whose hand is said to be dead"),
        Key("ground", "ground", _choice(tuple("abcd")),
            "a fits no line, b must be concealed, c key tiles are gone, d broke a rule",
            None, True),
        Key("text", "text", TEXT, "what was said", None),
        Key("answer", "answer", _choice(("accept", "deny")), "the answer", None, True),
    ),
    "dead": (
        _P,
        Key("cause", "cause", TEXT, "why", None, True),
        Key("returned", "returned", INDEXES, "exposures that go back to the rack", list, True),
        Key("by", "by", PERSON, "who declared it", None, True),
    ),
    "wall_game": (),
    "void": (
        Key("reason", "reason", TEXT, "why it was thrown in", None, True),
        Key("redeal", "redeal", BOOLEAN, "whether it is dealt anew", True, True),
    ),
    "settle": (
        Key("pay", "pay", EACH_POINTS, "points won or lost by the hand", dict, True),
        Key("transfers", "transfers", TRANSFERS, "what comes on top", list, True),
    ),
    "note": (Key("text", "text", PLAIN_TEXT, "a remark"),),
    "end_game": (
        Key("totals", "totals", EACH_POINTS, "points of the game", None, True),
        Key("tournament", "tournament", EACH_POINTS, "points of the tournament", None, True),
        Key("ts", "ended_ts", TEXT, "time", None),
    ),
}  # fmt: skip
for _name, _keys in OBJECTS.items():
    if not any(key.name == "ts" for key in _keys):
        OBJECTS[_name] = (*_keys, _TS)
