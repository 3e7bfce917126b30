//! Tournaments: the core that runs one without a runtime, the actor task around it, and
//! the handles to it.

mod actor;
mod commands;
mod core;
mod days;
mod deals;
mod enrol;
mod folded;
mod levels;
mod money;
mod office;
mod outage;
mod private;
mod rematch;
mod stored;
mod tickets;
mod wire;

pub use actor::{DirectorServices, OpenError, announce, announce_by_code, spawn};
pub use core::{After, Bags, Behind, CoreInput, DirectorCore, Next, Outputs, Said};
pub use days::NextDayError;
pub use enrol::{EnrolOrder, Enrolment};
pub use folded::{FoldedTournament, fold, place_of_table};
pub(crate) use money::WITHHELD;
pub use office::TournamentOffice;
pub use stored::FoldError;
pub use tickets::tickets_held;
pub use wire::{house_rules, stages_out, structure as structure_sheet};
