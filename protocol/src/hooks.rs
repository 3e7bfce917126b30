//! Hooks: addresses of other programs that the room sends events to. Administrators make, change
//! and end them.

use crate::ids::{RequestId, Secret, Seq, TimeMs, TournamentId};
use crate::limits::{MAX_HOOK_EVENTS, MAX_HOOK_LEAGUES, MAX_HOOK_TOURNAMENTS};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// Asks for a page of the room's hooks, the oldest first. Administrators only. Answered by
/// [`HookPage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListHooks {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Number of rows to skip; 0 for the first page.
    pub from: u32,
}

/// Asks for a page of what was sent to a hook in the last 30 days, the latest first. Administrators
/// only. Answered by [`DeliveryPage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListDeliveries {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Number of the hook.
    pub hook: u32,
    /// Number of rows to skip; 0 for the first page.
    pub from: u32,
}

/// Carries out an order about a hook. Administrators only. Answered by [`HookSecret`] if a secret
/// was made, otherwise by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DirectHook {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The reason, in one line of 1 to 280 characters. The security log has it.
    pub reason: String,
    /// The change to make.
    pub order: HookOrder,
}

/// An administrator's order about a hook. A plain number is that of the hook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum HookOrder {
    /// Makes a hook, and its secret.
    Make(Box<HookTerms>),
    /// Changes where a hook's events go, and which.
    Change(Box<HookChange>),
    /// Ends a hook. What waits for it is not sent.
    End(u32),
    /// Sends no events for a while. They wait.
    TurnOff(u32),
    /// Sends events again, those that wait first.
    TurnOn(u32),
    /// Makes another secret. The one before signs along for 24 hours.
    ReplaceSecret(u32),
    /// Sends a test.
    Test(u32),
    /// Sends an event again.
    SendAgain(HookEvent),
}

/// Where a hook's events go, and which.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HookTerms {
    /// The address, at most 500 bytes.
    pub address: String,
    /// The names of the events, such as `tournament.started`.
    pub events: ArrayVec<String, MAX_HOOK_EVENTS>,
    /// Only events of these leagues and tournaments, if any is listed.
    pub leagues: ArrayVec<String, MAX_HOOK_LEAGUES>,
    /// Only events of these tournaments and leagues, if any is listed.
    pub tournaments: ArrayVec<TournamentId, MAX_HOOK_TOURNAMENTS>,
    /// The form of the events.
    pub format: HookFormat,
}

/// The form of a hook's events.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum HookFormat {
    /// For programs: JSON, signed by Standard Webhooks.
    Standard,
    /// For a webhook of Discord.
    Discord,
    /// For an incoming webhook of Slack.
    Slack,
}

/// Other terms of a hook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HookChange {
    /// Number of the hook.
    pub hook: u32,
    /// Its terms from now on.
    pub terms: HookTerms,
}

/// An event that was stored for a hook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HookEvent {
    /// Number of the hook.
    pub hook: u32,
    /// The sequence of the event.
    pub event: Seq,
}

/// The secret of a hook. It is shown once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HookSecret {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Number of the hook.
    pub hook: u32,
    /// The secret that signs what is sent, by Standard Webhooks: `whsec_` and base64.
    pub secret: Secret,
}

/// A page of the room's hooks, at most 5.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HookPage {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Number of rows before this page.
    pub from: u32,
    /// Number of rows on all pages.
    pub total: u32,
    /// The hooks, the oldest first.
    pub hooks: Vec<HookShown>,
}

/// A hook, as administrators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HookShown {
    /// Number of the hook.
    pub hook: u32,
    /// Time when it was made.
    pub made_at: TimeMs,
    /// Where its events go, and which.
    pub terms: HookTerms,
    /// Why nothing is sent: `gone` if the receiver answered 410, `failing` after five days without
    /// success, `operator` if it was turned off. Absent while it is on.
    pub off: Option<String>,
    /// Time of the first failure since the last success. Absent without one.
    pub failing_since: Option<TimeMs>,
    /// Number of events that wait.
    pub waiting: u32,
    /// Number of events that were dropped, because more than 10,000 waited.
    pub dropped: u32,
}

/// A page of what was sent to a hook, at most 25.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeliveryPage {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Number of rows before this page.
    pub from: u32,
    /// Number of rows on all pages.
    pub total: u32,
    /// The attempts, the latest first.
    pub deliveries: Vec<HookDelivery>,
}

/// An attempt to send an event to a hook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HookDelivery {
    /// The sequence of the event.
    pub event: Seq,
    /// The name of the event.
    pub kind: String,
    /// Number of the attempt, from 1.
    pub attempt: u32,
    /// Time when it began.
    pub at: TimeMs,
    /// Its length, in milliseconds.
    pub took_ms: u32,
    /// Status of the answer. Absent if there was none.
    pub status: Option<u16>,
    /// Why there was no answer. Absent if there was one.
    pub error: Option<String>,
}
