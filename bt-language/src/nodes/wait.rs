//! `wait(D);`

use super::prelude::*;

pub(super) const ROW: Row = Row {
    word: "wait",
    arguments: A::Duration,
    description: "running until `D` has passed since its activation, then success",
    example: "wait(1.5s);",
    wake: &[("", "its end")],
    in_files: InFiles::Plain("`wait(2s);`", "is running for two seconds, then succeeds"),
    icon: "wait",
    elsewhere: &["sleep"],
    make: |of, _| made(Wait { known: of.length() }),
    read: Parser::Arguments(|reader| {
        let known = reader.length();
        reader.end_of_leaf(known.is_some());
        known.map(|known| made(Wait { known }))
    }),
    rest: Rest::Itself,
    labels: (2, 0),
    ..Row::LEAF
};

/// A pause.
struct Wait {
    known: Option<Duration>,
}

impl Definition for Wait {
    fn literals(&self, literals: &mut Literals) {
        literals.add_length(self.known);
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        let success = Outcomes { failure: Ticks::NONE, ..Outcomes::AT_ONCE };
        at.every_child(match Size::of(self.known) {
            Size::Zero => success,
            Size::Positive => {
                Outcomes { success: Ticks::LATER, running: Ticks::ALL, ..Outcomes::NONE }
            }
            Size::Unknown => Outcomes { failure: Ticks::NONE, ..Outcomes::ANY },
        })
    }

    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        let id = b.id;
        b.until(b.exits.success, |status| Some(Step::Leaf(id, status)))
    }

    fn position(&self, node: &Node) -> Option<Keeps> {
        Some(Keeps::Deadline(length_of(self.known, node)))
    }
}
