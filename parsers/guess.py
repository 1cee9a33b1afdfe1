"""What a file that is of no format may be meant to be, for the message that says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["WORDS", "nearest_guess"]

#: How much of a file is searched.
_PART: Final = 1 << 18
#: Of the words of a format at least this many stand in a file that it is the guess for.
_ENOUGH: Final = 2
#: How many words that are missing a message names.
_NAMED: Final = 3

#: First bytes → what such a file is.
_KINDS: Final[tuple[tuple[bytes, str], ...]] = (
    (b"<!doctype html", "a web page, not the record that it shows: save the record itself"),
    (b"<html", "a web page, not the record that it shows: save the record itself"),
    (b"\x89png", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"gif8", "a picture"),
    (b"%pdf", "a PDF document"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive: unpack it first"),
    (b"rar!", "a RAR archive: unpack it first"),
    (b"\xfd7zxz", "an xz archive: unpack it first"),
    (b"bzh", "a bzip2 archive: unpack it first"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive: unpack it first"),
    (b"amc 1", "a card of American mahjong: mjlog card check FILE looks at it"),
    (b"par1", "a Parquet table: mjlog stats reads the folder of a dataset"),
)

#: Format → words that stand in its records, as they are written there.
WORDS: Final[Mapping[str, tuple[bytes, ...]]] = {
    "mjlog": (b"<mjloggm", b"<GO ", b"<TAIKYOKU", b"<INIT", b"<AGARI", b"<RYUUKYOKU", b"hai0="),
    "mahjong-soul": (
        b'"head"', b'"accounts"', b'"uuid"', b"RecordNewRound", b"RecordDiscardTile", b'"liqi"',
        b'"moqie"', b'"hules"', b"GameDetailRecords",
    ),
    "majiang": (
        b'"qipai"', b'"zhuangfeng"', b'"changbang"', b'"zimo"', b'"dapai"', b'"fulou"', b'"defen"',
    ),
    "tenhou6": (b'"title"', b'"name"', b'"rule"', b'"disp"', b'"log"', b'"sc"', b'"dan"'),
    "riichi-city": (
        b'"handRecord"', b'"handEventRecord"', b'"handCardEncode"', b'"eventType"',
        b'"handCardsSHA256"', b'"quanFeng"', b'"keyValue"',
    ),
    "mjai": (
        b'"type"', b'"actor"', b"start_kyoku", b'"tsumo"', b'"dahai"', b'"pai"', b'"tehais"',
        b'"bakaze"',
    ),
    "table": (
        b"table record", b"\nrules:", b"\nplayers:", b"\nhand E", b"\nhand S", b" dora ",
        b"\nE ", b"\nS ",
    ),
    "table-json": (
        b'"format": "table"', b'"type": "round"', b'"type": "draw"', b'"type": "discard"',
        b'"seat"', b'"tile"', b'"dora"',
    ),
    "american": (
        b"#AMN", b"[Ruleset ", b"[Players ", b"[East ", b"[Hand ", b"\ndeal ", b"\nR1 ", b"!mahj",
        b"\npay ",
    ),
    "american-json": (
        b"start_game", b"start_hand", b'"ruleset"', b'"table_rules"', b"charleston2",
        b'"courtesy"', b'"exchange"', b'"settle"',
    ),
    "table-csv": (b"hand,", b",winner", b",loser", b",points", b",riichi", b",how", b",han"),
}  # fmt: skip


def nearest_guess(data: bytes, titles: Mapping[str, str]) -> str | None:
    """Return what ``data`` most resembles and what it lacks; None when nothing comes near.

    Args:
        data: A file of no format.
        titles: Format → its name in messages.

    >>> nearest_guess(b"<!DOCTYPE html><title>", {})
    'a web page, not the record that it shows: save the record itself'
    >>> nearest_guess(b'{"title":["",""],"name":["A"],"disp":"x"}', {"tenhou6": "Tenhou JSON"})
    'Tenhou JSON, of which it has "title", "name", "disp", but not "rule", "log", "sc"'
    """
    part = data[:_PART]
    if not part.strip():
        return "an empty file"
    if _is_wide_text(part):
        return "a text in UTF-16 or UTF-32 without its mark: save it as UTF-8"
    head = part.lstrip(b"\xef\xbb\xbf \t\r\n")[:16].lower()
    for start, kind in _KINDS:
        if head.startswith(start):
            return kind
    return _by_words(part, titles)


def _is_wide_text(part: bytes) -> bool:
    """Tell whether every other byte of the beginning is 0, and not all are."""
    head = part[:64]
    return len(head) > 3 and any(head) and not (any(head[::2]) and any(head[1::2]))


def _by_words(part: bytes, titles: Mapping[str, str]) -> str | None:
    best: str | None = None
    best_share = 0.0
    for name, words in WORDS.items():
        if name not in titles:
            continue
        found = [word for word in words if word in part]
        share = len(found) / len(words)
        if len(found) >= _ENOUGH and share > best_share:
            missing = [word for word in words if word not in found]
            best, best_share = _described(titles[name], found, missing), share
    return best


def _described(title: str, found: list[bytes], missing: list[bytes]) -> str:
    present, lacking = (
        ", ".join(word.decode().strip() for word in words[:_NAMED]) for words in (found, missing)
    )
    return f"{title}, of which it has {present}" + (f", but not {lacking}" if lacking else "")
