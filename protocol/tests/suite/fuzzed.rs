//! Frames made from valid ones by deliberate damage: bytes flipped, cut, doubled and swapped, false
//! lengths, messages joined. The decoder decodes or refuses each of them. It never panics, and
//! never allocates more memory than the limits allow.
//!
//! `CARDROOM_FRAMES=10000000 cargo test --release -p cardroom-protocol --test suite fuzzed --
//! --nocapture` makes more of them.

use crate::allocations::allocations;
use crate::golden;
use crate::mutation::{Dice, mutate};
use cardroom_protocol::limits::{MAX_FRAME_BYTES, MAX_ITEMS_PER_FRAME};
use cardroom_protocol::{ClientMessage, Encoding};
use std::io::Write as _;

/// The number of frames if `CARDROOM_FRAMES` is not set.
const FRAMES: u64 = 40_000;
/// The largest allocation that a client's frame may cause in the decoder.
const LARGEST_PIECE: usize = 8 * MAX_FRAME_BYTES;

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
                // A decoded message encodes again.
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
    // Not `println!`, because the test harness captures its output when the test passes.
    let told = format!(
        "{frames} frames: {refused} refused, {understood} understood; the largest piece of memory \
         {largest} bytes\n"
    );
    std::io::stdout().write_all(told.as_bytes()).unwrap();
    assert!(refused > frames / 4 && understood > frames / 50, "{told}");
}
