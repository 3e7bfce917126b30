//! The dates of a schedule that a feed lists before anything is announced.

use crate::AHEAD;
use cardroom_rules::Millis;

/// The most dates of one schedule. A calendar with a date every half hour is of no use.
const MOST: usize = 200;

/// Returns the dates after this moment that a feed lists, the earliest first. `next_after` returns
/// the first date of the schedule after another one.
pub fn dates_ahead(now: Millis, next_after: impl Fn(Millis) -> Option<Millis>) -> Vec<Millis> {
    let mut last = now;
    let next = || {
        let date = next_after(last).filter(|date| *date > last && date.since(now) <= AHEAD)?;
        last = date;
        Some(date)
    };
    std::iter::from_fn(next).take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every(interval: u64) -> impl Fn(Millis) -> Option<Millis> {
        move |after| Some(Millis((after.0 / interval + 1) * interval))
    }

    #[test]
    fn the_dates_of_sixty_days_are_listed() {
        let day = 86_400_000;
        let daily = dates_ahead(Millis(10 * day), every(day));
        assert_eq!(daily.first(), Some(&Millis(11 * day)));
        assert_eq!(daily.last(), Some(&Millis(70 * day)));
        assert_eq!(daily.len(), 60);
        assert_eq!(dates_ahead(Millis(10 * day), every(100 * day)), []);
    }

    #[test]
    fn a_schedule_without_end_is_cut() {
        assert_eq!(dates_ahead(Millis(0), every(60_000)).len(), MOST);
        assert_eq!(dates_ahead(Millis(5), |_| Some(Millis(5))), [], "it does not go on");
        assert_eq!(dates_ahead(Millis(5), |_| None), []);
    }
}
