//! The properties of a table apart from its rules.

use cardroom_engine::Table;
use cardroom_protocol::history::RecordedEvent;
use cardroom_protocol::{Chips, Money};
use cardroom_record::HostedBy;
use cardroom_record::ids::{AccountId, TournamentId};
use cardroom_rules::{Format, LevelPlays, Structure, TableNo};
use std::sync::Arc;

/// The properties of a table apart from its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableDescription {
    /// The name in the lobby.
    pub name: String,
    /// Whether programs may play here.
    pub bots_allowed: bool,
    /// The rotation, if the table plays several games in turn.
    pub rotation: Option<RotationName>,
    /// The table's place in its tournament, if it belongs to one.
    pub event: Option<EventTable>,
    /// The host of a private table.
    pub hosted_by: Option<HostedBy>,
    /// Whether players chat freely during a hand.
    pub free_chat: bool,
}

impl TableDescription {
    /// Returns the description of a ring table where programs play among themselves.
    #[must_use]
    pub fn of_bots(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            bots_allowed: true,
            rotation: None,
            event: None,
            hosted_by: None,
            free_chat: false,
        }
    }

    /// Returns `true` if the table has chips of its own, which its players' buy-ins make and their
    /// cash-outs end. No wallet is involved. Tournament chips are no such chips.
    pub(crate) fn has_own_chips(&self) -> bool {
        self.hosted_by.is_some() && self.event.is_none()
    }

    /// Returns the account that hosts this table.
    #[must_use]
    pub fn host(&self) -> Option<AccountId> {
        self.hosted_by.as_ref().map(|host| host.account)
    }

    /// Returns `true` if an account hosts this table. Only private tables have a host.
    pub(crate) fn is_hosted_by(&self, account: AccountId) -> bool {
        self.host() == Some(account)
    }
}

/// A table's place in its tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventTable {
    pub tournament: TournamentId,
    pub number: TableNo,
    /// The games and stakes of each level.
    pub levels: Arc<[LevelPlays]>,
    /// The facts about the tournament that go into the record of a hand.
    pub terms: EventTerms,
}

/// The facts about a tournament that go into the record of a hand, apart from the level.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EventTerms {
    name: String,
    structure: Arc<Structure>,
    /// The id of the league that it counts for.
    league: Option<String>,
}

impl EventTerms {
    #[must_use]
    pub fn new(name: &str, structure: Arc<Structure>) -> Self {
        Self { name: name.to_owned(), structure, league: None }
    }

    /// Adds the id of the league that the tournament counts for.
    #[must_use]
    pub fn counting_for(self, league: Option<&str>) -> Self {
        Self { league: league.map(str::to_owned), ..self }
    }

    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the id of the league that the tournament counts for.
    #[must_use]
    pub fn league(&self) -> Option<&str> {
        self.league.as_deref()
    }
}

impl EventTable {
    /// Returns the tournament for the record of a hand. Its level is the one whose games and stakes
    /// the table plays.
    pub(crate) fn recorded(&self, table: &Table) -> RecordedEvent {
        let EventTerms { name, structure, league: _ } = &self.terms;
        let plays = &table.setup().plays;
        let level = self.levels.iter().position(|(of_level, _)| of_level == plays).unwrap_or(0);
        let seconds = structure.levels().nth(level).map_or(0, |level| level.seconds);
        let bounty = structure.bounty.as_ref().map_or(0, |bounty| bounty.amount.0);
        RecordedEvent {
            name: name.clone(),
            level: u16::try_from(level + 1).unwrap_or(u16::MAX),
            level_seconds: u32::try_from(seconds).unwrap_or(u32::MAX),
            buy_in: Money(structure.entry.buy_in.0),
            fee: Money(structure.entry.fee.0),
            bounty: Money(bounty),
            starting_stack: Chips(structure.entry.starting_stack.0),
            single_table: structure.format == Format::SitAndGo
                && structure.entry.max_entrants <= u32::from(structure.seats),
        }
    }
}

/// The id and name of a rotation of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RotationName {
    /// An id such as `horse`.
    pub id: String,
    /// A name such as "HORSE".
    pub name: String,
}
