//! Bytes on the wire: raw in binary, lower-case hex digits in JSON.

use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

macro_rules! fixed_bytes {
    ($($(#[$doc:meta])* $name:ident $length:literal $word:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub [u8; $length]);

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&hex(&self.0))
            }
        }

        impl From<[u8; $length]> for $name {
            fn from(bytes: [u8; $length]) -> Self {
                Self(bytes)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    return serializer.serialize_str(&hex(&self.0));
                }
                let mut tuple = serializer.serialize_tuple($length)?;
                for byte in &self.0 {
                    tuple.serialize_element(byte)?;
                }
                tuple.end()
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if deserializer.is_human_readable() {
                    let bytes = deserializer.deserialize_newtype_struct($word, Hex)?;
                    let bytes = bytes.try_into();
                    return bytes.map(Self).map_err(|_| D::Error::custom(concat!(
                        "a ", $word, " has ", $length, " bytes"
                    )));
                }
                deserializer.deserialize_tuple($length, Fixed::<$length>).map(Self)
            }
        }
    )*};
}

fixed_bytes! {
    /// A SHA-256 hash, a public key or a secret that is published: 32 bytes.
    Hash32 32 "hash32";
    /// An Ed25519 signature: 64 bytes.
    Sig64 64 "sig64";
}

/// Bytes of any number.
#[derive(Clone, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serializer.is_human_readable() {
            true => serializer.serialize_str(&hex(&self.0)),
            false => self.0.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.is_human_readable() {
            true => deserializer.deserialize_newtype_struct("bytes", Hex).map(Self),
            false => Vec::deserialize(deserializer).map(Self),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |nibble: u8| char::from(DIGITS[usize::from(nibble & 15)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(*byte)]).collect()
}

/// Reads lower-case hex digits.
struct Hex;

impl<'de> Visitor<'de> for Hex {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("lower-case hex digits")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Vec<u8>, D::Error> {
        deserializer.deserialize_str(self)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Vec<u8>, E> {
        let digit = |digit: u8| match digit {
            b'0'..=b'9' => Ok(digit - b'0'),
            b'a'..=b'f' => Ok(digit - b'a' + 10),
            _ => Err(E::custom("hex digits are 0 to 9 and a to f")),
        };
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        if !rest.is_empty() {
            return Err(E::custom("a byte has two hex digits"));
        }
        pairs.iter().map(|[high, low]| Ok(digit(*high)? << 4 | digit(*low)?)).collect()
    }
}

/// Reads a fixed number of bytes.
struct Fixed<const N: usize>;

impl<'de, const N: usize> Visitor<'de> for Fixed<N> {
    type Value = [u8; N];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{N} bytes")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut bytes: A) -> Result<[u8; N], A::Error> {
        let mut read = [0; N];
        for (at, byte) in read.iter_mut().enumerate() {
            *byte = bytes.next_element()?.ok_or_else(|| A::Error::invalid_length(at, &self))?;
        }
        Ok(read)
    }
}
