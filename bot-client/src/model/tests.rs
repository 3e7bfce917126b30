//! Runs whole hands through the model and checks after every event that all
//! chips are accounted for.

use super::*;
use cardroom_cards::parse_cards;
use cardroom_protocol::game::{AnteKind, Betting, Deck, Game, Half, HoleUse, Ranking, Switch};
use cardroom_protocol::items::Items;
use cardroom_protocol::server::{HoleCards, Step, YourTurn};
use cardroom_protocol::table::*;
use cardroom_protocol::{TableId, TurnToken};

/// A no-limit table of 5/10 with an ante of 1, hero in seat 2, and no hand in progress.
fn table(stacks: &[(u8, u64)]) -> Table {
    let view = TableView {
        info: info(),
        seq: Seq(100),
        paused: false,
        seats: stacks.iter().map(|&(seat, stack)| seat_view(seat, stack, None)).collect(),
        hand: None,
        you: Some(OwnView {
            seat: 2,
            cards: Vec::new(),
            decision: None,
            to_show: Vec::new(),
            offers: Items(Vec::new()),
            last_action_id: ActionId(0),
            wait_for_big_blind: false,
            auto_muck: true,
            straddle: false,
        }),
        buy_in: BuyInRange { min: Chips(200), max: Chips(1_000) },
        hybrid: None,
    };
    Table::from_snapshot(TableSnapshot { table: TableId(1), view: Box::new(view) })
}

fn info() -> TableInfo {
    TableInfo {
        table: TableId(1),
        name: "One".to_owned(),
        game: "holdem".to_owned(),
        game_name: "Texas hold'em".to_owned(),
        betting: Betting::NoLimit,
        rulebook: "online".to_owned(),
        small_blind: Chips(5),
        big_blind: Chips(10),
        ante: Chips(1),
        ante_kind: AnteKind::Each,
        unit: Chips(1),
        seats: 6,
        seated: 4,
        min_buy_in: Chips(200),
        max_buy_in: Chips(1000),
        bots_allowed: true,
        hands_played: 0,
        average_pot: Chips(0),
        games: vec![holdem()],
        switch: Switch::Never,
        straddle: None,
        bomb_pot: None,
        max_boards: 1,
        tournament: None,
        hybrid: false,
        host: None,
        waiting: 0,
        bots: 0,
        free_chat: false,
        top_up_to: Chips(200),
        shows_folded: true,
        chip_value: None,
    }
}

fn holdem() -> Game {
    Game {
        id: "holdem".to_owned(),
        name: "Texas hold'em".to_owned(),
        betting: Betting::NoLimit,
        small_blind: Chips(5),
        big_blind: Chips(10),
        bring_in: Chips(0),
        ante: Chips(1),
        ante_kind: AnteKind::Each,
        deck: Deck::Standard52,
        hole_cards: 2,
        board_cards: 5,
        draws: 0,
        showdown: vec![Half { ranking: Ranking::High, hole: HoleUse::Any }],
    }
}

fn seat_view(seat: u8, stack: u64, in_hand: Option<SeatInHand>) -> SeatView {
    SeatView {
        seat,
        name: format!("player {seat}"),
        bot: true,
        connected: true,
        sitting_out: false,
        stack: Chips(stack),
        in_hand,
        avatar: 0,
        color: 0,
        muted: false,
        shown: Vec::new(),
        staff: false,
    }
}

fn cards(text: &str) -> Vec<Card> {
    parse_cards(text).unwrap()
}

fn posted(seat: u8, post: PostKind, amount: u64) -> TableEvent {
    Posted { seat, post, amount: Chips(amount) }.into()
}

fn acted(seat: u8, action: Action, added: u64) -> TableEvent {
    Acted { seat, action, added: Chips(added), timed_out: false }.into()
}

fn turn(seat: u8) -> TableEvent {
    Turn { seat, time_ms: 15_000, bank_ms: 30_000 }.into()
}

fn pot(amount: u64, seats: &[u8]) -> Pot {
    Pot { amount: Chips(amount), seats: seats.to_vec() }
}

fn awarded(pot: u8, shares: &[(u8, u64)]) -> TableEvent {
    let share = |&(seat, amount)| Share { seat, amount: Chips(amount), hand: None };
    let shares = shares.iter().map(share).collect();
    PotAwarded { pot, board: 0, half: 0, shares }.into()
}

/// Applies steps, and checks after every event that chips enter and leave only in the known ways.
fn play(table: &mut Table, steps: Vec<Vec<TableEvent>>) -> Result<(), ModelError> {
    for events in steps {
        assert!(table.admit(Seq(table.seq.0 + 1))?);
        for event in events {
            let before = table.chips().0;
            let left = match &event {
                TableEvent::SeatLeft(left) => table.seat(left.seat).map_or(0, |seat| seat.stack.0),
                _ => 0,
            };
            table.apply_event(&event)?;
            let expected = match &event {
                TableEvent::SeatTaken(taken) => before + taken.stack.0,
                TableEvent::ToppedUp(topped_up) => before + topped_up.amount.0,
                TableEvent::SeatLeft(_) => before - left,
                TableEvent::RakeTaken(rake) => before - rake.amount.0,
                TableEvent::TimeCharged(charged) => before - charged.amount.0,
                _ => before,
            };
            assert_eq!(table.chips().0, expected, "chips appeared or vanished with {event:?}");
        }
    }
    Ok(())
}

fn start_of_hand() -> Vec<TableEvent> {
    vec![
        HandStarted {
            hand: HandNo(7),
            game: holdem(),
            bomb_pot: false,
            button: 4,
            small_blind: Some(5),
            big_blind: Some(0),
            dealt: vec![5, 0, 2, 4],
        }
        .into(),
        posted(5, PostKind::Ante, 1),
        posted(0, PostKind::Ante, 1),
        posted(2, PostKind::Ante, 1),
        posted(4, PostKind::Ante, 1),
        posted(5, PostKind::SmallBlind, 5),
        posted(0, PostKind::BigBlind, 10),
        CardsDealt { each: 2 }.into(),
        turn(2),
    ]
}

/// Three players are all-in for 100, 300 and 500, and a fourth folds. The hand has a main pot, a
/// side pot, an uncalled bet and rake.
#[test]
fn a_hand_with_side_pots_an_uncalled_bet_and_rake() {
    let mut table = table(&[(0, 101), (2, 501), (4, 301), (5, 1000)]);
    play(&mut table, vec![start_of_hand()]).unwrap();
    table.take_cards(HoleCards {
        table: TableId(1),
        seq: Seq(101),
        hand: HandNo(7),
        cards: cards("As Ad"),
    });
    let legal = LegalActions { fold: true, call: Some(Chips(10)), ..LegalActions::default() };
    table.take_turn(&YourTurn { table: TableId(1), seq: Seq(101), turn: TurnToken(9), legal });

    assert_eq!(table.position(5), Some(Position::SmallBlind));
    assert_eq!(table.position(0), Some(Position::BigBlind));
    assert_eq!(table.hero_position(), Some(Position::Cutoff));
    assert_eq!(table.position(4), Some(Position::Button));
    assert!(!table.has_position(), "the button acts after the hero");
    assert_eq!(table.pot_total(), Chips(19));
    assert_eq!(table.to_call(), Chips(10));
    assert!((table.pot_odds() - 10.0 / 29.0).abs() < 1e-9);
    assert_eq!(table.cards, cards("As Ad"));

    play(
        &mut table,
        vec![
            vec![acted(2, Action::RaiseTo(Chips(500)), 500), turn(4)],
            vec![acted(4, Action::Call, 300), turn(5)],
            vec![acted(5, Action::Fold, 0), turn(0)],
        ],
    )
    .unwrap();
    assert_eq!(table.decision, None);
    let hand = table.hand.as_ref().unwrap();
    assert_eq!((hand.raises, hand.aggressor, hand.actions), (1, Some(2), Some(3)));
    assert_eq!(table.opponent_count(), 2);
    assert!(table.seat(4).unwrap().in_hand.as_ref().unwrap().all_in);

    play(
        &mut table,
        vec![vec![
            acted(0, Action::Call, 90),
            UncalledReturned { seat: 2, amount: Chips(200) }.into(),
            BetsCollected { pots: vec![pot(309, &[0, 2, 4]), pot(400, &[2, 4])] }.into(),
            HandTabled { seat: 0, cards: cards("Kc Kd") }.into(),
            HandTabled { seat: 2, cards: cards("As Ad") }.into(),
            HandTabled { seat: 4, cards: cards("7s 6s") }.into(),
        ]],
    )
    .unwrap();
    assert!(!table.hero().unwrap().in_hand.as_ref().unwrap().all_in, "200 came back");
    assert_eq!(table.pot_total(), Chips(709));

    play(
        &mut table,
        vec![
            vec![
                StreetBegan { street: 1 }.into(),
                BoardDealt { board: 0, cards: cards("Kh 9c 2d") }.into(),
            ],
            vec![
                StreetBegan { street: 2 }.into(),
                BoardDealt { board: 0, cards: cards("3c") }.into(),
            ],
            vec![
                StreetBegan { street: 3 }.into(),
                BoardDealt { board: 0, cards: cards("4h") }.into(),
                RakeTaken { pot: 0, amount: Chips(9) }.into(),
                awarded(1, &[(2, 400)]),
                awarded(0, &[(0, 300)]),
            ],
        ],
    )
    .unwrap();
    assert_eq!(table.hand.as_ref().unwrap().street, 3);
    assert_eq!(table.hand.as_ref().unwrap().board().len(), 5);
    play(&mut table, vec![vec![HandEnded { hand: HandNo(7) }.into()]]).unwrap();

    let stacks: Vec<_> = table.seats.iter().map(|seat| (seat.seat, seat.stack.0)).collect();
    assert_eq!(stacks, [(0, 300), (2, 600), (4, 0), (5, 994)]);
    let result = table.last_result.unwrap();
    assert_eq!(result.net, Some(99));
    assert_eq!((result.players, result.dealt_in, result.dealt_first), (4, true, false));
    assert!(table.hand.is_none() && table.cards.is_empty());
}

#[test]
fn a_voided_hand_gives_everybody_the_chips_back() {
    let mut table = table(&[(0, 100), (2, 200), (4, 300), (5, 400)]);
    play(&mut table, vec![start_of_hand()]).unwrap();
    play(
        &mut table,
        vec![
            vec![acted(2, Action::RaiseTo(Chips(30)), 30)],
            vec![ToppedUp { seat: 2, amount: Chips(50) }.into()],
            vec![HandVoided { hand: HandNo(7), reason: "fouled deck".to_owned() }.into()],
        ],
    )
    .unwrap();
    let stacks: Vec<_> = table.seats.iter().map(|seat| seat.stack.0).collect();
    assert_eq!(stacks, [100, 250, 300, 400]);
    assert!(table.last_result.unwrap().voided);
}

#[test]
fn players_come_go_and_pay_between_hands() {
    let mut table = table(&[(0, 100), (2, 200)]);
    play(
        &mut table,
        vec![
            vec![
                SeatTaken {
                    seat: 1,
                    name: "new".to_owned(),
                    stack: Chips(500),
                    bot: false,
                    avatar: 0,
                    color: 0,
                    staff: false,
                }
                .into(),
            ],
            vec![
                TimeCharged { seat: 0, amount: Chips(7) }.into(),
                ToppedUp { seat: 2, amount: Chips(40) }.into(),
                SatOut { seat: 0 }.into(),
                Presence { seat: 0, connected: false }.into(),
                Paused { reason: "dinner".to_owned() }.into(),
            ],
            vec![SeatLeft { seat: 1 }.into()],
        ],
    )
    .unwrap();
    assert!(
        table.paused && table.seat(0).unwrap().sitting_out && !table.seat(0).unwrap().connected
    );
    assert_eq!(table.chips(), Chips(93 + 240));
    play(&mut table, vec![vec![SeatLeft { seat: 2 }.into(), Resumed {}.into()]]).unwrap();
    assert_eq!((table.hero_seat, table.paused), (None, false));
}

#[test]
fn missed_and_repeated_steps_are_noticed() {
    let mut table = table(&[(0, 100), (2, 200)]);
    let step = |seq, amount| Step {
        table: TableId(1),
        seq: Seq(seq),
        events: Items(vec![ToppedUp { seat: 2, amount: Chips(amount) }.into()]),
    };
    assert_eq!(table.apply(&step(101, 5)), Ok(true));
    assert_eq!(table.apply(&step(101, 5)), Ok(false), "an old step changes nothing");
    assert_eq!(table.hero().unwrap().stack, Chips(205));
    let gap = ModelError::Gap { expected: Seq(102), got: Seq(103) };
    assert_eq!(table.apply(&step(103, 5)), Err(gap));
    assert_eq!(table.hero().unwrap().stack, Chips(205));
}

#[test]
fn what_cannot_be_is_an_error() {
    let impossible: [(&str, Vec<TableEvent>); 7] = [
        ("a bet larger than the stack", vec![acted(2, Action::RaiseTo(Chips(900)), 900)]),
        ("a total that is not the bet", vec![acted(2, Action::RaiseTo(Chips(60)), 50)]),
        ("a check that costs", vec![acted(2, Action::Check, 1)]),
        (
            "chips lost on the way to the pot",
            vec![BetsCollected { pots: vec![pot(18, &[0, 2])] }.into()],
        ),
        (
            "a pot that pays too much",
            vec![BetsCollected { pots: vec![pot(19, &[0, 2])] }.into(), awarded(0, &[(2, 20)])],
        ),
        ("an end with chips in the pot", vec![HandEnded { hand: HandNo(7) }.into()]),
        ("somebody who is not there", vec![acted(3, Action::Fold, 0)]),
    ];
    for (what, events) in impossible {
        let mut table = table(&[(0, 100), (2, 200), (4, 300), (5, 400)]);
        play(&mut table, vec![start_of_hand()]).unwrap();
        let results: Vec<_> = events.iter().map(|event| table.apply_event(event)).collect();
        let last = results.last().unwrap();
        assert!(matches!(last, Err(ModelError::Inconsistent { .. })), "{what}: {last:?}");
    }
}

/// A model that starts from a snapshot in mid-hand continues like one that saw the whole hand.
#[test]
fn a_snapshot_goes_on_in_the_middle_of_a_hand() {
    let part = |bet, folded| {
        Some(SeatInHand {
            folded,
            all_in: false,
            bet: Chips(bet),
            card_count: 2,
            up: Vec::new(),
            tabled: None,
        })
    };
    let view = TableView {
        info: info(),
        seq: Seq(55),
        paused: false,
        seats: vec![
            seat_view(0, 180, part(20, false)),
            seat_view(2, 200, part(0, false)),
            seat_view(3, 200, None),
            seat_view(5, 150, part(0, true)),
        ],
        hand: Some(HandView {
            hand: HandNo(3),
            button: 2,
            small_blind: Some(5),
            big_blind: Some(0),
            street: 1,
            game: holdem(),
            bomb_pot: false,
            boards: vec![cards("Kh 9c 2d")],
            pots: vec![pot(33, &[0, 2])],
            current_bet: Chips(20),
            turn: Some(Turn { seat: 2, time_ms: 9_000, bank_ms: 0 }),
        }),
        you: Some(OwnView {
            seat: 2,
            cards: cards("Ks Qs"),
            decision: Some(Decision {
                turn: TurnToken(4),
                legal: LegalActions {
                    fold: true,
                    call: Some(Chips(20)),
                    ..LegalActions::default()
                },
            }),
            to_show: Vec::new(),
            offers: Items(Vec::new()),
            last_action_id: ActionId(17),
            wait_for_big_blind: false,
            auto_muck: true,
            straddle: false,
        }),
        buy_in: BuyInRange { min: Chips(200), max: Chips(1_000) },
        hybrid: None,
    };
    let mut table = Table::from_snapshot(TableSnapshot { table: TableId(1), view: Box::new(view) });
    assert_eq!(table.hand.as_ref().unwrap().dealt, [5, 0, 2]);
    assert_eq!(table.hero_position(), Some(Position::Button));
    assert!(table.has_position());
    assert_eq!((table.pot_total(), table.to_call()), (Chips(53), Chips(20)));
    assert_eq!(table.last_action_id, ActionId(17));

    let mut voided = table.clone();
    let void = HandVoided { hand: HandNo(3), reason: String::new() }.into();
    assert!(matches!(voided.apply_event(&void), Err(ModelError::BeginningUnknown { .. })));

    play(
        &mut table,
        vec![vec![
            acted(2, Action::Call, 20),
            BetsCollected { pots: vec![pot(73, &[0, 2])] }.into(),
            StreetBegan { street: 2 }.into(),
            BoardDealt { board: 0, cards: cards("3c") }.into(),
            turn(0),
        ]],
    )
    .unwrap();
    assert_eq!(table.hand.as_ref().unwrap().street, 2);
    play(
        &mut table,
        vec![vec![
            acted(0, Action::Fold, 0),
            BetsCollected { pots: vec![pot(73, &[2])] }.into(),
            awarded(0, &[(2, 73)]),
            HandEnded { hand: HandNo(3) }.into(),
        ]],
    )
    .unwrap();
    assert_eq!(table.hero().unwrap().stack, Chips(253));
    assert_eq!(table.last_result.unwrap().net, None, "the stack at the start was never seen");
}

#[test]
fn heads_up_the_button_has_the_small_blind() {
    let mut table = table(&[(0, 100), (2, 200)]);
    let start = HandStarted {
        hand: HandNo(1),
        game: holdem(),
        bomb_pot: false,
        button: 2,
        small_blind: Some(2),
        big_blind: Some(0),
        dealt: vec![0, 2],
    };
    // The big blind is all-in for less and must still be matched in full.
    play(
        &mut table,
        vec![vec![
            start.into(),
            posted(2, PostKind::SmallBlind, 5),
            posted(0, PostKind::BigBlind, 6),
        ]],
    )
    .unwrap();
    assert_eq!(table.hero_position(), Some(Position::Button));
    assert_eq!(table.position(0), Some(Position::BigBlind));
    assert_eq!(table.to_call(), Chips(5));
    assert!(table.has_position());
}
