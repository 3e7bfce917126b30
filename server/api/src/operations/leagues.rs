//! Leagues that are made while the room is open, and their seasons.

use super::{DONE, Kind, Operation, Sends};
use super::{asked, body, delete, named, post};

pub(super) static OPERATIONS: &[Operation] = &[
    post(
        "makeLeague",
        "/leagues",
        "Makes a league. Its terms have the keys of a file in config/leagues",
        &[body("terms"), body("reason")],
        Sends::League(r#"{"ChangeLeague": {"reason": "$reason", "change": {"Make": "$terms"}}}"#),
        DONE,
    ),
    post(
        "replaceLeague",
        "/leagues/{league}",
        "Replaces the terms of a league that was made so. Results keep the points that they have",
        &[named("league"), body("terms"), body("reason")],
        Sends::League(
            r#"{"ChangeLeague": {"reason": "$reason", "change": {"Replace": "$terms"}}}"#,
        ),
        DONE,
    ),
    delete(
        "endLeague",
        "/leagues/{league}",
        "Ends a league that was made so. Results stay",
        &[named("league"), asked("reason", Kind::Text)],
        Sends::Message(r#"{"ChangeLeague": {"reason": "$reason", "change": {"End": "$league"}}}"#),
    ),
    post(
        "openSeason",
        "/leagues/{league}/{season}",
        "Opens a season of a league that was made so",
        &[
            named("league"),
            named("season"),
            body("name"),
            body("from"),
            body("until"),
            body("reason"),
        ],
        Sends::Message(
            r#"{"ChangeLeague": {"reason": "$reason", "change": {"OpenSeason":
                {"league": "$league", "season": "$season", "name": "$name", "from": "$from",
                "until": "$until"}}}}"#,
        ),
        DONE,
    ),
    post(
        "endSeason",
        "/leagues/{league}/{season}/end",
        "Sets the last day of a season of a league that was made so",
        &[named("league"), named("season"), body("until"), body("reason")],
        Sends::Message(
            r#"{"ChangeLeague": {"reason": "$reason", "change": {"EndSeason":
                {"league": "$league", "season": "$season", "until": "$until"}}}}"#,
        ),
        DONE,
    ),
];
