//! Events in the terms of their receivers: names and numbers, and nothing of the program's own
//! state. An event is stored in the form in which it is sent.

use crate::EventKind;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Something that happened in the room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// It rises with every event of the room.
    pub sequence: u64,
    /// When it happened, in milliseconds since 1970.
    pub at_ms: u64,
    /// It is of a private table or tournament, so no hook hears of it.
    pub is_private: bool,
    pub subject: Subject,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tournament {
    pub id: u64,
    pub name: String,
    /// The id of its league.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub league: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Table {
    pub id: u64,
    pub name: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Account {
    pub id: u64,
    pub name: String,
}

/// A player who is in a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Player {
    pub name: String,
    pub chips: u64,
}

/// A row of the results of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place {
    pub place: u32,
    pub name: String,
    /// In the smallest unit of the room's chips or money.
    pub prize: u64,
    /// Points of the league, as its standings show them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<String>,
}

/// A row of the standings of a league.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    pub place: u32,
    pub name: String,
    /// As the standings show them.
    pub points: String,
}

/// The season of a league.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct League {
    /// The id of the league.
    pub id: String,
    pub name: String,
    pub season: String,
}

/// The contents of an event, written as `type` and `data` of a body.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", content = "data")]
pub enum Subject {
    /// A tournament was announced.
    #[serde(rename = "tournament.announced")]
    TournamentAnnounced {
        tournament: Tournament,
        /// When it starts, in milliseconds since 1970, unless it starts when it is full.
        starts_ms: Option<u64>,
    },
    /// A tournament takes entries.
    #[serde(rename = "tournament.registration_opened")]
    RegistrationOpened { tournament: Tournament, starts_ms: Option<u64> },
    /// The first level of a tournament began.
    #[serde(rename = "tournament.started")]
    TournamentStarted { tournament: Tournament, players: u32 },
    /// A level of a tournament began.
    #[serde(rename = "tournament.level")]
    Level {
        tournament: Tournament,
        /// The first level is 1.
        level: u32,
        small_blind: u64,
        big_blind: u64,
        ante: u64,
        players: u32,
    },
    /// A break of a tournament began.
    #[serde(rename = "tournament.break")]
    Break { tournament: Tournament, minutes: u32 },
    /// The clock of a tournament stopped.
    #[serde(rename = "tournament.paused")]
    Paused { tournament: Tournament, reason: String },
    /// The clock of a tournament runs again.
    #[serde(rename = "tournament.resumed")]
    Resumed { tournament: Tournament },
    /// A tournament takes no more entries.
    #[serde(rename = "tournament.late_entry_closed")]
    LateEntryClosed { tournament: Tournament, entries: u32, players: u32 },
    /// A tournament goes on at its last table.
    #[serde(rename = "tournament.final_table")]
    FinalTable { tournament: Tournament, players: Vec<Player> },
    /// A player is out of a tournament.
    #[serde(rename = "tournament.player_out")]
    PlayerOut { tournament: Tournament, name: String, place: u32, players: u32 },
    /// The last players agreed on shares of the prizes.
    #[serde(rename = "tournament.deal")]
    Deal { tournament: Tournament, shares: Vec<Place> },
    /// A tournament ended, with these results.
    #[serde(rename = "tournament.ended")]
    TournamentEnded { tournament: Tournament, places: Vec<Place> },
    /// A tournament was canceled.
    #[serde(rename = "tournament.canceled")]
    TournamentCanceled { tournament: Tournament, reason: String },
    /// The results of a tournament were corrected.
    #[serde(rename = "tournament.corrected")]
    ResultsCorrected { tournament: Tournament, places: Vec<Place>, reason: String },
    /// The standings of a league changed. Players without a rank are left out.
    #[serde(rename = "league.standings")]
    Standings { league: League, standings: Vec<Standing> },
    /// The floor made a ruling.
    #[serde(rename = "ruling.made")]
    RulingMade {
        tournament: Option<Tournament>,
        table: Option<Table>,
        /// The number of the ruling in the audit trail.
        ruling: u64,
        operator: String,
        text: String,
        reason: String,
        rule: Option<String>,
    },
    /// The floor took a ruling back.
    #[serde(rename = "ruling.undone")]
    RulingUndone {
        tournament: Option<Tournament>,
        table: Option<Table>,
        ruling: u64,
        operator: String,
        reason: String,
    },
    /// An account was opened. Guests are none until they choose a name and a password.
    #[serde(rename = "account.opened")]
    AccountOpened { account: Account },
    /// An operator gave an order about an account.
    #[serde(rename = "account.order")]
    AccountOrder {
        account: Account,
        /// `null` for an order at the machine.
        operator: Option<String>,
        text: String,
        reason: String,
    },
    /// A player reported another one.
    #[serde(rename = "report.filed")]
    ReportFiled { report: u64, table: Option<Table> },
    /// The floor announced something.
    #[serde(rename = "announcement")]
    Announcement { tournament: Option<Tournament>, text: String },
    /// A hand of a public table ended.
    #[serde(rename = "hand.ended")]
    HandEnded {
        tournament: Option<Tournament>,
        table: Table,
        hand: u64,
        /// The public record; `null` if it is too long for a body.
        record: Option<Value>,
    },
    /// The room serves players.
    #[serde(rename = "room.ready")]
    RoomReady {},
    /// The room is about to end.
    #[serde(rename = "room.draining")]
    RoomDraining {},
    /// The database began to fail. The event comes once it works again.
    #[serde(rename = "room.not_ready")]
    RoomNotReady { reasons: Vec<String> },
    /// An operator wants to see whether the hook works.
    #[serde(rename = "hook.test")]
    Test {},
}

impl Subject {
    #[must_use]
    pub fn kind(&self) -> EventKind {
        use EventKind as K;
        match self {
            Self::TournamentAnnounced { .. } => K::TournamentAnnounced,
            Self::RegistrationOpened { .. } => K::RegistrationOpened,
            Self::TournamentStarted { .. } => K::TournamentStarted,
            Self::Level { .. } => K::Level,
            Self::Break { .. } => K::Break,
            Self::Paused { .. } => K::Paused,
            Self::Resumed { .. } => K::Resumed,
            Self::LateEntryClosed { .. } => K::LateEntryClosed,
            Self::FinalTable { .. } => K::FinalTable,
            Self::PlayerOut { .. } => K::PlayerOut,
            Self::Deal { .. } => K::Deal,
            Self::TournamentEnded { .. } => K::TournamentEnded,
            Self::TournamentCanceled { .. } => K::TournamentCanceled,
            Self::ResultsCorrected { .. } => K::ResultsCorrected,
            Self::Standings { .. } => K::Standings,
            Self::RulingMade { .. } => K::RulingMade,
            Self::RulingUndone { .. } => K::RulingUndone,
            Self::AccountOpened { .. } => K::AccountOpened,
            Self::AccountOrder { .. } => K::AccountOrder,
            Self::ReportFiled { .. } => K::ReportFiled,
            Self::Announcement { .. } => K::Announcement,
            Self::HandEnded { .. } => K::HandEnded,
            Self::RoomReady {} => K::RoomReady,
            Self::RoomDraining {} => K::RoomDraining,
            Self::RoomNotReady { .. } => K::RoomNotReady,
            Self::Test {} => K::Test,
        }
    }

    /// Returns the tournament that the event is of, if any.
    #[must_use]
    pub fn tournament(&self) -> Option<&Tournament> {
        match self {
            Self::TournamentAnnounced { tournament, .. }
            | Self::RegistrationOpened { tournament, .. }
            | Self::TournamentStarted { tournament, .. }
            | Self::Level { tournament, .. }
            | Self::Break { tournament, .. }
            | Self::Paused { tournament, .. }
            | Self::Resumed { tournament }
            | Self::LateEntryClosed { tournament, .. }
            | Self::FinalTable { tournament, .. }
            | Self::PlayerOut { tournament, .. }
            | Self::Deal { tournament, .. }
            | Self::TournamentEnded { tournament, .. }
            | Self::TournamentCanceled { tournament, .. }
            | Self::ResultsCorrected { tournament, .. } => Some(tournament),
            Self::RulingMade { tournament, .. }
            | Self::RulingUndone { tournament, .. }
            | Self::Announcement { tournament, .. }
            | Self::HandEnded { tournament, .. } => tournament.as_ref(),
            Self::Standings { .. }
            | Self::AccountOpened { .. }
            | Self::AccountOrder { .. }
            | Self::ReportFiled { .. }
            | Self::RoomReady {}
            | Self::RoomDraining {}
            | Self::RoomNotReady { .. }
            | Self::Test {} => None,
        }
    }

    /// Returns the id of the league that the event is of, if any.
    #[must_use]
    pub fn league(&self) -> Option<&str> {
        match self {
            Self::Standings { league, .. } => Some(&league.id),
            subject => subject.tournament()?.league.as_deref(),
        }
    }

    /// Returns where a browser sees more about it, below the address of the room.
    #[must_use]
    pub fn page(&self) -> Option<String> {
        match self {
            Self::TournamentEnded { tournament, .. }
            | Self::ResultsCorrected { tournament, .. } => {
                Some(format!("/#/results/{}", tournament.id))
            }
            Self::HandEnded { table, hand, .. } => Some(format!("/#/hand/{}-{hand}", table.id)),
            Self::Standings { .. } => Some("/#/leagues".to_owned()),
            subject => subject.tournament().map(|it| format!("/#/tournament/{}", it.id)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::each;

    #[test]
    fn every_kind_has_a_subject_that_is_stored_under_its_name_and_read_again() {
        let kinds: Vec<EventKind> = each().iter().map(Subject::kind).collect();
        assert_eq!(kinds, EventKind::ALL);
        for subject in each() {
            let stored = serde_json::to_value(&subject).unwrap();
            assert_eq!(stored["type"], subject.kind().name());
            assert_eq!(serde_json::from_value::<Subject>(stored).unwrap(), subject);
        }
    }
}
