//! The figures by name, with unit, meaning and formula. Reports, thresholds and
//! the README use them.

use super::{Distribution, Figures, count, ratio};

/// The unit of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    /// A number of things.
    Count,
    PerSecond,
    /// Seconds; written with a suitable unit.
    Time,
    Bytes,
    /// Busy CPUs: 1 is one CPU all the time.
    Cores,
    /// A part of a whole, from 0 to 1.
    Share,
}

/// A figure that is one number.
pub(crate) struct Figure {
    /// The name in JSON and thresholds.
    pub(crate) name: &'static str,
    pub(crate) unit: Unit,
    pub(crate) meaning: &'static str,
    compute: fn(&Figures) -> Option<f64>,
}

impl Figure {
    /// Returns the figure of this name, if there is one.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        FIGURES.iter().find(|figure| figure.name == name)
    }

    /// Returns the figure's value in a run, or `None` if it could not be measured.
    pub(crate) fn value(&self, figures: &Figures) -> Option<f64> {
        (self.compute)(figures)
    }
}

/// A figure that is a distribution of times.
pub(crate) struct Latency {
    /// The name in JSON and thresholds.
    pub(crate) name: &'static str,
    pub(crate) meaning: &'static str,
    pick: fn(&Figures) -> &Distribution,
}

impl Latency {
    /// Returns the distribution of this name, if there is one.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        LATENCIES.iter().find(|latency| latency.name == name)
    }

    /// Returns the times of a run.
    pub(crate) fn times<'a>(&self, figures: &'a Figures) -> &'a Distribution {
        (self.pick)(figures)
    }
}

const fn latency(
    name: &'static str,
    meaning: &'static str,
    pick: fn(&Figures) -> &Distribution,
) -> Latency {
    Latency { name, meaning, pick }
}

const fn figure(
    name: &'static str,
    unit: Unit,
    meaning: &'static str,
    compute: fn(&Figures) -> Option<f64>,
) -> Figure {
    Figure { name, unit, meaning, compute }
}

/// Every figure that is a distribution.
pub(crate) const LATENCIES: &[Latency] = &[
    latency("connect", "TCP, WebSocket handshake and hello", |run| &run.latencies.connect),
    latency("login", "connect and login together", |run| &run.latencies.login),
    latency("action_rtt", "intended moment of an action to its actor reading the step", |run| {
        &run.latencies.action_rtt
    }),
    latency("action_rtt_raw", "the same from handing the action to the socket", |run| {
        &run.latencies.action_rtt_raw
    }),
    latency("action_rtt_paced", "action_rtt, had tables kept their pace through stalls", |run| {
        &run.latencies.action_rtt_paced
    }),
    latency("action_seen", "intended moment of an action to another player reading it", |run| {
        &run.latencies.action_seen
    }),
    latency("action_seen_raw", "the same from handing the action to the socket", |run| {
        &run.latencies.action_seen_raw
    }),
    latency(
        "action_to_turn",
        "intended moment of an action to the next player's turn read",
        |run| &run.latencies.action_to_turn,
    ),
    latency("action_to_turn_raw", "the same from handing the action to the socket", |run| {
        &run.latencies.action_to_turn_raw
    }),
    latency("action_observed", "intended moment of an action to an observer reading it", |run| {
        &run.latencies.action_observed
    }),
    latency("resume", "a player connecting again to the table read, login included", |run| {
        &run.latencies.resume
    }),
    latency(
        "visit_entered",
        "moment a visitor was to come to its being in, with its login",
        |run| &run.latencies.visit_entered,
    ),
    latency(
        "list_answered",
        "moment a list of tables was to be asked for to all of it read",
        |run| &run.latencies.list_answered,
    ),
    latency("reader_closed", "end of reading to a visitor finding itself closed", |run| {
        &run.latencies.reader_closed
    }),
    latency("generator_lag", "how late the load generator wakes up for what is due", |run| {
        &run.latencies.generator_lag
    }),
    latency("server_lag", "how long the server takes to answer a ping", |run| {
        &run.latencies.server_lag
    }),
];

/// Returns the growth of the server's memory: the minimum of the last third of the time over the
/// minimum of the first third. An allocator's usage varies by a few percent from second to second.
/// Memory that is never freed raises the minimum.
fn growth(run: &Figures) -> Option<f64> {
    let held: Vec<f64> = run.series.iter().filter_map(|moment| moment.server_rss).collect();
    let third = held.len().div_ceil(3);
    let least = |part: &[f64]| part.iter().copied().reduce(f64::min);
    let (first, last) = (held.get(..third)?, held.get(held.len() - third..)?);
    Some(ratio(least(last)?, least(first)?)? - 1.0)
}

/// Every figure that is one number.
pub(crate) const FIGURES: &[Figure] = &[
    figure("measured_seconds", Unit::Time, "time measured, without warm-up", |run| {
        Some(run.seconds())
    }),
    figure("hands", Unit::Count, "hands that ended", |run| Some(count(run.counted().hands))),
    figure("hands_per_second", Unit::PerSecond, "hands that ended, all tables together", |run| {
        ratio(count(run.counted().hands), run.seconds())
    }),
    figure("actions", Unit::Count, "actions that were played", |run| Some(run.actions())),
    figure(
        "actions_per_second",
        Unit::PerSecond,
        "actions that were played, all tables together",
        |run| ratio(run.actions(), run.seconds()),
    ),
    figure("bytes_received_per_hand", Unit::Bytes, "read by all players of a hand", |run| {
        run.per_hand(count(run.counted().bytes_received))
    }),
    figure("bytes_sent_per_hand", Unit::Bytes, "sent by all players of a hand", |run| {
        run.per_hand(count(run.counted().bytes_sent))
    }),
    figure(
        "bytes_received_per_hand_and_player",
        Unit::Bytes,
        "read by one player during a hand",
        |run| ratio(run.per_hand(count(run.counted().bytes_received))?, count(run.seats)),
    ),
    figure(
        "frames_received_per_hand_and_player",
        Unit::Count,
        "frames read by one player during a hand",
        |run| ratio(run.per_hand(count(run.counted().frames_received))?, count(run.seats)),
    ),
    figure(
        "bytes_per_hand_and_player",
        Unit::Bytes,
        "read and sent by one player during a hand",
        |run| ratio(run.per_hand(run.bytes())?, count(run.seats)),
    ),
    figure("bytes_per_action", Unit::Bytes, "read and sent by all players for an action", |run| {
        run.per_action(run.bytes())
    }),
    figure("bytes_observed_per_hand", Unit::Bytes, "read by all observers of a hand", |run| {
        let bytes = run.end.observed.bytes - run.begin.observed.bytes;
        (bytes > 0).then(|| run.per_hand(count(bytes))).flatten()
    }),
    figure("server_cpu_cores", Unit::Cores, "CPUs the server kept busy", |run| {
        ratio(run.server_cpu()?, run.seconds())
    }),
    figure("server_cpu_per_action", Unit::Time, "CPU time of the server per action", |run| {
        run.per_action(run.server_cpu()?)
    }),
    figure("server_user_cpu_per_action", Unit::Time, "the part of it outside the kernel", |run| {
        run.per_action(run.server_cpu()? - run.server_kernel_cpu()?)
    }),
    figure("server_kernel_cpu_per_action", Unit::Time, "the part of it in the kernel", |run| {
        run.per_action(run.server_kernel_cpu()?)
    }),
    figure(
        "server_waits_per_action",
        Unit::Count,
        "context switches of its threads that waited",
        |run| run.per_action(run.server_switches()?[0]),
    ),
    figure(
        "server_preemptions_per_action",
        Unit::Count,
        "context switches of its threads whose time was up",
        |run| run.per_action(run.server_switches()?[1]),
    ),
    figure("server_cpu_per_hand", Unit::Time, "CPU time of the server per hand", |run| {
        run.per_hand(run.server_cpu()?)
    }),
    figure("server_rss", Unit::Bytes, "memory of the server at the end", |run| {
        Some(count(run.end.server?.resident_bytes))
    }),
    figure("server_rss_idle", Unit::Bytes, "memory of the server before the first bot", |run| {
        Some(count(run.idle_server?.resident_bytes))
    }),
    figure("server_rss_per_connection", Unit::Bytes, "its growth per connection", |run| {
        let now = run.end.server?.resident_bytes;
        let grown = now.saturating_sub(run.idle_server?.resident_bytes);
        ratio(count(grown), count(run.connections))
    }),
    figure("server_rss_growth", Unit::Share, "its growth while measuring", growth),
    figure(
        "server_rss_per_visitor",
        Unit::Bytes,
        "that growth per visitor more than at the beginning",
        |run| {
            let more = run.end.visits?.present.saturating_sub(run.begin.visits?.present);
            let grown = run.end.server?.resident_bytes;
            let grown = grown.saturating_sub(run.begin.server?.resident_bytes);
            ratio(count(grown), count(more))
        },
    ),
    figure(
        "kernel_memory_per_connection",
        Unit::Bytes,
        "growth of this machine's kernel per connection, both ends",
        |run| {
            let grown = run.end.kernel_bytes?.saturating_sub(run.idle_kernel_bytes?);
            ratio(count(grown), count(run.connections))
        },
    ),
    figure(
        "kernel_memory_per_visitor",
        Unit::Bytes,
        "its growth per visitor more than at the beginning",
        |run| {
            let more = run.end.visits?.present.saturating_sub(run.begin.visits?.present);
            let grown = run.end.kernel_bytes?.saturating_sub(run.begin.kernel_bytes?);
            ratio(count(grown), count(more))
        },
    ),
    figure("visitors_most", Unit::Count, "visitors at the same time, at most", |run| {
        Some(count(run.visits?.most))
    }),
    figure("visits", Unit::Count, "visitors who came in while measuring", |run| {
        Some(count(run.end.visits?.came.saturating_sub(run.begin.visits?.came)))
    }),
    figure("visits_dropped", Unit::Count, "arrivals for which this program had no place", |run| {
        Some(count(run.visits?.dropped))
    }),
    figure("visits_turned_away", Unit::Count, "visitors the room did not let in", |run| {
        Some(count(run.visits?.turned_away))
    }),
    figure("visits_failed", Unit::Count, "visits that broke", |run| {
        Some(count(run.visits?.failed))
    }),
    figure("readers_stalled", Unit::Count, "visitors who did not read", |run| {
        Some(count(run.visits?.stalled))
    }),
    figure(
        "readers_closed_share",
        Unit::Share,
        "the part of them whom the room had closed in their time",
        |run| {
            let visits = run.visits?;
            ratio(count(visits.closed_for_not_reading), count(visits.stalled))
        },
    ),
    figure("readers_closed", Unit::Count, "visitors who did not read and were closed", |run| {
        Some(count(run.visits?.closed_for_not_reading))
    }),
    figure("bytes_visited_per_second", Unit::Bytes, "read by all visitors, a second", |run| {
        let read = run.end.visits?.read.bytes.saturating_sub(run.begin.visits?.read.bytes);
        ratio(count(read), run.seconds())
    }),
    figure("generator_cpu_cores", Unit::Cores, "CPUs all load generators kept busy", |run| {
        ratio(run.generator_cpu()?, run.seconds())
    }),
    figure(
        "generator_cpu_share",
        Unit::Share,
        "the part of its threads' time the busiest generator was busy",
        |run| ratio(run.busiest_generator()?, run.seconds() * count(run.generator_threads)),
    ),
    figure("machine_busy_share", Unit::Share, "the busy part of all CPUs here", |run| {
        (run.end.machine? - run.begin.machine?).busy_share()
    }),
    figure("actions_refused", Unit::Count, "actions the server refused", |run| {
        Some(count(run.whole_run.actions_refused))
    }),
    figure("actions_late", Unit::Count, "actions that came after their turn", |run| {
        // Not of the whole run, because the room acts immediately for players who leave in the
        // middle of a hand.
        Some(count(run.end.bots.actions_late))
    }),
    figure("actions_busy", Unit::Count, "actions a table had no room for at first", |run| {
        Some(count(run.actions_busy))
    }),
    figure("actions_unanswered", Unit::Count, "actions never heard of again", |run| {
        Some(count(run.actions_unanswered))
    }),
    figure("turns_timed_out", Unit::Count, "turns in which the room acted for a bot", |run| {
        Some(count(run.end.bots.timeouts))
    }),
    figure("refused_by_limits", Unit::Count, "refusals by a limit that clients read", |run| {
        Some(count(run.limits.read_by_clients()))
    }),
    figure(
        "limits_counted_by_server",
        Unit::Count,
        "refusals by a limit in the server's metrics",
        |run| run.limits.counted_by_server().map(count),
    ),
    figure("requests_refused", Unit::Count, "refused requests other than actions", |run| {
        Some(count(run.whole_run.requests_refused))
    }),
    figure("protocol_errors", Unit::Count, "frames or steps that make no sense", |run| {
        Some(count(run.whole_run.protocol_errors))
    }),
    figure("resyncs", Unit::Count, "tables asked for anew after a gap", |run| {
        Some(count(run.whole_run.resyncs))
    }),
    figure("connections_cut", Unit::Count, "connections that bots cut on purpose", |run| {
        Some(count(run.whole_run.drops))
    }),
    figure("connect_failures", Unit::Count, "attempts to connect that failed", |run| {
        Some(count(run.whole_run.connect_failures))
    }),
    figure("connections_lost", Unit::Count, "connections that broke", |run| {
        Some(count(run.whole_run.disconnects + run.observers_lost))
    }),
    figure("reconnects", Unit::Count, "connections opened again", |run| {
        Some(count(run.whole_run.reconnects))
    }),
];
