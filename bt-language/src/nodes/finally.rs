//! `finally(EXPR)`

use super::prelude::*;
use crate::parse::STATEMENT;

pub(super) const ROW: Row = Row {
    word: "finally",
    arguments: A::Statement,
    description: "cleans up once when the node ends in any way: runs `EXPR`, or ticks the node `CLEANUP` to its end",
    details: "The node ends by success, failure or abort; `EXPR` runs after the cleanups inside \
        the node. If the node never started, `EXPR` does not run. `CLEANUP` is for a cleanup that takes \
        time: it begins in the tick in which the node ends, and has ended before the result of the node \
        counts, or before what has interrupted the node goes on. Its own result changes nothing. An \
        abort of the whole tree does not start it, and `stop` does.",
    example: "finally(npc.brush_off()) action npc.clean();",
    wake: wake::OF_CHILD,
    in_files: InFiles::Plain(
        "`finally(RingBell)` `finally { … }`",
        "does something when the node ends, in whatever way; in braces stands a node, which may take \
            time: what follows begins when it has ended",
    ),
    icon: "service",
    make: |of, _| made(Finally { is_node: of.number() > 0 }),
    read: Parser::Node(|reader| {
        let Some(cleanup) = reader.cleanup() else {
            let read = reader.one(&STATEMENT, Purpose::Statement);
            return reader.decorated(read.map(|()| made(Finally { is_node: false })));
        };
        let (read, node) = reader.decorated(Some(made(Finally { is_node: true })))?;
        Ok((read, std::iter::once(cleanup).chain(node).collect()))
    }),
    keeps_data: true,
    has_end: true,
    rest: Rest::Children,
    expects: Expects::AnyChild,
    is_visible: true,
    repeats: Repeats::Never,
    ..Row::DECORATOR
};

/// Cleans up when the node ends.
struct Finally {
    /// `true` if the cleanup is a node, the first child, and takes time.
    is_node: bool,
}

/// The children of one with a node.
const CLEANUP: usize = 0;
const NODE: usize = 1;

impl Definition for Finally {
    fn literals(&self, literals: &mut Literals) {
        literals.add_number(u64::from(self.is_node));
    }

    fn children(&self, row: &Row) -> C {
        if self.is_node { C::Pair } else { row.children }
    }

    fn has_end(&self, _: &Row) -> bool {
        !self.is_node
    }

    fn cleans_up(&self) -> bool {
        self.is_node
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        let (true, [cleanup, node]) = (self.is_node, at.children) else {
            return at.every_child(at.child());
        };
        let ends = cleanup.success.or(cleanup.failure);
        let outcomes = Outcomes {
            success: node.success.then(ends),
            failure: node.failure.then(ends),
            running: node.running.or(node.success.or(node.failure).then(cleanup.running)),
        };
        // What has interrupted the node waits for the cleanup, however long that takes.
        let cleanup = if at.limit == 0 { 0 } else { Ticks::MANY };
        Run { outcomes, limits: vec![cleanup, at.limit] }
    }

    // The child that is not ticked is closed, so that the tree can rest with the other.
    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        if !self.is_node {
            tick.at_end(tick.node.id_of(Purpose::Statement));
            tick.pass();
            return Ok(());
        }
        tick.cleans_up();
        let (node, cleanup) = (tick.begin("node"), tick.declare("cleanup"));
        let (ended, ends) = (tick.declare("ended"), tick.ends());
        let closed = tick.edge(cleanup);
        let running = leave(Status::Running).after([Step::Close(CLEANUP, false)]);
        let mut end =
            |success| tick.edge(cleanup).after([Step::Close(NODE, success), Step::Reopen(CLEANUP)]);
        let results = [end(true), end(false)];
        tick.child(node, NODE, closed, running, results);

        // Its own result changes nothing: it is closed as one that has failed.
        let mut end = || tick.edge(ended).after([Step::Close(CLEANUP, false)]);
        let (closed, results) = (end(), [end(), end()]);
        tick.child(cleanup, CLEANUP, closed, leave(Status::Running), results);
        let (yes, no) = (tick.edge(ends.success), tick.edge(ends.failure));
        tick.ask(ended, Question::Enough { successes: true, count: 1 }, yes, no);
        tick.finish(ends);
        Ok(())
    }
}
