//! Dividing a pot among boards, halves of a showdown and winners, to the last chip.

use crate::faults::{Fault, is_planted};
use crate::pot::{Share, Shares};
use arrayvec::ArrayVec;
use cardroom_cards::{Card, highest_card_by_suit};
use cardroom_rules::{Chips, MAX_SEATS, SeatNo, SeatSet};

/// Seats in a significant order.
pub(crate) type SeatOrder = ArrayVec<SeatNo, MAX_SEATS>;

/// Divides `amount` into equal parts in multiples of `unit`. Odd units go out one at a time from
/// the first part on, so the high half of a split pot comes first (TDA 20). A remainder below the
/// unit, which only an odd all-in can leave, goes to the first part.
pub(crate) fn into_parts(amount: Chips, parts: usize, unit: Chips) -> impl Iterator<Item = Chips> {
    assert!(parts > 0, "something is divided among somebody");
    let (units, crumbs) = amount.divide(unit.0);
    let (each, odd_units) = units.divide(parts as u64);
    (0..parts as u64).map(move |place| {
        let mut part = each.times(unit.0);
        let is_odd = if is_planted(Fault::OddChipToLast) {
            place + odd_units.0 >= parts as u64
        } else {
            place < odd_units.0
        };
        if is_odd && !is_planted(Fault::OddChipLost) {
            part += unit;
        }
        if place == 0 {
            part += crumbs;
        }
        part
    })
}

/// Divides `amount` among winners, who are listed in odd-chip order.
pub(crate) fn among_winners(amount: Chips, winners: &[SeatNo], unit: Chips) -> Shares {
    let parts = into_parts(amount, winners.len(), unit);
    let shares = winners.iter().zip(parts).map(|(seat, amount)| Share { seat: *seat, amount });
    shares.filter(|share| !share.amount.is_zero()).collect()
}

/// Returns the odd-chip order: clockwise from the button's left (TDA 20).
pub(crate) fn from_the_button(winners: SeatSet, button: SeatNo) -> SeatOrder {
    winners.clockwise_after(button).collect()
}

/// Sorts into the odd-chip order of stud: by the highest card, by suit, of the
/// winning hands (TDA 20).
pub(crate) fn by_highest_card(order: &mut [SeatNo], hand: impl Fn(SeatNo) -> Option<Card>) {
    order.sort_by_key(|seat| std::cmp::Reverse(hand(*seat)));
}

/// Divides a pot among the winners of one hand. Odd units go out one each from the button's left
/// (TDA 20; TFPL 3f-5).
#[must_use]
pub fn divide_pot(amount: Chips, winners: SeatSet, button: SeatNo, unit: Chips) -> Vec<Share> {
    let order = from_the_button(winners, button);
    if order.is_empty() { Vec::new() } else { among_winners(amount, &order, unit).to_vec() }
}

/// Divides a pot of stud. The odd unit goes to the highest card by suit of the
/// winning hands (TDA 20).
#[must_use]
pub fn divide_stud_pot(amount: Chips, hands: &[(SeatNo, Vec<Card>)], unit: Chips) -> Vec<Share> {
    let mut order: Vec<SeatNo> = hands.iter().map(|(seat, _)| *seat).collect();
    let cards = |seat| hands.iter().find(|(holder, _)| *holder == seat).map(|(_, cards)| cards);
    by_highest_card(&mut order, |seat| highest_card_by_suit(cards(seat)?));
    if order.is_empty() { Vec::new() } else { among_winners(amount, &order, unit).to_vec() }
}

/// Divides a pot between the high and the low hand. Without a low hand, the high hand gets all
/// of it. The odd unit of the pot goes to the high half, and each half is divided separately
/// (TDA 20; TNPL C8).
#[must_use]
pub fn divide_high_low(
    amount: Chips,
    high: SeatSet,
    low: SeatSet,
    button: SeatNo,
    unit: Chips,
) -> Vec<Share> {
    let halves = [high, low].into_iter().filter(|winners| !winners.is_empty());
    let winners: Vec<SeatSet> = halves.collect();
    if winners.is_empty() {
        return Vec::new();
    }
    let amounts = into_parts(amount, winners.len(), unit);
    let shares = winners.iter().zip(amounts);
    shares.flat_map(|(winners, amount)| divide_pot(amount, *winners, button, unit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(amount: u64, winners: &[u8], unit: u64) -> Vec<(u8, u64)> {
        let winners: Vec<SeatNo> = winners.iter().copied().map(SeatNo).collect();
        let shares = among_winners(Chips(amount), &winners, Chips(unit));
        shares.into_iter().map(|share| (share.seat.0, share.amount.0)).collect()
    }

    #[test]
    fn odd_chips_go_one_each_to_the_first_in_order() {
        assert_eq!(shares(100, &[7, 1, 4], 1), [(7, 34), (1, 33), (4, 33)]);
        assert_eq!(shares(101, &[7, 1, 4], 1), [(7, 34), (1, 34), (4, 33)]);
    }

    #[test]
    fn the_odd_chip_is_a_whole_unit() {
        assert_eq!(shares(1_500, &[0, 1], 100), [(0, 800), (1, 700)]);
        assert_eq!(shares(1_537, &[0, 1], 100), [(0, 837), (1, 700)]);
    }

    #[test]
    fn one_winner_takes_all() {
        assert_eq!(shares(77, &[3], 25), [(3, 77)]);
    }

    #[test]
    fn the_high_half_has_the_odd_unit() {
        let halves: Vec<Chips> = into_parts(Chips(525), 2, Chips(25)).collect();
        assert_eq!(halves, [Chips(275), Chips(250)]);
    }
}
