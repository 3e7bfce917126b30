//! Tournaments, their results, and bans from them.

use super::MemoryStore;
use crate::ids::TournamentId;
use crate::{
    HookEvent, PastFilter, PastPage, PublishedStart, SeasonId, StoreError, StoredBan,
    StoredResults, StoredTournament, TournamentStore,
};
use async_trait::async_trait;
use std::cmp::Reverse;

#[async_trait]
impl TournamentStore for MemoryStore {
    async fn announce_tournament(
        &self,
        tournament: &StoredTournament,
        hooked: &(dyn Fn(TournamentId) -> Vec<HookEvent> + Sync),
    ) -> Result<TournamentId, StoreError> {
        self.with(|inner| {
            let has_code =
                |known: &StoredTournament| known.code.is_some() && known.code == tournament.code;
            if inner.tournaments.iter().any(has_code) {
                let what = "a tournament of this code".to_owned();
                return Err(StoreError::Duplicate { what });
            }
            inner.tournaments_opened += 1;
            let id = TournamentId(inner.tournaments_opened);
            inner.tournaments.push(StoredTournament { id, results: None, ..tournament.clone() });
            hooked(id).iter().for_each(|event| inner.hooks.append(event));
            Ok(id)
        })
    }

    async fn open_tournaments(&self) -> Result<Vec<StoredTournament>, StoreError> {
        self.with(|inner| {
            let open = inner.tournaments.iter().filter(|tournament| tournament.results.is_none());
            Ok(open.cloned().collect())
        })
    }

    async fn past_tournaments(
        &self,
        filter: &PastFilter,
        from: u32,
        at_most: u32,
    ) -> Result<PastPage, StoreError> {
        self.with(|inner| {
            let is_meant = |results: &&StoredResults| {
                let of = results.season.as_ref();
                let is = |wanted: &Option<String>, has: Option<&String>| {
                    wanted.is_none() || wanted.as_ref() == has
                };
                is(&filter.league, of.map(|of| &of.league))
                    && is(&filter.season, of.map(|of| &of.season))
            };
            let is_private = |id: &TournamentId| {
                inner.tournaments.iter().any(|known| known.id == *id && known.code.is_some())
            };
            let of_everybody =
                inner.results.iter().filter(|(id, _)| filter.private || !is_private(id));
            let mut meant: Vec<&StoredResults> =
                of_everybody.map(|(_, results)| results).filter(is_meant).collect();
            meant.sort_by_key(|results| Reverse((results.ended_ms, results.tournament)));
            let total = u32::try_from(meant.len()).unwrap_or(u32::MAX);
            let page = meant.into_iter().skip(from as usize).take(at_most as usize);
            let summaries = page.map(|results| (results.tournament, results.summary.clone()));
            Ok(PastPage { total, summaries: summaries.collect() })
        })
    }

    async fn bans(&self, now_ms: u64) -> Result<Vec<StoredBan>, StoreError> {
        self.with(|inner| {
            let lasting = inner.bans.values().filter(|ban| ban.until_ms > now_ms);
            Ok(lasting.cloned().collect())
        })
    }

    async fn season_results(&self, season: &SeasonId) -> Result<Vec<StoredResults>, StoreError> {
        self.with(|inner| {
            let of_season =
                inner.results.values().filter(|results| results.season.as_ref() == Some(season));
            let mut results: Vec<StoredResults> = of_season.cloned().collect();
            results.sort_by_key(|results| (results.ended_ms, results.tournament));
            Ok(results)
        })
    }

    async fn tournament(&self, id: TournamentId) -> Result<Option<StoredTournament>, StoreError> {
        self.with(|inner| {
            Ok(inner.tournaments.iter().find(|tournament| tournament.id == id).cloned())
        })
    }

    async fn published_start(
        &self,
        id: TournamentId,
    ) -> Result<Option<PublishedStart>, StoreError> {
        self.with(|inner| Ok(inner.published_starts.get(&id).copied()))
    }

    async fn publish_start(
        &self,
        id: TournamentId,
        published: &PublishedStart,
    ) -> Result<(), StoreError> {
        self.with(|inner| {
            inner.published_starts.insert(id, *published);
            Ok(())
        })
    }
}
