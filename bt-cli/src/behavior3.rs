//! Trees of Behavior3: a tree, a project, or a saved `.b3` in the classic format of its editor, or a tree of version 2.
//!
//! ```
//! use bt_cli::behavior3;
//! use bt_language::vocabulary::Vocabulary;
//!
//! let text = r#"{"scope": "tree", "id": "t", "title": "Guard", "root": "1", "nodes": {
//!     "1": {"id": "1", "name": "MemSequence", "title": "MemSequence", "children": ["2", "3"]},
//!     "2": {"id": "2", "name": "MoveTo", "title": "to the gate", "properties": {"x": 3, "y": 0.5}},
//!     "3": {"id": "3", "name": "Wait", "title": "Wait", "properties": {"milliseconds": 1500}}
//! }}"#;
//! let imported = behavior3::import(text, &Vocabulary::default()).unwrap();
//! assert_eq!(
//!     imported.text,
//!     "tree Guard {
//!     sequence {
//!         // to the gate
//!         'to_the_gate: action MoveTo(x = 3, y = 0.5);
//!         wait(1500ms);
//!     }
//! }
//! "
//! );
//! ```

mod export;
mod ids;
mod import;
mod json;
mod nested;
mod nodes;

pub(crate) use nodes::asks;
mod project;

pub use export::{export, export_nodes};
pub use import::import;
