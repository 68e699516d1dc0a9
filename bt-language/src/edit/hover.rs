//! Explanations of what is written in a text.

use super::complete::documentation as of_word;
use super::outline::{Outline, Tree, outline};
use super::template::forms;
use crate::lexer::{self, Kind, Lexeme};
use crate::vocabulary::{Parameter, Type, Vocabulary, Word as Declared};
use crate::words::Word;
use std::ops::Range;

/// The explanation of a word in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The bytes of the word.
    pub bytes: Range<usize>,
    /// The declaration, or the forms of a node.
    pub title: String,
    /// The description.
    pub documentation: Option<String>,
}

/// Explains the word at a byte of a text, which may have mistakes; `None` if there is nothing to say.
///
/// ```
/// use bt_language::{edit, vocabulary::Vocabulary};
///
/// let hover = edit::hover("tree Guard { wait(1s); }", 15, &Vocabulary::default()).unwrap();
/// assert_eq!(hover.title, "wait(D);");
/// ```
#[must_use]
pub fn hover(text: &str, at: usize, vocabulary: &Vocabulary) -> Option<Hover> {
    let mut lexemes = lexer::lexemes(text);
    lexemes.retain(|lexeme| !lexeme.is_comment() && lexeme.kind != Kind::Doc);
    let touches =
        |lexeme: &Lexeme| lexeme.kind == Kind::Word && lexeme.start <= at && at <= lexeme.end;
    let place = lexemes.iter().rposition(touches)?;
    let lexeme = lexemes.get(place)?;
    let name = lexeme.text(text);
    let next = lexemes.get(place + 1).map_or("", |next| next.text(text));
    let shown = |title: String, documentation: Option<String>| {
        Some(Hover { bytes: lexeme.start..lexeme.end, title, documentation })
    };
    let outline = outline(text);
    if let Some(word) = Word::find(name).filter(|_| is_node(&outline, lexeme)) {
        let forms: Vec<String> = forms(word).collect();
        return shown(forms.join("\n"), Some(word.description().to_owned()));
    }
    if let Some((parameter, is_name)) = parameter(text, &lexemes, place, vocabulary) {
        if is_name && next == "=" {
            return shown(parameter.signature(), parameter.description.clone());
        }
        if is_choice(&parameter.of, name) {
            return shown(
                format!("{}::{name}", parameter.of.name()),
                parameter.description.clone(),
            );
        }
    }
    if let Some(word) = declared(vocabulary, name) {
        return shown(word.signature(), of_word(word));
    }
    let is_tree = |name: &str, bytes: Range<usize>| text.get(bytes) == Some(name);
    let tree = outline.trees.iter().find(|tree| is_tree(name, tree.name.clone()))?;
    shown(format!("tree {name}"), documentation(text, tree))
}

/// Returns `true` if a node begins with this word.
fn is_node(outline: &Outline, lexeme: &Lexeme) -> bool {
    outline.nodes.iter().any(|node| node.word.start == lexeme.start)
}

fn declared<'v>(vocabulary: &'v Vocabulary, name: &str) -> Option<&'v Declared> {
    vocabulary.words.get(vocabulary.place(name)?)
}

fn is_choice(of: &Type, name: &str) -> bool {
    matches!(of, Type::Variants { variants, .. } if variants.iter().any(|variant| variant == name))
}

/// The parameter to which a token in parentheses belongs; `true` if the token is its name.
fn parameter<'v>(
    text: &str,
    lexemes: &[Lexeme],
    place: usize,
    vocabulary: &'v Vocabulary,
) -> Option<(&'v Parameter, bool)> {
    let sign = |at: usize| lexemes.get(at).map_or("", |lexeme| lexeme.text(text));
    let is_value = place.checked_sub(1).is_some_and(|before| sign(before) == "=");
    let name = if is_value { place.checked_sub(2)? } else { place };
    let mut depth = 0_usize;
    for at in (0..name).rev() {
        match sign(at) {
            ")" => depth += 1,
            "(" if depth > 0 => depth -= 1,
            "(" => {
                let word = declared(vocabulary, sign(at.checked_sub(1)?))?;
                let found = word.parameters.iter().find(|one| one.name == sign(name));
                return Some((found?, !is_value));
            }
            "{" | "}" | ";" => return None,
            _ => {}
        }
    }
    None
}

/// The doc comment of a tree, without its slashes.
pub(super) fn documentation(text: &str, tree: &Tree) -> Option<String> {
    let text = text.get(tree.bytes.start..tree.name.start)?;
    let mut lines = Vec::new();
    for lexeme in lexer::lexemes(text).iter().filter(|lexeme| lexeme.kind == Kind::Doc) {
        let comment = lexeme.text(text);
        let inner = comment
            .strip_prefix("///")
            .or_else(|| comment.strip_prefix("/**")?.strip_suffix("*/"))
            .unwrap_or(comment);
        lines.push(inner.trim().to_owned());
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}
