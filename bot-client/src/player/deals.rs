//! Verifiable deals: lends links to the openings of the table, and verifies each hand from the
//! frames alone.
//!
//! A chain is a secret of the system's randomness, and is kept in memory only. A room that asks for
//! a link twice gets a new chain.

mod hand;
#[cfg(test)]
mod tests;

use super::outbox::{Outbox, Request};
use cardroom_deal::{
    Chain, Hash, Opening, Secret, digest, is_signed, sha256, signed_bytes, voucher,
};
use cardroom_protocol::TableId;
use cardroom_protocol::deal::{
    DealGivenUp, DealJoined, DealLevel, DealOpened, DealSealed, Hash32, JoinDeal, LendLink,
};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::TableEvent;
use hand::HandProof;
use std::collections::BTreeSet;

/// The minor version of the protocol that has messages of deals.
pub(super) const SINCE: u16 = 1;

/// The links of a chain: enough for some hours of fast play.
const LINKS: u32 = 1_024;

/// The player's part in the deals of a table.
#[derive(Debug, Default)]
pub(super) struct Deals {
    /// The table whose deals the player has asked to join.
    asked: Option<TableId>,
    /// The chain, and the index of its next link.
    chain: Option<(Chain, u32)>,
    /// The room's key, pinned at the first table.
    key: Option<[u8; 32]>,
    /// Digest of the table's last seal, as far as it is known.
    prev: Option<Hash>,
    /// Table, hand and round of the last opening, and its digest.
    last: Option<(u64, u8, Hash)>,
    /// The digest of the last opening that the player answered.
    answered: Option<Hash>,
    /// Every root that the player has seen at this table. The seeds of spare packs are published,
    /// so a root that comes again would open all cards.
    roots: BTreeSet<Hash>,
    /// The hand that is followed.
    hand: Option<HandProof>,
}

impl Deals {
    /// Forgets the table, and the chain that belonged to its connection.
    pub(super) fn forget(&mut self) {
        *self = Self { key: self.key, ..Self::default() };
    }

    /// Joins the deals of a table where the player has a seat, once.
    pub(super) fn join_once(&mut self, table: TableId, outbox: &mut Outbox) {
        if self.asked != Some(table) {
            self.forget();
            self.asked = Some(table);
            self.join(table, outbox);
        }
    }

    /// Begins a new chain.
    fn join(&mut self, table: TableId, outbox: &mut Outbox) {
        let chain = Chain::new(Secret::new(rand::random()), LINKS);
        self.chain = chain.map(|chain| (chain, 1));
        let anchor = self.chain.as_ref().map(|(chain, _)| Hash32(*chain.anchor()));
        let level = DealLevel::Full;
        let join = |request| JoinDeal { request, table, level, anchor };
        outbox.ask(Request::JoinDeal, join);
    }

    /// Notes that the table does not deal so that it can be verified.
    pub(super) fn refused(&mut self) {
        self.chain = None;
    }

    /// Follows the events of a step of the table.
    pub(super) fn follow(&mut self, events: &[TableEvent]) {
        if let Some(hand) = &mut self.hand {
            events.iter().for_each(|event| hand.follow(event));
        }
    }

    /// Notes that the steps so far do not say everything about the hand.
    pub(super) fn lost_steps(&mut self) {
        if let Some(hand) = &mut self.hand {
            hand.lose();
        }
    }

    /// Takes a message about the deals of the table. `seat` is the player's own. Returns `true`
    /// if it verified a hand.
    ///
    /// # Errors
    /// A sentence about what is wrong with the deal.
    pub(super) fn take(
        &mut self,
        seat: Option<u8>,
        message: &ServerMessage,
        outbox: &mut Outbox,
    ) -> Result<bool, String> {
        match message {
            ServerMessage::DealJoined(body) => self.joined(body, outbox)?,
            ServerMessage::DealOpened(body) => self.opened(seat, body, outbox)?,
            ServerMessage::DealSealed(body) => return self.sealed(body),
            ServerMessage::DealGivenUp(body) => self.given_up(seat, body, outbox)?,
            other => {
                if let Some(hand) = &mut self.hand {
                    hand.take(other);
                }
            }
        }
        Ok(false)
    }

    fn joined(&mut self, joined: &DealJoined, outbox: &mut Outbox) -> Result<(), &'static str> {
        outbox.answered(joined.request);
        if *self.key.get_or_insert(joined.key.0) != joined.key.0 {
            return Err("the room shows another key for deals than before");
        }
        if *self.prev.get_or_insert(joined.prev.0) != joined.prev.0 {
            return Err("the table names another last seal than it sent");
        }
        Ok(())
    }

    /// Checks an opening, and lends the link that it asks for.
    fn opened(
        &mut self,
        seat: Option<u8>,
        opened: &DealOpened,
        outbox: &mut Outbox,
    ) -> Result<(), &'static str> {
        if self.asked != Some(opened.table) {
            return Ok(());
        }
        let digest = digest(&opened.opening.0);
        if self.last.is_some_and(|(.., last)| last == digest) {
            // A client that joins anew gets the opening of the round once more.
            return Ok(());
        }
        let opening = self.checked(opened, &digest)?;
        self.last = Some((opening.hand, opening.round, digest));
        self.roots.extend(opening.roots.iter().flatten());
        self.hand = Some(HandProof::new(&opening, opened));
        let entry = opening.roster.iter().find(|entry| Some(entry.seat) == seat);
        let Some((entry, (chain, index))) = entry.zip(self.chain.as_mut()) else { return Ok(()) };
        let is_next = entry.index == *index && chain.link(*index - 1) == Some(&entry.below);
        let links = chain.link(*index).copied().zip(chain.link(*index + 1).copied());
        let Some((link, next)) = links.filter(|_| is_next) else {
            // The room asks for a link that was sent, or the chain is at its end.
            self.join(opened.table, outbox);
            return Ok(());
        };
        if opened.answer_ms > 0 {
            *index += 1;
            self.answered = Some(digest);
            outbox.send(LendLink {
                table: opened.table,
                opening: Hash32(digest),
                link: Hash32(link),
                ack: Hash32(voucher(&next, &digest)),
            });
        }
        Ok(())
    }

    /// Returns the opening if the player may answer it.
    fn checked(&self, opened: &DealOpened, digest: &Hash) -> Result<Opening, &'static str> {
        let opening = Opening::parse(&opened.opening.0).map_err(|_| "an opening cannot be read")?;
        let is_signed = is_signed(&opening.key, &signed_bytes(digest), &opened.signature.0);
        if !is_signed || self.key.is_some_and(|key| key != opening.key) {
            return Err("another key than the room's signed an opening");
        }
        if opening.table != opened.table.0 {
            return Err("an opening is of another table");
        }
        let is_later = |(hand, round, _)| (hand, round) < (opening.hand, opening.round);
        if !self.last.is_none_or(is_later) {
            return Err("a round has two openings");
        }
        if self.prev.is_some_and(|prev| prev != opening.prev) {
            return Err("an opening does not follow the last seal");
        }
        let roots: BTreeSet<Hash> = opening.roots.iter().flatten().copied().collect();
        let is_twice = roots.len() != opening.roots.iter().flatten().count();
        if is_twice || !roots.is_disjoint(&self.roots) {
            return Err("a deck is laid for the second time");
        }
        Ok(opening)
    }

    /// Verifies the hand that is over.
    fn sealed(&mut self, sealed: &DealSealed) -> Result<bool, String> {
        if self.asked != Some(sealed.table) {
            return Ok(false);
        }
        self.prev = Some(sha256(&sealed.seal.0));
        let Some(hand) = self.hand.take() else { return Ok(false) };
        let receipt = self.answered.filter(|answered| *answered == hand.digest());
        let verified = hand.verify(self.key, receipt, &sealed.seal.0);
        verified.map_or(Ok(false), |result| result.map(|()| true))
    }

    fn given_up(
        &mut self,
        seat: Option<u8>,
        ended: &DealGivenUp,
        outbox: &mut Outbox,
    ) -> Result<(), &'static str> {
        if self.asked != Some(ended.table) {
            return Ok(());
        }
        self.prev = Some(sha256(&ended.seal.0));
        let hand = self.hand.take();
        let blame = ended.seal.0.get(49).copied();
        if blame.is_none() || blame != seat {
            return Ok(());
        }
        // The room deals the player in again once the client has joined anew.
        self.join(ended.table, outbox);
        let is_lent = self.answered.is_some() && self.answered == hand.map(|hand| hand.digest());
        if is_lent {
            return Err("the room blames this player for a link that was sent");
        }
        Ok(())
    }
}

/// Returns `true` for a message about the deals of a table.
pub(super) fn is_of_deals(message: &ServerMessage) -> bool {
    use ServerMessage as M;
    matches!(
        message,
        M::DealJoined(_)
            | M::DealOpened(_)
            | M::DealBound(_)
            | M::CardsOpened(_)
            | M::OwnCardsOpened(_)
            | M::DealSealed(_)
            | M::DealGivenUp(_)
    )
}
