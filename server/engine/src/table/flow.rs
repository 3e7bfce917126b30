//! The control loop of a hand: it does all that follows automatically from an action or from the
//! passing of time.

use super::{Step, absent, prospect};
use crate::action::{Action, TurnNo};
use crate::event::Event;
use crate::hand::{Hand, Phase, Turn};
use crate::limits::Legal;
use crate::opener::starts_after;
use crate::refusal::{Refusal, RefusalKind};
use crate::seat::Seat;
use crate::showdown::Part;
use crate::table::Terms;
use crate::{showdown, split};
use arrayvec::ArrayVec;
use cardroom_planted::{Fault, is_planted};
use cardroom_rules::{Chips, Deal, ExpiryNoBet, Game, MAX_SEATS, Millis, SeatNo, SeatSet};

/// The most automatic steps before a player, time or a deck is needed. It is many times the number
/// of cards dealt and players absent in any hand.
const MOST_ROUNDS: u32 = 2_000;

impl Step<'_> {
    pub(super) fn act(
        &mut self,
        seat: SeatNo,
        turn: TurnNo,
        action: Action,
    ) -> Result<(), Refusal> {
        self.table.checked_seat(seat)?;
        let hand = self.table.hand.as_ref().ok_or(RefusalKind::NoHand)?;
        let Phase::Turn(current) = hand.phase else { return Err(RefusalKind::NotYourTurn.into()) };
        if current.seat != seat {
            return Err(RefusalKind::NotYourTurn.into());
        }
        if self.is_waiting_for_a_ruling() {
            return Err(RefusalKind::FloorCalled.into());
        }
        // A player whose time is up has no legal action. A player who answers an earlier turn still
        // has.
        let bank = self.bank_left(current).ok_or(RefusalKind::StaleTurn)?;
        let terms = self.terms();
        let spot = terms.spot(seat);
        let checked = if current.turn == turn || is_planted(Fault::OldTurnTaken) {
            spot.check_action(action)
        } else {
            Err(RefusalKind::StaleTurn)
        };
        checked.map_err(|kind| Refusal {
            kind: prospect::explain(self.table, seat, kind),
            legal: Some(spot.legal()),
        })?;
        let (added, needless) = (spot.adds(action), action == Action::Fold && spot.check());
        self.time_decision(seat);
        if needless {
            self.flag_needless_fold(seat);
        }
        match action {
            Action::Discard(picks) => self.emit_discard(seat, picks, bank),
            _ => self.emit(Event::Acted { seat, action, added, timed_out: false, bank }),
        }
        self.advance();
        Ok(())
    }

    pub(super) fn show_or_muck(&mut self, seat: SeatNo, show: bool) -> Result<(), Refusal> {
        self.table.checked_seat(seat)?;
        let hand = self.table.hand.as_ref().ok_or(RefusalKind::NoHand)?;
        match hand.phase {
            Phase::Showdown { .. } | Phase::AwardHeld { .. } => {
                return self.show_or_discard(seat, show);
            }
            Phase::Offer { seat: offered, .. } if offered == seat => {}
            _ => return Err(RefusalKind::NothingToShow.into()),
        }
        if show {
            self.table_hand(seat);
        } else {
            self.emit(Event::Mucked { seat });
        }
        self.advance();
        Ok(())
    }

    pub(super) fn void_hand(&mut self, reason: String) -> Result<(), Refusal> {
        let hand = self.table.hand_in_progress().ok_or(RefusalKind::NoHand)?;
        self.emit(Event::HandVoided { hand, at: self.now, reason });
        self.between_hands();
        Ok(())
    }

    /// Restarts the clock after the room was down. On a hybrid table people call clocks,
    /// and can call again.
    pub(super) fn restart_clock(&mut self, wait: Millis) -> Result<(), Refusal> {
        let hand = self.table.hand.as_ref().ok_or(RefusalKind::NoHand)?;
        if self.table.setup.hybrid {
            return Err(RefusalKind::NothingToDo.into());
        }
        let until = match hand.phase {
            Phase::Turn(_) => self.now + wait + self.table.setup.rulebook.clock.base_ms,
            Phase::RunOut { .. }
            | Phase::Held { .. }
            | Phase::Showdown { .. }
            | Phase::AwardHeld { .. }
            | Phase::RunItVote { .. }
            | Phase::Offer { .. } => self.now + wait,
            Phase::Dealing | Phase::Open | Phase::Closed | Phase::Waiting => {
                return Err(RefusalKind::NothingToDo.into());
            }
        };
        self.emit(Event::ClockRestarted { until });
        Ok(())
    }

    /// Does what is due by now.
    pub(super) fn tick(&mut self) {
        match self.table.hand.as_ref().map(|hand| hand.phase) {
            _ if self.tick_declared() => {}
            Some(Phase::Turn(turn)) if self.table.setup.hybrid => {
                self.expire_called_clock(turn.seat);
            }
            Some(Phase::Turn(turn)) => self.expire(turn),
            Some(Phase::Showdown { until } | Phase::AwardHeld { until }) if self.now >= until => {
                self.show_for_the_rest();
            }
            Some(Phase::RunOut { until }) if self.now >= until => {
                self.begin_next_street();
                self.advance();
            }
            Some(Phase::Held { until }) if self.now >= until => {
                self.close_street();
                self.advance();
            }
            Some(Phase::RunItVote { until, .. }) if self.now >= until => self.run_it_once(),
            Some(Phase::Offer { seat, until }) if self.now >= until => {
                self.emit(Event::Mucked { seat });
                self.advance();
            }
            _ => {}
        }
        self.evict();
    }

    /// Continues until a player, time or a new deck is needed.
    ///
    /// # Panics
    /// Panics if the hand never reaches such a point, which happens only if
    /// its chips are inconsistent.
    pub(crate) fn advance(&mut self) {
        let mut rounds = 0;
        while let Some(hand) = &self.table.hand {
            rounds += 1;
            assert!(rounds < MOST_ROUNDS, "a hand goes on without anybody, and does not end");
            if self.is_waiting_for_a_ruling() {
                return;
            }
            match hand.phase {
                Phase::Turn(_)
                | Phase::RunOut { .. }
                | Phase::Held { .. }
                | Phase::Waiting
                | Phase::Showdown { .. }
                | Phase::AwardHeld { .. }
                | Phase::RunItVote { .. }
                | Phase::Offer { .. } => return,
                Phase::Dealing => self.deal_next(),
                Phase::Open => self.next_turn_or_close(),
                Phase::Closed => self.after_street(),
            }
        }
    }

    fn next_turn_or_close(&mut self) {
        if self.kill_dead_hands() {
            return;
        }
        let hand = self.hand();
        // A bomb pot has no betting before its board.
        let no_betting = hand.players.live().len() < 2
            || hand.positions.is_bomb_pot() && hand.boards.first().is_empty();
        let next = if no_betting { None } else { self.next_to_act() };
        let Some(seat) = next else { return self.end_betting() };
        if self.settle_out_of_turn(seat) {
            return;
        }
        let was_away = self.hand().players[seat].timed_out;
        if self.table.state.seats.get(seat).is_some_and(|seat| seat.keeps_nobody_waiting(was_away))
        {
            return self.act_for(seat);
        }
        if absent::folds_absent_at_turn(self.table, seat, self.now) {
            return self.act_for_absent(seat);
        }
        let turn = TurnNo(self.table.state.last_turn.0 + 1);
        let deadline = self.now + self.table.setup.rulebook.clock.base_ms;
        self.emit(Event::TurnBegan { seat, turn, deadline });
    }

    pub(crate) fn next_to_act(&self) -> Option<SeatNo> {
        let terms = self.table.terms()?;
        let hand = terms.hand;
        let opener = || hand.street.of(self.table.game()).opener;
        let after = hand.betting.pointer().unwrap_or_else(|| starts_after(hand, opener()));
        let mut next = terms.who_owes_action(after);
        let first = next.next();
        let passed = is_planted(Fault::SeatPassed) && hand.players.live().len() > 3;
        if passed { next.next().or(first) } else { first }
    }

    pub(super) fn close_street(&mut self) {
        self.give_back_held();
        if let Some((seat, amount)) = self.hand().players.uncalled()
            && !is_planted(Fault::UncalledKept)
        {
            self.emit(Event::UncalledReturned { seat, amount });
        }
        let pots = self.hand().pots_with_bets();
        self.emit(Event::StreetClosed { pots });
    }

    /// Decides what follows the betting of a street.
    fn after_street(&mut self) {
        let hand = self.hand();
        let live = hand.players.live();
        let last_street = self.is_last_street();
        if hand.middle.chips().is_zero() {
            return self.offer_or_end(live);
        }
        if live.len() == 1 {
            return self.award(|_, _, _| {
                [Part { board: 0, half: 0, winners: live }].into_iter().collect()
            });
        }
        let can_bet = hand.players.behind().len();
        let all_in_and_done = self.is_all_in_and_done();
        if all_in_and_done && hand.is_held {
            return self.emit(Event::HandHeld);
        }
        if all_in_and_done && self.table.setup.rulebook.face_up_all_in {
            self.table_everybody();
        }
        if !last_street {
            if can_bet < 2 {
                if all_in_and_done && self.offer_run_it() {
                    return;
                }
                // A hybrid table has already waited.
                if !self.table.setup.hybrid {
                    let until = self.now + self.table.setup.ring.run_out_ms;
                    return self.emit(Event::RunOutHeld { until });
                }
            }
            return self.begin_next_street();
        }
        if self.players_show() {
            return;
        }
        match self.next_to_show() {
            Some(seat) => self.show(seat),
            None => {
                self.flag_passed_nuts();
                self.award(|hand, game, pot| showdown::parts(hand, game, &hand.middle.pots()[pot]));
            }
        }
    }

    /// TDA 16: with a player all-in, all hands are tabled once no more betting is possible. No
    /// player may muck, in side pots either. Cards stay hidden while draws are still to come.
    pub(super) fn is_all_in_and_done(&self) -> bool {
        let live = self.hand().players.live().len();
        let can_bet = self.hand().players.behind().len();
        can_bet < live && (can_bet < 2 || self.is_last_street()) && !self.draws_to_come()
    }

    pub(super) fn is_last_street(&self) -> bool {
        self.hand().street.is_last(self.table.game())
    }

    fn draws_to_come(&self) -> bool {
        let mut deals = self.hand().street.later_deals(self.table.game());
        deals.any(|deal| matches!(deal, Deal::Draw(_) | Deal::Discard(_)))
    }

    pub(super) fn begin_next_street(&mut self) {
        let street = self.hand().street.number() + 1;
        self.emit(Event::StreetBegan { street });
    }

    // Showdown.

    pub(super) fn table_everybody(&mut self) {
        let hand = self.hand();
        // A card dealt after the hand was tabled is also shown.
        let hides = |seat: &SeatNo| {
            let player = &hand.players[*seat];
            !player.tabled || player.up.len() < player.held()
        };
        if !hand.players.live().iter().any(|seat| hides(&seat)) {
            return;
        }
        let rule = self.table.setup.rulebook.show_order;
        let mut order = showdown::show_order(hand, self.table.game(), rule);
        order.retain(|seat| hides(seat));
        for seat in order {
            self.table_hand(seat);
        }
    }

    fn next_to_show(&self) -> Option<SeatNo> {
        let hand = self.hand();
        if hand.players.holding().len() < 2 {
            return None;
        }
        let rule = self.table.setup.rulebook.show_order;
        showdown::show_order(hand, self.table.game(), rule).into_iter().find(|seat| {
            let player = &hand.players[*seat];
            !player.tabled && !player.mucked
        })
    }

    /// Tables the hand if it is first to show or could win. A beaten hand may be mucked
    /// (TDA 17; GAPS G-47).
    fn show(&mut self, seat: SeatNo) {
        let hand = self.hand();
        let first = !hand.players.live().iter().any(|seat| hand.players[seat].tabled);
        if first || !showdown::is_beaten(hand, self.table.game(), seat) {
            return self.table_hand(seat);
        }
        let auto_muck =
            self.table.state.seats.get(seat).is_none_or(|seat| seat.auto_muck || seat.leaving);
        if auto_muck {
            self.emit(Event::Mucked { seat });
        } else {
            let until = self.now + self.table.setup.rulebook.showdown.show_ms;
            self.emit(Event::ShowOffered { seat, until });
        }
    }

    pub(super) fn table_hand(&mut self, seat: SeatNo) {
        let cards = self.hand().open_hole(seat);
        self.emit(Event::Tabled { seat, cards });
    }

    /// Awards each pot to its winners, side pots first (TDA 21), less the rake. A pot is divided
    /// among its boards first, then among the halves with a qualifying hand.
    fn award(&mut self, parts: impl Fn(&Hand, &Game, usize) -> ArrayVec<Part, 6>) {
        self.take_rake();
        for pot in (0..self.hand().middle.pots().len()).rev() {
            let hand = self.hand();
            let amount = hand.middle.pots()[pot].amount;
            if amount.is_zero() {
                continue;
            }
            let parts = parts(hand, self.table.game(), pot);
            let unit = self.table.stakes().unit;
            let number = u8::try_from(pot).expect("a table has at most ten pots");
            let boards = parts.chunk_by(|one, other| one.board == other.board);
            let of_boards = split::into_parts(amount, boards.clone().count(), unit);
            for (halves, amount) in boards.zip(of_boards) {
                let of_halves = split::into_parts(amount, halves.len(), unit);
                for (part, amount) in halves.iter().zip(of_halves) {
                    if amount.is_zero() {
                        continue;
                    }
                    let rule = self.table.setup.rulebook.odd_chip;
                    let order =
                        showdown::odd_chip_order(self.hand(), self.table.game(), rule, part);
                    let shares = split::among_winners(amount, &order, unit);
                    let Part { board, half, .. } = *part;
                    self.emit(Event::PotAwarded { pot: number, board, half, shares });
                }
            }
        }
    }

    fn take_rake(&mut self) {
        let Some(rake) = &self.table.setup.ring.rake else { return };
        let hand = self.hand();
        if rake.no_flop_no_drop && hand.street.is_first() {
            return;
        }
        let mut left = rake.cap;
        let mut taken: SmallTakes = SmallTakes::new();
        for (pot, pool) in hand.middle.pots().iter().enumerate() {
            let amount = pool.amount.basis_points_floor(rake.basis_points).min(left);
            if !amount.is_zero() {
                left -= amount;
                taken.push((u8::try_from(pot).expect("a table has at most ten pots"), amount));
            }
        }
        for (pot, amount) in taken {
            self.emit(Event::RakeTaken { pot, amount });
        }
    }

    fn offer_or_end(&mut self, live: SeatSet) {
        let winner = live.iter().next().filter(|_| live.len() == 1);
        if let Some(seat) = winner {
            let player = &self.hand().players[seat];
            let decided = player.tabled || player.mucked;
            let auto_muck =
                self.table.state.seats.get(seat).is_none_or(|seat| seat.auto_muck || seat.leaving);
            if !decided && !auto_muck {
                let until = self.now + self.table.setup.rulebook.showdown.uncontested_show_ms;
                return self.emit(Event::ShowOffered { seat, until });
            }
        }
        self.rank_who_is_out();
        let (hand, dealt) = (self.hand().number, self.hand().players.dealt().len());
        self.emit(Event::HandEnded { hand, at: self.now });
        self.between_hands();
        self.rotate(dealt);
    }

    // Time.

    fn expire(&mut self, turn: Turn) {
        let grace = self.table.setup.rulebook.clock.grace_ms;
        let bank = self.table.state.seats.get(turn.seat).map_or(Millis(0), |seat| seat.bank);
        let mut deadline = turn.deadline;
        if !turn.in_bank && bank > Millis(0) {
            if self.now < deadline {
                return;
            }
            deadline = deadline + bank;
            self.emit(Event::BankBegan { seat: turn.seat, deadline });
        }
        if self.now < deadline + grace {
            return;
        }
        let wait = self.table.setup.rulebook.clock.reconnect_ms;
        let waits = |seat: &Seat| !seat.is_connected() && !seat.had_reconnect;
        if wait > Millis(0) && self.table.state.seats.get(turn.seat).is_some_and(waits) {
            // GAPS G-11: once per level a disconnected player gets time to come back.
            let until = self.now + wait;
            return self.emit(Event::ReconnectGranted { seat: turn.seat, until });
        }
        self.act_for(turn.seat);
        if self.table.state.seats.get(turn.seat).is_some_and(|seat| seat.sat_out_at.is_none()) {
            self.emit(Event::SatOut { seat: turn.seat, at: self.now });
        }
        self.advance();
    }

    /// Acts for a player who timed out or is leaving. It checks if that is free and the
    /// rulebook says so, and otherwise folds (TDA 29). The lowest card posts the bring-in, and
    /// a draw stands pat.
    pub(super) fn act_for(&mut self, seat: SeatNo) {
        let terms = self.terms();
        let spot = terms.spot(seat);
        if spot.discard().is_some() {
            return self.discard_for(seat);
        }
        let checks = self.table.setup.rulebook.clock.expiry_no_bet == ExpiryNoBet::Check;
        let action = if !spot.fold() {
            Action::BringIn
        } else if spot.check() && checks {
            Action::Check
        } else {
            Action::Fold
        };
        let action = self.bound_action(seat).unwrap_or(action);
        let bank = self.bank_now(seat);
        self.emit_action(seat, action, true, bank);
    }

    /// Returns the time bank left for a player for whom the room acts.
    pub(crate) fn bank_now(&self, seat: SeatNo) -> Millis {
        match self.hand().phase {
            Phase::Turn(turn) => self.bank_left(turn).unwrap_or(Millis(0)),
            _ => self.table.state.seats.get(seat).map_or(Millis(0), |seat| seat.bank),
        }
    }

    /// Returns the time bank that an action now would leave; `None` if it is too late. Bank time is
    /// spent in whole seconds.
    pub(crate) fn bank_left(&self, turn: Turn) -> Option<Millis> {
        let bank = self.table.state.seats.get(turn.seat)?.bank;
        if self.table.setup.hybrid {
            let ends = self.hand().betting.called_clock_ends();
            return ends.is_none_or(|ends| self.now <= ends).then_some(bank);
        }
        let over = self.now.since(turn.base_end(bank));
        let grace = self.table.setup.rulebook.clock.grace_ms;
        if over > bank + grace {
            return None;
        }
        let spent = if over <= grace { 0 } else { over.0.div_ceil(1_000) * 1_000 };
        Some(Millis(bank.0.saturating_sub(spent)))
    }

    // Helpers.

    pub(crate) fn emit_action(
        &mut self,
        seat: SeatNo,
        action: Action,
        timed_out: bool,
        bank: Millis,
    ) {
        let added = self.terms().spot(seat).adds(action);
        self.time_decision(seat);
        self.emit(Event::Acted { seat, action, added, timed_out, bank });
    }

    #[inline(always)]
    pub(crate) fn terms(&self) -> Terms<'_> {
        self.table.terms().expect("only asked for in a hand")
    }

    pub(crate) fn legal(&self, seat: SeatNo) -> Legal {
        self.terms().legal(seat)
    }

    pub(crate) fn hand(&self) -> &Hand {
        self.table.hand.as_ref().expect("only asked for in a hand")
    }
}

type SmallTakes = ArrayVec<(u8, Chips), MAX_SEATS>;
