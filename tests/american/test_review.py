"""A review of an American game: what each choice leaves, what was given away, what is not known."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from mjlog.analysis.review import Choice, Decision, Review
from mjlog.analysis.review.american import review_american
from mjlog.analysis.review.american_sight import multisets
from mjlog.analysis.review.page import review_page
from mjlog.analysis.review.text import review_text
from mjlog.analysis.review.values import review_values
from mjlog.parsers.american import parse_text

import mjlog
from mjlog.american.audit import check_american
from mjlog.american.card import distance, load_card
from mjlog.american.model import (
    AmericanGame,
    AmericanHand,
    Courtesy,
    Deal,
    Draw,
    Event,
    Pass,
)
from mjlog.american.simulator import play_american
from mjlog.american.tiles import UNKNOWN, format_tiles, parse_tiles

from .hands import FIRST, play

SAMPLES = Path(__file__).parents[2] / "sample_logs" / "american"
#: Thirteen tiles of EV1 (22a 444a 666a 8888a FF), one 8B short.
EV1 = "2B 2B 4B 4B 4B 6B 6B 6B 8B 8B 8B F F"


def reviewed(person: str, *lines: str, with_card: bool = True) -> Review:
    """Return the review of a hand that is typed."""
    return review_american(play(*lines, with_card=with_card).game, person)


def only(review: Review, kind: str) -> Decision:
    """Return the one decision of a kind."""
    (found,) = [d for _, d in review.decisions() if d.kind == kind]
    return found


def choice(decision: Decision, name: str) -> Choice:
    """Return the choice of a name."""
    (found,) = [c for c in decision.choices if c.name == name]
    return found


# --- discards


def test_the_choices_of_a_turn_tell_what_each_discard_leaves() -> None:
    turn = only(reviewed("A", f"deal A {EV1} 1C", "A -1C"), "turn")
    assert (turn.event, turn.label, turn.weight, turn.remark) == (1, "turn 1", "none", "")
    best = turn.choices[0]
    assert best.taken
    assert best.name == "discard 1C"
    facts = dict(best.facts)
    # one 8B is missing: one of four is not seen, and all eight jokers
    assert facts == {
        "away": "1",
        "nearest lines": "EV1 (25)",
        "tiles that help": "8B J",
        "live": "9",
    }
    assert dict(choice(turn, "discard F").facts)["away"] == "2"
    assert len(turn.choices) == 6


def test_a_step_back_near_the_card_is_marked_much_and_far_from_it_some() -> None:
    near = only(reviewed("A", f"deal A {EV1} 1C", "A -F"), "turn")
    assert (near.weight, near.remark) == ("much", "2 away instead of 1.")
    far = "deal A 2B 2B 4B 4B 4B 6B 6B 1C 3C N E 5D 9D 7D"
    kept = only(reviewed("A", far, "A -N"), "turn")
    best, worst = (int(dict(kept.choices[i].facts)["away"]) for i in (0, -1))
    assert 2 < best < worst
    turn = only(reviewed("A", far, f"A -{format_tiles(kept.choices[-1].tiles)}"), "turn")
    assert (turn.weight, turn.remark) == ("some", f"{worst} away instead of {best}.")


def test_distances_are_those_of_the_card() -> None:
    rack = parse_tiles(f"{EV1} 1C")
    turn = only(reviewed("A", f"deal A {EV1} 1C", "A -1C"), "turn")
    for kind in set(rack):
        left = list(rack)
        left.remove(kind)
        away = distance(load_card("sample-original-1"), left)[0]
        assert dict(choice(turn, f"discard {format_tiles([kind])}").facts)["away"] == str(away)


def test_a_line_whose_naturals_are_gone_is_not_near() -> None:
    # the pair of WD1's WW needs naturals: two lie on the floor, A throws the third
    rack = "N N N N E E W S S S S 0 0 1C"
    thrown = ("A -1C", "B +? -W", "C +? -W", "D +? -?", "A +2C -2C")
    review = reviewed("A", f"deal A {rack}", *thrown)
    first, second = (d for _, d in review.decisions() if d.kind == "turn")
    assert dict(choice(first, "discard 1C").facts)["nearest lines"] == "WD1 (25)"
    assert dict(choice(first, "discard 1C").facts)["tiles that help"] == "W"
    assert dict(choice(second, "discard 2C").facts)["tiles that help"] == "W"
    assert dict(choice(second, "discard 2C").facts)["live"] == "1"
    assert "WD1 (25)" not in dict(choice(second, "discard W").facts)["nearest lines"]


def test_a_step_back_before_two_exposures_is_told_and_not_marked() -> None:
    lines = (
        f"deal A {EV1} 1C", "A -1C", "B +? -3C", "C *3C(B) =3C,3C,3C -5C", "D +? -5D",
        "C *5D(D) =5D,5D,5D -?", "D +? -?", "A +9C -F",
    )  # fmt: skip
    last = reviewed("A", *lines).hands[0].decisions[-1]
    assert last.weight == "none"
    assert last.notes == ("C shows 2 exposures", "2 away instead of 1.")


def test_a_win_that_is_not_declared_is_marked() -> None:
    turn = only(reviewed("A", f"deal A {EV1} 8B", "A -8B"), "turn")
    assert (turn.weight, turn.remark) == ("much", "Mahjong was there: EV1 (25).")
    assert turn.choices[0].name == "mahjong EV1 (25)"
    assert not turn.choices[0].taken
    declared = only(reviewed("A", f"deal A {EV1} 8B", "A !mahj EV1 25 heavenly"), "turn")
    assert declared.weight == "none"
    assert declared.choices[0].taken


def test_throwing_a_joker_is_a_note() -> None:
    rack = EV1.replace("8B 8B 8B", "8B 8B J") + " 1C"
    turn = only(reviewed("A", f"deal A {rack}", "A -J"), "turn")
    assert "a joker is thrown" in turn.notes
    assert turn.weight == "much"


# --- jokers on the table

JOKER_SHOWN = (
    "deal A 2B 2B 4B 4B 4B 6B 6B 6B 8B 8B F F 3C 1C", "A -1C", "B +? -?", "C +? -3C",
    "D *3C(C) =3C,3C,J -?",
)  # fmt: skip


def test_a_joker_that_was_not_exchanged_is_marked() -> None:
    last = reviewed("A", *JOKER_SHOWN, "A +9C -9C").hands[0].decisions[-1]
    assert last.choices[0].name == "exchange 3C for the joker of D"
    assert dict(last.choices[0].facts)["away"] == "1"
    assert last.weight == "some"
    assert last.remark == "A joker was there for 3C (exposure of D): 1 away."


def test_an_exchange_is_a_decision_of_its_own() -> None:
    review = reviewed("A", *JOKER_SHOWN, "A +9C x(D1)3C -9C")
    exchange, discard = review.hands[0].decisions[-2:]
    assert exchange.kind == "exchange"
    assert exchange.taken is not None
    assert exchange.taken.name == "exchange 3C for the joker of D"
    assert discard.weight == exchange.weight == "none"
    assert discard.rack[-1] == parse_tiles("J")[0]
    assert dict(review.summary).get("jokers not exchanged") is None


# --- discards of others


def test_a_tile_that_completed_the_hand_and_was_let_go_is_marked() -> None:
    review = reviewed("A", f"deal A {EV1} 1C", "A -1C", "B +? -8B", "C +? -?")
    missed = only(review, "call")
    assert (missed.event, missed.label) == (4, "8B discarded by B")
    assert (missed.weight, missed.remark) == ("much", "Mahjong was there: EV1 (25).")
    assert [c.name for c in missed.choices if c.taken] == ["pass"]
    assert dict(review.summary)["wins passed"] == "1"


@pytest.mark.parametrize(
    "follow",
    ["A !mahj EV1 25 off B", "A *8B(B) !mahj EV1 25", "C !mahj ? 25 off B"],
)
def test_a_tile_that_is_won_with_is_not_missed(follow: str) -> None:
    review = reviewed("A", f"deal A {EV1} 1C", "A -1C", "B +? -8B", follow)
    assert [d for _, d in review.decisions() if d.weight == "much"] == []
    calls = [d for _, d in review.decisions() if d.kind == "call"]
    if follow.startswith("A"):
        (won,) = calls
        assert won.taken is not None
        assert won.taken.name == "mahjong EV1 (25)"
    else:
        assert calls == []  # somebody else won with it


def test_a_tile_that_was_put_back_leaves_the_discard_open() -> None:
    lines = (f"deal A {EV1} 1C", "A -1C", "B +? -8B", "C +?", "C retract draw")
    review = reviewed("A", *lines, "A *8B(B) !mahj EV1 25")
    assert [d.weight for _, d in review.decisions()] == ["none", "none"]
    won = only(review, "call")
    assert won.taken is not None
    assert won.taken.name == "mahjong EV1 (25)"
    review = reviewed("A", *lines, "C +? -?")
    assert only(review, "call").weight == "much"


def test_an_exposure_tells_what_can_still_be_made() -> None:
    rack = "deal A 2B 2B 4B 4B 4B 6B 6B 6B 8B 8B F F 3C 1C"
    review = reviewed("A", rack, "A -1C", "B +? -6B", "A *6B(B) =6B,6B,6B -6B")
    made = only(review, "call")
    assert made.taken is not None
    assert made.taken.name == "expose 6B 6B 6B"
    assert dict(made.taken.facts)["away"] == dict(choice(made, "pass").facts)["away"] == "2"
    assert made.notes[0] == "lines still possible: EV1, EV2, RN1, RN2"
    assert made.notes[1].startswith("no longer possible: EV3, LK1, LK2, RN3")
    assert dict(review.summary)["exposures made"] == "1"


def test_an_exposure_that_leads_away_is_marked() -> None:
    # three 9B fit RN2 alone, which this hand is far from
    rack = "deal A 2B 2B 4B 4B 4B 6B 6B 6B 8B 8B 8B 9B 9B 1C"
    review = reviewed("A", rack, "A -1C", "B +? -9B", "A *9B(B) =9B,9B,9B -2B")
    made = only(review, "call")
    away = dict(choice(made, "expose 9B 9B 9B").facts)["away"]
    before = dict(choice(made, "pass").facts)["away"]
    assert int(away) > int(before) == 3
    assert made.weight == "some"
    text = f"The exposure leads away from the card. {away} away instead of {before}."
    assert made.remark == text


def test_an_exposure_that_came_nearer_and_was_let_go_is_a_note() -> None:
    rack = "deal A 2B 2B 4B 4B 6B 6B 6B 8B 8B 8B 8B F 3C 1C"
    missed = only(reviewed("A", rack, "A -1C", "B +? -4B", "C +? -?"), "call")
    assert missed.weight == "none"
    assert missed.notes == ("an exposure would have come nearer",)
    assert dict(choice(missed, "expose 4B 4B 4B").facts)["away"] == "1"
    assert dict(choice(missed, "pass").facts)["away"] == "2"


# --- the Charleston


def test_a_pass_that_breaks_the_hand_is_marked() -> None:
    deal = "deal B 2B 2B 4B 4B 4B 6B 6B 6B 8B 8B 1C 5D N"
    first = "R1 A>B | B>C {} | C>D | D>A"
    good = only(reviewed("B", deal, first.format("1C 5D N")), "pass")
    assert (good.label, good.weight) == ("first right", "none")
    assert good.notes == (
        "before the pass 4 away: EV1 (25)",
        f"1 of {len(set(combinations(parse_tiles(deal[7:]), 3)))} passes keep the hand at 4",
    )
    bad = only(reviewed("B", deal, first.format("1C 5D 2B")), "pass")
    assert (bad.weight, bad.remark) == ("some", "5 away instead of 4.")
    assert bad.choices[0].name == "pass 1C 5D N"


def test_after_unknown_tiles_have_come_nothing_is_said() -> None:
    deal = "deal B 2B 2B 4B 4B 4B 6B 6B 6B 8B 8B 1C 5D N"
    review = reviewed("B", deal, "R1 A>B | B>C 1C 5D N | C>D | D>A", *FIRST[1:], "A -?", "B +? -2B")
    assert len(review.decisions()) == 1
    assert review.hands[0].notes[0] == (
        "choices not looked at, as tiles of the hand are not known: 3"
    )


def test_blind_tiles_are_told() -> None:
    lines = SAMPLES / "clean" / "nmjl-2024-full.amn"
    review = mjlog.review(mjlog.read(lines)[0], "Bot C")
    (left,) = [d for d in review.hands[0].decisions if d.label == "second right"]
    assert left.notes[0] == "1 passed blind"
    assert left.taken is not None
    assert len(left.taken.tiles) == 2


def test_every_choice_of_tiles_comes_once() -> None:
    assert multisets([1, 1, 1, 2, 3], 3) == [(1, 1, 1), (1, 1, 2), (1, 1, 3), (1, 2, 3)]
    assert multisets([1], 2) == []


# --- what is not known


def test_records_of_results_and_games_without_a_card_say_why_nothing_is_said() -> None:
    results = mjlog.read(SAMPLES / "clean" / "nmjl-2024-result.amn")[0]
    review = review_american(results, "A")
    assert review.decisions() == []
    assert all("holds no tiles" in hand.notes[0] for hand in review.hands)
    assert [hand.points for hand in review.hands] != [None] * len(review.hands)
    blind = reviewed("A", f"deal A {EV1} 1C", "A -1C", with_card=False)
    assert blind.decisions() == []
    assert blind.hands[0].notes[0].startswith("the card is not known")
    public = review_american(mjlog.read(SAMPLES / "clean" / "nmjl-2024-public.amn")[0], "A")
    assert public.decisions() == []
    assert public.hands[0].notes[0] == "the tiles of the hand are not known: no decisions"


def test_a_player_who_is_not_there() -> None:
    with pytest.raises(mjlog.MjlogError, match="unknown player 'X'"):
        review_american(play("A -1C").game, "X")


def hidden_from(game: AmericanGame, person: str) -> AmericanGame:
    """Return the game as one player saw it: other racks, draws and passes unknown."""

    def hide(event: Event) -> Event:
        nothing = [UNKNOWN] * len(getattr(event, "tiles", None) or [])
        if isinstance(event, Deal) and event.p != person:
            return replace(event, tiles=nothing)
        if isinstance(event, Pass) and person not in (event.p, event.to):
            return replace(event, tiles=nothing)
        if isinstance(event, Draw) and event.p != person:
            return replace(event, tile=UNKNOWN)
        if isinstance(event, Courtesy) and person not in event.pair:
            tiles = {p: [UNKNOWN] * len(given) for p, given in event.tiles.items()}
            return replace(event, tiles=tiles)
        return event

    def hide_hand(hand: AmericanHand) -> AmericanHand:
        return replace(hand, wall=None, events=[hide(event) for event in hand.events])

    return replace(game, hands=[hide_hand(hand) for hand in game.hands])


def test_nothing_hidden_is_told() -> None:
    (game,) = play_american(1, seed=5, hands=1)
    for person in game.players:
        whole = review_american(game, person)
        seen = review_american(hidden_from(game, person), person)
        assert len(whole.decisions()) > 10
        for (_, a), (_, b) in zip(whole.decisions(), seen.decisions(), strict=True):
            assert (a.event, a.rack, a.choices, a.weight) == (b.event, b.rack, b.choices, b.weight)


# --- whole games


@pytest.mark.parametrize(
    "rules", ["nmjl-2024", "american-seed", "nmjl-classic", "tournament-mahjcon", "nmjl-2024-3p"]
)
def test_simulated_games(rules: str) -> None:
    (game,) = play_american(1, seed=3, rules=rules, hands=1)
    for person in game.players:
        review = review_american(game, person)
        assert review.decisions()
        for _, decision in review.decisions():
            assert decision.taken is not None
            assert sum(c.taken for c in decision.choices) == 1
            assert (decision.weight == "none") == (decision.remark == "")
            for one in decision.choices:
                assert len(dict(one.facts)) == len(one.facts)
        assert json.loads(json.dumps(review_values(review)))["schema"] == 1
        assert review_page(review).startswith("<!DOCTYPE html>")
        assert review_text(review, every=True)


@pytest.mark.parametrize(
    "code", ["A-CH-02", "A-CLM-04", "A-CNT-01", "A-DISC-01", "A-JX-02", "A-MJ-03", "A-PAY-01"]
)
def test_findings_stand_at_their_decisions(code: str) -> None:
    (game,) = mjlog.read(SAMPLES / "faulty" / f"{code}.amn")
    for finding in check_american(game).findings:
        seat, index = finding.seat, finding.round_index
        if seat is None or index is None or finding.severity == "note":
            continue
        hand = review_american(game, "ABCD"[seat]).hands[index]
        marked = [d for d in hand.decisions if any(n.startswith(finding.code) for n in d.notes)]
        assert marked or any(note.startswith(finding.code) for note in hand.notes)
        assert {decision.weight for decision in marked} <= {"rule"}


def test_a_forbidden_discard_is_marked_as_a_rule() -> None:
    (game,) = mjlog.read(SAMPLES / "faulty" / "A-CH-01.amn")
    (finding,) = check_american(game).findings
    assert finding.seat is not None
    review = review_american(game, "ABCD"[finding.seat])
    (marked,) = [d for _, d in review.decisions() if d.weight == "rule"]
    assert marked.kind == "pass"
    assert dict(review.summary)["against the rules"] == "1"


def test_an_exchange_that_cannot_be_made_stands_among_the_choices() -> None:
    (game,) = mjlog.read(SAMPLES / "faulty" / "A-JX-04.amn")
    (finding,) = check_american(game).findings
    assert finding.seat is not None
    (marked,) = [d for _, d in mjlog.review(game, finding.seat).decisions() if d.weight == "rule"]
    assert marked.taken is not None
    assert marked.taken.name.startswith("exchange ")
    assert marked.taken.facts == ()
    assert marked.choices[-1] == marked.taken


def test_a_dead_hand_has_no_decisions_any_more() -> None:
    lines = (f"deal A {EV1} 1C", "A -1C", 'A dead "wrong number of tiles" by B', "B +? -8B")
    review = reviewed("A", *lines)
    assert len(review.decisions()) == 1
    assert "dead from event 2 on: wrong number of tiles" in review.hands[0].notes
    assert dict(review.summary)["dead hands"] == "1"


def test_outcome_and_points_are_those_of_show() -> None:
    text = (SAMPLES / "clean" / "nmjl-2024-full.amn").read_text(encoding="utf-8")
    (game,) = parse_text(text)
    review = review_american(game, "D")
    assert review.hands[0].outcome == "win B MI1 40 off D; A, C: 40; D: 40 × discarder 2 = 80"
    assert [hand.points for hand in review.hands] == [-80, -120, -140, -45]
    assert [hand.label for hand in review.hands] == ["hand 1", "hand 2", "hand 3", "hand 4"]
    assert dict(review.facts)["points"] == "A +360, B -145, C +170, D -385"


def test_japanese() -> None:
    (game,) = play_american(1, seed=3, hands=1)
    review = review_american(game, "A", lang="ja")
    assert review.hands[0].title == "第1局 東家"
    assert dict(review.summary)["判断"] == str(len(review.decisions()))
    assert "1巡目" in {decision.label for _, decision in review.decisions()}
