//! The age of an account, which decides whether its chips have value outside of a table.

use cardroom_rules::Millis;

/// The time since when an account has existed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tenure {
    /// When the account was opened.
    opened: Millis,
}

impl Tenure {
    /// A guest, which does not count as an account yet.
    pub const GUEST: Self = Self { opened: Millis(u64::MAX) };
    /// A house bot, or an account from before opening times were stored.
    pub const ALWAYS: Self = Self { opened: Millis(0) };

    /// Returns the tenure of an account that was opened at this time.
    #[must_use]
    pub fn since(opened: Millis) -> Self {
        Self { opened }
    }

    /// Returns `true` for an account that is at least as old as `hold`.
    #[must_use]
    pub fn is_established(self, hold: Millis, now: Millis) -> bool {
        let is_old = || now.since(self.opened) >= hold;
        self == Self::ALWAYS || self != Self::GUEST && is_old()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_new_until_it_is_as_old_as_the_operator_wants() {
        let (now, hold) = (Millis(1_000_000), Millis(10_000));
        let new = Tenure::since(Millis(999_999));
        assert!(!new.is_established(hold, now));
        assert!(new.is_established(hold, Millis(999_999 + hold.0)));
        assert!(new.is_established(Millis(0), now));
        assert!(Tenure::ALWAYS.is_established(hold, Millis(5)));
        assert!(!Tenure::GUEST.is_established(Millis(0), now));
    }
}
