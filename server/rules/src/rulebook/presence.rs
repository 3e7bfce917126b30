//! Settings about time to act and about players who are away.

use crate::units::Millis;
use serde::{Deserialize, Serialize};

/// Time to act on a plain table. The clock is always on: nobody can see that an opponent thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockRule {
    /// Time for every decision.
    pub base_ms: Millis,
    /// Time bank on joining; 0 for none.
    pub bank_ms: Millis,
    /// The most a bank can hold.
    pub bank_cap_ms: Millis,
    /// What a bank gains for each hand played.
    pub bank_per_hand_ms: Millis,
    /// What a bank gains with each level of a tournament.
    pub bank_per_level_ms: Millis,
    /// What a player who lost the connection may use besides, once a level (GAPS G-11).
    pub reconnect_ms: Millis,
    /// An action stamped this much after the deadline still counts (rule 29: tie to the player).
    pub grace_ms: Millis,
    /// What happens when there is a bet to face.
    pub expiry_facing_bet: ExpiryFacingBet,
    /// What happens without a bet to face.
    pub expiry_no_bet: ExpiryNoBet,
}

/// What happens when time runs out facing a bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExpiryFacingBet {
    /// The hand is dead (TDA 29).
    Dead,
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

/// The clock that somebody has to call, on tables where nobody's time is counted before. It never
/// draws on a time bank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalledClock {
    /// Time from the call to the count.
    pub base_seconds: u64,
    /// The count that follows; the hand is decided at its end.
    pub count_seconds: u64,
    /// How long a player has been on turn before the clock may be called; 0 where the book has no
    /// number.
    pub not_before_seconds: u64,
    /// Whether only a player who faces a bet can be put on the clock.
    pub facing_bet_only: bool,
    /// Levels shorter than this shorten base and count in proportion; 0 for never.
    pub scale_below_level_minutes: u64,
    /// Who may call it.
    pub called_by: ClockCaller,
}

/// Who may call the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockCaller {
    /// Any player of the event at the own seat, when the floor approves (TDA 29).
    AnyPlayerWithFloor,
    /// A player at the own seat (TNPL D6, E1).
    PlayerAtSeat,
    /// The floor, asked by anybody (TFPL 5c-11).
    Floor,
    /// The dealer or the floor, nobody else (WPTAPL 32).
    DealerOrFloor,
}

/// When a player has to be there to have a live hand. Where the room deals, the first and the last
/// card are one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PresentAt {
    /// At the first card of the deal (TNPL E1, WPTAPL 11).
    FirstCard,
    /// At the last card of the initial deal (TDA 30).
    LastCard,
    /// At the own turn (TFPL 6-8).
    OwnTurn,
}

/// What becomes of the hand of a player who is not there. Blinds, antes and the bring-in are
/// posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AbsentHand {
    /// It is killed as soon as it is dealt (TDA 30).
    KilledAtDeal,
    /// It is folded at its turn, even where it could check (TFPL 6-8).
    FoldedAtTurn,
    /// At its turn it is checked where it can be, folded otherwise (GAPS G-08).
    CheckedOrFoldedAtTurn,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbsenceRule {
    /// A connection lost for no longer than this is still presence (GAPS G-06).
    pub grace_ms: Millis,
    /// After how many minutes the effect sets in, counted from the first hand missed.
    pub minutes: u64,
    pub effect: AbsenceEffect,
    /// Whether notice given before makes it longer (TFPL 2b-15).
    pub notice_extends: bool,
    /// After how many minutes the player is warned (GAPS G-15). 0 for never.
    pub warning_minutes: u64,
    /// How long a hand takes at least at a table where everybody is away (GAPS G-07).
    pub all_away_hand_ms: Millis,
    /// What becomes of an absent player's hand that is all-in.
    pub all_in: AbsentAllIn,
}

/// What long absence leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AbsenceEffect {
    /// Nothing else than blinds and antes (TDA 71-A).
    BlindOut,
    /// The floor may pick up the chips (TFPL 2b-15).
    FloorMayPickUp,
    /// The player is eliminated and the chips removed (WPTAPL 11).
    Eliminate,
}

/// What becomes of an absent player's hand that is all-in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AbsentAllIn {
    /// It is treated as any absent hand; all-in during play it stays live.
    AsAnyHand,
    /// It is dead; the place is kept (TNPL B7).
    DeadHand,
}

/// How long a player with a live hand has to stay at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeavingTableInHand {
    /// Until the showdown is over, on pain of a penalty (TDA 31).
    BarredToShowdown,
    /// While betting remains (TNPL E2).
    BarredWhileBetting,
}

/// What becomes of the chips of a player who quits the event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayerQuits {
    /// They are blinded out, unless the floor removes them (TDA 1; GAPS G-14).
    BlindedOut,
    /// They are removed when it is certain that the player does not come back (TNPL B7).
    RemovedIfCertain,
    /// They are removed (WPTAPL 16).
    Removed,
}
