//! The script of a game: what it deals, one byte for each deal.

/// One deal of a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// The mark between two streets.
    Street,
    /// This many cards face down to each seat, 1 to 15.
    Down(u8),
    /// One card face up to each seat.
    Up,
    /// This many cards to each board, 1 to 15.
    Board(u8),
    /// A card is burned.
    Burn,
    /// Each seat gives this many cards away, 1 to 15.
    Discard(u8),
    /// Each seat gives up to this many cards away and gets as many, 1 to 15.
    Draw(u8),
}

impl Op {
    /// Returns the byte of the deal.
    #[must_use]
    pub fn byte(self) -> u8 {
        match self {
            Self::Street => 0x00,
            Self::Down(cards) => 0x10 | cards,
            Self::Up => 0x20,
            Self::Board(cards) => 0x30 | cards,
            Self::Burn => 0x40,
            Self::Discard(cards) => 0x50 | cards,
            Self::Draw(cards) => 0x60 | cards,
        }
    }

    /// Returns the deal of a byte, or `None` if no deal has it.
    #[must_use]
    pub fn of(byte: u8) -> Option<Self> {
        let cards = byte & 15;
        match (byte >> 4, cards) {
            (0, 0) => Some(Self::Street),
            (2, 0) => Some(Self::Up),
            (4, 0) => Some(Self::Burn),
            (_, 0) => None,
            (1, _) => Some(Self::Down(cards)),
            (3, _) => Some(Self::Board(cards)),
            (5, _) => Some(Self::Discard(cards)),
            (6, _) => Some(Self::Draw(cards)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Op;

    #[test]
    fn a_deal_has_one_byte_and_most_bytes_have_no_deal() {
        let deals: Vec<u8> = (0..=255).filter(|byte| Op::of(*byte).is_some()).collect();
        assert_eq!(deals.len(), 3 + 4 * 15);
        for byte in deals {
            assert_eq!(Op::of(byte).unwrap().byte(), byte);
        }
    }
}
