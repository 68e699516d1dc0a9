//! The names in expressions: the blackboard, the names that `let` and `for` bind, and the
//! parameters of the tree.

use super::early;
use crate::program::Program;
use bt_language::machine::{Binding, Bound, Frame, Machine, Node, NodeId, Scope};
use proc_macro2::{Ident, TokenStream, TokenTree};

impl Program {
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
}

/// The shared borrows of the names that an expression uses: `let ref npc = *npc; let ref prey =
/// *prey;`
pub(super) fn shared_borrows(
    program: &Program,
    node: NodeId,
    expression: &TokenStream,
) -> TokenStream {
    let unused = may_be_unused(expression);
    let names = references(program, node, expression);
    hygienic!(#(#unused let ref #names = *#names;)*)
}

/// Does the same for an expression that may change the values, and is moved into a closure.
pub(super) fn exclusive_borrows(
    program: &Program,
    node: NodeId,
    expression: &TokenStream,
) -> TokenStream {
    let unused = may_be_unused(expression);
    let names = references(program, node, expression);
    hygienic!(#(#unused let #names = &mut *#names;)*)
}

/// The names of references that an expression uses; a number is copied.
fn references<'p>(program: &'p Program, node: NodeId, expression: &TokenStream) -> Vec<&'p Ident> {
    let mut names = vec![&program.binder];
    for Binding { name, of } in program.node(node).scope.iter() {
        if let Bound::Value(_) = of {
            names.push(name);
        }
    }
    names.retain(|name| uses(expression, name));
    names
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
    let declared = program.machine.frames.iter().filter_map(Frame::name);
    let mut names = declared.chain(program.parameters.iter().map(|parameter| &parameter.name));
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

/// Removes from the scope of each node the names that nothing below it uses. With all values around it, the parameters
/// of nested `let`s would grow with the square of their number.
pub(crate) fn keep_needed_names(machine: &mut Machine) {
    let own = names(machine);
    let nodes = &mut machine.nodes;
    let mut needed: Vec<Vec<String>> = vec![Vec::new(); nodes.len()];
    // Children come after their parents.
    for place in (0..nodes.len()).rev() {
        let mut names = std::mem::take(&mut needed[place]);
        for name in used_names(&nodes[place]) {
            add(&name.to_string(), &mut names);
        }
        if let Some(parent) = nodes[place].parent.map(NodeId::place) {
            for name in &names {
                if own[parent].as_ref().is_none_or(|own| own != name) {
                    add(name, &mut needed[parent]);
                }
            }
        }
        let mut scope = nodes[place].scope.to_vec();
        scope.retain(|binding| names.iter().any(|name| binding.name == name));
        if scope.len() < nodes[place].scope.len() {
            nodes[place].scope = scope.into();
        }
    }
}

fn add(name: &String, names: &mut Vec<String>) {
    if !names.contains(name) {
        names.push(name.clone());
    }
}

/// For each node, the name that it declares for the nodes below it.
fn names(machine: &Machine) -> Vec<Option<Ident>> {
    let mut names = vec![None; machine.nodes.len()];
    for frame in &machine.frames {
        names[frame.node.place()] = frame.name().cloned();
    }
    names
}

/// The names of its scope that the expressions of a node use.
fn used_names(node: &Node) -> impl Iterator<Item = &Ident> {
    let is_used = |name: &&Ident| node.expressions.iter().any(|(_, of)| may_use(of, name));
    node.scope.iter().map(|binding| &binding.name).filter(is_used)
}

/// Returns `true` if an expression uses a name, or gives it to a macro, which may use it in a way of its own.
fn may_use(expression: &TokenStream, name: &Ident) -> bool {
    uses(expression, name) || (calls_macro(expression) && mentions(expression, name))
}

fn calls_macro(expression: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = expression.clone().into_iter().collect();
    let is_call = |pair: &[TokenTree]| matches!(pair, [TokenTree::Punct(bang), TokenTree::Group(_)] if bang.as_char() == '!');
    tokens.windows(2).any(is_call)
        || tokens
            .iter()
            .any(|token| matches!(token, TokenTree::Group(group) if calls_macro(&group.stream())))
}

/// `fn unused_names() { let prey = true; }`: rustc warns about the names that no expression uses, as about any unused
/// variable. A name is a parameter of each function below it, which need not use it.
pub(super) fn unused_names(program: &Program) -> TokenStream {
    let names = names(&program.machine);
    let parameters = program.parameters.iter().map(|parameter| &parameter.name);
    let mut unused: Vec<(Option<usize>, &Ident)> = parameters.map(|name| (None, name)).collect();
    let declared = names.iter().enumerate();
    unused.extend(declared.filter_map(|(place, name)| Some((Some(place), name.as_ref()?))));
    unused.retain(|(_, name)| !is_marked(name));
    for node in program.nodes() {
        for name in used_names(node) {
            let mut above = node.parent;
            while let Some(place) =
                above.filter(|place| names[place.place()].as_ref() != Some(name))
            {
                above = program.node(place).parent;
            }
            let origin = above.map(NodeId::place);
            unused.retain(|(place, unused)| *place != origin || *unused != name);
        }
    }
    if unused.is_empty() {
        return TokenStream::new();
    }
    let unused = unused.iter().map(|(_, name)| name);
    hygienic! {
        fn unused_names() {
            #(let #unused = true;)*
        }
    }
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
