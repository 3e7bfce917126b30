//! Verifiable deals: lends links to the openings of the table, and verifies each hand from the
//! frames alone. A failed check comes with evidence that any verifier refuses.
//!
//! A chain is a secret of the system's randomness, and is kept in memory only. A room that asks for
//! a link twice gets a new chain.

mod clock;
mod ended;
mod hand;
mod joining;
mod own;
mod suspicion;
#[cfg(test)]
mod tests;

use super::outbox::Outbox;
use super::{DealPart, Shared};
use crate::evidence::Evidence;
use cardroom_deal::{
    Chain, Code, Contributor, Hash, Opening, digest, is_signed, signed_bytes, voucher,
};
use cardroom_protocol::deal::{DealOpened, Hash32, LendLink};
use cardroom_protocol::server::{HoleCards, ServerMessage};
use cardroom_protocol::table::TableEvent;
use cardroom_protocol::{RequestId, TableId};
use chacha20::ChaCha12Rng;
use clock::RoomClock;
use hand::HandProof;
use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;
use suspicion::Suspicion;

/// The minor version of the protocol that has messages of deals.
pub(super) const SINCE: u16 = 1;

/// A room asks for no links after this many rounds of one hand.
const MOST_ROUNDS: u8 = 64;
/// How many receipts a player keeps.
const MOST_RECEIPTS: usize = 100;
/// How many pieces of evidence wait to be written. One that is not written is reported without.
const MOST_EVIDENCE: usize = 16;

/// The receipt of an opening that a player answered: `cardroom deal verify --receipt` takes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Receipt {
    /// The table of the opening.
    pub table: TableId,
    /// The number of the hand.
    pub hand: u64,
    /// The round of the hand, from 0.
    pub round: u8,
    /// The digest of the opening.
    pub opening: Hash,
}

/// The contribution of a player to a round.
#[derive(Clone, Copy, Debug)]
struct Lent {
    at: Duration,
    /// The room's time in the opening, in milliseconds since 1970.
    opened_ms: u64,
    /// How long the room waits for links.
    answer: Duration,
    /// The digest of the opening.
    opening: Hash,
    seat: u8,
    link: Hash,
    ack: Hash,
}

/// The player's part in the deals of a table.
#[derive(Debug, Default)]
pub(super) struct Deals {
    /// The table whose deals the player has asked to join.
    asked: Option<TableId>,
    /// The last request to join. Answers to earlier ones may still arrive, also from a table that
    /// the player has left.
    request: Option<RequestId>,
    /// When to ask again, after a table was too busy to answer.
    again_at: Option<Duration>,
    part: DealPart,
    /// Where chains come from; `None` for the system's randomness.
    seeded: Option<ChaCha12Rng>,
    /// The chain, and the index of its next link.
    chain: Option<(Chain, u32)>,
    /// The room has taken the anchor of the chain.
    is_taken: bool,
    /// The hand of the first opening since then. Later ones must ask for links of the chain.
    counts_from: Option<u64>,
    /// The table is a tournament's, where a hand may be dealt without the link of a player who let
    /// rounds of it down. The player may have joined anew since.
    is_of_tournament: bool,
    /// The room's key, pinned at the first table.
    key: Option<[u8; 32]>,
    /// Digest of the table's last seal, as far as it is known.
    prev: Option<Hash>,
    /// The proof of the table's last round, if the player saw all of it.
    before: Option<String>,
    /// Table, hand and round of the last opening, and its digest.
    last: Option<(u64, u8, Hash)>,
    /// The last contribution of the player.
    lent: Option<Lent>,
    clock: RoomClock,
    /// The openings that the player answered, the last one at the end.
    receipts: VecDeque<Receipt>,
    /// Every root that the player has seen at this table. The seeds of spare packs are published,
    /// so a root that comes again would open all cards.
    roots: BTreeSet<Hash>,
    /// The hand that is followed.
    hand: Option<HandProof>,
    /// Evidence that waits to be written.
    evidence: Vec<Evidence>,
}

impl Deals {
    /// Makes the part of a player whose chains come from this generator, for simulations.
    pub(super) fn seeded(generator: ChaCha12Rng) -> Self {
        Self { seeded: Some(generator), ..Self::default() }
    }

    /// Forgets the table, and the chain that belonged to its connection.
    pub(super) fn forget(&mut self) {
        let (receipts, seeded) = (std::mem::take(&mut self.receipts), self.seeded.take());
        let (key, evidence) = (self.key, self.take_evidence());
        *self = Self { key, receipts, seeded, evidence, ..Self::default() };
    }

    /// Forgets the table if the player has lost the seat there. The room has dropped the chain.
    pub(super) fn leave(&mut self, table: TableId) {
        if self.asked == Some(table) {
            self.forget();
        }
    }

    /// Returns the receipts of the last openings that the player answered.
    pub(super) fn receipts(&self) -> impl Iterator<Item = &Receipt> {
        self.receipts.iter()
    }

    /// Reports a failed check. The runner of the player writes the evidence.
    pub(super) fn report(
        &mut self,
        shared: &Shared,
        bot: usize,
        now: Duration,
        suspicion: Suspicion,
    ) {
        let Suspicion { what, evidence } = suspicion;
        let Some(mut evidence) = evidence.filter(|_| self.evidence.len() < MOST_EVIDENCE) else {
            return shared.protocol_error(bot, now, &format!("deal: {what}"));
        };
        evidence.name = format!("bot-{bot}-{}", evidence.name);
        let path = shared.settings.evidence.join(&evidence.name);
        let what = format!("deal: {what}; the evidence is in {}", path.display());
        shared.protocol_error(bot, now, &what);
        self.evidence.push(evidence);
    }

    /// Takes the evidence against the room since the last call.
    pub(super) fn take_evidence(&mut self) -> Vec<Evidence> {
        std::mem::take(&mut self.evidence)
    }

    /// Follows the events of a step of the table.
    pub(super) fn follow(&mut self, events: &[TableEvent]) {
        if let Some(hand) = &mut self.hand {
            events.iter().for_each(|event| hand.follow(event));
        }
    }

    /// Takes the cards that the player holds now.
    pub(super) fn hold(&mut self, held: &HoleCards) {
        if let Some(hand) = self.hand.as_mut().filter(|_| self.asked == Some(held.table)) {
            hand.hold(held);
        }
    }

    /// Notes that the player does not know all steps of the hand, and so cannot verify it.
    pub(super) fn lost_steps(&mut self, table: TableId) {
        if let Some(hand) = self.hand.as_mut().filter(|_| self.asked == Some(table)) {
            hand.lose();
        }
    }

    /// Takes a message about the deals of the table. `seat` is the player's own. Returns `true`
    /// if it verified a hand.
    ///
    /// # Errors
    /// A check of the deal failed. The suspicion has the evidence.
    pub(super) fn take(
        &mut self,
        now: Duration,
        seat: Option<u8>,
        message: &ServerMessage,
        outbox: &mut Outbox,
    ) -> Result<bool, Suspicion> {
        match message {
            ServerMessage::DealJoined(body) => self.joined(body, outbox)?,
            ServerMessage::DealOpened(body) => self.opened(now, seat, body, outbox)?,
            ServerMessage::DealSealed(body) => return self.sealed(now, seat, body),
            ServerMessage::DealGivenUp(body) => self.given_up(now, seat, body, outbox)?,
            other => {
                if let Some(hand) = &mut self.hand {
                    hand.take(other);
                }
            }
        }
        Ok(false)
    }

    /// Checks an opening, and lends the link that it asks for.
    fn opened(
        &mut self,
        now: Duration,
        seat: Option<u8>,
        opened: &DealOpened,
        outbox: &mut Outbox,
    ) -> Result<(), Suspicion> {
        if self.asked != Some(opened.table) {
            return Ok(());
        }
        let digest = digest(&opened.opening.0);
        if self.last.is_some_and(|(.., last)| last == digest) {
            // A client that joins anew, or whose request comes twice, gets the round so far once
            // more. Steps may have come in between.
            self.hand.iter_mut().for_each(HandProof::begin_again);
            return Ok(());
        }
        let opening = self.checked(opened, &digest)?;
        let opened_ms = opening.time_ms;
        self.clock.told(now, opened_ms);
        self.last = Some((opening.hand, opening.round, digest));
        self.roots.extend(opening.roots.iter().flatten());
        let entry = self.own_entry(&opening, seat);
        let (round, hand) = (opening.round, opening.hand);
        let must_count = self.chain.is_some() && self.must_count(hand);
        if self.is_taken {
            self.counts_from.get_or_insert(hand);
        }
        let mut followed = HandProof::new(Some(opening), opened);
        followed.asked_of = entry.map(|entry| entry.seat);
        followed.left_out = seat.filter(|_| must_count && entry.is_none() && round < MOST_ROUNDS);
        self.hand = Some(followed);
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
            let ack = voucher(&next, &digest);
            let answer = Duration::from_millis(opened.answer_ms.into());
            let seat = entry.seat;
            self.lent = Some(Lent { at: now, opened_ms, answer, opening: digest, seat, link, ack });
            self.keep_receipt(Receipt { table: opened.table, hand, round, opening: digest });
            outbox.send(LendLink {
                table: opened.table,
                opening: Hash32(digest),
                link: Hash32(link),
                ack: Hash32(ack),
            });
        }
        Ok(())
    }

    /// Returns the entry that asks for the player's link. A player who has lost the view of the
    /// table does not know the seat, and finds the entry by the chain.
    fn own_entry(&self, opening: &Opening, seat: Option<u8>) -> Option<Contributor> {
        let last = self.chain.as_ref().and_then(|(chain, index)| chain.link(*index - 1));
        let is_own = |entry: &&Contributor| match seat {
            Some(seat) => entry.seat == seat,
            None => last == Some(&entry.below),
        };
        opening.roster.iter().find(is_own).copied()
    }

    /// Returns `true` if the next opening, which is of this hand, must ask for the player's link.
    fn must_count(&self, hand: u64) -> bool {
        self.counts_from.is_some_and(|first| !self.is_of_tournament || hand > first)
    }

    fn keep_receipt(&mut self, receipt: Receipt) {
        if self.receipts.len() >= MOST_RECEIPTS {
            self.receipts.pop_front();
        }
        self.receipts.push_back(receipt);
    }

    /// Returns the opening if the player may answer it.
    fn checked(&self, opened: &DealOpened, digest: &Hash) -> Result<Opening, Suspicion> {
        let before = self.before.as_deref();
        let alone = |code, what: &str, opening: Option<&Opening>| {
            let hand = HandProof::new(opening.cloned(), opened);
            let in_a_row = matches!(code, Code::Key | Code::Chain);
            Suspicion::of_opening(code, what, &hand, before.filter(|_| in_a_row))
        };
        let opening = Opening::parse(&opened.opening.0)
            .map_err(|_| alone(Code::Open, "an opening cannot be read", None))?;
        let doubt = |code, what: &str| Err(alone(code, what, Some(&opening)));
        if self.key.is_some_and(|key| key != opening.key) {
            return doubt(Code::Key, "another key than the room's signed an opening");
        }
        if !is_signed(&opening.key, &signed_bytes(digest), &opened.signature.0) {
            return doubt(Code::Signature, "the signature of an opening is wrong");
        }
        if opening.table != opened.table.0 {
            return doubt(Code::Chain, "an opening is of another table");
        }
        if let Some((hand, round, first)) = self.last
            && (opening.hand, opening.round) <= (hand, round)
        {
            let what = "a round has two openings";
            let second = HandProof::new(Some(opening.clone()), opened);
            let proof = second.answered_instead(&first);
            let proofs: Vec<&str> = proof.as_deref().into_iter().collect();
            return Err(Suspicion::new(Code::Receipt, what, second.named(), None, &proofs));
        }
        if self.prev.is_some_and(|prev| prev != opening.prev) {
            return doubt(Code::Chain, "an opening does not follow the last seal");
        }
        let roots: BTreeSet<Hash> = opening.roots.iter().flatten().copied().collect();
        let is_twice = roots.len() != opening.roots.iter().flatten().count();
        if is_twice || !roots.is_disjoint(&self.roots) {
            return doubt(Code::Open, "a deck is laid for the second time");
        }
        Ok(opening)
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
