//! What follows from a table's report. A report that was processed already changes nothing.

use super::Step;
use crate::event::Event;
use crate::order::Order;
use crate::refusal::Refusal;
use crate::report::{HandFinished, Outcome, Report, Standing, Upcoming};
use crate::table::Doing;
use cardroom_rules::{Chips, EntryNo, TableNo};

impl Step<'_> {
    pub(super) fn report(&mut self, report: Report) -> Result<(), Refusal> {
        match report {
            Report::Done { table, order, outcome } => {
                self.done(table, order, &outcome);
                Ok(())
            }
            Report::HandFinished(finished) => self.finished(&finished),
            Report::Waiting { .. } => Ok(()),
        }
    }

    fn done(&mut self, table: TableNo, order: crate::OrderNo, outcome: &Outcome) {
        let Some(done) = self.director.state.outstanding.get(&order) else { return };
        let done = done.order.clone();
        if matches!(done, Order::Deal(_)) {
            return;
        }
        self.emit(Event::OrderDone { order });
        match outcome {
            Outcome::Done => {}
            Outcome::Positions(upcoming) | Outcome::Released { upcoming, .. } => {
                self.positions(table, *upcoming);
            }
        }
        match done {
            Order::Release { player } => {
                if let Some(entry) = self.director.entry_of(player) {
                    self.released(entry, table);
                }
            }
            Order::Close => {
                let leaving = self.director.table(table).map(|table| table.leaving.clone());
                for entry in leaving.into_iter().flatten() {
                    self.released(entry, table);
                }
                self.emit(Event::TableClosed { table });
            }
            _ => {}
        }
        self.attention.insert(table);
    }

    fn positions(&mut self, table: TableNo, upcoming: Option<Upcoming>) {
        if self.director.table(table).is_some_and(|known| known.upcoming != upcoming) {
            self.emit(Event::PositionsChanged { table, upcoming });
        }
    }

    fn released(&mut self, entry: EntryNo, from: TableNo) {
        self.emit(Event::Released { entry, from });
        let entry = self.director.entry(entry).map(|entry| entry.whereabouts);
        if let Some(crate::Whereabouts::Moving { to }) = entry {
            self.attention.insert(to);
        }
    }

    fn finished(&mut self, report: &HandFinished) -> Result<(), Refusal> {
        let number = report.table;
        let table = self.director.table(number).ok_or(Refusal::UnknownTable(number))?;
        if table.hand > report.hand || table.doing == Doing::Waiting {
            // Heard of already.
            return Ok(());
        }
        let players = self.check(report)?;
        let stacks = players.iter().map(|(entry, player)| (*entry, player.stack)).collect();
        let (hand, upcoming) = (report.hand, report.upcoming);
        self.emit(Event::HandFinished { table: number, hand, stacks, upcoming });
        let out: Vec<(EntryNo, &Standing)> =
            players.into_iter().filter(|(_, player)| player.stack.is_zero()).collect();
        self.close_entry_in_the_money(out.len());
        let anybody = report.players.iter().any(|player| player.stack.is_zero());
        self.rank(out);
        if anybody {
            self.tell_of_short_table(number);
        }
        for gone in report.players.iter().filter(|player| player.stack.is_zero()) {
            self.order(number, Order::Remove { player: gone.player });
        }
        self.attention.insert(number);
        Ok(())
    }

    /// A table neither makes nor loses chips, and knows who sits there. Answers with the entries of
    /// its players.
    fn check<'r>(&self, report: &'r HandFinished) -> Result<Vec<(EntryNo, &'r Standing)>, Refusal> {
        let (table, hand) = (report.table, report.hand);
        let bad = |reason| Refusal::BadReport { table, hand, reason };
        let known = self.director.table(table).ok_or(Refusal::UnknownTable(table))?;
        if known.hand != hand {
            return Err(bad("the table was not ordered to deal it"));
        }
        let mut players = Vec::with_capacity(report.players.len());
        for player in &report.players {
            let entry = known.players.get(player.seat.index()).copied().flatten();
            let entry = entry.filter(|entry| self.director.player(*entry) == player.player);
            players.push((entry.ok_or_else(|| bad("somebody sits there who should not"))?, player));
        }
        let before: Chips = players.iter().map(|(entry, _)| self.director.stack(*entry)).sum();
        let after: Chips = report.players.iter().map(|player| player.stack).sum();
        if before != after {
            return Err(bad("chips were made or lost"));
        }
        Ok(players)
    }

    /// Gives those who are out with one hand their places: who had more chips before it ranks higher,
    /// equal stacks share the place.
    fn rank(&mut self, mut out: Vec<(EntryNo, &Standing)>) {
        out.sort_by_key(|(entry, player)| (player.started_with, *entry));
        for group in out.chunk_by(|(_, one), (_, other)| one.started_with == other.started_with) {
            let sharing = u32::try_from(group.len()).expect("a table has at most ten players");
            let out_before = self.director.entry_count() - self.director.players_left();
            let place = self.director.players_left() + 1 - sharing;
            for (entry, _) in group {
                let (entry, at) = (*entry, self.now);
                self.emit(Event::Out { entry, out_before, sharing, at });
            }
            self.pay(group.iter().map(|(entry, _)| *entry).collect(), place);
        }
    }
}
