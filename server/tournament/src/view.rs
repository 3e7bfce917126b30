//! The lobby's view of a tournament: its current state and what comes next. It names no player.

use crate::clock::Clock;
use crate::director::{Director, Phase, Timetable};
use crate::seq::Seq;
use cardroom_rules::{Cents, Chips, Millis};

/// A tournament as the lobby shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentView {
    /// The last step included.
    pub seq: Seq,
    pub phase: Phase,
    /// Scheduled start. `None` if the tournament starts as soon as it is full.
    pub starts_at: Option<Millis>,
    pub clock: Clock,
    /// Start of the current pause.
    pub paused: Option<Millis>,
    /// Counted from 0. During a break, the level before it.
    pub level: u16,
    /// Time left in the level or break. `None` if it has no limit.
    pub left: Option<Millis>,
    pub next_break: Option<UpcomingBreak>,
    /// `true` if players may still enter.
    pub entry_open: bool,
    pub entries: u32,
    pub players_left: u32,
    /// Number of players waiting for a seat.
    pub waiting: u32,
    /// Number of open tables.
    pub tables: u32,
    /// All chips in play.
    pub chips: Chips,
    /// All chips divided by the number of players left.
    pub average_stack: Chips,
    pub prize_pool: Cents,
    /// Number of paid places by the current entries.
    pub places_paid: u32,
    pub hand_for_hand: bool,
}

/// The next break of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UpcomingBreak {
    /// Index in the stages of the structure.
    pub stage: u16,
    /// Time until the break if nothing stops the clock. `None` if a level is played by hands.
    pub after: Option<Millis>,
}

impl Director {
    /// Returns the lobby's view at this time.
    #[must_use]
    pub fn view(&self, now: Millis) -> TournamentView {
        let state = &self.state;
        // During a pause no remaining time decreases.
        let now = state.schedule.counts_from(now);
        TournamentView {
            seq: state.seq,
            phase: state.course.phase(),
            starts_at: state.schedule.starts_at(),
            clock: state.schedule.clock(),
            paused: state.schedule.paused(),
            level: self.level(),
            left: state.schedule.clock().left(now),
            next_break: Timetable::of(self).next_break(now),
            entry_open: self.is_open(),
            entries: state.entries.count(),
            players_left: state.entries.left(),
            waiting: u32::try_from(state.entries.waiting().len()).unwrap_or(u32::MAX),
            tables: u32::try_from(state.seating.floor().open_tables()).unwrap_or(u32::MAX),
            chips: state.entries.chips(),
            average_stack: match state.entries.left() {
                0 => Chips::ZERO,
                players => state.entries.chips().divide(u64::from(players)).0,
            },
            prize_pool: self.prize_pool(),
            places_paid: self.places_paid(),
            hand_for_hand: state.together.is_on(),
        }
    }
}
