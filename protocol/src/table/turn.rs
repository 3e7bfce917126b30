//! A decision: what may be done with a turn, and what is done.

use crate::ids::Chips;
use serde::{Deserialize, Serialize};

/// An answer to a turn. Amounts are totals for the street, so a raise "to" 600 over chips already
/// bet adds only the difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    /// Gives up the hand.
    Fold,
    /// Stays in without paying, where nothing is to be paid.
    Check,
    /// Pays what is to be paid, or everything left.
    Call,
    /// Opens the betting of a street with this total.
    Bet(Chips),
    /// Raises the bet to this total. Completing a bring-in is a raise, too.
    RaiseTo(Chips),
    /// Posts the bring-in, in games that have one instead of blinds.
    BringIn,
}

/// The legal actions of the player to act. Validation uses the same numbers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct LegalActions {
    /// Whether folding is possible: always, except in a draw and for whoever has to bring it in.
    pub fold: bool,
    /// Whether checking is possible.
    pub check: bool,
    /// How many chips a call adds; absent when there is nothing to call.
    pub call: Option<Chips>,
    /// The bounds of a bet or a raise; absent when neither is possible.
    pub wager: Option<WagerRange>,
    /// How many chips the bring-in adds; absent when none is due.
    pub bring_in: Option<Chips>,
    /// How many cards may be given away, in a draw. Nothing else is possible then: answer with
    /// [`Discard`](crate::client::Discard).
    pub discard: Option<DiscardRange>,
}

/// How many cards may be given away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DiscardRange {
    /// At least so many.
    pub least: u8,
    /// At most so many.
    pub most: u8,
}

/// The bounds of a bet or a raise, as totals for the street.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WagerRange {
    /// True: send [`Action::RaiseTo`]. False: send [`Action::Bet`].
    pub raise: bool,
    /// The smallest total. Where it equals `max_to`, only that total.
    pub min_to: Chips,
    /// The largest total: everything, the pot, or the limit.
    pub max_to: Chips,
    /// The total that is a bet of the pot's size, within the bounds; handy in every structure.
    pub pot_to: Chips,
    /// Fixed limit: only `min_to` and `max_to` are legal, nothing between them.
    pub fixed: bool,
}
