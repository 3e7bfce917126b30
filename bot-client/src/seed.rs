//! One seed for a whole swarm, and a generator of its own for each purpose of each bot.

use chacha20::ChaCha12Rng;
use rand::SeedableRng as _;

/// Where everything random in a swarm comes from.
///
/// Each bot, and each purpose within a bot, draws from a generator of its own: one that thinks
/// longer does not change what the next one plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seed {
    /// The seed of the run.
    pub run: u64,
    /// The bot's number in it.
    pub bot: u64,
}

/// What random numbers are drawn for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// The brain's choices.
    Play,
    /// Think times.
    Think,
    /// Reconnects and other waits.
    Wait,
    /// When a player that comes late to a tournament does.
    Entry,
    /// When a connection is cut on purpose.
    Drop,
    /// Anything an author needs beside these.
    Custom(u64),
}

impl Seed {
    /// The seed of a bot in a run.
    #[must_use]
    pub fn new(run: u64, bot: u64) -> Self {
        Self { run, bot }
    }

    /// The generator for a purpose: always the same for the same seed.
    #[must_use]
    pub fn rng(self, purpose: Purpose) -> ChaCha12Rng {
        let (label, extra) = match purpose {
            Purpose::Play => (1, 0),
            Purpose::Think => (2, 0),
            Purpose::Wait => (3, 0),
            Purpose::Custom(number) => (4, number),
            Purpose::Entry => (5, 0),
            Purpose::Drop => (6, 0),
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
