//! The stacks before each hand: full, or what the hand before left (`--stacks carry`).

use cardroom_rules::{Chips, SeatNo};

/// The stacks before a hand.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum StackRule {
    /// Every hand starts from full stacks.
    #[default]
    Reset,
    /// The players play on with what is left. A player without chips gets a full stack.
    Carry,
}

impl StackRule {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Reset => "reset",
            Self::Carry => "carry",
        }
    }
}

/// The stacks of a session, by seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stacks {
    rule: StackRule,
    full: Chips,
    of_seats: Vec<Chips>,
}

impl Stacks {
    pub(crate) fn new(rule: StackRule, full: Chips, seats: usize) -> Self {
        Self { rule, full, of_seats: vec![full; seats] }
    }

    /// Returns the stack of each seat for the next hand, in the order of the seats.
    pub(crate) fn next(&mut self) -> Vec<(SeatNo, Chips)> {
        for stack in &mut self.of_seats {
            if self.rule == StackRule::Reset || stack.is_zero() {
                *stack = self.full;
            }
        }
        let stacks = self.of_seats.iter().enumerate();
        stacks.map(|(seat, stack)| (SeatNo::from_index(seat), *stack)).collect()
    }

    /// Returns `true` if the hand that began with this stack began as it was set up.
    pub(crate) fn began(&self, seat: u8, with: u64) -> bool {
        self.of_seats.get(usize::from(seat)).is_some_and(|stack| stack.0 == with)
    }

    /// Notes the stack of a seat after a hand.
    pub(crate) fn ended(&mut self, seat: u8, with: u64) {
        if let Some(stack) = self.of_seats.get_mut(usize::from(seat)) {
            *stack = Chips(with);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amounts(stacks: &mut Stacks) -> Vec<u64> {
        stacks.next().into_iter().map(|(_, stack)| stack.0).collect()
    }

    #[test]
    fn carried_stacks_go_on_and_an_empty_one_is_filled() {
        let mut stacks = Stacks::new(StackRule::Carry, Chips(1_000), 3);
        assert_eq!(amounts(&mut stacks), [1_000; 3]);
        for (seat, with) in [(0, 2_400), (1, 0), (2, 600)] {
            stacks.ended(seat, with);
        }
        assert_eq!(amounts(&mut stacks), [2_400, 1_000, 600]);
        assert!(stacks.began(2, 600) && !stacks.began(2, 1_000) && !stacks.began(3, 1_000));
    }

    #[test]
    fn full_stacks_are_full_again() {
        let mut stacks = Stacks::new(StackRule::Reset, Chips(1_000), 2);
        stacks.ended(0, 1_300);
        stacks.ended(1, 700);
        assert_eq!(amounts(&mut stacks), [1_000; 2]);
    }
}
