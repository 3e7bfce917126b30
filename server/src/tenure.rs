//! How long an account has been there, which decides whether its chips have value outside of a table.

use cardroom_rules::Millis;

/// Since when an account has been one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tenure {
    /// It is a guest.
    Guest,
    /// It was opened then; 0 for house bots, and for accounts from before this was noted.
    Since(Millis),
}

impl Tenure {
    /// An account that has always been there.
    pub const ALWAYS: Self = Self::Since(Millis(0));

    /// Returns `true` for an account that is at least as old as `hold`.
    #[must_use]
    pub fn is_established(self, hold: Millis, now: Millis) -> bool {
        matches!(self, Self::Since(opened) if opened == Millis(0) || now.since(opened) >= hold)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_new_until_it_is_as_old_as_the_operator_wants() {
        let (now, hold) = (Millis(1_000_000), Millis(10_000));
        let new = Tenure::Since(Millis(999_999));
        assert!(!new.is_established(hold, now));
        assert!(new.is_established(hold, Millis(999_999 + hold.0)));
        assert!(new.is_established(Millis(0), now));
        assert!(Tenure::ALWAYS.is_established(hold, Millis(5)));
        assert!(!Tenure::Guest.is_established(Millis(0), now));
    }
}
