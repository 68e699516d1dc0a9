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

mod arguments;
mod brackets;
mod calls;
mod change;
mod complete;
mod context;
mod hover;
mod keys;
mod layout;
mod outline;
mod scan;
mod structure;
mod template;

pub use calls::Call;
pub use change::{Change, Changed, Refused, change};
pub use complete::{Completion, Item, complete};
pub use hover::{Hover, hover};
pub use keys::with_keys;
pub use outline::{Direction, Gap, Given, Node, Outline, Parent, Tree, outline};
pub use structure::copied;
pub use template::{forms, in_files, template};
