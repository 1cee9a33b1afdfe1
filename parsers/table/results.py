"""Results and incidents of a table record: what stands behind ``ron``, ``draw`` or ``!``."""

from __future__ import annotations

import re
from typing import Any, Final, Protocol

from mjlog.codes import INCIDENT_KINDS, UNKNOWN, UNKNOWN_POINTS
from mjlog.rows import Row

from .flow import ended, packed, value_defaults
from .lines import Token, Words, whole
from .words import DRAWS, FLAGS, INCIDENTS, LIMIT_WORDS, SEATS, VERBS, YAKU_IDS

__all__ = [
    "Seating",
    "deltas_of",
    "draw_of",
    "incident_of",
    "numbers_of",
    "payment_points",
    "seats_of",
    "win_fields",
]

MAX_POINTS: Final = 100_000_000
_COUNTED: Final = {"han": "han", "翻": "han", "飜": "han", "fu": "fu", "符": "fu"}
_VALUE: Final = re.compile(r"(\d{1,3}|\?)(han|翻|飜|fu|符|yakuman|limit|points)")
_HAN_FU: Final = re.compile(r"(\d{1,3})(han|翻|飜|fu|符)")
_POINTS: Final = re.compile(r"(\d{1,9})(?:点|points)?")
_ALL: Final = re.compile(r"(\d{1,8})(?:all|オール)")
_SPLIT: Final = re.compile(r"(\d{1,8})[-/](\d{1,8})")
_YAKU: Final = re.compile(r"(.+?)=?(\d{1,3})")
_NAMED: Final = re.compile(r"(.+?)([-+−▲△]\d{1,9})")
_NONE: Final = -1


class Seating(Protocol):
    """Who sits where in the round that is being read."""

    @property
    def players(self) -> int:
        """How many players there are."""
        ...

    def seat(self, words: Words, token: Token) -> int:
        """Return the fixed seat that a word names (255 for ``?``)."""
        ...

    def is_seat(self, text: str) -> bool:
        """Tell whether a word names a seat."""
        ...


# --- numbers and seats ------------------------------------------------------------------------


def seats_of(words: Words, at: Seating) -> list[int]:
    """Return the seats named next, none or several."""
    found = []
    while (token := words.peek()) is not None and at.is_seat(token.text):
        words.skip()
        found.append(at.seat(words, token))
    return found


def numbers_of(words: Words, at: Seating, what: str) -> list[int]:
    """Return points of every seat: one number a player, in the order of the players."""
    found: list[int] = []
    while (token := words.peek()) is not None and len(found) < 4:
        value = UNKNOWN_POINTS if token.text == "?" else whole(token.text)
        if value is None:
            break
        if abs(value) > MAX_POINTS and value != UNKNOWN_POINTS:
            raise words.error(f"{what} below {MAX_POINTS}", token)
        words.skip()
        found.append(value)
    if len(found) not in (at.players, 4):
        raise words.error(
            f"{at.players} numbers for {what}, one a player in the order of the players "
            f"(? for one that is not known), not {len(found)}",
            words.peek(),
        )
    return found


def deltas_of(words: Words, at: Seating) -> list[int]:
    """Return the changes behind a colon: numbers by player, or ``E+8000 S-4000 …`` by seat."""
    token = words.peek()
    if token is None or token.text == "?" or whole(token.text) is not None:
        return numbers_of(words, at, "the changes of points")
    changes = [0] * at.players
    named: set[int] = set()
    while (token := words.peek()) is not None and not token.quoted:
        match = _NAMED.fullmatch(token.text)
        if match is None or not at.is_seat(match[1]):
            raise words.error("a seat and its change, such as E+8000 or S-4000", token)
        words.skip()
        seat = at.seat(words, Token(match[1], token.line, token.column))
        if seat == UNKNOWN or seat in named:
            raise words.error("each seat once", token)
        named.add(seat)
        changes[seat] = whole(match[2]) or 0
    return changes


def payment_points(text: str, *, dealer_wins: bool, players: int) -> int | None:
    """Return the points of a tsumo told as its payments: ``4000all``, ``1300-2600``.

    None when it is not written so, or when such payments cannot be.

    >>> payment_points("1300-2600", dealer_wins=False, players=4)
    5200
    >>> payment_points("4000all", dealer_wins=True, players=4)
    12000
    >>> payment_points("2000all", dealer_wins=False, players=4)
    """
    if (match := _ALL.fullmatch(text)) and dealer_wins:
        return int(match[1]) * (players - 1)
    if (match := _SPLIT.fullmatch(text)) and not dealer_wins:
        low, high = sorted((int(match[1]), int(match[2])))
        return low * (players - 2) + high
    return None


# --- wins --------------------------------------------------------------------------------------


def win_fields(
    words: Words, at: Seating, row: Row, *, dealer_wins: bool,
    riichi: dict[str, list[int]] | None = None,
) -> Row:  # fmt: skip
    """Read what is told of a win, up to the end of the line.

    Args:
        words, at: The line and who sits where.
        row: What is known of the win; it is filled.
        dealer_wins: The winner is the dealer.
        riichi: Takes the seats of ``riichi S W`` and ``unpaid N`` under these words; None where
            no such list can stand.
    """
    while (token := words.peek()) is not None:
        if token.text == ":":
            words.skip()
            row["deltas"] = deltas_of(words, at)
            words.end()
            break
        words.skip()
        verb = VERBS.get(token.text, "")
        if riichi is not None and verb in riichi and _seat_next(words, at):
            riichi[verb] += seats_of(words, at)
        elif not (_detail(words, at, row, token) or _value(words, row, token, dealer_wins, at)):
            known = [*LIMIT_WORDS, *YAKU_IDS, "han", "fu", "hand", "indicators", "ura", "pao"]
            raise words.error(
                "what the win was worth: 3han 40fu 5200, mangan, a yaku, hand, ura … "
                "or : and the changes", token, known,
            )  # fmt: skip
    row.update(value_defaults(row))
    return row


def _seat_next(words: Words, at: Seating) -> bool:
    token = words.peek()
    return token is not None and at.is_seat(token.text)


def _value(words: Words, row: Row, token: Token, dealer_wins: bool, at: Seating) -> bool:
    """Take a word that says what the win was worth; False when it says something else."""
    text = token.text
    ahead = words.peek()
    if ahead is not None and text.isdigit() and ahead.text in (*_COUNTED, "yakuman"):
        words.skip()
        text += ahead.text
    if match := _VALUE.fullmatch(text):
        name = _COUNTED.get(match[2], match[2])
        unknown = {"points": UNKNOWN_POINTS, "limit": UNKNOWN}.get(name, -1)
        value = unknown if match[1] == "?" else int(match[1])
        if name != "limit" or match[1] == "?":
            if name == "yakuman" and value > 20:
                raise words.error("at most 20 yakuman", token)
            row[name] = value
            return True
    if re.fullmatch(f"(?:{_HAN_FU.pattern}){{2}}", text):  # 40符3翻 in one word
        row |= {_COUNTED[name]: int(number) for number, name in _HAN_FU.findall(text)}
        return True
    if text in LIMIT_WORDS:
        row["limit"] = LIMIT_WORDS[text]
        return True
    if match := _POINTS.fullmatch(text):
        row["points"] = int(match[1])
        return True
    points = payment_points(text, dealer_wins=dealer_wins, players=at.players)
    if points is not None:
        row["points"] = points
        return True
    if _ALL.fullmatch(text) or _SPLIT.fullmatch(text):
        due = "one payment of all (2000all): the dealer wins"
        if not dealer_wins:
            due = "two payments (500-1000): the dealer pays a winner who is not dealer more"
        raise words.error(due, token)
    return _yaku(words, row, token)


def _yaku(words: Words, row: Row, token: Token) -> bool:
    text, han = token.text, _NONE
    if text not in YAKU_IDS:
        match = _YAKU.fullmatch(text)
        if match is None or match[1] not in YAKU_IDS:
            return False
        text, han = match[1], int(match[2])
        if han > 99:
            raise words.error("at most 99 han", token)
    names, worth = row.setdefault("yaku", []), row.setdefault("yaku_han", [])
    if len(names) == 20:
        raise words.error("at most 20 yaku", token)
    names.append(YAKU_IDS[text])
    worth.append(han)
    return True


def _detail(words: Words, at: Seating, row: Row, token: Token) -> bool:
    """Take a word that begins a detail of a result (``hand``, ``ura``, ``scores`` …)."""
    name = VERBS.get(token.text)
    if name in ("indicators", "ura", "hand") and name is not None:
        most = 14 if name == "hand" else 10
        tiles = words.tiles(words.take("tiles"))
        if len(tiles) > most:
            raise words.error(f"at most {most} tiles", words.peek(-1))
        row[name] = ended(tiles) if name == "hand" else tiles
    elif name == "from":
        row["from_seat"] = at.seat(words, words.take("a seat"))
    elif name == "pao":
        row["pao_seat"] = at.seat(words, words.take("the seat of the liable player"))
    elif name in ("honba", "sticks"):
        column = "deposits" if name == "sticks" else "honba"
        row[column] = words.number(f"the number of {name}", 0, 1000, -1)
    elif name == "scores":
        row["scores"] = numbers_of(words, at, "the scores")
    else:
        return False
    return True


# --- draws -------------------------------------------------------------------------------------


def draw_of(words: Words, at: Seating, riichi: dict[str, list[int]] | None = None) -> Row:
    """Read a draw, from its kind to the end of the line.

    The row has a key ``seat`` besides its columns when it is said who declared the draw.
    """
    first = words.take("the kind of draw, such as exhaustive")
    if first.text not in DRAWS:
        known = list(DRAWS)
        raise words.error("the kind of draw, such as exhaustive or chombo", first, known)
    row: Row = {"kind": DRAWS[first.text]}
    shown: dict[str, list[int]] = {}
    hands: list[list[int]] = [[], [], [], []]
    while (token := words.peek()) is not None:
        words.skip()
        name = VERBS.get(token.text)
        if token.text == ":":
            row["deltas"] = deltas_of(words, at)
            words.end()
        elif name in ("tenpai", "noten"):
            shown[name] = seats_of(words, at)
        elif name == "hand":
            seat = at.seat(words, words.take("whose hand"))
            if seat == UNKNOWN:
                raise words.error("whose hand", words.peek(-1))
            hands[seat] = ended(words.tiles(words.take("the tiles of the hand")))
            if len(hands[seat]) > 14:
                raise words.error("at most 14 tiles", words.peek(-1))
        elif name == "by":
            row["seat"] = at.seat(words, words.take("who declared the draw"))
        elif riichi is not None and name is not None and name in riichi:
            riichi[name] += seats_of(words, at)
        elif name in ("pao", "from", "indicators", "ura") or not _detail(words, at, row, token):
            raise words.error(
                "tenpai or noten and seats, hand, or : and the changes", token,
                ["tenpai", "noten", "hand", "honba", "sticks", "scores"],
            )  # fmt: skip
    if shown:
        row["shown"] = _shown(shown, at.players)
    if any(hands):
        row["hands"] = hands
    return row


def _shown(lists: dict[str, list[int]], players: int) -> list[int]:
    """Return who showed a hand: a list of those in tenpai says that the others are not."""
    rest = UNKNOWN if len(lists) == 2 else int("noten" in lists)
    shown = [rest] * players + [UNKNOWN] * (4 - players)
    for name, seats in lists.items():
        for seat in seats:
            if seat != UNKNOWN:
                shown[seat] = int(name == "tenpai")
    return shown


# --- incidents ---------------------------------------------------------------------------------


def incident_of(words: Words, at: Seating) -> Row:
    """Read an incident, from its kind to the end of the line."""
    first = words.take("what happened, such as chombo")
    if first.text not in INCIDENTS:
        raise words.error("what happened", first, list(INCIDENTS))
    kind = INCIDENTS[first.text]
    row: Row = {"kind": kind}
    yes, no = FLAGS.get(INCIDENT_KINDS[kind], ("yes", "no"))
    flags = {"yes": 1, "no": 0, yes: 1, no: 0}
    seen: set[str] = set()
    field: str
    value: Any
    while (token := words.peek()) is not None:
        words.skip()
        if token.quoted:
            field, value = "text", token.text
        elif token.text == ":":
            field, value = "deltas", deltas_of(words, at)
        elif VERBS.get(token.text) == "by":
            field, value = "by_seat", at.seat(words, words.take("who named it"))
        elif token.text in flags:
            field, value = "flag", flags[token.text]
        elif at.is_seat(token.text) and "seat" not in seen:
            field, value = "seat", at.seat(words, token)
        elif re.fullmatch(r"[0-9mpsz?]+", token.text):
            field, value = "tiles", words.tiles(token)
            if len(value) > 4:
                raise words.error("at most four tiles", token)
            value = packed(value)
        else:
            raise words.error(
                f"a seat, by and a seat, tiles, {yes} or {no}, "
                'a text in "quotation marks", or : and the changes',
                token, [*flags, *SEATS, "by"],
            )  # fmt: skip
        if field in seen:
            raise words.error(f"only one {field.replace('_', ' ')}", token)
        seen.add(field)
        row[field] = value
    return row
