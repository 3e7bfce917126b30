//! What a swarm does in a tournament: which one it plays, who enters late and who enters again, and
//! what became of every entry. How a bot gets there is for `player`.

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
/// // Bots 90 and up come late; whoever is out enters again, twice at most.
/// let plan = TournamentPlan::named("Sunday Major").late_from(90).re_entries(2);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentPlan {
    /// Which one.
    pub which: WhichTournament,
    /// Bots with this number and above enter after the start, at a moment of their own in the
    /// levels in which the tournament takes entries.
    pub late_from: usize,
    /// How often each bot enters again when it is out and may.
    pub re_entries: u32,
    /// Whether rebuys and add-ons that are offered are taken.
    pub buys_chips: bool,
    /// So many hands a newcomer at a table may have to wait before a hand that it is not dealt into
    /// counts as one too many: most rulebooks have them wait on the button and behind it, some for
    /// the big blind.
    pub newcomers_wait: u32,
    /// Heads-up a player may have the big blind twice running.
    pub heads_up_big_blind_twice: bool,
}

/// Which tournament bots play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhichTournament {
    /// The one with this id.
    Id(TournamentId),
    /// The one with this name that takes entries, or will; waited for where there is none yet.
    Name(String),
    /// The private one to which this code leads.
    Code(String),
}

impl TournamentPlan {
    /// A plan for the tournament with this id: enter at once, play to the end, once.
    #[must_use]
    pub fn id(tournament: TournamentId) -> Self {
        Self::of(WhichTournament::Id(tournament))
    }

    /// The same for the tournament with this name.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self::of(WhichTournament::Name(name.to_owned()))
    }

    /// The same for the private tournament to which this code leads.
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

    /// Bots with this number and above enter after the start.
    #[must_use]
    pub fn late_from(mut self, bot: usize) -> Self {
        self.late_from = bot;
        self
    }

    /// How often each bot enters again when it is out and may.
    #[must_use]
    pub fn re_entries(mut self, times: u32) -> Self {
        self.re_entries = times;
        self
    }

    /// The bots count what they see against these terms.
    #[must_use]
    pub fn by(mut self, terms: &Terms) -> Self {
        self.newcomers_wait = terms.newcomers_wait;
        self.heads_up_big_blind_twice = terms.heads_up_big_blind_twice;
        self
    }

    /// Rebuys and add-ons that are offered are taken.
    #[must_use]
    pub fn buys_chips(mut self) -> Self {
        self.buys_chips = true;
        self
    }
}

/// What became of one entry of a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryResult {
    /// Which bot.
    pub bot: usize,
    /// The name others saw.
    pub name: String,
    /// In which tournament.
    pub tournament: TournamentId,
    /// Which entry.
    pub entry: EntryId,
    /// How it ended.
    pub end: EntryEnd,
    /// What was won, without bounties.
    pub prize: Money,
    /// The bounties won.
    pub bounties: Money,
}

/// How an entry ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EntryEnd {
    /// In this place.
    Place(u32),
    /// Goes on to the next day or round of another tournament.
    Through,
    /// By the floor's order, without a place.
    Disqualified,
    /// Taken back: what it cost is returned.
    Returned,
}

impl EntryResult {
    /// As the server tells it when the last chip is gone.
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

    /// As the tournament's view has it, for who was not there; `None` while it goes on.
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

    /// As the room keeps it of a tournament that is over: what was won is that of all entries.
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

/// What became of the entries of a swarm, each once however often it is told.
#[derive(Debug, Default)]
pub struct Results(Mutex<Vec<EntryResult>>);

impl Results {
    /// Notes a result; false where that entry has one.
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

    /// All of them, the winner first.
    #[must_use]
    pub fn sorted(&self) -> Vec<EntryResult> {
        let mut results = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        results.sort_by_key(|result| (result.end, result.entry));
        results
    }
}

/// Whether an account is still in a tournament, as its login tells.
pub(crate) fn is_in(login: &LoggedIn, tournament: TournamentId) -> bool {
    login.tournaments.contains(&tournament)
}

/// Whether who has entered has to wait for company: a sit-and-go starts when it is full.
pub(crate) fn starts_when_full(info: &TournamentInfo) -> bool {
    info.format == TournamentFormat::SitAndGo
}
