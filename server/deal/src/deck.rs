//! Faces, decks and packs: what the room lays face down before it knows a link.

use crate::hash::{Hash, Tag, tagged};
use crate::secret::Secret;
use crate::stream::Stream;
use crate::tree::{card_node, path, root};
use cardroom_cards::Card;
use std::fmt;
use zeroize::Zeroizing;

/// The faces of a deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Faces {
    /// Kind 1: the 52 cards.
    Full,
    /// Kind 2: the 36 cards from the sixes to the aces.
    Short,
    /// Kind 3: the 52 cards twice.
    Double,
    /// Kind 0: the faces that the opening lists, 2 to 1,024.
    Listed(Vec<Card>),
}

impl Faces {
    /// The most faces that an opening can list.
    pub const MOST: usize = 1024;

    pub(crate) fn kind(&self) -> u8 {
        match self {
            Self::Listed(_) => 0,
            Self::Full => 1,
            Self::Short => 2,
            Self::Double => 3,
        }
    }

    /// Returns the faces in ascending order, from which the shuffle starts.
    #[must_use]
    pub fn cards(&self) -> Vec<Card> {
        let from = |first: u8| (first..Card::COUNT).filter_map(Card::from_index);
        match self {
            Self::Full => from(0).collect(),
            Self::Short => from(16).collect(),
            Self::Double => from(0).chain(from(0)).collect(),
            Self::Listed(cards) => cards.clone(),
        }
    }

    /// Returns the number of faces.
    #[must_use]
    pub fn count(&self) -> u16 {
        match self {
            Self::Full => 52,
            Self::Short => 36,
            Self::Double => 104,
            Self::Listed(cards) => u16::try_from(cards.len()).unwrap_or(u16::MAX),
        }
    }
}

/// The position of a card in dealing order: the deck, and the place in it from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    pub deck: u8,
    pub place: u16,
}

/// Returns the hash of a card, which is a leaf of its deck's tree.
pub(crate) fn leaf_hash(salt: &Hash, deck: u8, leaf: u16, card: Card) -> Hash {
    tagged(Tag::Leaf, &[salt, &[deck], &leaf.to_be_bytes(), &[card.index()]])
}

fn salt_of(seed: &Secret, deck: u8, leaf: u16) -> Hash {
    tagged(Tag::Salt, &[seed.open(), &[deck], &leaf.to_be_bytes()])
}

/// Returns the secret order of a deck: the card of each leaf.
pub(crate) fn secret_order(faces: &Faces, seed: &Secret, deck: u8) -> Zeroizing<Vec<u8>> {
    let cards: Vec<u8> = faces.cards().iter().map(|card| card.index()).collect();
    let mut cards = Zeroizing::new(cards);
    lay(seed, deck, &mut cards);
    cards
}

/// Brings faces from ascending order into the secret order of a deck.
pub fn lay(seed: &Secret, deck: u8, faces: &mut [u8]) {
    Stream::new(Tag::SecretStream, seed.open(), deck).shuffle(faces);
}

/// One deck of a pack.
pub struct Deck {
    number: u8,
    order: Zeroizing<Vec<u8>>,
    leaves: Vec<Hash>,
    root: Hash,
}

impl Deck {
    /// Makes the deck with this number from the seed of its pack.
    #[must_use]
    pub fn new(faces: &Faces, seed: &Secret, number: u8) -> Self {
        let order = secret_order(faces, seed, number);
        let leaves: Vec<Hash> = (0..faces.count())
            .zip(order.iter().filter_map(|card| Card::from_index(*card)))
            .map(|(leaf, card)| leaf_hash(&salt_of(seed, number, leaf), number, leaf, card))
            .collect();
        let root = root(&leaves, card_node);
        Self { number, order, leaves, root }
    }

    #[must_use]
    pub fn root(&self) -> &Hash {
        &self.root
    }

    /// Returns the card of a leaf, or `None` if the deck has no such leaf.
    #[must_use]
    pub fn card(&self, leaf: u16) -> Option<Card> {
        self.order.get(usize::from(leaf)).and_then(|card| Card::from_index(*card))
    }
}

impl fmt::Debug for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("??")
    }
}

/// One candidate for a deal: the first deck, and those that cards may be shuffled into again.
pub struct Pack {
    seed: Secret,
    decks: Vec<Deck>,
}

impl Pack {
    /// Makes a pack of the first deck and `shuffles` further ones.
    #[must_use]
    pub fn new(faces: &Faces, shuffles: u8, seed: Secret) -> Self {
        let decks = (0..=shuffles).map(|deck| Deck::new(faces, &seed, deck)).collect();
        Self { seed, decks }
    }

    #[must_use]
    pub fn seed(&self) -> &Secret {
        &self.seed
    }

    /// Returns the decks of the pack.
    #[must_use]
    pub fn decks(&self) -> &[Deck] {
        &self.decks
    }

    /// Returns the salt with which the room commits to what a player gave away.
    #[must_use]
    pub fn toss_salt(&self, seat: u8, toss: u8) -> Hash {
        toss_salt(&self.seed, seat, toss)
    }

    /// Opens the card of a leaf. Returns `None` if there is no such leaf.
    #[must_use]
    pub fn open(&self, deck: u8, leaf: u16) -> Option<Opened> {
        let deck = self.decks.get(usize::from(deck))?;
        let card = deck.card(leaf)?;
        let salt = salt_of(&self.seed, deck.number, leaf);
        let path = path(&deck.leaves, usize::from(leaf), card_node);
        Some(Opened { card, salt, path })
    }
}

impl fmt::Debug for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("??")
    }
}

/// An opened card: with its salt and path it hashes to the root of its deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opened {
    pub card: Card,
    pub salt: Hash,
    /// Siblings from the bottom up.
    pub path: Vec<Hash>,
}

/// Returns the seed of a pack. The room secret in it keeps the randomness of the operating system
/// from being published with the seeds of spare packs.
#[must_use]
pub fn pack_seed(
    room_secret: &Secret,
    table: u64,
    hand: u64,
    round: u8,
    pack: u8,
    random: &Secret,
) -> Secret {
    let (table, hand) = (table.to_be_bytes(), hand.to_be_bytes());
    let parts: [&[u8]; 5] = [room_secret.open(), &table, &hand, &[round, pack], random.open()];
    Secret::new(tagged(Tag::PackSeed, &parts))
}

pub(crate) fn toss_salt(seed: &Secret, seat: u8, toss: u8) -> Hash {
    tagged(Tag::TossSalt, &[seed.open(), &[seat, toss]])
}

/// Returns the commitment to what a player gave away: a bit for each place of the holding.
#[must_use]
pub fn toss_commitment(salt: &Hash, seat: u8, toss: u8, picks: u8) -> Hash {
    tagged(Tag::Toss, &[salt, &[seat, toss, picks]])
}
