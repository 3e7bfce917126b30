//! An operator's connection. It sends one request after another, and reads each answer.

use super::forms::table_of;
use super::orders::TableName;
use cardroom_bot::connection::EndpointError;
use cardroom_bot::connection::{Connection, ConnectionError, Endpoint};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::{ListTables, Login, LoginToken, LoginWithCode, Observe};
use cardroom_protocol::hybrid::{AttendTable, AuditEntry, DirectTable, ListAudit, TableCommand};
use cardroom_protocol::league::{
    BanRow, DirectLeague, LeagueCommand, LeagueInfo, ListBans, ListLeagues,
};
use cardroom_protocol::limits::MAX_ROSTER_PART_CHARS;
use cardroom_protocol::lobby::{TableFilter, TableInfo};
use cardroom_protocol::server::{SeatTimeUse, ServerMessage};
use cardroom_protocol::tournament::{
    DirectTournament, ImportRoster, ImpoundedPot, ListPlayers, ListRulings, ListStructures,
    ListTournamentTables, ListTournaments, OpenMove, OpenTournament, OpenTournamentWith,
    OpenableStructure, PlayerRow, RosterReport, Ruling, TableRow, TournamentCommand,
    TournamentEvent, TournamentInfo, TournamentView, WatchTournament,
};
use cardroom_protocol::{Encoding, ErrorCode, RequestId, Secret, Seq, TableId, TournamentId};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Checks that a name is one of a list.
fn check_known<'k>(
    what: &str,
    typed: Option<&str>,
    known: impl Iterator<Item = &'k str> + Clone,
) -> Result<(), Failed> {
    let Some(typed) = typed else { return Ok(()) };
    if known.clone().any(|known| known == typed) {
        return Ok(());
    }
    let all = known.collect::<Vec<_>>().join(", ");
    let message = format!("This room has no {what} \"{typed}\". It has: {all}.");
    Err(Failed::Refused(ErrorCode::UnknownStructure, message))
}

/// Returns the tournament that was opened.
fn opened(message: ServerMessage) -> Option<TournamentId> {
    match message {
        ServerMessage::TournamentOpened(opened) => Some(opened.tournament),
        _ => None,
    }
}

/// Returns the id of a tournament's table by its number.
fn id_of(tables: &[TableRow], number: u64) -> Option<TableId> {
    tables.iter().find(|row| u64::from(row.number) == number).map(|row| row.table)
}

fn no_such_table(tournament: u64) -> String {
    let list = format!("`cardroom floor tables {tournament}` prints those that it has.");
    format!("Tournament {tournament} has no table of this number. {list}")
}

/// The reason why a request failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failed {
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    #[error("The server cannot be reached: {0}")]
    Connection(#[from] ConnectionError),
    #[error("{0}: {1}")]
    Refused(ErrorCode, String),
}

/// The secrets with which an operator signs in.
#[derive(Clone, Debug)]
pub(crate) enum Key {
    Password { name: String, password: Secret, code: Option<Secret> },
    Token(Secret),
}

impl Key {
    /// Returns the key with this code of the second factor.
    pub(crate) fn with_code(self, code: Secret) -> Self {
        match self {
            Self::Password { name, password, .. } => {
                Self::Password { name, password, code: Some(code) }
            }
            Self::Token(token) => Self::Token(token),
        }
    }

    fn login(self, request: RequestId) -> ClientMessage {
        match self {
            Self::Password { name, password, code: Some(code) } => {
                LoginWithCode { request, name, password, code, browser: None }.into()
            }
            Self::Password { name, password, code: None } => {
                Login { request, name, password, browser: None }.into()
            }
            Self::Token(token) => LoginToken { request, token }.into(),
        }
    }
}

/// A connection that is signed in.
pub(super) struct Line {
    connection: Connection,
    request: RequestId,
    pub(super) user: String,
    /// Rulings that the server announced: the operator and the step.
    told: Vec<(Option<String>, Seq)>,
}

impl Line {
    pub(super) async fn open(url: &str, key: Key) -> Result<Self, Failed> {
        let endpoint = Endpoint::resolve(url).await?;
        let connection = Connection::open(&endpoint, Encoding::Binary, None).await?;
        let (request, told) = (RequestId(0), Vec::new());
        let mut line = Self { connection, request, user: String::new(), told };
        line.user = line
            .ask(
                |request| key.login(request),
                |message| match message {
                    ServerMessage::LoggedIn(login) => Some(login.name),
                    _ => None,
                },
            )
            .await?;
        Ok(line)
    }

    /// Sends a request, and reads up to its answer.
    pub(super) async fn ask<T>(
        &mut self,
        message: impl FnOnce(RequestId) -> ClientMessage,
        answer: impl Fn(ServerMessage) -> Option<T>,
    ) -> Result<T, Failed> {
        self.request.0 += 1;
        let request = self.request;
        self.connection.send(&[message(request)]).await?;
        loop {
            let mut found = None;
            for message in self.connection.receive_in_time().await?.messages {
                match message {
                    ServerMessage::Refused(refused) if refused.request == request => {
                        return Err(Failed::Refused(refused.code, refused.message));
                    }
                    ServerMessage::TournamentStep(step) => {
                        for event in step.events.0 {
                            if let TournamentEvent::FloorRuled(ruled) = event {
                                self.told.push((ruled.operator, step.seq));
                            }
                        }
                    }
                    other => found = found.or(answer(other)),
                }
            }
            if let Some(found) = found {
                return Ok(found);
            }
        }
    }

    /// Sends a request whose answer is only `Done`, and waits for that.
    pub(super) async fn done(
        &mut self,
        message: impl FnOnce(RequestId) -> ClientMessage,
    ) -> Result<(), Failed> {
        let request = RequestId(self.request.0 + 1);
        self.ask(message, |message| match message {
            ServerMessage::Done(done) if done.request == request => Some(()),
            _ => None,
        })
        .await
    }

    /// Reads a list that comes in several messages. `part` takes the rows of a message, and whether
    /// it is the last one.
    async fn parts<T>(
        &mut self,
        list: impl FnOnce(RequestId) -> ClientMessage,
        part: impl Fn(ServerMessage) -> Option<(Vec<T>, bool)>,
    ) -> Result<Vec<T>, Failed> {
        let rows = RefCell::new(Vec::new());
        self.ask(list, |message| {
            let (more, last) = part(message)?;
            rows.borrow_mut().extend(more);
            last.then_some(())
        })
        .await?;
        Ok(rows.into_inner())
    }

    /// Reads all pages of a list. `page` takes the rows of a page and the number of all rows.
    pub(super) async fn pages<T>(
        &mut self,
        list: impl Fn(RequestId, u32) -> ClientMessage,
        page: impl Fn(ServerMessage) -> Option<(Vec<T>, u32)>,
    ) -> Result<Vec<T>, Failed> {
        let mut rows = Vec::new();
        loop {
            let from = u32::try_from(rows.len()).unwrap_or(u32::MAX);
            let (more, total) = self.ask(|request| list(request, from), &page).await?;
            let last = more.is_empty();
            rows.extend(more);
            if last || rows.len() >= usize::try_from(total).unwrap_or(usize::MAX) {
                return Ok(rows);
            }
        }
    }

    pub(super) async fn tournaments(&mut self) -> Result<Vec<TournamentInfo>, Failed> {
        let list = |request| ListTournaments { request, past: false }.into();
        self.parts(list, |message| match message {
            ServerMessage::TournamentList(list) => Some((list.tournaments, list.last)),
            _ => None,
        })
        .await
    }

    /// Returns the tables of the lobby, those of tournaments apart.
    pub(super) async fn lobby(&mut self) -> Result<Vec<TableInfo>, Failed> {
        let list = |request| ListTables { request, filter: TableFilter::default() }.into();
        self.parts(list, |message| match message {
            ServerMessage::TableList(list) => Some((list.tables, list.last)),
            _ => None,
        })
        .await
    }

    pub(super) async fn structures(&mut self) -> Result<Vec<OpenableStructure>, Failed> {
        let list = |request, from| ListStructures { request, from }.into();
        self.pages(list, |message| match message {
            ServerMessage::StructurePage(page) => Some((page.structures, page.total)),
            _ => None,
        })
        .await
    }

    pub(super) async fn leagues(&mut self) -> Result<Vec<LeagueInfo>, Failed> {
        let list = |request| ListLeagues { request }.into();
        self.parts(list, |message| match message {
            ServerMessage::LeagueList(list) => Some((list.leagues, list.last)),
            _ => None,
        })
        .await
    }

    /// Opens a tournament. A structure or league that the room lacks is refused with a list of
    /// those that it has.
    pub(super) async fn open_tournament(
        &mut self,
        open: OpenTournament,
    ) -> Result<TournamentId, Failed> {
        let structures = self.structures().await?;
        let known = structures.iter().map(|structure| &*structure.id);
        check_known("structure", Some(&open.structure), known)?;
        self.check_league(open.league.as_deref()).await?;
        let ask = |request| OpenTournament { request, ..open }.into();
        self.ask(ask, opened).await
    }

    /// Opens a tournament with the structure of a file.
    pub(super) async fn open_tournament_with(
        &mut self,
        open: OpenTournamentWith,
    ) -> Result<TournamentId, Failed> {
        self.check_league(open.league.as_deref()).await?;
        let ask = |request| OpenTournamentWith { request, ..open }.into();
        self.ask(ask, opened).await
    }

    async fn check_league(&mut self, typed: Option<&str>) -> Result<(), Failed> {
        let leagues = self.leagues().await?;
        check_known("league", typed, leagues.iter().map(|league| &*league.league))
    }

    /// Returns the id of a table by what the operator typed.
    pub(super) async fn table(&mut self, typed: &TableName) -> Result<TableId, Failed> {
        let (found, missing) = match typed {
            TableName::OfRoom(number) => (Some(TableId(*number)), String::new()),
            TableName::OfTournament(tournament, number) => {
                let tables = self.tables(TournamentId(*tournament)).await?;
                (id_of(&tables, *number), no_such_table(*tournament))
            }
            TableName::Named(name) => {
                let lobby = self.lobby().await?;
                let folded = name.to_lowercase();
                let found = lobby.iter().find(|info| info.name.to_lowercase() == folded);
                let list = "`cardroom floor tables` prints those that there are.";
                (found.map(|info| info.table), format!("No table is called \"{name}\": {list}"))
            }
        };
        found.ok_or(Failed::Refused(ErrorCode::UnknownTable, missing))
    }

    pub(super) async fn players(
        &mut self,
        tournament: TournamentId,
    ) -> Result<Vec<PlayerRow>, Failed> {
        let list = |request, from| ListPlayers { request, tournament, from }.into();
        self.pages(list, |message| match message {
            ServerMessage::PlayerPage(page) => Some((page.players, page.total)),
            _ => None,
        })
        .await
    }

    pub(super) async fn tables(
        &mut self,
        tournament: TournamentId,
    ) -> Result<Vec<TableRow>, Failed> {
        let list = |request, from| ListTournamentTables { request, tournament, from }.into();
        self.pages(list, |message| match message {
            ServerMessage::TablePage(page) => Some((page.tables, page.total)),
            _ => None,
        })
        .await
    }

    /// Returns the players of a tournament and its tables, who give sentences their names.
    pub(super) async fn people(
        &mut self,
        tournament: TournamentId,
    ) -> Result<(Vec<PlayerRow>, Vec<TableRow>), Failed> {
        Ok((self.players(tournament).await?, self.tables(tournament).await?))
    }

    /// The unconfirmed moves: they come with a tournament that has real cards.
    pub(super) async fn moves(
        &mut self,
        tournament: TournamentId,
    ) -> Result<Vec<OpenMove>, Failed> {
        let moves = self.beside(tournament, |message| match message {
            ServerMessage::TournamentRealCards(real) if real.tournament == tournament => {
                Some(real.moves)
            }
            _ => None,
        });
        Ok(moves.await?.unwrap_or_default())
    }

    /// The pots that are impounded: they come with the tournament, if there are any.
    pub(super) async fn pots(
        &mut self,
        tournament: TournamentId,
    ) -> Result<Vec<ImpoundedPot>, Failed> {
        let pots = self.beside(tournament, |message| match message {
            ServerMessage::TournamentPots(pots) if pots.tournament == tournament => Some(pots.pots),
            _ => None,
        });
        Ok(pots.await?.unwrap_or_default())
    }

    /// Returns what comes in the frame of a tournament's snapshot beside it.
    async fn beside<T>(
        &mut self,
        tournament: TournamentId,
        find: impl Fn(ServerMessage) -> Option<T>,
    ) -> Result<Option<T>, Failed> {
        self.request.0 += 1;
        let watch = WatchTournament { request: self.request, tournament, on: true };
        self.connection.send(&[watch.into()]).await?;
        loop {
            let messages = self.connection.receive().await?.messages;
            let mut is_there = false;
            for message in messages {
                match message {
                    ServerMessage::Refused(refused) if refused.request == self.request => {
                        return Err(Failed::Refused(refused.code, refused.message));
                    }
                    ServerMessage::TournamentSnapshot(_) => is_there = true,
                    other => {
                        if let Some(found) = find(other) {
                            return Ok(Some(found));
                        }
                    }
                }
            }
            // It is in the same frame.
            if is_there {
                return Ok(None);
            }
        }
    }

    pub(super) async fn rulings(
        &mut self,
        tournament: TournamentId,
    ) -> Result<Vec<Ruling>, Failed> {
        let list = |request, from| ListRulings { request, tournament, from }.into();
        self.pages(list, |message| match message {
            ServerMessage::RulingPage(page) => Some((page.rulings, page.total)),
            _ => None,
        })
        .await
    }

    pub(super) async fn audit(
        &mut self,
        table: Option<TableId>,
    ) -> Result<Vec<AuditEntry>, Failed> {
        let list = |request, from| ListAudit { request, table, from }.into();
        self.pages(list, |message| match message {
            ServerMessage::AuditPage(page) => Some((page.entries, page.total)),
            _ => None,
        })
        .await
    }

    /// Returns each player's use of time, with the player's name; `None` if the server sends none.
    pub(super) async fn times(
        &mut self,
        table: &TableName,
    ) -> Result<Option<Vec<(SeatTimeUse, String)>>, Failed> {
        let table = self.table(table).await?;
        let observe = |request| Observe { request, table }.into();
        // The times follow the snapshot in the same frame.
        let times = RefCell::new(None);
        let names = self
            .ask(observe, |message| match message {
                ServerMessage::TableSnapshot(snapshot) => {
                    let seats = snapshot.view.seats.into_iter();
                    Some(seats.map(|seat| (seat.seat, seat.name)).collect::<BTreeMap<_, _>>())
                }
                ServerMessage::TimeUse(used) => {
                    times.replace(Some(used.seats));
                    None
                }
                _ => None,
            })
            .await?;
        let name = |seat: u8| names.get(&seat).cloned().unwrap_or_default();
        let rows = |used: SeatTimeUse| (used, name(used.seat));
        Ok(times.take().map(|times| times.into_iter().map(rows).collect()))
    }

    pub(super) async fn bans(&mut self) -> Result<Vec<BanRow>, Failed> {
        let list = |request, from| ListBans { request, from }.into();
        self.pages(list, |message| match message {
            ServerMessage::BanPage(page) => Some((page.bans, page.total)),
            _ => None,
        })
        .await
    }

    /// Gives a command in a tournament. Returns its step, and whether it can be undone.
    pub(super) async fn direct(
        &mut self,
        tournament: TournamentId,
        seen: Option<u64>,
        reason: String,
        rule: Option<String>,
        mut command: TournamentCommand,
    ) -> Result<(Seq, bool), Failed> {
        if let Some(table) = table_of(&mut command) {
            let tables = self.tables(tournament).await?;
            let missing = Failed::Refused(ErrorCode::UnknownTable, no_such_table(tournament.0));
            *table = id_of(&tables, table.0).ok_or(missing)?;
        }
        let seq = self.seen(tournament, seen).await?;
        self.done(|request| {
            DirectTournament { request, tournament, seq, reason, rule, command }.into()
        })
        .await?;
        // The audit trail begins with the latest ruling.
        let kept = self.rulings(tournament).await?;
        let own = kept.iter().find(|ruling| ruling.operator.as_deref() == Some(&*self.user));
        let told = self.told.iter().rev().find(|(by, _)| by.as_deref() == Some(&*self.user));
        let ruled = own.map(|ruling| (ruling.seq, ruling.can_undo));
        Ok(ruled.or(told.map(|(_, seq)| (*seq, false))).unwrap_or((seq, false)))
    }

    /// Enters a roster, sent in parts.
    pub(super) async fn roster(
        &mut self,
        tournament: TournamentId,
        seen: Option<u64>,
        (reason, rule): (String, Option<String>),
        text: &str,
    ) -> Result<RosterReport, Failed> {
        let seq = self.seen(tournament, seen).await?;
        let characters: Vec<char> = text.chars().collect();
        let mut parts: Vec<String> =
            characters.chunks(MAX_ROSTER_PART_CHARS).map(|part| part.iter().collect()).collect();
        let last = parts.pop().unwrap_or_default();
        let import = |request, text, more| {
            let (reason, rule) = (reason.clone(), rule.clone());
            ImportRoster { request, tournament, seq, reason, rule, text, more }.into()
        };
        for part in parts {
            self.done(|request| import(request, part, true)).await?;
        }
        let report = |message| match message {
            ServerMessage::RosterReport(report) => Some(report),
            _ => None,
        };
        self.ask(|request| import(request, last, false), report).await
    }

    /// Returns the step that the operator has seen: the last one, unless `seen` names another.
    async fn seen(&mut self, tournament: TournamentId, seen: Option<u64>) -> Result<Seq, Failed> {
        let now = self.view(tournament).await?.seq;
        Ok(seen.map_or(now, Seq))
    }

    /// Watches a tournament, and returns its first view.
    pub(super) async fn view(
        &mut self,
        tournament: TournamentId,
    ) -> Result<Box<TournamentView>, Failed> {
        let watch = |request| WatchTournament { request, tournament, on: true }.into();
        self.ask(watch, |message| match message {
            ServerMessage::TournamentSnapshot(snapshot) => Some(snapshot.view),
            _ => None,
        })
        .await
    }

    /// Gives a command about leagues and results.
    pub(super) async fn direct_league(
        &mut self,
        reason: String,
        rule: Option<String>,
        command: LeagueCommand,
    ) -> Result<(), Failed> {
        self.done(|request| DirectLeague { request, reason, rule, command }.into()).await
    }

    /// Gives a command at a table.
    pub(super) async fn direct_table(
        &mut self,
        table: TableId,
        seen: Option<u64>,
        reason: String,
        rule: Option<String>,
        command: TableCommand,
    ) -> Result<(), Failed> {
        let observe = |request| Observe { request, table }.into();
        let now = self
            .ask(observe, |message| match message {
                ServerMessage::TableSnapshot(snapshot) => Some(snapshot.view.seq),
                _ => None,
            })
            .await?;
        let seq = seen.map_or(now, Seq);
        if matches!(command, TableCommand::RuleTicket(_)) {
            // An operator who rules on tickets must attend the table.
            self.done(|request| AttendTable { request, table, on: true }.into()).await?;
        }
        self.done(|request| DirectTable { request, table, seq, reason, rule, command }.into()).await
    }
}
