//! `Precondition`, `IfThenElse`, `WhileDoElse`, `Switch2` … `Switch6`, `Parallel`

use super::fields::cases;
use super::{around, block, commented, named};
use crate::behavior_tree_cpp::attributes;
use crate::behavior_tree_cpp::import::Import;
use crate::imported::{Below, Node};
use roxmltree::Node as Xml;

pub(super) fn precondition(import: &mut Import, xml: Xml, children: Vec<Node>) -> Node {
    let code = xml.attribute("if").unwrap_or("true");
    let condition = attributes::condition(import, xml, code);
    let child = around(import, xml, "Precondition", "", children);
    let child = match child.below {
        Below::One(child) => *child,
        below => Node { below, ..child },
    };
    let mut node = match xml.attribute("else").unwrap_or("FAILURE") {
        "FAILURE" => Node::branch("if", &condition, child, None),
        "SUCCESS" => Node::branch("if", &condition, child, Some(Node::leaf("succeed"))),
        "RUNNING" => Node::branch("active_if", &condition, child, Some(Node::leaf("running"))),
        _ => {
            let reason = "no node is skipped here; it succeeds without its child";
            let comment = import.differs(xml, "`Precondition`", reason, "use `fail` in a selector");
            commented(Node::branch("if", &condition, child, Some(Node::leaf("succeed"))), comment)
        }
    };
    node.attributes.extend(attributes::ports(xml));
    named(node, "Precondition")
}

/// `IfThenElse` and `WhileDoElse`.
pub(super) fn branch(
    import: &mut Import,
    xml: Xml,
    id: &str,
    children: Vec<Node>,
    asks_first: bool,
) -> Node {
    let word = if id == "WhileDoElse" { "active_if" } else { "if" };
    let mut children = children.into_iter();
    let (Some(first), Some(then)) = (children.next(), children.next()) else {
        let reason = "it needs a condition and a node, so it is `fail`";
        return commented(Node::leaf("fail"), import.differs(xml, &format!("`{id}`"), reason, ""));
    };
    let other = children.next();
    let is_plain = first.label.is_none() && matches!(first.below, Below::Nothing);
    if let (true, true, Some(condition)) =
        (asks_first, is_plain, first.head.strip_prefix("condition "))
    {
        let mut node = Node::branch(word, condition, then, other);
        node.comments = first.comments;
        return node;
    }
    if let (true, Some(condition)) = (asks_first, inverted(&first)) {
        let mut node =
            Node::branch(word, condition, other.unwrap_or(Node::leaf("fail")), Some(then));
        node.comments = first.comments;
        return named(node, id);
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
    commented(named(Node::block(outer, all), id), comment)
}

/// The condition below a `not`.
fn inverted(node: &Node) -> Option<&str> {
    let Below::One(child) = &node.below else { return None };
    let is_plain = node.label.is_none() && child.label.is_none() && child.comments.is_empty();
    if node.head != "not" || !is_plain || !matches!(child.below, Below::Nothing) {
        return None;
    }
    child.head.strip_prefix("condition ")
}

pub(super) fn switch(import: &mut Import, xml: Xml, id: &str, children: Vec<Node>) -> Node {
    let cases = cases(&|name| xml.attribute(name));
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
    let all = conditions.iter().rev().zip(children);
    let mut node = all.fold(last, |other, (condition, child)| {
        Node::branch("active_if", condition, child, Some(other))
    });
    node.attributes.extend(attributes::ports(xml));
    named(node, id)
}

pub(super) fn parallel(import: &mut Import, xml: Xml, id: &str, children: Vec<Node>) -> Node {
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
    let written = |number: i64| match if number < -1 { count + number + 1 } else { number } {
        -1 => "all".to_owned(),
        number if number <= 1 => "one".to_owned(),
        number => number.to_string(),
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
    let mut node = block(import, xml, id, &head, children);
    if id == "ParallelAll" {
        node.attributes.extend(attributes::ports(xml));
        node = named(node, id);
    }
    node
}
