"""What a table record does not tell is no fault: any known value of a clean one may be unknown."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mjlog.analysis.schema import TABLES
from mjlog.parsers.table import (
    read_json_batch,
    read_sheet_batch,
    read_text_batch,
    write_table,
    write_table_json,
    write_table_sheet,
)

from mjlog import load_rules
from mjlog.auditing import audit_batch
from mjlog.cli import main
from mjlog.model import GameBatch
from mjlog.rows import batch_of_rows, rows_of
from mjlog.simulator import play_games
from mjlog.simulator.fault_limits import why_impossible
from mjlog.simulator.table_errors import TABLE_ERRORS, TableError, table_game
from mjlog.tiles import format_tiles, parse_tiles
from mjlog.views.handmade import game_of

RULES = ("tenhou", "tenhou-3p", "jpml-2005", "ishokai")
LEAGUE = ("jpml-2005", "ishokai")
#: How many values of each kind are made unknown in turn.
EACH = 4
#: Keys without which an object says nothing: what it is, and who acts.
NEEDED = ("type", "round", "incident")

Object = dict[str, Any]
#: A kind of value and the record in which one such value is unknown.
Variant = tuple[str, str]


def short_game(rules: str, seed: int, rounds: int = 2) -> GameBatch:
    """Return a game that was played by the rules and breaks off after some rounds."""
    rows = rows_of(play_games(1, seed=seed, rules=rules), 0)
    del rows.rounds[rounds:]
    rows.complete, rows.final_scores, rows.final_points = False, (), ()
    rows.info = replace(rows.info, id="the-id")
    return batch_of_rows([rows])


def found(batch: GameBatch) -> dict[str, list[str]]:
    """Return the findings above a note of each game that has any, by its id."""
    assert [p for p in batch.problems if p.kind == "unreadable"] == []
    faults: dict[str, list[str]] = {}
    for f in audit_batch(batch, explain=False, readings=False).findings:
        if f.severity != "note":
            faults.setdefault(f.game_id, []).append(f"{f.code} {f.round}: {f.message}")
    return faults


def sample(variants: Iterable[Variant], rng: random.Random) -> Iterator[Variant]:
    """Yield some of the variants of each kind."""
    kinds: dict[str, list[str]] = {}
    for kind, text in variants:
        kinds.setdefault(kind, []).append(text)
    for kind, texts in kinds.items():
        yield from ((kind, text) for text in rng.sample(texts, min(EACH, len(texts))))


def assert_clean(variants: Iterable[Variant], read: Callable[[str], GameBatch]) -> None:
    """Audit all variants as games of one record, each with its number and kind as its id."""
    texts = [text.replace("the-id", f"{n} {kind}") for n, (kind, text) in enumerate(variants)]
    assert texts
    assert found(read("\n".join(texts))) == {}


# --- JSON Lines --------------------------------------------------------------------------------
def read_json(text: str) -> GameBatch:
    batch: GameBatch = read_json_batch([("game.jsonl", text.encode())])
    return batch


def without_a_tile(text: str) -> Iterator[str]:
    tiles = parse_tiles(text)
    for n in range(len(tiles)):
        yield format_tiles([255 if n == k else code for k, code in enumerate(tiles)])


def unknown_in(value: Any) -> Iterator[Any]:
    """Yield a value with one part of it unknown."""
    if isinstance(value, str) and re.fullmatch(r"([0-9]+[mpsz]|\?)+", value):
        yield from without_a_tile(value)
    elif isinstance(value, list):
        for n, part in enumerate(value):
            rests = [*unknown_in(part), None]
            if isinstance(part, list):  # the han of a yaku
                rests = [[part[0], None]]
            yield from ([*value[:n], rest, *value[n + 1 :]] for rest in rests)


def json_variants(text: str, types: tuple[str, ...] = ()) -> Iterator[Variant]:
    lines = [json.loads(line) for line in text.splitlines()]
    for n, line in enumerate(lines[1:], 1):
        name = line["type"]
        if types and name not in types:
            continue
        for key, value in line.items():
            if key in NEEDED or (key == "seat" and name not in ("incident", "ryuukyoku")):
                continue
            rest = {k: v for k, v in line.items() if k != key}
            for kind, other in [
                (f"{name} without {key}", rest),
                *((f"{name} with part of {key}", rest | {key: v}) for v in unknown_in(value)),
            ]:
                whole = [*lines[:n], other, *lines[n + 1 :]]
                yield kind, "\n".join(json.dumps(one) for one in whole)


@pytest.mark.parametrize(("rules", "seed"), [*zip(RULES, (1, 4, 4, 1), strict=True)])
def test_any_value_of_json_lines_may_be_unknown(rules: str, seed: int) -> None:
    text = write_table_json(short_game(rules, seed), 0).decode()
    assert found(read_json(text)) == {}
    assert_clean(sample(json_variants(text), random.Random(seed)), read_json)


def rules_with(error: TableError) -> str | None:
    """Return the first of the rules of leagues under which an error can be made."""
    return next((r for r in LEAGUE if not why_impossible(error.code, load_rules(r))), None)


RULED = [(error, rules) for error in TABLE_ERRORS if (rules := rules_with(error))]


def test_every_error_but_one_can_be_made_in_the_leagues() -> None:
    ruled = {error.code for error, _ in RULED}
    # E218 is about final points: they need an uma, which neither names
    assert {error.code for error in TABLE_ERRORS} - ruled == {"E218"}


@pytest.mark.parametrize(("error", "rules"), RULED, ids=[error.code for error, _ in RULED])
def test_any_value_of_an_incident_may_be_unknown(error: TableError, rules: str) -> None:
    batch = table_game(error, seed=3, rules=rules, right=True, hands=2)
    batch.info[0] = replace(batch.info[0], id="the-id")
    text = write_table_json(batch, 0).decode()
    assert found(read_json(text)) == {}
    assert_clean(json_variants(text, ("incident", "ryuukyoku", "end", "win")), read_json)


# --- typed text --------------------------------------------------------------------------------
#: Words behind which the next word is a value that may be ``?``.
BEFORE_VALUE = ("sticks", "dice", "honba", "from", "by", "pao", "dora")
VERBS = ("hand", "indicators", "ura", "dora", "chi", "pon", "kan", "kakan", "ankan", "kita",
         "riichi", "ron", "tsumo", "of")  # fmt: skip


def read_text(text: str) -> GameBatch:
    batch: GameBatch = read_text_batch([("game.txt", text.encode())])
    return batch


def unknown_words(words: list[str], n: int) -> Iterator[Variant]:
    """Yield a kind of value and what may stand instead of word ``n`` of a line."""
    word, before = words[n], words[n - 1]
    mark = word[-1] if word[-1] in "=^~" else ""
    sign = word[0] if word[0] in "+-" else ""
    tiles = word.removeprefix(sign).removesuffix(mark)
    what = next((w for w in reversed(words[:n]) if w in VERBS), "turn")
    if re.fullmatch(r"([0-9]+[mpsz])+", tiles):
        yield from ((f"a tile after {what}", sign + t + mark) for t in without_a_tile(tiles))
        yield f"the tiles after {what}", sign + "?" * len(parse_tiles(tiles)) + mark
    elif word == "=":
        yield "the tile drawn and discarded", "?="
    elif ":" in words[:n] and re.fullmatch(r"-?[0-9]+", word):
        yield "a change of points", "?"
    elif before in BEFORE_VALUE:
        yield f"what stands after {before}", "?"
    elif re.fullmatch(r"[0-9]+(han|fu|yakuman)", word):
        yield "han or fu", "?" + word.lstrip("0123456789")


def text_variants(text: str) -> Iterator[Variant]:
    lines = re.sub(r"\n +", " ", text).split("\n")
    start = next(n for n, line in enumerate(lines) if re.match(r"[ESWN][0-9]", line))
    for n, line in enumerate(lines[start:], start):
        words = line.split(" ")
        for k in range(1, len(words)):
            for kind, word in unknown_words(words, k):
                other = " ".join([*words[:k], word, *words[k + 1 :]])
                yield kind, "\n".join([*lines[:n], other, *lines[n + 1 :]])
        if " dora " in line and n == start:
            yield "no indicator", "\n".join([*lines[:n], words[0], *lines[n + 1 :]])


@pytest.mark.parametrize(("rules", "seed"), [*zip(RULES, (2, 3, 2, 3), strict=True)])
def test_any_word_of_a_typed_record_may_be_unknown(rules: str, seed: int) -> None:
    text = write_table(short_game(rules, seed), 0).decode()
    assert found(read_text(text)) == {}
    assert_clean(sample(text_variants(text), random.Random(seed)), read_text)


# --- what is known is judged -------------------------------------------------------------------
TENHOU = load_rules("tenhou")
START = "E1.0 dora 9p\n" + "hand 13 unknown\n" * 4 + "0 draw ?\n0 discard "


def codes(text: str, families: str = "TLS") -> list[str]:
    found = audit_batch(game_of(text, rules=TENHOU).batch).findings
    return [f.code for f in found if f.code[0] in families and f.severity != "note"]


@pytest.mark.parametrize(
    ("play", "faults"),
    [
        ("9m\n1 chi 9m ?? from 0", []),
        ("9m\n1 chi 9m ?7m from 0", []),
        ("9m\n1 chi ? 78m from 0", []),
        ("9m\n1 chi 9m ?6m from 0", ["L106"]),  # no run of 6m and 9m
        ("9m\n1 chi 9m ?9m from 0", ["L106"]),
        ("9m\n1 chi 9m ?1p from 0", ["L106"]),
        ("5z\n1 chi 5z ?? from 0", ["L106"]),
        ("9m\n1 pon 9m ?9m from 0", []),
        ("9m\n1 pon ? 99m from 0", []),
        ("9m\n1 pon 9m ?8m from 0", ["L106"]),
        ("9m\n1 pon 8m ?8m from 0", ["L107"]),
        ("?\n1 pon 8m ?8m from 0", []),
        ("9m\n2 chi ? ?? from 0", ["L104"]),
    ],
)
def test_a_meld_is_judged_by_its_known_tiles(play: str, faults: list[str]) -> None:
    assert codes(START + play) == faults


def test_a_kan_needs_a_pon_that_it_can_be_added_to() -> None:
    pon = START + "9m\n1 pon {} from 0\n1 discard 1z\n2 draw ?\n2 discard 1z\n"
    pon += "3 draw ?\n3 discard 1z\n0 draw ?\n0 discard 1z\n1 draw 9m\n1 kakan {}"
    assert codes(pon.format("9m 99m", "9m"), "L") == []
    assert codes(pon.format("9m 99m", "?"), "L") == []
    assert codes(pon.format("? ??", "8m"), "L") == []
    assert codes(pon.format("? ?9m", "9m"), "L") == []
    assert codes(pon.format("9m 99m", "8m"), "L") == ["L106"]
    assert codes(pon.format("? ?9m", "8m"), "L") == ["L106"]


def test_who_has_drawn_declares_nine_terminals() -> None:
    deal = "E1.0 dora 9p\nhand {}\n" + "hand 13 unknown\n" * 3 + "0 draw {}\ndraw kyuushu_kyuuhai"
    assert codes(deal.format("19m19p19s123z2345m", "4z")) == []
    assert codes(deal.format("19m19p19s12z23456m", "7m")) == ["L130"]
    assert codes(deal.format("19m19p19s12z2345m?", "7m")) == []


WON = """table record 1
rules: tenhou
players: A, B, C, D

E1.0 dora 9p
hand S 345678m67p67888s
E ? 1z
S 1z =
W ? 9m
N ? {}
S ron {} pinfu tanyao sanshoku_doujun 4han 30fu 7700 {}
"""


@pytest.mark.parametrize(
    ("discarded", "won", "shown", "faults"),
    [
        ("8p", "8p from N", "hand 345678m678p67888s indicators 9p", []),
        ("?", "8p from N", "", []),
        ("?", "? from N", "", []),
        ("8p", "8p from ?", "", []),
        ("8p", "8p from W", "", ["L153"]),
        ("7p", "8p from N", "", ["L152"]),
        ("8p", "8p from N", "hand ?45678m678p67888s", []),
        ("8p", "8p from N", "hand 34?678m678p6788?s", []),
        ("8p", "8p from N", "hand 34567m678p67888s", ["T103"]),  # one tile too few
        ("8p", "8p from N", "hand 34567m?68p67888s", ["T103"]),
        ("8p", "8p from N", "hand 345678m?66p67888s", ["T103"]),  # one 6p is held
        ("8p", "8p from N", "indicators ?", []),
        ("8p", "8p from N", "indicators 8p", ["S110"]),
        ("8p", "8p from N", "indicators 9p1m", ["S110"]),  # one is turned
    ],
)
def test_a_win_is_judged_by_what_is_known(
    discarded: str, won: str, shown: str, faults: list[str]
) -> None:
    batch = read_text(WON.format(discarded, won, shown))
    above = [f.code for f in audit_batch(batch).findings if f.severity != "note"]
    assert above == faults


def test_of_a_hand_that_is_shown_the_last_known_tile_ends_the_list() -> None:
    batch = read_text(WON.format("8p", "8p from N", "hand 345678m678p678s??"))
    shown = batch.wins.hand[0].tolist()
    assert shown[:3] == [2, 255, 255] and len([c for c in shown if c != 255]) == 12


# --- every command -----------------------------------------------------------------------------
HEAD = "table record 1\nrules: tenhou\nplayers: A, B, C, D\n\n"
SHEET = "# rules: tenhou\n# players: A, B, C, D\nhand,how,winner,loser,han,fu\n"
FORMATS = ("tenhou6", "mjlog", "mjai", "mahjong-soul", "majiang", "table", "table-json",
           "table-csv")  # fmt: skip
RECORDS = {
    "nothing.txt": f"{HEAD}E1.0\n",
    "one_discard.txt": f"{HEAD}E1.0\nE ? 1z\n",
    "one_win.txt": f"{HEAD}E1.0 ron S<W 2000\n",
    "one_draw.txt": f"{HEAD}E1.0 draw exhaustive tenpai E\n",
    "some_draw.txt": f"{HEAD}E1.0 draw ?\n",
    "void.txt": f"{HEAD}E1.0\nE ? 1z\n! chombo ?\ndraw ?\n".replace("tenhou", "jpml-2005"),
    "payer.txt": WON.format("8p", "8p from ?", ""),
    "call.txt": f"{HEAD}E1.0\nE ? ?\nS chi ?? 9m\nW pon ?? 1z\n",
    "results.csv": f"{SHEET}E1.0,ron,B,?,2,30\nE2.0,?,,,,\nE2.1,tsumo,C,,3,30\n",
}


@pytest.mark.parametrize("name", RECORDS)
def test_commands_take_records_that_tell_little(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, dataset = tmp_path / name, str(tmp_path / "dataset")
    path.write_text(RECORDS[name], encoding="utf-8")
    record = str(path)
    assert main(["audit", record]) == 0
    assert main(["export", record, "-o", dataset, "--tables", ",".join(TABLES)]) == 0
    assert main(["stats", dataset]) == 0
    assert main(["wall", record]) == 0
    assert main(["review", record, "--seat", "1", "-o", str(tmp_path / "page.html")]) == 0
    for form in ("text", "svg", "html"):
        assert main(["show", record, "-r", "E1.0", "--step", "0", "--as", form]) == 0
    for form in FORMATS:
        out = tmp_path / form
        assert main(["convert", record, "--to", form, "-o", str(out)]) in (0, 3)
        assert not form.startswith("table") or main(["audit", str(out)]) == 0
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("write", [write_table, write_table_json, write_table_sheet])
def test_a_draw_of_some_kind_is_written_and_read(write: Callable[..., bytes]) -> None:
    reader = {write_table_json: read_json_batch, write_table_sheet: read_sheet_batch}
    data = write(read_text(f"{HEAD}E1.0 draw ? : 0 0 0 0\n"), 0)
    again = reader.get(write, read_text_batch)([("game", data)])
    assert again.draws.kind.tolist() == [255] and again.draws.deltas[0].tolist() == [0] * 4


@pytest.mark.parametrize(
    ("to", "unknown"),
    [
        *((to, "ron S<? 8000") for to in ("tenhou6", "mjai", "majiang", "mahjong-soul")),
        *((to, "draw ?") for to in ("mjai", "majiang", "mahjong-soul")),  # tenhou6: no result
    ],
)
def test_a_format_without_unknown_payers_and_draws_refuses_them(
    to: str, unknown: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, out = tmp_path / "one.txt", tmp_path / "out"
    record.write_text(f"table record 1\nplayers: A, B, C, D\n\nE1.0 {unknown}\nend unfinished\n")
    assert main(["convert", str(record), "--to", to, "-o", str(out)]) == 3
    assert "not converted: " in (told := capsys.readouterr().err)
    assert "unknown" in told
    assert not out.exists()
