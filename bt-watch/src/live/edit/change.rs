//! Changes that a page asks for.

use super::files::Texts;
use super::units::Units;
use crate::live::answer::Answer;
use bt_language::edit::{self, Change, Direction, Gap, HeaderPart, Parent, RenameError};
use bt_language::vocabulary::Vocabulary;
use serde_json::{Map, Value, json};
use std::string::{String, ToString};
use std::vec::Vec;

/// The text after a change.
pub(super) fn answer(text: &str, change: &Value, words: &Vocabulary) -> Result<Value, Answer> {
    let outline = edit::outline(text);
    if let Some(node) = change.get("copy") {
        let node = index(node, "node").ok_or_else(unknown)?;
        return Ok(match edit::copy(text, &outline, node) {
            Ok(source) => json!({ "source": source }),
            Err(refused) => refusal(&refused.to_string()),
        });
    }
    let change = read(change).ok_or_else(unknown)?;
    Ok(match edit::change(text, &outline, &change) {
        Ok(changed) => {
            let changed = edit::with_keys(changed, words);
            let select = Units::of(&changed.text).range(&changed.select);
            json!({ "text": changed.text, "select": select })
        }
        Err(refused) => refusal(&refused.to_string()),
    })
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
                let other = texts.keys().nth(text).filter(|of| *of != file);
                (told["mistakes"][0]["file"], told["mistakes"][0]["line"]) =
                    (json!(other), json!(line));
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
        "expression" => Change::Expression { node: node()?, source: text("source")? },
        "results" => Change::Results { node: node()?, source: text("source")? },
        "key" => Change::Key { node: node()?, source: text("source")? },
        "header" => Change::Header {
            tree: index(of, "tree")?,
            part: match text("part")? {
                "parameters" => HeaderPart::Parameters,
                "results" => HeaderPart::Results,
                _ => return None,
            },
            index: index(of, "index")?,
            source: text("source")?,
        },
        "label" => Change::Label { node: node()?, label: text("label")? },
        "tree" => Change::Tree { name: text("name")? },
        _ => return None,
    })
}

/// The gap of a node, or the missing root of a tree.
fn gap(of: &Value, node: &str) -> Option<Gap> {
    let parent = match index(of, node) {
        Some(node) => Parent::Node(node),
        None => Parent::Tree(index(of, "tree")?),
    };
    Some(Gap { parent, index: index(of, "gap")? })
}

fn index(of: &Value, name: &str) -> Option<usize> {
    usize::try_from(of.get(name)?.as_u64()?).ok()
}
