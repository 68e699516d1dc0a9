//! A tree as a graph of Graphviz.

use super::escape::Escaped;
use super::{Direction, Family, Picture, Piece, family, style};
use bt_core::__internal::{Line, Written, key};
use core::fmt;

/// A tree in the language DOT of Graphviz; made by [`Picture::dot`].
///
/// ```
/// use bt_core::behavior_tree;
/// use bt_watch::picture::Picture;
///
/// behavior_tree! {
///     tree Greet(name: &mut &str) {
///         sequence {
///             condition *name != "";
///             running;
///         }
///     }
/// }
///
/// let dot = Picture::new(Greet::NODES).dot().to_string();
/// assert!(dot.starts_with("digraph {"));
/// assert!(dot.contains(r#"n1 [label="condition *name != \"\"""#));
/// assert!(dot.contains("n0 -> n1"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Dot<'a>(pub(super) Picture<'a>);

/// The maximum number of characters of an expression.
const LONGEST: usize = 40;

impl fmt::Display for Dot<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = match self.0.drawn_to() {
            Direction::Down => "TB",
            Direction::Right => "LR",
        };
        writeln!(formatter, "digraph {{")?;
        writeln!(formatter, "    graph [rankdir={rank}, ordering=out, bgcolor=transparent];")?;
        if let Some(heading) = self.0.heading() {
            let heading = Escaped(heading, escape);
            writeln!(
                formatter,
                "    graph [label=\"{heading}\", labelloc=t, labeljust=l, fontname=\"monospace\"];"
            )?;
        }
        writeln!(formatter, "    node [fontname=\"monospace\", fontsize=11, style=filled];")?;
        writeln!(formatter, "    edge [arrowhead=none, color=\"#8c959f\"];")?;
        for piece in self.0.pieces() {
            node(&piece, self.0.is_marked(), formatter)?;
            if let Some(parent) = piece.node.parent {
                writeln!(formatter, "    n{parent} -> n{};", piece.node.id)?;
            }
        }
        writeln!(formatter, "}}")
    }
}

fn node(piece: &Piece<'_>, marked: bool, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Piece { node, mark, .. } = *piece;
    let written = Escaped(Written { node, longest: LONGEST }, escape);
    write!(formatter, "    n{} [label=\"", node.id)?;
    if let Some(key) = key(node, LONGEST) {
        write!(formatter, "{} =>\\n", Escaped(key, escape))?;
    }
    write!(formatter, "{written}{}", piece.more())?;
    if let Some(text) = piece.error {
        let error = Escaped(Line { text, longest: LONGEST }, escape);
        write!(formatter, "\\n{error}")?;
    }
    let whole = Escaped(node, escape);
    write!(formatter, "\", tooltip=\"")?;
    if let Some(key) = key(node, usize::MAX) {
        write!(formatter, "{} => ", Escaped(key, escape))?;
    }
    write!(formatter, "{whole}\", ")?;
    let (shape, kind_color) = match family(node.kind) {
        Family::Composite => ("box", "#ddf4ff"),
        Family::Decorator => ("hexagon", "#fbefff"),
        Family::Condition => ("ellipse", "#fff8c5"),
        Family::Action => ("box", "#f6f8fa"),
        Family::Subtree => ("box3d", "#f6f8fa"),
    };
    let corners =
        if family(node.kind) == Family::Composite { ", style=\"filled,rounded\"" } else { "" };
    let (fill, line) = if marked { colors(style(mark)) } else { (kind_color, "#57606a") };
    writeln!(formatter, "shape={shape}{corners}, fillcolor=\"{fill}\", color=\"{line}\"];")
}

/// The fill color and the line color.
pub(super) fn colors(style: &str) -> (&'static str, &'static str) {
    match style {
        "success" => ("#dafbe1", "#1a7f37"),
        "failure" => ("#ffebe9", "#cf222e"),
        "running" => ("#b6e3ff", "#0550ae"),
        "aborted" => ("#ecd8ff", "#6639ba"),
        _ => ("#ffffff", "#afb8c1"),
    }
}

const fn escape(character: char) -> Option<&'static str> {
    match character {
        '"' => Some("\\\""),
        '\\' => Some("\\\\"),
        // Graphviz reads the entities of HTML.
        '&' => Some("&amp;"),
        _ => None,
    }
}
