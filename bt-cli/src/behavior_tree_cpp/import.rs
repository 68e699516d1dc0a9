//! XML of BehaviorTree.CPP → trees.

use super::attributes::{self, Place};
use super::directions::{Direction, Port};
use super::files;
use super::keys::{Kind, Scope};
use super::model::{self, Models};
use super::nodes::{self, Category};
use super::project::File;
use super::sources::{self, Input, Source};
use crate::cycles;
use crate::descriptions;
use crate::imported::{
    self, Below, Difference, Draft, ImportError, Imported, MOST_NESTED, Node, Tree,
};
use crate::names::{Names, camel, has_name, label};
use crate::outline;
use crate::words::{Id, Value, Words, qualified};
use bt_language::vocabulary::{Role, Type, Vocabulary};
use roxmltree::{Document, Node as Xml};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Imports the trees of a file of version 3 or 4. Words of the vocabulary are used as they are; other nodes become new words,
/// with the types of the `TreeNodesModel`, or with types guessed from their values. A file without trees gives the words of its
/// `TreeNodesModel`.
///
/// # Errors
///
/// The first part of the file that is no tree of BehaviorTree.CPP, with its line.
pub fn import(text: &str, vocabulary: &Vocabulary) -> Result<Imported, ImportError> {
    import_one(text, None, &[], vocabulary)
}

/// Imports the text of the file at this path as [`import`] does, with the trees of the files that it includes:
/// `<include path="…"/>` is relative to the folder of the file that it is in.
///
/// # Errors
///
/// The first part of the text that is no tree of BehaviorTree.CPP, with its line. An included file that cannot be read is a
/// difference.
pub fn import_at(
    path: &Path,
    text: &str,
    vocabulary: &Vocabulary,
) -> Result<Imported, ImportError> {
    import_one(text, Some(path), &[], vocabulary)
}

/// Imports the text of a file as [`import_at`] does. The files of `models` give the kinds of nodes, and the directions and
/// types of their ports, with their `TreeNodesModel`; their trees do not count.
///
/// # Errors
///
/// As [`import_at`].
pub fn import_with(
    file: File,
    models: &[File],
    vocabulary: &Vocabulary,
) -> Result<Imported, ImportError> {
    import_one(file.text, Some(file.path), models, vocabulary)
}

fn import_one(
    text: &str,
    path: Option<&Path>,
    models: &[File],
    vocabulary: &Vocabulary,
) -> Result<Imported, ImportError> {
    let mut inputs = vec![Input { text, path, name: None, is_model: false }];
    inputs.extend(models.iter().map(|file| file.input(true)));
    let mut differences = Vec::new();
    let sources = sources::read(&inputs, false, &mut differences)?;
    import_sources(&sources, false, differences, vocabulary, |mut drafts, words, differences| {
        let draft = drafts.pop().unwrap_or_default();
        imported::finished(&draft.header, draft.trees, words, differences)
    })
}

/// Imports files that were read; `finish` writes and checks their trees.
pub(super) fn import_sources<T>(
    sources: &[Source],
    is_split: bool,
    differences: Vec<Difference>,
    vocabulary: &Vocabulary,
    finish: impl FnOnce(Vec<Draft>, &mut Words, Vec<Difference>) -> Result<T, ImportError>,
) -> Result<T, ImportError> {
    let documents: Result<Vec<_>, _> = sources.iter().map(Source::document).collect();
    let documents = documents?;
    let roots: Vec<Xml> = documents.iter().map(Document::root_element).collect();
    let mut import = Import {
        documents: &documents,
        sources,
        models: model::models(&roots),
        is_split,
        trees: Vec::new(),
        by_id: BTreeMap::new(),
        words: Words::new(vocabulary),
        differences,
        labels: Names::default(),
        scopes: Vec::new(),
        scope: 0,
        text_ports: BTreeSet::new(),
        directions: BTreeMap::new(),
        written: BTreeSet::new(),
        same: BTreeMap::new(),
        missing: BTreeSet::new(),
        frozen: Vec::new(),
    };
    import.words.has_types = true;
    import.find_trees(&roots)?;
    import.name_trees();
    let plans: Result<Vec<_>, _> =
        (0..import.trees.len()).map(|index| import.plan_or_note(index)).collect();
    let mut plans = plans?;
    import.refuse_cycles(&mut plans)?;
    import.name_keys(&mut plans);
    for plan in &mut plans {
        import.scope = plan.tree;
        import.declare_tree(plan);
    }
    import.note_shared_keys(&plans);
    if plans.is_empty() {
        import.declare_models();
    }
    import.words.resolve();
    import.note_frozen();
    import.note_missing();
    let mut drafts = import.drafts(plans, &roots);
    import.describe(&mut drafts);
    finish(drafts, &mut import.words, import.differences)
}

/// The import of one file, or of several.
pub(super) struct Import<'a> {
    /// The document of each source.
    documents: &'a [Document<'a>],
    sources: &'a [Source],
    pub(super) models: Models<'a>,
    /// `true` if each source becomes a file of its own.
    is_split: bool,
    trees: Vec<Named<'a>>,
    /// The first tree with each meaning.
    same: BTreeMap<String, usize>,
    /// The trees with an ID.
    by_id: BTreeMap<&'a str, Vec<usize>>,
    pub(super) words: Words,
    pub(super) differences: Vec<Difference>,
    labels: Names,
    /// The names of each tree.
    pub(super) scopes: Vec<Scope>,
    /// The tree that is declared or written.
    scope: usize,
    /// The output ports of actions that have the name of a field, by the ID of the node.
    pub(super) text_ports: BTreeSet<(String, String)>,
    /// The directions of ports, as far as they are known.
    pub(super) directions: BTreeMap<Port<'a>, Direction>,
    /// The keys that some node writes.
    pub(super) written: BTreeSet<String>,
    /// The IDs of the trees that no file has.
    pub(super) missing: BTreeSet<&'a str>,
    /// The ports that may read a value that changes while their nodes run.
    frozen: Vec<(Xml<'a, 'a>, &'a str, Id, &'a str)>,
}

/// A tree with its name.
struct Named<'a> {
    xml: Xml<'a, 'a>,
    id: &'a str,
    name: String,
    source: usize,
    /// The file of trees to which it belongs.
    group: usize,
    /// The first tree with the same nodes and ports.
    first: usize,
}

/// How near a tree is to a file that names it, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    /// In another file, with this number of common folders.
    Folders(usize),
    Included,
    Own,
}

/// A tree whose words are declared.
pub(super) struct Plan<'a> {
    /// The index of the tree.
    pub(super) tree: usize,
    pub(super) root: Option<Step<'a>>,
    /// The indexes of the trees that it contains.
    uses: BTreeSet<usize>,
}

impl Plan<'_> {
    /// The trees that it contains.
    pub(super) fn used(&self) -> impl Iterator<Item = usize> + '_ {
        self.uses.iter().copied()
    }
}

/// A node whose words are declared.
pub(super) struct Step<'a> {
    pub(super) xml: Xml<'a, 'a>,
    pub(super) id: &'a str,
    pub(super) kind: Category,
    pub(super) word: Option<Id>,
    pub(super) arguments: Vec<(String, Value)>,
    /// The output ports that are results, with their keys.
    pub(super) outputs: Vec<(String, String)>,
    /// The keys that have a `let` around this node.
    pub(super) lets: Vec<String>,
    pub(super) children: Vec<Step<'a>>,
}

impl<'a> Import<'a> {
    fn source_index(&self, xml: Xml) -> usize {
        let of = xml.document();
        self.documents.iter().position(|document| std::ptr::eq(document, of)).unwrap_or_default()
    }

    fn source(&self, xml: Xml) -> &'a Source {
        &self.sources[self.source_index(xml)]
    }

    pub(super) fn error(&self, xml: Xml, what: impl Into<String>) -> ImportError {
        let at = xml.document().text_pos_at(xml.range().start);
        let what = what.into();
        match &self.source(xml).name {
            None => ImportError::new(at.row as usize, at.col as usize, what),
            Some(name) => ImportError::new(1, 1, format!("{name}:{}:{}: {what}", at.row, at.col)),
        }
    }

    /// Notes a difference; returns the text of a comment.
    pub(super) fn differs(&mut self, xml: Xml, what: &str, reason: &str, advice: &str) -> String {
        let source = self.source(xml);
        self.differences.push(Difference {
            file: source.name.clone(),
            line: source.line(xml),
            what: what.to_owned(),
            reason: reason.to_owned(),
            advice: advice.to_owned(),
            ..Difference::default()
        });
        format!("{what}: {reason}")
    }

    /// Finds the `<BehaviorTree>` elements of all files.
    fn find_trees(&mut self, roots: &[Xml<'a, 'a>]) -> Result<(), ImportError> {
        for (source, root) in roots.iter().enumerate() {
            if !root.has_tag_name("root") {
                let what = format!(
                    "expected `<root>` with `<BehaviorTree>`, found `<{}>`",
                    root.tag_name().name()
                );
                if self.is_split {
                    self.differs(*root, "this file", &format!("it is left out: {what}"), "");
                    continue;
                }
                return Err(self.error(*root, what));
            }
            let Some(group) = self.sources[source].group else { continue };
            for child in root.children().filter(Xml::is_element) {
                match child.tag_name().name() {
                    "BehaviorTree" => self.add_tree(child, source, group)?,
                    "TreeNodesModel" | "include" => {}
                    other => {
                        let reason = "it is no part of a file of trees, and is left out";
                        self.differs(child, &format!("`<{other}>`"), reason, "");
                    }
                }
            }
        }
        match roots.first() {
            None => Err(ImportError::new(1, 1, "there is no file that can be read")),
            Some(root) if self.trees.is_empty() && !roots.iter().any(has_model) => {
                Err(self.error(*root, "there is no `<BehaviorTree>` in this file"))
            }
            Some(_) => Ok(()),
        }
    }

    /// Adds a tree, unless another one of its file of trees has its ID.
    fn add_tree(
        &mut self,
        xml: Xml<'a, 'a>,
        source: usize,
        group: usize,
    ) -> Result<(), ImportError> {
        let id = xml.attribute("ID").unwrap_or("MainTree");
        let same = self.by_id.get(id).into_iter().flatten();
        if same.clone().any(|tree| self.trees[*tree].group == group) {
            let what = format!("two trees have the ID `{id}`");
            if self.source(xml).name.is_none() {
                return Err(self.error(xml, what));
            }
            let reason = "another tree of these files has this ID, so this one is left out";
            self.differs(xml, &format!("`{id}`"), reason, "give one of them another ID");
            return Ok(());
        }
        self.by_id.entry(id).or_default().push(self.trees.len());
        let first = *self.same.entry(attributes::meaning(xml)).or_insert(self.trees.len());
        self.trees.push(Named { xml, id, name: String::new(), source, group, first });
        Ok(())
    }

    /// Names the trees. Two trees that no file brings together may have one name.
    fn name_trees(&mut self) {
        for id in self.by_id.keys() {
            self.words.reserve(&camel(id));
        }
        let mut links: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); self.sources.len()];
        for tree in &self.trees {
            let nodes = tree.xml.descendants().skip(1).filter(Xml::is_element);
            let ids = nodes.flat_map(|node| [node.attribute("ID"), Some(node.tag_name().name())]);
            let used = ids.flatten().filter_map(|id| self.tree_from(tree.source, id));
            links[tree.group].extend(used.map(|used| self.trees[used].group));
        }
        let together = files::together(&links);
        let mut taken: Vec<Names> = links.iter().map(|_| self.words.names_of_words()).collect();
        for index in 0..self.trees.len() {
            let Named { id, group, .. } = self.trees[index];
            let name = taken[group].unique(&camel(id));
            for other in &together[group] {
                taken[*other].take(&name);
            }
            self.words.reserve(&name);
            self.trees[index].name = name;
        }
    }

    /// The tree that a node names.
    pub(super) fn tree_of(&self, xml: Xml, id: &str) -> Option<usize> {
        self.tree_from(self.source_index(xml), id)
    }

    /// The elements of the trees.
    pub(super) fn elements(&self) -> impl Iterator<Item = Xml<'a, 'a>> {
        self.trees.iter().map(|tree| tree.xml)
    }

    pub(super) fn tree_name(&self, tree: usize) -> &str {
        &self.trees[tree].name
    }

    /// The tree with an ID as a file sees it: its own, one of a file that it includes, or the nearest one.
    fn tree_from(&self, source: usize, id: &str) -> Option<usize> {
        let all = self.by_id.get(id)?;
        let nearest = all.iter().map(|tree| self.nearness(source, *tree)).max()?;
        all.iter().copied().find(|tree| self.nearness(source, *tree) == nearest)
    }

    /// How near a tree is to a file.
    fn nearness(&self, source: usize, tree: usize) -> Nearness {
        let Named { source: other, group, .. } = self.trees[tree];
        let (from, to) = (&self.sources[source], &self.sources[other]);
        if other == source || Some(group) == from.group {
            return Nearness::Own;
        }
        if from.includes.contains(&other) {
            return Nearness::Included;
        }
        Nearness::Folders(from.common_folders(to))
    }

    /// Returns `true` if only the order of the files decides which tree a node names.
    pub(super) fn is_ambiguous(&self, xml: Xml, id: &str) -> bool {
        let source = self.source_index(xml);
        let all = self.by_id.get(id).map_or(&[][..], Vec::as_slice);
        let near = all.iter().map(|tree| self.nearness(source, *tree));
        let Some(nearest @ Nearness::Folders(_)) = near.clone().max() else { return false };
        let nearest = all.iter().zip(near).filter(|(_, near)| *near == nearest);
        nearest.map(|(tree, _)| self.trees[*tree].first).collect::<BTreeSet<_>>().len() > 1
    }

    /// Declares the words of all models.
    fn declare_models(&mut self) {
        let ids: Vec<&str> = self.models.keys().copied().collect();
        let Some(xml) = self.documents.first().map(Document::root_element) else { return };
        let reason = "there is no tree in this file, so only its words are imported";
        self.differs(xml, "`<root>`", reason, "");
        for id in ids {
            let role = match self.models.get(id).map_or("", |model| model.category) {
                "Condition" => Role::Condition,
                "Action" => Role::Action { is_stateful: false },
                "Decorator" => Role::Decorator,
                // A tree is in a file of trees, and a control node is one of the language.
                _ => continue,
            };
            let is_action = matches!(role, Role::Action { .. });
            let word = self.words.declare(id, role);
            self.declare_ports(id, word, is_action);
        }
    }

    /// Declares the words of a tree. Of several files, the tree with a mistake is a difference.
    fn plan_or_note(&mut self, tree: usize) -> Result<Plan<'a>, ImportError> {
        match self.plan(tree) {
            Err(error) if self.is_split => {
                let (xml, what) = (self.trees[tree].xml, format!("`{}`", self.trees[tree].id));
                let reason = format!("it cannot be imported, and is `fail`: {}", error.text);
                self.differs(xml, &what, &reason, "");
                Ok(Plan { tree, root: None, uses: BTreeSet::new() })
            }
            plan => plan,
        }
    }

    fn plan(&mut self, tree: usize) -> Result<Plan<'a>, ImportError> {
        let xml = self.trees[tree].xml;
        let mut children = xml.children().filter(Xml::is_element);
        let root = children.next().map(|root| self.step(root, 0)).transpose()?;
        if let Some(second) = children.next() {
            let reason = "a tree has one root; the nodes after it are left out";
            self.differs(second, "`<BehaviorTree>`", reason, "put them into a `Sequence`");
        }
        let mut uses = BTreeSet::new();
        if let Some(root) = &root {
            self.subtrees(root, &mut uses);
        }
        Ok(Plan { tree, root, uses })
    }

    fn subtrees(&self, step: &Step<'a>, uses: &mut BTreeSet<usize>) {
        if step.kind == Category::Subtree {
            uses.extend(self.tree_of(step.xml, step.id));
        }
        step.children.iter().for_each(|child| self.subtrees(child, uses));
    }

    fn step(&mut self, xml: Xml<'a, 'a>, depth: usize) -> Result<Step<'a>, ImportError> {
        if depth >= MOST_NESTED {
            return Err(self.error(xml, format!("more than {MOST_NESTED} nodes are nested here")));
        }
        let mut children = Vec::new();
        for child in xml.children().filter(|child| nodes::is_node(*child)) {
            children.push(self.step(child, depth + 1)?);
        }
        self.note_left_out(xml);
        let (id, kind) = nodes::kind(self, xml, children.len())?;
        let (arguments, outputs, lets) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Step { xml, id, kind, word: None, arguments, outputs, lets, children })
    }

    /// Declares the words of a tree.
    fn declare_tree(&mut self, plan: &mut Plan<'a>) {
        let begun: Vec<String> = self.scopes[plan.tree]
            .names
            .iter()
            .filter(|(_, name)| matches!(name.kind, Kind::Begun))
            .map(|(key, _)| key.clone())
            .collect();
        for key in begun {
            let stored = self.stored_key(plan.tree, &key);
            self.words.field(&stored, None, "");
            self.words.same(&qualified(plan.tree, &key), &stored);
        }
        for (port, text) in self.scopes[plan.tree].defaults.clone() {
            if !self.scopes[plan.tree].names.contains_key(&port) {
                let what = format!("`{port}` of `<BehaviorTree>`");
                let reason = if self.scopes[plan.tree].uses(&port) {
                    "this port is a field of the blackboard here, so its default is left out"
                } else {
                    "the tree does not use this port, so its default is left out"
                };
                self.differs(self.trees[plan.tree].xml, &what, reason, "");
                continue;
            }
            let value = model::value(&text, &port, None);
            self.words.sample_field(&qualified(plan.tree, &port), &value);
        }
        if let Some(root) = &mut plan.root {
            self.declare_step(root);
        }
    }

    fn declare_step(&mut self, step: &mut Step<'a>) {
        for child in &mut step.children {
            self.declare_step(child);
        }
        attributes::declare(self, step.xml);
        nodes::declare(self, step);
        self.declare_word(step);
    }

    /// The key of the blackboard or of the current tree, as the words know it.
    pub(super) fn scoped(&self, key: &str) -> String {
        if self.is_named(key) { qualified(self.scope, key) } else { key.to_owned() }
    }

    /// Returns `true` if a key has a name in the current tree.
    pub(super) fn is_named(&self, key: &str) -> bool {
        self.scopes.get(self.scope).is_some_and(|scope| scope.names.contains_key(key))
    }

    /// Returns `true` if a key of the current tree, as the words know it, may change while a node that reads it runs.
    pub(super) fn is_live(&self, key: &str) -> bool {
        let scope = self.scopes.get(self.scope);
        let local = key.strip_prefix(&qualified(self.scope, ""));
        let known = local.zip(scope).and_then(|(key, scope)| scope.names.get(key));
        known.map_or_else(|| self.is_written(key), |known| known.is_live)
    }

    pub(super) fn tree_xml(&self, tree: usize) -> Xml<'a, 'a> {
        self.trees[tree].xml
    }

    /// Notes the ports that do not see a value that changes while their nodes run.
    fn note_frozen(&mut self) {
        for (xml, id, word, port) in std::mem::take(&mut self.frozen) {
            if !self.words.is_lent(word, port) {
                self.note_frozen_port(xml, id, port);
            }
        }
    }

    /// Declares the word of a node of the program.
    fn declare_word(&mut self, step: &mut Step<'a>) {
        let role = match step.kind {
            Category::Condition => Role::Condition,
            Category::Action => Role::Action { is_stateful: false },
            Category::Decorator => Role::Decorator,
            _ => return,
        };
        let word = self.words.declare(step.id, role);
        step.word = Some(word);
        self.words.called(word);
        if nodes::is_missing(self, step.xml, step.id) {
            self.words.describe(word, &descriptions::of_missing(step.id));
            self.missing.insert(step.id);
        }
        self.declare_ports(step.id, word, step.kind == Category::Action);
        let model = self.models.get(step.id).cloned();
        if step.kind == Category::Decorator {
            let reason =
                "a decorator of a program is a skeleton here, and what it remembers ends with it";
            let advice = "write its `tick`, with a field of the blackboard for what it remembers longer, or choose a decorator of the language";
            self.differs(step.xml, &format!("`{}`", step.id), reason, advice);
        }
        for attribute in step.xml.attributes().filter(|attribute| attributes::is_port(attribute)) {
            let (name, text) = (attribute.name(), attribute.value());
            let port = model.as_ref().and_then(|model| model.port(name));
            let (is_input, is_output) = self.directions(step.id, name);
            let key = model::key(text, name);
            // A key without a name in its tree is none that a result can give.
            let is_result =
                is_output && self.is_result(step, name) && key.is_none_or(|key| self.is_named(key));
            let value = match key {
                Some(key) => {
                    let scope = &self.scopes[self.scope];
                    let known = scope.names.get(key);
                    let is_live = known.map_or_else(|| self.is_written(key), |known| known.is_live);
                    if !self.directions.contains_key(&Port::Node(step.id, name)) {
                        self.note_direction(step, name);
                    }
                    let key = self.scoped(key);
                    self.words.field(&key, None, "");
                    if is_result {
                        let of = port.and_then(|port| declared_type(port.of));
                        let about = port.map(|port| port.description.to_owned());
                        let about = about.filter(|text| !text.is_empty());
                        self.words.result(word, name, of, about, Some(&key));
                        step.outputs.push((name.to_owned(), key.clone()));
                        if !is_input {
                            continue;
                        }
                    } else if !is_output && is_live && step.kind == Category::Action {
                        self.words.live(word, name);
                        self.frozen.push((step.xml, step.id, word, name));
                    }
                    let name = || model::key(text, name).unwrap_or_default().to_owned();
                    if is_output && !is_result { Value::Text(name()) } else { Value::Key(key) }
                }
                None => {
                    port.map_or_else(|| model::value(text, name, None), |port| port.value(text))
                }
            };
            if is_output && !is_result && port.is_none() {
                let about = Some(descriptions::of_output(""));
                self.words.parameter(word, name, Some(Type::Text), None, about);
            }
            self.words.sample(word, name, &value);
            step.arguments.push((name.to_owned(), value));
        }
    }

    /// Declares the parameters of a word from the model of its node.
    fn declare_ports(&mut self, id: &str, word: Id, is_action: bool) {
        let Some(model) = self.models.get(id).cloned() else { return };
        if self.words.is_described(word) {
            return;
        }
        self.words.describe(word, model.description);
        for port in &model.ports {
            let is_text = self.text_ports.contains(&(id.to_owned(), port.name.to_owned()));
            if port.is_output && is_action && !is_text && !port.name.contains("error") {
                // With trees, the calls say whether it is a result.
                if self.trees.is_empty() {
                    let about = Some(port.description.to_owned()).filter(|text| !text.is_empty());
                    self.words.result(word, port.name, declared_type(port.of), about, None);
                }
                if !port.is_input {
                    continue;
                }
            }
            let default = port.default.filter(|text| model::key(text, port.name).is_none());
            let default = default.map(|text| port.value(text));
            let is_written = port.is_output && !port.is_input;
            let about = match (is_written, port.description) {
                (true, text) => Some(descriptions::of_output(text)),
                (false, "") => None,
                (false, text) => Some(text.to_owned()),
            };
            let of = if is_written { Some(Type::Text) } else { declared_type(port.of) };
            self.words.parameter(word, port.name, of, default, about);
        }
    }

    /// Refuses trees that contain themselves; of several files, such a tree is a difference.
    fn refuse_cycles(&mut self, plans: &mut [Plan<'a>]) -> Result<(), ImportError> {
        let uses: BTreeMap<usize, Vec<usize>> =
            plans.iter().map(|plan| (plan.tree, plan.uses.iter().copied().collect())).collect();
        let found: BTreeSet<usize> = crate::cycles::find(&uses).into_iter().collect();
        for plan in plans.iter_mut().filter(|plan| found.contains(&plan.tree)) {
            let Named { xml, id, .. } = self.trees[plan.tree];
            if !self.is_split {
                return Err(self.error(xml, format!("the tree `{id}` contains itself")));
            }
            self.differs(xml, &format!("`{id}`"), "it contains itself, so it is `fail`", "");
            plan.root = None;
            plan.uses.clear();
        }
        Ok(())
    }

    /// Writes the files of the trees, each one after those that it uses.
    fn drafts(&mut self, plans: Vec<Plan<'a>>, roots: &[Xml<'a, 'a>]) -> Vec<Draft> {
        let mut links: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); self.sources.len()];
        for plan in &plans {
            let used = plan.uses.iter().map(|used| self.trees[*used].group);
            links[self.trees[plan.tree].group].extend(used);
        }
        let order = files::in_order(&links);
        let paths = self.sources.iter().map(|source| source.name.as_deref().unwrap_or_default());
        let names = files::names(paths);
        let part_of = |group: usize| {
            order.iter().position(|parts| parts.contains(&group)).unwrap_or_default()
        };
        let mains = self.mains(&plans, roots, &part_of);
        let mut drafts: Vec<Draft> = Vec::new();
        for parts in &order {
            let first = parts.first().copied().unwrap_or_default();
            let used = parts.iter().flat_map(|part| &links[*part]);
            let used: BTreeSet<usize> =
                used.filter(|used| !parts.contains(used)).map(|used| part_of(*used)).collect();
            let name_of = |parts: &BTreeSet<usize>| {
                parts.first().and_then(|part| names.get(*part)).cloned().unwrap_or_default()
            };
            if let (true, Some(root)) = (parts.len() > 1, roots.get(first)) {
                let others: Vec<_> =
                    parts.iter().skip(1).map(|part| &self.sources[*part]).collect();
                let others = others.iter().filter_map(|source| source.name.as_deref());
                let what = others.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                let reason = "these files need trees of this file, and this one needs theirs, so they are one file here";
                self.differs(*root, &what, reason, "");
            }
            drafts.push(Draft {
                name: if self.is_split { name_of(parts) } else { String::new() },
                source: self.sources[first].name.clone(),
                header: roots.get(first).map(|root| comments_before(*root)).unwrap_or_default(),
                uses: used.iter().filter_map(|used| order.get(*used)).map(name_of).collect(),
                trees: Vec::new(),
            });
        }
        for plan in plans {
            let (index, is_main) =
                (part_of(self.trees[plan.tree].group), mains.contains(&plan.tree));
            let tree = self.tree(plan, is_main);
            if let Some(draft) = drafts.get_mut(index) {
                draft.trees.push(tree);
            }
        }
        drafts.retain(|draft| !draft.trees.is_empty());
        drafts
    }

    /// Describes the attributes of nodes that an export would not write by itself.
    fn describe(&self, drafts: &mut [Draft]) {
        let trees: Vec<&Tree> = drafts.iter().flat_map(|draft| &draft.trees).collect();
        let name_of = |tree: &Tree| tree.head.split(['(', ' ']).next().map(str::to_owned);
        let names: BTreeMap<String, usize> = trees
            .iter()
            .enumerate()
            .filter_map(|(index, tree)| Some((name_of(tree)?, index)))
            .collect();
        let values = self.words.value_words();
        let (mut shared, mut own, mut uses) = (BTreeSet::new(), BTreeSet::new(), BTreeMap::new());
        for (index, tree) in trees.iter().enumerate() {
            let below: &mut Vec<usize> = uses.entry(index).or_default();
            let mut open = vec![&tree.root];
            while let Some(node) = open.pop() {
                open.extend(node.children());
                below.extend(node.call.iter().filter_map(|(name, _)| names.get(name)));
                let texts = [&node.head].into_iter().chain(&node.key);
                let words = texts.flat_map(|text| outline::words(text));
                for is_own in words.filter_map(|word| values.get(word)) {
                    if *is_own { &mut own } else { &mut shared }.insert(index);
                }
            }
        }
        let with_fields = &cycles::reaching(&uses, shared) - &own;
        let mut open: Vec<&mut Node> = drafts
            .iter_mut()
            .flat_map(|draft| &mut draft.trees)
            .map(|tree| &mut tree.root)
            .collect();
        while let Some(node) = open.pop() {
            if let Some((name, shares)) = node.call.take() {
                let is_shared = match names.get(&name) {
                    Some(index) => with_fields.contains(index),
                    None => true,
                };
                let differs = (shares != is_shared).then(|| shares.to_string());
                node.attributes.extend(differs.map(|text| ("_autoremap".to_owned(), text)));
            }
            let line = attributes::line(&std::mem::take(&mut node.attributes));
            node.description = descriptions::with_attributes(node.description.take(), &line);
            open.extend(node.children_mut());
        }
    }

    /// The main trees that do not already stand out: the first tree that no other one uses is the main one of a file.
    fn mains(
        &self,
        plans: &[Plan<'a>],
        roots: &[Xml<'a, 'a>],
        part_of: &dyn Fn(usize) -> usize,
    ) -> BTreeSet<usize> {
        let mut mains = BTreeSet::new();
        for (source, root) in roots.iter().enumerate().filter(|(_, root)| root.has_tag_name("root"))
        {
            let Some(group) = self.sources[source].group else { continue };
            let Some(id) = root.attribute("main_tree_to_execute") else { continue };
            // The main tree of an included file is not that of the file.
            if !self.is_split && source > 0 {
                continue;
            }
            let all: Vec<usize> = plans
                .iter()
                .map(|plan| plan.tree)
                .filter(|tree| part_of(self.trees[*tree].group) == part_of(group))
                .collect();
            let used: BTreeSet<usize> = plans
                .iter()
                .filter(|plan| part_of(self.trees[plan.tree].group) == part_of(group))
                .flat_map(|plan| plan.uses.iter().copied())
                .collect();
            let default = all.iter().find(|tree| !used.contains(tree)).or(all.first());
            let main = all.iter().find(|tree| {
                let Named { id: known, source: of, .. } = self.trees[**tree];
                known == id && of == source
            });
            mains.extend(main.filter(|main| Some(*main) != default));
        }
        mains
    }

    fn tree(&mut self, plan: Plan<'a>, is_main: bool) -> Tree {
        self.scope = plan.tree;
        self.labels = Names::default();
        let Named { xml, id, .. } = self.trees[plan.tree];
        let name = self.trees[plan.tree].name.clone();
        let mut comments = comments_before(xml);
        let mut description = xml.attribute("_description").map(str::to_owned);
        if is_main {
            description = Some(descriptions::as_main(description));
        }
        let names = self.scopes[plan.tree].names.iter();
        let names = names.map(|(key, known)| (known.name.as_str(), key.as_str()));
        description = descriptions::with_keys(description, names);
        if xml.has_attribute("ID") {
            description = descriptions::described(description, &name, id);
        }
        let (parameters, results, givers, defaults) = self.head(plan.tree);
        let own = xml.attribute("name").map(|text| ("name".to_owned(), text.to_owned()));
        let ports = attributes::ports(xml).into_iter().filter(|(port, _)| !defaults.contains(port));
        let attributes: Vec<_> = ports.chain(own).chain(attributes::kept(xml)).collect();
        let description =
            descriptions::with_attributes(description, &attributes::line(&attributes));
        let root = match plan.root {
            Some(root) => {
                let root = self.node(root, Place::Other);
                let mut nodes = vec![root];
                nodes.extend(givers);
                if nodes.len() > 1 { Node::block("sequence", nodes) } else { nodes.remove(0) }
            }
            None => {
                // The reason for a tree that was refused is there already.
                if !xml.children().any(|child| child.is_element()) {
                    let reason = "it has no node, so it is `fail`";
                    comments.push(self.differs(xml, "`<BehaviorTree>`", reason, "add a node"));
                }
                Node::leaf("fail")
            }
        };
        let head = format!("{name}{parameters}{results}");
        Tree { head, comments, description, root }
    }

    /// The parameters and the results of a tree, the actions that give parameters as results, and the ports with a default.
    fn head(&mut self, tree: usize) -> (String, String, Vec<Node>, BTreeSet<String>) {
        let (mut parameters, mut results, mut givers) = (Vec::new(), Vec::new(), Vec::new());
        let scope = self.scopes[tree].clone();
        let mut defaults = BTreeSet::new();
        for port in &scope.ports {
            let Some(known) = scope.names.get(port) else { continue };
            let key = qualified(tree, port);
            let of = self.words.field_type(&key).cloned().unwrap_or(Type::Text);
            if scope.is_input(port) {
                let default = scope.defaults.get(port).filter(|_| !matches!(of, Type::Own { .. }));
                let default = default.map(|text| {
                    let value = model::value(text, port, Some(&of));
                    format!(" = {}", self.words.argument(&value, &of))
                });
                defaults.extend(default.is_some().then(|| port.clone()));
                let default = default.unwrap_or_default();
                parameters.push(format!("{}: {}{default}", known.name, of.name()));
            }
            if scope.is_output(port) {
                let result = known.result.as_ref().unwrap_or(&known.name);
                results.push(format!("{result}: {}", of.name()));
            }
            if let Some(result) = &known.result {
                let word = self.words.giver(&of);
                givers
                    .push(Node::leaf(format!("action {word}(value = {}) -> {result}", known.name)));
            }
        }
        let parenthesized = |all: &[String], before: &str| match all {
            [] => String::new(),
            all => format!("{before}({})", all.join(", ")),
        };
        (parenthesized(&parameters, ""), parenthesized(&results, " -> "), givers, defaults)
    }

    /// Puts a `let` around a node.
    fn named(&mut self, xml: Xml<'a, 'a>, key: &str, node: Node) -> Node {
        let Some(known) = self.scopes[self.scope].names.get(key).cloned() else { return node };
        let local = qualified(self.scope, key);
        let of = self.words.field_type(&local).cloned().unwrap_or(Type::Text);
        let mut head = format!("let({}: {}", known.name, of.name());
        let mut node = node;
        let (rate, mut comments, line) =
            (node.key.take(), std::mem::take(&mut node.comments), node.line);
        if known.kind == Kind::Zero {
            head = format!("{head} = {}", self.words.zero(key, &of));
        }
        if known.kind == Kind::Begun {
            // The value outlives the tree.
            let stored = self.stored_key(self.scope, key);
            head = format!("{head} = {}", self.words.reference(&stored, &of));
            let keeper = self.words.keeper(&stored, &of);
            node = Node::around(format!("finally({keeper}(value = {}))", known.name), node);
            if self.scopes[self.scope].is_repeated {
                let reason = "a node may read it before another one has written it, and all calls of this tree have one value of the blackboard for it";
                let advice = "make it a parameter and a result of the tree";
                comments.insert(0, self.differs(xml, &format!("`{key}`"), reason, advice));
            }
        }
        let node = Node::around(format!("{head})"), node);
        Node { key: rate, comments, line, ..node }
    }

    /// Writes a node with its name and its attributes.
    fn node(&mut self, mut step: Step<'a>, place: Place) -> Node {
        let xml = step.xml;
        let children = std::mem::take(&mut step.children);
        let is_condition = children
            .first()
            .map(|child| {
                if child.id == "Inverter" { child.children.first().unwrap_or(child) } else { child }
            })
            .is_some_and(|child| {
                child.kind == Category::Condition || child.id == "ScriptCondition"
            });
        let id = step.id;
        let below = nodes::place_below(id, step.kind, place);
        let children: Vec<Node> =
            children.into_iter().map(|child| self.node(child, below)).collect();
        let mut node = nodes::node(self, &step, children, is_condition);
        node.line = self.source(xml).line(xml);
        let mut comments = comments_before(xml);
        comments.append(&mut node.comments);
        node.comments = comments;
        if matches!(node.below, Below::Block(_)) {
            node.end = comments_at_end(xml);
        } else {
            node.comments.extend(comments_at_end(xml));
        }
        let description = xml.attribute("_description").map(str::to_owned);
        node.description = match (description, node.description) {
            (Some(text), Some(name)) => Some(format!("{}\n{name}", text.trim_end())),
            (text, name) => text.or(name),
        };
        let name = if id == "SequenceStar" { "SequenceWithMemory" } else { id };
        if step.kind == Category::BuiltIn && nodes::RENAMED.contains(&name) {
            node.description = descriptions::described(node.description, "", name);
        }
        if let Some(name) =
            xml.attribute("name").filter(|name| *name != id && !name.trim().is_empty())
        {
            // A node that is written without a word of its own has the label of its child.
            let is_free = node.label.is_none() && has_name(name);
            let label = is_free.then(|| self.labels.unique(&label(name)));
            if label.as_deref() != Some(name) {
                node.attributes.push(("name".to_owned(), name.to_owned()));
            }
            node.label = node.label.or(label);
        }
        // An export takes the text of an output port for the name of a key, and that of another port for a text.
        let is_leaf =
            matches!(step.kind, Category::Action | Category::Condition | Category::Decorator);
        node.attributes.extend(attributes::ports(xml).into_iter().filter(|(name, text)| {
            let (is_input, is_output) = self.directions(id, name);
            let is_text = model::key(text, name).is_none() || is_input;
            is_leaf && is_output && is_text && !self.is_result(&step, name)
        }));
        if self.missing.contains(id) && nodes::shares(xml) {
            node.attributes.push(("_autoremap".to_owned(), "true".to_owned()));
        }
        node.attributes.extend(attributes::kept(xml));
        let mut node = attributes::apply(self, xml, node, place);
        for key in step.lets.iter().rev() {
            node = self.named(xml, key, node);
        }
        node
    }
}

/// The type of a port, also one of the program.
fn declared_type(of: &str) -> Option<Type> {
    let own = || model::own_name(of).map(|name| Type::Own { name: name.to_owned() });
    model::type_of(of).or_else(own)
}

fn has_model(root: &Xml) -> bool {
    root.children().any(|child| child.has_tag_name("TreeNodesModel"))
}

/// The comments directly before an element.
fn comments_before(xml: Xml) -> Vec<String> {
    comments_from(xml.prev_sibling())
}

/// The comments after the last child of an element.
fn comments_at_end(xml: Xml) -> Vec<String> {
    comments_from(xml.last_child())
}

/// The comments that end with a node.
fn comments_from(last: Option<Xml>) -> Vec<String> {
    let mut comments = Vec::new();
    let mut before = last;
    while let Some(node) = before.filter(|node| !node.is_element()) {
        // A line such as `//////////` or `====` is an ornament.
        let is_ornament = |letter: char| letter.is_whitespace() || "-/=*#".contains(letter);
        let text = node.text().unwrap_or_default().trim_matches(is_ornament);
        if node.is_comment() && !text.is_empty() {
            comments.push(text.to_owned());
        }
        before = node.prev_sibling();
    }
    comments.reverse();
    comments
}
