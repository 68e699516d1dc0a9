//! `service(D, EXPR)`

use super::prelude::*;

pub(super) const ROW: Row = Row {
    word: "service",
    arguments: A::Service,
    description: "runs `EXPR` while the child is active, at activation and then once per D",
    details: "`EXPR` runs before the tick of the child.",
    example: "service(1s, npc.look_around()) action npc.walk();",
    wake: &[("`service(D, EXPR)`", "its next run, or the time of its child if that is earlier")],
    in_files: InFiles::Plain(
        "`service(1s, RingBell)`",
        "does something at the start and then once per second, while the node is active",
    ),
    icon: "service",
    make: |of, _| made(Service { known: of.length() }),
    read: Parser::Arguments(|reader| reader.service().map(|known| made(Service { known }))),
    keeps_data: true,
    rest: Rest::Children,
    expects: Expects::AnyChild,
    is_visible: true,
    repeats: Repeats::Never,
    ..Row::DECORATOR
};

/// Runs an expression while its child is active.
struct Service {
    /// The time between two runs.
    known: Option<Duration>,
}

impl Definition for Service {
    fn literals(&self, literals: &mut Literals) {
        literals.add_length(self.known);
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        at.every_child(at.child())
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        let run = tick.node.id_of(Purpose::Statement);
        if Size::of(self.known) == Size::Zero {
            let begin = tick.begin("begin");
            tick.tick(begin, vec![Step::Run(run)], None);
            return Ok(());
        }
        let length = length_of(self.known, tick.node);
        tick.field(Field::Due(length));
        let (begin, child) = (tick.begin("begin"), tick.declare("tick"));
        let yes = tick.edge(child).after([Step::Postpone(length), Step::Run(run)]);
        let no = tick.edge(child);
        tick.ask(begin, Question::IsDue, yes, no);
        tick.tick(child, Vec::new(), None);
        Ok(())
    }

    fn rest(&self, row: Rest, _: &Expressions) -> Rest {
        if Size::of(self.known) == Size::Zero { Rest::Never } else { row }
    }
}
