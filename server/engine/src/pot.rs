//! Pots: layers, side pots and the uncalled bet.

use crate::faults::{Fault, is_planted};
use crate::one_or_more::OneOrMore;
use cardroom_rules::{Chips, MAX_SEATS, SeatNo, SeatSet};
use serde::{Deserialize, Serialize};

/// A pot and the seats that can win it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pot {
    pub amount: Chips,
    /// The seats that can win it.
    pub eligible: SeatSet,
}

/// One player's share of a pot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Share {
    pub seat: SeatNo,
    pub amount: Chips,
}

/// The pots of a hand, main pot first. Usually there is one.
pub type Pots = OneOrMore<Pot>;

/// The shares of a pot. Usually one player wins all of it.
pub type Shares = OneOrMore<Share>;

/// Returns the pots, main pot first.
///
/// `put_in` holds the chips of each seat that others had to match: bets, blinds and each player's
/// ante. `dead` holds the chips that no player had to match (a table ante, a missed small blind).
/// They belong to the main pot, which a player who is all-in with dead chips alone can win. A layer
/// that only folded players reach joins the pot below it.
pub(crate) fn build_pots(put_in: &[Chips; MAX_SEATS], dead: Chips, live: SeatSet) -> Pots {
    let of = |seat: SeatNo| put_in[seat.index()];
    let mut left: Chips = dead + put_in.iter().copied().sum();
    let mut pots = Pots::new();
    let mut floor = Chips::ZERO;
    let mut carried = dead;
    let mut eligible = live;
    while let Some(level) = eligible.iter().map(of).min() {
        if is_planted(Fault::OnePot) {
            break;
        }
        let above: SeatSet = eligible.iter().filter(|seat| of(*seat) > level).collect();
        if above.is_empty() {
            break;
        }
        let layer: Chips = put_in.iter().map(|put| (*put).min(level).saturating_sub(floor)).sum();
        let amount = layer + carried;
        if !amount.is_zero() {
            pots.push(Pot { amount, eligible });
        }
        left -= amount;
        (carried, floor, eligible) = (Chips::ZERO, level, above);
    }
    pots.push(Pot { amount: left, eligible });
    pots
}

/// Returns the pots while the betting is open, main pot first. Only all-in players cap a pot,
/// because every player in `behind` can still match the rest.
pub(crate) fn pots_so_far(
    put_in: &[Chips; MAX_SEATS],
    dead: Chips,
    live: SeatSet,
    behind: SeatSet,
) -> Pots {
    let all_in = live.difference(behind);
    let mut pots = Pots::new();
    let mut carried = dead;
    // A player who is all-in with dead chips caps the main pot at them.
    let mut below = None;
    loop {
        let is_above = |put: &Chips| below.is_none_or(|floor| *put > floor);
        let level = all_in.iter().map(|seat| put_in[seat.index()]).filter(is_above).min();
        let floor = below.unwrap_or_default();
        let layer =
            |put: &Chips| level.map_or(*put, |level| (*put).min(level)).saturating_sub(floor);
        let amount = carried + put_in.iter().map(layer).sum();
        let reaches = |seat: &SeatNo| level.is_some_and(|level| put_in[seat.index()] >= level);
        let eligible = behind.union(all_in.iter().filter(reaches).collect());
        if !amount.is_zero() {
            match pots.last_mut() {
                Some(last) if eligible.is_empty() || last.eligible == eligible => {
                    last.amount += amount;
                }
                _ => pots.push(Pot { amount, eligible }),
            }
            carried = Chips::ZERO;
        }
        let Some(level) = level else { return pots };
        below = Some(level);
    }
}

/// Returns the unmatched part of a street's largest bet, and its seat. Bets
/// of folded players count.
pub(crate) fn uncalled(bets: impl Iterator<Item = (SeatNo, Chips)>) -> Option<(SeatNo, Chips)> {
    let mut highest = (SeatNo(0), Chips::ZERO);
    let mut second = Chips::ZERO;
    for (seat, bet) in bets {
        if bet > highest.1 {
            second = highest.1;
            highest = (seat, bet);
        } else if bet > second {
            second = bet;
        }
    }
    let over = highest.1 - second;
    (!over.is_zero()).then_some((highest.0, over))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pots_of(put_in: &[u64], dead: u64, live: &[u8]) -> Vec<(u64, Vec<u8>)> {
        let mut seats = [Chips::ZERO; MAX_SEATS];
        for (seat, amount) in put_in.iter().enumerate() {
            seats[seat] = Chips(*amount);
        }
        let live = live.iter().copied().map(SeatNo).collect();
        let pots = build_pots(&seats, Chips(dead), live);
        let total: u64 = pots.iter().map(|pot| pot.amount.0).sum();
        assert_eq!(total, put_in.iter().sum::<u64>() + dead, "no chip is lost");
        pots.into_iter()
            .map(|pot| (pot.amount.0, pot.eligible.iter().map(|seat| seat.0).collect()))
            .collect()
    }

    #[test]
    fn each_all_in_closes_a_layer() {
        assert_eq!(
            pots_of(&[100, 300, 300, 50], 0, &[0, 1, 2]),
            [(350, vec![0, 1, 2]), (400, vec![1, 2])]
        );
    }

    #[test]
    fn chips_of_the_folded_swell_the_pots_but_make_none() {
        assert_eq!(pots_of(&[100, 100, 80, 20], 0, &[0, 1]), [(300, vec![0, 1])]);
        assert_eq!(pots_of(&[100, 100, 400], 0, &[0, 1]), [(600, vec![0, 1])]);
    }

    #[test]
    fn dead_chips_belong_to_the_main_pot() {
        assert_eq!(
            pots_of(&[10, 200, 200], 75, &[0, 1, 2]),
            [(105, vec![0, 1, 2]), (380, vec![1, 2])]
        );
        assert_eq!(pots_of(&[0, 0], 75, &[1]), [(75, vec![1])]);
    }

    #[test]
    fn a_player_with_only_dead_chips_in_can_win_the_dead_chips() {
        assert_eq!(
            pots_of(&[0, 200, 200], 75, &[0, 1, 2]),
            [(75, vec![0, 1, 2]), (400, vec![1, 2])]
        );
        assert_eq!(pots_of(&[0, 200, 200], 0, &[0, 1, 2]), [(400, vec![1, 2])]);
        assert_eq!(pots_of(&[0, 0, 200], 75, &[0, 1]), [(275, vec![0, 1])]);
        let bets = |list: [u64; 3]| {
            let mut bets = [Chips::ZERO; MAX_SEATS];
            bets[..3].copy_from_slice(&list.map(Chips));
            bets
        };
        let seats = |list: &[u8]| list.iter().copied().map(SeatNo).collect::<SeatSet>();
        let so_far = |list, dead, behind: &[u8]| {
            let pots = pots_so_far(&bets(list), Chips(dead), seats(&[0, 1, 2]), seats(behind));
            let pots = pots.into_iter().map(|pot| (pot.amount.0, pot.eligible));
            pots.collect::<Vec<_>>()
        };
        let (all, others) = (seats(&[0, 1, 2]), seats(&[1, 2]));
        assert_eq!(so_far([0, 100, 200], 75, &[1, 2]), [(75, all), (300, others)]);
        assert_eq!(so_far([0, 100, 200], 0, &[1, 2]), [(300, others)]);
        assert_eq!(so_far([0, 100, 200], 75, &[2]), [(75, all), (200, others), (100, seats(&[2]))]);
    }

    #[test]
    fn a_short_ante_wins_only_the_matched_part() {
        assert_eq!(pots_of(&[4, 10, 10], 0, &[0, 1, 2]), [(12, vec![0, 1, 2]), (12, vec![1, 2])]);
    }

    #[test]
    fn while_the_betting_goes_on_only_who_is_all_in_limits_a_pot() {
        let mut bets = [Chips::ZERO; MAX_SEATS];
        (bets[0], bets[1], bets[2]) = (Chips(100), Chips(40), Chips(200));
        let seats = |list: &[u8]| list.iter().copied().map(SeatNo).collect::<SeatSet>();
        let open = pots_so_far(&bets, Chips(10), seats(&[0, 1, 2]), seats(&[0, 1, 2]));
        assert_eq!(open[..], [Pot { amount: Chips(350), eligible: seats(&[0, 1, 2]) }]);
        let short = pots_so_far(&bets, Chips(10), seats(&[0, 1, 2]), seats(&[0, 2]));
        let amounts: Vec<u64> = short.iter().map(|pot| pot.amount.0).collect();
        assert_eq!(amounts, [130, 220]);
        assert_eq!(short[1].eligible, seats(&[0, 2]));
    }

    #[test]
    fn the_uncalled_part_is_what_the_second_highest_bet_leaves() {
        let uncalled =
            |bets: [u64; 3]| uncalled([2, 5, 7].map(SeatNo).into_iter().zip(bets.map(Chips)));
        assert_eq!(uncalled([500, 1_200, 0]), Some((SeatNo(5), Chips(700))));
        assert_eq!(uncalled([1_200, 500, 900]), Some((SeatNo(2), Chips(300))));
        assert_eq!(uncalled([0, 1_200, 1_200]), None);
        assert_eq!(uncalled([0, 0, 0]), None);
    }
}
