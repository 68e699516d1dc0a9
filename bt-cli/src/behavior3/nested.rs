//! Trees of Behavior3 2, whose nodes are nested: `{name, root: {id, name, desc, args, input, output, children}}`

use super::json::Json;
use crate::names::Names;

/// A tree in the classic format, and the nodes that it leaves out: their ids, names and reasons.
pub(super) struct Classic {
    pub(super) tree: Json,
    pub(super) left_out: Vec<LeftOut>,
}

/// A node that is left out, or a part of it.
pub(super) struct LeftOut {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) reason: &'static str,
    pub(super) advice: &'static str,
}

/// The nodes that have another name or another meaning in the classic format.
const NAMES: &[(&str, &str)] = &[
    ("Sequence", "MemSequence"),
    ("Selector", "MemPriority"),
    ("Parallel", "parallel"),
    ("Not", "Inverter"),
    ("Invert", "Inverter"),
    ("AlwaysFail", "force_failure"),
    ("AlwaysFailure", "force_failure"),
    ("AlwaysSuccess", "force_success"),
    ("Once", "once"),
];

/// Returns `true` for a tree with nested nodes.
pub(super) fn is_nested(json: &Json) -> bool {
    json.get("root").is_some_and(|root| !root.text_of("name").is_empty())
}

/// Rewrites a tree in the classic format.
pub(super) fn classic(json: &Json) -> Classic {
    let mut convert = Convert { nodes: Vec::new(), ids: Names::default(), left_out: Vec::new() };
    let root = json.get("root").map(|root| convert.node(root)).unwrap_or_default();
    let name = json.text_of("name");
    convert.overrides(json, &root);
    // `Wait` has another parameter than the classic node.
    let wait = object([("name", text("Wait")), ("category", text("action"))]);
    let tree = object([
        ("id", text(name)),
        ("title", text(name)),
        ("description", text(json.text_of("desc"))),
        ("root", text(&root)),
        ("nodes", Json::Object(convert.nodes)),
        ("custom_nodes", Json::List(vec![wait])),
    ]);
    Classic { tree, left_out: convert.left_out }
}

struct Convert {
    nodes: Vec<(String, Json)>,
    ids: Names,
    left_out: Vec<LeftOut>,
}

impl Convert {
    /// Adds a node and the nodes below it; returns its id.
    fn node(&mut self, json: &Json) -> String {
        let id = self.id(json);
        let name = json.text_of("name");
        let path = json.text_of("path");
        self.overrides(json, &id);
        let mut children = Vec::new();
        for child in json.get("children").map_or(&[][..], Json::list) {
            if child.get("disabled") == Some(&Json::Bool(true)) {
                let id = self.id(child);
                self.left_out.push(LeftOut {
                    id,
                    name: child.text_of("name").to_owned(),
                    reason: "it is disabled, and is left out",
                    advice: "enable it in the editor to import it",
                });
            } else {
                children.push(Json::Text(self.node(child)));
            }
        }
        let mut members = vec![
            ("id", text(&id)),
            ("description", text(json.text_of("desc"))),
            ("properties", Json::Object(properties(json))),
        ];
        if path.is_empty() {
            let known = NAMES.iter().find(|(known, _)| *known == name);
            members.push(("name", text(known.map_or(name, |(_, classic)| classic))));
        } else {
            let file = path.rsplit(['/', '\\']).next().unwrap_or_default();
            members.push(("name", text(file.split('.').next().unwrap_or_default())));
            members.push(("category", text("tree")));
            children.clear();
        }
        match children.pop() {
            None => {}
            Some(only) if children.is_empty() && !is_composite(name) => {
                members.push(("child", only));
            }
            Some(last) => {
                children.push(last);
                members.push(("children", Json::List(children)));
            }
        }
        self.nodes.push((id.clone(), object(members)));
        id
    }

    /// Notes the values that a node gives the nodes of another tree.
    fn overrides(&mut self, json: &Json, id: &str) {
        if json.get("overrides").is_some_and(|overrides| !overrides.object().is_empty()) {
            self.left_out.push(LeftOut {
                id: id.to_owned(),
                name: json.text_of("name").to_owned(),
                reason: "its `overrides` of the nodes of another tree are left out",
                advice: "write a tree of its own with these values",
            });
        }
    }

    /// The id of a node, or a new one if another node has it.
    fn id(&mut self, json: &Json) -> String {
        let id = match json.get("id") {
            Some(Json::Integer(number)) => number.to_string(),
            Some(Json::Text(id)) => id.clone(),
            _ => String::from("node"),
        };
        self.ids.unique(&id)
    }
}

fn is_composite(name: &str) -> bool {
    ["Sequence", "Selector", "Parallel"].contains(&name)
}

/// The arguments, and the names of the values that a node reads and writes.
fn properties(json: &Json) -> Vec<(String, Json)> {
    let args = json.get("args").map_or(&[][..], Json::object);
    let is_loop = json.text_of("name").starts_with("RepeatUntil");
    let mut all: Vec<(String, Json)> = args
        .iter()
        .map(|(key, value)| {
            let key = if is_loop && key == "count" { "maxLoop" } else { key };
            (key.to_owned(), value.clone())
        })
        .collect();
    for (key, is_read) in [("input", true), ("output", false)] {
        let names = json.get(key).map_or(&[][..], Json::list);
        for (index, name) in names.iter().map(Json::text).enumerate() {
            let key =
                if names.len() == 1 { key.to_owned() } else { format!("{key}_{}", index + 1) };
            if !name.is_empty() && !all.iter().any(|(known, _)| *known == key) {
                let name = if is_read { format!("{{{name}}}") } else { name.to_owned() };
                all.push((key, Json::Text(name)));
            }
        }
    }
    all
}

fn text(text: &str) -> Json {
    Json::Text(text.to_owned())
}

fn object<'k>(members: impl IntoIterator<Item = (&'k str, Json)>) -> Json {
    Json::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}
