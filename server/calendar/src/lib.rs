//! Calendar feeds: the dates of a room as text that calendar programs subscribe to (RFC 5545 and
//! RFC 7986).
//!
//! A [`Venue`] makes the dates of tournaments and schedules, and [`Feed::text`] writes them.
//! [`ends_at`] estimates when a tournament ends, [`Published`] is the state of a moved start, and
//! [`dates_ahead`] lists the dates of a schedule. Nothing here reads a clock or asks a store: the
//! room gathers the tournaments.

mod ahead;
mod dated;
mod ends;
mod feed;
mod published;
mod uid;

pub use ahead::dates_ahead;
pub use dated::{Dated, Shown, Venue};
pub use ends::{ends_at, not_over_at};
pub use feed::{Date, Feed, etag_of};
pub use published::Published;
pub use uid::Uid;

use cardroom_rules::Millis;

const DAY: Millis = Millis(86_400_000);

/// How far ahead a feed lists the dates of a schedule.
pub const AHEAD: Millis = Millis(60 * DAY.0);

/// For how long a feed lists a canceled date.
pub const CANCELED_FOR: Millis = Millis(30 * DAY.0);
