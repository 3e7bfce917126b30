//! Frames made of valid ones by what goes wrong on purpose: bytes flipped, cut, doubled, exchanged, lengths
//! that lie, messages glued together. Whatever comes of it decodes or is refused; it never panics, and
//! never asks for more memory than the limits allow.
//!
//! `CARDROOM_FRAMES=10000000 cargo test --release -p cardroom-protocol --test suite fuzzed -- --nocapture`
//! makes more of them.

use crate::allocations::allocations;
use crate::golden;
use cardroom_protocol::limits::{MAX_FRAME_BYTES, MAX_ITEMS_PER_FRAME};
use cardroom_protocol::{ClientMessage, Encoding};
use std::io::Write as _;

/// Without being asked for more.
const FRAMES: u64 = 40_000;
/// The largest piece that a client's frame may make the decoder ask for.
const LARGEST_PIECE: usize = 8 * MAX_FRAME_BYTES;

/// A small generator that is the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.roll() % u64::try_from(bound.max(1)).unwrap()).unwrap()
    }

    fn byte(&mut self) -> u8 {
        // Those that mean something are more likely than others.
        const LOUD: [u8; 12] = [0, 1, 0x7f, 0x80, 0xff, 250, 251, 252, 253, b'"', b'[', b'{'];
        if self.below(2) == 0 { LOUD[self.below(LOUD.len())] } else { self.roll().to_le_bytes()[0] }
    }
}

/// One mistake more.
fn mutate(frame: &mut Vec<u8>, valid: &[Vec<u8>], dice: &mut Dice) {
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

fn valid(encoding: Encoding) -> Vec<Vec<u8>> {
    let all = golden::read("client").into_iter();
    all.map(|golden| match encoding {
        Encoding::Binary => golden.item,
        Encoding::Json => format!("[{}]", golden.json).into_bytes(),
    })
    .collect()
}

#[test]
fn whatever_is_made_of_valid_frames_is_decoded_or_refused_within_bounds() {
    let asked = std::env::var("CARDROOM_FRAMES").ok();
    let frames: u64 = asked.and_then(|count| count.parse().ok()).unwrap_or(FRAMES);
    let mut dice = Dice(19);
    let (mut refused, mut largest) = (0_u64, 0);
    for encoding in Encoding::ALL {
        let valid = valid(encoding);
        assert!(valid.len() > 40, "every message is among them");
        for number in 0..frames / 2 {
            let mut frame = valid[dice.below(valid.len())].clone();
            for _ in 0..=dice.below(4) {
                mutate(&mut frame, &valid, &mut dice);
            }
            let mut decoded = None;
            let (_, piece) = allocations(|| {
                decoded = Some(encoding.decode::<ClientMessage>(&frame, MAX_FRAME_BYTES));
            });
            largest = largest.max(piece);
            assert!(piece <= LARGEST_PIECE, "{piece} bytes for frame {number}: {frame:02x?}");
            match decoded.unwrap() {
                Err(_) => refused += 1,
                // What was understood can be said again.
                Ok(decoded) => {
                    assert!(decoded.messages.len() <= MAX_ITEMS_PER_FRAME);
                    let again = encoding.encode(&decoded.messages).unwrap();
                    let twice = encoding.decode::<ClientMessage>(&again, usize::MAX).unwrap();
                    assert_eq!(twice.messages, decoded.messages, "frame {number}: {frame:02x?}");
                }
            }
        }
    }
    let understood = frames - refused;
    // Not by a macro, whose output a test that passes would keep to itself.
    let told = format!(
        "{frames} frames: {refused} refused, {understood} understood; the largest piece of memory \
         {largest} bytes\n"
    );
    std::io::stdout().write_all(told.as_bytes()).unwrap();
    assert!(refused > frames / 4 && understood > frames / 50, "{told}");
}
