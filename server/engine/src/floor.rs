//! Floor commands and their effects. A command never undoes an event. It adds a compensating event
//! that names the rule it rests on.

use crate::deal_error::{DealClause, DealError, DealRuling};
use cardroom_rules::{Chips, HandNo, Millis, PlayerId, SeatNo, SeatSet};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FloorCommand {
    /// A wager stands at the real table although the rules do not allow it. It is entered unchanged
    /// for the player on turn.
    ForceWager {
        seat: SeatNo,
        /// The total for the street.
        to: Chips,
    },
    /// Corrects the last wager of the street, for all players who called it.
    CorrectWager {
        seat: SeatNo,
        /// The total for the street.
        to: Chips,
    },
    /// The pot was counted for a player who asked.
    QuotePot { seat: SeatNo, amount: Chips },
    /// Kills a hand. Its chips stay in.
    KillHand { seat: SeatNo, reason: String },
    /// The button was in the wrong place. The hand in progress is a misdeal, and the next hand
    /// has the button here.
    SetButton { seat: SeatNo },
    /// Calls the clock on the player on turn.
    CallClock {
        seat: SeatNo,
        /// The player who asked for the clock, if a player did.
        asked_by: Option<SeatNo>,
        /// The length of the level, if there are levels.
        level: Option<Millis>,
    },
    /// Turns over a hand at the showdown that its player did not table. It stays dead.
    ShowHand { seat: SeatNo },
    /// Makes a hand live again that was folded, or that the floor killed.
    RestoreHand { seat: SeatNo },
    /// Moves part of a pot of the last hand from the wrong winner to another player.
    ReawardPot {
        about: Dispute,
        /// The player who returns the chips.
        from: SeatNo,
        to: SeatNo,
        amount: Chips,
    },
    /// Gives the player on turn more time.
    AddTime {
        seat: SeatNo,
        /// At most ten minutes.
        time: Millis,
    },
    /// Reports a dealing error at the real table. The rulebook decides it or leaves
    /// it to the floor.
    DealError(DealError),
}

/// The subject of a dispute about an award (TDA 22).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Dispute {
    /// The reading of tabled hands.
    Reading,
    /// The count of the chips, or their recipient.
    Accounting,
}

/// The rule behind a floor decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Ground {
    /// A bet of the wrong size was accepted.
    AcceptedBet,
    /// A bet of the wrong size is corrected.
    UnderbetCorrection,
    /// A pot-limit bet rests on a wrong count.
    PotMiscount,
    /// The pot is counted in pot-limit.
    PotCount,
    /// A hand cannot continue.
    DeadHand,
    /// The button is in the wrong place.
    MisplacedButton,
    CalledClock,
    /// A player asked to see a hand.
    AskToSee,
    /// The reading of a hand is disputed.
    DisputedReading,
    /// The counting or the award of a pot is disputed.
    DisputedAccounting,
    /// A hand was folded on wrong information, or killed by mistake.
    RestoredHand,
    /// A player lost time through no fault of their own.
    AddedTime,
    Deal(DealClause),
    /// A player exposed a hand while players still acted.
    ExposedHand,
}

impl Ground {
    /// Returns the TDA 2024 rule. For another rulebook, cite the corresponding setting.
    #[must_use]
    pub fn rule(self) -> &'static str {
        match self {
            Self::AcceptedBet => "TDA 49",
            Self::UnderbetCorrection => "TDA 52-A",
            Self::PotMiscount => "TDA 52-B",
            Self::PotCount => "TDA 54-A",
            Self::DeadHand => "TDA 35-D, 37",
            Self::MisplacedButton => "TDA 34-A",
            Self::CalledClock => "TDA 29",
            Self::AskToSee => "TDA 18",
            Self::DisputedReading | Self::DisputedAccounting => "TDA 22",
            Self::RestoredHand | Self::AddedTime => "TDA 1",
            Self::Deal(clause) => clause.rule(),
            Self::ExposedHand => "TDA 68",
        }
    }
}

/// The result of a floor command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FloorRuled {
    pub ground: Ground,
    pub what: FloorEvent,
}

/// The effect of a floor command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FloorEvent {
    /// A wager was entered unchanged.
    WagerForced {
        seat: SeatNo,
        /// The total for the street.
        to: Chips,
        /// The chips that left the stack.
        added: Chips,
    },
    /// A wager was corrected.
    WagerCorrected {
        seat: SeatNo,
        /// The total for the street.
        to: Chips,
        /// Every player whose bet changed with it.
        moved: Vec<Moved>,
    },
    /// The pot was counted.
    PotQuoted {
        seat: SeatNo,
        amount: Chips,
    },
    HandKilled {
        seat: SeatNo,
        reason: String,
    },
    /// The next hand has the button here.
    ButtonSet {
        seat: SeatNo,
    },
    /// The clock was called on the player on turn.
    ClockCalled {
        seat: SeatNo,
        /// The start of the count.
        counts_from: Millis,
        /// The end of the count.
        until: Millis,
    },
    /// A folded or killed hand is live again.
    HandRestored {
        seat: SeatNo,
    },
    /// Part of a pot went to another player. If that player is in a hand, the chips join the stack
    /// when the hand is over.
    PotReawarded {
        hand: HandNo,
        /// The player who returned the chips.
        from: SeatNo,
        to: SeatNo,
        amount: Chips,
    },
    /// The player on turn has more time.
    TimeAdded {
        seat: SeatNo,
        /// The new end of the running time.
        until: Millis,
    },
    /// A dealing error was ruled on. Its consequences, such as a dead hand, a void or a ticket,
    /// follow as separate events.
    DealRuled(Box<DealRuling>),
    /// The last actions of the street were undone, because they rested on a premature card.
    ActionsRescinded {
        actions: u8,
        /// The bets that were returned with them.
        returned: Vec<(SeatNo, Chips)>,
        /// Players who are in the hand again.
        back: SeatSet,
        /// The street's largest bet before the undone actions.
        current_bet: Chips,
    },
    /// The last hand was voided after it was over. Its chips were returned.
    BetsReturned(Box<ReturnedBets>),
    /// The returned part of a bet was put in again, because a restored hand may call it.
    UncalledPutBack {
        seat: SeatNo,
        amount: Chips,
    },
    /// The gathered bets of the last street are in front of the players again, because a wager is
    /// corrected before the showdown.
    StreetReopened,
}

/// The returns of a hand that was voided after it was over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReturnedBets {
    pub hand: HandNo,
    pub at: Millis,
    /// The net amounts per seat: chips put in less chips won, so some seats pay.
    pub moved: Vec<Moved>,
    /// Amounts for players who have left since. These chips do not come back to the table.
    pub gone: Vec<(PlayerId, Chips)>,
    /// The returned rake of the hand.
    pub rake: Chips,
    /// The part of the rake that had left the table and comes back to it.
    pub from_house: Chips,
}

/// The change of one player's bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Moved {
    pub seat: SeatNo,
    /// The chips that went back to the stack.
    pub returned: Chips,
    /// The chips that the stack added.
    pub added: Chips,
}
