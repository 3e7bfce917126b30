//! The redo log in front of a database.
//!
//! A group of play is written to the log as one frame, and counts as stored then. The projection
//! writes the rows of many groups behind it. A group that the database may refuse bypasses the log.
//! It waits until the projection has caught up. `server/DURABILITY.md` has the promises.
//!
//! ```text
//! front ── units, frame, segments ──> disk (files, blocks)
//!   └── projector ──> database          opening: scan ──> database
//! ```

mod blocks;
mod database;
mod disk;
mod files;
mod frame;
mod front;
mod lost;
mod opening;
mod projector;
mod scan;
mod segments;
mod units;
mod wrong_bit;

#[cfg(test)]
mod tests;

pub(crate) use database::{Contents, Database, InUse, StoredLog};
pub(crate) use disk::{Blocking, Disk, Working, WriteError};
pub(crate) use files::{Files, SEGMENT_BYTES, read_segments, segment_paths, uptime};
pub(crate) use frame::{Frame, Position};
pub(crate) use front::Front;
pub(crate) use lost::{Lost, lost_of};
pub(crate) use opening::{REMEDY, replay, tail_of_moment, to_replay, try_log, wrong_bit_behind};
pub(crate) use scan::Tail;
pub(crate) use segments::{Place, SEGMENTS};
