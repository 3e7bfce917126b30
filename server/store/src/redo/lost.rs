//! The loss with frames that do not follow: steps and hands, because a log takes nothing else.

use super::super::setups::Setups;
use super::super::{StreamId, Unit};
use super::projector::units_of;
use super::scan::Tail;
use crate::ids::TableId;

/// Steps and hands of frames that are lost.
#[derive(Debug, Default)]
pub(crate) struct Lost {
    /// How far streams came in them.
    pub(crate) steps: Vec<(StreamId, u64)>,
    pub(crate) hands: Vec<(TableId, u64)>,
    /// How many commits between the last that is there and these cannot be read.
    pub(crate) unreadable: u64,
    /// Whether the database itself had those, so that they may hold anything.
    pub(crate) is_of_database: bool,
}

/// Returns what is lost with the frames behind a hole, as far as they can be read.
pub(crate) fn lost_of(tail: &Tail, mut setups: Setups) -> Lost {
    let mut lost = Lost::default();
    // The frames before them may name setups for the first time.
    for frame in &tail.frames {
        let _ = units_of(frame, &mut setups);
    }
    if let (Some(hole), Some(first)) = (&tail.hole, tail.lost.first()) {
        lost.unreadable = first.at.number - hole.missing;
        lost.is_of_database = hole.of_database.is_some();
    }
    for frame in &tail.lost {
        for Unit { records, hands, .. } in units_of(frame, &mut setups).unwrap_or_default() {
            lost.steps.extend(records.iter().map(|record| (record.stream, record.seq)));
            lost.hands.extend(hands.iter().map(|hand| (hand.table, hand.hand)));
        }
    }
    lost
}
