"""Pictures and texts: what a player recognises, and names that cannot break out."""

from __future__ import annotations

import re
import xml.dom.minidom
from pathlib import Path

import pytest

from mjlog import codes
from mjlog.errors import UnknownNameError
from mjlog.render.canvas import Svg, tile_art
from mjlog.render.columns import Ruler
from mjlog.render.escape import escape_markup, escape_terminal
from mjlog.render.html import game_fragment, round_fragment, state_page
from mjlog.render.svg import hand_svg, meld_svg, river_svg, table_svg, tile_svg
from mjlog.render.text import game_text, river_text, round_text, state_text, win_text
from mjlog.render.words import WORDS, kanji_number, round_name, word
from mjlog.tiles import format_tile, parse_tiles
from mjlog.views import Round, State
from mjlog.views.handmade import game_of
from mjlog.views.tabletop import Discard, Meld, Tile

NASTY = ("ron&tsumo", "<b>", '日本語"名', "\x1b[31mred\n\u202e")
ROUND = """
E2.1 dora 3z
hand 123m406p789s1122z
hand 22p55m11z345678s9p
hand 22m2299p5556667z
hand 999s119m23p4455z3m
1 draw 5m
1 tsumogiri 5m
2 draw 2p
2 discard 9p
3 draw 1m
3 riichi
3 discard 2p
3 accepted
1 pon 2p 22p from 3
1 discard 1z
0 pon 1z 11z from 1
0 discard 6p
1 draw 2p
1 kakan 2p
1 draw 9m
dora 1p
1 tsumogiri 9m
2 draw 5z
2 ankan 5555z
2 draw 9s
2 discard 9s
3 daiminkan 9s 999s from 2
3 draw 7p
3 tsumogiri 7p
0 draw 8p
0 discard 4p
1 ron 4p from 0 : -8000 9000 0 0
"""


def meld(kind: int, own: str, called: str, source: int, added: str = "") -> Meld:
    """A meld of seat 0."""
    tiles = tuple(Tile(c) for c in parse_tiles(own))
    return Meld(
        kind,
        0,
        tiles,
        Tile(parse_tiles(called)[0]) if called else None,
        source,
        Tile(parse_tiles(added)[0]) if added else None,
    )


def the_round(names: tuple[str, ...] = NASTY) -> Round:
    return game_of(ROUND, names=names).rounds[0]


def end(names: tuple[str, ...] = NASTY) -> State:
    r = the_round(names)
    return r.state(len(r))


def parsed(svg: str) -> xml.dom.minidom.Document:
    return xml.dom.minidom.parseString(svg)


def drawn(svg: str) -> list[tuple[str, str]]:
    """(body, face) of every tile in drawing order; body is ``body`` or ``side`` (turned)."""
    return re.findall(r'#mjlog-(body|side)"/>(?:<g[^>]*>)?<use href="#mjlog-([^"]+)"', svg)


# --- tiles ----------------------------------------------------------------------------------
def test_every_tile_has_a_face_of_our_own() -> None:
    faces = tile_art()["faces"]
    for code in [*range(39), 255]:
        assert faces[format_tile(code)].startswith("<")
        parsed(tile_svg(code))
    assert "Open Font License" in tile_art()["license"]


def test_the_tile_art_is_small(root: Path) -> None:
    assert (root / "mjlog" / "render" / "tiles.json").stat().st_size < 200_000


def test_a_red_five_is_drawn_unlike_a_plain_one() -> None:
    faces = tile_art()["faces"]
    for suit in "mps":
        assert faces[f"0{suit}"] != faces[f"5{suit}"]


def test_an_svg_is_text_that_shows_itself(tmp_path: Path) -> None:
    svg = hand_svg(parse_tiles("123m"))
    assert isinstance(svg, Svg)
    assert svg._repr_svg_() == str(svg)
    svg.save(tmp_path / "hand.svg")
    assert (tmp_path / "hand.svg").read_text(encoding="utf-8") == svg


# --- melds ----------------------------------------------------------------------------------
def test_an_added_kan_lies_on_the_one_turned_tile() -> None:
    added = meld(codes.KAKAN, "22p", "2p", 2, "2p")
    assert [(s.sideways, s.on_top != 255) for s in added.slots()] == [
        (False, False), (True, True), (False, False),
    ]  # fmt: skip
    assert str(added) == "22'(2)2p"
    svg = meld_svg(added)
    assert [body for body, _ in drawn(svg)] == ["body", "side", "side", "body"]
    # The added tile stands right above the turned one: same x, a tile's width higher.
    places = re.findall(r"translate\(([\d.-]+) ([\d.-]+)\)\"><title>2p", svg)
    assert places[1][0] == places[2][0]
    assert float(places[2][1]) - float(places[1][1]) == 60


def test_an_open_kan_from_the_left_has_its_first_tile_turned() -> None:
    kan = meld(codes.DAIMINKAN, "999s", "9s", 3)
    assert str(kan) == "9'999s"
    assert [body for body, _ in drawn(meld_svg(kan))] == ["side", "body", "body", "body"]


def test_a_concealed_kan_has_two_tiles_down_and_its_red_five_up() -> None:
    kan = meld(codes.ANKAN, "0555m", "", 0)
    assert str(kan) == "#50m#"
    assert [face for _, face in drawn(meld_svg(kan))] == ["back", "5m", "0m", "back"]


def test_a_called_red_five_is_the_turned_tile() -> None:
    assert str(meld(codes.PON, "55p", "0p", 3)) == "0'55p"
    assert str(meld(codes.PON, "05p", "5p", 1)) == "055'p"
    assert str(meld(codes.CHI, "46s", "0s", 3)) == "0'46s"


# --- rivers and tables ----------------------------------------------------------------------
def test_a_river_shows_riichi_tsumogiri_calls_and_the_ron() -> None:
    river = (
        Discard(0, 255, 0, False),
        Discard(8, 255, 1, True),
        Discard(27, 255, 2, False, riichi=True, sideways=True, called_by=1),
        Discard(13, 255, 3, True, sideways=True, ronned=True),
    )
    assert river_text(river) == "1m ~9m (1z') ~5p'!"
    svg = river_svg(river)
    assert [body for body, _ in drawn(svg)] == ["body", "body", "side", "side"]
    assert svg.count('opacity=".38"') == 1
    assert svg.count('opacity=".17"') == 2
    assert svg.count('stroke-width="5"') == 1


def test_a_table_shows_every_tile_on_it() -> None:
    state = end()
    tiles = sum(len(h) for h in state.hands) + sum(len(d) for d in state.discards)
    tiles += sum(len(m.tiles) for melds in state.melds for m in melds) + 5
    assert len(drawn(table_svg(state))) == tiles


def test_a_closed_hand_is_shown_from_behind() -> None:
    svg = table_svg(the_round().state(0), seat=2)
    faces = [face for _, face in drawn(svg)]
    assert faces.count("back") == 3 * 13 + 4
    assert faces.count("7z") == 1  # of seat 2's own hand
    assert "9s" not in faces  # of seat 3's
    text = state_text(the_round().state(0), seat=2)
    assert "5556667z" in text
    assert "999s" not in text


def test_three_players_leave_the_fourth_side_empty() -> None:
    r = game_of(
        "E1.0 dora 1p\nhand 19m123p456s11224z\nhand 1119m19p55667s11z\n"
        "hand 9m123456789p567s\n0 draw 4z\n0 kita"
    ).rounds[0]
    svg = table_svg(r.state(len(r)))
    assert svg.count("rotate(-270)") == 0
    assert "[4z]" in state_text(r.state(len(r)))


# --- names ----------------------------------------------------------------------------------
def test_names_cannot_break_out_of_a_picture_or_page() -> None:
    state = end()
    document = parsed(table_svg(state))
    texts = [t.firstChild.data for t in document.getElementsByTagName("text")]  # type: ignore[union-attr]
    assert "ron&tsumo" in texts
    assert "<b>" in texts
    assert '日本語"名' in texts
    for page in (
        state_page(state),
        game_fragment(state.round.game),
        round_fragment(state.round),
    ):
        assert "<b>" not in page.replace("<p><b>", "")
        assert "ron&tsumo" not in page
        assert "\x1b" not in page
        assert "\u202e" not in page


def test_names_cannot_steer_a_terminal() -> None:
    r = the_round()
    for text in (round_text(r), state_text(r.state(3)), game_text(r.game), win_text(r, r.wins[0])):
        assert "\x1b" not in text
        assert "\u202e" not in text
    assert escape_terminal("a\x1b\n\u202e") == "a\\x1b\\n\\u202e"
    assert escape_markup("a\x00\x1b\ud800") == "a\ufffd\ufffd\ufffd"


def test_a_page_loads_nothing() -> None:
    page = state_page(end())
    assert not re.findall(r'(?:src|href)="(?!#)', page)
    assert "@import" not in page
    assert "url(" not in page


# --- texts ----------------------------------------------------------------------------------
def test_a_round_reads_turn_by_turn() -> None:
    lines = round_text(the_round(("Asa", "Botan", "Chidori", "Daigo"))).splitlines()
    assert lines[0].startswith("E2.1  East 2, 1 honba")
    turns = [" ".join(line.split()) for line in lines]
    assert "0 East Botan draws 5m ~5m 1-shanten" in turns
    assert "4 West Daigo draws 1m 2p' riichi 2-shanten" in turns
    assert "8 East Botan pon 22'2p from Daigo 1z 1-shanten" in turns
    assert "13 East Botan added kan 22'(2)2p" in turns
    assert "15 dora indicator 1p" in turns
    assert "Botan ron 4p from Asa" in turns
    assert "Botan 34,000 +9,000" in turns


def test_a_state_text_names_what_comes_next() -> None:
    text = state_text(the_round(("Asa", "Botan", "Chidori", "Daigo")).state(8))
    assert "before event 8" in text
    assert "-> Botan pon 22'2p from Daigo" in text
    assert "tenpai, waits 12z" in text


def test_japanese_texts_use_japanese_words() -> None:
    r = the_round()
    text = round_text(r, lang="ja")
    assert "東二局一本場" in text
    assert "加槓 22'(2)2p" in text
    assert "聴牌" in state_text(r.state(8), lang="ja")
    assert "捨て牌フリテン" in state_text(r.state(12), lang="ja")


def test_a_recorded_win_is_told_in_one_line() -> None:
    game = game_of(ROUND, names=("Asa", "Botan", "Chidori", "Daigo"))
    wins = game.batch.wins
    wins.fu[0], wins.han[0], wins.yakuman[0], wins.limit[0], wins.points[0] = 40, 4, 0, 1, 12000
    wins.yaku[0, :3] = (18, codes.YAKU_DORA, codes.YAKU_URA)
    wins.yaku_han[0, :3] = (1, 3, 0)
    wins.pao_seat[0] = 2
    r = game.rounds[0]
    expected = "Botan ron 4p from Asa: 40 fu 4 han mangan 12,000 (haku, dora 3) [liable: Chidori]"
    assert win_text(r, r.wins[0]) == expected


def test_every_word_has_both_languages() -> None:
    for kind in (*codes.EVENT_KINDS, *codes.DRAW_KINDS, *codes.LIMITS[1:]):
        assert kind in WORDS
    assert all(english and japanese for english, japanese in WORDS.values())
    with pytest.raises(UnknownNameError, match="unknown language 'fr'"):
        word("riichi", "fr")


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "〇"), (4, "四"), (10, "十"), (11, "十一"), (25, "二十五"), (100, "100")],
)
def test_counters_in_kanji(number: int, text: str) -> None:
    assert kanji_number(number) == text


def test_round_names() -> None:
    assert round_name(2, 0, 0) == "West 1"
    assert round_name(1, 3, 2, "ja") == "南四局二本場"


# --- columns --------------------------------------------------------------------------------
CONSOLE_NAMES = ("🀄", "é", "〜", "❤", "plain", "e\u0301")


@pytest.mark.parametrize("encoding", ["utf-8", "cp932", "ascii", "latin-1", "no-such-encoding"])
def test_columns_stay_aligned_in_every_encoding(encoding: str) -> None:
    ruler = Ruler(encoding)
    lines = ruler.table([(n, i) for i, n in enumerate(CONSOLE_NAMES)], ("name", "n")).splitlines()
    assert len({ruler.width(line) for line in lines}) == 1
    for line in lines:
        assert ruler.clean(line) == line  # nothing left to replace


def test_wide_and_combining_characters_are_measured() -> None:
    assert Ruler().width("雀士A") == 5
    assert Ruler().width("e\u0301") == 1
    assert Ruler().width("■") == 1
    assert Ruler("cp932").width("■") == 2
    assert Ruler().pad("東", 4, ">") == "  東"
