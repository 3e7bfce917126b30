//! What the floor may do at a table, and what came of it. Nothing that happened is undone: a
//! command adds an event that makes up for it, with the rule it rests on.

use crate::deal_error::{DealClause, DealError, DealRuling};
use cardroom_rules::{Chips, HandNo, Millis, PlayerId, SeatNo, SeatSet};
use serde::{Deserialize, Serialize};

/// A command of the floor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FloorCommand {
    /// A wager stands at the real table although the rules would not have it: it is entered for the
    /// player on turn, as it is.
    ForceWager {
        seat: SeatNo,
        /// The total for the street.
        to: Chips,
    },
    /// The last wager of the street becomes what it should have been, for everybody who called it.
    CorrectWager {
        seat: SeatNo,
        /// The total for the street.
        to: Chips,
    },
    /// The pot was counted for a player who asked.
    QuotePot { seat: SeatNo, amount: Chips },
    /// A hand is dead. Its chips stay where they are.
    KillHand { seat: SeatNo, reason: String },
    /// The button was in the wrong place: the hand in progress is a misdeal, and the next one has
    /// it here.
    SetButton { seat: SeatNo },
    /// The clock is called on the player on turn.
    CallClock {
        seat: SeatNo,
        /// Which player asked for it, where it was one.
        asked_by: Option<SeatNo>,
        /// How long the level lasts, where there are levels.
        level: Option<Millis>,
    },
    /// At the showdown a hand is turned over that its player did not table. It stays dead.
    ShowHand { seat: SeatNo },
    /// A hand that the floor killed is live again.
    RestoreHand { seat: SeatNo },
    /// A pot of the last hand went to the wrong player: so much of it goes to another one.
    ReawardPot {
        about: Dispute,
        /// Who gives it back.
        from: SeatNo,
        to: SeatNo,
        amount: Chips,
    },
    /// The player on turn has more time.
    AddTime {
        seat: SeatNo,
        /// How much more: at most ten minutes.
        time: Millis,
    },
    /// An error of the deal was seen at the real table: the book rules on it, or leaves it to the
    /// floor.
    DealError(DealError),
}

/// What is disputed about the award of a pot (TDA 22).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Dispute {
    /// How tabled hands were read.
    Reading,
    /// How chips were counted, or to whom they went.
    Accounting,
}

/// What the rules let the floor do something for.
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
    /// A hand cannot be played on.
    DeadHand,
    /// The button is in the wrong place.
    MisplacedButton,
    /// The clock was called.
    CalledClock,
    /// Somebody asked to see a hand.
    AskToSee,
    /// The reading of a hand is disputed.
    DisputedReading,
    /// The counting or the award of a pot is disputed.
    DisputedAccounting,
    /// A hand was killed that should be live.
    RestoredHand,
    /// A player lost time without a fault.
    AddedTime,
    /// An error of the deal.
    Deal(DealClause),
}

impl Ground {
    /// The rule of TDA 2024 it rests on. What another book has in its place is cited by the setting
    /// of the rulebook.
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
        }
    }
}

/// What came of a command of the floor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FloorRuled {
    /// What it rests on.
    pub ground: Ground,
    pub what: FloorEvent,
}

/// What happened by a command of the floor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FloorEvent {
    /// A wager was entered as it stood.
    WagerForced {
        seat: SeatNo,
        /// The total for the street.
        to: Chips,
        /// What left the stack.
        added: Chips,
    },
    /// A wager became what it should have been.
    WagerCorrected {
        seat: SeatNo,
        /// The total for the street.
        to: Chips,
        /// Everybody whose bet changed with it.
        moved: Vec<Moved>,
    },
    /// The pot was counted.
    PotQuoted { seat: SeatNo, amount: Chips },
    /// A hand is dead.
    HandKilled { seat: SeatNo, reason: String },
    /// The next hand has the button here.
    ButtonSet { seat: SeatNo },
    /// The clock was called on the player on turn.
    ClockCalled {
        seat: SeatNo,
        /// When the count begins.
        counts_from: Millis,
        /// When the time is up.
        until: Millis,
    },
    /// A killed hand is live again.
    HandRestored { seat: SeatNo },
    /// A part of a pot went to another player. It joins the stack of somebody who plays a hand when
    /// that is over.
    PotReawarded {
        hand: HandNo,
        /// Who gave it back.
        from: SeatNo,
        to: SeatNo,
        amount: Chips,
    },
    /// The player on turn has more time.
    TimeAdded {
        seat: SeatNo,
        /// When the time that runs now ends.
        until: Millis,
    },
    /// An error of the deal was ruled on. What else it leads to, such as a dead hand, a void or a
    /// ticket, are events that follow.
    DealRuled(Box<DealRuling>),
    /// The last actions of the street are undone: they rested on a card that came too early.
    ActionsRescinded {
        actions: u8,
        /// The bets that went back with them.
        returned: Vec<(SeatNo, Chips)>,
        /// Who is in the hand again.
        back: SeatSet,
        /// The largest bet of the street then.
        current_bet: Chips,
    },
    /// The last hand is void after all: everybody has back what they put in.
    BetsReturned(Box<ReturnedBets>),
}

/// The bets of a hand that is void although it was over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReturnedBets {
    pub hand: HandNo,
    pub at: Millis,
    /// What goes back to whom, less what the pots had brought, and what goes from whom.
    pub moved: Vec<Moved>,
    /// What goes back to players who have left since: it goes to them, not to the table.
    pub gone: Vec<(PlayerId, Chips)>,
    /// What the house had taken of the hand and gives back.
    pub rake: Chips,
    /// The part of it that had left the table, and comes back to it.
    pub from_house: Chips,
}

/// A bet that changed with the one it called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Moved {
    pub seat: SeatNo,
    /// What went back to the stack.
    pub returned: Chips,
    /// What was added from it.
    pub added: Chips,
}
