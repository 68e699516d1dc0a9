//! One element → a node.

mod choice;
mod control;
mod fields;
mod subtree;

use super::attributes::{self, Place};
use super::import::{Import, Step};
use super::model;
use super::standard_nodes;
use crate::composites;
use crate::descriptions;
use crate::imported::{ImportError, Node};
use crate::own;
use crate::terms;
use crate::words::{is_decimal, milliseconds};
use bt_language::vocabulary::{Integer, Role, Type};
use bt_language::words::Word;
use fields::assignment;
pub(super) use fields::{cases, declare, uses};
use roxmltree::Node as Xml;
pub(super) use subtree::{SHARED, is_missing, ports, shares};

/// The kinds of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Category {
    /// A node that BehaviorTree.CPP has itself.
    BuiltIn,
    /// A node of the language, which the export has written.
    Own(Word),
    Subtree,
    Condition,
    Action,
    Decorator,
    /// A control node of the program.
    Control,
}

/// The nodes that BehaviorTree.CPP has, also under their names in version 3.
const BUILT_IN: &[&str] = &[
    "Sequence",
    "Fallback",
    "ReactiveSequence",
    "ReactiveFallback",
    "SequenceWithMemory",
    "SequenceStar",
    "FallbackStar",
    "AsyncSequence",
    "AsyncFallback",
    "Selector",
    "Parallel",
    "ParallelAll",
    "IfThenElse",
    "WhileDoElse",
    "TryCatch",
    "Switch2",
    "Switch3",
    "Switch4",
    "Switch5",
    "Switch6",
    "Inverter",
    "ForceSuccess",
    "ForceFailure",
    "KeepRunningUntilFailure",
    "Repeat",
    "RetryUntilSuccessful",
    "RetryUntilSuccesful",
    "Timeout",
    "Delay",
    "RunOnce",
    "Precondition",
    "AlwaysSuccess",
    "AlwaysFailure",
    "Sleep",
    "Script",
    "ScriptCondition",
    "SetBlackboard",
    "UnsetBlackboard",
];

/// The nodes that an export would give another name.
pub(super) const RENAMED: &[&str] = &["SequenceWithMemory", "AsyncSequence", "AsyncFallback", SET];

/// Returns `true` for a node that BehaviorTree.CPP has.
pub(super) fn is_built_in(id: &str) -> bool {
    BUILT_IN.contains(&id)
}

/// The node that sets a key, which is a script here.
pub(super) const SET: &str = "SetBlackboard";

const ROUNDS: &str = "BehaviorTree.CPP runs all rounds in one tick; here each tick has one round";

/// Returns `true` for an element that is a node.
pub(super) fn is_node(xml: Xml) -> bool {
    xml.is_element() && !["remap", "Metadata", "MetadataFields"].contains(&xml.tag_name().name())
}

/// The name and the kind of a node.
pub(super) fn kind<'a>(
    import: &Import<'a>,
    xml: Xml<'a, 'a>,
    children: usize,
) -> Result<(&'a str, Category), ImportError> {
    let tag = xml.tag_name().name();
    let is_explicit =
        ["Action", "Condition", "Control", "Decorator"].contains(&tag) || subtree::is_named(tag);
    let id = match (xml.attribute("ID"), is_explicit) {
        (Some(id), true) => id,
        (None, true) => return Err(import.error(xml, format!("`<{tag}>` has no `ID`"))),
        (_, false) => tag,
    };
    let ports = xml.attributes().filter(attributes::is_port);
    if let Some(word) = own::word(id, ports.map(|port| port.name())) {
        return Ok((id, Category::Own(word)));
    }
    let category = match (is_explicit, import.models.get(id)) {
        (true, _) => tag,
        (false, Some(model)) => model.category,
        (false, None) if import.tree_of(xml, id).is_some() => "",
        (false, None) => standard_nodes::category(id),
    };
    let roles = [Role::Condition, Role::Action { is_stateful: false }, Role::Decorator];
    let known = roles.iter().find(|role| import.words.known_as(id, role).is_some());
    let known = known.map(Role::name);
    let kind = match (category, known) {
        (tag, _) if subtree::is_named(tag) && subtree::is_missing(import, xml, id) => {
            Category::Action
        }
        (tag, _) if subtree::is_named(tag) => Category::Subtree,
        _ if control::rate(xml, id).is_some() => Category::BuiltIn,
        // A program may have a word with the name of a built-in node.
        ("Condition", Some("condition")) => Category::Condition,
        ("Action", Some("action")) => Category::Action,
        ("Decorator", Some("decorator")) => Category::Decorator,
        _ if BUILT_IN.contains(&id) => Category::BuiltIn,
        ("Condition", _) | ("", Some("condition")) => Category::Condition,
        ("Action", _) | ("", Some("action")) => Category::Action,
        ("Decorator", _) | ("", Some("decorator")) => Category::Decorator,
        ("Control", _) => Category::Control,
        _ if import.tree_of(xml, id).is_some() => Category::Subtree,
        _ if control::NAV2.contains(&id) => Category::Control,
        _ if children == 1 => Category::Decorator,
        _ if children > 1 => Category::Control,
        _ if crate::behavior3::asks(id) => Category::Condition,
        _ => Category::Action,
    };
    Ok((id, kind))
}

/// Writes a node, without its name and the attributes that every node may have.
pub(super) fn node(
    import: &mut Import,
    step: &Step,
    children: Vec<Node>,
    asks_first: bool,
) -> Node {
    let (xml, id) = (step.xml, step.id);
    if let Some(head) = call_of(import, step) {
        return match step.kind {
            Category::Decorator => around(import, xml, id, &head, children),
            _ => leaf(import, xml, id, head, &children),
        };
    }
    let call = |import: &mut Import| {
        step.word.map(|word| import.words.call(word, &step.arguments)).unwrap_or_default()
    };
    match step.kind {
        Category::BuiltIn => built_in(import, xml, id, children, asks_first),
        Category::Subtree => subtree::subtree(import, xml, id),
        Category::Own(word) => {
            let key =
                |index: usize| xml.attribute(format!("key_{index}").as_str()).map(str::to_owned);
            let arguments = xml.attribute(own::ARGUMENTS).unwrap_or_default();
            own::node(&mut import.words, word, arguments, key, children).unwrap_or_else(|reason| {
                let comment = import.differs(
                    xml,
                    &format!("`{id}`"),
                    reason,
                    "correct it, and import it again",
                );
                commented(Node::leaf("fail"), comment)
            })
        }
        Category::Condition => {
            let call = call(import);
            leaf(import, xml, id, format!("condition {call}"), &children)
        }
        Category::Action => {
            let given = step.word.map(|word| import.words.given(word, &step.outputs));
            let (arrow, unused) = given.unwrap_or_default();
            let call = format!("{}{arrow}", call(import));
            let mut node = leaf(import, xml, id, format!("action {call}"), &children);
            for (name, of) in unused {
                node =
                    node.wrapped(|node| Node::around(format!("let({name}: {})", of.name()), node));
            }
            node
        }
        Category::Decorator => {
            let call = call(import);
            around(import, xml, id, &format!("with {call}"), children)
        }
        Category::Control => control::control(import, xml, id, children),
    }
}

/// The node that an export has written with an expression as an argument, if its word or its tree is known.
fn call_of(import: &mut Import, step: &Step) -> Option<String> {
    let text = step.xml.attribute(own::CALL)?;
    let word = match step.kind {
        Category::Condition => "condition",
        Category::Action => "action",
        Category::Decorator => "with",
        Category::Subtree => "subtree",
        Category::BuiltIn | Category::Control | Category::Own(_) => return None,
    };
    let called = terms::full(text).map(|call| call.name);
    let is_known = called.is_some_and(|name| match import.tree_of(step.xml, step.id) {
        Some(tree) if step.kind == Category::Subtree => import.tree_name(tree) == name,
        _ => import.words.known(&name).is_some(),
    });
    if is_known {
        return Some(format!("{word} {text}"));
    }
    let reason = "an argument of this node is an expression, and its word is not known here, so the expression is a text";
    import.differs(
        step.xml,
        &format!("`{}`", step.id),
        reason,
        "give the words with `--words FILE`",
    );
    None
}

/// The place of the children of a node in a place.
pub(super) fn place_below(id: &str, kind: Category, place: Place) -> Place {
    let composites = ["Sequence", "Fallback", "Selector", "Parallel"];
    match kind {
        // It is written as its child.
        Category::BuiltIn if id == "RateController" => place,
        Category::BuiltIn if id == "TryCatch" => Place::Sequence,
        Category::BuiltIn if !composites.iter().any(|part| id.contains(part)) => Place::Other,
        Category::BuiltIn | Category::Control => control::place_below(id),
        Category::Own(Word::Sequence | Word::ActiveSequence) => Place::Sequence,
        Category::Own(Word::Selector | Word::ActiveSelector) => Place::Selector,
        _ => Place::Other,
    }
}

/// Returns `true` for a node that ticks a child only after those before it have succeeded.
pub(super) fn is_in_order(id: &str, kind: Category) -> bool {
    let is_one = [
        "Sequence",
        "ReactiveSequence",
        "SequenceWithMemory",
        "SequenceStar",
        "AsyncSequence",
        "PipelineSequence",
    ];
    match kind {
        Category::Control if id != "PipelineSequence" => {
            !control::NAV2.contains(&id) && composites::nearest(id).ends_with("sequence")
        }
        _ => is_one.contains(&id),
    }
}

/// Returns `true` for a node that ticks later children without a success of this one.
pub(super) fn is_choice(id: &str, kind: Category, child: usize) -> bool {
    match id {
        "IfThenElse" | "WhileDoElse" => child > 0,
        "RecoveryNode" | "TryCatch" | "RoundRobin" => true,
        id if id.starts_with("Switch") => true,
        _ => place_below(id, kind, Place::Other) == Place::Selector,
    }
}

/// Returns `true` for a node with a child that may end while another one runs.
pub(super) fn is_concurrent(id: &str) -> bool {
    ["Pipeline", "Reactive", "Parallel", "WhileDoElse", "Nonblocking"]
        .iter()
        .any(|part| id.contains(part))
}

/// Returns `true` for a parallel that succeeds only with all children.
pub(super) fn needs_all(xml: Xml) -> bool {
    let count = xml.attribute("success_count").or_else(|| xml.attribute("success_threshold"));
    count.is_none_or(|count| count.trim() == "-1")
}

/// Notes the name of a node that is not the one that an export would write.
fn named(mut node: Node, name: &str) -> Node {
    node.description = descriptions::described(node.description, "", name);
    node
}

fn commented(mut node: Node, comment: String) -> Node {
    node.comments.push(comment);
    node
}

fn leaf(import: &mut Import, xml: Xml, id: &str, head: String, children: &[Node]) -> Node {
    without_children(import, xml, id, Node::leaf(head), children)
}

fn without_children(
    import: &mut Import,
    xml: Xml,
    id: &str,
    node: Node,
    children: &[Node],
) -> Node {
    if children.is_empty() {
        return node;
    }
    let comment =
        import.differs(xml, &format!("`{id}`"), "a leaf has no children; they are left out", "");
    commented(node, comment)
}

fn block(import: &mut Import, xml: Xml, id: &str, word: &str, children: Vec<Node>) -> Node {
    if children.is_empty() {
        let fails = word.contains("selector") || word == "round_robin";
        let empty = if fails { "fail" } else { "succeed" };
        let reason = format!("it has no children, so it is `{empty}`");
        let comment =
            import.differs(xml, &format!("`{id}`"), &reason, "add children, or remove it");
        return commented(Node::leaf(empty), comment);
    }
    Node::block(word, children)
}

fn around(import: &mut Import, xml: Xml, id: &str, head: &str, mut children: Vec<Node>) -> Node {
    if children.is_empty() {
        let comment = import.differs(
            xml,
            &format!("`{id}`"),
            "it has no child, so it is `fail`",
            "add a child",
        );
        return commented(Node::leaf("fail"), comment);
    }
    if children.len() == 1 {
        return Node::around(head, children.remove(0));
    }
    let reason = "a decorator has one child; its children are in a `sequence`";
    let comment = import.differs(xml, &format!("`{id}`"), reason, "choose a composite");
    commented(Node::around(head, Node::block("sequence", children)), comment)
}

/// A number of rounds in parentheses; nothing for endless ones.
fn rounds(import: &mut Import, xml: Xml, name: &str) -> String {
    let text = xml.attribute(name).unwrap_or("-1");
    if let Some(key) = model::key(text, name) {
        let of = Integer::named("u32").map_or(Type::Bool, |of| Type::Integer(of.clone()));
        let key = import.scoped(key);
        return format!("({})", import.words.reference(&key, &of));
    }
    match text.trim().parse::<i64>() {
        Ok(number) if number < 0 => String::new(),
        Ok(number) => format!("({})", number.clamp(1, u32::MAX.into())),
        Err(_) => {
            let reason = "this is no number of rounds; there is no limit here";
            import.differs(xml, &format!("`{name}=\"{text}\"`"), reason, "write a number");
            String::new()
        }
    }
}

/// A length of time.
fn length(import: &mut Import, xml: Xml, name: &str) -> String {
    let text = xml.attribute(name).unwrap_or("0");
    if let Some(key) = model::key(text, name) {
        let key = import.scoped(key);
        return import.words.reference(&key, &Type::Duration);
    }
    text.trim().parse().map_or_else(
        |_| {
            let reason = "this is no number of milliseconds; 0ms is assumed";
            import.differs(xml, &format!("`{name}=\"{text}\"`"), reason, "write a number");
            "0ms".to_owned()
        },
        milliseconds,
    )
}

/// A node that BehaviorTree.CPP has itself.
fn built_in(
    import: &mut Import,
    xml: Xml,
    id: &str,
    children: Vec<Node>,
    asks_first: bool,
) -> Node {
    let what = format!("`{id}`");
    match id {
        "Sequence" => block(import, xml, id, "sequence", children),
        "Fallback" | "FallbackStar" | "Selector" => block(import, xml, id, "selector", children),
        "ReactiveSequence" => block(import, xml, id, "active_sequence", children),
        "ReactiveFallback" => block(import, xml, id, "active_selector", children),
        "SequenceWithMemory" | "SequenceStar" => {
            let reason =
                "it keeps its place after a failure; a `sequence` starts again at its first child";
            let comment = import.differs(
                xml,
                &what,
                reason,
                "put `once` before the children that must not run again",
            );
            commented(block(import, xml, id, "sequence", children), comment)
        }
        "AsyncSequence" | "AsyncFallback" => {
            let word = if id == "AsyncSequence" { "sequence" } else { "selector" };
            let reason =
                "it is running for a tick between its children; here they follow in the same tick";
            let comment = import.differs(xml, &what, reason, "");
            commented(block(import, xml, id, word, children), comment)
        }
        "Parallel" | "ParallelAll" => choice::parallel(import, xml, id, children),
        "IfThenElse" | "WhileDoElse" => choice::branch(import, xml, id, children, asks_first),
        "Inverter" => around(import, xml, id, "not", children),
        "ForceSuccess" => around(import, xml, id, "force_success", children),
        "ForceFailure" => around(import, xml, id, "force_failure", children),
        "KeepRunningUntilFailure" => around(import, xml, id, "repeat", children),
        "Repeat" | "RetryUntilSuccessful" | "RetryUntilSuccesful" | "Timeout" | "Delay" => {
            limited(import, xml, id, children)
        }
        "RunOnce" => {
            let mut node = around(import, xml, id, "once", children);
            if xml.attribute("then_skip") == Some("false") {
                return node;
            }
            node.attributes.push(("then_skip".to_owned(), "true".to_owned()));
            let reason = "it is skipped later; here it returns its first result again";
            commented(
                node,
                import.differs(xml, &what, reason, "set `then_skip` to `false` for the same"),
            )
        }
        "Precondition" => choice::precondition(import, xml, children),
        "TryCatch" => control::try_catch(import, xml, children),
        "RateController" => control::rated(import, xml, children),
        "AlwaysSuccess" => leaf(import, xml, id, "succeed".into(), &children),
        "AlwaysFailure" => leaf(import, xml, id, "fail".into(), &children),
        "Sleep" => {
            let head = format!("wait({})", length(import, xml, "msec"));
            leaf(import, xml, id, head, &children)
        }
        id if id.starts_with("Switch") => choice::switch(import, xml, id, children),
        _ => scripted(import, xml, id, &children),
    }
}

/// A decorator with a number of rounds or a length of time.
fn limited(import: &mut Import, xml: Xml, id: &str, children: Vec<Node>) -> Node {
    let head = match id {
        "Timeout" => format!("timeout({})", length(import, xml, "msec")),
        "Delay" => format!("delay({})", length(import, xml, "delay_msec")),
        "Repeat" => format!("repeat{}", rounds(import, xml, "num_cycles")),
        _ => format!("retry{}", rounds(import, xml, "num_attempts")),
    };
    let node = around(import, xml, id, &head, children);
    let node = if head == "repeat" { named(node, id) } else { node };
    if ["Timeout", "Delay"].contains(&id) {
        return node;
    }
    commented(node, import.differs(xml, &format!("`{id}`"), ROUNDS, ""))
}

/// `Script`, `ScriptCondition`, `SetBlackboard`, `UnsetBlackboard`
fn scripted(import: &mut Import, xml: Xml, id: &str, children: &[Node]) -> Node {
    let code = xml.attribute("code").unwrap_or_default().trim();
    if code.is_empty() && id.starts_with("Script") {
        let reason = "it has no `code`, so it does nothing";
        let comment =
            import.differs(xml, &format!("`{id}`"), reason, "write its code, or remove it");
        return commented(Node::leaf("succeed"), comment);
    }
    let head = match id {
        "Script" => {
            let node = attributes::action(import, xml, code);
            return without_children(import, xml, id, node, children);
        }
        "ScriptCondition" => format!("condition {}", attributes::condition(import, xml, code)),
        "SetBlackboard" => {
            let code = assignment(xml).map_or_else(String::new, |assign| assign.to_string());
            let mut node = attributes::action(import, xml, &code);
            // A number keeps its digits.
            let value = xml.attribute("value").filter(|text| is_decimal(text.trim()));
            let value = value.filter(|text| !code.ends_with(text.trim()));
            node.attributes.extend(value.map(|text| ("value".to_owned(), text.to_owned())));
            return without_children(import, xml, id, node, children);
        }
        _ => {
            let key = xml.attribute("key").unwrap_or_default();
            let key = model::key(key, "key").unwrap_or(key).to_owned();
            let field = import.words.field(&key, None, "");
            let code = format!("blackboard.{field} = Default::default()");
            let role = Role::Action { is_stateful: false };
            let what = descriptions::of_unset(&key);
            format!("action {}", import.words.expression(&format!("unset {key}"), role, code, what))
        }
    };
    leaf(import, xml, id, head, children)
}
