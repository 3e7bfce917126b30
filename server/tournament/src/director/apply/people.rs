//! Applies events about entries: entering, leaving, purchases, absences and penalties.

use crate::director::{Director, Phase};
use crate::entry::{Entry, Whereabouts};
use crate::event::Event;
use crate::floor::{BookPenalty, Command, Ruling};
use crate::removal::Removal;
use cardroom_rules::{Cents, Chips, EntryNo, Millis, PlayerId};

impl Director {
    pub(super) fn apply_to_people(&mut self, event: &Event) {
        match event {
            Event::Entered { entry, player, at, stack } => {
                self.entered(*entry, *player, *at, *stack);
            }
            Event::TicketUsed { entry, worth } => {
                self.state.entries.tickets_used.insert(*entry, *worth);
            }
            Event::Withdrawn { entry } => self.withdrawn(*entry),
            Event::CheckedIn { entry } => {
                self.state.entries.checked_in.insert(*entry);
            }
            Event::Bought { entry, what, cost, .. } => {
                self.state.entries.purchases.buy(*entry, *what, *cost);
            }
            Event::Reawarded { giver, getter, chips } => {
                self.change(*giver, |entry| entry.stack -= *chips);
                self.change(*getter, |entry| entry.stack += *chips);
            }
            Event::StackChanged { entry, stack } => self.stack_changed(*entry, *stack),
            Event::StackDue { entry, given, taken } => {
                self.state.due.change(*entry, *given, *taken);
            }
            Event::BonusDue { entry, chips } => self.state.bonuses.give(*entry, *chips),
            Event::BonusAdded { entry, chips } => {
                self.change(*entry, |entry| entry.stack += *chips);
                self.state.entries.chips += *chips;
                self.state.bonuses.settle(*entry);
            }
            Event::BonusKept { entry, chips } => {
                let player = self.player(*entry);
                self.state.bonuses.settle(*entry);
                self.state.bonuses.keep(player, *chips);
            }
            Event::BonusUsed { entry, chips } => {
                let player = self.player(*entry);
                self.state.bonuses.spend(player);
                self.state.bonuses.give(*entry, *chips);
            }
            Event::BonusForfeited { entry, .. } => {
                let player = self.player(*entry);
                self.state.bonuses.settle(*entry);
                self.state.bonuses.spend(player);
            }
            Event::Busted(bust) => {
                self.state.seating.floor.change(bust.table, |table| table.held += 1);
                self.state.held.hold((**bust).clone());
            }
            Event::RebuyDeclined { entry } => self.state.held.decline(*entry),
            Event::AbsenceBegan { entry, since } => {
                self.state.discipline.absences.begin(*entry, *since)
            }
            Event::AbsenceEnded { entry } => self.state.discipline.absences.end(*entry),
            Event::AbsenceWarned { entry, .. } => self.state.discipline.absences.warned(*entry),
            Event::LongAbsence { entry, .. } => self.state.discipline.absences.seen_to(*entry),
            Event::Quit { entry } => {
                self.state.discipline.quit.insert(*entry);
            }
            Event::RemovalDue { entry, why } => {
                self.state.discipline.absences.seen_to(*entry);
                self.state.due.remove(*entry, *why);
            }
            Event::RemovalLifted { entry } => self.state.due.lift(*entry),
            Event::MoveDue(place) => self.state.due.move_to(*place),
            Event::MoveDropped { entry } => self.state.due.moved(*entry),
            Event::Removed { entry, why, chips } => self.removed(*entry, *why, *chips),
            Event::PenaltySet { entry, hands } => {
                self.state.discipline.penalties.set(*entry, *hands)
            }
            Event::Warned { entry } => self.state.discipline.penalties.warn(*entry),
            Event::Muted { entry, muted: true } => {
                self.state.discipline.muted.insert(*entry);
            }
            Event::Muted { entry, muted: false } => {
                self.state.discipline.muted.remove(entry);
            }
            Event::Banned { player, days: Some(_) } => {
                self.state.discipline.banned.insert(*player);
            }
            Event::Banned { player, days: None } => {
                self.state.discipline.banned.remove(player);
            }
            _ => {}
        }
    }

    fn entered(&mut self, entry: EntryNo, player: PlayerId, at: Millis, stack: Chips) {
        let begun = self.state.course.phase == Phase::Running;
        let whereabouts = if begun { Whereabouts::Waiting } else { Whereabouts::Registered };
        let before =
            self.state.entries.last_of.insert(player, entry).and_then(|last| self.entry(last));
        let re_entries = before.map_or(0, |last| {
            last.re_entries + u32::from(last.whereabouts != Whereabouts::Withdrawn)
        });
        let made = Entry {
            player,
            entered_at: at,
            stack,
            prize: Cents::ZERO,
            knocked_out: 0,
            re_entries,
            touched: self.state.seq,
            whereabouts,
        };
        self.state.entries.list.push(made);
        if let Some(bounties) = &mut self.state.prizes.bounties {
            bounties.enter(entry);
        }
        self.state.entries.left += 1;
        self.state.entries.count += 1;
        self.state.entries.chips += stack;
        if begun {
            self.state.entries.waiting.insert(entry);
        }
    }

    fn withdrawn(&mut self, entry: EntryNo) {
        let stack = self.change(entry, |entry| {
            entry.whereabouts = Whereabouts::Withdrawn;
            std::mem::take(&mut entry.stack)
        });
        self.state.entries.waiting.remove(&entry);
        self.state.entries.checked_in.remove(&entry);
        if let Some(bounties) = &mut self.state.prizes.bounties {
            bounties.withdraw(entry);
        }
        self.state.entries.left -= 1;
        self.state.entries.count -= 1;
        self.state.entries.chips -= stack;
        self.touch(entry);
    }

    fn stack_changed(&mut self, entry: EntryNo, stack: Chips) {
        let was = self.change(entry, |entry| std::mem::replace(&mut entry.stack, stack));
        self.state.entries.chips = self.state.entries.chips + stack - was;
        self.state.due.changed(entry);
        self.unhold(entry);
    }

    fn removed(&mut self, entry: EntryNo, why: Removal, chips: Chips) {
        self.change(entry, |entry| entry.stack -= chips);
        self.state.entries.chips -= chips;
        if let Removal::Disqualified { keeps_prize } = why {
            self.state.discipline.banned.insert(self.player(entry));
            if !keeps_prize {
                self.state.prizes.unpaid.insert(entry);
            }
        }
    }

    /// Marks the subject of a ruling as changed. An operator who has not seen this ruling
    /// cannot rule on it.
    pub(super) fn ruled(&mut self, ruling: &Ruling) {
        match &ruling.command {
            Command::Pause
            | Command::Resume
            | Command::SetClock { .. }
            | Command::AddTime(_)
            | Command::TakeTime(_)
            | Command::ChangeStart(_)
            | Command::ChangeLevels(_)
            | Command::HandForHand(_) => self.state.schedule.touched = self.state.seq,
            Command::Warn(entry)
            | Command::MissHands(entry, _)
            | Command::MissRounds(entry, _)
            | Command::LiftPenalty(entry)
            | Command::Penalize(BookPenalty { entry, .. })
            | Command::Disqualify { entry, .. }
            | Command::PickUp(entry)
            | Command::Forfeit(entry, _)
            | Command::SetStack(entry, _)
            | Command::GiveBonus(entry, _)
            | Command::ForfeitBonus(entry) => self.touch(*entry),
            Command::Impound { parts, .. } | Command::ReleasePot { parts, .. } => {
                parts.iter().for_each(|(entry, _)| self.touch(*entry));
            }
            _ => {}
        }
        self.state.rulings.made.push(ruling.clone());
    }
}
