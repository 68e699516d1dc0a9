//! Another tree as a node. What is not a tree, is not known or works on another blackboard is one
//! mistake, and rustc tells a mistake once if its text and its place are the same: so all that names
//! the other tree's parts is written at the name of that tree.

use super::context;
use super::held::Held;
use crate::ast::Kind;
use crate::ide::Meaning;
use crate::model::{Model, Node, names};
use proc_macro2::{Group, Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::Token;

/// A part of a subtree: `<Patrol as Machine>::State`
pub(crate) fn part(tree: &TokenStream, name: &str) -> TokenStream {
    let span = context::first_span(tree);
    let name = Ident::new(name, span);
    quote_spanned!(span=> <#tree as ::bt_core::__private::Machine>::#name)
}

/// A type of a subtree: `::bt_core::__private::State<Patrol>`. An editor sees it as well as rustc, so
/// the brackets alone stand at the name: of another word there it would think that it is meant.
pub(crate) fn type_of(tree: &TokenStream, name: &str) -> TokenStream {
    let span = context::first_span(tree);
    let name = Ident::new(name, Span::mixed_site());
    let [from, open, close] =
        [quote_spanned!(span=> ::), quote_spanned!(span=> <), quote_spanned!(span=> >)];
    hygienic!(#from bt_core::__private::#name #open #tree #close)
}

/// A step of a subtree on a blackboard: `<Patrol as Parts<Npc>>::tick_parts`
fn step(tree: &TokenStream, blackboard: &TokenStream, name: &str) -> TokenStream {
    // Of what is no tree, nothing more is said by way of this type.
    let machine = part(tree, "Tree");
    let span = context::first_span(tree);
    let name = Ident::new(name, span);
    quote_spanned!(span=> <#machine as ::bt_core::__private::Parts<#blackboard>>::#name)
}

/// What the data of a node is called.
pub(crate) fn inner(node: &Node) -> Ident {
    match &node.kind {
        Kind::Subtree { tree, .. } => Ident::new("__inner", context::first_span(tree)),
        _ => context::inner(),
    }
}

/// The variant of a node, made of its data: `__SoldierState::Patrol7(value)`
pub(crate) fn variant(node: &Node, variant: &TokenStream, value: &TokenStream) -> TokenStream {
    let Kind::Subtree { tree, .. } = &node.kind else { return hygienic!(#variant(#value)) };
    let span = context::first_span(tree);
    let variant = respanned(variant.clone(), span);
    let mut data = Group::new(proc_macro2::Delimiter::Parenthesis, value.clone());
    data.set_span(span);
    quote_spanned!(span=> #variant #data)
}

fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    let at = |mut token: proc_macro2::TokenTree| {
        token.set_span(span);
        token
    };
    tokens.into_iter().map(at).collect()
}

/// The field of a subtree in the memory of its tree.
pub(crate) fn field(node: &Node, tree: &TokenStream) -> Ident {
    Ident::new(&names::field(node).to_string(), context::first_span(tree))
}

pub(crate) fn held<'m>(
    model: &'m Model,
    node: &Node,
    tree: &TokenStream,
    part_of: Option<&TokenStream>,
) -> Held<'m> {
    let (binder, of) = (&model.binder, &model.blackboard_type);
    let (blackboard, of) = match part_of {
        // Both steps ask for the part in the same words.
        Some(expression) => {
            let part = step(tree, &hygienic!(_), "part");
            let expression = model.exclusive(expression, Meaning::Anything);
            (hygienic!(#part(#expression)), hygienic!(_))
        }
        None => (hygienic!(#binder), hygienic!(#of)),
    };
    let (id, events) = (model.id(node.id), context::events());
    let events = if model.is_opaque(tree) {
        hygienic!(::bt_core::__private::NoEvents::<false>)
    } else {
        hygienic!(#events.within(#id + 1))
    };
    let (inner, kept) = (inner(node), Ident::new("__kept", context::first_span(tree)));
    let open = memory(model, node, tree, &kept, Some(Token![mut](context::first_span(tree))));
    let [tick, abort] = ["tick_parts", "abort_parts"].map(|name| step(tree, &of, name));
    Held {
        of: type_of(tree, "State"),
        value: part(tree, "IDLE"),
        tick: hygienic!({ #open #tick(#inner, #kept, #blackboard, #events) }),
        abort: hygienic!({ #open #abort(#inner, #kept, #blackboard, #events); }),
        ..Held::frame(model, node)
    }
}

/// When a subtree has to be ticked again.
pub(crate) fn wake(model: &Model, node: &Node, tree: &TokenStream) -> TokenStream {
    let (inner, kept) = (inner(node), Ident::new("__kept", context::first_span(tree)));
    let open = memory(model, node, tree, &kept, None);
    let step = part(tree, "wake_parts");
    hygienic!({ #open #step(#inner, #kept) })
}

/// `let __SoldierMemory { subtree_7: ref mut kept, .. } = *memory;`
fn memory(
    model: &Model,
    node: &Node,
    tree: &TokenStream,
    kept: &Ident,
    mutable: Option<Token![mut]>,
) -> TokenStream {
    let span = context::first_span(tree);
    let (memory, field) = (context::memory(), field(node, tree));
    let of = Ident::new(&model.memory_type().to_string(), span);
    let pattern = quote_spanned!(span=> #of { #field: ref #mutable #kept, .. });
    hygienic!(let #pattern = *#memory;)
}
