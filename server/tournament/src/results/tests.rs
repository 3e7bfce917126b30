//! Tests of dates. `tests/results.rs` tests the exported formats.

use super::*;
use proptest::prelude::*;

#[test]
fn dates_are_those_of_the_calendar() {
    for (seconds, date) in [
        (0, "1970-01-01T00:00:00Z"),
        (951_782_400, "2000-02-29T00:00:00Z"),
        (951_868_800, "2000-03-01T00:00:00Z"),
        (1_735_689_599, "2024-12-31T23:59:59Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"),
    ] {
        assert_eq!(utc(Millis::seconds(seconds)), date);
    }
}

proptest! {
    /// Checks each day against the day before it.
    #[test]
    fn no_day_is_left_out(day in 0_u64..80_000) {
        let date = |day| utc(Millis::seconds(day * 86_400))[..10].to_owned();
        let [year, month, of_month]: [u64; 3] = date(day)
            .split('-').map(|part| part.parse().unwrap()).collect::<Vec<_>>().try_into().unwrap();
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let lengths = [31, 28 + u64::from(leap), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let last = lengths[usize::try_from(month - 1).unwrap()];
        let next = match (month, of_month == last) {
            (12, true) => (year + 1, 1, 1),
            (_, true) => (year, month + 1, 1),
            _ => (year, month, of_month + 1),
        };
        prop_assert_eq!(date(day + 1), format!("{:04}-{:02}-{:02}", next.0, next.1, next.2));
    }
}
