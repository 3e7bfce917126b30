//! Writing proof files. The record is the room's own, so the caller passes it as JSON.

use super::hex::write;
use super::{Deal, Inclusion, OpenedCard, Skip, Spare, Toss, named};
use crate::fraud::Code;
use crate::hash::{FORMAT, Hash};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::value::RawValue;

/// Bytes that are written as hex.
struct Hex<'a>(&'a [u8]);

impl Serialize for Hex<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write(self.0, serializer)
    }
}

fn hexes(hashes: &[Hash]) -> Vec<Hex<'_>> {
    hashes.iter().map(|hash| Hex(hash)).collect()
}

fn maybe_hexes(hashes: &[Option<Hash>]) -> Vec<Option<Hex<'_>>> {
    hashes.iter().map(|hash| hash.as_ref().map(|hash| Hex(hash))).collect()
}

impl Deal {
    /// Writes a proof file. `record` is the JSON of the hand's record as the viewer may see it, or
    /// `None` for a round that was given up.
    ///
    /// # Errors
    ///
    /// If the record is no JSON.
    pub fn to_file(&self, record: Option<&str>) -> serde_json::Result<String> {
        self.to_answered_file(record, None)
    }

    /// Writes a proof file as [`to_file`](Self::to_file) does. `receipt` is the digest of the
    /// opening that the player's client answered in this round.
    ///
    /// # Errors
    ///
    /// If the record is no JSON.
    pub fn to_answered_file(
        &self,
        record: Option<&str>,
        receipt: Option<&Hash>,
    ) -> serde_json::Result<String> {
        #[derive(Serialize)]
        struct File<'a> {
            format: &'a str,
            record: Option<&'a RawValue>,
            deal: &'a Deal,
            #[serde(skip_serializing_if = "Option::is_none")]
            receipt: Option<Hex<'a>>,
        }
        let record: Option<&RawValue> = record.map(serde_json::from_str).transpose()?;
        let format = std::str::from_utf8(FORMAT).unwrap_or_default();
        let receipt = receipt.map(|receipt| Hex(receipt));
        serde_json::to_string(&File { format, record, deal: self, receipt })
    }
}

/// Writes a case of fraud: proofs in a row, the code with which they must fail, and the seat that
/// must have contributed, if that is the question.
///
/// # Errors
///
/// If a proof is no JSON.
pub fn write_case(code: Code, seat: Option<u8>, proofs: &[&str]) -> serde_json::Result<String> {
    #[derive(Serialize)]
    struct Options {
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    }
    #[derive(Serialize)]
    struct Case<T> {
        code: &'static str,
        options: Options,
        proof: T,
    }
    let proofs: Vec<&RawValue> =
        proofs.iter().map(|proof| serde_json::from_str(proof)).collect::<Result<_, _>>()?;
    let (code, options) = (code.name(), Options { seat });
    match proofs.as_slice() {
        [proof] => serde_json::to_string(&Case { code, options, proof }),
        proofs => serde_json::to_string(&Case { code, options, proof: proofs }),
    }
}

impl Serialize for Deal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("open", &Hex(&self.open))?;
        map.serialize_entry("signature", &Hex(&self.signature))?;
        map.serialize_entry("links", &maybe_hexes(&self.links))?;
        map.serialize_entry("acks", &maybe_hexes(&self.acks))?;
        if self.seeds.is_empty() {
            map.serialize_entry("spares", &self.spares)?;
            map.serialize_entry("cards", &self.cards)?;
            map.serialize_entry("skips", &self.skips)?;
            map.serialize_entry("tosses", &self.tosses)?;
        } else {
            map.serialize_entry("seeds", &hexes(&self.seeds))?;
        }
        map.serialize_entry("seal", &Hex(&self.seal))?;
        if let Some(log) = &self.log {
            map.serialize_entry("log", log)?;
        }
        if let Some(seed) = &self.seed {
            map.serialize_entry("seed", &Hex(seed.open()))?;
        }
        map.end()
    }
}

impl Serialize for Spare {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("pack", &self.pack)?;
        map.serialize_entry("seed", &Hex(&self.seed))?;
        map.end()
    }
}

impl Serialize for OpenedCard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(5))?;
        map.serialize_entry("deck", &self.at.deck)?;
        map.serialize_entry("place", &self.at.place)?;
        map.serialize_entry("card", &named(self.opened.card))?;
        map.serialize_entry("salt", &Hex(&self.opened.salt))?;
        map.serialize_entry("path", &hexes(&self.opened.path))?;
        map.end()
    }
}

impl Serialize for Skip {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("deck", &self.at.deck)?;
        map.serialize_entry("place", &self.at.place)?;
        map.serialize_entry("seat", &self.seat)?;
        map.end()
    }
}

impl Serialize for Toss {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("seat", &self.seat)?;
        map.serialize_entry("count", &self.count)?;
        map.serialize_entry("commitment", &Hex(&self.commitment))?;
        if let Some((picks, salt)) = &self.picks {
            map.serialize_entry("picks", picks)?;
            map.serialize_entry("salt", &Hex(salt))?;
        }
        map.end()
    }
}

impl Serialize for Inclusion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("checkpoint", &self.checkpoint)?;
        map.serialize_entry("index", &self.index)?;
        map.serialize_entry("path", &hexes(&self.path))?;
        map.end()
    }
}
