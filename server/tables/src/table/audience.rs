//! The players of a table, and the connections that watch it. What they are shown is decided
//! elsewhere.

use super::player_id;
use super::seats::seat_of;
use crate::wire::Person;
use cardroom_engine::{Input, Seat, Table};
use cardroom_record::Player;
use cardroom_record::ids::{AccountId, ConnectionId};
use cardroom_record::look::Look;
use cardroom_record::tenure::Tenure;
use cardroom_rules::{PlayerId, SeatNo};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A connection that watches the table.
#[derive(Clone, Debug)]
struct Attached {
    player: Option<Player>,
    /// Asked to watch, so it stays when its player leaves the seat.
    observing: bool,
    /// The last step its view contained; `None` if it was not sent the view that it is due.
    since: Option<u64>,
}

/// The players of a table, and the connections that watch it.
#[derive(Debug, Default)]
pub struct Audience {
    people: BTreeMap<PlayerId, Player>,
    attached: BTreeMap<ConnectionId, Attached>,
    /// Accounts that may not chat here. This is lost when the process ends.
    muted: BTreeSet<AccountId>,
    /// The muted accounts before the step that is not stored yet.
    muted_before: BTreeSet<AccountId>,
    /// Players who do not know yet that the restart voided their hand.
    unaware: BTreeSet<PlayerId>,
    departed: Departed,
    /// The connections that get a view with the step that is not stored yet.
    shown: Vec<ConnectionId>,
}

/// Players and connections removed by the step that is not stored yet.
#[derive(Debug, Default)]
struct Departed {
    people: Vec<(PlayerId, Player)>,
    attached: Vec<(ConnectionId, Attached)>,
}

impl Audience {
    /// Returns a player of the table, if they have been introduced.
    pub(super) fn known(&self, player: PlayerId) -> Option<&Player> {
        self.people.get(&player)
    }

    /// Returns a player as others see them.
    pub(super) fn person(&self, player: PlayerId) -> Person<'_> {
        match self.known(player) {
            Some(known) => {
                let (name, look, muted) = (&*known.name, known.look, self.is_muted(known.account));
                Person { name, bot: known.bot, staff: known.staff, look, muted }
            }
            None => {
                let look = Look::of(AccountId(player.0));
                Person { name: "somebody", bot: false, staff: false, look, muted: false }
            }
        }
    }

    pub(super) fn is_muted(&self, account: AccountId) -> bool {
        self.muted.contains(&account)
    }

    /// Mutes an account, or lets it chat again.
    pub(super) fn mute(&mut self, account: AccountId, muted: bool) {
        match muted {
            true => self.muted.insert(account),
            false => self.muted.remove(&account),
        };
    }

    /// Returns the tenure of an account; that of a guest if it is unknown.
    pub(super) fn tenure(&self, account: AccountId) -> Tenure {
        self.known(player_id(account)).map_or(Tenure::GUEST, |player| player.tenure)
    }

    /// Adds a player, and returns what was known about them before.
    pub(super) fn introduce(&mut self, player: Player) -> Option<Player> {
        self.people.insert(player_id(player.account), player)
    }

    /// Notes how a seated player signed in this time. Returns `true` if that switched between a
    /// person and a program.
    pub(super) fn know(&mut self, player: &Player) -> bool {
        let before = self.introduce(player.clone());
        before.is_none_or(|before| before.bot != player.bot)
    }

    /// Returns what corrects a seat that wrongly counts as connected or disconnected, because the
    /// step that recorded the change could not be stored.
    pub(super) fn correction(&self, table: &Table) -> Option<Input> {
        let here: BTreeSet<_> = self.watching().map(|player| player_id(player.account)).collect();
        let is_connected = |seat| table.seat(seat).is_some_and(Seat::is_connected);
        let mut seats = table.players();
        let wrong = seats.find(|(seat, who)| is_connected(*seat) != here.contains(who));
        wrong.map(|(seat, who)| Input::Presence { seat, connected: here.contains(&who) })
    }

    /// Removes a player who got no seat.
    pub(super) fn forget(&mut self, player: PlayerId) {
        self.people.remove(&player);
    }

    /// Updates the name, look and tenure of a player. Returns `true` if others see the change.
    pub(super) fn update(&mut self, player: &Player) -> bool {
        let here = self.attached.values_mut().filter_map(|attached| attached.player.as_mut());
        for other in here.filter(|other| other.account == player.account) {
            (other.name, other.look) = (Arc::clone(&player.name), player.look);
            other.tenure = player.tenure;
        }
        let Some(known) = self.people.get_mut(&player_id(player.account)) else { return false };
        known.tenure = player.tenure;
        if known.name == player.name && known.look == player.look {
            return false;
        }
        (known.name, known.look) = (Arc::clone(&player.name), player.look);
        true
    }

    /// Notes the players whose hand the restart voided.
    pub(super) fn lose_hand(&mut self, players: impl Iterator<Item = PlayerId>) {
        self.unaware = players.collect();
    }

    /// Notes that a player learns of it. Returns `true` if they did not know yet.
    pub(super) fn learns_of_lost_hand(&mut self, player: PlayerId) -> bool {
        self.unaware.remove(&player)
    }

    /// Returns every connection that watches the table.
    pub fn connections(&self) -> impl Iterator<Item = ConnectionId> {
        self.attached.keys().copied()
    }

    /// Returns the connections of an account that watch the table.
    pub(super) fn connections_of(&self, account: AccountId) -> impl Iterator<Item = ConnectionId> {
        let is_own = move |attached: &Attached| attached.account() == Some(account);
        self.attached.iter().filter(move |(_, attached)| is_own(attached)).map(|(own, _)| *own)
    }

    /// Returns the connections whose last view lacks this step, with their players.
    pub(super) fn behind(&self, seq: u64) -> impl Iterator<Item = (ConnectionId, Option<&Player>)> {
        let behind = self.attached.iter().filter(move |(_, attached)| attached.since < Some(seq));
        behind.map(|(connection, attached)| (*connection, attached.player.as_ref()))
    }

    /// Returns the connections whose last view did not end with this step. A step that is not
    /// stored is never sent, so after a failure the others know the whole table.
    pub(super) fn without_view_of(&self, seq: u64) -> Vec<ConnectionId> {
        let others = self.attached.iter().filter(|(_, attached)| attached.since != Some(seq));
        others.map(|(connection, _)| *connection).collect()
    }

    /// Returns `true` if no connection has this step in its view.
    pub(super) fn all_behind(&self, seq: u64) -> bool {
        self.attached.values().all(|attached| attached.since < Some(seq))
    }

    /// Returns the players whose connections watch the table.
    pub(super) fn watching(&self) -> impl Iterator<Item = &Player> {
        self.attached.values().filter_map(|attached| attached.player.as_ref())
    }

    /// Returns `true` if a connection of this account watches the table.
    pub(super) fn is_watching(&self, account: AccountId) -> bool {
        self.watching().any(|player| player.account == account)
    }

    /// Returns `true` if this connection watches the table.
    #[must_use]
    pub fn is_attached(&self, connection: ConnectionId) -> bool {
        self.attached.contains_key(&connection)
    }

    /// Returns `true` if the table sends the cards and turns of this account to a connection.
    #[must_use]
    pub fn is_attached_as(&self, connection: ConnectionId, account: AccountId) -> bool {
        self.account_at(connection) == Some(account)
    }

    /// Returns the player of a connection that watches the table.
    pub(super) fn player_at(&self, connection: ConnectionId) -> Option<&Player> {
        self.attached.get(&connection)?.player.as_ref()
    }

    /// Returns the account of a connection that watches the table.
    pub(super) fn account_at(&self, connection: ConnectionId) -> Option<AccountId> {
        self.attached.get(&connection)?.account()
    }

    /// Returns the seat that the account of a connection has at the table.
    pub(super) fn seat_at(&self, connection: ConnectionId, table: &Table) -> Option<SeatNo> {
        seat_of(table, self.account_at(connection)?)
    }

    /// Returns `true` if the connection asked to watch.
    pub(super) fn is_observing(&self, connection: ConnectionId) -> bool {
        self.attached.get(&connection).is_some_and(|attached| attached.observing)
    }

    /// Adds a connection, whose view contains the steps up to this one.
    pub(super) fn attach(
        &mut self,
        connection: ConnectionId,
        player: Option<Player>,
        observing: bool,
        since: u64,
    ) {
        self.attached.insert(connection, Attached { player, observing, since: Some(since) });
        self.shown.push(connection);
    }

    /// Removes a connection. Returns its player, and `None` if the connection did not watch.
    pub(super) fn detach(&mut self, connection: ConnectionId) -> Option<Option<Player>> {
        self.attached.remove(&connection).map(|attached| attached.player)
    }

    /// Lets a connection stop watching. A seated player keeps the view until they leave the seat.
    pub(super) fn unobserve(&mut self, connection: ConnectionId, is_seated: bool) {
        if is_seated {
            self.stop_observing(connection);
        } else {
            self.detach(connection);
        }
    }

    /// Lets a connection watch only as long as its player has a seat.
    fn stop_observing(&mut self, connection: ConnectionId) {
        if let Some(attached) = self.attached.get_mut(&connection) {
            attached.observing = false;
        }
    }

    /// Notes the last step that the view of a connection contains. Returns `false` if the
    /// connection does not watch.
    pub(super) fn note_view(&mut self, connection: ConnectionId, since: u64) -> bool {
        let Some(attached) = self.attached.get_mut(&connection) else { return false };
        attached.since = Some(since);
        self.shown.push(connection);
        true
    }

    /// Removes a player who left the seat, with the connections that did not ask to watch.
    pub(super) fn depart(&mut self, player: PlayerId) {
        let leaves = |attached: &Attached| {
            !attached.observing && attached.account().is_some_and(|own| player_id(own) == player)
        };
        let gone = self.attached.extract_if(.., |_, attached| leaves(attached));
        self.departed.attached.extend(gone);
        self.departed.people.extend(self.people.remove_entry(&player));
    }

    /// Returns `true` if no player or connection left in the step that is not stored yet.
    pub(super) fn is_whole(&self) -> bool {
        self.departed.people.is_empty() && self.departed.attached.is_empty()
    }

    /// Begins a step, which [`roll_back`](Self::roll_back) undoes.
    pub(super) fn checkpoint(&mut self) {
        self.departed = Departed::default();
        self.shown.clear();
        self.muted_before.clone_from(&self.muted);
    }

    /// Brings back the players who left in a step that could not be stored, and forgets its mutes
    /// and the views that were not sent with it.
    pub(super) fn roll_back(&mut self) {
        self.muted = std::mem::take(&mut self.muted_before);
        let departed = std::mem::take(&mut self.departed);
        self.people.extend(departed.people);
        self.attached.extend(departed.attached);
        for connection in self.shown.drain(..) {
            if let Some(attached) = self.attached.get_mut(&connection) {
                attached.since = None;
            }
        }
    }
}

impl Attached {
    fn account(&self) -> Option<AccountId> {
        self.player.as_ref().map(|player| player.account)
    }
}
