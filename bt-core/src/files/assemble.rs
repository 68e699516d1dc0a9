//! Converts the machines of a file into [`Code`].

mod blocks;
mod quiet;

use super::code::{
    Address, ArgumentKind, BITS, BYTES, Call, Code, Cooldown, FEW_ARGUMENTS, Field, Formula, Frame,
    Holds, Keeps, Length, NOWHERE, NUMBERS, NamedValue, Number, Operand, Period, Position, ROOT,
    Region, Rest, Slots, Stream, SubtreeData, TIME, Term, short,
};
use super::play::Vocabulary;
use super::shape;
use super::texts::kept;
use crate::vocabulary::arithmetic::{Operation, Whole, compute_with, scale_with};
use crate::vocabulary::{Type, Value, Word, WordKind};
use crate::{Node, NodeId, NodeKind};
use blocks::Owner;
use bt_language::ast::{self, Expression};
use bt_language::machine::{
    self, CellId, Content, Exit, ExpressionId, FrameId, Machine, Pick, PositionId, RegionId,
};
use bt_language::vocabulary::{self, Constant};
use bt_language::{lower, place::Lines};
use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering};
use core::time::Duration;
use std::collections::{BTreeMap, BTreeSet};
use std::format;
use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

/// The maximum nesting depth of nodes with data, including subtrees: each level takes a part of the stack in a tick.
const DEEPEST: usize = 256;

/// The id of the next tree.
static NEXT: AtomicUsize = AtomicUsize::new(1);

/// `Err` describes a defect of a machine, or a limit that it exceeds.
pub(super) type Assembled<T> = Result<T, String>;

/// A position in the state of an agent: the next word, the next slot for data of the user's types, and the next place
/// for a value with a name.
#[derive(Clone, Copy, Default)]
struct Area {
    word: Address,
    slot: usize,
    datum: usize,
}

/// The words behind that of the tree's region, which is the first.
const BEHIND_ROOT: Area = Area { word: 1, slot: 0, datum: 0 };

/// The header of a tree of the file.
#[derive(Default)]
struct Header {
    /// The names, types and defaults.
    parameters: Vec<(String, String, Option<Expression>)>,
    results: Vec<(String, String)>,
}

impl Header {
    fn of(tree: &ast::Tree) -> Self {
        let parameters = tree.parameters.iter().map(|parameter| {
            let default = parameter.default.clone();
            (parameter.name.to_string(), type_text(&parameter.of), default)
        });
        let results = tree.results.iter();
        let results = results.map(|result| (result.name.to_string(), type_text(&result.of)));
        Self { parameters: parameters.collect(), results: results.collect() }
    }
}

impl Area {
    fn max(self, other: Self) -> Self {
        Self {
            word: self.word.max(other.word),
            slot: self.slot.max(other.slot),
            datum: self.datum.max(other.datum),
        }
    }

    /// Allocates words; returns the address of the first.
    fn words(&mut self, count: usize) -> Address {
        self.word += count;
        self.word - count
    }

    /// Allocates a place.
    fn place(&mut self) -> usize {
        self.datum += 1;
        self.datum - 1
    }

    /// Allocates a slot.
    fn slot(&mut self) -> usize {
        self.slot += 1;
        self.slot - 1
    }
}

/// The machine of a tree of the file: empty until a code needs it, and after the last that does.
#[derive(Default)]
struct Tree {
    machine: Machine,
    header: Header,
    /// The memory, in the order of the machine's.
    memory: Vec<Memory>,
    /// The number of nodes, including subtrees.
    size: usize,
}

/// A word of memory of a machine, with the tree that it calls.
#[derive(Clone, Copy)]
enum Memory {
    Time(machine::Length),
    Result,
    /// The index of one of this number of children.
    Place(usize),
    /// A tree of the file: its index.
    Tree(usize),
    /// A tree of the vocabulary: its word, and the number of its nodes.
    Word(usize, usize),
}

impl Tree {
    fn memory(&self, node: &machine::Node) -> Option<Memory> {
        node.cell.map(|cell| self.memory[cell.place()])
    }
}

/// The number of nodes of the tree that is called.
fn size(memory: Memory, trees: &[Tree]) -> usize {
    match memory {
        Memory::Tree(tree) => trees[tree].size,
        Memory::Word(_, nodes) => nodes,
        Memory::Time(_) | Memory::Result | Memory::Place(_) => 0,
    }
}

/// Joins a tree of a file and its subtrees into one code.
struct Assembler<'m> {
    trees: &'m [Tree],
    words: &'static [Word],
    /// Returns the nodes of a tree of the vocabulary.
    nodes_of: fn(usize) -> &'static [Node],
    code: Code,
    /// The instructions with events, and without events.
    streams: [Stream; 2],
    /// The words of the vocabulary that nodes do or ask, in the order of the nodes. Those of parameters do not count.
    calls: Vec<usize>,
    /// The next free word and slot for the data of `once` and `cooldown`, and for trees of the vocabulary.
    memory: Area,
    depth: usize,
    /// The names that an expression can use, with their places, from the outermost to the innermost.
    names: Vec<(String, usize)>,
}

/// One occurrence of a tree of the file.
struct Instance<'m> {
    tree: &'m Tree,
    machine: &'m Machine,
    /// The id of each node in the whole tree.
    ids: Vec<u32>,
    /// For each cell of the memory, the index of the cooldown, the address of the result, the index of the tree of the
    /// file, or the slot of the tree of the vocabulary.
    cells: Vec<usize>,
}

impl Instance<'_> {
    fn id(&self, node: machine::NodeId) -> u32 {
        self.ids[node.place()]
    }

    fn cell(&self, cell: CellId) -> usize {
        self.cells[cell.place()]
    }
}

/// The words of a vocabulary and what it says about them, as data: what depends on no type is compiled once, and not
/// again for each vocabulary.
#[derive(Clone, Copy)]
pub(super) struct Words {
    pub(super) all: &'static [Word],
    pub(super) nodes: fn(usize) -> &'static [Node],
    pub(super) fingerprint: fn(usize) -> u64,
}

/// The arguments of a call that are read.
#[derive(Clone, Copy)]
enum CallFor {
    /// All; without one that has no result, the word is not called.
    All,
    /// Those that a node keeps from its begin, which has asked for their results.
    Begin,
    /// Those that are lent to an action in each tick, which always have a result.
    Tick,
}

impl Words {
    pub(super) fn of<V: Vocabulary>() -> Self {
        Self { all: V::WORDS, nodes: V::nodes, fingerprint: V::fingerprint }
    }
}

/// Makes the code of each entry of a file, with the index of its tree.
pub(super) fn assemble(
    words: Words,
    written: Vec<ast::Tree>,
    lines: &Lines,
) -> Assembled<Vec<(usize, Code)>> {
    let names: Vec<String> = written.iter().map(|tree| tree.outline.name.to_string()).collect();
    let places: BTreeMap<&str, usize> =
        names.iter().enumerate().map(|(place, name)| (name.as_str(), place)).collect();
    let within = within(&written, &places);
    let mut last = vec![0; written.len()];
    for (root, within) in &within {
        for place in within {
            last[*place] = *root;
        }
    }
    let mut written: Vec<_> = written.into_iter().map(Some).collect();
    let mut trees: Vec<_> = written.iter().map(|_| Tree::default()).collect();
    let mut codes = Vec::with_capacity(within.len());
    for (root, within) in within {
        for place in &within {
            if let Some(tree) = written[*place].take() {
                trees[*place] = lowered(words, tree, lines, &places, &trees)?;
            }
        }
        let code = joined(words, &trees, root)?;
        for place in within.into_iter().filter(|place| last[*place] == root) {
            trees[place] = Tree::default();
        }
        codes.push((root, finished(words, code)?));
    }
    Ok(codes)
}

/// For each entry, the trees of the file that are in its code: itself, after those that it calls. The limit of nodes in a
/// file ends long ways down.
fn within(trees: &[ast::Tree], places: &BTreeMap<&str, usize>) -> Vec<(usize, Vec<usize>)> {
    fn visit(place: usize, calls: &[Vec<usize>], seen: &mut BTreeSet<usize>, all: &mut Vec<usize>) {
        if seen.insert(place) {
            calls[place].iter().for_each(|below| visit(*below, calls, seen, all));
            all.push(place);
        }
    }
    let place = |name: &String| places.get(name.as_str()).copied();
    let calls = trees.iter().map(|tree| tree.calls().iter().filter_map(place).collect());
    let calls: Vec<Vec<usize>> = calls.collect();
    let entries = trees.iter().enumerate().filter(|(_, tree)| tree.is_entry());
    let within = entries.map(|(root, _)| {
        let mut all = Vec::new();
        visit(root, &calls, &mut BTreeSet::new(), &mut all);
        (root, all)
    });
    within.collect()
}

/// Lowers a tree; those that it calls are lowered.
fn lowered(
    words: Words,
    written: ast::Tree,
    lines: &Lines,
    places: &BTreeMap<&str, usize>,
    trees: &[Tree],
) -> Assembled<Tree> {
    let header = Header::of(&written);
    let name = written.outline.name.to_string();
    let machine = lower(&name, written.header(), &written.scope(), written.root, lines);
    let machine = machine.map_err(|internal| internal.to_string())?;
    let called = |call: &machine::Call| {
        let name = call.tree.to_string();
        if let Some(tree) = places.get(name.as_str()) {
            return Ok(Memory::Tree(*tree));
        }
        let is_it =
            |word: &Word| word.name == name && matches!(word.kind, WordKind::Subtree { .. });
        let word = words.all.iter().position(is_it);
        word.map(|word| Memory::Word(word, (words.nodes)(word).len()))
            .ok_or_else(|| format!("unknown subtree `{name}`"))
    };
    let memory = machine.memory.iter().map(|cell| match &cell.of {
        Content::Time(length) => Ok(Memory::Time(*length)),
        Content::Result => Ok(Memory::Result),
        Content::Place(children) => Ok(Memory::Place(*children)),
        Content::Tree(call) => called(call),
    });
    let memory = memory.collect::<Assembled<Vec<_>>>()?;
    let below: usize = memory.iter().map(|memory| size(*memory, trees)).sum();
    Ok(Tree { size: machine.nodes.len() + below, machine, header, memory })
}

/// The code of a tree and its subtrees, its instructions without events, and its calls.
fn joined(words: Words, trees: &[Tree], root: usize) -> Assembled<(Code, Stream, Vec<usize>)> {
    let mut assembler = Assembler {
        trees,
        words: words.all,
        nodes_of: words.nodes,
        code: Code::default(),
        streams: [Stream::default(), Stream::default()],
        calls: Vec::new(),
        memory: BEHIND_ROOT,
        depth: 0,
        names: Vec::new(),
    };
    assembler.code.nodes.reserve_exact(trees[root].size);
    assembler.table(root, None)?;
    let memory = assembler.memory_of(root);
    let memory = Area { word: BEHIND_ROOT.word + memory.word, ..memory };
    for (_, _, default) in &trees[root].header.parameters {
        let formula = default.as_ref().and_then(Expression::formula);
        let formula = formula.and_then(|formula| assembler.formula(formula));
        assembler.code.parameters.push((0, formula));
    }
    let (_, end, header) = assembler.instance(root, 0, memory)?;
    let Assembler { mut code, streams: [observed, without_events], calls, .. } = assembler;
    code.observed = observed;
    (code.words, code.slots, code.data) = (end.word, end.slot, end.datum);
    for (parameter, place) in code.parameters.iter_mut().zip(header.clone()) {
        parameter.0 = place;
    }
    code.results_of_tree = header.skip(code.parameters.len()).collect();
    code.has_header = !code.parameters.is_empty() || !code.results_of_tree.is_empty();
    #[cfg(feature = "facts")]
    {
        code.machine = machine_of(trees, root);
    }
    code.name = kept(&trees[root].machine.name);
    Ok((code, without_events, calls))
}

/// The same code with all that follows from its instructions.
fn finished(
    words: Words,
    (mut code, without_events, calls): (Code, Stream, Vec<usize>),
) -> Assembled<Code> {
    quiet::add(&mut code, &without_events)?;
    code.begins.sort_unstable();
    for region in &mut code.regions {
        // With the nodes of a subtree that is its last node.
        region.nodes.end = code.nodes[region.nodes.end as usize].end.0;
    }
    (code.meaning, code.shape) = shape::of(words, &code, &calls);
    // An odd id never equals the address of a table.
    code.id = NEXT.fetch_add(2, Ordering::Relaxed);
    Ok(code)
}

/// The machine of a tree with its subtrees as bytes.
#[cfg(feature = "facts")]
fn machine_of(trees: &[Tree], root: usize) -> Vec<u8> {
    let called = |machine: &Machine, node| {
        let of = trees.iter().find(|tree| core::ptr::eq(&raw const tree.machine, machine))?;
        match of.memory(&machine[node])? {
            Memory::Tree(tree) => trees.get(tree).map(|tree| &tree.machine),
            Memory::Word(..) | Memory::Time(_) | Memory::Result | Memory::Place(_) => None,
        }
    };
    trees[root].machine.to_bytes(&called)
}

// The nodes and the memory of a tree.
impl Assembler<'_> {
    /// Adds the nodes of a tree; the nodes of a subtree follow the node that calls it.
    fn table(&mut self, place: usize, above: Option<NodeId>) -> Assembled<()> {
        let tree = &self.trees[place];
        let machine = &tree.machine;
        self.code.written.push((self.code.nodes.len(), place));
        let mut ids = Vec::with_capacity(machine.nodes.len());
        for node in &machine.nodes {
            let id = self.next_node();
            ids.push(id);
            let parent = node.parent.and_then(|parent| ids.get(parent.place()).copied()).or(above);
            let Some(kind) = NodeKind::from_word(node.word.as_str()) else {
                return Err(format!("unknown word `{}`", node.word));
            };
            self.code.nodes.push(Node {
                id,
                parent,
                kind,
                label: node.label.as_ref().map(|label| kept(&label.to_string())),
                key: node.key.as_deref().map(kept),
                source: kept(&node.source),
                description: node.description.as_deref().map(kept),
                header: machine.header.as_deref().filter(|_| node.parent.is_none()).map(kept),
                line: u32::try_from(node.line).unwrap_or_default(),
                end: id,
            });
            let done = node.expressions.iter().filter(|(purpose, _)| is_done(*purpose));
            for (_, of) in done {
                match (of.call(), of.formula()) {
                    (Some(call), _) => self.calls.push(call.word),
                    (None, Some(_)) => of.each_word(&mut |word| self.calls.push(word)),
                    (None, None) => {}
                }
            }
            #[cfg(feature = "facts")]
            self.note_facts(node, tree.memory(node), id);
            match tree.memory(node) {
                Some(Memory::Tree(tree)) => {
                    self.table(tree, Some(id))?;
                    self.code.written.push((self.code.nodes.len(), place));
                }
                Some(Memory::Word(word, _)) => {
                    self.calls.push(word);
                    self.nested((self.nodes_of)(word), id);
                }
                Some(Memory::Time(_) | Memory::Result | Memory::Place(_)) | None => {}
            }
        }
        let last = self.next_node();
        for node in &machine.nodes {
            let end = ids.get(node.end.place()).copied().unwrap_or(last);
            self.code.nodes[ids[node.id.place()].index()].end = end;
        }
        Ok(())
    }

    #[cfg(feature = "facts")]
    fn note_facts(&mut self, node: &machine::Node, memory: Option<Memory>, id: NodeId) {
        use machine::Purpose::{Act, Decorator, Made, Value};
        let mut values = node.expressions.iter().filter(|(purpose, _)| *purpose == Value);
        if values.next().is_some_and(|(_, of)| !of.may_fail()) {
            self.code.sure_values.push(id);
        }
        let word = match memory {
            Some(Memory::Word(word, _)) => Some(word),
            Some(Memory::Tree(_) | Memory::Time(_) | Memory::Result | Memory::Place(_)) | None => {
                let does = |purpose| matches!(purpose, Act | Made | Decorator);
                let mut own = node.expressions.iter().filter(|(purpose, _)| does(*purpose));
                own.next().and_then(|(_, of)| of.call()).map(|call| call.word)
            }
        };
        self.code.words_of.extend(word.map(|word| (id, word)));
    }

    fn next_node(&self) -> NodeId {
        NodeId(short(self.code.nodes.len()))
    }

    /// Adds the nodes of a tree of the vocabulary below a node.
    fn nested(&mut self, nodes: &[Node], above: NodeId) {
        let offset = above.0 + 1;
        let first = self.code.nodes.len();
        self.code.foreign.push(first..first + nodes.len());
        self.code.nodes.extend(nodes.iter().map(|node| Node {
            id: node.id.after(offset),
            end: node.end.after(offset),
            parent: Some(node.parent.map_or(above, |parent| parent.after(offset))),
            ..*node
        }));
    }

    /// The size of the memory at the start of the state: of `once`, `cooldown` and the trees of the vocabulary.
    fn memory_of(&self, tree: usize) -> Area {
        let mut area = Area::default();
        for memory in &self.trees[tree].memory {
            match memory {
                Memory::Time(length) => area.word += cooldown_words(length),
                Memory::Result | Memory::Place(_) => area.word += 1,
                Memory::Tree(tree) => {
                    let below = self.memory_of(*tree);
                    let (word, slot) = (area.word + below.word, area.slot + below.slot);
                    area = Area { word, slot, datum: 0 };
                }
                Memory::Word(..) => area.slot += 1,
            }
        }
        area
    }

    /// Adds an occurrence of a tree whose root has the id `first`.
    /// Returns its region, the end of its data, and the places of its parameters and results.
    fn instance(
        &mut self,
        tree: usize,
        first: u32,
        mut from: Area,
    ) -> Assembled<(usize, Area, Range<usize>)> {
        let tree = &self.trees[tree];
        let machine = &tree.machine;
        let mut instance = Instance { tree, machine, ids: Vec::new(), cells: Vec::new() };
        let mut next = first;
        for node in &machine.nodes {
            instance.ids.push(next);
            next += 1 + short(tree.memory(node).map_or(0, |memory| size(memory, self.trees)));
        }
        for (cell, memory) in machine.memory.iter().zip(&tree.memory) {
            instance.cells.push(match memory {
                Memory::Time(length) => {
                    let end = self.memory.words(cooldown_words(length));
                    let length = match length.known {
                        Some(known) => Period::Constant(known),
                        // Its formula is known where it is stored, and so are the names there.
                        None => Period::Stored { at: end + 1 + TIME, formula: usize::MAX },
                    };
                    let node = instance.id(cell.node);
                    self.code.cooldowns.push(Cooldown { node, end, length });
                    self.code.cooldowns.len() - 1
                }
                Memory::Result => {
                    let at = self.memory.words(1);
                    self.code.results.push((instance.id(cell.node), at));
                    at
                }
                Memory::Place(children) => {
                    let at = self.memory.words(1);
                    self.code.places.push((instance.id(cell.node), at, *children));
                    at
                }
                Memory::Tree(tree) => *tree,
                Memory::Word(word, _) => {
                    let slot = self.memory.slot();
                    self.code.trees.push((slot, *word));
                    slot
                }
            });
        }
        let Header { parameters, results } = &tree.header;
        let parameters = parameters.iter().map(|(name, of, _)| (name, of));
        let header = from.datum..from.datum + parameters.len() + results.len();
        let outer = std::mem::take(&mut self.names);
        // A parameter belongs to the node that calls the tree.
        let owner = first.saturating_sub(1);
        for (name, of) in parameters.chain(results.iter().map(|(name, of)| (name, of))) {
            let place = from.place();
            self.bind(owner, name.clone(), of, place);
        }
        let (region, end) = self.region(&instance, Machine::ROOT, from)?;
        self.names = outer;
        Ok((region, end, header))
    }

    /// Adds a name to those that expressions can use.
    fn bind(&mut self, node: u32, name: String, of: &str, place: usize) {
        let mut of_words = self.words.iter().flat_map(|word| {
            let own = if let WordKind::Value(of) = word.kind { Some(of) } else { None };
            let others = word.parameters.iter().chain(word.results).map(|other| other.of);
            own.into_iter().chain(others)
        });
        let variants = of_words.find_map(|other| match other {
            Type::Enum { name, variants } if name == of => Some(variants),
            _ => None,
        });
        let variants = variants.unwrap_or_default();
        self.code.names.push(NamedValue { node, name: kept(&name), of: kept(of), variants, place });
        self.names.push((name, place));
    }
}

/// A type as a vocabulary names it: `side :: Side` → `side::Side`
fn type_text(of: &impl ToString) -> String {
    let text: String = of.to_string().split_whitespace().collect();
    if text == "&'staticstr" { "&'static str".to_string() } else { text }
}

/// The words of a cooldown: a flag for an end, the end, and the length if it is not a literal.
fn cooldown_words(length: &machine::Length) -> usize {
    1 + period_words(length)
}

/// The words of a time, and of a period if it is not a literal.
fn period_words(length: &machine::Length) -> usize {
    if length.known.is_some() { TIME } else { 2 * TIME }
}

// Regions, positions and frames: the addresses of their words in the state of an agent.
impl<'m> Assembler<'m> {
    /// Allocates a region and everything below it; returns its index, and the end of its words.
    fn region(
        &mut self,
        instance: &Instance<'m>,
        id: RegionId,
        from: Area,
    ) -> Assembled<(usize, Area)> {
        let region = &instance.machine[id];
        let (number, first) = (self.code.regions.len(), self.code.positions.len());
        let mut behind = from;
        let state = if number == 0 { ROOT } else { behind.words(1) };
        let end = instance.machine.nodes[region.nodes.end - 1].id;
        let nodes = instance.id(machine::NodeId::new(region.nodes.start))..instance.id(end);
        self.code.regions.push(Region {
            nodes,
            state,
            entries: [NOWHERE; 2],
            first,
            positions: region.positions.len(),
            can_run: region.can_run(),
            cleans_up: region.cleans_up,
            rests: region.rests.iter().map(|rest| self::rest(instance, rest, first)).collect(),
        });
        for position in &region.positions {
            let node = instance.machine.node_of(position);
            let below = &instance.machine.nodes[node.range()];
            self.code.positions.push(Position {
                node: instance.id(node.id),
                // Until its data is allocated.
                keeps: Keeps::Nothing,
                payload: None,
                from: from.word,
                to: from.word,
                is_over_deadline: false,
                cooldowns: position.cooldowns.iter().map(|cell| instance.cell(*cell)).collect(),
                must_end: below.iter().any(|node| node.has_end),
                data: from.datum..from.datum,
                gives: 0..0,
                lent: None,
            });
        }
        let end = self.positions(instance, region, first, behind)?;
        let entries = self.blocks(instance, Owner::Region(region, number), &region.blocks)?;
        self.code.regions[number].entries = entries;
        Ok((number, end))
    }

    /// Allocates the data of positions. A position that may begin while another one is still recorded has its own
    /// words; all other positions share the same words.
    fn positions(
        &mut self,
        instance: &Instance<'m>,
        region: &machine::Region,
        first: usize,
        from: Area,
    ) -> Assembled<Area> {
        let besides: BTreeSet<usize> = begun_beside(region).map(PositionId::place).collect();
        let is_deadline =
            |position: &machine::Position| matches!(position.keeps, machine::Keeps::Deadline(_));
        let has_deadline = region.positions.iter().any(is_deadline);
        let mut end = from;
        for (place, position) in region.positions.iter().enumerate() {
            if !besides.contains(&place) {
                end = end.max(self.position(instance, position, first + place, from)?);
                let of = &mut self.code.positions[first + place];
                of.is_over_deadline = has_deadline && of.from < of.to;
            }
        }
        for place in besides {
            end = self.position(instance, &region.positions[place], first + place, end)?;
        }
        Ok(end)
    }

    fn position(
        &mut self,
        instance: &Instance<'m>,
        position: &machine::Position,
        number: usize,
        from: Area,
    ) -> Assembled<Area> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("more than {DEEPEST} nodes that keep data are nested"));
        }
        let mut end = from;
        let (keeps, payload) = match &position.keeps {
            machine::Keeps::Nothing => (Keeps::Nothing, None),
            machine::Keeps::Deadline(_) => {
                end.words(TIME);
                (Keeps::Deadline, None)
            }
            machine::Keeps::Action(made) => {
                let call = self.call_for(instance.machine, made.value, CallFor::Begin)?;
                let slot = end.slot();
                (Keeps::Action { slot, call }, Some(slot))
            }
            machine::Keeps::Tree(cell) => {
                let node = position.place.node;
                let keeps = match instance.tree.memory[cell.place()] {
                    Memory::Tree(tree) => {
                        let arguments = self.arguments(instance.machine, *cell)?;
                        let (region, behind, header) =
                            self.instance(tree, instance.id(node) + 1, from)?;
                        end = behind;
                        let subtree = self.subtree_data(instance, node, arguments, header)?;
                        Keeps::Subtree { region, subtree }
                    }
                    Memory::Word(word, _) => {
                        let kind = self.words[word].kind;
                        let goes_by_other_clock =
                            matches!(kind, WordKind::Subtree { part: Some(_) });
                        Keeps::Tree { slot: instance.cell(*cell), goes_by_other_clock }
                    }
                    Memory::Time(_) | Memory::Result | Memory::Place(_) => {
                        return Err(format!("node {node} calls no tree"));
                    }
                };
                (keeps, None)
            }
            machine::Keeps::Frame(frame) => {
                let (frame, behind) = self.frame(instance, *frame, from)?;
                end = behind;
                let mut fields = self.code.frames[frame].fields.iter();
                let payload = fields.find_map(|field| {
                    if let Field::Decorator { slot, .. } = field { Some(*slot) } else { None }
                });
                (Keeps::Frame(frame), payload)
            }
            machine::Keeps::Region(region) => {
                let (region, behind) = self.region(instance, *region, from)?;
                end = behind;
                (Keeps::Region(region), None)
            }
        };
        self.depth -= 1;
        let node = instance.machine.node_of(position);
        let first = self.code.result_places.len();
        let mut lent = None;
        if let machine::Keeps::Action(made) = &position.keeps {
            if node.expressions.of(machine::Purpose::Lent).next().is_some() {
                lent = Some(self.call_for(instance.machine, made.value, CallFor::Tick)?);
            }
            for name in &node.gives {
                let place = self.named(&name.to_string())?;
                self.code.result_places.push(place);
            }
        }
        let gives = first..self.code.result_places.len();
        let of = &mut self.code.positions[number];
        (of.keeps, of.payload, of.from, of.to) = (keeps, payload, from.word, end.word);
        (of.data, of.gives) = (from.datum..end.datum, gives);
        of.lent = lent;
        Ok(end)
    }

    /// Allocates a frame and all regions below it; returns its index, and the end of its words.
    fn frame(
        &mut self,
        instance: &Instance<'m>,
        id: FrameId,
        from: Area,
    ) -> Assembled<(usize, Area)> {
        let (machine, frame) = (instance.machine, &instance.machine[id]);
        let mut behind = from;
        let slots = match frame.slots {
            machine::Slots::One => Slots::One,
            machine::Slots::Each if frame.renews() => Slots::Renewed,
            machine::Slots::Each => Slots::Each,
            machine::Slots::Chosen => Slots::Chosen(behind.words(1)),
        };
        let mut fields = Vec::new();
        for field in &frame.fields {
            fields.push(self.field(instance, frame, field, &mut behind)?);
        }
        if frame.blocks.iter().any(|block| picks_best(&block.exit)) {
            fields.push(Field::Ranking { order: behind.words(ranked_words(frame)) });
        }
        let bound = name_of(frame, &fields);
        let end = frame.end.map(|end| self.call(machine, end)).transpose()?;
        let number = self.code.frames.len();
        let (node, entries, children) = (instance.id(frame.node), [NOWHERE; 2], Vec::new());
        let waits_while_idle = frame.waits_while_idle();
        self.code.frames.push(Frame {
            node,
            fields,
            slots,
            waits_while_idle,
            end,
            is_cleanup: frame.is_cleanup,
            entries,
            children,
        });
        let outer = self.names.len();
        if let Some((name, of, place)) = bound {
            self.bind(node, name, &of, place);
        }
        let (mut end, mut children) = (behind, Vec::new());
        for child in &frame.children {
            // Only one child of a choice is active at a time, so the children share their words.
            let from = if frame.is_choice() { behind } else { end };
            let (region, behind_child) = self.region(instance, *child, from)?;
            children.push(region);
            end = end.max(behind_child);
        }
        self.names.truncate(outer);
        self.code.frames[number].children = children;
        let entries = self.blocks(instance, Owner::Frame(number), &frame.blocks)?;
        self.code.frames[number].entries = entries;
        Ok((number, end))
    }

    fn field(
        &mut self,
        instance: &Instance<'_>,
        frame: &machine::Frame,
        field: &machine::Field,
        behind: &mut Area,
    ) -> Assembled<Field> {
        let machine = instance.machine;
        Ok(match field {
            machine::Field::Rounds(count) => {
                let (number, more) = match count.rounds() {
                    Some(rounds) => (Number::Constant(Value::Integer(rounds.into())), 0),
                    None => (self.number(machine, count.of)?, count.more),
                };
                Field::Rounds { left: behind.words(1), count: number, more }
            }
            machine::Field::Deadline(length) => {
                Field::Deadline { until: behind.words(TIME), length: self.length(machine, length)? }
            }
            machine::Field::Due(length) => {
                let at = behind.words(period_words(length));
                let period = self.period(machine, length, at + TIME)?;
                self.code.periods.push(period);
                Field::Due { at, period: self.code.periods.len() - 1 }
            }
            machine::Field::Until { child, .. } => {
                Field::Until { child: *child, at: behind.words(TIME) }
            }
            machine::Field::InTurn(cell) => Field::InTurn {
                order: behind.words(ranked_words(frame)),
                first: instance.cell(*cell),
                count: frame.children.len(),
            },
            machine::Field::Decorator(made) => {
                let call = self.call_for(machine, made.value, CallFor::Begin)?;
                Field::Decorator { slot: behind.slot(), call }
            }
            machine::Field::Tried { draw: _, weights } => {
                let words = frame.children.len().div_ceil(BITS);
                Field::Tried { at: behind.words(words), weights: self.numbers(machine, weights)? }
            }
            machine::Field::Ranked(scores) => Field::Ranked {
                order: behind.words(ranked_words(frame)),
                scores: self.numbers(machine, scores)?,
            },
            machine::Field::Numbers { range, .. } => {
                let Some(ast::Formula::Range(ends)) = machine[range.of].formula() else {
                    return Err(misplaced(machine, range.of.node));
                };
                let mut ends = ends.iter().map(|end| self.formula(end));
                let (Some(Some(first)), Some(Some(end))) = (ends.next(), ends.next()) else {
                    return Err(misplaced(machine, range.of.node));
                };
                let at = behind.words(NUMBERS);
                Field::Numbers { at, place: behind.place(), range: [first, end] }
            }
            machine::Field::Value { value, .. } => {
                let formula = self.formula_of(machine, *value)?;
                Field::Value { place: behind.place(), formula }
            }
            machine::Field::Place { .. } => Field::Place { place: behind.place() },
            machine::Field::Stopping => Field::Stopping { at: behind.words(1) },
        })
    }

    /// The place of a name.
    fn named(&self, name: &str) -> Assembled<usize> {
        let named = self.names.iter().rfind(|(other, _)| other == name);
        named.map(|(_, place)| *place).ok_or_else(|| format!("`{name}` has no value"))
    }

    /// The formulas of the arguments of a subtree.
    fn arguments(&mut self, machine: &Machine, cell: CellId) -> Assembled<Vec<usize>> {
        let Content::Tree(called) = &machine.memory[cell.place()].of else {
            return Ok(Vec::new());
        };
        called.arguments.iter().map(|(_, of)| self.known_of(machine, *of)).collect()
    }

    /// Notes what is passed to a subtree, whose parameters and results are at these places.
    fn subtree_data(
        &mut self,
        instance: &Instance<'m>,
        node: machine::NodeId,
        arguments: Vec<usize>,
        header: Range<usize>,
    ) -> Assembled<usize> {
        let results: Vec<usize> = header.clone().skip(arguments.len()).collect();
        let taken = instance.machine[node].gives.iter().map(|name| self.named(&name.to_string()));
        let taken = taken.collect::<Assembled<Vec<usize>>>()?;
        let gives = results.iter().copied().zip(taken).collect();
        let arguments = header.zip(arguments).collect();
        self.code.subtrees.push(SubtreeData { arguments, gives, results });
        Ok(self.code.subtrees.len() - 1)
    }
}

/// The name that a frame keeps a value for, with its type and its place.
fn name_of(frame: &machine::Frame, fields: &[Field]) -> Option<(String, String, usize)> {
    let place = fields.iter().find_map(|field| match *field {
        Field::Value { place, .. } | Field::Place { place } | Field::Numbers { place, .. } => {
            Some(place)
        }
        Field::Rounds { .. }
        | Field::Deadline { .. }
        | Field::Due { .. }
        | Field::Decorator { .. }
        | Field::Tried { .. }
        | Field::Until { .. }
        | Field::Ranked { .. }
        | Field::InTurn { .. }
        | Field::Ranking { .. }
        | Field::Stopping { .. } => None,
    })?;
    frame.fields.iter().find_map(|field| match field {
        machine::Field::Value { name, of, .. } | machine::Field::Place { name, of } => {
            Some((name.to_string(), type_text(of), place))
        }
        machine::Field::Numbers { name, .. } => Some((name.to_string(), "usize".into(), place)),
        machine::Field::Rounds(_)
        | machine::Field::Deadline(_)
        | machine::Field::Due(_)
        | machine::Field::Decorator(_)
        | machine::Field::Tried { .. }
        | machine::Field::Ranked(_)
        | machine::Field::InTurn(_)
        | machine::Field::Until { .. }
        | machine::Field::Stopping => None,
    })
}

/// The error for a node that only a macro call can have.
fn misplaced(machine: &Machine, node: machine::NodeId) -> String {
    format!("`{}` has no place in a file", machine[node].word)
}

/// The words of an order of the children: their number, and the children.
fn ranked_words(frame: &machine::Frame) -> usize {
    1 + frame.children.len().div_ceil(BYTES)
}

fn picks_best(exit: &Exit) -> bool {
    matches!(exit, Exit::Pick { by: Pick::Best, .. })
}

/// The positions that begin while another one may be recorded.
fn begun_beside(region: &machine::Region) -> impl Iterator<Item = PositionId> {
    region.blocks.iter().filter_map(|block| {
        if let Exit::BeginBeside { position, .. } = block.exit { Some(position) } else { None }
    })
}

fn rest(instance: &Instance<'_>, rest: &machine::Rest, first: usize) -> Rest {
    let terms = rest.terms.iter().map(|term| match term {
        machine::Term::Cools(cell) => Term::Cools(instance.cell(*cell)),
        machine::Term::Keeps(cell, result) => Term::Keeps(instance.cell(*cell), *result),
    });
    let (position, if_unchanged) = (first + rest.position.place(), rest.if_unchanged);
    Rest { position, if_unchanged, terms: terms.collect() }
}

// Words with their arguments, numbers and lengths of time.
impl Assembler<'_> {
    /// A call; its arguments are added to the arguments of the whole tree.
    fn call(&mut self, machine: &Machine, of: ExpressionId) -> Assembled<Call> {
        self.call_for(machine, of, CallFor::All)
    }

    fn call_for(&mut self, machine: &Machine, of: ExpressionId, by: CallFor) -> Assembled<Call> {
        let call = self.call_of(called(machine, of)?, by);
        call.ok_or_else(|| format!("`{}` has too many parameters", *machine[of]))
    }

    /// The same; `None` if it has too many parameters.
    fn call_of(&mut self, call: &ast::Call, by: CallFor) -> Option<Call> {
        let mut arguments = Vec::new();
        let parameters = self.words.get(call.word)?.parameters;
        for (argument, parameter) in call.arguments.iter().zip(parameters) {
            arguments.push(match (argument, by, parameter.by_reference) {
                // Nobody reads it.
                (_, CallFor::Begin, true) | (_, CallFor::Tick, false) => (Value::Bool(false), None),
                (ast::Formula::Constant(constant), ..) => (value(constant), None),
                // Whoever reads it makes the default of its type of it.
                (formula, CallFor::Begin, false) => {
                    (Value::Bool(false), Some(self.known(formula, Value::Variant(0))?))
                }
                (formula, CallFor::All | CallFor::Tick, _) => {
                    (Value::Bool(false), Some(self.formula(formula)?))
                }
            });
        }
        let first = short(self.code.values.len());
        let given = match self.words.get(call.word) {
            _ if arguments.iter().all(|(_, formula)| formula.is_none()) => ArgumentKind::Literals,
            _ if arguments.len() > FEW_ARGUMENTS => ArgumentKind::Many,
            Some(word) if word.parameters.iter().any(|of| matches!(of.of, Type::Own(_))) => {
                ArgumentKind::Own
            }
            _ => ArgumentKind::Values,
        };
        let word = u16::try_from(call.word).ok()?;
        let count = u8::try_from(arguments.len()).ok()?;
        for (value, formula) in arguments {
            self.code.values.push(value);
            self.code.arguments.push(formula);
        }
        Some(Call { word, count, arguments: given, first })
    }

    /// Adds an expression, and returns its index.
    fn formula_of(&mut self, machine: &Machine, of: ExpressionId) -> Assembled<usize> {
        let formula = machine[of].formula();
        let formula = formula.ok_or_else(|| format!("`{}` has no meaning", *machine[of]))?;
        self.formula(formula).ok_or_else(|| format!("`{}` cannot be evaluated", *machine[of]))
    }

    /// The same for one that has a result, because the node checked it when it began.
    fn known_of(&mut self, machine: &Machine, of: ExpressionId) -> Assembled<usize> {
        let expression = &machine[of];
        let formula = match expression.formula() {
            Some(ast::Formula::Set(_, value)) => Some(&**value),
            formula => formula,
        };
        let default = expression.value_type().map_or(Value::Bool(false), default_of);
        let formula = formula.and_then(|formula| self.known(formula, default));
        formula.ok_or_else(|| format!("`{}` cannot be evaluated", **expression))
    }

    /// The same; if it has no result any more, it has a default as in a compiled tree.
    fn known(&mut self, formula: &ast::Formula, default: Value) -> Option<usize> {
        if !formula.may_fail() {
            return self.formula(formula);
        }
        let known = match formula {
            // A type of the program may have no default: only the arguments of its word have one.
            ast::Formula::Call(call) if self.is_own(call) => {
                Formula::Own(self.call_of(call, CallFor::Begin)?)
            }
            formula => Formula::Known(self.formula(formula)?, default),
        };
        self.code.formulas.push(known);
        Some(self.code.formulas.len() - 1)
    }

    /// Returns `true` for a call of a `value` of a type of the program.
    fn is_own(&self, call: &ast::Call) -> bool {
        let word = self.words.get(call.word);
        word.is_some_and(|word| matches!(word.kind, WordKind::Value(Type::Own(_))))
    }

    /// The same; `None` if a word has too many parameters.
    fn formula(&mut self, formula: &ast::Formula) -> Option<usize> {
        let mut each = |all: &[ast::Formula]| -> Option<Vec<usize>> {
            all.iter().map(|one| self.formula(one)).collect()
        };
        let formula = match formula {
            ast::Formula::Constant(constant) => Formula::Constant(value(constant)),
            ast::Formula::Name(name) => Formula::Name(self.named(name).ok()?),
            // These stand alone.
            ast::Formula::Range(_) | ast::Formula::OneOf(_) | ast::Formula::Set(..) => return None,
            ast::Formula::All(all) => Formula::All(each(all)?),
            ast::Formula::Any(all) => Formula::Any(each(all)?),
            ast::Formula::Results(all) => Formula::Results(each(all)?),
            ast::Formula::Not(inner) => Formula::Not(self.formula(inner)?),
            ast::Formula::Compare(sides, by, _) => {
                let [left, right] = &**sides;
                Formula::Compare([self.formula(left)?, self.formula(right)?], Holds::of(*by))
            }
            ast::Formula::Compute(first, computations) => {
                let first = self.formula(first)?;
                if let Some(whole) = whole(computations) {
                    let first = Operand::of(first, &self.code.formulas);
                    let with = |of: &ast::Computation| {
                        let with = self.formula(&of.with)?;
                        Some((operation(of.operation), Operand::of(with, &self.code.formulas)))
                    };
                    let all = computations.iter().map(with).collect::<Option<_>>()?;
                    self.code.formulas.push(Formula::Whole(first, all, whole));
                    return Some(self.code.formulas.len() - 1);
                }
                let mut all = Vec::new();
                for computation in computations {
                    let name = computation.of.name();
                    let compute =
                        if computation.scales { scale_with(name) } else { compute_with(name) };
                    let with = self.formula(&computation.with)?;
                    all.push((compute?, operation(computation.operation), with));
                }
                Formula::Compute(first, all)
            }
            ast::Formula::Call(call) => {
                let kind = self.words.get(call.word)?.kind;
                let call = self.call_of(call, CallFor::All)?;
                match kind {
                    WordKind::Condition | WordKind::Value(Type::Bool) => Formula::Ask(call),
                    WordKind::Value(Type::Own(_)) => Formula::Own(call),
                    WordKind::Value(_) => Formula::Read(call),
                    WordKind::Action { .. }
                    | WordKind::Decorator
                    | WordKind::Type
                    | WordKind::Subtree { .. } => return None,
                }
            }
        };
        self.code.formulas.push(formula);
        Some(self.code.formulas.len() - 1)
    }

    /// A count, a weight or a score.
    fn number(&mut self, machine: &Machine, of: ExpressionId) -> Assembled<Number> {
        Ok(match machine[of].constant() {
            Some(constant) => Number::Constant(value(constant)),
            None => Number::Formula(self.formula_of(machine, of)?),
        })
    }

    /// The index of a row of numbers.
    fn numbers(&mut self, machine: &Machine, all: &[ExpressionId]) -> Assembled<u32> {
        let row = all.iter().map(|of| self.number(machine, *of)).collect::<Assembled<_>>()?;
        self.code.numbers.push(row);
        Ok(short(self.code.numbers.len() - 1))
    }

    /// The index of a length of time.
    fn length(&mut self, machine: &Machine, length: &machine::Length) -> Assembled<usize> {
        let length = match length.known {
            Some(known) => Length::Constant(known),
            None => Length::Formula(self.formula_of(machine, length.of)?),
        };
        self.code.lengths.push(length);
        Ok(self.code.lengths.len() - 1)
    }

    /// A length of time that is stored at the address `at` if it is not a literal.
    fn period(
        &mut self,
        machine: &Machine,
        length: &machine::Length,
        at: Address,
    ) -> Assembled<Period> {
        Ok(match length.known {
            Some(known) => Period::Constant(known),
            None => Period::Stored { at, formula: self.formula_of(machine, length.of)? },
        })
    }
}

/// Returns `true` for what a node does or asks, and `false` for its parameters.
fn is_done(purpose: machine::Purpose) -> bool {
    use machine::Purpose as P;
    matches!(purpose, P::Answer | P::Decision | P::Act | P::Made | P::Decorator | P::Statement)
}

/// The word that an expression calls.
fn called(machine: &Machine, of: ExpressionId) -> Assembled<&ast::Call> {
    machine[of].call().ok_or_else(|| format!("`{}` calls no word", *machine[of]))
}

/// The value of an expression that has no result any more.
fn default_of(of: &vocabulary::Type) -> Value {
    match of {
        vocabulary::Type::Bool => Value::Bool(false),
        vocabulary::Type::Integer(_) => Value::Integer(0),
        vocabulary::Type::Single => Value::F32(0.0),
        vocabulary::Type::Double => Value::F64(0.0),
        vocabulary::Type::Duration => Value::Duration(Duration::ZERO),
        vocabulary::Type::Text => Value::Text(""),
        vocabulary::Type::Variants { .. } | vocabulary::Type::Own { .. } => Value::Variant(0),
    }
}

/// A literal as an argument of a word.
fn value(constant: &Constant) -> Value {
    match constant {
        Constant::Bool(value) => Value::Bool(*value),
        Constant::Integer(value) => Value::Integer(*value),
        Constant::Single(value) => Value::F32(*value),
        Constant::Double(value) => Value::F64(*value),
        Constant::Duration(value) => Value::Duration(*value),
        Constant::Text(value) => Value::Text(kept(value)),
        Constant::Variant(value) => Value::Variant(*value),
    }
}

/// The type of whole numbers of which all operands are.
fn whole(computations: &[ast::Computation]) -> Option<&'static Whole> {
    let mut types = computations.iter().map(|of| (!of.scales).then(|| of.of.name()));
    let name = types.next()??;
    types.all(|other| other == Some(name)).then(|| Whole::named(name)).flatten()
}

const fn operation(operation: ast::Operation) -> Operation {
    match operation {
        ast::Operation::Add => Operation::Add,
        ast::Operation::Subtract => Operation::Subtract,
        ast::Operation::Multiply => Operation::Multiply,
        ast::Operation::Divide => Operation::Divide,
        ast::Operation::Remainder => Operation::Remainder,
    }
}
