"""Writes the typed form of the record."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import Any, Final

from mjlog.american.identity import content_id
from mjlog.american.model import (
    Amend,
    AmericanGame,
    AmericanHand,
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
from mjlog.american.tiles import format_tile, format_tiles
from mjlog.american.usual_seats import UsualSeats

from .games import NOBODY
from .lines import MAX_LINE
from .scan import is_plain_word
from .tags import format_names, format_rules
from .turns import HOW_WORDS, MAHJONG_WORDS, SOURCE_WORDS, usual_way

__all__ = ["format_event", "format_text_game", "statements_of"]

_MOST_ACTIONS: Final = 20
_DIGITS: Final = re.compile(r"[0-9]{1,5}")


def format_text_game(game: AmericanGame) -> str:
    """Return a game in the typed form; a hand of a ``result`` record is one line."""
    lines = ["#AMN 1", *_game_tags(game)]
    lines += [format_event(note) for note in game.notes]
    before = AmericanGame("", "", game.ruleset, game.card, game.players)
    usual = UsualSeats(before)
    for hand in game.hands:
        statements = [text for _, text in statements_of(hand.events)]
        one = " ; ".join([_hand_statement(hand, usual), *statements])
        before.hands.append(hand)
        if game.level == "result" and not _needs_tags(hand) and len(one) < MAX_LINE:
            lines.append(one)
        else:
            lines += [*_hand_tags(hand), *statements]
    if game.ended:
        lines.append(_end(game))
    return "".join(line + "\n" for line in lines)


# --- heads --------------------------------------------------------------------------------------
def _tags(values: dict[str, str | int | None]) -> list[str]:
    """Return tags, one a line; what is not known has none."""
    known = ((name, str(value)) for name, value in values.items() if value is not None)
    return [f"[{name} {_quoted(text)}]" for name, text in known]


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _game_tags(game: AmericanGame) -> list[str]:
    return _tags({
        "Id": None if game.id == content_id(game) else game.id,
        "Ruleset": game.ruleset,
        "Card": game.card.id,
        "CardSHA256": game.card.sha256,
        "Players": _players(game),
        "Level": game.level,
        "Stake": game.stake,
        "TableRules": format_rules(game.table_rules) if game.table_rules else None,
        "Time": game.ts,
    })  # fmt: skip


def _players(game: AmericanGame) -> str | None:
    """Return the players, None for those of a record that names none (their order counts)."""
    unnamed = list(game.players.items()) == list(NOBODY.items())
    return None if unnamed else format_names(game.players)


def _hand_tags(hand: AmericanHand) -> list[str]:
    return _tags({
        "Hand": hand.number,
        "Round": hand.round,
        "East": hand.east,
        "Seats": _seats(hand) or None,
        "Dice": hand.dice,
        "Wall": None if hand.wall is None else format_tiles(hand.wall),
        "Seed": hand.seed,
        "Time": hand.ts,
    })  # fmt: skip


def _needs_tags(hand: AmericanHand) -> bool:
    return not (hand.dice is None and hand.wall is None and hand.seed is None)


def _seats(hand: AmericanHand) -> str:
    return " ".join(f"{person}={wind}" for person, wind in hand.seats.items())


def _hand_statement(hand: AmericanHand, usual: UsualSeats) -> str:
    parts = [_time(hand.ts) + f"hand {hand.number}"]
    if hand.round is not None:
        parts.append(f"round {hand.round}")
    parts.append(f"East {hand.east}")
    due = usual.next(hand.east)
    if hand.seats and list(hand.seats.items()) != list(due.items()):
        parts.append(f"seats {_seats(hand)}")
    return " ".join(parts)


def _end(game: AmericanGame) -> str:
    text = f"{_time(game.ended_ts)}end{_points(game.totals or {})}"
    return text + (f" | tournament{_points(game.tournament)}" if game.tournament else "")


def _points(points: dict[str, int]) -> str:
    return "".join(f" {person}{value:+d}" for person, value in points.items())


def _time(ts: str | None) -> str:
    if ts is None:
        return ""
    return f"@{ts} " if ts and is_plain_word(f"x{ts}") else f"@{_quoted(ts)} "


# --- statements ---------------------------------------------------------------------------------
def statements_of(events: Sequence[Event]) -> list[tuple[int, str]]:
    """Return events as statements, each with the index of its first event.

    A statement is a turn, a leg of a Charleston, else one event.
    """
    found: list[str] = []
    firsts: list[int] = []
    group: list[Event] = []
    for index, (event, following) in enumerate(zip_longest(events, events[1:])):
        if group and not _joins(group, event):
            group = []
        before = group[-1] if group else None
        text = _event_text(event, before, following)
        if before is None:
            found.append(_head(event) + text)
            firsts.append(index)
        elif isinstance(event, Pass):
            found[-1] += f" | {_time(event.ts)}{text}"
        else:
            found[-1] += f" {_time(event.ts)}{text}"
        group.append(event)
    return list(zip(firsts, found, strict=True))


def format_event(event: Event) -> str:
    """Return one event as a statement of its own."""
    return _head(event) + _event_text(event, None, None)


def _head(event: Event) -> str:
    start = _time(event.ts)
    if isinstance(event, Pass):
        return f"{start}{event.leg} "
    return f"{start}{event.p} " if isinstance(event, _TURN) else start


_TURN: Final = (
    Draw, Discard, Claim, Amend, Exchange, Mahjong, Retract, Challenge, Dead,
)  # fmt: skip
_GOES_ON: Final = (Draw, Claim, Exchange, Amend)
_FOLLOWS: Final = (Exchange, Amend, Discard, Mahjong)


def _joins(group: list[Event], event: Event) -> bool:
    """Tell whether an event stands in the same statement as those before it."""
    last = group[-1]
    if len(group) == _MOST_ACTIONS:
        return False
    if isinstance(last, Pass):
        return isinstance(event, Pass) and event.leg == last.leg
    if not (isinstance(last, _GOES_ON) and isinstance(event, _FOLLOWS) and event.p == last.p):
        return False
    if isinstance(last, Claim) and isinstance(event, Mahjong):
        return last.purpose == "mahjong" or last.size is not None
    return not (isinstance(last, Claim) and last.purpose == "mahjong")


def _event_text(event: Event, before: Event | None, following: Event | None) -> str:
    """Return an event behind what names its player; its neighbours say what need not be said."""
    if isinstance(event, Claim):
        return _claim(event, following)
    if isinstance(event, Mahjong):
        return _mahjong(event, before, following)
    return _TEXTS[type(event)](event)


def _claim(claim: Claim, following: Event | None) -> str:
    text = f"*{_tile(claim.tile)}({claim.of}){_optional(claim.said)}"
    if claim.purpose == "mahjong":
        goes_on = isinstance(following, Mahjong) and following.p == claim.p
        return text if goes_on else f"{text} for mahjong"
    if claim.tiles is not None:
        return f"{text} ={_commas(claim.tiles)}"
    return text if claim.size is None else f"{text} ={claim.size}"


def _mahjong(event: Mahjong, before: Event | None, following: Event | None) -> str:
    ends = following is None or isinstance(following, (Settle, Note))
    parts = ["!mahj" if ends and event.shown == "all" else f"~mahj {event.shown}"]
    if event.line_id is not None:
        parts.append(_line_id(event.line_id))
    if event.value is not None:
        parts.append(str(event.value))
    if event.jokerless is None:
        parts.append("jokerless ?")
    elif event.jokerless:
        parts.append("jokerless")
    if (event.how, event.off) != usual_way(before):
        if event.how == "discard":
            parts.append(f"off {event.off or '?'}")
        else:
            parts.append("how ?" if event.how is None else HOW_WORDS[event.how])
    if event.tiles is not None:
        parts.append(f"shows {format_tiles(event.tiles)}".rstrip())
    return " ".join(parts)


def _line_id(text: str) -> str:
    plain = is_plain_word(text) and text not in MAHJONG_WORDS and not _DIGITS.fullmatch(text)
    return text if plain else _quoted(text)


def _tile(code: int) -> str:
    return format_tile(code)


def _commas(tiles: Iterable[int]) -> str:
    return format_tiles(tiles, between=",")


def _optional(text: str | None) -> str:
    return "" if text is None else f" {_quoted(text)}"


def _pass(event: Pass) -> str:
    seen = event.tiles[: len(event.tiles) - event.blind]
    blind = event.tiles[len(event.tiles) - event.blind :]
    parts = [f"{event.p}>{event.to}", *map(format_tile, seen)]
    if blind:
        parts += ["+ blind", *map(format_tile, blind)]
    if event.iou:
        parts.append(f"iou {event.iou}")
    return " ".join(parts)


def _courtesy(event: Courtesy) -> str:
    first, second = event.pair[0], event.pair[1]
    text = f"court {first}={second} {'?' if event.n is None else event.n}"
    usual = {} if event.n is None else {first: event.n, second: event.n}
    if event.wish != usual:
        text += f" wish {event.wish.get(first, '?')}/{event.wish.get(second, '?')}"
    if event.tiles:
        given = [_given(event.tiles.get(person)) for person in (first, second)]
        text += f" : {given[0]} / {given[1]}"
    return text


def _given(tiles: list[int] | None) -> str:
    return "unknown" if tiles is None else format_tiles(tiles) or "-"


def _draw(event: Draw) -> str:
    source = SOURCE_WORDS.get(event.source)
    return f"+{_tile(event.tile)}" + (f"({source})" if source else "")


def _discard(event: Discard) -> str:
    named = event.named
    spoken = named if named is None or isinstance(named, str) else format_tile(named)
    return f"-{_tile(event.tile)}{_optional(spoken)}" + (" corrected" if event.corrected else "")


def _exchange(event: Exchange) -> str:
    text = f"x({event.of}{event.i + 1}){_tile(event.tile)}"
    return text if event.gave is None else f"{text} gave {_tile(event.gave)}"


def _challenge(event: Challenge) -> str:
    text = f"?dead {event.of}" + (f" {event.ground}" if event.ground else "")
    return text + _optional(event.text) + (f" : {event.answer}" if event.answer else "")


def _dead(event: Dead) -> str:
    text = "dead" + _optional(event.cause)
    if event.returned:
        word = "exposure" if len(event.returned) == 1 else "exposures"
        text += f" {word} {','.join(str(i + 1) for i in event.returned)}"
    return text + (f" by {event.by}" if event.by else "")


def _void(event: Void) -> str:
    return f"void{_optional(event.reason)}" + ("" if event.redeal else " no redeal")


def _settle(event: Settle) -> str:
    parts = [f"pay{_points(event.pay)}", *map(_transfer, event.transfers)]
    return " | ".join(parts)


def _transfer(event: Transfer) -> str:
    text = f"{event.source}>{event.to} {event.amount}"
    return _time(event.ts) + text + _optional(event.why)


_TEXTS: Final[dict[type[Event], Callable[[Any], str]]] = {
    Deal: lambda event: f"deal {event.p} {format_tiles(event.tiles)}".rstrip(),
    Pass: _pass,
    SecondCharleston: lambda e: "go" if e.stop_by is None else f"stop {e.stop_by}",
    Courtesy: _courtesy,
    Draw: _draw,
    Discard: _discard,
    Amend: lambda event: f"^{event.i + 1}={_commas(event.tiles)}",
    Retract: lambda event: f"retract {event.what}",
    Exchange: _exchange,
    ThrowIn: lambda e: f"throw {e.p}" + (" wrecks wall" if e.wrecked_wall else ""),
    Challenge: _challenge,
    Dead: _dead,
    WallGame: lambda event: "wall game",
    Void: _void,
    Settle: _settle,
    Note: lambda event: f"note {_quoted(event.text)}",
}
