//! Differences that no node shows: what is left out, and what a key of the blackboard means here.

use super::import::{Import, Plan, Step};
use super::model;
use super::nodes::{self, Category};
use roxmltree::Node as Xml;
use std::collections::{BTreeMap, BTreeSet};

impl<'a> Import<'a> {
    /// Notes the ports of trees in a model.
    pub(super) fn note_ports_of_trees(&mut self, model: Xml<'a, 'a>) {
        for tree in model.children().filter(|child| child.has_tag_name("SubTree")) {
            let is_port = |child: Xml| child.tag_name().name().ends_with("_port");
            if let Some(port) = tree.children().find(|child| is_port(*child)) {
                let what = format!("`{}`", tree.attribute("ID").unwrap_or_default());
                let reason = "a tree has no parameters, so the ports of its model are left out";
                self.differs(port, &what, reason, "");
            }
        }
    }

    /// Notes what stands in an element and is no node.
    pub(super) fn note_left_out(&mut self, xml: Xml<'a, 'a>) {
        for child in xml.children() {
            let name = child.tag_name().name();
            if child.is_element() && !nodes::is_node(child) && name != "remap" {
                let reason = "a file of trees has no metadata of an editor";
                self.differs(child, &format!("`<{name}>`"), reason, "");
            }
            if child.is_text() && !child.text().unwrap_or_default().trim().is_empty() {
                let what = format!("text in `<{}>`", xml.tag_name().name());
                self.differs(child, &what, "a node has no text, so it is left out", "");
            }
        }
    }

    /// Notes the keys that a tree and one that it contains both have, and that are different entries of two blackboards.
    pub(super) fn note_shared_keys(&mut self, plans: &[Plan<'a>]) {
        let keys: Vec<BTreeSet<&str>> = self.elements().map(keys).collect();
        for plan in plans {
            let mut shared: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
            let mut open: Vec<&Step> = plan.root.iter().collect();
            while let Some(step) = open.pop() {
                open.extend(step.children.iter().rev());
                let used = self.tree_of(step.xml, step.id);
                let Some(used) = used.filter(|_| step.kind == Category::Subtree) else { continue };
                let mut names = ["_autoremap", "__autoremap", "__shared_blackboard"].iter();
                if names.any(|name| step.xml.attribute(*name).is_some_and(is_true)) {
                    continue;
                }
                let both = || keys[plan.tree].intersection(&keys[used]).copied().collect();
                for key in shared.entry(used).or_insert_with(both) {
                    if step.xml.has_attribute(*key) {
                        continue;
                    }
                    let what = format!("`{key}` in `{}`", step.id);
                    let reason = "a tree has a blackboard of its own; here its key is the same field as the key of the tree around it";
                    self.differs(step.xml, &what, reason, "rename one of the two keys");
                }
            }
        }
    }

    /// Notes a port that has a key of the blackboard.
    pub(super) fn note_key(
        &mut self,
        step: &Step<'a>,
        port: &str,
        is_output: bool,
        is_known: bool,
    ) {
        let what = format!("`{port}` of `{}`", step.id);
        if !is_known {
            let reason =
                "no model says whether this port is an input or an output, so it is an input";
            let advice = "give its `TreeNodesModel` with `--models FILE`";
            self.differs(step.xml, &what, reason, advice);
        }
        if !is_output && step.kind != Category::Condition {
            let reason = "a key of the blackboard is a `value` here, which is read when its node begins; a node that runs on does not see a later value";
            let advice = "read the field of the blackboard in the word";
            self.differs(step.xml, &what, reason, advice);
        }
    }
}

fn is_true(text: &str) -> bool {
    ["true", "1"].contains(&text.trim())
}

/// The keys of the blackboard in the attributes of a tree. Those with `@` belong to no tree.
fn keys<'a>(tree: Xml<'a, 'a>) -> BTreeSet<&'a str> {
    let nodes = tree.descendants().skip(1).filter(Xml::is_element);
    let attributes = nodes.flat_map(|node| node.attributes());
    let keys = attributes.filter_map(|attribute| model::key(attribute.value(), attribute.name()));
    keys.filter(|key| !key.starts_with('@')).collect()
}
