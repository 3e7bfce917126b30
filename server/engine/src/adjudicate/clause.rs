//! The clauses that rulings rest on, and their numbers in each book. Nothing is judged here.

use serde::{Deserialize, Serialize};

/// A clause of the betting rules, named by what it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clause {
    /// Of words and chips, the first one defines the bet; words win when simultaneous.
    WordsAndChips,
    /// Naming an amount is pushing it.
    AmountAsChips,
    /// Chips that are tiny beside the bet are for the floor.
    TinyChip,
    /// A raise is one motion, or what was declared.
    Motions,
    /// From half a raise on it is a full one, below it is a call.
    HalfRaise,
    /// "Raise" and an amount is the total.
    RaiseTotal,
    /// One chip facing a bet is a call; not facing one it is a bet.
    Overchip,
    /// Several chips are a call when every one is needed.
    EveryChipNeeded,
    /// Several chips, not all needed.
    SeveralChips,
    /// Taking back a bet facing a raise binds to call or raise.
    PulledBack,
    /// Chips of an earlier bet still stand in front.
    PriorChips,
    /// Who calls, calls the real amount.
    AcceptedAction,
    /// A raise without an amount keeps the turn.
    ClearAmount,
    /// A general declaration in turn binds to the full action.
    Declaration,
    /// Less than the call.
    Undercall,
    /// Undercalls in a row go back to the first.
    UndercallSequence,
    /// Less than the least bet or raise is made good.
    Underbet,
    /// Out of turn.
    OutOfTurn,
    /// Skipped, and did not speak up.
    Skipped,
    /// The size of the pot.
    PotBet,
    /// A declaration that the situation does not allow.
    InvalidDeclaration,
    /// Several movements.
    StringBet,
    /// A number that may mean several amounts.
    UnclearAmount,
    /// A fold.
    Fold,
    /// A conditional statement.
    Conditional,
    /// A call before the amount is known.
    Premature,
    /// A call that rests on a gross misunderstanding.
    Misunderstanding,
    /// Chips moved forward and not let go.
    Release,
    /// A token pushed as a bet.
    Token,
}

impl Clause {
    /// Where the clause stands in a book, by the book's id; books that are silent follow TDA.
    #[must_use]
    pub fn rule(self, book: &str) -> &'static str {
        let own = match book {
            "tnpl" => self.tnpl(),
            "tfpl" => self.tfpl(),
            "spotlight" => self.spotlight(),
            "wptapl" => self.wptapl(),
            _ => None,
        };
        own.unwrap_or(self.tda())
    }

    fn tda(self) -> &'static str {
        match self {
            Self::WordsAndChips => "TDA 40-A",
            Self::AmountAsChips => "TDA 40-C",
            Self::TinyChip => "TDA 41",
            Self::Motions => "TDA 42",
            Self::HalfRaise => "TDA 43-A",
            Self::RaiseTotal => "TDA 43-B",
            Self::Overchip => "TDA 44",
            Self::EveryChipNeeded => "TDA 45-A",
            Self::SeveralChips => "TDA 45-B",
            Self::PulledBack => "TDA 46-B",
            Self::PriorChips => "TDA 46-C",
            Self::AcceptedAction => "TDA 49",
            Self::ClearAmount => "TDA 50-B",
            Self::Declaration => "TDA 51-A",
            Self::Undercall => "TDA 51-B",
            Self::UndercallSequence => "TDA 51-C",
            Self::Underbet => "TDA 52-A",
            Self::OutOfTurn => "TDA 53-A",
            Self::Skipped => "TDA 53-B",
            Self::PotBet => "TDA 54",
            Self::InvalidDeclaration => "TDA 55",
            Self::StringBet => "TDA 56",
            Self::UnclearAmount => "TDA 57",
            Self::Fold => "TDA 58",
            Self::Conditional => "TDA 59-A",
            Self::Premature => "TDA 59-B",
            Self::Misunderstanding => "TDA 1",
            Self::Release => "TDA 50-A",
            Self::Token => "TDA RP-22",
        }
    }

    fn tnpl(self) -> Option<&'static str> {
        Some(match self {
            Self::TinyChip => "TNPL H3",
            Self::Motions => "TNPL H4",
            Self::HalfRaise | Self::Underbet => "TNPL H5-i",
            Self::Overchip => "TNPL H6",
            Self::EveryChipNeeded | Self::SeveralChips => "TNPL H7",
            Self::AcceptedAction => "TNPL H10",
            Self::ClearAmount => "TNPL H1-ii",
            Self::Declaration | Self::Undercall => "TNPL H1-i",
            Self::OutOfTurn => "TNPL H2-i",
            Self::Skipped => "TNPL H2-ii",
            Self::PotBet => "TNPL H11",
            Self::StringBet => "TNPL H12",
            Self::UnclearAmount => "TNPL H13",
            Self::Fold => "TNPL H14",
            Self::Conditional => "TNPL H15",
            Self::Release => "TNPL H20",
            _ => return None,
        })
    }

    fn tfpl(self) -> Option<&'static str> {
        Some(match self {
            Self::WordsAndChips => "TFPL 5c-5",
            Self::Motions => "TFPL 5c-3",
            Self::HalfRaise | Self::SeveralChips | Self::StringBet => "TFPL 3d-11",
            Self::Overchip => "TFPL 3d-12",
            Self::AcceptedAction => "TFPL 5c-6",
            Self::Declaration | Self::InvalidDeclaration => "TFPL 3d-5",
            Self::Undercall => "TFPL 3d-10",
            Self::Underbet => "TFPL 5c-9",
            Self::OutOfTurn => "TFPL 3d-7",
            Self::Skipped => "TFPL 3d-8",
            Self::Fold => "TFPL 3b-1",
            Self::Misunderstanding => "TFPL 5c-7",
            Self::Release => "TFPL 5c-4",
            _ => return None,
        })
    }

    fn spotlight(self) -> Option<&'static str> {
        Some(match self {
            Self::WordsAndChips => "Spotlight 5c-4",
            Self::HalfRaise | Self::SeveralChips | Self::StringBet => "Spotlight 3d-10",
            Self::Overchip => "Spotlight 3d-11",
            Self::AcceptedAction => "Spotlight 5c-5",
            Self::Declaration | Self::InvalidDeclaration => "Spotlight 3d-4",
            Self::Undercall => "Spotlight 3d-9",
            Self::Underbet => "Spotlight 5c-8",
            Self::OutOfTurn => "Spotlight 3d-6",
            Self::Skipped => "Spotlight 3d-7",
            Self::Fold => "Spotlight 3b-1",
            Self::Misunderstanding => "Spotlight 5c-6",
            Self::Release => "Spotlight 5c-3",
            _ => return None,
        })
    }

    fn wptapl(self) -> Option<&'static str> {
        Some(match self {
            Self::WordsAndChips
            | Self::Motions
            | Self::Overchip
            | Self::SeveralChips
            | Self::StringBet => "WPTAPL 18",
            Self::HalfRaise | Self::Underbet => "WPTAPL 19",
            Self::Fold => "WPTAPL 25",
            Self::Release => "WPTAPL 17",
            _ => return None,
        })
    }
}
