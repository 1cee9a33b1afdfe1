"""One hand at the table: the deal, turns, claims, dead hands and its end.

Every event goes through the replay that the audit uses, and what players may do is asked of
:mod:`mjlog.american.legal`; only what they want is decided by the bots.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

import numpy as np

from .. import legal
from ..card import Card, Match
from ..model import (
    AmericanHand,
    Challenge,
    Claim,
    Dead,
    Deal,
    Discard,
    Draw,
    Event,
    Exchange,
    Mahjong,
    Settle,
    ThrowIn,
    Transfer,
    Void,
    WallGame,
)
from ..replay import HandReplay, HandResult
from ..rules import AmericanRules
from ..rulings import dealing
from ..rulings.naming import legal_names
from ..rulings.tileset import copies, deal_order
from ..settlement.hands import Table, hand_payment
from ..settlement.payments import Payment, challenge_transfer
from ..state import State
from ..tiles import JOKER, UNKNOWN
from .bots import Bot
from .incidents import Incidents
from .passing import pass_all
from .plan import Plan
from .witness import Witness

__all__ = ["HandPlay"]

_SAID: Final = {3: "pung", 4: "kong", 5: "quint", 6: "sextet"}


class HandPlay:
    """A hand on its way.

    Attributes:
        hand: The record. replay, rules, card: What it is played by.
        bots: Person → player. rng: Where all chances come from.
        plan: What is arranged. incidents: What happens at tables beside the play.
        disputes: Challenges that were denied: challenger, challenged, whether it was dead.
        payment: What the hand is worth, once it is over.
    """

    def __init__(
        self,
        hand: AmericanHand,
        rules: AmericanRules,
        card: Card,
        bots: Mapping[str, Bot],
        rng: Random,
        *,
        plan: Plan | None = None,
        incidents: bool = True,
    ) -> None:
        self.hand, self.rules, self.card, self.rng = hand, rules, card, rng
        self.bots = bots
        self.plan = plan or Plan()
        self.incidents = Incidents(self, active=incidents)
        self.replay = HandReplay(hand, rules, card)
        self.witness = Witness(card)
        self.disputes: list[tuple[str, str, bool]] = []
        self.payment: Payment | None = None
        self.settled: Settle | None = None
        self.supply = np.zeros(39, np.int16)
        for kind, number in copies(rules).items():
            self.supply[kind] = number

    @property
    def state(self) -> State:
        """The state of the replay."""
        return self.replay.state

    def do(self, event: Event) -> None:
        """Let something happen: it is recorded and replayed."""
        self.hand.events.append(event)
        self.replay.apply(event)

    def rack(self, person: str) -> list[int]:
        """Return the concealed tiles of a player."""
        return self.state.players[person].rack

    def alive(self, person: str) -> bool:
        """Whether a hand was not declared dead."""
        return self.state.players[person].dead is None

    def look(self, person: str) -> Bot:
        """Let a bot look at its hand and the table; return the bot."""
        player, bot = self.state.players[person], self.bots[person]
        live = self.supply - self.state.visible()
        np.subtract.at(live, [tile for tile in player.rack if tile != UNKNOWN], 1)
        bot.look(player.rack, player.shown, live)
        return bot

    # --- the hand from beginning to end

    def play(self) -> HandResult:
        """Play the hand to its end and return how it ended."""
        self._play()
        result = self.replay.finish()
        return result

    def settle(self, table: Table) -> None:
        """Write the points down.

        Args:
            table: The circumstances; see :class:`~mjlog.american.settlement.hands.Table`.
        """
        self.payment = hand_payment(self.replay.result, table)
        if self.payment is None or self.replay.result.kind == "void":
            return
        event = Settle(self.payment.pay, self.transfers())
        self.plan.settle(self, event)
        self.hand.events.append(event)
        self.settled = event

    def transfers(self) -> list[Transfer]:
        """Return what is paid for challenges that were denied."""
        found = [challenge_transfer(p, of, dead, self.rules) for p, of, dead in self.disputes]
        return [transfer for transfer in found if transfer is not None]

    def _play(self) -> None:
        if self._deal() or self.incidents.after_deal():
            return
        east = self.state.east
        for person in self.state.order:
            self.look(person)
        if self.plan.dealt(self):
            return
        if self.bots[east].away == 0 and self._declare_own(east, "heavenly"):
            return
        pass_all(self)
        if self.incidents.before_opening() or self.plan.opening(self):
            return
        if self.look(east).away == 0:
            how = "earthly" if self.state.legs else "heavenly"
            if self._declare_own(east, how):
                return
        self._turns(east)

    def _deal(self) -> bool:
        """Deal; return whether the hand ended with it."""
        order, wall = self.state.order, self.hand.wall
        assert wall is not None
        self.plan.wall(self, wall)
        racks: dict[str, list[int]] = {person: [] for person in order}
        for place, tile in zip(deal_order(len(order)), wall, strict=False):
            racks[order[place]].append(tile)
        self.incidents.deal(racks)
        over = self.plan.deal(self, racks)
        for person in order:
            self.do(Deal(person, racks[person]))
        return over

    def _turns(self, person: str) -> None:
        while not self._turn(person):
            following = self._after_discard()
            if following is None:
                return
            person = following

    def _after_discard(self) -> str | None:
        """Return who has the next turn with a fourteenth tile, None at the end of the hand."""
        self.watch()
        if self.thrown_in():
            return None
        if self.plan.discarded(self):
            return None if isinstance(self.hand.events[-1], Mahjong) else self.state.turn
        self.incidents.discarded()
        claimant, over = self._claims()
        if over:
            return None
        if claimant is not None:
            return claimant
        if self.incidents.discarded_over():
            return None
        if self.state.wall_left <= 0:
            self.do(WallGame())
            return None
        return self._draw()

    def _draw(self) -> str | None:
        person = self.state.turn
        assert person is not None
        if self.plan.draw(self, person):
            return self.state.turn
        self.do(self.next_draw(person))
        return person

    def next_draw(self, person: str, source: str = "front") -> Draw:
        """Return the draw of the next tile of the wall."""
        dealing.close_deal(self.replay)
        wall = self.state.wall
        assert wall
        return Draw(person, wall[0 if source == "front" else -1], source)

    # --- a turn

    def _turn(self, person: str) -> bool:
        """Let a player with fourteen tiles play; return whether the hand is over."""
        if self.plan.turn(self, person):
            return True
        if not self._has_turn(person):
            return False  # the plan has played the turn
        bot = self.look(person)
        own = isinstance(self.hand.events[-1], (Draw, Exchange))
        if own and bot.away == 0 and self._declare_own(person, self._way(person)):
            return True
        self.incidents.turn(person)
        if self._exchange(person, bot):
            return True
        self.discard(person)
        return False

    def _has_turn(self, person: str) -> bool:
        opening = self.state.phase != "play" and person == self.state.east
        return opening or (self.state.turn == person and self.state.taken)

    def _way(self, person: str) -> str:
        return "exchange" if self.state.exchanged == person else "self_pick"

    def _exchange(self, person: str, bot: Bot) -> bool:
        """Make the joker exchanges that the bot likes; return whether it won by one."""
        for _ in range(8):
            event = next(
                (
                    e for e in legal.exchanges(self.replay, person)
                    if bot.likes_exchange(self.rack(person), e.tile)
                    and self.exchange_allowed(person, e)
                ),
                None,
            )  # fmt: skip
            if event is None:
                return False
            if not self.incidents.corrected_exchange(event):
                self.incidents.exchange(event)
                self.do(event)
            self.watch(but=person)
            bot = self.look(person)
            if bot.away == 0 and self._declare_own(person, "exchange"):
                return True
        return False

    def exchange_allowed(self, person: str, event: Exchange) -> bool:
        """Whether the bot may exchange: where wins by it are forbidden it avoids them."""
        if self.rules.exchange_win == "allow":
            return True
        return not self.completed_by(person, event)

    def completed_by(self, person: str, event: Exchange) -> list[Match]:
        """Return the lines that an exchange completes."""
        player = self.state.players[person]
        rack = [*player.rack, JOKER]
        rack.remove(event.tile)
        return self.card.wins(rack, player.shown)

    def discard(self, person: str) -> None:
        """Let a player discard what the bot, which has looked, misses least."""
        bot = self.bots[person]
        event = Discard(person, bot.discard(self.rack(person)))
        event.named = self.incidents.name(event)
        self.plan.discard(self, event)
        self.incidents.misname(event)
        self.do(event)
        bot.rest(self.rack(person))

    def name_of(self, event: Discard) -> int | str | None:
        """Return a word other than its own name that a discard may be called, if any."""
        allowed = sorted(legal_names(self.replay, event.tile) - {event.tile}, key=str)
        return self.rng.choice(allowed) if allowed else None

    # --- claims

    def _claims(self) -> tuple[str | None, bool]:
        """Let the others claim; return who has exposed a group, and whether the hand is over."""
        live = self.state.live
        if live is None or live.named is not None or live.tile in (JOKER, UNKNOWN):
            return None, False
        others = [self.state.right(live.p, i) for i in range(1, len(self.state.order))]
        others = [person for person in others if self.alive(person)]
        winners = [
            person for person in others
            if self.bots[person].wins_on(self.rack(person), live.tile)
            and legal.winning_claim(self.replay, person) and not self.plan.sleeps(self, person)
        ]  # fmt: skip
        groups = {} if self.state.wall_left <= 0 else self._groups(others, live.tile)
        if winners:
            self._win_on(winners, {p: g for p, g in groups.items() if p not in winners})
            return None, True
        if not groups:
            return None, False
        person = next(iter(groups))
        self.incidents.rivals(person, [p for p in groups if p != person])
        self.expose(person, groups[person])
        return person, False

    def _groups(self, others: list[str], tile: int) -> dict[str, tuple[int, ...]]:
        """Return who would like to expose which group, in turn order."""
        found = {}
        for person in others:
            group = self.bots[person].group_for(self.rack(person), tile)
            if group is not None and legal.may_expose(self.replay, person, group):
                found[person] = group
        return found

    def expose(self, person: str, group: tuple[int, ...]) -> None:
        """Let a player lay down a group with the live discard."""
        live = self.state.live
        assert live is not None
        self.incidents.late(person)
        first = self.incidents.smaller(person, group)
        said = _SAID[len(group)] if self.rules.claim_names_size or self.rng.random() < 0.1 else None
        event = Claim(person, live.tile, live.p, "expose", len(first), list(first), said)
        self.plan.claim(self, event)
        self.do(event)
        self.incidents.amend(person, first, group)
        self.plan.exposed(self, person)

    def _win_on(self, winners: list[str], groups: dict[str, tuple[int, ...]]) -> None:
        live = self.state.live
        assert live is not None
        winner = winners[0]
        self.incidents.late(winner)
        self.incidents.beaten(winners[1:], groups)
        self.do(Claim(winner, live.tile, live.p, "mahjong"))
        matches = self.card.wins([*self.rack(winner), live.tile], self.state.players[winner].shown)
        self.declare(self.announcement(winner, "discard", matches[0], live.p))

    def _declare_own(self, person: str, how: str) -> bool:
        """Declare on the own turn if the hand wins; return whether it does."""
        matches = legal.winning_hand(self.replay, person)
        if matches:
            self.declare(self.announcement(person, how, matches[0]))
        return bool(matches)

    def announcement(
        self, person: str, how: str | None, match: Match, off: str | None = None
    ) -> Mahjong:
        """Return the declaration of a line as it should be announced."""
        value = match.value
        if not match.line.concealed and not self.state.players[person].shown:
            value += self.rules.concealed_bonus
        jokerless = match.bonus and self.incidents.remembers()
        return Mahjong(person, how, off, match.line.id, value, jokerless)

    def declare(self, event: Mahjong) -> None:
        """Let a player declare mahjong."""
        self.plan.mahjong(self, event)
        self.do(event)

    # --- dead hands

    def watch(self, *, but: str | None = None) -> None:
        """Let players notice hands that are dead by what the table shows.

        Args:
            but: Who has the turn and is not looked at until the discard.
        """
        for person in self.witness.dead(self.state):
            if person == but or self.bots[person].denied or not self.rules.challenges:
                continue
            seen = [
                p for p in self.state.order
                if p != person and self.alive(p) and self.incidents.notices(p, person)
            ]  # fmt: skip
            if seen:
                self._challenge(seen[0], person)

    def _challenge(self, person: str, of: str) -> None:
        found = legal.may_challenge(self.replay, person, of)
        if found is None or not found.dead:
            return
        if self.incidents.denies(of):
            self.challenge_denied(person, of, found.ground, dead=True)
            return
        events: list[Event] = [
            Challenge(person, of, found.ground, None, "accept"),
            Dead(of, found.text.removeprefix("dead: "), [], person),
        ]
        self.plan.dead(self, events)
        for event in events:
            self.do(event)

    def challenge_denied(self, person: str, of: str, ground: str | None, *, dead: bool) -> None:
        """Let a player deny that the own hand is dead; who was wrong pays at the end."""
        self.do(Challenge(person, of, ground, None, "deny"))
        self.bots[of].denied = True
        self.disputes.append((person, of, dead))

    def thrown_in(self) -> bool:
        """End the hand when one hand is left alive; return whether it is so."""
        alive = [person for person in self.state.order if self.alive(person)]
        if len(alive) > 1:
            return False
        for person in alive:
            self.do(ThrowIn(person))
        self.do(Void("three dead hands" if len(self.state.order) > 3 else "all hands are dead"))
        return True
