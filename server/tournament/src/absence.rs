//! Who is away, and for how long: counted from the first hand missed, breaks and pauses not counted
//! (GAPS G-15). What follows from it is the director's.

use cardroom_rules::{EntryNo, Millis};
use serde::{Deserialize, Serialize};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Absences {
    since: BTreeMap<EntryNo, Millis>,
    /// Those for whom nothing has followed yet, the longest absent first.
    by_time: BTreeSet<(Millis, EntryNo)>,
    /// Those who were not warned yet.
    unwarned: BTreeSet<(Millis, EntryNo)>,
    /// Everything is later by so much than it is written down: breaks and pauses so far. So none of
    /// it has to be written down again.
    stood_still: Millis,
}

impl Absences {
    /// Somebody has missed a first hand, which was dealt at this time.
    pub fn begin(&mut self, entry: EntryNo, at: Millis) {
        let at = at.since(self.stood_still);
        if let Entry::Vacant(vacant) = self.since.entry(entry) {
            vacant.insert(at);
            self.by_time.insert((at, entry));
            self.unwarned.insert((at, entry));
        }
    }

    /// Somebody is back, or out.
    pub fn end(&mut self, entry: EntryNo) {
        if let Some(at) = self.since.remove(&entry) {
            self.by_time.remove(&(at, entry));
            self.unwarned.remove(&(at, entry));
        }
    }

    pub fn warned(&mut self, entry: EntryNo) {
        if let Some(at) = self.since.get(&entry) {
            self.unwarned.remove(&(*at, entry));
        }
    }

    /// What follows from a long absence has followed.
    pub fn seen_to(&mut self, entry: EntryNo) {
        if let Some(at) = self.since.get(&entry) {
            self.by_time.remove(&(*at, entry));
        }
    }

    /// Time stood still for so long.
    pub fn stand_still(&mut self, by: Millis) {
        self.stood_still = self.stood_still + by;
    }

    /// Since when somebody is away, later by what did not count.
    #[must_use]
    pub fn since(&self, entry: EntryNo) -> Option<Millis> {
        self.since.get(&entry).map(|at| *at + self.stood_still)
    }

    /// Who is away for longest of those for whom nothing has followed yet, and since when.
    #[must_use]
    pub fn longest(&self) -> Option<(EntryNo, Millis)> {
        self.by_time.first().map(|(at, entry)| (*entry, *at + self.stood_still))
    }

    /// Who is away for longest of those who were not warned yet, and since when.
    #[must_use]
    pub fn longest_unwarned(&self) -> Option<(EntryNo, Millis)> {
        self.unwarned.first().map(|(at, entry)| (*entry, *at + self.stood_still))
    }

    /// How many are away.
    #[must_use]
    pub fn count(&self) -> usize {
        self.since.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_do_not_count() {
        let mut away = Absences::default();
        away.begin(EntryNo(1), Millis(1_000));
        away.begin(EntryNo(1), Millis(2_000));
        assert_eq!(away.longest(), Some((EntryNo(1), Millis(1_000))), "from the first hand missed");
        away.stand_still(Millis(60_000));
        away.begin(EntryNo(2), Millis(70_000));
        assert_eq!(away.since(EntryNo(1)), Some(Millis(61_000)));
        assert_eq!(away.since(EntryNo(2)), Some(Millis(70_000)));
        away.seen_to(EntryNo(1));
        assert_eq!(away.longest(), Some((EntryNo(2), Millis(70_000))));
        away.end(EntryNo(2));
        assert_eq!((away.longest(), away.count()), (None, 1));
    }
}
