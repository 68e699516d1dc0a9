//! The attributes that every node may have: `_failureIf`, `_onSuccess`, …

use super::export::escaped;
use super::import::Import;
use super::keys::Uses;
use super::nodes;
use super::script::{self, Script};
use crate::descriptions;
use crate::imported::Node;
use crate::outline::Outline;
use crate::own::CALL;
use crate::words::{At, Words};
use bt_language::vocabulary::Role;
use bt_language::words::Word;
use roxmltree::{Attribute, Node as Xml};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Returns `true` for the value of a port.
pub(super) fn is_port(attribute: &Attribute) -> bool {
    !["ID", "name"].contains(&attribute.name())
        && !attribute.name().starts_with('_')
        && attribute.namespace().is_none()
}

/// The ports of an element with their values.
pub(super) fn ports(xml: Xml) -> Vec<(String, String)> {
    let ports = xml.attributes().filter(is_port);
    ports.map(|port| (port.name().to_owned(), port.value().to_owned())).collect()
}

/// The scripts of a node.
const SCRIPTS: &[&str] = &[
    "_successIf",
    "_failureIf",
    "_onSuccess",
    "_onFailure",
    "_post",
    "_onHalted",
    "_while",
    "_skipIf",
];

/// The attributes of an editor.
const LAYOUT: &[&str] = &["_collapsed", "_x", "_y", "_color"];

/// The attributes that have a meaning here, or none at all.
const KNOWN: &[&str] = &[
    "_autoremap",
    "__autoremap",
    "_description",
    "_uid",
    "_fullpath",
    "__shared_blackboard",
    CALL,
];

/// The nodes of a tree with what their attributes mean, as a text: trees with the same text do the same.
pub(super) fn meaning(tree: Xml) -> String {
    let is_meant = |attribute: &Attribute| {
        let name = attribute.name();
        !name.starts_with('_') && name != "name"
            || SCRIPTS.contains(&name)
            || name == CALL
            || nodes::SHARED.contains(&name)
    };
    let mut text = String::new();
    let is_part = |xml: &Xml| nodes::is_node(*xml) || xml.has_tag_name("remap");
    for xml in tree.descendants().filter(is_part) {
        let all = xml.attributes().filter(is_meant);
        let all: BTreeMap<&str, &str> = all.map(|one| (one.name(), one.value())).collect();
        let depth = xml.ancestors().count();
        let _ = write!(text, "{depth}<{} {all:?}", xml.tag_name().name());
    }
    text
}

/// The attributes of an element that only a description can keep.
pub(super) fn kept(xml: Xml) -> impl Iterator<Item = (String, String)> {
    let is_kept = |attribute: &Attribute| {
        let name = attribute.name();
        name.starts_with('_')
            && ![LAYOUT, KNOWN].iter().any(|all| all.contains(&name))
            && !(SCRIPTS.contains(&name) && attribute.value().trim().is_empty())
            && attribute.namespace().is_none()
    };
    let kept = xml.attributes().filter(is_kept);
    kept.map(|attribute| (attribute.name().to_owned(), attribute.value().to_owned()))
}

/// Attributes in one line of XML, without a backtick.
pub(super) fn line(attributes: &[(String, String)]) -> String {
    let one = |(name, value): &(String, String)| format!("{name}=\"{}\"", escaped(value));
    attributes.iter().map(one).collect::<Vec<_>>().join(" ").replace('`', "&#96;")
}

/// The attributes in a line of XML.
pub(super) fn read_line(line: &str) -> Vec<(String, String)> {
    let text = format!("<node {line}/>");
    let Ok(document) = roxmltree::Document::parse(&text) else { return Vec::new() };
    let node = document.root_element();
    let all = node.attributes().filter(|attribute| attribute.namespace().is_none());
    all.map(|attribute| (attribute.name().to_owned(), attribute.value().to_owned())).collect()
}

/// The node inside of the nodes that stand for its scripts, as [`apply`] and [`skipped`] write them. The attributes get the
/// scripts that these nodes have now; those without such a node are removed.
pub(super) fn without_scripts<'o>(
    node: &'o Outline,
    attributes: &mut Vec<(String, String)>,
    code_of: &dyn Fn(&Outline) -> Option<String>,
    condition_of: &dyn Fn(&str) -> Option<String>,
) -> &'o Outline {
    let mut inside = node;
    for name in SCRIPTS.iter().rev() {
        let Some(index) = attributes.iter().position(|(known, _)| known == name) else { continue };
        let is_own = std::ptr::eq(inside, node) || inside.label.is_none();
        let found = inside_of(inside, name).filter(|_| is_own);
        let Some((child, action)) = found else {
            attributes.remove(index);
            continue;
        };
        let code = match (inside.word, action) {
            (_, Some(action)) => code_of(action),
            (Word::With, None) => None,
            (_, None) => condition_of(&inside.source),
        };
        if let Some((_, known)) = attributes.get_mut(index) {
            update(known, code);
        }
        inside = child;
    }
    inside
}

/// Replaces a script by another one that is not the same.
pub(super) fn update(known: &mut String, code: Option<String>) {
    if let Some(code) = code.filter(|code| !is_same(code, known)) {
        *known = code;
    }
}

/// Returns `true` for scripts that differ only in spaces and in the quotes of texts.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let letters =
        |text: &str| -> String { text.split_whitespace().collect::<String>().replace('"', "'") };
    letters(one) == letters(other)
}

/// The child of a node that stands for a script, and the action that runs the script after it.
fn inside_of<'o>(node: &'o Outline, name: &str) -> Option<(&'o Outline, Option<&'o Outline>)> {
    let is_leaf = |node: &Outline, words: &[Word]| words.contains(&node.word);
    match (name, node.word, node.children.as_slice()) {
        ("_successIf", Word::If, [first, child]) if is_leaf(first, &[Word::Succeed]) => {
            Some((child, None))
        }
        ("_failureIf", Word::If, [first, child]) if is_leaf(first, &[Word::Fail]) => {
            Some((child, None))
        }
        ("_skipIf", Word::If, [first, child]) if is_leaf(first, &[Word::Succeed, Word::Fail]) => {
            Some((child, None))
        }
        ("_while", Word::ActiveIf, [child, last]) if is_leaf(last, &[Word::Succeed]) => {
            Some((child, None))
        }
        ("_while", Word::Guard, [child]) | ("_post" | "_onHalted", Word::With, [child]) => {
            Some((child, None))
        }
        ("_onSuccess", Word::Sequence, [child, action]) => Some((child, Some(action))),
        ("_onFailure", Word::Selector, [child, last]) if last.word == Word::ForceFailure => {
            last.children.first().map(|action| (child, Some(action)))
        }
        _ => None,
    }
}

/// Notes the keys of the scripts.
pub(super) fn uses(words: &Words, xml: Xml, uses: &mut Uses) {
    for attribute in xml.attributes().filter(|attribute| SCRIPTS.contains(&attribute.name())) {
        // A decorator runs these, and it cannot change a name of a tree.
        let is_late = ["_post", "_onHalted"].contains(&attribute.name());
        let is_fixed = is_late || words.has_script(attribute.value());
        script_uses(&script::read(attribute.value()).unwrap_or_default(), is_fixed, uses);
    }
}

/// Notes the keys of a script.
pub(super) fn script_uses(statements: &[Script], is_fixed: bool, uses: &mut Uses) {
    let is_plain = statements.iter().all(|statement| match statement {
        Script::Assign(_, _, value) => value.is_plain(),
        statement => statements.len() == 1 && statement.is_plain(),
    });
    if is_plain && !is_fixed {
        let (mut sets, mut reads) = (BTreeSet::new(), BTreeSet::new());
        for statement in statements {
            statement.keys(&mut reads);
            if let Script::Assign(key, ..) = statement {
                sets.insert(key.clone());
            }
        }
        uses.scripts.push((sets, reads));
    }
    for statement in statements {
        let (sets, value) = match statement {
            Script::Assign(key, sign, value) => (Some((key, sign)), value.as_ref()),
            value => (None, value),
        };
        let mut keys = BTreeSet::new();
        value.keys(&mut keys);
        if let Some((key, sign)) = sets {
            if is_plain && !is_fixed {
                uses.sets.insert(key.clone());
                keys.extend(sign.map(|_| key.clone()));
            } else {
                uses.fixed.insert(key.clone());
            }
        }
        let into = if is_plain && !is_fixed { &mut uses.reads } else { &mut uses.fixed };
        into.extend(keys);
    }
}

/// Returns `true` if attributes may change the result of a node.
pub(super) fn is_changed(xml: Xml) -> bool {
    ["_successIf", "_skipIf", "_while"].iter().any(|name| xml.has_attribute(*name))
}

/// Declares the fields of the scripts.
pub(super) fn declare(import: &mut Import, xml: Xml) {
    for attribute in xml.attributes().filter(|attribute| SCRIPTS.contains(&attribute.name())) {
        let is_question = !attribute.name().starts_with("_on") && attribute.name() != "_post";
        declare_script(import, attribute.value(), is_question);
    }
}

/// Declares the fields of a script.
pub(super) fn declare_script(import: &mut Import, code: &str, is_question: bool) {
    for statement in read(import, code).unwrap_or_default() {
        let wanted = is_question.then_some(script::Of::Bool);
        Script::declare(&statement, &mut import.words, wanted);
    }
}

/// Reads a script, with the keys as the words know them.
fn read(import: &Import, code: &str) -> Option<Vec<Script>> {
    let statements = script::read(code)?;
    let map = |key: &str| import.scoped(key);
    Some(statements.iter().map(|statement| statement.mapped(&map)).collect())
}

/// The expression for a question in a script, or its word.
pub(super) fn condition(import: &mut Import, xml: Xml, code: &str) -> String {
    let statements = read(import, code);
    let is_known = import.words.has_script(code);
    let plain = statements.as_deref().filter(|_| !is_known);
    let question = plain.and_then(|all| script::question(all, &mut import.words));
    if let Some(question) = question {
        return question;
    }
    let rust = statements.and_then(|script| script::condition(&script, &import.words));
    word(import, xml, code, rust, Role::Condition)
}

/// The leaf for the statements of a script.
pub(super) fn action(import: &mut Import, xml: Xml, code: &str) -> Node {
    let statements = read(import, code);
    let is_known = import.words.has_script(code);
    let plain = statements.as_deref().filter(|_| !is_known);
    if let Some(sets) = plain.and_then(|all| script::assignments(all, &mut import.words)) {
        let mut leaves: Vec<Node> = sets.into_iter().map(Node::leaf).collect();
        return if leaves.len() == 1 { leaves.remove(0) } else { Node::block("sequence", leaves) };
    }
    let rust = statements.and_then(|script| script::action(&script, &import.words));
    let word = word(import, xml, code, rust, Role::Action { is_stateful: false });
    Node::leaf(format!("action {word}"))
}

fn word(import: &mut Import, xml: Xml, code: &str, read: Option<String>, role: Role) -> String {
    let text = read.unwrap_or_else(|| untranslated(import, xml, code));
    import.words.expression(&script::name(code), role, text, descriptions::of_script(code))
}

/// The `todo!` for a script.
fn untranslated(import: &mut Import, xml: Xml, code: &str) -> String {
    let reason = "this script cannot be written in Rust as it is, so its word is `todo!()`";
    import.differs(xml, &format!("`{code}`"), reason, "write its Rust in the vocabulary");
    let code = code.replace(['{', '}'], " ");
    format!("todo!({:?})", code.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The place of a node, which decides what a skipped node does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In a sequence or a parallel, where a skipped node counts as success.
    Sequence,
    /// In a selector, where a skipped node counts as failure.
    Selector,
    /// Below a decorator or an `IfThenElse`, or the root.
    Other,
}

/// Writes the attributes around a node: the first ones ask before the node, and their result counts for the scripts after it. A
/// skipped node runs no script.
pub(super) fn apply(import: &mut Import, xml: Xml, node: Node, place: Place) -> Node {
    let mut node = node;
    let script = |name: &str| xml.attribute(name).filter(|code| !code.trim().is_empty());
    for (name, result) in [("_successIf", "succeed"), ("_failureIf", "fail")] {
        if let Some(code) = script(name) {
            let condition = self::condition(import, xml, code);
            node =
                node.wrapped(|node| Node::branch("if", &condition, Node::leaf(result), Some(node)));
        }
    }
    if let Some(code) = script("_onSuccess") {
        let action = self::action(import, xml, code);
        node = node.wrapped(|node| Node::block("sequence", vec![node, action]));
    }
    if let Some(code) = script("_onFailure") {
        let action = Node::around("force_failure", self::action(import, xml, code));
        node = node.wrapped(|node| Node::block("selector", vec![node, action]));
    }
    for (name, of) in [("_post", At::Ended), ("_onHalted", At::Aborted)] {
        if let Some(code) = script(name) {
            let word = at_end(import, xml, code, of);
            node = node.wrapped(|node| Node::around(format!("with {word}"), node));
        }
    }
    note_without_place(import, xml);
    skipped(import, xml, node, place)
}

/// The decorator that runs a script after its child.
fn at_end(import: &mut Import, xml: Xml, code: &str, at: At) -> String {
    let code_of = read(import, code).and_then(|script| script::action(&script, &import.words));
    let text = code_of.unwrap_or_else(|| untranslated(import, xml, code));
    import.words.at_end(&script::name(code), at, text, &format!("`{}`", code.trim()))
}

/// `_while` and `_skipIf`
fn skipped(import: &mut Import, xml: Xml, mut node: Node, place: Place) -> Node {
    let script = |name: &str| xml.attribute(name).filter(|code| !code.trim().is_empty());
    let instead = if place == Place::Sequence { "succeed" } else { "fail" };
    let mut names = Vec::new();
    if let Some(code) = script("_while") {
        let condition = self::condition(import, xml, code);
        names.push("`_while`");
        node = node.wrapped(|node| match place {
            Place::Sequence => {
                Node::branch("active_if", &condition, node, Some(Node::leaf(instead)))
            }
            _ => Node::around(format!("guard({condition})"), node),
        });
    }
    if let Some(code) = script("_skipIf") {
        let condition = self::condition(import, xml, code);
        names.push("`_skipIf`");
        node = node.wrapped(|node| Node::branch("if", &condition, Node::leaf(instead), Some(node)));
    }
    for name in names {
        let (reason, advice) = match place {
            Place::Sequence => (
                "no node is skipped here; it succeeds instead, so that the next one follows",
                "check the result when all nodes around it are skipped too",
            ),
            Place::Selector => (
                "no node is skipped here; it fails instead, so that the next one follows",
                "check the result when all nodes around it are skipped too",
            ),
            Place::Other => (
                "no node is skipped here; it fails instead",
                "write `succeed` instead of `fail`, or `force_success`, if it shall be passed over",
            ),
        };
        node.comments.push(import.differs(xml, name, reason, advice));
    }
    node
}

/// Lists the attributes that have no meaning here.
fn note_without_place(import: &mut Import, xml: Xml) {
    for attribute in xml.attributes() {
        let (name, value) = (attribute.name(), attribute.value());
        if LAYOUT.contains(&name) {
            import.differs(
                xml,
                &format!("`{name}`"),
                "a file of trees has no layout of an editor",
                "",
            );
            continue;
        }
        if KNOWN.contains(&name) || SCRIPTS.contains(&name) || !name.starts_with('_') {
            continue;
        }
        let reason = "this attribute is unknown, so it is only in the description";
        import.differs(xml, &format!("`{name}=\"{value}\"`"), reason, "");
    }
}
