//! The results of declarations and gestures: rulings, tickets for the floor, and commitments. This
//! is plain data; other modules judge.

mod adjudicated;
mod clause;

pub use adjudicated::Adjudicated;
pub use clause::Clause;

use crate::deal_error::DealError;
use crate::gesture::Token;
use cardroom_rules::{Chips, Millis, SeatNo};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The outcome of a ruling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RulingKind {
    Check,
    Call,
    Bet,
    Raise,
    /// A bet or raise for all chips.
    AllIn,
    Fold,
    /// The hand is dead.
    Dead,
    /// The floor decides. A ticket is open.
    Floor,
    /// An action out of turn that waits for the player's turn.
    Held,
    /// An action out of turn that binds.
    Bound,
    /// It does not count. Chips go back, and all options are open.
    Released,
    /// The turn continues, with limited options.
    Commit,
    None,
}

impl RulingKind {
    /// Returns the name used in rule cases and the protocol.
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

/// An option of a player or the floor.
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
    /// A bet to this total.
    BetTo(Chips),
    /// A raise to this total.
    RaiseTo(Chips),
    /// The call must be completed.
    FullCall,
    /// The chips put in are lost, and the hand is folded.
    ForfeitAndFold,
    /// The chips put in go back, and the player acts again.
    WithdrawAndReconsider,
    /// The player's words bind.
    Binding,
    /// The player's words do not bind.
    NotBinding,
    /// The call is taken back.
    Retract,
    /// The pushed chips go back.
    Return,
    /// The hand is dead.
    Dead,
    /// Only check, call or fold is left.
    NonAggressive,
    /// Everything stands as it lies.
    PlaysOn,
    /// The hand is a misdeal.
    Misdeal,
    /// The hand is void, and all bets are returned.
    Void,
    /// The card is treated as exposed.
    AsExposed,
    /// The card is a scrap of paper, and the next one takes its place.
    Scrap,
    /// The cards are scrambled to correct the board.
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

/// A ruling, as announced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ruling {
    pub seat: SeatNo,
    pub kind: RulingKind,
    /// The clause it rests on. [`Clause::rule`] returns its rule number.
    pub clause: Clause,
    /// The player's total for the street after the ruling.
    pub wager_to: Option<Chips>,
    /// The chips in front that go back.
    pub returned: Chips,
    /// The chips still to come from the stack.
    pub adds: Chips,
    /// The options of the player or the floor.
    pub options: Vec<RulingOption>,
    /// The option that stands unless the floor decides otherwise.
    pub default: Option<RulingOption>,
    /// The total of a call, if it matters to the ruling.
    pub call_to: Option<Chips>,
    /// The chips in front, out of turn or as an undercall, that a fold would lose or has lost.
    pub forfeit: Option<Chips>,
    /// The part of a call that was put in, in percent.
    pub paid_percent: Option<u8>,
    /// The ticket, if the floor decides or has decided.
    pub ticket: Option<TicketNo>,
}

impl Ruling {
    /// Creates a ruling without amounts and options.
    #[must_use]
    pub fn new(seat: SeatNo, kind: RulingKind, clause: Clause) -> Self {
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

/// The number of a ticket at a table. Numbers increase with each ticket.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct TicketNo(pub u64);

/// The subject of a ticket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Matter {
    /// Words and chips contradict each other, or are unclear.
    Contradiction,
    /// A player put in less than the call.
    Undercall,
    /// A player who followed an undercall put in less than the call.
    UndercallBehindUndercall {
        first: SeatNo,
    },
    /// An "if … then" statement.
    Conditional,
    /// A call before the amount was known.
    PrematureCall,
    /// A player was skipped and did not speak up.
    Skipped,
    /// A call that may rest on a gross misunderstanding of the amount.
    Misunderstanding {
        /// A call is protected below this percentage of the amount.
        protected_below_percent: u64,
    },
    /// An object other than a chip was pushed.
    Token {
        token: Token,
    },
    /// A player reacted to chips that were moved forward but not released.
    ForwardMotion,
    Deal(DealError),
    /// A player bet and then discarded, with opponents still in the hand.
    DiscardedBet,
    /// A player exposed a hand while players still act, and it can be called dead.
    ExposedHand,
}

/// A question to the floor. While it is open, the hand and its clock stop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ticket {
    pub ticket: TicketNo,
    /// The player whose hand it concerns.
    pub seat: SeatNo,
    pub matter: Matter,
    /// The clause that leaves the decision to the floor.
    pub clause: Clause,
    pub options: Vec<RulingOption>,
    /// The ruling if the floor does not decide.
    pub default: RulingOption,
    /// The total of a call.
    pub call_to: Option<Chips>,
    /// The chips that a fold would lose.
    pub forfeit: Option<Chips>,
    /// The value of the chips in front of the player after the gesture.
    pub shown: Chips,
    /// The part of `shown` that is not bet yet.
    pub pushed: Chips,
    /// When the ticket was opened.
    pub at: Millis,
    /// When the default applies.
    pub deadline: Millis,
}

/// The source of a ruling on a ticket.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuledBy {
    Floor,
    /// The rulebook's default, because a player claimed it.
    Claim,
    /// The default, because the floor did not decide in time.
    WaitOver,
    /// The default, because no floor person was available.
    Unattended,
}

/// A limit on a player's next action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Commitment {
    /// A bet or raise of any legal amount, after declaring one (TDA 50-B, 54-D).
    Wager,
    /// No fold, after taking back chips when facing a raise (TDA 46-B).
    CallOrRaise,
    /// No bet or raise (TDA 53-B, 55; TNPL H2-i; TFPL 3d-5).
    CallOrFold,
}

/// A note for the floor. Play continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EtiquetteFlag {
    /// Folded where a check was free, or out of turn (TDA 58).
    NonstandardFold,
    /// Acted out of turn (TDA 53-A).
    OutOfTurn,
    /// Made a conditional statement (TDA 59-A).
    ConditionalStatement,
    /// Bet "the pot" in no-limit (TDA 54-D).
    PotInNoLimit,
    /// Put out a chip that is tiny compared to the bet (TDA 41).
    TinyChip,
    /// Was last to act on the river with the exclusive nuts, and neither bet nor raised
    /// (TDA 71-B, TNPL H19).
    ExclusiveNuts,
    /// The same under a rulebook with a mandatory penalty (TNPL H19).
    NutsPenalty,
    /// Exposed cards with action pending (TDA 68, TNPL J3).
    ExposedCards,
    /// Repeatedly decided only when the time was nearly over (TFPL 1b-8, Spotlight 1b-6).
    Stalling,
}

impl EtiquetteFlag {
    /// Returns the name used in rule cases and the protocol.
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
            Self::Stalling => "stalling",
        }
    }
}
