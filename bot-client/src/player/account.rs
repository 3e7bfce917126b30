//! An account: one login on one connection, and the players that share it, each with a brain at a
//! table of its own.
//!
//! The first player, the lead, logs in and reports the wallet. Messages about a table go to the
//! player there, and answers go to the player that asked. Like a [`Player`], an account knows no
//! sockets and no clock.

use super::deals::Receipt;
use super::keep_alive::Reliance;
use super::outbox::COUNTER_BITS;
use super::{Outcome, Phase, Player, seating};
use crate::brain::Wake;
use crate::evidence::Evidence;
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::Logout;
use cardroom_protocol::server::{Balance, LoggedIn, ServerMessage, Welcome};
use cardroom_protocol::{RequestId, TableId};
use std::sync::Arc;
use std::time::Duration;

/// The players that share one login.
#[derive(Debug)]
pub struct Account {
    places: Vec<Place>,
    /// The request to log out, which waits until all players are done.
    logout: Option<RequestId>,
    is_done: bool,
}

/// A player of an account.
#[derive(Debug)]
struct Place {
    player: Player,
    /// The player's table. Unused if there is one player.
    table: Option<TableId>,
    /// When the player must be woken up.
    deadline: Option<Duration>,
    /// Whether the player may have messages to send or another deadline.
    touched: bool,
}

impl From<Player> for Place {
    fn from(player: Player) -> Self {
        Self { player, table: None, deadline: None, touched: false }
    }
}

impl From<Player> for Account {
    /// Makes the account of a single player.
    fn from(lead: Player) -> Self {
        Self { places: vec![lead.into()], logout: None, is_done: false }
    }
}

impl Account {
    /// Adds a player that has its own table.
    #[must_use]
    pub fn with(mut self, mut player: Player) -> Self {
        let place = u32::try_from(self.places.len()).unwrap_or(u32::MAX);
        player.login.follow_lead();
        player.outbox.begin_at(place.saturating_mul(1 << COUNTER_BITS));
        self.places.push(player.into());
        self
    }

    /// Logs in. Call it when a connection is open and the server has answered the hello.
    pub fn connected(&mut self, now: Duration, welcome: &Welcome) {
        for (number, place) in self.places.iter_mut().enumerate() {
            match number {
                0 => place.player.connected(now, welcome),
                _ => place.player.await_login(now, welcome),
            }
            place.touched = true;
        }
    }

    /// Handles a lost connection.
    pub fn disconnected(&mut self) {
        self.logout = None;
        self.places.iter_mut().for_each(|place| place.player.disconnected());
        self.is_done = self.places.iter().all(Place::is_done);
    }

    /// Handles the messages of a frame.
    pub fn receive(&mut self, now: Duration, messages: Vec<ServerMessage>) {
        // The lead notices for all players if the connection is dead.
        self.places[0].player.keep_alive.received(now);
        for message in messages {
            self.deliver(now, message);
        }
    }

    /// Takes the evidence of all players against the room since the last call.
    pub fn take_evidence(&mut self) -> Vec<Evidence> {
        let deals = self.places.iter_mut().filter_map(|place| place.player.deals.as_mut());
        deals.flat_map(|deals| deals.take_evidence()).collect()
    }

    /// Returns the receipts of the last openings that the players answered.
    pub fn receipts(&self) -> impl Iterator<Item = &Receipt> {
        self.players().filter_map(|player| player.deals.as_ref()).flat_map(|deals| deals.receipts())
    }

    /// Takes what wakes the players. Brains that think elsewhere call it.
    pub fn wake_by(&mut self, wake: &Wake) {
        for place in &mut self.places {
            place.player.decider.brain().wake_by(Arc::clone(wake));
        }
    }

    /// Looks at what brains have decided elsewhere. Call it when one of them has woken the account.
    pub fn woken(&mut self, now: Duration) {
        for place in &mut self.places {
            let player = &mut place.player;
            if let Some(why) = player.decider.brain().has_ended() {
                player.stop(now, Outcome::BrainEnded(why));
            }
            player.decider.wake(now, player.view.table(), &mut player.outbox);
            place.touched = true;
        }
    }

    /// Handles the passage of time. Call it when [`deadline`](Self::deadline) is reached.
    pub fn tick(&mut self, now: Duration) {
        let reliance = self.reliance();
        for (number, place) in self.places.iter_mut().enumerate() {
            // The lead keeps the connection alive for all, even after it has finished.
            if number == 0 {
                place.player.tick_relied_on(now, &reliance);
            } else if place.deadline.is_some_and(|at| at <= now) {
                place.player.tick(now);
            } else {
                continue;
            }
            place.touched = true;
        }
    }

    /// Takes the messages to send, as one batch.
    pub fn take_outbox(&mut self, now: Duration) -> Vec<ClientMessage> {
        let mut batch = Vec::new();
        let mut any_done = false;
        // A player that must look for another table is touched again.
        while let Some(number) = self.places.iter().position(|place| place.touched) {
            self.places[number].touched = false;
            let messages = self.places[number].player.take_outbox(now);
            if self.places.len() == 1 {
                batch = messages;
            } else {
                for message in messages {
                    batch.extend(self.admit(now, number, message));
                }
            }
            let place = &mut self.places[number];
            place.deadline = place.player.deadline();
            any_done |= place.is_done();
        }
        self.is_done |= any_done && self.places.iter().all(Place::is_done);
        if self.is_done {
            batch.extend(self.logout.take().map(|request| Logout { request }.into()));
        }
        batch
    }

    /// Returns when to call [`tick`](Self::tick) if nothing happens before.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        let (keep_alive, reliance) = (&self.places[0].player.keep_alive, self.reliance());
        let line = [keep_alive.ping_at(&reliance), keep_alive.dead_at(&reliance)];
        let line = line.into_iter().flatten().filter(|_| self.places.len() > 1);
        self.places.iter().filter_map(|place| place.deadline).chain(line).min()
    }

    /// Returns `true` if the connection must be dead.
    #[must_use]
    pub fn is_connection_dead(&self, now: Duration) -> bool {
        self.places[0].player.keep_alive.is_dead(now, &self.reliance())
    }

    /// Returns what the players together rely on the connection for.
    fn reliance(&self) -> Reliance {
        let each = self.players().map(Player::reliance);
        let both = |one: Reliance, other: Reliance| Reliance {
            times: one.times,
            waiting: one.waiting.into_iter().chain(other.waiting).min(),
            plays: one.plays || other.plays,
        };
        each.reduce(both).unwrap_or(Reliance { times: None, waiting: None, plays: false })
    }

    /// Makes all players finish. Each leaves its seat when its hand is over.
    pub fn stop(&mut self, now: Duration, outcome: &Outcome) {
        for place in &mut self.places {
            place.player.stop(now, outcome.clone());
            place.touched = true;
        }
    }

    /// Returns `true` once the login has succeeded.
    #[must_use]
    pub fn is_logged_in(&self) -> bool {
        self.places[0].player.is_logged_in()
    }

    /// Returns `true` if all players are done, so that the connection may be closed.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Returns why each player stopped, or `otherwise` for a player that has not.
    #[must_use]
    pub fn outcomes(&self, otherwise: &Outcome) -> Vec<Outcome> {
        self.players().map(|player| player.outcome().unwrap_or(otherwise).clone()).collect()
    }

    /// Returns the players, the lead first.
    pub fn players(&self) -> impl ExactSizeIterator<Item = &Player> {
        self.places.iter().map(|place| &place.player)
    }

    /// Returns the number of the lead in the swarm.
    #[must_use]
    pub fn lead(&self) -> usize {
        self.places[0].player.bot()
    }

    /// Passes a message to the players that it concerns.
    fn deliver(&mut self, now: Duration, mut message: ServerMessage) {
        if self.places.len() == 1 {
            return self.pass(now, 0, message);
        }
        let place = match &mut message {
            ServerMessage::Step(step) => self.at(step.table),
            ServerMessage::HoleCards(cards) => self.at(cards.table),
            ServerMessage::YourTurn(turn) => self.at(turn.table),
            ServerMessage::ActionAccepted(accepted) => self.at(accepted.table),
            ServerMessage::ActionRefused(refused) => self.at(refused.table),
            ServerMessage::TableSnapshot(snapshot) => self.at(snapshot.table),
            ServerMessage::Seated(seated) => self.at(seated.table),
            ServerMessage::PlayerChanged(changed) => self.at(changed.table),
            ServerMessage::DealJoined(joined) => self.asked(joined.request),
            ServerMessage::DealOpened(opened) => self.at(opened.table),
            ServerMessage::DealBound(bound) => self.at(bound.table),
            ServerMessage::CardsOpened(opened) => self.at(opened.table),
            ServerMessage::OwnCardsOpened(opened) => self.at(opened.table),
            ServerMessage::DealSealed(sealed) => self.at(sealed.table),
            ServerMessage::DealGivenUp(ended) => self.at(ended.table),
            ServerMessage::SeatOffered(offer) => self.at(offer.table),
            ServerMessage::WaitListLeft(left) => self.at(left.table),
            ServerMessage::LeftTable(left) => {
                let place = self.at(left.table);
                if let Some(place) = place {
                    self.places[place].table = None;
                }
                place
            }
            ServerMessage::TableList(list) => {
                let place = self.asked(list.request);
                // No player takes the table of another one.
                list.tables.retain(|info| self.at(info.table).is_none_or(|at| Some(at) == place));
                place
            }
            ServerMessage::Done(done) => self.asked(done.request),
            ServerMessage::Refused(refused) => self.asked(refused.request),
            ServerMessage::Invited(invited) => self.asked(invited.request),
            ServerMessage::LoggedIn(logged_in) => {
                self.assign(&logged_in.tables);
                for place in 0..self.places.len() {
                    let tables = self.places[place].table.into_iter().collect();
                    self.pass(now, place, LoggedIn { tables, ..logged_in.clone() }.into());
                }
                return;
            }
            ServerMessage::Balance(balance) => return self.new_balance(now, balance),
            ServerMessage::Goodbye(_) => {
                for place in 1..self.places.len() {
                    self.pass(now, place, message.clone());
                }
                Some(0)
            }
            _ => Some(0),
        };
        let Some(place) = place else { return };
        self.pass(now, place, message);
        if place == 0 {
            self.follow_rejected_lead();
        }
    }

    fn pass(&mut self, now: Duration, place: usize, message: ServerMessage) {
        let place = &mut self.places[place];
        place.player.receive_message(now, message);
        place.touched = true;
    }

    /// Passes on the amount in the wallet. It settles one cash-out, because each has its own.
    fn new_balance(&mut self, now: Duration, balance: &Balance) {
        let cashes_out = |place: &Place| matches!(place.player.phase, Phase::CashingOut { .. });
        let settled = self.places.iter().position(cashes_out);
        for number in 0..self.places.len() {
            if settled == Some(number) || !cashes_out(&self.places[number]) {
                self.pass(now, number, balance.clone().into());
            } else {
                self.places[number].player.note_balance(now, balance.balance);
            }
        }
    }

    fn at(&self, table: TableId) -> Option<usize> {
        self.places.iter().position(|place| place.table == Some(table))
    }

    /// Returns the place of the player that made a request.
    fn asked(&self, request: RequestId) -> Option<usize> {
        let place = usize::try_from(request.0 >> COUNTER_BITS).ok()?;
        (place < self.places.len()).then_some(place)
    }

    /// Distributes the tables at which the account has seats: first to the players that were there,
    /// then to any player without a table.
    fn assign(&mut self, tables: &[TableId]) {
        for place in &mut self.places {
            place.table = place.table.filter(|table| tables.contains(table));
        }
        for table in tables {
            if self.at(*table).is_none()
                && let Some(free) = self.places.iter_mut().find(|place| place.table.is_none())
            {
                free.table = Some(*table);
            }
        }
    }

    /// Checks a message before it is sent. A player that wants the table of another one is refused
    /// here, and the login ends with the last player.
    fn admit(
        &mut self,
        now: Duration,
        number: usize,
        message: ClientMessage,
    ) -> Option<ClientMessage> {
        match &message {
            ClientMessage::Observe(observe) => {
                let (request, table) = (observe.request, observe.table);
                let holder = self.at(table).filter(|&holder| holder != number);
                if let Some(holder) = holder {
                    if !self.places[holder].is_done() {
                        seating::table_held(&mut self.places[number].player, now, request, table);
                        self.places[number].touched = true;
                        return None;
                    }
                    self.places[holder].table = None;
                }
                self.places[number].table = Some(table);
            }
            ClientMessage::Unobserve(unobserve) => match self.at(unobserve.table) {
                Some(holder) if holder != number => return None,
                Some(_) => self.places[number].table = None,
                None => {}
            },
            ClientMessage::Logout(logout) => {
                self.logout = Some(logout.request);
                return None;
            }
            _ => {}
        }
        Some(message)
    }

    /// Ends all players with a lead whose login was rejected.
    fn follow_rejected_lead(&mut self) {
        if self.is_logged_in() {
            return;
        }
        let Some(outcome) = self.places[0].player.outcome().cloned() else { return };
        for place in &mut self.places[1..] {
            place.player.stint.end(outcome.clone());
            place.player.phase = Phase::Done;
            place.touched = true;
        }
    }
}

impl Place {
    fn is_done(&self) -> bool {
        self.player.outcome().is_some()
    }
}
