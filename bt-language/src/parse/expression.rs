//! Rust expressions: finds their ends, and checks that rustc will be able to read them.

use super::composite::lone_node;
use super::cursor::Cursor;
use super::leaf::Place;
use super::notes::{Mistake, Parsed};
use super::syntax::{self, is_expression};
use crate::place;
use crate::words::Word;
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};

/// Reads the expression of a leaf: up to its `;`, or, if that is missing, up to where the next node
/// seems to begin. Also returns whether `syn` has read the tokens as an expression.
pub(crate) fn to_end(input: &mut Cursor, place: Place) -> (TokenStream, bool) {
    let start = input.clone();
    let from = input.place();
    let mut first_comma = None;
    loop {
        let _ = input.until(&|input| {
            input.peek_punct(';') || (place == Place::Arm && input.peek_punct(','))
        });
        let tokens = input.since(from);
        if is_expression(&tokens) {
            return (tokens, true);
        }
        // A comma may also be a part of generic arguments: `find::<A, B>(npc)`.
        if !input.peek_punct(',') {
            break;
        }
        first_comma.get_or_insert_with(|| input.clone());
        input.advance();
    }
    let limit = first_comma.as_ref().unwrap_or(input).place();
    *input = next_node(start, limit).or(first_comma).unwrap_or_else(|| input.clone());
    (input.since(from), false)
}

/// Finds the beginning of a node in tokens that are not an expression: at a word of the language
/// that is the first token of its line, or that follows an expression.
fn next_node(start: Cursor, limit: usize) -> Option<Cursor> {
    let from = start.place();
    let mut ahead = start;
    while ahead.place() < limit {
        let begins = ahead.begins_node()
            || (ahead.place() > from && ahead.peek_node() && is_expression(&ahead.since(from)));
        if begins {
            return Some(ahead);
        }
        ahead.advance();
    }
    None
}

/// Checks that rustc will be able to read an expression; the tokens do not change.
pub(crate) fn expression(tokens: &TokenStream, end: Span, what: &str) -> Parsed<()> {
    readable(tokens, end, what, "remove it")
}

/// Does the same for an expression that ends with `;`.
pub(crate) fn leaf_expression(tokens: &TokenStream, end: Span, what: &str) -> Parsed<()> {
    readable(tokens, end, what, "write `;` before it, or remove it")
}

/// Does the same; `advice` says what to do about surplus tokens.
fn readable(tokens: &TokenStream, end: Span, what: &str, advice: &str) -> Parsed<()> {
    if tokens.is_empty() {
        return Err(Mistake::new(end, format!("expected {what}")));
    }
    if let Some(node) = lone_node(tokens) {
        let text = format!("expected {what}, found the node `{node}`");
        return Err(Mistake::new(node.span(), text));
    }
    match syntax::expression(tokens) {
        Ok(_) => outside_of_methods(tokens),
        Err(error) => Err(unreadable(tokens, &error, end, &the(what), advice)),
    }
}

/// Refuses the words that only a method or an asynchronous function can use.
pub(crate) fn outside_of_methods(tokens: &TokenStream) -> Parsed<()> {
    no_self(tokens).and_then(|()| no_await(tokens))
}

/// Refuses `self`: a tree is not a method. Items inside of a block may use it.
fn no_self(tokens: &TokenStream) -> Parsed<()> {
    let mut tokens = tokens.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(word) if word == "fn" || word == "impl" => return Ok(()),
            TokenTree::Ident(word) if word == "self" => {
                let is_path = matches!(tokens.peek(), Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
                if !is_path {
                    let text = "there is no `self` in a tree; use the name that its header gives the blackboard";
                    return Err(Mistake::new(word.span(), text));
                }
            }
            TokenTree::Group(group) => no_self(&group.stream())?,
            _ => {}
        }
    }
    Ok(())
}

/// Refuses `await`: a tree does not wait for a future. A block may make a future.
fn no_await(tokens: &TokenStream) -> Parsed<()> {
    let mut before = None;
    for token in tokens.clone() {
        match &token {
            TokenTree::Ident(word) if word == "async" => return Ok(()),
            TokenTree::Ident(word) if word == "await" && before == Some('.') => {
                let text = "a tick does not wait for a future; write an action that polls it in each tick, or that looks whether a channel has an answer";
                return Err(Mistake::new(word.span(), text));
            }
            TokenTree::Group(group) => no_await(&group.stream())?,
            _ => {}
        }
        before = match token {
            TokenTree::Punct(punct) => Some(punct.as_char()),
            _ => None,
        };
    }
    Ok(())
}

/// `an expression` → `the expression`
fn the(what: &str) -> String {
    let bare = what.strip_prefix("an ").or_else(|| what.strip_prefix("a "));
    bare.map_or_else(|| what.into(), |bare| format!("the {bare}"))
}

/// The mistake for tokens that are not an expression.
fn unreadable(
    tokens: &TokenStream,
    error: &syn::Error,
    end: Span,
    what: &str,
    advice: &str,
) -> Mistake {
    if let Some(TokenTree::Punct(last)) = tokens.clone().into_iter().last() {
        if last.as_char() == '.' || last.as_char() == ':' {
            let text = format!("a name is missing after this `{last}`; {what} is unfinished");
            return Mistake::new(last.span(), text);
        }
    }
    let text = error.to_string();
    if text.starts_with("unexpected end of input") {
        return Mistake::new(end, format!("{what} is unfinished; write the rest of it"));
    }
    if text.contains("; ") {
        return Mistake::new(error.span(), text);
    }
    if text != "unexpected token" {
        return Mistake::new(error.span(), format!("{text}, in {what}"));
    }
    if let Some(word) = word_before_expression(tokens) {
        let text = format!("{what} is Rust, without the word `{word}`; remove the word");
        return Mistake::new(word.span(), text);
    }
    let text = match at(tokens, error.span()) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
            format!("did not expect braces in {what}; it has no children, and ends with `;`")
        }
        Some(TokenTree::Punct(punct)) if punct.as_char() == ',' && begins_with_type(tokens) => {
            format!("the generic arguments in {what} are unfinished; write `>` after them")
        }
        Some(token) => {
            format!("did not expect `{token}` in {what}; {advice}")
        }
        None => format!("did not expect this in {what}; {advice}"),
    };
    Mistake::new(error.span(), text)
}

/// The word of a leaf in front of an expression: `condition npc.hurt()` → `condition`
fn word_before_expression(tokens: &TokenStream) -> Option<Ident> {
    let mut tokens = tokens.clone().into_iter();
    let Some(TokenTree::Ident(word)) = tokens.next() else { return None };
    let is_leaf = matches!(Word::of(&word), Some(Word::Condition | Word::Action));
    (is_leaf && is_expression(&tokens.collect())).then_some(word)
}

/// Returns `true` if tokens begin with the name of a type and `<`, judged by spelling: `walk::To<`
fn begins_with_type(tokens: &TokenStream) -> bool {
    let mut name = String::new();
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(word) => name = word.to_string(),
            TokenTree::Punct(punct) if punct.as_char() == ':' => {}
            TokenTree::Punct(punct) if punct.as_char() == '<' => break,
            _ => return false,
        }
    }
    name.starts_with(char::is_uppercase)
}

/// The token at the place of an error; `None` in an editor, which has no places.
fn at(tokens: &TokenStream, span: Span) -> Option<TokenTree> {
    tokens.clone().into_iter().find(|token| place::begin_together(token.span(), span))
}
