//! An entry: one player's path through a tournament, from payment to finishing place.

use crate::seq::Seq;
use cardroom_rules::{Cents, Chips, Millis, PlayerId, SeatNo, TableNo};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    pub player: PlayerId,
    pub entered_at: Millis,
    /// As of the last report.
    pub stack: Chips,
    /// Prizes won so far.
    pub prize: Cents,
    /// Number of players knocked out, alone or with others.
    pub knocked_out: u32,
    /// Number of earlier entries by the same player.
    pub re_entries: u32,
    /// The last step that changed the entry other than by a hand.
    pub touched: Seq,
    pub whereabouts: Whereabouts,
}

/// Where an entry is. Every entry is in exactly one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Whereabouts {
    /// Registered; the tournament has not begun.
    Registered,
    /// Entered late and waiting for a seat.
    Waiting,
    Seated {
        table: TableNo,
        seat: SeatNo,
    },
    /// On the way to a table between two hands. The seat is chosen once that table's hand is over.
    Moving {
        to: TableNo,
    },
    /// Out, or the winner. The place follows from the final number
    /// of entries (see [`Director::place`](crate::Director::place)).
    Finished {
        /// Number of entries that were out before.
        out_before: u32,
        /// Number of entries that share the place.
        sharing: u32,
        at: Millis,
    },
    /// Waiting for the next round, or advancing to the next day.
    Through,
    /// Withdrawn before the tournament began.
    Withdrawn,
}

impl Whereabouts {
    /// Returns `true` if the entry is still in the tournament.
    #[must_use]
    pub fn is_in(self) -> bool {
        !matches!(self, Self::Finished { .. } | Self::Withdrawn)
    }
}
