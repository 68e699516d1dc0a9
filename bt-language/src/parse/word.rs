//! The parts of a file that are Rust in a macro call: a word of the vocabulary with its arguments, or a literal.
//! Anything else is refused, so `syn` never sees the text of a file.

use super::cursor::Cursor;
use super::leaf::{Place, finish};
use super::notes::{Mistake, Notes, Parsed};
use crate::ast::Expression;
use crate::source::first_span;
use crate::words::Word;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

/// The end of the message that refuses words of Rust in a file.
pub(super) const ONLY_IN_RUST: &str =
    "works only in Rust, where expressions stand; a file has words of the vocabulary";

/// Reads `HealthBelow(limit = 30)`, `-4.5` or `2s`; `end` is the position of missing tokens.
pub(super) fn term(input: &mut Cursor, end: Span, what: &str) -> Parsed<TokenStream> {
    let from = input.place();
    match input.peek().cloned() {
        None => return Err(Mistake::new(end, format!("expected {what}"))),
        Some(TokenTree::Ident(word)) => {
            if word == "not" {
                input.advance();
                return Err(negated(word.span(), what));
            }
            if Word::of(&word).is_some() {
                let text = format!("expected {what}, found the node `{word}`");
                return Err(Mistake::new(word.span(), text));
            }
            input.advance();
            input.eat_group(Delimiter::Parenthesis);
        }
        Some(TokenTree::Literal(_)) => input.advance(),
        Some(TokenTree::Punct(minus)) if minus.as_char() == '-' => {
            input.advance();
            if !matches!(input.peek(), Some(TokenTree::Literal(_))) {
                return Err(Mistake::new(minus.span(), "expected a number after this `-`"));
            }
            input.advance();
        }
        Some(TokenTree::Punct(not)) if not.as_char() == '!' => {
            input.advance();
            return Err(negated(not.span(), what));
        }
        Some(token) => return Err(unexpected(&token, what)),
    }
    Ok(input.since(from))
}

fn negated(not: Span, what: &str) -> Mistake {
    let text = format!(
        "expected {what}; a word cannot be negated: write `not` before the node, as in `not condition …;`"
    );
    Mistake::new(not, text)
}

/// The advice after two words that are joined as in other languages: `condition A and B;`
pub(super) fn joined(by: &TokenTree) -> &'static str {
    match by.to_string().as_str() {
        "and" | "&" => "; write one after the other in a `sequence`",
        "or" | "|" => "; write one after the other in a `selector`",
        _ => "",
    }
}

fn unexpected(token: &TokenTree, what: &str) -> Mistake {
    let (span, found) = match token {
        TokenTree::Group(group) => match group.delimiter() {
            Delimiter::Brace => (group.span_open(), "braces".to_owned()),
            Delimiter::Bracket => (group.span_open(), "brackets".to_owned()),
            _ => (group.span_open(), "parentheses".to_owned()),
        },
        token => (token.span(), format!("`{token}`")),
    };
    Mistake::new(span, format!("expected {what}, found {found}"))
}

/// Checks that the tokens are exactly one term.
pub(super) fn only(tokens: &TokenStream, end: Span, what: &str) -> Parsed<()> {
    let mut input = Cursor::new(tokens.clone(), end);
    term(&mut input, end, what)?;
    nothing_after(&input, what)
}

fn nothing_after(input: &Cursor, what: &str) -> Parsed<()> {
    match input.peek() {
        None => Ok(()),
        Some(token) => {
            let what = what.strip_prefix("a ").unwrap_or(what);
            let found = unexpected(token, "nothing");
            let text = found.text.replace("expected nothing, found", "did not expect");
            Err(Mistake::new(found.span, format!("{text} after the {what}; remove it")))
        }
    }
}

/// Reads the only term in parentheses.
pub(super) fn inside(group: &Group, what: &str) -> Parsed<TokenStream> {
    let tokens = group.stream();
    only(&tokens, group.span_close(), what)?;
    Ok(tokens)
}

/// Reads the word after `condition` or `action`, and the `;` after the word.
pub(super) fn leaf(
    input: &mut Cursor,
    word: &Ident,
    place: Place,
    notes: &mut Notes,
) -> Option<Expression> {
    let start = input.clone();
    let what = format!("a word of the vocabulary after `{word}`");
    match term(input, word.span(), &what) {
        Ok(tokens) => {
            finish(input, word, place, notes);
            Some(tokens.into())
        }
        Err(mistake) => {
            notes.mistakes.push(mistake);
            // A `not` was meant as a part of the term.
            let is_negated = matches!(start.peek(), Some(TokenTree::Ident(word)) if word == "not");
            if start.peek_node() && !is_negated {
                // Reads the node as a node of its own.
                *input = start;
            } else {
                input.skip_node(place);
            }
            None
        }
    }
}

/// Reads the term between a word and its block; also returns whether the term is readable.
pub(super) fn in_front_of_block(
    input: &mut Cursor,
    word: &Ident,
    what: &str,
    notes: &mut Notes,
) -> (TokenStream, bool) {
    let read = term(input, word.span(), what).and_then(|tokens| {
        if input.peek_group(Delimiter::Brace) {
            return Ok(tokens);
        }
        let text = format!("`{word}` needs its node in braces: `{word} … {{ … }}`");
        Err(Mistake::new(word.span(), text))
    });
    if let Some(tokens) = notes.read(read) {
        return (tokens, true);
    }
    let _ = input.until(&|input| {
        input.peek_group(Delimiter::Brace) || input.peek_punct(';') || input.begins_node()
    });
    (TokenStream::new(), false)
}

/// An argument of a word: `limit = 30`
pub(crate) struct Given {
    /// The name of the parameter.
    pub(crate) name: Ident,
    /// A literal, or a word.
    pub(crate) value: TokenStream,
}

/// Reads a term: the word and its arguments, or `None` for a literal. Reports all mistakes.
pub(crate) fn call(
    tokens: &TokenStream,
    mistakes: &mut crate::mistakes::Mistakes,
) -> Option<(Ident, Vec<Given>)> {
    let mut input = Cursor::new(tokens.clone(), first_span(tokens));
    let word = input.eat_ident()?;
    let mut all = Vec::new();
    let Some(group) = input.eat_group(Delimiter::Parenthesis) else { return Some((word, all)) };
    let mut inner = Cursor::of(&group);
    while !inner.is_empty() {
        match given(&mut inner, &word) {
            Ok(given) => all.push(given),
            Err(mistake) => mistakes.push(mistake),
        }
        let _ = inner.until(&|input| input.peek_punct(','));
        inner.eat_punct(',');
    }
    Some((word, all))
}

/// Reads `limit = 30`.
fn given(input: &mut Cursor, word: &Ident) -> Parsed<Given> {
    let start = input.span();
    let mut ahead = input.clone();
    let name = ahead.eat_ident().filter(|_| ahead.eat_punct('='));
    let Some(name) = name else {
        let text = format!(
            "expected the name of a parameter and its value: `{word}(name = …)`; parameters are given by name"
        );
        return Err(Mistake::new(start, text));
    };
    *input = ahead;
    let what = format!("a value of `{name}`");
    let value = term(input, input.last_span(), &what)?;
    if !input.is_empty() && !input.peek_punct(',') {
        nothing_after(input, &what).and_then(|()| {
            Err(Mistake::new(input.span(), "expected `,` and another parameter here"))
        })?;
    }
    Ok(Given { name, value })
}
