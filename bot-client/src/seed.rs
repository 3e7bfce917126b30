//! One seed for a whole swarm, with a separate generator for each purpose of each bot.

use chacha20::ChaCha12Rng;
use rand::SeedableRng as _;

/// The source of all randomness in a swarm.
///
/// Each bot, and each purpose within a bot, draws from a separate generator. If one bot draws more
/// think times, no other bot plays differently.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seed {
    /// The seed of the run.
    pub run: u64,
    /// The bot's number in the run.
    pub bot: u64,
}

/// A purpose for which a bot draws random numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// The choices of the brain.
    Play,
    /// How long the bot thinks.
    Think,
    /// Reconnects and other waits.
    Wait,
    /// When a late player enters a tournament.
    Entry,
    /// When a connection is cut on purpose.
    Drop,
    /// The chains of links to verifiable deals, in a simulation.
    Chains,
    /// Any other purpose of a bot author.
    Custom(u64),
}

impl Seed {
    /// Makes the seed of a bot in a run.
    #[must_use]
    pub fn new(run: u64, bot: u64) -> Self {
        Self { run, bot }
    }

    /// Returns the generator for a purpose. It is always the same for the same seed.
    #[must_use]
    pub fn rng(self, purpose: Purpose) -> ChaCha12Rng {
        let (label, extra) = match purpose {
            Purpose::Play => (1, 0),
            Purpose::Think => (2, 0),
            Purpose::Wait => (3, 0),
            Purpose::Custom(number) => (4, number),
            Purpose::Entry => (5, 0),
            Purpose::Drop => (6, 0),
            Purpose::Chains => (7, 0),
        };
        let mut key = [0; 32];
        for (bytes, word) in key.chunks_exact_mut(8).zip([self.run, self.bot, label, extra]) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        ChaCha12Rng::from_seed(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng as _;

    #[test]
    fn streams_differ_and_repeat() {
        let first = |run, bot, purpose| Seed::new(run, bot).rng(purpose).next_u64();
        let streams = [
            first(1, 0, Purpose::Play),
            first(1, 1, Purpose::Play),
            first(2, 0, Purpose::Play),
            first(1, 0, Purpose::Think),
            first(1, 0, Purpose::Custom(7)),
        ];
        for (place, stream) in streams.iter().enumerate() {
            assert!(!streams[..place].contains(stream));
        }
        assert_eq!(first(1, 0, Purpose::Play), streams[0]);
    }
}
