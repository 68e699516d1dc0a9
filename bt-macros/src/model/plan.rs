//! Which nodes share an enum.
//!
//! A *region* is a connected part of the tree in which at most one leaf runs at a time; its state
//! is one enum: `Idle`, or the *position* that runs. Nodes that keep data while they are active
//! (parallels, counters, deadlines, decorators of the user's own) are positions with a *frame*: a
//! struct of that data and the regions of their children. Regions are cut where they grow too
//! large for the optimiser.

use super::Node;
use bt_language::ast::Kind;
use std::collections::BTreeMap;

/// The most labels of one region. rustc's parser overflows its stack at more than 600 that are
/// nested; a test counts them. Below that, each cut costs the ticks that pass it.
const LIMIT: usize = 352;

/// The labels of what was cut off: where it begins and where it goes on.
const CUT: usize = 2;

/// So many frames become one function.
const FAR: usize = 8;

pub(crate) type ItemId = usize;

/// A node in a region; or a run of children of a wide composite, which acts like one of its kind.
pub(crate) struct Item {
    pub(crate) node: usize,
    /// Whether it stands for a run of the node's children, so that it has no events of its own.
    pub(crate) silent: bool,
    /// In the same region, or the roots of the regions of a frame.
    pub(crate) children: Vec<ItemId>,
    /// Whether it is the root of a region that was cut off: a position for the region above.
    pub(crate) cut: bool,
    /// The positions in its region that lie in its subtree: a contiguous range.
    pub(crate) first: usize,
    pub(crate) last: usize,
    /// Of a position, the root of the region in which it is one.
    pub(crate) home: ItemId,
}

/// What can be recorded as running.
#[derive(Clone, Copy)]
pub(crate) struct Position {
    pub(crate) item: ItemId,
}

/// An enum and its code.
pub(crate) struct Region {
    pub(crate) root: ItemId,
    /// How many frames are around it.
    depth: usize,
    pub(crate) positions: Vec<Position>,
}

pub(crate) struct Plan {
    items: Vec<Item>,
    pub(crate) regions: Vec<Region>,
    /// The region of each root.
    of_roots: BTreeMap<ItemId, usize>,
}

impl Region {
    /// Whether the optimiser has to stop here: of functions that are nested ever deeper it makes one,
    /// and its time grows with the cube of the depth.
    pub(crate) fn is_far(&self) -> bool {
        self.depth > 0 && self.depth % FAR == 0
    }
}

impl Plan {
    pub(crate) fn new(nodes: &[Node]) -> Self {
        let mut plan = Self {
            items: Vec::with_capacity(nodes.len()),
            regions: Vec::new(),
            of_roots: BTreeMap::new(),
        };
        let root = plan.add(nodes, 0).0;
        plan.region(nodes, root, 0);
        plan
    }

    pub(crate) fn item(&self, item: ItemId) -> &Item {
        &self.items[item]
    }

    /// The region below a root.
    pub(crate) fn region_below(&self, root: ItemId) -> Option<&Region> {
        self.of_roots.get(&root).map(|region| &self.regions[*region])
    }

    /// The positions below an item that are recorded in this region.
    pub(crate) fn range(&self, region: &Region, item: ItemId) -> std::ops::Range<usize> {
        if item == region.root {
            return 0..region.positions.len();
        }
        self.items[item].first..self.items[item].last
    }

    /// Adds a node and all below it; returns its item and how many labels of its region it takes.
    fn add(&mut self, nodes: &[Node], id: usize) -> (ItemId, usize) {
        let node = &nodes[id];
        let mut children: Vec<(ItemId, usize)> =
            node.children.iter().map(|child| self.add(nodes, *child)).collect();
        // The children of a composite jump to what stands behind it.
        for ((_, weight), child) in
            children.iter_mut().rev().zip(node.children.iter().rev()).skip(1)
        {
            *weight += usize::from(!nodes[*child].children.is_empty());
        }
        let mut weight = labels(node);
        if !is_frame(node) {
            children = self.limited(nodes, id, children);
            weight += children.iter().map(|(_, labels)| labels + behind_child(node)).sum::<usize>();
        }
        let children = children.into_iter().map(|(child, _)| child).collect();
        (self.push(id, false, children), weight)
    }

    fn push(&mut self, node: usize, silent: bool, children: Vec<ItemId>) -> ItemId {
        self.items.push(Item { node, silent, children, cut: false, first: 0, last: 0, home: 0 });
        self.items.len() - 1
    }

    /// Cuts the heaviest children off, or groups runs of them, until they fit into one region.
    fn limited(
        &mut self,
        nodes: &[Node],
        id: usize,
        mut children: Vec<(ItemId, usize)>,
    ) -> Vec<(ItemId, usize)> {
        let behind = behind_child(&nodes[id]);
        let mut weight: usize = children.iter().map(|(_, labels)| labels + behind).sum();
        let grouped = can_be_grouped(&nodes[id]);
        let small = if grouped { LIMIT / 4 } else { CUT };
        let mut heaviest: Vec<usize> = (0..children.len()).collect();
        heaviest.sort_by_key(|&child| std::cmp::Reverse(children[child].1));
        for child in heaviest {
            let (item, own) = children[child];
            if weight < LIMIT || own <= small {
                break;
            }
            self.items[item].cut = true;
            children[child].1 = CUT;
            weight -= own - CUT;
        }
        while weight >= LIMIT && grouped {
            children = self.grouped(id, behind, children);
            weight = children.len() * (CUT + behind);
        }
        children
    }

    /// Makes runs of children out of all, each a region of its own.
    fn grouped(
        &mut self,
        id: usize,
        behind: usize,
        children: Vec<(ItemId, usize)>,
    ) -> Vec<(ItemId, usize)> {
        let mut runs: Vec<(Vec<ItemId>, usize)> = Vec::new();
        for (child, own) in children {
            let own = own + behind;
            match runs.last_mut() {
                Some((run, weight)) if *weight + own <= LIMIT / 2 => {
                    run.push(child);
                    *weight += own;
                }
                _ => runs.push((vec![child], own)),
            }
        }
        let group = |(run, _)| {
            let group = self.push(id, true, run);
            self.items[group].cut = true;
            (group, CUT)
        };
        runs.into_iter().map(group).collect()
    }

    /// Makes the region below a root, and those below its frames and cuts.
    fn region(&mut self, nodes: &[Node], root: ItemId, depth: usize) {
        let place = self.regions.len();
        self.regions.push(Region { root, depth, positions: Vec::new() });
        self.of_roots.insert(root, place);
        let mut positions = Vec::new();
        let mut inner = Vec::new();
        self.positions(nodes, root, true, &mut positions, &mut inner);
        for position in &positions {
            self.items[position.item].home = root;
        }
        self.regions[place].positions = positions;
        for root in inner {
            let depth = depth + usize::from(!self.items[root].cut);
            self.region(nodes, root, depth);
        }
    }

    /// Numbers the positions in depth-first order and collects the roots of the regions below.
    fn positions(
        &mut self,
        nodes: &[Node],
        item: ItemId,
        is_root: bool,
        positions: &mut Vec<Position>,
        inner: &mut Vec<ItemId>,
    ) {
        let first = positions.len();
        let node = &nodes[self.items[item].node];
        let cut = self.items[item].cut && !is_root;
        if cut || is_position(node) {
            positions.push(Position { item });
        }
        let children = self.items[item].children.clone();
        if cut {
            inner.push(item);
        } else if is_frame(node) {
            let conditions = conditions(node);
            inner.extend(children.iter().skip(conditions).copied());
        } else {
            for child in children.into_iter().skip(conditions(node)) {
                self.positions(nodes, child, false, positions, inner);
            }
        }
        // The range of a cut root belongs to the region above it.
        if !(is_root && self.items[item].cut) {
            self.items[item].first = first;
            self.items[item].last = positions.len();
        }
    }
}

/// How many labels a node needs, its children aside: where it begins and goes on, where its
/// children lead to, and its two ends.
fn labels(node: &Node) -> usize {
    match node.kind {
        _ if is_frame(node) => 4,
        Kind::Condition(_) => 0,
        Kind::Action(_)
        | Kind::Succeed
        | Kind::Fail
        | Kind::Running
        | Kind::Sequence
        | Kind::Selector => 1,
        Kind::Wait(_)
        | Kind::Stateful(_)
        | Kind::ActiveSequence
        | Kind::ActiveSelector
        | Kind::Not
        | Kind::ForceSuccess
        | Kind::ForceFailure => 2,
        Kind::Monitor { .. } | Kind::Guard(_) | Kind::If { .. } => 5,
        _ => 4,
    }
}

/// How many labels a node needs for each child.
fn behind_child(node: &Node) -> usize {
    match node.kind {
        Kind::ActiveSequence | Kind::ActiveSelector => 2,
        Kind::Match { .. } => 1,
        _ => 0,
    }
}

/// How many of a monitor's children are its conditions; they never run.
pub(crate) fn conditions(node: &Node) -> usize {
    if let Kind::Monitor { conditions, .. } = node.kind { conditions } else { 0 }
}

/// Whether the node has a frame.
pub(crate) fn is_frame(node: &Node) -> bool {
    node.kind.keeps_data(node.children.len())
}

/// Whether the node itself can be what runs.
fn is_position(node: &Node) -> bool {
    is_frame(node)
        || matches!(
            node.kind,
            Kind::Action(_)
                | Kind::Stateful(_)
                | Kind::Wait(_)
                | Kind::Running
                | Kind::Subtree { .. }
                | Kind::Delay(_)
                | Kind::Repeat(None)
                | Kind::Retry(None)
        )
}

/// Whether runs of children mean the same inside a composite of the same kind.
fn can_be_grouped(node: &Node) -> bool {
    matches!(
        node.kind,
        Kind::Sequence | Kind::Selector | Kind::ActiveSequence | Kind::ActiveSelector
    )
}
