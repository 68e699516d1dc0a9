//! Directions of ports that no model declares: from their names, their literals, and the other nodes with their keys.

use super::attributes;
use super::import::{Import, Plan, Step};
use super::keys::{Uses, common, step_at};
use super::model;
use super::nodes::{self, Category};
use super::standard_nodes;
use crate::behavior3::asks;
use crate::descriptions;
use crate::names::snake;
use crate::original_names;
use bt_language::vocabulary::Role;
use std::collections::{BTreeMap, BTreeSet};

/// The direction of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Input,
    Output,
}

/// A port of a node of the program, by the ID of the node, or of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Port<'a> {
    Node(&'a str, &'a str),
    Tree(usize, &'a str),
}

impl<'a> Port<'a> {
    fn node(&self) -> Option<&'a str> {
        match self {
            Port::Node(id, _) => Some(id),
            Port::Tree(..) => None,
        }
    }
}

impl Port<'_> {
    /// Returns `true` for a port that is an input even if its key is used later.
    fn is_input_by_name(&self) -> bool {
        self.node().is_some_and(|id| asks(id) || begins_with(id, USERS))
    }

    /// Returns `true` for a port that is an output if its key has no other user.
    fn is_output_by_name(&self) -> bool {
        let Port::Node(id, port) = self else { return false };
        let is_report = port.rsplit('_').next().is_some_and(|last| REPORTS.contains(&last));
        is_report || begins_with(id, FINDERS)
    }
}

/// A node that has a key.
struct User<'a> {
    path: Vec<usize>,
    /// `None` for a script.
    port: Option<Port<'a>>,
    /// `false` for a script that changes it.
    is_reader: bool,
}

/// The keys that a tree gets from others.
#[derive(Clone, Default)]
struct Ports<'a> {
    names: BTreeSet<&'a str>,
    /// `true` if some tree shares all its keys with it.
    is_open: bool,
}

/// The keys of a tree with their users, in the order of the tree.
type Users<'a> = BTreeMap<String, Vec<User<'a>>>;

/// The directions that are known.
type Known<'a> = BTreeMap<Port<'a>, Direction>;

/// The maximum number of times that directions follow from other directions.
const MOST_ROUNDS: usize = 8;

/// The maximum number of users of a key that are compared with each other.
const MOST_COMPARED: usize = 8;

impl<'a> Import<'a> {
    /// Finds the directions of the ports that no model declares. A key that no other tree gives has its value from the first
    /// node that has it.
    pub(super) fn find_directions(&mut self, plans: &[Plan<'a>]) {
        let mut known = Known::new();
        let mut all = Vec::new();
        let mut ports: Vec<Ports> = vec![Ports::default(); plans.len()];
        for plan in plans {
            let mut users = Users::new();
            if let Some(root) = &plan.root {
                self.find_users(root, &mut Vec::new(), &mut users, &mut ports, &mut known);
            }
            all.push(users);
        }
        let mut is_inferred = BTreeSet::new();
        for _ in 0..MOST_ROUNDS {
            let mut votes: BTreeMap<Port, (usize, usize)> = BTreeMap::new();
            for (plan, users) in plans.iter().zip(&all) {
                let Some(root) = &plan.root else { continue };
                for (key, users) in users.iter().filter(|(key, _)| is_of_tree(key)) {
                    let ports = &ports[plan.tree];
                    let outer = ports.names.get(key.as_str());
                    let outer = outer.map(|name| Port::Tree(plan.tree, name));
                    let is_inner = outer.is_none() && !ports.is_open;
                    vote(root, outer, is_inner, users, &known, &mut votes);
                }
            }
            let before = known.len();
            for (port, (inputs, outputs)) in votes {
                if inputs != outputs && !known.contains_key(&port) {
                    let is_input = inputs > outputs;
                    known.insert(port, if is_input { Direction::Input } else { Direction::Output });
                    is_inferred.insert(port);
                }
            }
            if known.len() == before {
                break;
            }
        }
        let alone = unread(plans, &all, &ports, &known);
        is_inferred.extend(alone.iter().copied());
        known.extend(alone.into_iter().map(|port| (port, Direction::Output)));
        let users = all.iter().flat_map(BTreeMap::values).flatten();
        for port in users.filter_map(|user| user.port).filter(Port::is_input_by_name) {
            known.entry(port).or_insert_with(|| {
                is_inferred.insert(port);
                Direction::Input
            });
        }
        for port in is_inferred {
            if let Port::Node(id, name) = port {
                self.note_inferred(id, name);
            }
        }
        self.directions = known;
    }

    /// Finds the keys of a node, and the directions that need no other node.
    fn find_users(
        &self,
        step: &Step<'a>,
        path: &mut Vec<usize>,
        users: &mut Users<'a>,
        ports: &mut [Ports<'a>],
        known: &mut Known<'a>,
    ) {
        let mut scripts = Uses::default();
        let mut add = |key: &str, port: Option<Port<'a>>, is_reader: bool| {
            let user = User { path: path.clone(), port, is_reader };
            users.entry(key.to_owned()).or_default().push(user);
        };
        match step.kind {
            Category::Condition | Category::Action | Category::Decorator => {
                attributes::uses(&self.words, step.xml, &mut scripts);
                for attribute in step.xml.attributes().filter(attributes::is_port) {
                    let (name, text) = (attribute.name(), attribute.value());
                    let port = Port::Node(step.id, name);
                    let key = model::key(text, name);
                    if let Some(direction) = self.own_direction(step, name, key.is_none()) {
                        known.entry(port).or_insert(direction);
                    }
                    if let Some(key) = key {
                        add(key, Some(port), true);
                    }
                }
            }
            Category::Subtree => {
                if let Some(tree) = self.tree_of(step.xml, step.id) {
                    ports[tree].is_open |= nodes::shares(step.xml);
                    for (name, text) in nodes::ports(step.xml) {
                        ports[tree].names.insert(name);
                        match model::key(&text, name) {
                            Some(key) => add(key, Some(Port::Tree(tree, name)), true),
                            None => {
                                known.insert(Port::Tree(tree, name), Direction::Input);
                            }
                        }
                    }
                }
            }
            Category::BuiltIn | Category::Control | Category::Own(_) => scripts = self.uses(step),
        }
        for key in &scripts.reads {
            add(key, None, true);
        }
        for key in scripts.sets.iter().chain(&scripts.fixed) {
            add(key, None, false);
        }
        for (index, child) in step.children.iter().enumerate() {
            path.push(index);
            self.find_users(child, path, users, ports, known);
            path.pop();
        }
    }

    /// The direction that a port has whatever other nodes do.
    fn own_direction(&self, step: &Step, port: &str, is_literal: bool) -> Option<Direction> {
        let of = |is_output| if is_output { Direction::Output } else { Direction::Input };
        if let Some(port) = self.models.get(step.id).and_then(|model| model.port(port)) {
            return Some(of(!port.is_input));
        }
        if standard_nodes::is_known(step.id) {
            return Some(of(standard_nodes::is_output(step.id, port)));
        }
        let role = Role::Action { is_stateful: false };
        if let Some(word) = self.words.known_as(step.id, &role) {
            let parameter = original_names::parameter_of(word, port);
            let description = parameter.and_then(|known| known.description.as_deref());
            let is_written = description.and_then(descriptions::output).is_some();
            return Some(of(is_written || self.is_result(step, port)));
        }
        let parts = || port.split('_');
        let is_one = |words: &[&str]| {
            let ends = [parts().next(), parts().next_back()];
            ends.iter().flatten().any(|part| words.contains(part))
        };
        match (is_one(&["in", "input"]), is_one(&["out", "output"])) {
            (true, _) => Some(Direction::Input),
            (false, true) => Some(Direction::Output),
            (false, false) if port.ends_with("out") && !port.ends_with("timeout") => {
                Some(Direction::Output)
            }
            (false, false) => is_literal.then_some(Direction::Input),
        }
    }
}

/// The first words of the IDs of nodes that use what others find.
const USERS: &[&str] = &[
    "set",
    "publish",
    "log",
    "print",
    "say",
    "speak",
    "send",
    "sleep",
    "follow",
    "move",
    "go",
    "drive",
    "gaze",
    "write",
    "save",
    "store",
    "show",
    "visualize",
    "connect",
    "lock",
    "unlock",
    "register",
    "cancel",
    "compare",
];

/// The first words of the IDs of nodes that find something.
const FINDERS: &[&str] = &["get", "receive", "read", "detect", "recognize", "locate"];

/// The last words of ports that say how a node has ended.
const REPORTS: &[&str] =
    &["ok", "result", "success", "succeeded", "found", "message", "error", "reason", "feedback"];

/// Returns `true` for a key that a node may write: one such as `config.speed` is of the program.
fn is_of_tree(key: &str) -> bool {
    !key.starts_with('@') && !key.contains('.')
}

/// Returns `true` for an ID that begins with one of these words.
fn begins_with(id: &str, words: &[&str]) -> bool {
    let snake = snake(id);
    snake.split('_').next().is_some_and(|first| words.contains(&first))
}

/// The ports with keys that no other node has: outputs that nobody reads, in a tree with a blackboard of its own. Their nodes
/// have other outputs or the names of nodes that find something, or the ports say how their nodes have ended.
fn unread<'a>(
    plans: &[Plan<'a>],
    all: &[Users<'a>],
    ports: &[Ports<'a>],
    known: &Known<'a>,
) -> Vec<Port<'a>> {
    let outputs = known.iter().filter(|(_, direction)| **direction == Direction::Output);
    let writers: BTreeSet<&str> = outputs.filter_map(|(port, _)| port.node()).collect();
    let called: BTreeSet<usize> = plans.iter().flat_map(Plan::used).collect();
    let mut unread = Vec::new();
    for (plan, users) in plans.iter().zip(all) {
        for (key, users) in users {
            let ports = &ports[plan.tree];
            let is_outer = ports.is_open || ports.names.contains(key.as_str());
            let is_inner = is_of_tree(key) && !is_outer;
            let [User { port: Some(port), .. }, rest @ ..] = users.as_slice() else { continue };
            let is_alone = rest.iter().all(|user| user.port == Some(*port));
            let is_output = called.contains(&plan.tree)
                || port.is_output_by_name()
                || port.node().is_some_and(|id| writers.contains(id));
            if is_inner && is_alone && is_output && !known.contains_key(port) {
                unread.push(*port);
            }
        }
    }
    unread
}

/// Adds what the users of a key say about the directions of their ports: inputs and outputs.
fn vote<'a>(
    root: &Step,
    outer: Option<Port<'a>>,
    is_inner: bool,
    users: &[User<'a>],
    known: &Known<'a>,
    votes: &mut BTreeMap<Port<'a>, (usize, usize)>,
) {
    let outside = outer.and_then(|outer| known.get(&outer));
    if let (Some(outer), Some(first)) = (outer, users.first().and_then(|user| user.port)) {
        let vote = votes.entry(outer).or_default();
        match known.get(&first) {
            Some(Direction::Input) => vote.0 += 1,
            Some(Direction::Output) => vote.1 += 1,
            None => {}
        }
    }
    for (index, user) in users.iter().enumerate() {
        let Some(port) = user.port.filter(|port| !known.contains_key(port)) else { continue };
        let is_other = |other: &&User| other.port != user.port && other.path != user.path;
        let mut earlier = users.iter().take(index.min(MOST_COMPARED)).filter(is_other);
        let has_value = outside == Some(&Direction::Input)
            || earlier.any(|other| is_before(root, &other.path, &user.path));
        let later = users.iter().skip(index + 1).take(MOST_COMPARED);
        let mut later = later.filter(|other| other.is_reader);
        let vote = votes.entry(port).or_default();
        if has_value {
            vote.0 += 1;
        } else if !port.is_input_by_name()
            && (outside.is_some() || (is_inner && later.any(|other| is_other(&other))))
        {
            vote.1 += 1;
        }
    }
}

/// Returns `true` if a node is only ticked after one that stands before it in the tree.
fn is_before(root: &Step, one: &[usize], other: &[usize]) -> bool {
    let path = common([one, other].into_iter());
    let branches = (one.get(path.len()), other.get(path.len()));
    step_at(root, &path).is_some_and(|step| match branches {
        (Some(one), Some(_)) => !nodes::is_choice(step.id, step.kind, *one),
        _ => true,
    })
}
