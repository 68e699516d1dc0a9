//! Trees → XML of version 4, for Groot2.

use super::attributes;
use super::nodes::{self, RENAMED, SET};
use crate::cycles;
use crate::descriptions;
use crate::original_names::{self, OriginalNames, is_attribute};
use crate::outline::{self, Outline, Tree};
use crate::own::CALL;
use crate::terms;
use crate::words::{MORE, Value, duration, is_decimal, written};
use bt_language::edit;
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
/// nodes, ports and keys get the names back that they had. A name that a tree declares again gets a key of its own: `goal_2`.
///
/// # Errors
///
/// All mistakes of the syntax, and the nodes that the format does not have.
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
    file::trees_to_export(text)?;
    // A key has one meaning in a whole tree.
    let outlines = outline::of_file(&file::trees(&edit::with_distinct_names(text, vocabulary))?);
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
    Ok(document(outlines, &used, vocabulary))
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
    document(outline::of_nodes(name, nodes), &[], vocabulary)
}

/// The nodes of the model: the category and the ports of each.
type Model = BTreeMap<String, (&'static str, BTreeSet<String>)>;

fn document(mut trees: Vec<Tree>, used: &[Used], vocabulary: &Vocabulary) -> String {
    let original_names = OriginalNames::of(vocabulary);
    for tree in &mut trees {
        without_unchanged(&mut tree.root, &original_names);
    }
    let trees = trees.as_slice();
    let main = original_names::main(trees).map_or("", |tree| original_names::tree(tree));
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(text, "<root BTCPP_format=\"4\" main_tree_to_execute=\"{}\">", escaped(main));
    for file in used.iter().filter(|file| file.is_direct) {
        let name = file.name.strip_suffix(".tree").unwrap_or(&file.name);
        let _ = writeln!(text, "  <include path=\"{}.xml\"/>", escaped(name));
    }
    let all: Vec<&Tree> = used.iter().flat_map(|file| &file.trees).chain(trees).collect();
    let with_fields = with_fields(&all, &original_names);
    let heads = all.iter().enumerate().map(|(index, tree)| {
        let has_fields = with_fields.contains(&index);
        (tree.name.as_str(), Head::of(tree, has_fields, &original_names))
    });
    let mut export = Export {
        text,
        used: Model::new(),
        ids: all.iter().map(|tree| (tree.name.as_str(), original_names::tree(tree))).collect(),
        heads: heads.collect(),
        original_names,
        names: BTreeMap::new(),
    };
    for tree in trees {
        export.tree(tree);
    }
    export.model(trees, vocabulary);
    export.text.push_str("</root>\n");
    export.text
}

struct Export<'a> {
    text: String,
    /// The nodes that the trees use.
    used: Model,
    original_names: OriginalNames<'a>,
    /// The IDs of the trees, by name.
    ids: BTreeMap<&'a str, &'a str>,
    heads: BTreeMap<&'a str, Head>,
    /// The keys of the names of the current tree.
    names: BTreeMap<String, String>,
}

/// The ports of a tree.
struct Head {
    /// The keys of its parameters, by name.
    inputs: Vec<(String, String)>,
    /// The keys of its results, in their order.
    outputs: Vec<String>,
    /// The keys of all names.
    keys: BTreeMap<String, String>,
    /// `true` if it, or a tree that it contains, reads fields of the blackboard that all trees share, and it has none of its own.
    has_fields: bool,
}

impl Head {
    fn of(tree: &Tree, has_fields: bool, original_names: &OriginalNames) -> Self {
        let known = descriptions::keys(&tree.description);
        let mut keys = BTreeMap::new();
        let own = tree.parameters.iter().chain(&tree.results).map(|one| one.name.clone());
        let mut names: Vec<String> = own.collect();
        let mut open = vec![&tree.root];
        while let Some(node) = open.pop() {
            names.extend(binding(node));
            open.extend(&node.children);
        }
        for name in names {
            let key =
                known.get(name.as_str()).map_or_else(|| name.clone(), |key| (*key).to_owned());
            keys.insert(name, key);
        }
        // A parameter that is a result too has two names and one key.
        for (parameter, result) in
            tree.root.children.iter().filter_map(|node| original_names.given(node))
        {
            if let Some(key) = keys.get(&parameter).cloned() {
                keys.insert(result, key);
            }
        }
        let key = |one: &outline::Parameter| keys.get(&one.name).cloned().unwrap_or_default();
        let inputs = tree.parameters.iter().map(|one| (one.name.clone(), key(one))).collect();
        let outputs = tree.results.iter().map(key).collect();
        Self { inputs, outputs, keys, has_fields }
    }
}

/// Removes the decorators that an import puts around nodes whose result it hides.
fn without_unchanged(node: &mut Outline, original_names: &OriginalNames) {
    while let (Word::With, None, [_]) = (node.word, &node.label, node.children.as_slice()) {
        let is_unchanged = node.description.is_none() && original_names.is_unchanged(&node.source);
        match node.children.pop() {
            Some(child) if is_unchanged => *node = child,
            child => {
                node.children.extend(child);
                break;
            }
        }
    }
    for child in &mut node.children {
        without_unchanged(child, original_names);
    }
}

/// The trees that read fields of the blackboard that all trees share, or contain a tree that does; not those with a field of their own.
fn with_fields(all: &[&Tree], original_names: &OriginalNames) -> BTreeSet<usize> {
    let names: BTreeMap<&str, usize> =
        all.iter().enumerate().map(|(index, tree)| (tree.name.as_str(), index)).collect();
    let (mut shared, mut own, mut uses) = (BTreeSet::new(), BTreeSet::new(), BTreeMap::new());
    for (index, tree) in all.iter().enumerate() {
        let mut below = BTreeSet::new();
        tree.root.subtrees(&mut below);
        uses.insert(index, below.iter().filter_map(|name| names.get(name).copied()).collect());
        let mut open = vec![&tree.root];
        while let Some(node) = open.pop() {
            let texts = node.keys.iter().flatten().chain([&node.source]);
            for word in texts.flat_map(|text| outline::words(text)) {
                if original_names.is_field(word) {
                    let is_own = original_names.is_own(word);
                    if is_own { &mut own } else { &mut shared }.insert(index);
                }
            }
            open.extend(&node.children);
        }
    }
    &cycles::reaching(&uses, shared) - &own
}

/// The name of a `let`.
fn binding(node: &Outline) -> Option<String> {
    let name = node.source.split(':').next().filter(|_| node.word == Word::Let)?;
    Some(name.trim().to_owned())
}

/// An element without its children.
struct Element {
    /// `None` for an element with a name of its own.
    category: Option<&'static str>,
    id: String,
    attributes: Vec<(String, String)>,
}

/// An element, and the nodes below it.
struct Parts<'o> {
    element: Element,
    /// The first child, if it is the condition of the node.
    question: Option<Outline>,
    children: Vec<&'o Outline>,
}

/// Removes an attribute, and returns its value.
fn removed(attributes: &mut Vec<(String, String)>, name: &str) -> Option<String> {
    let index = attributes.iter().position(|(known, _)| known == name)?;
    Some(attributes.remove(index).1)
}

/// Adds attributes in place of those with the same names. With `_autoremap`, the ports of a subtree that have their own keys go.
fn merge(word: Word, attributes: &mut Vec<(String, String)>, others: Vec<(String, String)>) {
    let is_subtree = word == Word::Subtree;
    if is_subtree && others.iter().any(|(name, value)| name == "_autoremap" && value == "true") {
        attributes.retain(|(port, key)| *key != format!("{{{port}}}"));
    }
    for (name, value) in others {
        let is_absent = name == "_autoremap" && value == "false";
        removed(attributes, &name);
        attributes.extend((!is_absent).then_some((name, value)));
    }
}

impl Export<'_> {
    fn attribute(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            let _ = write!(self.text, " {name}=\"{}\"", escaped(value));
        }
    }

    fn tree(&mut self, tree: &Tree) {
        let id = original_names::tree(tree);
        let _ = write!(self.text, "  <BehaviorTree ID=\"{}\"", escaped(id));
        self.names =
            self.heads.get(tree.name.as_str()).map(|head| head.keys.clone()).unwrap_or_default();
        for parameter in &tree.parameters {
            let key = self.key(&parameter.name);
            let default = parameter.default.as_ref().and_then(|text| terms::value(text));
            if let Some(default) = default.filter(|_| is_attribute(&key)) {
                let text = match (default, &parameter.default) {
                    (Value::Float(_), Some(text)) => text.clone(),
                    (default, _) => self.text_of(&default),
                };
                let _ = write!(self.text, " {key}=\"{}\"", escaped(&text));
            }
        }
        for (name, value) in attributes::read_line(descriptions::attributes(&tree.description)) {
            let is_known =
                |one: &outline::Parameter| one.default.is_some() && self.key(&one.name) == name;
            if !tree.parameters.iter().any(is_known) {
                self.attribute(&name, &value);
            }
        }
        self.attribute("_description", &descriptions::own(&tree.description));
        self.text.push_str(">\n");
        self.node(&tree.root, 2);
        self.text.push_str("  </BehaviorTree>\n");
    }

    /// The key of a name or of a value of the vocabulary.
    fn key(&self, name: &str) -> String {
        self.names.get(name).cloned().unwrap_or_else(|| self.original_names.key(name).to_owned())
    }

    /// The text of a value in an attribute.
    fn text_of(&self, value: &Value) -> String {
        match value {
            Value::Key(name) => format!("{{{}}}", self.key(name)),
            Value::Literal(text) => {
                let call = terms::full(text).filter(|call| call.gives.is_empty());
                let inner = call.and_then(|call| self.original_names.inner(&call));
                inner.map_or_else(|| text.clone(), |inner| self.text_of(&inner))
            }
            value => outline::text(value),
        }
    }

    /// Returns `true` for a `let` that is only the place of a key.
    fn is_place(&self, node: &Outline) -> bool {
        let Some(name) = binding(node) else { return false };
        let value = node.source.split_once(" = ").map(|(_, value)| value.trim());
        value.is_none_or(|value| {
            ["0", "0s", "false", "\"\""].contains(&value)
                || self.original_names.is_field(value)
                    && self.original_names.key(value) == self.key(&name)
        })
    }

    fn node(&mut self, node: &Outline, depth: usize) {
        if let (true, [child]) =
            (self.is_place(node) || self.original_names.keeps(node), node.children.as_slice())
        {
            return self.node(child, depth);
        }
        if let (Word::Sequence, [first, givers @ ..]) = (node.word, node.children.as_slice()) {
            let is_giver = |node: &Outline| self.original_names.given(node).is_some();
            if !givers.is_empty() && node.label.is_none() && givers.iter().all(is_giver) {
                return self.node(first, depth);
            }
        }
        let indent = "  ".repeat(depth);
        let description = node.description.as_deref().unwrap_or_default();
        let mut kept = attributes::read_line(descriptions::attributes(description));
        let (outer, code_of) = (node, |node: &Outline| self.code_of(node));
        let node = attributes::without_scripts(outer, &mut kept, &code_of, &|source| {
            self.condition(source)
        });
        let original = descriptions::name(description);
        let Parts { mut element, question, children } = self.parts(node, original, &mut kept);
        let label = outer.label.as_deref().or(node.label.as_deref()).unwrap_or_default();
        let label = removed(&mut kept, "name").unwrap_or_else(|| label.to_owned());
        merge(node.word, &mut element.attributes, kept);
        if let Some(category @ "Control") = element.category {
            let ports = element.attributes.iter().map(|(name, _)| name.clone());
            let ports: Vec<String> = ports.filter(|name| !name.starts_with('_')).collect();
            self.use_node(&element.id, category, ports.iter().map(String::as_str));
        }
        let tag = element.category.unwrap_or(&element.id);
        let _ = write!(self.text, "{indent}<{tag}");
        if element.category.is_some() {
            self.attribute("ID", &element.id);
        }
        self.attribute("name", &label);
        for (name, value) in &element.attributes {
            let _ = write!(self.text, " {name}=\"{}\"", escaped(value));
        }
        self.attribute("_description", &descriptions::own(description));
        if question.is_none() && children.is_empty() {
            self.text.push_str("/>\n");
            return;
        }
        self.text.push_str(">\n");
        if let Some(question) = question {
            self.node(&question, depth + 1);
        }
        for (index, child) in children.into_iter().enumerate() {
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

    /// The element of a node, and the nodes below it.
    fn parts<'o>(
        &mut self,
        node: &'o Outline,
        original: Option<&str>,
        kept: &mut [(String, String)],
    ) -> Parts<'o> {
        let children: Vec<&Outline> = node.children.iter().collect();
        let plain = |id: &str, question, children| Parts {
            element: Element { category: None, id: id.to_owned(), attributes: Vec::new() },
            question,
            children,
        };
        let is_bare = |node: &Outline| node.label.is_none() && node.description.is_none();
        let branch = if node.word == Word::ActiveIf { "WhileDoElse" } else { "IfThenElse" };
        match (original, node.word, children.as_slice()) {
            (Some("TryCatch"), Word::Selector, [work, last])
                if last.word == Word::ForceFailure && is_bare(last) =>
            {
                let is_several = work.word == Word::Sequence && is_bare(work);
                let work = if is_several { work.children.iter().collect() } else { vec![*work] };
                plain("TryCatch", None, work.into_iter().chain(&last.children).collect())
            }
            (
                Some(name @ ("IfThenElse" | "WhileDoElse")),
                Word::Selector | Word::ActiveSelector,
                [first, ..],
            ) if [Word::Sequence, Word::ActiveSequence].contains(&first.word)
                && is_bare(first)
                && first.children.len() == 2 =>
            {
                plain(
                    name,
                    None,
                    first.children.iter().chain(children[1..].iter().copied()).collect(),
                )
            }
            (Some(name), Word::ActiveIf, _) if self.cases(node, name, kept).is_some() => {
                plain(name, None, self.cases(node, name, kept).unwrap_or_default())
            }
            (Some("Precondition"), Word::If | Word::ActiveIf, [child, ..]) => {
                let condition = self.condition(&node.source);
                if let Some((_, known)) = kept.iter_mut().find(|(name, _)| name == "if") {
                    attributes::update(known, condition);
                }
                plain("Precondition", None, vec![*child])
            }
            (Some("IfThenElse" | "WhileDoElse"), Word::If | Word::ActiveIf, [other, then])
                if self.question(node).is_some() =>
            {
                let not = |question| Outline::new(Word::Not, String::new(), vec![question]);
                let question = self.question(node).map(not);
                let is_empty = other.word == Word::Fail && is_bare(other);
                let other = Some(*other).filter(|_| !is_empty);
                plain(branch, question, [*then].into_iter().chain(other).collect())
            }
            (_, Word::If | Word::ActiveIf, _) => match self.question(node) {
                Some(question) => plain(branch, Some(question), children),
                None => Parts { element: self.element(node), question: None, children },
            },
            (original, ..) => {
                let mut element = self.element(node);
                match (original, element.attributes.as_slice()) {
                    (Some(SET), [(_, code)]) if element.id == "Script" => {
                        if let Some(attributes) = set(code) {
                            element = Element { category: None, id: SET.to_owned(), attributes };
                        }
                    }
                    (Some("Repeat"), []) if element.id == "KeepRunningUntilFailure" => {
                        "Repeat".clone_into(&mut element.id);
                        element.attributes.push(("num_cycles".to_owned(), "-1".to_owned()));
                    }
                    (Some(name @ "ParallelAll"), _) if element.id == "Parallel" => {
                        element =
                            Element { category: None, id: name.to_owned(), attributes: Vec::new() };
                    }
                    (Some(name), _) if element.category.is_none() && RENAMED.contains(&name) => {
                        name.clone_into(&mut element.id);
                    }
                    (Some(name), _)
                        if node.word.children() == Children::Block && !nodes::is_built_in(name) =>
                    {
                        element = Element {
                            category: Some("Control"),
                            id: name.to_owned(),
                            attributes: Vec::new(),
                        };
                    }
                    (Some(_) | None, _) => {}
                }
                let is_script = ["Script", SET].contains(&element.id.as_str());
                let children = if is_script { Vec::new() } else { children };
                Parts { element, question: None, children }
            }
        }
    }

    /// The nodes below a `Switch` with these attributes, which is a chain of branches here.
    fn cases<'o>(
        &self,
        mut node: &'o Outline,
        name: &str,
        kept: &[(String, String)],
    ) -> Option<Vec<&'o Outline>> {
        name.strip_prefix("Switch")?;
        let attribute = |name: &str| {
            kept.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
        };
        let mut children = Vec::new();
        for case in nodes::cases(&attribute) {
            let [child, other] = node.children.as_slice() else { return None };
            let is_same = self
                .condition(&node.source)
                .is_some_and(|condition| attributes::is_same(&condition, &case.to_string()));
            if node.word != Word::ActiveIf || !is_same {
                return None;
            }
            children.push(child);
            node = other;
        }
        children.push(node);
        Some(children).filter(|children| children.len() > 1)
    }

    /// The condition of an `if` as a node; `None` for one that no node can ask.
    fn question(&self, node: &Outline) -> Option<Outline> {
        let call = terms::call(&node.source);
        if call.as_ref().is_some_and(|call| {
            !call.arguments.is_empty() && self.original_names.is_field(&call.name)
        }) {
            return None;
        }
        let is_script = call.is_none() && self.expression(&node.source).is_some();
        let source = match call {
            Some(call) if call.arguments.is_empty() => call.name,
            Some(_) => node.source.clone(),
            None if is_script => node.source.clone(),
            None => return None,
        };
        Some(Outline::new(Word::Condition, source, Vec::new()))
    }

    /// The script of a condition.
    fn condition(&self, source: &str) -> Option<String> {
        let script = terms::call(source).and_then(|call| self.original_names.script(&call.name));
        script.map(str::to_owned).or_else(|| self.expression(source))
    }

    /// The script that a node runs.
    fn code_of(&self, node: &Outline) -> Option<String> {
        let script = || self.original_names.script(&terms::full(&node.source)?.name);
        self.code(node).or_else(|| script().map(str::to_owned))
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
        if let Some(element) = self.subtree(node) {
            return element;
        }
        let value = |text: &str| terms::value(text).unwrap_or(Value::Literal(text.to_owned()));
        let number = |text: &str| match value(text) {
            Value::Key(name) if self.names.contains_key(&name) => {
                Some(format!("{{{}}}", self.key(&name)))
            }
            Value::Key(name) => self.original_names.reference(&name),
            Value::Literal(text) => {
                let inner = self.original_names.inner(&terms::full(&text)?)?;
                Some(self.text_of(&inner))
            }
            _ => None,
        };
        if let Some(code) = self.code(node) {
            let id = if node.word == Word::Condition { "ScriptCondition" } else { "Script" };
            let attributes = vec![("code".to_owned(), code)];
            return Element { category: None, id: id.to_owned(), attributes };
        }
        if let Some((id, attributes)) = built_in(node, &number) {
            return Element { category: None, id: id.to_owned(), attributes };
        }
        if let Some((id, attributes)) = self.of_nav2(node) {
            self.use_node(id, "Control", attributes.iter().map(|(name, _)| name.as_str()));
            return Element { category: Some("Control"), id: id.to_owned(), attributes };
        }
        let call = match node.word {
            Word::Condition | Word::Action | Word::With => {
                terms::full(&node.source).filter(|call| !self.original_names.is_field(&call.name))
            }
            _ => None,
        };
        let (category, id, attributes) = match call {
            Some(call) => {
                if let Some(element) = self.script(node.word, &call) {
                    return element;
                }
                let category = match node.word {
                    Word::Condition => "Condition",
                    Word::Action if self.original_names.is_missing(&call.name) => "SubTree",
                    Word::Action => "Action",
                    _ => "Decorator",
                };
                let id = self.original_names.name(&call.name).to_owned();
                let mut attributes = self.attributes(&call);
                self.add_call(node, &call, &mut attributes);
                (category, id, attributes)
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
        let ports = attributes.iter().map(|(name, _)| name.as_str());
        self.use_node(&id, category, ports.filter(|name| *name != CALL));
        Element { category: Some(category), id, attributes }
    }

    /// Adds the text of a call with an argument that no port can have, such as `1 + Health`.
    fn add_call(&self, node: &Outline, call: &terms::Call, attributes: &mut Vec<(String, String)>) {
        let is_expression = |value: &Value| match value {
            Value::Literal(text) => {
                duration(text).is_none()
                    && !is_decimal(text)
                    && terms::full(text).and_then(|call| self.original_names.inner(&call)).is_none()
            }
            Value::Bool(_)
            | Value::Integer(_)
            | Value::Float(_)
            | Value::Text(_)
            | Value::Key(_) => false,
        };
        if call.arguments.iter().any(|(_, value)| is_expression(value)) {
            attributes.push((CALL.to_owned(), node.source.clone()));
        }
    }

    /// The script of a `set`, or of a condition that is no word.
    fn code(&self, node: &Outline) -> Option<String> {
        match node.word {
            // A script with several assignments.
            Word::Sequence if node.label.is_none() && node.children.len() > 1 => {
                let is_set = |node: &&Outline| node.word == Word::Set;
                let all = node.children.iter();
                let all: Option<Vec<String>> =
                    all.map(|node| self.code(Some(node).filter(is_set)?)).collect();
                all.map(|all| all.join("; "))
            }
            Word::Set => {
                let (name, value) = node.source.split_once('=')?;
                Some(format!("{} := {}", self.key(name.trim()), self.expression(value)?))
            }
            Word::Condition => {
                let is_word = terms::call(&node.source).is_some_and(|call| {
                    !self.original_names.is_field(&call.name)
                        && !self.names.contains_key(&call.name)
                });
                if is_word { None } else { self.expression(&node.source) }
            }
            _ => None,
        }
    }

    /// An expression as a script; `None` if it has something that no script has.
    fn expression(&self, text: &str) -> Option<String> {
        let mut code = String::new();
        let mut tokens = text.parse::<TokenStream>().ok()?.into_iter().peekable();
        while let Some(token) = tokens.next() {
            let part = match &token {
                TokenTree::Ident(name) => {
                    let name = name.to_string();
                    let group = tokens.next_if(|token| matches!(token, TokenTree::Group(_)));
                    match group {
                        Some(group) => {
                            let call = terms::call(&format!("{name}{group}"))?;
                            match self.original_names.inner(&call)? {
                                Value::Key(name) => self.key(&name),
                                Value::Text(text) => format!("'{text}'"),
                                _ => return None,
                            }
                        }
                        None if self.names.contains_key(&name)
                            || self.original_names.is_field(&name)
                            || ["true", "false"].contains(&name.as_str()) =>
                        {
                            self.key(&name)
                        }
                        None => return None,
                    }
                }
                TokenTree::Literal(literal) => match terms::value(&literal.to_string())? {
                    Value::Text(text) if !text.contains('\'') => format!("'{text}'"),
                    value @ (Value::Integer(_) | Value::Float(_)) => outline::text(&value),
                    _ => return None,
                },
                TokenTree::Group(group) => {
                    format!("({})", self.expression(&group.stream().to_string())?)
                }
                TokenTree::Punct(sign) => {
                    let is_prefix = sign.as_char() == '!'
                        && tokens.peek().is_some_and(|next| next.to_string() != "=");
                    let is_joint = sign.spacing() == proc_macro2::Spacing::Joint
                        && matches!(tokens.peek(), Some(TokenTree::Punct(next)) if "&|=".contains(next.as_char()));
                    let is_minus = sign.as_char() == '-'
                        && (code.is_empty()
                            || code.ends_with(['<', '>', '=', '&', '|', '+', '*', '/', '(', ' '])
                                && !code.ends_with(|letter: char| letter.is_alphanumeric()));
                    let is_second =
                        code.ends_with(['&', '|', '=', '<', '>', '!']) && !code.ends_with(' ');
                    code.push_str(if code.is_empty() || is_second || code.ends_with('-') {
                        ""
                    } else {
                        " "
                    });
                    code.push(sign.as_char());
                    if !is_joint && !is_prefix && !is_minus {
                        code.push(' ');
                    }
                    continue;
                }
            };
            code.push_str(&part);
        }
        let plain: Vec<&str> = code.split_whitespace().collect();
        Some(plain.join(" ")).filter(|code| !code.is_empty())
    }

    /// A subtree with its ports.
    fn subtree(&self, node: &Outline) -> Option<Element> {
        let call = terms::full(&node.source).filter(|_| node.word == Word::Subtree)?;
        let name = call.name.as_str();
        let id = self.ids.get(name).copied().or_else(|| self.original_names.subtree(name))?;
        let mut attributes: Vec<(String, String)> = Vec::new();
        let head = self.heads.get(name);
        for (parameter, value) in &call.arguments {
            let known =
                head.and_then(|head| head.inputs.iter().find(|(name, _)| name == parameter));
            let port = known.map_or(parameter, |(_, key)| key);
            attributes.push((port.clone(), self.text_of(value)));
        }
        for (port, name) in head.iter().flat_map(|head| &head.outputs).zip(&call.gives) {
            let is_known = attributes.iter().any(|(known, _)| known == port);
            if !is_known && !name.starts_with("unused_") {
                attributes.push((port.clone(), format!("{{{}}}", self.key(name))));
            }
        }
        attributes.retain(|(name, _)| is_attribute(name));
        self.add_call(node, &call, &mut attributes);
        if head.is_none_or(|head| head.has_fields) {
            attributes.push(("_autoremap".to_owned(), "true".to_owned()));
        }
        Some(Element { category: Some("SubTree"), id: id.to_owned(), attributes })
    }

    /// The attributes for the arguments and the results of a word.
    fn attributes(&self, call: &terms::Call) -> Vec<(String, String)> {
        let mut attributes: Vec<(String, String)> = Vec::new();
        for (name, value) in &call.arguments {
            let parameter = self.original_names.parameter(&call.name, name);
            if let Some(ports) = original_names::more(name, value) {
                attributes.extend(ports);
                continue;
            }
            let text = match (value, parameter) {
                (Value::Text(key), Some(parameter)) if output(parameter).is_some() => {
                    format!("{{{key}}}")
                }
                (Value::Literal(text), Some(parameter))
                    if parameter.of == Type::Duration && duration(text).is_some() =>
                {
                    let number = text.strip_suffix("ms").filter(|number| is_decimal(number));
                    let whole = || whole_milliseconds(text).map(|number| number.to_string());
                    number.map(str::to_owned).or_else(whole).unwrap_or_else(|| text.clone())
                }
                (value, _) => self.text_of(value),
            };
            // A port without a value has an empty text in place of its type.
            if text.is_empty() && matches!(value, Value::Literal(_)) {
                continue;
            }
            let name = parameter
                .map_or_else(|| name.clone(), |known| self.original_names.port(&call.name, known));
            attributes.push((name, text));
        }
        for (port, name) in self.original_names.results(&call.name).iter().zip(&call.gives) {
            let is_known = attributes.iter().any(|(known, _)| known == port);
            if !is_known && !name.starts_with("unused_") {
                attributes.push(((*port).to_owned(), format!("{{{}}}", self.key(name))));
            }
        }
        attributes
    }

    /// A node that runs a script.
    fn script(&self, word: Word, call: &terms::Call) -> Option<Element> {
        let attributes = |name: &str, text: &str| vec![(name.to_owned(), text.to_owned())];
        let (id, attributes) = match word {
            Word::Condition => {
                ("ScriptCondition", attributes("code", self.original_names.script(&call.name)?))
            }
            Word::Action => match self.original_names.script(&call.name) {
                Some(code) => ("Script", attributes("code", code)),
                None => {
                    ("UnsetBlackboard", attributes("key", self.original_names.unset(&call.name)?))
                }
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
                    value @ (Value::Key(_) | Value::Literal(_)) => self.text_of(&value),
                    _ => return None,
                };
                Some(("RecoveryNode", vec![("number_of_retries".to_owned(), count)]))
            }
            _ => None,
        }
    }

    /// `<TreeNodesModel>`
    fn model(&mut self, trees: &[Tree], vocabulary: &Vocabulary) {
        self.text.push_str("  <TreeNodesModel>\n");
        for tree in trees.iter().filter(|tree| !tree.header().is_empty()) {
            self.ports_of_tree(tree);
        }
        let mut known = BTreeSet::new();
        for word in &vocabulary.words {
            let category = match word.role {
                Role::Condition => "Condition",
                Role::Action { .. } if self.original_names.is_missing(&word.name) => "SubTree",
                Role::Action { .. } => "Action",
                Role::Decorator => "Decorator",
                Role::Subtree { .. } => {
                    let id = self.original_names.name(&word.name);
                    let _ = writeln!(self.text, "    <SubTree ID=\"{}\"/>", escaped(id));
                    continue;
                }
                Role::Value(_) | Role::Type => continue,
            };
            let description = word.description.as_deref().unwrap_or_default();
            let is_script =
                descriptions::script(description).or(descriptions::unset(description)).is_some();
            if is_script
                || descriptions::is_giver(description)
                || descriptions::is_keeper(description)
            {
                continue;
            }
            let id = descriptions::name(description).unwrap_or(&word.name);
            if !known.insert((category, id)) {
                continue;
            }
            // The ports of `more_ports` are in no vocabulary.
            let mut ports = self.used.remove(id).map(|(_, ports)| ports).unwrap_or_default();
            ports.retain(|port| {
                let mut known = word.parameters.iter().chain(&word.results);
                known.all(|known| original_names::port_name(word, known) != *port)
            });
            let _ = writeln!(self.text, "    <{category} ID=\"{}\">", escaped(id));
            let description = descriptions::without_name(description);
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
            for result in &word.results {
                let name = original_names::port_name(word, result);
                // An input and output port is there already.
                if word
                    .parameters
                    .iter()
                    .any(|known| original_names::port_name(word, known) == name)
                {
                    continue;
                }
                let description = result.description.as_deref().unwrap_or_default();
                let _ = writeln!(
                    self.text,
                    "      <output_port name=\"{}\" type=\"{}\">{}</output_port>",
                    escaped(&name),
                    escaped(type_name(&result.of)),
                    escaped(descriptions::without_name(description))
                );
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

    /// The ports of a tree in the model.
    fn ports_of_tree(&mut self, tree: &Tree) {
        let Some(head) = self.heads.get(tree.name.as_str()) else { return };
        let id = original_names::tree(tree);
        let _ = writeln!(self.text, "    <SubTree ID=\"{}\">", escaped(id));
        let inputs = head.inputs.iter().map(|(_, key)| key);
        let all: BTreeSet<&String> = inputs.clone().chain(&head.outputs).collect();
        for key in all.into_iter().filter(|key| is_attribute(key)) {
            let tag = match (inputs.clone().any(|input| input == key), head.outputs.contains(key)) {
                (true, true) => "inout_port",
                (_, true) => "output_port",
                _ => "input_port",
            };
            let _ = writeln!(self.text, "      <{tag} name=\"{}\"/>", escaped(key));
        }
        self.text.push_str("    </SubTree>\n");
    }

    /// A port of the model.
    fn port(&mut self, word: &VocabularyWord, parameter: &Parameter) {
        let name = escaped(&original_names::port_name(word, parameter));
        let description = parameter.description.as_deref().unwrap_or_default();
        let written = descriptions::output(description);
        let is_result = word.results.iter().any(|result| {
            original_names::parameter_name(result) == original_names::parameter_name(parameter)
        });
        let tag = match (written, is_result) {
            (Some(_), _) => "output_port",
            (None, true) => "inout_port",
            (None, false) => "input_port",
        };
        let _ = write!(self.text, "      <{tag} name=\"{name}\"");
        if written.is_none() {
            let _ = write!(self.text, " type=\"{}\"", escaped(type_name(&parameter.of)));
        }
        if let Some(default) = parameter.default.as_ref().filter(|_| written.is_none()) {
            let text = match default {
                Constant::Text(text) => text.clone(),
                default => written_default(default, &parameter.of),
            };
            let _ = write!(self.text, " default=\"{}\"", escaped(&text));
        }
        let description = descriptions::without_name(written.unwrap_or(description));
        let _ = writeln!(self.text, ">{}</{tag}>", escaped(description));
    }
}

/// `key := 'text'` as the attributes of a node that sets the key.
fn set(code: &str) -> Option<Vec<(String, String)>> {
    let (key, value) = code.split_once(":=")?;
    let (key, value) = (key.trim(), value.trim());
    let text = value.strip_prefix('\'').and_then(|text| text.strip_suffix('\''));
    let value = match text {
        Some(text) => text.to_owned(),
        None if crate::names::is_name(value) && !["true", "false"].contains(&value) => {
            format!("{{{value}}}")
        }
        None => value.to_owned(),
    };
    Some(vec![("output_key".to_owned(), key.to_owned()), ("value".to_owned(), value)])
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
    descriptions::output(parameter.description.as_deref().unwrap_or_default())
}

/// `250ms` → `250`
fn whole_milliseconds(text: &str) -> Option<u128> {
    let length = duration(text)?;
    (length.subsec_nanos() % 1_000_000 == 0).then_some(length.as_millis())
}

/// A node that BehaviorTree.CPP has, with its attributes; `reference` gives the key of a number that is none.
fn built_in(
    node: &Outline,
    reference: &dyn Fn(&str) -> Option<String>,
) -> Option<(&'static str, Vec<(String, String)>)> {
    let one = |name: &str, value: String| vec![(name.to_owned(), value)];
    let number = |number: Option<String>| number.or_else(|| reference(&node.source));
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
        Word::Repeat if node.source.is_empty() => ("KeepRunningUntilFailure", Vec::new()),
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
pub(super) fn escaped(text: &str) -> String {
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
