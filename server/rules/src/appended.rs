//! Parts of a stored state that older snapshots lack.

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::{Serialize, Serializer};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// A field added at the end of a stored struct. If a snapshot of an older program ends before it,
/// it decodes to the default. A snapshot that ends in the middle of it does not decode.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Appended<T>(pub T);

impl<T> Deref for Appended<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Appended<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: Serialize> Serialize for Appended<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (true, &self.0).serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de> + Default> Deserialize<'de> for Appended<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_tuple(2, Parts(PhantomData))
    }
}

/// Reads the marker that the part exists, then the part.
struct Parts<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de> + Default> Visitor<'de> for Parts<T> {
    type Value = Appended<T>;

    fn expecting(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str("a later part of a state")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Self::Value, A::Error> {
        let Ok(Some(true)) = parts.next_element::<bool>() else { return Ok(Appended::default()) };
        let part = parts.next_element()?;
        part.map(Appended).ok_or_else(|| A::Error::invalid_length(1, &self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(PartialEq, Debug, serde::Serialize, serde::Deserialize)]
    struct Now {
        known: u32,
        later: Appended<Vec<u32>>,
        latest: Appended<Vec<u32>>,
    }

    #[test]
    fn an_older_snapshot_reads_as_if_nothing_had_been_added() {
        let now = Now { known: 300, later: Appended(vec![1, 2]), latest: Appended(vec![3]) };
        let bytes = postcard::to_stdvec(&now).unwrap();
        assert_eq!(postcard::from_bytes::<Now>(&bytes).unwrap(), now);
        let older = postcard::to_stdvec(&(300_u32, Appended(vec![1_u32, 2]))).unwrap();
        let read: Now = postcard::from_bytes(&older).unwrap();
        assert_eq!(read, Now { latest: Appended::default(), ..now });
        let oldest: Now = postcard::from_bytes(&postcard::to_stdvec(&300_u32).unwrap()).unwrap();
        assert_eq!(
            (oldest.known, oldest.later, oldest.latest),
            (300, Appended::default(), Appended::default())
        );
        assert!(postcard::from_bytes::<Now>(&bytes[..bytes.len() - 1]).is_err(), "cut in two");
    }
}
