//! Dividing a pot among its winners, to the last chip.

use crate::pot::Share;
use cardroom_rules::{Chips, OddChip, SeatNo, SeatSet};

/// Divides `amount` evenly among the winners in multiples of `unit`. What does not divide goes
/// out unit by unit, clockwise from the button's left (TDA 20); an amount below the unit, which only
/// an odd all-in can leave, goes to the first of them.
pub(crate) fn divide(
    amount: Chips,
    winners: SeatSet,
    button: SeatNo,
    unit: Chips,
    odd_chip: OddChip,
) -> Vec<Share> {
    let OddChip::LeftOfButton = odd_chip;
    let count = winners.len() as u64;
    assert!(count > 0, "a pot has a winner");
    let (units, crumbs) = amount.divide(unit.0);
    let (each, odd_units) = units.divide(count);
    let shares = winners.clockwise_after(button).enumerate().map(|(place, seat)| {
        let mut amount = each.times(unit.0);
        if (place as u64) < odd_units.0 {
            amount += unit;
        }
        if place == 0 {
            amount += crumbs;
        }
        Share { seat, amount }
    });
    shares.filter(|share| !share.amount.is_zero()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(amount: u64, winners: &[u8], button: u8, unit: u64) -> Vec<(u8, u64)> {
        let winners = winners.iter().copied().map(SeatNo).collect();
        let shares =
            divide(Chips(amount), winners, SeatNo(button), Chips(unit), OddChip::LeftOfButton);
        shares.into_iter().map(|share| (share.seat.0, share.amount.0)).collect()
    }

    #[test]
    fn odd_chips_go_one_each_from_the_left_of_the_button() {
        assert_eq!(shares(100, &[1, 4, 7], 4, 1), [(7, 34), (1, 33), (4, 33)]);
        assert_eq!(shares(101, &[1, 4, 7], 4, 1), [(7, 34), (1, 34), (4, 33)]);
    }

    #[test]
    fn the_odd_chip_is_a_whole_unit() {
        assert_eq!(shares(1_500, &[0, 1], 9, 100), [(0, 800), (1, 700)]);
        assert_eq!(shares(1_537, &[0, 1], 9, 100), [(0, 837), (1, 700)]);
    }

    #[test]
    fn one_winner_takes_all() {
        assert_eq!(shares(77, &[3], 3, 25), [(3, 77)]);
    }
}
