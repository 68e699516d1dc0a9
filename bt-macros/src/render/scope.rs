//! The names in expressions: the blackboard, the names that `let` and `for` bind, and the
//! parameters of the tree.

use super::early;
use crate::program::Program;
use bt_language::machine::{Binding, Bound, Frame, Machine, Node, NodeId, Scope};
pub(crate) use bt_language::source::{mentions, uses};
use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::quote_spanned;
use syn::ext::IdentExt;

impl Program {
    /// `, memory, npc, events, prey`: the arguments of every step besides its state.
    pub(crate) fn arguments(&self, scope: &Scope) -> TokenStream {
        let binder = &self.binder;
        let memory = self.has_memory.then(|| hygienic!(, __memory));
        let names = scope.iter().map(variable);
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
    let unused = may_be_unused(program, node, expression);
    let names = references(program, node, expression);
    let given = given(program, node, expression, &hygienic!(present));
    hygienic!(#(#unused let ref #names = *#names;)* #given)
}

/// Does the same for an expression that may change the values.
pub(super) fn exclusive_borrows(
    program: &Program,
    node: NodeId,
    expression: &TokenStream,
) -> TokenStream {
    let given = given(program, node, expression, &hygienic!(present_mut));
    if !early::may_leave(expression) {
        return given;
    }
    // It is moved into a closure.
    let unused = may_be_unused(program, node, expression);
    let names = references(program, node, expression);
    hygienic!(#(#unused let #names = &mut *#names;)* #given)
}

/// The borrows for what is lent to an action: those of the values of places.
pub(super) fn lent_borrows(program: &Program, node: NodeId, lent: &TokenStream) -> TokenStream {
    given(program, node, lent, &hygienic!(present))
}

/// The values of places that an expression uses: `let path = present(__let_path);`
fn given(
    program: &Program,
    node: NodeId,
    expression: &TokenStream,
    borrow: &TokenStream,
) -> TokenStream {
    let places = program.node(node).scope.iter().filter_map(|binding| match binding.of {
        Bound::Place(_) => Some(&binding.name).filter(|name| uses(expression, name)),
        Bound::Value(_) | Bound::Number => None,
    });
    let values = places.map(|name| {
        let place = place(name);
        hygienic!(#[allow(unused_variables)] let #name = __bt::#borrow(&mut *#place);)
    });
    hygienic!(#(#values)*)
}

/// The variable with the place of a value, which no expression of the user can see.
pub(super) fn place(name: &Ident) -> Ident {
    Ident::new(&format!("__let_{}", name.unraw()), Span::mixed_site())
}

/// The variable that stands for a name in generated code.
fn variable(Binding { name, of }: &Binding) -> Ident {
    match of {
        Bound::Value(_) | Bound::Number => name.clone(),
        Bound::Place(_) => place(name),
    }
}

/// The code that keeps the value `given` of a node.
pub(super) fn keep(program: &Program, node: &Node) -> TokenStream {
    let values = node.gives.iter().enumerate().map(|(part, name)| {
        // A value of another type is reported at the name.
        let span = Span::mixed_site().located_at(name.span());
        let part = Literal::usize_unsuffixed(part);
        let value = match node.gives.as_slice() {
            [_] => quote_spanned!(span=> __given),
            _ => quote_spanned!(span=> __given.#part),
        };
        let binding = node.scope.iter().find(|binding| binding.name == *name);
        match binding.map(|binding| &binding.of) {
            Some(Bound::Value(_)) => quote_spanned!(span=> *#name = #value;),
            Some(Bound::Place(_)) => {
                let place = place(name);
                quote_spanned!(span=> *#place = __bt::Some(#value);)
            }
            Some(Bound::Number) | None => program.internal(node.id, "it gives no value of a `let`"),
        }
    });
    hygienic!(#(#values)*)
}

/// The type of what a node gives: `Path`, or `(Path, f32)`.
pub(crate) fn given_type(node: &Node) -> TokenStream {
    let types = node.gives.iter().filter_map(|name| {
        let binding = node.scope.iter().find(|binding| binding.name == *name)?;
        match &binding.of {
            Bound::Value(of) | Bound::Place(of) => Some(of),
            Bound::Number => None,
        }
    });
    match node.gives.as_slice() {
        [_] => hygienic!(#(#types)*),
        _ => hygienic!((#(#types,)*)),
    }
}

/// The names of references that an expression uses; a number is copied.
fn references<'p>(program: &'p Program, node: NodeId, expression: &TokenStream) -> Vec<&'p Ident> {
    let mut names = vec![&program.binder];
    for Binding { name, of } in program.node(node).scope.iter() {
        match of {
            Bound::Value(_) => names.push(name),
            Bound::Number | Bound::Place(_) => {}
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
        Bound::Place(of) => {
            let place = place(name);
            hygienic!(#[allow(unused_variables)] #place: &mut ::core::option::Option<#of>)
        }
    }
}

/// A name in the tuple that a guard lends: `&mut *prey`
pub(super) fn lent(Binding { name, of }: &Binding) -> TokenStream {
    match of {
        Bound::Value(_) => hygienic!(&mut *#name),
        Bound::Number => hygienic!(#name),
        Bound::Place(_) => {
            let place = place(name);
            hygienic!(&mut *#place)
        }
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
        for name in used_names(&nodes[place]).chain(&nodes[place].gives) {
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
    if !program.warns {
        return TokenStream::new();
    }
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

/// An attribute for the borrow of a name: a macro need not use it, nor a word of a file with the same name in it.
fn may_be_unused(program: &Program, node: NodeId, expression: &TokenStream) -> Option<TokenStream> {
    let is_of_file = !program.warns && !program.node(node).scope.is_empty();
    (is_of_file || early::may_leave(expression)).then(|| hygienic!(#[allow(unused_variables)]))
}
