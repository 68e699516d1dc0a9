//! `once`

use super::prelude::*;

pub(super) const ROW: Row = Row {
    word: "once",
    description: "keeps the first result of the child for ever",
    details: "For ever means as long as the tree exists.",
    example: "once action npc.wake_up();",
    wake: wake::OF_CHILD,
    in_files: InFiles::Plain("`once`", "keeps the first result for ever"),
    icon: "once",
    elsewhere: &["run_once", "one_shot"],
    make: |_, _| made(Once),
    read: Parser::Arguments(|reader| reader.no_arguments(Once)),
    ends_for_good: true,
    rest: Rest::Children,
    ..Row::DECORATOR
};

/// Keeps the first result of its child.
struct Once;

impl Definition for Once {
    fn memory(&self, ended: &Ended) -> Memory {
        Memory { success: ended.success, failure: ended.failure, ..Memory::default() }
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        let Outcomes { success, failure, running } = at.child();
        let also = |was: bool, now: Ticks| if was { now.or(Ticks::FIRST) } else { now };
        at.every_child(Outcomes {
            success: also(at.memory.success, success),
            failure: also(at.memory.failure, failure),
            running,
        })
    }

    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        let (entry, cell, child) = (b.entry()?, b.cell()?, b.child()?);
        if let Some(set) = b.reached(entry) {
            let (success, failure) = (b.refuse(true, &set), b.refuse(false, &set));
            let nothing = b.edge(b.entry_of(child)?, &set);
            b.place(entry, Vec::new(), Exit::Remembered { cell, success, failure, nothing });
        }
        b.lower(child, b.exits)
    }

    fn at_end(&self, node: &Node, success: bool) -> Option<Step> {
        node.cell.map(|cell| Step::StoreResult(cell, success))
    }

    fn content(&self, _: &Node) -> Option<Content> {
        Some(Content::Result)
    }

    fn quiet(&self, node: &Node, success: bool, _: &dyn Fn(bool) -> Quiet) -> Quiet {
        Some(node.cell.map(|cell| Term::Keeps(cell, success)).into_iter().collect())
    }
}
