//! A deal that anybody can verify (`cardroom-deal-1`).
//!
//! The room commits to packs of cards, every contributor answers with a link of a hash chain, and
//! the links and the commitment give a joint seed that no party can choose. The seed picks the pack
//! and the public permutation that says which card lies where. Each card is opened to the players
//! who may see it. The round ends in a seal, which the next opening and the log name.
//!
//! Both sides are here: what a room needs to make rounds, and [`verify`] with what it reads.
//! Everything is a function of bytes: the crate knows no clock, no randomness and no table. See
//! `server/DEAL.md` for what a proof proves.
#![forbid(unsafe_code)]

mod chain;
mod course;
mod dealing;
mod deck;
mod fraud;
mod hash;
mod joint;
mod key;
mod known;
mod log;
mod opening;
mod proof;
mod script;
mod seal;
mod secret;
mod stream;
mod tree;
mod verify;
mod walk;

pub use chain::{Chain, MOST_LINKS, link_below, voucher};
pub use course::{Course, NOBODY};
pub use dealing::{Dealing, Opens, Picks};
pub use deck::{Deck, Faces, Opened, Pack, Place, lay, pack_seed, toss_commitment};
pub use fraud::{Code, Fraud};
pub use hash::{Hash, NULL, sha256};
pub use joint::{JointSeed, is_opened};
pub use key::{RoomKey, SignatureBytes, is_signed, is_successor};
pub use log::{
    BadCheckpoint, BadVkey, Checkpoint, ENTRY_BYTES, Edge, Follower, Gap, Log, LogEntry, Question,
    Tile, TileKey, TileLevel, Tiles, Vkey, entry_bundle, is_included, log_vkey, new_tiles,
    unbundled,
};
pub use opening::{
    BadOpening, Contributor, DRAWN, LAST_WITNESS, MOST_BYTES, Opening, digest, signed_bytes,
};
pub use proof::{
    Asked, Deal, Document, Event, History, Inclusion, MOST_DEEP, MOST_FILE_BYTES, OpenedCard,
    Proof, Record, RecordedCards, RecordedDraw, Skip, Spare, Toss, Unreadable, write_case,
};
pub use script::Op;
pub use seal::{Contribution, Outcome, SEAL_BYTES, Seal, contributed};
pub use secret::Secret;
pub use tree::{TreeHead, extends};
pub use verify::{Audit, Known, Verified, verify, verify_history, verify_session};
