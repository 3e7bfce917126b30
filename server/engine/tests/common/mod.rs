//! A table to play on in tests: it deals known cards and speaks in seats and totals. It holds no
//! poker arithmetic; every number in a test is written out there.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

use cardroom_cards::{Card, CardSet, DeckOrder, parse_cards};
use cardroom_engine::{Action, Event, Input, Legal, Refusal, Table, TableSetup, TurnNo};
use cardroom_rules::{Chips, Game, Library, Millis, PlayerId, RingTerms, Rulebook, SeatNo, Stakes};
use std::sync::Arc;

pub fn library() -> Library {
    Library::parse(
        [("holdem", include_str!("../../../../config/games/holdem.toml"))],
        [
            ("tda-2024", include_str!("../../../../config/rulebooks/tda-2024.toml")),
            ("online", include_str!("../../../../config/rulebooks/online.toml")),
        ],
    )
    .unwrap()
}

pub fn game() -> Arc<Game> {
    library().game("holdem").unwrap().clone()
}

pub fn rulebook(id: &str) -> Arc<Rulebook> {
    library().rulebook(id).unwrap().clone()
}

pub fn ring_terms() -> RingTerms {
    RingTerms {
        min_buy_in: Chips(1),
        max_buy_in: Chips(1_000_000_000),
        rathole_ms: Millis(0),
        sit_out_ms: Millis::seconds(600),
        between_hands_ms: Millis::seconds(2),
        run_out_ms: Millis::seconds(1),
        rake: None,
        time_charge: None,
    }
}

pub fn setup(stakes: Stakes) -> TableSetup {
    TableSetup {
        game: game(),
        rulebook: rulebook("tda-2024"),
        stakes,
        ring: Arc::new(ring_terms()),
        seats: 10,
    }
}

/// A deck with these cards on top, the rest of the deck below in ascending order.
pub fn deck(top: &str) -> DeckOrder {
    let top = parse_cards(top).unwrap();
    let used: CardSet = top.iter().copied().collect();
    let rest: Vec<Card> = CardSet::full52().iter().filter(|card| !used.contains(*card)).collect();
    DeckOrder::new(top.into_iter().chain(rest).collect()).unwrap()
}

/// A deck that gives the seats, listed clockwise from the button's left, these hole cards, and
/// this board.
pub fn dealt(hole: &[&str], board: &str) -> DeckOrder {
    let holes: Vec<Vec<Card>> = hole.iter().map(|cards| parse_cards(cards).unwrap()).collect();
    let board = parse_cards(board).unwrap();
    let used: CardSet = holes.iter().flatten().chain(&board).copied().collect();
    let mut rest = CardSet::full52().iter().filter(move |card| !used.contains(*card));
    let mut order = Vec::new();
    for round in 0..2 {
        order.extend(holes.iter().map(|cards| cards[round]));
    }
    for (index, card) in board.iter().enumerate() {
        if index == 0 || index >= 3 {
            order.extend(rest.next());
        }
        order.push(*card);
    }
    order.extend(rest);
    DeckOrder::new(order).unwrap()
}

pub struct Play {
    pub table: Table,
    pub now: Millis,
    pub log: Vec<Event>,
}

impl Play {
    /// Players with these stacks in seats 0, 1, 2…; nobody owes a blind.
    pub fn new(setup: TableSetup, stacks: &[u64]) -> Self {
        let mut play =
            Self { table: Table::new(setup).unwrap(), now: Millis(1_000_000), log: Vec::new() };
        for (index, stack) in stacks.iter().enumerate() {
            play.sit(u8::try_from(index).unwrap(), *stack, false);
        }
        play
    }

    pub fn input(&mut self, input: Input) -> Result<Vec<Event>, Refusal> {
        let before = self.table.clone();
        match self.table.step(self.now, input) {
            Ok(events) => {
                let mut folded = before;
                for event in &events {
                    folded.apply(event);
                }
                assert_eq!(folded, self.table, "applying the events gives the same table");
                self.log.extend(events.iter().cloned());
                Ok(events)
            }
            Err(refusal) => {
                assert_eq!(before, self.table, "a refused input changes nothing");
                Err(refusal)
            }
        }
    }

    pub fn sit(&mut self, seat: u8, stack: u64, wait_for_big_blind: bool) {
        self.input(Input::Sit {
            seat: SeatNo(seat),
            player: PlayerId(100 + u64::from(seat)),
            buy_in: Chips(stack),
            owed: Chips(0),
            wait_for_big_blind,
        })
        .unwrap();
    }

    /// Starts a hand. In a new game the first seat draws the button.
    pub fn start(&mut self, deck: DeckOrder) -> Vec<Event> {
        if let Some(deadline) = self.table.deadline() {
            self.now = self.now.max(deadline);
        }
        self.input(Input::StartHand { deck, draw: 0 }).unwrap()
    }

    pub fn turn(&self) -> Option<u8> {
        self.table.turn().map(|(seat, ..)| seat.0)
    }

    pub fn legal(&self) -> Legal {
        self.table.turn().expect("somebody has the turn").2
    }

    pub fn try_act(&mut self, seat: u8, action: Action) -> Result<Vec<Event>, Refusal> {
        let turn = self.table.turn().map_or(TurnNo(0), |(_, turn, _)| turn);
        self.input(Input::Act { seat: SeatNo(seat), turn, action })
    }

    pub fn act(&mut self, seat: u8, action: Action) -> Vec<Event> {
        self.try_act(seat, action).unwrap_or_else(|refusal| panic!("seat {seat}: {refusal}"))
    }

    pub fn fold(&mut self, seat: u8) -> Vec<Event> {
        self.act(seat, Action::Fold)
    }

    pub fn check(&mut self, seat: u8) -> Vec<Event> {
        self.act(seat, Action::Check)
    }

    pub fn call(&mut self, seat: u8) -> Vec<Event> {
        self.act(seat, Action::Call)
    }

    pub fn bet(&mut self, seat: u8, to: u64) -> Vec<Event> {
        self.act(seat, Action::Bet(Chips(to)))
    }

    pub fn raise(&mut self, seat: u8, to: u64) -> Vec<Event> {
        self.act(seat, Action::RaiseTo(Chips(to)))
    }

    /// Lets time pass to the table's deadline.
    pub fn tick(&mut self) -> Vec<Event> {
        self.now = self.now.max(self.table.deadline().expect("something waits for time"));
        self.input(Input::Tick).unwrap()
    }

    /// Lets time pass until the hand is over.
    pub fn run_out(&mut self) {
        while self.table.hand_in_progress().is_some() {
            self.tick();
        }
    }

    pub fn stacks(&self) -> Vec<u64> {
        (0..10).filter_map(|seat| self.table.stack(SeatNo(seat))).map(|stack| stack.0).collect()
    }

    pub fn button(&self) -> u8 {
        self.started().button.0
    }

    pub fn started(&self) -> &cardroom_engine::HandStart {
        let starts = self.log.iter().rev();
        starts
            .filter_map(|event| match event {
                Event::HandStarted(start) => Some(&**start),
                _ => None,
            })
            .next()
            .expect("a hand was started")
    }
}
