"""What a Tenhou record says about a game besides the play."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

from mjlog.errors import ParseError
from mjlog.model import GameInfo

from .names import LogName
from .tables import LEVELS, USUAL_START

__all__ = [
    "Header", "collect_extras", "describe", "describe_usual", "parse_header", "usual_header",
]  # fmt: skip

#: Elements before the first INIT, in order: (tag, attributes as they stand).
Header = list[tuple[str, dict[str, str]]]

SEED_KINDS: Final = ("mt19937ar", "mt19937ar-sha512-n288", "mt19937ar-sha512-n288-base64")
_USUAL_SEEDS: Final = tuple(USUAL_START + kind.encode() + b"," for kind in SEED_KINDS)
_PIECE: Final = re.compile(r'<([A-Za-z]+)|([A-Za-z0-9_]+)="([^"]*)"')
#: What nearly every header is behind the seed.
_USUAL: Final = re.compile(
    r' ref="([^"]*)" ?/><GO type="([0-9]+)" lobby="([0-9]+)" ?/>'
    r'<UN n0="([^"]*)" n1="([^"]*)" n2="([^"]*)" n3="([^"]*)" dan="([^"]*)" rate="([^"]*)" '
    r'sx="([^"]*)" ?/><TAIKYOKU oya="([0-9])" ?/>'
)
#: Stands in the header for the long data of a seed, which are kept once.
SEED_PLACE: Final = "…"
_ENCODED: Final = re.compile("(?:%[0-9a-fA-F]{2})+")
#: Attributes of GO that go into ``extra``.
_KEPT: Final = ("csrule", "rule", "title", "ranking")
_NAMES: Final = ("n0", "n1", "n2", "n3")
_ABSENT: Final = (None, None, None, None)
_ROUND: Final = re.compile(rb"<(INIT|AGARI|RYUUKYOKU)([^>]*)>")
_EXTRA: Final = re.compile(rb'(shuffle|chip|sc|owari|ratio)="([^"]*)"')


def parse_header(data: bytes, *, source: str) -> tuple[Header, list[str]]:
    """Return the header elements of text in the plain form, and remarks on doubled attributes.

    Raises:
        ParseError: An attribute stands twice with different values.
    """
    header: Header = []
    remarks: list[str] = []
    attributes: dict[str, str] = {}
    for tag, name, value in _PIECE.findall(data.decode("utf-8", "replace")):
        if tag:
            attributes = {}
            header.append((tag, attributes))
        elif not header:
            continue
        elif name not in attributes:
            attributes[name] = value
        elif attributes[name] == value:
            remarks.append(f"<{header[-1][0]}>: {name} stands twice, with one value")
        else:
            raise ParseError(
                f"<{header[-1][0]}>: {name} stands twice with different values, "
                f"{attributes[name]!r} and {value!r}",
                source=source,
            )
    return header, remarks


def usual_header(data: bytes, end: int) -> tuple[str, ...] | None:
    """Return the header ``data[:end]`` in its parts if it is of the form of nearly all."""
    if not data.startswith(_USUAL_SEEDS):
        return None
    quote = data.find(b'"', len(USUAL_START))
    found = _USUAL.fullmatch(data[quote + 1 : end].decode("utf-8", "replace"))
    if found is None:
        return None
    comma = data.index(b",", len(USUAL_START))
    seed = data[comma + 1 : quote].decode("utf-8", "replace")
    return (data[len(USUAL_START) : comma].decode(), seed, *found.groups())


def describe_usual(
    parts: tuple[str, ...], game_id: str, source: str, name: LogName | None, players: int
) -> GameInfo:
    """Return what :func:`describe` returns, of a usual header."""
    kind, seed, ref, go_type, lobby, n0, n1, n2, n3, dan, rate, sx, dealer = parts
    people = {"n0": n0, "n1": n1, "n2": n2, "n3": n3, "dan": dan, "rate": rate, "sx": sx}
    header: Header = [
        ("mjloggm", {"ver": "2.3"}),
        ("SHUFFLE", {"seed": f"{kind},{SEED_PLACE if seed else ''}", "ref": ref}),
        ("GO", {"type": go_type, "lobby": lobby}),
        ("UN", people),
        ("TAIKYOKU", {"oya": dealer}),
    ]
    return _info(header, people, lobby, kind, seed, game_id, source, name, players)


def describe(
    header: Header, game_id: str, source: str, name: LogName | None, players: int
) -> GameInfo:
    """Return the description of a game from its header and the name of its file."""
    shuffle: dict[str, str] = {}
    go: dict[str, str] = {}
    people: dict[str, str] = {}
    kept: Header = []
    for element in header:
        tag, attributes = element
        if tag == "SHUFFLE":
            shuffle = attributes
        elif tag == "GO":
            go = attributes
        elif tag == "UN" and (not people or ("n0" in attributes and "n1" in attributes)):
            people = attributes
        elif tag in ("UN", "BYE"):
            continue  # these are events, not header
        kept.append(element)
    kind, _, seed = shuffle.get("seed", "").partition(",")
    if kind not in SEED_KINDS:
        kind, seed = "", shuffle.get("seed", "")
    elif seed:
        shuffle["seed"] = f"{kind},{SEED_PLACE}"
    info = _info(kept, people, go.get("lobby"), kind, seed, game_id, source, name, players)
    info.extra = {key: go[key] for key in _KEPT if key in go} | info.extra
    return info


def _info(
    header: Header,
    people: dict[str, str],
    lobby: str | None,
    seed_kind: str,
    seed: str,
    game_id: str,
    source: str,
    name: LogName | None,
    players: int,
) -> GameInfo:
    """Return the description of a game from what its header says; ``people`` are those of UN."""
    return GameInfo(
        id=game_id,
        source=source,
        format="mjlog",
        names=tuple([_player_name(people.get(key, "")) for key in _NAMES]),
        start_time=name.start_time if name else None,
        viewer=name.seat if name else None,
        level=_levels(people.get("dan"), players),
        rating=_ratings(people.get("rate"), players),
        lobby=lobby or (name.lobby if name else None),
        header=header,
        seed=seed or None,
        seed_kind=seed_kind or None,
        extra={"sex": _words(people["sx"], players)} if "sx" in people else {},
    )


@lru_cache(maxsize=65536)
def _player_name(text: str) -> str:
    """Return a percent-encoded name; nearly all have every byte encoded."""
    if _ENCODED.fullmatch(text):
        return bytes.fromhex(text.replace("%", "")).decode("utf-8", "replace")
    return unquote(text, errors="replace")


def _ratings(text: str | None, players: int) -> tuple[float | None, ...]:
    """Return the four ratings, None for absent seats and for what is no number."""
    if not text:
        return _ABSENT
    words = text.split(",")[:players]
    found: list[float | None]
    try:
        found = [float(word) for word in words]
    except ValueError:
        found = [_rating(word) for word in words]
    return (*found, *_ABSENT[len(found) :])


def _rating(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


@lru_cache(maxsize=65536)
def _words(text: str | None, players: int) -> tuple[str | None, ...]:
    """Return the four words of a list, None for absent seats."""
    words: list[str | None] = list(text.split(",")[:players]) if text else []
    return tuple(words + [None] * (4 - len(words)))


@lru_cache(maxsize=65536)
def _levels(text: str | None, players: int) -> tuple[str | None, ...]:
    """Return the four levels by name, None for absent seats and unknown numbers."""
    return tuple([LEVELS.get(word or "") for word in _words(text, players)])


def collect_extras(info: GameInfo, plain: bytes) -> None:
    """Put what only some tables record (round seeds, chips, ratio) into ``info``.

    ``extra["round_chips"]``, ``["win_chips"]``, ``["draw_chips"]``: a list of numbers for each
    round, win and draw in order (empty where none stand); ``["final_chips"]``: numbers behind
    the final scores; ``["ratio"]``: text; ``["win_chip_yaku"]``: which yaku earned chips, text
    for each win.
    """
    seeds: list[str] = []
    earned: list[str] = []
    chips: dict[bytes, list[list[int]]] = {b"INIT": [], b"AGARI": [], b"RYUUKYOKU": []}
    for tag, text in _ROUND.findall(plain):
        found = dict(_EXTRA.findall(text))
        if b"shuffle" in found:
            seeds.append(found[b"shuffle"].decode("ascii", "replace").partition(",")[2])
        listed = found.get(b"chip", b"").split(b",") if tag == b"INIT" else []
        if tag != b"INIT":
            listed = found.get(b"sc", b"").split(b",")[8:]
        if tag == b"AGARI":
            earned.append(found.get(b"chip", b"").decode("ascii", "replace"))
        chips[tag].append([int(c) for c in _numbers(listed)])
        if final := _numbers(found.get(b"owari", b"").split(b",")[8:]):
            info.extra["final_chips"] = final
        if b"ratio" in found:
            info.extra["ratio"] = found[b"ratio"].decode("ascii", "replace")
    if seeds and len(seeds) == len(chips[b"INIT"]):
        info.round_seeds = seeds
        info.seed_kind = "mt19937ar"
    if any(earned):
        info.extra["win_chip_yaku"] = earned
    for tag, key in (
        (b"INIT", "round_chips"),
        (b"AGARI", "win_chips"),
        (b"RYUUKYOKU", "draw_chips"),
    ):
        if any(chips[tag]):
            info.extra[key] = chips[tag]


def _numbers(texts: list[bytes]) -> list[float]:
    """Return the numbers, none at all when one of them is none."""
    try:
        found = [float(text) for text in texts if text]
    except ValueError:
        return []
    return found if all(map(math.isfinite, found)) else []
