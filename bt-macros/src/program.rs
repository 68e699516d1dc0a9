//! A tree before it becomes Rust: its header and its machine.

use bt_language::ast::{Blackboard, Kind, Outline, Parameter, Tree};
use bt_language::machine::{Frame, Machine, Node, NodeId, Position, Region, RegionId};
use bt_language::place::Lines;
use bt_language::vocabulary::declared::{Declaration, Means};
use bt_language::{Internal, lower};
use proc_macro2::{Ident, Span, TokenStream};
use std::rc::Rc;

/// The input of rendering.
pub(crate) struct Program {
    pub(crate) attributes: Vec<syn::Attribute>,
    pub(crate) visibility: syn::Visibility,
    pub(crate) name: Ident,
    pub(crate) generics: syn::Generics,
    pub(crate) binder: Ident,
    /// The blackboard's type after `&` and `&mut`; in parentheses, if it has several bounds.
    pub(crate) blackboard: TokenStream,
    pub(crate) blackboard_type: TokenStream,
    pub(crate) parameters: Vec<Parameter>,
    /// A span in the header where there is no name.
    pub(crate) colon: Span,
    pub(crate) machine: Machine,
    pub(crate) subtrees: usize,
    /// `true` if a node keeps a value after it has ended, or is a subtree in which a node may.
    pub(crate) has_memory: bool,
}

impl Program {
    /// Makes the program of a tree; after an internal error, returns the outline of the tree.
    pub(crate) fn new(tree: Tree, lines: &Lines) -> Result<Self, Box<(Outline, Internal)>> {
        let Tree { outline, generics, blackboard, parameters, root } = tree;
        let machine = match lower(&outline.name.to_string(), &parameters, root, lines) {
            Ok(machine) => machine,
            Err(internal) => return Err(Box::new((outline, internal))),
        };
        let mut program = Self::of_machine(outline, generics, &blackboard, machine);
        program.parameters = parameters;
        program.keep_needed_names();
        Ok(program)
    }

    /// The program of a tree without parameters.
    pub(crate) fn of_machine(
        outline: Outline,
        generics: syn::Generics,
        blackboard: &Blackboard,
        machine: Machine,
    ) -> Self {
        Self {
            attributes: outline.attributes,
            visibility: outline.visibility,
            name: outline.name,
            generics,
            binder: blackboard.binder.clone(),
            blackboard: borrowed(&blackboard.of),
            blackboard_type: blackboard.of.clone(),
            parameters: Vec::new(),
            colon: blackboard.colon,
            subtrees: machine.subtrees(),
            has_memory: machine.has_memory(),
            machine,
        }
    }

    /// The program of a vocabulary: a node for each word, and one for `random`; none of them in another.
    pub(crate) fn of_words(of: &Declaration) -> Self {
        let node = |place: usize, kind: Kind, span: Span| Node {
            id: NodeId::new(place),
            kind,
            end: NodeId::new(place + 1),
            parent: None,
            children: Vec::new(),
            label: None,
            description: None,
            source: String::new(),
            span,
            line: 0,
            scope: Rc::from([]),
            subtrees_before: 0,
            key: None,
        };
        let mut nodes = Vec::new();
        for (place, word) in of.words.iter().enumerate() {
            let kind = match &word.means {
                Means::Node(kind) => kind.clone(),
                Means::Value(_, value) => Kind::Condition(value.clone()),
            };
            nodes.push(node(place, kind, word.name.span()));
        }
        if let Some(random) = &of.random {
            let kind = Kind::Action(random.clone());
            nodes.push(node(of.words.len(), kind, of.outline.name.span()));
        }
        let machine = Machine {
            name: of.outline.name.to_string(),
            nodes,
            regions: Vec::new(),
            frames: Vec::new(),
        };
        let Outline { attributes, visibility, name } = &of.outline;
        let outline = Outline {
            attributes: attributes.clone(),
            visibility: visibility.clone(),
            name: name.clone(),
        };
        Self {
            subtrees: 0,
            has_memory: false,
            ..Self::of_machine(outline, of.generics.clone(), &of.blackboard, machine)
        }
    }

    pub(crate) fn nodes(&self) -> &[Node] {
        &self.machine.nodes
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.machine[id]
    }

    pub(crate) fn region(&self, id: RegionId) -> &Region {
        &self.machine[id]
    }

    /// The regions of the children of a frame.
    pub(crate) fn children<'p>(&'p self, frame: &'p Frame) -> impl Iterator<Item = &'p Region> {
        frame.children.iter().map(|child| self.region(*child))
    }

    /// The children of a frame that can run from one tick to the next.
    pub(crate) fn running_children<'p>(
        &'p self,
        frame: &'p Frame,
    ) -> impl Iterator<Item = &'p Region> {
        self.children(frame).filter(|child| child.can_run())
    }

    /// The region of the whole tree.
    pub(crate) fn root(&self) -> &Region {
        &self.machine[Machine::ROOT]
    }

    /// The node of a position.
    pub(crate) fn node_of(&self, position: &Position) -> &Node {
        self.machine.node_of(position)
    }
}

/// `dyn World + 'w` → `(dyn World + 'w)`
pub(crate) fn borrowed(blackboard: &TokenStream) -> TokenStream {
    match trait_object(blackboard) {
        Some(of) if of.bounds.len() > 1 => quote::quote!((#blackboard)),
        _ => blackboard.clone(),
    }
}

/// `dyn World + 'w`, if the blackboard is a trait object.
pub(crate) fn trait_object(blackboard: &TokenStream) -> Option<syn::TypeTraitObject> {
    match syn::parse2(blackboard.clone()) {
        Ok(syn::Type::TraitObject(of)) => Some(of),
        _ => None,
    }
}
