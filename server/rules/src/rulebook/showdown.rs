//! Settings on showing hands, awarding pots and disputing them.

use super::Only;
use super::limits::{at_most_a_day, seconds};
use crate::units::Millis;
use serde::{Deserialize, Serialize};

/// Showing hands, awarding pots and disputing them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShowdownRule {
    /// Whether hands are tabled at once when no more betting is possible (rule 16).
    pub face_up_all_in: bool,
    /// The first to show if no player is all-in (rule 17-A).
    pub show_order: ShowOrder,
    /// Whether only a hand with all cards tabled can win a contested pot (rules 13-A, 19).
    pub show_to_win_contested: bool,
    /// The treatment of a hand discarded at the showdown (rule 14).
    pub showdown_discard: ShowdownDiscard,
    /// The players who may ask to see a hand (rule 18).
    pub ask_to_see: AskToSee,
    /// Whether histories show every called hand (GAPS G-48).
    pub reveal_called_hands: bool,
    /// Whether a hand shown to one player is shown to all (rule 67).
    pub show_one_show_all: bool,
    /// The hands whose cards players may show after the hand (rules 17-B, 67).
    #[serde(default)]
    pub show_after_hand: ShowAfterHand,
    /// The penalty for miscalling a hand on purpose (rule 12).
    pub miscall_sanction: MiscallSanction,
    /// The book's view on slow rolling.
    pub slow_roll: SlowRoll,
    /// The time limits for showing hands (rules 14, 17; GAPS G-47).
    #[serde(rename = "showdown")]
    pub times: ShowdownTimes,
    /// The recipient of the odd chip (rule 20).
    pub odd_chip: OddChip,
    /// The distribution of several odd chips: one to each winner, clockwise (TFPL 3f-5).
    pub odd_chips_more_than_one: Only,
    /// The way side pots are split: each is split separately (TDA 21).
    pub side_pots: Only,
    /// Whether the cards that would have come may be shown (rule 28).
    pub rabbit: Rabbit,
    /// The time limit for disputing the reading of a hand (rule 22).
    pub dispute_reading: DisputeReading,
    /// The time limit for disputing the accounting of a pot (rule 22).
    pub dispute_accounting: DisputeAccounting,
    /// The time after the award in which a hand that ended in a break may be disputed (rule 22). 0
    /// if a break has no effect.
    pub dispute_break_seconds: u64,
    /// Whether a dead hand can become live again (TDA 15-B; WPTAPL 25).
    #[serde(default)]
    pub dead_hand: DeadHand,
    /// Whether the floor may hold back a pot until it has decided (TFPL 2a-6).
    pub impound_pot: bool,
    /// The treatment of a hand that its player exposes while players still act (rule 68).
    #[serde(default)]
    pub exposed_hand: ExposedHand,
}

impl ShowdownRule {
    pub(super) fn validate(&self) -> Result<(), String> {
        if !self.show_to_win_contested || !self.show_one_show_all {
            // The showdown of this room supports only this, and no book differs.
            let both = "show_to_win_contested and show_one_show_all";
            return Err(format!("{both} are true: a hand wins and is shown whole"));
        }
        let ShowdownTimes { show_ms, uncontested_show_ms, see_hand_ms, rabbit_ms } = self.times;
        at_most_a_day("showdown", [show_ms, uncontested_show_ms, see_hand_ms, rabbit_ms])?;
        at_most_a_day("dispute_break_seconds", [seconds(self.dispute_break_seconds)])
    }
}

/// Whether a dead hand can become live again.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeadHand {
    /// The floor may find that its cards can be retrieved and identified (TDA 15-B).
    #[default]
    FloorMayRestore,
    /// It stays dead (WPTAPL 25).
    Final,
}

/// The treatment of a hand that its player exposes while players still act.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExposedHand {
    /// It stays live, and the player may be penalized (TDA 68).
    #[default]
    Live,
    /// It can be called dead, and the floor decides. With a player all-in it stays live (TFPL 3b-5,
    /// 6-13).
    FloorMayKill,
}

/// The time limits at the showdown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShowdownTimes {
    /// The time for a player with a beaten hand to show it.
    pub show_ms: Millis,
    /// The time for an uncontested winner to show.
    pub uncontested_show_ms: Millis,
    /// The least time after the award in which a player may ask to see a called hand (GAPS G-51).
    pub see_hand_ms: Millis,
    /// The time for the winner to ask for a rabbit hunt, and then for each caller
    /// to agree (GAPS G-50).
    pub rabbit_ms: Millis,
}

/// The first to show if no player is all-in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShowOrder {
    /// The last aggressor of the final round, or else the first to act in it (TDA 17-A).
    LastAggressor,
    /// The same, but players of a side pot before those of the main pot alone (TFPL 3e-8).
    LastAggressorSidePotsFirst,
}

/// The treatment of a hand discarded face down at the showdown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShowdownDiscard {
    /// It may still be tabled until the award begins (TDA 14).
    Retractable,
    /// It is dead (TFPL 6-10, WPTAPL 15, 25).
    Final,
}

/// The players who may ask to see a hand that was not tabled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AskToSee {
    /// Callers of a river bet who hold or tabled their cards may see the last aggressor's hand. The
    /// floor decides all other requests, and players who mucked have no right (TDA 18).
    RiverCallers,
    /// The floor decides every request (TNPL C7).
    Floor,
    /// Any player who was dealt in may see any called hand. It is dead, unless the
    /// winner asks (TFPL 3e-5).
    AnyDealtIn,
    /// Any player who was in the hand may see any called hand (WPTAPL 22).
    AnyInHand,
}

/// The hands whose cards players may show once the hand is over.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShowAfterHand {
    /// Hands that their players still hold: the winner's, above all. A folded or mucked hand lies
    /// in the muck, where no player turns over cards (TFPL 6-9, WPTAPL 15) or discloses them
    /// (TDA 67).
    #[default]
    HeldHands,
    /// Every hand that was dealt, folded or not.
    AnyHand,
}

/// The penalty for miscalling a hand on purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MiscallSanction {
    /// A penalty (TDA 12).
    Penalty,
    /// The pot (TFPL 3e-2, WPTAPL 23).
    PotMayBeLost,
}

/// A book's view on showing a winning hand slowly.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SlowRoll {
    NoRule,
    /// It is discouraged (TNPL C5).
    Discouraged,
    /// It is barred (TFPL 1b-11, 6-20).
    Barred,
}

/// The recipient of the odd chip.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OddChip {
    /// The first winner left of the button; in stud the high card by suit; in a split pot the
    /// high half (TDA 20).
    LeftOfButton,
    /// The high hand; among several, the first left of the button (TNPL C8).
    HighHandThenLeftOfButton,
}

/// Whether the cards that would have come may be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rabbit {
    /// Never (TDA 28).
    Never,
    /// If the winner asks and every player who called the initial bet agrees (Spotlight 2b-17).
    WinnerWithConsent,
}

/// The time limit for disputing the reading of a tabled hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DisputeReading {
    /// Until the next hand begins (TDA 22).
    NextHand,
    /// The same, but not after the game ends or the table breaks (TFPL 2a-4).
    NextHandOrTableBreaks,
}

/// The time limit for disputing the count or the award of a pot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DisputeAccounting {
    /// Until substantial action on the next hand (TDA 22).
    SubstantialActionNextHand,
    /// Until the next hand begins (TNPL C10).
    NextHand,
}
