//! Keys of the blackboard: names of a tree (a `let`, a parameter, a result), or values of the vocabulary.

use super::attributes;
use super::directions::{Direction, Port};
use super::import::{Import, Plan, Step};
use super::model;
use super::nodes::{self, Category};
use crate::descriptions;
use crate::names::{Names, is_name, snake};
use crate::original_names;
use crate::own::ARGUMENTS;
use crate::words::qualified;
use bt_language::vocabulary::{MOST_RESULTS, Role};
use bt_language::words::Word;
use std::collections::{BTreeMap, BTreeSet};

/// The keys that a node uses.
#[derive(Clone, Debug, Default)]
pub(super) struct Uses {
    /// The keys that it reads.
    pub(super) reads: BTreeSet<String>,
    /// The output ports of an action, with their keys.
    pub(super) writes: Vec<(String, String)>,
    /// The keys that a script changes.
    pub(super) sets: BTreeSet<String>,
    /// The keys that each script changes, and those that it reads.
    pub(super) scripts: Vec<(BTreeSet<String>, BTreeSet<String>)>,
    /// The keys that only a field of the blackboard can be.
    pub(super) fixed: BTreeSet<String>,
}

/// The names of one tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// The ports, in their order.
    pub(super) ports: Vec<String>,
    /// The names of the keys that are no fields of the blackboard.
    pub(super) names: BTreeMap<String, Binding>,
    /// The defaults of the ports.
    pub(super) defaults: BTreeMap<String, String>,
    fixed: BTreeSet<String>,
    /// The ports that have a literal in all calls that name them.
    literals: BTreeSet<String>,
    /// The keys that some node of the tree gives a value.
    written: BTreeSet<String>,
    /// The keys that the tree or one that shares its keys names.
    named: BTreeSet<String>,
    /// `true` if another tree contains it, so that it has keys of its own.
    is_inner: bool,
    /// `true` if another tree contains it several times, each time with keys of its own.
    pub(super) is_repeated: bool,
}

/// A key that has a name in a tree.
#[derive(Clone, Debug)]
pub(super) struct Binding {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// The name of the result, if it is not the name itself.
    pub(super) result: Option<String>,
    /// `true` if a node may give it a value while another one that reads it runs.
    pub(super) is_live: bool,
}

/// The kinds of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A `let` without a value.
    Let,
    /// A `let` that begins with a value of the vocabulary, and is stored there when the tree ends.
    Begun,
    /// A `let` that a script changes before it is read.
    Zero,
    /// A `let` that is a node of the tree.
    Own,
    Parameter,
    Result,
    /// A parameter whose value is a result too.
    Both,
}

impl Scope {
    /// Returns `true` if the tree has this key in a field of the blackboard that other trees have too.
    pub(super) fn shares(&self, key: &str) -> bool {
        let known = self.names.get(key);
        known.is_none_or(|known| known.kind == Kind::Begun && !self.is_inner)
    }

    /// Returns `true` if the tree names a key.
    pub(super) fn uses(&self, key: &str) -> bool {
        self.named.contains(key)
    }

    pub(super) fn is_input(&self, port: &str) -> bool {
        self.names.get(port).is_some_and(|name| matches!(name.kind, Kind::Parameter | Kind::Both))
    }

    pub(super) fn is_output(&self, port: &str) -> bool {
        self.names.get(port).is_some_and(|name| matches!(name.kind, Kind::Result | Kind::Both))
    }
}

/// A node of a tree with its keys.
struct Use<'s, 'a> {
    step: &'s Step<'a>,
    path: Vec<usize>,
    uses: Uses,
    /// The ports of a subtree, with the keys that they get; `None` for a literal.
    call: Option<(usize, BTreeMap<String, Option<String>>)>,
    /// `true` if a subtree gets the keys of its names too.
    shares: bool,
}

impl<'a> Import<'a> {
    /// Chooses the names of the keys of all trees.
    pub(super) fn name_keys(&mut self, plans: &mut [Plan<'a>]) {
        let mut scopes = vec![Scope::default(); plans.len()];
        self.find_directions(plans);
        self.find_texts(plans);
        let order = in_order(plans);
        let lets = {
            let mut trees: Vec<Vec<Use>> = Vec::new();
            for plan in &*plans {
                let mut uses = Vec::new();
                if let Some(root) = &plan.root {
                    self.collect(root, &mut Vec::new(), &mut uses);
                }
                trees.push(uses);
            }
            self.find_ports(plans, &trees, &mut scopes);
            Self::share(&trees, &mut scopes);
            fix(&trees, &mut scopes);
            let mut lets = vec![Vec::new(); plans.len()];
            find_repeated(&order, &trees, &mut scopes);
            for tree in order {
                let root = plans[tree].root.as_ref();
                lets[tree] = name_tree(tree, root, &trees[tree], &mut scopes);
            }
            lets
        };
        for (plan, lets) in plans.iter_mut().zip(lets) {
            for (path, key) in lets {
                if let Some(step) = plan.root.as_mut().and_then(|root| at(root, &path)) {
                    step.lets.push(key);
                }
            }
        }
        let written = scopes.iter().flat_map(|scope| scope.written.iter().chain(&scope.fixed));
        self.written = written.cloned().collect();
        self.scopes = scopes;
        for tree in 0..plans.len() {
            let names: Vec<(String, String)> = self.scopes[tree]
                .names
                .iter()
                .map(|(key, name)| (key.clone(), name.name.clone()))
                .collect();
            for (key, name) in names {
                self.words.local(&qualified(tree, &key), &name);
            }
        }
    }

    /// Finds the output ports of actions that get a literal, or a key of the outermost blackboard.
    fn find_texts(&mut self, plans: &[Plan<'a>]) {
        let mut open: Vec<&Step> = plans.iter().filter_map(|plan| plan.root.as_ref()).collect();
        let mut outputs: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        while let Some(step) = open.pop() {
            open.extend(&step.children);
            for port in step.xml.attributes().filter(attributes::is_port) {
                let (_, is_output) = self.directions(step.id, port.name());
                if !is_output {
                    continue;
                }
                let known = outputs.entry(step.id).or_default();
                known.insert(port.name());
                let key = model::key(port.value(), port.name());
                let is_result = known.len() <= MOST_RESULTS;
                if !is_result || key.is_none_or(|key| key.starts_with('@')) {
                    self.text_ports.insert((step.id.to_owned(), port.name().to_owned()));
                }
            }
        }
    }

    fn collect<'s>(&self, step: &'s Step<'a>, path: &mut Vec<usize>, all: &mut Vec<Use<'s, 'a>>) {
        let mut uses = self.uses(step);
        let callee = self.tree_of(step.xml, step.id).filter(|_| step.kind == Category::Subtree);
        let mut call = None;
        if step.kind == Category::Subtree {
            let ports = nodes::ports(step.xml).into_iter();
            let ports: BTreeMap<String, Option<String>> = ports
                .map(|(name, text)| (name.to_owned(), model::key(&text, name).map(str::to_owned)))
                .collect();
            match callee {
                Some(callee) => call = Some((callee, ports)),
                None => uses.reads.extend(ports.into_values().flatten()),
            }
        }
        let shares = callee.is_some() && nodes::shares(step.xml);
        for (index, child) in step.children.iter().enumerate() {
            path.push(index);
            self.collect(child, path, all);
            path.pop();
        }
        all.push(Use { step, path: path.clone(), uses, call, shares });
    }

    /// The keys that a node uses itself.
    pub(super) fn uses(&self, step: &Step<'a>) -> Uses {
        let mut uses = Uses::default();
        attributes::uses(&self.words, step.xml, &mut uses);
        let ports = step.xml.attributes().filter(attributes::is_port);
        match step.kind {
            Category::Condition | Category::Action | Category::Decorator => {
                for port in ports {
                    let Some(key) = model::key(port.value(), port.name()) else { continue };
                    let key = key.to_owned();
                    let (is_input, is_output) = self.directions(step.id, port.name());
                    if is_output && !self.is_result(step, port.name()) {
                        uses.fixed.insert(key);
                        continue;
                    }
                    if is_output {
                        uses.writes.push((port.name().to_owned(), key.clone()));
                    }
                    if is_input {
                        uses.reads.insert(key);
                    }
                }
            }
            Category::Own(_) => {
                let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
                let texts = ports.flat_map(|port| port.value().split(|letter| !is_part(letter)));
                uses.reads.extend(texts.filter(|text| is_name(text)).map(str::to_owned));
            }
            Category::BuiltIn | Category::Control => nodes::uses(&self.words, step, &mut uses),
            Category::Subtree => {}
        }
        uses
    }

    /// Returns whether a port is an input, and whether it is an output.
    pub(super) fn directions(&self, id: &str, port: &str) -> (bool, bool) {
        match self.models.get(id).and_then(|model| model.port(port)) {
            Some(port) => (port.is_input, port.is_output),
            None => {
                let is_output =
                    self.directions.get(&Port::Node(id, port)) == Some(&Direction::Output);
                (!is_output, is_output)
            }
        }
    }

    /// The field of the blackboard in which a tree stores a key.
    pub(super) fn stored_key(&self, tree: usize, key: &str) -> String {
        let is_inner = self.scopes.get(tree).is_some_and(|scope| scope.is_inner);
        if is_inner { descriptions::key_in(key, self.tree_name(tree)) } else { key.to_owned() }
    }

    /// Returns `true` for a field of the blackboard that some node writes.
    pub(super) fn is_written(&self, key: &str) -> bool {
        self.written.contains(key)
    }

    /// Returns `true` for an output port of an action that is a result: one that counts only if the action succeeds.
    pub(super) fn is_result(&self, step: &Step<'a>, port: &str) -> bool {
        let role = Role::Action { is_stateful: false };
        if let Some(known) = self.words.known_as(step.id, &role) {
            return step.kind == Category::Action
                && original_names::parameter_of(known, port).is_none()
                && original_names::result_of(known, port).is_some();
        }
        step.kind == Category::Action
            && !port.contains("error")
            && !self.text_ports.contains(&(step.id.to_owned(), port.to_owned()))
    }

    /// Finds the ports that callers, models and defaults name.
    fn find_ports(&self, plans: &[Plan<'a>], trees: &[Vec<Use>], scopes: &mut [Scope]) {
        for (scope, uses) in scopes.iter_mut().zip(trees) {
            for one in uses {
                let keys = one.uses.writes.iter().map(|(_, key)| key).chain(&one.uses.sets);
                scope.written.extend(keys.clone().cloned());
                scope.named.extend(keys.chain(&one.uses.reads).chain(&one.uses.fixed).cloned());
                scope.fixed.extend(one.uses.fixed.iter().cloned());
                let given = one.call.iter().flat_map(|(_, ports)| ports.values().flatten());
                scope.named.extend(given.cloned());
            }
            let is_outer = |key: &&String| key.starts_with('@');
            let outer: Vec<String> = scope.named.iter().filter(is_outer).cloned().collect();
            scope.fixed.extend(outer);
        }
        for plan in plans {
            let xml = self.tree_xml(plan.tree);
            for attribute in xml.attributes().filter(attributes::is_port) {
                let (name, value) = (attribute.name().to_owned(), attribute.value().to_owned());
                scopes[plan.tree].defaults.insert(name.clone(), value);
                scopes[plan.tree].add_port(&name);
            }
            let model = xml.attribute("ID").and_then(|id| self.models.get(id));
            let model = model.filter(|model| model.category == "SubTree");
            for port in model.iter().flat_map(|model| &model.ports) {
                let scope = &mut scopes[plan.tree];
                if scope.named.contains(port.name) {
                    scope.add_port(port.name);
                    let default = port.default.map(str::to_owned);
                    let default = default.filter(|text| model::key(text, port.name).is_none());
                    if let Some(default) = default {
                        scope.defaults.entry(port.name.to_owned()).or_insert(default);
                    }
                }
            }
        }
        for (callee, ports) in trees.iter().flatten().filter_map(|one| one.call.as_ref()) {
            for port in ports.keys() {
                scopes[*callee].add_port(port);
            }
        }
        for scope in scopes.iter_mut() {
            scope.literals = scope.ports.iter().cloned().collect();
        }
        for one in trees.iter().flatten() {
            let Some((callee, ports)) = &one.call else { continue };
            scopes[*callee]
                .literals
                .retain(|port| ports.get(port).map_or(!one.shares, Option::is_none));
        }
        // A port that no node of the tree has may be omitted, whatever its default.
        for one in trees.iter().flatten() {
            let Some((callee, ports)) = &one.call else { continue };
            let Scope { literals, defaults, named, .. } = &mut scopes[*callee];
            for port in ports.keys().filter(|port| literals.contains(*port)) {
                let text = one.step.xml.attribute(port.as_str());
                if let (Some(text), false) = (text, named.contains(port)) {
                    defaults.entry(port.clone()).or_insert_with(|| text.to_owned());
                }
            }
        }
    }

    /// Makes ports of the keys that a tree shares with one that it contains (`_autoremap`), if one of them has a name for it.
    fn share(trees: &[Vec<Use>], scopes: &mut [Scope]) {
        loop {
            let mut has_changed = false;
            for (caller, uses) in trees.iter().enumerate() {
                for one in uses {
                    let Some((callee, ports)) = &one.call else { continue };
                    // An output of the subtree is one of the tree.
                    for (port, key) in ports {
                        let Some(key) = key else { continue };
                        if scopes[*callee].written.contains(port) {
                            has_changed |= scopes[caller].written.insert(key.clone());
                        }
                    }
                    if !one.shares {
                        continue;
                    }
                    let keys: Vec<String> = scopes[*callee].named.iter().cloned().collect();
                    for key in keys {
                        if ports.contains_key(&key) || key.starts_with(['_', '@']) {
                            continue;
                        }
                        let is_here = scopes[caller].ports.contains(&key)
                            || scopes[caller].written.contains(&key);
                        let is_below = scopes[*callee].written.contains(&key)
                            && scopes[caller].named.contains(&key);
                        let is_deeper = scopes[*callee].ports.contains(&key);
                        if !(is_here || is_below || is_deeper) {
                            // A tree above may have a name for it.
                            has_changed |= scopes[caller].named.insert(key);
                            continue;
                        }
                        has_changed |= scopes[caller].named.insert(key.clone());
                        if scopes[*callee].written.contains(&key) {
                            has_changed |= scopes[caller].written.insert(key.clone());
                        }
                        has_changed |= scopes[*callee].add_port(&key);
                    }
                }
            }
            if !has_changed {
                return;
            }
        }
    }
}

impl Scope {
    fn add_port(&mut self, port: &str) -> bool {
        let is_new = !self.ports.iter().any(|known| known == port);
        if is_new {
            self.ports.push(port.to_owned());
        }
        is_new
    }
}

/// The maximum number of outermost trees with a part in common that are told apart.
const MOST_OUTERMOST: usize = 64;

/// Finds the trees that others contain, and those that some outermost tree contains several times; `order` has each tree after those that it contains.
fn find_repeated(order: &[usize], trees: &[Vec<Use>], scopes: &mut [Scope]) {
    // The outermost trees that contain each tree.
    let mut outermost: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); trees.len()];
    for tree in order.iter().rev().copied() {
        if outermost[tree].is_empty() {
            outermost[tree].insert(tree);
        }
        let above = outermost[tree].clone();
        for (callee, _) in trees[tree].iter().filter_map(|one| one.call.as_ref()) {
            let known = &mut outermost[*callee];
            scopes[*callee].is_inner = true;
            scopes[*callee].is_repeated |= scopes[tree].is_repeated
                || !known.is_disjoint(&above)
                || known.len() + above.len() > MOST_OUTERMOST;
            if !scopes[*callee].is_repeated {
                known.extend(&above);
            }
        }
    }
}

/// The maximum number of keys of a tree with a `let`, which may be nested.
const MOST_LETS: usize = 64;

/// The keys that stay fields of the blackboard, because a node that writes or reads them cannot do with a name.
fn fix(trees: &[Vec<Use>], scopes: &mut [Scope]) {
    for scope in scopes.iter_mut() {
        let Scope { ports, fixed, written, .. } = scope;
        let ports: BTreeSet<&String> = ports.iter().collect();
        let inner = written.iter().filter(|key| !ports.contains(key));
        fixed.extend(inner.skip(MOST_LETS).cloned());
    }
    loop {
        let mut has_changed = false;
        // The port of an action is a result in all its calls, or in none.
        let mut texts: BTreeSet<(&str, &str)> = BTreeSet::new();
        for (tree, uses) in trees.iter().enumerate() {
            for one in uses {
                let fixed =
                    one.uses.writes.iter().filter(|(_, key)| scopes[tree].fixed.contains(key));
                texts.extend(fixed.map(|(port, _)| (one.step.id, port.as_str())));
            }
        }
        for (caller, uses) in trees.iter().enumerate() {
            for one in uses {
                for (port, key) in &one.uses.writes {
                    if texts.contains(&(one.step.id, port.as_str())) {
                        has_changed |= scopes[caller].fixed.insert(key.clone());
                    }
                }
                // A script works on names, or on fields.
                for (sets, reads) in &one.uses.scripts {
                    let fixed = &mut scopes[caller].fixed;
                    if !sets.is_disjoint(fixed) {
                        for key in sets.union(reads) {
                            has_changed |= fixed.insert(key.clone());
                        }
                    }
                }
                let Some((callee, ports)) = &one.call else { continue };
                for port in scopes[*callee].ports.clone() {
                    let key = match ports.get(&port) {
                        Some(Some(key)) => key.clone(),
                        None if one.shares => port.clone(),
                        _ => continue,
                    };
                    let is_written = scopes[*callee].written.contains(&port);
                    if scopes[caller].fixed.contains(&key) && is_written {
                        has_changed |= scopes[*callee].fixed.insert(port.clone());
                    }
                    if scopes[*callee].fixed.contains(&port) && key == port {
                        has_changed |= scopes[caller].fixed.insert(key);
                    }
                }
            }
        }
        if !has_changed {
            return;
        }
    }
}

/// Names the keys of a tree, whose subtrees have their names; returns the places of its `let`s.
fn name_tree(
    tree: usize,
    root: Option<&Step>,
    uses: &[Use],
    scopes: &mut [Scope],
) -> Vec<(Vec<usize>, String)> {
    // The nodes that read or write each key, in the order of the tree.
    let mut readers: BTreeMap<String, Vec<&[usize]>> = BTreeMap::new();
    let mut writers: BTreeMap<String, Vec<&[usize]>> = BTreeMap::new();
    let mut set: BTreeSet<&String> = BTreeSet::new();
    for one in uses {
        for key in &one.uses.reads {
            readers.entry(key.clone()).or_default().push(&one.path);
        }
        for key in one.uses.writes.iter().map(|(_, key)| key).chain(&one.uses.sets) {
            writers.entry(key.clone()).or_default().push(&one.path);
        }
        set.extend(&one.uses.sets);
        let Some((callee, ports)) = &one.call else { continue };
        let callee = &scopes[*callee];
        for port in &callee.ports {
            let key = match ports.get(port) {
                Some(Some(key)) => key,
                None if one.shares => port,
                _ => continue,
            };
            if callee.is_input(port) {
                readers.entry(key.clone()).or_default().push(&one.path);
            }
            if callee.is_output(port) {
                writers.entry(key.clone()).or_default().push(&one.path);
            }
        }
    }
    let own = own_lets(uses);
    let mut names: Names = ["time_now"].into_iter().chain(own.keys().copied()).collect();
    let mut lets = Vec::new();
    let scope = &scopes[tree];
    let (ports, fixed) = (scope.ports.clone(), scope.fixed.clone());
    let mut all_names = BTreeMap::new();
    let inner: Vec<String> = writers.keys().filter(|key| !ports.contains(key)).cloned().collect();
    for key in ports.iter().chain(&inner).filter(|key| !fixed.contains(*key)) {
        let read = readers.get(key).map_or(&[][..], Vec::as_slice);
        let written = writers.get(key).map_or(&[][..], Vec::as_slice);
        let is_port = ports.contains(key);
        if read.is_empty() && written.is_empty() && !scope.literals.contains(key) {
            continue;
        }
        let mut is_sound = true;
        let start = if is_port { Vec::new() } else { common(read.iter().chain(written).copied()) };
        let is_own = own.get(key.as_str()).is_some_and(|path| start.starts_with(path));
        let flow = Flow { readers: read, writers: written };
        let is_given = root.and_then(|root| step_at(root, &start)).is_some_and(|step| {
            let mut path = start.clone();
            flow.gives(step, &mut path, false, &mut is_sound)
        });
        let kind = match (is_port, written.is_empty()) {
            (true, true) => Kind::Parameter,
            (true, false)
                if is_given
                    && is_sound
                    && !set.contains(key)
                    && !scope.defaults.contains_key(key)
                    && !scope.literals.contains(key) =>
            {
                Kind::Result
            }
            (true, false) => Kind::Both,
            (false, _) if is_own => Kind::Own,
            (false, _) if is_sound && set.contains(key) => Kind::Zero,
            (false, _) if is_sound => Kind::Let,
            (false, _) => Kind::Begun,
        };
        let name = if is_own && !is_port { key.clone() } else { names.unique(&plain(key)) };
        let result = (kind == Kind::Both).then(|| names.unique(&format!("{name}_after")));
        let is_live = read.iter().any(|reader| {
            let changes = |writer: &&[usize]| {
                reader != writer
                    && root
                        .and_then(|root| step_at(root, &common([*reader, *writer].into_iter())))
                        .is_some_and(|step| nodes::is_concurrent(step.id))
            };
            written.iter().any(changes)
        });
        if !is_port && !is_own {
            let place = if kind == Kind::Begun { Vec::new() } else { start };
            lets.push((place, key.clone()));
        }
        all_names.insert(key.clone(), Binding { name, kind, result, is_live });
    }
    scopes[tree].names = all_names;
    lets
}

/// The names of the nodes `let` of a tree, with their paths; not those that several have.
fn own_lets<'a>(uses: &[Use<'_, 'a>]) -> BTreeMap<&'a str, Vec<usize>> {
    let (mut own, mut several) = (BTreeMap::new(), BTreeSet::new());
    for one in uses.iter().filter(|one| matches!(one.step.kind, Category::Own(Word::Let))) {
        let arguments = one.step.xml.attribute(ARGUMENTS).unwrap_or_default();
        let name = arguments.split(':').next().unwrap_or_default().trim();
        if own.insert(name, one.path.clone()).is_some() {
            several.insert(name);
        }
    }
    own.retain(|name, _| is_name(name) && !several.contains(name));
    own
}

/// The way of a key through a tree.
struct Flow<'p> {
    readers: &'p [&'p [usize]],
    writers: &'p [&'p [usize]],
}

impl Flow<'_> {
    /// Returns `true` if a key surely has a value when the node has succeeded; notes a node that may read it before.
    fn gives(&self, step: &Step, path: &mut Vec<usize>, has: bool, is_sound: &mut bool) -> bool {
        let is_here = |all: &[&[usize]]| all.contains(&path.as_slice());
        if !has && is_here(self.readers) {
            *is_sound = false;
        }
        let writes = is_here(self.writers);
        let mut now = has;
        let mut each = Vec::new();
        let is_sequence = nodes::is_in_order(step.id, step.kind);
        for (index, child) in step.children.iter().enumerate() {
            path.push(index);
            let begins = if is_sequence { now } else { has };
            let begins =
                begins || (is_branch(step.id) && index == 1 && each.first() == Some(&true));
            let gives = self.gives(child, path, begins, is_sound);
            path.pop();
            now |= gives;
            each.push(gives);
        }
        let is_changed = attributes::is_changed(step.xml);
        let gives = match step.kind {
            _ if is_changed => false,
            Category::BuiltIn | Category::Control if is_sequence => now,
            _ if each.is_empty() => false,
            Category::BuiltIn | Category::Control | Category::Own(_) => match step.id {
                "Fallback" | "ReactiveFallback" | "FallbackStar" | "Selector" | "RoundRobin"
                | "AsyncFallback" => each.iter().all(|gives| *gives),
                // A number that is a key may be 0.
                "Repeat" => {
                    each[0]
                        && model::key(step.xml.attribute("num_cycles").unwrap_or("1"), "").is_none()
                }
                "Parallel" if nodes::needs_all(step.xml) => now,
                "IfThenElse" | "WhileDoElse" if each.len() == 3 => (each[0] || each[1]) && each[2],
                "IfThenElse" | "WhileDoElse" => each[0] || each.get(1) == Some(&true),
                "RecoveryNode"
                | "Timeout"
                | "Delay"
                | "RetryUntilSuccessful"
                | "RetryUntilSuccesful"
                | "RateController"
                | "KeepRunningUntilFailure" => each[0],
                _ => false,
            },
            _ => false,
        };
        has || writes || gives
    }
}

fn is_branch(id: &str) -> bool {
    ["IfThenElse", "WhileDoElse"].contains(&id)
}

/// The name of a key.
fn plain(key: &str) -> String {
    let name = snake(key);
    if Word::find(&name).is_some() || name == "root" { format!("{name}_") } else { name }
}

/// The longest common beginning of paths.
pub(super) fn common<'p>(paths: impl Iterator<Item = &'p [usize]>) -> Vec<usize> {
    let mut paths = paths;
    let mut start = paths.next().unwrap_or_default().to_vec();
    for path in paths {
        let same = start.iter().zip(path).take_while(|(one, other)| one == other).count();
        start.truncate(same);
    }
    start
}

pub(super) fn step_at<'s, 'a>(step: &'s Step<'a>, path: &[usize]) -> Option<&'s Step<'a>> {
    match path.split_first() {
        None => Some(step),
        Some((index, rest)) => step_at(step.children.get(*index)?, rest),
    }
}

fn at<'s, 'a>(step: &'s mut Step<'a>, path: &[usize]) -> Option<&'s mut Step<'a>> {
    match path.split_first() {
        None => Some(step),
        Some((index, rest)) => at(step.children.get_mut(*index)?, rest),
    }
}

/// The trees, each one after those that it contains.
fn in_order(plans: &[Plan]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut done = BTreeSet::new();
    for start in 0..plans.len() {
        let mut open = vec![(start, false)];
        while let Some((tree, is_ready)) = open.pop() {
            if is_ready {
                order.push(tree);
            } else if done.insert(tree) {
                open.push((tree, true));
                let used = plans.get(tree).into_iter().flat_map(Plan::used);
                open.extend(used.map(|used| (used, false)));
            }
        }
    }
    order
}
