"""The page, the text and the values of a review, the command and ``mjlog.review``."""

from __future__ import annotations

import importlib.util
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from mjlog.analysis.review import Choice, Decision, Review, ReviewedHand
from mjlog.analysis.review.page import review_fragment, review_page
from mjlog.analysis.review.text import review_text
from mjlog.analysis.review.values import COLUMNS, review_values

import mjlog
from mjlog.cli import main
from mjlog.errors import SeatError
from mjlog.tiles import parse_tiles

SAMPLES = Path(__file__).parents[1] / "sample_logs"
RIICHI = SAMPLES / "tenhou" / "tenhou-east-0.xml"
AMERICAN = SAMPLES / "american" / "clean" / "nmjl-2024-3p-full.amn"
HOSTILE = "<script>alert('x')</script>\x1b[2J&\u202e"


def handmade(text: str = "x", game: str = "riichi") -> Review:
    """Return a review with ``text`` in every place, and one marked decision of seven choices."""
    rack = parse_tiles("123m0p33s4z") if game == "riichi" else [0, 1, 38, 37, 31, 25, 29]
    choices = tuple(
        Choice(f"{text} {i}", (rack[i % 7],), ((text, str(i)), (f"{text}2", text)), i == 6)
        for i in range(8)
    )
    marked = Decision(
        3, text, "turn", tuple(rack), True, (tuple(rack[:3]),), choices, "some", text, (text,)
    )
    quiet = Decision(5, text, "call", tuple(rack), choices=choices[:1])
    hand = ReviewedHand(text, text, text, -1000, (marked, quiet), (text,))
    return Review(
        game=game,
        game_id=text,
        player=text,
        title=text,
        facts=((text, text),),
        hands=(hand, ReviewedHand("E2", "E2", "", None, (), ("nothing",))),
        summary=((text, "1"),),
    )


class Document(HTMLParser):
    """Checks that tags are closed in order; gathers ids, links, uses and text."""

    VOID = frozenset(["meta", "input", "br"])

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.attributes: set[str] = set()
        self.texts: list[str] = []
        self.classes: list[str] = []
        self.feed(markup)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        self._attributes(attrs)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._attributes(attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def _attributes(self, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            self.attributes.add(name)
            if name == "id":
                self.ids.append(value or "")
            elif name == "href":
                self.links.append(value or "")
            elif name == "class":
                self.classes += (value or "").split()


# --- the page


@pytest.mark.parametrize("game", ["riichi", "american"])
def test_a_page_is_whole_and_loads_nothing(game: str) -> None:
    page = review_page(handmade("x", game))
    document = Document(page)
    assert len(document.ids) == len(set(document.ids))
    assert all(link.startswith("#") and link[1:] in document.ids for link in document.links)
    assert not document.attributes & {"src", "srcset", "onclick", "onload", "data", "xlink:href"}
    assert not re.search(r"https?:|//|url\(|@import|<script|<link|<iframe", page)


@pytest.mark.parametrize("game", ["riichi", "american"])
def test_what_a_record_says_is_escaped(game: str) -> None:
    page = review_page(handmade(HOSTILE, game))
    document = Document(page)
    assert "<script" not in page
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert any("<script>alert('x')</script>" in text for text in document.texts)


def test_a_page_marks_what_was_taken_and_shows_the_best_first() -> None:
    page = review_page(handmade())
    assert page.count('<tr class="taken">') == 1
    assert page.count("<details>") == 1
    shown, hidden = page.split("<details>")
    assert [f"x {i}<" in shown for i in range(8)] == [True] * 5 + [False, True, False]
    assert "x 5<" in hidden
    assert "more choices: 2" in hidden
    # the drawn tile stands apart, the one that was given away is raised
    assert page.count('class="drawn out"') == 1
    assert "article.none { display: none; }" in page
    assert page.count('<article class="some"') == page.count('<article class="none"') == 1


def test_tiles_are_defined_once() -> None:
    document = Document(review_fragment(handmade()))
    symbols = [name for name in document.ids if re.fullmatch(r"r\d+", name)]
    assert len(symbols) == len(set(parse_tiles("123m0p33s4z")))


def test_two_reviews_share_no_places_in_a_notebook() -> None:
    one, other = (Document(review_fragment(handmade(name))) for name in ("a", "b"))
    places = [{i for i in d.ids if i.startswith("review-")} for d in (one, other)]
    assert len(places[0]) == 5
    assert not places[0] & places[1]


def test_the_page_is_the_same_every_time(tmp_path: Path) -> None:
    review = handmade()
    review.save(tmp_path / "review.html")
    assert (tmp_path / "review.html").read_text(encoding="utf-8") == review_page(handmade())
    assert review._repr_html_() in review_page(review)


# --- text and values


def test_text_shows_what_is_marked_or_everything() -> None:
    short, whole = review_text(handmade("x")), review_text(handmade("x"), every=True)
    assert "(event 3)  some given away: x" in short
    assert "(event 5)" not in short
    assert "--all" in short
    assert "(event 5)" in whole
    assert "--all" not in whole
    assert "123m0p33s 4z" in short
    assert "    >  x 6" in short
    assert "\x1b" not in review_text(handmade(HOSTILE))


def test_a_frame_has_a_row_a_decision() -> None:
    frame = handmade().to_frame()
    assert list(frame.columns) == [*COLUMNS, "taken: x", "taken: x2"]
    assert frame["event"].tolist() == [3, 5]
    assert frame["weight"].tolist() == ["some", "none"]
    assert frame["taken"][0] == "x 6"
    assert frame["taken"].isna().tolist() == [False, True]
    assert frame["best"].tolist() == ["x 0", "x 0"]
    assert frame["rack"].tolist() == ["123m0p33s 4z", "123m0p33s4z"]


def test_only_one_hand() -> None:
    one = handmade().only("x")
    assert [hand.label for hand in one.hands] == ["x"]
    assert dict(one.summary)["decisions"] == "2"
    assert dict(one.summary)["some given away"] == "1"


def test_findings_of_an_audit_make_a_decision_a_matter_of_rules() -> None:
    decision = Decision(0, "", "turn", ())
    assert decision.with_findings([], rule=False) is decision
    noted = decision.with_findings(["G120 ends early"], rule=False)
    assert (noted.weight, noted.remark, noted.notes) == ("none", "", ("G120 ends early",))
    broken = decision.with_findings(["L108 kuikae"], rule=True)
    assert (broken.weight, broken.remark) == ("rule", "L108 kuikae")


# --- the command


def test_the_command_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "review.page"
    assert main(["review", str(RIICHI), "--seat", "1", "-o", str(target)]) == 0
    page = target.read_text(encoding="utf-8")
    Document(page)
    assert "Bot B" in page
    assert len(page) < 1_500_000
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("file", "options", "first", "said"),
    [
        (RIICHI, ["--seat", "Bot B"], "Bot B", "E2.1"),
        (RIICHI, ["--seat", "east", "-r", "E2.0"], "Bot B", "E2.0"),
        (AMERICAN, ["--seat", "B"], "American mahjong, B ", "hand 1"),
        (AMERICAN, ["--seat", "East", "-r", "hand 1", "--all"], "American mahjong, A ", "hand 1"),
        (RIICHI, ["--seat", "1", "-r", "E1.0", "--lang", "ja"], "Bot B", "東一局"),
    ],
)
def test_the_command_prints_text(
    file: Path, options: list[str], first: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", str(file), *options]) == 0
    out = capsys.readouterr().out
    assert first in out.partition("\n")[0]
    assert said in out
    if "-r" in options:
        assert "E1.1" not in out
        assert "hand 2" not in out


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(RIICHI), "--seat", "0", "-r", "E1.1", "--format", "json"]) == 0
    values = json.loads(capsys.readouterr().out)
    assert (values["schema"], values["game"], values["player"]) == (1, "riichi", "Bot F")
    (hand,) = values["hands"]
    assert hand["label"] == "E1.1"
    assert all(sum(c["taken"] for c in d["choices"]) <= 1 for d in hand["decisions"])
    assert hand["decisions"][0]["rack"][0] in {f"{n}{s}" for n in range(10) for s in "mpsz"}


def test_the_seat_that_a_record_was_saved_from(tmp_path: Path) -> None:
    copy = tmp_path / "2024010100gm-0009-0000-0123abcd&tw=2.xml"
    copy.write_bytes(RIICHI.read_bytes())
    (game,) = mjlog.read(copy)
    assert game.info.viewer == 2
    assert mjlog.review(game).player == "Bot C"


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ([str(RIICHI)], 2, "Name a seat (--seat): 0 Bot F, 1 Bot B, 2 Bot C, 3 Bot A"),
        ([str(AMERICAN)], 2, "Name a seat (--seat): A "),
        ([str(RIICHI), "--seat", "7"], 2, "unknown seat '7'"),
        ([str(AMERICAN), "--seat", "Zoe"], 2, "unknown player 'Zoe'"),
        ([str(RIICHI), "--seat", "1", "-r", "S4"], 2, "unknown round 'S4'"),
        ([str(AMERICAN), "--seat", "A", "-r", "hand 99"], 2, "unknown hand 'hand 99'"),
        ([str(RIICHI), "--seat", "1", "--format", "json", "--all"], 2, "--all is for text"),
        ([str(SAMPLES / "tenhou"), "--seat", "1"], 2, "choose one with --game"),
        ([str(RIICHI), "--seat", "1", "-r", "E1.0", "-o", "/nowhere/x.html"], 2, "/nowhere/x"),
        (["/nowhere/x.xml", "--seat", "1"], 3, "/nowhere/x.xml"),
    ],
)
def test_what_cannot_be_done_is_told(
    arguments: list[str], status: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", *arguments]) == status
    assert message in capsys.readouterr().err


def test_the_command_takes_one_game_of_several(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (RIICHI, AMERICAN):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    options = ["--seat", "A", "--game", "1", "--format", "json", "-r", "1"]
    assert main(["review", str(tmp_path), *options]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == "american"


def test_review_in_python() -> None:
    (game,) = mjlog.read(AMERICAN)
    by_number, by_letter = mjlog.review(game, 1), mjlog.review(game, "B", card="mjlog-original-1")
    assert by_number.player == by_letter.player
    assert repr(by_number).startswith(f"<Review {game.id}: B ")
    with pytest.raises(SeatError):
        mjlog.review(game)
    with pytest.raises(LookupError):
        mjlog.review(game, 3)  # three players


def test_a_seat_may_be_a_number_of_numpy() -> None:
    for file in (RIICHI, AMERICAN):
        (game,) = mjlog.read(file)
        assert mjlog.review(game, np.int64(1)).player == mjlog.review(game, 1).player
        with pytest.raises(TypeError):
            mjlog.review(game, 1.0)  # type: ignore[arg-type]


def test_what_is_no_game_is_told() -> None:
    with pytest.raises(TypeError, match=r"as mjlog\.read returns them, not of str"):
        mjlog.review(str(RIICHI), 1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"as mjlog\.read returns them, not str"):
        mjlog.audit(str(RIICHI))  # type: ignore[arg-type]


def test_facts_of_one_name_are_all_in_the_values() -> None:
    review = replace(handmade(), facts=(("audit", "T102 a"), ("rules", "x"), ("audit", "T103 b")))
    assert review_values(review)["facts"] == {"audit": "T102 a; T103 b", "rules": "x"}


def test_a_name_of_two_lines_stays_on_one_line(tmp_path: Path) -> None:
    name = json.dumps(json.dumps("Ann\nB\x1b[31m"))[1:-1]
    lines = AMERICAN.read_text(encoding="utf-8").splitlines()
    lines = [re.sub("B=Bot [A-Z]", lambda _: f"B={name}", one, count=1) for one in lines]
    (tmp_path / "two.amn").write_text("\n".join(lines), encoding="utf-8")
    (game,) = mjlog.read(tmp_path / "two.amn")
    text = review_text(mjlog.review(game, "B"))
    assert text.splitlines()[0] == "American mahjong, B Ann\\nB\\x1b[31m"


def test_other_rules() -> None:
    (game,) = mjlog.read(RIICHI)
    review = mjlog.review(game, 1, rules="mleague")
    assert dict(review.facts)["rules"] == mjlog.load_rules("mleague").name != game.rules.name
    with pytest.raises(mjlog.MjlogError, match="players"):
        mjlog.review(game, 1, rules="tenhou-3p")
    (american,) = mjlog.read(AMERICAN)
    assert dict(mjlog.review(american, 0, rules="nmjl-classic").facts)["rules"] == "nmjl-classic"


def test_the_examples_of_the_page_are_fresh(tmp_path: Path) -> None:
    path = SAMPLES.parent / "scripts" / "make_readme_doc.py"
    spec = importlib.util.spec_from_file_location("make_readme_doc", path)
    assert spec is not None and spec.loader is not None
    readme = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(readme)
    text = (SAMPLES.parent / "docs" / "review.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```console\n(.*?)^```\n", text, re.MULTILINE | re.DOTALL)
    (block,) = [b for b in blocks if "sample_logs" in b]
    assert readme.console(block, readme.sample_folder(tmp_path)) == block
