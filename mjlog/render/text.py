"""Texts of a game, a round (牌譜) and a table, for terminals and mails.

Tiles are mpsz (``0`` a red five). In a river ``~`` is a tsumogiri, ``'`` a turned tile
(riichi), ``( )`` a tile that was called away, ``!`` one that was won on. In a meld ``'``
follows the tile that was called, ``#`` is a tile face down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .. import codes
from ..tiles import format_tile, format_tiles
from .columns import Ruler
from .words import round_name, wind_name, word

if TYPE_CHECKING:
    from ..views import Game, Round, State
    from ..views.recorded import Draw, Event, Incident, Win
    from ..views.tabletop import Discard

__all__ = [
    "game_text",
    "hand_status",
    "incident_text",
    "outcome_texts",
    "river_text",
    "round_text",
    "state_text",
    "win_text",
]

_LEGEND: Final = {
    "en": "~ as drawn   ' turned (riichi)   ( ) called away   ! won on   # face down",
    "ja": "~ ツモ切り   ' 横向き（立直）   ( ) 鳴かれた牌   ! 放銃牌   # 裏向き",
}


# --- one table --------------------------------------------------------------------------------
def state_text(
    state: State, *, lang: str = "en", seat: int | None = None, ruler: Ruler | None = None
) -> str:
    """Return the table as text; with ``seat`` only that player's hand is shown."""
    ruler = ruler or Ruler()
    r = state.round
    where = word("end", lang) if state.index == len(r) else f"{word('step', lang)} {state.index}"
    lines = [
        f"{r.name}  {round_name(r.wind, r.dealer, r.honba, lang)}  {where}",
        f"{word('live_wall', lang)} {state.live_wall}   {word('deposits', lang)} {state.deposits}"
        f"   {word('indicators', lang)} {format_tiles(state.dora_indicators)}",
    ]
    for s in range(state.players):
        lines += ["", *_seat_lines(state, s, lang, ruler, seat is None or s == seat)]
    lines += ["", _LEGEND[lang]]
    if state.next_event is not None:
        lines.insert(2, f"-> {event_text(r, state.next_event, lang, ruler)}")
    return "\n".join(lines) + "\n"


def _seat_lines(state: State, seat: int, lang: str, ruler: Ruler, is_open: bool) -> list[str]:
    points = state.scores[seat]
    head = [wind_name(state.wind(seat), lang), player_name(state.round.game, seat, ruler)]
    head.append("" if points is None else f"{points:,}")
    if state.riichi[seat]:
        head.append(word("riichi", lang))
    rows: list[tuple[str, str]] = []
    hand = hand_text(state, seat) if is_open else f"({len(state.hands[seat])})"
    rows.append((word("hand", lang), hand))
    if state.melds[seat] or state.kita[seat]:
        kita = [f"[{format_tiles(state.kita[seat])}]"] if state.kita[seat] else []
        rows.append((word("melds", lang), " ".join([*map(str, state.melds[seat]), *kita])))
    rows.append((word("river", lang), river_text(state.discards[seat])))
    if is_open:
        status, _ = hand_status(state, seat, lang)
        rows.append((word("shanten", lang), status))
    return ["  ".join(h for h in head if h), ruler.table(rows, indent="  ")]


def hand_text(state: State, seat: int) -> str:
    """Return the concealed tiles, the drawn one after a space."""
    tiles = state.hands[seat]
    if state.drawn[seat] is None:
        return format_tiles(tiles)
    return f"{format_tiles(tiles[:-1])} {format_tile(tiles[-1])}"


def river_text(discards: tuple[Discard, ...]) -> str:
    """Return a river; the marks are explained at the top of this module."""
    return " ".join(_discard_text(d) for d in discards)


def _discard_text(discard: Discard) -> str:
    text = "~" * (discard.tsumogiri is True) + format_tile(discard.tile)
    text += "'" * discard.sideways + "!" * discard.ronned
    return f"({text})" if discard.called_by is not None else text


def hand_status(state: State, seat: int, lang: str = "en") -> tuple[str, bool]:
    """Return ``("tenpai, waits 25p, discard furiten", True)``; True when it cannot ron.

    Empty for a hand that is not wholly known.
    """
    shanten = state.shanten(seat)
    if shanten is None:
        return "", False
    if shanten > 0:
        parts = [f"{shanten}-shanten" if lang == "en" else f"{shanten}向聴"]
    else:
        parts = [word("tenpai" if shanten == 0 else "complete", lang)]
    waits, furiten = state.waits(seat), state.furiten(seat)
    if waits:
        parts.append(f"{word('waits', lang)} {format_tiles(waits)}")
    if waits and furiten != "none":
        parts.append(word(f"furiten_{furiten}", lang))
    return ("、" if lang == "ja" else ", ").join(parts), bool(waits) and furiten != "none"


# --- one round --------------------------------------------------------------------------------
def round_text(
    r: Round, *, lang: str = "en", seat: int | None = None, ruler: Ruler | None = None
) -> str:
    """Return a round turn by turn.

    A line is a draw or call with what was discarded then: number of its first event, seat
    wind and name, tile taken, tile given, and how the hand stands after it (only for
    ``seat`` when given).
    """
    ruler = ruler or Ruler()
    states = list(r.states())
    first = states[0]
    lines = [
        f"{r.name}  {round_name(r.wind, r.dealer, r.honba, lang)}   "
        f"{word('deposits', lang)} {first.deposits}   "
        f"{word('indicators', lang)} {format_tiles(first.dora_indicators)}",
        "",
    ]
    deal = []
    for s in range(first.players):
        is_open = seat is None or s == seat
        status = hand_status(first, s, lang)[0] if is_open else ""
        points = first.scores[s]
        deal.append((
            wind_name(first.wind(s), lang), player_name(r.game, s, ruler),
            "" if points is None else f"{points:,}",
            format_tiles(first.hands[s]) if is_open else "", status,
        ))  # fmt: skip
    lines += [ruler.table(deal, align="<<>", indent="  "), ""]
    rows: list[tuple[str, ...]] = []
    left = list(r.incidents)
    for turn in _turns(r):
        while left and left[0].event <= turn[0].index:
            rows.append(_incident_row(r, left.pop(0), states[0], lang, ruler))
        rows.append(_turn_row(r, states, turn, lang, ruler, seat))
    rows += [_incident_row(r, incident, states[0], lang, ruler) for incident in left]
    lines.append(ruler.table(rows, align=">", indent=" "))
    lines += ["", *_outcome_lines(r, lang, ruler), "", _LEGEND[lang]]
    return "\n".join(lines) + "\n"


def _turns(r: Round) -> list[list[Event]]:
    """Group the events: what a seat draws or calls, and the discard it leads to."""
    groups: list[list[Event]] = []
    for event in r.events:
        joins = event.kind in (codes.RIICHI, codes.DISCARD)
        last = groups[-1][-1] if groups else None
        if joins and last is not None and last.seat == event.seat and last.kind != codes.DISCARD:
            groups[-1].append(event)
        else:
            groups.append([event])
    return groups


def _turn_row(
    r: Round, states: list[State], turn: list[Event], lang: str, ruler: Ruler, seat: int | None
) -> tuple[str, ...]:
    event, last = turn[0], turn[-1]
    if event.seat is None:
        return (str(event.index), "", "", event_text(r, event, lang, ruler, actor=False))
    after = states[last.index + 1]
    who = (wind_name(after.wind(event.seat), lang), player_name(r.game, event.seat, ruler))
    taken = "" if event.kind == codes.DISCARD else event_text(r, event, lang, ruler, actor=False)
    given = ""
    if last.kind == codes.DISCARD:
        given = _discard_text(states[last.index + 1].discards[event.seat][-1])
        if len(turn) > 1 and turn[-2].kind == codes.RIICHI:
            given += f" {word('riichi', lang)}"
    shown = last.kind == codes.DISCARD and seat in (None, event.seat)
    status = hand_status(after, event.seat, lang)[0] if shown else ""
    return (str(event.index), *who, taken, given, status)


def _incident_row(
    r: Round, incident: Incident, state: State, lang: str, ruler: Ruler
) -> tuple[str, ...]:
    who = ("", "")
    if incident.seat is not None:
        who = (
            wind_name(state.wind(incident.seat), lang),
            player_name(r.game, incident.seat, ruler),
        )
    return ("!", *who, incident_text(r, incident, lang, ruler, actor=False), "", "")


#: Kind of an incident → the words for its flag, (no, yes).
_FLAGS: Final[dict[str, tuple[str, str]]] = {
    "shown_tiles": ("accident", "deliberate"),
    "out_of_turn_draw": ("in_time", "too_late"),
    "wrong_break": ("in_time", "too_late"),
    "wrong_indicator": ("in_time", "too_late"),
    "peek": ("", "first_time"),
    "peek_ura": ("", "first_time"),
    "wrong_meld_place": ("no_harm", "disturbed"),
    "hand_destroyed": ("before_confirmation", "before_payment"),
    "late_call": ("together", "clearly_later"),
}


def incident_text(
    r: Round,
    incident: Incident,
    lang: str = "en",
    ruler: Ruler | None = None,
    *,
    actor: bool = True,
) -> str:
    """Return an error at the table in words, ``Alice shows 4s by accident, named by Bob``."""
    ruler = ruler or Ruler()
    parts = []
    if actor and incident.seat is not None:
        parts.append(player_name(r.game, incident.seat, ruler))
    parts.append(word(incident.kind, lang))
    if incident.tiles:
        parts.append(format_tiles(incident.tiles))
    flag = _FLAGS.get(incident.kind, ("", ""))[incident.flag is True]
    if flag and incident.flag is not None:
        parts.append(word(flag, lang))
    if any(d is not None for d in incident.deltas):
        parts.append("/".join("?" if d is None else f"{d:+,}" for d in incident.deltas))
    text = " ".join(parts)
    if incident.by_seat is not None:
        named = player_name(r.game, incident.by_seat, ruler)
        text += f", {word('named_by', lang)} {named}"
    return f"{text}: {ruler.clean(incident.text)}" if incident.text else text


def event_text(
    r: Round, event: Event, lang: str = "en", ruler: Ruler | None = None, *, actor: bool = True
) -> str:
    """Return one event in words, ``Alice pon 22'2p from Bob``."""
    ruler = ruler or Ruler()
    who = f"{player_name(r.game, event.seat, ruler)} " if actor and event.seat is not None else ""
    what = word(event.name, lang)
    if event.kind in (codes.CHI, codes.PON, codes.DAIMINKAN, codes.KAKAN, codes.ANKAN):
        meld = next(
            m for m in reversed(r.state(event.index + 1).melds[event.seat or 0])
            if m.kind == event.kind
        )  # fmt: skip
        what += f" {meld}"
    elif event.kind == codes.WIN:
        what = word("tsumo" if event.seat == event.from_seat else "ron", lang)
        what += f" {format_tile(event.tile)}"
    elif event.kind == codes.RYUUKYOKU and r.draw is not None:
        what = word(r.draw.kind, lang)
    elif event.kind in (codes.DRAW, codes.DISCARD, codes.KITA, codes.DORA):
        what += f" {format_tile(event.tile)}"
    if event.from_seat not in (None, event.seat) and event.kind != codes.KAKAN:
        assert event.from_seat is not None
        what += f" {word('from', lang)} {player_name(r.game, event.from_seat, ruler)}"
    return who + what


def outcome_texts(r: Round, lang: str = "en", ruler: Ruler | None = None) -> list[str]:
    """Return how a round ended as recorded, a line a win or draw; none for a cut record."""
    ruler = ruler or Ruler()
    lines = [win_text(r, win, lang, ruler) for win in r.wins]
    if r.draw is not None:
        lines.append(_draw_text(r, r.draw, lang, ruler))
    return lines


def _outcome_lines(r: Round, lang: str, ruler: Ruler) -> list[str]:
    lines = outcome_texts(r, lang, ruler)
    if not lines:
        return [word("no_end", lang)]
    before, after = r.scores, r.state(len(r)).scores
    rows = []
    for s in range(r.game.players):
        old, new = before[s], after[s]
        cells = ("", "") if old is None or new is None else (f"{new:,}", f"{new - old:+,}")
        rows.append((player_name(r.game, s, ruler), *cells))
    return [*lines, ruler.table(rows, align="<>>", indent="  ")]


def win_text(r: Round, win: Win, lang: str = "en", ruler: Ruler | None = None) -> str:
    """Return a recorded win in one line: who, how, what for, how much."""
    ruler = ruler or Ruler()
    how = word("tsumo" if win.tsumo else "ron", lang)
    text = f"{player_name(r.game, win.seat, ruler)} {how} {format_tile(win.tile)}"
    if not win.tsumo:
        text += f" {word('from', lang)} {player_name(r.game, win.from_seat, ruler)}"
    size = []
    if win.fu is not None and not win.yakuman:
        size.append(f"{win.fu} {word('fu', lang)}" if lang == "en" else f"{win.fu}符")
    if win.han:
        size.append(f"{win.han} {word('han', lang)}" if lang == "en" else f"{win.han}翻")
    if win.limit:
        size.append(word(win.limit, lang))
    if win.points is not None:
        size.append(f"{win.points:,}")
    yaku = [
        (entry.ja if lang == "ja" else entry.name.replace("_", " "))
        + (f" {entry.han}" if entry.han is not None and entry.han > 1 and not win.yakuman else "")
        for entry in win.yaku
        if entry.han != 0 or win.yakuman
    ]
    if size:
        text += f": {' '.join(size)}"
    if yaku:
        text += f" ({', '.join(yaku)})"
    if win.pao_seat is not None:
        text += f" [{word('pao', lang)}: {player_name(r.game, win.pao_seat, ruler)}]"
    return text


def _draw_text(r: Round, draw: Draw, lang: str, ruler: Ruler) -> str:
    text = word(draw.kind, lang)
    if draw.kind in ("exhaustive", "nagashi_mangan"):
        names = [player_name(r.game, s, ruler) for s, shown in enumerate(draw.shown) if shown]
        text += f"; {word('tenpai', lang)}: {', '.join(names) or '-'}"
    return text


# --- one game ---------------------------------------------------------------------------------
def game_text(game: Game, *, lang: str = "en", ruler: Ruler | None = None) -> str:
    """Return a summary: who, under which rules, every round's result, the end."""
    ruler = ruler or Ruler()
    head = [f"{word('game', lang)} {ruler.clean(game.id)}"]
    if game.info.start_time:
        head.append(ruler.clean(game.info.start_time))
    if game.info.lobby:
        head.append(f"{word('lobby', lang)} {ruler.clean(game.info.lobby)}")
    head.append(f"{word('rules', lang)} {ruler.clean(game.rules.name)}")
    lines = ["   ".join(head), ""]
    rows: list[tuple[object, ...]] = []
    for r in game.rounds:
        outcome = outcome_texts(r, lang, ruler)
        outcome += [
            incident_text(r, incident, lang, ruler)
            for incident in r.incidents
            if incident.kind != "dice"
        ]
        scores = ["" if s is None else f"{s:,}" for s in r.scores]
        rows.append((r.name, *scores, outcome[0] if outcome else word("no_end", lang)))
        rows += [("", *[""] * game.players, more) for more in outcome[1:]]
    names = [player_name(game, s, ruler) for s in range(game.players)]
    header = [word("round", lang), *names, word("result", lang)]
    lines += [ruler.table(rows, header, align="<" + ">" * game.players), ""]
    if game.result:
        final = [
            (p.place, player_name(game, p.seat, ruler), f"{p.score:,}",
             "" if p.points is None else f"{p.points:+.1f}")
            for p in game.result
        ]  # fmt: skip
        header = [word(k, lang) for k in ("place", "name", "score", "game_points")]
        lines.append(ruler.table(final, header, align="><>>"))
    else:
        lines.append(word("no_end", lang))
    return "\n".join(lines) + "\n"


def player_name(game: Game, seat: int, ruler: Ruler) -> str:
    """Return a printable name; a nameless player is called by the seat."""
    name = game.names[seat] if seat < len(game.names) else ""
    return ruler.clean(name) or f"seat {seat}"
