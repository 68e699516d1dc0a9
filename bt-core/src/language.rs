//! The runtime of the language: the types and traits for trees, leaves, decorators and observers, and the
//! functions that generated code calls.

mod action;
mod active;
mod agent;
mod can;
mod decorator;
#[doc(hidden)]
pub mod keywords;
pub(crate) mod node;
mod observer;
pub(crate) mod play;
#[doc(hidden)]
pub mod private;
pub mod rules;
mod status;
#[cfg(all(feature = "serde", feature = "std"))]
pub(crate) mod texts;
mod tree;
pub mod vocabulary;
mod wake;

pub use action::{Action, Output};
pub use active::Active;
pub use agent::{Agent, Inspect};
pub use can::Can;
pub use decorator::Decorator;
pub use node::{Node, NodeId, NodeKind};
pub use observer::{AnyObserver, NoObserver, Observer};
pub use private::Machine;
pub use status::{End, IntoStatus, Status};
pub use tree::BehaviorTree;
pub use wake::{Clock, Wake, Waking};
