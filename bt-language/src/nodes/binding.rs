//! `let(NAME: TYPE = EXPR)`

use super::prelude::*;
use proc_macro2::{Ident, TokenStream};

pub(super) const ROW: Row = Row {
    word: "let",
    arguments: A::Binding,
    description: "keeps a value while the node is active",
    details: "`EXPR` is evaluated at activation, may change the blackboard, and gives `TYPE`, \
        `Option<TYPE>` or `Result<TYPE, E>`; `None` and `Err` are failure. The value is dropped when \
        the node ends. Inside, `NAME` is a `&mut TYPE` in expressions that may change the \
        blackboard, and a `&TYPE` in expressions that only read it.",
    example: "let(prey: u32 = npc.nearest()) action npc.hunt(*prey);",
    wake: wake::OF_CHILD,
    in_files: InFiles::OnlyInRust,
    make: |_, _| made(Let { name: unnamed(), of: TokenStream::new() }),
    read: Parser::Node(|reader| reader.binding(|name, of| made(Let { name, of }))),
    keeps_data: true,
    rest: Rest::Children,
    expects: Expects::AnyChild,
    is_visible: true,
    ..Row::DECORATOR
};

/// Keeps a value while the node is active.
struct Let {
    /// The name.
    name: Ident,
    /// The type of the value.
    of: TokenStream,
}

impl Definition for Let {
    fn text(&self, expressions: &Expressions) -> String {
        format!("{}: {} = {}", self.name, source::of(&self.of), expressions.text(Purpose::Value))
    }

    fn binds(&self) -> Option<Binding> {
        Some(Binding { name: self.name.clone(), of: Bound::Value(self.of.clone()) })
    }

    // The expression may give `None` or `Err`.
    fn run(&self, at: &Activation<'_>) -> Run {
        let child = at.child();
        at.every_child(Outcomes { failure: child.failure.or(Ticks::FIRST), ..child })
    }

    fn refusal(&self) -> Option<Status> {
        Some(Status::Failure)
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        let (name, of, value) =
            (self.name.clone(), self.of.clone(), tick.node.id_of(Purpose::Value));
        tick.field(Field::Value { name, of, value });
        tick.pass();
        Ok(())
    }
}
