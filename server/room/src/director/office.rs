//! The office of tournaments: the structures that the room offers, and the schedules by
//! which tournaments are announced.

use super::actor::{DirectorServices, OpenError, announce, spawn};
use super::days::NextDayError;
use crate::announced::{Announcement, ForLeague};
use crate::calendar::Calendar;
use crate::config::ScheduledTournament;
use crate::results::{Reader, Shelf};
use crate::schedules::{Schedule, Schedules};
use crate::store::{PastFilter, StoredStream, StreamId};
use cardroom_rules::{Millis, Structure};
use cardroom_tournament::Setup;
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// How many tournaments that have ended are read at once.
const PAST_PER_PAGE: u32 = 50;
/// How often the schedule is checked.
const INTERVAL: Duration = Duration::from_secs(5);

/// The office of the room's tournaments.
#[derive(Clone)]
pub struct TournamentOffice {
    /// The services for its directors.
    pub services: DirectorServices,
    pub structures: Arc<BTreeMap<String, Arc<Structure>>>,
    /// The results of past tournaments.
    pub shelf: Arc<Shelf>,
    pub schedules: Schedules,
    /// Held while survivors of first days are gathered.
    pub(super) gathering: Arc<tokio::sync::Mutex<()>>,
    /// The last date for which each recurring tournament was announced, by name.
    dates: Arc<Mutex<BTreeMap<String, Millis>>>,
}

impl std::fmt::Debug for TournamentOffice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TournamentOffice").field("structures", &self.structures.len()).finish()
    }
}

impl TournamentOffice {
    #[must_use]
    pub fn new(
        services: DirectorServices,
        structures: Arc<BTreeMap<String, Arc<Structure>>>,
        shelf: Arc<Shelf>,
        schedules: Schedules,
    ) -> Self {
        let (gathering, dates) = (Arc::default(), Arc::default());
        Self { services, structures, shelf, schedules, gathering, dates }
    }

    /// Builds a director's setup for a structure; `None` if its rulebook is unknown.
    #[must_use]
    pub fn setup(
        &self,
        structure: &Arc<Structure>,
        starts_at: Option<Millis>,
        self_run: bool,
    ) -> Option<Setup> {
        let rulebook = Arc::clone(self.services.library.rulebook(&structure.rulebook)?);
        Some(Setup {
            structure: Arc::clone(structure),
            rulebook,
            starts_at,
            self_run,
            carried: None,
        })
    }

    /// Builds the announcement of a structure with this start. It may be self-run and open to bots.
    /// A league sets the rulebook and the minimum age, and the tournament counts for the
    /// season of its start.
    /// Returns `None` if the rulebook or the league is unknown.
    #[must_use]
    pub fn announcement(
        &self,
        structure: &Arc<Structure>,
        (starts_at, self_run, bots_allowed): (Option<Millis>, bool, bool),
        league: Option<&str>,
    ) -> Option<Announcement> {
        let Some(league) = league else {
            let setup = self.setup(structure, starts_at, self_run)?;
            return Some(Announcement::of(setup, bots_allowed));
        };
        let terms = self.services.leagues.get(league)?;
        let mut structure = Arc::clone(structure);
        if let Some(rulebook) = &terms.rulebook {
            Arc::make_mut(&mut structure).rulebook.clone_from(rulebook);
        }
        let mut setup = self.setup(&structure, starts_at, self_run)?;
        let entry = &mut Arc::make_mut(&mut setup.rulebook).entry;
        entry.min_age = entry.min_age.max(terms.min_age);
        let now = self.services.tables.clock.now();
        let counting = Some(ForLeague::of(&terms.league, &terms.seasons, now));
        Some(Announcement { counting, ..Announcement::of(setup, bots_allowed) })
    }

    /// Restores the tournaments that were not over when the room closed. Removes their streams and
    /// those of their tables from `streams`.
    ///
    /// # Errors
    /// The store failed. A tournament that cannot be played any more is only logged.
    pub async fn bring_back(
        &self,
        streams: &mut BTreeMap<StreamId, StoredStream>,
    ) -> Result<usize, OpenError> {
        let open = self.services.tables.store.open_tournaments().await?;
        let mut back = 0;
        let mut days = Vec::new();
        for stored in open {
            let stream = streams.remove(&StreamId::Tournament(stored.id)).unwrap_or_default();
            match spawn(&stored, &stream, streams, &self.services).await {
                Ok(_) => back += 1,
                Err(error) => {
                    let tournament = stored.id.0;
                    tracing::error!(tournament, %error, "could not restore a tournament");
                }
            }
            let announcement = serde_json::from_str::<Announcement>(&stored.setup).ok();
            let date = announcement.as_ref().and_then(|known| known.setup.starts_at);
            // A private tournament may have the same name as a scheduled one, but is not a
            // date of the schedule.
            if let Some(date) = date.filter(|_| stored.code.is_none()) {
                self.note_date(stored.name.clone(), date);
            }
            let first_days = announcement.and_then(|announcement| announcement.first_days);
            days.extend(first_days.map(|first_days| (first_days.tournaments, stored.id)));
        }
        for (first_days, next_day) in days {
            self.hand_over(&first_days, next_day).await;
        }
        Ok(back)
    }

    /// Keeps the schedules as long as the room is open: announces a tournament whenever none of
    /// its name takes entries.
    pub async fn keep_schedules(self) {
        self.remember_dates(&self.schedules.all()).await;
        loop {
            for Schedule { terms: scheduled, .. } in self.schedules.all() {
                if scheduled.every.is_empty() {
                    self.announce_if_due(&scheduled).await;
                } else {
                    self.announce_next_date(&scheduled).await;
                }
            }
            // A schedule that was just made may be due.
            let _ = tokio::time::timeout(INTERVAL, self.schedules.changed()).await;
        }
    }

    /// Remembers the dates that were announced and canceled before the room closed, so that
    /// none is announced again.
    async fn remember_dates(&self, schedules: &[Schedule]) {
        let terms = schedules.iter().map(|schedule| &schedule.terms);
        let dated = terms.filter(|scheduled| !scheduled.every.is_empty());
        let Some(opens) = dated.map(|scheduled| scheduled.opens_minutes_before).max() else {
            return;
        };
        // If a future date was announced and canceled, that happened after this time.
        let since = self.services.tables.clock.now().since(Millis(opens.saturating_mul(60_000)));
        let mut from = 0;
        loop {
            let page = match self.shelf.past(&PastFilter::default(), from, PAST_PER_PAGE).await {
                Ok(page) => page.tournaments,
                Err(error) => {
                    tracing::error!(
                        %error,
                        "could not read which scheduled tournaments were canceled"
                    );
                    return;
                }
            };
            let reached_all = page.len() < usize::try_from(PAST_PER_PAGE).unwrap_or(usize::MAX);
            for (id, summary) in page {
                if summary.ended_at < since {
                    return;
                }
                if !schedules.iter().any(|known| known.terms.name == summary.name) {
                    continue;
                }
                match self.shelf.announcement(id, Reader::Anybody).await {
                    Ok(known) => {
                        known.setup.starts_at.into_iter().for_each(|date| {
                            self.note_date(summary.name.clone(), date);
                        });
                    }
                    Err(error) => {
                        tracing::error!(
                            tournament = id.0,
                            %error,
                            "could not read the date of a past tournament"
                        );
                    }
                }
            }
            if reached_all {
                return;
            }
            from += PAST_PER_PAGE;
        }
    }

    async fn announce_if_due(&self, scheduled: &ScheduledTournament) {
        let registry = &self.services.tables.registry;
        let takes_entries = |name: &str| {
            registry.tournaments().iter().any(|handle| {
                let info = handle.info.borrow();
                !handle.is_private() && info.name == name && info.level == 0 && info.open
            })
        };
        if takes_entries(&scheduled.name) {
            return;
        }
        let Some(structure) = self.structures.get(&scheduled.structure) else { return };
        let now = self.services.tables.clock.now();
        let minutes = |minutes: u64| Millis(now.0 + minutes * 60_000);
        let starts_at = scheduled.starts_in_minutes.map(minutes);
        let name = scheduled.name.clone();
        if structure.entry.qualified_only {
            return self.open_next_day_if_due(structure, scheduled, starts_at.unwrap_or(now)).await;
        }
        let terms = (starts_at, false, scheduled.bots_allowed);
        let league = scheduled.league.as_deref();
        let Some(mut announcement) = self.announcement(structure, terms, league) else { return };
        announcement.verifiable = scheduled.verifiable;
        if let Err(error) = announce(announcement, name, None, &self.services).await {
            tracing::error!(name = scheduled.name, %error, "could not announce a tournament");
        }
    }

    /// Announces the day after first days as soon as they are over.
    async fn open_next_day_if_due(
        &self,
        structure: &Arc<Structure>,
        scheduled: &ScheduledTournament,
        starts_at: Millis,
    ) {
        let name = scheduled.name.clone();
        let terms = (scheduled.bots_allowed, false, scheduled.verifiable);
        let league = scheduled.league.as_deref();
        match self.open_next_day(structure, name, starts_at, None, terms, league).await {
            Ok(_) => self.note_date(scheduled.name.clone(), starts_at),
            Err(NextDayError::FirstDayOpen | NextDayError::NobodyGoesOn) => {}
            Err(NextDayError::Open(error)) => {
                tracing::error!(
                    name = scheduled.name,
                    %error,
                    "could not announce a day of a tournament"
                );
            }
        }
    }

    /// Announces the next date of a recurring tournament once its registration opens. A date that
    /// passed while the room was closed is skipped, because no player could enter. One that was
    /// announced before is played as soon as the room is open again.
    async fn announce_next_date(&self, scheduled: &ScheduledTournament) {
        let Some(structure) = self.structures.get(&scheduled.structure) else { return };
        // It was checked before.
        let Ok(calendar) = Calendar::read(&scheduled.every, &scheduled.time_zone) else { return };
        let now = self.services.tables.clock.now();
        let Some(date) = calendar.next_after(now) else { return };
        let opens = Millis(scheduled.opens_minutes_before * 60_000);
        if date.since(now) > opens || self.announced_for(&scheduled.name) >= Some(date) {
            return;
        }
        let name = scheduled.name.clone();
        if structure.entry.qualified_only {
            return self.open_next_day_if_due(structure, scheduled, date).await;
        }
        let terms = (Some(date), false, scheduled.bots_allowed);
        let league = scheduled.league.as_deref();
        let Some(mut announcement) = self.announcement(structure, terms, league) else { return };
        announcement.verifiable = scheduled.verifiable;
        match announce(announcement, name.clone(), None, &self.services).await {
            Ok(_) => self.note_date(name, date),
            Err(error) => {
                tracing::error!(name = scheduled.name, %error, "could not announce a tournament");
            }
        }
    }

    /// Returns the last date for which a tournament of this name was announced.
    pub(crate) fn announced_for(&self, name: &str) -> Option<Millis> {
        self.dates.lock().get(name).copied()
    }

    /// Notes a date, so that the next announcement is for a later one, whatever
    /// happens to this one.
    fn note_date(&self, name: String, date: Millis) {
        let mut dates = self.dates.lock();
        let last = dates.entry(name).or_insert(date);
        *last = (*last).max(date);
    }
}
