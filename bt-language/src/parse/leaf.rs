//! Leaves: `condition EXPR;`, `action EXPR;`, `subtree Name;` and others.

use super::composite::lone_node;
use super::cursor::Cursor;
use super::expression::{self, expression, leaf_expression, outside_of_methods};
use super::generics::{are_open, turbofish};
use super::notes::{Mistake, Notes};
use super::syntax::is_path;
use super::{subtree, word};
use crate::ast::{Expression, Form, Literal};
use crate::mirror::Meaning;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// The place of a node: between `=>` and `,` a comma may end it as well as `;`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Block,
    Arm,
}

pub(crate) fn condition(
    input: &mut Cursor,
    word: &Ident,
    place: Place,
    notes: &mut Notes,
) -> Option<Expression> {
    if notes.is_file {
        return word::leaf(input, word, place, notes);
    }
    tokens(input, word, Meaning::Answer, place, notes)
}

/// The forms of an action.
pub(crate) enum Act {
    Expression(Expression),
    /// The value of a stateful action.
    Made(Literal),
}

/// `action EXPR;`; a stateful action if the expression is a struct literal, or a type and `=` come
/// before it.
pub(crate) fn action(
    input: &mut Cursor,
    word: &Ident,
    place: Place,
    notes: &mut Notes,
) -> Option<Act> {
    if notes.is_file {
        return word::leaf(input, word, place, notes).map(Act::Expression);
    }
    if let Some(path) = type_in_front(input) {
        notes.mirror.tree(&path);
        let value = tokens(input, word, Meaning::Anything, place, notes)?;
        return Some(Act::Made(Literal { path, value, form: Form::Expression }));
    }
    if let Some(literal) = generic_literal(input) {
        let read = made_by(&literal, input, "the action", notes);
        finish(input, word, place, notes);
        return read.map(|()| Act::Made(literal));
    }
    let value = tokens(input, word, Meaning::Anything, place, notes)?;
    Some(match struct_literal(&value) {
        Some(literal) => Act::Made(literal),
        None => Act::Expression(value),
    })
}

/// The tokens of an expression up to its `;`, which is eaten too.
pub(crate) fn tokens(
    input: &mut Cursor,
    word: &Ident,
    meaning: Meaning,
    place: Place,
    notes: &mut Notes,
) -> Option<Expression> {
    let start = input.clone();
    let (tokens, is_expression) = expression::to_end(input, place);
    notes.value(meaning, &tokens);
    let end = tokens.clone().into_iter().last().map_or(word.span(), |last| last.span());
    let what = format!("an expression after `{word}`");
    if let Some(node) = lone_node(&tokens) {
        // It is read as that node.
        notes.error(word.span(), format!("expected {what}, found the node `{node}`"));
        *input = start;
        return None;
    }
    let read = if is_expression {
        outside_of_methods(&tokens)
    } else {
        leaf_expression(&tokens, end, &what)
    };
    match read {
        Ok(()) => {
            finish(input, word, place, notes);
            Some(tokens.into())
        }
        Err(Mistake { span, text }) => {
            notes.error(span, text);
            input.eat_punct(';');
            None
        }
    }
}

/// Eats the `;` after a leaf; if it is missing, reports that and goes on.
pub(crate) fn finish(input: &mut Cursor, word: &Ident, place: Place, notes: &mut Notes) {
    let ended = input.eat_punct(';')
        || (place == Place::Arm && (input.is_empty() || input.peek_punct(',')));
    if ended {
        return;
    }
    let text = format!("expected `;` after this `{word}`");
    match input.peek() {
        Some(found) if !input.begins_node() && !input.peek_node() => {
            let advice = if notes.is_file { word::joined(found) } else { "" };
            let found = match found {
                TokenTree::Group(_) => String::new(),
                found => format!(", found `{found}`"),
            };
            notes.error(input.span(), format!("{text}{found}{advice}"));
            input.skip_node(place);
        }
        _ => notes.error(input.last_span(), text),
    }
}

/// `walk::To::<Home> { speed: 2 }`: a path and braces, and nothing else.
pub(crate) fn struct_literal(tokens: &TokenStream) -> Option<Literal> {
    let mut tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    // The `$e:expr` of a `macro_rules!`.
    if let [TokenTree::Group(group)] = tokens.as_slice() {
        if group.delimiter() == Delimiter::None {
            tokens = group.stream().into_iter().collect();
        }
    }
    let (last, path) = tokens.split_last()?;
    let path: TokenStream = path.iter().cloned().collect();
    let is_literal = is_braces(last) && is_path(&path);
    is_literal.then(|| Literal {
        path,
        value: tokens.into_iter().collect::<TokenStream>().into(),
        form: Form::Literal,
    })
}

/// Checks that rustc will be able to read a struct literal, or the name of a unit struct; otherwise
/// reports a mistake.
pub(crate) fn made_by(
    literal: &Literal,
    input: &Cursor,
    what: &str,
    notes: &mut Notes,
) -> Option<()> {
    let fields = literal.value.to_token_stream().into_iter().last().filter(is_braces);
    let path = &literal.path;
    let value = quote!(#path #fields);
    notes.value(Meaning::Anything, &value);
    notes.read(expression(&value, input.last_span(), what))
}

fn is_braces(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// Eats `Fly =` before the expression of a stateful action. If the path begins with a small letter,
/// the expression is an assignment: `npc = …`.
fn type_in_front(input: &mut Cursor) -> Option<TokenStream> {
    let mut ahead = input.clone();
    let path = ahead.until_outside_generics(&|input| {
        !matches!(input.peek(), Some(TokenTree::Ident(_)))
            && !input.peek_punct(':')
            && !input.peek_punct('<')
    });
    let is_type = path.clone().into_iter().any(|token| match token {
        TokenTree::Ident(word) => word.to_string().starts_with(char::is_uppercase),
        _ => false,
    });
    let is_assigned = is_type && is_path(&path) && ahead.eat_punct('=');
    if !is_assigned || ahead.peek_punct('=') || ahead.peek_punct('>') {
        return None;
    }
    *input = ahead;
    Some(path)
}

/// Eats `Go<A, B> { of: x }`, which is not an expression without `::` before its generic arguments.
pub(crate) fn generic_literal(input: &mut Cursor) -> Option<Literal> {
    let (mut ahead, from) = (input.clone(), input.place());
    let path = ahead.until_outside_generics(&|input| {
        !matches!(input.peek(), Some(TokenTree::Ident(_)))
            && !input.peek_punct(':')
            && !input.peek_punct('<')
    });
    let expression = turbofish(path.clone());
    let count = |tokens: &TokenStream| tokens.clone().into_iter().count();
    if count(&expression) == count(&path) || !is_path(&path) {
        return None;
    }
    ahead.eat_group(Delimiter::Brace)?;
    let value = ahead.since(from);
    *input = ahead;
    Some(Literal { path: expression, value: value.into(), form: Form::Literal })
}

/// `with Type { field: value }` before its node; a unit struct needs no braces.
pub(crate) fn with(
    input: &mut Cursor,
    word: &Ident,
    place: Place,
    notes: &mut Notes,
) -> Option<Literal> {
    if notes.is_file {
        return decorator(input, word, notes);
    }
    let (start, from) = (input.clone(), input.place());
    let path = input.until_outside_generics(&|input| {
        let path = input.since(from);
        let open = are_open(&path);
        match input.peek() {
            // `a::b`: a segment follows `::`, and nothing else does.
            Some(TokenTree::Ident(_)) => input.begins_node() || (!open && ended(&path)),
            Some(TokenTree::Punct(punct)) if [':', '<'].contains(&punct.as_char()) => false,
            Some(TokenTree::Punct(punct)) if punct.as_char() == ';' => true,
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => true,
            _ => !open || (place == Place::Arm && subtree::ends_arm(input, &path)),
        }
    });
    let known =
        is_path(&path) && lone_node(&path).is_none() && !input.peek_group(Delimiter::Parenthesis);
    if known {
        input.eat_group(Delimiter::Brace);
        let value = input.since(from);
        let value = value.into();
        let literal = Literal { path: turbofish(path), value, form: Form::Literal };
        let read = made_by(&literal, input, "the decorator after `with`", notes);
        return read.map(|()| literal);
    }
    notes.value(Meaning::Anything, &turbofish(path.clone()));
    let text = if are_open(&path) {
        "the generic arguments of this decorator are unfinished; write `>` after them"
    } else {
        "expected the struct literal of a decorator after `with`: `with Type { … } node`"
    };
    notes.error(word.span(), text);
    input.eat_group(Delimiter::Parenthesis);
    if matches!(input.peek(), Some(TokenTree::Literal(_))) {
        input.advance();
    }
    if lone_node(&path).is_some() {
        *input = start;
    }
    None
}

/// `with Brave(up_to = 2)` in a file.
fn decorator(input: &mut Cursor, word: &Ident, notes: &mut Notes) -> Option<Literal> {
    let read = word::term(input, word.span(), "a decorator of the vocabulary after `with`");
    notes.read(read).map(|tokens| {
        let path = tokens.clone().into_iter().take(1).collect();
        Literal { path, value: tokens.into(), form: Form::Expression }
    })
}

/// Returns `true` if a path may be over here: its last token is not `::`.
fn ended(path: &TokenStream) -> bool {
    match path.clone().into_iter().last() {
        None => false,
        Some(TokenTree::Punct(punct)) => punct.as_char() != ':',
        Some(_) => true,
    }
}
