//! Which players are away, and for how long. An absence counts from the first missed hand, without
//! breaks, pauses and halts of the player's table (GAPS G-15). The director decides its
//! consequences.

use cardroom_rules::{Appended, EntryNo, Millis};
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
    /// Players at halted tables, and how long each was absent when the table was halted. Stored
    /// apart from the other fields, because it was added later.
    #[serde(skip)]
    pub(crate) halted: Appended<BTreeMap<EntryNo, Millis>>,
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
        self.halted.remove(&entry);
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

    /// Stops an absence at this time, because the table of the player is halted.
    pub fn halt(&mut self, entry: EntryNo, now: Millis) {
        if let Some(lasted) = self.lasted(entry, now) {
            self.halted.insert(entry, lasted);
        }
    }

    /// Lets an absence go on at this time, because the table of the player plays on.
    pub fn go_on(&mut self, entry: EntryNo, now: Millis) {
        let Some(lasted) = self.halted.remove(&entry) else { return };
        let Some(at) = self.since.get_mut(&entry) else { return };
        let before = (*at, entry);
        *at = now.since(lasted).since(self.stood_still);
        for list in [&mut self.by_time, &mut self.unwarned] {
            if list.remove(&before) {
                list.insert((*at, entry));
            }
        }
    }

    /// Returns how long a player has been absent, without breaks, pauses and halts.
    #[must_use]
    pub fn lasted(&self, entry: EntryNo, now: Millis) -> Option<Millis> {
        let halted = self.halted.get(&entry).copied();
        halted.or_else(|| self.since(entry).map(|since| now.since(since)))
    }

    /// Returns the start of an absence, shifted later by the breaks and pauses since, and by the
    /// halts that are over.
    #[must_use]
    pub fn since(&self, entry: EntryNo) -> Option<Millis> {
        self.since.get(&entry).map(|at| *at + self.stood_still)
    }

    /// Returns the longest absent player without a consequence yet, and the start of the absence.
    /// Leaves out players at halted tables.
    #[must_use]
    pub fn longest(&self) -> Option<(EntryNo, Millis)> {
        self.first_of(&self.by_time)
    }

    /// Returns the longest absent player without a warning yet, and the start of the absence.
    /// Leaves out players at halted tables.
    #[must_use]
    pub fn longest_unwarned(&self) -> Option<(EntryNo, Millis)> {
        self.first_of(&self.unwarned)
    }

    fn first_of(&self, list: &BTreeSet<(Millis, EntryNo)>) -> Option<(EntryNo, Millis)> {
        let first = list.iter().find(|(_, entry)| !self.halted.contains_key(entry));
        first.map(|(at, entry)| (*entry, *at + self.stood_still))
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
    fn halts_do_not_count() {
        let mut away = Absences::default();
        for entry in [1, 2] {
            away.begin(EntryNo(entry), Millis(1_000));
        }
        away.halt(EntryNo(1), Millis(5_000));
        away.halt(EntryNo(3), Millis(5_000));
        assert_eq!(away.longest(), Some((EntryNo(2), Millis(1_000))));
        // A break during the halt is left out only once.
        away.stand_still(Millis(60_000));
        let lasted = |away: &Absences, now| away.lasted(EntryNo(1), Millis(now));
        assert_eq!(lasted(&away, 90_000), Some(Millis(4_000)));
        away.go_on(EntryNo(1), Millis(100_000));
        away.go_on(EntryNo(1), Millis(200_000));
        assert_eq!(lasted(&away, 110_000), Some(Millis(14_000)));
        assert_eq!(away.since(EntryNo(1)), Some(Millis(96_000)));
        away.seen_to(EntryNo(2));
        assert_eq!(away.longest(), Some((EntryNo(1), Millis(96_000))));
        away.warned(EntryNo(2));
        assert_eq!(away.longest_unwarned(), Some((EntryNo(1), Millis(96_000))));
        away.halt(EntryNo(1), Millis(110_000));
        assert_eq!((away.longest(), away.longest_unwarned()), (None, None));
        away.end(EntryNo(1));
        assert_eq!((away.count(), lasted(&away, 120_000)), (1, None));
    }

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
