//! The places of players when the room died, and after they returned.

use cardroom_bot::{Table, TableId};
use cardroom_protocol::HandNo;
use serde::Serialize;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) table: TableId,
    pub(super) seat: u8,
    /// The hand in progress at the table.
    pub(super) hand: Option<HandNo>,
}

impl Place {
    /// Returns the place of the player who sees this table, or `None` for a spectator.
    pub(super) fn of(table: &Table) -> Option<Self> {
        let hand = table.hand.as_ref().map(|hand| hand.number);
        Some(Self { table: table.info.table, seat: table.hero_seat?, hand })
    }
}

/// The place to which one player returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Return {
    /// The same seat, and the interrupted hand continues.
    SameHand,
    /// The same seat, but the interrupted hand is over. Its record must show it.
    HandOver,
    /// The same seat. As far as the player knew, no hand was interrupted.
    BetweenHands,
    Elsewhere,
}

impl Return {
    /// Compares the places before and after.
    pub(super) fn of(before: Place, now: Option<Place>) -> Self {
        match now {
            Some(now) if (now.table, now.seat) == (before.table, before.seat) => {
                match before.hand {
                    None => Self::BetweenHands,
                    Some(hand) if now.hand == Some(hand) => Self::SameHand,
                    Some(_) => Self::HandOver,
                }
            }
            _ => Self::Elsewhere,
        }
    }

    /// Returns `true` if the table and the seat are the same.
    pub(super) fn is_same_seat(self) -> bool {
        self != Self::Elsewhere
    }
}

/// Counts of the places to which all players returned after restarts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(in crate::scenario) struct Returns {
    /// Returns to the same hand.
    pub(in crate::scenario) same_hand: u64,
    /// Returns to the seat, after the hand had ended.
    pub(in crate::scenario) hand_over: u64,
    /// Returns to the seat, without a hand before.
    pub(in crate::scenario) between_hands: u64,
    /// Returns to another seat, because the tournament had moved the player.
    pub(in crate::scenario) elsewhere: u64,
}

impl Returns {
    pub(super) fn count(&mut self, came: Return) {
        let counter = match came {
            Return::SameHand => &mut self.same_hand,
            Return::HandOver => &mut self.hand_over,
            Return::BetweenHands => &mut self.between_hands,
            Return::Elsewhere => &mut self.elsewhere,
        };
        *counter += 1;
    }

    pub(in crate::scenario) fn all(&self) -> u64 {
        self.same_hand + self.hand_over + self.between_hands + self.elsewhere
    }
}
