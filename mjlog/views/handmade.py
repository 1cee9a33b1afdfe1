"""Rounds written by hand: for examples, bug reports and tests.

A round is a text. The first line names it (``E1.2 dora 3z``, after that if need be ``sticks 1``
and ``scores 30000 …``), the next ones are the dealt hands, the rest is what happened, one event
a line (tiles in mpsz, seats 0–3):

>>> game = game_of('''
... E1.0 dora 3z
... hand 123m456p789s1122z
... hand 19m19p19s1234567z
... hand 5555m5555p5555s1z
... hand 13 unknown
... 0 draw 7z
... 0 tsumogiri 7z
... 1 ron 7z from 0 : -32000 32000 0 0
... ''')
>>> game.rounds[0].state(3).scores
(-7000, 57000, 25000, 25000)

Events: ``S draw T`` · ``S discard T`` · ``S tsumogiri T`` · ``S riichi`` · ``S accepted`` ·
``S chi|pon|daiminkan T OWN from S`` · ``S kakan T`` · ``S ankan TTTT`` · ``S kita`` ·
``dora T`` · ``S tsumo T`` · ``S ron T from S`` · ``draw KIND`` (with ``S`` in front when a
player declares it, ``tenpai S S`` or ``tenpai nobody`` behind when hands were shown). A win may
go on with ``worth POINTS``, a win or draw ends with ``: `` and the change of each seat's points.

Errors at the table and what followed: ``! S KIND TILES by S yes|no : CHANGES # WORDS``, all but
the kind of incident (:data:`mjlog.codes.INCIDENT_KINDS`) left out where there is none.
"""

from __future__ import annotations

import re
from typing import Any, Final

from .. import codes
from ..codes import DRAW_KINDS, EVENT_KINDS, INCIDENT_KINDS, UNKNOWN
from ..errors import ParseError
from ..model import GameInfo
from ..rows import GameRows, RoundRows, Row, batch_of_rows
from ..rules import Rules
from ..tiles import KIND, RED_BIT, format_tile, parse_tile, parse_tiles
from .game import Game

__all__ = ["game_of"]

_TITLE: Final = re.compile(
    r"([ESWN])([1-4])\.(\d+)\s+dora\s+(\S+)(?:\s+sticks\s+(\d+))?"
    r"(?:\s+scores\s+(-?\d+(?:\s+-?\d+)*))?$"
)
_EVENT: Final = re.compile(
    r"(?:(?P<seat>[0-3])\s+)?(?P<verb>[a-z_]+)(?:\s+(?P<tile>[0-9mpsz?]+|[a-z_]+))?"
    r"(?:\s+(?P<own>[0-9mpsz?]+))?(?:\s+from\s+(?P<source>[0-3]))?"
    r"(?:\s+worth\s+(?P<worth>\d+))?(?:\s+tenpai\s+(?P<tenpai>nobody|[0-3](?:\s+[0-3])*))?"
    r"(?:\s*:\s*(?P<deltas>[-+\d ]+))?$"
)
_INCIDENT: Final = re.compile(
    r"!\s*(?:(?P<seat>[0-3])\s+)?(?P<kind>[a-z_]+)(?:\s+(?P<tiles>[0-9]+[mpsz][0-9mpsz]*))?"
    r"(?:\s+by\s+(?P<by>[0-3]))?(?:\s+(?P<flag>yes|no))?"
    r"(?:\s*:\s*(?P<deltas>[-+\d ]+?))?(?:\s*#\s*(?P<text>.*))?$"
)
_TURNS: Final = re.compile(r"turns\s+(?P<count>\d+)(?:\s+but\s+(?P<tiles>[0-9mpsz]+))?$")
_WORDS: Final = {
    "tsumogiri": codes.DISCARD, "accepted": codes.RIICHI_ACCEPTED, "tsumo": codes.WIN,
    "ron": codes.WIN,
}  # fmt: skip


def game_of(
    text: str,
    *,
    rules: Rules | None = None,
    names: tuple[str, ...] = ("Asa", "Botan", "Chidori", "Daigo"),
    scores: tuple[int, ...] = (25000, 25000, 25000, 25000),
    complete: bool = False,
    final_scores: tuple[int, ...] = (),
    final_points: tuple[int, ...] = (),
) -> Game:
    """Return a game of the rounds in ``text`` (an empty line parts two rounds).

    A round starts with the scores of its title, else with ``scores``. The number of players is
    the number of hands. ``complete`` says that the game ended with the last round, and
    ``final_scores`` and ``final_points`` (tenths) how.

    Raises:
        ParseError: A line that is none of the forms above.
    """
    blocks = [b.strip().splitlines() for b in re.split(r"\n\s*\n", text.strip())]
    parts = [_Part(block, i) for i, block in enumerate(blocks)]
    players = len(parts[0].hands)
    game = GameRows(
        info=GameInfo(id="handmade", format="handmade", names=names),
        rules=rules or Rules(players=4 if players == 4 else 3),
        rounds=[part.rows(list(scores[:players])) for part in parts],
        final_scores=final_scores,
        final_points=final_points,
        complete=complete or bool(final_scores),
    )
    batch = batch_of_rows([game])
    batch.players[:] = players
    return Game(batch)


class _Part:
    """One round: title, hands and rows of columns."""

    def __init__(self, lines: list[str], index: int) -> None:
        self.place = f"round {index + 1}"
        match = _TITLE.match(lines[0].strip())
        if match is None:
            raise self._error(lines[0], "a title such as 'E1.0 dora 3z'")
        wind, dealer, honba, indicator, sticks, scores = match.groups()
        self.title = ("ESWN".index(wind), int(dealer) - 1, int(honba), parse_tile(indicator))
        self.sticks = int(sticks or 0)
        self.scores = tuple(int(n) for n in (scores or "").split())
        self.hands: list[list[int]] = []
        self.events: list[dict[str, Any]] = []
        self.wins: list[dict[str, Any]] = []
        self.draws: list[dict[str, Any]] = []
        self.incidents: list[dict[str, Any]] = []
        self._pons: dict[tuple[int, int], int] = {}
        for line in lines[1:]:
            words = line.strip()
            if words.startswith("hand "):
                tiles = words[5:].strip()
                hand = [UNKNOWN] * 13 if tiles == "13 unknown" else parse_tiles(tiles)
                if len(hand) != 13:
                    raise self._error(line, f"13 tiles, found {len(hand)},")
                self.hands.append(hand)
            elif words.startswith("!"):
                self._incident(words)
            elif words:
                self._event(words)

    def rows(self, scores: list[int]) -> RoundRows:
        """Return the round, which starts with its own scores, else with ``scores``."""
        wind, dealer, honba, indicator = self.title
        start: Row = {
            "wind": wind, "dealer": dealer, "honba": honba, "indicator": indicator,
            "deposits": self.sticks, "scores": list(self.scores) or scores, "hands": self.hands,
        }  # fmt: skip
        return RoundRows(start, self.events, self.wins, self.draws, self.incidents)

    def _error(self, line: str, expected: str) -> ParseError:
        return ParseError(f"expected {expected}", place=self.place, snippet=line.strip())

    def _event(self, line: str) -> None:
        turns = _TURNS.match(line)
        if turns is not None:
            self._pass_turns(line, int(turns["count"]), parse_tiles(turns["tiles"] or ""))
            return
        match = _EVENT.match(line)
        if match is None:
            raise self._error(line, "an event such as '0 discard 5p'")
        verb, text = match["verb"], match["tile"] or ""
        seat = UNKNOWN if match["seat"] is None else int(match["seat"])
        if verb == "draw" and (seat == UNKNOWN or text in DRAW_KINDS):
            self._draw(line, text, match, seat)
            return
        kind = _WORDS.get(verb, EVENT_KINDS.index(verb) if verb in EVENT_KINDS else None)
        if kind is None or (kind != codes.DORA and seat == UNKNOWN):
            raise self._error(line, "a seat and the name of an event")
        source = UNKNOWN if match["source"] is None else int(match["source"])
        row = {"kind": kind, "seat": seat, "from_seat": source, "aux": 0, "tile": UNKNOWN}
        tiles = parse_tiles(text) if text else []
        own = parse_tiles(match["own"] or "")
        row["tile"] = tiles[0] if tiles else UNKNOWN
        if kind == codes.ANKAN:
            row["tile"], own = int(KIND[tiles[0]]), sorted(tiles, key=lambda c: int(RED_BIT[c]))
        elif kind == codes.KITA:
            row["tile"], own = 30, [30]
        elif kind == codes.KAKAN:
            row["from_seat"], own = self._pons.get((seat, int(KIND[tiles[0]])), UNKNOWN), tiles
        elif kind == codes.PON:
            self._pons[seat, int(KIND[tiles[0]])] = source
        elif kind == codes.DISCARD:
            row["aux"] = int(verb == "tsumogiri")
        elif kind == codes.WIN:
            row["from_seat"] = seat if verb == "tsumo" else source
            row["aux"] = len(self.wins)
            self.wins.append(self._end(row, match))
        row["used"] = sum(c << 8 * i for i, c in enumerate([*own, 255, 255, 255, 255][:4]))
        self.events.append(row)

    def _incident(self, line: str) -> None:
        match = _INCIDENT.match(line)
        if match is None or match["kind"] not in INCIDENT_KINDS:
            raise self._error(line, "an incident such as '! 1 shown_tiles 4s by 2 no'")
        tiles = parse_tiles(match["tiles"] or "")
        row: dict[str, Any] = {
            "kind": INCIDENT_KINDS.index(match["kind"]), "event": len(self.events),
            "seat": int(match["seat"] or UNKNOWN), "by_seat": int(match["by"] or UNKNOWN),
            "tiles": sum(c << 8 * i for i, c in enumerate([*tiles, 255, 255, 255, 255][:4])),
            "flag": {"yes": 1, "no": 0, None: -1}[match["flag"]], "text": match["text"] or "",
        }  # fmt: skip
        self.incidents.append(row | _deltas(match["deltas"]))

    def _pass_turns(self, line: str, count: int, spared: list[int]) -> None:
        """Let ``count`` tiles be drawn and discarded, of kinds that are left and not spared."""
        left = [0 if kind in spared else 4 for kind in range(34)]
        had = [self.title[3], *(code for hand in self.hands for code in hand)]
        had += [e["tile"] for e in self.events if e["kind"] in (codes.DRAW, codes.DORA)]
        for code in had:
            if KIND[code] < 34:
                left[int(KIND[code])] -= 1
        discards = [e["seat"] for e in self.events if e["kind"] == codes.DISCARD]
        seat = (discards[-1] + 1) % len(self.hands) if discards else self.title[1]
        tiles = [kind for turn in range(4) for kind in range(34) if left[kind] > turn]
        if len(tiles) < count:
            raise self._error(line, f"{count} tiles that are left, found {len(tiles)},")
        for tile in tiles[:count]:
            self._event(f"{seat} draw {format_tile(tile)}")
            self._event(f"{seat} tsumogiri {format_tile(tile)}")
            seat = (seat + 1) % len(self.hands)

    def _draw(self, line: str, kind: str, match: re.Match[str], seat: int) -> None:
        if kind not in DRAW_KINDS:
            raise self._error(line, f"one of {', '.join(DRAW_KINDS)} after 'draw'")
        row: dict[str, Any] = {"kind": DRAW_KINDS.index(kind), "event": len(self.events)}
        if match["tenpai"]:
            row["shown"] = [int(str(s) in match["tenpai"]) for s in range(len(self.hands))]
        event = {"kind": codes.RYUUKYOKU, "seat": seat, "aux": len(self.draws)}
        self.draws.append(row | _deltas(match["deltas"]))
        self.events.append(event)

    def _end(self, row: dict[str, Any], match: re.Match[str]) -> dict[str, Any]:
        names = ("seat", "from_seat", "tile")
        worth = {"points": int(match["worth"])} if match["worth"] else {}
        where = {n: row[n] for n in names} | {"event": len(self.events)}
        return where | worth | _deltas(match["deltas"])


def _deltas(text: str | None) -> dict[str, Any]:
    return {"deltas": [int(n) for n in text.split()]} if text else {}
