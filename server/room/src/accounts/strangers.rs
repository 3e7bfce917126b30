//! Wrong guesses of one name's password from networks that never signed in with it. Each network
//! that guesses wrong has to wait longer and longer. All of them together have an allowance. When
//! it is spent, guesses get their turns one by one, and a network that has guessed least is first.
//! So guessers never get more than the allowance, and an owner in a new place gets a turn.
//!
//! This module knows no clock and no lock.

use crate::network;
use std::collections::HashMap;
use std::net::IpAddr;

/// How many wrong guesses of a network are free of a wait.
const FREE: u32 = 5;
/// The longest wait of a network, in milliseconds.
const MOST_WAIT_MS: u64 = 15 * 60 * 1_000;
/// How long after the last guess a network's count is dropped.
pub(super) const FORGET_MS: u64 = 24 * 60 * 60 * 1_000;
/// How often old counts are dropped, in milliseconds.
const TIDY_EVERY_MS: u64 = 60 * 60 * 1_000;
/// How many guesses all strangers together have at once.
const AT_ONCE: u64 = 20;
/// How often they get one more, in milliseconds.
const EVERY_MS: u64 = 3 * 60 * 1_000;
/// How many networks wait for a turn.
const MOST_IN_LINE: usize = 32;
/// How many ranges of addresses are counted. The longest inactive are dropped first.
const MOST_RANGES: usize = 4_096;

/// The ranges of addresses in which guesses are counted, the widest first: the /16 and /24 of an
/// IPv4 address and the address itself, or the /32, /40 and /48 of an IPv6 address. The last one
/// is a network.
type Ranges = [IpAddr; 3];

const NETWORK: usize = 2;

/// Wrong guesses from one source.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Count {
    wrong: u32,
    last_ms: u64,
}

/// The wrong guesses of strangers.
#[derive(Default, Debug)]
pub(super) struct Strangers {
    /// By the range of addresses, and how many ranges are wider than it.
    counts: HashMap<(usize, IpAddr), Count>,
    /// When the allowance is whole again.
    whole_ms: u64,
    /// The networks that wait for a turn, in their order.
    line: Vec<InLine>,
    /// When old counts are dropped again.
    tidy_ms: u64,
}

#[derive(Clone, Copy, Debug)]
struct InLine {
    ranges: Ranges,
    since_ms: u64,
    /// Since when it may guess, once its turn has come.
    turn_ms: Option<u64>,
}

impl Count {
    /// Counts a guess as wrong before it is checked. Returns the milliseconds to wait if it comes
    /// too early.
    pub(super) fn begin(&mut self, now_ms: u64, forget_ms: u64) -> Result<(), u64> {
        if now_ms.saturating_sub(self.last_ms) > forget_ms {
            self.wrong = 0;
        }
        match self.ends_ms().checked_sub(now_ms) {
            None | Some(0) => {
                self.add(now_ms);
                Ok(())
            }
            Some(wait) => Err(wait),
        }
    }

    /// Takes one guess back.
    pub(super) fn take_back(&mut self) {
        self.wrong = self.wrong.saturating_sub(1);
    }

    /// Returns the end of the wait.
    pub(super) fn ends_ms(self) -> u64 {
        self.last_ms.saturating_add(wait_ms(self.wrong))
    }

    fn add(&mut self, now_ms: u64) {
        *self = Self { wrong: self.wrong.saturating_add(1), last_ms: now_ms };
    }
}

impl InLine {
    fn network(&self) -> IpAddr {
        self.ranges[NETWORK]
    }
}

impl Strangers {
    /// Counts a guess from an address as wrong before it is checked.
    ///
    /// # Errors
    /// It is too early. Returns the milliseconds to wait. A network that then comes back has its
    /// turn; one that does not has used it.
    pub(super) fn begin(&mut self, address: IpAddr, now_ms: u64) -> Result<(), u64> {
        let ranges = ranges(address);
        let network = ranges[NETWORK];
        self.forget_old(now_ms);
        let own = self.counts.get(&(NETWORK, network)).copied().unwrap_or_default();
        if own.ends_ms() > now_ms {
            return Err(own.ends_ms() - now_ms);
        }
        self.pass_missed_turns(now_ms);
        let is_first = self.line.is_empty() && self.due_ms() <= now_ms;
        if !is_first {
            self.get_in_line(InLine { ranges, since_ms: now_ms, turn_ms: None });
            let due_ms = self.due_ms();
            let place = self.line.iter().position(|waiting| waiting.network() == network);
            // A stranger who finds no place may ask again when the line is shorter.
            let turn_ms = due_ms.saturating_add(EVERY_MS * place.unwrap_or(self.line.len()) as u64);
            let (Some(place), true) = (place, turn_ms <= now_ms) else {
                return Err(turn_ms.saturating_sub(now_ms).max(1_000));
            };
            self.line.remove(place);
        }
        self.add(ranges, now_ms);
        self.whole_ms = self.whole_ms.max(now_ms).saturating_add(EVERY_MS);
        Ok(())
    }

    /// Takes one guess back that was not wrong, and if it was right, those of its network before.
    pub(super) fn take_back(&mut self, address: IpAddr, was_right: bool) {
        let ranges = ranges(address);
        let own = self.counts.get(&(NETWORK, ranges[NETWORK]));
        let back = if was_right { own.map_or(1, |own| own.wrong) } else { 1 };
        for key in ranges.into_iter().enumerate() {
            if let Some(count) = self.counts.get_mut(&key) {
                count.wrong = count.wrong.saturating_sub(back);
            }
        }
        self.whole_ms = self.whole_ms.saturating_sub(EVERY_MS);
    }

    /// Returns the end of the longest wait of a network, or of the time until the next turn.
    pub(super) fn waits_until(&self) -> u64 {
        // Wider ranges do not wait. They are counted for the order of the turns.
        let networks = self.counts.iter().filter(|((depth, _), _)| *depth == NETWORK);
        let longest = networks.map(|(_, count)| count.ends_ms()).max();
        longest.unwrap_or(0).max(self.due_ms())
    }

    /// Returns when all strangers together have a guess left.
    fn due_ms(&self) -> u64 {
        (self.whole_ms + EVERY_MS).saturating_sub(AT_ONCE * EVERY_MS)
    }

    fn add(&mut self, ranges: Ranges, now_ms: u64) {
        for key in ranges.into_iter().enumerate() {
            self.counts.entry(key).or_default().add(now_ms);
        }
    }

    /// Takes a place in line, or keeps the one that the network has. Each widest range has one
    /// place, which goes to the network that has guessed less.
    fn get_in_line(&mut self, newcomer: InLine) {
        if self.line.iter().any(|waiting| waiting.network() == newcomer.network()) {
            return self.put_in_order();
        }
        let rival = self.line.iter().position(|waiting| waiting.ranges[0] == newcomer.ranges[0]);
        if let Some(rival) = rival {
            if self.rank(&newcomer) >= self.rank(&self.line[rival]) {
                return;
            }
            self.line.remove(rival);
        }
        self.line.push(newcomer);
        self.put_in_order();
        self.line.truncate(MOST_IN_LINE);
    }

    fn put_in_order(&mut self) {
        let mut line = std::mem::take(&mut self.line);
        line.sort_by_cached_key(|waiting| self.rank(waiting));
        self.line = line;
    }

    /// Returns what decides the order of turns: how much the network has guessed, then how much
    /// each wider range, then how long it waits.
    fn rank(&self, waiting: &InLine) -> ([u32; 3], u64) {
        let wrong = |depth| {
            let count = self.counts.get(&(depth, waiting.ranges[depth]));
            count.map_or(0, |count| count.wrong)
        };
        ([wrong(NETWORK), wrong(1), wrong(0)], waiting.since_ms)
    }

    /// Removes the networks that had their turn and did not come. They have guessed wrong.
    fn pass_missed_turns(&mut self, now_ms: u64) {
        let due_ms = self.due_ms();
        let mut missed = Vec::new();
        for (place, waiting) in (0_u64..).zip(&mut self.line) {
            let turn_ms = due_ms.saturating_add(EVERY_MS * place);
            if turn_ms > now_ms {
                waiting.turn_ms = None;
                continue;
            }
            let since = *waiting.turn_ms.get_or_insert(turn_ms.max(waiting.since_ms));
            if now_ms.saturating_sub(since) > EVERY_MS {
                missed.push(waiting.ranges);
            }
        }
        self.line.retain(|waiting| !missed.contains(&waiting.ranges));
        for ranges in missed {
            self.add(ranges, now_ms);
        }
    }

    fn forget_old(&mut self, now_ms: u64) {
        if self.counts.len() >= MOST_RANGES {
            let mut times: Vec<u64> = self.counts.values().map(|count| count.last_ms).collect();
            let middle = times.len() / 2;
            let (_, median, _) = times.select_nth_unstable(middle);
            let median = *median;
            self.counts.retain(|_, count| count.last_ms > median);
        }
        if now_ms >= self.tidy_ms {
            self.tidy_ms = now_ms.saturating_add(TIDY_EVERY_MS);
            self.counts.retain(|_, count| now_ms.saturating_sub(count.last_ms) <= FORGET_MS);
        }
    }
}

fn ranges(address: IpAddr) -> Ranges {
    let ranges = network::ranges(address);
    std::array::from_fn(|depth| ranges[depth])
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

#[cfg(test)]
mod tests;
