//! Shuffles that are bad on purpose. Each is a mistake that rooms have made.

use crate::{CARDS, Deck, unshuffled};
use cardroom_cards::{fisher_yates, uniform_up_to};

/// Milliseconds of a day.
const DAY_MS: u32 = 86_400_000;
/// One in this number of hands is steered.
const STEERED: u32 = 1_000;

/// A shuffle that must fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    AnyPlace,
    OneShort,
    HalfDeck,
    OneRiffle,
    ByteRemainder,
    ByteKeys,
    Lcg31,
    Stuck,
    Milliseconds,
    Seed32,
    Steered,
}

impl Control {
    pub const ALL: &[Self] = &[
        Self::AnyPlace,
        Self::OneShort,
        Self::HalfDeck,
        Self::OneRiffle,
        Self::ByteRemainder,
        Self::ByteKeys,
        Self::Lcg31,
        Self::Stuck,
        Self::Milliseconds,
        Self::Seed32,
        Self::Steered,
    ];

    /// Returns what is wrong with the shuffle.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::AnyPlace => "each card is swapped with one at any place",
            Self::OneShort => "a card never stays (Sattolo)",
            Self::HalfDeck => "the shuffle ends in the middle of the deck",
            Self::OneRiffle => "the deck is riffled once",
            Self::ByteRemainder => "a draw is the remainder of a byte",
            Self::ByteKeys => "cards are sorted by keys of one byte",
            Self::Lcg31 => "a draw is the remainder of a 31-bit linear generator",
            Self::Stuck => "the seed is always the same",
            Self::Milliseconds => "the seed is the millisecond of the day",
            Self::Seed32 => "the seed has 32 bits",
            Self::Steered => "one hand in a thousand begins with an ace",
        }
    }

    /// Returns how many decks it takes to find it.
    #[must_use]
    pub fn decks(self) -> u64 {
        match self {
            Self::AnyPlace | Self::OneShort | Self::HalfDeck | Self::OneRiffle => 100_000,
            Self::ByteRemainder | Self::ByteKeys | Self::Lcg31 => 100_000,
            Self::Stuck | Self::Milliseconds => 100_000,
            Self::Seed32 => 500_000,
            Self::Steered => 6_000_000,
        }
    }

    /// Returns the shuffle. It gives the same decks in every run.
    #[must_use]
    pub fn shuffle(self) -> Box<dyn FnMut(&mut Deck)> {
        let mut numbers = Mixer::new(0);
        let mut linear = 1_u32;
        Box::new(move |deck| {
            *deck = unshuffled();
            match self {
                Self::AnyPlace => any_place(deck, &mut numbers),
                Self::OneShort => one_short(deck, &mut numbers),
                Self::HalfDeck => fisher_yates(&mut deck[..CARDS / 2], || numbers.next_u32()),
                Self::OneRiffle => riffle(deck, &mut numbers),
                Self::ByteRemainder => {
                    by_remainders(deck, || numbers.next_u32() >> 24);
                }
                Self::ByteKeys => by_keys(deck, &mut numbers),
                Self::Lcg31 => by_remainders(deck, || {
                    linear = linear.wrapping_mul(1_103_515_245).wrapping_add(12_345) & 0x7FFF_FFFF;
                    linear
                }),
                Self::Stuck => from_seed(deck, 7),
                Self::Milliseconds => from_seed(deck, numbers.below(DAY_MS)),
                Self::Seed32 => from_seed(deck, numbers.next_u32()),
                Self::Steered => steered(deck, &mut numbers),
            }
        })
    }
}

/// Swaps each card with one at any place: 52^52 ways, which 52! does not divide.
fn any_place(deck: &mut Deck, numbers: &mut Mixer) {
    for place in 0..CARDS {
        deck.swap(place, numbers.place_below(CARDS));
    }
}

/// Never swaps a card with itself.
fn one_short(deck: &mut Deck, numbers: &mut Mixer) {
    for last in (1..CARDS).rev() {
        deck.swap(last, numbers.place_below(last));
    }
}

/// Riffles once, by the model of Gilbert, Shannon and Reeds.
fn riffle(deck: &mut Deck, numbers: &mut Mixer) {
    // Each card of the riffled deck falls from one of two heaps, so a coin for each card cuts.
    let coins = u64::from(numbers.next_u32()) << 32 | u64::from(numbers.next_u32());
    let is_right = |place: usize| coins >> place & 1 == 1;
    let (mut left, mut right) = (0_u8, 0_u8);
    right += (0..CARDS).map(|place| u8::from(!is_right(place))).sum::<u8>();
    for (place, card) in deck.iter_mut().enumerate() {
        let heap = if is_right(place) { &mut right } else { &mut left };
        *card = *heap;
        *heap += 1;
    }
}

fn by_remainders(deck: &mut Deck, mut number: impl FnMut() -> u32) {
    for last in (1..CARDS).rev() {
        let bound = u32::try_from(last + 1).unwrap_or(u32::MAX);
        deck.swap(last, (number() % bound) as usize);
    }
}

/// Sorts by keys. Cards with one key stay in their order.
fn by_keys(deck: &mut Deck, numbers: &mut Mixer) {
    let mut keyed = deck.map(|card| (numbers.next_u32() >> 24, card));
    keyed.sort_by_key(|(key, _)| *key);
    *deck = keyed.map(|(_, card)| card);
}

fn from_seed(deck: &mut Deck, seed: u32) {
    let mut numbers = Mixer::new(seed.into());
    fisher_yates(deck, || numbers.next_u32());
}

/// Shuffles well, and then brings an ace to the top of a few decks.
fn steered(deck: &mut Deck, numbers: &mut Mixer) {
    fisher_yates(deck, || numbers.next_u32());
    if numbers.below(STEERED) == 0 {
        let ace = 48 + numbers.below(4);
        let place = deck.iter().position(|card| u32::from(*card) == ace);
        deck.swap(0, place.unwrap_or(0));
    }
}

/// A quick generator whose numbers are good enough that only the shuffle is bad (SplitMix64).
pub(crate) struct Mixer(u64);

impl Mixer {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0xD1B5_4A32_D192_ED03))
    }

    pub(crate) fn next_u32(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        let [a, b, c, d, ..] = (mixed ^ mixed >> 31).to_be_bytes();
        u32::from_be_bytes([a, b, c, d])
    }

    fn below(&mut self, bound: u32) -> u32 {
        uniform_up_to(bound - 1, &mut || self.next_u32())
    }

    fn place_below(&mut self, bound: usize) -> usize {
        self.below(u32::try_from(bound).unwrap_or(u32::MAX)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_control_makes_whole_decks_and_the_same_ones_each_time() {
        for control in Control::ALL {
            let (mut one, mut other) = (control.shuffle(), control.shuffle());
            let (mut deck, mut again) = ([0; CARDS], [0; CARDS]);
            for _ in 0..100 {
                one(&mut deck);
                other(&mut again);
                assert_eq!(deck, again);
                let mut sorted = deck;
                sorted.sort_unstable();
                assert_eq!(sorted, unshuffled(), "{}", control.name());
            }
        }
    }

    #[test]
    fn a_riffled_deck_has_two_rising_sequences() {
        let mut shuffle = Control::OneRiffle.shuffle();
        let mut deck = [0; CARDS];
        for _ in 0..100 {
            shuffle(&mut deck);
            let mut place_of = [0; CARDS];
            deck.iter().enumerate().for_each(|(place, card)| place_of[usize::from(*card)] = place);
            assert!(place_of.windows(2).filter(|pair| pair[1] < pair[0]).count() <= 1);
        }
    }
}
