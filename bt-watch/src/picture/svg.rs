//! A tree as an SVG file.

use super::escape::Escaped;
use super::layout::{Block, Layout, layout};
use super::{Direction, Family, Picture, Piece, family, style};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use bt_core::__internal::{Expression, Line, key};
use bt_core::Node;
use bt_core::observe::Mark;
use core::fmt;

/// A tree as an SVG file; made by [`Picture::svg`].
///
/// It follows the light or dark style of the page or the system. Long expressions are cut; a tooltip of a
/// node shows its whole text, its description and its error.
///
/// ```
/// use bt_core::behavior_tree;
/// use bt_watch::picture::Picture;
///
/// behavior_tree! {
///     tree Greet(name: &mut &str) {
///         sequence {
///             condition *name < "M";
///             running;
///         }
///     }
/// }
///
/// let svg = Picture::new(Greet::NODES).svg().to_string();
/// assert!(svg.starts_with("<svg "));
/// assert!(svg.contains("*name &lt; &quot;M&quot;"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Svg<'a>(pub(super) Picture<'a>);

/// Lengths are in pixels.
const MARGIN: i32 = 16;
const PADDING: i32 = 10;
/// The width of a character of the widest common monospaced font, in tenths of a pixel.
const CHARACTER: i32 = 75;
const LINE: i32 = 17;
/// The height of the line above the tree, with its distance.
const HEADING: i32 = 26;
/// The width of the sign beside the text of a marked node.
const SIGN: i32 = 17;
/// The offset from its parent below which a child is connected by a straight line.
const STEEP: i32 = 20;
/// The maximum number of characters of an expression.
const LONGEST: usize = 36;
/// The maximum length of an argument that is written on the line of its word.
const SHORT: usize = 16;

/// The drawing of a node.
struct Item<'a> {
    piece: Piece<'a>,
    parent: Option<usize>,
    /// The text in front of its `=>`, and that; may be empty.
    key: String,
    /// The label and the word, or the word alone.
    title: String,
    word: String,
    /// The expression; may be empty.
    source: String,
    width: i32,
    height: i32,
    x: i32,
    y: i32,
}

impl<'a> Item<'a> {
    fn new(piece: Piece<'a>, parent: Option<usize>, marked: bool) -> Self {
        let node = piece.node;
        let line = |text, longest| Expression { text, longest }.to_string();
        let key = key(node, LONGEST).map(|key| alloc::format!("{key} =>")).unwrap_or_default();
        let mut word = node.kind.to_string();
        let mut source = line(node.source, LONGEST);
        if node.kind.has_parentheses() && !source.is_empty() && source.chars().count() <= SHORT {
            word = alloc::format!("{word}({source})");
            source.clear();
        }
        word += piece.more();
        let label = node.label.map(|label| line(label, LONGEST));
        let (title, word) = match label {
            Some(label) => (label, word),
            None => (word, String::new()),
        };
        let space = i32::from(!word.is_empty());
        let characters = (columns(&title) + space + columns(&word)) * CHARACTER;
        let first = characters / 10 + if marked { SIGN } else { 0 };
        let width = 2 * (PADDING + bulge(node))
            + first.max(columns(&source).max(columns(&key)) * CHARACTER / 10);
        let lines = 1 + i32::from(!key.is_empty()) + i32::from(!source.is_empty());
        let height = lines * LINE + PADDING;
        Self { piece, parent, key, title, word, source, width, height, x: 0, y: 0 }
    }

    fn middle(&self) -> i32 {
        self.x + self.width / 2
    }

    fn center(&self) -> i32 {
        self.y + self.height / 2
    }
}

/// The width by which the sides of a node's shape extend beyond its text.
fn bulge(node: &Node) -> i32 {
    match family(node.kind) {
        Family::Composite | Family::Action => 0,
        Family::Decorator | Family::Subtree => 6,
        Family::Condition => 5,
    }
}

/// The width of a text in columns: East Asian characters and pictograms take two.
fn columns(text: &str) -> i32 {
    let width = |character: char| match u32::from(character) {
        0x300..=0x36f | 0x200b..=0x200d | 0xfe00..=0xfe0f => 0,
        0x1100..=0x115f
        | 0x2190..=0x2bff
        | 0x2e80..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0xffe0..=0xffe6
        | 0x1_f000..=0x3_fffd => 2,
        _ => 1,
    };
    text.chars().map(width).sum()
}

/// The items with their positions, and the width and the height of the drawing.
fn placed(picture: Picture<'_>) -> (Vec<Item<'_>>, Direction, i32, i32) {
    let mut items: Vec<Item<'_>> = Vec::new();
    let mut shown = alloc::vec![0; picture.nodes.len()];
    for piece in picture.pieces() {
        let parent = piece.node.parent.filter(|_| !items.is_empty());
        let parent = parent.and_then(|parent| shown.get(parent.index()).copied());
        if let Some(place) = shown.get_mut(piece.node.id.index()) {
            *place = items.len();
        }
        items.push(Item::new(piece, parent, picture.is_marked()));
    }
    let direction = picture.drawn_to();
    let block = |item: &Item<'_>| match direction {
        Direction::Down => Block { parent: item.parent, breadth: item.width, length: item.height },
        Direction::Right => Block { parent: item.parent, breadth: item.height, length: item.width },
    };
    let blocks: Vec<Block> = items.iter().map(block).collect();
    let (gap, level_gap) = if direction == Direction::Down { (14, 30) } else { (8, 36) };
    let Layout { spots, breadth, length } = layout(&blocks, gap, level_gap);
    let heading = picture
        .heading()
        .map_or(0, |heading| 2 * MARGIN + columns(&heading.to_string()) * CHARACTER / 10);
    let top = if heading == 0 { MARGIN } else { MARGIN + HEADING };
    for (item, spot) in items.iter_mut().zip(spots) {
        (item.x, item.y) = match direction {
            Direction::Down => (spot.middle - item.width / 2, spot.start),
            Direction::Right => (spot.start, spot.middle - item.height / 2),
        };
        item.x += MARGIN;
        item.y += top;
    }
    let (width, height) = match direction {
        Direction::Down => (breadth, length),
        Direction::Right => (length, breadth),
    };
    (items, direction, heading.max(width + 2 * MARGIN), height + top + MARGIN)
}

impl fmt::Display for Svg<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (items, direction, width, height) = placed(self.0);
        let root = items.first().map_or("", |root| root.title.as_str());
        let name = if self.0.title.is_empty() { root } else { self.0.title };
        writeln!(
            formatter,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"behavior-tree\" role=\"img\" \
             aria-label=\"Behavior tree: {}\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\">",
            xml(name)
        )?;
        writeln!(formatter, "<style>\n{}</style>", include_str!("svg.css"))?;
        writeln!(
            formatter,
            "<rect class=\"page\" width=\"{width}\" height=\"{height}\" rx=\"8\"/>"
        )?;
        if let Some(heading) = self.0.heading() {
            let base = MARGIN + 12;
            let heading = xml(heading);
            writeln!(
                formatter,
                "<text class=\"title\" x=\"{MARGIN}\" y=\"{base}\">{heading}</text>"
            )?;
        }
        // Highlighted items are drawn on top.
        for lit in [false, true] {
            for item in &items {
                let Some(parent) = item.parent.map(|parent| &items[parent]) else { continue };
                if lit == (style(item.piece.mark) == "running") {
                    edge(parent, item, direction, self.0.is_marked(), formatter)?;
                }
            }
        }
        items.iter().try_for_each(|item| node(item, self.0.is_marked(), formatter))?;
        writeln!(formatter, "</svg>")
    }
}

fn edge(
    parent: &Item<'_>,
    child: &Item<'_>,
    direction: Direction,
    marked: bool,
    formatter: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let class = if marked { style(child.piece.mark) } else { "plain" };
    write!(formatter, "<path class=\"edge {class}\" d=\"")?;
    match direction {
        Direction::Down => {
            let (x, y, to_x, to_y) =
                (parent.middle(), parent.y + parent.height, child.middle(), child.y);
            if (to_x - x).abs() < STEEP {
                let half = y + (to_y - y) / 2;
                write!(formatter, "M{x} {y}C{x} {half} {to_x} {half} {to_x} {to_y}")?;
            } else {
                let bend = to_y - 15;
                write!(formatter, "M{x} {y}V{bend}C{x} {to_y} {to_x} {bend} {to_x} {to_y}")?;
            }
        }
        Direction::Right => {
            let (x, y, to_x, to_y) =
                (parent.x + parent.width, parent.center(), child.x, child.center());
            if (to_y - y).abs() < STEEP {
                let half = x + (to_x - x) / 2;
                write!(formatter, "M{x} {y}C{half} {y} {half} {to_y} {to_x} {to_y}")?;
            } else {
                let bend = to_x - 18;
                write!(formatter, "M{x} {y}H{bend}C{to_x} {y} {bend} {to_y} {to_x} {to_y}")?;
            }
        }
    }
    writeln!(formatter, "\"/>")
}

fn node(item: &Item<'_>, marked: bool, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Item { piece, x, y, .. } = item;
    let (kind, class) = match family(piece.node.kind) {
        Family::Composite => ("composite", style(piece.mark)),
        Family::Decorator => ("decorator", style(piece.mark)),
        Family::Condition => ("condition", style(piece.mark)),
        Family::Action => ("action", style(piece.mark)),
        Family::Subtree => ("subtree", style(piece.mark)),
    };
    let class = if marked { class } else { "plain" };
    writeln!(formatter, "<g class=\"node {kind} {class}\" transform=\"translate({x} {y})\">")?;
    hint(piece, formatter)?;
    shape(item, formatter)?;
    let left = PADDING + bulge(piece.node);
    let mut base = PADDING / 2 + 13;
    let after = if marked { sign(left, piece.mark, formatter)? } else { 0 };
    if !item.key.is_empty() {
        let left = left + after;
        writeln!(formatter, "<text x=\"{left}\" y=\"{base}\">{}</text>", xml(&item.key))?;
        base += LINE;
    }
    write!(formatter, "<text x=\"{}\" y=\"{base}\"><tspan class=\"title\">", left + after)?;
    write!(formatter, "{}</tspan>", xml(&item.title))?;
    if !item.word.is_empty() {
        write!(formatter, " <tspan class=\"word\">{}</tspan>", xml(&item.word))?;
    }
    writeln!(formatter, "</text>")?;
    if !item.source.is_empty() {
        let base = base + LINE;
        writeln!(formatter, "<text x=\"{left}\" y=\"{base}\">{}</text>", xml(&item.source))?;
    }
    writeln!(formatter, "</g>")
}

/// Writes the tooltip of a node.
fn hint(piece: &Piece<'_>, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(formatter, "<title>")?;
    if let Some(key) = key(piece.node, usize::MAX) {
        write!(formatter, "{} =&gt; ", xml(key))?;
    }
    write!(formatter, "{}", xml(piece.node))?;
    if let Some(text) = piece.node.description {
        write!(formatter, "\n{}", xml(Line { text, longest: usize::MAX }))?;
    }
    if let Some(mark) = piece.mark {
        write!(formatter, "\n{mark}")?;
    }
    if let Some(text) = piece.error {
        write!(formatter, ": {}", xml(Line { text, longest: usize::MAX }))?;
    }
    if piece.hidden > 0 {
        write!(formatter, "\n{} nodes are folded", piece.hidden)?;
    }
    writeln!(formatter, "</title>")
}

fn shape(item: &Item<'_>, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Item { width, height, .. } = item;
    let rounded = match family(item.piece.node.kind) {
        Family::Composite => 8,
        Family::Condition => height / 2,
        Family::Action | Family::Subtree => 2,
        Family::Decorator => {
            let (right, half) = (width - 9, height / 2);
            return writeln!(
                formatter,
                "<path class=\"box\" d=\"M9 0H{right}L{width} {half}L{right} {height}H9L0 {half}Z\"/>"
            );
        }
    };
    write!(formatter, "<rect class=\"box\" width=\"{width}\" height=\"{height}\" ")?;
    writeln!(formatter, "rx=\"{rounded}\"/>")?;
    if family(item.piece.node.kind) == Family::Subtree {
        let right = width - 5;
        writeln!(formatter, "<path class=\"bars\" d=\"M5 0V{height}M{right} 0V{height}\"/>")?;
    }
    Ok(())
}

/// Draws a sign before the title and returns its width. It is drawn as a shape, because not all fonts contain
/// it.
fn sign(
    left: i32,
    mark: Option<Mark>,
    formatter: &mut fmt::Formatter<'_>,
) -> Result<i32, fmt::Error> {
    let path = match style(mark) {
        "success" => "m1 5 3 4 6-8",
        "failure" => "m1 1 8 8m0-8-8 8",
        "running" => "m2 0 8 5-8 5Z",
        "aborted" => "M1 1h8v8h-8Z",
        _ => "M4 5h2",
    };
    let top = PADDING / 2 + 4;
    writeln!(
        formatter,
        "<path class=\"sign\" transform=\"translate({left} {top})\" d=\"{path}\"/>"
    )?;
    Ok(SIGN)
}

fn xml<T: fmt::Display>(text: T) -> Escaped<T> {
    Escaped(text, |character| match character {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        '\'' => Some("&#39;"),
        _ => None,
    })
}
