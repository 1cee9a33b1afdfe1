"""What a user types for the hand calculator, checked and turned into a case of the scorer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..codes import ANKAN, CHI, DAIMINKAN, KAKAN, PON, YAKU
from ..errors import MjlogError, TileError, UnknownNameError
from ..hand import HandTiles, check_copies, parse_hand
from ..rules.model import Rules
from ..tiles import KIND, NEXT_DORA, NORTH, format_tile, format_tiles, parse_tile, parse_tiles

__all__ = ["WINDS", "ScoreInput", "SituationError", "read_input"]

WINDS: Final = ("E", "S", "W", "N")
_WIND_NAMES: Final = (
    ("e", "east", "東", "1z"),
    ("s", "south", "南", "2z"),
    ("w", "west", "西", "3z"),
    ("n", "north", "北", "4z"),
)
_CALLS: Final = {
    "chi": CHI, "pon": PON, "daiminkan": DAIMINKAN, "kakan": KAKAN, "ankan": ANKAN,
}  # fmt: skip
_YAKU_ID: Final = {yaku.name: yaku.id for yaku in YAKU}


class SituationError(MjlogError, ValueError):
    """A situation that cannot be: haitei on a ron, riichi with an open hand, …"""


@dataclass(frozen=True, slots=True)
class ScoreInput:
    """A checked win.

    Attributes:
        tiles: Concealed tiles with the winning one last, and the melds.
        case: int64[CASE_COLUMNS], see :mod:`mjlog.engine.win`.
        rules: The ruleset.
        seat, round: Winds 0–3. tsumo: Whether it was drawn.
        honba, deposits: What the winner is paid for.
        discarder, pao: Seat winds, -1 not named.
    """

    tiles: HandTiles
    case: NDArray[np.int64]
    rules: Rules
    seat: int
    round: int
    tsumo: bool
    honba: int
    deposits: int
    discarder: int
    pao: int


def read_input(
    hand: str | Sequence[int],
    *,
    melds: str | Sequence[str],
    ron: str | None,
    tsumo: str | None,
    seat: str,
    round: str,
    dora: str | Sequence[str],
    ura: str | Sequence[str],
    flags: Mapping[str, bool],
    kita: int,
    honba: int,
    deposits: int,
    discarder: str | None,
    pao: str | None,
    rules: str | PathLike[str] | Rules,
) -> ScoreInput:
    """Return the checked input of :func:`mjlog.calculator.score.score`, see there."""
    if (ron is None) == (tsumo is None):
        raise SituationError("expected exactly one of ron and tsumo")
    ruleset = _load(rules)
    for name, value, most in (("kita", kita, 4), ("honba", honba, 999), ("deposits", deposits, 99)):
        if not 0 <= value <= most:
            raise SituationError(f"{name} {value!r}: expected 0 to {most}")
    is_tsumo = tsumo is not None
    win = parse_tile(str(tsumo if is_tsumo else ron))
    if KIND[win] > 33:
        raise TileError(f"{format_tile(win)!r}: the winning tile must be a known tile")
    shown = _indicators("dora", dora), _indicators("ura", ura)
    tiles = _tiles(hand, melds, win, [*shown[0], *shown[1], *[NORTH] * kita], ruleset)
    players = ruleset.players
    result = ScoreInput(
        tiles=tiles,
        case=_case(tiles),
        rules=ruleset,
        seat=_wind("seat", seat, players),
        round=_wind("round", round, 4),
        tsumo=is_tsumo,
        honba=honba,
        deposits=deposits,
        discarder=-1 if discarder is None else _wind("discarder", discarder, players),
        pao=-1 if pao is None else _wind("pao", pao, players),
    )
    _check_flags(result, flags, kita, bool(shown[1]))
    _check_payers(result)
    _fill_case(result, flags, shown, kita)
    return result


def _load(rules: str | PathLike[str] | Rules) -> Rules:
    if isinstance(rules, Rules):
        return rules
    from ..rules import load_rules

    return load_rules(rules)


def _wind(what: str, name: str, players: int) -> int:
    for wind in range(players):
        if name.lower() in _WIND_NAMES[wind]:
            return wind
    raise UnknownNameError(f"{what} wind", name, WINDS[:players])


def _indicators(what: str, tiles: str | Sequence[str]) -> list[int]:
    texts = [tiles] if isinstance(tiles, str) else tiles
    codes = [code for text in texts for code in parse_tiles(text)]
    if len(codes) > 5:
        raise TileError(f"{format_tiles(codes)!r}: {len(codes)} {what} indicators, at most 5")
    if any(KIND[code] > 33 for code in codes):
        raise TileError(f"{format_tiles(codes)!r}: an indicator must be a known tile")
    return codes


def _tiles(
    hand: str | Sequence[int],
    melds: str | Sequence[str],
    win: int,
    others: list[int],
    rules: Rules,
) -> HandTiles:
    """Return the tiles with the winning one last, checked (five copies, sizes, kinds)."""
    codes = parse_tiles(hand) if isinstance(hand, str) else [int(code) for code in hand]
    if any(not 0 <= code < 256 or KIND[code] > 33 for code in codes):
        raise TileError(f"{hand!r}: expected known tiles, mpsz text or codes 0–36")
    check_copies(codes, format_tiles(codes))  # told before anything else that is wrong
    named = melds.split() if isinstance(melds, str) else list(melds)
    expected = 13 - 3 * len(named)
    if len(codes) != expected:
        raise TileError(
            f"{format_tiles(codes)!r}: {len(codes)} concealed tiles and {len(named)} melds; "
            f"expected {expected} tiles without the winning tile {format_tile(win)}"
        )
    tiles = parse_hand([*codes, win], melds=named, seen=others, players=rules.players)
    if not rules.chi and any(meld.kind == "chi" for meld in tiles.melds):
        raise SituationError(f"chi: the ruleset {rules.name!r} has none")
    return tiles


def _check_flags(win: ScoreInput, flags: Mapping[str, bool], kita: int, ura: bool) -> None:
    """Refuse what cannot happen; whether the ruleset plays it is another question."""
    rules = win.rules
    melds = {meld.kind for meld in win.tiles.melds}
    riichi = flags["riichi"] or flags["double_riichi"]
    ron, tsumo = not win.tsumo, win.tsumo
    after_kan = bool(melds & {"ankan", "kakan", "daiminkan"}) or kita > 0
    wrong = (
        (riichi and melds - {"ankan"}, "riichi needs a closed hand"),
        (flags["ippatsu"] and not riichi, "ippatsu needs riichi"),
        (ura and not riichi, "ura indicators count with riichi only"),
        (flags["haitei"] and ron, "haitei is a tsumo; on the last discard it is houtei"),
        (flags["houtei"] and tsumo, "houtei is a ron; on the last drawn tile it is haitei"),
        (flags["rinshan"] and ron, "rinshan is a tsumo"),
        (flags["rinshan"] and not after_kan, "rinshan needs a kan, or a North taken out"),
        (flags["rinshan"] and flags["haitei"], "a replacement tile is not the haitei tile"),
        (flags["chankan"] and tsumo, "chankan is a ron"),
        (flags["chankan"] and flags["houtei"], "a robbed kan is not the last discard"),
        (flags["first_turn"] and (melds or kita), "no call comes before a first-turn win"),
        (flags["first_turn"] and riichi, "no riichi comes before a first-turn win"),
        (flags["first_turn"] and ron and win.seat == 0, "the dealer has no renhou"),
        (flags["tsubame_gaeshi"] and tsumo, "tsubame_gaeshi is a ron"),
        (flags["kanburi"] and tsumo, "kanburi is a ron"),
        (flags["unmarked"] and ron, "only a tsumo can be unmarked"),
        (kita and rules.kita != "nukidora", f"the ruleset {rules.name!r} takes out no North"),
    )
    for is_wrong, text in wrong:
        if is_wrong:
            raise SituationError(text)


def _check_payers(win: ScoreInput) -> None:
    if win.discarder >= 0 and win.tsumo:
        raise SituationError("a tsumo has no discarder")
    for name, seat in (("discarder", win.discarder), ("pao", win.pao)):
        if seat == win.seat:
            raise SituationError(f"{name} {WINDS[seat]!r}: that is the winner")


def _case(tiles: HandTiles) -> NDArray[np.int64]:
    """Return a case with the tiles and melds."""
    from ..engine import win as layout

    case: NDArray[np.int64] = layout.new_case()[0]
    counts = [0] * 34
    for code in tiles.codes:
        counts[int(KIND[code])] += 1
    case[layout.CASE_HAND_LO], case[layout.CASE_HAND_HI] = layout.pack_counts(counts)
    for place, meld in enumerate(tiles.melds):
        lowest = min(int(KIND[code]) for code in meld.codes)
        form = layout.FORM_OF_CALL[_CALLS[meld.kind]]
        case[layout.CASE_MELD + place] = lowest | form << layout.FORM_SHIFT
    case[layout.CASE_WIN] = KIND[tiles.codes[-1]]
    return case


def _fill_case(
    win: ScoreInput, flags: Mapping[str, bool], indicators: tuple[list[int], list[int]], kita: int
) -> None:
    """Write winds, situation and dora to the case."""
    from ..engine import win as layout

    case, rules, tiles = win.case, win.rules, win.tiles
    case[layout.CASE_TSUMO] = win.tsumo
    case[layout.CASE_SEAT_WIND] = win.seat
    case[layout.CASE_ROUND_WIND] = win.round
    case[layout.CASE_UNMARKED] = flags["unmarked"]
    case[layout.CASE_OPEN_RIICHI] = flags["open_riichi"]
    case[layout.CASE_HONBA] = win.honba
    given = {name for name, is_set in flags.items() if is_set and name in _YAKU_ID}
    if flags["first_turn"]:
        first = "tenhou" if win.seat == 0 else "chiihou"
        given.add(first if win.tsumo else "renhou")
    case[layout.CASE_SITUATION] = sum(1 << _YAKU_ID[name] for name in given)
    everything = [*tiles.codes, *(code for meld in tiles.melds for code in meld.codes)]
    everything += [NORTH] * kita
    kinds = [int(KIND[code]) for code in everything]
    points_at = NEXT_DORA[1 if rules.dora_cycle_man else 0]
    for column, codes, every_kan in (
        (layout.CASE_DORA, indicators[0], rules.kan_dora),
        (layout.CASE_URA, indicators[1], rules.kan_ura),
    ):
        counted = codes if every_kan else codes[:1]
        case[column] = sum(kinds.count(int(points_at[code])) for code in counted)
    case[layout.CASE_AKA] = sum(1 for c in everything if c >= 34 and rules.aka[c - 34] > 0)
    case[layout.CASE_KITA] = kita
