//! `not`

use super::prelude::*;

pub(super) const ROW: Row = Row {
    word: "not",
    description: "success becomes failure, and failure success",
    example: "not condition npc.is_hurt();",
    wake: wake::OF_CHILD,
    in_files: InFiles::Plain("`not`", "exchanges success and failure"),
    icon: "not",
    elsewhere: &["invert", "inverter", "invertor", "negate", "negation"],
    make: |_, _| made(Not),
    read: Parser::Arguments(|reader| reader.no_arguments(Not)),
    begins_with_child: true,
    rest: Rest::Children,
    labels: (2, 0),
    expects: Expects::Inverted,
    ..Row::DECORATOR
};

/// Swaps success and failure.
struct Not;

impl Definition for Not {
    fn run(&self, at: &Activation<'_>) -> Run {
        let Outcomes { success, failure, running } = at.child();
        at.every_child(Outcomes { success: failure, failure: success, running })
    }

    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        b.around_child(|exits| Targets { success: exits.failure, failure: exits.success })
    }

    fn quiet(&self, _: &Node, success: bool, child: &dyn Fn(bool) -> Quiet) -> Quiet {
        child(!success)
    }
}
