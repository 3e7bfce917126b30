//! Settings on entering a tournament: time limits, stacks and re-entries. The tournament's
//! structure sets the details.

use super::Only;
use crate::units::MAX_SEATS;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryRule {
    /// The source of the starting stack.
    pub starting_stack: StartingStack,
    /// The end of late entry (rule 8-A), at the latest when the money is reached or hand-for-hand
    /// play begins (GAPS G-37).
    pub late_until: LateUntil,
    /// The fewest levels with late entry (TNPL B2-ii). 0 for no minimum.
    pub late_levels_least: u16,
    /// The most levels with late entry (Spotlight 6-3). 0 for no maximum.
    pub late_levels_most: u16,
    /// The last level of late entry for players who arranged it with the floor (Spotlight 6-3). 0
    /// if no arrangement is possible.
    pub late_levels_arranged: u16,
    /// Whether late entry ends once all remaining players score points (TFPL 6-4; GAPS G-67).
    pub late_not_in_points: bool,
    /// The stack of a late entrant (rule 8-A).
    pub late_stack: LateStack,
    /// The deduction for each level begun, in percent of a full stack (TNPL B2-i).
    pub late_percent_per_level: u64,
    /// The largest such deduction, in percent (TNPL B2-i).
    pub late_percent_most: u64,
    /// The big blinds deducted; in a break, those of the next level (WPTAPL 3).
    pub late_big_blinds: u64,
    /// Whether an eliminated player may enter again (rule 8).
    pub re_entry: ReEntry,
    /// Whether a player may give up their chips for a new entry. The chips leave play (rule 8-B).
    pub forfeit_to_re_enter: bool,
    /// Whether chips may be bought (rule 27).
    pub rebuy: Rebuys,
    /// The time for a player without chips to decide on a rebuy. The next hand waits
    /// for it (rule 27).
    pub rebuy_seconds: u64,
    /// Whether extra chips may be won (TNPL B2-iii, TFPL 6-27).
    pub bonus_chips: BonusChips,
    /// The fewest players for whom a new table is opened for late entrants (GAPS G-37).
    pub new_table_least: u8,
    /// The minimum age, attested on registration. 0 for no rule.
    pub min_age: u8,
    /// The way in which league points are claimed: they are recorded with the place. Players need
    /// not sign out for them (under TFPL 6-15 they would otherwise be lost).
    pub points_sign_out: Only,
}

impl EntryRule {
    pub(super) fn validate(&self) -> Result<(), String> {
        if self.late_percent_per_level > 100 || self.late_percent_most > 100 {
            return Err(
                "entry.late_percent_per_level and late_percent_most are 0 to 100".to_owned()
            );
        }
        if self.late_stack == LateStack::FullOrLessPerLevel
            && (self.late_percent_per_level == 0 || self.late_percent_most == 0)
        {
            return Err(
                "entry.late_stack: full_or_less_per_level needs late_percent_per_level and \
                        late_percent_most"
                    .to_owned(),
            );
        }
        if self.late_stack == LateStack::LessBigBlinds && self.late_big_blinds == 0 {
            return Err("entry.late_stack: less_big_blinds needs late_big_blinds".to_owned());
        }
        if self.late_big_blinds > 1_000 {
            return Err("entry.late_big_blinds is at most 1000".to_owned());
        }
        let most = self.late_levels_most;
        if most != 0 && self.late_levels_least > most {
            return Err("entry.late_levels_least is at most late_levels_most".to_owned());
        }
        if self.late_levels_arranged != 0 && (most == 0 || self.late_levels_arranged < most) {
            return Err("entry.late_levels_arranged goes beyond late_levels_most".to_owned());
        }
        if self.late_until == LateUntil::EndOfFirstBreak && (self.late_levels_least, most) != (0, 0)
        {
            return Err("entry.late_until: end_of_first_break has no number of levels".to_owned());
        }
        if self.rebuy_seconds > 600 {
            return Err("entry.rebuy_seconds is at most 600: a table waits for it".to_owned());
        }
        if self.new_table_least == 0 || usize::from(self.new_table_least) > MAX_SEATS {
            return Err(format!("entry.new_table_least is 1 to {MAX_SEATS}"));
        }
        if self.forfeit_to_re_enter && self.re_entry == ReEntry::Never {
            return Err("entry.forfeit_to_re_enter needs re_entry".to_owned());
        }
        Ok(())
    }
}

/// The source of the starting stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartingStack {
    House,
    /// The tournament, with the same stack for every player (TFPL 6-3, Spotlight 6-26).
    Equal,
}

/// The end of late entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LateUntil {
    /// The tournament sets it (TDA 8-A), within the levels of the rulebook.
    House,
    /// The end of the first break (TFPL 6-4, WPTAPL 3).
    EndOfFirstBreak,
}

/// The stack of a late entrant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LateStack {
    /// The starting stack (TDA 8-A).
    Full,
    /// The starting stack or, if the tournament says so, less for each level begun (TNPL B2-i).
    FullOrLessPerLevel,
    /// The starting stack less some big blinds (WPTAPL 3).
    LessBigBlinds,
}

/// Whether an eliminated player may enter again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReEntry {
    /// With a full stack and a new seat, as often as the tournament allows (TDA 8).
    FullStack,
    /// Never (Spotlight 6-26).
    Never,
}

/// Whether chips may be bought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rebuys {
    /// As the tournament allows. No hand is missed for it, and an announced rebuy is owed (TDA 27).
    NoHandMissed,
    /// Never (Spotlight 6-26).
    Never,
}

/// Whether extra chips may be won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BonusChips {
    /// Never (Spotlight 6-26).
    Never,
    /// For early registration. All other players have a full stack (TNPL B2-iii).
    ForEarlyRegistration,
    /// Between hands, but never for an all-in player. After the end, as an addition to
    /// a rebuy (TFPL 6-27).
    BetweenHands,
}
