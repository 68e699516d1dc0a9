//! The names in expressions: the blackboard, the names that `let` and `for` bind, and the
//! parameters of the tree.

use super::early;
use crate::program::Program;
use bt_language::ast::Kind;
use bt_language::machine::{Binding, Bound, Node, Region, Scope};
use proc_macro2::{Ident, TokenStream, TokenTree};

impl Program {
    /// The names in a region. No node in it binds one, because the nodes below such a node are in
    /// another region.
    pub(crate) fn scope_of(&self, region: &Region) -> &Scope {
        &self.node(region.root.node).scope
    }

    /// `, memory, npc, events, prey`: the arguments of every step besides its state.
    pub(crate) fn arguments(&self, scope: &Scope) -> TokenStream {
        let binder = &self.binder;
        let memory = self.has_memory.then(|| hygienic!(, __memory));
        let names = scope.iter().map(|binding| &binding.name);
        hygienic!(#memory, #binder, __events #(, #names)*)
    }

    /// `, events`; if the blackboard is needed, all arguments.
    pub(crate) fn leaving_arguments(&self, needs_blackboard: bool, scope: &Scope) -> TokenStream {
        if needs_blackboard { self.arguments(scope) } else { hygienic!(, __events) }
    }

    /// The shared borrows of the names that an expression uses: `let ref npc = *npc; let ref prey =
    /// *prey;`
    pub(super) fn shared_borrows(&self, node: &Node, expression: &TokenStream) -> TokenStream {
        let unused = may_be_unused(expression);
        let names = self.borrowed(node, expression);
        hygienic!(#(#unused let ref #names = *#names;)*)
    }

    /// Does the same for an expression that may change the values, and is moved into a closure.
    pub(super) fn exclusive_borrows(&self, node: &Node, expression: &TokenStream) -> TokenStream {
        let unused = may_be_unused(expression);
        let names = self.borrowed(node, expression);
        hygienic!(#(#unused let #names = &mut *#names;)*)
    }

    /// The names of references that an expression uses; a number is copied.
    fn borrowed<'p>(&'p self, node: &'p Node, expression: &TokenStream) -> Vec<&'p Ident> {
        let mut names = vec![&self.binder];
        for Binding { name, of } in node.scope.iter() {
            if let Bound::Value(_) = of {
                names.push(name);
            }
        }
        names.retain(|name| uses(expression, name));
        names
    }
}

/// The parameter of a function for a name.
pub(super) fn parameter(Binding { name, of }: &Binding) -> TokenStream {
    match of {
        Bound::Value(of) => hygienic!(#[allow(unused_variables)] #name: &mut #of),
        Bound::Number => hygienic!(#[allow(unused_variables)] #name: __bt::usize),
    }
}

/// A name in the tuple that a guard lends: `&mut *prey`
pub(super) fn lent(Binding { name, of }: &Binding) -> TokenStream {
    match of {
        Bound::Value(_) => hygienic!(&mut *#name),
        Bound::Number => hygienic!(#name),
    }
}

/// An attribute for the steps of a tree in which a name is marked as unused, such as `_round`: it
/// is still passed on to them.
pub(super) fn may_be_passed_on(program: &Program) -> Option<TokenStream> {
    let given = program.nodes().iter().filter_map(|node| match &node.kind {
        Kind::Let { name, .. } | Kind::For { name, .. } => Some(name),
        _ => None,
    });
    let mut names = given.chain(program.parameters.iter().map(|parameter| &parameter.name));
    names.any(is_marked).then(|| {
        hygienic! {
            #[allow(
                clippy::used_underscore_binding,
                clippy::no_effect_underscore_binding,
                reason = "a name that is not used is passed on to what does not use it"
            )]
        }
    })
}

/// Returns `true` if a name is marked as unused: `_round`
pub(super) fn is_marked(name: &Ident) -> bool {
    name.to_string().starts_with('_')
}

/// An attribute for the borrow of a name: a macro need not use it.
fn may_be_unused(expression: &TokenStream) -> Option<TokenStream> {
    early::may_leave(expression).then(|| hygienic!(#[allow(unused_variables)]))
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

/// Returns `true` if an expression uses a name: `Leaf { npc: 1 }` and `self.npc` do not use `npc`.
pub(super) fn uses(expression: &TokenStream, name: &Ident) -> bool {
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
            word == name && !is_field
        }
        TokenTree::Group(group) => uses(&group.stream(), name),
        other => mentions(&TokenStream::from(other.clone()), name),
    })
}

/// Returns `true` if a formatting string captures a name: `"{npc:?}"` uses `npc`.
fn captured(literal: &str, name: &str) -> bool {
    let parts = literal.split('{').skip(1);
    literal.contains('"')
        && parts.filter_map(|part| part.strip_prefix(name)).any(|rest| rest.starts_with(['}', ':']))
}
