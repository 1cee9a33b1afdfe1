"""A review as a page that stands alone, or as a part of a notebook.

Everything from a record is escaped. Tiles are drawn once and used by reference, so that the page
of a long game stays small.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final
from zlib import crc32

from mjlog.render.escape import escape_markup
from mjlog.render.html import page

from .model import Choice, Decision, Review, ReviewedHand
from .tiles import codes_text, rack_text, symbol_id, symbols
from .words import weight_word, word

__all__ = ["FIRST", "columns_of", "first_choices", "review_fragment", "review_page"]

#: So many choices are shown at once, and the taken one.
FIRST: Final = 5
#: Names of choices up to this length stay on one line.
SHORT: Final = 16
#: Kinds of decisions whose taken tiles lie in the hand.
_FROM_HAND: Final = ("turn", "pass", "exchange", "courtesy")

_STYLE: Final = """
.review h1 { font-size: 1.35rem; margin: 0 0 .3rem; }
.review h2 { font-size: 1.15rem; margin: 2rem 0 .3rem; }
.review h3 { font-size: 1rem; margin: 0 0 .4rem; display: flex; flex-wrap: wrap; gap: 0 .6rem;
  align-items: baseline; }
.review h3 small, .review h2 small { font-weight: 400; opacity: .65; }
.review a { color: inherit; text-underline-offset: .2em; }
.review dl { display: flex; flex-wrap: wrap; gap: .2rem 1.5rem; margin: .4rem 0; }
.review dl div { display: flex; gap: .5rem; }
.review dt { opacity: .65; } .review dd { margin: 0; overflow-wrap: anywhere; }
.review .counts { gap: .3rem .5rem; }
.review .counts div { border: 1px solid #8886; border-radius: 1rem; padding: .05rem .7rem; }
.review .counts dd { font-weight: 600; }
.review .switch { margin: .8rem 0; padding: .4rem 0; }
body > .review .switch { position: sticky; top: 0; z-index: 1; background: Canvas; }
.review .scroll { overflow-x: auto; }
.review table { width: 100%; border-collapse: collapse; font-size: .92em; }
.review th, .review td { padding: .25rem .5rem; text-align: left; vertical-align: middle;
  border-bottom: 1px solid #8884; }
.review th { font-weight: 500; opacity: .7; }
.review .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.review tr.taken td { background: #4a90d922; font-weight: 600; }
.review tr.taken td:first-child { box-shadow: inset .25rem 0 #4a90d9; }
.review .short { white-space: nowrap; }
.review article { border: 1px solid #8884; border-left: .35rem solid #8886; border-radius: .4rem;
  padding: .6rem .8rem; margin: .7rem 0; break-inside: avoid; scroll-margin-top: 3rem; }
.review section { scroll-margin-top: 3rem; }
.review article.some { border-left-color: #d9a21b; }
.review article.much { border-left-color: #d9453a; }
.review article.rule { border-left-color: #8a63d2; }
.review .badge { font-size: .8rem; font-weight: 600; border-radius: 1rem; padding: 0 .6rem; }
.review .some .badge { background: #d9a21b44; }
.review .much .badge { background: #d9453a44; }
.review .rule .badge { background: #8a63d244; }
.review .rack { display: flex; flex-wrap: wrap; gap: .5rem 0; margin: .2rem 0 .4rem;
  align-items: flex-end; padding-top: .45rem; }
.review .rack svg { width: 2rem; height: 2.8rem; max-width: none; flex: none; }
.review .rack svg.drawn { margin-left: .55rem; }
.review .rack svg.out { transform: translateY(-.45rem); outline: 2px solid #4a90d9;
  outline-offset: -1px; border-radius: .25rem; }
.review .rack .meld { display: flex; margin-left: .9rem; }
.review td svg { width: 1.2rem; height: 1.68rem; vertical-align: middle; margin-right: .1rem; }
.review .remark { margin: .2rem 0; font-weight: 600; }
.review ul { margin: .3rem 0; padding-left: 1.2rem; } .review details { margin: .3rem 0; }
.review summary { cursor: pointer; opacity: .75; }
.review:has(.only:checked) article.none { display: none; }
@media (max-width: 40rem) {
  .review .rack svg { width: 5.9vw; height: 8.26vw; }
  .review .rack svg.drawn { margin-left: 1.2vw; } .review .rack .meld { margin-left: 2.5vw; }
  .review article { padding: .5rem; }
  .review th, .review td { padding: .2rem .3rem; }
}
@media print { .review .switch, .review .up { display: none; } .review { font-size: 10pt; } }
""".strip()


def review_page(review: Review) -> str:
    """Return a whole HTML document."""
    return page(review.title, review_fragment(review), lang=review.lang)


def review_fragment(review: Review) -> str:
    """Return a review as a piece of HTML, with its style and its tiles."""
    lang = review.lang
    head = [
        f"<h1>{escape_markup(review.title)}{_player(review)}</h1>",
        _pairs(review.facts),
        _pairs(review.summary, kind="counts"),
    ]
    switch = (
        '<p class="switch"><label><input type="checkbox" class="only"> '
        f"{escape_markup(word('only', lang))}</label></p>"
    )
    hands = [_hand(review, number) for number in range(len(review.hands))]
    parts = [
        f"<style>\n{_STYLE}\n</style>",
        symbols(review.game, _codes(review)),
        f'<header id="{_id(review)}">{"".join(head)}</header>',
        _list(review),
        switch if review.decisions() else "",
        *hands,
    ]
    body = "\n".join(part for part in parts if part)
    return f'<div class="review">{body}</div>'


def first_choices(decision: Decision) -> tuple[list[Choice], list[Choice]]:
    """Return the choices to show at once, and the others."""
    first = [c for i, c in enumerate(decision.choices) if i < FIRST or c.taken]
    rest = [c for i, c in enumerate(decision.choices) if i >= FIRST and not c.taken]
    return (first, rest) if len(rest) > 1 else (list(decision.choices), [])


def columns_of(choices: Iterable[Choice]) -> list[str]:
    """Return the names of the facts of choices, in order of appearance."""
    return list(dict.fromkeys(what for choice in choices for what, _ in choice.facts))


# --- the head


def _player(review: Review) -> str:
    if review.player in review.title:
        return ""
    return f" <small>{escape_markup(review.player)}</small>"


def _codes(review: Review) -> set[int]:
    found: set[int] = set()
    for _, decision in review.decisions():
        found.update(decision.rack, *decision.melds, *(c.tiles for c in decision.choices))
    return found


def _id(review: Review, hand: int | None = None, decision: int | None = None) -> str:
    """Return the id of a place in the page; two reviews in a notebook share none."""
    own = f"{review.game_id}\0{review.player}".encode("utf-8", "replace")
    parts = ["review", f"{crc32(own):08x}"]
    parts += [str(part) for part in (hand, decision) if part is not None]
    return "-".join(parts)


def _pairs(pairs: Sequence[tuple[str, str]], *, kind: str = "") -> str:
    items = "".join(
        f"<div><dt>{escape_markup(what)}</dt><dd>{escape_markup(value)}</dd></div>"
        for what, value in pairs
    )
    return f'<dl class="{kind}">{items}</dl>' if items else ""


def _list(review: Review) -> str:
    """Return the list of the hands, each a link."""
    if not review.hands:
        return f"<p>{escape_markup(word('no_hands', review.lang))}</p>"
    header = [word(key, review.lang) for key in ("hand", "outcome", "points", "marked")]
    rows = []
    for number, hand in enumerate(review.hands):
        link = _short(f'<a href="#{_id(review, number)}">{escape_markup(hand.label)}</a>')
        cells = [
            f"<td>{link}</td><td>{escape_markup(hand.outcome)}</td>",
            f'<td class="number">{"" if hand.points is None else f"{hand.points:+,}"}</td>',
            f'<td class="number">{_marks(hand)}</td>',
        ]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    numbers = ("", "", ' class="number"', ' class="number"')
    head = "".join(
        f"<th{number}>{escape_markup(name)}</th>"
        for name, number in zip(header, numbers, strict=True)
    )
    return (
        f'<nav class="scroll"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></nav>"
    )


def _marks(hand: ReviewedHand) -> str:
    marked = sum(decision.weight != "none" for decision in hand.decisions)
    return f"{marked} / {len(hand.decisions)}" if hand.decisions else ""


# --- a hand


def _hand(review: Review, number: int) -> str:
    hand = review.hands[number]
    points = "" if hand.points is None else f" <small>{hand.points:+,}</small>"
    up = (
        f' <small class="up"><a href="#{_id(review)}">{escape_markup(word("top", review.lang))}'
        "</a></small>"
    )
    decisions = [_decision(review, number, i) for i in range(len(hand.decisions))]
    return (
        f'<section id="{_id(review, number)}"><h2>{escape_markup(hand.title)}{points}{up}</h2>'
        f"<p>{escape_markup(hand.outcome)}</p>{_notes(hand.notes)}{''.join(decisions)}</section>"
    )


def _notes(notes: Sequence[str]) -> str:
    items = "".join(f"<li>{escape_markup(note)}</li>" for note in notes)
    return f"<ul>{items}</ul>" if items else ""


def _decision(review: Review, number: int, index: int) -> str:
    decision, lang = review.hands[number].decisions[index], review.lang
    place = _id(review, number, index)
    badge = ""
    if decision.weight != "none":
        badge = f'<span class="badge">{escape_markup(weight_word(decision.weight, lang))}</span>'
    event = escape_markup(word("event", lang).format(decision.event))
    remark = f'<p class="remark">{escape_markup(decision.remark)}</p>' if decision.remark else ""
    first, rest = first_choices(decision)
    more = ""
    if rest:
        text = escape_markup(word("more", lang).format(len(rest)))
        more = f"<details><summary>{text}</summary>{_choices(review, rest)}</details>"
    return (
        f'<article class="{decision.weight}" id="{place}"><h3><a href="#{place}">'
        f"{escape_markup(decision.label)}</a> <small>{event}</small>{badge}</h3>"
        f"{_rack(review, decision)}{remark}{_choices(review, first)}{more}"
        f"{_notes([note for note in decision.notes if note != decision.remark])}</article>"
    )


def _rack(review: Review, decision: Decision) -> str:
    """Return the hand as tiles: the drawn one apart, those that were given away raised."""
    if not decision.rack and not decision.melds:
        return ""
    raised = _raised(decision)
    last = len(decision.rack) - 1
    tiles = []
    for place, code in enumerate(decision.rack):
        kinds = ["drawn"] * (decision.drawn and place == last) + ["out"] * (place in raised)
        tiles.append(_tile(review, code, " ".join(kinds)))
    for meld in decision.melds:
        drawn = "".join(_tile(review, code) for code in meld)
        tiles += [f'<span class="meld">{drawn}</span>']
    melds = [f"[{codes_text(review.game, meld)}]" for meld in decision.melds]
    label = " ".join([rack_text(review.game, decision), *melds])
    return (
        f'<div class="rack" role="img" aria-label="{escape_markup(label)}">{"".join(tiles)}</div>'
    )


def _raised(decision: Decision) -> set[int]:
    """Return the places in the hand of the tiles that the choice gave away."""
    taken = decision.taken
    if taken is None or decision.kind not in _FROM_HAND:
        return set()
    left, places = Counter(taken.tiles), set()
    for place in range(len(decision.rack) - 1, -1, -1):
        if left[decision.rack[place]] > 0:
            left[decision.rack[place]] -= 1
            places.add(place)
    return places


def _tile(review: Review, code: int, kind: str = "") -> str:
    name = f' class="{kind}"' if kind else ""
    return f'<svg{name}><use href="#{symbol_id(review.game, code)}"/></svg>'


def _choices(review: Review, choices: Sequence[Choice]) -> str:
    if not choices:
        return ""
    columns = columns_of(choices)
    facts = [dict(choice.facts) for choice in choices]
    numeric = {c for c in columns if all(_is_number(f.get(c, "")) for f in facts)}
    cells = [f"<th>{escape_markup(word('choice', review.lang))}</th>"]
    cells += [f"<th{_align(c in numeric)}>{escape_markup(c)}</th>" for c in columns]
    rows = []
    for choice, found in zip(choices, facts, strict=True):
        tiles = "".join(_tile(review, code) for code in choice.tiles)
        row = f"<td>{_named(choice, tiles)}</td>" + "".join(
            f"<td{_align(c in numeric)}>{escape_markup(found.get(c, ''))}</td>" for c in columns
        )
        kind = ' class="taken"' if choice.taken else ""
        rows.append(f"<tr{kind}>{row}</tr>")
    return (
        f'<div class="scroll"><table><thead><tr>{"".join(cells)}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _named(choice: Choice, tiles: str) -> str:
    """Return the name of a choice behind its tiles; what is short stays on one line."""
    name = escape_markup(choice.name)
    if len(choice.name) > SHORT:
        return f"{_short(tiles)} {name}"
    if len(choice.tiles) <= 1:
        return _short(f"{tiles} {name}" if tiles else name)
    return f"{_short(tiles)} {_short(name)}"


def _short(markup: str) -> str:
    """Keep something on one line."""
    return f'<span class="short">{markup}</span>' if markup else ""


def _align(number: bool) -> str:
    return ' class="number"' if number else ""


def _is_number(text: str) -> bool:
    return not text or text.lstrip("+-").replace(",", "").replace(".", "").isdecimal()
