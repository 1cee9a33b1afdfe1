"""Random American games, every field filled in every way the record allows."""

from __future__ import annotations

from typing import TypeVar

from hypothesis import strategies as st

from mjlog.american.model import (
    DRAW_SOURCES,
    LEGS,
    LEVELS,
    PERSONS,
    RETRACTED,
    WAYS,
    Amend,
    AmericanGame,
    AmericanHand,
    CardRef,
    Challenge,
    Claim,
    Courtesy,
    Dead,
    Deal,
    Discard,
    Draw,
    Event,
    Exchange,
    Mahjong,
    Note,
    Pass,
    Retract,
    SecondCharleston,
    Settle,
    ThrowIn,
    Transfer,
    Void,
    WallGame,
)
from mjlog.american.tiles import KINDS, UNKNOWN

T = TypeVar("T")
persons = st.sampled_from(PERSONS)
tile = st.sampled_from((*KINDS, UNKNOWN))
known = st.sampled_from(KINDS)
small = st.integers(0, 5)
points = st.integers(-100_000_000, 100_000_000)
odd = st.sampled_from(
    ("", "same", "jokerless", "off", "25", "#x", "@x", 'a "b"', "x;y", "x|y", " two  words ",
     "A=Ann B=x", "\\", "\n", "\u2028", "\x00\x85", "雀", "=4D", "[Hand", "dead", "?x", "EV1")
)  # fmt: skip
written = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
text = st.one_of(odd, written).map(lambda t: "what" if t == "?" else t)
maybe = st.none() | text


def tiles(least: int = 0, most: int = 6) -> st.SearchStrategy[list[int]]:
    return st.lists(tile, min_size=least, max_size=most)


def by_person(values: st.SearchStrategy[T], least: int = 0) -> st.SearchStrategy[dict[str, T]]:
    return st.dictionaries(persons, values, min_size=least, max_size=4)


@st.composite
def passes(draw: st.DrawFn) -> Pass:
    given = draw(tiles())
    blind = draw(st.integers(0, len(given)))
    leg, p, to = draw(st.sampled_from(LEGS)), draw(persons), draw(persons)
    return Pass(leg, p, to, given, blind, draw(small), ts=draw(maybe))


@st.composite
def courtesies(draw: st.DrawFn) -> Courtesy:
    pair = draw(st.sampled_from(("AC", "BD", "CA", "AB")))
    wish = {p: draw(small) for p in pair if draw(st.booleans())}
    given = {p: draw(tiles(0, 3)) for p in pair if draw(st.booleans())}
    return Courtesy(pair, wish, draw(st.none() | small), given, ts=draw(maybe))


@st.composite
def claims(draw: st.DrawFn) -> Claim:
    p, tile_, of = draw(persons), draw(tile), draw(persons)
    if draw(st.booleans()):
        return Claim(p, tile_, of, "mahjong", said=draw(maybe), ts=draw(maybe))
    group = draw(st.none() | tiles(1))
    size = len(group) if group else draw(st.none() | st.integers(1, 6))
    return Claim(p, tile_, of, "expose", size, group, draw(maybe), ts=draw(maybe))


@st.composite
def mahjongs(draw: st.DrawFn) -> Mahjong:
    how = draw(st.none() | st.sampled_from(WAYS))
    return Mahjong(
        draw(persons), how, draw(st.none() | persons) if how == "discard" else None,
        draw(maybe), draw(st.none() | st.integers(0, 10_000)), draw(st.none() | st.booleans()),
        draw(st.sampled_from(("none", "group", "all"))), draw(st.none() | tiles(0, 14)),
        ts=draw(maybe),
    )  # fmt: skip


transfers = st.builds(Transfer, persons, persons, points, maybe, ts=maybe)
events = st.one_of(
    st.builds(Deal, persons, tiles(0, 14), ts=maybe),
    passes(),
    st.builds(SecondCharleston, st.none() | persons, ts=maybe),
    courtesies(),
    st.builds(Draw, persons, tile, st.sampled_from(DRAW_SOURCES), ts=maybe),
    st.builds(
        Discard,
        persons,
        tile,
        st.none() | known | st.sampled_from(("same", "joker")),
        st.booleans(),
        ts=maybe,
    ),
    claims(),
    st.builds(Amend, persons, small, tiles(1), ts=maybe),
    st.builds(Retract, persons, st.sampled_from(RETRACTED), ts=maybe),
    st.builds(Exchange, persons, persons, small, tile, st.none() | tile, ts=maybe),
    mahjongs(),
    st.builds(ThrowIn, persons, st.booleans(), ts=maybe),
    st.builds(
        Challenge,
        persons,
        persons,
        st.none() | st.sampled_from("abcd"),
        maybe,
        st.none() | st.sampled_from(("accept", "deny")),
        ts=maybe,
    ),
    st.builds(Dead, persons, maybe, st.lists(small, max_size=3), st.none() | persons, ts=maybe),
    st.builds(WallGame, ts=maybe),
    st.builds(Void, maybe, st.booleans(), ts=maybe),
    st.builds(Settle, by_person(points), st.lists(transfers, max_size=3), ts=maybe),
    st.builds(Note, text | st.just("?"), ts=maybe),
)


def settled_once(found: list[Event]) -> list[Event]:
    """Leave the first settlement only; a hand has no second one."""
    settles = [i for i, event in enumerate(found) if isinstance(event, Settle)]
    return [event for i, event in enumerate(found) if i not in settles[1:]]


hands = st.builds(
    AmericanHand,
    number=st.integers(1, 10_000),
    east=persons,
    seats=by_person(st.sampled_from("ESWN"), 1),
    round=st.none() | st.integers(1, 10_000),
    dice=maybe,
    wall=st.none() | tiles(2, 8),
    seed=maybe,
    ts=maybe,
    events=st.lists(events, max_size=12).map(settled_once),
)


@st.composite
def games(draw: st.DrawFn) -> AmericanGame:
    ended = draw(st.booleans())
    totals, tournament = (draw(st.none() | by_person(points, 1)) if ended else None for _ in "12")
    return AmericanGame(
        id=draw(text.map(lambda t: t or "id")), source="", ruleset=draw(maybe),
        card=CardRef(draw(maybe), draw(maybe)),
        players={p: draw(text) for p in draw(st.permutations(PERSONS))},
        level=draw(st.sampled_from(LEVELS)), stake=draw(maybe),
        table_rules=draw(st.lists(text | st.just("?"), max_size=3)),
        hands=draw(st.lists(hands, max_size=3)), totals=totals, tournament=tournament,
        notes=draw(st.lists(st.builds(Note, text, ts=maybe), max_size=2)), ts=draw(maybe),
        ended=ended, ended_ts=draw(maybe) if ended else None,
    )  # fmt: skip
