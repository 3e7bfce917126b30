//! Makes values of any message type by answering the requests of its `Deserialize`.
//!
//! A new message or field is covered at once, because there is no list to maintain. The choices
//! come from [`Choices`]: random bytes for properties, a fixed walk for surveys.

use serde::de::value::Error;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};

/// Decides the contents of an invented value, and learns what its type requests.
pub(crate) trait Choices {
    /// Returns whether the value is for the text encoding.
    fn human_readable(&self) -> bool;
    fn boolean(&mut self) -> bool;
    /// Returns an integer of a type with this many bits.
    fn integer(&mut self, bits: u32) -> u64;
    /// Returns a signed integer. Only lines of programs have any.
    fn signed(&mut self) -> i64 {
        0
    }
    /// Returns a number with a fraction. Only lines of programs have any.
    fn number(&mut self) -> f64 {
        1.0
    }
    /// Called with what stands before, between and after the parts of a tuple.
    fn tuple(&mut self, _text: &'static str) {}
    fn string(&mut self) -> String;
    /// Returns whether an option holds a value.
    fn some(&mut self) -> bool;
    /// Returns the number of elements of a list.
    fn length(&mut self) -> usize;
    /// Returns the name of the event for an element of a list of events. An event of
    /// another set is skipped.
    fn event(&mut self) -> &'static str;
    fn variant(&mut self, of: &'static str, variants: &'static [&'static str]) -> usize;
    /// Called before a struct is made.
    fn structure(&mut self, _name: &'static str) {}
    /// Called before a list of messages is made.
    fn items(&mut self) {}
    /// Called before the field of a struct or the content of a variant.
    fn enter(&mut self) {}
    /// Called after the field or the content.
    fn leave(&mut self, _owner: &'static str, _part: &'static str) {}
}

/// A deserializer that invents the requested values.
pub(crate) struct Invent<'a, C>(pub(crate) &'a mut C);

macro_rules! integers {
    ($($method:ident $visit:ident $type:ty,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let value = self.0.integer(<$type>::BITS);
            visitor.$visit(<$type>::try_from(value).expect("choices keep to the bits asked for"))
        }
    )*};
}

impl<'de, C: Choices> Deserializer<'de> for Invent<'_, C> {
    type Error = Error;

    fn is_human_readable(&self) -> bool {
        self.0.human_readable()
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        unreachable!("binary formats cannot answer this, so no message may ask it")
    }

    integers! {
        deserialize_u8 visit_u8 u8,
        deserialize_u16 visit_u16 u16,
        deserialize_u32 visit_u32 u32,
        deserialize_u64 visit_u64 u64,
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(self.0.boolean())
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_i64(self.0.signed())
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_f64(self.0.number())
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_seq(Tuple { choices: self.0, count, left: count })
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_string(self.0.string())
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_string(self.0.string())
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.some() { visitor.visit_some(self) } else { visitor.visit_none() }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        let bytes = match name {
            "hash32" => 32,
            "sig64" => 64,
            "bytes" => 3,
            _ => return visitor.visit_newtype_struct(self),
        };
        self.0.string();
        visitor.visit_newtype_struct("5a".repeat(bytes).into_deserializer())
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let left = self.0.length();
        visitor.visit_seq(Elements { choices: self.0, left })
    }

    /// In binary formats, a list of messages requests bytes. Its visitor accepts a list, too.
    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.0.items();
        self.deserialize_seq(visitor)
    }

    /// The body of an event that is not of the list's set.
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    /// The only maps are messages with their names.
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let name = self.0.event();
        visitor.visit_map(OneMessage { choices: self.0, name: Some(name) })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0.structure(name);
        visitor.visit_seq(Fields { choices: self.0, name, fields })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let index = self.0.variant(name, variants);
        visitor.visit_enum(Variant { choices: self.0, name, index, variant: variants[index] })
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 f32 char byte_buf unit unit_struct tuple_struct identifier
    }
}

struct Elements<'a, C> {
    choices: &'a mut C,
    left: usize,
}

impl<'de, C: Choices> SeqAccess<'de> for Elements<'_, C> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        seed.deserialize(Invent(self.choices)).map(Some)
    }
}

struct Tuple<'a, C> {
    choices: &'a mut C,
    count: usize,
    left: usize,
}

impl<'de, C: Choices> SeqAccess<'de> for Tuple<'_, C> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        self.choices.tuple(if self.left == self.count { "[" } else { ", " });
        self.left -= 1;
        let value = seed.deserialize(Invent(self.choices))?;
        if self.left == 0 {
            self.choices.tuple("]");
        }
        Ok(Some(value))
    }
}

struct Fields<'a, C> {
    choices: &'a mut C,
    name: &'static str,
    fields: &'static [&'static str],
}

impl<'de, C: Choices> SeqAccess<'de> for Fields<'_, C> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        let Some((field, rest)) = self.fields.split_first() else { return Ok(None) };
        self.fields = rest;
        self.choices.enter();
        let value = seed.deserialize(Invent(self.choices))?;
        self.choices.leave(self.name, field);
        Ok(Some(value))
    }
}

struct OneMessage<'a, C> {
    choices: &'a mut C,
    name: Option<&'static str>,
}

impl<'de, C: Choices> MapAccess<'de> for OneMessage<'_, C> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        self.name.take().map(|name| seed.deserialize(name.into_deserializer())).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        self.choices.enter();
        let value = seed.deserialize(Invent(self.choices))?;
        self.choices.leave("", "");
        Ok(value)
    }
}

struct Variant<'a, C> {
    choices: &'a mut C,
    name: &'static str,
    index: usize,
    variant: &'static str,
}

impl<'de, C: Choices> EnumAccess<'de> for Variant<'_, C> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let index = u32::try_from(self.index).expect("few variants");
        Ok((seed.deserialize(index.into_deserializer())?, self))
    }
}

impl<'de, C: Choices> VariantAccess<'de> for Variant<'_, C> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        self.choices.enter();
        self.choices.leave(self.name, self.variant);
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        self.choices.enter();
        let value = seed.deserialize(Invent(self.choices))?;
        self.choices.leave(self.name, self.variant);
        Ok(value)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Error> {
        unreachable!("variants with several parts hold a struct, so that the parts have names")
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        unreachable!("variants with several parts hold a struct, so that the struct has a name")
    }
}
