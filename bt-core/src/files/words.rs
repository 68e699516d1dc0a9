//! The vocabulary of a program, in the form that `bt-language` uses.

use super::play;
use crate::vocabulary::{Parameter, Rule, Type, Value, Word, WordKind};
use bt_language::vocabulary::{self, Constant, Integer, Role, Vocabulary};
use std::borrow::ToOwned;
use std::string::String;
use std::vec::Vec;

/// The words of a vocabulary as JSON, for editors and other tools.
///
/// It is an array with an object for each word, in the order of the declaration.
///
/// ```
/// use bt_core::{behavior_tree, files};
///
/// behavior_tree! {
///     vocabulary Door(is_open: &mut bool) {
///         /// Opens the door.
///         action Open(/** in percent */ width: u8 = 100) => *is_open = width > 0;
///     }
/// }
///
/// let json: serde_json::Value = serde_json::from_str(&files::words_as_json(Door::WORDS))?;
/// assert_eq!(json[0]["name"], "Open");
/// assert_eq!(json[0]["description"], "Opens the door.");
/// assert_eq!(json[0]["parameters"][0]["type"]["integer"], "u8");
/// assert_eq!(json[0]["parameters"][0]["default"]["integer"], 100);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn words_as_json(words: &[Word]) -> String {
    // Writing to memory cannot fail, and all keys are text.
    serde_json::to_string_pretty(words).unwrap_or_default()
}

/// The words of a vocabulary with its rules as JSON, for tools that check files: `bt check --words FILE`.
///
/// It is an object: `words` is the array of [`words_as_json`], `rules` has an object for each rule, and `limit` is the limit
/// of their proofs, if the vocabulary says it.
///
/// ```
/// use bt_core::{behavior_tree, files};
///
/// behavior_tree! {
///     vocabulary Drill(safe: &mut bool) {
///         condition IsSafe => *safe;
///         action Fire => *safe = false;
///         /// Nobody fires blindly.
///         rule always Fire.ticked -> IsSafe.succeeded;
///     }
/// }
///
/// let json: serde_json::Value = serde_json::from_str(&files::vocabulary_as_json::<Drill>())?;
/// assert_eq!(json["words"][1]["name"], "Fire");
/// assert_eq!(json["words"][1]["can"]["fails"], false);
/// assert_eq!(json["rules"][0]["rule"], "always Fire.ticked -> IsSafe.succeeded");
/// assert_eq!(json["rules"][0]["description"], "Nobody fires blindly.");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn vocabulary_as_json<V: play::Vocabulary>() -> String {
    let all = Described { words: V::WORDS, rules: V::RULES, limit: V::LIMIT };
    serde_json::to_string_pretty(&all).unwrap_or_default()
}

#[derive(serde::Serialize)]
struct Described {
    words: &'static [Word],
    rules: &'static [Rule],
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<u64>,
}

/// The words of a vocabulary.
#[must_use]
pub fn of<V: play::Vocabulary>() -> Vocabulary {
    let clock = Some(V::HAS_CLOCK);
    described(V::WORDS, V::RULES, V::HAS_RANDOM, clock, V::LIMIT)
}

/// The same from data, so that it is not compiled again for each vocabulary.
fn described(
    words: &[Word],
    rules: &[Rule],
    has_random: bool,
    has_clock: Option<bool>,
    limit: Option<u64>,
) -> Vocabulary {
    let words: Vec<vocabulary::Word> = words.iter().map(word).collect();
    let rules = self::rules(rules, &words);
    Vocabulary { has_random, has_clock, rules, limit, accepts_unproved: false, words }
}

/// The rules of a vocabulary. What the macro has written can be read.
fn rules(rules: &[Rule], words: &[vocabulary::Word]) -> Vec<vocabulary::Rule> {
    let rules = rules.iter().filter_map(|rule| {
        let mut read = vocabulary::Rule::parse(rule.text, words).ok()?;
        read.description = rule.description.map(ToOwned::to_owned);
        Some(read)
    });
    rules.collect()
}

fn word(word: &Word) -> vocabulary::Word {
    vocabulary::Word {
        name: word.name.to_owned(),
        role: match word.kind {
            WordKind::Condition => Role::Condition,
            WordKind::Action { is_stateful } => Role::Action { is_stateful },
            WordKind::Decorator => Role::Decorator,
            WordKind::Value(of) => Role::Value(self::of_type(of)),
            WordKind::Type => Role::Type,
            WordKind::Subtree { part } => Role::Subtree { part: part.map(ToOwned::to_owned) },
        },
        parameters: word.parameters.iter().map(parameter).collect(),
        results: word.results.iter().map(parameter).collect(),
        description: word.description.map(ToOwned::to_owned),
        can: word.can.map(|can| vocabulary::Can {
            fails: can.fails(),
            runs: can.runs(),
            refuses: can.refuses(),
        }),
    }
}

fn parameter(parameter: &Parameter) -> vocabulary::Parameter {
    vocabulary::Parameter {
        name: parameter.name.to_owned(),
        of: of_type(parameter.of),
        by_reference: parameter.by_reference,
        default: parameter.default.map(constant),
        description: parameter.description.map(ToOwned::to_owned),
    }
}

fn of_type(of: Type) -> vocabulary::Type {
    match of {
        Type::Bool => vocabulary::Type::Bool,
        Type::Integer(name) => Integer::named(name)
            .map_or(vocabulary::Type::Bool, |of| vocabulary::Type::Integer(of.clone())),
        Type::F32 => vocabulary::Type::Single,
        Type::F64 => vocabulary::Type::Double,
        Type::Duration => vocabulary::Type::Duration,
        Type::Text => vocabulary::Type::Text,
        Type::Enum { name, variants } => vocabulary::Type::Variants {
            name: name.to_owned(),
            variants: variants.iter().map(|variant| String::from(*variant)).collect(),
        },
        Type::Own(name) => vocabulary::Type::Own { name: name.to_owned() },
    }
}

fn constant(value: Value) -> Constant {
    match value {
        Value::Bool(value) => Constant::Bool(value),
        Value::Integer(value) => Constant::Integer(value),
        Value::F32(value) => Constant::Single(value),
        Value::F64(value) => Constant::Double(value),
        Value::Duration(value) => Constant::Duration(value),
        Value::Text(value) => Constant::Text(value.to_owned()),
        Value::Variant(value) => Constant::Variant(value),
    }
}
