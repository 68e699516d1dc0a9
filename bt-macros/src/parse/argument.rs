//! What stands in the parentheses behind a word.

use super::cursor::Cursor;
use super::duration;
use super::expression::expression;
use super::notes::{Mistake, Notes, Parsed};
use crate::ast::{self, Kind};
use crate::ide::Meaning;
use proc_macro2::{Delimiter, Group, Ident, TokenStream};

/// An argument: what it is called, how it looks, what an editor makes of it.
pub(crate) struct Argument {
    what: &'static str,
    example: &'static str,
    meaning: Meaning,
}

pub(crate) const DURATION: Argument =
    Argument { what: "a duration", example: "2s", meaning: Meaning::Duration };

pub(crate) const CONDITION: Argument =
    Argument { what: "a condition", example: "…", meaning: Meaning::Answer };

pub(crate) const DRAW: Argument =
    Argument { what: "a random `u32`", example: "…", meaning: Meaning::Number };

const COUNT: Argument = Argument { what: "a count", example: "3", meaning: Meaning::Number };

/// The parentheses that a word needs.
fn parentheses(input: &mut Cursor, word: &Ident, what: &str, example: &str) -> Parsed<Group> {
    input.eat_group(Delimiter::Parenthesis).ok_or_else(|| {
        let text = format!("`{word}` needs {what} in parentheses: `{word}({example})`");
        Mistake::new(word.span(), text)
    })
}

/// `(EXPR)`
pub(crate) fn one(
    input: &mut Cursor,
    word: &Ident,
    argument: &Argument,
    notes: &mut Notes,
) -> Option<TokenStream> {
    let group = notes.read(parentheses(input, word, argument.what, argument.example))?;
    let tokens = group.stream();
    notes.value(argument.meaning, &tokens);
    let what = format!("{} in the parentheses of `{word}`", argument.what);
    notes.read(expression(&tokens, group.span_close(), &what))?;
    Some(tokens)
}

/// `(D)`
pub(crate) fn duration(
    input: &mut Cursor,
    word: &Ident,
    argument: &Argument,
    notes: &mut Notes,
) -> Option<ast::Duration> {
    let group = notes.read(parentheses(input, word, argument.what, argument.example))?;
    duration_of(&group.stream(), &group, word, notes)
}

fn duration_of(
    tokens: &TokenStream,
    group: &Group,
    word: &Ident,
    notes: &mut Notes,
) -> Option<ast::Duration> {
    let duration = duration::duration(tokens.clone());
    notes.value(DURATION.meaning, duration.as_ref().map_or(tokens, |duration| &duration.value));
    let what = format!("{} in the parentheses of `{word}`", DURATION.what);
    notes.read(expression(tokens, group.span_close(), &what))?;
    notes.read(duration)
}

/// No parentheses.
pub(crate) fn none(input: &mut Cursor, word: &Ident, kind: Kind, notes: &mut Notes) -> Kind {
    if let Some(group) = input.eat_group(Delimiter::Parenthesis) {
        let text = format!("`{word}` takes no arguments; remove the parentheses");
        notes.error(group.span(), text);
        return Kind::Broken;
    }
    kind
}

/// `(N)`, or nothing for ever.
pub(crate) fn count(
    input: &mut Cursor,
    word: &Ident,
    make: fn(Option<TokenStream>) -> Kind,
    notes: &mut Notes,
) -> Kind {
    if !input.peek_group(Delimiter::Parenthesis) {
        return make(None);
    }
    let Some(tokens) = one(input, word, &COUNT, notes) else { return Kind::Broken };
    if let Ok(literal) = syn::parse2::<syn::LitInt>(tokens.clone()) {
        if literal.base10_digits().bytes().all(|digit| digit == b'0') {
            let text = format!(
                "`{word}(0)` would never tick its node; write a count of at least 1, or `{word}` for ever"
            );
            notes.error(literal.span(), text);
            return Kind::Broken;
        }
    }
    make(Some(tokens))
}

/// `(D, EXPR)`
pub(crate) fn service(input: &mut Cursor, word: &Ident, notes: &mut Notes) -> Kind {
    let what = "a duration and an expression";
    let Some(group) = notes.read(parentheses(input, word, what, "1s, …")) else {
        return Kind::Broken;
    };
    let (every, run) = pair(&group);
    let duration = duration_of(&every, &group, word, notes);
    let run = run.unwrap_or_default();
    notes.value(Meaning::Anything, &run);
    let what = "an expression behind the duration of `service`";
    let read = notes.read(expression(&run, group.span_close(), what));
    match (duration, read) {
        (Some(duration), Some(())) => Kind::Service(duration, run),
        _ => Kind::Broken,
    }
}

/// `(D, EXPR)` → `D`, `EXPR`
fn pair(group: &Group) -> (TokenStream, Option<TokenStream>) {
    let mut input = Cursor::of(group);
    let from = input.place();
    let mut first_comma = None;
    // A comma can also stand between generic arguments: `Duration::from::<A, B>(x)`.
    loop {
        let _ = input.until(|input| input.peek_punct(','));
        if input.is_empty() || syn::parse2::<syn::Expr>(input.since(from)).is_ok() {
            break;
        }
        first_comma.get_or_insert_with(|| input.clone());
        input.advance();
    }
    if input.is_empty() {
        input = first_comma.unwrap_or(input);
    }
    let first = input.since(from);
    let more = input.eat_punct(',');
    let second = input.until(|_| false);
    (first, more.then_some(second))
}
