//! Trees → XML of version 4, for Groot2.

use crate::outline::{self, Outline, Tree};
use crate::words::written;
use bt_language::file::{self, Mistake};
use bt_language::vocabulary::{Constant, Role, Type, Vocabulary};
use bt_language::words::{Children, Word};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Exports the trees of a file, with the words of the vocabulary as `TreeNodesModel`.
///
/// The trees need no vocabulary; then the model has the nodes that the trees use.
///
/// # Errors
///
/// All mistakes of the syntax.
pub fn export(text: &str, vocabulary: &Vocabulary) -> Result<String, Vec<Mistake>> {
    let trees = file::trees(text)?;
    let outlines = outline::of_file(&trees);
    drop(trees);
    file::forget();
    Ok(document(&outlines, vocabulary))
}

/// Exports a compiled tree, with its subtrees: `export_nodes("Soldier", Soldier::NODES, &vocabulary)`
#[must_use]
pub fn export_nodes(name: &str, nodes: &[bt_core::Node], vocabulary: &Vocabulary) -> String {
    document(&outline::of_nodes(name, nodes), vocabulary)
}

/// The nodes of the model: the category and the ports of each.
type Model = BTreeMap<String, (&'static str, BTreeSet<String>)>;

fn document(trees: &[Tree], vocabulary: &Vocabulary) -> String {
    let main = trees.first().map_or("", |tree| tree.name.as_str());
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(text, "<root BTCPP_format=\"4\" main_tree_to_execute=\"{}\">", escaped(main));
    let mut export = Export {
        text,
        used: Model::new(),
        names: trees.iter().map(|tree| tree.name.as_str()).collect(),
    };
    for tree in trees {
        let _ = write!(export.text, "  <BehaviorTree ID=\"{}\"", escaped(&tree.name));
        export.attribute("_description", &tree.description);
        export.text.push_str(">\n");
        export.node(&tree.root, 2);
        export.text.push_str("  </BehaviorTree>\n");
    }
    export.model(vocabulary);
    export.text.push_str("</root>\n");
    export.text
}

struct Export<'a> {
    text: String,
    /// The nodes that the trees use.
    used: Model,
    names: BTreeSet<&'a str>,
}

/// An element without its children.
struct Element {
    /// `None` for an element with a name of its own.
    category: Option<&'static str>,
    id: String,
    attributes: Vec<(String, String)>,
}

impl Export<'_> {
    fn attribute(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            let _ = write!(self.text, " {name}=\"{}\"", escaped(value));
        }
    }

    fn node(&mut self, node: &Outline, depth: usize) {
        let indent = "  ".repeat(depth);
        // The condition of an `if` is the first child here.
        let condition = match node.word {
            Word::If | Word::ActiveIf => crate::terms::call(&node.source),
            _ => None,
        };
        let element = if condition.is_some() {
            let id = if node.word == Word::If { "IfThenElse" } else { "WhileDoElse" };
            Element { category: None, id: id.to_owned(), attributes: Vec::new() }
        } else {
            self.element(node)
        };
        let tag = element.category.unwrap_or(&element.id);
        let _ = write!(self.text, "{indent}<{tag}");
        if element.category.is_some() {
            self.attribute("ID", &element.id);
        }
        self.attribute("name", node.label.as_deref().unwrap_or_default());
        for (name, value) in &element.attributes {
            let _ = write!(self.text, " {name}=\"{}\"", escaped(value));
        }
        self.attribute("_description", node.description.as_deref().unwrap_or_default());
        if node.children.is_empty() {
            self.text.push_str("/>\n");
            return;
        }
        self.text.push_str(">\n");
        if let Some(call) = condition {
            let source = if call.arguments.is_empty() { call.name } else { node.source.clone() };
            let question = Outline {
                word: Word::Condition,
                label: None,
                description: None,
                source,
                keys: Vec::new(),
                children: Vec::new(),
            };
            self.node(&question, depth + 1);
        }
        node.children.iter().for_each(|child| self.node(child, depth + 1));
        let _ = writeln!(self.text, "{indent}</{tag}>");
    }

    fn element(&mut self, node: &Outline) -> Element {
        if let Some(tree) = node.subtree().filter(|tree| self.names.contains(tree)) {
            let attributes = vec![("_autoremap".to_owned(), "true".to_owned())];
            return Element { category: Some("SubTree"), id: tree.to_owned(), attributes };
        }
        if let Some((id, attributes)) = built_in(node) {
            return Element { category: None, id: id.to_owned(), attributes };
        }
        let (category, id, attributes) = match node.call() {
            Some(call) => {
                let category = match node.word {
                    Word::Condition => "Condition",
                    Word::Action => "Action",
                    _ => "Decorator",
                };
                let attributes =
                    call.arguments.iter().map(|(name, value)| (name.clone(), outline::text(value)));
                (category, call.name.clone(), attributes.collect())
            }
            None => {
                let category = match node.word.children() {
                    Children::None if node.word == Word::Condition => "Condition",
                    Children::None => "Action",
                    Children::One => "Decorator",
                    _ => "Control",
                };
                (category, node.word.as_str().to_owned(), node.texts())
            }
        };
        let ports =
            &mut self.used.entry(id.clone()).or_insert_with(|| (category, BTreeSet::new())).1;
        ports.extend(attributes.iter().map(|(name, _): &(String, String)| name.clone()));
        Element { category: Some(category), id, attributes }
    }

    /// `<TreeNodesModel>`
    fn model(&mut self, vocabulary: &Vocabulary) {
        self.text.push_str("  <TreeNodesModel>\n");
        for word in &vocabulary.words {
            let category = match word.role {
                Role::Condition => "Condition",
                Role::Action { .. } => "Action",
                Role::Decorator => "Decorator",
                Role::Value(_) | Role::Subtree { .. } => continue,
            };
            self.used.remove(&word.name);
            let _ = writeln!(self.text, "    <{category} ID=\"{}\">", escaped(&word.name));
            if let Some(description) = &word.description {
                let _ = writeln!(
                    self.text,
                    "      <description>{}</description>",
                    escaped(description)
                );
            }
            for parameter in &word.parameters {
                let _ =
                    write!(self.text, "      <input_port name=\"{}\"", escaped(&parameter.name));
                let _ = write!(self.text, " type=\"{}\"", type_name(&parameter.of));
                if let Some(default) = &parameter.default {
                    let text = match default {
                        Constant::Text(text) => text.clone(),
                        default => written(default, &parameter.of),
                    };
                    let _ = write!(self.text, " default=\"{}\"", escaped(&text));
                }
                let description = parameter.description.as_deref().unwrap_or_default();
                let _ = writeln!(self.text, ">{}</input_port>", escaped(description));
            }
            let _ = writeln!(self.text, "    </{category}>");
        }
        for (id, (category, ports)) in std::mem::take(&mut self.used) {
            let _ = writeln!(self.text, "    <{category} ID=\"{}\">", escaped(&id));
            for port in ports {
                let _ = writeln!(self.text, "      <input_port name=\"{}\"/>", escaped(&port));
            }
            let _ = writeln!(self.text, "    </{category}>");
        }
        self.text.push_str("  </TreeNodesModel>\n");
    }
}

/// A node that BehaviorTree.CPP has, with its attributes.
fn built_in(node: &Outline) -> Option<(&'static str, Vec<(String, String)>)> {
    let one = |name: &str, value: String| vec![(name.to_owned(), value)];
    Some(match node.word {
        Word::Sequence => ("Sequence", Vec::new()),
        Word::Selector => ("Fallback", Vec::new()),
        Word::ActiveSequence => ("ReactiveSequence", Vec::new()),
        Word::ActiveSelector => ("ReactiveFallback", Vec::new()),
        Word::Parallel => ("Parallel", parallel(&node.source, node.children.len())?),
        Word::Not => ("Inverter", Vec::new()),
        Word::ForceSuccess => ("ForceSuccess", Vec::new()),
        Word::ForceFailure => ("ForceFailure", Vec::new()),
        Word::Succeed => ("AlwaysSuccess", Vec::new()),
        Word::Fail => ("AlwaysFailure", Vec::new()),
        Word::Once => ("RunOnce", one("then_skip", "false".into())),
        Word::Repeat => ("Repeat", one("num_cycles", node.rounds()?.to_string())),
        Word::Retry => ("RetryUntilSuccessful", one("num_attempts", node.rounds()?.to_string())),
        Word::Wait => ("Sleep", one("msec", node.milliseconds()?.to_string())),
        Word::Timeout => ("Timeout", one("msec", node.milliseconds()?.to_string())),
        Word::Delay => ("Delay", one("delay_msec", node.milliseconds()?.to_string())),
        _ => return None,
    })
}

/// `success = all, failure = 2` → `success_count="-1" failure_count="2"`
fn parallel(source: &str, children: usize) -> Option<Vec<(String, String)>> {
    let mut counts = BTreeMap::from([("success", "-1".to_owned()), ("failure", "1".to_owned())]);
    for part in source.split(',').filter(|part| !part.trim().is_empty()) {
        let (name, value) = part.split_once('=')?;
        let count = counts.get_mut(name.trim())?;
        *count = match value.trim() {
            "all" => "-1".to_owned(),
            "one" => "1".to_owned(),
            number => {
                number.parse::<usize>().ok().filter(|number| *number <= children)?.to_string()
            }
        };
    }
    Some(counts.into_iter().rev().map(|(name, count)| (format!("{name}_count"), count)).collect())
}

/// The type of a port in C++.
fn type_name(of: &Type) -> &'static str {
    match of {
        Type::Bool => "bool",
        Type::Integer(integer) => match integer.name {
            "i8" => "int8_t",
            "i16" => "int16_t",
            "i32" => "int",
            "u8" => "uint8_t",
            "u16" => "uint16_t",
            "u32" => "unsigned int",
            "u64" | "u128" | "usize" => "uint64_t",
            _ => "int64_t",
        },
        Type::Single => "float",
        Type::Double => "double",
        Type::Duration | Type::Text | Type::Variants { .. } => "std::string",
    }
}

/// A text in an attribute or between tags. Characters that XML does not have become spaces.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push_str("&#9;"),
            '\r' => escaped.push_str("&#13;"),
            letter if letter.is_control() || ('\u{fffe}'..'\u{10000}').contains(&letter) => {
                escaped.push(' ');
            }
            letter => escaped.push(letter),
        }
    }
    escaped
}
