//! Schedules: tournaments that the room announces again and again.

use super::{Answers, DONE, Field, Kind, Operation, Sends};
use super::{asked, body, delete, get, id, maybe, pages, post};

/// The terms of a schedule in a template.
macro_rules! terms {
    () => {
        r#"{"name": "$name", "structure": "$structure", "every": "$every",
            "time_zone": "$time_zone", "opens_minutes_before": "$opens_minutes_before",
            "starts_in_minutes": "$starts_in_minutes", "league": "$league",
            "bots_allowed": "$bots_allowed", "verifiable": "$verifiable"}"#
    };
}

const NAME: Field = body("name");
const STRUCTURE: Field = body("structure");
const EVERY: Field = maybe("every", "[]");
const TIME_ZONE: Field = maybe("time_zone", "\"UTC\"");
const OPENS: Field = maybe("opens_minutes_before", "1440");
const STARTS: Field = maybe("starts_in_minutes", "null");
const LEAGUE: Field = maybe("league", "null");
const BOTS: Field = maybe("bots_allowed", "true");
const VERIFIABLE: Field = maybe("verifiable", "null");

pub(super) static OPERATIONS: &[Operation] = &[
    get(
        "listSchedules",
        "/schedules",
        "Lists the schedules of the room, those of its configuration first",
        &[],
        Sends::Message(r#"{"ListSchedules": {"from": "$from"}}"#),
        pages("SchedulePage", "schedules"),
    ),
    post(
        "makeSchedule",
        "/schedules",
        "Makes a schedule, by which tournaments are announced again and again",
        &[
            NAME,
            STRUCTURE,
            EVERY,
            TIME_ZONE,
            OPENS,
            STARTS,
            LEAGUE,
            BOTS,
            VERIFIABLE,
            body("reason"),
        ],
        Sends::Message(concat!(
            r#"{"DirectSchedule": {"reason": "$reason", "order": {"Make": "#,
            terms!(),
            "}}}"
        )),
        Answers::Body(&["ScheduleMade"]),
    ),
    post(
        "changeSchedule",
        "/schedules/{schedule}",
        "Changes a schedule. Tournaments that it has announced stay as they are",
        &[
            id("schedule"),
            NAME,
            STRUCTURE,
            EVERY,
            TIME_ZONE,
            OPENS,
            STARTS,
            LEAGUE,
            BOTS,
            VERIFIABLE,
            body("reason"),
        ],
        Sends::Message(concat!(
            r#"{"DirectSchedule": {"reason": "$reason", "order": {"Change":
                {"schedule": "$schedule", "terms": "#,
            terms!(),
            "}}}}"
        )),
        DONE,
    ),
    delete(
        "endSchedule",
        "/schedules/{schedule}",
        "Ends a schedule. Tournaments that it has announced stay",
        &[id("schedule"), asked("reason", Kind::Text)],
        Sends::Message(
            r#"{"DirectSchedule": {"reason": "$reason", "order": {"End": "$schedule"}}}"#,
        ),
    ),
];
