//! Writes values as words.

use super::print::Comparison;
use super::{DEEPEST, Problem, Result};
use serde::ser::{self, Serialize};
use std::format;

/// The kind of the value that follows.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(super) enum Tag {
    Bool,
    I8,
    I16,
    I32,
    I64,
    I128,
    U8,
    U16,
    U32,
    U64,
    U128,
    F32,
    F64,
    Char,
    Text,
    Bytes,
    None,
    Some,
    Unit,
    UnitVariant,
    Newtype,
    NewtypeVariant,
    List,
    ListVariant,
    Map,
    Struct,
    StructVariant,
    Field,
    End,
}

/// Writes a value at a nesting depth, with its parts.
pub(super) struct Writer<'a, 'b> {
    pub(super) to: &'a mut Comparison<'b>,
    pub(super) depth: usize,
    /// `true` if the fields of the value are those of the blackboard.
    pub(super) is_blackboard: bool,
}

impl Writer<'_, '_> {
    fn deeper(self) -> Result<Self> {
        if self.depth < DEEPEST {
            Ok(Self { depth: self.depth + 1, ..self })
        } else {
            Err(Problem(format!("it is nested more than {DEEPEST} deep")))
        }
    }

    /// Writes a value whose parts follow one by one.
    fn open(self, tag: Tag) -> Result<Self> {
        let writer = self.deeper()?;
        writer.to.put(tag, 0);
        Ok(Self { is_blackboard: false, ..writer })
    }

    fn open_variant(self, tag: Tag, variant: &'static str) -> Result<Self> {
        let writer = self.deeper()?;
        writer.to.name(tag, variant);
        Ok(Self { is_blackboard: false, ..writer })
    }

    fn part(&mut self, value: &(impl Serialize + ?Sized)) -> Result<()> {
        self.to.part(value, self.depth)
    }

    fn close(self) {
        self.to.put(Tag::End, 0);
    }
}

const fn bits(number: i64) -> u64 {
    u64::from_ne_bytes(number.to_ne_bytes())
}

macro_rules! plain {
    ($($method:ident($type:ty) $put:ident $tag:ident $word:expr;)*) => {
        $(
            #[inline]
            fn $method(self, value: $type) -> Result<()> {
                let word: fn($type) -> u64 = $word;
                self.to.$put(Tag::$tag, word(value));
                Ok(())
            }
        )*
    };
}

impl ser::Serializer for Writer<'_, '_> {
    type Ok = ();
    type Error = Problem;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    plain! {
        serialize_bool(bool) put Bool u64::from;
        serialize_u8(u8) put U8 u64::from;
        serialize_u16(u16) put U16 u64::from;
        serialize_u32(u32) put U32 u64::from;
        serialize_u64(u64) put_wide U64 u64::from;
        serialize_i8(i8) put_wide I8 |value| bits(value.into());
        serialize_i16(i16) put_wide I16 |value| bits(value.into());
        serialize_i32(i32) put_wide I32 |value| bits(value.into());
        serialize_i64(i64) put_wide I64 bits;
        serialize_f32(f32) put F32 |value| value.to_bits().into();
        serialize_f64(f64) put_wide F64 f64::to_bits;
        serialize_char(char) put Char u64::from;
    }

    fn serialize_u128(self, value: u128) -> Result<()> {
        self.to.text(Tag::U128, &value.to_ne_bytes());
        Ok(())
    }

    fn serialize_i128(self, value: i128) -> Result<()> {
        self.to.text(Tag::I128, &value.to_ne_bytes());
        Ok(())
    }

    fn serialize_str(self, text: &str) -> Result<()> {
        self.to.text(Tag::Text, text.as_bytes());
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<()> {
        self.to.text(Tag::Bytes, bytes);
        Ok(())
    }

    fn serialize_none(self) -> Result<()> {
        self.to.put(Tag::None, 0);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        self.to.put(Tag::Some, 0);
        value.serialize(self.deeper()?)
    }

    fn serialize_unit(self) -> Result<()> {
        self.to.put(Tag::Unit, 0);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Result<()> {
        self.to.name(Tag::UnitVariant, name);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<()> {
        self.to.put(Tag::Newtype, 0);
        value.serialize(self.deeper()?)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        self.open_variant(Tag::NewtypeVariant, name)?.part(value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self> {
        self.open(Tag::List)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self> {
        self.open(Tag::List)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self> {
        self.open(Tag::List)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Self> {
        self.open_variant(Tag::ListVariant, name)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self> {
        self.open(Tag::Map)
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self> {
        self.to.put(Tag::Struct, 0);
        self.deeper()
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Self> {
        self.open_variant(Tag::StructVariant, name)
    }
}

macro_rules! items {
    ($($of:ident: $add:ident),*) => {
        $(
            impl ser::$of for Writer<'_, '_> {
                type Ok = ();
                type Error = Problem;

                fn $add<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<()> {
                    self.part(item)
                }

                fn end(self) -> Result<()> {
                    self.close();
                    Ok(())
                }
            }
        )*
    };
}

items!(
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field
);

macro_rules! fields {
    ($($of:ident),*) => {
        $(
            impl ser::$of for Writer<'_, '_> {
                type Ok = ();
                type Error = Problem;

                #[inline]
                fn serialize_field<T: Serialize + ?Sized>(
                    &mut self,
                    name: &'static str,
                    value: &T,
                ) -> Result<()> {
                    if self.is_blackboard {
                        return self.to.field(name, value, self.depth);
                    }
                    self.to.name(Tag::Field, name);
                    self.part(value)
                }

                fn end(self) -> Result<()> {
                    self.close();
                    Ok(())
                }
            }
        )*
    };
}

fields!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Writer<'_, '_> {
    type Ok = ();
    type Error = Problem;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.part(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.part(value)
    }

    fn end(self) -> Result<()> {
        self.close();
        Ok(())
    }
}
