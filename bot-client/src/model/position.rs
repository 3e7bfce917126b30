//! The position of a seat in the betting order before the flop.

use super::Table;

/// The position of a seat before the flop. The variants are ordered from the first to
/// act to the last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Position {
    /// Four or more players act after this seat and before the blinds.
    Early,
    /// Two or three players act after this seat and before the blinds.
    Middle,
    /// One player acts after this seat and before the blinds.
    Cutoff,
    /// Acts last before the blinds, and last on every later street. Heads-up this seat
    /// also has the small blind.
    Button,
    /// The seat of the small blind.
    SmallBlind,
    /// The seat of the big blind.
    BigBlind,
}

impl Table {
    /// Returns the position of a seat that was dealt into the hand in progress.
    #[must_use]
    pub fn position(&self, seat: u8) -> Option<Position> {
        let hand = self.hand.as_ref()?;
        let place = hand.dealt.iter().position(|&dealt| dealt == seat)?;
        if hand.dealt.len() == 2 {
            let last =
                if hand.big_blind == Some(seat) { Position::BigBlind } else { Position::Button };
            return Some(last);
        }
        if hand.small_blind == Some(seat) {
            return Some(Position::SmallBlind);
        }
        if hand.big_blind == Some(seat) {
            return Some(Position::BigBlind);
        }
        // With a dead button the last player to act has the button's position.
        Some(match hand.dealt.len() - 1 - place {
            0 => Position::Button,
            1 => Position::Cutoff,
            2 | 3 => Position::Middle,
            _ => Position::Early,
        })
    }

    /// Returns this bot's position in the hand in progress.
    #[must_use]
    pub fn hero_position(&self) -> Option<Position> {
        self.position(self.hero_seat?)
    }

    /// Returns `true` if this seat acts after all opponents who can still act, from the flop on.
    #[must_use]
    pub fn has_position(&self) -> bool {
        let (Some(hand), Some(hero)) = (&self.hand, self.hero_seat) else { return false };
        let after_hero = hand.dealt.iter().skip_while(|&&seat| seat != hero).skip(1);
        after_hero.copied().all(|seat| !self.seat(seat).is_some_and(super::Seat::can_act))
    }
}
