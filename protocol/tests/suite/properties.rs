//! Properties of the codec, over values of every message and over arbitrary bytes.

use crate::invent::{Choices, Invent};
use cardroom_protocol::codec::{Decoded, Frame};
use cardroom_protocol::ids::MAX_SAFE;
use cardroom_protocol::limits::MAX_ITEMS_PER_FRAME;
use cardroom_protocol::message::Message;
use cardroom_protocol::{ClientMessage, Encoding, ServerMessage, TableEvent, TournamentEvent};
use proptest::prelude::*;
use std::fmt::Debug;

const LIMIT: usize = 1 << 20;

/// Choices from arbitrary bytes. Zeros follow the last byte, so that shorter
/// inputs give simpler values.
struct Draws<'a>(&'a [u8]);

impl Draws<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end
    }

    fn message<M: Message>(&mut self) -> M {
        let (tag, name) = M::CATALOGUE[self.below(M::CATALOGUE.len())];
        M::deserialize_tagged(tag, Invent(self))
            .expect("the tag is from the catalogue")
            .unwrap_or_else(|error| panic!("{name}: {error}"))
    }
}

impl Choices for Draws<'_> {
    fn human_readable(&self) -> bool {
        false
    }

    fn boolean(&mut self) -> bool {
        self.below(2) == 1
    }

    fn integer(&mut self, bits: u32) -> u64 {
        if bits == 8 {
            // Any card, and any possible seat.
            return u64::from(self.byte() % 52);
        }
        // Another byte sets the number of bytes, so small numbers are as frequent as large ones.
        let size = usize::try_from(bits / 8).unwrap();
        let count = self.below(size + 1);
        let mut bytes = [0; 8];
        bytes[..count].fill_with(|| self.byte());
        u64::from_le_bytes(bytes).min(MAX_SAFE)
    }

    fn string(&mut self) -> String {
        const PIECES: [&str; 8] = ["", "a", "\"", "\\", "\n\0", "é", "♠", "the quick brown fox "];
        let repeat = if self.byte() > 240 { 20 } else { 1 };
        let length = self.below(6);
        let text: String = (0..length).map(|_| PIECES[self.below(PIECES.len())]).collect();
        text.repeat(repeat)
    }

    fn some(&mut self) -> bool {
        self.boolean()
    }

    fn length(&mut self) -> usize {
        self.below(5)
    }

    fn event(&mut self) -> &'static str {
        let sets = [TableEvent::CATALOGUE, TournamentEvent::CATALOGUE];
        let set = sets[self.below(sets.len())];
        set[self.below(set.len())].1
    }

    fn variant(&mut self, _of: &'static str, variants: &'static [&'static str]) -> usize {
        self.below(variants.len())
    }
}

fn messages<M: Message + Debug>() -> impl Strategy<Value = Vec<M>> {
    proptest::collection::vec(any::<u8>(), 0..400).prop_map(|bytes| {
        let mut draws = Draws(&bytes);
        let count = draws.below(4) + 1;
        (0..count).map(|_| draws.message()).collect()
    })
}

fn comes_back<M: Message + Clone + PartialEq + Debug>(messages: &[M]) {
    for encoding in Encoding::ALL {
        let frame = encoding.encode(messages).unwrap();
        let expected = Decoded { messages: messages.to_vec(), unknown: 0, misnamed: vec![] };
        assert_eq!(encoding.decode(&frame, LIMIT), Ok(expected), "{encoding:?}");
        // Messages appended one by one, as for shared parts, give the same frame.
        let mut list = Vec::new();
        for message in messages {
            encoding.append(message, &mut list).unwrap();
        }
        let mut joined = Frame::new(encoding);
        joined.push_encoded(&list);
        assert_eq!(joined.finish(), frame);
    }
}

fn never_panics(encoding: Encoding, frame: &[u8]) {
    // Everything that decodes also encodes, and comes back unchanged.
    fn check<M: Message + Clone + PartialEq + Debug>(encoding: Encoding, frame: &[u8]) {
        if let Ok(decoded) = encoding.decode::<M>(frame, LIMIT) {
            assert!(decoded.messages.len() + decoded.unknown <= MAX_ITEMS_PER_FRAME);
            comes_back(&decoded.messages);
        }
    }
    check::<ClientMessage>(encoding, frame);
    check::<ServerMessage>(encoding, frame);
    check::<TableEvent>(encoding, frame);
    check::<TournamentEvent>(encoding, frame);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    #[test]
    fn client_messages_come_back(messages in messages::<ClientMessage>()) {
        comes_back(&messages);
    }

    #[test]
    fn server_messages_come_back(messages in messages::<ServerMessage>()) {
        comes_back(&messages);
    }

    #[test]
    fn table_events_come_back(messages in messages::<TableEvent>()) {
        comes_back(&messages);
    }

    #[test]
    fn tournament_events_come_back(messages in messages::<TournamentEvent>()) {
        comes_back(&messages);
    }

    #[test]
    fn arbitrary_bytes_never_panic(frame: Vec<u8>) {
        never_panics(Encoding::Binary, &frame);
        never_panics(Encoding::Json, &frame);
    }

    /// Bytes that begin like an item reach more of the decoder.
    #[test]
    fn arbitrary_bodies_never_panic(tag in 1..80_u8, body in proptest::collection::vec(any::<u8>(), 0..127)) {
        let mut frame = vec![tag, u8::try_from(body.len()).unwrap()];
        frame.extend(body);
        never_panics(Encoding::Binary, &frame);
    }

    #[test]
    fn flipped_bytes_never_panic(
        to_server in messages::<ClientMessage>(),
        to_client in messages::<ServerMessage>(),
        flips in proptest::collection::vec((any::<proptest::sample::Index>(), 1..=255_u8), 1..4),
        cut in any::<proptest::sample::Index>(),
    ) {
        for encoding in Encoding::ALL {
            let frames = [encoding.encode(&to_server).unwrap(), encoding.encode(&to_client).unwrap()];
            for frame in frames {
                let mut frame = frame.to_vec();
                for (at, flip) in &flips {
                    let at = at.index(frame.len());
                    frame[at] ^= flip;
                }
                never_panics(encoding, &frame);
                frame.truncate(cut.index(frame.len()));
                never_panics(encoding, &frame);
            }
        }
    }
}
