//! `succeed;`, `fail;`, `running;`

use super::prelude::*;

pub(super) const SUCCEED: Row = Row {
    word: "succeed",
    description: "always succeeds",
    example: "succeed;",
    wake: &[],
    elsewhere: &["success", "noop", "skip"],
    make: |_, _| made(Constant(Status::Success)),
    read: Parser::Arguments(|reader| reader.constant(made(Constant(Status::Success)))),
    labels: (1, 0),
    is_visible: false,
    repeats: Repeats::Always,
    ..Row::LEAF
};

pub(super) const FAIL: Row = Row {
    word: "fail",
    description: "always fails",
    example: "fail;",
    wake: &[],
    elsewhere: &["failure"],
    make: |_, _| made(Constant(Status::Failure)),
    read: Parser::Arguments(|reader| reader.constant(made(Constant(Status::Failure)))),
    labels: (1, 0),
    is_visible: false,
    repeats: Repeats::Always,
    ..Row::LEAF
};

pub(super) const RUNNING: Row = Row {
    word: "running",
    description: "runs until it is aborted",
    example: "running;",
    wake: &[("`running;`", "never: the program has to tick the tree when an event occurs")],
    elsewhere: &["run", "idle", "wait_forever"],
    make: |_, _| made(Constant(Status::Running)),
    read: Parser::Arguments(|reader| reader.constant(made(Constant(Status::Running)))),
    rest: Rest::Itself,
    labels: (1, 0),
    is_visible: false,
    repeats: Repeats::Always,
    ..Row::LEAF
};

/// `running`
pub(super) fn running() -> Made {
    Rc::new(Constant(Status::Running))
}

/// A leaf that always has the same status.
struct Constant(Status);

impl Definition for Constant {
    fn run(&self, at: &Activation<'_>) -> Run {
        at.every_child(match self.0 {
            Status::Success => Outcomes { success: Ticks::FIRST, ..Outcomes::NONE },
            Status::Failure => Outcomes { failure: Ticks::FIRST, ..Outcomes::NONE },
            Status::Running => Outcomes { running: Ticks::ALL, ..Outcomes::NONE },
        })
    }

    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        let entry = b.entry()?;
        let Some(set) = b.reached(entry) else { return Ok(()) };
        let edge = match self.0 {
            Status::Success => b.edge(b.exits.success, &set),
            Status::Failure => b.edge(b.exits.failure, &set),
            Status::Running => b.record(&set),
        };
        b.place(entry, vec![Step::Leaf(b.id, self.0)], Exit::Jump(edge));
        Ok(())
    }

    fn position(&self, _: &Node) -> Option<Keeps> {
        (self.0 == Status::Running).then_some(Keeps::Nothing)
    }

    fn quiet(&self, _: &Node, success: bool, _: &dyn Fn(bool) -> Quiet) -> Quiet {
        let status = if success { Status::Success } else { Status::Failure };
        (self.0 == status).then(Vec::new)
    }
}
