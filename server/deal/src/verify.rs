//! The verification of proofs, in the order of the specification.

mod audit;
mod cards;
mod session;

use crate::JointSeed;
use crate::chain::link_below;
use crate::fraud::{Code, Fraud, check, check_with};
use crate::hash::{Hash, NULL};
use crate::key::is_signed;
use crate::log::{Checkpoint, LogEntry, is_included};
use crate::opening::{Opening, digest, signed_bytes};
use crate::proof::{Deal, History, Inclusion, Proof};
use crate::seal::{Contribution, Outcome, Seal, contributed};
use crate::tree::extends;
use crate::walk::Walked;

pub use audit::Audit;
pub use session::verify_session;

/// Facts that a verifier knows beside the proof.
#[derive(Clone, Default, Debug)]
pub struct Known {
    /// Keys of the room: the pinned one, and those before and after it. Empty if none is known.
    pub keys: Vec<[u8; 32]>,
    /// Digest of the opening that the player's client answered.
    pub receipt: Option<Hash>,
    /// A seat that must have contributed.
    pub seat: Option<u8>,
}

/// A round that is verified.
#[derive(Clone, Debug)]
pub struct Verified {
    pub opening: Opening,
    /// Digest of the opening.
    pub digest: Hash,
    pub seal: Seal,
    /// The result of the audit, if the proof has a seed.
    pub audit: Option<Audit>,
    /// The proof says where the round is in the log.
    pub is_logged: bool,
    contributions: Vec<Contribution>,
}

impl Verified {
    /// Returns the code by which players compare the round. A round that was given up has none.
    #[must_use]
    pub fn code(&self) -> Option<String> {
        (self.seal.outcome != Outcome::GivenUp).then(|| JointSeed(self.seal.joint).code())
    }
}

/// Verifies the proof of one round.
///
/// # Errors
///
/// The first fraud, in the order of the specification.
pub fn verify(proof: &Proof, known: &Known) -> Result<Verified, Fraud> {
    verify_after(proof, known, None)
}

/// Verifies the proof of a round whose opening must name one of these seals.
fn verify_after(proof: &Proof, known: &Known, prev: Option<&[Hash]>) -> Result<Verified, Fraud> {
    let deal = &proof.deal;
    let opening =
        Opening::parse(&deal.open).map_err(|bad| Fraud::new(Code::Open, bad.to_string()))?;
    let digest = digest(&deal.open);
    check_origin(&opening, &digest, proof, known)?;
    let follows = prev.is_none_or(|seals| seals.contains(&opening.prev));
    check(follows, Code::Chain, "The opening does not follow the seal before.")?;
    let contributions = contributions(&opening, deal, proof.record.is_none())?;
    if let Some(record) = &proof.record {
        let same = (record.table, record.hand) == (opening.table, opening.hand);
        check(same, Code::Bind, "The record is of another table or hand.")?;
    }
    if let Some(seat) = known.seat {
        let is_mine = opening.roster.iter().any(|entry| entry.seat == seat);
        check_with(is_mine, Code::NotMine, || format!("Seat {seat} is not in the roster."))?;
    }
    let joint = joint_seed(&digest, &contributions);
    let walked = cards::check_cards(&opening, joint, proof)?;
    let joint = if walked.is_some() { joint.0 } else { NULL };
    let seal = check_seal(&digest, deal, &contributions, joint, walked.as_ref())?;
    if let Some(log) = &deal.log {
        check_log(&opening, &seal, log, known)?;
    }
    let audit =
        deal.seed.as_ref().map(|seed| audit::audit(&opening, JointSeed(joint), proof, seed));
    let (audit, is_logged) = (audit.transpose()?, deal.log.is_some());
    Ok(Verified { opening, digest, seal, audit, is_logged, contributions })
}

/// Checks whose opening it is, and that the player's client answered it.
fn check_origin(
    opening: &Opening,
    digest: &Hash,
    proof: &Proof,
    known: &Known,
) -> Result<(), Fraud> {
    let is_ours = known.keys.is_empty() || known.keys.contains(&opening.key);
    check(is_ours, Code::Key, "Another key than the room's signed the opening.")?;
    let is_true = is_signed(&opening.key, &signed_bytes(digest), &proof.deal.signature);
    check(is_true, Code::Signature, "The signature of the opening is wrong.")?;
    let mut receipts = known.receipt.iter().chain(&proof.receipt);
    let is_answered = receipts.all(|receipt| receipt == digest);
    check(is_answered, Code::Receipt, "The player answered another opening of this round.")
}

/// Returns what each entry of the roster contributed. Checks that each link is of its chain.
fn contributions(
    opening: &Opening,
    deal: &Deal,
    is_given_up: bool,
) -> Result<Vec<Contribution>, Fraud> {
    let count = opening.roster.len();
    let is_complete = deal.links.len() == count && deal.acks.len() == count;
    check(is_complete, Code::Link, "The links and vouchers are not those of the roster.")?;
    let mut contributions = Vec::with_capacity(count);
    for (entry, (link, ack)) in opening.roster.iter().zip(deal.links.iter().zip(&deal.acks)) {
        let seat = entry.seat;
        let came = link.is_some() && ack.is_some();
        let is_absent = is_given_up && link.is_none() && ack.is_none();
        check_with(came || is_absent, Code::Link, || {
            format!("The link or voucher of seat {seat} is not there.")
        })?;
        let is_true = link.is_none_or(|link| link_below(entry.index, &link) == entry.below);
        check_with(is_true, Code::Link, || {
            format!("The link of seat {seat} is not of its chain.")
        })?;
        contributions.push(Contribution { seat, link: *link, ack: *ack });
    }
    Ok(contributions)
}

fn joint_seed(digest: &Hash, contributions: &[Contribution]) -> JointSeed {
    let links = contributions.iter().map(|entry| (entry.seat, entry.link.unwrap_or(NULL)));
    JointSeed::new(digest, &links.collect::<Vec<_>>())
}

fn check_seal(
    digest: &Hash,
    deal: &Deal,
    contributions: &[Contribution],
    joint: Hash,
    walked: Option<&Walked>,
) -> Result<Seal, Fraud> {
    let fault = |sentence: &str| Fraud::new(Code::Seal, sentence);
    let seal = Seal::parse(&deal.seal).ok_or_else(|| fault("The seal is no seal."))?;
    if seal.opening != *digest {
        return Err(fault("The seal is of another opening."));
    }
    if seal.outcome != walked.map_or(Outcome::GivenUp, |walked| walked.outcome) {
        return Err(fault("The seal has another outcome than the record."));
    }
    let is_silent = |seat| contributions.iter().any(|it| it.seat == seat && it.link.is_none());
    if !seal.blame.is_none_or(is_silent) {
        return Err(fault("The seal blames a seat that did not withhold its link."));
    }
    if seal.bound != contributed(contributions) {
        return Err(fault("The seal has other contributions."));
    }
    if seal.joint != joint {
        return Err(fault("The seal has another joint seed."));
    }
    let course = walked.map_or(NULL, |walked| walked.course);
    check(seal.course == course, Code::Course, "The seal has another course of the hand.")?;
    Ok(seal)
}

fn check_log(opening: &Opening, seal: &Seal, log: &Inclusion, known: &Known) -> Result<(), Fraud> {
    let checkpoint = signed_head(&log.checkpoint, &[&[opening.key], &known.keys[..]].concat())?;
    let entry = LogEntry::new(opening.table, opening.hand, opening.round, seal);
    let is_there = is_included(&entry.leaf(), log.index, &log.path, &checkpoint.head);
    check(is_there, Code::Log, "The round is not in the log of this tree head.")
}

/// Reads a tree head that one of these keys must have signed. Without keys its signature is not
/// checked.
fn signed_head<'a>(text: &'a str, keys: &[[u8; 32]]) -> Result<Checkpoint<'a>, Fraud> {
    let checkpoint =
        Checkpoint::parse(text).map_err(|bad| Fraud::new(Code::Log, bad.to_string()))?;
    let is_ours = keys.is_empty() || keys.iter().any(|key| checkpoint.is_signed_by(key));
    check(is_ours, Code::Log, "The room's key did not sign the tree head.")?;
    Ok(checkpoint)
}

/// Verifies that one tree head extends another.
///
/// # Errors
///
/// `SPLIT` if it does not, `LOG` if a head is not one that the room signed.
pub fn verify_history(history: &History, keys: &[[u8; 32]]) -> Result<(), Fraud> {
    let (old, new) = (signed_head(&history.old, keys)?, signed_head(&history.new, keys)?);
    let is_one = old.origin == new.origin && extends(old.head, new.head, &history.proof);
    check(is_one, Code::Split, "The two tree heads are of two histories.")
}
