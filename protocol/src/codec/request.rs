//! Reads the `request` of a body of unknown shape, so that a refusal can repeat it. Everything else
//! of the body is skipped.

use serde::de::{self, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// The `request` of a body, if the body is an object that has one.
pub(super) struct Request(pub(super) Option<u32>);

impl<'de> Deserialize<'de> for Request {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Found { field, .. } = deserializer.deserialize_any(Finder)?;
        Ok(Self(field))
    }
}

/// The request ids in a value of any shape.
#[derive(Default)]
struct Found {
    /// The value itself, if it is a request id.
    number: Option<u32>,
    /// The `request` in it, if it is an object.
    field: Option<u32>,
}

impl<'de> Deserialize<'de> for Found {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Finder)
    }
}

struct Finder;

impl<'de> Visitor<'de> for Finder {
    type Value = Found;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a body")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Found, E> {
        Ok(Found { number: u32::try_from(number).ok(), field: None })
    }

    fn visit_i64<E: de::Error>(self, _: i64) -> Result<Found, E> {
        Ok(Found::default())
    }

    fn visit_f64<E: de::Error>(self, _: f64) -> Result<Found, E> {
        Ok(Found::default())
    }

    fn visit_bool<E: de::Error>(self, _: bool) -> Result<Found, E> {
        Ok(Found::default())
    }

    fn visit_str<E: de::Error>(self, _: &str) -> Result<Found, E> {
        Ok(Found::default())
    }

    fn visit_unit<E: de::Error>(self) -> Result<Found, E> {
        Ok(Found::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Found, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Found::default())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Found, A::Error> {
        let mut field = None;
        while let Some(name) = object.next_key::<Key>()? {
            match name {
                Key::Request => field = object.next_value::<Found>()?.number,
                Key::Other => {
                    object.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(Found { number: None, field })
    }
}

/// The name of a field.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum Key {
    Request,
    #[serde(other)]
    Other,
}
