//! The state that a table derives from its events, apart from the engine's own.

use super::answered::Answered;
use super::played::HandLog;
use super::wire::FaceUp;
use crate::ids::AccountId;
use cardroom_engine::{Event, Table};
use cardroom_rules::{Chips, Millis, RingTerms};
use cardroom_tables::OrderDesk;
use std::collections::BTreeMap;

/// The chips that players recently took away, and until when they must come back with them.
pub(super) type Ratholes = BTreeMap<AccountId, (Chips, Millis)>;

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
        note_rathole(&mut self.ratholes, event, at, ring);
    }
}

/// Notes a player who leaves, in the ratholes of a table or of several.
pub(super) fn note_rathole(ratholes: &mut Ratholes, event: &Event, at: Millis, ring: &RingTerms) {
    if ring.rathole_ms == Millis(0) {
        return;
    }
    match event {
        Event::SeatLeft { player, cashed_out, .. } if *cashed_out > ring.min_buy_in => {
            ratholes.insert(AccountId(player.0), (*cashed_out, at + ring.rathole_ms));
        }
        Event::SeatTaken { player, .. } => {
            ratholes.remove(&AccountId(player.0));
        }
        Event::HandEnded { .. } => ratholes.retain(|_, (_, until)| *until > at),
        _ => {}
    }
}
