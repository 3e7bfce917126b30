//! The entries of a tournament, their chips, and the payments for them.

use crate::entries::Purchases;
use crate::entry::{Entry, Whereabouts};
use crate::input::Purchase;
use crate::refusal::Refusal;
use crate::seq::Seq;
use cardroom_rules::{Appended, Cents, Chips, EntryNo, Millis, PlayerId, TableNo};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A stack as a table last reported it, after a hand or a correction of that hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Reported {
    table: TableNo,
    stack: Chips,
}

/// All entries of a tournament.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Entries {
    /// Indexed by entry number, from 1.
    pub(super) list: Vec<Entry>,
    /// The last entry of each player.
    pub(super) last_of: BTreeMap<PlayerId, EntryNo>,
    /// Number of entries, without withdrawn ones.
    pub(super) count: u32,
    /// Number of entries still in, and the total of their chips.
    pub(super) left: u32,
    pub(super) chips: Chips,
    /// Entries without a seat, in order of entry.
    pub(super) waiting: BTreeSet<EntryNo>,
    pub(super) closed: bool,
    pub(super) checked_in: BTreeSet<EntryNo>,
    pub(super) purchases: Purchases,
    /// Value of the ticket of each entry paid with one.
    pub(super) tickets_used: BTreeMap<EntryNo, Cents>,
    /// The last report about each entry that is still in.
    pub(super) reported: Appended<BTreeMap<EntryNo, Reported>>,
}

impl Entries {
    pub(crate) fn get(&self, entry: EntryNo) -> Option<&Entry> {
        let index = usize::try_from(entry.0).ok()?.checked_sub(1)?;
        self.list.get(index)
    }

    /// Returns all entries, by number.
    pub(crate) fn all(&self) -> impl Iterator<Item = (EntryNo, &Entry)> {
        (1..).map(EntryNo).zip(&self.list)
    }

    /// Returns the entries that are still in the tournament.
    pub(crate) fn all_in(&self) -> impl Iterator<Item = (EntryNo, &Entry)> {
        self.all().filter(|(_, entry)| entry.whereabouts.is_in())
    }

    /// Returns the stacks of all players who are in.
    pub(crate) fn stacks(&self) -> impl Iterator<Item = (EntryNo, Chips)> {
        self.all_in().map(|(number, entry)| (number, entry.stack))
    }

    /// Returns the last entry of a player.
    pub(crate) fn of(&self, player: PlayerId) -> Option<EntryNo> {
        self.last_of.get(&player).copied()
    }

    /// Returns the current entry of a player who is still in the tournament.
    pub(crate) fn of_player_in(&self, player: PlayerId) -> Result<EntryNo, Refusal> {
        let entry = self.of(player).ok_or(Refusal::NotEntered)?;
        self.must_be_in(entry)?;
        Ok(entry)
    }

    /// Returns the entry of a player who is registered for the start.
    pub(crate) fn registered(&self, player: PlayerId) -> Option<EntryNo> {
        let entry = self.of(player)?;
        (self.whereabouts(entry) == Some(Whereabouts::Registered)).then_some(entry)
    }

    /// Returns the table of an entry that has a seat.
    pub(crate) fn table_of(&self, entry: EntryNo) -> Option<TableNo> {
        match self.whereabouts(entry) {
            Some(Whereabouts::Seated { table, .. }) => Some(table),
            _ => None,
        }
    }

    pub(crate) fn must_be_in(&self, entry: EntryNo) -> Result<(), Refusal> {
        let known = self.get(entry).filter(|known| known.whereabouts.is_in());
        known.map(|_| ()).ok_or(Refusal::NotIn(entry))
    }

    /// Returns the player of an entry.
    pub(crate) fn player(&self, entry: EntryNo) -> PlayerId {
        self.get(entry).expect("an entry of this tournament").player
    }

    /// Returns the stack of an entry, or 0 if there is no such entry.
    pub(crate) fn stack(&self, entry: EntryNo) -> Chips {
        self.get(entry).map_or(Chips::ZERO, |entry| entry.stack)
    }

    /// Returns the stack that a table last reported, if that was the last table of the entry to
    /// report. A stack may have changed since for other reasons.
    pub(crate) fn reported_stack(&self, entry: EntryNo, table: TableNo) -> Option<Chips> {
        let reported = self.reported.get(&entry).filter(|reported| reported.table == table);
        reported.map(|reported| reported.stack)
    }

    pub(crate) fn whereabouts(&self, entry: EntryNo) -> Option<Whereabouts> {
        self.get(entry).map(|known| known.whereabouts)
    }

    pub(crate) fn is_seated(&self, entry: EntryNo) -> bool {
        matches!(self.whereabouts(entry), Some(Whereabouts::Seated { .. }))
    }

    /// Returns the number of entries, without withdrawn ones.
    pub(crate) fn count(&self) -> u32 {
        self.count
    }

    /// Returns the number of entries still in.
    pub(crate) fn left(&self) -> u32 {
        self.left
    }

    /// Returns the total of all chips in play.
    pub(crate) fn chips(&self) -> Chips {
        self.chips
    }

    /// Returns the entries without a seat, in order of entry.
    pub(crate) fn waiting(&self) -> &BTreeSet<EntryNo> {
        &self.waiting
    }

    /// Returns `true` if no player can enter any more.
    pub(crate) fn are_closed(&self) -> bool {
        self.closed
    }

    /// Returns the players who have checked in and are in the tournament.
    pub(crate) fn checked_in(&self) -> impl Iterator<Item = EntryNo> {
        let here = self.all_in().filter(|(entry, _)| self.is_checked_in(*entry));
        here.map(|(entry, _)| entry)
    }

    pub(crate) fn is_checked_in(&self, entry: EntryNo) -> bool {
        self.checked_in.contains(&entry)
    }

    pub(crate) fn purchases(&self) -> &Purchases {
        &self.purchases
    }

    /// Returns the value of the ticket that paid for an entry.
    pub(crate) fn ticket_used(&self, entry: EntryNo) -> Option<Cents> {
        self.tickets_used.get(&entry).copied()
    }

    /// Returns the number of the next entry.
    pub(crate) fn next(&self) -> Result<EntryNo, Refusal> {
        let last = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        Ok(EntryNo(last.checked_add(1).ok_or(Refusal::Full)?))
    }

    fn get_mut(&mut self, entry: EntryNo) -> &mut Entry {
        let index = usize::try_from(entry.0).expect("an entry is an index") - 1;
        &mut self.list[index]
    }

    /// Records that an entry changed other than by a hand.
    pub(crate) fn touch(&mut self, entry: EntryNo, seq: Seq) {
        self.get_mut(entry).touched = seq;
    }

    /// Adds an entry. After the start it waits for a seat.
    pub(crate) fn enter(
        &mut self,
        entry: EntryNo,
        player: PlayerId,
        at: Millis,
        stack: Chips,
        begun: bool,
        seq: Seq,
    ) {
        let whereabouts = if begun { Whereabouts::Waiting } else { Whereabouts::Registered };
        let before = self.last_of.insert(player, entry).and_then(|last| self.get(last));
        let re_entries = before.map_or(0, |last| {
            last.re_entries + u32::from(last.whereabouts != Whereabouts::Withdrawn)
        });
        self.list.push(Entry {
            player,
            entered_at: at,
            stack,
            prize: Cents::ZERO,
            knocked_out: 0,
            re_entries,
            touched: seq,
            whereabouts,
        });
        self.left += 1;
        self.count += 1;
        self.chips += stack;
        if begun {
            self.waiting.insert(entry);
        }
    }

    pub(crate) fn withdraw(&mut self, entry: EntryNo) {
        self.place(entry, Whereabouts::Withdrawn);
        let stack = std::mem::take(&mut self.get_mut(entry).stack);
        self.waiting.remove(&entry);
        self.checked_in.remove(&entry);
        self.left -= 1;
        self.count -= 1;
        self.chips -= stack;
    }

    pub(crate) fn check_in(&mut self, entry: EntryNo) {
        self.checked_in.insert(entry);
    }

    pub(crate) fn use_ticket(&mut self, entry: EntryNo, worth: Cents) {
        self.tickets_used.insert(entry, worth);
    }

    pub(crate) fn buy(&mut self, entry: EntryNo, what: Purchase, cost: Cents) {
        self.purchases.buy(entry, what, cost);
    }

    pub(crate) fn close(&mut self) {
        self.closed = true;
    }

    /// Sets the stack that a table reported. The total of the chips stays the same.
    pub(crate) fn report_stack(&mut self, entry: EntryNo, table: TableNo, stack: Chips) {
        self.get_mut(entry).stack = stack;
        self.reported.0.insert(entry, Reported { table, stack });
    }

    /// Sets the stack that the floor has counted. The total of the chips stays the same.
    pub(crate) fn count_stack(&mut self, entry: EntryNo, stack: Chips) {
        self.get_mut(entry).stack = stack;
    }

    /// Brings an entry back that was out, and waits for a seat.
    pub(crate) fn come_back(&mut self, entry: EntryNo) {
        self.left += 1;
        self.waiting.insert(entry);
        self.place(entry, Whereabouts::Waiting);
    }

    /// Moves chips that a table reported with the wrong player.
    pub(crate) fn correct_stacks(&mut self, giver: EntryNo, getter: EntryNo, chips: Chips) {
        self.set_aside(giver, chips);
        self.put_back(getter, chips);
        if let Some(reported) = self.reported.0.get_mut(&giver) {
            reported.stack = reported.stack.saturating_sub(chips);
        }
        if let Some(reported) = self.reported.0.get_mut(&getter) {
            reported.stack += chips;
        }
    }

    /// Sets a stack, and with it the total of the chips.
    pub(crate) fn set_stack(&mut self, entry: EntryNo, stack: Chips) {
        let was = std::mem::replace(&mut self.get_mut(entry).stack, stack);
        // With real cards one stack may be known to be larger than all chips were thought to be.
        self.chips = (self.chips + stack).saturating_sub(was);
    }

    /// Takes chips off a stack. They stay in play.
    pub(crate) fn set_aside(&mut self, entry: EntryNo, chips: Chips) {
        self.get_mut(entry).stack -= chips;
    }

    /// Puts chips that are in play on a stack.
    pub(crate) fn put_back(&mut self, entry: EntryNo, chips: Chips) {
        self.get_mut(entry).stack += chips;
    }

    /// Brings chips into play.
    pub(crate) fn add_chips(&mut self, entry: EntryNo, chips: Chips) {
        self.put_back(entry, chips);
        self.chips += chips;
    }

    /// Takes chips out of play.
    pub(crate) fn remove_chips(&mut self, entry: EntryNo, chips: Chips) {
        self.set_aside(entry, chips);
        self.chips = self.chips.saturating_sub(chips);
    }

    pub(crate) fn win_prize(&mut self, entry: EntryNo, prize: Cents) {
        self.get_mut(entry).prize += prize;
    }

    /// Forgets that a player knocked another one out.
    pub(crate) fn forget_knock_out(&mut self, winner: EntryNo) {
        let known = self.get_mut(winner);
        known.knocked_out = known.knocked_out.saturating_sub(1);
    }

    pub(crate) fn knock_out(&mut self, winner: EntryNo) {
        self.get_mut(winner).knocked_out += 1;
    }

    /// Records where an entry is from now on. Returns where it was.
    pub(crate) fn place(&mut self, entry: EntryNo, whereabouts: Whereabouts) -> Whereabouts {
        std::mem::replace(&mut self.get_mut(entry).whereabouts, whereabouts)
    }

    pub(crate) fn wait(&mut self, entry: EntryNo) {
        self.waiting.insert(entry);
    }

    pub(crate) fn stop_waiting(&mut self, entry: EntryNo) {
        self.waiting.remove(&entry);
    }

    /// Marks the entries in this place as waiting for a seat.
    pub(crate) fn all_wait(&mut self, place: Whereabouts) {
        for (number, entry) in (1..).map(EntryNo).zip(&mut self.list) {
            if entry.whereabouts == place {
                entry.whereabouts = Whereabouts::Waiting;
                self.waiting.insert(number);
            }
        }
    }

    /// Gives the winners of a round the stack of the next one.
    pub(crate) fn begin_round(&mut self, stack: Chips) {
        self.all_wait(Whereabouts::Through);
        for number in self.waiting.clone() {
            self.get_mut(number).stack = stack;
        }
        self.chips = stack.times(u64::from(self.left));
    }

    /// Records that an entry is out. Returns where it was.
    pub(crate) fn put_out(&mut self, entry: EntryNo, finished: Whereabouts) -> Whereabouts {
        self.waiting.remove(&entry);
        self.reported.0.remove(&entry);
        self.left -= 1;
        self.place(entry, finished)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_entries() -> Entries {
        let mut entries = Entries::default();
        for player in 1..=2 {
            let entry = entries.next().expect("there is room");
            entries.enter(entry, PlayerId(player), Millis(0), Chips(500), false, Seq(1));
        }
        entries
    }

    #[test]
    fn chips_in_play_are_counted() {
        let mut entries = two_entries();
        let [one, two] = [EntryNo(1), EntryNo(2)];
        entries.correct_stacks(one, two, Chips(200));
        assert_eq!((entries.stack(one), entries.stack(two)), (Chips(300), Chips(700)));
        assert_eq!(entries.chips(), Chips(1_000));
        entries.set_stack(one, Chips(900));
        assert_eq!(entries.chips(), Chips(1_600));
        entries.remove_chips(two, Chips(700));
        assert_eq!(entries.chips(), Chips(900));
    }

    #[test]
    fn a_withdrawn_entry_does_not_count() {
        let mut entries = two_entries();
        entries.withdraw(EntryNo(2));
        assert_eq!((entries.count(), entries.left(), entries.chips()), (1, 1, Chips(500)));
        assert_eq!(entries.must_be_in(EntryNo(2)), Err(Refusal::NotIn(EntryNo(2))));
        let again = entries.next().expect("there is room");
        entries.enter(again, PlayerId(2), Millis(9), Chips(500), false, Seq(2));
        assert_eq!(entries.of_player_in(PlayerId(2)), Ok(EntryNo(3)));
        assert_eq!(entries.get(again).map(|entry| entry.re_entries), Some(0));
    }
}
