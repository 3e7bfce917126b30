//! What is different about a private tournament: who hosts it, and what its host may not do. Who
//! finds it is the session's business, on which terms it is opened that of `hosting`.

use super::host::DirectorHost;
use crate::table::HostedBy;
use crate::tenure::Tenure;
use cardroom_protocol::tournament::TournamentCommand;
use cardroom_rules::PlayerId;
use std::sync::Arc;

impl DirectorHost {
    /// The same, private or not: only who has its code finds it, and whoever announced it has the
    /// floor there.
    #[must_use]
    pub fn kept_private(mut self, is_private: bool) -> Self {
        self.is_private = is_private;
        self
    }

    /// Who hosts it, where it is private.
    pub(super) fn hosted_by(&self) -> Option<HostedBy> {
        let account = self.announced_by.filter(|_| self.is_private)?;
        let known = self.people.get(&PlayerId(account.0));
        let name = known.map_or_else(|| "somebody".into(), |host| Arc::clone(&host.name));
        let tenure = known.map_or(Tenure::GUEST, |host| host.tenure);
        Some(HostedBy { account, name, tenure })
    }

    /// Why the host of a private tournament may not command this: it would reach people who are not
    /// in it, or who leave it.
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
