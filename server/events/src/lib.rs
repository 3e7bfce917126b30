//! Tournaments without a runtime: what the host of a tournament tells its director, what it stores
//! of a step, and what watchers and players see of it.
//!
//! A [`DirectorCore`] takes inputs and the time, and returns [`Outputs`]: the unit to store, the
//! events, messages for single connections, and effects elsewhere. It knows no socket, no clock and
//! no lock. A host stores the unit before it carries out the rest, and folds the tournament again
//! from its stream if that fails. The decisions themselves are in `cardroom-tournament`.
#![doc = ""]
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod announced;
pub mod outage;
pub mod results;
pub mod roster;
pub mod standings;

mod director;
mod folded;
mod seat_codes;
mod stored;
mod tickets;

pub use director::{
    After, Bags, Behind, CoreInput, DirectorCore, EnrolOrder, Enrolment, Next, Outputs, Said,
    SeatFound, SeatPlace, SeatSlip, UnknownGame, WITHHELD, house_rules, levels, stages_out,
    structure,
};
pub use folded::{FoldedTournament, fold, place_of_table, table_name};
pub use seat_codes::{Issue, SeatKey, SeatLetters, parse_seat_code};
pub use stored::FoldError;
pub use tickets::tickets_held;
