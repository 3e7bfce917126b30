//! Wrong guesses of passwords. After a few, every further guess has to wait, twice
//! as long each time.
//!
//! Guesses are counted by the name that is tried, even if no account has it, so the waits do not
//! reveal which names exist. A network from which the account has signed in before has a count of
//! its own. So strangers who guess cannot lock the player out.

use crate::network::Subscriber;
use parking_lot::Mutex;
use std::collections::HashMap;

/// How many wrong guesses are free of a wait.
const FREE: u32 = 5;
/// The longest wait, in milliseconds.
const MOST_WAIT_MS: u64 = 15 * 60 * 1_000;
/// How long after the last guess the count is dropped.
const FORGET_MS: u64 = 60 * 60 * 1_000;
/// How many names and networks are remembered. The longest inactive are dropped first.
const MOST_REMEMBERED: usize = 50_000;
/// How many networks are remembered for one account.
const MOST_NETWORKS: usize = 8;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Target {
    /// The password of this name, from networks that never signed in with it.
    Name(String),
    /// The same from a network that has signed in with it.
    Known(String, Subscriber),
}

impl Target {
    fn name(&self) -> &str {
        match self {
            Self::Name(name) | Self::Known(name, _) => name,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Count {
    wrong: u32,
    last_ms: u64,
}

#[derive(Default)]
pub(super) struct Guesses {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    counts: HashMap<Target, Count>,
    /// The networks that signed in with a name, the latest last.
    known: HashMap<String, (u64, Vec<Subscriber>)>,
}

/// A guess that is being checked. It counts as wrong until it proves right.
#[must_use]
pub(super) struct Guess<'a> {
    guesses: &'a Guesses,
    name: String,
    target: Target,
    from: Subscriber,
}

impl Guesses {
    /// Counts a guess of the password of a name.
    ///
    /// # Errors
    /// The number of seconds to wait before the next guess.
    pub(super) fn begin(
        &self,
        name: &str,
        from: Subscriber,
        now_ms: u64,
    ) -> Result<Guess<'_>, u64> {
        let name = name.to_lowercase();
        let mut state = self.state.lock();
        let is_known = state.known.get(&name).is_some_and(|(_, networks)| networks.contains(&from));
        let target =
            if is_known { Target::Known(name.clone(), from) } else { Target::Name(name.clone()) };
        if !state.counts.contains_key(&target) && state.counts.len() >= MOST_REMEMBERED {
            forget_half(&mut state.counts, |count| count.last_ms);
        }
        let count = state.counts.entry(target.clone()).or_insert(Count { wrong: 0, last_ms: 0 });
        if now_ms.saturating_sub(count.last_ms) > FORGET_MS {
            count.wrong = 0;
        }
        let next_ms = count.last_ms.saturating_add(wait_ms(count.wrong));
        if now_ms < next_ms {
            return Err((next_ms - now_ms).div_ceil(1_000));
        }
        // Concurrent guesses count before the first is answered.
        *count = Count { wrong: count.wrong.saturating_add(1), last_ms: now_ms };
        Ok(Guess { guesses: self, name, target, from })
    }

    /// Remembers that an account signed in from here.
    pub(super) fn signed_in(&self, name: &str, from: Subscriber, now_ms: u64) {
        let mut state = self.state.lock();
        if state.known.len() >= MOST_REMEMBERED {
            forget_half(&mut state.known, |(last_ms, _)| *last_ms);
        }
        let (last_ms, networks) = state.known.entry(name.to_lowercase()).or_default();
        *last_ms = now_ms;
        networks.retain(|network| *network != from);
        networks.push(from);
        if networks.len() > MOST_NETWORKS {
            networks.remove(0);
        }
    }

    /// Returns the end of the longest wait after wrong guesses of a name's password; `None` if no
    /// login has to wait.
    pub(super) fn locked_until(&self, name: &str, now_ms: u64) -> Option<u64> {
        let name = name.to_lowercase();
        let state = self.state.lock();
        let of_name = state.counts.iter().filter(|(target, _)| target.name() == name);
        let ends = of_name.map(|(_, count)| count.last_ms.saturating_add(wait_ms(count.wrong)));
        ends.filter(|end| *end > now_ms).max()
    }

    /// Forgets the wrong guesses of a name's password.
    pub(super) fn forget(&self, name: &str) {
        let name = name.to_lowercase();
        self.state.lock().counts.retain(|target, _| target.name() != name);
    }

    /// Drops the counts of names that were not tried lately.
    pub(super) fn tidy(&self, now_ms: u64) {
        let recent = |count: &Count| now_ms.saturating_sub(count.last_ms) <= FORGET_MS;
        self.state.lock().counts.retain(|_, count| recent(count));
    }
}

impl Guess<'_> {
    /// Resets the count of wrong guesses, because this one was right.
    pub(super) fn was_right(self, now_ms: u64) {
        self.guesses.state.lock().counts.remove(&self.target);
        self.guesses.signed_in(&self.name, self.from, now_ms);
    }

    /// Takes the guess back, because the password was not checked.
    pub(super) fn was_not_looked_at(self) {
        if let Some(count) = self.guesses.state.lock().counts.get_mut(&self.target) {
            count.wrong = count.wrong.saturating_sub(1);
        }
    }
}

/// Returns the wait before a guess that follows this many wrong ones.
fn wait_ms(wrong: u32) -> u64 {
    match wrong.checked_sub(FREE) {
        None => 0,
        Some(more) => {
            1_000_u64.checked_shl(more).map_or(MOST_WAIT_MS, |wait| wait.min(MOST_WAIT_MS))
        }
    }
}

/// Drops the half that was inactive longest.
fn forget_half<K: Clone + Eq + std::hash::Hash, V>(
    map: &mut HashMap<K, V>,
    last_ms: impl Fn(&V) -> u64,
) {
    let mut times: Vec<u64> = map.values().map(&last_ms).collect();
    let middle = times.len() / 2;
    let (_, median, _) = times.select_nth_unstable(middle);
    let median = *median;
    map.retain(|_, value| last_ms(value) > median);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(number: u8) -> Subscriber {
        Subscriber::of(std::net::IpAddr::from([192, 0, 2, number]))
    }

    #[test]
    fn an_operator_sees_a_wait_and_ends_it() {
        let guesses = Guesses::default();
        for _ in 0..6 {
            let _ = guesses.begin("Ann", from(1), 10_000);
        }
        assert_eq!(guesses.locked_until("ANN", 10_000), Some(11_000));
        assert_eq!(guesses.locked_until("Ann", 11_000), None, "it is over");
        assert_eq!(guesses.locked_until("Bea", 10_000), None);
        guesses.forget("ANN");
        assert_eq!(guesses.locked_until("Ann", 10_000), None);
        assert!(guesses.begin("Ann", from(1), 10_000).is_ok());
    }

    #[test]
    fn waits_grow_after_five_wrong_guesses_and_a_right_one_ends_them() {
        let guesses = Guesses::default();
        for _ in 0..5 {
            assert!(guesses.begin("Ann", from(1), 10_000).is_ok());
        }
        assert_eq!(guesses.begin("ANN", from(2), 10_000).err(), Some(1), "whoever guesses");
        assert!(guesses.begin("Ann", from(2), 11_000).is_ok());
        assert_eq!(guesses.begin("Ann", from(1), 11_000).err(), Some(2));
        assert!(guesses.begin("Bea", from(1), 11_000).is_ok(), "another name");
        guesses.begin("Ann", from(3), 13_000).ok().unwrap().was_right(13_000);
        for _ in 0..5 {
            assert!(guesses.begin("Ann", from(1), 13_000).is_ok());
        }
        assert!(guesses.begin("Ann", from(1), 13_000).is_err());
        for _ in 0..40 {
            let _ = guesses.begin("Ann", from(1), u64::MAX / 2);
        }
        assert_eq!(wait_ms(100), MOST_WAIT_MS);
    }

    #[test]
    fn strangers_who_guess_do_not_lock_out_a_known_network() {
        let guesses = Guesses::default();
        guesses.begin("Ann", from(1), 1_000).ok().unwrap().was_right(1_000);
        for second in 0..30 {
            let _ = guesses.begin("Ann", from(2), second * 1_000);
        }
        assert!(guesses.begin("Ann", from(2), 30_000).is_err());
        guesses.begin("Ann", from(1), 30_000).ok().unwrap().was_right(30_000);
        for _ in 0..5 {
            assert!(guesses.begin("Ann", from(1), 30_000).is_ok());
        }
        assert!(guesses.begin("Ann", from(1), 30_000).is_err(), "a known one waits too");
    }

    #[test]
    fn what_was_not_looked_at_does_not_count_and_old_guesses_are_forgotten() {
        let guesses = Guesses::default();
        for _ in 0..20 {
            guesses.begin("Ann", from(1), 1_000).ok().unwrap().was_not_looked_at();
        }
        for _ in 0..6 {
            let _ = guesses.begin("Ann", from(1), 1_000);
        }
        assert!(guesses.begin("Ann", from(1), 1_000).is_err());
        assert!(guesses.begin("Ann", from(1), 1_001 + FORGET_MS).is_ok());
        guesses.tidy(1_002 + 3 * FORGET_MS);
        assert!(guesses.state.lock().counts.is_empty());
    }

    #[test]
    fn names_that_nobody_has_do_not_fill_the_memory() {
        let guesses = Guesses::default();
        for number in 0..MOST_REMEMBERED as u64 + 10 {
            let _ = guesses.begin(&number.to_string(), from(1), number);
            guesses.signed_in(&number.to_string(), from(1), number);
        }
        let state = guesses.state.lock();
        assert!(state.counts.len() <= MOST_REMEMBERED && state.known.len() <= MOST_REMEMBERED);
        assert!(state.counts.len() >= MOST_REMEMBERED / 2 - 1);
    }
}
