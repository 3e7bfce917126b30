//! A report as one self-contained page with charts, figures and the verdict. It can be mailed,
//! archived, and opened without a network.

use super::plot::{Chart, Line, escape};
use super::{Conclusion, Environment, Report, text};
use crate::figures::{Column, Distribution, FIGURES, LATENCIES, Unit};
use std::fmt::{self, Write as _};

const STYLE: &str = include_str!("page.css");
const END: &str = "</main></body></html>\n";
/// How many labels are below a chart over time.
const TIMES_BELOW: usize = 6;
/// The number of percentiles of the curve. Each leaves half as many times beyond it.
const HALVINGS: u32 = 17;

/// Formats the report as a page.
pub(crate) fn write(report: &Report) -> String {
    let mut page = String::new();
    // Writing to a string does not fail.
    let _ = write_to(&mut page, report);
    page
}

fn write_to(out: &mut String, report: &Report) -> fmt::Result {
    let environment = &report.environment;
    let (class, conclusion) = match report.conclusion() {
        Conclusion::Ok => ("good", "All is well."),
        Conclusion::Faults => {
            ("bad", "Something went wrong: the figures of this run mean nothing.")
        }
        Conclusion::LimitBound => {
            ("bad", "A limit of the server bound: the figures of this run are no measurement.")
        }
        Conclusion::ThresholdsBroken => ("bad", "A threshold does not hold."),
    };
    write_head(out, &report.scenario, &report.headline, environment)?;
    writeln!(out, "<p class=\"{class}\">{conclusion}</p>")?;
    write_verdicts(out, report)?;
    for chart in charts(report) {
        out.push_str(&chart.svg().unwrap_or_default());
    }
    write_times(out, report)?;
    write_figures(out, report)?;
    out.push_str(END);
    Ok(())
}

/// Makes a page with this body.
pub(crate) fn page(title: &str, headline: &str, environment: &Environment, body: &str) -> String {
    let mut page = String::new();
    // Writing to a string does not fail.
    let _ = write_head(&mut page, title, headline, environment);
    page.push_str(body);
    page.push_str(END);
    page
}

/// Writes everything before the body of a page.
fn write_head(out: &mut String, title: &str, headline: &str, of: &Environment) -> fmt::Result {
    let (title, headline) = (escape(title), escape(headline));
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{title} · cardroom-load</title><style>{STYLE}</style></head><body><main>\n\
         <h1>{title}</h1>\n<p class=\"headline\">{headline}</p>\n\
         <p class=\"where\">{} at {}; {} × {}{}</p>\n",
        escape(&of.server),
        escape(&of.url),
        of.cores,
        escape(of.cpu.as_deref().unwrap_or("unknown CPU")),
        if of.debug_build { "; debug build" } else { "" },
    )
}

fn write_verdicts(out: &mut String, report: &Report) -> fmt::Result {
    out.push_str("<ul class=\"verdicts\">");
    for fault in &report.faults {
        write!(out, "<li class=\"bad\">{}</li>", escape(fault))?;
    }
    if report.figures.limits.bound() {
        write!(out, "<li class=\"bad\">{}</li>", escape(&report.figures.limits.to_string()))?;
    }
    for verdict in &report.thresholds {
        let class = if verdict.holds { "good" } else { "bad" };
        let says = if verdict.holds { "holds" } else { "does not hold" };
        let value = verdict.value.map(|value| text::quantity(value, verdict.unit));
        let value = value.unwrap_or_else(|| "not measured".to_owned());
        let threshold = escape(&verdict.threshold);
        write!(out, "<li class=\"{class}\"><code>{threshold}</code> {says}: {value}</li>")?;
    }
    for remark in report.remarks() {
        write!(out, "<li>{}</li>", escape(&remark))?;
    }
    out.push_str("</ul>\n");
    Ok(())
}

fn charts(report: &Report) -> Vec<Chart> {
    vec![
        over_time(report, "Actions per second", &[("actions", "actions_per_second")]),
        over_time(
            report,
            "From an action to its actor reading the step",
            &[("p50", "action_rtt_p50"), ("p99", "action_rtt_p99")],
        ),
        percentiles(report),
        over_time(
            report,
            "CPUs kept busy",
            &[
                ("server", "server_cpu_cores"),
                ("its kernel time", "server_kernel_cpu_cores"),
                ("load generator", "generator_cpu_cores"),
            ],
        ),
        over_time(report, "Memory of the server", &[("resident", "server_rss")]),
    ]
}

/// Makes a chart over time from columns of the series, with a label for each line.
fn over_time(report: &Report, title: &'static str, columns: &[(&'static str, &str)]) -> Chart {
    let first = columns.first().and_then(|(_, first)| Column::named(first));
    Chart {
        title,
        unit: first.map_or(Unit::Count, |column| column.unit),
        below: seconds_below(report),
        lines: columns.iter().map(|(name, column)| line(report, name, column)).collect(),
    }
}

fn line(report: &Report, name: &'static str, column: &str) -> Line {
    let value = |name: &str, moment| Column::named(name)?.value(moment);
    let points = report
        .figures
        .series
        .iter()
        .map(|moment| (value("seconds", moment).unwrap_or_default(), value(column, moment)));
    Line { name, points: points.collect() }
}

fn seconds_below(report: &Report) -> Vec<(f64, String)> {
    let times = line(report, "", "seconds").points;
    let every = times.len().div_ceil(TIMES_BELOW).max(1);
    let some = times.iter().step_by(every);
    some.map(|(second, _)| (*second, format!("{second:.0} s"))).collect()
}

/// Makes a chart of how long the slowest half, quarter, eighth … of the actions took.
fn percentiles(report: &Report) -> Chart {
    let line = |name: &'static str, times: &Distribution| {
        let points = (1..=HALVINGS).filter_map(|halving| {
            let beyond = 0.5_f64.powi(i32::try_from(halving).ok()?);
            // There is nothing to see beyond the last percentile that stands for a whole action.
            #[expect(clippy::cast_precision_loss, reason = "a bound for a picture")]
            let is_there = times.count() as f64 * beyond >= 1.0;
            let time = times.quantile(1.0 - beyond).filter(|_| is_there)?;
            Some((f64::from(halving), Some(time.as_secs_f64())))
        });
        Line { name, points: points.collect() }
    };
    let below =
        [(1.0, "50 %"), (3.32, "90 %"), (6.64, "99 %"), (9.97, "99.9 %"), (13.29, "99.99 %")];
    let lines = vec![
        line("as seen", &report.figures.latencies.action_rtt),
        line(
            "had tables kept their pace through stalls",
            &report.figures.latencies.action_rtt_paced,
        ),
    ];
    let last = lines.iter().flat_map(|line| &line.points).map(|(x, _)| *x).fold(0.0, f64::max);
    let below = below.into_iter().filter(|(place, _)| *place <= last);
    Chart {
        title: "How many actions took how long at most",
        unit: Unit::Time,
        below: below.map(|(place, name)| (place, name.to_owned())).collect(),
        lines,
    }
}

fn write_times(out: &mut String, report: &Report) -> fmt::Result {
    out.push_str(
        "<table><thead><tr><th>time</th><th>count</th><th>p50</th><th>p90</th><th>p99</th>\
         <th>p99.9</th><th>max</th><th></th></tr></thead><tbody>",
    );
    for latency in LATENCIES {
        let Some(times) = latency.times(&report.figures).summary() else { continue };
        write!(out, "<tr><td><code>{}</code></td><td>{}</td>", latency.name, times.count)?;
        for value in [times.p50, times.p90, times.p99, times.p99_9, times.max] {
            write!(out, "<td>{}</td>", text::time(value))?;
        }
        write!(out, "<td class=\"meaning\">{}</td></tr>", escape(latency.meaning))?;
    }
    out.push_str("</tbody></table>\n");
    Ok(())
}

fn write_figures(out: &mut String, report: &Report) -> fmt::Result {
    out.push_str("<table><thead><tr><th>figure</th><th>value</th><th></th></tr></thead><tbody>");
    for figure in FIGURES {
        let Some(value) = figure.value(&report.figures) else { continue };
        let value = text::quantity(value, figure.unit);
        write!(
            out,
            "<tr><td><code>{}</code></td><td>{value}</td><td class=\"meaning\">{}</td></tr>",
            figure.name,
            escape(figure.meaning)
        )?;
    }
    out.push_str("</tbody></table>\n");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::{Moment, Sample};
    use crate::report::tests::sample_report;
    use std::time::Duration;

    #[test]
    fn the_page_has_charts_figures_and_verdicts_and_needs_nothing_else() {
        let mut report = sample_report();
        report.headline = "2 tables <of> 6 seats".to_owned();
        report.faults.push("a connection & a chip".to_owned());
        let sample = |second: u64| Sample {
            at: Duration::from_secs(second),
            actions: second * second * 10,
            ..Sample::default()
        };
        let times = report.figures.latencies.action_rtt.clone();
        report.figures.series = (1..=8)
            .map(|second| {
                Moment::between(Duration::ZERO, &sample(second - 1), &sample(second), &times)
            })
            .collect();
        let page = write(&report);
        assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
        for told in [
            "2 tables &lt;of&gt; 6 seats",
            "a connection &amp; a chip",
            "figures of this run mean nothing",
            "<code>action_rtt:p99&lt;50ms</code> holds",
            "<figcaption>Actions per second",
            "<code>hands_per_second</code>",
        ] {
            assert!(page.contains(told), "{told:?} is missing");
        }
        // The server was not measured, so there is no chart of its memory.
        assert!(!page.contains("<figcaption>Memory"));
        for foreign in ["http://", "https://", "<script", "@import", "url("] {
            assert!(!page.contains(foreign), "{foreign} is in the page");
        }
    }
}
