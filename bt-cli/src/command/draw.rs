//! `bt draw`

use super::files::read;
use super::report::reported;
use super::{Ended, Options, SUCCESS, Stop, Streams};
use crate::outline::{self, Outline};
use bt_core::{Node, NodeId, NodeKind, behavior_tree};
use bt_language::file;
use bt_watch::picture::Picture;
use std::fmt::Write as _;

behavior_tree! {
    tree Blank(nothing: &mut ()) {
        action *nothing = ();
    }
}

/// Draws the trees of a file.
pub(super) fn draw(options: &Options, streams: &mut Streams) -> Ended {
    let format = options.choice("format", &["text", "mermaid", "dot", "svg"])?.unwrap_or("text");
    let path = options.file()?;
    let text = read(path, streams)?;
    let trees = match file::trees(&text) {
        Ok(trees) => outline::of_file(&trees),
        Err(mistakes) => {
            return Ok(reported(&mistakes, path, streams));
        }
    };
    file::forget();
    let wanted = options.value("tree").map(|name| name.to_string_lossy().into_owned());
    if let Some(name) = wanted.as_ref().filter(|name| !trees.iter().any(|tree| tree.name == **name))
    {
        let names: Vec<String> = trees.iter().map(|tree| format!("`{}`", tree.name)).collect();
        return Err(Stop(format!("there is no tree `{name}`; there are {}", names.join(", "))));
    }
    let drawn: Vec<_> =
        trees.iter().filter(|tree| wanted.as_ref().is_none_or(|name| tree.name == *name)).collect();
    if format != "text" && drawn.len() > 1 {
        return Err(Stop(format!(
            "the file has {} trees; choose one of them with `--tree`",
            drawn.len()
        )));
    }
    for (index, tree) in drawn.iter().enumerate() {
        let mut nodes = Vec::new();
        add(&tree.root, None, None, &mut nodes);
        let title = format!("{}{}", tree.name, tree.header());
        let picture = Picture::new(&nodes).title(&title);
        let mut text = String::new();
        let _ = match format {
            "mermaid" => write!(text, "{}", picture.mermaid()),
            "dot" => write!(text, "{}", picture.dot()),
            "svg" => write!(text, "{}", picture.svg()),
            _ => {
                let gap = if index == 0 { "" } else { "\n" };
                write!(text, "{gap}{}", picture.text())
            }
        };
        if !text.ends_with('\n') {
            text.push('\n');
        }
        streams.print(&text);
    }
    Ok(SUCCESS)
}

/// Adds a node and everything below it to a table of nodes.
fn add(outline: &Outline, parent: Option<NodeId>, key: Option<&str>, nodes: &mut Vec<Node>) {
    let kind = NodeKind::from_word(outline.word.as_str());
    let (Some(mut node), Some(kind)) = (Blank::NODES.first().copied(), kind) else { return };
    let id = NodeId::new(u32::try_from(nodes.len()).unwrap_or(u32::MAX));
    node.id = id;
    node.parent = parent;
    node.kind = kind;
    node.label = outline.label.as_deref().map(leaked);
    node.key = key.map(leaked);
    node.source = leaked(&outline.source);
    node.description = outline.description.as_deref().map(leaked);
    let place = nodes.len();
    nodes.push(node);
    for (index, child) in outline.children.iter().enumerate() {
        add(child, Some(id), outline.keys.get(index).and_then(Option::as_deref), nodes);
    }
    let end = NodeId::new(u32::try_from(nodes.len()).unwrap_or(u32::MAX));
    if let Some(node) = nodes.get_mut(place) {
        node.end = end;
    }
}

/// A text for the rest of the program, which soon ends: tables of nodes are constants otherwise.
fn leaked(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}
