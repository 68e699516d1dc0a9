//! Values with parts. A part that cannot be recorded is replaced by an error.

use super::super::snapshot::Values;
use super::{Problem, Result, escaped, in_variant, key, part_of};
use serde::ser::{self, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::string::String;
use std::vec::Vec;

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
            key = key::numbered(&key, *times);
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
                    self.add(key::of_text(key), value);
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
        self.key = key::of_value(&part_of(key, self.depth));
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
