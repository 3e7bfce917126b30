//! Commands of the floor at a table. Commands about a whole
//! tournament are in [`tournament`](crate::tournament).

use super::dealing::DealError;
use super::rulings::TicketRuling;
use crate::hosting::HostOrder;
use crate::ids::{Chips, TicketNo};
use serde::{Deserialize, Serialize};

/// A command of the floor at one table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TableCommand {
    /// Rules on a ticket. Only an operator who attends the table may.
    RuleTicket(TicketRuling),
    /// Enters a wager for the player to act as it was made, although the rules do not allow
    /// it. Hybrid tables only.
    ForceWager(WagerOrder),
    /// Changes the last wager of the street to the correct amount, for all players who called
    /// it. Hybrid tables only.
    CorrectWager(WagerOrder),
    /// Counts the pot for a player who asked, in pot-limit.
    QuotePot(PotQuote),
    /// Reports that the player to act got a wrong count of a bet. Hybrid tables only.
    Misquote(Chips),
    /// Kills the hand of this seat. Its chips stay where they are.
    KillHand(u8),
    /// Moves a misplaced button to this seat for the next hand. The hand in progress is a misdeal.
    SetButton(u8),
    /// Calls the clock on the player to act, who sits here. Hybrid tables only.
    CallClock(u8),
    /// Turns over the hand of this seat at the showdown, which its player did not
    /// table. It stays dead.
    ShowHand(u8),
    /// Deals the next street, when the betting of this one is over. Hybrid tables only.
    DealStreet,
    /// Voids the hand. All players get back what they put in.
    VoidHand,
    /// Stops the table at once, in the middle of a hand between two actions.
    Pause,
    /// Ends the pause. Each clock goes on with the time that was left, and a few seconds more.
    Resume,
    /// Restores the hand of this seat, which was folded on wrong information, or which the floor
    /// killed. Allowed on the same street, as long as no card came and no hand was shown since. A
    /// player who folded acts again.
    RestoreHand(u8),
    /// Moves part of a pot of the last hand to another player because it went to the wrong one.
    /// Allowed as long as the award may be disputed.
    ReawardPot(PotReaward),
    /// Gives the player to act more time.
    AddTime(MoreTime),
    /// Reports an error of the deal at the real table. The rulebook gives the remedy or leaves it
    /// to the floor. Hybrid tables only, except for two equal cards. Between hands, a fouled deck
    /// is that of the last hand.
    DealError(DealError),
    /// Takes a ticket, so that for a while no other operator rules on it. Its holder may take it
    /// again, for the same time. Only an operator who attends the table may.
    ClaimTicket(TicketNo),
    /// Mutes chat and emotes of the player at this seat at the table, until `Unmute` or a
    /// restart of the room.
    Mute(u8),
    /// Ends the mute of the player at this seat.
    Unmute(u8),
    /// Adds chips to a player's stack at a private table. They join the stack between hands. The
    /// stack may not exceed the largest buy-in. Only the host of the table may.
    GiveChips(HostChips),
    /// Takes chips off a player's stack, and no more than the player has between hands. Only the
    /// host of the private table may.
    TakeBackChips(HostChips),
    /// Orders something about the people at a private table. Only its host may.
    Host(HostOrder),
}

/// Chips that the host of a private table adds to a stack or takes off it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostChips {
    /// Seat of the player.
    pub seat: u8,
    /// Name of the player, because the seat may have changed hands since the host looked.
    pub player: String,
    /// Number of chips, more than 0.
    pub amount: Chips,
}

/// Part of a pot to move to another player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PotReaward {
    /// The subject of the dispute. It decides how long the award may be disputed.
    pub about: Dispute,
    /// Seat that returns the chips.
    pub from: u8,
    /// Seat that gets the chips.
    pub to: u8,
    /// Number of chips to move.
    pub amount: Chips,
}

/// The subject of a dispute about a pot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Dispute {
    /// The reading of tabled hands.
    Reading,
    /// The count of chips, or their receiver.
    Accounting,
}

/// More time for a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoreTime {
    /// Seat of the player to act.
    pub seat: u8,
    /// Additional time in milliseconds, up to ten minutes.
    pub time_ms: u32,
}

/// A player's wager to enter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WagerOrder {
    /// Seat of the player.
    pub seat: u8,
    /// The player's total for the street.
    pub to: Chips,
}

/// A count of the pot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PotQuote {
    /// Seat of the player who asked.
    pub seat: u8,
    /// The count as announced.
    pub amount: Chips,
}
