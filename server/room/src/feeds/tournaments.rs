//! The announced tournaments of a feed, and the starts that feeds have published.

use super::gathered::Gathered;
use super::known::Known;
use super::{Desk, FeedError};
use crate::ids::TournamentId;
use crate::inbox::DirectorHandle;
use crate::store::PublishedStart;
use cardroom_calendar::{Published, Shown};
use cardroom_protocol::tournament::TournamentState;
use cardroom_rules::Millis;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The tournaments of the room that a feed has read. `None` stands for one without a date.
pub(super) type Memory = BTreeMap<TournamentId, Option<Known>>;

impl Desk {
    /// Returns the tournaments that have a date and are not over.
    pub(super) async fn announced(
        &self,
        memory: &mut Memory,
        now: Millis,
    ) -> Result<Vec<Gathered>, FeedError> {
        let handles = self.office.services.tables.registry.tournaments();
        memory.retain(|id, _| handles.iter().any(|handle| handle.id == *id));
        let mut gathered = Vec::new();
        for handle in handles {
            gathered.extend(self.dated(memory, &handle, now).await?);
        }
        Ok(gathered)
    }

    /// Returns the date of a tournament that is not over.
    async fn dated(
        &self,
        memory: &mut Memory,
        handle: &DirectorHandle,
        now: Millis,
    ) -> Result<Option<Gathered>, FeedError> {
        let info = Arc::clone(&handle.info.borrow());
        if matches!(info.state, TournamentState::Finished | TournamentState::Cancelled) {
            return Ok(None);
        }
        let known = match memory.get(&handle.id) {
            Some(known) => known.clone(),
            None => self.known(handle.id).await?,
        };
        let Some(mut known) = known else {
            memory.insert(handle.id, None);
            return Ok(None);
        };
        let start = info.starts_at.map_or(known.dated.start, |at| Millis(at.0));
        if let Some(published) = known.dated.to_publish(start, now) {
            self.publish(handle.id, published).await?;
            known.dated.published = Some(published);
        }
        let about = self.about(&known.dated.structure);
        let (id, entries) = (info.tournament.0, info.entries);
        let shown = Shown { id, name: &info.name, about, entries };
        let date = self.venue.announced(&known.dated, shown, (start, info.level > 0), now);
        let league = known.league.clone();
        memory.insert(handle.id, Some(known));
        let (is_private, entrants) = (handle.is_private(), Vec::new());
        Ok(Some(Gathered { date, tournament: Some(handle.id), league, is_private, entrants }))
    }

    /// Stores the start that feeds publish from now on.
    async fn publish(&self, id: TournamentId, published: Published) -> Result<(), FeedError> {
        let Published { start, sequence, at } = published;
        let published = PublishedStart { start_ms: start.0, sequence, published_ms: at.0 };
        Ok(self.office.services.tables.store.publish_start(id, &published).await?)
    }
}
