"""What a player does in a turn: the words of ``C *4D(B) =4D,4D,J -0`` behind the player."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from mjlog.american.model import (
    RETRACTED,
    WAYS,
    Amend,
    Challenge,
    Claim,
    Dead,
    Discard,
    Draw,
    Event,
    Exchange,
    Mahjong,
    Retract,
)
from mjlog.american.tiles import UNKNOWN, parse_tile
from mjlog.errors import TileError

from .scan import Token, Words
from .schema import MAX_COUNT, MAX_LIST, SPOKEN

__all__ = ["HOW_WORDS", "MAHJONG_WORDS", "SHOWN", "SOURCE_WORDS", "read_turn", "usual_way"]

#: Ways to win in words; a discard is written ``off B``.
HOW_WORDS: Final = {way: way.replace("_", "-") for way in WAYS if way != "discard"}
_HOW: Final = {word: way for way, word in HOW_WORDS.items()}
SHOWN: Final = ("none", "group", "all")
#: Words that are never a line of the card.
MAHJONG_WORDS: Final = (*HOW_WORDS.values(), "off", "how", "jokerless", "shows")
#: Where a tile was drawn from in words.
SOURCE_WORDS: Final = {"wrong_end": "wrong-end", "wrong_wall": "wrong-wall"}
_SOURCES: Final = {word: source for source, word in SOURCE_WORDS.items()}

_DRAW: Final = re.compile(r"\+([^()]*)(?:\(([^()]*)\))?")
_CLAIM: Final = re.compile(r"\*([^()]*)\(([^()]*)\)")
_EXCHANGE: Final = re.compile(r"x\(([^()0-9]*)([0-9]{1,3})\)(.*)", re.DOTALL)
_AMEND: Final = re.compile(r"\^([0-9]{1,3})=(.*)", re.DOTALL)
_DIGITS: Final = re.compile(r"[0-9]{1,5}")
_SIZE: Final = re.compile(r"[1-9][0-9]?")
_MOST_INDEX: Final = 100
_ACTIONS: Final = ("retract", "dead", "?dead", "!mahj", "~mahj")
_EXPECTED: Final = (
    "what the player does: +tile (draw), -tile (discard), *tile(player) (claim), "
    "x(player1)tile (exchange), ^1=tiles (amend), !mahj, ~mahj, ?dead, dead or retract"
)

_MAHJONG: Final = (
    "the end of the mahjong; its words stand in this order: the line of the card, its value, "
    f"jokerless, how it was completed ({', '.join(HOW_WORDS.values())} or off and the "
    "discarder), shows and tiles; as in !mahj EV2 25 jokerless off B"
)


def read_turn(person: str, words: Words) -> list[Event]:
    """Return the events of a player's statement; ``@time`` stands before what it times.

    Raises:
        ParseError: Something in it that no player does.
    """
    events: list[Event] = []
    pending: str | None = None
    while (token := words.peek()) is not None or not events or pending is not None:
        token = words.take(_EXPECTED)
        if token.kind == "time":
            if pending is not None:
                raise words.error("one time before what it times", token)
            pending = words.checked(token)
            continue
        event = _action(person, token, words, events)
        event.ts, pending = pending, None
        events.append(event)
    return events


def usual_way(last: Event | None) -> tuple[str | None, str | None]:
    """Return how, and off whom, a mahjong is that follows ``last`` in a statement."""
    if isinstance(last, Claim) and last.purpose == "mahjong":
        return "discard", last.of
    if isinstance(last, Exchange):
        return "exchange", None
    if isinstance(last, Draw):
        return "self_pick", None
    return None, None


def _action(person: str, token: Token, words: Words, before: list[Event]) -> Event:
    last = before[-1] if before else None
    if isinstance(last, Mahjong):
        raise words.error("the end of the statement behind a mahjong", token)
    if token.word in ("!mahj", "~mahj"):
        return _mahjong(person, token, words, last)
    if token.word in ("+", "-") and (after := words.peek()) is not None and _is_tile(after.word):
        raise words.error(f"the tile right behind, as in {token.word}{after.word}", token)
    reader = _WORDS.get(token.word) or _SIGNS.get(token.word[:1])
    if reader is None:
        raise words.error(_EXPECTED, token, _ACTIONS)
    return reader(person, token, words)


def _is_tile(text: str) -> bool:
    try:
        parse_tile(text)
    except TileError:
        return False
    return True


def _draw(person: str, token: Token, words: Words) -> Draw:
    match = _DRAW.fullmatch(token.text)
    if match is None:
        raise words.error("a draw such as +5D or +5D(wrong-end)", token)
    source = "front"
    if match[2] is not None:
        if match[2] not in _SOURCES:
            expected = f"a draw from the {' or '.join(_SOURCES)}"
            raise words.error(expected, token, offset=match.start(2))
        source = _SOURCES[match[2]]
    tile = words.tile(token, match[1], 1, "the tile drawn") if match[1] else UNKNOWN
    return Draw(person, tile, source)


def _discard(person: str, token: Token, words: Words) -> Discard:
    tile = words.tile(token, token.text[1:], 1, "the tile discarded")
    spoken = words.peek()
    text = words.quoted() if spoken is not None else None
    named: int | str | None = text
    if spoken is not None and text is not None and text not in SPOKEN:
        named = words.tile(spoken, text, 0, f"the name spoken, a tile or {' or '.join(SPOKEN)}")
    return Discard(person, tile, named, corrected=words.accept("corrected") is not None)


def _claim(person: str, token: Token, words: Words) -> Claim:
    match = _CLAIM.fullmatch(token.text)
    expected = "a claim with the discarder such as *4D(B)"
    if match is None:
        raise words.error(expected, token)
    if not words.is_person(match[2]):
        raise words.no_person(expected, token, match[2], offset=match.start(2))
    tile = words.tile(token, match[1], 1, "the tile claimed") if match[1] else UNKNOWN
    claim = Claim(person, tile, match[2], "expose", said=words.quoted())
    if words.accept("for"):
        if not words.accept("mahjong"):
            raise words.error("for mahjong", words.peek())
        claim.purpose = "mahjong"
        return claim
    group = words.peek()
    if group is not None and group.word.startswith("="):
        words.take("")
        if _SIZE.fullmatch(group.text[1:]):
            claim.size = int(group.text[1:])
        else:
            claim.tiles = words.tile_list(group, group.text[1:], 1)
            claim.size = len(claim.tiles)
    return claim


def _exchange(person: str, token: Token, words: Words) -> Exchange:
    match = _EXCHANGE.fullmatch(token.text)
    expected = "an exchange such as x(C1)4D: 4D for the joker of C's 1st"
    if match is None:
        raise words.error(expected, token)
    if not words.is_person(match[1]):
        raise words.no_person(expected, token, match[1], offset=match.start(1))
    index = _index(match[2], token, match.start(2), words)
    tile = words.tile(token, match[3], match.start(3), "the natural given")
    gave = None
    if words.accept("gave"):
        given = words.take("the tile really given")
        gave = words.tile(given, given.word, 0, "the tile really given")
    return Exchange(person, match[1], index, tile, gave)


def _index(text: str, token: Token, offset: int, words: Words) -> int:
    if not 1 <= int(text) <= _MOST_INDEX:
        raise words.error("an exposure by its number, the first is 1", token, offset=offset)
    return int(text) - 1


def _amend(person: str, token: Token, words: Words) -> Amend:
    match = _AMEND.fullmatch(token.text)
    if match is None:
        raise words.error("an exposure and what it becomes such as ^1=4D,4D,J", token)
    index = _index(match[1], token, match.start(1), words)
    return Amend(person, index, words.tile_list(token, match[2], match.start(2)))


def _retract(person: str, _: Token, words: Words) -> Retract:
    expected = f"what is taken back: {', '.join(RETRACTED)}"
    token = words.take(expected)
    if token.word not in RETRACTED:
        raise words.error(expected, token, RETRACTED)
    return Retract(person, token.text)


def _challenge(person: str, _: Token, words: Words) -> Challenge:
    of = words.person("the player whose hand is said to be dead")
    ground = words.accept("a", "b", "c", "d")
    text = words.quoted()
    answer = None
    if words.accept(":"):
        answer = words.accept("accept", "deny")
        if answer is None:
            raise words.error("accept or deny", words.peek())
    return Challenge(
        person, of, ground.text if ground else None, text, answer.text if answer else None
    )


def _dead(person: str, _: Token, words: Words) -> Dead:
    dead = Dead(person, words.quoted())
    if words.accept("exposure", "exposures"):
        token = words.take("numbers of exposures such as 1,2")
        for part in token.word.split(","):
            if not _DIGITS.fullmatch(part):
                raise words.error("numbers of exposures such as 1,2", token)
            dead.returned.append(_index(part, token, 0, words))
        if len(dead.returned) > MAX_LIST:
            raise words.error(f"at most {MAX_LIST} exposures", token)
    if words.accept("by"):
        dead.by = words.person("who declared it")
    return dead


_SIGNS: Final[dict[str, Callable[[str, Token, Words], Event]]] = {
    "+": _draw,
    "-": _discard,
    "*": _claim,
    "x": _exchange,
    "^": _amend,
}
_WORDS: Final[dict[str, Callable[[str, Token, Words], Event]]] = {
    "retract": _retract,
    "?dead": _challenge,
    "dead": _dead,
}


def _mahjong(person: str, token: Token, words: Words, last: Event | None) -> Mahjong:
    shown = "all"
    if token.text == "~mahj":
        word = words.accept(*SHOWN)
        if word is None:
            raise words.error(f"what was shown: {', '.join(SHOWN)}", words.peek(), SHOWN)
        shown = word.text
    if isinstance(last, Claim) and last.tiles is None and last.size is None:
        last.purpose = "mahjong"
    how, off = usual_way(last)
    mahjong = Mahjong(person, how, off, jokerless=False, shown=shown)
    _line_and_value(mahjong, words)
    if words.accept("jokerless"):
        mahjong.jokerless = None if words.accept("?") else True
    _way(mahjong, words)
    if words.accept("shows"):
        mahjong.tiles = words.tiles()
    if (rest := words.peek()) is not None:
        known = () if rest.word in MAHJONG_WORDS else MAHJONG_WORDS  # the order is wrong
        raise words.error(_MAHJONG, rest, known)
    return mahjong


def _line_and_value(mahjong: Mahjong, words: Words) -> None:
    token = words.peek()
    is_line = token is not None and token.kind != "time" and token.word not in MAHJONG_WORDS
    if token is not None and is_line and not _DIGITS.fullmatch(token.word):
        mahjong.line_id = words.checked(words.take(""))
    token = words.peek()
    if token is not None and _DIGITS.fullmatch(token.word):
        mahjong.value = words.number("the value announced", 0, MAX_COUNT)


def _way(mahjong: Mahjong, words: Words) -> None:
    if words.accept("off"):
        mahjong.how, mahjong.off = "discard", words.person_or_unknown("the discarder")
    elif words.accept("how"):
        if not words.accept("?"):
            raise words.error("how ? where it is unknown", words.peek())
        mahjong.how = mahjong.off = None
    elif (word := words.accept(*_HOW)) is not None:
        mahjong.how, mahjong.off = _HOW[word.text], None
