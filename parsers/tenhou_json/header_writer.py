"""The header of Tenhou JSON for a game: table, rules, players, final points."""

from __future__ import annotations

from typing import Any, Final

import orjson

from mjlog.codes import UNKNOWN_POINTS
from mjlog.engine.wall_seed import SEED_KINDS
from mjlog.model import GameInfo
from mjlog.rows import GameRows
from mjlog.rules import Rules, diff_rules, load_rules

from ..losses import Losses
from ..tenhou.go_type import header_of_rules
from ..tenhou.names import find_log_name
from ..tenhou.tables import DAN_NAMES, room_name
from .header import rules_of, table_of

__all__ = ["header_of"]

#: What a table of these rules is called where the record has no name for it.
_TITLES: Final = {
    "jpml": "日本プロ麻雀連盟公式ルール", "saikyousen": "最強戦ルール", "mleague": "Mリーグルール",
    "saikouisen": "最高位戦ルール", "mu": "麻将連合ルール", "rmu": "RMUルール", "wrc": "WRCルール",
}  # fmt: skip
_MAHJONG_SOUL: Final = {
    "mahjong-soul": "友人戦南喰", "mahjong-soul-east": "友人戦東喰",
    "mahjong-soul-3p": "三友人戦南喰", "mahjong-soul-3p-east": "三友人戦東喰",
}  # fmt: skip
#: Bits of a game type that the name of a table can tell.
_NAMED_BITS: Final = 0x00FF
_LOBBY_FIELDS: Final = 7


def header_of(rows: GameRows, losses: Losses) -> tuple[dict[str, Any], Rules]:
    """Return every key of a record but ``log`` and ``connection``, and the rules that they tell.

    Args:
        rows: The game.
        losses: Takes what the form does not hold.
    """
    info, rules = rows.info, rows.rules
    header: dict[str, Any] = {"ver": 2.3}
    if info.id:
        header["ref"] = info.id
    header["ratingc"] = "PF3" if rules.players == 3 else "PF4"
    header |= _final(rows, losses)
    header |= _seed(info, losses)
    header |= _people(info, rules.players, losses)
    table, rules = _table(rows, header, losses)
    return header | table, rules


def _seed(info: GameInfo, losses: Losses) -> dict[str, str]:
    """Return the key that one converter adds for the seed of the walls."""
    if info.round_seeds:
        losses.add("seed", "the seeds of the walls, one a round")
        return {}
    if not info.seed:
        return {}
    bare = info.seed_kind is not None and not info.seed.startswith(SEED_KINDS)
    return {"wall_seed": f"{info.seed_kind},{info.seed}" if bare else info.seed}


def _people(info: GameInfo, players: int, losses: Losses) -> dict[str, Any]:
    """Return names, levels, ratings and sexes; an absent player has the site's fillings."""
    found: dict[str, Any] = {"name": [name or "" for name in info.names]}
    if info.lobby and info.lobby.isdecimal():
        found["lobby"] = int(info.lobby)
    elif info.lobby:
        found["lobby"] = info.lobby
    if any(level is not None for level in info.level):
        found["dan"] = [level or DAN_NAMES[0] for level in info.level]
    if any(rating is not None for rating in info.rating):
        found["rate"] = [1500.0 if rating is None else rating for rating in info.rating]
    sex = info.extra.get("sex")
    if sex:
        found["sx"] = [word or "C" for word in sex]
    if info.viewer is not None:
        losses.add("viewer", "the seat that the record was saved from")
    if info.start_time and not find_log_name(info.id):
        losses.add("start_time", "date and hour, which stand only in an id of the site")
    return found


def _final(rows: GameRows, losses: Losses) -> dict[str, Any]:
    scores, points = list(rows.final_scores), list(rows.final_points)
    players = rows.rules.players
    if any(n == UNKNOWN_POINTS for n in (*scores[:players], *points[:players])):
        if any(n != UNKNOWN_POINTS for n in (*scores[:players], *points[:players])):
            losses.add("final_points", "final points without placement points, or these alone")
        return {}
    bare = rows.info.extra.get("points_form") != "tenths" and all(
        n % 10 == 0 for n in points[:players]
    )
    pairs: list[Any] = []
    for score, tenths in zip(scores, points, strict=True):
        known = score != UNKNOWN_POINTS
        pairs += [score, tenths // 10 if bare else tenths / 10] if known else [0, 0]
    return {"sc": pairs}


def _table(rows: GameRows, header: dict[str, Any], losses: Losses) -> tuple[dict[str, Any], Rules]:
    """Return title, rule and csrule that a reader comes nearest to the rules by, and how near."""
    info, rules = rows.info, rows.rules
    start = _start_points(rows)
    best: tuple[int, dict[str, Any], Rules] | None = None
    for table in _candidates(rows):
        name = find_log_name(info.id)
        read = rules_of(table_of({**header, **table}, "", rules.players, name), start)[0]
        different = len(diff_rules(read, rules))
        if best is None or different < best[0]:
            best = (different, table, read)
        if not different:
            break
    assert best is not None
    for difference in diff_rules(best[2], rules):
        value = getattr(rules, difference.key)
        losses.add("rules", f"{difference.key} = {value!r} has no place in the header")
    return best[1:]


def _start_points(rows: GameRows) -> int | None:
    start = rows.rounds[0].start if rows.rounds else None
    if start is None or start["wind"] or start["dealer"] or start["honba"] or start["deposits"]:
        return None
    scores = set(start["scores"][: rows.rules.players])
    return scores.pop() if len(scores) == 1 and UNKNOWN_POINTS not in scores else None


def _candidates(rows: GameRows) -> list[dict[str, Any]]:
    """Return headers that may stand for the rules, the likeliest first."""
    info, rules = rows.info, rows.rules
    reds = {f"aka5{i + 1}": n for i, n in enumerate(rules.aka)}
    if rules.players == 3:
        reds["aka51"] = 0
    title = info.extra.get("title")
    titles = [str(t) for t in title][:2] if isinstance(title, list) else [str(title or "")]
    titles += [""] * (2 - len(titles))
    found: list[dict[str, Any]] = []
    if info.format == "tenhou6" and info.header:
        kept = info.header[0][1]
        same: dict[str, Any] = {
            key: _parsed(kept[key]) for key in ("title", "rule", "csrule") if key in kept
        }
        if "rule" in same:
            found.append({"title": titles, **same})
    if rules.name in _MAHJONG_SOUL and rules == load_rules(rules.name):
        disp = _MAHJONG_SOUL[rules.name] + ("赤" if any(rules.aka) else "")
        found.append({"title": titles, "rule": {"disp": disp, **reds}})
    if rules.name in _TITLES and rules == load_rules(rules.name):
        named = [titles[0], _TITLES[rules.name]]
        found.append({"title": named, "rule": {"disp": "", **reds}})
    go_type, csrule, _, lost = header_of_rules(rules)
    own = info.extra.get("go_type")
    if isinstance(own, int) and own >= 0:
        found.append(_tenhou(own, info.extra.get("csrule"), titles, reds))
    found.append(_tenhou(go_type, csrule, titles, reds))
    if lost:
        found.append({"title": titles, "rule": {"disp": "", **reds}})
    return found


def _parsed(text: str) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return text


def _tenhou(
    go_type: int, csrule: str | None, titles: list[str], reds: dict[str, int]
) -> dict[str, Any]:
    """Return the header of a table of Tenhou: by its name, or a lobby's by its numbers."""
    if go_type & ~_NAMED_BITS or csrule:
        fields = ["", "", f"{go_type:04X}", *["0"] * (_LOBBY_FIELDS - 3)]
        return {"title": titles, "rule": fields, "csrule": (csrule or "").split(",")}
    return {"title": titles, "rule": {"disp": room_name(go_type).removeprefix("四"), **reds}}
