//! Trees → XML of version 4, for Groot2.

use crate::elsewhere::{self, Elsewhere};
use crate::original;
use crate::outline::{self, Outline, Tree};
use crate::terms;
use crate::words::{MORE, Value, duration, written};
use bt_language::file::{self, Mistake};
use bt_language::vocabulary::{
    Constant, Parameter, Role, Type, Vocabulary, Word as VocabularyWord,
};
use bt_language::words::{Children, Word};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// Exports the trees of a file, with the words of the vocabulary as `TreeNodesModel`.
///
/// The trees need no vocabulary; then the model has the nodes that the trees use. With the vocabulary of an import, trees,
/// nodes, ports and keys get the names back that they had.
///
/// # Errors
///
/// All mistakes of the syntax.
pub fn export(text: &str, vocabulary: &Vocabulary) -> Result<String, Vec<Mistake>> {
    export_with(text, vocabulary, &mut |_| Err(String::new()))
}

/// Exports the trees of the file at this path as [`export`] does. A file that it uses is an `<include>` of the file of the same
/// name that its own export writes.
///
/// # Errors
///
/// All mistakes of the syntax.
pub fn export_at(path: &Path, text: &str, vocabulary: &Vocabulary) -> Result<String, Vec<Mistake>> {
    export_with(text, vocabulary, &mut file::beside(path))
}

/// A file that another one uses.
struct Used {
    name: String,
    /// `true` if the exported file itself uses it.
    is_direct: bool,
    trees: Vec<Tree>,
}

fn export_with(
    text: &str,
    vocabulary: &Vocabulary,
    other: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Result<String, Vec<Mistake>> {
    let trees = file::trees(text)?;
    let outlines = outline::of_file(&trees);
    drop(trees);
    let mut used: Vec<Used> = Vec::new();
    let mut open: Vec<(String, bool)> =
        uses(text).into_iter().rev().map(|name| (name, true)).collect();
    while let Some((name, is_direct)) = open.pop() {
        if used.iter().any(|known| known.name == name) {
            continue;
        }
        let text = other(&name).unwrap_or_default();
        let folder = name.rfind('/').and_then(|end| name.get(..=end)).unwrap_or_default();
        open.extend(uses(&text).into_iter().map(|below| (format!("{folder}{below}"), false)));
        let trees = file::trees(&text).map(|trees| outline::of_file(&trees)).unwrap_or_default();
        used.push(Used { name, is_direct, trees });
    }
    file::forget();
    Ok(document(&outlines, &used, vocabulary))
}

/// The files that a text brings: `use "parts/rest.tree";`
fn uses(text: &str) -> Vec<String> {
    let Ok(tokens) = text.parse::<TokenStream>() else { return Vec::new() };
    let mut tokens = tokens.into_iter().peekable();
    let mut names = Vec::new();
    while let Some(token) = tokens.next() {
        if let (TokenTree::Ident(word), Some(TokenTree::Literal(name))) = (&token, tokens.peek()) {
            let name = terms::value(&name.to_string());
            names.extend(name.filter(|_| word == "use").and_then(|name| match name {
                Value::Text(name) => Some(name),
                _ => None,
            }));
        }
    }
    names
}

/// Exports a compiled tree, with its subtrees: `export_nodes("Soldier", Soldier::NODES, &vocabulary)`
#[must_use]
pub fn export_nodes(name: &str, nodes: &[bt_core::Node], vocabulary: &Vocabulary) -> String {
    document(&outline::of_nodes(name, nodes), &[], vocabulary)
}

/// The nodes of the model: the category and the ports of each.
type Model = BTreeMap<String, (&'static str, BTreeSet<String>)>;

fn document(trees: &[Tree], used: &[Used], vocabulary: &Vocabulary) -> String {
    let main = elsewhere::main(trees).map_or("", |tree| elsewhere::tree(tree).0);
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(text, "<root BTCPP_format=\"4\" main_tree_to_execute=\"{}\">", escaped(main));
    for file in used.iter().filter(|file| file.is_direct) {
        let name = file.name.strip_suffix(".tree").unwrap_or(&file.name);
        let _ = writeln!(text, "  <include path=\"{}.xml\"/>", escaped(name));
    }
    let all = used.iter().flat_map(|file| &file.trees).chain(trees);
    let mut export = Export {
        text,
        used: Model::new(),
        elsewhere: Elsewhere::of(vocabulary),
        ids: all.map(|tree| (tree.name.as_str(), elsewhere::tree(tree).0)).collect(),
    };
    for tree in trees {
        let (id, description) = elsewhere::tree(tree);
        let _ = write!(export.text, "  <BehaviorTree ID=\"{}\"", escaped(id));
        export.attribute("_description", description);
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
    elsewhere: Elsewhere<'a>,
    /// The IDs of the trees, by name.
    ids: BTreeMap<&'a str, &'a str>,
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
        for (index, child) in node.children.iter().enumerate() {
            let rate = is_pipeline(node).then(|| node.keys.get(index).and_then(Option::as_deref));
            match rate.flatten().and_then(frequency) {
                None => self.node(child, depth + 1),
                Some(hz) => {
                    self.use_node("RateController", "Decorator", ["hz"]);
                    let _ = writeln!(
                        self.text,
                        "{indent}  <Decorator ID=\"RateController\" hz=\"{hz}\">"
                    );
                    self.node(child, depth + 2);
                    let _ = writeln!(self.text, "{indent}  </Decorator>");
                }
            }
        }
        let _ = writeln!(self.text, "{indent}</{tag}>");
    }

    /// Notes a node for the model.
    fn use_node<'n>(
        &mut self,
        id: &str,
        category: &'static str,
        ports: impl IntoIterator<Item = &'n str>,
    ) {
        let known = self.used.entry(id.to_owned()).or_insert_with(|| (category, BTreeSet::new()));
        known.1.extend(ports.into_iter().map(str::to_owned));
    }

    fn element(&mut self, node: &Outline) -> Element {
        let tree = node.subtree();
        let elsewhere = || tree.and_then(|tree| self.elsewhere.subtree(tree));
        if let Some(id) = tree.and_then(|tree| self.ids.get(tree).copied()).or_else(elsewhere) {
            let attributes = vec![("_autoremap".to_owned(), "true".to_owned())];
            return Element { category: Some("SubTree"), id: id.to_owned(), attributes };
        }
        if let Some((id, attributes)) = built_in(node, &self.elsewhere) {
            return Element { category: None, id: id.to_owned(), attributes };
        }
        if let Some((id, attributes)) = self.of_nav2(node) {
            self.use_node(id, "Control", attributes.iter().map(|(name, _)| name.as_str()));
            return Element { category: Some("Control"), id: id.to_owned(), attributes };
        }
        let (category, id, attributes) = match node.call() {
            Some(call) => {
                if let Some(element) = self.script(node.word, &call) {
                    return element;
                }
                let category = match node.word {
                    Word::Condition => "Condition",
                    Word::Action => "Action",
                    _ => "Decorator",
                };
                let id = self.elsewhere.name(&call.name).to_owned();
                (category, id, self.attributes(&call))
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
        self.use_node(&id, category, attributes.iter().map(|(name, _)| name.as_str()));
        Element { category: Some(category), id, attributes }
    }

    /// The attributes for the arguments of a word.
    fn attributes(&self, call: &terms::Call) -> Vec<(String, String)> {
        let mut attributes = Vec::new();
        for (name, value) in &call.arguments {
            let parameter = self.elsewhere.parameter(&call.name, name);
            if let Some(ports) = more(name, value) {
                attributes.extend(ports);
                continue;
            }
            let text = match (value, parameter) {
                (Value::Key(key), _) => format!("{{{}}}", self.elsewhere.key(key)),
                (Value::Text(key), Some(parameter)) if output(parameter).is_some() => {
                    format!("{{{key}}}")
                }
                (Value::Literal(text), Some(parameter)) if parameter.of == Type::Duration => {
                    whole_milliseconds(text)
                        .map_or_else(|| text.clone(), |number| number.to_string())
                }
                (value, _) => outline::text(value),
            };
            let name = parameter
                .map_or_else(|| name.clone(), |known| self.elsewhere.port(&call.name, known));
            attributes.push((name, text));
        }
        attributes
    }

    /// A node that runs a script.
    fn script(&self, word: Word, call: &terms::Call) -> Option<Element> {
        let attributes = |name: &str, text: &str| vec![(name.to_owned(), text.to_owned())];
        let (id, attributes) = match word {
            Word::Condition => {
                ("ScriptCondition", attributes("code", self.elsewhere.script(&call.name)?))
            }
            Word::Action => match self.elsewhere.script(&call.name) {
                Some(code) => ("Script", attributes("code", code)),
                None => ("UnsetBlackboard", attributes("key", self.elsewhere.unset(&call.name)?)),
            },
            _ => return None,
        };
        Some(Element { category: None, id: id.to_owned(), attributes })
    }

    /// A control node that Nav2 has, with its attributes.
    fn of_nav2(&self, node: &Outline) -> Option<(&'static str, Vec<(String, String)>)> {
        match node.word {
            Word::Pipeline if is_pipeline(node) => Some(("PipelineSequence", Vec::new())),
            Word::RoundRobin => Some(("RoundRobin", Vec::new())),
            Word::Recover => {
                let count = match terms::value(&node.source)? {
                    Value::Integer(count) => count.to_string(),
                    Value::Key(key) => format!("{{{}}}", self.elsewhere.key(&key)),
                    _ => return None,
                };
                Some(("RecoveryNode", vec![("number_of_retries".to_owned(), count)]))
            }
            _ => None,
        }
    }

    /// `<TreeNodesModel>`
    fn model(&mut self, vocabulary: &Vocabulary) {
        self.text.push_str("  <TreeNodesModel>\n");
        let mut known = BTreeSet::new();
        for word in &vocabulary.words {
            let category = match word.role {
                Role::Condition => "Condition",
                Role::Action { .. } => "Action",
                Role::Decorator => "Decorator",
                Role::Subtree { .. } => {
                    let id = self.elsewhere.name(&word.name);
                    let _ = writeln!(self.text, "    <SubTree ID=\"{}\"/>", escaped(id));
                    continue;
                }
                Role::Value(_) | Role::Type => continue,
            };
            let description = word.description.as_deref().unwrap_or_default();
            if original::script(description).or(original::unset(description)).is_some() {
                continue;
            }
            let id = original::name(description).unwrap_or(&word.name);
            if !known.insert((category, id)) {
                continue;
            }
            // The ports of `more_ports` are in no vocabulary.
            let mut ports = self.used.remove(id).map(|(_, ports)| ports).unwrap_or_default();
            ports.retain(|port| {
                word.parameters.iter().all(|known| elsewhere::port_name(word, known) != *port)
            });
            let _ = writeln!(self.text, "    <{category} ID=\"{}\">", escaped(id));
            let description = original::without_name(description);
            if !description.is_empty() {
                let _ = writeln!(
                    self.text,
                    "      <description>{}</description>",
                    escaped(description)
                );
            }
            for parameter in word.parameters.iter().filter(|parameter| parameter.name != MORE) {
                self.port(word, parameter);
            }
            for port in ports {
                let _ = writeln!(self.text, "      <input_port name=\"{}\"/>", escaped(&port));
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

    /// A port of the model.
    fn port(&mut self, word: &VocabularyWord, parameter: &Parameter) {
        let name = escaped(&elsewhere::port_name(word, parameter));
        let description = parameter.description.as_deref().unwrap_or_default();
        let written = original::output(description);
        let tag = if written.is_some() { "output_port" } else { "input_port" };
        let _ = write!(self.text, "      <{tag} name=\"{name}\"");
        if written.is_none() {
            let _ = write!(self.text, " type=\"{}\"", type_name(&parameter.of));
        }
        if let Some(default) = parameter.default.as_ref().filter(|_| written.is_none()) {
            let text = match default {
                Constant::Text(text) => text.clone(),
                default => written_default(default, &parameter.of),
            };
            let _ = write!(self.text, " default=\"{}\"", escaped(&text));
        }
        let description = original::without_name(written.unwrap_or(description));
        let _ = writeln!(self.text, ">{}</{tag}>", escaped(description));
    }
}

/// The text of a default; a length of time is a number of milliseconds.
fn written_default(default: &Constant, of: &Type) -> String {
    let text = written(default, of);
    match default {
        Constant::Duration(_) => {
            whole_milliseconds(&text).map_or(text, |number| number.to_string())
        }
        Constant::Bool(_)
        | Constant::Integer(_)
        | Constant::Single(_)
        | Constant::Double(_)
        | Constant::Text(_)
        | Constant::Variant(_) => text,
    }
}

/// Returns `true` for a pipeline whose children have a literal length of time, or none.
fn is_pipeline(node: &Outline) -> bool {
    let mut keys = node.keys.iter().flatten();
    node.word == Word::Pipeline && keys.all(|key| frequency(key).is_some())
}

/// The shortest number of a `RateController` that means this length of time: `250ms` → `4.0`
fn frequency(length: &str) -> Option<String> {
    let length = duration(length).filter(|length| !length.is_zero())?;
    let is_same = |text: &String| {
        let period = text.parse().ok().filter(|hz: &f64| *hz > 0.0).map(|hz| 1.0 / hz);
        let period = period.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        period.is_some_and(|period| period == length)
    };
    (1..=18).map(|digits| format!("{:.digits$}", 1.0 / length.as_secs_f64())).find(is_same)
}

/// The description of a parameter that has the name of a field that is written.
fn output(parameter: &Parameter) -> Option<&str> {
    original::output(parameter.description.as_deref().unwrap_or_default())
}

/// The ports of the parameter `more_ports`.
fn more(name: &str, value: &Value) -> Option<Vec<(String, String)>> {
    match value {
        Value::Text(text) => elsewhere::more(name, text),
        _ => None,
    }
}

/// `250ms` → `250`
fn whole_milliseconds(text: &str) -> Option<u128> {
    let length = duration(text)?;
    (length.subsec_nanos() % 1_000_000 == 0).then_some(length.as_millis())
}

/// A node that BehaviorTree.CPP has, with its attributes.
fn built_in(
    node: &Outline,
    elsewhere: &Elsewhere,
) -> Option<(&'static str, Vec<(String, String)>)> {
    let one = |name: &str, value: String| vec![(name.to_owned(), value)];
    let number = |number: Option<String>| number.or_else(|| elsewhere.reference(&node.source));
    let rounds = || number(node.rounds().map(|rounds| rounds.to_string()));
    let milliseconds = || number(node.milliseconds().map(|length| length.to_string()));
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
        Word::Repeat => ("Repeat", one("num_cycles", rounds()?)),
        Word::Retry => ("RetryUntilSuccessful", one("num_attempts", rounds()?)),
        Word::Wait => ("Sleep", one("msec", milliseconds()?)),
        Word::Timeout => ("Timeout", one("msec", milliseconds()?)),
        Word::Delay => ("Delay", one("delay_msec", milliseconds()?)),
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
fn type_name(of: &Type) -> &str {
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
        Type::Duration => "std::chrono::milliseconds",
        Type::Text | Type::Variants { .. } => "std::string",
        Type::Own { name } => name,
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
