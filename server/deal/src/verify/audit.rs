//! The audit of a hand with the seed of its pack.

use super::cards::is_pack;
use crate::deck::Place;
use crate::fraud::{Code, Fraud, check};
use crate::known::Cards;
use crate::opening::Opening;
use crate::proof::Proof;
use crate::walk::{Dealt, walk};
use crate::{JointSeed, Secret};
use cardroom_cards::Card;

/// Everything hidden that the seed of a pack shows of a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Audit {
    /// For each seat dealt in, clockwise from the button's left, the cards that it held last.
    pub held: Vec<(u8, Vec<Card>)>,
    /// The burned cards, in order.
    pub burned: Vec<Card>,
    /// The cards that deals passed over, and the seats that held them.
    pub skipped: Vec<(u8, Card)>,
}

/// Fills in every place from the seed, and follows the hand again with nothing hidden.
pub(super) fn audit(
    opening: &Opening,
    joint: JointSeed,
    proof: &Proof,
    seed: &Secret,
) -> Result<Audit, Fraud> {
    let Some(record) = &proof.record else {
        return Err(Fraud::new(Code::Audit, "A round that was given up needs no seed."));
    };
    let is_true = is_pack(opening, joint.pick(opening.packs()), seed);
    check(is_true, Code::Audit, "The seed is not that of the pack that was dealt.")?;
    let opened = Cards::all(&opening.faces, opening.shuffles, joint, seed);
    let dealt = Dealt { opening, joint, deal: &proof.deal, opened: &opened, seed: Some(seed) };
    let walked = walk(dealt, record).map_err(|fraud| Fraud::new(Code::Audit, fraud.sentence))?;
    let cards = |places: &[Place]| -> Vec<Card> {
        places.iter().filter_map(|place| opened.at(*place)).collect()
    };
    let held = walked.held.iter();
    let skips = proof.deal.skips.iter();
    Ok(Audit {
        held: held
            .map(|(seat, held)| (*seat, cards(held.as_deref().unwrap_or_default())))
            .collect(),
        burned: cards(&walked.burned),
        skipped: skips.filter_map(|it| Some((it.seat, opened.at(it.at)?))).collect(),
    })
}
