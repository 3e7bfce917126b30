//! Hooks: events of a room that other programs ask for, as pure logic. The caller passes the time
//! and random draws in, and stores and sends the outputs.
//!
//! - An [`Event`] says what happened. [`Hook::wants`] decides whether a hook receives it. [`body`]
//!   writes it for a program, and [`discord`] and [`slack`] write it for people.
//! - [`Secrets`] sign a request by [Standard Webhooks](https://www.standardwebhooks.com).
//! - A [`Line`] has the events that wait for one hook. It decides which is sent when, and what
//!   follows from an answer.
#![forbid(unsafe_code)]

mod answer;
mod body;
mod event;
#[cfg(any(test, feature = "schema"))]
pub mod examples;
mod format;
mod hook;
mod kind;
mod line;
mod schedule;
#[cfg(feature = "schema")]
mod schema;
mod signature;

pub use answer::Answer;
pub use body::{MAX_BODY_BYTES, body};
pub use event::{Account, Event, League, Place, Player, Standing, Subject, Table, Tournament};
pub use format::{Language, Look, discord, slack};
pub use hook::{Format, Hook, MAX_HOOKS};
pub use kind::EventKind;
pub use line::{Attempt, Input, Line, MAX_WAITING, OffReason, Output, Waiting, has_place};
pub use schedule::{ATTEMPTS, Draw};
#[cfg(feature = "schema")]
pub use schema::BodySchemas;
pub use signature::{BadSecret, OVERLAP_MS, Secret, Secrets, Signed, message_id};
