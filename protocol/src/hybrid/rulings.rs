//! What comes of a gesture, in words that every ruling shares. Plain data.

use super::dealing::DealError;
use super::gestures::Token;
use crate::ids::{Chips, TicketNo};
use serde::{Deserialize, Serialize};

/// How a gesture was ruled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum RulingKind {
    /// It is a check.
    Check,
    /// It is a call.
    Call,
    /// It is a bet.
    Bet,
    /// It is a raise.
    Raise,
    /// It is a bet or raise of everything.
    AllIn,
    /// It is a fold.
    Fold,
    /// The hand is dead.
    Dead,
    /// The floor decides: a ticket is open.
    Floor,
    /// It was out of turn and waits until the action has come round.
    Held,
    /// It was out of turn and binds.
    Bound,
    /// It does not count: chips go back, and all options are open.
    Released,
    /// It does not end the turn, but limits what can be done with it.
    Commit,
    /// It means nothing.
    Nothing,
}

/// A choice that a player or the floor has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RulingOption {
    /// Fold.
    Fold,
    /// Check.
    Check,
    /// Call.
    Call,
    /// The bring-in.
    BringIn,
    /// A full bet instead of the bring-in.
    Complete,
    /// Bet.
    Bet,
    /// Raise.
    Raise,
    /// Everything.
    AllIn,
    /// A bet of this total.
    BetTo(Chips),
    /// A raise to this total.
    RaiseTo(Chips),
    /// The call has to be made good.
    FullCall,
    /// What was put in is lost, and the hand is folded.
    ForfeitAndFold,
    /// What was put in goes back, and the player acts again.
    WithdrawAndReconsider,
    /// What was said binds.
    Binding,
    /// What was said does not bind.
    NotBinding,
    /// The call is taken back.
    Retract,
    /// What was pushed goes back.
    Return,
    /// The hand is dead.
    Dead,
    /// Check, call or fold only.
    NonAggressive,
    /// Everything stands as it lies.
    PlaysOn,
    /// The hand is a misdeal, and dealt again.
    Misdeal,
    /// The hand is void: all bets go back.
    Void,
    /// The card counts as one that was exposed.
    AsExposed,
    /// The card is a scrap of paper: the next one has its place.
    Scrap,
    /// The cards are scrambled, and set right.
    Scramble,
}

/// The subject of a ticket.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Matter {
    /// Words and chips say different things, or cannot be understood.
    Contradiction,
    /// Less than the call was put in.
    Undercall,
    /// Less than the call was put in by somebody who followed the undercall of this seat.
    UndercallBehindUndercall(u8),
    /// An "if … then" statement.
    Conditional,
    /// A call before the amount was known.
    PrematureCall,
    /// A player was skipped and did not speak up.
    Skipped,
    /// A call that may rest on a gross misunderstanding: it is protected below so many percent of
    /// the amount.
    Misunderstanding(u8),
    /// Something that is no chip was pushed.
    Token(Token),
    /// Somebody reacted to chips that were moved forward and not let go.
    ForwardMotion,
    /// An error of the deal.
    Deal(DealError),
    /// A player bet and discarded, although others were still in the hand.
    DiscardedBet,
}

/// The source of a ruling on a ticket.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RuledBy {
    /// The floor.
    Floor,
    /// The book's own default: a player claimed what the book gives.
    Claim,
    /// Nobody on the floor did in time.
    WaitOver,
    /// Nobody is on the floor.
    Unattended,
}

/// A limit on a player's next action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Limit {
    /// A bet or raise was declared: any legal amount, but nothing less.
    Wager,
    /// Chips were taken back facing a raise: no fold.
    CallOrRaise,
    /// No bet or raise.
    CallOrFold,
}

/// An incident for the floor to know of; play goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EtiquetteFlag {
    /// Folded where a check was free, or out of turn.
    NonstandardFold,
    /// Acted out of turn.
    OutOfTurn,
    /// Said what would be done if.
    ConditionalStatement,
    /// Bet "the pot" in no-limit.
    PotInNoLimit,
    /// Put out a chip that is tiny beside the bet.
    TinyChip,
    /// Was last to act on the river with the exclusive nuts, and neither bet nor raised.
    ExclusiveNuts,
    /// The same by a rulebook that has every such player penalised: the floor is to do so.
    NutsPenalty,
    /// Exposed cards with action pending.
    ExposedCards,
}

/// The right of a player to see a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SeeRight {
    /// The hand is shown.
    Inalienable,
    /// The floor decides; with nobody there it is not shown.
    Discretion,
}

/// A ruling on one ticket, by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TicketRuling {
    /// Which ticket.
    pub ticket: TicketNo,
    /// One of its options.
    pub option: RulingOption,
}
