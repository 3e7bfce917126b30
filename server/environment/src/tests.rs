//! Tests of the pure part.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod cards;
mod hands;
mod many;
mod secrecy;

use crate::state::{Cards, State};
use crate::world::{World, games};
use cardroom_match::game::GameChoice;
use std::sync::Arc;

const SIZES: &[f64] = &[0.5, 1.0];

pub(crate) fn choice(game: &str) -> GameChoice {
    GameChoice {
        game: game.to_owned(),
        betting: None,
        small_blind: 50,
        big_blind: 100,
        ante: None,
        stack: 20_000,
        rulebook: "online".to_owned(),
    }
}

pub(crate) fn world(game: &str, seats: usize) -> Arc<World> {
    Arc::new(World::new(&choice(game), seats, None, SIZES).unwrap())
}

/// A source of numbers for tests: xorshift.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % count as u64).unwrap()
    }
}

/// Plays a hand to its end with random legal actions, and calls `look` before each.
pub(crate) fn play_out(state: &mut State, dice: &mut Dice, mut look: impl FnMut(&State)) {
    while !state.is_over() {
        look(state);
        let legal = state.legal_numbers();
        assert!(!legal.is_empty(), "a player on turn can do something");
        state.apply_number(legal[dice.below(legal.len())]).unwrap();
    }
}

/// Calls `check` with hands of every game and several numbers of seats.
pub(crate) fn in_every_game(mut check: impl FnMut(&Arc<World>, State, u32)) {
    for game in games() {
        for seats in [2, 4] {
            let world = world(game, seats);
            for deal in 1..=12 {
                let start = world.start_of(7, deal);
                let state = State::new(&world, start, &Cards::Deck).unwrap();
                check(&world, state, deal);
            }
        }
    }
}
