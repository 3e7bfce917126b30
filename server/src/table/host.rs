//! A table without a runtime: inputs and time go in, what is to be stored and said comes out.
//!
//! The actor around it carries messages and sleeps until [`TableHost::deadline`]; a simulation
//! can do the same without a runtime. The host applies a step at once; the caller keeps back
//! everything in [`Outputs`] until [`Outputs::unit`] is durable, and throws the host away for one
//! folded from the store when it cannot be made so.

mod chat;
mod closing;
mod floor;
mod origins;
mod requests;
mod steps;
mod value;
mod viewers;
mod waiting;

use self::origins::Origins;
use super::answered::Answered;
use super::backing::Backing;
use super::handle::{Player, TableRequest};
use super::night::Night;
use super::orders::{LevelPlays, OrderDesk};
use super::played::{HandLog, PlayedHand};
use super::stored::{self, FoldError, Folded, Ratholes};
use super::twins::Twins;
use super::wire::{self, FaceUp, Person, RuleNumbers};
use crate::accounts::Look;
use crate::cashier::Hold;
use crate::ids::{AccountId, ConnectionId, TableId, TournamentId};
use crate::store::{StoredStream, Transfer, Unit};
use crate::tenure::Tenure;
use crate::vault::{SealedDecks, Vault};
use arrayvec::ArrayVec;
use cardroom_engine::{Decks, Event, Input, Table, TableSetup, TurnNo};
use cardroom_protocol::hybrid::FloorOrdered;
use cardroom_protocol::lobby::TableInfo;
use cardroom_protocol::server::{ActionRefused, Done, ServerMessage, Step};
use cardroom_protocol::waiting::WaitListEnd;
use cardroom_protocol::{ActionId, RequestId};
use cardroom_rules::{Chips, Game, HandNo, Millis, PlayerId, SeatNo, TableNo};
use cardroom_tournament::{OrderNo, Ordered, Report};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How long a seat is kept for the first in line, where nothing else is said.
const SEAT_OFFER: Millis = Millis::seconds(30);

/// What a table is besides its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableDescription {
    /// Its name in the lobby.
    pub name: String,
    /// Whether accounts may play here by program.
    pub bots_allowed: bool,
    /// The rotation it plays, where it plays several games in turn.
    pub rotation: Option<RotationName>,
    /// The tournament it belongs to, where it belongs to one.
    pub event: Option<EventTable>,
    /// Who hosts it, at a private table.
    pub hosted_by: Option<HostedBy>,
    /// Whether players chat freely during a hand.
    pub free_chat: bool,
}

/// The host of a private table: has the floor there, seated or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostedBy {
    pub account: AccountId,
    /// The name others see.
    pub name: Arc<str>,
    /// Since when it has been an account.
    pub tenure: Tenure,
}

/// What a table of a tournament is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventTable {
    pub tournament: TournamentId,
    pub number: TableNo,
    /// What is played at each level.
    pub levels: Arc<[LevelPlays]>,
}

/// What a rotation of games is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RotationName {
    /// Its id, such as `horse`.
    pub id: String,
    /// Its name, such as "HORSE".
    pub name: String,
}

/// What can happen to a table.
#[derive(Debug)]
pub enum HostInput {
    /// A connection wants to hear from the table.
    Attach {
        connection: ConnectionId,
        /// Whose, after a login.
        player: Option<Player>,
        request: Option<RequestId>,
        /// Goes on watching when its player leaves the seat.
        observing: bool,
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
    /// A connection wants something.
    Request {
        connection: ConnectionId,
        /// Whose, after a login.
        player: Option<Player>,
        /// Repeated in the answer.
        request: RequestId,
        what: TableRequest,
    },
    /// A deck for the next hand, drawn because [`TableHost::wants_deck`] said so.
    Deck {
        decks: Decks,
        /// The same for the journal; without it the hand does not survive the process.
        sealed: Option<SealedDecks>,
        /// The draw for a first button.
        draw: u32,
    },
    /// The director of the tournament orders something.
    Order {
        ordered: Ordered,
        /// Who the players are that it names.
        people: Vec<Player>,
    },
    /// The director of the tournament has started and wants to hear of the last hand.
    ReportAgain,
    /// An account has sat down at another ring table.
    SeatedElsewhere {
        /// Whose seat it is.
        account: AccountId,
    },
    /// An operator makes a player leave when the hand in progress is over.
    Remove {
        /// Whose seat it is.
        account: AccountId,
    },
    /// A player, or the host, has another name from now on.
    Introduce {
        /// Who it is now.
        player: Player,
    },
    /// [`TableHost::deadline`] has passed.
    Tick,
    /// The process has just started: nobody is connected. A hand in progress goes on with its deck
    /// and a fresh clock, where the deck is known and the setup is the same; otherwise it is
    /// voided. The table takes on the setup it is configured with; without one everybody is paid
    /// out.
    Recover {
        /// The setup from now on.
        setup: Option<TableSetup>,
    },
    /// Of somebody who came or went in a step that could not be stored, it is said again.
    SeePresence,
    Drain,
    /// The table closes: no more hands and nobody new; when the hand in progress is over everybody
    /// is paid out.
    Close,
}

/// What follows from an input.
#[derive(Debug, Default)]
pub struct Outputs {
    /// To be made durable before anything else here happens; may be empty.
    pub unit: Unit,
    /// For every connection in [`TableHost::audience`]: the same for all. There are two where the
    /// next hand begins in the same unit ([`TableHost::go_on`]).
    pub steps: ArrayVec<Step, 2>,
    /// For single connections, after the step and in the same frame.
    pub private: Vec<(ConnectionId, ServerMessage)>,
    /// For every attached connection; not part of the game.
    pub aside: Option<ServerMessage>,
    /// What others have to know.
    pub after: Vec<After>,
    /// A hand that is over with the unit, to be kept with it.
    pub played: Option<Box<PlayedHand>>,
    /// The lobby shows the table differently.
    pub info_changed: bool,
}

/// What others have to know once a step is durable.
#[derive(Debug)]
pub enum After {
    /// Chips of a hold are on the table.
    Settle(Hold),
    /// Chips came back to a wallet; its owner hears of it.
    Credit(AccountId),
    /// An account has a seat here.
    Seated(AccountId),
    /// An account has no seat here any more.
    Unseated(AccountId),
    /// An account is in line for a seat here.
    Waits(AccountId),
    /// An account is not in line here any more.
    WaitsNot(AccountId),
    /// An account hears of something, wherever it is connected.
    Tell(AccountId, Box<ServerMessage>),
    /// So many actions were taken.
    Acted,
    /// A hand is over, and what every player has here then.
    HandOver(Vec<(AccountId, Chips)>),
    /// The director of the tournament hears of it.
    Report(Report),
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

/// What went with those who left in the step that is not stored yet.
#[derive(Debug, Default)]
struct Departed {
    people: Vec<(PlayerId, Player)>,
    attached: Vec<(ConnectionId, Attached)>,
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
    /// The last action of each player that counted, as it is stored.
    answered: Answered,
    /// The refusal of each player's last action. It changed nothing, and is not stored.
    refused: BTreeMap<PlayerId, ActionRefused>,
    /// The action whose step is made now.
    answering: Option<(PlayerId, ActionId)>,
    /// What the floor ordered, while its step is made.
    ordering: Option<FloorOrdered>,
    /// The order that last paused the table, if it is known.
    paused_by: Option<Box<FloorOrdered>>,
    departed: Departed,
    ratholes: Ratholes,
    /// The tables that are one game with this one, where there are any.
    twins: Option<Twins>,
    /// Kept where an address has one seat.
    origins: Option<Origins>,
    /// The decks of the hand in progress, for folding after a failed append.
    decks: Option<(HandNo, Decks)>,
    /// Those of the hand before: where both are in the step that failed, it is in progress again.
    decks_before: Option<(HandNo, Decks)>,
    /// The decks of a hand that is about to begin, as its first step stores them.
    sealed: Option<SealedDecks>,
    /// Who has not heard yet that the hand is void that the room was restarted in.
    untold: BTreeSet<PlayerId>,
    average_pot: Chips,
    /// What the director of its tournament ordered, where it belongs to one.
    desk: Option<OrderDesk>,
    /// What lies open in the hand in progress.
    face_up: FaceUp,
    /// What happened in it.
    log: HandLog,
    /// The numbers of the rules that rulings rest on.
    rules: RuleNumbers,
    /// The connections of operators who are on the floor for this table.
    attending: BTreeSet<ConnectionId>,
    /// Which of them has taken the open ticket.
    claim: Option<floor::Claim>,
    /// The last step that changed more than who is there.
    played_at: u64,
    /// The turn in which the room could not call the clock.
    clock_refused: Option<TurnNo>,
    draining: bool,
    /// Who waits for a seat.
    line: waiting::Line,
    /// The same before the step that is not stored yet.
    line_before: waiting::Line,
    /// Who may not chat here. It does not outlast the process.
    muted: BTreeSet<AccountId>,
    /// The same before the step that is not stored yet.
    muted_before: BTreeSet<AccountId>,
    /// When each player last showed an emote.
    emoted: BTreeMap<PlayerId, Millis>,
    /// How long a seat is kept for the first in line.
    seat_offer: Millis,
    /// The stack up to which players may top up, where it is not the largest buy-in.
    top_up_to: Option<Chips>,
    /// The ledger of the night as it is stored, at a private table.
    night: Option<Night>,
    /// Which chips have value outside of the table; `None` where all have.
    backing: Option<Backing>,
    /// The same before the step that is not stored yet, if the step changed it.
    backing_before: Option<Backing>,
    /// The host gives the chips that join a stack in this step.
    giving: bool,
    /// Closes when the hand in progress is over.
    closing: bool,
    /// Is closed, once the unit is durable in which it says so.
    closed: bool,
    events: Vec<Event>,
}

impl TableHost {
    /// The table its stream leads to, for a room that cannot open the deck of a hand in progress.
    /// See [`open_with`](Self::open_with).
    ///
    /// # Errors
    /// The stream does not fold.
    pub fn open(
        id: TableId,
        description: TableDescription,
        configured: Option<&TableSetup>,
        stream: &StoredStream,
    ) -> Result<Self, FoldError> {
        Self::open_with(id, description, configured, stream, None)
    }

    /// The table its stream leads to; an empty stream is a new table with the configured setup. The
    /// vault opens the deck of a hand in progress.
    /// Before anything else it has to be told who its players are ([`TableHost::introduce`]), and
    /// to [recover](HostInput::Recover).
    ///
    /// # Errors
    /// The stream does not fold.
    pub fn open_with(
        id: TableId,
        description: TableDescription,
        configured: Option<&TableSetup>,
        stream: &StoredStream,
        vault: Option<&Vault>,
    ) -> Result<Self, FoldError> {
        let desk = description.event.as_ref();
        let desk = desk.map(|event| OrderDesk::new(event.number, Arc::clone(&event.levels)));
        let unseal = |hand, sealed: Option<&SealedDecks>| vault?.unseal(id, hand, sealed?);
        let Folded { table, seq, ratholes, answered, face_up, log, desk, decks } =
            stored::fold(configured, stream, &unseal, desk)?;
        Ok(Self {
            id,
            description,
            desk,
            people: BTreeMap::new(),
            table,
            seq,
            snapshot_seq: stream.snapshot.as_ref().map_or(0, |snapshot| snapshot.seq),
            attached: BTreeMap::new(),
            answered,
            refused: BTreeMap::new(),
            answering: None,
            ordering: None,
            paused_by: None,
            departed: Departed::default(),
            ratholes,
            twins: None,
            origins: None,
            decks,
            decks_before: None,
            sealed: None,
            untold: BTreeSet::new(),
            average_pot: Chips::ZERO,
            face_up,
            log,
            rules: RuleNumbers::default(),
            attending: BTreeSet::new(),
            claim: None,
            played_at: seq,
            clock_refused: None,
            draining: false,
            line: waiting::Line::default(),
            line_before: waiting::Line::default(),
            muted: BTreeSet::new(),
            muted_before: BTreeSet::new(),
            emoted: BTreeMap::new(),
            seat_offer: SEAT_OFFER,
            top_up_to: None,
            night: None,
            backing: None,
            backing_before: None,
            giving: false,
            closing: false,
            closed: false,
            events: Vec::new(),
        })
    }

    /// The same table, whose rulings name the rules by these numbers.
    #[must_use]
    pub fn citing(self, rules: RuleNumbers) -> Self {
        Self { rules, ..self }
    }

    /// The same table, where a seat that frees is kept so long for the first in line.
    #[must_use]
    pub fn offering_seats_for(self, seat_offer: Millis) -> Self {
        Self { seat_offer, ..self }
    }

    /// The same table, where stacks are topped up so far.
    #[must_use]
    pub fn allowing_top_ups_to(self, top_up_to: Option<Chips>) -> Self {
        Self { top_up_to, ..self }
    }

    /// The same table, where the chips of guests, and of accounts that were opened less than this
    /// long ago, have no value outside of it.
    #[must_use]
    pub fn holding_chips_for(self, hold: Option<Millis>) -> Self {
        Self { backing: hold.map(Backing::new), ..self }
    }

    /// The same table, which is one game with others.
    #[must_use]
    pub fn among(self, twins: Option<Twins>) -> Self {
        if let Some(twins) = &twins {
            twins.join(&self.ratholes);
        }
        Self { twins, ..self }
    }

    /// The same table, whose transfers so far are these.
    #[must_use]
    pub fn with_night(self, night: Night) -> Self {
        Self { night: Some(night), ..self }
    }

    /// The ledger of the night as it is stored; `None` where none is kept.
    #[must_use]
    pub fn night(&self) -> Option<Night> {
        let mut night = self.night.clone()?;
        let stacks = self.table.chips_before_hand();
        night.count(stacks.map(|(player, chips)| (AccountId(player.0), chips)));
        Some(night)
    }

    /// Adds transfers to the ledger of the night, now that they are stored.
    pub fn note_stored(&mut self, transfers: &[Transfer]) {
        if let Some(night) = &mut self.night {
            transfers.iter().for_each(|transfer| night.note(transfer));
        }
    }

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

    /// What is played at each level of its tournament from now on.
    pub fn set_levels(&mut self, levels: Arc<[LevelPlays]>) {
        if let (Some(desk), Some(event)) = (&mut self.desk, &mut self.description.event) {
            desk.set_levels(Arc::clone(&levels));
            event.levels = levels;
        }
    }

    /// The same table after an append failed: folded again from what is stored, with a full view
    /// for everybody.
    ///
    /// # Errors
    /// The stream does not fold.
    pub fn refold(&mut self, now: Millis, stream: &StoredStream) -> Result<Outputs, FoldError> {
        let setup = self.table.setup();
        let event = self.description.event.as_ref();
        let desk = event.map(|event| OrderDesk::new(event.number, Arc::clone(&event.levels)));
        let dealt = |hand, _: Option<&SealedDecks>| {
            let mut known = self.decks.iter().chain(&self.decks_before);
            known.find(|(dealt, _)| *dealt == hand).map(|(_, decks)| decks.clone())
        };
        let folded = stored::fold(Some(setup), stream, &dealt, desk)?;
        let Folded { table, seq, ratholes, answered, face_up, log, desk, decks } = folded;
        // The next hand at the end of this one may fail to be stored again.
        (self.decks, self.decks_before) = (decks, None);
        self.desk = desk;
        self.face_up = face_up;
        self.log = log;
        self.table = table;
        self.seq = seq;
        self.ratholes = ratholes;
        self.answered = answered;
        // Who left in the step that could not be stored is there again.
        let departed = std::mem::take(&mut self.departed);
        self.people.extend(departed.people);
        self.attached.extend(departed.attached);
        self.played_at = seq;
        self.closed = false;
        self.line = std::mem::take(&mut self.line_before);
        self.muted = std::mem::take(&mut self.muted_before);
        if let Some(before) = self.backing_before.take() {
            self.backing = Some(before);
        }
        if !self.table.is_attended() {
            // Whoever was to attend sees in the view that nobody does, and asks again.
            self.attending.clear();
            self.claim = None;
        }
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
        let was_closed = self.is_closed();
        self.departed = Departed::default();
        self.line_before.clone_from(&self.line);
        self.muted_before.clone_from(&self.muted);
        self.backing_before = None;
        match input {
            HostInput::Attach { connection, player, request, observing } => {
                self.attach(now, connection, player, observing, &mut outputs);
                if let Some(request) = request {
                    outputs.private.push((connection, Done { request }.into()));
                }
            }
            HostInput::Recognize { connection, player } => {
                self.recognize(now, connection, player, &mut outputs);
            }
            HostInput::Detach { connection } => {
                self.line.detach(now, connection);
                self.detach(now, connection, &mut outputs);
            }
            HostInput::SeatedElsewhere { account } => {
                self.out_of_line(account, WaitListEnd::SeatedElsewhere, &mut outputs);
            }
            HostInput::Request { connection, player, request, what } => {
                self.request(now, connection, player, request, what, &mut outputs);
            }
            HostInput::Order { ordered, people } => {
                for player in people {
                    self.introduce(player);
                }
                self.take_order(now, ordered, &mut outputs);
            }
            HostInput::ReportAgain => {
                let Some(desk) = &self.desk else { return outputs };
                let last = desk.last_report(&self.table);
                let table = desk.table();
                let waiting = self.table.held_hand().map(|hand| Report::Waiting { table, hand });
                outputs.after.extend(last.into_iter().chain(waiting).map(After::Report));
            }
            HostInput::Deck { decks, sealed, draw } => {
                self.go_on(now, decks, sealed, draw, &mut outputs);
            }
            HostInput::Remove { account } => {
                if let Some(seat) = self.seat_of(account) {
                    // Refused at the table of a tournament, and for a player who leaves already.
                    let _ = self.step(now, Input::Leave { seat }, &mut outputs);
                }
            }
            HostInput::Introduce { player } => self.meet_again(&player, &mut outputs),
            HostInput::Tick if self.call_clock_if_due(now, &mut outputs) => {}
            HostInput::Tick => {
                // A tick is never refused; with nothing due it does nothing.
                let _ = self.step(now, Input::Tick, &mut outputs);
            }
            HostInput::Recover { setup } => self.recover(now, setup, &mut outputs),
            HostInput::SeePresence => self.see_presence(now, &mut outputs),
            HostInput::Drain => {
                self.draining = true;
                self.add_snapshot(&mut outputs);
            }
            HostInput::Close => {
                self.closing = true;
                self.part(now, &mut outputs);
            }
        }
        self.close_if_left(&mut outputs);
        if self.is_closed() && !was_closed {
            self.end_stream(&mut outputs);
        }
        self.tend_line(now, &mut outputs);
        outputs
    }

    /// For which game decks are wanted at once, now that a hand is over with these outputs: the
    /// next hand begins in the same unit then, and everybody hears of both in one frame. Only at a
    /// ring game without a pause between hands, and after a step that was nothing but play.
    #[must_use]
    pub fn goes_on(&self, now: Millis, outputs: &Outputs) -> Option<&Game> {
        let game = self.wants_deck(now)?;
        let Outputs { unit, steps, aside, .. } = outputs;
        let is_play = unit.snapshot.is_none() && unit.transfers.is_empty() && aside.is_none();
        let is_plain = self.desk.is_none() && !self.table.setup().hybrid;
        let nobody_left = self.departed.people.is_empty() && self.departed.attached.is_empty();
        // Who has just been shown the table does not hear of the step that the view contains.
        let all_hear = || self.audience().count() == self.attached.len();
        let may = steps.len() == 1 && is_play && is_plain && nobody_left && all_hear();
        may.then_some(game)
    }

    /// The next hand begins: what follows from it is added to these outputs. Where there is no
    /// reason for a hand any more, nothing is.
    pub fn go_on(
        &mut self,
        now: Millis,
        decks: Decks,
        sealed: Option<SealedDecks>,
        draw: u32,
        outputs: &mut Outputs,
    ) {
        self.sealed = sealed;
        self.start_hand(now, decks, draw, outputs);
        self.sealed = None;
    }

    /// When [`HostInput::Tick`] is due, or a deck wanted.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        if self.is_quiet() {
            return None;
        }
        let times = [self.table.deadline(), self.clock_is_due(), self.line.deadline()];
        times.into_iter().flatten().min()
    }

    /// For which game decks are wanted now: that of the next hand.
    #[must_use]
    pub fn wants_deck(&self, now: Millis) -> Option<&Game> {
        (!self.draining && !self.closing && self.table.wants_hand(now))
            .then(|| &*self.table.play().game)
    }

    /// Draining, and no hand is in progress that could end: nothing more will happen here. An
    /// all-in hand that waits for other tables waits for hands that are not dealt any more.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        let table = &self.table;
        self.draining && (table.hand_in_progress().is_none() || table.held_hand().is_some())
    }

    /// The tournament it belongs to, where it belongs to one.
    #[must_use]
    pub fn event(&self) -> Option<&EventTable> {
        self.description.event.as_ref()
    }

    /// Who hosts it, where it is private.
    #[must_use]
    pub fn hosted_by(&self) -> Option<AccountId> {
        self.description.hosted_by.as_ref().map(|host| host.account)
    }

    /// The last order of the director that was carried out, with all before it; `None` at a ring
    /// game.
    #[must_use]
    pub fn orders_done(&self) -> Option<OrderNo> {
        self.desk.as_ref().map(OrderDesk::done)
    }

    /// Closed by the director of its tournament, or by its host: nothing more will ever happen
    /// here.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed || self.desk.as_ref().is_some_and(OrderDesk::is_closed)
    }

    /// Nobody new sits down here, and when the hand in progress is over it is closed.
    #[must_use]
    pub fn is_closing(&self) -> bool {
        self.closing
    }

    /// Every connection that hears from the table.
    pub fn attached(&self) -> impl Iterator<Item = ConnectionId> {
        self.attached.keys().copied()
    }

    /// Which connections get what is in [`Outputs::steps`]: all but those whose first view
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

    /// Returns `true` if the table sends the cards and turns of this account to a connection.
    #[must_use]
    pub fn is_attached_as(&self, connection: ConnectionId, account: AccountId) -> bool {
        let attached = self.attached.get(&connection);
        let player = attached.and_then(|attached| attached.player.as_ref());
        player.is_some_and(|player| player.account == account)
    }

    /// Returns `true` if the account of a connection has a seat here.
    #[must_use]
    pub fn plays(&self, connection: ConnectionId) -> bool {
        let attached = self.attached.get(&connection);
        let player = attached.and_then(|attached| attached.player.as_ref());
        player.is_some_and(|player| self.seat_of(player.account).is_some())
    }

    /// The table as the lobby shows it.
    #[must_use]
    pub fn info(&self) -> TableInfo {
        let waiting = u16::try_from(self.line.len()).unwrap_or(u16::MAX);
        let is_bot = |player: &PlayerId| self.person(*player).bot;
        let bots = self.table.players().filter(|(_, player)| is_bot(player)).count();
        let bots = u8::try_from(bots).unwrap_or(u8::MAX);
        let info = wire::info(self.id, &self.description, &self.table, self.average_pot);
        let top_up_to = self.top_up_to.map_or(info.top_up_to, |limit| limit.0.into());
        TableInfo { waiting, bots, top_up_to, ..info }
    }

    /// What every player has here, on the way to the table included; nothing at a table of a
    /// tournament, whose chips are no money.
    pub fn chips_by_account(&self) -> impl Iterator<Item = (AccountId, Chips)> {
        let is_money = self.desk.is_none();
        self.table.chips_by_player().map(move |(player, chips)| {
            (AccountId(player.0), if is_money { chips } else { Chips::ZERO })
        })
    }

    /// The table itself, for whoever inspects it in tests and simulations.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    fn seat_of(&self, account: AccountId) -> Option<SeatNo> {
        let who = player_id(account);
        self.table.players().find(|(_, player)| *player == who).map(|(seat, _)| seat)
    }

    fn account_at(&self, seat: SeatNo) -> Option<AccountId> {
        let mut players = self.table.players();
        players.find(|(taken, _)| *taken == seat).map(|(_, player)| AccountId(player.0))
    }

    /// The least an account must bring because of what it took away lately, here or from a twin.
    fn owed(&self, now: Millis, account: AccountId) -> Chips {
        if let Some(twins) = &self.twins {
            return twins.owed(now, account);
        }
        let taken = self.ratholes.get(&account).filter(|(_, until)| *until > now);
        taken.map_or(Chips::ZERO, |(owed, _)| *owed)
    }

    fn free_seat(&self) -> Option<SeatNo> {
        let taken = |seat: &SeatNo| self.table.players().any(|(other, _)| other == *seat);
        (0..self.table.setup().seats).map(SeatNo).find(|seat| !taken(seat))
    }

    fn person(&self, player: PlayerId) -> Person<'_> {
        match self.people.get(&player) {
            Some(known) => {
                let muted = self.muted.contains(&known.account);
                Person { name: &known.name, bot: known.bot, look: known.look, muted }
            }
            None => {
                let look = Look::of(AccountId(player.0));
                Person { name: "somebody", bot: false, look, muted: false }
            }
        }
    }
}

fn player_id(account: AccountId) -> PlayerId {
    PlayerId(account.0)
}
