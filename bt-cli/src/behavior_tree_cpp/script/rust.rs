//! A script as Rust, after the types of the fields are known.

use super::{Of, Script};
use crate::words::{Words, quoted};
use bt_language::vocabulary::Type;

impl Script {
    /// The kind of value, with the fields of the blackboard.
    fn kind(&self, words: &Words) -> Option<Of> {
        match self {
            Self::Key(key) => words.field_type(key).and_then(Of::for_type),
            Self::Number(_) | Self::Text(_) | Self::Bool(_) | Self::Assign(..) => self.plain(),
            Self::Unary('!', _)
            | Self::Binary("==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||", ..) => {
                Some(Of::Bool)
            }
            Self::Binary("/", ..) => Some(Of::Float),
            Self::Unary('~', _) | Self::Binary("&" | "|" | "^", ..) => Some(Of::Integer),
            Self::Unary(_, inner) => inner.kind(words),
            Self::Binary(_, one, other) | Self::Conditional(_, one, other) => {
                common(one.kind(words), other.kind(words))
            }
        }
    }

    /// A Rust expression of this kind; `None` if there is none.
    pub(in super::super) fn rust(&self, words: &Words, wanted: Of) -> Option<String> {
        Some(match (self, wanted) {
            (Self::Number(number), Of::Float) => format!("{number:?}"),
            (Self::Number(number), Of::Integer) => format!("{number:.0}"),
            (Self::Number(number), Of::Bool) => (*number != 0.0).to_string(),
            (Self::Text(text), Of::Text) => quoted(text),
            (Self::Bool(value), Of::Bool) => value.to_string(),
            (Self::Bool(value), Of::Float) => format!("{:?}", f64::from(u8::from(*value))),
            (Self::Bool(value), Of::Integer) => u8::from(*value).to_string(),
            (Self::Key(key), _) => self::key(key, words, wanted)?,
            (Self::Unary('!', inner), Of::Bool) => format!("!{}", inner.operand(words, Of::Bool)?),
            (Self::Unary('-', inner), Of::Float | Of::Integer) => {
                format!("-{}", inner.operand(words, wanted)?)
            }
            (Self::Unary('~', inner), Of::Integer) => format!("!{}", inner.operand(words, wanted)?),
            (Self::Binary(sign, one, other), _) => binary(sign, one, other, words, wanted)?,
            (Self::Conditional(condition, one, other), _) => format!(
                "if {} {{ {} }} else {{ {} }}",
                condition.rust(words, Of::Bool)?,
                one.rust(words, wanted)?,
                other.rust(words, wanted)?
            ),
            _ => return None,
        })
    }

    /// The expression, in parentheses if it has several parts.
    fn operand(&self, words: &Words, wanted: Of) -> Option<String> {
        let text = self.rust(words, wanted)?;
        let is_simple =
            text.chars().all(|letter| letter.is_ascii_alphanumeric() || "_.\"".contains(letter));
        Some(if is_simple { text } else { format!("({text})") })
    }

    /// A Rust statement; `None` if there is none.
    fn statement(&self, words: &Words) -> Option<String> {
        let Self::Assign(key, sign, value) = self else {
            let of = self.kind(words)?;
            return Some(format!("let _ = {}", self.rust(words, of)?));
        };
        let of = words.field_type(key)?.clone();
        let wanted = Of::for_type(&of)?;
        let value = match sign {
            None => value.as_ref().clone(),
            Some(sign) => Self::Binary(sign, Box::new(Self::Key(key.clone())), value.clone()),
        };
        let is_whole = matches!(value, Self::Number(number) if number.fract() == 0.0);
        let is_cast = match (&of, value.kind(words)) {
            _ if is_whole => None,
            (Type::Integer(_), Some(Of::Float)) | (Type::Single, _) => Some(Of::Float),
            (Type::Integer(integer), _) if integer.name != "i64" => Some(Of::Integer),
            _ => None,
        };
        if words.local_name(key).is_some() {
            return None;
        }
        let field = words.field_name(key)?;
        let value = match is_cast {
            Some(kind) => format!("({}) as {}", value.rust(words, kind)?, of.name()),
            None => value.rust(words, wanted)?,
        };
        Some(format!("blackboard.{field} = {value}"))
    }
}

/// The statements of an action.
pub(in super::super) fn action(statements: &[Script], words: &Words) -> Option<String> {
    let all: Option<Vec<String>> =
        statements.iter().map(|statement| statement.statement(words)).collect();
    match all?.as_slice() {
        [one] if one.starts_with("blackboard") => Some(one.clone()),
        all => Some(format!("{{ {}; }}", all.join("; "))),
    }
}

/// A question, which changes nothing.
pub(in super::super) fn condition(statements: &[Script], words: &Words) -> Option<String> {
    match statements {
        [only] => only.rust(words, Of::Bool),
        _ => None,
    }
}

fn common(one: Option<Of>, other: Option<Of>) -> Option<Of> {
    match (one, other) {
        (Some(Of::Integer), Some(Of::Integer)) => Some(Of::Integer),
        (Some(Of::Float | Of::Integer), Some(Of::Float | Of::Integer)) => Some(Of::Float),
        (one, other) => one.or(other),
    }
}

fn key(key: &str, words: &Words, wanted: Of) -> Option<String> {
    // The words of a program do not see the names of a tree.
    if words.local_name(key).is_some() {
        return None;
    }
    let of = words.field_type(key)?;
    let field = format!("blackboard.{}", words.field_name(key)?);
    Some(match (Of::for_type(of)?, wanted) {
        (Of::Float, Of::Float) if *of == Type::Double => field,
        (Of::Integer, Of::Integer) if of.name() == "i64" => field,
        (Of::Float | Of::Integer, Of::Float) => format!("{field} as f64"),
        (Of::Float | Of::Integer, Of::Integer) => format!("{field} as i64"),
        (Of::Float, Of::Bool) => format!("{field} != 0.0"),
        (Of::Integer, Of::Bool) => format!("{field} != 0"),
        (Of::Text, Of::Bool) => format!("!{field}.is_empty()"),
        (Of::Bool, Of::Float) => format!("f64::from(u8::from({field}))"),
        (Of::Bool, Of::Integer) => format!("i64::from({field})"),
        (own, wanted) if own == wanted => field,
        _ => return None,
    })
}

fn binary(sign: &str, one: &Script, other: &Script, words: &Words, wanted: Of) -> Option<String> {
    let own = match sign {
        "&&" | "||" => Of::Bool,
        ".." => return None,
        "&" | "|" | "^" => Of::Integer,
        "==" | "!=" | "<" | "<=" | ">" | ">=" => {
            let of = common(one.kind(words), other.kind(words)).unwrap_or(Of::Text);
            if one.kind(words) == Some(Of::Text) || other.kind(words) == Some(Of::Text) {
                Of::Text
            } else {
                of
            }
        }
        _ if wanted == Of::Integer && sign != "/" => Of::Integer,
        _ => Of::Float,
    };
    let text = format!("{} {sign} {}", one.operand(words, own)?, other.operand(words, own)?);
    let result = match sign {
        "==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||" => Of::Bool,
        _ => own,
    };
    Some(match (result, wanted) {
        (one, other) if one == other => text,
        (Of::Integer, Of::Float) => format!("({text}) as f64"),
        (Of::Float, Of::Integer) => format!("({text}) as i64"),
        (Of::Float, Of::Bool) => format!("({text}) != 0.0"),
        (Of::Integer, Of::Bool) => format!("({text}) != 0"),
        (Of::Bool, Of::Float) => format!("f64::from(u8::from({text}))"),
        (Of::Bool, Of::Integer) => format!("i64::from({text})"),
        _ => return None,
    })
}

/// A name that says what a script does: `battery < 20` → `battery below 20`
pub(in super::super) fn name(code: &str) -> String {
    let mut name = code.to_owned();
    for (sign, word) in [
        (":=", " becomes "),
        ("==", " is "),
        ("!=", " is not "),
        ("<=", " at most "),
        (">=", " at least "),
        ("+=", " plus "),
        ("-=", " minus "),
        ("<", " below "),
        (">", " above "),
        ("&&", " and "),
        ("||", " or "),
        ("!", " not "),
        ("=", " becomes "),
    ] {
        name = name.replace(sign, word);
    }
    let mut short = String::new();
    for part in
        name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|part| !part.is_empty())
    {
        if short.len() + part.len() > 40 {
            break;
        }
        short.push(' ');
        short.push_str(part);
    }
    short
}
