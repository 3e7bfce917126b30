//! Counts of each pair of players and of each player, hand by hand.

use super::Measure;
use super::facts::{Facts, Trial};
use super::flow::Flow;
use cardroom_protocol::history::HandRecord;
use cardroom_protocol::limits::MAX_INTEGRITY_EVIDENCE;
use std::collections::{BTreeMap, BTreeSet};

/// The measures that count trials.
pub(super) const TRIED: [Measure; 6] = [
    Measure::LargePotsLost,
    Measure::LargeFolds,
    Measure::WeakAllIns,
    Measure::BetterHandsGivenUp,
    Measure::CheckedDown,
    Measure::BetsAndRaises,
];

const THOUSANDTHS: i128 = 1_000;

/// The width of the steps in which action times are counted.
const TIME_STEP_MS: u32 = 50;

/// The chips at stake in a hand, its table, and its number.
type Sized = (u64, u64, u64);

/// The hands with the most chips among those seen.
#[derive(Clone, Default, Debug)]
pub(super) struct Evidence(Vec<Sized>);

impl Evidence {
    fn see(&mut self, hand: (u64, u64), chips: u64) {
        let place = self.0.partition_point(|(other, ..)| *other >= chips);
        if place < MAX_INTEGRITY_EVIDENCE {
            self.0.insert(place, (chips, hand.0, hand.1));
            self.0.truncate(MAX_INTEGRITY_EVIDENCE);
        }
    }

    /// Iterates over the table and number of each hand.
    pub(super) fn hands(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.0.iter().map(|(_, table, hand)| (*table, *hand))
    }
}

/// How often something happened when it could have.
#[derive(Clone, Default, Debug)]
pub(super) struct Count {
    pub(super) hits: u32,
    pub(super) of: u32,
    pub(super) evidence: Evidence,
}

/// The counts of one player of a pair against the other.
#[derive(Clone, Default, Debug)]
pub(super) struct Side {
    /// Chips that went to the other at ring tables.
    pub(super) paid: u64,
    /// The hands with the largest flows.
    pub(super) flow: Evidence,
    pub(super) trials: [Count; TRIED.len()],
}

/// Two players, the one with the smaller id first.
#[derive(Clone, Default, Debug)]
pub(super) struct Pair {
    pub(super) hands: u32,
    /// From the first to the second, in thousandths of a big blind.
    pub(super) net: i128,
    /// The sum of the squares of the hands' nets.
    pub(super) squares: u128,
    pub(super) sides: [Side; 2],
}

/// The counts of one player.
#[derive(Clone, Default, Debug)]
pub(super) struct Player {
    pub(super) name: String,
    pub(super) bot: bool,
    pub(super) hands: u32,
    /// The number of action times in each step.
    pub(super) times: BTreeMap<u32, u32>,
}

/// Days and addresses at which accounts signed in, by account. An address is represented by a code
/// that changes every day.
pub type Addresses = BTreeMap<u64, SignIns>;

/// Days and addresses of one account.
#[derive(Clone, Default, Debug)]
pub struct SignIns {
    days: BTreeSet<u32>,
    addresses: BTreeSet<(u32, Code)>,
    networks: BTreeSet<(u32, Code)>,
}

type Code = [u8; 16];

impl SignIns {
    /// Adds a day, with the code of the IPv4 address or IPv6 /64, and that of the IPv4
    /// address or IPv6 /48.
    pub fn add(&mut self, day: u32, address: Code, network: Code) {
        self.days.insert(day);
        self.addresses.insert((day, address));
        self.networks.insert((day, network));
    }

    /// Returns the days on which both signed in, with those on which they shared an address and
    /// those on which they shared a network.
    pub(super) fn shared(&self, other: &Self) -> SharedDays {
        let days = |one: &BTreeSet<(u32, Code)>, other| {
            let days: BTreeSet<u32> = one.intersection(other).map(|(day, _)| *day).collect();
            u32::try_from(days.len()).unwrap_or(u32::MAX)
        };
        let both = self.days.intersection(&other.days).count();
        SharedDays {
            both: u32::try_from(both).unwrap_or(u32::MAX),
            address: days(&self.addresses, &other.addresses),
            network: days(&self.networks, &other.networks),
        }
    }
}

#[derive(Clone, Copy, Default, Debug)]
pub(super) struct SharedDays {
    pub(super) both: u32,
    pub(super) address: u32,
    pub(super) network: u32,
}

/// Counts of hands. Count the latest hand first: a player's name is the one in
/// the first hand counted.
#[derive(Debug)]
pub struct Tally {
    most_pairs: usize,
    pub(super) hands: u32,
    pub(super) left_out: bool,
    pub(super) pairs: BTreeMap<(u64, u64), Pair>,
    pub(super) players: BTreeMap<u64, Player>,
    seen: BTreeSet<(u64, u64)>,
}

impl Tally {
    /// Creates a tally of at most `most_pairs` pairs. Later pairs are left out.
    #[must_use]
    pub fn new(most_pairs: usize) -> Self {
        Self {
            most_pairs,
            hands: 0,
            left_out: false,
            pairs: BTreeMap::new(),
            players: BTreeMap::new(),
            seen: BTreeSet::new(),
        }
    }

    /// Returns the number of hands counted.
    #[must_use]
    pub fn hands(&self) -> u32 {
        self.hands
    }

    /// Counts a hand, unless it was voided or already counted. `players` has each
    /// account with its seat.
    pub fn count(&mut self, record: &HandRecord, players: &[(u64, u8)]) {
        let hand = (record.table.0, record.hand.0);
        let Some(facts) = Facts::of(record) else { return };
        if !self.seen.insert(hand) {
            return;
        }
        self.hands += 1;
        let account = |seat: u8| players.iter().find(|(_, its)| *its == seat).map(|(id, _)| *id);
        let seated: Vec<(u64, u8)> = record
            .seats
            .iter()
            .filter_map(|player| Some((account(player.seat)?, player.seat)))
            .collect();
        for (id, seat) in &seated {
            let player = self.players.entry(*id).or_default();
            if let Some(recorded) = record.player(*seat).filter(|_| player.hands == 0) {
                (player.name, player.bot) = (recorded.name.clone(), recorded.bot);
            }
            player.hands += 1;
            let times = facts.times.iter().filter(|(who, _)| who == seat);
            for (_, ms) in times {
                *player.times.entry(ms / TIME_STEP_MS).or_default() += 1;
            }
        }
        for (place, one) in seated.iter().enumerate() {
            for other in &seated[place + 1..] {
                let (one, other) = if one < other { (one, other) } else { (other, one) };
                self.count_pair(record, &facts, *one, *other);
            }
        }
    }

    fn count_pair(
        &mut self,
        record: &HandRecord,
        facts: &Facts,
        (one, one_seat): (u64, u8),
        (other, other_seat): (u64, u8),
    ) {
        let room = self.pairs.len() < self.most_pairs;
        let pair = match self.pairs.get_mut(&(one, other)) {
            Some(pair) => pair,
            None if room => self.pairs.entry((one, other)).or_default(),
            None => return self.left_out = true,
        };
        let hand = (record.table.0, record.hand.0);
        let is_ring = record.tournament.is_none();
        pair.hands += 1;
        let seats = [one_seat, other_seat];
        let mut net = 0_i128;
        for (side, sign) in [(0, 1), (1, -1)] {
            let (by, against) = (seats[side], seats[1 - side]);
            let is_theirs = |flow: &&Flow| (flow.from, flow.to) == (by, against);
            let chips: u64 = facts.flows.iter().filter(is_theirs).map(|flow| flow.chips).sum();
            if is_ring {
                pair.sides[side].paid += chips;
            }
            net += sign * i128::from(chips);
            let is_theirs = |trial: &&Trial| (trial.by, trial.against) == (by, against);
            for trial in facts.trials.iter().filter(is_theirs) {
                pair.sides[side].see(*trial, hand);
            }
        }
        let net = net * THOUSANDTHS / i128::from(facts.unit);
        pair.net += net;
        pair.squares += net.unsigned_abs().pow(2);
        let size = u64::try_from(net.unsigned_abs()).unwrap_or(u64::MAX);
        if net != 0 {
            pair.sides[usize::from(net < 0)].flow.see(hand, size);
        }
    }
}

impl Side {
    fn see(&mut self, trial: Trial, hand: (u64, u64)) {
        let Some(place) = TRIED.iter().position(|measure| *measure == trial.measure) else {
            return;
        };
        let count = &mut self.trials[place];
        count.of += 1;
        count.hits += u32::from(trial.happened);
        // For this measure the hands without a bet are the evidence.
        let shows = trial.happened != (trial.measure == Measure::BetsAndRaises);
        if shows {
            count.evidence.see(hand, trial.chips);
        }
    }
}

impl Player {
    /// Returns the interquartile range of the action times in thousandths of their median, and
    /// the number of times.
    pub(super) fn spread(&self) -> (u32, u32) {
        let all: u32 = self.times.values().sum();
        let quantile = |quarters: u32| {
            let mut left = u64::from(all) * u64::from(quarters) / 4;
            let mut steps = self.times.iter();
            let place = steps.find(|(_, count)| {
                let count = u64::from(**count);
                let is_here = left < count;
                left = left.saturating_sub(count);
                is_here
            });
            // The middle of a step.
            place.map_or(0, |(step, _)| u64::from(*step) * 2 + 1)
        };
        let range = quantile(3).saturating_sub(quantile(1)) * 1_000;
        (u32::try_from(range / quantile(2).max(1)).unwrap_or(u32::MAX), all)
    }
}
