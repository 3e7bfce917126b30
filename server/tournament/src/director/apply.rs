//! The only mutation of a tournament. It decides nothing.

use super::{Clock, Director, Phase};
use crate::entry::{Entry, Whereabouts};
use crate::event::Event;
use crate::order::{Order, Ordered};
use crate::report::Upcoming;
use crate::table::{Arrival, Doing};
use cardroom_rules::{Cents, Chips, EntryNo, PlayerId, SeatNo, TableNo};

impl Director {
    /// Changes the tournament by something that happened.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Entered { entry, player, at, stack } => {
                let begun = self.state.phase == Phase::Running;
                let whereabouts =
                    if begun { Whereabouts::Waiting } else { Whereabouts::Registered };
                self.state.players.insert(*player, *entry);
                let made = Entry {
                    player: *player,
                    entered_at: *at,
                    stack: *stack,
                    prize: Cents::ZERO,
                    whereabouts,
                };
                self.state.entries.push(made);
                self.state.players_left += 1;
                self.state.entry_count += 1;
                self.state.chips += *stack;
                if begun {
                    self.state.waiting.insert(*entry);
                }
            }
            Event::Withdrawn { entry } => {
                let stack = self.change(*entry, |entry| {
                    entry.whereabouts = Whereabouts::Withdrawn;
                    std::mem::take(&mut entry.stack)
                });
                self.state.players_left -= 1;
                self.state.entry_count -= 1;
                self.state.chips -= stack;
            }
            Event::Drawn { .. } => {}
            Event::Began { .. } => {
                self.state.phase = Phase::Running;
                for index in 0..self.state.entries.len() {
                    let entry = &mut self.state.entries[index];
                    if entry.whereabouts == Whereabouts::Registered {
                        entry.whereabouts = Whereabouts::Waiting;
                        let number = u32::try_from(index + 1).expect("entries are counted by u32");
                        self.state.waiting.insert(EntryNo(number));
                    }
                }
            }
            Event::Cancelled { .. } => {
                self.state.phase = Phase::Cancelled;
                self.state.clock = Clock::Stopped;
                self.state.entry_closed = true;
            }
            Event::LevelBegan { stage, ends_at } => {
                self.state.stage = *stage;
                self.state.clock = Clock::Level { ends_at: *ends_at };
            }
            Event::BreakDue { stage, at } => {
                self.state.stage = *stage;
                self.state.clock = Clock::BreakDue { since: *at };
            }
            Event::BreakBegan { ends_at } => self.state.clock = Clock::Break { ends_at: *ends_at },
            Event::EntryClosed => self.state.entry_closed = true,
            Event::PrizesFixed { places, tickets } => {
                self.state.prizes = Some(places.clone());
                self.state.tickets = *tickets;
            }
            Event::PrizeWon { entry, prize } => self.change(*entry, |entry| entry.prize += *prize),
            Event::BreakingOrderDrawn { tables } => {
                self.state.breaking.draw(tables.clone());
            }
            Event::SeatCardsDealt { .. } => {}
            Event::TableOpened { table, seats } => {
                self.state.floor.open(*table, *seats);
                self.state.breaking.opened(*table);
            }
            Event::ButtonDealtFor { table, .. } => self.state.floor.change(*table, |table| {
                table.newly_seated = 0;
                table.of_last_two = false;
            }),
            Event::Reserved { entry, place } => self.state.wishes.reserve(*entry, *place),
            Event::KeptApart { one, other } => self.state.wishes.keep_apart(*one, *other),
            Event::LetTogether { one, other } => self.state.wishes.let_together(*one, *other),
            Event::Halted { table, at, ordered } => self.state.floor.change(*table, |table| {
                table.halted = Some(*at);
                table.halt_ordered = *ordered;
            }),
            Event::PlaysOn { table, waived } => self.state.floor.change(*table, |table| {
                table.halted = None;
                table.halt_ordered = false;
                table.halt_waived = *waived;
            }),
            Event::TableShort { .. } => {}
            Event::Seated { entry, table, seat } => self.seat(*entry, *table, *seat),
            Event::Moved { entry, to, seat } => self.send(*entry, *to, *seat),
            Event::Released { entry, from } => self.released(*entry, *from),
            Event::TableBreaks { table } => {
                self.state.floor.breaks(*table);
                self.state.breaking.pass_over(&self.state.floor);
            }
            Event::TableClosed { table } => {
                let before = self.state.floor.open_tables();
                self.state.floor.close(*table);
                if (before, self.state.floor.open_tables()) == (3, 2) {
                    self.last_two_tables();
                }
            }
            Event::Ordered(ordered) => self.ordered(ordered),
            Event::OrderDone { order } => {
                if let Some(done) = self.state.outstanding.remove(order) {
                    self.state.floor.change(done.table, |table| table.open_orders -= 1);
                }
            }
            Event::PositionsChanged { table, upcoming } => {
                self.positions(*table, *upcoming);
            }
            Event::HandFinished { table, stacks, upcoming, .. } => {
                for (entry, stack) in stacks {
                    self.change(*entry, |entry| entry.stack = *stack);
                }
                let mut deal = None;
                self.state.floor.change(*table, |table| {
                    table.doing = Doing::Waiting;
                    deal = table.deal.take();
                });
                self.positions(*table, *upcoming);
                if let Some(deal) = deal {
                    self.state.outstanding.remove(&deal);
                }
            }
            Event::Out { entry, out_before, sharing, at } => {
                let (out_before, sharing, at) = (*out_before, *sharing, *at);
                let finished = Whereabouts::Finished { out_before, sharing, at };
                let was = self
                    .change(*entry, |entry| std::mem::replace(&mut entry.whereabouts, finished));
                if let Whereabouts::Seated { table, .. } = was {
                    self.state.floor.take_away(table, *entry, true);
                }
                self.state.waiting.remove(entry);
                self.state.players_left -= 1;
            }
            Event::Over { winner, at } => {
                let (out_before, sharing) = (self.state.entry_count - 1, 1);
                self.leave(*winner);
                self.change(*winner, |entry| {
                    entry.whereabouts = Whereabouts::Finished { out_before, sharing, at: *at };
                });
                self.state.phase = Phase::Over;
                self.state.clock = Clock::Stopped;
            }
        }
    }

    pub(super) fn change<T>(&mut self, entry: EntryNo, change: impl FnOnce(&mut Entry) -> T) -> T {
        let index = usize::try_from(entry.0).expect("an entry is an index") - 1;
        change(&mut self.state.entries[index])
    }

    fn seat(&mut self, entry: EntryNo, number: TableNo, seat: SeatNo) {
        self.leave(entry);
        self.state.floor.seat(number, seat, entry);
        let seated = Whereabouts::Seated { table: number, seat };
        let was = self.change(entry, |entry| std::mem::replace(&mut entry.whereabouts, seated));
        if matches!(was, Whereabouts::Moving { .. }) {
            self.state.floor.change(number, |table| table.newly_seated += 1);
        }
    }

    fn positions(&mut self, table: TableNo, upcoming: Option<Upcoming>) {
        self.state.has_blinds |= matches!(upcoming, Some(Upcoming::Blinds { .. }));
        self.state.floor.set_upcoming(table, upcoming);
    }

    fn last_two_tables(&mut self) {
        let two: Vec<TableNo> = self.state.floor.tables().map(|(table, _)| table).collect();
        for table in two {
            self.state.floor.change(table, |table| table.of_last_two = true);
        }
    }

    fn send(&mut self, entry: EntryNo, to: TableNo, seat: Option<SeatNo>) {
        let mut released = true;
        match self.change(entry, |entry| entry.whereabouts) {
            Whereabouts::Seated { table, .. } => {
                released = false;
                self.state.floor.change(table, |table| table.leaving.push(entry));
                if self.state.floor.table(table).is_some_and(|table| !table.breaks) {
                    self.state.floor.gave_up(table);
                }
            }
            // Sent on before having arrived.
            Whereabouts::Moving { to } => {
                let arriving = self.state.floor.table(to).map(|table| &table.arriving);
                let known = arriving.and_then(|list| list.iter().find(|one| one.entry == entry));
                released = known.is_none_or(|known| known.released);
            }
            _ => {}
        }
        self.leave(entry);
        let arrival = Arrival { entry, seat, released };
        self.state.floor.change(to, |table| table.arriving.push(arrival));
        self.change(entry, |entry| entry.whereabouts = Whereabouts::Moving { to });
    }

    fn released(&mut self, entry: EntryNo, from: TableNo) {
        self.state.floor.change(from, |table| table.leaving.retain(|other| *other != entry));
        if let Whereabouts::Moving { to } = self.change(entry, |entry| entry.whereabouts) {
            self.state.floor.change(to, |table| {
                for arrival in table.arriving.iter_mut().filter(|other| other.entry == entry) {
                    arrival.released = true;
                }
            });
        }
    }

    /// Takes an entry away from where it is.
    fn leave(&mut self, entry: EntryNo) {
        match self.change(entry, |entry| entry.whereabouts) {
            Whereabouts::Seated { table, .. } | Whereabouts::Moving { to: table } => {
                self.state.floor.take_away(table, entry, false);
            }
            Whereabouts::Waiting => {
                self.state.waiting.remove(&entry);
            }
            Whereabouts::Registered | Whereabouts::Finished { .. } | Whereabouts::Withdrawn => {}
        }
    }

    fn ordered(&mut self, ordered: &Ordered) {
        self.state.last_order = ordered.number;
        self.state.outstanding.insert(ordered.number, ordered.clone());
        self.state.floor.change(ordered.table, |table| match &ordered.order {
            Order::Deal(deal) => {
                table.doing = Doing::Playing;
                table.newly_seated = 0;
                table.hand = deal.hand;
                table.deal = Some(ordered.number);
            }
            _ => table.open_orders += 1,
        });
    }

    /// Whose an entry is.
    pub(crate) fn player(&self, entry: EntryNo) -> PlayerId {
        self.entry(entry).expect("an entry of this tournament").player
    }

    /// The chips of an entry.
    pub(crate) fn stack(&self, entry: EntryNo) -> Chips {
        self.entry(entry).map_or(Chips::ZERO, |entry| entry.stack)
    }
}
