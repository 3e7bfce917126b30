//! A tournament's core, without a runtime. Inputs and time go in; records to store, instructions
//! and messages come out.
//!
//! The actor around it carries messages and sleeps until [`DirectorCore::deadline`]. The core
//! applies a step at once. The caller holds back everything in [`Outputs`] until [`Outputs::unit`]
//! is durable. If that fails, it replaces the core by one folded from the store.

mod bags;
mod commands;
mod deals;
mod enrol;
mod input;
mod levels;
mod money;
mod outputs;
mod private;
mod rematch;
mod wire;

pub use bags::Bags;
pub use enrol::{EnrolOrder, Enrolment};
pub use input::{Behind, CoreInput, Next};
pub use levels::{UnknownGame, levels};
pub use money::WITHHELD;
pub use outputs::{After, Outputs, Said};
pub use wire::{house_rules, stages_out, structure};

use crate::announced::Announcement;
use crate::results::KeptResults;
use crate::stored::{self, FoldError, Folded};
use cardroom_protocol::requests::TournamentRequest;
use cardroom_protocol::server::{Done, Refused, Role, ServerMessage};
use cardroom_protocol::tournament::{
    DirectTournament, EnterTournament, Entered, Purchase as WirePurchase, TournamentCommand,
    TournamentInfo,
};
use cardroom_protocol::{EntryId, ErrorCode, RequestId, TournamentId as WireTournamentId};
use cardroom_record::Player;
use cardroom_record::ids::{AccountId, ConnectionId, TableId, TournamentId};
use cardroom_record::{HeldPrice, StoredBan, StoredStream, StreamId};
use cardroom_rules::{Cents, Chips, EntryNo, Millis, PlayerId, TableNo};
use cardroom_tournament::{
    Command, Director, Event, FloorOrder, Input, Operator, Phase, Purchase, Refusal, Seq,
    Whereabouts,
};
use rematch::Rematches;
use std::collections::{BTreeMap, BTreeSet};
use wire::Told;

const DAY_MS: u64 = 86_400_000;

/// A snapshot is stored after this many steps.
const STEPS_PER_SNAPSHOT: u64 = 512;

/// A tournament's core, without a runtime.
#[derive(Debug)]
pub struct DirectorCore {
    id: TournamentId,
    name: String,
    game_name: String,
    announcement: Announcement,
    announced_by: Option<AccountId>,
    /// Whether the account that announced it hosts it. A private tournament has no
    /// effect outside of itself.
    is_private: bool,
    director: Director,
    seq: u64,
    snapshot_seq: u64,
    people: BTreeMap<PlayerId, Player>,
    tables: BTreeMap<TableNo, TableId>,
    /// Changes only when a stored step is [said](Self::say).
    told: Told,
    /// When the next house bot enters. It is not stored: the house bots say it again.
    bot_at: Option<Millis>,
    watchers: BTreeMap<ConnectionId, Option<AccountId>>,
    rematches: Rematches,
}

impl DirectorCore {
    /// Opens the tournament of a stream. An empty stream makes a new one. Before anything else,
    /// the caller must introduce the players ([`DirectorCore::introduce`]), set the ids of the
    /// tables ([`DirectorCore::name_table`]), and [recover](CoreInput::Recover).
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
        let Folded { director, seq, snapshot_seq } = stored::fold(&announcement.setup, stream)?;
        Ok(Self {
            told: Told::of(&director),
            bot_at: None,
            id,
            name,
            game_name,
            announcement,
            announced_by,
            is_private: false,
            director,
            seq,
            snapshot_seq,
            people: BTreeMap::new(),
            tables: BTreeMap::new(),
            watchers: BTreeMap::new(),
            rematches: Rematches::default(),
        })
    }

    /// Refolds the tournament from the store after a failed append. Nothing else has to be undone:
    /// whatever is not in the stream changes only once a step is stored.
    ///
    /// # Errors
    /// The stream does not fold.
    pub fn refold(&mut self, stream: &StoredStream) -> Result<(), FoldError> {
        let Folded { director, seq, snapshot_seq } =
            stored::fold(&self.announcement.setup, stream)?;
        self.told = Told::of(&director);
        (self.director, self.seq, self.snapshot_seq) = (director, seq, snapshot_seq);
        Ok(())
    }

    /// Returns the accounts that have entered or ruled, and the host of a private tournament,
    /// unless they have been introduced.
    pub fn strangers(&self) -> Vec<AccountId> {
        let host = self.announced_by.filter(|_| self.is_private);
        let host = host.map(|account| PlayerId(account.0));
        let players = stored::players(&self.director).chain(host);
        let strangers = players.filter(|player| !self.people.contains_key(player));
        let strangers: BTreeSet<AccountId> = strangers.map(|player| AccountId(player.0)).collect();
        strangers.into_iter().collect()
    }

    /// Sets the name and look of a player.
    pub fn introduce(&mut self, player: Player) {
        self.people.insert(PlayerId(player.account.0), player);
    }

    /// Returns the tables that have no id yet.
    pub fn nameless_tables(&self) -> Vec<TableNo> {
        let open = self.director.tables().map(|(table, _)| table);
        open.filter(|table| !self.tables.contains_key(table)).collect()
    }

    pub fn name_table(&mut self, table: TableNo, id: TableId) {
        self.tables.insert(table, id);
    }

    #[must_use]
    pub fn table_id(&self, table: TableNo) -> Option<TableId> {
        self.tables.get(&table).copied()
    }

    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the director itself, for inspection.
    #[must_use]
    pub fn director(&self) -> &Director {
        &self.director
    }

    /// Returns the name of an entry's player.
    fn name_of(&self, entry: EntryNo) -> String {
        let player = self.director.entry(entry).and_then(|entry| self.people.get(&entry.player));
        player.map_or_else(|| "somebody".to_owned(), |player| player.name.to_string())
    }

    /// Returns the structure of the ticket that a place wins, if its prize is a ticket.
    fn ticket_of(&self, place: u32, prize: Cents) -> Option<String> {
        self.director.ticket_in(place, prize).map(|(structure, _)| structure.to_owned())
    }

    /// Returns a player's profile, for a table that will seat them.
    #[must_use]
    pub fn player(&self, player: PlayerId) -> Option<&Player> {
        self.people.get(&player)
    }

    /// Returns when [`CoreInput::Tick`] is due.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        self.director.deadline()
    }

    /// Returns `true` if it is over and every table is closed, so that nothing more will happen.
    #[must_use]
    pub fn is_done(&self) -> bool {
        let over = matches!(self.director.phase(), Phase::Over | Phase::Cancelled);
        over && self.director.tables().next().is_none() && !self.director.keeps_bags()
    }

    pub fn watchers(&self) -> impl Iterator<Item = (ConnectionId, Option<AccountId>)> {
        self.watchers.iter().map(|(connection, account)| (*connection, *account))
    }

    /// Returns the accounts that are still in it.
    pub fn accounts_in(&self) -> impl Iterator<Item = AccountId> {
        let is_on = self.director.phase() != Phase::Cancelled;
        let entries = self.director.entries();
        let entries = entries.filter(move |(_, entry)| is_on && entry.whereabouts.is_in());
        entries.map(|(_, entry)| AccountId(entry.player.0))
    }

    /// Returns the accounts that may not chat at its tables.
    pub fn muted(&self) -> impl Iterator<Item = AccountId> {
        let entries = self.director.entries();
        let muted = entries.filter(|(number, _)| self.director.discipline().is_muted(*number));
        muted.map(|(_, entry)| AccountId(entry.player.0))
    }

    /// Returns the tournament as the lobby shows it.
    #[must_use]
    pub fn info(&self) -> TournamentInfo {
        wire::info(self)
    }

    /// Handles an input at this time and returns the results. `seed` is a fresh random number.
    pub fn on(&mut self, now: Millis, seed: u64, input: CoreInput) -> Outputs {
        let mut outputs = Outputs::default();
        match input {
            CoreInput::Request { connection, player, request, behind, price } => {
                let asked = (*request, behind, price);
                let answer = self.request(now, seed, connection, player, asked, &mut outputs);
                outputs.private.extend(answer.into_iter().map(|message| (connection, message)));
            }
            CoreInput::Arrived { connection, player } => {
                // Refused for a player who is not in it any more.
                let back = Input::Back { player: PlayerId(player.account.0) };
                drop(self.step(now, seed, back, &mut outputs));
                let waiting = self.bag_of(player.account);
                outputs.after.extend(waiting.map(|chips| After::Bagged(player.account, chips)));
                let seat = wire::own_seat(self, player.account);
                outputs.private.extend(seat.map(|seat| (connection, seat.into())));
                let asked = self.open_offers(player.account, now);
                outputs.private.extend(asked.map(|message| (connection, message)));
            }
            CoreInput::Recognize { connection, player } => {
                if self.watchers.contains_key(&connection) {
                    let view = self.watch(now, connection, Some(player));
                    outputs.private.extend(view.into_iter().map(|part| (connection, part)));
                }
            }
            CoreInput::Detach { connection } => {
                self.watchers.remove(&connection);
            }
            CoreInput::CarryOver => self.carry_over(now, seed, &mut outputs),
            CoreInput::HandOver { to } => {
                // Refused if it was already done.
                drop(self.step(now, seed, Input::HandOver { to: to.0 }, &mut outputs));
            }
            CoreInput::Report(report) => {
                if let Err(error) = self.step(now, seed, Input::Report(report), &mut outputs) {
                    outputs.after.push(After::RejectedReport(error));
                }
            }
            // None of these is ever refused.
            CoreInput::ConnectionsLost(missing) => {
                let input = Input::ConnectionsLost { missing };
                drop(self.step(now, seed, input, &mut outputs));
            }
            CoreInput::ConnectionsBack => {
                drop(self.step(now, seed, Input::ConnectionsBack, &mut outputs));
            }
            CoreInput::BotAt(at) => self.bot_at = at,
            CoreInput::CancelUnused if self.director.entry_count() > 0 => {}
            CoreInput::CancelUnused => {
                let reason = "Nobody entered, and another tournament needed the place.".to_owned();
                // Refused once it has begun.
                drop(self.step(now, seed, Input::Cancel { reason }, &mut outputs));
            }
            CoreInput::Tick => drop(self.step(now, seed, Input::Tick, &mut outputs)),
            CoreInput::Recover => drop(self.step(now, seed, Input::Recover, &mut outputs)),
        }
        outputs
    }

    fn request(
        &mut self,
        now: Millis,
        seed: u64,
        connection: ConnectionId,
        player: Option<Player>,
        (request, behind, price): (TournamentRequest, Behind, Option<HeldPrice>),
        outputs: &mut Outputs,
    ) -> Vec<ServerMessage> {
        use TournamentRequest as R;
        let id = request.request();
        match &request {
            R::WatchTournament(body) if body.on => {
                let mut answer = self.watch(now, connection, player);
                answer.push(Done { request: id }.into());
                return answer;
            }
            R::WatchTournament(_) => {
                self.watchers.remove(&connection);
                return vec![Done { request: id }.into()];
            }
            R::GetStructure(_) => {
                let structure = self.director.structure();
                return vec![wire::structure(self.id, structure, id).into()];
            }
            R::ListPlayers(body) => return vec![wire::players(self, id, body.from).into()],
            R::ListTournamentTables(body) => {
                return vec![wire::tables(self, id, body.from).into()];
            }
            R::ListPayouts(body) => return vec![wire::payouts(self, id, body.from).into()],
            R::ListRulings(body) => return vec![wire::rulings(self, id, body.from).into()],
            R::GetHouseRules(_) => {
                let rulebook = &self.announcement.setup.rulebook;
                return vec![wire::house_rules(self.id, rulebook, id).into()];
            }
            _ => {}
        }
        let Some(player) = player else {
            return refused(id, ErrorCode::NotLoggedIn, "Sign in first.");
        };
        let who = PlayerId(player.account.0);
        let input = match request {
            R::EnterTournament(body) => {
                return self.enter(now, seed, player, (&body, price), outputs);
            }
            R::DirectTournament(order) => {
                return self.direct(now, seed, player, (order, behind, price), outputs);
            }
            R::OfferRematch(_) => {
                return self.offer_rematch(id, &player, behind.next.map(|next| *next), outputs);
            }
            R::WithdrawEntry(_) => Input::Withdraw { player: who },
            R::BuyChips(body) => {
                let what = match body.what {
                    WirePurchase::Rebuy => Purchase::Rebuy,
                    WirePurchase::AddOn => Purchase::AddOn,
                };
                Input::Buy { player: who, what }
            }
            R::CheckIn(_) => Input::CheckIn { player: who },
            R::DeclineRebuy(_) => Input::DeclineRebuy { player: who },
            R::QuitTournament(_) => Input::Quit { player: who },
            R::ProposeDeal(body) => {
                Input::ProposeDeal(self.deal_wish(who, body.proposal, body.for_winner))
            }
            R::VoteOnDeal(body) => {
                Input::Vote { player: who, deal: deals::deal_in(body.deal), agrees: body.accept }
            }
            _ => {
                let text = "The tournament cannot do this now.";
                return refused(id, ErrorCode::NotAllowedNow, text);
            }
        };
        match self.step(now, seed, input, outputs) {
            Ok(()) => {
                outputs.after.extend(price.map(After::Settle));
                vec![Done { request: id }.into()]
            }
            Err(error) => refused(id, wire::code(&error), &self.refusal_text(&error)),
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
        let mut view = self.view(now, account);
        view.extend(account.into_iter().flat_map(|account| self.open_offers(account, now)));
        view.extend(self.rematches.last().map(|offered| offered.clone().into()));
        view
    }

    fn enter(
        &mut self,
        now: Millis,
        seed: u64,
        player: Player,
        (&EnterTournament { request, of_age, .. }, price): (&EnterTournament, Option<HeldPrice>),
        outputs: &mut Outputs,
    ) -> Vec<ServerMessage> {
        if player.bot && !self.announcement.bots_allowed {
            return refused(
                request,
                ErrorCode::BotsNotAllowed,
                "Bots may not play in this tournament.",
            );
        }
        let Some(price) = price else {
            return refused(request, ErrorCode::Internal, "The price of this entry is not held.");
        };
        let who = PlayerId(player.account.0);
        let input = paid_with(&price, Input::Enter { player: who, of_age });
        match self.step_with(now, seed, [player], input, outputs) {
            Ok(()) => {
                outputs.after.push(After::Settle(price));
                let entry = self.director.entry_of(who).unwrap_or_default();
                let known = self.director.entry(entry).map(|entry| entry.whereabouts);
                let waiting = known == Some(Whereabouts::Waiting);
                let (tournament, entry) = (WireTournamentId(self.id.0), EntryId(entry.0.into()));
                vec![Entered { request, tournament, entry, waiting }.into()]
            }
            Err(error) => refused(request, wire::code(&error), &self.refusal_text(&error)),
        }
    }

    /// Handles a command of the floor.
    fn direct(
        &mut self,
        now: Millis,
        seed: u64,
        player: Player,
        (order, behind, price): (DirectTournament, Behind, Option<HeldPrice>),
        outputs: &mut Outputs,
    ) -> Vec<ServerMessage> {
        let Behind { owner, entrant, .. } = behind;
        let request = order.request;
        if entrant.as_ref().is_some_and(|who| who.bot && !self.announcement.bots_allowed) {
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
        let entering = entrant.as_ref().map(|who| PlayerId(who.account.0));
        let looks_twice = matches!(&command, TournamentCommand::SetStack(order) if !order.beyond);
        let command = match commands::command_in(self, command, entering) {
            Ok(command) => command,
            Err(why) => return refused(request, ErrorCode::NotAllowedNow, why),
        };
        if let Some(more) = self.beyond_entries(&command).filter(|_| looks_twice) {
            let why = format!(
                "This brings {more} more chips into play than the entries brought. If the number \
                 is right, give the command again with --beyond, or tick that it may."
            );
            return refused(request, ErrorCode::BeyondEntries, &why);
        }
        let operator = Operator { account: PlayerId(player.account.0), owner };
        let pays = price.filter(|_| entrant.is_some());
        let newcomers = std::iter::once(player).chain(entrant);
        let order = FloorOrder { operator, seen: Seq(seq.0), reason, rule, command };
        let input = match &pays {
            Some(price) => paid_with(price, Input::Floor(order)),
            None => Input::Floor(order),
        };
        match self.step_with(now, seed, newcomers, input, outputs) {
            Ok(()) => {
                outputs.after.extend(pays.map(After::Settle));
                vec![Done { request }.into()]
            }
            Err(error) => refused(request, wire::code(&error), &self.refusal_text(&error)),
        }
    }

    /// Returns how many chips that no entry brought a new stack brings into play.
    fn beyond_entries(&self, command: &Command) -> Option<Chips> {
        match command {
            Command::SetStack(entry, chips) => self.director.chips_beyond(*entry, *chips),
            _ => None,
        }
    }

    /// Makes a step that brings these players. Nobody is introduced by a refused step.
    fn step_with(
        &mut self,
        now: Millis,
        seed: u64,
        newcomers: impl IntoIterator<Item = Player>,
        input: Input,
        outputs: &mut Outputs,
    ) -> Result<(), Refusal> {
        let before = outputs.after.len();
        outputs.after.extend(newcomers.into_iter().map(After::Introduce));
        let result = self.step(now, seed, input, outputs);
        if result.is_err() {
            outputs.after.truncate(before);
        }
        result
    }

    fn step(
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
            self.end(outputs);
        } else if self.seq >= self.snapshot_seq + STEPS_PER_SNAPSHOT {
            outputs.unit.snapshot = Some(stored::snapshot(self.id, self.seq, &self.director));
            self.snapshot_seq = self.seq;
        }
        outputs.events.extend(events);
        Ok(())
    }

    /// Returns the league it counts for.
    #[must_use]
    pub fn league(&self) -> Option<&str> {
        self.announcement.counting.as_ref().map(|counting| &*counting.league.id)
    }

    /// Returns the bans from tournaments of this kind in these events, and the lifted ones, each
    /// with the operator and the reason.
    fn bans(&self, now: Millis, events: &[Event]) -> Vec<StoredBan> {
        let ruling = events.iter().rev().find_map(|event| match event {
            Event::Ruled(ruling) => Some(ruling),
            _ => None,
        });
        let bans = events.iter().filter_map(|event| match event {
            // The director itself enforces a ban from this tournament alone.
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

    /// Adds the results to the last step.
    fn end(&self, outputs: &mut Outputs) {
        // The last step may have brought a player who is not introduced yet.
        let newcomer = |player: PlayerId| {
            outputs.after.iter().find_map(|after| match after {
                After::Introduce(known) if known.account.0 == player.0 => Some(known),
                _ => None,
            })
        };
        let name_of = |player| {
            let known = self.people.get(&player).or_else(|| newcomer(player));
            known.map_or_else(|| "somebody".to_owned(), |player| player.name.to_string())
        };
        let (name, announcement) = (&self.name, &self.announcement);
        let results = KeptResults::of(name, &self.game_name, announcement, &self.director, name_of);
        let Some((results, scored)) = results else { return };
        outputs.unit.results.push(results.stored(self.id));
        outputs.after.extend(scored.err().map(After::NoPoints));
    }

    /// Builds the messages about a step, once every table has its id.
    pub fn say(&mut self, now: Millis, events: &[Event]) -> Said {
        wire::say(self, now, events)
    }

    /// Returns the whole tournament as a viewer sees it, and the reason for its pause
    /// if it is paused.
    #[must_use]
    pub fn view(&self, now: Millis, account: Option<AccountId>) -> Vec<ServerMessage> {
        let mut view = vec![wire::snapshot(self, now, account).into()];
        view.extend(wire::paused(self).map(ServerMessage::from));
        view.extend(wire::pots(self).map(ServerMessage::from));
        view
    }
}

/// Builds an entry, with the ticket that pays for it if there is one.
fn paid_with(price: &HeldPrice, entry: Input) -> Input {
    match &price.ticket {
        Some(ticket) => Input::ByTicket { worth: Cents(ticket.worth.0), entry: Box::new(entry) },
        None => entry,
    }
}

fn refused(request: RequestId, code: ErrorCode, message: &str) -> Vec<ServerMessage> {
    vec![Refused { request, code, message: message.to_owned() }.into()]
}

#[cfg(test)]
mod tests;
