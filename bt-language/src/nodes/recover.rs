//! `recover(N) { node node }`

use super::prelude::*;
use super::repeat::rounds;

pub(super) const ROW: Row = Row {
    word: "recover",
    arguments: A::Number,
    children: C::Pair,
    description: "ticks the second node, the repair, when the first one, the work, fails; after the \
        repair has succeeded, the work begins again in the next tick, at most N times",
    details: "Success of the work is success. The node fails when the repair fails, or when the work \
        fails after N repairs. With `N = 0` there is no repair.",
    example: "recover(2) { action npc.open_door(); action npc.find_key(); }",
    wake: &[("", "the time of the running child; after a repair the next tick")],
    in_files: InFiles::Plain(
        "`recover(3) { … … }`",
        "two nodes, the work and its repair: when the work fails, repairs and begins the work again, \
            at most three times",
    ),
    icon: "recover",
    elsewhere: &["recovery_node", "recovery"],
    make: |of, _| made(Recover { repairs: of.rounds() }),
    read: Parser::Node(|reader| {
        let repairs = reader.repairs();
        reader.pair(repairs.map(|repairs| made(Recover { repairs })))
    }),
    keeps_data: true,
    next_after: Some(false),
    rest: Rest::Children,
    ..Row::COMPOSITE
};

/// Repairs after a failure, and begins the work again.
struct Recover {
    /// The maximum number of repairs.
    repairs: Rounds,
}

/// The two children.
const WORK: usize = 0;
const REPAIR: usize = 1;

impl Definition for Recover {
    fn literals(&self, literals: &mut Literals) {
        literals.add_rounds(self.repairs);
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        let child = |place: usize| at.children.get(place).copied().unwrap_or(Outcomes::ANY);
        let (work, repair) = (child(WORK), child(REPAIR));
        let again = work.failure.then(repair.success);
        let repairs = self.repairs.known().unwrap_or(u32::MAX);
        let (last, works) = rounds(again, repairs.saturating_add(1), true);
        let (_, repaired) = rounds(again, repairs, true);
        // A number that is not known may be 0.
        let unrepaired = if self.repairs.known().is_some() { last } else { works };
        let repairs = repaired.then(work.failure);
        let outcomes = Outcomes {
            success: works.then(work.success),
            failure: unrepaired.then(work.failure).or(repairs.then(repair.failure)),
            running: works
                .then(work.running)
                .or(repairs.then(repair.running))
                .or(repairs.then(repair.success)),
        };
        Run { outcomes, limits: vec![at.limit, at.left(repairs)] }
    }

    // The child that is not ticked is closed, so that the tree can rest with the other.
    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        let of = tick.node.id_of(Purpose::Count);
        // The first round begins without a repair.
        tick.field(Field::Rounds(Count { of, known: self.repairs.known(), more: 1 }));
        let (work, failed) = (tick.begin("work"), tick.declare("work_fails"));
        let (repair, ends) = (tick.declare("repair"), tick.ends());
        let close = |child, success| [Step::Close(child, success)];

        let closed = tick.edge(repair);
        let running = leave(Status::Running).after(close(REPAIR, true));
        let success = tick.edge(ends.success).after(close(WORK, true));
        let failure = tick.edge(failed).after(close(WORK, false));
        tick.child(work, WORK, closed, running, [success, failure]);

        let yes = tick.edge(repair).after([Step::Reopen(REPAIR)]);
        let no = tick.edge(ends.failure);
        tick.ask(failed, Question::HasRounds, yes, no);

        let closed = tick.edge(ends.failure);
        let again = leave(Status::Running).after(close(REPAIR, true));
        let again = again.after([Step::Reopen(WORK), Step::CountRound]);
        let failure = tick.edge(ends.failure).after(close(REPAIR, false));
        tick.child(repair, REPAIR, closed, leave(Status::Running), [again, failure]);
        tick.finish(ends);
        Ok(())
    }
}
