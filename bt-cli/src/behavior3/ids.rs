//! Ids that are numbers: some programs write `"root": 1` instead of `"root": "1"`.

use super::json::Json;

/// Replaces numbers by texts in the ids of the trees and their nodes.
pub(super) fn as_texts(json: &mut Json) {
    match json {
        Json::List(trees) => trees.iter_mut().for_each(tree),
        json => {
            let data = if json.get("data").is_some() { member(json, "data") } else { Some(json) };
            let Some(data) = data else { return };
            member(data, "selectedTree").into_iter().for_each(text);
            if let Some(Json::List(trees)) = member(data, "trees") {
                trees.iter_mut().for_each(tree);
            }
            tree(data);
        }
    }
}

fn tree(json: &mut Json) {
    for key in ["id", "root"] {
        member(json, key).into_iter().for_each(text);
    }
    let Some(Json::Object(nodes)) = member(json, "nodes") else { return };
    for (_, node) in nodes {
        for key in ["id", "child"] {
            member(node, key).into_iter().for_each(text);
        }
        if let Some(Json::List(children)) = member(node, "children") {
            children.iter_mut().for_each(text);
        }
    }
}

fn member<'j>(json: &'j mut Json, key: &str) -> Option<&'j mut Json> {
    let Json::Object(all) = json else { return None };
    all.iter_mut().find(|(name, _)| name == key).map(|(_, value)| value)
}

fn text(json: &mut Json) {
    if let Json::Integer(number) = json {
        *json = Json::Text(number.to_string());
    }
}
