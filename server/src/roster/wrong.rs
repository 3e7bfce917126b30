//! What can be wrong with a line of a roster: by its text, by the accounts it names, and by what the
//! tournament says.

use cardroom_tournament::Refusal;

/// How much of a cell is told in an error.
const QUOTED_CHARS: usize = 40;

/// A column of a roster.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Column {
    /// The name of the account.
    Name,
    /// The table where the player starts.
    Table,
    /// The seat there.
    Seat,
    /// Who does not start at the same table.
    Apart,
    /// Whether the player is there.
    CheckIn,
}

impl Column {
    /// Every column, in the order in which a roster is written.
    pub const ALL: [Self; 5] = [Self::Name, Self::Table, Self::Seat, Self::Apart, Self::CheckIn];

    /// The column of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase();
        Self::ALL.into_iter().find(|column| column.name() == name)
    }

    /// Its name in the heading.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Table => "table",
            Self::Seat => "seat",
            Self::Apart => "apart",
            Self::CheckIn => "check_in",
        }
    }
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The line, from 1.
    pub line: u32,
    /// The column, where it is about one.
    pub column: Option<Column>,
    /// What is wrong.
    pub what: Wrong,
}

/// What can be wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Wrong {
    /// There is nothing.
    #[error("there is no heading such as name,table,seat,apart,check_in")]
    NoHeading,
    /// The heading names something else.
    #[error("\"{0}\" is no column of a roster")]
    UnknownColumn(String),
    /// The heading names a column again.
    #[error("this column is there twice")]
    ColumnTwice,
    /// Nobody could be named.
    #[error("this column is missing")]
    NoNameColumn,
    /// A quote that is not closed.
    #[error("a quote is opened here and never closed")]
    OpenQuote,
    /// A quote within a cell that has none around it.
    #[error("quotes stand around a whole cell, and are doubled inside it")]
    QuoteInside,
    /// More cells than columns.
    #[error("there are more cells than columns")]
    TooManyCells,
    /// More players than a roster has.
    #[error("a roster has at most {} players", cardroom_protocol::limits::MAX_ROSTER_PLAYERS)]
    TooMany,
    /// No player at all.
    #[error("there is nobody in it")]
    Nobody,
    /// No name.
    #[error("there is no name")]
    NoName,
    /// Not a number of a table.
    #[error("\"{0}\" is no table; they are counted from 1")]
    NotATable(String),
    /// Not a number of a seat.
    #[error("\"{0}\" is no seat; they are counted from 0")]
    NotASeat(String),
    /// Not a yes.
    #[error("\"{0}\" is neither yes nor no")]
    NeitherYesNorNo(String),
    /// A seat, and no table it is at.
    #[error("a seat is at a table, and none is named")]
    SeatWithoutTable,
    /// A player apart from the same player.
    #[error("nobody starts apart from himself")]
    ApartFromSelf,
    /// The same name again.
    #[error("the same player stands in line {first}")]
    Twice {
        /// Where it stands first.
        first: u32,
    },
    /// The same seat again.
    #[error("line {first} has the same seat")]
    SeatTaken {
        /// Who has it.
        first: u32,
    },
    /// Apart from somebody who is not there.
    #[error("\"{0}\" is not in this roster")]
    NotInRoster(String),
    /// Nobody has this name.
    #[error("there is no account of this name")]
    NoAccount,
    /// The price is more than the player has.
    #[error("the player's wallet holds too little")]
    Wallet,
    /// A program, where people play among themselves.
    #[error("programs do not play here")]
    Program,
    /// Somebody who may not enter, whatever the tournament says.
    #[error("{0}")]
    KeptOut(&'static str),
    /// The tournament does not take it.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// As much of a cell as is told.
pub(super) fn quoted(cell: &str) -> String {
    cell.trim().chars().filter(|letter| !letter.is_control()).take(QUOTED_CHARS).collect()
}
