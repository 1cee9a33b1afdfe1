"""Reads the typed form of the table record: one turn a line (``docs/table-record.md``)."""

from __future__ import annotations

import re
from typing import Any, Final

from mjlog import codes
from mjlog.codes import CHI, DAIMINKAN, DISCARD, DRAW, KAKAN, KITA, PON, UNKNOWN, UNKNOWN_POINTS
from mjlog.errors import ParseError
from mjlog.model import NO_TILES, GameInfo
from mjlog.rows import GameRows, RoundRows, Row
from mjlog.rules import Rules
from mjlog.tiles import KIND, NORTH

from .flow import USED, Flow, packed
from .header import Header
from .lines import Line, Token, Words, logical_lines
from .naming import default_start, round_title
from .results import draw_of, incident_of, numbers_of, seats_of, win_fields
from .words import SEATS, VERBS

__all__ = ["TextGame"]

MAX_ROUNDS: Final = 200
MAX_EVENTS: Final = 1000
_CALLS: Final = {
    "chi": CHI, "pon": PON, "daiminkan": DAIMINKAN, "kakan": KAKAN, "ankan": codes.ANKAN,
}  # fmt: skip
_PLAIN: Final = {
    "riichi": codes.RIICHI, "stick": codes.RIICHI_ACCEPTED, "leaves": codes.DISCONNECT,
    "returns": codes.RECONNECT,
}  # fmt: skip
#: How a discard was made, by the mark behind the tile.
_MARKS: Final = {"=": 1, "^": 0, "~": -1}
_TILE: Final = re.compile(r"[-+]?[0-9mpsz?]+[=^~]?|=")
_PLACING: Final = re.compile(r"[-+−▲△]?\d{1,5}(\.\d)?")
_RESULTS: Final = ("ron", "tsumo", "draw")
#: What may stand behind a result: further ones, which the audit judges, and connections.
_AFTER_RESULT: Final = (codes.WIN, codes.RYUUKYOKU, codes.DISCONNECT, codes.RECONNECT)
#: Lists of who declared riichi in a hand of which only the result is told.
_DECLARED: Final = ("riichi", "unpaid")


class TextGame:
    """One game on its way from lines to rows; :meth:`read` does it."""

    def __init__(self, lines: list[Line], source: str, rules: Rules | None) -> None:
        self.header = Header(lines, source, rules)
        self.rules = self.header.rules
        self.players = self.rules.players
        self.info: GameInfo = self.header.info
        self.flow = Flow()
        self.game = GameRows(self.info, self.rules)
        self._names = {name: s for s, name in enumerate(self.info.names) if name}
        self._source = source
        self._ended = False

    def read(self) -> GameRows:
        """Read the rounds.

        Raises:
            ParseError: A line that is none of the forms; with line, column and expectation.
        """
        for words in logical_lines(self.header.rest, self._source):
            self.line(words)
        if not self.game.rounds:
            raise ParseError(
                "a table record without a hand, expected a heading such as E1.0 dora 3z",
                source=self._source, place=f"line {self.header.last}",
            )  # fmt: skip
        return self.game

    # --- who ----------------------------------------------------------------------------------

    @property
    def part(self) -> RoundRows:
        """The round being read."""
        return self.game.rounds[-1]

    def is_seat(self, text: str) -> bool:
        """Tell whether a word names a seat."""
        return (
            text == "?"
            or text.upper() in SEATS
            or text in self._names
            or (len(text) == 1 and text in "0123"[: self.players])
        )

    def seat(self, words: Words, token: Token) -> int:
        """Return the fixed seat that a word names (255 for ``?``)."""
        text = token.text
        if text == "?":
            return UNKNOWN
        if text.upper() in SEATS and not token.quoted:
            away = SEATS[text.upper()]
            if away >= self.players:
                raise words.error("E, S or W: three players have no north seat", token)
            return int(self.part.start["dealer"] + away) % self.players
        if text in self._names:
            return self._names[text]
        if self.is_seat(text):
            return int(text)
        known = [*self._names, "E", "S", "W", "N"]
        raise words.error("a seat: E S W N of this hand, 0 to 3, or a player's name", token, known)

    def _actor(self, words: Words, token: Token) -> int:
        """Return the seat of somebody who acts: it has to be known."""
        seat = self.seat(words, token)
        if seat == UNKNOWN:
            raise words.error("who it was: only tiles, payers and incidents may be unknown", token)
        return seat

    # --- lines --------------------------------------------------------------------------------

    def line(self, words: Words) -> None:
        """Read one line behind the header."""
        token = words.take("a line")
        if self._ended:
            raise words.error("a new game (table record 1) after the end", token)
        title = None if token.quoted else round_title(token.text)
        verb = None if token.quoted else VERBS.get(token.text)
        if title is not None:
            self._heading(words, token, title)
            return
        if not self.game.rounds:
            raise words.error("the heading of a hand, such as E1.0 dora 3z", token)
        if token.text.startswith("!"):
            self._incident(words, token)
        elif verb == "end":
            self._end(words)
        elif verb == "hand":
            self._hand(words)
        elif verb == "dora":
            self._dora(words)
            words.end()
        elif verb in (*_RESULTS, *_DECLARED):
            words.skip(-1)
            self._results(words)
        elif self.is_seat(token.text):
            self._turn(words, token, self._actor(words, token))
        else:
            known = [*self._names, *SEATS, "hand", "dora", "end", "ron", "tsumo", "draw", "riichi"]
            raise words.error(
                "a heading (E1.1), a seat and its turn (E 5m 1z), hand, dora, ron, tsumo, draw, "
                "! and an incident, or end", token, known,
            )  # fmt: skip

    def _heading(self, words: Words, token: Token, title: Row) -> None:
        if len(self.game.rounds) == MAX_ROUNDS:
            raise words.error(f"at most {MAX_ROUNDS} hands in a game", token)
        if title["dealer"] >= self.players:
            raise words.error(f"a dealer of 1 to {self.players}", token)
        before = self.game.rounds[-1] if self.game.rounds else None
        start: Row = {**title, "indicator": UNKNOWN, "hands": [[], [], [], []]}
        scores, sticks = default_start(title, before, self.rules, self.header.start)
        start["scores"], start["deposits"] = scores, sticks
        self.game.rounds.append(RoundRows(start))
        self.flow = Flow()
        while (token_ := words.peek()) is not None:
            verb = VERBS.get(token_.text)
            if verb in (*_RESULTS, *_DECLARED):
                self._results(words)
                return
            words.skip()
            if verb == "dora":
                start["indicator"] = words.tile(words.take("the dora indicator"))
            elif verb == "dice":
                start["dice"] = [words.number("a die", 1, 6, UNKNOWN) for _ in range(2)]
            elif verb == "sticks":
                start["deposits"] = words.number("the number of riichi sticks", 0, 1000, -1)
            elif verb == "scores":
                start["scores"] = numbers_of(words, self, "the scores")
            else:
                known = ["dora", "dice", "sticks", "scores", *_DECLARED, *_RESULTS]
                raise words.error(f"one of {', '.join(known)}", token_, known)

    def _hand(self, words: Words) -> None:
        if self.part.events:
            raise words.error("hands before the first turn", words.peek(-1))
        seat = self.seat(words, words.take("whose hand"))
        token = words.take("the 13 tiles dealt")
        tiles = words.tiles(token)
        if seat == UNKNOWN or len(tiles) != 13:
            hint = "the dealer's 14th is the draw of the first turn"
            if len(tiles) < 13:
                hint = "? stands for one that is not known"
            raise words.error(f"the 13 tiles of one seat, not {len(tiles)}; {hint}", token)
        words.end()
        self.part.start["hands"][seat] = tiles

    def _incident(self, words: Words, token: Token) -> None:
        if len(token.text) > 1:
            raise words.error("a blank behind !, as in ! chombo E", token)
        if len(self.part.incidents) == MAX_EVENTS:
            raise words.error(f"at most {MAX_EVENTS} incidents in a hand", token)
        row = incident_of(words, self)
        self.part.incidents.append(row | {"event": len(self.part.events), "offset": token.line})

    def _end(self, words: Words) -> None:
        game, self._ended = self.game, True
        game.complete = True
        token = words.peek()
        if token is not None and VERBS.get(token.text) == "unfinished":
            words.skip()
            game.complete = False
        token = words.peek()
        if token is not None and VERBS.get(token.text) != "points":
            game.final_scores = numbers_of(words, self, "the final scores")
        token = words.peek()
        if token is not None and VERBS.get(token.text) == "points":
            words.skip()
            game.final_points = self._placing(words)
        words.end("points and the placement points of each player")

    def _placing(self, words: Words) -> list[int]:
        found = []
        while (token := words.peek()) is not None:
            words.skip()
            if token.text != "?" and not _PLACING.fullmatch(token.text):
                raise words.error("placement points such as +42.5", token)
            found.append(UNKNOWN_POINTS if token.text == "?" else _tenths(token.text))
        if len(found) not in (self.players, 4):
            raise words.error(f"placement points of {self.players} players, not {len(found)}")
        return found

    # --- events -------------------------------------------------------------------------------

    def _add(self, words: Words, token: Token, draw: Row | None = None, **row: Any) -> None:
        part, flow = self.part, self.flow
        event: Row = {"tile": UNKNOWN, "from_seat": UNKNOWN, "used": NO_TILES, "aux": 0, **row}
        event["offset"] = token.line
        if len(part.events) >= MAX_EVENTS:
            raise words.error(f"at most {MAX_EVENTS} events in a hand", token)
        if flow.hands_over and event["kind"] not in _AFTER_RESULT:
            raise words.error("the heading of the next hand: this one has its result", token)
        if flow.pays_before(event, draw):
            seat, flow.pending = flow.pending, None
            part.events.append({
                "kind": codes.RIICHI_ACCEPTED, "seat": seat, "tile": UNKNOWN,
                "from_seat": UNKNOWN, "used": NO_TILES, "aux": 0, "offset": token.line,
            })  # fmt: skip
        if event["kind"] in (codes.WIN, codes.RYUUKYOKU):
            rows = part.wins if event["kind"] == codes.WIN else part.draws
            event["aux"] = len(rows) - 1
            rows[-1]["event"] = len(part.events)
        part.events.append(event)
        flow.apply(event)

    def _dora(self, words: Words) -> None:
        token = words.take("the new dora indicator")
        tile = words.tile(token, expected="the new dora indicator")
        self._add(words, token, kind=codes.DORA, seat=UNKNOWN, tile=tile)

    def _turn(self, words: Words, first: Token, seat: int) -> None:
        if words.peek() is None:
            raise words.error("what this player did: a draw and a discard (5m 1z), a call, a win")
        discarded = False
        while (token := words.peek()) is not None:
            verb = None if token.quoted else VERBS.get(token.text)
            words.skip()
            if verb in ("ron", "tsumo"):
                self._win(words, token, {"seat": seat}, tsumo=verb == "tsumo")
                return
            if verb == "draw":
                self._draw(words, token, seat)
                return
            if verb == "dora":
                self._dora(words)
            elif verb == "nostick":
                self.flow.pending = None
            elif verb in _PLAIN:
                assert verb is not None
                if verb == "riichi" and discarded:
                    raise words.error("riichi before the tile that is discarded with it", token)
                self._add(words, token, kind=_PLAIN[verb], seat=seat)
            elif verb == "kita":
                self._kita(words, token, seat)
            elif verb in _CALLS or verb == "kan":
                assert verb is not None
                self._call(words, token, seat, verb)
            elif _TILE.fullmatch(token.text):
                discarded = self._tile(words, token, seat, discarded)
            else:
                known = [*VERBS]
                raise words.error(
                    "a tile (5m), = for a discard as drawn, riichi, a call, tsumo or ron",
                    token, known,
                )  # fmt: skip

    def _tile(self, words: Words, token: Token, seat: int, discarded: bool) -> bool:
        """Take a word that is a draw or a discard; tell whether the turn has its discard."""
        text, flow = token.text, self.flow
        if text == "=":
            drawn = flow.drawn(seat)
            if drawn is None:
                raise words.error("a draw before the = that discards it", token)
            self._add(words, token, kind=DISCARD, seat=seat, tile=drawn, aux=1)
            return True
        sign = text[0] if text[0] in "+-" else ""
        mark = text[-1] if text[-1] in _MARKS else ""
        tile = words.tile(token, text[len(sign) : len(text) - len(mark)])
        if sign == "+" or not (sign or mark or flow.holds(seat)):
            if discarded and not sign:
                raise words.error("the end of the line: the next turn has a line of its own", token)
            if mark:
                raise words.error("a drawn tile without a mark", token)
            self._add(words, token, kind=DRAW, seat=seat, tile=tile)
            return discarded
        aux = _MARKS[mark] if mark else flow.tsumogiri(seat, tile)
        self._add(words, token, kind=DISCARD, seat=seat, tile=tile, aux=aux)
        return True

    def _kita(self, words: Words, token: Token, seat: int) -> None:
        token_, used = words.peek(), [NORTH]
        if token_ is not None and VERBS.get(token_.text) == "with":
            words.skip()
            used = words.tiles(words.take("the tile set aside"))
        tile, source = self._taken(words)
        self._add(
            words, token, kind=KITA, seat=seat, tile=NORTH if tile is None else tile,
            from_seat=UNKNOWN if source is None else source, used=packed(used),
        )  # fmt: skip

    def _own(self, words: Words) -> list[int] | None:
        """Return the own tiles of a call, None when the next word is none."""
        token = words.peek()
        if token is None or token.quoted or not re.fullmatch(r"[0-9mpsz?]+", token.text):
            return None
        if token.text[-1] not in "mpsz?":
            return None
        words.skip()
        return words.tiles(token)

    def _taken(self, words: Words) -> tuple[int | None, int | None]:
        """Read ``of TILE`` and ``from SEAT``; return both, None for one that is not there."""
        tile = source = None
        while (token := words.peek()) is not None and VERBS.get(token.text) in ("of", "from"):
            words.skip()
            if token.text == "of":
                tile = words.tile(words.take("the tile called"))
            else:
                source = self.seat(words, words.take("from whom"))
        return tile, source

    def _call(self, words: Words, token: Token, seat: int, verb: str) -> None:
        own = self._own(words)
        if verb == "kan":
            names = {1: "kakan", 3: "daiminkan", 4: "ankan"}
            if own is None or len(own) not in names:
                expected = "1 own tile for an added kan, 3 for an open one, 4 for a concealed one"
                raise words.error(expected, words.peek(-1) if own else words.peek())
            verb = names[len(own)]
        kind = _CALLS[verb]
        if kind == PON and own is not None and len(own) == 1:  # the discard behind a bare pon
            words.skip(-1)
            own = None
        tile, source = self._taken(words)
        if kind in (KAKAN, codes.ANKAN):
            first = UNKNOWN if own is None else own[0]
            if kind == KAKAN and source is None and tile is None:
                source = self.flow.pon_source(seat, first)
            if tile is None:
                tile = int(KIND[first]) if kind == codes.ANKAN else first
            source = UNKNOWN if source is None else source
        else:
            discarder, there = self.flow.called()
            tile = there if tile is None else tile
            source = discarder if source is None else source
        if own is None:
            own = self._plain_pair(words, kind, tile, token)
        if len(own) != USED[kind]:
            raise words.error(f"{USED[kind]} own tiles for {verb}, not {len(own)}", words.peek(-1))
        self._add(words, token, kind=kind, seat=seat, tile=tile, from_seat=source, used=packed(own))

    def _plain_pair(self, words: Words, kind: int, tile: int, token: Token) -> list[int]:
        """Return the own tiles of a ``pon`` that names none, where there is no doubt."""
        plain = int(KIND[tile])
        reds = any(self.rules.aka) and plain < 27 and plain % 9 == 4
        if kind != PON or plain == UNKNOWN or reds:
            raise words.error(
                f"the {USED[kind]} own tiles of the {token.text}, such as chi 45m", words.peek()
            )
        return [plain, plain]

    # --- results ------------------------------------------------------------------------------

    def _results(self, words: Words) -> None:
        """Read the one-line form: ``riichi S W``, ``ron S<W …``, ``tsumo S …``, ``draw …``."""
        riichi: dict[str, list[int]] = {name: [] for name in _DECLARED}
        while (token := words.peek()) is not None:
            verb = VERBS.get(token.text)
            words.skip()
            if verb in _DECLARED:
                riichi[verb] += self._named(words)
            elif verb in ("ron", "tsumo"):
                row = self._winner(words, tsumo=verb == "tsumo")
                self._win(words, token, row, tsumo=verb == "tsumo", riichi=riichi)
                return
            elif verb == "draw":
                self._draw(words, token, UNKNOWN, riichi)
                return
            else:
                known = [*_DECLARED, *_RESULTS]
                raise words.error(f"one of {', '.join(known)}", token, known)
        self._declared(words, token, riichi)

    def _named(self, words: Words) -> list[int]:
        token = words.peek()
        seats = seats_of(words, self)
        if not seats or UNKNOWN in seats:
            raise words.error("a seat, or several", token)
        return seats

    def _declared(self, words: Words, token: Token | None, riichi: dict[str, list[int]]) -> None:
        """Add the riichi of a hand of which nothing but the result is known."""
        at = token or Token("", words.line, 1)
        for seat in riichi["riichi"]:
            self._add(words, at, kind=codes.RIICHI, seat=seat)
            self._add(words, at, kind=codes.RIICHI_ACCEPTED, seat=seat)
        for seat in riichi["unpaid"]:
            self._add(words, at, kind=codes.RIICHI, seat=seat)

    def _winner(self, words: Words, *, tsumo: bool) -> Row:
        token = words.take("who won: S, or S<W for a ron from W")
        winner, arrow, payer = token.text.partition("<")
        row: Row = {"seat": self._actor(words, Token(winner, token.line, token.column))}
        if arrow and tsumo:
            raise words.error("only the winner of a tsumo", token)
        if arrow:
            at = Token(payer, token.line, token.column + len(winner) + 1)
            row["from_seat"] = self.seat(words, at)
        return row

    def _win(
        self, words: Words, token: Token, row: Row, *, tsumo: bool,
        riichi: dict[str, list[int]] | None = None,
    ) -> None:  # fmt: skip
        seat = row["seat"]
        source, tile = self.flow.called()
        if tsumo:
            source, drawn = seat, self.flow.drawn(seat)
            tile = UNKNOWN if drawn is None else drawn
        own = self._own(words)
        if own is not None:
            if len(own) != 1:
                raise words.error("one winning tile", words.peek(-1))
            tile = own[0]
        row = {"from_seat": source, "tile": tile, **row}
        dealer_wins = seat == self.part.start["dealer"]
        win_fields(words, self, row, dealer_wins=dealer_wins, riichi=riichi)
        if not tsumo and row["from_seat"] == seat:
            raise words.error("a ron from another player, or tsumo", token)
        if riichi is not None:
            self._declared(words, token, riichi)
        self.part.wins.append(row | {"event": 0})
        self._add(
            words, token, kind=codes.WIN, seat=seat, tile=row["tile"], from_seat=row["from_seat"]
        )

    def _draw(
        self, words: Words, token: Token, seat: int,
        riichi: dict[str, list[int]] | None = None,
    ) -> None:  # fmt: skip
        row = draw_of(words, self, riichi)
        seat = row.pop("seat", seat)
        if riichi is not None:
            self._declared(words, token, riichi)
        self.part.draws.append(row | {"event": 0})
        self._add(words, token, row, kind=codes.RYUUKYOKU, seat=seat)


def _tenths(text: str) -> int:
    """Return placement points such as ``+42.5`` in tenths."""
    sign = -1 if text[0] in "-−▲△" else 1
    points, _, tenth = text.lstrip("-+−▲△").partition(".")
    return sign * int(points + (tenth or "0"))
