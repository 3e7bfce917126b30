//! Conversion of the engine's steps into records, messages and transfers of chips.

use super::{After, Outputs, TableHost, floor};
use crate::ids::AccountId;
use crate::night::{GIVEN, TAKEN_BACK, TOP_UP};
use crate::store::{LedgerAccount, Snapshot, Transfer};
use crate::table::played::Told;
use crate::table::{stored, wire};
use arrayvec::ArrayVec;
use cardroom_engine::{Adjudicated, Decks, Event, Input, Refusal, TableSetup};
use cardroom_planted::{Fault, is_planted};
use cardroom_protocol::TableId as WireTableId;
use cardroom_protocol::server::{LeftTable, Step};
use cardroom_rules::{Chips, HandNo, MAX_SEATS, Millis, PlayerId, SeatNo, SeatSet};
use cardroom_tables::OrderDesk;
use cardroom_tournament::{Ordered, Report};
use std::sync::Arc;

/// A snapshot is stored at the first end of a hand after this many steps.
const STEPS_PER_SNAPSHOT: u64 = 256;
/// Gives all players time to reconnect before the clock of an interrupted hand restarts.
const RECONNECT_GRACE: Millis = Millis(5_000);
/// How many hands pass between two sweeps of the house's chips from the table.
const HANDS_PER_SWEEP: u64 = 64;

impl TableHost {
    pub(super) fn start_hand(
        &mut self,
        now: Millis,
        decks: Decks,
        draw: u32,
        outputs: &mut Outputs,
    ) {
        let next = HandNo(self.table.last_hand().0 + 1);
        let kept = self.deal.decks.replace((next, decks.clone()));
        let Decks { deck, reshuffles } = decks;
        if self.step(now, Input::StartHand { deck, reshuffles, draw }, outputs).is_err() {
            // No hand can begin any more, because a player left at the same moment.
            self.deal.decks = kept;
        } else {
            self.deal.before = kept;
        }
    }

    pub(super) fn recover(
        &mut self,
        now: Millis,
        setup: Option<TableSetup>,
        outputs: &mut Outputs,
    ) {
        self.events.clear();
        let mut events = std::mem::take(&mut self.events);
        // No player could return while the room was closed, and the clock may have been
        // changed meanwhile. So absences and sit-outs are counted from now on. Refused if
        // no player sits out.
        let _ = self.table.step_into(now, Input::CountSitOutsAnew, &mut events);
        self.count_stacks_as_brought(now);
        let seats: Vec<_> = self.table.players().map(|(seat, _)| seat).collect();
        for seat in &seats {
            let input = Input::Presence { seat: *seat, connected: true };
            // Refused for players who were connected.
            let _ = self.table.step_into(now, input, &mut events);
        }
        let goes_on = self.resume_hand(now, setup.as_ref(), &mut events);
        if !goes_on && self.table.hand_in_progress().is_some() {
            self.audience.untold = self.table.players().map(|(_, player)| player).collect();
            let reason = "the room was restarted in the middle of the hand".to_owned();
            let _ = self.table.step_into(now, Input::VoidHand { reason }, &mut events);
        }
        self.tell_desk(now, 0, &mut events, outputs);
        for seat in seats {
            let seats_left = setup.as_ref().map_or(0, |setup| setup.seats);
            let input = if seat.0 < seats_left {
                Input::Presence { seat, connected: false }
            } else {
                Input::Leave { seat }
            };
            // Refused if voiding the hand let a player leave.
            let _ = self.table.step_into(now, input, &mut events);
        }
        if self.table.is_attended() {
            let _ = self.table.step_into(now, Input::AttendFloor { attended: false }, &mut events);
        }
        // Refused if the house took nothing.
        let _ = self.table.step_into(now, Input::SweepHouse, &mut events);
        self.commit(now, events, outputs);
        if goes_on {
            // The hand continues under the setup that the last snapshot contains.
            return;
        }
        if let Some(Err(reason)) = setup.map(|setup| self.table.adopt(setup)) {
            tracing::error!(
                table = self.id.0,
                reason,
                "the table keeps its old setup, because the configured one does not fit"
            );
        }
        // The stream continues under the current setup, which its snapshot contains.
        outputs.unit.snapshot = self.stored_snapshot();
        self.snapshot_seq = self.seq;
    }

    /// Continues an interrupted hand with a fresh clock, if its deck is known and its setup is
    /// unchanged. Returns whether it does.
    fn resume_hand(
        &mut self,
        now: Millis,
        setup: Option<&TableSetup>,
        events: &mut Vec<Event>,
    ) -> bool {
        let hand = self.table.hand_in_progress();
        let is_known = hand.is_some() && self.deal.decks.as_ref().map(|(hand, _)| *hand) == hand;
        if !is_known || self.table.setup().hybrid || setup != Some(self.table.setup()) {
            return false;
        }
        // Refused if the hand waits for the floor and not for a clock.
        let _ = self.table.step_into(now, Input::RestartClock { wait: RECONNECT_GRACE }, events);
        true
    }

    /// Runs one step of the engine and adds the results to the outputs.
    pub(super) fn step(
        &mut self,
        now: Millis,
        input: Input,
        outputs: &mut Outputs,
    ) -> Result<(), Refusal> {
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        let result = self.table.step_into(now, input, &mut events);
        if result.is_ok() {
            self.conclude(now, events, outputs);
        } else {
            self.events = events;
        }
        result
    }

    /// Applies several inputs in one step. Skips those that the table refuses.
    pub(super) fn step_all(&mut self, now: Millis, inputs: Vec<Input>, outputs: &mut Outputs) {
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        let mut taken = false;
        for input in inputs {
            taken |= self.table.step_into(now, input, &mut events).is_ok();
        }
        if taken {
            self.conclude(now, events, outputs);
        } else {
            self.events = events;
        }
    }

    /// Ends a step: adds the events that follow for the desk, the house and players who get
    /// up, then commits it.
    fn conclude(&mut self, now: Millis, mut events: Vec<Event>, outputs: &mut Outputs) {
        self.tell_desk(now, 0, &mut events, outputs);
        let ended = events.iter().any(|event| matches!(event, Event::HandEnded { .. }));
        if ended && self.table.last_hand().0.is_multiple_of(HANDS_PER_SWEEP) {
            // Refused if the house took nothing.
            let _ = self.table.step_into(now, Input::SweepHouse, &mut events);
        }
        self.get_up(now, &mut events);
        self.commit(now, events, outputs);
    }

    /// Handles an instruction of the director.
    pub(super) fn take_order(&mut self, now: Millis, ordered: Ordered, outputs: &mut Outputs) {
        let Some(mut desk) = self.projections.desk.take() else { return };
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        let before = desk.done();
        let reports = desk.take(now, ordered, &mut self.table, &mut events);
        self.note_who_is_not_there(now, &mut desk, &mut events);
        let done = desk.done() > before;
        self.projections.desk = Some(desk);
        outputs.after.extend(reports.into_iter().map(After::Report));
        self.follow_end(now, &mut events, outputs);
        if events.is_empty() && done {
            // Stores that it was carried out, even if nothing changed.
            self.remember(now, outputs);
        }
        self.commit(now, events, outputs);
    }

    /// Marks placed players who do not watch the table as disconnected, which starts
    /// their time to arrive.
    fn note_who_is_not_there(
        &mut self,
        now: Millis,
        desk: &mut OrderDesk,
        events: &mut Vec<Event>,
    ) {
        let placed = |event: &Event| match event {
            Event::Placed { seat, player, .. } => Some((*seat, AccountId(player.0))),
            _ => None,
        };
        let placed: Vec<_> = events.iter().filter_map(placed).collect();
        for (seat, account) in placed {
            let mut there =
                self.audience.attached.values().filter_map(|attached| attached.player.as_ref());
            if !there.any(|player| player.account == account) {
                let from = events.len();
                let input = Input::Presence { seat, connected: false };
                if self.table.step_into(now, input, events).is_ok() {
                    events[from..].iter().for_each(|event| desk.note(event, &self.table));
                }
            }
        }
    }

    /// Passes the events from this index on to the desk. At the end of a hand, the desk carries out
    /// the instructions that waited for it.
    fn tell_desk(
        &mut self,
        now: Millis,
        from: usize,
        events: &mut Vec<Event>,
        outputs: &mut Outputs,
    ) {
        let Some(desk) = &mut self.projections.desk else { return };
        for event in &events[from..] {
            desk.note(event, &self.table);
            if let Event::Floor(ruled) = event {
                let report = desk.reawarded(&ruled.what, &self.table);
                outputs.after.extend(report.map(After::Report));
            }
        }
        let undone = events[from..].iter().any(|event| event.returns_bets().is_some());
        if let Some(report) = desk.last_undone(&self.table).filter(|_| undone) {
            outputs.after.push(After::Report(report));
        }
        self.follow_end(now, events, outputs);
    }

    fn follow_end(&mut self, now: Millis, events: &mut Vec<Event>, outputs: &mut Outputs) {
        let is_end = |event: &Event| {
            use Event as E;
            matches!(event, E::HandEnded { .. } | E::HandVoided { .. } | E::HandWithdrawn { .. })
        };
        let Some(desk) = &mut self.projections.desk else { return };
        if let Some(hand) = self.table.hand_in_progress()
            && events.iter().any(|event| matches!(event, Event::HandHeld))
        {
            let table = desk.table();
            outputs.after.push(After::Report(Report::Waiting { table, hand }));
        }
        if !events.iter().any(is_end) {
            return;
        }
        let reports = desk.after_hand(now, &mut self.table, events);
        outputs.after.extend(reports.into_iter().map(After::Report));
    }

    /// Adds a step without events, which records only that instructions were carried out, or that
    /// an operator claimed a ticket.
    pub(super) fn remember(&mut self, now: Millis, outputs: &mut Outputs) {
        self.seq += 1;
        let done = self.projections.desk.as_ref().map(OrderDesk::done);
        outputs.unit.records.push(stored::record(self.id, self.seq, now, done, &[], None, None));
        outputs.steps.push(self.told(now, &[]));
    }

    /// Builds the step that all viewers get.
    fn told(&mut self, now: Millis, events: &[Event]) -> Step {
        let mut face_up = std::mem::take(&mut self.projections.face_up);
        let (id, seq) = (self.id, self.seq);
        let after = wire::After { id, seq, now, table: &self.table, rules: &self.terms.rules };
        let mut step = wire::step(&after, events, &mut face_up, |who| self.person(who));
        self.projections.face_up = face_up;
        if let Some(ordered) = &self.floor.ordering {
            step.events.0.insert(0, ordered.clone().into());
        }
        step
    }

    /// Turns events into records and messages.
    pub(super) fn commit(&mut self, now: Millis, events: Vec<Event>, outputs: &mut Outputs) {
        if events.is_empty() {
            self.events = events;
            return;
        }
        self.seq += 1;
        if events.iter().any(floor::moves_play) {
            self.floor.played_at = self.seq;
        }
        let done = self.projections.desk.as_ref().map(OrderDesk::done);
        let begins = events.iter().any(|event| matches!(event, Event::HandStarted(_)));
        let sealed = if begins { self.deal.sealed.take() } else { None };
        let answered = self.answers.current.take().map(|(who, action_id)| (who, action_id.0));
        if let Some((who, number)) = answered {
            self.projections.answered.count(who, number);
        }
        let record = stored::record(self.id, self.seq, now, done, &events, sealed, answered);
        outputs.unit.records.push(record);
        outputs.steps.push(self.told(now, &events));
        if events.iter().any(|event| matches!(event, Event::Paused)) {
            self.floor.paused_by = self.floor.ordering.clone().map(Box::new);
        }
        // Chips that change hands between hands belong to no hand.
        if let Some(ordered) = self.floor.ordering.take()
            && !floor::moves_chips(&ordered.command)
        {
            self.projections.log.order(&ordered);
        }
        self.keep_hand(now, &events, outputs);
        for (index, event) in events.iter().enumerate() {
            self.follow(now, index, event, outputs);
        }
        let before = outputs.private.len();
        self.private_parts(&events, outputs);
        let own = outputs.private.len() - before;
        // Another level may have other chips, and other games.
        let changes_all = |event: &Event| {
            matches!(
                event,
                Event::StacksSet { .. } | Event::PlaysSet { .. } | Event::TakenBack { .. }
            )
        };
        let whole = |event: &Event| changes_all(event) || event.sets_right();
        let refunds = floor::refunds_a_dead_hand(&events);
        if refunds || events.iter().any(whole) {
            let connections: Vec<_> = self.audience.attached.keys().copied().collect();
            // A ruling on the deal is also sent as an event, before the full view.
            let told = events.iter().any(Event::is_of_the_deal);
            for connection in connections {
                self.snapshot_for(connection, now, outputs);
                if let Some(attached) = self.audience.attached.get_mut(&connection).filter(|_| told)
                {
                    attached.since = self.seq - 1;
                }
            }
            // A turn belongs to the view that precedes it.
            outputs.private[before..].rotate_left(own);
        }
        self.show_new_time_use(&events, outputs);
        if self.seq >= self.snapshot_seq + STEPS_PER_SNAPSHOT {
            self.add_snapshot(outputs);
        }
        self.events = events;
    }

    /// Adds a completed hand to the outputs.
    fn keep_hand(&mut self, now: Millis, events: &[Event], outputs: &mut Outputs) {
        self.projections.log.note(now, events);
        let Some(telling) = self.projections.log.take_over() else { return };
        let Self { id, description, table, terms, .. } = &*self;
        let told = Told { id: *id, description, table, rules: &terms.rules };
        let played = told.hand(&self.projections.log, telling, |who| self.person(who));
        outputs.played = played.map(Box::new);
    }

    /// Handles the effects of an event outside of the game.
    fn follow(&mut self, now: Millis, index: usize, event: &Event, outputs: &mut Outputs) {
        self.projections.answered.note(now, event);
        self.forget_refusals(event);
        if self.projections.desk.is_some() {
            return self.follow_in_event(event, outputs);
        }
        let ring = Arc::clone(&self.table.setup().ring);
        self.projections.note_rathole(now, event, &ring);
        if let Some(twins) = &self.terms.twins {
            twins.note(event, now, &ring);
        }
        let table = LedgerAccount::Table(self.id);
        match event {
            Event::SeatTaken { player, stack, .. } => {
                let account = AccountId(player.0);
                let wallet = LedgerAccount::Wallet(account);
                self.transfer(now, index, wallet, table, *stack, outputs);
                self.brings(now, account, *stack);
                outputs.after.push(After::Seated(account));
                outputs.info_changed = true;
            }
            Event::TopUpPending { seat, amount }
            | Event::ToppedUp { seat, amount, was_pending: false } => {
                if let Some(account) = self.account_at(*seat) {
                    let host = self.hosted_by().filter(|_| self.floor.giving);
                    let purpose = match host {
                        Some(_) => format!("{GIVEN}:{}", account.0),
                        None => TOP_UP.to_owned(),
                    };
                    match host {
                        Some(_) => self.is_given(now, account, *amount),
                        None => self.brings(now, account, *amount),
                    }
                    let wallet = LedgerAccount::Wallet(host.unwrap_or(account));
                    self.transfer_for(now, index, &purpose, (wallet, table), *amount, outputs);
                }
            }
            Event::TakenBack { player, amount, .. } if !amount.is_zero() => {
                let account = AccountId(player.0);
                let host = self.hosted_by();
                // A table that is paid out after a restart has no host any more.
                let purpose =
                    host.map_or_else(String::new, |_| format!("{TAKEN_BACK}:{}", account.0));
                let to = host.unwrap_or(account);
                let places = (table, LedgerAccount::Wallet(to));
                self.transfer_for(now, index, &purpose, places, *amount, outputs);
                self.takes_back(account, *amount);
                outputs.after.push(After::Credit(to));
            }
            Event::TopUpReturned { player, amount, .. } => {
                let account = AccountId(player.0);
                let wallet = LedgerAccount::Wallet(account);
                self.transfer(now, index, table, wallet, *amount, outputs);
                self.takes_back(account, *amount);
                outputs.after.push(After::Credit(account));
            }
            Event::SeatLeft { player, cashed_out, .. } => {
                let account = AccountId(player.0);
                let paid = self.pay_out(now, index, account, *cashed_out, outputs);
                if !paid.is_zero() {
                    outputs.after.push(After::Credit(account));
                }
                self.say_goodbye(*player, paid, *cashed_out - paid, outputs);
                outputs.after.push(After::Unseated(account));
                outputs.info_changed = true;
            }
            Event::Floor(_) => {
                let Some(back) = event.returns_bets() else { return };
                let rake_from = ring.rake.as_ref().filter(|_| !back.from_house.is_zero());
                if let Some(terms) = rake_from {
                    let house = LedgerAccount::House(terms.account.clone());
                    self.transfer(now, index, house, table.clone(), back.from_house, outputs);
                }
                for (player, amount) in &back.gone {
                    let account = AccountId(player.0);
                    let id = format!("table:{}:{}:{index}:{}", self.id, self.seq, account.0);
                    let (from, to) = (table.clone(), LedgerAccount::Wallet(account));
                    let transfer = Transfer { id, from, to, amount: *amount, at_ms: now.0 };
                    outputs.unit.transfers.push(transfer);
                    outputs.after.push(After::Credit(account));
                }
            }
            Event::HouseSwept { rake, time } => {
                let rake_to = ring.rake.as_ref().map(|terms| &terms.account);
                let time_to = ring.time_charge.as_ref().map(|terms| &terms.account);
                for (place, amount, to) in [(0, *rake, rake_to), (1, *time, time_to)] {
                    if let Some(to) = to.filter(|_| !amount.is_zero()) {
                        let house = LedgerAccount::House(to.clone());
                        let index = 2 * index + place;
                        self.transfer(now, index, table.clone(), house, amount, outputs);
                    }
                }
            }
            _ => self.follow_play(event, outputs),
        }
    }

    /// Drops refusals when their players have neither a seat nor an accepted action any more.
    fn forget_refusals(&mut self, event: &Event) {
        match event {
            Event::SeatTaken { player, .. } | Event::Placed { player, .. } => {
                self.answers.refused.remove(player);
            }
            Event::SeatLeft { .. } | Event::HandEnded { .. } | Event::HandVoided { .. } => {
                let seated: ArrayVec<_, MAX_SEATS> =
                    self.table.players().map(|(_, player)| player).collect();
                let answered = &self.projections.answered;
                let is_there =
                    |who: &PlayerId| seated.contains(who) || answered.last_of(*who).is_some();
                self.answers.refused.retain(|who, _| is_there(who));
            }
            _ => {}
        }
    }

    /// Handles the effects of an event at a tournament table. Its chips are not money,
    /// so no wallet changes.
    fn follow_in_event(&mut self, event: &Event, outputs: &mut Outputs) {
        match event {
            Event::Placed { player, .. } => {
                outputs.after.push(After::Seated(AccountId(player.0)));
                outputs.info_changed = true;
            }
            Event::SeatLeft { player, .. } => {
                self.say_goodbye(*player, Chips::ZERO, Chips::ZERO, outputs);
                outputs.after.push(After::Unseated(AccountId(player.0)));
                outputs.info_changed = true;
            }
            _ => self.follow_play(event, outputs),
        }
    }

    /// Updates the lobby and the metrics after an event of play.
    fn follow_play(&mut self, event: &Event, outputs: &mut Outputs) {
        match event {
            Event::StreetClosed { pots } => {
                // A moving average, an eighth of the way each time.
                let pot: Chips = pots.iter().map(|pot| pot.amount).sum();
                let (eighth, _) = pot.divide(8);
                let (old, _) = self.average_pot.times(7).divide(8);
                self.average_pot = if self.average_pot.is_zero() { pot } else { old + eighth };
            }
            Event::HandEnded { .. } | Event::HandVoided { .. } => {
                outputs.after.push(After::HandOver(self.chips_by_account().collect()));
                outputs.info_changed = true;
            }
            _ => {}
        }
    }

    fn say_goodbye(
        &mut self,
        player: PlayerId,
        cashed_out: Chips,
        stayed: Chips,
        outputs: &mut Outputs,
    ) {
        let account = AccountId(player.0);
        let reason = match stayed.is_zero() {
            true => "You left the table.".to_owned(),
            false => format!(
                "You left the table. {} of your chips came from guests or new accounts; they have no \
                 value outside of it.",
                stayed.0
            ),
        };
        let mut dropped = Vec::new();
        for (connection, attached) in &self.audience.attached {
            if attached.player.as_ref().is_none_or(|own| own.account != account) {
                continue;
            }
            let left = LeftTable {
                table: WireTableId(self.id.0),
                cashed_out: wire::chips(cashed_out),
                reason: reason.clone(),
                stayed: wire::chips(stayed),
            };
            outputs.private.push((*connection, left.into()));
            if !attached.observing {
                dropped.push(*connection);
            }
        }
        for connection in dropped {
            let attached = self.audience.attached.remove_entry(&connection);
            self.before.departed.attached.extend(attached);
        }
        self.before.departed.people.extend(self.audience.people.remove_entry(&player));
    }

    /// Returns the player whose turn began or changed with these events. A ruling may
    /// leave the turn to the player with other choices. While the floor has an open
    /// question, no player is asked.
    fn asked_to_act(&self, events: &[Event]) -> Option<SeatNo> {
        let (on_turn, ..) = self.table.turn()?;
        let asks = events.iter().any(|event| match event {
            Event::TurnBegan { seat, .. } => *seat == on_turn,
            Event::Ruled(ruling) => ruling.seat == on_turn,
            Event::Adjudicated(what) => match &**what {
                Adjudicated::SpokeUp { seat } | Adjudicated::FrontSeen { seat, .. } => {
                    *seat == on_turn
                }
                _ => false,
            },
            Event::TicketClosed { .. } => true,
            _ => false,
        });
        let waits = || {
            let declared = self.table.declarations();
            declared.is_some_and(|declared| declared.waiting_until.is_some())
        };
        (asks && !waits()).then_some(on_turn)
    }

    /// Adds the private messages: each player's own cards and turn.
    fn private_parts(&self, events: &[Event], outputs: &mut Outputs) {
        let dealt: SeatSet = events.iter().fold(SeatSet::EMPTY, |dealt, event| match event {
            Event::HoleDealt { .. } => self.table.players().map(|(seat, _)| seat).collect(),
            Event::UpDealt { cards } => {
                cards.iter().map(|(seat, _)| *seat).chain(dealt.iter()).collect()
            }
            Event::Discarded { seat, .. } | Event::Drawn { seat, .. } => {
                dealt.iter().chain([*seat]).collect()
            }
            _ => dealt,
        });
        let turn = self.asked_to_act(events);
        if dealt.is_empty() && turn.is_none() {
            return;
        }
        for (connection, attached) in &self.audience.attached {
            if attached.since >= self.seq {
                continue;
            }
            let Some(player) = &attached.player else { continue };
            let Some(seat) = self.seat_of(player.account) else { continue };
            if dealt.contains(seat) {
                let whose = if is_planted(Fault::CardsToNeighbour) {
                    dealt.next_after(seat).unwrap_or(seat)
                } else {
                    seat
                };
                let cards = wire::hole_cards(self.id, self.seq, &self.table, whose);
                outputs.private.extend(cards.map(|cards| (*connection, cards.into())));
            }
            if turn == Some(seat) {
                let turn = wire::your_turn(self.id, self.seq, &self.table, seat);
                outputs.private.extend(turn.map(|turn| (*connection, turn.into())));
            }
        }
    }

    pub(super) fn add_snapshot(&mut self, outputs: &mut Outputs) {
        if self.seq == self.snapshot_seq {
            return;
        }
        outputs.unit.snapshot = self.stored_snapshot();
        if outputs.unit.snapshot.is_some() {
            self.snapshot_seq = self.seq;
        }
    }

    fn stored_snapshot(&mut self) -> Option<Snapshot> {
        let (ratholes, answered) = (&self.projections.ratholes, &self.projections.answered);
        stored::snapshot(
            self.id,
            self.seq,
            &self.table,
            &mut self.encoded_setup,
            ratholes,
            answered,
            self.projections.desk.as_ref(),
        )
    }

    /// Adds a transfer whose id contains its purpose, at a table that keeps a ledger of the night.
    fn transfer_for(
        &self,
        now: Millis,
        index: usize,
        purpose: &str,
        (from, to): (LedgerAccount, LedgerAccount),
        amount: Chips,
        outputs: &mut Outputs,
    ) {
        self.transfer(now, index, from, to, amount, outputs);
        if let Some(transfer) = outputs.unit.transfers.last_mut()
            && self.money.night.is_some()
            && !purpose.is_empty()
        {
            transfer.id = format!("{}:{purpose}", transfer.id);
        }
    }

    pub(super) fn transfer(
        &self,
        now: Millis,
        index: usize,
        from: LedgerAccount,
        to: LedgerAccount,
        amount: Chips,
        outputs: &mut Outputs,
    ) {
        let id = format!("table:{}:{}:{index}", self.id, self.seq);
        outputs.unit.transfers.push(Transfer { id, from, to, amount, at_ms: now.0 });
    }
}
