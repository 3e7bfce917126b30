//! What rulebook and structure say about entries, hand-for-hand, absence and the floor, put
//! together for the steps. What they say about seats stands in [`seat_rules`](super::seat_rules).

use super::Director;
use crate::entries::LateStack;
use crate::hand_for_hand::Release;
use cardroom_rules::rulebook::{AbsenceEffect, LateUntil, PlayerQuits};
use cardroom_rules::{Format, Millis, rulebook};

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

    /// Until the end of how many levels one may enter: what the structure says, within what the
    /// book allows. None where it starts when it is full, or is played in rounds.
    pub(super) fn late_levels(&self) -> u16 {
        if self.begins_full() || self.is_played_in_rounds() {
            return 0;
        }
        let rule = &self.setup.rulebook.entry;
        let structure = &self.setup.structure;
        let house = structure.late_levels(&self.setup.rulebook);
        if rule.late_until == LateUntil::EndOfFirstBreak {
            // The break itself belongs to the levels before it.
            return house.min(structure.levels_before_break().unwrap_or(0));
        }
        let levels = house.max(rule.late_levels_least);
        if rule.late_levels_most == 0 { levels } else { levels.min(rule.late_levels_most) }
    }

    /// Until the end of how many levels the floor may enter somebody by arrangement (Spotlight
    /// 6-3).
    pub(super) fn last_entry_level(&self) -> u16 {
        let late = self.late_levels();
        if late == 0 { 0 } else { late.max(self.setup.rulebook.entry.late_levels_arranged) }
    }

    /// Whether so few are left that all of them score, and nobody enters any more (TFPL 6-4; GAPS
    /// G-67).
    pub(super) fn is_in_the_points(&self) -> bool {
        let scoring = match self.setup.structure.prizes.points_places {
            0 => self.places_paid().min(self.most_places_paid()),
            places => places,
        };
        self.setup.rulebook.entry.late_not_in_points && self.players_left() <= scoring
    }

    /// How old players have to be, where the book says so.
    #[must_use]
    pub fn min_age(&self) -> Option<u8> {
        Some(self.setup.rulebook.entry.min_age).filter(|age| *age > 0)
    }

    /// What whoever enters late starts with.
    pub(super) fn late_stack(&self) -> LateStack {
        let rule = &self.setup.rulebook.entry;
        match rule.late_stack {
            rulebook::LateStack::Full => LateStack::Full,
            rulebook::LateStack::FullOrLessPerLevel
                if self.setup.structure.entry.late_deduction =>
            {
                LateStack::PercentPerLevel {
                    rate: rule.late_percent_per_level,
                    cap: rule.late_percent_most,
                }
            }
            rulebook::LateStack::FullOrLessPerLevel => LateStack::Full,
            rulebook::LateStack::LessBigBlinds => LateStack::MinusBigBlinds(rule.late_big_blinds),
        }
    }

    /// How long a player without chips may decide on a rebuy: the next hand waits for it (TDA 27).
    pub(super) fn time_for_rebuy(&self) -> Millis {
        Millis::seconds(self.setup.rulebook.entry.rebuy_seconds)
    }

    /// With how many players left hand-for-hand begins, where so many places are paid (GAPS G-39).
    pub(super) fn hand_for_hand_from(&self, paid: u32) -> u32 {
        let tables = u32::try_from(self.state.floor.open_tables()).unwrap_or(u32::MAX);
        self.setup.rulebook.hand_for_hand.from.players(paid, tables)
    }

    /// How tables with all-in hands are released (GAPS G-40).
    pub(super) fn hand_for_hand_release(&self) -> Release {
        let rule = self.setup.rulebook.hand_for_hand.release;
        if rule.is_together(self.state.floor.open_tables()) {
            Release::Together
        } else {
            Release::OneByOne
        }
    }

    /// What one hand of hand-for-hand takes off the level (TDA RP-8-B).
    pub(super) fn hand_for_hand_deduction(&self) -> Millis {
        Millis::seconds(self.setup.rulebook.hand_for_hand.deduct_seconds)
    }

    /// A break begins at the latest so long after it was due (GAPS G-28).
    pub(super) fn longest_wait_for_break(&self) -> Millis {
        Millis::seconds(self.setup.rulebook.levels.break_waits_seconds)
    }

    /// After a pause everything has so much more time than it had left (GAPS G-30).
    pub(super) fn after_pause(&self) -> Millis {
        Millis::seconds(self.setup.rulebook.levels.after_pause_seconds)
    }

    /// No hand begins so shortly before the end of a level (TDA RP-7; GAPS G-29).
    pub(super) fn no_hand_before_end(&self) -> Millis {
        Millis::seconds(self.setup.rulebook.levels.no_hand_before_break_seconds)
    }

    /// What becomes of somebody who is away for long, and after how long.
    pub(super) fn long_absence(&self) -> (AbsenceEffect, Millis) {
        let rule = self.setup.rulebook.absence;
        (rule.effect, Millis::seconds(rule.minutes * 60))
    }

    /// After how long somebody who is away is warned, where that leads to anything (GAPS G-15).
    pub(super) fn absence_warning(&self) -> Option<Millis> {
        let minutes = self.setup.rulebook.absence.warning_minutes;
        (minutes > 0).then(|| Millis::seconds(minutes * 60))
    }

    /// What becomes of the chips of somebody who leaves for good.
    pub(super) fn quitting(&self) -> PlayerQuits {
        self.setup.rulebook.player_quits
    }

    /// The most rounds that a penalty can have; 0 for any number.
    pub(super) fn most_penalty_rounds(&self) -> u8 {
        self.setup.rulebook.penalties.rounds_most
    }

    /// Whether chips are taken, players disqualified and tournaments called off by two operators
    /// only, or by the owner (GAPS G-03).
    pub(super) fn needs_two_operators(&self) -> bool {
        self.setup.rulebook.floor.four_eyes
    }
}
