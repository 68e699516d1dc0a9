//! The constants of a tree: its nodes as data, its labels, and the texts of files that it keeps.

use super::subtree::part;
use crate::program::{Program, nested};
use bt_language::machine::{Machine, Node, NodeId};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote_spanned;

pub(super) fn constants(program: &Program) -> TokenStream {
    let sizes: Vec<TokenStream> = subtrees(program).map(|tree| size(program, tree)).collect();
    let table = nodes(program, &sizes);
    let counts = sizes.iter().enumerate().map(|(before, size)| {
        let name = nested(before + 1);
        let sum = if before == 0 {
            hygienic!(#size)
        } else {
            let last = nested(before);
            hygienic!(Self::#last + #size)
        };
        hygienic!(const #name: ::core::primitive::u32 = #sum;)
    });
    let named = named(program, &table);
    hygienic! {
        #named
        #(#counts)*
    }
}

/// `table(&[41538374868278621028190027777], &["npc.sees_enemy()"], &[])`. A static is evaluated once, a constant once
/// for each generic function that names it. But a static cannot name the generics of the tree.
fn nodes(program: &Program, sizes: &[TokenStream]) -> TokenStream {
    let own = Literal::usize_unsuffixed(program.nodes().len());
    let count = hygienic!(#own #(+ #sizes as ::core::primitive::usize)*);
    let tables = subtrees(program)
        .map(|tree| if program.is_opaque(tree) { hygienic!(&[]) } else { part(tree, "TABLE") });
    let (rows, texts) = rows(&program.machine);
    let table = hygienic!(__bt::table(&[#(#rows),*], &[#(#texts),*], &[#(#tables),*]));
    if program.generics.params.is_empty() {
        hygienic!({ static __TABLE: [__bt::Node; #count] = #table; &__TABLE })
    } else {
        hygienic!({ const __TABLE: &[__bt::Node; #count] = &#table; __TABLE })
    }
}

/// The rows and their texts; see `table` in the runtime.
fn rows(machine: &Machine) -> (Vec<Literal>, Vec<String>) {
    let mut texts = Vec::new();
    let mut row = |node: &Node| {
        let header = machine.header.clone().filter(|_| node.parent.is_none());
        let label = node.label.as_ref().map(ToString::to_string);
        let source = Some(node.source.clone()).filter(|source| !source.is_empty());
        let texts_of = [label, source, node.description.clone(), node.key.clone(), header];
        let mut has = 0;
        for (bit, text) in texts_of.into_iter().enumerate() {
            has |= usize::from(text.is_some()) << bit;
            texts.extend(text);
        }
        let (end, parent) = (node.end.place(), node.parent.map_or(0, NodeId::place));
        let parts = [(node.line, 0), (end, 32), (parent, 64), (node.word.index(), 96), (has, 104)];
        Literal::u128_unsuffixed(parts.map(|(part, by)| (part as u128) << by).into_iter().sum())
    };
    (machine.nodes.iter().map(&mut row).collect(), texts)
}

/// The constants that a program can name.
pub(super) fn named(program: &Program, table: &TokenStream) -> TokenStream {
    let visibility = &program.visibility;
    let labels = program.nodes().iter().filter_map(|node| label(program, node));
    hygienic! {
        /// The nodes of the tree, in pre-order: a node's id is its index here.
        #visibility const NODES: &'static [__bt::Node] = #table;
        #(#labels)*
    }
}

pub(super) fn subtrees(program: &Program) -> impl Iterator<Item = &TokenStream> {
    program.machine.calls().map(|(_, call)| &call.tree)
}

/// The number of nodes of a subtree.
fn size(program: &Program, tree: &TokenStream) -> TokenStream {
    if program.is_opaque(tree) {
        return hygienic!(0);
    }
    part(tree, "SIZE")
}

/// The number of nodes of the tree, with those of its subtrees.
pub(super) fn total(program: &Program) -> TokenStream {
    program.end(NodeId::FIRST)
}

/// `const FLEE: NodeId`
fn label(program: &Program, node: &Node) -> Option<TokenStream> {
    let label = node.label.as_ref()?;
    let constant = bt_language::names::constant(label);
    let text = match &node.description {
        Some(text) => format!(" The node `'{label}`: {text}"),
        None => format!(" The node `'{label}`."),
    };
    let id = program.id(node.id);
    let visibility = &program.visibility;
    Some(hygienic! {
        #[doc = #text]
        #visibility const #constant: __bt::NodeId = __bt::NodeId::new(#id);
    })
}

/// Names the parts of each subtree in a body, which then has the one error about them, and no
/// errors that follow from it.
pub(super) fn mentions(program: &Program) -> TokenStream {
    if program.subtrees == 0 {
        return TokenStream::new();
    }
    let mut seen = Vec::new();
    let sizes = subtrees(program).filter_map(|tree| {
        let name = tree.to_string();
        if seen.contains(&name) {
            return None;
        }
        seen.push(name);
        Some(part(tree, "SIZE"))
    });
    hygienic!(#(let _ = #sizes;)*)
}

/// The type of a text of a file.
pub(super) fn text_of(span: Span) -> TokenStream {
    quote_spanned!(span=> &'static ::core::primitive::str)
}

/// The attribute of a field with a value that `serde` does not load as it was saved: a text becomes one that lives as long
/// as the program, and JSON has no float that is not finite. The type of a text is written as a path, because `serde`
/// borrows from its input whatever has the type `&str`.
pub(super) fn saved(
    program: &Program,
    field: &TokenStream,
    is_optional: bool,
) -> Option<TokenStream> {
    let written = field.to_string();
    if written == text_of(Span::call_site()).to_string() {
        let function = if is_optional { "__bt::optional_text" } else { "__bt::text" };
        return attribute(
            program,
            &["Deserialize"],
            &hygienic!(serde(deserialize_with = #function)),
        );
    }
    let is_float = ["f32", "f64"].into_iter().any(|name| {
        let primitive = Ident::new(name, Span::call_site());
        written == name || written == hygienic!(::core::primitive::#primitive).to_string()
    });
    if !is_float {
        return None;
    }
    attribute(program, &["Serialize", "Deserialize"], &hygienic!(serde(with = "__bt::exact")))
}

/// An attribute of a field for `serde`, if the tree derives one of its traits.
pub(super) fn attribute(
    program: &Program,
    traits: &[&str],
    attribute: &TokenStream,
) -> Option<TokenStream> {
    let parse = syn::punctuated::Punctuated::<syn::Meta, syn::Token![,]>::parse_terminated;
    let metas = |of: &syn::Meta, word: &str| {
        let syn::Meta::List(list) = of else { return None };
        list.path
            .is_ident(word)
            .then(|| syn::parse::Parser::parse2(parse, list.tokens.clone()).ok())?
    };
    let derives = |of: &syn::Meta| {
        let derived = metas(of, "derive");
        derived.is_some_and(|all| all.iter().any(|derived| is_of_serde(derived, traits)))
    };
    if program.attributes.iter().any(|of| derives(&of.meta)) {
        return Some(hygienic!(#[#attribute]));
    }
    let conditional = program.attributes.iter().filter_map(|of| metas(&of.meta, "cfg_attr"));
    let conditions = conditional.filter(|metas| metas.iter().skip(1).any(derives));
    let conditions: Vec<_> = conditions.filter_map(|metas| metas.first().cloned()).collect();
    (!conditions.is_empty()).then(|| hygienic!(#[cfg_attr(any(#(#conditions),*), #attribute)]))
}

/// Returns `true` for `Serialize` or `serde::Serialize`, but not for the trait of this name of another library.
fn is_of_serde(of: &syn::Meta, traits: &[&str]) -> bool {
    let segments = &of.path().segments;
    let last = segments.last().is_some_and(|last| traits.iter().any(|name| last.ident == name));
    last && (segments.len() == 1 || segments.iter().any(|segment| segment.ident == "serde"))
}
