//! Hex and bounded lists in proof files.

use crate::hash::Hash;
use data_encoding::HEXLOWER;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serializer};
use std::fmt;
use std::marker::PhantomData;

/// Bytes of a fixed length in lower-case hex.
#[derive(Clone, Copy)]
pub(super) struct Fixed<const N: usize>(pub(super) [u8; N]);

impl<'de, const N: usize> Deserialize<'de> for Fixed<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(FixedVisitor)
    }
}

struct FixedVisitor<const N: usize>;

impl<const N: usize> Visitor<'_> for FixedVisitor<N> {
    type Value = Fixed<N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{N} bytes in lower-case hex")
    }

    fn visit_str<E: Error>(self, hex: &str) -> Result<Self::Value, E> {
        let mut bytes = [0; N];
        let wrong = || E::invalid_value(serde::de::Unexpected::Str(hex), &self);
        if hex.len() != 2 * N {
            return Err(E::invalid_length(hex.len() / 2, &self));
        }
        HEXLOWER.decode_mut(hex.as_bytes(), &mut bytes).map_err(|_| wrong())?;
        Ok(Fixed(bytes))
    }
}

/// Bytes of any length in lower-case hex.
pub(super) struct Bytes(pub(super) Vec<u8>);

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(BytesVisitor)
    }
}

struct BytesVisitor;

impl Visitor<'_> for BytesVisitor {
    type Value = Bytes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes in lower-case hex")
    }

    fn visit_str<E: Error>(self, hex: &str) -> Result<Bytes, E> {
        let bytes = HEXLOWER.decode(hex.as_bytes());
        bytes.map(Bytes).map_err(|_| E::custom("expected bytes in lower-case hex"))
    }
}

/// A list with a most length, whose entries are read as one type and stored as another.
pub(super) fn list<'de, D, T, U, const MOST: usize>(
    deserializer: D,
    store: fn(T) -> U,
) -> Result<Vec<U>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let visitor: Bounded<T, U, MOST> = Bounded { store, read: PhantomData };
    deserializer.deserialize_seq(visitor)
}

struct Bounded<T, U, const MOST: usize> {
    store: fn(T) -> U,
    read: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>, U, const MOST: usize> Visitor<'de> for Bounded<T, U, MOST> {
    type Value = Vec<U>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {MOST}")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        while let Some(entry) = entries.next_element()? {
            if list.len() == MOST {
                return Err(A::Error::invalid_length(MOST + 1, &self));
            }
            list.push((self.store)(entry));
        }
        Ok(list)
    }
}

pub(super) fn hashes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Hash>, D::Error> {
    list::<D, Fixed<32>, Hash, 255>(deserializer, |hash| hash.0)
}

/// Reads a list of hashes of which some are missing.
pub(super) fn maybe_hashes<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<Option<Hash>>, D::Error> {
    list::<D, Option<Fixed<32>>, Option<Hash>, 255>(deserializer, |hash| hash.map(|hash| hash.0))
}

/// Writes bytes as hex.
pub(super) fn write<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&HEXLOWER.encode(bytes))
}
