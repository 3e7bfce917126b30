"""The annotations of `messages.py`, as the codecs read them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from keyword import iskeyword
from typing import Any, TypeAlias, Union

from . import messages
from .messages import ENUMS, TABLE_EVENTS, TOURNAMENT_EVENTS


@dataclass(frozen=True)
class Leaf:
    """A value that holds no other: a number, a flag, a string, a card, a code, or bytes."""

    name: str


@dataclass(frozen=True)
class Optional:
    """A value or `None`."""

    inner: Kind


@dataclass(frozen=True)
class Listed:
    """A list of values of one kind."""

    inner: Kind


@dataclass(frozen=True)
class Paired:
    """A list of values of these kinds."""

    parts: tuple[Kind, ...]


@dataclass(frozen=True)
class Events:
    """Messages of a set, as a step holds them."""

    of: Catalogue


@dataclass(frozen=True)
class Structure:
    """A class with fields."""

    of: type


@dataclass(frozen=True)
class Choice:
    """An enumeration."""

    name: str


Kind: TypeAlias = Union[Leaf, Optional, Listed, Paired, Events, Structure, Choice]


class Catalogue:
    """A set of messages with their tags and names."""

    def __init__(self, classes: dict[int, type]) -> None:
        self.by_tag = classes
        self.by_name = {of.__name__: of for of in classes.values()}
        self.tags = {of.__name__: tag for tag, of in classes.items()}


CLIENT = Catalogue(messages.CLIENT_MESSAGES)
SERVER = Catalogue(messages.SERVER_MESSAGES)
TABLE = Catalogue(TABLE_EVENTS)
TOURNAMENT = Catalogue(TOURNAMENT_EVENTS)

_LEAVES = {"bool", "U8", "U16", "U32", "U64", "I64", "float", "str", "Card", "Code"}
_LEAVES |= {"Hash32", "Sig64", "Bytes"}
_EVENTS = {"list[TableEvent]": TABLE, "list[TournamentEvent]": TOURNAMENT}


@cache
def kind_of(annotation: str) -> Kind:
    """Returns the kind that an annotation of `messages.py` spells."""
    if annotation.endswith(" | None"):
        return Optional(kind_of(annotation.removesuffix(" | None")))
    if annotation in _EVENTS:
        return Events(_EVENTS[annotation])
    if annotation.startswith("list["):
        return Listed(kind_of(annotation[len("list[") : -1]))
    if annotation.startswith("tuple["):
        parts = annotation[len("tuple[") : -1].split(", ")
        return Paired(tuple(kind_of(part) for part in parts))
    if annotation in _LEAVES:
        return Leaf(annotation)
    if annotation in ENUMS:
        return Choice(annotation)
    return Structure(getattr(messages, annotation))


@cache
def fields_of(of: type) -> tuple[tuple[str, str, Kind], ...]:
    """Returns the fields of a class: their names in Python and on the wire, and their kinds."""
    annotations: dict[str, Any] = of.__annotations__
    return tuple((name, _on_the_wire(name), kind_of(kind)) for name, kind in annotations.items())


def _on_the_wire(name: str) -> str:
    bare = name.removesuffix("_")
    return bare if iskeyword(bare) else name
