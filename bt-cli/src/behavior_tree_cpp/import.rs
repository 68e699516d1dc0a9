//! XML of BehaviorTree.CPP → trees.

use super::attributes::{self, Place};
use super::model::{self, Models};
use super::nodes::{self, Category};
use super::sources::{self, Source};
use crate::imported::{self, Below, Difference, ImportError, Imported, MOST_NESTED, Node, Tree};
use crate::names::{camel, has_name, label, unique};
use crate::words::{Id, Value, Words};
use bt_language::vocabulary::{Role, Vocabulary};
use roxmltree::{Document, Node as Xml};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Imports the trees of a file of version 3 or 4. Words of the vocabulary are used as they are; other nodes become new words,
/// with the types of the `TreeNodesModel`, or with types guessed from their values.
///
/// # Errors
///
/// The first part of the file that is no tree of BehaviorTree.CPP, with its line.
pub fn import(text: &str, vocabulary: &Vocabulary) -> Result<Imported, ImportError> {
    import_from(text, None, vocabulary)
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
    import_from(text, Some(path), vocabulary)
}

fn import_from(
    text: &str,
    path: Option<&Path>,
    vocabulary: &Vocabulary,
) -> Result<Imported, ImportError> {
    let mut differences = Vec::new();
    let sources = sources::read(text, path, &mut differences)?;
    let documents: Result<Vec<_>, _> = sources.iter().map(Source::document).collect();
    let documents = documents?;
    let roots: Vec<Xml> = documents.iter().map(Document::root_element).collect();
    let mut import = Import {
        documents: &documents,
        sources: &sources,
        models: model::models(&roots),
        names: BTreeMap::new(),
        words: Words::new(vocabulary),
        differences,
        labels: BTreeSet::new(),
    };
    let root = documents[0].root_element();
    let trees = import.trees(&roots)?;
    let mut plans = Vec::new();
    for tree in trees {
        plans.push(import.plan(tree)?);
    }
    import.refuse_cycles(&plans)?;
    import.words.resolve();
    let main = root.attribute("main_tree_to_execute").unwrap_or_default();
    let trees: Vec<Tree> = plans.into_iter().map(|plan| import.tree(plan, main)).collect();
    imported::finished(&comments_before(root), trees, &mut import.words, import.differences)
}

/// The import of one file.
pub(super) struct Import<'a> {
    /// The document of each source.
    documents: &'a [Document<'a>],
    sources: &'a [Source],
    pub(super) models: Models<'a>,
    /// The names of the trees, by their IDs.
    pub(super) names: BTreeMap<String, String>,
    pub(super) words: Words,
    differences: Vec<Difference>,
    labels: BTreeSet<String>,
}

/// A tree whose words are declared.
struct Plan<'a> {
    xml: Xml<'a, 'a>,
    id: String,
    root: Option<Step<'a>>,
}

/// A node whose words are declared.
pub(super) struct Step<'a> {
    pub(super) xml: Xml<'a, 'a>,
    pub(super) id: &'a str,
    pub(super) kind: Category,
    pub(super) word: Option<Id>,
    pub(super) arguments: Vec<(String, Value)>,
    pub(super) children: Vec<Step<'a>>,
}

impl<'a> Import<'a> {
    fn source(&self, xml: Xml) -> &'a Source {
        let index =
            self.documents.iter().position(|document| std::ptr::eq(document, xml.document()));
        &self.sources[index.unwrap_or_default()]
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
        });
        format!("{what}: {reason}")
    }

    /// The `<BehaviorTree>` elements of all files, with their names declared.
    fn trees(&mut self, roots: &[Xml<'a, 'a>]) -> Result<Vec<Xml<'a, 'a>>, ImportError> {
        let mut known = BTreeSet::new();
        let mut trees = Vec::new();
        for root in roots {
            if !root.has_tag_name("root") {
                let what = format!(
                    "expected `<root>` with `<BehaviorTree>`, found `<{}>`",
                    root.tag_name().name()
                );
                return Err(self.error(*root, what));
            }
            for child in root.children().filter(Xml::is_element) {
                match child.tag_name().name() {
                    "BehaviorTree" => {
                        if self.name_tree(child, &mut known)? {
                            trees.push(child);
                        }
                    }
                    "TreeNodesModel" | "include" => {}
                    other => {
                        let reason = "it is no part of a file of trees, and is left out";
                        self.differs(child, &format!("`<{other}>`"), reason, "");
                    }
                }
            }
        }
        match roots.first() {
            Some(root) if trees.is_empty() => {
                Err(self.error(*root, "there is no `<BehaviorTree>` in this file"))
            }
            _ => Ok(trees),
        }
    }

    /// Names a tree; returns `false` if another file has a tree with this ID.
    fn name_tree(
        &mut self,
        tree: Xml<'a, 'a>,
        known: &mut BTreeSet<String>,
    ) -> Result<bool, ImportError> {
        let id = tree.attribute("ID").unwrap_or("MainTree");
        if !self.names.contains_key(id) {
            let name = unique(&camel(id), known);
            self.words.reserve(&name);
            self.names.insert(id.to_owned(), name);
            return Ok(true);
        }
        let what = format!("two trees have the ID `{id}`");
        if self.source(tree).name.is_none() {
            return Err(self.error(tree, what));
        }
        self.differs(tree, &format!("`{id}`"), &what, "give one of them another ID");
        Ok(false)
    }

    /// Declares the words of a tree.
    fn plan(&mut self, xml: Xml<'a, 'a>) -> Result<Plan<'a>, ImportError> {
        let id = xml.attribute("ID").unwrap_or("MainTree").to_owned();
        let mut children = xml.children().filter(Xml::is_element);
        let root = children.next().map(|root| self.step(root, 0)).transpose()?;
        if let Some(second) = children.next() {
            let reason = "a tree has one root; the nodes after it are left out";
            self.differs(second, "`<BehaviorTree>`", reason, "put them into a `Sequence`");
        }
        Ok(Plan { xml, id, root })
    }

    fn step(&mut self, xml: Xml<'a, 'a>, depth: usize) -> Result<Step<'a>, ImportError> {
        if depth >= MOST_NESTED {
            return Err(self.error(xml, format!("more than {MOST_NESTED} nodes are nested here")));
        }
        let mut children = Vec::new();
        for child in xml.children().filter(|child| nodes::is_node(*child)) {
            children.push(self.step(child, depth + 1)?);
        }
        let (id, kind) = nodes::kind(self, xml, children.len())?;
        let mut step = Step { xml, id, kind, word: None, arguments: Vec::new(), children };
        attributes::declare(self, xml);
        nodes::declare(self, &mut step);
        self.declare_word(&mut step);
        Ok(step)
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
        self.declare_ports(step.xml, step.id, word);
        for attribute in step.xml.attributes().filter(|attribute| attributes::is_port(attribute)) {
            let (name, text) = (attribute.name(), attribute.value());
            let port = self.models.get(step.id).and_then(|model| model.port(name));
            let (is_output, of) =
                port.map_or((false, None), |port| (port.is_output, model::type_of(port.of)));
            let value = match model::key(text, name) {
                Some(key) => {
                    let key = key.to_owned();
                    self.words.field(&key, of, "");
                    if is_output { Value::Text(key) } else { Value::Key(key) }
                }
                None => model::value(text, name, of.as_ref()),
            };
            self.words.sample(word, name, &value);
            step.arguments.push((name.to_owned(), value));
        }
    }

    /// Declares the parameters of a word from the model of its node.
    fn declare_ports(&mut self, xml: Xml<'a, 'a>, id: &str, word: Id) {
        let Some(model) = self.models.get(id).cloned() else { return };
        self.words.describe(word, model.description);
        for port in &model.ports {
            let of = model::type_of(port.of);
            if of.is_none()
                && !["", "BT::Any", "BT::AnyTypeAllowed", "AnyTypeAllowed"].contains(&port.of)
                && !port.is_output
            {
                let reason = format!(
                    "its port `{}` has the type `{}`, which no file of trees has; another type is guessed from the values",
                    port.name, port.of
                );
                self.differs(
                    xml,
                    &format!("`{id}`"),
                    &reason,
                    "give the field of the blackboard its type, and read it in the word",
                );
            }
            let default = port.default.filter(|text| model::key(text, port.name).is_none());
            let default = default.map(|text| model::value(text, port.name, of.as_ref()));
            let about = match (port.is_output, port.description) {
                (true, "") => Some("the name of the field that is written".to_owned()),
                (true, text) => Some(format!("the name of the field that is written: {text}")),
                (false, "") => None,
                (false, text) => Some(text.to_owned()),
            };
            let of = if port.is_output { Some(bt_language::vocabulary::Type::Text) } else { of };
            self.words.parameter(word, port.name, of, default, about);
        }
    }

    /// Refuses trees that contain themselves.
    fn refuse_cycles(&self, plans: &[Plan<'a>]) -> Result<(), ImportError> {
        let uses: BTreeMap<&str, Vec<&str>> = plans
            .iter()
            .map(|plan| {
                let mut used = Vec::new();
                plan.root.iter().for_each(|root| subtrees(root, &mut used));
                (plan.id.as_str(), used)
            })
            .collect();
        let Some(id) = crate::cycles::find(&uses) else { return Ok(()) };
        let xml = plans
            .iter()
            .find(|plan| plan.id == id)
            .map_or(self.documents[0].root_element(), |plan| plan.xml);
        Err(self.error(xml, format!("the tree `{id}` contains itself")))
    }

    fn tree(&mut self, plan: Plan<'a>, main: &str) -> Tree {
        self.labels.clear();
        let mut comments = comments_before(plan.xml);
        if plan.id == main && self.names.len() > 1 {
            comments.push("The main tree of the file.".to_owned());
        }
        let description = plan.xml.attribute("_description").map(str::to_owned);
        let name = self.names.get(&plan.id).cloned().unwrap_or_else(|| camel(&plan.id));
        let root = match plan.root {
            Some(root) => self.node(root, Place::Other),
            None => {
                let reason = "it has no node, so it is `fail`";
                comments.push(self.differs(plan.xml, "`<BehaviorTree>`", reason, "add a node"));
                Node::leaf("fail")
            }
        };
        Tree { name, comments, description, root }
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
        let below = nodes::place_below(id, step.kind);
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
        node.description = xml.attribute("_description").map(str::to_owned).or(node.description);
        if let Some(name) =
            xml.attribute("name").filter(|name| *name != id && !name.trim().is_empty())
        {
            let label = has_name(name).then(|| unique(&label(name), &mut self.labels));
            if label.as_deref() != Some(name) {
                node.comments.push(name.to_owned());
            }
            node.label = label;
        }
        attributes::apply(self, xml, node, place)
    }
}

fn subtrees<'a>(step: &Step<'a>, used: &mut Vec<&'a str>) {
    if step.kind == Category::Subtree {
        used.push(step.id);
    }
    step.children.iter().for_each(|child| subtrees(child, used));
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
