//! A report for people.

use super::{Conclusion, Report};
use crate::chips::Verdict;
use crate::figures::{FIGURES, Figure, LATENCIES, Unit};
use std::fmt::{self, Write as _};

/// Figures whose only good value is 0. They are shown only if they are not 0.
const SHOWN_WHEN_NOT_ZERO: [&str; 17] = [
    "actions_refused",
    "actions_late",
    "actions_busy",
    "actions_unanswered",
    "turns_timed_out",
    "requests_refused",
    "protocol_errors",
    "resyncs",
    "connections_cut",
    "connect_failures",
    "connections_lost",
    "reconnects",
    "visits_dropped",
    "visits_turned_away",
    "visits_failed",
    "refused_by_limits",
    "limits_counted_by_server",
];

/// Formats the report as text.
pub(crate) fn write(report: &Report) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_to(&mut text, report);
    text
}

fn write_to(out: &mut String, report: &Report) -> fmt::Result {
    let environment = &report.environment;
    writeln!(out, "{}: {}", report.scenario, report.headline)?;
    let cpu = environment.cpu.as_deref().unwrap_or("unknown CPU");
    let files = environment.data_file_system.map_or(String::new(), |on| format!(", files on {on}"));
    let (server, url, cores) = (&environment.server, &environment.url, environment.cores);
    writeln!(out, "{server} at {url}{files}; {cores} × {cpu}")?;
    write_latencies(out, report)?;
    write_figures(out, report)?;
    write_chips(out, report)?;
    for verdict in &report.thresholds {
        let mark = if verdict.holds { "ok    " } else { "BROKEN" };
        let value = verdict.value.map(|value| quantity(value, verdict.unit));
        let value = value.unwrap_or_else(|| "not measured".to_owned());
        writeln!(out, "{mark}  {}  (is {value})", verdict.threshold)?;
    }
    for remark in report.remarks() {
        writeln!(out, "note:   {remark}")?;
    }
    for fault in &report.faults {
        writeln!(out, "FAULT:  {fault}")?;
    }
    if report.figures.limits.bound() {
        writeln!(out, "LIMIT:  {}", report.figures.limits)?;
    }
    let conclusion = match report.conclusion() {
        Conclusion::Ok => "ok",
        Conclusion::LimitBound => "failed: a limit of the server bound, so this is no measurement",
        Conclusion::Faults => "failed: the figures of this run mean nothing",
        Conclusion::ThresholdsBroken => "failed: a threshold does not hold",
    };
    writeln!(out, "{conclusion}")
}

fn write_latencies(out: &mut String, report: &Report) -> fmt::Result {
    writeln!(
        out,
        "\n{:<18}{:>9}{:>10}{:>10}{:>10}{:>10}{:>10}",
        "time", "count", "p50", "p90", "p99", "p99.9", "max"
    )?;
    for latency in LATENCIES {
        let Some(times) = latency.times(&report.figures).summary() else { continue };
        let [p50, p90, p99, p99_9, max] =
            [times.p50, times.p90, times.p99, times.p99_9, times.max].map(time);
        let (name, count) = (latency.name, times.count);
        writeln!(out, "{name:<18}{count:>9}{p50:>10}{p90:>10}{p99:>10}{p99_9:>10}{max:>10}")?;
    }
    Ok(())
}

fn write_figures(out: &mut String, report: &Report) -> fmt::Result {
    writeln!(out)?;
    let mut quiet = true;
    for figure in FIGURES {
        let Some(value) = figure.value(&report.figures) else { continue };
        if SHOWN_WHEN_NOT_ZERO.contains(&figure.name) {
            if value == 0.0 {
                continue;
            }
            quiet = false;
        }
        write_figure(out, figure, value)?;
    }
    for (code, count) in &report.refusals {
        writeln!(out, "{:<37}{count:>10}  refused actions with this code", format!("  {code}"))?;
    }
    if quiet {
        writeln!(out, "no refusals, no protocol errors, no lost connections")?;
    }
    Ok(())
}

fn write_figure(out: &mut String, figure: &Figure, value: f64) -> fmt::Result {
    let value = quantity(value, figure.unit);
    writeln!(out, "{:<37}{value:>10}  {}", figure.name, figure.meaning)
}

fn write_chips(out: &mut String, report: &Report) -> fmt::Result {
    let books = &report.books;
    let verdict = match &report.chips {
        Verdict::Conserved => "conserved",
        Verdict::Broken { .. } => "NOT CONSERVED",
        Verdict::Unknown { .. } => "not known",
    };
    let tables = books.on_tables.map_or("unknown".to_owned(), |chips| chips.to_string());
    writeln!(
        out,
        "chips {verdict}: granted {}, in wallets {}, on tables {tables}; {}\n",
        books.granted,
        books.wallets,
        match &books.ledger {
            Some(_) => "compared with the room's ledger",
            None => "the room's ledger is not known",
        }
    )
}

/// Lists every figure with its unit and meaning.
pub(crate) fn list_figures() -> String {
    let mut text = String::from("Times, each with min, mean, p50 or any other percentile, max:\n");
    for latency in LATENCIES {
        let _ = writeln!(text, "  {:<37}{:<8}{}", latency.name, "time", latency.meaning);
    }
    text.push_str("Single figures:\n");
    for figure in FIGURES {
        let unit = match figure.unit {
            Unit::Count => "count",
            Unit::PerSecond => "1/s",
            Unit::Time => "time",
            Unit::Bytes => "bytes",
            Unit::Cores => "CPUs",
            Unit::Share => "share",
        };
        let _ = writeln!(text, "  {:<37}{unit:<8}{}", figure.name, figure.meaning);
    }
    text
}

/// Formats a value with its unit.
pub(crate) fn quantity(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Time => time(value),
        Unit::Bytes => bytes(value),
        Unit::Share => format!("{:.1} %", value * 100.0),
        Unit::Cores => format!("{value:.2}"),
        Unit::PerSecond => format!("{value:.1}"),
        Unit::Count if value.fract() == 0.0 => format!("{value:.0}"),
        Unit::Count => format!("{value:.2}"),
    }
}

/// Formats seconds to three digits.
pub(crate) fn time(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    three_digits(value, unit)
}

fn bytes(count: f64) -> String {
    match count {
        b if b < 1024.0 => three_digits(b, "B"),
        b if b < 1024.0 * 1024.0 => three_digits(b / 1024.0, "KiB"),
        b => three_digits(b / (1024.0 * 1024.0), "MiB"),
    }
}

fn three_digits(value: f64, unit: &str) -> String {
    match value {
        v if v < 10.0 => format!("{v:.2} {unit}"),
        v if v < 100.0 => format!("{v:.1} {unit}"),
        v => format!("{v:.0} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::sample_report;

    #[test]
    fn quantities_have_three_digits_and_a_unit() {
        assert_eq!(time(0.000_037), "37.0 µs");
        assert_eq!(time(0.012_34), "12.3 ms");
        assert_eq!(time(2.5), "2.50 s");
        assert_eq!(quantity(1_536.0, Unit::Bytes), "1.50 KiB");
        assert_eq!(quantity(0.875, Unit::Share), "87.5 %");
        assert_eq!(quantity(7.0, Unit::Count), "7");
    }

    #[test]
    fn a_good_run_says_so_and_a_bad_one_says_what_is_wrong() {
        let mut report = sample_report();
        let good = write(&report);
        assert!(good.contains("chips conserved: granted 1000, in wallets 1000"), "{good}");
        assert!(good.contains("no refusals, no protocol errors"), "{good}");
        assert!(good.ends_with("\nok\n"), "{good}");
        assert!(good.contains("ok      action_rtt:p99<50ms  (is 99"), "{good}");
        assert!(!good.contains("server_rss"), "what was not measured is not shown: {good}");
        report.chips = Verdict::Broken { reason: "+3 chips".to_owned() };
        report.figures.whole_run.actions_refused = 2;
        report.faults.push("2 actions were refused".to_owned());
        let bad = write(&report);
        for told in ["NOT CONSERVED", "actions_refused", "FAULT:  2 actions", "mean nothing"] {
            assert!(bad.contains(told), "{told:?} is missing in:\n{bad}");
        }
    }

    #[test]
    fn a_run_in_which_a_limit_bound_is_no_measurement() {
        let mut report = sample_report();
        report.figures.limits.clients.insert("action rate_limited".to_owned(), 12);
        let text = write(&report);
        for part in ["LIMIT:  a limit of", "12 action rate_limited", "refused_by_limits"] {
            assert!(text.contains(part), "{part:?} is missing in:\n{text}");
        }
        assert!(text.ends_with("so this is no measurement\n"), "{text}");
    }

    #[test]
    fn what_is_shown_only_when_it_happens_exists() {
        for name in SHOWN_WHEN_NOT_ZERO {
            assert!(FIGURES.iter().any(|figure| figure.name == name), "{name}");
        }
    }
}
