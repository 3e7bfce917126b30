//! A failed check, and the evidence for it.

use super::hand::HandProof;
use crate::evidence::Evidence;
use cardroom_deal::{Code, Fraud, write_case};

/// A check that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::player) struct Suspicion {
    /// A sentence about what is wrong.
    pub(in crate::player) what: String,
    /// The proof for others. `None` if the room signed nothing that shows it.
    pub(in crate::player) evidence: Option<Evidence>,
}

impl Suspicion {
    /// Makes a suspicion without evidence.
    pub(super) fn alone(what: &str) -> Self {
        Self { what: what.to_owned(), evidence: None }
    }

    /// Makes a suspicion with proofs in a row that fail with this code. `seat` must have
    /// contributed, if that is the question.
    pub(super) fn new(
        code: Code,
        what: &str,
        (table, hand): (u64, u64),
        seat: Option<u8>,
        proofs: &[&str],
    ) -> Self {
        let name = format!("deal-{table}-{hand}-{code}.json");
        let text = write_case(code, seat, proofs).ok();
        let evidence = text.map(|text| Evidence { name, text });
        Self { what: format!("{code}: {what}"), evidence }
    }

    /// Makes a suspicion of a round in which nothing but the opening is wrong. `before` is the
    /// proof of the table's last round.
    pub(super) fn of_opening(
        code: Code,
        what: &str,
        hand: &HandProof,
        before: Option<&str>,
    ) -> Self {
        let proof = hand.opening_alone();
        let proofs: Vec<&str> = before.into_iter().chain(proof.as_deref()).collect();
        Self::new(code, what, hand.named(), None, &proofs)
    }

    /// Makes a suspicion of a hand whose proof fails.
    pub(super) fn of_hand(
        fraud: &Fraud,
        named: (u64, u64),
        seat: Option<u8>,
        proofs: &[&str],
    ) -> Self {
        Self::new(fraud.code, &fraud.sentence, named, seat, proofs)
    }
}
