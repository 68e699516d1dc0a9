//! JSON with the order of its keys. A key that occurs twice is an error.

use crate::imported::ImportError;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeSet;
use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    Null,
    Bool(bool),
    Integer(i128),
    Float(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// Reads a text of JSON.
pub(super) fn read(text: &str) -> Result<Json, ImportError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    serde_json::from_str(text).map_err(|error| {
        let what = error.to_string();
        let what = what.split(" at line ").next().unwrap_or_default();
        ImportError::new(
            error.line(),
            error.column(),
            format!("this is not the JSON of Behavior3: {what}"),
        )
    })
}

impl Json {
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        let Self::Object(all) = self else { return None };
        all.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    pub(super) fn object(&self) -> &[(String, Self)] {
        if let Self::Object(all) = self { all } else { &[] }
    }

    pub(super) fn list(&self) -> &[Self] {
        if let Self::List(all) = self { all } else { &[] }
    }

    /// The text; empty if this is no text.
    pub(super) fn text(&self) -> &str {
        if let Self::Text(text) = self { text } else { "" }
    }

    /// The text of a key; empty without one.
    pub(super) fn text_of(&self, key: &str) -> &str {
        self.get(key).map_or("", Self::text)
    }

    /// A number, also one that is written as a text.
    #[allow(clippy::cast_precision_loss, reason = "times and counts are small")]
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Integer(number) => Some(*number as f64),
            Self::Float(number) => Some(*number),
            Self::Text(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
            _ => None,
        }
    }
}

/// As in a file of JSON.
impl fmt::Display for Json {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => formatter.write_str("null"),
            Self::Bool(value) => value.fmt(formatter),
            Self::Integer(value) => value.fmt(formatter),
            Self::Float(value) => write!(formatter, "{value:?}"),
            Self::Text(text) => {
                formatter.write_str(&serde_json::Value::from(text.as_str()).to_string())
            }
            Self::List(all) => {
                formatter.write_str("[")?;
                for (index, value) in all.iter().enumerate() {
                    formatter.write_str(if index == 0 { "" } else { "," })?;
                    value.fmt(formatter)?;
                }
                formatter.write_str("]")
            }
            Self::Object(all) => {
                formatter.write_str("{")?;
                for (index, (key, value)) in all.iter().enumerate() {
                    formatter.write_str(if index == 0 { "" } else { "," })?;
                    write!(formatter, "{}:{value}", serde_json::Value::from(key.as_str()))?;
                }
                formatter.write_str("}")
            }
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Json;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value of JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Integer(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Integer(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Float(value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Json, A::Error> {
        let mut all = Vec::new();
        while let Some(value) = access.next_element()? {
            all.push(value);
        }
        Ok(Json::List(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Json, A::Error> {
        let mut all: Vec<(String, Json)> = Vec::new();
        let mut keys = BTreeSet::new();
        while let Some(key) = access.next_key::<String>()? {
            if !keys.insert(key.clone()) {
                return Err(A::Error::custom(format!("the key `{key}` occurs twice")));
            }
            all.push((key, access.next_value()?));
        }
        Ok(Json::Object(all))
    }
}
