//! The entries of a tournament, their chips, and the payments for them.

use crate::entries::Purchases;
use crate::entry::Entry;
use cardroom_rules::{Cents, Chips, EntryNo, PlayerId};
use std::collections::{BTreeMap, BTreeSet};

/// All entries of a tournament.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Entries {
    /// Indexed by entry number, from 1.
    pub(crate) list: Vec<Entry>,
    /// The last entry of each player.
    pub(crate) last_of: BTreeMap<PlayerId, EntryNo>,
    /// Number of entries, without withdrawn ones.
    pub(crate) count: u32,
    /// Number of entries still in, and the total of their chips.
    pub(crate) left: u32,
    pub(crate) chips: Chips,
    /// Entries without a seat, in order of entry.
    pub(crate) waiting: BTreeSet<EntryNo>,
    pub(crate) closed: bool,
    pub(crate) checked_in: BTreeSet<EntryNo>,
    pub(crate) purchases: Purchases,
    /// Value of the ticket of each entry paid with one.
    pub(crate) tickets_used: BTreeMap<EntryNo, Cents>,
}
