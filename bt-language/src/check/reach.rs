//! Nodes that can never be ticked, with the reason, and decorators without an effect.

use super::outcomes::{Activation, Ended, Memory, Outcomes, Places, Run, Ticks, run};
use crate::ast::{Node, Tree};
use crate::mistakes::Mistakes;
use crate::nodes::{Expects, Kind, Row, Useless};
use crate::place;

/// The end of the messages about trees in a macro call.
const ALLOW: &str = ", or write `#[allow(unreachable_code)]` on the tree";

/// Refuses nodes that can never be ticked, and names the node that is the cause.
/// `#[allow(unreachable_code)]` on the tree turns the check off; a tree in a file has no attributes.
pub(super) fn check_reach(tree: &Tree, is_file: bool, errors: &mut Mistakes) {
    if !tree.outline.attributes.iter().any(permits) {
        check_node(&tree.root, if is_file { "" } else { ALLOW }, errors);
    }
}

/// The same for the root of a tree.
pub(super) fn check_node(root: &Node, advice: &str, errors: &mut Mistakes) {
    let reach = Reach::of(root);
    report(&Allowance { reach: &reach, limit: Ticks::MANY, limited_by: None }, advice, errors);
}

fn permits(attribute: &syn::Attribute) -> bool {
    if !(attribute.path().is_ident("allow") || attribute.path().is_ident("expect")) {
        return false;
    }
    let syn::Meta::List(list) = &attribute.meta else { return false };
    list.tokens.clone().into_iter().any(|token| token.to_string() == "unreachable_code")
}

/// A node, the number of ticks of one activation that it can get, and the ancestor that limits
/// them.
struct Allowance<'k, 'n> {
    reach: &'k Reach<'n>,
    limit: u32,
    limited_by: Option<&'k Reach<'n>>,
}

/// Reports the mistakes in a node and in all nodes below it. A child that can never be ticked is treated
/// as if it could, so that errors in it are reported too.
fn report(allowance: &Allowance<'_, '_>, advice: &str, errors: &mut Mistakes) {
    let Allowance { reach, limit, limited_by } = *allowance;
    let limits = reach.limits(limit);
    for (child, own) in reach.children.iter().zip(&limits) {
        let (limit, limited_by) = match *own {
            0 => (Ticks::MANY, None),
            own if own < limit => (own, Some(limited_by.unwrap_or(reach))),
            own => (own, limited_by),
        };
        report(&Allowance { reach: child, limit, limited_by }, advice, errors);
    }
    if let Some(text) = useless(reach) {
        errors.add(reach.node.span, format!("{text}{advice}"));
    }
    if let Some(child) = limits.iter().position(|limit| *limit == 0) {
        let node = reach.children[child].node;
        if node.kind.is_some() {
            errors.add(node.span, format!("{}{advice}", never_ticked(allowance, child)));
        }
    }
}

/// The known properties of a node and of all nodes below it.
pub(super) struct Reach<'n> {
    pub(super) node: &'n Node,
    pub(super) outcomes: Outcomes,
    pub(super) children: Vec<Reach<'n>>,
    memory: Memory,
    /// `true` if the node or one below it has a memory.
    remembers: bool,
    /// `true` if the node above asks this one before it begins.
    is_gate: bool,
    /// The number of ticks of one activation that each child can get, if the node itself has no
    /// limit.
    limits: Vec<u32>,
}

impl<'n> Reach<'n> {
    /// Computes the properties. The possible memory of a `once` or a `cooldown` depends on the
    /// possible results, and these depend on the memory. So the computation starts with empty
    /// memory and repeats with the memory that was found, until nothing changes.
    pub(super) fn of(root: &'n Node) -> Self {
        let mut memories = Vec::new();
        loop {
            let mut before = memories.iter().copied();
            let memory = &mut || before.next().unwrap_or_default();
            let reach = Self::new(root, false, memory, &|_| false);
            let mut now = Vec::new();
            reach.remember(Ticks::MANY, Ended::IN_ANY_WAY, &mut now);
            if memories.iter().eq(&now)
                || (memories.is_empty() && now.iter().all(|memory| memory.is_empty()))
            {
                return reach;
            }
            memories = now;
        }
    }

    fn new(
        node: &'n Node,
        asks: bool,
        memory: &mut dyn FnMut() -> Memory,
        never_succeeds: &dyn Fn(&Node) -> bool,
    ) -> Self {
        let own = memory();
        let has = |answer: fn(&Row) -> bool| node.kind.as_ref().is_some_and(|of| answer(of.row()));
        let is_gate = asks && has(|row| row.is_gate);
        let asks = is_gate || has(|row| row.asks_gates);
        let children = node.children.iter();
        let children: Vec<Self> =
            children.map(|child| Self::new(child, asks, memory, never_succeeds)).collect();
        let remembers = children.iter().any(|child| child.remembers)
            || !memory_of(node, &Ended::IN_ANY_WAY).is_empty();
        let (outcomes, limits) = (Outcomes::NONE, Vec::new());
        let mut reach = Self { node, outcomes, children, memory: own, remembers, is_gate, limits };
        let mut run = reach.run(&self::outcomes(&reach.children), Ticks::MANY);
        if never_succeeds(node) {
            run.outcomes.success = Ticks::NONE;
        }
        (reach.outcomes, reach.limits) = (run.outcomes, run.limits);
        reach
    }

    /// The runs if the children have these outcomes, and the node gets at most `limit` ticks of one activation; 64
    /// means no limit.
    fn run(&self, children: &[Outcomes], limit: u32) -> Run {
        let may_refuse = if self.node.kind.as_ref().is_some_and(|kind| kind.row().asks_gates) {
            self.children.iter().map(Self::may_refuse).collect()
        } else {
            Vec::new()
        };
        let (memory, is_gate, cleans_up) = (self.memory, self.is_gate, self.node.cleans_up);
        run(self.node, &Activation { children, memory, limit, is_gate, cleans_up, may_refuse })
    }

    /// Returns `true` if this node or one below it is a gate that can refuse.
    fn may_refuse(&self) -> bool {
        let refuses = |kind: &Kind| self.is_gate && kind.definition().may_refuse(self.memory);
        self.node.kind.as_ref().is_some_and(refuses)
            || (self.is_gate && self.children.iter().any(Self::may_refuse))
    }

    /// The properties in an activation in which some nodes never succeed; in others they may.
    pub(super) fn without(&self, never_succeeds: &dyn Fn(&Node) -> bool) -> Self {
        let mut memories = Vec::new();
        self.collect_memories(&mut memories);
        let mut memories = memories.into_iter();
        let memory = &mut || memories.next().unwrap_or_default();
        Self::new(self.node, self.is_gate, memory, never_succeeds)
    }

    fn collect_memories(&self, memories: &mut Vec<Memory>) {
        memories.push(self.memory);
        self.children.iter().for_each(|child| child.collect_memories(memories));
    }

    /// The number of ticks that each child can get if the node can get `limit`.
    pub(super) fn limits(&self, limit: u32) -> Vec<u32> {
        if limit >= Ticks::MANY {
            return self.limits.clone();
        }
        self.run(&outcomes(&self.children), limit).limits
    }

    /// Collects, in pre-order, the possible memories of the nodes. A `once` above a node that has
    /// finished prevents further ticks of the node; `again` has the ends of the node after which no
    /// such `once` has finished.
    fn remember(&self, limit: u32, again: Ended, memories: &mut Vec<Memory>) {
        let child = self.children.first().filter(|_| limit > 0);
        let limits = self.limits(limit);
        let ends = |ticks: Ticks| !ticks.until(limit).is_empty();
        memories.push(child.map_or_else(Memory::default, |child| {
            let Outcomes { success, failure, running } = child.outcomes;
            let ended = Ended {
                success: again.success && ends(success),
                failure: again.failure && ends(failure),
                has_run: ends(running),
                behind: if again.success { self.behind(&limits) } else { Places::NONE },
            };
            memory_of(self.node, &ended)
        }));
        for (place, (child, own)) in self.children.iter().zip(limits).enumerate() {
            let again = if child.remembers { self.again(place, again) } else { again };
            child.remember(if limit == 0 { 0 } else { own }, again, memories);
        }
    }

    /// The children behind one that may succeed within its limit.
    fn behind(&self, limits: &[u32]) -> Places {
        let mut behind = Places::NONE;
        for (place, (child, own)) in self.children.iter().zip(limits).enumerate() {
            if *own > 0 && !child.outcomes.success.until(*own).is_empty() {
                behind.add((place + 1) % self.children.len());
            }
        }
        behind
    }

    /// The ends of a child after which it may be activated again, from those of this node.
    fn again(&self, child: usize, again: Ended) -> Ended {
        if self.node.kind.as_ref().is_some_and(|kind| kind.row().ends_for_good) {
            return Ended::ABORTED;
        }
        // A cleanup may end in any way when the node is interrupted.
        if (child == 0 && self.node.has_cleanup()) || again == Ended::IN_ANY_WAY {
            return Ended::IN_ANY_WAY;
        }
        // If a child ends later than at once, the others around it have no more left to do.
        let after = |end: Outcomes| {
            let mut children = outcomes(&self.children);
            children[child] = end;
            let Outcomes { success, failure, running } = self.run(&children, Ticks::MANY).outcomes;
            !running.is_empty()
                || (again.success && !success.is_empty())
                || (again.failure && !failure.is_empty())
        };
        Ended {
            success: after(Outcomes::SUCCESS),
            failure: after(Outcomes::FAILURE),
            has_run: true,
            behind: Places::NONE,
        }
    }
}

fn memory_of(node: &Node, ended: &Ended) -> Memory {
    node.kind.as_ref().map_or_else(Memory::default, |kind| kind.definition().memory(ended))
}

fn outcomes(children: &[Reach<'_>]) -> Vec<Outcomes> {
    children.iter().map(|child| child.outcomes).collect()
}

/// Explains why a child, the first of its parent that cannot start, is never ticked.
fn never_ticked(parent: &Allowance<'_, '_>, child: usize) -> String {
    let node = parent.reach.children[child].node;
    let kind = parent.reach.node.kind.as_ref();
    let why = match kind.and_then(|kind| kind.row().goes_on.or(kind.row().next_after)) {
        Some(success) => stopped(parent.reach, child, !success),
        None => decided(parent.reach, child),
    };
    let why = why.or_else(|| limited(parent, node)).unwrap_or_else(|| slow(parent.reach, child));
    format!("this node can never be ticked: {why}; move or remove one of them")
}

/// An earlier sibling prevents a sequence, or a selector, from going on.
fn stopped(parent: &Reach<'_>, child: usize, selector: bool) -> Option<String> {
    let node = parent.children[child].node;
    let (wanted, result) = if selector { ("fails", "failure") } else { ("succeeds", "success") };
    let elders = &parent.children[..child];
    let elder = elders.iter().find(|elder| elder.outcomes.lets_go(selector).is_empty())?;
    Some(format!(
        "{} never {wanted}{}, and the {} goes on only after a {result}",
        call(elder.node, node),
        because(elder, selector, node),
        word(parent.node),
    ))
}

/// The earlier siblings have always decided a parallel; the last of them does so with a result that
/// it returns at once.
fn decided(parent: &Reach<'_>, child: usize) -> Option<String> {
    let node = parent.children[child].node;
    let elders = &parent.children[..child];
    let elder = elders.iter().rev().find(|elder| !elder.outcomes.running.has(1))?;
    let (elder, parent) = (call(elder.node, node), word(parent.node));
    Some(format!("{elder} always decides the {parent} before this node is ticked"))
}

/// An ancestor ends or aborts the parent before the child is reached.
fn limited(parent: &Allowance<'_, '_>, node: &Node) -> Option<String> {
    let by = call(parent.limited_by?.node, node);
    let (parent, ticks) = (call(parent.reach.node, node), parent.limit);
    let ticks = if ticks == 1 { "one tick".into() } else { format!("{ticks} ticks") };
    Some(format!("{by} never gives {parent} more than {ticks} in a row"))
}

/// An earlier sibling in an active composite needs more than one tick.
fn slow(parent: &Reach<'_>, child: usize) -> String {
    let (name, node) = (word(parent.node), parent.children[child].node);
    format!(
        "the {name} starts again in every tick, and the nodes before {} need more than one tick",
        call(node, parent.node)
    )
}

/// Why a loop around a child is useless, if it is: the child never has the result after which a new
/// round begins.
fn useless(decorator: &Reach<'_>) -> Option<String> {
    let ([child], Some(kind)) = (decorator.children.as_slice(), &decorator.node.kind) else {
        return None;
    };
    let Useless { failure, never } = kind.definition().useless(child.outcomes)?;
    let ends = if failure { "fails" } else { "succeeds" };
    let name = word(decorator.node);
    Some(format!(
        "{} after this {name} never {ends}{}, so it is never {never}; remove the {name}",
        call(child.node, decorator.node),
        because(child, failure, decorator.node),
    ))
}

/// `, because of the `running` in line 7`
fn because(reach: &Reach<'_>, failure: bool, from: &Node) -> String {
    let cause = cause(reach, failure);
    if std::ptr::eq(cause, reach.node) {
        let is_endless = cause.kind.as_ref().is_some_and(|kind| kind.definition().is_endless());
        return if is_endless { " because it has no count".into() } else { String::new() };
    }
    format!(" because of {}", call(cause, from))
}

/// The node that causes another one never to fail, or never to succeed.
fn cause<'n>(reach: &Reach<'n>, failure: bool) -> &'n Node {
    let impossible = |child: &&Reach<'_>| child.outcomes.lets_go(failure).is_empty();
    let kind = reach.node.kind.as_ref();
    let expects = kind.map_or(Expects::Nothing, |kind| kind.row().expects);
    let child = match (expects, reach.children.as_slice()) {
        _ if kind.is_some_and(|kind| kind.definition().is_endless()) => None,
        (Expects::EachChild(success), children) if success != failure => {
            children.iter().find(impossible)
        }
        (Expects::Nothing | Expects::AnyChild | Expects::EachChild(_), [child]) => {
            Some(child).filter(impossible)
        }
        (Expects::Inverted, [child]) => return cause(child, !failure),
        // The node itself gives one result for both.
        (Expects::Running, _) => None,
        // With several children there is no one cause.
        (Expects::Nothing | Expects::AnyChild | Expects::EachChild(_) | Expects::Inverted, _) => {
            None
        }
    };
    child.map_or(reach.node, |child| cause(child, failure))
}

/// The name of a node in a message: `` the `sequence` 'flee in line 7 ``. The line is left out if
/// it is the line of the message, as it always is in an editor.
pub(super) fn call(node: &Node, from: &Node) -> String {
    if place::line(node.span) == place::line(from.span) { named(node) } else { at(node) }
}

/// The same with its line.
pub(super) fn at(node: &Node) -> String {
    format!("{} in line {}", named(node), place::line(node.span))
}

fn named(node: &Node) -> String {
    match &node.label {
        Some(label) => format!("the {} `'{label}`", word(node)),
        None => format!("the {}", word(node)),
    }
}

fn word(node: &Node) -> String {
    format!("`{}`", node.word())
}

/// The results of the reachability check for a tree as data, for comparison with all real runs.
#[cfg(any(test, feature = "inspect"))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// For each node, in pre-order: `true` if it can be ticked.
    pub reached: Vec<bool>,
    /// The statuses that the root can return.
    pub results: Results,
}

/// A set of statuses.
#[cfg(any(test, feature = "inspect"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Results {
    /// `true` if the set contains success.
    pub success: bool,
    /// `true` if the set contains failure.
    pub failure: bool,
    /// `true` if the set contains running.
    pub running: bool,
}

/// Finds what a tree can do, as far as this is known without running a leaf.
#[cfg(any(test, feature = "inspect"))]
#[must_use]
pub fn analyse(tree: &Tree) -> Analysis {
    fn mark(reach: &Reach<'_>, limit: u32, reached: &mut Vec<bool>) {
        reached.push(limit > 0);
        for (child, own) in reach.children.iter().zip(reach.limits(limit)) {
            mark(child, if limit == 0 { 0 } else { own }, reached);
        }
    }
    let reach = Reach::of(&tree.root);
    let mut reached = Vec::new();
    mark(&reach, Ticks::MANY, &mut reached);
    let Outcomes { success, failure, running } = reach.outcomes;
    let results = Results {
        success: !success.is_empty(),
        failure: !failure.is_empty(),
        running: !running.is_empty(),
    };
    Analysis { reached, results }
}
