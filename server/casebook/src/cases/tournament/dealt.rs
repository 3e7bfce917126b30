//! A tournament table in a case, dealt by the engine. It carries out the director's instructions
//! and reports the results. The case decides who busts in a hand: those players go all-in and lose.
//! The table deals a hand only when its end, or something in it, is needed.

use super::super::Trouble;
use super::super::case_table::refused;
use super::super::deck::{Wanted, any_order, reshuffles};
use super::playing::{End, Plan, play_out};
use cardroom_cards::{Card, DeckOrder, parse_cards};
use cardroom_engine::{Event, HandStart, Input, Scene, SmallBlind, TableSetup, Viewer};
use cardroom_hybrid::HybridTable;
use cardroom_rules::{Chips, HandNo, Millis, SeatNo, SeatSet, TableNo};
use cardroom_tables::{LevelPlays, OrderDesk, upcoming};
use cardroom_tournament::{Order, Ordered, Outcome, Report};
use std::sync::Arc;

/// The games of each level.
pub(super) type Levels = Arc<[LevelPlays]>;

#[derive(Clone)]
pub(super) struct DealtTable {
    number: TableNo,
    pub(super) table: HybridTable,
    desk: OrderDesk,
    /// The positions of the first hand, if the case gives them.
    first: Option<Positions>,
    pub(super) log: Vec<Event>,
    /// The plan of a hand that is held with its all-in hands face down.
    held: Option<Plan>,
    /// The instruction to reveal them, if the case says when the table does so.
    reveal: Option<Ordered>,
    reveals_by_hand: bool,
}

/// The positions in a hand.
#[derive(Clone, Copy)]
pub(super) struct Positions {
    pub(super) button: SeatNo,
    pub(super) small_blind: SmallBlind,
    /// The player left of the small blind if `None`.
    pub(super) big_blind: Option<SeatNo>,
}

impl DealtTable {
    pub(super) fn new(
        number: TableNo,
        setup: TableSetup,
        levels: Levels,
        first: Option<Positions>,
    ) -> Result<Self, Trouble> {
        let table = HybridTable::new(setup).map_err(Trouble::NotUnderstood)?;
        Ok(Self {
            number,
            table,
            desk: OrderDesk::new(number, levels),
            first,
            log: Vec::new(),
            held: None,
            reveal: None,
            reveals_by_hand: false,
        })
    }

    /// Receives an instruction. Returns the reports for the director.
    pub(super) fn take(&mut self, now: Millis, ordered: Ordered) -> Result<Vec<Report>, Trouble> {
        if ordered.order == Order::Reveal {
            self.reveal = Some(ordered);
            return if self.reveals_by_hand { Ok(Vec::new()) } else { self.release(now) };
        }
        match &ordered.order {
            // A hand that was ordered counts as dealt and played before the pause: in a case, no
            // time passes at a table.
            Order::Pause | Order::Resume => {
                let outcome = Outcome::Positions(upcoming(&self.table));
                let (table, order) = (self.number, ordered.number);
                Ok(vec![Report::Done { table, order, outcome }])
            }
            Order::Void { .. } => {
                self.deal(now)?;
                let mut reports = self.order(now, ordered);
                reports.extend(self.after_hand(now));
                Ok(reports)
            }
            _ => Ok(self.order(now, ordered)),
        }
    }

    fn order(&mut self, now: Millis, ordered: Ordered) -> Vec<Report> {
        let mut events = Vec::new();
        let reports = self.desk.take(now, ordered, &mut self.table, &mut events);
        self.log.append(&mut events);
        reports
    }

    /// Returns `true` if a hand is ordered or in progress.
    pub(super) fn is_busy(&self) -> bool {
        self.table.hand_in_progress().is_some() || self.table.awaits_ordered_hand()
    }

    /// Sends the engine an input that it must accept.
    pub(super) fn must(&mut self, now: Millis, input: Input) -> Result<(), Trouble> {
        let events = self.table.step(now, input).map_err(|refusal| {
            let table = self.number.0;
            Trouble::differs(format!("table {table} goes on"), refused(&refusal))
        })?;
        events.iter().for_each(|event| self.desk.note(event, &self.table));
        self.log.extend(events);
        Ok(())
    }

    /// Deals the ordered hand, unless it is already dealt.
    pub(super) fn deal(&mut self, now: Millis) -> Result<(), Trouble> {
        if self.table.hand_in_progress().is_some() {
            return Ok(());
        }
        let input = self.start(any_order(&self.table.play().game));
        self.first = None;
        self.must(now.max(self.table.deadline().unwrap_or(now)), input)
    }

    fn start(&self, deck: Vec<Card>) -> Input {
        let deck = DeckOrder::new(deck).expect("the cards of a game are each there once");
        let reshuffles = reshuffles(&self.table.play().game);
        match self.first {
            Some(Positions { button, small_blind, big_blind }) => {
                let mut dealt = SeatSet::EMPTY;
                self.table.players().for_each(|(seat, _)| dealt.insert(seat));
                let (street, pot, front) = (0, Chips::ZERO, Vec::new());
                Input::EnterHand(Box::new(Scene {
                    deck,
                    reshuffles,
                    dealt,
                    button,
                    small_blind,
                    big_blind,
                    street,
                    pot,
                    front,
                }))
            }
            None => Input::StartHand { deck, reshuffles, draw: 0 },
        }
    }

    /// Ends the hand, with these players out. Then carries out the waiting instructions
    /// and reports the hand.
    pub(super) fn finish(&mut self, now: Millis, out: &[SeatNo]) -> Result<Vec<Report>, Trouble> {
        let mut plan = Plan { out: SeatSet::EMPTY, winner: None, caller: None };
        out.iter().for_each(|seat| plan.out.insert(*seat));
        if !out.is_empty() {
            plan.winner = Some(self.who_covers(plan.out)?);
            self.deal_to_winner(now, plan)?;
        } else {
            self.deal(now)?;
        }
        self.play_on(now, plan)
    }

    /// Gives a player four aces, which no hand here can beat. One other player calls to the end
    /// without a raise, and the others fold.
    pub(super) fn check_down(
        &mut self,
        now: Millis,
        winner: SeatNo,
        caller: SeatNo,
    ) -> Result<Vec<Report>, Trouble> {
        let plan = Plan { out: SeatSet::EMPTY, winner: Some(winner), caller: Some(caller) };
        self.deal_to_winner(now, plan)?;
        self.play_on(now, plan)
    }

    /// Plays the hand to its end, or until it waits for the other tables.
    fn play_on(&mut self, now: Millis, plan: Plan) -> Result<Vec<Report>, Trouble> {
        let mut table = self.table.clone();
        let end = play_out(&mut table, now, plan, |event, table| {
            self.desk.note(event, table);
            self.log.push(event.clone());
        })?;
        self.table = table;
        if end == End::Held {
            self.held = Some(plan);
            let (table, hand) = (self.number, self.table.last_hand());
            return Ok(vec![Report::Waiting { table, hand }]);
        }
        let still_in =
            |seat: &&SeatNo| self.table.stack(**seat).is_some_and(|left| !left.is_zero());
        let out: Vec<SeatNo> = plan.out.iter().collect();
        if let Some(seat) = out.iter().find(still_in) {
            let seat = u32::from(seat.0) + 1;
            return Err(Trouble::differs(format!("seat {seat} is out"), "there are chips left"));
        }
        Ok(self.after_hand(now))
    }

    /// Plays an all-in that is called. The table decides what follows.
    pub(super) fn all_in_and_call(&mut self, now: Millis) -> Result<Vec<Report>, Trouble> {
        self.reveals_by_hand = true;
        let all_in = self.table.players().map(|(seat, _)| seat).next();
        self.finish(now, &all_in.into_iter().collect::<Vec<_>>())
    }

    /// Returns `true` if a hand is held with its all-in hands face down.
    pub(super) fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// Reveals the all-in hands on the director's instruction, and plays the hand on.
    pub(super) fn release(&mut self, now: Millis) -> Result<Vec<Report>, Trouble> {
        let ordered = self.reveal.take();
        let ordered = ordered.ok_or_else(|| {
            Trouble::differs("the director has ordered to turn the hands over", "it has not")
        })?;
        let outcome = Outcome::Positions(upcoming(&self.table));
        let mut reports = vec![Report::Done { table: self.number, order: ordered.number, outcome }];
        if let Some(plan) = self.held.take() {
            self.must(now, Input::Release)?;
            reports.extend(self.play_on(now, plan)?);
        }
        Ok(reports)
    }

    /// Deals the hand and voids it.
    pub(super) fn void(&mut self, now: Millis) -> Result<Vec<Report>, Trouble> {
        self.deal(now)?;
        self.must(now, Input::VoidHand { reason: "a misdeal".to_owned() })?;
        Ok(self.after_hand(now))
    }

    /// Returns a player with at least as many chips as each of these.
    fn who_covers(&self, out: SeatSet) -> Result<SeatNo, Trouble> {
        let stack = |seat: SeatNo| self.table.stack(seat).unwrap_or_default();
        let others = self.table.players().map(|(seat, _)| seat).filter(|seat| !out.contains(*seat));
        let winner = others.max_by_key(|seat| (stack(*seat), std::cmp::Reverse(*seat)));
        let most = out.iter().map(stack).max().unwrap_or_default();
        winner.filter(|seat| stack(*seat) >= most).ok_or_else(|| {
            Trouble::NotUnderstood("nobody at the table could win all their chips".to_owned())
        })
    }

    /// Deals the hand from a deck that gives the plan's winner four aces.
    fn deal_to_winner(&mut self, now: Millis, plan: Plan) -> Result<(), Trouble> {
        if self.table.hand_in_progress().is_some() {
            return Err(Trouble::NotUnderstood("the hand was dealt already".to_owned()));
        }
        let game = &self.table.play().game;
        let deck = any_order(game);
        if game.hole_cards() != 2 || game.board_cards() != 5 {
            return Err(Trouble::NotUnderstood(format!("nobody is put out in {}", game.name)));
        }
        let at = now.max(self.table.deadline().unwrap_or(now));
        let mut rehearsal = self.table.clone();
        let events = rehearsal.step(at, self.start(deck.clone()));
        events.map_err(|refusal| Trouble::differs("the hand is dealt", refused(&refusal)))?;
        let mut all_dealt = None;
        let mut watch = |_: &Event, table: &HybridTable| {
            let hand = table.view(Viewer::Public).hand;
            if hand.is_some_and(|hand| hand.boards.first().is_some_and(|board| board.len() == 5)) {
                all_dealt.get_or_insert_with(|| table.clone());
            }
        };
        while play_out(&mut rehearsal, at, plan, &mut watch)? == End::Held {
            let released = rehearsal.step(at, Input::Release);
            released.map_err(|refusal| Trouble::differs("the hand goes on", refused(&refusal)))?;
        }
        let all_dealt = all_dealt.ok_or_else(|| {
            Trouble::differs("somebody calls an all-in", "the hand ends before the last card")
        })?;
        let cards = |text| parse_cards(text).expect("cards as they are written");
        let wanted = Wanted {
            hole: plan.winner.map(|seat| (seat, cards("As Ah"))).into_iter().collect(),
            up: Vec::new(),
            board: cards("Ad Ac Kh 7s 2c"),
        };
        let input = self.start(wanted.rig(&deck, &all_dealt)?);
        self.first = None;
        self.must(at, input)
    }

    /// Carries out the instructions that waited for the end of the hand, and reports the hand.
    fn after_hand(&mut self, now: Millis) -> Vec<Report> {
        let mut events = Vec::new();
        let reports = self.desk.after_hand(now, &mut self.table, &mut events);
        self.log.append(&mut events);
        reports
    }

    /// Checks whether the hands of the last deal are face up.
    pub(super) fn is_face_up(&self) -> bool {
        let begins = |event: &Event| matches!(event, Event::HandStarted(_));
        let from = self.log.iter().rposition(begins).unwrap_or(0);
        let tabled = self.log[from..].iter().filter(|event| matches!(event, Event::Tabled { .. }));
        tabled.count() > 1
    }

    /// Returns how the hand with this number began.
    pub(super) fn start_of(&self, hand: HandNo) -> Option<&HandStart> {
        self.log.iter().find_map(|event| match event {
            Event::HandStarted(start) if start.hand == hand => Some(&**start),
            _ => None,
        })
    }
}
