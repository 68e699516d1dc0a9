//! Composites: a word, perhaps arguments, and a block of children.

use super::argument::{self, expression, one};
use super::cursor::{Cursor, Mistake, Parsed};
use super::leaf::Place;
use super::node::{broken, docs, is_condition, node};
use crate::ast::{Goal, Kind, Node};
use crate::error::Errors;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::quote;

/// A composite and its children.
type Composite = (Kind, Vec<Node>);

fn block(input: &mut Cursor, word: &Ident) -> Parsed<Group> {
    input.eat_group(Delimiter::Brace).ok_or_else(|| {
        Mistake::new(word.span(), format!("`{word}` needs its children: `{word} {{ … }}`"))
    })
}

/// Reads the nodes of a block; goes on behind one that cannot be read.
pub(crate) fn children(input: &mut Cursor, word: &Ident, errors: &mut Errors) -> Parsed<Vec<Node>> {
    let group = block(input, word)?;
    let mut inner = Cursor::of(&group);
    let mut children = Vec::new();
    while !inner.is_empty() {
        children.push(recovering(&mut inner, Place::Block, errors));
    }
    if children.is_empty() {
        errors.push(word.span(), format!("this `{word}` has no children; it needs at least one"));
        children.push(broken(word.span()));
    }
    Ok(children)
}

/// A node, or one that does nothing where it cannot be read.
fn recovering(input: &mut Cursor, place: Place, errors: &mut Errors) -> Node {
    let span = input.span();
    let before = input.place();
    node(input, place, errors).unwrap_or_else(|Mistake { span: at, text }| {
        errors.push(at, text);
        // What stands up to the next `;` or block belongs to the mistake, unless it is read already.
        let read = input.since(before).into_iter().last();
        let ended = match read {
            Some(proc_macro2::TokenTree::Punct(punct)) => punct.as_char() == ';',
            Some(proc_macro2::TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
            _ => false,
        };
        if !ended {
            input.skip_node();
        }
        broken(span)
    })
}

/// `monitor(…) { condition …; … node … }`
pub(crate) fn monitor(input: &mut Cursor, word: &Ident, errors: &mut Errors) -> Parsed<Composite> {
    let policies = argument::policies(input, errors);
    let group = block(input, word)?;
    let mut inner = Cursor::of(&group);
    let mut children = Vec::new();
    while is_condition(&inner) {
        children.push(recovering(&mut inner, Place::Block, errors));
    }
    let conditions = children.len();
    while !inner.is_empty() {
        children.push(recovering(&mut inner, Place::Block, errors));
    }
    if conditions == 0 {
        let text = "this `monitor` watches nothing; begin it with a `condition` or `not condition`";
        errors.push(word.span(), text);
    }
    if children.len() == conditions {
        errors.push(word.span(), "this `monitor` has only conditions; write a node behind them");
        children.push(broken(word.span()));
    }
    Ok((Kind::Monitor { policies, conditions }, children))
}

/// `random_selector(EXPR) { 3 => node … }`; a child without a weight weighs 1.
pub(crate) fn random(
    input: &mut Cursor,
    word: &Ident,
    goal: Goal,
    errors: &mut Errors,
) -> Parsed<Composite> {
    let draw = one(input, word, "a random `u32`")?;
    let (weights, children) = keyed(input, word, errors, |input, errors| {
        if !arrow_ahead(input) {
            return quote!(1);
        }
        left_of_arrow(input, "a weight", &quote!(1), errors)
    })?;
    Ok((Kind::Random { goal, draw, weights }, children))
}

/// Whether a key stands in front of the next node: `=>` comes before the node could be over.
fn arrow_ahead(input: &Cursor) -> bool {
    let mut ahead = input.clone();
    let _ = ahead.until(|input| {
        input.peek_arrow()
            || input.peek_punct(';')
            || input.peek_punct(',')
            || input.peek_group(Delimiter::Brace)
    });
    ahead.peek_arrow()
}

/// `utility_selector { SCORE => node … }`
pub(crate) fn utility(input: &mut Cursor, word: &Ident, errors: &mut Errors) -> Parsed<Composite> {
    let (scores, children) = keyed(input, word, errors, |input, errors| {
        left_of_arrow(input, "a score", &quote!(0.0), errors)
    })?;
    Ok((Kind::Utility { scores }, children))
}

/// Children with something in front of each; `key` reads it, or tells what is wrong.
fn keyed(
    input: &mut Cursor,
    word: &Ident,
    errors: &mut Errors,
    key: impl Fn(&mut Cursor, &mut Errors) -> TokenStream,
) -> Parsed<(Vec<TokenStream>, Vec<Node>)> {
    let group = block(input, word)?;
    let mut inner = Cursor::of(&group);
    let (mut keys, mut children) = (Vec::new(), Vec::new());
    while !inner.is_empty() {
        let description = docs(&mut inner, errors);
        keys.push(key(&mut inner, errors));
        let mut child = recovering(&mut inner, Place::Arm, errors);
        child.description = description.or(child.description);
        children.push(child);
        inner.eat_punct(',');
    }
    if children.is_empty() {
        errors.push(word.span(), format!("this `{word}` has no children; it needs at least one"));
        keys.push(quote!(1));
        children.push(broken(word.span()));
    }
    Ok((keys, children))
}

/// `EXPR =>`; `neutral` where it is missing or cannot be read.
fn left_of_arrow(
    input: &mut Cursor,
    what: &str,
    neutral: &TokenStream,
    errors: &mut Errors,
) -> TokenStream {
    let start = input.span();
    if !pattern_ahead(input) {
        errors.push(start, format!("expected {what} in front of the node: `… => node`"));
        return neutral.clone();
    }
    let tokens = input.until(Cursor::peek_arrow);
    let end = input.span();
    input.advance();
    input.advance();
    if let Err(Mistake { span, text }) = expression(&tokens, end, what) {
        errors.push(span, text);
        return neutral.clone();
    }
    tokens
}

/// `if EXPR { node } else { node }`
pub(crate) fn branch(
    input: &mut Cursor,
    word: &Ident,
    place: Place,
    errors: &mut Errors,
) -> Parsed<Composite> {
    let condition = in_front_of_block(input, word, "a condition")?;
    let mut children = vec![one_node(input, word, errors)?];
    if input.eat_word("else") {
        children.push(if input.peek_word("if") || input.peek_word("active_if") {
            node(input, place, errors)?
        } else {
            one_node(input, word, errors)?
        });
    }
    Ok((Kind::If { active: word == "active_if", condition }, children))
}

/// `{ node }`
fn one_node(input: &mut Cursor, word: &Ident, errors: &mut Errors) -> Parsed<Node> {
    let group = block(input, word)?;
    let mut inner = Cursor::of(&group);
    if inner.is_empty() {
        errors.push(group.span_close(), format!("expected the node of this branch of `{word}`"));
        return Ok(broken(group.span_close()));
    }
    let first = recovering(&mut inner, Place::Block, errors);
    second_node(&mut inner, &format!("a branch of `{word}`"), errors);
    Ok(first)
}

/// Tells of a node that stands where there is place for one only.
pub(crate) fn second_node(input: &mut Cursor, what: &str, errors: &mut Errors) {
    if !input.is_empty() {
        let text = format!("{what} is exactly one node; put several into a `sequence`");
        errors.push(input.span(), text);
    }
}

/// `match EXPR { PATTERN => node, … }`
pub(crate) fn arms(input: &mut Cursor, word: &Ident, errors: &mut Errors) -> Parsed<Composite> {
    let scrutinee = in_front_of_block(input, word, "a value")?;
    let (patterns, children) = keyed(input, word, errors, |input, errors| {
        let start = input.span();
        if !pattern_ahead(input) {
            errors.push(start, "expected a pattern in front of the node: `PATTERN => node`");
            return quote!(_);
        }
        let tokens = input.until(Cursor::peek_arrow);
        input.advance();
        input.advance();
        pattern(tokens, start, errors)
    })?;
    Ok((Kind::Match { active: word == "active_match", scrutinee, patterns }, children))
}

/// A pattern, perhaps with `if` behind it, that rustc will be able to read.
fn pattern(tokens: TokenStream, start: Span, errors: &mut Errors) -> TokenStream {
    if tokens.is_empty() {
        errors.push(start, "expected a pattern in front of `=>`");
        return quote!(_);
    }
    match syn::parse2::<syn::Arm>(quote!(#tokens => ())) {
        Ok(_) => tokens,
        Err(error) => {
            errors.push_syn(error);
            quote!(_)
        }
    }
}

/// Whether a pattern or a score, in which braces may stand, comes before the next node.
fn pattern_ahead(input: &Cursor) -> bool {
    let mut ahead = input.clone();
    let _ = ahead.until(|input| input.peek_arrow() || input.peek_punct(';'));
    ahead.peek_arrow()
}

/// The expression between a word and its block: the shortest that can be read.
fn in_front_of_block(input: &mut Cursor, word: &Ident, what: &str) -> Parsed<TokenStream> {
    use syn::parse::Parser;
    let from = input.place();
    loop {
        let _ = input.until(|input| input.peek_group(Delimiter::Brace) || input.peek_punct(';'));
        let tokens = input.since(from);
        let read = syn::Expr::parse_without_eager_brace.parse2(tokens.clone());
        match read {
            Ok(_) if input.peek_group(Delimiter::Brace) => return Ok(tokens),
            Err(_) if is_part(input, &tokens) => input.advance(),
            _ => {
                let text = format!("expected `{word}`, {what} and a block: `{word} … {{ … }}`");
                return Err(Mistake::new(word.span(), text));
            }
        }
    }
}

/// Whether the block that comes next belongs to the expression: it does not begin it, or another
/// block follows.
fn is_part(input: &Cursor, tokens: &TokenStream) -> bool {
    let mut ahead = input.clone();
    ahead.eat_group(Delimiter::Brace).is_some()
        && (!tokens.is_empty() || ahead.peek_group(Delimiter::Brace))
}
