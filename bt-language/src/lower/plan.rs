//! Decides which nodes share a region.
//!
//! Nodes that keep data while they are active (parallels, counters, deadlines, decorators of the
//! user) are positions with a frame, and their children have regions of their own. Regions that
//! would be too large for rustc are cut.

use super::Lowered;
use crate::ast::{Kind, key_purpose};
use crate::internal::Internal;
use crate::machine::{FrameId, Keeps, Machine, Node, NodeId, Owner, Place, Question, RegionId};
use crate::nodes::{Definition, Rest};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// The maximum number of labels of a region. rustc's parser overflows its stack at more than 600
/// nested labels; a test counts them. A smaller limit makes more cuts, and each cut costs time in
/// every tick that passes it.
const LIMIT: usize = 352;

/// The number of labels of a cut: one where it begins and one where it continues.
const CUT: usize = 2;

/// An item of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ItemId(usize);

/// A node in a region, or a run of children of a wide composite, which acts like a composite of the
/// same kind.
struct Item {
    place: Place,
    /// The children in the same region, or the roots of the regions of a frame.
    children: Vec<ItemId>,
    /// `true` if it is the root of a region that was cut off: a position of the region above.
    cut: bool,
    /// The positions of its region at or below the item: a contiguous range.
    positions: Range<usize>,
    /// The region of which it is the root.
    region: Option<RegionId>,
    /// The frame of a node that keeps data.
    frame: Option<FrameId>,
}

/// A region: its root, and the items that can be recorded.
pub(crate) struct Region {
    pub(super) id: RegionId,
    pub(super) root: ItemId,
    pub(super) owner: Owner,
    pub(super) depth: usize,
    pub(super) positions: Vec<ItemId>,
}

/// Who asks the question of a node before it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// The node itself.
    Itself,
    /// A node above it, directly before.
    Before,
    /// A frame above it, at the beginning of its tick; what happens after that can change the answer.
    Early,
}

/// The regions of a tree, and the items in them.
pub(crate) struct Plan {
    /// The kinds of the nodes.
    kinds: Vec<Kind>,
    /// For each node, who asks it.
    gates: Vec<Asked>,
    items: Vec<Item>,
    regions: Vec<Region>,
    /// The nodes with frames, in the order of their positions.
    frames: Vec<ItemId>,
    runs: usize,
}

impl Plan {
    pub(super) fn new(tree: &str, nodes: &[Node], kinds: Vec<Kind>) -> Lowered<Self> {
        let mut pairs = nodes.iter().zip(&kinds);
        if let Some((node, _)) = pairs.find(|(node, kind)| !has_children(node, kind)) {
            let count = node.children.len();
            return Err(Internal::new(tree, node, format!("it has {count} children")));
        }
        let mut gates = vec![Asked::Itself; nodes.len()];
        for (node, kind) in nodes.iter().zip(&kinds) {
            let asked =
                match (kind.row().asks_gates, kind.keeps_data(node.children.len(), node.cleans_up))
                {
                    (true, true) => Asked::Early,
                    (true, false) => Asked::Before,
                    (false, _) => gates[node.id.place()],
                };
            for child in node.children.iter().map(|child| child.place()) {
                if kinds[child].row().is_gate {
                    gates[child] = asked;
                }
            }
        }
        let mut plan = Self {
            kinds,
            gates,
            items: Vec::with_capacity(nodes.len()),
            regions: Vec::new(),
            frames: Vec::new(),
            runs: 0,
        };
        let root = plan.add(nodes, NodeId::FIRST).0;
        plan.region(nodes, root, Owner::Tree, 0);
        Ok(plan)
    }

    /// The kind of a node.
    pub(super) fn kind(&self, node: NodeId) -> &Kind {
        &self.kinds[node.place()]
    }

    /// The definition of a node's kind.
    pub(super) fn definition(&self, node: NodeId) -> &dyn Definition {
        self.kind(node).definition()
    }

    /// Returns `true` if a node is asked by one above it before it begins.
    fn is_gate(&self, node: NodeId) -> bool {
        self.gates[node.place()] != Asked::Itself
    }

    /// Returns `true` if a node need not ask its question when it begins.
    pub(super) fn is_asked(&self, node: NodeId) -> bool {
        self.gates[node.place()] == Asked::Before
    }

    /// The questions of the gates in front of a node, from the outermost.
    pub(super) fn gates(&self, machine: &Machine, node: NodeId) -> Lowered<Vec<Question>> {
        let (mut questions, mut node) = (Vec::new(), &machine[node]);
        while self.is_gate(node.id) {
            let question = self.definition(node.id).gate(node);
            let missing = || Internal::new(&machine.name, node, "it is a gate without a question");
            questions.push(question.ok_or_else(missing)?);
            let Some(child) = node.children.first() else { break };
            node = &machine[*child];
        }
        Ok(questions)
    }

    /// The places at which a tree can rest at a node or below it.
    pub(super) fn rest(&self, node: &Node) -> Rest {
        match self.kind(node.id).rest(&node.expressions) {
            // A cleanup below it is ticked whenever what has interrupted the node is ticked.
            Rest::Itself if node.cleans_up && !node.children.is_empty() => Rest::Never,
            rest => rest,
        }
    }

    /// Returns `true` if a node has a frame.
    pub(super) fn keeps_data(&self, node: &Node) -> bool {
        self.kind(node.id).keeps_data(node.children.len(), node.cleans_up)
    }

    pub(super) fn regions(&self) -> impl Iterator<Item = &Region> {
        self.regions.iter()
    }

    pub(super) fn region_of(&self, id: RegionId) -> &Region {
        &self.regions[id.place()]
    }

    pub(super) fn frames(&self) -> &[ItemId] {
        &self.frames
    }

    pub(super) fn place(&self, item: ItemId) -> Place {
        self.items[item.0].place
    }

    pub(super) fn children(&self, item: ItemId) -> &[ItemId] {
        &self.items[item.0].children
    }

    /// The region below a root.
    pub(super) fn region_below(&self, root: ItemId) -> Option<RegionId> {
        self.items[root.0].region
    }

    /// Returns `true` if an item is a position of its region and has a region of its own below.
    pub(super) fn is_cut(&self, region: &Region, item: ItemId) -> bool {
        item != region.root && self.items[item.0].cut
    }

    /// The positions below an item that are recorded in this region.
    pub(super) fn positions(&self, region: &Region, item: ItemId) -> Range<usize> {
        if item == region.root {
            return 0..region.positions.len();
        }
        self.items[item.0].positions.clone()
    }

    /// The nodes below an item.
    pub(super) fn nodes_of(&self, nodes: &[Node], item: ItemId) -> Range<usize> {
        let Item { place, children, .. } = &self.items[item.0];
        match (place.run, children.first(), children.last()) {
            (Some(_), Some(first), Some(last)) => {
                self.nodes_of(nodes, *first).start..self.nodes_of(nodes, *last).end
            }
            _ => nodes[place.node.place()].range(),
        }
    }

    /// The data that a position keeps.
    pub(super) fn keeps(&self, nodes: &[Node], region: &Region, item: ItemId) -> Keeps {
        if let Some(below) = self.region_below(item).filter(|_| self.is_cut(region, item)) {
            return Keeps::Region(below);
        }
        if let Some(frame) = self.items[item.0].frame {
            return Keeps::Frame(frame);
        }
        let node = &nodes[self.place(item).node.place()];
        self.definition(node.id).position(node).unwrap_or(Keeps::Nothing)
    }

    /// Adds a node and all nodes below it; returns its item and the number of labels that it takes
    /// in its region.
    fn add(&mut self, nodes: &[Node], id: NodeId) -> (ItemId, usize) {
        let node = &nodes[id.place()];
        let mut children: Vec<(ItemId, usize)> =
            node.children.iter().map(|child| self.add(nodes, *child)).collect();
        // The children of a composite jump to a block after it.
        for ((_, weight), child) in
            children.iter_mut().rev().zip(node.children.iter().rev()).skip(1)
        {
            *weight += usize::from(!nodes[child.place()].children.is_empty());
        }
        let mut weight = self.labels(node);
        if !self.keeps_data(node) {
            children = self.limited(nodes, node, children);
            weight +=
                children.iter().map(|(_, labels)| labels + self.behind_child(node)).sum::<usize>();
        }
        let children = children.into_iter().map(|(child, _)| child).collect();
        (self.push(Place { node: id, run: None }, children), weight)
    }

    /// The number of labels of a node without its children: where it begins and continues, where
    /// its children lead to, and its two ends.
    fn labels(&self, node: &Node) -> usize {
        if self.keeps_data(node) { 4 } else { self.kind(node.id).labels() }
    }

    /// The number of labels of a node for each child.
    fn behind_child(&self, node: &Node) -> usize {
        self.kind(node.id).row().labels.1
    }

    fn push(&mut self, place: Place, children: Vec<ItemId>) -> ItemId {
        let item = ItemId(self.items.len());
        self.items.push(Item {
            place,
            children,
            cut: false,
            positions: 0..0,
            region: None,
            frame: None,
        });
        item
    }

    /// Cuts the heaviest children off, or groups runs of them, until they fit into one region.
    fn limited(
        &mut self,
        nodes: &[Node],
        node: &Node,
        mut children: Vec<(ItemId, usize)>,
    ) -> Vec<(ItemId, usize)> {
        let behind = self.behind_child(node);
        let mut weight: usize = children.iter().map(|(_, labels)| labels + behind).sum();
        let grouped = self.kind(node.id).row().is_associative;
        let small = if grouped { LIMIT / 4 } else { CUT };
        let weights = children.iter().enumerate();
        let mut heaviest: BinaryHeap<(usize, Reverse<usize>)> =
            weights.map(|(child, (_, own))| (*own, Reverse(child))).collect();
        while weight >= LIMIT {
            let Some((own, Reverse(child))) = heaviest.pop().filter(|(own, _)| *own > small) else {
                break;
            };
            // A gate is asked in the region of the node that asks it.
            let mut below = children[child].0;
            let mut left = CUT;
            while self.is_gate(self.place(below).node) {
                left += self.labels(&nodes[self.place(below).node.place()]);
                below = self.items[below.0].children[0];
            }
            self.items[below.0].cut = true;
            children[child].1 = left;
            weight -= own.saturating_sub(left);
        }
        while weight >= LIMIT && grouped {
            children = self.grouped(node.id, behind, children);
            weight = children.len() * (CUT + behind);
        }
        children
    }

    /// Divides all children into runs, each a region of its own.
    fn grouped(
        &mut self,
        node: NodeId,
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
        let group = |(children, _)| {
            self.runs += 1;
            let run = self.push(Place { node, run: Some(self.runs) }, children);
            self.items[run.0].cut = true;
            (run, CUT)
        };
        runs.into_iter().map(group).collect()
    }

    /// Makes the region below a root, and the regions below its frames and cuts.
    fn region(&mut self, nodes: &[Node], root: ItemId, owner: Owner, depth: usize) {
        let id = RegionId::new(self.regions.len());
        self.regions.push(Region { id, root, owner, depth, positions: Vec::new() });
        self.items[root.0].region = Some(id);
        let mut walk = Walk { positions: Vec::new(), below: Vec::new(), region: id };
        self.walk(nodes, root, true, &mut walk);
        self.regions[id.place()].positions = walk.positions;
        for (root, owner) in walk.below {
            let inner = matches!(owner, Owner::Frame(_));
            self.region(nodes, root, owner, depth + usize::from(inner));
        }
    }

    /// Numbers the positions in depth-first order and collects the roots of the regions below.
    fn walk(&mut self, nodes: &[Node], item: ItemId, is_root: bool, walk: &mut Walk) {
        let first = walk.positions.len();
        let node = &nodes[self.place(item).node.place()];
        let cut = self.items[item.0].cut && !is_root;
        let definition = self.definition(node.id);
        let (keeps_data, conditions) = (self.keeps_data(node), definition.conditions());
        if cut || keeps_data || definition.position(node).is_some() {
            walk.positions.push(item);
        }
        let children = self.items[item.0].children.clone();
        if cut {
            walk.below.push((item, Owner::Region(walk.region)));
        } else if keeps_data {
            let frame = FrameId::new(self.frames.len());
            self.frames.push(item);
            self.items[item.0].frame = Some(frame);
            let roots = children.into_iter().skip(conditions);
            walk.below.extend(roots.map(|root| (root, Owner::Frame(frame))));
        } else {
            for child in children.into_iter().skip(conditions) {
                self.walk(nodes, child, false, walk);
            }
        }
        // The range of a cut root belongs to the region above it.
        if !(is_root && self.items[item.0].cut) {
            self.items[item.0].positions = first..walk.positions.len();
        }
    }
}

/// The results of a walk through one region.
struct Walk {
    positions: Vec<ItemId>,
    below: Vec<(ItemId, Owner)>,
    region: RegionId,
}

/// Returns `true` if a node has as many children as its kind takes.
fn has_children(node: &Node, kind: &Kind) -> bool {
    let children = kind.definition().children(kind.row());
    let conditions = kind.definition().conditions();
    let keys = key_purpose(children).map_or(0, |purpose| node.expressions.of(purpose).count());
    children.take(node.children.len(), conditions, keys)
}
