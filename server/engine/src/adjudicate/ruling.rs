//! What comes of a declaration or a gesture: rulings, the tickets that wait for the floor, and
//! what a player stays bound to. Plain data; how it comes about is judged elsewhere.

use super::clause::Clause;
use super::gesture::Token;
use crate::deal_error::DealError;
use cardroom_rules::{Chips, Millis, SeatNo};
use serde::{Deserialize, Serialize};
use std::fmt;

/// How a gesture was ruled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
    None,
}

impl RulingKind {
    /// Its name, as rule cases and the protocol have it.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Call => "call",
            Self::Bet => "bet",
            Self::Raise => "raise",
            Self::AllIn => "all_in",
            Self::Fold => "fold",
            Self::Dead => "dead",
            Self::Floor => "floor",
            Self::Held => "held",
            Self::Bound => "bound",
            Self::Released => "released",
            Self::Commit => "commit",
            Self::None => "none",
        }
    }
}

/// A choice that a player or the floor has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RulingOption {
    Fold,
    Check,
    Call,
    BringIn,
    /// A full bet instead of the bring-in.
    Complete,
    Bet,
    Raise,
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
    /// The hand is a misdeal.
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

impl fmt::Display for RulingOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BetTo(to) => write!(f, "bet_{to}"),
            Self::RaiseTo(to) => write!(f, "raise_{to}"),
            Self::Fold => f.write_str("fold"),
            Self::Check => f.write_str("check"),
            Self::Call => f.write_str("call"),
            Self::BringIn => f.write_str("bring_in"),
            Self::Complete => f.write_str("complete"),
            Self::Bet => f.write_str("bet"),
            Self::Raise => f.write_str("raise"),
            Self::AllIn => f.write_str("all_in"),
            Self::FullCall => f.write_str("full_call"),
            Self::ForfeitAndFold => f.write_str("forfeit_and_fold"),
            Self::WithdrawAndReconsider => f.write_str("withdraw_and_reconsider"),
            Self::Binding => f.write_str("binding"),
            Self::NotBinding => f.write_str("not_binding"),
            Self::Retract => f.write_str("retract"),
            Self::Return => f.write_str("return"),
            Self::Dead => f.write_str("dead"),
            Self::NonAggressive => f.write_str("non_aggressive"),
            Self::PlaysOn => f.write_str("plays_on"),
            Self::Misdeal => f.write_str("misdeal"),
            Self::Void => f.write_str("void"),
            Self::AsExposed => f.write_str("as_exposed"),
            Self::Scrap => f.write_str("scrap"),
            Self::Scramble => f.write_str("scramble"),
        }
    }
}

/// A ruling, as it is announced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ruling {
    pub seat: SeatNo,
    pub kind: RulingKind,
    /// The clause it rests on; [`Clause::rule`] says its number in a book.
    pub clause: Clause,
    /// The player's total for the street once the ruling is carried out.
    pub wager_to: Option<Chips>,
    /// What goes back of the chips in front.
    pub returned: Chips,
    /// What is still to come from behind.
    pub adds: Chips,
    /// What the player or the floor can choose from.
    pub options: Vec<RulingOption>,
    /// What stands unless the floor says otherwise.
    pub default: Option<RulingOption>,
    /// The total a call needs, where that matters to the ruling.
    pub call_to: Option<Chips>,
    /// What a fold would lose of chips that stand in front out of turn or as an undercall, or what
    /// a fold did lose.
    pub forfeit: Option<Chips>,
    /// How much of a call was put in, in percent.
    pub paid_percent: Option<u8>,
    /// The ticket, where the floor decides or has decided.
    pub ticket: Option<TicketNo>,
}

impl Ruling {
    pub(crate) fn new(seat: SeatNo, kind: RulingKind, clause: Clause) -> Self {
        Self {
            seat,
            kind,
            clause,
            wager_to: None,
            returned: Chips::ZERO,
            adds: Chips::ZERO,
            options: Vec::new(),
            default: None,
            call_to: None,
            forfeit: None,
            paid_percent: None,
            ticket: None,
        }
    }
}

/// Names a ticket at a table. Each has a number after the last one's.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct TicketNo(pub u64);

/// What a ticket is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Matter {
    /// Words and chips say different things, or cannot be understood.
    Contradiction,
    /// Less than the call was put in.
    Undercall,
    /// Less than the call was put in by somebody who followed an undercall.
    UndercallBehindUndercall { first: SeatNo },
    /// An "if … then" statement.
    Conditional,
    /// A call before the amount was known.
    PrematureCall,
    /// A player was skipped and did not speak up.
    Skipped,
    /// A call that may rest on a gross misunderstanding of the amount.
    Misunderstanding {
        /// Below which part of the amount, in percent, a call is protected.
        protected_below_percent: u64,
    },
    /// Something that is no chip was pushed.
    Token { token: Token },
    /// Somebody reacted to chips that were moved forward and not let go.
    ForwardMotion,
    /// An error of the deal.
    Deal(DealError),
    /// A player bet and discarded, although others were still in the hand.
    DiscardedBet,
}

/// A question to the floor. While it is open the hand and its clock stand still.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ticket {
    pub ticket: TicketNo,
    /// Whose hand it is about.
    pub seat: SeatNo,
    /// What it is about.
    pub matter: Matter,
    /// The clause that leaves it to the floor.
    pub clause: Clause,
    /// What can be ruled.
    pub options: Vec<RulingOption>,
    /// What is ruled when nobody does.
    pub default: RulingOption,
    /// The total a call needs.
    pub call_to: Option<Chips>,
    /// What a fold would lose.
    pub forfeit: Option<Chips>,
    /// The chips in front of the player, by value, as the gesture left them.
    pub shown: Chips,
    /// The part of them that is not bet yet.
    pub pushed: Chips,
    /// When it was opened.
    pub at: Millis,
    /// When the default is ruled.
    pub deadline: Millis,
}

/// Who ruled on a ticket.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuledBy {
    Floor,
    /// The book's own default: a player claimed what the book gives.
    Claim,
    /// Nobody on the floor did in time.
    WaitOver,
    /// Nobody is on the floor.
    Unattended,
}

/// What limits a player's next action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Commitment {
    /// Has declared a bet or raise: any legal amount, but nothing less (TDA 50-B, 54-D).
    Wager,
    /// Has taken back chips facing a raise: no fold (TDA 46-B).
    CallOrRaise,
    /// May not bet or raise (TDA 53-B, 55; TNPL H2-i; TFPL 3d-5).
    CallOrFold,
}

/// What the floor may want to know later; play goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EtiquetteFlag {
    /// Folded where a check was free, or out of turn (TDA 58).
    NonstandardFold,
    /// Acted out of turn (TDA 53-A).
    OutOfTurn,
    /// Said what would be done if (TDA 59-A).
    ConditionalStatement,
    /// Bet "the pot" in no-limit (TDA 54-D).
    PotInNoLimit,
    /// Put out a chip that is tiny beside the bet (TDA 41).
    TinyChip,
    /// Was last to act on the river with the exclusive nuts, and neither bet nor raised (TDA 71-B,
    /// TNPL H19).
    ExclusiveNuts,
    /// The same by a book that has every such player penalised (TNPL H19).
    NutsPenalty,
    /// Exposed cards with action pending (TDA 68, TNPL J3).
    ExposedCards,
}

impl EtiquetteFlag {
    /// Its name, as rule cases and the protocol have it.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::NonstandardFold => "nonstandard_fold",
            Self::OutOfTurn => "out_of_turn",
            Self::ConditionalStatement => "conditional_statement",
            Self::PotInNoLimit => "pot_in_no_limit",
            Self::TinyChip => "tiny_chip",
            Self::ExclusiveNuts => "exclusive_nuts",
            Self::NutsPenalty => "nuts_penalty",
            Self::ExposedCards => "exposed_cards",
        }
    }
}
