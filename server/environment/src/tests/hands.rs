//! Hands from their start to their end.

use super::{Dice, choice, in_every_game, play_out, world};
use crate::actions::{ActionSet, Meaning, Move};
use crate::error::EnvError;
use crate::state::{Cards, State, ToAct};
use crate::world::{Later, World, games, library};
use cardroom_rules::AnteKind;
use std::sync::Arc;

#[test]
fn every_file_of_config_is_a_game_here() {
    let shipped = library().games().count() + library().rotations().count();
    assert_eq!(games().count(), shipped);
    assert!(games().any(|game| game == "holdem"));
}

#[test]
fn random_hands_of_every_game_end_without_a_lost_chip() {
    let mut dice = Dice(11);
    in_every_game(|world, mut state, _| {
        play_out(&mut state, &mut dice, |_| ());
        let net = state.net().unwrap();
        assert_eq!(net.iter().sum::<i64>(), 0);
        assert_eq!(net.len(), world.seats);
        assert_eq!(state.to_act(), ToAct::Nobody);
    });
}

#[test]
fn a_restarted_state_is_a_new_one() {
    let mut dice = Dice(3);
    for game in ["holdem", "deuce-seven-triple", "horse", "dealers-choice"] {
        let world = world(game, 3);
        let mut again = State::new(&world, world.start_of(1, 1), &Cards::Deck).unwrap();
        for deal in 1..40 {
            let start = world.start_of(7, deal);
            let mut new = State::new(&world, start.clone(), &Cards::Deck).unwrap();
            again.restart(start).unwrap();
            while !new.is_over() {
                assert_eq!(new.felt(), again.felt());
                let legal = new.legal_numbers();
                let number = legal[dice.below(legal.len())];
                new.apply_number(number).unwrap();
                again.apply_number(number).unwrap();
            }
            assert_eq!(new.net(), again.net(), "{game}, deal {deal}");
        }
    }
}

#[test]
fn a_clone_plays_on_alone() {
    let world = world("holdem", 2);
    let state = State::new(&world, world.start_of(7, 1), &Cards::Deck).unwrap();
    let mut clone = state.clone();
    clone.apply(Move::Fold).unwrap();
    assert_eq!(clone.net().unwrap(), [-50, 50]);
    assert_eq!(state.to_act(), ToAct::Seat(0));
    assert!(state.moves().is_empty());
}

#[test]
fn an_illegal_action_says_what_would_be_legal_and_changes_nothing() {
    let world = world("holdem", 2);
    let mut state = State::new(&world, world.start_of(7, 1), &Cards::Deck).unwrap();
    let felt = state.felt().clone();
    let refused = |result: Result<(), EnvError>| match result {
        Err(EnvError::Illegal(reason)) => reason,
        other => panic!("{other:?}"),
    };
    let reason = refused(state.apply(Move::Check));
    assert_eq!(reason, "You cannot check a bet of 50. Call, raise or fold.");
    let reason = refused(state.apply(Move::RaiseTo(150)));
    assert_eq!(reason, "The minimum is 200. Choose a larger amount.");
    let reason = refused(state.apply_number(9));
    assert_eq!(reason, "There is no action 9, only 0 to 4.");
    assert_eq!(state.felt(), &felt);
    state.apply(Move::RaiseTo(20_000)).unwrap();
    let reason = refused(state.apply_number(4));
    assert_eq!(reason, "Action 4 (all-in) is not legal now. Legal: [0, 1].");
}

#[test]
fn fractions_are_of_the_pot_after_a_call() {
    let world = world("holdem", 2);
    let state = State::new(&world, world.start_of(7, 1), &Cards::Deck).unwrap();
    let meanings: Vec<Meaning> = (0..5).filter_map(|at| world.actions.meaning(at)).collect();
    let (half, pot) = (Meaning::Fraction(0.5), Meaning::Fraction(1.0));
    assert_eq!(meanings, [Meaning::Fold, Meaning::CheckOrCall, half, pot, Meaning::AllIn]);
    // The small blind calls 50 into 150, and raises by half of 200 or by 200.
    assert_eq!(state.action_of(2).unwrap(), Move::RaiseTo(200));
    assert_eq!(state.action_of(3).unwrap(), Move::RaiseTo(300));
    assert_eq!(state.action_of(4).unwrap(), Move::RaiseTo(20_000));
}

#[test]
fn a_fraction_below_the_minimum_is_masked_and_not_rounded_up() {
    let small = World::new(&choice("holdem"), 2, None, &[0.1, 1.0]).unwrap();
    let small = Arc::new(small);
    let state = State::new(&small, small.start_of(7, 1), &Cards::Deck).unwrap();
    assert_eq!(state.legal_numbers(), [0, 1, 3, 4]);
    assert!(World::new(&choice("holdem"), 2, None, &[0.0]).is_err());
}

#[test]
fn each_structure_has_its_wagers() {
    let names = |game: &str| {
        let ActionSet { .. } = &world(game, 2).actions;
        let actions = world(game, 2).actions.clone();
        (0..actions.count().min(7)).filter_map(|at| actions.name(at)).collect::<Vec<_>>()
    };
    assert_eq!(names("holdem"), ["fold", "check or call", "0.5 pot", "1 pot", "all-in"]);
    assert_eq!(names("stud"), ["fold", "check or call", "bet or raise"]);
    let mixed = ["fold", "check or call", "bet or raise", "0.5 pot", "1 pot", "all-in"];
    assert_eq!(names("ten-game")[..6], mixed);
    assert_eq!(world("badugi", 2).actions.count(), 3 + 16);
}

#[test]
fn a_draw_discards_by_subset_of_the_hand_from_its_highest_card() {
    let world = world("deuce-seven-single", 2);
    let mut state = State::new(&world, world.start_of(7, 1), &Cards::Deck).unwrap();
    while state.options().is_some_and(|options| options.discard.is_none()) {
        state.apply_number(1).unwrap();
    }
    let ToAct::Seat(seat) = state.to_act() else { panic!("a player draws") };
    let before = state.hole(usize::from(seat));
    let stand_pat = world.actions.count() - 32;
    assert_eq!(state.legal_numbers(), (stand_pat..stand_pat + 32).collect::<Vec<_>>());
    let highest = *before.iter().max().unwrap();
    state.apply_number(stand_pat + 1).unwrap();
    let Some((_, Move::Discard(gone))) = state.moves().last() else { panic!("it discarded") };
    assert_eq!(gone.iter().collect::<Vec<_>>(), [highest]);
    assert_eq!(state.felt().discarded[0][usize::from(seat)], 1);
}

#[test]
fn a_hand_starts_on_the_flop_with_a_given_pot() {
    let world = world("holdem", 2);
    let mut start = world.start_of(7, 1);
    (start.later, start.stacks) = (Some(Later { street: 1, pot: 600 }), vec![1_000, 700]);
    let mut state = State::new(&world, start, &Cards::Deck).unwrap();
    assert_eq!((state.felt().street, state.felt().board.len(), state.felt().pot), (1, 3, 600));
    assert_eq!(state.to_act(), ToAct::Seat(1));
    state.apply(Move::Bet(700)).unwrap();
    state.apply(Move::Fold).unwrap();
    assert_eq!(state.net().unwrap(), [0, 600]);
    assert!(state.to_phh().is_err());
}

#[test]
fn the_payer_of_the_ante_is_chosen() {
    let antes = crate::tests::choice("holdem");
    let choice = cardroom_match::game::GameChoice { ante: Some(100), ..antes };
    let world = World::new(&choice, 3, Some(AnteKind::BigBlind), &[1.0]).unwrap();
    let world = Arc::new(world);
    let state = State::new(&world, world.start_of(7, 1), &Cards::Deck).unwrap();
    assert_eq!(state.felt().put_in[0][..3], [0, 50, 200]);
    assert_eq!(state.felt().bets[..3], [0, 50, 100]);
}

#[test]
fn a_hand_is_written_as_history_and_read_back() {
    let mut dice = Dice(5);
    in_every_game(|_, mut state, _| {
        assert!(state.to_phh().is_err(), "a hand that goes on has no history");
        play_out(&mut state, &mut dice, |_| ());
        let text = state.to_phh().unwrap();
        assert!(text.starts_with("variant = "), "{text}");
        let stacks = text.lines().find(|line| line.starts_with("finishing_stacks")).unwrap();
        let stacks = stacks.split_once('[').unwrap().1.trim_end_matches(']');
        let mut stacks: Vec<i64> = stacks.split(", ").map(|at| at.parse().unwrap()).collect();
        // The first player of the format is the one left of the button.
        let count = stacks.len();
        stacks.rotate_right((usize::from(state.felt().button) + 1) % count);
        let net: Vec<i64> = stacks.iter().map(|stack| stack - 20_000).collect();
        assert_eq!(net, state.net().unwrap(), "{text}");
    });
}
