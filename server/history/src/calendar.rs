//! Dates and times in UTC and in the Eastern Time of PokerStars.

use cardroom_protocol::TimeMs;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

/// Returns the date and time in UTC, to the second.
pub(crate) fn utc(time: TimeMs) -> DateTime {
    TimeZone::UTC.to_datetime(timestamp(time))
}

fn timestamp(time: TimeMs) -> Timestamp {
    let second = i64::try_from(time.0 / 1_000).unwrap_or(i64::MAX);
    Timestamp::from_second(second).unwrap_or(Timestamp::MAX)
}

/// Formats the time as `2026-11-21T15:00:00Z`.
pub(crate) fn iso(time: TimeMs) -> String {
    format!("{}Z", utc(time))
}

/// Eastern Time by the rules of the United States since 2007.
const EASTERN: &str = "EST5EDT,M3.2.0,M11.1.0";

/// Formats the time as `2026/11/21 15:00:00 UTC [2026/11/21 10:00:00 ET]`.
pub(crate) fn slashed(time: TimeMs) -> String {
    let eastern = TimeZone::posix(EASTERN).unwrap_or(TimeZone::UTC);
    let format = |date: DateTime| date.strftime("%Y/%m/%d %H:%M:%S").to_string();
    let there = eastern.to_datetime(timestamp(time));
    format!("{} UTC [{} ET]", format(utc(time)), format(there))
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
        assert_eq!(utc(midnight).time().to_string(), "00:00:00");
    }

    #[test]
    fn eastern_time_follows_the_daylight_saving_of_the_united_states() {
        let time = |text: &str| {
            let at: Timestamp = text.parse().unwrap();
            slashed(TimeMs(u64::try_from(at.as_millisecond()).unwrap()))
        };
        for (utc, slashed) in [
            ("2026-11-28T15:28:40Z", "2026/11/28 15:28:40 UTC [2026/11/28 10:28:40 ET]"),
            ("2027-07-01T12:00:00Z", "2027/07/01 12:00:00 UTC [2027/07/01 08:00:00 ET]"),
            ("2027-01-01T03:00:00Z", "2027/01/01 03:00:00 UTC [2026/12/31 22:00:00 ET]"),
            // It begins on the second Sunday in March, and ends on the first in November.
            ("2027-03-14T06:59:59Z", "2027/03/14 06:59:59 UTC [2027/03/14 01:59:59 ET]"),
            ("2027-03-14T07:00:00Z", "2027/03/14 07:00:00 UTC [2027/03/14 03:00:00 ET]"),
            ("2026-11-01T05:59:59Z", "2026/11/01 05:59:59 UTC [2026/11/01 01:59:59 ET]"),
            ("2026-11-01T06:00:00Z", "2026/11/01 06:00:00 UTC [2026/11/01 01:00:00 ET]"),
        ] {
            assert_eq!(time(utc), slashed);
        }
    }
}
