//! A comparison with a recorded value, for as long as which an answer is forced: `hunger > 50`.

use serde_json::{Map, Value};
use std::borrow::ToOwned;
use std::cmp::Ordering;
use std::format;
use std::string::String;

#[derive(Clone, Debug)]
pub(super) struct Comparison {
    text: String,
    path: String,
    operator: Operator,
    value: Value,
}

#[derive(Clone, Copy, Debug)]
enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// The longer ones first.
const OPERATORS: [(&str, Operator); 6] = [
    ("==", Operator::Equal),
    ("!=", Operator::NotEqual),
    ("<=", Operator::LessOrEqual),
    (">=", Operator::GreaterOrEqual),
    ("<", Operator::Less),
    (">", Operator::Greater),
];

impl Comparison {
    /// Reads `FIELD OPERATOR VALUE`, or `FIELD` alone, which is true or false. The field must be one of the values.
    pub(super) fn read(text: &str, values: &Map<String, Value>) -> Result<Self, String> {
        let found = OPERATORS
            .iter()
            .filter_map(|(word, operator)| Some((text.find(word)?, word.len(), *operator)));
        // Of several at the same place the longest one.
        let first = found.min_by_key(|(place, length, _)| (*place, usize::MAX - length));
        let (path, operator, value) = match first {
            Some((place, length, operator)) => {
                (&text[..place], operator, plain(text[place + length..].trim()))
            }
            None => (text, Operator::Equal, Value::Bool(true)),
        };
        let path = path.trim().to_owned();
        if at(values, &path).is_none() {
            return Err(format!(
                "there is no recorded field `{path}`: compare one, as in `health < 20`"
            ));
        }
        if value == Value::String(String::new()) {
            return Err(format!("a value is missing: compare one, as in `{path} < 20`"));
        }
        Ok(Self { text: text.trim().into(), path, operator, value })
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns `true` if the values fulfil it; values of different types are not equal, and neither less nor greater.
    pub(super) fn holds(&self, values: &Map<String, Value>) -> bool {
        let Some(found) = at(values, &self.path) else { return false };
        let order = match (found, &self.value) {
            (Value::Number(one), Value::Number(other)) => one.as_f64().partial_cmp(&other.as_f64()),
            (Value::String(one), Value::String(other)) => Some(one.cmp(other)),
            (one, other) => (one == other).then_some(Ordering::Equal),
        };
        match self.operator {
            Operator::Equal => order == Some(Ordering::Equal),
            Operator::NotEqual => order != Some(Ordering::Equal),
            Operator::Less => order == Some(Ordering::Less),
            Operator::LessOrEqual => order.is_some_and(Ordering::is_le),
            Operator::Greater => order == Some(Ordering::Greater),
            Operator::GreaterOrEqual => order.is_some_and(Ordering::is_ge),
        }
    }
}

/// JSON, or a text without quotation marks.
fn plain(value: &str) -> Value {
    serde_json::from_str(value).unwrap_or_else(|_| value.into())
}

/// The value at a path: `position.x`, `enemies.0`
fn at<'v>(values: &'v Map<String, Value>, path: &str) -> Option<&'v Value> {
    let mut parts = path.split('.');
    let mut value = values.get(parts.next()?)?;
    for part in parts {
        value = match value {
            Value::Object(fields) => fields.get(part)?,
            Value::Array(items) => items.get(part.parse::<usize>().ok()?)?,
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return None,
        };
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::{Comparison, Map, String, Value};
    use serde_json::json;

    fn values() -> Map<String, Value> {
        let values = json!({
            "health": 19, "speed": 1.5, "name": "Ada", "armed": false, "at": { "x": [3, -4] },
        });
        values.as_object().expect("an object").clone()
    }

    #[test]
    fn fields_are_compared_with_values() {
        for (text, holds) in [
            ("health < 20", true),
            ("health<19", false),
            ("health <= 19.0", true),
            ("health >= 20", false),
            ("health == 19", true),
            ("health != 19", false),
            ("speed > 1", true),
            ("name == Ada", true),
            ("name == \"Ada\"", true),
            ("name != Bob", true),
            ("name < 3", false),
            ("armed", false),
            ("armed == false", true),
            ("at.x.1 == -4", true),
            ("at.x == [3, -4]", true),
        ] {
            let read = Comparison::read(text, &values()).expect(text);
            assert_eq!((read.holds(&values()), read.text()), (holds, text));
        }
        let gone = Comparison::read("armed != true", &values()).expect("there is such a field");
        assert!(!gone.holds(&Map::new()));
    }

    #[test]
    fn what_compares_nothing_is_refused() {
        for text in ["", "mana < 20", "at.y", "at.x.2 < 1", "at.x.-1 < 1", "< 20", "20 > health"] {
            let problem = Comparison::read(text, &values()).expect_err(text);
            assert!(problem.starts_with("there is no recorded field"), "{problem}");
        }
        assert!(Comparison::read("health <", &values()).is_err());
    }
}
