"""A player's way through a tournament: entering, changing seats, going out, entering again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import messages as m
from . import phases
from .deciding import log
from .settings import TournamentPlan
from .summary import EntryResult
from .turns import may_pass

if TYPE_CHECKING:
    from .player import Player

#: How long to wait before looking again for a tournament that is not there.
_LOOK_PAUSE = 1.0
#: How often to look for it.
_LOOKS = 60
#: The events that may change whether the bot can enter.
_MATTER = (
    m.EntryOpened,
    m.TournamentBegan,
    m.LevelBegan,
    m.EntryClosed,
    m.TournamentEnded,
    m.TournamentCancelled,
)


class Run:
    """The progress of a player in its tournament."""

    def __init__(self, plan: TournamentPlan) -> None:
        self.plan = plan
        #: The tournament's id, once it is found.
        self.id = plan.id
        #: The best tournament of a list that is arriving.
        self.best: m.TournamentInfo | None = None
        #: How many searches found nothing.
        self.looked = 0
        #: The last step of the tournament that was seen, while the player watches it.
        self.watched: int | None = None
        self.must_check_in = False
        #: The entry in play, or the last one that ended.
        self.entry: int | None = None
        self.entries = 0
        #: The table to which the player is assigned.
        self.table: int | None = None

    def note_entry(self, entry: int) -> None:
        """Records an entry. The answer may be lost, so other messages report it, too."""
        if self.entry != entry:
            self.entry = entry
            self.entries += 1


def _run(player: Player, tournament: int) -> Run | None:
    """Returns the player's progress, if it plays this tournament."""
    run = player.run
    return run if run is not None and run.id == tournament else None


def after_login(player: Player, login: m.LoggedIn) -> None:
    """Continues with the seat that the login lists, or finds out how the tournament stands."""
    run = player.run
    if run is None:
        return
    if player.view is not None and player.view.info.table not in login.tables:
        player.leave_view()
    if run.entry is not None and run.id in login.tournaments:
        _wait_for_seat(player)
    else:
        find(player)


def _wait_for_seat(player: Player) -> None:
    _stop_watching(player)
    player.phase = "between seats"


def _stop_watching(player: Player) -> None:
    run = player.run
    if run is not None and run.watched is not None and run.id is not None:
        run.watched, number = None, run.id
        player.outbox.ask("other", lambda n: m.WatchTournament(n, number, False))


def find(player: Player) -> None:
    """Finds out how the tournament stands, from its view, or from the list if its id is unknown."""
    run = player.run
    if run is None:
        return
    player.phase = "finding"
    code = run.plan.code
    if code is not None and player.invited_to is None:
        player.outbox.ask("invitation", lambda n: m.UseInvitation(n, code))
    elif run.id is not None:
        number = run.id
        player.outbox.ask("watch", lambda n: m.WatchTournament(n, number, True))
    else:
        run.best = None
        player.outbox.ask("list tournaments", lambda n: m.ListTournaments(n, False))


def invited(player: Player, now: float, message: m.InvitedToTournament) -> None:
    """Handles an accepted code, which leads to a private tournament."""
    player.outbox.answered(message.request)
    player.invited_to = message.info.tournament
    if player.run is not None:
        player.run.id = message.info.tournament
        if player.phase == "finding":
            find(player)


def listed(player: Player, now: float, message: m.TournamentList) -> None:
    """Watches the best tournament of a list, once all of the list has arrived."""
    run = player.run
    if run is None or player.phase != "finding" or run.plan.name is None:
        return
    name = run.plan.name.lower()
    for info in message.tournaments:
        is_over = info.state in ("Finished", "Cancelled")
        if info.name.lower() == name and not is_over:
            run.best = info if run.best is None else min(run.best, info, key=_order)
    if not message.last:
        return
    player.outbox.answered(message.request)
    if run.best is None:
        return _look_again(player, now)
    run.id = run.best.tournament
    find(player)


def _order(info: m.TournamentInfo) -> tuple[bool, bool, int, int]:
    """Orders tournaments: one that takes entries comes first, then the one that starts first."""
    return (not info.open, info.starts_at is not None, info.starts_at or 0, info.tournament)


def _look_again(player: Player, now: float) -> None:
    """Looks again after a pause, up to a limit."""
    run = player.run
    if run is None:
        return
    run.looked += 1
    if run.looked >= _LOOKS:
        player.stop(now, "no such tournament", "The room has no such tournament.")
    else:
        player.pause(now, _LOOK_PAUSE)


def viewed(player: Player, now: float, message: m.TournamentSnapshot) -> None:
    """Handles a view of the tournament, with the player's entry if there is one."""
    run, view = _run(player, message.tournament), message.view
    if run is None:
        return
    player.outbox.settle("watch")
    run.watched, run.looked = view.seq, 0
    run.must_check_in = view.info.check_in
    if view.you is not None:
        _own_entry(player, now, run, view.you)
    elif view.info.state in ("Finished", "Cancelled"):
        _too_late(player, now, "The tournament is over.")
    elif not view.info.open and view.info.level > 0:
        _too_late(player, now, "The tournament takes no more entries.")
    elif view.info.open:
        enter(player)


def _own_entry(player: Player, now: float, run: Run, you: m.OwnEntry) -> None:
    run.note_entry(you.entry)
    result = EntryResult(run.id or 0, you.entry, player.shared.name, you.place)
    result.prize, result.bounties = you.prize, you.bounties
    if you.state in ("Out", "Disqualified"):
        result.end = "disqualified" if you.place is None else "placed"
        return _entry_over(player, now, result, you.may_re_enter)
    if you.state in ("Through", "Withdrawn"):
        result.end = "through" if you.state == "Through" else "returned"
        return _entry_over(player, now, result, you.may_re_enter)
    if you.state == "Registered":
        _check_in(player)
    if you.state == "MayRebuy":
        answer_rebuy(player, "Rebuy", buys=run.plan.buys_chips)
    if player.phase != "playing":
        _wait_for_seat(player)


def _check_in(player: Player) -> None:
    run = player.run
    if run is not None and run.must_check_in and run.id is not None:
        number = run.id
        player.outbox.ask("other", lambda n: m.CheckIn(n, number))


def enter(player: Player) -> None:
    run = player.run
    if run is not None and run.id is not None:
        number = run.id
        player.outbox.ask("enter", lambda n: m.EnterTournament(n, number, True))
        player.phase = "entering"


def entered(player: Player, now: float, message: m.Entered) -> None:
    player.outbox.answered(message.request)
    run = _run(player, message.tournament)
    if run is None:
        return
    run.note_entry(message.entry)
    _check_in(player)
    log.info("The bot has entered the tournament.")
    # A seat that was assigned before this answer stays.
    if player.phase == "entering":
        _wait_for_seat(player)


def step(player: Player, now: float, message: m.TournamentStep) -> None:
    """Handles a step of the tournament while the player waits to enter."""
    run = _run(player, message.tournament)
    if run is None or run.watched is None or message.seq <= run.watched:
        return
    has_missed, run.watched = message.seq != run.watched + 1, message.seq
    if player.phase != "finding" or player.outbox.is_open("watch"):
        return
    if has_missed or any(isinstance(event, _MATTER) for event in message.events):
        find(player)


def new_seat(player: Player, now: float, message: m.NewSeat) -> None:
    run = _run(player, message.tournament)
    if run is None or player.phase == "done":
        return
    _stop_watching(player)
    table = player.table()
    # The view may have arrived before this message.
    has_view = (
        table is not None and table.info.table == message.table and table.hero_seat == message.seat
    )
    if player.at(message.table) is None:
        player.leave_view()
    run.note_entry(message.entry)
    run.table = message.table
    player.phase = "playing" if has_view else "resuming"


def seat_left(player: Player) -> None:
    """Handles the loss of a seat at a tournament table. The room will assign the next one."""
    player.leave_view()
    if player.run is not None:
        player.run.table = None
    if player.phase not in ("entering", "finding", "done"):
        player.phase = "between seats"


def rebuy_offered(player: Player, now: float, message: m.RebuyOffered) -> None:
    """Handles the offer of a rebuy or an add-on."""
    run = _run(player, message.tournament)
    if run is not None:
        answer_rebuy(player, message.what, buys=run.plan.buys_chips)


def answer_rebuy(player: Player, what: m.Purchase, *, buys: bool) -> None:
    """Buys the chips, or declines a rebuy. A player without chips is then out."""
    run = player.run
    if run is None or run.id is None:
        return
    number = run.id
    if buys:
        player.outbox.ask(what, lambda n: m.BuyChips(n, number, what))
    elif what == "Rebuy":
        player.outbox.ask("other", lambda n: m.DeclineRebuy(n, number))


def finished(player: Player, now: float, message: m.Finished) -> None:
    """Handles the end of an entry whose chips are gone, or that has won."""
    if _run(player, message.tournament) is None:
        return
    result = EntryResult(message.tournament, message.entry, player.shared.name, message.place)
    result.prize, result.bounties = message.prize, message.bounties
    _entry_over(player, now, result, message.may_re_enter)


def entry_returned(player: Player, now: float, message: m.EntryReturned) -> None:
    """Handles an entry that was refunded."""
    if _run(player, message.tournament) is None:
        return
    result = EntryResult(message.tournament, message.entry, player.shared.name, None, "returned")
    _entry_over(player, now, result, False)


def _entry_over(player: Player, now: float, result: EntryResult, may_re_enter: bool) -> None:
    """Enters again, or is done."""
    run, results = player.run, player.shared.summary.results
    if run is None:
        return
    if not any((one.tournament, one.entry) == (result.tournament, result.entry) for one in results):
        results.append(result)
    run.table = None
    player.leave_view()
    if may_re_enter and run.entries <= run.plan.re_entries and player.outcome is None:
        return enter(player)
    if result.place is not None:
        what = f"The bot finished in place {result.place} and won {result.prize}."
    else:
        what = f"The entry of the bot has ended: {result.end}."
    player.stop(now, "tournament played", what)


def refused(player: Player, now: float, kind: str, message: m.Refused) -> None:
    if player.outcome is not None:
        return
    code = message.code
    if may_pass(code):
        player.pause(now, phases.BUSY_PAUSE)
    elif code == "insufficient_funds" and kind == "enter":
        player.refill(now)
    elif code == "already_entered":
        find(player)
    elif code == "unknown_tournament" and kind != "results":
        _gone(player, now)
    elif code in ("not_registering", "not_allowed_now"):
        _look_again(player, now)
    else:
        _too_late(player, now, message.message)


def _gone(player: Player, now: float) -> None:
    """Handles a tournament that the room does not know.

    It has ended while the player was away, or was announced again under another id.
    """
    run = player.run
    if run is None:
        return
    if run.entries > 0:
        return _ask_results(player, 0)
    if run.plan.name is not None:
        run.id = None
    _look_again(player, now)


def _ask_results(player: Player, first: int) -> None:
    """Requests the results of an entry that ended while the bot was away, from this row on."""
    run = player.run
    if run is not None and run.id is not None:
        number = run.id
        player.outbox.ask("results", lambda n: m.GetResults(n, number, first))


def results(player: Player, now: float, message: m.ResultPage) -> None:
    """Looks for the player's row in a page of the results."""
    run = _run(player, message.event.tournament)
    if player.outbox.answered(message.request) is None or run is None or run.entry is None:
        return
    rows = [row for row in message.rows if row.name == player.shared.name]
    following = message.from_ + len(message.rows)
    if rows:
        row = rows[0]
        result = EntryResult(message.event.tournament, run.entry, row.name, row.place)
        result.prize, result.bounties = row.prize, row.bounties
        if row.disqualified:
            result.end = "disqualified"
        elif row.place is None:
            result.end = "returned" if message.event.cancelled else "through"
        _entry_over(player, now, result, False)
    elif message.rows and following < message.total:
        _ask_results(player, following)
    else:
        player.stop(now, "tournament played", "The bot is out of the tournament.")


def _too_late(player: Player, now: float, message: str) -> None:
    """Stops because entry is closed."""
    run = player.run
    if run is not None and run.entries > 0:
        player.stop(now, "tournament played", "The bot is out of the tournament.")
    else:
        player.stop(now, "entry closed", f"The bot could not enter: {message}")
