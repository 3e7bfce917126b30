//! Tables without a runtime: what a table decides, what it stores of it and what its viewers see.
//!
//! A [`TableCore`] takes inputs and the time, and returns [`Outputs`]: the unit to store, messages
//! for all viewers and for single ones, and effects elsewhere. It knows no socket, no clock and no
//! lock. A host stores the unit before it carries out the rest, and folds the table again from its
//! stream if that fails. The room runs each table in a task; the simulator needs none.
//!
//! A tournament table has an [`OrderDesk`] between the engine and the director. The director knows
//! players, chips and hands, but no cards. The engine knows seats and inputs, but no tournament.
//! The desk turns the director's instructions into inputs, and their results into reports.
#![doc = ""]
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod night;

mod answered;
mod backing;
mod description;
mod faults;
mod fold_error;
mod history;
mod memory;
mod orders;
mod played;
mod projections;
mod rounds;
#[cfg(test)]
mod shipped;
mod stored;
mod table;
mod wire;

pub use cardroom_record::HostedBy;
pub use cardroom_rules::LevelPlays;
pub use description::{EventTable, EventTerms, RotationName, TableDescription};
pub use fold_error::FoldError;
pub use history::PlayedHand;
pub use memory::MemoryTable;
pub use orders::{OrderDesk, upcoming};
pub use projections::{Ratholes, note_taken};
pub use rounds::{
    DealTerms, OpenSeeds, PacksWanted, PlayedDeal, ProvenHand, Rounds, deal_event, longest_opening,
};
pub use stored::ShareSetup;
pub use table::{
    After, Audience, CoreInput, Notice, OpenDecks, Outputs, PrivateTerms, TableCore, Terms,
    draws_seats, waits_for_deal,
};
pub use wire::RuleNumbers;
