"""Profiles of American mahjong: values, sources, open points, house rules, the command."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mjlog.american.audit import check_american, rules_of
from mjlog.american.codes import AMERICAN_CODES
from mjlog.american.model import AmericanGame, CardRef
from mjlog.american.rules import (
    AmericanRules,
    american_profiles,
    check_american_rules,
    is_american,
    load_american_rules,
    parse_american_rules,
    with_table_rules,
)
from mjlog.american.rules.loader import LIBRARY, PROFILES
from mjlog.american.rules.meanings import GROUPS
from mjlog.american.rules.model import PARAMETERS
from mjlog.american.rules.seed import BY_NUMBER, OPEN_POINTS, SEED_ROWS
from mjlog.american.rules.validate import RANGES, SCHEMA, contradictions
from mjlog.american.settlement.tournament import SCHEMES
from mjlog.cli import main
from mjlog.errors import RulesError, UnknownNameError
from mjlog.rules import diff_rules, format_rules, load_rules
from mjlog.rules.compare import reading_tag

NAMES = {
    "nmjl-2024", "nmjl-classic", "american-seed", "tournament-destination", "tournament-mahjcon",
    "tournament-crak-your-bags", "tournament-online", "house", "nmjl-2024-3p",
}  # fmt: skip
EVERY = [
    *LIBRARY.preset_names(),
    *(f"{n}-{v}" for n in LIBRARY.preset_names() for v in LIBRARY.variants(n)),
]
Captured = pytest.CaptureFixture[str]


def differences(a: str, b: str) -> dict[str, tuple[str, str]]:
    return {d.key: (d.a, d.b) for d in diff_rules(load_american_rules(a), load_american_rules(b))}


# --- values ------------------------------------------------------------------------------------
def test_the_profiles_are_there() -> None:
    assert set(american_profiles()) >= NAMES


def test_the_defaults_are_those_of_the_league() -> None:
    league = load_american_rules("nmjl-2024")
    assert {k: getattr(league, k) for k in PARAMETERS} == {
        k: getattr(AmericanRules(), k) for k in PARAMETERS
    }


def test_the_league_before_2024_pays_25_for_a_dispute() -> None:
    assert differences("nmjl-2024", "nmjl-classic") == {"challenge_points": ("50", "25")}


def test_what_the_seed_text_changes() -> None:
    assert differences("nmjl-2024", "american-seed") == {
        "rotation": ("pivot", "seed16"),
        "rounds": ("0", "4"),
        "challenge_points": ("50", "25"),
        "misname_exposure": ("dead_claimant", "no_penalty"),
        "joker_names": ("joker, previous, same", "previous"),
        "claim_names_size": ("false", "true"),
    }
    assert differences("american-seed", "american-seed-literal") == {
        "exchange_win": ("allow", "forbid")
    }


def test_three_players_have_no_charleston() -> None:
    rules = load_american_rules("nmjl-2024-3p")
    assert (rules.players, rules.charleston, rules.hands_per_round) == (3, "none", 3)


def test_tournaments_name_their_scheme() -> None:
    named = {
        load_american_rules(name).tournament
        for name in LIBRARY.preset_names()
        if name.startswith("tournament-")
    }
    assert named == set(SCHEMES)


@pytest.mark.parametrize("name", EVERY)
def test_a_profile_keeps_its_domains_and_contradicts_nothing(name: str) -> None:
    rules = load_american_rules(name)
    assert SCHEMA.check_domain(rules) == []
    assert contradictions(rules) == []


@pytest.mark.parametrize("name", EVERY)
def test_a_profile_written_out_reads_back(name: str) -> None:
    rules = load_american_rules(name)
    again = parse_american_rules(format_rules(rules, GROUPS), name=rules.name)
    assert again == rules
    assert (again.sources, again.unspecified) == (rules.sources, rules.unspecified)


@pytest.mark.parametrize("name", LIBRARY.preset_names())
def test_every_value_has_a_source_or_rests_on_an_open_point(name: str) -> None:
    rules = load_american_rules(name)
    assert set(rules.sources) | set(rules.unspecified) == set(PARAMETERS)
    for key, text in rules.unspecified.items():
        tag = reading_tag(rules, key)
        assert tag == "U" or (tag in BY_NUMBER and key in BY_NUMBER[tag].parameters), text


@pytest.mark.parametrize("path", sorted(PROFILES.glob("*.toml")), ids=lambda p: p.stem)
def test_a_profile_file_has_no_faults(path: Path) -> None:
    assert check_american_rules(path) == []


# --- completeness ------------------------------------------------------------------------------
def test_every_parameter_has_a_meaning_and_a_domain() -> None:
    assert [key for group in GROUPS.values() for key in group] == list(PARAMETERS)
    for key in PARAMETERS:
        assert SCHEMA.describe_domain(key)
    assert set(RANGES) <= set(PARAMETERS)


@pytest.fixture(scope="module")
def program(root: Path) -> str:
    """The source of everything that may read a profile."""
    folders = (root / "mjlog", root / "parsers", root / "analysis")
    files = [path for folder in folders for path in folder.rglob("*.py")]
    # what only bots keep to decides nothing in a record
    files = [path for path in files if "simulator" not in path.parts]
    return "\n".join(p.read_text("utf-8") for p in files if p.parent.name != "rules")


@pytest.mark.parametrize("name", PARAMETERS)
def test_a_parameter_is_read_or_stated(name: str, program: str) -> None:
    is_read = re.search(rf"\brules\.{name}\b", program) is not None
    assert is_read is not ("; stated," in SCHEMA.meanings[name])


def test_every_open_point_is_a_switch_whose_default_comes_first() -> None:
    assert [point.number for point in OPEN_POINTS] == [f"O{n}" for n in range(1, 17)]
    default = AmericanRules()
    for point in OPEN_POINTS:
        for key in point.parameters:
            answers = [answer[key] for answer in point.answers if key in answer]
            assert len(answers) >= 2
            assert answers[0] == getattr(default, key)
            for value in answers:
                assert SCHEMA.read_value(key, value) == value


def test_all_rows_of_the_seed_text_are_kept_somewhere() -> None:
    assert [row.number for row in SEED_ROWS] == [f"SD-{n:02}" for n in range(1, 25)]
    seed = load_american_rules("american-seed")
    codes = {entry.code for entry in AMERICAN_CODES}
    for row in SEED_ROWS:
        assert row.parameters or row.codes or row.reading
        assert {f"A-{code}" for code in row.codes} <= codes
        for key in row.parameters:
            named = seed.sources.get(key, "") + seed.unspecified.get(key, "")
            if row.league == "differs":
                assert row.number in named, (row.number, key)


def test_the_house_profile_names_every_option_of_the_house() -> None:
    options = {
        key for name in LIBRARY.variants("house") for key in differences("house", f"house-{name}")
    }
    meant = {key for key, text in SCHEMA.meanings.items() if "(house" in text}
    assert meant <= options


@pytest.mark.parametrize("entry", AMERICAN_CODES, ids=lambda e: e.code)
def test_codes_name_parameters_that_exist(entry: object) -> None:
    rule = entry.rule  # type: ignore[attr-defined]
    assert all(key in PARAMETERS for key in rule.split(", ") if key)


# --- loading -----------------------------------------------------------------------------------
def test_near_matches_are_named() -> None:
    with pytest.raises(
        UnknownNameError, match=r"unknown American profile 'nmjl-2025'.*'nmjl-2024'"
    ):
        load_american_rules("nmjl-2025")
    with pytest.raises(RulesError, match="'chalenge_points'; did you mean 'challenge_points'"):
        parse_american_rules("chalenge_points = 25")
    with pytest.raises(RulesError, match='\'tabel\' is not "none" or "table"; did you mean'):
        parse_american_rules('hot_wall = "tabel"')
    with pytest.raises(RulesError, match="pie: -1 is not a whole number from 0 to 1000000"):
        parse_american_rules("pie = -1")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("players = 3", "charleston: three players have none"),
        ('charleston = "with_wall"', "charleston: with_wall needs players = 3"),
        ('rotation = "seed16"\nhands_per_round = 5', "rotation: seed16"),
        ('rotation = "seed16"\nrounds = 5', "rounds: the table of seed16 has four"),
        ('hot_wall = "table"\ncold_wall = "no_claims"', "hot_wall: nobody can claim"),
        ('extends = "tournament-mahjcon"\npie = 500', "tournament: points of a tournament"),
        ('extends = "house-3p"\ntournament = "online"', "tournament: its schemes"),
    ],
)
def test_contradictions_are_refused(text: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        parse_american_rules(text)


def test_variants_of_the_house_add_up() -> None:
    rules = load_american_rules("house-hotwall-kitty")
    assert (rules.hot_wall, rules.wall_game_points) == ("table", 25)
    assert load_american_rules("house-kitty-hotwall") == rules
    with pytest.raises(UnknownNameError):
        load_american_rules("house-kitty-kitty")


def test_a_file_tells_its_kind(tmp_path: Path) -> None:
    def written(text: str) -> Path:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.toml"
        path.write_text(text, encoding="utf-8")
        return path

    assert is_american("house-pie") and not is_american("tenhou") and not is_american("nothing")
    assert is_american(written('extends = "nmjl-2024"'))
    assert is_american(written("pie = 500"))
    base = written('extends = "american-seed"')
    assert is_american(written(f'extends = "./{base.name}"'))
    assert not is_american(written('extends = "tenhou"\nkuitan = false'))
    assert not is_american(written("title = 'nothing'"))
    assert not is_american(written("not toml ["))
    assert not is_american(tmp_path / "absent.toml")


# --- house rules in records -------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("hot wall", "hot_wall", "table"),
        ("Cold wall, self-pick only", "cold_wall", "self_pick_only"),
        ("cold wall", "cold_wall", "no_claims"),
        ("pie 300", "pie", 300),
        ("kitty", "wall_game_points", 25),
        ("10 jokers", "jokers", 10),
        ("ten jokers", "jokers", 10),
        ("zombie blanks", "blank_swap", "any"),
        ("blanks 4", "blanks", 4),
        ("picking ahead", "futures", True),
        ("mush", "mush", True),
        ("atomic", "atomic_value", 50),
        ("one-hand rule", "obvious_hand", "table"),
        ("Charleston across first", "charleston", "across_first"),
        ("no death challenges", "challenges", False),
        ("bettor", "bettor", True),
        ("challenge points: 25", "challenge_points", 25),
        ("joker_names = same, joker", "joker_names", frozenset({"same", "joker"})),
        ("challenges = false", "challenges", False),
    ],
)
def test_house_rules_in_words(text: str, key: str, value: object) -> None:
    rules, unknown = with_table_rules(load_american_rules("nmjl-2024"), [text])
    assert unknown == []
    assert getattr(rules, key) == value
    assert rules.sources[key] == f"house rule {text!r}"


@pytest.mark.parametrize(
    "text", ["tea at four", "pie x", "players = 5", "jokers = -1", "hot wall 3", "no_such = 3", ""]
)
def test_house_rules_that_are_not_known(text: str) -> None:
    league = load_american_rules("nmjl-2024")
    assert with_table_rules(league, [text]) == (league, [text])


def test_a_house_rule_that_contradicts_another_is_not_taken() -> None:
    league = load_american_rules("nmjl-2024")
    rules, unknown = with_table_rules(league, ["hot wall", "cold wall"])
    assert unknown == ["cold wall"]
    assert (rules.hot_wall, rules.cold_wall) == ("table", "none")


# --- the command -------------------------------------------------------------------------------
def test_rules_list_has_both_games(capsys: Captured) -> None:
    assert main(["rules", "list"]) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert set(names) >= NAMES | {"tenhou"}
    assert len(set(names)) == len(names)


def test_rules_diff(capsys: Captured) -> None:
    assert main(["rules", "diff", "nmjl-2024", "american-seed"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "rotation\tpivot\tseed16",
        "rounds\t0 (U)\t4",
        "challenge_points\t50\t25",
        "misname_exposure\tdead_claimant\tno_penalty (O10)",
        "joker_names\tjoker, previous, same\tprevious",
        "claim_names_size\tfalse\ttrue",
    ]
    assert main(["rules", "diff", "tenhou", "american-seed"]) == 2
    assert "tenhou and american-seed are rules of different games" in capsys.readouterr().err


def test_rules_show_is_a_file_to_start_from(tmp_path: Path, capsys: Captured) -> None:
    assert main(["rules", "show", "house-pie"]) == 0
    file = tmp_path / "own.toml"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["rules", "check", str(file)]) == 0
    assert main(["rules", "diff", "house-pie", str(file)]) == 0
    assert capsys.readouterr().out == ""


def test_rules_show_as_json(capsys: Captured) -> None:
    assert main(["rules", "show", "american-seed", "--format", "json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert [entry["key"] for entry in shown["parameters"]] == list(PARAMETERS)
    by_key = {entry["key"]: entry for entry in shown["parameters"]}
    assert by_key["challenge_points"]["value"] == 25
    assert by_key["challenge_points"]["source"] == "SD-21"
    assert by_key["joker_names"]["value"] == ["previous"]


def test_rules_check_finds_faults(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "own.toml"
    file.write_text('extends = "house"\npye = 3\n', encoding="utf-8")
    assert main(["rules", "check", str(file)]) == 1
    assert "unknown parameter 'pye'; did you mean 'pie'" in capsys.readouterr().out


def test_a_ruleset_file_has_a_title(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "club.toml").write_text('name = "club"\nextends = "nmjl-2024"\n', encoding="utf-8")
    assert main(["rules", "check", str(tmp_path / "club.toml")]) == 1
    assert "unknown key 'name'; did you mean 'title'?" in capsys.readouterr().out


def test_an_unknown_name_is_compared_with_both_games(capsys: Captured) -> None:
    assert main(["rules", "show", "nmjl-2025"]) == 2
    assert "'nmjl-2024'" in capsys.readouterr().err


def test_riichi_rules_are_still_loaded_by_their_loader() -> None:
    assert load_rules("tenhou").players == 4
    with pytest.raises(UnknownNameError):
        load_rules("nmjl-2024")


def test_the_document_of_rules_is_current(root: Path) -> None:
    script = root / "scripts" / "make_rules_doc.py"
    done = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_record_names_a_profile_and_opens_no_file(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "nmjl-2024"\nchallenge_points = 7\n', encoding="utf-8")
    game = AmericanGame("", "", str(house), CardRef(), dict.fromkeys("ABCD", ""))
    assert rules_of(game) is None
    audit = check_american(game)
    assert audit.rules.challenge_points == 50
    assert any("--rules gives rules of your own" in text for _, text in audit.not_checked)
