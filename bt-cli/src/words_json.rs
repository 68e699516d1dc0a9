//! The words of a program as JSON, as `bt_core::files::words_as_json` writes them, and with the rules of a vocabulary, as
//! `bt_core::files::vocabulary_as_json` does: `{"words": […], "rules": [{"rule": "never Fire.failed", "description": null}]}`
//!
//! ```
//! let json = r#"[{"name": "Wave", "kind": {"action": {"is_stateful": false}}, "parameters": [
//!     {"name": "times", "type": {"integer": "u8"}, "default": {"integer": 3}, "description": null}
//! ], "description": "Waves."}]"#;
//! let vocabulary = bt_cli::words_json::read(json).unwrap();
//! assert_eq!(vocabulary.words[0].parameters[0].of.name(), "u8");
//! assert_eq!(bt_cli::words_json::read(&bt_cli::words_json::write(&vocabulary)).unwrap(), vocabulary);
//! ```

use bt_language::vocabulary::{
    Can, Constant, Integer, Parameter, Role, Rule, Type, Vocabulary, Word,
};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Duration;

/// Reads a vocabulary. The JSON does not say whether the program draws random numbers and has a clock, so both count as given.
///
/// # Errors
///
/// One sentence, with the line and the column or with the word.
pub fn read(text: &str) -> Result<Vocabulary, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let json: Value =
        serde_json::from_str(text).map_err(|error| format!("this is not JSON: {error}"))?;
    let Some(all) = json.get("words").unwrap_or(&json).as_array() else {
        return Err(
            "expected an array of words, as `bt_core::files::words_as_json` writes it, or an object with `words`".to_owned()
        );
    };
    let mut words: Vec<Word> = Vec::new();
    for (index, json) in all.iter().enumerate() {
        let word = word(json).map_err(|what| format!("word {}: {what}", index + 1))?;
        if words.iter().any(|known| known.name == word.name) {
            return Err(format!("word {}: two words are called `{}`", index + 1, word.name));
        }
        words.push(word);
    }
    let mut rules = Vec::new();
    let all = json.get("rules").and_then(Value::as_array).into_iter().flatten();
    for (index, json) in all.enumerate() {
        let rule = rule(json, &words).map_err(|what| format!("rule {}: {what}", index + 1))?;
        rules.push(rule);
    }
    let limit = json.get("limit").and_then(Value::as_u64);
    let (has_random, has_clock) = (true, Some(true));
    Ok(Vocabulary { words, has_random, has_clock, rules, limit, accepts_unproved: false })
}

fn rule(json: &Value, words: &[Word]) -> Result<Rule, String> {
    let written = text(json, "rule").ok_or("it has no `rule`")?;
    let mut rule = Rule::parse(&written, words)?;
    rule.description = text(json, "description");
    Ok(rule)
}

fn can(json: &Value) -> Option<Can> {
    let is = |key| json.get(key).and_then(Value::as_bool).unwrap_or(true);
    json.is_object().then(|| Can { fails: is("fails"), runs: is("runs"), refuses: is("refuses") })
}

fn text(json: &Value, key: &str) -> Option<String> {
    json.get(key)?.as_str().map(str::to_owned)
}

fn word(json: &Value) -> Result<Word, String> {
    let name = text(json, "name").ok_or("it has no `name`")?;
    let kind = json.get("kind").ok_or_else(|| format!("`{name}` has no `kind`"))?;
    let role = match kind {
        Value::String(kind) if kind == "condition" => Role::Condition,
        Value::String(kind) if kind == "decorator" => Role::Decorator,
        Value::String(kind) if kind == "type" => Role::Type,
        kind => {
            if let Some(action) = kind.get("action") {
                let is_stateful =
                    action.get("is_stateful").and_then(Value::as_bool).unwrap_or(false);
                Role::Action { is_stateful }
            } else if let Some(of) = kind.get("value") {
                Role::Value(
                    type_of(of).ok_or_else(|| format!("the type of `{name}` is unknown: {of}"))?,
                )
            } else if let Some(subtree) = kind.get("subtree") {
                Role::Subtree { part: text(subtree, "part") }
            } else {
                return Err(format!("the kind of `{name}` is unknown: {kind}"));
            }
        }
    };
    let list = |key| {
        let all = json.get(key).and_then(Value::as_array).into_iter().flatten();
        let read = |one| parameter(one).map_err(|what| format!("`{name}`: {what}"));
        all.map(read).collect::<Result<Vec<Parameter>, String>>()
    };
    let (parameters, results) = (list("parameters")?, list("results")?);
    let can = json.get("can").and_then(can);
    Ok(Word { name, role, parameters, results, description: text(json, "description"), can })
}

fn parameter(json: &Value) -> Result<Parameter, String> {
    let name = text(json, "name").ok_or("a parameter has no `name`")?;
    let of = json.get("type").unwrap_or(&Value::Null);
    let of = type_of(of).ok_or_else(|| format!("the type of `{name}` is unknown: {of}"))?;
    let default = json.get("default").filter(|default| !default.is_null());
    let default = match default {
        None => None,
        Some(default) => Some(
            constant(default)
                .ok_or_else(|| format!("the default of `{name}` is unknown: {default}"))?,
        ),
    };
    let by_reference = json.get("by_reference").and_then(Value::as_bool).unwrap_or(false);
    Ok(Parameter { name, of, by_reference, default, description: text(json, "description") })
}

fn type_of(json: &Value) -> Option<Type> {
    if let Some(name) = json.as_str() {
        return Some(match name {
            "bool" => Type::Bool,
            "f32" => Type::Single,
            "f64" => Type::Double,
            "duration" => Type::Duration,
            "text" => Type::Text,
            _ => return None,
        });
    }
    if let Some(name) = json.get("integer") {
        return Integer::named(name.as_str()?).cloned().map(Type::Integer);
    }
    if let Some(name) = json.get("own") {
        return Some(Type::Own { name: name.as_str()?.to_owned() });
    }
    let variants = json.get("enum")?;
    let names = variants.get("variants")?.as_array()?;
    let names: Option<Vec<String>> =
        names.iter().map(|name| name.as_str().map(str::to_owned)).collect();
    Some(Type::Variants { name: text(variants, "name")?, variants: names? })
}

fn constant(json: &Value) -> Option<Constant> {
    let (kind, value) = json.as_object()?.iter().next()?;
    Some(match kind.as_str() {
        "bool" => Constant::Bool(value.as_bool()?),
        "integer" => Constant::Integer(value.to_string().parse().ok()?),
        #[allow(clippy::cast_possible_truncation, reason = "it was written from an `f32`")]
        "f32" => Constant::Single(value.as_f64()? as f32),
        "f64" => Constant::Double(value.as_f64()?),
        "duration" => {
            let nanoseconds = u32::try_from(value.get("nanos")?.as_u64()?).ok()?;
            Constant::Duration(Duration::new(
                value.get("secs")?.as_u64()?,
                nanoseconds.min(999_999_999),
            ))
        }
        "text" => Constant::Text(value.as_str()?.to_owned()),
        "variant" => Constant::Variant(usize::try_from(value.as_u64()?).ok()?),
        _ => return None,
    })
}

/// Writes a vocabulary, as `bt_core::files::words_as_json` does, or `vocabulary_as_json` if it has rules.
#[must_use]
pub fn write(vocabulary: &Vocabulary) -> String {
    let words: Vec<Value> = vocabulary.words.iter().map(word_as_json).collect();
    let rules: Vec<Value> = vocabulary.rules.iter().map(rule_as_json).collect();
    let all = match (rules.as_slice(), vocabulary.limit) {
        ([], _) => Value::from(words),
        (rules, None) => json!({"words": words, "rules": rules}),
        (rules, Some(limit)) => json!({"words": words, "rules": rules, "limit": limit}),
    };
    let mut text = serde_json::to_string_pretty(&all).unwrap_or_default();
    text.push('\n');
    text
}

fn word_as_json(word: &Word) -> Value {
    let kind = match &word.role {
        Role::Condition => json!("condition"),
        Role::Action { is_stateful } => json!({"action": {"is_stateful": is_stateful}}),
        Role::Decorator => json!("decorator"),
        Role::Type => json!("type"),
        Role::Value(of) => json!({"value": type_as_json(of)}),
        Role::Subtree { part } => json!({"subtree": {"part": part}}),
    };
    let list = |all: &[Parameter]| all.iter().map(parameter_as_json).collect::<Vec<Value>>();
    let mut of = json!({
        "name": word.name,
        "kind": kind,
        "parameters": list(&word.parameters),
        "description": word.description,
    });
    if !word.results.is_empty() {
        of["results"] = list(&word.results).into();
    }
    if let Some(Can { fails, runs, refuses }) = word.can {
        of["can"] = json!({"fails": fails, "runs": runs, "refuses": refuses});
    }
    of
}

fn rule_as_json(rule: &Rule) -> Value {
    json!({"rule": rule.to_string(), "description": rule.description})
}

fn parameter_as_json(parameter: &Parameter) -> Value {
    let mut of = json!({
        "name": parameter.name,
        "type": type_as_json(&parameter.of),
        "default": parameter.default.as_ref().map(constant_as_json),
        "description": parameter.description,
    });
    if parameter.by_reference {
        of["by_reference"] = json!(true);
    }
    of
}

fn type_as_json(of: &Type) -> Value {
    match of {
        Type::Bool => json!("bool"),
        Type::Integer(integer) => json!({"integer": integer.name}),
        Type::Single => json!("f32"),
        Type::Double => json!("f64"),
        Type::Duration => json!("duration"),
        Type::Text => json!("text"),
        Type::Variants { name, variants } => json!({"enum": {"name": name, "variants": variants}}),
        Type::Own { name } => json!({"own": name}),
    }
}

fn constant_as_json(constant: &Constant) -> Value {
    match constant {
        Constant::Bool(value) => json!({"bool": value}),
        Constant::Integer(value) => match (i64::try_from(*value), u64::try_from(*value)) {
            (Ok(value), _) => json!({"integer": value}),
            (_, Ok(value)) => json!({"integer": value}),
            _ => json!({"integer": value.to_string().parse::<f64>().unwrap_or_default()}),
        },
        Constant::Single(value) => json!({"f32": value}),
        Constant::Double(value) => json!({"f64": value}),
        Constant::Duration(value) => {
            json!({"duration": {"secs": value.as_secs(), "nanos": value.subsec_nanos()}})
        }
        Constant::Text(value) => json!({"text": value}),
        Constant::Variant(value) => json!({"variant": value}),
    }
}

/// The words and the rules as text: a line for each, as it is declared, and its description.
#[must_use]
pub fn list(vocabulary: &Vocabulary) -> String {
    let mut text = String::new();
    for word in &vocabulary.words {
        let parameters: Vec<String> = word.parameters.iter().map(declared).collect();
        let _ = write!(text, "{} {}", word.role.name(), word.name);
        if !parameters.is_empty() {
            let _ = write!(text, "({})", parameters.join(", "));
        }
        if let Role::Value(of) = &word.role {
            let _ = write!(text, ": {}", type_text(of));
        }
        match word.results.as_slice() {
            [] => {}
            [only] => drop(write!(text, " -> {}", type_text(&only.of))),
            several => {
                let several: Vec<String> = several.iter().map(declared).collect();
                let _ = write!(text, " -> ({})", several.join(", "));
            }
        }
        text.push('\n');
        for line in word.description.iter().flat_map(|description| description.lines()) {
            let _ = writeln!(text, "    {line}");
        }
        for parameter in &word.parameters {
            if let Some(description) = &parameter.description {
                let _ = writeln!(text, "    {}: {description}", parameter.name);
            }
        }
    }
    for rule in &vocabulary.rules {
        let _ = writeln!(text, "rule {rule}");
        for line in rule.description.iter().flat_map(|description| description.lines()) {
            let _ = writeln!(text, "    {line}");
        }
    }
    text
}

/// `speed: f32 = 1.5`, `path: &Path`
fn declared(parameter: &Parameter) -> String {
    let default = parameter.default.as_ref();
    let default = default.map(|value| crate::words::written(value, &parameter.of));
    let default = default.map_or_else(String::new, |default| format!(" = {default}"));
    let lent = if parameter.by_reference { "&" } else { "" };
    format!("{}: {lent}{}{default}", parameter.name, type_text(&parameter.of))
}

/// `u32`, `Mood { Calm, Wild }`
fn type_text(of: &Type) -> String {
    match of {
        Type::Variants { name, variants } => format!("{name} {{ {} }}", variants.join(", ")),
        Type::Bool
        | Type::Integer(_)
        | Type::Single
        | Type::Double
        | Type::Duration
        | Type::Text
        | Type::Own { .. } => of.name().to_owned(),
    }
}
