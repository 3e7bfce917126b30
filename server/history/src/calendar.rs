//! Dates and times in UTC.

use cardroom_protocol::TimeMs;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

/// Returns the date and time in UTC, to the second.
pub(crate) fn utc(time: TimeMs) -> DateTime {
    let second = i64::try_from(time.0 / 1_000).unwrap_or(i64::MAX);
    TimeZone::UTC.to_datetime(Timestamp::from_second(second).unwrap_or(Timestamp::MAX))
}

/// Formats the time as `2026-11-21T15:00:00Z`.
pub(crate) fn iso(time: TimeMs) -> String {
    format!("{}Z", utc(time))
}

/// Formats the time as `2026/11/21 15:00:00 UTC`.
pub(crate) fn slashed(time: TimeMs) -> String {
    utc(time).strftime("%Y/%m/%d %H:%M:%S UTC").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_in_utc_without_fractions_of_a_second() {
        let winter = TimeMs(951_782_399_999);
        assert_eq!(iso(winter), "2000-02-28T23:59:59Z");
        let midnight = TimeMs(1_796_083_200_000);
        assert_eq!(iso(midnight), "2026-12-01T00:00:00Z");
        assert_eq!(slashed(midnight), "2026/12/01 00:00:00 UTC");
        assert_eq!(utc(midnight).time().to_string(), "00:00:00");
    }
}
