"""``mjlog show`` for American games: the game, a hand turn by turn, the table at one moment."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, Final

from ..american.results import paid_points, result_text, total_points
from ..american.tiles import UNKNOWN, format_tile, format_tiles
from ..render.columns import Ruler
from ..seats import person_called
from .output import ruler_of

if TYPE_CHECKING:
    from ..american.model import AmericanGame, AmericanHand
    from ..american.rules import AmericanRules
    from ..american.state import PlayerState

__all__ = [
    "game_text",
    "hand_text",
    "show_hand",
    "state_text",
]

_WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "rules": "rules", "card": "card", "level": "level", "hand": "hand", "round": "round",
        "east": "East", "result": "result", "totals": "total", "step": "before event",
        "end": "at the end", "wall": "wall", "floor": "floor", "turn": "turn", "dead": "dead",
        "live": "live discard", "rack": "rack", "exposures": "exposures", "unknown": "unknown",
        "due": "due", "tiles": "a record of results holds no tiles",
    },
    "ja": {
        "rules": "ルール", "card": "カード", "level": "記録", "hand": "局", "round": "回",
        "east": "東家", "result": "結果", "totals": "合計", "step": "イベント前:",
        "end": "終了時", "wall": "壁牌", "floor": "捨て牌", "turn": "番", "dead": "無効",
        "live": "直前の捨て牌", "rack": "手牌", "exposures": "晒し", "unknown": "不明",
        "due": "計算", "tiles": "結果だけの記録には牌がない",
    },
}  # fmt: skip


def show_hand(
    game: AmericanGame,
    hand: AmericanHand,
    args: argparse.Namespace,
    *,
    rules: AmericanRules | None = None,
) -> str:
    """Return a hand, or the table at one moment, as text, picture or page.

    Args:
        game: The game. hand: One of its hands. args: What was asked for.
        rules: The profile in force; default the one of the record.
    """
    person = None if args.seat is None else person_called(game, hand, args.seat)
    ruler = ruler_of()
    if args.form == "text":
        if args.step is None:
            return hand_text(game, hand, lang=args.lang, ruler=ruler)
        return state_text(
            game, hand, args.step, person=person, lang=args.lang, ruler=ruler, rules=rules
        )
    from ..american.moment import state_of
    from ..render.american import state_svg
    from ..render.html import page

    step = len(hand.events) if args.step is None else args.step
    state = state_of(game, hand, step, rules=rules)
    names = {p: name for p, name in game.players.items() if name}
    picture = state_svg(state, names=names, viewer=person, only=person)
    if args.form == "svg":
        return f"{picture}\n"
    return page(_hand_head(game, hand, args.lang, ruler), str(picture), lang=args.lang)


# --- a game -------------------------------------------------------------------------------------
def game_text(
    game: AmericanGame,
    *,
    lang: str = "en",
    ruler: Ruler | None = None,
    rules: AmericanRules | None = None,
) -> str:
    """Return a summary of a game: who played, how each hand ended, what is due and why.

    Args:
        game: The game. lang: ``en`` or ``ja``. ruler: How wide signs are.
        rules: The profile that payments are worked out by; default the one of the record.
    """
    from ..american.audit import check_american

    ruler = ruler or Ruler()
    words = _WORDS[lang]
    card = game.card.id or words["unknown"]
    named = rules.name if rules is not None else game.ruleset or words["unknown"]
    head = [
        ruler.clean(game.id),
        f"{words['rules']}: {named}   {words['card']}: {card}   {words['level']}: {game.level}",
    ]
    header = (words["hand"], words["round"], words["east"], words["result"],
              *(_name(game, p) for p in game.players), words["due"])  # fmt: skip
    rows: list[tuple[Any, ...]] = []
    audit = check_american(game, rules=rules)
    for hand, replay, due in zip(game.hands, audit.replays, audit.due, strict=True):
        pay = paid_points(hand)
        rows.append((
            hand.number, hand.round, hand.east, result_text(replay.result),
            *(None if p not in pay else f"{pay[p]:+,}" for p in game.players),
            due and due.reason,
        ))  # fmt: skip
    results = [replay.result for replay in audit.replays]
    totals = game.totals if game.totals is not None else total_points(game, results)
    if totals:
        shown = (f"{totals[p]:+,}" if p in totals else None for p in game.players)
        rows.append((words["totals"], None, None, None, *shown, None))
    align = ">><<" + ">" * len(game.players) + "<"
    lines = [*map(ruler.clean, head), "", ruler.table(rows, header, align=align)]
    lines += [ruler.clean(f"{note.text}") for note in game.notes]
    return "\n".join(lines) + "\n"


def _name(game: AmericanGame, person: str) -> str:
    name = game.players.get(person, "")
    return f"{person} {name}".rstrip()


# --- a hand -------------------------------------------------------------------------------------
def hand_text(
    game: AmericanGame, hand: AmericanHand, *, lang: str = "en", ruler: Ruler | None = None
) -> str:
    """Return a hand turn by turn; the number at the left is the first event of the line."""
    from mjlog.parsers.american import statements_of

    ruler = ruler or Ruler()
    rows = [(index, text) for index, text in statements_of(hand.events)]
    return (
        "\n".join([_hand_head(game, hand, lang, ruler), "", ruler.table(rows, align="><")]) + "\n"
    )


def _hand_head(game: AmericanGame, hand: AmericanHand, lang: str, ruler: Ruler) -> str:
    seats = "   ".join(f"{wind} {_name(game, p)}" for p, wind in hand.seats.items())
    return ruler.clean(f"{_WORDS[lang]['hand']} {hand.number}   {seats}")


# --- a table ------------------------------------------------------------------------------------
def state_text(
    game: AmericanGame,
    hand: AmericanHand,
    step: int,
    *,
    person: str | None = None,
    lang: str = "en",
    ruler: Ruler | None = None,
    rules: AmericanRules | None = None,
) -> str:
    """Return the table before event ``step``; with ``person`` only that rack is shown."""
    from mjlog.parsers.american import statements_of

    from ..american.moment import state_of

    ruler = ruler or Ruler()
    words = _WORDS[lang]
    state = state_of(game, hand, step, rules=rules)
    at_end = step == len(hand.events)
    where = words["end"] if at_end else f"{words['step']} {step}"
    lines = [f"{_hand_head(game, hand, lang, ruler)}   {where}"]
    if not at_end:
        lines.append("-> " + ruler.clean(statements_of(hand.events[step : step + 1])[0][1]))
    if game.level == "result":
        return "\n".join([*lines, words["tiles"]]) + "\n"
    turn = f"   {words['turn']} {state.turn}" if state.turn else ""
    lines.append(f"{words['wall']} {state.wall_left}{turn}")
    lines.append(f"{words['floor']} {format_tiles(tile for _, tile in state.floor)}".rstrip())
    if state.live is not None and state.live.open:
        lines.append(f"{words['live']} {format_tile(state.live.tile)} ({state.live.p})")
    for p in state.order:
        lines += [
            "",
            *_player_lines(game, hand, state.players[p], person in (None, p), words, ruler),
        ]
    return "\n".join(lines) + "\n"


def _player_lines(
    game: AmericanGame,
    hand: AmericanHand,
    player: PlayerState,
    is_open: bool,
    words: dict[str, str],
    ruler: Ruler,
) -> list[str]:
    head = f"{hand.seats.get(player.person, '?')} {_name(game, player.person)}"
    if player.dead is not None:
        head += f"   {words['dead']}: {player.dead}"
    is_known = any(tile != UNKNOWN for tile in player.rack)
    rack = format_tiles(sorted(player.rack)) if is_open and is_known else f"({len(player.rack)})"
    rows = [(words["rack"], rack)]
    shown = [f"[{format_tiles(exposure.tiles)}]" for exposure in player.shown]
    if shown:
        rows.append((words["exposures"], " ".join(shown)))
    return [ruler.clean(head), ruler.table(rows, indent="  ")]
