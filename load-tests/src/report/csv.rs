//! The run second by second for spreadsheets: a line of names, and a line for each second. Times
//! are in seconds. Values that could not be measured are empty.

use super::Report;
use crate::figures::COLUMNS;

/// Formats the series as a table.
pub(crate) fn write(report: &Report) -> String {
    let names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
    let mut text = names.join(",") + "\n";
    for moment in &report.figures.series {
        let value = |value: Option<f64>| value.map_or_else(String::new, |it| it.to_string());
        let values: Vec<String> =
            COLUMNS.iter().map(|column| value(column.value(moment))).collect();
        text += &values.join(",");
        text += "\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::sample_report;

    #[test]
    fn every_second_is_a_line() {
        let mut report = sample_report();
        report.figures.series = vec![Default::default(); 3];
        let text = write(&report);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 4);
        assert!(lines[0].starts_with("seconds,hands_per_second,actions_per_second,action_rtt_p50"));
        assert_eq!(lines[1], "0,,,,,,,,,,,", "what was not measured is empty");
    }
}
