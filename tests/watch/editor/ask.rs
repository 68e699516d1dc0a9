//! The requests of an editor, and their responses as text.

use crate::editor::Editor;
use crate::server::Done;
use crate::text;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A request at the cursor, or for the whole file.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ask {
    /// The completions, the best first.
    Complete,
    /// The text that appears when the pointer is above the word.
    Hover,
    /// The definition of the word.
    Define,
    /// The places where it is used.
    Refer,
    /// The lines that would change with this new name, and the errors after that.
    Rename(&'static str),
    /// The signature of the function whose arguments are being typed.
    Sign,
    /// The color of the word, that is, the kind of thing that it names.
    Color,
    /// The errors in the file.
    Diagnose,
}

impl Ask {
    /// The answers at one cursor in an open file.
    pub(crate) fn at(self, editor: &mut Editor, file: &str, cursor: usize) -> Done<Vec<String>> {
        match self {
            Self::Complete => offered(editor, file, cursor),
            Self::Hover => hover(editor, file, cursor),
            Self::Define => places(editor, "textDocument/definition", file, cursor),
            Self::Refer => places(editor, "textDocument/references", file, cursor),
            Self::Rename(to) => renamed(editor, file, cursor, to),
            Self::Sign => signatures(editor, file, cursor),
            Self::Color => color(editor, file, cursor),
            Self::Diagnose => diagnostics(editor, file),
        }
    }
}

fn hover(editor: &mut Editor, file: &str, cursor: usize) -> Done<Vec<String>> {
    let answer = editor.ask_at("textDocument/hover", file, cursor, json!({}))?;
    Ok(answer["contents"]["value"].as_str().map(str::to_owned).into_iter().collect())
}

/// Each place once, in the order of the response.
fn places(editor: &mut Editor, method: &str, file: &str, cursor: usize) -> Done<Vec<String>> {
    let more = json!({ "context": { "includeDeclaration": true } });
    let answer = editor.ask_at(method, file, cursor, more)?;
    let mut places = Vec::new();
    for one in answer.as_array().unwrap_or(&vec![answer.clone()]) {
        if one["uri"].is_string() {
            places.push(editor.place(&one["uri"], &one["range"])?);
        }
    }
    Ok(places)
}

fn signatures(editor: &mut Editor, file: &str, cursor: usize) -> Done<Vec<String>> {
    let answer = editor.ask_at("textDocument/signatureHelp", file, cursor, json!({}))?;
    let labels = answer["signatures"].as_array().into_iter().flatten();
    Ok(labels.filter_map(|signature| signature["label"].as_str()).map(str::to_owned).collect())
}

/// The kind of the word after the cursor, from the semantic tokens of the file.
fn color(editor: &mut Editor, file: &str, cursor: usize) -> Done<Vec<String>> {
    let answer = editor.ask("textDocument/semanticTokens/full", file)?;
    let legend = editor.server.capabilities["capabilities"]["semanticTokensProvider"]["legend"]
        ["tokenTypes"]
        .clone();
    let wanted = text::position(editor.text(file)?, cursor);
    let numbers: Vec<u64> =
        answer["data"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
    let (mut line, mut column) = (0, 0);
    let mut kinds = Vec::new();
    for token in numbers.chunks_exact(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        if json!({ "line": line, "character": column }) == wanted {
            let kind = usize::try_from(token[3]).ok().and_then(|index| legend[index].as_str());
            kinds.extend(kind.map(str::to_owned));
        }
    }
    Ok(kinds)
}

/// `macro-error at ";": expected …`, for each diagnostic of rust-analyzer itself.
pub(crate) fn diagnostics(editor: &mut Editor, file: &str) -> Done<Vec<String>> {
    let answer = editor.ask("textDocument/diagnostic", file)?;
    let text = editor.text(file)?;
    let items = answer["items"].as_array().into_iter().flatten();
    Ok(items
        .map(|item| {
            let code = item["code"].as_str().unwrap_or("?");
            let range = text::range(text, &item["range"]);
            let message = item["message"].as_str().unwrap_or_default();
            format!("{code} at {:?}: {message}", &text[range])
        })
        .collect())
}

/// The expansion of the tree at the cursor, for debugging.
pub(crate) fn expansion(editor: &mut Editor, file: &str, cursor: usize) -> Done<String> {
    let answer = editor.ask_at("rust-analyzer/expandMacro", file, cursor, json!({}))?;
    Ok(answer["expansion"].as_str().unwrap_or("nothing is expanded").to_owned())
}

/// The completions, the best first. If choosing one would cause an error, or it occurs twice, a note
/// follows its name.
fn offered(editor: &mut Editor, file: &str, cursor: usize) -> Done<Vec<String>> {
    let more = json!({ "context": { "triggerKind": 1 } });
    let answer = editor.ask_at("textDocument/completion", file, cursor, more)?;
    let text = editor.text(file)?;
    let typed = text::typed(text, cursor);
    let items = answer["items"].as_array().or(answer.as_array());
    let mut items: Vec<&Value> = items.into_iter().flatten().collect();
    items.retain(|item| fits(typed, string(item, "filterText").unwrap_or(label(item))));
    items.sort_by_key(|item| (string(item, "sortText").unwrap_or(label(item)), label(item)));
    let mut seen = BTreeSet::new();
    Ok(items
        .iter()
        .map(|item| {
            let name = name(item);
            let edit = text::range(text, &item["textEdit"]["range"]);
            let imports =
                item["additionalTextEdits"].is_array() || item["data"]["imports"] != json!([]);
            if edit != (cursor - typed.len()..cursor) {
                format!("{name} (replaces {:?})", &text[edit])
            } else if !seen.insert((
                name,
                item["labelDetails"].to_string(),
                item["kind"].to_string(),
            )) {
                format!("{name} (again)")
            } else if imports && !item["data"]["imports"].is_null() {
                format!("{name} (import)")
            } else {
                name.to_owned()
            }
        })
        .collect())
}

/// Returns `true` if the typed letters occur in this order; editors filter like this.
fn fits(typed: &str, name: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    typed.chars().flat_map(char::to_lowercase).all(|typed| letters.any(|letter| letter == typed))
}

/// `walk(…)` → `walk`
fn name(item: &Value) -> &str {
    let label = label(item);
    label.split(['(', ' ', '{', '<']).next().filter(|name| !name.is_empty()).unwrap_or(label)
}

fn label(item: &Value) -> &str {
    string(item, "label").unwrap_or_default()
}

fn string<'a>(item: &'a Value, key: &str) -> Option<&'a str> {
    item[key].as_str()
}

/// The changed lines, and the errors after the change.
fn renamed(editor: &mut Editor, file: &str, cursor: usize, to: &str) -> Done<Vec<String>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_fit_in_their_order() {
        assert!(fits("sel", "active_selector") && fits("", "x") && fits("Sel", "selector"));
        assert!(!fits("les", "selector") && !fits("selectors", "selector"));
    }

    #[test]
    fn names_are_cut_at_what_follows() {
        for label in ["walk(…)", "walk", "walk {…}", "walk<T>"] {
            assert_eq!(name(&json!({ "label": label })), "walk");
        }
    }
}
