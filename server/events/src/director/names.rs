//! The people and tables of a tournament, which its director knows by numbers only.

use cardroom_record::Player;
use cardroom_record::ids::TableId;
use cardroom_rules::{EntryNo, PlayerId, TableNo};
use cardroom_tournament::{Director, Ruling};
use std::collections::BTreeMap;

/// The people that were introduced, and the ids of tables.
#[derive(Debug, Default)]
pub(super) struct Names {
    people: BTreeMap<PlayerId, Player>,
    tables: BTreeMap<TableNo, TableId>,
}

impl Names {
    /// Sets the name and look of a player.
    pub(super) fn introduce(&mut self, player: Player) {
        self.people.insert(PlayerId(player.account.0), player);
    }

    pub(super) fn player(&self, player: PlayerId) -> Option<&Player> {
        self.people.get(&player)
    }

    pub(super) fn name_table(&mut self, table: TableNo, id: TableId) {
        self.tables.insert(table, id);
    }

    pub(super) fn table_id(&self, table: TableNo) -> Option<TableId> {
        self.tables.get(&table).copied()
    }

    /// Returns the number of the table with this id.
    pub(super) fn table_no(&self, id: u64) -> Option<TableNo> {
        let found = self.tables.iter().find(|(_, known)| known.0 == id);
        found.map(|(table, _)| *table)
    }

    /// Returns the name of an entry's player.
    pub(super) fn of_entry(&self, director: &Director, entry: EntryNo) -> String {
        let player = director.entry(entry).and_then(|entry| self.player(entry.player));
        player.map_or_else(|| "somebody".to_owned(), |player| player.name.to_string())
    }

    /// Returns the name of the operator who made a ruling, if they were introduced.
    pub(super) fn operator(&self, ruling: &Ruling) -> Option<String> {
        let operator = self.player(ruling.operator.account);
        operator.map(|operator| operator.name.to_string())
    }
}
