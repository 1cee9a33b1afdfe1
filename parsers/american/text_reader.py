"""Reads the typed form of the record, line by line, without ever looking ahead.

``docs/american_record.md`` holds the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from mjlog.american.model import (
    LEGS,
    LEVELS,
    PERSONS,
    AmericanGame,
    CardRef,
    Courtesy,
    Deal,
    Event,
    Note,
    Pass,
    SecondCharleston,
    Settle,
    ThrowIn,
    Transfer,
    Void,
    WallGame,
)
from mjlog.american.tiles import UNKNOWN, parse_tiles
from mjlog.errors import ParseError, near_matches

from .games import GameBuilder, MisplacedError
from .lines import Line, error_at
from .people import NoPlayerError, People
from .scan import Token, Words, unquoted
from .schema import MAX_COUNT, MAX_LIST, MAX_POINTS, MAX_TILES, checked_text
from .tags import parse_names, parse_rules, parse_seats
from .turns import read_turn

__all__ = ["GAME_TAGS", "HAND_TAGS", "STATEMENTS", "VERSION", "read_text_game"]

VERSION: Final = 1
_HEAD: Final = re.compile(r"\s*#AMN(?:\s+([0-9]{1,3}))?\s*")
_TAG: Final = re.compile(r'\s*\[\s*(\w+)\s+("(?:[^"\\]|\\.)*")\s*\]\s*(?:#.*)?')
_WISHES: Final = re.compile(r"([0-9]{1,2}|\?)/([0-9]{1,2}|\?)")
_BLIND: Final = re.compile(r"[1-9]")
_MOST: Final = 99
#: Tag → attribute. Time belongs to the game before the first hand, else to the hand.
GAME_TAGS: Final = (
    "Id", "Ruleset", "Card", "CardSHA256", "Players", "Level", "Stake", "TableRules", "Time",
)  # fmt: skip
HAND_TAGS: Final = ("Hand", "Round", "East", "Seats", "Dice", "Wall", "Seed", "Time")


def read_text_game(lines: list[Line], source: str) -> AmericanGame:
    """Read the lines of one game.

    Raises:
        ParseError: What stands there is no such record; with line, column and expectation.
    """
    return _Reader(source, lines[0]).read(lines)


class _Reader:
    def __init__(self, source: str, line: Line) -> None:
        self._source = source
        self._line = line
        self._builder = GameBuilder(source, line.number)
        self._people = People(self._builder.game)
        self._game_tags: dict[str, Any] = {}
        self._hand_tags: dict[str, Any] | None = None
        self._hand_line = line
        self._started = False
        self._ts: str | None = None

    def read(self, lines: list[Line]) -> AmericanGame:
        self._check_version(lines[0])
        for line in lines[1:]:
            self._line = line
            if line.text.lstrip()[:1] == "[":
                self._tag(line)
                continue
            words = Words(line, self._source, self._people)
            if words:
                self._statements(words)
        self._begin()
        return self._builder.finish()

    def _check_version(self, line: Line) -> None:
        match = _HEAD.fullmatch(line.text)
        if match is None or (match[1] is not None and int(match[1]) != VERSION):
            raise error_at(f"expected #AMN {VERSION} alone", self._source, line, 1)

    # --- tags -------------------------------------------------------------------------------
    def _tag(self, line: Line) -> None:
        match = _TAG.fullmatch(line.text)
        if match is None:
            raise self._error('expected a tag such as [Hand "1"] alone on the line', 1)
        name, text = match[1], unquoted(match[2])
        if text is None:
            raise self._error("a wrong \\ in the text of a tag", match.start(2) + 1)
        known = HAND_TAGS if self._hand_tags is not None else (*GAME_TAGS, "Hand")
        if name == "Hand":
            self._begin()
            self._hand_tags, self._hand_line = {}, line
        elif name not in (*GAME_TAGS, *HAND_TAGS):
            raise self._error(self._unknown_tag(name, known), match.start(1) + 1)
        elif self._started and self._hand_tags is None:
            raise self._error(f"tag {name} behind events, expected a new hand first", 1)
        elif name not in known:
            raise self._error(
                f"tag {name} here; those of the game stand before the first hand, those of a "
                'hand behind [Hand "…"]', match.start(1) + 1,
            )  # fmt: skip
        tags = self._game_tags if self._hand_tags is None else self._hand_tags
        if name in tags:
            raise self._error(f"tag {name} stands twice", match.start(1) + 1)
        try:
            tags[name] = None if text == "?" else _TAG_VALUES[name](text)
        except ValueError as error:
            message = f"tag {name}: {error}"
            if isinstance(error, NoPlayerError):
                people = self._people
                message += f"; the players are {people.letters}{people.hint(error.word)}"
            raise self._error(message, match.start(2) + 1) from None

    def _unknown_tag(self, name: str, known: tuple[str, ...]) -> str:
        near = near_matches(name, known)
        hint = f"; did you mean {near[0]}?" if near else f": {', '.join(known)}"
        return f"unknown tag {name[:40]!r}, expected a tag{hint}"

    def _begin(self) -> None:
        """Hand over the tags that stand before what comes now."""
        if not self._started:
            self._started = True
            tags = self._game_tags
            self._builder.start_game({
                "id": tags.get("Id"),
                "ruleset": tags.get("Ruleset"),
                "card": CardRef(tags.get("Card"), tags.get("CardSHA256")),
                "players": tags.get("Players"),
                "level": tags.get("Level"),
                "stake": tags.get("Stake"),
                "table_rules": tags.get("TableRules") or [],
                "ts": tags.get("Time"),
            })  # fmt: skip
        if self._hand_tags is None:
            return
        tags, self._hand_tags = self._hand_tags, None
        for name in ("Hand", "East"):
            if tags.get(name) is None:
                raise self._error_on(self._hand_line, f'a hand without [{name} "…"]')
        values = {
            "number": tags["Hand"], "round": tags.get("Round"), "east": tags["East"],
            "seats": tags.get("Seats") or {}, "dice": tags.get("Dice"), "wall": tags.get("Wall"),
            "seed": tags.get("Seed"), "ts": tags.get("Time"),
        }  # fmt: skip
        try:
            self._builder.start_hand(values, self._hand_line.number)
        except MisplacedError as error:
            raise self._error_on(self._hand_line, str(error)) from None

    # --- statements -------------------------------------------------------------------------
    def _statements(self, words: Words) -> None:
        self._begin()
        while True:
            token = words.take("a statement")
            self._ts = None
            if token.kind == "time":
                self._ts = words.checked(token)
                token = words.take("what happened at that time")
            try:
                self._statement(token, words)
            except MisplacedError as error:
                raise words.misplaced(str(error), token) from None
            if not words.next_statement():
                return

    def _statement(self, token: Token, words: Words) -> None:
        read = STATEMENTS.get(token.word)
        if read is not None:
            read(self, words)
            words.end("the end of the statement")
            return
        if token.word in PERSONS:
            self._add(read_turn(token.word, words))
            return
        if token.word in LEGS:
            self._passes(token.word, words)
            return
        expected = f"a player ({self._people.letters}), a pass or one of {', '.join(STATEMENTS)}"
        known = (*STATEMENTS, *LEGS, *PERSONS)
        raise words.error(expected, token, known, hint=self._people.hint(token.text))

    def _add(self, events: list[Event]) -> None:
        if self._ts is not None:
            if events[0].ts is not None:
                raise MisplacedError("two times of one event")
            events[0].ts = self._ts
        for event in events:
            event.line = self._line.number
            self._builder.add(event)

    def _hand(self, words: Words) -> None:
        values: dict[str, Any] = {
            "number": words.number("the number of the hand", 1, MAX_COUNT), "round": None,
            "seats": {}, "dice": None, "wall": None, "seed": None, "ts": self._ts,
        }  # fmt: skip
        if words.accept("round"):
            values["round"] = words.number("the number of the round", 1, MAX_COUNT)
        if not words.accept("East"):
            raise words.error("East and a player", words.peek(), ("East", "round"))
        values["east"] = words.person("who is East")
        if words.accept("seats"):
            while (token := words.peek()) is not None:
                try:
                    seat = parse_seats(words.take("").word)
                except NoPlayerError as error:
                    raise words.no_person("seats such as A=E", token, error.word) from None
                if not seat or set(seat) & set(values["seats"]):
                    raise words.error("each player once, with a wind", token)
                values["seats"] |= seat
        self._builder.start_hand(values, self._line.number)

    def _deal(self, words: Words) -> None:
        self._add([Deal(words.person("the player dealt to"), words.tiles())])

    def _passes(self, leg: str, words: Words) -> None:
        passes: list[Event] = []
        while True:
            ts = None
            token = words.take("a pass such as A>B 4B 2B E")
            if token.kind == "time" and passes:
                ts = words.checked(token)
                token = words.take("a pass such as A>B 4B 2B E")
            giver, taker = words.pair(token, ">", "a pass such as A>B 4B 2B E")
            passed = Pass(leg, giver, taker, words.tiles("|", "+", "iou"), ts=ts)
            if words.accept("+"):
                self._blind(passed, words)
            if words.accept("iou"):
                passed.iou = words.number("how many tiles are owed", 0, _MOST)
            passes.append(passed)
            if not words.accept("|"):
                words.end("| and the next pass, + blind, iou or the end of the statement")
                break
        self._add(passes)

    def _blind(self, passed: Pass, words: Words) -> None:
        if not words.accept("blind"):
            raise words.error("blind and the tiles forwarded unseen", words.peek(), ("blind",))
        token = words.peek()
        if token is not None and _BLIND.fullmatch(token.word):
            words.take("")
            tiles = [UNKNOWN] * int(token.word)
        else:
            tiles = words.tiles("|", "iou")
        if not tiles:
            raise words.error("the tiles forwarded unseen, or how many", words.peek())
        passed.blind = len(tiles)
        passed.tiles += tiles

    def _go(self, words: Words) -> None:
        self._add([SecondCharleston(None)])

    def _stop(self, words: Words) -> None:
        self._add([SecondCharleston(words.person("who stops the Charleston"))])

    def _court(self, words: Words) -> None:
        token = words.take("the two players such as A=C")
        first, second = words.pair(token, "=", "the two players such as A=C")
        if first == second:
            raise words.error("the two players such as A=C", token)
        n = words.number_or_unknown("how many tiles were agreed", 0, _MOST)
        wish = {} if n is None else {first: n, second: n}
        if words.accept("wish"):
            token = words.take("the wishes of both such as 3/1")
            wishes = _WISHES.fullmatch(token.word)
            if wishes is None:
                raise words.error("the wishes of both such as 3/1", token)
            both = zip((first, second), wishes.groups(), strict=True)
            wish = {person: int(number) for person, number in both if number != "?"}
        tiles: dict[str, list[int]] = {}
        if words.accept(":"):
            self._courtesy_tiles(tiles, first, words)
            if not words.accept("/"):
                raise words.error("/ and the tiles of the other player", words.peek())
            self._courtesy_tiles(tiles, second, words)
        self._add([Courtesy(first + second, wish, n, tiles)])

    def _courtesy_tiles(self, found: dict[str, list[int]], person: str, words: Words) -> None:
        if words.accept("unknown"):
            return
        if words.accept("-"):
            found[person] = []
            return
        found[person] = words.tiles("/")
        if not found[person]:
            raise words.error("the tiles given, - for none, or unknown", words.peek())

    def _throw(self, words: Words) -> None:
        person = words.person("who throws in")
        if words.accept("wrecks"):
            if not words.accept("wall"):
                raise words.error("wrecks wall", words.peek())
            self._add([ThrowIn(person, wrecked_wall=True)])
        else:
            self._add([ThrowIn(person)])

    def _wall(self, words: Words) -> None:
        if not words.accept("game"):
            raise words.error("wall game", words.peek())
        self._add([WallGame()])

    def _void(self, words: Words) -> None:
        reason = words.quoted()
        redeal = True
        if words.accept("no"):
            if not words.accept("redeal"):
                raise words.error("no redeal", words.peek())
            redeal = False
        self._add([Void(reason, redeal)])

    def _pay(self, words: Words) -> None:
        settle = Settle(words.points())
        while (bar := words.accept("|")) is not None:
            settle.transfers.append(self._transfer(words))
            if len(settle.transfers) > MAX_LIST:
                raise words.error(f"at most {MAX_LIST} transfers", bar)
        self._add([settle])

    def _transfer(self, words: Words) -> Transfer:
        expected = 'a transfer such as D>C 50 "challenge lost"'
        ts = None
        token = words.take(expected)
        if token.kind == "time":
            ts = words.checked(token)
            token = words.take(expected)
        payer, paid = words.pair(token, ">", expected)
        amount = words.number("the points paid", -MAX_POINTS, MAX_POINTS)
        line = self._line.number
        return Transfer(payer, paid, amount, words.quoted(), ts=ts, line=line)

    def _end(self, words: Words) -> None:
        values: dict[str, Any] = {"totals": words.points(), "tournament": None}
        if words.accept("|"):
            if not words.accept("tournament"):
                raise words.error("tournament and the points", words.peek())
            values["tournament"] = words.points()
        self._builder.end_game({**values, "ended_ts": self._ts})

    def _note(self, words: Words) -> None:
        token = words.take("the text in quotation marks")
        if token.kind != "text":
            raise words.error("the text in quotation marks", token)
        words.checked(token)
        self._add([Note(token.text)])

    # --- errors -----------------------------------------------------------------------------
    def _error(self, message: str, column: int) -> ParseError:
        return error_at(message, self._source, self._line, column)

    def _error_on(self, line: Line, message: str) -> ParseError:
        return error_at(message, self._source, line, 1)


#: First word of a statement → what reads the rest of it.
STATEMENTS: Final[dict[str, Callable[[_Reader, Words], None]]] = {
    "hand": _Reader._hand,
    "deal": _Reader._deal,
    "go": _Reader._go,
    "stop": _Reader._stop,
    "court": _Reader._court,
    "throw": _Reader._throw,
    "wall": _Reader._wall,
    "void": _Reader._void,
    "pay": _Reader._pay,
    "end": _Reader._end,
    "note": _Reader._note,
}


# --- values of tags -------------------------------------------------------------------------
def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text) or not 1 <= int(text) <= MAX_COUNT:
        raise ValueError(f"found {text[:20]!r}, expected a number from 1 to {MAX_COUNT}")
    return int(text)


def _person(text: str) -> str:
    if text not in PERSONS:
        raise NoPlayerError(f"found {text[:20]!r}, expected a player", text)
    return text


def _level(text: str) -> str:
    if text not in LEVELS:
        near = near_matches(text[:20], LEVELS)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise ValueError(f"found {text[:20]!r}, expected one of {', '.join(LEVELS)}{hint}")
    return text


def _wall(text: str) -> list[int]:
    if len(text) > 4 * MAX_TILES:
        raise ValueError(f"{len(text)} characters, expected the tiles of a wall")
    tiles = parse_tiles(text)
    if len(tiles) > MAX_TILES:
        raise ValueError(f"{len(tiles)} tiles, expected at most {MAX_TILES}")
    return tiles


_TAG_VALUES: Final[dict[str, Callable[[str], Any]]] = {
    "Id": checked_text, "Ruleset": checked_text, "Card": checked_text,
    "CardSHA256": checked_text, "Players": parse_names, "Level": _level, "Stake": checked_text,
    "TableRules": parse_rules, "Time": checked_text, "Hand": _number, "Round": _number,
    "East": _person, "Seats": parse_seats, "Dice": checked_text, "Wall": _wall,
    "Seed": checked_text,
}  # fmt: skip
