//! Brains at random tables: whatever they see, their answers are legal.

use crate::common;
use cardroom_bot::brains::{Caller, DealersExample, Maniac, RandomLegal, Rollout, TightAggressive};
use cardroom_bot::{
    Action, Brain, Chips, Choices, Game, LegalActions, Policy, Seed, Table, WagerRange,
};
use cardroom_cards::Card;
use cardroom_protocol::game::Betting;
use cardroom_protocol::server::TableSnapshot;
use cardroom_protocol::table::*;
use cardroom_protocol::{ActionId, HandNo, TurnToken};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn legal_actions() -> impl Strategy<Value = LegalActions> {
    let wager = (any::<bool>(), 1..2_000_u64, 0..1_000_000_u64, 0..=1_000_000_u64).prop_map(
        |(raise, min, above, pot)| WagerRange {
            raise,
            min_to: Chips(min),
            max_to: Chips(min + above),
            pot_to: Chips(min + pot.min(above)),
            fixed: false,
        },
    );
    (any::<bool>(), 1..100_000_u64, prop::option::of(wager)).prop_map(|(check, call, wager)| {
        let call = (!check).then_some(Chips(call));
        LegalActions { fold: true, check, call, wager, ..LegalActions::default() }
    })
}

/// Generates any table that a seat with a decision might see, consistent or not.
fn table() -> impl Strategy<Value = Table> {
    let deck: Vec<u8> = (0..Card::COUNT).collect();
    let seats = prop::collection::vec(
        (0..1_000_000_u64, 0..10_000_u64, any::<bool>(), any::<bool>()),
        2..=10,
    );
    let betting =
        prop_oneof![Just(Betting::NoLimit), Just(Betting::PotLimit), Just(Betting::FixedLimit)];
    (
        seats,
        betting,
        Just(deck).prop_shuffle(),
        0..=3_u8,
        (0..10_u8, 0..10_u8, 0..100_000_u64),
        (1..=500_u64, prop_oneof![Just(1_u64), Just(5), Just(25)]),
        (legal_actions(), 0..=4_usize, 0..=4_u8),
    )
        .prop_map(
            |(seats, betting, deck, street, (hero, button, pot), (blind, unit), rest)| {
                let (legal, hole, raises) = rest;
                let hero = hero % u8::try_from(seats.len()).unwrap();
                let button = button % u8::try_from(seats.len()).unwrap();
                let cards: Vec<Card> =
                    deck.iter().map(|&index| Card::from_index(index).unwrap()).collect();
                let board = [0, 3, 4, 5][usize::from(street)];
                let views =
                    seats.iter().zip(0_u8..).map(|(&(stack, bet, folded, all_in), number)| {
                        let mut view = common::seat(number, "player", stack);
                        let folded = folded && number != hero;
                        let bet = Chips(bet);
                        view.in_hand = Some(SeatInHand {
                            folded,
                            all_in,
                            bet,
                            card_count: 2,
                            up: Vec::new(),
                            tabled: None,
                        });
                        view
                    });
                let current_bet = seats.iter().map(|seat| seat.1).max().unwrap();
                let next = |place: u8| place % u8::try_from(seats.len()).unwrap();
                let mut view = common::view(1, views.collect(), None);
                view.info.betting = betting;
                view.info.unit = Chips(unit);
                (view.info.small_blind, view.info.big_blind) =
                    (Chips(blind * unit), Chips(2 * blind * unit));
                view.hand = Some(HandView {
                    hand: HandNo(1),
                    button,
                    small_blind: Some(next(button + 1)),
                    big_blind: Some(next(button + 2)),
                    street,
                    game: Game {
                        betting,
                        small_blind: Chips(blind * unit),
                        big_blind: Chips(2 * blind * unit),
                        ..common::holdem()
                    },
                    bomb_pot: false,
                    boards: vec![cards[10..10 + board].to_vec()],
                    pots: vec![Pot { amount: Chips(pot), seats: vec![hero] }],
                    current_bet: Chips(current_bet),
                    turn: Some(Turn { seat: hero, time_ms: 1_000, bank_ms: 0 }),
                });
                view.you = Some(OwnView {
                    cards: cards[..if hole == 1 { 4 } else { 2 }].to_vec(),
                    decision: Some(Decision { turn: TurnToken(1), legal }),
                    last_action_id: ActionId(0),
                    ..common::own_view(hero)
                });
                let mut table = Table::from_snapshot(TableSnapshot {
                    table: common::TABLE,
                    view: Box::new(view),
                });
                let hand = table.hand.as_mut().unwrap();
                hand.raises = raises;
                hand.aggressor = (raises > 0).then_some(button);
                table
            },
        )
}

fn check(brain: &mut dyn Brain, table: &Table) -> Result<Action, TestCaseError> {
    let legal = table.decision.as_ref().unwrap().legal;
    let stated = brain.policy(table, &legal);
    let action = brain.act(table, &legal);
    prop_assert!(legal.allows(action), "{action:?} out of {legal:?}");
    if let Some(policy) = &stated {
        let sum: f64 = policy.parts().iter().map(|part| part.probability).sum();
        prop_assert!((sum - 1.0).abs() < 1e-9, "{policy:?}");
        prop_assert!(policy.place_of(action).is_some(), "{action:?} is not in {policy:?}");
        let allowed = policy.parts().iter().all(|part| legal.allows(part.action));
        prop_assert!(allowed, "{policy:?} out of {legal:?}");
    }
    if let (Action::Bet(to) | Action::RaiseTo(to), Some(range)) = (action, legal.wager) {
        let unit = table.info.unit.0;
        let whole = to.0 % unit == 0 || [range.min_to, range.max_to, range.pot_to].contains(&to);
        prop_assert!(whole, "{to} is not in chips of {unit}");
    }
    Ok(action)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn every_brain_answers_legally(table in table(), seed in any::<u64>()) {
        let seed = Seed::new(seed, 0);
        let legal = table.decision.as_ref().unwrap().legal;
        let called = check(&mut Caller, &table)?;
        prop_assert!(!matches!(called, Action::Fold | Action::Bet(_) | Action::RaiseTo(_)));
        check(&mut RandomLegal::new(seed), &table)?;
        let simple = check(&mut DealersExample::new(seed), &table)?;
        prop_assert!(!(legal.check && simple == Action::Fold), "it folded for free");
        check(&mut Maniac::new(seed), &table)?;
        let played = check(&mut Rollout::with_budget(seed, 8), &table)?;
        prop_assert!(!(legal.check && played == Action::Fold), "it folded for free");
        let played = check(&mut TightAggressive::new(seed), &table)?;
        prop_assert!(!(legal.check && played == Action::Fold), "it folded for free");
    }

    #[test]
    fn the_same_seed_plays_the_same(table in table(), seed in any::<u64>()) {
        let seed = Seed::new(seed, 3);
        for _ in 0..3 {
            let a = check(&mut RandomLegal::new(seed), &table)?;
            prop_assert_eq!(a, check(&mut RandomLegal::new(seed), &table)?);
            let c = check(&mut DealersExample::new(seed), &table)?;
            prop_assert_eq!(c, check(&mut DealersExample::new(seed), &table)?);
            let d = check(&mut Maniac::new(seed), &table)?;
            prop_assert_eq!(d, check(&mut Maniac::new(seed), &table)?);
            let e = check(&mut Rollout::with_budget(seed, 8), &table)?;
            prop_assert_eq!(e, check(&mut Rollout::with_budget(seed, 8), &table)?);
            let b = check(&mut TightAggressive::new(seed), &table)?;
            prop_assert_eq!(b, check(&mut TightAggressive::new(seed), &table)?);
        }
    }
}

/// Builds a six-handed no-limit table of 5/10 with 1,000 each. The hero is first to act.
fn under_the_gun(hole: &str) -> Table {
    let seats = (0..6).map(|number| {
        let bet = [0, 5, 10, 0, 0, 0][usize::from(number)];
        let mut seat = common::seat(number, "player", 1_000 - bet);
        seat.in_hand = Some(SeatInHand {
            folded: false,
            all_in: false,
            bet: Chips(bet),
            card_count: 2,
            up: Vec::new(),
            tabled: None,
        });
        seat
    });
    let mut view = common::view(1, seats.collect(), None);
    view.hand = Some(HandView {
        hand: HandNo(1),
        button: 0,
        small_blind: Some(1),
        big_blind: Some(2),
        street: 0,
        game: common::holdem(),
        bomb_pot: false,
        boards: vec![Vec::new()],
        pots: Vec::new(),
        current_bet: Chips(10),
        turn: None,
    });
    view.you = Some(OwnView { cards: common::cards(hole), ..common::own_view(3) });
    let mut table =
        Table::from_snapshot(TableSnapshot { table: common::TABLE, view: Box::new(view) });
    table.decision =
        Some(Decision { turn: TurnToken(1), legal: common::call_or_raise(10, 20, 1_000) });
    table
}

fn tight_aggressive(table: &Table) -> Action {
    let legal = table.decision.as_ref().unwrap().legal;
    TightAggressive::new(Seed::new(1, 1)).act(table, &legal)
}

#[test]
fn tight_aggressive_opens_by_the_chart() {
    for (hole, action) in [
        ("As Ad", Action::RaiseTo(Chips(25))),
        ("Ks Qd", Action::RaiseTo(Chips(25))),
        ("7s 2d", Action::Fold),
        ("Ks 9s", Action::Fold),
    ] {
        assert_eq!(tight_aggressive(&under_the_gun(hole)), action, "{hole}");
    }
}

#[test]
fn tight_aggressive_reraises_the_best_and_folds_the_rest() {
    for (hole, expected) in
        [("Ks Kd", Action::RaiseTo(Chips(120))), ("9h 4c", Action::Fold), ("As Jd", Action::Call)]
    {
        let mut table = under_the_gun(hole);
        let hand = table.hand.as_mut().unwrap();
        (hand.raises, hand.aggressor, hand.current_bet) = (1, Some(4), Chips(30));
        table.seats[4].bet = Chips(30);
        table.decision =
            Some(Decision { turn: TurnToken(1), legal: common::call_or_raise(30, 50, 1_000) });
        assert_eq!(tight_aggressive(&table), expected, "{hole}");
    }
}

#[test]
fn tight_aggressive_pays_for_hands_and_draws_by_their_price() {
    // A pot of 100 and a bet. All other players have folded.
    let facing = |hole: &str, bet: u64| {
        let mut table = under_the_gun(hole);
        for seat in [0, 1, 2, 5] {
            table.seats[seat].in_hand.as_mut().unwrap().folded = true;
            table.seats[seat].bet = Chips(0);
        }
        table.seats[4].bet = Chips(bet);
        let hand = table.hand.as_mut().unwrap();
        hand.street = 1;
        hand.boards = vec![common::cards("Kh 8h 3c")];
        hand.pots = vec![Pot { amount: Chips(100), seats: vec![3, 4] }];
        (hand.raises, hand.aggressor, hand.current_bet) = (1, Some(4), Chips(bet));
        let legal = common::call_or_raise(bet, 2 * bet, 900);
        table.decision = Some(Decision { turn: TurnToken(1), legal });
        tight_aggressive(&table)
    };
    assert!(matches!(facing("8s 8d", 50), Action::RaiseTo(_)), "a set raises");
    assert_eq!(facing("Ks Qd", 100), Action::Call, "top pair calls");
    assert_eq!(facing("Js Td", 50), Action::Fold, "nothing folds");
    assert_eq!(facing("6h 5h", 30), Action::Call, "a flush draw has the price");
    assert_eq!(facing("6h 5h", 800), Action::Fold, "a flush draw has not");
}

#[test]
fn random_play_tries_everything() {
    let table = under_the_gun("As Ad");
    let legal = table.decision.as_ref().unwrap().legal;
    let mut brain = RandomLegal::new(Seed::new(1, 1));
    let mut kinds = BTreeSet::new();
    let mut amounts = BTreeSet::new();
    for _ in 0..2_000 {
        kinds.insert(match brain.act(&table, &legal) {
            Action::Fold => "fold",
            Action::Check => "check",
            Action::BringIn => "bring-in",
            Action::Call => "call",
            Action::Bet(_) => "bet",
            Action::RaiseTo(to) => {
                amounts.insert(to.0);
                "raise"
            }
        });
    }
    assert_eq!(kinds, BTreeSet::from(["call", "fold", "raise"]));
    assert!(amounts.contains(&20) && amounts.contains(&1_000) && amounts.contains(&30));
    assert!(amounts.len() > 100, "only {} amounts", amounts.len());
    assert!(amounts.iter().any(|&to| (200..900).contains(&to)));
}

#[test]
fn the_dealers_example_folds_calls_and_raises_as_often_as_it_says() {
    let table = under_the_gun("As Ad");
    let legal = table.decision.as_ref().unwrap().legal;
    let mut brain = DealersExample::new(Seed::new(1, 1));
    let (mut folds, mut calls, mut raises) = (0, 0, Vec::new());
    for _ in 0..10_000 {
        match brain.act(&table, &legal) {
            Action::Fold => folds += 1,
            Action::Call => calls += 1,
            Action::RaiseTo(to) => raises.push(to.0),
            other => panic!("{other:?}"),
        }
    }
    assert!((500..700).contains(&folds), "{folds} folds");
    assert!((4_500..4_900).contains(&calls), "{calls} calls");
    // Raises are uniformly distributed from 20 to 1,000.
    let mean = raises.iter().sum::<u64>() / raises.len() as u64;
    assert!((490..530).contains(&mean), "raises to {mean} on average");
    assert!(raises.iter().all(|to| (20..=1_000).contains(to)));
    // If no raise is possible, the other actions keep their proportions.
    let legal = LegalActions { wager: None, ..legal };
    let folds = (0..10_000).filter(|_| brain.act(&table, &legal) == Action::Fold).count();
    assert!((1_030..1_240).contains(&folds), "{folds} folds of 10,000: 6 of 53");
}

/// Counts what a brain does at a table, with the same seed for all turns.
fn counts(brain: &mut dyn Brain, table: &Table) -> (Policy, Vec<f64>) {
    let legal = table.decision.as_ref().unwrap().legal;
    let policy = brain.policy(table, &legal).unwrap();
    let mut counts = vec![0.0; policy.parts().len()];
    for _ in 0..TURNS {
        counts[policy.place_of(brain.act(table, &legal)).unwrap()] += 1.0;
    }
    (policy, counts)
}

const TURNS: u32 = 20_000;

#[test]
fn a_brain_that_mixes_plays_as_often_as_it_states() {
    // A pot of 30 and a raise to 30, which may be raised to 50 and up to 1,000.
    let mut facing = under_the_gun("As Jd");
    let hand = facing.hand.as_mut().unwrap();
    (hand.raises, hand.aggressor, hand.current_bet) = (1, Some(4), Chips(30));
    let legal = common::call_or_raise(30, 50, 1_000);
    facing.decision = Some(Decision { turn: TurnToken(1), legal });
    let mut free = facing.clone();
    let decision = free.decision.as_mut().unwrap();
    (decision.legal.check, decision.legal.call) = (true, None);
    let mut by_fives = facing.clone();
    by_fives.info.unit = Chips(5);
    let mut fixed = facing.clone();
    let range = WagerRange { fixed: true, max_to: Chips(60), ..legal.wager.unwrap() };
    fixed.decision.as_mut().unwrap().legal.wager = Some(range);
    let mut without_wager = facing.clone();
    without_wager.decision.as_mut().unwrap().legal.wager = None;
    let seed = Seed::new(1, 1);
    for table in [&facing, &free, &by_fives, &fixed, &without_wager] {
        let brains: [Box<dyn Brain>; 4] = [
            Box::new(RandomLegal::new(seed)),
            Box::new(DealersExample::new(seed)),
            Box::new(Maniac::new(seed)),
            Box::new(TightAggressive::new(seed)),
        ];
        for mut brain in brains {
            let (policy, counts) = counts(&mut *brain, table);
            for (part, count) in policy.parts().iter().zip(counts) {
                let turns = f64::from(TURNS);
                let due = part.probability * turns;
                // Five standard deviations, and one turn for parts that hardly occur.
                let slack = 5.0 * (due * (1.0 - part.probability)).sqrt() + 1.0;
                assert!((count - due).abs() <= slack, "{part:?} came {count} times, not {due}");
            }
        }
    }
}

#[test]
fn the_rollout_pays_for_good_hands_and_gives_up_bad_ones() {
    let acts = |hole: &str, board: &str, bet: u64| {
        let mut table = under_the_gun(hole);
        for seat in [0, 1, 2, 5] {
            table.seats[seat].in_hand.as_mut().unwrap().folded = true;
            table.seats[seat].bet = Chips(0);
        }
        table.seats[4].bet = Chips(bet);
        let hand = table.hand.as_mut().unwrap();
        hand.street = 3;
        hand.boards = vec![common::cards(board)];
        hand.pots = vec![Pot { amount: Chips(100), seats: vec![3, 4] }];
        (hand.raises, hand.aggressor, hand.current_bet) = (1, Some(4), Chips(bet));
        let legal = common::call_or_raise(bet, 2 * bet, 900);
        table.decision = Some(Decision { turn: TurnToken(1), legal });
        Rollout::new(Seed::new(1, 1)).act(&table, &legal)
    };
    assert!(matches!(acts("8s 8d", "Kh 8h 3c 2d 4s", 50), Action::RaiseTo(_)), "a set raises");
    assert_eq!(acts("7s 5d", "Kh 8h 3c 2d Js", 100), Action::Fold, "nothing folds");
    assert_ne!(acts("Ks Ad", "Kh 8h 3c 2d 4s", 100), Action::Fold, "top pair does not");
}

#[test]
fn the_maniac_raises_three_times_out_of_four() {
    let table = under_the_gun("7s 2d");
    let legal = table.decision.as_ref().unwrap().legal;
    let mut brain = Maniac::new(Seed::new(1, 1));
    let raises = (0..10_000).filter(|_| matches!(brain.act(&table, &legal), Action::RaiseTo(_)));
    let raises = raises.count();
    assert!((7_300..7_700).contains(&raises), "{raises}");
}
