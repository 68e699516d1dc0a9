//! Pictures of trees: indented text, Graphviz DOT, Mermaid, SVG.
//!
//! A [`Picture`] needs only the `NODES` of a tree; with [`Marks`] it shows the last tick.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use bt_core::behavior_tree;
//! use bt_core::observe::Marks;
//! use bt_watch::picture::Picture;
//!
//! behavior_tree! {
//!     tree Guard(health: &mut u32) {
//!         active_selector {
//!             'flee: sequence {
//!                 condition *health < 20;
//!                 running;
//!             }
//!             'watch: running;
//!         }
//!     }
//! }
//!
//! assert_eq!(
//!     Picture::new(Guard::NODES).text().to_string(),
//!     "\
//! active_selector
//!   flee: sequence
//!     condition *health < 20
//!     running
//!   watch: running
//! "
//! );
//!
//! let mut marks = Marks::new(Guard::NODES);
//! marks.tick(&mut Guard::new(), &mut 100);
//! let picture = Picture::new(Guard::NODES).marks(&marks);
//! assert_eq!(
//!     picture.text().to_string(),
//!     "\
//! ▶ active_selector
//!   ✗ flee: sequence
//!     ✗ condition *health < 20
//!     · running
//!   ▶ watch: running
//! "
//! );
//! println!("{}", picture.mermaid()); // for a README, in a ```mermaid block
//! println!("{}", picture.dot()); // for `dot -Tsvg`
//! println!("{}", picture.svg()); // for a browser
//! # }
//! ```

mod dot;
mod escape;
#[cfg(feature = "alloc")]
mod layout;
mod mermaid;
#[cfg(feature = "alloc")]
mod svg;
mod text;

pub use dot::Dot;
pub use mermaid::Mermaid;
#[cfg(feature = "alloc")]
pub use svg::Svg;
pub use text::Text;

use bt_core::__internal::{self, Line};
use bt_core::observe::Mark;
#[cfg(feature = "alloc")]
use bt_core::observe::Marks;
use bt_core::{Node, NodeId, NodeKind, Status};

/// A picture of a tree.
///
/// Composites, decorators, conditions and other leaves have different shapes, and different colors if nothing
/// is marked. Marks of a tick are shown by color and by a sign.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    nodes: &'a [Node],
    title: &'a str,
    marks: Option<&'a Marks>,
    folded: &'a [NodeId],
    folds_idle: bool,
    direction: Option<Direction>,
}

/// The place of a node's children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Below it, in a row; best for small trees.
    Down,
    /// On its right, one below the other; best for large trees.
    Right,
}

impl<'a> Picture<'a> {
    /// Makes a picture of a tree with these nodes: `Picture::new(Guard::NODES)`.
    #[must_use]
    pub const fn new(nodes: &'a [Node]) -> Self {
        Self { nodes, title: "", marks: None, folded: &[], folds_idle: false, direction: None }
    }

    /// Writes a line above the tree, for example its name with its parameters and results.
    ///
    /// ```
    /// # use bt_core::behavior_tree; use bt_watch::picture::Picture;
    /// # behavior_tree! { tree Go(npc: &mut ()) { action (); } }
    /// let picture = Picture::new(Go::NODES).title("Go(speed: f32)");
    /// assert_eq!(picture.text().to_string(), "Go(speed: f32)\naction ()\n");
    /// ```
    #[must_use]
    pub const fn title(self, title: &'a str) -> Self {
        Self { title, ..self }
    }

    /// Shows the last event of each node in the last tick.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub const fn marks(self, marks: &'a Marks) -> Self {
        Self { marks: Some(marks), ..self }
    }

    /// Hides the nodes below these nodes: `picture.fold(&[Guard::FLEE])`.
    #[must_use]
    pub const fn fold(self, nodes: &'a [NodeId]) -> Self {
        Self { folded: nodes, ..self }
    }

    /// Hides the nodes below nodes that had no event in the last tick.
    ///
    /// ```
    /// # use bt_core::{behavior_tree, observe::Marks}; use bt_watch::picture::Picture;
    /// # behavior_tree! {
    /// #     tree Guard(npc: &mut ()) { selector { action (); sequence { action (); } } }
    /// # }
    /// let mut marks = Marks::new(Guard::NODES);
    /// marks.tick(&mut Guard::new(), &mut ());
    /// let text = Picture::new(Guard::NODES).marks(&marks).fold_idle().text().to_string();
    /// assert_eq!(text, "✓ selector\n  ✓ action ()\n  · sequence …\n");
    /// ```
    #[cfg(feature = "alloc")]
    #[must_use]
    pub const fn fold_idle(self) -> Self {
        Self { folds_idle: true, ..self }
    }

    /// Sets where DOT, Mermaid and SVG draw the children of a node.
    ///
    /// By default a tree of at most ten leaves is drawn downwards, and a larger one to the right.
    #[must_use]
    pub const fn direction(self, direction: Direction) -> Self {
        Self { direction: Some(direction), ..self }
    }

    /// The picture as text, with a line for each node.
    #[must_use]
    pub const fn text(self) -> Text<'a> {
        Text::new(self)
    }

    /// The picture as a graph of Graphviz.
    #[must_use]
    pub const fn dot(self) -> Dot<'a> {
        Dot(self)
    }

    /// The picture as a flowchart of Mermaid.
    #[must_use]
    pub const fn mermaid(self) -> Mermaid<'a> {
        Mermaid(self)
    }

    /// The picture as an SVG file, for light and dark pages.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub const fn svg(self) -> Svg<'a> {
        Svg(self)
    }

    /// The line above the tree.
    fn heading(self) -> Option<Line<'a>> {
        let line = Line { text: self.title, longest: usize::MAX };
        (!self.title.is_empty()).then_some(line)
    }

    /// Returns `true` if the picture shows the marks of a tick.
    const fn is_marked(&self) -> bool {
        self.marks.is_some()
    }

    /// The nodes that are shown, in pre-order.
    fn pieces(self) -> impl Iterator<Item = Piece<'a>> {
        let mut next = 0;
        core::iter::from_fn(move || {
            let node = self.nodes.get(next)?;
            let mark = self.marks.and_then(|marks| marks.get(node.id));
            let error = self.marks.and_then(|marks| marks.error(node.id));
            let folds = self.folds_idle && self.is_marked() && mark.is_none();
            let hidden = if folds || self.folded.contains(&node.id) { below(node) } else { 0 };
            next += 1 + hidden;
            Some(Piece { node, mark, error, hidden })
        })
    }

    fn drawn_to(self) -> Direction {
        /// The maximum number of leaves that fit beside each other on a page.
        const FEW: usize = 10;
        self.direction.unwrap_or_else(|| {
            let is_leaf = |piece: &Piece<'_>| piece.hidden == below(piece.node);
            let leaves = self.pieces().filter(is_leaf).count();
            if leaves <= FEW { Direction::Down } else { Direction::Right }
        })
    }
}

/// Marks need an allocator, so there are none.
#[cfg(not(feature = "alloc"))]
#[derive(Debug)]
enum Marks {}

#[cfg(not(feature = "alloc"))]
impl Marks {
    const fn get(&self, _: NodeId) -> Option<Mark> {
        match *self {}
    }

    const fn error(&self, _: NodeId) -> Option<&str> {
        match *self {}
    }
}

/// A node that is shown.
#[derive(Clone, Copy)]
struct Piece<'a> {
    node: &'a Node,
    mark: Option<Mark>,
    error: Option<&'a str>,
    /// The number of nodes below it that are hidden.
    hidden: usize,
}

impl Piece<'_> {
    /// `…` if nodes are hidden.
    const fn more(&self) -> &'static str {
        if self.hidden == 0 { "" } else { " …" }
    }
}

/// The number of nodes below a node.
const fn below(node: &Node) -> usize {
    node.end.index() - node.id.index() - 1
}

/// Kinds of nodes that are drawn in the same way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Composite,
    Decorator,
    Condition,
    Action,
    Subtree,
}

const fn family(kind: NodeKind) -> Family {
    match kind {
        NodeKind::Condition => Family::Condition,
        NodeKind::Subtree => Family::Subtree,
        kind => match kind.family() {
            __internal::Family::Leaf => Family::Action,
            __internal::Family::Decorator => Family::Decorator,
            __internal::Family::Composite => Family::Composite,
        },
    }
}

/// The name of a mark in style sheets.
const fn style(mark: Option<Mark>) -> &'static str {
    match mark {
        None => "idle",
        Some(Mark::Ticked(Status::Success)) => "success",
        Some(Mark::Ticked(Status::Failure)) => "failure",
        Some(Mark::Ticked(Status::Running)) => "running",
        Some(Mark::Aborted) => "aborted",
    }
}
