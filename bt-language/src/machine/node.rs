//! Nodes: their place, texts and names, and what they are made from: expressions of the user,
//! literals, and other trees.

use super::{CellId, ExpressionId, Machine, NodeId, Place};
use crate::ast::{Cleanup, Expressions, Form, Parameter, Purpose, Size, Tree};
use crate::literals::Literals;
use crate::names::{camel_case, plain, snake_case};
use crate::words::Word;
use proc_macro2::{Ident, Span, TokenStream};
use std::ops::Range;
use std::rc::Rc;
use std::time::Duration;

/// One node of a tree, with the user's expressions.
pub struct Node {
    /// Its index in pre-order.
    pub id: NodeId,
    /// Its word.
    pub word: Word,
    /// The first part of its name in generated code: `RunAway`
    pub(crate) name: String,
    /// The expressions of its arguments and keys, with their purposes.
    pub expressions: Expressions,
    /// The literals of its arguments.
    pub(crate) literals: Literals,
    /// Its word of memory.
    pub cell: Option<CellId>,
    /// The id after the last node below it.
    pub end: NodeId,
    /// Its parent.
    pub parent: Option<NodeId>,
    /// In written order.
    pub children: Vec<NodeId>,
    /// The `flee` of `'flee:`.
    pub label: Option<Ident>,
    /// The doc comment.
    pub description: Option<String>,
    /// The text in front of its `=>`: a condition, a score, a weight or a pattern.
    pub key: Option<String>,
    /// The text of its arguments.
    pub source: String,
    /// The span of its word.
    pub span: Span,
    /// The line of that word; 0 if it is not known.
    pub line: usize,
    /// The names that its arguments can use.
    pub scope: Scope,
    /// The names in the scope to which it gives a value when it succeeds.
    pub gives: Vec<Ident>,
    /// The number of subtrees before it; in the table of a program, their nodes come in between.
    pub subtrees_before: usize,
    /// `true` if aborting the node itself calls code of the user.
    pub has_end: bool,
    /// `true` if it or a node below it has a cleanup that takes time.
    pub cleans_up: bool,
}

impl Node {
    /// The ids of the expressions with this purpose, in the order of the arguments or of the children.
    pub(crate) fn ids(&self, purpose: Purpose) -> impl Iterator<Item = ExpressionId> {
        let places = self.expressions.iter().enumerate();
        let places = places.filter(move |(_, (own, _))| *own == purpose).map(|(place, _)| place);
        places.map(|place| ExpressionId { node: self.id, place })
    }

    /// The id of the first of them. Each kind of node asks only for expressions that it has.
    pub(crate) fn id_of(&self, purpose: Purpose) -> ExpressionId {
        self.ids(purpose).next().unwrap_or(ExpressionId { node: self.id, place: 0 })
    }

    /// The indices of the node and of all nodes below it.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.id.place()..self.end.place()
    }

    /// Returns `true` if another node is this one or below it.
    pub(crate) fn contains(&self, other: NodeId) -> bool {
        self.range().contains(&other.place())
    }
}

impl Machine {
    /// The name of a node as a type: `RunAway7`, or `Gate1_7`; it is unique.
    #[must_use]
    pub fn type_name(&self, place: Place) -> String {
        let node = &self[place.node];
        let name = match &node.label {
            Some(label) => camel_case(&plain(label)),
            None => node.name.clone(),
        };
        let begins = name.starts_with(|letter: char| letter.is_alphabetic());
        let name = if begins { name } else { "Node".into() };
        let apart = if name.ends_with(|letter: char| letter.is_ascii_digit()) { "_" } else { "" };
        format!("{name}{apart}{}", place.number())
    }

    /// The name of a node inside a function: `run_away_7`
    pub(crate) fn name(&self, place: Place) -> String {
        snake_case(&self.type_name(place))
    }
}

impl Place {
    /// The number in names: the id of the node, and for a run of children also the number of the
    /// run.
    #[must_use]
    pub fn number(self) -> String {
        match self.run {
            Some(run) => format!("{}part{run}", self.node),
            None => self.node.to_string(),
        }
    }
}

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
    /// The same, once a node has given it. Only a node that is never ticked before that uses the name.
    Place(TokenStream),
    /// A `usize`.
    Number,
}

/// The names in a scope and one more.
pub(crate) fn with(scope: &Scope, binding: &Binding) -> Scope {
    let others = scope.iter().filter(|other| other.name != binding.name).cloned();
    others.chain([binding.clone()]).collect()
}

impl Tree {
    /// The names that all nodes of the tree can use besides the blackboard.
    #[must_use]
    pub fn scope(&self) -> Scope {
        let binding = |of: &Parameter, bound| Binding { name: of.name.clone(), of: bound };
        let parameters = self.parameters.iter().map(|of| binding(of, Bound::Value(of.of.clone())));
        let results = self.results.iter().map(|of| binding(of, Bound::Place(of.of.clone())));
        parameters.chain(results).collect()
    }
}

/// A length of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// Its expression.
    pub of: ExpressionId,
    /// Its value, if it is a literal.
    pub known: Option<Duration>,
}

impl Length {
    /// Its size, as far as it is known.
    pub(crate) fn size(self) -> Size {
        Size::of(self.known)
    }
}

/// A number of rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Its expression.
    pub of: ExpressionId,
    /// Its value, if it is a literal; a literal is at least 1.
    pub known: Option<u32>,
    /// The number of rounds beside those.
    pub more: u32,
}

impl Count {
    /// The number of all rounds, if it is known.
    #[must_use]
    pub fn rounds(self) -> Option<u32> {
        self.known.map(|known| known.saturating_add(self.more))
    }
}

/// A value of a type that the user has written.
#[derive(Clone, Debug)]
pub struct Made {
    /// The type, in the form that is also valid in an expression: `Walk::<Npc>`
    pub path: TokenStream,
    /// The form of the expression.
    pub form: Form,
    /// The expression that makes it.
    pub value: ExpressionId,
}

/// A call of another tree.
#[derive(Clone, Debug)]
pub struct Call {
    /// The path of the tree.
    pub tree: TokenStream,
    /// The blackboard of the subtree, if that is not this tree's.
    pub blackboard: Option<ExpressionId>,
    /// The values of its parameters.
    pub arguments: Vec<(Ident, ExpressionId)>,
    /// Whether it has a cleanup that takes time.
    pub cleanup: Cleanup,
}

/// A word of the tree's memory, which outlasts the activations of its node.
#[derive(Debug)]
pub struct Cell {
    /// The node.
    pub node: NodeId,
    /// Its content.
    pub of: Content,
}

/// The content of a word of memory.
#[derive(Debug)]
pub enum Content {
    /// The end of a length of time, if it has begun; and the length, if that is not a literal.
    Time(Length),
    /// The first result, if there is one.
    Result,
    /// The index of one of this number of children.
    Place(usize),
    /// The memory of another tree.
    Tree(Call),
}
