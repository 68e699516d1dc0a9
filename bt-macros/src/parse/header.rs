//! `pub tree Soldier(npc: &mut Npc) { … }`

use super::composite::second_node;
use super::cursor::{Cursor, Mistake};
use super::leaf::Place;
use super::node::{broken, node};
use crate::ast::{Node, Tree};
use crate::error::Errors;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};

/// Reads all trees of one macro call.
pub(crate) fn trees(input: TokenStream, errors: &mut Errors) -> Vec<Tree> {
    let mut trees = Vec::new();
    let read = |input: ParseStream<'_>| {
        while !input.is_empty() {
            match tree(input, errors) {
                Ok(tree) => trees.push(tree),
                Err(error) => {
                    errors.push_syn(error);
                    skip_tree(input);
                }
            }
        }
        Ok(())
    };
    if let Err(error) = read.parse2(input) {
        errors.push_syn(error);
    }
    trees
}

/// Goes on behind the next block.
fn skip_tree(input: ParseStream<'_>) {
    while let Ok(token) = input.parse::<TokenTree>() {
        if matches!(token, TokenTree::Group(group) if group.delimiter() == proc_macro2::Delimiter::Brace)
        {
            return;
        }
    }
}

fn tree(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Tree> {
    let attributes = syn::Attribute::parse_outer(input)?;
    let visibility = input.parse()?;
    let word: Ident = input.parse().map_err(|error| {
        syn::Error::new(error.span(), "expected `tree Name(blackboard: &mut Type) { … }`")
    })?;
    if word != "tree" {
        let text = format!("expected `tree Name(blackboard: &mut Type) {{ … }}`, found `{word}`");
        return Err(syn::Error::new(word.span(), text));
    }
    let name: Ident = input.parse()?;
    let mut generics: syn::Generics = input.parse()?;
    let (binder, blackboard) = parameter(&input.parse::<Group>().map_err(|error| {
        syn::Error::new(
            error.span(),
            format!("expected the blackboard: `tree {name}(npc: &mut Npc)`"),
        )
    })?)?;
    generics.where_clause = input.parse()?;
    let body: Group = input.parse().map_err(|error| {
        syn::Error::new(error.span(), format!("expected the root of `{name}` in braces"))
    })?;
    let root = root(&body, &name, errors);
    Ok(Tree { attributes, visibility, name, generics, binder, blackboard, root })
}

/// `(npc: &mut Npc)`
fn parameter(group: &Group) -> syn::Result<(Ident, TokenStream)> {
    let read = |input: ParseStream<'_>| {
        let binder: Ident = input.parse()?;
        input.parse::<syn::Token![:]>()?;
        let blackboard: syn::Type = input.parse()?;
        input.parse::<Option<syn::Token![,]>>()?;
        if !input.is_empty() {
            return Err(input.error("a tree has one blackboard"));
        }
        match blackboard {
            syn::Type::Reference(reference) if reference.mutability.is_some() => {
                let blackboard = match *reference.elem {
                    syn::Type::Paren(inside) => inside.elem,
                    other => Box::new(other),
                };
                Ok((binder, blackboard.into_token_stream()))
            }
            other => {
                Err(syn::Error::new_spanned(other, "a tree borrows its blackboard: `&mut Type`"))
            }
        }
    };
    if group.delimiter() != proc_macro2::Delimiter::Parenthesis || group.stream().is_empty() {
        return Err(syn::Error::new(
            group.span_open(),
            "expected the blackboard: `(npc: &mut Npc)`",
        ));
    }
    read.parse2(group.stream())
}

/// The one node of a tree's block.
fn root(body: &Group, name: &Ident, errors: &mut Errors) -> Node {
    let mut input = Cursor::of(body);
    if input.is_empty() {
        errors.push(
            name.span(),
            format!("the tree `{name}` has no root; write a node in its braces"),
        );
        return broken(name.span());
    }
    match node(&mut input, Place::Block, errors) {
        Ok(root) => {
            second_node(&mut input, "the root of a tree", errors);
            root
        }
        Err(Mistake { span, text }) => {
            errors.push(span, text);
            broken(span)
        }
    }
}
