"""American records in the commands and in ``mjlog.read``, alone and beside riichi records."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Final

import pytest
from mjlog.parsers import ALL_FORMATS, Tally, detect_format, iter_batches, iter_records
from mjlog.parsers.american import parse_text
from mjlog.parsers.american.levels import reduced

import mjlog
from mjlog.american.batch import AmericanBatch
from mjlog.american.model import LEVELS, AmericanGame, Deal, Draw, Mahjong
from mjlog.american.tiles import UNKNOWN
from mjlog.cli import main
from mjlog.errors import MjlogError, ParseError
from mjlog.views import Game

DATA: Final = Path(__file__).parent / "data"
TEXT: Final = DATA / "sample_hand.amn"
JSON: Final = DATA / "sample_hand.jsonl"
RIICHI: Final = Path(__file__).parents[2] / "sample_logs" / "tenhou" / "tenhou-0.mjlog"
EVENTS: Final = 182
Output = pytest.CaptureFixture[str]


def sample() -> AmericanGame:
    games: list[AmericanGame] = parse_text(TEXT.read_bytes())
    return games[0]


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A folder of American and riichi records, with a card, an archive and a bad file."""
    folder = tmp_path / "mixed"
    folder.mkdir()
    for path in (TEXT, JSON, RIICHI):
        shutil.copy(path, folder)
    (folder / "card.amc").write_text("amc 1\n", encoding="utf-8")
    with zipfile.ZipFile(folder / "more.zip", "w") as archive:
        archive.write(TEXT, "inside.amn")
    (folder / "bad.amn").write_text("#AMN 1\nB +5D\n", encoding="utf-8")
    return folder


# --- detection ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("data", "name"),
    [
        (TEXT.read_bytes(), "american"),
        (b"\xef\xbb\xbf\n# our club\n\n  #AMN 1\n", "american"),
        (TEXT.read_text(encoding="utf-8").encode("utf-16"), "american"),
        (JSON.read_bytes(), "american-json"),
        (b'{"type":"start_game","players":{}}\n{"type":"start_hand","hand":1}', "american-json"),
        (b'{"ruleset":null,"card":{"id":"x"},"type":"start_game"}', "american-json"),
        (b'{"type":"start_game","names":["A"]}\n{"type":"start_kyoku"}', "mjai"),
        (b"AMN 1\n", None),
    ],
)
def test_detection(data: bytes, name: str | None) -> None:
    found = detect_format(data)
    assert (found and found.name) == name


def test_no_american_detector_takes_a_riichi_record() -> None:
    data = b'<mjloggm ver="2.3"><SHUFFLE seed=""/><GO type="169"/></mjloggm>'
    assert [entry.name for entry in ALL_FORMATS if entry.detect(data)] == ["mjlog"]


# --- reading ------------------------------------------------------------------------------------
def test_read_gives_american_games() -> None:
    (game,) = mjlog.read(TEXT)
    assert isinstance(game, AmericanGame)
    assert repr(game) == f"<AmericanGame {game.id}: Ann, Bea, Cy, Dot; 1 hand, full, nmjl-2024>"
    assert repr(game.hands[0]) == f"<AmericanHand 1: East A, {EVENTS} events>"
    assert mjlog.read(JSON) == mjlog.read(TEXT.read_bytes()) == [game]
    assert (game.source, game.format) == (str(TEXT), "american")
    assert mjlog.audit(game) == mjlog.audit([game]) == mjlog.audit(AmericanBatch([game])) == []


def test_a_mixed_folder_is_read_whole(mixed: Path) -> None:
    games = mjlog.read(mixed)
    assert [type(game) for game in games] == [Game, *[AmericanGame] * 3]
    assert mjlog.audit(games) == []
    tally = Tally()
    batches = list(iter_records(mixed, tally=tally))
    assert (tally.seen, tally.imported, tally.skipped, tally.failed) == (6, 4, 1, 1)
    assert [p.place for b in batches for p in b.problems] == ["line 2, column 1"]


def test_columns_leave_american_games_out_and_say_so(mixed: Path) -> None:
    tally = Tally()
    batches = list(iter_batches(mixed, tally=tally))
    assert sum(len(batch) for batch in batches) == 1
    assert (tally.seen, tally.imported, tally.skipped, tally.failed) == (6, 1, 4, 1)
    kinds = sorted(p.kind for batch in batches for p in batch.problems)
    assert kinds == ["unreadable", *["unsupported"] * 3]


def test_a_bad_record_alone_is_an_error(mixed: Path) -> None:
    with pytest.raises(ParseError, match="line 2, column 1"):
        mjlog.read(mixed / "bad.amn")


def test_rules_and_card_may_be_named() -> None:
    (game,) = mjlog.read(TEXT)
    game.hands[0].events[-1].pay["A"] -= 1
    codes = [f.code for f in mjlog.audit(game)]
    assert codes and set(codes) <= {"A-PAY-01", "A-PAY-02"}
    assert [f.code for f in mjlog.audit(game, rules="american-seed")][:1] == codes[:1]
    assert [f.code for f in mjlog.audit(game, card="sample-original-1", rules="tenhou")] == codes


# --- levels -------------------------------------------------------------------------------------
def test_lower_levels_tell_less_and_stay_clean() -> None:
    game = sample()
    public, result = (reduced(game, level) for level in LEVELS[1:])
    events = public.hands[0].events
    assert not any(isinstance(e, Deal) for e in events) and public.hands[0].wall is None
    assert {e.tile for e in events if isinstance(e, Draw)} == {UNKNOWN}
    assert [type(e).__name__ for e in result.hands[0].events] == ["Mahjong", "Settle"]
    assert mjlog.audit([public, result]) == []
    assert reduced(game, "full") is game
    with pytest.raises(MjlogError, match="holds no more"):
        reduced(result, "public")


def test_a_wrong_name_stays_in_a_result() -> None:
    text = (
        '#AMN 1\n[Level "public"]\nhand 1 East A\nA -F "0"\nB *0(A) !mahj EV2 25\n'
        "pay A-100 B+100 C+0 D+0\n"
    )
    (game,) = parse_text(text)
    names = [type(e).__name__ for e in reduced(game, "result").hands[0].events]
    assert names == ["Discard", "Claim", "Mahjong", "Settle"]
    assert mjlog.audit(reduced(game, "result")) == []
    game.hands[0].events[-1].pay |= {"A": -50, "C": -25, "D": -25}
    assert [f.code for f in mjlog.audit(reduced(game, "result"))] == ["A-PAY-04"]


def test_a_discard_from_the_wrong_end_stays_in_a_result() -> None:
    text = (
        '#AMN 1\n[Level "public"]\nhand 1 East A\nA -F\nB +?(wrong-end) -5C\n'
        "C *5C(B) !mahj EV2 25\npay A+0 B-100 C+100 D+0\n"
    )
    (game,) = parse_text(text)
    result = reduced(game, "result")
    names = [type(e).__name__ for e in result.hands[0].events]
    assert names == ["Draw", "Discard", "Claim", "Mahjong", "Settle"]
    assert mjlog.audit(result) == []


def test_challenges_stay_in_a_result() -> None:
    text = TEXT.read_text(encoding="utf-8").replace("D-50", "D-50 | D>A 50")
    text = text.replace("C *2C(B) !mahj", "D ?dead A c : deny\nC *2C(B) !mahj")
    (game,) = parse_text(text)
    for level in LEVELS:
        assert mjlog.audit(reduced(game, level)) == []


# --- commands -----------------------------------------------------------------------------------
def test_audit(capsys: Output) -> None:
    assert main(["audit", str(TEXT), str(JSON), "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["summary"]["games"] == report["summary"]["wins"] == 2
    assert report["findings"] == report["problems"] == []


def test_audit_of_a_mixed_folder(mixed: Path, capsys: Output) -> None:
    assert main(["audit", str(mixed), "--format", "json"]) == 3
    summary = json.loads(capsys.readouterr().out)["summary"]
    assert [summary[key] for key in ("games", "imported", "skipped", "failed")] == [4, 4, 1, 1]


def test_audit_tells_findings_of_both_kinds(tmp_path: Path, capsys: Output) -> None:
    text = TEXT.read_text(encoding="utf-8").replace("pay A-50", "pay A-51")
    (tmp_path / "wrong.amn").write_text(text, encoding="utf-8")
    assert main(["audit", str(tmp_path)]) == 1
    assert "hand 1" in (out := capsys.readouterr().out) and "A-PAY-0" in out
    assert main(["audit", str(tmp_path), "--ignore", "A-PAY"]) == 0
    assert main(["audit", str(tmp_path), "--select", "A-CH"]) == 0
    baseline = str(tmp_path / "known.json")
    assert main(["audit", str(tmp_path), "--write-baseline", baseline]) == 1
    (tmp_path / "known.json").rename(tmp_path.parent / "known.json")
    assert main(["audit", str(tmp_path), "--baseline", str(tmp_path.parent / "known.json")]) == 0


@pytest.mark.parametrize(
    ("options", "status"),
    [
        (["--rules", "nmjl-classic"], 0),
        (["--rules", "tenhou"], 0),
        (["--card", "sample-original-1"], 0),
        (["--rules", "nmjl-2042"], 2),
        (["--card", "no-such-card"], 2),
    ],
)
def test_rules_and_card_of_an_audit(options: list[str], status: int, capsys: Output) -> None:
    assert main(["audit", str(TEXT), *options]) == status
    error = capsys.readouterr().err
    assert status == 0 or "unknown" in error
    assert options[1] != "nmjl-2042" or "nmjl-2024" in error


@pytest.mark.parametrize(
    "words",
    [
        ["audit", str(TEXT)],
        ["review", str(TEXT), "--seat", "A"],
        ["export", str(TEXT), "-o", "{}/dataset"],
        ["simulate", "--rules", "nmjl-2024", "-o", "{}/games"],
    ],
)
def test_a_card_file_that_cannot_be_read_is_wrong_usage(
    words: list[str], tmp_path: Path, capsys: Output
) -> None:
    card = tmp_path / "none.amc"
    words = [word.format(tmp_path) for word in words]
    assert main([*words, "--card", str(card)]) == 2
    told = f"mjlog: {card}: cannot be read: No such file or directory\n"
    assert capsys.readouterr().err == told


NO_RIICHI: Final = "mjlog: --rules tenhou is for riichi games, and there is none here\n"
NO_AMERICAN: Final = "mjlog: --rules nmjl-2024 is for American games, and there is none here\n"
NO_CARD: Final = "mjlog: --card sample-original-1 is for American games, and there is none here\n"


@pytest.mark.parametrize(
    ("path", "options", "message"),
    [
        (TEXT, ["--rules", "tenhou"], NO_RIICHI),
        (TEXT, ["--rules", "nmjl-2024"], ""),
        (RIICHI, ["--rules", "nmjl-2024"], NO_AMERICAN),
        (RIICHI, ["--rules", "tenhou"], ""),
        (RIICHI, ["--card", "sample-original-1"], NO_CARD),
        (TEXT, ["--card", "sample-original-1"], ""),
    ],
)
def test_rules_and_card_without_a_game_of_their_kind_are_told(
    path: Path, options: list[str], message: str, tmp_path: Path, capsys: Output
) -> None:
    assert main(["audit", str(path), *options]) == 0
    assert capsys.readouterr().err == message
    assert main(["export", str(path), *options, "-o", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().err == message
    assert main(["export", str(path), *options, "-o", str(tmp_path / "out")]) == 0  # nothing new
    assert capsys.readouterr().err == message
    if options[0] == "--rules":
        assert main(["show", str(path), *options]) == 0
        assert capsys.readouterr().err == message


@pytest.mark.parametrize("options", [["--rules", "tenhou"], ["--rules", "nmjl-2024"],
                                     ["--card", "sample-original-1"]])  # fmt: skip
def test_rules_judge_their_own_kind_among_others(
    options: list[str], mixed: Path, capsys: Output
) -> None:
    assert main(["audit", str(mixed), *options]) == 3
    assert capsys.readouterr().err == ""
    (mixed / "bad.amn").unlink()
    if options[0] == "--rules":
        assert main(["show", str(mixed), "--all", *options]) == 0
        assert capsys.readouterr().err == ""


def test_rules_of_the_other_kind_change_no_conversion(tmp_path: Path, capsys: Output) -> None:
    out = str(tmp_path / "out.jsonl")
    riichi = ["--rules", "tenhou", "-o", out]
    assert main(["convert", str(TEXT), "--to", "american-json", *riichi]) == 0
    assert NO_RIICHI in capsys.readouterr().err
    own = ["--rules", "nmjl-2024", "-o", out]
    assert main(["convert", str(TEXT), "--to", "american-json", *own]) == 0
    assert "American records are written as they are" in capsys.readouterr().err
    assert Path(out).read_bytes() == JSON.read_bytes()


@pytest.mark.parametrize(
    ("name", "form", "other"), [("american", TEXT, JSON), ("american-json", JSON, TEXT)]
)
def test_convert_gives_the_twin_byte_for_byte(
    name: str, form: Path, other: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert main(["convert", str(other), "--to", name, "-o", str(out)]) == 0
    assert out.read_bytes() == form.read_bytes()
    assert json.loads((tmp_path / "out.losses.json").read_text(encoding="utf-8")) == []


def test_convert_to_a_lower_level(tmp_path: Path, capsys: Output) -> None:
    out = tmp_path / "result.amn"
    assert (
        main(["convert", str(TEXT), "--to", "american", "--level", "result", "-o", str(out)]) == 0
    )
    assert "only what is result is written" in capsys.readouterr().err
    line = "hand 1 round 1 East A ; C !mahj EV2 25 jokerless off B ; pay A-50 B-100 C+200 D-50"
    assert out.read_text(encoding="utf-8").splitlines()[-1] == line
    assert main(["convert", str(RIICHI), "--to", "mjai", "--level", "public"]) == 2
    assert main(["convert", str(RIICHI), "--to", "table", "--level", "public"]) == 0


def test_convert_refuses_games_of_the_other_kind(capsys: Output) -> None:
    assert main(["convert", str(TEXT), "--to", "mjai"]) == 3
    assert "expected --to american or american-json" in capsys.readouterr().err
    assert main(["convert", str(RIICHI), "--to", "american"]) == 3
    assert "a game of riichi mahjong" in capsys.readouterr().err


def test_show_a_game_a_hand_and_a_table(tmp_path: Path, capsys: Output) -> None:
    assert main(["show", str(TEXT)]) == 0
    out = capsys.readouterr().out
    assert "win C EV2 25 jokerless off B" in out
    assert "A, D: 25 × jokerless 2 = 50; B: 25 × discarder 2 × jokerless 2 = 100\n" in out
    four = str(tmp_path / "four.toml")
    Path(four).write_text('extends = "house"\njokerless_multiplier = 4\n', encoding="utf-8")
    assert main(["show", str(TEXT), "--rules", four]) == 0
    assert "A, D: 25 × jokerless 4 = 100" in capsys.readouterr().out
    for name in ("hand 1", "1", "第1局"):
        assert main(["show", str(JSON), "-r", name]) == 0
        assert " 66  C *4D(B) =4D,4D,J -0\n" in capsys.readouterr().out
    assert main(["show", str(TEXT), "-r", "hand 1", "--step", "66", "--seat", "west"]) == 0
    out = capsys.readouterr().out
    assert "-> C *4D(B) =4D,4D,J\n" in out and "live discard 4D (B)" in out
    assert "W C Cy\n  rack  1C 2C 2C 6C 6C 4D 8D 8D S 0 F F J\n" in out
    assert "E A Ann\n  rack  (13)\n" in out
    assert main(["--lang", "ja", "show", str(TEXT), "-r", "1", "--step", str(EVENTS)]) == 0
    assert "終了時" in capsys.readouterr().out


@pytest.mark.parametrize("form", ["svg", "html"])
def test_show_pictures_and_pages(form: str, capsys: Output) -> None:
    assert main(["show", str(TEXT), "-r", "1", "--step", "70", "--seat", "Cy", "--as", form]) == 0
    assert "</svg>" in capsys.readouterr().out
    assert main(["show", str(TEXT), "--as", "html"]) == 0
    assert "<pre>" in capsys.readouterr().out


def test_show_says_what_is_not_there(capsys: Output) -> None:
    for options, word in (
        (["-r", "hand 4"], "did you mean 'hand 1'"),
        (["-r", "1", "--step", "183"], "steps 0 to 182"),
        (["-r", "1", "--step", "1", "--seat", "E1"], "unknown player"),
    ):
        assert main(["show", str(TEXT), *options]) == 2
        assert word in capsys.readouterr().err


def test_show_lists_games_of_both_kinds(mixed: Path, capsys: Output) -> None:
    assert main(["show", str(mixed)]) == 0
    assert "nmjl-2024" in (out := capsys.readouterr().out) and "tenhou" in out
    assert main(["show", str(mixed), "--game", "1"]) == 0
    assert "EV2" in capsys.readouterr().out
    assert main(["show", str(mixed), "--all"]) == 0
    assert "EV2" in (out := capsys.readouterr().out) and "tenhou" in out


def test_formats(capsys: Output) -> None:
    assert main(["formats", "--format", "json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert all(rows[name]["read"] and rows[name]["write"] for name in ("american", "american-json"))
    assert main(["formats", "american"]) == 0
    assert "discard.named" in capsys.readouterr().out


def test_riichi_commands_do_not_load_american_mahjong() -> None:
    code = (
        "import sys, mjlog; mjlog.read(sys.argv[1]);"
        "print([m for m in sys.modules if 'mjlog.american' in m or 'parsers.american' in m])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(RIICHI)], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"


def test_mahjong_says_who_won() -> None:
    (mahjong,) = [e for e in sample().hands[0].events if isinstance(e, Mahjong)]
    assert (mahjong.p, mahjong.how, mahjong.off, mahjong.line_id) == ("C", "discard", "B", "EV2")


# --- a sheet of results -------------------------------------------------------------------------
SHEET = (
    '#AMN 1\n[Ruleset "nmjl-2024"]\n[Players "A=Ann B=Bea C=Cy D=Dot"]\n'
    "hand 1 East A ; B !mahj 25 off D ; pay A-25 B+100 C-25 D-50\n"
    "hand 2 East B ; wall game\n"
)


def sums(tmp_path: Path, hands: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What stands under the last hand."""
    (tmp_path / "sheet.amn").write_text(SHEET + hands, encoding="utf-8")
    assert main(["show", str(tmp_path / "sheet.amn")]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    return last.split() if last.startswith("total") else []


def test_points_are_summed_where_no_end_is_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sums(tmp_path, "", capsys) == ["total", "-25", "+100", "-25", "-50"]
    cancel = "hand 3 East C ; void ; pay A+5 B-5\n"
    assert sums(tmp_path, cancel, capsys) == ["total", "-20", "+95", "-25", "-50"]
    three = "hand 3 East C ; A !mahj 30 self-pick ; pay A+180 B-60 C-60\n"
    assert sums(tmp_path, three, capsys) == ["total", "+155", "+40", "-85"]  # not those of D
    unpaid = "hand 3 East C ; A !mahj 30 self-pick\n"
    assert sums(tmp_path, unpaid, capsys) == []
    assert sums(tmp_path, "end A-1 B+1 C+0 D+0\n", capsys) == ["total", "-1", "+1", "+0", "+0"]


def test_a_sheet_of_results_shows_no_empty_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sheet.amn").write_text(SHEET, encoding="utf-8")
    assert main(["show", str(tmp_path / "sheet.amn"), "-r", "1", "--step", "1"]) == 0
    out = capsys.readouterr().out
    assert "-> pay A-25" in out and "a record of results holds no tiles" in out
    assert "wall 0" not in out and "rack" not in out


def test_what_is_for_riichi_or_needs_a_hand_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wall", str(TEXT)]) == 3
    assert "only riichi games are read here; 'mjlog audit', 'show'" in capsys.readouterr().err
    assert main(["show", str(TEXT), "--step", "1"]) == 2
    assert "of an American game -r 'hand 1'" in capsys.readouterr().err
