//! The tables of a tournament: opening and naming them, sending them instructions, and restoring
//! them after a restart.
//!
//! The actor never waits for a table's inbox. An instruction that finds it full stays outstanding
//! and is sent again.

use super::{Actor, OpenError};
use crate::deals::Deals;
use crate::host::STORE_RETRY;
use crate::ids::AccountId;
use crate::inbox::{Player, SendError, TableHandle, TableInput};
use crate::store::{StoredStream, StreamId, shared_setup};
use crate::table::{self, EventTable, EventTerms, TableCore, TableDescription};
use cardroom_engine::TableSetup;
use cardroom_events::{CoreInput, table_name};
use cardroom_rules::{PlayerId, TableNo};
use cardroom_tournament::{Order, OrderNo, Ordered, Outcome, Report};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// How long to wait before instructions that found a full inbox are sent again.
const ORDER_RETRY: Duration = Duration::from_millis(200);

impl Actor {
    /// Restores the players' names after a restart, and the tables that were open,
    /// each with its stream.
    pub(super) async fn bring_back(
        &mut self,
        streams: &mut BTreeMap<StreamId, StoredStream>,
    ) -> Result<(), OpenError> {
        let bags = self.core.first_days().map_or(&[][..], |days| &days.bags);
        let carried: Vec<AccountId> = bags.iter().map(|(player, _)| AccountId(player.0)).collect();
        let strangers: Vec<AccountId> = self.core.strangers().into_iter().chain(carried).collect();
        for stored in self.services.tables.store.accounts(&strangers).await? {
            self.core.introduce(Player::from(stored));
        }
        // The name of the tournament's owner may have been unknown until now.
        self.info.send_replace(Arc::new(self.core.info()));
        self.name_tables().await;
        let seats_built = |number| self.core.director().seats_built(number);
        let tables: Vec<(TableNo, u8)> = self
            .core
            .director()
            .tables()
            .map(|(number, _)| (number, seats_built(number)))
            .collect();
        for (number, seats) in tables {
            let id = self.core.table_id(number);
            let rounds = id.and_then(|id| streams.remove(&StreamId::Deal(id))).unwrap_or_default();
            match id.and_then(|id| streams.remove(&StreamId::Table(id))) {
                Some(stream) => self.open_table(number, seats, (&stream, &rounds)).await,
                None if self.is_to_close(number) => self.ended.push(number),
                None => self.open_new_table(number, seats).await,
            }
        }
        Ok(())
    }

    /// Updates the host's name in the lobby and at the tables.
    pub(super) async fn introduce_host(&mut self, player: &Player) {
        self.info.send_replace(Arc::new(self.core.info()));
        let tables: Vec<TableNo> = self.core.director().tables().map(|(table, _)| table).collect();
        for handle in tables.into_iter().filter_map(|table| self.table_handle(table)) {
            // If the table has ended, there is nothing to update.
            let _ = handle.try_send(TableInput::Introduce { player: player.clone() });
        }
    }

    /// Assigns permanent ids to new tables.
    pub(super) async fn name_tables(&mut self) {
        let nameless = self.core.nameless_tables();
        if nameless.is_empty() {
            return;
        }
        let names: Vec<String> = nameless.iter().map(|table| self.table_name(*table)).collect();
        loop {
            match self.services.tables.store.table_ids(&names).await {
                Ok(ids) => {
                    for (table, id) in nameless.into_iter().zip(ids) {
                        self.core.name_table(table, id);
                    }
                    return;
                }
                Err(error) => {
                    tracing::error!(
                        tournament = self.id.0,
                        %error,
                        "could not reserve ids for tables; trying again"
                    );
                    tokio::time::sleep(STORE_RETRY).await;
                }
            }
        }
    }

    pub(super) fn table_name(&self, table: TableNo) -> String {
        table_name(self.id, table)
    }

    pub(super) fn table_handle(&self, table: TableNo) -> Option<TableHandle> {
        self.services.tables.registry.table(self.core.table_id(table)?)
    }

    async fn open_new_table(&mut self, number: TableNo, seats: u8) {
        let nothing = StoredStream::default();
        self.open_table(number, seats, (&nothing, &nothing)).await;
    }

    /// Opens a table with its streams, of which the second has the rounds of its verifiable deals.
    async fn open_table(
        &mut self,
        number: TableNo,
        seats: u8,
        (stream, rounds): (&StoredStream, &StoredStream),
    ) {
        let Some(id) = self.core.table_id(number) else { return };
        if self.services.tables.registry.table(id).is_some() {
            return;
        }
        let description = TableDescription {
            name: format!("{} · table {}", self.core.name(), number.0),
            bots_allowed: true,
            rotation: self.rotation.clone(),
            event: Some(EventTable {
                tournament: self.id,
                number,
                levels: Arc::clone(&self.levels),
                terms: EventTerms::new(
                    self.core.name(),
                    Arc::clone(self.core.director().structure()),
                )
                .counting_for(self.core.league()),
            }),
            hosted_by: self.core.hosted_by(),
            free_chat: false,
        };
        let setup = self.table_setup(seats);
        let unseal = self.services.tables.vault.opens_decks_of(id);
        let core = TableCore::open_with(id, description, Some(&setup), stream, Some(&unseal));
        let core = core.map(|core| core.sharing_setups(shared_setup));
        let (own, deals) = (self.core.verifiable(), self.services.tables.deals.as_ref());
        match core.and_then(|core| Deals::at(deals, own, core, rounds)) {
            Ok(mut core) => {
                for account in core.strangers() {
                    if let Some(player) = self.core.player(PlayerId(account.0)) {
                        core.introduce(player.clone());
                    }
                }
                let setup = core.table().setup().clone();
                let services = self.services.tables.clone();
                let reports = Some(self.reports_in.clone());
                let dealer = self.services.tables.entropy.dealer();
                let (handle, _) = table::spawn(core, Some(setup), dealer, services, reports);
                self.services.tables.registry.open_table(handle);
            }
            Err(error) => {
                tracing::error!(
                    tournament = self.id.0,
                    table = number.0,
                    %error,
                    "could not open a table of the tournament"
                );
            }
        }
    }

    pub(super) fn table_setup(&self, seats: u8) -> TableSetup {
        let setup = self.core.director().setup();
        let (plays, switch) =
            self.levels.first().cloned().expect("a structure begins with a level");
        let pace = setup.structure.pace;
        TableSetup::of_event(plays, switch, Arc::clone(&setup.rulebook), pace, seats)
    }

    /// Returns `true` if a table was instructed to close, with no instruction to open outstanding.
    /// If such a table has nothing in the store, it has already closed.
    pub(super) fn is_to_close(&self, table: TableNo) -> bool {
        let is_outstanding = |is: fn(&Order) -> bool| {
            let mut orders = self.core.director().outstanding();
            orders.any(|ordered| ordered.table == table && is(&ordered.order))
        };
        is_outstanding(|order| matches!(order, Order::Close))
            && !is_outstanding(|order| matches!(order, Order::Open { .. }))
    }

    /// Resumes unfinished work: sends instructions again that may not have been carried out, and
    /// requests the tables' reports again.
    pub(super) fn take_up(&mut self) {
        let director = self.core.director();
        self.doubtful = director.outstanding().map(|ordered| ordered.number).collect();
        self.unasked = director.tables().map(|(table, _)| table).collect();
        self.retry_at = Some(Instant::now());
    }

    /// Sends instructions again that found a full inbox or may not have arrived.
    pub(super) async fn send_again(&mut self) {
        self.retry_at = None;
        for ordered in std::mem::take(&mut self.unsent) {
            self.send_order(ordered);
        }
        let doubtful = std::mem::take(&mut self.doubtful);
        let outstanding = self.core.director().outstanding();
        let outstanding = outstanding.filter(|ordered| doubtful.contains(&ordered.number));
        let outstanding: Vec<Ordered> = outstanding.cloned().collect();
        for ordered in outstanding {
            if self.table_handle(ordered.table).is_none() && self.is_to_close(ordered.table) {
                self.ended.push(ordered.table);
                continue;
            }
            // An instruction to deal always leads to a hand if it arrives. Any other may reach a
            // table that is just closing.
            if !matches!(ordered.order, Order::Deal(_)) {
                self.doubtful.insert(ordered.number);
                self.retry_soon();
            }
            self.open_ordered(&ordered).await;
            self.send_order(ordered);
        }
        for table in std::mem::take(&mut self.unasked) {
            let Some(handle) = self.table_handle(table) else { continue };
            if handle.try_send(TableInput::ReportAgain) == Err(SendError::Busy) {
                self.unasked.push(table);
                self.retry_soon();
            }
        }
        self.close_ended().await;
    }

    pub(super) fn retry_soon(&mut self) {
        self.retry_at.get_or_insert_with(|| Instant::now() + ORDER_RETRY);
    }

    /// Opens a table before the instruction to open reaches it.
    pub(super) async fn open_ordered(&mut self, ordered: &Ordered) {
        if let Order::Open { seats, .. } = ordered.order {
            self.open_new_table(ordered.table, seats).await;
        }
    }

    pub(super) fn send_order(&mut self, ordered: Ordered) {
        let players = ordered.order.seats();
        let people = players.iter().filter_map(|player| self.core.player(*player)).cloned();
        let people: Vec<Player> = people.collect();
        let Some(handle) = self.table_handle(ordered.table) else { return };
        let levels = Arc::clone(&self.levels);
        let input = TableInput::Order { ordered: ordered.clone(), people, levels };
        // A later instruction must not overtake a waiting one. Otherwise the table would count the
        // waiting one as carried out, too.
        let waits = self.unsent.iter().any(|unsent| unsent.table == ordered.table);
        if waits || handle.try_send(input) == Err(SendError::Busy) {
            self.unsent.push(ordered);
            self.retry_soon();
        }
    }

    /// Completes the instructions of tables that closed before the tournament got their report.
    /// Nothing else is left of them.
    pub(super) async fn close_ended(&mut self) {
        for table in std::mem::take(&mut self.ended) {
            let orders = self.core.director().outstanding();
            let orders = orders.filter(|ordered| ordered.table == table);
            let orders: Vec<OrderNo> = orders.map(|ordered| ordered.number).collect();
            for order in orders {
                let report = Report::Done { table, order, outcome: Outcome::Done };
                let now = self.services.tables.clock.now();
                self.on(now, CoreInput::Report(report), None).await;
            }
        }
    }
}
