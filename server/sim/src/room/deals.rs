//! Verifiable deals in two thirds of the rooms. The bots verify each hand from the frames that they
//! get. This module watches what no single bot sees: all connections, over all lives of the process.

use super::notes::Notes;
use bytes::Bytes;
use cardroom_bot::DealPart;
use cardroom_deal::{Hash, Opening, Outcome, Seal, digest};
use cardroom_protocol::deal::{DealGivenUp, DealOpened, DealSealed};
use std::collections::BTreeMap;

/// How many stored records of a table to remember.
const RECORDS: usize = 64;

/// Returns `true` if the tables of a seed's room deal so that it can be verified.
pub(super) fn are_verifiable(seed: u64) -> bool {
    !seed.is_multiple_of(3)
}

/// Returns the part of a room's bots in deals.
pub(super) fn part(is_verifiable: bool) -> DealPart {
    if is_verifiable { DealPart::Verifies } else { DealPart::Absent }
}

/// Returns the settings of a room.
pub(super) fn settings(is_verifiable: bool) -> &'static str {
    if is_verifiable { "[deal]\nverifiable = true\n" } else { "[deal]\nverifiable = false\n" }
}

/// What all clients were sent about the deals of all tables.
#[derive(Default)]
pub(super) struct DealWatch {
    tables: BTreeMap<u64, TableDeals>,
}

#[derive(Default)]
struct TableDeals {
    /// The last stored records.
    stored: Vec<Bytes>,
    /// The digest of the opening of each hand and round.
    openings: BTreeMap<(u64, u8), Hash>,
    /// Hand and round of each opening, and the seal before it.
    rounds: BTreeMap<Hash, (u64, u8, Hash)>,
    /// The hand and round that each root belongs to. The seeds of spare packs are published.
    roots: BTreeMap<Hash, (u64, u8)>,
    /// The digest of the seal of each opening.
    seals: BTreeMap<Hash, Hash>,
}

impl DealWatch {
    /// Reads a record of rounds that is stored.
    pub(super) fn stored(&mut self, table: u64, payload: &Bytes) {
        let stored = &mut self.tables.entry(table).or_default().stored;
        if stored.len() >= RECORDS {
            stored.remove(0);
        }
        stored.push(payload.clone());
    }

    /// Checks an opening: it is stored, the only one of its round, has its own packs, and follows
    /// the seal before.
    pub(super) fn opened(&mut self, notes: &Notes, opened: &DealOpened) {
        let bytes = &opened.opening.0;
        let Ok(opening) = Opening::parse(bytes) else {
            return notes.fail("an opening does not parse".to_owned());
        };
        let table = self.tables.entry(opened.table.0).or_default();
        let (digest, at) = (digest(bytes), (opening.hand, opening.round));
        if table.rounds.contains_key(&digest) {
            return;
        }
        let named = format!("round {} of hand {} at table {}", at.1, at.0, opened.table);
        let is_stored = table
            .stored
            .iter()
            .rev()
            .any(|record| record.windows(bytes.len()).any(|it| it == bytes));
        if !is_stored {
            notes.fail(format!("the opening of {named} is sent, and is not stored"));
        }
        if table.openings.insert(at, digest).is_some() {
            notes.fail(format!("{named} has two openings"));
        }
        for root in opening.roots.iter().flatten() {
            if let Some((hand, round)) = table.roots.insert(*root, at) {
                notes.fail(format!("{named} lays a pack of round {round} of hand {hand} again"));
            }
        }
        let follows = table.rounds.iter().find(|(_, (.., prev))| *prev == opening.prev);
        if let Some((_, (hand, round, _))) = follows {
            notes.fail(format!("{named} and round {round} of hand {hand} follow one seal"));
        }
        table.rounds.insert(digest, (opening.hand, opening.round, opening.prev));
    }

    /// Checks the seal of a hand.
    pub(super) fn sealed(&mut self, notes: &Notes, sealed: &DealSealed) {
        self.ended(notes, sealed.table.0, &sealed.seal.0, false);
    }

    /// Checks the seal of a round that was given up.
    pub(super) fn given_up(&mut self, notes: &Notes, ended: &DealGivenUp) {
        self.ended(notes, ended.table.0, &ended.seal.0, true);
    }

    fn ended(&mut self, notes: &Notes, table: u64, bytes: &[u8], is_given_up: bool) {
        let Some(seal) = Seal::parse(bytes) else {
            return notes.fail("a seal does not parse".to_owned());
        };
        if (seal.outcome == Outcome::GivenUp) != is_given_up {
            notes.fail(format!("a seal of table {table} has another outcome than its message"));
        }
        let digest = seal.digest();
        let before = self.tables.entry(table).or_default().seals.insert(seal.opening, digest);
        if before.is_some_and(|before| before != digest) {
            notes.fail(format!("a round of table {table} has two seals"));
        }
    }
}
