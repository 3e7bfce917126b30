//! A tournament without a runtime: inputs and time go in, what is to be stored, ordered and said
//! comes out.
//!
//! The actor around it carries messages and sleeps until [`DirectorHost::deadline`]. The host
//! applies a step at once; the caller keeps back everything in [`Outputs`] until [`Outputs::unit`]
//! is durable, and throws the host away for one folded from the store when it cannot be made so.

use super::handle::{Entrant, TournamentRequest};
use super::stored::{self, Announcement, FirstDays, FoldError};
use super::{commands, deals, wire};
use crate::cashier::Hold;
use crate::ids::{AccountId, ConnectionId, TableId, TournamentId};
use crate::results::KeptResults;
use crate::store::{StoredBan, StoredResults, StoredStream, StreamId, Unit};
use crate::table::handle::Player;
use cardroom_protocol::server::{Done, Refused, Role, ServerMessage};
use cardroom_protocol::tournament::{
    DirectTournament, Entered, Purchase as WirePurchase, TournamentInfo, TournamentStep,
};
use cardroom_protocol::{EntryId, ErrorCode, RequestId, TournamentId as WireTournamentId};
use cardroom_rules::{Cents, Chips, EntryNo, Millis, PlayerId, TableNo};
use cardroom_tournament::{
    Director, Event, FloorOrder, Input, Operator, Phase, Purchase, Refusal, Report, Seq,
    Whereabouts,
};
use std::collections::{BTreeMap, BTreeSet};

const DAY_MS: u64 = 86_400_000;

/// A snapshot is stored after so many steps.
const STEPS_PER_SNAPSHOT: u64 = 512;

/// What can happen to a tournament.
#[derive(Debug)]
pub enum HostInput {
    /// A connection wants something.
    Request {
        connection: ConnectionId,
        /// Whose, after a login.
        player: Option<Player>,
        /// Repeated in the answer.
        request: RequestId,
        what: TournamentRequest,
    },
    /// An account has come back.
    Arrived {
        connection: ConnectionId,
        player: Player,
    },
    /// A connection that watches belongs to this account from now on.
    Recognize {
        connection: ConnectionId,
        player: Player,
    },
    /// A connection is gone.
    Detach {
        connection: ConnectionId,
    },
    /// Those who went on from the first days come with their chips.
    CarryOver,
    /// Those who went on from this first day play in another tournament now.
    HandOver {
        to: TournamentId,
    },
    Report(Report),
    /// So many players lost their connections at once.
    ConnectionsLost(u32),
    /// Most of them are back.
    ConnectionsBack,
    /// [`DirectorHost::deadline`] has passed.
    Tick,
    /// The process has just started.
    Recover,
}

/// What follows from an input.
#[derive(Debug, Default)]
pub struct Outputs {
    /// To be made durable before anything else here happens; may be empty.
    pub unit: Unit,
    /// What happened, to be told with [`DirectorHost::say`] once new tables have their ids.
    pub events: Vec<Event>,
    pub private: Vec<(ConnectionId, ServerMessage)>,
    /// What others have to know.
    pub after: Vec<After>,
}

/// What a first day leaves to the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bags {
    pub tournament: TournamentId,
    /// The id of the structure that is played next.
    pub next_day: String,
    /// How many entries it had.
    pub entries: u32,
    /// What they paid for the prize pool.
    pub pool: Cents,
    /// Who goes on, with how many chips.
    pub stacks: Vec<(PlayerId, Chips)>,
}

/// What others have to know once a step is durable.
#[derive(Debug)]
pub enum After {
    /// A price is paid.
    Settle(Hold),
    /// Money came back to a wallet; its owner hears of it.
    Credit(AccountId),
    /// A ticket was won, or came back.
    Ticket(AccountId),
    /// An account has an entry here.
    Entered(AccountId),
    /// Chips of an account wait for the next day.
    Bagged(AccountId, Chips),
    /// An account has no entry here any more.
    Left(AccountId),
    /// An account may not enter tournaments of this kind for some time, or may again.
    Banned(StoredBan),
    /// An account may not chat at the tournament's tables, or may again.
    Muted(AccountId, bool),
}

/// What is said about a step.
#[derive(Debug, Default)]
pub struct Said {
    /// For everybody who watches: the same for all; or a whole view for each, where it is too much.
    pub step: Option<TournamentStep>,
    /// Everybody who watches gets a whole view instead.
    pub whole: bool,
    /// For single accounts, wherever they are connected.
    pub personal: Vec<(AccountId, ServerMessage)>,
}

/// A tournament without a runtime.
#[derive(Debug)]
pub struct DirectorHost {
    pub(super) id: TournamentId,
    pub(super) name: String,
    pub(super) game_name: String,
    pub(super) announcement: Announcement,
    pub(super) announced_by: Option<AccountId>,
    /// Whoever announced it hosts it, and nothing that happens in it reaches beyond it.
    pub(super) is_private: bool,
    pub(super) director: Director,
    pub(super) seq: u64,
    snapshot_seq: u64,
    pub(super) people: BTreeMap<PlayerId, Player>,
    pub(super) tables: BTreeMap<TableNo, TableId>,
    /// Who is on the way, and from which table.
    pub(super) moving: BTreeMap<EntryNo, TableNo>,
    /// All chips in play when something was said last.
    pub(super) chips_told: Chips,
    watchers: BTreeMap<ConnectionId, Option<AccountId>>,
}

impl DirectorHost {
    /// The tournament its stream leads to; an empty stream is a new one. Before anything else it
    /// has to be told who its players are ([`DirectorHost::introduce`]) and which ids its tables
    /// have ([`DirectorHost::name_table`]), and to [recover](HostInput::Recover).
    ///
    /// # Errors
    /// The stream does not fold.
    pub fn open(
        id: TournamentId,
        name: String,
        game_name: String,
        announcement: Announcement,
        announced_by: Option<AccountId>,
        stream: &StoredStream,
    ) -> Result<Self, FoldError> {
        let (director, seq) = stored::fold(&announcement.setup, stream)?;
        Ok(Self {
            chips_told: director.chips(),
            id,
            name,
            game_name,
            announcement,
            announced_by,
            is_private: false,
            director,
            seq,
            snapshot_seq: stream.snapshot.as_ref().map_or(0, |snapshot| snapshot.seq),
            people: BTreeMap::new(),
            tables: BTreeMap::new(),
            moving: BTreeMap::new(),
            watchers: BTreeMap::new(),
        })
    }

    /// The same tournament after an append failed: folded again from what is stored.
    ///
    /// # Errors
    /// The stream does not fold.
    pub fn refold(&mut self, stream: &StoredStream) -> Result<(), FoldError> {
        let (director, seq) = stored::fold(&self.announcement.setup, stream)?;
        self.chips_told = director.chips();
        self.director = director;
        self.seq = seq;
        Ok(())
    }

    /// The accounts that have entered or ruled, and the host of a private one, that have not been
    /// introduced.
    pub fn strangers(&self) -> Vec<AccountId> {
        let host = self.announced_by.filter(|_| self.is_private);
        let host = host.map(|account| PlayerId(account.0));
        let players = stored::players(&self.director).chain(host);
        let strangers = players.filter(|player| !self.people.contains_key(player));
        let strangers: BTreeSet<AccountId> = strangers.map(|player| AccountId(player.0)).collect();
        strangers.into_iter().collect()
    }

    /// Says who a player is.
    pub fn introduce(&mut self, player: Player) {
        self.people.insert(PlayerId(player.account.0), player);
    }

    /// The tables that have no id yet.
    pub fn nameless_tables(&self) -> Vec<TableNo> {
        let open = self.director.tables().map(|(table, _)| table);
        open.filter(|table| !self.tables.contains_key(table)).collect()
    }

    /// Says which id a table has.
    pub fn name_table(&mut self, table: TableNo, id: TableId) {
        self.tables.insert(table, id);
    }

    /// The id of a table.
    #[must_use]
    pub fn table_id(&self, table: TableNo) -> Option<TableId> {
        self.tables.get(&table).copied()
    }

    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The director itself, for whoever inspects it.
    #[must_use]
    pub fn director(&self) -> &Director {
        &self.director
    }

    /// The name of whose entry it is.
    pub(super) fn name_of(&self, entry: EntryNo) -> String {
        let player = self.director.entry(entry).and_then(|entry| self.people.get(&entry.player));
        player.map_or_else(|| "somebody".to_owned(), |player| player.name.to_string())
    }

    /// The structure that a prize for a place is a ticket for, where it is one.
    pub(super) fn ticket_of(&self, place: u32, prize: Cents) -> Option<String> {
        self.director.ticket_in(place, prize).map(|(structure, _)| structure.to_owned())
    }

    /// Who somebody is, for a table that is to seat them.
    #[must_use]
    pub fn player(&self, player: PlayerId) -> Option<&Player> {
        self.people.get(&player)
    }

    /// When [`HostInput::Tick`] is due.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        self.director.deadline()
    }

    /// Whether it is over and every table is closed: nothing more will ever happen.
    #[must_use]
    pub fn is_done(&self) -> bool {
        let over = matches!(self.director.phase(), Phase::Over | Phase::Cancelled);
        over && self.director.tables().next().is_none() && !self.director.keeps_bags()
    }

    /// Who comes from which first days, where it goes on from any.
    pub(super) fn first_days(&self) -> Option<&FirstDays> {
        self.announcement.first_days.as_ref()
    }

    /// What a first day that is over leaves to the next; `None` where nobody waits for that.
    #[must_use]
    pub fn bags(&self) -> Option<Bags> {
        let next_day = self.announcement.setup.structure.next_day.clone()?;
        self.director.keeps_bags().then(|| Bags {
            tournament: self.id,
            next_day,
            entries: self.director.entry_count(),
            pool: self.director.paid_in(),
            stacks: self.director.carried_over().collect(),
        })
    }

    /// What somebody who got through a first day has waiting for the next.
    fn bag_of(&self, account: AccountId) -> Option<Chips> {
        let waits =
            self.announcement.setup.structure.next_day.is_some() && self.director.keeps_bags();
        let mut bags = self.director.carried_over().filter(|_| waits);
        bags.find(|(player, _)| player.0 == account.0).map(|(_, chips)| chips)
    }

    /// Everybody from the first days is entered. Done twice it is done once.
    fn carry_over(&mut self, now: Millis, seed: u64, outputs: &mut Outputs) {
        let Some(days) = self.announcement.first_days.clone() else { return };
        if self.director.phase() != Phase::Registering {
            return;
        }
        if let Err(error) = self.step(now, seed, Input::CarryAllOver { bags: days.bags }, outputs) {
            tracing::error!(
                tournament = self.id.0,
                %error,
                "could not carry players over from the first days"
            );
        }
    }

    pub fn watchers(&self) -> impl Iterator<Item = (ConnectionId, Option<AccountId>)> {
        self.watchers.iter().map(|(connection, account)| (*connection, *account))
    }

    /// The accounts that are still in it.
    pub fn accounts_in(&self) -> impl Iterator<Item = AccountId> {
        let is_on = self.director.phase() != Phase::Cancelled;
        let entries = self.director.entries();
        let entries = entries.filter(move |(_, entry)| is_on && entry.whereabouts.is_in());
        entries.map(|(_, entry)| AccountId(entry.player.0))
    }

    /// The accounts that may not chat at its tables.
    pub fn muted(&self) -> impl Iterator<Item = AccountId> {
        let entries = self.director.entries();
        let muted = entries.filter(|(number, _)| self.director.is_muted(*number));
        muted.map(|(_, entry)| AccountId(entry.player.0))
    }

    /// The tournament as the lobby shows it.
    #[must_use]
    pub fn info(&self) -> TournamentInfo {
        wire::info(self)
    }

    /// What an input at this time leads to. `seed` is a fresh random number.
    pub fn on(&mut self, now: Millis, seed: u64, input: HostInput) -> Outputs {
        let mut outputs = Outputs::default();
        match input {
            HostInput::Request { connection, player, request, what } => {
                let answer =
                    self.request(now, seed, connection, player, request, what, &mut outputs);
                outputs.private.extend(answer.into_iter().map(|message| (connection, message)));
            }
            HostInput::Arrived { connection, player } => {
                // Refused for who is not in it any more.
                let back = Input::Back { player: PlayerId(player.account.0) };
                drop(self.step(now, seed, back, &mut outputs));
                let waiting = self.bag_of(player.account);
                outputs.after.extend(waiting.map(|chips| After::Bagged(player.account, chips)));
                let seat = wire::own_seat(self, player.account);
                outputs.private.extend(seat.map(|seat| (connection, seat.into())));
            }
            HostInput::Recognize { connection, player } => {
                if self.watchers.contains_key(&connection) {
                    let view = self.watch(now, connection, Some(player));
                    outputs.private.extend(view.into_iter().map(|part| (connection, part)));
                }
            }
            HostInput::Detach { connection } => {
                self.watchers.remove(&connection);
            }
            HostInput::CarryOver => self.carry_over(now, seed, &mut outputs),
            HostInput::HandOver { to } => {
                // Refused where it has been done.
                drop(self.step(now, seed, Input::HandOver { to: to.0 }, &mut outputs));
            }
            HostInput::Report(report) => {
                if let Err(error) = self.step(now, seed, Input::Report(report), &mut outputs) {
                    tracing::error!(tournament = self.id.0, %error, "rejected a report of a table");
                }
            }
            // None of these is ever refused.
            HostInput::ConnectionsLost(missing) => {
                let input = Input::ConnectionsLost { missing };
                drop(self.step(now, seed, input, &mut outputs));
            }
            HostInput::ConnectionsBack => {
                drop(self.step(now, seed, Input::ConnectionsBack, &mut outputs));
            }
            HostInput::Tick => drop(self.step(now, seed, Input::Tick, &mut outputs)),
            HostInput::Recover => drop(self.step(now, seed, Input::Recover, &mut outputs)),
        }
        outputs
    }

    #[expect(clippy::too_many_arguments, reason = "a request and what it leads to")]
    fn request(
        &mut self,
        now: Millis,
        seed: u64,
        connection: ConnectionId,
        player: Option<Player>,
        request: RequestId,
        what: TournamentRequest,
        outputs: &mut Outputs,
    ) -> Vec<ServerMessage> {
        match what {
            TournamentRequest::Watch => {
                let mut answer = self.watch(now, connection, player);
                answer.push(Done { request }.into());
                return answer;
            }
            TournamentRequest::Unwatch => {
                self.watchers.remove(&connection);
                return vec![Done { request }.into()];
            }
            TournamentRequest::Structure => {
                let structure = self.director.structure();
                return vec![wire::structure(self.id, structure, request).into()];
            }
            TournamentRequest::Players { from } => {
                return vec![wire::players(self, request, from).into()];
            }
            TournamentRequest::Tables { from } => {
                return vec![wire::tables(self, request, from).into()];
            }
            TournamentRequest::Payouts { from } => {
                return vec![wire::payouts(self, request, from).into()];
            }
            TournamentRequest::Rulings { from } => {
                return vec![wire::rulings(self, request, from).into()];
            }
            TournamentRequest::HouseRules => {
                let rulebook = &self.announcement.setup.rulebook;
                return vec![wire::house_rules(self.id, rulebook, request).into()];
            }
            _ => {}
        }
        let Some(player) = player else {
            return refused(request, ErrorCode::NotLoggedIn, "Sign in first.");
        };
        let result = match what {
            TournamentRequest::Enter { hold, of_age } => {
                return self.enter(now, seed, request, player, hold, of_age, outputs);
            }
            TournamentRequest::Withdraw => {
                let input = Input::Withdraw { player: PlayerId(player.account.0) };
                self.step(now, seed, input, outputs)
            }
            TournamentRequest::Buy { hold, what } => {
                let what = match what {
                    WirePurchase::Rebuy => Purchase::Rebuy,
                    WirePurchase::AddOn => Purchase::AddOn,
                };
                let input = Input::Buy { player: PlayerId(player.account.0), what };
                let result = self.step(now, seed, input, outputs);
                if result.is_ok() {
                    outputs.after.push(After::Settle(hold));
                }
                result
            }
            TournamentRequest::CheckIn => {
                let input = Input::CheckIn { player: PlayerId(player.account.0) };
                self.step(now, seed, input, outputs)
            }
            TournamentRequest::DeclineRebuy => {
                let input = Input::DeclineRebuy { player: PlayerId(player.account.0) };
                self.step(now, seed, input, outputs)
            }
            TournamentRequest::Quit => {
                let input = Input::Quit { player: PlayerId(player.account.0) };
                self.step(now, seed, input, outputs)
            }
            TournamentRequest::Direct { command, owner, entrant } => {
                return self.direct(
                    now,
                    seed,
                    request,
                    player,
                    (*command, owner, entrant),
                    outputs,
                );
            }
            TournamentRequest::ProposeDeal { proposal, for_winner } => {
                let wish = self.deal_wish(PlayerId(player.account.0), proposal, for_winner);
                self.step(now, seed, Input::ProposeDeal(wish), outputs)
            }
            TournamentRequest::Vote { deal, accept } => {
                let (player, deal) = (PlayerId(player.account.0), deals::deal_in(deal));
                let input = Input::Vote { player, deal, agrees: accept };
                self.step(now, seed, input, outputs)
            }
            _ => {
                return refused(
                    request,
                    ErrorCode::NotAllowedNow,
                    "The tournament cannot do this now.",
                );
            }
        };
        match result {
            Ok(()) => vec![Done { request }.into()],
            Err(error) => refused(request, wire::code(&error), &error.to_string()),
        }
    }

    /// Makes a connection a watcher, for its account if it has one. Returns its first view.
    fn watch(
        &mut self,
        now: Millis,
        connection: ConnectionId,
        player: Option<Player>,
    ) -> Vec<ServerMessage> {
        let account = player.as_ref().map(|player| player.account);
        self.watchers.insert(connection, account);
        if let Some(operator) = player.filter(|player| player.role != Role::Player) {
            self.introduce(operator);
        }
        self.view(now, account)
    }

    #[expect(clippy::too_many_arguments, reason = "an entry and what it leads to")]
    fn enter(
        &mut self,
        now: Millis,
        seed: u64,
        request: RequestId,
        player: Player,
        hold: Hold,
        of_age: bool,
        outputs: &mut Outputs,
    ) -> Vec<ServerMessage> {
        if player.bot && !self.announcement.bots_allowed {
            return refused(
                request,
                ErrorCode::BotsNotAllowed,
                "Bots may not play in this tournament.",
            );
        }
        let who = PlayerId(player.account.0);
        self.introduce(player);
        let input = paid_with(&hold, Input::Enter { player: who, of_age });
        match self.step(now, seed, input, outputs) {
            Ok(()) => {
                outputs.after.push(After::Settle(hold));
                let entry = self.director.entry_of(who).unwrap_or_default();
                let known = self.director.entry(entry).map(|entry| entry.whereabouts);
                let waiting = known == Some(Whereabouts::Waiting);
                let (tournament, entry) = (WireTournamentId(self.id.0), EntryId(entry.0.into()));
                vec![Entered { request, tournament, entry, waiting }.into()]
            }
            Err(error) => refused(request, wire::code(&error), &error.to_string()),
        }
    }

    /// A command of the floor.
    fn direct(
        &mut self,
        now: Millis,
        seed: u64,
        request: RequestId,
        player: Player,
        (order, owner, entrant): (DirectTournament, bool, Option<Entrant>),
        outputs: &mut Outputs,
    ) -> Vec<ServerMessage> {
        if entrant.as_ref().is_some_and(|who| who.player.bot && !self.announcement.bots_allowed) {
            return refused(
                request,
                ErrorCode::BotsNotAllowed,
                "Bots may not play in this tournament.",
            );
        }
        let DirectTournament { seq, reason, rule, command, .. } = order;
        if let Some(why) = self.reaches_beyond(&command) {
            return refused(request, ErrorCode::Forbidden, why);
        }
        let entering = entrant.as_ref().map(|who| PlayerId(who.player.account.0));
        let command = match commands::command_in(self, command, entering) {
            Ok(command) => command,
            Err(why) => return refused(request, ErrorCode::NotAllowedNow, why),
        };
        let operator = Operator { account: PlayerId(player.account.0), owner };
        self.introduce(player);
        let hold = entrant.map(|Entrant { player, hold }| {
            self.introduce(player);
            hold
        });
        let order = FloorOrder { operator, seen: Seq(seq.0), reason, rule, command };
        let input = match &hold {
            Some(hold) => paid_with(hold, Input::Floor(order)),
            None => Input::Floor(order),
        };
        match self.step(now, seed, input, outputs) {
            Ok(()) => {
                outputs.after.extend(hold.map(After::Settle));
                vec![Done { request }.into()]
            }
            Err(error) => refused(request, wire::code(&error), &error.to_string()),
        }
    }

    pub(super) fn step(
        &mut self,
        now: Millis,
        seed: u64,
        input: Input,
        outputs: &mut Outputs,
    ) -> Result<(), Refusal> {
        let events = self.director.step(now, seed, input)?;
        if events.is_empty() {
            return Ok(());
        }
        self.seq += 1;
        outputs.unit.records.push(stored::record(self.id, self.seq, now, &events));
        for (index, event) in events.iter().enumerate() {
            self.follow_money(now, index, event, &mut outputs.unit.transfers, &mut outputs.after);
        }
        for ban in self.bans(now, &events) {
            outputs.after.push(After::Banned(ban.clone()));
            outputs.unit.bans.push(ban);
        }
        if self.is_done() {
            outputs.unit.ended.push(StreamId::Tournament(self.id));
            outputs.unit.results.extend(self.results());
        } else if self.seq >= self.snapshot_seq + STEPS_PER_SNAPSHOT {
            outputs.unit.snapshot = Some(stored::snapshot(self.id, self.seq, &self.director));
            self.snapshot_seq = self.seq;
        }
        outputs.events.extend(events);
        Ok(())
    }

    /// The league it counts for.
    #[must_use]
    pub fn league(&self) -> Option<&str> {
        self.announcement.counting.as_ref().map(|counting| &*counting.league.id)
    }

    /// Who may not enter tournaments of this kind for so many days, or may again: by whom, and why.
    fn bans(&self, now: Millis, events: &[Event]) -> Vec<StoredBan> {
        let ruling = events.iter().rev().find_map(|event| match event {
            Event::Ruled(ruling) => Some(ruling),
            _ => None,
        });
        let bans = events.iter().filter_map(|event| match event {
            // For this tournament alone: its director knows.
            Event::Banned { days: Some(0), .. } => None,
            Event::Banned { player, days } => Some(StoredBan {
                account: AccountId(player.0),
                league: self.league().map(str::to_owned),
                until_ms: days.map_or(0, |days| now.0 + u64::from(days) * DAY_MS),
                at_ms: now.0,
                operator: AccountId(ruling.map_or(player.0, |ruling| ruling.operator.account.0)),
                reason: ruling.map(|ruling| ruling.reason.clone()).unwrap_or_default(),
            }),
            _ => None,
        });
        bans.collect()
    }

    /// How it ended, to be kept with its last step.
    fn results(&self) -> Option<StoredResults> {
        let name_of = |player| {
            let known = self.people.get(&player);
            known.map_or_else(|| "somebody".to_owned(), |player| player.name.to_string())
        };
        let (name, announcement) = (&self.name, &self.announcement);
        let results = KeptResults::of(name, &self.game_name, announcement, &self.director, name_of);
        results.map(|results| results.stored(self.id))
    }

    /// What is said about a step, once every table has its id.
    pub fn say(&mut self, now: Millis, events: &[Event]) -> Said {
        wire::say(self, now, events)
    }

    /// The whole tournament as a viewer sees it, and why it is paused if it is.
    #[must_use]
    pub fn view(&self, now: Millis, account: Option<AccountId>) -> Vec<ServerMessage> {
        let mut view = vec![wire::snapshot(self, now, account).into()];
        view.extend(wire::paused(self).map(ServerMessage::from));
        view
    }
}

/// An entry, with the ticket that pays for it where one does.
pub(super) fn paid_with(hold: &Hold, entry: Input) -> Input {
    match hold.ticket() {
        Some(ticket) => Input::ByTicket { worth: Cents(ticket.worth.0), entry: Box::new(entry) },
        None => entry,
    }
}

fn refused(request: RequestId, code: ErrorCode, message: &str) -> Vec<ServerMessage> {
    vec![Refused { request, code, message: message.to_owned() }.into()]
}
