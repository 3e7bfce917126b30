//! Random words and chips, in turn and out of turn, under every rulebook. Nothing panics, chips are
//! conserved (the engine asserts it after every event), the hand ends, and the events replay to the
//! same table.
use crate::Table;
use crate::common;

use cardroom_cards::{Card, DeckOrder, fisher_yates};
use cardroom_engine::{
    Action, BoxedAt, DealError, DeckFault, DroppedStub, Event, First, FloorCommand, FloorEvent,
    Gesture, Input, Legal, Occupancy, Picks, REMEDY_ORDERS, RefusalKind, Said, TableSetup, Token,
    TurnNo, Viewer, Words,
};
use cardroom_rules::{Betting, Chips, Millis, Play, PlayerId, SeatNo, Stakes, Switch};
use common::{library, offers_can_be_answered, ring_terms};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// The number of hands to play.
const SCRIPTS: u64 = 12_000;
/// The gestures and actions in a hand before it is only played to its end.
const GESTURES: u32 = 60;
/// The most steps that a hand may then take to end.
const STEPS_TO_THE_END: u32 = 400;

/// A small random number generator. The script number is its seed, so a failure can be repeated.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(self.0 >> 33).unwrap()
    }

    fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 { 0 } else { u64::from(self.next()) * 2_147_483_629 % bound }
    }

    fn one_in(&mut self, chances: u64) -> bool {
        self.below(chances) == 0
    }

    fn pick<T: Copy, const N: usize>(&mut self, list: [T; N]) -> T {
        list[usize::try_from(self.below(N as u64)).unwrap()]
    }

    /// Returns chips that a player may hold in the hand, and rarely nonsense.
    fn chips(&mut self) -> Vec<Chips> {
        if self.one_in(200) {
            return vec![Chips(u64::MAX), Chips(0), Chips(u64::MAX)];
        }
        let kinds = [5, 25, 25, 50, 100, 100, 500, 500, 1_000, 5_000];
        let same = Chips(self.pick(kinds));
        let count = self.pick([1, 1, 1, 2, 2, 3, 5]);
        (0..count).map(|_| if self.one_in(2) { same } else { Chips(self.pick(kinds)) }).collect()
    }

    fn said(&mut self) -> Said {
        let words = self.pick([
            Words::Fold,
            Words::Check,
            Words::Check,
            Words::Call,
            Words::Call,
            Words::Bet,
            Words::Raise,
            Words::Raise,
            Words::AllIn,
            Words::Complete,
            Words::Pot,
            Words::Amount,
            Words::Amount,
            Words::Conditional,
            Words::Unclear,
        ]);
        let amount = self.pick([0, 50, 100, 150, 200, 400, 650, 1_000, 2_500, 20_000, u64::MAX]);
        let figure = self.pick([0, 1, 2, 5, 15, u64::MAX]);
        match self.below(4) {
            0 | 1 => Said::word(words),
            2 => Said::with_amount(words, Chips(amount)),
            _ => Said { words, amount: None, figure: Some(figure) },
        }
    }

    fn gesture(&mut self) -> Gesture {
        match self.below(24) {
            0..=6 => Gesture::Say(self.said()),
            7..=11 => Gesture::Push { chips: self.chips(), pulled: Vec::new() },
            12 => Gesture::Push { chips: self.chips(), pulled: self.chips() },
            13 => Gesture::Push { chips: Vec::new(), pulled: self.chips() },
            14 => Gesture::Gather { chips: self.chips() },
            15..=17 => Gesture::Both {
                first: self.pick([First::Word, First::Chips, First::Together]),
                said: self.said(),
                chips: self.chips(),
                heard_by_all: !self.one_in(4),
            },
            18 => Gesture::Motion { chips: self.chips() },
            19 => Gesture::HandsAtRest,
            20 => Gesture::ForwardMotion { chips: self.chips() },
            21 => Gesture::InFront { chips: self.chips() },
            22 => self.pick_seldom(),
            _ => Gesture::SpeakUp,
        }
    }

    fn pick_seldom(&mut self) -> Gesture {
        match self.below(3) {
            0 => Gesture::ShowHand,
            1 => Gesture::ClaimMisunderstanding,
            _ => Gesture::PushToken { token: self.pick([Token::Bounty, Token::Clock]) },
        }
    }

    /// Returns a random dealing error. Errors that void a hand are rare.
    fn deal_error(&mut self, seat: SeatNo) -> DealError {
        let place = self.pick([0, 0, 1, 1, 2, 3, 6]);
        let yes = self.one_in(2);
        let other = (!self.one_in(3)).then(|| SeatNo(self.pick([0, 1, 2, 3, 4])));
        if self.one_in(12) {
            let fault = self.pick([
                DeckFault::TwoEqual,
                DeckFault::OtherBack,
                DeckFault::OtherBackInStub,
                DeckFault::Missing,
            ]);
            return self.pick([
                DealError::FouledDeck { fault },
                DealError::OutOfSequence,
                DealError::NotEntitled { seat },
                DealError::LeftOut { seat },
                DealError::NonStandard { seat: other },
                DealError::Boxed { cards: 2, at: BoxedAt::Stub },
            ]);
        }
        let at = self.pick([
            BoxedAt::Hand { seat, place },
            BoxedAt::Board { place },
            BoxedAt::Burn,
            BoxedAt::Stub,
        ]);
        let stub = self.pick([DroppedStub::Rebuilt, DroppedStub::Disordered, DroppedStub::Mixed]);
        let (cards, burned, acted) =
            (self.pick([1, 3, 4]), self.pick([0, 2]), self.pick([0, 0, 1, 2]));
        self.pick([
            DealError::Exposed { seat, place },
            DealError::OffTable { seat, place },
            DealError::Boxed { cards: 1, at },
            DealError::CardCount { seat, cards },
            DealError::FourCardFlop { burn_known: yes },
            DealError::NoBurn { exposed: yes },
            DealError::Burns { burned, exposed: yes },
            DealError::Premature { acted },
            DealError::Premature { acted },
            DealError::DroppedStub { stub },
            DealError::Touched { seat, other, identified: yes },
            DealError::TakenByDealer { seat, identified: yes },
        ])
    }

    fn deck(&mut self, table: &Table) -> DeckOrder {
        let mut cards: Vec<Card> = table.play().game.deck.cards().iter().collect();
        fisher_yates(&mut cards, || self.next() << 1);
        DeckOrder::new(cards).unwrap()
    }
}

/// One hand at a hybrid table, and the same hand folded from its events.
struct Hand {
    table: Table,
    folded: Table,
    now: Millis,
    dice: Dice,
    tally: BTreeMap<String, u64>,
}

impl Hand {
    fn begin(number: u64) -> Self {
        let mut dice = Dice(number.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1);
        let setup = any_setup(&mut dice);
        let seats = setup.seats;
        let table = Table::new(setup).unwrap();
        let now = Millis(1_000_000);
        let mut hand = Self { folded: table.clone(), table, now, dice, tally: BTreeMap::new() };
        for seat in 0..seats {
            let most = hand.dice.pick([600, 12_000, 12_000]);
            let stack = 50 + hand.dice.below(most);
            hand.must(Input::Sit {
                seat: SeatNo(seat),
                player: PlayerId(u64::from(seat)),
                buy_in: Chips(stack),
                owed: Chips::ZERO,
                wait_for_big_blind: false,
            });
        }
        if hand.dice.one_in(2) {
            hand.must(Input::AttendFloor { attended: true });
        }
        let most = hand.table.play().game.most_reshuffles() + REMEDY_ORDERS;
        let deck = hand.dice.deck(&hand.table);
        let reshuffles = (0..most).map(|_| hand.dice.deck(&hand.table)).collect();
        let draw = hand.dice.next() << 1;
        hand.must(Input::StartHand { deck, reshuffles, draw });
        hand
    }

    /// Sends an input. A rejected one must change nothing.
    fn send(&mut self, input: Input) -> Result<(), RefusalKind> {
        let events = match self.table.step(self.now, input) {
            Ok(events) => events,
            Err(refusal) => {
                assert_eq!(self.table, self.folded, "a refused input changes nothing");
                return Err(refusal.kind);
            }
        };
        for event in &events {
            self.folded.apply(event);
            if let Event::Floor(floor) = event
                && let FloorEvent::DealRuled(ruling) = &floor.what
            {
                *self.tally.entry(format!("deal_{}", ruling.remedy.code())).or_default() += 1;
                let bytes = postcard::to_stdvec(event).unwrap();
                assert_eq!(&postcard::from_bytes::<Event>(&bytes).unwrap(), event);
            }
            if let Event::Ruled(ruling) = event {
                *self.tally.entry(ruling.kind.code().to_owned()).or_default() += 1;
                let bytes = postcard::to_stdvec(event).unwrap();
                assert_eq!(&postcard::from_bytes::<Event>(&bytes).unwrap(), event);
            }
        }
        assert_eq!(self.table, self.folded, "the events give the same table");
        self.check_cards();
        Ok(())
    }

    /// Checks that no card is in two places after any correction.
    fn check_cards(&self) {
        let view = self.table.view(Viewer::Public);
        let Some(hand) = &view.hand else { return };
        let live = view
            .seats
            .iter()
            .filter(|seat| seat.in_hand.as_ref().is_some_and(|in_hand| !in_hand.folded));
        let held = live.flat_map(|seat| self.table.hole_cards(Viewer::Seat(seat.seat)));
        let cards: Vec<Card> = held.chain(hand.boards[0].iter().copied()).collect();
        let distinct: BTreeSet<u8> = cards.iter().map(|card| card.index()).collect();
        assert_eq!(distinct.len(), cards.len(), "{cards:?}");
    }

    fn must(&mut self, input: Input) {
        let text = format!("{input:?}");
        self.send(input).unwrap_or_else(|kind| panic!("{text} was refused: {kind}"));
    }

    fn any_seat(&mut self) -> SeatNo {
        let turn = self.table.turn().map(|(seat, ..)| seat);
        let any =
            SeatNo(u8::try_from(self.dice.below(u64::from(self.table.setup().seats))).unwrap());
        if self.dice.one_in(3) { any } else { turn.unwrap_or(any) }
    }

    /// Makes one more random thing happen.
    fn happen(&mut self) {
        let seat = self.any_seat();
        match self.dice.below(20) {
            0..=11 => {
                let gesture = self.dice.gesture();
                let _ = self.send(Input::Gesture { seat, gesture });
            }
            12 | 13 => self.act(),
            14 => self.rule(),
            15 => {
                self.now = self.now + Millis(self.dice.below(7_000));
                self.must(Input::Tick);
            }
            16 => drop(self.send(Input::DealStreet)),
            17 => {
                let amount = Chips(self.dice.pick([100, 300, 1_000]));
                let _ = self.send(Input::Misquote { amount });
            }
            18 => {
                let to = Chips(self.dice.pick([60, 150, 300, 700, 1_500]));
                if self.dice.one_in(3) {
                    let error = self.dice.deal_error(seat);
                    let _ = self.send(Input::Floor(FloorCommand::DealError(error)));
                    return;
                }
                let command = match self.dice.below(8) {
                    0..=3 => FloorCommand::ForceWager { seat, to },
                    4..=6 => FloorCommand::CorrectWager { seat, to },
                    _ => FloorCommand::KillHand { seat, reason: "found dead".to_owned() },
                };
                let _ = self.send(Input::Floor(command));
            }
            _ if self.dice.one_in(4) => {
                let attended = self.dice.one_in(2);
                let _ = self.send(Input::AttendFloor { attended });
            }
            _ if self.dice.one_in(10) => drop(self.send(Input::Leave { seat })),
            _ => {}
        }
    }

    /// Takes a legal action for the player on turn. It may be rejected only while the floor rules.
    fn act(&mut self) {
        let Some((seat, turn, legal)) = self.table.turn() else { return };
        let waits = self.table.declarations().unwrap().waiting_until.is_some();
        let action = legal_action(&legal, &mut self.dice);
        let sent = self.send(Input::Act { seat, turn, action });
        match sent {
            Ok(()) => assert!(!waits, "nobody acts while the floor rules"),
            Err(kind) => assert!(waits, "{action:?} is among {legal:?}, and was refused: {kind}"),
        }
    }

    /// Rules on the open ticket.
    fn rule(&mut self) {
        let Some(ticket) = self.table.ticket() else { return };
        let (number, count) = (ticket.ticket, ticket.options.len() as u64);
        let option = ticket.options[usize::try_from(self.dice.below(count)).unwrap()];
        self.must(Input::RuleTicket { ticket: number, option });
    }

    /// Plays on without gestures until the hand is over.
    fn end(&mut self) {
        for _ in 0..STEPS_TO_THE_END {
            if self.table.hand_in_progress().is_none() {
                return;
            }
            let waits = self.table.declarations().unwrap().waiting_until.is_some();
            if self.table.turn().is_some() && !waits {
                self.act();
            } else {
                let due = self.table.deadline().expect("a hand at rest waits for time");
                self.now = self.now.max(due);
                self.must(Input::Tick);
            }
        }
        panic!("the hand does not end: {:?}", self.table);
    }
}

fn any_setup(dice: &mut Dice) -> TableSetup {
    let book = dice.pick(["tda-2024", "tnpl", "tfpl", "spotlight", "wptapl", "online"]);
    let game = dice.pick([
        "holdem",
        "holdem",
        "holdem",
        "holdem",
        "omaha",
        "stud",
        "razz",
        "badugi",
        "five-card-draw",
    ]);
    let game = library().game(game).unwrap().clone();
    let limits = [Betting::NoLimit, Betting::NoLimit, Betting::PotLimit, Betting::FixedLimit];
    let betting = loop {
        let betting = dice.pick(limits);
        if game.betting.contains(&betting) {
            break betting;
        }
    };
    let brings_in = game.forced == cardroom_rules::Forced::BringIn;
    let mut stakes = Stakes { betting, ..Stakes::no_limit(50, 100) };
    if brings_in {
        stakes.small_blind = Chips::ZERO;
        stakes.bring_in = Chips(50);
    }
    stakes.unit = Chips(dice.pick([1, 5, 25]));
    let most = u64::from(game.max_players.min(7));
    TableSetup {
        plays: Arc::from([Play { game, stakes }]),
        switch: Switch::Never,
        rulebook: library().rulebook(book).unwrap().clone(),
        ring: Arc::new(ring_terms()),
        seats: u8::try_from(2 + dice.below(most - 1)).unwrap(),
        hybrid: true,
        auto_show: !dice.one_in(4),
        players_left: None,
        occupancy: Occupancy::Ring,
    }
}

/// Returns a random legal action.
fn legal_action(legal: &Legal, dice: &mut Dice) -> Action {
    if let Some(range) = legal.discard {
        return Action::Discard(Picks::first(range.least));
    }
    let wager = legal.wager.map(|wager| {
        let to = if dice.one_in(2) { wager.min_to } else { wager.max_to };
        if wager.raise { Action::RaiseTo(to) } else { Action::Bet(to) }
    });
    let folds = legal.fold && dice.one_in(3);
    let choices = [
        legal.check.then_some(Action::Check),
        legal.call.map(|_| Action::Call),
        legal.bring_in.map(|_| Action::BringIn),
        wager,
        folds.then_some(Action::Fold),
    ];
    let choices: Vec<Action> = choices.into_iter().flatten().collect();
    assert!(!choices.is_empty() || legal.fold, "a player on turn can do something: {legal:?}");
    let count = choices.len() as u64;
    let chosen = usize::try_from(dice.below(count)).unwrap();
    choices.get(chosen).copied().unwrap_or(Action::Fold)
}

/// Plays these scripts to the end of their hands, and counts each kind of ruling.
fn play_scripts(scripts: Range<u64>) -> BTreeMap<String, u64> {
    let mut tally: BTreeMap<String, u64> = BTreeMap::new();
    for number in scripts {
        let mut hand = Hand::begin(number);
        let chips = hand.table.total();
        for _ in 0..GESTURES {
            if hand.table.hand_in_progress().is_none() {
                break;
            }
            hand.happen();
            if hand.dice.one_in(8) {
                offers_can_be_answered(&hand.table, hand.now);
            }
        }
        hand.end();
        assert!(hand.table.total() <= chips, "chips only leave with a player: script {number}");
        for (kind, count) in hand.tally {
            *tally.entry(kind).or_default() += count;
        }
    }
    tally
}

#[test]
fn whatever_people_do_the_hand_ends_with_every_chip() {
    let tally = play_scripts(0..SCRIPTS);
    // Every kind of ruling occurred, so the scripts cover what can happen.
    for kind in [
        "check", "call", "bet", "raise", "all_in", "fold", "dead", "floor", "held", "bound",
        "released", "commit", "none",
    ] {
        assert!(tally.get(kind).is_some_and(|count| *count > 20), "{kind}: {tally:?}");
    }
    // Every outcome of a dealing error also occurred.
    for remedy in [
        "plays_on",
        "misdeal",
        "void",
        "dead",
        "shown",
        "replaced",
        "up_card",
        "scrapped",
        "set_right",
        "four_scrambled",
        "burn_taken_from",
        "redealt",
        "burn_for_card",
        "card_for_burn",
        "burn_stays",
        "burn_goes_back",
        "board_kept",
        "last_for_early",
        "shuffled",
        "shuffled_with_muck",
        "floor",
    ] {
        assert!(tally.contains_key(&format!("deal_{remedy}")), "{remedy}: {tally:?}");
    }
}

/// `CARDROOM_HANDS=4000000 cargo test --release -p cardroom-hybrid --test suite random_words --
/// --ignored --nocapture`
#[test]
#[ignore = "long: a million hands, in release"]
fn a_million_hands_of_whatever_people_do() {
    let wanted = std::env::var("CARDROOM_HANDS").ok().and_then(|text| text.parse().ok());
    let hands: u64 = wanted.unwrap_or(1_000_000);
    let tally = play_scripts(SCRIPTS..SCRIPTS + hands);
    println!("{hands} hands, each folded from its events to the same table, no chip lost; ruled:");
    for (kind, count) in tally {
        println!("{kind:>20} {count}");
    }
}

#[test]
fn a_plain_table_refuses_every_gesture_and_changes_nothing() {
    let mut dice = Dice(7);
    let setup = TableSetup { hybrid: false, auto_show: true, ..any_setup(&mut dice) };
    let mut table = Table::new(setup).unwrap();
    for seat in 0..2 {
        let sit = Input::Sit {
            seat: SeatNo(seat),
            player: PlayerId(u64::from(seat)),
            buy_in: Chips(5_000),
            owed: Chips::ZERO,
            wait_for_big_blind: false,
        };
        table.step(Millis(0), sit).unwrap();
    }
    let deck = dice.deck(&table);
    let reshuffles = (0..table.play().game.most_reshuffles()).map(|_| deck.clone()).collect();
    table.step(Millis(1_000), Input::StartHand { deck, reshuffles, draw: 0 }).unwrap();
    let before = table.clone();
    for _ in 0..500 {
        let input = match dice.below(5) {
            0 => Input::Misquote { amount: Chips(500) },
            2 => match dice.deal_error(SeatNo(0)) {
                // A fault in the room's own deck can be found at any table.
                DealError::FouledDeck { fault: DeckFault::TwoEqual } => continue,
                error => Input::Floor(FloorCommand::DealError(error)),
            },
            1 => Input::AttendFloor { attended: true },
            _ => Input::Gesture { seat: SeatNo(dice.pick([0, 1])), gesture: dice.gesture() },
        };
        let refused = table.step(Millis(2_000), input).unwrap_err();
        assert_eq!(refused.kind, RefusalKind::NotHybrid);
        assert_eq!(table, before);
    }
    let (seat, turn, _) = table.turn().unwrap();
    assert_ne!(turn, TurnNo(0));
    assert!(table.step(Millis(2_000), Input::Act { seat, turn, action: Action::Fold }).is_ok());
}
