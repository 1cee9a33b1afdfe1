"""Cards by name, by path, and for a record."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ...errors import MjlogError, UnknownNameError
from ...given import refuse_no_source
from .language import MAX_BYTES, read_card
from .model import Card, CardError, Fault

if TYPE_CHECKING:
    from ..model import AmericanGame

__all__ = ["card_for", "check_card", "load_card", "packaged_cards"]

CARDS: Final = Path(__file__).parent / "cards"
#: Card files beside a record that are looked at.
MAX_BESIDE: Final = 200


def packaged_cards() -> list[str]:
    """Return the names of the cards that come with the package, all of them original."""
    return sorted(path.stem for path in CARDS.glob("*.amc"))


def load_card(source: str | PathLike[str]) -> Card:
    """Return a card.

    Args:
        source: Name of a packaged card (``"mjlog-original-1"``), or path of an ``.amc`` file or
            its JSON twin (a :class:`~pathlib.Path`, or a text with ``/``, ``.amc`` or ``.json``
            in it).

    Raises:
        TypeError: ``source`` is neither text nor a path.
        UnknownNameError: No packaged card of that name; lists near matches.
        CardError: The file is no card; lists its faults with line and column.
        OSError: The file cannot be read.

    >>> load_card("sample-original-1")
    Card('sample-original-1', 10 sections, 18 lines)
    """
    if isinstance(source, str) and not _is_path(source):
        return _packaged(source)
    refuse_no_source(source, "card", "a name or the path of a card")
    path = Path(source)
    return _read(_bytes_of(path), str(path), path.stem)


def check_card(source: str | PathLike[str]) -> list[Fault]:
    """Return the faults of a card file, none if it is a card; a fault without a place has 0.

    Raises:
        OSError: The file cannot be read.
    """
    try:
        load_card(source)
    except CardError as error:
        return list(error.faults)
    except MjlogError as error:
        return [Fault(0, 0, str(error))]
    return []


def card_for(
    game: AmericanGame,
    *,
    folder: str | PathLike[str] | None = None,
    given: Card | str | PathLike[str] | None = None,
) -> Card | None:
    """Return the card that a record was played with.

    Args:
        game: The record.
        folder: Folder of the record; default that of its source, where it is a file.
        given: Card to use whatever the record says.

    Returns:
        The one given; else the file beside the record with the SHA-256 that it names; else the
        packaged card of its id (not if the SHA-256 says that it is another); else None.

    Raises:
        UnknownNameError, CardError, OSError: ``given`` is no card.
    """
    if isinstance(given, Card):
        return given
    if given is not None:
        return load_card(given)
    sha256 = (game.card.sha256 or "").lower()
    if sha256:
        place = Path(folder) if folder is not None else Path(game.source).parent
        for path, found in _beside(str(place)) if game.source or folder is not None else ():
            if found == sha256:
                return _at(path, sha256)
    for name in packaged_cards():
        card = _packaged(name)
        if card.sha256 == sha256 or (not sha256 and card.id == game.card.id):
            return card
    return None


def _is_path(text: str) -> bool:
    return "/" in text or "\\" in text or text.lower().endswith((".amc", ".json"))


@lru_cache(maxsize=16)
def _packaged(name: str) -> Card:
    names = packaged_cards()
    if name not in names:
        raise UnknownNameError("card", name, names)
    return read_card((CARDS / f"{name}.amc").read_bytes(), name=name)


def _bytes_of(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(MAX_BYTES + 1)  # a byte over the limit is enough to refuse it


def _read(data: bytes, source: str, name: str) -> Card:
    from .json_twin import read_json_card

    try:
        if data.lstrip()[:1] == b"{":
            return read_json_card(data)
        return read_card(data, name=name)
    except CardError as error:
        raise CardError(source, error.faults) from None


@lru_cache(maxsize=64)
def _beside(folder: str) -> tuple[tuple[str, str], ...]:
    """Return (path, SHA-256) of the card files of a folder."""
    place = Path(folder)
    if not place.is_dir():
        return ()
    paths = sorted(place.glob("*.amc"))[:MAX_BESIDE]
    return tuple(
        (str(path), hashlib.sha256(data).hexdigest())
        for path in paths
        if path.is_file() and len(data := _bytes_of(path)) <= MAX_BYTES
    )


@lru_cache(maxsize=16)
def _at(path: str, sha256: str) -> Card:
    """The card of a path whose bytes have this hash; kept as long as they do."""
    return load_card(Path(path))
