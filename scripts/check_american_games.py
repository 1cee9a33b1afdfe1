"""Play many games of American mahjong under each profile and audit them: nothing may be found.

    python scripts/check_american_games.py OUT.jsonl [GAMES [PROFILE …]]

Every ten games are a line of ``OUT.jsonl``; a run that was stopped goes on where it was. At the
end a table tells, for each profile, the games, hands, errors and notes, how hands ended, and
what bots did; and which kinds of events occurred. The exit status is 1 if an error was found.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mjlog.american.audit import check_american  # noqa: E402
from mjlog.american.model import EVENT_TYPES, AmericanGame  # noqa: E402
from mjlog.american.rules import american_profiles  # noqa: E402
from mjlog.american.simulator import play_american  # noqa: E402

SEED: Final = 2026
BLOCK: Final = 10
_NAMES: Final = {cls: name for name, cls in EVENT_TYPES.items()}


def of_game(game: AmericanGame) -> Counter[str]:
    """Return what happened in a game, and what an audit finds."""
    count: Counter[str] = Counter(games=1, hands=len(game.hands))
    audit = check_american(game)
    for finding in audit.findings:
        kind = "note" if finding.severity == "note" else "error"
        count[f"{kind} {finding.code}"] += 1
    count["not checked"] += sum(audit.not_checked.values())
    for hand in game.hands:
        count.update(f"event {_NAMES[type(event)]}" for event in hand.events)
    for replay in audit.replays:
        result = replay.result
        count[f"end {result.kind}"] += 1
        count["turns"] += replay.state.discards
        count["exposures"] += sum(result.exposures.values())
        if result.kind == "win":
            count[f"win {result.how}"] += 1
            count["jokerless"] += bool(result.jokerless_true)
            count["east"] += result.winner == replay.state.order[0]
    return count


def block(rules: str, first: int, number: int) -> dict[str, Any]:
    """Play and audit some games and return their counts."""
    start = time.process_time()
    count: Counter[str] = Counter()
    for k in range(first, first + number):
        (game,) = play_american(1, seed=SEED, rules=rules, first=k)
        count += of_game(game)
    seconds = round(time.process_time() - start, 2)
    return {"rules": rules, "first": first, "seconds": seconds, "count": dict(count)}


def table(rows: list[dict[str, Any]]) -> int:
    """Print what was found and return the number of errors."""
    errors = 0
    seen: set[str] = set()
    print("profile games hands errors notes win% wall% self-pick% exchange% jokerless% east% "
          "turns exposures exchanges ms/hand")  # fmt: skip
    for rules in dict.fromkeys(row["rules"] for row in rows):
        count: Counter[str] = Counter()
        seconds = 0.0
        for row in rows:
            if row["rules"] == rules:
                count.update(row["count"])
                seconds += row["seconds"]
        found = {k: n for k, n in count.items() if k.startswith("error ")}
        errors += sum(found.values())
        seen |= {k.removeprefix("event ") for k in count if k.startswith("event ")}
        hands, wins = count["hands"], max(count["end win"], 1)
        notes = sum(n for k, n in count.items() if k.startswith("note "))
        picks = sum(count[f"win {how}"] for how in ("self_pick", "heavenly", "earthly"))
        shares = (
            count["end win"] / hands, count["end wall"] / hands, picks / wins,
            count["win exchange"] / wins, count["jokerless"] / wins, count["east"] / wins,
        )  # fmt: skip
        means = [f"{count[key] / hands:.2f}" for key in ("turns", "exposures", "event exchange")]
        print(rules, count["games"], hands, sum(found.values()), notes,
              *(f"{100 * share:.1f}" for share in shares), *means,
              f"{1000 * seconds / hands:.1f}")  # fmt: skip
        for key, n in sorted(found.items()):
            print(f"  {key}: {n}")
    missing = sorted(set(EVENT_TYPES) - seen)
    print("events that never occurred:", ", ".join(missing) or "none")
    return errors


def main() -> int:
    """Go on with the run, then print the table."""
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    out = Path(sys.argv[1])
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    profiles = sys.argv[3:] or american_profiles()
    rows = [json.loads(line) for line in out.read_text().splitlines()] if out.is_file() else []
    done = {(row["rules"], row["first"]) for row in rows}
    with out.open("a", encoding="utf-8") as stream:
        for first in range(0, games, BLOCK):
            for rules in profiles:
                if (rules, first) in done:
                    continue
                rows.append(block(rules, first, min(BLOCK, games - first)))
                stream.write(json.dumps(rows[-1]) + "\n")
                stream.flush()
    return 1 if table(rows) else 0


if __name__ == "__main__":
    sys.exit(main())
