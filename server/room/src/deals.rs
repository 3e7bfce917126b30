//! The room's part in verifiable deals: its key, the seeds of packs, and its patience with links.
//! Tables take them as terms, and make the rounds themselves.

use crate::config::{Config, DealSettings};
use crate::entropy::Dealer;
use crate::ids::TableId;
use crate::vault::Vault;
use cardroom_deal::{RoomKey, Secret, pack_seed};
use cardroom_rules::Millis;
use cardroom_tables::{DealTerms, PacksWanted};
use std::io;
use std::sync::Arc;

/// The name of a room without a host name.
const NAMELESS: &str = "localhost";

/// The room's part in verifiable deals. Cheap to clone.
#[derive(Clone)]
pub struct Deals {
    vault: Arc<Vault>,
    key: RoomKey,
    secret: Secret,
    origin: Arc<str>,
    settings: DealSettings,
}

impl std::fmt::Debug for Deals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Deals").field("origin", &self.origin).finish_non_exhaustive()
    }
}

impl Deals {
    /// Opens the key; returns `None` if deals are not verifiable.
    ///
    /// # Errors
    /// The key cannot be read or made.
    pub fn open(config: &Config, vault: &Arc<Vault>) -> io::Result<Option<Self>> {
        if !config.deal.verifiable {
            return Ok(None);
        }
        let named = Some(&config.deal.origin).filter(|origin| !origin.is_empty());
        let origin = named.or(config.server.hosts.first()).map_or(NAMELESS, String::as_str);
        Ok(Some(Self {
            vault: Arc::clone(vault),
            key: vault.deal_key()?,
            secret: vault.pack_secret(),
            origin: origin.into(),
            settings: config.deal.clone(),
        }))
    }

    /// Returns the public key that signs openings.
    #[must_use]
    pub fn key(&self) -> [u8; 32] {
        self.key.public()
    }

    /// Returns the terms of a table.
    #[must_use]
    pub fn terms(&self, table: TableId) -> DealTerms {
        let vault = Arc::clone(&self.vault);
        DealTerms {
            key: self.key.clone(),
            origin: Arc::clone(&self.origin),
            packs: self.settings.packs,
            window: Millis(self.settings.window_ms),
            lead: Millis(self.settings.lead_ms),
            lapses: self.settings.lapses,
            lapse_hands: self.settings.lapse_hands,
            unseal: Arc::new(move |hand, sealed| vault.unseal_seeds(table, hand, sealed)),
        }
    }

    /// Returns the seeds of the packs of a round, and the same sealed for the journal.
    pub(crate) fn seeds(
        &self,
        dealer: &mut Dealer,
        table: TableId,
        wanted: PacksWanted,
    ) -> (Vec<Secret>, Vec<u8>) {
        let PacksWanted { hand, round, packs } = wanted;
        let mut seed = |pack| {
            pack_seed(&self.secret, table.0, hand.0, round, pack, &Secret::new(dealer.bytes()))
        };
        let seeds: Vec<Secret> = (0..packs).map(&mut seed).collect();
        let sealed = self.vault.seal_seeds(table, hand, &seeds);
        (seeds, sealed)
    }
}
