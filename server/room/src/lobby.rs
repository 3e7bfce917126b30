//! The lobby: lists of tables that match a filter, and updates of tables and tournaments for
//! all watchers. Updates are batched, so a busy table causes only a few per second. Each
//! update is encoded once.

use crate::ids::{ConnectionId, TableId, TournamentId};
use crate::outbox::{Outbox, push_or_refuse, unwritten};
use crate::registry::Registry;
use bytes::Bytes;
use cardroom_protocol::codec::Frame;
use cardroom_protocol::game::Betting;
use cardroom_protocol::limits::MAX_SERVER_FRAME_BYTES;
use cardroom_protocol::lobby::{TableFilter, TableInfo};
use cardroom_protocol::server::{ServerMessage, TableChanged, TableClosed, TableList};
use cardroom_protocol::tournament::{TournamentChanged, TournamentGone, TournamentInfo};
use cardroom_protocol::{Encoding, RequestId};
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

/// How often changes are sent.
const INTERVAL: Duration = Duration::from_millis(300);
/// The most changes sent at once; the rest follow next time.
const MOST_CHANGES: usize = 100;
/// How many tables the first try of a list message contains.
const TABLES_PER_MESSAGE: usize = 64;

/// The watchers of the lobby. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Lobby {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    registry: Registry,
    audience: Mutex<Audience>,
    first_watcher: Notify,
}

#[derive(Debug, Default)]
struct Audience {
    watchers: BTreeMap<ConnectionId, Arc<Outbox>>,
    told: Told,
}

impl Lobby {
    /// Creates the lobby of these tables, without watchers.
    #[must_use]
    pub fn new(registry: Registry) -> Self {
        let (audience, first_watcher) = (Mutex::default(), Notify::new());
        Self { inner: Arc::new(Inner { registry, audience, first_watcher }) }
    }

    /// Sends every change from now on to a connection. The caller should send it a list next.
    pub fn watch(&self, connection: ConnectionId, outbox: Arc<Outbox>) {
        let mut audience = self.inner.audience.lock();
        if audience.watchers.is_empty() {
            // Changes before this moment had no watcher.
            audience.told = Told::of(&self.inner.registry);
            self.inner.first_watcher.notify_one();
        }
        audience.watchers.insert(connection, outbox);
    }

    pub fn unwatch(&self, connection: ConnectionId) {
        self.inner.audience.lock().watchers.remove(&connection);
    }

    /// Sends changes as long as the room is open; sleeps while there are no watchers.
    pub async fn run(self) {
        loop {
            if self.inner.audience.lock().watchers.is_empty() {
                self.inner.first_watcher.notified().await;
            }
            tokio::time::sleep(INTERVAL).await;
            self.tell();
        }
    }

    fn tell(&self) {
        let (changes, watchers) = {
            let mut audience = self.inner.audience.lock();
            let changes = audience.told.changes(&self.inner.registry);
            (changes, audience.watchers.values().cloned().collect::<Vec<_>>())
        };
        if changes.is_empty() {
            return;
        }
        for encoding in Encoding::ALL {
            let frames = frames(encoding, &changes);
            for outbox in watchers.iter().filter(|outbox| outbox.encoding() == encoding) {
                frames.iter().for_each(|frame| outbox.send(frame));
            }
        }
    }
}

/// The tables and tournaments as watchers know them.
#[derive(Debug, Default)]
struct Told {
    tables: BTreeMap<TableId, Arc<TableInfo>>,
    tournaments: BTreeMap<TournamentId, Arc<TournamentInfo>>,
    /// Where the next search for changes starts, so that every table gets its turn.
    next: u64,
}

impl Told {
    fn of(registry: &Registry) -> Self {
        let tables = registry.public_tables().into_iter();
        let tables = tables.map(|table| (table.id, Arc::clone(&table.info.borrow()))).collect();
        Self { tables, tournaments: public_tournaments(registry), next: 0 }
    }

    /// Returns some of the new, changed and removed tables and tournaments.
    fn changes(&mut self, registry: &Registry) -> Vec<ServerMessage> {
        let mut changes = self.changed_tournaments(registry);
        self.add_changed_tables(registry, &mut changes);
        changes
    }

    /// Returns at most as many changed tournaments as may be sent at once. The
    /// rest follow next time.
    fn changed_tournaments(&mut self, registry: &Registry) -> Vec<ServerMessage> {
        let now = public_tournaments(registry);
        let mut changes = Vec::new();
        self.tournaments.retain(|id, _| {
            let is_there = now.contains_key(id);
            if !is_there {
                changes.push(TournamentGone { tournament: id.0.into() }.into());
            }
            is_there
        });
        for (id, info) in now {
            if changes.len() >= MOST_CHANGES {
                break;
            }
            let known = self.tournaments.get(&id);
            if known.is_none_or(|known| !Arc::ptr_eq(known, &info) && **known != *info) {
                changes.push(
                    TournamentChanged { info: Box::new(TournamentInfo::clone(&info)) }.into(),
                );
                self.tournaments.insert(id, info);
            }
        }
        changes
    }

    fn add_changed_tables(&mut self, registry: &Registry, changes: &mut Vec<ServerMessage>) {
        let tables = registry.public_tables();
        self.tables.retain(|id, _| {
            let is_there = tables.binary_search_by_key(id, |table| table.id).is_ok();
            if !is_there {
                changes.push(TableClosed { table: id.0.into() }.into());
            }
            is_there
        });
        let start = tables.partition_point(|table| table.id.0 < self.next);
        for table in tables[start..].iter().chain(&tables[..start]) {
            if changes.len() >= MOST_CHANGES {
                self.next = table.id.0;
                break;
            }
            let info = Arc::clone(&table.info.borrow());
            // The same allocation has the same content; a new one may have, too.
            let known = self.tables.get(&table.id);
            if known.is_some_and(|known| Arc::ptr_eq(known, &info) || **known == *info) {
                continue;
            }
            changes.push(TableChanged { info: TableInfo::clone(&info) }.into());
            self.tables.insert(table.id, info);
        }
    }
}

/// Returns the tournaments that lists show.
fn public_tournaments(registry: &Registry) -> BTreeMap<TournamentId, Arc<TournamentInfo>> {
    let shown = registry.tournaments().into_iter().filter(|tournament| !tournament.is_private());
    shown.map(|tournament| (tournament.id, Arc::clone(&tournament.info.borrow()))).collect()
}

/// Encodes changes into as few frames as the limit allows. Leaves out changes that do not encode.
fn frames(encoding: Encoding, changes: &[ServerMessage]) -> Vec<Bytes> {
    match encoding.encode(changes) {
        Ok(frame) if frame.len() <= MAX_SERVER_FRAME_BYTES || changes.len() <= 1 => vec![frame],
        Err(error) if changes.len() <= 1 => {
            changes.iter().for_each(|change| drop(unwritten(change, &error)));
            Vec::new()
        }
        Ok(_) | Err(_) => {
            let (first, second) = changes.split_at(changes.len() / 2);
            let mut all = frames(encoding, first);
            all.append(&mut frames(encoding, second));
            all
        }
    }
}

/// A list of tables on its way to a client, split into several messages if it is long.
#[derive(Debug)]
pub struct Listing {
    request: RequestId,
    filter: TableFilter,
    /// Filled in when the first message is built.
    tables: Option<std::vec::IntoIter<Arc<TableInfo>>>,
}

impl Listing {
    /// Creates the list of tables that match a filter, in answer to a request.
    #[must_use]
    pub fn new(request: RequestId, filter: TableFilter) -> Self {
        Self { request, filter, tables: None }
    }

    /// Returns the next frame, and whether it is the last one.
    pub fn next_frame(&mut self, registry: &Registry, encoding: Encoding) -> (Bytes, bool) {
        let filter = &self.filter;
        let tables = self.tables.get_or_insert_with(|| {
            let tables = registry.public_tables().into_iter();
            let tables = tables.map(|table| Arc::clone(&table.info.borrow()));
            tables.filter(|info| matches(filter, info)).collect::<Vec<_>>().into_iter()
        });
        let mut count = tables.len().min(TABLES_PER_MESSAGE);
        loop {
            let last = count == tables.len();
            let chosen = tables.as_slice()[..count].iter();
            let chosen = chosen.map(|info| TableInfo::clone(info)).collect();
            let list = TableList { request: self.request, tables: chosen, last };
            let mut frame = Frame::new(encoding);
            push_or_refuse(&mut frame, &ServerMessage::from(list));
            let frame = frame.finish();
            if frame.len() <= MAX_SERVER_FRAME_BYTES || count <= 1 {
                tables.by_ref().take(count).for_each(drop);
                return (frame, last);
            }
            count /= 2;
        }
    }
}

/// Returns `true` if a table matches a filter.
fn matches(filter: &TableFilter, info: &TableInfo) -> bool {
    let betting = |wanted: &Betting| *wanted == info.betting;
    let plays = |wanted: &String| info.games.iter().any(|game| game.id == *wanted);
    filter.game.as_ref().is_none_or(|game| *game == info.game)
        && filter.plays.as_ref().is_none_or(plays)
        && filter.betting.as_ref().is_none_or(betting)
        && filter.min_big_blind.is_none_or(|least| info.big_blind >= least)
        && filter.max_big_blind.is_none_or(|most| info.big_blind <= most)
        && (!filter.open_seats || info.seated < info.seats)
}

#[cfg(test)]
mod tests;
