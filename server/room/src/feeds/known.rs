//! Tournaments as they are stored, as far as a feed needs them.

use super::{Desk, FeedError};
use crate::announced::Announcement;
use crate::ids::TournamentId;
use crate::store::{PublishedStart, StoredTournament};
use cardroom_calendar::{Dated, Published, Uid};
use cardroom_rules::{Format, Millis};

/// A tournament with a date.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) dated: Dated,
    /// The id of the league that it counts for.
    pub(super) league: Option<String>,
    pub(super) is_private: bool,
}

impl Known {
    /// Reads a tournament; `None` if it starts as soon as it is full, or cannot be read.
    fn of(
        address: &str,
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
            None => Uid::of_schedule(address, &stored.name, start),
            Some(_) => Uid::of_tournament(address, stored.id.0),
        };
        let dated = Dated {
            uid,
            start,
            announced: Millis(stored.announced_ms),
            structure,
            published: published.map(|published| Published {
                start: Millis(published.start_ms),
                sequence: published.sequence,
                at: Millis(published.published_ms),
            }),
        };
        let league = announcement.counting.map(|counting| counting.league.id);
        Some(Self { dated, league, is_private: stored.code.is_some() })
    }
}

impl Desk {
    /// Reads a tournament from the store; `None` if it has no date.
    pub(super) async fn known(&self, id: TournamentId) -> Result<Option<Known>, FeedError> {
        let store = &self.office.services.tables.store;
        let Some(stored) = store.tournament(id).await? else { return Ok(None) };
        let published = store.published_start(id).await?;
        Ok(Known::of(&self.venue.address, &stored, published))
    }
}
