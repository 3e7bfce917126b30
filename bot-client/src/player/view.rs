//! The table that a player watches or plays at.

use super::outbox::{Outbox, Request};
use crate::model::Table;
use cardroom_protocol::client::{Leave, Observe};
use cardroom_protocol::{Chips, TableId};

/// The table in view, if there is one.
#[derive(Debug, Default)]
pub(super) struct View {
    table: Option<Table>,
    /// False between a gap in the steps and the full view that follows. Steps are ignored then.
    in_sync: bool,
}

impl View {
    /// Replaces the table by a full view.
    pub(super) fn show(&mut self, table: Table) {
        self.table = Some(table);
        self.in_sync = true;
    }

    pub(super) fn lose_sync(&mut self) {
        self.in_sync = false;
    }

    /// Drops the table and returns it.
    pub(super) fn take(&mut self) -> Option<Table> {
        self.in_sync = false;
        self.table.take()
    }

    pub(super) fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// Returns the table if its steps are applied.
    pub(super) fn synced(&self) -> Option<&Table> {
        self.table.as_ref().filter(|_| self.in_sync)
    }

    /// Returns the table to apply a step to it, unless a full view must come first.
    pub(super) fn synced_mut(&mut self) -> Option<&mut Table> {
        self.table.as_mut().filter(|_| self.in_sync)
    }

    /// Returns the table in view if it is this one.
    pub(super) fn at_mut(&mut self, id: TableId) -> Option<&mut Table> {
        self.table.as_mut().filter(|table| table.info.table == id)
    }

    pub(super) fn id(&self) -> Option<TableId> {
        self.table.as_ref().map(|table| table.info.table)
    }

    pub(super) fn is_at(&self, id: TableId) -> bool {
        self.id() == Some(id)
    }
    /// Requests a full view of the table.
    pub(super) fn ask_again(&self, outbox: &mut Outbox) {
        if let Some(table) = self.id() {
            outbox.ask(Request::Observe(table), |request| Observe { request, table });
        }
    }

    /// Handles a refused top-up. A player without chips leaves the table, and starts again.
    pub(super) fn top_up_refused(&self, outbox: &mut Outbox) {
        let Some(table) = self.table() else { return };
        if table.hero().is_some_and(|hero| hero.stack == Chips(0)) {
            let table = table.info.table;
            outbox.ask(Request::Other, |request| Leave { request, table });
        }
    }
}
