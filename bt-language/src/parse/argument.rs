//! Arguments in parentheses after a word.

use super::cursor::Cursor;
use super::duration;
use super::expression::expression;
use super::notes::{Mistake, Notes, Parsed};
use super::syntax::{self, is_expression};
use super::word;
use crate::ast::{self, Expression, Rounds};
use crate::mirror::Meaning;
use crate::source::first_span;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// An argument: its name in messages, its form, and its meaning for an editor.
pub(crate) struct Argument {
    what: &'static str,
    example: &'static str,
    meaning: Meaning,
}

const DURATION: Argument =
    Argument { what: "a duration", example: "2s", meaning: Meaning::Duration };

pub(crate) const CONDITION: Argument =
    Argument { what: "a condition", example: "…", meaning: Meaning::Answer };

pub(crate) const STATEMENT: Argument =
    Argument { what: "an expression", example: "…", meaning: Meaning::Anything };

pub(crate) const DRAW: Argument =
    Argument { what: "a random `u32`", example: "…", meaning: Meaning::Number };

const COUNT: Argument = Argument { what: "a count", example: "3", meaning: Meaning::Number };

/// The parentheses that a word needs, which must not be empty.
pub(crate) fn parentheses(
    input: &mut Cursor,
    word: &Ident,
    what: &str,
    example: &str,
) -> Parsed<Group> {
    let group = input.eat_group(Delimiter::Parenthesis);
    let span = group.as_ref().map_or(word.span(), Group::span);
    group.filter(|group| !group.stream().is_empty()).ok_or_else(|| {
        let text = format!("`{word}` needs {what} in parentheses: `{word}({example})`");
        Mistake::new(span, text)
    })
}

/// Checks that there is one expression, and no second one after a comma.
pub(crate) fn one_expression(tokens: &TokenStream, end: Span, what: &str) -> Parsed<()> {
    no_name(tokens, what)?;
    one_statement(tokens, end, what)
}

/// Refuses a name: `count = 3` is not a count.
fn no_name(tokens: &TokenStream, what: &str) -> Parsed<()> {
    if let Ok(syn::Expr::Assign(assign)) = syntax::expression(tokens) {
        let text = format!("{what} has no name; write the value alone");
        return Err(Mistake::new(first_span(&assign.left.to_token_stream()), text));
    }
    Ok(())
}

/// Does the same for an expression that may be an assignment.
fn one_statement(tokens: &TokenStream, end: Span, what: &str) -> Parsed<()> {
    let (first, second) = pair(tokens, end);
    if let (true, Some(second)) = (is_expression(&first), second) {
        if !second.is_empty() {
            let text = format!("expected {what} alone; remove the comma and what follows it");
            return Err(Mistake::new(first_span(&second), text));
        }
    }
    expression(tokens, end, what)
}

/// `(EXPR)`
pub(crate) fn one(
    input: &mut Cursor,
    word: &Ident,
    argument: &Argument,
    notes: &mut Notes,
) -> Option<Expression> {
    let parentheses = parentheses(input, word, argument.what, argument.example);
    let Some(group) = notes.read(parentheses) else {
        notes.value(argument.meaning, &TokenStream::new());
        return None;
    };
    let tokens = group.stream();
    notes.value(argument.meaning, &tokens);
    let what = format!("{} in the parentheses of `{word}`", argument.what);
    if notes.is_file {
        return notes.read(word::inside(&group, &what)).map(Expression::from);
    }
    let read = match argument.meaning {
        Meaning::Anything => one_statement(&tokens, group.span_close(), &what),
        _ => one_expression(&tokens, group.span_close(), &what),
    };
    notes.read(read)?;
    Some(tokens.into())
}

/// `(D)`
pub(crate) fn duration(
    input: &mut Cursor,
    word: &Ident,
    notes: &mut Notes,
) -> Option<ast::Duration> {
    let parentheses = parentheses(input, word, DURATION.what, DURATION.example);
    let Some(group) = notes.read(parentheses) else {
        notes.value(DURATION.meaning, &TokenStream::new());
        return None;
    };
    let tokens = group.stream();
    let what = format!("{} in the parentheses of `{word}`", DURATION.what);
    if notes.is_file {
        let read = word::inside(&group, &what).and_then(duration::duration);
        return notes.read(read);
    }
    duration_of(&tokens, notes, |duration| {
        one_expression(&tokens, group.span_close(), &what).and(duration)
    })
}

fn duration_of(
    tokens: &TokenStream,
    notes: &mut Notes,
    check: impl FnOnce(Parsed<ast::Duration>) -> Parsed<ast::Duration>,
) -> Option<ast::Duration> {
    let duration = duration::duration(tokens.clone());
    match &duration {
        Ok(duration) => notes.value(DURATION.meaning, &duration.value),
        Err(_) => notes.value(Meaning::Anything, tokens),
    }
    // Mistakes in literals are reported first: `syn` reads `2 s` as two expressions.
    let checked = duration.and_then(|duration| check(Ok(duration)));
    notes.read(checked)
}

/// No parentheses.
pub(crate) fn none(input: &mut Cursor, word: &Ident, notes: &mut Notes) -> Option<()> {
    let Some(group) = input.eat_group(Delimiter::Parenthesis) else { return Some(()) };
    let text = format!("`{word}` takes no arguments; remove the parentheses");
    notes.error(group.span(), text);
    None
}

/// `(N)`, or nothing, which means for ever.
pub(crate) fn count(
    input: &mut Cursor,
    word: &Ident,
    notes: &mut Notes,
) -> Option<(Option<Expression>, Rounds)> {
    if let Some(TokenTree::Literal(number)) = input.peek() {
        let text = format!("the count of `{word}` must be in parentheses: `{word}({number})`");
        notes.error(number.span(), text);
        input.advance();
        return None;
    }
    if !input.peek_group(Delimiter::Parenthesis) {
        return Some((None, Rounds::Endless));
    }
    let tokens = one(input, word, &COUNT, notes)?;
    let mut rounds = Rounds::Unknown;
    if let Ok(literal) = syn::parse2::<syn::LitInt>(tokens.to_token_stream()) {
        if duration::unit(literal.suffix()).is_some() {
            let digits = literal.base10_digits();
            let text = format!(
                "`{word}` takes a count and not a duration: `{word}({digits})`; to end it after some time, write `timeout({literal})` before it"
            );
            notes.error(literal.span(), text);
            return None;
        }
        if literal.base10_digits().bytes().all(|digit| digit == b'0') {
            let text = format!(
                "`{word}(0)` would never tick its node; write a count of at least 1, or `{word}` for ever"
            );
            notes.error(literal.span(), text);
            return None;
        }
        let Ok(count) = literal.base10_parse() else {
            let text = format!(
                "a count goes from 1 to {}; write `{word}` alone to go on for ever",
                u32::MAX
            );
            notes.error(literal.span(), text);
            return None;
        };
        rounds = Rounds::Known(count);
    }
    Some((Some(tokens), rounds))
}

/// `(margin = EXPR)`, or nothing.
#[allow(clippy::option_option, reason = "there may be none, and it may be unreadable")]
pub(crate) fn margin(
    input: &mut Cursor,
    word: &Ident,
    notes: &mut Notes,
) -> Option<Option<Expression>> {
    let Some(group) = input.eat_group(Delimiter::Parenthesis) else { return Some(None) };
    let mut inner = Cursor::of(&group);
    let name = inner.eat_ident();
    let named = name.as_ref().is_some_and(|name| name == "margin") && inner.eat_punct('=');
    let value = if named { inner.until(&|_| false) } else { group.stream() };
    notes.value(Meaning::Score, &value);
    if !named {
        let text = format!("`{word}` takes a `margin` and nothing else: `{word}(margin = 0.1)`");
        let span = name.map_or(group.span(), |name| name.span());
        notes.error(span, text);
        return None;
    }
    let what = format!("the margin of `{word}`");
    notes.read(if notes.is_file {
        word::only(&value, group.span_close(), &what)
    } else {
        one_expression(&value, group.span_close(), &what)
    })?;
    Some(Some(value.into()))
}

/// `(D, EXPR)`
pub(crate) fn service(
    input: &mut Cursor,
    word: &Ident,
    notes: &mut Notes,
) -> Option<(ast::Duration, TokenStream)> {
    let what = "a duration and an expression";
    let Some(group) = notes.read(parentheses(input, word, what, "1s, …")) else {
        notes.value(DURATION.meaning, &TokenStream::new());
        return None;
    };
    if notes.is_file {
        return service_of_words(&group, notes);
    }
    let (every, run) = pair(&group.stream(), group.span_close());
    let run = run.unwrap_or_default();
    let is_duration =
        |tokens: &TokenStream| tokens.clone().into_iter().any(|token| duration::has_unit(&token));
    if is_duration(&run) && !is_duration(&every) {
        notes.value(Meaning::Anything, &every);
        notes.error(first_span(&run), "the duration comes first: `service(1s, …)`");
        return None;
    }
    let duration = duration_of(&every, notes, |duration| {
        let what = "a duration before the expression of `service`";
        expression(&every, group.span_close(), what).and(duration)
    });
    notes.value(Meaning::Anything, &run);
    let what = "an expression after the duration of `service`";
    let read = notes.read(one_statement(&run, group.span_close(), what));
    duration.zip(read).map(|(duration, ())| (duration, run))
}

/// `(1s, Look)` in a file.
fn service_of_words(group: &Group, notes: &mut Notes) -> Option<(ast::Duration, TokenStream)> {
    let mut input = Cursor::of(group);
    let what = "a duration in front of the action of `service`";
    let every = word::term(&mut input, group.span_close(), what).and_then(duration::duration);
    let every = notes.read(every);
    let _ = input.until(&|input| input.peek_punct(','));
    input.eat_punct(',');
    let what = "an action of the vocabulary after the duration of `service`";
    let run = input.until(&|_| false);
    let read = notes.read(word::only(&run, group.span_close(), what));
    every.zip(read).map(|(every, ())| (every, run))
}

/// `(D, EXPR)` → `D`, `EXPR`
fn pair(tokens: &TokenStream, end: Span) -> (TokenStream, Option<TokenStream>) {
    let mut input = Cursor::new(tokens.clone(), end);
    let from = input.place();
    let mut first_comma = None;
    // A comma may also be a part of generic arguments: `Duration::from::<A, B>(x)`.
    loop {
        let _ = input.until(&|input| input.peek_punct(','));
        if input.is_empty() || is_expression(&input.since(from)) {
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
    let second = input.until(&|_| false);
    (first, more.then_some(second))
}
