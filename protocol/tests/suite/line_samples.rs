//! One line of every kind, and of everything interesting that a line can hold.
//!
//! Ada, Bob and a bot play no-limit hold'em, 1/2. The bot has seat 2.

use crate::samples::{Note, cards, every_kind_of_game, holdem, legal_bet, legal_draw, legal_raise};
use crate::samples::{legal_bring_in, razz};
use cardroom_protocol::game::{AnteKind, Betting, Game, Switch};
use cardroom_protocol::ids::AskId;
use cardroom_protocol::items::Items;
use cardroom_protocol::line::*;
use cardroom_protocol::table::{Acted, Action, BoardDealt, PostKind, Posted, Pot, Turn};
use cardroom_protocol::{Chips, HandNo, TableEvent};

const HAND: HandNo = HandNo(1042);

/// Every line to a program.
pub(crate) fn to_bot() -> Vec<(Note, ToBot)> {
    vec![
        ("", ToBot::Hello(Box::new(hello()))),
        ("a rotation in a room, which has a clock", ToBot::Hello(Box::new(rotation()))),
        ("", ToBot::Hand(Box::new(hand()))),
        (
            "a bomb pot",
            ToBot::Hand(Box::new(HandLine {
                bomb_pot: true,
                small_blind: None,
                big_blind: None,
                ..hand()
            })),
        ),
        ("a raise to call", ToBot::Act(Box::new(act()))),
        ("nothing to call, on the flop", ToBot::Act(Box::new(on_the_flop()))),
        ("a bring-in", ToBot::Act(Box::new(bring_in()))),
        ("a draw", ToBot::Act(Box::new(draw()))),
        ("", ToBot::Offer(Box::new(offer(Question::RunIt(3))))),
        ("", ToBot::Offer(Box::new(offer(Question::Show)))),
        ("", ToBot::Offer(Box::new(choose_game()))),
        ("", ToBot::Event(Box::new(EventLine(raise(0, 6))))),
        ("", ToBot::Result(result())),
        ("a voided hand, seen from its middle", ToBot::Result(voided())),
        ("", ToBot::End(EndLine {})),
    ]
}

/// Lines from a program, as they are read.
pub(crate) fn from_bot() -> Vec<(Note, &'static str, FromBot)> {
    let answer = |id, reply| FromBot::Answer(AskId(id), reply);
    let policy = vec![
        Weighted { action: Action::Fold, probability: 0.25 },
        Weighted { action: Action::RaiseTo(Chips(21)), probability: 0.75 },
    ];
    let quiet = ReadyLine::default();
    let curious = ReadyLine { events: true, offers: true };
    let action = |id, action| answer(id, Reply::Action(action));
    vec![
        ("", r#"{"ready":{}}"#, FromBot::Ready(quiet)),
        (
            "wants to hear everything",
            r#"{"ready":{"events":true,"offers":true}}"#,
            FromBot::Ready(curious),
        ),
        ("", r#"{"id":7,"action":"Call"}"#, action(7, Action::Call)),
        ("", r#"{"id":7,"action":"Fold"}"#, action(7, Action::Fold)),
        ("", r#"{"id":8,"action":"Check"}"#, action(8, Action::Check)),
        ("", r#"{"id":8,"action":"BringIn"}"#, action(8, Action::BringIn)),
        ("", r#"{"id":8,"action":{"Bet":15}}"#, action(8, Action::Bet(Chips(15)))),
        ("", r#"{"id":7,"action":{"RaiseTo":21}}"#, action(7, Action::RaiseTo(Chips(21)))),
        ("a draw", r#"{"id":9,"discard":["2s","Kd"]}"#, answer(9, Reply::Discard(cards("2s Kd")))),
        ("stands pat", r#"{"id":9,"discard":[]}"#, answer(9, Reply::Discard(Vec::new()))),
        (
            "mixes",
            r#"{"id":7,"policy":[["Fold",0.25],[{"RaiseTo":21},0.75]]}"#,
            answer(7, Reply::Policy(policy)),
        ),
        ("", r#"{"id":10,"run_it":2}"#, answer(10, Reply::RunIt(2))),
        ("", r#"{"id":11,"show":true}"#, answer(11, Reply::Show(true))),
        ("", r#"{"id":12,"choose_game":1}"#, answer(12, Reply::ChooseGame(1))),
    ]
}

fn players() -> Vec<LinePlayer> {
    let player =
        |seat, name: &str, stack| LinePlayer { seat, name: name.to_owned(), stack: Chips(stack) };
    vec![player(0, "Ada", 200), player(1, "Bob", 187), player(2, "p1", 200)]
}

fn hello() -> HelloLine {
    HelloLine {
        protocol: PROTOCOL.to_owned(),
        seat: 2,
        seats: 6,
        players: players(),
        game: "holdem".to_owned(),
        games: vec![holdem()],
        switch: Switch::Never,
        rulebook: "online".to_owned(),
        betting: Betting::NoLimit,
        small_blind: Chips(1),
        big_blind: Chips(2),
        ante: Chips(0),
        ante_kind: AnteKind::None,
        unit: Chips(1),
        turn_ms: Some(2_000),
        bank_ms: Some(60_000),
    }
}

fn rotation() -> HelloLine {
    HelloLine {
        game: "mixed".to_owned(),
        games: every_kind_of_game(),
        switch: Switch::Hands(8),
        turn_ms: None,
        bank_ms: None,
        ..hello()
    }
}

fn hand() -> HandLine {
    HandLine {
        hand: HAND,
        game: holdem(),
        bomb_pot: false,
        button: 2,
        small_blind: Some(0),
        big_blind: Some(1),
        dealt: vec![0, 1, 2],
        players: players(),
    }
}

fn seat(seat: u8, stack: u64, bet: u64) -> LineSeat {
    LineSeat {
        seat,
        stack: Chips(stack),
        bet: Chips(bet),
        dealt: true,
        folded: false,
        all_in: false,
        card_count: 2,
        open: Vec::new(),
        discarded: None,
    }
}

fn raise(seat: u8, to: u64) -> TableEvent {
    let action = Action::RaiseTo(Chips(to));
    Acted { seat, action, added: Chips(to - 1), timed_out: false }.into()
}

fn act() -> ActLine {
    let blind = Posted { seat: 1, post: PostKind::BigBlind, amount: Chips(2) };
    let turn = Turn { seat: 2, time_ms: 2_000, bank_ms: 0 };
    ActLine {
        id: AskId(7),
        hand: HAND,
        game: "holdem".to_owned(),
        seat: 2,
        button: 2,
        street: 0,
        cards: cards("As Ks"),
        boards: vec![Vec::new()],
        pots: Vec::new(),
        pot: Chips(8),
        to_call: Chips(4),
        seats: vec![seat(0, 194, 6), seat(1, 185, 2), seat(2, 198, 2)],
        legal: legal_raise(),
        events: Items(vec![blind.into(), raise(0, 6), turn.into()]),
        time_ms: Some(2_000),
    }
}

fn on_the_flop() -> ActLine {
    let flop = BoardDealt { board: 0, cards: cards("Qs Js 2d") };
    ActLine {
        id: AskId(8),
        street: 1,
        boards: vec![cards("Qs Js 2d")],
        pots: vec![Pot { amount: Chips(14), seats: vec![0, 2] }],
        pot: Chips(14),
        to_call: Chips(0),
        seats: vec![
            seat(0, 194, 0),
            LineSeat { folded: true, card_count: 0, ..seat(1, 185, 0) },
            seat(2, 194, 0),
        ],
        legal: legal_bet(),
        events: Items(vec![flop.into()]),
        time_ms: None,
        ..act()
    }
}

fn bring_in() -> ActLine {
    let up =
        |number, card: &str| LineSeat { card_count: 3, open: cards(card), ..seat(number, 198, 0) };
    ActLine {
        game: razz().id,
        cards: cards("2s 7d Kh"),
        pot: Chips(6),
        to_call: Chips(0),
        seats: vec![up(0, "4c"), LineSeat { all_in: true, ..up(1, "5h") }, up(2, "Kh")],
        legal: legal_bring_in(),
        events: Items(Vec::new()),
        ..act()
    }
}

fn draw() -> ActLine {
    let holds = |number, discarded| LineSeat { card_count: 5, discarded, ..seat(number, 190, 0) };
    ActLine {
        id: AskId(9),
        game: "five-card-draw".to_owned(),
        street: 1,
        cards: cards("2s 7s 8s Kd As"),
        to_call: Chips(0),
        seats: vec![holds(0, Some(3)), LineSeat { dealt: false, ..seat(1, 90, 0) }, holds(2, None)],
        legal: legal_draw(),
        events: Items(Vec::new()),
        ..act()
    }
}

fn offer(question: Question) -> OfferLine {
    OfferLine {
        id: AskId(10),
        question,
        hand: HAND,
        cards: cards("As Ks"),
        boards: vec![cards("Qs Js 2d")],
        pot: Chips(400),
        time_ms: 5_000,
    }
}

fn choose_game() -> OfferLine {
    let games: Vec<Game> = vec![holdem(), razz()];
    OfferLine {
        id: AskId(12),
        cards: Vec::new(),
        boards: Vec::new(),
        pot: Chips(0),
        ..offer(Question::ChooseGame(games.into_iter().map(|game| game.id).collect()))
    }
}

fn result() -> ResultLine {
    let seat = |seat, net, shown: &str| LineResult { seat, net: Some(net), cards: cards(shown) };
    ResultLine {
        hand: HAND,
        voided: false,
        boards: vec![cards("Qs Js 2d 2c Ts")],
        seats: vec![seat(0, -200, "Qd Qh"), seat(1, -2, ""), seat(2, 202, "As Ks")],
    }
}

fn voided() -> ResultLine {
    let seat = |seat| LineResult { seat, net: None, cards: Vec::new() };
    let (voided, boards) = (true, vec![Vec::new()]);
    ResultLine { hand: HAND, voided, boards, seats: vec![seat(0), seat(2)] }
}
