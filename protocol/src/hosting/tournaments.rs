//! Private tournaments. A player opens one that follows a structure of the room, on terms within
//! the room's limits, and others find it by its code. Its host may give the commands of the floor
//! (`DirectTournament`), except for those that reach beyond the tournament.

use crate::game::Betting;
use crate::ids::{Chips, Money, RequestId, TimeMs, TournamentId};
use crate::tournament::TournamentInfo;
use serde::{Deserialize, Serialize};

/// Asks for the limits of hosting tournaments and those that this account hosts
/// now. Answered by [`HostedTournaments`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetHostedTournaments {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
}

/// Opens a private tournament. Answered by [`TournamentHosted`], or by [`TournamentTermsRefused`]
/// if a term is outside the room's limits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostTournament {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The terms of the tournament.
    pub terms: TournamentTerms,
}

/// The game and prices of a private tournament. The house takes nothing and adds nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentTerms {
    /// Name of the tournament: 1 to 60 characters.
    pub name: String,
    /// Id of the structure, which sets blinds, breaks and prizes. Bounties, rebuys and add-ons cost
    /// in proportion to the buy-in.
    pub structure: String,
    /// Id of the game, or of the rotation of games.
    pub game: String,
    /// Betting structure. A rotation has its own for each game.
    pub betting: Betting,
    /// Id of the rulebook.
    pub rulebook: String,
    /// Money that an entry adds to the prize pool; 0 for a free tournament.
    pub buy_in: Money,
    /// Chips a player starts with.
    pub starting_stack: Chips,
    /// Number of seats at a table.
    pub seats: u8,
    /// The most entries allowed.
    pub max_entrants: u32,
    /// Length of each level, in minutes.
    pub level_minutes: u16,
    /// When the tournament begins.
    pub starts: HostedStart,
    /// Whether bots may play.
    pub bots_allowed: bool,
}

/// When a private tournament begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum HostedStart {
    /// As soon as it is full. There is no late entry.
    WhenFull,
    /// When its host gives a start time with `ChangeStart`.
    WhenTold,
    /// At this time, which the host may change.
    At(TimeMs),
}

/// A term that is outside the room's limits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum TournamentTerm {
    /// Name of the tournament.
    Name,
    /// Id of the structure.
    Structure,
    /// Game or rotation of games.
    Game,
    /// Betting structure of the game.
    Betting,
    /// Id of the rulebook.
    Rulebook,
    /// Price of an entry.
    BuyIn,
    /// Chips a player starts with.
    Stack,
    /// Number of seats at a table.
    Seats,
    /// Number of entries allowed.
    Entrants,
    /// Length of a level.
    LevelTime,
    /// When the tournament begins.
    Start,
}

/// The limits for hosting tournaments, and those that this account hosts now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostedTournaments {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Whether this account may host at all.
    pub allowed: bool,
    /// Limits for the terms. Games and rulebooks are those
    /// of private tables ([`HostingLimits`](crate::hosting::HostingLimits)).
    pub limits: TournamentHostingLimits,
    /// The account's private tournaments that are not over, and those that ended a moment ago.
    pub tournaments: Vec<HostedTournament>,
}

/// The operator's limits for private tournaments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentHostingLimits {
    /// The most private tournaments an account may have at a time.
    pub per_account: u8,
    /// The most an entry may cost, including a bounty.
    pub max_price: Money,
    /// The largest starting stack.
    pub max_stack: Chips,
    /// The most entries allowed.
    pub max_entrants: u32,
    /// The shortest level, in minutes.
    pub min_level_minutes: u16,
    /// The longest level, in minutes.
    pub max_level_minutes: u16,
    /// Hours within which it must begin. Otherwise it is canceled and all buy-ins are refunded.
    pub starts_within_hours: u16,
    /// Structures to choose from.
    pub structures: Vec<HostableStructure>,
}

/// A structure that a private tournament may follow, with its defaults.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostableStructure {
    /// Id of the structure.
    pub id: String,
    /// Name of the structure, for people.
    pub name: String,
    /// Id of its game or rotation.
    pub game: String,
    /// Betting structure of its game.
    pub betting: Betting,
    /// Id of its rulebook.
    pub rulebook: String,
    /// Money that an entry adds to the prize pool.
    pub buy_in: Money,
    /// Chips a player starts with.
    pub starting_stack: Chips,
    /// Number of seats at a table.
    pub seats: u8,
    /// The most entries allowed.
    pub max_entrants: u32,
    /// Length of its first level, in minutes.
    pub level_minutes: u16,
    /// Whether it can begin as soon as it is full.
    pub when_full: bool,
}

/// A private tournament, as its host sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostedTournament {
    /// The tournament as the lobby describes one.
    pub info: TournamentInfo,
    /// Code that lets players in.
    pub code: String,
}

/// A private tournament is open for entries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentHosted {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Code that lets players in: ten letters and digits. The web client
    /// takes it as `/#/join/CODE`.
    pub code: String,
}

/// The terms of a private tournament are outside the room's limits or contradict each other.
/// No tournament was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentTermsRefused {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// The term at fault.
    pub term: TournamentTerm,
    /// A sentence for people, which states the limit.
    pub message: String,
}

/// Answers a code that leads to a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InvitedToTournament {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// The tournament as the lobby describes one.
    pub info: TournamentInfo,
}
