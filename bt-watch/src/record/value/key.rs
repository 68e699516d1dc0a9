//! The keys of maps as text; no two keys of a map are equal.
//!
//! A key that is not text is written as JSON. Keys of maps in it are written in the same way and not quoted
//! again, so the length of a key is linear in its depth. Text that could be confused with such a key is
//! quoted, and keys that serialize to the same value are numbered:
//!
//! * `(1, 2)` → `[1,2]`, `BTreeMap::from([(1, "a")])` → `{1:"a"}`
//! * `1` → `1`, `"1"` → `"1"`, `"one"` → `one`
//! * `None`, `Some(None)` → `null`, `null (2)`

use serde_json::Value;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

pub(super) fn of_text(text: &str) -> String {
    if is_written(text) { quoted(text) } else { text.into() }
}

pub(super) fn of_value(value: &Value) -> String {
    if let Value::String(text) = value {
        return of_text(text);
    }
    let mut written = String::new();
    write(value, &mut written);
    written
}

/// Another key that serializes to the same value: `a` → `"a" (2)`
pub(super) fn numbered(key: &str, number: usize) -> String {
    format!("{} ({number})", inside(key))
}

/// A key inside of another one, where all text is quoted.
fn inside(key: &str) -> String {
    if is_written(key) { key.into() } else { quoted(key) }
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// Returns `true` if text could be confused with a key that is not text, is numbered or is quoted.
fn is_written(text: &str) -> bool {
    match text.bytes().next() {
        Some(b'"' | b'[' | b'{') => true,
        Some(b'n' | b't' | b'f') => matches!(unnumbered(text), "null" | "true" | "false"),
        Some(b'-' | b'0'..=b'9') => unnumbered(text).parse::<f64>().is_ok(),
        _ => false,
    }
}

/// `null (2)` → `null`
fn unnumbered(text: &str) -> &str {
    let number = text.strip_suffix(')').and_then(|text| text.rsplit_once(" ("));
    let is_number = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
    number.filter(|(_, digits)| is_number(digits)).map_or(text, |(key, _)| key)
}

/// Writes the entries of maps sorted by key, whichever map type `serde_json` uses.
fn write(value: &Value, written: &mut String) {
    match value {
        Value::Array(values) => {
            let write_item = |item: &Value, written: &mut String| write(item, written);
            write_list(['[', ']'], values.iter(), write_item, written);
        }
        Value::Object(values) => {
            let mut entries: Vec<_> = values.iter().collect();
            entries.sort_unstable_by_key(|(key, _)| *key);
            let write_entry = |(key, value): (&String, &Value), written: &mut String| {
                written.push_str(&inside(key));
                written.push(':');
                write(value, written);
            };
            write_list(['{', '}'], entries.into_iter(), write_entry, written);
        }
        value => written.push_str(&value.to_string()),
    }
}

/// `{1:"a",2:"b"}`
fn write_list<T>(
    [open, close]: [char; 2],
    items: impl Iterator<Item = T>,
    write_item: impl Fn(T, &mut String),
    written: &mut String,
) {
    written.push(open);
    for (place, item) in items.enumerate() {
        if place > 0 {
            written.push(',');
        }
        write_item(item, written);
    }
    written.push(close);
}
