"""The line protocol: a bot in a match, or behind `cardroom-bot exec`.

One JSON object a line comes on standard input, and answers go to standard output. What the bot
prints goes to standard error.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from contextlib import redirect_stdout
from typing import Any, TextIO

from . import codec, deciding, seen
from . import messages as m
from .apply import apply_event
from .bot import Bot
from .choices import Legal
from .deciding import log
from .errors import CardroomError, DecodeError, ModelError
from .kinds import TABLE, Structure, fields_of
from .messages import LINES, AnswerLine
from .model import Table
from .summary import Counters

#: The part of the time of a decision that is left to the library.
_TIME_MARGIN = 0.1
#: What happens instead of a bad answer.
_INSTEAD = "It checks or folds."


def read_line(text: str) -> tuple[str, Any]:
    """Returns the key of a line to a program, and what it holds. An unknown line holds `None`."""
    try:
        line = json.loads(text)
    except ValueError as error:
        raise DecodeError(f"a line is not JSON: {error}") from None
    if not isinstance(line, dict) or len(line) != 1:
        raise DecodeError("a line is not an object with one key")
    ((key, body),) = line.items()
    found: Any = None
    if key == "event":
        found = codec.read_item(body, TABLE)
    elif key in LINES:
        found = codec.read_struct(body, LINES[key])
    return key, found


def write_answer(answer: AnswerLine) -> str:
    """Returns a line from a program, without the fields that it leaves out."""
    fields = codec.plain(answer, Structure(AnswerLine))
    line = {name: value for name, value in fields.items() if value is not None}
    if "ready" in line:
        line["ready"] = {name: True for name, wants in line["ready"].items() if wants}
    return codec.dumps(line)


def _answer(**fields: Any) -> AnswerLine:
    names = [name for name, _, _ in fields_of(AnswerLine)]
    return AnswerLine(**(dict.fromkeys(names) | fields))


class Program:
    """One bot in one session."""

    def __init__(self, bot: Bot, write: Callable[[str], object]) -> None:
        self.bot, self._write = bot, write
        self.counters = Counters()
        self.table: Table | None = None
        self._game: m.Game | None = None
        self._is_ready = False

    async def hear(self, text: str) -> bool:
        """Takes a line. Returns `False` after the last one."""
        key, line = read_line(text)
        if key == "end":
            return False
        if line is None:
            # A later version of the protocol may add lines and events.
            return True
        if key == "hello":
            self._hello(line)
        elif self.table is None:
            raise DecodeError(f"{key} came before hello")
        elif key == "hand":
            self._game = line.game
            seen.begin_hand(self.table, line)
        elif key == "event":
            self._event(self.table, line)
        elif key == "act":
            await self._act(self.table, line)
        elif key == "offer":
            await self._offer(self.table, line)
        elif key == "result":
            self._result(self.table, line)
        return True

    def _say(self, **fields: Any) -> None:
        self._write(write_answer(_answer(**fields)))

    def _hello(self, line: m.HelloLine) -> None:
        self.table = seen.table_of(line)
        if not self._is_ready:
            self._is_ready = True
            self._say(ready=m.ReadyLine(events=True, offers=_wants_offers(self.bot)))

    def _event(self, table: Table, event: m.TableEvent) -> None:
        try:
            apply_event(table, event)
        except ModelError as error:
            # The next decision holds everything.
            log.debug("An event is passed over: %s", error)
            table.hand = None
            return
        deciding.told(self.counters, self.bot.saw, table, event)
        if isinstance(event, m.HandStarted):
            deciding.told(self.counters, self.bot.hand_started, table)
        elif isinstance(event, (m.HandEnded, m.HandVoided)) and table.last_result:
            self.counters.hands += int(table.last_result.dealt_in)
            deciding.told(self.counters, self.bot.hand_ended, table, table.last_result)

    def _result(self, table: Table, line: m.ResultLine) -> None:
        result = seen.end_hand(table, line)
        if result is not None:
            self.counters.hands += int(result.dealt_in)
            deciding.told(self.counters, self.bot.hand_ended, table, result)

    async def _act(self, table: Table, line: m.ActLine) -> None:
        if not seen.take_act(table, line, self._game):
            self.counters.resyncs += 1
        legal = Legal.of(line.legal, table.info.unit)
        self.counters.actions += 1
        if legal.discard is not None:
            bounds = legal.discard
            cards = await self._asked(deciding.discard(self.bot, table, bounds), line.time_ms)
            fault = deciding.fault_of_discard(table, bounds, cards)
            if self._is_faulty(cards, fault):
                cards = deciding.safe_discard(table, bounds)
            self._say(id=line.id, discard=cards)
        else:
            await self._bet(table, legal, line)
        table.decision = None

    async def _bet(self, table: Table, legal: Legal, line: m.ActLine) -> None:
        try:
            parts = deciding.policy(self.bot, table, legal)
        except Exception as error:
            deciding.report(error, self.counters, _INSTEAD)
            return self._say(id=line.id, action=deciding.safe_action(legal))
        if parts is not None:
            return self._say(id=line.id, policy=parts)
        action = await self._asked(deciding.act(self.bot, table, legal), line.time_ms)
        if self._is_faulty(action, deciding.fault_of_action(legal, action)):
            action = deciding.safe_action(legal)
        self._say(id=line.id, action=action)

    async def _asked(self, question: Awaitable[object], time_ms: int | None) -> object:
        """Returns what the bot answers in time, or `_NOTHING`."""
        limit = None if time_ms is None else max(time_ms / 1000 - _TIME_MARGIN, 0.01)
        try:
            return await asyncio.wait_for(question, limit)
        except asyncio.TimeoutError:
            self.counters.late += 1
            log.warning("The bot did not answer before the clock was nearly over.")
        except Exception as error:
            deciding.report(error, self.counters, _INSTEAD)
        return _NOTHING

    def _is_faulty(self, answer: object, fault: str | None) -> bool:
        if fault is not None and answer is not _NOTHING:
            self.counters.illegal += 1
            log.warning("%s %s", fault, _INSTEAD)
        return fault is not None

    async def _offer(self, table: Table, line: m.OfferLine) -> None:
        bot, question = self.bot, line.question
        if isinstance(question, m.QuestionRunIt):
            most = question.value
            wish = await self._asked(deciding.settled_later(lambda: bot.run_it(table, most)), None)
            boards = min(max(wish, 1), most) if isinstance(wish, int) else 1
            self._say(id=line.id, run_it=boards)
        elif isinstance(question, m.QuestionChooseGame):
            game = await self._asked(deciding.settled_later(lambda: bot.choose_game(table)), None)
            if isinstance(game, int):
                self._say(id=line.id, choose_game=game)
        else:
            show = await self._asked(deciding.settled_later(lambda: bot.show(table)), None)
            self._say(id=line.id, show=show is True)


#: Stands for an answer that did not come.
_NOTHING = object()


def _wants_offers(bot: Bot) -> bool:
    """Returns `True` if the bot answers offers in a way of its own."""
    hooks = ("run_it", "show", "choose_game")
    return any(getattr(type(bot), hook) is not getattr(Bot, hook) for hook in hooks)


def play_lines(bot: Bot, source: TextIO | None = None, sink: TextIO | None = None) -> Counters:
    """Plays a session over lines, until its end."""
    lines: TextIO = source or sys.stdin
    out: TextIO = sink or sys.stdout

    def write(line: str) -> None:
        out.write(line + "\n")
        out.flush()

    program = Program(bot, write)
    loop = asyncio.new_event_loop()
    try:
        # A print of the bot would be a line from it.
        with redirect_stdout(sys.stderr):
            for text in lines:
                if text.strip() and not loop.run_until_complete(program.hear(text)):
                    break
    except BrokenPipeError:
        log.info("The match is over.")
    except CardroomError as error:
        log.error("The lines cannot be read: %s", error)
        raise
    finally:
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()
    return program.counters
