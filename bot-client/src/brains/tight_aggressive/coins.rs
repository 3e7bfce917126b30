//! The coins that a mixing brain tosses, and the distribution that follows from them.

use crate::Action;
use crate::policy::Policy;
use rand::{Rng, RngExt as _};

/// Where the coins come from.
#[derive(Clone, Debug)]
pub(super) enum Coins {
    /// A generator tosses them.
    Tossed,
    /// They are laid one way or the other, to find out what follows from it.
    Laid(Laid),
}

/// A way in which the coins of a decision may fall.
#[derive(Clone, Debug, Default)]
pub(super) struct Laid {
    /// How each coin falls. A coin after the last one falls on `true`, and is added.
    falls: Vec<bool>,
    used: usize,
    probability: f64,
}

impl Coins {
    /// Returns `true` with a chance of `percent` in 100.
    pub(super) fn toss(&mut self, percent: u32, rng: &mut impl Rng) -> bool {
        let laid = match self {
            Self::Tossed => return rng.random_ratio(percent, 100),
            Self::Laid(laid) => laid,
        };
        if laid.used == laid.falls.len() {
            laid.falls.push(true);
        }
        let falls = laid.falls[laid.used];
        laid.used += 1;
        let chance = f64::from(percent) / 100.0;
        laid.probability *= if falls { chance } else { 1.0 - chance };
        falls
    }

    /// Decides with every way in which the coins may fall. Returns the distribution of the answers.
    pub(super) fn every_way(mut decide: impl FnMut(Self) -> (Action, Self)) -> Policy {
        let mut policy = Policy::default();
        let mut falls = Vec::new();
        loop {
            let laid = Laid { falls, used: 0, probability: 1.0 };
            let (action, Self::Laid(laid)) = decide(Self::Laid(laid)) else { return policy };
            policy.add(action, laid.probability);
            falls = laid.falls;
            // The last coin that fell on `true` falls the other way next.
            while falls.pop_if(|falls| !*falls).is_some() {}
            let Some(last) = falls.last_mut() else { return policy };
            *last = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::{Purpose, Seed};

    /// Two coins, of which the second is tossed only if the first falls on `false`.
    fn decide(coins: &mut Coins) -> Action {
        let mut rng = Seed::new(1, 1).rng(Purpose::Play);
        if coins.toss(20, &mut rng) {
            return Action::Fold;
        }
        if coins.toss(50, &mut rng) { Action::Call } else { Action::Check }
    }

    #[test]
    fn every_way_of_the_coins_counts_once() {
        let policy = Coins::every_way(|mut coins| (decide(&mut coins), coins));
        let parts: Vec<_> =
            policy.parts().iter().map(|part| (part.action, part.probability)).collect();
        let expected = [(Action::Fold, 0.2), (Action::Call, 0.4), (Action::Check, 0.4)];
        assert_eq!(parts, expected);
        let certain = Coins::every_way(|coins| (Action::Call, coins));
        assert_eq!(certain, Policy::certain(Action::Call));
    }
}
