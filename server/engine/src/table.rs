//! A table: its seats, its positions and the hand in progress. [`Table::step`] decides;
//! [`Table::apply`] changes.

mod absent;
mod acted;
mod after_hand;
mod apply;
mod award;
mod between_streets;
mod by_order;
mod called_clock;
mod corrections;
mod deadlines;
mod dealing;
mod dealt;
mod dispute;
mod due;
mod enter;
mod felt;
mod floor;
mod flow;
mod in_play;
mod last_award;
mod lineup;
mod nuts;
mod outside_play;
mod pauses;
mod prospect;
mod questions;
mod rabbit;
mod requests;
mod rotation;
mod run_it;
pub(crate) mod seating;
mod set_up;
mod showing;
mod shuffle;
mod spot;
mod start;
mod state;
mod step;
mod terms;
mod time_use;
mod turn;
pub(crate) mod undone;

pub use by_order::{NextDeal, Upcoming};
pub use dealing::ShortStub;
pub use dealt::{DealtHand, DealtSeat};
pub(crate) use dispute::LastPots;
pub use in_play::InPlay;
pub(crate) use last_award::LastAward;
pub use prospect::Prospect;
pub(crate) use spot::Spot;
pub use step::Step;
pub(crate) use terms::Terms;
pub use time_use::TimeUse;

use self::after_hand::LastCards;
use self::dealt::LastDealt;
use self::rabbit::Hunt;
use self::state::TableState;
use crate::action::TurnNo;
use crate::bounds::{MAX_BOARD, MAX_HOLE};
use crate::event::Event;
use crate::hand::{Hand, Phase};
use crate::input::Input;
use crate::limits::Legal;
use crate::occupancy::Occupancy;
use crate::people::People;
use crate::refusal::{Refusal, RefusalKind};
use crate::seat::Seat;
use cardroom_rules::rulebook::SmallestWagerUnit;
use cardroom_rules::{
    AnteKind, Chips, Forced, Game, HandNo, Millis, Pace, Play, RingTerms, Rulebook, SeatNo, Stakes,
    Switch,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The configuration of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableSetup {
    /// The games in rotation order; a single entry if there is no rotation.
    pub plays: Arc<[Play]>,
    pub switch: Switch,
    pub rulebook: Arc<Rulebook>,
    /// The ring game's terms.
    pub ring: Arc<RingTerms>,
    /// The number of seats.
    pub seats: u8,
    /// The table rules on irregular wagers and accepts hands already under way. It serves
    /// virtual reality, camera and RFID tables, and a live dealer who enters the play. A
    /// plain table rejects both.
    pub hybrid: bool,
    /// The room tables hands at the showdown. If `false`, on hybrid tables only, players table or
    /// discard their own hands (GAPS G-47).
    pub auto_show: bool,
    /// The number of players left in the table's tournament; `None` for a ring game, where the
    /// dealt-in players count. Each order to deal a hand updates it.
    pub players_left: Option<u32>,
    /// How players come to the table and leave it.
    #[serde(rename = "ordered", default)]
    pub occupancy: Occupancy,
}

impl TableSetup {
    /// Returns the setup of a plain ring table whose game never changes.
    #[must_use]
    pub fn of_ring(
        plays: Arc<[Play]>,
        rulebook: Arc<Rulebook>,
        ring: RingTerms,
        seats: u8,
    ) -> Self {
        Self {
            plays,
            switch: Switch::Never,
            rulebook,
            ring: Arc::new(ring),
            seats,
            hybrid: false,
            auto_show: true,
            players_left: None,
            occupancy: Occupancy::Ring,
        }
    }

    /// Returns the setup of a plain tournament table with the games of its first level. Later
    /// levels arrive as inputs.
    #[must_use]
    pub fn of_event(
        plays: Arc<[Play]>,
        switch: Switch,
        rulebook: Arc<Rulebook>,
        pace: Pace,
        seats: u8,
    ) -> Self {
        // Players bought in to the tournament, so the table sells no chips.
        let ring = RingTerms {
            between_hands_ms: pace.between_hands_ms,
            run_out_ms: pace.run_out_ms,
            ..RingTerms::bare(Chips(1), Chips(1))
        };
        Self {
            plays,
            switch,
            rulebook,
            ring: Arc::new(ring),
            seats,
            hybrid: false,
            auto_show: true,
            players_left: None,
            occupancy: Occupancy::ByOrder,
        }
    }

    /// Checks the setup for contradictions.
    ///
    /// # Errors
    /// Returns a sentence that names the problem.
    pub fn validate(&self) -> Result<(), String> {
        self.rulebook.validate()?;
        self.ring.validate()?;
        self.check_showing()?;
        if self.plays.is_empty() || self.plays.len() > 32 {
            return Err("a table plays 1 to 32 games".to_owned());
        }
        self.check_options()?;
        for play in self.plays.iter() {
            play.validate()?;
            let ante = play.stakes.ante_kind;
            if ante != AnteKind::None && !self.rulebook.betting.antes.contains(&ante) {
                return Err(format!("{} knows no such ante", self.rulebook.name));
            }
            let (game, name) = (&play.game, &play.game.name);
            let (hole, board) = (game.hole_cards(), game.board_cards());
            if !(1..=MAX_HOLE).contains(&hole) || board > MAX_BOARD {
                return Err(format!(
                    "{name}: 1 to {MAX_HOLE} hole cards and a board of at most {MAX_BOARD}"
                ));
            }
            if self.seats < 2 || self.seats > game.max_players {
                return Err(format!("{name} has 2 to {} seats", game.max_players));
            }
        }
        Ok(())
    }
}

impl TableSetup {
    /// Returns the game and stakes with this index.
    #[inline(always)]
    pub(crate) fn play(&self, index: u8) -> &Play {
        &self.plays[usize::from(index)]
    }

    /// Returns this setup with other games.
    pub(crate) fn with_plays(&self, plays: &Arc<[Play]>, switch: Switch) -> Self {
        Self { plays: Arc::clone(plays), switch, ..self.clone() }
    }

    /// Returns the part of the pending chips that joins a stack, within the table's limit.
    pub(crate) fn joins(&self, pending: Chips, stack: Chips) -> Chips {
        if !self.occupancy.limits_stacks() {
            return pending;
        }
        pending.min(self.ring.max_buy_in.saturating_sub(stack))
    }

    /// Returns the unit of bets and raises in a game. All-ins are exempt.
    #[must_use]
    pub fn wager_unit(&self, game: &Game, stakes: &Stakes) -> Chips {
        match (self.rulebook.betting.smallest_wager_unit, game.forced) {
            (SmallestWagerUnit::UnitInPlay, _) => stakes.unit,
            (SmallestWagerUnit::BigBlindChip, Forced::Blinds) => stakes.big_blind.max(stakes.unit),
            (SmallestWagerUnit::BigBlindChip, Forced::BringIn) => stakes.bring_in.max(stakes.unit),
        }
    }

    /// Checks that the rulebook allows the options of the ring game.
    fn check_options(&self) -> Result<(), String> {
        let (book, ring) = (&self.rulebook, &self.ring);
        if ring.straddle.is_some_and(|straddle| !book.betting.straddle.contains(&straddle)) {
            return Err(format!("{} does not allow this straddle", book.name));
        }
        if ring.bomb_pot.is_some() && !book.betting.bomb_pots {
            return Err(format!("{} does not allow bomb pots", book.name));
        }
        if ring.run_it > book.betting.run_it {
            return Err(format!(
                "{} lets a hand be run {} times at most",
                book.name, book.betting.run_it
            ));
        }
        Ok(())
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    pub(crate) setup: TableSetup,
    pub(crate) state: TableState,
    pub(crate) hand: Option<Hand>,
    /// The cards that would have come in the last hand, if the rulebook lets them be shown.
    pub(crate) hunt: Option<Hunt>,
    /// The cards that may be shown until the next hand begins.
    last_cards: LastCards,
    /// The deal of the last hand that is over.
    last_dealt: LastDealt,
}

impl Table {
    /// Creates an empty table.
    ///
    /// # Errors
    /// Returns an error if the setup is inconsistent.
    pub fn new(setup: TableSetup) -> Result<Self, String> {
        setup.validate()?;
        let (last_cards, last_dealt) = (LastCards::default(), LastDealt::default());
        let state = TableState::new();
        Ok(Self { setup, state, hand: None, hunt: None, last_cards, last_dealt })
    }

    #[must_use]
    pub fn setup(&self) -> &TableSetup {
        &self.setup
    }

    /// Replaces the setup between hands and keeps players and chips.
    ///
    /// # Errors
    /// Returns an error if a hand is in progress, the setup is inconsistent, or an
    /// occupied seat would disappear.
    pub fn adopt(&mut self, setup: TableSetup) -> Result<(), String> {
        setup.validate()?;
        if self.hand.is_some() {
            return Err("a hand keeps the setup it was dealt under".to_owned());
        }
        if self.state.seats.occupied().any(|(number, _)| number.0 >= setup.seats) {
            return Err("somebody sits in a seat that is to go".to_owned());
        }
        self.state.rotation.fit(setup.plays.len());
        self.state.desk.close();
        self.setup = setup;
        Ok(())
    }

    /// Decides which events an input causes, and applies them.
    ///
    /// The events are in order. Applying them to the table before the step gives the table after
    /// it. `now` is the time at which the input arrived.
    ///
    /// # Errors
    /// The input is illegal. Nothing has changed.
    pub fn step(&mut self, now: Millis, input: Input) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::new();
        self.step_into(now, input, &mut events)?;
        Ok(events)
    }

    /// Works like [`Table::step`], but appends the events to a reusable list.
    ///
    /// # Errors
    /// The input is illegal. Nothing has changed, and no event was added.
    pub fn step_into(
        &mut self,
        now: Millis,
        input: Input,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.step_with(None, now, input, events)
    }

    /// Works like [`Table::step_into`], and asks the people at the table. Without any, all words
    /// and chips are refused.
    ///
    /// # Errors
    /// The input is illegal. Nothing has changed, and no event was added.
    pub fn step_with(
        &mut self,
        people: Option<&mut (dyn People + 'static)>,
        now: Millis,
        input: Input,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        if pauses::is_stopped_for(self, &input) {
            return Err(RefusalKind::Paused.into());
        }
        let now = pauses::time_of(self, &input, now);
        let step = &mut Step { table: self, now, events, people };
        if step.table.state.desk.holds_back(&input) {
            return Err(RefusalKind::FloorCalled.into());
        }
        match input {
            Input::Sit { seat, player, buy_in, owed, wait_for_big_blind } => {
                step.answer(|table| table.sit(seat, player, buy_in, owed, wait_for_big_blind))
            }
            Input::TopUp { seat, amount } => step.answer(|table| table.top_up(seat, amount, false)),
            Input::Rebuy { seat, amount } => seating::rebuy(step, seat, amount),
            Input::Give { seat, amount } => step.answer(|table| table.top_up(seat, amount, true)),
            Input::TakeBack { seat, amount } => seating::take_back(step, seat, amount),
            Input::ShuffleSeats { moves } => step.answer(|table| table.shuffle_seats(moves)),
            Input::SitOut { seat } => step.answer(|table| table.sit_out(seat)),
            Input::CountSitOutsAnew => seating::count_sit_outs_anew(step),
            Input::SitIn { seat } => step.answer(|table| table.sit_in(seat)),
            Input::Leave { seat } => seating::leave(step, seat),
            Input::Quit { seat } => seating::quit(step, seat),
            Input::Prefer { seat, wait_for_big_blind, auto_muck, straddle } => {
                step.answer(|table| table.prefer(seat, wait_for_big_blind, auto_muck, straddle))
            }
            Input::Presence { seat, connected } => {
                step.answer(|table| table.presence(seat, connected))
            }
            Input::NotThere { seat } => step.answer(|table| table.not_there(seat)),
            Input::StartHand { deck, reshuffles, draw } => {
                start::start_hand(step, deck, reshuffles, draw)
            }
            Input::Release => absent::release_hand(step),
            Input::Place { seat, player, chips, entering } => {
                step.answer(|table| table.place(seat, player, chips, entering))
            }
            Input::Take { seat } => step.answer(|table| table.take(seat)),
            Input::SetStacks { stacks } => step.answer(|table| table.set_stacks(stacks)),
            Input::SetPlays { plays, switch } => {
                step.answer(|table| table.set_plays(plays, switch))
            }
            Input::PlaceButton { seat } => step.answer(|table| table.place_button(seat)),
            Input::OrderHand(order) => step.answer(|table| table.order_hand(order)),
            Input::WithdrawHand => step.answer(|table| table.withdraw_hand()),
            Input::Floor(command) => floor::command(step, command),
            Input::ShowCards { seat, picks } => requests::show_cards(step, seat, picks),
            Input::AskToSee { by, target } => {
                requests::answer(step, by, |showing| showing.ask_to_see(by, target))
            }
            Input::RabbitRequest { seat } => rabbit::request(step, seat),
            Input::RabbitConsent { seat, agrees } => rabbit::consent(step, seat, agrees),
            Input::DealStreet => between_streets::deal_street(step),
            Input::EnterHand(scene) => enter::enter_hand(step, *scene),
            Input::Act { seat, turn, action } => turn::act(step, seat, turn, action),
            Input::Gesture { seat, gesture } => {
                step.must_ask_people(|people, step| people.gesture(step, seat, gesture))
            }
            Input::Misquote { amount } => {
                step.must_ask_people(|people, step| people.misquote(step, amount))
            }
            Input::RuleTicket { ticket, option } => questions::rule_ticket(step, ticket, option),
            Input::AttendFloor { attended } => step.answer(|table| table.attend_floor(attended)),
            Input::ShowOrMuck { seat, show } => {
                requests::answer(step, seat, |showing| showing.show_or_muck(seat, show).map(Some))
            }
            Input::RunIt { seat, boards } => run_it::answer(step, seat, boards),
            Input::ChooseGame { seat, play } => step.answer(|table| table.choose_game(seat, play)),
            Input::NextGame => step.answer(|table| table.next_game()),
            Input::Tick => {
                flow::tick(step);
                Ok(())
            }
            Input::Pause => {
                step.emit_all(step.table.outside_play(now).pause()?);
                Ok(())
            }
            Input::Resume => pauses::resume(step),
            Input::VoidHand { reason } => flow::void_hand(step, reason),
            Input::RestartClock { wait } => turn::restart_clock(step, wait),
            Input::SweepHouse => step.answer(|table| table.sweep_house()),
            Input::SetUpHand(set_up) => set_up.carry_out(step),
        }
    }

    /// Returns when [`Input::Tick`] is due, or between hands [`Input::StartHand`] (see
    /// [`Table::wants_hand`]). Returns `None` if nothing waits for time, as at a paused table.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        deadlines::next(self).map(|(at, _)| at)
    }

    /// Returns `true` if a hand should start now. The caller then draws a deck and sends it in.
    #[must_use]
    pub fn wants_hand(&self, now: Millis) -> bool {
        self.hand.is_none() && now >= self.state.schedule.not_before() && self.can_start()
    }

    /// Returns the game and stakes of the current hand, or of the next one between hands.
    #[must_use]
    pub fn play(&self) -> &Play {
        self.setup.play(self.play_index())
    }

    /// Returns the index of [`Table::play`] in the table's games.
    #[must_use]
    pub fn play_index(&self) -> u8 {
        self.hand.as_ref().map_or(self.state.rotation.play(), |hand| hand.play)
    }

    #[inline(always)]
    pub(crate) fn game(&self) -> &Game {
        &self.play().game
    }

    #[inline(always)]
    pub(crate) fn stakes(&self) -> &Stakes {
        &self.play().stakes
    }

    /// Returns the number of the hand in progress.
    #[must_use]
    pub fn hand_in_progress(&self) -> Option<HandNo> {
        self.hand.as_ref().map(|hand| hand.number)
    }

    /// Returns the number of the hand in progress if it is all-in and waits for other tables.
    #[must_use]
    pub fn held_hand(&self) -> Option<HandNo> {
        self.hand.as_ref().filter(|hand| hand.phase == Phase::Waiting).map(|hand| hand.number)
    }

    /// Returns the number of hands started, including voided ones.
    #[must_use]
    pub fn last_hand(&self) -> HandNo {
        self.state.schedule.last_hand()
    }

    /// Returns the rake and the time charges that have not been swept yet.
    #[must_use]
    pub fn house(&self) -> (Chips, Chips) {
        self.state.till.house()
    }

    /// Returns all chips on the table, including rake and time charges.
    #[must_use]
    pub fn total(&self) -> Chips {
        self.state.till.total()
    }

    /// Returns the seat on turn, the turn's number and the legal actions.
    #[must_use]
    pub fn turn(&self) -> Option<(SeatNo, TurnNo, Legal)> {
        let Phase::Turn(turn) = self.hand.as_ref()?.phase else { return None };
        Some((turn.seat, turn.turn, self.terms()?.legal(turn.seat)))
    }

    /// Returns the last hand that is over; `None` if no hand has ended since the table was opened.
    #[must_use]
    pub fn last_dealt(&self) -> Option<&DealtHand> {
        self.last_dealt.0.as_ref()
    }

    /// Returns the legal actions of a player; `None` if it is not their turn.
    #[must_use]
    pub fn legal(&self, seat: SeatNo) -> Option<Legal> {
        self.turn().filter(|(turn, ..)| *turn == seat).map(|(.., legal)| legal)
    }

    /// Returns the table's state between hands for a snapshot, in any serde format. Returns `None`
    /// while a hand is in progress. [`Table::restore`] reads the snapshot.
    #[must_use]
    pub fn snapshot(&self) -> Option<impl Serialize + '_> {
        self.hand.is_none().then_some(&self.state)
    }

    /// Restores a table from a snapshot.
    ///
    /// # Errors
    /// Returns an error if the setup is inconsistent or the snapshot cannot be read.
    pub fn restore<'de, D: serde::Deserializer<'de>>(
        setup: TableSetup,
        snapshot: D,
    ) -> Result<Self, String> {
        let mut table = Self::new(setup)?;
        table.state = TableState::deserialize(snapshot).map_err(|error| error.to_string())?;
        assert_conserved(&table);
        Ok(table)
    }

    pub(crate) fn is_dealt_in(&self, seat: SeatNo) -> bool {
        self.hand.as_ref().is_some_and(|hand| hand.players.dealt().contains(seat))
    }

    /// Checks that a player sits in a seat.
    ///
    /// # Errors
    /// The table has no such seat, or it is empty.
    pub fn check_seat(&self, seat: SeatNo) -> Result<(), RefusalKind> {
        self.checked_seat(seat).map(|_| ())
    }

    #[inline]
    pub(crate) fn checked_seat(&self, seat: SeatNo) -> Result<&Seat, RefusalKind> {
        self.state.seats.checked(seat, self.setup.seats)
    }

    #[inline]
    pub(crate) fn terms(&self) -> Option<Terms<'_>> {
        let TableState { seats, schedule, .. } = &self.state;
        self.hand.as_ref().map(|hand| Terms::of(&self.setup, seats, schedule, hand))
    }
}

#[cfg(debug_assertions)]
fn all_in_is_true(table: &Table) -> bool {
    table.hand.as_ref().filter(|hand| hand.phase_of_betting()).is_none_or(|hand| {
        hand.players.dealt().iter().all(|number| {
            let broke = table.state.seats.get(number).is_some_and(|seat| seat.stack.is_zero());
            let is_awarded = matches!(hand.phase, Phase::Closed | Phase::Offer { .. });
            hand.players.all_in().contains(number) == broke || is_awarded
        })
    })
}

/// Asserts that every chip is in exactly one place. Debug builds check this after every event,
/// release builds whenever [`Event::settles_chips`] returns `true`.
pub(crate) fn assert_conserved(table: &Table) {
    // Plain sums cannot overflow, because no place holds more than the whole table may.
    let seats = table.state.seats.chips(table.setup.seats).0;
    let hand = table.hand.as_ref().map_or(0, |hand| hand.chips().0);
    let (rake, time) = table.state.till.house();
    let total = table.state.till.total();
    assert_eq!(seats + hand + rake.0 + time.0, total.0, "chips are neither made nor lost");
    #[cfg(debug_assertions)]
    assert!(all_in_is_true(table), "who has nothing behind is noted");
}
