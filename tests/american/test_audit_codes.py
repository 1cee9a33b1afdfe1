"""Every code of the play: one thing changed in a clean record gives exactly that finding."""

from __future__ import annotations

from pathlib import Path

import pytest
from mjlog.parsers.american import parse_text

from mjlog.american.audit import AMERICAN_CODES, check_american
from mjlog.american.audit.consequences import consequence
from mjlog.american.model import AmericanGame
from mjlog.american.rules import load_american_rules, parse_american_rules

from .hands import FIRST, SECOND, play, turns

DATA = Path(__file__).parent / "data"
SAMPLE = (DATA / "sample_hand.amn").read_text()


def game(text: str) -> AmericanGame:
    """Read the one game of a text."""
    read: list[AmericanGame] = parse_text(text)
    assert len(read) == 1
    return read[0]


def codes(text: str, *, level: str = "full") -> list[str]:
    """Return the codes of a changed sample hand, notes too."""
    text = text.replace('[Level "full"]', f'[Level "{level}"]')
    return [f.code[2:] for f in check_american(game(text)).findings]


def changed(*pairs: tuple[str, str]) -> str:
    """Return the sample hand with words replaced that stand in it once."""
    text = SAMPLE
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize("level", ["full", "public"])
def test_the_sample_hand_is_clean(level: str) -> None:
    text = SAMPLE.replace('[Level "full"]', f'[Level "{level}"]')
    audit = check_american(game(text))
    assert audit.findings == []
    assert audit.not_checked == {}
    state = audit.replays[0].state
    assert (len(state.floor), state.wall_left) == (65, 34)


def test_tiles_are_conserved_at_every_step_of_the_sample_hand() -> None:
    replay = check_american(game(SAMPLE)).replays[0]
    states = replay.states
    assert len(states) == len(replay.hand.events) + 1
    for state in states:
        if state.phase in ("play", "over"):
            assert state.tiles_in_sight() == 152
            assert state.wall is not None and len(state.wall) == state.wall_left
    assert repr(replay.state_at(66).players) == repr(states[66].players)


CHANGES = {
    "SET-01": (("9C 7D 9C 2B 5B 4D G", "9C 7D 9C 2B 5B 4D R"),),
    "SET-02": (("S N 1D J\"]", "S N 1D\"]"),),
    "SET-03": (("B +5D -W\n", "B +6D -W\n"),),
    "CH-02": (("R1 A>B W 3D 1B |", "R1 A>B W 3D |"),),
    "CH-03": (("O1 A>C 4B 2B E |", "O1 A>C 4B 2B S |"),),
    "CH-04": (("O1 A>C 4B 2B E |", "O1 A>D 4B 2B E |"),),
    "CH-05": (("\ngo\n", "\nstop C\n"),),
    "CH-06": (("R1 A>B W 3D 1B |", "R1 A>B W 3D + blind 1B |"),),
    "CH-07": (("court A=C 1 :", "court A=C 1 wish 2/2 :"),),
    "DISC-01": (("B +5D -W\n", "B +5D -N\n"),),
    "DISC-02": (("A -5C\nB", "A -5C \"5D\"\nB"),),
    "JX-01": (("B +4D x(C1)4D -6D", "B x(C1)4D +4D -6D"),),
    "JX-04": (("B +4D x(C1)4D -6D", "B +4D x(C2)4D -6D"),),
    "MJ-02": (("!mahj EV2 25", "!mahj EV1 25"),),
    "MJ-03": (("!mahj EV2 25", "!mahj EV2 30"),),
    "MJ-05": (("!mahj EV2 25 jokerless", "!mahj EV2 25"),),
    "PAY-01": (("A-50 B-100 C+200 D-50", "A-50 B-50 C+200 D-100"),),
    "PAY-02": (("A-50 B-100 C+200 D-50", "A-51 B-100 C+200 D-50"),),
}  # fmt: skip


@pytest.mark.parametrize("code", CHANGES)
def test_one_change_of_the_sample_hand_gives_exactly_its_code(code: str) -> None:
    assert set(codes(changed(*CHANGES[code]))) == {code}


def test_a_joker_in_a_pass_and_the_tile_that_is_missing_later() -> None:
    text = changed(("C>D 6B 6B 6D | D>A 7C 7B 3C", "C>D 6B 6B J | D>A 7C 7B 3C"))
    assert codes(text) == ["CH-01", "CH-03"]


def test_findings_say_where_what_and_by_which_rule() -> None:
    (finding,) = check_american(game(changed(*CHANGES["DISC-02"]))).findings
    assert (finding.round, finding.round_index, finding.event_index) == ("hand 1", 0, 31)
    assert (finding.seat, finding.turn, finding.severity) == (0, 1, "error")
    assert (finding.recorded, finding.expected) == ("5D", "5C")
    assert "5 Crak called 5 Dot" in finding.message
    assert "misname_multiplier = 4" in finding.rule_source


# --- codes that the sample hand cannot show

D_KONG = ("A -8D", "D *8D(A) =8D,8D,8D,8D -?")
HANDS = {
    "DEAL-01": ("deal B 1B 2B 3B 4B 5B 6B 7B 8B 9B 1C 2C 3C", *FIRST, "A -?"),
    "CH-08": (*FIRST, *SECOND[:2], "A -?"),
    "TURN-01": ("A -?", "C +? -?", "D +? -?"),
    "TURN-02": ("A -?", "B -?", "C +? -?"),
    "TURN-03": ("A -?", "B +?(wrong-end) -?", "C +? -?"),
    "TURN-04": ("B -?", "C +? -?"),
    "TURN-05": ("A -?", "B +? -?", "C +? +? -?", 'C dead "count" by A', "D +? -?", "C +? -?"),
    "CNT-01": ("A -?", "B +? +? -?", "C +? -?"),
    "CNT-02": ("A -?", "B +? +? -?", "C +? +? -?"),
    "DISC-03": ("A -5C", "A retract discard", "A -1B"),
    "CLM-01": ("A -8D", "B +? -1B", "D *8D(A) =8D,8D,8D -?"),
    "CLM-02": ("A -J", "D *J(A) =J,J,J -?"),
    "CLM-03": ("A -8D", "D *8D(A) =8D,8D -?"),
    "CLM-04": ("A -8D", "D *8D(A) =8D,8D,7D -?"),
    "CLM-05": ("A -8D", "D *8D(A) =7D,7D,7D -?"),
    "CLM-06": ("A -8D", "B *8D(A)", "D *8D(A) =8D,8D,8D -?"),
    "CLM-07": ("deal D 8D 1B 2B 3B 4B 5B 6B 7B 8B 9B 1C 2C 3C", "A -8D", "D *8D(A) =8D,8D,8D -1B"),
    "CLM-08": (*D_KONG, "D ^1=8D,8D,8D"),
    "CLM-09": ("A -R", "D *R(A) =R,R,R -?"),
    "CLM-10": ("A -E", "D *E(A) =E,E,E,E -?", "A +? -G", "D *G(A) =G,G,G,G -?"),
    "CLM-11": ("A -F", "D *F(A) =F,F,F -?"),
    "JX-02": ("A -8D", "D *8D(A) =8D,8D,8D,J -?", "A +? -8D", "B x(D1)8D"),
    "JX-03": ("A -8D", "D *8D(A) =8D,8D,8D,J -?", "A +? x(D1)8D gave 7D -?"),
    "JX-05": ("A -8D", "D *8D(A) =8D,8D,8D,8D -?", "A +? x(D1)J -?"),
    "JX-06": ("A -8D", "D *8D(A) =8D,8D,8D,J -?", "A +? x(D1)8D retract exchange -?"),
    "JOK-01": ("deal A F J 2B 2B 4B 4B 4B 6B 6B 6B 8B 8B 8B 8B", "A !mahj EV1 25 earthly"),
    "MJ-01": ("deal A F F 2B 2B 4B 4B 4B 6B 6B 6B 8B 8B 8B 9B", "A !mahj EV1 25 earthly"),
    "MJ-04": (
        "deal A F F F F F J J J J 7D 7D 7D 7D J", "A !mahj SX1 35 earthly",
        "pay A+210 B-70 C-70 D-70",
    ),
    "MJ-06": (
        "deal C 5B 5B 5B G G G 5C 5C R R R 0 0", "A -5C",
        "C *5C(A) =5C,5C,5C !mahj LK2 35 jokerless", "pay A-70 B-70 C+210 D-70",
    ),
    "MJ-07": (
        "deal D F F 3B 3B 4B 4B 3D 3D 3D J 4D 4D 4D", "A -?", 'D dead "exposed a tile" by B',
        "B +? -4D", "D *4D(B) !mahj RN3 25", "pay A-25 B-50 C-25 D+100",
    ),
    "MJ-08": (
        "deal D F F 3B 3B 4B 4B 3D 3D 3D J 4D 4D 4D", "A -4D", "B +? -?",
        "D *4D(A) !mahj RN3 25", "pay A-50 B-25 C-25 D+100",
    ),
    "DH-01": ("A -?", "B ?dead B a", "B +? -?"),
    "DH-02": (*D_KONG, "A ?dead D a : deny", 'D dead "exposures fit no line" by A', "A +? -?"),
    "DH-03": (
        "A -8D", "D *8D(A) =8D,8D,8D,8D -?", "A +? +? -?", 'A dead "count" by B', "B +? -R",
        "D *R(B) =R,R,R,R -?", "A ?dead D a",
    ),
    "DH-04": (
        "A -4D", "B *4D(A) =4D,4D,4D -?", "C +? -6D", "B *6D(C) =6D,6D,6D -?", "C +? -8D",
        "B *8D(C) =8D,8D,8D,8D -?", "C +? -2D", "D +? -2D", "A +? -2D",
    ),
    "PAY-03": (
        "deal D F F 3B 3B 4B 4B 3D 3D 3D J 4D 4D 4D", "A -?", 'C dead "exposed a tile" by B',
        "B +? -4D", "D *4D(B) !mahj RN3 25", "pay A-25 B-50 C0 D+75",
    ),
    "PAY-04": (
        *D_KONG, "A ?dead D a : deny", "A +? -?", *turns(98, "B"), "wall game",
        "pay A0 B0 C0 D0",
    ),
    "PAY-06": (
        "deal C F F 2C 2C 4C 4C 6C 6C 6C 8C 8C 8C 8C", "A -2B", "B *2B(A) =2B,2B,J -1C",
        "C +2B x(B1)2B !mahj EV1 25", "pay A-25 B-50 C+100 D-25",
    ),
}  # fmt: skip
HANDS["DH-03"] = (
    *D_KONG, "A +? -?", "B +? -?", "C +? -?", "D +? +? -?", 'D dead "count" exposures 1 by A',
)  # fmt: skip
#: Breaches that another one goes before: what kills the hand, and what is done about it.
WITH = {"TURN-05": ["CNT-01"], "CNT-02": ["CNT-01"], "DH-03": ["CNT-01"]}


@pytest.mark.parametrize("code", HANDS)
def test_one_breach_gives_exactly_its_code(code: str) -> None:
    played = play(*HANDS[code])
    found = [f.code[2:] for f in played.findings]
    assert found == [*WITH.get(code, []), code]
    severity = next(entry.severity for entry in AMERICAN_CODES if entry.code == f"A-{code}")
    assert played.finding(code).severity == severity


def test_mj_09_belongs_to_the_literal_reading_of_the_seed() -> None:
    won = HANDS["PAY-06"][:-1]
    rules = load_american_rules("american-seed-literal")
    assert play(*won, "pay A-50 B-50 C+150 D-50", rules=rules).codes == ["MJ-09"]


@pytest.mark.parametrize(
    ("said", "laid", "found"),
    [
        ("call", "8D,8D,8D", ["CLM-12"]),
        ("kong", "8D,8D,8D", ["CLM-12"]),
        ("Pung!", "8D,8D,8D", []),
        ("カン", "8D,8D,8D,J", []),
        ("杠", "8D,8D,8D,J", []),
        ("quint", "8D,8D,8D ^1=8D,8D,8D,J,J", []),
    ],
)  # fmt: skip
def test_CLM_12_the_platform_of_the_seed_wants_the_size_to_be_said(
    said: str, laid: str, found: list[str]
) -> None:
    claim = ("A -8D", f'B *8D(A) "{said}" ={laid} -?')
    assert play(*claim, rules="american-seed").codes == found
    assert play(*claim).codes == []
    unsaid = play("A -8D", f"B *8D(A) ={laid} -?", rules="american-seed")
    assert unsaid.codes == []
    assert unsaid.skipped("A-CLM-12")


def test_CLM_12_names_what_was_due() -> None:
    found = play("A -8D", 'B *8D(A) "call" =8D,8D,8D -?', rules="american-seed").finding("CLM-12")
    assert (found.recorded, found.expected) == ("call", "pung")


def test_every_code_of_the_play_has_a_record_that_shows_it() -> None:
    shown = {*CHANGES, *HANDS, "CH-01", "CLM-12", "MJ-09"}
    play_codes = {e.code[2:] for e in AMERICAN_CODES} - {"PAY-05", "ROT-01", "ROT-02", "TRN-01"}
    assert play_codes <= shown


def test_without_a_card_checks_that_need_one_are_counted() -> None:
    played = play("A -R", "D *R(A) =R,R,R -?", with_card=False)
    assert played.codes == []
    assert played.skipped("A-CLM-10")


def test_exposures_known_by_their_size_alone() -> None:
    assert play("A -8D", "D *8D(A) =4 -?", "A +? x(D1)8D -?").codes == []
    assert play("A -F", "D *F(A) =3 -?").codes == ["CLM-11"]
    assert play("A -R", "D *R(A) =3 -?").codes == ["CLM-09"]
    shown = play("A -8D", "D *8D(A) =4 -?")
    assert shown.state.players["D"].size == 13
    won = play("A -8D", "D *8D(A) =4 -?", "A +? -?", "B +? -2D", "D *2D(B) !mahj LK1 25 jokerless")
    assert won.skipped("A-MJ-05")


@pytest.mark.parametrize(
    ("lines", "parameter"),
    [
        (HANDS["CLM-08"], None),
        (
            ("A -2B", "B *2B(A) =2B,2B,J -8C", "C *8C(B) =8C,8C,8C x(B1)2B ^1=8C,8C,8C,J -?"),
            "exposure_lock",
        ),
        (("A -F", "B *F(A) =F,F,F,J -?"), "flower_jokers"),
    ],
)
def test_the_switch_that_makes_a_finding_disappear(
    lines: tuple[str, ...], parameter: str | None
) -> None:
    rules = parse_american_rules(
        'extends = "nmjl-2024"\nexposure_lock = "exchange"\nflower_jokers = false'
    )
    (finding,) = play(*lines, rules=rules).findings
    assert finding.explained_by == ([] if parameter is None else [parameter])


def test_the_older_points_for_a_challenge_explain_what_was_paid() -> None:
    lines = (
        *D_KONG, "A ?dead D a : deny", "A +? -?", *turns(98, "B"), "wall game",
        'pay A0 B0 C0 D0 | A>D 25 "challenge"',
    )  # fmt: skip
    (finding,) = play(*lines).findings
    assert (finding.code, finding.explained_by) == ("A-PAY-04", ["challenge_points"])
    assert play(*lines, rules="nmjl-classic").findings == []


def test_the_message_tells_the_consequence_under_the_profile_in_force() -> None:
    told = {
        rules: play('A -S "F"', "B +? -?", rules=rules).finding("DISC-02").message
        for rules in ("nmjl-2024", "american-seed")
    }
    assert "kills the claimant's hand" in told["nmjl-2024"]
    assert "has no penalty" in told["american-seed"]
    assert all("4 times the value" in message for message in told.values())


def test_every_error_of_the_play_has_a_consequence() -> None:
    rules = load_american_rules("american-seed-literal")
    subjects = ("SET", "DEAL", "CH", "TURN", "CNT", "DISC", "CLM", "JX", "JOK", "MJ", "DH")
    for entry in AMERICAN_CODES:
        code = entry.code[2:]
        if entry.severity == "error" and code.split("-")[0] in subjects:
            assert consequence(code, rules), code


def test_a_known_wall_tells_the_deal() -> None:
    text = "\n".join(line for line in SAMPLE.splitlines() if not line.startswith("deal "))
    audit = check_american(game(text + "\n"))
    assert audit.findings == []
    assert audit.not_checked == {}
