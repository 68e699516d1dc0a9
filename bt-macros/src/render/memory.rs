//! The tree's memory: the values that `cooldown` and `once` keep after they have ended, and the
//! memory of subtrees.

use super::subtree;
use crate::program::{Program, field};
use bt_language::machine::{CellId, Content, ExpressionId, Length};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};

impl Program {
    /// The memory of a tree that has not been ticked.
    pub(crate) fn forgotten(&self) -> TokenStream {
        if !self.has_memory {
            return hygienic!(());
        }
        let name = self.memory_type();
        let nothing = hygienic!(::core::option::Option::None);
        let fields = self.machine.memory.iter().map(|cell| {
            let node = self.node(cell.node);
            let field = field(node);
            match &cell.of {
                Content::Tree(call) => {
                    let forgotten = subtree::part(&call.tree, "FORGOTTEN");
                    let field = subtree::field(node, call);
                    quote_spanned!(field.span()=> #field: #forgotten,)
                }
                Content::Time(Length { known: None, .. }) => {
                    hygienic!(#field: (#nothing, ::core::time::Duration::ZERO),)
                }
                Content::Place(_) => hygienic!(#field: 0,),
                Content::Time(Length { known: Some(_), .. }) | Content::Result => {
                    hygienic!(#field: #nothing,)
                }
            }
        });
        hygienic!(#name { #(#fields)* end: () })
    }

    /// The fields of the memory's struct.
    pub(crate) fn memory_fields(&self) -> TokenStream {
        let time = hygienic!(::core::time::Duration);
        let fields = self.machine.memory.iter().map(|cell| {
            let field = field(self.node(cell.node));
            match &cell.of {
                Content::Tree(call) => {
                    let memory = subtree::type_of(&call.tree, "Memory");
                    hygienic!(#field: #memory,)
                }
                Content::Result => {
                    hygienic!(#field: ::core::option::Option<::core::primitive::bool>,)
                }
                Content::Place(_) => hygienic!(#field: ::core::primitive::u8,),
                Content::Time(Length { known: None, .. }) => {
                    hygienic!(#field: (::core::option::Option<#time>, #time,),)
                }
                Content::Time(Length { known: Some(_), .. }) => {
                    hygienic!(#field: ::core::option::Option<#time>,)
                }
            }
        });
        hygienic!(#(#fields)* end: ())
    }
}

/// The word of a node: `memory.cooldown_7`
pub(super) fn word(program: &Program, cell: CellId) -> TokenStream {
    let field = field(program.node(program.machine[cell].node));
    hygienic!(__memory.#field)
}

/// The end of a length of time: `memory.cooldown_7`, or `memory.cooldown_7.0` beside a stored length.
pub(super) fn end(program: &Program, cell: CellId) -> TokenStream {
    let word = word(program, cell);
    match program.machine[cell].of {
        Content::Time(Length { known: None, .. }) => hygienic!(#word.0),
        Content::Time(Length { known: Some(_), .. })
        | Content::Result
        | Content::Place(_)
        | Content::Tree(_) => word,
    }
}

/// Stores the end of a length of time that begins now.
pub(super) fn cool(program: &Program, cell: CellId) -> TokenStream {
    let (word, end, now) = (word(program, cell), end(program, cell), program.now());
    let length = match &program.machine[cell].of {
        Content::Time(Length { known: Some(_), of }) => program.machine[*of].to_token_stream(),
        Content::Time(Length { known: None, .. })
        | Content::Result
        | Content::Place(_)
        | Content::Tree(_) => {
            hygienic!(#word.1)
        }
    };
    hygienic!(#end = __bt::Some(__bt::after(#now, #length));)
}

/// `memory.cooldown_7.1 = npc.pause;`
pub(super) fn store_length(program: &Program, cell: CellId, of: ExpressionId) -> TokenStream {
    let (word, length) = (word(program, cell), program.length(&Length { of, known: None }));
    hygienic!(#word.1 = #length;)
}
