//! The effects of declarations and rulings, as events.

use super::{Commitment, EtiquetteFlag};
use crate::gesture::Gesture;
use cardroom_rules::{Chips, Millis, SeatNo};
use serde::{Deserialize, Serialize};

/// The effect of a declaration, gesture or ruling at a hybrid table, apart from exact actions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Adjudicated {
    /// An action out of turn waits for the player's turn.
    Held {
        seat: SeatNo,
        gesture: Gesture,
        at: Millis,
        /// The player's total for the street if it counted now.
        to: Chips,
        /// The chips it puts at stake.
        stake: Chips,
        /// Whether it puts chips in the pot.
        wagers: bool,
        /// Whether an earlier bet or raise still lacks its amount.
        before_amount: bool,
    },
    /// An action out of turn now binds, whatever a skipped player does.
    HeldBound {
        seat: SeatNo,
    },
    /// An action out of turn was carried out or returned.
    HeldSettled {
        seat: SeatNo,
    },
    FoldedOutOfTurn {
        seat: SeatNo,
        at: Millis,
    },
    /// A player's next action is limited. Chips may be committed to it.
    Committed {
        seat: SeatNo,
        commitment: Commitment,
        /// The committed chips, which left the stack and are in front of the player.
        chips: Chips,
    },
    /// A declared raise continues over several motions.
    Moved {
        seat: SeatNo,
        /// The value of the chips in front so far.
        total: Chips,
        /// The number of chips in these motions.
        chips: u16,
        /// The number of further motions; `None` until the hands rest.
        motions_left: Option<u8>,
    },
    /// The chips in front of a player became known.
    FrontSeen {
        seat: SeatNo,
        chips: Vec<Chips>,
    },
    /// A player took back chips of an earlier bet.
    PulledBack {
        seat: SeatNo,
        value: Chips,
        /// The chips still in front, if known.
        left: Option<Vec<Chips>>,
    },
    /// A player moved chips forward without releasing them.
    MovedForward {
        seat: SeatNo,
        /// The chips; empty once the movement has been ruled on.
        chips: Vec<Chips>,
    },
    /// A player kept the right to act.
    SpokeUp {
        seat: SeatNo,
    },
    /// The player on turn received a wrong count.
    Misquoted {
        amount: Chips,
    },
    /// An undercall was ruled a full call.
    UndercallMadeGood {
        seat: SeatNo,
        at: Millis,
    },
    /// A call was declared with far too few chips, perhaps because of a misunderstanding.
    CalledShort {
        seat: SeatNo,
        /// The value of the chips in front.
        paid: Chips,
        /// The full amount of the call.
        due: Chips,
        /// The chips pushed with the declaration.
        pushed: Chips,
        /// The chips that left the stack.
        added: Chips,
        /// Whether the player had acted before on the street.
        had_acted: bool,
        /// The last player to act before.
        pointer: Option<SeatNo>,
        /// The end of the hand's wait, if the call would end the betting.
        until: Option<Millis>,
    },
    /// The short call stands.
    CallAccepted {
        seat: SeatNo,
    },
    /// The short call was taken back.
    CallRetracted {
        seat: SeatNo,
        /// The chips that go back to the stack.
        amount: Chips,
    },
    /// Chips were forfeited to the pot.
    Forfeited {
        seat: SeatNo,
        amount: Chips,
    },
    /// A floor person became available, or left.
    Attended {
        attended: bool,
    },
    /// A flag for the floor. Play continues.
    Flagged {
        seat: SeatNo,
        flag: EtiquetteFlag,
    },
}
