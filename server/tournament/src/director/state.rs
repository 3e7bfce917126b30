//! The state of a tournament, in parts. Each part owns its fields, answers questions about them and
//! makes the changes that events bring. The director passes events on and decides their order.

mod color_ups;
mod course;
mod deals;
mod discipline;
mod entries;
mod orders;
mod prizes;
mod rulings;
mod schedule;
mod seating;
mod stored;
mod together;

pub(crate) use color_ups::ColorUps;
pub(crate) use course::Course;
pub use course::Phase;
pub use deals::Deals;
pub use discipline::Discipline;
pub(crate) use entries::Entries;
pub(crate) use orders::Orders;
pub(crate) use prizes::PrizePool;
pub(crate) use rulings::Rulings;
pub(crate) use schedule::Schedule;
pub use seating::Seating;
pub(crate) use together::Together;

use crate::bonus::Bonuses;
use crate::clock::Clock;
use crate::command::Subject;
use crate::deal::OpenDeal;
use crate::entry::Whereabouts;
use crate::escrow::Escrow;
use crate::held::Held;
use crate::prizes::Bounties;
use crate::real_cards::RealCards;
use crate::removal::Due;
use crate::seq::Seq;
use cardroom_rules::{Appended, Chips, EntryNo, Millis, TableNo};

/// The mutable state of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct State {
    pub(crate) seq: Seq,
    /// The time of the last step.
    pub(crate) now: Millis,
    pub(crate) course: Course,
    pub(crate) schedule: Schedule,
    pub(crate) together: Together,
    pub(crate) entries: Entries,
    /// Players without chips who are not out yet.
    pub(crate) held: Held,
    /// Changes that wait for the end of a hand.
    pub(crate) due: Due,
    /// Pots about which a decision is delayed.
    pub(crate) escrow: Appended<Escrow>,
    /// Bonus chips that are in no stack.
    pub(crate) bonuses: Appended<Bonuses>,
    pub(crate) discipline: Discipline,
    pub(crate) seating: Seating,
    pub(crate) color_ups: ColorUps,
    pub(crate) prizes: PrizePool,
    pub(crate) deals: Deals,
    pub(crate) rulings: Rulings,
    pub(crate) orders: Orders,
    /// Moves, counts and the last hand of a tournament with real cards.
    pub(crate) real: Appended<RealCards>,
}

impl State {
    /// Returns the state of a tournament without entries.
    pub(crate) fn new(starts_at: Option<Millis>, bounties: Option<Bounties>) -> Self {
        Self {
            seq: Seq(0),
            now: Millis(0),
            course: Course::default(),
            schedule: Schedule::new(starts_at),
            together: Together::default(),
            entries: Entries::default(),
            held: Held::default(),
            due: Due::default(),
            escrow: Appended::default(),
            bonuses: Appended::default(),
            discipline: Discipline::default(),
            seating: Seating::default(),
            color_ups: ColorUps::default(),
            prizes: PrizePool::new(bounties),
            deals: Deals::default(),
            rulings: Rulings::default(),
            orders: Orders::default(),
            real: Appended::default(),
        }
    }

    /// Records that an entry changed other than by a hand.
    pub(crate) fn touch(&mut self, entry: EntryNo) {
        self.entries.touch(entry, self.seq);
    }

    /// Records that a table changed other than by a hand.
    pub(crate) fn touch_table(&mut self, table: TableNo) {
        self.seating.touch(table, self.seq);
    }

    /// Records that the subject of a command changed.
    pub(crate) fn touch_subject(&mut self, subject: Subject<'_>) {
        match subject {
            Subject::Tournament => {}
            Subject::Clock => self.schedule.touch(self.seq),
            Subject::Table(table) => self.touch_table(table),
            Subject::Entry(entry) => self.touch(entry),
            Subject::Pair(one, other) => [one, other].into_iter().for_each(|each| self.touch(each)),
            Subject::Place(place) => self.touch(place.entry),
            Subject::Parts(parts) => parts.iter().for_each(|(entry, _)| self.touch(*entry)),
            Subject::Group(entry, with) => {
                self.touch(entry);
                with.iter().for_each(|other| self.touch(*other));
            }
        }
    }

    /// Returns `true` if no hand is in progress, every order is done, and no player without chips
    /// waits to be ranked.
    pub(crate) fn is_quiet(&self) -> bool {
        let no_hand = self.seating.floor().playing() == 0;
        no_hand && self.orders.are_done() && self.held.count() == 0
    }

    /// Returns the stack of an entry after all changes that wait for the end of the hand.
    pub(crate) fn stack_due(&self, entry: EntryNo) -> Chips {
        let (given, taken) = self.due.stack(entry).unwrap_or_default();
        (self.entries.stack(entry) + given).saturating_sub(taken)
    }

    /// Returns `true` if a player's stack is empty and no chips are due when the hand is over.
    pub(crate) fn lacks_chips(&self, entry: EntryNo) -> bool {
        (self.entries.stack(entry) + self.stack_due(entry)).is_zero()
    }

    /// Returns `true` if the floor has paused all tables. An outage and a vote on a deal stop only
    /// the clocks.
    pub(crate) fn is_paused_by_floor(&self) -> bool {
        let by_vote = self.deals.open().is_some_and(|deal| deal.pauses);
        self.schedule.is_paused() && self.schedule.outage().is_none() && !by_vote
    }

    /// Returns the time at which the vote on a deal ends. It stands still in a pause, unless the
    /// clock is stopped for the vote itself.
    pub(crate) fn vote_ends_at(&self) -> Option<Millis> {
        let stands_still = |deal: &&OpenDeal| self.schedule.is_paused() && !deal.pauses;
        let deal = self.deals.open().filter(|deal| !stands_still(deal));
        deal.map(|deal| deal.until)
    }

    /// Returns the time from which an absence counts: in a break its end, in a pause its start.
    fn absences_count_from(&self) -> Millis {
        match self.schedule.clock() {
            Clock::Break { ends_at } => ends_at,
            _ => self.schedule.counts_from(self.now),
        }
    }

    /// Records that the floor paused a table, or that play goes on there.
    pub(crate) fn pause_table(&mut self, table: TableNo, paused: bool) {
        let now = self.absences_count_from();
        match paused {
            true => self.seating.pause(table, now),
            false => self.seating.go_on(table, now),
        }
        self.follow_halt_at(table);
    }

    /// Lets the absence of a player stand still while their table is halted or paused (GAPS G-15).
    pub(crate) fn follow_halt(&mut self, entry: EntryNo) {
        let stands_still = match self.entries.whereabouts(entry) {
            Some(Whereabouts::Seated { table, .. }) => {
                let known = self.seating.floor().table(table);
                let is_halted = known.is_some_and(|table| table.halted.is_some());
                is_halted || self.seating.is_paused(table)
            }
            _ => false,
        };
        let now = self.absences_count_from();
        let absences = self.discipline.absences_mut();
        if stands_still {
            absences.halt(entry, now);
        } else {
            absences.go_on(entry, now);
        }
    }

    /// Does the same for all players of a table.
    pub(crate) fn follow_halt_at(&mut self, table: TableNo) {
        let Some(table) = self.seating.floor().table(table) else { return };
        let seated: Vec<EntryNo> = table.seated().map(|(_, entry)| entry).collect();
        seated.into_iter().for_each(|entry| self.follow_halt(entry));
    }

    /// Removes an entry from its current place.
    pub(crate) fn leave(&mut self, entry: EntryNo) {
        match self.entries.whereabouts(entry) {
            Some(Whereabouts::Seated { table, .. } | Whereabouts::Moving { to: table }) => {
                self.seating.take_away(table, entry, false);
            }
            Some(Whereabouts::Waiting) => self.entries.stop_waiting(entry),
            _ => {}
        }
    }

    /// Ends the hold on a player without chips.
    pub(crate) fn unhold(&mut self, entry: EntryNo) {
        if let Some(bust) = self.held.release(entry) {
            self.seating.unhold(bust.table);
        }
    }

    /// Puts an entry out, and forgets all that was due.
    pub(crate) fn put_out(&mut self, entry: EntryNo, finished: Whereabouts) {
        match self.entries.put_out(entry, finished) {
            Whereabouts::Seated { table, .. } => {
                self.seating.take_away(table, entry, true);
                self.unhold(entry);
                self.touch_table(table);
            }
            Whereabouts::Moving { to } => self.seating.take_away(to, entry, false),
            _ => {}
        }
        self.discipline.forget(entry);
        self.due.forget(entry);
        self.escrow.forget(entry);
        self.bonuses.settle(entry);
        self.touch(entry);
    }
}
