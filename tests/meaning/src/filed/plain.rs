//! Forests without data.

use super::{COUNTS, DRAW, MARGINS, SCORES, SPANS, WEIGHTS, value};
use crate::language::{
    Board, Count, Forest, Gives, Head, Margin, Node, Results, Slot, Span, Weight,
};

/// The same forest for a file without data.
#[must_use]
pub fn plain(mut forest: Forest) -> Forest {
    forest.uses.clear();
    for tree in &mut forest.trees {
        tree.board = Board::World;
        tree.parameters.clear();
        tree.result = None;
        node(&mut tree.root);
    }
    forest
}

fn node(of: &mut Node) {
    head(&mut of.head);
    of.children.iter_mut().for_each(node);
}

fn head(head: &mut Head) {
    match head {
        Head::Hired(slot) | Head::Give(slot, _, Results::Job) => *head = Head::Job(*slot),
        Head::Await(slot) => *head = Head::Vow(*slot),
        Head::Give(slot, _, _) => *head = Head::Action(*slot, Gives::Status),
        Head::Match(_) => *head = Head::Selector,
        Head::ActiveMatch(_) => *head = Head::ActiveSelector,
        // A `not` would make a condition of a monitor's child.
        Head::Let(..) | Head::Place(..) | Head::For(..) | Head::Bind(..) => {
            *head = Head::Timeout(Span::Literal("1min", 60_000));
        }
        Head::Subtree(subtree) => {
            subtree.borrows = false;
            subtree.arguments.clear();
            (subtree.result, subtree.gives) = (None, None);
        }
        Head::RandomSelector(draw, weights) | Head::RandomSequence(draw, weights) => {
            *draw = DRAW;
            for weight in weights {
                if let Weight::Slot(slot) = weight {
                    value(slot, WEIGHTS);
                }
            }
        }
        Head::UtilitySelector(scores) => values(scores, SCORES),
        Head::ActiveUtilitySelector(margin, scores) => {
            values(scores, SCORES);
            if let Margin::Slot(slot) = margin {
                value(slot, MARGINS);
            }
        }
        Head::Repeat(count, every) | Head::Retry(count, every) => {
            if let Some(Count::Slot(slot)) = count {
                value(slot, COUNTS);
            }
            every.iter_mut().for_each(span);
        }
        Head::Recover(Count::Slot(slot)) => value(slot, COUNTS),
        Head::Wait(of)
        | Head::Timeout(of)
        | Head::Delay(of)
        | Head::Cooldown(of, _)
        | Head::Every(of)
        | Head::Service(of, _) => span(of),
        Head::Pipeline(lasts) => lasts.iter_mut().flatten().for_each(span),
        Head::Condition(_)
        | Head::Action(..)
        | Head::Job(_)
        | Head::Nap(_)
        | Head::Vow(_)
        | Head::Gain(..)
        | Head::Both(..)
        | Head::Set(..)
        | Head::Succeed
        | Head::Fail
        | Head::Running
        | Head::Sequence
        | Head::Selector
        | Head::ActiveSequence
        | Head::ActiveSelector
        | Head::Parallel(_)
        | Head::Monitor { .. }
        | Head::Recover(Count::Literal(_))
        | Head::RoundRobin
        | Head::PrioritySelector(_)
        | Head::If(_)
        | Head::ActiveIf(_)
        | Head::Not
        | Head::ForceSuccess
        | Head::ForceFailure
        | Head::Guard(_)
        | Head::Once
        | Head::With(_)
        | Head::Ticket(_)
        | Head::Finally(..)
        | Head::Cleanup => {}
    }
}

fn span(of: &mut Span) {
    match of {
        Span::Slot(slot) => value(slot, SPANS),
        Span::Literal(text, 750) => *text = "750ms",
        Span::Literal(..) => {}
    }
}

fn values(slots: &mut [Slot], first: Slot) {
    for slot in slots {
        value(slot, first);
    }
}
