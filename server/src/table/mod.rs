//! Tables: the core that runs one without a runtime, the actor task around it, and
//! the handles to it.

mod actor;
mod answered;
mod backing;
mod frames;
mod host;
mod played;
mod projections;
mod stored;
mod twins;
mod wire;

pub use actor::{TableServices, spawn};
pub use host::{
    After, EventTable, HostInput, HostedBy, Outputs, RotationName, TableDescription, TableHost,
};
pub use stored::FoldError;
pub use twins::Twins;
pub use wire::RuleNumbers;
