//! The registry: tables by id, connections, and for each account its live connection and the tables
//! where it sits. These are the only concurrent maps of the room. Everything is cloned out, and no
//! guard ever leaves this file.

use crate::cashier::Cashier;
use crate::ids::{AccountId, ConnectionId, TableId, TournamentId};
use crate::inbox::{DirectorHandle, Player, TableHandle, Viewer};
use crate::network::Site;
use crate::outbox::Outbox;
use crate::push::Sight;
use cardroom_protocol::server::{Balance, ServerMessage};
use cardroom_protocol::{ApiTokenId, ErrorCode};
use cardroom_rules::{Chips, Millis};
use dashmap::DashMap;
use parking_lot::Mutex;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The registry of the room. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    maps: Arc<Maps>,
}

#[derive(Debug, Default)]
struct Maps {
    tables: DashMap<TableId, TableHandle>,
    connections: DashMap<ConnectionId, Connected>,
    accounts: DashMap<AccountId, Presence>,
    /// Connections that signed in with an API token.
    tokens: DashMap<ConnectionId, ByToken>,
    tournaments: DashMap<TournamentId, DirectorHandle>,
    /// Accounts that may not chat at the tables of a tournament.
    muted: DashMap<(TournamentId, AccountId), ()>,
    /// Recent requests for seats and for places in line at tables of the lobby. The table may not
    /// have answered yet.
    claims: Mutex<Vec<Claim>>,
    /// Accounts that may not chat anywhere, and until when.
    silenced: DashMap<AccountId, Millis>,
}

#[derive(Debug)]
struct Connected {
    outbox: Arc<Outbox>,
    /// The connection has got its `Welcome`, which comes before everything else.
    welcomed: bool,
}

/// A requested place at a table of the lobby.
#[derive(Debug)]
struct Claim {
    network: Site,
    account: AccountId,
    table: TableId,
    until: Millis,
}

/// How long a requested place counts, unless the table has reported it by then.
const CLAIM_FOR: Millis = Millis::seconds(5);

/// An account that is connected, seated, or both. One entry holds both, so that a sign-in and a
/// table that seats the player cannot miss each other.
#[derive(Debug, Default)]
struct Presence {
    live: Option<Viewer>,
    /// The network of its last connection; `None` for bots of the room's own machine.
    network: Option<Site>,
    /// Each with the stack that the table last reported.
    seats: Vec<(TableId, Chips)>,
    /// The tables where the account is on the waiting list.
    lines: Vec<TableId>,
    /// The tournaments in which the account has an entry that is not out.
    entries: Vec<TournamentId>,
    /// When its last connection ended. `None` if it has had none since it is known here.
    seen: Option<Millis>,
}

/// A connection that signed in with an API token.
#[derive(Debug)]
struct ByToken {
    account: AccountId,
    token: ApiTokenId,
    outbox: Arc<Outbox>,
}

/// The state of an account at its sign-in.
#[derive(Debug)]
pub struct Arrival {
    /// The account's previous connection.
    pub replaced: Option<Viewer>,
    pub seats: Vec<TableId>,
    /// The tables where it is on the waiting list.
    pub lines: Vec<TableId>,
    pub tournaments: Vec<TournamentId>,
}

/// The players of a table, summed up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stacks {
    pub players: usize,
    pub chips: Chips,
}

impl Registry {
    /// Opens a table to players and watchers.
    pub fn open_table(&self, table: TableHandle) {
        self.maps.tables.insert(table.id, table);
    }

    /// Removes a table. Returns `false` if it was not there.
    pub fn close_table(&self, table: TableId) -> bool {
        self.maps.tables.remove(&table).is_some()
    }

    #[must_use]
    pub fn table(&self, table: TableId) -> Option<TableHandle> {
        self.maps.tables.get(&table).map(|entry| entry.clone())
    }

    /// Returns all tables, by id.
    #[must_use]
    pub fn tables(&self) -> Vec<TableHandle> {
        let mut tables: Vec<_> = self.maps.tables.iter().map(|entry| entry.clone()).collect();
        tables.sort_unstable_by_key(|table| table.id);
        tables
    }

    /// Returns the tables that lists show, by id: all except the private ones.
    #[must_use]
    pub fn public_tables(&self) -> Vec<TableHandle> {
        let mut tables = self.tables();
        tables.retain(|table| !table.is_private());
        tables
    }

    /// Opens a tournament to players and watchers.
    pub fn open_tournament(&self, tournament: DirectorHandle) {
        self.maps.tournaments.insert(tournament.id, tournament);
    }

    /// Removes a tournament and its bans from the chat.
    pub fn close_tournament(&self, tournament: TournamentId) {
        self.maps.tournaments.remove(&tournament);
        self.maps.muted.retain(|(muted_in, _), ()| *muted_in != tournament);
    }

    /// Bans an account from the chat at the tables of a tournament, or ends that.
    pub fn mute(&self, tournament: TournamentId, account: AccountId, muted: bool) {
        if muted {
            self.maps.muted.insert((tournament, account), ());
        } else {
            self.maps.muted.remove(&(tournament, account));
        }
    }

    /// Returns `true` if an account may not chat at the tables of a tournament.
    #[must_use]
    pub fn is_muted(&self, tournament: TournamentId, account: AccountId) -> bool {
        self.maps.muted.contains_key(&(tournament, account))
    }

    /// Bans an account from all chat until a time in milliseconds since 1970; `None` ends the ban.
    pub fn silence(&self, account: AccountId, until_ms: Option<u64>) {
        match until_ms {
            Some(until) => {
                self.maps.silenced.insert(account, Millis(until));
            }
            None => {
                self.maps.silenced.remove(&account);
            }
        }
    }

    /// Returns `true` if an account may not chat anywhere.
    #[must_use]
    pub fn is_silenced(&self, account: AccountId, now: Millis) -> bool {
        self.maps.silenced.get(&account).is_some_and(|until| *until > now)
    }

    #[must_use]
    pub fn tournament(&self, tournament: TournamentId) -> Option<DirectorHandle> {
        self.maps.tournaments.get(&tournament).map(|entry| entry.clone())
    }

    /// Returns all tournaments, by id.
    #[must_use]
    pub fn tournaments(&self) -> Vec<DirectorHandle> {
        let mut all: Vec<_> = self.maps.tournaments.iter().map(|entry| entry.clone()).collect();
        all.sort_unstable_by_key(|tournament| tournament.id);
        all
    }

    /// Notes that an account has an entry in a tournament.
    pub fn entered(&self, account: AccountId, tournament: TournamentId) {
        let mut entry = self.maps.accounts.entry(account).or_default();
        if !entry.entries.contains(&tournament) {
            entry.entries.push(tournament);
        }
    }

    /// Notes the same of an account that entered before the room was opened at this time. It may have
    /// been connected until the room closed.
    pub fn entered_before(&self, account: AccountId, tournament: TournamentId, opened: Millis) {
        self.entered(account, tournament);
        if let Some(mut entry) = self.maps.accounts.get_mut(&account) {
            entry.seen = entry.seen.max(Some(opened));
        }
    }

    /// Returns when the last connection of an account ended, if it is still known here.
    #[must_use]
    pub fn last_seen(&self, account: AccountId) -> Option<Millis> {
        self.maps.accounts.get(&account).and_then(|entry| entry.seen)
    }

    /// Notes that an account has no entry there any more.
    pub fn left_tournament(&self, account: AccountId, tournament: TournamentId) {
        if let Some(mut entry) = self.maps.accounts.get_mut(&account) {
            entry.entries.retain(|other| *other != tournament);
        }
        self.forget_if_gone(account);
    }

    /// Returns `true` if an account has an entry in a tournament that is not out.
    #[must_use]
    pub fn is_in(&self, account: AccountId, tournament: TournamentId) -> bool {
        let entry = self.maps.accounts.get(&account);
        entry.is_some_and(|entry| entry.entries.contains(&tournament))
    }

    /// Returns the accounts with an entry in a tournament that is not out.
    #[must_use]
    pub fn accounts_in(&self, tournament: TournamentId) -> Vec<AccountId> {
        let accounts = self.maps.accounts.iter();
        let accounts = accounts.filter(|entry| entry.entries.contains(&tournament));
        let mut accounts: Vec<AccountId> = accounts.map(|entry| *entry.key()).collect();
        accounts.sort_unstable();
        accounts
    }

    pub fn connected(&self, connection: ConnectionId, outbox: Arc<Outbox>) {
        self.maps.connections.insert(connection, Connected { outbox, welcomed: false });
    }

    /// Notes that a connection was welcomed, so that it gets what is sent to all.
    pub fn welcomed(&self, connection: ConnectionId) {
        if let Some(mut connected) = self.maps.connections.get_mut(&connection) {
            connected.welcomed = true;
        }
    }

    pub fn disconnected(&self, connection: ConnectionId) {
        self.maps.connections.remove(&connection);
        self.maps.tokens.remove(&connection);
    }

    /// Notes that a connection signed in with an API token, so that it ends with the token.
    pub fn signed_in_by_token(&self, viewer: &Viewer, account: AccountId, token: ApiTokenId) {
        let outbox = Arc::clone(&viewer.outbox);
        self.maps.tokens.insert(viewer.connection, ByToken { account, token, outbox });
    }

    /// Closes the connections of an account that signed in with an API token: this one, or any.
    pub fn close_tokens(
        &self,
        account: AccountId,
        token: Option<ApiTokenId>,
        code: ErrorCode,
        message: &str,
    ) {
        // Sending under a map's lock would block other users of the map.
        let is_meant =
            |by: &ByToken| by.account == account && token.is_none_or(|token| token == by.token);
        let meant = self.maps.tokens.iter().filter(|entry| is_meant(entry));
        let outboxes: BTreeMap<ConnectionId, _> =
            meant.map(|entry| (*entry.key(), Arc::clone(&entry.outbox))).collect();
        for outbox in outboxes.values() {
            outbox.close(code, message);
        }
    }

    #[must_use]
    pub fn connection_count(&self) -> usize {
        self.maps.connections.len()
    }

    /// Returns how many accounts are connected.
    #[must_use]
    pub fn players_online(&self) -> usize {
        self.maps.accounts.iter().filter(|entry| entry.live.is_some()).count()
    }

    /// Sends a goodbye to every connection.
    pub fn close_all(&self, code: ErrorCode, message: &str) {
        for outbox in self.outboxes(|_| true).values() {
            outbox.close(code, message);
        }
    }

    /// Sends a message to every connection that was welcomed.
    pub fn send_to_all(&self, message: &ServerMessage) {
        for outbox in self.outboxes(|connected| connected.welcomed).values() {
            outbox.send_message(message.clone());
        }
    }

    /// Returns the outboxes of these connections, because sending under a map's lock would block
    /// other users of the map. Sorted by arrival.
    fn outboxes(&self, which: fn(&Connected) -> bool) -> BTreeMap<ConnectionId, Arc<Outbox>> {
        let meant = self.maps.connections.iter().filter(|entry| which(entry));
        meant.map(|entry| (*entry.key(), Arc::clone(&entry.outbox))).collect()
    }

    /// Sends a message to every account that is connected.
    pub fn send_to_players(&self, message: &ServerMessage) {
        // Sending under a map's lock would block other users of the map.
        let live = self.maps.accounts.iter().filter_map(|entry| entry.live.clone());
        let outboxes: BTreeMap<ConnectionId, _> =
            live.map(|viewer| (viewer.connection, viewer.outbox)).collect();
        for outbox in outboxes.values() {
            outbox.send_message(message.clone());
        }
    }

    /// Notes that an account signed in over this connection, which becomes its only one.
    pub fn logged_in(&self, account: AccountId, viewer: Viewer) -> Arrival {
        arrive(&mut self.maps.accounts.entry(account).or_default(), viewer)
    }

    /// Does the same for a sign-in by token. Changes nothing and returns `None` if the account
    /// already has a newer connection, because then this sign-in was late.
    pub fn resumed(&self, account: AccountId, viewer: Viewer) -> Option<Arrival> {
        let mut entry = self.maps.accounts.entry(account).or_default();
        let newer = |live: &Viewer| live.connection > viewer.connection;
        let is_late = entry.live.as_ref().is_some_and(newer);
        (!is_late).then(|| arrive(&mut entry, viewer))
    }

    /// Notes that the account's connection ended at this time, and returns the tables where the account sits.
    /// Changes nothing if another connection has replaced it.
    pub fn logged_out(
        &self,
        account: AccountId,
        connection: ConnectionId,
        now: Millis,
    ) -> Vec<TableId> {
        let Some(mut entry) = self.maps.accounts.get_mut(&account) else {
            return Vec::new();
        };
        if entry.live.as_ref().is_some_and(|viewer| viewer.connection == connection) {
            entry.live = None;
            entry.seen = Some(now);
        }
        let seats = tables(&entry);
        drop(entry);
        self.forget_if_gone(account);
        seats
    }

    /// Returns the connection of an account.
    #[must_use]
    pub fn live(&self, account: AccountId) -> Option<Viewer> {
        self.maps.accounts.get(&account).and_then(|entry| entry.live.clone())
    }

    /// Sends its balance to an account that is connected and whose wallet is in memory.
    pub fn tell_balance(&self, account: AccountId, cashier: &Cashier) {
        self.tell_balance_unless(account, cashier, |_| false);
    }

    /// Sends its balance to an account that has just signed in, if the answer said another one.
    pub fn correct_balance(&self, account: AccountId, cashier: &Cashier, answered: Chips) {
        self.tell_balance_unless(account, cashier, |balance| balance == answered);
    }

    fn tell_balance_unless(
        &self,
        account: AccountId,
        cashier: &Cashier,
        is_known: impl Fn(Chips) -> bool,
    ) {
        // The entry stays locked, so that of two balances at once the later one is sent last.
        let Some(entry) = self.maps.accounts.get_mut(&account) else { return };
        if let Some(viewer) = &entry.live
            && let Some(balance) = cashier.to_tell(account)
            && !is_known(balance)
        {
            let balance = cardroom_protocol::Chips(balance.0);
            viewer.outbox.send_message(Balance { balance });
        }
    }

    /// Updates the name of an account.
    pub fn introduce(&self, player: &Player) {
        if let Some(mut entry) = self.maps.accounts.get_mut(&player.account)
            && let Some(viewer) = &mut entry.live
        {
            viewer.player = Some(player.clone());
        }
    }

    /// Returns the tournaments in which an account has an entry that is not out.
    #[must_use]
    pub fn entries(&self, account: AccountId) -> Vec<TournamentId> {
        let entry = self.maps.accounts.get(&account);
        entry.map(|entry| entry.entries.clone()).unwrap_or_default()
    }

    /// Returns the tables where an account sits.
    #[must_use]
    pub fn seats(&self, account: AccountId) -> Vec<TableId> {
        self.maps.accounts.get(&account).map(|entry| tables(&entry)).unwrap_or_default()
    }

    /// Returns the accounts with a seat at a table. Scans all accounts in the registry.
    #[must_use]
    pub fn seated_at(&self, table: TableId) -> Vec<AccountId> {
        let accounts = self.maps.accounts.iter();
        let here = accounts.filter(|entry| entry.seats.iter().any(|(seat, _)| *seat == table));
        here.map(|entry| *entry.key()).collect()
    }

    /// Returns the tables where a connected account sits. Scans all accounts in the registry.
    #[must_use]
    pub fn tables_with_connected_players(&self) -> BTreeSet<TableId> {
        let connected = self.maps.accounts.iter().filter(|entry| entry.live.is_some());
        let tables = connected.flat_map(|entry| tables(&entry));
        tables.collect()
    }

    /// Returns `true` if an account sits anywhere, or has an entry in a tournament that is not out.
    #[must_use]
    pub fn is_playing(&self, account: AccountId) -> bool {
        let entry = self.maps.accounts.get(&account);
        entry.is_some_and(|entry| !entry.seats.is_empty() || !entry.entries.is_empty())
    }

    /// Returns an account's chips on tables, as the tables last reported them.
    #[must_use]
    pub fn chips_on_tables(&self, account: AccountId) -> Chips {
        let entry = self.maps.accounts.get(&account);
        entry.map_or(Chips::ZERO, |entry| entry.seats.iter().map(|(_, stack)| *stack).sum())
    }

    /// Notes an account's seat and stack. The table calls this when the player sits down,
    /// and between hands when the stack has changed. Returns the account's current
    /// connection, so that the table can send its view there. It may be newer than the
    /// connection that requested the seat.
    pub fn seated(&self, account: AccountId, table: TableId, stack: Chips) -> Option<Viewer> {
        let mut entry = self.maps.accounts.entry(account).or_default();
        let known = entry.seats.iter_mut().find(|(seat, _)| *seat == table);
        let is_new = known.is_none();
        match known {
            Some(seat) => seat.1 = stack,
            None => entry.seats.push((table, stack)),
        }
        let live = entry.live.clone();
        // A claim locks accounts, so none of them is locked here.
        drop(entry);
        if is_new {
            let mut claims = self.maps.claims.lock();
            claims.retain(|claim| (claim.account, claim.table) != (account, table));
        }
        live
    }

    /// Claims a seat or a place in line at a table of the lobby. Returns `false` if the accounts of
    /// this network have `most` of them, or have just asked for as many. A place at this table that
    /// the account already has counts for nothing. Scans all accounts in the registry.
    #[must_use]
    pub fn claim_place(
        &self,
        (account, network): (AccountId, Site),
        table: TableId,
        most: usize,
        now: Millis,
    ) -> bool {
        let mut claims = self.maps.claims.lock();
        let is_same = |claim: &Claim| (claim.account, claim.table) == (account, table);
        claims.retain(|claim| claim.until > now && !is_same(claim));
        let asked = claims.iter().filter(|claim| claim.network == network);
        let mut taken: BTreeSet<_> = asked.map(|claim| (claim.account, claim.table)).collect();
        for entry in self.maps.accounts.iter().filter(|entry| entry.network == Some(network)) {
            let seats = entry.seats.iter().map(|(table, _)| *table);
            let places = seats.chain(entry.lines.iter().copied());
            taken.extend(places.map(|table| (*entry.key(), table)));
        }
        taken.remove(&(account, table));
        taken.retain(|(_, table)| self.table(*table).is_some_and(|table| table.is_in_lobby()));
        let is_free = taken.len() < most;
        if is_free {
            claims.push(Claim { network, account, table, until: now + CLAIM_FOR });
        }
        is_free
    }

    /// Returns the players and chips of every table, as the tables last reported them.
    #[must_use]
    pub fn stacks_by_table(&self) -> BTreeMap<TableId, Stacks> {
        let mut tables = BTreeMap::<_, Stacks>::new();
        for entry in &self.maps.accounts {
            for (table, stack) in &entry.seats {
                let stacks = tables.entry(*table).or_default();
                stacks.players += 1;
                stacks.chips += *stack;
            }
        }
        tables
    }

    /// Notes that an account is on the waiting list of a table.
    pub fn waits(&self, account: AccountId, table: TableId) {
        let mut entry = self.maps.accounts.entry(account).or_default();
        if !entry.lines.contains(&table) {
            entry.lines.push(table);
        }
    }

    /// Notes that an account is not on the waiting list any more.
    pub fn waits_not(&self, account: AccountId, table: TableId) {
        if let Some(mut entry) = self.maps.accounts.get_mut(&account) {
            entry.lines.retain(|line| *line != table);
        }
        self.forget_if_gone(account);
    }

    /// Returns the tables where an account is on the waiting list.
    #[must_use]
    pub fn lines(&self, account: AccountId) -> Vec<TableId> {
        let entry = self.maps.accounts.get(&account);
        entry.map(|entry| entry.lines.clone()).unwrap_or_default()
    }

    /// Notes that an account gave up its seat.
    pub fn unseated(&self, account: AccountId, table: TableId) {
        if let Some(mut entry) = self.maps.accounts.get_mut(&account) {
            entry.seats.retain(|(seat, _)| *seat != table);
        }
        self.forget_if_gone(account);
    }

    fn forget_if_gone(&self, account: AccountId) {
        let gone = |_: &AccountId, entry: &Presence| {
            let nowhere = entry.seats.is_empty() && entry.lines.is_empty();
            entry.live.is_none() && nowhere && entry.entries.is_empty()
        };
        self.maps.accounts.remove_if(&account, gone);
    }
}

impl Sight for Registry {
    fn sees_the_page(&self, account: AccountId) -> bool {
        self.live(account).is_some_and(|viewer| viewer.outbox.is_visible())
    }
}

/// Makes this connection the account's only one.
fn arrive(presence: &mut Presence, viewer: Viewer) -> Arrival {
    presence.network = viewer.address.map(|address| Site::of(address.address()));
    Arrival {
        replaced: presence.live.replace(viewer),
        seats: tables(presence),
        lines: presence.lines.clone(),
        tournaments: presence.entries.clone(),
    }
}

fn tables(presence: &Presence) -> Vec<TableId> {
    presence.seats.iter().map(|(table, _)| *table).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Funds;
    use cardroom_protocol::Encoding;

    const ANN: AccountId = AccountId(1);

    fn viewer(connection: u64) -> Viewer {
        let outbox = Arc::new(Outbox::recording(Encoding::Binary));
        Viewer { connection: ConnectionId(connection), outbox, player: None, address: None }
    }

    #[test]
    fn the_last_login_is_the_live_one_and_a_late_goodbye_of_the_first_changes_nothing() {
        let registry = Registry::default();
        assert!(registry.logged_in(ANN, viewer(1)).replaced.is_none());
        registry.seated(ANN, TableId(7), Chips(50));
        let arrival = registry.logged_in(ANN, viewer(2));
        assert_eq!(arrival.replaced.unwrap().connection, ConnectionId(1));
        assert_eq!(arrival.seats, [TableId(7)]);
        registry.logged_out(ANN, ConnectionId(1), Millis(9));
        assert_eq!(registry.live(ANN).unwrap().connection, ConnectionId(2));
        assert_eq!(registry.players_online(), 1);
    }

    #[test]
    fn a_token_that_comes_late_over_an_older_connection_replaces_nothing() {
        let registry = Registry::default();
        assert!(registry.resumed(ANN, viewer(2)).is_some());
        assert!(registry.resumed(ANN, viewer(1)).is_none());
        assert_eq!(registry.live(ANN).unwrap().connection, ConnectionId(2));
        // The same connection is never late, and a sign-in by password always takes precedence.
        assert!(registry.resumed(ANN, viewer(2)).is_some());
        assert!(registry.logged_in(ANN, viewer(1)).replaced.is_some());
        assert_eq!(registry.live(ANN).unwrap().connection, ConnectionId(1));
        registry.logged_out(ANN, ConnectionId(1), Millis(9));
        assert!(registry.resumed(ANN, viewer(1)).is_some(), "nobody is there any more");
    }

    #[test]
    fn who_signs_in_while_chips_are_held_is_told_when_they_come_back() {
        let registry = Arc::new(Registry::default());
        let cashier = Cashier::default();
        let told = Arc::clone(&registry);
        cashier.on_release(move |cashier, account| told.tell_balance(account, cashier));
        let purse = cashier.open(ANN, Funds { chips: Chips(1_000), ..Funds::default() });
        let ann = viewer(1);
        let heard = || {
            let payloads = ann.outbox.take_recorded().into_iter();
            let messages = payloads.flat_map(|payload| {
                Encoding::Binary.decode::<ServerMessage>(&payload, usize::MAX).unwrap().messages
            });
            let balance = |message| match message {
                ServerMessage::Balance(Balance { balance }) => balance.0,
                other => panic!("{other:?}"),
            };
            messages.map(balance).collect::<Vec<_>>()
        };
        registry.logged_in(ANN, ann.clone());
        let bought_in = purse.hold(Chips(400)).unwrap();
        let answered = purse.available();
        registry.correct_balance(ANN, &cashier, answered);
        assert!(heard().is_empty(), "the answer was right");
        drop(bought_in);
        assert_eq!(heard(), [1_000]);
        registry.correct_balance(ANN, &cashier, answered);
        assert_eq!(heard(), [1_000], "the answer came after the chips");
    }

    #[test]
    fn a_seat_outlives_the_connection_and_nothing_outlives_both() {
        let registry = Registry::default();
        registry.logged_in(ANN, viewer(1));
        assert!(registry.seated(ANN, TableId(7), Chips(50)).is_some());
        assert_eq!(registry.logged_out(ANN, ConnectionId(1), Millis(9)), [TableId(7)]);
        assert!(registry.seated(ANN, TableId(8), Chips(20)).is_none());
        registry.seated(ANN, TableId(7), Chips(70));
        assert_eq!(registry.seats(ANN), [TableId(7), TableId(8)]);
        assert_eq!(registry.chips_on_tables(ANN), Chips(90));
        let stacks = registry.stacks_by_table();
        assert_eq!(stacks[&TableId(7)], Stacks { players: 1, chips: Chips(70) });
        registry.unseated(ANN, TableId(7));
        registry.unseated(ANN, TableId(8));
        assert!(registry.maps.accounts.is_empty());
    }
}
