"""Files of no format: what they resemble is said, and the rest of a batch goes on."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from mjlog.parsers import ALL_FORMATS, Tally, iter_batches
from mjlog.parsers.guess import WORDS, nearest_guess
from mjlog.parsers.losses import Losses
from mjlog.parsers.writers import WRITERS

from mjlog.simulator import play_games

TITLES = {entry.name: entry.title for entry in ALL_FORMATS}


def test_every_format_has_its_words() -> None:
    assert set(WORDS) == set(TITLES)


@pytest.mark.parametrize(
    ("data", "near"),
    [
        (b"", "an empty file"),
        (b" \n", "an empty file"),
        (b"\xef\xbb\xbf<!DOCTYPE html><html><body>log", "a web page"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        (b"Rar!\x1a\x07", "a RAR archive"),
        (b'{"title":["",""],"name":["A","B","C","D"],"disp":"x"}', "Tenhou JSON"),
        (b'{"actor":0,"type":"dahai","pai":"1m"}\n{"type":"end"}', "mjai"),
        (b'log: <INIT seed="0,0" hai0="1"/> <AGARI who="0"/>', "Tenhou mjlog"),
        (b'[{"zimo":{"l":0,"p":"m1"}},{"dapai":{"l":0,"p":"m1"}}]', "電脳麻将"),
        (b'{"name":".lq.x","moqie":true,"liqi":null,"hules":[]}', "Mahjong Soul"),
        (b'{"eventType":2,"handCardEncode":"","quanFeng":49}', "Riichi City"),
        ('{"title":[]}'.encode("utf-16-le"), "a text in UTF-16"),
        ('{"title":[]}'.encode("utf-16-be"), "a text in UTF-16"),
        ('{"title":[]}'.encode("utf-32-be"), "a text in UTF-16 or UTF-32"),
    ],
)
def test_the_nearest_guess(data: bytes, near: str) -> None:
    guess = nearest_guess(data, TITLES)
    assert guess is not None and guess.startswith(near)


@pytest.mark.parametrize("data", [b"shopping: milk, bread", b"\x00\x01\x02\x03", b'{"a": 1}'])
def test_what_resembles_nothing_is_not_guessed(data: bytes) -> None:
    assert nearest_guess(data, TITLES) is None


def test_a_guess_says_what_is_there_and_what_is_missing() -> None:
    guess = nearest_guess(b'{"title":["",""],"name":["A"],"log2":[]}', TITLES)
    assert guess == (
        'Tenhou JSON (tenhou.net/6), of which it has "title", "name", '
        'but not "rule", "disp", "log"'
    )  # fmt: skip


def test_the_words_of_a_format_stand_in_its_records() -> None:
    batch = play_games(1, seed=7, rules="tenhou-east")
    for writer in WRITERS:
        if writer.name == "tenhou6-link":  # the document stands in the link, escaped
            continue
        data = writer.write(batch, 0, losses=Losses())
        guess = nearest_guess(data, TITLES)
        assert guess is not None and guess.startswith(TITLES[writer.name]), writer.name


def test_unknown_files_of_a_mixed_zip_are_told_and_the_rest_is_read(tmp_path: Path) -> None:
    batch = play_games(1, seed=7, rules="tenhou-east")
    records = {
        w.name: w.write(batch, 0, losses=Losses()) for w in WRITERS if w.name != "tenhou6-link"
    }
    archive = tmp_path / "mixed.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("page.json", "<!doctype html><html></html>")
        for name, data in records.items():
            file.writestr(name, data)
        file.writestr("half.json", '{"title":["",""],"name":["A"]}')
        file.writestr("notes.md", "# about")
    tally = Tally()
    batches = list(iter_batches(archive, tally=tally))
    problems = {
        p.source.rpartition("!")[2]: p
        for found in batches
        for p in found.problems
        if "no game record" in p.message
    }
    assert {name: p.kind for name, p in problems.items()} == {
        "page.json": "unreadable",
        "half.json": "unreadable",
        "notes.md": "unsupported",
    }
    assert "nearest guess: a web page" in problems["page.json"].message
    assert "nearest guess: Tenhou JSON" in problems["half.json"].message
    assert "nearest guess" not in problems["notes.md"].message
    assert (tally.imported, tally.failed, tally.skipped) == (len(records), 2, 1)
