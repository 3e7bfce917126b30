//! Rematches: which one a player of a finished tournament offers to the others. Offers are not
//! stored. They matter for the minutes in which people are still at the podium.

use super::requests::refused;
use super::{After, DirectorCore, Next, Outputs};
use cardroom_protocol::server::{Done, ServerMessage};
use cardroom_protocol::tournament::RematchOffered;
use cardroom_protocol::{ErrorCode, RequestId, TournamentId as WireTournamentId};
use cardroom_record::Player;
use cardroom_record::ids::AccountId;
use cardroom_tournament::Phase;
use std::collections::{BTreeMap, BTreeSet};

/// How many rematches a player may offer after one tournament.
const MOST_OFFERS: u8 = 3;

/// The rematches that were offered.
#[derive(Debug, Default)]
pub(super) struct Rematches {
    last: Option<RematchOffered>,
    /// How many each account has offered.
    made: BTreeMap<AccountId, u8>,
}

impl Rematches {
    /// Returns the offer that stands.
    pub(super) fn last(&self) -> Option<&RematchOffered> {
        self.last.as_ref()
    }

    /// Takes an offer. Returns `false` if this account has made too many.
    fn offer(&mut self, account: AccountId, offered: RematchOffered) -> bool {
        let made = self.made.entry(account).or_default();
        if *made == MOST_OFFERS {
            return false;
        }
        *made += 1;
        self.last = Some(offered);
        true
    }
}

impl DirectorCore {
    /// Offers a rematch to everyone who played here or watches.
    pub(super) fn offer_rematch(
        &mut self,
        request: RequestId,
        player: &Player,
        next: Option<Next>,
        outputs: &mut Outputs,
    ) -> Vec<ServerMessage> {
        let players: BTreeSet<AccountId> =
            self.director.entries().map(|(_, entry)| AccountId(entry.player.0)).collect();
        let hosts = self.is_private && self.announced_by == Some(player.account);
        if !hosts && !players.contains(&player.account) {
            let text = "Only its players and its host can offer a rematch.";
            return refused(request, ErrorCode::Forbidden, text);
        }
        if self.director.phase() != Phase::Over {
            let text = "A rematch can be offered once the tournament is over.";
            return refused(request, ErrorCode::NotAllowedNow, text);
        }
        let structure = &self.announcement.setup.structure.id;
        let fits = |next: &Next| next.code.is_some() || next.structure == *structure;
        let Some(next) = next.filter(fits) else {
            let text = "A rematch needs another tournament of this kind that takes entries.";
            return refused(request, ErrorCode::UnknownTournament, text);
        };
        let offered = RematchOffered {
            tournament: WireTournamentId(self.id.0),
            next: WireTournamentId(next.id.0),
            name: player.name.to_string(),
            code: next.code.map(|code| code.to_string()),
        };
        if !self.rematches.offer(player.account, offered.clone()) {
            let text = "You have offered enough rematches after this tournament.";
            return refused(request, ErrorCode::RateLimited, text);
        }
        // A player is told once, however they are connected.
        let is_apart =
            |account: Option<AccountId>| account.is_none_or(|who| !players.contains(&who));
        let watchers = self.watchers().filter(|(_, account)| is_apart(*account));
        let watchers: Vec<_> = watchers.map(|(connection, _)| connection).collect();
        for connection in watchers {
            outputs.private.push((connection, offered.clone().into()));
        }
        let players = players.into_iter();
        outputs.after.extend(players.map(|account| After::Rematch(account, offered.clone())));
        vec![Done { request }.into()]
    }
}
