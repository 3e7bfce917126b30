//! Settings on the floor: penalties, disqualification, the exchange of chips, and its authority.

use super::Only;
use super::limits::{at_most_a_day, seconds};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PenaltyRule {
    /// The most rounds of a penalty; 0 for any number (rule 71-A, TNPL J1-ii).
    pub rounds_most: u8,
    /// The treatment of the player's seat (rule 71-C).
    pub seat: PenaltySeat,
    /// Whether a deal and its redeal count as one hand of a penalty (rule 35-C).
    pub misdeal_counts_one: bool,
    /// The treatment of a disqualified player's chips: they leave play (TDA 71-D).
    pub disqualified_chips: Only,
    /// The place of a disqualified player: the last of the remaining places (GAPS G-46).
    pub disqualified_place: Only,
    /// Whether the prize of that place is paid by default (GAPS G-46).
    pub disqualified_prize: bool,
    /// The consequence of dodging a blind (rule 33). The room posts blinds and moves players, so
    /// only the pattern can be seen.
    pub dodging_blinds: DodgingBlinds,
    /// The chat allowed at a table while a hand is contested (rule 67; GAPS G-54).
    pub chat_in_hand: ChatInHand,
}

/// The treatment of a penalized player's seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PenaltySeat {
    /// It is dealt in and posts, and its hand is killed after the deal (TDA 71-C).
    DealtAndKilled,
    /// It is dealt out (TFPL 6-23, Spotlight 6-21).
    DealtOut,
}

/// The consequence of dodging a blind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DodgingBlinds {
    /// A penalty for either blind (TDA 33).
    Penalty,
    /// A penalty if it happens on the way from a broken table (TNPL F2).
    PenaltyFromBrokenTable,
    /// The blind is still owed (TFPL 4a-10, Spotlight 4a-11, WPTAPL 8).
    StillOwed,
}

/// The chat allowed at a table while a hand is contested.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChatInHand {
    /// Only messages that cannot disclose or advise (TDA 67).
    NoDisclosure,
    /// The same. Heads-up, a player may also speculate about the opponent's hand (TNPL J2-ii).
    OpponentsHandHeadsUp,
}

/// The exchange of chips below a new unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColourUpRule {
    /// The method (rule 24; GAPS G-59).
    pub method: ColourUp,
    /// The method if the floor should choose but does not.
    pub unattended: ColourUpChoice,
    /// The most chips that one player can win in a race (rule 24-A). 0 if the highest card wins all
    /// of them (WPTAPL CX-2).
    pub race_most: u8,
    /// Whether a player who would be left without chips receives one new chip (rule 24-A).
    pub none_raced_out: bool,
    /// The value of odd chips that do not make a whole new one (GAPS G-60).
    pub race_partial: RacePartial,
    /// Whether an error in a race is corrected.
    pub race_errors: RaceErrors,
    /// The order of equal cards.
    pub suits: SuitOrder,
}

/// The exchange of chips below a new unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColourUp {
    /// They are raced for: one card for each odd chip (TDA 24).
    Race,
    /// Each player's chips are rounded up (TFPL 6-5).
    RoundUp,
    /// One of these methods, chosen by the floor (TNPL D2-i, WPTAPL 13).
    Floor,
    /// No exchange. Every chip stays in play.
    Never,
}

/// A method that the floor can choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColourUpChoice {
    /// The chips are raced for.
    Race,
    /// Each player's chips are rounded up.
    RoundUp,
}

/// The value of odd chips that do not make a whole new one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RacePartial {
    RoundUp,
    /// A whole chip from half its value on.
    RoundHalfUp,
    RoundDown,
}

/// Whether an error in a race is corrected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RaceErrors {
    Floor,
    /// It stands if it was witnessed (TNPL D2-iv).
    StandIfWitnessed,
}

/// The order of equal cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SuitOrder {
    /// Spades, hearts, diamonds, clubs (TNPL D9, TFPL 3f-1, WPTAPL CX-2).
    SpadesHeartsDiamondsClubs,
}

/// The authority of the floor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FloorRule {
    /// Whether disqualifying, removing chips, moving a pot and voiding a hand need a second
    /// operator or the owner of the tournament (GAPS G-03).
    pub four_eyes: bool,
    /// The time for which a question belongs to the operator who took it (GAPS G-03).
    pub claim_seconds: u64,
}

impl FloorRule {
    pub(super) fn validate(self) -> Result<(), String> {
        at_most_a_day("floor", [seconds(self.claim_seconds)])
    }
}
