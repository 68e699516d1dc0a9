//! `pub tree Soldier(npc: &mut Npc) { … }`

use super::branch::only_node;
use super::cursor::Cursor;
use super::node::broken;
use super::notes::{Mistake, Notes, Parsed};
use crate::ast::{Blackboard, Node, Outline, Tree};
use crate::ide::Words;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};

const SHAPE: &str = "`tree Name(blackboard: &mut Type) { … }`";

/// Reads all trees of one macro call; of those whose header cannot be read, the outline.
pub(crate) fn trees(input: TokenStream, notes: &mut Notes) -> Vec<Result<Tree, Outline>> {
    let mut input = Cursor::new(input, Span::call_site());
    let mut trees = Vec::new();
    while !input.is_empty() {
        trees.extend(tree(&mut input, notes));
    }
    if trees.is_empty() {
        notes.mirror.end(Words::Items);
        notes.mirror.close(&quote::quote!(()));
    }
    trees
}

fn tree(input: &mut Cursor, notes: &mut Notes) -> Option<Result<Tree, Outline>> {
    let attributes = attributes(input, notes);
    let visibility = visibility(input);
    let name = name(input, notes);
    let signature = signature(input);
    let behind = input.last_span();
    let root = root(input, name.as_ref(), notes);
    notes.mirror.end(Words::Items);
    notes.mirror.close(&signature);
    let name = name?;
    let outline = Outline { attributes, visibility, name };
    match notes.read(header(&signature, behind)) {
        Some((generics, blackboard)) => {
            let root = notes.read(root).unwrap_or_else(|| broken(behind));
            Some(Ok(Tree { outline, generics, blackboard, root }))
        }
        None => Some(Err(outline)),
    }
}

/// What the signature says; `end` is the place of what is missing.
fn header(signature: &TokenStream, end: Span) -> Parsed<(syn::Generics, Blackboard)> {
    let is_group = |token: TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis);
    if !signature.clone().into_iter().any(is_group) {
        let text =
            "expected the blackboard of the tree behind its name: `tree Name(npc: &mut Npc)`";
        return Err(Mistake::new(end, text));
    }
    let read = Parser::parse2(read_signature, signature.clone());
    let (generics, blackboard) = read.map_err(|error| Mistake::of_syn(&error, end))?;
    Ok((generics, blackboard?))
}

fn attributes(input: &mut Cursor, notes: &mut Notes) -> Vec<syn::Attribute> {
    let from = input.place();
    while input.eat_punct('#') {
        input.eat_punct('!');
        input.eat_group(Delimiter::Bracket);
    }
    syn::Attribute::parse_outer.parse2(input.since(from)).unwrap_or_else(|error| {
        notes.errors.push_syn(error);
        Vec::new()
    })
}

/// `pub(crate)`
fn visibility(input: &mut Cursor) -> syn::Visibility {
    let from = input.place();
    // `$visibility` of a `macro_rules!`, if it is more than a word.
    if input.eat_group(Delimiter::None).is_none() && input.eat_word("pub") {
        input.eat_group(Delimiter::Parenthesis);
    }
    syn::parse2(input.since(from)).unwrap_or(syn::Visibility::Inherited)
}

/// `tree Soldier`
fn name(input: &mut Cursor, notes: &mut Notes) -> Option<Ident> {
    let span = input.span();
    let Some(word) = input.eat_ident() else {
        let text = match input.peek() {
            Some(token) => format!("expected {SHAPE}, found `{}`", first_letter(token)),
            None => format!("expected {SHAPE} behind this"),
        };
        input.advance();
        notes.error(if input.is_empty() { input.last_span() } else { span }, text);
        return None;
    };
    notes.mirror.word(Words::Items, &word);
    if word != "tree" {
        notes.error(word.span(), format!("expected {SHAPE}, found `{word}`"));
    }
    let name = input.eat_ident();
    if name.is_none() && word == "tree" {
        notes.error(word.span(), format!("this `tree` has no name; write {SHAPE}"));
    }
    name.filter(|name| syn::parse2::<Ident>(name.to_token_stream()).is_ok() && *name != "_")
}

/// `{` of a block, and a word as it is.
fn first_letter(token: &TokenTree) -> String {
    match token {
        TokenTree::Group(group) => match group.delimiter() {
            Delimiter::Parenthesis => "(".into(),
            Delimiter::Bracket => "[".into(),
            Delimiter::Brace => "{".into(),
            Delimiter::None => group.to_string(),
        },
        token => token.to_string(),
    }
}

/// What stands between the name and the braces, in which braces may stand too:
/// `<const N: usize>(npc: &mut Npc<{ N }>)`.
fn signature(input: &mut Cursor) -> TokenStream {
    let from = input.place();
    let mut first = None;
    loop {
        let _ = input.until(|input| {
            input.peek_group(Delimiter::Brace)
                || input.peek_word("tree")
                || input.peek_word("pub")
                || input.peek_punct('#')
        });
        let tokens = input.since(from);
        if Parser::parse2(read_signature, tokens.clone()).is_ok() {
            return tokens;
        }
        first.get_or_insert_with(|| input.clone());
        if !input.peek_group(Delimiter::Brace) {
            *input = first.unwrap_or_else(|| input.clone());
            return input.since(from);
        }
        input.advance();
    }
}

type Signature = (syn::Generics, Parsed<Blackboard>);

/// `<N: Navigator>(cx: &mut Ctx<N>) where N: Clone`; a mistake in the parentheses is not one of the
/// whole.
fn read_signature(input: ParseStream<'_>) -> syn::Result<Signature> {
    let mut generics: syn::Generics = input.parse()?;
    let group = input.parse::<Group>()?;
    generics.where_clause = input.parse()?;
    if !input.is_empty() {
        return Err(input.error("expected the root of the tree in braces"));
    }
    let blackboard = blackboard(&group);
    Ok((generics, blackboard.map_err(|error| Mistake::of_syn(&error, group.span_close()))))
}

/// `(npc: &mut Npc)`
fn blackboard(group: &Group) -> syn::Result<Blackboard> {
    let read = |input: ParseStream<'_>| {
        let binder: Ident = input.parse().map_err(|error| {
            let text = "expected a name for the blackboard: `(npc: &mut Npc)`";
            syn::Error::new(error.span(), text)
        })?;
        if !input.peek(syn::Token![:]) {
            let text = format!("expected the type of the blackboard: `({binder}: &mut Npc)`");
            return Err(syn::Error::new(binder.span(), text));
        }
        input.parse::<syn::Token![:]>()?;
        let of: syn::Type = input.parse()?;
        input.parse::<Option<syn::Token![,]>>()?;
        if !input.is_empty() {
            let text = "a tree has one blackboard; put what it needs into one struct";
            return Err(input.error(text));
        }
        match of {
            syn::Type::Reference(reference) if reference.mutability.is_some() => {
                let of = match *reference.elem {
                    syn::Type::Paren(inside) => inside.elem,
                    other => Box::new(other),
                };
                Ok(Blackboard { binder, of: of.into_token_stream(), open: group.span_open() })
            }
            other => {
                let text = format!("a tree borrows its blackboard: `{binder}: &mut Type`");
                Err(syn::Error::new_spanned(other, text))
            }
        }
    };
    if group.stream().is_empty() {
        let text = "expected the blackboard of the tree: `(npc: &mut Npc)`";
        return Err(syn::Error::new(group.span(), text));
    }
    read.parse2(group.stream())
}

/// The one node of a tree's block.
fn root(input: &mut Cursor, name: Option<&Ident>, notes: &mut Notes) -> Parsed<Node> {
    let called = name.map_or_else(|| "a tree".into(), |name| format!("`{name}`"));
    let Some(body) = input.eat_group(Delimiter::Brace) else {
        let text = format!("{called} has no root; write one node in braces behind its blackboard");
        return Err(Mistake::new(input.last_span(), text));
    };
    let mut inner = Cursor::of(&body);
    let empty = name.map_or_else(|| body.span_open(), Ident::span);
    Ok(only_node(&mut inner, empty, &format!("the root of {called}"), notes))
}
