//! Access to stored results. The shelf reads them from the store and caches the most recent ones,
//! because clients request the pages of a tournament one after another.

use super::{ExportError, Format, KeptResults, ResultsError, Summary, export};
use crate::announced::Announcement;
use crate::ids::{AccountId, TournamentId};
use crate::standings::Standings;
use crate::store::{PastFilter, PastPage, SeasonId, Store, StoreError, StoredTournament};
use cardroom_events::results::with_kept_levels;
use cardroom_tournament::league::League;
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// How many results are cached.
const HELD: usize = 8;
/// How many are read at the same time, because those of a large field take a while.
const READERS: usize = 2;

/// The reader of results. The results of a private tournament are visible to its host, its players,
/// and readers who were let in. For all others the tournament does not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    Anybody,
    Account(AccountId),
    /// A reader with the code, a player of the tournament, or the operator of the room.
    LetIn,
}

/// Access to stored results.
#[derive(Debug)]
pub struct Shelf {
    store: Arc<dyn Store>,
    held: Mutex<VecDeque<Held>>,
    standings: Mutex<Option<(PastPage, Arc<Standings>)>>,
    readers: Semaphore,
    /// Held while results are changed, so that changes happen one at a time.
    turn: tokio::sync::Mutex<()>,
}

/// Results in the cache.
#[derive(Clone, Debug)]
struct Held {
    tournament: TournamentId,
    privacy: Privacy,
    results: Arc<KeptResults>,
}

/// The audience of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Privacy {
    Public,
    Of(Option<AccountId>),
}

impl Privacy {
    fn of(stored: &StoredTournament) -> Self {
        if stored.code.is_some() { Self::Of(stored.announced_by) } else { Self::Public }
    }

    /// Returns `true` if the reader may see the tournament even without having played in it.
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

/// The reason why results are not available.
#[derive(Debug, thiserror::Error)]
pub enum ShelfError {
    /// The tournament does not exist, or this reader may not see its results.
    #[error("No tournament has this number. Check it in the list of results.")]
    Unknown,
    #[error("This tournament is not over. Come back when it is.")]
    NotOver,
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored results cannot be read.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// The results cannot be exported in that format.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// The stored announcement cannot be read.
    #[error("what was announced does not decode: {0}")]
    Announcement(#[from] serde_json::Error),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastTournaments {
    /// The number of tournaments on all pages.
    pub total: u32,
    /// The tournaments, the latest first.
    pub tournaments: Vec<(TournamentId, Summary)>,
}

impl Shelf {
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

    /// Returns tournaments that have ended, the latest first.
    ///
    /// # Errors
    /// The store failed, or its data cannot be read.
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

    /// Returns the results of a tournament.
    ///
    /// # Errors
    /// The tournament is not over or does not exist for this reader, or the results cannot be read.
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
        // Another task may have read it meanwhile.
        if let Some(held) = self.held(tournament) {
            return Ok(held);
        }
        let stored = self.stored(tournament).await?;
        let privacy = Privacy::of(&stored);
        // Even the fact that it is not over is not public.
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

    /// Returns the announcement of a tournament, ended or not.
    ///
    /// # Errors
    /// The tournament does not exist for this reader, or cannot be read.
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

    /// Returns the results as the content of a file.
    ///
    /// # Errors
    /// The tournament is not over or does not exist for this reader, or the results cannot be read.
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

    /// Returns the standings of a season, by the current terms of its league,
    /// with the stored points.
    ///
    /// # Errors
    /// The store failed, or its data cannot be read.
    pub async fn standings(
        &self,
        season: &SeasonId,
        league: &League,
    ) -> Result<Arc<Standings>, ShelfError> {
        let _reading = self.readers.acquire().await;
        // The newest tournament of the season changes whenever a night ends.
        // Corrections clear the cache.
        let filter = PastFilter {
            league: Some(season.league.clone()),
            season: Some(season.season.clone()),
            ..PastFilter::default()
        };
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

    /// Waits for the turn to change results. The caller holds the guard from reading
    /// them to storing them.
    pub async fn turn(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.turn.lock().await
    }

    /// Drops a tournament's results from the cache, because the stored ones have changed.
    pub fn forget(&self, tournament: TournamentId) {
        self.held.lock().retain(|held| held.tournament != tournament);
        *self.standings.lock() = None;
    }

    /// Drops the standings from the cache, because the terms of a league have changed.
    pub fn forget_standings(&self) {
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
