"""Whole games: rounds follow each other by the kernels of game flow, and become columns."""

from __future__ import annotations

import random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..codes import RYUUKYOKU, UNKNOWN_POINTS, WIN
from ..engine import win as layout
from ..engine.flow import (
    RESULT_WIN,
    dealer_repeats,
    game_end,
    next_deposits,
    next_honba,
)
from ..engine.jit import select
from ..engine.placement import add_leftover, final_points
from ..engine.shape import kinds_of
from ..engine.tables import shape_tables
from ..model import Draws, Events, GameBatch, GameInfo, Rounds, Wins, allocate
from ..rules.columns import DOUBLE_RON_RENCHAN, RIICHI_BET, rules_row, uma_table
from ..rules.model import Rules
from ..walls import Wall, make_seed, wall_for_round
from . import table as t
from .play import play_round
from .record import Edit, RoundRecord, Start, record_draw, record_wins

__all__ = ["Player", "batch_of", "play_game"]

#: How often each style sits down at a table, in order of the styles.
_STYLES: Final = (6, 8, 2, 5, 3)
#: How many more games than elsewhere make compiling worth while.
_WORTH: Final = 2
_NAMES: Final = tuple(f"Bot {letter}" for letter in "ABCDEFGH")


def _honest(stage: str, values: Any) -> None:
    """Change nothing."""


class Player:
    """Plays games under one ruleset; holds the arrays that every round works in."""

    def __init__(self, rules: Rules, games: int) -> None:
        self.rules = rules
        self.row = rules_row(rules).reshape(1, -1)
        self.rule = self.row[0].astype(np.int64)
        self.uma = uma_table(rules)
        # Compiling a round takes as long as playing some eighty games without.
        self.play = select(play_round, games // _WORTH)
        self.tables = shape_tables()
        self.ev = np.zeros((t.E_ROWS, t.MAX_EVENTS), np.int64)
        self.work = np.zeros((t.WORK_ROWS, 64), np.int64)
        self.cases = layout.new_case(4)
        self.results = layout.new_results(4)
        self.codes = np.array([i >> 2 for i in range(136)], np.int64)
        for suit, count in enumerate(rules.aka):
            five = 36 * suit + 16
            self.codes[five : five + count] = 34 + suit

    def round(
        self, start: Start, wall: Wall, styles: list[int], number: int, *, edit: Edit = _honest,
        fault: int = 0,
    ) -> RoundRecord:  # fmt: skip
        """Play one round and record it.

        Args:
            start: Its start. wall: Its wall. styles: Style of each seat.
            number: What the bots' choices are drawn from.
            edit: Changes values on their way into the record.
            fault: Number of the finding that a player is to cause.
        """
        players = self.rules.players
        g = np.zeros(t.G_COLUMNS, np.int64)
        seats = np.zeros((4, t.S_COLUMNS), np.int64)
        g[t.PLAYERS], g[t.DEALER], g[t.WIND] = players, start.dealer, start.wind
        g[t.HONBA], g[t.RANDOM], g[t.FAULT] = start.honba, number % 2147483646 + 1, fault
        g[t.KINDS], g[t.FIRST_TILE], g[t.WALL_TILES] = kinds_of(players), -1, len(wall.tiles)
        g[t.WALL : t.WALL + len(wall.tiles)] = wall.tiles
        g[t.CODE : t.CODE + 136] = self.codes
        seats[:, t.POINTS] = start.scores
        seats[:players, t.STYLE] = styles[:players]
        edit("deal", g)
        self.cases[:] = 0
        self.results[:] = 0
        self.play(g, seats, self.ev, self.row, self.tables, self.work, self.cases, self.results)
        events = self.ev[:, : int(g[t.EVENTS])].copy()
        if g[t.RESULT] != RESULT_WIN:
            end = np.array([[RYUUKYOKU], [g[t.DECLARER]], [255], [255], [t.NOTHING], [255],
                            [t.NOTHING], [0], [0]], np.int64)  # fmt: skip
            events = np.concatenate([events, end], axis=1)
        laid = Wall(g[t.WALL : t.WALL + len(wall.tiles)].astype(np.uint8), wall.dice, players, 3)
        record = RoundRecord(
            start, events, laid.hands(start.dealer), int(laid.dora_indicators[0]), wall.dice,
            seats, g,
        )  # fmt: skip
        edit("record", record)
        bet = int(self.rule[RIICHI_BET])
        if g[t.RESULT] == RESULT_WIN:
            record.result = RESULT_WIN
            record_wins(record, self.cases, self.results, self.rule, bet, edit)
        else:
            record_draw(record, self.rule, bet, edit)
        edit("results", record)
        return record

    def repeats(self, record: RoundRecord) -> int:
        """Tell whether the dealer keeps the deal, from the recorded result."""
        dealer = record.start.dealer
        winners = [row["seat"] for row in record.wins]
        dealer_wins = int(dealer in winners)
        if self.rule[DOUBLE_RON_RENCHAN] == 1 and winners and winners[0] != dealer:
            dealer_wins = 0
        tenpai = nagashi = 0
        for row in record.draws:
            tenpai = int(row["shown"][dealer] == 1)
            nagashi = row["nagashi"] >> dealer & 1
        return int(dealer_repeats(record.result, dealer_wins, tenpai, nagashi, self.rule))

    def ends(self, record: RoundRecord) -> int:
        """Return the reason why the game ends after a round, 0 when it goes on."""
        scores = np.array(record.scores, np.int64)
        repeats = self.repeats(record)
        start = record.start
        return int(game_end(scores, start.stage, start.dealer, record.result, repeats, self.rule))

    def next_start(self, record: RoundRecord) -> Start:
        """Return how the next round starts."""
        start, repeats = record.start, self.repeats(record)
        dealer = start.dealer if repeats == 1 else (start.dealer + 1) % self.rules.players
        return Start(
            list(record.scores),
            dealer,
            start.stage + (1 if dealer < start.dealer else 0),
            int(next_honba(record.result, repeats, start.honba, self.rule)),
            int(next_deposits(record.result, start.deposits, record.table, self.rule)),
        )


class GameRecord:
    """A finished game: its rounds, final scores and placement points."""

    def __init__(self, info: GameInfo, rules: Rules) -> None:
        self.info = info
        self.rules = rules
        self.rounds: list[RoundRecord] = []
        self.final_scores: list[int] = []
        self.final_points: list[int] = []
        self.complete = True
        self.planted = False


def play_game(
    player: Player, seed: int, number: int, *, edit: Edit = _honest, fault: int = 0,
    first: Start | None = None, most: int = 200,
) -> GameRecord:  # fmt: skip
    """Play game ``number`` of ``seed``, the same every time.

    Args:
        player: Plays under its ruleset.
        seed, number: Which game.
        edit: Changes values on their way into the record.
        fault: Number of the finding that a player is to cause, once.
        first: How the first round starts, else as the rules say.
        most: Rounds after which the game is broken off.
    """
    rules = player.rules
    rng = random.Random(f"mjlog {seed} {number}")
    text = make_seed(rng)
    kind, _, key = text.partition(",")
    players = rules.players
    names = [*rng.sample(_NAMES, players), *[""] * (4 - players)]
    styles = rng.choices(range(len(_STYLES)), _STYLES, k=4)
    day = number % 28 + 1
    info = GameInfo(
        id=f"20260101{day:02d}gm-simulated-{rules.name}-{seed}-{number}",
        source=f"simulated {seed}/{number}", format="simulated", names=tuple(names), seed=key,
        seed_kind=kind,
    )  # fmt: skip
    game = GameRecord(info, rules)
    start = first or Start([rules.start_points] * players + [0] * (4 - players), 0, 0, 0, 0)
    planted = False
    for r in range(most):
        edit("start", start)
        record = player.round(
            start, wall_for_round(text, r, players), styles, rng.getrandbits(30), edit=edit,
            fault=0 if planted else fault,
        )  # fmt: skip
        planted = planted or bool(record.g[t.PLANTED])
        game.rounds.append(record)
        end = {"reason": player.ends(record), "round": r}
        edit("end", end)
        if end["reason"]:
            break
        start = player.next_start(record)
    else:
        game.complete = False
    game.planted = planted
    _finish(game, player, edit)
    return game


def _finish(game: GameRecord, player: Player, edit: Edit) -> None:
    """Fill the final scores and the placement points."""
    if not game.complete:
        game.final_scores = game.final_points = [UNKNOWN_POINTS] * 4
        return
    last = game.rounds[-1]
    scores = np.array(last.scores, np.int64)
    sticks = int(next_deposits(last.result, last.start.deposits, last.table, player.rule))
    add_leftover(scores, sticks, player.rule)
    game.final_scores = scores.tolist()
    edit("final scores", game)
    points = np.zeros(4, np.int64)
    if player.rules.uma_known:
        final_points(points, np.array(game.final_scores, np.int64), player.uma, player.rule)
        game.final_points = points.tolist()
    else:
        game.final_points = [UNKNOWN_POINTS] * 4
    edit("final points", game)


# --- columns --------------------------------------------------------------------------------------


def _pad(values: list[int], width: int, fill: int = 255) -> list[int]:
    return [*values, *[fill] * (width - len(values))]


def batch_of(games: list[GameRecord], codes: NDArray[np.int64]) -> GameBatch:
    """Return games of one ruleset as columns; ``codes`` int64[136] are the tiles' codes."""
    rules = games[0].rules
    code = np.full(256, 255, np.uint8)
    code[:136] = codes
    rounds = [(g, record) for g, game in enumerate(games) for record in game.rounds]
    absent = slice(rules.players, 4)
    lengths = [record.events.shape[1] for _, record in rounds]
    first_event = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    return GameBatch(
        info=[game.info for game in games],
        players=np.full(len(games), rules.players, np.uint8),
        rules=[rules],
        rules_index=np.zeros(len(games), np.int32),
        final_scores=_points([game.final_scores for game in games], absent),
        final_points=_points([game.final_points for game in games], absent),
        first_round=np.cumsum([0, *(len(game.rounds) for game in games)]).astype(np.int32),
        complete=np.array([game.complete for game in games], np.bool_),
        rounds=_rounds(rounds, first_event, code, absent),
        events=_events([record for _, record in rounds]),
        wins=_wins([record for _, record in rounds], first_event, code, absent),
        draws=_draws([record for _, record in rounds], first_event, code, absent),
    )


def _points(rows: list[list[int]], absent: slice) -> NDArray[np.int32]:
    array = np.array(rows, np.int64).reshape(-1, 4).astype(np.int32)
    array[:, absent] = UNKNOWN_POINTS
    return array


def _rounds(
    rounds: list[tuple[int, RoundRecord]], first_event: NDArray[np.int32],
    code: NDArray[np.uint8], absent: slice,
) -> Rounds:  # fmt: skip
    table: Rounds = allocate(Rounds, len(rounds))
    starts = [record.start for _, record in rounds]
    table.game[:] = [g for g, _ in rounds]
    table.wind[:] = [start.wind for start in starts]
    table.dealer[:] = [start.dealer for start in starts]
    table.honba[:] = [start.honba for start in starts]
    table.deposits[:] = [start.deposits for start in starts]
    table.scores[:] = _points([start.scores for start in starts], absent)
    table.dice[:] = [record.dice for _, record in rounds]
    table.indicator_id[:] = [record.indicator for _, record in rounds]
    table.indicator[:] = code[table.indicator_id]
    table.hand_ids[:] = np.stack([record.hands for _, record in rounds])
    table.hands[:] = code[table.hand_ids]
    table.first_event[:] = first_event
    return table


def _events(records: list[RoundRecord]) -> Events:
    ev = np.concatenate([record.events for record in records], axis=1)
    table: Events = allocate(Events, ev.shape[1])
    for name, row in (
        ("kind", t.E_KIND), ("seat", t.E_SEAT), ("tile", t.E_TILE), ("from_seat", t.E_FROM),
        ("used", t.E_USED), ("tile_id", t.E_ID), ("used_ids", t.E_USED_IDS), ("aux", t.E_AUX),
    ):  # fmt: skip
        getattr(table, name)[:] = ev[row]
    for kind in (WIN, RYUUKYOKU):
        own = table.kind == kind
        table.aux[own] = np.arange(np.count_nonzero(own))
    table.offset[:] = -1
    return table


def _wins(
    records: list[RoundRecord], first_event: NDArray[np.int32], code: NDArray[np.uint8],
    absent: slice,
) -> Wins:  # fmt: skip
    rows = [(r, row) for r, record in enumerate(records) for row in record.wins]
    table: Wins = allocate(Wins, len(rows))
    if not rows:
        return table
    for name in ("seat", "from_seat", "tile_id", "fu", "han", "yakuman", "limit", "points",
                 "pao_seat", "honba", "deposits"):  # fmt: skip
        getattr(table, name)[:] = [row[name] for _, row in rows]
    table.round[:] = [r for r, _ in rows]
    table.event[:] = [first_event[r] + row["event"] for r, row in rows]
    table.tile[:] = code[table.tile_id]
    table.yaku[:] = [_pad([y for y, _ in row["yaku"]], 20) for _, row in rows]
    table.yaku_han[:] = [_pad([h for _, h in row["yaku"]], 20, -1) for _, row in rows]
    table.hand_ids[:] = [_pad(row["hand"], 14) for _, row in rows]
    table.hand[:] = code[table.hand_ids]
    table.melds[:] = [_pad(row["melds"], 8, -1) for _, row in rows]
    for name, ids in (("indicators", "indicator_ids"), ("ura", "ura_ids")):
        getattr(table, ids)[:] = [_pad(row[name], 10) for _, row in rows]
        getattr(table, name)[:] = code[getattr(table, ids)]
    table.scores[:] = _points([row["scores"] for _, row in rows], absent)
    table.deltas[:] = _points([row["deltas"] for _, row in rows], absent)
    return table


def _draws(
    records: list[RoundRecord], first_event: NDArray[np.int32], code: NDArray[np.uint8],
    absent: slice,
) -> Draws:  # fmt: skip
    rows = [(r, row) for r, record in enumerate(records) for row in record.draws]
    table: Draws = allocate(Draws, len(rows))
    if not rows:
        return table
    for name in ("kind", "honba", "deposits", "shown"):
        getattr(table, name)[:] = [row[name] for _, row in rows]
    table.round[:] = [r for r, _ in rows]
    table.event[:] = [first_event[r] + row["event"] for r, row in rows]
    table.hand_ids[:] = [[_pad(hand, 14) for hand in row["hands"]] for _, row in rows]
    table.hands[:] = code[table.hand_ids]
    table.scores[:] = _points([row["scores"] for _, row in rows], absent)
    table.deltas[:] = _points([row["deltas"] for _, row in rows], absent)
    return table
