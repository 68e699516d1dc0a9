//! A tree as a flowchart of Mermaid.

use super::dot::colors;
use super::escape::Escaped;
use super::{Direction, Family, Picture, Piece, family, style};
use bt_core::__internal::{Line, Written, key};
use core::fmt;

/// A tree as a flowchart of Mermaid, which READMEs and documentation can show; made by
/// [`Picture::mermaid`].
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
/// let mermaid = Picture::new(Greet::NODES).mermaid().to_string();
/// assert!(mermaid.starts_with("flowchart TD\n"));
/// assert!(mermaid.contains(r##"n1(["condition *name != #quot;#quot;"]):::condition"##));
/// assert!(mermaid.contains("n0 --- n1"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Mermaid<'a>(pub(super) Picture<'a>);

/// The maximum number of characters of an expression.
const LONGEST: usize = 40;

impl fmt::Display for Mermaid<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let direction = match self.0.drawn_to() {
            Direction::Down => "TD",
            Direction::Right => "LR",
        };
        if let Some(heading) = self.0.heading() {
            writeln!(formatter, "---\ntitle: \"{}\"\n---", Escaped(heading, escape_yaml))?;
        }
        writeln!(formatter, "flowchart {direction}")?;
        for piece in self.0.pieces() {
            node(&piece, self.0.is_marked(), formatter)?;
            if let Some(parent) = piece.node.parent {
                writeln!(formatter, "    n{parent} --- n{}", piece.node.id)?;
            }
        }
        classes(self.0.is_marked(), formatter)
    }
}

fn node(piece: &Piece<'_>, marked: bool, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Piece { node, mark, .. } = *piece;
    let (open, close, class) = match family(node.kind) {
        Family::Composite => ("(", ")", "composite"),
        Family::Decorator => ("{{", "}}", "decorator"),
        Family::Condition => ("([", "])", "condition"),
        Family::Action => ("[", "]", "action"),
        Family::Subtree => ("[[", "]]", "action"),
    };
    let written = Escaped(Written { node, longest: LONGEST }, escape);
    write!(formatter, "    n{}{open}\"", node.id)?;
    if let Some(key) = key(node, LONGEST) {
        write!(formatter, "{} =#gt;<br>", Escaped(key, escape))?;
    }
    write!(formatter, "{written}{}", piece.more())?;
    if let Some(text) = piece.error {
        write!(formatter, "<br>{}", Escaped(Line { text, longest: LONGEST }, escape))?;
    }
    let class = if marked { style(mark) } else { class };
    writeln!(formatter, "\"{close}:::{class}")
}

fn classes(marked: bool, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut class = |name, (fill, line)| {
        writeln!(formatter, "    classDef {name} fill:{fill},stroke:{line},color:#1f2328")
    };
    if marked {
        let styles = ["idle", "success", "failure", "running", "aborted"];
        return styles.into_iter().try_for_each(|style| class(style, colors(style)));
    }
    class("composite", ("#ddf4ff", "#0969da"))?;
    class("decorator", ("#fbefff", "#8250df"))?;
    class("condition", ("#fff8c5", "#9a6700"))?;
    class("action", ("#f6f8fa", "#57606a"))
}

/// Escapes characters of a text in YAML, in which Mermaid knows no entities.
const fn escape_yaml(character: char) -> Option<&'static str> {
    match character {
        '"' => Some("\\\""),
        '\\' => Some("\\\\"),
        _ => None,
    }
}

/// Escapes characters that Mermaid, Markdown or HTML would misread; Mermaid has entities of its own.
const fn escape(character: char) -> Option<&'static str> {
    match character {
        '"' => Some("#quot;"),
        '#' => Some("#35;"),
        '&' => Some("#amp;"),
        '<' => Some("#lt;"),
        '>' => Some("#gt;"),
        '`' => Some("#96;"),
        // Without a character after it, Mermaid would read the two characters `\n` as a line break.
        '\\' => Some("#92;#8203;"),
        _ => None,
    }
}
