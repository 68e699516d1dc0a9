//! The fields of a blackboard as a recorder takes them.

use serde::{Serialize, Serializer};
use serde_json::Value as Json;
use std::fmt::Debug;
use std::ops::Deref;

/// A longer text is cut.
const LONGEST: usize = 400;

/// The fields of a blackboard, with their names.
#[derive(Debug, Default)]
pub struct Shown {
    fields: Vec<(&'static str, Json)>,
}

impl Shown {
    /// Adds a field, if it can be shown.
    pub fn field(&mut self, name: &'static str, value: Option<Json>) {
        if let Some(value) = value {
            self.fields.push((name, value));
        }
    }
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.fields.iter().map(|(name, value)| (name, value)))
    }
}

/// A value whose type may be `Serialize`, or else `Debug`.
///
/// The method of this type goes before the one behind `Deref`, so that it is called wherever it exists.
#[derive(Debug)]
pub struct Value<'v, T>(AsText<'v, T>);

impl<'v, T> Value<'v, T> {
    /// Wraps a value.
    #[must_use]
    pub const fn new(value: &'v T) -> Self {
        Self(AsText(value, Opaque))
    }
}

impl<T: Serialize> Value<'_, T> {
    /// The value as JSON.
    #[must_use]
    pub fn json(&self) -> Option<Json> {
        serde_json::to_value(self.0.0).ok()
    }
}

impl<'v, T> Deref for Value<'v, T> {
    type Target = AsText<'v, T>;

    fn deref(&self) -> &AsText<'v, T> {
        &self.0
    }
}

/// A value whose type may be `Debug`.
#[derive(Debug)]
pub struct AsText<'v, T>(&'v T, Opaque);

impl<T: Debug> AsText<'_, T> {
    /// The text of the value.
    #[must_use]
    pub fn json(&self) -> Option<Json> {
        let mut text = format!("{:?}", self.0);
        if let Some((end, _)) = text.char_indices().nth(LONGEST) {
            text.truncate(end);
            text.push('…');
        }
        Some(text.into())
    }
}

impl<T> Deref for AsText<'_, T> {
    type Target = Opaque;

    fn deref(&self) -> &Opaque {
        &self.1
    }
}

/// A value that is neither `Serialize` nor `Debug`.
#[derive(Debug)]
pub struct Opaque;

impl Opaque {
    /// It is not shown.
    #[must_use]
    #[allow(clippy::unused_self, reason = "it is called as the methods of the others are")]
    pub const fn json(&self) -> Option<Json> {
        None
    }
}
