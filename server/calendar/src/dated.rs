//! The dates of a room's tournaments and schedules, as a feed lists them.

use crate::{AHEAD, Date, Published, Uid, ends_at, not_over_at};
use cardroom_rules::{Millis, Structure};
use std::sync::Arc;

/// A room whose dates a feed lists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Venue {
    pub name: String,
    /// The beginning of links, without a slash at the end.
    pub address: String,
}

/// A tournament that was announced with a start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dated {
    pub uid: Uid,
    /// The start that was announced first.
    pub start: Millis,
    /// When it was announced.
    pub announced: Millis,
    pub structure: Arc<Structure>,
    /// A moved start that feeds have published.
    pub published: Option<Published>,
}

/// A tournament as the room shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown<'a> {
    pub id: u64,
    pub name: &'a str,
    /// The name of its game.
    pub about: String,
    pub entries: u32,
}

impl Dated {
    /// Returns the state to publish for this start at this time, if feeds have not published it.
    #[must_use]
    pub fn to_publish(&self, start: Millis, now: Millis) -> Option<Published> {
        let published = Published::now(self.published, self.start, start, now);
        published.filter(|_| published != self.published)
    }

    /// Returns the start that feeds have published last.
    fn last_start(&self) -> Millis {
        self.published.map_or(self.start, |published| published.start)
    }
}

impl Venue {
    /// Returns the date of a tournament that is not over and starts at this time.
    #[must_use]
    pub fn announced(
        &self,
        dated: &Dated,
        shown: Shown<'_>,
        (start, has_begun): (Millis, bool),
        now: Millis,
    ) -> Date {
        let ends = ends_at(&dated.structure, shown.entries, start);
        Date {
            uid: dated.uid.clone(),
            name: shown.name.to_owned(),
            about: shown.about,
            place: self.name.clone(),
            link: format!("{}/#/tournament/{}", self.address, shown.id),
            starts: start,
            ends: if has_begun { not_over_at(ends, now) } else { ends },
            sequence: dated.published.map_or(0, |published| published.sequence),
            changed: dated.published.map_or(dated.announced, |published| published.at),
            is_canceled: false,
        }
    }

    /// Returns the date of a tournament that was canceled at this time.
    #[must_use]
    pub fn canceled(&self, dated: &Dated, shown: Shown<'_>, at: Millis) -> Date {
        let start = dated.last_start();
        Date {
            uid: dated.uid.clone(),
            name: shown.name.to_owned(),
            about: shown.about,
            place: self.name.clone(),
            link: format!("{}/#/results/{}", self.address, shown.id),
            starts: start,
            ends: ends_at(&dated.structure, shown.entries, start),
            sequence: Published::canceled(dated.published),
            changed: at,
            is_canceled: true,
        }
    }

    /// Returns a date of the schedule for which no tournament is announced. `about` names the game.
    #[must_use]
    pub fn scheduled(
        &self,
        name: &str,
        about: String,
        structure: &Structure,
        start: Millis,
    ) -> Date {
        Date {
            uid: Uid::of_schedule(&self.address, name, start),
            name: name.to_owned(),
            about,
            place: self.name.clone(),
            link: format!("{}/", self.address),
            starts: start,
            ends: ends_at(structure, 0, start),
            sequence: 0,
            changed: start.since(AHEAD),
            is_canceled: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_rules::{Level, Stage, Stakes};

    const START: Millis = Millis(10_000_000_000);

    fn venue() -> Venue {
        Venue { name: "Altair".to_owned(), address: "https://a.example".to_owned() }
    }

    fn dated(published: Option<Published>) -> Dated {
        let level = Level { seconds: 3_600, stakes: Stakes::no_limit(50, 100) };
        let structure = Structure { seats: 9, stages: vec![Stage::Level(level)], ..<_>::default() };
        Dated {
            uid: Uid::of_schedule(&venue().address, "Sunday", START),
            start: START,
            announced: Millis(5),
            structure: Arc::new(structure),
            published,
        }
    }

    fn shown() -> Shown<'static> {
        Shown { id: 7, name: "Sunday", about: "Hold'em".to_owned(), entries: 3 }
    }

    #[test]
    fn a_date_of_the_schedule_stays_the_same_entry_when_it_is_announced_and_canceled() {
        let (venue, dated) = (venue(), dated(None));
        let ahead = venue.scheduled("Sunday", "Hold'em".to_owned(), &dated.structure, START);
        let announced = venue.announced(&dated, shown(), (START, false), Millis(9));
        let canceled = venue.canceled(&dated, shown(), Millis(10));
        assert_eq!([&announced.uid, &canceled.uid], [&ahead.uid, &ahead.uid]);
        assert_eq!([ahead.sequence, announced.sequence, canceled.sequence], [0, 0, 1]);
        assert_eq!(
            [ahead.changed, announced.changed, canceled.changed],
            [START.since(AHEAD), Millis(5), Millis(10)]
        );
        assert_eq!(
            [ahead.is_canceled, announced.is_canceled, canceled.is_canceled],
            [false, false, true]
        );
        assert_eq!(
            [&*ahead.link, &*announced.link, &*canceled.link],
            [
                "https://a.example/",
                "https://a.example/#/tournament/7",
                "https://a.example/#/results/7"
            ]
        );
    }

    #[test]
    fn a_start_is_published_once_and_a_cancellation_keeps_it() {
        let moved = START + Millis(60_000);
        let unmoved = dated(None);
        assert_eq!(unmoved.to_publish(START, Millis(9)), None);
        let published = unmoved.to_publish(moved, Millis(9));
        assert_eq!(published, Some(Published { start: moved, sequence: 1, at: Millis(9) }));
        let known = dated(published);
        assert_eq!(known.to_publish(moved, Millis(10)), None, "feeds have it");
        let date = venue().announced(&known, shown(), (moved, false), Millis(10));
        assert_eq!((date.starts, date.sequence, date.changed), (moved, 1, Millis(9)));
        let date = venue().canceled(&known, shown(), Millis(11));
        assert_eq!((date.starts, date.sequence), (moved, 2));
    }

    #[test]
    fn only_a_tournament_that_is_played_ends_later_than_now() {
        let known = dated(None);
        let late = START + Millis(7 * 3_600_000);
        let date = |has_begun| venue().announced(&known, shown(), (START, has_begun), late);
        assert!(date(false).ends < late);
        assert!(date(true).ends > late);
    }
}
