//! Completion and hover, for a page.

use super::units::Units;
use bt_language::edit;
use bt_language::vocabulary::Vocabulary;
use serde_json::{Value, json};
use std::vec::Vec;

/// The completions at a byte of a text.
pub(super) fn answer(text: &str, at: usize, words: &Vocabulary) -> Value {
    let completion = edit::complete(text, at, words);
    let [start, end] = Units::of(text).range(&completion.replaces);
    let item = |item: &edit::Item| {
        json!({
            "insert": item.insert, "label": item.label, "kind": item.kind,
            "detail": item.detail, "documentation": item.documentation,
        })
    };
    let items: Vec<Value> = completion.items.iter().map(item).collect();
    json!({ "start": start, "end": end, "items": items })
}

/// The explanation of what is written at a byte; `null` if there is none.
pub(super) fn hover(text: &str, at: usize, words: &Vocabulary) -> Value {
    let Some(hover) = edit::hover(text, at, words) else { return Value::Null };
    let [start, end] = Units::of(text).range(&hover.bytes);
    json!({ "start": start, "end": end, "title": hover.title, "documentation": hover.documentation })
}
