//! Settings about entering a tournament: until when, with how many chips, and how often. What a
//! tournament makes of them is up to its structure.

use crate::units::MAX_SEATS;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryRule {
    /// What decides how many chips everybody starts with.
    pub starting_stack: StartingStack,
    /// Until when one may enter late (rule 8-A). At the latest until the money is reached or tables
    /// play hand-for-hand (GAPS G-37).
    pub late_until: LateUntil,
    /// Late entry is open for at least so many levels (TNPL B2-ii). 0 for no least number.
    pub late_levels_least: u16,
    /// And for at most so many (Spotlight 6-3). 0 for no most.
    pub late_levels_most: u16,
    /// For who arranged it with the floor it is open until the end of this level (Spotlight 6-3). 0
    /// where nothing can be arranged.
    pub late_levels_arranged: u16,
    /// Whether nobody enters any more once so few players are left that all of them score points
    /// (TFPL 6-4; GAPS G-67).
    pub late_not_in_points: bool,
    /// With how many chips (rule 8-A).
    pub late_stack: LateStack,
    /// What is taken off for each level begun, in percent of a full stack (TNPL B2-i).
    pub late_percent_per_level: u64,
    /// The most that is taken off so, in percent (TNPL B2-i).
    pub late_percent_most: u64,
    /// How many big blinds are taken off; in a break, those of the level after it (WPTAPL 3).
    pub late_big_blinds: u64,
    /// Whether who is out may enter again (rule 8).
    pub re_entry: ReEntry,
    /// Whether chips may be given up for a new entry; they leave play (rule 8-B).
    pub forfeit_to_re_enter: bool,
    /// Whether chips may be bought (rule 27).
    pub rebuy: Rebuys,
    /// How long a player without chips may decide on a rebuy: the next hand waits for it (rule 27).
    pub rebuy_seconds: u64,
    /// Whether chips may be won besides (TNPL B2-iii, TFPL 6-27).
    pub bonus_chips: BonusChips,
    /// A table is opened for late entrants only where at least so many can sit at it (GAPS G-37).
    pub new_table_least: u8,
    /// The age from which one may play, attested on registering. 0 for no rule.
    pub min_age: u8,
    /// How points of a league are claimed.
    pub points_sign_out: PointsSignOut,
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

/// What decides how many chips everybody starts with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartingStack {
    House,
    /// The event, and everybody has the same (TFPL 6-3, Spotlight 6-26).
    Equal,
}

/// Until when one may enter late.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LateUntil {
    /// As long as the event says (TDA 8-A), within the levels of the rulebook.
    House,
    /// Until the end of the first break, or the stacks are used up (TFPL 6-4, WPTAPL 3).
    EndOfFirstBreak,
}

/// How many chips a late entrant gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LateStack {
    /// What everybody starts with (TDA 8-A).
    Full,
    /// The same, or so much less for each level begun, as the event says (TNPL B2-i).
    FullOrLessPerLevel,
    /// Some big blinds less (WPTAPL 3).
    LessBigBlinds,
}

/// Whether who is out may enter again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReEntry {
    /// With a full stack and a new seat, as often as the event says (TDA 8).
    FullStack,
    /// Never (Spotlight 6-26).
    Never,
}

/// Whether chips may be bought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rebuys {
    /// As the event says. No hand is missed for it, and who announces it owes it (TDA 27).
    NoHandMissed,
    /// Never (Spotlight 6-26).
    Never,
}

/// Whether chips may be won besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BonusChips {
    /// Never (Spotlight 6-26).
    Never,
    /// For registering early; everybody else has a full stack (TNPL B2-iii).
    ForEarlyRegistration,
    /// Between hands, never for who is all-in; after the end as an addition to a rebuy (TFPL 6-27).
    BetweenHands,
}

/// How points of a league are claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PointsSignOut {
    /// They are written down with the place; nobody has to sign out for them (TFPL 6-15 would have
    /// them lost).
    Automatic,
}
