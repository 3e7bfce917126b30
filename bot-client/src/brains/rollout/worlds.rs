//! Deals of everything that is hidden.

use super::reading::Reading;
use crate::brains::chances::{Dealt, Stub, deal_out, unseen};
use crate::model::{Hand, Table};
use cardroom_cards::{Card, HandValue, Ranking};
use rand::Rng;

/// The most opponents in a deal. More of them change little, and take time.
const MOST_OPPONENTS: usize = 3;
/// The most rivals in a deal. A rival is a hand of no player, to compare the others with.
const MOST_RIVALS: usize = 4;

/// One way in which the hidden cards may lie, and the cards that come.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct World {
    /// How well it fits the betting.
    pub(super) weight: f64,
    /// The share of other hands that each player's hand beats in the end: this seat's first.
    pub(super) strengths: Vec<f64>,
    /// Where its random numbers begin.
    seed: u64,
    /// The value of each player's hand in each half of the pot.
    halves: Vec<Vec<Option<HandValue>>>,
}

impl World {
    /// Returns the random numbers of the world. Every plan gets the same ones, so that results
    /// differ by the plans alone.
    pub(super) fn numbers(&self) -> Numbers {
        Numbers(self.seed)
    }

    /// Returns this seat's share of the pot at a showdown with the players that `stays` names.
    pub(super) fn share(&self, stays: impl Fn(usize) -> bool) -> f64 {
        let (mut won, mut parts) = (0.0, 0);
        for half in &self.halves {
            let shown = || half.iter().enumerate().filter(|(player, _)| stays(*player));
            let Some(best) = shown().filter_map(|(_, value)| *value).max() else { continue };
            parts += 1;
            if half[0] == Some(best) {
                let winners = shown().filter(|(_, value)| **value == Some(best)).count();
                won += 1.0 / winners as f64;
            }
        }
        if parts == 0 { 0.0 } else { won / f64::from(parts) }
    }
}

/// A short stream of random numbers: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
#[derive(Clone, Debug)]
pub(super) struct Numbers(u64);

impl Numbers {
    /// Returns a number from 0 to 1.
    pub(super) fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Returns the opponents who are dealt hands.
pub(super) fn opponents(table: &Table) -> impl Iterator<Item = &crate::model::Seat> {
    table.opponents().take(MOST_OPPONENTS)
}

/// Deals the hidden cards `deals` times.
pub(super) fn worlds(
    table: &Table,
    hand: &Hand,
    reading: &Reading,
    deals: u32,
    rng: &mut impl Rng,
) -> Vec<World> {
    let seats: Vec<u8> = opponents(table).map(|seat| seat.seat).collect();
    let mut open: Vec<&[Card]> = opponents(table)
        .filter_map(|seat| seat.in_hand.as_ref())
        .map(|part| part.tabled.as_deref().unwrap_or(&part.up))
        .collect();
    let players = open.len() + 1;
    let mut deck = unseen(table, hand);
    open.extend(vec![&[][..]; rivals(hand, deck.len(), players)]);
    let world = |_| {
        let mut stub = Stub::new(&mut deck, rng);
        let dealt = deal_out(table, hand, &open, &mut stub);
        let mut world = valued(hand, &dealt, players, rng.next_u64());
        let strengths = world.strengths.iter().skip(1);
        world.weight = seats
            .iter()
            .zip(strengths)
            .map(|(seat, strength)| reading.fit(*seat, *strength))
            .product();
        world
    };
    (0..deals).map(world).collect()
}

/// Returns how many rivals the deck has cards for.
fn rivals(hand: &Hand, deck: usize, players: usize) -> usize {
    let each = usize::from(hand.game.hole_cards + hand.game.draws).max(1);
    let left = deck.saturating_sub(usize::from(hand.game.board_cards) + players * each);
    (left / each).clamp(1, MOST_RIVALS)
}

fn valued(hand: &Hand, dealt: &Dealt, players: usize, seed: u64) -> World {
    let value = |half: &cardroom_protocol::game::Half| -> Vec<Option<HandValue>> {
        let ranking = Ranking::from(half.ranking);
        let hands = dealt.hands.iter();
        hands.map(|cards| ranking.value(cards, &dealt.board, half.hole.into())).collect()
    };
    let mut halves: Vec<_> = hand.game.showdown.iter().map(value).collect();
    let strengths = (0..players).map(|player| strength(&halves, player, players)).collect();
    halves.iter_mut().for_each(|half| half.truncate(players));
    World { weight: 1.0, strengths, seed, halves }
}

/// Returns the share of the rivals that a hand beats. A tie counts half.
fn strength(halves: &[Vec<Option<HandValue>>], player: usize, players: usize) -> f64 {
    let (mut beaten, mut rivals) = (0_u32, 0_u32);
    for half in halves {
        for rival in &half[players..] {
            beaten += match half[player].cmp(rival) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 2,
            };
            rivals += 2;
        }
    }
    if rivals == 0 { 0.5 } else { f64::from(beaten) / f64::from(rivals) }
}
