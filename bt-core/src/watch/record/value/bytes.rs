//! What a blackboard serializes to, as bytes: where they are those of the snapshot before, so are the values, and no
//! value has to be built.
//!
//! The bytes say of every value what it is and where it ends, so that different values have different bytes. Names that
//! the program does not build while it runs are written as their address.

use super::super::snapshot::{Name, Values};
use super::{DEEPEST, Problem, Result, part_of};
use serde::ser::{self, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use std::format;
use std::mem;
use std::vec::Vec;

/// The bytes of a snapshot.
#[derive(Debug, Default)]
pub(in super::super) struct Print {
    words: Vec<u64>,
    /// The names of the fields of a struct, and where the bytes of each one end.
    fields: Vec<(&'static str, usize)>,
    /// `false` if the values are not known from the bytes alone.
    is_whole: bool,
}

/// The difference from a snapshot before.
pub(in super::super) enum Difference {
    None,
    /// Only in the values of [`Scratch::changed`].
    Fields,
    /// All values have to be compared.
    Unknown,
}

/// The memory of a comparison, used again and again.
#[derive(Debug, Default)]
pub(in super::super) struct Scratch {
    print: Print,
    pub(in super::super) changed: Vec<(Name, Value)>,
}

impl Scratch {
    /// Compares a blackboard with a print, which becomes that of the blackboard.
    pub(in super::super) fn compare(
        &mut self,
        print: &mut Print,
        blackboard: &(impl Serialize + ?Sized),
    ) -> Difference {
        self.changed.clear();
        self.print.words.clear();
        self.print.fields.clear();
        self.print.is_whole = true;
        let Self { print: now, changed } = self;
        let (starts, is_aligned) = ((0, 0), true);
        let mut comparison = Comparison { before: print, now, changed, starts, is_aligned };
        let writer = Writer { to: &mut comparison, depth: 0, is_blackboard: true };
        let is_written = blackboard.serialize(writer).is_ok();
        let is_aligned = comparison.is_aligned;
        self.print.is_whole &= is_written;
        let is_known = self.print.is_whole && print.is_whole;
        let same_fields = is_aligned && self.print.fields.len() == print.fields.len();
        let difference = match (is_known && same_fields, self.print.fields.is_empty()) {
            (true, true) if self.print.words == print.words => Difference::None,
            (true, false) if self.changed.is_empty() => Difference::None,
            (true, false) => Difference::Fields,
            _ => Difference::Unknown,
        };
        mem::swap(&mut self.print, print);
        difference
    }
}

impl Print {
    /// Checks that each field is the value of that name: two of one name, or names in quotes, are not.
    pub(in super::super) fn check(&mut self, values: &Values) {
        let names: BTreeSet<_> = self.fields.iter().map(|(name, _)| *name).collect();
        let is_sound = names.len() == self.fields.len()
            && (names.is_empty() || names.len() == values.len())
            && names.iter().all(|name| values.contains_key(*name));
        self.is_whole &= is_sound;
    }
}

const fn bits(number: i64) -> u64 {
    u64::from_ne_bytes(number.to_ne_bytes())
}

/// Up to eight bytes.
fn word(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_ne_bytes(word)
}

struct Comparison<'a> {
    before: &'a Print,
    now: &'a mut Print,
    changed: &'a mut Vec<(Name, Value)>,
    /// Where the bytes of the next field begin, and where they began before.
    starts: (usize, usize),
    /// `true` while the fields are those of the print before.
    is_aligned: bool,
}

impl Comparison<'_> {
    /// A value of up to 56 bits.
    #[inline]
    fn put(&mut self, tag: Tag, value: u64) {
        self.now.words.push((tag as u64) << 56 | value);
    }

    #[inline]
    fn put_wide(&mut self, tag: Tag, value: u64) {
        self.put(tag, 0);
        self.now.words.push(value);
    }

    fn text(&mut self, tag: Tag, text: &[u8]) {
        self.put(tag, text.len() as u64);
        self.now.words.extend(text.chunks(8).map(word));
    }

    fn name(&mut self, tag: Tag, name: &'static str) {
        self.put(tag, name.len() as u64);
        self.now.words.push(name.as_ptr().addr() as u64);
    }

    /// A value in others; what cannot be written is left to those who build values.
    fn part(&mut self, value: &(impl Serialize + ?Sized), depth: usize) -> Result<()> {
        let written = value.serialize(Writer { to: self, depth, is_blackboard: false });
        self.now.is_whole &= written.is_ok();
        written
    }

    /// A field of the blackboard: its value is built if its bytes are others than before.
    #[inline]
    fn field(
        &mut self,
        name: &'static str,
        value: &(impl Serialize + ?Sized),
        depth: usize,
    ) -> Result<()> {
        let (start, start_before) = self.starts;
        self.part(value, depth)?;
        let end = self.now.words.len();
        let before = self.before.fields.get(self.now.fields.len());
        self.now.fields.push((name, end));
        match before {
            Some((known, end_before)) if std::ptr::eq(*known, name) || *known == name => {
                self.starts = (end, *end_before);
                // Word by word: they have just been written, and wider loads would wait for them.
                let words = self.now.words[start..end].iter();
                if !words.eq(&self.before.words[start_before..*end_before]) {
                    self.changed.push((Name::Borrowed(name), part_of(value, depth)));
                }
            }
            _ => (self.starts, self.is_aligned) = ((end, self.before.words.len()), false),
        }
        Ok(())
    }
}

/// What follows in the bytes.
#[derive(Clone, Copy)]
#[repr(u8)]
enum Tag {
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

/// Writes a value that is so deep in others, and its parts.
struct Writer<'a, 'b> {
    to: &'a mut Comparison<'b>,
    depth: usize,
    /// `true` if the fields of the value are those of the blackboard.
    is_blackboard: bool,
}

impl Writer<'_, '_> {
    fn deeper(self) -> Result<Self> {
        if self.depth < DEEPEST {
            Ok(Self { depth: self.depth + 1, ..self })
        } else {
            Err(Problem(format!("it is nested more than {DEEPEST} deep")))
        }
    }

    /// A value with parts, which are told one by one.
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
