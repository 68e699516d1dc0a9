//! Control nodes of other programs, and of Nav2.

use super::{block, commented, rounds};
use crate::behavior_tree_cpp::attributes::{self, Place};
use crate::behavior_tree_cpp::import::Import;
use crate::composites;
use crate::imported::Node;
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
    for attribute in xml.attributes().filter(|attribute| attributes::is_port(attribute)) {
        node.comments.push(format!("{} = {:?}", attribute.name(), attribute.value()));
    }
    node
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
