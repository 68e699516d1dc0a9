//! `sequence { … }`, `selector { … }`

use super::prelude::*;

pub(super) const SEQUENCE: Row = Row {
    word: "sequence",
    description: "ticks its children in order until one fails",
    details: "The node succeeds when all children have succeeded. A running child is resumed in \
        the next tick; earlier children are not ticked again.",
    example: "sequence { condition npc.is_hurt(); action npc.run_away(); }",
    wake: wake::OF_CHILD,
    in_files: InFiles::Plain(
        "`sequence { … }`",
        "one node after the other, until one fails: \"do this, then that\"",
    ),
    icon: "sequence",
    elsewhere: &["and", "seq", "sequence_with_memory"],
    make: |_, _| sequence(),
    read: Parser::Node(|reader| reader.plain(sequence())),
    begins_with_child: true,
    ends_with_last_child: true,
    is_associative: true,
    goes_on: Some(true),
    rest: Rest::Children,
    labels: (1, 0),
    expects: Expects::EachChild(true),
    confused_with: &[Word::Selector],
    ..Row::COMPOSITE
};

pub(super) const SELECTOR: Row = Row {
    word: "selector",
    description: "ticks its children in order until one succeeds",
    details: "The node fails when all children have failed. A running child is resumed in the next \
        tick; earlier children are not ticked again.",
    example: "selector { action npc.hide(); action npc.run_away(); }",
    wake: wake::OF_CHILD,
    in_files: InFiles::Plain(
        "`selector { … }`",
        "one node after the other, until one succeeds: \"try this, otherwise that\"",
    ),
    icon: "selector",
    elsewhere: &["or", "select", "sel", "fallback", "priority", "selector_with_memory"],
    make: |_, _| made(InOrder { selector: true }),
    read: Parser::Node(|reader| reader.plain(made(InOrder { selector: true }))),
    begins_with_child: true,
    ends_with_last_child: true,
    is_associative: true,
    goes_on: Some(false),
    rest: Rest::Children,
    labels: (1, 0),
    expects: Expects::EachChild(false),
    confused_with: &[Word::Sequence],
    ..Row::COMPOSITE
};

/// A `sequence`.
pub(super) fn sequence() -> Made {
    Rc::new(InOrder { selector: false })
}

/// Ticks one child after the other, and resumes the running one.
struct InOrder {
    /// `true` if the first success ends it.
    selector: bool,
}

impl Definition for InOrder {
    fn run(&self, at: &Activation<'_>) -> Run {
        let mut begins = Ticks::FIRST;
        let (mut ends, mut running) = (Ticks::NONE, Ticks::NONE);
        let mut limits = Vec::with_capacity(at.children.len());
        for child in at.children {
            limits.push(at.left(begins));
            ends = ends.or(begins.then(child.ends(self.selector)));
            running = running.or(begins.then(child.running));
            begins = begins.then(child.lets_go(self.selector));
        }
        Run { outcomes: Outcomes::of_order(begins, ends, running, self.selector), limits }
    }

    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        let children = b.children();
        for (index, child) in children.iter().enumerate() {
            let next = children.get(index + 1).map(|next| b.entry_of(*next)).transpose()?;
            let targets = if self.selector {
                Targets { failure: next.unwrap_or(b.exits.failure), ..b.exits }
            } else {
                Targets { success: next.unwrap_or(b.exits.success), ..b.exits }
            };
            b.lower(*child, targets)?;
        }
        Ok(())
    }
}
