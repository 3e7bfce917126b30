//! The end of a round: a sealed hand is verified, and one that was given up may name the player.

use super::hand::verify_file;
use super::suspicion::Suspicion;
use super::{Deals, Lent, Outbox};
use cardroom_deal::{Code, Known, Seal, sha256};
use cardroom_protocol::deal::{DealGivenUp, DealSealed};
use std::time::Duration;

impl Deals {
    /// Verifies the hand that is over.
    pub(super) fn sealed(
        &mut self,
        now: Duration,
        seat: Option<u8>,
        sealed: &DealSealed,
    ) -> Result<bool, Suspicion> {
        if self.asked != Some(sealed.table) {
            return Ok(false);
        }
        self.end(now, &sealed.seal.0);
        self.before = None;
        let Some(hand) = self.hand.take() else { return Ok(false) };
        let receipt = self.lent.map(|lent| lent.opening).filter(|lent| *lent == hand.digest());
        let (named, left_out) = (hand.named(), hand.left_out);
        let Some(file) = hand.sealed(seat, receipt, &sealed.seal.0) else { return Ok(false) };
        let known = Known { keys: self.key.into_iter().collect(), receipt: None, seat: left_out };
        let result = verify_file(&file, &known);
        let suspicion = |fraud| Suspicion::of_hand(&fraud, named, left_out, &[&file]);
        result.map_err(suspicion)?;
        self.before = Some(file);
        Ok(true)
    }

    /// Joins anew if the room names the player.
    pub(super) fn given_up(
        &mut self,
        now: Duration,
        seat: Option<u8>,
        ended: &DealGivenUp,
        outbox: &mut Outbox,
    ) -> Result<(), Suspicion> {
        if self.asked != Some(ended.table) {
            return Ok(());
        }
        self.end(now, &ended.seal.0);
        let hand = self.hand.take();
        self.before = hand.as_ref().and_then(|hand| hand.given_up(ended, None));
        let blame = ended.seal.0.get(49).copied();
        // The view of the table, which says where the player sits, may be lost.
        let own = hand.as_ref().and_then(|hand| hand.asked_of).or(seat);
        if blame.is_none() || blame != own {
            return Ok(());
        }
        // The room deals the player in again once the client has joined anew.
        self.join(ended.table, outbox);
        let Some(hand) = hand else { return Ok(()) };
        let lent = self.lent.filter(|lent| lent.opening == hand.digest());
        let Some(lent) = lent.filter(|lent| self.is_in_time(lent)) else { return Ok(()) };
        let proof = hand.given_up(ended, Some((lent.seat, lent.link, lent.ack)));
        let what = "the room blames this player for a link that was sent";
        let proofs: Vec<&str> = proof.as_deref().into_iter().collect();
        Err(Suspicion::new(Code::Seal, what, hand.named(), None, &proofs))
    }

    /// Takes the seal of a round.
    fn end(&mut self, now: Duration, seal: &[u8]) {
        self.prev = Some(sha256(seal));
        if let Some(seal) = Seal::parse(seal) {
            self.clock.told(now, seal.time_ms);
        }
    }

    /// Returns `true` if a link surely came in time, because the player lent it in the first half
    /// of the room's window. A room gains nothing by a wrong time in the opening. It could delay
    /// the opening instead.
    fn is_in_time(&self, lent: &Lent) -> bool {
        let late = self.clock.since(lent.opened_ms, lent.at);
        late.is_some_and(|late| late * 2 < lent.answer)
    }
}
