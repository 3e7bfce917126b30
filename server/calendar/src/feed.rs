//! A feed as text: RFC 5545 with the properties of RFC 7986. Names may contain anything. The crate
//! `icalendar` escapes and folds them; what it would write as it is, such as the name of the feed,
//! is declared as text here.

use crate::Uid;
use cardroom_rules::Millis;
use icalendar::{Calendar, Component as _, Event, EventStatus, Property};
use jiff::Timestamp;
use sha2::{Digest as _, Sha256};

/// The most dates of a feed.
const MOST: usize = 1_000;

/// How long calendar programs wait before they ask again.
const REFRESH: &str = "PT1H";

/// A feed that calendar programs subscribe to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feed {
    /// The name that calendar programs show for it.
    pub name: String,
    /// Where it is read. `None` for a secret address, which a copy of the feed must not give away.
    pub address: Option<String>,
    pub dates: Vec<Date>,
}

/// A date in a feed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Date {
    pub uid: Uid,
    pub name: String,
    /// A description, such as the name of the game.
    pub about: String,
    /// The name of the room.
    pub place: String,
    /// The page of the room that shows more.
    pub link: String,
    pub starts: Millis,
    pub ends: Millis,
    pub sequence: u32,
    /// When a feed first published this form of the date.
    pub changed: Millis,
    pub is_canceled: bool,
}

impl Feed {
    /// Writes the feed, the earliest date first. The same dates make the same text. If there are
    /// more than a feed holds, it leaves out canceled dates first, then the latest.
    #[must_use]
    pub fn text(mut self) -> String {
        self.dates.sort_by(|one, other| {
            (one.is_canceled, one.starts, &one.uid).cmp(&(
                other.is_canceled,
                other.starts,
                &other.uid,
            ))
        });
        self.dates.truncate(MOST);
        self.dates.sort_by(|one, other| (one.starts, &one.uid).cmp(&(other.starts, &other.uid)));
        let mut calendar = Calendar::empty();
        calendar.append_property(Property::new("VERSION", "2.0"));
        calendar.append_property(Property::new("PRODID", "-//Cardroom//Cardroom//EN"));
        calendar.append_property(Property::new("CALSCALE", "GREGORIAN"));
        calendar.append_property(as_text("NAME", &self.name));
        calendar.append_property(Property::new("X-WR-CALNAME", plain(&self.name)));
        if let Some(address) = self.address {
            calendar.append_property(typed("SOURCE", "URI", address));
        }
        calendar.append_property(typed("REFRESH-INTERVAL", "DURATION", REFRESH));
        calendar.append_property(Property::new("X-PUBLISHED-TTL", REFRESH));
        for date in self.dates {
            calendar.push(date.event());
        }
        calendar.to_string()
    }
}

impl Date {
    fn event(self) -> Event {
        let mut event = Event::new();
        event.uid(&self.uid.to_string());
        event.add_property("DTSTAMP", utc(self.changed));
        event.add_property("LAST-MODIFIED", utc(self.changed));
        event.add_property("DTSTART", utc(self.starts));
        event.add_property("DTEND", utc(self.ends));
        event.sequence(self.sequence);
        let status = if self.is_canceled { EventStatus::Cancelled } else { EventStatus::Confirmed };
        event.append_property(status);
        event.summary(&plain(&self.name));
        event.description(&plain(&self.about));
        event.add_property("LOCATION", plain(&self.place));
        event.url(&self.link);
        event.done()
    }
}

/// Returns the tag by which a program asks whether a feed has changed (`ETag`).
#[must_use]
pub fn etag_of(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    format!("\"{}\"", data_encoding::HEXLOWER.encode(&hash[..16]))
}

/// Returns the time as RFC 5545 writes it in UTC. A time after the year 9999 becomes 1970.
fn utc(time: Millis) -> String {
    let time = i64::try_from(time.0).ok().and_then(|at| Timestamp::from_millisecond(at).ok());
    time.unwrap_or(Timestamp::default()).strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// Returns the text with each line break as `\n`, which is escaped, and without other control
/// characters, which RFC 5545 forbids.
fn plain(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.chars().filter(|symbol| *symbol == '\n' || !symbol.is_control()).collect()
}

/// Returns a property with a text that the crate would not recognize as one.
fn as_text(name: &str, text: &str) -> Property {
    typed(name, "TEXT", plain(text))
}

fn typed(name: &str, kind: &str, value: impl Into<String>) -> Property {
    let mut property = Property::new(name, value);
    property.add_parameter("VALUE", kind);
    property
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(name: &str, starts: u64) -> Date {
        Date {
            uid: Uid::of_schedule("https://poker.example", name, Millis(starts)),
            name: name.to_owned(),
            about: "Texas hold'em".to_owned(),
            place: "Cardroom".to_owned(),
            link: "https://poker.example/#/tournament/7".to_owned(),
            starts: Millis(starts),
            ends: Millis(starts + 5_400_000),
            sequence: 0,
            changed: Millis(starts / 2),
            is_canceled: false,
        }
    }

    fn feed(dates: Vec<Date>) -> Feed {
        let address = "https://poker.example/calendar.ics".to_owned();
        Feed { name: "Cardroom".to_owned(), address: Some(address), dates }
    }

    /// Returns the lines of a feed as a reader joins them.
    fn lines(text: &str) -> Vec<String> {
        text.replace("\r\n ", "").split_terminator("\r\n").map(str::to_owned).collect()
    }

    #[test]
    fn a_date_is_written_in_utc() {
        let text = feed(vec![date("Sunday", 1_806_260_400_000)]).text();
        let lines = lines(&text);
        for line in [
            "VERSION:2.0",
            "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
            "SOURCE;VALUE=URI:https://poker.example/calendar.ics",
            "DTSTART:20270328T190000Z",
            "DTEND:20270328T203000Z",
            "SUMMARY:Sunday",
            "SEQUENCE:0",
            "STATUS:CONFIRMED",
            "URL:https://poker.example/#/tournament/7",
        ] {
            assert!(lines.iter().any(|known| known == line), "{line} is not in\n{text}");
        }
        assert_eq!(lines.first().unwrap(), "BEGIN:VCALENDAR");
        assert_eq!(lines.last().unwrap(), "END:VCALENDAR");
    }

    #[test]
    fn a_feed_with_a_secret_address_does_not_name_it() {
        let secret = Feed { address: None, ..feed(vec![date("Sunday", 1_806_260_400_000)]) };
        let text = secret.text();
        assert!(!text.contains("SOURCE"), "{text}");
        assert!(text.contains("SUMMARY:Sunday"));
    }

    #[test]
    fn no_name_can_break_out_of_its_line() {
        let hostile = "a\r\nEND:VEVENT\nBEGIN:VALARM\r,;\\\u{0}\u{202e}x\u{200f}";
        let of = |dates| Feed { name: hostile.to_owned(), ..feed(dates) }.text();
        let named = of(vec![Date {
            about: hostile.to_owned(),
            place: hostile.to_owned(),
            ..date(hostile, 1_806_260_400_000)
        }]);
        let text = lines(&named);
        assert_eq!(text.iter().filter(|line| line.starts_with("END:VEVENT")).count(), 1);
        assert!(!text.iter().any(|line| line == "BEGIN:VALARM"));
        let escaped = "a\\nEND:VEVENT\\nBEGIN:VALARM\\n\\,\\;\\\\\u{202e}x\u{200f}";
        for property in ["SUMMARY", "DESCRIPTION", "LOCATION", "X-WR-CALNAME", "NAME;VALUE=TEXT"] {
            let line = format!("{property}:{escaped}");
            assert!(text.contains(&line), "{line} is not in\n{named}");
        }
    }

    #[test]
    fn lines_are_folded_at_75_bytes_between_characters() {
        let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}";
        for name in ["\u{1f0cf}".repeat(40), family.repeat(40), "\u{5d0} ".repeat(40)] {
            let text = feed(vec![date(&name, 1_806_260_400_000)]).text();
            assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
            assert!(lines(&text).contains(&format!("SUMMARY:{name}")), "{text}");
        }
    }

    #[test]
    fn the_same_dates_make_the_same_text_in_any_order() {
        let (one, other) = (date("One", 2_000_000), date("Other", 1_000_000));
        let text = feed(vec![one.clone(), other.clone()]).text();
        assert_eq!(feed(vec![other.clone(), one.clone()]).text(), text);
        assert_eq!(etag_of(&text), etag_of(&text.clone()));
        let canceled = Date { is_canceled: true, ..one };
        let changed = feed(vec![canceled, other]).text();
        assert!(changed.contains("STATUS:CANCELLED"));
        assert_ne!(etag_of(&changed), etag_of(&text));
    }

    #[test]
    fn a_feed_that_is_too_long_leaves_out_canceled_dates_first() {
        let count = |text: &str, line| text.matches(line).count();
        let mut dates: Vec<Date> = (0..MOST as u64 - 1).map(|at| date("Hourly", at)).collect();
        let canceled = |at| Date { is_canceled: true, ..date("Canceled", at) };
        dates.extend([canceled(0), canceled(1)]);
        let text = feed(dates).text();
        assert_eq!(count(&text, "STATUS:CONFIRMED"), MOST - 1);
        assert_eq!(count(&text, "STATUS:CANCELLED"), 1);
    }
}
