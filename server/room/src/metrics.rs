//! The names and descriptions of the room's metrics, and the recorder behind `/metrics`. No metric
//! has a label per table or per player.

use metrics::{Counter, Histogram, Unit, describe_counter, describe_gauge, describe_histogram};
use metrics_exporter_prometheus::{
    BuildError, Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder,
};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

pub const CONNECTIONS: &str = "cardroom_connections";
/// Connections that were accepted.
pub const CONNECTIONS_ACCEPTED: &str = "cardroom_connections_accepted_total";
/// Connections that were refused, by `reason`.
pub const CONNECTIONS_REFUSED: &str = "cardroom_connections_refused_total";
/// Connections the room ended, by `code`.
pub const GOODBYES: &str = "cardroom_goodbyes_total";
pub const MESSAGES_READ: &str = "cardroom_messages_read_total";
/// Messages with an unknown tag or name.
pub const MESSAGES_UNKNOWN: &str = "cardroom_messages_unknown_total";
/// Messages over the rate of their connection or account.
pub const MESSAGES_OVER_RATE: &str = "cardroom_messages_over_rate_total";
/// Sign-ins, by `result`: `ok` or the word of an error code.
pub const LOGINS: &str = "cardroom_logins_total";
/// Events of the security log, by `event`: the words of [`crate::security::Event`].
pub const SECURITY_EVENTS: &str = "cardroom_security_events_total";
/// Inputs refused because a table's inbox was full.
pub const TABLE_BUSY: &str = "cardroom_table_busy_total";
pub const TABLES: &str = "cardroom_tables";
pub const HANDS: &str = "cardroom_hands_total";
pub const ACTIONS: &str = "cardroom_actions_total";
/// Seconds from an action's arrival in a table's inbox until its step is durable and on its
/// way to the players.
pub const ACTION_SECONDS: &str = "cardroom_action_seconds";
/// Seconds from passing a unit to the journal until it is durable.
pub const COMMIT_SECONDS: &str = "cardroom_commit_seconds";

/// Units that became durable in one transaction.
pub const COMMIT_UNITS: &str = "cardroom_commit_units";
/// Units that could not be stored.
pub const COMMIT_FAILURES: &str = "cardroom_commit_failures_total";
/// Stored batches of records.
pub const JOURNAL_BATCHES: &str = "cardroom_journal_batches";
/// Bytes written to the redo log.
pub const LOG_BYTES: &str = "cardroom_log_bytes_total";
/// Committed units that only the redo log has.
pub const UNPROJECTED_UNITS: &str = "cardroom_unprojected_units";
/// Seconds that a projection took.
pub const PROJECTION_SECONDS: &str = "cardroom_projection_seconds";
/// Tables that were refolded from the store because a step could not be stored.
pub const TABLE_REFOLDS: &str = "cardroom_table_refolds_total";

/// Players of tournaments who withheld links from the deals as often as `deal.lapses` says.
pub const DEAL_WITHHELD: &str = "cardroom_deal_withheld_total";

/// Notices that push services accepted.
pub const PUSH_SENT: &str = "cardroom_push_sent_total";
/// Notices that were not sent: too many waited, they were too old, or a push service refused them.
pub const PUSH_DROPPED: &str = "cardroom_push_dropped_total";
/// Subscriptions that browsers gave up.
pub const PUSH_ENDED: &str = "cardroom_push_ended_total";

/// Events that receivers of hooks took.
pub const HOOK_SENT: &str = "cardroom_hook_sent_total";
/// Attempts to send an event to a hook that failed.
pub const HOOK_FAILED: &str = "cardroom_hook_failed_total";
/// Events that were not sent, because too many waited for a hook.
pub const HOOK_DROPPED: &str = "cardroom_hook_dropped_total";
/// Hooks that were turned off, because their receivers gave up or failed for days.
pub const HOOK_OFF: &str = "cardroom_hook_off_total";

/// Seconds for which the whole process was stopped. All deadlines moved by as much. The recorder
/// counts only whole numbers, so the clock keeps this value.
pub const STOPPED_SECONDS: &str = "cardroom_stopped_seconds_total";
/// Seconds until the TLS certificate expires, below zero after that; missing without one.
pub const CERTIFICATE_SECONDS: &str = "cardroom_certificate_expires_in_seconds";
/// Orders and reloads of the TLS certificate that failed.
pub const CERTIFICATE_FAILURES: &str = "cardroom_certificate_failures_total";
/// 1 if `/readyz` of the admin address says that the room is ready, or else 0.
pub const READY: &str = "cardroom_ready";
/// 1 for each `reason` why the room is not ready, and 0 for the others.
pub const NOT_READY: &str = "cardroom_not_ready";
/// Seconds since the last verified `cardroom backup`; infinite if there was none.
pub const BACKUP_AGE: &str = "cardroom_backup_age_seconds";
/// Seconds since the database took the last beat of the room. Missing without `server.standby`.
pub const BEAT_AGE: &str = "cardroom_beat_age_seconds";
/// Processes that would take the room's place. Missing without `server.standby`.
pub const WAITING: &str = "cardroom_waiting_processes";
/// How often this process has taken the room's place from another one, by `how`: `free` or `ended`.
pub const TAKE_OVERS: &str = "cardroom_take_overs_total";
/// 1, with the `version` and the `commit` of the program.
pub const BUILD_INFO: &str = "cardroom_build_info";

/// Histogram bounds for response times, in seconds: from 50 µs to 5 s.
const SECONDS: [f64; 16] = [
    0.000_05, 0.000_1, 0.000_2, 0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0,
    2.0, 5.0,
];

/// Histogram bounds for the number of units in a transaction.
const UNITS: [f64; 11] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1_024.0];

/// Creates a recorder whose histograms have suitable bounds.
fn recorder() -> Result<PrometheusRecorder, BuildError> {
    let builder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)?
        .set_buckets_for_metric(Matcher::Full(COMMIT_UNITS.to_owned()), &UNITS)?;
    Ok(builder.build_recorder())
}

/// Installs the recorder for all metrics of the process, and describes them.
///
/// # Errors
/// Another recorder is already installed, or a list of bounds is empty.
pub fn install() -> Result<PrometheusHandle, BuildError> {
    let recorder = recorder()?;
    let handle = recorder.handle();
    metrics::set_global_recorder(recorder)?;
    describe();
    begin_at_zero();
    let (version, commit) = (env!("CARGO_PKG_VERSION"), option_env!("CARDROOM_COMMIT"));
    let labels = [("version", version), ("commit", commit.unwrap_or("unknown"))];
    metrics::gauge!(BUILD_INFO, &labels).set(1.0);
    Ok(handle)
}

/// Sets all counters to zero, so that an alert sees the first event as a change.
fn begin_at_zero() {
    let plain = [
        CONNECTIONS_ACCEPTED,
        MESSAGES_READ,
        MESSAGES_UNKNOWN,
        MESSAGES_OVER_RATE,
        TABLE_BUSY,
        HANDS,
        ACTIONS,
        COMMIT_FAILURES,
        CERTIFICATE_FAILURES,
        LOG_BYTES,
        TABLE_REFOLDS,
        DEAL_WITHHELD,
        PUSH_SENT,
        PUSH_DROPPED,
        PUSH_ENDED,
        HOOK_SENT,
        HOOK_FAILED,
        HOOK_DROPPED,
        HOOK_OFF,
    ];
    for name in plain {
        metrics::counter!(name).increment(0);
    }
    for how in ["free", "ended"] {
        metrics::counter!(TAKE_OVERS, "how" => how).increment(0);
    }
}

fn describe() {
    describe_gauge!(CONNECTIONS, "Open WebSocket connections");
    describe_gauge!(TABLES, "Open tables");
    describe_gauge!(CERTIFICATE_SECONDS, Unit::Seconds, "Until the TLS certificate expires");
    describe_counter!(CERTIFICATE_FAILURES, "Orders and reloads of the certificate that failed");
    describe_counter!(CONNECTIONS_ACCEPTED, "Connections that were let in");
    describe_counter!(CONNECTIONS_REFUSED, "Connections that were not let in, by reason");
    describe_counter!(GOODBYES, "Connections the room ended, by code");
    describe_counter!(MESSAGES_READ, "Messages that were read");
    describe_counter!(MESSAGES_UNKNOWN, "Messages that are not known to this version");
    describe_counter!(MESSAGES_OVER_RATE, "Messages over the rate of their connection or account");
    describe_counter!(LOGINS, "Logins, by result");
    describe_counter!(SECURITY_EVENTS, "What happened to accounts and at the limits, by event");
    describe_counter!(TABLE_BUSY, "Inputs a table's inbox had no place for");
    describe_counter!(HANDS, "Finished hands");
    describe_counter!(PUSH_SENT, "Notices that push services accepted");
    describe_counter!(PUSH_DROPPED, "Notices that were too many, too old, or refused");
    describe_counter!(PUSH_ENDED, "Subscriptions that browsers gave up");
    describe_counter!(HOOK_SENT, "Events that receivers of hooks took");
    describe_counter!(HOOK_FAILED, "Attempts to send an event to a hook that failed");
    describe_counter!(HOOK_DROPPED, "Events that were too many for a hook");
    describe_counter!(HOOK_OFF, "Hooks that were turned off by their receivers' answers");
    describe_counter!(ACTIONS, "Actions that counted");
    describe_histogram!(
        ACTION_SECONDS,
        Unit::Seconds,
        "From an action in a table's inbox to its step on the way to the players"
    );
    describe_histogram!(COMMIT_SECONDS, Unit::Seconds, "Until a unit is durable");
    describe_histogram!(COMMIT_UNITS, "Units that became durable in one transaction");
    describe_counter!(COMMIT_FAILURES, "Units that were not stored");
    describe_gauge!(JOURNAL_BATCHES, "Batches of records that are kept");
    describe_counter!(LOG_BYTES, Unit::Bytes, "Bytes written to the redo log");
    describe_gauge!(UNPROJECTED_UNITS, "Committed units that only the redo log has");
    describe_histogram!(
        PROJECTION_SECONDS,
        Unit::Seconds,
        "Until logged units are in the database"
    );
    describe_gauge!(BUILD_INFO, "The version and the commit of the program");
    describe_counter!(TAKE_OVERS, "Places of the room that this process took, by how");
    describe_counter!(TABLE_REFOLDS, "Tables folded again because a step could not be stored");
    describe_counter!(
        DEAL_WITHHELD,
        "Players of tournaments who withheld links as often as deal.lapses says"
    );
}

/// Counters that change with every action. Hands and actions are also counted here,
/// because the recorder cannot be read. Each metric is registered once, so create this
/// after the recorder is installed.
#[derive(Debug)]
pub struct Totals {
    hands: AtomicU64,
    actions: AtomicU64,
    told_hands: Counter,
    told_actions: Counter,
    messages_read: Counter,
    action_seconds: Histogram,
}

impl Default for Totals {
    fn default() -> Self {
        Self {
            hands: AtomicU64::new(0),
            actions: AtomicU64::new(0),
            told_hands: metrics::counter!(HANDS),
            told_actions: metrics::counter!(ACTIONS),
            messages_read: metrics::counter!(MESSAGES_READ),
            action_seconds: metrics::histogram!(ACTION_SECONDS),
        }
    }
}

impl Totals {
    pub fn hand_finished(&self) {
        self.hands.fetch_add(1, Ordering::Relaxed);
        self.told_hands.increment(1);
    }

    pub fn action_counted(&self) {
        self.actions.fetch_add(1, Ordering::Relaxed);
        self.told_actions.increment(1);
    }

    /// Counts messages that were read.
    pub fn messages_read(&self, count: usize) {
        self.messages_read.increment(count as u64);
    }

    /// Records the time from a request for an action until its step is on its way to
    /// the players, or refused.
    pub fn action_took(&self, time: Duration) {
        self.action_seconds.record(time.as_secs_f64());
    }

    /// Returns the hands finished since the process started.
    #[must_use]
    pub fn hands(&self) -> u64 {
        self.hands.load(Ordering::Relaxed)
    }

    /// Returns the actions since the process started.
    #[must_use]
    pub fn actions(&self) -> u64 {
        self.actions.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Returns the metrics that a file of `config/monitoring` mentions.
    fn figures_of(file: &str) -> BTreeSet<String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config/monitoring").join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let figures = words.filter(|word| word.starts_with("cardroom_")).map(|word| {
            let parts = ["_bucket", "_sum", "_count"];
            parts.iter().find_map(|part| word.strip_suffix(part)).unwrap_or(word).to_owned()
        });
        figures.collect()
    }

    #[test]
    fn dashboard_and_alerts_speak_of_figures_that_exist() {
        let known: BTreeSet<String> = include_str!("metrics.rs")
            .lines()
            .filter_map(|line| line.strip_prefix("pub const "))
            .filter_map(|line| line.split('"').nth(1))
            .map(str::to_owned)
            .collect();
        let (shown, watched) = (figures_of("grafana.json"), figures_of("alerts.yml"));
        assert_eq!(shown, known, "the dashboard shows every figure of the room, and no other");
        assert!(!watched.is_empty() && watched.is_subset(&known), "{watched:?}");
    }

    #[test]
    fn times_are_told_as_histograms_with_bounds() {
        let recorder = recorder().unwrap();
        metrics::with_local_recorder(&recorder, || {
            describe();
            let totals = Totals::default();
            totals.action_took(Duration::from_micros(300));
            totals.hand_finished();
        });
        let text = recorder.handle().render();
        assert!(text.contains("cardroom_action_seconds_bucket{le=\"0.0005\"} 1"), "{text}");
        assert!(text.contains("cardroom_action_seconds_bucket{le=\"0.0002\"} 0"), "{text}");
        assert!(text.contains("cardroom_hands_total 1"), "{text}");
    }

    #[test]
    fn what_has_not_happened_yet_is_told_as_zero() {
        let recorder = recorder().unwrap();
        metrics::with_local_recorder(&recorder, || {
            describe();
            begin_at_zero();
        });
        let text = recorder.handle().render();
        // Metrics with a label have no line before its value is known, and the clock
        // keeps one metric itself.
        let labelled =
            [CONNECTIONS_REFUSED, GOODBYES, LOGINS, SECURITY_EVENTS, STOPPED_SECONDS, TAKE_OVERS];
        let totals =
            include_str!("metrics.rs").lines().filter(|line| line.starts_with("pub const"));
        let totals = totals.filter_map(|line| line.split('"').nth(1));
        let totals: Vec<&str> = totals.filter(|name| name.ends_with("_total")).collect();
        assert!(totals.len() > labelled.len());
        for name in totals.into_iter().filter(|name| !labelled.contains(name)) {
            assert!(text.contains(&format!("{name} 0\n")), "{name}: {text}");
        }
    }
}
