//! A rulebook as data: whatever differs between sets of rules is a field here.
//!
//! Each field names the TDA 2024 rule it stands for. There is no "tournament" flag: a ring game
//! and a tournament differ by their rulebooks and terms alone.

use crate::units::Millis;
use serde::{Deserialize, Serialize};

/// A rulebook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    /// Its id: the name of its file in `config/rulebooks`.
    pub id: String,
    /// Its name, for people.
    pub name: String,
    /// The least opening bet before the flop, in big blinds (rule 43).
    pub min_open_preflop_bb: u64,
    /// The least opening bet after the flop, in big blinds (rule 43).
    pub min_open_postflop_bb: u64,
    /// The least raise (rule 43-A).
    pub min_raise: MinRaise,
    /// What a raise over a short all-in is built on (rules 43, 47; IA-43, IA-47).
    pub short_all_in_base: ShortAllInBase,
    /// When a player who acted already may raise again, no-limit and pot-limit (rule 47-A).
    pub reopen: Reopen,
    /// The part of a full bet, in percent, from which an all-in re-opens fixed-limit betting
    /// (rule 47-B).
    pub reopen_limit_percent: u64,
    /// Raises allowed after the bet in fixed limit; lifted heads-up (rule 48). 0 for no cap.
    pub limit_raise_cap: u8,
    /// Whether stud's fourth street may be bet double with an open pair (RP-10-F: not so).
    #[serde(default)]
    pub open_pair_double_bet: bool,
    /// How the button moves (rule 32).
    pub button: ButtonRule,
    /// Who gets the chip that cannot be split (rule 20).
    pub odd_chip: OddChip,
    /// Whether hands are tabled at once when no more betting is possible (rule 16).
    pub face_up_all_in: bool,
    /// How hands are shown (rules 14, 17; GAPS G-47).
    pub showdown: ShowdownRule,
    /// Time to act (rule 29; GAPS G-11).
    pub clock: ClockRule,
}

/// The least raise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MinRaise {
    /// The bet plus the largest full bet or raise of the street (TDA 43-A).
    LastIncrement,
    /// Twice the bet (TFPL 3d-3, Spotlight 3d-3).
    DoubleBet,
}

/// What a raise over a short all-in is built on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShortAllInBase {
    /// The short all-in itself: 300 raised all-in to 350 by a stack too short, next raise to 550.
    OnTop,
    /// The last full bet: the same is completed to 500 (WPTAPL RX-4).
    Complete,
}

/// When a player who acted already may raise again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reopen {
    /// When facing at least a full raise, short all-ins added up (TDA 47-A).
    CumulativeFull,
}

/// How the button moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ButtonRule {
    /// The big blind moves to the next player; small blind and button follow to the seats it
    /// came from, even when those are empty.
    Dead,
    /// The button moves to the next player; the blinds are the two after it.
    Moving,
}

/// Who gets the chip that cannot be split.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OddChip {
    /// The first winner left of the button; further ones clockwise, one each.
    LeftOfButton,
}

/// How hands are shown on plain tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShowdownRule {
    /// How long a player with a beaten hand may choose to show it.
    pub show_ms: Millis,
    /// How long an uncontested winner may choose to show.
    pub uncontested_show_ms: Millis,
}

/// Time to act. The clock is always on: nobody can see that an opponent thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockRule {
    /// Time for every decision.
    pub base_ms: Millis,
    /// Time bank on joining.
    pub bank_ms: Millis,
    /// The most a bank can hold.
    pub bank_cap_ms: Millis,
    /// What a bank gains for each hand played.
    pub bank_per_hand_ms: Millis,
    /// An action stamped this much after the deadline still counts (rule 29: tie to the player).
    pub grace_ms: Millis,
    /// What happens without a bet to face.
    pub expiry_no_bet: ExpiryNoBet,
}

/// What happens when time runs out and there is nothing to call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExpiryNoBet {
    /// The player checks (TDA 29).
    Check,
    /// The hand is dead (TNPL D6, WPTAPL 32).
    Dead,
}

impl Rulebook {
    /// What is wrong with the rulebook, where something is.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub fn validate(&self) -> Result<(), String> {
        let least_opens = [self.min_open_preflop_bb, self.min_open_postflop_bb];
        if least_opens.iter().any(|least| !(1..=100).contains(least)) {
            return Err("the least opening bet is 1 to 100 big blinds".to_owned());
        }
        if self.reopen_limit_percent == 0 || self.reopen_limit_percent > 100 {
            return Err("reopen_limit_percent is 1 to 100".to_owned());
        }
        let ClockRule { base_ms, bank_ms, bank_cap_ms, bank_per_hand_ms, grace_ms, .. } =
            self.clock;
        if base_ms.0 < 100 {
            return Err("clock.base_ms is at least 100".to_owned());
        }
        let day = Millis::seconds(24 * 60 * 60);
        if [base_ms, bank_ms, bank_cap_ms, bank_per_hand_ms, grace_ms].iter().any(|ms| *ms > day) {
            return Err("clock: no time is longer than a day".to_owned());
        }
        Ok(())
    }
}
