//! Rust expressions: where they end, and whether rustc will be able to read them.

use super::cursor::Cursor;
use super::leaf::Place;
use super::notes::{Mistake, Parsed};
use proc_macro2::{Span, TokenStream, TokenTree};

fn is_expression(tokens: &TokenStream) -> bool {
    syn::parse2::<syn::Expr>(tokens.clone()).is_ok()
}

/// Goes to the end of a leaf's expression: to its `;`, or, if that is missing, to where the next
/// node seems to begin.
pub(crate) fn to_end(input: &mut Cursor, place: Place) -> TokenStream {
    let start = input.clone();
    let from = input.place();
    let mut first_comma = None;
    loop {
        let _ = input
            .until(|input| input.peek_punct(';') || (place == Place::Arm && input.peek_punct(',')));
        let tokens = input.since(from);
        if is_expression(&tokens) {
            return tokens;
        }
        // A comma can also stand between generic arguments: `find::<A, B>(npc)`.
        if !input.peek_punct(',') {
            break;
        }
        first_comma.get_or_insert_with(|| input.clone());
        input.advance();
    }
    let limit = first_comma.as_ref().unwrap_or(input).place();
    *input = next_node(start, limit).or(first_comma).unwrap_or_else(|| input.clone());
    input.since(from)
}

/// Where a node begins in tokens that are no expression: at a word of the language that is the first
/// of its line, or behind what is an expression.
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

/// Checks that rustc will be able to read an expression; the tokens go out as they came in.
pub(crate) fn expression(tokens: &TokenStream, end: Span, what: &str) -> Parsed<()> {
    if tokens.is_empty() {
        return Err(Mistake::new(end, format!("expected {what}")));
    }
    match syn::parse2::<syn::Expr>(tokens.clone()) {
        Ok(_) => Ok(()),
        Err(error) => Err(unreadable(tokens, &error, end, what)),
    }
}

/// What to say of tokens that are no expression.
fn unreadable(tokens: &TokenStream, error: &syn::Error, end: Span, what: &str) -> Mistake {
    let text = error.to_string();
    if let Some(expected) = text.strip_prefix("unexpected end of input") {
        return Mistake::new(end, format!("{what} ends too early{expected}"));
    }
    if text == "unexpected token" {
        if let Some(token) = at(tokens, error.span()) {
            let text = format!(
                "did not expect `{token}` in {what}; end the expression with `;` in front of it, or mend it"
            );
            return Mistake::new(error.span(), text);
        }
    }
    Mistake::new(error.span(), format!("{text}, in {what}"))
}

/// The token at the place of an error; an editor does not tell places.
fn at(tokens: &TokenStream, span: Span) -> Option<TokenTree> {
    if span.start() == span.end() {
        return None;
    }
    tokens.clone().into_iter().find(|token| {
        let here = token.span();
        (here.start(), here.end()) == (span.start(), span.end())
    })
}
