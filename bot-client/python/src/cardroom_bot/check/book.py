"""The hard moments: what the room does, and what the bot must answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import TypeAlias

from .. import codec
from .. import messages as m
from .felt import HERO, TABLE, VILLAIN
from .room import Failed, Room

Script: TypeAlias = Callable[[Room], Awaitable[None]]


@dataclass
class Moment:
    """A moment of the book."""

    name: str
    script: Script
    game: m.Game
    unit: int = 1


def games() -> list[m.Game]:
    """Returns every game of the room."""
    text = (files("cardroom_bot.check") / "games.json").read_text()
    return [codec.read_struct(game, m.Game) for game in json.loads(text)]


def book() -> list[Moment]:
    """Returns the moments, in the order in which they are played."""
    all_games = games()
    holdem = next(game for game in all_games if (game.id, game.betting) == ("holdem", "NoLimit"))
    pineapple = next(game for game in all_games if game.id == "pineapple")
    found = [
        Moment(f"{game.name}, {_words(game.betting)}", _whole_hand, game) for game in all_games
    ]
    return [
        *found,
        Moment("a stack smaller than the call", _short_call, holdem),
        Moment("an all-in that is no whole raise", _short_all_in, holdem),
        Moment("a chip of 25", _unit, holdem, unit=25),
        Moment("a card that must go", _least_discard, pineapple),
        Moment("three boards", _three_boards, holdem),
        Moment("an action that the room refuses", _refused, holdem),
        Moment("a connection lost in the hand", _lost_connection, holdem),
        Moment("a room that starts again", _restarted_room, holdem),
        Moment("a clock that is nearly over", _clock, holdem),
    ]


def _words(betting: m.Betting) -> str:
    return {"NoLimit": "no limit", "PotLimit": "pot limit", "FixedLimit": "fixed limit"}[betting]


async def _whole_hand(room: Room) -> None:
    """A raise to answer before the flop, then every street that the bot stays for."""
    felt, game = room.felt, room.felt.game
    for _ in range(3):
        events = felt.begin()
        opening: m.Action = m.ActionRaiseTo(_raise_to(game))
        if game.bring_in:
            events.append(felt.act(VILLAIN, "BringIn"))
        else:
            events.append(felt.act(VILLAIN, opening))
        await room.ask(events, felt.legal(), room.hole_cards())
        action = await room.hear_action()
        if action != "Call":
            await room.play_on(action)
            continue
        events = [felt.act(HERO, action), *felt.collect()]
        if game.draws:
            await room.accept([*events, m.StreetBegan(1)])
            await _draw(room, m.DiscardRange(0, min(game.hole_cards, 5)), replaced=True)
        else:
            await room.accept(events)
        await _last_street(room)


def _raise_to(game: m.Game) -> int:
    return game.big_blind * (2 if game.betting == "FixedLimit" else 3)


async def _draw(room: Room, bounds: m.DiscardRange, *, replaced: bool) -> None:
    """Lets the bot draw, and the villain stand pat."""
    felt = room.felt
    legal = m.LegalActions(False, False, None, None, None, bounds)
    began = m.DrawBegan(bounds.least, bounds.most, replaced)
    await room.ask([began], legal)
    gone = await room.hear_discard()
    felt.cards = [card for card in felt.cards if card not in gone]
    events: list[m.TableEvent] = [m.Discarded(HERO, len(gone), False)]
    if replaced:
        felt.cards += felt.deal(len(gone))
        events.append(m.Drawn(HERO, len(gone)))
    least = bounds.least
    events.append(m.Discarded(VILLAIN, least, False))
    if replaced and least:
        events.append(m.Drawn(VILLAIN, least))
    room.decision = None
    hole, number = room.hole_cards(), room.answer.action_id if room.answer else 0
    await room.step(events, m.ActionAccepted(TABLE, number), hole)


async def _last_street(room: Room) -> None:
    """Lets the bot check or bet once more, and the hand end."""
    felt = room.felt
    events: list[m.TableEvent] = []
    if felt.game.board_cards:
        events += felt.next_street(3)
    elif felt.game.bring_in:
        felt.street += 1
        events += [m.StreetBegan(felt.street), felt.up_cards()]
        felt.cards = [*felt.cards, felt.up[HERO][-1]]
    hole = [room.hole_cards()] if felt.game.bring_in else []
    await room.ask(events, felt.legal(), *hole)
    await room.play_on(await room.hear_action())


async def _short_call(room: Room) -> None:
    felt = room.felt
    await room.step([felt.set_stack(HERO, 150)])
    events = [*felt.begin(hole=["As", "Ad"]), felt.act(VILLAIN, m.ActionRaiseTo(900))]
    legal = felt.legal()
    assert legal.call == 50 and legal.wager is None
    await room.ask(events, legal, room.hole_cards())
    await room.play_on(await room.hear_action())


async def _short_all_in(room: Room) -> None:
    felt = room.felt
    await room.step([felt.set_stack(VILLAIN, 250)])
    events = [*felt.begin(hole=["As", "Ad"]), felt.act(VILLAIN, m.ActionRaiseTo(250))]
    legal = felt.legal()
    assert legal.call == 150 and legal.wager is None
    await room.ask(events, legal, room.hole_cards())
    await room.play_on(await room.hear_action())


async def _unit(room: Room) -> None:
    """Bounds and a pot that are no multiples of the smallest chip."""
    felt = room.felt
    for hole in (["As", "Ad"], ["7c", "2d"], ["Kh", "Qh"]):
        await room.step([felt.set_stack(HERO, 19_990)])
        events = [*felt.begin(hole=list(hole)), felt.act(VILLAIN, m.ActionRaiseTo(275))]
        legal = felt.legal()
        assert legal.wager is not None
        legal.wager.pot_to = 835
        await room.ask(events, legal, room.hole_cards())
        await room.play_on(await room.hear_action())


async def _least_discard(room: Room) -> None:
    felt = room.felt
    events = [*felt.begin(extra=1), felt.act(VILLAIN, "Call")]
    free = replace(felt.legal(), check=True, call=None, wager=None)
    await room.ask(events, free, room.hole_cards())
    action = await room.hear_action()
    if action == "Fold":
        return await room.play_on(action)
    await room.accept([felt.act(HERO, action), *felt.collect(), m.StreetBegan(1)])
    felt.street = 1
    await _draw(room, m.DiscardRange(1, 1), replaced=False)
    dealt = felt.deal(3)
    felt.board += dealt
    await room.ask([m.BoardDealt(0, dealt)], felt.legal())
    await room.play_on(await room.hear_action())


async def _three_boards(room: Room) -> None:
    felt = room.felt
    most = felt.stacks[VILLAIN]
    events = [*felt.begin(hole=["As", "Ad"]), felt.act(VILLAIN, m.ActionRaiseTo(most))]
    await room.ask(events, felt.legal(), room.hole_cards())
    action = await room.hear_action()
    if action == "Fold":
        return await room.play_on(action)
    await room.accept([felt.act(HERO, action), *felt.collect(), m.RunItOffered(3, 3_000)])
    answer = await room.hear(m.RunIt)
    if not 1 <= answer.boards <= 3:
        raise Failed(f"The bot wants {answer.boards} boards of at most 3.")
    boards: list[m.TableEvent] = [m.BoardDealt(board, felt.deal(5)) for board in range(3)]
    first = m.Share(HERO, felt.pot // 3, None)
    rest = m.Share(VILLAIN, felt.pot - 2 * first.amount, None)
    felt.pot, felt.is_dealt = 0, False
    await room.say(m.Done(answer.request))
    await room.step(
        [
            m.RunItAgreed(3),
            *boards,
            m.PotAwarded(0, 0, 0, [first]),
            m.PotAwarded(0, 1, 0, [first]),
            m.PotAwarded(0, 2, 0, [rest]),
            m.HandEnded(felt.hand),
        ]
    )


async def _refused(room: Room) -> None:
    felt = room.felt
    events = [*felt.begin(hole=["As", "Ad"]), felt.act(VILLAIN, m.ActionRaiseTo(300))]
    await room.ask(events, felt.legal(), room.hole_cards())
    await room.hear_action()
    assert isinstance(room.answer, m.Act)
    await room.refuse(room.answer, "internal_rule", "The room of the book refuses this once.")
    action = await room.hear_action()
    if action not in ("Fold", "Check"):
        raise Failed(f"The bot did not check or fold after a refusal, but answered {action}.")
    await room.play_on(action)


async def _lost_connection(room: Room) -> None:
    felt = room.felt
    events = [*felt.begin(hole=["As", "Ad"]), felt.act(VILLAIN, m.ActionRaiseTo(300))]
    await room.ask(events, felt.legal(), room.hole_cards())
    act = await room.hear(m.Act)
    # The action is lost with the connection.
    room.drop()
    await room.resume()
    again = await room.hear(m.Act)
    if again != act:
        raise Failed("The bot did not send the same action with the same id again.")
    room.note(again)
    await room.play_on(again.action)


async def _restarted_room(room: Room) -> None:
    felt = room.felt
    events = [*felt.begin(hole=["Kh", "Qh"]), felt.act(VILLAIN, m.ActionRaiseTo(300))]
    await room.step(events, room.hole_cards())
    await room.say(m.Goodbye("shutting_down", "The room is closing."))
    await room.close()
    await asyncio.sleep(0.5)
    await room.open()
    room.decision = m.Decision(901, felt.legal())
    await room.resume()
    await room.play_on(await room.hear_action())


async def _clock(room: Room) -> None:
    felt = room.felt
    for hole in (["As", "Ad"], ["7c", "2d"]):
        events = [*felt.begin(hole=list(hole)), felt.act(VILLAIN, m.ActionRaiseTo(300))]
        await room.ask(events, felt.legal(), room.hole_cards(), time_ms=1_000)
        await room.play_on(await room.hear_action(1_000))
