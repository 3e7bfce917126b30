//! What can be wrong with a line of a roster: by its text, by the accounts it names, and by
//! what the tournament says.

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
    Seat,
    /// Who does not start at the same table.
    Apart,
    /// Whether the player is there.
    CheckIn,
    /// The chips the player starts with.
    Stack,
}

impl Column {
    /// Every column, in the order in which a roster is written.
    pub const ALL: [Self; 6] =
        [Self::Name, Self::Table, Self::Seat, Self::Apart, Self::CheckIn, Self::Stack];

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
            Self::Stack => "stack",
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
    pub what: Wrong,
}

/// What can be wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Wrong {
    #[error(
        "the file is empty; its first line names the columns, such as name,table,seat,apart,check_in"
    )]
    NoHeading,
    /// The heading names something else.
    #[error(
        "\"{0}\" is not a column of a roster; the columns are name, table, seat, apart, check_in and stack"
    )]
    UnknownColumn(String),
    /// The heading names a column again.
    #[error("this column appears twice")]
    ColumnTwice,
    /// Nobody could be named.
    #[error("this column is missing")]
    NoNameColumn,
    /// A quote that is not closed.
    #[error("a quotation mark opens here and is never closed")]
    OpenQuote,
    /// A quote within a cell that has none around it.
    #[error("quotation marks go around a whole cell; double a quotation mark inside it")]
    QuoteInside,
    /// More cells than columns.
    #[error("this line has more cells than the heading has columns")]
    TooManyCells,
    /// More players than a roster has.
    #[error("a roster has at most {} players", cardroom_protocol::limits::MAX_ROSTER_PLAYERS)]
    TooMany,
    /// No player at all.
    #[error("the roster has no players")]
    Nobody,
    #[error("this line has no name")]
    NoName,
    /// Not a number of a table.
    #[error("\"{0}\" is not a table number; tables count from 1")]
    NotATable(String),
    #[error("\"{0}\" is no stack; write a whole number of chips, such as 12500")]
    NotAStack(String),
    /// Not a number of a seat.
    #[error("\"{0}\" is not a seat number; seats count from 0")]
    NotASeat(String),
    #[error("\"{0}\" is neither yes nor no")]
    NeitherYesNorNo(String),
    /// A seat, and no table it is at.
    #[error("a seat needs a table; fill in the table column")]
    SeatWithoutTable,
    /// A player apart from the same player.
    #[error("a player cannot start apart from themself")]
    ApartFromSelf,
    /// The same name again.
    #[error("line {first} has the same player")]
    Twice {
        /// Where it stands first.
        first: u32,
    },
    /// The same seat again.
    #[error("line {first} has the same seat")]
    SeatTaken { first: u32 },
    /// Apart from somebody who is not there.
    #[error("\"{0}\" is not in this roster")]
    NotInRoster(String),
    /// Nobody has this name.
    #[error("there is no account with this name")]
    NoAccount,
    /// The price is more than the player has.
    #[error("the player's wallet holds less than the price")]
    Wallet,
    /// A program, where people play among themselves.
    #[error("bots may not play in this tournament")]
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
