//! Watches a tournament as any spectator can, and reports problems: chips that appeared
//! or vanished, and tables that stay out of balance. [`standings`](crate::standings)
//! checks the final places.

mod balance;

use crate::connection::{Connection, ConnectionError, Endpoint};
use crate::terms::Terms;
use crate::tournament::WhichTournament;
use balance::Scales;
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::LoginGuest;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::tournament::{
    ListPlayers, ListTournamentTables, ListTournaments, PlayerRow, TableRow, TournamentEvent,
    TournamentFormat, TournamentInfo, TournamentState, TournamentView, WatchTournament,
};
use cardroom_protocol::{Encoding, RequestId, Seq, TournamentId};
use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

const INTERVAL: Duration = Duration::from_millis(100);
/// How long to wait if the server limits the rate of requests, or if the tournament
/// does not exist yet.
const PATIENCE: Duration = Duration::from_millis(250);

/// Everything that a witness saw.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Seen {
    /// How often the chips were checked against the average stack.
    pub counts: u64,
    /// How often the chips were counted stack by stack, while no table played.
    pub exact_counts: u64,
    /// The levels at which the chips were counted.
    pub levels: BTreeSet<u16>,
    /// How often the table sizes were compared.
    pub comparisons: u64,
    /// How often a table had to give up a player.
    pub excesses: u64,
    /// The largest number of tables.
    pub most_tables: usize,
    /// The number of entries, including those before the start.
    pub entries: u32,
    /// The number of those entries by players who had been out.
    pub re_entries: u32,
    /// The number of color-ups (exchanges of the smallest chips) at tables.
    pub exchanges: u32,
    /// Descriptions of everything that was wrong.
    pub problems: Vec<String>,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "chips counted {} times at {} levels ({} times stack by stack, {} exchanges), tables \
             compared {} times (at most {} tables, {} times one too large for a moment)",
            self.counts,
            self.levels.len(),
            self.exact_counts,
            self.exchanges,
            self.comparisons,
            self.most_tables,
            self.excesses
        )
    }
}

/// Why a tournament cannot be witnessed.
#[derive(Debug, thiserror::Error)]
pub enum WitnessError {
    /// The connection to the server failed.
    #[error(transparent)]
    Connection(#[from] ConnectionError),
    /// The balancing terms of the rulebook are not known here.
    #[error(
        "The witness does not know the rulebook {0}. Name one that balances tables and seats \
         newcomers as it does, such as --witness-like tda-2024."
    )]
    UnknownRulebook(String),
    /// A witness cannot watch what only guests see.
    #[error("a private tournament has no witness")]
    Private,
}

/// Connects as a guest, because the server soon disconnects clients that do not log in.
async fn enter(endpoint: &Endpoint, encoding: Encoding) -> Result<Connection, ConnectionError> {
    let mut connection = Connection::open(endpoint, encoding, None).await?;
    let login = LoginGuest { request: RequestId(2), nickname: None };
    connection.send(&[login.into()]).await?;
    Ok(connection)
}

/// A watcher of a tournament, from before the first entry.
#[derive(Debug)]
pub struct Witness {
    connection: Connection,
    tournament: TournamentId,
    terms: Terms,
    seen: Seen,
    /// All chips in play, while the exact number is known.
    chips: Option<u64>,
    scales: Scales,
}

impl Witness {
    /// Starts watching an existing tournament, found by its id or name. `like` names the rulebook
    /// whose terms hold if the tournament's own is not known here.
    ///
    /// # Errors
    /// Fails if the server cannot be reached or the rulebook is unknown.
    pub async fn find(
        endpoint: &Endpoint,
        encoding: Encoding,
        which: &WhichTournament,
        like: Option<&str>,
    ) -> Result<Self, WitnessError> {
        let name = match which {
            WhichTournament::Id(id) => return Self::open(endpoint, encoding, *id, like).await,
            WhichTournament::Name(name) => name.to_lowercase(),
            // A witness has no code.
            WhichTournament::Code(_) => return Err(WitnessError::Private),
        };
        let mut connection = enter(endpoint, encoding).await?;
        let list = ClientMessage::from(ListTournaments { request: RequestId(0), past: false });
        loop {
            connection.send(std::slice::from_ref(&list)).await?;
            for message in connection.receive_in_time().await?.messages {
                let ServerMessage::TournamentList(list) = message else { continue };
                let is_it = |info: &&TournamentInfo| info.open && info.name.to_lowercase() == name;
                if let Some(info) = list.tournaments.iter().find(is_it) {
                    return Self::open(endpoint, encoding, info.tournament, like).await;
                }
            }
            tokio::time::sleep(PATIENCE).await;
        }
    }

    /// Starts watching a tournament. `like` names the rulebook whose terms hold if the tournament's
    /// own is not known here.
    ///
    /// # Errors
    /// Fails if the server cannot be reached or the rulebook is unknown.
    pub async fn open(
        endpoint: &Endpoint,
        encoding: Encoding,
        tournament: TournamentId,
        like: Option<&str>,
    ) -> Result<Self, WitnessError> {
        let mut connection = enter(endpoint, encoding).await?;
        let mut before = Vec::new();
        let view = look(&mut connection, tournament, &mut before).await?;
        let info = view.info;
        let terms = Terms::of(&info.rulebook).or_else(|| Terms::of(like?));
        let terms = terms.ok_or_else(|| WitnessError::UnknownRulebook(info.rulebook.clone()))?;
        let stacks = u64::from(info.entries) * info.starting_stack.0;
        let seen = Seen { entries: info.entries, ..Seen::default() };
        Ok(Self {
            connection,
            tournament,
            terms,
            seen,
            chips: (info.level == 0).then_some(stacks),
            scales: Scales::new(terms.balance),
        })
    }

    /// Returns the terms of the tournament's rulebook.
    #[must_use]
    pub fn terms(&self) -> Terms {
        self.terms
    }

    /// Watches to the end, and returns what was seen.
    ///
    /// # Errors
    /// Fails if the connection is lost.
    pub async fn watch(mut self) -> Result<Seen, ConnectionError> {
        let mut counted_in_break = None;
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
                        self.weigh(&tables);
                    }
                }
                TournamentState::OnBreak => {
                    self.scales.clear();
                    if counted_in_break != Some(view.info.level)
                        && self.count_stacks(view.seq).await?
                    {
                        counted_in_break = Some(view.info.level);
                    }
                }
                _ => self.scales.clear(),
            }
            tokio::time::sleep(INTERVAL).await;
        }
        self.connection.close().await;
        Ok(self.seen)
    }

    /// Fetches the current view, and first reads the messages that arrived before it.
    async fn look(&mut self) -> Result<TournamentView, ConnectionError> {
        let mut before = Vec::new();
        let view = look(&mut self.connection, self.tournament, &mut before).await?;
        before.into_iter().for_each(|message| self.read(message));
        Ok(view)
    }

    fn read(&mut self, message: ServerMessage) {
        if let ServerMessage::TournamentStep(step) = message {
            step.events.0.iter().for_each(|event| self.note(event));
        }
    }

    fn note(&mut self, event: &TournamentEvent) {
        match event {
            TournamentEvent::EntryMade(made) => {
                self.seen.entries += 1;
                self.seen.re_entries += u32::from(made.re_entries > 0);
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
                self.seen.exchanges += 1;
                self.chips = Some(exchanged.chips_after.0);
            }
            _ => {}
        }
    }

    /// Returns all chips, if every message that came before the view was read.
    fn chips_at(&self, view: &TournamentView) -> Option<u64> {
        let is_played = view.info.state != TournamentState::Finished && view.info.players_left > 0;
        self.chips.filter(|_| is_played && self.seen.entries == view.info.entries)
    }

    /// Compares the average stack with all chips. The average is rounded, so up to one chip per
    /// player may be missing.
    fn count(&mut self, view: &TournamentView) {
        let Some(chips) = self.chips_at(view) else { return };
        let left = u64::from(view.info.players_left);
        self.seen.counts += 1;
        self.seen.levels.insert(view.info.level);
        if chips / left != view.average_stack.0 {
            self.seen.problems.push(format!(
                "{left} players with {} each at level {} hold not {chips} chips",
                view.average_stack, view.info.level
            ));
        }
    }

    /// Counts the stacks of all players, if nothing has changed meanwhile.
    /// Returns whether it could.
    async fn count_stacks(&mut self, at: Seq) -> Result<bool, ConnectionError> {
        let (request, tournament) = (RequestId(3), self.tournament);
        let players: Vec<PlayerRow> = self
            .pages(
                |from| ListPlayers { request, tournament, from }.into(),
                |message| match message {
                    ServerMessage::PlayerPage(page) => Ok((page.players, page.total)),
                    other => Err(Box::new(other)),
                },
            )
            .await?;
        let view = self.look().await?;
        let Some(chips) = self.chips_at(&view).filter(|_| view.seq == at) else {
            return Ok(false);
        };
        self.seen.exact_counts += 1;
        let held: u64 = players.iter().map(|player| player.stack.0).sum();
        if held != chips {
            let level = view.info.level;
            let problem =
                format!("in the break after level {level} all stacks are {held}, not {chips}");
            self.seen.problems.push(problem);
        }
        Ok(true)
    }

    async fn tables(&mut self) -> Result<Vec<TableRow>, ConnectionError> {
        let (request, tournament) = (RequestId(1), self.tournament);
        self.pages(
            |from| ListTournamentTables { request, tournament, from }.into(),
            |message| match message {
                ServerMessage::TablePage(page) => Ok((page.tables, page.total)),
                other => Err(Box::new(other)),
            },
        )
        .await
    }

    /// Fetches all pages of an answer. Returns nothing if the server refuses.
    async fn pages<T>(
        &mut self,
        ask: impl Fn(u32) -> ClientMessage,
        read: impl Fn(ServerMessage) -> Result<(Vec<T>, u32), Box<ServerMessage>>,
    ) -> Result<Vec<T>, ConnectionError> {
        let mut rows: Vec<T> = Vec::new();
        loop {
            let from = u32::try_from(rows.len()).unwrap_or(u32::MAX);
            self.connection.send(&[ask(from)]).await?;
            let mut page = None;
            while page.is_none() {
                for message in self.connection.receive_in_time().await?.messages {
                    match read(message) {
                        Ok(read) => page = Some(read),
                        Err(other) => match *other {
                            ServerMessage::Refused(_) => return Ok(Vec::new()),
                            other => self.read(other),
                        },
                    }
                }
            }
            let Some((more, total)) = page else { return Ok(rows) };
            let last = more.is_empty();
            rows.extend(more);
            if last || rows.len() >= usize::try_from(total).unwrap_or(usize::MAX) {
                return Ok(rows);
            }
        }
    }

    fn weigh(&mut self, tables: &[TableRow]) {
        self.seen.comparisons += 1;
        self.seen.most_tables = self.seen.most_tables.max(tables.len());
        self.seen.problems.extend(self.scales.weigh(tables));
        self.seen.excesses = self.scales.excesses();
    }
}

/// Requests the whole view of a tournament. Other messages that arrive before the
/// answer go to `before`.
async fn look(
    connection: &mut Connection,
    tournament: TournamentId,
    before: &mut Vec<ServerMessage>,
) -> Result<TournamentView, ConnectionError> {
    let watch = WatchTournament { request: RequestId(0), tournament, on: true };
    let watch = ClientMessage::from(watch);
    connection.send(std::slice::from_ref(&watch)).await?;
    loop {
        let (mut view, mut refused) = (None, false);
        for message in connection.receive_in_time().await?.messages {
            match message {
                ServerMessage::TournamentSnapshot(snapshot) => view = Some(*snapshot.view),
                ServerMessage::Refused(_) => refused = true,
                other => before.push(other),
            }
        }
        if let Some(view) = view {
            return Ok(view);
        }
        if refused {
            tokio::time::sleep(PATIENCE).await;
            connection.send(std::slice::from_ref(&watch)).await?;
        }
    }
}
