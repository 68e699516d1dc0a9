//! The trees of a file, whatever its kind.

use super::json::Json;
use crate::imported::ImportError;
use std::collections::BTreeMap;

/// The contents of a file.
pub(super) struct Project<'a> {
    /// For each text in quotes: its line, and `true` if it is a key there.
    lines: BTreeMap<&'a str, (usize, bool)>,
    /// The lines of ids that are numbers.
    ids: BTreeMap<&'a str, usize>,
    pub(super) trees: Vec<&'a Json>,
    /// The descriptions of the user's nodes, by name.
    pub(super) nodes: BTreeMap<&'a str, &'a Json>,
    pub(super) selected: &'a str,
    pub(super) name: &'a str,
    pub(super) description: &'a str,
}

impl<'a> Project<'a> {
    pub(super) fn of(json: &'a Json, text: &'a str) -> Result<Self, ImportError> {
        let mut project = Self {
            lines: lines(text),
            ids: ids(text),
            trees: Vec::new(),
            nodes: BTreeMap::new(),
            selected: "",
            name: json.text_of("name"),
            description: json.text_of("description"),
        };
        let data = json.get("data").filter(|data| !data.object().is_empty()).unwrap_or(json);
        if matches!(data.list(), [first, ..] if first.get("nodes").is_some()) {
            project.trees.extend(data.list());
        } else if let Some(Json::List(trees)) = data.get("trees") {
            project.trees.extend(trees);
            project.selected = data.text_of("selectedTree");
            if project.trees.is_empty() {
                return Err(project.error_at("trees", "this project has no tree"));
            }
        } else if data.get("nodes").is_some()
            && data.get("root").is_none_or(|root| !is_object(root))
        {
            project.trees.push(data);
            project.name = "";
            project.description = "";
        } else {
            return Err(foreign(data, &project));
        }
        project.add_nodes(data);
        for tree in project.trees.clone() {
            project.add_nodes(tree);
        }
        Ok(project)
    }

    fn add_nodes(&mut self, of: &'a Json) {
        for node in of.get("custom_nodes").map_or(&[][..], Json::list) {
            self.nodes.entry(node.text_of("name")).or_insert(node);
        }
    }

    /// The line of a text in quotes, as the key of an object if there is one, or of a number that is an id; 1 without any.
    pub(super) fn line_of(&self, name: &str) -> usize {
        let quoted = serde_json::Value::from(name).to_string();
        let line = self.lines.get(quoted.as_str()).map(|(line, _)| *line);
        line.or_else(|| self.ids.get(name).copied()).unwrap_or(1)
    }

    /// An error at the line of a text in quotes.
    pub(super) fn error_at(&self, name: &str, what: impl Into<String>) -> ImportError {
        ImportError::new(self.line_of(name), 1, what)
    }
}

fn is_object(json: &Json) -> bool {
    matches!(json, Json::Object(_))
}

/// The error for JSON that is no file of Behavior3.
fn foreign(data: &Json, project: &Project) -> ImportError {
    if data.get("root").is_some_and(is_object) {
        let what = "this tree has nested nodes, but its `root` has no `name`";
        return project.error_at("root", what);
    }
    if data.text_of("scope") == "node" {
        return project.error_at("scope", "this file describes one node and has no tree");
    }
    let what = "expected a tree or a project of Behavior3: an object with `nodes` and `root`, or with `trees`";
    ImportError::new(1, 1, what)
}

/// The lines of all texts in quotes: of the first key, or else of the first value.
fn lines(text: &str) -> BTreeMap<&str, (usize, bool)> {
    let mut lines: BTreeMap<&str, (usize, bool)> = BTreeMap::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(start) = rest.find(['"', '\n']) {
        let behind = rest.get(start..).unwrap_or_default();
        if behind.starts_with('\n') {
            line += 1;
            rest = behind.get(1..).unwrap_or_default();
            continue;
        }
        let mut is_escaped = false;
        let end = behind.char_indices().skip(1).find(|(_, letter)| {
            let is_end = *letter == '"' && !is_escaped;
            is_escaped = *letter == '\\' && !is_escaped;
            is_end
        });
        let Some((end, _)) = end else { break };
        let (quoted, next) = behind.split_at(end + 1);
        let is_key = next.trim_start().starts_with(':');
        let known = lines.entry(quoted).or_insert((line, is_key));
        if is_key && !known.1 {
            *known = (line, true);
        }
        rest = next;
    }
    lines
}

/// The lines of the ids that are numbers: `"id": 3`
fn ids(text: &str) -> BTreeMap<&str, usize> {
    let mut ids = BTreeMap::new();
    for (index, line) in text.lines().enumerate() {
        for part in line.split("\"id\"").skip(1) {
            let value = part.trim_start().trim_start_matches(':').trim_start();
            let end = value.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(value.len());
            ids.entry(value.get(..end).unwrap_or_default()).or_insert(index + 1);
        }
    }
    ids
}
