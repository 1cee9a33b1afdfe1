"""The columns of the dataset: one table, the source of the schemas and of ``docs/tables.md``."""

from __future__ import annotations

from typing import Final

from .american.schema import AMERICAN_TABLES
from .column import Column, Table

__all__ = ["TABLES", "columns_of", "default_tables"]

_GAME: Final = Column("game_id", "ref", "game, key of `games`", source="dataset")
_ROUND: Final = Column("round", "int16", "round of the game, from 0", source="dataset", plain=True)
_EVENT: Final = Column("event", "int16", "event of the round, from 0", source="dataset", plain=True)
_SEAT: Final = Column("seat", "int8", "seat, 0 = first dealer (起家)", plain=True)

_GAMES: Final = (
    Column("game_id", "string", "the site's id, else x + 16 hex digits of the content's SHA-256"),
    Column("source", "string", "file, or archive!member, that the game was read from"),
    Column("format", "text", "importer that read it"),
    Column("start_time", "string", "start, ISO 8601 local time", null="not recorded"),
    Column("players", "int8", "number of players, 4 or 3"),
    Column("length", "text", "east, south, one_hand or full", source="rules"),
    Column("rules", "text", "name of the ruleset", source="rules"),
    Column(
        "rule_values",
        "text",
        "JSON object: the rule parameters that differ from the defaults of `mjlog.Rules`",
        source="rules",
    ),
    Column("room", "text", "lobby or room in the site's words", null="not recorded"),
    Column("viewer", "int8", "seat from whose side the log was saved", null="not recorded"),
    Column("rounds", "int16", "number of rounds", unit="rounds"),
    Column("events", "int32", "number of events", unit="events"),
    Column("complete", "bool", "the record says that the game ended"),
    Column(
        "content", "string", "fingerprint of the play as recorded, 16 hex digits", source="dataset"
    ),
    Column(
        "play",
        "string",
        "fingerprint of deals, draws and discards by kind of tile, the same "
        "whatever the format, 16 hex digits",
        null="a round without a known deal",
        source="dataset",
    ),
)

_PLAYERS: Final = (
    _GAME,
    _SEAT,
    Column(
        "player",
        "ref",
        "person: the name, or what `--players` maps it to; an anonymous `NoName` is "
        "a person of one game, `NoName@game/seat`",
        source="dataset",
    ),
    Column("name", "ref", "name as recorded (an alias after `--anonymise`)"),
    Column("start_points", "int32", "points at the start", unit="points", null="not recorded"),
    Column(
        "final_points",
        "int32",
        "points at the end: recorded, else those after the last round of a complete game",
        unit="points",
        null="game not complete",
    ),
    Column(
        "place",
        "int8",
        "1 to 4 by final_points, a tie goes to the seat nearer to the first dealer",
        null="final_points is null",
        source="replay",
    ),
    Column("game_points", "float", "placement points, uma and oka included", null="not recorded"),
    Column("rating", "float", "rating at the start", null="not recorded"),
    Column("level", "text", "level in the site's words", null="not recorded"),
)

_ROUNDS: Final = (
    _GAME,
    _ROUND,
    Column("label", "text", "E2.1 = East 2, one counter"),
    Column("wind", "text", "round wind: E, S, W, N"),
    Column("dealer", "int8", "seat of the dealer"),
    Column("honba", "int16", "counters (本場) at the start", null="not recorded"),
    Column("deposits", "int16", "riichi sticks on the table at the start", null="not recorded"),
    Column("dice", "list int8", "the two dice", null="not recorded"),
    Column("indicators", "list text", "dora indicators in the order they were turned"),
    Column("events", "int16", "number of events", unit="events"),
    Column("turns", "int8", "most discards of one seat", unit="turns"),
    Column("live_wall", "int16", "live tiles left at the end", unit="tiles", source="replay"),
    Column(
        "result",
        "text",
        "tsumo, ron, or the kind of draw (exhaustive, nagashi_mangan, kyuushu_kyuuhai …)",
        null="the record ends early, or does not tell the kind of draw",
    ),
    Column("winners", "int8", "number of wins (2 for a double ron)"),
)

_SEATS: Final = (
    _GAME,
    _ROUND,
    _SEAT,
    Column("player", "ref", "person, as in `players`", source="dataset"),
    Column("wind", "text", "seat wind: E, S, W, N"),
    Column("dealer", "bool", "is the dealer"),
    Column("start_points", "int32", "points at the start", unit="points", null="not recorded"),
    Column(
        "start_place",
        "int8",
        "place by points at the start, ties by seat",
        null="start_points is null",
        source="replay",
    ),
    Column(
        "delta",
        "int32",
        "change of points in the round, own riichi deposit included",
        unit="points",
        null="the record gives no result",
    ),
    Column("hand", "string", "dealt hand, 13 tiles, also for the dealer", null="not recorded"),
    Column(
        "dealt_shanten", "int8", "shanten of the 13 dealt tiles", null="hand unknown",
        source="replay",
    ),
    Column("turns", "int8", "own discards", unit="turns"),
    Column("calls", "int8", "chi, pon and daiminkan (a kakan adds none)"),
    Column("chi", "int8", "chi"),
    Column("pon", "int8", "pon"),
    Column("daiminkan", "int8", "open kans from a discard"),
    Column("kakan", "int8", "kans added to a pon"),
    Column("ankan", "int8", "closed kans"),
    Column("kita", "int8", "norths set aside (three players)"),
    Column(
        "first_call_turn", "int8", "own turn of the first call", unit="turns", null="no call",
        source="replay",
    ),
    Column("riichi", "bool", "riichi was declared"),
    Column("riichi_accepted", "bool", "the deposit was paid"),
    Column("double_riichi", "bool", "the riichi is a double riichi", source="replay"),
    Column("riichi_order", "int8", "1 = first riichi of the round", null="no riichi"),
    Column("riichi_event", "int16", "event of the declaration", null="no riichi"),
    Column(
        "riichi_turn",
        "int8",
        "own discards at the declaration, its tile included",
        unit="turns",
        null="no riichi, or no tile followed",
    ),
    Column(
        "riichi_waits", "text", "waits at the declaration, `25m`", null="no riichi",
        source="replay",
    ),
    Column(
        "riichi_wait_kinds", "int8", "kinds among the waits", null="no riichi", source="replay"
    ),
    Column(
        "riichi_wait_tiles",
        "int8",
        "copies of the waits that the declarer does not see",
        unit="tiles",
        null="no riichi",
        source="replay",
    ),
    Column(
        "riichi_furiten", "bool", "furiten at the declaration", null="no riichi", source="replay"
    ),
    Column(
        "tenpai_turn",
        "int8",
        "own turn of the first discard or kan that left the hand tenpai",
        unit="turns",
        null="never tenpai",
        source="replay",
    ),
    Column(
        "end_shanten", "int8", "shanten at the end of the round (-1: complete)",
        null="hand unknown", source="replay",
    ),
    Column("end_tenpai", "bool", "tenpai (or complete) at the end of the round",
           null="hand unknown", source="replay"),
    Column("end_furiten", "text", "none, discard, temporary, riichi at the end", source="replay"),
    Column(
        "shown",
        "bool",
        "shown as tenpai when the wall ran out",
        null="not an exhaustive draw, or not recorded",
    ),
    Column(
        "result",
        "text",
        "tsumo, ron, deal_in, hit (another's tsumo), bystander (a ron between others), "
        "exhaustive, nagashi, abortive",
        null="the record ends early, or does not tell the kind of draw or who paid",
    ),
    Column("win_points", "int32", "value of the own win, without honba and deposits",
           unit="points", null="no win, or not recorded"),
    Column("win_income", "int32", "points received for the own win, honba and deposits included",
           unit="points", null="no win, or not recorded"),
    Column("missed_wins", "int8", "wins that could have been called and were let pass",
           source="replay"),
    Column("missed_points", "int32", "the highest value among them", unit="points",
           null="none missed", source="replay"),
    Column("deal_ins", "int8", "rons on own tiles (2 in a double ron)"),
    Column("deal_in_points", "int32", "value of these hands, without honba",
           unit="points", null="no deal-in, or not recorded"),
    Column("deal_in_loss", "int32", "points paid for the deal-in, honba included",
           unit="points", null="no deal-in, or not recorded"),
)  # fmt: skip

_EVENTS: Final = (
    _GAME,
    _ROUND,
    _EVENT,
    Column("kind", "text", "draw, discard, chi, pon, daiminkan, kakan, ankan, kita, riichi, "
           "riichi_accepted, dora, win, ryuukyoku, disconnect, reconnect"),
    Column("seat", "int8", "who acts", null="nobody (dora, ryuukyoku)", plain=True),
    Column("tile", "text", "drawn, discarded, called, added tile; indicator; winning tile",
           null="unknown, or none belongs to the event"),
    Column("from_seat", "int8", "whose tile was called or who pays a ron",
           null="no other seat", plain=True),
    Column("used", "text", "own tiles that went into the meld, `34m`", null="no meld"),
    Column("tsumogiri", "bool", "a discard of the tile just drawn",
           null="discard, but not recorded"),
    Column("taken", "text", "called or ronned: what became of this discard or kan",
           null="not taken", source="replay"),
    Column("riichi", "text", "a letter a seat, after the event: - none, d declared, R accepted",
           source="replay"),
    Column("furiten", "text", "a letter a seat, after the event: - none, d own discard, "
           "t temporary, r riichi", source="replay"),
    Column("furiten_tile", "text", "kind that made the actor furiten", null="not furiten",
           source="replay"),
    Column("shanten", "int8", "shanten of the actor after the event (0 tenpai, -1 complete)",
           null="not a draw, discard or meld, or hand unknown", source="replay"),
    Column("ukeire_kinds", "int8", "kinds that bring the hand nearer",
           null="not a discard, or hand unknown", source="replay"),
    Column("ukeire_tiles", "int8", "copies of them that the actor does not see", unit="tiles",
           null="not a discard, or hand unknown", source="replay"),
    Column("waits", "text", "winning kinds, `25m`", null="not tenpai, or not a discard or kan",
           source="replay"),
    Column("turn", "int8", "turn of the actor: own discards, this one included, at least 1",
           unit="turns", source="replay", plain=True),
    Column("live_wall", "int8", "live tiles left after the event", unit="tiles", source="replay",
           plain=True),
    Column("deposits", "int8", "riichi sticks on the table after the event", unit="sticks",
           source="replay", plain=True),
)  # fmt: skip

_DECISIONS: Final = (
    _GAME,
    _ROUND,
    Column("event", "int16", "turn: the event that was chosen; call: the discard on offer",
           source="dataset", plain=True),
    _SEAT,
    Column("kind", "text", "turn (own turn) or call (another's discard)", source="replay"),
    Column("options", "text", "what the tiles allowed, comma-separated: discard, or chi, pon, "
           "daiminkan, ron (yaku not looked at)", source="replay"),
    Column("choice", "text", "what was done: discard, riichi, ankan, kakan, kita, tsumo, "
           "kyuushu_kyuuhai; chi, pon, daiminkan, ron, pass", source="record"),
    Column("tile", "text", "turn: tile discarded or melded; call: tile on offer",
           null="unknown, or no tile"),
    Column("drawn", "text", "tile just drawn", null="call, or none drawn", source="replay"),
    Column("hand", "string", "concealed tiles before the choice, drawn tile included",
           null="hand unknown", source="replay"),
    Column("melds", "int8", "own melds, kita not counted", source="replay"),
    Column("open_melds", "int8", "own open melds", source="replay"),
    Column("shanten", "int8", "shanten of that hand", null="hand unknown", source="replay"),
    Column("furiten", "text", "own furiten before the choice: none, discard, temporary, riichi",
           source="replay"),
    Column("riichi", "text", "a letter a seat before the choice: - none, d declared, R accepted",
           source="replay"),
    Column("turn", "int8", "own discards so far", unit="turns", source="replay"),
    Column("live_wall", "int8", "live tiles left", unit="tiles", source="replay", plain=True),
    Column("deposits", "int8", "riichi sticks on the table", unit="sticks", source="replay",
           plain=True),
    Column("points", "int32", "own points before the choice", unit="points",
           null="not recorded", source="replay"),
    Column("place", "int8", "own place by points before the choice, ties by seat",
           null="points not recorded", source="replay"),
)  # fmt: skip

_WINS: Final = (
    _GAME,
    _ROUND,
    Column("win", "int16", "win of the round, from 0", source="dataset"),
    Column("event", "int16", "event of the round", source="dataset"),
    Column("seat", "int8", "winner"),
    Column("from_seat", "int8", "who pays a ron (the winner on tsumo)", null="not recorded"),
    Column("player", "ref", "person who won, as in `players`", source="dataset"),
    Column("tsumo", "bool", "won by own draw", null="who paid is not recorded"),
    Column("tile", "text", "winning tile", null="not recorded"),
    Column("turn", "int8", "winner's discards", unit="turns", source="replay"),
    Column("dealer", "bool", "the winner is the dealer"),
    Column("riichi", "bool", "the winner was in riichi", source="replay"),
    Column("open", "bool", "the hand was open", source="replay"),
    Column("hand", "string", "concealed tiles, winning tile included", null="not recorded"),
    Column("melds", "list text", "melds, `pon:555z`, in the order of the table"),
    Column("waits", "text", "waits before the win", null="hand unknown",
           source="replay"),
    Column("wait_tiles", "int8", "copies of the waits the winner did not see at the last discard",
           unit="tiles", null="waits is null, or no discard was made", source="replay"),
    Column("indicators", "list text", "dora indicators"),
    Column("ura", "list text", "ura indicators"),
    Column("han", "int16", "recorded han, dora included", null="not recorded"),
    Column("fu", "int16", "recorded fu", null="not recorded"),
    Column("yakuman", "int8", "recorded number of yakuman (0: none, or kazoe)",
           null="not recorded"),
    Column("limit", "text", "recorded limit: none, mangan … yakuman", null="not recorded"),
    Column("points", "int32", "recorded value, without honba and deposits", unit="points",
           null="not recorded"),
    Column("yaku", "list text", "recorded yaku and dora, in order", null="not recorded"),
    Column("yaku_han", "list int8", "recorded han of each (yakuman: multiple; -1 unknown)",
           null="yaku is null"),
    Column("deltas", "list int32", "recorded change of each seat (null: not recorded)",
           unit="points"),
    Column("scores", "list int32", "recorded points of each seat before the win", unit="points"),
    Column("pao_seat", "int8", "recorded liable seat", null="none"),
    Column("honba", "int16", "counters as printed with the win", null="not recorded"),
    Column("deposits", "int16", "sticks as printed with the win", null="not recorded"),
    Column("recomputed_han", "int16", "han, dora included", null="hand unknown", source="audit"),
    Column("recomputed_fu", "int16", "fu", null="hand unknown", source="audit"),
    Column("recomputed_yakuman", "int8", "number of yakuman", null="hand unknown",
           source="audit"),
    Column("recomputed_limit", "text", "limit", null="hand unknown", source="audit"),
    Column("recomputed_points", "int32", "value", unit="points", null="hand unknown",
           source="audit"),
    Column("recomputed_yaku", "list text", "yaku, dora not among them", null="hand unknown",
           source="audit"),
    Column("recomputed_dora", "int8", "dora", null="hand unknown", source="audit"),
    Column("recomputed_ura", "int8", "ura dora", null="hand unknown", source="audit"),
    Column("recomputed_aka", "int8", "red fives", null="hand unknown", source="audit"),
    Column("recomputed_kita", "int8", "norths set aside", null="hand unknown", source="audit"),
    Column("recomputed_deltas", "list int32", "change of each seat", unit="points",
           null="hand unknown", source="audit"),
    Column("agrees", "bool", "recorded and recomputed points and changes are equal",
           null="one of them is unknown", source="audit"),
)  # fmt: skip

_DRAWS: Final = (
    _GAME,
    _ROUND,
    Column("event", "int16", "event of the round", source="dataset"),
    Column("kind", "text", "exhaustive, kyuushu_kyuuhai, suufon_renda, suucha_riichi, "
           "sanchahou, suukan_sanra, nagashi_mangan, chombo, restart", null="not recorded"),
    Column("seat", "int8", "who declared nine terminals", null="another kind of draw"),
    Column("shown", "list bool", "hands shown, by seat (null: not recorded)"),
    Column("tenpai", "list bool", "hands that are tenpai, by seat (null: hand unknown)",
           source="replay"),
    Column("hands", "list string", "shown concealed tiles by seat (null: not shown)"),
    Column("deltas", "list int32", "recorded change of each seat (null: not recorded)",
           unit="points"),
    Column("scores", "list int32", "recorded points of each seat before it", unit="points"),
    Column("honba", "int16", "counters as printed with the draw", null="not recorded"),
    Column("deposits", "int16", "sticks as printed with the draw", null="not recorded"),
)  # fmt: skip

_INCIDENTS: Final = (
    _GAME,
    _ROUND,
    Column("incident", "int16", "number in the round, from 0", source="dataset"),
    Column("event", "int16", "event of the round before which it happened; their number: after "
           "everything", source="dataset"),
    Column("kind", "text", "an error at the table (wrong_call, shown_tiles, peek …) or what "
           "followed (dead_hand, chombo, ron_ban, ruling …), see mjlog.codes.INCIDENT_KINDS"),
    Column("seat", "int8", "who erred, or who bears the consequence", null="unknown, or nobody"),
    Column("by_seat", "int8", "who pointed it out, or ruled", null="nobody, or not recorded"),
    Column("tiles", "text", "tiles that it is about", null="none"),
    Column("flag", "bool", "shown on purpose; noticed after the discard; a first time; see "
           "mjlog.codes", null="not recorded, or nothing to say"),
    Column("deltas", "list int32", "change of each seat's points (null: not recorded)",
           unit="points"),
    Column("text", "string", "words of a ruling or a remark", null="none"),
)  # fmt: skip

_FINDINGS: Final = (
    Column("game_id", "string", "game, key of `games`", source="dataset"),
    Column("code", "text", "code, see docs/findings.md", source="audit"),
    Column("name", "text", "its name", source="audit"),
    Column("severity", "text", "error, warning or note", source="audit"),
    Column("source", "string", "file that the game was read from", source="audit"),
    Column("round", "text", "label, E2.1", null="concerns the whole game", source="audit"),
    Column("round_index", "int16", "round of the game, from 0", null="concerns the whole game",
           source="audit"),
    Column("event_index", "int16", "event of the round, from 0", null="no single event",
           source="audit"),
    Column("turn", "int8", "turn of the seat", null="no single event", source="audit"),
    Column("seat", "int8", "seat", null="no single seat", source="audit"),
    Column("message", "string", "what is wrong", source="audit"),
    Column("recorded", "string", "recorded value, JSON", null="none", source="audit"),
    Column("expected", "string", "expected value, JSON", null="none", source="audit"),
    Column("rule", "text", "rule that was applied", source="audit"),
    Column("rule_source", "text", "where that rule stands", source="audit"),
    Column("explained_by", "list string", "rule parameters under which it would be right",
           source="audit"),
)  # fmt: skip

_PROBLEMS: Final = (
    Column("source", "string", "file, or archive!member", source="dataset"),
    Column("place", "string", "where in it", source="dataset"),
    Column("kind", "text", "unreadable, unsupported, truncated, duplicate, inconsistent, "
           "odd-form", source="dataset"),
    Column("message", "string", "what is wrong", source="dataset"),
    Column("game_id", "string", "game", null="no game could be read", source="dataset"),
    Column("duplicate_of", "string", "game that counts instead; where it was replaced in its "
           "turn, it has a row of its own", null="no duplicate",
           source="dataset"),
)  # fmt: skip

#: Table → (what a row is, key, columns), in the order of the documentation.
TABLES: Final[dict[str, Table]] = {
    "games": ("a game", ("game_id",), _GAMES),
    "players": ("a player in a game", ("game_id", "seat"), _PLAYERS),
    "rounds": ("a round (局)", ("game_id", "round"), _ROUNDS),
    "seats": ("a player's round", ("game_id", "round", "seat"), _SEATS),
    "events": ("an event", ("game_id", "round", "event"), _EVENTS),
    "decisions": (
        "a choice: an own turn, or a discard that the tiles allow to call (not written by default)",
        ("game_id", "round", "event", "seat"),
        _DECISIONS,
    ),
    "wins": ("a win, recorded and recomputed", ("game_id", "round", "win"), _WINS),
    "draws": ("a round without a win", ("game_id", "round"), _DRAWS),
    "incidents": (
        "an error at the table, or what followed from one, in records kept by people",
        ("game_id", "round", "incident"),
        _INCIDENTS,
    ),
    "findings": ("a fault that the audit found", (), _FINDINGS),
    "problems": ("an input, or a part of one, that could not be used as it is", (), _PROBLEMS),
}


def default_tables() -> tuple[str, ...]:
    """Return the tables of riichi games that an export writes by default (all but decisions)."""
    return tuple(name for name in TABLES if name != "decisions")


def columns_of(table: str) -> tuple[Column, ...]:
    """Return the columns of ``table``, one of :data:`TABLES` or of the American tables.

    Raises:
        UnknownNameError: There is no such table.
    """
    if table in TABLES:
        return TABLES[table][2]
    if table not in AMERICAN_TABLES:
        from mjlog.errors import UnknownNameError

        raise UnknownNameError("table", table, [*TABLES, *AMERICAN_TABLES])
    return AMERICAN_TABLES[table][2]
