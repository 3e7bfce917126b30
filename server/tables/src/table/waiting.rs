//! The waiting list: its players, and the seats held for them. It is not stored, and ends with the
//! process. Taking a seat is a request like any other.

use super::refusals::{Refused, refused};
use super::{After, Notice, Outputs, TableCore};
use cardroom_hybrid::HybridTable;
use cardroom_protocol::limits::MAX_WAITING;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::waiting::{SeatOffered, WaitListEnd, WaitListLeft, WaitListPlace};
use cardroom_protocol::{ErrorCode, TableId as WireTableId};
use cardroom_record::Player;
use cardroom_record::ids::{AccountId, ConnectionId};
use cardroom_rules::Millis;

/// How long a player on the waiting list may be disconnected.
const MOST_AWAY: Millis = Millis::seconds(60);

/// The waiting list of a table.
#[derive(Debug, Default)]
pub(super) struct WaitingList {
    waiters: Vec<Waiter>,
    /// Whether a player came, went or was offered a seat, so that all get their new places.
    moved: bool,
    /// Both before the step that is not stored yet.
    before: (Vec<Waiter>, bool),
}

#[derive(Clone, Debug)]
struct Waiter {
    account: AccountId,
    /// The connection of the account.
    connection: ConnectionId,
    /// When the account disconnected; `None` while it is connected.
    away_since: Option<Millis>,
    /// Until when a seat is held; `None` without an offer.
    kept_until: Option<Millis>,
}

impl WaitingList {
    pub(super) fn len(&self) -> usize {
        self.waiters.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiters.is_empty()
    }

    /// Returns when the next offer or absence ends.
    pub(super) fn deadline(&self) -> Option<Millis> {
        let away = |waiter: &Waiter| waiter.away_since.map(|since| since + MOST_AWAY);
        let times = self.waiters.iter().flat_map(|waiter| [waiter.kept_until, away(waiter)]);
        times.flatten().min()
    }

    /// Returns how many seats are held for other accounts.
    fn kept_for_others(&self, account: AccountId) -> usize {
        let kept = |waiter: &&Waiter| waiter.kept_until.is_some() && waiter.account != account;
        self.waiters.iter().filter(kept).count()
    }

    fn find(&mut self, account: AccountId) -> Option<&mut Waiter> {
        self.waiters.iter_mut().find(|waiter| waiter.account == account)
    }

    /// Adds a player at the end.
    fn join(&mut self, account: AccountId, connection: ConnectionId) {
        let waiter = Waiter { account, connection, away_since: None, kept_until: None };
        self.waiters.push(waiter);
        self.moved = true;
    }

    /// Removes a player. Returns `false` if the list does not have them.
    fn remove(&mut self, account: AccountId) -> bool {
        let before = self.len();
        self.waiters.retain(|waiter| waiter.account != account);
        let removed = self.len() < before;
        self.moved |= removed;
        removed
    }

    /// Offers free seats to the first connected players without an offer. Returns their accounts.
    fn offer_seats(&mut self, free: usize, until: Millis) -> Vec<AccountId> {
        let kept = self.waiters.iter().filter(|waiter| waiter.kept_until.is_some()).count();
        let is_next =
            |waiter: &&mut Waiter| waiter.kept_until.is_none() && waiter.away_since.is_none();
        let next = self.waiters.iter_mut().filter(is_next).take(free.saturating_sub(kept));
        let offered = next.map(|waiter| {
            waiter.kept_until = Some(until);
            waiter.account
        });
        offered.collect()
    }

    /// Begins a step, which [`roll_back`](Self::roll_back) undoes.
    pub(super) fn checkpoint(&mut self) {
        self.before.0.clone_from(&self.waiters);
        self.before.1 = self.moved;
    }

    /// Undoes the step that could not be stored.
    pub(super) fn roll_back(&mut self) {
        (self.waiters, self.moved) = std::mem::take(&mut self.before);
    }

    /// Notes that a connection is gone, which may be that of a player on the list.
    pub(super) fn detach(&mut self, now: Millis, connection: ConnectionId) {
        for waiter in self.waiters.iter_mut().filter(|waiter| waiter.connection == connection) {
            waiter.away_since.get_or_insert(now);
        }
    }
}

/// Adds a player to the waiting list.
pub(super) fn join(
    core: &mut TableCore,
    connection: ConnectionId,
    player: &Player,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    let refuse = |code, text: &str| Err(refused(code, text));
    let account = player.account;
    if core.projections.desk.is_some() {
        return refuse(
            ErrorCode::TournamentTable,
            "The tournament seats its players, so its tables have no waiting list.",
        );
    }
    if core.ending.has_begun() {
        return refuse(
            ErrorCode::TableClosed,
            "This table is closing, so no seat will be free. Choose another table.",
        );
    }
    if player.bot && !core.description.bots_allowed {
        return refuse(
            ErrorCode::BotsNotAllowed,
            "Bots may not play at this table. Choose a table that allows them.",
        );
    }
    if core.seat_of(account).is_some() {
        return refuse(ErrorCode::AlreadySeated, "You have a seat at this table already.");
    }
    if core.waiting.find(account).is_some() {
        return refuse(ErrorCode::NothingToDo, "You are on the waiting list already.");
    }
    if free_seats(&core.table) > core.waiting.kept_for_others(account) {
        return refuse(ErrorCode::SeatsFree, "A seat is free. Sit down now.");
    }
    if core.waiting.len() >= MAX_WAITING {
        return refuse(ErrorCode::WaitListFull, "The waiting list is full. Try again later.");
    }
    core.waiting.join(account, connection);
    outputs.after.push(After::Waits(account));
    Ok(())
}

/// Reconnects a player on the waiting list who has signed in again.
pub(super) fn come_back(
    core: &mut TableCore,
    now: Millis,
    connection: ConnectionId,
    account: AccountId,
    outputs: &mut Outputs,
) {
    let Some(waiter) = core.waiting.find(account) else {
        return outputs.after.push(After::WaitsNot(account));
    };
    (waiter.connection, waiter.away_since) = (connection, None);
    let kept = waiter.kept_until;
    outputs.after.extend(kept.map(|until| offer(core, now, account, until)));
    core.waiting.moved = true;
}

/// Handles a player's request to leave the waiting list.
pub(super) fn leave(
    core: &mut TableCore,
    account: AccountId,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    if core.waiting.find(account).is_none() {
        return Err(refused(ErrorCode::NothingToDo, "You are not on the waiting list."));
    }
    remove(core, account, WaitListEnd::Left, outputs);
    Ok(())
}

/// Removes a player from the waiting list and notifies them.
pub(super) fn remove(
    core: &mut TableCore,
    account: AccountId,
    reason: WaitListEnd,
    outputs: &mut Outputs,
) {
    if !core.waiting.remove(account) {
        return;
    }
    let table = WireTableId(core.id.0);
    let left = WaitListLeft { table, reason }.into();
    outputs.after.push(After::Tell(account, Box::new(left)));
    outputs.after.push(After::WaitsNot(account));
}

/// Returns `true` if all free seats are held for other accounts.
pub(super) fn seats_are_held(core: &TableCore, account: AccountId) -> bool {
    let kept = core.waiting.kept_for_others(account);
    kept > 0 && free_seats(&core.table) <= kept
}

fn free_seats(table: &HybridTable) -> usize {
    let seats = usize::from(table.setup().seats);
    seats.saturating_sub(table.players().count())
}

/// Updates the waiting list after any change. Removes players who have a seat or were
/// disconnected for too long, passes expired offers on, and offers free seats.
pub(super) fn tend(core: &mut TableCore, now: Millis, outputs: &mut Outputs) {
    if core.waiting.is_empty() && !core.waiting.moved {
        return;
    }
    let is_past = |at: Option<Millis>| at.is_some_and(|at| now >= at);
    let why_out = |core: &TableCore, waiter: &Waiter| match waiter {
        _ if core.seat_of(waiter.account).is_some() => Some(WaitListEnd::Seated),
        _ if core.ending.is_closing() => Some(WaitListEnd::Closed),
        _ if is_past(waiter.kept_until) => Some(WaitListEnd::OfferOver),
        _ if is_past(waiter.away_since.map(|since| since + MOST_AWAY)) => Some(WaitListEnd::Away),
        _ => None,
    };
    let out = core.waiting.waiters.iter();
    let out = out.filter_map(|waiter| Some((waiter.account, why_out(core, waiter)?)));
    for (account, reason) in out.collect::<Vec<_>>() {
        remove(core, account, reason, outputs);
    }
    offer_seats(core, now, outputs);
    if std::mem::take(&mut core.waiting.moved) {
        outputs.info_changed = true;
        show_places(core, outputs);
    }
}

fn offer_seats(core: &mut TableCore, now: Millis, outputs: &mut Outputs) {
    if core.ending.is_draining() {
        return;
    }
    let until = core.terms.offer_ends(now);
    let free = free_seats(&core.table);
    for account in core.waiting.offer_seats(free, until) {
        outputs.after.push(offer(core, now, account, until));
        outputs.after.push(After::Notice { account, notice: Notice::SeatFree, until });
    }
}

fn offer(core: &TableCore, now: Millis, account: AccountId, until: Millis) -> After {
    let time_ms = u32::try_from(until.since(now).0).unwrap_or(u32::MAX);
    let offered = SeatOffered { table: WireTableId(core.id.0), time_ms };
    After::Tell(account, Box::new(offered.into()))
}

fn show_places(core: &TableCore, outputs: &mut Outputs) {
    let count = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
    let (table, waiting) = (WireTableId(core.id.0), count(core.waiting.len()));
    for (index, waiter) in core.waiting.waiters.iter().enumerate() {
        let place = WaitListPlace { table, place: count(index + 1), waiting };
        let told: ServerMessage = place.into();
        outputs.after.push(After::Tell(waiter.account, Box::new(told)));
    }
}
