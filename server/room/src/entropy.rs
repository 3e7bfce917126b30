//! The source of a room's randomness: the operating system, or a seed for a room without real play.

mod dealer;

pub use dealer::Dealer;

use parking_lot::Mutex;
use rand::{Rng, SeedableRng};
use std::sync::Arc;

/// A room's source of decks and draws. Cheap to clone; clones draw from the same source.
#[derive(Clone, Default)]
pub struct Entropy {
    /// `None` for the operating system.
    seeded: Option<Arc<Mutex<chacha20::ChaCha20Rng>>>,
}

impl Entropy {
    #[must_use]
    pub fn of_the_system() -> Self {
        Self::default()
    }

    /// Creates a source that is the same every time, for simulations.
    #[must_use]
    pub fn from_seed(seed: [u8; 32]) -> Self {
        let generator = chacha20::ChaCha20Rng::from_seed(seed);
        Self { seeded: Some(Arc::new(Mutex::new(generator))) }
    }

    /// Creates a dealer for one table.
    #[must_use]
    pub fn dealer(&self) -> Dealer {
        match &self.seeded {
            None => Dealer::from_entropy(),
            Some(generator) => {
                let mut seed = [0; 32];
                generator.lock().fill_bytes(&mut seed);
                Dealer::from_seed(seed)
            }
        }
    }

    /// Returns a number for the draws of a tournament.
    #[must_use]
    pub fn number(&self) -> u64 {
        match &self.seeded {
            None => rand::rng().next_u64(),
            Some(generator) => generator.lock().next_u64(),
        }
    }
}

impl std::fmt::Debug for Entropy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Entropy(..)")
    }
}
