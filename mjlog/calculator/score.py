"""The hand calculator: what a typed hand is worth under any ruleset.

>>> result = score("234m678m345p99s12s", ron="3s", riichi=True)
>>> result.han, result.fu, result.points
(1, 40, 1300)
>>> [str(item) for item in result.fu_items]
['base 20', 'closed ron 10', 'penchan 2']
>>> result.payments
{'S': 1300, 'discarder': -1300}
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

from .given import SituationError

if TYPE_CHECKING:
    from ..rules.model import Rules

__all__ = ["FuItem", "Reading", "Score", "ScoredYaku", "SituationError", "score"]


class ScoredYaku(NamedTuple):
    """One line of the list of yaku.

    Attributes:
        name: Romaji; ``dora``, ``ura_dora``, ``red_dora`` and ``kita`` stand here too.
        ja: Japanese.
        han: Its han; 0 for a yakuman.
        yakuman: How many yakuman it is, 0 for an ordinary yaku.
    """

    name: str
    ja: str
    han: int
    yakuman: int = 0

    def __str__(self) -> str:
        if self.yakuman:
            return f"{self.name} {'double ' if self.yakuman == 2 else ''}yakuman"
        return f"{self.name} {self.han}"


class FuItem(NamedTuple):
    """One item of the fu.

    Attributes:
        name: ``base``, ``closed ron``, ``tsumo``, a kind of set, pair or wait.
        tiles: The tiles it is for, or an empty string.
        fu: Its fu.
    """

    name: str
    tiles: str
    fu: int

    def __str__(self) -> str:
        return " ".join(x for x in (self.name, self.tiles, str(self.fu)) if x)


@dataclass(frozen=True, slots=True)
class Reading:
    """How the hand was read.

    Attributes:
        shape: ``standard``, ``seven pairs``, ``thirteen orphans``, or empty for no win.
        sets: Sets as text, melds first (``pon:777z``, ``123m``).
        pair: The pair as text, or empty.
        wait: ``tanki``, ``shanpon``, ``ryanmen``, ``kanchan``, ``penchan``,
            ``thirteen-sided``, or empty.
        completed: The set or pair that the winning tile completed.
    """

    shape: str
    sets: tuple[str, ...] = ()
    pair: str = ""
    wait: str = ""
    completed: str = ""

    def __str__(self) -> str:
        text = " ".join((*self.sets, self.pair)).strip() or self.shape
        if not self.wait:
            return text
        return f"{text} ({self.wait}{' ' + self.completed if self.completed else ''})"


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand is worth.

    Attributes:
        hand, winning_tile: As given. tsumo: Whether it was drawn.
        seat, round: Winds, ``E`` … ``N``.
        han: With dora; 0 for a yakuman. fu: Rounded. raw_fu: Before rounding.
        points: Collected for the hand, without honba and deposits; 0 if it is no win.
        limit: ``mangan`` … ``yakuman``, or empty.
        bazoro: Fu, han and limit with the two han of 場ゾロ (``40符6翻 満貫``) where the rules
            write them so (``bazoro_display``), else empty; empty for a yakuman.
        yakuman: How many yakuman are paid; 0 for an ordinary hand and for a counted yakuman.
        yaku: Yaku, then dora. fu_items: They add up to ``raw_fu``.
        payments: Points by seat wind, honba and deposits included; the payer of a ron is
            ``discarder`` unless named.
        reading: The reading that was scored.
        message: Why the hand is no win (``no yaku``, ``not a winning hand``), else empty.
        shanten: Of the hand before the winning tile when it is not complete, else -1.
        rules: Name of the ruleset.
    """

    hand: str
    winning_tile: str
    tsumo: bool
    seat: str
    round: str
    rules: str
    melds: tuple[str, ...] = ()
    han: int = 0
    fu: int = 0
    raw_fu: int = 0
    points: int = 0
    limit: str = ""
    bazoro: str = ""
    yakuman: int = 0
    yaku: tuple[ScoredYaku, ...] = ()
    fu_items: tuple[FuItem, ...] = ()
    payments: dict[str, int] = field(default_factory=dict)
    reading: Reading = field(default_factory=lambda: Reading(""))
    message: str = ""
    shanten: int = -1

    @property
    def wins(self) -> bool:
        """Whether the hand may win."""
        return not self.message

    @property
    def value(self) -> str:
        """Han, fu and limit as players say them: ``3 han 40 fu``, ``5 han 30 fu mangan``."""
        if self.yakuman:
            return "yakuman" if self.yakuman == 1 else f"{self.yakuman} yakuman"
        return f"{self.han} han {self.fu} fu {self.limit}".strip()

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain values for JSON."""
        return {
            "hand": self.hand, "melds": list(self.melds), "winning_tile": self.winning_tile,
            "tsumo": self.tsumo, "seat": self.seat, "round": self.round, "rules": self.rules,
            "wins": self.wins, "message": self.message, "shanten": self.shanten,
            "han": self.han, "fu": self.fu, "raw_fu": self.raw_fu, "points": self.points,
            "limit": self.limit, "bazoro": self.bazoro, "yakuman": self.yakuman,
            "yaku": [y._asdict() for y in self.yaku],
            "fu_items": [f._asdict() for f in self.fu_items],
            "payments": dict(self.payments),
            "reading": {
                "shape": self.reading.shape, "sets": list(self.reading.sets),
                "pair": self.reading.pair, "wait": self.reading.wait,
                "completed": self.reading.completed,
            },
        }  # fmt: skip

    def __repr__(self) -> str:
        if not self.wins:
            return f"<Score: {self.message}>"
        return f"<Score: {self.value}, {self.points} points, {', '.join(map(str, self.yaku))}>"

    def __str__(self) -> str:
        from ..render.score import score_text

        return score_text(self)

    def _repr_html_(self) -> str:
        from ..render.score import score_html

        return score_html(self)


def score(
    hand: str | Sequence[int],
    *,
    melds: str | Sequence[str] = (),
    ron: str | None = None,
    tsumo: str | None = None,
    seat: str = "S",
    round: str = "E",
    dora: str | Sequence[str] = (),
    ura: str | Sequence[str] = (),
    riichi: bool = False,
    double_riichi: bool = False,
    open_riichi: bool = False,
    ippatsu: bool = False,
    haitei: bool = False,
    houtei: bool = False,
    rinshan: bool = False,
    chankan: bool = False,
    first_turn: bool = False,
    tsubame_gaeshi: bool = False,
    kanburi: bool = False,
    unmarked: bool = False,
    kita: int = 0,
    honba: int = 0,
    deposits: int = 0,
    discarder: str | None = None,
    pao: str | None = None,
    rules: str | PathLike[str] | Rules = "tenhou",
) -> Score:
    """Return what a hand is worth, with every yaku, every fu item and what each seat pays.

    Args:
        hand: Concealed tiles **without** the winning tile, mpsz text (0 is a red five).
        melds: ``chi:123m``, ``pon:777z``, ``daiminkan:5550p``, ``kakan:2222s``,
            ``ankan:1111z``.
        ron, tsumo: The winning tile; exactly one of the two.
        seat, round: Winds (``E``, ``south``, ``西`` …); seat ``E`` is the dealer.
        dora, ura: Indicators in the order turned; ura count with riichi.
        riichi, double_riichi, open_riichi, ippatsu, haitei, houtei, rinshan, chankan: The
            situation. ``double_riichi`` and ``open_riichi`` are a riichi of themselves.
        first_turn: The win comes in the first uninterrupted go-around, before the winner's
            first discard: tenhou, chiihou or (by ron) renhou.
        tsubame_gaeshi: The ronned tile was a riichi declaration. kanburi: It was discarded
            after a kan.
        unmarked: The winning tile of the tsumo was not shown.
        kita: How many North were taken out.
        honba, deposits: Counters and riichi sticks that the winner is paid.
        discarder: Seat wind of who pays a ron.
        pao: Seat wind of the player who is liable for the yakuman (or the rinshan).
        rules: Name or file of a ruleset, or the ruleset.

    Raises:
        TileError: Text that means nothing, a wrong number of tiles, more than four copies
            of a tile, indicators included.
        SituationError: A situation that cannot be.
        UnknownNameError: A wind or a ruleset that does not exist.
    """
    from .given import read_input
    from .items import score_input

    return score_input(
        read_input(
            hand,
            melds=melds,
            ron=ron,
            tsumo=tsumo,
            seat=seat,
            round=round,
            dora=dora,
            ura=ura,
            flags={
                "riichi": riichi or open_riichi, "double_riichi": double_riichi,
                "ippatsu": ippatsu, "haitei": haitei, "houtei": houtei, "rinshan": rinshan,
                "chankan": chankan, "first_turn": first_turn, "tsubame_gaeshi": tsubame_gaeshi,
                "kanburi": kanburi, "unmarked": unmarked, "open_riichi": open_riichi,
            },
            kita=kita,
            honba=honba,
            deposits=deposits,
            discarder=discarder,
            pao=pao,
            rules=rules,
        )
    )  # fmt: skip
