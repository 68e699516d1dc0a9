//! One node of Behavior3 → a node.

use super::import::{Import, Step};
use super::json::Json;
use crate::imported::{Below, Node};
use crate::own;
use crate::terms;
use crate::words::{Value, milliseconds};
use bt_language::vocabulary::Role;
use bt_language::words::Word;
use std::collections::BTreeSet;

/// The kinds of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role3 {
    /// A node that Behavior3 has itself.
    BuiltIn,
    /// A node of the language, which the export has written.
    Own(Word),
    Subtree,
    Condition,
    Action,
    Decorator,
    /// A composite of the user.
    Composite,
}

/// The nodes that Behavior3 has, with their titles.
pub(super) const BUILT_IN: &[(&str, &str, &str)] = &[
    ("Sequence", "Sequence", "composite"),
    ("Priority", "Priority", "composite"),
    ("MemSequence", "MemSequence", "composite"),
    ("MemPriority", "MemPriority", "composite"),
    ("Inverter", "Inverter", "decorator"),
    ("Repeater", "Repeat <maxLoop>x", "decorator"),
    ("RepeatUntilFailure", "Repeat Until Failure", "decorator"),
    ("RepeatUntilSuccess", "Repeat Until Success", "decorator"),
    ("Limiter", "Limit <maxLoop> Activations", "decorator"),
    ("MaxTime", "Max <maxTime>ms", "decorator"),
    ("Failer", "Failer", "action"),
    ("Succeeder", "Succeeder", "action"),
    ("Runner", "Runner", "action"),
    ("Error", "Error", "action"),
    ("Wait", "Wait <milliseconds>ms", "action"),
];

const ROUNDS: &str = "Behavior3 runs all rounds in one tick; here each tick has one round";

/// The properties, in which the older `parameters` count as well.
pub(super) fn properties(json: &Json) -> Vec<(&str, &Json)> {
    let of = |key| json.get(key).map_or(&[][..], Json::object);
    let (new, old) = (of("properties"), of("parameters"));
    let known: BTreeSet<&str> = if old.is_empty() {
        BTreeSet::new()
    } else {
        new.iter().map(|(key, _)| key.as_str()).collect()
    };
    let old = old.iter().filter(|(key, _)| !known.contains(key.as_str()));
    new.iter().chain(old).map(|(key, value)| (key.as_str(), value)).collect()
}

fn property<'a>(json: &'a Json, key: &str) -> Option<&'a Json> {
    properties(json).into_iter().find(|(name, _)| *name == key).map(|(_, value)| value)
}

/// The value of a property; `None` for `null`. `{Name}` is a reference.
pub(super) fn value(json: &Json) -> Option<Value> {
    Some(match json {
        Json::Null => return None,
        Json::Bool(value) => Value::Bool(*value),
        Json::Integer(value) => Value::Integer(*value),
        Json::Float(value) => Value::Float(*value),
        Json::Text(text) => {
            let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
            match inner.and_then(terms::value) {
                Some(value @ (Value::Key(_) | Value::Literal(_) | Value::Text(_))) => value,
                Some(Value::Integer(value)) if i64::try_from(value).is_err() => {
                    Value::Integer(value)
                }
                _ => Value::Text(text.clone()),
            }
        }
        nested => Value::Text(nested.to_string()),
    })
}

/// The kind of a node.
pub(super) fn role(import: &Import, json: &Json, children: usize) -> Role3 {
    let name = json.text_of("name");
    let custom = import.project.nodes.get(name);
    if import.tree_name(name).is_some() || json.text_of("category") == "tree" {
        return Role3::Subtree;
    }
    if BUILT_IN.iter().any(|(known, ..)| *known == name) && custom.is_none() {
        return Role3::BuiltIn;
    }
    if let Some(word) = own::word(name, properties(json).into_iter().map(|(key, _)| key)) {
        return Role3::Own(word);
    }
    let category = match json.text_of("category") {
        "" => custom.map_or("", |custom| custom.text_of("category")),
        category => category,
    };
    let known = import.words.known(&crate::names::camel(name)).map(|word| word.role.clone());
    match (category, known) {
        (_, Some(Role::Condition)) | ("condition", None) => Role3::Condition,
        (_, Some(Role::Action { .. })) | ("action", None) => Role3::Action,
        (_, Some(Role::Decorator)) | ("decorator", None) => Role3::Decorator,
        ("composite", _) => Role3::Composite,
        _ if json.get("child").is_some() && children <= 1 => Role3::Decorator,
        _ if children > 0 => Role3::Composite,
        _ if asks(name) => Role3::Condition,
        _ => Role3::Action,
    }
}

/// Returns `true` if the name of a leaf sounds like a question: `IsHungry`, `hasAmmo`
pub(crate) fn asks(name: &str) -> bool {
    const BEGINNINGS: &[&str] = &[
        "is",
        "has",
        "have",
        "can",
        "are",
        "should",
        "was",
        "check",
        "sees",
        "see",
        "if",
        "in",
        "not",
        "condition",
    ];
    let snake = crate::names::snake(name);
    let first = snake.split('_').next().unwrap_or_default();
    name.ends_with('?') || BEGINNINGS.contains(&first) || snake.ends_with("_condition")
}

/// Returns `true` if the title says no more than the name.
pub(super) fn has_default_title(json: &Json) -> bool {
    let (name, title) = (json.text_of("name"), json.text_of("title"));
    let default = BUILT_IN.iter().find(|(known, ..)| *known == name).map(|(_, title, _)| *title);
    title.is_empty() || title == name || default == Some(title)
}

/// A title with the values of the properties in it: `Wait <milliseconds>ms`
pub(super) fn filled(title: &str, json: &Json) -> String {
    properties(json).into_iter().fold(title.to_owned(), |title, (key, value)| {
        let value = if let Json::Text(text) = value { text.clone() } else { value.to_string() };
        title.replace(&format!("<{key}>"), &value)
    })
}

/// Writes a node, without its title and its description.
pub(super) fn node(import: &mut Import, step: &Step, children: Vec<Node>) -> Node {
    let json = step.json;
    let name = json.text_of("name");
    match step.role {
        Role3::BuiltIn => built_in(import, json, children),
        Role3::Own(word) => own(import, word, json, children),
        Role3::Subtree => {
            if let Some(tree) = import.tree_name(name).cloned() {
                return with_properties(Node::leaf(format!("subtree {tree}")), json, &[]);
            }
            let tree = import.words.subtree(name);
            let node = with_properties(Node::leaf(format!("subtree {tree}")), json, &[]);
            if import.words.known(&tree).is_some() {
                return node;
            }
            let reason = "this tree is not in the file, so it is a `todo!()` in the vocabulary";
            let advice = "import its file too, and remove the word `subtree` from the vocabulary";
            commented(node, import.differs(json, reason, advice))
        }
        Role3::Composite => {
            let word = crate::composites::nearest(name);
            let reason =
                format!("a composite of your own has no place here; it is written as `{word}`");
            let advice = "choose the composite of the language that does the same";
            let comment = import.differs(json, &reason, advice);
            let node = block(import, json, word, "succeed", children);
            commented(with_properties(node, json, &[]), comment)
        }
        Role3::Condition | Role3::Action => {
            let call =
                step.word.map(|word| import.words.call(word, &step.arguments)).unwrap_or_default();
            let word = if step.role == Role3::Condition { "condition" } else { "action" };
            noted(import, Node::leaf(format!("{word} {call}")), json, &children)
        }
        Role3::Decorator => {
            let call =
                step.word.map(|word| import.words.call(word, &step.arguments)).unwrap_or_default();
            around(import, json, &format!("with {call}"), children)
        }
    }
}

/// A leaf, which has no children.
fn noted(import: &mut Import, node: Node, json: &Json, children: &[Node]) -> Node {
    let node = nulls(node, json);
    if children.is_empty() {
        return node;
    }
    let comment = import.differs(json, "a leaf has no children; they are left out", "");
    commented(node, comment)
}

/// Notes properties without a value.
fn nulls(mut node: Node, json: &Json) -> Node {
    for (key, value) in properties(json) {
        if *value == Json::Null {
            node.comments.push(format!("{key}: null"));
        }
    }
    node
}

fn commented(mut node: Node, comment: String) -> Node {
    node.comments.push(comment);
    node
}

/// Keeps properties that have no meaning here in comments.
fn with_properties(mut node: Node, json: &Json, used: &[&str]) -> Node {
    for (key, value) in properties(json).into_iter().filter(|(key, _)| !used.contains(key)) {
        node.comments.push(format!("{key}: {value}"));
    }
    node
}

/// A composite; one without children is the leaf `empty`.
fn block(import: &mut Import, json: &Json, word: &str, empty: &str, children: Vec<Node>) -> Node {
    if children.is_empty() {
        let reason = format!("it has no children, so it is `{empty}`");
        let comment = import.differs(json, &reason, "add children, or remove it");
        return commented(Node::leaf(empty), comment);
    }
    Node::block(word, children)
}

/// A decorator; one without a child fails.
fn around(import: &mut Import, json: &Json, head: &str, children: Vec<Node>) -> Node {
    let mut children = children.into_iter();
    match (children.next(), children.next()) {
        (Some(child), None) => nulls(Node::around(head, child), json),
        (None, _) => {
            let reason = "it has no child, which is an error in Behavior3, so it is `fail`";
            let comment = import.differs(json, reason, "add a child, or remove it");
            commented(Node::leaf("fail"), comment)
        }
        (Some(first), Some(second)) => {
            let reason = "a decorator has one child; its children are in a `sequence`";
            let comment = import.differs(json, reason, "choose a composite");
            let all = [first, second].into_iter().chain(children).collect();
            commented(Node::around(head, Node::block("sequence", all)), comment)
        }
    }
}

/// A node that Behavior3 has itself.
fn built_in(import: &mut Import, json: &Json, children: Vec<Node>) -> Node {
    let number = |key| property(json, key).and_then(Json::number);
    let (node, used): (Node, &[&str]) = match json.text_of("name") {
        "Sequence" => (block(import, json, "active_sequence", "succeed", children), &[]),
        "Priority" => (block(import, json, "active_selector", "fail", children), &[]),
        "MemSequence" => (block(import, json, "sequence", "succeed", children), &[]),
        "MemPriority" => (block(import, json, "selector", "fail", children), &[]),
        "Inverter" => (around(import, json, "not", children), &[]),
        "Failer" => (noted(import, Node::leaf("fail"), json, &children), &[]),
        "Succeeder" => (noted(import, Node::leaf("succeed"), json, &children), &[]),
        "Runner" => (noted(import, Node::leaf("running"), json, &children), &[]),
        "Error" => {
            let comment = import.differs(
                json,
                "an error is a failure here",
                "return an `Err` from an action",
            );
            (commented(Node::leaf("fail"), comment), &[])
        }
        "Wait" => {
            let length = milliseconds(number("milliseconds").unwrap_or(0.0));
            (
                noted(import, Node::leaf(format!("wait({length})")), json, &children),
                &["milliseconds"],
            )
        }
        "MaxTime" => (max_time(import, json, number("maxTime"), children), &["maxTime"]),
        "Limiter" => {
            let limit = number("maxLoop").unwrap_or(1.0);
            let reason = format!(
                "a limit of {limit} results while it is active, which one activation never exceeds, has no place here"
            );
            let comment =
                import.differs(json, &reason, "use `cooldown`, `once`, or a condition that counts");
            let node = around(import, json, "", children);
            let child = match node.below {
                Below::One(child) => *child,
                below => Node { below, ..node },
            };
            (
                commented(child.wrapped(|child| Node::block("sequence", vec![child])), comment),
                &["maxLoop"],
            )
        }
        name => (rounds(import, json, name, number("maxLoop"), children), &["maxLoop"]),
    };
    with_properties(node, json, used)
}

fn max_time(import: &mut Import, json: &Json, time: Option<f64>, children: Vec<Node>) -> Node {
    let reason = if time.is_some() {
        "Behavior3 also fails if the child ends too late; here only a running child is aborted"
    } else {
        "it has no `maxTime`, which Behavior3 requires; 1s is assumed"
    };
    let comment = import.differs(json, reason, "");
    let length = milliseconds(time.unwrap_or(1000.0));
    commented(around(import, json, &format!("timeout({length})"), children), comment)
}

/// `Repeater`, `RepeatUntilFailure` and `RepeatUntilSuccess`.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is limited before")]
fn rounds(
    import: &mut Import,
    json: &Json,
    name: &str,
    most: Option<f64>,
    children: Vec<Node>,
) -> Node {
    let word = if name == "RepeatUntilSuccess" { "retry" } else { "repeat" };
    let most = most.unwrap_or(-1.0);
    let head =
        if most < 0.0 { word.to_owned() } else { format!("{word}({})", (most as u32).max(1)) };
    let mut comment = import.differs(json, ROUNDS, "");
    let mut node = around(import, json, &head, children);
    if name == "Repeater" {
        if let Below::One(child) = node.below {
            node.below = Below::One(Box::new(Node::around("force_success", *child)));
        }
        if most >= 0.0 {
            let reason = "Behavior3 returns the result of the last round; here the rounds succeed";
            import.differs(
                json,
                reason,
                "write `repeat` without `force_success` to stop at a failure",
            );
            comment = format!("{comment}; {reason}");
        }
    }
    commented(node, comment)
}

/// A node of the language, which the export has written.
fn own(import: &mut Import, word: Word, json: &Json, children: Vec<Node>) -> Node {
    let text = |key: &str| property(json, key).map(Json::text);
    let arguments = text("arguments").unwrap_or_default();
    let key = |index: usize| text(&format!("key_{index}")).map(str::to_owned);
    match own::node(&mut import.words, word, arguments, key, children) {
        Ok(node) => node,
        Err(reason) => {
            let comment = import.differs(json, reason, "correct it, and import it again");
            commented(Node::leaf("fail"), comment)
        }
    }
}
