"""Frames in JSON: `cardroom.v1.json`, and the values that lines hold."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from .errors import DecodeError
from .kinds import (
    CLIENT,
    SERVER,
    Catalogue,
    Choice,
    Events,
    Kind,
    Leaf,
    Listed,
    Optional,
    Paired,
    Structure,
    fields_of,
)
from .messages import ENUMS, ClientMessage, ServerMessage

_Read = Callable[[Any], Any]
_Write = Callable[[Any], Any]


def encode(batch: Iterable[ClientMessage]) -> str:
    """Returns the frame of messages to the room."""
    return dumps([plain_message(message) for message in batch])


def decode(text: str | bytes) -> list[ServerMessage]:
    """Returns the messages of a frame from the room, without those that are unknown here."""
    return read_frame(text, SERVER)


def decode_client(text: str | bytes) -> list[ClientMessage]:
    """Returns the messages of a frame to the room, as a room reads them."""
    return read_frame(text, CLIENT)


def dumps(value: Any) -> str:
    """Writes JSON as the room does: without spaces, and with all characters as they are."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def read_frame(text: str | bytes, of: Catalogue) -> list[Any]:
    """Returns the messages of a frame, without those that are unknown here."""
    try:
        frame = json.loads(text)
    except ValueError as error:
        raise DecodeError(f"a frame is not JSON: {error}") from None
    if not isinstance(frame, list):
        raise DecodeError("a frame is not a list of messages")
    return read_items(frame, of)


def read_items(items: list[Any], of: Catalogue) -> list[Any]:
    """Returns the messages of a list of objects with one key each."""
    found = []
    for item in items:
        message = read_item(item, of)
        if message is not None:
            found.append(message)
    return found


def read_item(item: Any, of: Catalogue) -> Any:
    """Returns the message of an object with one key, or `None` if its name is unknown here."""
    if not isinstance(item, dict) or len(item) != 1:
        raise DecodeError("a message is not an object with one key")
    ((name, body),) = item.items()
    known = of.by_name.get(name)
    return None if known is None else reader(Structure(known))(body)


def plain_message(message: Any) -> dict[str, Any]:
    """Returns a message as JSON holds it."""
    return {type(message).__name__: writer(Structure(type(message)))(message)}


def read_struct(body: Any, of: type) -> Any:
    """Returns the value of a structure."""
    return reader(Structure(of))(body)


def plain(value: Any, kind: Kind) -> Any:
    """Returns a value as JSON holds it."""
    return writer(kind)(value)


@cache
def reader(kind: Kind) -> _Read:
    """Returns what reads values of a kind from JSON."""
    if isinstance(kind, Leaf):
        return _leaf_reader(kind)
    if isinstance(kind, Optional):
        inner = reader(kind.inner)
        return lambda value: None if value is None else inner(value)
    if isinstance(kind, Listed):
        return _list_reader(kind)
    if isinstance(kind, Paired):
        return _pair_reader(kind)
    if isinstance(kind, Events):
        catalogue = kind.of
        return lambda value: read_items(value, catalogue)
    return _struct_reader(kind.of) if isinstance(kind, Structure) else _enum_reader(kind)


_TYPES: dict[str, tuple[type, ...]] = {"bool": (bool,), "float": (int, float)}
_TYPES |= dict.fromkeys(("str", "Card", "Code", "Hash32", "Sig64", "Bytes"), (str,))
#: How many hex digits bytes have.
_DIGITS = {"Hash32": re.compile("[0-9a-f]{64}"), "Sig64": re.compile("[0-9a-f]{128}")}
_DIGITS["Bytes"] = re.compile("(?:[0-9a-f]{2})*")


def _leaf_reader(kind: Leaf) -> _Read:
    types, name = _TYPES.get(kind.name, (int,)), kind.name
    digits = _DIGITS.get(name)

    def read(value: Any) -> Any:
        if type(value) not in types or (digits and not digits.fullmatch(value)):
            raise DecodeError(f"{value!r} is no {name}")
        return value

    return read


def _list_reader(kind: Listed) -> _Read:
    inner = reader(kind.inner)

    def read(value: Any) -> Any:
        if not isinstance(value, list):
            raise DecodeError(f"{value!r} is not a list")
        return [inner(element) for element in value]

    return read


def _pair_reader(kind: Paired) -> _Read:
    inner = [reader(part) for part in kind.parts]

    def read(value: Any) -> Any:
        if not isinstance(value, list) or len(value) != len(inner):
            raise DecodeError(f"{value!r} is not a list of {len(inner)}")
        return tuple(part(element) for part, element in zip(inner, value))

    return read


def _struct_reader(of: type) -> _Read:
    fields: list[tuple[str, str, _Read]] = []

    def read(value: Any) -> Any:
        if not fields and fields_of(of):
            # On the first use, because structures may hold each other.
            fields.extend((name, wire, reader(kind)) for name, wire, kind in fields_of(of))
        if not isinstance(value, dict):
            raise DecodeError(f"{of.__name__} is not an object: {value!r}")
        made: Any = object.__new__(of)
        held = made.__dict__
        try:
            for name, wire, part in fields:
                held[name] = part(value[wire])
        except KeyError as missing:
            raise DecodeError(f"{of.__name__} has no field {missing}") from None
        return made

    return read


def _enum_reader(kind: Choice) -> _Read:
    words = {word for word, of in ENUMS[kind.name] if of is None}
    classes = {word: of for word, of in ENUMS[kind.name] if of is not None}

    def read(value: Any) -> Any:
        if isinstance(value, str) and value in words:
            return value
        if isinstance(value, dict) and len(value) == 1:
            ((word, held),) = value.items()
            of = classes.get(word)
            if of is not None:
                return of(reader(fields_of(of)[0][2])(held))
        raise DecodeError(f"{value!r} is no {kind.name}")

    return read


@cache
def writer(kind: Kind) -> _Write:
    """Returns what writes values of a kind to JSON."""
    if isinstance(kind, Optional):
        optional = writer(kind.inner)
        return lambda value: None if value is None else optional(value)
    if isinstance(kind, Listed):
        element = writer(kind.inner)
        return lambda value: [element(one) for one in value]
    if isinstance(kind, Paired):
        parts = [writer(part) for part in kind.parts]
        return lambda value: [part(one) for part, one in zip(parts, value)]
    if isinstance(kind, Events):
        return lambda value: [plain_message(one) for one in value]
    if isinstance(kind, Structure):
        return _struct_writer(kind.of)
    if isinstance(kind, Choice):
        return _enum_writer(kind)
    return lambda value: value


def _struct_writer(of: type) -> _Write:
    def write(value: Any) -> Any:
        return {wire: writer(kind)(getattr(value, name)) for name, wire, kind in fields_of(of)}

    return write


def _enum_writer(kind: Choice) -> _Write:
    words = {of: word for word, of in ENUMS[kind.name] if of is not None}

    def write(value: Any) -> Any:
        if isinstance(value, str):
            return value
        of: Any = type(value)
        return {words[of]: writer(fields_of(of)[0][2])(value.value)}

    return write
