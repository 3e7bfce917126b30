//! The serialization of a card: `"As"` in human-readable formats, one byte in binary formats.
//!
//! Both directions are strict. A byte from 52 on and any other spelling are rejected, so a decoded
//! card is always valid.

use std::fmt::{self, Formatter};

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Card;

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u8(self.index())
        }
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(CardText)
        } else {
            let index = u8::deserialize(deserializer)?;
            Self::from_index(index).ok_or_else(|| {
                Error::invalid_value(Unexpected::Unsigned(index.into()), &"a card index below 52")
            })
        }
    }
}

struct CardText;

impl Visitor<'_> for CardText {
    type Value = Card;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("a card such as \"As\"")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Card, E> {
        text.parse().map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use serde::de::value::Error;
    use serde::de::{Deserializer, Visitor};
    use serde::{Deserialize, forward_to_deserialize_any};

    use crate::{Card, CardSet, parse_cards};

    #[test]
    fn json_is_the_text_of_the_card() {
        let cards = parse_cards("As Td 2c").unwrap();
        assert_eq!(serde_json::to_string(&cards).unwrap(), r#"["As","Td","2c"]"#);
        assert_eq!(serde_json::from_str::<Vec<Card>>(r#"["As","Td","2c"]"#).unwrap(), cards);
        for card in CardSet::full52() {
            let json = serde_json::to_string(&card).unwrap();
            assert_eq!(json, format!("\"{card}\""));
            assert_eq!(serde_json::from_str::<Card>(&json).unwrap(), card);
        }
    }

    #[test]
    fn json_of_anything_else_is_refused() {
        for json in [r#""as""#, r#""A""#, r#""""#, r#""AsKd""#, "51", "null", r#"["As"]"#] {
            assert!(serde_json::from_str::<Card>(json).is_err(), "{json}");
        }
        let error = serde_json::from_str::<Card>(r#""1s""#).unwrap_err().to_string();
        assert!(error.starts_with("'1' is not a rank"), "{error}");
    }

    /// A binary format whose whole message is one byte.
    struct OneByte(u8);

    impl<'de> Deserializer<'de> for OneByte {
        type Error = Error;

        fn is_human_readable(&self) -> bool {
            false
        }

        fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.visit_u8(self.0)
        }

        forward_to_deserialize_any! {
            bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
            unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
        }
    }

    #[test]
    fn a_byte_is_a_card_up_to_51() {
        for card in CardSet::full52() {
            assert_eq!(Card::deserialize(OneByte(card.index())), Ok(card));
        }
        for index in 52..=u8::MAX {
            let error = Card::deserialize(OneByte(index)).unwrap_err().to_string();
            assert_eq!(
                error,
                format!("invalid value: integer `{index}`, expected a card index below 52")
            );
        }
    }
}
