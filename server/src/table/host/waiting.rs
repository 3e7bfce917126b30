//! The waiting list: its players, and the seats held for them. It is not stored, and ends with the
//! process. Taking a seat is a request like any other.

use super::{After, Outputs, TableHost};
use crate::ids::{AccountId, ConnectionId};
use crate::inbox::Player;
use cardroom_protocol::limits::MAX_WAITING;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::waiting::{SeatOffered, WaitListEnd, WaitListLeft, WaitListPlace};
use cardroom_protocol::{ErrorCode, TableId as WireTableId};
use cardroom_rules::Millis;

/// How long a player on the waiting list may be disconnected.
const MOST_AWAY: Millis = Millis::seconds(60);

type Refused = (ErrorCode, String);

/// The waiting list of a table.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    waiters: Vec<Waiter>,
    /// Whether a player came, went or was offered a seat, so that all get their new places.
    moved: bool,
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

impl Line {
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

    /// Notes that a connection is gone, which may be that of a player on the list.
    pub(super) fn detach(&mut self, now: Millis, connection: ConnectionId) {
        for waiter in self.waiters.iter_mut().filter(|waiter| waiter.connection == connection) {
            waiter.away_since.get_or_insert(now);
        }
    }
}

/// Adds a player to the waiting list.
pub(super) fn join(
    host: &mut TableHost,
    connection: ConnectionId,
    player: &Player,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    let refused = |code, text: &str| Err((code, text.to_owned()));
    let account = player.account;
    if host.projections.desk.is_some() {
        return refused(
            ErrorCode::TournamentTable,
            "The tournament seats its players, so its tables have no waiting list.",
        );
    }
    if host.ending.draining || host.ending.closing {
        return refused(
            ErrorCode::TableClosed,
            "This table is closing, so no seat will be free. Choose another table.",
        );
    }
    if player.bot && !host.description.bots_allowed {
        return refused(
            ErrorCode::BotsNotAllowed,
            "Bots may not play at this table. Choose a table that allows them.",
        );
    }
    if host.seat_of(account).is_some() {
        return refused(ErrorCode::AlreadySeated, "You have a seat at this table already.");
    }
    if host.line.find(account).is_some() {
        return refused(ErrorCode::NothingToDo, "You are on the waiting list already.");
    }
    if free_seats(host) > host.line.kept_for_others(account) {
        return refused(ErrorCode::SeatsFree, "A seat is free. Sit down now.");
    }
    if host.line.len() >= MAX_WAITING {
        return refused(ErrorCode::WaitListFull, "The waiting list is full. Try again later.");
    }
    let waiter = Waiter { account, connection, away_since: None, kept_until: None };
    host.line.waiters.push(waiter);
    host.line.moved = true;
    outputs.after.push(After::Waits(account));
    Ok(())
}

/// Reconnects a player on the waiting list who has signed in again.
pub(super) fn come_back(
    host: &mut TableHost,
    now: Millis,
    connection: ConnectionId,
    account: AccountId,
    outputs: &mut Outputs,
) {
    let Some(waiter) = host.line.find(account) else {
        return outputs.after.push(After::WaitsNot(account));
    };
    (waiter.connection, waiter.away_since) = (connection, None);
    let kept = waiter.kept_until;
    outputs.after.extend(kept.map(|until| offer(host, now, account, until)));
    host.line.moved = true;
}

/// Handles a player's request to leave the waiting list.
pub(super) fn leave(
    host: &mut TableHost,
    account: AccountId,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    if host.line.find(account).is_none() {
        return Err((ErrorCode::NothingToDo, "You are not on the waiting list.".to_owned()));
    }
    remove(host, account, WaitListEnd::Left, outputs);
    Ok(())
}

/// Removes a player from the waiting list and notifies them.
pub(super) fn remove(
    host: &mut TableHost,
    account: AccountId,
    reason: WaitListEnd,
    outputs: &mut Outputs,
) {
    let before = host.line.len();
    host.line.waiters.retain(|waiter| waiter.account != account);
    if host.line.len() == before {
        return;
    }
    host.line.moved = true;
    let table = WireTableId(host.id.0);
    let left = WaitListLeft { table, reason }.into();
    outputs.after.push(After::Tell(account, Box::new(left)));
    outputs.after.push(After::WaitsNot(account));
}

/// Returns `true` if all free seats are held for other accounts.
pub(super) fn seats_are_held(host: &TableHost, account: AccountId) -> bool {
    let kept = host.line.kept_for_others(account);
    kept > 0 && free_seats(host) <= kept
}

fn free_seats(host: &TableHost) -> usize {
    let seats = usize::from(host.table.setup().seats);
    seats.saturating_sub(host.table.players().count())
}

/// Updates the waiting list after any change. Removes players who have a seat or were
/// disconnected for too long, passes expired offers on, and offers free seats.
pub(super) fn tend(host: &mut TableHost, now: Millis, outputs: &mut Outputs) {
    if host.line.is_empty() && !host.line.moved {
        return;
    }
    let is_past = |at: Option<Millis>| at.is_some_and(|at| now >= at);
    let why_out = |host: &TableHost, waiter: &Waiter| match waiter {
        _ if host.seat_of(waiter.account).is_some() => Some(WaitListEnd::Seated),
        _ if host.ending.closing => Some(WaitListEnd::Closed),
        _ if is_past(waiter.kept_until) => Some(WaitListEnd::OfferOver),
        _ if is_past(waiter.away_since.map(|since| since + MOST_AWAY)) => Some(WaitListEnd::Away),
        _ => None,
    };
    let out = host.line.waiters.iter();
    let out = out.filter_map(|waiter| Some((waiter.account, why_out(host, waiter)?)));
    for (account, reason) in out.collect::<Vec<_>>() {
        remove(host, account, reason, outputs);
    }
    offer_seats(host, now, outputs);
    if std::mem::take(&mut host.line.moved) {
        outputs.info_changed = true;
        show_places(host, outputs);
    }
}

fn offer_seats(host: &mut TableHost, now: Millis, outputs: &mut Outputs) {
    let kept = host.line.waiters.iter().filter(|waiter| waiter.kept_until.is_some()).count();
    let free = free_seats(host).saturating_sub(kept);
    let until = now + host.terms.seat_offer;
    let mut first = Vec::new();
    if !host.ending.draining {
        let is_next =
            |waiter: &&mut Waiter| waiter.kept_until.is_none() && waiter.away_since.is_none();
        for waiter in host.line.waiters.iter_mut().filter(is_next).take(free) {
            waiter.kept_until = Some(until);
            first.push(waiter.account);
        }
    }
    let offers = first.into_iter().map(|account| offer(host, now, account, until));
    outputs.after.extend(offers.collect::<Vec<_>>());
}

fn offer(host: &TableHost, now: Millis, account: AccountId, until: Millis) -> After {
    let time_ms = u32::try_from(until.since(now).0).unwrap_or(u32::MAX);
    let offered = SeatOffered { table: WireTableId(host.id.0), time_ms };
    After::Tell(account, Box::new(offered.into()))
}

fn show_places(host: &TableHost, outputs: &mut Outputs) {
    let count = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
    let (table, waiting) = (WireTableId(host.id.0), count(host.line.len()));
    for (index, waiter) in host.line.waiters.iter().enumerate() {
        let place = WaitListPlace { table, place: count(index + 1), waiting };
        let told: ServerMessage = place.into();
        outputs.after.push(After::Tell(waiter.account, Box::new(told)));
    }
}
