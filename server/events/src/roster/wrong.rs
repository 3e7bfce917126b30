//! Mistakes in a line of a roster: in its text, in the accounts it names, or because
//! the tournament refuses it.

use cardroom_tournament::Refusal;

/// How many characters of a cell an error shows.
const QUOTED_CHARS: usize = 40;

/// A column of a roster.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Column {
    /// The name of the account.
    Name,
    /// The table where the player starts.
    Table,
    Seat,
    /// The players who must not start at the same table.
    Apart,
    /// Whether the player is there.
    CheckIn,
    /// The player's starting chips.
    Stack,
}

impl Column {
    /// All columns, in the order in which a roster is written.
    pub const ALL: [Self; 6] =
        [Self::Name, Self::Table, Self::Seat, Self::Apart, Self::CheckIn, Self::Stack];

    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase();
        Self::ALL.into_iter().find(|column| column.name() == name)
    }

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

/// A mistake in a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The number of the line, from 1.
    pub line: u32,
    /// The column, if the mistake is about one.
    pub column: Option<Column>,
    pub what: Wrong,
}

/// A kind of mistake.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Wrong {
    #[error(
        "the file is empty; its first line names the columns, such as name,table,seat,apart,check_in"
    )]
    NoHeading,
    /// The heading names an unknown column.
    #[error(
        "\"{0}\" is not a column of a roster; the columns are name, table, seat, apart, check_in and stack"
    )]
    UnknownColumn(String),
    /// The heading names a column twice.
    #[error("this column appears twice")]
    ColumnTwice,
    /// The heading has no name column.
    #[error("this column is missing")]
    NoNameColumn,
    #[error("a quotation mark opens here and is never closed")]
    OpenQuote,
    /// A quote inside a cell that is not quoted.
    #[error("quotation marks go around a whole cell; double a quotation mark inside it")]
    QuoteInside,
    /// The line has more cells than columns.
    #[error("this line has more cells than the heading has columns")]
    TooManyCells,
    /// The roster has too many players.
    #[error("a roster has at most {} players", cardroom_protocol::limits::MAX_ROSTER_PLAYERS)]
    TooMany,
    #[error("the roster has no players")]
    Nobody,
    #[error("this line has no name")]
    NoName,
    /// The table is not a number from 1.
    #[error("\"{0}\" is not a table number; tables count from 1")]
    NotATable(String),
    #[error("\"{0}\" is no stack; write a whole number of chips, such as 12500")]
    NotAStack(String),
    /// The seat is not a number from 0.
    #[error("\"{0}\" is not a seat number; seats count from 1")]
    NotASeat(String),
    #[error("\"{0}\" is neither yes nor no")]
    NeitherYesNorNo(String),
    /// The line has a seat but no table.
    #[error("a seat needs a table; fill in the table column")]
    SeatWithoutTable,
    /// A player is kept apart from the same player.
    #[error("a player cannot start apart from themself")]
    ApartFromSelf,
    /// The name was already used.
    #[error("line {first} has the same player")]
    Twice {
        /// The line with the first use.
        first: u32,
    },
    /// The seat was already used.
    #[error("line {first} has the same seat")]
    SeatTaken { first: u32 },
    /// A player to keep apart is not in the roster.
    #[error("\"{0}\" is not in this roster")]
    NotInRoster(String),
    #[error("there is no account with this name")]
    NoAccount,
    /// The price is more than the player has.
    #[error("the player's wallet holds less than the price")]
    Wallet,
    /// The account is a bot, in a tournament for people.
    #[error("bots may not play in this tournament")]
    Program,
    /// The account may not enter, regardless of the tournament.
    #[error("{0}")]
    KeptOut(&'static str),
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Returns the part of a cell that an error shows.
pub(super) fn quoted(cell: &str) -> String {
    cell.trim().chars().filter(|letter| !letter.is_control()).take(QUOTED_CHARS).collect()
}
