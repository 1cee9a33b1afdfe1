"""Writer of mjai records, JSON Lines.

Messages and keys are those of the protocol; results also have the keys that its servers add
(``fan``, ``fu``, ``hora_points``, ``yakus``, ``hora_tehais``, ``tenpais``). What is unknown is
left out, a hidden tile is ``?``. Three players have lists of three.
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
    DRAW,
    EXHAUSTIVE,
    KAKAN,
    KITA,
    NAGASHI,
    PON,
    RECONNECT,
    RIICHI,
    RIICHI_ACCEPTED,
    UNKNOWN,
    UNKNOWN_POINTS,
    WIN,
    WINDS,
    YAKU,
)
from mjlog.errors import MjlogError
from mjlog.model import NO_TILES, GameBatch
from mjlog.rows import GameRows, RoundRows, Row, rows_of
from mjlog.tiles import KIND

from ..losses import Losses, refuse_unknown_payer, refuse_void
from .choice import EAST_ONLY, chosen_rules
from .tables import HIDDEN, REASONS, TILE_NAMES, YAKU_NAMES

__all__ = ["write_mjai"]

_CALLS: Final = {CHI: "chi", PON: "pon", DAIMINKAN: "daiminkan"}
#: Columns of a win that the messages have no key for: column, what it is, its unknown value.
_NO_KEY: Final = (
    ("limit", "the word for the limit of a win", UNKNOWN),
    ("pao_seat", "who is liable for a win", UNKNOWN),
    ("honba", "the counters that stand with a win", -1),
    ("deposits", "the deposits that stand with a win", -1),
)


def write_mjai(batch: GameBatch, game: int = 0, *, losses: Losses | None = None) -> bytes:
    """Return game ``game`` of ``batch`` as mjai JSON Lines.

    Args:
        batch: The games.
        game: Which of them.
        losses: Gets what the format cannot hold.

    Raises:
        MjlogError: A round is void, or its wind or dealer unknown, which the format cannot hold.
    """
    losses = Losses() if losses is None else losses
    losses.game_id = batch.info[game].id
    writer = _Writer(rows_of(batch, game), losses)
    return b"".join(orjson.dumps(line) + b"\n" for line in writer.lines())


class _Writer:
    """Writes one game."""

    def __init__(self, game: GameRows, losses: Losses) -> None:
        self.game = game
        self.losses = losses
        self.players = game.rules.players
        self.running: list[int] = []
        self.pons: dict[tuple[int, int], list[int]] = {}
        self.out: list[dict[str, Any]] = []

    def lines(self) -> list[dict[str, Any]]:
        """Return the messages."""
        game = self.game
        self._header()
        for part in game.rounds:
            self._round(part)
        scores = self._points(list(game.final_scores))
        if game.complete:
            self._put("end_game", scores=scores)
        elif scores is not None:
            self.losses.add("final_scores", "final points of a game that is not over")
        if any(p != UNKNOWN_POINTS for p in game.final_points):
            self.losses.add("final_points", "placement points have no place")
        return self.out

    def _put(self, kind: str, **values: Any) -> None:
        kept = {key: value for key, value in values.items() if value is not None}
        self.out.append({"type": kind, **kept})

    def _header(self) -> None:
        info, rules = self.game.info, self.game.rules
        names = list(info.names[: self.players]) if any(info.names) else []
        first = EAST_ONLY if rules.length == "east" else 0
        reds = any(rules.aka)
        self._put("start_game", names=names, kyoku_first=first, aka_flag=reds,
                  seed=info.extra.get("mjai_seed"))  # fmt: skip
        facts = {
            "id": (info.id, "the id of the record has no place; a file may be named by it"),
            "start_time": (info.start_time, "the date has no place"),
            "lobby": (info.lobby, "the lobby has no place"),
            "viewer": (info.viewer is not None, "whose side the record is saved from"),
            "level": (any(info.level), "the levels of the players have no place"),
            "rating": (any(r is not None for r in info.rating), "ratings have no place"),
            "seed": (info.seed or info.round_seeds, "the seed of the walls has no place"),
            "walls": (info.extra.get("walls"), "the walls of the rounds are left out"),
        }
        for what, (value, text) in facts.items():
            if value:
                self.losses.add(what, text)
        start = self.game.rounds[0].start["scores"] if self.game.rounds else None
        read_back = chosen_rules(self.players, rules.length == "east", reds, start)
        if read_back != rules:
            text = f"the format names no rules; {rules.name!r} is read back as {read_back.name!r}"
            self.losses.add("rules", text)

    # --- values ----------------------------------------------------------------------------

    def _points(self, values: list[int]) -> list[int] | None:
        """Return points by seat, None where one is unknown."""
        own = values[: self.players]
        return own if own and UNKNOWN_POINTS not in own else None

    def _tile(self, code: int) -> str:
        if code not in TILE_NAMES:
            raise MjlogError(f"tile {code} is none that mjai can hold")
        return TILE_NAMES[code]

    def _tiles(self, codes: list[int]) -> list[str]:
        return [self._tile(code) for code in codes]

    def _known(self, code: int) -> str | None:
        return None if code == UNKNOWN else self._tile(code)

    # --- a round ---------------------------------------------------------------------------

    def _round(self, part: RoundRows) -> None:
        start = part.start
        wind, dealer = start["wind"], start["dealer"]
        if wind > 3 or dealer >= self.players:
            raise MjlogError("the wind or the dealer of a round is unknown")
        self.running = list(start["scores"])
        self.pons.clear()
        self._put(
            "start_kyoku",
            bakaze=WINDS[wind],
            dora_marker=self._known(start["indicator"]),
            kyoku=dealer + 1,
            honba=start["honba"] if start["honba"] >= 0 else None,
            kyotaku=start["deposits"] if start["deposits"] >= 0 else None,
            oya=dealer,
            scores=self._points(start["scores"]),
            tehais=[self._tiles(hand) for hand in start["hands"][: self.players]],
        )
        if any(die != UNKNOWN for die in start["dice"]):
            self.losses.add("dice", "the dice have no place")
        if any(number != UNKNOWN for hand in start["hand_ids"] for number in hand):
            self.losses.add("tile_ids", "which of the four copies a tile is")
        self.losses.add_incidents(row["kind"] for row in part.incidents)
        for event in part.events:
            self._event(part, event)
        if part.wins or part.draws:
            self._put("end_kyoku")

    def _event(self, part: RoundRows, event: Row) -> None:
        kind, seat, code = event["kind"], event["seat"], event["tile"]
        if kind == DRAW:
            self._put("tsumo", actor=seat, pai=self._tile(code))
        elif kind == DISCARD:
            drawn = None if event["aux"] < 0 else bool(event["aux"])
            self._put("dahai", actor=seat, pai=self._tile(code), tsumogiri=drawn)
        elif kind in _CALLS or kind in (KAKAN, ANKAN):
            self._call(event)
        elif kind == KITA:
            self._put("nukidora", actor=seat, pai="N")
        elif kind == RIICHI:
            self._put("reach", actor=seat)
        elif kind == RIICHI_ACCEPTED:
            self._accepted(event)
        elif kind == DORA:
            self._put("dora", dora_marker=self._tile(code))
        elif kind == WIN:
            self._win(part, event)
        elif kind in (DISCONNECT, RECONNECT):
            self.losses.add("disconnect", "who left and came back has no place")
        else:
            self._draw(part, event)

    def _call(self, event: Row) -> None:
        kind, seat, code = event["kind"], event["seat"], event["tile"]
        used = _unpacked(event["used"])
        if kind == ANKAN:
            self._put("ankan", actor=seat, consumed=self._tiles(used))
            return
        key = (seat, int(KIND[code]))
        if kind == KAKAN:
            plain = [int(KIND[code])] * 3 if code != UNKNOWN else [UNKNOWN] * 3
            pon = self._tiles(self.pons.get(key, plain))
            self._put("kakan", actor=seat, pai=self._tile(code), consumed=pon)
            return
        if kind == PON:
            self.pons[key] = [code, *used]
        self._put(_CALLS[kind], actor=seat, target=event["from_seat"], pai=self._tile(code),
                  consumed=self._tiles(used))  # fmt: skip

    def _accepted(self, event: Row) -> None:
        seat, bet = event["seat"], self.game.rules.riichi_bet
        deltas = scores = None
        if self.running[seat] != UNKNOWN_POINTS:
            self.running[seat] -= bet
        if event["aux"] == 1 and (scores := self._points(self.running)) is not None:
            deltas = [-bet if s == seat else 0 for s in range(self.players)]
        self._put("reach_accepted", actor=seat, deltas=deltas, scores=scores)

    # --- results ---------------------------------------------------------------------------

    def _changes(self, row: Row) -> dict[str, Any]:
        """Return ``deltas``, and ``scores`` after it where the record has those before it."""
        deltas, before = self._points(row["deltas"]), self._points(row["scores"])
        if deltas is None:
            if before is not None:
                self.losses.add("scores", "the points before a result of unknown payments")
            return {}
        found: dict[str, Any] = {"deltas": deltas}
        if before is not None:
            found["scores"] = [b + d for b, d in zip(before, deltas, strict=True)]
        return found

    def _win(self, part: RoundRows, event: Row) -> None:
        win = part.wins[event["aux"]]
        refuse_unknown_payer(event["from_seat"], "mjai")
        if event["seat"] == event["from_seat"] and not self._has_drawn(part, event):
            self.losses.add("play", "a win by tsumo without a draw; it is read with one before it")
        hand = [code for code in win["hand"] if code != UNKNOWN]
        tile = win["tile"]
        if tile in hand:  # the last one, which is the winning tile where the order is kept
            del hand[len(hand) - 1 - hand[::-1].index(tile)]
        ura = [code for code in win["ura"] if code != UNKNOWN]
        yakus = self._yaku(win)
        self._put(
            "hora",
            actor=event["seat"],
            target=event["from_seat"],
            pai=self._known(tile),
            ura_markers=self._tiles(ura) if ura else None,
            hora_tehais=self._tiles(hand) if hand else None,
            yakus=yakus or None,
            fu=win["fu"] if win["fu"] >= 0 else None,
            fan=win["han"] if win["han"] > 0 or (win["han"] == 0 and not yakus) else None,
            hora_points=win["points"] if win["points"] != UNKNOWN_POINTS else None,
            **self._changes(win),
        )
        for column, text, unknown in _NO_KEY:
            if win[column] != unknown:
                self.losses.add(column, f"{text}: no place")
        if win["indicators"][0] != UNKNOWN:
            self.losses.add("indicators", "the indicators that stand with a win: no place")

    def _has_drawn(self, part: RoundRows, event: Row) -> bool:
        """Return whether the winner has drawn a tile last, as the record knows it."""
        before = part.events[: part.wins[event["aux"]]["event"]]
        turns = (e for e in reversed(before) if e["kind"] <= KITA)
        last = next(turns, None)
        return last is not None and last["kind"] == DRAW and last["seat"] == event["seat"]

    def _yaku(self, win: Row) -> list[list[Any]]:
        pairs = zip(win["yaku"], win["yaku_han"], strict=True)
        found = [(number, worth) for number, worth in pairs if number in YAKU_NAMES]
        limits = [w for number, w in found if number < len(YAKU) and YAKU[number].yakuman]
        if win["yakuman"] > 0 and -1 not in limits and sum(limits) != win["yakuman"]:
            self.losses.add("yakuman", "how many yakuman a win is, beside those it names")
        return [[YAKU_NAMES[number], None if worth < 0 else worth] for number, worth in found]

    def _draw(self, part: RoundRows, event: Row) -> None:
        draw = part.draws[event["aux"]]
        kind = draw["kind"]
        refuse_void(kind, "mjai")
        values: dict[str, Any] = {"reason": REASONS[kind]}
        if event["seat"] != UNKNOWN:
            values["actor"] = event["seat"]
        shown = draw["shown"][: self.players]
        if kind in (EXHAUSTIVE, NAGASHI) and UNKNOWN not in shown:
            values["tenpais"] = [flag == 1 for flag in shown]
        hands = [[code for code in hand if code != UNKNOWN]
                 for hand in draw["hands"][: self.players]]  # fmt: skip
        if any(hands) or ("tenpais" not in values and UNKNOWN not in shown and 1 not in shown):
            values["tehais"] = [self._tiles(hand) or [HIDDEN] * 13 for hand in hands]
        elif "tenpais" not in values and 1 in shown:
            self.losses.add("shown", "whose hand was shown, without the hand")
        self._put("ryukyoku", **values, **self._changes(draw))
        if draw["honba"] >= 0 or draw["deposits"] >= 0:
            self.losses.add("honba", "the counters and deposits that stand with a draw: no place")


def _unpacked(used: int) -> list[int]:
    """Return the tiles of ``used``; an unknown tile inside a meld is not told from none."""
    if used == NO_TILES:
        return []
    return [code for i in range(4) if (code := used >> 8 * i & 255) != UNKNOWN]
