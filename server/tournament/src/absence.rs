//! Which players are away, and for how long. An absence counts from the first missed hand, without
//! breaks and pauses (GAPS G-15). The director decides its consequences.

use cardroom_rules::{EntryNo, Millis};
use serde::{Deserialize, Serialize};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Absences {
    since: BTreeMap<EntryNo, Millis>,
    /// Players whose absence has had no consequence yet, the longest absent first.
    by_time: BTreeSet<(Millis, EntryNo)>,
    /// Players who have not been warned yet.
    unwarned: BTreeSet<(Millis, EntryNo)>,
    /// Total length of the breaks and pauses so far. All times above are stored without it, so a
    /// pause does not have to rewrite them.
    stood_still: Millis,
}

impl Absences {
    /// Starts an absence with the first missed hand, dealt at `at`. Does nothing if the
    /// player is already absent.
    pub fn begin(&mut self, entry: EntryNo, at: Millis) {
        let at = at.since(self.stood_still);
        if let Entry::Vacant(vacant) = self.since.entry(entry) {
            vacant.insert(at);
            self.by_time.insert((at, entry));
            self.unwarned.insert((at, entry));
        }
    }

    /// Ends an absence: the player is back, or out.
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

    /// Records that the consequence of a long absence has been applied.
    pub fn seen_to(&mut self, entry: EntryNo) {
        if let Some(at) = self.since.get(&entry) {
            self.by_time.remove(&(*at, entry));
        }
    }

    /// Excludes a break or pause of this length from all absences.
    pub fn stand_still(&mut self, by: Millis) {
        self.stood_still = self.stood_still + by;
    }

    /// Counts this much of an excluded break after all, because the break ends earlier.
    pub fn count_again(&mut self, by: Millis) {
        self.stood_still = self.stood_still.since(by);
    }

    /// Returns the start of an absence, shifted later by the breaks and pauses since.
    #[must_use]
    pub fn since(&self, entry: EntryNo) -> Option<Millis> {
        self.since.get(&entry).map(|at| *at + self.stood_still)
    }

    /// Returns the longest absent player without a consequence yet, and the start of the absence.
    #[must_use]
    pub fn longest(&self) -> Option<(EntryNo, Millis)> {
        self.by_time.first().map(|(at, entry)| (*entry, *at + self.stood_still))
    }

    /// Returns the longest absent player without a warning yet, and the start of the absence.
    #[must_use]
    pub fn longest_unwarned(&self) -> Option<(EntryNo, Millis)> {
        self.unwarned.first().map(|(at, entry)| (*entry, *at + self.stood_still))
    }

    /// Returns the number of absent players.
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
        away.count_again(Millis(10_000));
        assert_eq!(away.since(EntryNo(1)), Some(Millis(51_000)));
        away.stand_still(Millis(10_000));
        away.seen_to(EntryNo(1));
        assert_eq!(away.longest(), Some((EntryNo(2), Millis(70_000))));
        away.end(EntryNo(2));
        assert_eq!((away.longest(), away.count()), (None, 1));
    }
}
