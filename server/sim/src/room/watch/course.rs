//! The course of tournaments, according to the journal: how many begin, are played to their end, or
//! are canceled after the start.

use crate::room::notes::Notes;
use cardroom_rules::Millis;
use cardroom_tournament::Event;
use std::collections::BTreeSet;

/// Tournaments that have begun and are not over.
#[derive(Default)]
pub(super) struct Course {
    under_way: BTreeSet<u64>,
}

impl Course {
    /// Reads a stored step of a tournament.
    pub(super) fn stored(&mut self, notes: &Notes, tournament: u64, payload: &[u8]) {
        let decoded = postcard::from_bytes::<(Millis, Vec<Event>)>(payload);
        let events = match decoded {
            Ok((_, events)) => events,
            Err(error) => {
                let text = format!("a step of tournament {tournament} does not decode: {error}");
                return notes.fail(text);
            }
        };
        for event in &events {
            match event {
                Event::Began { .. } if self.under_way.insert(tournament) => {
                    notes.count(|counts| counts.begun += 1);
                }
                Event::Over { .. } if self.under_way.remove(&tournament) => {
                    notes.count(|counts| counts.tournaments += 1);
                }
                Event::Cancelled { .. } if self.under_way.remove(&tournament) => {
                    notes.count(|counts| counts.cancelled += 1);
                }
                _ => {}
            }
        }
    }
}
