//! Recurring dates: days of the week and times of the day in a time zone, in local time. The office
//! decides what is announced when. This module reads no clock.

use cardroom_rules::Millis;
use jiff::civil::{Time, Weekday};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};

/// Days of the week and times of the day in a time zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Calendar {
    zone: TimeZone,
    dates: Vec<Recurring>,
}

/// A time of the day, on one day of the week or on every day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Recurring {
    day: Option<Weekday>,
    time: Time,
}

/// The reason why a calendar cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CalendarError {
    #[error("\"{0}\" is not a time zone such as \"Europe/Berlin\"")]
    Zone(String),
    #[error("\"{0}\" is not a date such as \"sun 18:30\" or \"daily 20:00\"")]
    Date(String),
}

impl Calendar {
    /// Parses dates such as `sun 18:30` or `daily 20:00`, in a time zone such as `Europe/Berlin`.
    ///
    /// # Errors
    /// There is no such zone, or no such date.
    pub fn read(dates: &[String], zone: &str) -> Result<Self, CalendarError> {
        let zone = TimeZone::get(zone).map_err(|_| CalendarError::Zone(zone.to_owned()))?;
        let dates = dates
            .iter()
            .map(|date| Recurring::read(date).ok_or_else(|| CalendarError::Date(date.clone())));
        Ok(Self { zone, dates: dates.collect::<Result<_, _>>()? })
    }

    /// Returns the next date after this moment. If the change to daylight saving time skips the
    /// local time, the date is later by the length of the change. If a local time occurs twice,
    /// the first one counts.
    #[must_use]
    pub fn next_after(&self, now: Millis) -> Option<Millis> {
        let now = Timestamp::from_millisecond(i64::try_from(now.0).ok()?).ok()?;
        let today = now.to_zoned(self.zone.clone()).date();
        let mut best: Option<Timestamp> = None;
        for recurring in &self.dates {
            // Eight days, because today's time may already be over.
            for ahead in 0..=8_i64 {
                let Ok(day) = today.checked_add(ahead.days()) else { continue };
                if recurring.day.is_some_and(|wanted| wanted != day.weekday()) {
                    continue;
                }
                let at = self.zone.to_ambiguous_timestamp(day.to_datetime(recurring.time));
                let Ok(at) = at.compatible() else { continue };
                if at > now {
                    best = Some(best.map_or(at, |best| best.min(at)));
                    break;
                }
            }
        }
        u64::try_from(best?.as_millisecond()).ok().map(Millis)
    }
}

impl Recurring {
    fn read(text: &str) -> Option<Self> {
        let (day, time) = text.split_once(' ')?;
        let day = match day {
            "daily" => None,
            "mon" => Some(Weekday::Monday),
            "tue" => Some(Weekday::Tuesday),
            "wed" => Some(Weekday::Wednesday),
            "thu" => Some(Weekday::Thursday),
            "fri" => Some(Weekday::Friday),
            "sat" => Some(Weekday::Saturday),
            "sun" => Some(Weekday::Sunday),
            _ => return None,
        };
        let (hour, minute) = time.split_once(':')?;
        let time = Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()?;
        Some(Self { day, time })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calendar(dates: &[&str], zone: &str) -> Calendar {
        let dates: Vec<String> = dates.iter().map(|date| (*date).to_owned()).collect();
        Calendar::read(&dates, zone).unwrap()
    }

    /// Parses a moment in UTC.
    fn at(text: &str) -> Millis {
        let moment: Timestamp = text.parse().unwrap();
        Millis(u64::try_from(moment.as_millisecond()).unwrap())
    }

    /// Returns the dates that follow each other after a moment.
    fn dates(calendar: &Calendar, from: &str, count: usize) -> Vec<Millis> {
        let mut now = at(from);
        let next = || {
            now = calendar.next_after(now)?;
            Some(now)
        };
        std::iter::from_fn(next).take(count).collect()
    }

    #[test]
    fn the_clock_on_the_wall_says_when_it_is() {
        let sunday = calendar(&["sun 18:30"], "Europe/Berlin");
        // In 2027 the clocks go forward on March 28th, and back on October 31st.
        let spring = dates(&sunday, "2027-03-20T12:00:00Z", 3);
        let utc = ["2027-03-21T17:30:00Z", "2027-03-28T16:30:00Z", "2027-04-04T16:30:00Z"];
        assert_eq!(spring, utc.map(at));
        let autumn = dates(&sunday, "2027-10-23T12:00:00Z", 3);
        let utc = ["2027-10-24T16:30:00Z", "2027-10-31T17:30:00Z", "2027-11-07T17:30:00Z"];
        assert_eq!(autumn, utc.map(at));
    }

    #[test]
    fn a_time_that_is_skipped_is_played_later_and_one_that_comes_twice_once() {
        let night = calendar(&["daily 02:30"], "Europe/Berlin");
        let spring = dates(&night, "2027-03-27T12:00:00Z", 2);
        // Half past two does not exist, so it becomes half past three in local time.
        assert_eq!(spring, ["2027-03-28T01:30:00Z", "2027-03-29T00:30:00Z"].map(at));
        let autumn = dates(&night, "2027-10-30T12:00:00Z", 2);
        assert_eq!(autumn, ["2027-10-31T00:30:00Z", "2027-11-01T01:30:00Z"].map(at));
        let south = calendar(&["sun 02:30"], "Australia/Sydney");
        assert_eq!(dates(&south, "2027-04-03T12:00:00Z", 1), [at("2027-04-03T15:30:00Z")]);
    }

    #[test]
    fn the_nearest_of_several_dates_is_next_and_the_moment_itself_is_over() {
        let nights = calendar(&["tue 20:00", "thu 20:00", "daily 23:15"], "UTC");
        let next = dates(&nights, "2027-06-01T20:00:00Z", 4);
        let utc = [
            "2027-06-01T23:15:00Z",
            "2027-06-02T23:15:00Z",
            "2027-06-03T20:00:00Z",
            "2027-06-03T23:15:00Z",
        ];
        assert_eq!(next, utc.map(at));
        assert_eq!(calendar(&[], "UTC").next_after(at("2027-06-01T20:00:00Z")), None);
    }

    #[test]
    fn what_is_no_date_or_zone_is_refused() {
        for wrong in ["sunday 18:00", "sun", "sun 25:00", "18:00", "sun 18:60", "daily  18:00"] {
            let read = Calendar::read(&[wrong.to_owned()], "UTC");
            assert_eq!(read, Err(CalendarError::Date(wrong.to_owned())), "{wrong}");
        }
        let read = Calendar::read(&[], "Europe/Atlantis");
        assert_eq!(read, Err(CalendarError::Zone("Europe/Atlantis".to_owned())));
    }
}
