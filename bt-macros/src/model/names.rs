//! What the generated types, variants and functions are called.

use super::{ItemId, Model, Node};
use bt_language::ast::Kind;
use bt_language::names::{kind_name, plain, snake_case};
use proc_macro2::{Ident, Span, TokenTree};
use quote::format_ident;

impl Model {
    /// The enum of the region below this root: `__SoldierState`, `__SoldierAt7`.
    pub(crate) fn region_type(&self, root: ItemId) -> Ident {
        let place = self.place(root);
        match place.as_str() {
            "0" => self.hidden_type("State"),
            place => self.hidden_type(&format!("At{place}")),
        }
    }

    /// The struct of a frame: `__SoldierTimeout7`.
    pub(crate) fn frame_type(&self, node: &Node) -> Ident {
        self.hidden_type(&format!("{}{}", kind_name(&node.kind), node.id))
    }

    /// The enum of the child that a choice has made: `__SoldierChild7`.
    pub(crate) fn child_type(&self, node: &Node) -> Ident {
        self.hidden_type(&format!("Child{}", node.id))
    }

    pub(crate) fn memory_type(&self) -> Ident {
        self.hidden_type("Memory")
    }

    /// The alias of the type in a node's struct literal: `__SoldierType7`.
    pub(crate) fn alias_type(&self, node: &Node) -> Ident {
        self.hidden_type(&format!("Type{}", node.id))
    }

    fn hidden_type(&self, what: &str) -> Ident {
        Ident::new(&format!("__{}{what}", plain(&self.name)), Span::call_site())
    }

    /// `tick_at_7`
    pub(crate) fn region_function(&self, verb: &str, root: ItemId) -> Ident {
        format_ident!("{verb}_at_{}", self.place(root), span = Span::call_site())
    }

    /// A root by its node's id; a run of a wide composite's children by its item too.
    fn place(&self, root: ItemId) -> String {
        let item = self.plan.item(root);
        if item.silent { format!("{}part{root}", item.node) } else { item.node.to_string() }
    }

    /// The variant of a position: `RunAway7`, or `Gate1_7`, so that no other node has the same name.
    pub(crate) fn variant(&self, item: ItemId) -> Ident {
        let node = self.node_of(item);
        let name = match (&node.label, &node.kind) {
            (Some(label), _) => camel_case(&plain(label)),
            (None, Kind::Action(tokens)) => {
                last_name(tokens.clone()).map_or_else(|| "Action".into(), |name| camel_case(&name))
            }
            (None, Kind::Stateful(literal)) => {
                last_name(literal.path.clone()).unwrap_or_else(|| "Action".into())
            }
            (None, kind) => kind_name(kind).into(),
        };
        let begins = name.starts_with(|letter: char| letter.is_alphabetic());
        let name = if begins { name } else { "Node".into() };
        let apart = if name.ends_with(|letter: char| letter.is_ascii_digit()) { "_" } else { "" };
        Ident::new(&format!("{name}{apart}{}", self.place(item)), Span::call_site())
    }
}

/// `tick_parallel_7`
pub(crate) fn frame_function(verb: &str, node: &Node) -> Ident {
    format_ident!("{verb}_{}", field(node), span = Span::call_site())
}

/// The word of a node in the tree's memory: `cooldown_7`.
pub(crate) fn field(node: &Node) -> Ident {
    let word = snake_case(kind_name(&node.kind));
    format_ident!("{word}_{}", node.id, span = Span::call_site())
}

/// The name of a node inside a function: `run_away_7`.
pub(crate) fn label(model: &Model, item: ItemId) -> String {
    snake_case(&model.variant(item).to_string())
}

/// The last name that is called or set outside of parentheses: `npc.gun().fire(3)` → `fire`.
fn last_name(tokens: proc_macro2::TokenStream) -> Option<String> {
    let mut name = None;
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => name = Some(plain(&ident)),
            TokenTree::Punct(punct) if "=+-*/%<>|^".contains(punct.as_char()) => break,
            _ => {}
        }
    }
    name.filter(|name| name.is_ascii())
}

/// `run_away` → `RunAway`
fn camel_case(name: &str) -> String {
    name.split('_')
        .filter_map(|word| {
            let mut letters = word.chars();
            letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
        })
        .collect()
}
