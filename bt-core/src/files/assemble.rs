//! Converts the machines of a file into [`Code`].

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

/// The maximum number of nodes of a tree, including its subtrees.
const MOST_NODES: usize = 200_000;

/// The maximum nesting depth of nodes with data, including subtrees: each level takes a part of the stack in a tick.
const DEEPEST: usize = 256;

/// The instructions at the beginning of every tree.
const RETURN: [(Target, Instruction); 5] = [
    (0, Instruction::Return(Status::Success)),
    (1, Instruction::Return(Status::Failure)),
    (2, Instruction::Return(Status::Running)),
    (3, Instruction::ReturnSame),
    (4, Instruction::Nowhere),
];

/// The id of the next tree.
static NEXT: AtomicUsize = AtomicUsize::new(1);

/// The target of a jump that the machine never takes.
const NOWHERE: Target = 4;

/// `Err` describes a defect of a machine, or a limit that it exceeds.
pub(super) type Assembled<T> = Result<T, String>;

/// A position in the state of an agent: the next word, and the next slot for data of the user's types.
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

/// Joins a tree of a file and its subtrees into one code.
struct Assembler<'m> {
    machines: &'m [Machine],
    places: BTreeMap<&'m str, usize>,
    words: &'static [Word],
    /// Returns the nodes of a tree of the vocabulary.
    nodes_of: fn(usize) -> &'static [crate::Node],
    /// The number of nodes of each machine, including its subtrees.
    sizes: Vec<usize>,
    code: Code,
    /// The next free word and slot for the data of `once` and `cooldown`, and for trees of the vocabulary.
    memory: Area,
    depth: usize,
}

/// One occurrence of a tree of the file.
struct Instance<'m> {
    machine: &'m Machine,
    /// The id of each node in the whole tree.
    ids: Vec<u32>,
    /// The memory of nodes: the address of a `once`, the index of a `cooldown`, the slot of a tree of the vocabulary.
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
    // The first row of targets stays unused, so that the index of a row is never 0.
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
    // An odd id never equals the address of a table.
    code.id = NEXT.fetch_add(2, Ordering::Relaxed);
    Ok(code)
}

fn assert_first(region: usize) -> Assembled<()> {
    if region == 0 { Ok(()) } else { Err("the region of the tree is not the first".into()) }
}

impl<'m> Assembler<'m> {
    /// Returns the index of the tree of the file that a subtree node calls.
    fn tree_of(&self, node: &Node) -> Option<usize> {
        let Kind::Subtree { tree, .. } = &node.kind else { return None };
        self.places.get(tree.to_string().as_str()).copied()
    }

    /// Returns the index of the word that a subtree node calls, if it is a tree of the vocabulary.
    fn word_of(&self, node: &Node) -> Option<usize> {
        let Kind::Subtree { tree, .. } = &node.kind else { return None };
        let name = tree.to_string();
        let is_it =
            |word: &Word| word.name == name && matches!(word.kind, WordKind::Subtree { .. });
        self.words.iter().position(is_it)
    }

    /// The number of nodes below a subtree node.
    fn size_of(&self, node: &Node, sizes: &[usize]) -> usize {
        match (self.tree_of(node), self.word_of(node)) {
            (Some(tree), _) => sizes.get(tree).copied().unwrap_or_default(),
            (None, Some(word)) => (self.nodes_of)(word).len(),
            _ => 0,
        }
    }

    fn all_sizes(&self) -> Assembled<Vec<usize>> {
        // No tree contains itself, so the sizes are final after at most one round for each machine.
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

    /// The size of the memory at the start of the state: of `once`, `cooldown` and the trees of the vocabulary.
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

    /// Adds an occurrence of a tree whose root has the id `first`.
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

    /// Allocates the memory of a node.
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

/// The words of a cooldown: a flag for an end, the end, and the length if it is not a literal.
const fn cooldown_words(is_constant: bool) -> usize {
    1 + super::code::TIME + if is_constant { 0 } else { super::code::TIME }
}
