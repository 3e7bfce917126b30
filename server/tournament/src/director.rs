//! The director: [`Director::step`] decides the consequences of an input. Only [`Director::apply`]
//! changes a tournament.
//!
//! A step runs until nothing more follows: every table that can be dealt a hand has been ordered
//! to, and every player due to move is moving. The cost of a step depends on the number of changes,
//! not on the number of tables.

mod absences;
mod apply;
mod arrivals;
mod attend;
mod audit;
mod bonus;
mod book_penalties;
mod bounties;
mod busts;
mod colour_up;
mod commands;
mod corrections;
mod deadlines;
mod dealing;
mod deals;
mod dues;
mod effects;
mod escrow;
mod halts;
mod levels;
mod lots;
mod money;
mod moves;
mod pauses;
mod placing;
mod prizes;
mod purchases;
mod real_cards;
mod record;
mod refunds;
mod registration;
mod reported;
mod reports;
mod rounds;
mod rulings;
mod stages;
mod start;
mod state;
mod surplus;
mod timetable;
mod together;
mod undo;

pub use record::{Attendance, PlayerRecord};
pub use state::{Deals, Discipline, Phase, Seating};
pub(crate) use timetable::Timetable;

use crate::clock::Clock;
use crate::draws::Draws;
use crate::entry::{Entry, Whereabouts};
use crate::escrow::Escrow;
use crate::event::Event;
use crate::floor::Ruling;
use crate::hand_for_hand::HandForHand;
use crate::held::Bust;
use crate::input::Input;
use crate::order::{Order, Ordered};
use crate::prizes::Bounties;
use crate::refusal::Refusal;
use crate::removal::Removal;
use crate::seq::Seq;
use crate::setup::Setup;
use crate::table::Table;
use cardroom_rules::{Cents, Chips, EntryNo, Millis, PlayerId, Structure, TableNo};
use effects::{Effect, Effects};
use money::Money;
use pauses::Pause;
use registration::Registration;
use serde::{Deserialize, Serialize};
use state::State;
use std::collections::BTreeSet;
use std::sync::Arc;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Director {
    /// The terms at the opening.
    opened_with: Setup,
    /// The same, with the levels as the floor has changed them.
    pub(crate) setup: Setup,
    pub(crate) state: State,
}

/// A step under construction.
pub(crate) struct Step<'a> {
    pub(crate) director: &'a mut Director,
    pub(crate) now: Millis,
    pub(crate) events: &'a mut Vec<Event>,
    /// The source of the seeds of its draws.
    seeds: Draws,
    /// Tables that may need an action.
    pub(crate) attention: BTreeSet<TableNo>,
    /// Value of the ticket that pays for the entry made in this step.
    ticket: Option<Cents>,
}

impl Step<'_> {
    /// Applies and stores an event, after a [`Event::StepBegan`] if it is the first of its step.
    pub(crate) fn emit(&mut self, event: Event) {
        if self.events.is_empty() {
            let began = Event::StepBegan { at: self.now };
            self.director.apply(&began);
            self.events.push(began);
        }
        self.director.apply(&event);
        self.events.push(event);
    }

    /// Applies the immediate consequences of an input. [`attend::follow`] does the rest.
    fn take(&mut self, input: Input) -> Result<(), Refusal> {
        match input {
            Input::Enter { player, of_age } => {
                self.director.may_enter(player, of_age)?;
                registration::make_entry(self, player)?;
            }
            Input::ByTicket { worth, entry } => {
                self.ticket = Some(worth);
                self.take(*entry)?;
            }
            Input::Withdraw { player } => {
                self.bring_about(Registration::of(self.director).withdraw(player)?);
            }
            Input::CarryOver { player, stack } => {
                let registration = Registration::of(self.director);
                self.bring_about(registration.carry_over(player, stack, self.now)?);
            }
            Input::CarryAllOver { bags } => {
                let carried = self.setup().structure.entry.carried;
                for (player, stack) in registration::one_stack_each(bags, carried) {
                    self.take(Input::CarryOver { player, stack })?;
                }
            }
            Input::HandOver { to } => {
                if !self.director.keeps_bags() {
                    let text = "No players go on from this tournament to another day.";
                    return Err(Refusal::NotNow(text));
                }
                self.emit(Event::HandedOver { to });
            }
            Input::CheckIn { player } => {
                self.bring_about(Registration::of(self.director).check_in(player)?);
            }
            Input::Buy { player, what } => purchases::buy(self, player, what)?,
            Input::DeclineRebuy { player } => {
                let state = self.state();
                self.bring_about(purchases::decline_rebuy(&state.held, &state.entries, player)?);
            }
            Input::GiveUp { player } => {
                let entry = Registration::of(self.director).give_up(player)?;
                absences::remove_when_due(self, entry, Removal::GaveUp);
            }
            Input::Quit { player } => absences::quit(self, player)?,
            Input::Back { player } => {
                let state = self.state();
                let absences = state.discipline.absences();
                self.bring_about(absences::back(&state.entries, absences, player)?);
            }
            Input::ProposeDeal(wish) => {
                self.bring_about(deals::propose(self.director, wish, self.now)?);
            }
            Input::Vote { player, deal, agrees } => {
                let entry = self.state().entries.of_player_in(player)?;
                self.bring_about(deals::vote(&self.state().deals, entry, deal, agrees)?);
            }
            Input::Floor(order) => rulings::rule(self, order)?,
            Input::Report(report) => reports::receive(self, report)?,
            Input::ConnectionsLost { missing } => {
                if self.state().course.is_running() {
                    self.bring_about(Pause::of(self).wait_for_connections(missing));
                }
            }
            Input::ConnectionsBack => self.bring_about(Pause::of(self).go_on_after_outage()),
            Input::Tick => self.bring_about(Pause::of(self).end_outage_when_due()),
            Input::Recover => {
                let (state, now) = (self.state(), self.now);
                let idle = state.is_quiet() && state.deals.open().is_none();
                let times = Timetable::of(self.director);
                self.bring_about(absences::recover(times, now.since(state.now), now, idle));
            }
            Input::Cancel { reason } => {
                self.state().course.must_not_have_begun()?;
                self.bring_about(Money::of(self.director).call_off(reason));
            }
        }
        Ok(())
    }

    /// Carries out what a decision brings about, in order.
    fn bring_about(&mut self, effects: impl Into<Effects>) {
        for effect in effects.into() {
            match effect {
                Effect::Emit(event) => self.emit(event),
                Effect::Order(table, order) => self.order(table, order),
                Effect::Attend(table) => {
                    self.attention.insert(table);
                }
                Effect::AttendToAll => self.attend_to_all(),
            }
        }
    }

    pub(crate) fn setup(&self) -> &Setup {
        &self.director.setup
    }

    pub(crate) fn state(&self) -> &State {
        &self.director.state
    }

    /// Sends an order to a table.
    pub(crate) fn order(&mut self, table: TableNo, order: Order) {
        let number = self.director.state.orders.next();
        self.emit(Event::Ordered(Ordered { number, table, order }));
    }

    /// Runs a draw from its own seed, which is stored in the log so that the log
    /// alone can repeat it.
    pub(crate) fn drawing<T>(&mut self, draw: impl FnOnce(&Director, &mut Draws) -> T) -> T {
        let seed = self.seeds.next_u64();
        self.emit(Event::Drawn { seed });
        draw(self.director, &mut Draws::new(seed))
    }

    /// Returns the step that a ruling made now belongs to.
    pub(crate) fn ruling_seq(&self) -> Seq {
        Seq(self.director.seq().0 + u64::from(self.events.is_empty()))
    }

    /// Marks all tables for attention.
    pub(crate) fn attend_to_all(&mut self) {
        let tables = self.director.state.seating.floor().tables();
        self.attention.extend(tables.map(|(table, _)| table));
    }
}

impl Director {
    /// Returns a tournament without entries.
    ///
    /// # Errors
    /// If the setup is inconsistent.
    pub fn new(setup: Setup) -> Result<Self, String> {
        setup.validate()?;
        let tied = setup.rulebook.finish.tied_bounty;
        let terms = setup.structure.bounty.clone();
        let bounties = terms.map(|terms| Bounties::new(terms, tied));
        let state = State::new(setup.starts_at, bounties);
        Ok(Self { opened_with: setup.clone(), setup, state })
    }

    /// Returns the terms at the opening. The levels may have changed since: see
    /// [`Director::terms`].
    #[must_use]
    #[expect(clippy::misnamed_getters, reason = "the floor may have changed the levels since")]
    pub fn setup(&self) -> &Setup {
        &self.opened_with
    }

    /// Returns the terms as they are played now.
    #[must_use]
    pub fn terms(&self) -> &Setup {
        &self.setup
    }

    /// Returns the structure as it is played now.
    #[must_use]
    pub fn structure(&self) -> &Arc<Structure> {
        &self.setup.structure
    }

    /// Decides the consequences of an input and applies them. `seed` is a fresh random number. It
    /// yields the seeds of all draws, and each is stored before the result of its draw.
    ///
    /// # Errors
    /// If the input is not possible now. Nothing has changed then.
    pub fn step(&mut self, now: Millis, seed: u64, input: Input) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::new();
        let mut step = Step {
            director: self,
            now,
            events: &mut events,
            seeds: Draws::new(seed),
            attention: BTreeSet::new(),
            ticket: None,
        };
        step.take(input)?;
        attend::follow(&mut step);
        audit::assert_sound(self);
        Ok(events)
    }

    /// Returns the start time, including changes by the floor.
    #[must_use]
    pub fn starts_at(&self) -> Option<Millis> {
        self.state.schedule.starts_at()
    }

    /// Returns the time at which [`Input::Tick`] is due, or `None` if nothing is timed.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        deadlines::next(self).map(|(at, _)| at)
    }

    /// Returns the orders that no table has reported done. They are resent after a restart.
    pub fn outstanding(&self) -> impl Iterator<Item = &Ordered> {
        self.state.orders.outstanding()
    }

    /// Returns the number of steps with events.
    #[must_use]
    pub fn seq(&self) -> Seq {
        self.state.seq
    }

    /// Returns the end of the wait for many lost connections.
    #[must_use]
    pub fn outage(&self) -> Option<Millis> {
        self.state.schedule.outage()
    }

    /// Returns the start of the current pause.
    #[must_use]
    pub fn paused(&self) -> Option<Millis> {
        self.state.schedule.paused()
    }

    /// Returns the state of hand-for-hand while it is on.
    #[must_use]
    pub fn hand_for_hand(&self) -> Option<&HandForHand> {
        self.state.together.hand_for_hand()
    }

    /// Returns attendance and conduct of the players.
    #[must_use]
    pub fn discipline(&self) -> &Discipline {
        &self.state.discipline
    }

    #[must_use]
    pub fn seating(&self) -> &Seating {
        &self.state.seating
    }

    /// Returns the pots that await a decision.
    #[must_use]
    pub fn escrow(&self) -> &Escrow {
        &self.state.escrow
    }

    #[must_use]
    pub fn deals(&self) -> &Deals {
        &self.state.deals
    }

    /// Returns a player without chips who is not out yet.
    #[must_use]
    pub fn bust(&self, entry: EntryNo) -> Option<&Bust> {
        self.state.held.get(entry)
    }

    /// Returns how many more chips than the entries brought are in play once a stack is set, if
    /// setting it adds any.
    #[must_use]
    pub fn chips_beyond(&self, entry: EntryNo, stack: Chips) -> Option<Chips> {
        let due = self.state.stack_due(entry);
        commands::chips_beyond(&self.state.rulings, due, stack)
    }

    /// Returns `true` if the ruling of a step can be undone now.
    #[must_use]
    pub fn can_undo(&self, ruling: Seq) -> bool {
        self.state.course.must_not_be_over().is_ok() && undo::check_undo(self, ruling).is_ok()
    }

    /// Returns the rulings of the floor, oldest first.
    #[must_use]
    pub fn rulings(&self) -> &[Ruling] {
        self.state.rulings.all()
    }

    /// Returns the current round from 1, or 0 if the tournament has no rounds.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.state.course.round()
    }

    #[must_use]
    pub fn phase(&self) -> Phase {
        self.state.course.phase()
    }

    #[must_use]
    pub fn clock(&self) -> Clock {
        self.state.schedule.clock()
    }

    /// Returns the current level, from 0.
    #[must_use]
    pub fn level(&self) -> u16 {
        self.setup.level_of(self.state.schedule.stage())
    }

    #[must_use]
    pub fn entry(&self, entry: EntryNo) -> Option<&Entry> {
        self.state.entries.get(entry)
    }

    /// Returns the last entry of a player.
    #[must_use]
    pub fn entry_of(&self, player: PlayerId) -> Option<EntryNo> {
        self.state.entries.of(player)
    }

    /// Returns the place of an entry that is out or has won. Several entries may share it. While
    /// entry is open, it assumes that no more players enter.
    #[must_use]
    pub fn place(&self, entry: EntryNo) -> Option<u32> {
        match self.entry(entry)?.whereabouts {
            Whereabouts::Finished { out_before, sharing, .. } => {
                Some((self.state.entries.count() + 1).saturating_sub(out_before + sharing))
            }
            _ => None,
        }
    }

    /// Returns all entries, by number.
    pub fn entries(&self) -> impl Iterator<Item = (EntryNo, &Entry)> {
        self.state.entries.all()
    }

    /// Returns the number of entries, without withdrawn ones.
    #[must_use]
    pub fn entry_count(&self) -> u32 {
        self.state.entries.count()
    }

    #[must_use]
    pub fn players_left(&self) -> u32 {
        self.state.entries.left()
    }

    /// Returns the total of all chips in play.
    #[must_use]
    pub fn chips(&self) -> Chips {
        self.state.entries.chips()
    }

    /// Returns `true` if no player can enter any more.
    #[must_use]
    pub fn entry_is_closed(&self) -> bool {
        self.state.entries.are_closed()
    }

    /// Returns the open tables, by number.
    pub fn tables(&self) -> impl Iterator<Item = (TableNo, &Table)> {
        self.state.seating.floor().tables()
    }

    /// Returns a table if it is open.
    #[must_use]
    pub fn table(&self, table: TableNo) -> Option<&Table> {
        self.state.seating.floor().table(table)
    }

    /// Returns the mutable state for storage.
    #[must_use]
    pub fn snapshot(&self) -> impl Serialize + '_ {
        &self.state
    }

    /// Restores a tournament from a [snapshot](Director::snapshot).
    ///
    /// # Errors
    /// If the setup is inconsistent, or the snapshot does not decode.
    pub fn restore<'de, D: serde::Deserializer<'de>>(
        setup: Setup,
        snapshot: D,
    ) -> Result<Self, String> {
        setup.validate()?;
        let state = State::deserialize(snapshot).map_err(|error| error.to_string())?;
        let mut director = Self { opened_with: setup.clone(), setup, state };
        levels::restore(&mut director.setup, &director.state.schedule);
        Ok(director)
    }
}
