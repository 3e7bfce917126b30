//! Deliberate damage to frames: bytes flipped, cut, doubled and swapped, false lengths, messages
//! joined. The server's tests make hostile frames with it, too.

use cardroom_protocol::limits::MAX_FRAME_BYTES;

/// A small random generator with the same results on every machine.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self) -> u64 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.roll() % u64::try_from(bound.max(1)).unwrap()).unwrap()
    }

    fn byte(&mut self) -> u8 {
        // Bytes with a meaning in an encoding are more likely than others.
        const LOUD: [u8; 12] = [0, 1, 0x7f, 0x80, 0xff, 250, 251, 252, 253, b'"', b'[', b'{'];
        if self.below(2) == 0 { LOUD[self.below(LOUD.len())] } else { self.roll().to_le_bytes()[0] }
    }
}

/// Adds one more defect to a frame.
pub(crate) fn mutate(frame: &mut Vec<u8>, valid: &[Vec<u8>], dice: &mut Dice) {
    let place = dice.below(frame.len().max(1));
    match dice.below(9) {
        0 => frame.truncate(place),
        1 if !frame.is_empty() => frame[place] = dice.byte(),
        2 if !frame.is_empty() => frame[place] ^= 1 << dice.below(8),
        3 => frame.insert(place.min(frame.len()), dice.byte()),
        4 if !frame.is_empty() => drop(frame.remove(place)),
        5 => frame.extend_from_slice(&valid[dice.below(valid.len())]),
        6 => {
            let piece = frame[place..].to_vec();
            frame.splice(place..place, piece);
        }
        7 => {
            let other = &valid[dice.below(valid.len())];
            let from = dice.below(other.len().max(1));
            frame.truncate(place);
            frame.extend_from_slice(&other[from..]);
        }
        _ => {
            let wide = u64::MAX >> dice.below(64);
            let claimed = [&[253][..], &wide.to_le_bytes()].concat();
            frame.splice(place..place, claimed);
        }
    }
    frame.truncate(MAX_FRAME_BYTES + 1);
}
