//! Packs, opened cards, and the walk through the record.

use crate::deck::{Deck, Place};
use crate::fraud::{Code, Fraud, check, check_with};
use crate::hash::Hash;
use crate::joint::is_opened;
use crate::known::Cards;
use crate::opening::Opening;
use crate::proof::{Deal, Proof};
use crate::walk::{Dealt, Walked, walk};
use crate::{JointSeed, Secret};
use cardroom_cards::Card;
use std::collections::BTreeMap;

/// Checks packs and cards. Returns what was dealt, or `None` for a round that was given up.
pub(super) fn check_cards(
    opening: &Opening,
    joint: JointSeed,
    proof: &Proof,
) -> Result<Option<Walked>, Fraud> {
    let deal = &proof.deal;
    let Some(record) = &proof.record else {
        let no_spares = deal.spares.is_empty();
        check(no_spares, Code::Spare, "A round that was given up has no spare packs.")?;
        let seeds = (0..).zip(deal.seeds.iter().copied());
        check_packs(opening, None, seeds.collect())?;
        let no_cards = deal.cards.is_empty() && deal.skips.is_empty() && deal.tosses.is_empty();
        check(no_cards, Code::Opening, "A round that was given up opens no card.")?;
        return Ok(None);
    };
    let are_secret = deal.seeds.is_empty();
    check(are_secret, Code::Spare, "The seeds of all packs are published in a hand.")?;
    let pick = joint.pick(opening.packs());
    let spares = deal.spares.iter().map(|spare| (spare.pack, spare.seed));
    check_packs(opening, Some(pick), spares.collect())?;
    let opened = opened(opening, pick, joint, deal)?;
    let opened = Cards::Opened(opened);
    walk(Dealt { opening, joint, deal, opened: &opened, seed: None }, record).map(Some)
}

/// Checks that exactly the packs that were not picked are open, and that each is what the room
/// committed to.
fn check_packs(
    opening: &Opening,
    pick: Option<u8>,
    mut packs: Vec<(u8, Hash)>,
) -> Result<(), Fraud> {
    packs.sort_unstable();
    let others = (0..opening.packs()).filter(|pack| Some(*pack) != pick);
    let is_right = packs.iter().map(|(pack, _)| *pack).eq(others);
    check(is_right, Code::Spare, "Not exactly the packs that were not picked are open.")?;
    for (pack, seed) in packs {
        let is_true = is_pack(opening, pack, &Secret::new(seed));
        check_with(is_true, Code::Spare, || format!("Pack {pack} is not what was committed to."))?;
    }
    Ok(())
}

/// Returns `true` if a seed makes the decks that the opening commits to for a pack.
pub(super) fn is_pack(opening: &Opening, pack: u8, seed: &Secret) -> bool {
    let Some(roots) = opening.roots.get(usize::from(pack)) else { return false };
    (0..).zip(roots).all(|(deck, root)| Deck::new(&opening.faces, seed, deck).root() == root)
}

/// Returns the opened cards, each of which the room committed to at its place.
fn opened(
    opening: &Opening,
    pick: u8,
    joint: JointSeed,
    deal: &Deal,
) -> Result<BTreeMap<Place, Card>, Fraud> {
    let count = opening.faces.count();
    let mut leaves: BTreeMap<u8, Vec<u16>> = BTreeMap::new();
    let mut opened = BTreeMap::new();
    let mut is_twice = false;
    for card in &deal.cards {
        let Place { deck, place } = card.at;
        let root = opening.roots[usize::from(pick)].get(usize::from(deck));
        let permutation =
            root.map(|_| leaves.entry(deck).or_insert_with(|| joint.permutation(deck, count)));
        let leaf = permutation.and_then(|leaves| leaves.get(usize::from(place)));
        let is_true = leaf
            .zip(root)
            .is_some_and(|(leaf, root)| is_opened(&card.opened, card.at, *leaf, count, root));
        check_with(is_true, Code::Opening, || {
            format!("The card of deck {deck}, place {place}, is not what was committed to.")
        })?;
        is_twice |= opened.insert(card.at, card.opened.card).is_some();
    }
    check(!is_twice, Code::Double, "A place is opened twice.")?;
    check_doubles(opening, &opened)?;
    Ok(opened)
}

fn check_doubles(opening: &Opening, opened: &BTreeMap<Place, Card>) -> Result<(), Fraud> {
    let mut counts: BTreeMap<(u8, Card), usize> = BTreeMap::new();
    for (place, card) in opened {
        *counts.entry((place.deck, *card)).or_default() += 1;
    }
    let faces = opening.faces.cards();
    for ((deck, card), count) in counts {
        let most = faces.iter().filter(|face| **face == card).count();
        check_with(count <= most, Code::Double, || format!("{card} is twice in deck {deck}."))?;
    }
    Ok(())
}
