//! How long a player plays: its hands, its time, and why it stopped.

use super::{Outcome, Settings};
use std::time::Duration;

/// The hands played so far, the end of the player's time, and why it stopped, once it has.
#[derive(Debug, Default)]
pub(super) struct Stint {
    hands: u64,
    has_begun: bool,
    ends_at: Option<Duration>,
    outcome: Option<Outcome>,
}

impl Stint {
    /// Starts the player's time, at its first login.
    pub(super) fn begin(&mut self, now: Duration, settings: &Settings) {
        if !self.has_begun {
            self.has_begun = true;
            self.ends_at = settings.time.and_then(|time| now.checked_add(time));
        }
    }

    pub(super) fn hand_played(&mut self) {
        self.hands += 1;
    }

    /// Returns `true` if the player has played as many hands as a ring player should.
    pub(super) fn has_played_enough(&self, settings: &Settings) -> bool {
        settings.hands.is_some_and(|hands| self.hands >= hands)
    }

    pub(super) fn ends_at(&self) -> Option<Duration> {
        self.ends_at
    }

    /// Returns `true` once the player's time is up, and only once.
    pub(super) fn take_time_up(&mut self, now: Duration) -> bool {
        self.ends_at.take_if(|end| now >= *end).is_some()
    }

    /// Records why the player stops. Returns `false` if it has stopped already.
    pub(super) fn end(&mut self, outcome: Outcome) -> bool {
        let goes_on = self.outcome.is_none();
        self.outcome.get_or_insert(outcome);
        goes_on
    }

    pub(super) fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_to_stop_counts() {
        let mut stint = Stint::default();
        assert!(stint.end(Outcome::TimeUp));
        assert!(!stint.end(Outcome::Stopped));
        assert_eq!(stint.outcome(), Some(&Outcome::TimeUp));
    }

    #[test]
    fn time_starts_at_the_first_login_and_is_up_once() {
        let minute = Duration::from_secs(60);
        let settings = Settings { time: Some(minute), hands: Some(1), ..Settings::default() };
        let mut stint = Stint::default();
        stint.begin(minute, &settings);
        stint.begin(2 * minute, &settings);
        assert_eq!(stint.ends_at(), Some(2 * minute));
        assert!(!stint.take_time_up(minute) && stint.take_time_up(2 * minute));
        assert!(!stint.take_time_up(3 * minute));
        assert!(!stint.has_played_enough(&settings));
        stint.hand_played();
        assert!(stint.has_played_enough(&settings));
    }
}
