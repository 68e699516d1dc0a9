//! Trees → a project of Behavior3.

use super::nodes::BUILT_IN;
use crate::descriptions;
use crate::original_names::{self, OriginalNames};
use crate::outline::{self, Outline, Tree};
use crate::own;
use crate::terms;
use crate::words::Value;
use bt_language::file::{self, Mistake};
use bt_language::vocabulary::{Constant, Parameter, Role, Type, Vocabulary};
use bt_language::words::{Children, Word};
use serde_json::{Map, Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

/// The width of a column and the height of a line in the editor.
const COLUMN: usize = 220;
const LINE: usize = 80;

/// Exports the trees of a file as a project, with the words of the vocabulary as custom nodes.
///
/// The trees need no vocabulary; then the custom nodes are those that the trees use.
///
/// # Errors
///
/// All mistakes of the syntax, and the nodes that the format does not have.
pub fn export(text: &str, vocabulary: &Vocabulary) -> Result<String, Vec<Mistake>> {
    let trees = file::trees_to_export(text)?;
    let outlines = outline::of_file(&trees);
    drop(trees);
    file::forget();
    Ok(project(&outlines, vocabulary))
}

/// Exports a compiled tree, with its subtrees, as a project: `export_nodes("Soldier", Soldier::NODES, &vocabulary)`
#[must_use]
pub fn export_nodes(name: &str, nodes: &[bt_core::Node], vocabulary: &Vocabulary) -> String {
    project(&outline::of_nodes(name, nodes), vocabulary)
}

fn project(trees: &[Tree], vocabulary: &Vocabulary) -> String {
    let names: BTreeSet<&str> = trees.iter().map(|tree| tree.name.as_str()).collect();
    let original_names = OriginalNames::of(vocabulary);
    let mut export = Export { names, original_names, custom: BTreeMap::new() };
    for word in &vocabulary.words {
        let description = word.description.as_deref();
        export.declare(
            export.original_names.only_name(&word.name).to_owned().as_str(),
            category(&word.role),
            description.map(descriptions::without_name).filter(|text| !text.is_empty()),
            &word.parameters,
        );
    }
    let selected = original_names::main(trees).map(|tree| id(&tree.name, 0));
    let trees: Vec<Json> = ordered(trees).into_iter().map(|tree| export.tree(tree)).collect();
    let custom: Vec<Json> = export.custom.into_values().flatten().collect();
    let project = json!({
        "version": "0.3.0",
        "scope": "project",
        "selectedTree": selected,
        "trees": trees,
        "custom_nodes": custom,
    });
    let mut text = serde_json::to_string_pretty(&project).unwrap_or_default();
    text.push('\n');
    text
}

/// The editor knows a tree only after it was loaded, so subtrees come first.
fn ordered(trees: &[Tree]) -> Vec<&Tree> {
    let by_name: BTreeMap<&str, &Tree> =
        trees.iter().rev().map(|tree| (tree.name.as_str(), tree)).collect();
    let mut ordered: Vec<&Tree> = Vec::new();
    let mut open: Vec<&Tree> = trees.iter().rev().collect();
    let (mut entered, mut done) = (BTreeSet::new(), BTreeSet::new());
    while let Some(tree) = open.pop() {
        if done.contains(tree.name.as_str()) {
            continue;
        }
        if !entered.insert(tree.name.as_str()) {
            done.insert(tree.name.as_str());
            ordered.push(tree);
            continue;
        }
        open.push(tree);
        let mut used = BTreeSet::new();
        tree.root.subtrees(&mut used);
        let used = used.into_iter().filter(|name| !entered.contains(name));
        open.extend(used.filter_map(|name| by_name.get(name).copied()));
    }
    ordered
}

struct Export<'a> {
    names: BTreeSet<&'a str>,
    original_names: OriginalNames<'a>,
    /// The custom nodes, by name; none for the values and trees of the vocabulary.
    custom: BTreeMap<String, Option<Json>>,
}

/// A node with its properties.
struct Written {
    name: String,
    title: String,
    properties: Map<String, Json>,
}

const fn category(role: &Role) -> &'static str {
    match role {
        Role::Condition => "condition",
        Role::Action { .. } => "action",
        Role::Decorator => "decorator",
        Role::Value(_) | Role::Type | Role::Subtree { .. } => "",
    }
}

impl Export<'_> {
    fn declare(
        &mut self,
        name: &str,
        category: &str,
        description: Option<&str>,
        parameters: &[Parameter],
    ) {
        let properties: Map<String, Json> = parameters
            .iter()
            .map(|parameter| {
                (original_names::parameter_name(parameter).to_owned(), default(parameter))
            })
            .collect();
        let node = (!category.is_empty()).then(|| custom(name, category, description, &properties));
        self.custom.entry(name.to_owned()).or_insert(node);
    }

    /// Declares a node that is not in the vocabulary, with the properties of this use.
    fn declare_used(
        &mut self,
        name: &str,
        category: &str,
        description: Option<&str>,
        used: &Map<String, Json>,
    ) {
        let properties = used.clone();
        match self.custom.get_mut(name) {
            Some(Some(known)) => {
                if let Some(Json::Object(known)) = known.get_mut("properties") {
                    for (key, value) in properties {
                        known.entry(key).or_insert(value);
                    }
                }
            }
            _ => {
                let node = custom(name, category, description, &properties);
                self.custom.insert(name.to_owned(), Some(node));
            }
        }
    }

    fn tree(&mut self, tree: &Tree) -> Json {
        let header = Some(tree.header()).filter(|header| !header.is_empty());
        let properties = header.map(|header| (own::ARGUMENTS.to_owned(), json!(header)));
        let properties: Map<String, Json> = properties.into_iter().collect();
        let mut nodes = Map::new();
        let mut count = 0;
        let mut line = 0;
        let root = self.node(&tree.name, &tree.root, 1, &mut count, &mut line, &mut nodes);
        let title = original_names::tree(tree);
        let own = descriptions::own(&tree.description);
        let names = descriptions::lines_of_names(&tree.description);
        let description: Vec<&str> =
            [own.as_str()].into_iter().filter(|text| !text.is_empty()).chain(names).collect();
        let description = description.join("\n");
        json!({
            "version": "0.3.0",
            "scope": "tree",
            "id": id(&tree.name, 0),
            "title": title,
            "description": description,
            "root": root,
            "properties": properties,
            "nodes": nodes,
            "display": {"camera_x": 200, "camera_y": 200, "camera_z": 1, "x": 0, "y": 0},
        })
    }

    /// Writes a node and everything below it; returns its id.
    fn node(
        &mut self,
        tree: &str,
        node: &Outline,
        depth: usize,
        count: &mut usize,
        line: &mut usize,
        nodes: &mut Map<String, Json>,
    ) -> String {
        *count += 1;
        let own = id(tree, *count);
        let first = *line;
        let children: Vec<String> = node
            .children
            .iter()
            .map(|child| self.node(tree, child, depth + 1, count, line, nodes))
            .collect();
        if children.is_empty() {
            *line += 1;
        }
        let middle = (first + line.saturating_sub(1)) * LINE / 2;
        let Written { name, title, properties } = self.written(node);
        let mut written = json!({
            "id": own,
            "name": name,
            "title": node.label.clone().unwrap_or(title),
            "description": node.description.clone().unwrap_or_default(),
            "properties": properties,
            "display": {"x": depth * COLUMN, "y": middle},
        });
        if let Some(object) = written.as_object_mut() {
            if node.word.children() == Children::One {
                object.extend(children.first().map(|child| ("child".to_owned(), json!(child))));
            } else if node.word.children() != Children::None {
                object.insert("children".to_owned(), json!(children));
            }
        }
        nodes.insert(own.clone(), written);
        own
    }

    /// The name, the title and the properties of a node.
    fn written(&mut self, node: &Outline) -> Written {
        if let Some(tree) = node.subtree().filter(|tree| self.names.contains(tree)) {
            return Written { name: id(tree, 0), title: tree.to_owned(), properties: Map::new() };
        }
        if let Some(built_in) = built_in(node) {
            return built_in;
        }
        if let Some(call) = node.call().filter(|call| !self.original_names.is_field(&call.name)) {
            let mut properties = Map::new();
            for (name, value) in &call.arguments {
                let parameter = self.original_names.parameter(&call.name, name);
                let name = parameter.map_or(name.as_str(), original_names::parameter_name);
                let value = match value {
                    Value::Key(key) => {
                        let original = self.original_names.key(key);
                        let is_name = crate::names::is_name(original);
                        Value::Key(if is_name { original } else { key }.to_owned())
                    }
                    value => value.clone(),
                };
                properties.insert(name.to_owned(), property(&value));
            }
            let category = match node.word {
                Word::Condition => "condition",
                Word::Action => "action",
                _ => "decorator",
            };
            let name = self.original_names.only_name(&call.name).to_owned();
            self.declare_used(&name, category, None, &properties);
            return Written { title: name.clone(), name, properties };
        }
        let texts = node.texts().into_iter().map(|(key, text)| (key, Json::from(text)));
        let properties: Map<String, Json> = texts.collect();
        let category = match node.word.children() {
            Children::None if node.word == Word::Condition => "condition",
            Children::None => "action",
            Children::One => "decorator",
            _ => "composite",
        };
        let name = node.word.as_str();
        self.declare_used(name, category, Some(node.word.description()), &properties);
        Written { name: name.to_owned(), title: name.to_owned(), properties }
    }
}

fn custom(
    name: &str,
    category: &str,
    description: Option<&str>,
    properties: &Map<String, Json>,
) -> Json {
    json!({
        "version": "0.3.0",
        "scope": "node",
        "name": name,
        "category": category,
        "title": name,
        "description": description,
        "properties": properties,
    })
}

/// A node that Behavior3 has.
fn built_in(node: &Outline) -> Option<Written> {
    let (name, property) = match node.word {
        Word::Sequence => ("MemSequence", None),
        Word::Selector => ("MemPriority", None),
        Word::ActiveSequence => ("Sequence", None),
        Word::ActiveSelector => ("Priority", None),
        Word::Not => ("Inverter", None),
        Word::Succeed => ("Succeeder", None),
        Word::Fail => ("Failer", None),
        Word::Running => ("Runner", None),
        Word::Wait => ("Wait", Some(("milliseconds", json!(node.milliseconds()?)))),
        Word::Timeout => ("MaxTime", Some(("maxTime", json!(node.milliseconds()?)))),
        Word::Repeat => ("RepeatUntilFailure", Some(("maxLoop", json!(node.rounds()?)))),
        Word::Retry => ("RepeatUntilSuccess", Some(("maxLoop", json!(node.rounds()?)))),
        _ => return None,
    };
    let title =
        BUILT_IN.iter().find(|(known, ..)| *known == name).map_or(name, |(_, title, _)| title);
    let properties = property.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    Some(Written { name: name.to_owned(), title: title.to_owned(), properties })
}

/// The value of a property. In braces stand references, lengths of time, and texts that have braces themselves.
fn property(value: &Value) -> Json {
    match value {
        Value::Bool(value) => json!(value),
        Value::Integer(value) => i64::try_from(*value)
            .map_or_else(|_| json!(format!("{{{value}}}")), |value| json!(value)),
        Value::Float(value) => json!(value),
        Value::Text(text) if text.starts_with('{') && text.ends_with('}') => {
            json!(format!("{{{text:?}}}"))
        }
        Value::Text(text) => json!(text),
        Value::Literal(text) | Value::Key(text) => json!(format!("{{{text}}}")),
    }
}

/// The default of a parameter; without one, the zero of its type.
fn default(parameter: &Parameter) -> Json {
    let written =
        parameter.default.as_ref().map(|value| crate::words::written(value, &parameter.of));
    match (&parameter.default, &parameter.of) {
        (Some(Constant::Text(text)), _) => property(&Value::Text(text.clone())),
        (Some(_), _) => {
            written.as_deref().and_then(terms::value).map_or(Json::Null, |value| property(&value))
        }
        (None, Type::Bool) => json!(false),
        (None, Type::Integer(_) | Type::Single | Type::Double) => json!(0),
        (None, Type::Duration) => json!("{0s}"),
        (None, Type::Text | Type::Own { .. }) => json!(""),
        (None, Type::Variants { variants, .. }) => {
            json!(format!("{{{}}}", variants.first().map_or("", String::as_str)))
        }
    }
}

/// The id of a node, in the form of the editor's; the tree itself is number 0.
fn id(tree: &str, number: usize) -> String {
    let hash = |seed: u64| {
        let bytes = tree.bytes().chain(number.to_le_bytes());
        bytes.fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    };
    let (high, low) = (hash(0xcbf2_9ce4_8422_2325), hash(0x8422_2325_cbf2_9ce4));
    format!(
        "{:08x}-{:04x}-4{:03x}-a{:03x}-{:012x}",
        high >> 32,
        (high >> 16) & 0xffff,
        high & 0xfff,
        low >> 52,
        low & 0xffff_ffff_ffff
    )
}
