//! The boards of a hand, from the order in which a record deals them: one board, several that the
//! hand was run out on, or several side by side with betting.

use cardroom_cards::Card;

/// The most cards of a board.
const BOARD: usize = 5;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Boards {
    pub(super) boards: Vec<Vec<Card>>,
    /// There was betting after more than one of them had begun.
    pub(super) together: bool,
}

/// The deals to the boards of a hand, in the order of the record.
#[derive(Default)]
pub(super) struct BoardDeals {
    /// The deals between two rounds of betting.
    rounds: Vec<Vec<Vec<Card>>>,
    /// A player acted since the last deal.
    closed: bool,
}

impl BoardDeals {
    /// Adds cards dealt to a board.
    pub(super) fn deal(&mut self, cards: Vec<Card>) {
        match self.rounds.last_mut() {
            Some(round) if !self.closed => round.push(cards),
            _ => self.rounds.push(vec![cards]),
        }
        self.closed = false;
    }

    /// Notes that a player acted.
    pub(super) fn bet(&mut self) {
        self.closed = true;
    }

    /// Returns the boards. Deals that do not divide into equal boards become one board
    /// that is too long.
    pub(super) fn boards(&self) -> Boards {
        let one = || Boards { boards: vec![self.cards().collect()], together: false };
        if self.cards().count() <= BOARD {
            return one();
        }
        self.side_by_side().or_else(|| self.run_out()).unwrap_or_else(one)
    }

    fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        self.rounds.iter().flatten().flatten().copied()
    }

    /// Returns the boards if each round deals to every board in turn, with betting in between.
    fn side_by_side(&self) -> Option<Boards> {
        let first = self.rounds.first()?;
        let count = first.len();
        if count < 2 || self.rounds.len() + usize::from(self.closed) < 2 {
            return None;
        }
        let mut boards = vec![Vec::new(); count];
        for round in &self.rounds {
            for street in round.chunks(count) {
                if street.len() != count || street.iter().any(|deal| deal.len() != street[0].len())
                {
                    return None;
                }
                for (board, deal) in boards.iter_mut().zip(street) {
                    board.extend(deal);
                }
            }
        }
        let fit = boards.iter().all(|board| board.len() <= BOARD);
        fit.then_some(Boards { boards, together: true })
    }

    /// Returns the boards if the last round deals all missing cards to each board. It deals board
    /// by board, or street by street if its first two deals are flops.
    fn run_out(&self) -> Option<Boards> {
        let (last, before) = self.rounds.split_last()?;
        let shared: Vec<Card> = before.iter().flatten().flatten().copied().collect();
        let missing = BOARD.checked_sub(shared.len()).filter(|missing| *missing > 0)?;
        let cards: Vec<Card> = last.iter().flatten().copied().collect();
        if !cards.len().is_multiple_of(missing) {
            return None;
        }
        let count = cards.len() / missing;
        let by_street = last.len() > count && last[0].len() > 1 && last[0].len() == last[1].len();
        let mut boards = vec![shared; count];
        if by_street {
            for (index, deal) in last.iter().enumerate() {
                boards[index % count].extend(deal);
            }
        } else {
            for (board, rest) in boards.iter_mut().zip(cards.chunks(missing)) {
                board.extend(rest);
            }
        }
        let fit = boards.iter().all(|board| board.len() == BOARD);
        fit.then_some(Boards { boards, together: false })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;
    use cardroom_cards::parse_cards;

    /// Reads deals. `-` stands for betting.
    fn boards(deals: &str) -> Boards {
        let mut all = BoardDeals::default();
        for deal in deals.split(' ') {
            match deal {
                "-" => all.bet(),
                cards => all.deal(parse_cards(cards).unwrap()),
            }
        }
        all.boards()
    }

    fn are(deals: &str, expected: &[&str], together: bool) {
        let expected = expected.iter().map(|cards| parse_cards(cards).unwrap()).collect();
        assert_eq!(boards(deals), Boards { boards: expected, together }, "{deals}");
    }

    #[test]
    fn cards_come_to_one_board_to_several_or_to_all_of_them() {
        are("2c3c4c - 5c - 6c -", &["2c3c4c5c6c"], false);
        are("2c3c4c - 5c 6c 5d 6d", &["2c3c4c5c6c", "2c3c4c5d6d"], false);
        are("2c3c4c - 5c - 6c 6d 6h", &["2c3c4c5c6c", "2c3c4c5c6d", "2c3c4c5c6h"], false);
        are("- 2c3c4c 5c 6c 2d3d4d 5d 6d", &["2c3c4c5c6c", "2d3d4d5d6d"], false);
        are("- 2c3c4c 2d3d4d 5c 5d 6c 6d", &["2c3c4c5c6c", "2d3d4d5d6d"], false);
        are("- 2c3c4c 2d3d4d - 5c 5d - 6c 6d -", &["2c3c4c5c6c", "2d3d4d5d6d"], true);
        are("2c3c4c 2d3d4d - 5c 5d 6c 6d", &["2c3c4c5c6c", "2d3d4d5d6d"], true);
    }

    #[test]
    fn cards_that_fit_no_boards_are_one_that_is_too_long() {
        are("2c3c4c - 5c - 6c 6d - 7c", &["2c3c4c5c6c6d7c"], false);
        are("2c3c4c - 5c 6c 7c", &["2c3c4c5c6c7c"], false);
    }
}
