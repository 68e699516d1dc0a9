//! Changes of a tree that people make by mistake, and whether rules notice them.

mod equivalence;

use super::counterexample::{Counterexample, Reason};
use super::proof::Proof;
use super::rule::Demands;
use super::rules::{OwnRule, Rules};
use super::tick::Names;
use super::{Tree, word};
use bt_core::{Node, NodeId};
use bt_language::explore::{Model, Part, Search, Watch};
use bt_language::words::{Family, Word};
use core::fmt;
use core::panic::Location;
use equivalence::Traces;
use std::rc::Rc;
use std::sync::Arc;

/// The mutants of a tree: made by [`Proof::mutants`].
///
/// It is printed with the number of mutants of each verdict, and with those that are missed.
#[derive(Clone, Debug)]
pub struct Mutants {
    tree: Arc<Tree>,
    mutants: Vec<Mutant>,
}

/// A tree with one change.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Mutant {
    /// The change: `active_selector (line 12) becomes selector`.
    pub change: String,
    /// The verdict of the rules.
    pub verdict: Verdict,
}

/// The verdict of rules on a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// The compiler refuses it: a node is never reached.
    Refused,
    /// Its leaves are ticked and aborted in the same way, whatever they return.
    Equivalent,
    /// The rule at this place is broken.
    Caught(&'static Location<'static>),
    /// All rules hold.
    Missed,
    /// It is larger than the [limits](super::Limits), and no rule was broken up to there.
    TooLarge,
}

impl Proof {
    /// Changes the tree in ways in which people change trees by mistake, one at a time, and checks the rules for each
    /// mutant. A mutant that is missed shows a rule that is not there.
    ///
    /// Two neighbors are swapped; a decorator is left out; `active_` is left out; a `sequence` and a `selector` are
    /// exchanged; a condition is inverted. A subtree is changed in all its places. The questions of a `guard`, an `if` or
    /// a `match` are not inverted, since no rule knows what they mean.
    ///
    /// ```
    /// use bt_core::behavior_tree;
    ///
    /// behavior_tree! {
    ///     tree Lamp(night: &mut bool) {
    ///         active_selector { 'shine: guard(*night) running; 'rest: running; }
    ///     }
    /// }
    ///
    /// let rules = bt_verify::Rules::new()
    ///     .never(|tick| tick.is_active(Lamp::SHINE) && tick.is_active(Lamp::REST));
    /// let mutants = bt_verify::explore::<Lamp>().mutants(&rules).unwrap();
    /// // Nothing says that a lamp that rests looks whether it is night.
    /// let missed: Vec<_> = mutants.missed().map(|mutant| &*mutant.change).collect();
    /// assert!(missed.iter().any(|change| change.ends_with("becomes selector")), "{mutants}");
    ///
    /// let rules = rules
    ///     .after(|tick| tick.is_active(Lamp::REST))
    ///     .next(|tick| tick.is_ticked(Lamp::SHINE));
    /// let mutants = bt_verify::explore::<Lamp>().mutants(&rules).unwrap();
    /// let missed: Vec<_> = mutants.missed().map(|mutant| &*mutant.change).collect();
    /// assert!(missed.iter().all(|change| !change.ends_with("becomes selector")), "{mutants}");
    /// ```
    ///
    /// # Errors
    ///
    /// If a rule is broken by the tree itself.
    pub fn mutants(&self, rules: &Rules) -> Result<Mutants, Counterexample> {
        self.check(rules)?;
        let (Ok(root), Ok(model)) = (&self.root, &self.model) else {
            // Of a tree without a machine there is nothing to change; each rule says why it has none.
            return Ok(Mutants { tree: Arc::clone(&self.tree), mutants: Vec::new() });
        };
        let mut traces = Traces::of(model, None, &self.tree);
        let is_refused = root.is_refused();
        let mut mutants = Vec::new();
        for change in Change::all(&self.tree.nodes) {
            let changed = change.applied(root, &self.tree.nodes);
            let model = changed.model(&self.known, self.limits.same_answers);
            let verdict = match model {
                Err(_) => Verdict::Refused,
                Ok(_) if !is_refused && changed.is_refused() => Verdict::Refused,
                Ok(model) => {
                    let names = Rc::new(names(&changed, self.tree.nodes.len()));
                    let mut others = Traces::of(&model, Some(&names), &self.tree);
                    if traces.equal(&mut others) {
                        Verdict::Equivalent
                    } else {
                        self.verdict(&model, &names, rules)
                    }
                }
            };
            mutants.push(Mutant { change: change.text(&self.tree.nodes), verdict });
        }
        Ok(Mutants { tree: Arc::clone(&self.tree), mutants })
    }

    /// Checks the rules for a mutant that is not equivalent.
    fn verdict(&self, model: &Model, names: &Rc<Names>, rules: &Rules) -> Verdict {
        let mut verdict = Verdict::Missed;
        for rule in &rules.rules {
            match self.breaks(model, names, rule) {
                Some(true) => return Verdict::Caught(rule.place),
                Some(false) => {}
                None => verdict = Verdict::TooLarge,
            }
        }
        verdict
    }

    /// Returns `true` if a mutant breaks a rule; `None` if that is not known.
    fn breaks(&self, model: &Model, names: &Rc<Names>, rule: &OwnRule) -> Option<bool> {
        let renamed = self.assumptions.iter().map(|assumption| assumption.renamed(names));
        let assumptions: Vec<_> = renamed.collect();
        let found = rule.rule().renamed(names, |rule| {
            let judge = Demands { assumptions: &assumptions, rule: Some(rule) };
            let search = Search { model, bounds: self.limits.bounds(), judge: &judge };
            search.run(Watch::default(), || ()).0
        });
        match found.broken.first() {
            Some(broken) => Some(broken.fault == Reason::Broken && !rule.is_wish()),
            None => found.is_complete.then_some(rule.is_wish()),
        }
    }
}

/// The nodes of a mutant by the ids of a tree with this number of nodes.
fn names(changed: &Part, original: usize) -> Names {
    let id = |place: usize| NodeId::new(u32::try_from(place).unwrap_or(u32::MAX));
    let mut names = Names::of_nothing(original);
    let mut place = 0;
    changed.each(&mut |part| {
        for of in &part.of {
            names.set(id(*of), id(place));
        }
        place += 1;
    });
    names
}

impl Mutants {
    /// All mutants, in the order of the tree.
    pub fn iter(&self) -> impl Iterator<Item = &Mutant> {
        self.mutants.iter()
    }

    /// The mutants that no rule notices.
    pub fn missed(&self) -> impl Iterator<Item = &Mutant> {
        self.mutants
            .iter()
            .filter(|mutant| matches!(mutant.verdict, Verdict::Missed | Verdict::TooLarge))
    }

    /// The number of mutants that break a rule.
    #[must_use]
    pub fn caught(&self) -> usize {
        self.count(|verdict| matches!(verdict, Verdict::Caught(_)))
    }

    /// The number of mutants that behave in the same way as the tree.
    #[must_use]
    pub fn equivalent(&self) -> usize {
        self.count(|verdict| verdict == Verdict::Equivalent)
    }

    /// The number of mutants that the compiler refuses.
    #[must_use]
    pub fn refused(&self) -> usize {
        self.count(|verdict| verdict == Verdict::Refused)
    }

    fn count(&self, is_counted: impl Fn(Verdict) -> bool) -> usize {
        self.mutants.iter().filter(|mutant| is_counted(mutant.verdict)).count()
    }
}

impl fmt::Display for Mutants {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "`{}`: {} mutants, {} refused by the compiler, {} equivalent, {} caught, {} missed",
            self.tree.name,
            self.mutants.len(),
            self.refused(),
            self.equivalent(),
            self.caught(),
            self.missed().count()
        )?;
        let lines = self.missed().map(|mutant| match mutant.verdict {
            Verdict::TooLarge => format!("{}: too large", mutant.change),
            _ => mutant.change.clone(),
        });
        for (place, line) in lines.enumerate() {
            let title = if place == 0 { "\nmissed:" } else { "" };
            write!(formatter, "{title}\n  {line}")?;
        }
        Ok(())
    }
}

/// A change of a node, in all places where its subtree is.
struct Change {
    /// The node, and its copies.
    nodes: Vec<NodeId>,
    mutation: Mutation,
}

#[derive(Clone, Copy)]
enum Mutation {
    /// The child at this index and the next one are swapped.
    Swap(usize),
    /// A decorator is left out.
    LeaveOut,
    /// The node has another word.
    Becomes(Word),
    /// A condition is inverted by a decorator.
    Invert(Word),
}

impl Change {
    /// All changes of a tree.
    fn all(nodes: &[Node]) -> Vec<Self> {
        let mut changes = Vec::new();
        for node in nodes {
            let copies = copies(nodes, node);
            // Each change of a subtree once.
            if copies.first() == Some(&node.id) {
                let change = |mutation| Self { nodes: copies.clone(), mutation };
                changes.extend(mutations(nodes, node).into_iter().map(change));
            }
        }
        changes
    }

    /// The machine with the change.
    fn applied(&self, part: &Part, nodes: &[Node]) -> Part {
        let mut changed = part.clone();
        changed.children = part.children.iter().map(|child| self.applied(child, nodes)).collect();
        let is_changed = self.nodes.iter().any(|node| part.of.contains(&node.index()));
        match self.mutation {
            _ if !is_changed => {}
            Mutation::Swap(place) => changed.swap(place),
            Mutation::Becomes(word) => changed.word = word,
            Mutation::LeaveOut => return without(changed, nodes),
            Mutation::Invert(not) => return changed.below(not),
        }
        changed
    }

    /// `active_selector (line 12) becomes selector`
    fn text(&self, nodes: &[Node]) -> String {
        let name = |node: NodeId| {
            let node = &nodes[node.index()];
            let line = if node.line > 0 { format!(" (line {})", node.line) } else { String::new() };
            format!("`{node}`{line}")
        };
        let node = self.nodes[0];
        match self.mutation {
            Mutation::Swap(place) => {
                let children = children(nodes, &nodes[node.index()]);
                format!("{} and {} are swapped", name(children[place]), name(children[place + 1]))
            }
            Mutation::LeaveOut => format!("{} is left out", name(node)),
            Mutation::Becomes(word) => format!("{} becomes {word}", name(node)),
            Mutation::Invert(_) => format!("{} is inverted", name(node)),
        }
    }
}

fn children(nodes: &[Node], node: &Node) -> Vec<NodeId> {
    let below = nodes.iter().filter(|child| child.parent == Some(node.id));
    below.map(|child| child.id).collect()
}

/// The places of a node: more than one if it is in a subtree that is used more than once.
fn copies(nodes: &[Node], node: &Node) -> Vec<NodeId> {
    let origin = origin(nodes, node);
    let is_copy = |other: &&Node| {
        other.id == node.id || origin.is_some() && self::origin(nodes, other) == origin
    };
    nodes.iter().filter(is_copy).map(|node| node.id).collect()
}

/// The subtree of a node and its index there; `None` if it is in no subtree.
fn origin(nodes: &[Node], node: &Node) -> Option<(&'static str, usize)> {
    let mut above = node.parent;
    while let Some(parent) = above.map(|parent| &nodes[parent.index()]) {
        if word(parent.kind).calls_tree() {
            let name = parent.source.split('(').next().unwrap_or_default().trim();
            return Some((name, node.id.index() - parent.id.index()));
        }
        above = parent.parent;
    }
    None
}

fn mutations(nodes: &[Node], node: &Node) -> Vec<Mutation> {
    let word = word(node.kind);
    let mut mutations = Vec::new();
    if word.is_ordered() {
        let pairs = children(nodes, node).len().saturating_sub(1);
        mutations.extend((0..pairs).map(Mutation::Swap));
    }
    mutations.extend(word.row().confused_with.iter().copied().map(Mutation::Becomes));
    if word.family() == Family::Decorator && !word.binds_name() {
        mutations.push(Mutation::LeaveOut);
    }
    let above = node.parent.map(|parent| self::word(nodes[parent.index()].kind));
    // To leave the decorator out is the same.
    let not = word.row().inverted_by.filter(|not| above != Some(*not));
    mutations.extend(not.map(Mutation::Invert));
    mutations
}

/// The child of a decorator, in its place.
fn without(mut decorator: Part, nodes: &[Node]) -> Part {
    let Some(mut child) = decorator.children.pop() else { return decorator };
    // A label is kept as long as there is something that it can name.
    let has_label = |part: &Part| part.of.iter().any(|of| nodes[*of].label.is_some());
    if has_label(&decorator) && !has_label(&child) {
        child.of.append(&mut decorator.of);
    }
    child
}
