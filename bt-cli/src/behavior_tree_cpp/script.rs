//! Scripts of BehaviorTree.CPP → Rust: `battery < 20 && door == 'open'`

mod expression;
mod parse;
mod rust;
mod text;

pub(super) use expression::{assignments, question};
pub(super) use parse::read;
pub(super) use rust::{action, condition, name};

use crate::words::Words;
use bt_language::vocabulary::{Integer, Type};
use std::collections::BTreeSet;

/// An expression or an assignment.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Script {
    Number(f64),
    Text(String),
    Bool(bool),
    Key(String),
    Unary(char, Box<Script>),
    Binary(&'static str, Box<Script>, Box<Script>),
    Conditional(Box<Script>, Box<Script>, Box<Script>),
    /// `key := value`, `key += value`
    Assign(String, Option<&'static str>, Box<Script>),
}

/// The kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    Bool,
    Integer,
    Float,
    Text,
}

impl Script {
    /// The kind of value, if no key decides it.
    fn plain(&self) -> Option<Of> {
        match self {
            Self::Number(number) if number.fract() == 0.0 => Some(Of::Integer),
            Self::Number(_) | Self::Binary("/", ..) => Some(Of::Float),
            Self::Text(_) => Some(Of::Text),
            Self::Bool(_)
            | Self::Unary('!', _)
            | Self::Binary("==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||", ..) => {
                Some(Of::Bool)
            }
            Self::Binary(_, one, other) | Self::Conditional(_, one, other) => {
                match (one.plain(), other.plain()) {
                    (Some(Of::Float), _) | (_, Some(Of::Float)) => Some(Of::Float),
                    (one, other) => one.or(other),
                }
            }
            Self::Unary(_, inner) => inner.plain(),
            Self::Key(_) | Self::Assign(..) => None,
        }
    }

    /// Adds the keys.
    pub(super) fn keys(&self, keys: &mut BTreeSet<String>) {
        match self {
            Self::Key(key) => {
                keys.insert(key.clone());
            }
            Self::Unary(_, inner) => inner.keys(keys),
            Self::Binary(_, one, other) => {
                one.keys(keys);
                other.keys(keys);
            }
            Self::Conditional(condition, one, other) => {
                condition.keys(keys);
                one.keys(keys);
                other.keys(keys);
            }
            Self::Assign(key, _, value) => {
                keys.insert(key.clone());
                value.keys(keys);
            }
            Self::Number(_) | Self::Text(_) | Self::Bool(_) => {}
        }
    }

    /// The script with other keys.
    pub(super) fn mapped(&self, map: &dyn Fn(&str) -> String) -> Self {
        let boxed = |inner: &Self| Box::new(inner.mapped(map));
        match self {
            Self::Key(key) => Self::Key(map(key)),
            Self::Unary(sign, inner) => Self::Unary(*sign, boxed(inner)),
            Self::Binary(sign, one, other) => Self::Binary(sign, boxed(one), boxed(other)),
            Self::Conditional(condition, one, other) => {
                Self::Conditional(boxed(condition), boxed(one), boxed(other))
            }
            Self::Assign(key, sign, value) => Self::Assign(map(key), *sign, boxed(value)),
            plain @ (Self::Number(_) | Self::Text(_) | Self::Bool(_)) => plain.clone(),
        }
    }

    /// Returns `true` for an expression without keys.
    pub(super) fn is_constant(&self) -> bool {
        let mut keys = BTreeSet::new();
        self.keys(&mut keys);
        keys.is_empty()
    }

    /// Returns `true` if the language has all operators of an expression.
    pub(super) fn is_plain(&self) -> bool {
        match self {
            Self::Number(_) | Self::Text(_) | Self::Bool(_) | Self::Key(_) => true,
            Self::Unary(sign, inner) => *sign != '~' && inner.is_plain(),
            Self::Binary(sign, one, other) => {
                !["..", "&", "|", "^"].contains(sign) && one.is_plain() && other.is_plain()
            }
            Self::Conditional(..) | Self::Assign(..) => false,
        }
    }

    /// Declares the fields of the keys, with the types that their use suggests.
    pub(super) fn declare(&self, words: &mut Words, wanted: Option<Of>) {
        match self {
            Self::Key(key) => {
                words.field(key, wanted.map(Of::type_of), "");
            }
            Self::Unary('!', inner) => inner.declare(words, Some(Of::Bool)),
            Self::Unary(_, inner) => inner.declare(words, wanted.or(Some(Of::Float))),
            Self::Binary("&&" | "||", one, other) => {
                one.declare(words, Some(Of::Bool));
                other.declare(words, Some(Of::Bool));
            }
            Self::Binary(sign, one, other) => {
                let default = if ["==", "!="].contains(sign) { Of::Text } else { Of::Float };
                let of = one.plain().or(other.plain()).unwrap_or(default);
                // A number in a script is a float, unless a model says otherwise.
                let of = if of == Of::Integer { Of::Float } else { of };
                one.declare(words, Some(of));
                other.declare(words, Some(of));
            }
            Self::Conditional(condition, one, other) => {
                condition.declare(words, Some(Of::Bool));
                one.declare(words, wanted);
                other.declare(words, wanted);
            }
            Self::Assign(key, sign, value) => {
                let number = sign.map(|_| Of::Float);
                let of = value.plain().map(|of| if of == Of::Integer { Of::Float } else { of });
                let of = of.or(number);
                words.field(key, of.map(Of::type_of), "");
                value.declare(words, of);
            }
            Self::Number(_) | Self::Text(_) | Self::Bool(_) => {}
        }
    }
}

impl Of {
    fn type_of(self) -> Type {
        match self {
            Self::Bool => Type::Bool,
            Self::Integer => {
                Integer::named("i64").map_or(Type::Double, |of| Type::Integer(of.clone()))
            }
            Self::Float => Type::Double,
            Self::Text => Type::Text,
        }
    }

    fn for_type(of: &Type) -> Option<Self> {
        Some(match of {
            Type::Bool => Self::Bool,
            Type::Integer(_) => Self::Integer,
            Type::Single | Type::Double => Self::Float,
            Type::Text => Self::Text,
            Type::Duration | Type::Variants { .. } | Type::Own { .. } => return None,
        })
    }
}
