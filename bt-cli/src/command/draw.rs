//! `bt draw`

use super::files::read;
use super::nodes::{blank, id, leaked};
use super::report::reported;
use super::{Ended, Options, SUCCESS, Stop, Streams};
use crate::outline::{self, Outline};
use bt_core::{Node, NodeId};
use bt_language::file;
use bt_watch::picture::Picture;
use std::fmt::Write as _;

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
    let place = nodes.len();
    let mut node = blank(outline.word);
    (node.id, node.parent) = (id(place), parent);
    node.label = outline.label.as_deref().map(leaked);
    node.key = key.map(leaked);
    node.source = leaked(&outline.source);
    node.description = outline.description.as_deref().map(leaked);
    nodes.push(node);
    for (index, child) in outline.children.iter().enumerate() {
        add(child, Some(node.id), outline.keys.get(index).and_then(Option::as_deref), nodes);
    }
    nodes[place].end = id(nodes.len());
}
