//! Joining the deals of a table, and the answer to that.

use super::Deals;
use super::suspicion::Suspicion;
use crate::player::DealPart;
use crate::player::outbox::{Outbox, Request};
use cardroom_deal::{Chain, Secret};
use cardroom_protocol::deal::{DealJoined, DealLevel, Hash32, JoinDeal};
use cardroom_protocol::{RequestId, TableId};
use rand::RngExt as _;
use std::time::Duration;

/// The links of a chain: enough for some hours of fast play.
const LINKS: u32 = 1_024;

impl Deals {
    /// Joins the deals of a table where the player has a seat. Asks a table again that was busy.
    pub(in crate::player) fn join_once(
        &mut self,
        now: Duration,
        table: TableId,
        is_of_tournament: bool,
        part: DealPart,
        outbox: &mut Outbox,
    ) {
        if self.asked != Some(table) {
            self.forget();
            (self.asked, self.part) = (Some(table), part);
            self.is_of_tournament = is_of_tournament;
            self.join(table, outbox);
        } else if self.again_at.is_some_and(|at| now >= at) {
            self.join(table, outbox);
        }
    }

    /// Begins a new chain.
    pub(super) fn join(&mut self, table: TableId, outbox: &mut Outbox) {
        let secret = self.seeded.as_mut().map_or_else(rand::random, |seeded| seeded.random());
        let chain = Chain::new(Secret::new(secret), LINKS);
        self.chain = chain.map(|chain| (chain, 1));
        (self.is_taken, self.counts_from) = (false, None);
        let anchor = self.chain.as_ref().map(|(chain, _)| Hash32(*chain.anchor()));
        let level = match self.part {
            DealPart::Absent => DealLevel::Off,
            DealPart::Lends => DealLevel::Lend,
            DealPart::Verifies => DealLevel::Full,
        };
        self.again_at = None;
        outbox.ask(Request::JoinDeal, |request| {
            self.request = Some(request);
            JoinDeal { request, table, level, anchor }
        });
    }

    /// Notes that the table does not deal so that it can be verified, or that it can be asked again
    /// at this time. The refusal of an earlier request changes nothing.
    pub(in crate::player) fn refused(&mut self, request: RequestId, again_at: Option<Duration>) {
        if self.request == Some(request) {
            self.chain = None;
            self.again_at = again_at;
        }
    }

    /// Takes the room's answer to the last request.
    pub(super) fn joined(
        &mut self,
        joined: &DealJoined,
        outbox: &mut Outbox,
    ) -> Result<(), Suspicion> {
        outbox.answered(joined.request);
        if self.request != Some(joined.request) {
            return Ok(());
        }
        (self.is_taken, self.counts_from) = (true, None);
        if *self.key.get_or_insert(joined.key.0) != joined.key.0 {
            return Err(Suspicion::alone("the room shows another key for deals than before"));
        }
        if *self.prev.get_or_insert(joined.prev.0) != joined.prev.0 {
            return Err(Suspicion::alone("the table names another last seal than it sent"));
        }
        Ok(())
    }
}
