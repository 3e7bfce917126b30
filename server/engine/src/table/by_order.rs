//! A tournament table. The tournament controls its players, stacks, stakes and hands for reasons
//! that are unknown here.

use super::Table;
use crate::button::Positions;
use cardroom_rules::{Forced, HandNo, Millis, Play, SeatNo, SeatSet, Switch};
use std::sync::Arc;

/// The positions of the next hand if no player comes or goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Upcoming {
    /// The seat may be empty.
    pub button: SeatNo,
    /// The position of the small blind, whether posted or dead.
    pub small_position: SeatNo,
    pub small_blind: Option<SeatNo>,
    /// `None` in a game without blinds.
    pub big_blind: Option<SeatNo>,
    pub dealt: SeatSet,
    /// The seat of the last big blind, if its player is gone. A player placed there could
    /// post the only blind.
    pub single_big_blind: Option<SeatNo>,
}

/// The deal of the next hand if no player comes or goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextDeal {
    pub hand: HandNo,
    /// The seat of the button, which may be empty. `None` if it is drawn from the seats dealt in
    /// when the hand starts. If it is not, the hand starts with a draw of 0.
    pub button: Option<SeatNo>,
    pub dealt: SeatSet,
    /// When the hand may start.
    pub not_before: Millis,
    /// A player may choose another game until then.
    pub may_choose: bool,
}

impl Table {
    /// Returns the deal of the next hand if no player comes or goes. Returns `None` while no hand
    /// can start, as at a paused table.
    #[must_use]
    pub fn next_deal(&self) -> Option<NextDeal> {
        if self.hand.is_some() || !self.can_start() {
            return None;
        }
        let lineup = self.next_hand().lineup(0)?;
        Some(NextDeal {
            hand: self.state.schedule.next_hand(),
            button: (!self.next_hand().draws_button()).then_some(lineup.positions.button),
            dealt: lineup.dealt,
            not_before: self.state.schedule.not_before(),
            may_choose: self.state.rotation.choice().is_some(),
        })
    }

    /// Returns the positions of the next hand if no player comes or goes. Returns `None` with fewer
    /// than two players, and before a table's first hand if its button is not placed. The start of
    /// a hand uses the same computation.
    #[must_use]
    pub fn upcoming(&self) -> Option<Upcoming> {
        if self.state.button.positions().is_none() && self.state.button.placed().is_none() {
            return None;
        }
        let lineup = self.next_hand().lineup(0)?;
        let has_blinds = self.game().forced == Forced::Blinds;
        let Positions { button, small, big } = lineup.positions;
        let gone = |seat: &SeatNo| !self.next_hand().ready().contains(*seat);
        let last_big = self.state.button.positions().map(|last| last.big).filter(gone);
        Some(Upcoming {
            button,
            small_position: small,
            small_blind: (has_blinds && lineup.small_is_posted).then_some(small),
            big_blind: has_blinds.then_some(big),
            dealt: lineup.dealt,
            single_big_blind: last_big.filter(|seat| has_blinds && *seat == small),
        })
    }

    /// Returns `true` if the hand that the tournament wants has not begun.
    #[must_use]
    pub fn awaits_ordered_hand(&self) -> bool {
        let waits = self.setup.occupancy.waits_for_orders();
        waits && self.hand.is_none() && self.state.schedule.due_order().is_some()
    }
}

pub(super) fn plays_set(table: &mut Table, plays: &Arc<[Play]>, switch: Switch) {
    let clock = table.setup.rulebook.clock;
    let has_begun = table.last_hand() > HandNo(0);
    for seat in table.state.seats.all_taken() {
        // A level that begins during play adds to every time bank (GAPS G-11).
        if has_begun {
            seat.gain_bank(clock.bank_per_level_ms, clock.bank_cap_ms);
        }
        seat.had_reconnect = false;
    }
    table.setup = table.setup.with_plays(plays, switch);
    table.state.rotation.fit(table.setup.plays.len());
}
