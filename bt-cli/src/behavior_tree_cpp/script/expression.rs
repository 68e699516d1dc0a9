//! A script as an expression of a file of trees, after the types of the keys are known.

use super::{Of, Script};
use crate::words::{Value, Words};
use bt_language::vocabulary::Type;

impl Script {
    /// The type of an expression; `None` if any number fits.
    fn typed(&self, words: &Words) -> Option<Type> {
        match self {
            Self::Key(key) => words.field_type(key).cloned(),
            Self::Text(_) => Some(Type::Text),
            Self::Bool(_)
            | Self::Unary('!', _)
            | Self::Binary("==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||", ..) => {
                Some(Type::Bool)
            }
            Self::Unary(_, inner) => inner.typed(words),
            Self::Binary(_, one, other) => one.typed(words).or_else(|| other.typed(words)),
            Self::Number(_) | Self::Conditional(..) | Self::Assign(..) => None,
        }
    }

    /// The expression of this type; `None` if the language has none.
    pub(in super::super) fn language(&self, words: &mut Words, of: &Type) -> Option<String> {
        let is_float = matches!(of, Type::Single | Type::Double);
        let is_number = is_float || matches!(of, Type::Integer(_));
        Some(match self {
            Self::Number(number) if is_number && number.fract() == 0.0 => format!("{number:.0}"),
            Self::Number(number) if is_float => format!("{number:?}"),
            Self::Text(text) if matches!(of, Type::Text | Type::Own { .. }) => {
                words.argument(&Value::Text(text.clone()), of)
            }
            Self::Bool(value) if *of == Type::Bool => value.to_string(),
            // The value of a port is a text at first.
            Self::Bool(value) if matches!(of, Type::Text | Type::Own { .. }) => {
                words.argument(&Value::Text(value.to_string()), of)
            }
            Self::Number(number) if matches!(of, Type::Text | Type::Own { .. }) => {
                words.argument(&Value::Text(number.to_string()), of)
            }
            Self::Key(key) if words.field_type(key) == Some(of) => words.reference(key, of),
            Self::Unary('!', inner) if *of == Type::Bool => {
                format!("!{}", inner.atom(words, of)?)
            }
            Self::Unary('-', inner) if is_number => {
                format!("-{}", inner.atom(words, of)?)
            }
            Self::Binary(sign @ ("&&" | "||"), one, other) if *of == Type::Bool => {
                let first = match one.as_ref() {
                    Self::Binary(same, ..) if same == sign => one.language(words, of)?,
                    one => one.part(words, of)?,
                };
                format!("{first} {sign} {}", other.part(words, of)?)
            }
            Self::Binary(sign @ ("==" | "!=" | "<" | "<=" | ">" | ">="), one, other)
                if *of == Type::Bool =>
            {
                let inner = one.typed(words).or_else(|| other.typed(words))?;
                let is_ordered = ["<", "<=", ">", ">="].contains(sign);
                let has_order = Of::for_type(&inner)
                    .is_some_and(|of| !is_ordered || matches!(of, Of::Integer | Of::Float));
                let side = |words: &mut Words, side: &Self| match inner {
                    Type::Bool => side.atom(words, &inner),
                    _ => side.language(words, &inner),
                };
                let one = has_order.then(|| side(words, one))??;
                format!("{one} {sign} {}", side(words, other)?)
            }
            // A division of integers is one of floats in a script.
            Self::Binary(sign @ ("+" | "-" | "*" | "/"), one, other)
                if is_float || (is_number && *sign != "/") =>
            {
                format!("{} {sign} {}", one.part(words, of)?, other.part(words, of)?)
            }
            _ => return None,
        })
    }

    /// The expression beside another operator.
    fn part(&self, words: &mut Words, of: &Type) -> Option<String> {
        match self {
            // A comparison binds closer than `&&`.
            Self::Binary("==" | "!=" | "<" | "<=" | ">" | ">=", ..) => self.language(words, of),
            _ => self.atom(words, of),
        }
    }

    /// The expression, in parentheses if it has an operator between two parts.
    fn atom(&self, words: &mut Words, of: &Type) -> Option<String> {
        let text = self.language(words, of)?;
        Some(if matches!(self, Self::Binary(..)) { format!("({text})") } else { text })
    }
}

/// A question as an expression.
pub(in super::super) fn question(statements: &[Script], words: &mut Words) -> Option<String> {
    match statements {
        [only] if only.is_plain() && !only.is_constant() => only.language(words, &Type::Bool),
        _ => None,
    }
}

/// Assignments as leaves; `None` if one of them changes a field of the blackboard.
pub(in super::super) fn assignments(
    statements: &[Script],
    words: &mut Words,
) -> Option<Vec<String>> {
    let one = |words: &mut Words, statement: &Script| {
        let Script::Assign(key, sign, value) = statement else { return None };
        let name = words.local_name(key)?.to_owned();
        let of = words.field_type(key)?.clone();
        let value = match sign {
            None => value.as_ref().clone(),
            Some(sign) => Script::Binary(sign, Box::new(Script::Key(key.clone())), value.clone()),
        };
        Some(format!("set {name} = {}", value.language(words, &of)?))
    };
    statements.iter().map(|statement| one(words, statement)).collect()
}
