//! The worth of places: prizes less an even share of the pool, in thousandths of the buy-in.

use super::{DealScore, Scores};
use crate::run::{PlayedSession, Settings};
use crate::schedule;
use std::collections::BTreeMap;

/// A player's places and prizes in all tournaments that were played.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    /// The player, by its place among the entrants.
    pub player: usize,
    pub tournaments: usize,
    /// How often it came first, second and so on. Players who share a place all have that place.
    pub places: Vec<u32>,
    /// The part of all pools that it won, in percent.
    pub pool_percent: f64,
}

/// Scores tournaments, each in every seating. The scores of a tournament sum to zero, also if the
/// house has added to its pool.
pub fn tournament_scores<'a>(
    played: impl Iterator<Item = &'a PlayedSession>,
    settings: &Settings,
) -> Scores {
    let played: Vec<&PlayedSession> = played.collect();
    let players = players(&played);
    let seatings = schedule::seatings(settings.seatings, &players).len();
    let buy_in = settings.conduct.tournament.as_ref().map_or(1, |terms| terms.buy_in().max(1));
    let (mut deals, mut hands) = (BTreeMap::new(), vec![Vec::new(); players.len()]);
    for session in &played {
        let (Some(finish), Some(deal)) = (&session.finish, first_deal(session)) else { continue };
        let even = finish.pool as f64 / players.len().max(1) as f64;
        let of_player = |player: &usize| {
            let place = session.plan.seats.iter().position(|seat| seat == player)?;
            Some((*finish.prizes.get(place)? as f64 - even) * 1_000.0 / buy_in as f64)
        };
        let net: Vec<f64> = players.iter().filter_map(of_player).collect();
        for (all, net) in hands.iter_mut().zip(&net) {
            all.push(*net);
        }
        let by_seating: &mut BTreeMap<u32, Vec<f64>> = deals.entry(deal).or_default();
        by_seating.insert(session.plan.seating, net);
    }
    let complete = deals.into_iter().filter(|(_, by_seating)| by_seating.len() == seatings);
    let deals = complete.map(|(deal, by_seating)| {
        let mean = |player: usize| {
            by_seating.values().map(|net| net[player]).sum::<f64>() / seatings as f64
        };
        DealScore { deal, part: 0, scores: (0..players.len()).map(mean).collect() }
    });
    Scores { deals: deals.collect(), players, hands, sessions: Vec::new() }
}

/// Counts the places of each player, in the order of the entrants.
#[must_use]
pub fn tallies(sessions: &[PlayedSession]) -> Vec<Tally> {
    let played: Vec<&PlayedSession> = sessions.iter().collect();
    let players = players(&played);
    let of_player = |player: &usize| {
        let mut tally = Tally {
            player: *player,
            tournaments: 0,
            places: vec![0; players.len()],
            pool_percent: 0.0,
        };
        let (mut won, mut pools) = (0, 0);
        for session in &played {
            let Some(finish) = &session.finish else { continue };
            let Some(at) = session.plan.seats.iter().position(|seat| seat == player) else {
                continue;
            };
            let place = usize::try_from(finish.places[at]).unwrap_or(1).max(1) - 1;
            if let Some(times) = tally.places.get_mut(place) {
                *times += 1;
            }
            tally.tournaments += 1;
            won += finish.prizes[at];
            pools += finish.pool;
        }
        tally.pool_percent = if pools == 0 { 0.0 } else { 100.0 * won as f64 / pools as f64 };
        tally
    };
    players.iter().map(of_player).collect()
}

fn players(played: &[&PlayedSession]) -> Vec<usize> {
    let mut players: Vec<usize> =
        played.first().map(|session| session.plan.seats.clone()).unwrap_or_default();
    players.sort_unstable();
    players
}

fn first_deal(session: &PlayedSession) -> Option<u32> {
    session.plan.blocks.first()?.first().copied()
}
