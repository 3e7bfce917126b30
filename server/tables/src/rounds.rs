//! The rounds of a table whose deals can be verified: an opening, the links, the joint seed, the
//! hand, and the seal. Secrets come from outside, as decks do. `table/deals.rs` joins rounds with
//! the table.
//!
//! A round follows from a stream of its own beside the table's. Who takes part is memory, as
//! connections are.

mod joined;
mod laid;
mod lapses;
mod proof;
mod script;
mod stored;
mod told;

pub(crate) use joined::Joined;
pub(crate) use laid::{Laid, Round, Waiting, logged};
pub(crate) use lapses::{Lapse, Patience};
pub use proof::ProvenHand;
pub(crate) use script::Script;
pub use script::longest_opening;
pub(crate) use stored::{DealRecord, Ended, GivenUp, Opened, Told as ToldRounds};
pub use told::deal_event;
pub(crate) use told::messages;

use crate::faults::{Fault, is_planted};
use crate::fold_error::FoldError;
use bytes::Bytes;
use cardroom_deal::{Hash, NULL, RoomKey, Secret};
use cardroom_engine::Decks;
use cardroom_protocol::server::ServerMessage;
use cardroom_record::ids::TableId;
use cardroom_record::{Record, Snapshot, StoredStream, StreamId, Unit};
use cardroom_rules::{HandNo, Millis};
use std::fmt;
use std::sync::Arc;

/// How many records of rounds follow a snapshot before the next one.
const RECORDS_PER_SNAPSHOT: u64 = 64;

/// Opens the sealed seeds of a round; `None` if that is not possible any more.
pub type OpenSeeds = Arc<dyn Fn(HandNo, &[u8]) -> Option<Vec<u8>> + Send + Sync>;

/// How the room deals at tables whose deals can be verified.
#[derive(Clone)]
pub struct DealTerms {
    pub key: RoomKey,
    /// The room's name for deals.
    pub origin: Arc<str>,
    /// Number of packs of a round, 1 to 8.
    pub packs: u8,
    /// How long the table waits for links.
    pub window: Millis,
    /// How long before a hand may start its round opens.
    pub lead: Millis,
    /// A player who lets this many rounds down within `lapse_hands` hands is stood up.
    pub lapses: u8,
    pub lapse_hands: u64,
    pub unseal: OpenSeeds,
}

impl fmt::Debug for DealTerms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DealTerms").field("origin", &self.origin).finish_non_exhaustive()
    }
}

/// The packs that a table needs for its next round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PacksWanted {
    pub hand: HandNo,
    /// 0, and one more for each round of the hand that was given up.
    pub round: u8,
    pub packs: u8,
}

/// The deal of a completed hand, to be stored with its record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedDeal {
    /// The public messages of the hand's rounds, from the first opening to the seal. They open no
    /// cards.
    pub messages: Vec<ServerMessage>,
    /// The seed of the pack that was dealt. It opens every card of the hand.
    pub seed: Secret,
}

/// The round of the table.
#[derive(Debug)]
pub(crate) enum State {
    /// None, until the next hand is near.
    Idle,
    /// The room has signed an opening and waits for links.
    Open(Box<Waiting>),
    /// An opening that was interrupted. The table gives it up with its next input.
    Stale(Box<Laid>, Vec<(Hash, Hash)>),
    /// All links are there, and no card is dealt.
    Bound(Box<Round>),
    /// The hand is dealt.
    Dealing(Box<Round>),
}

/// The rounds of a table.
#[derive(Debug)]
pub struct Rounds {
    pub(crate) terms: DealTerms,
    pub(crate) joined: Joined,
    pub(crate) state: State,
    pub(crate) told: ToldRounds,
    /// The round of the last hand, for cards that are shown after it.
    pub(crate) last: Option<Box<Round>>,
    /// The deal of the last hand, which is stored again if its record is corrected.
    pub(crate) kept: Option<(HandNo, PlayedDeal)>,
    /// Until when the first hand of a tournament's table waits for clients to join.
    pub(crate) gathers_until: Option<Millis>,
    id: TableId,
    seq: u64,
    snapshot_seq: u64,
}

impl Rounds {
    /// Folds the rounds of a table from their stream.
    ///
    /// # Errors
    /// The stream does not decode.
    pub(crate) fn fold(
        id: TableId,
        terms: DealTerms,
        stream: &StoredStream,
    ) -> Result<Self, FoldError> {
        let joined = Joined::default();
        let mut rounds = Self {
            told: ToldRounds::new(terms.key.public()),
            terms,
            joined,
            state: State::Idle,
            last: None,
            kept: None,
            gathers_until: None,
            id,
            seq: 0,
            snapshot_seq: 0,
        };
        rounds.refold(stream)?;
        Ok(rounds)
    }

    /// Folds the rounds again after a step could not be stored, or when the table opens. Who takes
    /// part stays.
    ///
    /// # Errors
    /// The stream does not decode.
    pub(crate) fn refold(&mut self, stream: &StoredStream) -> Result<(), FoldError> {
        let mut told = ToldRounds::new(self.terms.key.public());
        (self.seq, self.snapshot_seq) = (0, 0);
        if let Some(snapshot) = &stream.snapshot {
            told = stored::decode(snapshot.seq, &snapshot.payload)?;
            (self.seq, self.snapshot_seq) = (snapshot.seq, snapshot.seq);
        }
        for record in &stream.records {
            told.apply(stored::decode(record.seq, &record.payload)?);
            self.seq = record.seq;
        }
        if told.key != self.terms.key.public() {
            // Another key begins another history.
            told = ToldRounds::new(self.terms.key.public());
        }
        let unseal = Arc::clone(&self.terms.unseal);
        let laid = told.open.as_ref().and_then(|open| Laid::restore(open, &unseal));
        self.state = match (laid, &told.bound) {
            (None, _) => State::Idle,
            (Some(_), None) if is_planted(Fault::OpenedAgain) => State::Idle,
            (Some(laid), None) => State::Stale(Box::new(laid), Vec::new()),
            (Some(laid), Some(links)) => State::Bound(Box::new(laid.bind(links))),
        };
        self.told = told;
        Ok(())
    }

    /// Adds a record to a unit, and applies it. Adds a snapshot from time to time, unless the unit
    /// has one.
    pub(crate) fn record(&mut self, record: DealRecord, unit: &mut Unit) {
        self.seq += 1;
        let payload = Bytes::from(stored::encode(&record));
        let is_opening = matches!(record, DealRecord::Opened(_));
        self.told.apply(record);
        let (stream, seq) = (StreamId::Deal(self.id), self.seq);
        unit.records.push(Record { stream, seq, payload });
        let is_due = is_opening && seq >= self.snapshot_seq + RECORDS_PER_SNAPSHOT;
        if is_due && unit.snapshot.is_none() {
            let payload = Bytes::from(stored::encode(&self.told));
            unit.snapshot = Some(Snapshot { stream, seq, payload, setup: None });
            self.snapshot_seq = seq;
        }
    }

    /// Returns `true` between an opening and the start of its hand.
    #[must_use]
    pub fn is_frozen(&self) -> bool {
        matches!(self.state, State::Open(_) | State::Bound(_))
    }

    /// Returns the bound round whose hand has not begun.
    pub(crate) fn bound(&self) -> Option<&Round> {
        match &self.state {
            State::Bound(round) => Some(round),
            _ => None,
        }
    }

    /// Returns the decks of the bound round whose hand is about to begin, and the draw for its
    /// button.
    #[must_use]
    pub fn decks(&self) -> Option<(Decks, u32)> {
        script::decks(self.bound()?)
    }

    /// Returns the digest of the last seal, or zeros.
    pub(crate) fn prev(&self) -> Hash {
        self.told.prev.unwrap_or(NULL)
    }
}
