//! The data that a room stores. A step of a table or a tournament leaves a [`Unit`], which a store
//! writes whole or not at all. This crate stores nothing itself and knows no database.
#![forbid(unsafe_code)]

pub mod ids;
pub mod look;
pub mod tenure;

mod floor;
mod hand;
mod hook;
mod ledger;
mod operation;
mod player;
mod results;
mod rounds;
mod scopes;
mod sealed;
mod setup;
mod stream;
mod unit;

pub use floor::{AuditRecord, AuditTrail};
pub use hand::StoredHand;
pub use hook::HookEvent;
pub use ledger::{Funds, Held, HeldPrice, LedgerAccount, Ticket, Transfer};
pub use operation::StoredOperation;
pub use player::{HostedBy, Origin, Player, is_staff};
pub use results::{SeasonId, StoredBan, StoredResults};
pub use rounds::{LogId, SealedRound};
pub use scopes::Scopes;
pub use sealed::{SALT_BYTES, SealedDecks};
pub use setup::{SetupHash, SetupText, StoredSetup};
pub use stream::{Record, Snapshot, StoredStream, StreamId};
pub use unit::Unit;
