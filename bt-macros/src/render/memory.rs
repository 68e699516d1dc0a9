//! The tree's memory: the values that `cooldown` and `once` keep after they have ended, and the
//! memory of subtrees.

use super::names;
use super::{context, subtree};
use crate::program::Program;
use bt_language::ast::Kind;
use bt_language::machine::Node;
use proc_macro2::TokenStream;

impl Program {
    /// The code of a cooldown after its child has ended.
    pub(crate) fn cooling(&self, node: &Node) -> TokenStream {
        let Kind::Cooldown(duration) = &node.kind else {
            return self.internal(node, "it is no cooldown");
        };
        let (word, now) = (word(node), self.now());
        if duration.is_constant() {
            let duration = &duration.value;
            return hygienic! {
                #word = __bt::Some(
                    __bt::after(#now, #duration)
                );
            };
        }
        hygienic! {
            #word.0 = __bt::Some(__bt::after(#now, #word.1));
        }
    }

    /// The memory's type; `()` if no node keeps a value.
    pub(crate) fn memory_of(&self) -> TokenStream {
        if !self.has_memory {
            return hygienic!(());
        }
        let memory = self.memory_type();
        let used = self.memory_generics();
        let (_, arguments, _) = used.split_for_impl();
        hygienic!(#memory #arguments)
    }

    /// The memory of a tree that has not been ticked.
    pub(crate) fn forgotten(&self) -> TokenStream {
        if !self.has_memory {
            return hygienic!(());
        }
        let name = self.memory_type();
        let fields = self.nodes().iter().filter(|node| node.is_kept()).map(|node| {
            let field = names::field(node);
            match &node.kind {
                Kind::Subtree { tree, .. } => {
                    let forgotten = subtree::part(tree, "FORGOTTEN");
                    let span = context::first_span(tree);
                    let field = subtree::field(node, tree);
                    quote::quote_spanned!(span=> #field: #forgotten,)
                }
                Kind::Cooldown(duration) if !duration.is_constant() => hygienic! {
                    #field: (::core::option::Option::None, ::core::time::Duration::ZERO),
                },
                _ => hygienic!(#field: ::core::option::Option::None,),
            }
        });
        hygienic!(#name { #(#fields)* end: () })
    }

    /// The fields of the memory's struct.
    pub(crate) fn memory_fields(&self) -> TokenStream {
        let fields = self.nodes().iter().filter(|node| node.is_kept()).map(|node| {
            let field = names::field(node);
            match &node.kind {
                Kind::Subtree { tree, .. } => {
                    let memory = subtree::type_of(tree, "Memory");
                    hygienic!(#field: #memory,)
                }
                Kind::Once => hygienic!(#field: ::core::option::Option<::core::primitive::bool>,),
                Kind::Cooldown(duration) if !duration.is_constant() => hygienic! {
                    #field: (
                        ::core::option::Option<::core::time::Duration>,
                        ::core::time::Duration,
                    ),
                },
                _ => hygienic!(#field: ::core::option::Option<::core::time::Duration>,),
            }
        });
        hygienic!(#(#fields)* end: ())
    }
}

/// The word of a node: `memory.cooldown_7`
pub(super) fn word(node: &Node) -> TokenStream {
    let field = names::field(node);
    hygienic!(__memory.#field)
}
