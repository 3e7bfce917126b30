"""A player's table: full views, the steps that follow, and their effect on the seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import acting, offers, seating, tournament
from . import messages as m
from .apply import admit, apply_event
from .deciding import log, told
from .errors import ModelError
from .model import HandResult, Table
from .turns import Turns

if TYPE_CHECKING:
    from .player import Player


def snapshot(player: Player, now: float, message: m.TableSnapshot) -> None:
    you = message.view.you
    # In a tournament the room assigns the seat, and may send its view before the assignment.
    is_sent = player.run is not None and you is not None
    wanted = _table_wanted(player)
    if not is_sent and wanted is not None and wanted != message.table:
        return
    if _is_seat_of_an_entry_that_is_over(player, message.view):
        return
    player.outbox.settle("observe", about=message.table)
    table, before = Table.from_snapshot(message), player.view
    if before is not None and before.info.table == message.table:
        table.last_result = before.last_result
    elif player.run is not None:
        player.turns = Turns()
    acting.stop_thinking(player)
    player.turns.seen_by_room(table.last_action_id)
    player.view, player.is_synced = table, True
    player.search.unknown = 0
    if player.phase not in ("leaving", "cashing out", "done"):
        if table.hero_seat is not None:
            player.phase = "playing"
            seating.sit_in_again(player)
            player.use_chips(now)
        elif player.phase in ("resuming", "playing"):
            if player.run is not None:
                return tournament.seat_left(player)
            return seating.look_for_table(player, now)
        elif player.phase == "opening":
            seating.sit(player, now)
    if table.decision is not None:
        acting.consider(player, now)
    for offer in you.offers if you else []:
        offers.offered(player, offer)


def _table_wanted(player: Player) -> int | None:
    """Returns the table whose view is awaited, if it is known."""
    wanted = player.outbox.observed()
    if wanted is None and player.run is not None:
        wanted = player.run.table
    if wanted is None and player.view is not None:
        wanted = player.view.info.table
    return wanted


def _is_seat_of_an_entry_that_is_over(player: Player, view: m.TableView) -> bool:
    """Returns `True` if the seat belongs to an entry that has ended.

    The table has not freed it yet. A player about to enter again does not go back to such a seat.
    """
    if player.run is None or player.phase not in ("entering", "finding", "pausing"):
        return False
    own = view.you.seat if view.you else None
    seat = next((seat for seat in view.seats if seat.seat == own), None)
    return seat is not None and seat.stack == 0 and seat.in_hand is None


def step(player: Player, now: float, message: m.Step) -> None:
    """Applies a step of the table, or requests a full view if the step does not fit."""
    table = player.at(message.table)
    if table is None or not player.is_synced:
        return
    try:
        if not admit(table, message.seq):
            return
        result_before = table.last_result
        for event in message.events:
            _apply(player, now, table, event)
            if player.view is not table:
                return
    except ModelError as error:
        return _resync(player, error)
    if table.last_result is not result_before:
        _between_hands(player, now)


def _apply(player: Player, now: float, table: Table, event: m.TableEvent) -> None:
    apply_event(table, event)
    bot, hero, counters = player.bot, table.hero_seat, player.shared.summary.counters
    told(counters, bot.saw, table, event)
    if isinstance(event, m.HandStarted):
        told(counters, bot.hand_started, table)
    elif isinstance(event, (m.HandEnded, m.HandVoided)):
        if table.last_result is not None:
            told(counters, bot.hand_ended, table, table.last_result)
            offers.hand_over(player, table, table.last_result)
            _hand_ended(player, table, table.last_result)
    elif isinstance(event, m.Turn):
        if hero != event.seat:
            acting.interject(player)
    elif isinstance(event, (m.Acted, m.Discarded)):
        # The room also acts at once for a player who is leaving.
        if event.timed_out and hero == event.seat and player.phase == "playing":
            counters.timeouts += 1
    elif isinstance(event, (m.SatOut, m.ToppedUp)):
        if hero == event.seat:
            seating.sit_in_again(player)
    else:
        offers.offered(player, event)


def _hand_ended(player: Player, table: Table, result: HandResult) -> None:
    if not result.dealt_in or result.voided:
        return
    player.hands += 1
    player.shared.summary.counters.hands += 1
    if result.net is not None and player.run is None:
        player.count_winnings(result.net, table.info.big_blind)


def _between_hands(player: Player, now: float) -> None:
    """Stops after the last hand, or buys chips."""
    hands = player.settings.hands
    if player.run is None and hands is not None and player.hands >= hands:
        player.stop(now, "hands played", f"The bot has played {player.hands} hands.")
    else:
        player.use_chips(now)


def _resync(player: Player, error: ModelError) -> None:
    """Requests a full view, because the table can no longer be trusted."""
    player.shared.summary.counters.resyncs += 1
    log.log(20 if error.is_gap else 30, "The table is asked for again: %s", error)
    player.is_synced = False
    player.turns.due = None
    acting.stop_thinking(player)
    if player.shared.in_match is None:
        seating.observe_again(player)
