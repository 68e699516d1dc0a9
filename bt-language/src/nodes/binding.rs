//! `let(NAME: TYPE = EXPR)`, `let(NAME: TYPE)`

use super::prelude::*;
use proc_macro2::{Ident, TokenStream};

pub(super) const ROW: Row = Row {
    word: "let",
    arguments: A::Binding,
    description: "keeps a value while the node is active",
    details: "`EXPR` is evaluated at activation, may change the blackboard, and gives `TYPE`, \
        `Option<TYPE>` or `Result<TYPE, E>`; `None` and `Err` are failure. The value is dropped when \
        the node ends. Inside, `NAME` is a `&mut TYPE` in expressions that may change the \
        blackboard, and a `&TYPE` in expressions that only read it. Without `= EXPR` there is no value \
        until an action below gives it: `action EXPR -> NAME`; a node that may be ticked before that \
        cannot use `NAME`.",
    example: "let(prey: u32 = npc.nearest()) action npc.hunt(*prey);",
    wake: wake::OF_CHILD,
    in_files: InFiles::Plain(
        "`let(spot: Pose = Spot(number = 1))`",
        "keeps a value while the node runs; inside, its name stands for the value. Without `= …` an action inside gives \
            it: `action ComputePath -> path;`",
    ),
    make: |_, expressions| {
        let has_value = expressions.of(Purpose::Value).next().is_some();
        made(Let { name: unnamed(), of: TokenStream::new(), has_value })
    },
    read: Parser::Node(|reader| {
        reader.binding(|name, of, has_value| made(Let { name, of, has_value }))
    }),
    keeps_data: true,
    rest: Rest::Children,
    expects: Expects::AnyChild,
    is_visible: true,
    repeats: Repeats::Never,
    ..Row::DECORATOR
};

/// Keeps a value while the node is active.
struct Let {
    /// The name.
    name: Ident,
    /// The type of the value.
    of: TokenStream,
    /// `true` if it has a value from the beginning.
    has_value: bool,
}

impl Definition for Let {
    fn text(&self, expressions: &Expressions) -> String {
        let (name, of) = (&self.name, source::of(&self.of));
        if self.has_value {
            format!("{name}: {of} = {}", expressions.text(Purpose::Value))
        } else {
            format!("{name}: {of}")
        }
    }

    fn binds(&self) -> Option<Binding> {
        let of = self.of.clone();
        let of = if self.has_value { Bound::Value(of) } else { Bound::Place(of) };
        Some(Binding { name: self.name.clone(), of })
    }

    // The expression may give `None` or `Err`.
    fn run(&self, at: &Activation<'_>) -> Run {
        let child = at.child();
        let refuses = if self.has_value { Ticks::FIRST } else { Ticks::NONE };
        at.every_child(Outcomes { failure: child.failure.or(refuses), ..child })
    }

    fn refusal(&self) -> Option<Status> {
        self.has_value.then_some(Status::Failure)
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        let (name, of) = (self.name.clone(), self.of.clone());
        tick.field(if self.has_value {
            Field::Value { name, of, value: tick.node.id_of(Purpose::Value) }
        } else {
            Field::Place { name, of }
        });
        tick.pass();
        Ok(())
    }
}
