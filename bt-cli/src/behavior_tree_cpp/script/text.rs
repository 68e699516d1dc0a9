//! A script as text.

use super::Script;
use std::fmt;

impl fmt::Display for Script {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(formatter),
            Self::Text(text) if text.contains('\'') => write!(formatter, "\"{text}\""),
            Self::Text(text) => write!(formatter, "'{text}'"),
            Self::Bool(value) => value.fmt(formatter),
            Self::Key(key) => formatter.write_str(key),
            Self::Unary(sign, inner) => write!(formatter, "{sign}({inner})"),
            Self::Binary(sign, one, other) => write!(formatter, "{one} {sign} {other}"),
            Self::Conditional(condition, one, other) => {
                write!(formatter, "{condition} ? {one} : {other}")
            }
            Self::Assign(key, None, value) => write!(formatter, "{key} := {value}"),
            Self::Assign(key, Some(sign), value) => write!(formatter, "{key} {sign}= {value}"),
        }
    }
}
