//! The names of generated types, variants and functions.

use crate::program::Program;
use bt_language::machine::{Node, Position, Region};
use bt_language::names::plain;
use proc_macro2::{Ident, Span};
use quote::format_ident;

impl Program {
    /// The enum of a region: `__SoldierState`, `__SoldierAt7`.
    pub(crate) fn region_type(&self, region: &Region) -> Ident {
        match region.root.number().as_str() {
            "0" => self.hidden_type("State"),
            place => self.hidden_type(&format!("At{place}")),
        }
    }

    /// The struct of a frame: `__SoldierParallel7`.
    pub(crate) fn frame_type(&self, node: &Node) -> Ident {
        self.hidden_type(&format!("{}{}", node.kind.word().name(), node.id))
    }

    /// The enum of the chosen child: `__SoldierChild7`.
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

    pub(super) fn hidden_type(&self, what: &str) -> Ident {
        Ident::new(&format!("__{}{what}", plain(&self.name)), Span::call_site())
    }

    /// The variant of a position: `RunAway7`
    pub(crate) fn variant(&self, position: &Position) -> Ident {
        Ident::new(&self.machine.type_name(position.place), Span::call_site())
    }
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
    let word = node.kind.word().as_str();
    format_ident!("{word}_{}", node.id.place(), span = Span::call_site())
}
