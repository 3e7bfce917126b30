//! Watches a tournament as anybody may, and notes what is not as it should be: chips that were made or
//! lost, and tables that stay out of balance. Where everybody ends up is for [`standings`](crate::standings).

use crate::connection::{Connection, ConnectionError, Endpoint};
use crate::tournament::WhichTournament;
use cardroom_protocol::client::{ClientMessage, LoginGuest};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::tournament::{
    ListTournamentTables, ListTournaments, TableRow, TournamentEvent, TournamentFormat,
    TournamentInfo, TournamentState, TournamentView, WatchTournament,
};
use cardroom_protocol::{Encoding, HandNo, RequestId, TableId, TournamentId};
use std::collections::BTreeMap;
use std::time::Duration;

/// How often it looks.
const INTERVAL: Duration = Duration::from_millis(250);
/// As many hands as both tables may begin while one has too many players more: the excess lasts no
/// longer than one hand of the table that gives players up, and the one in progress when it was seen.
const HANDS_OF_EXCESS: u64 = 2;

/// So often it has to be seen: between two looks fast tables come together and apart again.
const LOOKS: u32 = 4;

/// How many players more one table may have than another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Balance {
    /// With less than four tables.
    pub few_tables: u8,
    /// With more.
    pub many_tables: u8,
}

/// What was seen.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Seen {
    /// How often the chips were counted.
    pub counts: u64,
    /// At which levels they were.
    pub levels: Vec<u16>,
    /// How often the tables were compared.
    pub comparisons: u64,
    /// What was wrong.
    pub problems: Vec<String>,
}

/// Watches from before the first entry.
#[derive(Debug)]
pub struct Witness {
    connection: Connection,
    tournament: TournamentId,
    balance: Balance,
    seen: Seen,
    /// All chips in play, as long as that is known to the last one.
    chips: Option<u64>,
    entries: u32,
    /// Two tables too far apart, and the hands they played when that was first seen.
    apart: BTreeMap<(TableId, TableId), Apart>,
}

/// Two tables too far apart, as they were when that was first seen.
#[derive(Clone, Debug)]
struct Apart {
    large: TableRow,
    small: TableRow,
    /// How often they were seen so.
    looks: u32,
}

impl Witness {
    /// Begins to watch a tournament that is there by its id or its name.
    ///
    /// # Errors
    /// The server cannot be reached.
    pub async fn find(
        endpoint: &Endpoint,
        encoding: Encoding,
        which: &WhichTournament,
        balance: Balance,
    ) -> Result<Self, ConnectionError> {
        let name = match which {
            WhichTournament::Id(id) => return Self::open(endpoint, encoding, *id, balance).await,
            WhichTournament::Name(name) => name.to_lowercase(),
        };
        let mut connection = Connection::open(endpoint, encoding, None).await?;
        let list = ClientMessage::from(ListTournaments { request: RequestId(0), past: false });
        loop {
            connection.send(std::slice::from_ref(&list)).await?;
            for message in connection.receive().await?.messages {
                let ServerMessage::TournamentList(list) = message else { continue };
                let is_it = |info: &&TournamentInfo| info.open && info.name.to_lowercase() == name;
                if let Some(info) = list.tournaments.iter().find(is_it) {
                    return Self::open(endpoint, encoding, info.tournament, balance).await;
                }
            }
            tokio::time::sleep(INTERVAL).await;
        }
    }

    /// Begins to watch.
    ///
    /// # Errors
    /// The server cannot be reached.
    pub async fn open(
        endpoint: &Endpoint,
        encoding: Encoding,
        tournament: TournamentId,
        balance: Balance,
    ) -> Result<Self, ConnectionError> {
        let mut witness = Self {
            connection: Connection::open(endpoint, encoding, None).await?,
            tournament,
            balance,
            seen: Seen::default(),
            chips: None,
            entries: 0,
            apart: BTreeMap::new(),
        };
        // Who does not log in is not let stay for long.
        let login = LoginGuest { request: RequestId(2), nickname: None };
        witness.connection.send(&[login.into()]).await?;
        let view = witness.look().await?;
        witness.entries = view.info.entries;
        let stacks = u64::from(view.info.entries) * view.info.starting_stack.0;
        witness.chips = (view.info.level == 0).then_some(stacks);
        Ok(witness)
    }

    /// Watches to the end; what was seen.
    ///
    /// # Errors
    /// The connection is lost.
    pub async fn watch(mut self) -> Result<Seen, ConnectionError> {
        loop {
            let view = self.look().await?;
            self.count(&view);
            match view.info.state {
                TournamentState::Finished | TournamentState::Cancelled => break,
                TournamentState::Running => {
                    let tables = self.tables().await?;
                    if !matches!(
                        view.info.format,
                        TournamentFormat::Shootout | TournamentFormat::HeadsUp
                    ) {
                        self.compare(&tables);
                    }
                }
                _ => self.apart.clear(),
            }
            tokio::time::sleep(INTERVAL).await;
        }
        self.connection.close().await;
        Ok(self.seen)
    }

    /// The whole of it as it is now, with everything that was told before.
    async fn look(&mut self) -> Result<TournamentView, ConnectionError> {
        let (request, tournament) = (RequestId(0), self.tournament);
        let watch = ClientMessage::from(WatchTournament { request, tournament, on: true });
        self.connection.send(std::slice::from_ref(&watch)).await?;
        loop {
            let (mut view, mut refused) = (None, false);
            for message in self.connection.receive().await?.messages {
                match message {
                    ServerMessage::TournamentSnapshot(snapshot) => view = Some(*snapshot.view),
                    ServerMessage::Refused(_) => refused = true,
                    other => self.read(other),
                }
            }
            if let Some(view) = view {
                return Ok(view);
            }
            if refused {
                tokio::time::sleep(INTERVAL).await;
                self.connection.send(std::slice::from_ref(&watch)).await?;
            }
        }
    }

    fn read(&mut self, message: ServerMessage) {
        if let ServerMessage::TournamentStep(step) = message {
            step.events.0.iter().for_each(|event| self.note(event));
        }
    }

    fn note(&mut self, event: &TournamentEvent) {
        match event {
            TournamentEvent::EntryMade(made) => {
                self.entries += 1;
                self.chips = self.chips.map(|chips| chips + made.stack.0);
            }
            TournamentEvent::EntryWithdrawn(_)
            | TournamentEvent::ChipsBought(_)
            | TournamentEvent::StackRuled(_) => self.chips = None,
            TournamentEvent::ChipsExchanged(exchanged) => {
                if self.chips.is_some_and(|chips| chips != exchanged.chips_before.0) {
                    self.seen
                        .problems
                        .push(format!("{:?} are exchanged: {exchanged:?}", self.chips));
                }
                self.chips = Some(exchanged.chips_after.0);
            }
            _ => {}
        }
    }

    /// The average tells all chips, but for less than one for each player.
    fn count(&mut self, view: &TournamentView) {
        let left = u64::from(view.info.players_left);
        let is_played = view.info.state != TournamentState::Finished && left > 0;
        let Some(chips) = self.chips.filter(|_| is_played && self.entries == view.info.entries)
        else {
            return;
        };
        self.seen.counts += 1;
        if self.seen.levels.last() != Some(&view.info.level) {
            self.seen.levels.push(view.info.level);
        }
        if chips / left != view.average_stack.0 {
            self.seen.problems.push(format!(
                "{left} players with {} each at level {} hold not {chips} chips",
                view.average_stack, view.info.level
            ));
        }
    }

    async fn tables(&mut self) -> Result<Vec<TableRow>, ConnectionError> {
        let (request, tournament) = (RequestId(1), self.tournament);
        let mut tables: Vec<TableRow> = Vec::new();
        loop {
            let from = u32::try_from(tables.len()).unwrap_or(u32::MAX);
            let list = ListTournamentTables { request, tournament, from };
            self.connection.send(&[list.into()]).await?;
            let page = 'page: loop {
                for message in self.connection.receive().await?.messages {
                    match message {
                        ServerMessage::TablePage(page) => break 'page page,
                        ServerMessage::Refused(_) => return Ok(Vec::new()),
                        other => self.read(other),
                    }
                }
            };
            let last = page.tables.is_empty();
            tables.extend(page.tables);
            if last || tables.len() >= usize::try_from(page.total).unwrap_or(usize::MAX) {
                return Ok(tables);
            }
        }
    }

    /// Two tables may be too far apart for as long as players are on their way: not for longer.
    fn compare(&mut self, tables: &[TableRow]) {
        self.seen.comparisons += 1;
        let most =
            if tables.len() < 4 { self.balance.few_tables } else { self.balance.many_tables };
        let before = std::mem::take(&mut self.apart);
        let largest = tables.iter().max_by_key(|row| row.players);
        let smallest = tables.iter().min_by_key(|row| row.players);
        let Some((large, small)) = largest.zip(smallest) else { return };
        if large.players.saturating_sub(small.players) <= most {
            return;
        }
        for large in tables.iter().filter(|row| row.players.saturating_sub(small.players) > most) {
            let far = |row: &&TableRow| large.players.saturating_sub(row.players) > most;
            for small in tables.iter().filter(far) {
                let pair = (large.table, small.table);
                let seen = Apart { large: large.clone(), small: small.clone(), looks: 0 };
                // As many players as then: nobody has come or gone in between.
                let same = |apart: &Apart| {
                    (apart.large.players, apart.small.players) == (large.players, small.players)
                };
                let mut apart = before.get(&pair).cloned().filter(same).unwrap_or(seen);
                apart.looks += 1;
                let long = |now: HandNo, then: HandNo| now.0 > then.0 + HANDS_OF_EXCESS;
                if apart.looks >= LOOKS
                    && long(large.hand, apart.large.hand)
                    && long(small.hand, apart.small.hand)
                {
                    self.seen.problems.push(format!("{large:?} and {small:?} since {apart:?}"));
                } else {
                    self.apart.insert(pair, apart);
                }
            }
        }
    }
}
