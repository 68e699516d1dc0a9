//! The attributes that every node may have: `_failureIf`, `_onSuccess`, …

use super::import::Import;
use super::script::{self, Script};
use crate::imported::Node;
use bt_language::vocabulary::Role;
use roxmltree::{Attribute, Node as Xml};

/// Returns `true` for the value of a port.
pub(super) fn is_port(attribute: &Attribute) -> bool {
    !["ID", "name"].contains(&attribute.name())
        && !attribute.name().starts_with('_')
        && attribute.namespace().is_none()
}

/// The scripts of a node.
const SCRIPTS: &[&str] = &[
    "_successIf",
    "_failureIf",
    "_skipIf",
    "_while",
    "_onSuccess",
    "_onFailure",
    "_onHalted",
    "_post",
];

/// Declares the fields of the scripts.
pub(super) fn declare(import: &mut Import, xml: Xml) {
    for attribute in xml.attributes().filter(|attribute| SCRIPTS.contains(&attribute.name())) {
        let is_question = !attribute.name().starts_with("_on") && attribute.name() != "_post";
        declare_script(import, attribute.value(), is_question);
    }
}

/// Declares the fields of a script.
pub(super) fn declare_script(import: &mut Import, code: &str, is_question: bool) {
    for statement in script::read(code).unwrap_or_default() {
        let wanted = is_question.then_some(script::Of::Bool);
        Script::declare(&statement, &mut import.words, wanted);
    }
}

/// The word for a question in a script.
pub(super) fn condition(import: &mut Import, xml: Xml, code: &str) -> String {
    let read = script::read(code).and_then(|script| script::condition(&script, &import.words));
    word(import, xml, code, read, Role::Condition)
}

/// The word for the statements of a script.
pub(super) fn action(import: &mut Import, xml: Xml, code: &str) -> String {
    let read = script::read(code).and_then(|script| script::action(&script, &import.words));
    word(import, xml, code, read, Role::Action { is_stateful: false })
}

fn word(import: &mut Import, xml: Xml, code: &str, read: Option<String>, role: Role) -> String {
    let text = read.unwrap_or_else(|| {
        let reason = "this script cannot be written in Rust as it is, so its word is `todo!()`";
        import.differs(xml, &format!("`{code}`"), reason, "write its Rust in the vocabulary");
        let code = code.replace(['{', '}'], " ");
        format!("todo!({:?})", code.split_whitespace().collect::<Vec<_>>().join(" "))
    });
    import.words.expression(&script::name(code), role, text, format!("`{}`", code.trim()))
}

/// Writes the attributes around a node.
pub(super) fn apply(import: &mut Import, xml: Xml, node: Node) -> Node {
    let mut node = node;
    let script = |name: &str| xml.attribute(name).filter(|code| !code.trim().is_empty());
    if let Some(code) = script("_onSuccess") {
        let action = Node::leaf(format!("action {}", self::action(import, xml, code)));
        node = node.wrapped(|node| Node::block("sequence", vec![node, action]));
    }
    if let Some(code) = script("_onFailure") {
        let action = Node::leaf(format!("action {}", self::action(import, xml, code)));
        let action = Node::around("force_failure", action);
        node = node.wrapped(|node| Node::block("selector", vec![node, action]));
    }
    if let Some(code) = script("_post") {
        let action = self::action(import, xml, code);
        node = node.wrapped(|node| Node::around(format!("finally({action})"), node));
        let reason = "here it also runs if the node is aborted";
        node.comments.push(import.differs(xml, "`_post`", reason, ""));
    }
    if let Some(code) = script("_while") {
        let condition = self::condition(import, xml, code);
        node = node.wrapped(|node| Node::around(format!("guard({condition})"), node));
        let reason = "here the node fails instead of being skipped";
        node.comments.push(import.differs(
            xml,
            "`_while`",
            reason,
            "put `force_success` before it if it shall be passed over",
        ));
    }
    if let Some(code) = script("_successIf") {
        let condition = self::condition(import, xml, code);
        node =
            node.wrapped(|node| Node::branch("if", &condition, Node::leaf("succeed"), Some(node)));
    }
    if let Some(code) = script("_failureIf") {
        let condition = self::condition(import, xml, code);
        node = node.wrapped(|node| Node::branch("if", &condition, Node::leaf("fail"), Some(node)));
    }
    without_place(import, xml, node)
}

/// Lists the attributes that have no place here.
fn without_place(import: &mut Import, xml: Xml, mut node: Node) -> Node {
    for attribute in xml.attributes() {
        let (name, value) = (attribute.name(), attribute.value());
        let (reason, advice) = match name {
            "_skipIf" => (
                "no node is skipped here, so the node is always ticked",
                "write `if … { succeed; } else { … }` in a sequence, and `if … { fail; } else { … }` in a selector",
            ),
            "_onHalted" => (
                "no code runs only when a node is aborted, so it is left out",
                "use `finally`, or `end` of a stateful action, which knows how it ended",
            ),
            "_autoremap" | "_description" | "_uid" | "_fullpath" | "__shared_blackboard" => {
                continue;
            }
            name if SCRIPTS.contains(&name) || !name.starts_with('_') => continue,
            _ => ("this attribute is unknown, and is left out", ""),
        };
        let comment = import.differs(xml, &format!("`{name}=\"{value}\"`"), reason, advice);
        node.comments.push(comment);
    }
    node
}
