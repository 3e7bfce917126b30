//! Tables: the core that runs one without a runtime, the actor task around it, and
//! the handles to it.

pub mod handle;

mod actor;
mod answered;
mod backing;
mod deal;
mod frames;
mod host;
mod night;
mod orders;
mod played;
mod stored;
mod twins;
mod wire;

pub use actor::{TableServices, spawn};
pub use deal::Dealer;
pub use handle::{FloorOrder, TableHandle, TableInput, TableRequest, Viewer};
pub use host::{
    After, EventTable, HostInput, HostedBy, Outputs, RotationName, TableDescription, TableHost,
};
pub use night::{Night, NightRow, Payment, settle};
pub use orders::{LevelPlays, OrderDesk};
pub use played::PlayedHand;
pub use stored::FoldError;
pub use twins::Twins;
pub use wire::RuleNumbers;
