//! The verification of a session: all rounds of a table in a row.

use super::{Known, Verified, verify_after};
use crate::chain::voucher;
use crate::fraud::{Code, Fraud, check, check_with};
use crate::hash::{Hash, NULL};
use crate::opening::{Contributor, Opening};
use crate::proof::Proof;
use crate::seal::Outcome;
use std::collections::{BTreeMap, BTreeSet};

/// The last link that a seat showed.
struct Shown {
    entry: Contributor,
    link: Hash,
    ack: Hash,
    /// Digest of the opening that the link answered.
    opening: Hash,
}

/// Verifies the proofs of a table in a row, rounds that were given up included.
///
/// # Errors
///
/// The first fraud.
pub fn verify_session(proofs: &[Proof], known: &Known) -> Result<Vec<Verified>, Fraud> {
    let mut done: Vec<Verified> = Vec::new();
    let mut roots = BTreeSet::new();
    let mut shown = BTreeMap::new();
    let mut known = known.clone();
    // In a session one of the openings is the one that was answered.
    let receipt = known.receipt.take_if(|_| proofs.len() > 1);
    for proof in proofs {
        let now = match done.last() {
            None => verify_after(proof, &known, None)?,
            Some(before) => verify_next(proof, &known, before)?,
        };
        if known.keys.is_empty() {
            known.keys.push(now.opening.key);
        }
        let mut mine = now.opening.roots.iter().flatten();
        let are_new = mine.all(|root| roots.insert(*root));
        check(are_new, Code::Open, "A root is named in two openings.")?;
        check_vouchers(&now, &mut shown)?;
        done.push(now);
    }
    let is_answered = receipt.is_none_or(|it| done.iter().any(|round| round.digest == it));
    check(is_answered, Code::Receipt, "The player answered another opening.")?;
    Ok(done)
}

/// Verifies a round that must follow another one. A room with a new key may begin a new history.
fn verify_next(proof: &Proof, known: &Known, before: &Verified) -> Result<Verified, Fraud> {
    let seal = before.seal.digest();
    let has_new_key =
        Opening::parse(&proof.deal.open).is_ok_and(|next| next.key != before.opening.key);
    let seals = if has_new_key { vec![seal, NULL] } else { vec![seal] };
    let now = verify_after(proof, known, Some(&seals))?;
    let (last, next) = (&before.opening, &now.opening);
    check(last.table == next.table, Code::Chain, "The rounds are of two tables.")?;
    if next.prev == seal {
        let follows = follows(before, next);
        check(follows, Code::Chain, "The hand and round do not follow on the last ones.")?;
    }
    Ok(now)
}

/// Returns `true` if the hand and round of an opening follow on the last ones.
fn follows(before: &Verified, next: &Opening) -> bool {
    let last = &before.opening;
    let is_next_hand = last.hand.checked_add(1) == Some(next.hand) && next.round == 0;
    let is_next_round = last.hand == next.hand && last.round.checked_add(1) == Some(next.round);
    match (before.seal.outcome, before.seal.blame) {
        (Outcome::Played | Outcome::Void, _) => is_next_hand,
        (Outcome::GivenUp, None) => is_next_round || is_next_hand,
        (Outcome::GivenUp, Some(_)) => is_next_round,
    }
}

/// Checks that a link vouches for the opening that its owner answered before.
fn check_vouchers(now: &Verified, shown: &mut BTreeMap<u8, Shown>) -> Result<(), Fraud> {
    for (entry, contribution) in now.opening.roster.iter().zip(&now.contributions) {
        let seat = entry.seat;
        if let Some(last) = shown.get(&seat) {
            let is_known = last.entry == *entry;
            check_with(!is_known, Code::Link, || {
                format!("The link of seat {seat} was known before the opening.")
            })?;
            let goes_on = entry.index == last.entry.index + 1 && entry.below == last.link;
            let vouches =
                contribution.link.is_none_or(|link| voucher(&link, &last.opening) == last.ack);
            check_with(!goes_on || vouches, Code::Ack, || {
                format!("Seat {seat} answered another opening before.")
            })?;
        }
        if let (Some(link), Some(ack)) = (contribution.link, contribution.ack) {
            let last = Shown { entry: *entry, link, ack, opening: now.digest };
            shown.insert(seat, last);
        }
    }
    Ok(())
}
