//! The requests of an editor, and their responses as text.

mod completion;
mod rename;

use crate::editor::Editor;
use crate::server::Done;
use crate::text;
use serde_json::{Value, json};

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
            Self::Complete => completion::offered(editor, file, cursor),
            Self::Hover => hover(editor, file, cursor),
            Self::Define => places(editor, "textDocument/definition", file, cursor),
            Self::Refer => places(editor, "textDocument/references", file, cursor),
            Self::Rename(to) => rename::changed(editor, file, cursor, to),
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
