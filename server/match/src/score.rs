//! The scores of a table: what each deal was worth to each of its players.

mod tournaments;

pub use tournaments::{Tally, tallies, tournament_scores};

use crate::reduce::Reduction;
use crate::run::Settings;
use crate::schedule::{self, Session};
use crate::session::Hand;
use std::collections::BTreeMap;

/// A deal that was played in every seating.
#[derive(Clone, PartialEq, Debug)]
pub struct DealScore {
    pub deal: u32,
    /// Which life of the players it belongs to, from 0.
    pub part: u32,
    /// The mean result of each player over the seatings, in thousandths of a big blind.
    pub scores: Vec<f64>,
}

/// The results of the players who meet at a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Scores {
    /// The players, by their place among the entrants.
    pub players: Vec<usize>,
    /// The deals that are complete, in order.
    pub deals: Vec<DealScore>,
    /// Each player's result in every hand, in thousandths of a big blind.
    pub hands: Vec<Vec<f64>>,
    /// The first player's results of each session, in the order in which they were played.
    pub sessions: Vec<Vec<f64>>,
}

/// What counts as the result of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    /// The chips that changed hands.
    Chips,
    /// What all-in hands were worth when no decision was left.
    Equity,
    /// The chips without the luck of the cards.
    WithoutCards,
    /// The chips without the luck of the cards and of the actions that were drawn.
    WithoutLuck,
}

impl Counts {
    /// Returns what counts without the luck that is taken out.
    #[must_use]
    pub fn reduced(reduction: Reduction) -> Self {
        match reduction {
            Reduction::Chance => Self::WithoutCards,
            Reduction::Aivat => Self::WithoutLuck,
        }
    }

    /// Returns how much of a seat's result does not count.
    fn luck(self, hand: &Hand, seat: usize) -> f64 {
        let Some(luck) = &hand.luck else { return 0.0 };
        let of_seat = |luck: &[f64]| luck.get(seat).copied().unwrap_or_default();
        match self {
            Self::Chips => 0.0,
            Self::Equity => of_seat(&luck.at_the_end),
            Self::WithoutCards => of_seat(&luck.cards),
            Self::WithoutLuck => of_seat(&luck.cards) + of_seat(&luck.actions),
        }
    }
}

/// Scores the sessions of a table.
pub fn scores<'a>(
    played: impl Iterator<Item = (&'a Session, &'a [Hand])>,
    settings: &Settings,
    counts: Counts,
) -> Scores {
    let played: Vec<_> = played.collect();
    let mut players: Vec<usize> =
        played.first().map(|(session, _)| session.seats.clone()).unwrap_or_default();
    players.sort_unstable();
    let seatings = schedule::seatings(settings.seatings, &players).len();
    let unit = 1_000.0 / settings.conduct.terms.big_blind() as f64;
    let (mut deals, mut hands) = (BTreeMap::new(), vec![Vec::new(); players.len()]);
    let mut sessions = Vec::new();
    for (session, of_session) in played {
        let seat_of = |player: &usize| session.seats.iter().position(|seat| seat == player);
        let seats: Vec<usize> = players.iter().filter_map(seat_of).collect();
        let mut results = Vec::new();
        for hand in of_session {
            let of_seat = |seat: &usize| (hand.net[*seat] as f64 - counts.luck(hand, *seat)) * unit;
            let net: Vec<f64> = seats.iter().map(of_seat).collect();
            results.extend(net.first());
            for (all, net) in hands.iter_mut().zip(&net) {
                all.push(*net);
            }
            let entry = deals.entry(hand.deal);
            let (_, by_seating) = entry.or_insert_with(|| (session.part, BTreeMap::new()));
            by_seating.insert(session.seating, net);
        }
        sessions.push(results);
    }
    let complete = deals.into_iter().filter(|(_, (_, by_seating))| by_seating.len() == seatings);
    let deals = complete.map(|(deal, (part, by_seating))| {
        let mean = |player: usize| {
            by_seating.values().map(|net| net[player]).sum::<f64>() / seatings as f64
        };
        DealScore { deal, part, scores: (0..players.len()).map(mean).collect() }
    });
    Scores { deals: deals.collect(), players, hands, sessions }
}
