//! Words as text, as they are declared.

use super::{Parameter, Type, Value, Word, WordKind};
use core::fmt::{Display, Formatter, Result};

/// The word with its parameters: `action GoTo(place: Place { Home, Market }, speed: f32 = 1.5)`.
impl Display for Word {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        let kind = match self.kind {
            WordKind::Condition => "condition",
            WordKind::Action { .. } => "action",
            WordKind::Decorator => "decorator",
            WordKind::Value(_) => "value",
            WordKind::Type => "type",
            WordKind::Subtree { .. } => "subtree",
        };
        write!(formatter, "{kind} {}", self.name)?;
        for (place, parameter) in self.parameters.iter().enumerate() {
            formatter.write_str(if place == 0 { "(" } else { ", " })?;
            write!(formatter, "{parameter}")?;
        }
        formatter.write_str(if self.parameters.is_empty() { "" } else { ")" })?;
        if let WordKind::Value(of) = self.kind {
            write!(formatter, ": {of}")?;
        }
        match self.results {
            [] => Ok(()),
            [only] => write!(formatter, " -> {}", only.of),
            [first, others @ ..] => {
                write!(formatter, " -> ({first}")?;
                others.iter().try_for_each(|other| write!(formatter, ", {other}"))?;
                formatter.write_str(")")
            }
        }
    }
}

/// The name, the type and the default: `speed: f32 = 1.5`.
impl Display for Parameter {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        let lent = if self.by_reference { "&" } else { "" };
        write!(formatter, "{}: {lent}{}", self.name, self.of)?;
        let Some(default) = self.default else { return Ok(()) };
        formatter.write_str(" = ")?;
        match (default, self.of) {
            (Value::Bool(value), _) => write!(formatter, "{value}"),
            (Value::Integer(value), _) => write!(formatter, "{value}"),
            (Value::F32(value), _) => write!(formatter, "{value:?}"),
            (Value::F64(value), _) => write!(formatter, "{value:?}"),
            (Value::Duration(value), _) => write!(formatter, "{value:?}"),
            (Value::Text(value), _) => write!(formatter, "{value:?}"),
            (Value::Variant(place), Type::Enum { variants, .. }) => {
                formatter.write_str(variants.get(place).copied().unwrap_or_default())
            }
            (Value::Variant(place), _) => write!(formatter, "{place}"),
        }
    }
}

/// The type as it is declared: `Place { Home, Market }`.
impl Display for Type {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        let name = match self {
            Self::Bool => "bool",
            Self::Integer(name) | Self::Own(name) => name,
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::Duration => "Duration",
            Self::Text => "&'static str",
            Self::Enum { name, variants } => {
                write!(formatter, "{name} {{ ")?;
                for (place, variant) in variants.iter().enumerate() {
                    formatter.write_str(if place == 0 { "" } else { ", " })?;
                    formatter.write_str(variant)?;
                }
                return formatter.write_str(" }");
            }
        };
        formatter.write_str(name)
    }
}
