"""Reviews of riichi games: what is said of each choice, and what is marked."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest
from mjlog.analysis.review.model import Choice, Decision, Review, ReviewedHand
from mjlog.analysis.review.riichi import review_riichi

import mjlog
from mjlog.auditing import audit_batch
from mjlog.codes import DRAW
from mjlog.errors import UnknownNameError
from mjlog.rules import Rules, list_rules, load_rules
from mjlog.tiles import format_tiles
from mjlog.views import Game
from mjlog.views.handmade import game_of

TENHOU = load_rules("tenhou")
JUNK = ("147m258p369s1234z", "258m369p147s2345z", "369m147p258s3456z", "148m259p367s4567z")


def review_of(
    script: str, hands: dict[int, str], seat: int = 0, *, lang: str = "en", rules: Rules = TENHOU
) -> Review:
    """Review one seat of a round by hand; seats without a hand hold junk."""
    dealt = [hands.get(s, JUNK[s]) for s in range(rules.players)]
    lines = ["E1.0 dora 9p", *(f"hand {hand}" for hand in dealt), script]
    return review_riichi(game_of("\n".join(lines), rules=rules), seat, lang=lang)


def decisions(review: Review) -> list[Decision]:
    return [decision for _, decision in review.decisions()]


def only(script: str, hands: dict[int, str], seat: int = 0, *, lang: str = "en") -> Decision:
    """The last decision of a round."""
    return decisions(review_of(script, hands, seat, lang=lang))[-1]


def fact(choice: Choice, what: str) -> str:
    return str(dict(choice.facts)[what])


def column(decision: Decision, what: str) -> dict[str, str]:
    """A fact of every choice, those without it left out."""
    found = {c.name: dict(c.facts).get(what, "") for c in decision.choices}
    return {name: value for name, value in found.items() if value}


# --- what a discard leaves --------------------------------------------------------------------
def test_a_discard_tells_shanten_waits_and_copies() -> None:
    decision = only("0 draw 5z\n0 tsumogiri 5z", {0: "123m456p78s11222z"})
    assert (decision.label, decision.kind, decision.event) == ("turn 1", "turn", 1)
    assert (format_tiles(decision.rack), decision.drawn) == ("123m456p78s112225z", True)
    best = decision.choices[0]
    assert (best.name, format_tiles(best.tiles), best.taken) == ("discard 5z", "5z", True)
    assert dict(best.facts) == {
        "shanten": "tenpai", "waits": "69s", "copies": "8", "tiles that help": "",
        "riichi": "possible",
    }  # fmt: skip
    assert fact(decision.choices[-1], "shanten") == "1"
    assert (decision.weight, decision.remark) == ("none", "")
    assert decision.notes == ("riichi was possible and not declared",)


def test_copies_leave_out_what_the_player_sees() -> None:
    script = "0 draw 7z\n0 tsumogiri 7z\n1 draw 6s\n1 tsumogiri 6s\n2 draw 9s\n2 tsumogiri 9s\n"
    script += "3 draw 9s\n3 tsumogiri 9s\n0 draw 5z\n0 tsumogiri 5z"
    decision = only(script, {0: "123m456p78s11222z"})
    assert column(decision, "copies")["discard 5z"] == "5"


@pytest.mark.parametrize("players", [4, 3])
def test_facts_are_those_of_the_hand_calculator(players: int) -> None:
    game = mjlog.simulate(1, seed=5, rules="tenhou" if players == 4 else "tenhou-3p")[0]
    review, checked = review_riichi(game, 1), 0
    for hand in review.hands:
        for decision in hand.decisions[:: 2 if players == 4 else 1]:
            state = game.round(hand.label).state(decision.event)
            own = {(d.tile, d.called_by) for d in state.discards[1]}
            if decision.kind != "turn" or state.melds[1] or state.kita[1] or own == set():
                continue
            seen = [c for s in range(players) for m in state.melds[s] for c in m.tiles]
            seen += [
                d.tile for s in range(players) for d in state.discards[s] if d.called_by is None
            ]
            seen += [*state.dora_indicators, *(c for k in state.kita for c in k)]
            right = {
                c.discard: (c.shanten, c.total)
                for c in mjlog.ukeire(decision.rack, seen=seen, players=players).discards
            }
            for choice in decision.choices:
                kind = choice.name.split()[-1]
                if choice.name == f"discard {kind}" and kind in right:
                    number, copies = right[kind]
                    assert fact(choice, "shanten") == (str(number) if number else "tenpai")
                    assert fact(choice, "copies") == str(copies)
                    checked += 1
    assert checked > (150 if players == 4 else 80)


def test_choices_are_sorted_by_shanten_copies_and_dora_kept() -> None:
    decision = only("0 draw 7s\n0 tsumogiri 7s", {0: "234m789m450p5p1z46s"})
    names = [choice.name for choice in decision.choices]
    assert names.index("discard 5p") < names.index("discard 0p")
    ranks = [
        (0 if fact(c, "shanten") == "tenpai" else int(fact(c, "shanten")), -int(fact(c, "copies")))
        for c in decision.choices
    ]
    assert ranks == sorted(ranks)


# --- marks ------------------------------------------------------------------------------------
def test_fewer_copies_are_marked_with_how_many() -> None:
    hands = {0: "234789m456p56s11z"}
    decision = only("0 draw 8s\n0 discard 5s", hands)
    assert decision.weight == "some"
    assert decision.remark == "4 tiles fewer than discard 8s: 4 instead of 8."
    assert only("0 draw 8s\n0 tsumogiri 8s", hands).weight == "none"


def test_a_step_back_from_tenpai_is_much() -> None:
    decision = only("0 draw 7z\n0 discard 5s", {0: "123m456p789s35s11z"})
    assert decision.weight == "much"
    assert decision.remark == "From tenpai back to 1-shanten; discard 7z keeps tenpai (4 tiles)."


def test_a_step_back_from_three_shanten_is_some() -> None:
    decision = only("0 draw 7z\n0 discard 1m", {0: "12569m45p67s1135z"})
    assert decision.weight == "some"
    assert decision.remark.startswith("From 3-shanten back to 4-shanten; ")


def test_no_furiten_is_no_worse_than_more_tiles() -> None:
    # 47s after 8s, with 4s in the own river; 7s alone after 5s
    script = "0 draw 4s\n0 tsumogiri 4s\n1 draw 9s\n1 tsumogiri 9s\n2 draw 9s\n2 tsumogiri 9s\n"
    script += "3 draw 9s\n3 tsumogiri 9s\n0 draw 8s\n0 discard 5s"
    decision = only(script, {0: "234789m456p56s11z"})
    assert column(decision, "furiten") == {"discard 8s": "4s"}
    assert decision.weight == "none"


def test_with_the_last_discard_only_tenpai_counts() -> None:
    hands = {0: "234789m456p56s11z", 1: "147m258p369s1234z"}
    script = "0 draw 7z\n0 tsumogiri 7z\nturns 68 but 47s\n1 draw 1p\n1 tsumogiri 1p"
    review = review_of(script, hands, seat=1)
    assert {d.weight for d in decisions(review)[-1:]} == {"none"}


RIICHI = """0 draw 7z
0 tsumogiri 7z
1 draw 9s
1 riichi
1 tsumogiri 9s
1 accepted
2 draw 4p
2 tsumogiri 4p
3 draw 3s
3 tsumogiri 3s
0 draw 8s
0 discard {}"""
THREATENED = {0: "234789m456p56s11z", 1: "123m456p789s1122z"}


def test_what_riichi_let_pass_is_safe() -> None:
    decision = only(RIICHI.format("4p"), THREATENED)
    assert column(decision, "safe against") == {"discard 4p": "S"}
    assert column(decision, "suji against") == {"discard 6s": "S"}
    assert decision.notes[0] == "riichi: South (turn 1)"


def test_folding_is_no_mistake() -> None:
    assert only(RIICHI.format("4p"), THREATENED).weight == "none"
    assert only(RIICHI.format("5s"), THREATENED).weight == "none"  # fewer copies


def test_a_retreat_that_is_no_safer_is_marked() -> None:
    decision = only(RIICHI.format("6p"), THREATENED)
    assert decision.weight == "some"
    assert decision.remark == ("Neither nearer nor safer: discard 8s is as safe and keeps tenpai.")


def test_three_open_melds_are_a_threat() -> None:
    script = "0 draw 7z\n0 tsumogiri 7z\n1 pon 7z 77z from 0\n1 discard 1m\n"
    script += "2 draw 6z\n2 tsumogiri 6z\n1 pon 6z 66z from 2\n1 discard 2m\n"
    script += "2 draw 5z\n2 tsumogiri 5z\n1 pon 5z 55z from 2\n1 discard 3m\n"
    script += "2 draw 9s\n2 tsumogiri 9s\n3 draw 9s\n3 tsumogiri 9s\n0 draw 8s\n0 discard 2m"
    decision = only(script, {0: "234789m456p56s11z", 1: "1234m123p556677z"})
    assert decision.notes[0] == "three open melds: South"
    assert column(decision, "safe against") == {"discard 2m": "S", "discard 3m": "S"}
    assert decision.weight == "none"


# --- wins -------------------------------------------------------------------------------------
def test_a_tsumo_that_was_let_go_is_told_with_its_value() -> None:
    # 30 fu 3 han of the dealer: tsumo and double east
    script = "0 draw 7z\n0 tsumogiri 7z\n1 draw 7z\n1 tsumogiri 7z\n0 draw 1z\n0 "
    decision = only(script + "tsumogiri 1z", {0: "123m456p789s1122z"})
    assert decision.weight == "much"
    assert decision.remark == "A win was let go: tsumo 1z, 6,000 points."
    assert (decision.choices[0].name, fact(decision.choices[0], "value")) == ("tsumo 1z", "6,000")
    taken = only(script + "tsumo 1z", {0: "123m456p789s1122z"})
    assert (taken.weight, taken.taken) == ("none", taken.choices[0])


def test_a_ron_that_was_let_go_makes_furiten() -> None:
    # 40 fu 1 han: the seat's wind
    review = review_of("0 draw 9s\n0 tsumogiri 9s\n1 draw 5z", {1: "123m456p78s11222z"}, 1)
    decision = decisions(review)[0]
    assert (decision.kind, decision.label) == ("call", "turn 1, 9s from East")
    assert decision.weight == "much"
    assert decision.remark == "A win was let go: ron 9s, 1,300 points."
    assert decision.notes == ("temporary furiten until the next own draw",)
    assert decision.taken is not None and decision.taken.name == "pass"
    assert dict(review.summary)["wins passed"] == "1"


def test_furiten_is_told_with_the_tile_that_caused_it() -> None:
    # seat 3 lets 9s pass and cannot win on 6s, which it cannot call either
    script = "0 draw 9s\n0 tsumogiri 9s\n1 draw 6s\n1 tsumogiri 6s\n2 draw 1m\n2 tsumogiri 1m\n"
    script += "3 draw 7z\n3 tsumogiri 7z\n0 draw 7z\n0 tsumogiri 7z\n1 draw 9s\n1 tsumogiri 9s"
    hand = review_of(script, {3: "123m456p78s11444z"}, 3).hands[0]
    assert "turn 1: 6s completes the hand, but it is furiten" in hand.notes
    own = "0 draw 7z\n0 tsumogiri 7z\n1 draw 9s\n1 tsumogiri 9s\n2 draw 3m\n2 tsumogiri 3m\n"
    own += "3 draw 4m\n3 tsumogiri 4m\n0 draw 4m\n0 tsumogiri 4m\n1 draw 5z\n1 tsumogiri 5z"
    review = review_of(own, {1: "123m456p78s11222z"}, 1)
    assert decisions(review)[-1].notes[0] == "furiten: 9s is among the own discards"
    assert dict(review.summary)["furiten turns"] == "2"


def test_a_complete_hand_without_yaku_is_told() -> None:
    script = "0 draw 6z\n0 tsumogiri 6z\n1 draw 9s\n1 tsumogiri 9s\n2 draw 1m"
    west = review_of(script, {2: "123m456p78s11333z"}, 2)
    assert decisions(west)[0].remark == "A win was let go: ron 9s, 1,300 points."
    north = review_of(script, {3: "123m456p78s11333z"}, 3)
    assert north.hands[0].notes == ("turn 1: 9s completes the hand, but there is no yaku",)
    assert dict(north.summary)["wins passed"] == "0"


def test_dealing_in_is_a_note() -> None:
    script = "0 draw 9s\n0 tsumogiri 9s\n1 ron 9s from 0 worth 1300 : -1300 1300 0 0"
    review = review_of(script, {1: "123m456p78s11222z"}, 0)
    decision = decisions(review)[-1]
    assert decision.notes == ("dealt in: South (Botan) ron 9s, 1,300",)
    assert dict(review.summary)["dealt in"] == "1"
    assert review.hands[0].points == -1300
    assert review.hands[0].outcome == "Botan ron 9s from Asa: 1,300"


# --- calls ------------------------------------------------------------------------------------
def test_a_call_is_offered_with_what_it_leaves() -> None:
    decision = only("0 draw 5p\n0 tsumogiri 5p\n1 draw 7z", {1: "123m46p78s112777z"}, 1)
    assert [c.name for c in decision.choices] == ["chi 5p with 46p", "pass"]
    chi, passed = decision.choices
    assert passed.taken and format_tiles(chi.tiles) == "456p"
    assert (fact(chi, "shanten"), fact(passed, "shanten")) == ("tenpai", "1")
    assert fact(chi, "best discard then") == "2z"
    assert decision.weight == "none"
    assert decision.rack[-1:] != () and not decision.drawn


def test_a_call_leaves_out_the_swap() -> None:
    # after chi of 4s with 56s neither 4s nor 7s may go
    decision = only("0 draw 4s\n0 tsumogiri 4s\n1 draw 7z", {1: "123m789p567s11z23z"}, 1)
    chi = next(c for c in decision.choices if c.name == "chi 4s with 56s")
    assert fact(chi, "best discard then") in ("2z", "3z")


def test_what_another_player_took_first_is_not_known() -> None:
    hands = {1: "123m46p789s11z257z", 2: "55p147m258s12346z"}
    script = "0 draw 5p\n0 tsumogiri 5p\n2 pon 5p 55p from 0\n2 discard 1m"
    offered = decisions(review_of(script, hands, 1))[0]
    assert offered.taken is None
    assert offered.notes == ("another player took the tile: what was called here is not recorded",)
    script = "0 draw 5p\n0 tsumogiri 5p\n1 chi 5p 46p from 0\n1 discard 7z"
    passed = decisions(review_of(script, hands, 2))[0]
    assert passed.taken is not None and passed.taken.name == "pass"


def test_three_rons_are_a_draw_but_no_win_let_go() -> None:
    hands = {1: "123m456p78s11222z", 2: "234m456p78s11333z", 3: "345m456p78s55444z"}
    for seat in (1, 2, 3):
        review = review_of("0 draw 9s\n0 tsumogiri 9s\ndraw sanchahou", hands, seat)
        decision = decisions(review)[0]
        assert decision.taken is not None and decision.taken.name == "ron 9s"
        assert decision.weight == "none"


def test_the_record_may_end_before_the_answer() -> None:
    decision = only("0 draw 5p\n0 tsumogiri 5p", {1: "123m46p789s11z257z"}, 1)
    assert (decision.taken, decision.notes) == (
        None, ("the record ends here: what was done is not known",),
    )  # fmt: skip


@pytest.mark.parametrize("code", ["F102", "F103"])
def test_missed_wins_are_those_of_the_audit(root: Path, code: str) -> None:
    game = mjlog.read(root / f"sample_logs/faulty/{code}.mjlog")[0]
    findings = audit_batch(game.batch, missed_wins=True, readings=False).findings
    missed = [f for f in findings if f.code == "F201"]
    assert missed
    for seat in range(4):
        expected = [(f.round, f"{f.expected:,} points.") for f in missed if f.seat == seat]
        found = [
            (hand.label, " ".join(decision.remark.split()[-2:]))
            for hand, decision in review_riichi(game, seat).decisions()
            if decision.remark.startswith("A win")
        ]
        assert found == expected


def test_an_added_kan_can_be_robbed() -> None:
    script = "0 draw 9s\n0 tsumogiri 9s\n3 pon 9s 99s from 0\n3 discard 4m\n0 draw 7z\n"
    script += "0 tsumogiri 7z\n1 draw 7z\n1 tsumogiri 7z\n2 draw 6z\n2 tsumogiri 6z\n"
    script += "3 draw 9s\n3 kakan 9s\n3 draw 5z"
    hands = {2: "123m456p78s11777z", 3: "148m259p367s99s45z"}
    robbed = [d for d in decisions(review_of(script, hands, 2)) if d.kind == "call"][-1]
    assert robbed.label == "turn 2, 9s from North"
    assert [c.name for c in robbed.choices] == ["ron 9s", "pass"]
    assert robbed.weight == "much"


def test_a_kan_that_breaks_the_hand_is_marked() -> None:
    decision = only("0 draw 7z\n0 ankan 3333s\ndora 1m\n0 draw 5z", {0: "123m456p3333457s"})
    kan = next(c for c in decision.choices if c.taken)
    assert (kan.name, fact(kan, "shanten")) == ("concealed kan 3333s", "1")
    assert decision.weight == "much"
    assert decision.remark == "From tenpai back to 1-shanten; discard 7s keeps tenpai (3 tiles)."


# --- findings, rounds that are not wholly known ------------------------------------------------
def test_a_finding_stands_at_its_decision(root: Path) -> None:
    game = mjlog.read(root / "sample_logs/faulty/L108.mjlog")[0]
    seat = next(f.seat for f in mjlog.audit(game) if f.code == "L108")
    assert seat is not None
    ruled = [d for d in decisions(review_riichi(game, seat)) if d.weight == "rule"]
    assert len(ruled) == 1
    assert ruled[0].notes[-1].startswith("L108 Swap-calling")
    assert "discard 4s is recorded, which the rules do not allow here" in ruled[0].notes
    others = review_riichi(game, (seat + 1) % 4)
    assert not [d for d in decisions(others) if d.weight == "rule"]
    assert [n for h in others.hands for n in h.notes if n.startswith("L108 East")]


def test_nothing_is_said_of_hands_that_are_not_known() -> None:
    text = "E1.0 dora 9p\nhand 13 unknown\nhand 123m456p78s11222z\nhand 13 unknown\n"
    text += "hand 13 unknown\n0 draw ?\n0 discard 9s\n1 draw 5z\n1 tsumogiri 5z"
    game = game_of(text, rules=TENHOU)
    unknown = review_riichi(game, 0).hands[0]
    assert (unknown.decisions, unknown.notes) == ((), ("the hand is not known: no decisions",))
    assert len(review_riichi(game, 1).hands[0].decisions) == 2


def test_moments_with_unknown_tiles_are_left_out() -> None:
    text = "E1.0 dora 9p\nhand 123m456p78s1122z?\n" + "hand 13 unknown\n" * 3
    text += "0 draw 9s\n0 tsumogiri 9s"
    hand = review_riichi(game_of(text, rules=TENHOU), 0).hands[0]
    assert hand.decisions == ()
    assert hand.notes == ("tiles of the hand are not known: moments left out: 1",)


def test_an_unknown_discard_is_not_guessed() -> None:
    decision = only("0 draw 7z\n0 discard ?", {0: "123m456p789s35s11z"})
    assert (decision.taken, decision.weight) == (None, "none")
    assert decision.notes == ("which tile was discarded is not recorded",)


def test_a_dead_hand_is_not_judged() -> None:
    script = "0 draw 7z\n0 tsumogiri 7z\n! 0 dead_hand by 1\n1 draw 6z\n1 tsumogiri 6z\n"
    script += "2 draw 6z\n2 tsumogiri 6z\n3 draw 6z\n3 tsumogiri 6z\n0 draw 1z\n0 tsumogiri 1z"
    hand = review_of(script, {0: "123m456p789s1122z"}).hands[0]
    assert [d.event for d in hand.decisions] == [1]
    assert hand.notes[0] == "dead hand: no decisions after it"
    assert hand.notes[1] == "Asa dead hand, named by Botan"


def test_a_tile_that_a_ruling_forbids_is_not_missed() -> None:
    script = "! 0 shown_tiles 9s by 1 no\n! 0 ron_ban 9s\n"
    script += "0 draw 9s\n0 tsumogiri 9s\n1 draw 5z\n1 tsumogiri 5z"
    review = review_of(script, {1: "123m456p78s11222z"}, 1, rules=load_rules("ishokai"))
    assert "pass" in [c.name for c in decisions(review)[0].choices]  # of chi
    assert "ron 9s" not in [c.name for c in decisions(review)[0].choices]
    assert dict(review.summary)["wins passed"] == "0"


def test_a_result_has_no_decisions(root: Path) -> None:
    game = mjlog.read(root / "sample_logs/table/clean/jpml-2005-results.csv")[0]
    review = review_riichi(game, 0)
    assert {hand.notes for hand in review.hands} >= {("only the result is recorded: no decisions",)}
    assert decisions(review) == []
    assert [hand.points for hand in review.hands] != []


def test_no_such_seat_or_language() -> None:
    game = mjlog.simulate(1, seed=1, rules="tenhou-3p")[0]
    with pytest.raises(UnknownNameError):
        review_riichi(game, 3)
    with pytest.raises(UnknownNameError):
        review_riichi(game, 0, lang="fr")


# --- only what the player saw ------------------------------------------------------------------
def with_unseen_tiles(game: Game, seat: int, tile: int) -> Game:
    """The same game with ``tile`` for every tile that ``seat`` did not see dealt or drawn."""
    batch = copy.deepcopy(game.batch)
    others = [s for s in range(4) if s != seat]
    batch.rounds.hands[:, others] = tile
    batch.rounds.hand_ids[:, others] = 255
    hidden = (batch.events.kind == DRAW) & (batch.events.seat != seat)
    batch.events.tile[hidden] = tile
    batch.events.tile_id[hidden] = 255
    batch.wins.ura[:] = tile
    return Game(batch)


def facts_of(hands: tuple[ReviewedHand, ...]) -> list[tuple[object, ...]]:
    return [(h.label, h.points, h.decisions) for h in hands]


@pytest.mark.parametrize("rules", ["tenhou", "mahjong-soul-3p", "ishokai"])
@pytest.mark.parametrize("tile", [255, 33], ids=["unknown", "chun"])
def test_facts_do_not_depend_on_tiles_that_were_not_seen(rules: str, tile: int) -> None:
    game = mjlog.simulate(1, seed=11, rules=rules)[0]
    nothing = audit_batch(game.batch)
    nothing.findings = []
    for seat in (0, game.players - 1):
        right = review_riichi(game, seat, audit=nothing)
        review = review_riichi(with_unseen_tiles(game, seat, tile), seat, audit=nothing)
        assert facts_of(review.hands) == facts_of(right.hands)
        assert review.summary == right.summary
        assert len(decisions(review)) > 20


# --- whole games ------------------------------------------------------------------------------
@pytest.mark.parametrize("rules", list_rules())
def test_games_of_every_preset_are_reviewed(rules: str) -> None:
    game = mjlog.simulate(1, seed=17, rules=rules)[0]
    lang = ("en", "ja")[len(rules) % 2]
    review = review_riichi(game, 1, lang=lang)
    assert (review.game, review.lang, len(review.hands)) == ("riichi", lang, len(game))
    assert review.summary[0][1] == str(len(decisions(review)))
    for decision in decisions(review):
        assert sum(choice.taken for choice in decision.choices) <= 1
        assert decision.choices
        columns = {tuple(what for what, _ in c.facts) for c in decision.choices}
        assert len(columns) == 1
        assert bool(decision.remark) == (decision.weight in ("much", "some"))
        assert decision.weight != "rule"


def test_points_are_those_of_the_record() -> None:
    game = mjlog.simulate(1, seed=4)[0]
    for seat in range(4):
        hands = review_riichi(game, seat).hands
        for hand, after in zip(hands, game.rounds[1:], strict=False):
            before = game.round(hand.label).scores[seat]
            assert before is not None and hand.points is not None
            assert before + hand.points == after.scores[seat]


def test_kita_is_a_choice_of_three_players() -> None:
    script = "0 draw 4z\n0 kita\n0 draw 7z\n0 tsumogiri 7z"
    hands = {0: "199m456p78s112225z"[:-2] + "z", 1: "19m258p369s11234z", 2: "19m147p258s55667z"}
    review = review_of(script, hands, rules=load_rules("tenhou-3p"))
    kita, discard = decisions(review)
    assert kita.taken is not None and kita.taken.name == "kita"
    assert kita.weight == "none"
    assert discard.melds == ((30,),)


def test_japanese_words() -> None:
    decision = only("0 draw 7z\n0 discard 5s", {0: "123m456p789s35s11z"}, lang="ja")
    assert decision.label == "1巡目"
    assert decision.choices[0].name == "打7z"
    assert decision.choices[0].facts[0] == ("向聴数", "聴牌")
    assert fact(decision.choices[0], "待ち") == "4s"
    assert decision.remark == "聴牌から1向聴へ後退。打7zなら聴牌のまま（4枚）。"
    review = review_of("0 draw 1z\n0 tsumo 1z", {0: "123m456p789s1122z"}, lang="ja")
    assert review.title == "牌譜検討: Asa"
    assert review.hands[0].title == "東一局（東家）"
    assert dict(review.summary)["見逃した和了"] == "0"
