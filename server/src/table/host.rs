//! A table without a runtime: inputs and time go in, what is to be stored and said comes out.
//!
//! The actor around it carries messages and sleeps until [`TableHost::deadline`]; a simulation
//! can do the same without a runtime. The host applies a step at once; the caller keeps back
//! everything in [`Outputs`] until [`Outputs::unit`] is durable, and throws the host away for one
//! folded from the store when it cannot be made so.

use super::handle::{Player, TableRequest};
use super::stored::{self, FoldError, Folded, Ratholes};
use super::wire::{self, Person};
use crate::cashier::Hold;
use crate::ids::{AccountId, ConnectionId, TableId};
use crate::store::{LedgerAccount, Record, StoredStream, Transfer, Unit};
use cardroom_cards::DeckOrder;
use cardroom_engine::{Event, Input, Refusal, Table, TableSetup, TurnNo, Viewer};
use cardroom_protocol::lobby::TableInfo;
use cardroom_protocol::server::{
    ActionAccepted, ActionRefused, ChatLine, Done, LeftTable, Refused, Seated, ServerMessage, Step,
    TableSnapshot,
};
use cardroom_protocol::{ActionId, ErrorCode, RequestId, TableId as WireTableId};
use cardroom_rules::{Chips, DeckKind, HandNo, Millis, PlayerId, SeatNo};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A snapshot is stored at the first end of a hand after so many steps.
const STEPS_PER_SNAPSHOT: u64 = 256;
/// What the house took is swept from the table every so many hands.
const HANDS_PER_SWEEP: u64 = 64;

/// What a table is besides its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableDescription {
    /// Its name in the lobby.
    pub name: String,
    /// Whether accounts may play here by program.
    pub bots_allowed: bool,
}

/// What can happen to a table.
#[derive(Debug)]
pub enum HostInput {
    /// A connection wants to hear from the table.
    Attach {
        /// Which.
        connection: ConnectionId,
        /// Whose, after a login.
        player: Option<Player>,
        /// Answered when present.
        request: Option<RequestId>,
    },
    /// A connection is gone.
    Detach {
        /// Which.
        connection: ConnectionId,
    },
    /// A connection wants something.
    Request {
        /// Which.
        connection: ConnectionId,
        /// Whose, after a login.
        player: Option<Player>,
        /// Repeated in the answer.
        request: RequestId,
        /// What.
        what: TableRequest,
    },
    /// A deck for the next hand, drawn because [`TableHost::wants_deck`] said so.
    Deck {
        /// Its order.
        deck: DeckOrder,
        /// The draw for a first button.
        draw: u32,
    },
    /// [`TableHost::deadline`] has passed.
    Tick,
    /// The process has just started: a hand in progress is voided, nobody is connected, and the
    /// table takes on the setup it is configured with; without one everybody is paid out.
    Recover {
        /// The setup from now on.
        setup: Option<TableSetup>,
    },
    /// No more hands.
    Drain,
}

/// What follows from an input.
#[derive(Debug, Default)]
pub struct Outputs {
    /// To be made durable before anything else here happens; may be empty.
    pub unit: Unit,
    /// For every connection in [`TableHost::audience`]: the same for all.
    pub step: Option<Step>,
    /// For single connections, after the step and in the same frame.
    pub private: Vec<(ConnectionId, ServerMessage)>,
    /// For every attached connection; not part of the game.
    pub chat: Option<ChatLine>,
    /// What others have to know.
    pub after: Vec<After>,
    /// The lobby shows the table differently.
    pub info_changed: bool,
}

/// What others have to know once a step is durable.
#[derive(Debug)]
pub enum After {
    /// Chips of a hold are on the table.
    Settle(Hold),
    /// Chips came back to a wallet; its owner hears of it.
    Credit(AccountId, Chips),
    /// An account has a seat here.
    Seated(AccountId),
    /// An account has no seat here any more.
    Unseated(AccountId),
    /// So many actions were taken.
    Acted,
    /// A hand is over.
    HandOver,
}

/// One connection that hears from the table.
#[derive(Clone, Debug)]
struct Attached {
    player: Option<Player>,
    /// Asked to watch: stays when its player leaves the seat.
    observing: bool,
    /// The last step its view contained.
    since: u64,
}

/// The answer to a player's last action, given again when it is sent again.
#[derive(Clone, Debug)]
struct LastAnswer {
    action_id: ActionId,
    answer: ServerMessage,
}

/// A table without a runtime.
#[derive(Debug)]
pub struct TableHost {
    id: TableId,
    description: TableDescription,
    table: Table,
    seq: u64,
    snapshot_seq: u64,
    people: BTreeMap<PlayerId, Player>,
    attached: BTreeMap<ConnectionId, Attached>,
    answers: BTreeMap<PlayerId, LastAnswer>,
    ratholes: Ratholes,
    /// The deck of the hand in progress, for folding after a failed append.
    deck: Option<(HandNo, DeckOrder)>,
    average_pot: Chips,
    draining: bool,
    events: Vec<Event>,
}

impl TableHost {
    /// The table its stream leads to; an empty stream is a new table with the configured setup.
    /// Before anything else it has to be told who its players are ([`TableHost::introduce`]), and
    /// to [recover](HostInput::Recover).
    ///
    /// # Errors
    /// The stream does not fold.
    pub fn open(
        id: TableId,
        description: TableDescription,
        configured: Option<&TableSetup>,
        stream: &StoredStream,
    ) -> Result<Self, FoldError> {
        let Folded { table, seq, ratholes } = stored::fold(configured, stream, None)?;
        Ok(Self {
            id,
            description,
            people: BTreeMap::new(),
            table,
            seq,
            snapshot_seq: stream.snapshot.as_ref().map_or(0, |snapshot| snapshot.seq),
            attached: BTreeMap::new(),
            answers: BTreeMap::new(),
            ratholes,
            deck: None,
            average_pot: Chips::ZERO,
            draining: false,
            events: Vec::new(),
        })
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> TableId {
        self.id
    }

    /// The accounts that sit here and have not been introduced.
    pub fn strangers(&self) -> Vec<AccountId> {
        let players = self.table.players().map(|(_, player)| player);
        let strangers = players.filter(|player| !self.people.contains_key(player));
        strangers.map(|player| AccountId(player.0)).collect()
    }

    /// Says who a player of the table is.
    pub fn introduce(&mut self, player: Player) {
        self.people.insert(player_id(player.account), player);
    }

    /// The same table after an append failed: folded again from what is stored, with a full view
    /// for everybody.
    ///
    /// # Errors
    /// The stream does not fold.
    pub fn refold(&mut self, now: Millis, stream: &StoredStream) -> Result<Outputs, FoldError> {
        let setup = self.table.setup();
        let folded = stored::fold(Some(setup), stream, self.deck.as_ref())?;
        let Folded { table, seq, ratholes } = folded;
        self.table = table;
        self.seq = seq;
        self.ratholes = ratholes;
        self.answers.clear();
        let mut outputs = Outputs { info_changed: true, ..Outputs::default() };
        let connections: Vec<_> = self.attached.keys().copied().collect();
        for connection in connections {
            self.snapshot_for(connection, now, &mut outputs);
        }
        Ok(outputs)
    }

    /// What an input at this time leads to.
    pub fn on(&mut self, now: Millis, input: HostInput) -> Outputs {
        let mut outputs = Outputs::default();
        match input {
            HostInput::Attach { connection, player, request } => {
                self.attach(now, connection, player, &mut outputs);
                if let Some(request) = request {
                    outputs.private.push((connection, Done { request }.into()));
                }
            }
            HostInput::Detach { connection } => self.detach(now, connection, &mut outputs),
            HostInput::Request { connection, player, request, what } => {
                self.request(now, connection, player, request, what, &mut outputs);
            }
            HostInput::Deck { deck, draw } => self.start_hand(now, deck, draw, &mut outputs),
            HostInput::Tick => {
                // A tick is never refused; with nothing due it does nothing.
                let _ = self.step(now, Input::Tick, &mut outputs);
            }
            HostInput::Recover { setup } => self.recover(now, setup, &mut outputs),
            HostInput::Drain => {
                self.draining = true;
                self.add_snapshot(&mut outputs);
            }
        }
        outputs
    }

    /// When [`HostInput::Tick`] is due, or a deck wanted.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        if self.is_quiet() { None } else { self.table.deadline() }
    }

    /// Which deck is wanted now for the next hand.
    #[must_use]
    pub fn wants_deck(&self, now: Millis) -> Option<DeckKind> {
        (!self.draining && self.table.wants_hand(now)).then(|| self.table.setup().game.deck)
    }

    /// Draining, and no hand is in progress: nothing more will happen here.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.draining && self.table.hand_in_progress().is_none()
    }

    /// Every connection that hears from the table.
    pub fn attached(&self) -> impl Iterator<Item = ConnectionId> {
        self.attached.keys().copied()
    }

    /// Which connections get the step in [`Outputs::step`]: all but those whose first view
    /// contains it.
    pub fn audience(&self) -> impl Iterator<Item = ConnectionId> {
        let seq = self.seq;
        self.attached
            .iter()
            .filter(move |(_, attached)| attached.since < seq)
            .map(|(connection, _)| *connection)
    }

    /// Whether a connection hears from the table.
    #[must_use]
    pub fn is_attached(&self, connection: ConnectionId) -> bool {
        self.attached.contains_key(&connection)
    }

    /// The table as the lobby shows it.
    #[must_use]
    pub fn info(&self) -> TableInfo {
        wire::info(self.id, &self.description, &self.table, self.average_pot)
    }

    /// The chips of every player here, on the way to the table included.
    pub fn chips_by_account(&self) -> impl Iterator<Item = (AccountId, Chips)> {
        self.table.chips_by_player().map(|(player, chips)| (AccountId(player.0), chips))
    }

    /// The table itself, for whoever inspects it in tests and simulations.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    // Connections.

    fn attach(
        &mut self,
        now: Millis,
        connection: ConnectionId,
        player: Option<Player>,
        outputs: &mut Outputs,
    ) {
        if let Some(seat) = player.as_ref().and_then(|player| self.seat_of(player.account)) {
            // Refused when the seat counts as connected already.
            let _ = self.step(now, Input::Presence { seat, connected: true }, outputs);
        }
        self.attached.insert(connection, Attached { player, observing: true, since: self.seq });
        self.snapshot_for(connection, now, outputs);
    }

    fn detach(&mut self, now: Millis, connection: ConnectionId, outputs: &mut Outputs) {
        let Some(attached) = self.attached.remove(&connection) else { return };
        let Some(player) = attached.player else { return };
        let mut others = self.attached.values().filter_map(|other| other.player.as_ref());
        if others.any(|other| other.account == player.account) {
            return;
        }
        if let Some(seat) = self.seat_of(player.account) {
            let _ = self.step(now, Input::Presence { seat, connected: false }, outputs);
        }
    }

    fn snapshot_for(&mut self, connection: ConnectionId, now: Millis, outputs: &mut Outputs) {
        let Some(attached) = self.attached.get_mut(&connection) else { return };
        attached.since = self.seq;
        let account = attached.player.as_ref().map(|player| player.account);
        let seat = account.and_then(|account| self.seat_of(account));
        let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
        let own = seat.zip(account).map(|(seat, account)| {
            let last = self.answers.get(&player_id(account));
            let preferences = self.table.preferences(seat);
            let (wait_for_big_blind, auto_muck) = preferences.unwrap_or_default();
            wire::Own {
                seat,
                last_action_id: last.map_or(ActionId(0), |last| last.action_id),
                wait_for_big_blind,
                auto_muck,
            }
        });
        let view = self.table.view(viewer);
        let view = wire::view(self.info(), self.seq, now, &view, own, |who| self.person(who));
        let message = TableSnapshot { table: WireTableId(self.id.0), view: Box::new(view) };
        outputs.private.push((connection, message.into()));
    }

    // Requests.

    fn request(
        &mut self,
        now: Millis,
        connection: ConnectionId,
        player: Option<Player>,
        request: RequestId,
        what: TableRequest,
        outputs: &mut Outputs,
    ) {
        let result = match (what, player) {
            (TableRequest::Unobserve, player) => {
                self.unobserve(connection, player);
                Ok(())
            }
            (_, None) => Err(refused(ErrorCode::NotLoggedIn, "log in first")),
            (TableRequest::Sit { seat, hold, wait_for_big_blind }, Some(player)) => {
                let ask = SitRequest { connection, request, seat, hold, wait_for_big_blind };
                match self.sit(now, ask, player, outputs) {
                    // The answer names the seat and is given already.
                    Ok(()) => return,
                    Err(refusal) => Err(refusal),
                }
            }
            (TableRequest::Act { turn, action_id, action }, Some(player)) => {
                let ask = (TurnNo(turn.0), action_id, wire::action_in(action));
                return self.act(now, connection, &player, ask, outputs);
            }
            (TableRequest::Chat { text }, Some(player)) => {
                self.chat(&player, text, outputs);
                Ok(())
            }
            (what, Some(player)) => self.seat_request(now, &player, what, outputs),
        };
        let answer: ServerMessage = match result {
            Ok(()) => Done { request }.into(),
            Err((code, message)) => Refused { request, code, message }.into(),
        };
        outputs.private.push((connection, answer));
    }

    /// What only somebody with a seat can want.
    fn seat_request(
        &mut self,
        now: Millis,
        player: &Player,
        what: TableRequest,
        outputs: &mut Outputs,
    ) -> Result<(), (ErrorCode, String)> {
        let seat = self.seat_of(player.account).ok_or_else(not_seated)?;
        let (input, hold) = match what {
            TableRequest::TopUp { hold } => {
                (Input::TopUp { seat, amount: hold.amount() }, Some(hold))
            }
            TableRequest::SitOut => (Input::SitOut { seat }, None),
            TableRequest::SitIn => (Input::SitIn { seat }, None),
            TableRequest::Leave => (Input::Leave { seat }, None),
            TableRequest::SetPreferences { wait_for_big_blind, auto_muck } => {
                (Input::Prefer { seat, wait_for_big_blind, auto_muck }, None)
            }
            TableRequest::ShowOrMuck { show } => (Input::ShowOrMuck { seat, show }, None),
            TableRequest::Unobserve
            | TableRequest::Sit { .. }
            | TableRequest::Act { .. }
            | TableRequest::Chat { .. } => {
                return Err(refused(ErrorCode::Internal, "not a request of a seat"));
            }
        };
        self.step(now, input, outputs).map_err(|refusal| explain(&refusal))?;
        outputs.after.extend(hold.map(After::Settle));
        Ok(())
    }

    fn unobserve(&mut self, connection: ConnectionId, player: Option<Player>) {
        let seated = player.is_some_and(|player| self.seat_of(player.account).is_some());
        if seated {
            if let Some(attached) = self.attached.get_mut(&connection) {
                attached.observing = false;
            }
        } else {
            self.attached.remove(&connection);
        }
    }

    fn sit(
        &mut self,
        now: Millis,
        ask: SitRequest,
        player: Player,
        outputs: &mut Outputs,
    ) -> Result<(), (ErrorCode, String)> {
        let SitRequest { connection, request, seat, hold, wait_for_big_blind } = ask;
        if self.draining {
            return Err(refused(ErrorCode::TableClosed, "the room is closing"));
        }
        if player.bot && !self.description.bots_allowed {
            return Err(refused(ErrorCode::BotsNotAllowed, "programs may not play here"));
        }
        let seat = match seat {
            Some(seat) => SeatNo(seat),
            None => {
                self.free_seat().ok_or_else(|| refused(ErrorCode::TableFull, "no seat is free"))?
            }
        };
        let who = player_id(player.account);
        let owed = self.ratholes.get(&player.account).filter(|(_, until)| *until > now);
        let input = Input::Sit {
            seat,
            player: who,
            buy_in: hold.amount(),
            owed: owed.map_or(Chips::ZERO, |(owed, _)| *owed),
            wait_for_big_blind,
        };
        let known = self.people.insert(who, player.clone());
        if let Err(refusal) = self.step(now, input, outputs) {
            if known.is_none() {
                self.people.remove(&who);
            }
            return Err(explain(&refusal));
        }
        outputs.after.push(After::Settle(hold));
        let table = WireTableId(self.id.0);
        outputs.private.push((connection, Seated { request, table, seat: seat.0 }.into()));
        if !self.is_attached(connection) {
            let attached = Attached { player: Some(player), observing: false, since: self.seq };
            self.attached.insert(connection, attached);
            self.snapshot_for(connection, now, outputs);
        }
        Ok(())
    }

    fn act(
        &mut self,
        now: Millis,
        connection: ConnectionId,
        player: &Player,
        (turn, action_id, action): (TurnNo, ActionId, cardroom_engine::Action),
        outputs: &mut Outputs,
    ) {
        let table = WireTableId(self.id.0);
        let refuse = |code, message, legal| {
            ServerMessage::from(ActionRefused { table, action_id, code, message, legal })
        };
        let Some(seat) = self.seat_of(player.account) else {
            let (code, message) = not_seated();
            return outputs.private.push((connection, refuse(code, message, None)));
        };
        let who = player_id(player.account);
        if let Some(last) = self.answers.get(&who) {
            if action_id == last.action_id {
                return outputs.private.push((connection, last.answer.clone()));
            }
            if action_id < last.action_id {
                let message = "action ids grow; this one was used before".to_owned();
                let answer = refuse(ErrorCode::StaleActionId, message, None);
                return outputs.private.push((connection, answer));
            }
        }
        let answer = match self.step(now, Input::Act { seat, turn, action }, outputs) {
            Ok(()) => {
                outputs.after.push(After::Acted);
                ActionAccepted { table, action_id }.into()
            }
            Err(refusal) => {
                let (code, message) = explain(&refusal);
                refuse(code, message, refusal.legal.as_ref().map(wire::legal_out))
            }
        };
        self.answers.insert(who, LastAnswer { action_id, answer: answer.clone() });
        outputs.private.push((connection, answer));
    }

    fn chat(&self, player: &Player, text: String, outputs: &mut Outputs) {
        let table = WireTableId(self.id.0);
        outputs.chat = Some(ChatLine { table, name: player.name.to_string(), text });
    }

    // Hands.

    fn start_hand(&mut self, now: Millis, deck: DeckOrder, draw: u32, outputs: &mut Outputs) {
        let next = HandNo(self.table.last_hand().0 + 1);
        let kept = self.deck.replace((next, deck.clone()));
        if self.step(now, Input::StartHand { deck, draw }, outputs).is_err() {
            // The reason for a hand is gone: a player left in the same instant.
            self.deck = kept;
        }
    }

    fn recover(&mut self, now: Millis, setup: Option<TableSetup>, outputs: &mut Outputs) {
        self.events.clear();
        let mut events = std::mem::take(&mut self.events);
        if self.table.hand_in_progress().is_some() {
            let reason = "the room was restarted in the middle of the hand".to_owned();
            let _ = self.table.step_into(now, Input::VoidHand { reason }, &mut events);
        }
        let seats: Vec<_> = self.table.players().map(|(seat, _)| seat).collect();
        for seat in seats {
            let seats_left = setup.as_ref().map_or(0, |setup| setup.seats);
            let input = if seat.0 < seats_left {
                Input::Presence { seat, connected: false }
            } else {
                Input::Leave { seat }
            };
            // Refused for who was not connected before either.
            let _ = self.table.step_into(now, input, &mut events);
        }
        if self.table.is_paused() {
            let _ = self.table.step_into(now, Input::Resume, &mut events);
        }
        // Refused when the house took nothing.
        let _ = self.table.step_into(now, Input::SweepHouse, &mut events);
        self.commit(now, events, outputs);
        if let Some(Err(reason)) = setup.map(|setup| self.table.adopt(setup)) {
            tracing::error!(table = self.id.0, reason, "the table keeps the setup it had");
        }
        // The stream goes on under the setup of now, and its snapshot names it.
        outputs.unit.snapshot = stored::snapshot(self.id, self.seq, &self.table, &self.ratholes);
        self.snapshot_seq = self.seq;
    }

    /// One step of the engine: what it leads to is added to the outputs.
    fn step(&mut self, now: Millis, input: Input, outputs: &mut Outputs) -> Result<(), Refusal> {
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        let result = self.table.step_into(now, input, &mut events);
        if result.is_ok() {
            let ended = events.iter().any(|event| matches!(event, Event::HandEnded { .. }));
            if ended && self.table.last_hand().0.is_multiple_of(HANDS_PER_SWEEP) {
                // Refused when the house took nothing.
                let _ = self.table.step_into(now, Input::SweepHouse, &mut events);
            }
            self.commit(now, events, outputs);
        } else {
            self.events = events;
        }
        result
    }

    /// Turns events into what is to be stored and said.
    fn commit(&mut self, now: Millis, events: Vec<Event>, outputs: &mut Outputs) {
        if events.is_empty() {
            self.events = events;
            return;
        }
        self.seq += 1;
        let record: Record = stored::record(self.id, self.seq, now, &events);
        outputs.unit.records.push(record);
        let step = wire::step(self.id, self.seq, now, &events, &self.table, |who| self.person(who));
        outputs.step = Some(step);
        for (index, event) in events.iter().enumerate() {
            self.follow(now, index, event, outputs);
        }
        self.private_parts(&events, outputs);
        if self.seq >= self.snapshot_seq + STEPS_PER_SNAPSHOT {
            self.add_snapshot(outputs);
        }
        self.events = events;
    }

    /// What single events mean outside of the game.
    fn follow(&mut self, now: Millis, index: usize, event: &Event, outputs: &mut Outputs) {
        let ring = Arc::clone(&self.table.setup().ring);
        stored::note_rathole(&mut self.ratholes, event, now, &ring);
        let table = LedgerAccount::Table(self.id);
        match event {
            Event::SeatTaken { player, stack, .. } => {
                let account = AccountId(player.0);
                let wallet = LedgerAccount::Wallet(account);
                self.transfer(now, index, wallet, table, *stack, outputs);
                outputs.after.push(After::Seated(account));
                outputs.info_changed = true;
            }
            Event::TopUpPending { seat, amount }
            | Event::ToppedUp { seat, amount, was_pending: false } => {
                if let Some(account) = self.account_at(*seat) {
                    let wallet = LedgerAccount::Wallet(account);
                    self.transfer(now, index, wallet, table, *amount, outputs);
                }
            }
            Event::SeatLeft { player, cashed_out, .. } => {
                let account = AccountId(player.0);
                if !cashed_out.is_zero() {
                    let wallet = LedgerAccount::Wallet(account);
                    self.transfer(now, index, table, wallet, *cashed_out, outputs);
                    outputs.after.push(After::Credit(account, *cashed_out));
                }
                self.say_goodbye(*player, *cashed_out, outputs);
                outputs.after.push(After::Unseated(account));
                outputs.info_changed = true;
            }
            Event::HouseSwept { rake, time } => {
                let rake_to = ring.rake.as_ref().map(|terms| &terms.account);
                let time_to = ring.time_charge.as_ref().map(|terms| &terms.account);
                for (place, amount, to) in [(0, *rake, rake_to), (1, *time, time_to)] {
                    if let Some(to) = to.filter(|_| !amount.is_zero()) {
                        let house = LedgerAccount::House(to.clone());
                        let index = 2 * index + place;
                        self.transfer(now, index, table.clone(), house, amount, outputs);
                    }
                }
            }
            Event::StreetClosed { pots } => {
                // A moving average, an eighth of the way each time.
                let pot: Chips = pots.iter().map(|pot| pot.amount).sum();
                let (eighth, _) = pot.divide(8);
                let (old, _) = self.average_pot.times(7).divide(8);
                self.average_pot = if self.average_pot.is_zero() { pot } else { old + eighth };
            }
            Event::HandEnded { .. } | Event::HandVoided { .. } => {
                outputs.after.push(After::HandOver);
                outputs.info_changed = true;
            }
            _ => {}
        }
    }

    fn say_goodbye(&mut self, player: PlayerId, cashed_out: Chips, outputs: &mut Outputs) {
        let account = AccountId(player.0);
        let mut dropped = Vec::new();
        for (connection, attached) in &self.attached {
            if attached.player.as_ref().is_none_or(|own| own.account != account) {
                continue;
            }
            let left = LeftTable {
                table: WireTableId(self.id.0),
                cashed_out: wire::chips(cashed_out),
                reason: "the seat was given up".to_owned(),
            };
            outputs.private.push((*connection, left.into()));
            if !attached.observing {
                dropped.push(*connection);
            }
        }
        for connection in dropped {
            self.attached.remove(&connection);
        }
        self.people.remove(&player);
        self.answers.remove(&player);
    }

    /// Own cards and own turns, for the players they belong to.
    fn private_parts(&self, events: &[Event], outputs: &mut Outputs) {
        let dealt = events.iter().any(|event| matches!(event, Event::HoleDealt { .. }));
        let turn = events.iter().rev().find_map(|event| match event {
            Event::TurnBegan { seat, .. } => Some(*seat),
            _ => None,
        });
        if !dealt && turn.is_none() {
            return;
        }
        for (connection, attached) in &self.attached {
            if attached.since >= self.seq {
                continue;
            }
            let Some(player) = &attached.player else { continue };
            let Some(seat) = self.seat_of(player.account) else { continue };
            if dealt {
                let cards = wire::hole_cards(self.id, self.seq, &self.table, seat);
                outputs.private.extend(cards.map(|cards| (*connection, cards.into())));
            }
            if turn == Some(seat) {
                let turn = wire::your_turn(self.id, self.seq, &self.table, seat);
                outputs.private.extend(turn.map(|turn| (*connection, turn.into())));
            }
        }
    }

    fn add_snapshot(&mut self, outputs: &mut Outputs) {
        if self.seq == self.snapshot_seq {
            return;
        }
        outputs.unit.snapshot = stored::snapshot(self.id, self.seq, &self.table, &self.ratholes);
        if outputs.unit.snapshot.is_some() {
            self.snapshot_seq = self.seq;
        }
    }

    fn transfer(
        &self,
        now: Millis,
        index: usize,
        from: LedgerAccount,
        to: LedgerAccount,
        amount: Chips,
        outputs: &mut Outputs,
    ) {
        let id = format!("table:{}:{}:{index}", self.id, self.seq);
        outputs.unit.transfers.push(Transfer { id, from, to, amount, at_ms: now.0 });
    }

    // Who is who.

    fn seat_of(&self, account: AccountId) -> Option<SeatNo> {
        let who = player_id(account);
        self.table.players().find(|(_, player)| *player == who).map(|(seat, _)| seat)
    }

    fn account_at(&self, seat: SeatNo) -> Option<AccountId> {
        let mut players = self.table.players();
        players.find(|(taken, _)| *taken == seat).map(|(_, player)| AccountId(player.0))
    }

    fn free_seat(&self) -> Option<SeatNo> {
        let taken = |seat: &SeatNo| self.table.players().any(|(other, _)| other == *seat);
        (0..self.table.setup().seats).map(SeatNo).find(|seat| !taken(seat))
    }

    fn person(&self, player: PlayerId) -> Person<'_> {
        match self.people.get(&player) {
            Some(player) => Person { name: &player.name, bot: player.bot },
            None => Person { name: "somebody", bot: false },
        }
    }
}

/// A request to sit, with where its answer goes.
struct SitRequest {
    connection: ConnectionId,
    request: RequestId,
    seat: Option<u8>,
    hold: Hold,
    wait_for_big_blind: bool,
}

fn player_id(account: AccountId) -> PlayerId {
    PlayerId(account.0)
}

fn explain(refusal: &Refusal) -> (ErrorCode, String) {
    (wire::refusal_code(refusal), refusal.to_string())
}

fn refused(code: ErrorCode, message: &str) -> (ErrorCode, String) {
    (code, message.to_owned())
}

fn not_seated() -> (ErrorCode, String) {
    refused(ErrorCode::NotSeated, "you have no seat at this table")
}
