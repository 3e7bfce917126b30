//! Private tournaments, which players open within the operator's limits and find by their
//! code. The director runs them. The store keeps the code with the setup, so that a restart
//! does not lose them.

use super::{Held, HostingError, HostingOffice, MOST_DRAWS, Most, NoRoom, Place, code, structure};
use crate::director::{OpenError, announce_by_code};
use crate::ids::{AccountId, TournamentId};
use crate::inbox::{DirectorHandle, DirectorInput, Player};
use crate::network::Site;
use crate::store::StoreError;
use cardroom_protocol::hosting::{HostedTournament, TournamentHostingLimits, TournamentTerms};
use cardroom_protocol::tournament::TournamentState;
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
        network: Site,
        terms: &TournamentTerms,
    ) -> Result<(TournamentId, String), HostingError> {
        let inner = &*self.inner;
        self.may_host(player.account).await?;
        let now = inner.services.clock.now();
        let office = &inner.tournaments;
        let (structure, starts_at) = structure::of_terms(terms, &inner.settings, office, now)?;
        let structure = Arc::new(structure);
        let place = self.make_room_for_tournament(player.account, network)?;
        if let Some(unused) = place.instead_of() {
            self.cancel_unused(unused).await;
        }
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
                    inner.networks.lock().insert(handle.id, network);
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

    /// Takes a place for one more tournament, which counts until it is dropped.
    fn make_room_for_tournament(
        &self,
        account: AccountId,
        network: Site,
    ) -> Result<Place<'_, TournamentId>, HostingError> {
        let limits = &self.inner.settings.tournaments;
        if limits.per_account == 0 {
            return Err(HostingError::Off);
        }
        let most = Most {
            account: limits.per_account,
            network: limits.per_network,
            in_all: limits.in_all,
        };
        let found = self.inner.coming_tournaments.place(account, network, most, || {
            let mut networks = self.inner.networks.lock();
            let mut held: Vec<_> = Vec::new();
            for handle in self.private_tournaments().filter(|handle| !handle.is_over()) {
                let (id, network) = (handle.id, networks.get(&handle.id).copied());
                let info = handle.info.borrow();
                let unused = info.state == TournamentState::Registering && info.entries == 0;
                // Every private tournament has a host. Without one, it counts for no account.
                let host = handle.announced_by.unwrap_or(AccountId(0));
                held.push(Held { id, host, network, unused: unused && network.is_some() });
            }
            held.sort_by_key(|held| held.id);
            networks.retain(|id, _| held.iter().any(|held| held.id == *id));
            held
        });
        found.map_err(|error| match error {
            NoRoom::Account => HostingError::TooManyTournaments(limits.per_account),
            NoRoom::Network => HostingError::NetworkFull(limits.per_network),
            NoRoom::All => HostingError::RoomFull,
        })
    }

    /// Cancels a tournament that nobody has entered.
    async fn cancel_unused(&self, tournament: TournamentId) {
        let Some(handle) = self.inner.services.registry.tournament(tournament) else { return };
        tracing::info!(tournament = tournament.0, "canceling a tournament that nobody entered");
        self.inner.networks.lock().remove(&tournament);
        // If it has just ended, there is room anyway.
        let _ = handle.send(DirectorInput::CancelUnused).await;
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
