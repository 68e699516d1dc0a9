//! The tree's memory: what `cooldown` and `once` keep for ever, and that of its subtrees.

use super::context;
use crate::ast::{Duration, Kind};
use crate::model::{Model, Node, names};
use proc_macro2::{Ident, TokenStream};

impl Model {
    /// What a cooldown does when its child has ended.
    pub(crate) fn cooling(&self, node: &Node, duration: &Duration) -> TokenStream {
        let (word, now) = (word(node), self.now(node));
        if duration.constant {
            let duration = &duration.value;
            return hygienic! {
                #word = ::core::option::Option::Some(
                    #now.saturating_add(#duration)
                );
            };
        }
        hygienic! {
            #word = #word.map(|duration| #now.saturating_add(duration));
        }
    }

    /// The memory's type; `()` where nothing is kept.
    pub(crate) fn memory_of(&self) -> TokenStream {
        if !self.has_memory() {
            return hygienic!(());
        }
        self.with_generics(&self.memory_type(), 0..self.nodes.len())
    }

    /// The memory of a tree that has not been ticked.
    pub(crate) fn forgotten(&self) -> TokenStream {
        if !self.has_memory() {
            return hygienic!(());
        }
        let name = self.memory_type();
        let fields = self.nodes.iter().filter(|node| node.is_kept()).map(|node| {
            let field = field(node);
            match &node.kind {
                Kind::Subtree { tree, .. } => {
                    let machine = context::machine(tree);
                    hygienic!(#field: #machine::FORGOTTEN,)
                }
                _ => hygienic!(#field: ::core::option::Option::None,),
            }
        });
        hygienic!(#name { #(#fields)* })
    }

    /// The fields of the memory's struct.
    pub(crate) fn memory_fields(&self) -> TokenStream {
        let fields = self.nodes.iter().filter(|node| node.is_kept()).map(|node| {
            let field = field(node);
            match &node.kind {
                Kind::Subtree { tree, .. } => {
                    let machine = context::machine(tree);
                    hygienic!(#field: #machine::Memory,)
                }
                Kind::Once => hygienic!(#field: ::core::option::Option<::core::primitive::bool>,),
                _ => hygienic!(#field: ::core::option::Option<::core::time::Duration>,),
            }
        });
        hygienic!(#(#fields)*)
    }
}

/// `memory.of_cooldown_7`
pub(super) fn word(node: &Node) -> TokenStream {
    let (memory, field) = (context::memory(), field(node));
    hygienic!(#memory.#field)
}

fn field(node: &Node) -> Ident {
    names::frame_function("of", node)
}
