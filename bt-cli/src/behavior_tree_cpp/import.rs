//! XML of BehaviorTree.CPP → trees.

use super::model::{self, Models};
use super::nodes::{self, Kind};
use super::{attributes, lenient};
use crate::imported::{
    self, Difference, ImportError, Imported, MOST_NESTED, Node, Tree, check_size,
};
use crate::names::{camel, label, unique};
use crate::words::{Id, Value, Words};
use bt_language::vocabulary::{Role, Vocabulary};
use roxmltree::{Document, Node as Xml};
use std::collections::{BTreeMap, BTreeSet};

/// Imports the trees of a file of version 3 or 4. Words of the vocabulary are used as they are; other nodes become new words,
/// with the types of the `TreeNodesModel`, or with types guessed from their values.
///
/// # Errors
///
/// The first part of the file that is no tree of BehaviorTree.CPP, with its line.
pub fn import(text: &str, vocabulary: &Vocabulary) -> Result<Imported, ImportError> {
    check_size(text)?;
    let strict = lenient::strict(text)?;
    check_depth(&strict)?;
    let document = Document::parse(&strict).map_err(|error| {
        let at = error.pos();
        ImportError::new(at.row as usize, at.col as usize, format!("this is not XML: {error}"))
    })?;
    let root = document.root_element();
    let mut import = Import {
        document: &document,
        breaks: strict.match_indices('\n').map(|(at, _)| at).collect(),
        models: model::models(root),
        names: BTreeMap::new(),
        words: Words::new(vocabulary),
        differences: Vec::new(),
        labels: BTreeSet::new(),
    };
    let trees = import.trees(root)?;
    let mut plans = Vec::new();
    for tree in trees {
        plans.push(import.plan(tree)?);
    }
    import.refuse_cycles(&plans)?;
    import.words.resolve();
    let main = root.attribute("main_tree_to_execute").unwrap_or_default();
    let trees: Vec<Tree> = plans.into_iter().map(|plan| import.tree(plan, main)).collect();
    imported::finished(&comments_before(root), &trees, &import.words, import.differences)
}

/// The import of one file.
pub(super) struct Import<'a> {
    document: &'a Document<'a>,
    /// The bytes of the line breaks.
    breaks: Vec<usize>,
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
    pub(super) kind: Kind,
    pub(super) word: Option<Id>,
    pub(super) arguments: Vec<(String, Value)>,
    pub(super) children: Vec<Step<'a>>,
}

impl<'a> Import<'a> {
    pub(super) fn line(&self, xml: Xml) -> usize {
        self.breaks.partition_point(|at| *at < xml.range().start) + 1
    }

    pub(super) fn error(&self, xml: Xml, what: impl Into<String>) -> ImportError {
        let at = self.document.text_pos_at(xml.range().start);
        ImportError::new(at.row as usize, at.col as usize, what)
    }

    /// Notes a difference; returns the text of a comment.
    pub(super) fn differs(&mut self, xml: Xml, what: &str, reason: &str, advice: &str) -> String {
        self.differences.push(Difference {
            line: self.line(xml),
            what: what.to_owned(),
            reason: reason.to_owned(),
            advice: advice.to_owned(),
        });
        format!("{what}: {reason}")
    }

    /// The `<BehaviorTree>` elements, with their names declared.
    fn trees(&mut self, root: Xml<'a, 'a>) -> Result<Vec<Xml<'a, 'a>>, ImportError> {
        if !root.has_tag_name("root") {
            let what = format!(
                "expected `<root>` with `<BehaviorTree>`, found `<{}>`",
                root.tag_name().name()
            );
            return Err(self.error(root, what));
        }
        let mut known = BTreeSet::new();
        let mut trees = Vec::new();
        for child in root.children().filter(Xml::is_element) {
            match child.tag_name().name() {
                "BehaviorTree" => {
                    let id = child.attribute("ID").unwrap_or("MainTree");
                    let name = unique(&camel(id), &mut known);
                    if self.names.insert(id.to_owned(), name).is_some() {
                        return Err(self.error(child, format!("two trees have the ID `{id}`")));
                    }
                    trees.push(child);
                }
                "TreeNodesModel" => {}
                "include" => {
                    let path = child.attribute("path").unwrap_or_default();
                    let reason = format!("the trees of `{path}` are in another file");
                    self.differs(
                        child,
                        "`<include>`",
                        &reason,
                        "import that file too, and put its trees into this one",
                    );
                }
                other => {
                    let what = format!("`<{other}>`");
                    self.differs(
                        child,
                        &what,
                        "it is no part of a file of trees, and is left out",
                        "",
                    );
                }
            }
        }
        if trees.is_empty() {
            return Err(self.error(root, "there is no `<BehaviorTree>` in this file"));
        }
        Ok(trees)
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
            Kind::Condition => Role::Condition,
            Kind::Action => Role::Action { is_stateful: false },
            Kind::Decorator => Role::Decorator,
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
                let reason =
                    format!("its port `{}` has the type `{}`, so it is a text", port.name, port.of);
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
            .map_or(self.document.root_element(), |plan| plan.xml);
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
            Some(root) => self.node(root),
            None => {
                let reason = "it has no node, so it is `fail`";
                comments.push(self.differs(plan.xml, "`<BehaviorTree>`", reason, "add a node"));
                Node::leaf("fail")
            }
        };
        Tree { name, comments, description, root }
    }

    /// Writes a node with its name and its attributes.
    fn node(&mut self, mut step: Step<'a>) -> Node {
        let xml = step.xml;
        let children = std::mem::take(&mut step.children);
        let is_condition = children
            .first()
            .is_some_and(|child| child.kind == Kind::Condition || child.id == "ScriptCondition");
        let children: Vec<Node> = children.into_iter().map(|child| self.node(child)).collect();
        let id = step.id;
        let mut node = nodes::node(self, &step, children, is_condition);
        let mut comments = comments_before(xml);
        comments.append(&mut node.comments);
        node.comments = comments;
        node.description = xml.attribute("_description").map(str::to_owned).or(node.description);
        if let Some(name) =
            xml.attribute("name").filter(|name| *name != id && !name.trim().is_empty())
        {
            let label = unique(&label(name), &mut self.labels);
            if label != name {
                node.comments.push(name.to_owned());
            }
            node.label = Some(label);
        }
        attributes::apply(self, xml, node)
    }
}

fn subtrees<'a>(step: &Step<'a>, used: &mut Vec<&'a str>) {
    if step.kind == Kind::Subtree {
        used.push(step.id);
    }
    step.children.iter().for_each(|child| subtrees(child, used));
}

/// The comments directly before an element.
fn comments_before(xml: Xml) -> Vec<String> {
    let mut comments = Vec::new();
    let mut before = xml.prev_sibling();
    while let Some(node) = before.filter(|node| !node.is_element()) {
        let text = node.text().unwrap_or_default().trim().trim_matches('-').trim();
        if node.is_comment() && !text.is_empty() {
            comments.push(text.to_owned());
        }
        before = node.prev_sibling();
    }
    comments.reverse();
    comments
}

/// Refuses a text that is nested too deeply for a reader that recurses.
fn check_depth(text: &str) -> Result<(), ImportError> {
    const MOST: usize = 1000;
    let (mut depth, mut line) = (0_usize, 1);
    let mut rest = text;
    while let Some(at) = rest.find(['<', '\n']) {
        let tag = rest.get(at..).unwrap_or_default();
        let end = if tag.starts_with("<!--") {
            tag.find("-->").map_or(tag.len(), |end| end + 3)
        } else if tag.starts_with("<![CDATA[") {
            tag.find("]]>").map_or(tag.len(), |end| end + 3)
        } else if tag.starts_with('<') {
            tag_end(tag)
        } else {
            1
        };
        let inner = tag.get(..end).unwrap_or_default();
        line += inner.matches('\n').count();
        if inner.starts_with("</") {
            depth = depth.saturating_sub(1);
        } else if inner.starts_with('<')
            && !inner.starts_with("<!")
            && !inner.starts_with("<?")
            && !inner.ends_with("/>")
        {
            depth += 1;
        }
        if depth > MOST {
            return Err(ImportError::new(
                line,
                1,
                format!("more than {MOST} elements are nested here"),
            ));
        }
        rest = tag.get(end..).unwrap_or_default();
    }
    Ok(())
}

/// The length of a tag; a `>` in quotes is a part of it.
fn tag_end(tag: &str) -> usize {
    let mut quote = None;
    for (at, letter) in tag.char_indices() {
        match (letter, quote) {
            ('"' | '\'', None) => quote = Some(letter),
            (_, Some(open)) if open == letter => quote = None,
            ('>', None) => return at + 1,
            _ => {}
        }
    }
    tag.len()
}
