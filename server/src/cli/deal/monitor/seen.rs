//! What a monitor has seen of a room, and its judgment of what the room shows next.

use super::pages::{KeyPage, Room, Unreachable};
use cardroom_deal::{Checkpoint, Edge, Follower, Gap, Hash, LogEntry, Outcome, TreeHead, extends};
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;

/// The entries of a full bundle.
const FULL: u64 = 256;

/// Everything that a monitor has seen of a log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Seen {
    key: Hash,
    /// The signed text of the last head.
    checkpoint: String,
    /// The edge of the log, computed from its entries.
    edge: Edge,
    follower: Follower,
    /// How many rounds of each table were played, void and given up.
    counts: BTreeMap<u64, [u64; 3]>,
    /// How often rounds were missing.
    gaps: u64,
}

/// The result of a look.
pub(super) enum Found {
    Consistent { seen: Box<Seen>, sentences: Vec<String> },
    Fraud { sentence: String, evidence: Option<String> },
}

fn fraud(sentence: impl Into<String>) -> Found {
    Found::Fraud { sentence: sentence.into(), evidence: None }
}

/// Looks at a room, after what was seen before.
pub(super) async fn look(
    room: &Room,
    before: Option<&Seen>,
    pinned: Option<Hash>,
) -> Result<Found, Unreachable> {
    let page = room.key().await?;
    let Some(key) = page.key() else {
        return Err(Unreachable("its key is not one.".to_owned()));
    };
    let mut sentences = Vec::new();
    let start = match before {
        None if pinned.is_some_and(|pinned| pinned != key && !page.follows(&pinned)) => {
            return Ok(fraud("The room signs with another key, which yours has not signed."));
        }
        None => {
            sentences.push(begin(&page, &key, pinned.is_some()));
            None
        }
        Some(seen) if seen.key == key => Some(seen),
        Some(seen) if page.follows(&seen.key) => {
            sentences.push(format!(
                "The room has a new key, {}, which the old one has signed: the room was restored, \
                 or its database lost its end. Its log begins anew as {}.",
                HEXLOWER.encode(&key),
                page.origin
            ));
            None
        }
        Some(_) => {
            return Ok(fraud("The room signs with another key, which the old one has not signed."));
        }
    };
    let text = room.checkpoint().await?;
    let head = match Checkpoint::parse(&text) {
        Ok(checkpoint) if checkpoint.is_signed_by(&key) => checkpoint.head,
        Ok(_) => return Ok(fraud("The room did not sign the head of its log with its key.")),
        Err(bad) => return Err(Unreachable(bad.to_string())),
    };
    let seen = start.cloned().unwrap_or_else(|| Seen::new(key));
    seen.follow(room, text.clone(), head, sentences).await
}

fn begin(page: &KeyPage, key: &Hash, is_pinned: bool) -> String {
    let key = HEXLOWER.encode(key);
    let known = if is_pinned { "" } else { " Compare it with the one that the room publishes." };
    format!("Following {} under the key {key}.{known}", page.origin)
}

impl Seen {
    fn new(key: Hash) -> Self {
        Self {
            key,
            checkpoint: String::new(),
            edge: Edge::new(),
            follower: Follower::default(),
            counts: BTreeMap::new(),
            gaps: 0,
        }
    }

    /// Returns `true` if the hashes give the head.
    pub(super) fn is_whole(&self) -> bool {
        Checkpoint::parse(&self.checkpoint).is_ok_and(|it| it.head == self.edge.head())
    }

    /// Follows the log to a head that the room has signed.
    async fn follow(
        self,
        room: &Room,
        text: String,
        head: TreeHead,
        mut sentences: Vec<String>,
    ) -> Result<Found, Unreachable> {
        let last = self.edge.head();
        if head.size < last.size {
            let (was, is) = (last.size, head.size);
            let what = format!("The log had {was} rounds, and has {is} now: its end was cut off.");
            return Ok(self.split(what, &text, &[]));
        }
        let mut now = self.clone();
        let first = last.size;
        while now.edge.size() < head.size {
            let bundle = now.edge.size() / FULL;
            let skip = usize::try_from(now.edge.size() % FULL).unwrap_or(0);
            let entries = room.entries(bundle, head.size).await?;
            for bytes in entries.iter().skip(skip) {
                let Some(entry) = LogEntry::parse(bytes) else {
                    let place = now.edge.size();
                    return Ok(self.split(format!("Entry {place} is none."), &text, &[]));
                };
                sentences.extend(now.take(&entry));
            }
        }
        if now.edge.head() != head {
            let proof = room.consistency(last.size, head.size).await.unwrap_or_default();
            let what = if last.size > 0 && extends(last, head, &proof) {
                "The room serves other entries than it has signed a head over."
            } else {
                "The new head of the log does not extend the one before: the room has rewritten its \
                 history."
            };
            return Ok(self.split(what.to_owned(), &text, &proof));
        }
        now.checkpoint = text;
        if head.size > first || first == 0 {
            sentences.push(now.sentence(head.size - first));
        }
        Ok(Found::Consistent { seen: Box::new(now), sentences })
    }

    /// Takes the next entry. Returns a sentence if rounds before it are missing.
    fn take(&mut self, entry: &LogEntry) -> Option<String> {
        self.edge.append(entry);
        let place = match entry.outcome {
            Outcome::Played => 0,
            Outcome::Void => 1,
            Outcome::GivenUp => 2,
        };
        self.counts.entry(entry.table).or_default()[place] += 1;
        let Gap { table, after, found } = self.follower.follow(entry)?;
        self.gaps += 1;
        Some(format!(
            "MISSING: at table {table}, round {} of hand {} is followed by round {} of hand {}.",
            after.1, after.0, found.1, found.0
        ))
    }

    fn sentence(&self, new: u64) -> String {
        let missing = match self.gaps {
            0 => "no round is missing".to_owned(),
            1 => "rounds are missing in one place".to_owned(),
            gaps => format!("rounds are missing in {gaps} places"),
        };
        let (size, tables) = (self.edge.size(), self.follower.tables());
        format!("{size} rounds at {tables} tables, {new} of them new: consistent; {missing}.")
    }

    /// Returns a fraud, with the last head and the new one as `cardroom deal verify` reads them.
    fn split(&self, sentence: String, new: &str, proof: &[Hash]) -> Found {
        let proof: Vec<String> = proof.iter().map(|hash| HEXLOWER.encode(hash)).collect();
        let evidence = json!({"old": self.checkpoint, "new": new, "proof": proof}).to_string();
        Found::Fraud { sentence, evidence: Some(evidence) }
    }

    /// Prints how the rounds of each table ended.
    pub(super) fn write_counts(&self, out: &mut impl Write) -> anyhow::Result<()> {
        for (table, [played, void, given_up]) in &self.counts {
            writeln!(out, "  table {table}: {played} played, {void} void, {given_up} given up")?;
        }
        Ok(())
    }
}
