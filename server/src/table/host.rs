//! A table's core, without a runtime. Inputs and time go in; records to store and messages
//! to send come out.
//!
//! The actor around it carries messages and sleeps until [`TableHost::deadline`]. A simulation can
//! do the same without a runtime. The core applies a step at once. The caller holds back everything
//! in [`Outputs`] until [`Outputs::unit`] is durable. If that fails, it replaces the core by one
//! folded from the store.

mod actions;
mod chat;
mod closing;
mod deal;
mod desk;
mod effects;
mod floor;
mod origins;
mod private;
mod recovery;
mod requests;
mod steps;
mod value;
mod viewers;
mod waiting;

use self::origins::Origins;
use super::backing::Backing;
use super::projections::Projections;
use super::stored::{self, EncodedSetup, FoldError, Folded};
use super::twins::Twins;
use super::wire::{self, Person, RuleNumbers};
use crate::cashier::Hold;
use crate::history::PlayedHand;
use crate::ids::{AccountId, ConnectionId, TableId, TournamentId};
use crate::inbox::Player;
use crate::look::Look;
use crate::night::Night;
use crate::store::{StoredStream, Transfer, Unit};
use crate::tenure::Tenure;
use crate::vault::{SealedDecks, Vault};
use arrayvec::ArrayVec;
use cardroom_engine::{Decks, Event, Input, Table, TableSetup, TurnNo};
use cardroom_protocol::hybrid::FloorOrdered;
use cardroom_protocol::lobby::TableInfo;
use cardroom_protocol::requests::{TableAction, TableRequest};
use cardroom_protocol::server::{ActionRefused, Done, ServerMessage, Step};
use cardroom_protocol::waiting::WaitListEnd;
use cardroom_protocol::{ActionId, RequestId};
use cardroom_rules::{Chips, Game, HandNo, Millis, PlayerId, SeatNo, TableNo};
use cardroom_tables::LevelPlays;
use cardroom_tables::OrderDesk;
use cardroom_tournament::{OrderNo, Ordered, Report};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How long a freed seat is held for the first player on the waiting list by default.
const SEAT_OFFER: Millis = Millis::seconds(30);

/// The properties of a table apart from its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableDescription {
    /// The name in the lobby.
    pub name: String,
    /// Whether programs may play here.
    pub bots_allowed: bool,
    /// The rotation, if the table plays several games in turn.
    pub rotation: Option<RotationName>,
    /// The table's place in its tournament, if it belongs to one.
    pub event: Option<EventTable>,
    /// The host of a private table.
    pub hosted_by: Option<HostedBy>,
    /// Whether players chat freely during a hand.
    pub free_chat: bool,
}

/// The host of a private table, who has the powers of the floor there, seated or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostedBy {
    pub account: AccountId,
    /// The name that others see.
    pub name: Arc<str>,
    /// Since when it has been an account.
    pub tenure: Tenure,
}

/// A table's place in its tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventTable {
    pub tournament: TournamentId,
    pub number: TableNo,
    /// The games and stakes of each level.
    pub levels: Arc<[LevelPlays]>,
}

/// The id and name of a rotation of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RotationName {
    /// An id such as `horse`.
    pub id: String,
    /// A name such as "HORSE".
    pub name: String,
}

/// An input to a table's core.
#[derive(Debug)]
pub enum HostInput {
    /// A connection starts to watch the table.
    Attach {
        connection: ConnectionId,
        /// Its player; `None` before a sign-in.
        player: Option<Player>,
        request: Option<RequestId>,
        /// Keeps watching when its player leaves the seat.
        observing: bool,
    },
    /// A watching connection has signed in.
    Recognize {
        connection: ConnectionId,
        player: Player,
    },
    Detach {
        connection: ConnectionId,
    },
    Act {
        connection: ConnectionId,
        player: Player,
        action: TableAction,
    },
    Request {
        connection: ConnectionId,
        /// Its player; `None` before a sign-in.
        player: Option<Player>,
        request: Box<TableRequest>,
        /// The chips of a request for a seat or for chips, held in the wallet.
        hold: Option<Hold>,
    },
    /// A player on the waiting list has signed in again.
    BackInLine {
        connection: ConnectionId,
        account: AccountId,
    },
    /// The decks for the next hand, drawn because [`TableHost::wants_deck`] asked for them.
    Deck {
        decks: Decks,
        /// The sealed decks for the journal. Without them the hand does not survive the process.
        sealed: Option<SealedDecks>,
        /// The draw for a first button.
        draw: u32,
    },
    /// An instruction of the tournament's director.
    Order {
        ordered: Ordered,
        /// The players that it names.
        people: Vec<Player>,
    },
    /// The director of the tournament has started, and needs the report of the last hand again.
    ReportAgain,
    /// An account has sat down at another ring table.
    SeatedElsewhere {
        account: AccountId,
    },
    /// Makes a player leave when the hand in progress is over, by order of an operator.
    Remove {
        account: AccountId,
    },
    /// Changes the name of a player or the host.
    Introduce {
        /// The player with the new name.
        player: Player,
    },
    /// The time of [`TableHost::deadline`] has passed.
    Tick,
    /// The process has just started, and no player is connected. A hand in progress continues with
    /// its deck and a fresh clock if the deck is known and the setup is unchanged. Otherwise it is
    /// voided. The table adopts the configured setup. Without one, all players are paid out.
    Recover {
        /// The configured setup; `None` if the table is not configured any more.
        setup: Option<TableSetup>,
    },
    /// Reports a connect or disconnect again after the step that recorded it failed to commit.
    SeePresence,
    Drain,
    /// Closes the table: no more hands and no new players. When the hand in progress is over, all
    /// players are paid out.
    Close,
}

/// The results of an input.
#[derive(Debug, Default)]
pub struct Outputs {
    /// Must be durable before anything else here happens; may be empty.
    pub unit: Unit,
    /// The same messages for every connection in [`TableHost::audience`]. There are two steps if
    /// the next hand begins in the same unit ([`TableHost::go_on`]).
    pub steps: ArrayVec<Step, 2>,
    /// For single connections, after the step and in the same frame.
    pub private: Vec<(ConnectionId, ServerMessage)>,
    /// For every attached connection; not part of the game.
    pub aside: Option<ServerMessage>,
    pub after: Vec<After>,
    /// The hand that ended with the unit, to be stored with it.
    pub played: Option<Box<PlayedHand>>,
    /// Whether the table looks different in the lobby.
    pub info_changed: bool,
}

/// An effect on the rest of the room, once a step is durable.
#[derive(Debug)]
pub enum After {
    /// Settles a hold, because its chips are on the table.
    Settle(Hold),
    /// Chips came back to a wallet, and its owner is notified.
    Credit(AccountId),
    /// An account has a seat here.
    Seated(AccountId),
    /// An account has no seat here any more.
    Unseated(AccountId),
    /// An account is on the waiting list.
    Waits(AccountId),
    /// An account is not on the waiting list any more.
    WaitsNot(AccountId),
    /// Sends a message to an account, wherever it is connected.
    Tell(AccountId, Box<ServerMessage>),
    /// An action was accepted.
    Acted,
    /// A hand is over; contains every player's chips here after it.
    HandOver(Vec<(AccountId, Chips)>),
    /// Sends a report to the director of the tournament.
    Report(Report),
}

/// A connection that watches the table.
#[derive(Clone, Debug)]
struct Attached {
    player: Option<Player>,
    /// Asked to watch, so it stays when its player leaves the seat.
    observing: bool,
    /// The last step its view contained.
    since: u64,
}

/// Players and connections removed by the step that is not stored yet.
#[derive(Debug, Default)]
struct Departed {
    people: Vec<(PlayerId, Player)>,
    attached: Vec<(ConnectionId, Attached)>,
}

/// A table's core, without a runtime.
#[derive(Debug)]
pub struct TableHost {
    id: TableId,
    description: TableDescription,
    table: Table,
    encoded_setup: EncodedSetup,
    /// State that is derived from the table's events, and folded again from its stream.
    projections: Projections,
    seq: u64,
    snapshot_seq: u64,
    average_pot: Chips,
    audience: Audience,
    answers: Answers,
    deal: Deal,
    floor: Floor,
    line: waiting::Line,
    speech: Speech,
    money: Money,
    terms: Terms,
    ending: Ending,
    before: Before,
    events: Vec<Event>,
}

/// The players of a table, and the connections that watch it.
#[derive(Debug, Default)]
struct Audience {
    people: BTreeMap<PlayerId, Player>,
    attached: BTreeMap<ConnectionId, Attached>,
    /// Players who do not know yet that the restart voided their hand.
    untold: BTreeSet<PlayerId>,
    /// Set if an address may have only one seat.
    origins: Option<Origins>,
}

/// Answers to actions, apart from those that are stored.
#[derive(Debug, Default)]
struct Answers {
    /// The refusal of each player's last action. It changed nothing, and is not stored.
    refused: BTreeMap<PlayerId, ActionRefused>,
    /// The action of the current step.
    current: Option<(PlayerId, ActionId)>,
}

/// The decks that the table holds.
#[derive(Debug, Default)]
struct Deal {
    /// The decks of the hand in progress, for folding after a failed append.
    decks: Option<(HandNo, Decks)>,
    /// The decks of the previous hand. If a failed step contained the end of that hand and the
    /// start of the next, it is in progress again.
    before: Option<(HandNo, Decks)>,
    /// The decks of a hand that is about to begin, as its first step stores them.
    sealed: Option<SealedDecks>,
}

/// The floor at the table.
#[derive(Debug, Default)]
struct Floor {
    /// The connections of operators who attend this table.
    attending: BTreeSet<ConnectionId>,
    /// The operator who has claimed the open ticket.
    claim: Option<floor::Claim>,
    /// The floor's command of the current step.
    ordering: Option<FloorOrdered>,
    /// Whether the host gives the chips that join a stack in this step.
    giving: bool,
    /// The command that last paused the table, if it is known.
    paused_by: Option<Box<FloorOrdered>>,
    /// The last step that changed more than presence.
    played_at: u64,
    /// The turn in which the room could not call the clock.
    clock_refused: Option<TurnNo>,
}

/// Mutes, and the pace of emotes.
#[derive(Debug, Default)]
struct Speech {
    /// Accounts that may not chat here. This is lost when the process ends.
    muted: BTreeSet<AccountId>,
    /// When each player last showed an emote.
    emoted: BTreeMap<PlayerId, Millis>,
}

/// The chips of a table as money.
#[derive(Debug, Default)]
struct Money {
    /// The ledger of the night as it is stored, at a private table.
    night: Option<Night>,
    /// The chips with value outside of the table; `None` if all chips have value.
    backing: Option<Backing>,
}

/// The terms of a table that its setup does not have.
#[derive(Debug, Default)]
struct Terms {
    /// The numbers of the rules that rulings rest on.
    rules: RuleNumbers,
    /// How long a freed seat is held for the first player on the waiting list.
    seat_offer: Millis,
    /// The stack up to which players may top up, if it is not the largest buy-in.
    top_up_to: Option<Chips>,
    /// The tables that count as one game with this one.
    twins: Option<Twins>,
}

/// How far the end of the table has come.
#[derive(Debug, Default)]
struct Ending {
    draining: bool,
    /// The table closes when the hand in progress is over.
    closing: bool,
    /// The table is closed once the unit that records it is durable.
    closed: bool,
}

/// The state before the step that is not stored yet, as far as the stream lacks it.
#[derive(Debug, Default)]
struct Before {
    departed: Departed,
    line: waiting::Line,
    muted: BTreeSet<AccountId>,
    /// `None` if the step left the backing alone.
    backing: Option<Backing>,
}

impl TableHost {
    /// Opens the table of a stream, in a room that cannot unseal the deck of a hand
    /// in progress. See [`open_with`](Self::open_with).
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

    /// Opens the table of a stream. An empty stream makes a new table with the configured setup.
    /// The vault unseals the deck of a hand in progress. Before anything else, the caller must
    /// introduce the players ([`TableHost::introduce`]) and [recover](HostInput::Recover).
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
        let Folded { table, seq, projections, decks } =
            stored::fold(configured, stream, &unseal, desk)?;
        Ok(Self {
            id,
            description,
            table,
            encoded_setup: EncodedSetup::default(),
            projections,
            seq,
            snapshot_seq: stream.snapshot.as_ref().map_or(0, |snapshot| snapshot.seq),
            average_pot: Chips::ZERO,
            audience: Audience::default(),
            answers: Answers::default(),
            deal: Deal { decks, ..Deal::default() },
            floor: Floor { played_at: seq, ..Floor::default() },
            line: waiting::Line::default(),
            speech: Speech::default(),
            money: Money::default(),
            terms: Terms { seat_offer: SEAT_OFFER, ..Terms::default() },
            ending: Ending::default(),
            before: Before::default(),
            events: Vec::new(),
        })
    }

    /// Sets the numbers of the rules in rulings.
    #[must_use]
    pub fn citing(self, rules: RuleNumbers) -> Self {
        Self { terms: Terms { rules, ..self.terms }, ..self }
    }

    /// Sets how long a freed seat is held for the first player on the waiting list.
    #[must_use]
    pub fn offering_seats_for(self, seat_offer: Millis) -> Self {
        Self { terms: Terms { seat_offer, ..self.terms }, ..self }
    }

    /// Sets the stack up to which players may top up.
    #[must_use]
    pub fn allowing_top_ups_to(self, top_up_to: Option<Chips>) -> Self {
        Self { terms: Terms { top_up_to, ..self.terms }, ..self }
    }

    /// Sets the age below which an account counts as new. The chips of guests and new accounts have
    /// no value outside of the table.
    #[must_use]
    pub fn holding_chips_for(self, hold: Option<Millis>) -> Self {
        Self { money: Money { backing: hold.map(Backing::new), ..self.money }, ..self }
    }

    /// Makes the table count as one game with others.
    #[must_use]
    pub fn among(self, twins: Option<Twins>) -> Self {
        if let Some(twins) = &twins {
            twins.join(&self.projections.ratholes);
        }
        Self { terms: Terms { twins, ..self.terms }, ..self }
    }

    /// Sets the ledger of the night, from the transfers so far.
    #[must_use]
    pub fn with_night(self, night: Night) -> Self {
        Self { money: Money { night: Some(night), ..self.money }, ..self }
    }

    /// Returns the ledger of the night as it is stored; `None` if the table keeps none.
    #[must_use]
    pub fn night(&self) -> Option<Night> {
        let mut night = self.money.night.clone()?;
        let stacks = self.table.chips_before_hand();
        night.count(stacks.map(|(player, chips)| (AccountId(player.0), chips)));
        Some(night)
    }

    /// Adds stored transfers to the ledger of the night.
    pub fn note_stored(&mut self, transfers: &[Transfer]) {
        if let Some(night) = &mut self.money.night {
            transfers.iter().for_each(|transfer| night.note(transfer));
        }
    }

    #[must_use]
    pub fn id(&self) -> TableId {
        self.id
    }

    /// Returns the accounts that sit here and have not been introduced.
    pub fn strangers(&self) -> Vec<AccountId> {
        let players = self.table.players().map(|(_, player)| player);
        let strangers = players.filter(|player| !self.audience.people.contains_key(player));
        strangers.map(|player| AccountId(player.0)).collect()
    }

    /// Sets the name and look of a player.
    pub fn introduce(&mut self, player: Player) {
        self.audience.people.insert(player_id(player.account), player);
    }

    /// Sets the games of each level of the tournament from now on.
    pub fn set_levels(&mut self, levels: Arc<[LevelPlays]>) {
        if let (Some(desk), Some(event)) = (&mut self.projections.desk, &mut self.description.event)
        {
            desk.set_levels(Arc::clone(&levels));
            event.levels = levels;
        }
    }

    /// Handles an input at this time and returns the results.
    pub fn on(&mut self, now: Millis, input: HostInput) -> Outputs {
        let mut outputs = Outputs::default();
        let was_closed = self.is_closed();
        self.before.departed = Departed::default();
        self.before.line.clone_from(&self.line);
        self.before.muted.clone_from(&self.speech.muted);
        self.before.backing = None;
        match input {
            HostInput::Attach { connection, player, request, observing } => {
                viewers::attach(self, now, connection, player, observing, &mut outputs);
                if let Some(request) = request {
                    outputs.private.push((connection, Done { request }.into()));
                }
            }
            HostInput::Recognize { connection, player } => {
                viewers::recognize(self, now, connection, player, &mut outputs);
            }
            HostInput::Detach { connection } => {
                self.line.detach(now, connection);
                viewers::detach(self, now, connection, &mut outputs);
            }
            HostInput::SeatedElsewhere { account } => {
                waiting::remove(self, account, WaitListEnd::SeatedElsewhere, &mut outputs);
            }
            HostInput::Act { connection, player, action } => {
                actions::act(self, now, connection, &player, &action, &mut outputs);
            }
            HostInput::Request { connection, player, request, hold } => {
                requests::handle(self, now, connection, player, *request, hold, &mut outputs);
            }
            HostInput::BackInLine { connection, account } => {
                waiting::come_back(self, now, connection, account, &mut outputs);
            }
            HostInput::Order { ordered, people } => {
                for player in people {
                    self.introduce(player);
                }
                desk::carry_out(self, now, ordered, &mut outputs);
            }
            HostInput::ReportAgain => {
                let Some(desk) = &self.projections.desk else { return outputs };
                let last = desk.last_reports(&self.table);
                let table = desk.table();
                let waiting = self.table.held_hand().map(|hand| Report::Waiting { table, hand });
                outputs.after.extend(last.into_iter().chain(waiting).map(After::Report));
            }
            HostInput::Deck { decks, sealed, draw } => {
                self.go_on(now, decks, sealed, draw, &mut outputs);
            }
            HostInput::Remove { account } => {
                if let Some(seat) = self.seat_of(account) {
                    // Refused at a tournament table, and for a player who is already leaving.
                    let _ = self.step(now, Input::Leave { seat }, &mut outputs);
                }
            }
            HostInput::Introduce { player } => viewers::meet_again(self, &player, &mut outputs),
            HostInput::Tick if floor::call_clock_if_due(self, now, &mut outputs) => {}
            HostInput::Tick => {
                // A tick is never refused; with nothing due it does nothing.
                let _ = self.step(now, Input::Tick, &mut outputs);
            }
            HostInput::Recover { setup } => recovery::recover(self, now, setup, &mut outputs),
            HostInput::SeePresence => viewers::see_presence(self, now, &mut outputs),
            HostInput::Drain => {
                self.ending.draining = true;
                steps::add_snapshot(self, &mut outputs);
            }
            HostInput::Close => {
                self.ending.closing = true;
                closing::begin(self, now, &mut outputs);
            }
        }
        closing::close_if_left(self, &mut outputs);
        if self.is_closed() && !was_closed {
            closing::end_stream(self, &mut outputs);
        }
        waiting::tend(self, now, &mut outputs);
        outputs
    }

    /// Returns the game of the next hand if it should begin in the same unit as the end of the last
    /// one, which these outputs contain. All viewers then get both in one frame. This happens only
    /// at a ring game without a pause between hands, and after a step that was nothing but play.
    #[must_use]
    pub fn goes_on(&self, now: Millis, outputs: &Outputs) -> Option<&Game> {
        let game = self.wants_deck(now)?;
        let Outputs { unit, steps, aside, .. } = outputs;
        let is_play = unit.snapshot.is_none() && unit.transfers.is_empty() && aside.is_none();
        let is_plain = self.projections.desk.is_none() && !self.table.setup().hybrid;
        let nobody_left =
            self.before.departed.people.is_empty() && self.before.departed.attached.is_empty();
        // A viewer who has just got a full view must not get the step that the view contains.
        let all_hear = || self.audience().count() == self.audience.attached.len();
        let may = steps.len() == 1 && is_play && is_plain && nobody_left && all_hear();
        may.then_some(game)
    }

    /// Begins the next hand and adds the results to these outputs. Adds nothing if no hand
    /// can begin any more.
    pub fn go_on(
        &mut self,
        now: Millis,
        decks: Decks,
        sealed: Option<SealedDecks>,
        draw: u32,
        outputs: &mut Outputs,
    ) {
        self.deal.sealed = sealed;
        deal::start_hand(self, now, decks, draw, outputs);
        self.deal.sealed = None;
    }

    /// Returns when [`HostInput::Tick`] is due, or decks are needed.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        if self.is_quiet() {
            return None;
        }
        let times = [self.table.deadline(), floor::clock_is_due(self), self.line.deadline()];
        times.into_iter().flatten().min()
    }

    /// Returns the game of the next hand if its decks are needed now.
    #[must_use]
    pub fn wants_deck(&self, now: Millis) -> Option<&Game> {
        (!self.ending.draining && !self.ending.closing && self.table.wants_hand(now))
            .then(|| &*self.table.play().game)
    }

    /// Returns `true` if the table is draining and no hand in progress can end, so that nothing
    /// more will happen here. An all-in hand that waits for other tables waits for hands that
    /// will not be dealt.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        let table = &self.table;
        self.ending.draining && (table.hand_in_progress().is_none() || table.held_hand().is_some())
    }

    /// Returns the table's place in its tournament, if it belongs to one.
    #[must_use]
    pub fn event(&self) -> Option<&EventTable> {
        self.description.event.as_ref()
    }

    /// Returns the host of a private table.
    #[must_use]
    pub fn hosted_by(&self) -> Option<AccountId> {
        self.description.hosted_by.as_ref().map(|host| host.account)
    }

    /// Returns the last instruction of the director that was carried out, with all before it;
    /// `None` at a ring game.
    #[must_use]
    pub fn orders_done(&self) -> Option<OrderNo> {
        self.projections.desk.as_ref().map(OrderDesk::done)
    }

    /// Returns `true` if the director of its tournament, or its host, has closed it, so that
    /// nothing more will ever happen here.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.ending.closed || self.projections.desk.as_ref().is_some_and(OrderDesk::is_closed)
    }

    /// Returns `true` if the table accepts no new players and closes after the hand in progress.
    #[must_use]
    pub fn is_closing(&self) -> bool {
        self.ending.closing
    }

    /// Returns every connection that watches the table.
    pub fn attached(&self) -> impl Iterator<Item = ConnectionId> {
        self.audience.attached.keys().copied()
    }

    /// Returns the connections that get [`Outputs::steps`]: all except those whose first
    /// view already contains them.
    pub fn audience(&self) -> impl Iterator<Item = ConnectionId> {
        let seq = self.seq;
        self.audience
            .attached
            .iter()
            .filter(move |(_, attached)| attached.since < seq)
            .map(|(connection, _)| *connection)
    }

    /// Returns `true` if a connection watches the table.
    #[must_use]
    pub fn is_attached(&self, connection: ConnectionId) -> bool {
        self.audience.attached.contains_key(&connection)
    }

    /// Returns `true` if the table sends the cards and turns of this account to a connection.
    #[must_use]
    pub fn is_attached_as(&self, connection: ConnectionId, account: AccountId) -> bool {
        let attached = self.audience.attached.get(&connection);
        let player = attached.and_then(|attached| attached.player.as_ref());
        player.is_some_and(|player| player.account == account)
    }

    /// Returns `true` if the account of a connection has a seat here.
    #[must_use]
    pub fn plays(&self, connection: ConnectionId) -> bool {
        let attached = self.audience.attached.get(&connection);
        let player = attached.and_then(|attached| attached.player.as_ref());
        player.is_some_and(|player| self.seat_of(player.account).is_some())
    }

    /// Returns the table as the lobby shows it.
    #[must_use]
    pub fn info(&self) -> TableInfo {
        let waiting = u16::try_from(self.line.len()).unwrap_or(u16::MAX);
        let is_bot = |player: &PlayerId| self.person(*player).bot;
        let bots = self.table.players().filter(|(_, player)| is_bot(player)).count();
        let bots = u8::try_from(bots).unwrap_or(u8::MAX);
        let info = wire::info(self.id, &self.description, &self.table, self.average_pot);
        let top_up_to = self.terms.top_up_to.map_or(info.top_up_to, |limit| limit.0.into());
        TableInfo { waiting, bots, top_up_to, ..info }
    }

    /// Returns every player's chips here, including those on their way to the table. At a
    /// tournament table they count as zero, because its chips are not money.
    pub fn chips_by_account(&self) -> impl Iterator<Item = (AccountId, Chips)> {
        let is_money = self.projections.desk.is_none();
        self.table.chips_by_player().map(move |(player, chips)| {
            (AccountId(player.0), if is_money { chips } else { Chips::ZERO })
        })
    }

    /// Returns the table itself, for inspection in tests and simulations.
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

    /// Returns the least an account must bring because of chips it recently took away, here
    /// or from a twin.
    fn owed(&self, now: Millis, account: AccountId) -> Chips {
        if let Some(twins) = &self.terms.twins {
            return twins.owed(now, account);
        }
        let taken = self.projections.ratholes.get(&account).filter(|(_, until)| *until > now);
        taken.map_or(Chips::ZERO, |(owed, _)| *owed)
    }

    fn free_seat(&self) -> Option<SeatNo> {
        let taken = |seat: &SeatNo| self.table.players().any(|(other, _)| other == *seat);
        (0..self.table.setup().seats).map(SeatNo).find(|seat| !taken(seat))
    }

    fn person(&self, player: PlayerId) -> Person<'_> {
        match self.audience.people.get(&player) {
            Some(known) => {
                let muted = self.speech.muted.contains(&known.account);
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
