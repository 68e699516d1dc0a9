//! Leaves: `condition EXPR;`, `action EXPR;`, `subtree Name;` and what may stand in their place.

use super::argument::{self, DURATION};
use super::cursor::Cursor;
use super::expression::{self, expression};
use super::notes::{Mistake, Notes};
use crate::ast::{Kind, Literal};
use crate::ide::Meaning;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

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
    match tokens(input, word, Meaning::Anything, place, notes) {
        None => Kind::Broken,
        Some(value) => match struct_literal(&value) {
            Some(literal) => Kind::Stateful(literal),
            None => Kind::Action(value),
        },
    }
}

pub(crate) fn wait(input: &mut Cursor, word: &Ident, place: Place, notes: &mut Notes) -> Kind {
    let has_argument = input.peek_group(Delimiter::Parenthesis);
    let duration = argument::duration(input, word, &DURATION, notes);
    if !has_argument {
        input.skip_node(place);
        return Kind::Broken;
    }
    finish(input, word, place, notes);
    duration.map_or(Kind::Broken, Kind::Wait)
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
    let tokens = expression::to_end(input, place);
    notes.value(meaning, &tokens);
    let end = tokens.clone().into_iter().last().map_or(word.span(), |last| last.span());
    let what = format!("an expression behind `{word}`");
    match expression(&tokens, end, &what) {
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
    let next_node = input.is_empty() || input.begins_node() || input.peek_node();
    if next_node {
        notes.error(input.last_span(), text);
    } else {
        notes.error(input.span(), text);
        input.skip_node(place);
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
    let is_braces =
        matches!(last, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    let path: TokenStream = path.iter().cloned().collect();
    let is_literal = is_braces && syn::parse2::<syn::TypePath>(path.clone()).is_ok();
    is_literal.then(|| Literal { path, value: tokens.into_iter().collect() })
}

/// `subtree Name;`, `subtree Name(&mut npc.weapon);`
pub(crate) fn subtree(input: &mut Cursor, word: &Ident, place: Place, notes: &mut Notes) -> Kind {
    let from = input.place();
    let tree = input.until(|input| {
        input.peek_punct(';')
            || input.peek_group(Delimiter::Parenthesis)
            || input.peek_group(Delimiter::Brace)
            || (place == Place::Arm && input.peek_punct(','))
            || (input.place() > from && input.begins_node())
    });
    notes.mirror.tree(&tree);
    let known = syn::parse2::<syn::TypePath>(tree.clone()).is_ok();
    if !known {
        let text = "expected the name of a tree behind `subtree`: `subtree Name;`";
        notes.error(word.span(), text);
    }
    let blackboard = input.eat_group(Delimiter::Parenthesis).map(|group| group.stream());
    let mut kind = Kind::Broken;
    if let Some(tokens) = &blackboard {
        notes.value(Meaning::Anything, tokens);
    }
    let readable = blackboard.as_ref().is_none_or(|tokens| {
        let read = expression(tokens, input.last_span(), "the blackboard of the subtree");
        notes.read(read).is_some()
    });
    if known && readable {
        kind = Kind::Subtree { tree, blackboard };
    }
    finish(input, word, place, notes);
    kind
}

/// `with Type { field: value }` in front of its node; a unit struct needs no braces.
pub(crate) fn with(input: &mut Cursor, word: &Ident, notes: &mut Notes) -> Kind {
    let from = input.place();
    let mut depth = 0_usize;
    while let Some(token) = input.peek() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '<' => depth += 1,
            TokenTree::Punct(punct) if punct.as_char() == '>' => depth = depth.saturating_sub(1),
            TokenTree::Punct(punct) if punct.as_char() == ':' => {}
            // `a::b`: a segment comes behind `::`, and nothing else does.
            TokenTree::Ident(_) if depth == 0 && ended(&input.since(from)) => break,
            TokenTree::Ident(_) if input.begins_node() => break,
            TokenTree::Ident(_) => {}
            _ if depth == 0 => break,
            _ => {}
        }
        input.advance();
    }
    let path = input.since(from);
    let known = syn::parse2::<syn::TypePath>(path.clone()).is_ok();
    if known {
        input.eat_group(Delimiter::Brace);
    }
    let value = input.since(from);
    notes.value(Meaning::Anything, &value);
    if !known {
        let text = "expected a decorator of your own behind `with`: `with Type { … } node`";
        notes.error(word.span(), text);
        return Kind::Broken;
    }
    let read = syn::parse2::<syn::Expr>(value.clone());
    let readable = read.map_err(|error| Mistake::new(error.span(), error.to_string()));
    notes.read(readable).map_or(Kind::Broken, |_| Kind::With(Literal { path, value }))
}

/// Whether a path may be over here: its last token is not `::`.
fn ended(path: &TokenStream) -> bool {
    match path.clone().into_iter().last() {
        None => false,
        Some(TokenTree::Punct(punct)) => punct.as_char() != ':',
        Some(_) => true,
    }
}
