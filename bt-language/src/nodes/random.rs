//! `random_selector(EXPR) { … }`, `random_sequence(EXPR) { … }`

use super::prelude::*;

pub(super) const SELECTOR: Row = Row {
    word: "random_selector",
    arguments: A::Value,
    children: C::Weighted,
    description: "a `selector` in random order",
    details: DETAILS,
    example: "random_selector(npc.dice()) { 3 => action npc.sing(); action npc.dance(); }",
    wake: wake::OF_CHILD,
    in_files: InFiles::Plain(
        "`random_selector { 3 => … 1 => … }`",
        "one after the other in random order, until one succeeds; a node with the weight 3 is \
            chosen three times as often as one with the weight 1",
    ),
    icon: "random",
    elsewhere: &["weighted_selector", "probability_selector", "random"],
    make: |_, _| made(Random { selector: true }),
    read: Parser::Node(|reader| {
        let draw = reader.draw();
        let (weights, children) = reader.weighted()?;
        Ok((draw.and(weights).map(|()| made(Random { selector: true })), children))
    }),
    keeps_data: true,
    most_children: Some((MOST_BESIDE, "a random composite takes at most 1000 children")),
    rest: Rest::Children,
    expects: Expects::EachChild(false),
    confused_with: &[Word::RandomSequence],
    repeats: Repeats::Never,
    ..Row::COMPOSITE
};

pub(super) const SEQUENCE: Row = Row {
    word: "random_sequence",
    arguments: A::Value,
    children: C::Weighted,
    description: "a `sequence` in random order",
    details: DETAILS,
    example: "random_sequence(npc.dice()) { action npc.sing(); action npc.dance(); }",
    wake: wake::OF_CHILD,
    in_files: InFiles::Plain("`random_sequence { … }`", "the same until one fails"),
    icon: "random",
    elsewhere: &["shuffle"],
    make: |_, _| made(Random { selector: false }),
    read: Parser::Node(|reader| {
        let draw = reader.draw();
        let (weights, children) = reader.weighted()?;
        Ok((draw.and(weights).map(|()| made(Random { selector: false })), children))
    }),
    keeps_data: true,
    most_children: Some((MOST_BESIDE, "a random composite takes at most 1000 children")),
    rest: Rest::Children,
    expects: Expects::EachChild(true),
    confused_with: &[Word::RandomSelector],
    repeats: Repeats::Never,
    ..Row::COMPOSITE
};

const DETAILS: &str = "`EXPR: u32` is the random number; it is evaluated for each choice among two \
    or more children. `3 => node` gives a child a weight. The probability of a child is proportional \
    to its weight, which is 1 if none is written. Weights are `u32` expressions; if all are zero, \
    the first child is taken.";

/// Ticks its children in random order.
struct Random {
    /// `true` if the first success ends it.
    selector: bool,
}

impl Definition for Random {
    fn text(&self, expressions: &Expressions) -> String {
        expressions.text(Purpose::Draw)
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        at.every_child(in_any_order(at.children, self.selector, false))
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        let (draw, weights) =
            (tick.node.id_of(Purpose::Draw), tick.node.ids(Purpose::Weight).collect());
        tick.field(Field::Tried { draw, weights });
        let onward = if self.selector { Status::Failure } else { Status::Success };
        tick.choose(Pick::Next, onward, Vec::new(), &[]);
        Ok(())
    }
}

/// The outcomes of a node that tries its children in any order, so that any of the others may have
/// finished before a child; with `or_skips`, any child may also be left out.
pub(super) fn in_any_order(children: &[Outcomes], selector: bool, or_skips: bool) -> Outcomes {
    let passed = |begins: Ticks, child: &Outcomes| begins.or(begins.then(child.lets_go(selector)));
    let mut behind = vec![Ticks::FIRST];
    for child in children.iter().rev() {
        behind.push(passed(behind.last().copied().unwrap_or(Ticks::FIRST), child));
    }
    let (mut ends, mut running, mut before) = (Ticks::NONE, Ticks::NONE, Ticks::FIRST);
    for (child, behind) in children.iter().zip(behind.into_iter().rev().skip(1)) {
        let begins = before.then(behind);
        ends = ends.or(begins.then(child.ends(selector)));
        running = running.or(begins.then(child.running));
        before = passed(before, child);
    }
    let all = children.iter().fold(Ticks::FIRST, |all, child| all.then(child.lets_go(selector)));
    Outcomes::of_order(if or_skips { before } else { all }, ends, running, selector)
}
