//! A test table that deals known cards and uses seats and totals. It contains no poker arithmetic.
//! Every number in a test is written out there. `crate::Table` is the table under test. The tests
//! of `cardroom-hybrid` use this file with theirs.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

use crate::Table;
use cardroom_cards::{Card, CardSet, DeckOrder, parse_cards};
use cardroom_engine::{
    Action, Event, Input, Legal, Occupancy, PostKind, Refusal, RefusalKind, TableSetup, TurnNo,
    Viewer,
};
use cardroom_rules::{
    Chips, Game, Library, Millis, PlayerId, RingTerms, Rulebook, SeatNo, Stakes, Switch,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

/// Returns the shipped games and rulebooks, read once.
pub fn library() -> &'static Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(read_library);
    &LIBRARY
}

fn read_library() -> Library {
    let read = |folder: &str| -> Vec<(String, String)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config").join(folder);
        let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let toml = files.filter(|file| file.extension().is_some_and(|ending| ending == "toml"));
        let named = |file: PathBuf| {
            let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(&file).unwrap())
        };
        toml.map(named).collect()
    };
    let (games, rulebooks) = (read("games"), read("rulebooks"));
    let games = games.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    let rulebooks = rulebooks.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    Library::parse(games, rulebooks).unwrap()
}

pub fn game() -> Arc<Game> {
    library().game("holdem").unwrap().clone()
}

pub fn rulebook(id: &str) -> Arc<Rulebook> {
    library().rulebook(id).unwrap().clone()
}

pub fn ring_terms() -> RingTerms {
    RingTerms {
        sit_out_ms: Millis::seconds(600),
        between_hands_ms: Millis::seconds(2),
        run_out_ms: Millis::seconds(1),
        ..RingTerms::bare(Chips(1), Chips(1_000_000_000))
    }
}

pub fn setup(stakes: Stakes) -> TableSetup {
    TableSetup {
        plays: Arc::from([cardroom_rules::Play { game: game(), stakes }]),
        switch: Switch::Never,
        rulebook: rulebook("tda-2024"),
        ring: Arc::new(ring_terms()),
        seats: 10,
        hybrid: false,
        auto_show: true,
        players_left: None,
        occupancy: Occupancy::Ring,
    }
}

/// Returns a deck with these cards on top and the rest below in ascending order.
pub fn deck(top: &str) -> DeckOrder {
    let top = parse_cards(top).unwrap();
    let used: CardSet = top.iter().copied().collect();
    let rest: Vec<Card> = CardSet::full52().iter().filter(|card| !used.contains(*card)).collect();
    DeckOrder::new(top.into_iter().chain(rest).collect()).unwrap()
}

/// Returns a deck that deals this board and these hole cards. Seats are listed clockwise
/// from the button's left.
pub fn dealt(hole: &[&str], board: &str) -> DeckOrder {
    let hole = hole.iter().map(|cards| parse_cards(cards).unwrap().try_into().unwrap());
    dealt_cards(&hole.collect::<Vec<[Card; 2]>>(), &parse_cards(board).unwrap())
}

/// Works like [`dealt`], but takes cards. The board may be incomplete.
pub fn dealt_cards(hole: &[[Card; 2]], board: &[Card]) -> DeckOrder {
    let used: CardSet = hole.iter().flatten().chain(board).copied().collect();
    let mut rest = CardSet::full52().iter().filter(move |card| !used.contains(*card));
    let mut order = Vec::new();
    for round in 0..2 {
        order.extend(hole.iter().map(|cards| cards[round]));
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

/// Starts a hand with the button in seat 0 and the blinds in seats 1 and 2. With two players the
/// button has the small blind.
pub fn preflop(setup: TableSetup, stacks: &[u64]) -> Play {
    let mut play = Play::new(setup, stacks);
    play.start(deck(""));
    play
}

/// Plays a hand to the flop, with these stacks there. All players called the big blind.
pub fn flop(setup: TableSetup, stacks: &[u64]) -> Play {
    let big = setup.plays[0].stakes.big_blind.0;
    let stacks: Vec<u64> = stacks.iter().map(|stack| stack + big).collect();
    let mut play = preflop(setup, &stacks);
    play.street();
    play
}

/// Changes the rulebook of a setup.
pub fn with_rules(mut setup: TableSetup, change: impl FnOnce(&mut Rulebook)) -> TableSetup {
    let mut rulebook = (*setup.rulebook).clone();
    change(&mut rulebook);
    setup.rulebook = Arc::new(rulebook);
    setup
}

/// Changes the ring game terms of a setup.
pub fn with_terms(mut setup: TableSetup, change: impl FnOnce(&mut RingTerms)) -> TableSetup {
    let mut ring = (*setup.ring).clone();
    change(&mut ring);
    setup.ring = Arc::new(ring);
    setup
}

pub struct Play {
    pub table: Table,
    pub now: Millis,
    pub log: Vec<Event>,
}

impl Play {
    /// Seats players with these stacks in seats 0, 1, 2…, who owe no blinds.
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

    /// Copies the table, to try something else.
    pub fn clone_of(&self) -> Self {
        Self { table: self.table.clone(), now: self.now, log: self.log.clone() }
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
        self.input(Input::StartHand { deck, reshuffles: Vec::new(), draw: 0 }).unwrap()
    }

    pub fn turn(&self) -> Option<u8> {
        self.table.turn().map(|(seat, ..)| seat.0)
    }

    pub fn legal(&self) -> Legal {
        self.table.turn().expect("somebody has the turn").2
    }

    /// Returns the chips that a call adds; 0 if there is nothing to call.
    pub fn to_call(&self) -> u64 {
        self.legal().call.map_or(0, |call| call.0)
    }

    /// Returns the smallest and largest total of a bet or raise; `None` if neither is legal.
    pub fn range(&self) -> Option<(u64, u64)> {
        self.legal().wager.map(|wager| (wager.min_to.0, wager.max_to.0))
    }

    pub fn min_to(&self) -> Option<u64> {
        self.range().map(|(min_to, _)| min_to)
    }

    /// Returns the kind of a rejection. On the player's own turn it must list the legal actions.
    pub fn refused(&mut self, seat: u8, action: Action) -> RefusalKind {
        let own_turn = self.turn() == Some(seat);
        let refusal = self.try_act(seat, action).expect_err("the action is not legal");
        assert_eq!(refusal.legal.is_some(), own_turn, "{refusal}");
        refusal.kind
    }

    /// Checks or calls for all players until the street is over.
    pub fn street(&mut self) {
        let cards = self.board_len();
        while self.turn().is_some() && self.board_len() == cards {
            let seat = self.turn().unwrap();
            if self.legal().check {
                self.check(seat)
            } else {
                self.call(seat)
            };
        }
    }

    pub fn board_len(&self) -> usize {
        self.table.view(Viewer::Public).hand.map_or(0, |hand| hand.boards[0].len())
    }

    /// Returns the pots of the last closed street, main pot first.
    pub fn pots(&self) -> Vec<u64> {
        let closed = self.log.iter().rev().find_map(|event| match event {
            Event::StreetClosed { pots } => Some(pots.iter().map(|pot| pot.amount.0).collect()),
            _ => None,
        });
        closed.expect("a street was closed")
    }

    /// Returns the events since the last hand was started.
    pub fn this_hand(&self) -> &[Event] {
        let is_start = |event: &Event| matches!(event, Event::HandStarted(_));
        &self.log[self.log.iter().rposition(is_start).expect("a hand was started")..]
    }

    /// Returns the posts of the last hand.
    pub fn posts(&self) -> Vec<(u8, PostKind, u64)> {
        let posts = self.this_hand().iter().filter_map(|event| match event {
            Event::Posted { seat, post, amount } => Some((seat.0, *post, amount.0)),
            _ => None,
        });
        posts.collect()
    }

    /// Returns the seats tabled in the last hand, in order.
    pub fn tabled(&self) -> Vec<u8> {
        let tabled = self.this_hand().iter().filter_map(|event| match event {
            Event::Tabled { seat, .. } => Some(seat.0),
            _ => None,
        });
        tabled.collect()
    }

    /// Returns the seats mucked in the last hand, in order.
    pub fn mucked(&self) -> Vec<u8> {
        let mucked = self.this_hand().iter().filter_map(|event| match event {
            Event::Mucked { seat } => Some(seat.0),
            _ => None,
        });
        mucked.collect()
    }

    /// Returns the awards of the last hand: each pot with its shares.
    pub fn awards(&self) -> Vec<(u8, Vec<(u8, u64)>)> {
        let awards = self.this_hand().iter().filter_map(|event| match event {
            Event::PotAwarded { pot, shares, .. } => {
                Some((*pot, shares.iter().map(|share| (share.seat.0, share.amount.0)).collect()))
            }
            _ => None,
        });
        awards.collect()
    }

    /// Folds for all players until the hand is over.
    pub fn fold_out(&mut self) {
        while let Some(seat) = self.turn() {
            self.fold(seat);
        }
        self.run_out();
    }

    /// Works like [`Play::fold_out`], but posts a bring-in if it is due.
    pub fn fold_out_or_bring_in(&mut self) {
        while let Some(seat) = self.turn() {
            let action = if self.legal().fold { Action::Fold } else { Action::BringIn };
            self.act(seat, action);
        }
        self.run_out();
    }

    /// Returns button, small blind (`None` if dead) and big blind of the last hand.
    pub fn positions(&self) -> (u8, Option<u8>, u8) {
        let start = self.started();
        (
            start.button.0,
            start.small_blind.map(|seat| seat.0),
            start.big_blind.expect("a hand with blinds").0,
        )
    }

    pub fn dealt_in(&self) -> Vec<u8> {
        self.started().dealt.iter().map(|seat| seat.0).collect()
    }

    /// Starts the next hand with an arbitrary deck.
    pub fn next_hand(&mut self) -> Vec<Event> {
        self.start(deck(""))
    }

    pub fn stack(&self, seat: u8) -> u64 {
        self.table.stack(SeatNo(seat)).expect("the seat is taken").0
    }

    pub fn leave(&mut self, seat: u8) -> Vec<Event> {
        self.input(Input::Leave { seat: SeatNo(seat) }).unwrap()
    }

    pub fn sit_out(&mut self, seat: u8) -> Vec<Event> {
        self.input(Input::SitOut { seat: SeatNo(seat) }).unwrap()
    }

    pub fn sit_in(&mut self, seat: u8) -> Vec<Event> {
        self.input(Input::SitIn { seat: SeatNo(seat) }).unwrap()
    }

    pub fn top_up(&mut self, seat: u8, amount: u64) -> Result<Vec<Event>, Refusal> {
        self.input(Input::TopUp { seat: SeatNo(seat), amount: Chips(amount) })
    }

    pub fn prefer(&mut self, seat: u8, wait_for_big_blind: bool, auto_muck: bool) {
        self.input(Input::Prefer {
            seat: SeatNo(seat),
            wait_for_big_blind,
            auto_muck,
            straddle: false,
        })
        .unwrap();
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

    /// Lets time pass until the table's deadline.
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

/// Checks that a reconnecting player is asked exactly the questions that can still be answered.
pub fn offers_can_be_answered(table: &Table, now: Millis) {
    let is_taken = |input| table.clone().step_into(now, input, &mut Vec::new()).is_ok();
    for (seat, _) in table.players() {
        let offers = table.view(Viewer::Seat(seat)).offers;
        let is_offered = |is: fn(&Event) -> bool| offers.iter().any(is);
        let run_it = is_offered(|event| matches!(event, Event::RunItOffered { .. }));
        assert_eq!(run_it, is_taken(Input::RunIt { seat, boards: 1 }), "{offers:?}");
        let choice = is_offered(|event| matches!(event, Event::ChoiceOffered { .. }));
        assert_eq!(choice, is_taken(Input::ChooseGame { seat, play: 0 }), "{offers:?}");
        let in_time =
            |event: &Event| matches!(event, Event::RabbitAsked { until, .. } if now <= *until);
        let rabbit = offers.iter().any(in_time);
        assert_eq!(rabbit, is_taken(Input::RabbitConsent { seat, agrees: true }), "{offers:?}");
        let show = is_offered(|event| {
            matches!(event, Event::ShowOffered { .. } | Event::ShowdownOpened { .. })
        });
        let pots_wait = is_offered(|event| matches!(event, Event::AwardHeld { .. }));
        // While the award waits, a discarded hand may come back (TDA 14).
        assert!(
            show == is_taken(Input::ShowOrMuck { seat, show: true }) || pots_wait,
            "{offers:?}"
        );
    }
}
