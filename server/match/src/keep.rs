//! Keeps notes of hands, and the events of those with the largest pots.

use cardroom_history::pot_of;
use cardroom_protocol::history::HandRecord;
use cardroom_protocol::table::TableEvent;

/// A hand in short, without its events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandNote {
    /// All pots together, without uncalled bets.
    pub pot: u64,
    /// The betting round in which it ended, from 0.
    pub street: u8,
    pub has_showdown: bool,
}

impl HandNote {
    pub(crate) fn of(record: &HandRecord) -> Self {
        let (mut boards, mut rounds, mut has_board, mut shown) = (0_u8, 0_u8, false, 0);
        for event in record.events() {
            match event {
                TableEvent::HandStarted(started) => has_board = started.game.board_cards > 0,
                TableEvent::BoardDealt(dealt) if dealt.board == 0 => boards += 1,
                TableEvent::BetsCollected(_) => rounds += 1,
                TableEvent::HandTabled(_) => shown += 1,
                _ => {}
            }
        }
        let street = if has_board { boards } else { rounds.saturating_sub(1) };
        Self { pot: pot_of(record), street, has_showdown: shown > 1 }
    }
}

/// The hands of a session with the largest pots, by their place.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Largest(Vec<(u64, usize)>);

impl Largest {
    /// Adds a hand. Returns the one that is not among the largest any more, if there is one. Of
    /// equal pots, the earlier stay.
    pub(crate) fn add(&mut self, pot: u64, at: usize, most: usize) -> Option<usize> {
        self.0.push((pot, at));
        if self.0.len() <= most {
            return None;
        }
        let key = |(pot, at): &(u64, usize)| (*pot, usize::MAX - *at);
        let smallest = (0..self.0.len()).min_by_key(|place| key(&self.0[*place]))?;
        Some(self.0.swap_remove(smallest).1)
    }
}

#[cfg(test)]
mod tests {
    use super::Largest;

    #[test]
    fn the_largest_pots_stay_and_of_equal_ones_the_first() {
        let mut largest = Largest::default();
        let pots = [300, 100, 300, 200, 300, 900];
        let gone: Vec<_> =
            pots.into_iter().enumerate().map(|(at, pot)| largest.add(pot, at, 3)).collect();
        assert_eq!(gone, [None, None, None, Some(1), Some(3), Some(4)]);
    }
}
