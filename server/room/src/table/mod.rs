//! The task around a table's core, and the handles to it. The core itself is in `cardroom-tables`.

mod actor;
mod frames;
#[cfg(test)]
mod tests;
mod twins;

pub use actor::{TableServices, spawn, spawn_among};
pub use cardroom_tables::{
    After, CoreInput, EventTable, EventTerms, FoldError, HostedBy, Notice, OpenDecks, Outputs,
    PrivateTerms, Ratholes, RotationName, RuleNumbers, ShareSetup, TableCore, TableDescription,
    Terms,
};
pub use twins::Twins;
