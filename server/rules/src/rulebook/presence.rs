//! Settings on the time to act and on absent players.

use super::Only;
use super::limits::{at_most_a_day, minutes, seconds};
use crate::units::Millis;
use serde::{Deserialize, Serialize};

/// The time to act on a plain table. The clock always runs, because no player can
/// see an opponent think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockRule {
    /// The time for every decision.
    pub base_ms: Millis,
    /// The time bank on joining; 0 for none.
    pub bank_ms: Millis,
    /// The largest time bank.
    pub bank_cap_ms: Millis,
    /// The time added to a bank for each hand played.
    pub bank_per_hand_ms: Millis,
    /// The time added to a bank with each level of a tournament.
    pub bank_per_level_ms: Millis,
    /// The extra time for a disconnected player, once per level (GAPS G-11).
    pub reconnect_ms: Millis,
    /// An action this much after the deadline still counts (rule 29: a tie goes to the player).
    pub grace_ms: Millis,
    /// The action for a player who times out facing a bet: the hand is dead (TDA 29).
    pub expiry_facing_bet: Only,
    /// The action for a player who times out without a bet to face.
    pub expiry_no_bet: ExpiryNoBet,
}

impl ClockRule {
    pub(super) fn validate(&self) -> Result<(), String> {
        if self.base_ms.0 < 100 {
            return Err("clock.base_ms is at least 100".to_owned());
        }
        let banks = [self.bank_ms, self.bank_cap_ms, self.bank_per_hand_ms, self.bank_per_level_ms];
        at_most_a_day("clock", banks)?;
        at_most_a_day("clock", [self.base_ms, self.reconnect_ms, self.grace_ms])
    }
}

/// The action for a player who times out with nothing to call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExpiryNoBet {
    /// The player checks (TDA 29).
    Check,
    /// The hand is dead (TNPL D6, WPTAPL 32).
    Dead,
}

/// The clock that must be called, on tables without a running clock. It never uses a time bank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalledClock {
    /// The time from the call to the count.
    pub base_seconds: u64,
    /// The count that follows. The hand is decided at its end.
    pub count_seconds: u64,
    /// The time on turn before the clock may be called; 0 if the book gives no number.
    pub not_before_seconds: u64,
    /// Whether only a player who faces a bet can be put on the clock.
    pub facing_bet_only: bool,
    /// Levels shorter than this shorten base and count in proportion; 0 for never.
    pub scale_below_level_minutes: u64,
    /// The people who may call it.
    pub called_by: ClockCaller,
}

impl CalledClock {
    pub(super) fn validate(&self) -> Result<(), String> {
        if self.base_seconds == 0 {
            return Err("called_clock.base_seconds is at least 1".to_owned());
        }
        let times = [self.base_seconds, self.count_seconds, self.not_before_seconds];
        at_most_a_day("called_clock", times.map(seconds))?;
        at_most_a_day("called_clock", [minutes(self.scale_below_level_minutes)])
    }
}

/// The people who may call the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockCaller {
    /// Any player of the tournament at their own seat, with the floor's approval (TDA 29).
    AnyPlayerWithFloor,
    /// A player at their own seat (TNPL D6, E1).
    PlayerAtSeat,
    /// The floor, at any person's request (TFPL 5c-11).
    Floor,
    /// Only the dealer or the floor (WPTAPL 32).
    DealerOrFloor,
}

/// The treatment of a player who repeatedly decides only when the time is nearly over.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stalling {
    /// The table measures nothing.
    #[default]
    NotFlagged,
    /// A flag for the floor, which also sees how each player uses the time
    /// (TFPL 1b-8, 2b-19; Spotlight 1b-6, 2b-18).
    Flagged,
}

/// Absent players, and players who leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PresenceRule {
    /// The moment at which a player must be present to have a live hand (rule 30).
    pub present_at: PresentAt,
    /// The treatment of an absent player's hand (rule 30).
    pub absent_hand: AbsentHand,
    /// Long absence (rule 71-A).
    pub absence: AbsenceRule,
    /// The time that a player with a live hand must stay at the table (rule 31).
    pub leaving_table_in_hand: LeavingTableInHand,
    /// The treatment of the chips of a player who quits (GAPS G-14).
    pub player_quits: PlayerQuits,
}

impl PresenceRule {
    pub(super) fn validate(&self) -> Result<(), String> {
        self.absence.validate()
    }
}

/// The moment at which a player must be present to have a live hand. If the room deals, the first
/// and the last card come at the same moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PresentAt {
    /// At the first card of the deal (TNPL E1, WPTAPL 11).
    FirstCard,
    /// At the last card of the initial deal (TDA 30).
    LastCard,
    /// At the player's turn (TFPL 6-8).
    OwnTurn,
}

/// The treatment of an absent player's hand. Blinds, antes and the bring-in are posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AbsentHand {
    /// It is killed right after the deal (TDA 30).
    KilledAtDeal,
    /// It is folded on its turn, even if it could check (TFPL 6-8).
    FoldedAtTurn,
    /// On its turn it is checked if possible, and otherwise folded (GAPS G-08).
    CheckedOrFoldedAtTurn,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbsenceRule {
    /// A shorter disconnection still counts as presence (GAPS G-06).
    pub grace_ms: Millis,
    /// The minutes from the first missed hand until the effect.
    pub minutes: u64,
    pub effect: AbsenceEffect,
    /// Whether prior notice extends this time (TFPL 2b-15).
    pub notice_extends: bool,
    /// The minutes until the player is warned (GAPS G-15). 0 for never.
    pub warning_minutes: u64,
    /// The shortest duration of a hand at a table whose players are all away (GAPS G-07).
    pub all_away_hand_ms: Millis,
    /// The treatment of an absent player's all-in hand.
    pub all_in: AbsentAllIn,
}

impl AbsenceRule {
    fn validate(&self) -> Result<(), String> {
        if self.warning_minutes > self.minutes {
            return Err("absence.warning_minutes is at most absence.minutes".to_owned());
        }
        at_most_a_day("absence", [self.grace_ms, self.all_away_hand_ms, minutes(self.minutes)])
    }
}

/// The effect of long absence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AbsenceEffect {
    /// Only blinds and antes (TDA 71-A).
    BlindOut,
    /// The floor may pick up the chips (TFPL 2b-15).
    FloorMayPickUp,
    /// The player is eliminated and the chips removed (WPTAPL 11).
    Eliminate,
}

/// The treatment of an absent player's all-in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AbsentAllIn {
    /// It is treated like any absent hand. A hand that goes all-in during play stays live.
    AsAnyHand,
    /// It is dead, but the place is kept (TNPL B7).
    DeadHand,
}

/// The time that a player with a live hand must stay at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeavingTableInHand {
    /// Until the showdown is over, subject to a penalty (TDA 31).
    BarredToShowdown,
    /// While betting remains (TNPL E2).
    BarredWhileBetting,
}

/// The treatment of the chips of a player who quits the tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayerQuits {
    /// They are blinded out, unless the floor removes them (TDA 1; GAPS G-14).
    BlindedOut,
    /// They are removed once it is certain that the player will not return (TNPL B7).
    RemovedIfCertain,
    /// They are removed (WPTAPL 16).
    Removed,
}
