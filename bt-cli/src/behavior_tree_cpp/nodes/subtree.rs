//! `<SubTree>` with its ports.

use crate::behavior_tree_cpp::attributes;
use crate::behavior_tree_cpp::import::Import;
use crate::behavior_tree_cpp::model;
use crate::imported::Node;
use roxmltree::Node as Xml;

/// The ports of a subtree with their values; `<remap internal="a" external="b"/>` of version 2 is `a="{b}"`.
pub(super) fn ports<'a>(xml: Xml<'a, 'a>) -> Vec<(&'a str, String)> {
    let own = xml.attributes().filter(attributes::is_port);
    let own = own.map(|attribute| (attribute.name(), attribute.value().to_owned()));
    let remaps = xml.children().filter(|child| child.has_tag_name("remap")).filter_map(|remap| {
        Some((remap.attribute("internal")?, format!("{{{}}}", remap.attribute("external")?)))
    });
    own.chain(remaps).collect()
}

pub(super) fn subtree(import: &mut Import, xml: Xml, id: &str) -> Node {
    let tree = import.tree_of(xml, id);
    let is_here = tree.is_some();
    let tree = match tree {
        Some(tree) => import.tree_name(tree).to_owned(),
        None => import.words.subtree(id),
    };
    let mut node = Node::leaf(format!("subtree {tree}"));
    if !is_here && import.words.known(&tree).is_none() {
        let reason = "this tree is not in the file, so it is a `todo!()` in the vocabulary";
        let advice = "import its file too, and remove the word `subtree` from the vocabulary";
        node.comments.push(import.differs(xml, &format!("`{id}`"), reason, advice));
    }
    if import.is_ambiguous(xml, id) {
        let reason = "several files that are equally near have a tree with this ID; this is the one of the first file";
        let advice = "include the file that is meant, or give the trees different IDs";
        node.comments.push(import.differs(xml, &format!("`{id}`"), reason, advice));
    }
    for (name, value) in ports(xml) {
        let (reason, advice) = match model::key(&value, name) {
            Some(key) if key == name => continue,
            Some(_) => (
                "all trees share one blackboard here, so the port of the subtree is not this key",
                "write the key instead of the port in that tree, or copy it in an action before the subtree, and back after it if the tree writes it",
            ),
            None => (
                "a subtree in a file has no parameters, so its port does not get this value",
                "set the field of the port in an action before the subtree, or write the value in that tree",
            ),
        };
        let what = format!("`{name}=\"{value}\"` of `{tree}`");
        node.comments.push(import.differs(xml, &what, reason, advice));
    }
    node
}
