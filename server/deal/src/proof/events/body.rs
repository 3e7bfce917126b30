//! The bodies of the events that a verifier needs.

use super::{Event, Name, cards, seats, up_cards};
use cardroom_cards::Card;
use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

#[derive(Deserialize)]
struct Started {
    hand: u64,
    button: u8,
    #[serde(deserialize_with = "seats")]
    dealt: Vec<u8>,
}

#[derive(Deserialize)]
struct Each {
    each: u8,
}

#[derive(Deserialize)]
struct UpDealt {
    #[serde(deserialize_with = "up_cards")]
    cards: Vec<(u8, Card)>,
}

#[derive(Deserialize)]
struct BoardCards {
    board: u8,
    #[serde(deserialize_with = "cards")]
    cards: Vec<Card>,
}

#[derive(Deserialize)]
struct Boards {
    boards: u8,
}

#[derive(Deserialize)]
struct Acted {
    seat: u8,
    action: Action,
}

#[derive(Deserialize)]
struct OfSeat {
    seat: u8,
}

#[derive(Deserialize)]
struct Ordered {
    #[serde(default)]
    command: Command,
}

#[derive(Deserialize)]
struct Began {
    least: u8,
    most: u8,
    replaced: bool,
}

#[derive(Deserialize)]
struct Counted {
    seat: u8,
    count: u8,
}

#[derive(Deserialize)]
struct Shuffled {
    seat: Option<u8>,
    cards: u8,
}

#[derive(Deserialize)]
struct SeatCards {
    seat: u8,
    #[serde(deserialize_with = "cards")]
    cards: Vec<Card>,
}

#[derive(Deserialize)]
struct OfHand {
    hand: u64,
}

#[derive(Deserialize)]
struct Cards {
    #[serde(deserialize_with = "cards")]
    cards: Vec<Card>,
}

#[derive(Deserialize)]
struct AfterHand {
    hand: u64,
    seat: u8,
    #[serde(deserialize_with = "cards")]
    cards: Vec<Card>,
}

/// Reads the body of an event. Returns `None` if a verifier does not need it.
pub(super) fn read<'de, A: MapAccess<'de>>(
    name: Name,
    map: &mut A,
) -> Result<Option<Event>, A::Error> {
    Ok(Some(match name {
        Name::HandStarted => {
            let Started { hand, button, dealt } = map.next_value()?;
            Event::HandStarted { hand, button, dealt }
        }
        Name::CardsDealt => Event::CardsDealt { each: map.next_value::<Each>()?.each },
        Name::UpCardsDealt => Event::UpCardsDealt { cards: map.next_value::<UpDealt>()?.cards },
        Name::BoardDealt => {
            let BoardCards { board, cards } = map.next_value()?;
            Event::BoardDealt { board, cards }
        }
        Name::RunItAgreed => Event::RunItAgreed { boards: map.next_value::<Boards>()?.boards },
        Name::Acted => {
            let acted: Acted = map.next_value()?;
            return Ok(acted.action.0.then_some(Event::Folded { seat: acted.seat }));
        }
        Name::HandKilled => Event::Folded { seat: map.next_value::<OfSeat>()?.seat },
        Name::FloorOrdered => {
            let restored = map.next_value::<Ordered>()?.command.0;
            return Ok(restored.map(|seat| Event::Restored { seat }));
        }
        Name::DrawBegan => {
            let Began { least, most, replaced } = map.next_value()?;
            Event::DrawBegan { least, most, replaced }
        }
        Name::Discarded => {
            let Counted { seat, count } = map.next_value()?;
            Event::Discarded { seat, count }
        }
        Name::Drawn => {
            let Counted { seat, count } = map.next_value()?;
            Event::Drawn { seat, count }
        }
        Name::Reshuffled => {
            let Shuffled { seat, cards } = map.next_value()?;
            Event::Reshuffled { seat, cards }
        }
        Name::HandTabled | Name::HandExposed => {
            let SeatCards { seat, cards } = map.next_value()?;
            Event::Shown { seat, cards }
        }
        Name::HandEnded => Event::Ended { hand: map.next_value::<OfHand>()?.hand },
        Name::HandVoided => Event::Voided { hand: map.next_value::<OfHand>()?.hand },
        Name::RabbitShown => Event::RabbitShown { cards: map.next_value::<Cards>()?.cards },
        Name::CardsShown => {
            let AfterHand { hand, seat, cards } = map.next_value()?;
            Event::CardsShown { hand, seat, cards }
        }
        Name::Other => {
            map.next_value::<IgnoredAny>()?;
            return Ok(None);
        }
    }))
}

/// Whether an action is a fold.
struct Action(bool);

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NamedVisitor).map(|named| Self(named.is_fold))
    }
}

/// The seat whose hand a command of the floor restores.
#[derive(Default)]
struct Command(Option<u8>);

impl<'de> Deserialize<'de> for Command {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NamedVisitor).map(|named| Self(named.restores))
    }
}

/// The part of an action or a command that a proof is about.
#[derive(Default)]
struct Named {
    is_fold: bool,
    restores: Option<u8>,
}

struct NamedVisitor;

impl<'de> Visitor<'de> for NamedVisitor {
    type Value = Named;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name, or an object with a name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Named, E> {
        Ok(Named { is_fold: name == "Fold", restores: None })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named, A::Error> {
        #[derive(Deserialize)]
        #[serde(field_identifier)]
        enum Key {
            RestoreHand,
            #[serde(other)]
            Other,
        }
        let mut named = Named::default();
        while let Some(key) = map.next_key()? {
            match key {
                Key::RestoreHand => named.restores = Some(map.next_value()?),
                Key::Other => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(named)
    }
}
