//! Feeds for calendar programs: announced and canceled tournaments, and the dates of the schedule.
//!
//! The room gathers tournaments when a program asks for a feed, and does nothing without a request.
//! `cardroom_calendar` makes their dates and writes the feed. A moved start is stored before a feed
//! publishes it, so that its sequence number never falls. Private tournaments are only in the feeds
//! of accounts that entered them.

mod canceled;
mod gathered;
mod known;
mod tournaments;

use crate::clock::Clock;
use crate::config::Config;
use crate::director::TournamentOffice;
use crate::ids::{AccountId, TournamentId};
use crate::results::ShelfError;
use crate::store::StoreError;
use cardroom_calendar::{Feed, Venue, etag_of};
use gathered::Gathered;
use std::sync::Arc;

/// The feeds of a room. Cheap to clone.
#[derive(Clone)]
pub struct FeedOffice {
    desk: Arc<Desk>,
}

struct Desk {
    venue: Venue,
    office: TournamentOffice,
    /// Held while a feed is gathered, one at a time.
    memory: tokio::sync::Mutex<Memory>,
}

/// The tournaments that a feed has read, kept for the next one.
#[derive(Default)]
struct Memory {
    open: tournaments::Memory,
    canceled: canceled::Memory,
}

/// The dates that a program asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// All of the room.
    Public,
    /// Those that count for the league with this id.
    League(String),
    Tournament(TournamentId),
    /// Those of the tournaments that an account entered, private ones too.
    Entered {
        account: AccountId,
        /// The name of the account.
        name: String,
    },
}

/// A feed as it is sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    pub text: String,
    /// The tag of this version, for `ETag`.
    pub etag: String,
}

/// The reason why a feed cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum FeedError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The tournaments that are over cannot be read.
    #[error(transparent)]
    Past(#[from] ShelfError),
}

impl std::fmt::Debug for FeedOffice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FeedOffice")
            .field("address", &self.desk.venue.address)
            .finish_non_exhaustive()
    }
}

impl FeedOffice {
    /// Opens the feeds; `None` if the configuration has none.
    #[must_use]
    pub fn open(config: &Config, office: TournamentOffice) -> Option<Self> {
        let address = config.server.link_address().filter(|_| config.calendar.enabled)?;
        let desk = Desk {
            venue: Venue { name: config.server.name.clone(), address },
            office,
            memory: tokio::sync::Mutex::default(),
        };
        Some(Self { desk: Arc::new(desk) })
    }

    /// Writes a feed; `None` if there is no such league or tournament.
    ///
    /// # Errors
    /// The store failed, or its data cannot be read.
    pub async fn feed(&self, wanted: &Wanted) -> Result<Option<Written>, FeedError> {
        let Some((name, path)) = self.desk.title(wanted) else { return Ok(None) };
        let gathered = self.desk.gather().await?;
        let entered = self.desk.entered(wanted);
        let wanted_dates = gathered.into_iter().filter(|one| one.is_wanted(wanted, &entered));
        let dates: Vec<_> = wanted_dates.map(|one| one.date).collect();
        if dates.is_empty() && matches!(wanted, Wanted::Tournament(_)) {
            return Ok(None);
        }
        let address = path.map(|path| format!("{}{path}", self.desk.venue.address));
        let text = Feed { name, address, dates }.text();
        let etag = etag_of(&text);
        Ok(Some(Written { text, etag }))
    }
}

impl Desk {
    /// Returns the name of a feed, and its path below the room's address unless that is secret.
    fn title(&self, wanted: &Wanted) -> Option<(String, Option<String>)> {
        let room = &self.venue.name;
        Some(match wanted {
            Wanted::Public => (room.clone(), Some("/calendar.ics".to_owned())),
            Wanted::League(id) => {
                let terms = self.office.services.leagues.get(id)?;
                (format!("{} · {room}", terms.league.name), Some(format!("/leagues/{id}.ics")))
            }
            Wanted::Tournament(id) => (room.clone(), Some(format!("/tournaments/{}.ics", id.0))),
            Wanted::Entered { name, .. } => (format!("{name} · {room}"), None),
        })
    }

    /// Returns the tournaments that are not over in which the reader of a feed has an entry.
    fn entered(&self, wanted: &Wanted) -> Vec<TournamentId> {
        match wanted {
            Wanted::Entered { account, .. } => {
                self.office.services.tables.registry.entries(*account)
            }
            Wanted::Public | Wanted::League(_) | Wanted::Tournament(_) => Vec::new(),
        }
    }

    async fn gather(&self) -> Result<Vec<Gathered>, FeedError> {
        let mut memory = self.memory.lock().await;
        let now = self.clock().now();
        let mut gathered = self.announced(&mut memory.open, now).await?;
        gathered.extend(self.canceled(&mut memory.canceled, now).await?);
        gathered.extend(self.ahead(now));
        Ok(gathered)
    }

    fn clock(&self) -> &Clock {
        &self.office.services.tables.clock
    }
}
