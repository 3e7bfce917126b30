//! The contents of a database as far as they can be read, to compare two of them.

use super::super::redo::Lost;
use super::super::sqlite::read_what_is_there;
use super::super::{StreamId, Transfer};
use crate::ids::TableId;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The readable part of a database and of the frames behind it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contents {
    pub(crate) transfers: BTreeMap<String, Transfer>,
    /// How far each stream has come.
    pub(crate) steps: BTreeMap<StreamId, u64>,
    pub(crate) hands: BTreeSet<(TableId, u64)>,
    /// How many rows every other table has.
    pub(crate) rows: BTreeMap<&'static str, u64>,
}

/// The loss that a repair means.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dropped {
    pub transfers: Vec<DroppedTransfer>,
    /// Steps at tables and in tournaments.
    pub steps: u64,
    /// Completed hands, by table and number.
    pub hands: Vec<(TableId, u64)>,
    /// Other rows, by table of the database.
    pub rows: Vec<(&'static str, u64)>,
    /// Commits that cannot be read.
    pub unreadable: u64,
    /// Whether these may hold transfers.
    pub may_hold_transfers: bool,
}

/// A transfer that is lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DroppedTransfer {
    pub id: String,
    pub from: String,
    pub to: String,
    pub chips: u64,
}

impl Dropped {
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        let Self { transfers, steps, hands, rows, unreadable, may_hold_transfers: _ } = self;
        transfers.is_empty()
            && *steps == 0
            && hands.is_empty()
            && rows.is_empty()
            && *unreadable == 0
    }

    /// Returns how many chips the transfers move.
    #[must_use]
    pub fn chips(&self) -> u64 {
        self.transfers.iter().map(|transfer| transfer.chips).fold(0, u64::saturating_add)
    }
}

impl Contents {
    /// Reads as much of a database as can be read.
    pub(super) async fn of(database: &Path) -> Self {
        read_what_is_there(database).await
    }

    /// Adds what frames hold.
    pub(super) fn add(&mut self, lost: &Lost) {
        for (stream, seq) in &lost.steps {
            self.reach(*stream, *seq);
        }
        self.hands.extend(&lost.hands);
    }

    pub(crate) fn reach(&mut self, stream: StreamId, seq: u64) {
        let reached = self.steps.entry(stream).or_default();
        *reached = seq.max(*reached);
    }

    /// Returns everything that either has.
    pub(super) fn and(mut self, other: &Self) -> Self {
        self.transfers.extend(other.transfers.clone());
        self.hands.extend(&other.hands);
        other.steps.iter().for_each(|(stream, seq)| self.reach(*stream, *seq));
        for (table, rows) in &other.rows {
            let most = self.rows.entry(table).or_default();
            *most = (*most).max(*rows);
        }
        self
    }

    /// Returns what this has and the other has not.
    pub(super) fn without(&self, other: &Self) -> Dropped {
        let transfers = self.transfers.iter().filter(|(id, _)| !other.transfers.contains_key(*id));
        let transfers = transfers.map(|(id, transfer)| DroppedTransfer {
            id: id.clone(),
            from: transfer.from.to_string(),
            to: transfer.to.to_string(),
            chips: transfer.amount.0,
        });
        let steps = self.steps.iter().map(|(stream, seq)| {
            seq.saturating_sub(other.steps.get(stream).copied().unwrap_or_default())
        });
        let rows = self.rows.iter().filter_map(|(table, rows)| {
            let gone = rows.saturating_sub(other.rows.get(table).copied().unwrap_or_default());
            (gone > 0).then_some((*table, gone))
        });
        Dropped {
            transfers: transfers.collect(),
            steps: steps.sum(),
            hands: self.hands.difference(&other.hands).copied().collect(),
            rows: rows.collect(),
            unreadable: 0,
            may_hold_transfers: false,
        }
    }
}
