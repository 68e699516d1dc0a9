//! Spans and events of the crate `tracing`.

use super::Mark;
use super::nodes::Nodes;
use crate::Inspect;
use crate::{Agent, Node, NodeId, Observer, Status};
use core::fmt;
use tracing::{Level, Span};

/// Reports to the subscriber of the crate [`tracing`](https://docs.rs/tracing): a span for each tick, and an
/// event for everything that happens in it.
///
/// The target is `behavior_tree`, so that a filter such as `RUST_LOG=behavior_tree=trace` matches. The span
/// `tick` has the field `tree`. An event has the fields `node` (the name), `kind`, `id` and `status`, which
/// is `success`, `failure`, `running` or `aborted`, and `error` if there is one.
///
/// ```
/// use bt_core::behavior_tree;
/// use bt_core::observe::Tracing;
/// use tracing::Level;
///
/// behavior_tree! {
///     tree Call(number: &mut u32) {
///         'ring: action Err::<(), _>("nobody there");
///     }
/// }
///
/// let mut tracing = Tracing::new("Ada", Call::NODES).level(Level::DEBUG);
/// tracing.tick(&mut Call::new(), &mut 7);
/// // DEBUG tick{tree="Ada"}: behavior_tree: node="ring" kind="action" id=0 status=failure
/// // error=nobody there
/// ```
#[derive(Clone, Debug)]
pub struct Tracing<'a> {
    tree: &'a str,
    nodes: Nodes,
    level: Level,
    /// The node whose failure is reported already, with its error.
    failed: Option<NodeId>,
}

/// Calls a macro with the level as a constant, because a callsite of `tracing` has a constant level.
macro_rules! at_level {
    ($level:expr, $what:ident, $($fields:tt)*) => {
        match $level {
            Level::ERROR => tracing::$what!(target: "behavior_tree", Level::ERROR, $($fields)*),
            Level::WARN => tracing::$what!(target: "behavior_tree", Level::WARN, $($fields)*),
            Level::INFO => tracing::$what!(target: "behavior_tree", Level::INFO, $($fields)*),
            Level::DEBUG => tracing::$what!(target: "behavior_tree", Level::DEBUG, $($fields)*),
            Level::TRACE => tracing::$what!(target: "behavior_tree", Level::TRACE, $($fields)*),
        }
    };
}

impl<'a> Tracing<'a> {
    /// Makes an observer for a tree with these nodes. The name may be that of the tree or of the agent.
    ///
    /// The default level is [`Level::TRACE`].
    #[must_use]
    pub const fn new(tree: &'a str, nodes: &'static [Node]) -> Self {
        Self { tree, nodes: Nodes::compiled(nodes), level: Level::TRACE, failed: None }
    }

    /// Makes an observer for this tree, which may be a loaded one.
    #[must_use]
    pub fn of(name: &'a str, tree: &(impl Inspect + ?Sized)) -> Self {
        Self { tree: name, nodes: Nodes::copied(tree.nodes()), level: Level::TRACE, failed: None }
    }

    /// Sets the level of spans and events.
    #[must_use]
    pub const fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// Ticks the tree inside of a span.
    pub fn tick<B: ?Sized, T: Agent<B>>(&mut self, tree: &mut T, blackboard: &mut B) -> Status {
        self.nodes.follow(tree);
        let span = self.span();
        let _inside = span.enter();
        tree.tick_with(blackboard, self)
    }

    /// The span of a tick, for a program that ticks its tree in another way.
    #[must_use]
    pub fn span(&self) -> Span {
        at_level!(self.level, span, "tick", tree = self.tree)
    }

    fn event(&self, node: NodeId, mark: Mark, error: Option<fmt::Arguments<'_>>) {
        let Some(node) = self.nodes.get(node.index()) else { return };
        let (name, kind, id) = (node.name(), node.kind.word(), node.id.index());
        match error {
            Some(error) => {
                at_level!(self.level, event, node = name, kind, id, status = %mark, error = %error);
            }
            None => at_level!(self.level, event, node = name, kind, id, status = %mark),
        }
    }
}

impl Observer for Tracing<'_> {
    fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
        self.event(node, Mark::Ticked(status), error);
    }

    fn error(&mut self, node: NodeId, error: fmt::Arguments<'_>) {
        self.event(node, Mark::Ticked(Status::Failure), Some(error));
        self.failed = Some(node);
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        if self.failed.take() != Some(node) {
            self.event(node, Mark::Ticked(status), None);
        }
    }

    fn aborted(&mut self, node: NodeId) {
        self.event(node, Mark::Aborted, None);
    }
}
