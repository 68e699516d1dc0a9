//! `cooldown(D)`

use super::prelude::*;

pub(super) const ROW: Row = Row {
    word: "cooldown",
    arguments: A::Duration,
    description: "after the child has ended in any way, fails for D without ticking it",
    example: "cooldown(5s) action npc.shout();",
    wake: wake::OF_CHILD,
    in_files: InFiles::Plain(
        "`cooldown(10s)`",
        "after the node has ended, fails for ten seconds without starting it again; in a sequence, \
            write `force_success cooldown(10s)` if more nodes follow",
    ),
    icon: "wait",
    make: |of, _| made(Cooldown { known: of.length() }),
    read: Parser::Arguments(|reader| reader.length().map(|known| made(Cooldown { known }))),
    starts_when_aborted: true,
    rest: Rest::Children,
    ..Row::DECORATOR
};

/// Fails for a time after its child has ended.
struct Cooldown {
    known: Option<Duration>,
}

impl Definition for Cooldown {
    fn literals(&self, literals: &mut Literals) {
        literals.add_length(self.known);
    }

    fn memory(&self, ended: &Ended) -> Memory {
        Memory { cooling: ended.again, ..Memory::default() }
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        let child = at.child();
        let cools = at.memory.cooling && Size::of(self.known) != Size::Zero;
        let failure = if cools { child.failure.or(Ticks::FIRST) } else { child.failure };
        at.every_child(Outcomes { failure, ..child })
    }

    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        let (entry, cell, child) = (b.entry()?, b.cell()?, b.child()?);
        if let Some(set) = b.reached(entry) {
            let ready = b.declare("ready");
            let (yes, no) = (b.edge(ready, &set), b.refuse(false, &set));
            b.place(entry, Vec::new(), Exit::Ask { question: Question::IsReady(cell), yes, no });
            let length = b.node().id_of(Purpose::Length);
            let stored = self.known.is_none().then_some(Step::StoreLength(cell, length));
            let begin = b.edge(b.entry_of(child)?, &set);
            b.place(ready, stored.into_iter().collect(), Exit::Jump(begin));
        }
        b.lower(child, b.exits)
    }

    fn at_end(&self, node: &Node, _: bool) -> Option<Step> {
        node.cell.map(Step::Cool)
    }

    fn content(&self, node: &Node) -> Option<Content> {
        Some(Content::Time(length_of(self.known, node)))
    }

    fn quiet(&self, node: &Node, success: bool, _: &dyn Fn(bool) -> Quiet) -> Quiet {
        (!success).then(|| node.cell.map(Term::Cools).into_iter().collect())
    }
}
