//! `finally(EXPR)`

use super::prelude::*;
use crate::parse::STATEMENT;

pub(super) const ROW: Row = Row {
    word: "finally",
    arguments: A::Statement,
    description: "runs `EXPR` once when the node ends in any way",
    details: "The node ends by success, failure or abort; `EXPR` runs after the cleanups inside \
        the node. If the node never started, `EXPR` does not run.",
    example: "finally(npc.brush_off()) action npc.clean();",
    wake: wake::OF_CHILD,
    in_files: InFiles::Plain(
        "`finally(RingBell)`",
        "does something when the node ends, in whatever way",
    ),
    icon: "service",
    make: |_, _| made(Finally),
    read: Parser::Arguments(|reader| {
        reader.one(&STATEMENT, Purpose::Statement).map(|()| made(Finally))
    }),
    keeps_data: true,
    has_end: true,
    rest: Rest::Children,
    expects: Expects::AnyChild,
    is_visible: true,
    ..Row::DECORATOR
};

/// Is run when the node ends.
struct Finally;

impl Definition for Finally {
    fn run(&self, at: &Activation<'_>) -> Run {
        at.every_child(at.child())
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        tick.at_end(tick.node.id_of(Purpose::Statement));
        tick.pass();
        Ok(())
    }
}
