//! Units as types, so that a seat cannot be added to a stack.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// The most seats at a table.
pub const MAX_SEATS: usize = 10;

/// An amount of chips. Arithmetic is checked. Overflow and underflow break an invariant, so they
/// panic in release builds too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Chips(pub u64);

impl Chips {
    pub const ZERO: Self = Self(0);

    /// Returns `true` for zero chips.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Returns the difference, or zero if `other` is larger.
    #[must_use]
    pub fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// Returns the difference, or `None` if `other` is larger.
    #[must_use]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    /// Returns the sum, or `None` on overflow.
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// Returns the amount multiplied by `factor`.
    ///
    /// # Panics
    /// Panics if the product does not fit 64 bits.
    #[must_use]
    pub fn times(self, factor: u64) -> Self {
        Self(self.0.checked_mul(factor).expect("an amount of chips fits 64 bits"))
    }

    /// Divides the amount by `parts`. Returns the quotient, and the remainder for
    /// the caller to assign.
    ///
    /// # Panics
    /// Panics if `parts` is 0.
    #[must_use]
    pub fn divide(self, parts: u64) -> (Self, Self) {
        (Self(self.0 / parts), Self(self.0 % parts))
    }

    /// Returns `basis_points` ten-thousandths of the amount, rounded down.
    #[must_use]
    pub fn basis_points_floor(self, basis_points: u64) -> Self {
        let product = u128::from(self.0) * u128::from(basis_points) / 10_000;
        Self(u64::try_from(product).unwrap_or(u64::MAX))
    }
}

impl Add for Chips {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.checked_add(other.0).expect("an amount of chips fits 64 bits"))
    }
}

impl AddAssign for Chips {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Chips {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.checked_sub(other.0).expect("chips are taken only from where they are"))
    }
}

impl SubAssign for Chips {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Sum for Chips {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Chips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Chips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}c", self.0)
    }
}

/// A point in time or a duration, in milliseconds of the room's clock. Points count from 1970. The
/// engine only compares and adds them.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// Returns a duration of this many seconds.
    #[must_use]
    pub const fn seconds(seconds: u64) -> Self {
        Self(seconds * 1_000)
    }

    /// Returns the duration since `earlier`, or zero if `earlier` is later.
    #[must_use]
    pub fn since(self, earlier: Self) -> Self {
        Self(self.0.saturating_sub(earlier.0))
    }
}

impl Add for Millis {
    type Output = Self;
    fn add(self, span: Self) -> Self {
        Self(self.0.saturating_add(span.0))
    }
}

/// A seat at a table, from 0, clockwise.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct SeatNo(pub u8);

impl SeatNo {
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the number of the seat for people, who count from 1.
    #[must_use]
    pub fn from_one(self) -> u16 {
        u16::from(self.0) + 1
    }

    /// Returns the seat with this index.
    ///
    /// # Panics
    /// Panics if the index is not below [`MAX_SEATS`].
    #[must_use]
    pub fn from_index(index: usize) -> Self {
        assert!(index < MAX_SEATS, "a table has at most {MAX_SEATS} seats");
        Self(u8::try_from(index).expect("checked above"))
    }
}

impl fmt::Display for SeatNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats of one table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatSet(u16);

impl SeatSet {
    pub const EMPTY: Self = Self(0);

    /// Adds a seat to the set.
    ///
    /// # Panics
    /// Panics if the seat is not below [`MAX_SEATS`].
    pub fn insert(&mut self, seat: SeatNo) {
        assert!(seat.index() < MAX_SEATS, "a table has at most {MAX_SEATS} seats");
        self.0 |= bit(seat);
    }

    pub fn remove(&mut self, seat: SeatNo) {
        self.0 &= !bit(seat);
    }

    /// Returns `true` if the set contains the seat. Seats of no table are never contained.
    #[must_use]
    pub fn contains(self, seat: SeatNo) -> bool {
        self.0 & bit(seat) != 0
    }

    /// Returns the number of seats.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` for a set of exactly one seat.
    #[must_use]
    pub fn is_alone(self) -> bool {
        self.0.is_power_of_two()
    }

    /// Returns the seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = SeatNo> {
        let mut left = self;
        std::iter::from_fn(move || {
            let seat = left.lowest()?;
            left.0 &= left.0 - 1;
            Some(seat)
        })
    }

    /// Returns the seats clockwise, starting with the first one after `from`. If the set contains
    /// `from`, it comes last.
    pub fn clockwise_after(self, from: SeatNo) -> impl Iterator<Item = SeatNo> {
        // Seats up to `from` move to the upper half, so they come after the others.
        let before = self.0 & up_to(from);
        let mut left = u32::from(self.0 & !before) | u32::from(before) << u16::BITS;
        std::iter::from_fn(move || {
            let first = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some(seat_of_bit(first % u16::BITS))
        })
    }

    /// Returns the first seat clockwise after `from`. It is `from` only if that is the only seat.
    #[must_use]
    pub fn next_after(self, from: SeatNo) -> Option<SeatNo> {
        Self(self.0 & !up_to(from)).lowest().or_else(|| self.lowest())
    }

    /// Returns the first seat counter-clockwise before `from`. It is `from` only if that
    /// is the only seat.
    #[must_use]
    pub fn previous_before(self, from: SeatNo) -> Option<SeatNo> {
        let below = Self(self.0 & up_to(from) & !bit(from));
        below.highest().or_else(|| self.highest())
    }

    fn lowest(self) -> Option<SeatNo> {
        (!self.is_empty()).then(|| seat_of_bit(self.0.trailing_zeros()))
    }

    fn highest(self) -> Option<SeatNo> {
        (!self.is_empty()).then(|| seat_of_bit(u16::BITS - 1 - self.0.leading_zeros()))
    }

    /// Returns the seats that are in this set but not in `other`.
    #[must_use]
    pub fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the seats that are in both sets.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the seats that are in either set.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Returns the bit of a seat; 0 for a seat that no table has.
fn bit(seat: SeatNo) -> u16 {
    1_u16.checked_shl(u32::from(seat.0)).unwrap_or(0)
}

/// Returns the bits of a seat and of all seats before it.
fn up_to(seat: SeatNo) -> u16 {
    bit(seat) | bit(seat).wrapping_sub(1)
}

fn seat_of_bit(bit: u32) -> SeatNo {
    SeatNo(u8::try_from(bit).expect("a set has 16 bits"))
}

impl FromIterator<SeatNo> for SeatSet {
    fn from_iter<I: IntoIterator<Item = SeatNo>>(seats: I) -> Self {
        let mut set = Self::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|seat| seat.0)).finish()
    }
}

/// The number of a hand at its table, from 1.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct HandNo(pub u64);

/// The account id of a player.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct PlayerId(pub u64);

/// An amount of money in a wallet, in its smallest unit. It never counts tournament chips.
/// Arithmetic is checked, as for [`Chips`].
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Cents(pub u64);

/// Writes the amount with two decimals, without a currency: 40.00.
impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

impl Cents {
    pub const ZERO: Self = Self(0);

    /// Returns `true` for zero money.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Returns the amount multiplied by `factor`.
    ///
    /// # Panics
    /// Panics if the product does not fit 64 bits.
    #[must_use]
    pub fn times(self, factor: u64) -> Self {
        Self(self.0.checked_mul(factor).expect("an amount of money fits 64 bits"))
    }

    /// Divides the amount by `parts`. Returns the quotient, and the remainder for
    /// the caller to assign.
    ///
    /// # Panics
    /// Panics if `parts` is 0.
    #[must_use]
    pub fn divide(self, parts: u64) -> (Self, Self) {
        (Self(self.0 / parts), Self(self.0 % parts))
    }

    /// Returns `basis_points` ten-thousandths of the amount, rounded down.
    #[must_use]
    pub fn basis_points_floor(self, basis_points: u64) -> Self {
        let product = u128::from(self.0) * u128::from(basis_points) / 10_000;
        Self(u64::try_from(product).unwrap_or(u64::MAX))
    }

    /// Returns the difference, or zero if `other` is larger.
    #[must_use]
    pub fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Add for Cents {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.checked_add(other.0).expect("an amount of money fits 64 bits"))
    }
}

impl AddAssign for Cents {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Cents {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.checked_sub(other.0).expect("money is taken only from where it is"))
    }
}

impl SubAssign for Cents {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Sum for Cents {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

/// A table of a tournament, from 1.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct TableNo(pub u32);

/// One entry of a player in a tournament, from 1 in the order of registration. A re-entry
/// has its own number.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct EntryNo(pub u32);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clockwise_goes_round_the_table_and_ends_where_it_began() {
        let set: SeatSet = [1, 4, 9].map(SeatNo).into_iter().collect();
        assert_eq!(set.clockwise_after(SeatNo(4)).collect::<Vec<_>>(), [9, 1, 4].map(SeatNo));
        assert_eq!(set.next_after(SeatNo(9)), Some(SeatNo(1)));
        assert_eq!(set.previous_before(SeatNo(1)), Some(SeatNo(9)));
        assert_eq!(set.previous_before(SeatNo(2)), Some(SeatNo(1)));
    }

    #[test]
    fn every_set_is_walked_from_every_seat() {
        for bits in 0..1_u16 << MAX_SEATS {
            let set = SeatSet(bits);
            let seats: Vec<u8> = (0..10).filter(|seat| bits & 1 << seat != 0).collect();
            assert_eq!(set.iter().map(|seat| seat.0).collect::<Vec<_>>(), seats);
            for from in 0..10 {
                let clockwise = (1..=10).map(|step| (from + step) % 10);
                let walked: Vec<u8> = clockwise.filter(|seat| seats.contains(seat)).collect();
                let found = set.clockwise_after(SeatNo(from)).map(|seat| seat.0);
                assert_eq!(found.collect::<Vec<_>>(), walked);
                let first = walked.first().copied().map(SeatNo);
                assert_eq!(set.next_after(SeatNo(from)), first);
                let mut back = walked.iter().rev().filter(|seat| **seat != from);
                let last = back.next().or(walked.first()).copied().map(SeatNo);
                assert_eq!(set.previous_before(SeatNo(from)), last);
            }
        }
    }

    #[test]
    fn seats_that_no_table_has_are_in_no_set() {
        let mut set: SeatSet = (0..10).map(SeatNo).collect();
        for seat in [10, 15, 16, 17, 64, 255].map(SeatNo) {
            assert!(!set.contains(seat));
            set.remove(seat);
        }
        assert_eq!(set.len(), MAX_SEATS);
    }

    #[test]
    #[should_panic(expected = "chips are taken only from where they are")]
    fn chips_cannot_go_below_nothing() {
        let _ = Chips(1) - Chips(2);
    }

    #[test]
    fn basis_points_round_down_and_do_not_overflow() {
        assert_eq!(Chips(1_999).basis_points_floor(500), Chips(99));
        assert_eq!(Chips(u64::MAX).basis_points_floor(10_000), Chips(u64::MAX));
    }
}
