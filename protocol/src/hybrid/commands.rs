//! What the floor can order at a table. Commands about a whole tournament are the tournament's.

use super::dealing::DealError;
use super::rulings::TicketRuling;
use crate::ids::{Chips, TicketNo};
use serde::{Deserialize, Serialize};

/// A command of the floor at one table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TableCommand {
    /// Rules on a ticket; only who attends the table.
    RuleTicket(TicketRuling),
    /// A wager stands although the rules would not have it: it is entered for the player on turn,
    /// as it is. Hybrid tables only.
    ForceWager(WagerOrder),
    /// The last wager of the street becomes what it should have been, for everybody who called it.
    /// Hybrid tables only.
    CorrectWager(WagerOrder),
    /// The pot was counted for a player who asked; in pot-limit.
    QuotePot(PotQuote),
    /// The player to act got a wrong count of a bet. Hybrid tables only.
    Misquote(Chips),
    /// The hand of this seat is dead. Its chips stay where they are.
    KillHand(u8),
    /// The button was in the wrong place: the hand in progress is a misdeal, and the next one has it
    /// at this seat.
    SetButton(u8),
    /// The clock is called on the player on turn, who sits here. Hybrid tables only.
    CallClock(u8),
    /// At the showdown the hand of this seat is turned over, which its player did not table. It
    /// stays dead.
    ShowHand(u8),
    /// The next street is dealt: the betting of this one is over. Hybrid tables only.
    DealStreet,
    /// The hand does not count: everybody gets back what was put in.
    VoidHand,
    /// No more hands begin.
    Pause,
    /// Hands begin again.
    Resume,
    /// The hand of this seat, which the floor killed, is live again: on the same street, as long as
    /// no card came since.
    RestoreHand(u8),
    /// A pot of the last hand went to the wrong player: so much of it goes to another one, as long
    /// as it may be disputed.
    ReawardPot(PotReaward),
    /// The player on turn has more time.
    AddTime(MoreTime),
    /// An error of the deal was seen at the real table: the rulebook says what it comes to, or leaves it
    /// to the floor. Hybrid tables only, but for two equal cards. Between hands a fouled deck is one of
    /// the last hand.
    DealError(DealError),
    /// Takes a ticket: for a while nobody else rules on it. Who has it may take it again, for as long
    /// once more. Only who attends the table.
    ClaimTicket(TicketNo),
    /// The player at this seat may not chat or show emotes at the table, until unmuted or until the
    /// room restarts.
    Mute(u8),
    /// The player at this seat may chat and show emotes again.
    Unmute(u8),
    /// The host of a private table gives chips to a player there, from the host's own wallet.
    /// They join the stack between hands, which may not come to more than the largest buy-in.
    GiveChips(HostChips),
    /// The host of a private table takes back chips that the host gave to this player: no more than
    /// that, and no more than the player has between hands. They return to the host's wallet.
    TakeBackChips(HostChips),
}

/// Chips that the host of a private table gives to a player, or takes back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostChips {
    /// Where the player sits.
    pub seat: u8,
    /// The player's name: the seat may have changed hands since the host looked.
    pub player: String,
    /// How many; more than 0.
    pub amount: Chips,
}

/// A part of a pot that goes to another player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PotReaward {
    /// What was disputed: it decides how long it may be.
    pub about: Dispute,
    /// The seat that gives it back.
    pub from: u8,
    /// The seat that gets it.
    pub to: u8,
    /// How much.
    pub amount: Chips,
}

/// The subject of a dispute about a pot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Dispute {
    /// How tabled hands were read.
    Reading,
    /// How chips were counted, or to whom they went.
    Accounting,
}

/// More time for a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoreTime {
    /// Who has the turn.
    pub seat: u8,
    /// How much more, up to ten minutes.
    pub time_ms: u32,
}

/// A player's wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WagerOrder {
    /// Whose.
    pub seat: u8,
    /// The total for the street.
    pub to: Chips,
}

/// A count of the pot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PotQuote {
    /// Who asked.
    pub seat: u8,
    /// What was said.
    pub amount: Chips,
}
