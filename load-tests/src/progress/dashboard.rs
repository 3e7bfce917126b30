//! The state of a run at a glance, as lines of text. This module does not measure or draw.

use crate::figures::Unit;
use crate::report::text::{quantity, time};
use std::time::Duration;

/// The state of a run. Unknown values are absent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Glance {
    /// Bots that have had a seat.
    pub(crate) seated: u64,
    /// Bots that need a seat.
    pub(crate) bots: u64,
    /// Observers that have a view of their table.
    pub(crate) watching: u64,
    /// Visitors that are connected.
    pub(crate) visitors: Option<u64>,
    /// Hands per second during the last seconds.
    pub(crate) hands_per_second: Option<f64>,
    /// Actions per second that their actors have read, during the last seconds.
    pub(crate) actions_per_second: Option<f64>,
    /// The median of `action_rtt` during the last seconds.
    pub(crate) p50: Option<Duration>,
    /// The 99th percentile of `action_rtt` during the last seconds.
    pub(crate) p99: Option<Duration>,
    /// CPUs that the server keeps busy.
    pub(crate) server_cpu: Option<f64>,
    /// Memory of the server, in bytes.
    pub(crate) server_rss: Option<u64>,
    /// The longest time in which the server answered a ping.
    pub(crate) server_lag: Option<Duration>,
    /// CPUs that the generators keep busy.
    pub(crate) generator_cpu: Option<f64>,
    /// The longest delay of a generator.
    pub(crate) generator_lag: Option<Duration>,
    pub(crate) refused: u64,
    pub(crate) lost: u64,
    pub(crate) protocol_errors: u64,
}

/// Stands for an unknown value.
const UNKNOWN: &str = "–";

/// Formats the progress of a phase: `12 s of 30 s`.
pub(super) fn clock(gone: Duration, length: Option<Duration>) -> String {
    match length {
        Some(length) => format!("{} s of {} s", gone.as_secs(), length.as_secs_f64().ceil()),
        None => format!("{} s", gone.as_secs()),
    }
}

pub(super) fn lines(glance: &Glance) -> Vec<String> {
    let visitors = glance.visitors.map_or(String::new(), |count| format!("{count} visitors"));
    let watching = match glance.watching {
        0 => String::new(),
        count => format!("{count} watch"),
    };
    let cpu = |cores: Option<f64>| cores.map_or(UNKNOWN.to_owned(), |it| format!("{it:.2}"));
    let rss = glance.server_rss.map_or(UNKNOWN.to_owned(), bytes);
    let rows = [
        (
            "people",
            vec![format!("{} of {} seated", glance.seated, glance.bots), watching, visitors],
        ),
        (
            "play",
            vec![
                format!("{} hands/s", rate(glance.hands_per_second)),
                format!("{} actions/s", rate(glance.actions_per_second)),
                format!("p50 {}", lasted(glance.p50)),
                format!("p99 {}", lasted(glance.p99)),
            ],
        ),
        (
            "server",
            vec![
                format!("CPU {}", cpu(glance.server_cpu)),
                format!("RSS {rss}"),
                format!("late by {}", lasted(glance.server_lag)),
            ],
        ),
        (
            "generator",
            vec![
                format!("CPU {}", cpu(glance.generator_cpu)),
                String::new(),
                format!("late by {}", lasted(glance.generator_lag)),
            ],
        ),
        (
            "errors",
            vec![
                format!("{} refused", glance.refused),
                format!("{} lost", glance.lost),
                format!("{} of protocol", glance.protocol_errors),
            ],
        ),
    ];
    let row = |(name, cells): (&str, Vec<String>)| {
        let cells: String = cells.iter().map(|cell| format!("{cell:<18}")).collect();
        format!("  {name:<10}{}", cells.trim_end())
    };
    rows.into_iter().map(row).collect()
}

/// Formats the same in one line.
pub(super) fn line(glance: &Glance) -> String {
    format!(
        "{} of {} seated  {} hands/s  {} actions/s  p50 {}  p99 {}  {} refused  {} lost  {} errors",
        glance.seated,
        glance.bots,
        rate(glance.hands_per_second),
        rate(glance.actions_per_second),
        lasted(glance.p50),
        lasted(glance.p99),
        glance.refused,
        glance.lost,
        glance.protocol_errors,
    )
}

fn rate(per_second: Option<f64>) -> String {
    per_second.map_or(UNKNOWN.to_owned(), |rate| format!("{rate:.0}"))
}

fn lasted(duration: Option<Duration>) -> String {
    duration.map_or(UNKNOWN.to_owned(), |it| time(it.as_secs_f64()))
}

fn bytes(count: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
    quantity(count as f64, Unit::Bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_known_has_its_place() {
        let ms = |count| Some(Duration::from_millis(count));
        let glance = Glance {
            seated: 350,
            bots: 360,
            watching: 0,
            visitors: Some(50),
            hands_per_second: Some(1_234.4),
            actions_per_second: Some(8_640.2),
            p50: ms(12),
            p99: ms(250),
            server_cpu: Some(1.234),
            server_rss: Some(75_497_472),
            server_lag: ms(1),
            generator_cpu: Some(0.5),
            generator_lag: ms(3),
            refused: 0,
            lost: 2,
            protocol_errors: 7,
        };
        assert_eq!(
            lines(&glance),
            [
                "  people    350 of 360 seated                   50 visitors",
                "  play      1234 hands/s      8640 actions/s    p50 12.0 ms       p99 250 ms",
                "  server    CPU 1.23          RSS 72.0 MiB      late by 1.00 ms",
                "  generator CPU 0.50                            late by 3.00 ms",
                "  errors    0 refused         2 lost            7 of protocol",
            ]
        );
        assert_eq!(
            line(&glance),
            "350 of 360 seated  1234 hands/s  8640 actions/s  p50 12.0 ms  p99 250 ms  0 refused  \
             2 lost  7 errors"
        );
    }

    #[test]
    fn what_is_not_known_is_a_dash_and_never_a_zero() {
        let text = lines(&Glance::default()).join("\n");
        assert!(text.contains("– hands/s") && text.contains("p99 –"), "{text}");
        assert!(text.contains("CPU –") && text.contains("RSS –") && text.contains("late by –"));
        assert!(!text.contains("visitors") && !text.contains("watch"), "{text}");
    }

    #[test]
    fn the_clock_says_how_much_is_left_where_that_is_known() {
        let second = Duration::from_secs;
        assert_eq!(clock(second(12), Some(Duration::from_millis(29_500))), "12 s of 30 s");
        assert_eq!(clock(second(3), None), "3 s");
    }
}
