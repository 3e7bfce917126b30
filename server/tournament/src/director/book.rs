//! What rulebook and structure say about entries, hand-for-hand, absence and the floor, put together
//! for the steps. What they say about seats stands in [`seat_rules`](super::seat_rules).

use super::Director;
use crate::entries::LateStack;
use crate::hand_for_hand::Release;
use cardroom_rules::rulebook::{AbsenceEffect, PlayerQuits};
use cardroom_rules::{Format, Millis};

/// How long a player without chips may decide on a rebuy: the next hand waits for it (TDA 27).
pub(super) const TIME_FOR_REBUY: Millis = Millis(20_000);

impl Director {
    /// Whether tables play down to one player each, and their winners play the next round.
    pub(super) fn is_played_in_rounds(&self) -> bool {
        matches!(self.setup.structure.format, Format::Shootout | Format::HeadsUp)
    }

    /// With how many players left a first day is over.
    pub(super) fn survivors(&self) -> Option<u32> {
        let Format::Flight { survivors_basis_points } = self.setup.structure.format else {
            return None;
        };
        let part = u64::from(self.state.entry_count) * u64::from(survivors_basis_points) / 10_000;
        Some(u32::try_from(part).unwrap_or(u32::MAX).max(1))
    }

    /// How many have a seat at most: alternates wait for one of them to be out.
    pub(super) fn most_seated(&self) -> usize {
        let terms = &self.setup.structure.entry;
        if terms.alternates {
            usize::try_from(terms.max_entrants).unwrap_or(usize::MAX)
        } else {
            usize::MAX
        }
    }

    /// Until the end of how many levels one may enter.
    pub(super) fn late_levels(&self) -> u16 {
        self.setup.structure.entry.late_levels.unwrap_or(0)
    }

    /// Until the end of how many levels the floor may enter somebody by arrangement (Spotlight 6-3).
    pub(super) fn last_entry_level(&self) -> u16 {
        self.late_levels()
    }

    /// Whether so few are left that they play for points, and nobody enters any more (TFPL 6-4).
    pub(super) fn is_in_the_points(&self) -> bool {
        false
    }

    /// How old players have to be.
    pub(super) fn min_age(&self) -> Option<u8> {
        None
    }

    /// What whoever enters late starts with.
    pub(super) fn late_stack(&self) -> LateStack {
        LateStack::Full
    }

    /// With how many players left hand-for-hand begins: above the places that are paid (GAPS G-39).
    pub(super) fn hand_for_hand_from(&self) -> u32 {
        1
    }

    /// Whether everybody who is out with one hand played together shares the place (TDA RP-8-A).
    pub(super) fn shares_in_hand_for_hand(&self) -> bool {
        true
    }

    /// How tables with all-in hands are released (GAPS G-40).
    pub(super) fn hand_for_hand_release(&self) -> Release {
        Release::OneByOne
    }

    /// What one hand of hand-for-hand takes off the level (TDA RP-8-B).
    pub(super) fn hand_for_hand_deduction(&self) -> Millis {
        Millis::seconds(120)
    }

    /// What becomes of somebody who is away for long, and after how long.
    pub(super) fn long_absence(&self) -> (AbsenceEffect, Millis) {
        let rule = self.setup.rulebook.absence;
        (rule.effect, Millis::seconds(rule.minutes * 60))
    }

    /// What becomes of the chips of somebody who leaves for good.
    pub(super) fn quitting(&self) -> PlayerQuits {
        self.setup.rulebook.player_quits
    }

    /// The most rounds that a penalty can have; 0 for any number.
    pub(super) fn most_penalty_rounds(&self) -> u8 {
        0
    }

    /// Whether chips are taken, players disqualified and tournaments called off by two operators only,
    /// or by the owner (GAPS G-03).
    pub(super) fn needs_two_operators(&self) -> bool {
        false
    }
}
