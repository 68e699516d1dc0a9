//! A value in a JSON text, with its place.

use super::RecordingError;
use serde_json::{Map, Value};
use std::fmt;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

/// A value with its place: `frames[3][2]`.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    value: &'a Value,
    above: Option<&'a Place<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Field(&'a str),
    Index(usize),
}

type Result<T> = std::result::Result<T, RecordingError>;

impl<'a> Place<'a> {
    pub(super) const fn whole(value: &'a Value) -> Self {
        Self { value, above: None, step: Step::Field("") }
    }

    /// An error at this place.
    pub(super) fn error(&self, problem: impl fmt::Display) -> RecordingError {
        let (place, problem) = (self.to_string(), problem.to_string());
        RecordingError::Content { place, problem }
    }

    /// The value, or an error that names what is expected here.
    pub(super) fn expected<T>(&self, what: &str, found: Option<T>) -> Result<T> {
        found.ok_or_else(|| {
            let value = self.value.to_string();
            let short: String = value.chars().take(40).collect();
            let more = if short.len() < value.len() { "…" } else { "" };
            self.error(format!("{what} is expected, and this is {short}{more}"))
        })
    }

    pub(super) fn text(&self) -> Result<&'a str> {
        self.expected("a text", self.value.as_str())
    }

    pub(super) fn number<T: TryFrom<u64>>(&self) -> Result<T> {
        let number = self.value.as_u64().and_then(|number| number.try_into().ok());
        self.expected("a number from 0 on, and not too large a one,", number)
    }

    pub(super) fn truth(&self) -> Result<bool> {
        self.expected("`true` or `false`", self.value.as_bool())
    }

    pub(super) fn object(&self) -> Result<&'a Map<String, Value>> {
        self.expected("an object", self.value.as_object())
    }

    pub(super) fn is_null(&self) -> bool {
        self.value.is_null()
    }

    /// A field that is required.
    pub(super) fn field(&'a self, name: &'a str) -> Result<Self> {
        let field = self.optional(name)?;
        field.ok_or_else(|| self.error(format!("the field `{name}` is missing")))
    }

    /// A field that is optional.
    pub(super) fn optional(&'a self, name: &'a str) -> Result<Option<Self>> {
        let value = self.object()?.get(name);
        Ok(value.map(|value| Self { value, above: Some(self), step: Step::Field(name) }))
    }

    /// The items of a list.
    pub(super) fn items(&'a self) -> Result<impl ExactSizeIterator<Item = Self>> {
        let values = self.expected("a list", self.value.as_array())?;
        let item = |(index, value)| Self { value, above: Some(self), step: Step::Index(index) };
        Ok(values.iter().enumerate().map(item))
    }

    /// The items of a list whose last items are optional.
    pub(super) fn tuple<const N: usize>(&'a self, least: usize) -> Result<[Option<Self>; N]> {
        let items: Vec<_> = self.items()?.collect();
        if items.len() < least || items.len() > N {
            let count = if least == N { N.to_string() } else { format!("{least} to {N}") };
            let found = items.len();
            return Err(self.error(format!("{count} items are expected, and there are {found}")));
        }
        Ok(std::array::from_fn(|index| items.get(index).copied()))
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(above) = self.above else { return Ok(()) };
        above.fmt(formatter)?;
        let dot = if above.above.is_some() { "." } else { "" };
        match self.step {
            Step::Field(name) => write!(formatter, "{dot}{name}"),
            Step::Index(index) => write!(formatter, "[{index}]"),
        }
    }
}
