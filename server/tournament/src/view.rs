//! A tournament as a lobby shows it: where it stands, and what comes next. It names no player.

use crate::clock::Clock;
use crate::director::{Director, Phase};
use crate::event::Seq;
use cardroom_rules::{Cents, Chips, Millis, Stage};

/// A tournament as a lobby shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentView {
    /// The last step it contains.
    pub seq: Seq,
    /// How far it has come.
    pub phase: Phase,
    /// When it starts, or was to; `None` for one that starts as soon as it is full.
    pub starts_at: Option<Millis>,
    /// What the clock shows.
    pub clock: Clock,
    /// Since when it is paused, where it is.
    pub paused: Option<Millis>,
    /// The level, from 0; in a break the one before it.
    pub level: u16,
    /// What is left of the level or break, where something is counted.
    pub left: Option<Millis>,
    /// The next break, where there is one.
    pub next_break: Option<UpcomingBreak>,
    /// Whether anybody may still enter.
    pub entry_open: bool,
    /// How many entries were made.
    pub entries: u32,
    /// How many are in it.
    pub players_left: u32,
    /// How many wait for a seat.
    pub waiting: u32,
    /// How many tables are open.
    pub tables: u32,
    /// All chips in it.
    pub chips: Chips,
    /// All chips by those who are in it.
    pub average_stack: Chips,
    /// What there is to win.
    pub prize_pool: Cents,
    /// How many places are paid, as things are.
    pub places_paid: u32,
    /// Every table plays each hand together with the others.
    pub hand_for_hand: bool,
}

/// A break that comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UpcomingBreak {
    /// Which stage of the structure.
    pub stage: u16,
    /// How long until then, where nothing stops the clock; `None` where a level is played by hands.
    pub after: Option<Millis>,
}

impl Director {
    /// The tournament as a lobby shows it at this time.
    #[must_use]
    pub fn view(&self, now: Millis) -> TournamentView {
        let state = &self.state;
        // While all clocks stand still nothing gets less.
        let now = state.paused.unwrap_or(now);
        TournamentView {
            seq: state.seq,
            phase: state.phase,
            starts_at: state.starts_at,
            clock: state.clock,
            paused: state.paused,
            level: self.level(),
            left: state.clock.left(now),
            next_break: self.next_break(now),
            entry_open: self.is_open(),
            entries: state.entry_count,
            players_left: state.players_left,
            waiting: u32::try_from(state.waiting.len()).unwrap_or(u32::MAX),
            tables: u32::try_from(state.floor.open_tables()).unwrap_or(u32::MAX),
            chips: state.chips,
            average_stack: match state.players_left {
                0 => Chips::ZERO,
                players => state.chips.divide(u64::from(players)).0,
            },
            prize_pool: self.prize_pool(),
            places_paid: self.places_paid(),
            hand_for_hand: state.hand_for_hand.is_some(),
        }
    }

    /// The next break, with the level that goes on.
    fn next_break(&self, now: Millis) -> Option<UpcomingBreak> {
        if self.state.phase != Phase::Running {
            return None;
        }
        let current = usize::from(self.state.stage);
        let mut after = match self.state.clock {
            Clock::Level { ends_at } => ends_at.map(|at| at.since(now)),
            _ => None,
        };
        for (index, stage) in self.setup.structure.stages.iter().enumerate().skip(current + 1) {
            match stage {
                Stage::Break(_) => {
                    return Some(UpcomingBreak { stage: u16::try_from(index).ok()?, after });
                }
                Stage::Level(level) => {
                    after = after.map(|after| after + Millis::seconds(level.seconds));
                }
            }
        }
        None
    }
}
