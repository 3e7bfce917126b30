//! Wrong guesses of passwords and of codes of second factors. After a few, further guesses have to
//! wait.
//!
//! Guesses are counted by the name that is tried, even if no account has it, so the waits do not
//! reveal which names exist. A place from which the account has signed in before has a count of its
//! own, so strangers who guess cannot lock the player out there. [`Strangers`] has the rest.

use super::strangers::{Count, FORGET_MS as STRANGERS_FORGOTTEN_MS, Strangers};
use super::turns::Place;
use crate::network::Subscriber;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};

/// How long after the last guess the count of a known place is dropped.
const FORGET_MS: u64 = 60 * 60 * 1_000;
/// How many names are remembered. The longest inactive are dropped first. Names without an
/// account are counted apart from the others.
const MOST_REMEMBERED: usize = 50_000;
/// How many known places are counted for one name.
const MOST_PLACES: usize = 64;

/// A kind of secret that strangers may guess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum SecretKind {
    Password,
    /// The code of the second factor. All strangers together have one count: they know the
    /// password, and a code has six digits.
    Code,
}

/// A place from which an account has signed in before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum KnownPlace {
    Network(Subscriber),
    /// A browser that shows a token of the account.
    Browser([u8; 8]),
}

/// The sender of a guess, and whether the account has signed in there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Guesser {
    pub(super) address: IpAddr,
    /// `None` for a stranger.
    pub(super) known: Option<KnownPlace>,
}

impl Guesser {
    /// Returns where the guess waits to be checked.
    pub(super) fn place(self) -> Place {
        match self.known {
            Some(_) => Place::known(self.address),
            None => Place::stranger(self.address),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Target {
    name: String,
    secret: SecretKind,
}

#[derive(Default)]
pub(super) struct Guesses {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Guesses of names that an account has.
    of_accounts: HashMap<Target, OfName>,
    /// Guesses of names without an account.
    of_nobody: HashMap<Target, OfName>,
}

/// The wrong guesses of one name.
#[derive(Default)]
struct OfName {
    strangers: Strangers,
    known: HashMap<KnownPlace, Count>,
    last_ms: u64,
}

/// A guess that is being checked. It counts as wrong until it proves right.
#[must_use]
pub(super) struct Guess<'a> {
    guesses: &'a Guesses,
    target: Target,
    is_account: bool,
    guesser: Guesser,
}

impl State {
    fn names(&mut self, is_account: bool) -> &mut HashMap<Target, OfName> {
        if is_account { &mut self.of_accounts } else { &mut self.of_nobody }
    }
}

impl Guesses {
    /// Counts a guess of a secret of the account with this name, if one has it.
    ///
    /// # Errors
    /// The number of seconds to wait before the next guess.
    pub(super) fn begin(
        &self,
        (name, is_account): (&str, bool),
        secret: SecretKind,
        guesser: Guesser,
        now_ms: u64,
    ) -> Result<Guess<'_>, u64> {
        let target = Target { name: name.to_lowercase(), secret };
        let mut state = self.state.lock();
        let names = state.names(is_account);
        if !names.contains_key(&target) && names.len() >= MOST_REMEMBERED {
            forget_half(names);
        }
        let of_name = names.entry(target.clone()).or_default();
        of_name.last_ms = now_ms;
        let begun = of_name.begin(secret, guesser, now_ms);
        begun.map_err(|wait_ms| wait_ms.div_ceil(1_000))?;
        Ok(Guess { guesses: self, target, is_account, guesser })
    }

    /// Returns the end of the longest wait after wrong guesses of an account's secrets; `None` if no
    /// login has to wait.
    pub(super) fn locked_until(&self, name: &str, now_ms: u64) -> Option<u64> {
        let state = self.state.lock();
        let of_name = targets(name).into_iter().filter_map(|target| state.of_accounts.get(&target));
        of_name.map(OfName::waits_until).filter(|end| *end > now_ms).max()
    }

    /// Forgets the wrong guesses of an account's secrets.
    pub(super) fn forget(&self, name: &str) {
        let mut state = self.state.lock();
        for target in targets(name) {
            state.of_accounts.remove(&target);
        }
    }

    /// Drops the counts of names that were not tried lately.
    pub(super) fn tidy(&self, now_ms: u64) {
        let mut state = self.state.lock();
        for is_account in [true, false] {
            let recent = |it: &OfName| now_ms.saturating_sub(it.last_ms) <= STRANGERS_FORGOTTEN_MS;
            state.names(is_account).retain(|_, of_name| recent(of_name));
        }
    }
}

impl OfName {
    fn begin(&mut self, secret: SecretKind, guesser: Guesser, now_ms: u64) -> Result<(), u64> {
        let Some(place) = guesser.known else {
            return self.strangers.begin(as_stranger(secret, guesser), now_ms);
        };
        if self.known.len() >= MOST_PLACES && !self.known.contains_key(&place) {
            let oldest = self.known.iter().min_by_key(|(_, count)| count.ends_ms());
            let oldest = oldest.map(|(place, _)| *place);
            oldest.and_then(|oldest| self.known.remove(&oldest));
        }
        self.known.entry(place).or_default().begin(now_ms, FORGET_MS)
    }

    fn waits_until(&self) -> u64 {
        let known = self.known.values().map(|count| count.ends_ms()).max();
        known.unwrap_or(0).max(self.strangers.waits_until())
    }
}

impl Guess<'_> {
    /// Forgets the wrong guesses from the same place, because this one was right.
    pub(super) fn was_right(self) {
        self.take_back(true);
    }

    /// Takes the guess back, because the secret was not checked.
    pub(super) fn was_not_looked_at(self) {
        self.take_back(false);
    }

    fn take_back(self, was_right: bool) {
        let Self { guesses, target, is_account, guesser } = self;
        let mut state = guesses.state.lock();
        let Some(of_name) = state.names(is_account).get_mut(&target) else { return };
        match guesser.known {
            None => of_name.strangers.take_back(as_stranger(target.secret, guesser), was_right),
            Some(place) if was_right => drop(of_name.known.remove(&place)),
            Some(place) => drop(of_name.known.get_mut(&place).map(Count::take_back)),
        }
    }
}

/// Returns the address that a stranger's guess counts for.
fn as_stranger(secret: SecretKind, guesser: Guesser) -> IpAddr {
    match secret {
        SecretKind::Password => guesser.address,
        SecretKind::Code => Ipv4Addr::UNSPECIFIED.into(),
    }
}

fn targets(name: &str) -> [Target; 2] {
    let name = name.to_lowercase();
    [SecretKind::Password, SecretKind::Code].map(|secret| Target { name: name.clone(), secret })
}

/// Drops the half that was inactive longest.
fn forget_half(names: &mut HashMap<Target, OfName>) {
    let mut times: Vec<u64> = names.values().map(|of_name| of_name.last_ms).collect();
    let middle = times.len() / 2;
    let (_, median, _) = times.select_nth_unstable(middle);
    let median = *median;
    names.retain(|_, of_name| of_name.last_ms > median);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(number: u8) -> Guesser {
        Guesser { address: IpAddr::from([192, 0, 2, number]), known: None }
    }

    fn at_home() -> Guesser {
        let address = IpAddr::from([198, 51, 100, 1]);
        Guesser { address, known: Some(KnownPlace::Network(Subscriber::of(address))) }
    }

    const ANN: (&str, bool) = ("Ann", true);
    const NOW: u64 = 1_000_000_000;

    #[test]
    fn an_operator_sees_a_wait_and_ends_it() {
        let guesses = Guesses::default();
        for _ in 0..6 {
            let _ = guesses.begin(ANN, SecretKind::Password, from(1), NOW);
        }
        assert_eq!(guesses.locked_until("ANN", NOW), Some(NOW + 1_000));
        assert_eq!(guesses.locked_until("Ann", NOW + 1_000), None, "it is over");
        assert_eq!(guesses.locked_until("Bea", NOW), None);
        guesses.forget("ANN");
        assert_eq!(guesses.locked_until("Ann", NOW), None);
        assert!(guesses.begin(ANN, SecretKind::Password, from(1), NOW).is_ok());
    }

    #[test]
    fn a_known_place_has_a_count_of_its_own_and_waits_too() {
        let guesses = Guesses::default();
        for second in 0..300_u64 {
            let (now_ms, number) = (NOW + second * 1_000, second.to_le_bytes()[0] % 50);
            let _ = guesses.begin(ANN, SecretKind::Password, from(number), now_ms);
        }
        let now_ms = NOW + 300_000;
        assert!(guesses.begin(ANN, SecretKind::Password, from(51), now_ms).is_err());
        for known in [None, Some(KnownPlace::Browser([1; 8])), Some(KnownPlace::Browser([2; 8]))] {
            let home = known.map_or(at_home(), |known| Guesser { known: Some(known), ..from(1) });
            for _ in 0..5 {
                assert!(guesses.begin(("ANN", true), SecretKind::Password, home, now_ms).is_ok());
            }
            assert_eq!(guesses.begin(ANN, SecretKind::Password, home, now_ms).err(), Some(1));
        }
        guesses
            .begin(ANN, SecretKind::Password, at_home(), now_ms + 1_000)
            .ok()
            .unwrap()
            .was_right();
        assert!(guesses.begin(ANN, SecretKind::Password, at_home(), now_ms + 1_000).is_ok());
    }

    #[test]
    fn codes_of_a_second_factor_are_counted_for_all_strangers_together() {
        let guesses = Guesses::default();
        for number in 0..5 {
            assert!(guesses.begin(ANN, SecretKind::Code, from(number), NOW).is_ok());
        }
        assert_eq!(guesses.begin(ANN, SecretKind::Code, from(9), NOW).err(), Some(1));
        assert!(guesses.begin(ANN, SecretKind::Code, at_home(), NOW).is_ok());
        assert!(guesses.begin(ANN, SecretKind::Password, from(1), NOW).is_ok(), "another secret");
    }

    #[test]
    fn what_was_not_looked_at_does_not_count_and_old_guesses_are_forgotten() {
        let guesses = Guesses::default();
        for who in [from(1), at_home()] {
            for _ in 0..50 {
                let guess = guesses.begin(ANN, SecretKind::Password, who, NOW);
                guess.ok().unwrap().was_not_looked_at();
            }
            for _ in 0..6 {
                let _ = guesses.begin(ANN, SecretKind::Password, who, NOW);
            }
            assert!(guesses.begin(ANN, SecretKind::Password, who, NOW).is_err());
        }
        let later = NOW + STRANGERS_FORGOTTEN_MS + 1;
        assert!(guesses.begin(ANN, SecretKind::Password, from(1), later).is_ok());
        guesses.tidy(later + STRANGERS_FORGOTTEN_MS + 1);
        assert!(guesses.state.lock().of_accounts.is_empty());
    }

    #[test]
    fn names_that_nobody_has_neither_fill_the_memory_nor_push_accounts_out() {
        let guesses = Guesses::default();
        for _ in 0..6 {
            let _ = guesses.begin(ANN, SecretKind::Password, from(1), NOW);
        }
        for number in 0..MOST_REMEMBERED as u64 + 10 {
            let name = number.to_string();
            let _ =
                guesses.begin((&name, false), SecretKind::Password, from(1), NOW + number / 1_000);
        }
        let state = guesses.state.lock();
        assert!(state.of_nobody.len() <= MOST_REMEMBERED);
        drop(state);
        assert!(guesses.locked_until("Ann", NOW).is_some());
    }
}
