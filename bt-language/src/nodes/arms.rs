//! `match EXPR { PATTERN => … }`, `active_match …`

use super::branch::choice;
use super::prelude::*;
use crate::lower::blocks::Label;

pub(super) const MATCH: Row = Row {
    word: "match",
    arguments: A::Expression,
    children: C::Arms,
    description: "chooses a branch at activation",
    details: "The choice is kept until the node ends. The patterns are exhaustive as in Rust; the \
        names of a pattern cannot be used in its node.",
    example: "match npc.mode { Mode::Calm => action npc.patrol(), _ => action npc.attack() }",
    wake: wake::OF_CHILD,
    in_files: InFiles::Plain(
        "`match Mood { Calm => … Wild => … }`",
        "chooses by a value when it starts; `_ => …` is for all others",
    ),
    elsewhere: &["switch"],
    make: |_, _| made(Match { active: false }),
    read: Parser::Node(|reader| reader.arms(made(Match { active: false }))),
    most_children: Some((MOST_CHOICES, "a `match` takes at most 255 arms")),
    labels: (4, 1),
    rest: Rest::Children,
    expects: Expects::AnyChild,
    ..Row::COMPOSITE
};

pub(super) const ACTIVE_MATCH: Row = Row {
    word: "active_match",
    arguments: A::Expression,
    children: C::Arms,
    description: "a `match` that chooses again in every tick",
    details: "When the choice changes, the old branch is aborted before the new one is ticked.",
    example: "active_match npc.mode { Mode::Calm => action npc.patrol(), _ => action npc.attack() }",
    in_files: InFiles::Plain(
        "`active_match Mood { … }`",
        "a `match` that chooses again in every tick",
    ),
    elsewhere: &["active_switch"],
    make: |_, _| made(Match { active: true }),
    read: Parser::Node(|reader| reader.arms(made(Match { active: true }))),
    most_children: Some((MOST_CHOICES, "a `match` takes at most 255 arms")),
    labels: (4, 1),
    resume: Resume::AtBegin,
    rest: Rest::ChildrenIfUnchanged,
    expects: Expects::AnyChild,
    confused_with: &[Word::Match],
    interrupts: true,
    ..Row::COMPOSITE
};

/// Chooses the first arm whose pattern matches.
struct Match {
    /// `true` if it is decided again at every tick.
    active: bool,
}

impl Definition for Match {
    fn text(&self, expressions: &Expressions) -> String {
        expressions.text(Purpose::Scrutinee)
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        choice(at, self.active, false)
    }

    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        let children = b.children();
        let blocks: Vec<Label> =
            (0..children.len()).map(|arm| b.declare_as(format!("arm_{}_{arm}", b.id))).collect();
        let entry = b.entry()?;
        if let Some(set) = b.reached(entry) {
            let arms = blocks.iter().map(|block| b.edge(*block, &set)).collect();
            let scrutinee = b.node().id_of(Purpose::Scrutinee);
            let patterns = b.node().ids(Purpose::Pattern).collect();
            b.place(entry, Vec::new(), Exit::Choose { scrutinee, patterns, arms });
        }
        for (child, block) in children.iter().zip(blocks) {
            b.turn_to(self.active, *child, block)?;
        }
        Ok(())
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        let choose = tick.declare("choose");
        tick.choose_at(choose);
        let blocks: Vec<Label> =
            (0..tick.children).map(|arm| tick.declare(format!("arm_{arm}"))).collect();
        let arms = blocks.iter().map(|block| tick.edge(*block)).collect();
        let scrutinee = tick.node.id_of(Purpose::Scrutinee);
        let patterns = tick.node.ids(Purpose::Pattern).collect();
        tick.place(choose, Exit::Choose { scrutinee, patterns, arms });
        for (child, block) in blocks.into_iter().enumerate() {
            tick.turn_to(block, child, None);
        }
        Ok(())
    }
}
