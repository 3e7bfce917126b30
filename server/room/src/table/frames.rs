//! The frames of one step: one for each connection. The part that all share is encoded once.

use crate::outbox::{push_or_refuse, unwritten};
use cardroom_protocol::Encoding;
use cardroom_protocol::codec::Frame;
use cardroom_protocol::server::ServerMessage;
use std::cell::RefCell;

thread_local! {
    /// There are many tables, and the memory of each is cold when its turn comes. So all tables on
    /// a thread build their frames in the same memory.
    static FRAMES: RefCell<Frames> = RefCell::new(Frames::new());
}

/// The frames of one step.
pub(super) struct Frames {
    by_encoding: [Encoded; 2],
}

impl Frames {
    fn new() -> Self {
        Self { by_encoding: Encoding::ALL.map(Encoded::new) }
    }

    /// Builds the frames of a step.
    pub(super) fn of_step<T>(make: impl FnOnce(&mut Self) -> T) -> T {
        FRAMES.with_borrow_mut(|frames| {
            for encoded in &mut frames.by_encoding {
                (encoded.has_part, encoded.is_whole) = (false, false);
            }
            make(frames)
        })
    }

    /// Returns the payload of a frame: the shared messages, which are the same for the whole step,
    /// and those for one connection alone.
    pub(super) fn frame<'a>(
        &mut self,
        encoding: Encoding,
        shared: &[ServerMessage],
        own: impl Iterator<Item = &'a ServerMessage>,
    ) -> &[u8] {
        let encoded = self.by_encoding.iter_mut().find(|encoded| encoded.encoding == encoding);
        encoded.expect("there is one of every encoding").frame(shared, own)
    }
}

/// The frames of a step in one encoding.
struct Encoded {
    encoding: Encoding,
    part: Vec<u8>,
    has_part: bool,
    /// The frame without messages for one connection alone.
    whole: Frame,
    is_whole: bool,
    /// The last frame with messages for one connection alone.
    own: Frame,
}

impl Encoded {
    fn new(encoding: Encoding) -> Self {
        Self {
            encoding,
            part: Vec::new(),
            has_part: false,
            whole: Frame::new(encoding),
            is_whole: false,
            own: Frame::new(encoding),
        }
    }

    fn frame<'a>(
        &mut self,
        shared: &[ServerMessage],
        own: impl Iterator<Item = &'a ServerMessage>,
    ) -> &[u8] {
        let mut own = own.peekable();
        if !shared.is_empty() && !self.has_part {
            self.part.clear();
            for message in shared {
                // Nothing that all share answers one viewer's request.
                if let Err(error) = self.encoding.append(message, &mut self.part) {
                    unwritten(message, &error);
                }
            }
            self.has_part = true;
        }
        if !shared.is_empty() && own.peek().is_none() {
            if !self.is_whole {
                self.whole.clear();
                self.whole.push_encoded(&self.part);
                self.whole.close();
                self.is_whole = true;
            }
            return self.whole.payload();
        }
        self.own.clear();
        if !shared.is_empty() {
            self.own.push_encoded(&self.part);
        }
        for message in own {
            push_or_refuse(&mut self.own, message);
        }
        self.own.close();
        self.own.payload()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_protocol::Chips;
    use cardroom_protocol::server::Balance;

    fn balance(chips: u64) -> ServerMessage {
        Balance { balance: Chips(chips) }.into()
    }

    #[test]
    fn everybody_gets_what_is_shared_and_then_the_own() {
        for encoding in Encoding::ALL {
            let shared = [balance(1), balance(2)];
            let (three, four) = (balance(3), balance(4));
            Frames::of_step(|frames| {
                // In any order, and repeatedly.
                for own in [vec![&three], vec![], vec![&three, &four], vec![], vec![&four]] {
                    let expected = shared.iter().chain(own.iter().copied()).cloned();
                    let expected = encoding.encode(&expected.collect::<Vec<_>>()).unwrap();
                    assert_eq!(frames.frame(encoding, &shared, own.into_iter()), expected);
                }
                let alone = encoding.encode(std::slice::from_ref(&four)).unwrap();
                assert_eq!(frames.frame(encoding, &[], [&four].into_iter()), alone);
            });
        }
    }

    #[test]
    fn another_step_has_other_frames() {
        for encoding in Encoding::ALL {
            for chips in 0..3 {
                let shared = [balance(chips)];
                let expected = encoding.encode(&shared).unwrap();
                let is_same = Frames::of_step(|frames| {
                    frames.frame(encoding, &shared, std::iter::empty()) == expected
                });
                assert!(is_same, "{chips}");
            }
        }
    }

    #[test]
    fn what_cannot_be_encoded_takes_nothing_else_with_it() {
        use cardroom_protocol::RequestId;
        use cardroom_protocol::notes::NotePage;
        let large = balance(1 << 53);
        let request = RequestId(7);
        // A page of notes with a time beyond the largest number that a browser counts.
        let note = cardroom_protocol::notes::Note {
            player: "Bob".to_owned(),
            text: String::new(),
            color: 1,
            written_at: cardroom_protocol::TimeMs(1 << 53),
        };
        let answer = NotePage { request, from: 0, total: 1, notes: vec![note] }.into();
        for encoding in Encoding::ALL {
            let shared = [balance(1), large.clone(), balance(2)];
            let own = [&large, &answer, &balance(3)];
            let payload =
                Frames::of_step(|frames| frames.frame(encoding, &shared, own.into_iter()).to_vec());
            let read = encoding.decode::<ServerMessage>(&payload, 4_096).unwrap().messages;
            let [one, two, ServerMessage::Refused(refused), three] = &read[..] else {
                panic!("{read:?}");
            };
            assert_eq!([one, two, three], [&balance(1), &balance(2), &balance(3)]);
            assert_eq!(refused.request, request);
        }
    }
}
