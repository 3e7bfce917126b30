//! Multi-day tournaments: gathers the survivors of first days for the day after, and makes sure
//! that their chips and the prize pool are carried over only once. The director defines survivors
//! and how their stacks count.

use super::actor::{OpenError, announce};
use super::office::TournamentOffice;
use crate::announced::FirstDays;
use crate::ids::{AccountId, TournamentId};
use crate::inbox::{DirectorHandle, DirectorInput};
use cardroom_events::Bags;
use cardroom_protocol::tournament::{TournamentFormat, TournamentState};
use cardroom_rules::{Cents, Millis, Structure};
use cardroom_tournament::Carried;
use std::sync::Arc;
use tokio::sync::oneshot;

/// The reason why the day after cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum NextDayError {
    /// A first day is in progress, or begins before the day after.
    #[error("a first day is not over yet")]
    FirstDayOpen,
    #[error("no first day has left anybody to play it")]
    NobodyGoesOn,
    #[error(transparent)]
    Open(#[from] OpenError),
}

impl TournamentOffice {
    /// Opens the day after all first days that are over. Enters their survivors with their chips,
    /// to play for the combined prize pool and for the league, if one is named.
    ///
    /// # Errors
    /// A first day is not over, no player survived, or the day after cannot be opened.
    pub async fn open_next_day(
        &self,
        structure: &Arc<Structure>,
        name: String,
        starts_at: Millis,
        by: Option<AccountId>,
        (bots_allowed, self_run, verifiable): (bool, bool, Option<bool>),
        league: Option<&str>,
    ) -> Result<DirectorHandle, NextDayError> {
        // Concurrent calls would both gather the same bags.
        let _gathering = self.gathering.lock().await;
        let bags = self.gather(&structure.id, starts_at).await?;
        let missing = || OpenError::Announcement("its rulebook is not known here".to_owned());
        let terms = (Some(starts_at), self_run, bots_allowed);
        let mut announcement = self.announcement(structure, terms, league).ok_or_else(missing)?;
        let pool: Cents = bags.iter().map(|bag| bag.pool).sum();
        let entries = bags.iter().fold(0_u32, |sum, bag| sum.saturating_add(bag.entries));
        announcement.verifiable = verifiable;
        announcement.setup.carried = Some(Carried { entries, pool });
        let tournaments: Vec<TournamentId> = bags.iter().map(|bag| bag.tournament).collect();
        let bags = bags.into_iter().flat_map(|bag| bag.stacks).collect();
        announcement.first_days = Some(FirstDays { tournaments: tournaments.clone(), bags });
        let handle = announce(announcement, name, by, &self.services).await?;
        self.hand_over(&tournaments, handle.id).await;
        Ok(handle)
    }

    /// Gathers the first days that are over and lead to this day.
    async fn gather(&self, structure: &str, starts_at: Millis) -> Result<Vec<Bags>, NextDayError> {
        let mut gathered = Vec::new();
        for handle in self.services.tables.registry.tournaments() {
            let info = Arc::clone(&handle.info.borrow());
            let leads_here = self
                .structures
                .get(&info.structure)
                .is_some_and(|first| first.next_day.as_deref() == Some(structure));
            if info.format != TournamentFormat::Flight {
                continue;
            }
            match info.state {
                TournamentState::Cancelled => {}
                TournamentState::Finished => {
                    let bags = ask_for_bags(&handle).await;
                    gathered.extend(bags.filter(|bags| bags.next_day == structure));
                }
                _ if !leads_here => {}
                // A first day that begins later belongs to the next main event.
                _ if info.level == 0 && info.starts_at.is_some_and(|at| at.0 > starts_at.0) => {}
                _ => return Err(NextDayError::FirstDayOpen),
            }
        }
        if gathered.iter().all(|bags| bags.stacks.is_empty()) {
            return Err(NextDayError::NobodyGoesOn);
        }
        Ok(gathered)
    }

    /// Notifies first days that their survivors now play elsewhere. Repeating this has no effect.
    pub(super) async fn hand_over(&self, first_days: &[TournamentId], to: TournamentId) {
        for first_day in first_days {
            // After a restart, a first day that has handed over is gone.
            let Some(handle) = self.services.tables.registry.tournament(*first_day) else {
                continue;
            };
            let (done, is_done) = oneshot::channel();
            if handle.send(DirectorInput::HandOver { to, done }).await.is_ok()
                && is_done.await.is_err()
            {
                tracing::warn!(
                    first_day = first_day.0,
                    to = to.0,
                    "a first day did not confirm that its players go on elsewhere; it hears again \
                     later"
                );
            }
        }
    }
}

async fn ask_for_bags(handle: &DirectorHandle) -> Option<Bags> {
    let (answer, bags) = oneshot::channel();
    handle.send(DirectorInput::Bags { answer }).await.ok()?;
    bags.await.ok().flatten()
}
