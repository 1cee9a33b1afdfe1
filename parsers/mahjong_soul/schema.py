"""The messages of a record and the fields of them that are read, by number on the wire.

Other fields (offered calls, waits, avatars, clocks) are skipped without being decoded.
"""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["MESSAGES", "SPECIAL_RECORDS", "Field", "field_by_name", "record_name"]

#: Kinds of scalar fields; every other type is the name of a message.
SCALARS: Final = frozenset({"int", "bool", "text", "bytes"})


class Field(NamedTuple):
    """One field: its name, its kind, and whether it is a list."""

    name: str
    kind: str
    repeated: bool


def _message(text: str) -> dict[int, Field]:
    """Return the fields of lines such as ``7 text[] tiles0``, separated by commas."""
    fields = {}
    for item in text.split(","):
        number, kind, name = item.split()
        fields[int(number)] = Field(name, kind.removesuffix("[]"), kind.endswith("[]"))
    return fields


_RULE_NUMBERS: Final = (
    "3 dora_count, 4 shiduan, 5 init_point, 6 fandian, 8 tianbian_value, 9 liqibang_value, "
    "10 changbang_value, 11 noting_fafu_1, 12 noting_fafu_2, 13 noting_fafu_3, "
    "33 jingsuanyuandian, 34 shunweima_2, 35 shunweima_3, 36 shunweima_4, 41 fanfu, "
    "42 guyi_mode, 43 dora3_mode, 44 begin_open_mode, 45 jiuchao_mode, 46 muyu_mode, "
    "47 open_hand, 48 xuezhandaodi, 49 huansanzhang, 50 chuanma, 51 reveal_discard, "
    "52 field_spell_mode, 53 zhanxing, 54 tianming_mode, 62 disable_double_yakuman, "
    "63 disable_composite_yakuman, 64 enable_shiti, 65 enable_nontsumo_liqi, "
    "66 disable_double_wind_four_fu, 67 disable_angang_guoshi, 68 enable_renhe, "
    "69 enable_baopai_extend_settings, 70 yongchang_mode, 71 hunzhiyiji_mode, "
    "72 wanxiangxiuluo_mode, 73 beishuizhizhan_mode"
)
_RULE_SWITCHES: Final = (
    "7 can_jifei, 14 have_liujumanguan, 15 have_qieshangmanguan, 16 have_biao_dora, "
    "17 have_gang_biao_dora, 18 ming_dora_immediately_open, 19 have_li_dora, "
    "20 have_gang_li_dora, 21 have_sifenglianda, 22 have_sigangsanle, 23 have_sijializhi, "
    "24 have_jiuzhongjiupai, 25 have_sanjiahele, 26 have_toutiao, 27 have_helelianzhuang, "
    "28 have_helezhongju, 29 have_tingpailianzhuang, 30 have_tingpaizhongju, 31 have_yifa, "
    "32 have_nanruxiru, 39 have_zimosun, 40 disable_multi_yukaman, 60 disable_leijiyiman"
)


def _rule_fields() -> dict[int, Field]:
    fields = {}
    for text, kind in ((_RULE_NUMBERS, "int"), (_RULE_SWITCHES, "bool")):
        for item in text.split(", "):
            number, name = item.split()
            fields[int(number)] = Field(name, kind, False)
    fields[74] = Field("amusement_switches", "int", True)
    return fields


#: Name of a message → number → field.
MESSAGES: Final[dict[str, dict[int, Field]]] = {
    "Wrapper": _message("1 text name, 2 bytes data"),
    "ResGameRecord": _message("1 Error error, 3 RecordGame head, 4 bytes data, 5 text data_url"),
    "Error": _message("1 int code"),
    "GameDetailRecords": _message("1 bytes[] records, 2 int version, 3 bytes[] actions"),
    "GameAction": _message("2 int type, 3 bytes result"),
    "RecordGame": _message(
        "1 text uuid, 2 int start_time, 3 int end_time, 5 GameConfig config, "
        "11 AccountInfo[] accounts, 12 GameEndResult result, 13 AccountInfo[] robots"
    ),
    "AccountInfo": _message(
        "1 int account_id, 2 int seat, 3 text nickname, 7 AccountLevel level, "
        "8 AccountLevel level3"
    ),
    "AccountLevel": _message("1 int id, 2 int score"),
    "GameConfig": _message("1 int category, 2 GameMode mode, 3 GameMetaData meta"),
    "GameMode": _message(
        "1 int mode, 4 bool ai, 6 GameDetailRule detail_rule, "
        "7 GameTestingEnvironmentSet testing_environment"
    ),
    "GameTestingEnvironmentSet": _message("1 int paixing"),
    "GameDetailRule": _rule_fields(),
    "GameMetaData": _message("1 int room_id, 2 int mode_id, 3 int contest_uid"),
    "GameEndResult": _message("1 PlayerItem[] players"),
    "PlayerItem": _message(
        "1 int seat, 2 int total_point, 3 int part_point_1, 5 int grading_score"
    ),
    "RecordNewRound": _message(
        "1 int chang, 2 int ju, 3 int ben, 4 text dora, 5 int[] scores, 6 int liqibang, "
        "7 text[] tiles0, 8 text[] tiles1, 9 text[] tiles2, 10 text[] tiles3, 13 text md5, "
        "14 text paishan, 15 int left_tile_count, 16 text[] doras, 18 Anything muyu, "
        "21 int field_spell, 22 text sha256, 23 Anything yongchang, 24 text salt_sha256, "
        "25 text salt, 26 Anything xia_ke_shang"
    ),
    "Anything": {},
    "RecordDealTile": _message(
        "1 int seat, 2 text tile, 3 int left_tile_count, 5 LiQiSuccess liqi, 6 text[] doras"
    ),
    "RecordDiscardTile": _message(
        "1 int seat, 2 text tile, 3 bool is_liqi, 5 bool moqie, 8 text[] doras, 9 bool is_wliqi"
    ),
    "RecordChiPengGang": _message(
        "1 int seat, 2 int type, 3 text[] tiles, 4 int[] froms, 5 LiQiSuccess liqi"
    ),
    "RecordAnGangAddGang": _message("1 int seat, 2 int type, 3 text tiles, 6 text[] doras"),
    "RecordBaBei": _message("1 int seat, 6 text[] doras, 8 bool moqie"),
    "RecordHule": _message(
        "1 HuleInfo[] hules, 2 int[] old_scores, 3 int[] delta_scores, 5 int[] scores, "
        "6 GameEnd gameend, 7 text[] doras, 9 int baopai"
    ),
    "HuleInfo": _message(
        "1 text[] hand, 2 text[] ming, 3 text hu_tile, 4 int seat, 5 bool zimo, 6 bool qinjia, "
        "7 bool liqi, 8 text[] doras, 9 text[] li_doras, 10 bool yiman, 11 int count, "
        "12 FanInfo[] fans, 13 int fu, 14 text title, 15 int point_rong, "
        "16 int point_zimo_qin, 17 int point_zimo_xian, 18 int title_id, 19 int point_sum, "
        "20 int dadian, 21 int baopai, 22 int[] baopai_seats"
    ),
    "FanInfo": _message("1 text name, 2 int val, 3 int id"),
    "RecordNoTile": _message(
        "1 bool liujumanguan, 2 NoTilePlayerInfo[] players, 3 NoTileScoreInfo[] scores, "
        "4 bool gameend"
    ),
    "NoTilePlayerInfo": _message("3 bool tingpai, 4 text[] hand"),
    "NoTileScoreInfo": _message(
        "1 int seat, 2 int[] old_scores, 3 int[] delta_scores, 7 int score"
    ),
    "RecordLiuJu": _message(
        "1 int type, 2 GameEnd gameend, 3 int seat, 4 text[] tiles, 5 LiQiSuccess liqi, "
        "6 text[] allplayertiles"
    ),
    "LiQiSuccess": _message("1 int seat, 2 int score, 3 int liqibang, 4 bool failed"),
    "GameEnd": _message("1 int[] scores"),
}  # fmt: skip

#: Records that only special modes have → the mode.
SPECIAL_RECORDS: Final[dict[str, str]] = {
    "RecordHuleXueZhanMid": "修羅の戦 (xuezhandaodi)",
    "RecordHuleXueZhanEnd": "修羅の戦 (xuezhandaodi)",
    "RecordChangeTile": "換三張 (huansanzhang)",
    "RecordSelectGap": "赤血の戦 (chuanma)",
    "RecordGangResult": "赤血の戦 (chuanma)",
    "RecordGangResultEnd": "赤血の戦 (chuanma)",
    "RecordRevealTile": "闇夜の戦 (reveal_discard)",
    "RecordUnveilTile": "闇夜の戦 (reveal_discard)",
    "RecordLockTile": "闇夜の戦 (reveal_discard)",
}


def _squashed(name: str) -> str:
    return name.replace("_", "").lower()


_BY_NAME: Final[dict[str, dict[str, Field]]] = {
    message: {_squashed(field.name): field for field in fields.values()}
    for message, fields in MESSAGES.items()
}
#: What some tools call the dealt hands.
for _seat in range(4):
    _BY_NAME["RecordNewRound"][f"begintiles[{_seat}]"] = _BY_NAME["RecordNewRound"][f"tiles{_seat}"]


def field_by_name(message: str, key: str) -> Field | None:
    """Return the field of ``message`` called ``key``, in snake_case or camelCase.

    >>> field_by_name("HuleInfo", "pointZimoXian").name
    'point_zimo_xian'
    """
    return _BY_NAME[message].get(_squashed(key))


def record_name(name: str) -> str:
    """Return the name of a record without its package.

    >>> record_name(".lq.RecordHule")
    'RecordHule'
    """
    return name.removeprefix(".").removeprefix("lq.")
