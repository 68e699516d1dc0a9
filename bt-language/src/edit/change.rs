//! The changes that an editor makes: of nodes, of their arguments and of their keys, as edits of lines and indentation.

use super::complete::{first_call, fits_key};
use super::disable::{disabling, enabling, is_disabled};
use super::fields::{Field, Place};
use super::outline::{Argument, Declaration, Direction, Gap, Node, Outline, Parent, Tree, outline};
use crate::lexer::{self, INDENT, LexemeClass};
use crate::vocabulary::Vocabulary;
use crate::words::{Children, Family, Word};
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

/// A change of a text, for [`change`]. Nodes and trees are named by their indexes in the [`Outline`] of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change<'a> {
    /// Inserts a node, without the labels that its tree has already.
    Insert {
        /// The place.
        at: Gap,
        /// Its text: `action Eat;`
        source: &'a str,
    },
    /// Moves a node with the comments above and after it.
    Move {
        /// The node.
        node: usize,
        /// The place, as it is before the change.
        to: Gap,
    },
    /// Moves a node by one place.
    Shift {
        /// The node.
        node: usize,
        /// Where to.
        direction: Direction,
    },
    /// Removes a node with its children and the comments above and after it.
    Remove {
        /// The node.
        node: usize,
    },
    /// Puts a decorator or a composite around a node.
    Wrap {
        /// The node.
        node: usize,
        /// The word with its arguments, and possibly with empty braces: `repeat(3)`, `sequence {}`
        source: &'a str,
    },
    /// Replaces a node by its children.
    Unwrap {
        /// The node.
        node: usize,
    },
    /// Makes a comment of a node, in which [`disabled`](super::disabled) finds it.
    Disable {
        /// The node.
        node: usize,
    },
    /// Makes a node of its comment again.
    Enable {
        /// The index among the [disabled](super::disabled) nodes.
        index: usize,
    },
    /// Replaces the word of a node: `selector` by `sequence`.
    Kind {
        /// The node.
        node: usize,
        /// The new word.
        word: &'a str,
    },
    /// Gives an argument a value.
    Argument {
        /// The node.
        node: usize,
        /// The name of the argument, or its index if it has no name.
        name: &'a str,
        /// The value; an empty one removes the argument.
        value: &'a str,
    },
    /// Gives an argument of a word of the vocabulary a value, in the key or the head of a node.
    CallArgument {
        /// The node.
        node: usize,
        /// The index among the [calls](Node::calls) of the node.
        call: usize,
        /// The name of the argument.
        name: &'a str,
        /// The value; an empty one removes the argument.
        value: &'a str,
    },
    /// Gives a part of a node a value.
    Field {
        /// The node.
        node: usize,
        /// The name of the part in the schema of nodes: `duration`, `margin`, `results`, `key`, `else`
        name: &'a str,
        /// The value; nothing removes the part with what separates it.
        source: &'a str,
    },
    /// Gives a node or a tree a description, the documentation in front of it.
    Description {
        /// The node or the tree.
        of: Parent,
        /// The lines without slashes; nothing removes it.
        text: &'a str,
    },
    /// Changes the parameters or the results of a tree.
    Header {
        /// The tree.
        tree: usize,
        /// The part of the header.
        part: HeaderPart,
        /// The index of the declaration; one behind the last adds it.
        index: usize,
        /// `attempts: u32 = 6`; nothing removes it.
        source: &'a str,
    },
    /// Changes a part of a parameter or a result of a tree.
    Declaration {
        /// The tree.
        tree: usize,
        /// The part of the header.
        part: HeaderPart,
        /// The index of the declaration.
        index: usize,
        /// `name`, `type` or `value`
        name: &'a str,
        /// The new name, type or default; nothing removes it.
        source: &'a str,
    },
    /// Gives a node a label.
    Label {
        /// The node.
        node: usize,
        /// The label without an apostrophe; an empty one removes it.
        label: &'a str,
    },
    /// Adds an empty tree at the end; it is `pub` if another one is.
    Tree {
        /// Its name.
        name: &'a str,
    },
}

/// A part of the header of a tree, for [`Change::Header`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderPart {
    /// What the tree takes.
    Parameters,
    /// What the tree gives.
    Results,
}

/// The text after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision {
    /// The whole text.
    pub text: String,
    /// The bytes of the node that was changed.
    pub select: Range<usize>,
}

/// The reason for which a change is not possible; it is displayed as one sentence for the author of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChangeError {
    /// The text has no such node, tree or gap.
    NotFound,
    /// A node cannot be moved into itself.
    IntoItself,
    /// There is no place in this direction.
    NoPlace,
    /// The node has no children, or several, and there is no place for them.
    NoPlaceForChildren,
    /// There is no such argument to remove.
    NoArgument,
    /// The place of the node cannot be empty.
    Needed,
    /// The nodes are not siblings that follow each other, without keys.
    NotTogether,
}

impl fmt::Display for ChangeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::NotFound => "this place is no longer in the text; try again",
            Self::IntoItself => "a node cannot be moved into itself",
            Self::NoPlace => "there is no place in this direction",
            Self::NoPlaceForChildren => {
                "only a node whose children have a place in its parent can be replaced by them"
            }
            Self::NoArgument => "there is no such argument",
            Self::Needed => {
                "the node above cannot do without this one; disable that node instead"
            }
            Self::NotTogether => {
                "only nodes that follow each other in one node, without keys, can be put into another one together"
            }
        })
    }
}

impl std::error::Error for ChangeError {}

/// Changes a text.
///
/// The outline must be that of the text. The change may leave mistakes, such as a decorator without a child; the text
/// says where the next node belongs. [`with_keys`] adds the keys that new children need.
///
/// # Errors
///
/// Why the change is not possible. That depends only on the places; a name or a value may be any text.
pub fn change(text: &str, outline: &Outline, change: &Change<'_>) -> Result<Revision, ChangeError> {
    match *change {
        Change::Insert { at, source } => insert(text, outline, at, source),
        Change::Move { node, to } => shift(text, outline, node, to),
        Change::Shift { node, direction } => {
            let to = target(outline, node, direction).ok_or(ChangeError::NoPlace)?;
            shift(text, outline, node, to)
        }
        Change::Remove { node } => Ok(edited(text, removal(text, outline, of(outline, node)?))),
        Change::Wrap { node, source } => {
            Ok(edited(text, wrapped(text, &of(outline, node)?.bytes, source)?))
        }
        Change::Unwrap { node } => Ok(edited(text, unwrapped(text, outline, node)?)),
        Change::Disable { node } => Ok(edited(text, disabling(text, outline, of(outline, node)?)?)),
        Change::Enable { index } => Ok(edited(text, enabling(text, outline, index)?)),
        Change::Kind { node, word } => {
            let node = of(outline, node)?;
            let select = node.word.start..node.word.start + word.len();
            let mut edits = without_keys(node, outline, word);
            edits.push((node.word.clone(), word.to_owned()));
            Ok(Revision { text: apply(text, edits), select })
        }
        Change::Argument { node, name, value } => {
            let edit = argument(text, of(outline, node)?, name, value);
            Ok(edited(text, edit.ok_or(ChangeError::NoArgument)?))
        }
        Change::CallArgument { node, call, name, value } => {
            let call = of(outline, node)?.of_call(text, call).ok_or(ChangeError::NotFound)?;
            let edit = argument(text, &call, name, value);
            Ok(edited(text, edit.ok_or(ChangeError::NoArgument)?))
        }
        Change::Field { node, name, source } => {
            let field = outline.fields(text, node).into_iter().find(|one| one.part.name == name);
            let field = field.ok_or(ChangeError::NoArgument)?;
            let edit = field_edit(text, outline, node, &field, source);
            Ok(edited(text, edit.ok_or(ChangeError::NoArgument)?))
        }
        Change::Description { of, text: new } => {
            let edit = described(text, outline, of, new).ok_or(ChangeError::NotFound)?;
            Ok(edited(text, edit))
        }
        Change::Header { tree, part, index, source } => {
            let tree = outline.trees.get(tree).ok_or(ChangeError::NotFound)?;
            let edit = in_header(tree, part, index, source).ok_or(ChangeError::NoArgument)?;
            Ok(edited(text, edit))
        }
        Change::Declaration { tree, part, index, name, source } => {
            let tree = outline.trees.get(tree).ok_or(ChangeError::NotFound)?;
            let all = match part {
                HeaderPart::Parameters => &tree.parameters,
                HeaderPart::Results => &tree.results,
            };
            let one = all.all.get(index).ok_or(ChangeError::NotFound)?;
            let place = [Place::Name, Place::Type, Place::Value(" = ")]
                .into_iter()
                .zip(["name", "type", "value"])
                .find(|(_, known)| *known == name);
            let (place, _) = place.ok_or(ChangeError::NoArgument)?;
            Ok(edited(text, declaration_edit(one, place, source)))
        }
        Change::Label { node, label } => Ok(edited(text, labelled(of(outline, node)?, label))),
        Change::Tree { name } => Ok(with_tree(text, outline, name)),
    }
}

/// The node with an index.
fn of(outline: &Outline, node: usize) -> Result<&Node, ChangeError> {
    outline.nodes.get(node).ok_or(ChangeError::NotFound)
}

/// The text with one edit, which is selected.
fn edited(text: &str, (range, new): Edit) -> Revision {
    let select = range.start..range.start + new.len();
    Revision { text: apply(text, vec![(range, new)]), select }
}

/// The edit that gives a node a label.
pub(super) fn labelled(node: &Node, label: &str) -> Edit {
    match &node.label {
        // With the apostrophe and the space up to the word.
        Some(old) if label.is_empty() => (old.start - 1..node.word.start, String::new()),
        Some(old) => (old.clone(), label.to_owned()),
        None if label.is_empty() => (node.word.start..node.word.start, String::new()),
        None => (node.word.start..node.word.start, format!("'{label}: ")),
    }
}

fn with_tree(text: &str, outline: &Outline, name: &str) -> Revision {
    let ends = lexer::line_break(text);
    let body = text.trim_end();
    let space = if body.is_empty() { String::new() } else { format!("{ends}{ends}") };
    let start = body.len() + space.len();
    // No tree calls it yet.
    let visibility = if outline.has_pub() { "pub " } else { "" };
    let tree = format!("{visibility}tree {name} {{{ends}    {};{ends}}}", Word::PLACEHOLDER);
    let select = start..start + tree.len();
    Revision { text: format!("{body}{space}{tree}{ends}"), select }
}

/// The gap that is one place away from a node.
fn target(outline: &Outline, node: usize, direction: Direction) -> Option<Gap> {
    let (parent, rank) = outline.rank(node)?;
    let gap = |parent, index| Some(Gap { parent: Parent::Node(parent), index });
    match direction {
        Direction::Up => gap(parent, rank.checked_sub(1)?),
        Direction::Down => gap(parent, rank + 2),
        Direction::In => {
            let above = *outline.nodes.get(parent)?.children.get(rank.checked_sub(1)?)?;
            let sibling = outline.nodes.get(above)?;
            gap(above, sibling.gaps.len().checked_sub(1)?)
        }
        Direction::Out => {
            let mut below = parent;
            loop {
                let (above, rank) = outline.rank(below)?;
                if outline.nodes.get(above)?.has_block() {
                    return gap(above, rank + 1);
                }
                below = above;
            }
        }
    }
}

/// Inserts a node.
fn insert(text: &str, outline: &Outline, at: Gap, source: &str) -> Result<Revision, ChangeError> {
    let tree = match at.parent {
        Parent::Node(node) => of(outline, node)?.tree,
        Parent::Tree(tree) => tree,
    };
    let source = with_new_labels(source.trim(), &labels(text, outline, tree));
    let (edit, inside) = insertion(text, outline, at, &source)?;
    let start = edit.0.start + inside.start;
    let select = start..start + inside.len();
    Ok(Revision { text: apply(text, vec![edit]), select })
}

/// The labels of a tree.
pub(super) fn labels<'t>(text: &'t str, outline: &Outline, tree: usize) -> HashSet<&'t str> {
    let nodes = outline.nodes.iter().filter(|node| node.tree == tree);
    nodes.filter_map(|node| text.get(node.label.clone()?)).collect()
}

/// The text of a node without the labels that are known.
pub(super) fn with_new_labels(source: &str, known: &HashSet<&str>) -> String {
    const BEGIN: &str = "tree T {";
    let tree = format!("{BEGIN}{source}");
    let outline = outline(&tree);
    let is_known = |node: &&Node| {
        node.label
            .clone()
            .and_then(|label| tree.get(label))
            .is_some_and(|label| known.contains(label))
    };
    let edits = outline.nodes.iter().filter(is_known).map(|node| labelled(node, "")).collect();
    apply(&tree, edits).split_off(BEGIN.len())
}

/// Returns the text of a node with its comments, without its key and its indentation, to be inserted elsewhere.
///
/// # Errors
///
/// [`ChangeError::NotFound`] if the text has no such node.
pub fn copy(text: &str, outline: &Outline, node: usize) -> Result<String, ChangeError> {
    Ok(taken(text, of(outline, node)?, false))
}

/// Moves a node.
fn shift(text: &str, outline: &Outline, node: usize, to: Gap) -> Result<Revision, ChangeError> {
    let moved = of(outline, node)?;
    outline.place(to).ok_or(ChangeError::NotFound)?;
    if let Parent::Node(parent) = to.parent {
        if outline.is_within(parent, node) {
            return Err(ChangeError::IntoItself);
        }
        let stays = |(of, rank)| of == parent && (to.index == rank || to.index == rank + 1);
        if outline.rank(node).is_some_and(stays) {
            return Ok(Revision { text: text.to_owned(), select: moved.bytes.clone() });
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
    Ok(Revision { text: apply(text, vec![put, removed]), select })
}

/// The edit that takes a node out, with its comments. The child of a decorator leaves a semicolon: without it, the next node would become the
/// child. A cleanup stands in braces.
fn removal(text: &str, outline: &Outline, node: &Node) -> Edit {
    let decorator = outline.parent(node).filter(|parent| parent.is_decorator());
    let last = decorator.and_then(|parent| outline.nodes.get(*parent.children.last()?));
    if !last.is_some_and(|last| last.bytes == node.bytes) {
        return (removed(text, &node.item), String::new());
    }
    if is_alone(text, &node.item) {
        let indentation = indentation(text, node.item.start);
        return (lines(text, &node.item), format!("{indentation};"));
    }
    (node.bytes.clone(), ";".to_owned())
}

/// The text of a node with its comments, without indentation.
fn taken(text: &str, node: &Node, keeps_key: bool) -> String {
    let is_alone = is_alone(text, &node.item);
    let all = if is_alone { lines(text, &node.item) } else { node.item.clone() };
    let indentation = indentation(text, node.item.start);
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
    if !parts.concat().ends_with([';', '}']) {
        parts.push(";");
    }
    // The comma belongs to the old parent.
    let end = node.item.end.max(node.bytes.end);
    parts.push(text.get(end..all.end.max(end)).unwrap_or_default());
    indented(parts.concat().trim(), indentation, "", "\n")
}

/// The edit that inserts a node, and the place of the node in the new text of the edit.
fn insertion(
    text: &str,
    outline: &Outline,
    at: Gap,
    source: &str,
) -> Result<(Edit, Range<usize>), ChangeError> {
    let place = outline.place(at).ok_or(ChangeError::NotFound)?;
    let ends = lexer::line_break(text);
    let (is_decorator, above) = match at.parent {
        Parent::Node(parent) => {
            let parent = of(outline, parent)?;
            let child = at.index.checked_sub(1).and_then(|child| parent.children.get(child));
            (!parent.has_block() || parent.head.end == place, child.copied())
        }
        Parent::Tree(_) => (false, None),
    };
    let here = indentation(text, place);
    if is_decorator {
        let source = indented(source, "", here, ends);
        let before = text.get(..place).unwrap_or_default();
        let is_apart = before.ends_with(char::is_whitespace);
        let new = if is_apart { source } else { format!(" {source}") };
        let inside = usize::from(!is_apart)..new.len();
        // The semicolon of the decorator stands for its missing child.
        let semicolon = text.get(place..).is_some_and(|rest| rest.starts_with(';'));
        return Ok(((place..place + usize::from(semicolon), new), inside));
    }
    let indentation = match above.and_then(|above| outline.nodes.get(above)) {
        Some(above) if is_alone(text, &above.item) => {
            indentation(text, above.item.start).to_owned()
        }
        _ => deeper(here),
    };
    let lines = indented(source, "", &indentation, ends);
    let start = ends.len() + indentation.len();
    if ends_line(text, place) {
        let end = line_end(text, place);
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

/// The edit that puts a decorator or a composite around a node.
fn wrapped(text: &str, bytes: &Range<usize>, source: &str) -> Result<Edit, ChangeError> {
    let source = head(source);
    let word = source.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next();
    let is_decorator =
        word.and_then(Word::find).is_some_and(|word| word.family() == Family::Decorator);
    let inner = text.get(bytes.clone()).ok_or(ChangeError::NotFound)?;
    let new = if is_decorator {
        format!("{source} {inner}")
    } else {
        let ends = lexer::line_break(text);
        let here = indentation(text, bytes.start);
        let below = deeper(here);
        let semicolon = if inner.ends_with([';', '}']) { "" } else { ";" };
        let inner = indented(inner, here, &below, ends);
        format!("{source} {{{ends}{below}{inner}{semicolon}{ends}{here}}}")
    };
    Ok((bytes.clone(), new))
}

/// The edit that puts a composite around siblings that follow each other.
pub(super) fn wrapped_together(
    text: &str,
    outline: &Outline,
    nodes: &[usize],
    source: &str,
) -> Result<Edit, ChangeError> {
    let mut ranks = nodes.iter().map(|node| outline.rank(*node).ok_or(ChangeError::NotTogether));
    let (parent, mut last) = ranks.next().ok_or(ChangeError::NotFound)??;
    for rank in ranks {
        last += 1;
        if rank? != (parent, last) {
            return Err(ChangeError::NotTogether);
        }
    }
    let ends = [nodes.first(), nodes.last()].map(|node| of(outline, *node.unwrap_or(&0)));
    let [first, last] = [ends[0]?, ends[1]?];
    if !of(outline, parent)?.has_block() || first.key.is_some() {
        return Err(ChangeError::NotTogether);
    }
    wrapped(text, &(first.bytes.start..last.bytes.end), source)
}

/// The edit that replaces a node by its children.
fn unwrapped(text: &str, outline: &Outline, node: usize) -> Result<Edit, ChangeError> {
    let outer = of(outline, node)?;
    let parent = outline.parent(outer);
    let has_place = parent.is_some_and(|parent| parent.has_block() && !parent.has_keys());
    let mut children = outline.children(outer);
    let first = children.next().ok_or(ChangeError::NoPlaceForChildren)?;
    let last = children.last().unwrap_or(first);
    let is_one = outer.children.len() == 1;
    if !is_one && (!has_place || outer.has_keys() || !outer.has_block()) {
        return Err(ChangeError::NoPlaceForChildren);
    }
    let ends = lexer::line_break(text);
    let all = if first.key.is_some() {
        first.bytes.clone()
    } else if is_alone(text, &first.item) && is_alone(text, &last.item) {
        lines(text, &first.item).start..lines(text, &last.item).end
    } else if is_one {
        first.bytes.clone()
    } else {
        first.item.start..last.item.end
    };
    let old = indentation(text, first.item.start);
    let new = indentation(text, outer.item.start);
    let inner = text.get(all).unwrap_or_default().trim();
    let is_below = line_start(text, first.item.start) > outer.bytes.start;
    let inner = if is_below { indented(inner, old, new, ends) } else { inner.to_owned() };
    Ok((outer.bytes.clone(), inner))
}

/// The edit that gives a part of a node a value.
fn field_edit(
    text: &str,
    outline: &Outline,
    index: usize,
    field: &Field,
    source: &str,
) -> Option<Edit> {
    let node = outline.nodes.get(index)?;
    let old = field.bytes.clone();
    let named = |name: &str| argument(text, node, name, source);
    match field.part.place {
        Place::At(index) => named(&index.to_string()),
        Place::Named => named(field.part.name),
        Place::Expression => Some(after_word(node, node.expression(text)?, source)),
        Place::Name => match (old, node.expression(text)) {
            (Some(old), _) => Some((old, source.to_owned())),
            (None, Some(bare)) => Some(after_word(node, bare, source)),
            (None, None) => named("0"),
        },
        place @ (Place::Type | Place::Value(_)) => {
            Some(declaration_edit(&node.declaration(text)?, place, source))
        }
        Place::Results => Some(with_results(text, node, source)),
        Place::Key => {
            let old = node.key.as_ref().map_or(node.bytes.start, |key| key.start);
            let arrow = if source.is_empty() { "" } else { " => " };
            Some((old..node.bytes.start, format!("{source}{arrow}")))
        }
        Place::Else => otherwise(text, outline, index, old, source),
    }
}

/// The edit of a part of a declaration, which nothing removes with the sign in front of it. Only a name stays.
fn declaration_edit(declaration: &Declaration, place: Place, source: &str) -> Edit {
    let Declaration { bytes, name, of, value, .. } = declaration;
    let behind_type = of.as_ref().unwrap_or(name).end;
    let (old, before, end, sign) = match place {
        Place::Type => (of, name.end, name.end, ": "),
        Place::Value(sign) => (value, behind_type, bytes.end, sign),
        Place::At(_)
        | Place::Named
        | Place::Expression
        | Place::Name
        | Place::Results
        | Place::Key
        | Place::Else => return (name.clone(), source.to_owned()),
    };
    match old {
        Some(old) if source.is_empty() => (before..old.end, String::new()),
        Some(old) => (old.clone(), source.to_owned()),
        None if source.is_empty() => (end..end, String::new()),
        None => (end..end, format!("{sign}{source}")),
    }
}

/// The edit of the text behind a word without parentheses.
fn after_word(node: &Node, old: Range<usize>, source: &str) -> Edit {
    let space = if old.start == node.word.end && !source.is_empty() { " " } else { "" };
    (old, format!("{space}{source}"))
}

/// The edit that gives a node another branch, with this node in it.
fn otherwise(
    text: &str,
    outline: &Outline,
    index: usize,
    old: Option<Range<usize>>,
    source: &str,
) -> Option<Edit> {
    let node = outline.nodes.get(index)?;
    let last = outline.nodes.get(*node.children.last()?)?;
    match old {
        Some(_) if node.has_keys() && source.is_empty() => Some(removal(text, outline, last)),
        Some(_) if node.has_keys() => Some((last.bytes.clone(), source.to_owned())),
        None if node.has_keys() => {
            let at = Gap { parent: Parent::Node(index), index: node.gaps.len().checked_sub(1)? };
            Some(insertion(text, outline, at, &format!("else => {source}")).ok()?.0)
        }
        Some(old) if source.is_empty() => {
            let before = text.get(..old.start)?.trim_end().len();
            Some((before..old.end, String::new()))
        }
        Some(old) => Some((old, format!("else {{ {source} }}"))),
        None => {
            let (end, ends) = (node.bytes.end, lexer::line_break(text));
            let here = indentation(text, node.bytes.start);
            let below = deeper(here);
            let is_one_line = !text.get(node.head.end..end)?.contains('\n');
            let new = if is_one_line {
                format!(" else {{ {source} }}")
            } else {
                format!(" else {{{ends}{below}{source}{ends}{here}}}")
            };
            Some((end..end, new))
        }
    }
}

/// The edit that replaces the documentation of a node or a tree.
fn described(text: &str, outline: &Outline, of: Parent, new: &str) -> Option<Edit> {
    let (start, old) = match of {
        Parent::Node(node) => {
            let node = outline.nodes.get(node)?;
            (node.item.start, node.documentation(text))
        }
        Parent::Tree(tree) => {
            let tree = outline.trees.get(tree)?;
            (tree.bytes.start, tree.documentation(text))
        }
    };
    let start = old.as_ref().map_or(start, |old| old.start);
    // With the white space up to what is described, which may stand on the same line.
    let end = old.map_or(start, |old| {
        let behind = text.get(old.end..).unwrap_or_default();
        text.len() - behind.trim_start().len()
    });
    let is_first = text.get(line_start(text, start)..start)?.trim().is_empty();
    let here = indentation(text, start);
    let indentation = if is_first { here.to_owned() } else { deeper(here) };
    let ends = lexer::line_break(text);
    let line = |line: &str| format!("{}{ends}{indentation}", format!("/// {line}").trim_end());
    Some((start..end, new.trim().lines().map(line).collect()))
}

/// The edit that gives an argument a value: the bytes that are replaced, and their new text.
///
/// An argument is named by its name, or by its index if it has none. An empty value removes it.
fn argument(text: &str, node: &Node, name: &str, value: &str) -> Option<Edit> {
    let is_it = |one: &Argument| one.name.clone().and_then(|name| text.get(name)) == Some(name);
    let index = name.parse::<usize>().ok();
    let at = |index: &usize| node.arguments.get(*index).is_some_and(|one| one.name.is_none());
    let place = node.arguments.iter().position(is_it).or_else(|| index.filter(at));
    let written = || node.arguments.iter().map(Argument::bytes).collect::<Vec<_>>();
    if value.is_empty() {
        let parentheses = node.parentheses.clone()?;
        return Some((without(&written(), parentheses, place?)?, String::new()));
    }
    if let Some(argument) = place.and_then(|place| node.arguments.get(place)) {
        return Some((argument.value.clone(), value.to_owned()));
    }
    let new = if index.is_some() { value.to_owned() } else { format!("{name} = {value}") };
    let named = node.arguments.iter().find(|one| index.is_some() && one.name.is_some());
    Some(match &node.parentheses {
        // A value without a name comes first.
        Some(_) if named.is_some() => {
            let start = named?.bytes().start;
            (start..start, format!("{new}, "))
        }
        Some(parentheses) => appended(&written(), parentheses, &new),
        None => {
            let is_bare = node.kind.is_some_and(|kind| kind.arguments().are_bare());
            let bare = || node.name(text).map_or(node.head.end, |name| name.end);
            let end = if is_bare { bare() } else { node.word.end };
            (end..end, format!("({new})"))
        }
    })
}

/// The edit that adds a part behind the last one in parentheses.
fn appended(written: &[Range<usize>], parentheses: &Range<usize>, new: &str) -> Edit {
    match written.last() {
        Some(last) => (last.end..last.end, format!(", {new}")),
        None => (parentheses.start + 1..parentheses.end.saturating_sub(1), new.to_owned()),
    }
}

/// The bytes of a part in parentheses with the comma that separates it; the parentheses, if it is the only one.
fn without(
    written: &[Range<usize>],
    parentheses: Range<usize>,
    index: usize,
) -> Option<Range<usize>> {
    let this = written.get(index)?;
    if written.len() == 1 {
        return Some(parentheses);
    }
    Some(match index.checked_sub(1).and_then(|before| written.get(before)) {
        Some(before) => before.end..this.end,
        None => this.start..written.get(1)?.start,
    })
}

/// The edit that gives the results of a node to names.
fn with_results(text: &str, node: &Node, source: &str) -> Edit {
    let old = node.results(text);
    if source.is_empty() {
        let before = node.expression(text).map_or(node.word.end, |expression| expression.end);
        return (before..old.map_or(before, |old| old.end), String::new());
    }
    old.map_or_else(
        || (node.head.end..node.head.end, format!(" -> {source}")),
        |old| (old, source.to_owned()),
    )
}

/// The edit of one declaration in the header of a tree.
fn in_header(tree: &Tree, part: HeaderPart, index: usize, source: &str) -> Option<Edit> {
    let of_parameters = tree.parameters.parentheses.as_ref();
    let (declarations, before, arrow) = match part {
        HeaderPart::Parameters => (&tree.parameters, tree.name.end, ""),
        HeaderPart::Results => {
            (&tree.results, of_parameters.map_or(tree.name.end, |of| of.end), " -> ")
        }
    };
    let written: Vec<_> = declarations.all.iter().map(|one| one.bytes.clone()).collect();
    if let Some(old) = written.get(index).filter(|_| !source.is_empty()) {
        return Some((old.clone(), source.to_owned()));
    }
    Some(match &declarations.parentheses {
        Some(of) if source.is_empty() => (without(&written, before..of.end, index)?, String::new()),
        Some(of) => appended(&written, of, source),
        None if source.is_empty() => return None,
        None => (before..before, format!("{arrow}({source})")),
    })
}

/// Gives the children of a changed node, or the changed child, the keys that they need: the first fitting word of the
/// vocabulary. Without such a word, a score is `0.5`, and a condition stays missing.
///
/// ```
/// use bt_language::edit::{self, Change, Gap, Parent};
/// use bt_language::vocabulary::Vocabulary;
///
/// let text = "tree Villager { random_selector { 3 => running; } }";
/// let at = Gap { parent: Parent::Node(0), index: 1 };
/// let insert = Change::Insert { at, source: "succeed;" };
/// let changed = edit::change(text, &edit::outline(text), &insert).unwrap();
/// let changed = edit::with_keys(changed, &Vocabulary::default());
/// assert_eq!(changed.text, "tree Villager { random_selector { 3 => running; 1 => succeed; } }");
/// ```
#[must_use]
pub fn with_keys(revision: Revision, vocabulary: &Vocabulary) -> Revision {
    let Revision { text, select } = revision;
    let outline = outline(&text);
    let is_changed = |node: &Node, parent: &Node| {
        let is_within = select.start <= node.bytes.start && node.bytes.end <= select.end;
        let is_below = parent.word.start <= select.end && select.start <= parent.word.end;
        is_within || is_below
    };
    let edit = |node: &Node| {
        let parent = outline.parent(node)?;
        let is_missing = node.key.is_none() && is_changed(node, parent);
        let key = key(parent, &outline, vocabulary).filter(|_| is_missing)?;
        Some((node.bytes.start..node.bytes.start, format!("{key} => ")))
    };
    let edits: Vec<Edit> = outline.nodes.iter().filter_map(edit).collect();
    let length = |before: usize| -> usize {
        edits.iter().filter(|(place, _)| place.start <= before).map(|(_, key)| key.len()).sum()
    };
    // The selection is still that of the nodes, without the key before the first one.
    let select = select.start + length(select.start)..select.end + length(select.end);
    Revision { text: apply(&text, edits), select }
}

/// The key that a child needs; `None` if it needs none, or if the vocabulary has no condition for it.
fn key(parent: &Node, outline: &Outline, vocabulary: &Vocabulary) -> Option<String> {
    match parent.kind?.children() {
        Children::Weighted => {
            outline.children(parent).any(|child| child.key.is_some()).then(|| "1".to_owned())
        }
        Children::Lasting => None,
        Children::Arms => Some("_".to_owned()),
        keys => {
            let literal = || (keys == Children::Scored).then(|| "0.5".to_owned());
            first_call(vocabulary, |role| fits_key(keys, role)).or_else(literal)
        }
    }
}

/// The edits that remove the keys of a node's children, if the node becomes one without keys or with other ones.
fn without_keys(node: &Node, outline: &Outline, word: &str) -> Vec<Edit> {
    let (Some(new), Some(old)) = (Word::find(word), node.kind) else { return Vec::new() };
    let children = outline.children(node).filter(|_| new.children() != old.children());
    let edit = |child: &Node| Some((child.key.clone()?.start..child.bytes.start, String::new()));
    children.filter_map(edit).collect()
}

/// A part of a text that is replaced.
pub(super) type Edit = (Range<usize>, String);

/// The text with all edits, which do not overlap.
pub(super) fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let (mut output, mut done) = (String::with_capacity(text.len()), 0);
    for (range, new) in edits {
        output.push_str(text.get(done..range.start).unwrap_or_default());
        output.push_str(&new);
        done = range.end.max(done);
    }
    output.push_str(text.get(done..).unwrap_or_default());
    output
}

/// The beginning of the line of a byte.
pub(super) fn line_start(text: &str, byte: usize) -> usize {
    text.get(..byte).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
}

/// The end of the line of a byte, without its line break.
pub(super) fn line_end(text: &str, byte: usize) -> usize {
    let rest = text.get(byte..).unwrap_or_default();
    let end = rest.find('\n').unwrap_or(rest.len());
    byte + rest.get(..end).unwrap_or(rest).trim_end_matches('\r').len()
}

/// The white space at the beginning of the line of a byte.
pub(super) fn indentation(text: &str, byte: usize) -> &str {
    let line = text.get(line_start(text, byte)..line_end(text, byte)).unwrap_or_default();
    let length = line.len() - line.trim_start_matches([' ', '\t']).len();
    line.get(..length).unwrap_or_default()
}

/// One level more than an indentation.
pub(super) fn deeper(indentation: &str) -> String {
    let level = if indentation.contains('\t') { "\t".to_owned() } else { " ".repeat(INDENT) };
    format!("{indentation}{level}")
}

/// Returns `true` if these bytes are the only thing on their lines, except for comments after them.
pub(super) fn is_alone(text: &str, bytes: &Range<usize>) -> bool {
    let before = text.get(line_start(text, bytes.start)..bytes.start).unwrap_or_default();
    before.trim().is_empty() && ends_line(text, bytes.end)
}

/// Returns `true` if only comments follow on the line of a byte.
pub(super) fn ends_line(text: &str, byte: usize) -> bool {
    let rest = text.get(byte..line_end(text, byte)).unwrap_or_default().trim();
    rest.is_empty() || rest.starts_with("//") || is_comment(rest)
}

/// `/* one comment */`
fn is_comment(text: &str) -> bool {
    let inside = text.strip_prefix("/*").and_then(|rest| rest.strip_suffix("*/"));
    inside.is_some_and(|inside| !inside.contains("*/"))
}

/// The lines of a node that is alone on them: with the comments directly above it, and those after it. The last line
/// break is not part of them.
pub(super) fn lines(text: &str, bytes: &Range<usize>) -> Range<usize> {
    let mut start = line_start(text, bytes.start);
    while let Some(end) = start.checked_sub(1) {
        let above = line_start(text, end);
        let line = text.get(above..end).unwrap_or_default().trim();
        let is_note = (line.starts_with("//") && !line.starts_with("///")) || is_comment(line);
        if !is_note || is_disabled(line) {
            break;
        }
        start = above;
    }
    start..line_end(text, bytes.end)
}

/// The bytes to remove, so that no empty line and no double space stays.
fn removed(text: &str, bytes: &Range<usize>) -> Range<usize> {
    if is_alone(text, bytes) {
        let lines = lines(text, bytes);
        let rest = text.get(lines.end..).unwrap_or_default();
        let length = if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with('\n')) };
        return lines.start..lines.end + length;
    }
    let before = text.get(..bytes.start).unwrap_or_default();
    let space = usize::from(before.ends_with(' '));
    bytes.start - space..bytes.end
}

/// A text with another indentation: each line but the first one begins with `new` instead of `old`. Lines that begin within
/// a literal stay.
pub(super) fn indented(text: &str, old: &str, new: &str, ends: &str) -> String {
    let mut literals = lexer::lexemes(text);
    literals.retain(|lexeme| lexeme.kind == LexemeClass::Literal);
    let mut output = String::with_capacity(text.len());
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let is_in_literal = literals.iter().any(|range| range.start < at && at < range.end);
        let body = line.trim_end_matches(['\r', '\n']);
        if at == 0 || is_in_literal {
            output.push_str(body);
        } else if !body.trim().is_empty() {
            output.push_str(new);
            output.push_str(body.strip_prefix(old).unwrap_or_else(|| body.trim_start()));
        }
        if line.ends_with('\n') {
            output.push_str(if is_in_literal { "\n" } else { ends });
        }
        at += line.len();
    }
    output
}
