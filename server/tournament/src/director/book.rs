//! Settings of rulebook and structure for entries, hand-for-hand, absence and the floor.
//! [`seat_rules`](super::seat_rules) has those for seats.

use super::Director;
use crate::entries::LateStack;
use crate::hand_for_hand::Release;
use cardroom_rules::rulebook::{AbsenceEffect, LateUntil, PlayerQuits};
use cardroom_rules::{Format, Millis, rulebook};

impl Director {
    /// Returns `true` if each table plays down to one player and the winners play the next round.
    pub(super) fn is_played_in_rounds(&self) -> bool {
        matches!(self.setup.structure.format, Format::Shootout | Format::HeadsUp)
    }

    /// Returns the number of remaining players at which a first day ends.
    pub(super) fn survivors(&self) -> Option<u32> {
        let Format::Flight { survivors_basis_points } = self.setup.structure.format else {
            return None;
        };
        let part = u64::from(self.state.entries.count) * u64::from(survivors_basis_points) / 10_000;
        Some(u32::try_from(part).unwrap_or(u32::MAX).max(1))
    }

    /// Returns the largest number of seated players. Alternates wait until a seated player is out.
    pub(super) fn most_seated(&self) -> usize {
        let terms = &self.setup.structure.entry;
        if terms.alternates {
            usize::try_from(terms.max_entrants).unwrap_or(usize::MAX)
        } else {
            usize::MAX
        }
    }

    /// Returns the number of levels during which a player may enter: the terms of the structure
    /// within the limits of the rulebook. It is 0 if the tournament starts when full or has rounds.
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

    /// Returns the number of levels during which the floor may enter a player
    /// by arrangement (Spotlight 6-3).
    pub(super) fn last_entry_level(&self) -> u16 {
        let late = self.late_levels();
        if late == 0 { 0 } else { late.max(self.setup.rulebook.entry.late_levels_arranged) }
    }

    /// Returns `true` if all remaining players score, so that no player may enter any more
    /// (TFPL 6-4; GAPS G-67).
    pub(super) fn is_in_the_points(&self) -> bool {
        let scoring = match self.setup.structure.prizes.points_places {
            0 => self.places_paid().min(self.most_places_paid()),
            places => places,
        };
        self.setup.rulebook.entry.late_not_in_points && self.players_left() <= scoring
    }

    /// Returns the minimum age, if the rulebook has one.
    #[must_use]
    pub fn min_age(&self) -> Option<u8> {
        Some(self.setup.rulebook.entry.min_age).filter(|age| *age > 0)
    }

    /// Returns the reduction of a late entrant's starting stack.
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

    /// Returns the time that a player without chips has to decide on a rebuy. The next hand waits
    /// for the decision (TDA 27).
    pub(super) fn time_for_rebuy(&self) -> Millis {
        Millis::seconds(self.setup.rulebook.entry.rebuy_seconds)
    }

    /// Returns the number of remaining players at which hand-for-hand begins, with `paid`
    /// paid places (GAPS G-39).
    pub(super) fn hand_for_hand_from(&self, paid: u32) -> u32 {
        let tables = u32::try_from(self.state.seating.floor.open_tables()).unwrap_or(u32::MAX);
        self.setup.rulebook.hand_for_hand.from.players(paid, tables)
    }

    /// Returns how tables with all-in hands are released (GAPS G-40).
    pub(super) fn hand_for_hand_release(&self) -> Release {
        let rule = self.setup.rulebook.hand_for_hand.release;
        if rule.is_together(self.state.seating.floor.open_tables()) {
            Release::Together
        } else {
            Release::OneByOne
        }
    }

    /// Returns the time that one hand of hand-for-hand takes off the level (TDA RP-8-B).
    pub(super) fn hand_for_hand_deduction(&self) -> Millis {
        Millis::seconds(self.setup.rulebook.hand_for_hand.deduct_seconds)
    }

    /// Returns the longest time that a due break waits for hands to finish (GAPS G-28).
    pub(super) fn longest_wait_for_break(&self) -> Millis {
        Millis::seconds(self.setup.rulebook.levels.break_waits_seconds)
    }

    /// Returns the extra time that every running timer gets after a pause (GAPS G-30).
    pub(super) fn after_pause(&self) -> Millis {
        Millis::seconds(self.setup.rulebook.levels.after_pause_seconds)
    }

    /// Returns the length of the period before the end of a level in which no hand begins
    /// (TDA RP-7; GAPS G-29).
    pub(super) fn no_hand_before_end(&self) -> Millis {
        Millis::seconds(self.setup.rulebook.levels.no_hand_before_break_seconds)
    }

    /// Returns the effect of a long absence, and its length.
    pub(super) fn long_absence(&self) -> (AbsenceEffect, Millis) {
        let rule = self.setup.rulebook.absence;
        (rule.effect, Millis::seconds(rule.minutes * 60))
    }

    /// Returns the length of absence that leads to a warning, or `None` if there are
    /// no warnings (GAPS G-15).
    pub(super) fn absence_warning(&self) -> Option<Millis> {
        let minutes = self.setup.rulebook.absence.warning_minutes;
        (minutes > 0).then(|| Millis::seconds(minutes * 60))
    }

    /// Returns the rule for the chips of a player who leaves for good.
    pub(super) fn quitting(&self) -> PlayerQuits {
        self.setup.rulebook.player_quits
    }

    /// Returns the largest number of rounds of a penalty; 0 for no limit.
    pub(super) fn most_penalty_rounds(&self) -> u8 {
        self.setup.rulebook.penalties.rounds_most
    }

    /// Returns `true` if taking chips, disqualifying a player or calling the tournament off needs
    /// two operators or the owner (GAPS G-03).
    pub(super) fn needs_two_operators(&self) -> bool {
        self.setup.rulebook.floor.four_eyes
    }
}
