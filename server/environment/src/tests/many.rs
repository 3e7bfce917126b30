//! Many tables at once, and matches.

use super::{Dice, world};
use crate::actions::{Answers, KINDS, Move, by_rank};
use crate::batch::{Arrays, Autoreset, Batch};
use crate::error::EnvError;
use crate::matches::{Asked, Entered, Player, play};
use crate::state::{Cards, State, ToAct};
use crate::world::World;
use cardroom_match::brains::BrainKind;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// The arrays of a caller.
struct Owned {
    observations: Vec<f32>,
    masks: Vec<i8>,
    amounts: Vec<i64>,
    to_act: Vec<i8>,
    rewards: Vec<f64>,
    returns: Vec<f64>,
    terminated: Vec<bool>,
}

impl Owned {
    fn of(world: &World, tables: usize) -> Self {
        Self {
            observations: vec![0.0; tables * world.layout.len()],
            masks: vec![0; tables * world.actions.count()],
            amounts: Vec::new(),
            to_act: vec![0; tables],
            rewards: vec![0.0; tables],
            returns: vec![0.0; tables * world.seats],
            terminated: vec![false; tables],
        }
    }

    fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            observations: &mut self.observations,
            masks: &mut self.masks,
            amounts: &mut self.amounts,
            to_act: &mut self.to_act,
            rewards: &mut self.rewards,
            returns: &mut self.returns,
            terminated: &mut self.terminated,
        }
    }

    /// Returns a legal action for each table.
    fn legal(&self, dice: &mut Dice) -> Vec<i64> {
        let count = self.masks.len() / self.to_act.len();
        let one = |mask: &[i8]| {
            let legal: Vec<usize> = (0..count).filter(|number| mask[*number] == 1).collect();
            if legal.is_empty() { 0 } else { legal[dice.below(legal.len())] as i64 }
        };
        self.masks.chunks(count).map(one).collect()
    }
}

fn batch(world: &Arc<World>, tables: usize, autoreset: Autoreset) -> (Batch, Owned) {
    let mut owned = Owned::of(world, tables);
    let mut batch = Batch::new(world, tables, &[], autoreset).unwrap();
    for table in 0..tables {
        batch.seed(table, 40 + table as u64).unwrap();
    }
    batch.reset(&vec![true; tables], &mut owned.arrays()).unwrap();
    (batch, owned)
}

#[test]
fn tables_play_as_states_do() {
    let mut dice = Dice(31);
    for game in ["holdem", "deuce-seven-triple", "stud8", "horse", "dealers-choice"] {
        let world = world(game, 3);
        let (mut batch, mut owned) = batch(&world, 3, Autoreset::SameStep);
        let mut deals = [1; 3];
        let of = |at: usize, deal: u32| {
            State::new(&world, world.start_of(40 + at as u64, deal), &Cards::Deck).unwrap()
        };
        let mut states: Vec<State> = (0..3).map(|at| of(at, 1)).collect();
        for _ in 0..120 {
            let actions = owned.legal(&mut dice);
            let seats = owned.to_act.clone();
            for (at, state) in states.iter().enumerate() {
                assert_eq!(state.to_act(), ToAct::Seat(u8::try_from(seats[at]).unwrap()));
                let mut numbers = vec![0.0; world.layout.len()];
                state.write_observation(usize::try_from(seats[at]).unwrap(), &mut numbers).unwrap();
                let row = at * numbers.len()..(at + 1) * numbers.len();
                assert_eq!(owned.observations[row], numbers);
            }
            batch.step(&actions, &mut owned.arrays()).unwrap();
            for (at, state) in states.iter_mut().enumerate() {
                state.apply_number(usize::try_from(actions[at]).unwrap()).unwrap();
                assert_eq!(owned.terminated[at], state.is_over(), "{game}");
                let net = state.net().map_or(vec![0; 3], <[i64]>::to_vec);
                let blinds: Vec<f64> = net.iter().map(|chips| *chips as f64 / 100.0).collect();
                assert_eq!(owned.returns[at * 3..(at + 1) * 3], blinds);
                assert_eq!(owned.rewards[at], blinds[usize::try_from(seats[at]).unwrap()]);
                if state.is_over() {
                    deals[at] += 1;
                    *state = of(at, deals[at]);
                }
            }
        }
        assert!(deals.iter().all(|deal| *deal > 2), "{game}: {deals:?}");
    }
}

/// Returns the kind and the amount of an action.
fn as_amount(state: &State, action: Move) -> [i64; 2] {
    let ToAct::Seat(seat) = state.to_act() else { panic!("a player is on turn") };
    match action {
        Move::Fold => [0, 0],
        Move::Check => [1, 0],
        Move::Call => [2, 0],
        Move::BringIn => [3, 0],
        Move::Bet(to) => [4, to as i64],
        Move::RaiseTo(to) => [5, to as i64],
        Move::Discard(cards) => {
            let hand = by_rank(&state.hole(usize::from(seat))).into_iter().enumerate();
            let bits = hand.filter(|(_, card)| cards.contains(*card)).map(|(place, _)| 1 << place);
            [6, bits.sum()]
        }
    }
}

#[test]
fn answers_with_amounts_play_as_numbers_do() {
    let mut dice = Dice(7);
    for game in ["holdem", "deuce-seven-triple", "stud8", "crazy-pineapple", "horse"] {
        let world = world(game, 3);
        let (mut numbers, mut owned) = batch(&world, 2, Autoreset::SameStep);
        let (amounts, mut other) = batch(&world, 2, Autoreset::SameStep);
        let mut amounts = amounts.answered_with(Answers::Amounts);
        other.masks = vec![0; 2 * KINDS.len()];
        other.amounts = vec![0; 4];
        amounts.reset(&[false; 2], &mut other.arrays()).unwrap();
        for _ in 0..200 {
            let actions = owned.legal(&mut dice);
            let mut answers = Vec::new();
            for (at, number) in actions.iter().enumerate() {
                let state = numbers.state(at).unwrap();
                let action = state.action_of(usize::try_from(*number).unwrap()).unwrap();
                let [kind, amount] = as_amount(state, action);
                assert_eq!(other.masks[at * KINDS.len() + kind as usize], 1, "{game}: {action:?}");
                if matches!(action, Move::Bet(_) | Move::RaiseTo(_)) {
                    let [least, most] = [other.amounts[2 * at], other.amounts[2 * at + 1]];
                    assert!((least..=most).contains(&amount), "{game}: {action:?}");
                }
                answers.extend([kind, amount]);
            }
            numbers.step(&actions, &mut owned.arrays()).unwrap();
            amounts.step(&answers, &mut other.arrays()).unwrap();
            assert_eq!(owned.observations, other.observations, "{game}");
            assert_eq!((&owned.rewards, &owned.to_act), (&other.rewards, &other.to_act), "{game}");
        }
    }
}

#[test]
fn an_amount_that_is_not_legal_moves_no_table() {
    let world = world("holdem", 2);
    let (batch, mut owned) = batch(&world, 2, Autoreset::SameStep);
    let mut batch = batch.answered_with(Answers::Amounts);
    owned.masks = vec![0; 2 * KINDS.len()];
    owned.amounts = vec![0; 4];
    batch.reset(&[false; 2], &mut owned.arrays()).unwrap();
    assert_eq!(owned.masks[..KINDS.len()], [1, 0, 1, 0, 0, 1, 0]);
    assert_eq!(owned.amounts[..2], [200, 20_000]);
    let before = owned.observations.clone();
    for wrong in [[5, 199], [5, 20_001], [5, -1], [4, 300], [1, 0], [6, 1], [7, 0], [-1, 0]] {
        let answers = [[0, 0], wrong].concat();
        let refused = batch.step(&answers, &mut owned.arrays()).unwrap_err();
        assert!(refused.to_string().starts_with("Table 1: "), "{refused}");
        batch.reset(&[false; 2], &mut owned.arrays()).unwrap();
        assert_eq!(owned.observations, before, "{wrong:?}");
    }
    batch.step(&[0, 0, 5, 431], &mut owned.arrays()).unwrap();
    assert_eq!(batch.state(1).unwrap().moves(), [(0, Move::RaiseTo(431))]);
}

#[test]
fn the_next_hand_comes_when_it_is_wanted() {
    let world = world("holdem", 2);
    let (mut next, mut owned) = batch(&world, 2, Autoreset::NextStep);
    next.step(&[0, 1], &mut owned.arrays()).unwrap();
    assert_eq!((owned.terminated.clone(), owned.to_act[0]), (vec![true, false], -1));
    assert_eq!(owned.rewards, [-0.5, 0.0]);
    assert!(owned.observations[..world.layout.len()].iter().all(|number| *number == 0.0));
    next.step(&[99, 1], &mut owned.arrays()).unwrap();
    assert_eq!((owned.terminated[0], owned.rewards[0], owned.to_act[0]), (false, 0.0, 1));

    let (mut disabled, mut owned) = batch(&world, 2, Autoreset::Disabled);
    disabled.step(&[0, 1], &mut owned.arrays()).unwrap();
    let refused = disabled.step(&[1, 1], &mut owned.arrays()).unwrap_err();
    assert!(refused.to_string().starts_with("The hand at table 0 is over."), "{refused}");
    disabled.reset(&[true, false], &mut owned.arrays()).unwrap();
    assert_eq!(owned.to_act[0], 1);
    disabled.step(&[1, 1], &mut owned.arrays()).unwrap();
}

#[test]
fn an_illegal_action_moves_no_table() {
    let world = world("holdem", 2);
    let (mut batch, mut owned) = batch(&world, 3, Autoreset::SameStep);
    let before = owned.observations.clone();
    let refused = batch.step(&[1, 1, 77], &mut owned.arrays()).unwrap_err();
    assert_eq!(refused.to_string(), "Table 2: There is no action 77, only 0 to 4.");
    assert!(batch.step(&[1, 1], &mut owned.arrays()).is_err());
    assert_eq!(before, owned.observations);
    assert!(batch.state(0).unwrap().moves().is_empty());
}

#[test]
fn brains_act_between_the_turns_of_a_learner() {
    let mut dice = Dice(37);
    let brains = [None, Some(BrainKind::TightAggressive), Some(BrainKind::Caller)];
    for game in ["holdem", "badugi", "stud", "omaha8"] {
        let world = world(game, 3);
        let mut owned = Owned::of(&world, 2);
        let mut batch = Batch::new(&world, 2, &brains, Autoreset::SameStep).unwrap();
        batch.reset(&[true, true], &mut owned.arrays()).unwrap();
        let mut ended = 0;
        for _ in 0..80 {
            assert_eq!(owned.to_act, [0, 0]);
            let actions = owned.legal(&mut dice);
            batch.step(&actions, &mut owned.arrays()).unwrap();
            for (at, returns) in owned.returns.chunks(3).enumerate() {
                assert!(returns.iter().sum::<f64>().abs() < 1e-9);
                assert_eq!(owned.rewards[at], returns[0]);
            }
            ended += owned.terminated.iter().filter(|ended| **ended).count();
        }
        assert!(ended > 30, "{game}: {ended}");
    }
    let world = world("holdem", 2);
    let mut owned = Owned::of(&world, 1);
    let caller = [None, Some(BrainKind::Caller)];
    let mut early = Batch::new(&world, 1, &caller, Autoreset::Disabled).unwrap();
    for _ in 0..3 {
        early.reset(&[true], &mut owned.arrays()).unwrap();
        assert_eq!(owned.to_act, [0], "a hand that is not over makes room for the next");
        early.step(&[2], &mut owned.arrays()).unwrap();
    }
    let all = [Some(BrainKind::Caller); 2];
    assert!(Batch::new(&world, 1, &all, Autoreset::SameStep).is_err());
}

/// A player that always does the same, and keeps what it sees.
struct Same {
    number: usize,
    seen: Arc<Mutex<Vec<Vec<f32>>>>,
}

impl Player for Same {
    fn act(&mut self, asked: Asked<'_>) -> Result<usize, String> {
        self.seen.lock().unwrap().push(asked.observation.to_vec());
        let last = (0..asked.mask.len()).rfind(|number| asked.mask[*number] == 1);
        // In a draw the last legal action discards.
        Ok(if asked.mask[self.number] == 1 { self.number } else { last.unwrap() })
    }
}

fn same(number: usize) -> (Entered, Arc<Mutex<Vec<Vec<f32>>>>) {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&seen);
    let maker = Box::new(move |_| {
        let seen = Arc::clone(&kept);
        Ok(Box::new(Same { number, seen }) as Box<dyn Player>)
    });
    (Entered::Made { name: "same".to_owned(), maker }, seen)
}

fn played(world: &Arc<World>, bots: Vec<Entered>, deals: u32) -> serde_json::Value {
    let halt = Arc::new(AtomicBool::new(false));
    serde_json::from_str(&play(world, bots, deals, 7, 1, &halt).unwrap()).unwrap()
}

#[test]
fn a_player_of_numbers_plays_as_the_brain_that_does_the_same() {
    for game in ["holdem", "stud", "omaha"] {
        let world = world(game, 2);
        let random = || Entered::Brain(BrainKind::Random);
        let brain = played(&world, vec![Entered::Brain(BrainKind::Caller), random()], 20);
        let made = played(&world, vec![same(1).0, random()], 20);
        assert_eq!(brain["tables"][0]["scores"], made["tables"][0]["scores"], "{game}");
        assert_eq!((&made["hands"], &made["faults"]), (&40.into(), &serde_json::json!([])));
    }
}

#[test]
fn a_player_sees_what_a_state_shows() {
    for game in ["holdem", "deuce-seven-triple", "stud8", "crazy-pineapple", "horse"] {
        let world = world(game, 2);
        let ((first, seen), (second, _)) = (same(1), same(1));
        let report = played(&world, vec![first, second], 1);
        assert_eq!(report["faults"], serde_json::json!([]), "{game}");
        let mut state = State::new(&world, world.start_of(7, 1), &Cards::Deck).unwrap();
        let mut expected = [Vec::new(), Vec::new()];
        while let ToAct::Seat(seat) = state.to_act() {
            let mut numbers = vec![0.0; world.layout.len()];
            state.write_observation(usize::from(seat), &mut numbers).unwrap();
            expected[usize::from(seat)].push(numbers);
            let legal = state.legal_numbers();
            let number = if legal.contains(&1) { 1 } else { *legal.last().unwrap() };
            state.apply_number(number).unwrap();
        }
        // The first player has seat 0 in the first session, and seat 1 in the second.
        assert_eq!(*seen.lock().unwrap(), expected.concat(), "{game}");
    }
}

#[test]
fn a_player_without_an_answer_ends_the_match() {
    struct Broken;
    impl Player for Broken {
        fn act(&mut self, _: Asked<'_>) -> Result<usize, String> {
            Err("It has no idea.".to_owned())
        }
    }
    let world = world("holdem", 2);
    let maker = Box::new(|_| Ok(Box::new(Broken) as Box<dyn Player>));
    let broken = Entered::Made { name: "broken".to_owned(), maker };
    let report = played(&world, vec![broken, Entered::Brain(BrainKind::Caller)], 20);
    assert_eq!(report["ended"]["how"], "interrupted", "{report}");
    assert_eq!(report["faults"][0]["count"], 1, "{report}");
    let none = play(&world, Vec::new(), 0, 7, 1, &Arc::new(AtomicBool::new(false)));
    assert_eq!(none, Err(EnvError::Setup("A match has at least one deal.".to_owned())));
}
