"""Writer of Tenhou mjlog records.

:func:`write_mjlog` writes one game of a batch so that :mod:`.reader` reads the same columns
from it. A game that came from a Tenhou record keeps its header elements; any other gets a
header made from its rules and players, and physical tiles from :mod:`.tile_ids`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import unquote

from mjlog.codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DISCONNECT,
    DORA,
    DRAW,
    KAKAN,
    KITA,
    PON,
    RECONNECT,
    RIICHI,
    RIICHI_ACCEPTED,
    RYUUKYOKU,
    UNKNOWN_POINTS,
    WIN,
    YAKU,
    YAKU_AKA,
    YAKU_DORA,
    YAKU_KITA,
    YAKU_URA,
)
from mjlog.engine.wall_seed import SEED_KINDS
from mjlog.errors import MjlogError
from mjlog.model import GameBatch, GameInfo

from ..losses import Losses, refuse_unknown_payer, refuse_void
from .calls import encode_call
from .go_type import header_of_rules
from .names import find_log_name
from .tables import DAN_NAMES, DRAW_TYPES
from .tile_ids import TileIds, tile_ids

__all__ = ["write_mjlog"]

UNKNOWN: Final = 255
VERSION: Final = "2.3"
_TENHOU_YAKU: Final = 52  # ids below are Tenhou's own
_DORA_IDS: Final = {YAKU_DORA: 52, YAKU_KITA: 52, YAKU_URA: 53, YAKU_AKA: 54}
_REFERENCE: Final = re.compile(r"&(?!(?:#[0-9]+|#[xX][0-9a-fA-F]+|amp|lt|gt|quot|apos);)")
_CALLS: Final = (CHI, PON, DAIMINKAN, KAKAN, ANKAN, KITA)


def write_mjlog(batch: GameBatch, game: int = 0, *, losses: Losses | None = None) -> bytes:
    """Return game ``game`` of ``batch`` as a Tenhou mjlog record.

    The bytes depend on the columns and the header alone.

    Args:
        batch: The games.
        game: Which of them.
        losses: Gets what the format cannot hold.

    Raises:
        MjlogError: A tile of the game is hidden, a round is void, or a hand or a call is
            none that the format can hold.
    """
    losses = Losses() if losses is None else losses
    losses.game_id = batch.info[game].id
    return _Writer(batch.select(game), losses).text().encode()


def element(tag: str, attributes: Iterable[tuple[str, object]]) -> str:
    """Return an empty element; values are escaped where they are not yet."""
    pieces = [f'{name}="{_escaped(value)}"' for name, value in attributes]
    return f"<{' '.join([tag, *pieces])}/>"


def _escaped(value: object) -> str:
    text = _REFERENCE.sub("&amp;", str(value))
    return text.replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def encoded_name(name: str) -> str:
    """Return a player name as Tenhou writes it: every byte percent-encoded.

    >>> encoded_name("a&雀")
    '%61%26%E9%9B%80'
    """
    return "".join(f"%{byte:02X}" for byte in name.encode("utf-8", "replace"))


def _joined(numbers: Iterable[object]) -> str:
    return ",".join(map(str, numbers))


def _hundreds(points: int) -> str:
    """Return points in hundreds, as the format counts them (an absent seat has 0)."""
    if points == UNKNOWN_POINTS:
        return "0"
    whole, rest = divmod(abs(points), 100)
    sign = "-" if points < 0 else ""
    return f"{sign}{whole}.{rest:02d}".rstrip("0") if rest else f"{sign}{whole}"


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else f"{value:.1f}"


class _Writer:
    """Writes the one game of a batch of one."""

    def __init__(self, one: GameBatch, losses: Losses) -> None:
        self.one = one
        self.info: GameInfo = one.info[0]
        self.losses = losses
        self.players = int(one.players[0])
        self.ids: TileIds = tile_ids(one, losses)
        self.from_mjlog = self.info.format == "mjlog"
        self.form = str(self.info.extra.get("points_form", ""))
        self.names = self._name_texts()
        self.scores: list[int] = []
        self.deposits = 0
        self.fu: list[int] | None = None  # of the wins, by their hands
        self.pons: dict[tuple[int, int], tuple[int, int]] = {}
        self.label = ""
        self.out: list[str] = []

    # --- the whole record ------------------------------------------------------------------

    def text(self) -> str:
        """Return the record."""
        rounds, events = self.one.rounds, self.one.events
        self.losses.add_incidents(self.one.incidents.kind.tolist())
        self._header()
        self.kind = events.kind.tolist()
        self.seat = events.seat.tolist()
        self.from_seat = events.from_seat.tolist()
        self.aux = events.aux.tolist()
        early = int(self.info.extra.get("early_events", 0))
        for e in range(early):
            self._event(e)
        first_event = rounds.first_event.tolist()
        for r in range(len(rounds)):
            self._init(r)
            for e in range(max(first_event[r], early), first_event[r + 1]):
                self._event(e)
        self.out.append("</mjloggm>")
        return "".join(self.out)

    def _put(self, tag: str, attributes: Iterable[tuple[str, object]]) -> None:
        self.out.append(element(tag, attributes))

    # --- header ----------------------------------------------------------------------------

    def _name_texts(self) -> list[str]:
        """Return the names as they are to be written, those of the header where they agree."""
        people = next((a for tag, a in self.info.header if tag == "UN"), {})
        texts = []
        for seat in range(4):
            name = self.info.names[seat] if seat < len(self.info.names) else ""
            raw = people.get(f"n{seat}")
            agrees = raw is not None and unquote(raw, errors="replace") == name
            texts.append(raw if agrees and raw is not None else encoded_name(name))
        return texts

    def _header(self) -> None:
        if not self.from_mjlog or not self.info.header:
            self._new_header()
            return
        header = self.info.header
        root = dict(header[0][1]) if header[0][0] == "mjloggm" else {"ver": VERSION}
        self.out.append(element("mjloggm", root.items()).replace("/>", ">"))
        for tag, attributes in header:
            if tag == "SHUFFLE":
                seed = self._seed_text()
                if seed or not attributes.get("seed"):
                    self._put(tag, {**attributes, "seed": seed}.items())
            elif tag == "UN":
                names = {f"n{k}": self.names[k] for k in range(4) if f"n{k}" in attributes}
                self._put(tag, {**attributes, **names}.items())
            elif tag != "mjloggm":
                self._put(tag, attributes.items())

    def _seed_text(self) -> str:
        seed, kind = self.info.seed or "", self.info.seed_kind
        # the kind of the oldest seeds belongs to the round seeds
        if not seed or kind is None or self.info.round_seeds or seed.startswith(SEED_KINDS):
            return seed
        return f"{kind},{seed}"

    def _new_header(self) -> None:
        info = self.info
        name = find_log_name(info.id)
        if name is None or name.id != info.id:
            self.losses.add("id", "the id is none of the site; a file may be named by it: no place")
        self.out.append(f'<mjloggm ver="{VERSION}">')
        copies = bool((self.one.rounds.hand_ids != UNKNOWN).any())
        if not copies:
            words = "which of the four copies a tile is, is not recorded; the first is written"
            self.losses.add("tile_ids", words)
        if info.seed and copies:
            self._put("SHUFFLE", [("seed", self._seed_text()), ("ref", "")])
        elif info.seed:  # it would name other copies of the tiles than are written
            self.losses.add("seed", "the seed of the walls, as the copies are not recorded")
        self._put("GO", self._go())
        absent = self.players == 3
        if None in _four(info.level)[: self.players]:
            self.losses.add("level", "a level that is not known is written as that of a beginner")
        if None in _four(info.rating)[: self.players]:
            self.losses.add("rating", "a rating that is not known is written as 1500")
        ranks = {name: dan for dan, name in enumerate(DAN_NAMES)}
        dan = [ranks.get(level or "", 0) for level in _four(info.level)]
        rate = [f"{1500.0 if value is None else value:.2f}" for value in _four(info.rating)]
        sex = [value or "M" for value in _four(info.extra.get("sex", ()))]
        if absent:
            dan[3], rate[3], sex[3] = 0, "1500.00", "C"
        people: list[tuple[str, object]] = [(f"n{k}", self.names[k]) for k in range(4)]
        people += [("dan", _joined(dan)), ("rate", _joined(rate)), ("sx", _joined(sex))]
        self._put("UN", people)
        self._put("TAIKYOKU", [("oya", 0)])

    def _go(self) -> list[tuple[str, object]]:
        info, rules = self.info, self.one.rules[0]
        lobby = info.lobby if info.lobby and info.lobby.isascii() and info.lobby.isdigit() else "0"
        if lobby != info.lobby:
            what = f"{info.lobby[:40]!r} is no number" if info.lobby else "no lobby is recorded"
            self.losses.add("lobby", f"{what}; written as 0, the public one")
        go_type, csrule, form, lost = header_of_rules(rules)
        recorded = info.extra.get("go_type")
        if isinstance(recorded, int) and recorded >= 0:
            go_type, csrule, lost = recorded, info.extra.get("csrule"), []
        self.form = self.form or form
        for key in lost:
            self.losses.add("rules", f"{key} = {getattr(rules, key)!r} has no place in the header")
        attributes: list[tuple[str, object]] = [("type", go_type), ("lobby", lobby)]
        return attributes + ([("csrule", csrule)] if csrule else [])

    # --- a round ---------------------------------------------------------------------------

    def _init(self, r: int) -> None:
        rounds, info = self.one.rounds, self.info
        self.scores = rounds.scores[r].tolist()
        self.deposits = max(int(rounds.deposits[r]), 0)
        self.pons.clear()
        dealer = int(rounds.dealer[r])
        self.label = self.one.round_name(r)
        for seat in range(self.players):
            if (count := len(self.ids.hands[r][seat])) != 13:
                what = f"seat {seat} is dealt {count} tiles"
                raise MjlogError(f"{self.label}: {what}, and an mjlog record holds 13")
        # -1 is how a reader of numbers can be told that a die is not recorded
        dice = [d - 1 if 1 <= d <= 6 else -1 for d in rounds.dice[r].tolist()]
        seed = [
            4 * int(rounds.wind[r]) + dealer,
            max(int(rounds.honba[r]), 0),
            self.deposits,
            *dice,
            self.ids.indicators[r],
        ]
        attributes: list[tuple[str, object]] = [("seed", _joined(seed))]
        attributes.append(("ten", _joined(map(_hundreds, self.scores))))
        if chips := _row(info.extra.get("round_chips"), r):
            attributes.append(("chip", _joined(chips)))
        attributes.append(("oya", dealer))
        attributes += [(f"hai{k}", _joined(self.ids.hands[r][k])) for k in range(4)]
        if info.round_seeds and r < len(info.round_seeds):
            text = info.round_seeds[r]
            prefix = "" if text.startswith(SEED_KINDS) else f"{info.seed_kind or SEED_KINDS[0]},"
            attributes.append(("shuffle", prefix + text))
        self._put("INIT", attributes)

    def _event(self, e: int) -> None:
        kind, seat = self.kind[e], self.seat[e]
        if kind == DRAW:
            self.out.append(f"<{'TUVW'[seat]}{self.ids.tiles[e]}/>")
        elif kind == DISCARD:
            self.out.append(f"<{'DEFG'[seat]}{self.ids.tiles[e]}/>")
        elif kind in _CALLS:
            self.out.append(f'<N who="{seat}" m="{self._call(e)}" />')
        elif kind == RIICHI:
            self._put("REACH", [("who", seat), ("step", 1)])
        elif kind == RIICHI_ACCEPTED:
            self._accepted(e, seat)
        elif kind == DORA:
            self._put("DORA", [("hai", self.ids.tiles[e])])
        elif kind == WIN:
            self._win(e)
        elif kind == RYUUKYOKU:
            self._draw(e)
        elif kind == DISCONNECT:
            self._put("BYE", [("who", seat)])
        elif kind == RECONNECT:
            self._put("UN", [(f"n{seat}", self.names[seat])])

    def _call(self, e: int) -> int:
        kind, seat, tile = self.kind[e], self.seat[e], self.ids.tiles[e]
        used, source = self.ids.used[e], self.from_seat[e]
        claimed = None
        if kind == PON:
            self.pons[seat, tile // 4] = (tile, source)
        elif kind == KAKAN:
            claimed, source = self.pons.get((seat, tile // 4), (None, source))
        elif kind == ANKAN:
            tile = self._named_copy(e, used)
        try:
            return encode_call(kind, seat, source, tile, used, claimed=claimed)
        except ValueError as error:
            what = f"a call that the codes of the format cannot tell ({error})"
            raise MjlogError(f"{self.label}: {what}") from error

    def _named_copy(self, e: int, used: list[int]) -> int:
        """Return the copy that the code of a concealed kan names.

        It tells nothing about the game; the code recorded with a win names the same one.
        """
        wins = self.one.wins
        for codes, seat, at in zip(wins.melds, wins.seat, wins.event, strict=True):
            if at > e and seat == self.seat[e]:
                for m in codes.tolist():
                    if m >= 0 and m & 0xFF == 0 and m >> 8 in used:
                        return int(m >> 8)
        return min(used)

    def _accepted(self, e: int, seat: int) -> None:
        self.deposits += 1
        bet = self.one.rules[0].riichi_bet
        if self.scores and self.scores[seat] != UNKNOWN_POINTS:
            self.scores[seat] -= bet
        attributes: list[tuple[str, object]] = [("who", seat)]
        if self.aux[e] == 1:
            attributes.append(("ten", _joined(map(_hundreds, self.scores))))
        self._put("REACH", [*attributes, ("step", 2)])

    # --- results ---------------------------------------------------------------------------

    def _counters(self, honba: int, deposits: int, r: int) -> list[tuple[str, object]]:
        """Return ``ba``; what another format does not print is what lies on the table."""
        if honba < 0 or deposits < 0:
            if self.from_mjlog:
                return []
            honba, deposits = int(self.one.rounds.honba[r]), self.deposits
        self.deposits = 0
        return [("ba", f"{honba},{deposits}")]

    def _changes(
        self, scores: list[int], deltas: list[int], chips: list[Any] | None
    ) -> list[tuple[str, object]]:
        present = range(self.players)
        if any(deltas[k] == UNKNOWN_POINTS for k in present):
            return []
        before = [
            self.scores[k] if scores[k] == UNKNOWN_POINTS and k < self.players else scores[k]
            for k in range(4)
        ]
        self.scores = [
            b + d if b != UNKNOWN_POINTS else b for b, d in zip(before, deltas, strict=True)
        ]
        pairs = [_hundreds(n) for pair in zip(before, deltas, strict=True) for n in pair]
        return [("sc", _joined([*pairs, *(chips or [])]))]

    def _win(self, e: int) -> None:
        wins, w = self.one.wins, self.aux[e]
        hand, indicators, ura = self.ids.wins[w]
        attributes = self._counters(int(wins.honba[w]), int(wins.deposits[w]), int(wins.round[w]))
        attributes.append(("hai", _joined(hand)))
        if melds := [m for m in wins.melds[w].tolist() if m >= 0] or self._melds(e):
            attributes.append(("m", _joined(melds)))
        attributes.append(("machi", self.ids.tiles[e]))
        attributes += [*self._value(w), *self._yaku(w)]
        if earned := _row(self.info.extra.get("win_chip_yaku"), w):
            attributes.append(("chip", earned))
        attributes.append(("doraHai", _joined(indicators)))
        if ura:
            attributes.append(("doraHaiUra", _joined(ura)))
        refuse_unknown_payer(self.from_seat[e], "an mjlog record", label=self.label)
        attributes += [("who", self.seat[e]), ("fromWho", self.from_seat[e])]
        if int(wins.pao_seat[w]) != UNKNOWN:
            attributes.append(("paoWho", int(wins.pao_seat[w])))
        chips = _row(self.info.extra.get("win_chips"), w)
        attributes += self._changes(wins.scores[w].tolist(), wins.deltas[w].tolist(), chips)
        self._put("AGARI", attributes + self._end(e))

    def _value(self, w: int) -> list[tuple[str, object]]:
        """Return ``ten``; what another format does not record is what fu and han say."""
        from mjlog.engine.checks import expected_points

        wins = self.one.wins
        points, limit = int(wins.points[w]), int(wins.limit[w])
        if points == UNKNOWN_POINTS or limit == UNKNOWN:
            due, due_limit = (int(column[w]) for column in expected_points(self.one))
            if points == UNKNOWN_POINTS:
                if due < 0:
                    return []
                self.losses.add("points", "the value of a win is not recorded; by fu and han")
                points = due
            limit = due_limit if limit == UNKNOWN else limit
        return [("ten", f"{self._fu(w)},{points},{0 if limit == UNKNOWN else limit}")]

    def _fu(self, w: int) -> int:
        """Return the fu of a win, those of its hand where the record does not print any."""
        recorded = int(self.one.wins.fu[w])
        if recorded >= 0:
            return recorded
        if self.fu is None:
            from mjlog.auditing import audit_batch

            scores = audit_batch(self.one).scores
            self.fu = [
                int(n) if s == 2 else 0 for n, s in zip(scores.fu, scores.status, strict=True)
            ]
        self.losses.add("fu", "the fu of a win are not recorded; by its hand")
        return self.fu[w]

    def _melds(self, e: int) -> list[int]:
        """Return the winner's melds as call codes, newest first, from the events."""
        if self.from_mjlog:
            return []
        seat = self.seat[e]
        start = int(self.one.rounds.first_event[self.one.wins.round[self.aux[e]]])
        codes: list[int] = []
        pons: dict[int, int] = {}
        for at in range(start, e):
            if self.seat[at] != seat or self.kind[at] not in _CALLS:
                continue
            kind, tile = self.kind[at], self.ids.tiles[at]
            code = self._call(at)
            if kind == KAKAN and tile // 4 in pons:
                codes[pons[tile // 4]] = code
                continue
            if kind == PON:
                pons[tile // 4] = len(codes)
            codes.append(code)
        return codes[::-1]

    def _yaku(self, w: int) -> list[tuple[str, object]]:
        """Return ``yaku`` or ``yakuman``."""
        wins = self.one.wins
        entries = [
            (y, han)
            for y, han in zip(wins.yaku[w].tolist(), wins.yaku_han[w].tolist(), strict=True)
            if y != UNKNOWN
        ]
        plain: dict[int, int] = {}
        yakuman: list[int] = []
        for number, han in entries:
            if number not in _DORA_IDS and number >= _TENHOU_YAKU:
                self.losses.add("yaku", f"{YAKU[number].name} is no yaku of Tenhou; left out")
                if han > 0:
                    self.losses.add("han", "the han of a win, without those of a yaku left out")
            elif number in _DORA_IDS:
                own = _DORA_IDS[number]
                plain[own] = plain.get(own, 0) + max(han, 0)
            elif YAKU[number].yakuman and int(wins.yakuman[w]) != 0:
                yakuman.append(number)
                if han > 1:
                    self.losses.add("yakuman", "a double yakuman is written like a single one")
            else:
                plain[number] = han
        found: list[tuple[str, object]] = []
        # a yakuman has no han, and the format no place for its dora
        if plain and not yakuman:
            found.append(("yaku", _joined(n for pair in plain.items() for n in pair)))
        if yakuman:
            found.append(("yakuman", _joined(yakuman)))
        return found

    def _draw(self, e: int) -> None:
        draws, d = self.one.draws, self.aux[e]
        kind = int(draws.kind[d])
        refuse_void(kind, "an mjlog record", label=self.label)
        name = DRAW_TYPES[kind]
        attributes: list[tuple[str, object]] = [("type", name)] if name else []
        attributes += self._counters(
            int(draws.honba[d]), int(draws.deposits[d]), int(draws.round[d])
        )
        chips = _row(self.info.extra.get("draw_chips"), d)
        attributes += self._changes(draws.scores[d].tolist(), draws.deltas[d].tolist(), chips)
        for seat in range(4):
            if self.ids.draws[d][seat]:
                attributes.append((f"hai{seat}", _joined(self.ids.draws[d][seat])))
        self._put("RYUUKYOKU", attributes + self._end(e))

    def _end(self, e: int) -> list[tuple[str, object]]:
        """Return ``owari`` (and ``ratio``) for the last result of a finished game."""
        results = [WIN, RYUUKYOKU]
        if any(kind in results for kind in self.kind[e + 1 :]):
            return []
        scores, points = self.one.final_scores[0].tolist(), self.one.final_points[0].tolist()
        own = range(self.players)
        if any(scores[k] == UNKNOWN_POINTS for k in own):
            return []
        if any(points[k] == UNKNOWN_POINTS for k in own):
            self.losses.add(
                "final_points", "placement points are not recorded; no owari is written"
            )
            return []
        pairs: list[str] = []
        for score, tenths in zip(scores, points, strict=True):
            pairs += [_hundreds(score), self._placement(0 if tenths == UNKNOWN_POINTS else tenths)]
        pairs += [_number(c) for c in self.info.extra.get("final_chips", ())]
        found: list[tuple[str, object]] = [("owari", _joined(pairs))]
        if "ratio" in self.info.extra:
            found.append(("ratio", self.info.extra["ratio"]))
        return found

    def _placement(self, tenths: int) -> str:
        if self.form == "bare" and tenths % 10 == 0:
            return str(tenths // 10)
        return f"{'-' if tenths < 0 else ''}{abs(tenths) // 10}.{abs(tenths) % 10}"


def _four(values: Any) -> list[Any]:
    return [values[k] if k < len(values) else None for k in range(4)]


def _row(table: Any, row: int) -> Any:
    return table[row] if table and row < len(table) else None
