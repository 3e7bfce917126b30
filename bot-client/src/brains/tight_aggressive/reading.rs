//! The value of two cards on a board: their strength now, and how often they improve.
//!
//! The numbers are percentages by rule of thumb. They are good enough to act on, but not exact.

use cardroom_cards::{Card, CardSet, HighCategory, Suit, evaluate_high};

/// The value of two cards on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reading {
    /// How often the hand is best against one opponent who continues, in percent.
    pub(super) made: i32,
    /// How often the hand becomes strong by the river, in percent; 0 on the river.
    pub(super) draw: i32,
}

/// Rates two cards on a board of three, four or five.
pub(super) fn read(hole: [Card; 2], board: &[Card]) -> Reading {
    let board_set: CardSet = board.iter().collect();
    let all: CardSet = board_set.into_iter().chain(hole).collect();
    let Some(value) = evaluate_high(all) else { return Reading { made: 0, draw: 0 } };
    let texture = Texture::of(board_set);
    let own = Own { hole, board, texture: &texture };
    let plays_the_board = evaluate_high(board_set) == Some(value);
    let made = if plays_the_board { 28 } else { own.made(value.category()) };
    let draw = if board.len() >= 5 || value.category() >= HighCategory::Straight {
        0
    } else {
        let per_out = if board.len() == 3 { 35 } else { 22 };
        (outs(hole, board_set, &texture) * per_out / 10).min(60)
    };
    Reading { made: made.clamp(0, 100), draw }
}

/// The possibilities that the board alone creates.
struct Texture {
    ranks: u16,
    highest: u8,
    longest_suit: u32,
    /// The largest number of the board's ranks within any straight.
    straight_ranks: u32,
    paired: bool,
}

impl Texture {
    fn of(board: CardSet) -> Self {
        let ranks = rank_mask(board);
        Self {
            ranks,
            highest: 15 - u8::try_from(ranks.leading_zeros()).unwrap_or(15),
            longest_suit: Suit::ALL
                .map(|suit| board.suit_mask(suit).count_ones())
                .into_iter()
                .max()
                .unwrap_or(0),
            straight_ranks: straights()
                .map(|s| (s & with_low_ace(ranks)).count_ones())
                .max()
                .unwrap_or(0),
            paired: (ranks.count_ones() as usize) < board.len(),
        }
    }

    /// Returns how much hands below a straight lose to possible straights and flushes.
    fn danger(&self) -> i32 {
        let flush = match self.longest_suit {
            0..=2 => 0,
            3 => 10,
            _ => 28,
        };
        let straight = match self.straight_ranks {
            0..=2 => 0,
            3 => 4,
            _ => 18,
        };
        flush + straight
    }
}

struct Own<'a> {
    hole: [Card; 2],
    board: &'a [Card],
    texture: &'a Texture,
}

impl Own<'_> {
    fn made(&self, category: HighCategory) -> i32 {
        let texture = self.texture;
        match category {
            HighCategory::HighCard => self.high_cards(),
            HighCategory::Pair => self.pair() - texture.danger(),
            HighCategory::TwoPair => self.two_pair() - texture.danger(),
            HighCategory::ThreeOfAKind => self.three() - texture.danger(),
            HighCategory::Straight => {
                let flush = if texture.longest_suit >= 3 { 12 } else { 0 };
                let shared = if texture.straight_ranks >= 4 { 12 } else { 0 };
                88 - flush - shared - self.full_house_danger()
            }
            HighCategory::Flush => self.flush() - self.full_house_danger(),
            HighCategory::FullHouse => {
                // With trips on the board any pair makes a full house.
                if self.hole.iter().any(|card| self.on_board(*card) > 0) { 95 } else { 80 }
            }
            HighCategory::FourOfAKind => {
                if self.hole.iter().any(|card| self.on_board(*card) > 0) {
                    99
                } else {
                    50
                }
            }
            HighCategory::StraightFlush => 99,
        }
    }

    /// Returns how many cards of this card's rank are on the board.
    fn on_board(&self, card: Card) -> usize {
        self.board.iter().filter(|other| other.rank() == card.rank()).count()
    }

    fn is_pocket_pair(&self) -> bool {
        self.hole[0].rank() == self.hole[1].rank()
    }

    fn full_house_danger(&self) -> i32 {
        if self.texture.paired { 7 } else { 0 }
    }

    fn high_cards(&self) -> i32 {
        let top = self.hole[0].rank().max(self.hole[1].rank()).index();
        if top == 12 { 22 } else { i32::from(top) }
    }

    fn pair(&self) -> i32 {
        if self.is_pocket_pair() {
            return self.pocket_pair();
        }
        self.paired_card().map_or_else(|| self.high_cards(), |card| self.board_pair(card))
    }

    /// Returns the hole card that pairs the board, the higher of two.
    fn paired_card(&self) -> Option<Card> {
        self.hole.into_iter().filter(|card| self.on_board(*card) > 0).max()
    }

    /// Rates a pocket pair by the number of board ranks above it.
    fn pocket_pair(&self) -> i32 {
        match self.ranks_above(self.hole[0]) {
            0 => 76,
            1 => 50,
            2 => 36,
            _ => 28,
        }
    }

    /// Rates one pair with the board by its rank on the board and the kicker.
    fn board_pair(&self, paired: Card) -> i32 {
        let kicker = if self.hole[0].rank() == paired.rank() { self.hole[1] } else { self.hole[0] };
        let kicker = match kicker.rank().index() {
            10.. => 8,
            8..10 => 4,
            _ => 0,
        };
        kicker
            + match self.ranks_above(paired) {
                0 => 61,
                1 => 44,
                _ => 32,
            }
    }

    fn ranks_above(&self, card: Card) -> u32 {
        (u32::from(self.texture.ranks) >> (card.rank().index() + 1)).count_ones()
    }

    fn two_pair(&self) -> i32 {
        let both = self.hole.iter().all(|card| self.on_board(*card) > 0);
        if self.is_pocket_pair() {
            self.pocket_pair() - 3
        } else if both {
            // Two pair with both cards. It is better if the higher one is the top pair.
            if self.hole.iter().any(|card| card.rank().index() == self.texture.highest) {
                84
            } else {
                76
            }
        } else {
            // All players share the pair on the board.
            self.paired_card().map_or_else(|| self.high_cards(), |card| self.board_pair(card) - 3)
        }
    }

    fn three(&self) -> i32 {
        if self.is_pocket_pair() {
            92
        } else if self.paired_card().is_some() {
            84
        } else {
            // Trips on the board: the kickers play.
            self.high_cards() + 10
        }
    }

    fn flush(&self) -> i32 {
        let Some(suit) = Suit::ALL.into_iter().find(|&suit| {
            self.board.iter().chain(&self.hole).filter(|card| card.suit() == suit).count() >= 5
        }) else {
            return 80;
        };
        let held = self.hole.iter().filter(|card| card.suit() == suit);
        let Some(best) = held.map(|card| card.rank().index()).max() else { return 28 };
        let board: CardSet = self.board.iter().collect();
        // The number of cards of the suit that would beat it.
        let above =
            12 - u32::from(best) - (u32::from(board.suit_mask(suit)) >> (best + 1)).count_ones();
        match (above, self.texture.longest_suit) {
            (0, _) => 97,
            (1, _) => 91,
            (_, 3) => 84,
            (2..=4, _) => 70,
            _ => 52,
        }
    }
}

/// Counts the cards that make a straight or a flush with at least one hole
/// card. Overcards count half.
fn outs(hole: [Card; 2], board: CardSet, texture: &Texture) -> i32 {
    let all: CardSet = board.into_iter().chain(hole).collect();
    let flush_draw = Suit::ALL.into_iter().any(|suit| {
        all.suit_mask(suit).count_ones() == 4 && hole.iter().any(|card| card.suit() == suit)
    });
    let completes = |ranks: u16, rank: u16| {
        let ranks = with_low_ace(ranks | rank);
        straights().any(|straight| straight & ranks == straight)
    };
    let ranks = rank_mask(all);
    let straight_ranks = (0..13)
        .map(|index| 1_u16 << index)
        .filter(|&rank| {
            ranks & rank == 0 && completes(ranks, rank) && !completes(texture.ranks, rank)
        })
        .count();
    let straight_outs = i32::try_from(straight_ranks).unwrap_or(0) * if flush_draw { 3 } else { 4 };
    let overcards = hole.iter().filter(|card| card.rank().index() > texture.highest).count();
    let over_outs = if overcards == 2 { 3 } else { i32::from(overcards == 1) };
    let flush_outs = if flush_draw { 9 } else { 0 };
    // Overcards of one rank are an overpair, and another one improves nothing here.
    let over_outs = if hole[0].rank() == hole[1].rank() { 0 } else { over_outs };
    flush_outs + straight_outs + over_outs
}

/// Returns the ten straights as masks of ranks, with the ace also below the deuce (bit 0).
fn straights() -> impl Iterator<Item = u16> {
    (0..10).map(|lowest| 0b11111 << lowest)
}

/// Shifts the ranks up by one and also puts the ace at the bottom.
fn with_low_ace(ranks: u16) -> u16 {
    (ranks << 1) | (ranks >> 12)
}

fn rank_mask(cards: CardSet) -> u16 {
    Suit::ALL.into_iter().fold(0, |ranks, suit| ranks | cards.suit_mask(suit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_cards::parse_cards;

    fn reading(hole: &str, board: &str) -> Reading {
        let hole = parse_cards(hole).unwrap();
        read([hole[0], hole[1]], &parse_cards(board).unwrap())
    }

    #[test]
    fn better_hands_read_higher() {
        let board = "Kh 8d 3c";
        let ladder =
            ["7s 5s", "Ad Qd", "4h 4s", "8s 7s", "Ks 9s", "Kd Qc", "Ah As", "Ks 8s", "3h 3d"];
        let made: Vec<_> = ladder.iter().map(|hole| reading(hole, board).made).collect();
        assert!(made.is_sorted_by(|a, b| a < b), "{made:?}");
    }

    #[test]
    fn draws_are_counted_by_their_outs() {
        let outs = |hole: &str, board: &str| {
            let hole = parse_cards(hole).unwrap();
            let board: CardSet = parse_cards(board).unwrap().into_iter().collect();
            outs([hole[0], hole[1]], board, &Texture::of(board))
        };
        assert_eq!(outs("Ah 2h", "Kh 8h 3c"), 9 + 1, "a flush draw and an overcard");
        assert_eq!(outs("Jh Th", "Qh 9h 2c"), 9 + 6, "a flush draw with an open end");
        assert_eq!(outs("6c 5d", "7h 8s Kd"), 8, "an open end");
        assert_eq!(outs("6c 5d", "9h 8s Kd Kc"), 4, "a gutshot");
        assert_eq!(outs("Ac 2d", "3h 4s 9d Td"), 4 + 1, "the wheel");
        assert_eq!(outs("6c 5d", "Kh Qs 2d 2c"), 0);
        assert_eq!(outs("2c 3d", "9h Th Jh Qh"), 0, "what the board completes is everybody's");
        assert_eq!(reading("Ah 2h", "Kh 8h 3c 4d 9s").draw, 0, "no card is to come");
    }

    #[test]
    fn what_everybody_has_is_worth_little() {
        assert!(reading("2c 3d", "Ah Kh Qh Jh Th").made < 35);
        assert!(reading("Qc 3d", "8h 8s 8d Kc 2h").made < 35);
        assert!(reading("Qc 3d", "8h 8s 8d 8c 2h").made <= 50);
        // One small flush card with four on the board.
        assert!(reading("2h 3d", "Ah Kh 9h 7h 4s").made < reading("2h 3h", "Ah Kh 9h 7c 4s").made);
    }

    #[test]
    fn the_nuts_stay_the_nuts_on_wet_boards() {
        assert!(reading("Ah 2c", "Kh Qh 9h 3h 4s").made > 90);
        assert!(reading("9c 9d", "9h 8h 7h").made > 75);
        assert!(reading("Kc Kd", "Kh 7h 7d 2h 3h").made > 90);
    }
}
