//! A card in a binary format is one byte, its index.
//!
//! The format here supports only that byte and rejects everything else. The protocol tests the
//! formats in use.

use cardroom_cards::{Card, CardSet};
use serde::Serialize;
use serde::de::value::Error;
use serde::ser::{Error as _, Impossible, Serializer};

/// A binary serializer of a single `u8` that rejects everything else.
struct OneByte;

type Refused = Impossible<u8, Error>;

macro_rules! refuse {
    ($($name:ident($($argument:ty),*) -> $output:ty;)*) => {
        $(fn $name(self, $(_: $argument),*) -> Result<$output, Error> {
            Err(Error::custom(stringify!($name)))
        })*
    };
}

macro_rules! refuse_generic {
    ($($name:ident($($argument:ty),*);)*) => {
        $(fn $name<T: Serialize + ?Sized>(self, $(_: $argument,)* _: &T) -> Result<u8, Error> {
            Err(Error::custom(stringify!($name)))
        })*
    };
}

impl Serializer for OneByte {
    type Ok = u8;
    type Error = Error;
    type SerializeSeq = Refused;
    type SerializeTuple = Refused;
    type SerializeTupleStruct = Refused;
    type SerializeTupleVariant = Refused;
    type SerializeMap = Refused;
    type SerializeStruct = Refused;
    type SerializeStructVariant = Refused;

    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_u8(self, byte: u8) -> Result<u8, Error> {
        Ok(byte)
    }

    refuse! {
        serialize_bool(bool) -> u8;
        serialize_i8(i8) -> u8;
        serialize_i16(i16) -> u8;
        serialize_i32(i32) -> u8;
        serialize_i64(i64) -> u8;
        serialize_u16(u16) -> u8;
        serialize_u32(u32) -> u8;
        serialize_u64(u64) -> u8;
        serialize_f32(f32) -> u8;
        serialize_f64(f64) -> u8;
        serialize_char(char) -> u8;
        serialize_str(&str) -> u8;
        serialize_bytes(&[u8]) -> u8;
        serialize_none() -> u8;
        serialize_unit() -> u8;
        serialize_unit_struct(&'static str) -> u8;
        serialize_unit_variant(&'static str, u32, &'static str) -> u8;
        serialize_seq(Option<usize>) -> Refused;
        serialize_tuple(usize) -> Refused;
        serialize_tuple_struct(&'static str, usize) -> Refused;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Refused;
        serialize_map(Option<usize>) -> Refused;
        serialize_struct(&'static str, usize) -> Refused;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Refused;
    }

    refuse_generic! {
        serialize_some();
        serialize_newtype_struct(&'static str);
        serialize_newtype_variant(&'static str, u32, &'static str);
    }
}

#[test]
fn a_card_is_the_byte_of_its_index() {
    let bytes: Vec<u8> = CardSet::full52()
        .iter()
        .map(|card: Card| card.serialize(OneByte).expect("one byte"))
        .collect();
    assert_eq!(bytes, (0..52).collect::<Vec<u8>>());
}
