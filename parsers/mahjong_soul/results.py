"""Results of a round: ``RecordHule``, ``RecordNoTile``, ``RecordLiuJu``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from mjlog.codes import EXHAUSTIVE, KITA, NAGASHI, UNKNOWN, UNKNOWN_POINTS
from mjlog.errors import ParseError
from mjlog.model import FOREIGN_MELD

from .notation import parse_meld, parse_tile, parse_tiles
from .tables import DRAWS, FAN_NAMES, TITLES, yaku_of_fan
from .wire import Message

if TYPE_CHECKING:
    from .rounds import RoundReader

__all__ = ["MAX_POINTS", "points_of", "read_abort", "read_exhaustive", "read_wins"]

Report = Callable[[str, str, str], None]
MAX_YAKU: Final = 20
MAX_INDICATORS: Final = 10
MAX_FU: Final = 1000
MAX_POINTS: Final = 100_000_000
MAX_HAN: Final = 200
YAKUMAN_TITLE: Final = 5


def read_wins(
    reader: RoundReader, fields: Message, payer: int, place: str, report: Report
) -> list[dict[str, Any]]:
    """Return the columns of each winner, all but ``event``, the nearest to the payer first.

    Raises:
        ParseError: No winner, or a value that is not of its kind.
    """
    hules = fields.get("hules", [])
    if not 1 <= len(hules) <= 3:
        raise ParseError(f"{len(hules)} winners, expected 1 to 3", place=place)
    players = reader.players
    seats = [hule.get("seat", 0) for hule in hules]
    if any(not 0 <= seat < players for seat in seats) or len(set(seats)) != len(seats):
        raise ParseError(f"winners {seats}, expected seats", place=place)
    rows = []
    for i, hule in enumerate(hules):
        where = f"{place}.hules[{i}]"
        row = _win(reader, hule, where, report)
        row["from_seat"] = row["seat"] if hule.get("zimo") else payer
        if not hule.get("zimo") and payer in (UNKNOWN, row["seat"]):
            raise ParseError("a ron, and no tile of another seat before it", place=where)
        rows.append(row)
    rows.sort(key=lambda row: (row["seat"] - payer) % players)
    for key in ("old_scores", "delta_scores", "scores"):
        if any(abs(number) > MAX_POINTS for number in fields.get(key, [])):
            raise ParseError(f"{key}: no points of a game", place=place)
    scores = fields.get("old_scores", [])
    if len(scores) not in (players, 4):
        scores = []
    _share_deltas(reader, rows, fields, list(scores[:players]), place, report)
    return rows


def _win(reader: RoundReader, hule: Message, place: str, report: Report) -> dict[str, Any]:
    """Return what the record says of one winner alone."""
    seat = hule.get("seat", 0)
    tile = parse_tile(hule.get("hu_tile"), f"{place}.hu_tile")
    row: dict[str, Any] = {"seat": seat, "tile": tile}
    if hule.get("hand"):
        hand = parse_tiles(hule["hand"], f"{place}.hand")
        if len(hand) > 13:
            raise ParseError(f"{len(hand)} tiles and the winning one", place=f"{place}.hand")
        row["hand"] = [*hand, tile]
        norths = sum(e["kind"] == KITA and e["seat"] == seat for e in reader.events)
        row["melds"] = [FOREIGN_MELD] * (min(len(hule.get("ming", [])), 4) + min(norths, 4))
        _compare_melds(reader, hule.get("ming", []), seat, f"{place}.ming", report)
    for key, column in (("doras", "indicators"), ("li_doras", "ura")):
        tiles = parse_tiles(hule.get(key, []), f"{place}.{key}")
        if len(tiles) > MAX_INDICATORS:
            raise ParseError(f"{len(tiles)} indicators", place=f"{place}.{key}")
        if tiles:
            row[column] = tiles
    if not hule.get("fans"):
        return row  # a record without the value of its wins
    row |= _value(reader, hule, place, report)
    liable = hule.get("baopai", 0)
    if hule.get("baopai_seats"):
        liable = hule["baopai_seats"][0] + 1
    if 1 <= liable <= reader.players and liable - 1 != seat:
        row["pao_seat"] = liable - 1
    return row


def _value(reader: RoundReader, hule: Message, place: str, report: Report) -> dict[str, Any]:
    seat = hule.get("seat", 0)
    count, fu = hule.get("count", 0), hule.get("fu", 0)
    if not 0 <= count <= MAX_HAN or not 0 <= fu <= MAX_FU:
        raise ParseError(f"{count} han and {fu} fu", place=place)
    row: dict[str, Any] = {"fu": fu, "han": count, "yakuman": 0}
    if hule.get("yiman"):
        row |= {"han": 0, "yakuman": min(count, 20)}
    row["limit"] = _limit(hule)
    points = points_of(hule, reader.players, split_north=reader.split_north)
    if points is not None and abs(points) > MAX_POINTS:
        raise ParseError(f"a win of {points:,} points", place=place)
    if points is not None:
        row["points"] = points
    fans = hule["fans"]
    if len(fans) > MAX_YAKU:
        raise ParseError(f"{len(fans)} yaku, expected at most {MAX_YAKU}", place=place)
    ids = [_yaku(reader, fan, seat) for fan in fans]
    if None in ids:
        fan = fans[ids.index(None)]
        name = fan.get("name") or f"id {fan.get('id', 0)}"
        text = f"{reader.label}: no yaku has the {'name' if fan.get('name') else 'number'} {name!r}"
        report("inconsistent", place, f"{text}; the list of this win is left out")
        return row
    row["yaku"] = ids
    row["yaku_han"] = [min(max(fan.get("val", 0), -1), 100) for fan in fans]
    return row


def _limit(hule: Message) -> int:
    title = hule.get("title_id", 0)
    if title:
        return min(title, YAKUMAN_TITLE) if title > 0 else UNKNOWN
    return TITLES.get(hule["title"], UNKNOWN) if hule.get("title") else 0


def _yaku(reader: RoundReader, fan: Message, seat: int) -> int | None:
    number = fan.get("id") or FAN_NAMES.get(" ".join(fan.get("name", "").split()), 0)
    wind = (seat - reader.dealer) % reader.players
    return yaku_of_fan(number, round_wind=reader.wind, seat_wind=wind)


def points_of(hule: Message, players: int, *, split_north: bool = False) -> int | None:
    """Return what a hand collects without counters and deposits, None where it is not told.

    A tsumo stands as what a dealer and what each other pays; where the absent North's share is
    split, each of the two pays half of a child's payment more.

    >>> points_of({"zimo": True, "point_zimo_qin": 2000, "point_zimo_xian": 1000}, 4)
    4000
    """
    child = hule.get("point_zimo_xian", 0)
    if not hule.get("zimo"):
        return hule.get("point_rong")
    if not child:
        return None
    extra = (child // 2 + 99) // 100 * 100 if split_north and players == 3 else 0
    others = players - 1
    if hule.get("qinjia"):
        return int((child + extra) * others)
    return int(hule.get("point_zimo_qin", 0) + extra + (child + extra) * (others - 1))


def _compare_melds(
    reader: RoundReader, ming: list[str], seat: int, place: str, report: Report
) -> None:
    """Report melds shown with a win that are not those that were called."""
    shown = sorted(sorted(parse_meld(text, place)) for text in ming[:4])
    if len(ming) > 4 or shown != sorted(reader.melds[seat]):
        message = f"{reader.label}: the melds shown with the win are not those that were called"
        report("inconsistent", place, message)


def _share_deltas(
    reader: RoundReader,
    rows: list[dict[str, Any]],
    fields: Message,
    scores: list[int],
    place: str,
    report: Report,
) -> None:
    """Put the change of each seat into the rows; a record has the sum over all winners.

    What somebody else than the first winner collects comes from the payer alone. With a liable
    player among them, the rest of the sum is that winner's.
    """
    total = fields.get("delta_scores", [])
    if len(total) not in (reader.players, 4):
        total = []
    total = list(total[: reader.players])
    if len(rows) == 1:
        rows[0] |= {"scores": scores, "deltas": total}
        return
    if not total:
        rows[0]["scores"] = scores
        return
    liable = [row for row in rows if row.get("pao_seat", UNKNOWN) != UNKNOWN]
    rest = liable[0] if liable else rows[0]
    if len(liable) > 1:
        message = f"{reader.label}: two winners with a liable player; their shares are not recorded"
        report("odd-form", place, message)
    sticks = (reader.deposits + len(reader.accepted)) * reader.bet
    left = list(total)
    for row in rows:
        if row is rest:
            continue
        gain = total[row["seat"]]
        deltas = [0] * reader.players
        deltas[row["seat"]] = gain
        deltas[row["from_seat"]] = -(gain - (sticks if row is rows[0] else 0))
        row["deltas"] = deltas
        left = [a - b for a, b in zip(left, deltas, strict=True)]
    rest["deltas"] = left
    if len(liable) > 1:
        for row in liable:
            row["deltas"] = [UNKNOWN_POINTS] * reader.players
    for row in rows:
        row["scores"] = list(scores)
        if scores and UNKNOWN_POINTS not in (*scores, *row["deltas"]):
            scores = [a + b for a, b in zip(scores, row["deltas"], strict=True)]
        else:
            scores = []


def read_exhaustive(reader: RoundReader, fields: Message, place: str) -> dict[str, Any]:
    """Return the columns of ``RecordNoTile``, all but ``event``.

    Raises:
        ParseError: Hands or points that are not one a seat.
    """
    players = reader.players
    row: dict[str, Any] = {"kind": NAGASHI if fields.get("liujumanguan") else EXHAUSTIVE}
    shown = fields.get("players", [])
    if len(shown) in (players, 4):
        row["shown"] = [int(bool(player.get("tingpai"))) for player in shown[:players]]
        hands = [parse_tiles(p.get("hand", []), f"{place}.players") for p in shown[:players]]
        if any(len(hand) > 14 for hand in hands):
            raise ParseError("a hand of more than 14 tiles", place=f"{place}.players")
        row["hands"] = hands
    elif shown:
        raise ParseError(f"{len(shown)} players, expected {players}", place=f"{place}.players")
    deltas = [0] * players  # nothing is paid where nothing is recorded
    for i, part in enumerate(fields.get("scores", [])[:players]):
        where = f"{place}.scores[{i}]"
        if part.get("old_scores") and "scores" not in row:
            row["scores"] = reader.by_seat(part, "old_scores", where)
        if part.get("delta_scores"):
            changes = reader.by_seat(part, "delta_scores", where)
            deltas = [a + b for a, b in zip(deltas, changes, strict=True)]
    row["deltas"] = deltas
    if "scores" in row:
        reader.scores = [a + b for a, b in zip(row["scores"], deltas, strict=True)]
    return row


def read_abort(reader: RoundReader, fields: Message, place: str) -> dict[str, Any]:
    """Return the columns of ``RecordLiuJu``, all but ``event``.

    Raises:
        ParseError: A kind that is not known, or tiles that are none.
    """
    kind = DRAWS.get(fields.get("type", 0))
    if kind is None:
        snippet = str(fields.get("type", 0))
        raise ParseError("no kind of abortive draw, expected 1 to 5", place=place, snippet=snippet)
    row: dict[str, Any] = {"kind": kind}
    players = reader.players
    hands: list[list[int]] = [[] for _ in range(players)]
    if fields.get("tiles"):
        seat = reader.seat(fields, place)
        hands[seat] = parse_tiles(fields["tiles"], f"{place}.tiles")
    for seat, text in enumerate(fields.get("allplayertiles", [])[:players]):
        hands[seat] = parse_tiles([t for t in text.split("|") if t], f"{place}.allplayertiles")
    if any(len(hand) > 14 for hand in hands):
        raise ParseError("a hand of more than 14 tiles", place=place)
    if any(hands):
        row["hands"] = hands
        row["shown"] = [int(bool(hand)) for hand in hands]
    return row
