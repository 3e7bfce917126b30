//! Deals that can be verified: the room commits to packs of cards, players lend links of a hash
//! chain, and cards are opened with a proof. `server/DEAL.md` explains the deal.

mod bytes;

use crate::ids::{HandNo, RequestId, Seq, TableId};
pub use bytes::{Bytes, Hash32, Sig64};
use cardroom_cards::Card;
use serde::{Deserialize, Serialize};

/// Takes part in the deals of a table that the client watches, or stops. Replaces what the
/// connection said before. Send it only after a `Welcome` with minor 1. Answered by
/// [`DealJoined`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoinDeal {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// The part of each deal that the client gets.
    pub level: DealLevel,
    /// Link 0 of a new hash chain, for a player who contributes. It counts from the next opening
    /// that deals the player in or seats them.
    pub anchor: Option<Hash32>,
}

/// The part of each deal that a client gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DealLevel {
    /// Nothing. A chain of this connection is not used any more.
    Off,
    /// Openings and seals: enough to lend links and to follow the chain of seals.
    Lend,
    /// Everything: each card is opened with its proof.
    Full,
}

/// Lends a link to an opening. A link that is wrong, late or of another opening is ignored.
/// Answered by [`DealBound`] when all links are there, at the level `Full`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LendLink {
    /// Id of the table.
    pub table: TableId,
    /// SHA-256 of the opening's bytes.
    pub opening: Hash32,
    /// The link that the opening asks for.
    pub link: Hash32,
    /// The voucher for the opening, which the next link proves.
    pub ack: Hash32,
}

/// Asks for the proof of a hand, as its viewer may see it. Answered by [`DealProof`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetDealProof {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// Number of the hand at the table.
    pub hand: HandNo,
}

/// Answers [`JoinDeal`]. Behind it, during a round, comes what the level would have got so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealJoined {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// The room's Ed25519 public key for deals.
    pub key: Hash32,
    /// The room's name for deals.
    pub origin: String,
    /// SHA-256 of the table's last seal, which the next opening names. Zeros before the first.
    pub prev: Hash32,
    /// Index of the first link that the room will ask for. 0 for a client that does not contribute.
    pub index: u32,
    /// How long the room waits for links, in milliseconds.
    pub window_ms: u32,
}

/// The room has laid the packs of a round, and asks the contributors for their links.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealOpened {
    /// Id of the table.
    pub table: TableId,
    /// The bytes of the opening.
    pub opening: Bytes,
    /// The room's signature of the opening.
    pub signature: Sig64,
    /// How long the room waits for the links from now, in milliseconds.
    pub answer_ms: u32,
}

/// All links are there, and the joint seed is known. No card can change any more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealBound {
    /// Id of the table.
    pub table: TableId,
    /// Number of the hand at the table.
    pub hand: HandNo,
    /// The links and vouchers, in the order of the roster.
    pub links: Vec<LentLink>,
    /// Seeds of the packs that are not dealt, in the order of the packs.
    pub spares: Vec<Hash32>,
}

/// A link with its voucher.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LentLink {
    /// The link.
    pub link: Hash32,
    /// The voucher for the opening.
    pub ack: Hash32,
}

/// Cards that all viewers may see, opened with their proofs. It stands behind the step that shows
/// them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CardsOpened {
    /// Id of the table.
    pub table: TableId,
    /// Number of the step that it belongs to.
    pub seq: Seq,
    /// Number of the hand at the table.
    pub hand: HandNo,
    /// The cards.
    pub cards: Vec<OpenedCard>,
    /// Places that a deal passed over, because their cards were in play.
    pub skips: Vec<SkippedPlace>,
    /// Commitments to the cards that players gave away.
    pub tosses: Vec<CommittedToss>,
    /// The places of what players gave away, if they showed their hands.
    pub picks: Vec<OpenedPicks>,
}

/// Cards that only the receiver may see, opened with their proofs. It stands behind the step that
/// deals them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OwnCardsOpened {
    /// Id of the table.
    pub table: TableId,
    /// Number of the step that it belongs to.
    pub seq: Seq,
    /// Number of the hand at the table.
    pub hand: HandNo,
    /// The cards.
    pub cards: Vec<OpenedCard>,
    /// Places that a deal passed over, because their cards were in play.
    pub skips: Vec<SkippedPlace>,
    /// Commitments to the cards that players gave away.
    pub tosses: Vec<CommittedToss>,
    /// The places of what the receiver gave away.
    pub picks: Vec<OpenedPicks>,
}

/// A card with its salt and its path to the root of its deck.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpenedCard {
    /// The deck of the pack, from 0.
    pub deck: u8,
    /// The place in the deck, in dealing order from 0.
    pub place: u16,
    /// The card.
    pub card: Card,
    /// The salt of its leaf.
    pub salt: Hash32,
    /// The hashes beside its path, from the bottom up.
    pub path: Vec<Hash32>,
}

/// A place that a deal passed over, because its card was in play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SkippedPlace {
    /// The deck of the pack, from 0.
    pub deck: u8,
    /// The place in the deck, in dealing order from 0.
    pub place: u16,
    /// Seat that holds the card, or 255 for the board.
    pub seat: u8,
}

/// The commitment to what a player gave away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CommittedToss {
    /// Seat of the player.
    pub seat: u8,
    /// Number of cards.
    pub count: u8,
    /// The commitment to the picks.
    pub commitment: Hash32,
}

/// The places of what a player gave away, opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpenedPicks {
    /// Number of the toss in the hand, from 0.
    pub toss: u8,
    /// A bit for each place of the holding.
    pub picks: u8,
    /// The salt of the commitment.
    pub salt: Hash32,
}

/// A hand is over, and its round is sealed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealSealed {
    /// Id of the table.
    pub table: TableId,
    /// The bytes of the seal.
    pub seal: Bytes,
}

/// A round is given up. No card of it was dealt, and the hand gets another round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealGivenUp {
    /// Id of the table.
    pub table: TableId,
    /// The bytes of the seal, which names the seat that let the round down.
    pub seal: Bytes,
    /// The links and vouchers that came, in the order of the roster.
    pub links: Vec<Option<LentLink>>,
    /// The seeds of all packs, in their order.
    pub seeds: Vec<Hash32>,
}

/// Answers [`GetDealProof`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealProof {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// The proof: a JSON file that any verifier reads.
    pub proof: String,
}
