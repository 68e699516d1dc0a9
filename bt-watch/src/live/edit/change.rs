//! Changes that a page asks for.

use super::files::Texts;
use crate::live::answer::Answer;
use bt_language::edit::{
    self, Change, Direction, ExtractError, Gap, HeaderPart, Parent, RenameError, Together, Units,
};
use bt_language::vocabulary::Vocabulary;
use serde_json::{Map, Value, json};
use std::string::{String, ToString};
use std::vec::Vec;

/// The text after a change.
pub(super) fn answer(text: &str, change: &Value, words: &Vocabulary) -> Result<Value, Answer> {
    let outline = edit::outline(text);
    if let Some(copied) = change.get("copy") {
        let nodes = indexes(copied, "nodes").ok_or_else(unknown)?;
        let sources: Result<Vec<String>, _> =
            nodes.into_iter().map(|node| edit::copy(text, &outline, node)).collect();
        return Ok(match sources {
            Ok(sources) => json!({ "source": sources.join("\n") }),
            Err(refused) => refusal(&refused.to_string()),
        });
    }
    let changed = match read_together(change) {
        Some((nodes, together)) => edit::change_all(text, &outline, &nodes, together),
        None => edit::change(text, &outline, &read(change).ok_or_else(unknown)?),
    };
    Ok(match changed {
        Ok(changed) => revised(&edit::with_keys(changed, words)),
        Err(refused) => refusal(&refused.to_string()),
    })
}

fn revised(revision: &edit::Revision) -> Value {
    let select = Units::of(&revision.text).range(&revision.select);
    json!({ "text": revision.text, "select": select })
}

/// Returns `true` for a change that needs the texts of all files.
pub(super) fn is_of_trees(change: &Value) -> bool {
    let names = ["extract", "inline", "remove_tree", "uses"];
    names.iter().any(|name| change.get(name).is_some())
}

/// The text of a file after a change of its trees; the texts of all files that change, if a tree is removed.
pub(super) fn of_trees(
    texts: &Texts,
    file: &str,
    change: &Value,
    words: &Vocabulary,
) -> Result<Value, Answer> {
    let all: Vec<&str> = texts.values().map(String::as_str).collect();
    let of = texts.keys().position(|name| name == file).unwrap_or_default();
    let extracted = if let Some(part) = change.get("extract") {
        let nodes = indexes(part, "nodes").ok_or_else(unknown)?;
        let name = part["name"].as_str().ok_or_else(unknown)?;
        edit::extract(&all, (of, &nodes), name, words)
    } else if let Some(part) = change.get("inline") {
        edit::inline(&all, (of, index(part, "node").ok_or_else(unknown)?), words)
    } else if let Some(tree) = change.get("remove_tree") {
        let tree = index(tree, "tree").ok_or_else(unknown)?;
        return Ok(match edit::remove_tree(&all, (of, tree)) {
            Ok(new) => {
                let changed = texts.iter().zip(new).filter(|((_, old), new)| *old != new);
                let changed: Map<String, Value> =
                    changed.map(|((name, _), new)| (name.clone(), new.into())).collect();
                json!({ "texts": changed, "select": [0, 0] })
            }
            Err(refused) => refusal(&refused.to_string()),
        });
    } else {
        let name = change["uses"]["name"].as_str().ok_or_else(unknown)?;
        let uses = edit::uses(&all, name).into_iter().map(|(text, node)| {
            let line = all.get(text).and_then(|text| {
                let start = edit::outline(text).nodes.get(node)?.word.start;
                Some(text.get(..start)?.matches('\n').count() + 1)
            });
            json!({ "file": texts.keys().nth(text), "line": line })
        });
        return Ok(json!({ "uses": uses.collect::<Vec<_>>() }));
    };
    // The texts were read as trees.
    bt_language::file::forget();
    Ok(match extracted {
        Ok(revision) => revised(&revision),
        Err(refused) => {
            let mut told = refusal(&refused.to_string());
            if let ExtractError::Name(RenameError::Taken { text, line, .. }) = refused {
                name_place(&mut told, texts, file, (text, line));
            }
            told
        }
    })
}

/// Adds the file of another declaration to a refusal.
fn name_place(told: &mut Value, texts: &Texts, file: &str, (text, line): (usize, usize)) {
    let other = texts.keys().nth(text).filter(|of| *of != file);
    (told["mistakes"][0]["file"], told["mistakes"][0]["line"]) = (json!(other), json!(line));
}

pub(super) fn unknown() -> Answer {
    Answer::refusal(400, "the field `change` has one change of the protocol, with all its fields")
}

/// The texts that change when the name at a byte of one of them gets a new one, and the new one there.
pub(super) fn rename(
    texts: &Texts,
    (file, byte): (&str, usize),
    name: &str,
    words: &Vocabulary,
) -> Value {
    let all: Vec<&str> = texts.values().map(String::as_str).collect();
    let at = texts.keys().position(|of| of == file).unwrap_or_default();
    let renamed = edit::rename(&all, (at, byte), name, words);
    // The new name was read as Rust.
    bt_language::file::forget();
    let places = match renamed {
        Ok(places) => places,
        Err(refused) => {
            let mut told = refusal(&refused.to_string());
            if let RenameError::Taken { text, line, .. }
            | RenameError::Ambiguous { text, line, .. } = refused
            {
                name_place(&mut told, texts, file, (text, line));
            }
            return told;
        }
    };
    let (mut changed, mut select) = (Map::new(), [0, 0]);
    for ((of, text), places) in texts.iter().zip(&places).filter(|(_, places)| !places.is_empty()) {
        let (mut new, mut done) = (String::with_capacity(text.len()), 0);
        let mut here = 0;
        for place in places {
            new += text.get(done..place.start).unwrap_or_default();
            if place.start <= byte {
                here = new.len();
            }
            new += name;
            done = place.end;
        }
        new += text.get(done..).unwrap_or_default();
        if of == file {
            select = Units::of(&new).range(&(here..here + name.len()));
        }
        changed.insert(of.clone(), new.into());
    }
    json!({ "texts": changed, "select": select })
}

/// The reason why a change is not possible, as a mistake at the beginning of the text.
fn refusal(reason: &str) -> Value {
    let mistake = json!({
        "start": 0, "end": 0, "line": 1, "column": 1, "message": reason, "help": null,
    });
    json!({ "mistakes": [mistake] })
}

/// `{"remove":{"nodes":[1,4]}}`
fn read_together(change: &Value) -> Option<(Vec<usize>, Together<'_>)> {
    let fields = change.as_object().filter(|fields| fields.len() == 1)?;
    let (name, of) = fields.iter().next()?;
    let shift = |direction| Together::Shift { direction };
    let together = match name.as_str() {
        "remove" => Together::Remove,
        "disable" => Together::Disable,
        "move" => Together::Move { to: gap(of, "into")? },
        "up" => shift(Direction::Up),
        "down" => shift(Direction::Down),
        "left" => shift(Direction::Out),
        "right" => shift(Direction::In),
        "wrap" => Together::Wrap { source: of["source"].as_str()? },
        _ => return None,
    };
    Some((indexes(of, "nodes")?, together))
}

/// `{"insert":{"node":1,"gap":0,"source":"action Eat;"}}`
pub(super) fn read(change: &Value) -> Option<Change<'_>> {
    let fields = change.as_object().filter(|fields| fields.len() == 1)?;
    let (name, of) = fields.iter().next()?;
    let node = || index(of, "node");
    let text = |name: &str| of[name].as_str();
    Some(match name.as_str() {
        "insert" => Change::Insert { at: gap(of, "node")?, source: text("source")? },
        "move" => Change::Move { node: node()?, to: gap(of, "into")? },
        "up" => Change::Shift { node: node()?, direction: Direction::Up },
        "down" => Change::Shift { node: node()?, direction: Direction::Down },
        "left" => Change::Shift { node: node()?, direction: Direction::Out },
        "right" => Change::Shift { node: node()?, direction: Direction::In },
        "remove" => Change::Remove { node: node()? },
        "disable" => Change::Disable { node: node()? },
        "enable" => Change::Enable { index: index(of, "index")? },
        "wrap" => Change::Wrap { node: node()?, source: text("source")? },
        "unwrap" => Change::Unwrap { node: node()? },
        "kind" => Change::Kind { node: node()?, word: text("word")? },
        "argument" => {
            let (node, name, value) = (node()?, text("name")?, text("value")?);
            match of.get("call") {
                None | Some(Value::Null) => Change::Argument { node, name, value },
                Some(_) => Change::CallArgument { node, call: index(of, "call")?, name, value },
            }
        }
        "field" => Change::Field { node: node()?, name: text("name")?, source: text("source")? },
        "description" => Change::Description { of: owner(of, "node")?, text: text("text")? },
        "header" => {
            let (tree, index, source) = (index(of, "tree")?, index(of, "index")?, text("source")?);
            let part = match text("part")? {
                "parameters" => HeaderPart::Parameters,
                "results" => HeaderPart::Results,
                _ => return None,
            };
            match text("name") {
                Some(name) => Change::Declaration { tree, part, index, name, source },
                None => Change::Header { tree, part, index, source },
            }
        }
        "label" => Change::Label { node: node()?, label: text("label")? },
        "tree" => Change::Tree { name: text("name")? },
        _ => return None,
    })
}

/// The gap of a node, or the missing root of a tree.
fn gap(of: &Value, node: &str) -> Option<Gap> {
    Some(Gap { parent: owner(of, node)?, index: index(of, "gap")? })
}

/// A node or a tree.
fn owner(of: &Value, node: &str) -> Option<Parent> {
    let tree = || index(of, "tree").map(Parent::Tree);
    index(of, node).map(Parent::Node).or_else(tree)
}

fn index(of: &Value, name: &str) -> Option<usize> {
    usize::try_from(of.get(name)?.as_u64()?).ok()
}

fn indexes(of: &Value, name: &str) -> Option<Vec<usize>> {
    let number = |value: &Value| usize::try_from(value.as_u64()?).ok();
    of.get(name)?.as_array()?.iter().map(number).collect()
}
