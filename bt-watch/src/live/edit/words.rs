//! The words of the program and of the language, for a page.

use bt_language::edit::{Part, Pattern, forms, key_part, parts, patterns, template};
use bt_language::grammar::Slot;
use bt_language::vocabulary::{Parameter, Type, Vocabulary, Word};
use bt_language::words::{self, Children, Family};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::format;
use std::string::String;
use std::vec::Vec;

/// The words of the vocabulary.
pub(super) fn words(vocabulary: &Vocabulary) -> Vec<Value> {
    let slots: Vec<Slot> =
        words::Word::ALL.iter().flat_map(|word| parts(*word)).map(|part| part.of).collect();
    vocabulary.words.iter().map(|one| word(one, &slots)).collect()
}

fn word(word: &Word, slots: &[Slot]) -> Value {
    // The types of the fields that the word can fill.
    let fits: BTreeSet<&str> =
        slots.iter().filter(|slot| slot.takes(&word.role)).map(Slot::name).collect();
    let of = word.role.value_type().map(Type::name);
    json!({
        "name": word.name,
        "kind": word.role.name(),
        "type": of,
        "documentation": word.description,
        "results": results(word),
        "parameters": word.parameters.iter().map(parameter).collect::<Vec<_>>(),
        "fits": fits,
    })
}

/// `-> Path`, `-> (pose: Pose, score: f32)`
fn results(word: &Word) -> Option<String> {
    let named = |of: &Parameter| format!("{}: {}", of.name, of.of.name());
    match word.results.as_slice() {
        [] => None,
        [only] if only.name == word.name => Some(format!("-> {}", only.of.name())),
        all => Some(format!("-> ({})", all.iter().map(named).collect::<Vec<_>>().join(", "))),
    }
}

fn parameter(parameter: &Parameter) -> Value {
    let choices = match &parameter.of {
        Type::Bool => json!(["false", "true"]),
        Type::Variants { variants, .. } => json!(variants),
        _ => Value::Null,
    };
    json!({
        "name": parameter.name,
        "type": parameter.of.name(),
        "reference": parameter.by_reference,
        "default": parameter.default_text(),
        "unit": null,
        "documentation": parameter.description,
        "choices": choices,
    })
}

/// The nodes that a file may have.
pub(super) fn nodes(vocabulary: &Vocabulary) -> Vec<Value> {
    let words = words::Word::ALL.iter().copied().filter(|word| forms(*word).next().is_some());
    words.map(|word| node(word, vocabulary)).collect()
}

/// A part of a node, for a field.
fn field(word: words::Word, part: &Part) -> Value {
    let choices = match &part.of {
        Slot::Choice(choices) => Some(*choices),
        _ => None,
    };
    json!({
        "name": part.name,
        "label": part.label,
        "type": part.of.name(),
        "required": part.is_required,
        "choices": choices,
        "binds": part.of == Slot::Name && word.binds_name(),
    })
}

fn node(word: words::Word, vocabulary: &Vocabulary) -> Value {
    let fields: Vec<Value> = parts(word).iter().map(|part| field(word, part)).collect();
    let children = match word.children() {
        Children::None => "none",
        Children::One => "one",
        Children::Block | Children::Pair | Children::Watched | Children::Branches => "many",
        Children::Weighted
        | Children::Lasting
        | Children::Scored
        | Children::Conditional
        | Children::Arms => "keyed",
    };
    let family = match word.family() {
        Family::Leaf => "leaf",
        Family::Composite => "composite",
        Family::Decorator => "decorator",
    };
    json!({
        "word": word.as_str(),
        "family": family,
        "children": children,
        "arguments": forms(word).collect::<Vec<_>>(),
        "fields": fields,
        "key": key_part(word).map(|part| field(word, &part)),
        "documentation": word.description(),
        "example": template(word, vocabulary),
    })
}

/// The common patterns that a file can have.
pub(super) fn common(vocabulary: &Vocabulary) -> Vec<Value> {
    let all = patterns(vocabulary);
    // The patterns were read as trees.
    bt_language::file::forget();
    let shown = |Pattern { name, description, source, .. }: &Pattern| json!({ "name": name, "documentation": description, "source": source });
    all.iter().map(shown).collect()
}
