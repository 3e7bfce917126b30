//! The director: [`Director::step`] decides what an input leads to, [`Director::apply`] is the only
//! thing that changes a tournament.
//!
//! A step ends only when nothing more follows from it: every table that can be dealt a hand has been
//! ordered to, everybody who is to move is moving. What a step costs depends on what changed, not on
//! how many tables there are.

mod apply;
mod attend;
mod halts;
mod moves;
mod prizes;
mod registration;
mod reports;
mod seat_rules;
mod stages;
mod start;

use crate::draws::Draws;
use crate::entry::{Entry, Whereabouts};
use crate::event::Event;
use crate::input::Input;
use crate::order::{OrderNo, Ordered};
use crate::refusal::Refusal;
use crate::seating::{BreakingOrder, FloorPlan, Wishes};
use crate::setup::Setup;
use crate::table::Table;
use cardroom_rules::{Cents, Chips, EntryNo, Level, Millis, PlayerId, Stage, TableNo};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Director {
    pub(crate) setup: Setup,
    pub(crate) state: State,
}

/// Everything about a tournament that changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) phase: Phase,
    pub(crate) stage: u16,
    pub(crate) clock: Clock,
    pub(crate) entry_closed: bool,
    /// By number, from 1.
    pub(crate) entries: Vec<Entry>,
    /// The last entry of each player.
    pub(crate) players: BTreeMap<PlayerId, EntryNo>,
    /// How many were made, withdrawn ones not counted.
    pub(crate) entry_count: u32,
    /// How many entries are in it, and what they have together.
    pub(crate) players_left: u32,
    pub(crate) chips: Chips,
    /// Those without a seat, in the order of their entries.
    pub(crate) waiting: BTreeSet<EntryNo>,
    pub(crate) floor: FloorPlan,
    /// What each place wins, once nobody can enter any more, and how many win a ticket.
    pub(crate) prizes: Option<Vec<Cents>>,
    pub(crate) tickets: u32,
    pub(crate) breaking: BreakingOrder,
    pub(crate) wishes: Wishes,
    /// Whether any table has said that it plays with blinds.
    pub(crate) has_blinds: bool,
    pub(crate) last_order: OrderNo,
    pub(crate) outstanding: BTreeMap<OrderNo, Ordered>,
}

/// How far a tournament has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Phase {
    /// Players register.
    Registering,
    /// It is played.
    Running,
    /// There is a winner.
    Over,
    /// It did not take place.
    Cancelled,
}

/// What the clock of a tournament shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Clock {
    /// It has not begun, or is over.
    Stopped,
    /// A level runs.
    Level {
        /// Until when; `None` for the last one.
        ends_at: Option<Millis>,
    },
    /// A break is due; tables finish their hands.
    BreakDue {
        /// Since when.
        since: Millis,
    },
    /// A break.
    Break {
        /// Until when.
        ends_at: Millis,
    },
}

/// One step in the making.
pub(crate) struct Step<'a> {
    pub(crate) director: &'a mut Director,
    pub(crate) now: Millis,
    pub(crate) events: &'a mut Vec<Event>,
    /// The seeds of its draws.
    seeds: Draws,
    /// The tables something may follow for.
    pub(crate) attention: BTreeSet<TableNo>,
}

impl Step<'_> {
    /// Applies an event and keeps it.
    pub(crate) fn emit(&mut self, event: Event) {
        self.director.apply(&event);
        self.events.push(event);
    }

    /// Gives a table an order.
    pub(crate) fn order(&mut self, table: TableNo, order: crate::Order) {
        let number = OrderNo(self.director.state.last_order.0 + 1);
        self.emit(Event::Ordered(Ordered { number, table, order }));
    }

    /// Draws something, from a seed of its own that is written into the log: what is drawn can be
    /// computed again from the log alone.
    pub(crate) fn drawing<T>(&mut self, draw: impl FnOnce(&Director, &mut Draws) -> T) -> T {
        let seed = self.seeds.next_u64();
        self.emit(Event::Drawn { seed });
        draw(self.director, &mut Draws::new(seed))
    }
}

impl Director {
    /// A tournament that nobody has entered.
    ///
    /// # Errors
    /// The setup does not go together.
    pub fn new(setup: Setup) -> Result<Self, String> {
        setup.validate()?;
        let state = State {
            phase: Phase::Registering,
            stage: 0,
            clock: Clock::Stopped,
            entry_closed: false,
            entries: Vec::new(),
            players: BTreeMap::new(),
            players_left: 0,
            chips: Chips::ZERO,
            waiting: BTreeSet::new(),
            floor: FloorPlan::default(),
            prizes: None,
            tickets: 0,
            breaking: BreakingOrder::default(),
            wishes: Wishes::default(),
            has_blinds: false,
            entry_count: 0,
            last_order: OrderNo(0),
            outstanding: BTreeMap::new(),
        };
        Ok(Self { setup, state })
    }

    /// What it was opened with.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Decides what an input leads to and applies it. `seed` is a fresh random number; the seeds of
    /// all draws come from it, and each is written into the log before what was drawn.
    ///
    /// # Errors
    /// The input is not possible now; nothing has changed.
    pub fn step(&mut self, now: Millis, seed: u64, input: Input) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::new();
        let mut step = Step {
            director: self,
            now,
            events: &mut events,
            seeds: Draws::new(seed),
            attention: BTreeSet::new(),
        };
        match input {
            Input::Enter { player, of_age } => step.enter(player, of_age)?,
            Input::Withdraw { player } => step.withdraw(player)?,
            Input::Report(report) => step.report(report)?,
            Input::Tick => {}
            Input::Recover => {
                step.attention =
                    step.director.state.floor.tables().map(|(table, _)| table).collect();
            }
            Input::Cancel { reason } => step.cancel(reason)?,
        }
        step.follow();
        self.assert_sound();
        Ok(events)
    }

    /// When [`Input::Tick`] is due; `None` while nothing waits for time.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        let clock = match (self.state.phase, self.state.clock) {
            (Phase::Registering, _) => self.setup.starts_at,
            (Phase::Running, Clock::Level { ends_at }) => ends_at,
            (Phase::Running, Clock::BreakDue { since }) => {
                Some(since + stages::LONGEST_WAIT_FOR_BREAK)
            }
            (Phase::Running, Clock::Break { ends_at }) => Some(ends_at),
            _ => None,
        };
        let halt = self.halt_deadline().filter(|_| self.state.phase == Phase::Running);
        clock.into_iter().chain(halt).min()
    }

    /// The orders that no table has reported done: after a restart they are sent again.
    pub fn outstanding(&self) -> impl Iterator<Item = &Ordered> {
        self.state.outstanding.values()
    }

    /// How far it has come.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// What its clock shows.
    #[must_use]
    pub fn clock(&self) -> Clock {
        self.state.clock
    }

    /// Which level hands are dealt under now, from 0.
    #[must_use]
    pub fn level(&self) -> u16 {
        self.setup.level_of(self.state.stage)
    }

    /// The level with this number, from 0; after the last one the last one.
    #[must_use]
    pub fn level_terms(&self, level: u16) -> Option<&Level> {
        self.setup.levels().nth(usize::from(level)).or_else(|| self.setup.levels().last())
    }

    /// An entry.
    #[must_use]
    pub fn entry(&self, entry: EntryNo) -> Option<&Entry> {
        let index = usize::try_from(entry.0).ok()?.checked_sub(1)?;
        self.state.entries.get(index)
    }

    /// The last entry of a player.
    #[must_use]
    pub fn entry_of(&self, player: PlayerId) -> Option<EntryNo> {
        self.state.players.get(&player).copied()
    }

    /// The place of an entry that is out, or has won; while one may still enter, the place it would have
    /// if nobody did. Several may share one.
    #[must_use]
    pub fn place(&self, entry: EntryNo) -> Option<u32> {
        match self.entry(entry)?.whereabouts {
            Whereabouts::Finished { out_before, sharing, .. } => {
                Some((self.state.entry_count + 1).saturating_sub(out_before + sharing))
            }
            _ => None,
        }
    }

    /// All entries, by number.
    pub fn entries(&self) -> impl Iterator<Item = (EntryNo, &Entry)> {
        (1..).map(EntryNo).zip(&self.state.entries)
    }

    /// How many entries were made, withdrawn ones not counted.
    #[must_use]
    pub fn entry_count(&self) -> u32 {
        self.state.entry_count
    }

    /// How many are still in it.
    #[must_use]
    pub fn players_left(&self) -> u32 {
        self.state.players_left
    }

    /// All chips in it.
    #[must_use]
    pub fn chips(&self) -> Chips {
        self.state.chips
    }

    /// Whether nobody can enter any more.
    #[must_use]
    pub fn entry_is_closed(&self) -> bool {
        self.state.entry_closed
    }

    /// The tables that are open, by number.
    pub fn tables(&self) -> impl Iterator<Item = (TableNo, &Table)> {
        self.state.floor.tables()
    }

    /// A table that is open.
    #[must_use]
    pub fn table(&self, table: TableNo) -> Option<&Table> {
        self.state.floor.table(table)
    }

    /// Who sits where.
    #[must_use]
    pub fn floor_plan(&self) -> &FloorPlan {
        &self.state.floor
    }

    /// In which order its tables break.
    #[must_use]
    pub fn breaking_order(&self) -> &BreakingOrder {
        &self.state.breaking
    }

    /// Who has a place reserved, and who is not to sit with whom.
    #[must_use]
    pub fn wishes(&self) -> &Wishes {
        &self.state.wishes
    }

    /// Everything about it that changes, to be stored.
    #[must_use]
    pub fn snapshot(&self) -> impl Serialize + '_ {
        &self.state
    }

    /// The tournament a [snapshot](Director::snapshot) was taken of.
    ///
    /// # Errors
    /// The setup does not go together, or the snapshot does not decode.
    pub fn restore<'de, D: serde::Deserializer<'de>>(
        setup: Setup,
        snapshot: D,
    ) -> Result<Self, String> {
        setup.validate()?;
        let state = State::deserialize(snapshot).map_err(|error| error.to_string())?;
        Ok(Self { setup, state })
    }

    pub(crate) fn stage(&self) -> Option<&Stage> {
        self.setup.stage(self.state.stage)
    }

    /// What must hold after every step.
    fn assert_sound(&self) {
        if self.state.phase == Phase::Over {
            assert_eq!(self.state.players_left, 1, "a tournament ends with one player");
        }
    }

    /// What must hold after every step, added up anew over all entries and tables: for tests and
    /// simulations.
    ///
    /// # Panics
    /// When it does not hold.
    pub fn audit(&self) {
        let mut sum = Chips::ZERO;
        let mut left = 0;
        for (number, entry) in self.entries() {
            if !entry.whereabouts.is_in() {
                assert!(self.state.phase == Phase::Over || entry.stack.is_zero());
                continue;
            }
            left += 1;
            sum += entry.stack;
            match entry.whereabouts {
                Whereabouts::Seated { table, seat } => {
                    let table = self.table(table).expect("it is open");
                    assert_eq!(table.players[seat.index()], Some(number));
                }
                Whereabouts::Moving { to } => {
                    let arriving = &self.table(to).expect("it is open").arriving;
                    assert!(arriving.iter().any(|arrival| arrival.entry == number));
                }
                Whereabouts::Waiting => assert!(self.state.waiting.contains(&number)),
                Whereabouts::Registered => assert_eq!(self.state.phase, Phase::Registering),
                Whereabouts::Finished { .. } | Whereabouts::Withdrawn => {}
            }
        }
        if self.state.phase != Phase::Over {
            assert_eq!((sum, left), (self.state.chips, self.state.players_left));
        }
        let seated: usize = self.tables().map(|(_, table)| table.size()).sum();
        let at_tables = self.entries().filter(|(_, entry)| {
            matches!(entry.whereabouts, Whereabouts::Seated { .. } | Whereabouts::Moving { .. })
        });
        assert_eq!(seated, at_tables.count(), "everybody has one place");
        self.state.floor.audit();
    }
}
