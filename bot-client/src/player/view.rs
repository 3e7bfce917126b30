//! The table that a player watches or plays at.

use crate::model::Table;
use cardroom_protocol::TableId;

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
}
