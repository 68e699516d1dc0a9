//! `cooldown(D)`, `cooldown(D, after = end)`

use super::prelude::*;

pub(super) const ROW: Row = Row {
    word: "cooldown",
    arguments: A::Cooldown,
    description: "after the child has worked, fails for D without ticking it",
    details: "It has worked if it succeeded, or if it ended or was aborted after a tick in which it \
        ran: a child that fails in the tick in which it began has done nothing. `after = end` counts \
        that failure too; `after = success` counts nothing but success.",
    example: "cooldown(5s) action npc.shout();",
    wake: wake::OF_CHILD,
    in_files: InFiles::Plain(
        "`cooldown(10s)`",
        "after the node has worked, fails for ten seconds without starting it again; a node that \
            fails as soon as it starts has not worked. `cooldown(10s, after = end)` counts that too, \
            `cooldown(10s, after = success)` only a success. In a sequence, write `force_success \
            cooldown(10s)` if more nodes follow",
    ),
    icon: "wait",
    make: |of, _| {
        let known = of.length();
        made(Cooldown { known, after: of.after() })
    },
    read: Parser::Arguments(|reader| {
        reader.cooldown().map(|(known, after)| made(Cooldown { known, after }))
    }),
    rest: Rest::Children,
    is_gate: true,
    repeats: Repeats::AfterChildFailed,
    ..Row::DECORATOR
};

/// Fails for a time after its child has worked.
struct Cooldown {
    known: Option<Duration>,
    after: After,
}

impl Cooldown {
    /// Returns `false` if no time is ever stored, so that the question whether it is over is always answered with yes.
    fn cools(&self) -> bool {
        Size::of(self.known) != Size::Zero
    }
}

impl Definition for Cooldown {
    fn literals(&self, literals: &mut Literals) {
        literals.add_length(self.known);
        literals.add_after(self.after);
    }

    fn text(&self, expressions: &Expressions) -> String {
        let length = expressions.text(Purpose::Length);
        match self.after {
            After::Work => length,
            After::End => format!("{length}, after = end"),
            After::Success => format!("{length}, after = success"),
        }
    }

    fn memory(&self, ended: &Ended) -> Memory {
        let cooling = match self.after {
            After::Work => ended.success || ended.has_run,
            After::End => ended.success || ended.failure || ended.has_run,
            After::Success => ended.success,
        };
        Memory { cooling, ..Memory::default() }
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        let child = at.child();
        let cools = self.may_refuse(at.memory) && !at.is_gate;
        let failure = if cools { child.failure.or(Ticks::FIRST) } else { child.failure };
        at.every_child(Outcomes { failure, ..child })
    }

    fn gate(&self, node: &Node) -> Option<Question> {
        node.cell.map(Question::IsReady)
    }

    fn may_refuse(&self, memory: Memory) -> bool {
        memory.cooling && self.cools()
    }

    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        let (asked, ready) = b.gate("ready")?;
        let (cell, child) = (b.cell()?, b.child()?);
        // A child that never runs fails only in the tick in which it begins.
        let can_run = !b.own_positions().is_empty();
        let counts = match self.after {
            After::Work => can_run.then_some(Step::CoolIfOlder(cell)),
            After::End => Some(Step::Cool(cell)),
            After::Success => None,
        };
        let counts = counts.filter(|_| self.cools());
        if let Some(set) = b.reached(asked) {
            let (yes, no) = (b.edge(ready, &set), b.refuse(false, &set));
            b.place(asked, Vec::new(), Exit::Ask { question: Question::IsReady(cell), yes, no });
        }
        if let Some(set) = b.reached(ready) {
            let length = b.node().id_of(Purpose::Length);
            let stored = self.known.is_none().then_some(Step::StoreLength(cell, length));
            let noted = (counts == Some(Step::CoolIfOlder(cell))).then_some(Step::NoteBegin(cell));
            let begin = b.edge(b.entry_of(child)?, &set);
            b.place(ready, stored.into_iter().chain(noted).collect(), Exit::Jump(begin));
        }
        let exits = b.exits;
        let Some(counts) = counts else { return b.lower(child, exits) };
        let failed = b.declare("failed");
        b.lower(child, Targets { failure: failed, ..exits })?;
        if let Some(set) = b.reached(failed) {
            let edge = b.edge(exits.failure, &set);
            b.place(failed, vec![counts], Exit::Jump(edge));
        }
        Ok(())
    }

    fn at_end(&self, node: &Node, success: bool) -> Option<Step> {
        node.cell.filter(|_| success && self.cools()).map(Step::Cool)
    }

    fn starts_when_aborted(&self) -> bool {
        self.after != After::Success && self.cools()
    }

    fn content(&self, node: &Node) -> Option<Content> {
        Some(Content::Time(length_of(self.known, node)))
    }

    fn quiet(&self, node: &Node, success: bool, _: &dyn Fn(bool) -> Quiet) -> Quiet {
        (!success).then(|| node.cell.map(Term::Cools).into_iter().collect())
    }
}
