//! Applies events. Nothing else changes a tournament, and nothing here decides.

mod clock;
mod escrow;
mod people;
mod prizes;

use super::{Clock, Director, Phase};
use crate::entry::{Entry, Whereabouts};
use crate::event::Event;
use crate::order::{Order, Ordered};
use crate::report::Upcoming;
use crate::table::{Arrival, Doing};
use cardroom_rules::{Chips, EntryNo, Millis, PlayerId, SeatNo, TableNo};

impl Director {
    /// Applies an event to the tournament.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::StepBegan { at } => {
                self.state.seq.0 += 1;
                self.state.now = *at;
            }
            Event::Drawn { .. }
            | Event::SeatCardsDealt { .. }
            | Event::TableShort { .. }
            | Event::Refunded { .. }
            | Event::BonusLeft { .. }
            | Event::Announced { .. } => {}
            Event::Entered { .. }
            | Event::TicketUsed { .. }
            | Event::Withdrawn { .. }
            | Event::CheckedIn { .. }
            | Event::Bought { .. }
            | Event::StackChanged { .. }
            | Event::Reawarded { .. }
            | Event::StackDue { .. }
            | Event::BonusDue { .. }
            | Event::BonusAdded { .. }
            | Event::BonusKept { .. }
            | Event::BonusUsed { .. }
            | Event::BonusForfeited { .. }
            | Event::Busted(_)
            | Event::RebuyDeclined { .. }
            | Event::AbsenceBegan { .. }
            | Event::AbsenceEnded { .. }
            | Event::AbsenceWarned { .. }
            | Event::LongAbsence { .. }
            | Event::Quit { .. }
            | Event::RemovalDue { .. }
            | Event::RemovalLifted { .. }
            | Event::MoveDue(_)
            | Event::MoveDropped { .. }
            | Event::Removed { .. }
            | Event::PenaltySet { .. }
            | Event::Warned { .. }
            | Event::Muted { .. }
            | Event::Banned { .. } => self.apply_to_people(event),
            Event::PotImpounded { .. }
            | Event::ChipsImpounded { .. }
            | Event::PotReleased { .. }
            | Event::ChipsReleased { .. }
            | Event::Suspended(_)
            | Event::WaitsForSeat { .. }
            | Event::DecisionAwaited => self.apply_to_escrow(event),
            Event::StartChanged { .. }
            | Event::LevelsChanged { .. }
            | Event::LevelBegan { .. }
            | Event::BreakDue { .. }
            | Event::BreakBegan { .. }
            | Event::ClockSet { .. }
            | Event::PlayNears { .. }
            | Event::ConnectionsLost { .. }
            | Event::Paused { .. }
            | Event::Resumed { .. }
            | Event::Rests { .. }
            | Event::Rested { .. }
            | Event::HandForHandBegan { .. }
            | Event::TableWaits { .. }
            | Event::HandTogether
            | Event::HandTogetherOver { .. }
            | Event::HandForHandEnded { .. } => self.apply_to_clock(event),
            Event::Began { .. }
            | Event::Cancelled { .. }
            | Event::EntryClosed
            | Event::PrizesFixed { .. }
            | Event::PrizeWon { .. }
            | Event::PrizeWithheld { .. }
            | Event::MoneyReached { .. }
            | Event::BountyAwarded(_)
            | Event::BountiesShared { .. }
            | Event::ChipsExchanged { .. }
            | Event::DealProposed(_)
            | Event::Voted { .. }
            | Event::DealAccepted
            | Event::DealRejected { .. }
            | Event::DealMade { .. }
            | Event::Ruled(_)
            | Event::RulingChanged { .. }
            | Event::DealsAllowed { .. }
            | Event::LotsDrawn(_)
            | Event::ColorUpDue(_)
            | Event::Through { .. }
            | Event::RoundBegan { .. }
            | Event::DayEnds
            | Event::DayOver { .. }
            | Event::HandedOver { .. }
            | Event::Out { .. }
            | Event::Over { .. } => self.apply_to_course(event),
            Event::BreakingOrderDrawn { .. }
            | Event::TableOpened { .. }
            | Event::ButtonDealtFor { .. }
            | Event::ExtraPlayersAllowed { .. }
            | Event::SurplusSeat { .. }
            | Event::Reserved { .. }
            | Event::KeptApart { .. }
            | Event::LetTogether { .. }
            | Event::BalancingOrdered { .. }
            | Event::Halted { .. }
            | Event::PlaysOn { .. }
            | Event::Seated { .. }
            | Event::Moved { .. }
            | Event::Released { .. }
            | Event::TableBreaks { .. }
            | Event::TableClosed { .. }
            | Event::Ordered(_)
            | Event::OrderDone { .. }
            | Event::PositionsChanged { .. }
            | Event::HandUndone { .. }
            | Event::HandFinished { .. } => self.apply_to_tables(event),
        }
    }

    /// Applies an event about the tournament as a whole.
    fn apply_to_course(&mut self, event: &Event) {
        match event {
            Event::Began { at } => {
                self.state.course.phase = Phase::Running;
                self.state.course.began_at = Some(*at);
                self.all_wait(|whereabouts| whereabouts == Whereabouts::Registered);
            }
            Event::Cancelled { .. } => {
                self.state.course.phase = Phase::Cancelled;
                self.state.course.ended_at = Some(self.state.now);
                self.state.schedule.clock = Clock::Stopped;
                self.state.entries.closed = true;
                self.state.schedule.paused = None;
            }
            Event::EntryClosed => self.state.entries.closed = true,
            Event::PrizesFixed { places, tickets } => {
                self.state.prizes.places = Some(places.clone());
                self.state.prizes.tickets = *tickets;
            }
            Event::MoneyReached { .. }
            | Event::BountyAwarded(_)
            | Event::BountiesShared { .. }
            | Event::ChipsExchanged { .. }
            | Event::DealProposed(_)
            | Event::Voted { .. }
            | Event::DealAccepted
            | Event::DealRejected { .. }
            | Event::DealMade { .. } => self.apply_to_prizes(event),
            Event::PrizeWon { entry, prize } => self.change(*entry, |entry| entry.prize += *prize),
            Event::Ruled(ruling) => self.ruled(ruling),
            Event::RulingChanged { ruling, state } => {
                let known = self.state.rulings.made.iter_mut().find(|known| known.seq == *ruling);
                if let Some(known) = known {
                    known.state = *state;
                }
            }
            Event::DealsAllowed { allowed } => self.state.deals.allowed = *allowed,
            Event::ColorUpDue(due) => self.color_up_due(*due),
            Event::LotsDrawn(drawn) => {
                self.state.rulings.lots.insert(drawn.ruling, drawn.clone());
            }
            Event::Through { entry } => {
                self.leave(*entry);
                self.change(*entry, |entry| entry.whereabouts = Whereabouts::Through);
            }
            Event::RoundBegan { round, stack } => self.round_began(*round, *stack),
            Event::DayEnds => self.state.course.day_ends = true,
            Event::DayOver { .. } => self.end(),
            Event::HandedOver { .. } => self.state.course.handed_over = true,
            Event::Out { entry, out_before, sharing, at, by } => {
                for winner in by {
                    self.change(*winner, |entry| entry.knocked_out += 1);
                }
                self.out(*entry, *out_before, *sharing, *at);
            }
            Event::Over { winner, sharing, at } => {
                let (out_before, sharing) = (self.state.entries.count - sharing, *sharing);
                self.leave(*winner);
                self.change(*winner, |entry| {
                    entry.whereabouts = Whereabouts::Finished { out_before, sharing, at: *at };
                });
                self.end();
            }
            _ => {}
        }
    }

    fn apply_to_tables(&mut self, event: &Event) {
        match event {
            Event::BreakingOrderDrawn { tables } => {
                self.state.seating.breaking.draw(tables.clone());
            }
            Event::TableOpened { table, seats } => {
                self.state.seating.floor.open(*table, *seats);
                let exchange = self.state.color_ups.exchange;
                self.state.seating.floor.change(*table, |table| table.exchanged = exchange);
                self.state.seating.breaking.opened(*table);
                self.touch_table(*table);
            }
            Event::ButtonDealtFor { table, .. } => {
                self.state.seating.floor.change(*table, |table| {
                    table.newly_seated = 0;
                    table.of_last_two = false;
                })
            }
            Event::ExtraPlayersAllowed { tables } => self.state.seating.extra_players = *tables,
            Event::SurplusSeat { table, open } => self.surplus_seat(*table, *open),
            Event::BalancingOrdered { on } => self.state.seating.balancing_ordered = *on,
            Event::Reserved { entry, place } => {
                self.state.seating.wishes.reserve(*entry, *place);
                self.touch(*entry);
            }
            Event::KeptApart { one, other } => {
                self.state.seating.wishes.keep_apart(*one, *other);
                self.touch(*one);
                self.touch(*other);
            }
            Event::LetTogether { one, other } => {
                self.state.seating.wishes.let_together(*one, *other);
                self.touch(*one);
                self.touch(*other);
            }
            Event::Halted { table, at, ordered } => {
                self.state.seating.floor.change(*table, |table| {
                    table.halted = Some(*at);
                    table.halt_ordered = *ordered;
                });
                self.touch_table(*table);
            }
            Event::PlaysOn { table, waived } => {
                self.state.seating.floor.change(*table, |table| {
                    table.halted = None;
                    table.halt_ordered = false;
                    table.halt_waived = *waived;
                });
                self.touch_table(*table);
            }
            Event::Seated { entry, table, seat } => self.seat(*entry, *table, *seat),
            Event::Moved { entry, to, seat, .. } => self.send(*entry, *to, *seat),
            Event::Released { entry, from } => self.released(*entry, *from),
            Event::TableBreaks { table } => {
                self.state.seating.floor.breaks(*table);
                self.state.seating.breaking.pass_over(&self.state.seating.floor);
                self.touch_table(*table);
            }
            Event::TableClosed { table } => self.table_closed(*table),
            Event::Ordered(ordered) => self.ordered(ordered),
            Event::OrderDone { order } => {
                if let Some(done) = self.state.orders.outstanding.remove(order) {
                    self.state.seating.floor.change(done.table, |table| table.open_orders -= 1);
                }
            }
            Event::PositionsChanged { table, upcoming } => {
                self.positions(*table, *upcoming);
            }
            Event::HandFinished { table, stacks, upcoming, void, .. } => {
                self.hand_finished(*table, stacks, *upcoming, *void);
            }
            Event::HandUndone { table, stacks, upcoming, .. } => {
                for (entry, stack) in stacks {
                    self.change(*entry, |entry| entry.stack = *stack);
                }
                self.positions(*table, *upcoming);
            }
            _ => {}
        }
    }

    fn table_closed(&mut self, table: TableNo) {
        let before = self.state.seating.floor.open_tables();
        if let Some(until) =
            self.state.seating.floor.table(table).and_then(|table| table.rests_until)
        {
            self.state.schedule.resting.remove(&(until, table));
        }
        self.state.seating.floor.close(table);
        self.state.color_ups.due.remove(&table);
        self.state.seating.surplus.remove(&table);
        if (before, self.state.seating.floor.open_tables()) == (3, 2) {
            self.last_two_tables();
        }
    }

    fn hand_finished(
        &mut self,
        number: TableNo,
        stacks: &[(EntryNo, Chips)],
        upcoming: Option<Upcoming>,
        void: bool,
    ) {
        for (entry, stack) in stacks {
            self.change(*entry, |entry| entry.stack = *stack);
        }
        let mut deal = None;
        self.state.seating.floor.change(number, |table| {
            table.doing = Doing::Waiting;
            deal = table.deal.take();
        });
        self.positions(number, upcoming);
        if let Some(h4h) = &mut self.state.together.hand_for_hand {
            h4h.finished(number);
        }
        let Some(ordered) = deal.and_then(|deal| self.state.orders.outstanding.remove(&deal))
        else {
            return;
        };
        let Order::Deal(deal) = ordered.order else { return };
        // A misdeal and its redeal count as one hand (TDA 35-C).
        let misdealt = void && self.setup.rulebook.penalties.misdeal_counts_one;
        if misdealt || deal.missing.is_empty() {
            return;
        }
        let Some(table) = self.state.seating.floor.table(number) else { return };
        let missing = deal.missing.iter().filter_map(|seat| table.players[seat.index()]);
        for entry in missing.collect::<Vec<_>>() {
            self.state.discipline.penalties.serve(entry);
        }
    }

    fn end(&mut self) {
        self.state.course.phase = Phase::Over;
        self.state.course.ended_at = Some(self.state.now);
        self.state.schedule.clock = Clock::Stopped;
        self.state.together.hand_for_hand = None;
        self.state.schedule.paused = None;
        self.state.deals.open = None;
    }

    fn out(&mut self, entry: EntryNo, out_before: u32, sharing: u32, at: Millis) {
        let finished = Whereabouts::Finished { out_before, sharing, at };
        let was = self.change(entry, |entry| std::mem::replace(&mut entry.whereabouts, finished));
        match was {
            Whereabouts::Seated { table, .. } => {
                self.state.seating.floor.take_away(table, entry, true);
                self.unhold(entry);
                self.touch_table(table);
            }
            Whereabouts::Moving { to } => self.state.seating.floor.take_away(to, entry, false),
            _ => {}
        }
        self.state.entries.waiting.remove(&entry);
        self.state.entries.left -= 1;
        self.state.discipline.absences.end(entry);
        self.state.discipline.penalties.set(entry, 0);
        self.state.due.forget(entry);
        self.state.escrow.forget(entry);
        self.state.bonuses.settle(entry);
        self.touch(entry);
    }

    /// Ends the hold on a player without chips.
    fn unhold(&mut self, entry: EntryNo) {
        if let Some(bust) = self.state.held.release(entry) {
            self.state.seating.floor.change(bust.table, |table| table.held -= 1);
        }
    }

    /// Marks matching entries as waiting for a seat.
    fn all_wait(&mut self, who: impl Fn(Whereabouts) -> bool) {
        for (number, entry) in (1..).map(EntryNo).zip(&mut self.state.entries.list) {
            if who(entry.whereabouts) {
                entry.whereabouts = Whereabouts::Waiting;
                self.state.entries.waiting.insert(number);
            }
        }
    }

    fn round_began(&mut self, round: u32, stack: Chips) {
        self.state.course.round = round;
        self.state.color_ups.exchange = None;
        self.all_wait(|whereabouts| whereabouts == Whereabouts::Through);
        let waiting = &self.state.entries.waiting;
        for number in waiting {
            let index = usize::try_from(number.0).expect("an entry is an index") - 1;
            self.state.entries.list[index].stack = stack;
        }
        self.state.entries.chips = stack.times(u64::from(self.state.entries.left));
    }

    /// Records that an entry changed other than by a hand.
    fn touch(&mut self, entry: EntryNo) {
        let seq = self.state.seq;
        self.change(entry, |entry| entry.touched = seq);
    }

    /// Records that a table changed other than by a hand.
    fn touch_table(&mut self, table: TableNo) {
        let seq = self.state.seq;
        self.state.seating.floor.change(table, |table| table.touched = seq);
    }

    pub(super) fn change<T>(&mut self, entry: EntryNo, change: impl FnOnce(&mut Entry) -> T) -> T {
        let index = usize::try_from(entry.0).expect("an entry is an index") - 1;
        change(&mut self.state.entries.list[index])
    }

    fn seat(&mut self, entry: EntryNo, number: TableNo, seat: SeatNo) {
        self.leave(entry);
        self.state.escrow.seated(entry);
        self.state.seating.floor.seat(number, seat, entry);
        let seated = Whereabouts::Seated { table: number, seat };
        let was = self.change(entry, |entry| std::mem::replace(&mut entry.whereabouts, seated));
        self.touch(entry);
        self.touch_table(number);
        if matches!(was, Whereabouts::Moving { .. }) {
            self.state.seating.floor.change(number, |table| table.newly_seated += 1);
        }
    }

    fn positions(&mut self, table: TableNo, upcoming: Option<Upcoming>) {
        self.state.seating.has_blinds |= matches!(upcoming, Some(Upcoming::Blinds { .. }));
        self.state.seating.floor.set_upcoming(table, upcoming);
    }

    fn last_two_tables(&mut self) {
        let two: Vec<TableNo> = self.state.seating.floor.tables().map(|(table, _)| table).collect();
        for table in two {
            self.state.seating.floor.change(table, |table| table.of_last_two = true);
        }
    }

    fn send(&mut self, entry: EntryNo, to: TableNo, seat: Option<SeatNo>) {
        let mut released = true;
        match self.change(entry, |entry| entry.whereabouts) {
            Whereabouts::Seated { table, .. } => {
                released = false;
                self.state.seating.floor.change(table, |table| table.leaving.push(entry));
                if self.state.seating.floor.table(table).is_some_and(|table| !table.breaks) {
                    self.state.seating.floor.gave_up(table);
                }
            }
            // Moved again before arriving.
            Whereabouts::Moving { to } => {
                let arriving = self.state.seating.floor.table(to).map(|table| &table.arriving);
                let known = arriving.and_then(|list| list.iter().find(|one| one.entry == entry));
                released = known.is_none_or(|known| known.released);
            }
            _ => {}
        }
        self.state.due.moved(entry);
        self.leave(entry);
        let arrival = Arrival { entry, seat, released };
        self.state.seating.floor.change(to, |table| table.arriving.push(arrival));
        self.change(entry, |entry| entry.whereabouts = Whereabouts::Moving { to });
        self.touch(entry);
        self.touch_table(to);
    }

    fn released(&mut self, entry: EntryNo, from: TableNo) {
        self.state
            .seating
            .floor
            .change(from, |table| table.leaving.retain(|other| *other != entry));
        if let Whereabouts::Moving { to } = self.change(entry, |entry| entry.whereabouts) {
            self.state.seating.floor.change(to, |table| {
                for arrival in table.arriving.iter_mut().filter(|other| other.entry == entry) {
                    arrival.released = true;
                }
            });
        }
    }

    /// Removes an entry from its current place.
    fn leave(&mut self, entry: EntryNo) {
        match self.change(entry, |entry| entry.whereabouts) {
            Whereabouts::Seated { table, .. } | Whereabouts::Moving { to: table } => {
                self.state.seating.floor.take_away(table, entry, false);
            }
            Whereabouts::Waiting => {
                self.state.entries.waiting.remove(&entry);
            }
            Whereabouts::Registered
            | Whereabouts::Through
            | Whereabouts::Finished { .. }
            | Whereabouts::Withdrawn => {}
        }
    }

    fn ordered(&mut self, ordered: &Ordered) {
        let now = self.state.now;
        if let (Order::Reveal, Some(h4h)) = (&ordered.order, &mut self.state.together.hand_for_hand)
        {
            h4h.reveals(ordered.table);
        }
        self.state.orders.last = ordered.number;
        self.state.orders.outstanding.insert(ordered.number, ordered.clone());
        self.state.seating.floor.change(ordered.table, |table| match &ordered.order {
            Order::Deal(deal) => {
                table.doing = Doing::Playing;
                table.newly_seated = 0;
                table.dealt_at = now;
                table.hand = deal.hand;
                table.deal = Some(ordered.number);
            }
            _ => table.open_orders += 1,
        });
    }

    /// Returns the player of an entry.
    pub(crate) fn player(&self, entry: EntryNo) -> PlayerId {
        self.entry(entry).expect("an entry of this tournament").player
    }

    /// Returns the stack of an entry, or 0 if there is no such entry.
    pub(crate) fn stack(&self, entry: EntryNo) -> Chips {
        self.entry(entry).map_or(Chips::ZERO, |entry| entry.stack)
    }
}
