//! A whole tournament in memory. The engine deals every hand, the director orders every move, and
//! time is a number. The same seed gives the same tournament.
//!
//! It includes everything that a rulebook has for a field: late entries, re-entries, breaks,
//! color-ups, hand-for-hand, bounties, absent players, and penalties by the floor. Deals between
//! players are left out.

mod acting;
mod structure;
mod unrest;

use acting::{Patience, action, decks};
use cardroom_engine::{Event as TableEvent, Input as TableInput, TableSetup};
use cardroom_hybrid::HybridTable;
use cardroom_rules::{Library, Millis, PlayerId, TableNo};
use cardroom_tables::LevelPlays;
use cardroom_tables::OrderDesk;
use cardroom_tournament::{Director, Draws, Event, Input, Order, Ordered, Phase, Report, Setup};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::sync::Arc;
use structure::{structure, table_setup};

/// The parameters of a tournament to run.
#[derive(Clone, Debug)]
pub struct Field {
    /// The number of players who enter before the start.
    pub entrants: u32,
    /// The number of late entrants, in thousandths of `entrants`.
    pub late_per_mille: u32,
    /// The number of seats at a table.
    pub seats: u8,
    /// The seed of all randomness.
    pub seed: u64,
}

/// The result of a run.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Outcome {
    /// Entries, including late entries and re-entries.
    pub entries: u32,
    /// Entries by players who had been out.
    pub re_entries: u32,
    /// Hands that were dealt.
    pub hands: u64,
    pub actions: u64,
    /// Tables that were opened.
    pub tables: u32,
    /// Moves of players, to balance tables or from broken tables.
    pub moves: u64,
    /// How often a player went away or lost the connection for some hands.
    pub absences: u64,
    /// Rulings of the floor: warnings, hands to miss, forfeited chips.
    pub rulings: u64,
    /// Players whom the floor disqualified.
    pub disqualified: u64,
    /// Bounties that were won.
    pub bounties: u64,
    /// Tables that exchanged their smallest chips in a break.
    pub exchanges: u64,
    /// Hands that all tables played together (hand-for-hand).
    pub hands_together: u64,
    /// All-in hands that waited face down until the other tables had finished.
    pub held: u64,
    /// The level in which the tournament ended, from 1.
    pub level: u16,
    /// The duration on the tournament's clock.
    pub clock: Millis,
    pub winner: PlayerId,
}

/// Why a run did not reach its end.
#[derive(Debug, thiserror::Error)]
pub enum FieldError {
    /// The setup is invalid.
    #[error("the tournament cannot be opened: {0}")]
    Setup(String),
    /// The director refused a valid input.
    #[error("the director refused: {0}")]
    Refused(#[from] cardroom_tournament::Refusal),
    /// A table refused a valid input.
    #[error("table {}: {reason}", .table.0)]
    Table { table: TableNo, reason: String },
    /// There is no winner, and nothing is due any more.
    #[error("{0} players are left, and nothing happens any more")]
    Stuck(u32),
}

/// One table with its engine.
struct Seat {
    desk: OrderDesk,
    table: HybridTable,
    /// The time that its last hand has reached. Players who let their time run out make it longer.
    clock: Millis,
}

struct Run {
    director: Director,
    setup: Arc<TableSetup>,
    levels: Arc<[LevelPlays]>,
    tables: BTreeMap<TableNo, Seat>,
    /// The times at which tables are due to deal and play a hand.
    due: BinaryHeap<Reverse<(Millis, TableNo)>>,
    reports: VecDeque<Report>,
    /// Absent players, and how many more hands each is away.
    away: BTreeMap<PlayerId, u8>,
    /// Players who are out and want to re-enter.
    again: VecDeque<PlayerId>,
    draws: Draws,
    now: Millis,
    events: Vec<TableEvent>,
    outcome: Outcome,
}

/// Runs a tournament to its winner, under a rulebook of the library.
///
/// # Errors
/// Fails if the setup is invalid or the run does not reach its end.
pub fn run(field: &Field, library: &Library, rulebook: &str) -> Result<Outcome, FieldError> {
    let mut run = Run::open(field, library, rulebook)?;
    for player in 1..=u64::from(field.entrants) {
        run.enter(player)?;
    }
    run.now = START;
    run.step(Input::Tick)?;
    let late = u64::from(field.entrants) * u64::from(field.late_per_mille) / 1_000;
    let mut late = (1..=late).map(|number| u64::from(field.entrants) + number).peekable();
    while run.director.phase() == Phase::Running {
        if !run.director.entry_is_closed() {
            // A few late players enter between any two hands.
            for player in late.by_ref().take(3) {
                run.enter(player)?;
            }
        }
        run.go_on()?;
    }
    run.deliver()?;
    run.director.audit();
    let state = run.director.entries().find(|(entry, _)| run.director.place(*entry) == Some(1));
    run.outcome.winner = state.map_or(PlayerId(0), |(_, entry)| entry.player);
    run.outcome.entries = run.director.entry_count();
    run.outcome.level = run.director.level() + 1;
    run.outcome.clock = Millis(run.now.0 - START.0);
    Ok(run.outcome)
}

const START: Millis = Millis(60_000);
/// The shortest duration of a hand on the tournament's clock, and how much longer it may take.
const HAND: u64 = 25_000;
const HAND_MORE: u32 = 30_000;

impl Run {
    fn open(field: &Field, library: &Library, rulebook: &str) -> Result<Self, FieldError> {
        let missing = |what: &str| FieldError::Setup(format!("there is no {what}"));
        let rulebook = library.rulebook(rulebook).ok_or_else(|| missing("such rulebook"))?;
        let structure = structure(field, rulebook);
        structure.check_rulebook(rulebook).map_err(FieldError::Setup)?;
        let levels = library.level_plays(&structure).ok_or_else(|| missing("such game"))?;
        let levels: Arc<[LevelPlays]> = levels.into();
        let setup = table_setup(&levels, rulebook, field.seats)?;
        let director = Director::new(Setup {
            structure: Arc::new(structure),
            rulebook: Arc::clone(rulebook),
            starts_at: Some(START),
            carried: None,
            self_run: false,
        })
        .map_err(FieldError::Setup)?;
        Ok(Self {
            director,
            setup: Arc::new(setup),
            levels,
            tables: BTreeMap::new(),
            due: BinaryHeap::new(),
            reports: VecDeque::new(),
            away: BTreeMap::new(),
            again: VecDeque::new(),
            draws: Draws::new(field.seed),
            now: Millis(0),
            events: Vec::new(),
            outcome: Outcome::default(),
        })
    }

    fn enter(&mut self, player: u64) -> Result<(), FieldError> {
        self.step(Input::Enter { player: PlayerId(player), of_age: true })
    }

    /// Re-enters the players who want to and may.
    fn enter_again(&mut self) -> Result<(), FieldError> {
        while let Some(player) = self.again.pop_front() {
            if self.director.may_enter(player, true).is_ok() {
                self.outcome.re_entries += 1;
                self.enter(player.0)?;
            }
        }
        Ok(())
    }

    /// Handles the next event in time: a hand, or the director's deadline.
    fn go_on(&mut self) -> Result<(), FieldError> {
        self.deliver()?;
        self.enter_again()?;
        let hand = self.due.peek().map(|Reverse((at, _))| *at);
        let deadline = self.director.deadline();
        match (hand, deadline) {
            (Some(at), Some(deadline)) if deadline <= at => self.tick(deadline),
            (None, Some(deadline)) => self.tick(deadline),
            (Some(at), _) => {
                self.now = self.now.max(at);
                let Some(Reverse((_, table))) = self.due.pop() else { return Ok(()) };
                self.play(table)
            }
            (None, None) if self.director.phase() == Phase::Running => {
                Err(FieldError::Stuck(self.director.players_left()))
            }
            (None, None) => Ok(()),
        }
    }

    fn tick(&mut self, deadline: Millis) -> Result<(), FieldError> {
        self.now = self.now.max(deadline);
        self.step(Input::Tick)
    }

    fn deliver(&mut self) -> Result<(), FieldError> {
        while let Some(report) = self.reports.pop_front() {
            self.step(Input::Report(report))?;
        }
        Ok(())
    }

    fn step(&mut self, input: Input) -> Result<(), FieldError> {
        let seed = (u64::from(self.draws.next_u32()) << 32) | u64::from(self.draws.next_u32());
        let events = self.director.step(self.now, seed, input)?;
        for event in events {
            match event {
                Event::Ordered(ordered) => self.take(ordered)?,
                Event::TableOpened { .. } => self.outcome.tables += 1,
                Event::Moved { .. } => self.outcome.moves += 1,
                Event::BountyAwarded(_) => self.outcome.bounties += 1,
                Event::ChipsExchanged { table: Some(_), .. } => self.outcome.exchanges += 1,
                Event::HandTogether => self.outcome.hands_together += 1,
                // Half of the players re-enter.
                Event::Out { entry, .. } if self.draws.below(2) == 0 => {
                    self.again.extend(self.director.entry(entry).map(|entry| entry.player));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn take(&mut self, ordered: Ordered) -> Result<(), FieldError> {
        let number = ordered.table;
        if let Order::Open { seats, .. } = &ordered.order {
            let setup = TableSetup { seats: *seats, ..(*self.setup).clone() };
            let table = HybridTable::new(setup).map_err(FieldError::Setup)?;
            let desk = OrderDesk::new(number, Arc::clone(&self.levels));
            self.tables.insert(number, Seat { desk, table, clock: self.now });
        }
        let deals = matches!(ordered.order, Order::Deal(_));
        let reveals = matches!(ordered.order, Order::Reveal);
        let seats = matches!(ordered.order, Order::Open { .. } | Order::Seat { .. });
        let Some(Seat { desk, table, clock }) = self.tables.get_mut(&number) else { return Ok(()) };
        self.events.clear();
        let from = self.now.max(*clock);
        let was_dealt = table.hand_in_progress().is_some();
        let reports = desk.take(from, ordered, table, &mut self.events);
        self.reports.extend(reports);
        if was_dealt && table.hand_in_progress().is_none() {
            // All cards were dealt already, so the hand ended as soon as they were turned over.
            self.outcome.hands += 1;
            self.reports.extend(desk.after_hand(from, table, &mut self.events));
            return Ok(());
        }
        if desk.is_closed() {
            self.tables.remove(&number);
        } else if deals {
            let at = from + Millis(HAND + u64::from(self.draws.below(HAND_MORE)));
            self.due.push(Reverse((at, number)));
        } else if reveals {
            self.due.push(Reverse((from, number)));
        } else if seats {
            self.seat_those_away(number)?;
        }
        Ok(())
    }

    /// Deals a hand and plays it to its end, or until it waits for other tables.
    fn play(&mut self, number: TableNo) -> Result<(), FieldError> {
        self.disturb(number)?;
        let left = self.director.players_left();
        let paid = self.director.places_paid();
        let open = u32::try_from(self.tables.len()).unwrap_or(u32::MAX);
        let patience = match self.director.entry_is_closed() {
            false => Patience::EARLY,
            true if left > paid && left <= paid + 2 * open => Patience::BUBBLE,
            true => Patience::NONE,
        };
        let Some(Seat { desk, table, clock }) = self.tables.get_mut(&number) else { return Ok(()) };
        let failed = |error: &dyn std::fmt::Display| FieldError::Table {
            table: number,
            reason: error.to_string(),
        };
        let mut now = self.now.max(*clock);
        self.events.clear();
        if table.hand_in_progress().is_none() {
            now = now.max(table.deadline().unwrap_or(now));
            let game = Arc::clone(&table.play().game);
            let (deck, reshuffles) = decks(&game, &mut self.draws);
            let draw = self.draws.next_u32();
            let start = TableInput::StartHand { deck, reshuffles, draw };
            table.step_into(now, start, &mut self.events).map_err(|error| failed(&error))?;
        }
        while table.hand_in_progress().is_some() {
            let player = |seat| table.players().find(|(other, _)| *other == seat);
            let acts = table.turn().filter(|(seat, ..)| {
                player(*seat).is_some_and(|(_, player)| !self.away.contains_key(&player))
            });
            let input = match (acts, table.deadline()) {
                (Some((seat, turn, legal)), _) => {
                    self.outcome.actions += 1;
                    TableInput::Act {
                        seat,
                        turn,
                        action: action(&legal, patience, &mut self.draws),
                    }
                }
                (None, Some(deadline)) => {
                    now = now.max(deadline);
                    TableInput::Tick
                }
                // All-in, and waiting for the other tables.
                (None, None) => break,
            };
            table.step_into(now, input, &mut self.events).map_err(|error| failed(&error))?;
        }
        *clock = now;
        for event in &self.events {
            desk.note(event, table);
        }
        self.events.clear();
        if let Some(hand) = table.hand_in_progress() {
            self.outcome.held += 1;
            self.reports.push_back(Report::Waiting { table: number, hand });
            return Ok(());
        }
        self.outcome.hands += 1;
        self.reports.extend(desk.after_hand(now, table, &mut self.events));
        Ok(())
    }
}
