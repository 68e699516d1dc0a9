//! Names in generated code, and the evaluation of the user's expressions.

use super::early;
use crate::program::Program;
use bt_language::Internal;
use bt_language::ast::Literal;
use bt_language::machine::{Node, NodeId};
use bt_language::mirror::Meaning;
pub(crate) use bt_language::source::first_span;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote_spanned;

/// A local variable of generated code. It is hygienic, so no expression of the user can see it. The
/// prefix keeps it apart from constants, statics and unit structs, which hygiene does not hide from
/// a pattern: `state` → `__state`. Fields of variants have the prefix too, because some derives
/// bind them.
pub(crate) fn local(name: &str) -> Ident {
    local_at(name, Span::mixed_site())
}

/// Does the same for a variable with a span of the user.
pub(crate) fn local_at(name: &str, span: Span) -> Ident {
    Ident::new(&format!("__{name}"), span)
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

/// The type of an observer that is a parameter.
pub(crate) fn observer_type() -> TokenStream {
    hygienic!(&mut (impl ::bt_core::Observer + ?::core::marker::Sized))
}

/// A function of the runtime; errors about its arguments also point at the node's word.
pub(crate) fn callee(node: &Node, name: &str) -> TokenStream {
    let span = Span::mixed_site().located_at(node.span);
    let name = Ident::new(name, span);
    quote_spanned!(span=> __bt::#name)
}

impl Program {
    /// A node's id: its index in `NODES`, which also contains the nodes of subtrees.
    pub(crate) fn id(&self, node: NodeId) -> TokenStream {
        plus(node, self.node(node).subtrees_before)
    }

    /// The id after the last node below a node.
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

    /// Evaluates an expression with a shared borrow of the blackboard.
    pub(crate) fn shared(
        &self,
        node: &Node,
        expression: &TokenStream,
        meaning: Meaning,
    ) -> TokenStream {
        self.shared_value(node, expression, early::contained(expression, meaning))
    }

    /// Evaluates `value`, which contains an expression of the node, with shared borrows of the
    /// names that the expression uses.
    pub(crate) fn shared_value(
        &self,
        node: &Node,
        expression: &TokenStream,
        value: TokenStream,
    ) -> TokenStream {
        let borrows = self.shared_borrows(node, expression);
        if borrows.is_empty() {
            return value;
        }
        if begins_with_block(&value) {
            let value = hygienic!(::core::convert::identity(#value));
            return hygienic!({ #borrows #value });
        }
        hygienic!({ #borrows #value })
    }

    /// The decision of a node that is not a leaf. It may be `let PATTERN = …`.
    pub(crate) fn decision(&self, node: &Node, condition: &TokenStream) -> TokenStream {
        let ask = callee(node, "holds");
        if early::has_let(condition) {
            if early::may_leave(condition) {
                return self.shared_value(node, condition, early::answer(condition));
            }
            let shared = self.shared_borrows(node, condition);
            hygienic!({ #shared if #condition { true } else { false } })
        } else if early::needs_answer(condition) {
            let answer = self.shared_value(node, condition, early::answer(condition));
            hygienic!(#ask(#answer))
        } else {
            // The expression is an argument on its own, so that an error about it points at it.
            self.shared_value(node, condition, hygienic!(#ask(#condition)))
        }
    }

    /// Evaluates an expression that may change the blackboard.
    pub(crate) fn exclusive(
        &self,
        node: &Node,
        expression: &TokenStream,
        meaning: Meaning,
    ) -> TokenStream {
        let value = early::contained(expression, meaning);
        if !early::may_leave(expression) {
            return value;
        }
        let borrows = self.exclusive_borrows(node, expression);
        if borrows.is_empty() { value } else { hygienic!({ #borrows #value }) }
    }

    /// Evaluates a condition and reports it. The expression is an argument on its own, so that an
    /// error about it points at its tokens.
    pub(crate) fn ask(&self, node: &Node, answer: &TokenStream) -> TokenStream {
        let ask = callee(node, "ask");
        let id = self.id(node.id);
        if early::needs_answer(answer) {
            let answer = self.shared_value(node, answer, early::answer(answer));
            return hygienic!(#ask(#answer, __events, #id));
        }
        let borrows = self.shared_borrows(node, answer);
        if borrows.is_empty() {
            return hygienic!(#ask(#answer, __events, #id));
        }
        hygienic!({ #borrows #ask(#answer, __events, #id) })
    }

    /// `<__SoldierType7 as ::bt_core::Action<Blackboard>>`; an error about it points at the type's
    /// name.
    pub(crate) fn as_trait(&self, node: &Node, literal: &Literal, name: &str) -> TokenStream {
        let (of, blackboard) = (self.made_type(node, literal), &self.blackboard_type);
        let span = first_span(&literal.path);
        let name = Ident::new(name, span);
        quote_spanned!(span=> <#of as ::bt_core::#name<#blackboard>>)
    }
}

/// `7`, or `7 + Self::NESTED_2` after two subtrees.
fn plus(id: NodeId, subtrees: usize) -> TokenStream {
    let number = proc_macro2::Literal::usize_unsuffixed(id.place());
    if subtrees == 0 {
        return hygienic!(#number);
    }
    let nested = nested(subtrees);
    hygienic!(#number + Self::#nested)
}

/// The constant with the number of nodes of the first `subtrees` subtrees.
pub(crate) fn nested(subtrees: usize) -> Ident {
    quote::format_ident!("NESTED_{subtrees}", span = Span::call_site())
}

/// Returns `true` if a statement that begins with this would end after its first block: `if a {1}
/// else {2} + b`
fn begins_with_block(expression: &TokenStream) -> bool {
    match expression.clone().into_iter().next() {
        Some(TokenTree::Ident(word)) => {
            ["if", "match", "loop", "while", "for", "unsafe"].iter().any(|block| word == block)
        }
        Some(TokenTree::Group(group)) => group.delimiter() == proc_macro2::Delimiter::Brace,
        _ => false,
    }
}
