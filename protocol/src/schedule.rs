//! Schedules: tournaments that the room announces again and again. The floor makes, changes and
//! ends them; those of the room's configuration only show here.

use crate::ids::{RequestId, TimeMs};
use crate::limits::MAX_SCHEDULE_DATES;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// Asks for a page of the room's schedules, those of its configuration first. Answered by
/// [`SchedulePage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListSchedules {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Number of rows to skip; 0 for the first page.
    pub from: u32,
}

/// Carries out an order about a schedule. Floor only. Answered by [`ScheduleMade`] if one was made,
/// otherwise by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DirectSchedule {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The reason, in one line of 1 to 280 characters. The security log has it.
    pub reason: String,
    /// The change to make.
    pub order: ScheduleOrder,
}

/// An order about a schedule. A plain number is that of the schedule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ScheduleOrder {
    /// Makes a schedule.
    Make(Box<ScheduleTerms>),
    /// Changes a schedule. Tournaments that it has announced stay as they are.
    Change(Box<ScheduleChange>),
    /// Ends a schedule. Tournaments that it has announced stay.
    End(u32),
}

/// A tournament that is announced again and again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScheduleTerms {
    /// Name of its tournaments, at most 60 characters. No two schedules of a room share one, and a
    /// change cannot give another.
    pub name: String,
    /// Id of a structure of the room.
    pub structure: String,
    /// The recurring starts, such as `sat 20:00` or `daily 18:30`. Without any, a tournament is
    /// announced whenever none of its name takes entries.
    pub every: ArrayVec<String, MAX_SCHEDULE_DATES>,
    /// The time zone of these starts, such as `Europe/Berlin`.
    pub time_zone: String,
    /// Minutes before each start when it is announced and takes entries.
    pub opens_minutes_before: u32,
    /// Minutes from an announcement to the start, for a schedule without recurring starts. If
    /// absent, a tournament starts as soon as it is full.
    pub starts_in_minutes: Option<u32>,
    /// Id of the league that its tournaments count for. Absent for none.
    pub league: Option<String>,
    /// Whether programs may play.
    pub bots_allowed: bool,
    /// Whether deals can be verified. If absent, as the room's configuration says.
    pub verifiable: Option<bool>,
}

/// Other terms of a schedule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScheduleChange {
    /// Number of the schedule.
    pub schedule: u32,
    /// Its terms from the next announcement on, with the name that it has.
    pub terms: ScheduleTerms,
}

/// A schedule was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScheduleMade {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Number of the schedule, for later orders.
    pub schedule: u32,
}

/// A page of the room's schedules, at most 10.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SchedulePage {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Number of rows before this page.
    pub from: u32,
    /// Number of rows on all pages.
    pub total: u32,
    /// The schedules: first those of the configuration, then the oldest.
    pub schedules: Vec<ScheduleShown>,
}

/// A schedule of the room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScheduleShown {
    /// Number of the schedule. Absent for one of the configuration, which only its file changes.
    pub schedule: Option<u32>,
    /// Its terms.
    pub terms: ScheduleTerms,
    /// The next of its recurring starts. Absent without any.
    pub next: Option<TimeMs>,
}
