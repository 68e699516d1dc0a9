//! Decides what is needed to leave a region from above, and how its state is stored.

use crate::ast::Kind;
use crate::machine::{Keeps, Machine, Position, Region, Storage};

/// Decides for all regions and frames.
pub(super) fn decide(machine: &mut Machine) {
    // A region comes before the regions inside of it, so this loop visits the inner ones first.
    for place in (0..machine.regions.len()).rev() {
        let region = &machine.regions[place];
        let needs_blackboard =
            region.positions.iter().any(|position| needs_blackboard(machine, position));
        machine.regions[place].needs_blackboard = needs_blackboard;
        machine.regions[place].storage = storage(machine, &machine.regions[place]);
    }
    for place in 0..machine.frames.len() {
        let children = &machine.frames[place].children;
        let needs_blackboard = children.iter().any(|child| machine[*child].needs_blackboard);
        machine.frames[place].needs_blackboard = needs_blackboard;
    }
}

/// Returns `true` if leaving a position calls code of the user, or changes the memory.
fn needs_blackboard(machine: &Machine, position: &Position) -> bool {
    let inside = match position.keeps {
        Keeps::Region(region) => machine[region].needs_blackboard,
        Keeps::Frame(frame) => {
            let children = &machine[frame].children;
            machine.node_of(position).has_end()
                || children.iter().any(|child| machine[*child].needs_blackboard)
        }
        Keeps::Action | Keeps::Subtree => true,
        Keeps::Nothing | Keeps::Deadline => false,
    };
    inside || !position.cooldowns.is_empty()
}

fn storage(machine: &Machine, region: &Region) -> Storage {
    // The region of the tree is always stored as an enum, because it has a name.
    if region.id == Machine::ROOT {
        return Storage::Enum;
    }
    match region.positions.as_slice() {
        [] => Storage::Nothing,
        [position] if is_flag(machine, position) && !region.needs_blackboard => Storage::Flag,
        _ => Storage::Enum,
    }
}

/// Returns `true` if a `bool` is enough to store that a position runs.
fn is_flag(machine: &Machine, position: &Position) -> bool {
    let kind = &machine.node_of(position).kind;
    position.keeps == Keeps::Nothing
        && (kind.is_endless() || matches!(kind, Kind::Action(_) | Kind::Running))
}
