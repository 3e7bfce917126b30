//! The form of a tournament in the store: its announcement, the steps of its director, and folding
//! a director from them.

use bytes::Bytes;
use cardroom_record::ids::TournamentId;
use cardroom_record::{Record, Snapshot, StoredStream, StreamId};
use cardroom_rules::{Millis, PlayerId};
use cardroom_tournament::{Director, Event, Setup};
use serde::{Deserialize, Serialize};

/// One step as it is stored.
#[derive(Debug, Serialize, Deserialize)]
struct StoredStep<E> {
    at: Millis,
    events: E,
}

#[derive(Debug, Serialize, Deserialize)]
struct StoredDirector {
    director: Vec<u8>,
}

/// The reason why a stream cannot be folded.
#[derive(Debug, thiserror::Error)]
pub enum FoldError {
    /// The announced setup is inconsistent.
    #[error("the tournament cannot be opened: {0}")]
    Setup(String),
    /// The announcement does not decode.
    #[error("{0}")]
    Announcement(String),
    #[error("its game is not played in this room")]
    UnknownGame,
    #[error("record {seq} does not decode: {reason}")]
    Decode {
        seq: u64,
        /// The message of the decoder.
        reason: String,
    },
}

pub(crate) fn record(id: TournamentId, seq: u64, at: Millis, events: &[Event]) -> Record {
    let payload = postcard::to_stdvec(&StoredStep { at, events })
        .expect("events hold nothing that postcard cannot write");
    Record { stream: StreamId::Tournament(id), seq, payload: Bytes::from(payload) }
}

pub(crate) fn snapshot(id: TournamentId, seq: u64, director: &Director) -> Snapshot {
    let director = postcard::to_stdvec(&director.snapshot())
        .expect("a tournament holds nothing that postcard cannot write");
    let payload = postcard::to_stdvec(&StoredDirector { director }).expect("bytes are written");
    let (stream, payload) = (StreamId::Tournament(id), Bytes::from(payload));
    Snapshot { stream, seq, payload, setup: None }
}

/// The director of a stream.
#[derive(PartialEq, Debug)]
pub(crate) struct Folded {
    pub(crate) director: Director,
    /// The number of its last step.
    pub(crate) seq: u64,
    /// The step of its snapshot; 0 without one.
    pub(crate) snapshot_seq: u64,
}

/// Folds the director of a stream.
///
/// # Errors
/// The stream does not decode, or the setup is inconsistent.
pub(crate) fn fold(setup: &Setup, stream: &StoredStream) -> Result<Folded, FoldError> {
    let (mut director, snapshot_seq) = match &stream.snapshot {
        None => (Director::new(setup.clone()).map_err(FoldError::Setup)?, 0),
        Some(snapshot) => {
            let stored: StoredDirector = decode(snapshot.seq, &snapshot.payload)?;
            let padded = padded(stored.director);
            let state = &mut postcard::Deserializer::from_bytes(&padded);
            let director = Director::restore(setup.clone(), state).map_err(FoldError::Setup)?;
            (director, snapshot.seq)
        }
    };
    let mut seq = snapshot_seq;
    for record in &stream.records {
        let step: StoredStep<Vec<Event>> = decode(record.seq, &record.payload)?;
        for event in &step.events {
            director.apply(event);
        }
        seq = record.seq;
    }
    Ok(Folded { director, seq, snapshot_seq })
}

/// Appends zeros to a snapshot. Fields added since it was stored are at the end of the state, and
/// postcard reads zeros as empty collections, `None` and `false`. Bytes left over are ignored.
fn padded(mut director: Vec<u8>) -> Vec<u8> {
    const MOST_FIELDS_ADDED: usize = 64;
    director.resize(director.len() + MOST_FIELDS_ADDED, 0);
    director
}

fn decode<'a, T: Deserialize<'a>>(seq: u64, payload: &'a [u8]) -> Result<T, FoldError> {
    postcard::from_bytes(payload)
        .map_err(|error| FoldError::Decode { seq, reason: error.to_string() })
}

/// Returns all players a director knows, whose names must be read before it continues.
pub(crate) fn players(director: &Director) -> impl Iterator<Item = PlayerId> {
    let entered = director.entries().map(|(_, entry)| entry.player);
    entered.chain(director.rulings().iter().map(|ruling| ruling.operator.account))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_rules::{Chips, Level, Rulebook, Stage, Stakes, Structure};
    use cardroom_tournament::Input;
    use std::sync::Arc;

    fn setup() -> Setup {
        let text = include_str!("../../../config/rulebooks/tda-2024.toml");
        let library = cardroom_rules::Library::parse([], [("tda-2024", text)]).unwrap();
        let rulebook: Arc<Rulebook> = Arc::clone(library.rulebook("tda-2024").unwrap());
        let mut structure = Structure { seats: 9, ..Structure::default() };
        structure.entry.starting_stack = Chips(1_000);
        structure.entry.max_entrants = 100;
        let level = Level { seconds: 600, stakes: Stakes::no_limit(25, 50) };
        structure.stages = vec![Stage::Level(level)];
        let starts_at = Some(Millis(1_000));
        Setup {
            structure: Arc::new(structure),
            rulebook,
            starts_at,
            carried: None,
            self_run: false,
        }
    }

    #[test]
    fn a_snapshot_from_before_a_field_was_added_still_opens() {
        let setup = setup();
        let mut director = Director::new(setup.clone()).unwrap();
        let enter = Input::Enter { player: PlayerId(1), of_age: true };
        director.step(Millis(1), 1, enter).unwrap();
        let stored = snapshot(TournamentId(1), 7, &director);
        let mut older: StoredDirector = decode(7, &stored.payload).unwrap();
        while older.director.last() == Some(&0) {
            older.director.pop();
        }
        let payload = postcard::to_stdvec(&older).unwrap().into();
        let snapshot = Some(Snapshot { payload, ..stored });
        let stream = StoredStream { snapshot, ..StoredStream::default() };
        let folded = Folded { director, seq: 7, snapshot_seq: 7 };
        assert_eq!(fold(&setup, &stream).unwrap(), folded);
    }
}
