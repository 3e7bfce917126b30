//! Private tournaments, which players open within the operator's limits and find by their
//! code. The director runs them. The store keeps the code with the setup, so that a restart
//! does not lose them.

use super::{HostingError, HostingOffice, MOST_DRAWS, code, structure};
use crate::director::{OpenError, announce_by_code};
use crate::ids::{AccountId, TournamentId};
use crate::inbox::{DirectorHandle, Player};
use crate::store::StoreError;
use cardroom_protocol::hosting::{HostedTournament, TournamentHostingLimits, TournamentTerms};
use std::sync::Arc;

impl HostingOffice {
    /// Returns the limits, with the structures to choose from.
    #[must_use]
    pub fn tournament_limits(&self) -> TournamentHostingLimits {
        let inner = &self.inner;
        structure::limits(&inner.settings.tournaments, &inner.tournaments.structures)
    }

    /// Opens a tournament and returns its id and code. The tournament is stored before
    /// anyone can see it.
    ///
    /// # Errors
    /// The account may not host, a term is outside the limits, or the store failed.
    pub async fn open_tournament(
        &self,
        player: &Player,
        terms: &TournamentTerms,
    ) -> Result<(TournamentId, String), HostingError> {
        let inner = &*self.inner;
        self.may_host(player.account).await?;
        let now = inner.services.clock.now();
        let office = &inner.tournaments;
        let (structure, starts_at) = structure::of_terms(terms, &inner.settings, office, now)?;
        let structure = Arc::new(structure);
        let _one_at_a_time = inner.opening.lock().await;
        self.has_room_for_tournament(player.account)?;
        // The host may rule even while playing, because every player can see it.
        let about = (Some(starts_at), true, terms.bots_allowed);
        let announcement = office.announcement(&structure, about, None);
        let announcement = announcement.ok_or_else(|| {
            OpenError::Announcement(format!("no rulebook \"{}\"", structure.rulebook))
        })?;
        announcement.setup.validate().map_err(structure::wrong_setup)?;
        let (name, host) = (&terms.name, Some(player.account));
        let mut draws = 0;
        loop {
            draws += 1;
            let code = code::draw(&inner.services.entropy);
            let kept = Some(inner.services.vault.seal_code(&code));
            let announcement = announcement.clone();
            let opened = announce_by_code(announcement, name.clone(), host, kept, &office.services);
            match opened.await {
                Ok(handle) => {
                    tracing::info!(
                        tournament = handle.id.0,
                        host = %player.account,
                        "opened a private tournament"
                    );
                    return Ok((handle.id, code));
                }
                Err(OpenError::Store(StoreError::Duplicate { .. })) if draws < MOST_DRAWS => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn has_room_for_tournament(&self, account: AccountId) -> Result<(), HostingError> {
        let limits = &self.inner.settings.tournaments;
        let (mut all, mut own) = (0_u32, 0_u8);
        for handle in self.private_tournaments().filter(|handle| !handle.is_over()) {
            all = all.saturating_add(1);
            own = own.saturating_add(u8::from(handle.announced_by == Some(account)));
        }
        if limits.per_account == 0 {
            return Err(HostingError::Off);
        }
        if own >= limits.per_account {
            return Err(HostingError::TooManyTournaments(limits.per_account));
        }
        if all >= limits.in_all { Err(HostingError::RoomFull) } else { Ok(()) }
    }

    fn private_tournaments(&self) -> impl Iterator<Item = DirectorHandle> {
        let all = self.inner.services.registry.tournaments().into_iter();
        all.filter(DirectorHandle::is_private)
    }

    /// Returns the tournament of a code, even for a while after it is over.
    #[must_use]
    pub fn find_tournament(&self, typed: &str) -> Option<DirectorHandle> {
        let code = code::read(typed)?;
        self.private_tournaments().find(|handle| handle.code.as_deref() == Some(&*code))
    }

    /// Returns the tournaments of an account, with their codes. Unfinished ones come first, then
    /// the most recent finished ones that fit the message.
    #[must_use]
    pub fn tournaments_of(&self, account: AccountId) -> Vec<HostedTournament> {
        let own = self.private_tournaments().filter(|handle| handle.announced_by == Some(account));
        let mut own: Vec<DirectorHandle> = own.collect();
        own.sort_by_key(|handle| (handle.is_over(), std::cmp::Reverse(handle.id)));
        own.truncate(MOST_TOLD);
        let hosted = own.into_iter().filter_map(|handle| {
            let info = handle.info.borrow().as_ref().clone();
            Some(HostedTournament { info, code: handle.code.as_deref()?.to_owned() })
        });
        hosted.collect()
    }
}

/// How many of an account's tournaments are listed at once. No account has more unfinished ones.
const MOST_TOLD: usize = 6;
