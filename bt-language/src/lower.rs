//! Lowers the written trees to the [`Machine`].
//!
//! [`plan`] decides which nodes share a region and where regions are cut. [`region`] and [`frame`]
//! write the blocks of one tick. [`rest`] finds the positions in which a tree need not be ticked.

pub(crate) mod blocks;
pub(crate) mod frame;
pub(crate) mod plan;
pub(crate) mod region;
mod rest;
mod words;

pub use words::{Code, WordNodes, lower_words};

use crate::ast::{self, Kind};
use crate::internal::Internal;
use crate::machine::{
    self, Cell, CellId, Cleanup, Content, Keeps, Machine, Node, NodeId, Position, Region, Scope,
    Storage,
};
use crate::parse;
use crate::place::Lines;
use plan::{ItemId, Plan};

/// The result of one part of the lowering.
pub(crate) type Lowered<T> = Result<T, Internal>;

/// Makes the machine of a tree from its name, its header, the names that all nodes can use, its root, and the lines of its text.
///
/// # Errors
///
/// An [`Internal`] error, if the tree breaks a rule that the checks should have enforced.
pub fn lower(
    name: &str,
    header: Option<String>,
    scope: &Scope,
    root: ast::Node,
    lines: &Lines,
) -> Result<Machine, Internal> {
    let (mut nodes, kinds) = numbered(root, scope, lines);
    let memory = memory(&mut nodes, &kinds);
    let plan = Plan::new(name, &nodes, kinds)?;
    let regions = plan.regions().map(|region| outline(&nodes, &plan, region)).collect();
    let (name, frames) = (name.to_owned(), Vec::new());
    let mut machine = Machine { name, header, nodes, regions, frames, memory };
    machine.frames = frame::frames(&machine, &plan)?;
    decide_leaving(&mut machine);
    for region in 0..machine.regions.len() {
        let (blocks, labelled) = region::blocks(&machine, &plan, &machine.regions[region])?;
        machine.regions[region].blocks = blocks;
        machine.regions[region].labelled = labelled;
    }
    rest::find(&mut machine, &plan);
    Ok(machine)
}

/// The words of memory of all nodes.
fn memory(nodes: &mut [Node], kinds: &[ast::Kind]) -> Vec<Cell> {
    let mut memory = Vec::new();
    for (node, kind) in nodes.iter_mut().zip(kinds) {
        if let Some(of) = kind.definition().content(node) {
            node.cell = Some(CellId::new(memory.len()));
            memory.push(Cell { node: node.id, of });
        }
    }
    memory
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
        cleans_up: false,
        blocks: Vec::new(),
        rests: Vec::new(),
        labelled: Vec::new(),
    }
}

/// The cooldowns above an item in its region, from the innermost to the outermost.
fn cooldowns(nodes: &[Node], plan: &Plan, region: &plan::Region, item: ItemId) -> Vec<CellId> {
    let root = plan.place(region.root).node;
    let mut found = Vec::new();
    let mut above = nodes[plan.place(item).node.place()].parent;
    while let Some(id) = above.filter(|above| *above >= root) {
        let node = &nodes[id.place()];
        if plan.definition(id).starts_when_aborted() {
            found.extend(node.cell);
        }
        above = node.parent;
    }
    found
}

/// Flattens a syntax tree.
fn numbered(root: ast::Node, scope: &Scope, lines: &Lines) -> (Vec<Node>, Vec<Kind>) {
    let (mut nodes, mut kinds) = (Vec::new(), Vec::new());
    number(root, None, scope, (&mut nodes, &mut kinds));
    nodes.shrink_to_fit();
    let mut subtrees = 0;
    for (node, kind) in nodes.iter_mut().zip(&kinds) {
        node.line = lines.line(node.span);
        node.subtrees_before = subtrees;
        subtrees += usize::from(kind.definition().calls().is_some());
    }
    (nodes, kinds)
}

fn number(
    mut written: ast::Node,
    parent: Option<NodeId>,
    scope: &Scope,
    (nodes, kinds): (&mut Vec<Node>, &mut Vec<Kind>),
) -> NodeId {
    let id = NodeId::new(nodes.len());
    let (source, keys) = (written.source(), written.key_texts());
    let kind = written.kind.take().unwrap_or_else(|| Kind::in_place_of(&written));
    for (_, expression) in written.expressions.iter_mut() {
        // What stands in a file stays as it is: no Rust is made of its tokens.
        if expression.formula().is_none() {
            parse::written_out(expression);
        }
    }
    let inside = kind.definition().binds();
    let inside = inside.map_or_else(|| scope.clone(), |name| machine::with(scope, &name));
    let name = kind.definition().name(&written.expressions);
    nodes.push(Node {
        word: kind.word(),
        name: name.unwrap_or_else(|| kind.word().name().into()),
        literals: kind.literals(),
        expressions: written.expressions,
        cell: None,
        has_end: kind.has_end(),
        cleans_up: written.cleans_up,
        id,
        end: id,
        parent,
        children: Vec::with_capacity(written.children.len()),
        label: written.label,
        key: None,
        description: written.description,
        source,
        span: written.span,
        line: 0,
        scope: scope.clone(),
        gives: kind.definition().gives().to_vec(),
        subtrees_before: 0,
    });
    kinds.push(kind);
    for (place, child) in written.children.into_iter().enumerate() {
        let child = number(child, Some(id), &inside, (nodes, kinds));
        nodes[child.place()].key = keys.get(place).cloned().flatten();
        nodes[id.place()].children.push(child);
    }
    nodes[id.place()].end = NodeId::new(nodes.len());
    id
}

/// Decides for all regions and frames.
fn decide_leaving(machine: &mut Machine) {
    // A region comes before the regions inside of it, so this loop visits the inner ones first.
    for place in (0..machine.regions.len()).rev() {
        let region = &machine.regions[place];
        let needs_blackboard =
            region.positions.iter().any(|position| needs_blackboard(machine, position));
        let cleans_up = region.positions.iter().any(|position| cleans_up(machine, position));
        machine.regions[place].needs_blackboard = needs_blackboard;
        machine.regions[place].cleans_up = cleans_up;
        machine.regions[place].storage = storage(&machine.regions[place]);
    }
    for place in 0..machine.frames.len() {
        let children = &machine.frames[place].children;
        let needs_blackboard = children.iter().any(|child| machine[*child].needs_blackboard);
        let cleans_up = children.iter().any(|child| machine[*child].cleans_up);
        machine.frames[place].needs_blackboard = needs_blackboard;
        machine.frames[place].cleans_up |= cleans_up;
    }
}

/// Returns `true` if a position contains a cleanup that takes time, or a tree that may have one.
fn cleans_up(machine: &Machine, position: &Position) -> bool {
    match &position.keeps {
        Keeps::Region(region) => machine[*region].cleans_up,
        Keeps::Frame(frame) => {
            let frame = &machine[*frame];
            frame.is_cleanup || frame.children.iter().any(|child| machine[*child].cleans_up)
        }
        Keeps::Tree(tree) => match &machine[*tree].of {
            Content::Tree(call) => matches!(call.cleanup, Cleanup::Some | Cleanup::Unknown),
            Content::Time(_) | Content::Result | Content::Place(_) => false,
        },
        Keeps::Nothing | Keeps::Deadline(_) | Keeps::Action(_) => false,
    }
}

/// Returns `true` if leaving a position calls code of the user, or changes the memory.
fn needs_blackboard(machine: &Machine, position: &Position) -> bool {
    let inside = match &position.keeps {
        Keeps::Region(region) => machine[*region].needs_blackboard,
        Keeps::Frame(frame) => {
            let children = &machine[*frame].children;
            machine.node_of(position).has_end
                || children.iter().any(|child| machine[*child].needs_blackboard)
        }
        Keeps::Action(_) | Keeps::Tree(_) => true,
        Keeps::Nothing | Keeps::Deadline(_) => false,
    };
    inside || !position.cooldowns.is_empty()
}

fn storage(region: &Region) -> Storage {
    // The region of the tree is always stored as an enum, because it has a name.
    if region.id == Machine::ROOT {
        return Storage::Enum;
    }
    match region.positions.as_slice() {
        [] => Storage::Nothing,
        // A `bool` is enough to store that the position runs.
        [Position { keeps: Keeps::Nothing, .. }] if !region.needs_blackboard => Storage::Flag,
        _ => Storage::Enum,
    }
}
