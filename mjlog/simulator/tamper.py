"""Changes of recorded values, and deals that make rare faults possible.

Each function gets the values of one stage of the recorder (:mod:`.record`, :mod:`.game`),
changes one thing and returns True, or returns False where it does not fit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..codes import EXHAUSTIVE, NAGASHI, RYUUKYOKU, YAKU_AKA, YAKU_DORA, YAKU_KITA, YAKU_URA
from ..engine.wall_check import deal_place, dora_place, replacement_place, ura_place
from ..rules.columns import HONBA_TOTAL, NOTEN_POOL, RIICHI_BET, URA
from ..tiles import YAOCHUU
from . import table as t

__all__ = ["give", "live_place", "swap"]

Row = dict[str, Any]

# --- the wall -------------------------------------------------------------------------------------


def live_place(g: Any, number: int) -> int:
    """Return the place in the wall of live draw ``number``."""
    return int(g[t.WALL_TILES]) - 13 * int(g[t.PLAYERS]) - 1 - number


def swap(g: Any, a: int, b: int) -> None:
    """Exchange two tiles of the wall."""
    g[t.WALL + a], g[t.WALL + b] = int(g[t.WALL + b]), int(g[t.WALL + a])


def _hidden(g: Any) -> int:
    """Return the place of a tile that nobody ever sees: the last ura indicator."""
    return ura_place(4, int(g[t.WALL_TILES]), 1)


def give(g: Any, wanted: list[tuple[int, int]]) -> None:
    """Lay out the wall so that each place has a tile of the wanted kind.

    Args:
        wanted: (place, kind), each place once.
    """
    fixed: set[int] = set()
    for place, kind in wanted:
        if int(g[t.WALL + place]) // 4 != kind:
            for other in range(int(g[t.WALL_TILES])):
                if int(g[t.WALL + other]) // 4 == kind and other not in fixed:
                    swap(g, place, other)
                    break
        fixed.add(place)


def _hand(g: Any, seat: int, kinds: list[int]) -> list[tuple[int, int]]:
    players, size = int(g[t.PLAYERS]), int(g[t.WALL_TILES])
    offset = (seat - int(g[t.DEALER])) % players
    return [(deal_place(offset, k, players, size), kind) for k, kind in enumerate(kinds)]


def wrong_deal(g: Any) -> bool:
    swap(g, deal_place(0, 5, int(g[t.PLAYERS]), int(g[t.WALL_TILES])), _hidden(g))
    return True


def wrong_draw(g: Any) -> bool:
    swap(g, live_place(g, 3), _hidden(g))
    return True


def wrong_indicator(g: Any) -> bool:
    swap(g, dora_place(0, int(g[t.WALL_TILES]), 1), _hidden(g))
    return True


def wrong_ura(g: Any) -> bool:
    swap(g, ura_place(0, int(g[t.WALL_TILES]), 1), _hidden(g))
    return True


def four_quads(g: Any) -> bool:
    """Two players are dealt two and three quads."""
    give(g, _hand(g, 0, [0] * 4 + [8] * 4) + _hand(g, 1, [9] * 4 + [17] * 4 + [18] * 4))
    return True


def five_quads(g: Any) -> bool:
    """One player gets four quads, which is no abortive draw, the next player a fifth."""
    places = [live_place(g, 1), replacement_place(0, 1), replacement_place(1, 1)]
    give(
        g,
        _hand(g, 1, [9] * 4 + [17] * 4 + [18] * 4 + [26])
        + _hand(g, 2, [0] * 4)
        + [(place, 26) for place in places],
    )
    return True


def kan_that_changes_waits(g: Any) -> bool:
    hand = [2, 2, 2, 3, 9, 10, 11, 12, 13, 14, 24, 25, 26]
    give(g, [*_hand(g, 0, hand), (live_place(g, 4), 2), (live_place(g, 0), 28)])
    return True


def nine_orphans(g: Any) -> bool:
    give(g, _hand(g, int(g[t.DEALER]), [0, 8, 9, 17, 18, 26, 27, 28, 29, 10, 11, 12, 13]))
    return True


def four_norths(g: Any) -> bool:
    give(g, [(_hand(g, seat, [30])[0][0], 30) for seat in range(4)])
    g[t.FIRST_TILE] = 30
    return True


def three_wait_for_one(g: Any) -> bool:
    wanted = _hand(g, 0, [33])
    kinds = [k for k in range(33) if k not in (27, 28)]
    for seat in range(1, 4):
        pairs = kinds[seat - 1 : 18 : 3]
        wanted += _hand(g, seat, [*sorted(pairs * 2), 33])
    give(g, wanted)
    g[t.FIRST_TILE] = 33
    return True


def quad_in_a_wait(g: Any) -> bool:
    waits = [12, 14, 0, 1, 2, 3, 4, 5, 24, 25, 26, 18, 18]
    give(g, _hand(g, 0, [13] * 4) + _hand(g, 1, waits))
    return True


def outer_river(g: Any) -> bool:
    """The dealer gets terminals and honours only, and nobody disturbs."""
    players = int(g[t.PLAYERS])
    places = [place for place, _ in _hand(g, int(g[t.DEALER]), [0] * 13)]
    places += [
        live_place(g, k) for k in range(0, int(g[t.WALL_TILES]) - 14 - 13 * players, players)
    ]
    fixed = set(places)
    free = [
        p for p in range(int(g[t.WALL_TILES]))
        if p not in fixed and YAOCHUU[int(g[t.WALL + p]) // 4]
    ]  # fmt: skip
    for place in places:
        if not YAOCHUU[int(g[t.WALL + place]) // 4]:
            swap(g, place, free.pop())
    g[t.QUIET] = 1
    return True


# --- wins -----------------------------------------------------------------------------------------


def _plain(row: Row) -> bool:
    return not row["yakuman"] and sum(han for _, han in row["yaku"]) < 9


def shown_hand(row: Row) -> bool:
    hand = row["hand"]
    place = next(i for i, tile in enumerate(hand) if tile != row["tile_id"])
    kinds = {tile // 4 for tile in hand}
    free = next(k for k in range(9, 34) if k not in kinds)
    hand[place] = 4 * free + 1
    hand.sort()
    return True


def shown_melds(row: Row) -> bool:
    if len(row["melds"]) < 2:
        return False
    row["melds"].pop(0)
    return True


def _named(row: Row) -> list[int]:
    return [i for i, (yaku, _) in enumerate(row["yaku"]) if yaku < 63]


def yaku_left_out(row: Row) -> bool:
    if not _plain(row) or len(_named(row)) < 2:
        return False
    row["yaku"].pop(_named(row)[-1])
    return True


def yaku_han(row: Row) -> bool:
    if not _plain(row):
        return False
    place = _named(row)[-1]
    yaku, han = row["yaku"][place]
    row["yaku"][place] = (yaku, han + 1)
    return True


def fu(row: Row) -> bool:
    if not _plain(row) or sum(han for _, han in row["yaku"]) > 3 or row["fu"] % 10:
        return False
    row["fu"] += 10
    return True


def limit(row: Row) -> bool:
    if row["limit"] or row["yakuman"]:
        return False
    row["limit"] = 1
    return True


def points(row: Row) -> bool:
    if row["seat"] == row["from_seat"]:
        return False
    row["points"] += 1000
    return True


def _one_more(row: Row, entry: int) -> bool:
    yaku = row["yaku"]
    for place, (number, han) in enumerate(yaku):
        if number == entry:
            yaku[place] = (number, han + 1)
            return True
    return False


def dora(row: Row) -> bool:
    return _plain(row) and _one_more(row, YAKU_DORA)


def _claimed(row: Row, entry: int) -> bool:
    """Name one han of a kind of dora that is not played."""
    row["yaku"].append((entry, 1))
    return True


def ura(row: Row) -> bool:
    if not _plain(row) or not row["record"].seats[row["seat"], t.RIICHI_]:
        return False
    return _one_more(row, YAKU_URA) if row["rule"][URA] else _claimed(row, YAKU_URA)


def red(row: Row) -> bool:
    if not _plain(row):
        return False
    return _one_more(row, YAKU_AKA) or (not row["reds"] and _claimed(row, YAKU_AKA))


def kita(row: Row) -> bool:
    """Count one North too many, where dora and Norths are counted apart."""
    count = int(row["record"].seats[row["seat"], t.KITAS])
    together = dict(row["yaku"]).get(YAKU_DORA, 0)
    if not _plain(row) or not count or together < count:
        return False
    rest = [(y, han) for y, han in row["yaku"] if y != YAKU_DORA]
    own = [(YAKU_DORA, together - count)] if together > count else []
    row["yaku"] = [*rest, *own, (YAKU_KITA, count + 1)]
    return True


def indicator(row: Row) -> bool:
    row["indicators"][0] = (row["indicators"][0] + 4) % 136
    return True


def unnamed_han(row: Row) -> bool:
    if not _plain(row):
        return False
    row["han"] = sum(han for _, han in row["yaku"]) + 1
    row["yaku"] = []
    return True


def win_change(row: Row) -> bool:
    if "yaku" not in row or row["seat"] == row["from_seat"] or row["liable"][0] >= 0:
        return False
    row["deltas"][row["seat"]] += 700
    row["deltas"][row["from_seat"]] -= 700
    return True


def honba_forgotten(row: Row) -> bool:
    if "yaku" not in row or row["seat"] == row["from_seat"] or row["liable"][0] >= 0:
        return False
    value = row["honba"] * int(row["rule"][HONBA_TOTAL])
    if not row["head"] or not value:
        return False
    row["deltas"][row["seat"]] -= value
    row["deltas"][row["from_seat"]] += value
    return True


def deposits_forgotten(row: Row) -> bool:
    if "yaku" not in row or not row["deposits"]:
        return False
    row["deltas"][row["seat"]] -= row["deposits"] * int(row["rule"][RIICHI_BET])
    return True


def liable(row: Row) -> bool:
    if row["seat"] != row["from_seat"] or row["liable"][0] >= 0:
        return False
    seat = (row["seat"] + 1) % int(row["record"].g[t.PLAYERS])
    row["pao_seat"] = seat
    row["liable"] = (seat, row["points"])
    return True


def scores_before(row: Row) -> bool:
    row["scores"][row["seat"]] += 100
    return True


def printed(row: Row) -> bool:
    row["honba"] += 1
    return True


# --- draws ----------------------------------------------------------------------------------------


def noten_payment(row: Row) -> bool:
    if row.get("kind") != EXHAUSTIVE:
        return False
    if not row["rule"][NOTEN_POOL]:
        row["deltas"][:2] = [1000, -1000]
    row["deltas"] = [2 * change for change in row["deltas"]]
    return any(row["deltas"])


def nagashi_payment(row: Row) -> bool:
    if row.get("kind") != NAGASHI:
        return False
    row["deltas"] = [2 * change for change in row["deltas"]]
    return True


def abort_payment(row: Row) -> bool:
    if not EXHAUSTIVE < row.get("kind", EXHAUSTIVE) < NAGASHI:
        return False
    row["deltas"][0] += 1000
    row["deltas"][1] -= 1000
    return True


def nagashi_claimed(row: Row) -> bool:
    if row["kind"] != EXHAUSTIVE:
        return False
    row["kind"], row["nagashi"] = NAGASHI, 1 << row["record"].start.dealer
    return True


def nagashi_forgotten(row: Row) -> bool:
    if row["kind"] != NAGASHI:
        return False
    row["kind"], row["nagashi"] = EXHAUSTIVE, 0
    return True


def _show(row: Row, was: int, riichi: bool) -> bool:
    seats = row["record"].seats
    for seat in range(int(row["record"].g[t.PLAYERS])):
        free = riichi or not seats[seat, t.RIICHI_]
        if row["kind"] == EXHAUSTIVE and row["shown"][seat] == was and free:
            row["shown"][seat] = 1 - was
            return True
    return False


def noten_shown(row: Row) -> bool:
    return _show(row, 0, True)


def tenpai_hidden(row: Row) -> bool:
    return _show(row, 1, False)


# --- results that exclude each other --------------------------------------------------------------


def _one_win(record: Any) -> bool:
    return len(record.wins) == 1


def _add_event(record: Any, **changes: int) -> int:
    """Repeat the last event of a round with some rows changed, and return its place."""
    event = record.events[:, -1:].copy()
    for name, value in changes.items():
        event[getattr(t, name)] = value
    record.events = np.concatenate([record.events, event], axis=1)
    return int(record.events.shape[1]) - 1


def _win_again(record: Any, seat: int, payer: int) -> None:
    """Add a copy of the win to a round, of this winner and payer."""
    row = dict(record.wins[-1])
    row["event"] = _add_event(record, E_SEAT=seat, E_FROM=payer)
    record.wins.append(row | {"seat": seat, "from_seat": payer, "scores": record.scores})


def won_twice(record: Any) -> bool:
    if not _one_win(record):
        return False
    _win_again(record, record.wins[0]["seat"], record.wins[0]["from_seat"])
    return True


def won_by_two(record: Any) -> bool:
    """Add a win of who discarded, or of the next player off who won by tsumo."""
    if not _one_win(record):
        return False
    seat, payer = record.wins[0]["seat"], record.wins[0]["from_seat"]
    other = payer if payer != seat else (seat + 1) % int(record.g[t.PLAYERS])
    _win_again(record, other, seat)
    return True


def won_and_drawn(record: Any) -> bool:
    """Add an exhaustive draw at which all are noten."""
    if not _one_win(record):
        return False
    players = int(record.g[t.PLAYERS])
    event = _add_event(
        record, E_KIND=RYUUKYOKU, E_SEAT=255, E_FROM=255, E_TILE=255, E_ID=255,
        E_USED=t.NOTHING, E_USED_IDS=t.NOTHING,
    )  # fmt: skip
    record.draws.append({
        "event": event, "kind": EXHAUSTIVE, "shown": [0] * players + [255] * (4 - players),
        "nagashi": 0, "honba": record.start.honba, "deposits": 0, "scores": record.scores,
        "hands": [[]] * 4, "deltas": [0] * 4,
    })  # fmt: skip
    return True


# --- the game -------------------------------------------------------------------------------------


def final_scores(game: Any) -> bool:
    game.final_scores[1] += 1000
    return True


def final_points(game: Any) -> bool:
    game.final_points[1] += 100
    return True


def dice(record: Any) -> bool:
    first, second = record.dice
    record.dice = (first % 6 + 1, second)
    return True
