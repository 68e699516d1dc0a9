//! The values of a blackboard, serialized field by field.
//!
//! A value that JSON cannot express is a map with one key that begins with `$`. Such a map of the program's
//! own gets one more `$`:
//!
//! * `f64::NAN` → `{"$number": "NaN"}`; the same for infinities, and for integers of more than 64 bits
//! * a value that cannot be serialized → `{"$error": "why"}`; the other values are kept
//! * `{"$number": 1}` → `{"$$number": 1}`

use super::snapshot::Values;
use serde::ser::{self, Serialize};
use serde_json::{Number, Value};
use std::collections::BTreeMap;
use std::string::{String, ToString};
use std::vec::Vec;
use std::{fmt, format};

mod print;
mod writer;

pub(super) use print::{Difference, Print, Scratch};
use writer::{Fields, Items};

/// The maximum nesting depth. JSON readers commonly accept at most 128.
const DEEPEST: usize = 100;

const NUMBER: &str = "$number";
const ERROR: &str = "$error";

/// The first integer above which `f64` cannot represent all integers; the page reads numbers as `f64`.
const LARGE: u64 = 1 << 53;

/// The named fields of a value; a value without fields is one value.
pub(super) fn fields_of(
    anything: &(impl Serialize + ?Sized),
) -> std::result::Result<Values, Value> {
    let values = match part_of(anything, 0) {
        Value::Object(values) => values,
        value => return Err(value),
    };
    match values.keys().next().map(String::as_str).filter(|_| values.len() == 1) {
        Some(NUMBER | ERROR) => Err(Value::Object(values)),
        Some(key) if key.starts_with("$$") => {
            Ok(values.into_iter().map(|(key, value)| (key[1..].into(), value)).collect())
        }
        _ => Ok(values),
    }
}

fn part_of(anything: &(impl Serialize + ?Sized), depth: usize) -> Value {
    anything.serialize(Teller { depth }).unwrap_or_else(|problem| tagged(ERROR, problem.0))
}

fn tagged(tag: &str, text: String) -> Value {
    Value::Object(Values::from_iter([(tag.to_string(), Value::String(text))]))
}

/// A map of the program's own that cannot be confused with ours.
fn escaped(values: Values) -> Value {
    if values.len() == 1 && values.keys().any(|key| key.starts_with('$')) {
        return Value::Object(values.into_iter().map(|(k, v)| (format!("${k}"), v)).collect());
    }
    Value::Object(values)
}

/// `u64::MAX` → `{"$number": "18446744073709551615"}`: a form that every reader of JSON reads exactly.
pub(super) fn portable(number: &Number) -> Value {
    let is_large = match (number.as_u64(), number.as_i64()) {
        (Some(number), _) => number > LARGE,
        (None, Some(number)) => number.unsigned_abs() > LARGE,
        (None, None) => false,
    };
    if is_large { tagged(NUMBER, number.to_string()) } else { Value::Number(number.clone()) }
}

/// The inverse of `portable`, at any depth.
pub(super) fn exact_values(values: &Values) -> Values {
    values.iter().map(|(key, value)| (key.clone(), exact(value))).collect()
}

fn exact(value: &Value) -> Value {
    match value {
        Value::Array(values) => Value::Array(values.iter().map(exact).collect()),
        Value::Object(values) => {
            large(values).map_or_else(|| Value::Object(exact_values(values)), Value::Number)
        }
        value => value.clone(),
    }
}

fn large(values: &Values) -> Option<Number> {
    let text = values.get(NUMBER).filter(|_| values.len() == 1)?.as_str()?;
    let positive = || text.parse::<u64>().map(Number::from);
    text.parse::<i64>().map(Number::from).or_else(|_| positive()).ok()
}

/// The reason why a field cannot be recorded.
#[derive(Debug)]
pub(super) struct Problem(String);

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Problem {}

impl ser::Error for Problem {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

type Result<T> = std::result::Result<T, Problem>;

/// Serializes a value at this nesting depth.
#[derive(Clone, Copy)]
struct Teller {
    depth: usize,
}

impl Teller {
    fn deeper(self) -> Result<usize> {
        if self.depth < DEEPEST {
            Ok(self.depth + 1)
        } else {
            Err(Problem(format!("it is nested more than {DEEPEST} deep")))
        }
    }

    fn items(self, variant: Option<&'static str>, length: usize) -> Result<Items> {
        // The length is only a hint of the program.
        let list = Vec::with_capacity(length.min(1024));
        Ok(Items { depth: self.deeper()?, variant, list })
    }

    fn fields(self, variant: Option<&'static str>) -> Result<Fields> {
        let depth = self.deeper()?;
        let (key, values, alike) = (String::new(), Values::new(), BTreeMap::new());
        Ok(Fields { depth, variant, key, values, alike })
    }
}

/// `{"Walk": value}`
fn in_variant(variant: Option<&'static str>, value: Value) -> Value {
    match variant {
        Some(variant) => escaped(Values::from_iter([(writer::of_text(variant), value)])),
        None => value,
    }
}

fn float(number: f64) -> Value {
    let text = if number.is_nan() {
        "NaN"
    } else if number > 0.0 {
        "inf"
    } else {
        "-inf"
    };
    Number::from_f64(number).map_or_else(|| tagged(NUMBER, text.into()), Value::Number)
}

/// `0.1_f32` → `0.1`, and not `0.10000000149011612`, which is its exact value
fn single(number: f32) -> Value {
    let exact = f64::from(number);
    let short = number.to_string().parse().unwrap_or(exact);
    #[allow(clippy::cast_possible_truncation, reason = "whether it is the same is asked")]
    let is_same = (short as f32).to_bits() == number.to_bits();
    float(if is_same { short } else { exact })
}

macro_rules! plain {
    ($($method:ident($type:ty) -> $value:expr;)*) => {
        $(
            fn $method(self, number: $type) -> Result<Value> {
                let value: fn($type) -> Value = $value;
                Ok(value(number))
            }
        )*
    };
}

impl ser::Serializer for Teller {
    type Ok = Value;
    type Error = Problem;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Items;
    type SerializeTupleVariant = Items;
    type SerializeMap = Fields;
    type SerializeStruct = Fields;
    type SerializeStructVariant = Fields;

    plain! {
        serialize_bool(bool) -> Value::Bool;
        serialize_i8(i8) -> Value::from;
        serialize_i16(i16) -> Value::from;
        serialize_i32(i32) -> Value::from;
        serialize_i64(i64) -> Value::from;
        serialize_u8(u8) -> Value::from;
        serialize_u16(u16) -> Value::from;
        serialize_u32(u32) -> Value::from;
        serialize_u64(u64) -> Value::from;
        serialize_i128(i128) -> |number| match i64::try_from(number) {
            Ok(number) => number.into(),
            Err(_) => u64::try_from(number).map_or_else(|_| tagged(NUMBER, number.to_string()), Value::from),
        };
        serialize_u128(u128) -> |number| match u64::try_from(number) {
            Ok(number) => number.into(),
            Err(_) => tagged(NUMBER, number.to_string()),
        };
        serialize_f32(f32) -> single;
        serialize_f64(f64) -> float;
        serialize_char(char) -> |letter| Value::String(letter.to_string());
        serialize_str(&str) -> |text| Value::String(text.into());
        serialize_bytes(&[u8]) -> |bytes| bytes.iter().copied().collect();
    }

    fn serialize_none(self) -> Result<Value> {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value> {
        value.serialize(Self { depth: self.deeper()? })
    }

    fn serialize_unit(self) -> Result<Value> {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Value> {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Result<Value> {
        Ok(name.into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Value> {
        value.serialize(Self { depth: self.deeper()? })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<Value> {
        Ok(in_variant(Some(name), part_of(value, self.deeper()?)))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Items> {
        self.items(None, length.unwrap_or(0))
    }

    fn serialize_tuple(self, length: usize) -> Result<Items> {
        self.items(None, length)
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Items> {
        self.items(None, length)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        length: usize,
    ) -> Result<Items> {
        self.items(Some(name), length)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Fields> {
        self.fields(None)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields> {
        self.fields(None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Fields> {
        self.fields(Some(name))
    }
}
