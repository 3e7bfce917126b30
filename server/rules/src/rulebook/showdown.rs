//! Settings about showing hands, awarding pots and disputing them.

use crate::units::Millis;
use serde::{Deserialize, Serialize};

/// Whether a hand that is dead can live again.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeadHand {
    /// The floor may find that its cards can be retrieved and identified (TDA 15-B).
    #[default]
    FloorMayRestore,
    /// It stays dead (WPTAPL 25).
    Final,
}

/// How long things about shown hands may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShowdownRule {
    /// How long a player with a beaten hand may choose to show it.
    pub show_ms: Millis,
    /// How long an uncontested winner may choose to show.
    pub uncontested_show_ms: Millis,
    /// The least time after the award in which a called hand may be asked for (GAPS G-51).
    pub see_hand_ms: Millis,
    /// How long the winner may ask for a rabbit hunt, and then each caller may agree (GAPS G-50).
    pub rabbit_ms: Millis,
}

/// Who shows first where nobody is all-in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShowOrder {
    /// The last aggressor of the final round, else whoever acts first in it (TDA 17-A).
    LastAggressor,
    /// The same, and players of a side pot before those of the main pot alone (TFPL 3e-8).
    LastAggressorSidePotsFirst,
}

/// What becomes of a hand discarded face down at the showdown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShowdownDiscard {
    /// It may still be tabled until the award begins (TDA 14).
    Retractable,
    /// It is dead (TFPL 6-10, WPTAPL 15, 25).
    Final,
}

/// Who may ask to see a hand that was not tabled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AskToSee {
    /// Callers of a river bet who still hold or tabled cards, the last aggressor's hand; the floor
    /// decides all else; who mucked, none (TDA 18).
    RiverCallers,
    /// The floor grants it or does not (TNPL C7).
    Floor,
    /// Anybody dealt in, any called hand. It is dead, but live when the winner asks (TFPL 3e-5).
    AnyDealtIn,
    /// Anybody who was in the hand, any called hand (WPTAPL 22).
    AnyInHand,
}

/// What miscalling one's hand on purpose may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MiscallSanction {
    /// A penalty (TDA 12).
    Penalty,
    /// The pot (TFPL 3e-2, WPTAPL 23).
    PotMayBeLost,
}

/// What a book says of showing a winning hand slowly.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SlowRoll {
    NoRule,
    /// It is discouraged (TNPL C5).
    Discouraged,
    /// It is barred (TFPL 1b-11, 6-20).
    Barred,
}

/// Who gets the chip that cannot be split.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OddChip {
    /// The first winner left of the button; in stud the high card by suit; the high half of a
    /// split pot (TDA 20).
    LeftOfButton,
    /// The high hand; among several, the first left of the button (TNPL C8).
    HighHandThenLeftOfButton,
}

/// How several odd chips of one pot are given out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OddChips {
    /// One to each winner, clockwise (TFPL 3f-5).
    OneEach,
}

/// How side pots are split.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SidePots {
    /// Each by itself (TDA 21).
    SplitSeparately,
}

/// Whether cards are shown that would have come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rabbit {
    /// Never (TDA 28).
    Never,
    /// When the winner asks and everybody agrees who called the initial bet (Spotlight 2b-17).
    WinnerWithConsent,
}

/// How long the reading of a tabled hand may be disputed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DisputeReading {
    /// Until the next hand begins (TDA 22).
    NextHand,
    /// The same, and no longer than the game or the table lasts (TFPL 2a-4).
    NextHandOrTableBreaks,
}

/// How long an error in counting or awarding a pot may be disputed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DisputeAccounting {
    /// Until substantial action on the next hand (TDA 22).
    SubstantialActionNextHand,
    /// Until the next hand begins (TNPL C10).
    NextHand,
}
