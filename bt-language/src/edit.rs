//! What an editor of files needs: the nodes of a text, changes, completion and hover.
//!
//! [`outline`] finds the nodes in a text. [`change`] inserts, moves and removes nodes as edits of the text, so comments and the
//! layout of everything else stay; [`change_all`] does it with several nodes. [`extract`] makes a tree of a node, [`inline`] a node of
//! a tree, and [`remove_tree`] removes a tree with all that use it. [`rename`] finds all places of a name, in several files.
//! [`complete`], [`hover`] and [`signature`] answer at a place. [`tokens`] says what each word of a text is.
//!
//! All of these read the text of a file, also one with mistakes, and none of them panics, whatever the text and the positions.
//! Positions are bytes of the text, with its byte order mark.
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
mod disable;
mod extract;
mod fields;
mod outline;
mod patterns;
mod rename;
mod scope;
mod several;
mod tokens;
mod units;

pub use change::{Change, ChangeError, HeaderPart, Revision, change, copy, with_keys};
pub use complete::{
    Completion, Hover, Item, Signature, complete, forms, hover, signature, template,
};
pub use disable::{Disabled, disabled};
pub use extract::{ExtractError, extract, inline};
#[doc(hidden)]
pub use fields::{Field, Part, key_part, parts};
#[doc(hidden)]
pub use outline::undocumented;
pub use outline::{
    Argument, Call, Declaration, Declarations, Direction, Gap, Node, Outline, Parent, Tree, outline,
};
pub use patterns::{Pattern, patterns};
#[doc(hidden)]
pub use rename::with_distinct_names;
pub use rename::{RenameError, rename};
pub use several::{Together, change_all, remove_tree, uses};
pub use tokens::{Token, TokenKind, tokens};
#[doc(hidden)]
pub use units::Units;
