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
pub struct Tournament {
    pub id: u64,
    pub name: String,
    /// The id of its league.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub league: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Table {
    pub id: u64,
    pub name: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Account {
    pub id: u64,
    pub name: String,
}

/// A player who is in a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Player {
    pub name: String,
    pub chips: u64,
}

/// A row of the results of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
pub struct Standing {
    pub place: u32,
    pub name: String,
    /// As the standings show them.
    pub points: String,
}

/// The season of a league.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct League {
    /// The id of the league.
    pub id: String,
    pub name: String,
    pub season: String,
}

/// The contents of an event, written as `type` and `data` of a body.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", content = "data")]
pub enum Subject {
    #[serde(rename = "tournament.announced")]
    TournamentAnnounced {
        tournament: Tournament,
        /// When it starts, in milliseconds since 1970, unless it starts when it is full.
        starts_ms: Option<u64>,
    },
    #[serde(rename = "tournament.registration_opened")]
    RegistrationOpened { tournament: Tournament, starts_ms: Option<u64> },
    #[serde(rename = "tournament.started")]
    TournamentStarted { tournament: Tournament, players: u32 },
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
    #[serde(rename = "tournament.break")]
    Break { tournament: Tournament, minutes: u32 },
    #[serde(rename = "tournament.paused")]
    Paused { tournament: Tournament, reason: String },
    #[serde(rename = "tournament.resumed")]
    Resumed { tournament: Tournament },
    #[serde(rename = "tournament.late_entry_closed")]
    LateEntryClosed { tournament: Tournament, entries: u32, players: u32 },
    #[serde(rename = "tournament.final_table")]
    FinalTable { tournament: Tournament, players: Vec<Player> },
    #[serde(rename = "tournament.player_out")]
    PlayerOut { tournament: Tournament, name: String, place: u32, players: u32 },
    #[serde(rename = "tournament.deal")]
    Deal { tournament: Tournament, shares: Vec<Place> },
    #[serde(rename = "tournament.ended")]
    TournamentEnded { tournament: Tournament, places: Vec<Place> },
    #[serde(rename = "tournament.canceled")]
    TournamentCanceled { tournament: Tournament, reason: String },
    #[serde(rename = "tournament.corrected")]
    ResultsCorrected { tournament: Tournament, places: Vec<Place>, reason: String },
    #[serde(rename = "league.standings")]
    Standings { league: League, standings: Vec<Standing> },
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
    #[serde(rename = "ruling.undone")]
    RulingUndone {
        tournament: Option<Tournament>,
        table: Option<Table>,
        ruling: u64,
        operator: String,
        reason: String,
    },
    #[serde(rename = "account.opened")]
    AccountOpened { account: Account },
    #[serde(rename = "account.order")]
    AccountOrder {
        account: Account,
        /// `None` for an order at the machine.
        operator: Option<String>,
        text: String,
        reason: String,
    },
    #[serde(rename = "report.filed")]
    ReportFiled { report: u64, table: Option<Table> },
    #[serde(rename = "announcement")]
    Announcement { tournament: Option<Tournament>, text: String },
    #[serde(rename = "hand.ended")]
    HandEnded {
        tournament: Option<Tournament>,
        table: Table,
        hand: u64,
        /// The public record; `null` if it is too long for a body.
        record: Option<Value>,
    },
    #[serde(rename = "room.ready")]
    RoomReady {},
    #[serde(rename = "room.draining")]
    RoomDraining {},
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
pub(crate) mod tests {
    use super::*;

    pub(crate) fn friday() -> Tournament {
        let league = Some("club".to_owned());
        Tournament { id: 7, name: "Friday".to_owned(), league }
    }

    pub(crate) fn event(subject: Subject) -> Event {
        Event { sequence: 42, at_ms: 1_798_741_800_000, is_private: false, subject }
    }

    pub(crate) fn place(place: u32, name: &str) -> Place {
        let points = Some(format!("{}.5", 100 / place));
        Place { place, name: name.to_owned(), prize: 1_000 / u64::from(place), points }
    }

    /// Returns one subject of each kind, in the order of [`EventKind::ALL`].
    pub(crate) fn each() -> Vec<Subject> {
        let (tournament, table) = (friday(), Table { id: 3, name: "Sirius".to_owned() });
        let account = Account { id: 5, name: "Ada".to_owned() };
        let player = Player { name: "Ada".to_owned(), chips: 42_000 };
        let league = League {
            id: "club".to_owned(),
            name: "The Club".to_owned(),
            season: "2027".to_owned(),
        };
        let standing = Standing { place: 1, name: "Ada".to_owned(), points: "120".to_owned() };
        let text = |text: &str| text.to_owned();
        let of = || (Some(friday()), Some(table.clone()));
        let t = || tournament.clone();
        let starts_ms = Some(1_798_745_400_000);
        vec![
            Subject::TournamentAnnounced { tournament: t(), starts_ms },
            Subject::RegistrationOpened { tournament: t(), starts_ms: None },
            Subject::TournamentStarted { tournament: t(), players: 32 },
            Subject::Level {
                tournament: t(),
                level: 4,
                small_blind: 100,
                big_blind: 200,
                ante: 200,
                players: 20,
            },
            Subject::Break { tournament: t(), minutes: 10 },
            Subject::Paused { tournament: t(), reason: text("Fire alarm") },
            Subject::Resumed { tournament: t() },
            Subject::LateEntryClosed { tournament: t(), entries: 40, players: 33 },
            Subject::FinalTable { tournament: t(), players: vec![player] },
            Subject::PlayerOut { tournament: t(), name: text("Bo"), place: 9, players: 8 },
            Subject::Deal { tournament: t(), shares: vec![place(1, "Ada"), place(2, "Bo")] },
            Subject::TournamentEnded { tournament: t(), places: vec![place(1, "Ada")] },
            Subject::TournamentCanceled { tournament: t(), reason: text("Too few players") },
            Subject::ResultsCorrected {
                tournament: t(),
                places: vec![place(1, "Bo")],
                reason: text("Entered twice"),
            },
            Subject::Standings { league, standings: vec![standing] },
            Subject::RulingMade {
                tournament: of().0,
                table: of().1,
                ruling: 11,
                operator: text("Mo"),
                text: text("penalty for one round"),
                reason: text("Phone at the table"),
                rule: Some(text("TDA 71")),
            },
            Subject::RulingUndone {
                tournament: of().0,
                table: of().1,
                ruling: 11,
                operator: text("Mo"),
                reason: text("The wrong player"),
            },
            Subject::AccountOpened { account: account.clone() },
            Subject::AccountOrder {
                account,
                operator: Some(text("Mo")),
                text: text("suspended"),
                reason: text("Abuse in chat"),
            },
            Subject::ReportFiled { report: 2, table: of().1 },
            Subject::Announcement { tournament: of().0, text: text("Dinner at 20:00") },
            Subject::HandEnded {
                tournament: of().0,
                table: table.clone(),
                hand: 99,
                record: Some(serde_json::json!({"board": ["As", "Kd", "2c"]})),
            },
            Subject::RoomReady {},
            Subject::RoomDraining {},
            Subject::RoomNotReady { reasons: vec![text("disk")] },
            Subject::Test {},
        ]
    }

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
