//! Tokens that are not a word, in a place where a node should begin.

use super::composite;
use super::cursor::Cursor;
use super::leaf::Place;
use super::node::{Read, node};
use super::notes::{Mistake, Notes, Parsed};
use proc_macro2::{Delimiter, Ident, Span, TokenTree};

/// Eats and reports `;` and `,` after braces; returns `true` if any tokens are left.
pub(crate) fn eat_ends(input: &mut Cursor, notes: &mut Notes) -> bool {
    for end in [';', ','] {
        while input.peek_punct(end) {
            let text = format!("there is no `{end}` after the braces of a node; remove it");
            notes.error(input.span(), text);
            input.advance();
        }
    }
    !input.is_empty()
}

/// Reports a token that begins no node, and reads the nodes that may be in it or after it.
pub(crate) fn no_word(input: &mut Cursor, place: Place, notes: &mut Notes) -> Parsed<Read> {
    let span = input.span();
    let Some(token) = input.peek().cloned() else {
        return Err(Mistake::new(span, "expected a node"));
    };
    if let TokenTree::Group(group) = &token {
        if group.delimiter() == Delimiter::Brace {
            return braces(input, group.span_open(), place, notes);
        }
    }
    if matches!(token, TokenTree::Literal(_)) {
        return literal(input, &token, place, notes);
    }
    let text = match &token {
        TokenTree::Punct(punct) if punct.as_char() == '!' => {
            "expected a node; `!` is called `not` here, and comes before a node".into()
        }
        TokenTree::Group(_) => {
            "expected a node, found parentheses; a node begins with a word".into()
        }
        token => format!("expected a node, found `{token}`; a node begins with a word"),
    };
    input.advance();
    if input.peek_node() && !input.begins_line() {
        notes.error(span, text);
        return Ok(Read::unreadable(vec![node(input, place, notes)]));
    }
    Err(Mistake::new(span, text))
}

/// A block without a word.
fn braces(input: &mut Cursor, open: Span, place: Place, notes: &mut Notes) -> Parsed<Read> {
    let text = match place {
        Place::Arm => {
            "a node after `=>` has no braces; remove them, or write `sequence` before them"
        }
        Place::Block => "a block of nodes needs a word; write `sequence` before these braces",
    };
    notes.error(open, text);
    let word = Ident::new("sequence", open);
    Ok(Read::unreadable(composite::block(input, &word, notes)?))
}

/// `"walk": running;`, or a number.
fn literal(input: &mut Cursor, token: &TokenTree, place: Place, notes: &mut Notes) -> Parsed<Read> {
    let span = token.span();
    input.advance();
    if input.eat_punct(':') {
        notes.error(span, "a label is an apostrophe and a word: `'name: node`");
        return Ok(Read::unreadable(vec![node(input, place, notes)]));
    }
    Err(Mistake::new(span, format!("expected a node, found `{token}`; a node begins with a word")))
}
