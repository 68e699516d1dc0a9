//! Nodes that are inserted, moved, wrapped and unwrapped.

use super::change::{Changed, Refused, of};
use super::layout::{self, Edit};
use super::outline::{Gap, Node, Outline, Parent};
use crate::words::{Family, Word};
use std::ops::Range;

/// Inserts a node.
pub(super) fn insert(
    text: &str,
    outline: &Outline,
    at: Gap,
    source: &str,
) -> Result<Changed, Refused> {
    let (edit, inside) = insertion(text, outline, at, source.trim())?;
    let start = edit.0.start + inside.start;
    let select = start..start + inside.len();
    Ok(Changed { text: layout::apply(text, vec![edit]), select })
}

/// The text of a node with its comments, without its key and its indentation, to be inserted elsewhere.
///
/// # Errors
///
/// If the text has no such node.
pub fn copied(text: &str, outline: &Outline, node: usize) -> Result<String, Refused> {
    Ok(taken(text, of(outline, node)?, false))
}

/// Moves a node.
pub(super) fn shift(
    text: &str,
    outline: &Outline,
    node: usize,
    to: Gap,
) -> Result<Changed, Refused> {
    let moved = of(outline, node)?;
    outline.place(to).ok_or(Refused::Missing)?;
    if let Parent::Node(parent) = to.parent {
        if outline.is_within(parent, node) {
            return Err(Refused::IntoItself);
        }
        let stays = |(of, rank)| of == parent && (to.index == rank || to.index == rank + 1);
        if outline.rank(node).is_some_and(stays) {
            return Ok(Changed { text: text.to_owned(), select: moved.bytes.clone() });
        }
    }
    let keeps_key = match to.parent {
        Parent::Node(parent) => of(outline, parent)?.has_keys(),
        Parent::Tree(_) => false,
    };
    let source = taken(text, moved, keeps_key);
    let (put, inside) = insertion(text, outline, to, &source)?;
    let removed = removal(text, outline, moved);
    let mut start = put.0.start + inside.start;
    if removed.0.end <= put.0.start {
        start = start + removed.1.len() - removed.0.len();
    }
    let select = start..start + inside.len();
    Ok(Changed { text: layout::apply(text, vec![put, removed]), select })
}

/// Removes a node with its comments.
pub(super) fn remove(text: &str, outline: &Outline, node: usize) -> Result<Changed, Refused> {
    let edit = removal(text, outline, of(outline, node)?);
    let select = edit.0.start..edit.0.start + edit.1.len();
    Ok(Changed { text: layout::apply(text, vec![edit]), select })
}

/// The edit that takes a node out. The child of a decorator leaves a semicolon: without it, the next node would become the
/// child.
fn removal(text: &str, outline: &Outline, node: &Node) -> Edit {
    let parent = node.parent.and_then(|parent| outline.nodes.get(parent));
    let is_decorated = parent
        .and_then(|parent| parent.kind)
        .is_some_and(|kind| kind.family() == Family::Decorator);
    if !is_decorated {
        return (layout::removed(text, &node.item), String::new());
    }
    if layout::is_alone(text, &node.item) {
        let indentation = layout::indentation(text, node.item.start);
        return (layout::lines(text, &node.item), format!("{indentation};"));
    }
    (node.bytes.clone(), ";".to_owned())
}

/// The text of a node with its comments, without indentation.
fn taken(text: &str, node: &Node, keeps_key: bool) -> String {
    let is_alone = layout::is_alone(text, &node.item);
    let all = if is_alone { layout::lines(text, &node.item) } else { node.item.clone() };
    let indentation = layout::indentation(text, node.item.start);
    let mut end = node.bytes.end;
    let mut parts: Vec<&str> = Vec::new();
    let mut part =
        |range: Range<usize>| parts.push(text.get(range).unwrap_or_default().trim_start());
    match &node.key {
        Some(key) if !keeps_key => {
            part(all.start..key.start);
            part(key.end..node.bytes.end);
        }
        _ => part(all.start..node.bytes.end),
    }
    let needs_semicolon = !parts.concat().ends_with([';', '}']);
    if needs_semicolon {
        parts.push(";");
    }
    // The comma belongs to the old parent.
    end = end.max(node.item.end);
    parts.push(text.get(end..all.end.max(end)).unwrap_or_default());
    layout::indented(parts.concat().trim(), indentation, "", "\n")
}

/// The edit that inserts a node, and the place of the node in the new text of the edit.
fn insertion(
    text: &str,
    outline: &Outline,
    at: Gap,
    source: &str,
) -> Result<(Edit, Range<usize>), Refused> {
    let place = outline.place(at).ok_or(Refused::Missing)?;
    let ends = layout::line_break(text);
    let (is_decorator, above) = match at.parent {
        Parent::Node(parent) => {
            let parent = of(outline, parent)?;
            let child = at.index.checked_sub(1).and_then(|child| parent.children.get(child));
            (!parent.has_block() || parent.head.end == place, child.copied())
        }
        Parent::Tree(_) => (false, None),
    };
    let here = layout::indentation(text, place);
    if is_decorator {
        let source = layout::indented(source, "", here, ends);
        let is_apart =
            text.get(..place).is_some_and(|before| before.ends_with(char::is_whitespace));
        let new = if is_apart { source } else { format!(" {source}") };
        let inside = usize::from(!is_apart)..new.len();
        // The semicolon of the decorator stands for its missing child.
        let semicolon = text.get(place..).is_some_and(|rest| rest.starts_with(';'));
        return Ok(((place..place + usize::from(semicolon), new), inside));
    }
    let indentation = match above.and_then(|above| outline.nodes.get(above)) {
        Some(above) if layout::is_alone(text, &above.item) => {
            layout::indentation(text, above.item.start).to_owned()
        }
        _ => layout::deeper(here),
    };
    let lines = layout::indented(source, "", &indentation, ends);
    let start = ends.len() + indentation.len();
    if layout::ends_line(text, place) {
        let end = layout::line_end(text, place);
        let new = format!("{ends}{indentation}{lines}");
        return Ok(((end..end, new), start..start + lines.len()));
    }
    let rest = text.get(place..).unwrap_or_default();
    let space = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let is_empty = above.is_none() && rest.trim_start().starts_with('}');
    if is_empty || source.contains('\n') || source.contains("//") {
        let next = if rest.trim_start().starts_with('}') { here } else { &indentation };
        let new = format!("{ends}{indentation}{lines}{ends}{next}");
        return Ok(((place..place + space, new), start..start + lines.len()));
    }
    Ok(((place..place, format!(" {source}")), 1..1 + source.len()))
}

/// The head of a node without its empty braces or its semicolon: `sequence {}` → `sequence`
fn head(source: &str) -> &str {
    let source = source.trim().trim_end_matches(';').trim_end();
    let open = source.strip_suffix('}').map_or(source, str::trim_end);
    open.strip_suffix('{').map_or(source, str::trim_end)
}

/// Puts a decorator or a composite around a node.
pub(super) fn wrap(text: &str, node: &Node, source: &str) -> Result<Changed, Refused> {
    let source = head(source);
    let word = source.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next();
    let kind = word.and_then(Word::find);
    let is_decorator = kind.is_some_and(|kind| kind.family() == Family::Decorator);
    let inner = text.get(node.bytes.clone()).ok_or(Refused::Missing)?;
    let new = if is_decorator {
        format!("{source} {inner}")
    } else {
        let ends = layout::line_break(text);
        let here = layout::indentation(text, node.bytes.start);
        let below = layout::deeper(here);
        let semicolon = if inner.ends_with([';', '}']) { "" } else { ";" };
        let inner = layout::indented(inner, here, &below, ends);
        format!("{source} {{{ends}{below}{inner}{semicolon}{ends}{here}}}")
    };
    let select = node.bytes.start..node.bytes.start + new.len();
    Ok(Changed { text: layout::apply(text, vec![(node.bytes.clone(), new)]), select })
}

/// Replaces a node by its children.
pub(super) fn unwrap(text: &str, outline: &Outline, node: usize) -> Result<Changed, Refused> {
    let outer = of(outline, node)?;
    let has_place = match outer.parent.and_then(|parent| outline.nodes.get(parent)) {
        Some(parent) => parent.has_block() && !parent.has_keys(),
        None => false,
    };
    let (Some(first), Some(last)) = (outer.children.first(), outer.children.last()) else {
        return Err(Refused::NotUnwrapped);
    };
    let (first, last) = (of(outline, *first)?, of(outline, *last)?);
    let is_one = outer.children.len() == 1;
    if !is_one && (!has_place || outer.has_keys() || !outer.has_block()) {
        return Err(Refused::NotUnwrapped);
    }
    let ends = layout::line_break(text);
    let all = if layout::is_alone(text, &first.item) && layout::is_alone(text, &last.item) {
        layout::lines(text, &first.item).start..layout::lines(text, &last.item).end
    } else if is_one {
        first.bytes.clone()
    } else {
        first.item.start..last.item.end
    };
    let all = if first.key.is_some() { first.bytes.clone() } else { all };
    let old = layout::indentation(text, first.item.start);
    let new = layout::indentation(text, outer.item.start);
    let inner = text.get(all).unwrap_or_default().trim();
    let is_below = layout::line_start(text, first.item.start) > outer.bytes.start;
    let inner = if is_below { layout::indented(inner, old, new, ends) } else { inner.to_owned() };
    let select = outer.bytes.start..outer.bytes.start + inner.len();
    Ok(Changed { text: layout::apply(text, vec![(outer.bytes.clone(), inner)]), select })
}
