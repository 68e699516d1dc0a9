//! The errors of leaves, for Bevy's error handler.

use bevy_ecs::entity::Entity;
use bt_core::{Inspect, NodeId, Observer, Status};
use std::fmt;

/// Keeps the texts of errors. It ignores all else, so that the compiler removes the other events.
#[derive(Default)]
pub(crate) struct Errors {
    of_tick: Vec<(NodeId, String)>,
    /// The errors of all ticks, with their trees and entities.
    pub(crate) all: Vec<String>,
}

impl Errors {
    #[cold]
    fn push(&mut self, node: NodeId, error: fmt::Arguments<'_>) {
        self.of_tick.push((node, error.to_string()));
    }

    /// Ends a tick of this tree.
    #[inline]
    pub(crate) fn end_tick(&mut self, entity: Entity, tree: &impl Inspect) {
        if !self.of_tick.is_empty() {
            self.locate(entity, tree);
        }
    }

    #[cold]
    fn locate(&mut self, entity: Entity, tree: &impl Inspect) {
        let name = tree.tree_name();
        self.all.extend(self.of_tick.drain(..).map(|(id, error)| {
            let node = &tree.nodes()[id.index()];
            let (leaf, line) = (node.name(), node.line);
            let file = tree.file_of(id).map(|file| format!(" of `{file}`")).unwrap_or_default();
            // The text of a `BevyError` ends with a new line.
            let error = error.trim_end();
            format!("`{leaf}` in line {line}{file} has failed, in the tree `{name}` of {entity}: {error}")
        }));
    }
}

impl Observer for Errors {
    #[inline]
    fn leaf(&mut self, node: NodeId, _: Status, error: Option<fmt::Arguments<'_>>) {
        if let Some(error) = error {
            self.push(node, error);
        }
    }

    #[inline]
    fn error(&mut self, node: NodeId, error: fmt::Arguments<'_>) {
        self.push(node, error);
    }
}
