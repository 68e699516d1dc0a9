//! Literals of the language.

use super::Value;
use bt_language::vocabulary::{Constant, Type};
use std::time::Duration;

/// The value as a literal of a type; `None` if it is not one. A reference may be of any type.
pub(crate) fn literal(value: &Value, of: &Type) -> Option<String> {
    match (value, of) {
        (Value::Key(_), _) => Some(String::new()),
        (Value::Literal(text), Type::Duration) => duration(text).map(|_| text.clone()),
        // Other values of the same port are no lengths of time.
        (Value::Literal(text), Type::Text) if duration(text).is_some() => Some(quoted(text)),
        (Value::Literal(text), Type::Single | Type::Double) if is_decimal(text) => {
            Some(text.clone())
        }
        (Value::Literal(text), Type::Text) if is_decimal(text) => Some(quoted(text)),
        (Value::Literal(text), _) => {
            Some(text.clone()).filter(|text| duration(text).is_none() && !is_decimal(text))
        }
        (Value::Bool(value), Type::Bool) => Some(value.to_string()),
        (Value::Integer(value), Type::Integer(integer)) => {
            (integer.least..=integer.most).contains(value).then(|| value.to_string())
        }
        (Value::Integer(value), Type::Single | Type::Double) => Some(value.to_string()),
        (Value::Float(value), Type::Single | Type::Double) => {
            value.is_finite().then(|| float(*value))
        }
        (Value::Text(text), Type::Text) => Some(quoted(text)),
        (Value::Text(text), Type::Variants { variants, .. }) => {
            variants.contains(text).then(|| text.clone())
        }
        (Value::Bool(value), Type::Text) => Some(quoted(&value.to_string())),
        (Value::Integer(value), Type::Text) => Some(quoted(&value.to_string())),
        (Value::Float(value), Type::Text) => Some(quoted(&value.to_string())),
        _ => None,
    }
}

/// The zero of a type; the first of several variants.
pub(super) fn zero(of: &Type) -> Option<Value> {
    Some(match of {
        Type::Bool => Value::Bool(false),
        Type::Integer(_) | Type::Single | Type::Double => Value::Integer(0),
        Type::Duration => Value::Literal("0s".to_owned()),
        Type::Text => Value::Text(String::new()),
        Type::Variants { variants, .. } => Value::Text(variants.first()?.clone()),
        Type::Own { .. } => return None,
    })
}

/// The value as a constant of a type.
pub(super) fn constant(value: &Value, of: &Type) -> Option<Constant> {
    literal(value, of)?;
    Some(match (value, of) {
        (Value::Bool(value), Type::Bool) => Constant::Bool(*value),
        (Value::Integer(value), Type::Integer(_)) => Constant::Integer(*value),
        (Value::Integer(value), Type::Double) => Constant::Double(*value as f64),
        (Value::Float(value), Type::Double) => Constant::Double(*value),
        #[allow(clippy::cast_possible_truncation, reason = "the nearest number of the type")]
        (Value::Integer(value), Type::Single) => Constant::Single(*value as f32),
        #[allow(clippy::cast_possible_truncation, reason = "the nearest number of the type")]
        (Value::Float(value), Type::Single) => Constant::Single(*value as f32),
        (Value::Text(text) | Value::Literal(text), Type::Text) => Constant::Text(text.clone()),
        (Value::Bool(value), Type::Text) => Constant::Text(value.to_string()),
        (Value::Integer(value), Type::Text) => Constant::Text(value.to_string()),
        (Value::Float(value), Type::Text) => Constant::Text(value.to_string()),
        (Value::Literal(text), Type::Duration) => Constant::Duration(duration(text)?),
        (Value::Literal(text), Type::Double) => Constant::Double(text.parse().ok()?),
        (Value::Literal(text), Type::Single) => Constant::Single(text.parse().ok()?),
        (Value::Text(text), Type::Variants { variants, .. }) => {
            Constant::Variant(variants.iter().position(|variant| variant == text)?)
        }
        _ => return None,
    })
}

/// A constant as it is written in a vocabulary.
pub(crate) fn written(constant: &Constant, of: &Type) -> String {
    match (constant, of) {
        (Constant::Bool(value), _) => value.to_string(),
        (Constant::Integer(value), _) => value.to_string(),
        (Constant::Single(value), _) => format!("{value:?}"),
        (Constant::Double(value), _) => float(*value),
        (Constant::Duration(value), _) => milliseconds(value.as_secs_f64() * 1000.0),
        (Constant::Text(text), _) => quoted(text),
        (Constant::Variant(index), Type::Variants { variants, .. }) => {
            variants.get(*index).cloned().unwrap_or_default()
        }
        (Constant::Variant(_), _) => String::new(),
    }
}

/// `1500.0` → `1500ms`, `2000.0` → `2s`
pub(crate) fn milliseconds(length: f64) -> String {
    let length = if length.is_finite() { length.clamp(0.0, 1e15) } else { 0.0 };
    if length >= 1000.0 && length % 1000.0 == 0.0 {
        format!("{}s", length / 1000.0)
    } else {
        format!("{length}ms")
    }
}

/// The length of a literal such as `250ms`.
pub(crate) fn duration(text: &str) -> Option<Duration> {
    let digits = text.find(|letter: char| letter.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(digits);
    let seconds = match unit {
        "ns" => 1e-9,
        "us" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let number: f64 = number.replace('_', "").parse().ok()?;
    Duration::try_from_secs_f64(number * seconds).ok()
}

/// Returns `true` for a number with a point and digits on both sides: `-0.50`
pub(crate) fn is_decimal(text: &str) -> bool {
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts = text.strip_prefix('-').unwrap_or(text).split_once('.');
    parts.is_some_and(|(whole, fraction)| is_digits(whole) && is_digits(fraction))
}

/// A float with a point.
fn float(value: f64) -> String {
    format!("{value:?}")
}

pub(crate) fn quoted(text: &str) -> String {
    format!("{text:?}")
}

pub(super) const fn is_number(of: &Type) -> bool {
    matches!(of, Type::Integer(_) | Type::Single | Type::Double)
}
