"""Frames in binary: `cardroom.v1.bin`."""

from __future__ import annotations

from collections.abc import Iterable
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
    Structure,
    fields_of,
)
from .messages import CODES, ENUMS, ClientMessage, ServerMessage

_RANKS = "23456789TJQKA"
_SUITS = "cdhs"
_NUMBERS = {word: number for number, word in CODES.items()}
_WIDTHS = {"U16": 2, "U32": 4, "U64": 8}
#: How many bytes stand without their number.
_LENGTHS = {"Hash32": 32, "Sig64": 64}
#: What a varint that is longer than a byte begins with, by the number of its bytes.
_MARKS = {2: 0xFB, 4: 0xFC, 8: 0xFD}


def encode(batch: Iterable[ClientMessage]) -> bytes:
    """Returns the frame of messages to the room."""
    return write_items(batch, CLIENT)


def decode(frame: bytes) -> list[ServerMessage]:
    """Returns the messages of a frame from the room, without those that are unknown here."""
    return read_items(frame, SERVER)


def write_items(batch: Iterable[Any], of: Catalogue) -> bytes:
    """Returns the items of messages."""
    out = bytearray()
    for message in batch:
        body = bytearray()
        _write(message, Structure(type(message)), body)
        out += _leb128(of.tags[type(message).__name__]) + _leb128(len(body)) + body
    return bytes(out)


def read_items(frame: bytes, of: Catalogue) -> list[Any]:
    """Returns the messages of items, without those whose tags are unknown here."""
    whole, found = _Bytes(frame), []
    while not whole.is_empty():
        tag = whole.leb128()
        body = _Bytes(whole.take(whole.leb128()))
        known = of.by_tag.get(tag)
        if known is None:
            continue
        found.append(_read(Structure(known), body))
        if not body.is_empty():
            raise DecodeError(f"bytes are left over in {known.__name__}")
    return found


class _Bytes:
    """Bytes that are read from the front."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def is_empty(self) -> bool:
        return self.at == len(self.data)

    def take(self, count: int) -> bytes:
        taken = self.data[self.at : self.at + count]
        if len(taken) < count:
            raise DecodeError("a frame ends early")
        self.at += count
        return taken

    def byte(self) -> int:
        return self.take(1)[0]

    def leb128(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        if value >= 1 << 32:
            raise DecodeError("a tag or a length has more than 32 bits")
        return value

    def varint(self, width: int) -> int:
        first = self.byte()
        if first <= 250:
            return first
        for count, mark in _MARKS.items():
            if mark == first and count <= width:
                return int.from_bytes(self.take(count), "little")
        raise DecodeError(f"{first:#x} begins no number of {width} bytes")

    def flag(self) -> bool:
        byte = self.byte()
        if byte > 1:
            raise DecodeError(f"{byte:#x} is neither 0 nor 1")
        return byte == 1


def _read(kind: Kind, data: _Bytes) -> Any:
    if isinstance(kind, Leaf):
        return _read_leaf(kind.name, data)
    if isinstance(kind, Optional):
        return _read(kind.inner, data) if data.flag() else None
    if isinstance(kind, Listed):
        return [_read(kind.inner, data) for _ in range(data.varint(8))]
    if isinstance(kind, Events):
        return read_items(data.take(data.varint(8)), kind.of)
    if isinstance(kind, Structure):
        return kind.of(*(_read(part, data) for _, _, part in fields_of(kind.of)))
    if isinstance(kind, Choice):
        return _read_choice(kind.name, data)
    raise DecodeError("this has no binary form")


def _read_leaf(name: str, data: _Bytes) -> Any:
    if name == "bool":
        return data.flag()
    if name == "U8":
        return data.byte()
    if name == "Card":
        card = data.byte()
        if card >= 52:
            raise DecodeError(f"{card} is no card")
        return _RANKS[card >> 2] + _SUITS[card & 3]
    if name == "Code":
        number = data.varint(2)
        return CODES.get(number, f"code_{number}")
    if name == "str":
        try:
            return data.take(data.varint(8)).decode()
        except UnicodeDecodeError:
            raise DecodeError("a string is not UTF-8") from None
    if name in _LENGTHS or name == "Bytes":
        return data.take(_LENGTHS.get(name) or data.varint(8)).hex()
    number = data.varint(_WIDTHS[name])
    if number >= 1 << 53:
        raise DecodeError(f"{number} is too large")
    return number


def _read_choice(name: str, data: _Bytes) -> Any:
    index = data.varint(4)
    if index >= len(ENUMS[name]):
        raise DecodeError(f"{name} has no variant {index}")
    word, of = ENUMS[name][index]
    return word if of is None else of(_read(fields_of(of)[0][2], data))


def _write(value: Any, kind: Kind, out: bytearray) -> None:
    if isinstance(kind, Leaf):
        _write_leaf(value, kind.name, out)
    elif isinstance(kind, Optional):
        out.append(value is not None)
        if value is not None:
            _write(value, kind.inner, out)
    elif isinstance(kind, Listed):
        out += _varint(len(value))
        for element in value:
            _write(element, kind.inner, out)
    elif isinstance(kind, Events):
        items = write_items(value, kind.of)
        out += _varint(len(items)) + items
    elif isinstance(kind, Structure):
        for name, _, part in fields_of(kind.of):
            _write(getattr(value, name), part, out)
    elif isinstance(kind, Choice):
        _write_choice(value, kind.name, out)
    else:
        raise ValueError("this has no binary form")


def _write_leaf(value: Any, name: str, out: bytearray) -> None:
    if name in ("bool", "U8"):
        out.append(value)
    elif name == "Card":
        out.append(4 * _RANKS.index(value[0]) + _SUITS.index(value[1]))
    elif name == "Code":
        number = _NUMBERS.get(value)
        out += _varint(int(value.removeprefix("code_")) if number is None else number)
    elif name in _LENGTHS:
        out += bytes.fromhex(value)
    elif name == "Bytes":
        raw = bytes.fromhex(value)
        out += _varint(len(raw)) + raw
    elif name == "str":
        text = value.encode()
        out += _varint(len(text)) + text
    else:
        out += _varint(value)


def _write_choice(value: Any, name: str, out: bytearray) -> None:
    for index, (word, of) in enumerate(ENUMS[name]):
        if of is None and value == word:
            out += _varint(index)
            return
        if of is not None and isinstance(value, of):
            out += _varint(index)
            _write(value.value, fields_of(of)[0][2], out)  # type: ignore[attr-defined]
            return
    raise ValueError(f"{value!r} is no {name}")


def _varint(value: int) -> bytes:
    if value <= 250:
        return bytes([value])
    width = next(width for width in _MARKS if value < 1 << (8 * width))
    return bytes([_MARKS[width]]) + value.to_bytes(width, "little")


def _leb128(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)
