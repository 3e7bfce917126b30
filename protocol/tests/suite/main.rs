//! Tests of the protocol crate from outside, through its public interface.
// A panic is how a test fails. Clippy allows `unwrap` only in the test functions themselves.
#![allow(clippy::unwrap_used)]

mod administration_samples;
mod allocations;
mod asyncapi;
mod attributes;
mod deal_samples;
mod examples;
mod follow;
mod fuzzed;
mod golden;
mod hardening;
mod history_samples;
mod hook_samples;
mod hosting_samples;
mod hybrid_samples;
mod invent;
mod line_page;
mod line_samples;
mod lines;
mod mutation;
mod page;
mod past_samples;
mod properties;
mod python;
mod reference;
mod samples;
mod schedule_samples;
mod schema;
mod sign_in_samples;
mod survey;
mod tournament_pages;
mod tournament_samples;
mod typescript;
mod waiting_samples;
