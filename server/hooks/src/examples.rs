//! Events as examples, for the tests of this crate and of those that describe its bodies.

use crate::{Account, Event, League, Place, Player, Standing, Subject, Table, Tournament};

/// Returns a tournament of a league.
#[must_use]
pub fn friday() -> Tournament {
    let league = Some("club".to_owned());
    Tournament { id: 7, name: "Friday".to_owned(), league }
}

/// Returns an event of New Year's Eve 2026.
#[must_use]
pub fn event(subject: Subject) -> Event {
    Event { sequence: 42, at_ms: 1_798_741_800_000, is_private: false, subject }
}

/// Returns a row of results with a prize and points.
#[must_use]
pub fn place(place: u32, name: &str) -> Place {
    let points = Some(format!("{}.5", 100 / place));
    Place { place, name: name.to_owned(), prize: 1_000 / u64::from(place), points }
}

/// Returns one subject of each kind, in the order of [`EventKind::ALL`](crate::EventKind::ALL).
#[must_use]
pub fn each() -> Vec<Subject> {
    let (tournament, table) = (friday(), Table { id: 3, name: "Sirius".to_owned() });
    let account = Account { id: 5, name: "Ada".to_owned() };
    let player = Player { name: "Ada".to_owned(), chips: 42_000 };
    let league =
        League { id: "club".to_owned(), name: "The Club".to_owned(), season: "2027".to_owned() };
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
