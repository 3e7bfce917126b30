//! A tournament table in a case, dealt by the engine. It carries out the director's instructions
//! and reports the results. The case decides who busts in a hand: those players go all-in and lose.
//! The table deals a hand only when its end, or something in it, is needed.

use super::super::Trouble;
use super::super::deck::{Wanted, any_order, reshuffles};
use super::super::script::refused;
use super::playing::{End, Plan, play_out};
use cardroom_cards::{Card, DeckOrder, parse_cards};
use cardroom_engine::{
    Adjudicated, Entering as EngineEntering, EtiquetteFlag, Event, HandOrder, HandStart, Input,
    Scene, SmallBlind, Table, TableSetup, Viewer,
};
use cardroom_rules::{Chips, HandNo, Millis, Play, PlayerId, SeatNo, SeatSet, Switch, TableNo};
use cardroom_tournament::{
    Deal, Entering, HandFinished, Order, Ordered, Outcome, PenaltyCause, PenaltyDue, Report,
    Standing, Upcoming,
};
use std::collections::VecDeque;
use std::sync::Arc;

/// The games played at each level, and when the next of them comes.
pub(super) type Levels = Arc<[(Arc<[Play]>, Switch)]>;

#[derive(Clone)]
pub(super) struct DealtTable {
    number: TableNo,
    pub(super) table: Table,
    levels: Levels,
    /// The positions of the first hand, if the case gives them.
    first: Option<Positions>,
    /// Instructions that wait for the end of the hand.
    waiting: VecDeque<Ordered>,
    /// The players when the hand was ordered. The flag is `true` if the player was present.
    started: Vec<(SeatNo, PlayerId, Chips, bool)>,
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
        let table = Table::new(setup).map_err(Trouble::NotUnderstood)?;
        Ok(Self {
            number,
            table,
            levels,
            first,
            waiting: VecDeque::new(),
            started: Vec::new(),
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
        let immediate = matches!(ordered.order, Order::Pause | Order::Resume | Order::Void { .. });
        if self.is_busy() && !immediate {
            self.waiting.push_back(ordered);
            return Ok(Vec::new());
        }
        self.carry_out(now, &ordered)
    }

    /// Returns `true` if a hand is ordered or in progress.
    pub(super) fn is_busy(&self) -> bool {
        self.table.hand_in_progress().is_some() || self.table.awaits_ordered_hand()
    }

    fn carry_out(&mut self, now: Millis, ordered: &Ordered) -> Result<Vec<Report>, Trouble> {
        let mut chips = None;
        let inputs = self.inputs(&ordered.order);
        let voids = matches!(ordered.order, Order::Void { .. });
        if voids {
            self.deal(now)?;
        }
        for input in inputs {
            if let Input::Take { seat } = &input {
                chips = self.table.stack(*seat);
            }
            self.must(now, input)?;
        }
        if matches!(ordered.order, Order::Deal(_)) {
            self.note_who_is_there();
            return Ok(Vec::new());
        }
        let upcoming = self.upcoming();
        let outcome = match (&ordered.order, chips) {
            (Order::Release { .. }, Some(chips)) => Outcome::Released { chips, upcoming },
            _ => Outcome::Positions(upcoming),
        };
        let mut reports = vec![Report::Done { table: self.number, order: ordered.number, outcome }];
        if voids {
            reports.extend(self.after_hand(now, true, None)?);
        }
        Ok(reports)
    }

    /// Returns the engine inputs that carry out an instruction.
    fn inputs(&self, order: &Order) -> Vec<Input> {
        let take = |player: &PlayerId| self.seat_of(*player).map(|seat| Input::Take { seat });
        match order {
            Order::Open { players, button, .. } => {
                let places = players.iter().map(|chair| Input::Place {
                    seat: chair.seat,
                    player: chair.player,
                    chips: chair.chips,
                    entering: EngineEntering::Newcomer,
                });
                places.chain([Input::PlaceButton { seat: *button }]).collect()
            }
            Order::Seat { seat, player, chips, entering } => vec![Input::Place {
                seat: *seat,
                player: *player,
                chips: *chips,
                entering: match entering {
                    Entering::Newcomer => EngineEntering::Newcomer,
                    Entering::FromBrokenTable => EngineEntering::FromBrokenTable,
                    Entering::Balanced => EngineEntering::Balanced,
                    Entering::SingleBigBlind => EngineEntering::SingleBigBlind,
                },
            }],
            Order::Release { player } | Order::Remove { player } => {
                take(player).into_iter().collect()
            }
            Order::SetStacks { stacks } => {
                let known = stacks
                    .iter()
                    .filter_map(|(player, chips)| Some((self.seat_of(*player)?, *chips)));
                vec![Input::SetStacks { stacks: known.collect() }]
            }
            Order::SetButton { seat } => vec![Input::PlaceButton { seat: *seat }],
            Order::Deal(deal) => self.deal_order(deal),
            Order::Void { reason } => vec![Input::VoidHand { reason: reason.clone() }],
            Order::Close => self.table.players().map(|(seat, _)| Input::Take { seat }).collect(),
            // A hand that was ordered counts as dealt, and is played to its end even during a
            // pause.
            Order::Pause | Order::Resume => Vec::new(),
            // Carried out with the hand that is held.
            Order::Reveal => Vec::new(),
        }
    }

    fn deal_order(&self, deal: &Deal) -> Vec<Input> {
        let order = Input::OrderHand(HandOrder {
            hand: deal.hand,
            players_left: deal.players_left,
            missing: deal.missing,
            hand_for_hand: deal.hand_for_hand,
        });
        let level = self.levels.get(usize::from(deal.level)).or(self.levels.last());
        let change = level.filter(|(plays, _)| *plays != self.table.setup().plays);
        let change = change
            .map(|(plays, switch)| Input::SetPlays { plays: Arc::clone(plays), switch: *switch });
        change.into_iter().chain([order]).collect()
    }

    fn note_who_is_there(&mut self) {
        let table = &self.table;
        let players = table.players().map(|(seat, player)| {
            (seat, player, table.stack(seat).unwrap_or_default(), !table.is_connected(seat))
        });
        self.started = players.collect();
    }

    fn seat_of(&self, player: PlayerId) -> Option<SeatNo> {
        self.table.players().find(|(_, other)| *other == player).map(|(seat, _)| seat)
    }

    /// Returns the positions of the next hand.
    pub(super) fn upcoming(&self) -> Option<Upcoming> {
        upcoming(&self.table)
    }

    /// Sends the engine an input that it must accept.
    pub(super) fn must(&mut self, now: Millis, input: Input) -> Result<(), Trouble> {
        let events = self.table.step(now, input).map_err(|refusal| {
            let table = self.number.0;
            Trouble::differs(format!("table {table} goes on"), refused(&refusal))
        })?;
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
        let end = play_out(&mut table, now, plan, |event, _| self.log.push(event.clone()))?;
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
        self.after_hand(now, false, plan.winner)
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
        let outcome = Outcome::Positions(self.upcoming());
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
        self.after_hand(now, true, None)
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
        let mut watch = |_: &Event, table: &Table| {
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

    fn after_hand(
        &mut self,
        now: Millis,
        void: bool,
        winner: Option<SeatNo>,
    ) -> Result<Vec<Report>, Trouble> {
        let winner = winner.and_then(|winner| {
            self.started.iter().find(|(seat, ..)| *seat == winner).map(|(_, player, ..)| *player)
        });
        let begins = |event: &Event| matches!(event, Event::HandStarted(_));
        let from = self.log.iter().rposition(begins).unwrap_or(0);
        let ranks = self.log[from..].iter().find_map(|event| match event {
            Event::OutRanked { ranks } => Some(ranks.clone()),
            _ => None,
        });
        let ranks = ranks.unwrap_or_default();
        let players: Vec<Standing> = self
            .started
            .iter()
            .map(|(seat, player, chips, absent)| Standing {
                seat: *seat,
                player: *player,
                started_with: *chips,
                stack: self.table.stack(*seat).unwrap_or_default(),
                hand_rank: ranks.iter().find(|(at, _)| at == seat).map(|(_, rank)| *rank),
                eliminated_by: winner.into_iter().collect(),
                absent: *absent,
            })
            .collect();
        let mut reports = Vec::new();
        while let Some(ordered) = self.waiting.pop_front() {
            reports.extend(self.carry_out(now, &ordered)?);
        }
        let (table, hand, at) = (self.number, self.table.last_hand(), now);
        let player_at = |wanted: SeatNo| {
            self.started.iter().find(|(seat, ..)| *seat == wanted).map(|(_, player, ..)| *player)
        };
        for event in self.log[from..].iter().filter(|_| !void) {
            if let Event::Adjudicated(adjudicated) = event
                && let Adjudicated::Flagged { seat, flag: EtiquetteFlag::NutsPenalty } =
                    **adjudicated
                && let Some(player) = player_at(seat)
            {
                let cause = PenaltyCause::ExclusiveNuts;
                reports.push(Report::PenaltyDue(PenaltyDue { table, hand, player, cause }));
            }
        }
        let upcoming = self.upcoming();
        let finished = HandFinished { table, hand, at, void, players, upcoming };
        reports.push(Report::HandFinished(Box::new(finished)));
        Ok(reports)
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

/// Returns the positions of the next hand in the director's terms.
pub(super) fn upcoming(table: &Table) -> Option<Upcoming> {
    let next = table.upcoming()?;
    Some(match next.big_blind {
        Some(big_blind) => Upcoming::Blinds {
            button: next.button,
            small_blind: next.small_position,
            big_blind,
            single_big_blind: next.single_big_blind,
        },
        None => Upcoming::NoBlinds { button: next.button },
    })
}
