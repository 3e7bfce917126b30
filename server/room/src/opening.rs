//! Opening the room's tables: from the configuration and the journal to running actors.
//!
//! A table is identified by its name. If a table is not configured any more, it is still folded,
//! and its players are paid out.

use crate::config::RingTable;
use crate::deals::Deals;
use crate::ids::{AccountId, TableId};
use crate::inbox::{Player, TableHandle};
use crate::journal::CommitError;
use crate::night::{self, Night};
use crate::store::{
    FoundHostedTable, LedgerAccount, StoreError, StoredAccount, StoredStream, StreamId, Transfer,
    Unit, shared_setup,
};
use crate::table::{
    self, FoldError, HostedBy, PrivateTerms, RotationName, RuleNumbers, TableCore,
    TableDescription, TableServices, Terms, Twins,
};
use cardroom_engine::{Occupancy, TableSetup};
use cardroom_protocol::hosting::TableTerms;
use cardroom_rules::{Chips, Citations};
use futures_util::future::try_join_all;
use std::collections::{BTreeMap, HashMap};
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::Arc;
use tokio::task::JoinHandle;

/// A table with its running task.
#[derive(Debug)]
pub struct OpenTable {
    pub handle: TableHandle,
    /// The table as configured.
    pub ring: RingTable,
    /// Ends when no handle exists any more.
    pub task: JoinHandle<()>,
}

/// The reason why the tables cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Commit(#[from] CommitError),
    #[error("table {table}: {error}")]
    Fold { table: TableId, error: FoldError },
}

/// Opens every configured table with its stream, and adds it to the registry. Pays out tables that
/// are not configured any more.
///
/// # Errors
/// The store fails or holds a stream that does not fold.
pub async fn open_tables(
    rings: Vec<RingTable>,
    mut streams: BTreeMap<StreamId, StoredStream>,
    services: &TableServices,
) -> Result<Vec<OpenTable>, OpenError> {
    let names: Vec<String> = rings.iter().map(|ring| ring.name.clone()).collect();
    let ids = services.store.table_ids(&names).await?;
    let mut twins: BTreeMap<usize, Twins> = BTreeMap::new();
    let closed = ids.into_iter().zip(rings).map(|(id, ring)| {
        let stream = streams.remove(&StreamId::Table(id)).unwrap_or_default();
        let rounds = streams.remove(&StreamId::Deal(id)).unwrap_or_default();
        let twins = ring.twins.map(|number| twins.entry(number).or_default().clone());
        Closed { id, ring, stream, rounds, twins }
    });
    let mut folded = fold_all(closed.collect(), services)?;
    introduce_players(folded.iter_mut().map(|table| &mut table.core), services).await?;
    let mut open = Vec::with_capacity(folded.len());
    for Folded { core, ring, setup, twins } in folded {
        if let Some(twins) = &twins {
            twins.join(core.taken());
        }
        let table = start(core, ring, setup, twins, services);
        services.registry.open_table(table.handle.clone());
        open.push(table);
    }
    for (id, stream) in streams {
        if let StreamId::Table(id) = id {
            pay_out(id, &stream, services).await?;
        }
    }
    Ok(open)
}

/// A configured table that is not open yet.
struct Closed {
    id: TableId,
    ring: RingTable,
    stream: StoredStream,
    /// The rounds of its verifiable deals.
    rounds: StoredStream,
    twins: Option<Twins>,
}

/// A table whose stream has been folded.
struct Folded {
    core: TableCore,
    ring: RingTable,
    setup: TableSetup,
    twins: Option<Twins>,
}

/// The least tables that are worth a thread.
const TABLES_PER_THREAD: usize = 64;

/// Folds the streams of tables, on all processors if there are many.
fn fold_all(tables: Vec<Closed>, services: &TableServices) -> Result<Vec<Folded>, OpenError> {
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let share = tables.len().div_ceil(threads).max(TABLES_PER_THREAD);
    if tables.len() <= share {
        return fold_share(tables, services);
    }
    let mut left = tables.into_iter();
    let shares = std::iter::repeat_with(|| left.by_ref().take(share).collect::<Vec<_>>());
    let shares: Vec<_> = shares.take_while(|share| !share.is_empty()).collect();
    std::thread::scope(|scope| {
        let workers: Vec<_> =
            shares.into_iter().map(|share| scope.spawn(|| fold_share(share, services))).collect();
        let mut folded = Vec::new();
        for worker in workers {
            folded.extend(worker.join().unwrap_or_else(|panic| resume_unwind(panic))?);
        }
        Ok(folded)
    })
}

fn fold_share(tables: Vec<Closed>, services: &TableServices) -> Result<Vec<Folded>, OpenError> {
    let mut numbers = Numbers::default();
    let fold = |Closed { id, ring, stream, rounds, twins }| {
        let setup = setup_of(&ring);
        let rules = numbers.of(&ring);
        let core = core_of((id, &ring), (&setup, rules), None, &stream, services)?;
        let core = verifiable(core, ring.verifiable, &rounds, services)?;
        Ok(Folded { core, ring, setup, twins })
    };
    tables.into_iter().map(fold).collect()
}

/// The rule numbers of tables, which copies of a table share.
#[derive(Default)]
struct Numbers(Option<(Arc<Citations>, RuleNumbers)>);

impl Numbers {
    fn of(&mut self, ring: &RingTable) -> RuleNumbers {
        match &self.0 {
            Some((known, numbers)) if Arc::ptr_eq(known, &ring.citations) => numbers.clone(),
            _ => {
                let numbers = RuleNumbers::of(&ring.citations);
                self.0 = Some((Arc::clone(&ring.citations), numbers.clone()));
                numbers
            }
        }
    }
}

/// Opens one table with its streams, of which the second has the rounds of its verifiable deals.
/// With a host, it is a private one. Nothing can reach it before it is added to the registry.
///
/// # Errors
/// The store fails, or a stream does not fold.
pub async fn open_table(
    id: TableId,
    ring: RingTable,
    hosted: Option<(HostedBy, PrivateTerms)>,
    (stream, rounds): (&StoredStream, &StoredStream),
    services: &TableServices,
) -> Result<OpenTable, OpenError> {
    let setup = setup_of(&ring);
    let (hosted_by, terms) = hosted.unzip();
    let rules = RuleNumbers::of(&ring.citations);
    let core = core_of((id, &ring), (&setup, rules), hosted_by, stream, services)?;
    let mut core = verifiable(core, ring.verifiable, rounds, services)?;
    introduce_players(std::iter::once(&mut core), services).await?;
    if let Some(terms) = terms {
        let transfers = services.store.table_transfers(id).await?;
        refund_wallets(id, &transfers, services).await?;
        core = core.with_night(Night::of(id, &transfers)).on_terms(terms);
    }
    Ok(start(core, ring, setup, None, services))
}

/// Folds the stream of a table.
fn core_of(
    (id, ring): (TableId, &RingTable),
    (setup, rules): (&TableSetup, RuleNumbers),
    hosted_by: Option<HostedBy>,
    stream: &StoredStream,
    services: &TableServices,
) -> Result<TableCore, OpenError> {
    let is_hosted = hosted_by.is_some();
    let rotation = rotation_of(ring);
    let description = TableDescription {
        name: ring.name.clone(),
        bots_allowed: ring.bots_allowed,
        rotation,
        event: None,
        hosted_by,
        free_chat: ring.free_chat,
    };
    let core = open_core(id, description, Some(setup), stream, services)?;
    // No chips of a private table have value outside of it.
    let hold = services.chips_held_for.filter(|_| !is_hosted);
    let terms = Terms::default()
        .citing(rules)
        .offering_seats_for(ring.seat_offer)
        .holding_chips_for(hold)
        .allowing_top_ups_to(ring.top_up_to)
        .valuing_chips_at(ring.chip_value.clone())
        .with_one_seat_per_address(ring.one_seat_per_address);
    Ok(core.under(terms))
}

/// Makes the deals of a table verifiable, if the room deals so there.
fn verifiable(
    core: TableCore,
    own: Option<bool>,
    rounds: &StoredStream,
    services: &TableServices,
) -> Result<TableCore, OpenError> {
    let table = core.id();
    let core = Deals::at(services.deals.as_ref(), own, core, rounds);
    core.map_err(|error| OpenError::Fold { table, error })
}

fn rotation_of(ring: &RingTable) -> Option<RotationName> {
    let rotation = ring.rotation.as_ref()?;
    Some(RotationName { id: rotation.id.clone(), name: rotation.name.clone() })
}

/// Returns the terms of a private table with the table that they make.
pub(crate) fn private_terms(terms: &TableTerms, ring: &RingTable) -> PrivateTerms {
    PrivateTerms {
        terms: terms.clone(),
        setup: setup_of(ring),
        rotation: rotation_of(ring),
        top_up_to: ring.top_up_to,
        rules: RuleNumbers::of(&ring.citations),
    }
}

fn start(
    core: TableCore,
    ring: RingTable,
    setup: TableSetup,
    twins: Option<Twins>,
    services: &TableServices,
) -> OpenTable {
    let dealer = services.entropy.dealer();
    let services = services.clone();
    let (handle, task) = table::spawn_among(core, Some(setup), dealer, services, None, twins);
    OpenTable { handle, ring, task }
}

/// Returns the setup of a table with this configuration.
pub(crate) fn setup_of(ring: &RingTable) -> TableSetup {
    TableSetup {
        plays: Arc::clone(&ring.plays),
        switch: ring.switch,
        rulebook: Arc::clone(&ring.rulebook),
        ring: Arc::new(ring.terms.clone()),
        seats: ring.seats,
        hybrid: ring.hybrid,
        auto_show: !ring.players_show,
        players_left: None,
        occupancy: Occupancy::Ring,
    }
}

fn open_core(
    id: TableId,
    description: TableDescription,
    setup: Option<&TableSetup>,
    stream: &StoredStream,
    services: &TableServices,
) -> Result<TableCore, OpenError> {
    let unseal = services.vault.opens_decks_of(id);
    TableCore::open_with(id, description, setup, stream, Some(&unseal))
        .map(|core| core.sharing_setups(shared_setup))
        .map_err(|error| OpenError::Fold { table: id, error })
}

/// How many accounts one query reads.
const ACCOUNTS_AT_ONCE: usize = 1 << 16;

/// Sends the tables the names of their players. Few queries, beside each other, read all of them.
async fn introduce_players<'a>(
    cores: impl Iterator<Item = &'a mut TableCore>,
    services: &TableServices,
) -> Result<(), StoreError> {
    let cores: Vec<(&mut TableCore, Vec<AccountId>)> =
        cores.map(|core| (core.strangers(), core)).map(|(who, core)| (core, who)).collect();
    let all: Vec<AccountId> = cores.iter().flat_map(|(_, strangers)| strangers).copied().collect();
    let read = all.chunks(ACCOUNTS_AT_ONCE).map(|some| services.store.accounts(some));
    let stored = try_join_all(read).await?.into_iter().flatten();
    let known: HashMap<AccountId, StoredAccount> =
        stored.map(|account| (account.id, account)).collect();
    for (core, strangers) in cores {
        for stored in strangers.iter().filter_map(|account| known.get(account)) {
            core.introduce(Player::from(stored.clone()));
        }
    }
    Ok(())
}

/// Gives wallets back what they brought to a private table in an earlier version. The stacks there
/// are chips of the table's own.
async fn refund_wallets(
    id: TableId,
    transfers: &[Transfer],
    services: &TableServices,
) -> Result<(), OpenError> {
    let at_ms = services.clock.now().0;
    let refund = |(owner, amount): (AccountId, Chips)| Transfer {
        id: format!("table:{id}:0:0:{}:{owner}", night::purpose::REFUND),
        from: LedgerAccount::Bank,
        to: LedgerAccount::Wallet(owner),
        amount,
        at_ms,
    };
    let refunds: Vec<Transfer> = night::refunds(id, transfers).into_iter().map(refund).collect();
    if refunds.is_empty() {
        return Ok(());
    }
    let unit = Unit { transfers: refunds, ..Unit::default() };
    services.journal.commit(unit).await?;
    Ok(())
}

/// Pays out the players of a table that is not configured any more.
async fn pay_out(
    id: TableId,
    stream: &StoredStream,
    services: &TableServices,
) -> Result<(), OpenError> {
    let name = format!("closed {id}");
    let host = |(stored, _): FoundHostedTable| HostedBy { account: stored.host, name: "".into() };
    let hosted_by = services.store.hosted_table(id).await?.map(host);
    if hosted_by.is_some() {
        let transfers = services.store.table_transfers(id).await?;
        refund_wallets(id, &transfers, services).await?;
    }
    let description = TableDescription {
        name,
        bots_allowed: false,
        rotation: None,
        event: None,
        hosted_by,
        free_chat: false,
    };
    let mut core = match open_core(id, description, None, stream, services) {
        Ok(core) => core,
        Err(OpenError::Fold { table, error }) => {
            // Its chips stay in the ledger until it is configured again.
            tracing::error!(
                %table,
                %error,
                "could not read a table that is no longer configured; its chips stay on it until \
                 it is configured again"
            );
            return Ok(());
        }
        Err(other) => return Err(other),
    };
    introduce_players(std::iter::once(&mut core), services).await?;
    let players = core.table().players().count();
    let (handle, task) =
        table::spawn(core, None, services.entropy.dealer(), services.clone(), None);
    drop(handle);
    // The actor recovers, pays all players out, and ends because nothing can reach it.
    if task.await.is_err() {
        tracing::error!(
            table = id.0,
            "could not pay out a table that is no longer configured; the next start tries again"
        );
    } else if players > 0 {
        tracing::info!(
            table = id.0,
            players,
            "paid out the players of a table that is no longer configured"
        );
    }
    Ok(())
}
