//! The time that players take for their decisions. Under a rulebook that flags stalling, a player
//! who repeatedly decides only when the time is nearly over is flagged (TFPL 1b-8, 2b-19; Spotlight
//! 1b-6, 2b-18). The floor decides the consequences.
//!
//! An action without a turn is no decision: the room acts for a player who is leaving or away. A
//! decision is not counted if the connection was lost during the turn.

use super::{Step, Table};
use crate::event::Event;
use crate::hand::{Hand, Phase, Turn};
use crate::ruling::EtiquetteFlag;
use crate::seat::Seat;
use cardroom_rules::rulebook::Stalling;
use cardroom_rules::{Appended, Millis, SeatNo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The number of a player's latest decisions that are looked at.
const LATEST: u32 = 10;
/// The number of late ones among them that is flagged.
const FLAGGED_FROM: u32 = 3;
/// A decision in the last of this many equal parts of the base time is late.
const PARTS: u64 = 5;

/// A player's use of time at a table since they sat down.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct TimeUse {
    pub decisions: u32,
    /// The decisions made when the time was nearly over or had run out.
    pub late: u32,
    total: Millis,
    /// One bit for each of the latest decisions since the last flag: set if it was late.
    latest: u16,
}

impl TimeUse {
    /// Returns the mean time of a decision.
    #[must_use]
    pub fn mean(&self) -> Millis {
        Millis(self.total.0.checked_div(u64::from(self.decisions)).unwrap_or(0))
    }

    fn note(&mut self, took: Millis, late: bool) {
        self.decisions = self.decisions.saturating_add(1);
        self.late = self.late.saturating_add(u32::from(late));
        self.total = Millis(self.total.0.saturating_add(took.0));
        self.latest = (self.latest << 1 | u16::from(late)) & ((1 << LATEST) - 1);
    }

    /// Starts the count of the latest decisions again after a flag.
    fn count_anew(&mut self) {
        self.latest = 0;
    }

    fn is_stalling(&self) -> bool {
        self.latest.count_ones() >= FLAGGED_FROM
    }
}

/// The use of time by each player, if the rulebook flags stalling.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct TimeUses {
    pub(super) by_seat: Appended<BTreeMap<SeatNo, TimeUse>>,
}

impl TimeUses {
    pub(super) fn note(&mut self, seat: SeatNo, took: Millis, late: bool) {
        self.by_seat.entry(seat).or_default().note(took, late);
    }

    fn is_stalling(&self, seat: SeatNo) -> bool {
        self.by_seat.get(&seat).is_some_and(TimeUse::is_stalling)
    }

    /// Starts the count of a player's latest decisions again after a flag.
    pub(super) fn count_anew(&mut self, seat: SeatNo) {
        if let Some(time_use) = self.by_seat.get_mut(&seat) {
            time_use.count_anew();
        }
    }

    /// Forgets a player who left the table.
    pub(super) fn forget(&mut self, seat: SeatNo) {
        self.by_seat.remove(&seat);
    }

    /// Follows players to their new seats.
    pub(super) fn reseat(&mut self, new_seat: impl Fn(SeatNo) -> Option<SeatNo>) {
        let before = std::mem::take(&mut *self.by_seat).into_iter();
        *self.by_seat = before.filter_map(|(seat, used)| Some((new_seat(seat)?, used))).collect();
    }
}

/// Times the decision of the player on turn, who acts now or whose time has run out. Flags
/// the player if too many of the latest decisions were late.
pub(super) fn time_decision(step: &mut Step<'_>, seat: SeatNo) {
    let Some((took, late)) = timed_decision(step.table, seat, step.now) else { return };
    step.emit(Event::DecisionTimed { seat, took, late });
    if step.table.state.time_use.is_stalling(seat) {
        step.flag(seat, EtiquetteFlag::Stalling);
    }
}

impl Table {
    /// Returns each player's use of time. Empty unless the rulebook flags stalling.
    pub fn time_use(&self) -> impl Iterator<Item = (SeatNo, TimeUse)> {
        self.state.time_use.by_seat.iter().map(|(seat, time_use)| (*seat, *time_use))
    }
}

/// Returns the time that a decision takes if it is made now, and whether it is late. `None` if
/// it does not count.
#[inline]
fn timed_decision(table: &Table, seat: SeatNo, now: Millis) -> Option<(Millis, bool)> {
    if table.setup.rulebook.stalling == Stalling::NotFlagged {
        return None;
    }
    let hand = table.hand.as_ref()?;
    let Phase::Turn(turn) = hand.phase else { return None };
    let player = table.state.seats.get(seat).filter(|_| turn.seat == seat)?;
    let is_there = player.is_connected() && player.sat_out_at.is_none() && !player.leaving;
    if turn.was_away || !is_there {
        return None;
    }
    Some((now.since(turn.since), is_late(table, hand, turn, player, now)))
}

fn is_late(table: &Table, hand: &Hand, turn: Turn, player: &Seat, now: Millis) -> bool {
    if !table.setup.times_every_turn() {
        return hand.betting.called_clock().is_some();
    }
    let base = turn.base_end(player.bank).since(turn.since);
    let left = base.0.saturating_sub(now.since(turn.since).0);
    left.saturating_mul(PARTS) <= base.0
}
