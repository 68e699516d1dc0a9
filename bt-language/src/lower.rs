//! Lowers the written trees to the [`Machine`].
//!
//! [`plan`] decides which nodes share a region and where regions are cut. [`region`] and [`frame`]
//! write the blocks of one tick. [`leaving`] finds out what is needed to leave a region, and
//! [`rest`] finds the positions in which a tree need not be ticked.

mod blocks;
mod frame;
mod leaving;
mod nodes;
mod plan;
mod region;
mod rest;

use crate::ast::{self, Parameter};
use crate::internal::Internal;
use crate::machine::{Machine, Node, NodeId, Position, Region, Storage, of_parameters};
use crate::place::Lines;
use plan::{ItemId, Plan};

/// The result of one part of the lowering.
type Lowered<T> = Result<T, Internal>;

/// Makes the machine of a tree from its name, its parameters, its root, and the lines of its text.
///
/// # Errors
///
/// An [`Internal`] error, if the tree breaks a rule that the checks should have enforced.
pub fn lower(
    name: &str,
    parameters: &[Parameter],
    root: ast::Node,
    lines: &Lines,
) -> Result<Machine, Internal> {
    let nodes = nodes::numbered(root, &of_parameters(parameters), lines);
    let plan = Plan::new(name, &nodes)?;
    let regions = plan.regions().map(|region| outline(&nodes, &plan, region)).collect();
    let mut machine = Machine { name: name.to_owned(), nodes, regions, frames: Vec::new() };
    machine.frames = frame::frames(&machine, &plan)?;
    leaving::decide(&mut machine);
    for region in 0..machine.regions.len() {
        let blocks = region::blocks(&machine, &plan, &machine.regions[region])?;
        machine.regions[region].blocks = blocks;
    }
    rest::find(&mut machine, &plan);
    Ok(machine)
}

/// A region without its blocks.
fn outline(nodes: &[Node], plan: &Plan, of: &plan::Region) -> Region {
    let positions = of.positions.iter().map(|item| Position {
        place: plan.place(*item),
        keeps: plan.keeps(nodes, of, *item),
        cooldowns: cooldowns(nodes, plan, of, *item),
    });
    Region {
        id: of.id,
        root: plan.place(of.root),
        nodes: plan.nodes_of(nodes, of.root),
        owner: of.owner,
        depth: of.depth,
        positions: positions.collect(),
        storage: Storage::Enum,
        needs_blackboard: false,
        blocks: Vec::new(),
        rests: Vec::new(),
    }
}

/// The cooldowns above an item in its region, from the innermost to the outermost.
fn cooldowns(nodes: &[Node], plan: &Plan, region: &plan::Region, item: ItemId) -> Vec<NodeId> {
    let root = plan.place(region.root).node;
    let mut found = Vec::new();
    let mut above = nodes[plan.place(item).node.place()].parent;
    while let Some(id) = above.filter(|above| *above >= root) {
        let node = &nodes[id.place()];
        if matches!(node.kind, ast::Kind::Cooldown(_)) {
            found.push(id);
        }
        above = node.parent;
    }
    found
}
