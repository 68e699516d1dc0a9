//! Texts, offsets in them, and the positions of the protocol; both count bytes.

use serde_json::{Value, json};

/// The mark for the cursor in a probe's source, which is removed from the text.
pub(crate) const MARK: char = '▮';

/// The text without its marks, and the offsets of the marks.
pub(crate) fn unmarked(marked: &str) -> (String, Vec<usize>) {
    let mut parts = marked.split(MARK);
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut marks = Vec::new();
    for part in parts {
        marks.push(text.len());
        text.push_str(part);
    }
    (text, marks)
}

/// `{ line, character }`
pub(crate) fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    json!({ "line": before.matches('\n').count(), "character": offset - start })
}

/// The offset of `{ line, character }`.
pub(crate) fn offset(text: &str, position: &Value) -> usize {
    let line = number(&position["line"]);
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    (start + number(&position["character"])).min(text.len())
}

/// The offsets of `{ start, end }`.
pub(crate) fn range(text: &str, range: &Value) -> std::ops::Range<usize> {
    offset(text, &range["start"])..offset(text, &range["end"])
}

/// The line that an offset is in, without its indentation.
pub(crate) fn line_of(text: &str, offset: usize) -> &str {
    let start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    text[start..].lines().next().unwrap_or_default().trim()
}

/// The part of a name before the cursor.
pub(crate) fn typed(text: &str, offset: usize) -> &str {
    let before = &text[..offset];
    let part = |character: char| character.is_alphanumeric() || character == '_';
    &before[before.trim_end_matches(part).len()..]
}

fn number(value: &Value) -> usize {
    value.as_u64().and_then(|number| usize::try_from(number).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_taken_out() {
        assert_eq!(unmarked("a▮bc▮"), ("abc".to_owned(), vec![1, 3]));
    }

    #[test]
    fn positions_and_offsets_are_each_other_back() {
        let text = "ä\n  npc.health\n";
        for at in [0, 2, 3, 5, 12, text.len()] {
            assert_eq!(offset(text, &position(text, at)), at);
        }
        assert_eq!(position(text, 5), json!({ "line": 1, "character": 2 }));
        assert_eq!(line_of(text, 9), "npc.health");
        assert_eq!(typed(text, 12), "hea");
    }
}
