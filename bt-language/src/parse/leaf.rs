//! Leaves: `condition EXPR;`, `action EXPR;`, `subtree Name;` and what may stand in their place.

use super::argument::{self, one_expression};
use super::composite::lone_node;
use super::cursor::Cursor;
use super::expression::{self, expression, leaf_expression};
use super::generics::{are_open, turbofish};
use super::notes::{Mistake, Notes};
use super::syntax::is_path;
use crate::ast::{Kind, Literal};
use crate::mirror::Meaning;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::quote;

/// Where a node stands: between `=>` and `,` a comma may end it as well as `;`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Block,
    Arm,
}

pub(crate) fn condition(input: &mut Cursor, word: &Ident, place: Place, notes: &mut Notes) -> Kind {
    tokens(input, word, Meaning::Answer, place, notes).map_or(Kind::Broken, Kind::Condition)
}

/// `action EXPR;` or, if the expression is a struct literal, a stateful action.
pub(crate) fn action(input: &mut Cursor, word: &Ident, place: Place, notes: &mut Notes) -> Kind {
    if let Some(literal) = generic_literal(input) {
        let read = made_by(&literal, input, "the action", notes);
        finish(input, word, place, notes);
        return read.map_or(Kind::Broken, |()| Kind::Stateful(literal));
    }
    match tokens(input, word, Meaning::Anything, place, notes) {
        None => Kind::Broken,
        Some(value) => match struct_literal(&value) {
            Some(literal) => Kind::Stateful(literal),
            None => Kind::Action(value),
        },
    }
}

pub(crate) fn wait(input: &mut Cursor, word: &Ident, place: Place, notes: &mut Notes) -> Kind {
    let kind = argument::duration(input, word, Kind::Wait, notes);
    match kind {
        Kind::Broken => input.skip_node(place),
        _ => finish(input, word, place, notes),
    }
    kind
}

/// `succeed;`
pub(crate) fn constant(
    input: &mut Cursor,
    word: &Ident,
    kind: Kind,
    place: Place,
    notes: &mut Notes,
) -> Kind {
    let kind = argument::none(input, word, kind, notes);
    finish(input, word, place, notes);
    kind
}

/// The tokens of an expression up to its `;`, which is eaten.
fn tokens(
    input: &mut Cursor,
    word: &Ident,
    meaning: Meaning,
    place: Place,
    notes: &mut Notes,
) -> Option<TokenStream> {
    let start = input.clone();
    let tokens = expression::to_end(input, place);
    notes.value(meaning, &tokens);
    let end = tokens.clone().into_iter().last().map_or(word.span(), |last| last.span());
    let what = format!("an expression behind `{word}`");
    if let Some(node) = lone_node(&tokens) {
        // It is read as the node that it is.
        notes.error(word.span(), format!("expected {what}, found the node `{node}`"));
        *input = start;
        return None;
    }
    match leaf_expression(&tokens, end, &what) {
        Ok(()) => {
            finish(input, word, place, notes);
            Some(tokens)
        }
        Err(Mistake { span, text }) => {
            notes.error(span, text);
            input.eat_punct(';');
            None
        }
    }
}

/// The `;` behind a leaf; goes on without it where it is missing.
fn finish(input: &mut Cursor, word: &Ident, place: Place, notes: &mut Notes) {
    let ended = input.eat_punct(';')
        || (place == Place::Arm && (input.is_empty() || input.peek_punct(',')));
    if ended {
        return;
    }
    let text = format!("expected `;` behind this `{word}`");
    match input.peek() {
        Some(found) if !input.begins_node() && !input.peek_node() => {
            let found = match found {
                TokenTree::Group(_) => String::new(),
                found => format!(", found `{found}`"),
            };
            notes.error(input.span(), format!("{text}{found}"));
            input.skip_node(place);
        }
        _ => notes.error(input.last_span(), text),
    }
}

/// `walk::To::<Home> { speed: 2 }` is a path and braces, and nothing else.
fn struct_literal(tokens: &TokenStream) -> Option<Literal> {
    let mut tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    // `$e:expr` of a `macro_rules!`.
    if let [TokenTree::Group(group)] = tokens.as_slice() {
        if group.delimiter() == Delimiter::None {
            tokens = group.stream().into_iter().collect();
        }
    }
    let (last, path) = tokens.split_last()?;
    let path: TokenStream = path.iter().cloned().collect();
    let is_literal = is_braces(last) && is_path(&path);
    is_literal.then(|| Literal { path, value: tokens.into_iter().collect() })
}

/// `Some` if rustc will be able to read a struct literal, or the name of a unit struct; else a mistake is noted.
fn made_by(literal: &Literal, input: &Cursor, what: &str, notes: &mut Notes) -> Option<()> {
    let fields = literal.value.clone().into_iter().last().filter(is_braces);
    let path = &literal.path;
    let value = quote!(#path #fields);
    notes.value(Meaning::Anything, &value);
    notes.read(expression(&value, input.last_span(), what))
}

fn is_braces(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// Eats `Go<A, B> { of: x }`, which is no expression without `::` in front of its generic arguments.
fn generic_literal(input: &mut Cursor) -> Option<Literal> {
    let (mut ahead, from) = (input.clone(), input.place());
    let path = ahead.until_outside_generics(|input| {
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
    Some(Literal { path: expression, value })
}

/// `subtree Name;`, `subtree Name(&mut npc.weapon);`
pub(crate) fn subtree(input: &mut Cursor, word: &Ident, place: Place, notes: &mut Notes) -> Kind {
    let from = input.place();
    let tree = input.until_outside_generics(|input| {
        input.peek_punct(';')
            || input.peek_group(Delimiter::Parenthesis)
            || (input.peek_group(Delimiter::Brace) && !are_open(&input.since(from)))
            || (place == Place::Arm && ends_arm(input, &input.since(from)))
            || (input.place() > from && input.begins_node())
            || (input.peek_node() && is_path(&input.since(from)))
    });
    notes.mirror.tree(&tree);
    let known = is_path(&tree);
    if !known {
        let text = if are_open(&tree) {
            "the generic arguments of this tree are unfinished; write `>` behind them"
        } else {
            "expected the name of a tree behind `subtree`: `subtree Name;`"
        };
        let end = tree.clone().into_iter().last();
        notes.error(end.map_or(word.span(), |end| end.span()), text);
    }
    let (blackboard, readable) = part_of(input, notes);
    if known {
        finish(input, word, place, notes);
    } else {
        input.eat_punct(';');
    }
    if known && readable { Kind::Subtree { tree, blackboard } } else { Kind::Broken }
}

/// Returns `true` if an arm ends here, behind a path: at a `,`, and where its generic arguments are unfinished
/// at the last one in front of the next arrow: `0 => subtree Patrol<u8, u16, 1 => fail`
fn ends_arm(input: &Cursor, path: &TokenStream) -> bool {
    let mut ahead = input.clone();
    if !ahead.eat_punct(',') || !are_open(path) {
        return input.peek_punct(',');
    }
    let _ = ahead.until(|ahead| ahead.peek_punct(',') || ahead.peek_arrow());
    ahead.peek_arrow()
}

/// Reads the parentheses behind the name of a subtree; also whether they can be read.
fn part_of(input: &mut Cursor, notes: &mut Notes) -> (Option<TokenStream>, bool) {
    if input.peek_group(Delimiter::Brace) {
        let text = "what a subtree works on stands in parentheses: `subtree Name(&mut npc.part);`";
        notes.error(input.span(), text);
        input.advance();
        return (None, false);
    }
    let Some(group) = input.eat_group(Delimiter::Parenthesis) else { return (None, true) };
    let tokens = group.stream();
    notes.value(Meaning::Anything, &tokens);
    if tokens.is_empty() {
        let text = "a subtree is named and not made; write `subtree Name;`, or in the parentheses the part of the blackboard that it works on";
        notes.error(group.span(), text);
        return (None, false);
    }
    let read = one_expression(&tokens, group.span_close(), "the blackboard of the subtree");
    let readable = notes.read(read).is_some();
    (Some(tokens), readable)
}

/// `with Type { field: value }` in front of its node; a unit struct needs no braces.
pub(crate) fn with(input: &mut Cursor, word: &Ident, place: Place, notes: &mut Notes) -> Kind {
    let (start, from) = (input.clone(), input.place());
    let path = input.until_outside_generics(|input| {
        let path = input.since(from);
        let open = are_open(&path);
        match input.peek() {
            // `a::b`: a segment comes behind `::`, and nothing else does.
            Some(TokenTree::Ident(_)) => input.begins_node() || (!open && ended(&path)),
            Some(TokenTree::Punct(punct)) if [':', '<'].contains(&punct.as_char()) => false,
            Some(TokenTree::Punct(punct)) if punct.as_char() == ';' => true,
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => true,
            _ => !open || (place == Place::Arm && ends_arm(input, &path)),
        }
    });
    let known =
        is_path(&path) && lone_node(&path).is_none() && !input.peek_group(Delimiter::Parenthesis);
    if known {
        input.eat_group(Delimiter::Brace);
        let literal = Literal { path: turbofish(path), value: input.since(from) };
        let read = made_by(&literal, input, "the decorator behind `with`", notes);
        return read.map_or(Kind::Broken, |()| Kind::With(literal));
    }
    notes.value(Meaning::Anything, &turbofish(path.clone()));
    let text = if are_open(&path) {
        "the generic arguments of this decorator are unfinished; write `>` behind them"
    } else {
        "expected the struct literal of a decorator behind `with`: `with Type { … } node`"
    };
    notes.error(word.span(), text);
    input.eat_group(Delimiter::Parenthesis);
    if matches!(input.peek(), Some(TokenTree::Literal(_))) {
        input.advance();
    }
    if lone_node(&path).is_some() {
        *input = start;
    }
    Kind::Broken
}

/// Returns `true` if a path may be over here: its last token is not `::`.
fn ended(path: &TokenStream) -> bool {
    match path.clone().into_iter().last() {
        None => false,
        Some(TokenTree::Punct(punct)) => punct.as_char() != ':',
        Some(_) => true,
    }
}
