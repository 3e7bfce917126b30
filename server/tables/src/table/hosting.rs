//! The host of a private table: the terms that the host sets, the commands about the people at it,
//! and who may follow a host who is gone. Terms that change wait for the end of the hand in
//! progress.

mod changes;
mod orders;

pub(super) use changes::{change_host, change_terms, use_new_terms};
pub(super) use orders::order;

use super::refusals::{Refused, refused};
use super::{Outputs, TableCore};
use crate::description::RotationName;
use crate::night::Night;
use crate::wire::RuleNumbers;
use cardroom_engine::TableSetup;
use cardroom_protocol::hosting::{HostOrder, HostedTerms, TableTerms};
use cardroom_protocol::hybrid::TableCommand;
use cardroom_protocol::requests::TableRequest;
use cardroom_protocol::{ErrorCode, TableId as WireTableId};
use cardroom_record::Player;
use cardroom_record::ids::{AccountId, ConnectionId};
use cardroom_rules::{Chips, Millis, SeatNo};
use std::collections::BTreeSet;

/// How long a host must be gone before a player may follow.
const HOST_GONE: Millis = Millis::seconds(10 * 60);

/// The terms of a private table, and the table that they make.
#[derive(Clone, Debug)]
pub struct PrivateTerms {
    pub terms: TableTerms,
    pub setup: TableSetup,
    pub rotation: Option<RotationName>,
    pub top_up_to: Option<Chips>,
    pub rules: RuleNumbers,
}

/// What a table knows of its host.
#[derive(Debug, Default)]
pub(super) struct Hosting {
    /// The terms as the host last changed them; `None` at other tables.
    terms: Option<Box<PrivateTerms>>,
    /// Since when the host does not watch the table.
    host_gone_since: Option<Millis>,
    /// Removed players, who need the host's approval to come back.
    removed: BTreeSet<AccountId>,
    /// All seats in a random order, if the current request shuffles them.
    drawn: Vec<SeatNo>,
}

impl Hosting {
    /// Returns `true` if the host sets the terms of the table.
    pub(super) fn has_terms(&self) -> bool {
        self.terms.is_some()
    }

    /// Returns `true` if a buy-in of this account waits for the host's approval.
    pub(super) fn approves(&self, account: AccountId) -> bool {
        let approves = self.terms.as_ref().is_some_and(|terms| terms.terms.approve_buy_ins);
        approves || self.removed.contains(&account)
    }

    /// Notes whether the host is gone.
    pub(super) fn note_host(&mut self, now: Millis, is_gone: bool) {
        let since = self.host_gone_since;
        self.host_gone_since = is_gone.then(|| since.unwrap_or(now));
    }

    /// Notes the random order of the seats for the current request.
    pub(super) fn draw_seats(&mut self, drawn: Vec<SeatNo>) {
        self.drawn = drawn;
    }

    /// Returns the sender if the host is gone and no connected player has been here longer. `here`
    /// are the connected players, and `night` knows since when.
    fn follower<'a>(
        &self,
        now: Millis,
        asked_by: AccountId,
        here: impl Iterator<Item = &'a Player>,
        night: Option<&Night>,
    ) -> Result<Player, Refused> {
        let since = self.host_gone_since;
        if since.is_none_or(|since| now < since + HOST_GONE) {
            let text =
                "The host has not been gone for ten minutes. Wait for the host to come back.";
            return Err(refused(ErrorCode::NotAllowedNow, text));
        }
        let came_at = |player: &&Player| {
            let row = night.and_then(|night| night.rows().get(&player.account));
            row.and_then(|row| row.since_ms)
        };
        match here.min_by_key(came_at) {
            Some(longest) if longest.account == asked_by => Ok(longest.clone()),
            Some(longest) => {
                let text =
                    format!("{} has been here longest and may follow the host.", longest.name);
                Err((ErrorCode::Forbidden, text))
            }
            None => Err(refused(ErrorCode::NotSeated, "Sit down first, then follow the host.")),
        }
    }

    /// Notes that the host let a removed player come back.
    pub(super) fn let_back(&mut self, account: AccountId) {
        self.removed.remove(&account);
    }
}

impl TableCore {
    /// Returns `true` if a request needs the seats in a random order.
    #[must_use]
    pub fn draws_seats(request: &TableRequest) -> bool {
        let TableRequest::DirectTable(direct) = request else { return false };
        direct.command == TableCommand::Host(HostOrder::ShuffleSeats)
    }

    /// Sets the terms of a private table, which it uses from the next hand.
    #[must_use]
    pub fn on_terms(mut self, terms: PrivateTerms) -> Self {
        self.hosting.terms = Some(Box::new(terms));
        self
    }

    /// Returns the player who becomes the host: the one whom the host names, or the sender who may
    /// follow a host who is gone.
    ///
    /// # Errors
    /// The sender may not decide this, or no such player sits here.
    pub fn next_host(
        &self,
        now: Millis,
        asked_by: AccountId,
        to: Option<&str>,
    ) -> Result<Player, (ErrorCode, String)> {
        let people = self.table.players().filter_map(|(_, player)| self.audience.known(player));
        let mut people = people.filter(|player| !player.bot);
        let is_host = self.description.is_hosted_by(asked_by);
        match to {
            Some(name) if is_host => {
                let named = people.find(|player| *player.name == *name);
                named.filter(|player| player.account != asked_by).cloned().ok_or_else(|| {
                    let text =
                        format!("{name} does not sit at this table. Choose someone who does.");
                    (ErrorCode::NotSeated, text)
                })
            }
            None if is_host => Err(refused(ErrorCode::NothingToDo, "You are the host already.")),
            Some(_) => Err(refused(ErrorCode::Forbidden, "Only the host can hand the table over.")),
            None => {
                let here = people.filter(|player| self.audience.is_watching(player.account));
                self.hosting.follower(now, asked_by, here, self.night().as_ref())
            }
        }
    }
}

/// Sends the terms of a private table to a connection that watches it.
pub(super) fn show(core: &TableCore, connection: ConnectionId, outputs: &mut Outputs) {
    let Some(terms) = &core.hosting.terms else { return };
    let (table, waits) = (WireTableId(core.id.0), terms.setup != *core.table.setup());
    let terms = HostedTerms { table, terms: terms.terms.clone(), waits };
    outputs.private.push((connection, terms.into()));
    let viewer = core.audience.player_at(connection).map(|player| player.account);
    core.buy_ins.show(core.host_desk(), connection, viewer, outputs);
}
