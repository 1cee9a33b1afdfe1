"""``mjlog wall``: rebuild the walls of a record from its seed and compare.

Without ``-r`` every round with OK or what differs; with ``-r E2.1`` the wall of that round:
the deal, the live tiles in the order in which they are drawn, and the dead wall.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..codes import UNKNOWN
from ..errors import UnknownNameError
from .output import (
    CLEAN,
    UNREADABLE,
    USAGE,
    chosen_game,
    description_of,
    exit_status,
    message_of,
    print_findings,
    print_json,
    ruler_of,
    say,
)

if TYPE_CHECKING:
    from ..findings import Finding
    from ..model import GameBatch, Problem
    from ..walls import Wall, Walls

__all__ = ["add_parser", "run"]

_PER_LINE: Final = 20
_WORDS: Final = {
    "en": {
        "dice": "dice", "deal": "deal (in deal order)", "live": "live wall ({} tiles, {} drawn)",
        "end": "] dead wall now:", "dead": "dead wall", "replacements": "replacements",
        "dora": "dora", "ura": "ura", "rounds": "{} rounds", "seed": "seed of generation {}",
        "ok": "OK", "other": "another wall", "not checked": "not checked",
        "recorded": "walls in the record",
    },
    "ja": {
        "dice": "サイコロ", "deal": "配牌（配牌順）", "live": "牌山（{}枚、うちツモ{}枚）",
        "end": "] ここから王牌:", "dead": "王牌", "replacements": "嶺上牌",
        "dora": "ドラ表示牌", "ura": "裏ドラ表示牌", "rounds": "{}局", "seed": "第{}世代のシード",
        "ok": "一致", "other": "別の牌山", "not checked": "未検査",
        "recorded": "牌譜にある牌山",
    },
}  # fmt: skip


def add_parser(subparsers: Any) -> None:
    """Add ``wall`` to the command line."""
    parser = subparsers.add_parser(
        "wall",
        help="rebuild the walls of a record from its seed and compare",
        description=description_of(__doc__),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    parser.add_argument(
        "-r",
        "--round",
        metavar="ROUND",
        help="print the wall of this round: E2.1, 'east 2', 東二局",
    )
    parser.add_argument(
        "--game", metavar="ID", help="which game of a file of several: its id, or its number from 0"
    )
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="how to print (default text)"
    )
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print the comparison, or one wall, and return the exit status."""
    from mjlog.parsers import iter_batches

    if args.round is not None:
        return _show_round(args, [b for b in iter_batches(args.file) if len(b) or b.problems])
    report = _Report(args)
    for batch in iter_batches(args.file):
        report.add(batch)
    return report.finish()


class _Report:
    """Compares batch after batch, so that a corpus needs no more memory than a game."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.findings: list[Finding] = []
        self.problems: list[Problem] = []
        self.rows: list[dict[str, Any]] = []
        self.games = self.rounds = self.not_checked = 0
        self.ids: list[str] = []

    def add(self, batch: GameBatch) -> None:
        """Compare the games of a batch and print their rounds."""
        from ..walls import check_walls, walls_of

        self.problems += batch.problems
        seen = len(self.ids)
        self.ids += [info.id for info in batch.info]
        chosen = [
            g
            for g, info in enumerate(batch.info)
            if self.args.game in (None, info.id, str(seen + g))
        ]
        if not chosen:
            return
        walls = walls_of(batch)
        found: dict[int, list[Finding]] = {}
        for finding in check_walls(batch, walls):
            found.setdefault(finding.game, []).append(finding)
        for g in chosen:
            self._game(batch, g, walls, found.get(g, []))

    def _game(self, batch: GameBatch, g: int, walls: Walls, findings: list[Finding]) -> None:
        self.games += 1
        self.findings += findings
        info, reason = batch.info[g], walls.reasons[g]
        first, stop = int(batch.first_round[g]), int(batch.first_round[g + 1])
        self.rounds += stop - first
        lines, words = [], _WORDS[self.args.lang]
        for r in range(first, stop):
            own = [f for f in findings if f.round_index in (None, r - first)]
            row: dict[str, Any] = {
                "game_id": info.id,
                "round": batch.round_name(r),
                "generation": int(walls.generation[r]) or None,
                "result": "not checked" if not walls.size[r] else "differs" if own else "ok",
            }
            self.not_checked += not walls.size[r]
            self.rows.append(row)
            what = "; ".join(_sentence(f, self.args.lang) for f in own if f.round is not None)
            result = what or words["other"] if row["result"] == "differs" else words[row["result"]]
            lines.append(f"  {row['round']:5} {result}")
        if self.args.format == "text":
            seed = int(walls.generation[first])
            kind = reason or (words["seed"].format(seed) if seed else words["recorded"])
            count = words["rounds"].format(stop - first)
            print(f"{info.source or info.id}: {count}, {kind}")
            for finding in findings:
                if finding.round is None:
                    print(f"  {_sentence(finding, self.args.lang)}")
            if not reason:
                print("\n".join(lines))

    def finish(self) -> int:
        """Print the end and return the exit status."""
        if self.args.game is not None and not self.games:
            raise UnknownNameError("game", self.args.game, self.ids)
        counts: dict[str, int] = {}
        for finding in self.findings:
            counts[finding.code] = counts.get(finding.code, 0) + 1
        summary = {
            "games": self.games,
            "rounds": self.rounds,
            "findings": counts,
            "not_checked": {"wall": self.not_checked} if self.not_checked else {},
        }
        if self.args.format == "json":
            print_json({
                "schema": 1,
                "summary": summary,
                "rounds": self.rows,
                "findings": [f.as_dict() for f in self.findings],
                "problems": [
                    {"source": p.source, "place": p.place, "kind": p.kind, "message": p.message}
                    for p in self.problems
                ],
            })  # fmt: skip
        else:
            _say_problems(self.problems)
            if self.games:
                print_findings([], (), summary, lang=self.args.lang)
        if not self.games:
            if not self.problems:
                say(f"mjlog: {self.args.file}: no game in it")
            return UNREADABLE
        return exit_status(self.findings, self.problems)


def _say_problems(problems: list[Problem]) -> None:
    for problem in problems:
        where = ": ".join(part for part in (problem.source, problem.place) if part)
        say(f"mjlog: {where}: {problem.kind}: {problem.message}")


def _sentence(finding: Finding, lang: str) -> str:
    from ..finding_text import place_text

    words = place_text(finding, lang).removeprefix(finding.round or "").strip(" ,")
    place = f", {words}" if finding.round is not None and words else ""
    return f"{finding.code} {finding.name}{place}: {message_of(finding, lang)}"


def _show_round(args: argparse.Namespace, batches: list[GameBatch]) -> int:
    from ..render.words import round_called
    from ..walls import walls_of

    games = [(batch, g) for batch in batches for g in range(len(batch))]
    problems = [problem for batch in batches for problem in batch.problems]
    _say_problems(problems)
    if not games:
        if not problems:
            say(f"mjlog: {args.file}: no game in it")
        return UNREADABLE
    if args.game is not None:
        games = [games[chosen_game(args.game, [batch.info[g].id for batch, g in games])]]
    if len(games) > 1:
        ids = ", ".join(batch.info[g].id for batch, g in games[:5])
        ids += " …" if len(games) > 5 else ""
        say(f"mjlog: {args.file} holds {len(games)} games; choose one with --game ({ids})")
        return USAGE
    batch = games[0][0].select(games[0][1])
    names = [batch.round_name(r) for r in range(len(batch.rounds))]
    r = round_called(args.round, names)
    walls = walls_of(batch)
    wall = walls.wall(r)
    if wall is None:
        say(f"mjlog: {names[r]}: the wall is not known: {walls.reasons[0] or 'no seed'}")
        return UNREADABLE
    shown = _RoundWall(batch, r, wall, int(walls.reds[r]))
    if args.format == "json":
        print_json(shown.as_dict(names[r]))
    else:
        print("\n".join(shown.lines(names[r], args.lang)))
    return CLEAN


class _RoundWall:
    """A wall and how much of it the round has used."""

    def __init__(self, batch: GameBatch, r: int, wall: Wall, reds: int) -> None:
        from ..codes import ANKAN, DAIMINKAN, DORA, DRAW, KAKAN, KITA

        self.wall = wall
        self.names = batch.info[0].names
        self.dealer = int(batch.rounds.dealer[r])
        self.reds = int(any(batch.rules[0].aka)) if reds == UNKNOWN else reds
        start, stop = (int(e) for e in batch.rounds.first_event[r : r + 2])
        kinds = batch.events.kind[start:stop]
        draws = int(np.count_nonzero(kinds == DRAW))
        calls = np.flatnonzero(np.isin(kinds, (ANKAN, DAIMINKAN, KAKAN, KITA)))
        # each of them is followed by a replacement draw, unless it is robbed
        self.replaced = sum(bool((kinds[e:] == DRAW).any()) for e in calls)
        self.drawn = draws - self.replaced
        self.turned = 1 + int(np.count_nonzero(kinds == DORA))

    def texts(self, tiles: Any) -> list[str]:
        """Return physical tiles as text."""
        from ..tiles import CODE_OF_ID, format_tile

        return [format_tile(int(CODE_OF_ID[self.reds, t])) for t in tiles]

    def as_dict(self, label: str) -> dict[str, Any]:
        """Return the wall as JSON values (physical tiles 0–135)."""
        wall = self.wall
        return {
            "schema": 1,
            "round": label,
            "generation": wall.generation,
            "dice": list(wall.dice) if UNKNOWN not in wall.dice else None,
            "hands": [wall.hands(self.dealer)[s].tolist() for s in range(wall.players)],
            "live": wall.live.tolist(),
            "drawn": self.drawn,
            "replacements": wall.replacements.tolist(),
            "replaced": self.replaced,
            "dora_indicators": wall.dora_indicators.tolist(),
            "turned": self.turned,
            "ura_indicators": wall.ura_indicators.tolist(),
            "tiles": wall.tiles.tolist(),
        }

    def lines(self, label: str, lang: str) -> list[str]:
        """Return the wall as text; ``|`` stands where play stopped taking tiles."""
        from ..render.words import wind_name

        wall, words, ruler = self.wall, _WORDS[lang], ruler_of()
        hands = wall.hands(self.dealer)
        rows = []
        for offset in range(wall.players):
            seat = (self.dealer + offset) % wall.players
            name = ruler.clean(self.names[seat])
            rows.append((wind_name(offset, lang), name, " ".join(self.texts(hands[seat]))))
        dice = f"  {words['dice']} {wall.dice[0]} {wall.dice[1]}"
        lines = [
            label if UNKNOWN in wall.dice else label + dice,
            words["deal"],
            ruler.table(rows, indent="  "),
            words["live"].format(len(wall.live), self.drawn),
            *self._live_lines(words["end"]),
            words["dead"],
        ]
        dead = [
            (words["replacements"], self._marked(wall.replacements, self.replaced)),
            (words["dora"], self._marked(wall.dora_indicators, self.turned)),
            (words["ura"], " ".join(self.texts(wall.ura_indicators))),
        ]
        return [*lines, ruler.table(dead, indent="  ")]

    def _live_lines(self, end_mark: str) -> list[str]:
        live = self.texts(self.wall.live)
        end = len(live) - self.replaced
        marks = [(self.drawn, "|")] if self.drawn < end else []
        marks += [(end, end_mark)] if self.replaced else []
        lines = []
        for start in range(0, len(live), _PER_LINE):
            words = []
            for i in range(start, min(start + _PER_LINE, len(live))):
                words += [mark for at, mark in marks if at == i]
                words.append(live[i])
            lines.append("  " + " ".join(words))
        return lines

    def _marked(self, tiles: Any, used: int) -> str:
        words = self.texts(tiles)
        words.insert(min(used, len(words)), "|")
        return " ".join(words)
