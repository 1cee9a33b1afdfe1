"""Who is who: accounts merged into persons, names replaced by aliases.

A name is no key inside a game (two players may be called the same): tables are keyed by
seat. Across games a person is all accounts that a players file lists for them, else the
account name itself; an anonymous player is a person of one game.
"""

from __future__ import annotations

import csv
import hashlib
import io
import os
import secrets
import tomllib
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from mjlog.errors import ConfigError, near_matches

__all__ = ["ANONYMOUS", "People", "alias_key", "read_players", "unused_accounts"]

#: What Tenhou calls everybody who plays without an account: the name of no person.
ANONYMOUS: Final = "NoName"
_HEADING: Final = ["person", "account"]


@dataclass(frozen=True)
class People:
    """How names become persons and what the tables may show.

    Attributes:
        persons: Account name → person.
        key: Secret of the aliases; None shows names as they are.
    """

    persons: dict[str, str] = field(default_factory=dict)
    key: str | None = None

    def player(self, name: str) -> str:
        """Return the person behind an account, as an alias if aliases are on."""
        return self.name(self.persons.get(name, name))

    def accounts(self, names: tuple[str, ...], game_id: str) -> tuple[str, ...]:
        """Return the account at each seat of a game: an anonymous one is of this game only.

        >>> People().accounts(("Asa", "NoName", "NoName", ""), "g1")
        ('Asa', 'NoName@g1/1', 'NoName@g1/2', '')
        """
        if ANONYMOUS not in names or ANONYMOUS in self.persons:
            return names
        return tuple(
            f"{name}@{game_id}/{seat}" if name == ANONYMOUS else name
            for seat, name in enumerate(names)
        )

    def name(self, name: str) -> str:
        """Return a name as the tables show it."""
        return name if self.key is None or not name else alias(name, self.key)

    @property
    def fingerprint(self) -> str:
        """16 hex digits that tell whether two exports would show the same names."""
        text = repr((sorted(self.persons.items()), self.key))
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


@lru_cache(maxsize=1 << 16)
def alias(name: str, key: str) -> str:
    """Return the alias of ``name``: keyed BLAKE2b, 40 bits; stable for one key.

    Without the key a list of names cannot be tried out against the aliases.

    >>> alias("A", "secret") == alias("A", "secret") != alias("A", "other")
    True
    """
    secret = hashlib.blake2b(key.encode(), digest_size=32).digest()
    digest = hashlib.blake2b(name.encode("utf-8", "replace"), key=secret, digest_size=5)
    return "P" + digest.hexdigest()


def alias_key() -> str:
    """Return this user's alias key, made at random and stored on first use.

    It is read from ``MJLOG_ALIAS_KEY``, else from ``mjlog/alias.key`` in the user's
    configuration folder (``XDG_CONFIG_HOME``, by default ``~/.config``).
    """
    if given := os.environ.get("MJLOG_ALIAS_KEY"):
        return given
    base = os.environ.get("XDG_CONFIG_HOME")
    path = (Path(base) if base else Path.home() / ".config") / "mjlog" / "alias.key"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(secrets.token_hex(16), encoding="ascii")
    return path.read_text(encoding="ascii").strip()


def read_players(path: str | Path) -> dict[str, str]:
    """Return account → person from a players file.

    TOML: ``person = ["account", "other account"]``, at the top level or in a table
    ``[players]``. CSV (a file that ends with ``.csv``): ``person,account,account…`` a line,
    with or without a heading ``person,account``. The person's own name need not be repeated.

    Raises:
        ConfigError: The file cannot be read, is neither, names nobody, or an account is
            listed for two persons or is itself a person with accounts.
    """
    file = Path(path)
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ConfigError(f"{file}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file}: byte {error.start}: no UTF-8 text") from error
    is_csv = file.suffix.lower() == ".csv"
    pairs = _from_csv(text, str(file)) if is_csv else _from_toml(text, str(file))
    if not pairs:
        raise ConfigError(f"{file}: no player in it, expected person and accounts")
    persons: dict[str, str] = {}
    for person, account in pairs:
        other = persons.setdefault(account, person)
        if other != person:
            raise ConfigError(
                f"{file}: account {account!r} is listed for {other!r} and for {person!r}, "
                "expected one person"
            )
    for person in dict.fromkeys(persons.values()):
        if persons.get(person, person) != person:
            raise ConfigError(
                f"{file}: {person!r} has accounts and is itself an account of {persons[person]!r}"
            )
    return persons


def unused_accounts(persons: dict[str, str], names: set[str]) -> list[str]:
    """Return a line for every account that no record has, with near names.

    Args:
        persons: Account → person. names: All account names of the records.
    """
    lines = []
    for account in persons:
        if account not in names:
            near = near_matches(account, names)
            hint = f"; did you mean {', '.join(map(repr, near))}?" if near else ""
            lines.append(f"no record has the account {account!r}{hint}")
    return lines


def _from_csv(text: str, source: str) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    reader = csv.reader(io.StringIO(text))
    for row in reader:
        cells = [cell.strip() for cell in row]
        if not any(cells) or (not pairs and [c.lower() for c in cells[:2]] == _HEADING):
            continue
        accounts = [cell for cell in cells[1:] if cell]
        if not cells[0] or not accounts:
            raise ConfigError(
                f"{source}: line {reader.line_num}: {','.join(row)!r}, "
                "expected person,account,account…"
            )
        pairs += [(cells[0], account) for account in accounts]
    return pairs


def _from_toml(text: str, source: str) -> list[tuple[str, str]]:
    try:
        data: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{source}: no valid TOML: {error}") from None
    players = data
    if isinstance(data.get("players"), dict):
        players = data["players"]
        if len(data) > 1:
            others = ", ".join(repr(key) for key in data if key != "players")
            raise ConfigError(f"{source}: {others} beside the table [players]")
    pairs = []
    for person, accounts in players.items():
        names = [accounts] if isinstance(accounts, str) else accounts
        if not isinstance(names, list) or not all(n and isinstance(n, str) for n in names):
            raise ConfigError(
                f"{source}: {person!r} = {accounts!r}, expected a list of account names"
            )
        pairs += [(person, name) for name in names]
    return pairs
