//! An entry: one player's way through a tournament, from paying to a place.

use crate::event::Seq;
use cardroom_rules::{Cents, Chips, Millis, PlayerId, SeatNo, TableNo};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    pub player: PlayerId,
    /// When it was made.
    pub entered_at: Millis,
    /// The chips, as of the last report.
    pub stack: Chips,
    /// What it won so far.
    pub prize: Cents,
    /// How many players it has knocked out, alone or with others.
    pub knocked_out: u32,
    /// How many entries of the same player were played before.
    pub re_entries: u32,
    /// The last step in which something happened to it other than a hand.
    pub touched: Seq,
    pub whereabouts: Whereabouts,
}

/// Where an entry is. It is always in exactly one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Whereabouts {
    /// Registered; the tournament has not begun.
    Registered,
    /// Entered late and waits for a seat.
    Waiting,
    Seated {
        table: TableNo,
        seat: SeatNo,
    },
    /// On the way to a table, between two hands; the seat there is chosen when its hand is over.
    Moving {
        to: TableNo,
    },
    /// Out, or the winner. The place follows from how many entries there are in the end (see
    /// [`Director::place`](crate::Director::place)).
    Finished {
        /// How many were out before.
        out_before: u32,
        /// How many share the place.
        sharing: u32,
        at: Millis,
    },
    /// Waits for the next round, or goes on to the next day.
    Through,
    /// Withdrawn before it was played.
    Withdrawn,
}

impl Whereabouts {
    /// Whether the entry is still in the tournament.
    #[must_use]
    pub fn is_in(self) -> bool {
        !matches!(self, Self::Finished { .. } | Self::Withdrawn)
    }
}
