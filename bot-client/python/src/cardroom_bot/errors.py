"""What can go wrong, as sentences."""

from __future__ import annotations


class CardroomError(Exception):
    """An error with a sentence for people."""


class DecodeError(CardroomError):
    """A frame or a line that is not one of the protocol."""


class AddressError(CardroomError):
    """An address or a file that cannot be used."""


class ConnectionLost(CardroomError):
    """A connection that could not be opened, or has ended."""

    def __init__(self, message: str, *, is_answer: bool = False, code: str = "") -> None:
        super().__init__(message)
        #: Whether a server answered, and refused the connection.
        self.is_answer = is_answer
        #: The code of a `Goodbye`, or nothing.
        self.code = code


class Silence(ConnectionLost):
    """A connection over which nothing comes any more, although it is open."""


class ModelError(CardroomError):
    """A step that does not fit the table. The table must be observed again."""

    def __init__(self, message: str, *, is_gap: bool = False) -> None:
        super().__init__(message)
        #: Whether steps were missed, so that nobody is at fault.
        self.is_gap = is_gap
