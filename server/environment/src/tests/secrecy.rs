//! An observation holds nothing that its seat may not see.

use super::{Dice, in_every_game};
use crate::state::{Cards, MAX_HOLE, State, ToAct};
use crate::world::{Start, World};
use arrayvec::ArrayVec;
use cardroom_cards::{Card, CardSet, DeckOrder};
use std::sync::Arc;

/// Returns what a seat observes.
fn observed(world: &World, state: &State, seat: usize) -> Vec<f32> {
    let mut numbers = vec![f32::NAN; world.layout.len()];
    state.write_observation(seat, &mut numbers).unwrap();
    numbers
}

/// Shuffles all cards that a seat has not seen up to now, wherever they are.
fn shuffled(start: &Start, seen: CardSet, dice: &mut Dice) -> Start {
    let cards = start.decks.deck.cards();
    let mut hidden: Vec<Card> =
        cards.iter().copied().filter(|card| !seen.contains(*card)).collect();
    for at in (1..hidden.len()).rev() {
        hidden.swap(at, dice.below(at + 1));
    }
    let mut hidden = hidden.into_iter();
    let place = |card: &Card| if seen.contains(*card) { Some(*card) } else { hidden.next() };
    let cards = cards.iter().filter_map(place).collect();
    let mut start = start.clone();
    start.decks.deck = DeckOrder::new(cards).unwrap();
    start
}

fn seen(state: &State, hole: &ArrayVec<Card, MAX_HOLE>, gone: CardSet) -> CardSet {
    let felt = state.felt();
    let up = felt.up.iter().fold(gone, |all, up| all.union(*up));
    hole.iter().chain(&felt.board).copied().collect::<CardSet>().union(up)
}

#[test]
fn swapping_hidden_cards_changes_no_observation() {
    let (mut dice, mut compared) = (Dice(29), 0_u32);
    in_every_game(|world, mut state, _| {
        while !state.is_over() {
            let seat = dice.below(world.seats);
            compared += u32::from(compare(world, &state, seat, &mut dice));
            let legal = state.legal_numbers();
            state.apply_number(legal[dice.below(legal.len())]).unwrap();
        }
    });
    assert!(compared > 1_000, "only {compared} pairs were compared");
}

/// Compares what a seat sees with what it would see if other cards were hidden. Returns `false` if
/// the other hand went another way, as it does if discards were of other cards.
fn compare(world: &Arc<World>, state: &State, seat: usize, dice: &mut Dice) -> bool {
    let own = |state: &State| {
        let discards = state.moves().iter().filter(|(who, _)| usize::from(*who) == seat);
        discards.fold(CardSet::new(), |all, (_, action)| match action {
            crate::actions::Move::Discard(cards) => all.union(*cards),
            _ => all,
        })
    };
    let seen = seen(state, &state.hole(seat), own(state));
    let start = shuffled(state.start(), seen, dice);
    let mut other = State::new(world, start, &Cards::Deck).unwrap();
    for (who, action) in state.moves() {
        if other.to_act() != ToAct::Seat(*who) {
            panic!("hidden cards decided who acts");
        }
        let action = match action {
            // Others discard as many of the cards that they hold now.
            crate::actions::Move::Discard(cards) if usize::from(*who) != seat => {
                let hole = other.hole(usize::from(*who));
                crate::actions::Move::Discard(hole.iter().copied().take(cards.len()).collect())
            }
            action => *action,
        };
        if other.apply(action).is_err() {
            return false;
        }
    }
    if other.hole(seat) != state.hole(seat) {
        // A reshuffle put other cards into the deck.
        return false;
    }
    assert_eq!(observed(world, state, seat), observed(world, &other, seat));
    true
}

#[test]
fn an_observation_tells_hands_apart_that_the_seat_can_tell_apart() {
    let mut different = 0;
    in_every_game(|world, state, deal| {
        let other = State::new(world, world.start_of(8, deal), &Cards::Deck).unwrap();
        different += u32::from(observed(world, &state, 0) != observed(world, &other, 0));
    });
    assert!(different > 500, "only {different} hands differ from others");
}

#[test]
fn every_section_has_its_page() {
    let page = include_str!("../../OBSERVATIONS.md");
    in_every_game(|world, _, _| {
        for section in world.layout.sections() {
            let row = format!("| `{}` |", section.what.name());
            assert!(page.contains(&row), "OBSERVATIONS.md has no row for {row}");
        }
    });
}
