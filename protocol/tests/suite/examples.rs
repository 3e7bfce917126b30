//! Samples of the commands that have none of their own.

use crate::invent::{Choices, Invent};
use serde::de::DeserializeOwned;
use std::mem::{Discriminant, discriminant};

/// Invents samples of every variant of the enum `name` that `written` has none of, in the order of
/// the variants. They have each optional part empty and filled, and each variant of an enum inside.
/// The same type always gives the same samples.
pub(crate) fn without_a_sample<T: DeserializeOwned>(name: &'static str, written: &[T]) -> Vec<T> {
    let have: Vec<Discriminant<T>> = written.iter().map(discriminant).collect();
    let mut samples = Vec::new();
    let mut example = Example { name, variant: 0, round: 0, variants: 1, rounds: 1 };
    while example.variant < example.variants {
        let sample: T = T::deserialize(Invent(&mut example)).unwrap();
        if have.contains(&discriminant(&sample)) {
            example.round = example.rounds;
        } else {
            samples.push(sample);
            example.round += 1;
        }
        if example.round >= example.rounds {
            (example.round, example.rounds) = (0, 1);
            example.variant += 1;
        }
    }
    samples
}

struct Example {
    name: &'static str,
    /// The variant of the enum itself.
    variant: usize,
    /// Counts the samples of the variant.
    round: usize,
    /// How many variants there are, as far as is known.
    variants: usize,
    /// How many samples it takes to show everything.
    rounds: usize,
}

impl Choices for Example {
    fn human_readable(&self) -> bool {
        false
    }

    fn boolean(&mut self) -> bool {
        self.round.is_multiple_of(2)
    }

    fn integer(&mut self, _: u32) -> u64 {
        7
    }

    fn string(&mut self) -> String {
        "Bob".to_owned()
    }

    fn some(&mut self) -> bool {
        self.rounds = self.rounds.max(2);
        self.round.is_multiple_of(2)
    }

    fn length(&mut self) -> usize {
        1
    }

    fn event(&mut self) -> &'static str {
        unreachable!("a command holds no events")
    }

    fn variant(&mut self, of: &'static str, variants: &'static [&'static str]) -> usize {
        if of == self.name {
            self.variants = variants.len();
            return self.variant;
        }
        self.rounds = self.rounds.max(variants.len());
        self.round % variants.len()
    }
}

#[test]
fn a_command_without_a_sample_gets_one_for_everything_it_can_hold() {
    use cardroom_protocol::tournament::TournamentCommand;
    let all = without_a_sample::<TournamentCommand>("TournamentCommand", &[]);
    let count = |name: &str| {
        let named = all.iter().filter(|command| format!("{command:?}").starts_with(name));
        named.count()
    };
    assert_eq!(["Pause", "Warn", "Cancel", "Seat("].map(count), [1, 1, 3, 2]);
    assert_eq!(without_a_sample("TournamentCommand", &all), []);
}
