//! `force_success`, `force_failure`

use super::prelude::*;

pub(super) const SUCCESS: Row = Row {
    word: "force_success",
    description: "a finished child counts as success",
    example: "force_success action npc.reload();",
    wake: wake::OF_CHILD,
    in_files: InFiles::Plain("`force_success`", "counts every end of the node as success"),
    icon: "force",
    elsewhere: &["succeeder", "always_succeed", "always_success"],
    make: |_, _| made(Force { success: true }),
    read: Parser::Arguments(|reader| reader.no_arguments(Force { success: true })),
    begins_with_child: true,
    rest: Rest::Children,
    labels: (2, 0),
    expects: Expects::Running,
    ..Row::DECORATOR
};

pub(super) const FAILURE: Row = Row {
    word: "force_failure",
    description: "a finished child counts as failure",
    example: "force_failure action npc.shout();",
    wake: wake::OF_CHILD,
    in_files: InFiles::Plain("`force_failure`", "counts every end of the node as failure"),
    icon: "force",
    elsewhere: &["failer", "always_fail", "always_failure"],
    make: |_, _| made(Force { success: false }),
    read: Parser::Arguments(|reader| reader.no_arguments(Force { success: false })),
    begins_with_child: true,
    rest: Rest::Children,
    labels: (2, 0),
    expects: Expects::Running,
    ..Row::DECORATOR
};

/// Gives one result for both.
struct Force {
    success: bool,
}

impl Definition for Force {
    fn run(&self, at: &Activation<'_>) -> Run {
        let Outcomes { success, failure, running } = at.child();
        let finished = success.or(failure);
        at.every_child(Outcomes::of_order(finished, Ticks::NONE, running, !self.success))
    }

    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        b.around_child(|exits| {
            let to = if self.success { exits.success } else { exits.failure };
            Targets { success: to, failure: to }
        })
    }

    fn quiet(&self, _: &Node, success: bool, child: &dyn Fn(bool) -> Quiet) -> Quiet {
        if success == self.success { child(success).or_else(|| child(!success)) } else { None }
    }
}
