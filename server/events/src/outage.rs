//! Outages: decides when a tournament waits because many players have lost their connections at
//! once, and when enough of them are back. The director decides what follows.
//!
//! Connected players are checked periodically, and compared with the last ten seconds. A player who
//! was never connected is not missed. A player who leaves without others is simply absent.

use cardroom_record::ids::AccountId;
use cardroom_rules::Millis;
use std::collections::{BTreeSet, VecDeque};

/// How often to check.
pub const LOOK_EVERY: Millis = Millis(1_000);
/// Connections lost within this time count as lost at once.
const AT_ONCE: Millis = Millis(10_000);
/// An outage is a loss of at least one of this many players ...
const PART_OF_FIELD: usize = 4;
/// ... but of no fewer than this many, however small the field.
const FEWEST: usize = 3;
/// The tournament continues when at most one of this many players is still missed, or a single one.
const PART_THAT_MAY_BE_AWAY: usize = 8;

/// A notice for the director.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notice {
    /// This many were lost at once.
    Lost(u32),
    /// Most of them are back.
    Back,
}

/// Recently connected players, and missed ones.
#[derive(Debug, Default)]
pub struct Watch {
    /// The players who were connected at each check of the last ten seconds.
    looks: VecDeque<(Millis, BTreeSet<AccountId>)>,
    /// The players who were lost, while the tournament waits for them.
    missed: Option<BTreeSet<AccountId>>,
}

impl Watch {
    /// Keeps only these players, because a player who is out is not missed.
    pub fn only(&mut self, left: &BTreeSet<AccountId>) {
        for (_, there) in &mut self.looks {
            there.retain(|account| left.contains(account));
        }
        if let Some(missed) = &mut self.missed {
            missed.retain(|account| left.contains(account));
        }
    }

    /// Checks the connected players. `players` is how many are left in the tournament, and
    /// `waiting` whether the director waits. Every check returns the same notice until the host
    /// [notes](Self::noted) that it is stored.
    pub fn look(
        &mut self,
        now: Millis,
        connected: BTreeSet<AccountId>,
        players: usize,
        waiting: bool,
    ) -> Option<Notice> {
        while self.looks.front().is_some_and(|(at, _)| now.since(*at) > AT_ONCE) {
            self.looks.pop_front();
        }
        let before: BTreeSet<AccountId> =
            self.looks.iter().flat_map(|(_, there)| there).copied().collect();
        let notice = if waiting {
            self.missed_are_back(&connected, players).then_some(Notice::Back)
        } else {
            self.missed = None;
            let lost = before.difference(&connected).count();
            let is_outage = lost >= FEWEST && lost * PART_OF_FIELD >= players;
            is_outage.then(|| Notice::Lost(u32::try_from(lost).unwrap_or(u32::MAX)))
        };
        self.looks.push_back((now, connected));
        notice
    }

    /// Notes that the director has stored the notice of the last check.
    pub fn noted(&mut self, notice: Notice) {
        // Earlier checks must not have an effect twice.
        let mut before = std::mem::take(&mut self.looks);
        let Some((at, connected)) = before.pop_back() else { return };
        if let Notice::Lost(_) = notice {
            let before: BTreeSet<AccountId> =
                before.into_iter().flat_map(|(_, there)| there).collect();
            self.missed = Some(before.difference(&connected).copied().collect());
        }
        self.looks.push_back((at, connected));
    }

    /// Returns `true` if enough missed players are back. After a restart it is unknown who was
    /// missed. Then it is enough that the absent players are too few for an outage.
    fn missed_are_back(&self, connected: &BTreeSet<AccountId>, players: usize) -> bool {
        match &self.missed {
            Some(missed) => {
                let away = missed.difference(connected).count();
                away <= 1 || away * PART_THAT_MAY_BE_AWAY <= players
            }
            None => players.saturating_sub(connected.len()) * PART_OF_FIELD < players,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accounts(range: std::ops::Range<u64>) -> BTreeSet<AccountId> {
        range.map(AccountId).collect()
    }

    /// Checks the connected players. The director stores each notice.
    fn look(
        watch: &mut Watch,
        now: Millis,
        connected: BTreeSet<AccountId>,
        players: usize,
        waiting: bool,
    ) -> Option<Notice> {
        let notice = watch.look(now, connected, players, waiting);
        notice.into_iter().for_each(|notice| watch.noted(notice));
        notice
    }

    /// Returns a watch of 40 players who were all connected for some seconds.
    fn everybody() -> Watch {
        let mut watch = Watch::default();
        for second in 0..5 {
            assert_eq!(look(&mut watch, Millis(second * 1_000), accounts(0..40), 40, false), None);
        }
        watch
    }

    #[test]
    fn a_quarter_of_the_field_within_ten_seconds_is_an_outage() {
        let mut watch = everybody();
        assert_eq!(look(&mut watch, Millis(5_000), accounts(5..40), 40, false), None);
        assert_eq!(look(&mut watch, Millis(9_000), accounts(9..40), 40, false), None);
        let tenth = look(&mut watch, Millis(12_000), accounts(10..40), 40, false);
        assert_eq!(tenth, Some(Notice::Lost(10)));
    }

    #[test]
    fn who_is_out_and_gone_is_not_missed() {
        let mut watch = everybody();
        watch.only(&accounts(10..40));
        assert_eq!(look(&mut watch, Millis(5_000), accounts(10..40), 30, false), None);
        // Some missed players may be out by now, too.
        assert_eq!(
            look(&mut watch, Millis(6_000), accounts(30..40), 30, false),
            Some(Notice::Lost(20))
        );
        watch.only(&accounts(28..40));
        assert_eq!(look(&mut watch, Millis(7_000), accounts(29..40), 12, true), Some(Notice::Back));
    }

    #[test]
    fn who_goes_slowly_is_absent_like_anybody() {
        let mut watch = everybody();
        for second in 5..200 {
            // One player less every two seconds.
            let gone = (second - 4) / 2;
            let look = look(&mut watch, Millis(second * 1_000), accounts(gone..40), 40, false);
            assert_eq!(look, None, "second {second}");
        }
    }

    #[test]
    fn in_a_small_field_one_or_two_are_no_outage() {
        let mut watch = Watch::default();
        assert_eq!(look(&mut watch, Millis(0), accounts(0..6), 6, false), None);
        assert_eq!(look(&mut watch, Millis(1_000), accounts(2..6), 6, false), None);
        assert_eq!(
            look(&mut watch, Millis(2_000), accounts(3..6), 6, false),
            Some(Notice::Lost(3))
        );
    }

    #[test]
    fn it_goes_on_when_an_eighth_of_the_field_is_missed_or_one() {
        let mut watch = everybody();
        assert_eq!(
            look(&mut watch, Millis(5_000), accounts(20..40), 40, false),
            Some(Notice::Lost(20))
        );
        assert_eq!(look(&mut watch, Millis(6_000), accounts(6..40), 40, true), None);
        assert_eq!(look(&mut watch, Millis(7_000), accounts(5..40), 40, true), Some(Notice::Back));
        // The outage is over, and players are watched as before.
        assert_eq!(look(&mut watch, Millis(8_000), accounts(5..40), 40, false), None);
        assert_eq!(
            look(&mut watch, Millis(9_000), accounts(15..40), 40, false),
            Some(Notice::Lost(10))
        );

        let mut watch = Watch::default();
        assert_eq!(look(&mut watch, Millis(0), accounts(0..6), 6, false), None);
        assert_eq!(
            look(&mut watch, Millis(1_000), accounts(3..6), 6, false),
            Some(Notice::Lost(3))
        );
        assert_eq!(look(&mut watch, Millis(2_000), accounts(2..6), 6, true), None);
        assert_eq!(look(&mut watch, Millis(3_000), accounts(1..6), 6, true), Some(Notice::Back));
    }

    #[test]
    fn after_a_restart_nobody_is_missed_and_most_of_the_field_is_waited_for() {
        let mut watch = Watch::default();
        assert_eq!(
            look(&mut watch, Millis(0), accounts(0..0), 40, false),
            None,
            "nobody was there yet"
        );
        let mut watch = Watch::default();
        assert_eq!(look(&mut watch, Millis(0), accounts(0..30), 40, true), None);
        assert_eq!(look(&mut watch, Millis(1_000), accounts(0..31), 40, true), Some(Notice::Back));
    }

    #[test]
    fn an_outage_that_could_not_be_stored_is_noticed_again() {
        let mut watch = everybody();
        let lost = Some(Notice::Lost(20));
        assert_eq!(watch.look(Millis(5_000), accounts(20..40), 40, false), lost);
        assert_eq!(watch.look(Millis(6_000), accounts(20..40), 40, false), lost);
        watch.noted(Notice::Lost(20));
        assert_eq!(watch.look(Millis(7_000), accounts(6..40), 40, true), None);
        assert_eq!(watch.look(Millis(8_000), accounts(5..40), 40, true), Some(Notice::Back));
        assert_eq!(watch.look(Millis(9_000), accounts(5..40), 40, true), Some(Notice::Back));
        watch.noted(Notice::Back);
        assert_eq!(watch.look(Millis(10_000), accounts(5..40), 40, false), None);
    }
}
