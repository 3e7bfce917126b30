//! Dates of the Gregorian calendar in UTC, from milliseconds since 1970.

use cardroom_protocol::TimeMs;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Date {
    pub year: u64,
    /// The month, counted from 1.
    pub month: u64,
    /// The day, counted from 1.
    pub day: u64,
    pub hour: u64,
    pub minute: u64,
    pub second: u64,
}

impl From<TimeMs> for Date {
    fn from(time: TimeMs) -> Self {
        let seconds = time.0 / 1_000;
        let (days, second_of_day) = (seconds / 86_400, seconds % 86_400);
        // Years that begin in March have their leap day last. 400 of them have 146,097 days.
        let from_march = days + 719_468;
        let (era, of_era) = (from_march / 146_097, from_march % 146_097);
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        Self {
            year: 400 * era + year_of_era + u64::from(month <= 2),
            month,
            day,
            hour: second_of_day / 3_600,
            minute: second_of_day / 60 % 60,
            second: second_of_day % 60,
        }
    }
}

impl Date {
    /// Formats the time as `2026-11-21T15:00:00Z`.
    pub(crate) fn iso(self) -> String {
        let Self { year, month, day, .. } = self;
        format!("{year:04}-{month:02}-{day:02}T{}Z", self.time())
    }

    /// Formats the time of day as `15:00:00`.
    pub(crate) fn time(self) -> String {
        let Self { hour, minute, second, .. } = self;
        format!("{hour:02}:{minute:02}:{second:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::{Date, TimeMs};

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, date) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_704_067_199, "2023-12-31T23:59:59Z"),
            (1_795_273_200, "2026-11-21T15:00:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(Date::from(TimeMs(1_000 * seconds)).iso(), date);
        }
    }
}
