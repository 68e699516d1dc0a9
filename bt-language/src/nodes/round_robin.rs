//! `round_robin { … }`

use super::prelude::*;

pub(super) const ROW: Row = Row {
    word: "round_robin",
    description: "a `selector` that begins behind the child that succeeded last, and goes round",
    details: "It fails when all children have failed. The place is kept as long as the tree exists; an \
        abort does not change it.",
    example: "round_robin { action npc.sing(); action npc.dance(); }",
    wake: wake::OF_CHILD,
    in_files: InFiles::Plain(
        "`round_robin { … }`",
        "the same as `selector`, but begins behind the node that succeeded last, so that all have \
            their turn",
    ),
    icon: "round_robin",
    make: |_, _| made(RoundRobin),
    read: Parser::Node(|reader| reader.plain(made(RoundRobin))),
    keeps_data: true,
    most_children: Some((MOST_CHOICES, "a `round_robin` takes at most 255 children")),
    next_after: Some(false),
    rest: Rest::Children,
    expects: Expects::EachChild(false),
    confused_with: &[Word::Selector],
    repeats: Repeats::AfterChildFailed,
    ..Row::COMPOSITE
};

/// Tries its children in turn.
struct RoundRobin;

impl Definition for RoundRobin {
    fn memory(&self, ended: &Ended) -> Memory {
        Memory { places: ended.behind, ..Memory::default() }
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        let count = at.children.len();
        let mut begins = vec![Ticks::NONE; count];
        let mut outcomes = Outcomes::NONE;
        for first in (0..count).filter(|place| *place == 0 || at.memory.places.has(*place)) {
            let mut begin = Ticks::FIRST;
            let (before, behind) = begins.split_at_mut(first);
            let turns = behind.iter_mut().chain(before);
            for (child, begins) in at.children.iter().cycle().skip(first).zip(turns) {
                *begins = begins.or(begin);
                outcomes.success = outcomes.success.or(begin.then(child.success));
                outcomes.running = outcomes.running.or(begin.then(child.running));
                begin = begin.then(child.failure);
            }
            outcomes.failure = outcomes.failure.or(begin);
        }
        Run { outcomes, limits: begins.into_iter().map(|begins| at.left(begins)).collect() }
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        let cell = tick.node.cell.ok_or_else(|| tick.internal("it has no memory"))?;
        tick.field(Field::InTurn(cell));
        tick.choose(Pick::Next, Status::Failure, Vec::new(), &[Step::StoreNext(cell)]);
        Ok(())
    }

    fn content(&self, node: &Node) -> Option<Content> {
        Some(Content::Place(node.children.len()))
    }
}
