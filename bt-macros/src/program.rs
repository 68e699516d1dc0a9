//! A tree before it becomes Rust: its header and its machine.

use crate::render::{bytes_of, future_type, given_type, keep_needed_names};
use bt_language::ast::{Blackboard, Outline, Parameter, Tree};
use bt_language::machine::{
    Call, Content, Expression, ExpressionId, Form, Frame, Keeps, Length, Machine, Made, Node,
    NodeId, Place, Position, Region, RegionId, Scope,
};
use bt_language::names::plain;
use bt_language::place::Lines;
use bt_language::vocabulary::declared::Declaration;
use bt_language::{Internal, lower};
use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{format_ident, quote_spanned};

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
    pub(crate) results: Vec<Parameter>,
    /// A span in the header where there is no name.
    pub(crate) colon: Span,
    pub(crate) machine: Machine,
    /// The machine as bytes, for proofs.
    pub(crate) machine_bytes: Vec<u8>,
    pub(crate) subtrees: usize,
    /// `true` if a node keeps a value after it has ended, or is a subtree in which a node may.
    pub(crate) has_memory: bool,
    /// `true` if rustc warns about names and values that the tree does not use: it was written in Rust, and could be read.
    pub(crate) warns: bool,
    /// The types of the user that nodes store, in the order of the nodes.
    stored: Vec<(NodeId, TokenStream)>,
}

/// The data of a position.
#[derive(Clone, Copy)]
pub(crate) enum Data<'p> {
    Nothing,
    Deadline(&'p Length),
    Action(&'p Made),
    Tree(&'p Call),
    Frame(&'p Frame),
    Region(&'p Region),
}

impl Program {
    /// Makes the program of a tree; after an internal error, returns the outline of the tree.
    pub(crate) fn new(
        tree: Tree,
        lines: &Lines,
        warns: bool,
    ) -> Result<Self, Box<(Outline, Internal)>> {
        let (scope, header) = (tree.scope(), tree.header());
        let Tree { outline, generics, blackboard, parameters, results, root } = tree;
        let mut machine = match lower(&outline.name.to_string(), header, &scope, root, lines) {
            Ok(machine) => machine,
            Err(internal) => return Err(Box::new((outline, internal))),
        };
        let machine_bytes = bytes_of(&machine);
        keep_needed_names(&mut machine);
        let (nodes, made) = machine.made_mut();
        for made in made {
            if let Form::Future { is_send } = made.form {
                let node = &nodes[made.value.node.place()];
                made.path = future_type(is_send, &given_type(node), node.span);
            }
        }
        let program = Self::of_machine(outline, generics, &blackboard, machine);
        Ok(Self { parameters, results, machine_bytes, warns, ..program })
    }

    /// The program of a tree without parameters.
    pub(crate) fn of_machine(
        outline: Outline,
        generics: syn::Generics,
        blackboard: &Blackboard,
        machine: Machine,
    ) -> Self {
        let mut stored: Vec<_> =
            machine.calls().map(|(id, call)| (id, call.tree.clone())).collect();
        stored.extend(machine.made().map(|made| (made.value.node, made.path.clone())));
        stored.extend(machine.values().map(|(id, of)| (id, of.clone())));
        stored.sort_by_key(|(node, _)| *node);
        Self {
            attributes: outline.attributes,
            visibility: outline.visibility,
            name: outline.name,
            generics,
            binder: blackboard.binder.clone(),
            blackboard: borrowed(&blackboard.of),
            blackboard_type: blackboard.of.clone(),
            parameters: Vec::new(),
            results: Vec::new(),
            colon: blackboard.colon,
            subtrees: machine.calls().count(),
            has_memory: !machine.memory.is_empty(),
            warns: false,
            machine_bytes: Vec::new(),
            machine,
            stored,
        }
    }

    /// The program of a vocabulary: a node for each word, and one for `random`.
    pub(crate) fn of_words(of: &Declaration, nodes: Vec<Node>) -> Self {
        let Outline { attributes, visibility, name } = &of.outline;
        let outline = Outline {
            attributes: attributes.clone(),
            visibility: visibility.clone(),
            name: name.clone(),
        };
        let machine = Machine {
            name: name.to_string(),
            header: None,
            nodes,
            regions: Vec::new(),
            frames: Vec::new(),
            memory: Vec::new(),
        };
        Self::of_machine(outline, of.generics.clone(), &of.blackboard, machine)
    }

    pub(crate) fn has_parameters(&self) -> bool {
        !self.parameters.is_empty()
    }

    pub(crate) fn has_results(&self) -> bool {
        !self.results.is_empty()
    }

    /// Returns `true` if the state of the tree has values beside its running part.
    pub(crate) fn has_agent(&self) -> bool {
        self.has_parameters() || self.has_results()
    }

    pub(crate) fn nodes(&self) -> &[Node] {
        &self.machine.nodes
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.machine[id]
    }

    /// An expression, which may be missing in a node that could not be read.
    pub(crate) fn expression(&self, id: ExpressionId) -> Option<&Expression> {
        self.node(id.node).expressions.get(id.place).map(|(_, of)| of)
    }

    pub(crate) fn region(&self, id: RegionId) -> &Region {
        &self.machine[id]
    }

    /// The region of the whole tree.
    pub(crate) fn root(&self) -> &Region {
        &self.machine[Machine::ROOT]
    }

    /// The names in a region. No node in it binds one, because the nodes below such a node are in
    /// another region.
    pub(crate) fn scope_of(&self, region: &Region) -> &Scope {
        &self.node(region.root.node).scope
    }

    /// The regions of the children of a frame.
    pub(crate) fn children<'p>(&'p self, frame: &'p Frame) -> impl Iterator<Item = &'p Region> {
        frame.children.iter().map(|child| self.region(*child))
    }

    /// The node of a position.
    pub(crate) fn node_of(&self, position: &Position) -> &Node {
        self.machine.node_of(position)
    }

    pub(crate) fn data<'p>(&'p self, position: &'p Position) -> Data<'p> {
        match &position.keeps {
            Keeps::Nothing => Data::Nothing,
            Keeps::Deadline(length) => Data::Deadline(length),
            Keeps::Action(made) => Data::Action(made),
            Keeps::Tree(memory) => match &self.machine[*memory].of {
                Content::Tree(call) => Data::Tree(call),
                Content::Time(_) | Content::Result | Content::Place(_) => Data::Nothing,
            },
            Keeps::Frame(frame) => Data::Frame(&self.machine[*frame]),
            Keeps::Region(region) => Data::Region(self.region(*region)),
        }
    }

    /// The types of the user that some nodes store.
    pub(crate) fn stored_types(&self, nodes: std::ops::Range<usize>) -> TokenStream {
        let place = |of: usize| self.stored.partition_point(|(node, _)| node.place() < of);
        let types = self.stored[place(nodes.start)..place(nodes.end)].iter().map(|(_, of)| of);
        hygienic!(#(#types)*)
    }

    /// A node's id: its index in `NODES`, which also contains the nodes of subtrees.
    pub(crate) fn id(&self, node: NodeId) -> TokenStream {
        plus(node, self.node(node).subtrees_before)
    }

    /// The id after the last node below a node.
    pub(crate) fn end(&self, node: NodeId) -> TokenStream {
        self.end_in(&hygienic!(Self), node)
    }

    fn end_in(&self, tree: &TokenStream, node: NodeId) -> TokenStream {
        let end = self.node(node).end;
        let behind = self.nodes().get(end.place());
        plus_in(tree, end, behind.map_or(self.subtrees, |node| node.subtrees_before))
    }

    /// An internal error at the node.
    pub(crate) fn internal(&self, node: NodeId, what: &str) -> TokenStream {
        let node = self.node(node);
        let text = Internal::new(&self.machine.name, node, what).to_string();
        quote_spanned!(node.span=> ::core::compile_error! { #text })
    }

    /// The enum of a region: `__SoldierState`, `__SoldierAt7`.
    pub(crate) fn region_type(&self, region: &Region) -> Ident {
        match region.root.number().as_str() {
            "0" => self.hidden_type("State"),
            place => self.hidden_type(&format!("At{place}")),
        }
    }

    /// The struct of a frame: `__SoldierParallel7`.
    pub(crate) fn frame_type(&self, frame: &Frame) -> Ident {
        let node = self.node(frame.node);
        self.hidden_type(&format!("{}{}", node.word.name(), node.id))
    }

    /// The enum of the chosen child: `__SoldierChild7`.
    pub(crate) fn child_type(&self, frame: &Frame) -> Ident {
        self.hidden_type(&format!("Child{}", frame.node))
    }

    pub(crate) fn memory_type(&self) -> Ident {
        self.hidden_type("Memory")
    }

    /// The alias of the type in a node's struct literal: `__SoldierType7`.
    pub(crate) fn alias_type(&self, node: NodeId) -> Ident {
        self.hidden_type(&format!("Type{node}"))
    }

    pub(crate) fn hidden_type(&self, what: &str) -> Ident {
        Ident::new(&format!("__{}{what}", plain(&self.name)), Span::call_site())
    }

    /// The variant of a position: `RunAway7`
    pub(crate) fn variant(&self, position: &Position) -> Ident {
        Ident::new(&self.machine.type_name(position.place), Span::call_site())
    }

    /// The variant of a frame with one child: `__SoldierState::Timeout7`
    pub(crate) fn frame_variant(&self, frame: &Frame) -> TokenStream {
        let of = self.region_type(self.region(frame.home));
        let place = Place { node: frame.node, run: None };
        let variant = Ident::new(&self.machine.type_name(place), Span::call_site());
        hygienic!(#of::#variant)
    }
}

/// `7`, or `7 + Self::NESTED_2` after two subtrees.
fn plus(id: NodeId, subtrees: usize) -> TokenStream {
    plus_in(&hygienic!(Self), id, subtrees)
}

fn plus_in(tree: &TokenStream, id: NodeId, subtrees: usize) -> TokenStream {
    let number = Literal::usize_unsuffixed(id.place());
    if subtrees == 0 {
        return hygienic!(#number);
    }
    let nested = nested(subtrees);
    hygienic!(#number + #tree::#nested)
}

/// A node's id in its own tree, and the id after the last node below it, for another tree: `7 + Patrol::NESTED_2`.
pub(crate) fn nested_ids(program: &Program, node: NodeId) -> (TokenStream, TokenStream) {
    let name = TokenStream::from(TokenTree::from(program.name.clone()));
    (plus_in(&name, node, program.node(node).subtrees_before), program.end_in(&name, node))
}

/// The constant with the number of nodes of the first `subtrees` subtrees.
pub(crate) fn nested(subtrees: usize) -> Ident {
    format_ident!("NESTED_{subtrees}", span = Span::call_site())
}

/// `tick_at_7`
pub(crate) fn region_function(verb: &str, region: &Region) -> Ident {
    format_ident!("{verb}_at_{}", region.root.number(), span = Span::call_site())
}

/// `tick_parallel_7`
pub(crate) fn frame_function(verb: &str, node: &Node) -> Ident {
    format_ident!("{verb}_{}", field(node), span = Span::call_site())
}

/// The word of a node in the tree's memory: `cooldown_7`.
pub(crate) fn field(node: &Node) -> Ident {
    let word = node.word.as_str();
    format_ident!("{word}_{}", node.id.place(), span = Span::call_site())
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
