"""Writes the typed form of the table record; what it leaves out the reader fills in again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from mjlog import codes
from mjlog.codes import (
    ANKAN,
    DISCARD,
    DORA,
    DRAW,
    DRAW_KINDS,
    EVENT_KINDS,
    INCIDENT_KINDS,
    KAKAN,
    KITA,
    LIMITS,
    RIICHI,
    RIICHI_ACCEPTED,
    RYUUKYOKU,
    UNKNOWN,
    UNKNOWN_POINTS,
    WIN,
)
from mjlog.model import NO_TILES
from mjlog.rows import GameRows, RoundRows, Row
from mjlog.rules import Rules
from mjlog.tiles import KIND, NORTH, format_tile, format_tiles

from .flow import USED, Flow, unpacked, value_defaults
from .header import VERSION_LINE
from .naming import default_start, quoted, round_text
from .words import FLAGS, YAKU_NAMES

__all__ = ["RoundText", "end_words", "header_lines", "numbers", "start_points", "text_of"]

_WIDTH: Final = 100
_MARKS: Final = {1: "=", 0: "^", -1: "~"}
_PLAIN: Final = {
    RIICHI: "riichi", RIICHI_ACCEPTED: "stick", codes.DISCONNECT: "leaves",
    codes.RECONNECT: "returns",
}  # fmt: skip
_VALUE: Final = {"limit": UNKNOWN, "yakuman": -1, "han": -1, "fu": -1}


def text_of(game: GameRows, rules_name: str, rules: Rules) -> str:
    """Return a game as text.

    Args:
        game: Its rows, with every column.
        rules_name: What the header says.
        rules: The rules that are read under that name.
    """
    lines = header_lines(game, rules_name)
    before: RoundRows | None = None
    for part in game.rounds:
        lines += ["", *RoundText(part, before, rules, start_points(game)).lines()]
        before = part
    if ending := end_words(game):
        lines += ["", " ".join(ending)]
    return "\n".join(lines) + "\n"


def start_points(game: GameRows) -> int | None:
    """Return the start points that the header tells, None where it tells none."""
    scores = game.rounds[0].start["scores"][: game.rules.players] if game.rounds else []
    return scores[0] if len(set(scores)) == 1 and scores[0] != UNKNOWN_POINTS else None


def header_lines(game: GameRows, rules_name: str) -> list[str]:
    """Return the lines before the first hand."""
    info, players = game.info, game.rules.players
    names = list(info.names[:players])
    start = start_points(game)
    values = {
        "id": info.id,
        "rules": rules_name,
        "players": ", ".join(map(_name, names)) if any(names) else "",
        "start": "" if start is None else str(start),
        "date": info.start_time or "",
        "place": info.lobby or "",
        "level": info.extra.get("level", ""),
        "viewer": "" if info.viewer is None else str(info.viewer),
    }
    lines = [VERSION_LINE]
    for key, value in values.items():
        if value:
            lines.append(f"{key}: {value if key == 'players' else _plain(value)}")
    return lines + [f"note: {_plain(note)}" for note in info.extra.get("notes", [])]


def _plain(text: str) -> str:
    """Return a text for the header, in quotation marks where it would not read back."""
    simple = text == text.strip() and text.isprintable() and text and text[0] != '"'
    return text if simple else quoted(text)


def _name(name: str) -> str:
    odd = not name or name != name.strip() or not name.isprintable()
    return quoted(name) if odd or any(c in name for c in ',、"') else name


def end_words(game: GameRows) -> list[str]:
    """Return the words of the line at the end, none when nothing is known of it."""
    words = ["end"] if game.complete else ["end", "unfinished"]
    players = game.rules.players
    known = False
    for name, values in (("", game.final_scores), ("points", game.final_points)):
        if any(value != UNKNOWN_POINTS for value in values):
            known = True
            shown = numbers(values, players, _tenths if name else str)
            words += [name, *shown] if name else shown
    return words if known or game.complete else []


def _tenths(value: int) -> str:
    return f"{'-' if value < 0 else '+'}{abs(value) // 10}.{abs(value) % 10}"


def numbers(values: Sequence[int], players: int, form: Any = str) -> list[str]:
    """Return points of every player as words, ``?`` for one that is not known."""
    count = players if all(v == UNKNOWN_POINTS for v in values[players:]) else 4
    return ["?" if v == UNKNOWN_POINTS else form(v) for v in values[:count]]


def _wrapped(words: Iterable[str]) -> list[str]:
    """Return words as one line, continued on indented lines where it is long."""
    lines = [""]
    for word in words:
        if lines[-1].strip() and len(lines[-1]) + 1 + len(word) > _WIDTH:
            lines.append("   ")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines


def _known(tiles: Sequence[int]) -> list[int]:
    """Return tiles without the unknown ones at the end."""
    found = list(tiles)
    while found and found[-1] == UNKNOWN:
        found.pop()
    return found


class RoundText:
    """Writes one round."""

    def __init__(
        self, part: RoundRows, before: RoundRows | None, rules: Rules, start: int | None
    ) -> None:
        self.part = part
        self.rules = rules
        self.players = rules.players
        self.flow = Flow()
        self._before = before
        self._start = start
        self._out: list[str] = []
        self._words: list[str] = []  # of the line that is being written
        self._seat = UNKNOWN
        self._open = False  # a word of the same turn may follow
        self._places = {row["event"] for row in part.incidents}

    def lines(self) -> list[str]:
        """Return all lines of the round."""
        heading = self._heading()
        if self._is_result():
            heading += self._result_words()
            self._out = _wrapped(heading)
            for row in self.part.wins[1:]:
                self._out += _wrapped(self._one_line_win(row))
            self._incidents(len(self.part.events))
            return self._out
        self._out = _wrapped(heading)
        for seat, hand in enumerate(self.part.start["hands"]):
            if _known(hand):
                self._out.append(f"hand {self.who(seat)} {format_tiles(hand)}")
        for e, row in enumerate(self.part.events):
            self._incidents(e)
            self._event(e, row)
        self._incidents(len(self.part.events))
        self._flush()
        return self._out

    def who(self, seat: int) -> str:
        """Return how a seat is written: its wind in this round."""
        dealer = self.part.start["dealer"]
        if seat == UNKNOWN:
            return "?"
        if seat >= self.players:
            return str(seat)
        return "ESWN"[(seat - dealer) % self.players]

    def label(self) -> str:
        """Return which hand it is, such as ``E2.1``."""
        start = self.part.start
        return round_text(start)

    def _heading(self) -> list[str]:
        start = self.part.start
        words = [self.label()]
        if start["indicator"] != UNKNOWN:
            words += ["dora", format_tile(start["indicator"])]
        if any(die != UNKNOWN for die in start["dice"]):
            words += ["dice", *("?" if die == UNKNOWN else str(die) for die in start["dice"])]
        scores, sticks = default_start(start, self._before, self.rules, self._start)
        if start["deposits"] != sticks:
            words += ["sticks", "?" if start["deposits"] < 0 else str(start["deposits"])]
        if start["scores"] != [*scores, *[UNKNOWN_POINTS] * 4][:4]:
            words += ["scores", *numbers(start["scores"], self.players)]
        return words

    # --- one line a hand ----------------------------------------------------------------------

    def _is_result(self) -> bool:
        """Tell whether the round is nothing but riichi and a result."""
        events, part = self.part.events, self.part
        if any(_known(hand) for hand in part.start["hands"]) or not events:
            return False
        if any(place != len(events) for place in self._places):
            return False
        e, unpaid = 0, False
        while e < len(events) and events[e]["kind"] == RIICHI:
            paid = (
                events[e + 1]["kind"] == RIICHI_ACCEPTED
                and events[e + 1]["seat"] == events[e]["seat"]
            ) if e + 1 < len(events) else False  # fmt: skip
            if paid and unpaid:
                return False
            unpaid = not paid
            e += 1 + paid
        kinds = [row["kind"] for row in events[e:]]
        return kinds == [RYUUKYOKU] or (bool(kinds) and set(kinds) == {WIN})

    def _result_words(self) -> list[str]:
        events = self.part.events
        paid = [self.who(r["seat"]) for r in events if r["kind"] == RIICHI_ACCEPTED]
        declared = [self.who(r["seat"]) for r in events if r["kind"] == RIICHI]
        words = ["riichi", *paid] if paid else []
        if declared[len(paid) :]:
            words += ["unpaid", *declared[len(paid) :]]
        if self.part.wins:
            return words + self._one_line_win(self.part.wins[0])
        declared_by = events[-1]["seat"]
        kind, *rest = self.draw_words(self.part.draws[0])
        by = [] if declared_by == UNKNOWN else ["by", self.who(declared_by)]
        return [*words, "draw", kind, *by, *rest]

    def _one_line_win(self, win: Row) -> list[str]:
        who, payer = self.who(win["seat"]), self.who(win["from_seat"])
        tsumo = win["seat"] == win["from_seat"] != UNKNOWN
        words = ["tsumo", who] if tsumo else ["ron", f"{who}<{payer}"]
        if win["tile"] != UNKNOWN:
            words.append(format_tile(win["tile"]))
        return words + self.value_words(win)

    # --- lines --------------------------------------------------------------------------------

    def _flush(self) -> None:
        if self._words:
            self._out += _wrapped(self._words)
        self._words, self._open, self._seat = [], False, UNKNOWN

    def _put(self, seat: int, *words: str, again: bool = False) -> None:
        """Write words of a seat, on its line where that is still open (or ``again``)."""
        same = bool(self._words) and seat == self._seat
        if not (same and (self._open or again)):
            self._flush()
            self._words = [self.who(seat)]
        self._words += words
        self._seat, self._open = seat, True

    def _incidents(self, event: int) -> None:
        for row in self.part.incidents:
            if row["event"] == event:
                self._flush()
                self._out += _wrapped(self.incident_words(row))

    def _event(self, e: int, row: Row) -> None:
        kind, seat, flow = row["kind"], row["seat"], self.flow
        draw = self.part.draws[row["aux"]] if kind == RYUUKYOKU else None
        if kind == RIICHI_ACCEPTED and self._goes_without_saying(e, row):
            flow.apply(row)
            return
        if flow.pays_before(row, draw):
            self._put(flow.pending if flow.pending is not None else seat, "nostick", again=True)
            self._open = False
            flow.pending = None
        if kind == DRAW:
            tile = format_tile(row["tile"])
            self._put(seat, f"+{tile}" if flow.holds(seat) else tile)
        elif kind == DISCARD:
            self._put(seat, self._discard(row))
            self._open = False
        elif kind in USED:
            self._put(seat, *self._call(row))
        elif kind in _PLAIN:
            self._put(seat, _PLAIN[kind], again=kind == RIICHI_ACCEPTED)
            self._open = kind != RIICHI_ACCEPTED
        elif kind == DORA:
            if not self._open:
                self._flush()
            self._words += ["dora", format_tile(row["tile"])]
            if not self._open:
                self._flush()
        elif kind == WIN:
            self._win(row)
        elif kind == RYUUKYOKU:
            assert draw is not None
            self._flush()
            who = [] if seat == UNKNOWN else [self.who(seat)]
            self._out += _wrapped([*who, "draw", *self.draw_words(draw)])
        flow.apply(row)

    def _goes_without_saying(self, e: int, row: Row) -> bool:
        """Tell whether the reader knows by itself that the stick is paid here."""
        events = self.part.events
        if self.flow.pending != row["seat"] or e + 1 >= len(events) or e + 1 in self._places:
            return False
        after = events[e + 1]
        draw = self.part.draws[after["aux"]] if after["kind"] == RYUUKYOKU else None
        return self.flow.pays_before(after, draw)

    def _discard(self, row: Row) -> str:
        seat, tile, aux = row["seat"], row["tile"], row["aux"]
        if aux == 1 and self.flow.drawn(seat) == tile:
            return "="
        mark = "" if self.flow.tsumogiri(seat, tile) == aux else _MARKS.get(aux, "~")
        sign = "" if mark or self.flow.holds(seat) else "-"
        return f"{sign}{format_tile(tile)}{mark}"

    def _call(self, row: Row) -> list[str]:
        kind, seat, tile, source = row["kind"], row["seat"], row["tile"], row["from_seat"]
        own = unpacked(row["used"], USED[kind])
        words = [EVENT_KINDS[kind]]
        if kind == KITA:
            words += [] if own == [NORTH] else ["with", format_tiles(own)]
            due_tile, due_source = NORTH, UNKNOWN
        else:
            words.append(format_tiles(own))
            due_source, due_tile = self.flow.called()
            if kind == KAKAN:
                due_tile = own[0]
                named = tile != due_tile
                due_source = UNKNOWN if named else self.flow.pon_source(seat, tile)
            elif kind == ANKAN:
                due_tile, due_source = int(KIND[own[0]]), UNKNOWN
        if tile != due_tile:
            words += ["of", format_tile(tile)]
        if source != due_source:
            words += ["from", self.who(source)]
        return words

    # --- results ------------------------------------------------------------------------------

    def _win(self, row: Row) -> None:
        win, seat = self.part.wins[row["aux"]], row["seat"]
        tsumo = seat == win["from_seat"] and seat != UNKNOWN
        source, tile = self.flow.called()
        if tsumo:
            drawn = self.flow.drawn(seat)
            source, tile = seat, UNKNOWN if drawn is None else drawn
        words = ["tsumo" if tsumo else "ron"]
        if win["tile"] != tile:
            words.append(format_tile(win["tile"]))
        if win["from_seat"] != source:
            words += ["from", self.who(win["from_seat"])]
        self._put(seat, *words, *self.value_words(win))
        self._flush()

    def value_words(self, win: Row) -> list[str]:
        """Return what a win was worth, and all that was shown and printed with it."""
        words = _value(win)
        if win["points"] != UNKNOWN_POINTS:
            words.append(str(win["points"]))
        for number, han in zip(win["yaku"], win["yaku_han"], strict=True):
            if number in YAKU_NAMES:
                words.append(YAKU_NAMES[number] + (f"={han}" if han >= 0 else ""))
        for name in ("hand", "indicators", "ura"):
            if tiles := _known(win[name]):
                words += [name, format_tiles(tiles)]
        if win["pao_seat"] != UNKNOWN:
            words += ["pao", self.who(win["pao_seat"])]
        return words + self._printed(win)

    def _printed(self, row: Row) -> list[str]:
        """Return counters, sticks and scores printed with a result, and its changes."""
        words = ["honba", str(row["honba"])] if row["honba"] >= 0 else []
        words += ["sticks", str(row["deposits"])] if row["deposits"] >= 0 else []
        if any(value != UNKNOWN_POINTS for value in row["scores"]):
            words += ["scores", *numbers(row["scores"], self.players)]
        return words + self._changes(row)

    def _changes(self, row: Row) -> list[str]:
        if all(value == UNKNOWN_POINTS for value in row["deltas"]):
            return []
        return [":", *numbers(row["deltas"], self.players)]

    def draw_words(self, draw: Row) -> list[str]:
        """Return kind, tenpai, hands and changes of a draw."""
        words = ["?" if draw["kind"] == UNKNOWN else DRAW_KINDS[draw["kind"]]]
        shown = draw["shown"][: self.players]
        lists = {
            name: [self.who(s) for s, value in enumerate(shown) if value == flag]
            for name, flag in (("tenpai", 1), ("noten", 0))
        }
        unsure = UNKNOWN in shown
        if not unsure or lists["tenpai"] or lists["noten"]:
            for name, seats in lists.items():
                if unsure or (name == "tenpai" and seats) or (name == "noten" and 1 not in shown):
                    words += [name, *seats]
        for seat, hand in enumerate(draw["hands"]):
            if tiles := _known(hand):
                words += ["hand", self.who(seat), format_tiles(tiles)]
        return words + self._printed(draw)

    def incident_words(self, row: Row) -> list[str]:
        """Return the words of an incident, ``!`` first."""
        name = INCIDENT_KINDS[row["kind"]]
        words = ["!", name]
        if row["seat"] != UNKNOWN:
            words.append(self.who(row["seat"]))
        if row["by_seat"] != UNKNOWN:
            words += ["by", self.who(row["by_seat"])]
        if row["tiles"] != NO_TILES:
            words.append(format_tiles(_known(unpacked(row["tiles"]))))
        if row["flag"] >= 0:
            words.append(FLAGS.get(name, ("yes", "no"))[1 - row["flag"]])
        if row["text"]:
            words.append(quoted(row["text"]))
        return words + self._changes(row)


def _value(win: Row) -> list[str]:
    """Return han, fu and limit, without those that follow from the others."""
    told = {name: win[name] for name in _VALUE}
    for name in _VALUE:
        rest = {key: value for key, value in told.items() if key != name}
        if {**_VALUE, **value_defaults(rest)} == {**_VALUE, **value_defaults(told)}:
            told = rest
    words = [
        f"{told[name]}{name}" if told[name] >= 0 else f"?{name}"
        for name in ("han", "fu", "yakuman")
        if name in told
    ]
    if "limit" in told:
        known = {UNKNOWN: "?limit", 0: "nolimit"}
        words.append(known.get(told["limit"]) or LIMITS[told["limit"]])
    return words
