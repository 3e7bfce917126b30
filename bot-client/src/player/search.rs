//! The search for a table to play at.

use cardroom_protocol::lobby::TableInfo;
use cardroom_protocol::{ErrorCode, TableId};
use std::cmp::Reverse;

/// The tables that were passed over, and the best one of a list that is arriving.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// The number of tables in the list that were passed over so far.
    refused: usize,
    /// How many tables in a row the room did not know.
    unknown: usize,
    best: Option<Candidate>,
}

/// The best table of a list so far. It is the fullest one with a free seat, because a hand needs
/// players. For a player that joins waiting lists, it is otherwise the one with the shortest list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Candidate {
    seated: Option<u8>,
    line: Reverse<u16>,
    table: Reverse<TableId>,
}

impl Candidate {
    fn of(info: &TableInfo) -> Self {
        let seated = (info.seated < info.seats).then_some(info.seated);
        Self { seated, line: Reverse(info.waiting), table: Reverse(info.table) }
    }
}

impl Search {
    pub(super) fn begin_list(&mut self) {
        self.best = None;
    }

    /// Compares the tables of a part of the list.
    pub(super) fn compare<'a>(&mut self, tables: impl Iterator<Item = &'a TableInfo>) {
        self.best = self.best.max(tables.map(Candidate::of).max());
    }

    pub(super) fn take_best(&mut self) -> Option<TableId> {
        self.best.take().map(|best| best.table.0)
    }

    /// Returns which of the configured tables to try. Each bot starts with another one.
    pub(super) fn next_of(&self, tables: &[TableId], bot: usize) -> Option<TableId> {
        tables.get((bot + self.refused) % tables.len().max(1)).copied()
    }

    /// Passes over a table, because the room refused the seat or the view.
    pub(super) fn pass_over(&mut self, code: ErrorCode) {
        self.refused += 1;
        self.unknown = if code == ErrorCode::UnknownTable { self.unknown + 1 } else { 0 };
    }

    /// Returns `true` if all tables have been passed over since the last pause.
    pub(super) fn is_round_over(&self, tables: usize) -> bool {
        self.refused.is_multiple_of(tables.max(1))
    }

    /// Returns `true` if the room knows none of the tables. Each is tried twice, because a room
    /// that is closing no longer knows them.
    pub(super) fn knows_none(&self, tables: usize) -> bool {
        self.unknown >= 2 * tables
    }

    /// Handles a view of a table, which the room therefore knows.
    pub(super) fn found(&mut self) {
        self.unknown = 0;
    }

    pub(super) fn seated(&mut self) {
        self.refused = 0;
    }

    /// Handles a lost connection. The next room may know other tables.
    pub(super) fn disconnected(&mut self) {
        self.unknown = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_configured_tables_are_tried_in_turn_and_twice_if_unknown() {
        let tables = [TableId(5), TableId(6)];
        let mut search = Search::default();
        assert_eq!(search.next_of(&[], 1), None);
        assert_eq!(search.next_of(&tables, 1), Some(TableId(6)));
        search.pass_over(ErrorCode::TableFull);
        assert_eq!(search.next_of(&tables, 1), Some(TableId(5)));
        assert!(!search.is_round_over(2));
        search.pass_over(ErrorCode::UnknownTable);
        assert!(search.is_round_over(2) && !search.knows_none(2));
        (0..3).for_each(|_| search.pass_over(ErrorCode::UnknownTable));
        assert!(search.knows_none(2));
        search.found();
        assert!(!search.knows_none(2));
    }
}
