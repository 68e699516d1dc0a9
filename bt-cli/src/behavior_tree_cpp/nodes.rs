//! One element → a node.

use super::attributes;
use super::import::{Import, Step};
use super::model;
use super::script::Script;
use crate::imported::{ImportError, Node};
use crate::own;
use crate::terms;
use crate::words::{Value, milliseconds};
use bt_language::vocabulary::{Integer, Role, Type};
use bt_language::words::Word;
use roxmltree::Node as Xml;

/// The kinds of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
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
) -> Result<(&'a str, Kind), ImportError> {
    let tag = xml.tag_name().name();
    let is_explicit =
        ["Action", "Condition", "Control", "Decorator", "SubTree", "SubTreePlus", "Subtree"]
            .contains(&tag);
    let id = match (xml.attribute("ID"), is_explicit) {
        (Some(id), true) => id,
        (None, true) => return Err(import.error(xml, format!("`<{tag}>` has no `ID`"))),
        (_, false) => tag,
    };
    let ports = xml.attributes().filter(attributes::is_port);
    if let Some(word) = own::word(id, ports.map(|port| port.name())) {
        return Ok((id, Kind::Own(word)));
    }
    let category = match (is_explicit, import.models.get(id)) {
        (true, _) => tag,
        (false, Some(model)) => model.category,
        (false, None) => "",
    };
    let known = import.words.known(&crate::names::camel(id)).map(|word| word.role.name());
    let kind = match (category, known) {
        ("SubTree" | "SubTreePlus" | "Subtree", _) => Kind::Subtree,
        _ if BUILT_IN.contains(&id) => Kind::BuiltIn,
        ("Condition", _) | ("", Some("condition")) => Kind::Condition,
        ("Action", _) | ("", Some("action")) => Kind::Action,
        ("Decorator", _) | ("", Some("decorator")) => Kind::Decorator,
        ("Control", _) => Kind::Control,
        _ if import.names.contains_key(id) => Kind::Subtree,
        _ if children == 1 => Kind::Decorator,
        _ if children > 1 => Kind::Control,
        _ if crate::behavior3::asks(id) => Kind::Condition,
        _ => Kind::Action,
    };
    Ok((id, kind))
}

/// Declares the fields that a node uses.
pub(super) fn declare<'a>(import: &mut Import<'a>, step: &mut Step<'a>) {
    let xml = step.xml;
    let attribute = |name: &str| xml.attribute(name).unwrap_or_default();
    if let Kind::Own(word) = step.kind {
        import.words.has_random |= matches!(word, Word::RandomSelector | Word::RandomSequence);
        for port in xml.attributes().filter(attributes::is_port) {
            terms::declare(&mut import.words, word, port.value(), port.name() != own::ARGUMENTS);
        }
    }
    match step.id {
        _ if step.kind == Kind::Subtree => declare_remaps(import, xml),
        _ if step.kind != Kind::BuiltIn => {}
        "Script" => attributes::declare_script(import, attribute("code"), false),
        "ScriptCondition" => attributes::declare_script(import, attribute("code"), true),
        "Precondition" => attributes::declare_script(import, attribute("if"), true),
        "SetBlackboard" => {
            if let Some(assign) = assignment(xml) {
                assign.declare(&mut import.words, None);
            }
        }
        "UnsetBlackboard" => {
            import.words.field(attribute("key"), None, "");
        }
        id if id.starts_with("Switch") => {
            for case in cases(xml) {
                case.declare(&mut import.words, None);
            }
        }
        _ => {
            for (name, of) in [("num_cycles", "u32"), ("num_attempts", "u32")] {
                if let Some(key) = model::key(attribute(name), name) {
                    let of = Integer::named(of).map(|of| Type::Integer(of.clone()));
                    import.words.field(key, of, "");
                }
            }
            for name in ["msec", "delay_msec"] {
                if let Some(key) = model::key(attribute(name), name) {
                    import.words.field(key, Some(Type::Duration), "The length of a time.");
                }
            }
        }
    }
}

fn declare_remaps(import: &mut Import, xml: Xml) {
    for attribute in xml.attributes().filter(|attribute| attributes::is_port(attribute)) {
        if let Some(key) = model::key(attribute.value(), attribute.name()) {
            import.words.field(key, None, "");
        }
    }
}

/// `key := value` of a `SetBlackboard`.
fn assignment(xml: Xml) -> Option<Script> {
    let output = xml.attribute("output_key")?;
    let key = model::key(output, "output_key").unwrap_or(output).to_owned();
    let text = xml.attribute("value").unwrap_or_default();
    Some(Script::Assign(key, None, Box::new(constant(text, "value"))))
}

/// A literal or a key in an attribute, as a part of a script.
#[allow(clippy::cast_precision_loss, reason = "scripts have numbers of this precision")]
fn constant(text: &str, port: &str) -> Script {
    match model::value(text, port, None) {
        Value::Bool(value) => Script::Bool(value),
        Value::Integer(value) => Script::Number(value as f64),
        Value::Float(value) => Script::Number(value),
        Value::Key(key) => Script::Key(key),
        Value::Text(text) | Value::Literal(text) => Script::Text(text),
    }
}

/// `variable == case_1`, … of a `Switch`.
fn cases(xml: Xml) -> Vec<Script> {
    let variable = xml.attribute("variable").unwrap_or_default();
    let texts = (1..=6).map_while(|number| xml.attribute(format!("case_{number}").as_str()));
    texts
        .map(|text| {
            let (one, other) = (constant(variable, "variable"), constant(text, "case"));
            Script::Binary("==", Box::new(one), Box::new(other))
        })
        .collect()
}

/// Writes a node, without its name and the attributes that every node may have.
pub(super) fn node(import: &mut Import, step: Step, children: Vec<Node>, asks_first: bool) -> Node {
    let (xml, id) = (step.xml, step.id);
    let call = |import: &mut Import| {
        step.word.map(|word| import.words.call(word, &step.arguments)).unwrap_or_default()
    };
    match step.kind {
        Kind::BuiltIn => built_in(import, xml, id, children, asks_first),
        Kind::Subtree => subtree(import, xml, id),
        Kind::Own(word) => {
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
        Kind::Condition => {
            let call = call(import);
            leaf(import, xml, id, format!("condition {call}"), &children)
        }
        Kind::Action => {
            let call = call(import);
            leaf(import, xml, id, format!("action {call}"), &children)
        }
        Kind::Decorator => {
            let call = call(import);
            around(import, xml, id, &format!("with {call}"), children)
        }
        Kind::Control => {
            let reason =
                "a control node of your own has no place here; its children are in a `sequence`";
            let advice = "choose the composite of the language that does the same";
            let comment = import.differs(xml, &format!("`{id}`"), reason, advice);
            let mut node = block(import, xml, id, "sequence", children);
            node.comments.push(comment);
            for attribute in xml.attributes().filter(|attribute| attributes::is_port(attribute)) {
                node.comments.push(format!("{} = {:?}", attribute.name(), attribute.value()));
            }
            node
        }
    }
}

fn commented(mut node: Node, comment: String) -> Node {
    node.comments.push(comment);
    node
}

fn leaf(import: &mut Import, xml: Xml, id: &str, head: String, children: &[Node]) -> Node {
    let node = Node::leaf(head);
    if children.is_empty() {
        return node;
    }
    let comment =
        import.differs(xml, &format!("`{id}`"), "a leaf has no children; they are left out", "");
    commented(node, comment)
}

fn block(import: &mut Import, xml: Xml, id: &str, word: &str, children: Vec<Node>) -> Node {
    if children.is_empty() {
        let empty = if word.contains("selector") { "fail" } else { "succeed" };
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

fn subtree(import: &mut Import, xml: Xml, id: &str) -> Node {
    let known = import.names.get(id).cloned();
    let is_known = known.is_some();
    let tree = known.unwrap_or_else(|| crate::names::camel(id));
    let mut node = Node::leaf(format!("subtree {tree}"));
    if !is_known && import.words.known(&tree).is_none() {
        let reason = "this tree is not in the file";
        let advice = "import its file too, or declare it in the vocabulary: `subtree Name;`";
        node.comments.push(import.differs(xml, &format!("`{id}`"), reason, advice));
    }
    for attribute in xml.attributes().filter(|attribute| attributes::is_port(attribute)) {
        let (name, value) = (attribute.name(), attribute.value());
        if model::key(value, name) == Some(name) {
            continue;
        }
        let reason = "all trees share one blackboard here, so this port has no name of its own in the subtree";
        let advice =
            format!("use one name in both trees, or set `{name}` in an action before the subtree");
        let what = format!("`{name}=\"{value}\"`");
        node.comments.push(import.differs(xml, &what, reason, &advice));
    }
    node
}

/// A number of rounds in parentheses; nothing for endless ones.
fn rounds(import: &mut Import, xml: Xml, name: &str) -> String {
    let text = xml.attribute(name).unwrap_or("-1");
    if let Some(key) = model::key(text, name) {
        let of = Integer::named("u32").map_or(Type::Bool, |of| Type::Integer(of.clone()));
        return format!("({})", import.words.reference(key, &of));
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
        return import.words.reference(key, &Type::Duration);
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
        "Parallel" | "ParallelAll" => parallel(import, xml, id, children),
        "IfThenElse" | "WhileDoElse" => branch(import, xml, id, children, asks_first),
        "Inverter" => around(import, xml, id, "not", children),
        "ForceSuccess" => around(import, xml, id, "force_success", children),
        "ForceFailure" => around(import, xml, id, "force_failure", children),
        "KeepRunningUntilFailure" => around(import, xml, id, "repeat", children),
        "Repeat" => {
            let head = format!("repeat{}", rounds(import, xml, "num_cycles"));
            let comment = import.differs(xml, &what, ROUNDS, "");
            commented(around(import, xml, id, &head, children), comment)
        }
        "RetryUntilSuccessful" | "RetryUntilSuccesful" => {
            let head = format!("retry{}", rounds(import, xml, "num_attempts"));
            let comment = import.differs(xml, &what, ROUNDS, "");
            commented(around(import, xml, id, &head, children), comment)
        }
        "Timeout" => {
            let head = format!("timeout({})", length(import, xml, "msec"));
            around(import, xml, id, &head, children)
        }
        "Delay" => {
            let head = format!("delay({})", length(import, xml, "delay_msec"));
            around(import, xml, id, &head, children)
        }
        "RunOnce" => {
            let node = around(import, xml, id, "once", children);
            if xml.attribute("then_skip") == Some("false") {
                return node;
            }
            let reason = "it is skipped later; here it returns its first result again";
            commented(
                node,
                import.differs(xml, &what, reason, "set `then_skip` to `false` for the same"),
            )
        }
        "Precondition" => precondition(import, xml, children),
        "AlwaysSuccess" => leaf(import, xml, id, "succeed".into(), &children),
        "AlwaysFailure" => leaf(import, xml, id, "fail".into(), &children),
        "Sleep" => {
            let head = format!("wait({})", length(import, xml, "msec"));
            leaf(import, xml, id, head, &children)
        }
        id if id.starts_with("Switch") => switch(import, xml, id, children),
        _ => scripted(import, xml, id, &children),
    }
}

/// `Script`, `ScriptCondition`, `SetBlackboard`, `UnsetBlackboard`
fn scripted(import: &mut Import, xml: Xml, id: &str, children: &[Node]) -> Node {
    let code = xml.attribute("code").unwrap_or_default();
    let head = match id {
        "Script" => format!("action {}", attributes::action(import, xml, code)),
        "ScriptCondition" => format!("condition {}", attributes::condition(import, xml, code)),
        "SetBlackboard" => {
            let code = assignment(xml).map_or_else(String::new, |assign| assign.to_string());
            format!("action {}", attributes::action(import, xml, &code))
        }
        _ => {
            let key = xml.attribute("key").unwrap_or_default();
            let key = model::key(key, "key").unwrap_or(key).to_owned();
            let field = import.words.field(&key, None, "");
            let code = format!("blackboard.{field} = Default::default()");
            let role = Role::Action { is_stateful: false };
            let what = format!("Unsets `{key}`.");
            format!("action {}", import.words.expression(&format!("unset {key}"), role, code, what))
        }
    };
    leaf(import, xml, id, head, children)
}

fn precondition(import: &mut Import, xml: Xml, children: Vec<Node>) -> Node {
    let code = xml.attribute("if").unwrap_or("true");
    let condition = attributes::condition(import, xml, code);
    let child = around(import, xml, "Precondition", "", children);
    let child = match child.below {
        crate::imported::Below::One(child) => *child,
        below => Node { below, ..child },
    };
    match xml.attribute("else").unwrap_or("FAILURE") {
        "FAILURE" => Node::branch("if", &condition, child, None),
        "SUCCESS" => Node::branch("if", &condition, child, Some(Node::leaf("succeed"))),
        "RUNNING" => Node::branch("active_if", &condition, child, Some(Node::leaf("running"))),
        _ => {
            let reason = "no node is skipped here; it succeeds without its child";
            let comment = import.differs(xml, "`Precondition`", reason, "use `fail` in a selector");
            commented(Node::branch("if", &condition, child, Some(Node::leaf("succeed"))), comment)
        }
    }
}

/// `IfThenElse` and `WhileDoElse`.
fn branch(import: &mut Import, xml: Xml, id: &str, children: Vec<Node>, asks_first: bool) -> Node {
    let word = if id == "WhileDoElse" { "active_if" } else { "if" };
    let mut children = children.into_iter();
    let (Some(first), Some(then)) = (children.next(), children.next()) else {
        let reason = "it needs a condition and a node, so it is `fail`";
        return commented(Node::leaf("fail"), import.differs(xml, &format!("`{id}`"), reason, ""));
    };
    let other = children.next();
    let is_plain = first.label.is_none() && matches!(first.below, crate::imported::Below::Nothing);
    if let (true, true, Some(condition)) =
        (asks_first, is_plain, first.head.strip_prefix("condition "))
    {
        let mut node = Node::branch(word, condition, then, other);
        node.comments = first.comments;
        return node;
    }
    let reason = "its first child is not a single condition, so it is a `selector` here, which also tries the last child after a failure of the second";
    let comment = import.differs(xml, &format!("`{id}`"), reason, "write a condition, and an `if`");
    let (inner, outer) = if word == "if" {
        ("sequence", "selector")
    } else {
        ("active_sequence", "active_selector")
    };
    let mut all = vec![Node::block(inner, vec![first, then])];
    all.extend(other);
    commented(Node::block(outer, all), comment)
}

fn switch(import: &mut Import, xml: Xml, id: &str, children: Vec<Node>) -> Node {
    let cases = cases(xml);
    if children.len() != cases.len() + 1 {
        let reason = format!(
            "it has {} cases and {} children; there must be one child more",
            cases.len(),
            children.len()
        );
        let comment =
            import.differs(xml, &format!("`{id}`"), &reason, "correct it, and import it again");
        return commented(block(import, xml, id, "selector", children), comment);
    }
    let conditions: Vec<String> =
        cases.iter().map(|case| attributes::condition(import, xml, &case.to_string())).collect();
    let mut children = children.into_iter().rev();
    let last = children.next().unwrap_or_default();
    conditions.iter().rev().zip(children).fold(last, |other, (condition, child)| {
        Node::branch("active_if", condition, child, Some(other))
    })
}

fn parallel(import: &mut Import, xml: Xml, id: &str, children: Vec<Node>) -> Node {
    let count = i64::try_from(children.len()).unwrap_or(i64::MAX);
    let mut policy = |names: &[&str], default: i64, add: i64| -> Option<i64> {
        let found = names.iter().find_map(|name| xml.attribute(*name).map(|text| (*name, text)));
        let Some((name, text)) = found else { return Some(default) };
        if let Ok(number) = text.trim().parse::<i64>() {
            return Some(number + add);
        }
        let reason = "this threshold is no number; the default is assumed";
        import.differs(xml, &format!("`{name}=\"{text}\"`"), reason, "write a number");
        None
    };
    let (success, failure) = if id == "ParallelAll" {
        (Some(-1), policy(&["max_failures"], 1, 1))
    } else {
        (
            policy(&["success_count", "success_threshold", "threshold"], -1, 0),
            policy(&["failure_count", "failure_threshold"], 1, 0),
        )
    };
    let written = |number: i64| -> String {
        let number = if number < 0 { (count + number + 1).max(1) } else { number };
        match number {
            number if number == count => "all".into(),
            1 => "one".into(),
            number => number.to_string(),
        }
    };
    let mut policies = Vec::new();
    for (name, number, default) in [("success", success, "all"), ("failure", failure, "one")] {
        let Some(number) = number else { continue };
        let limit = number.clamp(-count, count.max(1));
        if limit != number || number == 0 {
            let reason = format!("a threshold of {number} cannot be reached with {count} children");
            import.differs(xml, &format!("`{id}`"), &reason, "");
        }
        let text = written(if limit == 0 { 1 } else { limit });
        if text != default {
            policies.push(format!("{name} = {text}"));
        }
    }
    let head = if policies.is_empty() {
        "parallel".to_owned()
    } else {
        format!("parallel({})", policies.join(", "))
    };
    block(import, xml, id, &head, children)
}
