//! Proof files: one hand or round for one viewer, as JSON.

mod events;
mod hex;
mod read;
mod write;

use crate::deck::Opened;
use crate::hash::Hash;
use crate::{Place, SignatureBytes};
use cardroom_cards::Card;

pub use events::{Event, Record, RecordedCards, RecordedDraw};
pub use read::{Asked, Document, MOST_DEEP, MOST_FILE_BYTES, Unreadable};
pub use write::write_case;

/// The proof of one round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The record of the hand, as it was first told. Absent for a round that was given up.
    pub record: Option<Record>,
    pub deal: Deal,
    /// Digest of the opening that the player's client answered.
    pub receipt: Option<Hash>,
}

/// Everything that the room signed and opened, and all contributions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// Bytes of the opening.
    pub open: Vec<u8>,
    pub signature: SignatureBytes,
    /// In the order of the roster. Absent are links that did not come.
    pub links: Vec<Option<Hash>>,
    /// Vouchers for this opening, in the order of the roster.
    pub acks: Vec<Option<Hash>>,
    /// Seeds of the packs that were not dealt.
    pub spares: Vec<Spare>,
    /// Seeds of all packs, for a round that was given up.
    pub seeds: Vec<Hash>,
    pub cards: Vec<OpenedCard>,
    pub skips: Vec<Skip>,
    pub tosses: Vec<Toss>,
    /// Bytes of the seal.
    pub seal: Vec<u8>,
    /// Absent for a minute after the hand.
    pub log: Option<Inclusion>,
    /// The seed of the pack that was dealt, for an auditor.
    pub seed: Option<crate::Secret>,
}

/// The published seed of a pack that was not dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spare {
    pub pack: u8,
    pub seed: Hash,
}

/// A card that was opened, and where it lay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenedCard {
    pub at: Place,
    pub opened: Opened,
}

/// A place that a deal passed over, because its card was in play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skip {
    pub at: Place,
    /// The seat that holds the card, or [`NOBODY`](crate::NOBODY) for the board.
    pub seat: u8,
}

/// The commitment to what a player gave away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Toss {
    pub seat: u8,
    pub count: u8,
    pub commitment: Hash,
    /// A bit for each place of the holding, and the salt. Absent unless it is open.
    pub picks: Option<(u8, Hash)>,
}

/// Where the round is in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inclusion {
    /// Text of the signed tree head.
    pub checkpoint: String,
    pub index: u64,
    pub path: Vec<Hash>,
}

/// Two tree heads, and the proof that the new one extends the old one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History {
    pub old: String,
    pub new: String,
    pub proof: Vec<Hash>,
}

/// Returns the name of a card in a file.
fn named(card: Card) -> String {
    card.to_string()
}
