//! Hands whose cards are given, or come one by one.

use super::{Dice, choice, play_out, world};
use crate::laid::Given;
use crate::state::{Cards, State, ToAct};
use crate::world::World;
use cardroom_cards::{Card, parse_cards};
use std::sync::Arc;

fn given(hole: &[&str], board: &str) -> Cards {
    let cards = |text: &&str| parse_cards(text).unwrap();
    Cards::Given(Given {
        hole: hole.iter().map(cards).collect(),
        board: parse_cards(board).unwrap(),
    })
}

#[test]
fn given_cards_come_where_they_belong() {
    let world = world("holdem", 3);
    let cards = given(&["AsAh", "", "7c2d"], "KsKdKh3c4c");
    let mut state = State::new(&world, world.start_of(7, 1), &cards).unwrap();
    assert_eq!(state.hole(0).as_slice(), parse_cards("AsAh").unwrap());
    assert_eq!(state.hole(2).as_slice(), parse_cards("7c2d").unwrap());
    while !state.is_over() {
        state.apply_number(1).unwrap();
    }
    assert_eq!(state.felt().board.as_slice(), parse_cards("KsKdKh3c4c").unwrap());
    assert_eq!(state.net().unwrap(), [200, -100, -100]);
}

#[test]
fn given_cards_of_stud_and_draws_come_although_players_fold() {
    let stud = world("stud", 3);
    let cards = given(&["2c3c4c5c6c7c8c", "KdKhKs", "AdAhAsAcQdQhQs"], "");
    let mut state = State::new(&stud, stud.start_of(7, 1), &cards).unwrap();
    // The lowest card brings it in, and the player after it folds.
    assert_eq!(state.to_act(), ToAct::Seat(0));
    state.apply_number(1).unwrap();
    state.apply_number(0).unwrap();
    while !state.is_over() {
        state.apply_number(1).unwrap();
    }
    assert_eq!(state.felt().up[2].len(), 4);
    assert!(state.net().unwrap()[0] > 0, "a straight flush beats four aces");

    let draw = world("deuce-seven-single", 2);
    let cards = given(&["2c3d4h5sKc7h", "2d3h4s6cAc"], "");
    let mut state = State::new(&draw, draw.start_of(7, 1), &cards).unwrap();
    let stand_pat = draw.actions.count() - 32;
    while !state.is_over() {
        let draws = state.options().unwrap().discard.is_some();
        let is_first = state.to_act() == ToAct::Seat(0);
        let number = if draws { stand_pat + usize::from(is_first) } else { 1 };
        state.apply_number(number).unwrap();
    }
    assert_eq!(state.net().unwrap(), [100, -100], "7-5-4-3-2 is the best hand there is");
}

#[test]
fn cards_that_cannot_be_given_are_named() {
    let world = world("holdem", 2);
    let refused =
        |cards: &Cards| State::new(&world, world.start_of(7, 1), cards).unwrap_err().to_string();
    assert_eq!(refused(&given(&["AsAs"], "")), "The card As is given twice.");
    assert_eq!(
        refused(&given(&["", "", "As"], "")),
        "There are cards for 3 seats, and the table has 2."
    );
}

#[test]
fn explicit_cards_are_outcomes_and_lead_to_the_same_hand() {
    let mut dice = Dice(17);
    for (game, seats) in [
        ("holdem", 2),
        ("omaha8", 3),
        ("stud", 2),
        ("short-deck", 2),
        ("crazy-pineapple", 2),
        ("badugi", 2),
    ] {
        let world = world(game, seats);
        for deal in 1..=6 {
            let start = world.start_of(7, deal);
            let mut state = State::new(&world, start.clone(), &Cards::Explicit).unwrap();
            let mut played = 0;
            while !state.is_over() {
                let outcomes = state.outcomes();
                if state.to_act() == ToAct::Chance {
                    assert_eq!(outcomes.len(), start.decks.deck.len() - played);
                    assert!(state.net().is_none() && state.legal_numbers().is_empty());
                    state.deal(outcomes[dice.below(outcomes.len())]).unwrap();
                    played += 1;
                } else {
                    assert!(outcomes.is_empty());
                    let legal = state.legal_numbers();
                    state.apply_number(legal[dice.below(legal.len())]).unwrap();
                }
            }
            let mut again = State::new(&world, state.start().clone(), &Cards::Deck).unwrap();
            for (seat, action) in state.moves() {
                assert_eq!(again.to_act(), ToAct::Seat(*seat));
                again.apply(*action).unwrap();
            }
            assert_eq!(again.net(), state.net(), "{game}");
        }
    }
}

#[test]
fn explicit_cards_are_dealt_one_by_one_to_who_receives_them() {
    let world = world("holdem", 2);
    let mut state = State::new(&world, world.start_of(7, 1), &Cards::Explicit).unwrap();
    let card = |text: &str| text.parse::<Card>().unwrap();
    assert_eq!(state.receiver(), Some(Some(1)));
    state.deal(card("As")).unwrap();
    assert!(state.deal(card("As")).is_err(), "it is gone");
    assert!(state.apply_number(1).is_err(), "a card is due");
    for text in ["Kd", "Ah", "Kc"] {
        state.deal(card(text)).unwrap();
    }
    assert_eq!(state.hole(1).as_slice(), parse_cards("AsAh").unwrap());
    state.apply_number(1).unwrap();
    state.apply_number(1).unwrap();
    assert_eq!(state.receiver(), Some(None));
    assert_eq!(state.outcomes().len(), 48);
}

#[test]
fn a_deck_that_can_run_out_has_no_outcomes() {
    let world = Arc::new(World::new(&choice("deuce-seven-triple"), 6, None, &[1.0]).unwrap());
    let state = State::new(&world, world.start_of(7, 1), &Cards::Explicit);
    assert!(state.unwrap_err().to_string().contains("the deck can run out"));
}

#[test]
fn given_cards_leave_the_rest_of_the_deck_in_its_order() {
    let mut dice = Dice(23);
    let world = world("omaha", 4);
    let mut state =
        State::new(&world, world.start_of(9, 2), &given(&["AsAhKsKh"], "QsJsTs")).unwrap();
    play_out(&mut state, &mut dice, |_| ());
    let first = state.start().clone();
    let again = State::new(&world, world.start_of(9, 2), &given(&["AsAhKsKh"], "QsJsTs")).unwrap();
    for seat in 0..4 {
        assert_eq!(again.hole(seat).len(), 4);
    }
    assert_eq!(first.decks.reshuffles, again.start().decks.reshuffles);
}
