//! Everything outside of the processes: two machines, the database, and the checks that are made
//! while they play.

use super::Counts;
use super::database::{Database, Step};
use super::history::History;
use super::planted::Flaw;
use super::process::Process;
use super::station::{Station, Trouble};
use super::table::Deck;
use cardroom::store::Followed;
use chacha20::ChaCha12Rng;
use rand::{Rng as _, RngExt as _};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::rc::Rc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// The number of a machine: 0 or 1.
pub(super) type Machine = usize;
/// A time in milliseconds.
pub(super) type Moment = i64;

/// How long a machine must have been undisturbed for its room to count as healthy.
const HEALTHY_FOR: Duration = Duration::from_millis(1_500);
/// For how long a waiting process leaves a free lock to the room that was playing, with some leave.
const LEFT_FOR: Duration = Duration::from_millis(4_500);
/// The longest that play may stand still while nothing is wrong.
const STANDSTILL: Duration = Duration::from_secs(15);

/// An action that a player sends to a room.
pub(super) struct Asked {
    pub(super) player: usize,
    pub(super) action: u64,
    /// Gets whether the action is acknowledged. It is dropped if the room ends.
    pub(super) answer: oneshot::Sender<bool>,
}

/// A run.
pub(super) struct World {
    pub(super) database: Database,
    pub(super) flaw: Option<Flaw>,
    pub(super) stations: [Rc<Station>; 2],
    /// The times at which the database does not work.
    pub(super) outages: Trouble,
    /// The times at which anything keeps play from going on.
    pub(super) trouble: Trouble,
    history: RefCell<History>,
    chance: RefCell<ChaCha12Rng>,
    begin: Instant,
    last_told: Cell<Instant>,
    notes: RefCell<Notes>,
    tells: bool,
}

#[derive(Default)]
struct Notes {
    counts: Counts,
    failure: Option<String>,
    tail: Vec<String>,
    hash: DefaultHasher,
}

impl World {
    pub(super) fn new(
        database: Database,
        flaw: Option<Flaw>,
        chance: ChaCha12Rng,
        tells: bool,
    ) -> Rc<Self> {
        database.keeps_silent.set(flaw == Some(Flaw::SleeperAccepted));
        let now = Instant::now();
        Rc::new(Self {
            database,
            flaw,
            stations: Default::default(),
            outages: Trouble::default(),
            trouble: Trouble::default(),
            history: RefCell::default(),
            chance: RefCell::new(chance),
            begin: now,
            last_told: Cell::new(now),
            notes: RefCell::default(),
            tells,
        })
    }

    pub(super) fn count(&self, count: impl FnOnce(&mut Counts)) {
        count(&mut self.notes.borrow_mut().counts);
    }

    /// Adds a line to the log of the run.
    pub(super) fn note(&self, what: fmt::Arguments<'_>) {
        let millis = self.begin.elapsed().as_millis();
        let text = what.to_string();
        let mut notes = self.notes.borrow_mut();
        (millis, &text).hash(&mut notes.hash);
        if self.tells {
            notes.tail.push(format!("{:>6}.{:03} {text}", millis / 1_000, millis % 1_000));
        }
    }

    /// Records a failed check. Only the first one counts.
    pub(super) fn fail(&self, why: String) {
        self.note(format_args!("FAILED: {why}"));
        self.notes.borrow_mut().failure.get_or_insert(why);
    }

    pub(super) fn has_failed(&self) -> bool {
        self.notes.borrow().failure.is_some()
    }

    pub(super) fn outcome(&self) -> super::Outcome {
        let notes = self.notes.borrow();
        let (failure, tail) = (notes.failure.clone(), notes.tail.clone());
        super::Outcome { counts: notes.counts, failure, tail, log_hash: notes.hash.finish() }
    }

    pub(super) fn draw(&self, range: std::ops::Range<u64>) -> u64 {
        self.chance.borrow_mut().random_range(range)
    }

    pub(super) fn draw_secret(&self) -> u64 {
        self.chance.borrow_mut().next_u64()
    }

    /// Draws a deck.
    pub(super) fn deal(&self, hand: u64, key: u64) -> Deck {
        let deck = self.draw_secret().to_le_bytes();
        self.history.borrow_mut().dealt(hand, key, deck);
        deck
    }

    /// Notes that a room has opened.
    pub(super) fn opened(&self, process: &Process, room: mpsc::UnboundedSender<Asked>) {
        let Process { machine, life, .. } = process;
        self.note(format_args!("life {life} is the room on machine {machine}"));
        *self.stations[*machine].room.borrow_mut() = Some(room);
    }

    /// Notes how a process that waited became the room.
    pub(super) fn followed(&self, process: &Process, how: Followed) {
        self.note(format_args!("life {} follows another room: {how:?}", process.life));
        self.count(|counts| match how {
            Followed::Free => counts.free += 1,
            Followed::Ended => counts.ended += 1,
        });
    }

    /// Checks that a process which takes a free lock leaves it to the room that was playing, after
    /// the database was away.
    pub(super) fn takes_free_lock(&self, by: Machine, has_lost: bool) {
        let other = &self.stations[1 - by];
        let plays = other.room.borrow().is_some() && other.trouble.is_over_for(HEALTHY_FOR);
        let is_early = !self.outages.is_over_for(LEFT_FOR);
        if has_lost && plays && is_early {
            self.fail(format!("machine {by} takes the lock before the room that was playing"));
        }
    }

    /// Checks that a session was not ended while its room was healthy.
    pub(super) fn ended(&self, holder: Option<Machine>, by: Machine) {
        self.note(format_args!("machine {by} ends the session of machine {holder:?}"));
        let Some(holder) = holder else { return };
        let station = &self.stations[holder];
        // After an outage of the database every room beats before any is ended.
        if station.room.borrow().is_some() && station.trouble.is_over_for(HEALTHY_FOR) {
            self.fail(format!("the healthy room on machine {holder} was ended"));
        }
    }

    /// Checks a step that a room sends to its players.
    pub(super) fn told(&self, process: &Process, step: &Step) {
        self.note(format_args!("life {} sends {step:?}", process.life));
        self.last_told.set(Instant::now());
        self.count(|counts| counts.steps += 1);
        if let Err(why) = self.history.borrow_mut().told(step) {
            self.fail(why);
        }
    }

    pub(super) fn lost_an_answer(&self) {
        self.count(|counts| counts.lost_answers += 1);
    }

    /// Notes that a room has ended, because another one has its place or it was handed over.
    pub(super) fn closed(&self, process: &Process, is_taken_over: bool) {
        let how = if is_taken_over { "was taken over" } else { "has closed" };
        self.note(format_args!("life {} {how}", process.life));
        self.count(|counts| counts.taken_over += u64::from(is_taken_over));
        self.stations[process.machine].room.borrow_mut().take();
    }

    /// Checks that play goes on while nothing is wrong.
    pub(super) fn must_go_on(&self) {
        if self.trouble.is_over_for(STANDSTILL) && self.last_told.get().elapsed() > STANDSTILL {
            self.fail(format!("nothing goes on for {} s", STANDSTILL.as_secs()));
        }
    }

    /// Checks everything that was told against what is stored.
    pub(super) fn check_history(&self) {
        if let Err(why) = self.history.borrow().check(&self.database.rows()) {
            self.fail(why);
        }
    }
}
