//! The announced tournaments of a feed, and the starts that feeds have published.

use super::gathered::Gathered;
use super::{Desk, FeedError};
use crate::announced::Announcement;
use crate::ids::TournamentId;
use crate::inbox::DirectorHandle;
use crate::store::{PublishedStart, StoredTournament};
use cardroom_calendar::{Date, Published, Uid, ends_at, not_over_at};
use cardroom_protocol::tournament::{TournamentInfo, TournamentState};
use cardroom_rules::{Format, Millis, Structure};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Tournaments that a feed has read, for the next one.
#[derive(Default)]
pub(super) struct Memory {
    /// The tournaments of the room; `None` for those that have no date.
    open: BTreeMap<TournamentId, Option<Known>>,
    pub(super) canceled: super::canceled::Memory,
}

/// A tournament with a date.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) uid: Uid,
    /// The start that was announced first.
    pub(super) start: Millis,
    announced: Millis,
    pub(super) league: Option<String>,
    pub(super) structure: Arc<Structure>,
    /// A moved start that feeds have published.
    pub(super) published: Option<Published>,
}

impl Known {
    /// Reads a tournament; `None` if it starts as soon as it is full, or cannot be read.
    fn of(
        room: &str,
        stored: &StoredTournament,
        published: Option<PublishedStart>,
    ) -> Option<Self> {
        let announcement = match serde_json::from_str::<Announcement>(&stored.setup) {
            Ok(announcement) => announcement,
            Err(error) => {
                tracing::warn!(tournament = stored.id.0, %error, "a tournament is in no calendar");
                return None;
            }
        };
        let structure = announcement.setup.structure;
        let start = announcement.setup.starts_at?;
        if structure.format == Format::SitAndGo {
            return None;
        }
        // Only the schedule announces without an account.
        let uid = match stored.announced_by {
            None => Uid::of_schedule(room, &stored.name, start),
            Some(_) => Uid::of_tournament(room, stored.id.0),
        };
        Some(Self {
            uid,
            start,
            announced: Millis(stored.announced_ms),
            league: announcement.counting.map(|counting| counting.league.id),
            structure,
            published: published.map(|published| Published {
                start: Millis(published.start_ms),
                sequence: published.sequence,
                at: Millis(published.published_ms),
            }),
        })
    }
}

impl Desk {
    /// Returns the public tournaments that have a date and are not over.
    pub(super) async fn announced(
        &self,
        memory: &mut Memory,
        now: Millis,
    ) -> Result<Vec<Gathered>, FeedError> {
        let mut handles = self.office.services.tables.registry.tournaments();
        handles.retain(|handle| !handle.is_private());
        memory.open.retain(|id, _| handles.iter().any(|handle| handle.id == *id));
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
        let known = match memory.open.get(&handle.id) {
            Some(known) => known.clone(),
            None => self.known(handle.id).await?,
        };
        let Some(mut known) = known else {
            memory.open.insert(handle.id, None);
            return Ok(None);
        };
        let start = info.starts_at.map_or(known.start, |at| Millis(at.0));
        let published = Published::now(known.published, known.start, start, now);
        if let Some(published) = published.filter(|_| published != known.published) {
            self.publish(handle.id, published).await?;
            known.published = Some(published);
        }
        let date = self.date(&info, &known, start, now);
        let league = known.league.clone();
        memory.open.insert(handle.id, Some(known));
        Ok(Some(Gathered { date, tournament: Some(handle.id), league }))
    }

    /// Reads a tournament from the store; `None` if it has no date.
    pub(super) async fn known(&self, id: TournamentId) -> Result<Option<Known>, FeedError> {
        let store = &self.office.services.tables.store;
        let Some(stored) = store.tournament(id).await? else { return Ok(None) };
        Ok(Known::of(&self.address, &stored, store.published_start(id).await?))
    }

    /// Stores the start that feeds publish from now on.
    async fn publish(&self, id: TournamentId, published: Published) -> Result<(), FeedError> {
        let Published { start, sequence, at } = published;
        let published = PublishedStart { start_ms: start.0, sequence, published_ms: at.0 };
        Ok(self.office.services.tables.store.publish_start(id, &published).await?)
    }

    fn date(&self, info: &TournamentInfo, known: &Known, start: Millis, now: Millis) -> Date {
        let ends = ends_at(&known.structure, info.entries, start);
        Date {
            uid: known.uid.clone(),
            name: info.name.clone(),
            about: self.about(&known.structure),
            place: self.room.clone(),
            link: format!("{}/#/tournament/{}", self.address, info.tournament.0),
            starts: start,
            ends: if info.level > 0 { not_over_at(ends, now) } else { ends },
            sequence: known.published.map_or(0, |published| published.sequence),
            changed: known.published.map_or(known.announced, |published| published.at),
            is_canceled: false,
        }
    }
}
