//! Changes of the text of a file, for editors that show its trees.
//!
//! [`outline`] finds the nodes in a text, also in one with mistakes. [`change`] inserts, moves and removes nodes as edits
//! of the text, so comments and the layout of everything else stay. Positions are bytes.
//!
//! ```
//! use bt_language::edit::{self, Change, Gap, Parent};
//!
//! let text = "tree Guard {\n    sequence {\n        condition Dark; // at night\n        action Sleep;\n    }\n}\n";
//! let outline = edit::outline(text);
//! let changed = edit::change(text, &outline, &Change::Move {
//!     node: 2,
//!     to: Gap { parent: Parent::Node(0), index: 0 },
//! });
//! assert_eq!(
//!     changed.unwrap().text,
//!     "tree Guard {\n    sequence {\n        action Sleep;\n        condition Dark; // at night\n    }\n}\n"
//! );
//! ```

mod change;
mod complete;
mod outline;

pub use change::{Change, Changed, Refused, change, copied, with_keys};
pub use complete::{Completion, Hover, Item, complete, forms, hover, in_files, template};
pub use outline::{Argument, Call, Direction, Gap, Node, Outline, Parent, Tree, outline};
