//! Tournaments: the host that runs one without a runtime, the actor task around it, and what others
//! hold of it.

pub mod handle;

mod actor;
mod calendar;
mod commands;
mod days;
mod deals;
mod enrol;
mod folded;
mod host;
mod money;
mod office;
mod outage;
mod private;
mod stored;
mod tickets;
mod wire;

pub use actor::{DirectorServices, OpenError, announce, announce_by_code, spawn};
pub use calendar::{Calendar, CalendarError};
pub use days::NextDayError;
pub use enrol::{EnrolOrder, Enrolment};
pub use folded::{FoldedTournament, fold};
pub use handle::{DirectorHandle, DirectorInput, Entrant, TournamentRequest};
pub use host::{Bags, DirectorHost, HostInput, Outputs};
pub use office::TournamentOffice;
pub use stored::{Announcement, FirstDays, FoldError};
pub use tickets::tickets_held;
pub use wire::{house_rules, stages_out, structure as structure_sheet};
