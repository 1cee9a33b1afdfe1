"""What is wrong with a group of a card file, and at which part of it."""

from __future__ import annotations

import re
from typing import Final

from ...errors import near_matches
from .model import CLAIMABLE, HAND_SIZE, Group

__all__ = ["GROUP", "group_fault", "token_fault", "unknown_word"]

#: Tiles, number added, suit, mark.
GROUP: Final = re.compile(r"(\{year\}|[A-Z0-9]+)(?:\+([0-9]+))?([a-z?]?)([!~]?)")
_SUITLESS: Final = {
    "flower": "flowers have no suit",
    "soap": "soap has no suit",
    "dragon": "red and green dragons have their suit already",
    "wind": "winds have no suit",
    "wind variable": "winds have no suit",
}
_TILES_EXPECTED: Final = (
    "expected F, 0, R, G, winds (N E W S), V, digits, D, X, Y, Z or {year}, "
    "then a suit a, b, c or ?, then ! or ~"
)


def group_fault(group: Group, header: dict[str, str | int]) -> tuple[int, str] | None:
    """Return (part of the match, what is wrong) of a group, None where nothing is."""
    kind = group.kind
    if not kind:
        return 1, _tiles_fault(group)
    if group.suit not in ("", "a", "b", "c", "?"):
        hint = " (suits are letters for suits that differ: a, b, c)"
        return 3, f"{group.suit!r} is no suit: expected a, b, c or ?{hint}"
    if kind in _SUITLESS and group.suit:
        return 3, f"expected no suit: {_SUITLESS[kind]}"
    if kind not in _SUITLESS and not group.suit:
        return 1, f"expected a suit behind {group.text!r}: a, b, c or ?"
    if group.size > HAND_SIZE:
        return 1, f"a group of {group.size} tiles is longer than a hand"
    if group.plus and (kind != "variable" or len(set(group.tiles)) > 1):
        return 2, "expected a number added to one variable only, as in XX+1a"
    if group.plus > 8:
        return 2, f"{group.tiles[0]}+{group.plus} is over 9: expected +1 to +8"
    if kind == "year" and "year" not in header:
        return 1, "{year} stands for the header's year: expected a line 'year 2026' above"
    if group.mark == "~" and (not group.claimable or kind == "flower"):
        return 4, f"flowers stand in groups of {CLAIMABLE} or more equal tiles that are no flowers"
    return None


def _tiles_fault(group: Group) -> str:
    tiles = group.tiles
    if tiles[-1] in "BCD" and tiles[:-1].isdecimal():
        return f"{group.text!r} names a suit: expected a, b, c or ?, as in '{tiles[:-1]}a'"
    if set(tiles) <= set("FRG0NEWSVDXYZ123456789"):
        parts = " ".join(m[0] for m in re.finditer(r"F+|R+|G+|[NEWS]+|V+|D+|[0-9]+|[XYZ]+", tiles))
        return f"{group.text!r} mixes kinds of tiles: expected separate groups, as in '{parts}'"
    bad = next(letter for letter in tiles if letter not in "FRG0NEWSVDXYZ123456789")
    joker = "; jokers are never printed" if bad == "J" else ""
    return f"{bad!r} in {group.text!r} is no tile{joker}: {_TILES_EXPECTED}"


def token_fault(token: str, column: int) -> tuple[int, str]:
    """Return column and fault of a token that is no group at all."""
    shown = token[:40]
    if re.fullmatch(r"[fgrnewsvdxyz]+[abc?]?", token):
        guess = re.sub(r"^(.*?)([abc?]?)$", lambda m: m[1].upper() + m[2], token)
        return column, f"{shown!r} is no group; did you mean {guess!r}?"
    if token.startswith("{"):
        return column, f"{shown!r} is no group; did you mean '{{year}}' and a suit?"
    for sign in "+=":
        if sign in token[1:] and not re.match(r"[XYZ]+\+\d", token):
            return column + token.index(sign, 1), (
                f"{shown!r} is no group: put spaces around {sign!r}, or write X+1"
            )
    known = GROUP.match(token)
    end = known.end() if known else 0
    return column + end, f"found {token[end : end + 10]!r} in {shown!r}: {_TILES_EXPECTED}"


def unknown_word(what: str, name: str, known: tuple[str, ...]) -> str:
    """Return the fault of a word that is none of the known ones, with near matches."""
    near = near_matches(name.lower(), known)
    hint = f"did you mean {' or '.join(near)}?" if near else f"expected one of {', '.join(known)}"
    return f"unknown {what} {name[:40]!r}; {hint}"
