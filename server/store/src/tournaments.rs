//! Tournaments, their results, and bans from them.

use crate::ids::TournamentId;
use crate::{
    HookEvent, PastFilter, PastPage, SeasonId, StoreError, StoredBan, StoredResults,
    StoredTournament,
};
use async_trait::async_trait;

/// Tournaments, their results, and bans from them.
#[async_trait]
pub trait TournamentStore {
    /// Stores a tournament and returns its id. Ignores the `id` and `results` of the argument.
    /// Fails with [`StoreError::Duplicate`] if its code was ever used.
    async fn create_tournament(
        &self,
        tournament: &StoredTournament,
    ) -> Result<TournamentId, StoreError> {
        self.announce_tournament(tournament, &|_| Vec::new()).await
    }

    /// Does the same, and stores events for hooks in the same transaction. `hooked` gets the id of
    /// the tournament.
    async fn announce_tournament(
        &self,
        tournament: &StoredTournament,
        hooked: &(dyn Fn(TournamentId) -> Vec<HookEvent> + Sync),
    ) -> Result<TournamentId, StoreError>;

    /// Returns every tournament that has not ended, by id.
    async fn open_tournaments(&self) -> Result<Vec<StoredTournament>, StoreError>;

    /// Returns tournaments that have ended, the latest first: up to
    /// `at_most` after skipping `from`.
    async fn past_tournaments(
        &self,
        filter: &PastFilter,
        from: u32,
        at_most: u32,
    ) -> Result<PastPage, StoreError>;

    /// Returns the bans that have not ended.
    async fn bans(&self, now_ms: u64) -> Result<Vec<StoredBan>, StoreError>;

    /// Returns the results of the tournaments of a season, the earliest first.
    async fn season_results(&self, season: &SeasonId) -> Result<Vec<StoredResults>, StoreError>;

    async fn tournament(&self, id: TournamentId) -> Result<Option<StoredTournament>, StoreError>;

    /// Returns the moved start of a tournament that feeds have published; `None` if none was.
    async fn published_start(&self, id: TournamentId)
    -> Result<Option<PublishedStart>, StoreError>;

    /// Stores the moved start that feeds publish, in place of the one before.
    async fn publish_start(
        &self,
        id: TournamentId,
        published: &PublishedStart,
    ) -> Result<(), StoreError>;
}

/// The moved start of a tournament, as feeds for calendar programs publish it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PublishedStart {
    /// In milliseconds since 1970.
    pub start_ms: u64,
    /// How often the start was moved.
    pub sequence: u32,
    /// When a feed first published this start, in milliseconds since 1970.
    pub published_ms: u64,
}
