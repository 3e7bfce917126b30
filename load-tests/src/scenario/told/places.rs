//! Where a player was when the room died, and where it found itself afterwards.

use cardroom_bot::{Table, TableId};
use cardroom_protocol::HandNo;
use serde::Serialize;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) table: TableId,
    pub(super) seat: u8,
    /// The hand in progress there.
    pub(super) hand: Option<HandNo>,
}

impl Place {
    /// The place of whoever sees this table; `None` for who only watches.
    pub(super) fn of(table: &Table) -> Option<Self> {
        let hand = table.hand.as_ref().map(|hand| hand.number);
        Some(Self { table: table.info.table, seat: table.hero_seat?, hand })
    }
}

/// How one player came back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Return {
    /// To the same seat, and the hand that was interrupted goes on.
    SameHand,
    /// To the same seat; the hand that was interrupted is over already, as its record has to show.
    HandOver,
    /// To the same seat; no hand was interrupted as far as the player knew.
    BetweenHands,
    Elsewhere,
}

impl Return {
    /// From where it was to where it is.
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

    /// Whether it is the same table and the same seat.
    pub(super) fn is_same_seat(self) -> bool {
        self != Self::Elsewhere
    }
}

/// How all players came back, counted for each restart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(in crate::scenario) struct Returns {
    /// To the hand they were in.
    pub(in crate::scenario) same_hand: u64,
    /// To their seats, after the hand they were in.
    pub(in crate::scenario) hand_over: u64,
    /// To their seats; they were in no hand.
    pub(in crate::scenario) between_hands: u64,
    /// To another seat: the tournament had moved them.
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
