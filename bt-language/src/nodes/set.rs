//! `set NAME = EXPR;`

use super::prelude::*;
use proc_macro2::Ident;

pub(super) const ROW: Row = Row {
    word: "set",
    arguments: A::Assignment,
    description: "gives a name a new value, and succeeds",
    details: "The name is that of a [`let`](crate::NodeKind::Let) around the node, of a parameter of the tree or of \
        one of its results.",
    example: "set count = *count + 1;",
    wake: &[],
    in_files: InFiles::Plain(
        "`set count = count + 1;`",
        "gives a `let` or a parameter a new value, and succeeds",
    ),
    icon: "action",
    elsewhere: &["set_blackboard", "assign", "script"],
    make: |_, _| made(Set { name: unnamed() }),
    read: Parser::Arguments(|reader| reader.assignment().map(|name| made(Set { name }))),
    labels: (1, 0),
    is_visible: true,
    ..Row::LEAF
};

/// Gives a name a new value.
struct Set {
    name: Ident,
}

impl Definition for Set {
    fn text(&self, expressions: &Expressions) -> String {
        format!("{} = {}", self.name, expressions.text(Purpose::Assigned))
    }

    fn gives(&self) -> &[Ident] {
        std::slice::from_ref(&self.name)
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        at.every_child(Outcomes { success: Ticks::FIRST, ..Outcomes::NONE })
    }

    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        let entry = b.entry()?;
        let Some(set) = b.reached(entry) else { return Ok(()) };
        let value = b.node().id_of(Purpose::Assigned);
        let edge = b.edge(b.exits.success, &set);
        let steps = vec![Step::Set(value), Step::Leaf(b.id, Status::Success)];
        b.place(entry, steps, Exit::Jump(edge));
        Ok(())
    }
}
