//! Reads the trees of a file: `tree Soldier { … }`

use super::branch::only_node;
use super::cursor::Cursor;
use super::node::{broken, docs};
use super::notes::{Mistake, Notes, Parsed};
use crate::ast::{Blackboard, Node, Outline, Tree};
use crate::words::{self, Word};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

const SHAPE: &str = "`tree Name { … }`";

/// Reads all trees of a file. Their blackboard is the blackboard of the vocabulary.
pub(crate) fn trees_of_file(input: TokenStream, notes: &mut Notes) -> Vec<Result<Tree, Outline>> {
    let mut input = Cursor::new(input, Span::call_site());
    if input.is_empty() {
        notes.error(Span::call_site(), format!("there is no tree in this file; write {SHAPE}"));
    }
    let mut trees = Vec::new();
    while !input.is_empty() {
        trees.extend(tree(&mut input, notes).map(Ok));
    }
    trees
}

fn tree(input: &mut Cursor, notes: &mut Notes) -> Option<Tree> {
    let description = docs(input, notes);
    let read = name(input);
    let name = match read {
        Ok(name) => name,
        Err(mistake) => {
            notes.mistakes.push(mistake);
            let _ = input.until(&|input| input.peek_group(Delimiter::Brace));
            input.advance();
            return None;
        }
    };
    if let Some(group) = input.eat_group(Delimiter::Parenthesis) {
        let text = format!(
            "a tree of a file works on the blackboard of the vocabulary; remove the parentheses: `tree {name} {{ … }}`"
        );
        notes.error(group.span(), text);
    }
    let root = root(input, &name, notes);
    let root = notes.read(root).unwrap_or_else(|| broken(name.span()));
    let attributes = description.into_iter().map(|text| syn::parse_quote!(#[doc = #text]));
    let colon = name.span();
    let binder = Ident::new("blackboard", colon);
    Some(Tree {
        outline: Outline {
            attributes: attributes.collect(),
            visibility: syn::Visibility::Inherited,
            name,
        },
        generics: syn::Generics::default(),
        blackboard: Blackboard { binder, of: quote!(_), colon },
        parameters: Vec::new(),
        root,
    })
}

/// Reads `tree Soldier`.
fn name(input: &mut Cursor) -> Parsed<Ident> {
    let span = input.span();
    let found = input.peek().cloned();
    let Some(word) = input.eat_ident() else {
        let found = match found {
            Some(TokenTree::Group(_)) | None => String::new(),
            Some(token) => format!(", found `{token}`"),
        };
        return Err(Mistake::new(span, format!("expected a tree{found}: {SHAPE}")));
    };
    if word != "tree" {
        let written = word.to_string();
        let text = match words::nearest(&written, &mut ["tree"].into_iter()) {
            Some(_) => format!("there is no `{word}` here; did you mean `tree`?"),
            None if Word::of(&word).is_some() => {
                format!("a node stands in a tree: `tree Name {{ {word} … }}`")
            }
            None => format!("a tree begins with the word `tree`, not with `{word}`: {SHAPE}"),
        };
        return Err(Mistake::new(word.span(), text));
    }
    let Some(name) = input.eat_ident() else {
        return Err(Mistake::new(word.span(), format!("this `tree` has no name: {SHAPE}")));
    };
    if syn::parse2::<Ident>(name.to_token_stream()).is_err() {
        let text = format!("`{name}` is a word of Rust; give the tree another name");
        return Err(Mistake::new(name.span(), text));
    }
    Ok(name)
}

/// Reads the only node of a tree's block.
fn root(input: &mut Cursor, name: &Ident, notes: &mut Notes) -> Parsed<Node> {
    let Some(body) = input.eat_group(Delimiter::Brace) else {
        let text = format!("`{name}` has no root; write one node in braces after its name");
        return Err(Mistake::new(name.span(), text));
    };
    let mut inner = Cursor::of(&body);
    Ok(only_node(&mut inner, name.span(), &format!("the root of `{name}`"), notes))
}
