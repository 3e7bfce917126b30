//! The places in the segment files: where the next frame goes, and which segment may be written
//! over. This module touches no file.

use cardroom_planted::{Fault, is_planted};

/// How many segment files a log has.
pub(crate) const SEGMENTS: usize = 3;

/// A place for a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) segment: usize,
    /// In bytes from the beginning of the segment.
    pub(crate) offset: u64,
}

/// The end of a log that is being written.
#[derive(Debug)]
pub(super) struct Segments {
    /// The length of each segment in bytes.
    bytes: u64,
    next: Place,
    /// The number of the last frame in each segment; 0 without one.
    last: [u64; SEGMENTS],
}

impl Segments {
    /// Begins at the first segment, when no frame in any segment is needed.
    pub(super) fn beginning(bytes: u64) -> Self {
        Self { bytes, next: Place { segment: 0, offset: 0 }, last: [0; SEGMENTS] }
    }

    /// Returns where a frame of this length goes, or the number that the projection must reach
    /// before there is room for it.
    pub(super) fn place(&self, length: u64, projected: u64) -> Result<Place, u64> {
        if self.next.offset + length <= self.bytes {
            return Ok(self.next);
        }
        let segment = (self.next.segment + 1) % SEGMENTS;
        let needed = self.last[segment];
        if projected < needed && !is_planted(Fault::SegmentReusedTooEarly) {
            return Err(needed);
        }
        Ok(Place { segment, offset: 0 })
    }

    /// Notes that a frame was written.
    pub(super) fn written(&mut self, place: Place, length: u64, number: u64) {
        self.next = Place { offset: place.offset + length, ..place };
        self.last[place.segment] = number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_fill_one_segment_after_another_and_wait_for_the_projection_to_reuse_one() {
        let mut segments = Segments::beginning(100);
        let mut places = Vec::new();
        for number in 1..=6 {
            let place = segments.place(48, 0).unwrap();
            segments.written(place, 48, number);
            places.push((place.segment, place.offset));
        }
        assert_eq!(places, [(0, 0), (0, 48), (1, 0), (1, 48), (2, 0), (2, 48)]);
        assert_eq!(segments.place(48, 0), Err(2));
        assert_eq!(segments.place(48, 1), Err(2), "frame 2 is in the first segment, too");
        let place = segments.place(48, 2).unwrap();
        assert_eq!(place, Place { segment: 0, offset: 0 });
        segments.written(place, 48, 7);
        assert_eq!(segments.place(4, 0), Ok(Place { segment: 0, offset: 48 }), "there is room");
        assert_eq!(segments.place(53, 2), Err(4));
    }
}
