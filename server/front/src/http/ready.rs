//! `/readyz`: a status for load balancers, and the reasons for the operator.

use axum::Json;
use axum::extract::State;
use cardroom_certificates::Status;
use cardroom_room::metrics;
use cardroom_room::room::Room;
use cardroom_room::shutdown::Phase;
use cardroom_store::ids::AccountId;
use cardroom_store::{Store, StoreWarning};
use http::StatusCode;
use serde::Serialize;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// How long the database may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);
const MIB: u64 = 1 << 20;
/// The words of all reasons.
const REASONS: [&str; 6] = ["starting", "draining", "doubtful", "database", "disk", "certificate"];

/// The answer on the admin address.
#[derive(Serialize)]
pub(super) struct Readiness {
    ready: bool,
    reasons: Vec<Reason>,
    /// Faults for the operator to mend while the room takes players.
    warnings: Vec<Reason>,
    /// The certificate that clients get over TLS, if the room speaks TLS.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Status>,
}

/// A reason why the room takes no players, or a warning.
#[derive(Serialize)]
struct Reason {
    /// `starting`, `draining`, `doubtful`, `database`, `disk` or `certificate`; `second_factor`,
    /// `replica`, `clock` or `standby` for a warning.
    reason: &'static str,
    message: String,
}

/// Answers a load balancer: a status, and a word that reveals no reason a stranger could use.
pub(super) async fn status(State(room): State<Arc<Room>>) -> (StatusCode, &'static str) {
    let is_ready = room.accounts.store_trouble().is_none();
    match room.lifecycle.phase() {
        _ if is_doubtful(&room) => (StatusCode::SERVICE_UNAVAILABLE, "doubtful\n"),
        Phase::Open if is_ready => (StatusCode::OK, "ready\n"),
        Phase::Open => (StatusCode::SERVICE_UNAVAILABLE, "not ready\n"),
        Phase::Starting => (StatusCode::SERVICE_UNAVAILABLE, "starting\n"),
        Phase::Draining => (StatusCode::SERVICE_UNAVAILABLE, "draining\n"),
        Phase::Parting => (StatusCode::SERVICE_UNAVAILABLE, "parting\n"),
        Phase::Closed => (StatusCode::SERVICE_UNAVAILABLE, "closed\n"),
    }
}

/// Returns whether another machine may be the room by now. Players find it only if no balancer
/// takes this process for the room.
fn is_doubtful(room: &Room) -> bool {
    room.standby && room.lease().is_some_and(|lease| lease.is_doubtful)
}

/// Answers the operator, with every reason.
pub(super) async fn reasons(
    room: Arc<Room>,
    store: Arc<dyn Store>,
) -> (StatusCode, Json<Readiness>) {
    let certificate = room.certificate().map(|served| served.status(seconds_now()));
    let reasons = found(&room, store.as_ref(), certificate.as_ref()).await;
    let ready = reasons.is_empty();
    let warnings = staff(&room).await.into_iter().chain(faults(store.as_ref()).await);
    let warnings = warnings.chain(lonely(&room)).collect();
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(Readiness { ready, reasons, warnings, certificate }))
}

/// Finds every reason why the room is not ready.
async fn found(room: &Room, store: &dyn Store, certificate: Option<&Status>) -> Vec<Reason> {
    let phase = phase(room.lifecycle.phase());
    let missing = certificate.and_then(no_certificate);
    let doubt = is_doubtful(room).then(doubt);
    let found = [phase, doubt, database(room, store).await, disk(room).await, missing];
    found.into_iter().flatten().collect()
}

/// Formats what `/readyz` knows and the age of the last backup, for Prometheus.
pub(super) async fn exposition(room: &Room, store: &dyn Store) -> String {
    let certificate = room.certificate().map(|served| served.status(seconds_now()));
    let reasons = found(room, store, certificate.as_ref()).await;
    let mark = room.backup_mark.clone();
    let made = tokio::task::spawn_blocking(move || fs::metadata(mark)?.modified()).await;
    let age = made.ok().and_then(Result::ok).map(|made| made.elapsed().unwrap_or_default());
    exposed(&reasons, age)
}

fn exposed(reasons: &[Reason], backup_age: Option<Duration>) -> String {
    let gauge = |name: &str, help: &str| format!("# HELP {name} {help}\n# TYPE {name} gauge\n");
    let mut text = gauge(metrics::READY, "Whether the room is ready, as /readyz says");
    text.push_str(&format!("{} {}\n", metrics::READY, u8::from(reasons.is_empty())));
    text.push_str(&gauge(metrics::NOT_READY, "Reasons why the room is not ready"));
    for word in REASONS {
        let holds = u8::from(reasons.iter().any(|reason| reason.reason == word));
        text.push_str(&format!("{}{{reason=\"{word}\"}} {holds}\n", metrics::NOT_READY));
    }
    let age = backup_age.map_or("+Inf".to_owned(), |age| age.as_secs().to_string());
    text.push_str(&gauge(metrics::BACKUP_AGE, "Since the last verified backup"));
    text.push_str(&format!("{} {age}\n", metrics::BACKUP_AGE));
    text
}

fn phase(phase: Phase) -> Option<Reason> {
    let (reason, message) = match phase {
        Phase::Open => return None,
        Phase::Starting => ("starting", "The room is starting. Its tables are coming back."),
        Phase::Draining => {
            ("draining", "The room is closing. Hands in progress are being played to their end.")
        }
        Phase::Parting | Phase::Closed => {
            ("draining", "The room is closing. Every connection is being ended.")
        }
    };
    Some(Reason { reason, message: message.to_owned() })
}

fn doubt() -> Reason {
    let message = "This process stood still, or another one has taken its place as the room. It \
                   tells nobody to come here until the database has taken its next beat.";
    Reason { reason: "doubtful", message: message.to_owned() }
}

/// Queries the database, because a quiet room would not notice that it is gone.
async fn database(room: &Room, store: &dyn Store) -> Option<Reason> {
    let because = |why: &str| {
        let message = format!(
            "The database does not work: {why}. Hands wait until it does. The log has the details."
        );
        Some(Reason { reason: "database", message })
    };
    if let Some(trouble) = room.accounts.store_trouble().or_else(|| store.standstill()) {
        return because(trouble);
    }
    match tokio::time::timeout(PATIENCE, store.account(AccountId(0))).await {
        Ok(Ok(_)) => None,
        Ok(Err(error)) => because(&error.to_string()),
        Err(_) => because("it did not answer within two seconds"),
    }
}

/// Warns of staff without the second factor that the room asks for.
async fn staff(room: &Room) -> Option<Reason> {
    let without = tokio::time::timeout(PATIENCE, room.accounts.staff_without_factor()).await;
    let without = without.ok()?.ok().filter(|without| !without.is_empty())?;
    let message = format!(
        "accounts.staff_second_factor asks for a second factor, and these have none: {}. They give \
         no orders until they set one up on their account page.",
        without.join(", ")
    );
    Some(Reason { reason: "second_factor", message })
}

/// Warns of faults of a database that works.
async fn faults(store: &dyn Store) -> Vec<Reason> {
    let found = tokio::time::timeout(PATIENCE, store.warnings()).await.unwrap_or_default();
    let warning = |StoreWarning { reason, message }| Reason { reason, message };
    found.into_iter().map(warning).collect()
}

/// Warns of a room whose place no other process would take.
fn lonely(room: &Room) -> Option<Reason> {
    let lease = room.lease().filter(|_| room.standby)?;
    let able = lease.waiting.iter().any(|waiting| waiting.obstacle.is_none());
    (!able).then(|| Reason {
        reason: "standby",
        message:
            "server.standby is set, and no other process would take over from this room. Start \
                  one on the other machine, and look at /readyz of its admin address."
                .to_owned(),
    })
}

/// Formats the room's lease, for Prometheus.
pub(super) fn lease_exposition(room: &Room) -> String {
    let Some(lease) = room.lease().filter(|_| room.standby) else { return String::new() };
    let able = lease.waiting.iter().filter(|waiting| waiting.obstacle.is_none()).count();
    let (age, waiting) = (metrics::BEAT_AGE, metrics::WAITING);
    let (seconds, ms) = (lease.beat_age.as_secs(), lease.beat_age.subsec_millis());
    format!(
        "# HELP {age} Since the database took the last beat of the room\n# TYPE {age} gauge\n\
         {age} {seconds}.{ms:03}\n\
         # HELP {waiting} Processes that would take the room's place\n# TYPE {waiting} gauge\n\
         {waiting} {able}\n"
    )
}

/// Returns a reason if no browser can connect over TLS.
fn no_certificate(status: &Status) -> Option<Reason> {
    let what = match status.seconds_left {
        Some(1..) => return None,
        Some(_) => "The room's certificate has expired, so browsers do not connect over TLS.",
        None => "The room has no certificate yet, so nobody can connect over TLS.",
    };
    let why = status.last_failure.as_deref().unwrap_or("The log has the details.");
    Some(Reason { reason: "certificate", message: format!("{what} {why}") })
}

/// Returns the seconds since 1970, by which certificates are valid.
pub(super) fn seconds_now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}

async fn disk(room: &Room) -> Option<Reason> {
    let disk = room.disk.clone();
    let least = disk.least_free_bytes;
    // A disk that hangs must not block a worker.
    let free =
        tokio::task::spawn_blocking(move || free_bytes(&disk.folder)).await.ok().flatten()?;
    (free < least).then(|| Reason {
        reason: "disk",
        message: format!(
            "The disk of the database has {} MiB left, less than the {} MiB of store.least_free_mib. \
             Make room on it before nothing can be stored.",
            free / MIB,
            least / MIB,
        ),
    })
}

/// Returns the bytes that this process can still write to the disk of a folder; `None` if unknown.
fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_takes_players_while_it_is_open_and_says_otherwise_why_not() {
        let reason = |of| phase(of).map(|reason| reason.reason);
        assert_eq!(reason(Phase::Starting), Some("starting"));
        assert_eq!(reason(Phase::Open), None);
        for closing in [Phase::Draining, Phase::Parting, Phase::Closed] {
            assert_eq!(reason(closing), Some("draining"));
        }
    }

    #[test]
    fn a_room_whose_certificate_is_missing_or_over_is_not_ready_and_says_why() {
        let status = |seconds_left: Option<i64>| Status {
            serial: None,
            names: Vec::new(),
            days_left: None,
            seconds_left,
            failures: 1,
            last_failure: Some("Port 80 is closed.".to_owned()),
        };
        assert!(no_certificate(&status(Some(1))).is_none());
        for left in [Some(0), Some(-5), None] {
            let reason = no_certificate(&status(left)).unwrap();
            assert_eq!(reason.reason, "certificate");
            assert!(reason.message.ends_with("Port 80 is closed."), "{}", reason.message);
        }
    }

    #[test]
    fn the_metrics_say_what_readyz_knows_and_how_old_the_last_backup_is() {
        let text = exposed(&[], None);
        assert!(text.contains("\ncardroom_ready 1\n"), "{text}");
        assert!(text.contains("cardroom_not_ready{reason=\"disk\"} 0\n"), "{text}");
        assert!(text.ends_with("\ncardroom_backup_age_seconds +Inf\n"), "none was made: {text}");
        let starting = phase(Phase::Starting).unwrap();
        let text = exposed(&[starting], Some(Duration::from_millis(90_500)));
        assert!(text.contains("\ncardroom_ready 0\n"), "{text}");
        assert!(text.contains("cardroom_not_ready{reason=\"starting\"} 1\n"), "{text}");
        assert!(text.ends_with("\ncardroom_backup_age_seconds 90\n"), "{text}");
    }

    #[test]
    fn a_folder_that_is_not_there_has_no_disk_to_be_full() {
        assert!(free_bytes(Path::new("/")).is_some_and(|bytes| bytes > 0));
        assert_eq!(free_bytes(Path::new("/nowhere/at/all")), None);
    }
}
