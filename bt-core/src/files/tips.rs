//! The tips of an agent: active nodes without active nodes below them.

use super::code::{FrameKind, Keeps, SUCCEEDED};
use super::loaded::Loaded;
use super::play::Vocabulary;
use crate::language::private::{NOTHING, tip_below, tip_or};

/// A tip of the tree; of several tips, the first one that is not before the node `from`.
pub(super) fn of<V: Vocabulary>(agent: &Loaded<V>, from: u32) -> u32 {
    region(agent, 0, from)
}

fn region<V: Vocabulary>(agent: &Loaded<V>, region: usize, from: u32) -> u32 {
    let code = &agent.code;
    let Some(position) = code.regions[region].recorded(&agent.words) else { return NOTHING };
    let of = &code.positions[position];
    match of.keeps {
        Keeps::Nothing | Keeps::Deadline | Keeps::Action { .. } => of.node,
        Keeps::Region(below) | Keeps::Subtree { region: below } => {
            tip_or(self::region(agent, below, from), of.node)
        }
        Keeps::Tree { held, .. } => {
            let tip = agent
                .held(held)
                .map_or(NOTHING, |tree| V::tip(tree, from.saturating_sub(of.node + 1)));
            tip_below(tip, of.node)
        }
        Keeps::Frame(frame) => tip_or(inside(agent, frame, from), of.node),
    }
}

/// The first tip among the children of a frame.
fn inside<V: Vocabulary>(agent: &Loaded<V>, frame: usize, from: u32) -> u32 {
    let code = &agent.code;
    let of = &code.frames[frame];
    let child = |place: usize| of.children.get(place).copied();
    match of.kind {
        FrameKind::Random { chosen, .. }
        | FrameKind::Utility { chosen, .. }
        | FrameKind::ActiveUtility { chosen, .. } => {
            let place = (agent.words[chosen] as usize).checked_sub(1);
            place.and_then(child).map_or(NOTHING, |child| region(agent, child, from))
        }
        FrameKind::Parallel => {
            let open = of
                .children
                .iter()
                .filter(|child| agent.words[code.regions[**child].state] < SUCCEEDED);
            let mut tips = open.map(|child| region(agent, *child, from));
            tips.find(|tip| from <= *tip && *tip < NOTHING).unwrap_or(NOTHING)
        }
        _ => child(0).map_or(NOTHING, |child| region(agent, child, from)),
    }
}
