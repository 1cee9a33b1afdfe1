"""The columns: any number of games as a struct of arrays.

One game is a batch of one. Everything recorded stands here exactly as it was recorded;
what the engine works out lives in columns of its own (:mod:`mjlog.replay`).

Seats are 0–3 with 0 = the first dealer (起家), fixed for the whole game. Points are points
(25000). Unknown: 255 in ``uint8`` codes and seats, ``-1`` in ``int16`` counts,
:data:`~mjlog.codes.UNKNOWN_POINTS` in ``int32`` points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from .codes import UNKNOWN_POINTS, round_label

if TYPE_CHECKING:
    from .rules import Rules

__all__ = ["Draws", "Events", "GameBatch", "GameInfo", "Incidents", "Problem", "Rounds", "Wins"]

FOREIGN_MELD: Final = -2  # ``melds`` of a win: one is shown, and the format has no Tenhou code
NO_TILES: Final = 0xFFFFFFFF  # ``used`` and ``used_ids`` of an event without such tiles


@dataclass(slots=True)
class Problem:
    """Something that made an input unreadable or inconsistent with itself (not a rule fault).

    ``kind`` is one of: unreadable, unsupported, truncated, duplicate, inconsistent, odd-form.
    ``duplicate_of`` is the id of the game that counts instead of a duplicate.
    """

    source: str
    place: str
    kind: str
    message: str
    game_id: str | None = None
    duplicate_of: str | None = None


@dataclass(slots=True)
class GameInfo:
    """What a record says about a game besides the play.

    Attributes:
        id: The site's id, or ``x`` + 16 hex digits of the content's SHA-256.
        source: Path, or ``archive.zip!member``.
        format: Name of the importer (``mjlog``, ``tenhou6`` …).
        names: Player names by seat (``""`` for an absent fourth player).
        start_time: ISO 8601 local time as far as the record knows it, or None.
        viewer: Seat from whose side the log was saved, or None.
        level: Level of each seat in the site's words, or None each.
        rating: Rating of each seat, or None each.
        lobby: Lobby or room, in the site's words, or None.
        header: Header elements of the record, raw: list of (tag, {attribute: text}); "…" stands
            for the data of the seed, see ``seed``.
        seed: Text that the wall is made from (Tenhou SHUFFLE seed), or None.
        seed_kind: ``"mt19937ar"``, ``"mt19937ar-sha512-n288"``,
            ``"mt19937ar-sha512-n288-base64"`` or None.
        round_seeds: Per round seed text (Tenhou 2008: ``INIT shuffle``), or None.
        extra: Whatever else the format holds and a writer needs.
    """

    id: str
    source: str = ""
    format: str = ""
    names: tuple[str, ...] = ("", "", "", "")
    start_time: str | None = None
    viewer: int | None = None
    level: tuple[str | None, ...] = (None, None, None, None)
    rating: tuple[float | None, ...] = (None, None, None, None)
    lobby: str | None = None
    header: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    seed: str | None = None
    seed_kind: str | None = None
    round_seeds: list[str] | None = None
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Rounds:
    """Columns of length R, one row a round (局), in play order.

    Attributes:
        game: int32, row of the game in the batch.
        wind: uint8, round wind 0 E, 1 S, 2 W, 3 N.
        dealer: uint8, seat of the dealer.
        honba: int16, counters (本場) at the start.
        deposits: int16, riichi sticks on the table at the start.
        scores: int32[R, 4], points at the start (UNKNOWN_POINTS for an absent seat).
        dice: uint8[R, 2], 1–6, 255 unknown.
        indicator: uint8, tile code of the first dora indicator.
        indicator_id: uint8, its physical id.
        hands: uint8[R, 4, 13], dealt tile codes **in deal order** where the record has it
            (255 unknown or absent seat). The dealer's 14th tile is a DRAW event.
        hand_ids: uint8[R, 4, 13], their physical ids.
        first_event: int32[R + 1]; the events of round r are first_event[r]:first_event[r+1].
    """

    game: NDArray[np.int32]
    wind: NDArray[np.uint8]
    dealer: NDArray[np.uint8]
    honba: NDArray[np.int16]
    deposits: NDArray[np.int16]
    scores: NDArray[np.int32]
    dice: NDArray[np.uint8]
    indicator: NDArray[np.uint8]
    indicator_id: NDArray[np.uint8]
    hands: NDArray[np.uint8]
    hand_ids: NDArray[np.uint8]
    first_event: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.game)


@dataclass(slots=True)
class Events:
    """Columns of length E, one row an event.

    Attributes:
        kind: uint8, see :data:`mjlog.codes.EVENT_KINDS`.
        seat: uint8, who acts (DORA: 255; RYUUKYOKU: the declarer of kyuushu, else 255).
        tile: uint8 code. DRAW, DISCARD, KITA: the tile; CHI, PON, DAIMINKAN: the tile taken
            from the river; KAKAN: the added tile; ANKAN: the plain kind; DORA: the
            indicator; WIN: the winning tile; else 255.
        from_seat: uint8. CHI, PON, DAIMINKAN: whose discard; KAKAN: whose discard the pon
            was; WIN: who pays a ron (= seat on tsumo); else 255.
        used: uint32, up to four tile codes of the caller's own concealed tiles that go into
            the meld, one a byte, lowest byte first, 0xFF none: CHI and PON 2, DAIMINKAN 3,
            KAKAN 1, ANKAN 4, KITA 1. Others 0xFFFFFFFF.
        tile_id: uint8, physical id of ``tile`` (255 unknown; ANKAN: 255).
        used_ids: uint32, physical ids of ``used`` in the same order.
        aux: int32. DISCARD: 1 tsumogiri, 0 from the hand, -1 not recorded. WIN: row in
            ``wins``. RYUUKYOKU: row in ``draws``. RIICHI_ACCEPTED: 1 when the record
            gives scores after the deposit, they then equal the running ones minus the
            deposit (else a problem row). Others 0.
        offset: int32, place in the source (byte, or line), for messages; -1 unknown.
    """

    kind: NDArray[np.uint8]
    seat: NDArray[np.uint8]
    tile: NDArray[np.uint8]
    from_seat: NDArray[np.uint8]
    used: NDArray[np.uint32]
    tile_id: NDArray[np.uint8]
    used_ids: NDArray[np.uint32]
    aux: NDArray[np.int32]
    offset: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.kind)


@dataclass(slots=True)
class Wins:
    """Columns of length W, one row a win, exactly as recorded.

    Attributes:
        round: int32. event: int32, row in events.
        seat, from_seat: uint8; equal on tsumo.
        tile, tile_id: uint8, the winning tile.
        fu: int16 (-1 unknown). han: int16, total with dora (-1 unknown, 0 for a yakuman).
        yakuman: int8, how many yakuman (0 ordinary or kazoe, -1 unknown).
        limit: uint8, see :data:`mjlog.codes.LIMITS` (255 unknown).
        points: int32, value collected for the hand, without honba and deposits.
        yaku: uint8[W, 20], recorded entries in order: yaku ids 0–62, or YAKU_DORA …
            YAKU_KITA; 255 fills. All 255: the record names no yaku.
        yaku_han: int8[W, 20], han recorded for each (yakuman: its multiple; -1 unknown).
        hand: uint8[W, 14], concealed tiles shown, winning tile included (255 fills).
        hand_ids: uint8[W, 14].
        melds: int32[W, 8], melds and kita as the source writes them (Tenhou m codes,
            newest first; :data:`FOREIGN_MELD` for one shown in another notation), -1 fills.
        indicators: uint8[W, 10], dora indicators as recorded with the win (255 fills).
        ura: uint8[W, 10], ura indicators (255 fills).
        indicator_ids, ura_ids: uint8[W, 10], physical ids.
        pao_seat: uint8, liable seat (255 none).
        honba, deposits: int16, as printed with the win (-1 unknown).
        scores: int32[W, 4], points before the win. deltas: int32[W, 4], change of each seat.
    """

    round: NDArray[np.int32]
    event: NDArray[np.int32]
    seat: NDArray[np.uint8]
    from_seat: NDArray[np.uint8]
    tile: NDArray[np.uint8]
    tile_id: NDArray[np.uint8]
    fu: NDArray[np.int16]
    han: NDArray[np.int16]
    yakuman: NDArray[np.int8]
    limit: NDArray[np.uint8]
    points: NDArray[np.int32]
    yaku: NDArray[np.uint8]
    yaku_han: NDArray[np.int8]
    hand: NDArray[np.uint8]
    hand_ids: NDArray[np.uint8]
    melds: NDArray[np.int32]
    indicators: NDArray[np.uint8]
    ura: NDArray[np.uint8]
    indicator_ids: NDArray[np.uint8]
    ura_ids: NDArray[np.uint8]
    pao_seat: NDArray[np.uint8]
    honba: NDArray[np.int16]
    deposits: NDArray[np.int16]
    scores: NDArray[np.int32]
    deltas: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.round)


@dataclass(slots=True)
class Draws:
    """Columns of length D, one row a round that ended without a win, as recorded.

    Attributes:
        round: int32. event: int32.
        kind: uint8, see :data:`mjlog.codes.DRAW_KINDS`.
        shown: uint8[D, 4], 1 the hand was shown, 0 not, 255 not recorded.
        hands: uint8[D, 4, 14], shown concealed tiles (255 fills).
        hand_ids: uint8[D, 4, 14].
        honba, deposits: int16, as printed (-1 unknown).
        scores: int32[D, 4]. deltas: int32[D, 4] (UNKNOWN_POINTS when not recorded).
    """

    round: NDArray[np.int32]
    event: NDArray[np.int32]
    kind: NDArray[np.uint8]
    shown: NDArray[np.uint8]
    hands: NDArray[np.uint8]
    hand_ids: NDArray[np.uint8]
    honba: NDArray[np.int16]
    deposits: NDArray[np.int16]
    scores: NDArray[np.int32]
    deltas: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.round)


@dataclass(slots=True)
class Incidents:
    """Columns of length I: table errors and their recorded consequences, in play order.

    Only records kept by people at a table have any.

    Attributes:
        round: int32. event: int32, row in events before which it happened (the first event
            of the next round, or the number of events: after everything).
        kind: uint8, see :data:`mjlog.codes.INCIDENT_KINDS`.
        seat: uint8, who erred, or who bears the consequence (255 unknown, or nobody).
        by_seat: uint8, who pointed it out or ruled (255 nobody, or not recorded).
        tiles: uint32, up to four tile codes, one a byte, lowest byte first, 0xFF none.
        flag: int8, 1 yes, 0 no, -1 not recorded; what it says stands with each kind.
        deltas: int32[I, 4], points that changed hands (UNKNOWN_POINTS when not recorded).
        text: object (str), the words of a ruling or a remark, "" for none.
        offset: int32, place in the source; -1 unknown.
    """

    round: NDArray[np.int32]
    event: NDArray[np.int32]
    kind: NDArray[np.uint8]
    seat: NDArray[np.uint8]
    by_seat: NDArray[np.uint8]
    tiles: NDArray[np.uint32]
    flag: NDArray[np.int8]
    deltas: NDArray[np.int32]
    text: NDArray[np.object_]
    offset: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.round)


#: (name, dtype, trailing shape) of the columns of each table; the one source for allocation.
COLUMNS: Final[dict[type, tuple[tuple[str, str, tuple[int, ...]], ...]]] = {
    Rounds: (
        ("game", "i4", ()), ("wind", "u1", ()), ("dealer", "u1", ()), ("honba", "i2", ()),
        ("deposits", "i2", ()), ("scores", "i4", (4,)), ("dice", "u1", (2,)),
        ("indicator", "u1", ()), ("indicator_id", "u1", ()), ("hands", "u1", (4, 13)),
        ("hand_ids", "u1", (4, 13)), ("first_event", "i4", ()),
    ),
    Events: (
        ("kind", "u1", ()), ("seat", "u1", ()), ("tile", "u1", ()), ("from_seat", "u1", ()),
        ("used", "u4", ()), ("tile_id", "u1", ()), ("used_ids", "u4", ()), ("aux", "i4", ()),
        ("offset", "i4", ()),
    ),
    Wins: (
        ("round", "i4", ()), ("event", "i4", ()), ("seat", "u1", ()), ("from_seat", "u1", ()),
        ("tile", "u1", ()), ("tile_id", "u1", ()), ("fu", "i2", ()), ("han", "i2", ()),
        ("yakuman", "i1", ()), ("limit", "u1", ()), ("points", "i4", ()), ("yaku", "u1", (20,)),
        ("yaku_han", "i1", (20,)), ("hand", "u1", (14,)), ("hand_ids", "u1", (14,)),
        ("melds", "i4", (8,)), ("indicators", "u1", (10,)), ("ura", "u1", (10,)),
        ("indicator_ids", "u1", (10,)), ("ura_ids", "u1", (10,)), ("pao_seat", "u1", ()),
        ("honba", "i2", ()), ("deposits", "i2", ()), ("scores", "i4", (4,)),
        ("deltas", "i4", (4,)),
    ),
    Draws: (
        ("round", "i4", ()), ("event", "i4", ()), ("kind", "u1", ()), ("shown", "u1", (4,)),
        ("hands", "u1", (4, 14)), ("hand_ids", "u1", (4, 14)), ("honba", "i2", ()),
        ("deposits", "i2", ()), ("scores", "i4", (4,)), ("deltas", "i4", (4,)),
    ),
    Incidents: (
        ("round", "i4", ()), ("event", "i4", ()), ("kind", "u1", ()), ("seat", "u1", ()),
        ("by_seat", "u1", ()), ("tiles", "u4", ()), ("flag", "i1", ()), ("deltas", "i4", (4,)),
        ("text", "O", ()), ("offset", "i4", ()),
    ),
}  # fmt: skip


def allocate(table: type[Any], rows: int) -> Any:
    """Return a ``table`` of ``rows`` rows where everything is unknown (offsets start at 0)."""
    columns = {}
    for name, dtype, shape in COLUMNS[table]:
        length = rows + 1 if name == "first_event" else rows
        columns[name] = np.full((length, *shape), _unknown(name, dtype), np.dtype(dtype))
    return table(**columns)


def _unknown(name: str, dtype: str) -> int | str:
    if dtype == "O":
        return ""
    if dtype == "u1":
        return 255
    if dtype == "u4":
        return NO_TILES
    if name in ("scores", "deltas", "points"):
        return UNKNOWN_POINTS
    return 0 if name in ("game", "first_event", "aux") else -1


@dataclass(slots=True)
class GameBatch:
    """Any number of games as columns.

    Attributes:
        info: One :class:`GameInfo` a game.
        players: uint8[G], 4 or 3.
        rules: The distinct rulesets of the batch.
        rules_index: int32[G], which of them each game is played under.
        final_scores: int32[G, 4], points at the end as recorded (UNKNOWN_POINTS if not).
        final_points: int32[G, 4], placement points (uma and oka included) in **tenths**,
            as recorded (UNKNOWN_POINTS if not).
        first_round: int32[G + 1]; the rounds of game g are first_round[g]:first_round[g+1].
        complete: bool[G], the record says that the game ended.
        rounds, events, wins, draws: The tables, in play order over all games.
        problems: What was found wrong while reading.
        incidents: Table errors and their consequences, of records kept by people.
    """

    info: list[GameInfo]
    players: NDArray[np.uint8]
    rules: list[Rules]
    rules_index: NDArray[np.int32]
    final_scores: NDArray[np.int32]
    final_points: NDArray[np.int32]
    first_round: NDArray[np.int32]
    complete: NDArray[np.bool_]
    rounds: Rounds
    events: Events
    wins: Wins
    draws: Draws
    problems: list[Problem] = field(default_factory=list)
    incidents: Incidents = field(default_factory=lambda: allocate(Incidents, 0))

    def __len__(self) -> int:
        return len(self.info)

    def __repr__(self) -> str:
        return (
            f"<GameBatch: {len(self)} games, {len(self.rounds)} rounds, "
            f"{len(self.events)} events, {len(self.wins)} wins>"
        )

    def round_name(self, r: int) -> str:
        """Return the name of a round: its label, ``"E2.1"``.

        Rounds of a game that have one label, as after a chombo, are ``"E2.1#1"``, ``"E2.1#2"`` ….
        """
        table, game = self.rounds, int(self.rounds.game[r])
        first, stop = int(self.first_round[game]), int(self.first_round[game + 1])
        wind, dealer, honba = int(table.wind[r]), int(table.dealer[r]), max(int(table.honba[r]), 0)
        same = (table.wind[first:stop] == wind) & (table.dealer[first:stop] == dealer)
        same &= np.maximum(table.honba[first:stop], 0) == honba
        label = round_label(wind, dealer, honba)
        if np.count_nonzero(same) == 1:
            return label
        return f"{label}#{np.count_nonzero(same[: r - first + 1])}"

    def select(self, game: int) -> GameBatch:
        """Return game number ``game`` as a batch of one (columns are copied)."""
        if not 0 <= game < len(self):
            raise IndexError(f"game {game} of a batch of {len(self)}")
        return self._span(game, game + 1)

    def subset(self, games: Sequence[int]) -> GameBatch:
        """Return the games of these numbers, which rise (columns are copied).

        Neighbours are copied together, so leaving out a few games of many costs little.
        """
        if list(games) == list(range(len(self))):
            return self
        numbers = np.asarray(games, np.int64)
        breaks = np.flatnonzero(np.diff(numbers) != 1) + 1
        runs = np.split(numbers, breaks)
        return concatenate([self._span(int(run[0]), int(run[-1]) + 1) for run in runs if len(run)])

    def _span(self, start: int, stop: int) -> GameBatch:
        """Return the games from ``start`` up to ``stop`` (columns are copied)."""
        r0, r1 = int(self.first_round[start]), int(self.first_round[stop])
        e0, e1 = int(self.rounds.first_event[r0]), int(self.rounds.first_event[r1])
        w0, w1 = np.searchsorted(self.wins.round, (r0, r1))
        d0, d1 = np.searchsorted(self.draws.round, (r0, r1))
        rounds = _rows(self.rounds, r0, r1)
        rounds.game -= start
        rounds.first_event = self.rounds.first_event[r0 : r1 + 1] - e0
        events = _rows(self.events, e0, e1)
        wins, draws = _rows(self.wins, w0, w1), _rows(self.draws, d0, d1)
        i0, i1 = np.searchsorted(self.incidents.round, (r0, r1))
        incidents = _rows(self.incidents, i0, i1)
        incidents.round -= r0
        incidents.event -= e0
        for table, first in ((wins, w0), (draws, d0)):
            table.round -= r0
            table.event -= e0
            events.aux[table.event] -= int(first)
        own = slice(start, stop)
        used, index = np.unique(self.rules_index[own], return_inverse=True)
        ids = {info.id for info in self.info[own]}
        return GameBatch(
            info=self.info[own],
            players=self.players[own].copy(),
            rules=[self.rules[i] for i in used.tolist()],
            rules_index=index.astype(np.int32),
            final_scores=self.final_scores[own].copy(),
            final_points=self.final_points[own].copy(),
            first_round=self.first_round[start : stop + 1] - np.int32(r0),
            complete=self.complete[own].copy(),
            rounds=rounds,
            events=events,
            wins=wins,
            draws=draws,
            problems=[p for p in self.problems if p.game_id in ids],
            incidents=incidents,
        )


def concatenate(batches: list[GameBatch]) -> GameBatch:
    """Return all games of ``batches`` as one batch, in order (one batch is returned as it is)."""
    if len(batches) == 1:
        return batches[0]
    rules: dict[Rules, int] = {}
    index = [
        np.array([rules.setdefault(r, len(rules)) for r in b.rules], np.int32)[b.rules_index]
        for b in batches
    ]
    games = [len(b) for b in batches]
    rounds, events = _stacked(Rounds, batches), _stacked(Events, batches)
    wins, draws = _stacked(Wins, batches), _stacked(Draws, batches)
    incidents = _stacked(Incidents, batches)
    rounds_of, events_of = [len(b.rounds) for b in batches], [len(b.events) for b in batches]
    rounds.game += _shift(games, rounds_of)
    rounds.first_event[1:] += _shift(events_of, rounds_of)
    for name, table in (("wins", wins), ("draws", draws), ("incidents", incidents)):
        sizes = [len(getattr(b, name)) for b in batches]
        table.round += _shift(rounds_of, sizes)
        table.event += _shift(events_of, sizes)
        if name != "incidents":
            events.aux[table.event] += _shift(sizes, sizes)
    first_round = np.concatenate([np.zeros(1, np.int32), *(b.first_round[1:] for b in batches)])
    first_round[1:] += _shift(rounds_of, games)
    return GameBatch(
        info=[info for b in batches for info in b.info],
        players=_joined([b.players for b in batches], "u1", ()),
        rules=list(rules),
        rules_index=_joined(index, "i4", ()),
        final_scores=_joined([b.final_scores for b in batches], "i4", (4,)),
        final_points=_joined([b.final_points for b in batches], "i4", (4,)),
        first_round=first_round,
        complete=_joined([b.complete for b in batches], "?", ()),
        rounds=rounds,
        events=events,
        wins=wins,
        draws=draws,
        problems=[p for b in batches for p in b.problems],
        incidents=incidents,
    )


def _shift(sizes: list[int], rows: list[int]) -> NDArray[np.int32]:
    """Return for each row how much stands before its batch: ``sizes`` added up, ``rows`` each."""
    before = np.concatenate([[0], np.cumsum(sizes[:-1])]) if sizes else np.zeros(0)
    return np.repeat(before, rows).astype(np.int32)


def _rows(table: Any, start: int | None, stop: int | None) -> Any:
    return type(table)(**{f.name: getattr(table, f.name)[start:stop].copy() for f in fields(table)})


def _joined(parts: list[NDArray[Any]], dtype: str, shape: tuple[int, ...]) -> NDArray[Any]:
    if not parts:
        return np.zeros((0, *shape), dtype)
    return np.concatenate(parts)


def _stacked(table: type[Any], batches: list[GameBatch]) -> Any:
    parts = [getattr(b, table.__name__.lower()) for b in batches]
    columns: dict[str, NDArray[Any]] = {}
    for name, dtype, shape in COLUMNS[table]:
        arrays = [getattr(p, name) for p in parts]
        if name == "first_event":
            arrays = [np.zeros(1, dtype)] + [a[1:] for a in arrays]
        columns[name] = _joined(arrays, dtype, shape)
    return table(**columns)
