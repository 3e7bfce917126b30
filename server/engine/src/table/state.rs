//! The state of a table that outlasts a hand, by part. Each part keeps its fields to itself. The
//! seats are a part, too: [`Seats`].

mod button;
mod desk;
mod pause;
mod rotation;
mod schedule;
mod stored;
mod till;

pub(crate) use button::Button;
pub(crate) use desk::Desk;
pub(crate) use pause::Pause;
pub(crate) use rotation::Rotation;
pub(crate) use schedule::Schedule;
pub(crate) use till::{MOST_CHIPS, Till};

use super::LastAward;
use super::time_use::TimeUses;
use crate::hand::Before;
use crate::seat::Seats;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TableState {
    pub(crate) seats: Seats,
    pub(crate) button: Button,
    pub(crate) rotation: Rotation,
    pub(crate) schedule: Schedule,
    pub(crate) pause: Pause,
    pub(crate) desk: Desk,
    pub(crate) till: Till,
    /// The awards of the last hand, and their time.
    pub(crate) award: Option<LastAward>,
    pub(crate) time_use: TimeUses,
}

impl TableState {
    /// Returns the state of an empty table.
    pub(super) fn new() -> Self {
        Self {
            seats: Seats::default(),
            button: Button::default(),
            rotation: Rotation::default(),
            schedule: Schedule::new(),
            pause: Pause::default(),
            desk: Desk::default(),
            till: Till::default(),
            award: None,
            time_use: TimeUses::default(),
        }
    }

    /// Returns what a void of the hand that begins now restores.
    pub(super) fn before_hand(&self) -> Before {
        Before {
            positions: self.button.positions(),
            frozen_button: self.button.frozen(),
            hands_of_play: self.rotation.hands(),
        }
    }
}
