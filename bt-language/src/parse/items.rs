//! The items of one macro call: trees, vocabularies and files.

use super::cursor::Cursor;
use super::header::{self, begins_tree};
use super::invisible::made_visible;
use super::notes::Notes;
use super::{trees_from, vocabulary};
use crate::ast::{Outline, Tree};
use crate::mirror::Words;
use crate::vocabulary::declared::{Declaration, File};
use crate::words;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};

/// All items; of those whose header cannot be read, the outline.
#[derive(Default)]
pub(crate) struct Items {
    pub(crate) trees: Vec<Result<Tree, Outline>>,
    pub(crate) vocabularies: Vec<Result<Declaration, Outline>>,
    pub(crate) files: Vec<File>,
}

/// The attributes and the visibility before an item.
pub(crate) struct Front {
    pub(crate) attributes: Vec<syn::Attribute>,
    pub(crate) visibility: syn::Visibility,
}

/// Reads all items of one macro call.
pub(crate) fn items(input: TokenStream, notes: &mut Notes) -> Items {
    let mut input = Cursor::new(made_visible(input), Span::call_site());
    let mut items = Items::default();
    while !input.is_empty() {
        let attributes = header::attributes(&mut input, notes);
        let visibility = header::visibility(&mut input);
        let front = Front { attributes, visibility };
        if is_vocabulary(&mut input, notes) {
            items.vocabularies.extend(vocabulary::vocabulary(&mut input, front, notes));
        } else if is_file(&input) {
            items.files.extend(trees_from::file(&mut input, front, notes));
        } else {
            items.trees.extend(header::tree(&mut input, front, notes));
        }
    }
    notes.mirror.end(Words::Items);
    items
}

/// Returns `true` if another item begins here.
pub(crate) fn begins_item(input: &Cursor) -> bool {
    let mut ahead = input.clone();
    begins_tree(input)
        || is_file(input)
        || (ahead.eat_word("vocabulary") && ahead.eat_ident().is_some())
}

/// Reports a misspelled `vocabulary` before a name, and continues as if the spelling were right.
fn is_vocabulary(input: &mut Cursor, notes: &mut Notes) -> bool {
    let Some(TokenTree::Ident(word)) = input.peek().cloned() else { return false };
    if word == "vocabulary" {
        return true;
    }
    let mut ahead = input.clone();
    ahead.advance();
    let is_near = || {
        let near = words::nearest(&word.to_string(), &mut ["tree", "vocabulary"].into_iter());
        near == Some("vocabulary")
    };
    let is_meant = ahead.eat_ident().is_some() && is_near();
    if is_meant {
        let text = format!("there is no `{word}` here; did you mean `vocabulary`?");
        notes.error(word.span(), text);
    }
    is_meant
}

/// Returns `true` if `trees from`, or `trees` and a path, comes next.
fn is_file(input: &Cursor) -> bool {
    let mut ahead = input.clone();
    ahead.eat_word("trees")
        && (ahead.peek_word("from") || matches!(ahead.peek(), Some(TokenTree::Literal(_))))
}

/// The name of an item after its word, unless it is a word of Rust.
pub(crate) fn name(
    input: &mut Cursor,
    word: &Ident,
    shape: &str,
    notes: &mut Notes,
) -> Option<Ident> {
    let what = word.to_string();
    let Some(name) = input.eat_ident() else {
        notes.error(word.span(), format!("this `{what}` has no name: {shape}"));
        return None;
    };
    if !header::is_name(&name) || name.to_string().starts_with('$') {
        let text = format!("`{name}` is a word of Rust; give the {what} another name");
        notes.error(name.span(), text);
        return None;
    }
    Some(name)
}
