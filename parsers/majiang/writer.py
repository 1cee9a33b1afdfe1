"""Writer of 電脳麻将 (majiang) records, in the form that its servers write.

What is written is read back, and what the form did not hold as it was is told as a loss.
"""

from __future__ import annotations

from typing import Any, Final

import orjson

from mjlog.codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DISCONNECT,
    DORA,
    DORA_NAMES,
    DRAW,
    KAKAN,
    KITA,
    PON,
    RECONNECT,
    RIICHI,
    RIICHI_ACCEPTED,
    UNKNOWN,
    UNKNOWN_POINTS,
    WIN,
    YAKU,
)
from mjlog.errors import MjlogError
from mjlog.model import GameBatch
from mjlog.rows import GameRows, RoundRows, Row, rows_of

from ..losses import Losses, refuse_unknown_payer, refuse_void
from .differences import note_differences
from .tables import DRAWS
from .words import OpenMeld, hand_text, meld_text, tile_text

__all__ = ["write_majiang"]

_KANS: Final = (DAIMINKAN, KAKAN, ANKAN)
_DRAW_NAMES: Final = {kind: name for name, kind in reversed(DRAWS.items())}
#: Yaku id or dora entry → the name that servers write.
_NAMES: Final = (
    {yaku.id: yaku.ja for yaku in YAKU}
    | {entry: ja for entry, (_, ja) in DORA_NAMES.items()}
    | {18: "翻牌 白", 19: "翻牌 發", 20: "翻牌 中", 21: "ダブル立直"}
)


def write_majiang(batch: GameBatch, game: int = 0, *, losses: Losses | None = None) -> bytes:
    """Return one game of a batch as a 電脳麻将 record (UTF-8, one JSON object).

    Args:
        batch: Any games.
        game: Which of them.
        losses: Takes what the form does not hold.

    Raises:
        MjlogError: Three players, a void round, or a call of unknown tiles, none of which the
            form can hold.
    """
    losses = Losses() if losses is None else losses
    rows = rows_of(batch, game)
    losses.game_id = rows.info.id
    if rows.rules.players != 4:
        raise MjlogError("a 電脳麻将 record is a game of four players")
    if not rows.rounds:
        raise MjlogError("a 電脳麻将 record needs at least one round")
    document = _header(rows) | {"log": [_Round(part).entries() for part in rows.rounds]}
    data = orjson.dumps(document) + b"\n"
    note_differences(rows, data, losses)
    return data


def _header(rows: GameRows) -> dict[str, Any]:
    """Return title, names and final results."""
    info = rows.info
    header: dict[str, Any] = {"title": info.extra.get("title") or info.id}
    header |= {"player": list(info.names), "qijia": 0}
    scores = list(rows.final_scores)
    if rows.complete and len(scores) == 4 and UNKNOWN_POINTS not in scores:
        order = sorted(range(4), key=lambda seat: (-scores[seat], seat))
        places = [order.index(seat) + 1 for seat in range(4)]
        header |= {"defen": scores, "rank": info.extra.get("rank") or places}
    points = list(rows.final_points)
    if len(points) == 4 and UNKNOWN_POINTS not in points:
        header["point"] = [p // 10 if p % 10 == 0 else p / 10 for p in points]
    return header


class _Round:
    """Writes one round."""

    def __init__(self, part: RoundRows) -> None:
        self.part = part
        self.dealer = part.start["dealer"]
        if self.dealer > 3 or part.start["wind"] > 3:
            raise MjlogError("the wind or the dealer of a round is not known")
        dealt = part.start["hands"]
        self.hands = [[code for code in hand if code != UNKNOWN] for hand in dealt]
        self.melds: list[list[OpenMeld]] = [[] for _ in range(4)]
        self.riichi = [False] * 4
        self.declares = False
        self.after_kan = False
        self.delayed: Row | None = None  # an indicator that stands behind the next draw
        self.out: list[dict[str, Any]] = []

    def entries(self) -> list[dict[str, Any]]:
        """Return the list of the round.

        Raises:
            MjlogError: Something of the play has no place in the form.
        """
        self._start()
        events = self.part.events
        for row, event in enumerate(events):
            following = events[row + 1]["kind"] if row + 1 < len(events) else None
            self._event(event, following)
        return self.out

    def _put(self, key: str, **value: Any) -> None:
        self.out.append({key: value})

    def _turn(self, seat: int) -> int:
        return int(seat - self.dealer) % 4

    def _by_turn(self, values: list[Any]) -> list[Any]:
        return [values[(self.dealer + turn) % 4] for turn in range(4)]

    def _start(self) -> None:
        start = self.part.start
        scores = [0 if score == UNKNOWN_POINTS else score for score in start["scores"]]
        hands = [
            "" if all(code == UNKNOWN for code in hand) else hand_text(hand)
            for hand in start["hands"]
        ]
        self._put(
            "qipai",
            zhuangfeng=start["wind"],
            jushu=self.dealer,
            changbang=max(start["honba"], 0),
            lizhibang=max(start["deposits"], 0),
            defen=self._by_turn(scores),
            baopai=tile_text(start["indicator"]),
            shoupai=self._by_turn(hands),
        )

    # --- the play --------------------------------------------------------------------------

    def _event(self, event: Row, following: int | None) -> None:
        kind = event["kind"]
        if kind == DRAW:
            self._draw(event)
        elif kind == DISCARD:
            self._discard(event)
        elif kind in (CHI, PON, *_KANS):
            self._call(event)
        elif kind == DORA:
            self._indicator(event, following)
        elif kind == RIICHI:
            self.declares = True
        elif kind == WIN:
            self._win(event)
        elif kind == KITA:
            raise MjlogError("a 電脳麻将 record is a game of four players")
        elif kind not in (RIICHI_ACCEPTED, DISCONNECT, RECONNECT):
            self._abort(event)

    def _draw(self, event: Row) -> None:
        key = "gangzimo" if self.after_kan else "zimo"
        self.after_kan = False
        self._put(key, l=self._turn(event["seat"]), p=tile_text(event["tile"]))
        self.hands[event["seat"]].append(event["tile"])
        if self.delayed is not None:
            self._put("kaigang", baopai=tile_text(self.delayed["tile"]))
            self.delayed = None

    def _indicator(self, event: Row, following: int | None) -> None:
        """Write an indicator; that of a closed kan stands behind the replacement draw."""
        closed = self.after_kan and "m" in (last := next(iter(self.out[-1].values())))
        if closed and following == DRAW and not set("+=-") & set(last["m"]):
            self.delayed = event
        else:
            self._put("kaigang", baopai=tile_text(event["tile"]))

    def _discard(self, event: Row) -> None:
        seat = event["seat"]
        text = tile_text(event["tile"])
        if event["aux"] == 1 and event["tile"] != UNKNOWN:
            text += "_"
        self._put("dapai", l=self._turn(seat), p=text + ("*" if self.declares else ""))
        self.riichi[seat] |= self.declares
        self.declares = False
        self._take(seat, [event["tile"]])

    def _take(self, seat: int, tiles: list[int]) -> None:
        """Take tiles out of a concealed hand, as far as they are known to be in it."""
        for tile in tiles:
            if tile in self.hands[seat]:
                self.hands[seat].remove(tile)
            elif UNKNOWN in self.hands[seat]:
                self.hands[seat].remove(UNKNOWN)

    def _call(self, event: Row) -> None:
        kind, seat, tile = event["kind"], event["seat"], event["tile"]
        used = [event["used"] >> 8 * i & 255 for i in range(4)]
        own = tuple(code for code in used if code != UNKNOWN)
        if kind == KAKAN:
            meld = self._added(seat, tile)
        else:
            source = 0 if kind == ANKAN else (event["from_seat"] - seat) % 4
            meld = OpenMeld(kind, tile, source, own)
            self.melds[seat].append(meld)
        self._take(seat, [tile] if kind == KAKAN else list(own))
        self.after_kan = kind in _KANS
        key = "gang" if kind in (KAKAN, ANKAN) else "fulou"
        self._put(key, l=self._turn(seat), m=meld_text(meld))

    def _added(self, seat: int, tile: int) -> OpenMeld:
        """Turn the pon of a tile into an added kan."""
        for i, meld in enumerate(self.melds[seat]):
            if meld.kind == PON and tile_text(_plain(meld.tile)) == tile_text(_plain(tile)):
                self.melds[seat][i] = added = meld._replace(kind=KAKAN, added=tile)
                return added
        raise MjlogError("an added kan without its pon is none that a 電脳麻将 record can hold")

    # --- results ---------------------------------------------------------------------------

    def _shown(self, seat: int, hand: list[int], last: int | None = None) -> str:
        """Return a hand that is shown, that of the play where the record has none."""
        tiles = [code for code in hand if code != UNKNOWN]
        if not tiles:
            tiles = list(self.hands[seat]) + ([last] if last is not None else [])
        if last is not None and last in tiles:
            del tiles[len(tiles) - 1 - tiles[::-1].index(last)]
        else:
            last = None
        return hand_text(tiles, self.melds[seat], last=last, riichi=self.riichi[seat])

    def _win(self, event: Row) -> None:
        win = self.part.wins[event["aux"]]
        seat, payer = event["seat"], event["from_seat"]
        refuse_unknown_payer(payer, "a 電脳麻将 record")
        ura = [tile_text(code) for code in win["ura"] if code != UNKNOWN]
        if payer == seat and event["tile"] in self.hands[seat]:
            self.hands[seat].remove(event["tile"])  # it stands last
        value: dict[str, Any] = {
            "l": self._turn(seat),
            "shoupai": self._shown(seat, win["hand"], win["tile"]),
            "baojia": None if payer == seat else self._turn(payer),
            "fubaopai": ura or None,
        }
        if win["fu"] >= 0:
            value["fu"] = win["fu"]
        if win["yakuman"] > 0:
            value["damanguan"] = win["yakuman"]
        elif win["han"] >= 0:
            value["fanshu"] = win["han"]
        if yaku := _yaku(win):
            value["hupai"] = yaku
        if win["points"] != UNKNOWN_POINTS:
            value["defen"] = win["points"]
        self._put("hule", **value, **self._changes(win))

    def _changes(self, row: Row) -> dict[str, Any]:
        deltas = row["deltas"]
        return {} if UNKNOWN_POINTS in deltas else {"fenpei": self._by_turn(deltas)}

    def _abort(self, event: Row) -> None:
        draw = self.part.draws[event["aux"]]
        kind = draw["kind"]
        refuse_void(kind, "a 電脳麻将 record")
        value: dict[str, Any] = {"name": _DRAW_NAMES[kind]}
        shown = draw["shown"]
        if UNKNOWN not in shown:
            hands = [
                self._shown(seat, draw["hands"][seat]) if shown[seat] else "" for seat in range(4)
            ]
            value["shoupai"] = self._by_turn(hands)
        self._put("pingju", **value, **self._changes(draw))


def _plain(code: int) -> int:
    return code if code < 34 or code == UNKNOWN else 4 + 9 * (code - 34)


def _yaku(win: Row) -> list[dict[str, Any]]:
    """Return the list of yaku; a yakuman has a ``*`` for each multiple."""
    found: list[dict[str, Any]] = []
    for number, worth in zip(win["yaku"], win["yaku_han"], strict=True):
        if number not in _NAMES:
            continue
        item: dict[str, Any] = {"name": _NAMES[number]}
        yakuman = number < len(YAKU) and YAKU[number].yakuman
        if worth >= 0:
            item["fanshu"] = "*" * worth if yakuman and worth else worth
        found.append(item)
    return found
