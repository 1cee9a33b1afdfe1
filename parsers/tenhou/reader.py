"""Importer of Tenhou mjlog records.

:func:`read_batch` reads any number of records into one :class:`~mjlog.model.GameBatch`. A
record of the plain form goes straight through the fast tokeniser; any other is rewritten by the
tolerant reader first. A record that cannot be read becomes a problem, and the others go on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.codes import UNKNOWN_POINTS
from mjlog.errors import ParseError
from mjlog.model import Draws, GameBatch, GameInfo, Problem, Rounds, Wins
from mjlog.rules import Rules
from mjlog.tiles import CODE_OF_ID

from ..game_record import unreadable
from . import layout
from .header import collect_extras, describe, describe_usual, parse_header, usual_header
from .names import find_log_name
from .rules import rules_from_go
from .scan import Tables, tokenise_games
from .slow import Rewritten, rewrite
from .tables import GO_NO_RED, GO_SANMA

__all__ = ["read_batch"]

#: A record of a long game has some 30 KB; what is larger by far is no record of one game.
MAX_GAME_BYTES: Final = 4 << 20
DEFAULT_GO_TYPE: Final = 9


@dataclass(slots=True)
class _Entry:
    """One record on its way: where it comes from, its bytes, its plain form.

    ``remarks`` are on its header.
    """

    name: str
    data: bytes
    plain: bytes
    rewritten: Rewritten | None = None
    was_cut: bool = False
    remarks: Sequence[str] = ()


def read_batch(items: Iterable[tuple[str, bytes]], *, rules: Rules | None = None) -> GameBatch:
    """Read Tenhou records, each given as (name, text in bytes).

    Args:
        items: Names tell the id and the viewer's seat where they hold them.
        rules: Rules of every game instead of those that the headers name.

    Returns:
        The records that could be read, in order. ``problems`` has one row of kind
        ``unreadable`` for each of the others.
    """
    problems: list[Problem] = []
    entries = [_Entry(name, data, data) for name, data in items]
    entries = [e for e in entries if _has_sane_size(e, problems)]
    tables = tokenise_games([e.plain for e in entries])
    while (odd := np.flatnonzero(tables.games[:, layout.G_STATUS])).size:
        refused = {g for g in odd.tolist() if not _mend(entries[g], tables.games[g], problems)}
        entries = [e for g, e in enumerate(entries) if g not in refused]
        tables = tokenise_games([e.plain for e in entries])
    ends, players = tables.games[:, layout.G_HEADER_END].tolist(), _players(tables).tolist()
    headers = zip(entries, ends, players, strict=True)
    infos = [_described(entry, end, seats, problems) for entry, end, seats in headers]
    first = [*tables.games[:, layout.G_ROUND0].tolist(), len(tables.rounds)]
    for g, entry in enumerate(entries):
        if infos[g] is not None and first[g] == first[g + 1]:
            problems.append(unreadable(_no_round(entry), entry.name))
            infos[g] = None
    kept = [info for info in infos if info is not None]
    if len(kept) < len(entries):
        entries = [entry for entry, info in zip(entries, infos, strict=True) if info is not None]
        tables = tokenise_games([e.plain for e in entries])
    return _assembled(entries, kept, tables, rules, problems)


def _has_sane_size(entry: _Entry, problems: list[Problem]) -> bool:
    size = len(entry.data)
    if 0 < size <= MAX_GAME_BYTES:
        return True
    message = f"{size} bytes, expected a record of 1 to {MAX_GAME_BYTES} bytes"
    problems.append(unreadable(ParseError(message, source=entry.name), entry.name))
    return False


def _mend(entry: _Entry, row: NDArray[np.int32], problems: list[Problem]) -> bool:
    """Bring ``entry`` nearer to the plain form; False when it is to be left out."""
    reason = layout.ODD[int(row[layout.G_STATUS])]
    place = int(row[layout.G_PLACE])
    try:
        if entry.rewritten is None:
            entry.rewritten = rewrite(entry.data, source=entry.name)
        elif not entry.was_cut:
            entry.rewritten.cut(place, reason)
            entry.was_cut = True
        else:
            raise ParseError(reason, source=entry.name, place=f"byte {place}")
    except ParseError as error:
        problems.append(unreadable(error, entry.name))
        return False
    entry.plain = entry.rewritten.plain
    return True


def _described(entry: _Entry, end: int, players: int, problems: list[Problem]) -> GameInfo | None:
    """Return what the header up to byte ``end`` says, None for a record to refuse."""
    name = find_log_name(entry.name)
    game_id = name.id if name else "x" + hashlib.sha256(entry.data).hexdigest()[:16]
    about = (game_id, entry.name, name, players)
    if entry.rewritten is not None:
        return describe(entry.rewritten.header, *about)
    if usual := usual_header(entry.plain, end):
        return describe_usual(usual, *about)
    try:
        header, entry.remarks = parse_header(entry.plain[:end], source=entry.name)
    except ParseError as error:
        problems.append(unreadable(error, entry.name))
        return None
    return describe(header, *about)


def _no_round(entry: _Entry) -> ParseError:
    """Return the error of a record without a round, with what was cut off."""
    message = "a Tenhou record without a round, expected an INIT element"
    if not entry.was_cut or entry.rewritten is None:
        return ParseError(message, source=entry.name)
    _, place, reason = entry.rewritten.problems[-1]
    return ParseError(f"{message}; {reason}", source=entry.name, place=place)


def _assembled(
    entries: list[_Entry],
    infos: list[GameInfo],
    tables: Tables,
    rules: Rules | None,
    problems: list[Problem],
) -> GameBatch:
    games = tables.games
    players = _players(tables)
    no_reds = (games[:, layout.G_TYPE] >= 0) & (games[:, layout.G_TYPE] & GO_NO_RED != 0)
    reds = np.where(no_reds, 0, 1)
    first_round = np.append(games[:, layout.G_ROUND0], len(tables.rounds)).astype(np.int32)
    rulesets = _RuleList(rules)
    starts = _start_points(tables.rounds, first_round, players)
    columns = (layout.G_TYPE, layout.G_EARLY, layout.G_EXTRAS, layout.G_FORM)
    types, early, extras, forms = (games[:, c].tolist() for c in columns)
    for g, (entry, info) in enumerate(zip(entries, infos, strict=True)):
        form = layout.FORMS[forms[g]]
        info.extra["go_type"] = types[g]
        if form:
            info.extra["points_form"] = form
        if early[g]:
            info.extra["early_events"] = early[g]
        if extras[g]:
            collect_extras(info, entry.plain)
        rulesets.add(info, starts[g], form)
        if entry.remarks or entry.rewritten is not None or types[g] < 0:
            _report(problems, entry, info)
    _report_notes(problems, tables.notes, entries, infos)
    _restore_places(entries, tables, first_round)
    return GameBatch(
        info=infos,
        players=players,
        rules=rulesets.rules,
        rules_index=np.array(rulesets.index, np.int32),
        final_scores=games[:, layout.G_SCORES : layout.G_SCORES + 4].copy(),
        final_points=games[:, layout.G_POINTS : layout.G_POINTS + 4].copy(),
        first_round=first_round,
        complete=games[:, layout.G_COMPLETE] == 1,
        rounds=_rounds(tables, reds),
        events=tables.events,
        wins=_wins(tables, reds),
        draws=_draws(tables, reds),
        problems=problems,
    )


class _RuleList:
    """The distinct rulesets of a batch, and which of them each game is played under."""

    def __init__(self, fixed: Rules | None) -> None:
        self.rules: list[Rules] = []
        self.index: list[int] = []
        self._fixed = fixed
        self._places: dict[tuple[object, ...], int] = {}

    def add(self, info: GameInfo, start: int | None, form: Any) -> None:
        """Put the rules of the next game where they belong."""
        go_type, csrule = info.extra["go_type"], info.extra.get("csrule")
        day = info.start_time[:10].replace("-", "") if info.start_time else None
        key = (go_type, csrule, day, start, form)
        place = self._places.get(key)
        if place is None:
            if go_type < 0:
                go_type = DEFAULT_GO_TYPE
            ruleset = self._fixed or rules_from_go(
                go_type, csrule, day, start_points=start, points=form
            )
            place = self._places[key] = self._place_of(ruleset)
        self.index.append(place)

    def _place_of(self, ruleset: Rules) -> int:
        """Return the place of ``ruleset``: mostly one that is there, which needs no comparing."""
        for place, known in enumerate(self.rules):
            if known is ruleset:
                return place
        if ruleset not in self.rules:
            self.rules.append(ruleset)
        return self.rules.index(ruleset)


def _players(tables: Tables) -> NDArray[np.uint8]:
    """Return how many play in each game."""
    go_types = tables.games[:, layout.G_TYPE]
    return np.where((go_types >= 0) & (go_types & GO_SANMA != 0), 3, 4).astype(np.uint8)


def _start_points(
    rounds: NDArray[np.int32], first_round: NDArray[np.int32], players: NDArray[np.uint8]
) -> list[int | None]:
    """Return for each game what every seat had before the very first round, if all had the same.

    None where the record begins later, or where the seats differ.
    """
    first = rounds[first_round[:-1]]
    scores = first[:, layout.R_SCORES : layout.R_SCORES + 4]
    known = scores[:, 0] != UNKNOWN_POINTS
    for column in (layout.R_WIND, layout.R_DEALER, layout.R_HONBA, layout.R_DEPOSITS):
        known &= first[:, column] == 0
    same = (scores == scores[:, :1]) | (np.arange(4) >= players[:, None])
    known &= same.all(axis=1)
    return [s if k else None for s, k in zip(scores[:, 0].tolist(), known.tolist(), strict=True)]


def _report(problems: list[Problem], entry: _Entry, info: GameInfo) -> None:
    found = [("odd-form", "header", remark) for remark in entry.remarks]
    if entry.rewritten is not None:
        found += entry.rewritten.problems
    problems += [
        Problem(entry.name, place, kind, message, info.id) for kind, place, message in found
    ]
    if info.extra["go_type"] < 0:
        message = "no <GO type>: read as an ordinary four-player table with red fives"
        problems.append(Problem(entry.name, "header", "inconsistent", message, info.id))


def _report_notes(
    problems: list[Problem],
    notes: NDArray[np.int32],
    entries: list[_Entry],
    infos: list[GameInfo],
) -> None:
    for g, what, place, seat in notes.tolist():
        entry = entries[g]
        if entry.rewritten is not None:
            place = entry.rewritten.source_place(place)
        kind, message = layout.NOTES[what]
        message += f" (seat {seat})" if seat < 4 else ""
        problems.append(Problem(entry.name, f"byte {place}", kind, message, infos[g].id))


def _restore_places(entries: list[_Entry], tables: Tables, first_round: NDArray[np.int32]) -> None:
    """Let the events of rewritten records point at their place in the source."""
    starts = np.append(tables.rounds[:, layout.R_EVENT], len(tables.events))
    for g, entry in enumerate(entries):
        if entry.rewritten is None or not entry.rewritten.plain_places:
            continue
        span = slice(int(starts[first_round[g]]), int(starts[first_round[g + 1]]))
        row = np.searchsorted(entry.rewritten.plain_places, tables.events.offset[span], "right")
        tables.events.offset[span] = np.array(entry.rewritten.source_places, np.int32)[row - 1]


def _codes(ids: NDArray[np.uint8], reds: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return the tile codes of physical ids, one game's ``reds`` a row."""
    if reds.size and reds.min() == reds.max():
        same: NDArray[np.uint8] = CODE_OF_ID[int(reds[0])].take(ids)
        return same
    codes: NDArray[np.uint8] = CODE_OF_ID[reds.reshape(-1, *[1] * (ids.ndim - 1)), ids]
    return codes


def _block(table: NDArray[np.int32], column: int, *shape: int, dtype: str) -> NDArray[Any]:
    """Return the columns from ``column`` on as one array of rows of ``shape``."""
    width = int(np.prod(shape)) if shape else 1
    return table[:, column : column + width].astype(dtype).reshape(len(table), *shape)


def _rounds(tables: Tables, reds: NDArray[np.int64]) -> Rounds:
    t = tables.rounds
    own_reds = reds[t[:, layout.R_GAME]]
    hand_ids = _block(t, layout.R_HANDS, 4, 13, dtype="u1")
    indicator_id = _block(t, layout.R_INDICATOR, dtype="u1")
    return Rounds(
        game=t[:, layout.R_GAME].copy(),
        wind=_block(t, layout.R_WIND, dtype="u1"),
        dealer=_block(t, layout.R_DEALER, dtype="u1"),
        honba=_block(t, layout.R_HONBA, dtype="i2"),
        deposits=_block(t, layout.R_DEPOSITS, dtype="i2"),
        scores=_block(t, layout.R_SCORES, 4, dtype="i4"),
        dice=_block(t, layout.R_DICE, 2, dtype="u1"),
        indicator=_codes(indicator_id, own_reds),
        indicator_id=indicator_id,
        hands=_codes(hand_ids, own_reds),
        hand_ids=hand_ids,
        first_event=np.append(t[:, layout.R_EVENT], len(tables.events)).astype(np.int32),
    )


def _wins(tables: Tables, reds: NDArray[np.int64]) -> Wins:
    t = tables.wins
    own_reds = reds[tables.rounds[t[:, layout.W_ROUND], layout.R_GAME]]
    tile_id = _block(t, layout.W_TILE, dtype="u1")
    hand_ids = _block(t, layout.W_HAND, 14, dtype="u1")
    indicator_ids = _block(t, layout.W_INDICATORS, 10, dtype="u1")
    ura_ids = _block(t, layout.W_URA, 10, dtype="u1")
    return Wins(
        round=t[:, layout.W_ROUND].copy(),
        event=t[:, layout.W_EVENT].copy(),
        seat=_block(t, layout.W_SEAT, dtype="u1"),
        from_seat=_block(t, layout.W_FROM, dtype="u1"),
        tile=_codes(tile_id, own_reds),
        tile_id=tile_id,
        fu=_block(t, layout.W_FU, dtype="i2"),
        han=_block(t, layout.W_HAN, dtype="i2"),
        yakuman=_block(t, layout.W_YAKUMAN, dtype="i1"),
        limit=_block(t, layout.W_LIMIT, dtype="u1"),
        points=t[:, layout.W_POINTS].copy(),
        yaku=_block(t, layout.W_YAKU, 20, dtype="u1"),
        yaku_han=_block(t, layout.W_YAKU_HAN, 20, dtype="i1"),
        hand=_codes(hand_ids, own_reds),
        hand_ids=hand_ids,
        melds=_block(t, layout.W_MELDS, 8, dtype="i4"),
        indicators=_codes(indicator_ids, own_reds),
        ura=_codes(ura_ids, own_reds),
        indicator_ids=indicator_ids,
        ura_ids=ura_ids,
        pao_seat=_block(t, layout.W_PAO, dtype="u1"),
        honba=_block(t, layout.W_HONBA, dtype="i2"),
        deposits=_block(t, layout.W_DEPOSITS, dtype="i2"),
        scores=_block(t, layout.W_SCORES, 4, dtype="i4"),
        deltas=_block(t, layout.W_DELTAS, 4, dtype="i4"),
    )


def _draws(tables: Tables, reds: NDArray[np.int64]) -> Draws:
    t = tables.draws
    own_reds = reds[tables.rounds[t[:, layout.D_ROUND], layout.R_GAME]]
    hand_ids = _block(t, layout.D_HANDS, 4, 14, dtype="u1")
    return Draws(
        round=t[:, layout.D_ROUND].copy(),
        event=t[:, layout.D_EVENT].copy(),
        kind=_block(t, layout.D_KIND, dtype="u1"),
        shown=_block(t, layout.D_SHOWN, 4, dtype="u1"),
        hands=_codes(hand_ids, own_reds),
        hand_ids=hand_ids,
        honba=_block(t, layout.D_HONBA, dtype="i2"),
        deposits=_block(t, layout.D_DEPOSITS, dtype="i2"),
        scores=_block(t, layout.D_SCORES, 4, dtype="i4"),
        deltas=_block(t, layout.D_DELTAS, 4, dtype="i4"),
    )
