//! A table's core, without a runtime. Inputs and time go in; records to store and messages
//! to send come out.
//!
//! The actor around it carries messages and sleeps until [`TableCore::deadline`]. A simulation can
//! do the same without a runtime. The core applies a step at once. The caller holds back everything
//! in [`Outputs`] until [`Outputs::unit`] is durable. If that fails, it replaces the core by one
//! folded from the store.

mod actions;
mod audience;
mod average_pot;
mod buy_ins;
mod chat;
mod chips;
mod closing;
mod deal;
mod deals;
mod desk;
mod effects;
mod floor;
mod house;
mod input;
mod notices;
mod origins;
mod outputs;
mod private;
mod recovery;
mod refusals;
mod requests;
mod seating;
mod seats;
mod shows;
mod steps;
mod storing;
mod terms;
mod value;
mod viewers;
mod waiting;

pub use self::audience::Audience;
pub use self::deals::waits_for_deal;
pub use self::house::{PrivateTerms, draws_seats};
pub use self::input::CoreInput;
pub use self::outputs::{After, Notice, Outputs};
pub use self::terms::Terms;

use self::actions::Answers;
use self::average_pot::AveragePot;
use self::buy_ins::BuyIns;
use self::chat::Emotes;
use self::closing::Ending;
use self::deal::Deal;
use self::floor::Floor;
use self::house::House;
use self::origins::Origins;
use self::seats::seat_of;
use self::storing::Storing;
use self::value::Money;
use self::waiting::WaitingList;
use super::played::Told;
use super::projections::Projections;
use super::stored::{self, Folded, ShareSetup};
use super::wire;
use crate::description::TableDescription;
use crate::fold_error::FoldError;
use crate::rounds::Rounds;
use crate::{LevelPlays, OrderDesk};
use cardroom_engine::{Decks, Event, Input, TableSetup};
use cardroom_hybrid::HybridTable;
use cardroom_protocol::lobby::TableInfo;
use cardroom_protocol::server::{Done, ServerMessage};
use cardroom_protocol::waiting::WaitListEnd;
use cardroom_record::Player;
use cardroom_record::SealedDecks;
use cardroom_record::StoredStream;
use cardroom_record::ids::{AccountId, ConnectionId, TableId};
use cardroom_rules::{Chips, Game, HandNo, Millis, PlayerId, SeatNo};
use cardroom_tournament::{OrderNo, Report};
use std::sync::Arc;

/// Opens the sealed decks of a hand at the table; `None` if that is not possible any more.
pub type OpenDecks<'a> = &'a dyn Fn(HandNo, &SealedDecks) -> Option<Decks>;

/// A table's core, without a runtime.
#[derive(Debug)]
pub struct TableCore {
    id: TableId,
    house: House,
    table: HybridTable,
    /// State that is derived from the table's events, and folded again from its stream.
    projections: Projections,
    seq: u64,
    storing: Storing,
    average_pot: AveragePot,
    audience: Audience,
    origins: Option<Origins>,
    answers: Answers,
    deal: Deal,
    floor: Floor,
    buy_ins: BuyIns,
    waiting: WaitingList,
    emotes: Emotes,
    money: Money,
    terms: Terms,
    ending: Ending,
    /// The rounds of verifiable deals, if the table has them.
    rounds: Option<Box<Rounds>>,
    events: Vec<Event>,
}

impl TableCore {
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
    /// `unseal` opens the deck of a hand in progress. Before anything else, the caller must
    /// introduce the players ([`TableCore::introduce`]) and [recover](CoreInput::Recover).
    ///
    /// # Errors
    /// The stream does not fold.
    pub fn open_with(
        id: TableId,
        description: TableDescription,
        configured: Option<&TableSetup>,
        stream: &StoredStream,
        unseal: Option<OpenDecks<'_>>,
    ) -> Result<Self, FoldError> {
        let desk = description.event.as_ref();
        let desk = desk.map(|event| OrderDesk::new(event.number, Arc::clone(&event.levels)));
        let unseal = |hand, sealed: Option<&SealedDecks>| unseal?(hand, sealed?);
        let Folded { table, seq, projections, decks } =
            stored::fold(configured, stream, &unseal, desk)?;
        Ok(Self {
            id,
            house: House::new(description),
            table,
            projections,
            seq,
            storing: Storing::after(id, stream.snapshot.as_ref().map_or(0, |it| it.seq)),
            average_pot: AveragePot::default(),
            audience: Audience::default(),
            origins: None,
            answers: Answers::default(),
            deal: Deal::new(decks),
            floor: Floor::new(seq),
            buy_ins: BuyIns::default(),
            waiting: WaitingList::default(),
            emotes: Emotes::default(),
            money: Money::default(),
            terms: Terms::default(),
            ending: Ending::default(),
            rounds: None,
            events: Vec::new(),
        })
    }

    /// Sets how tables share the texts of equal setups. Each has its own otherwise.
    #[must_use]
    pub fn sharing_setups(mut self, share: ShareSetup) -> Self {
        self.storing.share_setups(share);
        self
    }

    /// Makes a table of which nothing is stored: its [units](Outputs::unit) have no records of steps
    /// and no snapshots. It cannot be folded again.
    #[must_use]
    pub fn unstored(mut self) -> Self {
        self.storing.end();
        self
    }

    #[must_use]
    pub fn id(&self) -> TableId {
        self.id
    }

    /// Returns the number of the last step.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Returns the accounts that sit here and have not been introduced.
    pub fn strangers(&self) -> Vec<AccountId> {
        let players = self.table.players().map(|(_, player)| player);
        let strangers = players.filter(|player| self.audience.known(*player).is_none());
        strangers.map(|player| AccountId(player.0)).collect()
    }

    /// Sets the name and look of a player.
    pub fn introduce(&mut self, player: Player) {
        self.audience.introduce(player);
    }

    /// Sets the games of each level of the tournament from now on.
    pub fn set_levels(&mut self, levels: Arc<[LevelPlays]>) {
        if let Some(desk) = &mut self.projections.desk {
            desk.set_levels(Arc::clone(&levels));
            self.house.set_levels(levels);
        }
    }

    /// Handles an input at this time and returns the results.
    pub fn on(&mut self, now: Millis, input: CoreInput) -> Outputs {
        let mut outputs = Outputs::default();
        let was_closed = self.is_closed();
        self.audience.checkpoint();
        if let Some(rounds) = &mut self.rounds {
            rounds.joined.checkpoint();
        }
        self.waiting.checkpoint();
        self.buy_ins.checkpoint();
        self.money.checkpoint();
        self.take(now, input, &mut outputs);
        if let Some(rounds) = &mut self.rounds {
            let around = (&*self.table, &self.audience, &self.ending);
            for input in deals::tend(rounds, &self.house, around, now, &mut outputs) {
                // Refused for a player who has come back without the client's help.
                let _ = self.step(now, input, &mut outputs);
            }
        }
        self.ending.close_if_left(self.id, &self.table, &self.audience, &mut outputs);
        if self.is_closed() && !was_closed {
            closing::end_streams(self.id, self.rounds.is_some(), &mut outputs);
        }
        if self.ending.has_begun() {
            self.buy_ins.close(self.house.desk(self.id), &mut outputs);
        }
        house::use_new_terms(self, now, &mut outputs);
        self.house.look_for_host(now, &self.audience);
        let (id, until) = (self.id, self.terms.offer_ends(now));
        self.waiting.tend(id, &self.table, &self.ending, (now, until), &mut outputs);
        outputs
    }

    /// Does what an input asks for.
    fn take(&mut self, now: Millis, input: CoreInput, outputs: &mut Outputs) {
        match input {
            CoreInput::Attach { connection, player, request, observing } => {
                viewers::attach(self, now, connection, player, observing, outputs);
                if let Some(request) = request {
                    outputs.private.push((connection, Done { request }.into()));
                }
            }
            CoreInput::Recognize { connection, player } => {
                let audience = &self.audience;
                if audience.is_attached(connection)
                    && !audience.is_attached_as(connection, player.account)
                {
                    viewers::attach(self, now, connection, Some(player), false, outputs);
                }
            }
            CoreInput::Detach { connection } => {
                self.waiting.detach(now, connection);
                if let Some(rounds) = &mut self.rounds {
                    rounds.joined.leave(connection);
                }
                self.buy_ins.detach(self.house.desk(self.id), connection, outputs);
                let inputs = viewers::forget(self, now, connection);
                self.step_all(now, inputs, outputs);
            }
            CoreInput::SeatedElsewhere { account } => {
                let reason = WaitListEnd::SeatedElsewhere;
                self.waiting.remove(self.id, account, reason, outputs);
            }
            CoreInput::Act { connection, player, action } => {
                actions::act(self, now, connection, &player, &action, outputs);
            }
            CoreInput::Request { connection, player, request, hold, drawn } => {
                self.house.draw_seats(drawn);
                requests::handle(self, now, connection, player, *request, hold, outputs);
            }
            CoreInput::BackInLine { connection, account } => {
                self.waiting.come_back(self.id, now, connection, account, outputs);
            }
            CoreInput::Order { ordered, people, seen } => {
                for player in people {
                    self.introduce(player);
                }
                desk::carry_out(self, now, ordered, &seen, outputs);
            }
            CoreInput::ReportAgain => {
                let Some(desk) = &self.projections.desk else { return };
                let mut last = desk.reports_again(&self.table);
                last.push(desk.paused(&self.table));
                let table = desk.table();
                let waiting = self.table.held_hand().map(|hand| Report::Waiting { table, hand });
                outputs.after.extend(last.into_iter().chain(waiting).map(After::Report));
            }
            CoreInput::Packs { seeds, sealed } => {
                self.lay_packs(now, seeds, sealed, outputs);
            }
            CoreInput::PacksOfWithdrawn { seeds, sealed } => {
                if let Some(rounds) = &mut self.rounds {
                    let at = (self.id, &*self.table);
                    deals::open_withdrawn(rounds, at, now, (seeds, sealed), outputs);
                }
            }
            CoreInput::Lend { connection, account, link } => {
                if let Some(rounds) = &mut self.rounds {
                    let from = (connection, account);
                    deals::lend(rounds, &self.table, from, &link, outputs);
                }
            }
            CoreInput::Deck { decks, sealed, draw } => {
                self.go_on(now, decks, sealed, draw, outputs);
            }
            CoreInput::Remove { account } => {
                if let Some(seat) = seat_of(&self.table, account) {
                    // Refused at a tournament table, and for a player who is already leaving.
                    let _ = self.step(now, Input::Leave { seat }, outputs);
                }
            }
            CoreInput::Introduce { player } => viewers::meet_again(self, &player, outputs),
            CoreInput::SetUpHand(set_up) => {
                // Refused during a hand. The caller then finds that no deck is wanted.
                let _ = self.step(now, Input::SetUpHand(set_up), outputs);
            }
            CoreInput::Tick => self.tick(now, outputs),
            CoreInput::Recover { setup } => recovery::recover(self, now, setup, outputs),
            CoreInput::SeePresence => {
                let table = &self.table;
                let of_floor = self.floor.correction(table);
                if let Some(input) = of_floor.or_else(|| self.audience.correction(table)) {
                    let _ = self.step(now, input, outputs);
                }
            }
            CoreInput::Drain => {
                self.ending.drain();
                let (table, unit) = (&self.table, &mut outputs.unit);
                self.storing.add_snapshot(self.seq, table, &self.projections, unit);
            }
            CoreInput::ChangeTerms { by, terms, what } => {
                house::change_terms(self, now, &by, terms, what, outputs);
            }
            CoreInput::ChangeHost { by, host } => {
                house::change_host(self, now, &by, host, outputs);
            }
            CoreInput::Close => closing::begin(self, now, outputs),
        }
    }

    /// Does what is due: calls the clock at a table that no operator attends, ends a round whose
    /// links did not come, or lets the game's time pass.
    fn tick(&mut self, now: Millis, outputs: &mut Outputs) {
        if let Some((input, turn)) = self.floor.due_clock(now, &self.table) {
            if self.step(now, input, outputs).is_ok() {
                return;
            }
            self.floor.note_clock_refused(turn);
        }
        let Self { id, table, rounds, house, audience, .. } = self;
        let at = (*id, &*table);
        let expire = |rounds| deals::expire(rounds, house, at, audience, now, outputs);
        match rounds.as_deref_mut().and_then(expire) {
            Some(lapse) => self.step_all(now, lapse, outputs),
            None => {
                // A tick is never refused; with nothing due it does nothing.
                let _ = self.step(now, Input::Tick, outputs);
            }
        }
    }

    /// Returns the game of the next hand if it should begin in the same unit as the end of the last
    /// one, which these outputs contain. All viewers then get both in one frame. This happens only
    /// at a ring game without a pause between hands, and after a step that was nothing but play.
    #[must_use]
    pub fn goes_on(&self, now: Millis, outputs: &Outputs) -> Option<&Game> {
        // Without a client that takes part, a round opens, is bound and deals in one unit.
        let is_alone = || self.rounds().is_some_and(|rounds| rounds.joined.is_empty());
        let at_once =
            || is_alone() && self.table.wants_hand(now) && self.wants_packs(now).is_some();
        if self.wants_deck(now).is_none() && !at_once() {
            return None;
        }
        let Outputs { unit, steps, private, aside, .. } = outputs;
        // A full view that follows a step is not followed by another step.
        let is_view =
            |(_, message): &(_, ServerMessage)| matches!(message, ServerMessage::TableSnapshot(_));
        let is_play = unit.snapshot.is_none()
            && unit.transfers.is_empty()
            && aside.is_none()
            && !private.iter().any(is_view);
        let is_plain = self.projections.desk.is_none() && !self.table.setup().hybrid;
        // A viewer who has just got a full view must not get the step that the view contains.
        let all_hear = || self.audience.is_whole() && self.audience.all_behind(self.seq);
        let may = steps.len() == 1 && is_play && is_plain && all_hear();
        may.then(|| &*self.table.play().game)
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
        let hand = HandNo(self.table.last_hand().0 + 1);
        let before = self.deal.begin(hand, decks.clone(), sealed);
        let Decks { deck, reshuffles } = decks;
        let started = self.step(now, Input::StartHand { deck, reshuffles, draw }, outputs);
        // Refused if no hand can begin any more, because a player left at the same moment.
        self.deal.begun(started.is_ok(), before);
    }

    /// Returns when [`CoreInput::Tick`] is due, or decks are needed.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        if self.is_quiet() {
            return None;
        }
        let of_game = self.table.deadline();
        let of_table = match self.rounds().filter(|_| !self.ending.has_begun()) {
            Some(rounds) => deals::deadline(rounds, &self.table, of_game),
            None => of_game,
        };
        let times = [of_table, self.floor.clock_is_due(&self.table), self.waiting.deadline()];
        times.into_iter().flatten().min()
    }

    /// Returns what the table tells of its hands.
    fn told(&self) -> Told<'_> {
        let (description, rules) = (self.house.description(), self.terms.rules());
        Told { id: self.id, description, table: &self.table, rules }
    }

    /// Returns the game of the next hand if its decks are needed now.
    #[must_use]
    pub fn wants_deck(&self, now: Millis) -> Option<&Game> {
        let is_bound = self.rounds.as_ref().is_none_or(|rounds| rounds.bound().is_some());
        let wants = is_bound && !self.ending.has_begun() && self.table.wants_hand(now);
        wants.then(|| &*self.table.play().game)
    }

    /// Returns `true` if the table is draining and no hand in progress can end, so that nothing
    /// more will happen here. An all-in hand that waits for other tables waits for hands that
    /// will not be dealt, and a paused one for the floor.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        let table = &self.table;
        self.ending.is_draining()
            && (table.hand_in_progress().is_none()
                || table.held_hand().is_some()
                || table.is_paused())
    }

    /// Returns the name of the table, its host, and its place in a tournament.
    #[must_use]
    pub fn description(&self) -> &TableDescription {
        self.house.description()
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
        self.ending.is_closed() || self.projections.desk.as_ref().is_some_and(OrderDesk::is_closed)
    }

    /// Returns `true` if the table accepts no new players and closes after the hand in progress.
    #[must_use]
    pub fn is_closing(&self) -> bool {
        self.ending.is_closing()
    }

    /// Returns the connections that watch the table.
    #[must_use]
    pub fn viewers(&self) -> &Audience {
        &self.audience
    }

    /// Returns the connections that get [`Outputs::steps`]: all except those whose first
    /// view already contains them.
    pub fn audience(&self) -> impl Iterator<Item = ConnectionId> {
        self.audience.behind(self.seq).map(|(connection, _)| connection)
    }

    /// Returns the seat that the account of a connection has here.
    #[must_use]
    pub fn seat_at(&self, connection: ConnectionId) -> Option<SeatNo> {
        self.audience.seat_at(connection, &self.table)
    }

    /// Returns the table as the lobby shows it.
    #[must_use]
    pub fn info(&self) -> TableInfo {
        let waiting = u16::try_from(self.waiting.len()).unwrap_or(u16::MAX);
        let is_bot = |player: &PlayerId| self.audience.person(*player).bot;
        let bots = self.table.players().filter(|(_, player)| is_bot(player)).count();
        let bots = u8::try_from(bots).unwrap_or(u8::MAX);
        let info = wire::info(self.id, self.description(), &self.table, self.average_pot.chips());
        let top_up_to = self.terms.top_up_to().map_or(info.top_up_to, |limit| limit.0.into());
        let chip_value = self.terms.chip_value().cloned();
        TableInfo { waiting, bots, top_up_to, chip_value, ..info }
    }

    /// Returns every player's chips here, including those on their way to the table. They count as
    /// zero at a tournament table and at one with chips of its own, where no wallet gets them.
    pub fn chips_by_account(&self) -> impl Iterator<Item = (AccountId, Chips)> {
        let is_money = self.projections.desk.is_none() && !self.description().has_own_chips();
        self.table.chips_by_player().map(move |(player, chips)| {
            (AccountId(player.0), if is_money { chips } else { Chips::ZERO })
        })
    }

    /// Returns the table itself, for inspection in tests and simulations.
    #[must_use]
    pub fn table(&self) -> &HybridTable {
        &self.table
    }
}

fn player_id(account: AccountId) -> PlayerId {
    PlayerId(account.0)
}
