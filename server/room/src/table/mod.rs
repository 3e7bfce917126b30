//! Tables: the core that runs one without a runtime, the actor task around it, and
//! the handles to it.

mod actor;
mod answered;
mod backing;
mod core;
mod frames;
mod played;
mod projections;
mod stored;
mod twins;
mod wire;

pub use actor::{TableServices, spawn, spawn_among};
pub use core::{
    After, CoreInput, EventTable, EventTerms, HostedBy, Notice, OpenDecks, Outputs, PrivateTerms,
    RotationName, TableCore, TableDescription,
};
pub use projections::Ratholes;
pub use stored::{FoldError, ShareSetup};
pub use twins::Twins;
pub use wire::RuleNumbers;
