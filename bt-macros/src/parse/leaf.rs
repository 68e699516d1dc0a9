//! Leaves: `condition EXPR;`, `action EXPR;`, `subtree Name;` and what may stand in their place.

use super::argument::expression;
use super::cursor::{Cursor, Mistake, Parsed};
use crate::ast::{Kind, Literal};
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

/// Where a node stands: between `=>` and `,` a comma may end it as well as `;`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Block,
    Arm,
}

/// The tokens of an expression up to its `;`, which is eaten.
pub(crate) fn tokens(input: &mut Cursor, word: &Ident, place: Place) -> Parsed<TokenStream> {
    let what = format!("an expression behind `{word}`");
    let from = input.place();
    loop {
        let _ = input
            .until(|input| input.peek_punct(';') || (place == Place::Arm && input.peek_punct(',')));
        let tokens = input.since(from);
        // A comma can also stand between generic arguments: `find::<A, B>(npc)`.
        if input.peek_punct(',') && syn::parse2::<syn::Expr>(tokens.clone()).is_err() {
            input.advance();
            continue;
        }
        let end = input.span();
        finish(input, word, place)?;
        expression(&tokens, end, &what)?;
        return Ok(tokens);
    }
}

/// The `;` behind a leaf.
pub(crate) fn finish(input: &mut Cursor, word: &Ident, place: Place) -> Parsed<()> {
    if input.eat_punct(';') || (place == Place::Arm && (input.is_empty() || input.peek_punct(',')))
    {
        return Ok(());
    }
    Err(Mistake::new(input.span(), format!("expected `;` behind this `{word}`")))
}

/// `action EXPR;` or, if the expression is a struct literal, a stateful action.
pub(crate) fn action(input: &mut Cursor, word: &Ident, place: Place) -> Parsed<Kind> {
    let value = tokens(input, word, place)?;
    Ok(match struct_literal(&value) {
        Some(literal) => Kind::Stateful(literal),
        None => Kind::Action(value),
    })
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
pub(crate) fn subtree(input: &mut Cursor, word: &Ident, place: Place) -> Parsed<Kind> {
    let tree = input.until(|input| {
        input.peek_punct(';')
            || input.peek_group(Delimiter::Parenthesis)
            || input.peek_group(Delimiter::Brace)
            || (place == Place::Arm && input.peek_punct(','))
    });
    if syn::parse2::<syn::TypePath>(tree.clone()).is_err() {
        return Err(Mistake::new(word.span(), "expected the name of a tree behind `subtree`"));
    }
    let blackboard = match input.eat_group(Delimiter::Parenthesis) {
        Some(group) => {
            expression(&group.stream(), group.span_close(), "the blackboard of the subtree")?;
            Some(group.stream())
        }
        None => None,
    };
    finish(input, word, place)?;
    Ok(Kind::Subtree { tree, blackboard })
}

/// `with Type { field: value }` in front of its node; a unit struct needs no braces.
pub(crate) fn with(input: &mut Cursor, word: &Ident) -> Parsed<Literal> {
    let from = input.place();
    let mut depth = 0_usize;
    while let Some(token) = input.peek() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '<' => depth += 1,
            TokenTree::Punct(punct) if punct.as_char() == '>' => depth = depth.saturating_sub(1),
            TokenTree::Punct(punct) if punct.as_char() == ':' => {}
            // `a::b`: a segment comes behind `::`, and nothing else does.
            TokenTree::Ident(_) if depth == 0 && ended(&input.since(from)) => break,
            TokenTree::Ident(_) => {}
            _ if depth == 0 => break,
            _ => {}
        }
        input.advance();
    }
    let path = input.since(from);
    if syn::parse2::<syn::TypePath>(path.clone()).is_err() {
        return Err(Mistake::new(word.span(), "expected `with Type { … }` in front of a node"));
    }
    let _ = input.eat_group(Delimiter::Brace);
    let value = input.since(from);
    syn::parse2::<syn::Expr>(value.clone())
        .map_err(|error| Mistake::new(error.span(), error.to_string()))?;
    Ok(Literal { path, value })
}

/// Whether a path may be over here: its last token is not `::`.
fn ended(path: &TokenStream) -> bool {
    match path.clone().into_iter().last() {
        None => false,
        Some(TokenTree::Punct(punct)) => punct.as_char() != ':',
        Some(_) => true,
    }
}
