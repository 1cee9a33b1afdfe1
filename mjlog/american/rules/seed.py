"""The seed text of American mahjong, row by row, and the open points of all rule texts.

``SEED_ROWS`` says where each statement of the profile ``american-seed`` is kept: in a parameter,
in the finding that a breach of it gives, or in the card. ``OPEN_POINTS`` are the questions that
the rule texts leave open; a profile marks a value that rests on one with its number (``O7``).
"""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple

from ...rules.readings import OpenPoint

__all__ = ["BY_NUMBER", "OPEN_POINTS", "SEED_ROWS", "SeedRow"]


class SeedRow(NamedTuple):
    """One statement of the seed text.

    Attributes:
        number: ``SD-01`` to ``SD-24``.
        statement: What it says, in our words.
        league: Whether the League's rule book of 2024 says the same: ``same``, ``differs``,
            ``nearly``, or ``silent`` where the seed text says nothing itself.
        parameters: Parameters that hold it. codes: Findings of a breach, without ``A-``.
        reading: How it is read where its translations are doubtful.
    """

    number: str
    statement: str
    league: Literal["same", "differs", "nearly", "silent"]
    parameters: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    reading: str = ""


SEED_ROWS: Final[tuple[SeedRow, ...]] = (
    SeedRow("SD-01", "A hand that lacks one tile is set (tenpai).", "same", (), (),
            "distance 1 of a hand to the card"),
    SeedRow("SD-02", "A winning hand is one of the yearly card: pungs, kongs, quints, pairs or a "
            "special hand.", "same", (), ("MJ-01", "MJ-02"),
            "every win must be on the card; the Chinese text reads as if any combination won"),
    SeedRow("SD-03", "After every hand, won or not, the player on East's right is the new East.",
            "same", ("rotation", "void_hand_east"), ("ROT-01",)),
    SeedRow("SD-04", "Four rounds, East to North; the seats rotate counter-clockwise.", "differs",
            ("rotation", "rounds"), ("ROT-02",), "the League has no wind of the round"),
    SeedRow("SD-05", "Sixteen hands; the seats of each round are given in a table.", "differs",
            ("rotation", "hands_per_round", "rounds"), ("ROT-02",),
            "a column is a seat, a letter is a person; the other reading swaps rounds 3 and 4"),
    SeedRow("SD-06", "Jokers stand in pungs, kongs, quints and sextets only, which may be all "
            "jokers; never for a single tile or in a pair.", "same", ("flower_jokers",),
            ("CLM-04", "JOK-01"), "取り替え is standing for a tile, not an exchange"),
    SeedRow("SD-07", "No joker may be passed in the Charleston.", "same", ("charleston",),
            ("CH-01",)),
    SeedRow("SD-08", "A joker may be discarded and is called by the name of the discard before.",
            "nearly", ("joker_names",), ("DISC-02", "CLM-02"),
            "it takes the name only; it can never be claimed"),
    SeedRow("SD-09", "A joker of an exposure may be exchanged on the own turn, with a tile just "
            "drawn or held: draw, exchange, take the joker, discard.", "same", (), ("JX-01",)),
    SeedRow("SD-10", "A tile that was discarded cannot be used for an exchange.", "same", (),
            ("JX-02",)),
    SeedRow("SD-11", "A hand whose jokers were all exchanged away is jokerless.", "same",
            ("jokerless_multiplier", "jokerless_must_be_claimed"), ("MJ-05",)),
    SeedRow("SD-12", "A natural may be exchanged for a joker, not a joker for a natural.", "same",
            (), ("JX-05",), "字牌 is a natural (symbol) tile here, not an honour"),
    SeedRow("SD-13", "No exchange in order to take the last discard, or to win.", "nearly",
            ("exchange_win",), ("JX-01", "CLM-07", "MJ-09"),
            "read as the League does: not before the draw or the claim"),
    SeedRow("SD-14", "Only jokers that were exposed correctly may be exchanged; those of a dead "
            "hand that go back may not.", "same", (), ("JX-04", "DH-03"),
            "山 / 牌牆 is the rack, not the wall"),
    SeedRow("SD-15", "Jokers exposed correctly before a hand was declared dead stay "
            "exchangeable.", "same", (), ("DH-03",), "“also afterwards”: in the Chinese only"),
    SeedRow("SD-16", "Flowers may be passed in the Charleston.", "same", ("charleston",)),
    SeedRow("SD-17", "A discarded flower is called flower.", "same", (), ("DISC-02",)),
    SeedRow("SD-18", "The white dragon used as zero goes with any suit.", "same", (), ("MJ-01",),
            "the Japanese text has the green dragon, wrongly"),
    SeedRow("SD-19", "A discard must be named rightly to be claimed; no penalty for an exposure, "
            "four times the value by the misnamer alone for mahjong, else it is named anew.",
            "nearly", ("misname_multiplier", "misname_exposure", "misname_jokerless"),
            ("DISC-02", "PAY-04"), "the discarder misnames; the Japanese reads as if the claimant "
            "did"),
    SeedRow("SD-20", "Grounds to call a hand dead: no line, must be concealed, key tiles gone, a "
            "breach of the rules.", "same", ("challenges",),
            ("CLM-09", "CLM-10", "DH-02", "DH-04", "TURN-01", "TURN-02", "TURN-03", "CNT-01")),
    SeedRow("SD-21", "Who admits stops, and pays the winner in full; who denies plays on, and the "
            "loser of the dispute pays the other 25.", "differs",
            ("challenge_points", "dead_hand_pays"), ("DH-02", "PAY-03", "PAY-04", "TURN-05"),
            "the player stops, not the game; only the wrong tiles go back"),
    SeedRow("SD-22", "What nobody notices is played on, but a player with a wrong exposure cannot "
            "win.", "same", ("challenges",), ("MJ-07", "DH-04"),
            "wrong exposure (Chinese), wrong hand (Japanese)"),
    SeedRow("SD-23", "False mahjong: noticed before showing, nothing; shown, the hand is dead; "
            "with one intact hand left the declarer pays it double.", "same",
            ("mahjong_in_error_multiplier", "dead_hand_pays"), ("MJ-01", "PAY-03", "PAY-04"),
            "double the value of the false hand"),
    SeedRow("SD-24", "The scoring page, which the seed text names and does not hold.", "silent",
            ("self_pick_multiplier", "discarder_multiplier", "others_multiplier",
             "jokerless_multiplier"), ("PAY-01",), "the League's"),
)  # fmt: skip


def _each(parameter: str, *values: Any) -> tuple[dict[str, Any], ...]:
    return tuple({parameter: value} for value in values)


OPEN_POINTS: Final[tuple[OpenPoint, ...]] = (
    OpenPoint("O1", "SD-21", "What the loser of a dispute on a dead hand pays.",
              _each("challenge_points", 50, 25)),
    OpenPoint("O2", "", "Two hands with a wrong number of tiles: thrown in, or both dead?",
              _each("two_wrong_counts", "void", "both_dead")),
    OpenPoint("O3", "", "May the very last discard be claimed for an exposure?",
              _each("last_discard_exposure", "unsettled", "allow", "forbid")),
    OpenPoint("O4", "", "Does an exposure of a discard out of turn stand?",
              _each("out_of_turn_exposure", "stands", "undone")),
    OpenPoint("O5", "SD-19", "What a misnamed joker costs that is claimed for mahjong.",
              _each("misnamed_joker", "table", "multiplier")),
    OpenPoint("O6", "SD-19", "Does the jokerless bonus count in four times the value?",
              _each("misname_jokerless", False, True)),
    OpenPoint("O7", "", "Until when an exposure may be changed.",
              _each("exposure_lock", "discard", "exchange")),
    OpenPoint("O8", "SD-11", "Must the jokerless bonus be announced?",
              _each("jokerless_must_be_claimed", True, False)),
    OpenPoint("O9", "SD-13", "May a hand be won by a joker exchange on the own turn?",
              _each("exchange_win", "allow", "forbid")),
    OpenPoint("O10", "SD-19", "Tiles laid down on a wrongly named discard: is the claimant dead?",
              _each("misname_exposure", "dead_claimant", "no_penalty")),
    OpenPoint("O11", "", "All four hands disturbed after a mahjong in error: does anybody pay?",
              _each("all_disturbed", "nobody_pays", "declarer_pays_lowest")),
    OpenPoint("O12", "SD-03", "Who is East after a hand that was thrown in?",
              _each("void_hand_east", "stays", "moves")),
    OpenPoint("O13", "SD-06", "May jokers stand for flowers in a group?",
              _each("flower_jokers", True, False)),
    OpenPoint("O14", "", "Bonuses of the house: concealed win, East, hot and cold wall.",
              (*_each("concealed_bonus", 0, 10), *_each("dealer_multiplier", 1, 2),
               *_each("hot_wall", "none", "table"),
               *_each("cold_wall", "none", "no_claims", "self_pick_only", "mahjong_only"))),
    OpenPoint("O15", "", "A hand that fits several lines: what was announced, or the dearest?",
              _each("ambiguous_hand", "announced", "highest")),
    OpenPoint("O16", "", "Details in which editions of the rule book differ: the payment of a "
              "dispute, hold and wait, exceptions from priority, an error that may become an "
              "exposure.",
              (*_each("challenge_points", 50, 25), *_each("hold_gives_priority", False, True),
               *_each("priority_shown", "keeps", "next_in_turn"),
               *_each("error_becomes_exposure", True, False))),
)  # fmt: skip
BY_NUMBER: Final[dict[str, OpenPoint]] = {point.number: point for point in OPEN_POINTS}
