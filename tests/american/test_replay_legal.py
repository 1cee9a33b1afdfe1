"""What the legal helpers allow gives no finding: hands of players who choose at random."""

from __future__ import annotations

import random

import pytest

from mjlog.american import legal
from mjlog.american.audit import check_american
from mjlog.american.card import load_card
from mjlog.american.model import (
    AmericanGame,
    AmericanHand,
    CardRef,
    Claim,
    Courtesy,
    Deal,
    Discard,
    Draw,
    Event,
    Exchange,
    Mahjong,
    Pass,
    SecondCharleston,
    Settle,
    WallGame,
)
from mjlog.american.replay import HandReplay
from mjlog.american.rules import AmericanRules, load_american_rules
from mjlog.american.rulings.tileset import deal_order
from mjlog.american.settlement.payments import bonus_counts, payments
from mjlog.american.tiles import COPIES, UNKNOWN

CARD = load_card("sample-original-1")
SEATS = {"A": "E", "B": "S", "C": "W", "D": "N"}
SECOND = ("L2", "O2", "R2")


class Table:
    """A hand that is played by random legal choices and recorded on its way."""

    def __init__(self, seed: int, rules: AmericanRules) -> None:
        self.random = random.Random(seed)
        wall = [kind for kind, number in COPIES.items() for _ in range(number)]
        self.random.shuffle(wall)
        self.hand = AmericanHand(1, "A", SEATS, wall=wall)
        self.replay = HandReplay(self.hand, rules, CARD)
        self.rules = rules

    def do(self, event: Event) -> None:
        """Record an event and apply it."""
        self.hand.events.append(event)
        self.replay.apply(event)

    def play(self) -> AmericanHand:
        """Play a whole hand."""
        assert self.hand.wall is not None
        dealt: dict[str, list[int]] = {p: [] for p in SEATS}
        for place, tile in zip(deal_order(4), self.hand.wall, strict=False):
            dealt["ABCD"[place]].append(tile)
        for p in SEATS:
            self.do(Deal(p, dealt[p]))
        self._charleston()
        self._discard("A")
        while self.replay.state.phase == "play":
            self._next()
        return self.hand

    def _charleston(self) -> None:
        for leg in ("R1", "O1", "L1"):
            self._leg(leg)
        stopper = self.random.choice([None, None, "C"])
        assert legal.may_stop(self.replay)
        self.do(SecondCharleston(stopper))
        if stopper is None:
            for leg in SECOND:
                self._leg(leg)
        for pair in ("AC", "BD"):
            n = self.random.randrange(4)
            tiles = {p: self._some(p, n) for p in pair}
            self.do(Courtesy(pair, {pair[0]: n, pair[1]: 3}, n, tiles))

    def _some(self, p: str, n: int) -> list[int]:
        return self.random.sample(legal.passes(self.replay.state, p), n)

    def _leg(self, leg: str) -> None:
        places = {"R": 1, "O": 2, "L": 3}[leg[0]]
        chosen = {p: self._some(p, 3) for p in SEATS}
        blind = leg in ("L1", "R2") and self.random.random() < 0.5
        for p in SEATS:
            right = self.replay.state.right(p, places)
            tiles, unseen = chosen[p], 0
            if blind and p == "B":
                # B forwards one of the tiles that come from the player before
                giver = next(q for q in SEATS if self.replay.state.right(q, places) == "B")
                tiles, unseen = [*chosen["B"][:2], chosen[giver][0]], 1
            self.do(Pass(leg, p, right, tiles, unseen))

    def _discard(self, p: str) -> None:
        tile = self.random.choice(legal.discards(self.replay, p))
        self.do(Discard(p, tile))

    def _next(self) -> None:
        state = self.replay.state
        assert state.live is not None
        others = [state.right(state.live.p, k) for k in (1, 2, 3)]
        for p in others:
            if legal.winning_claim(self.replay, p):
                self.do(Claim(p, state.live.tile, state.live.p, "mahjong"))
                self._win(p, "discard", state.live.p)
                return
        for p in others:
            groups = legal.claim_groups(self.replay, p)
            if groups and self.random.random() < 0.7:
                group = list(self.random.choice(groups))
                tile, of = state.live.tile, state.live.p
                self.do(Claim(p, tile, of, "expose", len(group), group))
                self._turn(p)
                return
        if not state.wall_left:
            self.do(WallGame())
            self.do(Settle(dict.fromkeys(SEATS, 0)))
            return
        p = str(state.turn)
        assert legal.may_draw(self.replay, p)
        assert state.wall is not None
        self.do(Draw(p, state.wall[0]))
        self._turn(p)

    def _turn(self, p: str) -> None:
        if legal.winning_hand(self.replay, p):
            self._win(p, "self_pick", None)
            return
        exchanges = legal.exchanges(self.replay, p)
        if exchanges and self.random.random() < 0.8:
            self.do(self.random.choice(exchanges))
            if legal.winning_hand(self.replay, p):
                self._win(p, "exchange", None)
                return
        self._discard(p)

    def _win(self, p: str, how: str, off: str | None) -> None:
        claim = how == "discard"
        found = (legal.winning_claim if claim else legal.winning_hand)(self.replay, p)
        best = found[0]
        bonus = bonus_counts(best.jokerless, best.bonus, best.line.no_bonus, self.rules)
        paid = payments("ABCD", p, how, off, best.value, bonus, self.rules, east="A").pay
        self.do(Mahjong(p, how, off, best.line.id, best.value, best.bonus))
        self.do(Settle(paid))


def _public(hand: AmericanHand) -> AmericanHand:
    """Return what everybody saw of a hand."""
    events: list[Event] = []
    for event in hand.events:
        if isinstance(event, Deal):
            continue
        if isinstance(event, Pass):
            event = Pass(event.leg, event.p, event.to, [UNKNOWN] * 3, event.blind)
        elif isinstance(event, Courtesy):
            hidden = {p: [UNKNOWN] * len(tiles) for p, tiles in event.tiles.items()}
            event = Courtesy(event.pair, event.wish, event.n, hidden)
        elif isinstance(event, Draw):
            event = Draw(event.p, UNKNOWN)
        events.append(event)
    return AmericanHand(1, "A", SEATS, events=events)


@pytest.mark.parametrize("profile", ["nmjl-2024", "american-seed", "nmjl-classic"])
def test_random_legal_play_has_no_findings(profile: str) -> None:
    rules = load_american_rules(profile)
    exposed = exchanged = 0
    for seed in range(10):
        hand = Table(seed, rules).play()
        for level, record in (("full", hand), ("public", _public(hand))):
            game = AmericanGame("x", "", profile, CardRef(CARD.name), dict.fromkeys("ABCD", ""),
                                level, hands=[record])  # type: ignore[arg-type] # fmt: skip
            audit = check_american(game)
            found = [f for f in audit.findings if f.severity != "note"]
            assert found == [], (seed, level)
        state = audit.replays[0].state
        assert state.tiles_in_sight() == 152
        exposed += sum(len(p.exposures) for p in state.players.values())
        exchanged += sum(isinstance(event, Exchange) for event in hand.events)
    assert exposed > 10
    assert exchanged > 2
