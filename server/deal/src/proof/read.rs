//! Reading proof files: one proof, all proofs of a table in a row, or two tree heads.
//!
//! A file takes little more memory than its own length: hex becomes bytes, lists have a most
//! length, and what no verifier needs is not stored.

use super::hex::{Bytes, Fixed, hashes, list, maybe_hashes};
use super::{Deal, History, Inclusion, OpenedCard, Proof, Record, Skip, Spare, Toss};
use crate::deck::{Opened, Place};
use crate::hash::{FORMAT, Hash};
use cardroom_cards::Card;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

/// The longest file, in bytes.
pub const MOST_FILE_BYTES: usize = 1 << 20;
/// The deepest nesting of brackets in a file.
pub const MOST_DEEP: usize = 100;

/// The content of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Document {
    /// The proofs of a table in a row. A file with one proof is a list of one.
    Proofs(Vec<Proof>),
    /// Two tree heads of one log.
    History(History),
}

/// Requests of a file to its verifier. Only cases of fraud have some.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
pub struct Asked {
    /// A seat that must have contributed.
    #[serde(default)]
    pub seat: Option<u8>,
}

/// A file that is no proof.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {sentence}")]
pub struct Unreadable {
    /// Line of the file, from 1.
    pub line: usize,
    pub sentence: String,
}

impl Document {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// If the file is too long, nests too deep, or has another shape than a proof.
    pub fn read(file: &[u8]) -> Result<(Self, Asked), Unreadable> {
        let fault = |line, sentence: String| Unreadable { line, sentence };
        if file.len() > MOST_FILE_BYTES {
            return Err(fault(1, "The file is longer than 1 MiB.".to_owned()));
        }
        let text = std::str::from_utf8(file).map_err(|error| {
            fault(line_of(file, error.valid_up_to()), "The file is not UTF-8.".to_owned())
        })?;
        if let Some(at) = too_deep(file) {
            let sentence = format!("The file nests deeper than {MOST_DEEP} levels.");
            return Err(fault(line_of(file, at), sentence));
        }
        if let Ok(case) = serde_json::from_str::<Case<'_>>(text) {
            let inner = case.proof.get();
            let before = inner.as_ptr().addr().saturating_sub(text.as_ptr().addr());
            let lines = line_of(file, before) - 1;
            let read = Self::parse(inner).map_err(|error| at_line(&error, lines))?;
            return Ok((read, case.options));
        }
        let read = Self::parse(text).map_err(|error| at_line(&error, 0))?;
        Ok((read, Asked::default()))
    }

    fn parse(text: &str) -> serde_json::Result<Self> {
        if text.trim_start().starts_with('[') {
            let proofs: Vec<Proof> = serde_json::from_str(text)?;
            if proofs.is_empty() {
                return Err(serde::de::Error::custom("the session has no proof"));
            }
            return Ok(Self::Proofs(proofs));
        }
        if let Ok(history) = serde_json::from_str::<HistoryFile>(text) {
            let HistoryFile { old, new, proof } = history;
            return Ok(Self::History(History { old, new, proof }));
        }
        Ok(Self::Proofs(vec![serde_json::from_str(text)?]))
    }
}

/// Returns the error with a line of the whole file.
fn at_line(error: &serde_json::Error, before: usize) -> Unreadable {
    let text = error.to_string();
    let sentence = text.split(" at line ").next().unwrap_or_default();
    let mut letters = sentence.chars();
    let first = letters.next().map(|first| first.to_uppercase().collect::<String>());
    let sentence = format!("{}{}.", first.unwrap_or_default(), letters.as_str());
    Unreadable { line: before + error.line().max(1), sentence }
}

/// Returns the number of the line at this byte, from 1.
fn line_of(file: &[u8], at: usize) -> usize {
    1 + file[..at.min(file.len())].iter().filter(|byte| **byte == b'\n').count()
}

/// Returns where brackets nest deeper than is allowed.
fn too_deep(file: &[u8]) -> Option<usize> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (at, byte) in file.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MOST_DEEP {
            return Some(at);
        }
    }
    None
}

/// A case of fraud: a proof or several in a row, the code with which it must fail, and what it asks
/// for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case<'a> {
    #[serde(rename = "code")]
    _code: String,
    options: Asked,
    #[serde(borrow)]
    proof: &'a RawValue,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HistoryFile {
    old: String,
    new: String,
    #[serde(deserialize_with = "hashes")]
    proof: Vec<Hash>,
}

impl<'de> Deserialize<'de> for Proof {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            #[serde(deserialize_with = "format")]
            format: (),
            #[serde(deserialize_with = "Option::deserialize")]
            record: Option<Record>,
            deal: Deal,
            #[serde(default)]
            receipt: Option<Fixed<32>>,
        }
        let File { format: (), record, deal, receipt } = File::deserialize(deserializer)?;
        Ok(Self { record, deal, receipt: receipt.map(|receipt| receipt.0) })
    }
}

fn format<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    let format = String::deserialize(deserializer)?;
    if format.as_bytes() == FORMAT {
        Ok(())
    } else {
        Err(serde::de::Error::custom("the format is not cardroom-deal-1"))
    }
}

impl<'de> Deserialize<'de> for Deal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            open: Bytes,
            signature: Fixed<64>,
            #[serde(deserialize_with = "maybe_hashes")]
            links: Vec<Option<Hash>>,
            #[serde(deserialize_with = "maybe_hashes")]
            acks: Vec<Option<Hash>>,
            #[serde(default, deserialize_with = "spares")]
            spares: Vec<Spare>,
            #[serde(default, deserialize_with = "hashes")]
            seeds: Vec<Hash>,
            #[serde(default, deserialize_with = "opened")]
            cards: Vec<OpenedCard>,
            #[serde(default, deserialize_with = "skips")]
            skips: Vec<Skip>,
            #[serde(default, deserialize_with = "tosses")]
            tosses: Vec<Toss>,
            seal: Bytes,
            #[serde(default)]
            log: Option<LogFile>,
            #[serde(default)]
            seed: Option<Fixed<32>>,
        }
        let file = File::deserialize(deserializer)?;
        Ok(Self {
            open: file.open.0,
            signature: file.signature.0,
            links: file.links,
            acks: file.acks,
            spares: file.spares,
            seeds: file.seeds,
            cards: file.cards,
            skips: file.skips,
            tosses: file.tosses,
            seal: file.seal.0,
            log: file.log.map(|log| Inclusion {
                checkpoint: log.checkpoint,
                index: log.index,
                path: log.path,
            }),
            seed: file.seed.map(|seed| crate::Secret::new(seed.0)),
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LogFile {
    checkpoint: String,
    index: u64,
    #[serde(deserialize_with = "hashes")]
    path: Vec<Hash>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpareFile {
    pack: u8,
    seed: Fixed<32>,
}

fn spares<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Spare>, D::Error> {
    list::<D, SpareFile, Spare, 255>(deserializer, |it| Spare { pack: it.pack, seed: it.seed.0 })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenedFile {
    deck: u8,
    place: u16,
    card: Card,
    salt: Fixed<32>,
    #[serde(deserialize_with = "hashes")]
    path: Vec<Hash>,
}

fn opened<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<OpenedCard>, D::Error> {
    list::<D, OpenedFile, OpenedCard, 65_535>(deserializer, |it| OpenedCard {
        at: Place { deck: it.deck, place: it.place },
        opened: Opened { card: it.card, salt: it.salt.0, path: it.path },
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SkipFile {
    deck: u8,
    place: u16,
    seat: u8,
}

fn skips<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Skip>, D::Error> {
    list::<D, SkipFile, Skip, 65_535>(deserializer, |it| Skip {
        at: Place { deck: it.deck, place: it.place },
        seat: it.seat,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, try_from = "TossFile")]
struct ReadToss(Toss);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TossFile {
    seat: u8,
    count: u8,
    commitment: Fixed<32>,
    #[serde(default)]
    picks: Option<u8>,
    #[serde(default)]
    salt: Option<Fixed<32>>,
}

impl TryFrom<TossFile> for ReadToss {
    type Error = &'static str;

    fn try_from(file: TossFile) -> Result<Self, Self::Error> {
        let picks = match (file.picks, file.salt) {
            (Some(picks), Some(salt)) => Some((picks, salt.0)),
            (None, None) => None,
            _ => return Err("a toss has picks or a salt, and not both"),
        };
        let TossFile { seat, count, commitment, .. } = file;
        Ok(Self(Toss { seat, count, commitment: commitment.0, picks }))
    }
}

fn tosses<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Toss>, D::Error> {
    list::<D, ReadToss, Toss, 256>(deserializer, |toss| toss.0)
}

#[cfg(test)]
mod tests {
    use super::{Document, MOST_FILE_BYTES};

    fn refused(file: &str) -> (usize, String) {
        let unreadable = Document::read(file.as_bytes()).unwrap_err();
        (unreadable.line, unreadable.sentence)
    }

    #[test]
    fn what_is_no_proof_is_refused_with_its_line() {
        assert_eq!(refused("").0, 1);
        assert_eq!(refused("[]").1, "The session has no proof.");
        assert_eq!(refused("{\n\n\"format\": 3}").0, 3);
        let (line, sentence) = refused("{\"format\": \"cardroom-deal-1\",\n\"more\": 1}");
        assert_eq!(line, 2);
        assert!(sentence.starts_with("Unknown field `more`"), "{sentence}");
        let (line, _) = refused("{\"code\": \"\", \"options\": {},\n\"proof\": {\n\"a\": 1}}");
        assert_eq!(line, 3);
        assert_eq!(Document::read(b"{\n\xff}").unwrap_err().line, 2);
    }

    #[test]
    fn a_file_that_is_too_long_or_too_deep_is_refused() {
        assert_eq!(refused(&" ".repeat(MOST_FILE_BYTES + 1)).1, "The file is longer than 1 MiB.");
        let deep = format!("\n{}", "[".repeat(MOST_FILE_BYTES - 1));
        assert_eq!(refused(&deep), (2, "The file nests deeper than 100 levels.".to_owned()));
        let brackets_in_text = format!("{{\"{}\\\"[\": 1}}", "[".repeat(200));
        assert!(refused(&brackets_in_text).1.starts_with("Unknown field"));
    }
}
