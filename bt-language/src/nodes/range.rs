//! `for(NAME in RANGE)`

use super::prelude::*;
use super::repeat::repeated;
use proc_macro2::Ident;

pub(super) const ROW: Row = Row {
    word: "for",
    arguments: A::Range,
    description: "ticks the node once for each number of a range, one round per tick",
    details: "`NAME` is the `usize` of the round; the `Range<usize>` is evaluated at activation. \
        The next round follows a success; a failure ends the loop. Between two rounds the node is \
        running. An empty range succeeds at once.",
    example: "for(room in 0..npc.rooms()) action npc.clean(room);",
    wake: &[("", "the time of the child; between two rounds the next tick")],
    in_files: InFiles::Plain(
        "`for(i in 0..3)`",
        "the node once for each number, one round per tick; a failure ends it",
    ),
    icon: "loop",
    make: |of, _| made(For { name: unnamed(), rounds: of.rounds() }),
    read: Parser::Node(|reader| reader.range(|name, rounds| made(For { name, rounds }))),
    keeps_data: true,
    rest: Rest::Children,
    ..Row::DECORATOR
};

/// Ticks its child once for each number.
struct For {
    /// The name of the current number.
    name: Ident,
    /// The number of rounds.
    rounds: Rounds,
}

impl Definition for For {
    fn literals(&self, literals: &mut Literals) {
        literals.add_rounds(self.rounds);
    }

    fn text(&self, expressions: &Expressions) -> String {
        format!("{} in {}", self.name, expressions.text(Purpose::Range))
    }

    fn binds(&self) -> Option<Binding> {
        Some(Binding { name: self.name.clone(), of: Bound::Number })
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        at.every_child(repeated(at.child(), self.rounds, false, true))
    }

    fn refusal(&self) -> Option<Status> {
        (self.rounds == Rounds::Unknown).then_some(Status::Success)
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        let range =
            Count { of: tick.node.id_of(Purpose::Range), known: self.rounds.known(), more: 0 };
        tick.field(Field::Numbers { name: self.name.clone(), range });
        tick.rounds(Status::Success, true, None);
        Ok(())
    }
}
