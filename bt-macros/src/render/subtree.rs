//! Subtrees. If the type is not a tree, is unknown or uses another blackboard, the user should see
//! one error. rustc reports an error once if its text and its span are equal, so everything that
//! names parts of the other tree has the span of that tree's name.

use super::expression::{first_span, local, local_at};
use crate::program::{self, Data, Program};
use bt_language::machine::{Call, Cleanup, Node, NodeId, Position};
use bt_language::mirror::Meaning;
use proc_macro2::{Group, Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::Token;

/// A part of a subtree: `<Patrol as Machine>::State`
pub(crate) fn part(tree: &TokenStream, name: &str) -> TokenStream {
    let span = first_span(tree);
    let name = Ident::new(name, span);
    quote_spanned!(span=> <#tree as __bt::Machine>::#name)
}

/// A type of a subtree: `<Patrol as Machine>::State<>`. Editors read this too, so only the brackets
/// have the span of the name: an editor would take any other word there for the word that the user
/// means. They stand at both ends, so that an error about the type points at the name.
pub(crate) fn type_of(tree: &TokenStream, name: &str) -> TokenStream {
    let span = first_span(tree);
    let name = Ident::new(name, Span::mixed_site());
    let [open, close] = [quote_spanned!(span=> <), quote_spanned!(span=> >)];
    hygienic!(#open #tree as __bt::Machine #close::#name #open #close)
}

/// A function of a subtree for a blackboard: `<Patrol as Parts<Npc>>::tick_parts`
pub(super) fn step(tree: &TokenStream, blackboard: &TokenStream, name: &str) -> TokenStream {
    // If the type is not a tree, this path causes no further error.
    let machine = part(tree, "Tree");
    let span = first_span(tree);
    let name = Ident::new(name, span);
    quote_spanned!(span=> <#machine as __bt::Parts<#blackboard>>::#name)
}

/// A function of a subtree that has generics of its own: `<<Patrol as Machine>::Tree as Machine>::kept_parts`
pub(super) fn function(tree: &TokenStream, name: &str) -> TokenStream {
    // If the name is not a tree, rustc reports no further errors about this type.
    part(&part(tree, "Tree"), name)
}

/// Takes the results of a tree out of its state, and keeps them.
pub(super) fn keep_results(tree: &TokenStream, inner: &Ident, keep: &TokenStream) -> TokenStream {
    let machine = part(tree, "Tree");
    let (span, given) = (first_span(tree), local("given"));
    let take = quote_spanned!(span=> <#machine as __bt::HasResults>::take_results(#inner));
    quote_spanned!(span=> if let __bt::Some(#given) = #take { #keep })
}

/// The variable with the data of a position.
pub(super) fn inner(program: &Program, position: &Position) -> Ident {
    match program.data(position) {
        Data::Tree(call) => local_at("inner", first_span(&call.tree)),
        Data::Nothing | Data::Deadline(_) | Data::Action(_) | Data::Frame(_) | Data::Region(_) => {
            local("inner")
        }
    }
}

/// The variant of a position with its data: `__SoldierState::Patrol7(value)`
pub(super) fn variant(
    program: &Program,
    position: &Position,
    variant: &TokenStream,
    value: &TokenStream,
) -> TokenStream {
    let Data::Tree(call) = program.data(position) else { return hygienic!(#variant(#value)) };
    let span = first_span(&call.tree);
    let variant = respanned(variant.clone(), span);
    let mut data = Group::new(proc_macro2::Delimiter::Parenthesis, value.clone());
    data.set_span(span);
    quote_spanned!(span=> #variant #data)
}

fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    let mut respanned = TokenStream::new();
    for mut token in tokens {
        token.set_span(span);
        respanned.extend([token]);
    }
    respanned
}

/// The state of a subtree without an active node: `<Go as Machine>::begin(__SoldierType7 { speed:
/// 2.0 })`
pub(super) fn begin(program: &Program, node: NodeId, call: &Call) -> TokenStream {
    let span = first_span(&call.tree);
    let begin = part(&call.tree, "begin");
    if call.arguments.is_empty() {
        let nothing = quote_spanned!(span=> __bt::NoParameters::NONE);
        return quote_spanned!(span=> #begin(#nothing));
    }
    let values = call.arguments.iter().map(|(name, value)| {
        let value = program.exclusive(*value, Meaning::Anything);
        // It is in a block, so that clippy does not ask for `Go { speed }`.
        hygienic!(#name: { #value })
    });
    let used = program.used_generics(program.node(node).range());
    let (_, generics, _) = used.split_for_impl();
    let (mut of, generics) = (program.alias_type(node), generics.as_turbofish());
    of.set_span(span);
    quote_spanned!(span=> #begin(#of #generics { #(#values),* }))
}

/// Refuses to compile if a subtree has a cleanup that takes time, in a place where nothing waits for it.
pub(super) fn without_cleanup(call: &Call) -> Option<TokenStream> {
    (call.cleanup == Cleanup::Refused).then(|| {
        let (has, span) = (part(&call.tree, "CLEANS_UP"), first_span(&call.tree));
        let text = "a cleanup of this tree takes time, and nothing here can wait for it: only the cleanups of trees in the same `behavior_tree!` are known; declare the tree there";
        quote_spanned!(span=> ::core::assert!(!#has, #text))
    })
}

/// The field of a subtree in the memory of its tree.
pub(super) fn field(node: &Node, call: &Call) -> Ident {
    Ident::new(&program::field(node).to_string(), first_span(&call.tree))
}

/// Returns when a subtree has to be ticked again.
pub(super) fn wake(program: &Program, position: &Position, call: &Call) -> TokenStream {
    let (node, inner) = (program.node_of(position), inner(program, position));
    let memory = local_at("kept", first_span(&call.tree));
    let open = self::memory(program, node, call, &memory, None);
    let step = part(&call.tree, "wake_parts");
    hygienic!({ #open #step::<__IF_UNCHANGED>(#inner, #memory) })
}

/// `let __SoldierMemory { subtree_7: ref mut kept, .. } = *memory;`
pub(super) fn memory(
    program: &Program,
    node: &Node,
    call: &Call,
    variable: &Ident,
    mutable: Option<Token![mut]>,
) -> TokenStream {
    let field = field(node, call);
    let of = Ident::new(&program.memory_type().to_string(), field.span());
    let pattern = quote_spanned!(field.span()=> #of { #field: ref #mutable #variable, .. });
    hygienic!(let #pattern = *__memory;)
}
