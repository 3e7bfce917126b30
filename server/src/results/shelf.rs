//! The way to kept results: it reads them from the store, and holds the last ones that were asked
//! for, because pages of one tournament are asked for one after another.

use super::{ExportError, Format, KeptResults, ResultsError, Summary, export, with_kept_levels};
use crate::director::Announcement;
use crate::ids::{AccountId, TournamentId};
use crate::leagues::Standings;
use crate::store::{PastFilter, PastPage, SeasonId, Store, StoreError, StoredTournament};
use cardroom_tournament::league::League;
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// How many results are held.
const HELD: usize = 8;
/// How many are read at the same time: those of a large field take a while.
const READERS: usize = 2;

/// Who reads. The results of a private tournament are for its host, for who played in it, and for
/// who has been let in; for everybody else there was none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    Anybody,
    Account(AccountId),
    /// Somebody who has brought the code, or plays there, or keeps the room.
    LetIn,
}

/// The way to kept results.
#[derive(Debug)]
pub struct Shelf {
    store: Arc<dyn Store>,
    held: Mutex<VecDeque<Held>>,
    standings: Mutex<Option<(PastPage, Arc<Standings>)>>,
    readers: Semaphore,
    /// Whoever changes results waits for the one before.
    turn: tokio::sync::Mutex<()>,
}

/// Results that were asked for a moment ago.
#[derive(Clone, Debug)]
struct Held {
    tournament: TournamentId,
    privacy: Privacy,
    results: Arc<KeptResults>,
}

/// For whom a tournament is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Privacy {
    Public,
    Of(Option<AccountId>),
}

impl Privacy {
    fn of(stored: &StoredTournament) -> Self {
        if stored.code.is_some() { Self::Of(stored.announced_by) } else { Self::Public }
    }

    /// Whether somebody may read of the tournament who need not have played in it.
    fn is_open_to(self, reader: Reader) -> bool {
        match (self, reader) {
            (Self::Public, _) | (Self::Of(_), Reader::LetIn) => true,
            (Self::Of(_), Reader::Anybody) => false,
            (Self::Of(host), Reader::Account(account)) => host == Some(account),
        }
    }
}

impl Held {
    fn is_open_to(&self, reader: Reader) -> bool {
        let has_played = |account: AccountId| {
            let mut players = self.results.players.iter();
            players.any(|player| player.account.0 == account.0)
        };
        self.privacy.is_open_to(reader)
            || matches!(reader, Reader::Account(account) if has_played(account))
    }
}

/// Why there are no results.
#[derive(Debug, thiserror::Error)]
pub enum ShelfError {
    /// No tournament with this number has results that the asker may see.
    #[error("No tournament has this number. Check it in the list of results.")]
    Unknown,
    /// This tournament is not over. Come back when it is.
    #[error("This tournament is not over. Come back when it is.")]
    NotOver,
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What is kept cannot be read.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// It cannot be written in that format.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// What was announced cannot be read.
    #[error("what was announced does not decode: {0}")]
    Announcement(#[from] serde_json::Error),
}

/// A page of past tournaments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastTournaments {
    /// How many there are on all pages.
    pub total: u32,
    /// The tournaments, the latest first.
    pub tournaments: Vec<(TournamentId, Summary)>,
}

impl Shelf {
    /// The way to what this store keeps.
    #[must_use]
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            held: Mutex::default(),
            standings: Mutex::default(),
            readers: Semaphore::new(READERS),
            turn: tokio::sync::Mutex::default(),
        }
    }

    /// Tournaments that have ended, the latest first.
    ///
    /// # Errors
    /// The store failed, or what it keeps cannot be read.
    pub async fn past(
        &self,
        filter: &PastFilter,
        from: u32,
        at_most: u32,
    ) -> Result<PastTournaments, ShelfError> {
        let page = self.store.past_tournaments(filter, from, at_most).await?;
        let read = page.summaries.iter().map(|(id, text)| Ok((*id, Summary::read(*id, text)?)));
        let tournaments = read.collect::<Result<_, ResultsError>>()?;
        Ok(PastTournaments { total: page.total, tournaments })
    }

    /// How a tournament ended.
    ///
    /// # Errors
    /// It is not over, or not there for this reader; or it cannot be read.
    pub async fn results(
        &self,
        tournament: TournamentId,
        reader: Reader,
    ) -> Result<Arc<KeptResults>, ShelfError> {
        let held = self.take_out(tournament, reader).await?;
        if held.is_open_to(reader) { Ok(held.results) } else { Err(ShelfError::Unknown) }
    }

    async fn take_out(&self, tournament: TournamentId, reader: Reader) -> Result<Held, ShelfError> {
        if let Some(held) = self.held(tournament) {
            return Ok(held);
        }
        let _reading = self.readers.acquire().await;
        // Somebody else may have read it meanwhile.
        if let Some(held) = self.held(tournament) {
            return Ok(held);
        }
        let stored = self.stored(tournament).await?;
        let privacy = Privacy::of(&stored);
        // That it is not over yet is not for everybody, either.
        let is_told = privacy.is_open_to(reader);
        let not_over = if is_told { ShelfError::NotOver } else { ShelfError::Unknown };
        let text = stored.results.ok_or(not_over)?;
        let read = move || KeptResults::read(tournament, &text);
        let read = tokio::task::spawn_blocking(read).await;
        let results = Arc::new(read.map_err(|_| ShelfError::Unknown)??);
        let taken = Held { tournament, privacy, results };
        let mut held = self.held.lock();
        held.truncate(HELD - 1);
        held.push_front(taken.clone());
        Ok(taken)
    }

    /// What was announced, whether it has ended or not.
    ///
    /// # Errors
    /// It is not there for this reader, or cannot be read.
    pub async fn announcement(
        &self,
        tournament: TournamentId,
        reader: Reader,
    ) -> Result<Announcement, ShelfError> {
        let stored = self.stored(tournament).await?;
        if !Privacy::of(&stored).is_open_to(reader) {
            self.results(tournament, reader).await?;
        }
        let mut announcement = serde_json::from_str(&stored.setup)?;
        with_kept_levels(&mut announcement, stored.results.as_deref());
        Ok(announcement)
    }

    /// The results as a file, and the name of it.
    ///
    /// # Errors
    /// It is not over, or not there for this reader; or it cannot be read.
    pub async fn file(
        &self,
        room: &str,
        tournament: TournamentId,
        format: Format,
        reader: Reader,
    ) -> Result<String, ShelfError> {
        let stored = self.stored(tournament).await?;
        if !Privacy::of(&stored).is_open_to(reader) {
            self.results(tournament, reader).await?;
        }
        if stored.results.is_none() {
            return Err(ShelfError::NotOver);
        }
        let _reading = self.readers.acquire().await;
        let room = room.to_owned();
        let written = tokio::task::spawn_blocking(move || export(&room, &stored, format)).await;
        Ok(written.map_err(|_| ShelfError::Unknown)??)
    }

    /// The standings of a season, by the terms its league has now; points are those that were kept.
    ///
    /// # Errors
    /// The store failed, or what it keeps cannot be read.
    pub async fn standings(
        &self,
        season: &SeasonId,
        league: &League,
    ) -> Result<Arc<Standings>, ShelfError> {
        let _reading = self.readers.acquire().await;
        // The last page of the season changes whenever a night ends; what is put right says so
        // here.
        let filter =
            PastFilter { league: Some(season.league.clone()), season: Some(season.season.clone()) };
        let newest = self.store.past_tournaments(&filter, 0, 1).await?;
        if let Some((held, standings)) = &*self.standings.lock()
            && *held == newest
            && standings.season == *season
        {
            return Ok(Arc::clone(standings));
        }
        let nights = self.store.season_results(season).await?;
        let (season, league) = (season.clone(), league.clone());
        let counted = tokio::task::spawn_blocking(move || {
            let read = nights.iter().map(|night| {
                let kept = KeptResults::read(night.tournament, &night.results)?;
                Ok((night.tournament, kept))
            });
            let nights = read.collect::<Result<Vec<_>, ResultsError>>()?;
            Ok::<_, ResultsError>(Standings::of(season, &league, &nights))
        });
        let standings = Arc::new(counted.await.map_err(|_| ShelfError::Unknown)??);
        *self.standings.lock() = Some((newest, Arc::clone(&standings)));
        Ok(standings)
    }

    /// Results are changed by one at a time, from reading them to storing them.
    pub async fn turn(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.turn.lock().await
    }

    /// What was held of a tournament is not what is kept any more.
    pub fn forget(&self, tournament: TournamentId) {
        self.held.lock().retain(|held| held.tournament != tournament);
        *self.standings.lock() = None;
    }

    fn held(&self, tournament: TournamentId) -> Option<Held> {
        let held = self.held.lock();
        held.iter().find(|held| held.tournament == tournament).cloned()
    }

    async fn stored(&self, tournament: TournamentId) -> Result<StoredTournament, ShelfError> {
        self.store.tournament(tournament).await?.ok_or(ShelfError::Unknown)
    }
}
