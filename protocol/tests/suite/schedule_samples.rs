//! One value of every message about schedules, and the largest page of them.

use crate::samples::Note;
use crate::tournament_pages::{fits, longest};
use cardroom_protocol::ids::MAX_SAFE;
use cardroom_protocol::limits::{
    MAX_LEAGUE_NAME_CHARS, MAX_SCHEDULE_DATES, MAX_SCHEDULES_PER_PAGE, MAX_TOURNAMENT_NAME_CHARS,
};
use cardroom_protocol::schedule::*;
use cardroom_protocol::{ClientMessage, RequestId, ServerMessage, TimeMs};

const REQUEST: RequestId = RequestId(98);
const SCHEDULE: u32 = 3;

fn saturdays() -> ScheduleTerms {
    ScheduleTerms {
        name: "Saturday night".to_owned(),
        structure: "weekly-table".to_owned(),
        every: ["sat 20:00".to_owned()].into_iter().collect(),
        time_zone: "Europe/Berlin".to_owned(),
        opens_minutes_before: 2_880,
        starts_in_minutes: None,
        league: Some("thursdays".to_owned()),
        bots_allowed: false,
        verifiable: Some(true),
    }
}

fn all_day() -> ScheduleTerms {
    ScheduleTerms {
        name: "Turbo".to_owned(),
        structure: "test-turbo".to_owned(),
        every: [].into_iter().collect(),
        time_zone: "UTC".to_owned(),
        opens_minutes_before: 1_440,
        starts_in_minutes: Some(15),
        league: None,
        bots_allowed: true,
        verifiable: None,
    }
}

/// Every client message about them.
pub(crate) fn client() -> Vec<(Note, ClientMessage)> {
    let change = ScheduleChange { schedule: SCHEDULE, terms: saturdays() };
    let orders = [
        ScheduleOrder::Make(Box::new(saturdays())),
        ScheduleOrder::Make(Box::new(all_day())),
        ScheduleOrder::Change(Box::new(change)),
        ScheduleOrder::End(SCHEDULE),
    ];
    let reason = || "The club's season.".to_owned();
    let orders = orders
        .map(|order| ("", DirectSchedule { request: REQUEST, reason: reason(), order }.into()));
    let mut samples: Vec<(Note, ClientMessage)> =
        vec![("", ListSchedules { request: REQUEST, from: 10 }.into())];
    samples.extend(orders);
    samples
}

/// Every server message about them.
pub(crate) fn server() -> Vec<(Note, ServerMessage)> {
    let next = Some(TimeMs(1_800_000_000_000));
    let schedules = vec![
        ScheduleShown { schedule: None, terms: all_day(), next: None },
        ScheduleShown { schedule: Some(SCHEDULE), terms: saturdays(), next },
    ];
    vec![
        ("", SchedulePage { request: REQUEST, from: 0, total: 2, schedules }.into()),
        ("", ScheduleMade { request: REQUEST, schedule: SCHEDULE }.into()),
    ]
}

#[test]
fn a_full_page_of_schedules_fits() {
    let terms = ScheduleTerms {
        name: longest(MAX_TOURNAMENT_NAME_CHARS),
        structure: longest(MAX_LEAGUE_NAME_CHARS),
        every: vec!["daily 20:00".to_owned(); MAX_SCHEDULE_DATES].into_iter().collect(),
        time_zone: "x".repeat(MAX_LEAGUE_NAME_CHARS),
        opens_minutes_before: u32::MAX,
        starts_in_minutes: Some(u32::MAX),
        league: Some(longest(MAX_LEAGUE_NAME_CHARS)),
        bots_allowed: false,
        verifiable: Some(false),
    };
    let next = Some(TimeMs(MAX_SAFE));
    let row = ScheduleShown { schedule: Some(u32::MAX), terms, next };
    let schedules = vec![row; MAX_SCHEDULES_PER_PAGE];
    fits(SchedulePage { request: REQUEST, from: u32::MAX, total: u32::MAX, schedules });
}
