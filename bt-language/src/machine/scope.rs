use crate::ast::Parameter;
use proc_macro2::{Ident, TokenStream};
use std::rc::Rc;

/// The names that an expression can use besides the blackboard, from the outermost to the
/// innermost. Each name occurs once: a name hides the same name further out.
pub type Scope = Rc<[Binding]>;

/// A name for a value that a node, or the tree, keeps.
#[derive(Clone)]
pub struct Binding {
    /// The name.
    pub name: Ident,
    /// Its meaning.
    pub of: Bound,
}

/// The meaning of a name.
#[derive(Clone)]
pub enum Bound {
    /// A value of this type, which actions can change.
    Value(TokenStream),
    /// A `usize`.
    Number,
}

/// The names in a scope and one more.
pub(crate) fn with(scope: &Scope, binding: &Binding) -> Scope {
    let others = scope.iter().filter(|other| other.name != binding.name).cloned();
    others.chain([binding.clone()]).collect()
}

/// The names of a tree's parameters.
pub(crate) fn of_parameters(parameters: &[Parameter]) -> Scope {
    let of = |of: &Parameter| Binding { name: of.name.clone(), of: Bound::Value(of.of.clone()) };
    parameters.iter().map(of).collect()
}
