"""Who is who: accounts merged into persons, names replaced by aliases.

A name is no key inside a game (two players may be called the same): tables are keyed by
seat. Across games a person is all accounts that a players file lists for them, else the
account name itself.
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

from mjlog.errors import ParseError

__all__ = ["People", "alias_key", "read_players"]


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
    ``[players]``. CSV: ``person,account,account…`` a line, with or without a heading
    ``person,account``. The person's own name need not be repeated.

    Raises:
        ParseError: The file is neither, or an account is listed for two persons.
        OSError: The file cannot be opened.
    """
    file = Path(path)
    text = file.read_bytes().decode("utf-8-sig", "replace")
    is_csv = file.suffix.lower() == ".csv"
    pairs = _from_csv(text) if is_csv else _from_toml(text, str(file))
    persons: dict[str, str] = {}
    for person, account in pairs:
        other = persons.setdefault(account, person)
        if other != person:
            raise ParseError(
                f"account {account!r} is listed for {other!r} and for {person!r}, "
                "expected one person",
                source=str(file),
            )
    return persons


def _from_csv(text: str) -> list[tuple[str, str]]:
    rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text))]
    rows = [row for row in rows if row and row[0]]
    if rows and rows[0][:2] == ["person", "account"]:
        rows = rows[1:]
    return [(row[0], account) for row in rows for account in row[1:] if account]


def _from_toml(text: str, source: str) -> list[tuple[str, str]]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ParseError(f"no valid TOML: {error}", source=source) from None
    players = data.get("players", data)
    pairs = []
    for person, accounts in players.items():
        names = [accounts] if isinstance(accounts, str) else accounts
        if not isinstance(names, list) or not all(isinstance(n, str) for n in names):
            raise ParseError(
                f"{person!r} = {accounts!r}, expected a list of account names", source=source
            )
        pairs += [(person, name) for name in names]
    return pairs
