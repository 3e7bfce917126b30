//! The settings that every connection needs.

use cardroom_rules::Millis;

/// The operator's settings for one connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionSettings {
    pub room: String,
    /// Name and version of the program.
    pub server: String,
    /// From the handshake to the hello.
    pub hello_timeout: Millis,
    /// From the hello to a sign-in, or to watching something.
    pub login_timeout: Millis,
    /// How long a connection is silent before it is pinged.
    pub ping_interval: Millis,
    /// How long a connection is silent before it is closed.
    pub idle_timeout: Millis,
    /// The most tables one connection watches.
    pub watched_tables: usize,
    /// Whether players may make links to their hands.
    pub share_links: bool,
    /// Whether players may download their hands as PokerStars text.
    pub pokerstars_text: bool,
    pub provider: Option<String>,
}
