//! The waiting list: its players, and the seats held for them. It is not stored, and ends with the
//! process. Taking a seat is a request like any other.

use super::closing::Ending;
use super::house::House;
use super::refusals::{Refused, refused};
use super::seats::seat_of;
use super::{After, Notice, Outputs};
use cardroom_engine::Table;
use cardroom_protocol::limits::MAX_WAITING;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::waiting::{SeatOffered, WaitListEnd, WaitListLeft, WaitListPlace};
use cardroom_protocol::{ErrorCode, TableId as WireTableId};
use cardroom_record::Player;
use cardroom_record::ids::{AccountId, ConnectionId, TableId};
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

    /// Adds a player at the end, if no seat is free that the player may take at once.
    pub(super) fn join(
        &mut self,
        (house, ending, table): (&House, &Ending, &Table),
        connection: ConnectionId,
        player: &Player,
        outputs: &mut Outputs,
    ) -> Result<(), Refused> {
        let refuse = |code, text: &str| Err(refused(code, text));
        let account = player.account;
        if house.description().event.is_some() {
            return refuse(
                ErrorCode::TournamentTable,
                "The tournament seats its players, so its tables have no waiting list.",
            );
        }
        if ending.has_begun() {
            return refuse(
                ErrorCode::TableClosed,
                "This table is closing, so no seat will be free. Choose another table.",
            );
        }
        if player.bot && !house.description().bots_allowed {
            return refuse(
                ErrorCode::BotsNotAllowed,
                "Bots may not play at this table. Choose a table that allows them.",
            );
        }
        if seat_of(table, account).is_some() {
            return refuse(ErrorCode::AlreadySeated, "You have a seat at this table already.");
        }
        if self.find(account).is_some() {
            return refuse(ErrorCode::NothingToDo, "You are on the waiting list already.");
        }
        if free_seats(table) > self.kept_for_others(account) {
            return refuse(ErrorCode::SeatsFree, "A seat is free. Sit down now.");
        }
        if self.len() >= MAX_WAITING {
            return refuse(ErrorCode::WaitListFull, "The waiting list is full. Try again later.");
        }
        let waiter = Waiter { account, connection, away_since: None, kept_until: None };
        self.waiters.push(waiter);
        self.moved = true;
        outputs.after.push(After::Waits(account));
        Ok(())
    }

    /// Updates the list after any change. Removes players who have a seat or were disconnected for
    /// too long, passes expired offers on, and offers free seats until this time.
    pub(super) fn tend(
        &mut self,
        id: TableId,
        table: &Table,
        ending: &Ending,
        (now, until): (Millis, Millis),
        outputs: &mut Outputs,
    ) {
        if self.waiters.is_empty() && !self.moved {
            return;
        }
        let is_past = |at: Option<Millis>| at.is_some_and(|at| now >= at);
        let why_out = |waiter: &Waiter| match waiter {
            _ if seat_of(table, waiter.account).is_some() => Some(WaitListEnd::Seated),
            _ if ending.is_closing() => Some(WaitListEnd::Closed),
            _ if is_past(waiter.kept_until) => Some(WaitListEnd::OfferOver),
            _ if is_past(waiter.away_since.map(|since| since + MOST_AWAY)) => {
                Some(WaitListEnd::Away)
            }
            _ => None,
        };
        let out = self.waiters.iter();
        let out = out.filter_map(|waiter| Some((waiter.account, why_out(waiter)?)));
        for (account, reason) in out.collect::<Vec<_>>() {
            self.remove(id, account, reason, outputs);
        }
        if !ending.is_draining() {
            self.offer_seats(id, free_seats(table), now, until, outputs);
        }
        if std::mem::take(&mut self.moved) {
            outputs.info_changed = true;
            self.show_places(id, outputs);
        }
    }

    /// Removes a player and notifies them. `table` is the one that they waited for.
    pub(super) fn remove(
        &mut self,
        table: TableId,
        account: AccountId,
        reason: WaitListEnd,
        outputs: &mut Outputs,
    ) {
        let before = self.len();
        self.waiters.retain(|waiter| waiter.account != account);
        if self.len() == before {
            return;
        }
        self.moved = true;
        let left = WaitListLeft { table: WireTableId(table.0), reason }.into();
        outputs.after.push(After::Tell(account, Box::new(left)));
        outputs.after.push(After::WaitsNot(account));
    }

    /// Handles a player's request to leave the list.
    pub(super) fn leave(
        &mut self,
        table: TableId,
        account: AccountId,
        outputs: &mut Outputs,
    ) -> Result<(), Refused> {
        if self.find(account).is_none() {
            return Err(refused(ErrorCode::NothingToDo, "You are not on the waiting list."));
        }
        self.remove(table, account, WaitListEnd::Left, outputs);
        Ok(())
    }

    /// Reconnects a player on the list who has signed in again.
    pub(super) fn come_back(
        &mut self,
        table: TableId,
        now: Millis,
        connection: ConnectionId,
        account: AccountId,
        outputs: &mut Outputs,
    ) {
        let Some(waiter) = self.find(account) else {
            return outputs.after.push(After::WaitsNot(account));
        };
        (waiter.connection, waiter.away_since) = (connection, None);
        let kept = waiter.kept_until;
        outputs.after.extend(kept.map(|until| offer(table, now, account, until)));
        self.moved = true;
    }

    /// Returns `true` if all free seats of the table are held for other accounts.
    pub(super) fn holds_seats_of(&self, table: &Table, account: AccountId) -> bool {
        let kept = self.kept_for_others(account);
        kept > 0 && free_seats(table) <= kept
    }

    /// Offers free seats to the first connected players without an offer.
    fn offer_seats(
        &mut self,
        table: TableId,
        free: usize,
        now: Millis,
        until: Millis,
        outputs: &mut Outputs,
    ) {
        let kept = self.waiters.iter().filter(|waiter| waiter.kept_until.is_some()).count();
        let is_next =
            |waiter: &&mut Waiter| waiter.kept_until.is_none() && waiter.away_since.is_none();
        let next = self.waiters.iter_mut().filter(is_next).take(free.saturating_sub(kept));
        for waiter in next {
            waiter.kept_until = Some(until);
            let account = waiter.account;
            outputs.after.push(offer(table, now, account, until));
            outputs.after.push(After::Notice { account, notice: Notice::SeatFree, until });
        }
    }

    /// Sends all players on the list their places.
    fn show_places(&self, table: TableId, outputs: &mut Outputs) {
        let count = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        let (table, waiting) = (WireTableId(table.0), count(self.len()));
        for (index, waiter) in self.waiters.iter().enumerate() {
            let place = WaitListPlace { table, place: count(index + 1), waiting };
            let told: ServerMessage = place.into();
            outputs.after.push(After::Tell(waiter.account, Box::new(told)));
        }
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

fn free_seats(table: &Table) -> usize {
    let seats = usize::from(table.setup().seats);
    seats.saturating_sub(table.players().count())
}

/// Returns the offer of a seat that is held for an account.
fn offer(table: TableId, now: Millis, account: AccountId, until: Millis) -> After {
    let time_ms = u32::try_from(until.since(now).0).unwrap_or(u32::MAX);
    let offered = SeatOffered { table: WireTableId(table.0), time_ms };
    After::Tell(account, Box::new(offered.into()))
}
