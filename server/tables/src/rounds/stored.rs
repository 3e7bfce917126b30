//! Rounds as their stream stores them. The seeds are sealed by the room.

use crate::fold_error::FoldError;
use cardroom_deal::{Hash, Opening, sha256};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A record of the rounds of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum DealRecord {
    Opened(Opened),
    /// All links and vouchers, in the order of the roster.
    Bound(Vec<(Hash, Hash)>),
    /// The seal of a hand.
    Sealed(Vec<u8>),
    GivenUp(Ended),
}

/// An opening with its signature and its seeds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Opened {
    pub(crate) opening: Vec<u8>,
    pub(crate) signature: Vec<u8>,
    /// The seeds of all packs, sealed.
    pub(crate) sealed: Vec<u8>,
}

/// The end of a round that was given up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Ended {
    pub(crate) seal: Vec<u8>,
    /// The links and vouchers that came, in the order of the roster.
    pub(crate) links: Vec<Option<(Hash, Hash)>>,
    /// The seeds of all packs, which are public now.
    pub(crate) seeds: Vec<Hash>,
}

/// A round that was given up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct GivenUp {
    pub(crate) opening: Vec<u8>,
    pub(crate) signature: Vec<u8>,
    pub(crate) ended: Ended,
}

/// The state after all records so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Told {
    /// The key that signs the openings.
    pub(crate) key: [u8; 32],
    /// Digest of the last seal.
    pub(crate) prev: Option<Hash>,
    /// The hand of the last opening.
    pub(crate) hand: u64,
    /// The number of the hand's next round.
    pub(crate) round: u8,
    pub(crate) open: Option<Opened>,
    pub(crate) bound: Option<Vec<(Hash, Hash)>>,
    /// The rounds that were given up since the last hand was sealed.
    pub(crate) given_up: Vec<GivenUp>,
}

impl Told {
    pub(crate) fn new(key: [u8; 32]) -> Self {
        let (prev, open, bound, given_up) = (None, None, None, Vec::new());
        Self { key, prev, hand: 0, round: 0, open, bound, given_up }
    }

    pub(crate) fn apply(&mut self, record: DealRecord) {
        match record {
            DealRecord::Opened(opened) => {
                if let Ok(opening) = Opening::parse(&opened.opening) {
                    if opening.key != self.key {
                        *self = Self::new(opening.key);
                    }
                    (self.hand, self.round) = (opening.hand, opening.round);
                }
                (self.open, self.bound) = (Some(opened), None);
            }
            DealRecord::Bound(links) => self.bound = Some(links),
            DealRecord::Sealed(seal) => {
                self.end(&seal);
                self.round = 0;
                self.given_up.clear();
            }
            DealRecord::GivenUp(ended) => {
                let open = self.open.take();
                self.end(&ended.seal);
                self.round = self.round.saturating_add(1);
                if let Some(Opened { opening, signature, .. }) = open {
                    self.given_up.push(GivenUp { opening, signature, ended });
                }
            }
        }
    }

    fn end(&mut self, seal: &[u8]) {
        self.prev = Some(sha256(seal));
        (self.open, self.bound) = (None, None);
    }

    /// Returns the number of the next round of a hand.
    pub(crate) fn next_round(&self, hand: u64) -> u8 {
        if hand == self.hand { self.round } else { 0 }
    }
}

pub(crate) fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    postcard::to_stdvec(value).expect("rounds hold nothing that postcard cannot write")
}

pub(crate) fn decode<T: DeserializeOwned>(seq: u64, payload: &[u8]) -> Result<T, FoldError> {
    postcard::from_bytes(payload)
        .map_err(|error| FoldError::Decode { seq, reason: error.to_string() })
}
