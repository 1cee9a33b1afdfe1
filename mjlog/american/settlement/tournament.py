"""Points of tournaments: schemes as data, points of a hand.

A tournament counts points by player and hand; they are not zero-sum. The play is the League's.

>>> from ..rules import load_american_rules
>>> rules = load_american_rules("tournament-destination")
>>> win_points("ABCD", "A", None, 30, rules, self_pick=True, jokerless=True).pay
{'A': 60, 'B': 0, 'C': 0, 'D': 0}
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from ..rules.model import AmericanRules
from .payments import SCHEME, Flow, Payment

__all__ = ["SCHEMES", "Scheme", "error_points", "scheme_of", "wall_points", "win_points"]


class Scheme(NamedTuple):
    """How a tournament counts.

    Attributes:
        name: Value of the parameter ``tournament``. title: What people call it.
        self_pick: Added to the value of the card on a self-pick.
        jokerless: Added without a joker, not for singles and pairs.
        wall_game: Points of each player whose hand is alive at a wall game.
        thrower: What the discarder of the winning tile loses, by the winner's exposures: none,
            one, two, three or more.
        thrower_quint: The same with two exposures when the hand is one of quints.
        misname: What a misnamer loses whose discard is claimed for mahjong; None = as thrower.
        sole_intact: Points of the one player intact after a mahjong in error.
        source: Where the scheme stands.
    """

    name: str
    title: str
    thrower: tuple[int, int, int, int]
    thrower_quint: int
    misname: int | None
    sole_intact: int
    source: str
    self_pick: int = 10
    jokerless: int = 20
    wall_game: int = 10


#: The schemes by the parameter ``tournament``.
SCHEMES: Final[dict[str, Scheme]] = {
    scheme.name: scheme
    for scheme in (
        Scheme(
            "destination", "Destination Mah Jongg", (10, 10, 20, 25), 20, None, 0,
            "rules of Destination Mah Jongg",
        ),
        Scheme(
            "mahjcon", "MahjCon 2024", (0, 0, 20, 25), 25, 25, 10,
            "tournament rules of MahjCon 2024",
        ),
        Scheme(
            "crak_your_bags", "Crak Your Bags", (10, 10, 20, 30), 20, None, 0,
            "rules of Crak Your Bags",
        ),
        Scheme(
            "online", "themahjonggtournament.com", (0, 0, 0, 0), 0, None, 0,
            "rules of themahjonggtournament.com: no points for the thrower are named",
        ),
    )
}  # fmt: skip


def scheme_of(rules: AmericanRules) -> Scheme | None:
    """Return the scheme of a profile, None for play at home."""
    return SCHEMES.get(rules.tournament)


def win_points(
    players: Iterable[str],
    winner: str,
    off: str | None,
    value: int,
    rules: AmericanRules,
    *,
    self_pick: bool = False,
    jokerless: bool = False,
    exposures: int = 0,
    quints: bool = False,
    misnamed: bool = False,
    peeked: Collection[str] = (),
) -> Payment:
    """Return the points of a win.

    Args:
        players: The persons at the table.
        winner: Who won. off: Who discarded the winning tile, None on a self-pick.
        value: Points of the card.
        rules: A profile with a tournament.
        self_pick: Whether the winner drew the tile (or won by an exchange).
        jokerless: Whether the bonus counts.
        exposures: Exposed groups of the winner when the tile was thrown.
        quints: Whether the hand is one of quints.
        misnamed: Whether the tile was misnamed.
        peeked: Persons who looked at a stolen tile.
    """
    scheme = _scheme(rules)
    flows = [Flow(SCHEME, winner, value, str(value))]
    if self_pick:
        flows.append(Flow(SCHEME, winner, scheme.self_pick, f"self-pick {scheme.self_pick}"))
    if jokerless:
        flows.append(Flow(SCHEME, winner, scheme.jokerless, f"jokerless {scheme.jokerless}"))
    if off is not None:
        points, reason = _thrown(scheme, exposures, quints, misnamed)
        flows += [Flow(off, SCHEME, points, reason)] if points else []
    return _payment(players, flows, peeked, rules)


def wall_points(
    players: Iterable[str],
    rules: AmericanRules,
    *,
    dead: Collection[str] = (),
    peeked: Collection[str] = (),
) -> Payment:
    """Return the points of a wall game: the same for everybody whose hand is alive."""
    table = tuple(players)
    points = _scheme(rules).wall_game
    flows = [Flow(SCHEME, p, points, f"wall game {points}") for p in table if p not in dead]
    return _payment(table, flows, peeked, rules)


def error_points(
    players: Iterable[str],
    intact: Collection[str],
    rules: AmericanRules,
    *,
    peeked: Collection[str] = (),
) -> Payment:
    """Return the points of a hand that ended by mahjong in error, or was not finished.

    ``intact`` are the persons whose hands are; the one who is alone intact may get points.
    """
    points = _scheme(rules).sole_intact
    flows = []
    if len(intact) == 1 and points:
        flows = [Flow(SCHEME, p, points, f"sole intact hand {points}") for p in intact]
    return _payment(players, flows, peeked, rules)


def _scheme(rules: AmericanRules) -> Scheme:
    scheme = scheme_of(rules)
    if scheme is None:
        raise ValueError(f"{rules.name} is no profile of a tournament")
    return scheme


def _thrown(scheme: Scheme, exposures: int, quints: bool, misnamed: bool) -> tuple[int, str]:
    if misnamed and scheme.misname is not None:
        return scheme.misname, f"misnamed {scheme.misname}"
    if quints and exposures == 2:
        return scheme.thrower_quint, f"thrown to 2 exposures of a quint hand {scheme.thrower_quint}"
    points = scheme.thrower[min(exposures, 3)]
    word = "exposure" if exposures == 1 else "exposures"
    return points, f"thrown to {exposures} {word} {points}"


def _payment(
    players: Iterable[str], flows: list[Flow], peeked: Collection[str], rules: AmericanRules
) -> Payment:
    points = rules.peeking_points
    peeks = [Flow(p, SCHEME, points, f"looked at a stolen tile {points}") for p in peeked]
    return Payment(tuple(players), (*flows, *peeks), "no points")
