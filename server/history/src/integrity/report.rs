//! A report from a tally: each pair's measures beside their base rates, the rarest first.

use super::Measure;
use super::chance::{Base, error_of_rate, rarity, rarity_of_sum, root, threshold};
use super::tally::{Addresses, Count, Evidence, Pair, Player, SharedDays, Side, TRIED, Tally};
use cardroom_protocol::integrity::{IntegrityHand, IntegrityMeasure, IntegrityPair};
use cardroom_protocol::{Chips, HandNo, TableId};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Groups of measures that may have the same cause. For the order of pairs, a group counts once.
const FAMILIES: [&[Measure]; 4] = [
    &[Measure::NetFlow, Measure::LargePotsLost],
    &[Measure::LargeFolds, Measure::WeakAllIns, Measure::BetterHandsGivenUp],
    &[Measure::CheckedDown, Measure::BetsAndRaises],
    &[Measure::SharedAddress, Measure::SharedNetwork],
];

/// An expected flow includes this many additional hands without a flow.
const HANDS_WITHOUT_FLOW: i128 = 200;

/// The sum of a pair's squares includes those of this many additional average hands.
const HANDS_OF_THE_FIELD: u32 = 25;

/// The number of timed actions from which a player counts for the base of action times.
const TIMED_ACTIONS: u32 = 50;

/// A comparison of pairs of players.
#[derive(Clone, Debug)]
pub struct Report {
    /// The number of hands counted.
    pub hands: u32,
    /// The number of players dealt in.
    pub players: u32,
    /// The tally did not count all pairs.
    pub left_out: bool,
    /// Every pair that sat together, the one with the rarest measures first.
    pub pairs: Vec<ReportedPair>,
}

/// A pair of a report.
#[derive(Clone, Debug)]
pub struct ReportedPair {
    /// The account of the payer.
    pub payer: u64,
    /// The account of the receiver.
    pub receiver: u64,
    /// The sum of the rarest measure of each group: flow, single hands, soft play, addresses.
    pub score: u32,
    /// The pair as clients see it.
    pub pair: IntegrityPair,
}

/// The sums of all pairs, and those of each player.
struct Field<'a> {
    tally: &'a Tally,
    addresses: &'a Addresses,
    trials: Sums,
    of_player: BTreeMap<u64, Own>,
    /// Hands together and possible, of all pairs.
    together: (u64, u64),
    /// The squares of all flows, with the number of hands they come from.
    squares: u128,
    hands: u64,
    /// The median spread of action times.
    spread: u32,
    /// Pairs that shared an address or a network on at least one day, of those who could have.
    shared: [(u32, u32); 2],
}

type Sums = [(u32, u32); TRIED.len()];

/// The sums of one player against everyone.
#[derive(Clone, Copy, Default)]
struct Own {
    trials: Sums,
    /// The flow from the player to others, in thousandths of a big blind.
    net: i128,
    /// Hands, counted once for each other player in them.
    hands: i128,
}

/// One side of a pair that a measure is computed for.
#[derive(Clone, Copy)]
struct View<'a> {
    pair: &'a Pair,
    by: u64,
    against: u64,
    side: usize,
}

impl View<'_> {
    fn side(&self) -> &Side {
        &self.pair.sides[self.side]
    }

    /// Returns the flow from this player to the other, in thousandths of a big blind.
    fn net(&self) -> i128 {
        if self.side == 0 { self.pair.net } else { -self.pair.net }
    }
}

impl Tally {
    /// Returns the report of all counts.
    #[must_use]
    pub fn report(&self, addresses: &Addresses) -> Report {
        let field = Field::of(self, addresses);
        let mut pairs: Vec<ReportedPair> =
            self.pairs.iter().map(|(ids, pair)| field.reported(*ids, pair)).collect();
        let measures = pairs.iter().flat_map(|pair| &pair.pair.measures);
        let threshold = threshold(measures.filter(|measure| measure.rarity > 0).count());
        for ReportedPair { pair, .. } in &mut pairs {
            for measure in &mut pair.measures {
                measure.stands_out = measure.rarity >= threshold;
                pair.stands_out |= measure.stands_out;
            }
        }
        pairs.sort_by_key(|pair| Reverse((pair.score, pair.pair.net, pair.pair.hands)));
        let players = u32::try_from(self.players.len()).unwrap_or(u32::MAX);
        Report { hands: self.hands, players, left_out: self.left_out, pairs }
    }
}

impl<'a> Field<'a> {
    fn of(tally: &'a Tally, addresses: &'a Addresses) -> Self {
        let mut field = Self {
            tally,
            addresses,
            trials: Sums::default(),
            of_player: BTreeMap::new(),
            together: (0, 0),
            squares: 0,
            hands: 0,
            spread: 0,
            shared: [(0, 0); 2],
        };
        for ((one, other), pair) in &tally.pairs {
            for (side, player, sign) in [(0, one, 1), (1, other, -1)] {
                let own = field.of_player.entry(*player).or_default();
                own.net += sign * pair.net;
                own.hands += i128::from(pair.hands);
                for (place, count) in pair.sides[side].trials.iter().enumerate() {
                    for sums in [&mut own.trials[place], &mut field.trials[place]] {
                        (sums.0, sums.1) = (sums.0 + count.hits, sums.1 + count.of);
                    }
                }
            }
            field.squares += pair.squares;
            field.hands += u64::from(pair.hands);
            field.together.0 += u64::from(pair.hands);
            field.together.1 += u64::from(field.fewer_hands(*one, *other));
            let days = field.days(*one, *other);
            for (place, shared) in [days.address, days.network].into_iter().enumerate() {
                field.shared[place].0 += u32::from(shared > 0);
                field.shared[place].1 += u32::from(days.both > 0);
            }
        }
        let spreads = tally.players.values().map(Player::spread);
        let mut spreads: Vec<u32> =
            spreads.filter(|(_, of)| *of >= TIMED_ACTIONS).map(|(spread, _)| spread).collect();
        spreads.sort_unstable();
        field.spread = spreads.get(spreads.len() / 2).copied().unwrap_or(0);
        field
    }

    fn fewer_hands(&self, one: u64, other: u64) -> u32 {
        let hands = |id| self.tally.players.get(&id).map_or(0, |player| player.hands);
        hands(one).min(hands(other))
    }

    fn days(&self, one: u64, other: u64) -> SharedDays {
        let both = self.addresses.get(&one).zip(self.addresses.get(&other));
        both.map(|(one, other)| one.shared(other)).unwrap_or_default()
    }

    fn reported(&self, (one, other): (u64, u64), pair: &Pair) -> ReportedPair {
        let sides = [
            View { pair, by: one, against: other, side: 0 },
            View { pair, by: other, against: one, side: 1 },
        ];
        let [payer, receiver] = if pair.net < 0 { [sides[1], sides[0]] } else { sides };
        let mut measures = vec![self.co_seating(payer), self.net_flow(payer)];
        for (place, measure) in TRIED.into_iter().enumerate() {
            // Both players have the same value.
            let views =
                if measure == Measure::CheckedDown { &[payer][..] } else { &[payer, receiver] };
            let of = views.iter().filter_map(|view| self.tried(*view, place, measure));
            measures.extend(of);
        }
        measures.extend([payer, receiver].into_iter().filter_map(|view| self.action_times(view)));
        measures.extend(self.shared(payer));
        let player = |id| self.tally.players.get(id);
        let name = |id| player(id).map(|player| player.name.clone()).unwrap_or_default();
        let bot = |id| player(id).is_some_and(|player| player.bot);
        ReportedPair {
            payer: payer.by,
            receiver: receiver.by,
            score: score(&measures),
            pair: IntegrityPair {
                payer: name(&payer.by),
                receiver: name(&receiver.by),
                payer_bot: bot(&payer.by),
                receiver_bot: bot(&receiver.by),
                hands: pair.hands,
                paid: Chips(payer.side().paid),
                returned: Chips(receiver.side().paid),
                net: small(payer.net() / 10),
                stands_out: false,
                measures,
            },
        }
    }

    fn name(&self, id: u64) -> Option<String> {
        self.tally.players.get(&id).map(|player| player.name.clone())
    }

    fn co_seating(&self, view: View<'_>) -> IntegrityMeasure {
        let (hands, of) = (view.pair.hands, self.fewer_hands(view.by, view.against));
        let others =
            (self.together.0 - u64::from(hands), self.together.1.saturating_sub(u64::from(of)));
        IntegrityMeasure {
            value: thousandths(u64::from(hands), u64::from(of)),
            base: thousandths(others.0, others.1),
            error: error_of_rate(hands.min(of), of),
            of,
            ..plain(Measure::CoSeating)
        }
    }

    fn net_flow(&self, view: View<'_>) -> IntegrityMeasure {
        let own = |id| self.of_player.get(&id).copied().unwrap_or_default();
        let (payer, receiver) = (own(view.by), own(view.against));
        let hands = i128::from(view.pair.hands);
        // The payer also loses to others, and the receiver also wins from others.
        let lost = (payer.net - view.net(), payer.hands - hands);
        let won = (-(receiver.net + view.net()), receiver.hands - hands);
        let expected = |(net, others): (i128, i128)| net * hands / (others + HANDS_WITHOUT_FLOW);
        let expected = (expected(lost) + expected(won)).max(0);
        let squares = self.squares(view.pair);
        let in_hundred = |sum: i128| small(sum * 100 / hands.max(1));
        IntegrityMeasure {
            value: in_hundred(view.net()),
            base: in_hundred(expected),
            error: in_hundred(i128::from(root(squares))),
            of: view.pair.hands,
            rarity: rarity_of_sum(view.net() - expected, squares),
            hands: hands_of(&view.side().flow),
            ..plain(Measure::NetFlow)
        }
    }

    /// Returns the squares of a pair's flows, but at least those of as many average hands, plus a
    /// few more. A few similar hands are no pattern, nor are blinds that go one way.
    fn squares(&self, pair: &Pair) -> u128 {
        let of_field =
            |hands: u32| u128::from(hands) * self.squares / u128::from(self.hands.max(1));
        pair.squares.max(of_field(pair.hands)) + of_field(HANDS_OF_THE_FIELD)
    }

    /// Returns a measure of trials. `None` if there are none.
    fn tried(&self, view: View<'_>, place: usize, measure: Measure) -> Option<IntegrityMeasure> {
        let Count { hits, of, evidence } = &view.side().trials[place];
        if *of == 0 {
            return None;
        }
        let own = |id| self.of_player.get(&id).map_or((0, 0), |own| own.trials[place]);
        let less =
            |(all, all_of): (u32, u32)| (all.saturating_sub(*hits), all_of.saturating_sub(*of));
        let mut others = less(own(view.by));
        if measure == Measure::CheckedDown {
            let theirs = less(own(view.against));
            others = (others.0 + theirs.0, others.1 + theirs.1);
        }
        // The field excludes both players of the pair.
        let field = view.pair.sides.iter().fold(self.trials[place], |(hits, of), side| {
            let count = &side.trials[place];
            (hits.saturating_sub(count.hits), of.saturating_sub(count.of))
        });
        let base = Base::of(others.0, others.1, field.0, field.1);
        let (base, chance) = match measure {
            // A large pot goes to one of the two.
            Measure::LargePotsLost => {
                let base = base.at_least(500);
                (base, base.at_least_so_many(*hits, *of))
            }
            Measure::BetsAndRaises => (base, base.at_most_so_many(*hits, *of)),
            _ => (base, base.at_least_so_many(*hits, *of)),
        };
        let player = (measure != Measure::CheckedDown).then(|| self.name(view.by)).flatten();
        Some(IntegrityMeasure {
            player,
            value: thousandths(u64::from(*hits), u64::from(*of)),
            base: base.thousandths(),
            error: error_of_rate(*hits, *of),
            of: *of,
            rarity: rarity(chance),
            hands: hands_of(evidence),
            ..plain(measure)
        })
    }

    fn action_times(&self, view: View<'_>) -> Option<IntegrityMeasure> {
        let (value, of) = self.tally.players.get(&view.by)?.spread();
        (of >= TIMED_ACTIONS).then(|| IntegrityMeasure {
            player: self.name(view.by),
            value,
            base: self.spread,
            of,
            ..plain(Measure::ActionTimes)
        })
    }

    /// Returns shared addresses. Days are not independent, because people live together, so
    /// the pair counts once.
    fn shared(&self, view: View<'_>) -> Vec<IntegrityMeasure> {
        let days = self.days(view.by, view.against);
        if days.both == 0 {
            return Vec::new();
        }
        let counts =
            [(Measure::SharedAddress, days.address), (Measure::SharedNetwork, days.network)];
        let says_more =
            |(place, (_, shared)): &(usize, (Measure, u32))| *place == 0 || *shared != days.address;
        let measure = |(place, (measure, shared)): (usize, (Measure, u32))| {
            let (pairs, of) = self.shared[place];
            let (pairs, of) = (pairs.saturating_sub(u32::from(shared > 0)), of.saturating_sub(1));
            let chance = f64::from(pairs + 1) / f64::from(of + 2);
            IntegrityMeasure {
                value: thousandths(u64::from(shared), u64::from(days.both)),
                base: thousandths(u64::from(pairs), u64::from(of)),
                error: error_of_rate(shared, days.both),
                of: days.both,
                rarity: if shared > 0 { rarity(chance) } else { 0 },
                ..plain(measure)
            }
        };
        counts.into_iter().enumerate().filter(says_more).map(measure).collect()
    }
}

fn plain(measure: Measure) -> IntegrityMeasure {
    IntegrityMeasure {
        measure: measure.id().to_owned(),
        player: None,
        value: 0,
        base: 0,
        error: 0,
        of: 0,
        rarity: 0,
        stands_out: false,
        hands: Vec::new(),
    }
}

/// Returns the sum of the rarest measure of each group.
fn score(measures: &[IntegrityMeasure]) -> u32 {
    let rarest = |family: &&[Measure]| {
        let is_of = |it: &&IntegrityMeasure| family.iter().any(|of| of.id() == it.measure);
        measures.iter().filter(is_of).map(|measure| measure.rarity).max().unwrap_or(0)
    };
    FAMILIES.iter().map(rarest).sum()
}

fn hands_of(evidence: &Evidence) -> Vec<IntegrityHand> {
    let named = |(table, hand)| IntegrityHand { table: TableId(table), hand: HandNo(hand) };
    evidence.hands().map(named).collect()
}

fn thousandths(part: u64, of: u64) -> u32 {
    let share = (part * 1_000).checked_div(of).unwrap_or(0);
    u32::try_from(share).unwrap_or(u32::MAX)
}

/// Returns a number as `u32`, clamped to its range.
fn small(number: i128) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}
