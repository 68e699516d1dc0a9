//! Writes values as words. A part that cannot be recorded is replaced by an error.
//!
//! The keys of maps are text; no two keys of a map are equal. A key that is not text is written as JSON. Keys of maps in it are written
//! in the same way and not quoted again, so the length of a key is linear in its depth. Text that could be confused with such a key is
//! quoted, and keys that serialize to the same value are numbered:
//!
//! * `(1, 2)` → `[1,2]`, `BTreeMap::from([(1, "a")])` → `{1:"a"}`
//! * `1` → `1`, `"1"` → `"1"`, `"one"` → `one`
//! * `None`, `Some(None)` → `null`, `null (2)`

use super::print::Comparison;
use super::{DEEPEST, Problem, Result, escaped, in_variant, part_of};
use crate::record::snapshot::Values;
use serde::ser::{self, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

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

/// A list that is serialized item by item.
pub(super) struct Items {
    pub(super) depth: usize,
    pub(super) variant: Option<&'static str>,
    pub(super) list: Vec<Value>,
}

/// A map or a struct.
pub(super) struct Fields {
    pub(super) depth: usize,
    pub(super) variant: Option<&'static str>,
    /// The key of the next value.
    pub(super) key: String,
    pub(super) values: Values,
    /// For keys that serialize to the same value: their number.
    pub(super) alike: BTreeMap<String, usize>,
}

impl Items {
    fn add(&mut self, item: &(impl Serialize + ?Sized)) {
        self.list.push(part_of(item, self.depth));
    }

    fn told(self) -> Value {
        in_variant(self.variant, Value::Array(self.list))
    }
}

impl Fields {
    fn add(&mut self, mut key: String, value: &(impl Serialize + ?Sized)) {
        if self.values.contains_key(&key) {
            let times = self.alike.entry(key.clone()).or_insert(1);
            *times += 1;
            key = numbered(&key, *times);
        }
        self.values.insert(key, part_of(value, self.depth));
    }

    fn told(self) -> Value {
        in_variant(self.variant, escaped(self.values))
    }
}

macro_rules! items {
    ($($of:ident: $add:ident),*) => {
        $(
            impl ser::$of for Items {
                type Ok = Value;
                type Error = Problem;

                fn $add<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<()> {
                    self.add(item);
                    Ok(())
                }

                fn end(self) -> Result<Value> {
                    Ok(self.told())
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
            impl ser::$of for Fields {
                type Ok = Value;
                type Error = Problem;

                fn serialize_field<T: Serialize + ?Sized>(
                    &mut self,
                    key: &'static str,
                    value: &T,
                ) -> Result<()> {
                    self.add(of_text(key), value);
                    Ok(())
                }

                fn end(self) -> Result<Value> {
                    Ok(self.told())
                }
            }
        )*
    };
}

fields!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Fields {
    type Ok = Value;
    type Error = Problem;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.key = of_value(&part_of(key, self.depth));
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let key = std::mem::take(&mut self.key);
        self.add(key, value);
        Ok(())
    }

    fn end(self) -> Result<Value> {
        Ok(self.told())
    }
}

pub(super) fn of_text(text: &str) -> String {
    if is_written(text) { quoted(text) } else { text.into() }
}

pub(super) fn of_value(value: &Value) -> String {
    if let Value::String(text) = value {
        return of_text(text);
    }
    let mut written = String::new();
    write(value, &mut written);
    written
}

/// Another key that serializes to the same value: `a` → `"a" (2)`
pub(super) fn numbered(key: &str, number: usize) -> String {
    format!("{} ({number})", inside(key))
}

/// A key inside of another one, where all text is quoted.
fn inside(key: &str) -> String {
    if is_written(key) { key.into() } else { quoted(key) }
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// Returns `true` if text could be confused with a key that is not text, is numbered or is quoted.
fn is_written(text: &str) -> bool {
    match text.bytes().next() {
        Some(b'"' | b'[' | b'{') => true,
        Some(b'n' | b't' | b'f') => matches!(unnumbered(text), "null" | "true" | "false"),
        Some(b'-' | b'0'..=b'9') => unnumbered(text).parse::<f64>().is_ok(),
        _ => false,
    }
}

/// `null (2)` → `null`
fn unnumbered(text: &str) -> &str {
    let number = text.strip_suffix(')').and_then(|text| text.rsplit_once(" ("));
    let is_number = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
    number.filter(|(_, digits)| is_number(digits)).map_or(text, |(key, _)| key)
}

/// Writes the entries of maps sorted by key, whichever map type `serde_json` uses.
fn write(value: &Value, written: &mut String) {
    match value {
        Value::Array(values) => {
            let write_item = |item: &Value, written: &mut String| write(item, written);
            write_list(['[', ']'], values.iter(), write_item, written);
        }
        Value::Object(values) => {
            let mut entries: Vec<_> = values.iter().collect();
            entries.sort_unstable_by_key(|(key, _)| *key);
            let write_entry = |(key, value): (&String, &Value), written: &mut String| {
                written.push_str(&inside(key));
                written.push(':');
                write(value, written);
            };
            write_list(['{', '}'], entries.into_iter(), write_entry, written);
        }
        value => written.push_str(&value.to_string()),
    }
}

/// `{1:"a",2:"b"}`
fn write_list<T>(
    [open, close]: [char; 2],
    items: impl Iterator<Item = T>,
    write_item: impl Fn(T, &mut String),
    written: &mut String,
) {
    written.push(open);
    for (place, item) in items.enumerate() {
        if place > 0 {
            written.push(',');
        }
        write_item(item, written);
    }
    written.push(close);
}
