//! The special rules of a private tournament: its host, and the limits of that host's powers. The
//! session decides who can find it, and `hosting` on which terms it opens.

use super::DirectorCore;
use cardroom_protocol::tournament::TournamentCommand;
use cardroom_record::HostedBy;
use cardroom_rules::PlayerId;
use std::sync::Arc;

impl DirectorCore {
    /// Sets whether it is private. A private tournament can only be found with its code, and the
    /// account that announced it has the powers of the floor.
    #[must_use]
    pub fn kept_private(mut self, is_private: bool) -> Self {
        self.is_private = is_private;
        self
    }

    /// Returns the host, if it is private.
    #[must_use]
    pub fn hosted_by(&self) -> Option<HostedBy> {
        let account = self.announced_by.filter(|_| self.is_private)?;
        let known = self.names.player(PlayerId(account.0));
        let name = known.map_or_else(|| "somebody".into(), |host| Arc::clone(&host.name));
        Some(HostedBy { account, name })
    }

    /// Returns why the host of a private tournament may not give this command: it would affect
    /// people who are not in it, or who leave it.
    pub(super) fn reaches_beyond(&self, command: &TournamentCommand) -> Option<&'static str> {
        match command {
            _ if !self.is_private => None,
            TournamentCommand::EnterPlayer(_) => {
                Some("Players enter a private tournament themselves. Share its code with them.")
            }
            TournamentCommand::Ban(ban) if ban.days > 0 => {
                Some("A host bans players from this tournament only. Choose 0 days.")
            }
            _ => None,
        }
    }
}
