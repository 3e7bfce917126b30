//! Dates and times on the command line. They are UTC unless they contain an offset.

use cardroom_protocol::TimeMs;
use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

/// Parses a date, which stands for its first moment, or a date and time.
pub(super) fn time(text: &str) -> Result<TimeMs, String> {
    if let Ok(time) = text.parse::<Timestamp>() {
        return millis(time).ok_or_else(|| too_early(text));
    }
    let civil: DateTime = text.parse().map_err(|_| wrong(text))?;
    of_civil(civil, text)
}

/// Parses a date, which stands for the end of that day, or a date and time.
pub(super) fn end(text: &str) -> Result<TimeMs, String> {
    match day(text) {
        Some(day) => {
            let next = day.tomorrow().map_err(|_| wrong(text))?;
            of_civil(next.into(), text)
        }
        None => time(text),
    }
}

/// Parses a date without a time.
fn day(text: &str) -> Option<Date> {
    let has_time = text.contains(['T', 't', ':', ' ']);
    if has_time { None } else { text.parse().ok() }
}

fn of_civil(civil: DateTime, text: &str) -> Result<TimeMs, String> {
    let zoned = TimeZone::UTC.to_zoned(civil).map_err(|_| wrong(text))?;
    millis(zoned.timestamp()).ok_or_else(|| too_early(text))
}

fn wrong(text: &str) -> String {
    format!(
        "\"{text}\" is not a date. Write a day like 2026-12-01, or a time like 2026-12-01T18:00Z or \
         2026-12-01T18:00+01:00. Without an offset it is UTC."
    )
}

fn too_early(text: &str) -> String {
    format!("\"{text}\" is before 1970. Write a later date.")
}

/// Converts to milliseconds since 1970; `None` for earlier times.
pub(super) fn millis(time: Timestamp) -> Option<TimeMs> {
    u64::try_from(time.as_millisecond()).ok().map(TimeMs)
}

/// Formats a point in time to the minute, in UTC.
pub(super) fn when(time: TimeMs) -> String {
    let time = i64::try_from(time.0).ok().and_then(|time| Timestamp::from_millisecond(time).ok());
    time.map(|time| time.strftime("%Y-%m-%d %H:%M UTC").to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST_OF_DECEMBER: u64 = 1_796_083_200_000;
    const HOUR: u64 = 3_600_000;

    #[test]
    fn a_date_is_midnight_in_utc_unless_it_has_a_time_or_an_offset() {
        assert_eq!(time("2026-12-01"), Ok(TimeMs(FIRST_OF_DECEMBER)));
        let evening = Ok(TimeMs(FIRST_OF_DECEMBER + 18 * HOUR));
        for text in [
            "2026-12-01T18:00",
            "2026-12-01 18:00:00",
            "2026-12-01T18:00:00Z",
            "2026-12-01T19:00:00+01:00",
            "2026-12-01T13:00-05:00",
        ] {
            assert_eq!(time(text), evening, "{text}");
            assert_eq!(end(text), evening, "{text}");
        }
        assert_eq!(when(TimeMs(FIRST_OF_DECEMBER)), "2026-12-01 00:00 UTC");
    }

    #[test]
    fn a_day_ends_where_the_next_one_begins() {
        assert_eq!(end("2026-11-30"), time("2026-12-01"));
        assert_eq!(end("2026-12-31"), time("2027-01-01"));
    }

    #[test]
    fn what_is_not_a_date_is_refused_with_what_to_write() {
        for wrong in ["tomorrow", "25.11.2026", "1796083200000", "", "2026-13-01"] {
            assert!(time(wrong).unwrap_err().contains("2026-12-01T18:00Z"), "{wrong}");
            assert!(end(wrong).unwrap_err().contains("2026-12-01T18:00Z"), "{wrong}");
        }
        assert!(time("1969-12-31").unwrap_err().contains("before 1970"));
        assert!(end("1969-12-30").unwrap_err().contains("before 1970"));
    }
}
