"""The columns of the American tables: one table, the source of schemas and documentation.

American games have tables of their own beside those of riichi games, in the same dataset and
with the same types (:data:`mjlog.analysis.schema.TYPES`). ``docs/american_tables.md`` is
generated from here.
"""

from __future__ import annotations

from typing import Final

from ..column import SCHEMA_VERSION, Column, Table, described

__all__ = ["AMERICAN_TABLES", "PREFIX", "american_tables_markdown"]

#: How the names of all American tables begin.
PREFIX: Final = "american_"

_NOT_RECORDED: Final = "not recorded"
_NO_PLAY: Final = "the record holds results only"
_NO_CARD: Final = "no card"
_UNKNOWN: Final = "tiles unknown, or no card"
_UNKNOWN_OR_DEBT: Final = "tiles unknown, no card, or a debt (IOU) that is paid"
_NO_WIN: Final = "no win"

_GAME: Final = Column("game_id", "ref", "game, key of `american_games`", source="dataset")
_HAND: Final = Column("hand", "int16", "hand of the game, from 0", source="dataset")
_EVENT: Final = Column("event", "int16", "event of the hand, from 0", source="dataset")
_PERSON: Final = Column("person", "text", "letter of the person, A–D, fixed for the game")
_PLAYER: Final = Column("player", "ref", "person, as in `american_players`", source="dataset")
_TURN: Final = Column("turn", "int16", "own discards before it, plus one", unit="turns")


def _away(name: str, when: str, null: str = _UNKNOWN) -> tuple[Column, Column]:
    """Return the columns of a distance: tiles away, and naturals among them."""
    return (
        Column(f"{name}_away", "int8", f"tiles away from the nearest line {when}; 1 is set, "
               "0 complete", unit="tiles", null=null, source="replay"),
        Column(f"{name}_natural", "int8", f"tiles among {name}_away that no joker may stand for",
               unit="tiles", null=null, source="replay"),
    )  # fmt: skip


_GAMES: Final = (
    Column("game_id", "string", "id of the record, else x + 16 hex digits of the SHA-256 of its "
           "content, the same for both forms"),
    Column("source", "string", "file, or archive!member, that the game was read from"),
    Column("format", "text", "importer that read it"),
    Column("start_time", "string", "start in the words of the record", null=_NOT_RECORDED),
    Column("players", "int8", "number of players, 4 or 3"),
    Column("level", "text", "how much is recorded: full, public, result"),
    Column("rules", "text", "name of the profile it was judged by", source="rules"),
    Column("rules_recorded", "text", "name of the profile in the record", null=_NOT_RECORDED),
    Column("rule_values", "text", "JSON object: the parameters that differ from the defaults of "
           "`AmericanRules`", source="rules"),
    Column("card", "text", "id of the card", null=_NOT_RECORDED),
    Column("card_sha256", "string", "SHA-256 of the card file as the record names it",
           null=_NOT_RECORDED),
    Column("card_known", "bool", "the card was found; without it distances and lines are null",
           source="dataset"),
    Column("stake", "ref", "money a point, as written", null=_NOT_RECORDED),
    Column("table_rules", "list string", "house rules as written"),
    Column("hands", "int16", "number of hands", unit="hands"),
    Column("events", "int32", "number of events", unit="events"),
    Column("complete", "bool", "the record says that the game ended"),
    Column("content", "string", "fingerprint of the record, 16 hex digits", source="dataset"),
    Column("play", "string", "fingerprint of discards and claims, the same for every "
           "level but result, 16 hex digits", null=_NO_PLAY, source="dataset"),
)  # fmt: skip

_PLAYERS: Final = (
    _GAME,
    _PERSON,
    Column("player", "ref", "person: the name, or what `--players` maps it to; without a name "
           "`person@game`", source="dataset"),
    Column("name", "ref", "name as recorded (an alias after `--anonymise`)"),
    Column("points", "int64", "sum of the recorded results of all hands, transfers included",
           unit="points", null="a hand without a settlement", source="replay"),
    Column("total", "int64", "points at the end as recorded", unit="points", null=_NOT_RECORDED),
    Column("tournament", "int64", "tournament points as recorded", unit="points",
           null=_NOT_RECORDED),
)  # fmt: skip

_HANDS: Final = (
    _GAME,
    _HAND,
    Column("number", "int16", "number of the hand in the record"),
    Column("round", "int16", "round in the record, from 1", null=_NOT_RECORDED),
    Column("east", "text", "person who is East"),
    Column("seats", "list text", "persons in the order East, South, West, North"),
    Column("dice", "ref", "dice as written", null=_NOT_RECORDED),
    Column("events", "int16", "number of events", unit="events"),
    Column("result", "text", "win, wall, void (dealt anew), three_dead, mahjong_in_error (one "
           "intact hand was left), misname, out_of_turn, wrong_end (mahjong on such a discard), "
           "wrecked_wall", null="the record ends early", source="replay"),
    Column("winner", "text", "who is paid for mahjong", null=_NO_WIN),
    Column("how", "text", "discard, self_pick, exchange, heavenly, earthly", null=_NO_WIN,
           source="replay"),
    Column("discarder", "text", "who threw the winning tile", null="no win on a discard"),
    Column("line", "ref", "line of the card as announced", null="no win, or not announced"),
    Column("line_value", "int16", "value as announced", unit="points",
           null="no win, or not announced"),
    Column("legs", "int16", "passes of the Charlestons that were made, 0–6", unit="legs",
           null="the record holds no Charleston"),
    Column("second_charleston", "bool", "a second Charleston was played",
           null="the record holds no Charleston"),
    Column("stopped_by", "text", "who stopped it", null="nobody, or not recorded"),
    Column("blind", "int32", "tiles passed on unseen, all passes together", unit="tiles",
           null="the record holds no Charleston"),
    Column("discards", "int16", "discards of all", unit="tiles", null=_NO_PLAY),
    Column("turns", "int16", "most discards of one person", unit="turns", null=_NO_PLAY),
    Column("wall_left", "int16", "tiles left in the wall at the end", unit="tiles",
           null="not known", source="replay"),
    Column("exposures", "int16", "exposures made", null=_NO_PLAY),
    Column("exchanges", "int16", "joker exchanges", null=_NO_PLAY),
    Column("dead", "int16", "hands declared dead", null=_NO_PLAY),
    Column("errors", "int16", "declarations of mahjong that were none", null=_NO_PLAY),
    Column("challenges", "int16", "challenges", null=_NO_PLAY),
    Column("pay", "list int64", "result of each person, A to D, without transfers",
           unit="points", null=_NOT_RECORDED),
    Column("transfers", "list int64", "net of what came on top (challenges, errors), A to D",
           unit="points", null=_NOT_RECORDED),
    Column("expected", "list int64", "the same as `pay` by the rules", unit="points",
           null="cannot be worked out", source="audit"),
    Column("reason", "string", "how the expected result comes about, `25 × discarder 2`",
           null="cannot be worked out", source="audit"),
    Column("agrees", "bool", "`pay` equals `expected`", null="one of them is null",
           source="audit"),
)  # fmt: skip

_SEATS: Final = (
    _GAME,
    _HAND,
    _PERSON,
    _PLAYER,
    Column("wind", "text", "E, S, W, N"),
    Column("east", "bool", "is East"),
    Column("result", "text", "discard, self_pick, exchange, heavenly, earthly (won so), threw "
           "(the winning tile), paid (another's win), wall, paid_error, got_error (an error that "
           "ended the hand), error (the same between others), void",
           null="the record ends early", source="replay"),
    Column("points", "int64", "result of the hand, transfers included", unit="points",
           null=_NOT_RECORDED),
    Column("transfers", "int64", "transfers among `points`", unit="points", null=_NOT_RECORDED),
    Column("deal", "string", "tiles dealt", null=_NOT_RECORDED),
    Column("dealt_jokers", "int16", "jokers among them", unit="tiles", null=_NOT_RECORDED),
    *_away("deal", "as dealt"),
    Column("deal_line", "text", "nearest line as dealt", null=_UNKNOWN, source="replay"),
    *_away("start", "after Charleston and courtesy"),
    Column("start_line", "text", "nearest line after Charleston and courtesy", null=_UNKNOWN,
           source="replay"),
    Column("turns", "int16", "own discards", unit="turns", null=_NO_PLAY),
    Column("away", "list int8", "tiles away after each own discard, as long as the hand is "
           "alive", unit="tiles", null=_UNKNOWN, source="replay"),
    Column("naturals", "list int8", "those of `away` that must be natural", unit="tiles",
           null=_UNKNOWN, source="replay"),
    Column("outs", "list int32", "live tiles that bring the hand nearer, after each own discard",
           unit="tiles", null=_UNKNOWN, source="replay"),
    Column("lines", "list text", "nearest line after each own discard; one stays while no other "
           "is nearer", null=_UNKNOWN, source="replay"),
    Column("switches", "int16", "how often that line changed from discard to discard",
           null=_UNKNOWN, source="replay"),
    Column("set_turn", "int16", "own turn after which the hand was first one away",
           unit="turns", null="never, or tiles unknown, or no card", source="replay"),
    *_away("end", "at the end of the hand (before the winning tile)",
           "tiles unknown, no card, or a dead hand"),
    Column("exposures", "int16", "exposures made", null=_NO_PLAY),
    Column("commit_turn", "int16", "own turn of the first exposure", unit="turns",
           null="none"),
    Column("commit_line", "text", "nearest line at the first exposure",
           null="none, tiles unknown, or no card", source="replay"),
    Column("exposed_jokers", "int16", "jokers in exposures when they were made", unit="tiles",
           null=_NO_PLAY),
    Column("jokers_taken", "int16", "jokers taken from exposures of others", unit="tiles",
           null=_NO_PLAY),
    Column("jokers_own", "int16", "jokers taken from own exposures", unit="tiles",
           null=_NO_PLAY),
    Column("jokers_given", "int16", "jokers that others took from own exposures", unit="tiles",
           null=_NO_PLAY),
    Column("missed_claims", "int16", "discards nobody claimed whose exposure would have brought "
           "the hand nearer", null=_UNKNOWN, source="replay"),
    Column("missed_exchanges", "int16", "own turns that ended with an exchange open that would "
           "have brought the hand nearer", null=_UNKNOWN, source="replay"),
    Column("missed_wins", "int16", "discards and draws that completed the hand and were let go",
           null=_UNKNOWN, source="replay"),
    Column("dead_cause", "ref", "why the hand is dead: the words of the record, else how it came "
           "(challenge accepted, declared dead, threw in …)", null="not declared dead"),
    Column("dead_turn", "int16", "own turn at which it was declared dead", unit="turns",
           null="not declared dead"),
    Column("flaw", "text", "code of the first thing for which the hand could be called dead",
           null="none found", source="replay"),
    Column("undiscovered", "int16", "discards of all from then to the declaration, or to the "
           "end", unit="tiles", null="none found", source="replay"),
    Column("errors", "int16", "own declarations of mahjong that were none", null=_NO_PLAY),
    Column("challenges", "int16", "challenges made", null=_NO_PLAY),
    Column("challenges_right", "int16", "those that were accepted or found right", null=_NO_PLAY),
    Column("challenges_wrong", "int16", "those that were found wrong", null=_NO_PLAY),
    Column("challenged", "int16", "challenges of the own hand", null=_NO_PLAY),
    Column("shown_to", "int16", "exposures of the winner when this person threw the winning "
           "tile", null="did not throw it"),
    Column("second_charleston", "bool", "a second Charleston was played",
           null="the record holds no Charleston"),
    Column("stopped", "bool", "stopped the second Charleston",
           null="the record holds no Charleston"),
    Column("blind", "int32", "tiles passed on unseen", unit="tiles",
           null="the record holds no Charleston"),
)  # fmt: skip

_PASSES: Final = (
    _GAME,
    _HAND,
    _EVENT,
    Column("leg", "text", "R1 O1 L1 L2 O2 R2 (right, over, left; first and second Charleston), "
           "or C (courtesy)"),
    _PERSON,
    _PLAYER,
    Column("to", "text", "who gets the tiles"),
    Column("tiles", "list text", "tiles passed, those passed unseen last",
           null=_NOT_RECORDED),
    Column("number", "int16", "how many", unit="tiles", null=_NOT_RECORDED),
    Column("blind", "int8", "how many of them were passed on unseen", unit="tiles"),
    Column("owed", "int8", "tiles owed (IOU)", unit="tiles"),
    Column("wish", "int8", "tiles wished for in a courtesy", unit="tiles",
           null="no courtesy, or not recorded"),
    Column("suited", "int16", "suited tiles among them", unit="tiles", null=_NOT_RECORDED),
    Column("winds", "int16", "winds", unit="tiles", null=_NOT_RECORDED),
    Column("dragons", "int16", "dragons, soap included", unit="tiles", null=_NOT_RECORDED),
    Column("flowers", "int16", "flowers", unit="tiles", null=_NOT_RECORDED),
    Column("jokers", "int16", "jokers (not allowed)", unit="tiles", null=_NOT_RECORDED),
    Column("pairs", "int16", "pairs of equal tiles among them", null=_NOT_RECORDED),
    Column("came_back", "int16", "tiles that the receiver had passed away before, by kind",
           unit="tiles", null=_NOT_RECORDED, source="replay"),
    *_away("before", "of the one who passes, before the leg", _UNKNOWN_OR_DEBT),
    *_away("after", "of the one who passes, after the leg", _UNKNOWN_OR_DEBT),
    Column("line", "ref", "nearest line of the one who passes, after the leg",
           null=_UNKNOWN_OR_DEBT, source="replay"),
)  # fmt: skip

_EXPOSURES: Final = (
    _GAME,
    _HAND,
    _PERSON,
    _PLAYER,
    Column("exposure", "int16", "number among the person's exposures, from 0"),
    Column("event", "int16", "event of the claim"),
    _TURN,
    Column("tile", "text", "natural tile it stands for", null="unknown"),
    Column("size", "int16", "tiles, after amendments: 3 pung, 4 kong, 5 quint, 6 sextet",
           unit="tiles"),
    Column("tiles", "list text", "tiles as laid down, after amendments"),
    Column("jokers", "int16", "jokers among them", unit="tiles"),
    Column("of", "text", "who discarded the tile"),
    Column("amended", "int16", "changes before the discard"),
    Column("redeemed", "int16", "jokers taken from it", unit="tiles"),
    Column("returned", "bool", "went back to the rack of a dead hand"),
    Column("lines", "int16", "lines of the card that accept all exposures of the person so far; "
           "0: the hand is dead", null=_NO_CARD, source="replay"),
    *_away("before", "before the claim"),
    *_away("after", "with the exposure, before the discard"),
    Column("line", "ref", "nearest line with the exposure", null=_UNKNOWN, source="replay"),
)  # fmt: skip

_EXCHANGES: Final = (
    _GAME,
    _HAND,
    _EVENT,
    _PERSON,
    _PLAYER,
    _TURN,
    Column("of", "text", "whose exposure the joker was taken from"),
    Column("of_player", "ref", "that person, as in `american_players`", source="dataset"),
    Column("exposure", "int16", "number of the exposure, from 0"),
    Column("own", "bool", "from an own exposure"),
    Column("tile", "text", "natural tile given for the joker", null="unknown"),
    Column("wrong", "bool", "another tile was given"),
    Column("won", "bool", "the last move before mahjong", source="replay"),
    *_away("before", "before the exchange"),
    *_away("after", "after the exchange"),
)  # fmt: skip

_WINS: Final = (
    _GAME,
    _HAND,
    _EVENT,
    _PERSON,
    _PLAYER,
    Column("wind", "text", "E, S, W, N"),
    Column("kind", "text", "win, or the error of the discarder that ended the hand with it: "
           "misname, out_of_turn, wrong_end", source="replay"),
    Column("how", "text", "discard, self_pick, exchange, heavenly, earthly", source="replay"),
    Column("how_recorded", "text", "the same as recorded", null=_NOT_RECORDED),
    Column("discarder", "text", "who threw the tile", null="no win on a discard"),
    Column("discarder_player", "ref", "that person, as in `american_players`",
           null="no win on a discard", source="dataset"),
    Column("tile", "text", "winning tile", null="unknown"),
    Column("line", "ref", "line of the card as announced", null="not announced"),
    Column("section", "text", "section of the announced line", null="not announced, or no card",
           source="replay"),
    Column("concealed", "text", "X (may be exposed) or C (concealed), of the announced line",
           null="not announced, or no card", source="replay"),
    Column("line_value", "int16", "value as announced", unit="points", null="not announced"),
    Column("best_line", "text", "dearest line that the hand fits", null="none, unknown, or no "
           "card", source="audit"),
    Column("best_value", "int16", "its value", unit="points", null="none, unknown, or no card",
           source="audit"),
    Column("tiles", "list text", "all fourteen tiles, exposed ones first", null="not all known"),
    Column("jokers", "int16", "jokers among them", unit="tiles", null="not all known",
           source="replay"),
    Column("jokerless", "bool", "the jokerless bonus was announced", null=_NOT_RECORDED),
    Column("jokerless_true", "bool", "no joker among the fourteen tiles", null="not all known",
           source="replay"),
    Column("exposures", "int16", "exposures when mahjong was declared", null=_NO_PLAY),
    Column("jokers_taken", "int16", "jokers the winner took from exposures of others",
           unit="tiles", null=_NO_PLAY),
    Column("jokers_given", "int16", "jokers that others took from the winner's exposures",
           unit="tiles", null=_NO_PLAY),
    Column("turns", "int16", "own discards before the win", unit="turns", null=_NO_PLAY),
    Column("wall_left", "int16", "tiles left in the wall", unit="tiles", null="not known",
           source="replay"),
    Column("income", "int64", "points received for the win", unit="points", null=_NOT_RECORDED),
    Column("expected", "int64", "the same by the rules", unit="points",
           null="cannot be worked out", source="audit"),
    Column("agrees", "bool", "all payments are right", null="cannot be worked out",
           source="audit"),
    Column("fault", "text", "code of the finding for which it is no win; it counts as recorded",
           null="none", source="audit"),
    Column("deal_away", "int16", "tiles away as dealt", unit="tiles", null=_UNKNOWN,
           source="replay"),
    Column("deal_line", "text", "nearest line as dealt", null=_UNKNOWN, source="replay"),
    Column("start_away", "int16", "tiles away after Charleston and courtesy", unit="tiles",
           null=_UNKNOWN, source="replay"),
    Column("start_line", "text", "nearest line after Charleston and courtesy", null=_UNKNOWN,
           source="replay"),
    Column("commit_line", "text", "nearest line at the first exposure",
           null="none, tiles unknown, or no card", source="replay"),
)  # fmt: skip

_FINDINGS: Final = (
    Column("code", "text", "code, `A-PAY-01`", source="audit"),
    Column("name", "text", "name of the code", source="audit"),
    Column("severity", "text", "error, warning, note", source="audit"),
    Column("game_id", "string", "game", source="dataset"),
    Column("source", "string", "file, or archive!member", source="dataset"),
    Column("hand", "int16", "hand of the game, from 0", null="about the whole game",
           source="audit"),
    Column("number", "int16", "number of the hand in the record", null="about the whole game",
           source="audit"),
    Column("event", "int16", "event of the hand", null="about the whole hand or game",
           source="audit"),
    Column("turn", "int16", "discards of that person before it", null="no person, or not known",
           source="audit"),
    Column("person", "text", "whom it concerns", null="nobody in particular", source="audit"),
    Column("player", "ref", "that person, as in `american_players`", null="nobody in particular",
           source="dataset"),
    Column("message", "string", "one line for people", source="audit"),
    Column("recorded", "string", "JSON: what is recorded", null="no value", source="audit"),
    Column("expected", "string", "JSON: what is right", null="no value", source="audit"),
    Column("rule", "string", "parameters of the profile behind it", source="audit"),
    Column("rule_source", "string", "their values and where they come from", source="audit"),
)  # fmt: skip

#: Table → (what a row is, key, columns), in the order of the documentation.
AMERICAN_TABLES: Final[dict[str, Table]] = {
    "american_games": ("a game", ("game_id",), _GAMES),
    "american_players": ("a person in a game", ("game_id", "person"), _PLAYERS),
    "american_hands": ("a hand", ("game_id", "hand"), _HANDS),
    "american_seats": ("a person's hand", ("game_id", "hand", "person"), _SEATS),
    "american_passes": (
        "what one person passes in a leg of a Charleston (a debt that is paid has a row of its "
        "own), or as a courtesy",
        ("game_id", "hand", "event", "person"),
        _PASSES,
    ),
    "american_exposures": ("an exposure", ("game_id", "hand", "person", "exposure"), _EXPOSURES),
    "american_exchanges": ("a joker exchange", ("game_id", "hand", "event"), _EXCHANGES),
    "american_wins": ("a hand that was won, as recorded", ("game_id", "hand"), _WINS),
    "american_findings": ("a fault that the audit found", (), _FINDINGS),
}


def american_tables_markdown() -> str:
    """Return ``docs/american_tables.md``, generated from :data:`AMERICAN_TABLES`."""
    out = [
        "# Tables of American games",
        "",
        "<!-- generated by scripts/make_reference_doc.py from analysis/american/schema.py -->",
        "",
        f"Schema version {SCHEMA_VERSION}. `mjlog export PATH… -o DIR` writes them beside the "
        "tables of riichi games ([tables.md](tables.md)) when the records hold American games: "
        "a part is of one kind of game or the other, and `problems` is shared. `--tables` names "
        "those that are wanted; where it names none of these, American games get all of them.",
        "",
        "- A person is a letter A–D for the whole game. `hand` and `event` count from 0, `event` "
        "restarts in each hand.",
        "- Tiles are written as in the records: `5B 7C 8D N E W S R G 0 F J`, `0` is soap.",
        "- Tiles away (`…_away`) and how many of them must be natural (`…_natural`) are those of "
        "the nearest line of the card; of equally near lines the dearest counts. They need a "
        "card and known tiles.",
        "- A declaration that the table itself took for a mahjong in error is no win; one that was "
        "paid is, and `fault` says why it should not have been.",
        "- Types, sources and null are as in [tables.md](tables.md).",
        "",
    ]
    return "\n".join([*out, *described(AMERICAN_TABLES)])
