//! How a bot plays apart from its cards: who it is, where it sits, what it brings, when it stops.

use crate::think::ThinkTime;
use crate::tournament::{EntryEnd, TournamentPlan};
use cardroom_protocol::lobby::{TableFilter, TableInfo};
use cardroom_protocol::{Chips, ErrorCode, Secret, TableId};
use std::fmt;
use std::num::{NonZeroU32, NonZeroU64};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// How bots play apart from their cards. One value serves a whole swarm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How bots log in.
    pub credentials: Credentials,
    /// Names are this and the bot's number.
    pub name_prefix: String,
    /// Where bots sit.
    pub tables: TableChoice,
    /// The code of the private table where they sit, instead of `tables`. A tournament has its own
    /// ([`WhichTournament::Code`](crate::WhichTournament::Code)).
    pub code: Option<String>,
    /// Get in line where a table is full, instead of looking for another.
    pub waits_in_line: bool,
    /// What they bring.
    pub buy_in: BuyIn,
    /// Buy more chips between hands once the stack is below so many percent of the buy-in. 0 buys
    /// only when broke.
    pub top_up_below_percent: u8,
    /// Wait for the big blind rather than post one to be dealt in at once.
    pub wait_for_big_blind: bool,
    /// Straddle where the table has it and the seat is in place for it.
    pub straddle: bool,
    /// How long bots think, unless the brain says so itself.
    pub think_time: ThinkTime,
    /// The tournament they play, instead of sitting down at tables.
    pub tournament: Option<TournamentPlan>,
    /// Cut the connection now and then, about so long after it was opened, and come back: for tests
    /// of servers.
    pub drop_every: Option<Duration>,
    /// Stop after so many hands dealt in; not in a tournament.
    pub hands: Option<u64>,
    /// Stop after so long, counted from the first login.
    pub time: Option<Duration>,
    /// How long a stopping bot waits for its hand to end and its seat to be given back.
    pub leave_patience: Duration,
    /// Whether a stopping bot leaves its seat and logs out. Otherwise it just closes the
    /// connection.
    pub leave_at_stop: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            credentials: Credentials::Guest,
            name_prefix: "bot".to_owned(),
            tables: TableChoice::default(),
            code: None,
            waits_in_line: false,
            buy_in: BuyIn::default(),
            top_up_below_percent: 50,
            wait_for_big_blind: false,
            straddle: false,
            think_time: ThinkTime::None,
            tournament: None,
            drop_every: None,
            hands: None,
            time: None,
            leave_patience: Duration::from_secs(5),
            leave_at_stop: true,
        }
    }
}

/// How bots log in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Credentials {
    /// As guests, under their names where those are free.
    Guest,
    /// With accounts of their names, all with this password, opened where they do not exist.
    Password(Secret),
    /// With tokens: bot number `i` has the `i`-th.
    Tokens(Arc<[Secret]>),
}

/// Where bots sit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableChoice {
    /// At these tables: bot number `i` at the `i`-th, counted round and round, and at the next one
    /// where that is full.
    Ids(Arc<[TableId]>),
    /// At any table that matches and has a free seat, the fullest first.
    Filter(TableFilter),
}

impl Default for TableChoice {
    fn default() -> Self {
        Self::Filter(TableFilter { open_seats: true, ..TableFilter::default() })
    }
}

/// What a bot brings to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuyIn {
    /// So many chips, moved into the table's limits.
    Chips(Chips),
    /// So many big blinds, moved into the table's limits.
    BigBlinds(u32),
    /// The least the table takes.
    Min,
    /// The most the table takes.
    Max,
}

impl Default for BuyIn {
    fn default() -> Self {
        Self::BigBlinds(100)
    }
}

impl BuyIn {
    /// The chips at a table.
    #[must_use]
    pub fn at(self, table: &TableInfo) -> Chips {
        self.asked(table).max(table.min_buy_in).min(table.max_buy_in)
    }

    /// The chips before they are moved into the table's limits.
    pub(super) fn asked(self, table: &TableInfo) -> Chips {
        match self {
            Self::Chips(chips) => chips,
            Self::BigBlinds(count) => Chips(table.big_blind.0.saturating_mul(count.into())),
            Self::Min => table.min_buy_in,
            Self::Max => table.max_buy_in,
        }
    }
}

/// Not a buy-in.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a buy-in is min, max, chips (5000) or big blinds (100bb), not {0:?}")]
pub struct ParseBuyInError(String);

impl FromStr for BuyIn {
    type Err = ParseBuyInError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = |_| ParseBuyInError(text.to_owned());
        match (text, text.strip_suffix("bb")) {
            ("min", _) => Ok(Self::Min),
            ("max", _) => Ok(Self::Max),
            (_, Some(count)) => {
                count.parse().map(NonZeroU32::get).map(Self::BigBlinds).map_err(wrong)
            }
            (_, None) => {
                let chips = text.parse().map(NonZeroU64::get);
                chips.map(|chips| Self::Chips(Chips(chips))).map_err(wrong)
            }
        }
    }
}

/// Why a bot stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It played as many hands as it was to play.
    HandsPlayed,
    /// Its time was up.
    TimeUp,
    /// It was told to stop.
    Stopped,
    /// Somebody else logged in to its account.
    Replaced,
    /// The server does not let it in.
    Rejected {
        /// For programs.
        code: ErrorCode,
        /// For people.
        message: String,
    },
    /// None of the tables it was to play at exists, or its code leads to none.
    NoSuchTable,
    /// The tournament it was to play does not exist, or its code leads to none.
    NoSuchTournament,
    /// It came late, and the tournament took no more entries.
    EntryClosed,
    /// It was out of its tournament, and could not enter again or learn how it ended.
    TournamentLeft,
    /// Its last entry in the tournament ended like this.
    TournamentPlayed(EntryEnd),
    /// The server could not be reached again and again; the last error.
    Unreachable(String),
}

impl Outcome {
    /// Whether the bot ended as it was meant to.
    #[must_use]
    pub fn is_success(&self) -> bool {
        matches!(
            self,
            Self::HandsPlayed
                | Self::TimeUp
                | Self::Stopped
                | Self::EntryClosed
                | Self::TournamentLeft
                | Self::TournamentPlayed(_)
        )
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HandsPlayed => f.write_str("played its hands"),
            Self::TimeUp => f.write_str("time is up"),
            Self::Stopped => f.write_str("stopped"),
            Self::Replaced => f.write_str("the account logged in elsewhere"),
            Self::Rejected { code, message } => write!(f, "rejected: {code}: {message}"),
            Self::NoSuchTable => f.write_str("found none of its tables in the room"),
            Self::NoSuchTournament => f.write_str("found no such tournament in the room"),
            Self::EntryClosed => f.write_str("came too late to enter"),
            Self::TournamentLeft => f.write_str("out, and could not enter again"),
            Self::TournamentPlayed(EntryEnd::Place(1)) => f.write_str("won the tournament"),
            Self::TournamentPlayed(EntryEnd::Place(_)) => f.write_str("out of the tournament"),
            Self::TournamentPlayed(EntryEnd::Through) => f.write_str("through to the next day"),
            Self::TournamentPlayed(EntryEnd::Disqualified) => f.write_str("disqualified"),
            Self::TournamentPlayed(EntryEnd::Returned) => f.write_str("got the entry back"),
            Self::Unreachable(error) => write!(f, "unreachable: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_buy_ins() {
        assert_eq!("max".parse(), Ok(BuyIn::Max));
        assert_eq!("100bb".parse(), Ok(BuyIn::BigBlinds(100)));
        assert_eq!("5000".parse(), Ok(BuyIn::Chips(Chips(5000))));
        assert!("lots".parse::<BuyIn>().is_err());
        for wrong in ["-1bb", "0bb", "0", "bb", ""] {
            assert!(wrong.parse::<BuyIn>().is_err(), "{wrong}");
        }
    }
}
