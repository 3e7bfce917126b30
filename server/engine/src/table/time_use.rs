//! The time that players take for their decisions. Under a rulebook that flags stalling, a player
//! who repeatedly decides only when the time is nearly over is flagged (TFPL 1b-8, 2b-19; Spotlight
//! 1b-6, 2b-18). The floor decides the consequences.
//!
//! An action without a turn is no decision: the room acts for a player who is leaving or away. A
//! decision is not counted if the connection was lost during the turn.

use super::{Step, Table, TableSetup};
use crate::event::Event;
use crate::hand::{Phase, Turn};
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
    if step.book().stalling == Stalling::NotFlagged {
        return;
    }
    let clock = TurnClock::of(step.table, step.now);
    let Some((took, late)) = clock.and_then(|clock| clock.decision(seat)) else { return };
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

/// The time of the player on turn: what is left of it, and how it was used.
#[derive(Clone, Copy)]
pub(super) struct TurnClock<'a> {
    setup: &'a TableSetup,
    turn: Turn,
    player: &'a Seat,
    /// When the clock called on the player ends.
    called_until: Option<Millis>,
    now: Millis,
}

impl<'a> TurnClock<'a> {
    /// Returns the time of the player on turn; `None` if there is none.
    #[inline]
    pub(super) fn of(table: &'a Table, now: Millis) -> Option<Self> {
        let hand = table.hand.as_ref()?;
        let Phase::Turn(turn) = hand.phase else { return None };
        let player = table.state.seats.get(turn.seat)?;
        let called_until = hand.betting.called_clock_ends();
        Some(Self { setup: &table.setup, turn, player, called_until, now })
    }

    /// Returns the time bank that an action now would leave; `None` if it is too late. Bank time is
    /// spent in whole seconds.
    #[inline]
    pub(super) fn bank_left(self) -> Option<Millis> {
        let bank = self.player.bank;
        if !self.setup.times_every_turn() {
            return self.called_until.is_none_or(|ends| self.now <= ends).then_some(bank);
        }
        let over = self.now.since(self.turn.base_end(bank));
        let grace = self.setup.rulebook.clock.grace_ms;
        if over > bank + grace {
            return None;
        }
        let spent = if over <= grace { 0 } else { over.0.div_ceil(1_000) * 1_000 };
        Some(Millis(bank.0.saturating_sub(spent)))
    }

    /// Returns the time that a decision of this player takes if it is made now, and whether it is
    /// late. `None` if it does not count.
    #[inline]
    fn decision(self, seat: SeatNo) -> Option<(Millis, bool)> {
        let Self { turn, player, .. } = self;
        let is_there = player.is_connected() && player.sat_out_at.is_none() && !player.leaving;
        if turn.seat != seat || turn.was_away || !is_there {
            return None;
        }
        Some((self.now.since(turn.since), self.is_late()))
    }

    fn is_late(self) -> bool {
        if !self.setup.times_every_turn() {
            return self.called_until.is_some();
        }
        let base = self.turn.base_end(self.player.bank).since(self.turn.since);
        let left = base.0.saturating_sub(self.now.since(self.turn.since).0);
        left.saturating_mul(PARTS) <= base.0
    }
}
