//! Inspection of frame headers. tungstenite only returns whole messages. A message that a client
//! splits endlessly, or into empty pieces, would be read without counting against any limit.
//! tungstenite also checks a frame's length before its opcode, and accepts a length that is not
//! written in the shortest way.

use arrayvec::ArrayVec;

/// The longest header before the mask: two bytes, and a length of eight.
const MAX_HEADER_BYTES: usize = 10;
const MASK_BYTES: u64 = 4;
/// The longest payload of a control frame (RFC 6455, 5.5).
const MAX_CONTROL_BYTES: u64 = 125;
const FINAL: u8 = 0x80;
/// The bit of an opcode that marks a control frame.
const CONTROL: u8 = 0x08;
const MASKED: u8 = 0x80;

/// Follows the frames in a stream of bytes. It counts frames that do not end their message, and
/// detects control frames that are too long, and lengths that are not as short as they could be.
#[derive(Debug, Default)]
pub(super) struct Fragments {
    /// The header of the current frame, as far as it has arrived.
    header: ArrayVec<u8, MAX_HEADER_BYTES>,
    /// Bytes of the current frame that are still to come after its header.
    rest: u64,
    count: u32,
    has_long_control: bool,
    has_padded_length: bool,
}

impl Fragments {
    /// Reads the next bytes of the stream.
    pub(super) fn read(&mut self, mut bytes: &[u8]) {
        loop {
            let passed =
                usize::try_from(self.rest).map_or(bytes.len(), |rest| rest.min(bytes.len()));
            self.rest -= passed as u64;
            bytes = &bytes[passed..];
            let Some((&byte, behind)) = bytes.split_first() else { return };
            self.header.push(byte);
            bytes = behind;
            if let Some(payload) = payload_length(&self.header) {
                let [first, second] = [self.header[0], self.header[1]];
                self.has_padded_length |= !is_shortest(second, payload);
                self.rest =
                    payload.saturating_add(if second & MASKED == 0 { 0 } else { MASK_BYTES });
                self.count += u32::from(first & FINAL == 0);
                self.has_long_control |= first & CONTROL != 0 && payload > MAX_CONTROL_BYTES;
                self.header.clear();
            }
        }
    }

    /// Returns how many fragments have begun since the last call.
    pub(super) fn take(&mut self) -> u32 {
        std::mem::take(&mut self.count)
    }

    /// Returns `true` if a control frame has begun that is longer than allowed.
    pub(super) fn has_long_control(&self) -> bool {
        self.has_long_control
    }

    /// Returns `true` if a frame has begun whose length takes more bytes than needed.
    pub(super) fn has_padded_length(&self) -> bool {
        self.has_padded_length
    }
}

/// Returns `true` if the length of a frame is written as RFC 6455, 5.2, requires: in the fewest
/// bytes, and without the highest bit.
fn is_shortest(second: u8, payload: u64) -> bool {
    match second & !MASKED {
        126 => payload >= 126,
        127 => (65_536..1 << 63).contains(&payload),
        _ => true,
    }
}

/// Returns the length of the payload once the header is complete (RFC 6455, 5.2).
fn payload_length(header: &[u8]) -> Option<u64> {
    let (&[_, second], extended) = header.split_first_chunk()?;
    match second & !MASKED {
        126 => Some(u16::from_be_bytes(extended.try_into().ok()?).into()),
        127 => Some(u64::from_be_bytes(extended.try_into().ok()?)),
        length => Some(length.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(first: u8, payload: usize) -> Vec<u8> {
        let mut frame = vec![first];
        match payload {
            0..126 => frame.push(0x80 | u8::try_from(payload).unwrap()),
            126..65_536 => {
                frame.push(0x80 | 126);
                frame.extend(u16::try_from(payload).unwrap().to_be_bytes());
            }
            _ => {
                frame.push(0x80 | 127);
                frame.extend((payload as u64).to_be_bytes());
            }
        }
        // The mask, and a payload that looks like headers of fragments.
        frame.extend(vec![0; payload + 4]);
        frame
    }

    #[test]
    fn only_frames_that_do_not_end_their_message_count_wherever_the_bytes_are_cut() {
        let frames = [
            (0x01, 5),
            (0x00, 0),
            (0x89, 125),
            (0x00, 126),
            (0x00, 70_000),
            (0x80, 300),
            (0x82, 0),
            (0x82, 65_536),
        ];
        let stream = frames.map(|(first, payload)| frame(first, payload)).concat();
        for piece in [1, 2, 3, 7, 512, stream.len()] {
            let mut fragments = Fragments::default();
            stream.chunks(piece).for_each(|bytes| fragments.read(bytes));
            assert_eq!(fragments.take(), 4, "in pieces of {piece}");
            assert_eq!(fragments.take(), 0, "taken once");
        }
    }

    #[test]
    fn an_absurd_length_and_a_frame_without_a_mask_are_passed_over() {
        let mut fragments = Fragments::default();
        fragments.read(&[0x02, 2, 0, 0, 0x82, 1, 0, 0x02, 0xff]);
        fragments.read(&[0xff; 8]);
        fragments.read(&[0; 100]);
        assert_eq!(fragments.take(), 2);
    }

    #[test]
    fn a_length_takes_as_few_bytes_as_it_needs() {
        let reads = |header: &[u8]| {
            let mut fragments = Fragments::default();
            fragments.read(header);
            fragments.has_padded_length()
        };
        assert!(reads(&[0x82, 0x80 | 126, 0, 125]));
        assert!(!reads(&[0x82, 0x80 | 126, 0, 126]));
        assert!(reads(&[&[0x82, 0x80 | 127][..], &65_535_u64.to_be_bytes()].concat()));
        assert!(!reads(&[&[0x82, 0x80 | 127][..], &65_536_u64.to_be_bytes()].concat()));
        assert!(reads(&[&[0x82, 0x80 | 127][..], &(1_u64 << 63).to_be_bytes()].concat()));
        assert!(!reads(&[0x82, 0x80 | 125]));
    }

    #[test]
    fn only_a_control_frame_can_be_a_long_one() {
        for (first, payload, is_long) in
            [(0x82, 126, false), (0x89, 125, false), (0x89, 126, true), (0x0a, 70_000, true)]
        {
            let mut fragments = Fragments::default();
            fragments.read(&frame(first, payload));
            assert_eq!(fragments.has_long_control(), is_long, "{first:#x} with {payload}");
        }
    }
}
