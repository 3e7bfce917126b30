//! Settings of rulebook and structure for entries, hand-for-hand, absence and the floor.
//! [`seats`](super::seats) has those for seats.

use super::Setup;
use crate::entries::LateStack;
use crate::hand_for_hand::Release;
use crate::input::Purchase;
use cardroom_rules::rulebook::{AbsenceEffect, ColourUp, ColourUpChoice, LateUntil, PlayerQuits};
use cardroom_rules::{Cents, Chips, Format, Millis, Shares, rulebook};

/// The least time for a rebuy with real cards.
const TIME_TO_WALK: Millis = Millis::seconds(180);

impl Setup {
    /// Returns `true` if the tournament begins as soon as it is full: a sit-and-go, or any
    /// tournament without a start time. A sit-and-go that also has a start time is called
    /// off at that time.
    pub(crate) fn begins_full(&self, starts_at: Option<Millis>) -> bool {
        let format = self.structure.format;
        starts_at.is_none() || format == Format::SitAndGo
    }

    /// Returns `true` if each table plays down to one player and the winners play the next round.
    pub(crate) fn is_played_in_rounds(&self) -> bool {
        matches!(self.structure.format, Format::Shootout | Format::HeadsUp)
    }

    /// Returns `true` if the tournament is a first day, whose survivors play on another day.
    pub(crate) fn is_first_day(&self) -> bool {
        matches!(self.structure.format, Format::Flight { .. })
    }

    /// Returns the number of remaining players at which a first day with this many entries ends.
    pub(crate) fn survivors(&self, entries: u32) -> Option<u32> {
        let Format::Flight { survivors_basis_points } = self.structure.format else {
            return None;
        };
        let part = u64::from(entries) * u64::from(survivors_basis_points) / 10_000;
        Some(u32::try_from(part).unwrap_or(u32::MAX).max(1))
    }

    /// Returns the number of levels during which a player may enter a tournament that starts at a
    /// set time: the terms of the structure within the limits of the rulebook.
    pub(crate) fn late_levels(&self) -> u16 {
        let rule = &self.rulebook.entry;
        let house = self.structure.late_levels(&self.rulebook);
        if rule.late_until == LateUntil::EndOfFirstBreak {
            // The break itself belongs to the levels before it.
            return house.min(self.structure.levels_before_break().unwrap_or(0));
        }
        let levels = house.max(rule.late_levels_least);
        if rule.late_levels_most == 0 { levels } else { levels.min(rule.late_levels_most) }
    }

    /// Returns the number of levels during which a player may enter. It is 0 if the tournament
    /// starts when full or has rounds.
    pub(crate) fn open_levels(&self, starts_at: Option<Millis>) -> u16 {
        if self.begins_full(starts_at) || self.is_played_in_rounds() {
            return 0;
        }
        self.late_levels()
    }

    /// Returns the largest number of seated players. Alternates wait until a seated player is out.
    pub(crate) fn most_seated(&self) -> usize {
        let terms = &self.structure.entry;
        if terms.alternates {
            usize::try_from(terms.max_entrants).unwrap_or(usize::MAX)
        } else {
            usize::MAX
        }
    }

    /// Returns the minimum age, if the rulebook has one.
    #[must_use]
    pub fn min_age(&self) -> Option<u8> {
        Some(self.rulebook.entry.min_age).filter(|age| *age > 0)
    }

    /// Returns the reduction of a late entrant's starting stack.
    pub(crate) fn late_stack(&self) -> LateStack {
        let rule = &self.rulebook.entry;
        match rule.late_stack {
            rulebook::LateStack::Full => LateStack::Full,
            rulebook::LateStack::FullOrLessPerLevel if self.structure.entry.late_deduction => {
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
    pub(crate) fn time_for_rebuy(&self) -> Millis {
        let by_book = Millis::seconds(self.rulebook.entry.rebuy_seconds);
        // With real cards people walk to the desk first.
        let walk = if self.structure.has_real_cards() { TIME_TO_WALK } else { Millis(0) };
        by_book.max(walk)
    }

    /// Returns the number of remaining players at which hand-for-hand begins, with `paid`
    /// paid places and this many open tables (GAPS G-39).
    pub(crate) fn hand_for_hand_from(&self, paid: u32, tables: usize) -> u32 {
        let tables = u32::try_from(tables).unwrap_or(u32::MAX);
        self.rulebook.hand_for_hand.from.players(paid, tables)
    }

    /// Returns how this many open tables with all-in hands are released (GAPS G-40).
    pub(crate) fn hand_for_hand_release(&self, tables: usize) -> Release {
        let rule = self.rulebook.hand_for_hand.release;
        if rule.is_together(tables) { Release::Together } else { Release::OneByOne }
    }

    /// Returns the time that one hand of hand-for-hand takes off the level (TDA RP-8-B).
    pub(crate) fn hand_for_hand_deduction(&self) -> Millis {
        Millis::seconds(self.rulebook.hand_for_hand.deduct_seconds)
    }

    /// Returns the longest time that a due break waits for hands to finish (GAPS G-28).
    pub(crate) fn longest_wait_for_break(&self) -> Millis {
        Millis::seconds(self.rulebook.levels.break_waits_seconds)
    }

    /// Returns the extra time that every running timer gets after a pause (GAPS G-30).
    pub(crate) fn after_pause(&self) -> Millis {
        Millis::seconds(self.rulebook.levels.after_pause_seconds)
    }

    /// Returns the length of the period before the end of a level in which no hand begins
    /// (TDA RP-7; GAPS G-29).
    pub(crate) fn no_hand_before_end(&self) -> Millis {
        Millis::seconds(self.rulebook.levels.no_hand_before_break_seconds)
    }

    /// Returns the effect of a long absence, and its length.
    pub(crate) fn long_absence(&self) -> (AbsenceEffect, Millis) {
        let rule = self.rulebook.presence.absence;
        (rule.effect, Millis::seconds(rule.minutes * 60))
    }

    /// Returns the length of absence that leads to a warning, or `None` if there are
    /// no warnings (GAPS G-15).
    pub(crate) fn absence_warning(&self) -> Option<Millis> {
        let minutes = self.rulebook.presence.absence.warning_minutes;
        (minutes > 0).then(|| Millis::seconds(minutes * 60))
    }

    /// Returns the rule for the chips of a player who leaves for good.
    pub(crate) fn quitting(&self) -> PlayerQuits {
        self.rulebook.presence.player_quits
    }

    /// Returns the largest number of rounds of a penalty; 0 for no limit.
    pub(crate) fn most_penalty_rounds(&self) -> u8 {
        self.rulebook.penalties.rounds_most
    }

    /// Returns `true` if taking chips, disqualifying a player or calling the tournament off needs
    /// two operators or the owner (GAPS G-03).
    pub(crate) fn needs_two_operators(&self) -> bool {
        self.rulebook.floor.four_eyes
    }

    /// Returns the value of a ticket, or 0 if the tournament awards none.
    #[must_use]
    pub fn ticket_worth(&self) -> Cents {
        match &self.structure.prizes.shares {
            Shares::Tickets { worth, .. } => *worth,
            _ => Cents::ZERO,
        }
    }

    /// Returns the cost of a purchase and the chips it brings.
    #[must_use]
    pub fn price_of(&self, what: Purchase) -> Option<(Cents, Chips)> {
        let terms = &self.structure.entry;
        match what {
            Purchase::Rebuy => terms.rebuy.as_ref().map(|rebuy| (rebuy.cost, rebuy.chips)),
            Purchase::AddOn => terms.add_on.as_ref().map(|add_on| (add_on.cost, add_on.chips)),
        }
    }

    /// Returns `true` if chips are on sale in this level or a later one.
    pub(crate) fn sells_more_chips(&self, level: u16) -> bool {
        let terms = &self.structure.entry;
        let rebuys = terms.rebuy.as_ref().is_some_and(|rebuy| level < rebuy.until_level);
        let add_on = terms.add_on.as_ref();
        rebuys || add_on.is_some_and(|add_on| level < add_on.after_level)
    }

    /// Returns the method of exchange. If the rulebook leaves it to the floor, this is the
    /// method for unattended tournaments.
    pub(crate) fn exchange_method(&self) -> Option<ColourUpChoice> {
        let rule = &self.rulebook.colour_up;
        match rule.method {
            ColourUp::Race => Some(ColourUpChoice::Race),
            ColourUp::RoundUp => Some(ColourUpChoice::RoundUp),
            ColourUp::Floor => Some(rule.unattended),
            ColourUp::Never => None,
        }
    }
}
