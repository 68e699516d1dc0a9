//! A new name, and all changes that it causes.

use super::diagnostics;
use crate::editor::Editor;
use crate::server::Done;
use crate::text;
use serde_json::{Value, json};

/// The changed lines, and the errors after the change.
pub(super) fn changed(
    editor: &mut Editor,
    file: &str,
    cursor: usize,
    to: &str,
) -> Done<Vec<String>> {
    let answer = editor.ask_at("textDocument/rename", file, cursor, json!({ "newName": to }))?;
    if let Some(error) = answer["error"].as_str() {
        return Ok(vec![format!("refused: {error}")]);
    }
    let mut lines = Vec::new();
    for document in answer["documentChanges"].as_array().into_iter().flatten() {
        let address = document["textDocument"]["uri"].as_str().unwrap_or_default();
        match editor.name_of(address) {
            Some(name) => lines.extend(apply(editor, &name, &document["edits"])?),
            None => lines.push(format!("changes {address}")),
        }
    }
    for name in editor.names() {
        lines.extend(diagnostics(editor, &name)?);
    }
    Ok(lines)
}

/// Applies the edits in one file; returns the changed lines.
fn apply(editor: &mut Editor, name: &str, edits: &Value) -> Done<Vec<String>> {
    let mut text = editor.text(name)?.to_owned();
    let mut edits: Vec<_> = edits
        .as_array()
        .into_iter()
        .flatten()
        .map(|edit| {
            (text::range(&text, &edit["range"]), edit["newText"].as_str().unwrap_or_default())
        })
        .collect();
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    let before: Vec<String> = text.lines().map(str::to_owned).collect();
    for (range, new) in edits {
        text.replace_range(range, new);
    }
    editor.write(name, &text)?;
    let after = text.lines().zip(&before).filter(|(after, before)| after != before);
    Ok(after.map(|(after, _)| format!("{name}: {}", after.trim())).collect())
}
