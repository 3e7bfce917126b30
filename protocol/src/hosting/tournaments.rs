//! Private tournaments: opened by a player after one of the room's structures, on terms within the room's
//! limits, and reached by a code. What its host may do in it is what the floor may do (`DirectTournament`),
//! but for what reaches beyond it.

use crate::game::Betting;
use crate::ids::{Chips, Money, RequestId, TimeMs, TournamentId};
use crate::tournament::TournamentInfo;
use serde::{Deserialize, Serialize};

/// Asks which tournaments this account may host, and which it hosts now. Answered by
/// [`HostedTournaments`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetHostedTournaments {
    /// Repeated in the answer.
    pub request: RequestId,
}

/// Opens a private tournament. Answered by [`TournamentHosted`], or by [`TournamentTermsRefused`] where a
/// term is outside the room's limits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostTournament {
    /// Repeated in the answer.
    pub request: RequestId,
    /// What is played, and for what.
    pub terms: TournamentTerms,
}

/// The game and prices of a private tournament. Nothing is taken for the house, and nothing is
/// added by it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentTerms {
    /// Its name: 1 to 60 characters.
    pub name: String,
    /// The id of the structure whose blinds, breaks and prizes it has. What else it sells (bounties, rebuys,
    /// an add-on) costs in proportion to the buy-in.
    pub structure: String,
    /// The id of the game, or of the rotation of games.
    pub game: String,
    /// The betting structure. A rotation has its own for each game.
    pub betting: Betting,
    /// The id of the rulebook.
    pub rulebook: String,
    /// What an entry pays to the prize pool; 0 to play for nothing.
    pub buy_in: Money,
    /// What an entrant starts with.
    pub starting_stack: Chips,
    /// How many seats a table has.
    pub seats: u8,
    /// The most entries.
    pub max_entrants: u32,
    /// How long every level lasts, in minutes.
    pub level_minutes: u16,
    /// When it begins.
    pub starts: HostedStart,
    /// Whether accounts may play by program.
    pub bots_allowed: bool,
}

/// When a private tournament begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum HostedStart {
    /// As soon as it is full; nobody enters late.
    WhenFull,
    /// When its host says so, by `ChangeStart` to a moment from then.
    WhenTold,
    /// Then; the host may change it.
    At(TimeMs),
}

/// Which of the terms is outside the room's limits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum TournamentTerm {
    /// The name.
    Name,
    /// The structure.
    Structure,
    /// The game.
    Game,
    /// The betting structure.
    Betting,
    /// The rulebook.
    Rulebook,
    /// What an entry pays.
    BuyIn,
    /// What an entrant starts with.
    Stack,
    /// How many seats.
    Seats,
    /// How many entries.
    Entrants,
    /// How long a level lasts.
    LevelTime,
    /// When it begins.
    Start,
}

/// Which tournaments this account may host, and which it hosts now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostedTournaments {
    /// The request's id.
    pub request: RequestId,
    /// Whether this account may host at all.
    pub allowed: bool,
    /// Within which limits. Games and rulebooks are those of private tables
    /// ([`HostingLimits`](super::HostingLimits)).
    pub limits: TournamentHostingLimits,
    /// The account's private tournaments that are not over, and those that were over a moment ago.
    pub tournaments: Vec<HostedTournament>,
}

/// The limits that the operator has set for private tournaments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentHostingLimits {
    /// How many private tournaments an account may have at a time.
    pub per_account: u8,
    /// The most that an entry may cost, with a bounty.
    pub max_price: Money,
    /// The most chips an entrant starts with.
    pub max_stack: Chips,
    /// The most entries.
    pub max_entrants: u32,
    /// The shortest level, in minutes.
    pub min_level_minutes: u16,
    /// The longest level, in minutes.
    pub max_level_minutes: u16,
    /// It begins within so many hours, or it is called off and everybody has the buy-in back.
    pub starts_within_hours: u16,
    /// The structures to choose from.
    pub structures: Vec<HostableStructure>,
}

/// A structure that a private tournament may follow, with what it says itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostableStructure {
    /// Its id.
    pub id: String,
    /// Its name, for people.
    pub name: String,
    /// The id of its game or rotation.
    pub game: String,
    /// Its betting structure.
    pub betting: Betting,
    /// The id of its rulebook.
    pub rulebook: String,
    /// What an entry pays to the prize pool.
    pub buy_in: Money,
    /// What an entrant starts with.
    pub starting_stack: Chips,
    /// How many seats a table has.
    pub seats: u8,
    /// The most entries.
    pub max_entrants: u32,
    /// How long its first level lasts, in minutes.
    pub level_minutes: u16,
    /// Whether it can begin as soon as it is full.
    pub when_full: bool,
}

/// A private tournament, as its host sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostedTournament {
    /// The tournament.
    pub info: TournamentInfo,
    /// Who has this may come in.
    pub code: String,
}

/// A private tournament takes entries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentHosted {
    /// The request's id.
    pub request: RequestId,
    /// The tournament.
    pub tournament: TournamentId,
    /// Who has this may come in: ten letters and digits. The page of the room takes it as
    /// `/#/join/CODE`.
    pub code: String,
}

/// The terms of a private tournament are outside the room's limits, or do not go together; nothing was
/// opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentTermsRefused {
    /// The request's id.
    pub request: RequestId,
    /// Which of them.
    pub term: TournamentTerm,
    /// A sentence for people, with the limit.
    pub message: String,
}

/// Answers a code that leads to a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InvitedToTournament {
    /// The request's id.
    pub request: RequestId,
    /// The tournament.
    pub info: TournamentInfo,
}
