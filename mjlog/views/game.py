"""Games, rounds and states to look at: thin views onto the columns of a batch.

``mjlog.read("log.xml")[0].round("E2.1").state(40).hands[2]`` is the hand of seat 2 before
event 40 of that round.

Nothing is stored twice: a view reads its columns when it is asked. A state is rebuilt by
walking the recorded events of its round; shanten, waits and furiten come from the replay,
which is made once a game, when first needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from .. import codes
from ..codes import DRAW_KINDS, INCIDENT_KINDS, LIMITS, UNKNOWN, UNKNOWN_POINTS, round_label
from ..model import NO_TILES, GameBatch, GameInfo
from .recorded import Draw, Event, Incident, Place, Win, yaku_entry
from .state import State
from .tabletop import Step, Tabletop, Tile, Tiles, points_or_none

if TYPE_CHECKING:
    from ..replay import Replay
    from ..rules import Rules
    from ..walls import Wall, Walls

__all__ = ["Game", "Round", "games_of"]


class Game:
    """One game of a batch.

    Args:
        batch: Any batch; a larger one is cut down to the game.
        index: Number of the game in it.
    """

    def __init__(self, batch: GameBatch, index: int = 0) -> None:
        self.batch: Final = batch if len(batch) == 1 and index == 0 else batch.select(index)

    @property
    def info(self) -> GameInfo:
        """Everything the record says besides the play."""
        return self.batch.info[0]

    @property
    def id(self) -> str:
        """The site's id, or ``x`` and 16 hex digits of the content's hash."""
        return self.info.id

    @property
    def players(self) -> int:
        """Number of players, 4 or 3."""
        return int(self.batch.players[0])

    @property
    def names(self) -> tuple[str, ...]:
        """Names by seat, one a player."""
        return self.info.names[: self.players]

    @property
    def rules(self) -> Rules:
        """The ruleset the game is read under."""
        return self.batch.rules[int(self.batch.rules_index[0])]

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds in play order."""
        return tuple(Round(self, i) for i in range(len(self.batch.rounds)))

    @property
    def result(self) -> tuple[Place, ...]:
        """The players by place; empty when the record has no final points."""
        scores = [int(s) for s in self.batch.final_scores[0][: self.players]]
        points = [int(p) for p in self.batch.final_points[0][: self.players]]
        if UNKNOWN_POINTS in scores:
            return ()
        order = sorted(range(self.players), key=lambda seat: (-scores[seat], seat))
        return tuple(
            Place(s, self.names[s], i + 1, scores[s],
                  None if points[s] == UNKNOWN_POINTS else points[s] / 10)
            for i, s in enumerate(order)
        )  # fmt: skip

    @cached_property
    def replay(self) -> Replay:
        """The columns that the engine works out for this game."""
        from ..replay import replay

        return replay(self.batch)

    @cached_property
    def walls(self) -> Walls:
        """The walls that the seed of the record makes (``walls.wall(k)`` of round k)."""
        from ..walls import walls_of

        return walls_of(self.batch)

    def round(self, label: str) -> Round:
        """Return the round called ``label`` (``"E2.1"``; ``"E2"`` when only one fits).

        ``"east 2"``, ``"東二局一本場"`` and the like are understood too. A round that is played
        again under one label, as after a chombo, is ``"E2.1#2"``, see :attr:`Round.name`.

        Raises:
            UnknownNameError: No round has that label.
            AmbiguousNameError: Several have it, or start like it.
        """
        from ..render.words import round_called

        return self.rounds[round_called(label, [r.name for r in self.rounds])]

    def __len__(self) -> int:
        return len(self.batch.rounds)

    def __repr__(self) -> str:
        return f"<Game {self.id}: {', '.join(self.names)}; {len(self)} rounds>"

    def _repr_html_(self) -> str:
        from ..render.html import game_fragment

        return game_fragment(self)


def games_of(batch: GameBatch) -> list[Game]:
    """Return every game of ``batch`` as a view."""
    return [Game(batch, i) for i in range(len(batch))]


class Round:
    """One round (局) of a game; ``round.state(k)`` is the table before event ``k``."""

    def __init__(self, game: Game, index: int) -> None:
        self.game: Final = game
        self.index: Final = index

    @property
    def wind(self) -> int:
        """Round wind, 0 east … 3 north."""
        return int(self.game.batch.rounds.wind[self.index])

    @property
    def dealer(self) -> int:
        """Seat of the dealer."""
        return int(self.game.batch.rounds.dealer[self.index])

    @property
    def dice(self) -> tuple[int, int] | None:
        """What was thrown, None where the record does not say."""
        first, second = self.game.batch.rounds.dice[self.index].tolist()
        return None if UNKNOWN in (first, second) else (first, second)

    @property
    def honba(self) -> int:
        """Counters (本場)."""
        return int(self.game.batch.rounds.honba[self.index])

    @property
    def deposits(self) -> int:
        """Riichi sticks on the table at the start."""
        return int(self.game.batch.rounds.deposits[self.index])

    @property
    def scores(self) -> tuple[int | None, ...]:
        """Points of each player at the start."""
        return points_or_none(self.game.batch.rounds.scores[self.index][: self.game.players])

    @property
    def label(self) -> str:
        """``"E2.1"``: east round, second dealer, one counter."""
        return round_label(self.wind, self.dealer, self.honba)

    @property
    def name(self) -> str:
        """The label; ``"E2.1#1"``, ``"E2.1#2"`` … where several rounds of the game have it."""
        return self.game.batch.round_name(self.index)

    @property
    def first_event(self) -> int:
        """Row of the first event in the game's columns."""
        return int(self.game.batch.rounds.first_event[self.index])

    def __len__(self) -> int:
        return int(self.game.batch.rounds.first_event[self.index + 1]) - self.first_event

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order."""
        return tuple(self._event(i) for i in range(len(self)))

    @cached_property
    def wins(self) -> tuple[Win, ...]:
        """The wins as recorded (several on one tile: in recorded order)."""
        rows = self.game.batch.wins.round == self.index
        return tuple(self._win(int(i)) for i in rows.nonzero()[0])

    @cached_property
    def draw(self) -> Draw | None:
        """How the round ended without a win, or None."""
        table = self.game.batch.draws
        rows = (table.round == self.index).nonzero()[0]
        if not len(rows):
            return None
        i, n = int(rows[0]), self.game.players
        return Draw(
            kind=DRAW_KINDS[int(table.kind[i])] if table.kind[i] < len(DRAW_KINDS) else "unknown",
            shown=tuple(None if s == UNKNOWN else bool(s) for s in table.shown[i][:n]),
            deltas=points_or_none(table.deltas[i][:n]),
            event=int(table.event[i]) - self.first_event,
        )

    @cached_property
    def incidents(self) -> tuple[Incident, ...]:
        """Errors at the table and what followed from them, in order."""
        table, n = self.game.batch.incidents, self.game.players
        return tuple(
            Incident(
                kind=INCIDENT_KINDS[int(table.kind[i])],
                seat=_seat(int(table.seat[i])),
                by_seat=_seat(int(table.by_seat[i])),
                tiles=Tiles(t.code for t in _used(int(table.tiles[i]), NO_TILES)),
                flag=None if table.flag[i] < 0 else bool(table.flag[i]),
                deltas=points_or_none(table.deltas[i][:n]),
                text=str(table.text[i]),
                event=int(table.event[i]) - self.first_event,
            )
            for i in (table.round == self.index).nonzero()[0].tolist()
        )

    def state(self, index: int) -> State:
        """Return the table before event ``index``; ``len(round)`` is the end.

        Raises:
            IndexError: ``index`` is below 0 or above the number of events.
        """
        if not 0 <= index <= len(self):
            raise IndexError(f"{self.label} has states 0–{len(self)}, asked for {index}")
        table = self._start()
        for i in range(index):
            table.apply(self._step(i))
            self._settle(table, i + 1)
        return State(self, index, table)

    @property
    def wall(self) -> Wall | None:
        """The whole wall of the round, None when the record holds no seed."""
        return self.game.walls.wall(self.index)

    def states(self) -> Iterator[State]:
        """Yield the table before every event, then the end."""
        table = self._start()
        yield State(self, 0, table)
        for i in range(len(self)):
            table.apply(self._step(i))
            self._settle(table, i + 1)
            yield State(self, i + 1, table)

    def __repr__(self) -> str:
        return f"<Round {self.label}: {len(self)} events, {self._outcome()}>"

    def _repr_html_(self) -> str:
        from ..render.html import round_fragment

        return round_fragment(self)

    def _outcome(self) -> str:
        if self.wins:
            return ", ".join(repr(w)[1:-1] for w in self.wins)
        return self.draw.kind if self.draw is not None else "no end recorded"

    def _start(self) -> Tabletop:
        rounds, players = self.game.batch.rounds, self.game.players
        i = self.index
        hands = [
            [Tile(int(c), int(d)) for c, d in zip(rounds.hands[i, s], rounds.hand_ids[i, s],
                                                  strict=True)]
            for s in range(players)
        ]  # fmt: skip
        return Tabletop(
            hands=hands + [[] for _ in range(4 - players)],
            scores=[int(s) for s in rounds.scores[i]],
            indicators=_known(Tile(int(rounds.indicator[i]), int(rounds.indicator_id[i]))),
            live_wall=70 if players == 4 else 55,
            deposits=max(self.deposits, 0),
            riichi_bet=self.game.rules.riichi_bet,
        )

    def _step(self, index: int) -> Step:
        events = self.game.batch.events
        row = self.first_event + index
        return Step(
            index=index,
            kind=int(events.kind[row]),
            seat=int(events.seat[row]),
            tile=Tile(int(events.tile[row]), int(events.tile_id[row])),
            from_seat=int(events.from_seat[row]),
            used=_used(int(events.used[row]), int(events.used_ids[row])),
            aux=int(events.aux[row]),
            deltas=self._deltas(int(events.kind[row]), int(events.aux[row])),
            returned=len(self._returned(int(events.kind[row]), int(events.aux[row]))),
        )

    def _settle(self, table: Tabletop, index: int) -> None:
        """Move the points of what happened between event ``index`` and the one before it."""
        for incident in self.incidents:
            if incident.event == index or (index == len(self) and incident.event > index):
                table.pay(UNKNOWN_POINTS if d is None else d for d in incident.deltas)

    def _returned(self, kind: int, row: int) -> list[int]:
        """Return the seats whose riichi deposits go back, as the hand is void."""
        draws = self.game.batch.draws
        if kind != codes.RYUUKYOKU or not 0 <= row < len(draws):
            return []
        what = int(draws.kind[row])
        kept = what == codes.CHOMBO_DRAW and self.game.rules.chombo_returns_deposits == "none"
        if what not in (codes.CHOMBO_DRAW, codes.RESTART) or kept:
            return []
        own = slice(self.first_event, self.first_event + len(self))
        paid = self.game.batch.events.kind[own] == codes.RIICHI_ACCEPTED
        seats: list[int] = self.game.batch.events.seat[own][paid].tolist()
        return seats

    def _deltas(self, kind: int, row: int) -> tuple[int, ...] | None:
        returned = self._returned(kind, row)
        recorded = self._recorded_deltas(kind, row)
        if not returned or (recorded is not None and sum(recorded[: self.game.players]) > 0):
            return recorded
        # The sticks that go back need not be written down.
        known = recorded if recorded and UNKNOWN_POINTS not in recorded else (0, 0, 0, 0)
        bet = self.game.rules.riichi_bet
        return tuple(points + bet * (seat in returned) for seat, points in enumerate(known))

    def _recorded_deltas(self, kind: int, row: int) -> tuple[int, ...] | None:
        batch = self.game.batch
        if kind == codes.WIN and 0 <= row < len(batch.wins):
            return tuple(int(d) for d in batch.wins.deltas[row])
        if kind == codes.RYUUKYOKU and 0 <= row < len(batch.draws):
            return tuple(int(d) for d in batch.draws.deltas[row])
        return None

    def _event(self, index: int) -> Event:
        step = self._step(index)
        tsumogiri = None if step.kind != codes.DISCARD or step.aux < 0 else bool(step.aux)
        return Event(
            index=index,
            kind=step.kind,
            seat=_seat(step.seat),
            tile=step.tile.code,
            tile_id=step.tile.id,
            from_seat=_seat(step.from_seat),
            used=Tiles(t.code for t in step.used),
            tsumogiri=tsumogiri,
        )

    def _win(self, i: int) -> Win:
        wins, n = self.game.batch.wins, self.game.players
        return Win(
            seat=int(wins.seat[i]),
            from_seat=int(wins.from_seat[i]),
            tile=int(wins.tile[i]),
            hand=_tiles(wins.hand[i]),
            yaku=tuple(
                yaku_entry(int(y), int(h))
                for y, h in zip(wins.yaku[i], wins.yaku_han[i], strict=True)
                if y != UNKNOWN
            ),
            han=_count(int(wins.han[i])),
            fu=_count(int(wins.fu[i])),
            points=None if wins.points[i] == UNKNOWN_POINTS else int(wins.points[i]),
            limit=LIMITS[int(wins.limit[i])] if wins.limit[i] < len(LIMITS) else None,
            yakuman=_count(int(wins.yakuman[i])),
            deltas=points_or_none(wins.deltas[i][:n]),
            indicators=_tiles(wins.indicators[i]),
            ura=_tiles(wins.ura[i]),
            pao_seat=_seat(int(wins.pao_seat[i])),
            event=int(wins.event[i]) - self.first_event,
        )


def _known(tile: Tile) -> list[Tile]:
    return [] if tile.code == UNKNOWN else [tile]


def _used(packed: int, packed_ids: int) -> tuple[Tile, ...]:
    """Unpack up to four tiles, lowest byte first."""
    if packed == NO_TILES:
        return ()
    shifts = (0, 8, 16, 24)
    pairs = [(packed >> s & 0xFF, packed_ids >> s & 0xFF) for s in shifts]
    return tuple(Tile(code, tile_id) for code, tile_id in pairs if code != UNKNOWN)


def _tiles(row: Any) -> Tiles:
    return Tiles(int(c) for c in row if c != UNKNOWN)


def _count(value: int) -> int | None:
    return None if value < 0 else value


def _seat(value: int) -> int | None:
    return None if value == UNKNOWN else value
