//! The constants of a tree: its nodes as data, and its labels.

use super::subtree::part;
use crate::program::{Program, nested};
use bt_language::machine::{Machine, Node, NodeId};
use proc_macro2::{Literal, TokenStream};

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
