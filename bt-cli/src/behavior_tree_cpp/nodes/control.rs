//! Control nodes of other programs, and of Nav2.

use super::{around, block, commented, named, rounds};
use crate::behavior_tree_cpp::attributes::{self, Place};
use crate::behavior_tree_cpp::import::Import;
use crate::composites;
use crate::imported::{Below, Node};
use crate::words::milliseconds;
use roxmltree::Node as Xml;

/// The control nodes of Nav2.
pub(super) const NAV2: &[&str] =
    &["PipelineSequence", "RecoveryNode", "RoundRobin", "NonblockingSequence"];

const ADVICE: &str = "choose the composite of the language that does the same";

/// The place of the children of a composite; in a `Parallel`, a skipped child counts as success.
pub(super) fn place_below(id: &str) -> Place {
    match composites::nearest(id) {
        _ if id == "RecoveryNode" => Place::Other,
        _ if id == "RoundRobin" => Place::Selector,
        "selector" | "active_selector" => Place::Selector,
        _ => Place::Sequence,
    }
}

pub(super) fn control(import: &mut Import, xml: Xml, id: &str, children: Vec<Node>) -> Node {
    let what = format!("`{id}`");
    let (word, reason) = match id {
        "PipelineSequence" => return block(import, xml, id, "pipeline", children),
        "RecoveryNode" if children.len() == 2 => return recovery(import, xml, children),
        "RoundRobin" => {
            let reason = "here an abort does not lead back to its first child";
            let comment = import.differs(xml, &what, reason, "");
            return commented(block(import, xml, id, "round_robin", children), comment);
        }
        "NonblockingSequence" => {
            ("parallel", "it ends only when all children have succeeded or one has failed".into())
        }
        id => {
            let word = composites::nearest(id);
            let reason =
                format!("a control node of your own has no place here; it is written as `{word}`");
            (word, reason)
        }
    };
    let comment = import.differs(xml, &what, &reason, ADVICE);
    let mut node = block(import, xml, id, word, children);
    node.comments.push(comment);
    node.attributes.extend(attributes::ports(xml));
    named(node, id)
}

/// A node, and the node that is ticked after its failures.
fn recovery(import: &mut Import, xml: Xml, mut children: Vec<Node>) -> Node {
    let name = "number_of_retries";
    let text = xml.attribute(name).unwrap_or("1").trim();
    if text == "0" {
        let reason = "without a retry its second child is never ticked, and is left out";
        let comment = import.differs(xml, "`RecoveryNode`", reason, "");
        return commented(children.remove(0), comment);
    }
    let count = if xml.has_attribute(name) { rounds(import, xml, name) } else { "(1)".into() };
    let count = if count.is_empty() { format!("({})", u32::MAX) } else { count };
    let reason = "here its first child begins again in the next tick";
    let comment = import.differs(xml, "`RecoveryNode`", reason, "");
    commented(Node::block(format!("recover{count}"), children), comment)
}

/// `TryCatch`: a sequence, and a last child that is ticked after a failure and never succeeds.
pub(super) fn try_catch(import: &mut Import, xml: Xml, mut children: Vec<Node>) -> Node {
    if children.len() < 2 {
        return block(import, xml, "TryCatch", "sequence", children);
    }
    let last = children.pop().unwrap_or_default();
    let work = match children.len() {
        1 => match children.remove(0) {
            // It is not the one of several children.
            one if one.head == "sequence" => named(one, "Sequence"),
            one => one,
        },
        _ => Node::block("sequence", children),
    };
    let node = Node::block("selector", vec![work, Node::around("force_failure", last)]);
    let mut node = named(node, "TryCatch");
    node.attributes.extend(attributes::ports(xml));
    if xml.attribute("catch_on_halt").is_none_or(|text| ["false", "0"].contains(&text.trim())) {
        return node;
    }
    let reason = "here its last child is not ticked after an abort";
    let advice = "write `finally { … }` around the other children";
    commented(node, import.differs(xml, "`TryCatch`", reason, advice))
}

/// The meaning of a `RateController`, if the language can say it without a word of the program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Rate {
    /// In a pipeline: a time in milliseconds, in which a success counts.
    Period(f64),
    /// It begins anew with each activation, and a running child is always ticked, so its rate limits nothing.
    Unlimited,
}

/// The nodes that tick a child only until it ends, and then reset it.
const RESET: &[&str] = &[
    "BehaviorTree",
    "Sequence",
    "Fallback",
    "Inverter",
    "ForceSuccess",
    "ForceFailure",
    "KeepRunningUntilFailure",
    "Repeat",
    "RetryUntilSuccessful",
    "RetryUntilSuccesful",
    "Timeout",
    "Delay",
    "RecoveryNode",
];

/// The meaning of a `RateController` in its place.
pub(super) fn rate(xml: Xml, id: &str) -> Option<Rate> {
    let parent = xml.parent_element().filter(|_| id == "RateController")?;
    let explicit = ["Control", "Decorator"].contains(&parent.tag_name().name());
    let parent = parent.attribute("ID").filter(|_| explicit).unwrap_or(parent.tag_name().name());
    if RESET.contains(&parent) {
        return Some(Rate::Unlimited);
    }
    let text = xml.attribute("hz").unwrap_or("10");
    let hz = text.trim().parse().ok().filter(|hz: &f64| hz.is_finite() && *hz > 0.0)?;
    (parent == "PipelineSequence").then_some(Rate::Period(period(hz)))
}

/// The milliseconds between two ticks, in whole nanoseconds.
fn period(hz: f64) -> f64 {
    (1e9 / hz).round().clamp(1.0, 1e18) / 1e6
}

pub(super) fn rated(import: &mut Import, xml: Xml, children: Vec<Node>) -> Node {
    let rate = rate(xml, "RateController");
    let mut node = match around(import, xml, "RateController", "", children) {
        Node { below: Below::One(child), comments, .. } => {
            let mut child = *child;
            child.comments.splice(0..0, comments);
            child
        }
        node => node,
    };
    match rate {
        Some(Rate::Period(length)) => node.key = Some(milliseconds(length)),
        Some(Rate::Unlimited) | None => {
            let reason = "its rate limits nothing here, because it begins anew whenever its child has ended, so its child is written alone";
            let advice = "write `repeat(every = 1s)` for a child that shall begin once a second";
            node.comments.push(import.differs(xml, "`RateController`", reason, advice));
        }
    }
    node
}
