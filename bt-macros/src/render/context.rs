//! How generated code names things, and how the user's expressions are evaluated in it.

use super::early;
use crate::program::Program;
use bt_language::Internal;
use bt_language::ast::Literal;
use bt_language::machine::{Node, NodeId};
use bt_language::mirror::Meaning;
pub(crate) use bt_language::source::first_span;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote_spanned;

/// A local variable of generated code: hygienic, so that no expression of the user's can see it. The
/// prefix keeps it apart from constants, statics and unit structs, which hygiene does not hide from a
/// pattern: `state` → `__state`. The fields of variants have it too: some derives bind them.
pub(crate) fn local(name: &str) -> Ident {
    local_at(name, Span::mixed_site())
}

/// The same for what has to stand at a place of the user's.
pub(crate) fn local_at(name: &str, span: Span) -> Ident {
    Ident::new(&format!("__{name}"), span)
}

pub(crate) fn state() -> Ident {
    local("state")
}

pub(crate) fn memory() -> Ident {
    local("memory")
}

pub(crate) fn events() -> Ident {
    local("events")
}

/// The data of a position or a frame.
pub(crate) fn inner() -> Ident {
    local("inner")
}

pub(crate) fn now() -> Ident {
    local("now")
}

pub(crate) fn until() -> Ident {
    local("until")
}

pub(crate) fn keep() -> Ident {
    local("keep")
}

pub(crate) fn success() -> TokenStream {
    hygienic!(__bt::Success)
}

pub(crate) fn failure() -> TokenStream {
    hygienic!(__bt::Failure)
}

pub(crate) fn running() -> TokenStream {
    hygienic!(__bt::Running)
}

/// A function of the runtime; an error about its arguments stands at the node's word too.
pub(crate) fn callee(node: &Node, name: &str) -> TokenStream {
    let span = Span::mixed_site().located_at(node.span);
    let name = Ident::new(name, span);
    quote_spanned!(span=> __bt::#name)
}

impl Program {
    /// A node's id: its place in `NODES`, where the nodes of subtrees lie in between.
    pub(crate) fn id(&self, node: NodeId) -> TokenStream {
        plus(node, self.node(node).subtrees_before)
    }

    /// The id behind the last node below a node.
    pub(crate) fn end(&self, node: NodeId) -> TokenStream {
        let end = self.node(node).end;
        let behind = self.nodes().get(end.place());
        plus(end, behind.map_or(self.subtrees, |node| node.subtrees_before))
    }

    /// An internal error at the node.
    pub(crate) fn internal(&self, node: &Node, what: &str) -> TokenStream {
        let text = Internal::new(&self.machine.name, node, what).to_string();
        quote_spanned!(node.span=> ::core::compile_error! { #text })
    }

    /// `, memory, npc, events`: what every step is given beside its state.
    pub(crate) fn arguments(&self) -> TokenStream {
        let (binder, events) = (&self.binder, events());
        let memory = self.has_memory.then(memory).into_iter();
        hygienic!(#(, #memory)*, #binder, #events)
    }

    /// An expression that sees the blackboard through a shared borrow.
    pub(crate) fn shared(&self, expression: &TokenStream, meaning: Meaning) -> TokenStream {
        self.shared_value(expression, early::contained(expression, meaning))
    }

    /// `value`, which contains the expression, with a shared borrow of the blackboard.
    pub(crate) fn shared_value(&self, expression: &TokenStream, value: TokenStream) -> TokenStream {
        let binder = &self.binder;
        if !uses(expression, binder) {
            return value;
        }
        let unused = may_be_unused(expression);
        if begins_with_block(&value) {
            let value = hygienic!(::core::convert::identity(#value));
            return hygienic!({ #unused let ref #binder = *#binder; #value });
        }
        hygienic!({ #unused let ref #binder = *#binder; #value })
    }

    /// The decision of a node that is no leaf. It may be `let PATTERN = …`.
    pub(crate) fn decision(&self, node: &Node, condition: &TokenStream) -> TokenStream {
        let (binder, ask) = (&self.binder, callee(node, "holds"));
        if early::has_let(condition) {
            if early::may_leave(condition) {
                return self.shared_value(condition, early::answer(condition));
            }
            let shared = uses(condition, binder).then(|| hygienic!(let ref #binder = *#binder;));
            hygienic!({ #shared if #condition { true } else { false } })
        } else if early::needs_answer(condition) {
            let answer = self.shared_value(condition, early::answer(condition));
            hygienic!(#ask(#answer))
        } else {
            // The expression is an argument by itself, so that an error about it stands there.
            self.shared_value(condition, hygienic!(#ask(#condition)))
        }
    }

    /// An expression that may change the blackboard.
    pub(crate) fn exclusive(&self, expression: &TokenStream, meaning: Meaning) -> TokenStream {
        let binder = &self.binder;
        let value = early::contained(expression, meaning);
        if early::may_leave(expression) && uses(expression, binder) {
            let unused = may_be_unused(expression);
            return hygienic!({ #unused let #binder = &mut *#binder; #value });
        }
        value
    }

    /// Asks a condition and tells whether it holds. The expression is an argument by itself, so that
    /// an error about it stands at its tokens.
    pub(crate) fn ask(&self, node: &Node, answer: &TokenStream) -> TokenStream {
        let (binder, ask) = (&self.binder, callee(node, "ask"));
        let (events, id) = (events(), self.id(node.id));
        if early::needs_answer(answer) {
            let answer = self.shared_value(answer, early::answer(answer));
            return hygienic!(#ask(#answer, #events, #id));
        }
        if !uses(answer, binder) {
            return hygienic!(#ask(#answer, #events, #id));
        }
        hygienic!({ let ref #binder = *#binder; #ask(#answer, #events, #id) })
    }

    /// `<Type as ::bt_core::Action<Blackboard>>`; an error about it stands at the type's name.
    pub(crate) fn as_trait(&self, literal: &Literal, name: &str) -> TokenStream {
        let (path, blackboard) = (&literal.path, &self.blackboard_type);
        let span = first_span(path);
        let name = Ident::new(name, span);
        quote_spanned!(span=> <#path as ::bt_core::#name<#blackboard>>)
    }
}

/// `7`, or `7 + Self::NESTED_2` behind two subtrees.
fn plus(id: NodeId, subtrees: usize) -> TokenStream {
    let number = proc_macro2::Literal::usize_unsuffixed(id.place());
    if subtrees == 0 {
        return hygienic!(#number);
    }
    let nested = nested(subtrees);
    hygienic!(#number + Self::#nested)
}

/// The constant that counts the nodes of the first `subtrees` subtrees.
pub(crate) fn nested(subtrees: usize) -> Ident {
    quote::format_ident!("NESTED_{subtrees}", span = Span::call_site())
}

/// An attribute for the borrow that an expression takes: a macro need not use what it is given.
fn may_be_unused(expression: &TokenStream) -> Option<TokenStream> {
    early::may_leave(expression).then(|| hygienic!(#[allow(unused_variables)]))
}

/// Returns `true` if a statement that begins with this would end behind its first block: `if a {1} else {2} + b`
fn begins_with_block(expression: &TokenStream) -> bool {
    match expression.clone().into_iter().next() {
        Some(TokenTree::Ident(word)) => {
            ["if", "match", "loop", "while", "for", "unsafe"].iter().any(|block| word == block)
        }
        Some(TokenTree::Group(group)) => group.delimiter() == proc_macro2::Delimiter::Brace,
        _ => false,
    }
}

/// Returns `true` if tokens contain a name.
pub(crate) fn mentions(tokens: &TokenStream, name: &Ident) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == *name,
        TokenTree::Group(group) => mentions(&group.stream(), name),
        TokenTree::Literal(literal) => captured(&literal.to_string(), &name.to_string()),
        TokenTree::Punct(_) => false,
    })
}

/// Returns `true` if an expression uses the binder: `Leaf { npc: 1 }` and `self.npc` do not.
fn uses(expression: &TokenStream, binder: &Ident) -> bool {
    let tokens: Vec<TokenTree> = expression.clone().into_iter().collect();
    let is_punct = |place: Option<usize>, wanted: char| {
        let token = place.and_then(|place| tokens.get(place));
        matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
    };
    tokens.iter().enumerate().any(|(place, token)| match token {
        TokenTree::Ident(word) => {
            let is_range = is_punct(place.checked_sub(2), '.');
            let is_field = (is_punct(place.checked_sub(1), '.') && !is_range)
                || (is_punct(Some(place + 1), ':') && !is_punct(Some(place + 2), ':'));
            word == binder && !is_field
        }
        TokenTree::Group(group) => uses(&group.stream(), binder),
        other => mentions(&TokenStream::from(other.clone()), binder),
    })
}

/// `"{npc:?}"` of a formatting macro names `npc` too.
fn captured(literal: &str, name: &str) -> bool {
    let parts = literal.split('{').skip(1);
    literal.contains('"')
        && parts.filter_map(|part| part.strip_prefix(name)).any(|rest| rest.starts_with(['}', ':']))
}
