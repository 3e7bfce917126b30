//! The content of the segments of a log past a position. This module touches no file.
//!
//! Frames count up to the first one that is missing or damaged. Whole frames behind that place
//! mean that something in the middle was lost.

use super::frame::{ALIGNMENT, Frame, LogId, MAGIC, Position, frame_bytes, read};
use super::segments::{Place, SEGMENTS};
use bytes::Bytes;
use cardroom_planted::{Fault, is_planted};
use std::fmt;

/// How many commits of the database in a row are followed to the next frame.
const MOST: u64 = 1 << 16;

/// The bytes of the segments.
pub(super) type Content = [Bytes; SEGMENTS];

/// The content of a log past a position.
#[derive(Debug, Default)]
pub(crate) struct Tail {
    /// The frames that follow the position without a gap.
    pub(crate) frames: Vec<Frame>,
    /// The place behind the last of them, if whole frames follow there.
    pub(crate) hole: Option<Hole>,
    /// The whole frames behind the hole.
    pub(crate) lost: Vec<Frame>,
}

/// Frames that are missing or damaged, although later ones are whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hole {
    /// The first number that is missing.
    pub(crate) missing: u64,
    /// Where its frame should be.
    pub(crate) place: Place,
    /// How many whole frames are behind it.
    pub(crate) behind: usize,
    /// The highest number among them.
    pub(crate) last: u64,
    /// The last number that is missing, if all of them are commits of the database itself: the log
    /// is whole then, and the database is too old for it.
    pub(crate) of_database: Option<u64>,
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { missing, place: Place { segment, offset }, behind, last, of_database } = self;
        match of_database {
            None => write!(
                f,
                "frame {missing} is damaged or missing at byte {offset} of the file -redo{segment}, \
                 and {behind} whole frames follow it, up to frame {last}"
            ),
            Some(to) => write!(
                f,
                "it follows on the commits from {missing} to {to} of the database, which the \
                 database does not have: its file or its -wal was cut, or is an older copy"
            ),
        }
    }
}

/// Returns what segments hold past a position.
///
/// # Errors
/// The log has another commit at this position than the database.
pub(super) fn tail(id: &LogId, content: &Content, from: Position) -> Result<Tail, Position> {
    let mut found = newer(id, content, from.number.saturating_sub(1));
    found.sort_by_key(|(_, frame)| frame.at.number);
    if let Some((_, other)) = found.iter().find(|(_, it)| it.at.number == from.number)
        && other.at != from
    {
        return Err(other.at);
    }
    found.retain(|(_, frame)| frame.at.number > from.number);
    let mut tail = Tail::default();
    let mut reached = from;
    let mut next = Place { segment: 0, offset: 0 };
    for (place, frame) in &found {
        let follows = frame.at.number == reached.number + 1 && frame.before == reached.hash;
        if follows || is_planted(Fault::TailBehindHole) {
            reached = frame.at;
            next = Place { offset: place.offset + bytes_of(frame), ..*place };
            tail.frames.push(frame.clone());
        }
    }
    let is_behind = |(_, frame): &&(Place, Frame)| frame.at.number > reached.number;
    let behind = found.iter().filter(is_behind).count();
    let last = found.last().map_or(0, |(_, frame)| frame.at.number);
    let of_database = found.iter().find(is_behind).and_then(|(_, frame)| {
        let mut database = reached;
        while database.number + 1 < frame.at.number && database.number < reached.number + MOST {
            database = database.after_database(id);
        }
        (database != reached && database.hash == frame.before).then_some(database.number)
    });
    let missing = reached.number + 1;
    tail.lost = found.iter().filter(is_behind).map(|(_, frame)| frame.clone()).collect();
    tail.hole = (behind > 0).then_some(Hole { missing, place: next, behind, last, of_database });
    Ok(tail)
}

/// Returns every whole frame with a number above this one, wherever it is. Older ones are what is
/// left of the frames that a segment held before.
fn newer(id: &LogId, content: &Content, above: u64) -> Vec<(Place, Frame)> {
    let mut found = Vec::new();
    for (segment, bytes) in content.iter().enumerate() {
        let mut offset = 0;
        while let Some(rest) = bytes.get(offset..) {
            let mut places = rest.chunks_exact(ALIGNMENT);
            let Some(skipped) = places.position(|place| place.starts_with(&MAGIC)) else { break };
            offset += skipped * ALIGNMENT;
            offset += match read(id, &bytes.slice(offset..), above) {
                Some(frame) => {
                    let length = frame_bytes(frame.payload.len());
                    found.push((Place { segment, offset: offset as u64 }, frame));
                    length
                }
                None => ALIGNMENT,
            };
        }
    }
    found
}

fn bytes_of(frame: &Frame) -> u64 {
    frame_bytes(frame.payload.len()) as u64
}

#[cfg(test)]
mod tests {
    use super::super::frame::build;
    use super::super::segments::Segments;
    use super::*;
    use proptest::prelude::*;

    const ID: LogId = [3; 16];
    const SEGMENT: usize = 1_024;

    /// A log in memory, with everything that was written and where.
    struct Written {
        content: [Vec<u8>; SEGMENTS],
        segments: Segments,
        end: Position,
        /// The place and position of each frame that is still there.
        frames: Vec<(Place, Frame)>,
    }

    impl Written {
        fn new() -> Self {
            Self {
                content: std::array::from_fn(|_| vec![0; SEGMENT]),
                segments: Segments::beginning(SEGMENT as u64),
                end: Position::default(),
                frames: Vec::new(),
            }
        }

        fn write(&mut self, payload: usize, projected: u64) {
            let byte = u8::try_from(self.end.number % 251).unwrap();
            let pack = |bytes: &mut Vec<u8>| bytes.extend(std::iter::repeat_n(byte, payload));
            let (bytes, frame) = build(&ID, self.end, pack).unwrap();
            let place = self.segments.place(bytes.len() as u64, projected).unwrap();
            if place.offset == 0 {
                self.frames.retain(|(old, _)| old.segment != place.segment);
            }
            let offset = usize::try_from(place.offset).unwrap();
            self.content[place.segment][offset..offset + bytes.len()].copy_from_slice(&bytes);
            self.segments.written(place, bytes.len() as u64, frame.at.number);
            self.end = frame.at;
            self.frames.push((place, frame));
        }

        fn content(&self) -> Content {
            self.content.clone().map(Bytes::from)
        }

        fn position(&self, number: u64) -> Position {
            let found = self.frames.iter().find(|(_, frame)| frame.at.number == number);
            found.map_or(Position::default(), |(_, frame)| frame.at)
        }
    }

    fn numbers(tail: &Tail) -> Vec<u64> {
        tail.frames.iter().map(|frame| frame.at.number).collect()
    }

    #[test]
    fn an_empty_log_holds_nothing() {
        let tail = tail(&ID, &Written::new().content(), Position::default()).unwrap();
        assert!(tail.frames.is_empty() && tail.hole.is_none());
    }

    #[test]
    fn a_commit_of_the_database_is_between_two_frames_and_what_follows_it_is_found() {
        let mut log = Written::new();
        log.write(10, 0);
        log.end = log.end.after_database(&ID);
        let direct = log.end;
        log.write(10, 0);
        log.write(10, 0);
        assert_eq!(numbers(&tail(&ID, &log.content(), direct).unwrap()), [3, 4]);
        // The database lost its commit: nothing may follow on the first frame.
        let lost = tail(&ID, &log.content(), log.position(1)).unwrap();
        assert!(lost.frames.is_empty());
        let hole = lost.hole.unwrap();
        assert_eq!((hole.missing, hole.behind, hole.last, hole.of_database), (2, 2, 4, Some(2)));
    }

    #[test]
    fn the_history_of_another_database_does_not_follow() {
        let mut log = Written::new();
        log.write(10, 0);
        log.write(10, 0);
        let other = Position { number: 1, hash: [1; 16] };
        assert_eq!(tail(&ID, &log.content(), other).unwrap_err(), log.position(1));
    }

    proptest! {
        #[test]
        fn whatever_round_the_log_is_in_the_tail_is_what_was_written_last(
            payloads in proptest::collection::vec(0_usize..300, 1..60),
            behind in 0_u64..4,
        ) {
            let mut log = Written::new();
            for payload in payloads {
                let projected = log.end.number.saturating_sub(behind);
                log.write(payload, projected);
            }
            let from = log.end.number.saturating_sub(behind);
            let found = tail(&ID, &log.content(), log.position(from)).unwrap();
            prop_assert_eq!(numbers(&found), (from + 1..=log.end.number).collect::<Vec<_>>());
            prop_assert_eq!(found.hole, None);
        }

        #[test]
        fn frames_count_up_to_the_first_bad_one_and_whole_ones_behind_it_are_told(
            payloads in proptest::collection::vec(0_usize..200, 2..9),
            bad: prop::sample::Index,
            bit in 0_u32..8,
            byte: prop::sample::Index,
        ) {
            let mut log = Written::new();
            for payload in &payloads {
                log.write(*payload, 0);
            }
            let bad = bad.index(payloads.len());
            let (place, _) = log.frames[bad];
            // The padding behind a frame means nothing.
            let byte = byte.index(48 + payloads[bad]);
            let offset = usize::try_from(place.offset).unwrap();
            log.content[place.segment][offset + byte] ^= 1_u8 << bit;
            let found = tail(&ID, &log.content(), Position::default()).unwrap();
            prop_assert_eq!(numbers(&found), (1..=bad as u64).collect::<Vec<_>>());
            let behind = payloads.len() - bad - 1;
            match found.hole {
                None => prop_assert_eq!(behind, 0),
                Some(hole) => {
                    prop_assert_eq!((hole.missing, hole.behind), (bad as u64 + 1, behind));
                    prop_assert_eq!(hole.last, payloads.len() as u64);
                    prop_assert_eq!(hole.of_database, None);
                    // Where a frame was too long for the rest of a segment, it is in the next.
                    prop_assert!(hole.place == place || place.offset == 0);
                }
            }
        }
    }
}
