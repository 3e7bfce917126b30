"""A player's turns: the one that waits, the action last sent, and what follows a refusal."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias, Union

from .messages import Act, Code, Discard, MakeGesture

#: The limit of gestures in one turn, if rulings leave the turn to the bot.
_MOST_GESTURES = 3
#: How long to wait before an action is sent again to a busy table, at first.
_BUSY_WAIT = 0.1
#: How often that wait doubles.
_BUSY_DOUBLINGS = 5

AnswerMessage: TypeAlias = Union[Act, Discard, MakeGesture]

#: What a refused action means: it is sent again or asked again, the turn is over, or the room does
#: not accept this answer.
Refusal: TypeAlias = Literal["passing", "late", "illegal"]


def may_pass(code: Code) -> bool:
    """Returns `True` if the same request may succeed when it is repeated."""
    return code in ("busy", "rate_limited", "internal")


@dataclass
class Due:
    """A turn whose answer is begun, or sent again to a busy table, at this time."""

    turn: int
    at: float


@dataclass
class Sent:
    """An action that was sent."""

    turn: int
    message: AnswerMessage
    sent: float
    #: Until when to repeat the action to a busy table: the end of the turn.
    until: float
    #: Whether this is the safe answer sent after a refusal.
    fallback: bool = False
    #: Whether it was sent although it is not legal, to hear the room's sentence.
    is_illegal: bool = False
    accepted: bool = False
    #: Whether the room has accepted or refused it since it was sent last.
    answered: bool = False
    busy: int = 0


class Turns:
    """The current turn and the action last sent."""

    def __init__(self) -> None:
        self.last_action_id = 0
        self.due: Due | None = None
        self.sent: Sent | None = None
        self._given_up: int | None = None
        self._gestures: tuple[int, int] = (0, 0)

    def take_due(self, now: float) -> Due | None:
        """Takes the turn whose answer is due."""
        due = self.due
        if due is None or now < due.at:
            return None
        self.due = None
        return due

    def due_at(self) -> float:
        return self.due.at if self.due else math.inf

    def waiting_since(self) -> float | None:
        """Returns when the action was sent that awaits its answer."""
        return self.sent.sent if self.sent and not self.sent.answered else None

    def seen_by_room(self, action_id: int) -> None:
        """Continues after the last action id that the room has received."""
        self.last_action_id = max(self.last_action_id, action_id)

    def next_action_id(self) -> int:
        self.last_action_id += 1
        return self.last_action_id

    def give_up(self, turn: int) -> None:
        """Leaves a turn to the table's clock."""
        self._given_up = turn

    def has_given_up(self, turn: int) -> bool:
        return self._given_up == turn

    def take_gesture(self, turn: int) -> bool:
        """Counts one more gesture in a turn. Returns `False` if the turn has had enough of them."""
        made = self._gestures[1] if self._gestures[0] == turn else 0
        if made < _MOST_GESTURES:
            self._gestures = (turn, made + 1)
        return made < _MOST_GESTURES

    def has_unaccepted(self) -> bool:
        return self.sent is not None and not self.sent.accepted

    def repeat(self, turn: int) -> AnswerMessage | None:
        """Returns the action to repeat in a turn, because it may have been lost.

        The room recognizes the id, so a repeated action does no harm.
        """
        sent = self.sent
        if sent is None or sent.accepted or sent.turn != turn:
            return None
        sent.answered = False
        return sent.message

    def accepted(self, action_id: int) -> None:
        """Notes that the room has accepted an action."""
        if self.sent and self.sent.message.action_id == action_id:
            self.sent.accepted = self.sent.answered = True

    def refused(self, now: float, action_id: int, code: Code) -> Refusal | None:
        """Handles a refused action. Returns `None` if another action was sent since."""
        sent = self.sent
        if sent is None or sent.message.action_id != action_id:
            return None
        sent.answered = True
        if may_pass(code):
            at = now + _BUSY_WAIT * 2 ** min(sent.busy, _BUSY_DOUBLINGS)
            if at < sent.until:
                sent.busy += 1
                self.due = Due(sent.turn, at)
                return "passing"
        elif code in ("floor_called", "table_paused"):
            self.sent = None
            return "passing"
        elif code not in ("stale_turn", "not_your_turn", "no_hand"):
            return "illegal"
        self.give_up(sent.turn)
        return "late"
