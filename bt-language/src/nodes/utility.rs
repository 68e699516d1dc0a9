//! `utility_selector { SCORE => … }`

use super::prelude::*;
use super::random::in_any_order;

pub(super) const ROW: Row = Row {
    word: "utility_selector",
    children: C::Scored,
    description: "a `selector` that tries its children from the highest score down",
    details: "The scores (`f32`) are evaluated at activation. Equal scores keep the written order; \
        a child whose score is NaN is not tried.",
    example: "utility_selector { npc.hunger => action npc.eat(); 0.5 => action npc.sleep(); }",
    wake: wake::OF_CHILD,
    in_files: InFiles::Plain(
        "`utility_selector { Hunger => … 0.4 => … }`",
        "the node with the highest score first; the scores are compared when it starts",
    ),
    icon: "utility_selector",
    elsewhere: &["utility"],
    make: |_, _| made(Utility),
    read: Parser::Node(|reader| {
        let arguments = reader.without_arguments();
        let (scores, children) = reader.scored()?;
        Ok((arguments.and(scores).map(|()| made(Utility)), children))
    }),
    keeps_data: true,
    most_children: Some((MOST_CHOICES, "a `utility_selector` takes at most 255 children")),
    rest: Rest::Children,
    ..Row::COMPOSITE
};

/// Tries its children from the highest score down.
struct Utility;

impl Definition for Utility {
    fn text(&self, _: &Expressions) -> String {
        String::new()
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        at.every_child(in_any_order(at.children, true, true))
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        tick.field(Field::Ranked(tick.node.ids(Purpose::Score).collect()));
        tick.choose(Pick::Next, Status::Failure, Vec::new(), &[]);
        Ok(())
    }
}
