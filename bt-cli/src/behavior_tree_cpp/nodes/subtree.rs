//! `<SubTree>` with its ports.

use crate::behavior_tree_cpp::attributes;
use crate::behavior_tree_cpp::import::Import;
use crate::behavior_tree_cpp::model;
use crate::imported::Node;
use crate::own;
use crate::words::{Value, arrow, qualified};
use bt_language::vocabulary::{Role, Type};
use roxmltree::Node as Xml;

/// Returns `true` for the category of a tree.
pub(super) fn is_named(category: &str) -> bool {
    ["SubTree", "SubTreePlus", "Subtree"].contains(&category)
}

/// Returns `true` for a node of a tree that neither a file nor the program has: it is an action of the program, with its ports.
pub(in super::super) fn is_missing(import: &Import, xml: Xml, id: &str) -> bool {
    let model = import.models.get(id).is_some_and(|model| is_named(model.category));
    (model || is_named(xml.tag_name().name()))
        && import.tree_of(xml, id).is_none()
        && import.words.known_as(id, &Role::Subtree { part: None }).is_none()
        && !xml.children().any(|child| child.has_tag_name("remap"))
}

/// The ports of a subtree with their values; `<remap internal="a" external="b"/>` of version 2 is `a="{b}"`.
pub(in super::super) fn ports<'a>(xml: Xml<'a, 'a>) -> Vec<(&'a str, String)> {
    let own = xml.attributes().filter(attributes::is_port);
    // The text of the call has the other arguments.
    let has_call = xml.has_attribute(own::CALL);
    let own = own.filter(|port| !has_call || model::key(port.value(), port.name()).is_some());
    let own = own.map(|attribute| (attribute.name(), attribute.value().to_owned()));
    let remaps = xml.children().filter(|child| child.has_tag_name("remap")).filter_map(|remap| {
        Some((remap.attribute("internal")?, format!("{{{}}}", remap.attribute("external")?)))
    });
    own.chain(remaps).collect()
}

/// The attributes of a subtree that gets the keys of its names too.
pub(in super::super) const SHARED: &[&str] = &["_autoremap", "__autoremap", "__shared_blackboard"];

/// Returns `true` if a subtree gets the keys of its names too.
pub(in super::super) fn shares(xml: Xml) -> bool {
    let is_true = |text: &str| ["true", "1"].contains(&text.trim());
    SHARED.iter().any(|name| xml.attribute(*name).is_some_and(is_true))
}

/// Returns `true` if a port of a tree has its default in a call.
fn is_default(import: &Import, xml: Xml, tree: usize, port: &str) -> bool {
    let is_given = ports(xml).iter().any(|(name, _)| *name == port);
    let is_shared = shares(xml) && import.is_named(port);
    import.scopes[tree].defaults.contains_key(port) && !is_given && !is_shared
}

/// The values of the ports of a tree that is here, in the order of its ports; a key is as the words know it.
pub(super) fn call(import: &Import, xml: Xml, tree: usize) -> Vec<(String, Value)> {
    let given = ports(xml);
    let scope = &import.scopes[tree];
    let mut values = Vec::new();
    for port in scope.ports.iter().filter(|port| scope.names.contains_key(*port)) {
        let text = given.iter().find(|(name, _)| name == port).map(|(_, text)| text);
        let value = match text {
            Some(text) => match model::key(text, port) {
                Some(key) => Value::Key(import.scoped(key)),
                None => model::value(text, port, None),
            },
            None => match scope.defaults.get(port) {
                Some(text) if is_default(import, xml, tree, port) => model::value(text, port, None),
                _ if shares(xml) => Value::Key(import.scoped(port)),
                _ => Value::Key(port.clone()),
            },
        };
        values.push((port.clone(), value));
    }
    values
}

pub(super) fn subtree(import: &mut Import, xml: Xml, id: &str) -> Node {
    let tree = import.tree_of(xml, id);
    let name = match tree {
        Some(tree) => import.tree_name(tree).to_owned(),
        None => import.words.subtree(id),
    };
    let (mut node, left_out) = match tree {
        Some(tree) => called(import, xml, tree, &name),
        None => (Node::leaf(format!("subtree {name}")), ports(xml)),
    };
    node.call = Some((name.clone(), shares(xml)));
    if tree.is_none() && import.words.known(&name).is_none() {
        let reason = "this tree is not in the file, so it is a `todo!()` in the vocabulary";
        let advice = "import its file together with this one: `bt import --output FOLDER FILE…`";
        node.comments.push(import.differs(xml, &format!("`{id}`"), reason, advice));
    }
    if import.is_ambiguous(xml, id) {
        let reason = "several files that are equally near have a tree with this ID; this is the one of the first file";
        let advice = "include the file that is meant, or give the trees different IDs";
        node.comments.push(import.differs(xml, &format!("`{id}`"), reason, advice));
    }
    for (port, value) in left_out {
        node.attributes.push((port.to_owned(), value.clone()));
        let (reason, advice) = match model::key(&value, port) {
            Some(key) if key == port && !(tree.is_none() && import.is_named(key)) => continue,
            _ if tree.is_none() => (
                "this tree is not in the file, so its port does not get this value",
                "import its file together with this one: `bt import --output FOLDER FILE…`",
            ),
            _ if tree.is_some_and(|tree| !import.scopes[tree].uses(port)) => {
                ("the tree does not use this port, so it is left out", "")
            }
            Some(_) => (
                "this tree shares the blackboard here, so the port of the subtree is not this key",
                "write the key instead of the port in that tree, or copy it in an action before the subtree, and back after it if the tree writes it",
            ),
            None => (
                "this port is a field of the blackboard here, so it does not get this value",
                "set the field of the port in an action before the subtree, or write the value in that tree",
            ),
        };
        let what = format!("`{port}=\"{value}\"` of `{name}`");
        import.differs(xml, &what, reason, advice);
    }
    node
}

/// The call of a tree that is here, and the ports that it does not have.
fn called<'a>(
    import: &mut Import,
    xml: Xml<'a, 'a>,
    tree: usize,
    name: &str,
) -> (Node, Vec<(&'a str, String)>) {
    let mut arguments = Vec::new();
    let (mut results, mut before) = (Vec::new(), Vec::new());
    let mut has_result = false;
    let given = ports(xml);
    for (port, value) in call(import, xml, tree) {
        let inner = qualified(tree, &port);
        let of = import.words.field_type(&inner).cloned().unwrap_or(Type::Text);
        let Some(known) = import.scopes[tree].names.get(&port).cloned() else { continue };
        if import.scopes[tree].is_input(&port) {
            let is_omitted =
                is_default(import, xml, tree, &port) && !matches!(of, Type::Own { .. });
            if let Value::Key(key) = &value {
                import.note_passed(xml, &port, key, name);
            }
            if !is_omitted {
                let text = import.words.argument(&value, &of);
                arguments.push(format!("{} = {text}", known.name));
            }
        }
        if import.scopes[tree].is_output(&port) {
            let local = match &value {
                Value::Key(key) => import.words.local_name(key).map(|name| (name.to_owned(), key)),
                _ => None,
            };
            match local {
                Some((local, key)) if import.words.field_type(key) == Some(&of) => {
                    has_result = true;
                    results.push(local);
                }
                _ => {
                    let unused = format!("unused_{}", known.name);
                    before.push(format!("let({unused}: {})", of.name()));
                    results.push(unused);
                }
            }
        }
    }
    let results: Vec<&str> = results.iter().map(String::as_str).collect();
    let arguments =
        if arguments.is_empty() { String::new() } else { format!("({})", arguments.join(", ")) };
    let arrow = if has_result { arrow(&results) } else { String::new() };
    let mut node = Node::leaf(format!("subtree {name}{arguments}{arrow}"));
    if has_result {
        for unused in before {
            node = Node::around(unused, node);
        }
    }
    let scope = &import.scopes[tree];
    let left_out = given.into_iter().filter(|(port, _)| !scope.names.contains_key(*port));
    (node, left_out.collect())
}
