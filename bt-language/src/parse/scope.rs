//! Decorators that bind a name: `let(NAME: TYPE = EXPR)`, `for(NAME in RANGE)`.

use super::argument::{one_expression, parentheses};
use super::cursor::Cursor;
use super::notes::{Mistake, Parsed};
use super::reader::{Reader, Whole};
use super::syntax;
use super::word;
use crate::ast::{Purpose, Rounds};
use crate::nodes::Made;
use crate::source::first_span;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// `let(NAME: TYPE = EXPR) node`
pub(crate) fn binding(
    reader: &mut Reader<'_>,
    made: fn(Ident, TokenStream) -> Made,
) -> Parsed<Whole> {
    if let Some(node) = only_in_rust(reader) {
        return node;
    }
    let what = "a name, its type and its value";
    let group = parentheses_or_end(reader, what, "name: Type = …")?;
    let notes = &mut *reader.notes;
    let end = group.as_ref().map_or(reader.word.span(), Group::span_close);
    let tokens = group.map(|group| group.stream()).unwrap_or_default();
    let parts = Parts::of(&tokens);
    let of = &parts.of;
    notes.mirror.open(&parts.name, &quote!(&mut #of), &parts.value);
    let read = (!tokens.is_empty()).then(|| notes.read(parts.checked(end))).flatten();
    reader.push(Purpose::Value, parts.value);
    let node = reader.decorated(read.map(|(name, of)| made(name, of)));
    reader.notes.mirror.leave();
    node
}

/// A decorator that a file cannot have, and its node.
fn only_in_rust(reader: &mut Reader<'_>) -> Option<Parsed<Whole>> {
    if !reader.notes.is_file {
        return None;
    }
    reader.input.eat_group(Delimiter::Parenthesis);
    let text = format!("`{}` {}", reader.word, word::ONLY_IN_RUST);
    reader.notes.error(reader.word.span(), text);
    Some(reader.decorated(None))
}

/// The parentheses after a word, which may be empty. If neither parentheses nor a node follow,
/// nothing can be read.
fn parentheses_or_end(reader: &mut Reader<'_>, what: &str, example: &str) -> Parsed<Option<Group>> {
    let Reader { input, word, notes, .. } = reader;
    let are_there = input.peek_group(Delimiter::Parenthesis);
    let read = parentheses(input, word, what, example);
    let mut ahead = input.clone();
    if are_there || ahead.skip_to_node() { Ok(notes.read(read)) } else { read.map(Some) }
}

/// The three parts of a binding, as far as the user has typed them.
struct Parts {
    name: TokenStream,
    of: TokenStream,
    value: TokenStream,
    has_colon: bool,
    has_value: bool,
}

impl Parts {
    /// `prey: Id = npc.nearest()` → `prey`, `Id`, `npc.nearest()`
    fn of(tokens: &TokenStream) -> Self {
        let mut input = Cursor::new(tokens.clone(), Span::call_site());
        let is_equals = |input: &Cursor| input.peek_punct('=') && !input.peek_arrow();
        let name = input.until(&|input| input.peek_punct(':') || is_equals(input));
        let has_colon = input.eat_punct(':');
        // `=` may also be a part of generic arguments: `Box<dyn Fn(u8) -> u8>`, `dyn Iterator<Item
        // = u8>`.
        let of = input.until_outside_generics(&is_equals);
        let has_value = input.eat_punct('=');
        let value = input.until(&|_| false);
        Self { name, of, value, has_colon, has_value }
    }

    /// The name and the type, if all three parts can be read.
    fn checked(&self, end: Span) -> Parsed<(Ident, TokenStream)> {
        let name = name(&self.name, end, "let")?;
        if !self.has_colon || self.of.is_empty() {
            let text = format!(
                "`{name}` needs a type, since the tree keeps it from tick to tick: `let({name}: Type = …)`"
            );
            return Err(Mistake::new(name.span(), text));
        }
        let read = syntax::read(<syn::Type as syn::parse::Parse>::parse, &self.of);
        let of = read.map_err(|error| Mistake::of_syn(&error, end))?;
        no_borrow(&self.of, &name, "`let`")?;
        if !self.has_value {
            let text = format!("`{name}` needs a value: `let({name}: Type = …)`");
            return Err(Mistake::new(name.span(), text));
        }
        one_expression(&self.value, end, &format!("the value of `{name}`"))?;
        Ok((name, of.into_token_stream()))
    }
}

/// The name that a node binds; it must be a valid name in Rust.
fn name(tokens: &TokenStream, end: Span, word: &str) -> Parsed<Ident> {
    let example = if word == "let" { "let(name: Type = …)" } else { "for(name in 0..3)" };
    if tokens.is_empty() {
        return Err(Mistake::new(end, format!("expected a name: `{example}`")));
    }
    let mut rest = tokens.clone().into_iter();
    if let Some(TokenTree::Ident(first)) = rest.next() {
        if first == "mut" && rest.next().is_some() {
            let text = "what a `let` keeps can always be changed by actions; remove `mut`";
            return Err(Mistake::new(first.span(), text));
        }
    }
    let read = syntax::read(<Ident as syn::parse::Parse>::parse, tokens);
    read.map_err(|_| {
        let text = format!("expected one name that Rust takes: `{example}`; a pattern is none");
        Mistake::new(first_span(tokens), text)
    })
}

/// Checks that a kept value does not borrow from the blackboard, which is lent for one tick only.
pub(crate) fn no_borrow(of: &TokenStream, name: &Ident, what: &str) -> Parsed<()> {
    let mut tokens = of.clone().into_iter().peekable();
    let mut is_function = false;
    while let Some(token) = tokens.next() {
        let refused = match &token {
            TokenTree::Punct(punct) if punct.as_char() == '&' => match tokens.peek() {
                Some(TokenTree::Punct(next)) => next.as_char() != '\'',
                _ => true,
            },
            TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                matches!(tokens.peek(), Some(TokenTree::Ident(word)) if word == "_")
            }
            // The arguments and the result of a function type are not kept.
            TokenTree::Group(group) if !is_function => {
                no_borrow(&group.stream(), name, what)?;
                false
            }
            _ => false,
        };
        if refused {
            let text = format!(
                "`{name}` would borrow from the blackboard, which a tree has for one tick only, and a {what} keeps its value longer; keep an id, a copy or a clone"
            );
            return Err(Mistake::new(token.span(), text));
        }
        is_function = matches!(&token, TokenTree::Ident(word) if ["fn", "Fn", "FnMut", "FnOnce"].iter().any(|function| word == function));
    }
    Ok(())
}

/// `for(NAME in RANGE) node`
pub(crate) fn range(reader: &mut Reader<'_>, made: fn(Ident, Rounds) -> Made) -> Parsed<Whole> {
    if let Some(node) = only_in_rust(reader) {
        return node;
    }
    let what = "a name and a range";
    let group = parentheses_or_end(reader, what, "number in 0..3")?;
    let notes = &mut *reader.notes;
    let end = group.as_ref().map_or(reader.word.span(), Group::span_close);
    let tokens = group.map(|group| group.stream()).unwrap_or_default();
    let mut inner = Cursor::new(tokens.clone(), end);
    let written = inner.until(&|input| input.peek_word("in"));
    let has_in = inner.eat_word("in");
    let range = inner.until(&|_| false);
    notes.mirror.open(&written, &quote!(::core::primitive::usize), &range);
    let read = (!tokens.is_empty()).then(|| notes.read(counted(&written, has_in, &range, end)));
    let rounds = rounds(&range);
    reader.push(Purpose::Range, range);
    let node = reader.decorated(read.flatten().map(|name| made(name, rounds)));
    reader.notes.mirror.leave();
    node
}

/// The name of the number, if all parts can be read.
fn counted(written: &TokenStream, has_in: bool, range: &TokenStream, end: Span) -> Parsed<Ident> {
    let name = name(written, end, "for")?;
    if !has_in {
        let text = format!("expected `in` and a range: `for({name} in 0..3)`");
        return Err(Mistake::new(name.span(), text));
    }
    one_expression(range, end, "the range after `in`")?;
    match syntax::expression(range) {
        Ok(syn::Expr::Range(syn::ExprRange { limits, end: last, .. }))
            if last.is_none() || matches!(limits, syn::RangeLimits::Closed(_)) =>
        {
            let text = format!("`for` takes an exclusive range with an end: `for({name} in 0..3)`");
            Err(Mistake::new(first_span(&limits.to_token_stream()), text))
        }
        Ok(expression) if is_empty(&expression) => {
            let text = "this range is empty, so the node would never be ticked; write a larger end";
            Err(Mistake::new(first_span(range), text))
        }
        _ => Ok(name),
    }
}

/// Returns `true` for an empty range of literals: `3..3`.
fn is_empty(range: &syn::Expr) -> bool {
    literal_range(range).is_some_and(|(start, end)| end <= start)
}

/// The ends of a range of literals: `0..3` → 0 and 3.
fn literal_range(range: &syn::Expr) -> Option<(usize, usize)> {
    let syn::Expr::Range(range) = range else { return None };
    let number = |end: &Option<Box<syn::Expr>>| match end.as_deref() {
        Some(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. })) => {
            number.base10_parse().ok()
        }
        _ => None,
    };
    Some((number(&range.start)?, number(&range.end)?))
}

/// The number of rounds of a range; a range of literals is not empty.
fn rounds(range: &TokenStream) -> Rounds {
    let ends = syntax::expression(range).ok().and_then(|range| literal_range(&range));
    ends.map_or(Rounds::Unknown, |(start, end)| {
        Rounds::Known(u32::try_from(end.saturating_sub(start)).unwrap_or(u32::MAX))
    })
}
