//! Differences that no node shows: what is left out, and what a key of the blackboard means here.

use super::import::{Import, Plan, Step};
use super::model;
use super::nodes::{self, Category};
use crate::imported::Difference;
use roxmltree::Node as Xml;
use std::collections::{BTreeMap, BTreeSet};

impl<'a> Import<'a> {
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
                if nodes::shares(step.xml) {
                    continue;
                }
                let is_field = |tree: usize, key: &str| self.scopes[tree].shares(key);
                let both = || {
                    let both = keys[plan.tree].intersection(&keys[used]).copied();
                    both.filter(|key| is_field(plan.tree, key) && is_field(used, key)).collect()
                };
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

    /// Notes a port of unknown direction.
    pub(super) fn note_direction(&mut self, step: &Step<'a>, port: &str) {
        let what = format!("`{port}` of `{}`", step.id);
        let reason = "no model says whether this port is an input or an output, so it is an input";
        let advice = "give its `TreeNodesModel` with `--models FILE`";
        self.differs(step.xml, &what, reason, advice);
    }

    /// Notes a port whose direction follows from names and from the keys that it has in all files.
    pub(super) fn note_inferred(&mut self, id: &str, port: &str) {
        self.differences.push(Difference {
            what: format!("`{port}` of `{id}`"),
            reason: "no model says whether this port is an input or an output; that follows from names and from the nodes with the same keys".to_owned(),
            advice: "give its `TreeNodesModel` with `--models FILE`".to_owned(),
            ..Difference::default()
        });
    }

    /// Notes a port of a subtree that does not see a value that changes while the subtree runs.
    pub(super) fn note_passed(&mut self, xml: Xml, port: &str, key: &str, tree: &str) {
        if self.is_live(key) {
            let what = format!("`{port}` of `{tree}`");
            let reason =
                "a tree gets this value when it begins; while it runs, it does not see a later one";
            let advice = "let the tree read a field of the blackboard";
            self.differs(xml, &what, reason, advice);
        }
    }

    /// Notes the trees that no file has, in one difference.
    pub(super) fn note_missing(&mut self) {
        if self.missing.is_empty() {
            return;
        }
        let what: Vec<String> = self.missing.iter().map(|id| format!("`{id}`")).collect();
        self.differences.push(Difference {
            what: what.join(", "),
            reason: "no file has these trees, so they are actions of the vocabulary, with the ports of their calls".to_owned(),
            advice: "import their files together with these: `bt import --output FOLDER FILE…`".to_owned(),
            ..Difference::default()
        });
    }

    /// Notes a port that reads a value when its node begins.
    pub(super) fn note_frozen_port(&mut self, xml: Xml<'a, 'a>, id: &str, port: &str) {
        let what = format!("`{port}` of `{id}`");
        let reason = "a key of the blackboard is a `value` here, which is read when its node begins; a node that runs on does not see a later value";
        let advice = "read the field of the blackboard in the word";
        self.differs(xml, &what, reason, advice);
    }
}

/// The keys of the blackboard in the attributes of a tree. Those with `@` belong to no tree.
fn keys<'a>(tree: Xml<'a, 'a>) -> BTreeSet<&'a str> {
    let nodes = tree.descendants().skip(1).filter(Xml::is_element);
    let attributes = nodes.flat_map(|node| node.attributes());
    let keys = attributes.filter_map(|attribute| model::key(attribute.value(), attribute.name()));
    keys.filter(|key| !key.starts_with('@')).collect()
}
