//! Ranks players who bust on the same hand, at one table or at several in hand-for-hand. `payouts`
//! decides what a place wins.

use cardroom_rules::rulebook::{FinishBy, HandForHandRank};
use cardroom_rules::{Chips, EntryNo, TableNo};
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

/// A player who is out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Busted {
    pub entry: EntryNo,
    pub table: TableNo,
    /// The stack before the hand, including blinds and antes.
    pub started_with: Chips,
    /// Rank of the hand among the players who bust at this table, 1 the best. `None` if the hand
    /// was folded or dead, which ranks below every hand (GAPS G-43).
    pub hand_rank: Option<u8>,
    /// Number of bounty chips held (TFPL 6-16).
    pub bounty_chips: u32,
}

/// A place and the entries that take it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Counted from 1. If several entries share it, the best of their places.
    pub place: u32,
    /// In order of entry.
    pub entries: Vec<EntryNo>,
}

/// Ranks the players who bust on one hand at one table, worst first, which is the order in which
/// they leave. `players_left` counts the players still in after the hand. Players who are equal by
/// every criterion share the place.
#[must_use]
pub fn on_one_hand(out: &[Busted], players_left: u32, by: &[FinishBy]) -> Vec<Place> {
    let mut ranked: Vec<&Busted> = out.iter().collect();
    ranked.sort_by(|one, other| compare(one, other, by));
    let groups = ranked.chunk_by(|one, other| compare(one, other, by).is_eq());
    let groups = groups.map(|group| group.iter().map(|player| player.entry).collect());
    placed(groups.collect(), players_left)
}

/// Ranks the players who bust on one hand of hand-for-hand at any tables, worst first
/// (TDA RP-8-A, GAPS G-41).
#[must_use]
pub fn on_one_synchronised_hand(
    out: &[Busted],
    players_left: u32,
    by: &[FinishBy],
    rank: HandForHandRank,
) -> Vec<Place> {
    let entries = |players: &[&Busted]| players.iter().map(|player| player.entry).collect();
    let groups: Vec<Vec<EntryNo>> = match rank {
        HandForHandRank::Share => vec![out.iter().map(|player| player.entry).collect()],
        HandForHandRank::StackPerTable => {
            // The number of better players at the same table.
            let ahead = |player: &Busted| {
                let there = out.iter().filter(|other| other.table == player.table);
                there.filter(|other| compare(other, player, by).is_lt()).count()
            };
            let mut groups: BTreeMap<usize, Vec<EntryNo>> = BTreeMap::new();
            for player in out {
                groups.entry(ahead(player)).or_default().push(player.entry);
            }
            groups.into_values().collect()
        }
        HandForHandRank::StackGlobal => {
            let mut ranked: Vec<&Busted> = out.iter().collect();
            ranked.sort_by_key(|player| Reverse(player.started_with));
            let equal = |one: &&Busted, other: &&Busted| one.started_with == other.started_with;
            ranked.chunk_by(equal).map(entries).collect()
        }
    };
    placed(groups, players_left)
}

/// Assigns places to groups sorted best first. Returns them worst first.
fn placed(groups: Vec<Vec<EntryNo>>, players_left: u32) -> Vec<Place> {
    let mut place = players_left + 1;
    let mut places = Vec::with_capacity(groups.len());
    for mut entries in groups {
        if entries.is_empty() {
            continue;
        }
        entries.sort_unstable();
        let sharing = u32::try_from(entries.len()).expect("entries are numbered by u32");
        places.push(Place { place, entries });
        place += sharing;
    }
    places.reverse();
    places
}

fn compare(one: &Busted, other: &Busted, by: &[FinishBy]) -> Ordering {
    let criterion = |by: &FinishBy| match by {
        FinishBy::StartingChips => other.started_with.cmp(&one.started_with),
        FinishBy::BetterHand => below_every_hand(one).cmp(&below_every_hand(other)),
        FinishBy::BountyChips => other.bounty_chips.cmp(&one.bounty_chips),
    };
    by.iter().map(criterion).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

fn below_every_hand(player: &Busted) -> u8 {
    player.hand_rank.unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TDA: &[FinishBy] = &[FinishBy::StartingChips];
    const TFPL: &[FinishBy] =
        &[FinishBy::StartingChips, FinishBy::BetterHand, FinishBy::BountyChips];

    fn busted(entry: u32, table: u32, chips: u64, hand: u8, blue: u32) -> Busted {
        Busted {
            entry: EntryNo(entry),
            table: TableNo(table),
            started_with: Chips(chips),
            hand_rank: Some(hand),
            bounty_chips: blue,
        }
    }

    fn place(place: u32, entries: &[u32]) -> Place {
        Place { place, entries: entries.iter().copied().map(EntryNo).collect() }
    }

    // Eight are left and two bust on one hand: places 7 and 8.

    /// TFPL 6-16: the stack before the hand decides first, whatever the hands.
    #[test]
    fn more_starting_chips_rank_higher() {
        let out = [busted(1, 1, 4_200, 2, 0), busted(2, 1, 4_100, 1, 3)];
        for by in [TDA, TFPL] {
            assert_eq!(on_one_hand(&out, 6, by), [place(8, &[2]), place(7, &[1])]);
        }
    }

    #[test]
    fn with_equal_chips_the_better_hand_ranks_higher_where_the_book_says_so() {
        let out = [busted(1, 1, 4_100, 2, 3), busted(2, 1, 4_100, 1, 0)];
        assert_eq!(on_one_hand(&out, 6, TFPL), [place(8, &[1]), place(7, &[2])]);
        // WPTAPL 29: a tie for the higher place. TNPL D9: cards never settle it.
        assert_eq!(on_one_hand(&out, 6, TDA), [place(7, &[1, 2])]);
    }

    #[test]
    fn then_more_bounty_chips_and_then_they_share() {
        let out = [busted(1, 1, 4_100, 1, 2), busted(2, 1, 4_100, 1, 1)];
        assert_eq!(on_one_hand(&out, 6, TFPL), [place(8, &[2]), place(7, &[1])]);
        let out = [busted(4, 1, 900, 1, 1), busted(3, 1, 900, 1, 1)];
        assert_eq!(on_one_hand(&out, 4, TFPL), [place(5, &[3, 4])]);
    }

    /// GAPS G-43.
    #[test]
    fn a_folded_hand_ranks_below_every_hand() {
        let folded = Busted { hand_rank: None, ..busted(1, 1, 900, 1, 9) };
        let out = [folded, busted(2, 1, 900, 9, 0)];
        assert_eq!(on_one_hand(&out, 4, TFPL), [place(6, &[1]), place(5, &[2])]);
    }

    // 52 are left, 50 are paid, and three bust on the synchronized hand.

    #[test]
    fn out_on_one_synchronised_hand() {
        let out = [busted(1, 1, 9_000, 1, 0), busted(2, 1, 4_000, 2, 0), busted(3, 2, 6_000, 1, 0)];
        let ranked = |rank| on_one_synchronised_hand(&out, 49, TDA, rank);
        assert_eq!(ranked(HandForHandRank::Share), [place(50, &[1, 2, 3])]);
        let per_table = [place(52, &[2]), place(50, &[1, 3])];
        assert_eq!(ranked(HandForHandRank::StackPerTable), per_table);
        let global = [place(52, &[2]), place(51, &[3]), place(50, &[1])];
        assert_eq!(ranked(HandForHandRank::StackGlobal), global);
    }

    #[test]
    fn equal_stacks_share_over_all_tables_too() {
        let out = [busted(1, 1, 9_000, 1, 0), busted(2, 2, 9_000, 2, 0), busted(3, 2, 100, 1, 0)];
        let global = on_one_synchronised_hand(&out, 49, TFPL, HandForHandRank::StackGlobal);
        assert_eq!(global, [place(52, &[3]), place(50, &[1, 2])]);
        // At its table, 3 is behind 2. Entries 1 and 2 are each first at theirs.
        let per_table = on_one_synchronised_hand(&out, 49, TFPL, HandForHandRank::StackPerTable);
        assert_eq!(per_table, [place(52, &[3]), place(50, &[1, 2])]);
    }

    #[test]
    fn nobody_out_is_no_place() {
        assert!(on_one_hand(&[], 9, TDA).is_empty());
        assert!(on_one_synchronised_hand(&[], 9, TDA, HandForHandRank::Share).is_empty());
    }

    proptest! {
        #[test]
        fn every_place_is_taken_once_and_worse_places_have_no_more_chips(
            field in prop::collection::vec((1_u32..4, 1_u64..6, 1_u8..4, 0_u32..3), 0..12),
            left in 0_u32..1_000,
        ) {
            let out: Vec<Busted> = (1..).zip(&field)
                .map(|(entry, (table, chips, hand, blue))| busted(entry, *table, *chips, *hand, *blue))
                .collect();
            let all = [
                on_one_hand(&out, left, TFPL),
                on_one_synchronised_hand(&out, left, TFPL, HandForHandRank::Share),
                on_one_synchronised_hand(&out, left, TFPL, HandForHandRank::StackPerTable),
                on_one_synchronised_hand(&out, left, TFPL, HandForHandRank::StackGlobal),
            ];
            for (index, places) in all.iter().enumerate() {
                let mut next = left + 1;
                for place in places.iter().rev() {
                    prop_assert_eq!(place.place, next);
                    next += u32::try_from(place.entries.len()).unwrap();
                }
                prop_assert_eq!(next, left + 1 + u32::try_from(out.len()).unwrap());
                if index != 1 && index != 2 {
                    let chips = |entry: &EntryNo| out[usize::try_from(entry.0).unwrap() - 1].started_with;
                    let by_place: Vec<Chips> =
                        places.iter().flat_map(|place| place.entries.iter().map(chips)).collect();
                    prop_assert!(by_place.is_sorted());
                }
            }
        }
    }
}
