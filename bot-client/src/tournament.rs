//! How a swarm plays a tournament: which one, which bots enter late or again, and the result of
//! each entry. `player` contains the logic that gets a bot there.

use crate::terms::Terms;
use cardroom_protocol::past::{ResultPage, ResultRow};
use cardroom_protocol::server::LoggedIn;
use cardroom_protocol::tournament::{
    EntryState, Finished, OwnEntry, TournamentFormat, TournamentInfo,
};
use cardroom_protocol::{EntryId, Money, TournamentId};
use std::sync::{Mutex, PoisonError};

/// How the bots of a swarm play a tournament.
///
/// ```
/// use cardroom_bot::TournamentPlan;
///
/// // Bots 90 and up enter late. A bot that is out re-enters, twice at most.
/// let plan = TournamentPlan::named("Sunday Major").late_from(90).re_entries(2);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentPlan {
    /// The tournament to play.
    pub which: WhichTournament,
    /// Bots with this number and above enter after the start. Each picks its own moment within the
    /// levels that allow entries.
    pub late_from: usize,
    /// How often each bot re-enters when it is out and allowed to.
    pub re_entries: u32,
    /// Whether bots take the rebuys and add-ons that are offered.
    pub buys_chips: bool,
    /// The number of hands that a newcomer at a table may have to wait. After these, each hand that
    /// it is not dealt into is an error. Most rulebooks make newcomers wait on and behind the
    /// button, some for the big blind.
    pub newcomers_wait: u32,
    /// True if a player may have the big blind twice in a row heads-up.
    pub heads_up_big_blind_twice: bool,
}

/// The tournament that bots play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhichTournament {
    /// The tournament with this id.
    Id(TournamentId),
    /// The tournament with this name that takes or will take entries. Bots wait for
    /// it to be announced.
    Name(String),
    /// The private tournament with this code.
    Code(String),
}

impl TournamentPlan {
    /// Makes a plan for the tournament with this id: enter once, immediately, and play to the end.
    #[must_use]
    pub fn id(tournament: TournamentId) -> Self {
        Self::of(WhichTournament::Id(tournament))
    }

    /// Makes the same plan for the tournament with this name.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self::of(WhichTournament::Name(name.to_owned()))
    }

    /// Makes the same plan for the private tournament with this code.
    #[must_use]
    pub fn by_code(code: &str) -> Self {
        Self::of(WhichTournament::Code(code.to_owned()))
    }

    fn of(which: WhichTournament) -> Self {
        Self {
            which,
            late_from: usize::MAX,
            re_entries: 0,
            buys_chips: false,
            newcomers_wait: 2,
            heads_up_big_blind_twice: false,
        }
    }

    /// Makes bots with this number and above enter after the start.
    #[must_use]
    pub fn late_from(mut self, bot: usize) -> Self {
        self.late_from = bot;
        self
    }

    /// Sets how often each bot re-enters when it is out and allowed to.
    #[must_use]
    pub fn re_entries(mut self, times: u32) -> Self {
        self.re_entries = times;
        self
    }

    /// Makes the bots check what they see against these terms.
    #[must_use]
    pub fn by(mut self, terms: &Terms) -> Self {
        self.newcomers_wait = terms.newcomers_wait;
        self.heads_up_big_blind_twice = terms.heads_up_big_blind_twice;
        self
    }

    /// Makes the bots take rebuys and add-ons that are offered.
    #[must_use]
    pub fn buys_chips(mut self) -> Self {
        self.buys_chips = true;
        self
    }
}

/// The result of one entry of a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryResult {
    /// The number of the bot in the swarm.
    pub bot: usize,
    /// The name that other players saw.
    pub name: String,
    /// The tournament of the entry.
    pub tournament: TournamentId,
    /// The entry's id in the tournament.
    pub entry: EntryId,
    /// How the entry ended.
    pub end: EntryEnd,
    /// The prize won, without bounties.
    pub prize: Money,
    /// The bounties that were won.
    pub bounties: Money,
}

/// How an entry ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EntryEnd {
    /// The entry finished in this place.
    Place(u32),
    /// The entry goes on to the next day, or to a round of another tournament.
    Through,
    /// The floor disqualified the entry, which has no place.
    Disqualified,
    /// The entry was withdrawn, or the tournament canceled, and its cost refunded.
    Returned,
}

impl EntryResult {
    /// Makes a result from the message that the server sends when the last chip is gone.
    pub(crate) fn told(bot: usize, name: &str, finished: &Finished) -> Self {
        Self {
            bot,
            name: name.to_owned(),
            tournament: finished.tournament,
            entry: finished.entry,
            end: EntryEnd::Place(finished.place),
            prize: finished.prize,
            bounties: finished.bounties,
        }
    }

    /// Makes a result from the tournament's view, for a bot that was not connected. Returns `None`
    /// while the entry goes on.
    pub(crate) fn seen(
        bot: usize,
        name: &str,
        tournament: TournamentId,
        own: &OwnEntry,
    ) -> Option<Self> {
        let end = match (own.state, own.place) {
            (EntryState::Through, _) => EntryEnd::Through,
            (EntryState::Withdrawn, _) => EntryEnd::Returned,
            (EntryState::Out | EntryState::Disqualified, Some(place)) => EntryEnd::Place(place),
            (EntryState::Out | EntryState::Disqualified, None) => EntryEnd::Disqualified,
            _ => return None,
        };
        let (entry, prize, bounties) = (own.entry, own.prize, own.bounties);
        Some(Self { bot, name: name.to_owned(), tournament, entry, end, prize, bounties })
    }

    /// Makes a result from the room's archive. The winnings are those of all
    /// entries of the account.
    pub(crate) fn kept(bot: usize, entry: EntryId, page: &ResultPage, row: &ResultRow) -> Self {
        let end = match row.place {
            _ if row.disqualified => EntryEnd::Disqualified,
            Some(place) => EntryEnd::Place(place),
            None if page.event.cancelled => EntryEnd::Returned,
            None => EntryEnd::Through,
        };
        let (name, tournament) = (row.name.clone(), page.event.tournament);
        let (prize, bounties) = (row.prize, row.bounties);
        Self { bot, name, tournament, entry, end, prize, bounties }
    }
}

/// The results of a swarm's entries, each recorded once however often the server reports it.
#[derive(Debug, Default)]
pub struct Results(Mutex<Vec<EntryResult>>);

impl Results {
    /// Records a result. Returns `false` if that entry already has one.
    pub(crate) fn note(&self, result: EntryResult) -> bool {
        let mut results = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |known: &EntryResult| {
            (known.tournament, known.entry) == (result.tournament, result.entry)
        };
        let is_new = !results.iter().any(same);
        if is_new {
            results.push(result);
        }
        is_new
    }

    /// Returns all results, the winner first.
    #[must_use]
    pub fn sorted(&self) -> Vec<EntryResult> {
        let mut results = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        results.sort_by_key(|result| (result.end, result.entry));
        results
    }
}

/// Returns `true` if a login lists the account in a tournament.
pub(crate) fn is_in(login: &LoggedIn, tournament: TournamentId) -> bool {
    login.tournaments.contains(&tournament)
}

/// Returns `true` if the tournament starts when it is full, as a sit-and-go does. Players then wait
/// for others after they enter.
pub(crate) fn starts_when_full(info: &TournamentInfo) -> bool {
    info.format == TournamentFormat::SitAndGo
}
