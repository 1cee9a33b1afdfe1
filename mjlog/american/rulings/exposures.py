"""Whether an exposure may lie there: its form, and whether the card has lines for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..card import dead_test, group_allowed
from ..state import Flaw, as_naturals
from ..tiles import FLOWER, JOKER, UNKNOWN, format_tile, format_tiles, tile_name

if TYPE_CHECKING:
    from ..replay import HandReplay
    from ..rules import AmericanRules

__all__ = ["FATAL", "check", "check_words", "form_fault"]

SMALLEST, LARGEST = 3, 6
#: Codes that make an exposure itself wrong.
FATAL = frozenset({"CLM-03", "CLM-04", "CLM-05", "CLM-09", "CLM-10", "CLM-11", "JX-03", "misname"})


#: Size of a group → how it begins to be said, in English, Japanese and Chinese.
_SIZES: Final = {
    3: ("pung", "pong", "ポン", "刻", "碰"),
    4: ("kong", "カン", "杠", "槓"),
    5: ("quint", "クウィント", "クイント", "昆"),
    6: ("sext", "セクステット"),
}


def check_words(replay: HandReplay, person: str, said: str | None, size: int, event: int) -> None:
    """Report a claim whose words do not tell the size of its exposure, where they must."""
    if not replay.rules.claim_names_size:
        return
    if said is None:
        replay.skip("A-CLM-12", "the words of the claim are not recorded")
        return
    if not any(word in said.lower() for word in _SIZES.get(size, ())):
        due = _SIZES[size][0].replace("sext", "sextet") if size in _SIZES else None
        replay.fault(
            "CLM-12", person, f'"{said}" for a {due or "group"}',
            recorded=said, expected=due, event=event,
        )  # fmt: skip


def form_fault(tiles: list[int], tile: int, rules: AmericanRules) -> tuple[str, str] | None:
    """Return code and words of what is wrong with the form of a group, None if nothing is.

    Args:
        tiles: The group, the claimed tile included. tile: The claimed tile.
        rules: The profile, for jokers as flowers.
    """
    naturals = {t for t in tiles if t not in (JOKER, UNKNOWN)}
    text = format_tiles(tiles)
    if len(tiles) < SMALLEST:
        return "CLM-03", f"{text} laid down"
    if len(tiles) > LARGEST:
        return "CLM-04", f"{len(tiles)} tiles: {text}"
    if len(naturals) > 1:
        return "CLM-04", text
    if FLOWER in naturals and JOKER in tiles and not rules.flower_jokers:
        return "CLM-04", f"{text}: no joker stands for a flower at this table"
    if UNKNOWN not in (*tiles, tile) and tile not in tiles:
        return "CLM-05", f"{text} without {tile_name(tile)}"
    return None


def check(replay: HandReplay, person: str, index: int, tile: int, event: int) -> None:
    """Report what is wrong with an exposure that stands from now on."""
    player = replay.player(person)
    if index >= len(player.exposures) or player.dead:
        return
    exposure = player.exposures[index]
    if any(flaw.code == "misname" and flaw.exposure == index for flaw in player.flaws):
        return
    claimed = tile if tile != JOKER else exposure.kind
    fault = form_fault(list(exposure.tiles), claimed, replay.rules)
    lacking = any(flaw.code == "CLM-07" and flaw.exposure == index for flaw in player.flaws)
    if fault is None and not lacking and not any(flaw.code in FATAL for flaw in player.flaws):
        fault = _card_fault(replay, person, exposure.kind, exposure.size)
    if fault is None:
        return
    replay.fault(fault[0], person, fault[1], recorded=format_tiles(exposure.tiles), event=event)
    player.flaws.append(Flaw(event, fault[0], index))


def _card_fault(replay: HandReplay, person: str, kind: int, size: int) -> tuple[str, str] | None:
    card = replay.card
    if card is None:
        replay.skip("A-CLM-10", "no card")
        return None
    if kind == UNKNOWN:
        replay.skip("A-CLM-10", "the exposed tile is unknown")
        return None
    shown = as_naturals(replay.player(person).shown)
    test = dead_test(card, shown, replay.state.visible())
    if test.ground == "b":
        lines = ", ".join(line.id for line in test.fitting)
        return "CLM-09", f"{format_tile(kind)} ×{size}; concealed: {lines}"
    if test.ground != "a":
        return None
    sizes = [n for n in range(SMALLEST, LARGEST + 1) if group_allowed(card, (), kind, n)]
    if sizes and size not in sizes:
        printed = ", ".join(map(str, sizes))
        return "CLM-11", f"{size} {tile_name(kind)}; the card has groups of {printed}"
    return "CLM-10", " + ".join(e.text for e in replay.player(person).shown)
