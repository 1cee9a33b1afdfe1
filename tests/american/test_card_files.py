"""Cards of records, ``mjlog card``, and pictures of American tiles."""

from __future__ import annotations

import json
import shutil
import xml.dom.minidom
from pathlib import Path

import pytest

from mjlog.american.audit import check_american
from mjlog.american.card import (
    Card,
    card_for,
    format_card,
    load_card,
    packaged_cards,
    parse_card,
    parse_exposures,
    parse_hand,
)
from mjlog.american.card.picture import card_html, card_svg, card_text, line_svg
from mjlog.american.model import AmericanGame, CardRef
from mjlog.american.state import Live, PlayerState, State
from mjlog.american.tiles import KINDS, UNKNOWN, tile_name
from mjlog.cli import main
from mjlog.errors import MjlogError
from mjlog.render.american import hand_svg, hand_text, state_svg, state_text, tile_svg

SAMPLE = "sample-original-1"


def game(id: str | None = None, sha256: str | None = None, source: str = "") -> AmericanGame:
    return AmericanGame("g", source, None, CardRef(id, sha256), {"A": "Ann"})


def other_card(folder: Path, name: str = "club.amc") -> Card:
    """A card of a club beside the records of ``folder``."""
    text = "amc 1\nname club\n[S]\nA | FFFF NNNNN XXXXXa | X 30\n"
    (folder / name).write_text(text, encoding="utf-8")
    return parse_card(text)


# --- the card of a record ---------------------------------------------------------------------
def test_the_card_that_is_given_goes_first(tmp_path: Path) -> None:
    club = other_card(tmp_path)
    assert card_for(game(SAMPLE), given=club) is club
    assert card_for(game(SAMPLE), given=tmp_path / "club.amc") == club
    assert card_for(game("unknown"), given=SAMPLE) == load_card(SAMPLE)


def test_then_the_file_beside_the_record_with_the_hash(tmp_path: Path) -> None:
    club = other_card(tmp_path)
    other_card(tmp_path / "..", "ignored.amc")
    record = str(tmp_path / "game.amn")
    assert card_for(game("x", club.sha256, record)) == club
    assert card_for(game(SAMPLE, club.sha256.upper(), record)) == club
    assert card_for(game("x", club.sha256), folder=tmp_path) == club
    assert card_for(game("club", None, record)) is None  # an id alone finds packaged cards only


def test_then_the_packaged_card_of_the_id() -> None:
    sample = load_card(SAMPLE)
    assert card_for(game(SAMPLE)) == sample
    assert card_for(game(SAMPLE, sample.sha256)) == sample
    assert card_for(game(None, sample.sha256)) == sample
    # the hash says that the game was played with another card of this name
    assert card_for(game(SAMPLE, "0" * 64)) is None
    assert card_for(game()) is None


@pytest.mark.parametrize(
    ("named", "told"),
    [
        (CardRef("club", None), ["the record names club, not found; --card gives it"]),
        (CardRef(None, "0" * 64), [f"the record names {'0' * 64}, not found; --card gives it"]),
        (CardRef(SAMPLE, None), []),
        (CardRef(None, None), []),
    ],
)
def test_a_card_that_is_not_found_is_told(named: CardRef, told: list[str]) -> None:
    one = game(named.id, named.sha256)
    found = check_american(one).not_checked
    assert [reason for check, reason in found if check == "card"] == told
    given = check_american(one, card=load_card(SAMPLE)).not_checked
    assert not [reason for check, reason in given if check == "card"]


def test_a_bad_card_beside_a_record_is_told(tmp_path: Path) -> None:
    import hashlib

    data = b"amc 1\n[S]\nA | 22 | X 1\n"
    (tmp_path / "bad.amc").write_bytes(data)
    with pytest.raises(MjlogError, match="line 3, column 5"):
        card_for(game("bad", hashlib.sha256(data).hexdigest()), folder=tmp_path)


def test_the_sample_hand_names_the_packaged_card(shared: Path) -> None:
    text = (shared / "cases" / "american" / "sample_hand.jsonl").read_text(encoding="utf-8")
    named = json.loads(text.splitlines()[0])["card"]
    assert card_for(game(named["id"], named["sha256"])) == load_card(SAMPLE)


# --- mjlog card -------------------------------------------------------------------------------
def run(*words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    status = main(["card", *words])
    out, err = capsys.readouterr()
    return status, out, err


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run("list", capsys=capsys)
    assert status == 0
    assert [row.split()[0] for row in out.splitlines()] == packaged_cards()
    status, out, _ = run("list", "--format", "json", capsys=capsys)
    assert [(c["name"], c["lines"]) for c in json.loads(out)][1] == (SAMPLE, 18)
    assert main(["card"]) == 0


def test_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "card.amc"
    path.write_text(format_card(load_card(SAMPLE)), encoding="utf-8")
    assert run("check", str(path), capsys=capsys)[:2] == (0, "")
    path.write_text("amc 1\n[S]\nA | 22 FFFF NNNN SSSS | X 1\n", encoding="utf-8")
    status, out, _ = run("check", str(path), capsys=capsys)
    assert (status, out) == (1, f"{path}:3:5: expected a suit behind '22': a, b, c or ?\n")
    status, out, _ = run("check", str(path), "--format", "json", capsys=capsys)
    (problem,) = json.loads(out)["problems"]
    assert (status, problem["line"], problem["column"]) == (1, 3, 5)
    assert run("check", str(tmp_path / "none.amc"), capsys=capsys)[0] == 3
    assert run("check", SAMPLE, capsys=capsys)[0] == 0


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run("show", SAMPLE, capsys=capsys)
    assert status == 0
    assert "EV1  22a 444a 666a 8888a FF" in out
    assert run("show", SAMPLE, "--as", "amc", capsys=capsys)[1] == format_card(load_card(SAMPLE))
    _, out, _ = run("show", SAMPLE, "--as", "json", capsys=capsys)
    assert json.loads(out)["name"] == SAMPLE
    _, out, _ = run("show", SAMPLE, "--as", "svg", capsys=capsys)
    xml.dom.minidom.parseString(out)
    status, _, err = run("show", "sample-orginal-1", capsys=capsys)
    assert (status, "did you mean 'sample-original-1'" in err) == (2, True)


def test_match(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run("match", SAMPLE, "FF", "22B", "444B", "666B", "8888B", capsys=capsys)
    assert (status, out.split()) == (
        0, ["EV1", "X", "25", "22B", "444B", "666B", "8888B", "FF", "jokerless"],
    )  # fmt: skip
    words = ("match", SAMPLE, "FF 22B 444B 666B", "--exposed", "8888B", "--format", "json")
    status, out, _ = run(*words, capsys=capsys)
    assert json.loads(out)["wins"][0] == {
        "line": "EV1", "section": "Evens", "value": 25, "concealed": False, "jokerless": True,
        "bonus": True, "hand": "22B 444B 666B 8888B FF",
    }  # fmt: skip
    status, out, _ = run("match", SAMPLE, "FF 2B J 444B 666B 8888B", capsys=capsys)
    assert (status, out) == (1, "no win: 1 tile away, 1 of them natural, from the nearest line\n")
    status, out, _ = run("match", SAMPLE, "FF 22B", "--exposed", "222C; 4444D;999B", capsys=capsys)
    assert (status, out) == (1, "no win\n")


def test_match_of_thirteen_tiles_shows_the_waits(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run("match", SAMPLE, "FFFFF JJJJ 7777D", capsys=capsys)
    assert status == 0
    assert [row.split()[:2] for row in out.splitlines()] == [
        ["7C", "SX1"], ["7B", "SX1"], ["E", "QU2"], ["S", "QU2"], ["W", "QU2"], ["N", "QU2"],
        ["F", "SX1"], ["J", "QU2"], ["SX1", "X"],
    ]  # fmt: skip
    status, out, _ = run("match", SAMPLE, "FFFFF JJJJ 7777D", "--format", "json", capsys=capsys)
    assert list(json.loads(out)["waits"]) == ["7C", "7B", "E", "S", "W", "N", "F", "J"]
    status, out, _ = run("match", SAMPLE, "FF 2B 5C 9D N E R 1C 3D 7B 8B 0", capsys=capsys)
    assert (status, out.startswith("waits for nothing: ")) == (1, True)
    status, _, err = run("match", SAMPLE, "FF 22B", capsys=capsys)
    assert (status, "expected 14 to win with, or 13 to wait with" in err) == (2, True)


def test_distance(capsys: pytest.CaptureFixture[str]) -> None:
    hand = "FF 22B 44B 6B 88B J N 5C 9D"
    status, out, _ = run("distance", SAMPLE, hand, "--limit", "1", capsys=capsys)
    assert (status, out.splitlines()[2].split()[:5]) == (0, ["EV1", "X", "25", "4", "0"])
    words = ("distance", SAMPLE, hand, "--seen", "44B", "--format", "json", "--limit", "2")
    near = json.loads(run(*words, capsys=capsys)[1])
    assert (len(near), near[0]["line"], near[0]["away"], near[0]["live"]["4B"]) == (2, "EV1", 4, 0)
    assert run("distance", SAMPLE, "FF", "--exposed", "222B; 4444C", capsys=capsys)[0] == 1
    assert run("distance", SAMPLE, "FF", "--limit", "0", capsys=capsys)[0] == 2


def test_dead(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run("dead", SAMPLE, "444B; 666B; 8888B", "--visible", "22B", capsys=capsys)
    assert (status, out) == (0, "alive: EV1\n")
    status, out, _ = run("dead", SAMPLE, "444B; 666B; 8888B", "--visible", "222B", capsys=capsys)
    assert (status, out) == (1, "dead: too few 2 Bam are left (EV1)\n")
    status, out, _ = run("dead", SAMPLE, "555B;GGG", "--format", "json", capsys=capsys)
    assert json.loads(out) == {
        "dead": True, "ground": "b", "surviving": [], "fitting": ["LK2"], "tile": None,
    }  # fmt: skip


# --- pictures ---------------------------------------------------------------------------------
def test_every_american_tile_has_a_face() -> None:
    faces = set()
    for kind in KINDS:
        svg = tile_svg(kind)
        xml.dom.minidom.parseString(svg)
        assert f"<title>{tile_name(kind)}</title>" in svg
        faces.add(svg.split("<title>")[0])
    assert len(faces) == len(KINDS)
    xml.dom.minidom.parseString(tile_svg(UNKNOWN))


def test_hands_are_drawn_with_their_exposures() -> None:
    tiles, exposures = parse_hand("FF 22B J ?"), parse_exposures("888B J")
    svg = hand_svg(tiles, exposures)
    xml.dom.minidom.parseString(svg)
    assert svg.count("<title>") == 9  # a tile nobody knows has none
    assert hand_text(tiles, exposures) == "F F 2B 2B J ? [8B 8B 8B J]"


def test_cards_are_drawn() -> None:
    for name in packaged_cards():
        card = load_card(name)
        for svg in (card_svg(card), *map(line_svg, card.lines)):
            xml.dom.minidom.parseString(svg)
        xml.dom.minidom.parseString(card_html(card))
        assert all(line.id in card_text(card) for line in card.lines)


def test_names_of_a_card_cannot_break_out() -> None:
    card = parse_card("amc 1\nname <b>&x\n[<i>&]\nA | FFFF NNNNN XXXXXa | X 30 | X=1 # <u>\n")
    for markup in (card_svg(card), card_html(card)):
        xml.dom.minidom.parseString(markup)
        assert "<b>&x" not in markup
        assert "<i>" not in markup


def test_matches_show_themselves() -> None:
    card = load_card(SAMPLE)
    (match,) = card.wins("FF 22B 444B 666B 8888B")
    near = card.nearest("FF 2B 444B 666B 8888B")[0]
    assert match._repr_svg_().count("opacity") == 0
    assert near._repr_svg_().count('opacity=".38"') == 1
    assert card.line("EV1")._repr_svg_().startswith("<svg")
    assert match.hand._repr_svg_() == match._repr_svg_()


def test_a_table_is_drawn() -> None:
    players = {p: PlayerState(p, parse_hand("FF 22B 444C J")) for p in "ABCD"}
    players["B"].exposures = list(parse_exposures("888B J; 555D"))
    players["C"].dead = "<wrong> count"
    state = State(players, tuple("ABCD"), "play", turn="B", wall_left=60)
    state.floor = [("A", tile) for tile in parse_hand("123456789B NEWS 5C")]
    state.live = Live(9, "A", state.floor[-1][1])
    svg = state_svg(state, names={"A": "<Ann>"}, viewer="B")
    xml.dom.minidom.parseString(svg)
    assert "<Ann>" not in svg
    assert state_svg(state, only="A").count("2 Bam") < svg.count("2 Bam")
    text = state_text(state, names={"A": "Ann"})
    assert "East  A Ann" in text
    assert "4C 4C 4C 2B 2B F F J [8B 8B 8B J] [5D 5D 5D]" in text
    assert "dead: <wrong> count" in text
    assert "live   5C of A" in text


def test_cards_travel_with_the_folder(tmp_path: Path) -> None:
    source = Path(load_card.__code__.co_filename).with_name("cards") / f"{SAMPLE}.amc"
    copy = shutil.copy(source, tmp_path / "mine.amc")
    assert load_card(copy) == load_card(SAMPLE)
