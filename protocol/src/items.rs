//! A list of messages inside a message or a frame, in both encodings.
//!
//! Binary: for each message its tag (varint), the length of its body (varint) and the body. JSON:
//! an array of objects with one key, the message's name. In both, a reader skips messages that it
//! does not know, so it may be older than the writer.

use crate::codec;
use crate::limits::MAX_ITEMS_PER_FRAME;
use crate::message::Message;
use serde::de::{self, DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, SerializeMap, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;

/// Messages of one set, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Items<M>(pub Vec<M>);

impl<M: Message> Serialize for Items<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            let mut list = serializer.serialize_seq(Some(self.0.len()))?;
            for message in &self.0 {
                list.serialize_element(&Named(message))?;
            }
            list.end()
        } else {
            let mut bytes = Vec::with_capacity(16 * self.0.len());
            for message in &self.0 {
                codec::write_binary_item(message, &mut bytes).map_err(S::Error::custom)?;
            }
            serializer.serialize_bytes(&bytes)
        }
    }
}

impl<'de, M: Message> Deserialize<'de> for Items<M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_seq(ItemsVisitor(PhantomData))
        } else {
            deserializer.deserialize_bytes(ItemsVisitor(PhantomData))
        }
    }
}

struct ItemsVisitor<M>(PhantomData<M>);

impl<'de, M: Message> Visitor<'de> for ItemsVisitor<M> {
    type Value = Items<M>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of messages")
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Items<M>, E> {
        codec::read_binary_items(bytes).map(|read| Items(read.messages)).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Items<M>, A::Error> {
        let mut messages = Vec::new();
        let mut count = 0;
        while let Some(item) = list.next_element_seed(NamedSeed::<M, IgnoredAny>(PhantomData))? {
            count += 1;
            if count > MAX_ITEMS_PER_FRAME {
                return Err(de::Error::custom(codec::DecodeError::TooManyItems));
            }
            if let NamedItem::Known(message) = item {
                messages.push(message);
            }
        }
        Ok(Items(messages))
    }
}

/// A message as an object with one key, its name.
pub(crate) struct Named<'a, M>(pub(crate) &'a M);

impl<M: Message> Serialize for Named<'_, M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(1))?;
        object.serialize_entry(self.0.name(), &Body(self.0))?;
        object.end()
    }
}

/// The body of a message, without tag or name.
pub(crate) struct Body<'a, M>(pub(crate) &'a M);

impl<M: Message> Serialize for Body<'_, M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize_body(serializer)
    }
}

/// Reads the body of the message with a tag. Returns `None` for an unknown tag.
pub(crate) struct BodySeed<M> {
    pub(crate) tag: u32,
    pub(crate) set: PhantomData<M>,
}

impl<'de, M: Message> DeserializeSeed<'de> for BodySeed<M> {
    type Value = Option<M>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<M>, D::Error> {
        M::deserialize_tagged(self.tag, deserializer).transpose()
    }
}

/// A message of a JSON list, with what is read of the body if its name is unknown.
pub(crate) enum NamedItem<M, B> {
    Known(M),
    Unknown { name: String, body: B },
}

/// Reads an object with one key, the name of a message.
pub(crate) struct NamedSeed<M, B>(pub(crate) PhantomData<(M, B)>);

impl<'de, M: Message, B: Deserialize<'de>> DeserializeSeed<'de> for NamedSeed<M, B> {
    type Value = NamedItem<M, B>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, M: Message, B: Deserialize<'de>> Visitor<'de> for NamedSeed<M, B> {
    type Value = NamedItem<M, B>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with one key, the name of a message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        let Some(name) = object.next_key_seed(NameSeed::<M>(PhantomData))? else {
            return Err(de::Error::custom("a message needs a name"));
        };
        let item = match name {
            Ok(tag) => {
                let message = object.next_value_seed(BodySeed { tag, set: PhantomData });
                let message = message.map_err(|error| in_message::<M, A::Error>(tag, &error))?;
                NamedItem::Known(message.expect("the tag of a name is known"))
            }
            Err(name) => NamedItem::Unknown { name, body: object.next_value()? },
        };
        if object.next_key::<IgnoredAny>()?.is_some() {
            return Err(de::Error::custom("a message has one name"));
        }
        Ok(item)
    }
}

/// Adds the name of the message to an error in its body.
fn in_message<M: Message, E: de::Error>(tag: u32, error: &E) -> E {
    let name = M::CATALOGUE.iter().find(|(known, _)| *known == tag).map_or("", |(_, name)| *name);
    E::custom(format_args!("{name}: {error}"))
}

/// Reads the name of a message. Returns its tag, or the name if it is unknown.
struct NameSeed<M>(PhantomData<M>);

impl<'de, M: Message> DeserializeSeed<'de> for NameSeed<M> {
    type Value = Result<u32, String>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<M: Message> Visitor<'_> for NameSeed<M> {
    type Value = Result<u32, String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a message")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(M::tag_of_name(name).ok_or_else(|| name.to_owned()))
    }
}
