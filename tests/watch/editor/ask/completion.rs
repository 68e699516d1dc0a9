//! Completions as an editor shows them: filtered by the typed letters, and sorted as requested.

use crate::editor::Editor;
use crate::server::Done;
use crate::text;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The completions, the best first. If choosing one would cause an error, or it occurs twice, a note
/// follows its name.
pub(super) fn offered(editor: &mut Editor, file: &str, cursor: usize) -> Done<Vec<String>> {
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
