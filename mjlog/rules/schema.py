"""The parameters of a kind of ruleset: what each may be, read from its dataclass.

Riichi and American mahjong have parameters of their own; what a bool, a choice, a set or a
number in a ruleset file may look like is the same for both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import (
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    Protocol,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from ..errors import near_matches

__all__ = [
    "NOT_PARAMETERS",
    "AnyRules",
    "R",
    "Reader",
    "Schema",
    "choices",
    "plain_value",
    "shorten",
]

#: Fields of a ruleset that are no parameters.
NOT_PARAMETERS: Final = ("name", "title", "sources", "unspecified")


class AnyRules(Protocol):
    """What every kind of ruleset has beside its parameters."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def name(self) -> str:
        """Name of the preset or file."""

    @property
    def title(self) -> str:
        """One line for people."""

    @property
    def sources(self) -> dict[str, str]:
        """Parameter → where its value comes from."""

    @property
    def unspecified(self) -> dict[str, str]:
        """Parameter → the reading taken where the rule text is silent."""


R = TypeVar("R", bound=AnyRules)


@dataclass(frozen=True)
class Reader:
    """How a parameter is read that is neither a bool, a choice, a set nor a whole number.

    Attributes:
        read: Value of the file → value of the field, or None if it is not allowed.
        allowed: What is allowed, in words.
    """

    read: Callable[[object], Any]
    allowed: str


@dataclass(frozen=True)
class Schema(Generic[R]):
    """The parameters of one kind of ruleset.

    Attributes:
        kind: The dataclass.
        groups: Group title → parameter → meaning, in the order of the fields.
        ranges: Smallest and largest value of the parameters that are plain numbers.
        set_domains: Names allowed in the set-valued parameters.
        contradictions: Values of a ruleset that cannot stand together, one line each; a line
            begins with the parameter to look at.
        readers: Parameters with a form of their own.
    """

    kind: type[R]
    groups: Mapping[str, Mapping[str, str]]
    ranges: Mapping[str, tuple[int, int]]
    set_domains: Mapping[str, tuple[str, ...]]
    contradictions: Callable[[R], list[str]]
    readers: Mapping[str, Reader] = field(default_factory=dict)

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """The parameters in the order of the fields."""
        return tuple(f.name for f in fields(self.kind) if f.name not in NOT_PARAMETERS)

    @cached_property
    def meanings(self) -> dict[str, str]:
        """Parameter → what it means."""
        return {key: text for group in self.groups.values() for key, text in group.items()}

    @cached_property
    def _hints(self) -> dict[str, Any]:
        return get_type_hints(self.kind)

    def domain(self, parameter: str) -> tuple[Any, ...] | None:
        """Return the allowed values of an enumerated parameter, else None.

        For a set-valued parameter: the names that it may hold.
        """
        return choices(self._hints, self.set_domains, parameter)

    def describe_domain(self, parameter: str) -> str:
        """Return what a parameter may be, as a reader of a ruleset file needs it."""
        if parameter in self.set_domains:
            return "a list of " + _alternatives(self.set_domains[parameter])
        allowed = self.domain(parameter)
        if allowed is not None:
            return _alternatives(allowed)
        if parameter in self.readers:
            return self.readers[parameter].allowed
        if self._hints[parameter] is bool:
            return "true or false"
        low, high = self.ranges[parameter]
        return f"a whole number from {low} to {high}"

    def unknown_parameter(self, key: str) -> str:
        """Return the message for a key that is no rule parameter."""
        near = near_matches(key, self.parameters)
        hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
        return f"unknown parameter {key!r}{hint}"

    def read_value(self, parameter: str, value: object) -> Any:
        """Turn a value of a ruleset file into the value of the field.

        Args:
            parameter: Name of a rule parameter.
            value: What the file holds: bool, int, float, str or lists of them.

        Raises:
            ValueError: The value is outside the domain; the message names the domain.
        """
        if parameter in self.readers:
            result = self.readers[parameter].read(value)
        elif parameter in self.set_domains:
            result = self._read_set(parameter, value)
        elif (allowed := self.domain(parameter)) is not None:
            result = _read_choice(allowed, value)
        elif self._hints[parameter] is bool:
            result = value if isinstance(value, bool) else None
        else:
            result = self._read_number(parameter, value)
        if result is None:
            text = f"{shorten(value)} is not {self.describe_domain(parameter)}"
            raise ValueError(text + self._near(parameter, value))
        return result

    def check_domain(self, rules: R) -> list[str]:
        """Return one line for every parameter of ``rules`` that is outside its domain."""
        problems = []
        for name in self.parameters:
            try:
                self.read_value(name, plain_value(getattr(rules, name)))
            except ValueError as error:
                problems.append(f"{name}: {error}")
        return problems

    def _read_set(self, parameter: str, value: object) -> frozenset[str] | None:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            return None
        return frozenset(value) if set(value) <= set(self.set_domains[parameter]) else None

    def _read_number(self, parameter: str, value: object) -> int | None:
        low, high = self.ranges[parameter]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            return None
        return value

    def _near(self, parameter: str, value: object) -> str:
        names = [item for item in self.domain(parameter) or () if isinstance(item, str)]
        typed = value if isinstance(value, list) else [value]
        unknown = [text for text in typed if isinstance(text, str) and text not in names]
        near = [name for text in unknown for name in near_matches(text, names)]
        return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""


def choices(
    hints: Mapping[str, Any], set_domains: Mapping[str, tuple[str, ...]], parameter: str
) -> tuple[Any, ...] | None:
    """Return the values that the type of an enumerated parameter allows, else None."""
    if parameter in set_domains:
        return set_domains[parameter]
    hint = hints[parameter]
    return get_args(hint) if get_origin(hint) is Literal else None


def shorten(value: object) -> str:
    """Return ``repr(value)``, cut to 60 characters: what a message shows of a file."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def plain_value(value: object) -> object:
    """Return the value of a field as a ruleset file holds it."""
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [plain_value(item) for item in value]
    return value


def _read_choice(allowed: tuple[object, ...], value: object) -> object | None:
    # ``True == 1``: a bool is no number of a ruleset
    if isinstance(value, bool) or value not in allowed:
        return None
    return value


def _alternatives(values: tuple[object, ...]) -> str:
    texts = [f'"{v}"' if isinstance(v, str) else str(v) for v in values]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"
