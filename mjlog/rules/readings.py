"""Open points of the rule texts: the parameter that switches each, and its alternatives.

A ruleset marks a value that rests on a reading in ``unspecified``; the text begins with the
number of the open point (``"A14: …"``). This table says what else the text could mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from .compare import format_value, reading_tag
from .model import Rules
from .validate import contradictions

__all__ = ["BY_NUMBER", "OPEN_POINTS", "Alternative", "OpenPoint", "alternatives"]


class OpenPoint(NamedTuple):
    """A question that a rule text leaves open.

    Attributes:
        number: ``A1`` to ``A34``.
        rows: Rows of seed 002 (``J`` and ``H`` alike unless one is named).
        question: What the text does not say.
        answers: Each possible answer, as parameter → value; the ruleset in force has one.
    """

    number: str
    rows: str
    question: str
    answers: tuple[dict[str, Any], ...]

    @property
    def parameters(self) -> tuple[str, ...]:
        """The parameters that the answers set, each once."""
        return tuple(dict.fromkeys(key for answer in self.answers for key in answer))


class Alternative(NamedTuple):
    """Another answer to an open point than the one that a ruleset takes.

    Attributes:
        point: The open point.
        changes: Parameter → value under the other answer.
        rules: The ruleset with these values.
    """

    point: OpenPoint
    changes: dict[str, Any]
    rules: Rules

    def __str__(self) -> str:
        return ", ".join(f"{key} = {format_value(value)}" for key, value in self.changes.items())


def _each(parameter: str, *values: Any) -> tuple[dict[str, Any], ...]:
    return tuple({parameter: value} for value in values)


_RUNS: Final = frozenset({"1-7", "2-8", "3-9"})

OPEN_POINTS: Final[tuple[OpenPoint, ...]] = (
    OpenPoint(
        "A1",
        "1.1",
        "Points that a riichi needs: is the ban on a player with exactly 1,000 tied to トビあり?",
        _each("riichi_min_points", 0, 1000, 1100),
    ),
    OpenPoint(
        "A2",
        "H-1.3",
        "Does exactly 30,100 end the game (「30,100超」)?",
        _each("extension_cmp", "gt", "ge"),
    ),
    OpenPoint(
        "A3",
        "2.2",
        "May a player riichi who will not draw again?",
        _each("riichi_min_wall", 0, 4),
    ),
    OpenPoint(
        "A4",
        "1.16",
        "What the feeder of an open kan pays for the win on the replacement tile.",
        _each("daiminkan_rinshan_pao_amount", "tsumo", "ron"),
    ),
    OpenPoint(
        "A5",
        "J-4.6, 4.3",
        "Do four riichis end the hand?",
        _each("abort_suucha", True, False),
    ),
    OpenPoint(
        "A6",
        "3.3",
        "Does a turn after chi or pon, without a draw, end temporary furiten?",
        _each("temp_furiten_clear", "own_discard", "own_turn_or_call"),
    ),
    OpenPoint(
        "A7",
        "5.3",
        "Do own melds belong to the own hand when every winning tile is used up?",
        _each("fifth_tile_tenpai", "deny_own_hand", "deny_hand_and_melds"),
    ),
    OpenPoint(
        "A8",
        "8, 12, H-6.7",
        "Are ippatsu, ura dora and kan dora played?",
        (
            *_each("ippatsu", False, True),
            {"ura": False, "kan_ura": False},
            {"ura": True},
            {"kan_dora": False, "kan_ura": False},
            {"kan_dora": True},
            {"ura": True, "kan_dora": True, "kan_ura": True},
        ),
    ),
    OpenPoint(
        "A9",
        "7.1",
        "Who pays the counters on a tsumo with liability?",
        _each("pao_tsumo_honba", "liable", "shared"),
    ),
    OpenPoint(
        "A10",
        "7.1, 7.2",
        "Do concealed kans count among the フーロ before the deciding one?",
        _each("pao_ankan_counts", True, False),
    ),
    OpenPoint("A11", "12", "Do yakuman add up?", _each("multi_yakuman", False, True)),
    OpenPoint(
        "A12",
        "H-9.5",
        "Nagashi mangan: the dealer's own, discards that others called, counters and deposits.",
        (
            *_each("nagashi_renchan", "pass", "winner"),
            *_each("nagashi_claimed_ok", False, True),
            *_each("nagashi_collects", True, False),
        ),
    ),
    OpenPoint(
        "A13",
        "11",
        "Fu of triplets and kans of a guest wind.",
        _each("guest_wind_set_fu", "honour", "simple", "none"),
    ),
    OpenPoint(
        "A14",
        "11",
        "Fu of an open hand without any fu, won by ron.",
        _each("open_pinfu_fu", 30, 20),
    ),
    OpenPoint(
        "A15",
        "11",
        "Does a closed hand lose the 2 fu of tsumo on the replacement tile too?",
        _each("rinshan_closed_keeps_fu", False, True),
    ),
    OpenPoint(
        "A16",
        "H-12",
        "Which seven pairs are 大車輪 (「2から8でなくても可」)?",
        _each("daisharin_ranges", _RUNS, frozenset({"any"})),
    ),
    OpenPoint(
        "A17",
        "J-1.1",
        "Is a West round played when nobody has enough?",
        (
            {"extension": "none"},
            {
                "extension": "full_wind",
                "extension_threshold": 30100,
                "extension_cmp": "ge",
                "extension_winds": 1,
            },
        ),
    ),
    OpenPoint(
        "A18",
        "1.14",
        "May the tile at the other end of the run be discarded after a chi?",
        _each("kuikae_suji", True, False),
    ),
    OpenPoint(
        "A19",
        "H-6.1, H-6.2, H-6.5, H-6.6, H-12",
        "Do blank house cells mean the same as the other column?",
        (
            *_each("wrong_call", "chombo", "none"),
            *_each("empty_call", "dead_hand", "none"),
            *_each("out_of_turn_draw", "dead_hand", "none"),
            *_each("out_of_turn_discard", "chombo", "none"),
            *_each("wrong_break", "redeal", "play_on"),
            *_each("double_riichi", 2, 0),
            *_each("kuitan", True, False),
            *_each("renhou", "mangan_exclusive", "off"),
            *_each("kazoe", "sanbaiman", "yakuman"),
            *_each("renfonpai_triplet_han", 2, 1),
            *_each("chiitoi", "25fu2han", "50fu1han"),
            *_each("ryuuiisou_needs_hatsu", True, False),
        ),
    ),
    OpenPoint(
        "A20",
        "1.1, 6.2, 6.3, 6.5, 6.8",
        "May a dead hand call, and can it be tenpai?",
        (*_each("dead_hand_may_call", True, False), *_each("dead_hand_tenpai", False, True)),
    ),
    OpenPoint(
        "A21",
        "2.6",
        "Noten riichi: only the penalty, or the whole procedure of a chombo?",
        _each("noten_riichi", "chombo", "penalty"),
    ),
    OpenPoint(
        "A22",
        "4.5",
        "Does the fourth kan end the hand at once or after its discard?",
        _each("suukan_timing", "on_kan", "after_discard"),
    ),
    OpenPoint(
        "A23",
        "2.7, 4.3",
        "Is the deposit paid of a riichi whose own tile brings the abortive draw?",
        _each("abort_riichi_deposit", "paid", "unless_ronned", "unpaid"),
    ),
    OpenPoint(
        "A24",
        "2.7",
        "Which deposits does a chombo return?",
        _each("chombo_returns_deposits", "this_hand", "all"),
    ),
    OpenPoint(
        "A25",
        "1.17, 2.6",
        "Penalty of a false ron beside a real win, and of a false win alone.",
        (
            *_each("false_ron_beside_win", "none", "dead_hand", "chombo"),
            *_each("false_win", "chombo", "dead_hand"),
        ),
    ),
    OpenPoint(
        "A26",
        "12",
        "人和 when the hand is worth more without it.",
        _each("renhou_or_larger", True, False),
    ),
    OpenPoint(
        "A27",
        "7",
        "Share of the liable player when yakuman add up; the deciding set fed as an open kan.",
        (
            *_each("pao_scope", "whole_hand", "pao_part"),
            *_each("pao_daiminkan_counts", True, False),
        ),
    ),
    OpenPoint(
        "A28",
        "1.16",
        "Is the feeder of a pon liable for the win on the replacement tile of its added kan?",
        _each("kakan_rinshan_pao", False, True),
    ),
    OpenPoint(
        "A29",
        "H-6.8",
        "Verdict on too few tiles in the house rules.",
        _each("too_few_tiles", "dead_hand", "chombo"),
    ),
    OpenPoint(
        "A30",
        "H-6.3",
        "Does the house cell replace the whole row on misplaced melds?",
        _each("wrong_meld_place", "dead_hand", "none"),
    ),
    OpenPoint(
        "A31",
        "9.2",
        "Does an unmarked tsumo keep a double yakuman that depends on the wait?",
        _each("unmarked_double_yakuman", False, True),
    ),
    OpenPoint(
        "A32",
        "10.2, 11, 12",
        "Do the numbers of the limits hold the two han of 場ゾロ?",
        (
            {"limit_table": "standard", "bazoro_display": True},
            {"limit_table": "unreduced", "bazoro_display": False},
        ),
    ),
    OpenPoint(
        "A33",
        "4.3, 4.6",
        "Does ron on the tile that would abort the hand count?",
        _each("abort_tile_ron", True, False),
    ),
    OpenPoint(
        "A34",
        "2.3",
        "May a concealed kan in riichi add 三槓子 or 四槓子?",
        _each("riichi_ankan_new_yaku", False, True),
    ),
)

#: Number → open point.
BY_NUMBER: Final[dict[str, OpenPoint]] = {point.number: point for point in OPEN_POINTS}


def alternatives(rules: Rules) -> Iterator[Alternative]:
    """Yield every other answer to an open point that ``rules`` answer by a reading.

    A parameter whose value the rule text gives is left alone. Answers that cannot stand with
    the other values of the ruleset are left out.

    >>> from mjlog.rules import load_rules
    >>> [str(a) for a in alternatives(load_rules("ishokai")) if a.point.number == "A14"]
    ['open_pinfu_fu = 20']
    >>> list(alternatives(load_rules("tenhou")))
    []
    """
    for point in OPEN_POINTS:
        open_here = {key for key in point.parameters if reading_tag(rules, key) == point.number}
        if not open_here:
            continue
        for answer in point.answers:
            changes = {k: v for k, v in answer.items() if v != getattr(rules, k)}
            if not changes or not open_here & changes.keys():
                continue
            changed = replace(rules, **changes)
            if not contradictions(changed):
                yield Alternative(point, changes, changed)
