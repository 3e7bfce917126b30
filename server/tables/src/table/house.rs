//! The house of a table: its description, and at a private table the terms that the host sets. It
//! says who may rule here, whose buy-ins need approval, and who may follow a host who is gone.
//! Terms that change wait for the end of the hand in progress.

mod changes;
mod orders;

pub(super) use changes::{change_host, change_terms, use_new_terms};

use super::audience::Audience;
use super::buy_ins::{BuyIns, HostDesk};
use super::refusals::{Refused, refused};
use super::seats::seat_of;
use super::{Outputs, TableCore};
use crate::LevelPlays;
use crate::description::{RotationName, TableDescription};
use crate::night::Night;
use crate::wire::RuleNumbers;
use cardroom_engine::{Table, TableSetup};
use cardroom_protocol::hosting::{HostOrder, HostedTerms, TableTerms};
use cardroom_protocol::hybrid::TableCommand;
use cardroom_protocol::requests::TableRequest;
use cardroom_protocol::server::Role;
use cardroom_protocol::{ErrorCode, TableId as WireTableId};
use cardroom_record::ids::{AccountId, ConnectionId, TableId};
use cardroom_record::{HostedBy, Player};
use cardroom_rules::{Chips, Millis, SeatNo};
use std::collections::BTreeSet;
use std::sync::Arc;

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

/// The house of a table.
#[derive(Debug)]
pub(super) struct House {
    description: TableDescription,
    /// The terms as the host last changed them; `None` at other tables.
    terms: Option<Box<PrivateTerms>>,
    /// Since when the host does not watch the table.
    host_gone_since: Option<Millis>,
    /// Removed players, who need the host's approval to come back.
    removed: BTreeSet<AccountId>,
    /// All seats in a random order, if the current request shuffles them.
    drawn: Vec<SeatNo>,
}

impl House {
    pub(super) fn new(description: TableDescription) -> Self {
        let (removed, drawn) = (BTreeSet::new(), Vec::new());
        Self { description, terms: None, host_gone_since: None, removed, drawn }
    }

    pub(super) fn description(&self) -> &TableDescription {
        &self.description
    }

    /// Returns where the host hears of buy-ins.
    pub(super) fn desk(&self, table: TableId) -> HostDesk {
        HostDesk::new(table, self.description.host())
    }

    /// Sets the games of each level of the tournament from now on.
    pub(super) fn set_levels(&mut self, levels: Arc<[LevelPlays]>) {
        if let Some(event) = &mut self.description.event {
            event.levels = levels;
        }
    }

    /// Takes over the name of the host. Returns `true` if the host has another one now.
    pub(super) fn meet_again(&mut self, player: &Player) -> bool {
        let host = self.description.hosted_by.as_mut();
        match host.filter(|by| by.account == player.account && by.name != player.name) {
            Some(by) => {
                by.name = Arc::clone(&player.name);
                true
            }
            None => false,
        }
    }

    /// Returns `true` if the host sets the terms of the table.
    pub(super) fn has_terms(&self) -> bool {
        self.terms.is_some()
    }

    /// Returns `true` if a buy-in of this account waits for the host's approval.
    pub(super) fn approves_buy_ins_of(&self, account: AccountId) -> bool {
        let approves = self.terms.as_ref().is_some_and(|terms| terms.terms.approve_buy_ins);
        let is_guest = self.description.has_own_chips() && !self.description.is_hosted_by(account);
        is_guest && (approves || self.removed.contains(&account))
    }

    /// Checks that an account may rule here. The floor and administrators may, except where they
    /// play. The host of a private table may rule even while playing, because every player can see
    /// who the host is.
    pub(super) fn check_may_rule(&self, table: &Table, player: &Player) -> Result<(), Refused> {
        if self.description.is_hosted_by(player.account) {
            return Ok(());
        }
        if player.role < Role::Floor {
            return Err(refused(
                ErrorCode::Forbidden,
                "Only the floor or the table's host may do this.",
            ));
        }
        match seat_of(table, player.account) {
            Some(_) => Err(refused(
                ErrorCode::PlaysHere,
                "You play at this table, so you cannot rule on it. Ask another operator.",
            )),
            None => Ok(()),
        }
    }

    /// Notes whether the host watches the table.
    pub(super) fn look_for_host(&mut self, now: Millis, audience: &Audience) {
        let since = self.host_gone_since;
        let is_gone = self.description.host().is_some_and(|host| !audience.is_watching(host));
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

    /// Notes a removed player, who needs the host's approval to come back.
    pub(super) fn remove(&mut self, account: AccountId) {
        self.removed.insert(account);
    }

    /// Notes that the host let a removed player come back.
    pub(super) fn let_back(&mut self, account: AccountId) {
        self.removed.remove(&account);
    }

    /// Sends the terms of a private table to a connection that watches it, and the host the buy-ins
    /// that wait.
    pub(super) fn show(
        &self,
        (id, table): (TableId, &Table),
        buy_ins: &BuyIns,
        (connection, viewer): (ConnectionId, Option<AccountId>),
        outputs: &mut Outputs,
    ) {
        let Some(terms) = &self.terms else { return };
        let (table, waits) = (WireTableId(id.0), terms.setup != *table.setup());
        let terms = HostedTerms { table, terms: terms.terms.clone(), waits };
        outputs.private.push((connection, terms.into()));
        buy_ins.show(self.desk(id), connection, viewer, outputs);
    }

    /// Sets the terms of a private table.
    fn set_terms(&mut self, terms: Box<PrivateTerms>) {
        self.terms = Some(terms);
    }

    /// Takes over terms that the host has changed. Those of play wait for the next hand.
    fn change_terms(&mut self, terms: Box<PrivateTerms>) {
        let TableTerms { name, bots_allowed, free_chat, .. } = &terms.terms;
        self.description.name.clone_from(name);
        (self.description.bots_allowed, self.description.free_chat) = (*bots_allowed, *free_chat);
        self.set_terms(terms);
    }

    /// Returns the terms that a table with this setup does not use yet.
    fn waiting_terms(&self, setup: &TableSetup) -> Option<&PrivateTerms> {
        self.terms.as_deref().filter(|terms| terms.setup != *setup)
    }

    fn set_rotation(&mut self, rotation: Option<RotationName>) {
        self.description.rotation = rotation;
    }

    /// Makes a player the host.
    fn hand_over(&mut self, Player { account, name, .. }: Player) {
        self.description.hosted_by = Some(HostedBy { account, name });
        self.host_gone_since = None;
    }
}

/// Returns `true` if a request needs the seats in a random order.
#[must_use]
pub fn draws_seats(request: &TableRequest) -> bool {
    let TableRequest::DirectTable(direct) = request else { return false };
    direct.command == TableCommand::Host(HostOrder::ShuffleSeats)
}

impl TableCore {
    /// Sets the terms of a private table, which it uses from the next hand.
    #[must_use]
    pub fn on_terms(mut self, terms: PrivateTerms) -> Self {
        self.house.set_terms(Box::new(terms));
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
        let is_host = self.house.description.is_hosted_by(asked_by);
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
                self.house.follower(now, asked_by, here, self.night().as_ref())
            }
        }
    }
}
