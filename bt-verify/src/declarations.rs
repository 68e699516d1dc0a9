//! Answers that the types of leaves, or their declarations, exclude.

use super::{Proof, Tree};
use bt_core::{NodeId, Observer, Status};
use bt_language::explore::Known;
use core::fmt;
use std::collections::BTreeMap;
use std::sync::Arc;

/// An observer that finds leaves and decorators that return what their [`Can`](bt_core::Can) excludes: a proof has not seen such a
/// run. Made by [`Proof::declarations`].
///
/// ```
/// use bt_core::{Action, Can, Status, behavior_tree};
///
/// struct Walk;
///
/// impl Action<u32> for Walk {
///     const CAN: Can = Can::ANYTHING.never_fails();
///
///     fn tick(&mut self, _: &mut u32) -> Status {
///         Status::Failure
///     }
/// }
///
/// behavior_tree! {
///     tree Go(steps: &mut u32) { action Walk {}; }
/// }
///
/// // Only debug builds look; in a release build the observer is off.
/// let mut declarations = cfg!(debug_assertions).then(|| bt_verify::explore::<Go>().declarations());
/// Go::new().tick_with(&mut 0, &mut declarations);
/// let text = declarations.map(|of| of.to_string()).unwrap_or_default();
/// # #[cfg(debug_assertions)]
/// assert_eq!(text, "`action Walk {}` returned failure, which its type or its `CAN` excludes");
/// ```
#[derive(Clone, Debug)]
pub struct Declarations {
    tree: Arc<Tree>,
    known: Vec<Known>,
    broken: BTreeMap<(NodeId, u8), Status>,
}

impl Proof {
    /// An observer of the program that compares what leaves and decorators return with what their types and declarations
    /// allow.
    #[must_use]
    pub fn declarations(&self) -> Declarations {
        Declarations {
            tree: Arc::clone(&self.tree),
            known: self.known.clone(),
            broken: BTreeMap::new(),
        }
    }
}

impl Declarations {
    /// The nodes that have returned what is excluded, each status once.
    pub fn broken(&self) -> impl Iterator<Item = (NodeId, Status)> + '_ {
        self.broken.iter().map(|((node, _), status)| (*node, *status))
    }

    pub(super) fn note(&mut self, node: NodeId, status: Status) {
        let Some(known) = self.known.get(node.index()) else { return };
        let is_allowed = match status {
            Status::Success => known.answers.success,
            Status::Failure => known.answers.failure,
            Status::Running => known.answers.running,
        };
        if !is_allowed {
            self.broken.insert((node, status as u8), status);
        }
    }
}

impl Observer for Declarations {
    fn leaf(&mut self, node: NodeId, status: Status, _: Option<fmt::Arguments<'_>>) {
        self.note(node, status);
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.note(node, status);
    }
}

/// A line for each result that is excluded.
impl fmt::Display for Declarations {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (id, status)) in self.broken().enumerate() {
            let line = if place > 0 { "\n" } else { "" };
            let node = &self.tree.nodes[id.index()];
            write!(
                formatter,
                "{line}`{node}` returned {status}, which its type or its `CAN` excludes"
            )?;
        }
        Ok(())
    }
}
