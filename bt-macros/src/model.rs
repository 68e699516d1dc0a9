//! What it means: numbered nodes, and which of them share an enum. Making it cannot fail.

mod leaving;
pub(crate) mod names;
pub(crate) mod plan;
pub(crate) mod wake;

use crate::ast::{Kind, Tree};
use crate::expand::text;
use proc_macro2::{Ident, Span, TokenStream};
use std::collections::BTreeSet;

pub(crate) use plan::{Item, ItemId, Plan, Region, is_frame};

/// A tree, ready to become Rust.
pub(crate) struct Model {
    pub(crate) attributes: Vec<syn::Attribute>,
    pub(crate) visibility: syn::Visibility,
    pub(crate) name: Ident,
    pub(crate) generics: syn::Generics,
    pub(crate) binder: Ident,
    /// The blackboard's type behind `&` and `&mut`: in parentheses, if it has several bounds.
    pub(crate) blackboard: TokenStream,
    pub(crate) blackboard_type: TokenStream,
    /// A place in the header at which there is no name.
    pub(crate) colon: Span,
    /// In pre-order: a node's id is its place.
    pub(crate) nodes: Vec<Node>,
    pub(crate) plan: Plan,
    /// The regions that are not left without the blackboard, by their roots.
    busy: BTreeSet<ItemId>,
    pub(crate) subtrees: usize,
    /// Whether something keeps its value for ever, or is a subtree in which something may.
    pub(crate) has_memory: bool,
}

/// One node; ids are places in `Model::nodes`.
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) id: usize,
    /// The id behind the last node below.
    pub(crate) end: usize,
    pub(crate) parent: Option<usize>,
    pub(crate) children: Vec<usize>,
    pub(crate) label: Option<Ident>,
    pub(crate) description: Option<String>,
    pub(crate) source: String,
    /// The word that it begins with.
    pub(crate) span: Span,
    /// How many subtrees stand before it: their nodes come in between.
    pub(crate) subtrees_before: usize,
}

impl Model {
    pub(crate) fn new(tree: Tree) -> Self {
        let mut nodes = Vec::new();
        number(tree.root, None, &mut nodes);
        let mut subtrees = 0;
        for node in &mut nodes {
            node.subtrees_before = subtrees;
            subtrees += usize::from(matches!(node.kind, Kind::Subtree { .. }));
        }
        let plan = Plan::new(&nodes);
        Self {
            attributes: tree.outline.attributes,
            visibility: tree.outline.visibility,
            name: tree.outline.name,
            generics: tree.generics,
            binder: tree.blackboard.binder,
            blackboard: borrowed(&tree.blackboard.of),
            blackboard_type: tree.blackboard.of,
            colon: tree.blackboard.colon,
            busy: leaving::busy(&nodes, &plan),
            has_memory: nodes.iter().any(Node::is_kept),
            nodes,
            plan,
            subtrees,
        }
    }

    pub(crate) fn node(&self, id: usize) -> &Node {
        &self.nodes[id]
    }

    /// The node that an item stands for.
    pub(crate) fn node_of(&self, item: ItemId) -> &Node {
        self.node(self.plan.item(item).node)
    }
}

impl Node {
    /// Whether the node has a word in the tree's memory.
    pub(crate) fn is_kept(&self) -> bool {
        matches!(self.kind, Kind::Cooldown(_) | Kind::Once | Kind::Subtree { .. })
    }

    /// Whether aborting the node itself has to call something of the user's.
    pub(crate) fn has_end(&self) -> bool {
        matches!(self.kind, Kind::Stateful(_) | Kind::With(_) | Kind::Subtree { .. })
    }
}

/// `dyn World + 'w` → `(dyn World + 'w)`
pub(crate) fn borrowed(blackboard: &TokenStream) -> TokenStream {
    match trait_object(blackboard) {
        Some(of) if of.bounds.len() > 1 => quote::quote!((#blackboard)),
        _ => blackboard.clone(),
    }
}

/// `dyn World + 'w`, if a blackboard is behind a trait.
pub(crate) fn trait_object(blackboard: &TokenStream) -> Option<syn::TypeTraitObject> {
    match syn::parse2(blackboard.clone()) {
        Ok(syn::Type::TraitObject(of)) => Some(of),
        _ => None,
    }
}

/// Flattens the written tree in pre-order.
fn number(written: crate::ast::Node, parent: Option<usize>, nodes: &mut Vec<Node>) -> usize {
    let id = nodes.len();
    let written = mended(written);
    let source = source(&written.kind);
    nodes.push(Node {
        kind: written.kind,
        id,
        end: id + 1,
        parent,
        children: Vec::with_capacity(written.children.len()),
        label: written.label,
        description: written.description,
        source,
        span: written.span,
        subtrees_before: 0,
    });
    for child in written.children {
        let child = number(child, Some(id), nodes);
        nodes[id].children.push(child);
    }
    nodes[id].end = nodes.len();
    id
}

/// What stands in the place of a node that could not be read: what could be read of it, in order.
fn mended(node: crate::ast::Node) -> crate::ast::Node {
    let kind = match node.kind {
        Kind::Broken if node.children.is_empty() => Kind::Running,
        Kind::Broken => Kind::Sequence,
        kind => kind,
    };
    crate::ast::Node { kind, ..node }
}

/// The text of a node's arguments.
fn source(kind: &Kind) -> String {
    match kind {
        Kind::Condition(tokens)
        | Kind::Action(tokens)
        | Kind::Guard(tokens)
        | Kind::Random { draw: tokens, .. }
        | Kind::If { condition: tokens, .. }
        | Kind::Match { scrutinee: tokens, .. }
        | Kind::Repeat(Some(tokens))
        | Kind::Retry(Some(tokens)) => text::of(tokens),
        Kind::Stateful(literal) | Kind::With(literal) => text::of(&literal.value),
        Kind::Wait(duration)
        | Kind::Timeout(duration)
        | Kind::Delay(duration)
        | Kind::Cooldown(duration)
        | Kind::Every(duration) => duration.text.clone(),
        Kind::Service(duration, run) => format!("{}, {}", duration.text, text::of(run)),
        Kind::Subtree { tree, blackboard: None } => text::of(tree),
        Kind::Subtree { tree, blackboard: Some(blackboard) } => {
            format!("{}({})", text::of(tree), text::of(blackboard))
        }
        Kind::Parallel(policies) | Kind::Monitor { policies, .. } => policies.text(),
        _ => String::new(),
    }
}
