//! The schedule: the seat of each player in every deal, and the order of deals in each session. It
//! follows from the seed alone.

use crate::decks::{Stream, generator};
use cardroom_cards::fisher_yates;
use rand::Rng as _;

/// The most players who can be seated in every order.
pub const MOST_PERMUTED: usize = 4;

/// Deals between two looks at the result, if a match may end early.
pub const BLOCK: u32 = 100;

/// Which bots meet at a table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Format {
    /// Every bot plays every other heads-up.
    #[default]
    RoundRobin,
    /// The first bot plays every other heads-up.
    Gauntlet,
    /// All bots play at one table.
    Table,
}

/// From which seats a deal is played.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Seatings {
    /// Once from every seat: the players move one seat on.
    #[default]
    Rotate,
    /// In every order of the players.
    All,
    /// From one seat only.
    One,
}

/// The size of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    pub format: Format,
    pub seatings: Seatings,
    pub deals: u32,
    /// Into how many sessions the deals of a seating are split.
    pub sessions: u32,
    /// Whether the deals are played block by block, so that the match can end after one.
    pub in_blocks: bool,
    /// Whether a session plays its deals in their order, because one hand follows from another.
    pub in_order: bool,
}

/// The players of a table, by their place among the entrants.
pub type Group = Vec<usize>;

/// One life of the players at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// The number of the session, from 1, through the whole match.
    pub number: u32,
    /// The place of its players in [`groups`].
    pub group: usize,
    /// Which seating, from 0.
    pub seating: u32,
    /// Which part of the deals, from 0.
    pub part: u32,
    /// The entrant in each seat.
    pub seats: Vec<usize>,
    /// The deals, from 1, in the order in which they are played, block by block.
    pub blocks: Vec<Vec<u32>>,
}

/// Returns the tables that a format needs for a number of bots.
#[must_use]
pub fn groups(format: Format, bots: usize) -> Vec<Group> {
    match format {
        Format::Table => vec![(0..bots).collect()],
        Format::Gauntlet => (1..bots).map(|other| vec![0, other]).collect(),
        Format::RoundRobin => {
            let pairs =
                (0..bots).flat_map(|one| (one + 1..bots).map(move |other| vec![one, other]));
            pairs.collect()
        }
    }
}

/// Returns every seating of a group: which of its players sits in each seat.
#[must_use]
pub fn seatings(seatings: Seatings, group: &[usize]) -> Vec<Vec<usize>> {
    match seatings {
        Seatings::One => vec![group.to_vec()],
        Seatings::Rotate => (0..group.len())
            .map(|moved| {
                let mut seats = group.to_vec();
                seats.rotate_right(moved);
                seats
            })
            .collect(),
        Seatings::All => permutations(group),
    }
}

fn permutations(players: &[usize]) -> Vec<Vec<usize>> {
    if players.len() < 2 {
        return vec![players.to_vec()];
    }
    let mut all = Vec::new();
    for first in 0..players.len() {
        let mut rest = players.to_vec();
        let player = rest.remove(first);
        for mut others in permutations(&rest) {
            others.insert(0, player);
            all.push(others);
        }
    }
    all
}

/// Returns the sessions of a match, in the order of their numbers.
#[must_use]
pub fn sessions(size: &Size, bots: usize, seed: u64) -> Vec<Session> {
    let mut sessions = Vec::new();
    for (group, players) in groups(size.format, bots).iter().enumerate() {
        for (seating, seats) in (0..).zip(seatings(size.seatings, players)) {
            for (part, deals) in (0..).zip(parts(size.deals, size.sessions)) {
                let number = u32::try_from(sessions.len() + 1).unwrap_or(u32::MAX);
                let blocks = order(&deals, size, seed, number);
                let seats = seats.clone();
                sessions.push(Session { number, group, seating, part, seats, blocks });
            }
        }
    }
    sessions
}

/// Splits the deals into parts of the same size, or as near as possible.
fn parts(deals: u32, parts: u32) -> Vec<Vec<u32>> {
    let end = |part: u32| u64::from(deals) * u64::from(part) / u64::from(parts.max(1));
    let all: Vec<u32> = (1..=deals).collect();
    let place = |part| usize::try_from(end(part)).unwrap_or(all.len());
    (0..parts.max(1)).map(|part| all[place(part)..place(part + 1)].to_vec()).collect()
}

/// Shuffles the deals of a session, so that the number of a hand says nothing about its deal.
fn order(deals: &[u32], size: &Size, seed: u64, session: u32) -> Vec<Vec<u32>> {
    let length = if size.in_blocks { BLOCK as usize } else { deals.len().max(1) };
    let mut numbers = generator(seed, Stream::Order { session });
    let blocks = deals.chunks(length).map(|block| {
        let mut block = block.to_vec();
        if !size.in_order {
            fisher_yates(&mut block, || numbers.next_u32());
        }
        block
    });
    blocks.collect()
}

/// Returns the seat of the button in a deal.
#[must_use]
pub fn button(deal: u32, seats: usize) -> u8 {
    let seats = u32::try_from(seats).unwrap_or(1).max(1);
    u8::try_from((deal.max(1) - 1) % seats).unwrap_or(0)
}

/// Returns the game of a deal in a rotation that changes after every `every` hands.
#[must_use]
pub fn game_of(deal: u32, games: usize, every: u32) -> u8 {
    let games = u32::try_from(games).unwrap_or(1).max(1);
    u8::try_from((deal.max(1) - 1) / every.max(1) % games).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn size(deals: u32, seatings: Seatings) -> Size {
        Size {
            format: Format::RoundRobin,
            seatings,
            deals,
            sessions: 1,
            in_blocks: false,
            in_order: false,
        }
    }

    #[test]
    fn each_format_has_its_tables() {
        assert_eq!(groups(Format::RoundRobin, 3), [vec![0, 1], vec![0, 2], vec![1, 2]]);
        assert_eq!(groups(Format::Gauntlet, 3), [vec![0, 1], vec![0, 2]]);
        assert_eq!(groups(Format::Table, 3), [vec![0, 1, 2]]);
    }

    #[test]
    fn every_player_plays_from_every_seat() {
        let rotated = seatings(Seatings::Rotate, &[4, 5, 6]);
        assert_eq!(rotated, [vec![4, 5, 6], vec![6, 4, 5], vec![5, 6, 4]]);
        let all: BTreeSet<_> = seatings(Seatings::All, &[4, 5, 6]).into_iter().collect();
        assert_eq!(all.len(), 6);
        assert_eq!(seatings(Seatings::One, &[4, 5, 6]), [vec![4, 5, 6]]);
    }

    #[test]
    fn each_seating_has_every_deal_once_in_an_order_of_its_own() {
        let sessions = sessions(&size(500, Seatings::Rotate), 2, 7);
        assert_eq!(sessions.len(), 2);
        for session in &sessions {
            let [block] = session.blocks.as_slice() else { panic!("one block") };
            let mut sorted = block.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(1..=500));
        }
        assert_ne!(sessions[0].blocks, sessions[1].blocks);
        let again = super::sessions(&size(500, Seatings::Rotate), 2, 7);
        assert_eq!(sessions, again, "the seed decides");
        assert_ne!(sessions, super::sessions(&size(500, Seatings::Rotate), 2, 8));
    }

    #[test]
    fn carried_stacks_need_the_deals_in_order() {
        let size = Size { sessions: 2, in_order: true, ..size(10, Seatings::One) };
        let lives = sessions(&size, 2, 7);
        let blocks: Vec<_> = lives.iter().map(|session| session.blocks[0].clone()).collect();
        assert_eq!(blocks, [(1..=5).collect::<Vec<_>>(), (6..=10).collect()]);
    }

    #[test]
    fn deals_are_split_into_lives_and_blocks() {
        let size = Size { sessions: 3, ..size(1_000, Seatings::One) };
        let lives = sessions(&size, 2, 7);
        let counts: Vec<usize> = lives.iter().map(|session| session.blocks[0].len()).collect();
        assert_eq!(counts, [333, 333, 334]);
        let size = Size { in_blocks: true, sessions: 1, ..size };
        let [session] = &sessions(&size, 2, 7)[..] else { panic!("one session") };
        assert_eq!(session.blocks.len(), 10);
        let third: BTreeSet<u32> = session.blocks[2].iter().copied().collect();
        assert!(third.into_iter().eq(201..=300), "a block has deals that follow each other");
    }

    #[test]
    fn the_button_and_the_game_follow_from_the_deal() {
        assert_eq!([1, 2, 3, 4].map(|deal| button(deal, 3)), [0, 1, 2, 0]);
        assert_eq!([1, 2, 3, 4, 5, 6].map(|deal| game_of(deal, 3, 2)), [0, 0, 1, 1, 2, 2]);
        assert_eq!(game_of(7, 3, 2), 0);
    }
}
