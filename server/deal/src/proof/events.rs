//! The record of a hand, as far as a verifier needs it. Everything else in it is ignored.

mod body;

use super::hex::list;
use cardroom_cards::Card;
use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// The part of a hand's record that the proof is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub table: u64,
    pub hand: u64,
    /// Seat of the viewer: `Some(None)` if the record says that it is for no seat, and `None` if it
    /// says nothing.
    pub viewer: Option<Option<u8>>,
    /// The events that a verifier needs, in order.
    pub events: Vec<Event>,
    /// Cards that the viewer may see beyond those of the events.
    pub cards: Vec<RecordedCards>,
}

/// The cards of one player as they came and went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordedCards {
    pub seat: u8,
    #[serde(deserialize_with = "cards")]
    pub dealt: Vec<Card>,
    #[serde(deserialize_with = "draws")]
    pub draws: Vec<RecordedDraw>,
}

/// One draw of one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordedDraw {
    #[serde(deserialize_with = "cards")]
    pub gave: Vec<Card>,
    #[serde(deserialize_with = "cards")]
    pub got: Vec<Card>,
}

/// An event that a verifier needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    HandStarted {
        hand: u64,
        button: u8,
        dealt: Vec<u8>,
    },
    CardsDealt {
        each: u8,
    },
    UpCardsDealt {
        cards: Vec<(u8, Card)>,
    },
    BoardDealt {
        board: u8,
        cards: Vec<Card>,
    },
    RunItAgreed {
        boards: u8,
    },
    /// A player folded, or the hand was killed.
    Folded {
        seat: u8,
    },
    /// The floor restored a hand.
    Restored {
        seat: u8,
    },
    DrawBegan {
        least: u8,
        most: u8,
        replaced: bool,
    },
    Discarded {
        seat: u8,
        count: u8,
    },
    Drawn {
        seat: u8,
        count: u8,
    },
    Reshuffled {
        seat: Option<u8>,
        cards: u8,
    },
    /// A hand was tabled or exposed.
    Shown {
        seat: u8,
        cards: Vec<Card>,
    },
    Ended {
        hand: u64,
    },
    Voided {
        hand: u64,
    },
    RabbitShown {
        cards: Vec<Card>,
    },
    /// A player showed cards of a hand that was over.
    CardsShown {
        hand: u64,
        seat: u8,
        cards: Vec<Card>,
    },
}

fn cards<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Card>, D::Error> {
    list::<D, Card, Card, 255>(deserializer, |card| card)
}

fn draws<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<RecordedDraw>, D::Error> {
    list::<D, RecordedDraw, RecordedDraw, 255>(deserializer, |draw| draw)
}

fn seats<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    list::<D, u8, u8, 255>(deserializer, |seat| seat)
}

fn up_cards<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(u8, Card)>, D::Error> {
    #[derive(Deserialize)]
    struct Up {
        seat: u8,
        card: Card,
    }
    list::<D, Up, (u8, Card), 255>(deserializer, |up| (up.seat, up.card))
}

fn all_cards<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<RecordedCards>, D::Error> {
    list::<D, RecordedCards, RecordedCards, 255>(deserializer, |cards| cards)
}

/// Reads a field that is there, though it may be null.
fn named<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<u8>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Told {
            table: u64,
            hand: u64,
            #[serde(default, deserialize_with = "named")]
            viewer: Option<Option<u8>>,
            steps: Steps,
            #[serde(deserialize_with = "all_cards")]
            cards: Vec<RecordedCards>,
        }
        let Told { table, hand, viewer, steps, cards } = Told::deserialize(deserializer)?;
        Ok(Self { table, hand, viewer, events: steps.0, cards })
    }
}

/// The events of all steps, one after the other.
struct Steps(Vec<Event>);

impl<'de> Deserialize<'de> for Steps {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(StepsVisitor)
    }
}

struct StepsVisitor;

impl<'de> Visitor<'de> for StepsVisitor {
    type Value = Steps;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of steps")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut steps: A) -> Result<Steps, A::Error> {
        #[derive(Deserialize)]
        struct Step {
            events: Known,
        }
        let mut events = Vec::new();
        while let Some(step) = steps.next_element::<Step>()? {
            events.extend(step.events.0);
        }
        Ok(Steps(events))
    }
}

/// The known events of one step.
struct Known(Vec<Event>);

impl<'de> Deserialize<'de> for Known {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(KnownVisitor)
    }
}

struct KnownVisitor;

impl<'de> Visitor<'de> for KnownVisitor {
    type Value = Known;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of events")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut events: A) -> Result<Known, A::Error> {
        let mut known = Vec::new();
        while let Some(Maybe(event)) = events.next_element()? {
            known.extend(event);
        }
        Ok(Known(known))
    }
}

/// An event, if a verifier needs it.
struct Maybe(Option<Event>);

impl<'de> Deserialize<'de> for Maybe {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MaybeVisitor)
    }
}

struct MaybeVisitor;

impl<'de> Visitor<'de> for MaybeVisitor {
    type Value = Maybe;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an event with one name")
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Maybe, E> {
        Ok(Maybe(None))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Maybe, A::Error> {
        let Some(name) = map.next_key::<Name>()? else {
            return Err(A::Error::invalid_length(0, &self));
        };
        let event = body::read(name, &mut map)?;
        if map.next_key::<IgnoredAny>()?.is_some() {
            return Err(A::Error::invalid_length(2, &self));
        }
        Ok(Maybe(event))
    }
}

/// The name of an event.
#[derive(Clone, Copy, Deserialize)]
#[serde(field_identifier)]
enum Name {
    HandStarted,
    CardsDealt,
    UpCardsDealt,
    BoardDealt,
    RunItAgreed,
    Acted,
    HandKilled,
    FloorOrdered,
    DrawBegan,
    Discarded,
    Drawn,
    Reshuffled,
    HandTabled,
    HandExposed,
    HandEnded,
    HandVoided,
    RabbitShown,
    CardsShown,
    #[serde(other)]
    Other,
}

#[cfg(test)]
mod tests {
    use super::{Event, Record};

    fn read(more: &str) -> serde_json::Result<Record> {
        let record = format!(r#"{{"table": 1, "hand": 2, "steps": [], "cards": []{more}}}"#);
        serde_json::from_str(&record)
    }

    #[test]
    fn a_record_says_for_whom_it_is_or_nothing() {
        assert_eq!(read("").unwrap().viewer, None);
        assert_eq!(read(r#", "viewer": null"#).unwrap().viewer, Some(None));
        assert_eq!(read(r#", "viewer": 3"#).unwrap().viewer, Some(Some(3)));
        assert!(read(r#", "viewer": 256"#).is_err());
    }

    #[test]
    fn the_events_of_all_steps_are_read_and_others_ignored() {
        let steps = r#"[
            {"after_ms": 0, "events": [{"Posted": {"seat": 1, "amount": [{}]}}, "Unit"]},
            {"events": [
                {"Acted": {"seat": 4, "action": {"RaiseTo": 600}, "added": 600}},
                {"Acted": {"seat": 5, "action": "Fold"}},
                {"HandKilled": {"seat": 6, "reason": "", "rule": ""}},
                {"FloorOrdered": {"operator": "", "command": {"RestoreHand": 6}}},
                {"FloorOrdered": {"operator": "", "command": "Pause"}},
                {"HandVoided": {"hand": 2, "reason": ""}}
            ]}
        ]"#;
        let record =
            format!(r#"{{"table": 1, "hand": 2, "steps": {steps}, "cards": [], "more": 1}}"#);
        let record: Record = serde_json::from_str(&record).unwrap();
        let expected = [
            Event::Folded { seat: 5 },
            Event::Folded { seat: 6 },
            Event::Restored { seat: 6 },
            Event::Voided { hand: 2 },
        ];
        assert_eq!(record.events, expected);
    }

    #[test]
    fn an_event_with_two_names_or_none_is_refused() {
        for event in ["{}", r#"{"Posted": 1, "Turn": 2}"#, "1", r#"{"Drawn": {"seat": 1}}"#] {
            let record = format!(
                r#"{{"table": 1, "hand": 2, "steps": [{{"events": [{event}]}}], "cards": []}}"#
            );
            assert!(serde_json::from_str::<Record>(&record).is_err(), "{event}");
        }
    }
}
