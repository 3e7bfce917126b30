//! The state that a table derives from its events, apart from the engine's own.

use super::answered::Answered;
use super::played::HandLog;
use super::wire::FaceUp;
use crate::OrderDesk;
use cardroom_engine::{Event, Table};
use cardroom_record::ids::AccountId;
use cardroom_rules::{Chips, Millis, RingTerms};
use std::collections::BTreeMap;

/// The chips that players recently took away, and until when they must come back with them.
pub type Ratholes = BTreeMap<AccountId, (Chips, Millis)>;

/// Everything that is folded from a table's stream together with the engine's table.
#[derive(Debug, Default)]
pub(super) struct Projections {
    pub(super) ratholes: Ratholes,
    /// The last accepted action of each player, which is stored.
    pub(super) answered: Answered,
    /// The face-up cards of the hand in progress.
    pub(super) face_up: FaceUp,
    /// The events of the hand in progress.
    pub(super) log: HandLog,
    /// The instructions of its director, if it belongs to a tournament.
    pub(super) desk: Option<OrderDesk>,
}

impl Projections {
    /// Applies a stored event, after the table has.
    pub(super) fn recall(&mut self, at: Millis, event: &Event, table: &Table, ring: &RingTerms) {
        self.answered.note(at, event);
        self.face_up.note(event);
        self.log.recall(at, event);
        if let Some(desk) = &mut self.desk {
            desk.note(event, table);
        }
        self.note_rathole(at, event, ring);
    }

    /// Notes a player who leaves with more than the smallest buy-in, and must come back with as
    /// much for a while.
    pub(super) fn note_rathole(&mut self, at: Millis, event: &Event, ring: &RingTerms) {
        if let Some((account, taken)) = rathole(at, event, ring) {
            note_taken(&mut self.ratholes, account, taken);
        } else if matches!(event, Event::HandEnded { .. }) {
            self.ratholes.retain(|_, (_, until)| *until > at);
        }
    }
}

/// Returns the player who leaves or comes back with an event, and the chips that they must bring
/// back after it.
pub(super) fn rathole(
    at: Millis,
    event: &Event,
    ring: &RingTerms,
) -> Option<(AccountId, Option<(Chips, Millis)>)> {
    if ring.rathole_ms == Millis(0) {
        return None;
    }
    match event {
        Event::SeatLeft { player, cashed_out, .. } if *cashed_out > ring.min_buy_in => {
            Some((AccountId(player.0), Some((*cashed_out, at + ring.rathole_ms))))
        }
        Event::SeatTaken { player, .. } => Some((AccountId(player.0), None)),
        _ => None,
    }
}

/// Notes what a player must bring back from now on; `None` for nothing any more.
pub fn note_taken(ratholes: &mut Ratholes, account: AccountId, taken: Option<(Chips, Millis)>) {
    match taken {
        Some(taken) => ratholes.insert(account, taken),
        None => ratholes.remove(&account),
    };
}
