//! How others see an account at the tables: an avatar and a color. Both are numbers
//! that clients draw from.

use crate::ids::AccountId;
use cardroom_protocol::limits::{AVATARS, COLORS};

/// An avatar and a color, each within its range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    avatar: u16,
    color: u8,
}

impl Look {
    /// Returns a chosen look; `None` outside the ranges.
    #[must_use]
    pub fn new(avatar: u16, color: u8) -> Option<Self> {
        (avatar < AVATARS && color < COLORS).then_some(Self { avatar, color })
    }

    /// Returns the look of an account that never chose one. It follows from the id, so
    /// that it never changes.
    #[must_use]
    pub fn of(account: AccountId) -> Self {
        // SplitMix64, so that accounts with neighboring ids look different.
        let mixed = account.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let mixed = mixed ^ (mixed >> 31);
        let avatar = u16::try_from(mixed % u64::from(AVATARS)).unwrap_or_default();
        let color = u8::try_from((mixed >> 32) % u64::from(COLORS)).unwrap_or_default();
        Self { avatar, color }
    }

    #[must_use]
    pub fn avatar(self) -> u16 {
        self.avatar
    }

    #[must_use]
    pub fn color(self) -> u8 {
        self.color
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn what_nobody_chose_stays_the_same_and_differs_between_neighbors() {
        let looks = (1..=200).map(|id| Look::of(AccountId(id)));
        let all: Vec<Look> = looks.collect();
        assert!(all.iter().all(|look| Look::new(look.avatar, look.color) == Some(*look)));
        let avatars: BTreeSet<u16> = all.iter().map(|look| look.avatar).collect();
        let colors: BTreeSet<u8> = all.iter().map(|look| look.color).collect();
        assert!(avatars.len() > 150, "{} avatars", avatars.len());
        assert_eq!(colors.len(), usize::from(COLORS));
        assert_eq!((Look::of(AccountId(7)).avatar, Look::of(AccountId(7)).color), (471, 4));
    }

    #[test]
    fn a_choice_is_within_the_ranges() {
        assert!(Look::new(AVATARS - 1, COLORS - 1).is_some());
        assert_eq!(Look::new(AVATARS, 0), None);
        assert_eq!(Look::new(0, COLORS), None);
    }
}
