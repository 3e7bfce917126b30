"""A player in its turn: when to act, with which answer, and what to send after a refusal."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import deciding
from . import messages as m
from .apply import take_turn
from .choices import Legal
from .deciding import log
from .turns import AnswerMessage, Due, Sent

if TYPE_CHECKING:
    from .model import Table
    from .player import Player

#: The part of the time limit reserved for the way to the room, in seconds.
_TIME_MARGIN = 0.5


@dataclass
class Gestured:
    """Words and chips as an answer to a turn."""

    gesture: m.Gesture


@dataclass
class Thinking:
    """A decision that the bot thinks about."""

    turn: int
    #: When the library answers for the bot.
    until: float
    cancel: Callable[[], object]


def your_turn(player: Player, now: float, message: m.YourTurn) -> None:
    table = player.at(message.table)
    if table is not None and player.is_synced:
        take_turn(table, message)
        consider(player, now)


def consider(player: Player, now: float) -> None:
    """Considers the pending decision: repeats an action that may be lost, or begins a new one."""
    table = player.table()
    if table is None or table.decision is None:
        return
    turn = table.decision.turn
    # Only the floor's question can be answered now. The turn comes again after the ruling.
    is_asked = table.hybrid is not None and table.hybrid.ticket is not None
    if player.turns.has_given_up(turn) or is_asked or table.paused:
        return
    repeated = player.turns.repeat(turn)
    if repeated is not None:
        return player.outbox.send(repeated)
    think = 0.0
    if player.phase != "leaving":
        legal = _legal(table, table.decision.legal)
        counters = player.shared.summary.counters
        wished = deciding.told(counters, player.bot.think_time, table, legal) or 0.0
        think = min(wished, time_to_act(player, table))
    player.turns.due = Due(turn, now + think)
    act_when_due(player, now)


def _legal(table: Table, legal: m.LegalActions) -> Legal:
    return Legal.of(legal, table.info.unit)


def _time_of_turn(table: Table) -> float:
    """Returns how long the current turn may last, including the time bank."""
    turn = table.hand.turn if table.hand else None
    # At a hybrid table no clock runs before it is called.
    if turn is None or (table.hybrid is not None and not table.hybrid.clock_called):
        return math.inf
    return (turn.time_ms + turn.bank_ms) / 1000


def time_to_act(player: Player, table: Table) -> float:
    """Returns how long a decision may take, without the way to the room."""
    limit = player.shared.in_match
    return max((_time_of_turn(table) if limit is None else limit) - _TIME_MARGIN, 0.0)


def act_when_due(player: Player, now: float) -> None:
    """Asks the bot if the turn is due, and answers for it if it thinks for too long."""
    thinking, table = player.thinking, player.table()
    decision = table.decision if table is not None and not table.paused else None
    if thinking is not None and (decision is None or decision.turn != thinking.turn):
        # The turn is over.
        stop_thinking(player)
        thinking = None
    if thinking is not None and now >= thinking.until:
        stop_thinking(player)
        player.shared.summary.counters.late += 1
        log.warning("The bot did not answer before the clock was nearly over. It checks or folds.")
        if table is not None and decision is not None:
            _send_safe(player, now, table, decision.turn, decision.legal)
    due = player.turns.take_due(now)
    if due is None or table is None or decision is None or decision.turn != due.turn:
        return
    repeated = player.turns.repeat(due.turn)
    if repeated is not None:
        return player.outbox.send(repeated)
    if player.thinking is None:
        _think(player, now, table, decision)


def stop_thinking(player: Player) -> None:
    """Cancels the decision that the bot thinks about."""
    if player.thinking is not None:
        player.thinking.cancel()
        player.thinking = None


def _think(player: Player, now: float, table: Table, decision: m.Decision) -> None:
    """Begins the bot's decision."""
    turn, legal = decision.turn, _legal(table, decision.legal)

    async def answer() -> Any:
        if legal.discard is not None:
            return await deciding.discard(player.bot, table, legal.discard)
        if table.hybrid is not None and player.turns.take_gesture(turn):
            gesture = player.bot.gesture(table, legal)
            if gesture is not None:
                return Gestured(gesture)
        parts = deciding.policy(player.bot, table, legal)
        if parts is not None:
            return deciding.draw(parts, player.shared.random)
        return await deciding.act(player.bot, table, legal)

    def then(value: Any, error: BaseException | None) -> None:
        player.thinking = None
        _decided(player, turn, value, error)

    until = now + time_to_act(player, table)
    player.thinking = Thinking(turn, until, lambda: None)
    player.thinking.cancel = player.shared.spawn(answer(), then)


def _decided(player: Player, turn: int, answer: Any, error: BaseException | None) -> None:
    """Checks the bot's answer, and sends it or a safe one."""
    table, now = player.table(), player.shared.now()
    decision = table.decision if table is not None else None
    if table is None or decision is None or decision.turn != turn or table.paused:
        return
    legal, counters = _legal(table, decision.legal), player.shared.summary.counters
    if error is not None:
        deciding.report(error, counters, "It checks or folds.")
        return _send_safe(player, now, table, turn, decision.legal)
    if legal.discard is not None:
        fault = deciding.fault_of_discard(table, legal.discard, answer)
    elif table.hybrid is not None and isinstance(answer, Gestured):
        fault = None
    else:
        fault = deciding.fault_of_action(legal, answer)
    if fault is None:
        return _send(player, now, table, turn, answer)
    counters.illegal += 1
    is_tried = legal.discard is None and deciding.is_action(answer)
    if is_tried and player.shared.in_match is None:
        # The room changes nothing, and says what is wrong. Then the bot checks or folds.
        return _send(player, now, table, turn, answer, is_illegal=True)
    log.warning("%s The bot checks or folds.", fault)
    _send_safe(player, now, table, turn, decision.legal)


def _send_safe(
    player: Player, now: float, table: Table, turn: int, actions: m.LegalActions
) -> None:
    legal = _legal(table, actions)
    if legal.discard is not None:
        answer: Any = deciding.safe_discard(table, legal.discard)
    else:
        answer = deciding.safe_action(legal)
    _send(player, now, table, turn, answer, fallback=True)


def _send(
    player: Player,
    now: float,
    table: Table,
    turn: int,
    answer: Any,
    *,
    fallback: bool = False,
    is_illegal: bool = False,
) -> None:
    """Sends an answer under a new id."""
    turns, at = player.turns, table.info.table
    number = turns.next_action_id()
    message: AnswerMessage
    if isinstance(answer, list):
        message = m.Discard(at, turn, number, answer)
    elif isinstance(answer, Gestured):
        message = m.MakeGesture(at, turn, number, answer.gesture)
    else:
        message = m.Act(at, turn, number, answer)
    until = now + _time_of_turn(table)
    turns.sent = Sent(turn, message, now, until, fallback=fallback, is_illegal=is_illegal)
    player.outbox.send(message)
    player.shared.summary.counters.actions += 1


def accepted(player: Player, now: float, message: m.ActionAccepted) -> None:
    player.turns.accepted(message.action_id)


def refused(player: Player, now: float, message: m.ActionRefused) -> None:
    """Handles a refused action: checks or folds once, and then leaves the turn to the clock."""
    sent = player.turns.sent
    refusal = player.turns.refused(now, message.action_id, message.code)
    if sent is None or refusal is None or refusal == "passing":
        return
    if refusal == "late" or player.phase != "playing":
        # A player who is leaving may lose its seat before its action arrives.
        log.debug("An action came too late: %s", message.message)
        return
    table = player.table()
    legal = message.legal
    if legal is None and table is not None and table.decision and table.decision.turn == sent.turn:
        legal = table.decision.legal
    if not sent.is_illegal:
        player.shared.summary.counters.refused += 1
    answer = _answer_of(sent.message)
    legal_now = f" Legal are: {_legal(table, legal)}." if table and legal else ""
    why = message.message.rstrip(".")
    what = f"The room refused {deciding.said(answer)} ({message.code}): {why}."
    if sent.fallback or table is None or legal is None:
        log.warning("%s%s The turn is left to the clock.", what, legal_now)
        player.turns.give_up(sent.turn)
    else:
        log.warning("%s%s The bot checks or folds.", what, legal_now)
        _send_safe(player, now, table, sent.turn, legal)


def _answer_of(message: AnswerMessage) -> object:
    if isinstance(message, m.Act):
        return message.action
    return message.cards if isinstance(message, m.Discard) else "the gesture"


def interject(player: Player) -> None:
    """Offers the bot to act out of turn, because another player's turn has begun."""
    table = player.table()
    if table is None or table.hybrid is None or table.paused or player.phase != "playing":
        return
    hero = table.hero()
    if hero is None or not hero.can_act() or player.turns.has_unaccepted():
        return
    gesture = deciding.told(player.shared.summary.counters, player.bot.interject, table)
    if gesture is not None:
        number = player.turns.next_action_id()
        player.outbox.send(m.MakeGesture(table.info.table, None, number, gesture))
