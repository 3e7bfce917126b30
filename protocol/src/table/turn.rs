//! A turn: its legal actions, and the action taken.

use crate::ids::Chips;
use serde::{Deserialize, Serialize};

/// An answer to a turn. Amounts are totals for the street, so a raise "to" 600 over chips already
/// bet adds only the difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    /// Gives up the hand.
    Fold,
    /// Stays in for free, when there is nothing to call.
    Check,
    /// Matches the bet, or goes all-in for less.
    Call,
    /// Opens the betting of a street with this total.
    Bet(Chips),
    /// Raises the bet to this total. Completing a bring-in is a raise, too.
    RaiseTo(Chips),
    /// Posts the bring-in, in games that have one instead of blinds.
    BringIn,
}

/// The legal actions of the player to act. The server validates with the same numbers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct LegalActions {
    /// Whether folding is possible: always, except in a draw and for the player who
    /// must bring it in.
    pub fold: bool,
    /// Whether checking is possible.
    pub check: bool,
    /// Chips that a call adds. Absent if there is nothing to call.
    pub call: Option<Chips>,
    /// Bounds of a bet or raise. Absent if neither is possible.
    pub wager: Option<WagerRange>,
    /// Chips that the bring-in adds. Absent if none is due.
    pub bring_in: Option<Chips>,
    /// Number of cards to discard, in a draw. Nothing else is possible
    /// then. Answer with [`Discard`](crate::client::Discard).
    pub discard: Option<DiscardRange>,
}

/// The number of cards that a player may discard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DiscardRange {
    /// The fewest cards allowed.
    pub least: u8,
    /// The most cards allowed.
    pub most: u8,
}

/// The bounds of a bet or a raise, as totals for the street.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WagerRange {
    /// True: send [`Action::RaiseTo`]. False: send [`Action::Bet`].
    pub raise: bool,
    /// The smallest total. If it equals `max_to`, the only one.
    pub min_to: Chips,
    /// The largest total: the whole stack, the pot, or the limit.
    pub max_to: Chips,
    /// The total of a bet of the pot's size, within the bounds. Useful in every structure.
    pub pot_to: Chips,
    /// Whether only `min_to` and `max_to` are legal, as in fixed limit.
    pub fixed: bool,
}
