//! A list that usually has one entry, which it stores inline. It dereferences to a slice.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::{Deref, DerefMut};

/// A list that stores a single entry inline, and other lengths in a vector.
#[derive(Clone, Debug)]
pub struct OneOrMore<T>(Entries<T>);

#[derive(Clone, Debug)]
enum Entries<T> {
    One(T),
    Listed(Vec<T>),
}

impl<T> OneOrMore<T> {
    #[must_use]
    pub const fn new() -> Self {
        Self(Entries::Listed(Vec::new()))
    }

    /// Returns a list of one entry.
    #[must_use]
    pub const fn one(entry: T) -> Self {
        Self(Entries::One(entry))
    }

    pub fn push(&mut self, entry: T) {
        self.0 = match std::mem::replace(&mut self.0, Entries::Listed(Vec::new())) {
            Entries::One(first) => Entries::Listed(vec![first, entry]),
            Entries::Listed(list) if list.is_empty() => Entries::One(entry),
            Entries::Listed(mut list) => {
                list.push(entry);
                Entries::Listed(list)
            }
        };
    }
}

impl<T> Deref for OneOrMore<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match &self.0 {
            Entries::One(entry) => std::slice::from_ref(entry),
            Entries::Listed(list) => list,
        }
    }
}

impl<T> DerefMut for OneOrMore<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            Entries::One(entry) => std::slice::from_mut(entry),
            Entries::Listed(list) => list,
        }
    }
}

impl<T> Default for OneOrMore<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// Compares the entries, not their representation.
impl<T: PartialEq> PartialEq for OneOrMore<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for OneOrMore<T> {}

impl<T> FromIterator<T> for OneOrMore<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut list = Self::new();
        entries.into_iter().for_each(|entry| list.push(entry));
        list
    }
}

impl<'a, T> IntoIterator for &'a OneOrMore<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Serialize> Serialize for OneOrMore<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OneOrMore<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::OneOrMore;

    #[test]
    fn it_reads_and_is_written_like_any_list() {
        for entries in [vec![], vec![7], vec![7, 8], vec![7, 8, 9]] {
            let mut list: OneOrMore<u8> = entries.iter().copied().collect();
            assert_eq!(*list, *entries);
            let bytes = postcard::to_allocvec(&list).expect("numbers can be written");
            assert_eq!(bytes, postcard::to_allocvec(&entries).expect("numbers can be written"));
            assert_eq!(postcard::from_bytes(&bytes), Ok(list.clone()));
            list.iter_mut().for_each(|entry| *entry += 1);
            assert_eq!(*list, entries.iter().map(|entry| entry + 1).collect::<Vec<u8>>());
            assert_eq!(list == entries.iter().copied().collect(), entries.is_empty());
        }
    }
}
