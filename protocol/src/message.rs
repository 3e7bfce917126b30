//! The macro behind every set of messages. One line for each message gives its tag, its name and
//! its type, and the macro derives the rest from that.

use crate::codec::{DecodeError, Decoded, EncodeError, Encoding};

/// A set of messages, as the codec sees it. The macro `messages!` implements it
/// for the message enums.
pub trait Message: Sized {
    /// Tag and name of every message of the set, in the order of the tags.
    const CATALOGUE: &'static [(u32, &'static str)];

    /// Returns the number that precedes this message's body in a binary frame.
    fn tag(&self) -> u32;

    /// Returns the name that precedes this message's body in JSON.
    fn name(&self) -> &'static str;

    /// Serializes the body alone.
    fn serialize_body<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;

    /// Reads the body of the message with this tag. Returns `None` for an unknown tag.
    fn deserialize_tagged<'de, D: serde::Deserializer<'de>>(
        tag: u32,
        deserializer: D,
    ) -> Option<Result<Self, D::Error>>;

    /// Appends the message to a list of encoded ones, after a separator unless it is the first.
    /// After an error, the contents of the list are unspecified.
    ///
    /// This function and [`read_frame`](Self::read_frame) are not generic, so that the code of all
    /// messages exists once, here, and not in every crate that encodes or decodes.
    fn append_to(
        &self,
        encoding: Encoding,
        first: bool,
        list: &mut Vec<u8>,
    ) -> Result<(), EncodeError>;

    /// Reads the messages of a frame.
    fn read_frame(encoding: Encoding, frame: &[u8]) -> Result<Decoded<Self>, DecodeError>;

    /// Returns the tag of the message with this name, or `None` for an unknown name.
    fn tag_of_name(name: &str) -> Option<u32> {
        Self::CATALOGUE.iter().find(|(_, known)| *known == name).map(|(tag, _)| *tag)
    }
}

/// Sorts messages by their tags. A declaration may group them otherwise.
pub(crate) const fn sorted<const N: usize>(
    mut messages: [(u32, &'static str); N],
) -> [(u32, &'static str); N] {
    let mut end = 1;
    while end < N {
        let mut at = end;
        while at > 0 && messages[at - 1].0 > messages[at].0 {
            messages.swap(at - 1, at);
            at -= 1;
        }
        end += 1;
    }
    messages
}

/// Declares a set of messages. Each one is documented at its type.
macro_rules! messages {
    (
        $(#[$doc:meta])*
        pub enum $set:ident {
            $($tag:literal => $variant:ident,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum $set {
            $(
                #[doc = concat!("See [`", stringify!($variant), "`].")]
                $variant($variant),
            )*
        }

        impl $crate::message::Message for $set {
            const CATALOGUE: &'static [(u32, &'static str)] =
                &$crate::message::sorted([$(($tag, stringify!($variant)),)*]);

            fn tag(&self) -> u32 {
                match self {
                    $(Self::$variant(_) => $tag,)*
                }
            }

            fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => stringify!($variant),)*
                }
            }

            fn serialize_body<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant(body) => serde::Serialize::serialize(body, serializer),)*
                }
            }

            fn append_to(
                &self,
                encoding: $crate::codec::Encoding,
                first: bool,
                list: &mut Vec<u8>,
            ) -> Result<(), $crate::codec::EncodeError> {
                $crate::codec::append_item(encoding, self, first, list)
            }

            fn read_frame(
                encoding: $crate::codec::Encoding,
                frame: &[u8],
            ) -> Result<$crate::codec::Decoded<Self>, $crate::codec::DecodeError> {
                $crate::codec::read_items(encoding, frame)
            }

            fn deserialize_tagged<'de, D: serde::Deserializer<'de>>(
                tag: u32,
                deserializer: D,
            ) -> Option<Result<Self, D::Error>> {
                match tag {
                    $($tag => Some(<$variant as serde::Deserialize>::deserialize(deserializer).map(Self::$variant)),)*
                    _ => None,
                }
            }
        }

        $(
            impl From<$variant> for $set {
                fn from(body: $variant) -> Self {
                    Self::$variant(body)
                }
            }
        )*
    };
}

pub(crate) use messages;
