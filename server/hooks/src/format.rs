//! Events for people, as messages of Discord and Slack.

mod discord;
mod notice;
mod slack;
mod text;

pub use discord::discord;
pub use slack::slack;

use serde::{Deserialize, Serialize};

/// The language of messages.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    #[default]
    En,
    De,
}

/// How the room's messages look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    pub language: Language,
    /// The color beside a message, as `0xRRGGBB`.
    pub color: u32,
    /// Where links begin, without a slash at the end.
    pub address: String,
}
