//! Makes [`Code`] of the machines of a file.

mod blocks;
mod frames;
mod regions;
mod table;
mod terms;

use super::code::{Code, Instruction, Target};
use super::play::Vocabulary;
use crate::Status;
use crate::vocabulary::{Word, WordKind};
use bt_language::ast::Kind;
use bt_language::machine::{Machine, Node, NodeId};
use core::sync::atomic::{AtomicUsize, Ordering};
use std::collections::BTreeMap;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

/// The most nodes of a tree, those of its subtrees included.
const MOST_NODES: usize = 200_000;

/// How deeply nodes with data may be nested, those of subtrees included: each takes a part of the stack in a tick.
const DEEPEST: usize = 256;

/// The instructions that are the same in every tree.
const RETURN: [(Target, Instruction); 5] = [
    (0, Instruction::Return(Status::Success)),
    (1, Instruction::Return(Status::Failure)),
    (2, Instruction::Return(Status::Running)),
    (3, Instruction::ReturnSame),
    (4, Instruction::Nowhere),
];

/// The number of the next tree.
static NEXT: AtomicUsize = AtomicUsize::new(1);

/// Where nothing leads.
const NOWHERE: Target = 4;

/// What is wrong with a machine, or too much for an agent.
pub(super) type Assembled<T> = Result<T, String>;

/// A place in the state of an agent: the next word, and the next place for what the user's types keep.
#[derive(Clone, Copy)]
struct Area {
    word: usize,
    held: usize,
}

impl Area {
    fn max(self, other: Self) -> Self {
        Self { word: self.word.max(other.word), held: self.held.max(other.held) }
    }
}

/// Puts the trees of a file together, from one of them down.
struct Assembler<'m> {
    machines: &'m [Machine],
    places: BTreeMap<&'m str, usize>,
    words: &'static [Word],
    /// The nodes of a tree of the vocabulary.
    nodes_of: fn(usize) -> &'static [crate::Node],
    /// For each machine how many nodes it has, its subtrees included.
    sizes: Vec<usize>,
    code: Code,
    /// The next place for what `once` and `cooldown` keep.
    memory: Area,
    depth: usize,
}

/// A tree of the file in its place.
struct Instance<'m> {
    machine: &'m Machine,
    /// For each node its place among all.
    ids: Vec<u32>,
    /// What a `once`, a `cooldown` or a tree of the vocabulary keeps: the address, the number or the place.
    kept: BTreeMap<NodeId, usize>,
}

impl Instance<'_> {
    fn id(&self, node: NodeId) -> u32 {
        self.ids.get(node.place()).copied().unwrap_or_default()
    }
}

/// Makes the code of one of the trees.
pub(super) fn assemble<V: Vocabulary>(machines: &[Machine], root: usize) -> Assembled<Code> {
    let places = machines.iter().enumerate().map(|(place, of)| (of.name.as_str(), place)).collect();
    let mut assembler = Assembler {
        machines,
        places,
        words: V::WORDS,
        nodes_of: V::nodes,
        sizes: Vec::new(),
        code: Code::empty(),
        memory: Area { word: 0, held: 0 },
        depth: 0,
    };
    // No row of targets is the first, so that its number is not 0.
    assembler.code.targets.push(NOWHERE);
    assembler.code.instructions.extend(RETURN.map(|(_, instruction)| instruction));
    assembler.sizes = assembler.all_sizes()?;
    assembler.table(root, None)?;
    let memory = assembler.memory_of(root);
    let machine = &machines[root];
    let (region, end) = assembler.instance(machine, 0, memory)?;
    assert_first(region)?;
    let mut code = assembler.code;
    (code.words, code.held) = (end.word, end.held);
    if let Some(root) = code.regions.first() {
        (code.root, code.entries, code.rows) = (root.state, root.entries, root.rows);
    }
    code.name = super::texts::kept(&machine.name);
    code.shape = super::shape::of(&code);
    // Odd, so that it is no address of a table.
    code.id = NEXT.fetch_add(2, Ordering::Relaxed);
    Ok(code)
}

fn assert_first(region: usize) -> Assembled<()> {
    if region == 0 { Ok(()) } else { Err("the region of the tree is not the first".into()) }
}

impl<'m> Assembler<'m> {
    /// The tree of the file that a node is.
    fn tree_of(&self, node: &Node) -> Option<usize> {
        let Kind::Subtree { tree, .. } = &node.kind else { return None };
        self.places.get(tree.to_string().as_str()).copied()
    }

    /// The tree of the vocabulary that a node is.
    fn word_of(&self, node: &Node) -> Option<usize> {
        let Kind::Subtree { tree, .. } = &node.kind else { return None };
        let name = tree.to_string();
        let is_it =
            |word: &Word| word.name == name && matches!(word.kind, WordKind::Subtree { .. });
        self.words.iter().position(is_it)
    }

    /// How many nodes a subtree brings.
    fn size_of(&self, node: &Node, sizes: &[usize]) -> usize {
        match (self.tree_of(node), self.word_of(node)) {
            (Some(tree), _) => sizes.get(tree).copied().unwrap_or_default(),
            (None, Some(word)) => (self.nodes_of)(word).len(),
            _ => 0,
        }
    }

    fn all_sizes(&self) -> Assembled<Vec<usize>> {
        // No tree contains itself, so that so many rounds are enough.
        let mut sizes: Vec<usize> =
            self.machines.iter().map(|machine| machine.nodes.len()).collect();
        for _ in self.machines {
            let before = sizes.clone();
            for (place, machine) in self.machines.iter().enumerate() {
                let below = machine.nodes.iter().map(|node| self.size_of(node, &before));
                let size = below.fold(machine.nodes.len(), usize::saturating_add);
                if size > MOST_NODES {
                    return Err(format!(
                        "`{}` has more than {MOST_NODES} nodes with its subtrees",
                        machine.name
                    ));
                }
                sizes[place] = size;
            }
            if sizes == before {
                break;
            }
        }
        Ok(sizes)
    }

    /// How much is kept in front of the state: by `once`, `cooldown` and the trees of the vocabulary.
    fn memory_of(&self, tree: usize) -> Area {
        let mut area = Area { word: 0, held: 0 };
        for node in &self.machines[tree].nodes {
            match (&node.kind, self.tree_of(node)) {
                (Kind::Once, _) => area.word += 1,
                (Kind::Cooldown(duration), _) => {
                    area.word += cooldown_words(duration.is_constant());
                }
                (Kind::Subtree { .. }, Some(tree)) => {
                    let below = self.memory_of(tree);
                    area = Area { word: area.word + below.word, held: area.held + below.held };
                }
                (Kind::Subtree { .. }, None) => area.held += 1,
                _ => {}
            }
        }
        area
    }

    /// Places a tree whose root is this node among all.
    fn instance(
        &mut self,
        machine: &'m Machine,
        first: u32,
        from: Area,
    ) -> Assembled<(usize, Area)> {
        let mut instance = Instance { machine, ids: Vec::new(), kept: BTreeMap::new() };
        let mut next = first;
        for node in &machine.nodes {
            instance.ids.push(next);
            next += 1 + u32::try_from(self.size_of(node, &self.sizes)).unwrap_or_default();
            let kept = self.kept(node, *instance.ids.last().unwrap_or(&first))?;
            instance.kept.extend(kept.map(|kept| (node.id, kept)));
        }
        self.region(&instance, Machine::ROOT, from)
    }

    /// Gives a node its place in the memory.
    fn kept(&mut self, node: &Node, id: u32) -> Assembled<Option<usize>> {
        Ok(Some(match &node.kind {
            Kind::Once => {
                self.memory.word += 1;
                self.memory.word - 1
            }
            Kind::Cooldown(duration) => {
                let end = self.memory.word;
                self.memory.word += cooldown_words(duration.is_constant());
                self.cooldown(id, end, duration)?
            }
            Kind::Subtree { .. } if self.tree_of(node).is_none() => {
                let Some(word) = self.word_of(node) else {
                    return Err(format!("node {id} is a subtree that nobody knows"));
                };
                self.code.trees.push((self.memory.held, word));
                self.memory.held += 1;
                self.memory.held - 1
            }
            _ => return Ok(None),
        }))
    }
}

/// Whether there is an end, the end, and a length that is not a literal.
const fn cooldown_words(is_constant: bool) -> usize {
    1 + super::code::TIME + if is_constant { 0 } else { super::code::TIME }
}
