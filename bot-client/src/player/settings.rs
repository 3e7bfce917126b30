//! How a bot plays apart from its cards: its login, its tables, its buy-in, and when it stops.

use crate::think::ThinkTime;
use crate::tournament::{EntryEnd, TournamentPlan};
use cardroom_protocol::lobby::{TableFilter, TableInfo};
use cardroom_protocol::{Chips, ErrorCode, Secret, TableId};
use std::fmt;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// How bots play apart from their cards. One value configures a whole swarm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How bots log in.
    pub credentials: Credentials,
    /// The start of each bot's name. Its number follows.
    pub name_prefix: String,
    /// The tables where bots sit.
    pub tables: TableChoice,
    /// The code of the private table to play at, instead of `tables`. A tournament has
    /// its own code ([`WhichTournament::Code`](crate::WhichTournament::Code)).
    pub code: Option<String>,
    /// How many bots share one account and one connection, each at a table of its own. Bots that
    /// play a tournament or at a private table share none.
    pub tables_per_connection: usize,
    /// Whether to join the waiting list of a full table instead of looking for another.
    pub waits_in_line: bool,
    /// The chips that bots bring to a table.
    pub buy_in: BuyIn,
    /// Buy more chips between hands if the stack is below this percentage of the buy-in. 0 buys
    /// only when the stack is gone.
    pub top_up_below_percent: u8,
    /// Whether to wait for the big blind instead of posting one to be dealt in immediately.
    pub wait_for_big_blind: bool,
    /// Whether to straddle if the table allows it and the seat is in position.
    pub straddle: bool,
    /// How long bots think, unless the brain decides.
    pub think_time: ThinkTime,
    /// The tournament to play instead of ring games.
    pub tournament: Option<TournamentPlan>,
    /// Cut the connection now and then, about this long after it was opened, and reconnect.
    /// For tests of servers.
    pub drop_every: Option<Duration>,
    /// When a line that no longer answers is replaced. `None` waits for the idle timeout.
    pub dead_line: Option<DeadLine>,
    /// Stop after this number of hands dealt in. Ignored in a tournament.
    pub hands: Option<u64>,
    /// Stop this long after the first login.
    pub time: Option<Duration>,
    /// How long a stopping bot waits until its hand has ended and it has left its seat.
    pub leave_patience: Duration,
    /// The bots' part in verifiable deals.
    pub deals: DealPart,
    /// Whether the chains of links follow from the bots' seeds, for simulations. A room that knows
    /// the seed then knows the links.
    pub seeded_chains: bool,
    /// The folder for evidence against a room whose deal fails a check. The first evidence makes
    /// it.
    pub evidence: PathBuf,
    /// Whether a stopping bot leaves its seat and logs out. Otherwise it
    /// only closes the connection.
    pub leave_at_stop: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            credentials: Credentials::Guest,
            name_prefix: "bot".to_owned(),
            tables: TableChoice::default(),
            code: None,
            tables_per_connection: 1,
            waits_in_line: false,
            buy_in: BuyIn::default(),
            top_up_below_percent: 50,
            wait_for_big_blind: false,
            straddle: false,
            think_time: ThinkTime::None,
            tournament: None,
            drop_every: None,
            dead_line: Some(DeadLine::default()),
            hands: None,
            time: None,
            leave_patience: Duration::from_secs(5),
            deals: DealPart::Verifies,
            seeded_chains: false,
            evidence: "cardroom-evidence".into(),
            leave_at_stop: true,
        }
    }
}

impl Settings {
    /// Returns how many bots share one account.
    pub(crate) fn bots_per_account(&self) -> usize {
        let shares = self.tournament.is_none() && self.code.is_none();
        if shares { self.tables_per_connection.max(1) } else { 1 }
    }
}

/// When a line that no longer answers is replaced by a new connection.
///
/// A request that has no answer after `answer` is followed by a ping. So is silence: for `quiet`
/// if the bot has a seat or waits for one in a tournament, for `idle` otherwise. If nothing
/// arrives for `ping` after that, the connection is given up. The bot logs in again with its
/// resume token, and sends an action without an answer once more under its id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeadLine {
    /// How long a request may wait for its answer before a ping tests the line.
    pub answer: Duration,
    /// How long the server may be silent before a ping tests the line of a bot with a seat, or with
    /// an entry in a tournament.
    pub quiet: Duration,
    /// How long the server may be silent before a ping tests the line of any other bot.
    pub idle: Duration,
    /// How long the server may be silent after such a ping. The pong itself may take twice as long
    /// if other messages arrive meanwhile.
    pub ping: Duration,
}

impl DeadLine {
    /// The default patience with an answer.
    pub const ANSWER: Duration = Duration::from_secs(2);
    /// The default patience with silence at a table, and before a tournament's seat.
    pub const QUIET: Duration = Duration::from_secs(4);
    /// The default patience with silence elsewhere.
    pub const IDLE: Duration = Duration::from_secs(15);
    /// The default patience with a ping.
    pub const PING: Duration = Duration::from_secs(2);
}

impl Default for DeadLine {
    fn default() -> Self {
        Self { answer: Self::ANSWER, quiet: Self::QUIET, idle: Self::IDLE, ping: Self::PING }
    }
}

/// A bot's part in verifiable deals.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum DealPart {
    /// None: the bot joins no deal.
    Absent,
    /// Lends links, and verifies nothing.
    Lends,
    /// Lends links, and verifies each hand.
    #[default]
    Verifies,
}

/// How bots log in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Credentials {
    /// As guests, under their names if those are free.
    Guest,
    /// With accounts of the bots' names, all with this password. Missing accounts are created.
    Password(Secret),
    /// With API tokens. Account number `i` uses the `i`-th, which is bot number `i` unless bots
    /// share accounts.
    Tokens(Arc<[Secret]>),
}

/// The tables where bots sit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableChoice {
    /// These tables. Bot number `i` starts with the `i`-th, modulo their number, and tries the next
    /// one if that is full.
    Ids(Arc<[TableId]>),
    /// Any table that matches and has a free seat, the fullest first.
    Filter(TableFilter),
}

impl Default for TableChoice {
    fn default() -> Self {
        Self::Filter(TableFilter { open_seats: true, ..TableFilter::default() })
    }
}

/// The chips that a bot brings to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuyIn {
    /// A number of chips, clamped to the table's limits.
    Chips(Chips),
    /// A number of big blinds, clamped to the table's limits.
    BigBlinds(u32),
    /// The minimum of the table.
    Min,
    /// The maximum of the table.
    Max,
}

impl Default for BuyIn {
    fn default() -> Self {
        Self::BigBlinds(100)
    }
}

impl BuyIn {
    /// Returns the chips to bring to a table.
    #[must_use]
    pub fn at(self, table: &TableInfo) -> Chips {
        self.asked(table).max(table.min_buy_in).min(table.max_buy_in)
    }

    /// Returns the chips before they are clamped to the table's limits.
    pub(super) fn asked(self, table: &TableInfo) -> Chips {
        match self {
            Self::Chips(chips) => chips,
            Self::BigBlinds(count) => Chips(table.big_blind.0.saturating_mul(count.into())),
            Self::Min => table.min_buy_in,
            Self::Max => table.max_buy_in,
        }
    }
}

/// The text is not a buy-in.
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
    /// The bot played the configured number of hands.
    HandsPlayed,
    /// The bot's time was up.
    TimeUp,
    /// The bot was stopped.
    Stopped,
    /// The match in which the bot had a seat is over.
    MatchOver,
    /// Another connection logged in to the bot's account.
    Replaced,
    /// The server rejected the bot.
    Rejected {
        /// The reason for programs.
        code: ErrorCode,
        /// The reason for people.
        message: String,
    },
    /// None of the configured tables exists, or the code leads to none.
    NoSuchTable,
    /// The configured tournament does not exist, or the code leads to none.
    NoSuchTournament,
    /// The bot came late, and the tournament took no more entries.
    EntryClosed,
    /// The bot was out of its tournament, and could not re-enter or find out how its entry ended.
    TournamentLeft,
    /// The bot's last entry in the tournament ended like this.
    TournamentPlayed(EntryEnd),
    /// The brain decides nothing any more, for this reason.
    BrainEnded(String),
    /// The server could not be reached. Contains the error of the last of many attempts.
    Unreachable(String),
}

impl Outcome {
    /// Returns `true` if the bot ended as planned.
    #[must_use]
    pub fn is_success(&self) -> bool {
        matches!(
            self,
            Self::HandsPlayed
                | Self::TimeUp
                | Self::Stopped
                | Self::MatchOver
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
            Self::MatchOver => f.write_str("played its match"),
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
            Self::BrainEnded(why) => write!(f, "its program is out: {why}"),
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
