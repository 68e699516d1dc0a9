//! Behavior3 → trees.

use super::ids;
use super::json::{self, Json};
use super::nested;
use super::nodes::{self, Role3};
use super::project::Project;
use crate::descriptions;
use crate::imported::{
    self, Difference, ImportError, Imported, MOST_NESTED, Node, Tree, check_size,
};
use crate::names::{Names, camel, has_name, label};
use crate::own;
use crate::terms;
use crate::words::{Id, Value, Words};
use bt_language::vocabulary::{Role, Vocabulary};
use bt_language::words::Word;
use std::collections::{BTreeMap, BTreeSet};

/// Imports a tree, a project or a saved `.b3`. Words of the vocabulary are used as they are; other nodes become new words,
/// with types guessed from their values.
///
/// # Errors
///
/// The first part of the file that is no tree of Behavior3, with its line.
pub fn import(text: &str, vocabulary: &Vocabulary) -> Result<Imported, ImportError> {
    check_size(text)?;
    let mut json = json::read(text)?;
    let mut left_out = Vec::new();
    if nested::is_nested(&json) {
        let classic = nested::classic(&json);
        (json, left_out) = (classic.tree, classic.left_out);
    }
    ids::as_texts(&mut json);
    let project = Project::of(&json, text)?;
    let mut import = Import {
        project: &project,
        names: BTreeMap::new(),
        words: Words::new(vocabulary),
        differences: Vec::new(),
        labels: Names::default(),
    };
    for nested::LeftOut { id, name, reason, advice } in left_out {
        import.differences.push(Difference {
            line: project.line_of(&id),
            what: format!("node `{name}`"),
            reason: reason.into(),
            advice: advice.into(),
            ..Difference::default()
        });
    }
    import.name_trees()?;
    for tree in &project.trees {
        import.bind_names(tree);
    }
    let mut plans = Vec::new();
    for tree in &project.trees {
        plans.push(import.plan(tree)?);
    }
    import.refuse_cycles(&plans)?;
    import.words.resolve();
    let main = import.main(&plans);
    let trees: Vec<Tree> = plans
        .into_iter()
        .enumerate()
        .map(|(index, plan)| import.tree(plan, main == Some(index)))
        .collect();
    let mut header = Vec::new();
    if !project.name.is_empty() {
        header.push(
            format!("{}: {}", project.name, project.description).trim_end_matches(": ").to_owned(),
        );
    }
    imported::finished(&header, trees, &mut import.words, import.differences)
}

/// The import of one file.
pub(super) struct Import<'a> {
    pub(super) project: &'a Project<'a>,
    /// The names of the trees, by their ids.
    names: BTreeMap<&'a str, String>,
    pub(super) words: Words,
    differences: Vec<Difference>,
    /// The labels of the current tree.
    labels: Names,
}

/// A tree whose words are declared.
struct Plan<'a> {
    json: &'a Json,
    root: Option<Step<'a>>,
}

/// A node whose word is declared.
pub(super) struct Step<'a> {
    pub(super) json: &'a Json,
    pub(super) role: Role3,
    /// The word, if it is one of the vocabulary.
    pub(super) word: Option<Id>,
    pub(super) arguments: Vec<(String, Value)>,
    pub(super) children: Vec<Step<'a>>,
}

impl<'a> Import<'a> {
    fn name_trees(&mut self) -> Result<(), ImportError> {
        let mut known = self.words.names_of_words();
        for tree in &self.project.trees {
            let title = tree.text_of("title");
            let name = known.unique(&camel(if title.is_empty() { "Tree" } else { title }));
            self.words.reserve(&name);
            let id = tree.text_of("id");
            if !id.is_empty() && self.names.insert(id, name.clone()).is_some() {
                return Err(self.project.error_at(id, format!("two trees have the id `{id}`")));
            }
        }
        Ok(())
    }

    /// The name of the tree with this id.
    pub(super) fn tree_name(&self, id: &str) -> Option<&String> {
        self.names.get(id)
    }

    /// Notes a difference; returns the text of a comment.
    pub(super) fn differs(&mut self, node: &Json, reason: &str, advice: &str) -> String {
        let id = node.text_of("id");
        self.differences.push(Difference {
            line: self.project.line_of(id),
            what: format!("node `{}`", node.text_of("name")),
            reason: reason.to_owned(),
            advice: advice.to_owned(),
            ..Difference::default()
        });
        format!("{}: {reason}", node.text_of("name"))
    }

    /// Declares the words of a tree.
    fn plan(&mut self, tree: &'a Json) -> Result<Plan<'a>, ImportError> {
        let Some(Json::Object(nodes)) = tree.get("nodes") else {
            let id = tree.text_of("id");
            return Err(self.project.error_at(id, "this tree has no `nodes`"));
        };
        let by_id: BTreeMap<&str, &Json> =
            nodes.iter().map(|(id, node)| (id.as_str(), node)).collect();
        let root = tree.text_of("root");
        let mut seen = BTreeSet::new();
        let root =
            if root.is_empty() { None } else { Some(self.step(root, "", &by_id, &mut seen, 0)?) };
        let positions = nodes.iter().filter(|(_, node)| node.get("display").is_some()).count();
        if positions > 0 {
            self.differences.push(Difference {
                line: self.project.line_of(tree.text_of("id")),
                what: format!("tree `{}`", tree.text_of("title")),
                reason: format!("nodes with positions, which are dropped: {positions}"),
                advice: "a file of trees has no positions".into(),
                ..Difference::default()
            });
        }
        for (id, node) in nodes.iter().filter(|(id, _)| !seen.contains(id.as_str())) {
            self.differences.push(Difference {
                line: self.project.line_of(id),
                what: format!("node `{}`", node.text_of("name")),
                reason: "it is not connected to the root, and is left out".into(),
                advice: "connect it in the editor to import it".into(),
                ..Difference::default()
            });
        }
        Ok(Plan { json: tree, root })
    }

    fn step(
        &mut self,
        id: &'a str,
        parent: &str,
        nodes: &BTreeMap<&'a str, &'a Json>,
        seen: &mut BTreeSet<&'a str>,
        depth: usize,
    ) -> Result<Step<'a>, ImportError> {
        let Some(json) = nodes.get(id).copied() else {
            let at = if parent.is_empty() { id } else { parent };
            return Err(self.project.error_at(at, format!("there is no node with the id `{id}`")));
        };
        if !seen.insert(id) {
            let what = format!("the node `{id}` has two parents, or contains itself");
            return Err(self.project.error_at(id, what));
        }
        if depth >= MOST_NESTED {
            let what = format!("more than {MOST_NESTED} nodes are nested here");
            return Err(self.project.error_at(id, what));
        }
        if !matches!(json, Json::Object(_)) || json.text_of("name").is_empty() {
            return Err(self.project.error_at(id, format!("the node `{id}` has no `name`")));
        }
        let mut children = Vec::new();
        for child in child_ids(json) {
            children.push(self.step(child, id, nodes, seen, depth + 1)?);
        }
        let role = nodes::role(self, json, children.len());
        let mut step = Step { json, role, word: None, arguments: Vec::new(), children };
        self.declare(&mut step);
        Ok(step)
    }

    /// Declares the word of a node, if it is no node of the language.
    fn declare(&mut self, step: &mut Step<'a>) {
        let role = match step.role {
            Role3::Condition => Role::Condition,
            Role3::Action => Role::Action { is_stateful: false },
            Role3::Decorator => Role::Decorator,
            Role3::Own(word) => return self.declare_terms(word, step.json),
            _ => return,
        };
        let name = step.json.text_of("name");
        let id = self.words.declare(name, role);
        step.word = Some(id);
        self.words.called(id);
        if let Some(custom) = self.project.nodes.get(name) {
            self.words.describe(id, custom.text_of("description"));
            for (key, default) in custom.get("properties").map_or(&[][..], Json::object) {
                self.words.parameter(id, key, None, nodes::value(default), None);
            }
        }
        for (key, value) in nodes::properties(step.json) {
            if let Some(value) = nodes::value(value) {
                self.words.sample(id, key, &value);
                step.arguments.push((key.to_owned(), value));
            }
        }
    }

    /// Binds the names of a tree that the export has written: those of its parameters, results and nodes.
    fn bind_names(&mut self, tree: &Json) {
        let arguments = |json: &Json| {
            let mut all = nodes::properties(json).into_iter();
            all.find(|(key, _)| *key == own::ARGUMENTS).map(|(_, value)| value.text().to_owned())
        };
        let is_end = |letter: char| !(letter.is_alphanumeric() || letter == '_');
        let header = arguments(tree).unwrap_or_default();
        for part in header.split(':').filter(|_| header.contains(':')) {
            self.words.bind(part.rsplit(is_end).next().unwrap_or_default());
        }
        for (_, node) in tree.get("nodes").map_or(&[][..], Json::object) {
            let arguments = arguments(node).unwrap_or_default();
            let name = match node.text_of("name") {
                "let" => arguments.split(':').next(),
                "for" => arguments.split(" in ").next(),
                _ => None,
            };
            self.words.bind(name.unwrap_or_default().trim());
        }
    }

    /// Declares the words in the arguments of a node of the language.
    fn declare_terms(&mut self, word: Word, json: &Json) {
        let is_random = matches!(word, Word::RandomSelector | Word::RandomSequence);
        self.words.has_random |= is_random;
        for (key, value) in nodes::properties(json) {
            terms::declare(&mut self.words, word, value.text(), key != "arguments");
        }
    }

    /// Refuses trees that contain themselves.
    fn refuse_cycles(&self, plans: &[Plan]) -> Result<(), ImportError> {
        let uses: BTreeMap<&str, Vec<&str>> = plans
            .iter()
            .map(|plan| {
                let mut used = Vec::new();
                plan.root.iter().for_each(|root| subtrees(root, &mut used));
                (plan.json.text_of("id"), used)
            })
            .collect();
        match crate::cycles::find(&uses).first() {
            None => Ok(()),
            Some(id) => {
                let name = self.names.get(id).cloned().unwrap_or_default();
                Err(self.project.error_at(id, format!("the tree `{name}` contains itself")))
            }
        }
    }

    /// The selected tree, if it does not already stand out: the first tree that no other one uses is the main one of a file.
    fn main(&self, plans: &[Plan]) -> Option<usize> {
        let mut used = Vec::new();
        plans
            .iter()
            .filter_map(|plan| plan.root.as_ref())
            .for_each(|root| subtrees(root, &mut used));
        let used: BTreeSet<&str> = used.into_iter().collect();
        let mut ids = plans.iter().map(|plan| plan.json.text_of("id"));
        let default = ids.clone().position(|id| !used.contains(id)).or(Some(0));
        let selected = ids.position(|id| !id.is_empty() && id == self.project.selected)?;
        (Some(selected) != default).then_some(selected)
    }

    fn tree(&mut self, plan: Plan<'a>, is_main: bool) -> Tree {
        self.labels = Names::default();
        let json = plan.json;
        let id = json.text_of("id");
        let name = self.names.get(id).cloned();
        let name = name.unwrap_or_else(|| {
            camel(match json.text_of("title") {
                "" => "Tree",
                title => title,
            })
        });
        let (mut comments, mut header) = (Vec::new(), String::new());
        for (key, value) in json.get("properties").map_or(&[][..], Json::object) {
            if key == own::ARGUMENTS {
                value.text().clone_into(&mut header);
                continue;
            }
            comments.push(format!("{key}: {value}"));
        }
        let root = match plan.root {
            Some(root) => self.node(root),
            None => {
                comments.push("The tree is empty in Behavior3.".to_owned());
                Node::leaf("fail")
            }
        };
        let description =
            Some(json.text_of("description").to_owned()).filter(|text| !text.is_empty());
        let description =
            if is_main { Some(descriptions::as_main(description)) } else { description };
        // Another tree may have the same title.
        let title = json.text_of("title");
        let description = if camel(title) == name {
            descriptions::described(description, &name, title)
        } else {
            comments.extend((!title.is_empty() && title != name).then(|| title.to_owned()));
            description
        };
        Tree { head: format!("{name}{header}"), comments, description, root }
    }

    /// Writes a node with its title and its description.
    fn node(&mut self, step: Step<'a>) -> Node {
        let json = step.json;
        let mut step = step;
        let children: Vec<Step<'a>> = std::mem::take(&mut step.children);
        let children: Vec<Node> = children.into_iter().map(|child| self.node(child)).collect();
        let is_tree = |title: &str| {
            self.tree_name(json.text_of("name")).is_none_or(|tree| *tree == camel(title))
        };
        let is_bare = nodes::has_default_title(json)
            || (step.role == Role3::Subtree && is_tree(json.text_of("title")));
        let mut node = nodes::node(self, &step, children);
        node.line = self.project.line_of(json.text_of("id"));
        let description = json.text_of("description").trim();
        if !description.is_empty() {
            node.description = Some(description.to_owned());
        }
        if !is_bare {
            let title = json.text_of("title");
            let label = has_name(title).then(|| self.labels.unique(&label(title)));
            if label.as_deref() != Some(title) {
                node.comments.insert(0, nodes::filled(title, json));
            }
            node.label = label;
        }
        node
    }
}

fn subtrees<'a>(step: &Step<'a>, used: &mut Vec<&'a str>) {
    if step.role == Role3::Subtree {
        used.push(step.json.text_of("name"));
    }
    step.children.iter().for_each(|child| subtrees(child, used));
}

/// The ids of the children, in order.
fn child_ids(json: &Json) -> Vec<&str> {
    let child = json.get("child").map_or("", Json::text);
    let children = json.get("children").map_or(&[][..], Json::list).iter().map(Json::text);
    children.chain(Some(child)).filter(|id| !id.is_empty()).collect()
}
