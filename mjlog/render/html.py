"""HTML: fragments for notebooks and pages that stand alone.

Everything that comes from a record is escaped. A page loads nothing from anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..tiles import format_tile
from .columns import Ruler
from .escape import escape_markup
from .svg import hand_svg, table_svg
from .text import event_text, hand_status, player_name, win_text
from .words import round_name, wind_name, word

if TYPE_CHECKING:
    from ..views import Game, Round, State

__all__ = ["game_fragment", "page", "round_fragment", "state_page", "table_markup"]

_STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, 'Noto Sans CJK JP', 'Hiragino Sans', Meiryo, sans-serif;
  max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem; }
h1 { font-size: 1.35rem; margin: 0 0 .3rem; } h1 small { font-weight: 400; opacity: .7; }
p.event { margin: 0 0 1rem; opacity: .85; }
svg { max-width: 100%; height: auto; }
figure { margin: 0 0 1rem; text-align: center; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .35rem .6rem; border-bottom: 1px solid #8885; text-align: left; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
td.alert { color: #d33; }
""".strip()


def page(title: str, body: str, *, lang: str = "en") -> str:
    """Return a whole HTML document; ``title`` is escaped here, ``body`` is markup."""
    return (
        f'<!DOCTYPE html>\n<html lang="{escape_markup(lang)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape_markup(title)}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def table_markup(
    rows: Sequence[Sequence[str]],
    header: Sequence[str] = (),
    *,
    numbers: Sequence[int] = (),
    markup: Sequence[int] = (),
) -> str:
    """Return an HTML table; cells are escaped except in the columns ``markup``.

    ``numbers`` are the columns to align right.
    """

    def cells(row: Sequence[str], tag: str) -> str:
        out = []
        for i, cell in enumerate(row):
            kind = ' class="number"' if i in numbers else ""
            text = cell if i in markup and tag == "td" else escape_markup(cell)
            out.append(f"<{tag}{kind}>{text}</{tag}>")
        return f"<tr>{''.join(out)}</tr>"

    head = f"<thead>{cells(header, 'th')}</thead>" if header else ""
    return f"<table>{head}<tbody>{''.join(cells(r, 'td') for r in rows)}</tbody></table>"


def state_page(state: State, *, lang: str = "en", seat: int | None = None) -> str:
    """Return a page that shows the table; with ``seat`` only that player's hand is open."""
    r = state.round
    title = f"{r.name} {round_name(r.wind, r.dealer, r.honba, lang)}"
    event = state.next_event
    where = word("end", lang) if event is None else f"{word('step', lang)} {state.index}"
    coming = "" if event is None else event_text(r, event, lang)
    rows = []
    for s in range(state.players):
        is_open = seat is None or s == seat
        points = state.scores[s]
        rows.append((
            wind_name(state.wind(s), lang), player_name(r.game, s, _RULER),
            "" if points is None else f"{points:,}",
            hand_svg(state.hands[s], melds=state.melds[s], scale=0.34) if is_open else "",
            hand_status(state, s, lang)[0] if is_open else "",
        ))  # fmt: skip
    header = [word("seat", lang), word("name", lang), word("score", lang), word("hand", lang), ""]
    body = (
        f"<h1>{escape_markup(title)} <small>{escape_markup(where)} · "
        f"{escape_markup(r.game.id)}</small></h1>\n"
        f'<p class="event">{escape_markup(coming)}</p>\n'
        f"<figure>{table_svg(state, seat=seat, lang=lang)}</figure>\n"
        f"{table_markup(rows, header, numbers=(2,), markup=(3,))}"
    )
    return page(f"{title}, {where}", body, lang=lang)


def game_fragment(game: Game, *, lang: str = "en") -> str:
    """Return a game's rounds and end as a piece of HTML."""
    names = [player_name(game, s, _RULER) for s in range(game.players)]
    rows = []
    for r in game.rounds:
        scores = ["" if s is None else f"{s:,}" for s in r.scores]
        rows.append([r.name, *scores, _outcome(r, lang)])
    numbers = range(1, game.players + 1)
    header = [word("round", lang), *names, word("result", lang)]
    parts = [
        f"<p><b>{escape_markup(game.id)}</b> {escape_markup(game.rules.name)}</p>",
        table_markup(rows, header, numbers=numbers),
    ]
    if game.result:
        final = [
            [str(p.place), player_name(game, p.seat, _RULER), f"{p.score:,}",
             "" if p.points is None else f"{p.points:+.1f}"]
            for p in game.result
        ]  # fmt: skip
        parts.append(table_markup(final, numbers=(0, 2, 3)))
    return f"<div>{''.join(parts)}</div>"


def round_fragment(r: Round, *, lang: str = "en") -> str:
    """Return a round's dealt hands and its result as a piece of HTML."""
    start = r.state(0)
    rows = [
        [wind_name(start.wind(s), lang), player_name(r.game, s, _RULER),
         hand_svg(start.hands[s], scale=0.34)]
        for s in range(start.players)
    ]  # fmt: skip
    indicators = " ".join(format_tile(c) for c in start.dora_indicators)
    title = f"{r.name} {round_name(r.wind, r.dealer, r.honba, lang)}"
    return (
        f"<div><p><b>{escape_markup(title)}</b> · {escape_markup(word('indicators', lang))} "
        f"{escape_markup(indicators)} · {escape_markup(_outcome(r, lang))}</p>"
        f"{table_markup(rows, markup=(2,))}</div>"
    )


def _outcome(r: Round, lang: str) -> str:
    parts = [win_text(r, win, lang) for win in r.wins]
    if r.draw is not None:
        parts.append(word(r.draw.kind, lang))
    return "; ".join(parts) or word("no_end", lang)


_RULER: Final = Ruler()
