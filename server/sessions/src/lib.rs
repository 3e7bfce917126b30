//! Connections without a socket: hello, sign-in, and what a client may do when.
//!
//! A [`SessionCore`] takes messages and the time, and returns [`Output`]s to carry out. It knows no
//! socket, no table and no account store. [`permits`] alone decides whether a sender may do
//! something, for messages and for files.
#![doc = ""]
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod denied;
pub mod permits;
pub mod text;

mod session;
mod settings;

pub use session::{
    AccountAnswer, Arrived, InTurn, Input, Output, SessionCore, SignedIn, TOKEN_ENDED, UNEXPLAINED,
    is_explained,
};
pub use settings::SessionSettings;
