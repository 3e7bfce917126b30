//! The room's part in verifiable deals: its key, the seeds of packs, and its patience with links.
//! Tables take them as terms, and make the rounds themselves.

use crate::config::{Config, DealSettings};
use crate::deal_log::{DealLog, LogError, Witness};
use crate::entropy::Dealer;
use crate::ids::TableId;
use crate::store::{Store, StoredStream};
use crate::vault::Vault;
use cardroom_deal::{Secret, pack_seed};
use cardroom_rules::Millis;
use cardroom_tables::{DealTerms, FoldError, PacksWanted, TableCore};
use std::sync::Arc;
use std::time::Duration;

/// The name of a room without a host name.
const NAMELESS: &str = "localhost";

/// The room's part in verifiable deals. Cheap to clone.
#[derive(Clone)]
pub struct Deals {
    vault: Arc<Vault>,
    secret: Secret,
    log: DealLog,
    settings: DealSettings,
    /// Whether a table without a setting of its own deals so.
    is_default: bool,
}

impl std::fmt::Debug for Deals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Deals").field("log", &self.log).finish_non_exhaustive()
    }
}

impl Deals {
    /// Opens the key and the log; returns `None` if no table deals so that it can be verified.
    ///
    /// # Errors
    /// The files of the key cannot be used, or the store failed.
    pub async fn open(
        config: &Config,
        vault: &Arc<Vault>,
        store: &Arc<dyn Store>,
        now: Millis,
    ) -> Result<Option<Self>, LogError> {
        if let Some(reason) = config.why_deals_are_not_verifiable() {
            tracing::warn!("{reason}");
        }
        if !config.deals_verifiably() {
            return Ok(None);
        }
        let named = Some(&config.deal.origin).filter(|origin| !origin.is_empty());
        let name = named.or(config.server.hosts.first()).map_or(NAMELESS, String::as_str);
        let witnesses = config.deal.witnesses.iter();
        // The configuration was checked.
        let witnesses = witnesses.filter_map(|it| Witness::new(&it.vkey, &it.url).ok());
        let log = DealLog::open(name, vault, store, witnesses.collect(), now.0).await?;
        Ok(Some(Self {
            vault: Arc::clone(vault),
            secret: vault.pack_secret(),
            log,
            settings: config.deal.clone(),
            is_default: config.deals_verifiably_by_default(),
        }))
    }

    /// Returns the public key that signs openings.
    #[must_use]
    pub fn key(&self) -> [u8; 32] {
        self.log.key().public()
    }

    /// Returns the log of all sealed rounds.
    #[must_use]
    pub fn log(&self) -> &DealLog {
        &self.log
    }

    /// Returns how often a new head of the log is signed while entries come.
    #[must_use]
    pub fn interval(&self) -> Duration {
        Duration::from_millis(self.settings.checkpoint_ms)
    }

    /// Makes the deals of a table verifiable if the room deals so there. `own` is what the table or
    /// its tournament says about that, and `rounds` is the stream of the rounds so far. A hybrid
    /// table never deals so.
    ///
    /// # Errors
    /// The stream does not decode.
    pub(crate) fn at(
        deals: Option<&Self>,
        own: Option<bool>,
        core: TableCore,
        rounds: &StoredStream,
    ) -> Result<TableCore, FoldError> {
        if own == Some(true) && deals.is_none() {
            let table = core.id().0;
            tracing::warn!(
                table,
                "the deals of this table cannot be verified, because no setting asks for that any \
                 more"
            );
        }
        let is_wanted = |deals: &&Self| own.unwrap_or(deals.is_default);
        match deals.filter(is_wanted).filter(|_| !core.table().setup().hybrid) {
            Some(deals) => {
                let terms = deals.terms(core.id());
                core.verifiable(terms, rounds)
            }
            None => Ok(core),
        }
    }

    fn terms(&self, table: TableId) -> DealTerms {
        let vault = Arc::clone(&self.vault);
        DealTerms {
            key: self.log.key().clone(),
            origin: Arc::clone(self.log.origin()),
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
