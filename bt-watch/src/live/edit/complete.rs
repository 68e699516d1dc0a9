//! Completion and hover, for a page.

use super::change;
use crate::live::answer::Answer;
use bt_language::edit::{self, Completion, Units};
use bt_language::vocabulary::Vocabulary;
use serde_json::{Value, json};
use std::borrow::ToOwned;
use std::format;
use std::ops::Range;
use std::vec::Vec;

/// The completions at a byte of a text.
pub(super) fn answer(text: &str, at: usize, words: &Vocabulary) -> Value {
    let completion = edit::complete(text, at, words);
    let range = Units::of(text).range(&completion.replaces);
    shown(&completion, range)
}

/// The completions in a value that a change would write, at a place of this value; so are the places of the answer.
pub(super) fn in_change(
    text: &str,
    change: &Value,
    at: usize,
    words: &Vocabulary,
) -> Result<Value, Answer> {
    // The change writes a mark behind the cursor, since an empty value would remove what is there.
    let mut change = change.clone();
    let fields = change.as_object_mut().and_then(|changes| changes.values_mut().next());
    let value = fields.and_then(|fields| match fields {
        Value::Object(fields) => {
            let field = if fields.contains_key("source") { "source" } else { "value" };
            fields.get_mut(field)
        }
        _ => None,
    });
    let value = value.ok_or_else(change::unknown)?;
    let written = value.as_str().ok_or_else(change::unknown)?.to_owned();
    let at = Units::of(&written).byte(at);
    let marked = format!("{}{MARK}{}", &written[..at], &written[at..]);
    *value = Value::from(&*marked);
    let change = change::read(&change).ok_or_else(change::unknown)?;
    let Ok(changed) = edit::change(text, &edit::outline(text), &change) else {
        return Ok(shown(&Completion::default(), [0, 0]));
    };
    let inside = changed.text.get(changed.select.clone()).unwrap_or_default();
    let start = changed.select.start + inside.rfind(&marked).unwrap_or_default();
    let completion = edit::complete(&changed.text, start + at, words);
    let Range { start: from, end: to } = completion.replaces;
    let mark = if start + at < to { MARK.len() } else { 0 };
    let range = from.saturating_sub(start)..to.saturating_sub(start + mark);
    let range = Units::of(&written).range(&range);
    Ok(shown(&completion, range))
}

/// A letter of a word.
const MARK: &str = "_";

fn shown(completion: &Completion, [start, end]: [usize; 2]) -> Value {
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
