//! Trees of BehaviorTree.CPP, in the XML of its versions 3 and 4, which Groot2 edits.
//!
//! ```
//! use bt_cli::behavior_tree_cpp;
//! use bt_language::vocabulary::Vocabulary;
//!
//! let text = r#"<root BTCPP_format="4">
//!   <BehaviorTree ID="Main">
//!     <Fallback>
//!       <Sequence name="charge">
//!         <ScriptCondition code="battery < 20 && !docked"/>
//!         <Action ID="GoTo" goal="{dock}" speed="1.5"/>
//!       </Sequence>
//!       <Sleep msec="500"/>
//!     </Fallback>
//!   </BehaviorTree>
//! </root>"#;
//! let imported = behavior_tree_cpp::import(text, &Vocabulary::default()).unwrap();
//! assert_eq!(
//!     imported.text,
//!     "tree Main {
//!     selector {
//!         'charge: sequence {
//!             condition Battery < 20 && !Docked;
//!             action GoTo(goal = Dock, speed = 1.5);
//!         }
//!         wait(500ms);
//!     }
//! }
//! "
//! );
//! assert!(imported.rust.contains("value Battery: f64 => blackboard.battery;"));
//! ```

mod attributes;
mod directions;
mod export;
mod files;
mod import;
mod keys;
mod lenient;
mod model;
mod nodes;
mod notes;
mod project;
mod script;
mod sources;
mod standard_nodes;

pub use export::{export, export_at, export_nodes};
pub use import::{import, import_at, import_with};
pub use project::{File, Project, import_files};
