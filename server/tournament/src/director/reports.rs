//! Handles reports from tables. A repeated report changes nothing.

use super::Step;
use crate::event::Event;
use crate::held::Bust;
use crate::order::Order;
use crate::prizes::{Busted, on_one_hand, on_one_synchronised_hand};
use crate::refusal::Refusal;
use crate::report::{HandFinished, Outcome, Reawarded, Report, Standing, Upcoming};
use crate::table::{Doing, Table};
use cardroom_rules::{Chips, EntryNo, HandNo, SeatNo, TableNo};

impl Step<'_> {
    pub(super) fn report(&mut self, report: Report) -> Result<(), Refusal> {
        match report {
            Report::Done { table, order, outcome } => {
                self.done(table, order, &outcome);
                Ok(())
            }
            Report::HandFinished(finished) => self.finished(&finished),
            Report::Reawarded(reawarded) => {
                self.reawarded(reawarded);
                Ok(())
            }
            Report::Waiting { table, hand } => {
                self.waits(table, hand);
                Ok(())
            }
            Report::HandUndone(undone) => self.undone(&undone),
            Report::PenaltyDue(due) => self.penalize(due),
        }
    }

    fn done(&mut self, table: TableNo, order: crate::OrderNo, outcome: &Outcome) {
        let Some(done) = self.director.state.orders.get(order) else { return };
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
                if self.director.state.seating.floor().staying() == 0 {
                    // If every table breaks, the others waited for this one.
                    let others = self.director.state.seating.floor().tables();
                    self.attention.extend(others.map(|(table, _)| table));
                }
            }
            _ => {}
        }
        self.attention.insert(table);
    }

    /// Handles a table that waits with all-in hands face down (TDA RP-8-F).
    fn waits(&mut self, number: TableNo, hand: HandNo) {
        let plays = |table: &&Table| table.hand == hand && table.doing == Doing::Playing;
        if self.director.table(number).filter(plays).is_none() {
            return;
        }
        match self.director.state.together.hand_for_hand() {
            Some(h4h) if h4h.waiting.contains(&number) || h4h.revealing.contains(&number) => {}
            Some(_) => self.emit(Event::TableWaits { table: number }),
            None => self.order(number, Order::Reveal),
        }
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
            // Already processed.
            return Ok(());
        }
        let players = self.check(report)?;
        let stacks = players.iter().map(|(entry, player)| (*entry, player.stack)).collect();
        let (hand, upcoming, void) = (report.hand, report.upcoming, report.void);
        self.emit(Event::HandFinished { table: number, hand, stacks, upcoming, void });
        let entries: Vec<EntryNo> = players.iter().map(|(entry, _)| *entry).collect();
        self.note_absences(&entries, report);
        self.rest_after(number);
        let busts: Vec<Bust> = players
            .into_iter()
            .filter(|(_, player)| player.stack.is_zero())
            .map(|(entry, player)| self.bust(entry, number, player))
            .collect();
        self.busted(number, busts);
        self.attention.insert(number);
        Ok(())
    }

    /// Voids a finished hand. The stacks are those from before it, until the table
    /// reports its next hand.
    fn undone(&mut self, report: &HandFinished) -> Result<(), Refusal> {
        let (number, hand) = (report.table, report.hand);
        let table = self.director.table(number).ok_or(Refusal::UnknownTable(number))?;
        let is_last = match table.doing {
            Doing::Playing => table.hand.0 == hand.0 + 1,
            _ => table.hand == hand,
        };
        if !is_last {
            return Ok(());
        }
        let players = self.check_players(report)?;
        let stacks = players.iter().map(|(entry, player)| (*entry, player.stack)).collect();
        let upcoming = report.upcoming;
        self.emit(Event::HandUndone { table: number, hand, stacks, upcoming });
        self.take_back_penalties(number, hand)
    }

    /// Moves chips of the last hand to another player. If that hand is not known yet, or one of the
    /// players is out by now, the report of the next hand has the result.
    fn reawarded(&mut self, report: Reawarded) {
        let Reawarded { table: number, hand, from, to, chips } = report;
        let Some(table) = self.director.table(number) else { return };
        let waits = table.doing == Doing::Waiting;
        let heard = if waits { table.hand == hand } else { table.hand.0 == hand.0 + 1 };
        let (Ok(giver), Ok(getter)) = (
            self.director.state.entries.of_player_in(from),
            self.director.state.entries.of_player_in(to),
        ) else {
            return;
        };
        let had = self.director.state.entries.stack(giver);
        if !heard || had < chips || self.director.state.entries.stack(getter).is_zero() {
            return;
        }
        self.emit(Event::Reawarded { giver, getter, chips });
        if had == chips && waits {
            // The next hand is dealt without a player who has no chips left.
            let standing = Standing {
                seat: SeatNo(0),
                player: from,
                started_with: had,
                stack: Chips::ZERO,
                hand_rank: None,
                eliminated_by: std::iter::once(to).collect(),
                absent: false,
            };
            let bust = self.bust(giver, number, &standing);
            self.busted(number, vec![bust]);
        }
        self.attention.insert(number);
    }

    fn bust(&self, entry: EntryNo, table: TableNo, player: &Standing) -> Bust {
        let stays = self.director.state.due.removal(entry).is_none()
            && !self.director.state.discipline.has_quit(entry);
        let rebuys = stays && self.director.may_rebuy(entry, Chips::ZERO);
        Bust {
            entry,
            table,
            started_with: player.started_with,
            hand_rank: player.hand_rank,
            eliminated_by: player.eliminated_by.to_vec(),
            rebuy_until: rebuys.then(|| self.now + self.director.setup.time_for_rebuy()),
        }
    }

    /// Handles players who lost all chips in one hand. Their places stay open while one of them may
    /// rebuy, and in hand-for-hand until all tables have finished.
    fn busted(&mut self, table: TableNo, busts: Vec<Bust>) {
        if busts.is_empty() {
            return;
        }
        for bust in &busts {
            // A player with impounded chips is not out yet.
            if self.director.state.escrow.of(bust.entry).is_zero() {
                self.keep_bonus(bust.entry);
            }
        }
        let rebuys = busts.iter().any(|bust| bust.rebuy_until.is_some());
        if rebuys || self.director.state.together.is_on() {
            // Chips bought during the hand arrive now, and a player who has some is not out.
            for bust in busts {
                let entry = bust.entry;
                self.emit(Event::Busted(Box::new(bust)));
                if !self.director.state.escrow.returning(entry).is_zero() {
                    self.settle_at_table(entry, table);
                }
                self.give_bought_chips(entry);
            }
            return;
        }
        let comes = |bust: &Bust| {
            let released = self.director.state.escrow.returning(bust.entry);
            !(self.director.state.stack_due(bust.entry) + released).is_zero()
        };
        let (bought, busts): (Vec<Bust>, Vec<Bust>) = busts.into_iter().partition(comes);
        // They have a stack again before the next hand.
        drop(bought);
        self.rank(busts, false);
        self.tell_of_short_table(table);
    }

    /// Gives a player the chips bought during the hand.
    fn give_bought_chips(&mut self, entry: EntryNo) {
        if !self.director.state.stack_due(entry).is_zero() {
            self.change_stack(entry, Chips::ZERO, Chips::ZERO);
        }
    }

    /// Checks that a report neither creates nor loses chips and names the seated
    /// players. Returns their entries.
    fn check<'r>(&self, report: &'r HandFinished) -> Result<Vec<(EntryNo, &'r Standing)>, Refusal> {
        let (table, hand) = (report.table, report.hand);
        let known = self.director.table(table).ok_or(Refusal::UnknownTable(table))?;
        if known.hand != hand {
            let reason = "the table was not ordered to deal it";
            return Err(Refusal::BadReport { table, hand, reason });
        }
        self.check_players(report)
    }

    fn check_players<'r>(
        &self,
        report: &'r HandFinished,
    ) -> Result<Vec<(EntryNo, &'r Standing)>, Refusal> {
        let (table, hand) = (report.table, report.hand);
        let bad = |reason| Refusal::BadReport { table, hand, reason };
        let known = self.director.table(table).ok_or(Refusal::UnknownTable(table))?;
        let mut players = Vec::with_capacity(report.players.len());
        for player in &report.players {
            let entry = known.players.get(player.seat.index()).copied().flatten();
            let entry =
                entry.filter(|entry| self.director.state.entries.player(*entry) == player.player);
            players.push((entry.ok_or_else(|| bad("somebody sits there who should not"))?, player));
        }
        let before: Chips =
            players.iter().map(|(entry, _)| self.director.state.entries.stack(*entry)).sum();
        let after: Chips = report.players.iter().map(|player| player.stack).sum();
        if before != after {
            return Err(bad("chips were made or lost"));
        }
        Ok(players)
    }

    /// Ranks the players who busted in one hand, or in one hand of hand-for-hand. Pays their prizes
    /// and the bounties on them.
    pub(super) fn rank(&mut self, busts: Vec<Bust>, together: bool) {
        // A player with impounded chips is not out before it is decided whose they are.
        let escrow = &self.director.state.escrow;
        let (impounded, busts): (Vec<Bust>, Vec<Bust>) =
            busts.into_iter().partition(|bust| !escrow.of(bust.entry).is_zero());
        for bust in impounded {
            self.suspend(bust);
        }
        if busts.is_empty() {
            return;
        }
        for bust in &busts {
            self.keep_bonus(bust.entry);
        }
        let seated = busts.iter().filter(|bust| self.director.state.entries.is_seated(bust.entry));
        let seated: Vec<EntryNo> = seated.map(|bust| bust.entry).collect();
        self.close_entry_in_the_money(busts.len());
        let out: Vec<Busted> = busts.iter().map(|bust| self.ranked(bust)).collect();
        let gone = u32::try_from(out.len()).expect("fewer are out than entered");
        let left = self.director.players_left() - gone;
        let rulebook = &self.director.setup.rulebook;
        let by = &rulebook.finish.same_hand;
        let places = if together {
            on_one_synchronised_hand(&out, left, by, rulebook.hand_for_hand.rank)
        } else {
            on_one_hand(&out, left, by)
        };
        for place in &places {
            self.place_out(&place.entries, &busts);
        }
        for entry in places.iter().flat_map(|place| &place.entries) {
            if let Some(bust) = busts.iter().find(|bust| bust.entry == *entry) {
                self.award_bounty(bust.entry, &bust.eliminated_by);
            }
        }
        for bust in busts.iter().filter(|bust| seated.contains(&bust.entry)) {
            let player = self.director.state.entries.player(bust.entry);
            self.order(bust.table, Order::Remove { player });
            self.attention.insert(bust.table);
        }
    }

    /// Returns the winners of an eliminated player's last chips.
    fn knocked_out_by(&self, bust: Option<&Bust>) -> Vec<EntryNo> {
        let by = bust.into_iter().flat_map(|bust| &bust.eliminated_by);
        by.filter_map(|player| self.director.entry_of(*player)).collect()
    }

    fn ranked(&self, bust: &Bust) -> Busted {
        let bounties = self.director.state.prizes.bounties();
        Busted {
            entry: bust.entry,
            table: bust.table,
            started_with: bust.started_with,
            hand_rank: bust.hand_rank,
            bounty_chips: bounties.map_or(0, |bounties| bounties.chips(bust.entry)),
        }
    }

    /// Gives these entries the last place of the remaining players to share, and pays it.
    pub(super) fn place_out(&mut self, entries: &[EntryNo], busts: &[Bust]) {
        let sharing = u32::try_from(entries.len()).expect("fewer are out than entered");
        let out_before = self.director.entry_count() - self.director.players_left();
        let place = self.director.players_left() + 1 - sharing;
        for entry in entries {
            let (entry, at) = (*entry, self.now);
            let by = self.knocked_out_by(busts.iter().find(|bust| bust.entry == entry));
            self.emit(Event::Out { entry, out_before, sharing, at, by });
        }
        self.pay(entries.to_vec(), place);
        self.reach_the_money();
    }
}
