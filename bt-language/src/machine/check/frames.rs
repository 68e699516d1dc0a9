//! Checks the blocks of frames.

use super::{Fault, Faults};
use crate::machine::{Body, Edge, Ended, Exit, Frame, Machine, Status, Step, To, Verdict};

pub(super) fn check(machine: &Machine, frame: &Frame) -> Vec<Fault> {
    let mut faults = Faults::at(format!("frame {} of node {}", frame.id, frame.node));
    let single = frame.is_single();
    faults.unless(!single || frame.children.len() == 1, || "it has not one child".into());
    let blocks = frame.blocks();
    let has_blocks = matches!(frame.body, Body::Single(_) | Body::Parallel(_));
    faults.unless(has_blocks != blocks.is_empty(), || "it has no blocks".into());
    let mut reached = vec![false; blocks.len()];
    reached.iter_mut().take(1).for_each(|first| *first = true);
    let mut ticked = vec![0; frame.children.len()];
    for (place, block) in blocks.iter().enumerate() {
        let name = &block.name;
        faults.unless(block.id.place() == place, || format!("`{name}` is called {}", block.id));
        faults.unless(reached[place], || format!("nothing leads to `{name}`"));
        for edge in block.exit.edges() {
            if let To::Block(to) = edge.to {
                faults.unless(to.place() > place, || format!("`{name}` jumps back to {to}"));
                reached.iter_mut().skip(to.place()).take(1).for_each(|target| *target = true);
            }
            let steps = block.steps.iter().chain(&edge.steps);
            faults.unless(single || !leaves_behind(edge, steps), || {
                format!("`{name}` finishes, and its children run")
            });
        }
        let steps =
            block.steps.iter().chain(block.exit.edges().into_iter().flat_map(|of| &of.steps));
        for step in steps {
            faults.unless(is_of_frame(step), || format!("`{name}`: {step:?} is a step of regions"));
        }
        check_exit(machine, frame, &block.exit, &mut ticked, &mut faults);
    }
    faults.unless(!has_blocks || ticked.iter().all(|times| *times == 1), || {
        format!("its children are ticked {ticked:?} times")
    });
    faults.found
}

/// Returns `true` if a parallel finishes here without aborting its children.
fn leaves_behind<'s>(edge: &Edge, mut steps: impl Iterator<Item = &'s Step>) -> bool {
    let finishes = match edge.to {
        To::Return(Verdict::Is(status)) => status != Status::Running,
        To::Return(Verdict::Same) => true,
        To::Block(_) => false,
    };
    finishes && !steps.any(|step| *step == Step::LeaveChildren)
}

fn is_of_frame(step: &Step) -> bool {
    !matches!(step, Step::Abort(_) | Step::Record(_) | Step::Forget(_))
}

fn check_exit(
    machine: &Machine,
    frame: &Frame,
    exit: &Exit,
    ticked: &mut [usize],
    faults: &mut Faults,
) {
    let parallel = matches!(frame.body, Body::Parallel(_));
    match exit {
        Exit::Jump(_) => {}
        Exit::Ask { question, .. } => {
            use crate::machine::Question;
            if let Question::Condition(condition) = question {
                let is_child = machine[frame.node].children.contains(condition);
                faults.unless(is_child, || format!("it asks {condition}, which is no child"));
            }
        }
        Exit::Child { child, closed, ended, .. } => {
            faults.unless(closed.is_some() == parallel, || "a single child never closes".into());
            faults.unless(!parallel || matches!(ended, Ended::Apart { .. }), || {
                "the end of a child does not count".into()
            });
            match ticked.get_mut(*child) {
                Some(times) => *times += 1,
                None => faults.unless(false, || format!("it has no child {child}")),
            }
        }
        exit => faults.unless(false, || format!("{exit:?} is an exit of regions")),
    }
}
