//! Rulings on gestures, in terms that all rulebooks share. Plain data.

use super::dealing::DealError;
use super::gestures::Token;
use crate::ids::{Chips, TicketNo};
use serde::{Deserialize, Serialize};

/// The meaning of a gesture.
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
    /// The floor decides, and a ticket is open.
    Floor,
    /// It was out of turn and waits for the player's turn.
    Held,
    /// It was out of turn and binds.
    Bound,
    /// It does not count. The chips return, and all options are open.
    Released,
    /// It does not end the turn, but limits the player's options.
    Commit,
    /// It has no meaning.
    Nothing,
}

/// An option of a player or the floor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RulingOption {
    /// It is a fold.
    Fold,
    /// It is a check.
    Check,
    /// It is a call.
    Call,
    /// It is the bring-in.
    BringIn,
    /// It is a full bet instead of the bring-in.
    Complete,
    /// It is a bet.
    Bet,
    /// It is a raise.
    Raise,
    /// It is a bet or raise of everything.
    AllIn,
    /// It is a bet of this total.
    BetTo(Chips),
    /// It is a raise to this total.
    RaiseTo(Chips),
    /// The player must make the call good.
    FullCall,
    /// The player loses the chips put in, and folds.
    ForfeitAndFold,
    /// The chips put in return, and the player acts again.
    WithdrawAndReconsider,
    /// The player's words bind.
    Binding,
    /// The player's words do not bind.
    NotBinding,
    /// The call is taken back.
    Retract,
    /// The pushed chips return.
    Return,
    /// The hand is dead.
    Dead,
    /// Check, call or fold only.
    NonAggressive,
    /// Play goes on with the cards as they lie.
    PlaysOn,
    /// The hand is a misdeal, and dealt again.
    Misdeal,
    /// The hand is void, and all bets are returned.
    Void,
    /// The card counts as an exposed card.
    AsExposed,
    /// The card is scrap paper, and the next card takes its place.
    Scrap,
    /// The cards are scrambled and corrected.
    Scramble,
}

/// The subject of a ticket.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Matter {
    /// Words and chips contradict each other, or cannot be understood.
    Contradiction,
    /// A player put in less than the call.
    Undercall,
    /// A player put in less than the call, following the undercall of this seat.
    UndercallBehindUndercall(u8),
    /// An "if … then" statement.
    Conditional,
    /// A call before the amount was known.
    PrematureCall,
    /// A player was skipped and did not speak up.
    Skipped,
    /// A call that may rest on a gross misunderstanding. It is protected below this
    /// percentage of the amount.
    Misunderstanding(u8),
    /// An object that is not a chip was pushed.
    Token(Token),
    /// A player reacted to chips that were moved forward and not released.
    ForwardMotion,
    /// An error of the deal.
    Deal(DealError),
    /// A player bet and discarded while others were still in the hand.
    DiscardedBet,
    /// A player exposed a hand while players still act, under a rulebook by which it can be called
    /// dead.
    ExposedHand,
}

/// The source of a ruling on a ticket.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RuledBy {
    /// An operator on the floor.
    Floor,
    /// The book's own default, which a player claimed.
    Claim,
    /// The default, because no operator answered in time.
    WaitOver,
    /// The default, because no operator attends the table.
    Unattended,
}

/// A limit on a player's next action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Limit {
    /// The player declared a bet or raise: any legal amount, but nothing less.
    Wager,
    /// The player took chips back while facing a raise, and may not fold.
    CallOrRaise,
    /// The player may not bet or raise.
    CallOrFold,
}

/// An incident for the floor to know of. Play goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EtiquetteFlag {
    /// Folded when a check was free, or out of turn.
    NonstandardFold,
    /// Acted out of turn.
    OutOfTurn,
    /// Announced an action for a certain case.
    ConditionalStatement,
    /// Bet "the pot" in no-limit.
    PotInNoLimit,
    /// Put out a chip that is tiny compared with the bet.
    TinyChip,
    /// Last to act on the river with the exclusive nuts, and neither bet nor raised.
    ExclusiveNuts,
    /// As `ExclusiveNuts`, under a rulebook that penalizes every such player. The
    /// floor gives the penalty.
    NutsPenalty,
    /// Exposed cards with action pending.
    ExposedCards,
    /// Three of the player's last ten decisions came when the time was nearly over or had run out,
    /// under a rulebook that flags stalling.
    Stalling,
}

/// The right of a player to see a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SeeRight {
    /// The hand is shown.
    Inalienable,
    /// The floor decides. If no operator attends, it is not shown.
    Discretion,
}

/// A ruling on one ticket, by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TicketRuling {
    /// Number of the ticket.
    pub ticket: TicketNo,
    /// One of its options.
    pub option: RulingOption,
}
