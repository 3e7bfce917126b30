//! Settings about the floor: penalties, disqualification, chips that are exchanged, and who may
//! order what.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PenaltyRule {
    /// The most rounds that a penalty can have; 0 for any number (rule 71-A, TNPL J1-ii).
    pub rounds_most: u8,
    /// What becomes of the seat (rule 71-C).
    pub seat: PenaltySeat,
    /// Whether a deal and its re-deal are one hand of a penalty (rule 35-C).
    pub misdeal_counts_one: bool,
    /// What becomes of the chips of who is disqualified (rule 71-D).
    pub disqualified_chips: DisqualifiedChips,
    /// Which place that is (GAPS G-46).
    pub disqualified_place: DisqualifiedPlace,
    /// Whether the prize of the place is paid, where the floor says nothing (GAPS G-46).
    pub disqualified_prize: bool,
    /// What dodging a blind leads to (rule 33). Where the room posts blinds and moves players, only
    /// the pattern can be seen.
    pub dodging_blinds: DodgingBlinds,
    /// What may be said at a table while a hand is contested (rule 67; GAPS G-54).
    pub chat_in_hand: ChatInHand,
}

/// What becomes of a penalised player's seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PenaltySeat {
    /// It is dealt in, posts, and its hand is killed after the deal (TDA 71-C).
    DealtAndKilled,
    /// It is dealt out (TFPL 6-23, Spotlight 6-21).
    DealtOut,
}

/// What becomes of the chips of who is disqualified.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DisqualifiedChips {
    /// They leave play (TDA 71-D).
    Removed,
}

/// The place of who is disqualified.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DisqualifiedPlace {
    /// The last among those who are left (GAPS G-46).
    LastOfRemaining,
}

/// What dodging a blind leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DodgingBlinds {
    /// A penalty, whichever blind it is (TDA 33).
    Penalty,
    /// A penalty, where it is done on the way from a broken table (TNPL F2).
    PenaltyFromBrokenTable,
    /// The blind is still owed (TFPL 4a-10, Spotlight 4a-11, WPTAPL 8).
    StillOwed,
}

/// What may be said at a table while a hand is contested.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChatInHand {
    /// Nothing but what cannot disclose or advise (TDA 67).
    NoDisclosure,
    /// The same; heads-up a player may speculate about the opponent's hand (TNPL J2-ii).
    OpponentsHandHeadsUp,
}

/// How chips below a new unit are exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColourUpRule {
    /// How (rule 24; GAPS G-59).
    pub method: ColourUp,
    /// How where the floor would choose and nobody does.
    pub unattended: ColourUpChoice,
    /// The most chips that one player can win in a race (rule 24-A).
    pub race_most: u8,
    /// Whether a player who would be left with nothing gets one of the new chips besides (rule
    /// 24-A).
    pub none_raced_out: bool,
    /// What odd chips count that do not make a whole new one (GAPS G-60).
    pub race_partial: RacePartial,
    /// Whether an error in a race is corrected.
    pub race_errors: RaceErrors,
    /// Which card is higher of equal ones.
    pub suits: SuitOrder,
}

impl ColourUpRule {
    pub(super) fn validate(&self) -> Result<(), String> {
        if self.race_most == 0 {
            return Err("colour_up.race_most is at least 1: a race has winners".to_owned());
        }
        Ok(())
    }
}

/// How chips below a new unit are exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColourUp {
    /// They are raced for: a card for each odd chip (TDA 24).
    Race,
    /// Each player's are rounded up (TFPL 6-5).
    RoundUp,
    /// One or the other, as the floor says (TNPL D2-i, WPTAPL 13).
    Floor,
    /// Not at all: every chip stays in play.
    Never,
}

/// What the floor can choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColourUpChoice {
    /// They are raced for.
    Race,
    /// Each player's are rounded up.
    RoundUp,
}

/// What odd chips count that do not make a whole new one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RacePartial {
    RoundUp,
    /// A whole one from the half on.
    RoundHalfUp,
    RoundDown,
}

/// Whether an error in a race is corrected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RaceErrors {
    Floor,
    /// It stands, where it was witnessed (TNPL D2-iv).
    StandIfWitnessed,
}

/// Which card is higher of equal ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SuitOrder {
    /// Spades, hearts, diamonds, clubs (TNPL D9, TFPL 3f-1, WPTAPL CX-2).
    SpadesHeartsDiamondsClubs,
}

/// Who may order what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FloorRule {
    /// Whether disqualifying, removing chips, moving a pot and voiding a hand need a second
    /// operator or the owner of the event (GAPS G-03).
    pub four_eyes: bool,
    /// For how long a question belongs to the operator who took it (GAPS G-03).
    pub claim_seconds: u64,
}
